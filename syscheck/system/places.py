"""Which entry holds where: seats and vulnerabilities, and calls that stand for several."""

from collections.abc import Mapping
from itertools import product

from syscheck.card import Call, Card, Entry, Fault, Lines, Place, place_text
from syscheck.card.calls import EVERYWHERE, LETTERS, Sequence, Step, sequence_text
from syscheck.language import say

SECTIONS = ("openings", "continuations", "defence")

Held = Mapping[tuple[int, Sequence], frozenset[Place]]
"""Where an entry holds (its place in `Card.entries`), for each sequence that it stands for."""

Claims = dict[tuple[int, Call], frozenset[Place]]
"""Where an entry holds (its place in `Card.entries`), for each call that its last call stands for."""


def held(card: Card) -> tuple[dict[str, Held], list[Fault]]:
    """Where every entry holds, by section, and a fault for each that claims another's place or holds nowhere."""
    faults: list[Fault] = []
    lines = Lines(card.text)
    entries = {s: {n: e for n, e in enumerate(card.entries) if e.section == s} for s in SECTIONS}
    return {section: _held(here, lines, faults) for section, here in entries.items()}, faults


def claimed(places: Mapping[str, Held]) -> Claims:
    """Where every entry holds, for the calls themselves."""
    claims: Claims = {}
    for here in places.values():
        for (number, sequence), those in here.items():
            key = number, sequence[-1].call
            claims[key] = claims.get(key, frozenset()) | those
    return claims


def expanded(sequence: Sequence) -> tuple[Sequence, ...]:
    """The sequences it stands for: 3X is 3C 3D 3H 3S; the same letter is the same suit."""
    letters = sorted({s.call.letter for s in sequence if s.call.letter})
    found = []
    for suits in product(*(LETTERS[x] for x in letters)):
        suit = dict(zip(letters, suits, strict=True))
        found.append(
            tuple(Step(Call(s.call.level, suit[s.call.letter]), s.theirs) if s.call.letter else s for s in sequence)
        )
    return tuple(found)


def _held(entries: dict[int, Entry], lines: Lines, faults: list[Fault]) -> Held:
    """The places of each sequence's entries: its own entries first, then those with letters (3X, 2M, 3m)
    where they leave a place open; of each kind those with brackets first."""
    stands_for = {n: expanded(e.sequence) for n, e in entries.items()}
    taken: dict[Sequence, dict[Place, int]] = {}
    held: dict[tuple[int, Sequence], set[Place]] = {}
    clashing: dict[tuple[int, int], tuple[Sequence, set[Place]]] = {}
    for lettered, bracketed in product((False, True), (True, False)):
        turn = {
            n: entry
            for n, entry in entries.items()
            if (len(stands_for[n]) > 1) == lettered and (entry.where is not None) == bracketed
        }
        before = {s: frozenset(taken.get(s, ())) for n in turn for s in stands_for[n]}
        for number, entry in turn.items():
            wanted = EVERYWHERE if entry.where is None else entry.where.places
            for sequence in stands_for[number]:
                here = taken.setdefault(sequence, {})
                for place in wanted - before[sequence]:
                    other = here.setdefault(place, number)
                    if other == number:
                        held.setdefault((number, sequence), set()).add(place)
                    else:
                        clashing.setdefault((other, number), (sequence, set()))[1].add(place)
    for (other, number), (sequence, places) in clashing.items():
        where = place_text(frozenset(places)) or say("everywhere")
        line = lines.place(entries[other].span[0])[0]
        faults.append(Fault.of("E139", entries[number].span, call=sequence_text(sequence), place=where, line=line))
    settled = {n for n, _ in held} | {n for pair in clashing for n in pair}
    faults += [
        Fault.of("E144", entry.span, call=sequence_text(entry.sequence))
        for n, entry in entries.items()
        if n not in settled and (entry.where is None or entry.where.places)
    ]
    return {key: frozenset(places) for key, places in held.items()}
