"""VUS, the highly artificial systems of the Slovak annex 4: points a to e."""

from collections.abc import Iterable, Iterator
from functools import partial, reduce
from itertools import permutations, product
from math import prod
from operator import or_

from syscheck.card import Call, Entry, Place
from syscheck.card.model import And, AnyStrength, Attribute, Convention, Note, Or, Strength, Unclear, walk
from syscheck.card.words import catalogue_entry
from syscheck.hands import (
    BALANCED,
    NO_HAND,
    SUITS,
    UNBALANCED,
    HandSet,
    Suit,
    hcp,
    hfp,
    length,
    pattern,
    strongest,
    weakest,
)
from syscheck.language import Sentence, phrase, say
from syscheck.regulations.clauses import (
    CANNOT_TELL,
    DOUBTFUL,
    MET,
    NOT_MET,
    PASS_ASSUMED,
    Law,
    Outcome,
    Ruling,
    if_all,
    if_some,
    least_hcp,
)
from syscheck.system import Context, Opening, System, held

NOTRUMP = Call(1, "N")
EVEN_SHAPES = BALANCED | pattern(5, 4, 2, 2) | pattern(6, 3, 2, 2) | pattern(7, 2, 2, 2)
MOST_WAYS = 400  # where inexact parts can be settled in more ways, they are not tried: cannot tell


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
        if opening.call == NOTRUMP and opening.possible <= EVEN_SHAPES:
            continue
        outcome, why = _strict(opening, law) if strict else _customary(opening, law)
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


Settled = tuple[tuple[HandSet, frozenset[Suit]], ...]
"""The parts of an opening with every inexact word settled: the hands of each, and the suits it names."""


def _strict(opening: Opening, law: Law) -> tuple[Outcome, str]:
    """Two parts with different shapes; with open parts, whether that may still be settled either way."""
    ways = _settled(opening, law)
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


def _customary(opening: Opening, law: Law) -> tuple[Outcome, str]:
    ways = _settled(opening, law)
    if ways is None:
        return CANNOT_TELL, "open"
    found = {_settled_outcome(opening, parts, law) for parts in ways}
    outcomes = {outcome for outcome, _ in found}
    if len(outcomes) > 1 or (outcomes != {MET} and _gap_may_open(opening, law)):
        return CANNOT_TELL, "open"
    return min(found)


def _settled(opening: Opening, law: Law) -> list[Settled] | None:
    """Every way to settle the words that are not exact; None where words may hold anything, or ways are too many.

    A part is tried with all its hands, with the certain ones, and with those added that would show a suit.
    """
    if _hides_words(opening):
        return None
    options: list[list[tuple[HandSet, frozenset[Suit]] | None]] = []
    for part in opening.parts:
        sets = [part.possible]
        if not part.exact:
            long = [length(s, law.number("shown-length"), None) - BALANCED for s in SUITS]
            sets += [part.certain, *(part.certain | (part.possible & those) for those in long)]
        options.append([(hands, part.named) if hands else None for hands in dict.fromkeys(sets)])
    if prod(map(len, options)) > MOST_WAYS:
        return None
    ways = (tuple(p for p in chosen if p is not None) for chosen in product(*options))
    return [parts for parts in ways if parts]


def _settled_outcome(opening: Opening, parts: Settled, law: Law) -> tuple[Outcome, str]:
    """What point b says of parts that are exactly known."""
    least = law.number("shown-length")
    distinct = _apart(opening, parts, least)
    short = _short_parts(opening, [hands for hands, _ in distinct], law)
    if _has_gap([(hands, named) for hands, named in distinct if hands not in short], law):
        return MET, "gap"
    outcome, why = _b1([hands for hands, _ in distinct], short, law)
    if outcome is NOT_MET and _nebulous(opening, reduce(or_, (hands for hands, _ in parts)), law):
        return DOUBTFUL, "nebulous"
    return outcome, why


def _apart(opening: Opening, parts: Settled, least: int) -> Settled:
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


def _b1(parts: list[HandSet], short: list[HandSet], law: Law) -> tuple[Outcome, str]:
    """Parts that each show a suit, none common to all: met, or doubtful through balanced or short parts."""
    least = law.number("shown-length")
    uneven = [p for p in parts if not p <= BALANCED]
    if uneven and frozenset.intersection(*(shown(p, least) for p in uneven)):
        return NOT_MET, "none"
    if _exclude_each_other(parts, least):
        rest = [p for p in parts if p not in short]
        if short and not _exclude_each_other(rest, least):
            return DOUBTFUL, "short"
        return MET, "suits"
    showing = [p for p in parts if shown(p, least)]
    if all(p <= BALANCED for p in parts if p not in showing) and _exclude_each_other(showing, least):
        return DOUBTFUL, "balanced"
    return NOT_MET, "none"


def _exclude_each_other(parts: list[HandSet], least: int) -> bool:
    suits = [shown(p, least) for p in parts]
    return len(suits) > 1 and all(suits) and not frozenset.intersection(*suits)


def _short_parts(opening: Opening, parts: list[HandSet], law: Law) -> list[HandSet]:
    """Parts short in the suit bid with two or more others, beside a part that shows the suit bid."""
    suit, least = opening.suit, law.number("shown-length")
    if suit is None or not any(suit in shown(p, least) for p in parts):
        return []
    return [p for p in parts if p.most_length(suit) <= law.number("shortness") and len(shown(p, least) - {suit}) > 1]


def _has_gap(parts: list[tuple[HandSet, frozenset[Suit]]], law: Law) -> bool:
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


def _gap_may_open(opening: Opening, law: Law) -> bool:
    """Whether some set between the certain and the possible hands has a gap in a suit that is named."""
    if opening.exact:
        return False
    few, many = law.number("doubtful-shortness"), law.number("shown-length")
    sure = opening.certain
    for suit in frozenset[Suit]().union(*(p.named for p in opening.parts)):
        may = opening.possible.lengths_of(suit)
        settled = sure.lengths_of(suit) if sure else ()
        if may[0] <= few and may[-1] >= many and not any(few < n < many for n in settled):
            # Short parts beside the suit bid are left out of the gap, certain or not.
            left = [p for p in _apart(opening, tuple((p.possible, p.named) for p in opening.parts), many) if p[0]]
            short = _short_parts(opening, [hands for hands, _ in left], law)
            rest = reduce(or_, (hands for hands, _ in left if hands not in short), NO_HAND)
            if rest and rest.least_length(suit) <= few:
                return True
    return False


def _weaker(hands: HandSet, law: Law) -> HandSet:
    """The hands that are not worth a strong opening."""
    return hands & hcp(0, law.number("nebulous-hcp") - 1) & hfp(0, law.number("nebulous-hfp") - 1)


def _nebulous(opening: Opening, hands: HandSet, law: Law) -> bool:
    """Whether weaker hands may be short in the suit bid and show no suit."""
    weaker = _weaker(hands, law)
    if opening.suit is None or not weaker:
        return False
    short = weaker.least_length(opening.suit) <= law.number("shortness")
    return short and not shown(weaker, law.number("shown-length"))


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
    shows = weakest(opening.possible) if low < pass_high else NO_HAND
    return Ruling(outcome, reason, opening, context.places, shows, asked)


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
    for (number, sequence), places in held(system.card, "continuations", []).items():
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
