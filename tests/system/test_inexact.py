"""Words that are not exact: the hands that certainly make a call, and those that may."""

import pytest

from syscheck.hands import BALANCED, EVERY_HAND, NO_HAND, SUITS, hcp, length, pattern

from .hands import opening

CLUBS, DIAMONDS, HEARTS, SPADES = SUITS
FIVE = length(HEARTS, 5, None)
NOTRUMP = hcp(12, 14) & BALANCED


@pytest.mark.parametrize(
    ("meaning", "certain", "possible"),
    [
        ("12+, usually 5+H", hcp(12, None) & FIVE, hcp(12, None)),
        ("12+, normally 5+H", hcp(12, None) & FIVE, hcp(12, None)),
        ("12+ usually 5+H, 4S", hcp(12, None) & FIVE & length(SPADES, 4, 4), hcp(12, None) & length(SPADES, 4, 4)),
        ("12+, not usually 5+H", NO_HAND, hcp(12, None) - FIVE),
        ("12-14 bal, may have (5422)", NOTRUMP, NOTRUMP | (hcp(12, 14) & pattern(5, 4, 2, 2))),
        ("12-14 bal, rarely (5422)", NOTRUMP, NOTRUMP | (hcp(12, 14) & pattern(5, 4, 2, 2))),
        (
            "12-14, bal, may have 5M, NAT",
            NOTRUMP,
            NOTRUMP | (hcp(12, 14) & (length(HEARTS, 5, 5) | length(SPADES, 5, 5))),
        ),
        ("strong", NO_HAND, EVERY_HAND),
        ("weak 5+H", NO_HAND, FIVE),
        ("not strong", NO_HAND, EVERY_HAND),
        ("good 12, 5+H", NO_HAND, FIVE),
        ("bad 15", NO_HAND, EVERY_HAND),
        ("(14)15-17", hcp(15, 17), hcp(14, 17)),
        ("15-17(18) bal", hcp(15, 17) & BALANCED, hcp(15, 18) & BALANCED),
        ("(14)15-17(18)", hcp(15, 17), hcp(14, 18)),
        ("not (14)15-17", EVERY_HAND - hcp(14, 17), EVERY_HAND - hcp(15, 17)),
        ("(4)5+H", FIVE, length(HEARTS, 4, None)),
        ("(4)5H", length(HEARTS, 5, 5), length(HEARTS, 4, 5)),
        ("4-5(6)H", length(HEARTS, 4, 5), length(HEARTS, 4, 6)),
        ("no (4)5H", EVERY_HAND - length(HEARTS, 4, None), EVERY_HAND - FIVE),
        ('unclear "words"', NO_HAND, EVERY_HAND),
        ('5+H, unclear "words"', NO_HAND, FIVE),
        ("8+ tricks", NO_HAND, EVERY_HAND),
        ("8+ tricks 5+H", NO_HAND, FIVE),
        ("(14)15-17 bal | 18+", (hcp(15, 17) & BALANCED) | hcp(18, None), (hcp(14, 17) & BALANCED) | hcp(18, None)),
        ("strong 5+H or 12-14 bal", NOTRUMP, NOTRUMP | FIVE),
        ("NAT", NO_HAND, EVERY_HAND),
        ("Multi", NO_HAND, EVERY_HAND),
        ("3-9, Multi", NO_HAND, hcp(3, 9)),
    ],
)
def test_two_sets(meaning, certain, possible):
    found = opening(meaning)
    assert found.certain == certain
    assert found.possible == possible
    assert not found.exact
    assert len(found.questions) == 1


@pytest.mark.parametrize(
    ("meaning", "question"),
    [
        ("(14)15-17", "May 1C really be 14? Write the whole range."),
        ("(13)15-17", "May 1C really be 13-14? Write the whole range."),
        ("(14)15-17(18)", "May 1C really be 14, 18? Write the whole range."),
        ("(4)5+H", "May 1C really have 4 cards in the suit ((4)5+H)? Write the whole range."),
        ("strong", "How many points at least and at most is “strong” in 1C?"),
        ("good 12", "Which hands are “good 12” in 1C? Write the points, such as 12-14."),
        ('unclear "some words"', "What does “some words” mean in 1C?"),
        ("12+, usually 5+H", "May 1C be without 5+H? If never, leave “usually” out; if sometimes, say when."),
        ("12+ bal, may have 5H", "Does 1C include 5H or not? Write it with “or”, or leave it out."),
        ("8+ tricks", "How many points at least and at most has 1C with 8+ tricks?"),
        ("Multi", "Which hands open 1C (Multi)? Say how long its suits are."),
        ("NAT", "Which hands open 1C? Say the points and the suits."),
    ],
)
def test_the_question_that_would_settle_it(meaning, question):
    assert [str(q) for q in opening(meaning).questions] == [question]


@pytest.mark.parametrize("meaning", ["strong, 16+", "12+, may have 4H", "6M, Multi", "11-15 5+H"])
def test_what_is_exact_asks_nothing(meaning):
    assert opening(meaning, "2D").exact
    assert opening(meaning, "2D").questions == ()
