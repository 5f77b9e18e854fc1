"""The dots of an opening (2.3, 2.5): its parts, its ceiling, and what the card leaves open."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product

from syscheck.card import Place, Seat
from syscheck.hands import UNBALANCED, Suit, hcp, length
from syscheck.language import Sentence
from syscheck.regulations.clauses import Law, has_any, has_only
from syscheck.regulations.se_2012.naturalness import (
    is_natural,
    is_natural_notrump,
    is_strong,
    shows_another,
    strong_hands,
    unnatural_shows_suit,
    weaker_hands,
)
from syscheck.system import Opening, System
from syscheck.values import dataclass

HIGHEST = 3  # 3N and everything above is not regulated
COUNTED_SEATS = (Seat.FIRST, Seat.SECOND, Seat.THIRD)


@dataclass(frozen=True, slots=True)
class Part:
    """Dots, or the ceiling, that one rule gives."""

    rule: str
    dots: int
    number: str = ""
    """The name of the number that gives the dots."""


@dataclass(frozen=True, slots=True)
class Count:
    """The dots of one opening under one answer to everything the card leaves open."""

    dots: int
    parts: tuple[Part, ...] = ()
    ceiling: Part | None = None
    kinds: frozenset[str] = frozenset()
    """The kinds of bids it is: the names of the numbers of its parts and of every ceiling that applies."""


@dataclass(frozen=True, slots=True)
class Features:
    """What the dots look at; None where the card leaves it open.

    `fewest` are the values that the fewest cards in the suit bid may take.
    """

    opening: Opening
    natural: bool | None
    strong: bool | None
    fewest: tuple[int, ...]
    unbalanced: bool | None
    weak: bool | None
    suit_pointer: bool | None
    unnatural_shows_suit: bool
    """A no-trump bid that is not natural, if it is not, for showing a suit: then it is a suit pointer."""
    balanced_pointer: bool | None
    strong_or_natural: bool | None
    strong_or_suit: bool | None

    @property
    def exempt(self) -> bool | None:
        """Whether it gets no dots because it is natural or strong."""
        if self.natural or self.strong:
            return True
        return None if self.natural is None or self.strong is None else False


@dataclass(frozen=True, slots=True)
class OpeningDots:
    """The dots of one opening: from `least` to `most`, the same unless the card leaves them open.

    `behind` are partner's Passes that may be strong, where the opening is made behind such Passes alone.
    """

    features: Features
    counts: tuple[Count, ...]
    behind: tuple[Opening, ...] = ()

    @property
    def least(self) -> int:
        """The fewest dots it may have."""
        return min(c.dots for c in self.counts)

    @property
    def most(self) -> int:
        """The most dots it may have."""
        return max(c.dots for c in self.counts)

    @property
    def worst(self) -> Count:
        """The count with the most dots."""
        return max(self.counts, key=lambda c: c.dots)

    @property
    def questions(self) -> tuple[Sentence, ...]:
        """What the card leaves open about the opening, and about the Passes before it."""
        return tuple(dict.fromkeys(q for o in (self.features.opening, *self.behind) for q in o.questions))


@dataclass(frozen=True, slots=True)
class CallDots:
    """The dots of a call: those of its worst variant over the counted places."""

    call: str
    variant: OpeningDots
    least: int
    most: int
    variants: tuple[OpeningDots, ...] = ()

    @property
    def kinds(self) -> tuple[frozenset[str], frozenset[str]]:
        """The kinds of bids that it certainly is, in one of its variants, and those that it is or may be."""
        sure = (frozenset.intersection(*(c.kinds for c in v.counts)) for v in self.variants)
        return frozenset().union(*sure), frozenset(k for v in self.variants for c in v.counts for k in c.kinds)

    @property
    def dots(self) -> int | None:
        """The dots, None where the card leaves them open."""
        return self.most if self.least == self.most else None


def is_regulated(opening: Opening) -> bool:
    """Whether a call is one of 1C to 3S."""
    call = opening.call
    return 1 <= call.level < HIGHEST or (call.level == HIGHEST and call.suit is not None)


@lru_cache(maxsize=1)  # every clause looks at them; a card is judged by all clauses before the next
def all_features(system: System, law: Law) -> tuple[Features, ...]:
    """The features of every opening 1C to 3S, in card order."""
    return tuple(features(o, law) for o in system.openings if is_regulated(o))


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """Where openings are counted: in the certain places, and in the open ones unless the Pass there is strong."""

    certain: frozenset[Place]
    open: Mapping[Place, Opening]
    """Third seat behind a Pass that may be strong or not, with that Pass."""

    def of(self, places: frozenset[Place]) -> frozenset[Place]:
        """Those of the places that count: the certain ones, or the open ones where none is certain."""
        return places & self.certain or places & self.open.keys()

    def behind(self, places: frozenset[Place]) -> tuple[Opening, ...]:
        """The Passes that decide whether anything in these places counts; none where a place certainly does."""
        if places & self.certain:
            return ()
        return tuple(sorted({self.open[p] for p in places & self.open.keys()}, key=lambda o: o.number))


@lru_cache(maxsize=1)
def counted_places(system: System, law: Law) -> Counted:
    """Where openings are counted: the first three seats, the third not behind partner's strong Pass.

    A strong Pass is an opening itself, so what partner bids after it is an answer.
    """
    strong = strong_hands(law)
    answers: set[Place] = set()
    doubtful: dict[Place, Opening] = {}
    for context in system.contexts:
        passed = context.pass_
        if passed is None:
            continue
        behind = [(Seat.THIRD, v) for seat, v in context.places if seat is Seat.FIRST]
        match has_only(passed, strong):
            case True:
                answers.update(behind)
            case None:
                doubtful.update(dict.fromkeys(behind, passed))
    seats = _in_counted_seats(p for c in system.contexts for p in c.places)
    return Counted(seats - answers - doubtful.keys(), {p: o for p, o in doubtful.items() if p in seats})


def _in_counted_seats(places: Iterable[Place]) -> frozenset[Place]:
    return frozenset(p for p in places if p[0] in COUNTED_SEATS)


def features(opening: Opening, law: Law) -> Features:
    """What the dots look at in an opening."""
    suit = opening.suit
    natural = is_natural(opening, suit, law)
    strong = is_strong(opening, law)
    weaker = weaker_hands(opening, law)
    nothing = not weaker.possible
    short = None if suit is None else length(suit, 0, law.number("natural-length") - 1)
    return Features(
        opening=opening,
        natural=natural,
        strong=strong,
        fewest=() if suit is None else _fewest(opening, suit),
        unbalanced=False if short is None else has_any(opening, short & UNBALANCED),
        weak=has_any(opening, hcp(0, law.number("weak-hp") - 1)),
        suit_pointer=shows_another(opening, suit, law),
        unnatural_shows_suit=suit is None and unnatural_shows_suit(opening, law),
        balanced_pointer=False if suit is None else is_natural_notrump(opening, law),
        strong_or_natural=False if nothing else is_natural(weaker, suit, law),
        strong_or_suit=False if nothing else shows_another(weaker, suit, law),
    )


def _fewest(opening: Opening, suit: Suit) -> tuple[int, ...]:
    low = opening.possible.least_length(suit)
    if opening.exact:
        return (low,)
    high = opening.certain.least_length(suit) if opening.certain else opening.possible.most_length(suit)
    return tuple(range(low, high + 1))


def opening_dots(found: Features, law: Law) -> OpeningDots:
    """The dots of an opening for every answer to what the card leaves open."""
    return OpeningDots(found, tuple(dict.fromkeys(_counts(found, law))))


def _counts(found: Features, law: Law) -> Iterator[Count]:
    """A count for each way to settle the open features; the fewest cards settle whether a suit is natural."""
    level, suit = found.opening.call.level, found.opening.suit
    for fewest in found.fewest or (None,):
        natural = (found.natural,) if fewest is None else (fewest >= law.number("natural-length"),)
        options = [
            _settled(x)
            for x in (
                found.strong,
                found.unbalanced,
                found.weak,
                found.suit_pointer,
                found.balanced_pointer,
                found.strong_or_natural,
                found.strong_or_suit,
            )
        ]
        for is_nat in _settled(natural[0]):
            for strong, unbalanced, weak, pointer, balance, or_natural, or_suit in product(*options):
                if is_nat or strong:
                    yield Count(0)
                    continue
                if found.unnatural_shows_suit and not pointer:
                    continue  # the two answers exclude each other
                if suit is None:
                    parts = _notrump_parts(level, weak, law)
                else:
                    assert fewest is not None
                    parts = _suit_parts(found.opening, fewest, unbalanced, weak, law)
                ceilings = [
                    Part(rule, law.number(number), number)
                    for rule, number, applies in (
                        ("se-ceiling-suit", "ceiling-suit", pointer),
                        ("se-ceiling-balanced", "ceiling-balanced", balance),
                        ("se-ceiling-strong-natural", "ceiling-strong-natural", or_natural),
                        ("se-ceiling-strong-suit", "ceiling-strong-suit", or_suit),
                    )
                    if applies
                ]
                yield _capped(parts, ceilings)


def _settled(answer: bool | None) -> tuple[bool, ...]:
    return (True, False) if answer is None else (answer,)


def _capped(parts: tuple[Part, ...], ceilings: list[Part]) -> Count:
    dots = sum(p.dots for p in parts)
    kinds = frozenset(p.number for p in (*parts, *ceilings))
    lowest = min(ceilings, key=lambda c: c.dots, default=None)
    if lowest is None or lowest.dots >= dots:
        return Count(dots, parts, kinds=kinds)
    return Count(lowest.dots, parts, lowest, kinds)


def _suit_parts(opening: Opening, fewest: int, unbalanced: bool, weak: bool, law: Law) -> tuple[Part, ...]:
    """The parts of a suit bid (2.5.1)."""
    three = fewest == law.number("natural-length") - 1
    parts = [_part("se-dots-length", "dots-three" if three else "dots-fewer", law)]
    if unbalanced:
        parts.append(_part("se-dots-unbalanced", "dots-unbalanced", law))
    if opening.call.level == 1:
        if opening.suit in (Suit.HEARTS, Suit.SPADES):
            parts.append(_part("se-dots-major", "dots-major", law))
            if weak:
                parts.append(_part("se-dots-weak", "dots-weak-major", law))
        elif opening.suit is Suit.DIAMONDS and weak:
            parts.append(_part("se-dots-weak", "dots-weak-diamond", law))
    return tuple(parts)


def _notrump_parts(level: int, weak: bool, law: Law) -> tuple[Part, ...]:
    """The parts of a no-trump bid (2.5.2)."""
    return (_part("se-dots-notrump", "dots-weak-notrump" if level == 1 and weak else "dots-notrump", law),)


def _part(rule: str, number: str, law: Law) -> Part:
    return Part(rule, law.number(number), number)


@lru_cache(maxsize=1)
def call_dots(system: System, law: Law) -> tuple[CallDots, ...]:
    """The dots of every call 1C to 3S on the card, in card order; a call that is opened in fourth seat
    alone has none."""
    places = counted_places(system, law)
    variants: dict[str, list[OpeningDots]] = {}
    for seen in all_features(system, law):
        variants.setdefault(str(seen.opening.call), []).append(_dots_in_places(seen, places, law))
    return tuple(
        CallDots(
            call,
            max(found, key=lambda v: v.most),
            max(v.least for v in found),
            max(v.most for v in found),
            tuple(found),
        )
        for call, found in variants.items()
    )


def _dots_in_places(seen: Features, places: Counted, law: Law) -> OpeningDots:
    """The dots of an opening where it is counted; none, too, where it counts only if Pass is not strong."""
    none = Count(0)
    if not places.of(seen.opening.places):
        return OpeningDots(seen, (none,))
    found = opening_dots(seen, law)
    if not (behind := places.behind(seen.opening.places)):
        return found
    return OpeningDots(seen, tuple(dict.fromkeys((none, *found.counts))), behind)
