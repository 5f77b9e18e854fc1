"""The nearest variants of a system that reach a target: a search over small edits, every answer judged anew.

One edit: complete, every edit of the kinds in `EDITS` is tried. More edits: bounded, and the result says so.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from syscheck.advice.costs import Cost, cost
from syscheck.advice.edits import LATER, Edit, edited, lines, numbers, single_edits
from syscheck.advice.free import FreeWin, free_wins
from syscheck.advice.targets import Target
from syscheck.card import Card, FaultyCard, Place, card_text, read_card
from syscheck.hands import TooFine
from syscheck.regulations import Result, SettingValue
from syscheck.system import KnownEntries, System, build_system, fingerprint

MOST_ANSWERS = 5
MOST_EDITS = 6
MOST_OF_TWO_CALLS = 1_500
MOST_OF_ONE_CALL = 800
"""Variants of several edits that are judged: of each number of edits with one a call, and with two of one call."""
MOST_SECONDS = 20.0
WIDEST = 12
"""Unfinished variants that are carried on from each number of edits to the next."""


@dataclass(frozen=True)
class Answer:
    """A variant that reaches the target: the edits, the card, what it costs, and the verdict on the card."""

    edits: tuple[Edit, ...]
    text: str
    system: System
    cost: Cost
    result: Result


@dataclass(frozen=True, slots=True)
class Searched:
    """How far the search went."""

    single: int
    """Single edits tried: all there are."""
    more: int = 0
    """Variants of several edits tried."""
    bounded: bool = False
    """Whether there may be answers with several edits that were not tried."""
    most_edits: int = 1


@dataclass(frozen=True)
class Advice:
    """What `advise` says of a card."""

    target: Target
    system: System
    result: Result
    already: bool
    answers: tuple[Answer, ...]
    searched: Searched
    free: tuple[FreeWin, ...]
    more_single: bool = False
    """Whether there are answers of one edit that are not among the answers."""


@dataclass(frozen=True)
class _Variant:
    """A card with some edits, and its system."""

    edits: tuple[Edit, ...]
    card: Card
    system: System
    distance: int


def advise(
    system: System,
    target: Target,
    settings: Mapping[str, SettingValue] | None = None,
    *,
    every: bool = False,
    seconds: float = MOST_SECONDS,
) -> Advice:
    """The nearest variants of a system that reach a target, fewest edits first, then the cheapest.

    `settings` are those chosen for the target's regulation; `every`: all answers of one edit, not a few;
    `seconds`: how long variants of several edits are tried.
    """
    result = target.regulation.judge(system, settings)
    wins = free_wins(system, target)
    if target.reached(system):
        return Advice(target, system, result, True, (), Searched(0), wins)
    search = _Search(system, target, seconds)
    found = sorted(search.singles(), key=lambda v: _order(system, v))
    verified = _verified(found, system, target, settings)
    answers = tuple(verified) if every else _different(verified, MOST_ANSWERS)
    if not answers:
        more = sorted(search.several(), key=lambda v: _order(system, v))
        answers = _different(_verified(more, system, target, settings), MOST_ANSWERS)
    return Advice(target, system, result, False, answers, search.searched(), wins, 0 < len(answers) < len(found))


def _order(system: System, variant: _Variant) -> tuple[object, ...]:
    """Fewest edits, then the cheapest, then those that leave later calls alone, then the order of the card."""
    later = sum(e.kind == LATER for e in variant.edits)
    return len(variant.edits), cost(system, variant.system).share, later


def _different(answers: Iterator[Answer], most: int) -> tuple[Answer, ...]:
    """So many answers at the most; one that only writes otherwise what another says is passed over."""
    found: dict[str, Answer] = {}
    for answer in answers:
        found.setdefault(fingerprint(answer.system), answer)
        if len(found) == most:
            break
    return tuple(found.values())


def _verified(
    variants: Iterable[_Variant], system: System, target: Target, settings: Mapping[str, SettingValue] | None
) -> Iterator[Answer]:
    """The answers whose card, written and read again, is judged to reach the target."""
    for variant in variants:
        text = card_text(variant.card)
        with suppress(FaultyCard):
            reread = build_system(read_card(text))
            result = target.regulation.judge(reread, settings)
            if target.reached_by(result.classification, result.law):
                yield Answer(variant.edits, text, reread, cost(system, reread), result)


class _Search:
    """One search: what was tried, and the hands of every entry that was seen."""

    def __init__(self, system: System, target: Target, seconds: float) -> None:
        self.known = KnownEntries()
        self.target, self.seconds = target, seconds
        # The same system, with the hands of its entries known from here on.
        self.base = _Variant((), system.card, build_system(system.card, self.known), target.distance(system))
        self.single = self.more = 0
        self.bounded = False
        self.most_edits = 1
        self.better: list[_Variant] = []
        """Variants of one edit that are nearer and not there."""
        self.troubled: list[_Variant] = []
        """Variants of one edit of a call that something stands against, which are not there."""

    def searched(self) -> Searched:
        """How far it went."""
        return Searched(self.single, self.more, self.bounded, self.most_edits)

    def variant(self, edits: tuple[Edit, ...], card: Card) -> _Variant | None:
        """The card judged; None where it is faulty, as when no hand is left for a call."""
        try:
            system = build_system(card, self.known)
            return _Variant(edits, card, system, self.target.distance(system))
        except (FaultyCard, TooFine):
            return None

    def singles(self) -> list[_Variant]:
        """Every variant of one edit that reaches the target."""
        found = []
        calls = {call for call, _ in self.target.troubles(self.base.system)}
        against = {x.number for x in lines(self.base.system) if any(str(o.call) in calls for o in x.openings)}
        for edit in single_edits(self.base.system):
            self.single += 1
            variant = self.variant((edit,), edited(self.base.card, (edit,)))
            if variant is None:
                continue
            if variant.distance == 0:
                found.append(variant)
                continue
            if variant.distance < self.base.distance:
                self.better.append(variant)
            if edit.changes[0][0] in against and edit.changes[0][2]:
                self.troubled.append(variant)
        return found

    def several(self) -> list[_Variant]:
        """Variants of several edits that reach the target, of as few as were found; bounded."""
        self.bounded = True
        self.better.sort(key=self.promise)
        self.troubled.sort(key=self.promise)
        end = time.monotonic() + self.seconds
        states = self.better
        for count in range(2, MOST_EDITS + 1):
            self.most_edits = count
            tried = list(self.nearer(_of_two_calls(states, self.better), MOST_OF_TWO_CALLS, end))
            if count == 2:
                tried += self.nearer(_of_one_call(self.troubled), MOST_OF_ONE_CALL, end)
            found = [v for v in tried if v.distance == 0]
            if found or not tried:
                return found if count == 2 else [v for one in found for v in self.without_needless(one)]
            states = sorted(tried, key=self.promise)[:WIDEST]
        return []

    def without_needless(self, variant: _Variant) -> list[_Variant]:
        """A variant, or those with one edit less that do as well: what was carried on with may have missed them."""
        fewer = [variant.edits[:i] + variant.edits[i + 1 :] for i in range(len(variant.edits))]
        enough = [v for edits in fewer if (v := self.variant(edits, edited(self.base.card, edits))) is not None]
        reached = [v for v in enough if v.distance == 0]
        return reached or [variant]

    def promise(self, variant: _Variant) -> tuple[int, Fraction]:
        """Which unfinished variant to carry on with: the nearest, then the cheapest."""
        return variant.distance, cost(self.base.system, variant.system).share

    def nearer(self, several: Iterator[tuple[Edit, ...]], most: int, end: float) -> Iterator[_Variant]:
        """The variants with these edits that are nearer than the card: of so many at the most, until the end."""
        tried: set[frozenset[tuple[str, frozenset[Place], str | None]]] = set()
        for edits in several:
            key = frozenset((e.call, e.places, e.new) for e in edits)
            if key in tried:
                continue
            if len(tried) == most or time.monotonic() > end:
                return
            tried.add(key)
            self.more += 1
            variant = self.variant(edits, edited(self.base.card, edits))
            if variant is not None and variant.distance < self.base.distance:
                yield variant


def _of_two_calls(states: list[_Variant], better: list[_Variant]) -> Iterator[tuple[Edit, ...]]:
    """States with one more edit of another call that brings the card nearer by itself, by their promise together."""
    for total in range(len(states) + len(better) - 1):
        for i in range(max(0, total - len(better) + 1), min(total + 1, len(states))):
            more = better[total - i].edits
            if not numbers(states[i].edits) & numbers(more):
                yield (*states[i].edits, *more)


def _of_one_call(variants: list[_Variant]) -> Iterator[tuple[Edit, ...]]:
    """Variants with a second edit of the call that they have changed already."""
    for variant in variants:
        for edit in single_edits(variant.system, numbers(variant.edits)):
            if edit.changes[0][2]:
                yield (*variant.edits, edit)
