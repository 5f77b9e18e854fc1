"""Drawing a hand from a cell, each of its hands as likely as another."""

import random
from collections.abc import Iterable, Iterator

from syscheck.hands.deals import Hand
from syscheck.hands.grid import Space
from syscheck.hands.suits import HONOURS, RANKS, SMALL_CARDS, SUITS, Suit


def draw(space: Space, cell: int, dice: random.Random) -> Hand:
    """Draw one hand of a cell.

    The cell's key is shared out between minors and majors, then between their suits, as often as it falls so;
    then each suit takes honours that have its key, and small cards.
    """
    lengths, key = space.vector_and_key(cell)
    minors, majors = space.pair_ways
    low = _share(key, minors[lengths[:2]], majors[lengths[2:]], dice)
    keys = []
    for first, second, pair_key in ((0, 1, low), (2, 3, key - low)):
        ways = space.suit_ways
        one = _share(pair_key, ways[first][lengths[first]], ways[second][lengths[second]], dice)
        keys += [one, pair_key - one]
    clubs, diamonds, hearts, spades = (
        _draw_suit(space, suit, length, suit_key, dice)
        for suit, length, suit_key in zip(SUITS, lengths, keys, strict=True)
    )
    return Hand((clubs, diamonds, hearts, spades))


def _share(total: int, first: dict[int, int], second: dict[int, int], dice: random.Random) -> int:
    """Choose the first side's part of a key, by the ways of both sides."""
    return _choose(((key, ways * second[total - key]) for key, ways in first.items() if total - key in second), dice)


def _choose(weighted: Iterable[tuple[int, int]], dice: random.Random) -> int:
    """Choose one of some numbers, each as often as its weight says."""
    choices = list(weighted)
    if len(choices) == 1:
        return choices[0][0]
    place = dice.randrange(sum(weight for _, weight in choices))
    return next(number for number, weight in _until(choices) if place < weight)


def _until(choices: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    reached = 0
    for number, weight in choices:
        reached += weight
        yield number, reached


def _draw_suit(space: Space, suit: Suit, length: int, key: int, dice: random.Random) -> str:
    honours = _choose(space.honours_with(suit, length, key), dice)
    held = [rank for place, rank in enumerate(HONOURS) if honours >> place & 1]
    small = dice.sample(SMALL_CARDS, length - len(held))
    return "".join(held + sorted(small, key=RANKS.index))
