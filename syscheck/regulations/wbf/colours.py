"""The colours of the WBF's systems policy, tried in order: yellow, blue, green, and red for the rest."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from syscheck.hands import hcp, length, weakest
from syscheck.language import Sentence, say
from syscheck.regulations.artificial import EVEN_SHAPES, MINORS, strong_minors
from syscheck.regulations.clauses import (
    CANNOT_TELL,
    DOES_NOT_APPLY,
    MET,
    NOT_MET,
    Finding,
    Judge,
    Law,
    Outcome,
    Ruling,
    has_only,
    once_a_card,
    some,
)
from syscheck.system import Opening, System

FindingsOf = Callable[[System, Law], Mapping[str, Finding]]
"""The findings of the rules that colours and categories rest on."""

HUM = tuple(f"wbf-hum-{n}" for n in range(1, 6))


class Colour(NamedTuple):
    """The colour of a system, None while a question is open; why; and the rules that decide or are open."""

    name: str | None
    because: Sentence
    findings: tuple[Finding, ...]


def colour(findings: Mapping[str, Finding]) -> Colour:
    """The first colour that fits. Doubt about a point of HUM leaves the colour alone."""
    hum = [findings[rule] for rule in HUM]
    if met := tuple(f for f in hum if f.outcome is MET):
        return Colour("yellow", say("Met: {rules}.", rules=_names(met)), met)
    open_ones = tuple(f for f in hum if f.outcome is CANNOT_TELL)
    if open_ones:
        return _open(open_ones)
    for name, because in (("blue", BLUE), ("green", GREEN)):
        found = findings[f"wbf-{name}"]
        if found.outcome is CANNOT_TELL:
            return _open((found,))
        if found.outcome in {MET, DOES_NOT_APPLY}:
            return Colour(name, because, (found,))
    return Colour("red", RED, (findings["wbf-blue"], findings["wbf-green"]))


BLUE = say("1C or 1D is always strong and names no suit, and 1H, 1S and 1N are natural.")
RED = say("Not yellow, and neither blue nor green holds in every seat and vulnerability.")
GREEN = say("The openings at the one level are natural, those at the two level natural or strong.")


def _open(findings: tuple[Finding, ...]) -> Colour:
    return Colour(None, say("Open until the questions are answered: {rules}.", rules=_names(findings)), findings)


def _names(findings: tuple[Finding, ...]) -> str:
    return ", ".join(f.rule for f in findings)


def is_yellow(findings_of: FindingsOf) -> Judge:
    """Yellow: some point of HUM is met."""

    def rulings(system: System, law: Law) -> Iterator[Ruling]:
        findings = findings_of(system, law)
        yield hum_ruling(findings, MET, NOT_MET)

    return rulings


def hum_ruling(findings: Mapping[str, Finding], met: Outcome, not_met: Outcome) -> Ruling:
    """What follows where a point of HUM is met, and where none is; open where one is open and none met."""
    hum = [findings[rule] for rule in HUM]
    if found := tuple(f for f in hum if f.outcome is MET):
        return Ruling(met, say("Met: {rules}.", rules=_names(found)))
    if found := tuple(f for f in hum if f.outcome is CANNOT_TELL):
        return _open_ruling(_open(found))
    return Ruling(not_met, say("No point of HUM is met."))


def is_red(findings_of: FindingsOf) -> Judge:
    """Red: no other colour."""

    def rulings(system: System, law: Law) -> Iterator[Ruling]:
        found = colour(findings_of(system, law))
        if found.name is None:
            yield _open_ruling(found)
        else:
            yield Ruling(MET if found.name == "red" else NOT_MET, found.because)

    return rulings


def _open_ruling(found: Colour) -> Ruling:
    return Ruling(CANNOT_TELL, found.because, questions=tuple(q for f in found.findings for q in f.questions))


# ---- blue and green ------------------------------------------------------------------------------------------


@once_a_card("strong-opening", "shown-length")
def strong_minor_and_natural(system: System, law: Law) -> Iterator[Ruling]:
    """Blue: 1C or 1D is always strong and shows nothing; 1H, 1S and 1N are natural; the other minor is free."""
    minors = strong_minors(system, law)
    for context in system.contexts:
        some_place = next(iter(context.places))
        if strong := minors.certain.get(some_place):
            reason = say("{call} is always strong and names no suit.", call=strong.call)
            yield Ruling(MET, reason, strong, context.places)
        elif maybe := minors.possible.get(some_place):
            reason = say("Whether {call} is always strong and names no suit is open.", call=maybe.call)
            shows = weakest(maybe.possible)
            yield Ruling(CANNOT_TELL, reason, maybe, context.places, shows, maybe.questions)
        else:
            reason = say("Neither 1C nor 1D is always strong without naming a suit.")
            yield Ruling(NOT_MET, reason, None, context.places)
    for opening in system.openings:
        if opening.call.level == 1 and opening.call not in MINORS:
            yield _natural_ruling(opening, law.number("shown-length"))


@once_a_card("natural-minor", "shown-length", "strong-two")
def natural_openings(system: System, law: Law) -> Iterator[Ruling]:
    """Green: 1C and 1D from three cards, majors from four, 1N even; at the two level natural or strong."""
    for opening in system.openings:
        minor = opening.call in MINORS
        if opening.call.level == 1:
            yield _natural_ruling(opening, law.number("natural-minor" if minor else "shown-length"))
        elif opening.call.level == 2:
            yield _two_level_ruling(opening, law)


def is_natural(opening: Opening, least: int) -> bool | None:
    """Whether a bid always has length in its suit; in no-trump, whether it is balanced or semi-balanced."""
    wanted = EVEN_SHAPES if opening.suit is None else length(opening.suit, least, None)
    return has_only(opening, wanted)


def _natural_ruling(opening: Opening, least: int) -> Ruling:
    answer = is_natural(opening, least)
    if answer is None:
        reason = say("Whether {call} is natural is open.", call=opening.call)
        return Ruling(CANNOT_TELL, reason, opening, opening.places, opening.possible, opening.questions)
    if answer:
        return Ruling(MET, say("{call} is natural.", call=opening.call), opening, opening.places)
    if opening.suit is None:
        reason = say("{call} may be neither balanced nor semi-balanced.", call=opening.call)
        return Ruling(NOT_MET, reason, opening, opening.places, opening.possible - EVEN_SHAPES)
    fewest = opening.possible.least_length(opening.suit)
    reason = say("{call} may have {fewest} {suit}.", call=opening.call, fewest=fewest, suit=opening.suit.symbol)
    return Ruling(NOT_MET, reason, opening, opening.places, opening.possible & length(opening.suit, fewest, fewest))


def _two_level_ruling(opening: Opening, law: Law) -> Ruling:
    least, strong = law.number("shown-length"), law.number("strong-two")
    natural, is_strong = is_natural(opening, least), has_only(opening, hcp(strong, None))
    answer = some([natural, is_strong])
    if answer is None:
        reason = say("Whether {call} is natural or strong is open.", call=opening.call)
        return Ruling(CANNOT_TELL, reason, opening, opening.places, opening.possible, opening.questions)
    if answer:
        reason = say("{call} is natural or strong.", call=opening.call)
        return Ruling(MET, reason, opening, opening.places)
    reason = say("{call} is neither natural nor always strong.", call=opening.call)
    return Ruling(NOT_MET, reason, opening, opening.places, weakest(opening.possible))
