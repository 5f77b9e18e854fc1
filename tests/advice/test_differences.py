"""What changed between two cards: agreements, not lines."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from paths import ROOT, SAMPLES

from advice.systems import BREAKING, system
from syscheck import build_system, read_card, regulation
from syscheck.advice import diff
from syscheck.card import card_text
from syscheck.regulations import REGULATIONS
from syscheck.system import fingerprint

CARDS = sorted([*SAMPLES.glob("*.card"), *(ROOT / "tests" / "golden").glob("*.card")])


def compared(old, new, laws=REGULATIONS):
    return diff(system(old), system(new), laws)


@pytest.mark.parametrize("path", CARDS, ids=lambda p: p.stem)
def test_a_card_and_its_canonical_layout_are_the_same(path):
    text = path.read_text(encoding="utf-8")
    card = read_card(text)
    old, new = build_system(card), build_system(read_card(card_text(card)))
    assert diff(old, new, REGULATIONS).same
    assert fingerprint(old) == fingerprint(new)


@pytest.mark.parametrize("path", CARDS, ids=lambda p: p.stem)
def test_a_card_with_its_entries_turned_round_is_the_same(path):
    card = read_card(path.read_text(encoding="utf-8"))
    turned = replace(card, entries=card.entries[::-1], phrases=card.phrases[::-1])
    found = diff(build_system(card), build_system(turned), REGULATIONS)
    # The order of variants of a call is the card's, and nothing of the agreements.
    assert (found.calls, found.later, found.sections) == ((), (), ())
    assert fingerprint(build_system(card)) == fingerprint(build_system(turned))


SPELLINGS = [
    ("1N : 15-17 bal", "1NT: bal 15..17 hcp"),
    ("1N : 15-17 bal", "1N [nv] : 15-17 bal\n1N [vul] : 15-17 bal"),
    ("1N : 15-17 bal", "1N [1st-2nd] : 15-17 bal\n1N : 15-17 bal"),
    ("2D : 5-9, 6M , ART", "2D : 5-9, 6H , ART | 5-9, 6S , ART"),
    ("2D : 5-9, 6M , ART", '2♦ : 5-9, 6♠ or 6♥, ART "Multi"  # as in 2001'),
    ("3X : 5-9, 7+X PRE", "3C : 5-9, 7+C PRE\n3D : 5-9, 7+D PRE\n3M : 5-9, 7+M PRE"),
    ("1C : 12-14 bal | 15+, 5+C", "1C : 5+C, 15+ | 12-14 bal"),
    ("1C : 16+ , GF", "1C : >=16 FG"),
    ("1H : 11-15, 5+H", "1H : 11-15, 5H or 6+H"),
    ("P : 0-11", "pass : max 11"),
]


@pytest.mark.parametrize(("one", "other"), SPELLINGS)
def test_other_spellings_are_the_same(one, other):
    found = compared(one, other, ())
    assert found.same
    assert fingerprint(system(one)) == fingerprint(system(other))


def test_names_of_define_headers_and_notes_do_not_count():
    one = system("1N : 12-14, our-shape", "title: A\n[define]\nour-shape = bal, no 5M\n")
    other = system('1N : 12-14 bal, no 5M "weak"', "title: B\npair: C\n")
    assert diff(one, other).same


def test_one_meaning_changed_by_one_point_is_exactly_that():
    rest = "1C : 12+, 4+C\n1D : 12+, 4+D\n"
    found = compared(rest + "1N : 15-17 bal", rest + "1N : 15-18 bal")
    [change] = found.calls
    assert (change.sequence, change.old.text, change.new.text) == ("1N", "15-17 bal", "15-18 bal")
    assert change.gained == system("1N : 18 bal").openings[0].possible
    assert not change.lost
    assert (found.later, found.sections, found.verdicts) == ((), (), ())


def test_only_the_places_that_changed():
    found = compared("1N [nv] : 10-12 bal\n1N [vul] : 13-15 bal", "1N [nv] : 10-12 bal\n1N [vul] : 14-15 bal", ())
    [change] = found.calls
    assert {v for _, v in change.places} == {"we", "both"}
    assert not change.gained
    assert change.lost == system("1N : 13 bal").openings[0].possible


def test_calls_that_come_and_go():
    found = compared("1C : 16+\n2D : 5-9, 6D", "1C : 16+\n2H : 5-9, 6H", ())
    assert [(c.sequence, c.old is None, c.new is None) for c in found.calls] == [
        ("2H", True, False),
        ("2D", False, True),
    ]


def test_an_attribute_alone_is_a_change():
    [change] = compared("1C : 16+", "1C : 16+, GF", ()).calls
    assert not change.gained
    assert not change.lost
    assert change.remarks_gained == ("GF",)


def test_words_that_are_not_exact_are_compared_certain_and_possible():
    [change] = compared("1N : (14)15-17 bal", "1N : 14-17 bal", ()).calls
    assert not change.gained
    assert change.surely_gained == system("1N : 14 bal").openings[0].possible
    [change] = compared("1N : strong bal", "1N : weak bal", ()).calls
    assert not change.gained


def test_later_calls_and_sections():
    old = "1N : 15-17 bal\n[continuations]\n1N-2C : Stayman\n1N-2M : 5+M\n[leads]\ntop of sequence"
    new = "1N : 15-17 bal\n[continuations]\n1N-2C : 0-7\n1N-2H : 5+H\n1N-2S : 5+S\n[leads]\n3rd and 5th"
    found = compared(old, new, ())
    assert found.calls == ()
    assert [c.sequence for c in found.later] == ["1N-2C"]
    [leads] = found.sections
    assert (leads.section, leads.gained, leads.lost) == ("leads", ("3rd and 5th best",), ("top of sequence",))


def test_verdicts_and_dots():
    old = "1C : 12+, 4+C\n1N : 15-17 bal\n2D : 5-9, 6D"
    found = compared(old, old.replace("5-9, 6D", "5-9, 6M"), [regulation("se-2012")])
    [verdict] = found.verdicts
    assert (verdict.old.classification.total, verdict.new.classification.total) == (0, 3)
    assert verdict.dots == (("2D", (0, 0), (3, 3)),)


def test_a_brown_convention_that_comes_and_one_that_goes():
    old = "P : 0-11\n1C : 12+, 4+C\n2D : 5-9, 6m\n2H : 5-9, 6H"
    found = compared(old, old.replace("6m", "6D").replace("6H", "6m"), [regulation("cz-teams")])
    [verdict] = found.verdicts
    assert (verdict.old.classification.brown, verdict.new.classification.brown) == (("2D",), ("2H",))
    assert verdict.rules == ()


@pytest.mark.parametrize("one", BREAKING)
@pytest.mark.parametrize("other", BREAKING)
def test_the_fingerprint_is_the_same_exactly_where_nothing_differs(one, other):
    first, second = system(BREAKING[one][0]), system(BREAKING[other][0])
    assert diff(first, second).same is (fingerprint(first) == fingerprint(second)) is (one == other)


POINTS = st.tuples(st.integers(8, 15), st.integers(0, 5)).map(lambda p: (p[0], p[0] + p[1]))
ENTRIES = st.lists(st.tuples(st.sampled_from("CDHS"), st.integers(3, 6), POINTS), min_size=1, max_size=4)


def written(entries, order, style):
    """Openings of one suit at each level, written one way or another."""
    lines = []
    for level, (suit, length, (low, high)) in enumerate(entries, 1):
        name = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[suit]
        lines.append(
            f"{level}{suit} : {low}-{high}, {length}+{suit}"
            if style
            else f"{level}{suit.lower()}   :  {length}+ {name},  {low}..{high} hcp   # so"
        )
    return "\n".join(sorted(lines, reverse=order))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ENTRIES, st.booleans())
def test_a_card_spelled_anew_is_the_same(entries, order):
    one, other = system(written(entries, False, True)), system(written(entries, order, False))
    assert diff(one, other).same
    assert fingerprint(one) == fingerprint(other)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ENTRIES, st.data())
def test_a_point_more_in_one_call_is_one_change(entries, data):
    at = data.draw(st.integers(0, len(entries) - 1))
    suit, length, (low, high) = entries[at]
    changed = [*entries[:at], (suit, length, (low, high + 1)), *entries[at + 1 :]]
    [change] = diff(system(written(entries, False, True)), system(written(changed, True, False))).calls
    assert change.sequence == f"{at + 1}{suit}"
    assert change.gained == system(f"1C : {high + 1}, {length}+{suit}").openings[0].possible
    assert not change.lost


def test_a_call_that_is_alerted_otherwise_is_said():
    found = compared("1C : 11-21, 4+C\n1N : 14-16 bal", "1C : 11-21, 3+C\n1N : 13-16 bal")
    alerts = {(a.regulation.id, a.sequence): (a.old, a.new) for a in found.alerts}
    assert alerts == {("sk-2008", "1C"): (False, True), ("se-2012", "1N"): (False, True)}


@pytest.mark.parametrize("path", CARDS[:8], ids=lambda p: p.stem)
@pytest.mark.parametrize("language", ["sk", "cs", "sv"])
def test_a_card_in_another_language_is_the_same(path, language):
    card = read_card(path.read_text(encoding="utf-8"))
    found = diff(build_system(card), build_system(read_card(card_text(card, language))), REGULATIONS)
    assert found.same
