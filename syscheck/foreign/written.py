"""A card's agreements as another format wants them: a call each, in suits, without names and notes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from syscheck.card import Entry, Fault, Meaning, Place, alternatives
from syscheck.card.calls import Sequence, sequence_text
from syscheck.card.model import And, Branch, Expression, Group, Node, Note, walk
from syscheck.foreign.source import Source
from syscheck.language import Sentence, count, phrase, say
from syscheck.system import Hands, System, agreements

IN_CARD_LANGUAGE = "Written by syscheck; meanings are in its card language."
"""What a file says of itself, so that its words are read back exactly. In English in every language: a mark."""

OTHER = {"H": "S", "S": "H", "C": "D", "D": "C"}
SUIT_FIELDS = frozenset({"suit", "suits", "first", "second"})

LOST_HEADERS = phrase("lost: the headers {names}")
LOST_SECTION = phrase("lost: the section [{name}]")
LOST_NOTE = phrase("lost: the note “{note}” of {call}")


@dataclass(frozen=True, slots=True)
class Exported:
    """A card in another format."""

    text: str
    losses: tuple[Sentence, ...] = ()
    """What of the card the format cannot hold."""


@dataclass(frozen=True, slots=True)
class Export:
    """A format that is written."""

    name: str
    """As `--to` has it."""
    title: str
    write: Callable[[System], Exported] | None = None
    """Writes a card."""
    fill: Callable[[Source], Exported | tuple[Fault, ...]] | None = None
    """Fills in a file of the format, in place of `write`; its losses are what was left open."""


@dataclass(frozen=True, slots=True)
class Written:
    """An agreement for one call, in the places where it holds."""

    sequence: Sequence
    places: frozenset[Place]
    meaning: Meaning
    """Without letters of the call, names of [define] and notes."""
    hands: Hands
    attributes: frozenset[str]
    """Those that every alternative has."""


def agreements_written(system: System) -> Iterator[Written]:
    """Every agreement of a card, in its order; each suit of a call with a letter by itself."""
    for (_, sequence), places in agreements(system).items():
        entries: dict[int, tuple[Entry, Hands, set[Place]]] = {}
        for place, agreement in places.items():
            entries.setdefault(id(agreement.entry), (agreement.entry, agreement.hands, set()))[2].add(place)
        for entry, hands, here in entries.values():
            written = alternatives(entry.meaning)
            attributes = frozenset.intersection(*(a.attributes for a in written)) if written else frozenset()
            meaning = without_notes(with_suits(entry.meaning, suits_bid(entry.sequence, sequence)))
            yield Written(sequence, frozenset(here), meaning, hands, attributes)


def common_losses(system: System, kept_headers: frozenset[str] = frozenset({"title"})) -> Iterator[Sentence]:
    """What no format of calls can hold: other headers, lists of phrases, notes."""
    card = system.card
    names = [h.key for h in card.headers if h.key not in kept_headers]
    if names:
        yield say(LOST_HEADERS, names=tuple(names))
    for section in ("conventions", "leads", "signals"):
        if card.phrases_of(section):
            yield say(LOST_SECTION, name=section)
    for entry in card.entries:
        for note in _notes(entry.meaning):
            yield say(LOST_NOTE, note=note.text, call=sequence_text(entry.sequence))


def _notes(meaning: Meaning) -> Iterator[Note]:
    for branch in meaning.branches:
        for term in branch.terms:
            yield from (leaf for leaf in walk(term) if isinstance(leaf, Note))


def suits_bid(written: Sequence, sequence: Sequence) -> dict[str, str]:
    """What the letters of a call stand for in one of its sequences: `{"M": "H", "oM": "S"}` for 2H of 2M."""
    found: dict[str, str] = {}
    for step, suit in zip(written, sequence, strict=True):
        letter = step.call.letter
        if letter is not None:
            found[letter] = suit.call.strain
            if letter != "X":
                found[f"o{letter}"] = OTHER[suit.call.strain]
    return found


def with_suits(node: Any, means: dict[str, str]) -> Any:
    """A piece of a meaning with suits for letters, and with what names of [define] stand for in parentheses."""
    if isinstance(node, tuple):
        return tuple(with_suits(n, means) for n in node)
    if not isinstance(node, Node):
        return node
    changed: dict[str, Any] = {}
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name in SUIT_FIELDS and value is not None:
            changed[field.name] = (
                tuple(means.get(s, s) for s in value) if isinstance(value, tuple) else means.get(value, value)
            )
        elif isinstance(value, Node | tuple) and field.name != "span":
            changed[field.name] = with_suits(value, means)
    if isinstance(node, Group):
        changed["name"] = None
    return replace(node, **changed)


def without_notes(meaning: Meaning) -> Meaning:
    """A meaning without its notes."""
    branches = []
    for branch in meaning.branches:
        terms = tuple(t for t in map(_unnoted, branch.terms) if t is not None)
        branches.append(Branch(terms, any_of=branch.any_of))
    return Meaning(tuple(branches))


def _unnoted(expression: Expression) -> Expression | None:
    """An expression without the notes directly in it; None where nothing is left."""
    match expression:
        case Note():
            return None
        case Group(meaning=meaning):
            return replace(expression, meaning=without_notes(meaning))
        case And(terms=terms):
            left = tuple(t for t in map(_unnoted, terms) if t is not None)
            return None if not left else left[0] if len(left) == 1 else And(left)
        case _:
            return expression


def counted_losses(records: int) -> Sentence:
    """How many records were written."""
    return count("{n} record written", "{n} records written", records)
