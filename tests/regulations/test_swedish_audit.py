"""The Swedish rules where an audit found them too sure, or silent about what they take for granted."""

import pytest

from syscheck import build_system, read_card, regulation
from syscheck.regulations import Outcome
from syscheck.regulations.clauses import PASS_ASSUMED
from syscheck.regulations.se_2012.rules import DENIAL_TOLERATED

LAW = regulation("se-2012")
HALF_STRONG_PASS = """P [1st] : (14)15-37
P [2nd-4th] : 0-11
1C [3rd] : 0-14 any
1D [3rd] : 0-7 any
1H [3rd] : 0-7 any
"""


def judged(text, **settings):
    return LAW.judge(build_system(read_card(f"[openings]\n{text}\n")), settings)


def sums(text):
    """The class, and the fewest and the most dots."""
    found = judged(text).classification
    return found.name, sum(d.least for d in found.dots), sum(d.most for d in found.dots)


class TestAPassThatMayBeStrong:
    """Then it may be an opening, and what partner bids behind it may have no dots."""

    def test_leaves_the_class_open(self):
        assert sums(HALF_STRONG_PASS) == (None, 0, 15)

    @pytest.mark.parametrize("rule", ["se-system-a", "se-system-b", "se-system-c", "se-dots-length", "se-dots-weak"])
    def test_is_asked_about(self, rule):
        result = judged(HALF_STRONG_PASS)
        found = result.finding(rule)
        assert found.outcome is Outcome.CANNOT_TELL, found.message
        assert set(result.finding("se-pass-strong").questions) <= set(found.questions)

    @pytest.mark.parametrize(("rule", "bid"), [("se-exempt-natural", "12-14, 4+D"), ("se-exempt-strong", "16+")])
    def test_leaves_open_what_only_counts_behind_it(self, rule, bid):
        assert judged(f"P [1st] : (14)15-37\n1D [3rd] : {bid}").finding(rule).outcome is Outcome.CANNOT_TELL

    def test_changes_nothing_for_what_is_opened_elsewhere_too(self):
        text = "P [1st] : (14)15-37\n1D [2nd-3rd] : 0-7 any"
        assert sums(text) == ("C", 5, 5)
        assert judged(text).finding("se-dots-length").outcome is Outcome.MET

    @pytest.mark.parametrize(("points", "dots"), [("14-37", 15), ("15-37", 0)])
    def test_decides_either_way_once_it_is_settled(self, points, dots):
        assert sums(HALF_STRONG_PASS.replace("(14)15-37", points))[1:] == (dots, dots)

    def test_is_one_odd_pass_only_if_third_seat_counts(self):
        text = "P [1st] : (14)15-37\nP [3rd] : 15+\nP [2nd, 4th] : 0-11"
        rulings = judged(text).finding("se-pass-odd").rulings
        assert [r.outcome for r in rulings if str(r.opening.text) == "15+"] == [Outcome.CANNOT_TELL]

    def test_is_asked_about_for_a_written_defence(self):
        text = f"[openings]\n{HALF_STRONG_PASS}"
        found = LAW.finding("se-written-defence", build_system(read_card(text)))
        assert found.outcome is Outcome.CANNOT_TELL
        assert any("P" in str(q) for q in found.questions)


class TestGameForcingAlternatives:
    """Their hands count as strong unless another alternative holds them too: which may be open."""

    def test_a_hand_that_another_may_hold_leaves_it_open(self):
        text = "P : 0-9\n1D : 10-14, 5+S, GF | (14)15+\n2D : 3-9, 6M\n2H : 3-9, 6C or 6S"
        assert sums(text) == (None, 6, 9)

    def test_a_hand_that_no_other_may_hold_is_strong_wherever_it_is_held(self):
        assert sums("1D : (12)13-14, 5+S, GF | 15+") == ("C", 0, 0)

    def test_a_hand_that_another_holds_for_certain_is_not(self):
        assert judged("1D : 10-14, 5+S, GF | 14+").finding("se-exempt-strong").outcome is Outcome.NOT_MET


def test_a_notrump_bid_that_may_show_a_suit_with_uneven_hands_is_open():
    text = "1N : 12-14, bal, usually 4+H, may have (2=4=5=2 or 4=2=5=2)"
    assert judged(text).finding("se-exempt-natural").outcome is Outcome.CANNOT_TELL
    # At most one dot, not two: where it shows hearts the ceiling for a suit pointer holds, else it is natural.
    assert sums(text) == ("C", 0, 1)


class TestDenial:
    """The setting is printed as an assumption wherever it decides."""

    @pytest.mark.parametrize(
        ("rule", "text"),
        [
            ("se-exempt-natural", "1N : 12-14 bal, no 4M"),
            ("se-ceiling-balanced", "1H : 11-13 bal, no 4M"),
            ("se-ceiling-balanced", "1H : 11-13 bal, no 4M, usually 2-3H"),
            ("se-ceiling-strong-natural", "1N : 12-14 bal, no 4M | 18+"),
            ("se-dots-notrump", "1N : 12-14 bal, no 4M\n2D : 3-9, 6M"),
        ],
    )
    def test_is_assumed_where_it_decides(self, rule, text):
        assert DENIAL_TOLERATED in judged(text).finding(rule).assumptions
        assert DENIAL_TOLERATED not in judged(text, denial="unnatural").finding(rule).assumptions

    @pytest.mark.parametrize(
        ("rule", "text"),
        [
            ("se-ceiling-balanced", "1H : 11-13 bal"),
            ("se-ceiling-balanced", "1H : 11-13, no 4M"),
            ("se-ceiling-strong-natural", "1N : 12-14 bal | 18+"),
            ("se-dots-notrump", "1N : 15-17 bal, no 4M\n2D : 3-9, 6M"),
        ],
    )
    def test_is_not_assumed_where_it_does_not(self, rule, text):
        assert DENIAL_TOLERATED not in judged(text).finding(rule).assumptions


class TestAnUnmentionedPass:
    """It holds what no opening claims; too many good hands among these make it a question."""

    def test_with_most_good_hands_left_over_is_asked_about(self):
        found = judged("1N : 12-14 bal").finding("se-pass-odd")
        assert found.outcome is Outcome.CANNOT_TELL
        [ruling] = found.decisive
        [hand] = ruling.examples()
        assert hand.hcp >= 14
        assert any(hand.spelled in q for q in found.questions)

    def test_with_few_of_them_is_taken_as_the_ordinary_one(self):
        found = judged("1C : 12-20").finding("se-pass-odd")
        assert found.outcome is Outcome.NOT_MET
        assert found.assumptions == (PASS_ASSUMED,)

    def test_asks_about_the_openings_that_may_take_them(self):
        text = "1C : 12-16(20)"
        found = judged(text).finding("se-pass-odd")
        assert found.outcome is Outcome.CANNOT_TELL
        assert len(found.questions) == 2

    def test_in_one_counted_place_is_enough_but_not_in_fourth_seat(self):
        assert judged("1C [1st, 3rd] : 12+").finding("se-pass-odd").outcome is Outcome.CANNOT_TELL
        assert judged("1C [1st-3rd] : 12+").finding("se-pass-odd").outcome is Outcome.NOT_MET

    def test_keeps_the_question_about_flat_weak_hands(self):
        questions = judged("1N : 12-14 bal\n1D : 0-7").finding("se-pass-odd").questions
        assert len(questions) == 2

    def test_does_not_change_the_dots(self):
        assert sums("1D : 11-13, 2+D") == ("C", 3, 3)
