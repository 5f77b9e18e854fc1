"""The Swedish rules for openings, one function a page."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps

from syscheck.card import Place
from syscheck.hands import BALANCED, NO_HAND, UNBALANCED, HandSet, hcp, length, pattern, strongest, weakest
from syscheck.language import Sentence, count, phrase, say
from syscheck.regulations.clauses import (
    CANNOT_TELL,
    MET,
    NOT_MET,
    PASS_ASSUMED,
    Judge,
    Law,
    Outcome,
    Ruling,
    has_any,
    has_only,
)
from syscheck.regulations.se_2012.dots import CallDots, Features, all_features, call_dots, counted_places
from syscheck.regulations.se_2012.naturalness import denial_decides, strong_hands, weaker_hands
from syscheck.system import Context, Hands, System

DENIAL_TOLERATED = say("A no-trump bid that only denies length is taken as natural (setting denial).")


def _where_counted(judge: Judge) -> Judge:
    """A rule about counted places: what is met only behind a Pass that may be strong is not met for certain."""

    @wraps(judge)
    def rulings(system: System, law: Law) -> Iterator[Ruling]:
        counted = counted_places(system, law)
        for ruling in judge(system, law):
            asked = tuple(q for passed in counted.behind(ruling.places) for q in passed.questions)
            yield _behind_pass(ruling, asked) if asked else ruling

    return rulings


def _behind_pass(ruling: Ruling, asked: tuple[Sentence, ...]) -> Ruling:
    """A ruling that stands only if the Pass before is not strong; `asked` would settle it."""
    questions = (*ruling.questions, *asked)
    if ruling.outcome is CANNOT_TELL:
        return replace(ruling, questions=questions)
    if ruling.outcome is not MET or ruling.opening is None:
        return ruling
    reason = say(
        "{call} counts only if the Pass before it is not strong; the card leaves it open.", call=ruling.opening.call
    )
    return replace(ruling, outcome=CANNOT_TELL, reason=reason, questions=questions)


def _looked_at(system: System, law: Law) -> Iterator[tuple[Features, frozenset[Place]]]:
    """The openings 1C to 3S in counted places, with their features."""
    counted = counted_places(system, law)
    return ((f, here) for f in all_features(system, law) if (here := counted.of(f.opening.places)))


def _dotted(system: System, law: Law) -> Iterator[tuple[Features, frozenset[Place]]]:
    """Those that get dots, or may: neither natural nor strong."""
    return ((f, here) for f, here in _looked_at(system, law) if f.exempt is not True)


def _ruling(
    found: Features,
    places: frozenset[Place],
    answer: bool | None,
    yes: Sentence,
    no: Sentence,
    shows: HandSet = NO_HAND,
    assumption: Sentence | None = None,
) -> Ruling:
    """A ruling on an opening; one that may be exempt can be *not met* for certain, but never *met*."""
    if answer and found.exempt is None:
        answer = None
    opening = found.opening
    if answer is None:
        reason = say("{call}: the card leaves it open.", call=opening.call)
        return Ruling(CANNOT_TELL, reason, opening, places, opening.possible, opening.questions, assumption)
    return Ruling(MET if answer else NOT_MET, yes if answer else no, opening, places, shows, (), assumption)


def _denial(hands: Hands, law: Law) -> Sentence | None:
    """What is taken for granted where only the setting `denial` lets the hands be a natural no-trump bid."""
    return DENIAL_TOLERATED if denial_decides(hands, law) else None


# ---- exempt ------------------------------------------------------------------------------------------------


@_where_counted
def natural(system: System, law: Law) -> Iterator[Ruling]:
    """2.3, item 1: a natural opening gets no dots."""
    for found, places in _looked_at(system, law):
        opening, call = found.opening, found.opening.call
        answer = found.natural
        if opening.suit is not None:
            fewest = opening.possible.least_length(opening.suit)
            yes = say("{call} always has four or more {suit}.", call=call, suit=opening.suit.symbol)
            no = say("{call} may have {fewest} {suit}.", call=call, fewest=fewest, suit=opening.suit.symbol)
            shows = opening.possible & length(opening.suit, fewest, fewest)
            assumption = None
        else:
            share = round(100 * float(opening.possible.share(BALANCED)), 1)
            yes = say("{call} is natural: {share} % of its hands are balanced.", call=call, share=share)
            no = say("{call} is not natural: {share} % of its hands are balanced.", call=call, share=share)
            shows = opening.possible - BALANCED or opening.possible
            assumption = _denial(opening, law)
        if answer is None:
            reason = say("Whether {call} is natural is open.", call=call)
            yield Ruling(CANNOT_TELL, reason, opening, places, shows, opening.questions, assumption)
        else:
            yield Ruling(MET if answer else NOT_MET, yes if answer else no, opening, places, shows, (), assumption)


@_where_counted
def strong(system: System, law: Law) -> Iterator[Ruling]:
    """2.3, item 2: a strong or game-forcing opening gets no dots."""
    for found, places in _looked_at(system, law):
        opening, call = found.opening, found.opening.call
        weaker = weaker_hands(opening, law).possible
        if "GF" in opening.attributes:
            yield Ruling(MET, say("{call} is game-forcing.", call=call), opening, places)
        elif found.strong is None:
            reason = say("Whether {call} is strong is open.", call=call)
            yield Ruling(CANNOT_TELL, reason, opening, places, weaker, opening.questions)
        elif found.strong:
            yield Ruling(
                MET,
                say(
                    "{call} is strong: always {least} points, or made up for by shape.",
                    call=call,
                    least=law.number("strong-hp"),
                ),
                opening,
                places,
            )
        else:
            yield Ruling(NOT_MET, say("{call} is not always strong.", call=call), opening, places, weaker)


# ---- Pass --------------------------------------------------------------------------------------------------


def _passes(system: System, law: Law) -> Iterator[tuple[Context, frozenset[Place]]]:
    counted = counted_places(system, law)
    return ((c, here) for c in system.contexts if (here := counted.of(c.places)))


@_where_counted
def odd_pass(system: System, law: Law) -> Iterator[Ruling]:
    """2.3: a Pass that may be good, or without some flat weak hands."""
    flat_and_weak = pattern(4, 3, 3, 3) & hcp(0, law.number("weak-hp") - 1)
    good = hcp(law.number("odd-pass-hp") + 1, None)
    for context, places in _passes(system, law):
        passed = context.pass_
        if passed is None:
            yield from _unmentioned(context, places, flat_and_weak, good, law)
            continue
        holds_good = has_any(passed, good)
        missing = flat_and_weak - passed.possible
        if holds_good or missing:
            if holds_good:
                reason = say("Pass may hold {most} points.", most=passed.possible.most_hcp)
            else:
                reason = say("Flat weak hands do not pass.")
            yield Ruling(MET, reason, passed, places, strongest(passed.possible & good) if holds_good else missing)
        elif holds_good is False and flat_and_weak <= passed.certain:
            yield Ruling(NOT_MET, say("Pass is an ordinary one."), passed, places)
        else:
            yield Ruling(
                CANNOT_TELL, say("Whether Pass is odd is open."), passed, places, passed.possible, passed.questions
            )


def _unmentioned(
    context: Context, places: frozenset[Place], flat_and_weak: HandSet, good: HandSet, law: Law
) -> Iterator[Ruling]:
    """A Pass that is not on the card holds what no opening claims: the ordinary one, if that is ordinary."""
    found = [r for r in (_flat_opened(context, places, flat_and_weak), _good_left(context, places, good, law)) if r]
    if not found:
        reason = say("Pass is not on the card and is taken as the ordinary one.")
        yield Ruling(NOT_MET, reason, None, places, assumption=PASS_ASSUMED)
    yield from found


def _flat_opened(context: Context, places: frozenset[Place], flat_and_weak: HandSet) -> Ruling | None:
    """The question that is open when openings take hands that an ordinary Pass would hold."""
    claimed = flat_and_weak - context.unopened.certain
    if not claimed:
        return None
    reason = say("Pass is not on the card, and other openings take flat weak hands.")
    question = say("Which hands pass? Write P : … in [openings].")
    return Ruling(CANNOT_TELL, reason, None, places, claimed, (question,))


def _good_left(context: Context, places: frozenset[Place], good: HandSet, law: Law) -> Ruling | None:
    """The question that is open when too many good hands open nothing, as Pass would hold them."""
    limit = law.share("uncovered-limit")
    sure = good.share(context.unopened.certain)
    certain = sure > limit
    left = context.unopened.certain if certain else context.unopened.possible
    share = sure if certain else good.share(left)
    if share <= limit:
        return None
    reason = say(
        "{percent} % of all hands of {least} points or more open nothing on the card.",
        percent=round(100 * float(share), 1),
        least=law.number("odd-pass-hp") + 1,
    )
    [hand] = (good & left).examples(1)
    question = say("What do you open with hands such as {hand}? If you pass, write P : …", hand=hand.spelled)
    others = () if certain else tuple(q for o in context.openings for q in o.questions)
    return Ruling(CANNOT_TELL, reason, None, places, good & left, (question, *others))


def strong_pass(system: System, law: Law) -> Iterator[Ruling]:
    """2.2, 4.3: a Pass that is always strong is an opening."""
    wanted = strong_hands(law)
    # The third seat behind a strong Pass is not counted, but the Pass itself is judged in every seat.
    for context in system.contexts:
        passed = context.pass_
        if passed is None:
            yield Ruling(
                NOT_MET,
                say("Pass is not on the card and is taken as the ordinary one."),
                None,
                context.places,
                assumption=PASS_ASSUMED,
            )
            continue
        answer = has_only(passed, wanted)
        if answer is None:
            yield Ruling(
                CANNOT_TELL,
                say("Whether Pass is strong is open."),
                passed,
                context.places,
                passed.possible,
                passed.questions,
            )
        elif answer:
            yield Ruling(
                MET, say("Pass is strong, so it is an opening itself."), passed, context.places, passed.possible
            )
        else:
            yield Ruling(NOT_MET, say("Pass is not always strong."), passed, context.places, passed.possible - wanted)


# ---- dots --------------------------------------------------------------------------------------------------


@_where_counted
def dots_for_length(system: System, law: Law) -> Iterator[Ruling]:
    """2.5.1: one dot for three cards in the suit bid, two for fewer."""
    for found, places in _dotted(system, law):
        opening, call, suit = found.opening, found.opening.call, found.opening.suit
        if suit is None:
            yield _ruling(found, places, False, say(""), say("{call} is no suit bid.", call=call))
            continue
        fewest = opening.possible.least_length(suit)
        dots = law.number("dots-three" if fewest == law.number("natural-length") - 1 else "dots-fewer")
        yes = say(
            "{call} may have {fewest} {suit}: dots {dots}.", call=call, fewest=fewest, suit=suit.symbol, dots=dots
        )
        answer = None if len(found.fewest) > 1 and found.fewest[-1] >= law.number("natural-length") else True
        yield _ruling(found, places, answer, yes, yes, opening.possible & length(suit, fewest, fewest))


@_where_counted
def dots_for_unbalanced(system: System, law: Law) -> Iterator[Ruling]:
    """2.5.1, addition 1: a dot when it may be unbalanced and short in the suit bid."""
    for found, places in _dotted(system, law):
        opening, call, suit = found.opening, found.opening.call, found.opening.suit
        if suit is None:
            yield _ruling(found, places, False, say(""), say("{call} is no suit bid.", call=call))
            continue
        shows = opening.possible & UNBALANCED & length(suit, 0, law.number("natural-length") - 1)
        yes = say(
            "{call} may be unbalanced with fewer than four {suit}: dots {dots}.",
            call=call,
            suit=suit.symbol,
            dots=law.number("dots-unbalanced"),
        )
        no = say("{call} is never unbalanced with fewer than four {suit}.", call=call, suit=suit.symbol)
        yield _ruling(found, places, found.unbalanced, yes, no, shows)


@_where_counted
def dots_for_major(system: System, law: Law) -> Iterator[Ruling]:
    """2.5.1, addition 2: a dot for 1H and 1S."""
    for found, places in _dotted(system, law):
        call = found.opening.call
        yes = say("{call} is a major at the one level: dots {dots}.", call=call, dots=law.number("dots-major"))
        no = say("{call} is not a major at the one level.", call=call)
        yield _ruling(found, places, call.level == 1 and call.strain in "HS", yes, no)


@_where_counted
def dots_for_weakness(system: System, law: Law) -> Iterator[Ruling]:
    """2.5.1, addition 3: dots for a weak 1D, 1H or 1S."""
    for found, places in _dotted(system, law):
        opening, call = found.opening, found.opening.call
        counts = call.level == 1 and call.strain in "DHS"
        dots = law.number("dots-weak-diamond" if call.strain == "D" else "dots-weak-major")
        yes = say("{call} may have {low} points: dots {dots}.", call=call, low=opening.possible.least_hcp, dots=dots)
        no = say("{call} gets no dots for weakness.", call=call)
        shows = weakest(opening.possible & hcp(0, law.number("weak-hp") - 1))
        yield _ruling(found, places, found.weak if counts else False, yes, no, shows)


@_where_counted
def dots_for_notrump(system: System, law: Law) -> Iterator[Ruling]:
    """2.5.2: dots for a 1N or 2N that is not natural."""
    for found, places in _looked_at(system, law):
        opening, call = found.opening, found.opening.call
        if opening.suit is not None:
            continue
        weak = call.level == 1 and found.weak is not False
        dots = law.number("dots-weak-notrump" if weak else "dots-notrump")
        yes = say("{call} is not natural: dots {dots}.", call=call, dots=dots)
        no = say("{call} is natural or strong.", call=call)
        answer = None if found.exempt is None else not found.exempt
        assumption = None if found.strong else _denial(opening, law)
        yield _ruling(found, places, answer, yes, no, opening.possible - BALANCED, assumption)


# ---- ceilings ----------------------------------------------------------------------------------------------


def _ceiling(
    number: str,
    feature: Callable[[Features], bool | None],
    yes: str,
    no: str,
    as_notrump: Callable[[Features, Law], Hands | None] = lambda _found, _law: None,
) -> Judge:
    """A rule that caps the dots of openings with a feature; `yes` and `no` are its sentences.

    `as_notrump` are the hands that it measures as a no-trump bid: there a denial may decide.
    """

    @_where_counted
    def rulings(system: System, law: Law) -> Iterator[Ruling]:
        for found, places in _dotted(system, law):
            call, dots = found.opening.call, law.number(number)
            answer = feature(found)
            shows = found.opening.possible if answer else NO_HAND
            hands = as_notrump(found, law)
            assumption = None if hands is None else _denial(hands, law)
            yield _ruling(found, places, answer, say(yes, call=call, dots=dots), say(no, call=call), shows, assumption)

    return rulings


points_at_suit = _ceiling(
    "ceiling-suit",
    lambda f: f.suit_pointer,
    phrase("{call} always has four or more cards in another suit: at most {dots}."),
    phrase("{call} promises no other suit."),
)
points_at_balanced = _ceiling(
    "ceiling-balanced",
    lambda f: f.balanced_pointer,
    phrase("{call} would be natural as a no-trump bid: at most {dots}."),
    phrase("{call} would not be natural as a no-trump bid."),
    as_notrump=lambda f, _law: None if f.opening.suit is None else f.opening,
)
strong_or_natural = _ceiling(
    "ceiling-strong-natural",
    lambda f: f.strong_or_natural,
    phrase("{call} is natural or strong: at most {dots}."),
    phrase("{call} without its strong hands is not natural."),
    as_notrump=lambda f, law: weaker_hands(f.opening, law) if f.opening.suit is None else None,
)
strong_or_suit = _ceiling(
    "ceiling-strong-suit",
    lambda f: f.strong_or_suit,
    phrase("{call} promises one other suit or is strong: at most {dots}."),
    phrase("{call} without its strong hands promises no other suit."),
)


# ---- the sum -----------------------------------------------------------------------------------------------


def total(dots: tuple[CallDots, ...]) -> tuple[int, int]:
    """The fewest and the most dots that the card may have."""
    return sum(d.least for d in dots), sum(d.most for d in dots)


def system_class(total_dots: int, law: Law) -> str:
    """A, B or C for a sum of dots (2.4)."""
    if total_dots > law.number("a-over"):
        return "A"
    return "B" if total_dots >= law.number("b-from") else "C"


def is_class(letter: str) -> Callable[[System, Law], Iterator[Ruling]]:
    """The rule of one class: met when the card's sum is in it."""

    def rulings(system: System, law: Law) -> Iterator[Ruling]:
        found = call_dots(system, law)
        low, high = total(found)
        here = {system_class(n, law) == letter for n in range(low, high + 1)}
        questions = tuple(q for d in found if d.dots is None for q in d.variant.questions)
        if len(here) > 1:
            reason = say("The sum is between {low} and {high} dots.", low=low, high=high)
            yield Ruling(CANNOT_TELL, reason, questions=questions)
        else:
            outcome: Outcome = MET if here.pop() else NOT_MET
            if low == high:
                yield Ruling(outcome, count("The sum is {n} dot.", "The sum is {n} dots.", low))
            else:
                yield Ruling(outcome, say("The sum is {low} to {high} dots.", low=low, high=high))

    return rulings
