"""VUS, the highly artificial systems of the Slovak annex 4: points a to e."""

from collections.abc import Iterable, Iterator
from functools import partial, reduce
from itertools import permutations, product
from operator import or_

from syscheck.card import Call, Entry
from syscheck.card.model import Attribute, Convention, Unclear, walk
from syscheck.card.words import catalogue_entry
from syscheck.hands import BALANCED, NO_HAND, SUITS, UNBALANCED, HandSet, Suit, hcp, hfp, length, pattern
from syscheck.language import Sentence, phrase, say
from syscheck.regulations.clauses import (
    CANNOT_TELL,
    DOUBTFUL,
    MET,
    NOT_MET,
    Law,
    Outcome,
    Ruling,
    if_all,
    if_some,
    least_hcp,
)
from syscheck.system import Context, Opening, System

NOTRUMP = Call(1, "N")
EVEN_SHAPES = BALANCED | pattern(5, 4, 2, 2) | pattern(6, 3, 2, 2) | pattern(7, 2, 2, 2)
PASS_ASSUMED = say("Pass is not on the card; it is taken as the ordinary pass that denies an opening bid.")
MOST_OPEN_PARTS = 6  # with more inexact parts their combinations are not tried: cannot tell


def one_level(system: System) -> Iterator[Opening]:
    """The openings 1C to 1N."""
    return (o for o in system.openings if o.call.level == 1)


def shown(hands: HandSet, least: int) -> frozenset[Suit]:
    """The suits that every hand of a set holds at least so long."""
    return frozenset(s for s in SUITS if hands.least_length(s) >= least)


# ---- a -----------------------------------------------------------------------------------------------------


def shows_another_suit(system: System, law: Law) -> Iterator[Ruling]:
    """Point a: a 1-level opening gives away length in another suit, or a certain shortness."""
    for opening in one_level(system):
        outcome = if_all(opening, partial(_gives_away, opening, law))
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
        if opening.call == NOTRUMP and opening.possible <= EVEN_SHAPES:
            continue
        outcome, why = _strict(opening) if strict else _customary(opening, law)
        reason = say(_B_REASONS[why], call=opening.call)
        assumption = STRICT_WARNING if strict else None
        asked = opening.questions if outcome is CANNOT_TELL else ()
        yield Ruling(outcome, reason, opening, opening.places, _b_shows(opening, why, law), asked, assumption)


STRICT_WARNING = say("Under the strict reading most tournament systems are VUS by point b.")
_B_REASONS = {
    "suits": phrase("{call} shows one suit or another."),
    "gap": phrase("{call} is short or long in a suit, with nothing between."),
    "balanced": phrase("{call} shows one suit or another, or is balanced."),
    "short": phrase("{call} shows its suit, or is short in it with the others."),
    "nebulous": phrase("Weaker hands of {call} may have no card or one card in its suit and show no suit."),
    "differ": phrase("{call} has meanings that differ in more than strength."),
    "open": phrase("{call}: whether it has meanings that exclude each other is open."),
    "none": phrase("{call} has no meanings that exclude each other."),
}


def _b_shows(opening: Opening, why: str, law: Law) -> HandSet:
    if why == "none":
        return NO_HAND  # one hand proves nothing here
    if why == "nebulous" and opening.suit is not None:
        return _weaker(opening.possible, law) & length(opening.suit, 0, law.number("shortness"))
    if why == "short" and opening.suit is not None:
        return opening.possible & length(opening.suit, 0, law.number("shortness"))
    return opening.possible


def _hides_words(opening: Opening) -> bool:
    """Whether words that nobody has read may hold alternatives of their own."""
    return any(
        a.unnamed is not None or any(isinstance(e, Unclear) for t in a.written.terms for e in walk(t))
        for a in opening.alternatives
    )


def _strict(opening: Opening) -> tuple[Outcome, str]:
    """Two parts with different shapes; with open parts, whether that may still be settled either way."""
    if _hides_words(opening):
        return CANNOT_TELL, "open"
    ends = {any(_differ_in_shape(a, b) for a, b in permutations(parts, 2)) for parts in _settled(opening)}
    if len(ends) > 1:
        return CANNOT_TELL, "open"
    return (MET, "differ") if ends.pop() else (NOT_MET, "none")


def _differ_in_shape(first: HandSet, second: HandSet) -> bool:
    """Whether the first part has a shape that the second leaves out though its points would allow it."""
    return bool((first.shapes() - second.shapes()) & hcp(*second.hcp))


def _customary(opening: Opening, law: Law) -> tuple[Outcome, str]:
    if _hides_words(opening):
        return CANNOT_TELL, "open"
    if len(opening.parts) > 1 and sum(not p.exact for p in opening.parts) > MOST_OPEN_PARTS:
        return CANNOT_TELL, "open"
    found = {_b1(opening, parts, law) for parts in _settled(opening)}
    gap = _gap(opening, law)
    nebulous = _nebulous(opening, law)
    if gap is True:
        return MET, "gap"
    outcomes = {outcome for outcome, _ in found}
    if outcomes == {MET}:
        return MET, found.pop()[1]
    if gap is None or MET in outcomes:
        return CANNOT_TELL, "open"
    if nebulous is True:
        return DOUBTFUL, "nebulous"
    if len(outcomes) > 1 or nebulous is None:
        return CANNOT_TELL, "open"
    return min(found)


def _settled(opening: Opening) -> Iterator[tuple[HandSet, ...]]:
    """The parts with the words that are not exact settled one way or the other, in every combination."""
    ways: list[tuple[HandSet, ...]] = []
    for part in opening.parts:
        if part.exact:
            ways.append((part.possible,))
        else:
            ways.append((part.possible, part.certain))
    for chosen in product(*ways):
        parts = tuple(hands for hands in chosen if hands)
        if parts:
            yield parts


def _b1(opening: Opening, parts: tuple[HandSet, ...], law: Law) -> tuple[Outcome, str]:
    """Parts that each show a suit, none common to all: met, or doubtful through balanced or short parts."""
    least = law.number("shown-length")
    uneven = [p for p in parts if not p <= BALANCED]
    if uneven and frozenset.intersection(*(shown(p, least) for p in uneven)):
        return NOT_MET, "none"
    if _exclude_each_other(parts, least):
        rest = tuple(p for p in parts if p not in _short_parts(opening, parts, law))
        if len(rest) < len(parts) and not _exclude_each_other(rest, least):
            return DOUBTFUL, "short"
        return MET, "suits"
    showing = tuple(p for p in parts if shown(p, least))
    if all(p <= BALANCED for p in parts if p not in showing) and _exclude_each_other(showing, least):
        return DOUBTFUL, "balanced"
    return NOT_MET, "none"


def _exclude_each_other(parts: tuple[HandSet, ...], least: int) -> bool:
    suits = [shown(p, least) for p in parts]
    return len(suits) > 1 and all(suits) and not frozenset.intersection(*suits)


def _short_parts(opening: Opening, parts: tuple[HandSet, ...], law: Law) -> list[HandSet]:
    """Parts short in the suit bid with two or more others, beside a part that shows the suit bid."""
    suit, least = opening.suit, law.number("shown-length")
    if suit is None or not any(suit in shown(p, least) for p in parts):
        return []
    return [p for p in parts if p.most_length(suit) <= law.number("shortness") and len(shown(p, least) - {suit}) > 1]


def _gap(opening: Opening, law: Law) -> bool | None:
    """A suit named by a length: two or fewer, then four or more, and nothing between."""
    left_out = _short_parts(opening, tuple(p.possible for p in opening.parts), law)
    parts = [p for p in opening.parts if p.possible not in left_out]
    if not parts:
        return False
    few, many = law.number("doubtful-shortness"), law.number("shown-length")
    answers: list[bool | None] = [False]
    possible = reduce(or_, (p.possible for p in parts))
    certain = reduce(or_, (p.certain for p in parts))
    for suit in frozenset[Suit]().union(*(p.named for p in parts)):
        may = possible.lengths_of(suit)
        sure = certain.lengths_of(suit) if certain else ()
        if not (may[0] <= few and may[-1] >= many) or any(few < n < many for n in sure):
            continue
        settled = sure and sure[0] <= few and sure[-1] >= many and not any(few < n < many for n in may)
        answers.append(True if settled else None)
    return True if True in answers else None if None in answers else False


def _weaker(hands: HandSet, law: Law) -> HandSet:
    """The hands that are not worth a strong opening."""
    return hands & hcp(0, law.number("nebulous-hcp") - 1) & hfp(0, law.number("nebulous-hfp") - 1)


def _nebulous(opening: Opening, law: Law) -> bool | None:
    """Whether weaker hands may be short in the suit bid and show no suit."""
    if opening.suit is None:
        return False
    suit = opening.suit

    def holds(hands: HandSet) -> bool:
        weaker = _weaker(hands, law)
        return (
            bool(weaker)
            and weaker.least_length(suit) <= law.number("shortness")
            and not shown(weaker, law.number("shown-length"))
        )

    at_most, at_least = holds(opening.possible), holds(opening.certain)
    return at_least if at_least == at_most else None


# ---- c and d -----------------------------------------------------------------------------------------------


def passes_opening_hands(system: System, law: Law) -> Iterator[Ruling]:
    """Point c: Pass does not exclude a hand worth an opening."""
    ceiling = law.number("pass-ceiling")
    for context in system.contexts:
        passed = context.pass_
        if passed is None:
            yield _unmentioned(context, law)
            continue
        outcome = if_some(passed, partial(_too_good, ceiling))
        most = passed.possible.most_hcp
        match outcome:
            case Outcome.MET | Outcome.DOUBTFUL:
                reason = say("Pass may hold {most} points.", most=most)
            case Outcome.CANNOT_TELL:
                reason = say("Whether Pass may hold {most} points is open.", most=most)
            case _:
                reason = say("Pass holds at most {most} points.", most=most)
        shows = passed.possible & hcp(most, None)
        asked = passed.questions if outcome is CANNOT_TELL else ()
        yield Ruling(outcome, reason, passed, context.places, shows, asked)


def _too_good(ceiling: int, hands: HandSet) -> Outcome:
    most = hands.most_hcp
    return MET if most > ceiling else DOUBTFUL if most == ceiling else NOT_MET


def _unmentioned(context: Context, law: Law) -> Ruling:
    """An unmentioned Pass is the ordinary one, unless too many good hands open nothing."""
    good = hcp(law.number("pass-ceiling") + 1, None)
    limit = law.share("uncovered-limit")
    sure, maybe = good.share(context.unopened.certain), good.share(context.unopened.possible)
    if maybe <= limit:
        reason = say("Pass is not on the card and is taken as the ordinary one.")
        return Ruling(NOT_MET, reason, None, context.places, assumption=PASS_ASSUMED)
    share = max(sure, maybe) if sure <= limit else sure
    reason = say(
        "{percent} % of all hands of {least} points or more open nothing on the card.",
        percent=round(100 * float(share), 1),
        least=law.number("pass-ceiling") + 1,
    )
    shows = good & (context.unopened.certain if sure > limit else context.unopened.possible)
    [hand] = shows.examples(1)
    question = say("What do you open with hands such as {hand}? If you pass, write P : …", hand=hand.spelled)
    others = tuple(q for o in context.openings for q in o.questions) if sure <= limit else ()
    return Ruling(CANNOT_TELL, reason, None, context.places, shows, (question, *others))


def opens_weaker_than_pass(system: System, law: Law) -> Iterator[Ruling]:
    """Point d: a 1-level opening is or may be weaker than Pass in the same place."""
    for context in system.contexts:
        openings = [o for o in context.openings if o.call.level == 1]
        if not openings:
            yield Ruling(NOT_MET, say("There is no opening at the one level."), None, context.places)
        elif context.pass_ is None:
            yield _unmentioned(context, law)
        else:
            yield from (_against_pass(o, context.pass_, context) for o in openings)


def _against_pass(opening: Opening, passed: Opening, context: Context) -> Ruling:
    low, high = least_hcp(opening)
    pass_low, pass_high = least_hcp(passed)
    if high < pass_low:
        outcome = MET
        reason = say(
            "{call} may have {low} points, Pass has at least {least}.", call=opening.call, low=low, least=pass_low
        )
    elif low >= pass_high:
        outcome = NOT_MET
        reason = say("{call} is never weaker than the weakest Pass.", call=opening.call)
    else:
        outcome = CANNOT_TELL
        reason = say("Whether {call} may be weaker than the weakest Pass is open.", call=opening.call)
    asked = (*opening.questions, *passed.questions) if outcome is CANNOT_TELL else ()
    shows = opening.possible & hcp(0, pass_high - 1) if low < pass_high else NO_HAND
    return Ruling(outcome, reason, opening, context.places, shows, asked)


# ---- e -----------------------------------------------------------------------------------------------------


def wide_notrump_with_inquiry(system: System, law: Law) -> Iterator[Ruling]:
    """Point e: a wide 1N below 16 points with an inquiry for strength and shape."""
    for opening in (o for o in system.openings if o.call == NOTRUMP):
        asked, silent, unknown = inquiry(system.sequences("continuations"), opening)
        outcome = if_some(opening, partial(_wide, law, asked, silent, unknown))
        low, high = opening.possible.hcp
        values = high - low + 1
        asks = {"strength", "shape"} <= asked
        template = phrase("1N has {low} to {high} points, {values} values.")
        if asks:
            template = phrase("1N has {low} to {high} points, {values} values, and an inquiry for strength and shape.")
        reason = say(template, low=low, high=high, values=values)
        questions: tuple[str | Sentence, ...] = ()
        if outcome is CANNOT_TELL:
            questions = opening.questions
            if _wide(law, asked | {"strength", "shape"}, False, False, opening.possible) is not NOT_MET and (
                silent or unknown
            ):
                questions = (
                    say("How does responder ask for strength and shape after 1N? Write the calls in [continuations]."),
                    *questions,
                )
        yield Ruling(
            outcome, reason, opening, opening.places, opening.possible & (hcp(low, low) | hcp(high, high)), questions
        )


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


def inquiry(continuations: Iterable[Entry], opening: Opening) -> tuple[frozenset[str], bool, bool]:
    """What continuations of 1N ask for; whether there are none; and whether one cannot be read.

    A relay asks something, but a card that does not say what leaves it open.
    """
    asked: set[str] = set()
    silent, unknown = True, False
    for entry in continuations:
        first, *later = entry.sequence
        where = opening.places if entry.where is None else entry.where.places
        if first.call != NOTRUMP or any(s.theirs for s in later) or not where & opening.places:
            continue
        silent = False
        for branch in entry.meaning.branches:
            leaves = [e for t in branch.terms for e in walk(t)]
            names = {e.name for e in leaves if isinstance(e, Attribute)}
            topics = {n.removeprefix("asks ") for n in names if n.startswith("asks ")}
            for leaf in leaves:
                if isinstance(leaf, Convention):
                    topics |= set(catalogue_entry("conventions", leaf.name).asks)
            asked |= topics
            unknown |= any(isinstance(e, Unclear) for e in leaves) or ("relay" in names and not topics)
    return frozenset(asked), silent, unknown
