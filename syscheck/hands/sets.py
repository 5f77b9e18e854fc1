"""Exact sets of hands."""

import hashlib
import random
from bisect import bisect_left
from collections.abc import Callable, Iterable
from fractions import Fraction

import numpy as np

from syscheck.hands.deals import Hand
from syscheck.hands.examples import draw
from syscheck.hands.grid import LENGTHS, MOST_HCP, VECTORS, Bools, Space, joint_space, space, to_bits
from syscheck.hands.suits import ALL_HANDS, SUITS, Suit, honours_in


class NoHands(ValueError):
    """A set without hands was asked for its points, lengths or share; the message is for the player."""

    def __init__(self) -> None:
        super().__init__("No hand fits, so there are no points or lengths to speak of.")


class HandSet:
    """An exact set of hands of thirteen cards, over all 635,013,559,600 of them; never changed once made.

    `&` `|` `-` `^` `~` make new sets, `==` and `<=` (is part of) compare them, `bool` tells whether there is
    a hand, and `hand in hands` asks for one. Sets that speak of different honours, controls or losers are
    brought to a common space first; that raises `TooFine` where the space would be too large.

    Make sets by combining `EVERY_HAND`, `NO_HAND`, `hcp(…)`, `length(…)` and the like.
    """

    # A plain slotted class: a frozen dataclass takes twice as long to make, and clauses make thousands.
    __slots__ = ("__weakref__", "_bits", "_hands", "_shadow", "_space")

    def __init__(self, space: Space, bits: int) -> None:
        self._space = space
        self._bits = bits
        self._hands = -1  # not counted yet
        self._shadow = -1  # not asked for yet

    def __reduce__(self) -> tuple[Callable[..., "HandSet"], tuple[Space, int]]:
        return HandSet, (self._space, self._bits)

    def __repr__(self) -> str:
        return f"<HandSet of {self.hands:,} hands, {self.frequency:.3%}>"

    # The algebra of sets.

    def _with(self, other: "HandSet") -> tuple[Space, int, int]:
        """Bring two sets of different spaces to their joint space."""
        joint = joint_space(self._space, other._space)
        return joint, joint.lift(self._space, self._bits), joint.lift(other._space, other._bits)

    def _has_nothing_of(self, other: "HandSet") -> bool:
        """Whether points and lengths alone keep two sets of different spaces apart.

        They nearly always do between two bids of a system, and the joint space need not be counted then.
        """
        return not self._points_and_lengths() & other._points_and_lengths()

    def _points_and_lengths(self) -> int:
        """The cells of the base space, points by lengths, that have some hand of the set."""
        if self._shadow < 0:
            self._shadow = self._space.shadow(space(), self._bits)
        return self._shadow

    def __and__(self, other: "HandSet") -> "HandSet":
        if self._space is other._space:
            return HandSet(self._space, self._bits & other._bits)
        if self._has_nothing_of(other):
            return NO_HAND
        joint, mine, theirs = self._with(other)
        return HandSet(joint, mine & theirs)

    def __or__(self, other: "HandSet") -> "HandSet":
        if self._space is other._space:
            return HandSet(self._space, self._bits | other._bits)
        joint, mine, theirs = self._with(other)
        return HandSet(joint, mine | theirs)

    def __xor__(self, other: "HandSet") -> "HandSet":
        if self._space is other._space:
            return HandSet(self._space, self._bits ^ other._bits)
        joint, mine, theirs = self._with(other)
        return HandSet(joint, mine ^ theirs)

    def __sub__(self, other: "HandSet") -> "HandSet":
        if self._space is other._space:
            return HandSet(self._space, self._bits & (self._space.every ^ other._bits))
        if self._has_nothing_of(other):
            return self
        joint, mine, theirs = self._with(other)
        return HandSet(joint, mine & (joint.every ^ theirs))

    def __invert__(self) -> "HandSet":
        return HandSet(self._space, self._space.every ^ self._bits)

    def __bool__(self) -> bool:
        return self._bits != 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandSet):
            return NotImplemented
        if self._space is other._space:
            return self._bits == other._bits
        if self._points_and_lengths() != other._points_and_lengths() or self.hands != other.hands:
            return False  # each cheaper than what follows; last comes the joint space
        _, mine, theirs = self._with(other)
        return mine == theirs

    def __hash__(self) -> int:
        # Equal sets may have different bits, in different spaces, but always the same points and lengths.
        return hash(self._points_and_lengths())

    def __le__(self, other: "HandSet") -> bool:
        """Whether every hand of this set is in the other."""
        if self._space is other._space:
            return self._bits | other._bits == other._bits
        if self._points_and_lengths() & ~other._points_and_lengths():
            return False
        _, mine, theirs = self._with(other)
        return mine | theirs == theirs

    def __contains__(self, hand: Hand) -> bool:
        clubs, diamonds, hearts, spades = map(honours_in, hand.suits)
        cell = self._space.cell(hand.lengths, (clubs, diamonds, hearts, spades))
        return bool(self._bits >> cell & 1)

    def digest(self) -> bytes:
        """Give a short text of the set that stays the same from run to run, for fingerprints.

        Equal sets have equal digests unless one speaks of honours, controls or losers without need.
        """
        bits = self._bits.to_bytes((self._bits.bit_length() + 7) // 8, "little")
        return hashlib.sha256(repr(self._space.measures).encode() + bits).digest()

    # How many.

    @property
    def hands(self) -> int:
        """The exact number of hands."""
        if self._hands < 0:
            self._hands = self._space.count(self._bits)
        return self._hands

    @property
    def frequency(self) -> float:
        """The part of all hands that is in the set, from 0 to 1."""
        return self.hands / ALL_HANDS

    def share(self, other: "HandSet") -> Fraction:
        """Give the exact part of this set's hands that is in the other set too. Raises `NoHands`."""
        if not self._bits:
            raise NoHands
        return Fraction((self & other).hands, self.hands)

    # Points.

    @property
    def least_hcp(self) -> int:
        """The fewest HCP of any hand in the set. Raises `NoHands`."""
        return self._least(self._space.hcp_at_most())

    @property
    def most_hcp(self) -> int:
        """The most HCP of any hand in the set. Raises `NoHands`."""
        return self._most(self._space.hcp_at_most())

    @property
    def hcp(self) -> tuple[int, int]:
        """The fewest and the most HCP of any hand in the set. Raises `NoHands`."""
        return self.least_hcp, self.most_hcp

    @property
    def hcp_values(self) -> tuple[int, ...]:
        """The HCP that hands in the set have, rising. Raises `NoHands`."""
        return self._values(self._space.hcp_at_most())

    # Lengths.

    def least_length(self, suit: Suit) -> int:
        """Give the fewest cards that a hand in the set has in a suit. Raises `NoHands`."""
        return self._least(self._space.length_at_most(suit))

    def most_length(self, suit: Suit) -> int:
        """Give the most cards that a hand in the set has in a suit. Raises `NoHands`."""
        return self._most(self._space.length_at_most(suit))

    def lengths_of(self, suit: Suit) -> tuple[int, ...]:
        """Give the numbers of cards in a suit that hands in the set have, rising. Raises `NoHands`."""
        return self._values(self._space.length_at_most(suit))

    @property
    def lengths(self) -> dict[Suit, tuple[int, int]]:
        """The fewest and the most cards in each suit. Raises `NoHands`."""
        return {suit: (self.least_length(suit), self.most_length(suit)) for suit in SUITS}

    def _least(self, at_most: tuple[int, ...]) -> int:
        bits = self._bits
        if not bits:
            raise NoHands
        return bisect_left(at_most, True, key=lambda those: bits & those != 0)

    def _most(self, at_most: tuple[int, ...]) -> int:
        bits = self._bits
        if not bits:
            raise NoHands
        return bisect_left(at_most, True, key=lambda those: bits & those == bits)

    def _values(self, at_most: tuple[int, ...]) -> tuple[int, ...]:
        least, most, bits = self._least(at_most), self._most(at_most), self._bits
        between = (value for value in range(least + 1, most) if bits & (at_most[value] ^ at_most[value - 1]))
        return (least, *between, most) if least < most else (least,)

    # Shapes and pictures.

    def shapes(self) -> "HandSet":
        """Give all hands, of any honours, that have the suit lengths of some hand in this set."""
        present = np.zeros(len(VECTORS), dtype=np.bool_)
        present[self._space.vectors[self._space.chosen(self._bits)]] = True
        return shaped(present)

    def profile(self) -> tuple[tuple[int, ...], ...]:
        """Count the hands by points and worst feature, to draw the set.

        38 rows, for 0 to 37 HCP, of four exact counts: balanced (4333, 4432, 5332); neither balanced nor with
        a singleton or void (5422, 6322, 7222); with a singleton and no void; with a void.
        """
        chosen = self._space.chosen(self._bits)
        places = self._space.hcp[chosen] * np.int64(4) + _FEATURE[self._space.vectors[chosen]]
        counts = np.bincount(places, self._space.counts[chosen], (MOST_HCP + 1) * 4)
        return tuple(tuple(map(int, row)) for row in counts.reshape(-1, 4))

    # Examples.

    def examples(self, count: int = 1, seed: int = 0) -> tuple[Hand, ...]:
        """Give different hands of the set, `count` of them or all there are; the same for the same seed.

        The first has the most frequent lengths and points of the set; the others are drawn from all of its
        hands, each as likely as another.
        """
        count = min(count, self.hands)
        if count <= 0:
            return ()
        dice = random.Random(seed)
        cells = np.flatnonzero(self._space.chosen(self._bits))
        counts = self._space.counts[cells]
        found = {draw(self._space, int(cells[counts.argmax()]), dice): None}
        reached = np.cumsum(counts) if count > 1 else counts
        while len(found) < count:
            place = np.searchsorted(reached, dice.randrange(self.hands), side="right")
            found[draw(self._space, int(cells[place]), dice)] = None
        return tuple(found)


def all_of(sets: Iterable[HandSet]) -> HandSet:
    """Give the hands that are in every one of the sets; the space that all of them need is counted once."""
    first, *others = sets
    measures = {m for s in (first, *others) for m in s._space.measures}
    joint = space(tuple(sorted(measures)))
    bits = joint.lift(first._space, first._bits)
    for hands in others:
        bits &= joint.lift(hands._space, hands._bits)
    return HandSet(joint, bits)


_SHORTEST = LENGTHS.min(axis=1)
# 4333 4432 5332 have nothing shorter than two, at most one doubleton, and nothing longer than five.
_BALANCED = (_SHORTEST >= 2) & ((LENGTHS == 2).sum(axis=1) <= 1) & (LENGTHS.max(axis=1) <= 5)
_FEATURE = np.select([_SHORTEST == 0, _SHORTEST == 1, _BALANCED], [3, 2, 0], 1)


def shaped(vectors: Bools) -> HandSet:
    """Give the hands of the suit-length vectors chosen in an array of shape (560,), ordered as `VECTORS`."""
    base = space()
    return HandSet(base, to_bits(vectors[base.vectors]))


EVERY_HAND = HandSet(space(), space().every)
"""All hands of thirteen cards."""

NO_HAND = HandSet(space(), 0)
"""The empty set."""
