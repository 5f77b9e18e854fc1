"""Hands as plain cards, and what players say of them counted card by card: a second opinion for the tests.

A hand is four sets of ranks, clubs first. Nothing here uses the package under test.
"""

import itertools
import operator
import random
from collections.abc import Callable, Iterable

Cards = tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str]]
Judge = Callable[[Cards], bool]
Range = tuple[int | None, int | None]

COMPARE = {"<": operator.lt, "<=": operator.le, "=": operator.eq, ">=": operator.ge, ">": operator.gt}
DECK = [(suit, rank) for suit in range(4) for rank in "AKQJT98765432"]


def deal(count: int, seed: int) -> list[Cards]:
    dice = random.Random(seed)
    return [from_deck(dice.sample(DECK, 13)) for _ in range(count)]


def from_deck(held: Iterable[tuple[int, str]]) -> Cards:
    held = list(held)
    clubs, diamonds, hearts, spades = (frozenset(rank for at, rank in held if at == s) for s in range(4))
    return clubs, diamonds, hearts, spades


def written(cards: Cards) -> str:
    return ".".join("".join(cards[suit]) for suit in (3, 2, 1, 0))


def lengths(cards: Cards) -> list[int]:
    return [len(suit) for suit in cards]


def hcp(cards: Cards) -> int:
    return sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(rank, 0) for suit in cards for rank in suit)


def hfp(cards: Cards) -> int:
    return hcp(cards) + sum(max(0, 3 - len(suit)) for suit in cards)


def rule(cards: Cards) -> int:
    return hcp(cards) + sum(sorted(lengths(cards))[2:])


def controls(cards: Cards) -> int:
    return sum(("A" in suit) * 2 + ("K" in suit) for suit in cards)


def losers(cards: Cards) -> int:
    lost = 0
    for suit in cards:
        lost += len(suit) >= 1 and "A" not in suit
        lost += len(suit) >= 2 and "K" not in suit
        lost += len(suit) >= 3 and "Q" not in suit
    return lost


def between(value: int, bounds: Range) -> bool:
    least, most = bounds
    return (least is None or value >= least) and (most is None or value <= most)


def shape(cards: Cards) -> str:
    return "".join(str(length) for length in sorted(lengths(cards), reverse=True))


def fits_groups(cards: Cards, groups: tuple[tuple[int | None, ...], ...]) -> bool:
    """Try every order inside every group, spades first."""
    spades_first = lengths(cards)[::-1]
    for orders in itertools.product(*(itertools.permutations(group) for group in groups)):
        wanted = list(itertools.chain(*orders))
        if all(cell is None or cell == length for cell, length in zip(wanted, spades_first, strict=True)):
            return True
    return False


def two_suits(cards: Cards, longer: int, shorter: int, first: int, second: int) -> bool:
    one, other = len(cards[first]), len(cards[second])
    return (one >= longer and other >= shorter) or (other >= longer and one >= shorter)


def tops(cards: Cards, suit: int, count: int, of: int) -> bool:
    return sum(rank in cards[suit] for rank in "AKQJT"[:of]) >= count
