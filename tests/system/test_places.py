"""Section 2 of the language: which entry holds in which seat and vulnerability."""

import pytest

from syscheck.card import FaultyCard, Seat, Vulnerability, parse_call, place_text
from syscheck.system import meaning_hands, read_system


def placed(lines: str) -> list[str]:
    """The openings of a card as `1N [nv]: 12-14`."""
    system = read_system(f"[openings]\n{lines}\n")
    return [f"{o.call} [{place_text(o.places)}]: {o.text}" for o in system.openings]


def clashes(lines: str, section: str = "[openings]") -> list[str]:
    """The sentences about places of a faulty card."""
    with pytest.raises(FaultyCard) as caught:
        read_system(f"{section}\n{lines}\n")
    return [f"{f.code} {f.message}; {f.hint}" for f in caught.value.faults]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("1N : 12-14", ["1N []: 12-14"]),
        ("1N [nv] : 12-14\n1N [vul] : 15-17", ["1N [nv]: 12-14", "1N [vul]: 15-17"]),
        ("1N [1st nv] : 12-14\n1N : 15-17", ["1N [1st nv]: 12-14", "1N [1st vul or 2nd-4th]: 15-17"]),
        ("1N : 15-17\n1N [1st-2nd nv] : 12-14", ["1N [1st-2nd vul or 3rd-4th]: 15-17", "1N [1st-2nd nv]: 12-14"]),
        ("1N [1st 3rd] : 12-14\n1N [2nd 4th] : 15-17", ["1N [1st 3rd]: 12-14", "1N [2nd 4th]: 15-17"]),
        ("1N [fav none] : 12-14\n1N [unfav both] : 15-17", ["1N [nv]: 12-14", "1N [vul]: 15-17"]),
        ("3X : 7+X", [f"3{s} []: 7+X" for s in "CDHS"]),
        ("3X : 7+X\n3H : 6H", ["3C []: 7+X", "3D []: 7+X", "3S []: 7+X", "3H []: 6H"]),
        ("3X : 7+X\n3H [nv] : 6H", ["3C []: 7+X", "3D []: 7+X", "3H [vul]: 7+X", "3S []: 7+X", "3H [nv]: 6H"]),
        ("2M : 6M\n3m : 6m", ["2H []: 6M", "2S []: 6M", "3C []: 6m", "3D []: 6m"]),
        ("2M [nv] : 5M\n2M : 6M", ["2H [nv]: 5M", "2S [nv]: 5M", "2H [vul]: 6M", "2S [vul]: 6M"]),
        ("2M [1st] : 5M\n2H [nv] : 6H", ["2H [1st vul]: 5M", "2S [1st]: 5M", "2H [nv]: 6H"]),
    ],
)
def test_places(lines, found):
    assert placed(lines) == found


@pytest.mark.parametrize(
    ("word", "sides"),
    [
        ("nv", "none they"),
        ("vul", "we both"),
        ("fav", "they"),
        ("unfav", "we"),
        ("none", "none"),
        ("both", "both"),
    ],
)
def test_vulnerability_is_seen_from_the_pair(word, sides):
    [opening] = read_system(f"[openings]\n1N [{word}] : 12-14\n").openings
    assert opening.places == {(seat, Vulnerability(side)) for seat in Seat for side in sides.split()}


def test_two_entries_for_one_place_name_both_lines():
    assert clashes("1C : 16+\n1C : 12+") == [
        "E139 1C has two meanings in the same place (everywhere); "
        "the other is in line 2; say in brackets where each holds"
    ]
    assert clashes("1C [1st] : 16+\n1C [1st-2nd nv] : 12+")[0].startswith(
        "E139 1C has two meanings in the same place (1st nv); the other is in line 2"
    )
    assert clashes("1C : 16+\n1C : 16+")[0].startswith("E139")
    assert clashes("3X : 7+X\n3M : 7M")[0].startswith("E139 3H has two meanings")
    assert [c[:4] for c in clashes("1C : 16+\n1C : 12+\n1C : 11+")] == ["E139", "E139"]


def test_two_entries_for_one_sequence():
    rest = "[continuations]\n1N-2C : Stayman\n1N-2C : 5+C"
    assert clashes(f"1N : 15-17\n{rest}")[0].startswith("E139 1N-2C has two meanings")
    read_system("[openings]\n1N : 15-17\n[continuations]\n1M-2M : 3+M\n1H-2H : 3H\n1N-2C [nv] : Stayman\n1N-2C : 5+C\n")


def test_an_entry_that_holds_nowhere():
    assert clashes("1C [nv] : 16+\n1C [vul] : 15+\n1C : 12+") == [
        "E144 this line holds nowhere: other lines for 1C fill every place; delete it, or say where it holds"
    ]
    assert clashes("2M : 6M\n2H : 5H\n2S : 5S")[0].startswith("E144")


def test_contexts_are_places_with_the_same_openings():
    system = read_system("[openings]\n1N [nv] : 12-14\n1N [vul] : 15-17\n1C [3rd] : 10+\n1C : 12+\n")
    assert (
        sorted(place_text(c.places) for c in system.contexts)
        == [*("1st-2nd 4th nv", "1st-2nd 4th vul", "3rd nv", "3rd vul")]
        or len(system.contexts) == 4
    )


def test_of_a_letter_one_suit_must_work():
    """2S cannot be six spades without four: only 2H is left of the line."""
    assert placed("2M : 6-10, 6M, no 4S") == ["2H []: 6-10, 6M, no 4S"]
    assert clashes("2M : 6-10, 6M, no 4M")[0].startswith("E301")


def test_a_meaning_alone_is_read_as_that_of_its_call():
    assert meaning_hands("5M 4+oM", parse_call("2M")).exact
    assert meaning_hands("4+oM", parse_call("2M")).certain == meaning_hands("4+M").certain
    assert meaning_hands("6M, no 4S", parse_call("2M")).certain == meaning_hands("6H, no 4S").certain
    with pytest.raises(FaultyCard, match="no hand is like this"):
        meaning_hands("17-12")
