"""Reading and writing cards: what a pair writes, as data, and what is wrong with it.

`read_card` gives a `Card` or every fault of it; `card_text` writes its canonical layout.
"""

from syscheck.card.calls import (
    EVERYWHERE,
    Call,
    Place,
    Seat,
    Sequence,
    Step,
    Vulnerability,
    parse_call,
    where_products,
)
from syscheck.card.faults import CODES, Code, Fault, FaultyCard, Lines, did_you_mean, nearest
from syscheck.card.layout import card_text, with_header
from syscheck.card.model import Alternative, Card, Entry, Meaning, alternatives
from syscheck.card.reader import place_text, read_bytes, read_card, read_meaning
from syscheck.card.words import CatalogueEntry, catalogue, words_of
from syscheck.card.writer import expression_text, meaning_text

__all__ = [
    "CODES",
    "EVERYWHERE",
    "Alternative",
    "Call",
    "Card",
    "CatalogueEntry",
    "Code",
    "Entry",
    "Fault",
    "FaultyCard",
    "Lines",
    "Meaning",
    "Place",
    "Seat",
    "Sequence",
    "Step",
    "Vulnerability",
    "alternatives",
    "card_text",
    "catalogue",
    "did_you_mean",
    "expression_text",
    "meaning_text",
    "nearest",
    "parse_call",
    "place_text",
    "read_bytes",
    "read_card",
    "read_meaning",
    "where_products",
    "with_header",
    "words_of",
]
