"""The nearest variants of a system that reach a target: a search over small edits, every answer judged anew.

One edit: complete, every edit of the kinds in `EDITS` is tried. More edits: bounded, and the result says so.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from syscheck.advice.costs import Cost, cost
from syscheck.advice.edits import LATER, Edit, edited, single_edits, with_edit
from syscheck.advice.free import FreeWin, free_wins
from syscheck.advice.targets import Target
from syscheck.card import Card, FaultyCard, Place, card_text, read_card
from syscheck.hands import TooFine
from syscheck.regulations import Result, SettingValue
from syscheck.system import KnownEntries, System, build_system, fingerprint

MOST_ANSWERS = 5
MOST_EDITS = 6
MOST_CANDIDATES = 4_000
"""Systems that are judged in search of answers with more than one edit."""
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
) -> Advice:
    """The nearest variants of a system that reach a target, fewest edits first, then the cheapest.

    `settings` are those chosen for the target's regulation; `every`: all answers of one edit, not a few.
    """
    result = target.regulation.judge(system, settings)
    wins = free_wins(system, target)
    if target.reached(system):
        return Advice(target, system, result, True, (), Searched(0), wins)
    search = _Search(system, target)
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

    def __init__(self, system: System, target: Target) -> None:
        self.known = KnownEntries()
        self.target = target
        # The same system, with the hands of its entries known from here on.
        self.base = _Variant((), system.card, build_system(system.card, self.known), target.distance(system))
        self.single = self.more = 0
        self.bounded = False
        self.most_edits = 1
        self.better: list[_Variant] = []
        """Variants of one edit that are nearer and not there."""

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
        for edit in single_edits(self.base.system):
            self.single += 1
            variant = self.variant((edit,), edited(self.base.card, (edit,)))
            if variant is None:
                continue
            if variant.distance == 0:
                found.append(variant)
            elif variant.distance < self.base.distance:
                self.better.append(variant)
        return found

    def several(self) -> list[_Variant]:
        """Variants of several edits that reach the target, of as few as were found; bounded."""
        self.bounded = True
        self.better.sort(key=self.promise)
        end = time.monotonic() + MOST_SECONDS
        states = self.better
        for count in range(2, MOST_EDITS + 1):
            self.most_edits = count
            found: list[_Variant] = []
            nearer: list[_Variant] = []
            for variant in self.extended(states, end):
                if variant.distance == 0:
                    found.append(variant)
                elif variant.distance < self.base.distance:
                    nearer.append(variant)
            if found or not nearer:
                return found
            states = sorted(nearer, key=self.promise)[:WIDEST]
        return []

    def promise(self, variant: _Variant) -> tuple[int, Fraction]:
        """Which unfinished variant to carry on with: the nearest, then the cheapest."""
        return variant.distance, cost(self.base.system, variant.system).share

    def extended(self, states: list[_Variant], end: float) -> Iterator[_Variant]:
        """The states with one edit more, the most promising pairs first, within the bounds.

        The second edit is one that brings the card nearer by itself, of another call; or any of a call that an
        edit has changed already.
        """
        tried: set[frozenset[tuple[str, frozenset[Place], str | None]]] = set()
        left = MOST_CANDIDATES // 2 if len(states) > WIDEST else MOST_CANDIDATES // MOST_EDITS
        for edits in _pairs(states, self.better):
            key = frozenset((e.call, e.places, e.new) for e in edits)
            if key in tried:
                continue
            tried.add(key)
            if left == 0 or time.monotonic() > end:
                return
            left -= 1
            self.more += 1
            variant = self.variant(edits, edited(self.base.card, edits))
            if variant is not None and variant.distance < self.base.distance:
                yield variant


def _pairs(states: list[_Variant], better: list[_Variant]) -> Iterator[tuple[Edit, ...]]:
    """States with one more edit of another call, in the order of promise of the two together."""
    for total in range(len(states) + len(better) - 1):
        for i in range(max(0, total - len(better) + 1), min(total + 1, len(states))):
            for edit in better[total - i].edits:
                edits = with_edit(states[i].edits, edit)
                if edits is not None:
                    yield edits
