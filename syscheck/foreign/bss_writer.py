"""BBO Full Disclosure, written: a record for each call and place, its fields from the hands and attributes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from syscheck.card import Seat, Vulnerability, meaning_text, where_products
from syscheck.card.calls import Sequence as Calls
from syscheck.foreign.bss import DISPOSITIONS, MOST_CARDS_FIELD, SEATS, VULNERABILITIES
from syscheck.foreign.written import IN_CARD_LANGUAGE, Export, Exported, Written, agreements_written, common_losses
from syscheck.hands import SUITS
from syscheck.language import phrase
from syscheck.system import System

_SUIT = {suit.letter: suit for suit in SUITS}
_CALLS = {"X": "D", "XX": "R"}
_FIELD = {attribute: field for field, attribute in DISPOSITIONS.items()}

T = TypeVar("T")


def write(system: System) -> Exported:
    """The card as a Full Disclosure file, which says in its header's summary how its words are to be read."""
    title = " ".join(system.card.header.get("title", "").replace("{", "(").replace("}", ")").split())
    records = [f"*00{{{title}}}=NYYYYYY{IN_CARD_LANGUAGE}"]
    for agreement in agreements_written(system):
        records += _records(agreement)
    return Exported("\n".join(records) + "\n", tuple(common_losses(system)))


EXPORT = Export("bss", phrase("BBO Full Disclosure file"), write)


def _records(agreement: Written) -> Iterator[str]:
    text = " ".join(meaning_text(agreement.meaning).split())
    star = "*" if agreement.sequence[0].theirs else ""
    calls = auction_text(agreement.sequence)
    for seats, sides in where_products(agreement.places):
        for seat in fields_for(SEATS, seats, tuple(Seat)):
            for side in fields_for(VULNERABILITIES, sides, tuple(Vulnerability)):
                yield f"{star}{seat}{side}{calls}={_fields(agreement)}{text}"


def auction_text(sequence: Calls) -> str:
    """The calls of a sequence with every pass between them."""
    found = ""
    theirs = sequence[0].theirs
    for step in sequence:
        if step.theirs != theirs:
            found += "P"
            theirs = not theirs
        found += _CALLS.get(str(step.call), str(step.call))
        theirs = not theirs
    return found


def fields_for(table: Mapping[str, tuple[T, ...]], wanted: Sequence[T], everything: Sequence[T]) -> Iterator[str]:
    """The fields that together name these seats or vulnerabilities, each once, as few as there are."""
    left = set(wanted)
    for field, values in sorted(table.items(), key=lambda item: -len(item[1] or everything)):
        here = set(values or everything)
        if left and here <= left:
            yield field
            left -= here


def _fields(agreement: Written) -> str:
    call = agreement.sequence[-1].call
    artificial = "Y" if "ART" in agreement.attributes else "N"
    disposition = next((_FIELD[a] for a in _FIELD if a in agreement.attributes), "0")
    if call.suit is None:
        lengths = ""
    elif not agreement.hands.possible:
        lengths = "08"
    else:
        least, most = agreement.hands.possible.lengths[_SUIT[call.suit]]
        lengths = f"{min(least, MOST_CARDS_FIELD)}{min(most, MOST_CARDS_FIELD)}"
    return f"{artificial}YYYYYY{disposition}{lengths}"
