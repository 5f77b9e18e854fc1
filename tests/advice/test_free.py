"""Free wins: what costs dots only because another opening claims the hands too."""

from advice.systems import system
from syscheck.advice import advise, free_wins, parse_target


def wins(text, target="se:max=0"):
    return free_wins(system(text), parse_target(target))


def test_a_club_with_dots_for_hands_that_other_suits_open():
    [win] = wins("1C : 12-19, 4+C or (4333) 3C\n1D : 12-19, 4+D\n1H : 12-19, 4+H\n1S : 12-19, 4+S\n1N : 20-22 bal")
    assert str(win.opening.call) == "1C"
    assert set(map(str, win.others)) == {"1D", "1H", "1S"}
    assert (win.before, win.after) == (((("1C", "dots"), 1),), ())
    assert win.edit.new == "12-19, 4+C"


def test_the_edit_of_a_free_win_costs_nothing_and_is_the_first_answer():
    text = "1C : 12-19, 4+C or (4333) 3C\n1D : 12-19, 4+D\n1H : 12-19, 4+H\n1S : 12-19, 4+S"
    advice = advise(system(text), parse_target("se:max=0"))
    assert advice.answers[0].cost.share == 0
    assert advice.answers[0].edits[0].new == "12-19, 4+C"
    assert advice.free


def test_none_where_nobody_else_opens_the_hands():
    assert wins("1C : 12-19, 4+C or (4333) 3C\n1H : 12-19, 5+H") == ()
    assert wins("1C : 12-19, 4+C\n1N : 12-14 bal") == ()


def test_only_in_the_same_places():
    text = "1C : 12-19, 4+C or (4333) 3C\n1D [nv] : 12-19, 4+D\n1H : 12-19, 4+H\n1S : 12-19, 4+S"
    assert wins(text) == ()


def test_hands_that_others_only_may_claim_are_not_given_away():
    text = "1C : 12-19, 4+C or (4333) 3C\n1D : (13)20+, 4+D\n1H : 12-19, 4+H\n1S : 12-19, 4+S"
    assert wins(text) == ()


def test_a_hand_to_give_where_no_small_edit_can_say_it():
    """2D without the hands that 1H takes is natural, but that takes a denial."""
    [win] = wins("1H : 5-15, 5+H\n2D : 5-9, 4+D or 5+H , no 6C")
    assert str(win.opening.call) == "2D"
    assert win.others
    [win] = wins("1H : 5-15, 5H\n1S : 16+, 5+S\n2D : 5-9, 5H 3+m or 5+D\n3C : 5-9, 7+C")
    assert str(win.opening.call) == "2D"


def test_a_point_of_vus():
    """1D shows one suit or another only through hearts that 1H opens too."""
    [win] = wins("P : 0-10\n1C : 16+\n1D : 11-15, 5+D or 5+H\n1H : 11-15, 5+H", "sk:usual")
    assert str(win.opening.call) == "1D"
    assert win.before == ((("1D", "sk-vus-b"), 1),)
    assert win.edit.new == "11-15, 5+D"
