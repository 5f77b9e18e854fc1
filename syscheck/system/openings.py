"""A card's openings as sets of hands, in each seat and vulnerability."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property, reduce
from itertools import product
from operator import or_
from typing import TypeVar, cast

from syscheck.card import (
    EVERYWHERE,
    Alternative,
    Call,
    Card,
    Entry,
    Fault,
    FaultyCard,
    Meaning,
    Place,
    alternatives,
    expression_text,
    meaning_text,
    read_card,
)
from syscheck.card.calls import LETTERS
from syscheck.card.model import Group, Span, walk
from syscheck.hands import EVERY_HAND, HandSet, Suit, TooFine
from syscheck.language import Sentence
from syscheck.system.parts import (
    MOST_PARTS,
    SUIT,
    AlternativeHands,
    Hands,
    Impossible,
    Letters,
    Part,
    alternative_hands,
)
from syscheck.system.places import Held, claimed, held
from syscheck.system.questions import questions_of
from syscheck.values import dataclass

PASS = Call(0, "P")
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, eq=False)
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
    def questions(self) -> tuple[Sentence, ...]:
        """What the card leaves open about this opening."""
        return questions_of(str(self.call), self.alternatives)


@dataclass(frozen=True, eq=False)
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


@dataclass(frozen=True, eq=False)
class System:
    """A card's openings, in card order, and the contexts in which they stand beside each other."""

    card: Card
    openings: tuple[Opening, ...]
    contexts: tuple[Context, ...] = field(repr=False)
    empty: tuple[tuple[Call, Entry], ...] = ()
    """Calls of an entry such as 2M that no hand fits in this suit, though one fits in another."""
    suits: "Mapping[int, Suits]" = field(default_factory=dict, repr=False)
    """The hands of every entry by its place in the card, for each sequence that it stands for."""
    places: Mapping[str, Held] = field(default_factory=dict, repr=False)
    """Where every entry holds, by section."""
    kept: dict[object, object] = field(default_factory=dict, repr=False)
    """What `once` has found."""

    def once(self, key: object, make: Callable[[], Found]) -> Found:
        """What `make` gives, asked once for this system and this key."""
        if key not in self.kept:
            self.kept[key] = make()
        return cast(Found, self.kept[key])

    @cached_property
    def overlaps(self) -> tuple[Overlap, ...]:
        """Pairs of openings that certainly claim the same hands, the most hands first."""
        found = [
            Overlap(a, b, a.places & b.places, both)
            for i, a in enumerate(self.openings)
            for b in self.openings[i + 1 :]
            if a.places & b.places and (both := a.certain & b.certain)
        ]
        return tuple(sorted(found, key=lambda o: (-o.hands.hands, o.first.number, o.second.number)))

    def with_openings(self, openings: Iterable[Opening]) -> "System":
        """The same card with other hands for its openings: a system that nobody has written, to ask *what if*."""
        numbered = tuple(replace(o, number=n) for n, o in enumerate(openings))
        return System(self.card, numbered, _contexts(numbered), suits=self.suits, places=self.places)

    def alternatives_of(self, number: int) -> tuple[tuple[AlternativeHands, ...], ...]:
        """The alternatives with hands of an entry by its place in the card, for each sequence it stands for."""
        return tuple(found for _, found in self.suits[number])

    def sequences(self, section: str) -> tuple[Entry, ...]:
        """The entries of `continuations` or `defence`."""
        return self.card.section(section)


def read_system(text: str) -> System:
    """The system of the card that `text` writes.

    Errors: `FaultyCard` with every fault of the text and of what it means.
    """
    try:
        card = read_card(text)
    except FaultyCard as error:
        raise FaultyCard([*error.faults, *faults_of_hands(error.partial)], error.partial) from None
    return build_system(card)


def faults_of_hands(partial: Card | None) -> tuple[Fault, ...]:
    """The faults of places and hands in what could be read of a faulty card (`FaultyCard.partial`)."""
    return () if partial is None else tuple(_built(partial)[1])


def build_system(card: Card, known: "KnownEntries | None" = None) -> System:
    """The system that a card describes; entries in `known` are not judged again, and new ones are added to it.

    With `known`, a card that speaks of too many honours and losers all in all is not refused here: whoever counts
    its hands meets `TooFine`.

    Errors: `FaultyCard` with every entry that no hand fits, that is too much, or that claims another's place.
    """
    system, faults = _built(card, known)
    if not faults and known is None:
        faults = _too_fine(system)
    if faults:
        raise FaultyCard(faults, card)
    return system


def _too_fine(system: System) -> list[Fault]:
    """The fault of a card that speaks of more honours and losers, all in all, than can be counted together."""
    try:
        for context in system.contexts:
            assert context.unopened is not None
        assert system.overlaps is not None
    except TooFine:
        refined = [e.span for e in system.card.section("openings") if e.meaning.branches]
        return [Fault.of("E305", refined[0])]
    return []


def _built(card: Card, known: "KnownEntries | None" = None) -> tuple[System, list[Fault]]:
    """The system of what is sound in a card, and the faults of the rest."""
    hands_of = judged if known is None else known.judged
    openings: list[Opening] = []
    empty: list[tuple[Call, Entry]] = []
    judged_entries: dict[int, Suits] = {}
    where, faults = held(card)
    claims = claimed(where)
    for number, entry in enumerate(card.entries):
        if not _is_sound(entry.meaning):
            continue
        suits, wrong = hands_of(entry)
        faults += wrong
        judged_entries[number] = suits
        if entry.section == "openings" and not wrong:
            for call, found in suits:
                places = claims.get((number, call), frozenset())
                if found and places:
                    openings.append(_opening(call, entry, places, found, len(openings)))
                elif places:
                    empty.append((call, entry))
    return System(card, tuple(openings), _contexts(tuple(openings)), tuple(empty), judged_entries, where), faults


def _is_sound(meaning: Meaning) -> bool:
    """Whether no part of a meaning was left out for a fault."""
    return bool(meaning.branches) and all(
        _is_sound(e.meaning) for b in meaning.branches for t in b.terms for e in walk(t) if isinstance(e, Group)
    )


def _opening(
    call: Call, entry: Entry, places: frozenset[Place], found: tuple[AlternativeHands, ...], number: int
) -> Opening:
    return Opening(
        reduce(or_, (a.certain for a in found)),
        reduce(or_, (a.possible for a in found)),
        call,
        entry,
        places,
        found,
        tuple(dict.fromkeys(p for a in found for p in a.parts)) if len(found) > 1 else found[0].parts,
        number,
    )


def entry_hands(entry: Entry) -> Hands | None:
    """The hands of a call in a sequence; None where the entry says nothing of the hand.

    Letters in the calls stand for the same suit in the meaning. Errors: `Impossible`.
    """
    suits, faults = judged(entry)
    if faults:
        raise Impossible(*faults)
    found = [a for _, alternatives_ in suits for a in alternatives_]
    if not found:
        return None
    return Hands(reduce(or_, (a.certain for a in found)), reduce(or_, (a.possible for a in found)))


Suits = list[tuple[Call, tuple[AlternativeHands, ...]]]
"""The calls that an entry stands for, each with the alternatives that some hand of it fits."""


class KnownEntries:
    """Entries that were judged before, to build many cards that share most of their entries.

    An entry is known by identity: equal entries may stand in different places of a text.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Entry, Suits, list[Fault]]] = {}

    def judged(self, entry: Entry) -> tuple["Suits", list[Fault]]:
        """The hands of an entry, and its faults."""
        found = self._known.get(id(entry))
        if found is None:
            # The entry is kept too, so that no other can take its identity.
            found = self._known[id(entry)] = (entry, *judged(entry))
        return found[1], found[2]


def judged(entry: Entry) -> tuple[Suits, list[Fault]]:
    """The hands of an entry for every choice of suits for the letters of its calls, and its faults.

    Of a letter one suit must work: an alternative that no hand fits is a fault where it is one in every suit.
    """
    written = alternatives(entry.meaning)
    if entry.section != "openings":
        written = tuple(a for a in written if a.terms)
    suits: Suits = []
    wrong: list[dict[tuple[str, Span], Fault]] = []
    for letters in _sequence_letters(entry):
        own = entry.call.letter
        call = Call(entry.call.level, letters[own]) if own else entry.call
        found, faults = judged_alternatives(entry.meaning, written, call, letters)
        suits.append((call, found))
        wrong.append({(f.code, f.span): f for f in faults})
    everywhere = set(wrong[0]).intersection(*wrong[1:])
    if not any(found for _, found in suits):
        everywhere = set(wrong[0])  # every suit fails, each with a fault of its own
    return suits, [f for key, f in wrong[0].items() if key in everywhere]


def judged_alternatives(
    meaning: Meaning, written: tuple[Alternative, ...], call: Call | None, letters: Letters
) -> tuple[tuple[AlternativeHands, ...], list[Fault]]:
    """The hands of a meaning's alternatives as a call, and the faults of those that no hand fits."""
    found: list[AlternativeHands] = []
    faults: list[Fault] = []
    known: dict[tuple[object, ...], AlternativeHands | None] = {}
    for alternative in written:
        key = (alternative.terms, alternative.conventions)
        if key in known:
            if (same := known[key]) is not None:
                found.append(replace(same, written=alternative))
            continue
        known[key] = None
        try:
            hands = alternative_hands(alternative, call, letters, alternative_text(alternative))
        except Impossible as error:
            faults += error.faults
        except TooFine:
            faults.append(Fault.of("E305", alternative.span))
        else:
            known[key] = hands
            found.append(hands)
        if len(known) > MOST_PARTS:
            break
    if sum(len(a.parts) for a in found) > MOST_PARTS and len({p for a in found for p in a.parts}) > MOST_PARTS:
        faults.append(Fault.of("E304", meaning.span))
    if len(written) == 1 and [f.code for f in faults] == ["E302"]:
        faults = [Fault.of("E301", faults[0].span, text=meaning_text(meaning), why=dict(faults[0].values)["why"])]
    return tuple(found), faults


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
    return tuple(Context(frozenset(places), tuple(openings[n] for n in here)) for here, places in groups.items())
