"""Any expression over the constructors says of a dealt hand what counting its cards says."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from syscheck import hands
from syscheck.hands import EVERY_HAND, NO_HAND, Comparison, Hand, HandSet, Suit

from . import cards
from .cards import Cards, Judge


@dataclass(frozen=True)
class Meaning:
    """A set and, beside it, the judgement of the same meaning card by card."""

    text: str
    hands: HandSet
    judge: Judge


SUITS = st.sampled_from(list(Suit))


def bounds(least: int, most: int) -> st.SearchStrategy[tuple[int | None, int | None]]:
    return st.tuples(st.none() | st.integers(least, most), st.none() | st.integers(least, most))


@st.composite
def strengths(draw: st.DrawFn) -> Meaning:
    name = draw(st.sampled_from(["hcp", "hfp", "rule_of"]))
    limits = draw(bounds(0, 37) | bounds(8, 16))
    measure = {"hcp": cards.hcp, "hfp": cards.hfp, "rule_of": cards.rule}[name]
    return Meaning(f"{name}{limits}", getattr(hands, name)(*limits), lambda hand: cards.between(measure(hand), limits))


@st.composite
def lengths(draw: st.DrawFn) -> Meaning:
    suit, limits = draw(SUITS), draw(bounds(0, 13) | bounds(2, 6))
    return Meaning(
        f"length({suit.letter}, {limits})",
        hands.length(suit, *limits),
        lambda hand: cards.between(len(hand[suit]), limits),
    )


@st.composite
def comparisons(draw: st.DrawFn) -> Meaning:
    first, second, sign = draw(SUITS), draw(SUITS), draw(st.sampled_from(get_args(Comparison)))
    return Meaning(
        f"{first.letter} {sign} {second.letter}",
        hands.compare(first, sign, second),
        lambda hand: cards.COMPARE[sign](len(hand[first]), len(hand[second])),
    )


@st.composite
def two_suiters(draw: st.DrawFn) -> Meaning:
    longer, shorter, first, second = draw(st.tuples(st.integers(0, 7), st.integers(0, 6), SUITS, SUITS))
    return Meaning(
        f"two_suits({longer}, {shorter}, {first.letter}, {second.letter})",
        hands.two_suits(longer, shorter, first, second),
        lambda hand: cards.two_suits(hand, longer, shorter, first, second),
    )


@st.composite
def groups(draw: st.DrawFn) -> Meaning:
    """Groups that some hand fits: the lengths of a hand, some of them left open."""
    shapes = ["4432", "5332", "5431", "5422", "4333", "6322", "6421", "5440", "4441", "7321"]
    shape = draw(st.sampled_from(shapes))
    cells = [int(cell) if draw(st.booleans()) else None for cell in draw(st.permutations(shape))]
    cuts = sorted(draw(st.sets(st.integers(1, 3))))
    parts = tuple(tuple(cells[start:end]) for start, end in zip([0, *cuts], [*cuts, 4], strict=True))
    return Meaning(f"grouped({parts})", hands.grouped(parts), lambda hand: cards.fits_groups(hand, parts))


@st.composite
def honours(draw: st.DrawFn) -> Meaning:
    suit, name = draw(SUITS), draw(st.sampled_from(["tops", "holding", "lacks", "solid"]))
    if name == "tops":
        of = draw(st.integers(1, 5))
        count = draw(st.integers(0, of))
        return Meaning(
            f"tops({suit.letter}, {count}, {of})",
            hands.tops(suit, count, of),
            lambda hand: cards.tops(hand, suit, count, of),
        )
    if name == "solid":
        return Meaning(f"solid({suit.letter})", hands.solid(suit), lambda hand: set("AKQ") <= hand[suit])
    wanted = "".join(draw(st.sets(st.sampled_from("AKQJT"))))
    if name == "holding":
        return Meaning(
            f"holding({suit.letter}, {wanted})",
            hands.holding(suit, wanted),
            lambda hand: set(wanted) <= hand[suit],
        )
    return Meaning(
        f"lacks({suit.letter}, {wanted})",
        hands.lacks(suit, wanted),
        lambda hand: not set(wanted) & hand[suit],
    )


@st.composite
def tricks(draw: st.DrawFn) -> Meaning:
    name, limits = draw(st.sampled_from(["controls", "losers"])), draw(bounds(0, 12) | bounds(3, 8))
    measure = {"controls": cards.controls, "losers": cards.losers}[name]
    return Meaning(f"{name}{limits}", getattr(hands, name)(*limits), lambda hand: cards.between(measure(hand), limits))


def longest(hand: Cards) -> tuple[int, int]:
    *_, second, first = sorted(cards.lengths(hand))
    return first, second


NAMED = [
    Meaning("every hand", EVERY_HAND, lambda hand: True),
    Meaning("no hand", NO_HAND, lambda hand: False),
    Meaning("balanced", hands.BALANCED, lambda hand: cards.shape(hand) in ("4333", "4432", "5332")),
    Meaning(
        "semibalanced",
        hands.SEMIBALANCED,
        lambda hand: cards.shape(hand) in ("4333", "4432", "5332", "5422", "6322"),
    ),
    Meaning("unbalanced", hands.UNBALANCED, lambda hand: min(cards.lengths(hand)) < 2),
    Meaning("void", hands.HAS_VOID, lambda hand: 0 in cards.lengths(hand)),
    Meaning("singleton", hands.HAS_SINGLETON, lambda hand: 1 in cards.lengths(hand)),
    Meaning("some suit at most 2", hands.some_suit_at_most(2), lambda hand: min(cards.lengths(hand)) <= 2),
    Meaning("1-suiter", hands.ONE_SUITER, lambda hand: longest(hand)[0] >= 6 and longest(hand)[1] < 4),
    Meaning("2-suiter", hands.TWO_SUITER, lambda hand: longest(hand)[0] >= 5 and longest(hand)[1] >= 4),
    Meaning("3-suiter", hands.THREE_SUITER, lambda hand: cards.shape(hand) in ("4441", "5440")),
    Meaning("4=4=3=2", hands.placed(4, 4, 3, 2), lambda hand: cards.lengths(hand) == [2, 3, 4, 4]),
    Meaning("any 5431", hands.pattern(4, 3, 1, 5), lambda hand: cards.shape(hand) == "5431"),
    Meaning("x=5=x=x", hands.placed(None, 5, None, None), lambda hand: len(hand[Suit.HEARTS]) == 5),
]

BASE_TERMS = st.sampled_from(NAMED) | strengths() | lengths() | comparisons() | two_suiters() | groups()
TERMS = BASE_TERMS | honours() | honours() | tricks()


SIGNS = {"&": operator.and_, "|": operator.or_, "-": operator.sub, "^": operator.xor}


def joined(terms: st.SearchStrategy[Meaning]) -> st.SearchStrategy[Meaning]:
    def combine(first: Meaning, sign: str, second: Meaning) -> Meaning:
        one, other = first.judge, second.judge
        judges: dict[str, Judge] = {
            "&": lambda hand: one(hand) and other(hand),
            "|": lambda hand: one(hand) or other(hand),
            "-": lambda hand: one(hand) and not other(hand),
            "^": lambda hand: one(hand) != other(hand),
        }
        make: Callable[[HandSet, HandSet], HandSet] = SIGNS[sign]
        made = make(first.hands, second.hands)
        return Meaning(f"({first.text} {sign} {second.text})", made, judges[sign])

    def negate(meaning: Meaning) -> Meaning:
        return Meaning(f"~{meaning.text}", ~meaning.hands, lambda hand: not meaning.judge(hand))

    return st.builds(combine, terms, st.sampled_from(list(SIGNS)), terms) | st.builds(negate, terms)


EXPRESSIONS = st.recursive(TERMS, joined, max_leaves=5)

DEALT = cards.deal(20_000, seed=1)
PARSED = [Hand.parse(cards.written(hand)) for hand in DEALT]
UNHURRIED = settings(
    deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def check(meaning: Meaning, sample: slice) -> None:
    for dealt, hand in zip(DEALT[sample], PARSED[sample], strict=True):
        assert (hand in meaning.hands) == meaning.judge(dealt), f"{hand} in {meaning.text}"


@UNHURRIED
@given(EXPRESSIONS, st.integers(0, 99))
def test_an_expression_has_the_hands_that_its_words_say(meaning: Meaning, where: int) -> None:
    check(meaning, slice(where * 200, where * 200 + 200))


def test_every_named_shape_has_the_hands_that_its_words_say() -> None:
    for meaning in NAMED:
        check(meaning, slice(0, 5000))


def test_the_points_of_a_dealt_hand_are_those_of_its_cards() -> None:
    for dealt, hand in zip(DEALT, PARSED, strict=True):
        assert list(hand.lengths) == cards.lengths(dealt)
        assert (hand.hcp, hand.hfp) == (cards.hcp(dealt), cards.hfp(dealt))
        assert (hand.controls, hand.losers) == (cards.controls(dealt), cards.losers(dealt))
        assert hand.is_balanced == (cards.shape(dealt) in ("4333", "4432", "5332"))


@UNHURRIED
@given(EXPRESSIONS, st.integers(0, 5), st.integers(0, 3))
def test_examples_are_different_hands_of_the_set_and_always_the_same(meaning: Meaning, count: int, seed: int) -> None:
    found = meaning.hands.examples(count, seed)
    assert len(found) == min(count, meaning.hands.hands) == len(set(found))
    assert found == meaning.hands.examples(count, seed)
    for hand in found:
        assert hand in meaning.hands
        spades, hearts, diamonds, clubs = (frozenset(suit) for suit in hand.suits[::-1])
        assert meaning.judge((clubs, diamonds, hearts, spades)), f"{hand} in {meaning.text}"
        assert Hand.parse(str(hand)) == hand


@UNHURRIED
@given(EXPRESSIONS, EXPRESSIONS, EXPRESSIONS)
def test_the_laws_of_sets_hold_in_every_space(first: Meaning, second: Meaning, third: Meaning) -> None:
    a, b, c = first.hands, second.hands, third.hands
    assert ~(a & b) == ~a | ~b
    assert a & (a | b) == a
    assert a | (a & b) == a
    assert a - b == a & ~b
    assert a ^ b == (a | b) - (a & b)
    assert a & (b | c) == (a & b) | (a & c)
    assert ~~a == a
    assert a & ~a == NO_HAND
    assert a | ~a == EVERY_HAND
    assert (a | b).hands + (a & b).hands == a.hands + b.hands
    assert (~a).hands == hands.ALL_HANDS - a.hands
    assert (a <= b) == ((a - b) == NO_HAND) == (not a - b)
    assert a & b <= a <= a | b


@UNHURRIED
@given(EXPRESSIONS, TERMS)
def test_a_set_lifted_to_a_finer_space_is_equal_and_hashes_alike(first: Meaning, second: Meaning) -> None:
    a, b = first.hands, second.hands
    lifted = (a & b) | (a & ~b)
    assert lifted == a
    assert hash(lifted) == hash(a)
    assert lifted.hands == a.hands
    assert lifted.profile() == a.profile()
    assert lifted.shapes() == a.shapes()
    if a:
        assert (lifted.hcp_values, lifted.lengths) == (a.hcp_values, a.lengths)
        assert a.share(b) + a.share(~b) == 1


@UNHURRIED
@given(EXPRESSIONS)
def test_points_and_lengths_told_are_those_that_occur(meaning: Meaning) -> None:
    these = meaning.hands
    if not these:
        return
    assert these.hcp_values == tuple(points for points in range(38) if these & hands.hcp(points, points))
    assert these.hcp == (these.least_hcp, these.most_hcp) == (these.hcp_values[0], these.hcp_values[-1])
    for suit in Suit:
        occurring = tuple(length for length in range(14) if these & hands.length(suit, length, length))
        assert these.lengths_of(suit) == occurring
        assert these.lengths[suit] == (these.least_length(suit), these.most_length(suit))
        assert these.lengths[suit] == (occurring[0], occurring[-1])
    rows = these.profile()
    assert [sum(row) for row in rows] == [(these & hands.hcp(points, points)).hands for points in range(38)]
    assert sum(row[0] for row in rows) == (these & hands.BALANCED).hands
    assert sum(row[3] for row in rows) == (these & hands.HAS_VOID).hands
    assert sum(row[2] for row in rows) == (these & hands.HAS_SINGLETON - hands.HAS_VOID).hands
