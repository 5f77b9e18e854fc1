"""What a system's calls and sequences mean in each place: the same for every layout and spelling.

Two cards with the same agreements may be written quite differently: in another order, with letters or without,
with a name of [define] or with what it stands for. Headers, comments and notes are no agreements.
"""

from collections.abc import Iterator
from dataclasses import field
from functools import reduce
from operator import or_

from syscheck.card import Entry, Place, alternatives
from syscheck.card.calls import Sequence, Step
from syscheck.card.model import Alternative, Strength, Unclear, Vague, walk
from syscheck.card.writer import expression_text, meaning_text
from syscheck.hands import NO_HAND, HandSet
from syscheck.system.openings import System
from syscheck.system.parts import AlternativeHands, Hands
from syscheck.system.places import SECTIONS, expanded
from syscheck.values import dataclass

Said = tuple[frozenset[str], HandSet | None, HandSet | None]
"""Attributes and conventions, and the hands that they go with, certain and possible; None: no hands are named."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What one call or sequence means: equal to another however both are written."""

    said: frozenset[Said]
    words: frozenset[str]
    """Words that are not read as hands (`unclear`, `strong`, tricks): other words may be another agreement."""
    entry: Entry = field(compare=False, repr=False)

    @property
    def text(self) -> str:
        """The meaning as the card has it, in canonical spelling."""
        return meaning_text(self.entry.meaning)

    @property
    def hands(self) -> Hands:
        """All the hands of the call, empty sets where it names none."""
        return Hands(
            reduce(or_, (c for _, c, _ in self.said if c is not None), NO_HAND),
            reduce(or_, (p for _, _, p in self.said if p is not None), NO_HAND),
        )

    @property
    def remarks(self) -> frozenset[str]:
        """Attributes and conventions of any of its alternatives."""
        return frozenset().union(*(names for names, _, _ in self.said))


Agreements = dict[tuple[str, Sequence], dict[Place, Agreement]]
"""By section and sequence (each suit of 3X by itself), in card order: the agreement of each place."""


def agreements(system: System) -> Agreements:
    """Every opening, continuation and defensive call of a system, place by place."""
    found: Agreements = {}
    for opening in system.openings:
        here = found.setdefault(("openings", (Step(opening.call),)), {})
        here.update(dict.fromkeys(opening.places, _agreement(opening.entry, opening.alternatives)))
    for section in SECTIONS[1:]:
        for sequence, places, agreement in _sequences(system, section):
            found.setdefault((section, sequence), {}).update(dict.fromkeys(places, agreement))
    return found


def _sequences(system: System, section: str) -> Iterator[tuple[Sequence, frozenset[Place], Agreement]]:
    where = system.places[section]
    for number, entry in enumerate(system.card.entries):
        if entry.section != section:
            continue
        for sequence, judged in zip(expanded(entry.sequence), system.alternatives_of(number), strict=True):
            if places := where.get((number, sequence)):
                yield sequence, places, _agreement(entry, judged)


def _agreement(entry: Entry, judged: tuple[AlternativeHands, ...]) -> Agreement:
    hands: dict[frozenset[str], tuple[HandSet, HandSet]] = {}
    for alternative in judged:
        names = _names(alternative.written)
        certain, possible = hands.get(names, (NO_HAND, NO_HAND))
        hands[names] = (certain | alternative.certain, possible | alternative.possible)
    written = alternatives(entry.meaning)
    silent = {_names(a) for a in written if not a.terms} - hands.keys() if entry.section != "openings" else set()
    said: set[Said] = {(names, certain, possible) for names, (certain, possible) in hands.items()}
    said |= {(names, None, None) for names in silent}
    return Agreement(frozenset(said), frozenset(_open_words(written)), entry)


def _names(written: Alternative) -> frozenset[str]:
    return written.attributes | frozenset(written.conventions)


def _open_words(written: tuple[Alternative, ...]) -> Iterator[str]:
    for leaf in (leaf for a in written for term in a.terms for leaf in walk(term)):
        match leaf:
            case Unclear(words=words):
                yield words.casefold()
            case Vague() | Strength(unit="tricks"):
                yield expression_text(leaf)
