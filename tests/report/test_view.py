"""What a report shows, as values."""

import pytest

from tests.report.cards import EVERY_OUTCOME, faulty, sample, shown


def finding(view, rule):
    return next(f for v in view.verdicts for f in v.findings if f.rule == rule)


def opening(view, call):
    return next(o for o in view.openings if o.call == call)


def test_the_headline_is_the_class_in_words():
    assert [v.headline for v in sample("forcing-pass").verdicts] == [
        "Highly artificial system (VUS)",
        "A-system",
        "Highly artificial system (VUS)",
        "Yellow: highly unusual (HUM)",
    ]


def test_brown_conventions_stand_beside_the_class_with_those_that_are_open():
    assert [v.brown for v in sample("forcing-pass").verdicts] == ["", "", *["brown conventions: 2H, 2S and 2N"] * 2]
    assert [v.brown for v in sample("precision").verdicts][2:] == ["no brown conventions"] * 2
    open_card = '[openings]\nP : 0-11\n2C : 5-9, 6m\n2D : 5-9, unclear "x"\n1C : 12+, 4+C'
    verdict = shown(open_card).verdicts[2]
    assert verdict.brown == "brown conventions: 2C, and perhaps 2D"
    assert verdict.questions == ("What does “x” mean in 2D?",)


def test_the_sum_of_dots_stands_beside_the_class():
    assert sample("forcing-pass").verdicts[1].sum == "33 dots"


def test_a_class_that_the_annex_leaves_open_is_doubtful():
    verdict = shown("[openings]\nP : 0-11\n1C : 12+, 3+C\n1D : 12+, 3+H, ART\n1H : 12+, 5+H\n1S : 12+, 5+S").verdicts[0]
    assert (verdict.headline, verdict.state, verdict.symbol) == ("Usual system, doubtful", "doubtful", "◐")


def test_a_class_that_a_question_leaves_open_is_not_told():
    verdict = shown('[openings]\nP : 0-11\n1C : 12+, unclear "two-way"').verdicts[0]
    assert (verdict.headline, verdict.state) == ("Cannot tell yet", "open")
    assert verdict.questions


def test_the_reasons_name_rules_in_words_not_ids():
    assert sample("forcing-pass").verdicts[0].because == "Met: point a, point b, point c, point d."
    assert "sk-simple" not in sample("precision").verdicts[0].because


def test_an_opening_has_points_lengths_and_frequency():
    notrump = opening(sample("precision"), "1N")
    assert (notrump.points, notrump.share, notrump.odds) == ("13–15", "6.7 %", "1 in 15 hands")
    assert [number for _, _, number in notrump.lengths] == ["2–4", "2–4", "2–5", "2–5"]


def test_alternatives_stand_apart():
    assert opening(sample("precision"), "1C").meanings == ("16-21, F1 ART", "22+, not bal, F1 ART", "24+ bal, F1 ART")


def test_a_call_that_stands_for_four_is_said_as_written():
    assert opening(sample("precision"), "3D").written == "3X"


def test_places_are_said_in_words():
    view = shown("[openings]\n1N [1st-2nd nv] : 10-12 bal\n1N : 15-17 bal")
    assert [o.where for o in view.openings] == [
        "1st and 2nd seat, not vulnerable",
        "1st and 2nd seat, vulnerable; 3rd and 4th seat",
    ]


def test_words_that_leave_room_are_marked():
    notrump = opening(shown("[openings]\n1N : (12)13-15 bal"), "1N")
    assert not notrump.exact
    assert notrump.room == "1N: some words leave room. Certainly 8.0 % of all hands, at most 11.8 %."


def test_dots_have_their_parts_and_ceiling():
    dots = opening(sample("precision"), "2D").dots
    assert dots.dots == "1"
    assert dots.parts == (
        ("short in the suit bid", 2, "se-dots-length"),
        ("may be unbalanced", 1, "se-dots-unbalanced"),
    )
    assert dots.ceiling == ("promises another suit", 1, "se-ceiling-suit")


def test_dots_that_the_card_leaves_open_are_a_range():
    dots = opening(shown(EVERY_OUTCOME), "2D").dots
    assert (dots.dots, dots.open) == ("0 to 3", True)


def test_dots_are_counted_once_for_a_call_with_two_meanings():
    view = sample("forcing-pass")
    assert [(o.dots is None, o.other_dots, o.other_variant) for o in view.openings if o.call == "1H"] == [
        (True, "(7)", "counted once, with the other 1H"),
        (False, "", ""),
    ]


def test_an_unmentioned_pass_is_said():
    assert sample("precision").notes[0] == (
        "Pass is not on the card. It is taken as the ordinary Pass that denies an opening bid."
    )


def test_an_unmentioned_pass_is_said_for_the_seats_without_it():
    assert "(3rd and 4th seat)" in sample("forcing-pass").notes[0]


def test_an_unmentioned_pass_that_a_rule_asks_about_is_not_taken_for_granted():
    assert "except where a question" in shown("[openings]\n1N : 15-17 bal").notes[0]


def test_a_meaning_from_the_catalogue_is_said():
    assert any("“gambling”" in n for n in sample("precision").notes)


def test_a_finding_shows_a_hand_that_proves_it():
    place = finding(sample("forcing-pass"), "sk-vus-d").decisive[1]
    assert place.reason == "1D may have 0 points, Pass has at least 13."
    assert (place.where, place.hand.points) == ("1st and 2nd seat", "8 points") or place.hand is not None


def test_not_met_requirements_matter_and_not_met_features_do_not():
    view = sample("precision")
    assert finding(view, "sk-simple-1c").matters
    assert not finding(view, "sk-vus-a").matters


def test_questions_that_decide_nothing_stand_apart():
    view = shown("[openings]\n1C : 16+\n1D : 11-15, 4+D\n1N : (12)13-15 bal")
    assert "May 1N really be 12? Write the whole range." in view.other_questions


def test_hands_without_a_call_are_told_with_the_strongest():
    [left] = sample("precision").left
    assert left.sentence.startswith("50.3 % of all hands have no opening (0 to 10 points).")
    assert left.strongest.points == "10 points"


def test_hands_claimed_twice_come_largest_first():
    first = shown("[openings]\n1D : 11-15, 4+D\n1N : 13-15 bal\n2N : 14-15 bal").overlaps[0]
    assert (first.first, first.second) == ("1N", "2N")


def test_only_five_overlaps_are_shown():
    view = sample("precision")
    assert len(view.overlaps) == 5
    assert view.more_overlaps == 13


def test_every_outcome_keeps_its_word_and_shape():
    shapes = {f.outcome.word: f.outcome.symbol for v in shown(EVERY_OUTCOME).verdicts for f in v.findings}
    shapes |= {
        p.outcome.word: p.outcome.symbol for v in shown(EVERY_OUTCOME).verdicts for f in v.findings for p in f.others
    }
    assert shapes == {"met": "●", "not met": "○", "does not apply": "–", "doubtful": "◐", "cannot tell": "?"}


def test_a_fault_has_its_line_and_column():
    [fault] = faulty("[openings]\n1C : 11-15, blub\n").faults
    assert (fault.place, fault.line, fault.column, fault.length) == ("ours.card:2:13", "1C : 11-15, blub", 13, 4)


@pytest.mark.parametrize("name", ["moscito", "romex", "three-card-club-multi"])
def test_every_sample_has_a_picture_of_each_opening(name):
    for row in sample(name).openings:
        assert any(row.picture.paths), row.call
        assert row.picture.text.startswith(row.spoken)
