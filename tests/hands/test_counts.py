"""Counts against published tables and against counting in another way."""

import functools
import itertools
import math
import operator
import pickle
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from syscheck import hands
from syscheck.hands import (
    ALL_HANDS,
    BALANCED,
    EVERY_HAND,
    NO_HAND,
    SUITS,
    BadMeasure,
    Hand,
    HandSet,
    NoHands,
    Suit,
    TooFine,
)
from syscheck.hands.grid import CONTROLS, LOSERS, Measure, space

CLUBS, DIAMONDS, HEARTS, SPADES = SUITS
NO_TENS = functools.reduce(operator.and_, (hands.lacks(suit, "T") for suit in SUITS))

# Per cent of all hands, as in the mathematical tables of the Official Encyclopedia of Bridge.
PUBLISHED_SHAPES = {
    "4432": 21.5512, "5332": 15.5168, "5431": 12.9307, "5422": 10.5797, "4333": 10.5361, "6322": 5.6425,
    "6421": 4.7021, "6331": 3.4482, "5521": 3.1739, "4441": 2.9932, "7321": 1.8808, "6430": 1.3262,
    "5440": 1.2433, "5530": 0.8952, "6511": 0.7053, "6520": 0.6511, "7222": 0.5130, "7411": 0.3918,
    "7420": 0.3617, "7330": 0.2652, "8221": 0.1924, "8311": 0.1176, "7510": 0.1085, "8320": 0.1085,
}  # fmt: skip
PUBLISHED_POINTS = [
    0.3639, 0.7884, 1.3561, 2.4624, 3.8454, 5.1862, 6.5541, 8.0281, 8.8922, 9.3562, 9.4051, 8.9447, 8.0269,
    6.9143, 5.6933, 4.4237, 3.3109, 2.3617, 1.6051, 1.0362, 0.6435, 0.3779, 0.2100, 0.1119, 0.0559, 0.0264,
    0.0117, 0.0049, 0.0019, 0.0007,
]  # fmt: skip


def test_there_are_as_many_hands_as_ways_to_choose_thirteen_cards() -> None:
    assert EVERY_HAND.hands == ALL_HANDS == math.comb(52, 13)
    assert EVERY_HAND.frequency == 1
    assert NO_HAND.hands == 0


@pytest.mark.parametrize(("shape", "percent"), list(PUBLISHED_SHAPES.items()))
def test_shapes_are_as_frequent_as_published(shape: str, percent: float) -> None:
    a, b, c, d = map(int, shape)
    assert hands.pattern(a, b, c, d).frequency * 100 == pytest.approx(percent, abs=5.1e-5)


@pytest.mark.parametrize(("points", "percent"), list(enumerate(PUBLISHED_POINTS)))
def test_points_are_as_frequent_as_published(points: int, percent: float) -> None:
    assert hands.hcp(points, points).frequency * 100 == pytest.approx(percent, abs=5.1e-5)


def test_a_strong_notrump_is_as_frequent_as_known() -> None:
    assert (hands.hcp(15, 17) & BALANCED).hands == 30_897_212_184
    assert (hands.hcp(15, 17) & BALANCED).frequency == pytest.approx(0.04866, abs=5e-6)


def test_points_are_counted_as_by_choosing_each_rank_apart() -> None:
    """HCP over all hands, by how many aces, kings, queens, jacks and other cards are held."""
    counts: Counter[int] = Counter()
    for aces, kings, queens, jacks in itertools.product(range(5), repeat=4):
        others = 13 - aces - kings - queens - jacks
        if others >= 0:
            ways = math.prod(math.comb(4, held) for held in (aces, kings, queens, jacks)) * math.comb(36, others)
            counts[4 * aces + 3 * kings + 2 * queens + jacks] += ways
    assert {points: hands.hcp(points, points).hands for points in range(38)} == dict(counts)
    assert [sum(row) for row in EVERY_HAND.profile()] == [counts[points] for points in range(38)]


def test_controls_are_counted_as_by_choosing_aces_and_kings() -> None:
    counts: Counter[int] = Counter()
    for aces, kings in itertools.product(range(5), repeat=2):
        counts[2 * aces + kings] += math.comb(4, aces) * math.comb(4, kings) * math.comb(44, 13 - aces - kings)
    assert {number: hands.controls(number, number).hands for number in range(13)} == dict(counts)
    assert sum(counts.values()) == ALL_HANDS


def test_losers_are_counted_as_by_going_through_suits_one_by_one() -> None:
    suit: Counter[tuple[int, int]] = Counter()  # ways by length and losers: A K Q held or not, ten other cards
    for top in itertools.product((0, 1), repeat=3):
        for others in range(11):
            length = sum(top) + others
            lost = sum(1 - held for held in top[:length])
            suit[length, lost] += math.comb(10, others)
    whole: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(4):
        longer: Counter[tuple[int, int]] = Counter()
        for (cards, lost), ways in whole.items():
            for (length, here), more in suit.items():
                if cards + length <= 13:
                    longer[cards + length, lost + here] += ways * more
        whole = longer
    counts = [whole[13, lost] for lost in range(13)]
    assert [hands.losers(lost, lost).hands for lost in range(13)] == counts
    assert sum(counts) == ALL_HANDS


@pytest.mark.parametrize(
    ("name", "these", "count"),
    [
        ("37 points: all but three jacks", hands.hcp(37), 4),
        ("thirteen spades", hands.length(SPADES, 13), 1),
        ("twelve clubs", hands.length(CLUBS, 12, 12), 13 * 39),
        ("any 13-0-0-0", hands.pattern(13, 0, 0, 0), 4),
        ("4=4=3=2", hands.placed(4, 4, 3, 2), math.comb(13, 4) ** 2 * math.comb(13, 3) * math.comb(13, 2)),
        (
            "54(31)",
            hands.grouped(((5,), (4,), (3, 1))),
            2 * math.comb(13, 5) * math.comb(13, 4) * math.comb(13, 3) * 13,
        ),
        ("all five top spades", hands.holding(SPADES, "AKQJT"), math.comb(47, 8)),
        ("no ace or king of hearts", hands.lacks(HEARTS, "AK"), math.comb(50, 13)),
        ("solid diamonds", hands.solid(DIAMONDS), math.comb(49, 10)),
        (
            "solid seven clubs",
            hands.solid(CLUBS) & hands.length(CLUBS, 7, 7),
            math.comb(10, 4) * math.comb(39, 6),
        ),
        (
            "two of the top three hearts",
            hands.tops(HEARTS, 2, 3),
            3 * math.comb(49, 11) + math.comb(49, 10),
        ),
        ("no points", hands.hcp(0, 0), math.comb(36, 13)),
        ("neither points nor a ten", hands.hcp(0, 0) & NO_TENS, math.comb(32, 13)),
    ],
)
def test_small_sets_are_counted_as_by_hand(name: str, these: HandSet, count: int) -> None:
    assert these.hands == count, name


def test_a_gambling_three_notrump_is_counted_as_by_hand() -> None:
    def one_minor(suit: Suit) -> HandSet:
        these = hands.solid(suit) & hands.length(suit, 7)
        for other in set(SUITS) - {suit}:
            these &= hands.lacks(other, "AK")
        return these

    gambling = one_minor(CLUBS) | one_minor(DIAMONDS)
    # A K Q and so many of the ten other cards of the suit; the rest from the 33 cards outside below the king.
    assert gambling.hands == 2 * sum(math.comb(10, cards - 3) * math.comb(33, 13 - cards) for cards in range(7, 14))
    assert gambling.hcp == (9, 19)
    assert gambling.lengths[HEARTS] == (0, 6)
    assert len(set(gambling.examples(20))) == 20


def test_a_rule_of_eighteen_counts_the_two_longest_suits() -> None:
    assert Hand.parse("AKQ54.KJ76.32.54") in hands.rule_of(22)
    assert Hand.parse("AKQ54.KJ76.32.54") not in hands.rule_of(23)
    assert hands.rule_of(18, 18).hands == (hands.rule_of(18) - hands.rule_of(19)).hands


def test_a_share_is_an_exact_fraction() -> None:
    assert EVERY_HAND.share(hands.length(SPADES, 13)) == Fraction(1, ALL_HANDS)
    assert BALANCED.share(EVERY_HAND) == 1
    assert BALANCED.share(NO_HAND) == 0


def test_an_empty_set_has_no_points_and_no_lengths() -> None:
    for empty in (NO_HAND, hands.solid(CLUBS) & hands.length(CLUBS, 0, 2)):
        assert not empty
        assert empty == NO_HAND
        assert empty.examples(3) == ()
        assert empty.shapes() == NO_HAND
        asked: list[Callable[[HandSet], object]] = [
            lambda those: those.hcp,
            lambda those: those.hcp_values,
            lambda those: those.lengths,
            lambda those: those.lengths_of(SPADES),
            lambda those: those.share(EVERY_HAND),
        ]
        for ask in asked:
            with pytest.raises(NoHands):
                ask(empty)


def test_all_the_hands_of_a_small_set_can_be_shown() -> None:
    assert [str(hand) for hand in hands.length(SPADES, 13).examples(5)] == ["AKQJT98765432..."]
    shown = hands.hcp(37).examples(10)
    assert sorted(map(str, shown)) == sorted(
        ".".join("AKQJ" if suit == with_jack else "AKQ" for suit in range(4)) for with_jack in range(4)
    )


def test_the_first_example_is_a_most_frequent_hand() -> None:
    (first,) = (hands.hcp(12) & hands.length(HEARTS, 5)).examples()
    assert (first.hcp, sorted(first.lengths)) == (12, [2, 3, 3, 5])


def test_examples_come_as_often_as_there_are_hands() -> None:
    """Of 2,000 hands drawn from all, balanced ones and each ace turn up as often as they should."""
    drawn = EVERY_HAND.examples(2001, seed=7)[1:]
    assert sum(hand.is_balanced for hand in drawn) / 2000 == pytest.approx(BALANCED.frequency, abs=0.04)
    for suit in SUITS:
        for card in "A7":
            assert sum(card in hand.suits[suit] for hand in drawn) / 2000 == pytest.approx(1 / 4, abs=0.04)


def test_the_shapes_of_a_set_forget_its_honours() -> None:
    assert (hands.hcp(15, 17) & BALANCED).shapes() == BALANCED
    assert (hands.losers(0, 4) & hands.placed(5, 4, 3, 1)).shapes() == hands.placed(5, 4, 3, 1)


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (lambda: hands.pattern(4, 4, 3, 3), "add up to 13"),
        (lambda: hands.placed(7, 7, None, None), "7=7=x=x: the lengths"),
        (lambda: hands.grouped(((5,), (4,), (3, 2))), r"5=4=\(3-2\)"),
        (lambda: hands.grouped(((5,), (4,))), "four lengths"),
        (lambda: hands.tops(SPADES, 2, 6), "top 6"),
        (lambda: hands.holding(SPADES, "AK9"), "'9' is not an honour"),
        (lambda: hands.lacks(SPADES, "x"), "'x' is not an honour"),
    ],
)
def test_what_no_hand_can_be_is_refused_with_the_reason(ask: Callable[[], HandSet], complaint: str) -> None:
    with pytest.raises(BadMeasure, match=complaint):
        ask()


def test_too_many_measures_at_once_are_refused_in_words() -> None:
    black, red = (
        functools.reduce(operator.or_, (hands.holding(suit, honour) for suit in pair for honour in "AKQJ"))
        for pair in ((CLUBS, SPADES), (DIAMONDS, HEARTS))
    )
    with pytest.raises(TooFine, match="ask about fewer"):
        black | red
    # Sets that their points keep apart are no trouble, whatever they say of honours.
    weak, strong = black & hands.hcp(0, 10), red & hands.hcp(11)
    assert weak & strong == NO_HAND
    assert weak - strong == weak
    assert not weak <= strong


def test_a_set_never_equals_another_thing_and_knows_how_to_show_itself() -> None:
    assert BALANCED != "balanced"
    assert repr(NO_HAND) == "<HandSet of 0 hands, 0.000%>"
    assert repr(BALANCED) == "<HandSet of 302,292,822,832 hands, 47.604%>"


@pytest.mark.parametrize("these", [BALANCED & hands.hcp(15, 17), hands.losers(0, 6) & hands.solid(SPADES)])
def test_a_set_can_be_sent_to_another_process(these: HandSet) -> None:
    assert pickle.loads(pickle.dumps(these)) == these


def test_suits_have_letters_and_symbols() -> None:
    assert [suit.letter for suit in SUITS] == ["C", "D", "H", "S"]
    assert [suit.symbol for suit in SUITS] == ["♣", "♦", "♥", "♠"]


def test_overlapping_questions_about_one_suit_are_counted_until_they_are_too_many() -> None:
    """They need many measures but few cells; past the bits of a whole number they are refused."""
    some = ["".join(cards) for held in range(1, 6) for cards in itertools.combinations("AKQJT", held)]
    asked = functools.reduce(operator.or_, (hands.holding(SPADES, cards) for cards in some))
    assert asked == hands.tops(SPADES, 1, 5)
    with pytest.raises(TooFine):
        functools.reduce(operator.or_, (hands.lacks(SPADES, cards) for cards in some), asked)


@pytest.mark.parametrize(
    "measures",
    [
        (),
        (CONTROLS,),
        (LOSERS,),
        (Measure("honours", 0, 0xEEEEEEEE),),
        (Measure("honours", 1, 0x80808080), Measure("honours", 2, 0xEEEEEEEE), Measure("honours", 3, 0xEEEEEEEE)),
        (CONTROLS, Measure("honours", 3, 0x80808080)),
    ],
)
def test_cells_found_by_bits_are_those_that_counting_finds(measures: tuple[Measure, ...]) -> None:
    found = space(measures)
    assert found.codes.tolist() == found._counted[0].tolist()
    assert found.counts.min() > 0
    assert int(found.counts.sum()) == ALL_HANDS
