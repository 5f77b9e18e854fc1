"""The hand space: every hand falls in one cell, and every cell knows exactly how many hands it holds.

The base space has a cell for each suit-length vector (560) and each number of HCP (0 to 37), where some hand
has both. A refined space splits those cells further by `Measure`s. Each of them is a sum over the four suits,
as HCP is, so a cell's *key* is one whole number that is the sum of four suit keys, and the counts come by
convolution: suits into pairs, pairs into hands.

The convolution is done in float64, which numpy adds up fastest: its numbers are whole and no sum of them
exceeds `ALL_HANDS` < 2**53, so every sum, in any order, is exact. The finished counts are int64.

Most refined spaces only carry sets through an intersection, and nobody asks how many hands their cells hold.
Which cells there are is the same convolution over truth values; whole numbers do that with their bits, many
times faster, and the counts wait until they are asked for.
"""

import math
import operator
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt

from syscheck.hands.suits import HONOURS, SMALL_CARDS, SUITS, Suit

Ints = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.int16]
Indices = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

MOST_HCP = 37
MOST_CELLS = 2_000_000
"""A finer space than this is refused: its sets would take a quarter of a megabyte each."""

_MOST_PRODUCTS = 60_000_000  # a second or two of convolution
_DENSE = 4_000_000  # up to this many possible keys an array is faster than sorting
_FEW_KEYS = 5_000  # up to this many possible keys, bits find the cells faster than counting does


class TooFine(ValueError):
    """A set speaks of too many honours, controls and losers at once; the message is for the player."""

    def __init__(self) -> None:
        super().__init__(
            "Too many different honours, controls and losers are spoken of at once to count the hands "
            "exactly; ask about fewer of them together."
        )


VECTORS: tuple[tuple[int, int, int, int], ...] = tuple(
    (clubs, minors - clubs, hearts, 13 - minors - hearts)
    for minors in range(14)
    for clubs in range(minors + 1)
    for hearts in range(14 - minors)
)
"""The 560 suit-length vectors, each the lengths of clubs, diamonds, hearts, spades."""

VECTOR_NUMBER = {vector: number for number, vector in enumerate(VECTORS)}

LENGTHS: Ints = np.array(VECTORS, dtype=np.int64)
"""`VECTORS` as an array of shape (560, 4)."""

# The 32 sets of honours a suit may have, and by [length, honours] in how many ways small cards fill it up.
_SUBSETS: Ints = np.arange(1 << len(HONOURS), dtype=np.int64)
_HOLDS: Ints = (_SUBSETS[:, None] >> np.arange(len(HONOURS))) & 1
_HCP: Ints = _HOLDS @ np.array([4, 3, 2, 1, 0])
_CONTROLS: Ints = _HOLDS @ np.array([2, 1, 0, 0, 0])
_LOSERS: Ints = np.array([(1 - _HOLDS[:, : min(length, 3)]).sum(axis=1) for length in range(14)])
_SPARE: Ints = np.arange(14)[:, None] - _HOLDS.sum(axis=1)
_WAYS: Ints = np.array([math.comb(len(SMALL_CARDS), cards) for cards in range(14)] + [0] * 5)[_SPARE]


class Measure(NamedTuple):
    """A whole number that every hand has and that is a sum over its suits, beside HCP and lengths.

    `controls` (A=2 K=1, 0 to 12), `losers` (the losing trick count, 0 to 12), or `honours`: 1 if the honours
    of `suit` are one of the sets in `family`, a number of 32 bits, one for each set of honours, and else 0.
    """

    name: str
    suit: int = -1
    family: int = 0

    @property
    def size(self) -> int:
        """How many values there are, 0 included."""
        return 2 if self.name == "honours" else 13

    def in_suit(self, suit: Suit) -> Ints:
        """Give what a suit adds by its length and set of honours, in a shape that broadcasts to (14, 32)."""
        if self.name == "controls":
            return _CONTROLS
        if self.name == "losers":
            return _LOSERS
        if suit == self.suit:
            return np.array([self.family >> held & 1 for held in range(len(_SUBSETS))], dtype=np.int64)
        return np.zeros_like(_SUBSETS)


CONTROLS = Measure("controls")
LOSERS = Measure("losers")


def to_bits(chosen: Bools) -> int:
    """Pack an array of truth values into a whole number, the first value its lowest bit."""
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


def _quotient(numbers: Ints, divisor: int) -> Ints:
    """Divide whole numbers; by a power of two, as most strides are, without dividing: that is ten times faster."""
    return numbers // divisor if divisor & (divisor - 1) else numbers >> (divisor.bit_length() - 1)


def _modulo(numbers: Ints, divisor: int) -> Ints:
    """The remainders of whole numbers, in the same way."""
    return numbers % divisor if divisor & (divisor - 1) else numbers & (divisor - 1)


def _add_up(codes: Ints, ways: Floats, size: int) -> tuple[Ints, Floats]:
    """Add the ways of equal codes (all below `size`); give the different codes, rising, and their sums."""
    if size > _DENSE:
        different, places = np.unique(codes, return_inverse=True)
        return different, np.bincount(places, ways).astype(np.float64, copy=False)
    sums = np.bincount(codes, ways, size).astype(np.float64, copy=False)
    found = np.flatnonzero(sums > 0)
    return found, sums[found]


def _splits(cards: int) -> list[tuple[int, int]]:
    """The lengths that two suits with so many cards may have."""
    return [(first, cards - first) for first in range(cards + 1)]


def _shifted(bits: int, keys: Iterable[int]) -> int:
    """The sums of one number of a set, given as bits, and one of `keys`."""
    sums = 0
    for key in keys:
        sums |= bits << key
    return sums


def _bit_numbers(bits: int) -> Ints:
    """Where a whole number has its bits, rising."""
    packed = np.frombuffer(bits.to_bytes((bits.bit_length() + 7) // 8, "little"), dtype=np.uint8)
    return np.flatnonzero(np.unpackbits(packed, bitorder="little"))


class Space:
    """The cells that hands fall into, by lengths, HCP and `measures`; get one from `space`, never make it.

    Only cells that some hand has are kept, in rising order of their code, `vector number * keys + key`.
    A set of hands is a whole number with a bit for each cell.
    """

    def __init__(self, measures: tuple[Measure, ...]) -> None:
        self.measures = measures
        strides = list(accumulate((measure.size for measure in measures), operator.mul, initial=1))
        self._strides: dict[Measure, int] = dict(zip(measures, strides, strict=False))
        self._hcp_stride: int = strides[-1]
        self._keys: int = strides[-1] * (MOST_HCP + 1)
        if self._keys * len(VECTORS) >= 2**63:
            raise TooFine  # codes would not fit an int64
        self.suit_keys: tuple[Ints, ...] = tuple(self._keys_of_suit(suit) for suit in SUITS)
        """For each suit an array of shape (14, 32): the key by length and set of honours."""
        self._suits = tuple(self._count_suit(keys) for keys in self.suit_keys)
        self.codes: Ints = self._find_cells() if self._keys <= _FEW_KEYS else self._counted[0]
        """The code of each cell."""
        self.every = (1 << len(self.codes)) - 1
        """The set of all hands."""
        self._at_most: dict[int, tuple[int, ...]] = {}
        self._parents: dict[tuple[Measure, ...], Indices] = {}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return space, (self.measures,)

    # Which cells there are, where keys are few.

    def _find_cells(self) -> Ints:
        """The codes that some hand has: sets of keys as whole numbers, a bit a key, added by shifting."""
        clubs, diamonds, hearts, spades = (self._keys_by_length(suit) for suit in SUITS)
        # For each number of cards in the majors: their keys, with the number of hearts in front.
        majors = [0] * 14
        for cards, keys in enumerate(spades):
            here = _shifted(1, keys)
            for n in range(14 - cards):
                majors[cards + n] |= _shifted(here, hearts[n]) << n * self._keys
        codes, vectors, cells, products = [], 0, 0, 0
        in_diamonds = [_shifted(1, keys) for keys in diamonds]
        for held in range(14):
            others, width = majors[13 - held], (14 - held) * self._keys
            found = minors = 0
            for place, (c, d) in enumerate(_splits(held)):  # as VECTORS has them
                found |= _shifted(_shifted(others, diamonds[d]), clubs[c]) << place * width
                minors += _shifted(in_diamonds[d], clubs[c]).bit_count()
            codes.append(_bit_numbers(found) + vectors * self._keys)
            cells, products = cells + len(codes[-1]), products + minors * others.bit_count()
            if cells > MOST_CELLS or products > _MOST_PRODUCTS:
                raise TooFine
            vectors += (held + 1) * (14 - held)
        return np.concatenate(codes)

    def _keys_by_length(self, suit: Suit) -> list[list[int]]:
        """The keys that a suit of each length may have."""
        lengths, keys, _ = self._suits[suit]
        return [keys[lengths == cards].tolist() for cards in range(14)]

    # How the cells are counted.

    @property
    def counts(self) -> Ints:
        """The exact number of hands of each cell."""
        return self._counted[1]

    @cached_property
    def _counted(self) -> tuple[Ints, Ints]:
        """The code and the number of hands of each cell."""
        return self._count_hands()

    @cached_property
    def _pairs(self) -> tuple[dict[tuple[int, int], tuple[Ints, Floats]], ...]:
        """For the minors and for the majors, by the two lengths: keys and ways."""
        return self._count_pair(0, 1), self._count_pair(2, 3)

    def _keys_of_suit(self, suit: Suit) -> Ints:
        keys = np.zeros(_WAYS.shape, dtype=np.int64) + _HCP * self._hcp_stride
        for measure, stride in self._strides.items():
            keys += measure.in_suit(suit) * stride
        return keys

    def _count_suit(self, keys: Ints) -> tuple[Ints, Ints, Floats]:
        """Count one suit's holdings: three arrays, of lengths, keys and ways."""
        lengths, honours = np.nonzero(_WAYS)
        codes = lengths * self._keys + keys[lengths, honours]
        found, ways = _add_up(codes, _WAYS[lengths, honours].astype(np.float64), 14 * self._keys)
        return found // self._keys, found % self._keys, ways

    def _count_pair(self, first: int, second: int) -> dict[tuple[int, int], tuple[Ints, Floats]]:
        """Count two suits' holdings: keys and ways by the two lengths."""
        lengths, keys, ways = self._suits[first]
        other_lengths, other_keys, other_ways = self._suits[second]
        here, there = np.nonzero(lengths[:, None] + other_lengths <= 13)
        both = lengths[here] * 14 + other_lengths[there]
        codes = both * self._keys + keys[here] + other_keys[there]
        found, sums = _add_up(codes, ways[here] * other_ways[there], 14 * 14 * self._keys)
        keys, both = found % self._keys, found // self._keys
        starts = np.searchsorted(both, np.arange(14 * 14 + 1)).tolist()
        return {
            divmod(number, 14): (keys[start:end], sums[start:end])
            for number, (start, end) in enumerate(pairwise(starts))
            if start < end
        }

    def _count_hands(self) -> tuple[Ints, Ints]:
        minors, majors = self._pairs
        # For each number of cards in the majors: their keys, with the number of hearts in front, and ways.
        joined = []
        for held in range(14):
            pairs = [majors[hearts, held - hearts] for hearts in range(held + 1)]
            keys = np.concatenate([hearts * self._keys + keys for hearts, (keys, _) in enumerate(pairs)])
            joined.append((keys, np.concatenate([ways for _, ways in pairs])))
        in_order = [pair for held in range(14) for pair in _splits(held)]  # as VECTORS has them
        if sum(len(minors[pair][0]) * len(joined[13 - sum(pair)][0]) for pair in in_order) > _MOST_PRODUCTS:
            raise TooFine
        codes, counts, vectors, cells = [], [], 0, 0
        for pair in in_order:
            (keys, ways), (other_keys, other_ways) = minors[pair], joined[13 - sum(pair)]
            here = 14 - sum(pair)
            products = np.multiply.outer(ways, other_ways).ravel()
            found, sums = _add_up(np.add.outer(keys, other_keys).ravel(), products, here * self._keys)
            cells += len(found)
            if cells > MOST_CELLS:
                raise TooFine
            codes.append(found + vectors * self._keys)
            counts.append(sums)
            vectors += here
        return np.concatenate(codes), np.concatenate(counts).astype(np.int64)

    # What the cells are.

    @cached_property
    def vectors(self) -> Shorts:
        """The vector number of each cell."""
        return (self.codes // self._keys).astype(np.int16)

    @cached_property
    def hcp(self) -> Shorts:
        """The HCP of each cell."""
        return _quotient(self.codes % self._keys, self._hcp_stride).astype(np.int16)

    def values(self, measure: Measure) -> Ints:
        """The value of one of this space's measures in each cell."""
        return _modulo(_quotient(self.codes, self._strides[measure]), measure.size)

    def cell(self, lengths: tuple[int, int, int, int], honours: tuple[int, ...]) -> int:
        """Give the cell of hands with these lengths and sets of honours, both in the order of `SUITS`."""
        key = sum(int(keys[cards, held]) for keys, cards, held in zip(self.suit_keys, lengths, honours, strict=True))
        return int(np.searchsorted(self.codes, VECTOR_NUMBER[lengths] * self._keys + key))

    def vector_and_key(self, cell: int) -> tuple[tuple[int, int, int, int], int]:
        """Give a cell's lengths and key."""
        number, key = divmod(int(self.codes[cell]), self._keys)
        return VECTORS[number], key

    # Sets of cells.

    def chosen(self, bits: int) -> Bools:
        """Unpack a set into an array of truth values, one a cell."""
        packed = np.frombuffer(bits.to_bytes((len(self.codes) + 7) // 8, "little"), dtype=np.uint8)
        return np.unpackbits(packed, count=len(self.codes), bitorder="little").view(np.bool_)

    def count(self, bits: int) -> int:
        """Count the hands of a set, exactly."""
        return int(self.counts[self.chosen(bits)].sum())

    def hcp_at_most(self) -> tuple[int, ...]:
        """Give the sets of hands with at most 0, 1, … 37 HCP; with them a set's least is a few ANDs away."""
        if -1 not in self._at_most:
            self._at_most[-1] = self._rising(self.hcp, MOST_HCP)
        return self._at_most[-1]

    def length_at_most(self, suit: Suit) -> tuple[int, ...]:
        """Give the sets of hands with at most 0, 1, … 13 cards of a suit."""
        if suit not in self._at_most:
            self._at_most[suit] = self._rising(LENGTHS[:, suit].astype(np.int16)[self.vectors], 13)
        return self._at_most[suit]

    @staticmethod
    def _rising(values: Shorts, most: int) -> tuple[int, ...]:
        return tuple(to_bits(values <= value) for value in range(most + 1))

    def lift(self, coarser: "Space", bits: int) -> int:
        """Give as a set of this space a set of another, whose measures are all among this one's."""
        if coarser is self or not bits:
            return bits
        if bits == coarser.every:
            return self.every
        return to_bits(coarser.chosen(bits)[self._parents_in(coarser)])

    def shadow(self, coarser: "Space", bits: int) -> int:
        """Give as a set of a coarser space all its cells that have some hand of a set of this one."""
        if coarser is self:
            return bits
        present = np.zeros(len(coarser.codes), dtype=np.bool_)
        present[self._parents_in(coarser)[self.chosen(bits)]] = True
        return to_bits(present)

    def _parents_in(self, coarser: "Space") -> Indices:
        """For each cell of this space, the cell of the coarser one that it is a part of."""
        known = self._parents.get(coarser.measures)
        if known is not None:
            return known
        codes = _quotient(self.codes, self._hcp_stride) * coarser._hcp_stride
        for measure, stride in coarser._strides.items():
            codes += self.values(measure) * stride
        last = int(coarser.codes[-1])
        if last > _DENSE:
            found = np.searchsorted(coarser.codes, codes).astype(np.int32)
        else:
            cell_of = np.zeros(last + 1, dtype=np.int32)
            cell_of[coarser.codes] = np.arange(len(coarser.codes), dtype=np.int32)
            found = cell_of[codes]
        self._parents[coarser.measures] = found
        return found

    # What an example hand is drawn from.

    @cached_property
    def suit_ways(self) -> tuple[tuple[dict[int, int], ...], ...]:
        """For each suit and length, the ways to hold each key."""
        return tuple(
            tuple(
                dict(zip(keys[lengths == length].tolist(), map(int, ways[lengths == length]), strict=True))
                for length in range(14)
            )
            for lengths, keys, ways in self._suits
        )

    @cached_property
    def pair_ways(self) -> tuple[dict[tuple[int, int], dict[int, int]], ...]:
        """For the minors and for the majors, by the two lengths, the ways to hold each key."""
        return tuple(
            {lengths: dict(zip(keys.tolist(), map(int, ways), strict=True)) for lengths, (keys, ways) in pair.items()}
            for pair in self._pairs
        )

    def honours_with(self, suit: Suit, length: int, key: int) -> list[tuple[int, int]]:
        """Give the sets of honours that a suit of this length and key may have, each with its ways."""
        ways = _WAYS[length]
        fitting = np.flatnonzero((self.suit_keys[suit][length] == key) & (ways > 0))
        return [(int(held), int(ways[held])) for held in fitting]


# A space is the same object as long as anything holds it, so that sets can compare spaces with `is`. Beside
# those that sets hold, the last used are kept as long as they take little memory (some 40 bytes a cell).
_spaces: WeakValueDictionary[tuple[Measure, ...], Space] = WeakValueDictionary()
_kept: dict[tuple[Measure, ...], Space] = {}
_MOST_KEPT_CELLS = 2_000_000


def space(measures: tuple[Measure, ...] = ()) -> Space:
    """Give the space refined by these measures, which must be different and in rising order.

    Raises `TooFine` if it would have more than `MOST_CELLS` cells.
    """
    found = _kept.pop(measures, None) or _spaces.get(measures)
    if found is None:
        found = _spaces[measures] = Space(measures)
    _kept[measures] = found  # now the last used
    *older, _ = list(_kept.values())
    cells = len(found.codes) + sum(len(other.codes) for other in older)
    for other in older:
        if cells <= _MOST_KEPT_CELLS:
            break
        _kept.pop(other.measures, None)
        cells -= len(other.codes)
    return found


def joint_space(first: Space, second: Space) -> Space:
    """Give the space that has the measures of both. Raises `TooFine`."""
    if first.measures == second.measures or not second.measures:
        return first
    if not first.measures:
        return second
    return space(tuple(sorted({*first.measures, *second.measures})))
