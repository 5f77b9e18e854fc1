"""The mathematics of bridge hands; nothing here knows of bidding.

A `HandSet` is an exact set of hands of thirteen cards out of all 635,013,559,600. Make sets with the
functions of strength (`hcp`, `hfp`, `rule_of`, `controls`, `losers`), length and shape (`length`, `pattern`,
`BALANCED`, …) and honours (`tops`, `holding`, `lacks`, `solid`), combine them with `& | - ^ ~`, and ask them
how many hands they have, with what points and lengths, and for examples:

    >>> strong_notrump = hcp(15, 17) & BALANCED
    >>> strong_notrump.hands, strong_notrump.lengths[Suit.HEARTS]
    (30897212184, (2, 5))
"""

from syscheck.hands.deals import BadHand, Hand
from syscheck.hands.grid import TooFine
from syscheck.hands.measures import (
    BALANCED,
    HAS_SINGLETON,
    HAS_VOID,
    ONE_SUITER,
    SEMIBALANCED,
    THREE_SUITER,
    TWO_SUITER,
    UNBALANCED,
    BadMeasure,
    Comparison,
    compare,
    controls,
    grouped,
    hcp,
    hfp,
    holding,
    lacks,
    length,
    losers,
    pattern,
    placed,
    rule_of,
    solid,
    some_suit_at_most,
    strongest,
    tops,
    two_suits,
    weakest,
)
from syscheck.hands.sets import EVERY_HAND, NO_HAND, HandSet, NoHands, all_of
from syscheck.hands.suits import ALL_HANDS, SUITS, Suit

__all__ = [
    "ALL_HANDS",
    "BALANCED",
    "EVERY_HAND",
    "HAS_SINGLETON",
    "HAS_VOID",
    "NO_HAND",
    "ONE_SUITER",
    "SEMIBALANCED",
    "SUITS",
    "THREE_SUITER",
    "TWO_SUITER",
    "UNBALANCED",
    "BadHand",
    "BadMeasure",
    "Comparison",
    "Hand",
    "HandSet",
    "NoHands",
    "Suit",
    "TooFine",
    "all_of",
    "compare",
    "controls",
    "grouped",
    "hcp",
    "hfp",
    "holding",
    "lacks",
    "length",
    "losers",
    "pattern",
    "placed",
    "rule_of",
    "solid",
    "some_suit_at_most",
    "strongest",
    "tops",
    "two_suits",
    "weakest",
]
