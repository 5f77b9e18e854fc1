"""Section 3 and 5 of the language: the hands of what has one exact set."""

import pytest

from syscheck.hands import (
    BALANCED,
    EVERY_HAND,
    HAS_SINGLETON,
    HAS_VOID,
    NO_HAND,
    ONE_SUITER,
    SEMIBALANCED,
    SUITS,
    THREE_SUITER,
    TWO_SUITER,
    UNBALANCED,
    HandSet,
    Suit,
    compare,
    controls,
    grouped,
    hcp,
    hfp,
    holding,
    lacks,
    length,
    losers,
    pattern,
    placed,
    rule_of,
    solid,
    tops,
)
from syscheck.system import read_system

from .hands import hands, opening

CLUBS, DIAMONDS, HEARTS, SPADES = SUITS
MAJORS, MINORS = (HEARTS, SPADES), (CLUBS, DIAMONDS)


def at_least(cards: int, *suits: Suit) -> HandSet:
    """That many cards in some of the suits."""
    found = NO_HAND
    for suit in suits:
        found |= length(suit, cards, None)
    return found


def exactly(cards: int, *suits: Suit) -> HandSet:
    found = NO_HAND
    for suit in suits:
        found |= length(suit, cards, cards)
    return found


STRENGTH = [
    *((w, hcp(11, 15)) for w in ("11-15", "11--15", "11–15", "11..15")),
    *((w, hcp(16, None)) for w in ("16+", ">=16", "min 16", ">15")),
    *((w, hcp(None, 10)) for w in ("10-", "<=10", "max 10", "<11")),
    *((w, hcp(12, 12)) for w in ("12", "=12", "exactly 12")),
    ("any", EVERY_HAND),
    ("18+ hfp", hfp(18, None)),
    ("rule of 18", rule_of(18, None)),
    ("0-3 controls", controls(0, 3)),
    ("7- losers", losers(None, 7)),
    ("<=6 LTC", losers(None, 6)),
]

LENGTHS = [
    ("5+H", at_least(5, HEARTS)),
    ("5H", exactly(5, HEARTS)),
    ("4-6H", length(HEARTS, 4, 6)),
    ("0-1H", length(HEARTS, 0, 1)),
    ("<=3H", length(HEARTS, 0, 3)),
    ("6M", exactly(6, *MAJORS)),
    ("4+m", at_least(4, *MINORS)),
    ("6+X", at_least(6, *SUITS)),
    ("5+H/S", at_least(5, *MAJORS)),
    ("5M 4+oM", (exactly(5, HEARTS) & at_least(4, SPADES)) | (exactly(5, SPADES) & at_least(4, HEARTS))),
    ("5M, 4+M", exactly(5, *MAJORS)),
    ("6M, no 4oM", (exactly(6, HEARTS) - at_least(4, SPADES)) | (exactly(6, SPADES) - at_least(4, HEARTS))),
    ("no 5M", EVERY_HAND - at_least(5, *MAJORS)),
    ("no 5+M", EVERY_HAND - at_least(5, *MAJORS)),
    ("no 4H", length(HEARTS, 0, 3)),
    ("not 4H", EVERY_HAND - exactly(4, HEARTS)),
    ("not 5M", EVERY_HAND - exactly(5, *MAJORS)),
    ("no (5H 4S)", EVERY_HAND - (at_least(5, HEARTS) & at_least(4, SPADES))),
    ("no (5H or 4S)", EVERY_HAND - (at_least(5, HEARTS) | at_least(4, SPADES))),
    ("not (5H 4S)", EVERY_HAND - (exactly(5, HEARTS) & exactly(4, SPADES))),
    ("longer C than D", compare(CLUBS, ">", DIAMONDS)),
    ("C>=D", compare(CLUBS, ">=", DIAMONDS)),
    ("C=D", compare(CLUBS, "=", DIAMONDS)),
    ("C>D>H", compare(CLUBS, ">", DIAMONDS) & compare(DIAMONDS, ">", HEARTS)),
    ("5-5 majors", at_least(5, HEARTS) & at_least(5, SPADES)),
    *(
        (w, (at_least(5, HEARTS) & at_least(4, SPADES)) | (at_least(4, HEARTS) & at_least(5, SPADES)))
        for w in ("5-4 majors", "5-4 H+S", "5-4 S+H")
    ),
    ("5-5 S+m", at_least(5, SPADES) & at_least(5, *MINORS)),
    ("5-4-3-1", pattern(5, 4, 3, 1)),
    ("no void", EVERY_HAND - HAS_VOID),
    ("no singleton", EVERY_HAND - HAS_SINGLETON),
]

SHAPES = [
    ("4=4=3=2", placed(4, 4, 3, 2)),
    ("(4432)", pattern(4, 4, 3, 2)),
    ("any 4432", pattern(4, 4, 3, 2)),
    ("54(31)", placed(5, 4, 3, 1) | placed(5, 4, 1, 3)),
    ("54xx", exactly(5, SPADES) & exactly(4, HEARTS)),
    (
        "(54)xx",
        (exactly(5, SPADES) & exactly(4, HEARTS)) | (exactly(4, SPADES) & exactly(5, HEARTS)),
    ),
    ("(54)x4", grouped(((5, 4), (None,), (4,)))),
    ("bal", BALANCED),
    ("semibal", SEMIBALANCED),
    ("unbal", UNBALANCED),
    ("1-suiter", ONE_SUITER),
    ("2-suiter", TWO_SUITER),
    ("3-suiter", THREE_SUITER),
    ("short D", length(DIAMONDS, 0, 1)),
]

QUALITY = [
    ("solid H", tops(HEARTS, 3, 3)),
    ("solid 7+m", (solid(CLUBS) & at_least(7, CLUBS)) | (solid(DIAMONDS) & at_least(7, DIAMONDS))),
    ("good 6+H", tops(HEARTS, 2, 3) & at_least(6, HEARTS)),
    ("AKQ in S", holding(SPADES, "AKQ")),
    ("AKxxx in S", holding(SPADES, "AK") & at_least(5, SPADES)),
    ("2 of top 3 in H", tops(HEARTS, 2, 3)),
    (
        "7+C, no outside A or K",
        at_least(7, CLUBS) & lacks(DIAMONDS, "AK") & lacks(HEARTS, "AK") & lacks(SPADES, "AK"),
    ),
    ("AKQxxxx", holding(CLUBS, "AKQ") & at_least(7, CLUBS)),
]

TWO = exactly(5, CLUBS) & exactly(4, *MAJORS)
OPERATORS = [
    ("12-14 bal", hcp(12, 14) & BALANCED),
    ("6+C or 5C 4M", at_least(6, CLUBS) | TWO),
    ("11-15, 6+C or 5C 4M", hcp(11, 15) & (at_least(6, CLUBS) | TWO)),
    ("12-14 bal | 15+, 5+C | 18+", (hcp(12, 14) & BALANCED) | (hcp(15, None) & at_least(5, CLUBS)) | hcp(18, None)),
    ("11-15 6+C | any 5C 4M", (hcp(11, 15) & at_least(6, CLUBS)) | TWO),
    ("6+C, 5C 4M, or 4=4=4=1", at_least(6, CLUBS) | TWO | placed(4, 4, 4, 1)),
    ("not bal 4H", exactly(4, HEARTS) - BALANCED),
    ("5+H if 4S", at_least(5, HEARTS) | (EVERY_HAND - exactly(4, SPADES))),
    ("bal except 5M", BALANCED - exactly(5, *MAJORS)),
    ("12-14 bal, except 5M", (hcp(12, 14) & BALANCED) - exactly(5, *MAJORS)),
    ("12-14 bal, NAT F1, Blackwood", hcp(12, 14) & BALANCED),
    ("strong, 16+", hcp(16, None)),
    ("weak, 3-9 6H", hcp(3, 9) & exactly(6, HEARTS)),
]


@pytest.mark.parametrize(
    ("meaning", "expected"), [row for row in (*STRENGTH, *LENGTHS, *SHAPES, *QUALITY, *OPERATORS) if row[1]]
)
def test_a_meaning_is_a_set_of_hands(meaning, expected):
    assert hands(meaning) == expected


def test_a_bare_two_suiter_is_some_two_suits():
    expected = NO_HAND
    for first in SUITS:
        for second in SUITS:
            if first < second:
                expected |= at_least(5, first) & at_least(5, second)
    assert hands("5-5") == expected
    assert hands("11-15, 5-5") == hcp(11, 15) & expected


@pytest.mark.parametrize(
    ("call", "meaning", "expected"),
    [
        ("3X", "7+X", at_least(7, CLUBS)),
        ("2M", "6M", exactly(6, HEARTS)),
        ("3m", "6m, no 4M", exactly(6, CLUBS) - at_least(4, *MAJORS)),
        ("2M", "5M 4+oM", exactly(5, HEARTS) & at_least(4, SPADES)),
        ("2M", "no 4oM, 6M", exactly(6, HEARTS) - at_least(4, SPADES)),
        ("2M", "5M, no 5m", exactly(5, HEARTS) - at_least(5, *MINORS)),
        ("2M", "not 5M", EVERY_HAND - exactly(5, HEARTS)),
        ("2M", "6m", exactly(6, *MINORS)),
        ("2H", "AKQxxx", holding(HEARTS, "AKQ") & at_least(6, HEARTS)),
        ("2H", "2 of top 3", tops(HEARTS, 2, 3)),
        ("2H", "11+, no outside A", hcp(11, None) & lacks(CLUBS, "A") & lacks(DIAMONDS, "A") & lacks(SPADES, "A")),
    ],
)
def test_the_suit_bid(call, meaning, expected):
    assert hands(meaning, call) == expected


def test_gambling_is_taken_from_the_catalogue():
    gambling = opening("gambling", "3N")
    assert gambling.certain == hands("solid 7+m, no outside A or K", "3N")
    assert gambling.alternatives[0].from_catalogue == "gambling"
    assert opening("gambling, 7+m", "3N").alternatives[0].from_catalogue is None
    assert hands("gambling, 8-12", "3N") == gambling.certain & hcp(8, 12)


def test_a_definition_is_its_meaning():
    system = read_system("[define]\na-b = 6+C or 5C 4M\n[openings]\n1C : 11-15, a-b\n")
    assert system.openings[0].certain == hands("11-15, 6+C or 5C 4M")


def test_hands_that_nobody_and_that_two_claim():
    system = read_system("[openings]\n1C : 12+\n1N : 12-14 bal\n1D : 0-10\n")
    assert system.contexts[0].unopened.certain == hcp(11, 11)
    [overlap] = system.overlaps
    assert overlap.hands == hcp(12, 14) & BALANCED
    assert {str(overlap.first.call), str(overlap.second.call)} == {"1C", "1N"}
