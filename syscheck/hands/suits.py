"""The four suits, the cards in them, and the number of hands there are."""

from enum import IntEnum

RANKS = "AKQJT98765432"
"""The thirteen ranks, highest first."""

HONOURS = "AKQJT"
"""The honours, highest first; a set of them is a number of five bits, the ace its lowest (A=1 K=2 … T=16)."""

SMALL_CARDS = "98765432"

ALL_HANDS = 635_013_559_600
"""How many different hands of 13 cards there are: 52! / (13! 39!)."""


class Suit(IntEnum):
    """A suit, by bridge rank from clubs (0) to spades (3)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """One of C, D, H, S."""
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        """One of ♣, ♦, ♥, ♠."""
        return "♣♦♥♠"[self]


SUITS = tuple(Suit)
"""Clubs, diamonds, hearts, spades."""


def honours_in(cards: str) -> int:
    """Give the honours among some cards of one suit as a number of five bits, the ace the lowest."""
    return sum(1 << place for place, honour in enumerate(HONOURS) if honour in cards)
