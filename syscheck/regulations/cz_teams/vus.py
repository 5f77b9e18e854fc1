"""VUS, the highly artificial systems of the Czech annex 5: points c, d and e; a and b are the Slovak c and d."""

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_

from syscheck.hands import NO_HAND, hcp, weakest
from syscheck.language import say
from syscheck.regulations.artificial import (
    REASONS,
    Settled,
    different_suits,
    gap_may_open,
    has_gap,
    is_even_notrump,
    nebulous,
    one_level,
    settled,
    short_parts,
    told_apart,
    what_shows,
)
from syscheck.regulations.clauses import (
    CANNOT_TELL,
    DOUBTFUL,
    MET,
    NOT_MET,
    Law,
    Outcome,
    Ruling,
    has_any,
    once_a_card,
)
from syscheck.system import Opening, System


@once_a_card("weak-hcp")
def opens_weak_hands(system: System, law: Law) -> Iterator[Ruling]:
    """Point c: a 1-level opening may be a king or more below average."""
    most = law.number("weak-hcp")
    for opening in one_level(system):
        answer = has_any(opening, hcp(None, most))
        low = (opening.certain if answer else opening.possible).least_hcp
        if answer is None:
            reason = say("Whether {call} may have {most} points or fewer is open.", call=opening.call, most=most)
            yield Ruling(CANNOT_TELL, reason, opening, opening.places, weakest(opening.possible), opening.questions)
        elif answer:
            reason = say("{call} may have {low} points.", call=opening.call, low=low)
            yield Ruling(MET, reason, opening, opening.places, weakest(opening.certain))
        else:
            reason = say("{call} always has {low} points or more.", call=opening.call, low=low)
            yield Ruling(NOT_MET, reason, opening, opening.places)


Judged = Callable[[Opening, Settled, Law], tuple[Outcome, str]]


@once_a_card("shown-length", "shortness", "doubtful-shortness", "nebulous-hcp", "nebulous-hfp")
def length_or_shortness(system: System, law: Law) -> Iterator[Ruling]:
    """Point d: a 1-level opening shows either length or shortness in a named suit."""
    return _over_all_ways(system, law, _has_gap, gaps=True)


@once_a_card("shown-length")
def one_suit_or_another(system: System, law: Law) -> Iterator[Ruling]:
    """Point e: a 1-level opening shows length in one named suit or in another."""
    return _over_all_ways(system, law, _has_different_suits, gaps=False)


def _over_all_ways(system: System, law: Law, judged: Judged, *, gaps: bool) -> Iterator[Ruling]:
    """A point about meanings that exclude each other, over every way to settle inexact words."""
    for opening in one_level(system):
        if is_even_notrump(opening):
            continue
        ways = settled(system, opening, law)
        found = {judged(opening, parts, law) for parts in ways or ()}
        outcomes = {outcome for outcome, _ in found}
        outcome, why = min(found) if len(outcomes) == 1 else (CANNOT_TELL, "open")
        if gaps and outcome is not MET and gap_may_open(opening, law):
            outcome, why = CANNOT_TELL, "open"
        reason = say(REASONS[why], call=opening.call)
        shows = NO_HAND if outcome is NOT_MET else what_shows(opening, why, law)
        asked = opening.questions if outcome is CANNOT_TELL else ()
        yield Ruling(outcome, reason, opening, opening.places, shows, asked)


def _has_gap(opening: Opening, parts: Settled, law: Law) -> tuple[Outcome, str]:
    distinct = told_apart(opening, parts, law.number("shown-length"))
    # Parts short in the suit bid with two or more others are left out: they are point e's.
    short = short_parts(opening, [hands for hands, _ in distinct], law)
    if has_gap([(hands, named) for hands, named in distinct if hands not in short], law):
        return MET, "gap"
    if nebulous(opening, reduce(or_, (hands for hands, _ in parts)), law):
        return DOUBTFUL, "nebulous"
    return NOT_MET, "no gap"


def _has_different_suits(opening: Opening, parts: Settled, law: Law) -> tuple[Outcome, str]:
    distinct = told_apart(opening, parts, law.number("shown-length"))
    return different_suits([hands for hands, _ in distinct], [], law)
