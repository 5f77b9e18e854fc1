"""BML, written: a table of openings for each seat and vulnerability, and a table of answers for each history."""

import re
from collections.abc import Iterator

from syscheck.card import Place, Seat, Vulnerability, meaning_text, read_meaning, where_products
from syscheck.card.calls import EVERYWHERE, STRAINS
from syscheck.card.calls import Sequence as Calls
from syscheck.card.faults import FaultyCard
from syscheck.card.model import Meaning
from syscheck.foreign.bml import SEATS, VULNERABILITIES
from syscheck.foreign.bss_writer import fields_for
from syscheck.foreign.written import IN_CARD_LANGUAGE, Export, Exported, Written, agreements_written, common_losses
from syscheck.language import phrase
from syscheck.system import System

_CALLS = {"X": "D", "XX": "R"}
_SUIT = re.compile(r"(?<=[0-9+\-/!)])([CDHS])(?![\w+])")


def write(system: System) -> Exported:
    """The card as a BML file."""
    tables: dict[tuple[str, str, Calls], list[Written]] = {}
    for agreement in agreements_written(system):
        for seat, side in _instructions(agreement.places):
            tables.setdefault((seat, side, agreement.sequence[:-1]), []).append(agreement)
    title = " ".join(system.card.header.get("title", "").split())
    blocks = [f"#+TITLE: {title}"] if title else []
    blocks.append(f"#+DESCRIPTION: {IN_CARD_LANGUAGE}")
    here = ("0", "00")
    order = sorted(tables, key=lambda key: (key[:2] != here, key[0], key[1], len(key[2]) > 0))
    for seat, side, history in order:
        if seat != here[0]:
            blocks.append(f"#SEAT {seat}")
        if side != here[1]:
            blocks.append(f"#VUL {side}")
        here = (seat, side)
        blocks.append("\n".join(_table(history, tables[seat, side, history])))
    return Exported("\n\n".join(blocks) + "\n", tuple(common_losses(system)))


EXPORT = Export("bml", phrase("BML file"), write)


def _instructions(places: frozenset[Place]) -> Iterator[tuple[str, str]]:
    """What #SEAT and #VUL say of these places."""
    if places == EVERYWHERE:
        yield "0", "00"
        return
    for seats, sides in where_products(places):
        for seat in fields_for(SEATS, seats, tuple(Seat)):
            for side in fields_for(VULNERABILITIES, sides, tuple(Vulnerability)):
                yield seat, side


def _table(history: Calls, agreements: list[Written]) -> Iterator[str]:
    """The rows of a table; openings in the order of the bidding."""
    if history:
        yield history_text(history) + "-"
    else:
        agreements = sorted(agreements, key=lambda a: _height(a.sequence))
    rows = [(_call(str(a.sequence[-1].call), theirs=False), meaning_words(a.meaning)) for a in agreements]
    if not history and not rows[0][0][0].isdigit():
        yield "#BIDTABLE"
    wide = max(len(call) for call, _ in rows)
    for call, words in rows:
        yield f"{call:<{wide}} = {words}"


def history_text(sequence: Calls) -> str:
    """Calls as BML joins them: `1N-2C`, `(1N)-D`; it puts the passes in by itself."""
    return "-".join(_call(str(step.call), theirs=step.theirs) for step in sequence)


def meaning_words(meaning: Meaning) -> str:
    """A meaning in the words of the card language, with the signs of suits that BML shows as symbols."""
    text = " ".join(meaning_text(meaning).split())
    marked = _SUIT.sub(lambda m: f"!{m[1].lower()}", text)
    try:
        return marked if read_meaning(marked) == meaning else text
    except FaultyCard:
        return text


def _call(call: str, *, theirs: bool) -> str:
    spoken = _CALLS.get(call, call)
    return f"({spoken})" if theirs else spoken


def _height(sequence: Calls) -> tuple[int, int]:
    call = sequence[-1].call
    return call.level, STRAINS.index(call.strain) if call.level else 0
