"""Alternatives and parts: how the hands of a meaning fall apart."""

import pytest

from syscheck.card import FaultyCard
from syscheck.hands import TooFine
from syscheck.system import read_system

from .hands import opening


def parts(meaning: str, call: str = "2D") -> list[str]:
    """The suits named by each part."""
    return ["".join(s.letter for s in sorted(p.named)) for p in opening(meaning, call).parts]


@pytest.mark.parametrize(
    ("meaning", "named"),
    [
        ("11-15, 5+H", ["H"]),
        ("3-9, 6M", ["H", "S"]),
        ("3-9, 5M 4+oM", ["HS", "HS"]),
        ("3-9, 5M 4+m", ["CH", "DH", "CS", "DS"]),
        ("3-9, 5M 4+M", ["H", "S"]),
        ("3-9, 5+H/S", ["H", "S"]),
        ("3-9, 5-5 minors", ["CD"]),
        ("3-9, 5-5", ["CD", "CH", "CS", "DH", "DS", "HS"]),
        ("12-14 bal", [""]),
        ("12-14 bal, no 5M", [""]),
        ("11+, 6+C or 5C 4M", ["C", "CH", "CS"]),
        ("6+C | 4+H | 6+C", ["C", "H"]),
        ("12+ short D", [""]),
        ("12+ C>=D", [""]),
        ("solid 7+m", ["C", "D"]),
        ("4=4=4=1", [""]),
    ],
)
def test_parts_name_their_suits(meaning, named):
    assert parts(meaning) == named


def test_alternatives_stay_apart():
    found = opening("12-14 bal | 15+, 5+C | 18+")
    assert [a.text for a in found.alternatives] == ["12-14 bal", "15+, 5+C", "18+"]
    assert [a.certain.hcp for a in found.alternatives] == [(12, 14), (15, 35), (18, 37)]


def test_attributes_of_all_alternatives_are_those_of_the_opening():
    assert opening("22+ GF ART | 20-21 bal ART").attributes == {"ART"}
    assert opening("6+C or 5C 4M, F1").attributes == {"F1"}


@pytest.mark.parametrize(
    ("meaning", "found"),
    [
        ("17-12", "E301 17-12"),
        ("8+C 7+D", "E301 8+C 7+D"),
        ("17-12 | 5+H", "E302 17-12"),
        ("8+C 7+D or 5+H", "E302 8+C 7+D"),
        ("12+, 8+C 7+D or 5+H", "E303 8+C 7+D"),
        ("no 5H, 6+H or 4+S", "E303 6+H"),
        ("6+C, 8+D/S", "E301 6+C, 8+D/S"),
        ("6+C, 8+D or 5+S", "E303 8+D"),
        ("6+C no 3S, 7D/S", "E303 7S"),
        ("12+ (8+C 7+D | 5+H)", "E303 (8+C 7+D)"),
        ("12+ (5+H or 8+C 7+D)", "E303 8+C 7+D"),
        ("38+", "E301 38+"),
        ("14+ controls 0-10", "E301 14+ controls 0-10"),
    ],
)
def test_what_no_hand_can_be(meaning, found):
    with pytest.raises(FaultyCard) as caught:
        opening(meaning)
    [fault] = caught.value.faults
    assert found == f"{fault.code} {fault.message.split(': ', 1)[1]}"
    assert fault.hint


@pytest.mark.parametrize("meaning", ["5M 4+m, no 4S", "6+C no 3S, 7+M or 5+D", "5-5 S+m, 6+C", "6M 5m, no 4C"])
def test_of_a_letter_one_suit_is_enough(meaning):
    assert opening(meaning).certain


def test_the_same_suit_or_nothing():
    """6+H is one of 6+M; the branch is there although spades are impossible beside it."""
    assert parts("5H, 6+M or 4+C") == ["CH", "HS"]


def test_honours_of_which_suit():
    for meaning, call, code in (
        ("AKQ", "1N", "E228"),
        ("2 of top 3", "P", "E228"),
        ("6+D 5C, no outside A", "2H", "E229"),
    ):
        with pytest.raises(FaultyCard) as caught:
            opening(meaning, call)
        assert [f.code for f in caught.value.faults] == [code]


def test_sequences_have_hands_too():
    for line in ("1H-2H : 17-12", "1M-2M : 3+M, no 2M", "(1H)-2H : 8+C 7+D"):
        section = "[defence]" if line.startswith("(") else "[continuations]"
        with pytest.raises(FaultyCard) as caught:
            read_system(f"[openings]\n1H : 11+\n{section}\n{line}\n")
        assert [f.code for f in caught.value.faults] == ["E301"]
    read_system("[openings]\n1H : 11+\n[defence]\n(1M)-2M : 5+oM 5+m\n")


def test_honours_that_cannot_be_counted_together(monkeypatch):
    def too_fine(*_: object) -> None:
        raise TooFine

    monkeypatch.setattr("syscheck.system.openings.alternative_hands", too_fine)
    with pytest.raises(FaultyCard) as caught:
        opening("12+")
    assert [f.code for f in caught.value.faults] == ["E305"]
