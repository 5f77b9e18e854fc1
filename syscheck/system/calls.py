"""Every call that a card describes, with its auction: openings, continuations, defence."""

from collections.abc import Iterator
from dataclasses import field
from functools import cached_property, lru_cache, reduce
from itertools import pairwise
from operator import or_

from syscheck.card import EVERYWHERE, Alternative, Call, Entry, Place, Seat, alternatives, meaning_text
from syscheck.card.calls import STRAINS, Sequence, Step, sequence_text
from syscheck.hands import Suit
from syscheck.language import Sentence
from syscheck.system.openings import Opening, System
from syscheck.system.parts import SUIT, AlternativeHands, Hands, Part
from syscheck.system.places import expanded
from syscheck.system.questions import questions_of
from syscheck.values import dataclass

PASSED_HAND = frozenset({Seat.THIRD, Seat.FOURTH})
"""When partner opens in these seats, responder has passed before."""


@dataclass(frozen=True, eq=False)
class CallOnCard:
    """A call where the card has it: an opening, or the last call of a sequence.

    `before` has for each earlier step what the card says of it; None for opponents' calls and calls not on the card.
    `opening` is the opening, where this call is one. `alternatives` are those that say something of the hand.
    """

    system: System = field(repr=False)
    sequence: Sequence
    entry: Entry
    places: frozenset[Place]
    alternatives: tuple[AlternativeHands, ...] = field(repr=False)
    before: tuple["CallOnCard | None", ...] = field(repr=False, default=())
    opening: Opening | None = field(repr=False, default=None)

    def __str__(self) -> str:
        return sequence_text(self.sequence)

    @property
    def call(self) -> Call:
        """The call that the meaning is about."""
        return self.sequence[-1].call

    @property
    def suit(self) -> Suit | None:
        """The suit bid."""
        return None if self.call.suit is None else SUIT[self.call.suit]

    @property
    def is_notrump(self) -> bool:
        """Whether it is a no-trump bid."""
        return self.call.strain == "N"

    @property
    def text(self) -> str:
        """The meaning in canonical spelling."""
        return meaning_text(self.entry.meaning)

    @cached_property
    def hands(self) -> Hands | None:
        """The hands that make the call; None where the card says nothing of the hand."""
        if self.opening is not None:
            return self.opening
        if not self.alternatives:
            return None
        return Hands(
            reduce(or_, (a.certain for a in self.alternatives)), reduce(or_, (a.possible for a in self.alternatives))
        )

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The finest alternatives of the meaning."""
        return tuple(dict.fromkeys(p for a in self.alternatives for p in a.parts))

    @cached_property
    def written(self) -> tuple[Alternative, ...]:
        """Every alternative as written, those without a word of the hand too."""
        return alternatives(self.entry.meaning)

    @cached_property
    def attributes(self) -> frozenset[str]:
        """The attributes that some alternative has."""
        return frozenset().union(*(a.attributes for a in self.written))

    @cached_property
    def conventions(self) -> tuple[str, ...]:
        """Catalogue names of the conventions that it is said to be."""
        return tuple(dict.fromkeys(name for a in self.written for name in a.conventions))

    @property
    def questions(self) -> tuple[Sentence, ...]:
        """What the card leaves open about the hands of this call."""
        return questions_of(str(self), self.alternatives)

    # The auction.

    @property
    def ours(self) -> tuple[Call, ...]:
        """Our calls up to this one: partner and player in turn."""
        return tuple(s.call for s in self.sequence if not s.theirs)

    @property
    def is_opening(self) -> bool:
        """Whether this call opens the bidding."""
        return self.entry.section == "openings"

    @property
    def is_response(self) -> bool:
        """Whether this is responder's first call, behind an opening bid of partner's."""
        return self.entry.section == "continuations" and len(self.ours) == 2 and self.ours[0].level > 0

    @property
    def is_first_call(self) -> bool:
        """Whether the player has not bid before in this auction."""
        return all(c.is_pass for c in self.ours[-3::-2])

    @property
    def by_passed_hand(self) -> bool:
        """Whether responder passed before partner opened: in every place that this is about."""
        return self.is_response and all(seat in PASSED_HAND for seat, _ in self.places)

    @property
    def partner(self) -> "CallOnCard | None":
        """Partner's last call, where the card describes it."""
        earlier = [b for s, b in zip(self.sequence[:-1], self.before, strict=True) if not s.theirs]
        return earlier[-1] if earlier else None

    @property
    def own_first(self) -> "CallOnCard | None":
        """This player's first call, where the card describes it."""
        earlier = [b for s, b in zip(self.sequence[:-1], self.before, strict=True) if not s.theirs]
        return earlier[len(earlier) % 2] if len(earlier) > 1 else None

    @property
    def last_bid(self) -> Step | None:
        """The last bid before this call."""
        return next((s for s in reversed(self.sequence[:-1]) if s.call.level), None)

    @property
    def level(self) -> int:
        """The level of the bid, or of the last bid where this is a pass or a double."""
        if self.call.level:
            return self.call.level
        return 0 if self.last_bid is None else self.last_bid.call.level

    @property
    def is_jump(self) -> bool:
        """Whether it is a bid at a higher level than its strain needs; an opening above the one level is one."""
        if not self.call.level:
            return False
        last = self.last_bid
        return self.call.level > (1 if last is None else cheapest(last.call, self.call.strain))

    @cached_property
    def siblings(self) -> tuple["CallOnCard", ...]:
        """The other calls that the card has in the same auction and some of the same places."""
        beside = _by_auction(self.system).get(self.sequence[:-1], ())
        return tuple(c for c in beside if c is not self and c.places & self.places)


def cheapest(last: Call, strain: str) -> int:
    """The lowest level at which a strain may be bid over a bid."""
    return last.level if STRAINS.index(strain) > STRAINS.index(last.strain) else last.level + 1


@lru_cache(maxsize=1)  # every clause looks at them; a card is judged by all clauses before the next
def calls_on_card(system: System) -> tuple[CallOnCard, ...]:
    """Every call of a card, in card order: openings, continuations, defence.

    A continuation stands once for each variant of the opening, and once for responders who have passed before.
    """
    calls = [CallOnCard(system, (Step(o.call),), o.entry, o.places, o.alternatives, (), o) for o in system.openings]
    known: dict[Sequence, list[CallOnCard]] = {}
    for call in calls:
        known.setdefault(call.sequence, []).append(call)
    for section in ("continuations", "defence"):
        calls += _calls_of(system, section, known)
    order = {id(e): n for n, e in enumerate(system.card.entries)}
    sections = {"openings": 0, "continuations": 1, "defence": 2}
    return tuple(sorted(calls, key=lambda c: (sections[c.entry.section], order[id(c.entry)])))


@lru_cache(maxsize=1)  # some regulations look at defence only, and need not wait for the rest
def defence_on_card(system: System) -> tuple[CallOnCard, ...]:
    """The calls of `defence`, in card order."""
    order = {id(e): n for n, e in enumerate(system.card.entries)}
    return tuple(sorted(_calls_of(system, "defence", {}), key=lambda c: order[id(c.entry)]))


def _calls_of(system: System, section: str, known: dict[Sequence, list[CallOnCard]]) -> Iterator[CallOnCard]:
    """The calls of a section; each is added to those that are known to stand before others."""
    where = system.places[section]
    for number, sequence in sorted(where, key=lambda key: len(key[1])):  # what stands before is known first
        for call in _calls(system, number, sequence, where[number, sequence], known):
            known.setdefault(sequence, []).append(call)
            yield call


@lru_cache(maxsize=1)
def _by_auction(system: System) -> dict[Sequence, tuple[CallOnCard, ...]]:
    found: dict[Sequence, list[CallOnCard]] = {}
    for call in calls_on_card(system):
        found.setdefault(call.sequence[:-1], []).append(call)
    return {before: tuple(calls) for before, calls in found.items()}


def _calls(
    system: System, number: int, sequence: Sequence, places: frozenset[Place], known: dict[Sequence, list[CallOnCard]]
) -> Iterator[CallOnCard]:
    """The calls of one sequence of an entry, one for each variant of what stands before it."""
    if not _rises(sequence):
        return
    entry = system.card.entries[number]
    says_hands = any(a.terms for a in alternatives(entry.meaning))
    found = system.alternatives_of(number)[expanded(entry.sequence).index(sequence)] if says_hands else ()
    if says_hands and not found:
        return  # a letter stands for a suit here that no hand fits
    for here in _variants(sequence, places, known):
        before = tuple(_known(sequence[: n + 1], here, known) for n in range(len(sequence) - 1))
        yield CallOnCard(system, sequence, entry, here, found, before)


def _rises(sequence: Sequence) -> bool:
    bids = [(s.call.level, STRAINS.index(s.call.strain)) for s in sequence if s.call.level]
    return all(a < b for a, b in pairwise(bids))


def _variants(
    sequence: Sequence, places: frozenset[Place], known: dict[Sequence, list[CallOnCard]]
) -> list[frozenset[Place]]:
    if sequence[0].theirs:
        return [places]
    openings = [c.places for c in known.get(sequence[:1], [])] or [EVERYWHERE]
    passed = frozenset(p for p in EVERYWHERE if p[0] in PASSED_HAND)
    groups = (places & opened & turn for opened in openings for turn in (EVERYWHERE - passed, passed))
    return [g for g in groups if g]


def _known(sequence: Sequence, places: frozenset[Place], known: dict[Sequence, list[CallOnCard]]) -> CallOnCard | None:
    if sequence[-1].theirs:
        return None
    return next((c for c in known.get(sequence, []) if c.places & places), None)
