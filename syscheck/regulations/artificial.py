"""Points about highly artificial systems that regulations share: one law with each regulation's own numbers.

The Slovak annex has them under other letters than the Czech one, and that than the WBF's policy; the words agree.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial, reduce, wraps
from itertools import product
from math import prod
from operator import or_

from syscheck.card import Call, Place
from syscheck.card.model import Unclear, walk
from syscheck.hands import (
    BALANCED,
    NO_HAND,
    SUITS,
    HandSet,
    Suit,
    hcp,
    hfp,
    length,
    pattern,
    strongest,
    weakest,
)
from syscheck.language import phrase, say
from syscheck.regulations.clauses import (
    CANNOT_TELL,
    DOES_NOT_APPLY,
    DOUBTFUL,
    MET,
    NOT_MET,
    PASS_ASSUMED,
    Judge,
    Law,
    Outcome,
    Ruling,
    every,
    has_only,
    if_some,
    least_hcp,
    once_a_card,
    opposite,
    some,
)
from syscheck.system import AlternativeHands, Context, Opening, Part, System
from syscheck.values import dataclass

NOTRUMP = Call(1, "N")
MINORS = (Call(1, "C"), Call(1, "D"))
EVEN_SHAPES = BALANCED | pattern(5, 4, 2, 2) | pattern(6, 3, 2, 2) | pattern(7, 2, 2, 2)
"""Balanced or semi-balanced."""
MOST_WAYS = 400  # where inexact parts can be settled in more ways, they are not tried: cannot tell


def one_level(system: System) -> Iterator[Opening]:
    """The openings 1C to 1N."""
    return (o for o in system.openings if o.call.level == 1)


def is_even_notrump(opening: Opening) -> bool:
    """Whether this is a 1N whose hands are all balanced or semi-balanced: it has no meanings to tell apart."""
    return opening.call == NOTRUMP and opening.possible <= EVEN_SHAPES


def shown(hands: HandSet, least: int) -> frozenset[Suit]:
    """The suits that every hand of a set holds at least so long."""
    return frozenset(s for s in SUITS if hands.least_length(s) >= least)


# ---- parts of an opening, with inexact words settled ---------------------------------------------------------


def hides_words(alternatives: Iterable[AlternativeHands]) -> bool:
    """Whether words that nobody has read may hold alternatives of their own."""
    return any(
        a.unnamed is not None or any(isinstance(e, Unclear) for t in a.written.terms for e in walk(t))
        for a in alternatives
    )


Settled = tuple[tuple[HandSet, frozenset[Suit]], ...]
"""The parts of an opening with every inexact word settled: the hands of each, and the suits it names."""


def settled(system: System, opening: Opening, law: Law) -> list[Settled] | None:
    """Every way to settle the words that are not exact; None where words may hold anything, or ways are too many.

    A part is tried with all its hands, with the certain ones, and with those added that would show a suit.
    """
    least = law.number("shown-length")
    return system.once((settled, opening.number, least), lambda: _settled(opening, least))


def _settled(opening: Opening, least: int) -> list[Settled] | None:
    if hides_words(opening.alternatives):
        return None
    options: list[list[tuple[HandSet, frozenset[Suit]] | None]] = []
    for part in opening.parts:
        sets = [part.possible]
        if not part.exact:
            long = [length(s, least, None) - BALANCED for s in SUITS]
            sets += [part.certain, *(part.certain | (part.possible & those) for those in long)]
        options.append([(hands, part.named) if hands else None for hands in dict.fromkeys(sets)])
    if prod(map(len, options)) > MOST_WAYS:
        return None
    ways = (tuple(p for p in chosen if p is not None) for chosen in product(*options))
    return [parts for parts in ways if parts]


def told_apart(opening: Opening, parts: Settled, least: int) -> Settled:
    """The parts that show the suit bid, and of the others only the hands that those do not hold.

    `4+D or (4441)` has the hands of `4+D or 4=4=1=4`: how it is written must not decide.
    """
    suit = opening.suit
    own = [hands for hands, _ in parts if suit is not None and hands.least_length(suit) >= least]
    if not own:
        return parts
    shown_already = reduce(or_, own)
    rest = ((hands, named) if hands in own else (hands - shown_already, named) for hands, named in parts)
    return tuple((hands, named) for hands, named in rest if hands)


# ---- parts that exclude each other ---------------------------------------------------------------------------


def different_suits(parts: list[HandSet], short: list[HandSet], law: Law) -> tuple[Outcome, str]:
    """Parts that each show a suit, none common to all: met, or doubtful through balanced or short parts."""
    least = law.number("shown-length")
    uneven = [p for p in parts if not p <= BALANCED]
    if uneven and frozenset.intersection(*(shown(p, least) for p in uneven)):
        return NOT_MET, "none"
    if exclude_each_other(parts, least):
        rest = [p for p in parts if p not in short]
        if short and not exclude_each_other(rest, least):
            return DOUBTFUL, "short"
        return MET, "suits"
    showing = [p for p in parts if shown(p, least)]
    if all(p <= BALANCED for p in parts if p not in showing) and exclude_each_other(showing, least):
        return DOUBTFUL, "balanced"
    return NOT_MET, "none"


def exclude_each_other(parts: list[HandSet], least: int) -> bool:
    """Whether two or more parts each show a suit, and none is common to all."""
    suits = [shown(p, least) for p in parts]
    return len(suits) > 1 and all(suits) and not frozenset.intersection(*suits)


def short_parts(opening: Opening, parts: list[HandSet], law: Law) -> list[HandSet]:
    """Parts short in the suit bid with two or more others, beside a part that shows the suit bid."""
    suit, least = opening.suit, law.number("shown-length")
    if suit is None or not any(suit in shown(p, least) for p in parts):
        return []
    return [p for p in parts if p.most_length(suit) <= law.number("shortness") and len(shown(p, least) - {suit}) > 1]


def has_gap(parts: list[tuple[HandSet, frozenset[Suit]]], law: Law) -> bool:
    """A suit named by a length: two or fewer, then four or more, and nothing between."""
    if not parts:
        return False
    few, many = law.number("doubtful-shortness"), law.number("shown-length")
    hands = reduce(or_, (p for p, _ in parts))
    for suit in frozenset[Suit]().union(*(named for _, named in parts)):
        lengths = hands.lengths_of(suit)
        if lengths[0] <= few and lengths[-1] >= many and not any(few < n < many for n in lengths):
            return True
    return False


def gap_may_open(opening: Opening, law: Law) -> bool:
    """Whether some set between the certain and the possible hands has a gap in a suit that is named."""
    if opening.exact:
        return False
    few, many = law.number("doubtful-shortness"), law.number("shown-length")
    sure = opening.certain
    for suit in frozenset[Suit]().union(*(p.named for p in opening.parts)):
        may = opening.possible.lengths_of(suit)
        certain = sure.lengths_of(suit) if sure else ()
        if may[0] <= few and may[-1] >= many and not any(few < n < many for n in certain):
            # Short parts beside the suit bid are left out of the gap, certain or not.
            left = [p for p in told_apart(opening, tuple((p.possible, p.named) for p in opening.parts), many) if p[0]]
            short = short_parts(opening, [hands for hands, _ in left], law)
            rest = reduce(or_, (hands for hands, _ in left if hands not in short), NO_HAND)
            if rest and rest.least_length(suit) <= few:
                return True
    return False


def weaker_hands(hands: HandSet, law: Law) -> HandSet:
    """The hands that are not worth a strong opening."""
    return hands & hcp(0, law.number("nebulous-hcp") - 1) & hfp(0, law.number("nebulous-hfp") - 1)


def nebulous(opening: Opening, hands: HandSet, law: Law) -> bool:
    """Whether weaker hands may be short in the suit bid and show no suit."""
    weaker = weaker_hands(hands, law)
    if opening.suit is None or not weaker:
        return False
    short = weaker.least_length(opening.suit) <= law.number("shortness")
    return short and not shown(weaker, law.number("shown-length"))


REASONS = {
    "suits": phrase("{call} shows one suit or another."),
    "gap": phrase("{call} is short or long in a suit, with nothing between."),
    "balanced": phrase("{call} shows one suit or another, or is balanced."),
    "short": phrase("{call} shows its suit, or is short in it with the others."),
    "nebulous": phrase("Weaker hands of {call} may have no card or one card in its suit and show no suit."),
    "differ": phrase("{call} has meanings that differ in more than strength."),
    "open": phrase("{call}: whether it has meanings that exclude each other is open."),
    "none": phrase("{call} has no meanings that exclude each other."),
    "no gap": phrase("{call} is not either short or long in a suit."),
}


def what_shows(opening: Opening, why: str, law: Law) -> HandSet:
    """The hands that show why an opening has meanings that exclude each other."""
    if why == "none":
        return NO_HAND  # one hand proves nothing here
    if why == "nebulous" and opening.suit is not None:
        return weaker_hands(opening.possible, law) & length(opening.suit, 0, law.number("shortness"))
    if why == "short" and opening.suit is not None:
        return opening.possible & length(opening.suit, 0, law.number("shortness"))
    return opening.possible


# ---- Pass and the openings -----------------------------------------------------------------------------------


@once_a_card("pass-ceiling", "uncovered-limit")
def passes_opening_hands(system: System, law: Law) -> Iterator[Ruling]:
    """Pass does not exclude a hand worth an opening."""
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
        shows = strongest(passed.possible)
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


@once_a_card("pass-ceiling", "uncovered-limit")
def opens_weaker_than_pass(system: System, law: Law) -> Iterator[Ruling]:
    """A 1-level opening is or may be weaker than Pass in the same place."""
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
    shows = weakest(opening.possible) if low < pass_high else NO_HAND
    return Ruling(outcome, reason, opening, context.places, shows, asked)


# ---- strong-club and strong-diamond systems ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StrongMinors:
    """Where 1C or 1D is always strong and names no suit: by place, certainly so and possibly."""

    certain: Mapping[Place, Opening]
    possible: Mapping[Place, Opening]


def strong_minors(system: System, law: Law) -> StrongMinors:
    """The places where a system is a strong-club or a strong-diamond system."""
    strong, least = law.number("strong-opening"), law.number("shown-length")
    return system.once((strong_minors, strong, least), lambda: _strong_minors(system, strong, least))


def _strong_minors(system: System, strong: int, least: int) -> StrongMinors:
    found: dict[bool | None, dict[Place, Opening]] = {True: {}, None: {}, False: {}}
    for opening in system.openings:
        if opening.call in MINORS:
            found[is_strong_and_artificial(opening, strong, least)].update(dict.fromkeys(opening.places, opening))
    return StrongMinors(found[True], {p: o for p, o in found[None].items() if p not in found[True]})


def is_strong_and_artificial(opening: Opening, strong: int, least: int) -> bool | None:
    """Whether an opening is always strong, no part of it names a suit by a length, and it shows none."""
    names = some(_names_a_suit(opening, part) for part in opening.parts)
    shows = some(has_only(opening, length(s, least, None)) for s in SUITS)
    return every([has_only(opening, hcp(strong, None)), opposite(names), opposite(shows)])


def _names_a_suit(opening: Opening, part: Part) -> bool | None:
    """Whether a part names a suit by a length; open where the length is only the rule, or words are not read."""
    if any(part.exact or part.possible.least_length(suit) > 0 for suit in part.named):
        return True
    return None if part.named or hides_words(opening.alternatives) else False


def unless_strong_minor(judge: Judge) -> Judge:
    """A point that does not speak of 1C and 1D where one of the two is strong and names no suit."""

    @wraps(judge)
    def rulings(system: System, law: Law) -> Iterator[Ruling]:
        minors = strong_minors(system, law)
        for ruling in judge(system, law):
            if ruling.opening is None or ruling.opening.call not in MINORS:
                yield ruling
            else:
                yield from _excepted(ruling, ruling.opening, minors)

    return rulings


def _excepted(ruling: Ruling, opening: Opening, minors: StrongMinors) -> Iterator[Ruling]:
    """A ruling in the places without a strong minor; in the others it does not apply, or is open."""
    left = ruling.places
    for strong in dict.fromkeys(minors.certain[p] for p in sorted(left) if p in minors.certain):
        here = frozenset(p for p in ruling.places if minors.certain.get(p) is strong)
        left -= here
        reason = say(
            "{call} is excepted: {strong} is always strong and names no suit.", call=opening.call, strong=strong.call
        )
        yield Ruling(DOES_NOT_APPLY, reason, opening, here)
    if ruling.outcome in {MET, DOUBTFUL, CANNOT_TELL}:
        for strong in dict.fromkeys(minors.possible[p] for p in sorted(left) if p in minors.possible):
            here = frozenset(p for p in ruling.places if minors.possible.get(p) is strong)
            left -= here
            reason = say(
                "Whether {call} is excepted is open: {strong} may be always strong and name no suit.",
                call=opening.call,
                strong=strong.call,
            )
            questions = tuple(dict.fromkeys((*ruling.questions, *strong.questions)))
            yield Ruling(CANNOT_TELL, reason, opening, here, ruling.shows, questions, ruling.assumption)
    if left:
        yield replace(ruling, places=left)
