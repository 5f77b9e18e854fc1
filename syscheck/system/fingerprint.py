"""A fingerprint of a system's agreements: what the calls mean, not how the card is written."""

import hashlib
import json

from syscheck.card import Entry
from syscheck.card.calls import EVERYWHERE, sequence_text
from syscheck.card.model import Attribute, Convention, Unclear, walk
from syscheck.system.openings import Opening, System, entry_hands
from syscheck.system.parts import Hands


def fingerprint(system: System) -> str:
    """Sixteen hexadecimal digits that change when a call's hands, attributes or places do.

    Headers, notes, comments, the order and the spelling of entries do not count.
    """
    agreements = [
        *(_opening(o) for o in system.openings),
        *(_entry(e) for section in ("continuations", "defence") for e in system.sequences(section)),
        *sorted({f"{p.section} {(p.name or p.text).casefold()}" for p in system.card.phrases}),
    ]
    text = json.dumps(sorted(agreements), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _opening(opening: Opening) -> str:
    places = sorted(f"{seat:d}{side}" for seat, side in opening.places)
    alternatives = sorted(
        f"{_digest(a)} {sorted(a.written.attributes)} {sorted(a.written.conventions)}" for a in opening.alternatives
    )
    return f"opening {opening.call} {places} {alternatives} {_words(opening.entry)}"


def _entry(entry: Entry) -> str:
    where = EVERYWHERE if entry.where is None else entry.where.places
    places = sorted(f"{seat:d}{side}" for seat, side in where)
    hands = entry_hands(entry)
    digest = "" if hands is None else _digest(hands)
    leaves = [e for b in entry.meaning.branches for t in b.terms for e in walk(t)]
    names = sorted({e.name for e in leaves if isinstance(e, Attribute | Convention)})
    return f"{entry.section} {sequence_text(entry.sequence)} {places} {digest} {names} {_words(entry)}"


def _digest(hands: Hands) -> str:
    return f"{hands.certain.digest().hex()} {hands.possible.digest().hex()}"


def _words(entry: Entry) -> list[str]:
    """Words that nobody has read: different ones may be different agreements."""
    leaves = [e for b in entry.meaning.branches for t in b.terms for e in walk(t)]
    return sorted({e.words.casefold() for e in leaves if isinstance(e, Unclear)})
