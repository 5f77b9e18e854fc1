"""VUS, the highly artificial systems of the Slovak annex 4: points a, b and e; c and d are shared with others."""

from collections.abc import Iterable, Iterator
from functools import partial, reduce
from itertools import permutations
from operator import or_

from syscheck.card import Entry, Place
from syscheck.card.model import And, AnyStrength, Attribute, Convention, Note, Or, Strength, Unclear, walk
from syscheck.card.words import catalogue_entry
from syscheck.hands import NO_HAND, SUITS, UNBALANCED, HandSet, hcp, length
from syscheck.language import Sentence, phrase, say
from syscheck.regulations.artificial import (
    NOTRUMP,
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
from syscheck.regulations.clauses import CANNOT_TELL, DOUBTFUL, MET, NOT_MET, Law, Outcome, Ruling, if_all, if_some
from syscheck.system import Opening, System

# ---- a -----------------------------------------------------------------------------------------------------


def shows_another_suit(system: System, law: Law) -> Iterator[Ruling]:
    """Point a: a 1-level opening gives away length in another suit, or a certain shortness."""
    for opening in one_level(system):
        outcome = _a_outcome(opening, law)
        suits = ", ".join(s.symbol for s in SUITS if s is not opening.suit)
        match outcome:
            case Outcome.MET:
                reason = _given_away(opening, law.number("shown-length"), law.number("shortness"))
            case Outcome.DOUBTFUL:
                reason = _given_away(opening, law.number("doubtful-length"), law.number("doubtful-shortness"))
            case Outcome.CANNOT_TELL:
                reason = say("{call}: whether it always has length or shortness in a suit is open.", call=opening.call)
            case _:
                reason = say("{call} promises neither length in {suits} nor shortness.", call=opening.call, suits=suits)
        yield Ruling(
            outcome,
            reason,
            opening,
            opening.places,
            NO_HAND if outcome is NOT_MET else opening.possible,
            opening.questions if outcome is CANNOT_TELL else (),
        )


def _a_outcome(opening: Opening, law: Law) -> Outcome:
    outcome = if_all(opening, partial(_gives_away, opening, law))
    if opening.call != NOTRUMP or opening.exact or outcome is CANNOT_TELL:
        return outcome
    # Three cards in a suit count only beside unbalanced hands, and a set between may have both.
    uneven = (opening.possible & UNBALANCED & length(s, law.number("doubtful-length"), None) for s in SUITS)
    between = {_gives_away(opening, law, opening.certain | those) for those in uneven if opening.certain | those}
    return outcome if between <= {outcome} else CANNOT_TELL


def _gives_away(opening: Opening, law: Law, hands: HandSet) -> Outcome:
    others = [s for s in SUITS if s is not opening.suit]
    longest = max(hands.least_length(s) for s in others)
    shortest = min(hands.most_length(s) for s in SUITS)
    if longest >= law.number("shown-length") or shortest <= law.number("shortness"):
        return MET
    known_three = longest >= law.number("doubtful-length") and (opening.suit is not None or bool(hands & UNBALANCED))
    if known_three or shortest <= law.number("doubtful-shortness"):
        return DOUBTFUL
    return NOT_MET


def _given_away(opening: Opening, least: int, most: int) -> Sentence:
    hands = opening.possible
    long = [s.symbol for s in SUITS if s is not opening.suit and hands.least_length(s) >= least]
    if long:
        return say("{call} always has {least} or more {suits}.", call=opening.call, least=least, suits=tuple(long))
    short = [s.symbol for s in SUITS if hands.most_length(s) <= most]
    return say("{call} always has at most {most} {suits}.", call=opening.call, most=most, suits=tuple(short))


# ---- b -----------------------------------------------------------------------------------------------------


def has_alternatives(system: System, law: Law) -> Iterator[Ruling]:
    """Point b: a 1-level opening means one thing or another."""
    strict = law.reading("alternatives") == "strict"
    for opening in one_level(system):
        if is_even_notrump(opening):
            continue
        outcome, why = _strict(system, opening, law) if strict else _customary(system, opening, law)
        reason = say(REASONS[why], call=opening.call)
        assumption = STRICT_WARNING if strict else None
        asked = opening.questions if outcome is CANNOT_TELL else ()
        yield Ruling(outcome, reason, opening, opening.places, what_shows(opening, why, law), asked, assumption)


STRICT_WARNING = say("Under the strict reading most tournament systems are VUS by point b.")


def _strict(system: System, opening: Opening, law: Law) -> tuple[Outcome, str]:
    """Two parts with different shapes; with open parts, whether that may still be settled either way."""
    ways = settled(system, opening, law)
    if ways is None:
        return CANNOT_TELL, "open"
    ends = {_differ_in_shape([hands for hands, _ in parts]) for parts in ways}
    if len(ends) > 1:
        return CANNOT_TELL, "open"
    return (MET, "differ") if ends.pop() else (NOT_MET, "none")


def _differ_in_shape(parts: list[HandSet]) -> bool:
    """Whether some part has a shape that another leaves out though that one's points would allow it."""
    shapes = [(hands.shapes(), hcp(*hands.hcp)) for hands in parts]
    return any((first - second) & points for (first, _), (second, points) in permutations(shapes, 2))


def _customary(system: System, opening: Opening, law: Law) -> tuple[Outcome, str]:
    ways = settled(system, opening, law)
    if ways is None:
        return CANNOT_TELL, "open"
    found = {_settled_outcome(opening, parts, law) for parts in ways}
    outcomes = {outcome for outcome, _ in found}
    if len(outcomes) > 1 or (outcomes != {MET} and gap_may_open(opening, law)):
        return CANNOT_TELL, "open"
    return min(found)


def _settled_outcome(opening: Opening, parts: Settled, law: Law) -> tuple[Outcome, str]:
    """What point b says of parts that are exactly known."""
    least = law.number("shown-length")
    distinct = told_apart(opening, parts, least)
    short = short_parts(opening, [hands for hands, _ in distinct], law)
    if has_gap([(hands, named) for hands, named in distinct if hands not in short], law):
        return MET, "gap"
    outcome, why = different_suits([hands for hands, _ in distinct], short, law)
    if outcome is NOT_MET and nebulous(opening, reduce(or_, (hands for hands, _ in parts)), law):
        return DOUBTFUL, "nebulous"
    return outcome, why


# ---- e -----------------------------------------------------------------------------------------------------


def wide_notrump_with_inquiry(system: System, law: Law) -> Iterator[Ruling]:
    """Point e: a wide 1N below 16 points with an inquiry for strength and shape."""
    for opening in (o for o in system.openings if o.call == NOTRUMP):
        for places, replies in _replies(system, opening).items():
            yield _wide_ruling(opening, places, replies, law)


def _wide_ruling(opening: Opening, places: frozenset[Place], replies: Iterable[Entry], law: Law) -> Ruling:
    asked, silent, unknown = inquiry(replies)
    outcome = if_some(opening, partial(_wide, law, asked, silent, unknown))
    low, high = opening.possible.hcp
    values = high - low + 1
    template = phrase("1N has {low} to {high} points, {values} values.")
    if {"strength", "shape"} <= asked:
        template = phrase("1N has {low} to {high} points, {values} values, and an inquiry for strength and shape.")
    reason = say(template, low=low, high=high, values=values)
    questions: tuple[str | Sentence, ...] = ()
    if outcome is CANNOT_TELL:
        questions = opening.questions
        with_inquiry = _wide(law, asked | {"strength", "shape"}, False, False, opening.possible)
        if with_inquiry is not NOT_MET and (silent or unknown):
            questions = (say(ASK_FOR_INQUIRY), *questions)
    shows = opening.possible & (hcp(low, low) | hcp(high, high))
    return Ruling(outcome, reason, opening, places, shows, questions)


ASK_FOR_INQUIRY = phrase("How does responder ask for strength and shape after 1N? Write the calls in [continuations].")


def _replies(system: System, opening: Opening) -> dict[frozenset[Place], list[Entry]]:
    """Responder's calls after 1N without opponents, by the places where the same of them hold."""
    by_place: dict[Place, list[int]] = {place: [] for place in sorted(opening.places)}
    for (number, sequence), places in system.places["continuations"].items():
        first, *later = sequence
        responders = len(sequence) % 2 == 0
        if first.call == NOTRUMP and not first.theirs and responders and not any(s.theirs for s in later):
            for place in places & opening.places:
                by_place[place].append(number)
    groups: dict[tuple[int, ...], set[Place]] = {}
    for place, numbers in by_place.items():
        groups.setdefault(tuple(sorted(set(numbers))), set()).add(place)
    entries = system.card.entries
    return {frozenset(places): [entries[n] for n in numbers] for numbers, places in groups.items()}


def _wide(law: Law, asked: frozenset[str], silent: bool, unknown: bool, hands: HandSet) -> Outcome:
    low, high = hands.hcp
    values, wide, doubt = high - low + 1, law.number("nt-wide"), law.number("nt-doubtful")
    if low >= law.number("nt-low") or values < doubt:
        return NOT_MET
    open_question = silent or unknown
    inquires = {"strength", "shape"} <= asked
    if values < wide:
        match law.reading("nt-width"):
            case "difference":
                return NOT_MET
            case "doubtful":
                return DOUBTFUL if inquires or silent else CANNOT_TELL if unknown else NOT_MET
    return MET if inquires else CANNOT_TELL if open_question else NOT_MET


def inquiry(replies: Iterable[Entry]) -> tuple[frozenset[str], bool, bool]:
    """What responder's calls ask for; whether there are none; and whether one cannot be read.

    An artificial call that does not say what it asks or shows leaves it open.
    """
    asked: set[str] = set()
    silent, unknown = True, False
    for entry in replies:
        # A later call asks, but only a first answer on the card tells that there are no others.
        silent = silent and len(entry.sequence) > FIRST_REPLY
        leaves = [e for branch in entry.meaning.branches for t in branch.terms for e in walk(t)]
        names = {e.name for e in leaves if isinstance(e, Attribute)}
        topics = {n.removeprefix("asks ") for n in names if n.startswith("asks ")}
        conventions = [e.name for e in leaves if isinstance(e, Convention)]
        topics |= {topic for name in conventions for topic in catalogue_entry("conventions", name).asks}
        asked |= topics
        shows = any(
            not isinstance(e, Strength | AnyStrength | Attribute | Convention | Note | And | Or) for e in leaves
        )
        mute = bool(names & ARTIFICIAL) and not topics and not conventions and not shows
        unknown |= mute or any(isinstance(e, Unclear) for e in leaves)
    return frozenset(asked), silent, unknown


SAYS_NO_SHAPE = (Strength, AnyStrength, Attribute, Convention, Note, And, Or)
ARTIFICIAL = frozenset({"relay", "ART", "two-way", "PUP"})
FIRST_REPLY = 2
