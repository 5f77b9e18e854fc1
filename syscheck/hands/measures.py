"""The sets of hands that bridge players name: by strength, by length and shape, by honours.

Bounds are inclusive and `None` leaves a side open. A range that no number is in gives no hands; a shape that
no hand can have, or cards that are no honours, raise `BadMeasure`.
"""

import operator
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, ParamSpec, cast

import numpy as np
import numpy.typing as npt

from syscheck.hands.grid import CONTROLS, LENGTHS, LOSERS, Bools, Ints, Measure, space, to_bits
from syscheck.hands.sets import EVERY_HAND, NO_HAND, HandSet, shaped
from syscheck.hands.suits import HONOURS, Suit, honours_in

Comparison = Literal["<", "<=", "=", ">=", ">"]

_COMPARE: dict[str, Callable[[Any, Any], Bools]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}
_FALLING: Ints = -np.sort(-LENGTHS, axis=1)  # the lengths of each vector, the longest first
_SHORTNESS_POINTS: Ints = np.array([3, 2, 1, *[0] * 11])[LENGTHS].sum(axis=1)
_TWO_LONGEST: Ints = _FALLING[:, :2].sum(axis=1)


_Asked = ParamSpec("_Asked")


def _remembered(make: Callable[_Asked, HandSet]) -> Callable[_Asked, HandSet]:
    """Keep the last sets made; the same as `lru_cache`, but arguments are still checked for their types."""
    return cast(Callable[_Asked, HandSet], lru_cache(maxsize=1024)(make))


class BadMeasure(ValueError):
    """A shape that no hand can have or honours that do not exist; the message is for the player."""


def _within(values: npt.NDArray[np.signedinteger[Any]], least: int | None, most: int | None) -> Bools:
    inside = np.ones(values.shape, dtype=np.bool_)
    if least is not None:
        inside &= values >= least
    if most is not None:
        inside &= values <= most
    return inside


def _with_values(values: npt.NDArray[np.signedinteger[Any]], least: int | None, most: int | None) -> HandSet:
    """Choose among the cells of the base space by a value of each."""
    return HandSet(space(), to_bits(_within(values, least, most)))


def _with_measure(measure: Measure, least: int | None, most: int | None) -> HandSet:
    refined = space((measure,))
    return HandSet(refined, to_bits(_within(refined.values(measure), least, most)))


# Strength.


@_remembered
def hcp(least: int | None = None, most: int | None = None) -> HandSet:
    """Give the hands with so many high-card points: A=4 K=3 Q=2 J=1."""
    return _with_values(space().hcp, least, most)


def weakest(hands: HandSet) -> HandSet:
    """Give the hands of a set that have its fewest points; of none, none."""
    return hands & hcp(None, hands.least_hcp) if hands else hands


def strongest(hands: HandSet) -> HandSet:
    """Give the hands of a set that have its most points; of none, none."""
    return hands & hcp(hands.most_hcp, None) if hands else hands


@_remembered
def hfp(least: int | None = None, most: int | None = None) -> HandSet:
    """Give the hands with so many HCP and shortness points: 3 a void, 2 a singleton, 1 a doubleton."""
    base = space()
    return _with_values(base.hcp + _SHORTNESS_POINTS[base.vectors], least, most)


@_remembered
def rule_of(least: int | None = None, most: int | None = None) -> HandSet:
    """Give the hands whose HCP and two longest suits add up to so much: `rule_of(18)` has 18 or more."""
    base = space()
    return _with_values(base.hcp + _TWO_LONGEST[base.vectors], least, most)


@_remembered
def controls(least: int | None = None, most: int | None = None) -> HandSet:
    """Give the hands with so many controls: A=2 K=1."""
    return _with_measure(CONTROLS, least, most)


@_remembered
def losers(least: int | None = None, most: int | None = None) -> HandSet:
    """Give the hands with so many losers by the losing trick count.

    In each suit the missing ones of A K Q count, of A K in a doubleton, of A in a singleton.
    """
    return _with_measure(LOSERS, least, most)


# Length.


@_remembered
def length(suit: Suit, least: int | None = None, most: int | None = None) -> HandSet:
    """Give the hands with so many cards of a suit."""
    return shaped(_within(LENGTHS[:, suit], least, most))


@_remembered
def compare(first: Suit, operator: Comparison, second: Suit) -> HandSet:
    """Give the hands whose lengths in two suits compare so: `compare(CLUBS, ">=", DIAMONDS)`."""
    return shaped(_COMPARE[operator](LENGTHS[:, first], LENGTHS[:, second]))


@_remembered
def two_suits(longer: int, shorter: int, first: Suit, second: Suit) -> HandSet:
    """Give the hands with at least `longer` cards in one of two suits and `shorter` in the other."""
    one, other = LENGTHS[:, first], LENGTHS[:, second]
    return shaped(((one >= longer) & (other >= shorter)) | ((other >= longer) & (one >= shorter)))


# Shape.


@_remembered
def placed(spades: int | None, hearts: int | None, diamonds: int | None, clubs: int | None) -> HandSet:
    """Give the hands with exactly these lengths, `None` for any: 4=4=3=2 is `placed(4, 4, 3, 2)`.

    Raises `BadMeasure` if no hand has them.
    """
    return grouped(((spades,), (hearts,), (diamonds,), (clubs,)))


@_remembered
def pattern(a: int, b: int, c: int, d: int) -> HandSet:
    """Give the hands with these four lengths in any order. Raises `BadMeasure` if no hand has them."""
    return grouped(((a, b, c, d),))


@_remembered
def grouped(groups: tuple[tuple[int | None, ...], ...]) -> HandSet:
    """Give the hands with these lengths in spades, hearts, diamonds, clubs, any order inside a group.

    `None` is any length. 54(31) is `grouped(((5,), (4,), (3, 1)))`, (54)xx is
    `grouped(((5, 4), (None,), (None,)))`.
    Raises `BadMeasure` if the groups are not of four suits in all or no hand has such lengths.
    """
    if sum(map(len, groups)) != 4:
        raise BadMeasure(f"{_written(groups)} is not a shape: a shape has four lengths, one for each suit.")
    fitting = np.ones(len(LENGTHS), dtype=np.bool_)
    suits = [Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS]
    for group in groups:
        here, suits = suits[: len(group)], suits[len(group) :]
        # An order that fits exists just when every length occurs at least as often as it is asked for.
        asked = [cell for cell in group if cell is not None]
        for cards in set(asked):
            fitting &= (LENGTHS[:, here] == cards).sum(axis=1) >= asked.count(cards)
    if not fitting.any():
        raise BadMeasure(f"No hand has the shape {_written(groups)}: the lengths of a hand add up to 13.")
    return shaped(fitting)


def _written(groups: tuple[tuple[int | None, ...], ...]) -> str:
    texts = ["-".join("x" if cell is None else str(cell) for cell in group) for group in groups]
    return "=".join(f"({text})" if "-" in text else text for text in texts)


@_remembered
def some_suit_at_most(cards: int) -> HandSet:
    """Give the hands with a suit of so many cards or fewer: with 1, those with a singleton or void."""
    return shaped(_FALLING[:, 3] <= cards)


BALANCED = pattern(4, 3, 3, 3) | pattern(4, 4, 3, 2) | pattern(5, 3, 3, 2)
"""4333, 4432 and 5332."""

SEMIBALANCED = BALANCED | pattern(5, 4, 2, 2) | pattern(6, 3, 2, 2)
"""Balanced, 5422 and 6322."""

HAS_VOID = some_suit_at_most(0)
"""Some void."""

HAS_SINGLETON = shaped((LENGTHS == 1).any(axis=1))
"""Some suit of exactly one card."""

UNBALANCED = HAS_VOID | HAS_SINGLETON
"""Some singleton or void."""

ONE_SUITER = shaped((_FALLING[:, 0] >= 6) & (_FALLING[:, 1] <= 3))
"""One suit of six or more and no other of four or more."""

TWO_SUITER = shaped((_FALLING[:, 0] >= 5) & (_FALLING[:, 1] >= 4))
"""Five or more in one suit and four or more in another."""

THREE_SUITER = pattern(4, 4, 4, 1) | pattern(5, 4, 4, 0)
"""4441 and 5440."""


# Honours.


def _with_honours(suit: Suit, fits: Callable[[int], bool]) -> HandSet:
    """Give the hands whose honours in a suit, a number of five bits, fit."""
    subsets = range(1 << len(HONOURS))
    family = sum(1 << subset for subset in subsets if fits(subset))
    everything = (1 << len(subsets)) - 1
    if family in (0, everything):
        return EVERY_HAND if family else NO_HAND
    # A family and its opposite split the cells alike; the one without the empty set is used as the measure.
    if family & 1:
        return _with_measure(Measure("honours", int(suit), everything ^ family), 0, 0)
    return _with_measure(Measure("honours", int(suit), family), 1, 1)


def _wanted(cards: str) -> int:
    unknown = [card for card in cards if card not in HONOURS]
    if unknown:
        raise BadMeasure(f"{unknown[0]!r} is not an honour: write honours as some of {HONOURS}.")
    return honours_in(cards)


@_remembered
def tops(suit: Suit, count: int, of: int) -> HandSet:
    """Give the hands with at least `count` of the top `of` cards of a suit, A K Q J T; `of` is 1 to 5.

    Raises `BadMeasure` for another `of`.
    """
    if not 1 <= of <= len(HONOURS):
        raise BadMeasure(f"{count} of the top {of} cards cannot be counted: the honours are {HONOURS}.")
    top = (1 << of) - 1
    return _with_honours(suit, lambda held: (held & top).bit_count() >= count)


@_remembered
def holding(suit: Suit, cards: str) -> HandSet:
    """Give the hands with all these honours (of A K Q J T) in a suit. Raises `BadMeasure` for other cards."""
    wanted = _wanted(cards)
    return _with_honours(suit, lambda held: held & wanted == wanted)


@_remembered
def lacks(suit: Suit, cards: str) -> HandSet:
    """Give the hands with none of these honours (of A K Q J T) in a suit. Raises `BadMeasure` for others."""
    unwanted = _wanted(cards)
    return _with_honours(suit, lambda held: held & unwanted == 0)


def solid(suit: Suit) -> HandSet:
    """Give the hands with ace, king and queen of a suit, whatever its length."""
    return holding(suit, "AKQ")
