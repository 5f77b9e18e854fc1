"""One hand of thirteen cards."""

import re
from typing import Self

from syscheck.hands.suits import RANKS, SUITS
from syscheck.values import dataclass

_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
_CONTROLS = {"A": 2, "K": 1}
_SHORTNESS_POINTS = {0: 3, 1: 2, 2: 1}


class BadHand(ValueError):
    """A text is not a hand; the message is one sentence for the player."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Thirteen cards.

    `suits` are four texts in the order clubs, diamonds, hearts, spades (index them with a `Suit`), each the
    ranks held from the highest to the lowest, T the ten: `("T95", "J82", "Q64", "AK53")`.
    """

    suits: tuple[str, str, str, str]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read spades.hearts.diamonds.clubs, such as `AK53.Q64.J82.T95`; a void is empty or `-`.

        Small letters, `10` for the ten and any order in a suit are understood. Raises `BadHand` for anything
        that is not thirteen different cards.
        """
        written = re.sub(r"\s", "", text).upper().replace("10", "T").split(".")
        if len(written) != 4:
            raise BadHand(
                f"{text!r} is not a hand: write its spades, hearts, diamonds and clubs in this order "
                "with dots between them, such as AK53.Q64.J82.T95."
            )
        suits = ["" if cards == "-" else cards for cards in reversed(written)]
        for suit, cards in zip(SUITS, suits, strict=True):
            for card in cards:
                if card not in RANKS:
                    raise BadHand(f"{text!r} is not a hand: {card!r} is not a card; the ranks are {RANKS}.")
                if cards.count(card) > 1:
                    raise BadHand(f"{text!r} is not a hand: it has the {suit.symbol}{card} more than once.")
        held = sum(map(len, suits))
        if held != 13:
            raise BadHand(f"{text!r} is not a hand: it has {held} cards, not 13.")
        clubs, diamonds, hearts, spades = ("".join(sorted(cards, key=RANKS.index)) for cards in suits)
        return cls((clubs, diamonds, hearts, spades))

    def __str__(self) -> str:
        """Write spades.hearts.diamonds.clubs, nothing for a void; `Hand.parse` reads it back."""
        return ".".join(reversed(self.suits))

    @property
    def spelled(self) -> str:
        """The hand as people write it: `♠AK53 ♥Q64 ♦J82 ♣T95`, a dash for a void."""
        return " ".join(f"{suit.symbol}{self.suits[suit] or '–'}" for suit in reversed(SUITS))

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """The number of clubs, diamonds, hearts and spades."""
        clubs, diamonds, hearts, spades = map(len, self.suits)
        return clubs, diamonds, hearts, spades

    @property
    def hcp(self) -> int:
        """High-card points: A=4 K=3 Q=2 J=1, from 0 to 37."""
        return sum(_POINTS.get(card, 0) for cards in self.suits for card in cards)

    @property
    def hfp(self) -> int:
        """HCP and 3 for each void, 2 for each singleton, 1 for each doubleton."""
        return self.hcp + sum(_SHORTNESS_POINTS.get(length, 0) for length in self.lengths)

    @property
    def controls(self) -> int:
        """Controls: A=2 K=1, from 0 to 12."""
        return sum(_CONTROLS.get(card, 0) for cards in self.suits for card in cards)

    @property
    def losers(self) -> int:
        """The losing trick count: of A K Q the missing ones in each suit, no more than the suit has cards."""
        return sum(card not in cards for cards in self.suits for card in "AKQ"[: len(cards)])

    @property
    def is_balanced(self) -> bool:
        """Whether the shape is 4333, 4432 or 5332."""
        return sorted(self.lengths) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])
