"""Every small edit of a call, once each, on what the card says."""

import pytest

from advice.systems import BREAKING, system
from syscheck import read_card
from syscheck.advice import edited, single_edits
from syscheck.card import card_text
from syscheck.card.calls import EVERYWHERE

REST = "2S : 6-10, 6+S"


def news(meaning, kind, call="1D"):
    """The meanings that edits of a kind give a call."""
    found = system(f"{call} : {meaning}\n{REST}")
    return [e.new for e in single_edits(found) if e.kind == kind and e.call == call]


@pytest.mark.parametrize(
    ("meaning", "expected"),
    [
        ("11-15, 4+D", []),
        ("11-13 bal | 16+", ["16+", "11-13 bal"]),
        ("11-15, 4+D or 4=4=1=4", ["11-15, 4=4=1=4", "11-15, 4+D"]),
        ("6+D, 5D 4M, or 4=4=4=1, NAT", ["5D 4M, or 4=4=4=1, NAT", "6+D, or 4=4=4=1, NAT", "6+D, or 5D 4M, NAT"]),
        ("11-15, 5+H/S", ["11-15, 5+S", "11-15, 5+H"]),
        ("11-15, not (5H or 5S)", []),
        ("(11-13 or 16-18) 5D", ["16-18 5D", "11-13 5D"]),
    ],
)
def test_drop_an_alternative(meaning, expected):
    assert [n.replace("(", "").replace(")", "") for n in news(meaning, "drop an alternative")] == [
        e.replace("(", "").replace(")", "") for e in expected
    ]


@pytest.mark.parametrize(
    ("meaning", "expected"),
    [
        ("5-9, 6M", ["5-9, 6H", "5-9, 6S"]),
        ("5-9, 5M 4+oM", ["5-9, 5H 4+S", "5-9, 5S 4+H"]),
        ("5-9, 5M 4m", ["5-9, 5H 4m", "5-9, 5S 4m", "5-9, 5M 4C", "5-9, 5M 4D"]),
        ("5-9 bal, no 5M", []),
    ],
)
def test_name_the_suit(meaning, expected):
    assert news(meaning, "name the suit") == expected


def test_the_letter_of_the_call_is_the_suit_bid_and_stays():
    assert news("5-9, 7+X", "name the suit", "3X") == []


@pytest.mark.parametrize(
    ("meaning", "expected"),
    [
        ("11-15, 4+D", ["12-15, 4+D", "13-15, 4+D", "14-15, 4+D", "15, 4+D"]),
        ("16+ , GF", [f"{n}+, GF" for n in (17, 18, 19, 20, 21)]),
        ("7-, 6+D", ["1-7, 6+D", "2-7, 6+D", "3-7, 6+D", "4-7, 6+D", "5-7, 6+D"]),
        ("(11)13-14 bal", ["(12)13-14 bal", "13-14 bal", "14 bal"]),
        ("0-3 controls", []),
    ],
)
def test_raise_a_minimum_by_one_to_five_points(meaning, expected):
    assert news(meaning, "raise a minimum") == expected


@pytest.mark.parametrize(
    ("meaning", "expected"),
    [
        ("12-14 bal", ["12-13 bal", "12 bal"]),
        ("5-10(11), 6+D", ["5-10, 6+D", "5-9, 6+D", "5-8, 6+D", "5-7, 6+D", "5-6, 6+D"]),
        ("16+", []),
    ],
)
def test_lower_a_maximum_by_one_to_five_points(meaning, expected):
    assert news(meaning, "lower a maximum") == expected


@pytest.mark.parametrize(
    ("meaning", "expected"),
    [
        ("11-15, 2+D", ["11-15, 3+D", "11-15, 2+D, 1+C", "11-15, 2+D, 1+H", "11-15, 2+D, 1+S"]),
        ("12-14 bal", ["12-14 bal, 3+C", "12-14 bal, 3+D", "12-14 bal, 3+H", "12-14 bal, 3+S"]),
    ],
)
def test_promise_a_card_more(meaning, expected):
    assert news(meaning, "promise a card more") == expected


def test_a_card_more_for_the_whole_call_or_one_alternative():
    found = news("12-14 bal | 16+", "promise a card more", "1C")
    assert "12-14 bal | 16+, 1+C" in found
    assert "12-14 bal, 3+C | 16+" in found


def test_a_name_of_define_gives_way_to_what_it_stands_for():
    found = system("1D : 11-15, our-shape\n" + REST, "[define]\nour-shape = bal or 5+D\n")
    assert "11-15, bal" in {e.new for e in single_edits(found)}
    assert "our-shape" not in {e.new for e in single_edits(found) if e.kind == "drop an alternative"}


def test_only_balanced_where_it_says_something():
    assert news("11-15, 4+D", "only balanced hands") == ["11-15, 4+D, bal"]
    assert news("12-14 bal | 16+", "only balanced hands") == ["12-14 bal | 16+, bal"]
    assert news("12-14 bal", "only balanced hands") == []


def test_a_dropped_call_takes_its_continuations_with_it():
    text = "1D : 4+D\n1N : 15-17 bal\n[continuations]\n1N-2C : Stayman\n1D-1H : 4+H"
    found = system(text)
    [drop] = [e for e in single_edits(found) if e.kind == "drop a call" and e.call == "1N"]
    assert "1N" not in card_text(edited(found.card, (drop,)))
    assert "1D-1H" in card_text(edited(found.card, (drop,)))


def test_a_call_with_two_entries_is_dropped_in_one_place_or_at_all():
    found = system("1D : 4+D\n1N [nv] : 12-14 bal\n1N [vul] : 15-17 bal")
    drops = [e for e in single_edits(found) if e.kind == "drop a call" and e.call == "1N"]
    assert sorted(len(e.places) for e in drops) == [8, 8, 16]
    assert [e.old for e in drops if e.places == EVERYWHERE] == ["[nv] 12-14 bal; [vul] 15-17 bal"]


def test_the_last_opening_is_not_dropped_and_pass_never():
    assert not [e for e in single_edits(system("P : 0-11\n1D : 4+D")) if e.kind == "drop a call"]
    assert not [e for e in single_edits(system("1D : 4+D")) if e.kind == "drop a call"]
    both = system("P : 0-11\n1D : 4+D\n1H : 5+H")
    assert [e.call for e in single_edits(both) if e.kind == "drop a call"] == ["1D", "1H"]


def test_kept_in_some_places_is_dropped_in_the_others():
    found = system("1D : 4+D\n2D : 5-9, 6M")
    kept = {e.changes[0][2][0].where.places for e in single_edits(found) if "some" in e.kind and e.call == "2D"}
    assert len(kept) == 11
    for edit in single_edits(found):
        if "some" in edit.kind:
            assert edit.places | edit.changes[0][2][0].where.places == EVERYWHERE
            assert edit.new is None


@pytest.mark.parametrize("name", BREAKING)
def test_an_edited_card_reads_back_as_it_was_edited(name):
    """What an edit means does not change when the card is written and read again."""
    from syscheck import FaultyCard, build_system
    from syscheck.system import fingerprint

    found = system(BREAKING[name][0])
    for edit in single_edits(found):
        card = edited(found.card, (edit,))
        try:
            meant = build_system(card)
        except FaultyCard:
            continue
        assert fingerprint(build_system(read_card(card_text(card)))) == fingerprint(meant), edit


def test_edits_are_different():
    for text, _ in BREAKING.values():
        keys = [(e.call, e.places, e.old, e.new) for e in single_edits(system(text))]
        assert len(keys) == len(set(keys))
