"""A card's openings as sets of hands, in each seat and vulnerability."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import product
from operator import or_

from syscheck.card import (
    EVERYWHERE,
    Alternative,
    Call,
    Card,
    Entry,
    Fault,
    FaultyCard,
    Lines,
    Place,
    alternatives,
    expression_text,
    meaning_text,
    place_text,
)
from syscheck.card.calls import LETTERS
from syscheck.hands import EVERY_HAND, NO_HAND, HandSet, Suit, TooFine
from syscheck.system.parts import SUIT, AlternativeHands, Hands, Impossible, Letters, Part, alternative_hands
from syscheck.system.questions import questions_of

PASS = Call(0, "P")


@dataclass(frozen=True, slots=True)
class Opening(Hands):
    """An opening call with the hands that certainly make it and those that may.

    `places` is where the entry holds; `written` is the call as the card has it (`3X`).
    """

    call: Call
    entry: Entry
    places: frozenset[Place]
    alternatives: tuple[AlternativeHands, ...]
    parts: tuple[Part, ...]
    number: int
    """Its place among the openings of the card, from 0."""

    @property
    def written(self) -> str:
        """The call as the card writes it."""
        return str(self.entry.call)

    @property
    def suit(self) -> Suit | None:
        """The suit bid."""
        return None if self.call.suit is None else SUIT[self.call.suit]

    @property
    def text(self) -> str:
        """The meaning in canonical spelling."""
        return meaning_text(self.entry.meaning)

    @property
    def attributes(self) -> frozenset[str]:
        """The attributes that every alternative has: an opening is game-forcing when all of it is."""
        return frozenset.intersection(*(a.written.attributes for a in self.alternatives))

    @property
    def questions(self) -> tuple[str, ...]:
        """What the card leaves open about this opening."""
        return questions_of(str(self.call), self.alternatives)


@dataclass(frozen=True)
class Context:
    """Places where the card plays the same openings."""

    places: frozenset[Place]
    openings: tuple[Opening, ...]

    def opening(self, call: Call) -> Opening | None:
        """The opening of this call here."""
        return next((o for o in self.openings if o.call == call), None)

    @property
    def pass_(self) -> Opening | None:
        """Pass, where the card mentions it."""
        return self.opening(PASS)

    @cached_property
    def unopened(self) -> Hands:
        """The hands that no entry claims: certainly so (no opening may have them), and possibly."""
        # Sets of points and lengths first: what is left of them stays on the base grid, and a set that
        # speaks of honours refines it only once.
        return Hands(
            _without(o.possible for o in self.openings),
            _without(o.certain for o in self.openings),
        )


def _without(sets: Iterable[HandSet]) -> HandSet:
    return reduce(lambda rest, hands: rest - hands, sets, EVERY_HAND)


@dataclass(frozen=True, slots=True)
class Overlap:
    """Hands that two openings claim, and where."""

    first: Opening
    second: Opening
    places: frozenset[Place]
    hands: HandSet


@dataclass(frozen=True)
class System:
    """A card's openings, in card order, and the contexts in which they stand beside each other."""

    card: Card
    openings: tuple[Opening, ...]
    contexts: tuple[Context, ...] = field(repr=False)

    @property
    def overlaps(self) -> tuple[Overlap, ...]:
        """Pairs of openings that certainly claim the same hands, the most hands first."""
        found = [
            Overlap(a, b, a.places & b.places, both)
            for i, a in enumerate(self.openings)
            for b in self.openings[i + 1 :]
            if a.places & b.places and (both := a.certain & b.certain)
        ]
        return tuple(sorted(found, key=lambda o: (-o.hands.hands, o.first.number, o.second.number)))

    def sequences(self, section: str) -> tuple[Entry, ...]:
        """The entries of `continuations` or `defence`."""
        return self.card.section(section)


def build_system(card: Card) -> System:
    """The system that a card describes.

    Errors: `FaultyCard` with every entry that no hand fits, that is too much, or that claims another's place.
    """
    faults: list[Fault] = []
    found: list[Opening] = []
    for call, entry, places in _placed(card, faults):
        try:
            found.append(_opening(call, entry, places, len(found)))
        except Impossible as error:
            faults.append(error.fault)
        except TooFine:
            faults.append(Fault.of("E305", entry.span))
    for entry in (*card.section("continuations"), *card.section("defence")):
        try:
            entry_hands(entry)
        except Impossible as error:
            faults.append(error.fault)
        except TooFine:
            faults.append(Fault.of("E305", entry.span))
    if faults:
        raise FaultyCard(faults)
    openings = tuple(found)
    return System(card, openings, _contexts(openings))


def _opening(call: Call, entry: Entry, places: frozenset[Place], number: int) -> Opening:
    letters: Letters = {entry.call.letter: call.strain} if entry.call.letter else {}
    written = alternatives(entry.meaning)
    try:
        found = tuple(alternative_hands(a, call, letters, alternative_text(a)) for a in written)
    except Impossible as error:
        fault = error.fault
        if fault.code == "E302" and len(written) == 1:
            raise Impossible(
                Fault.of("E301", fault.span, text=meaning_text(entry.meaning), why=fault.hint)
            ) from None
        raise
    parts = tuple(dict.fromkeys(p for a in found for p in a.parts))
    return Opening(
        reduce(or_, (a.certain for a in found), NO_HAND),
        reduce(or_, (a.possible for a in found), NO_HAND),
        call,
        entry,
        places,
        found,
        parts,
        number,
    )


def entry_hands(entry: Entry) -> Hands | None:
    """The hands of a call in a sequence; None where the entry says nothing of the hand.

    Letters in the calls stand for the same suit in the meaning. Errors: `Impossible`.
    """
    found: list[AlternativeHands] = []
    written = [a for a in alternatives(entry.meaning) if a.terms]
    for letters in _sequence_letters(entry):
        [call] = entry.call.expanded() if not entry.call.letter else (Call(entry.call.level, letters[entry.call.letter]),)
        found += [alternative_hands(a, call, letters, alternative_text(a)) for a in written]
    if not found:
        return None
    return Hands(reduce(or_, (a.certain for a in found)), reduce(or_, (a.possible for a in found)))


def _sequence_letters(entry: Entry) -> Iterator[Letters]:
    """Every choice of suits for the letters among the calls of a sequence."""
    letters = sorted({s.call.letter for s in entry.sequence if s.call.letter})
    for suits in product(*(LETTERS[x] for x in letters)):
        yield dict(zip(letters, suits, strict=True))


def alternative_text(alternative: Alternative) -> str:
    """The text of an alternative, without the remarks that belong to its whole branch."""
    return ", ".join(map(expression_text, alternative.terms or alternative.remarks))


def _contexts(openings: tuple[Opening, ...]) -> tuple[Context, ...]:
    groups: dict[tuple[int, ...], set[Place]] = {}
    for place in sorted(EVERYWHERE):
        here = tuple(o.number for o in openings if place in o.places)
        groups.setdefault(here, set()).add(place)
    return tuple(
        Context(frozenset(places), tuple(openings[n] for n in here)) for here, places in groups.items()
    )


# ---- who claims which place ---------------------------------------------------------------------------------


def _placed(card: Card, faults: list[Fault]) -> list[tuple[Call, Entry, frozenset[Place]]]:
    """Each call with its entry and places: a call's own entries first, then 3X, 2M, 3m where they leave
    a place open; of each kind those with brackets first."""
    entries = card.section("openings")
    claims: dict[Call, dict[Place, Entry]] = {}
    held: dict[int, set[tuple[Call, Place]]] = {id(e): set() for e in entries}
    lines = Lines(card.text)
    reported: set[tuple[int, int]] = set()
    for collective in (False, True):
        settled = {call: dict(taken) for call, taken in claims.items()}
        for bracketed in (True, False):
            before = {call: dict(taken) for call, taken in claims.items()}
            for entry in entries:
                if (entry.call.letter is not None) != collective or (entry.where is not None) != bracketed:
                    continue
                wanted = EVERYWHERE if entry.where is None else entry.where.places
                for call in entry.call.expanded():
                    taken = claims.setdefault(call, {})
                    yields = before.get(call, {}) if not bracketed else settled.get(call, {})
                    for place in sorted(wanted):
                        if place in yields:
                            continue
                        other = taken.setdefault(place, entry)
                        if other is entry:
                            held[id(entry)].add((call, place))
                        elif (id(other), id(entry)) not in reported:
                            reported.add((id(other), id(entry)))
                            both = wanted & (EVERYWHERE if other.where is None else other.where.places)
                            line = lines.place(other.span[0])[0]
                            where = place_text(both) or "everywhere"
                            faults.append(Fault.of("E139", entry.span, call=call, place=where, line=line))
    placed = []
    for entry in entries:
        if not held[id(entry)] and not any(id(entry) in pair for pair in reported):
            faults.append(Fault.of("E144", entry.span, call=entry.call))
        for call in entry.call.expanded():
            places = frozenset(p for c, p in held[id(entry)] if c == call)
            if places:
                placed.append((call, entry, places))
    return placed
