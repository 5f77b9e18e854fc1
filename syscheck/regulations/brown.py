"""Brown conventions, or brown stickers: openings from 2C to 3S and overcalls that promise no suit.

The Czech rules have them from the WBF's policy; only what counts as strong differs.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from operator import or_

from syscheck.card import Step
from syscheck.hands import NO_HAND, SUITS, HandSet, Suit, hcp, length, weakest
from syscheck.language import Sentence, phrase, say
from syscheck.regulations.artificial import EVEN_SHAPES, hides_words
from syscheck.regulations.clauses import (
    CANNOT_TELL,
    MET,
    NOT_MET,
    Finding,
    Law,
    Outcome,
    Ruling,
    every,
    has_any,
    has_only,
    once_a_card,
    opposite,
    some,
)
from syscheck.system import AlternativeHands, CallOnCard, Hands, Opening, Part, System, defence_on_card

OPENING, TWO_SUITER, OVERCALL, PSYCHIC = "opening", "two-suiter", "overcall", "psychic"
MULTI_CALLS = ("2C", "2D")
MAJORS = (Suit.HEARTS, Suit.SPADES)

NATURAL_OPPONENTS = say("Openings of opponents that stand in [defence] are taken as natural.")
"""The card has no place to say what opponents' bids mean."""


# ---- openings ------------------------------------------------------------------------------------------------


@once_a_card("below-average", "shown-length", "weak-two-length", "strong")
def brown_openings(system: System, law: Law) -> Iterator[Ruling]:
    """An opening from 2C to 3S that may be below average and shows no suit, unless it is excused."""
    for opening in system.openings:
        if opening.call.level == 2 or (opening.call.level == 3 and opening.suit is not None):
            yield _opening_ruling(opening, law)


def _opening_ruling(opening: Opening, law: Law) -> Ruling:
    call, least, below = opening.call, law.number("shown-length"), law.number("below-average")
    weak = has_any(opening, hcp(None, below))
    if weak is False:
        reason = say("{call} always has {low} points or more.", call=call, low=opening.possible.least_hcp)
        return Ruling(NOT_MET, reason, opening, opening.places)
    shown = [s for s in SUITS if shows(opening, s, least)]
    if shown:
        suits = tuple(s.symbol for s in shown)
        reason = say("{call} always has {least} or more {suits}.", call=call, least=least, suits=suits)
        return Ruling(NOT_MET, reason, opening, opening.places)
    one_suit, multi = _weak_in_one_suit(opening, law), _is_weak_two_in_a_major(opening, law)
    if one_suit:
        reason = say("{call} is excused: its weak hands all show one suit, and its other hands are strong.", call=call)
        return Ruling(NOT_MET, reason, opening, opening.places)
    if multi:
        reason = say("{call} is excused: its weak hands are a weak two in either major.", call=call)
        return Ruling(NOT_MET, reason, opening, opening.places)
    shows_none = every(opposite(shows(opening, s, least)) for s in SUITS)
    if every([weak, shows_none, opposite(one_suit), opposite(multi)]):
        low = opening.certain.least_hcp
        reason = say(
            "{call} may have {low} points and promises no suit of {least} cards.", call=call, low=low, least=least
        )
        return Ruling(MET, reason, opening, opening.places, weakest(opening.certain))
    reason = say("Whether {call} is a brown convention is open.", call=call)
    return Ruling(CANNOT_TELL, reason, opening, opening.places, weakest(opening.possible), _questions(opening))


def shows(hands: Hands, suit: Suit, least: int) -> bool | None:
    """Whether a suit is always held with so many cards."""
    return has_only(hands, length(suit, least, None))


def _weak_in_one_suit(opening: Opening, law: Law) -> bool | None:
    """Whether all weak parts show the same suit, and the others are strong."""
    least = law.number("shown-length")
    return some(_weak_parts_are(opening, law, partial(shows, suit=suit, least=least)) for suit in SUITS)


def _is_weak_two_in_a_major(opening: Opening, law: Law) -> bool | None:
    """Whether this is 2C or 2D whose weak parts are weak twos in a major, and whose others are strong."""
    if str(opening.call) not in MULTI_CALLS:
        return False
    return _weak_parts_are(opening, law, lambda part: _is_weak_two(part, law))


def _is_weak_two(part: Part, law: Law) -> bool | None:
    """Whether a part has length in one major, shows no other suit, and is no Wilkosz."""
    long = law.number("weak-two-length")
    return some(every([shows(part, major, long), opposite(_has_second_suit(part, major, law))]) for major in MAJORS)


def _has_second_suit(part: Part, major: Suit, law: Law) -> bool | None:
    """Whether a second suit is shown, or there always is one beside just five cards in the major, whichever it is.

    `5M 4+m` has hands of `5M, not bal`: how it is written must not decide.
    """
    long, least = law.number("weak-two-length"), law.number("shown-length")
    others = [s for s in SUITS if s is not major]
    second = reduce(or_, (length(s, least, None) for s in others))
    return some(
        [
            *(shows(part, s, least) for s in others),
            every([has_only(part, length(major, long, long)), has_only(part, second)]),
        ]
    )


def _weak_parts_are(opening: Opening, law: Law, wanted: Callable[[Part], bool | None]) -> bool | None:
    """Whether every part is strong, or weak and as wanted."""
    below, strong = hcp(None, law.number("below-average")), hcp(law.number("strong"), None)
    return every(some([has_only(part, strong), every([has_any(part, below), wanted(part)])]) for part in opening.parts)


# ---- openings and overcalls ----------------------------------------------------------------------------------

Bid = Opening | CallOnCard


def brown_two_suiters(system: System, law: Law) -> Iterator[Ruling]:
    """A weak two-suiter at the two or three level, one of whose suits may have three cards."""
    bids: tuple[Bid, ...] = (*system.openings, *overcalls(system))
    for bid in bids:
        if bid.call.level not in {2, 3}:
            continue
        answer = some(_is_loose_two_suiter(a, part, law) for a in bid.alternatives for part in a.parts)
        if answer is None:
            reason = say("Whether {call} may be a two-suiter with a suit of three cards is open.", call=_name(bid))
            yield _ruling(CANNOT_TELL, reason, bid, NO_HAND, _questions(bid))
        elif answer:
            reason = say("{call} may be weak with two suits, one of them of three cards.", call=_name(bid))
            yield _ruling(MET, reason, bid, _loose_hands(bid, law))
        else:
            reason = say("{call} is no weak two-suiter with a suit of three cards.", call=_name(bid))
            yield _ruling(NOT_MET, reason, bid)


def _is_loose_two_suiter(written: AlternativeHands, part: Part, law: Law) -> bool | None:
    """Whether a part may be weak, names just two suits with three cards or more, and one of them may have three."""
    least = law.number("two-suiter-length")
    weak = has_any(part, hcp(None, law.number("below-average")))
    if hides_words([written]):
        return every([weak, None])  # words that are not read may name a suit
    named = {suit: shows(part, suit, least) for suit in part.named}
    sure, maybe = list(named.values()).count(True), list(named.values()).count(None)
    two = sure == 2 if not maybe else None if sure <= 2 <= sure + maybe else False
    loose = some(has_any(part, length(suit, None, least)) for suit, answer in named.items() if answer is not False)
    return every([weak, two, loose])


def _loose_hands(bid: Bid, law: Law) -> HandSet:
    """Hands of a two-suiter with just three cards in one of its suits."""
    least = law.number("two-suiter-length")
    for written in bid.alternatives:
        for part in written.parts:
            if _is_loose_two_suiter(written, part, law):
                weak = part.certain & hcp(None, law.number("below-average"))
                found = (weak & length(s, least, least) for s in part.named if shows(part, s, least))
                return next((hands for hands in found if hands), NO_HAND)
    return NO_HAND


def brown_overcalls(system: System, law: Law) -> Iterator[Ruling]:
    """An overcall of a natural suit opening at the one level that shows no suit."""
    least = law.number("shown-length")
    for bid in overcalls(system):
        opened = bid.sequence[0].call
        if opened.level != 1 or opened.suit is None:
            continue
        name = _name(bid)
        if _is_strong_cue_bid(bid, law):
            yield _ruling(NOT_MET, say("{call} is a strong cue-bid.", call=name), bid)
        elif bid.hands is None:
            reason = say("{call}: the card does not say which hands bid it.", call=name)
            yield _ruling(CANNOT_TELL, reason, bid, NO_HAND, (say(ASK_FOR_HANDS, call=name),), NATURAL_OPPONENTS)
        else:
            yield _overcall_ruling(bid, bid.hands, least, law)


ASK_FOR_HANDS = phrase("Which hands bid {call}? Say the points and the suits.")


def _overcall_ruling(bid: CallOnCard, hands: Hands, least: int, law: Law) -> Ruling:
    name = _name(bid)
    shown = [s.symbol for s in SUITS if shows(hands, s, least)]
    if shown:
        reason = say("{call} always has {least} or more {suits}.", call=name, least=least, suits=tuple(shown))
        return _ruling(NOT_MET, reason, bid)
    natural = has_only(hands, EVEN_SHAPES) if bid.is_notrump else False
    if natural:
        return _ruling(NOT_MET, say("{call} is a natural no-trump.", call=name), bid)
    shows_none = every(opposite(shows(hands, s, least)) for s in SUITS)
    if every([shows_none, opposite(natural), opposite(_is_strong_cue_bid(bid, law))]):
        reason = say("{call} promises no suit of {least} cards.", call=name, least=least)
        return _ruling(MET, reason, bid, hands.certain or hands.possible, (), NATURAL_OPPONENTS)
    reason = say("Whether {call} is a brown convention is open.", call=name)
    return _ruling(CANNOT_TELL, reason, bid, hands.possible, _questions(bid), NATURAL_OPPONENTS)


def _is_strong_cue_bid(bid: CallOnCard, law: Law) -> bool | None:
    """Whether opponents' suit is bid with strong hands, or forces to game."""
    theirs = {s.call.suit for s in bid.sequence if s.theirs} - {None}
    if bid.call.suit not in theirs:
        return False
    if all("GF" in a.attributes for a in bid.written):
        return True
    return None if bid.hands is None else has_only(bid.hands, hcp(law.number("strong"), None))


def overcalls(system: System) -> Iterator[CallOnCard]:
    """Our first bids after an opening of opponents: no doubles, and nothing after a bid of partner's."""
    for call in defence_on_card(system):
        *before, last = call.sequence
        by_us = not last.theirs and last.call.level > 0
        if by_us and _is_opened_by_them(before) and all(s.theirs or s.call.is_pass for s in before):
            yield call


def _is_opened_by_them(before: Sequence[Step]) -> bool:
    return bool(before) and before[0].theirs and before[0].call.level > 0


def _name(bid: Bid) -> str:
    return str(bid.call) if isinstance(bid, Opening) else str(bid)


def _ruling(
    outcome: Outcome,
    reason: Sentence,
    bid: Bid,
    shows: HandSet = NO_HAND,
    questions: tuple[Sentence, ...] = (),
    assumption: Sentence | None = None,
) -> Ruling:
    if isinstance(bid, Opening):
        return Ruling(outcome, reason, bid, bid.places, shows, questions, assumption)
    return Ruling(outcome, reason, None, bid.places, shows, questions, assumption, bid)


def _questions(bid: Bid) -> tuple[Sentence, ...]:
    """What the card leaves open about a bid; where no word of it does by itself, all of it is asked."""
    return bid.questions or (say(ASK_FOR_HANDS, call=_name(bid)),)


# ---- psychic bids --------------------------------------------------------------------------------------------

PROTECTED = phrase("Does a call of yours protect psychic bids, such as one that asks partner whether he has psyched?")
_PSYCHIC = re.compile(r"\bpsych|\bpsyk|\bklamliv|\bblaf", re.IGNORECASE)


def protected_psychics(system: System, _law: Law) -> Iterator[Ruling]:
    """Psychic bids that the system protects: a card can only hint at them."""
    lines = system.card.text.splitlines()
    if any(_PSYCHIC.search(line) for line in lines if not line.lstrip().startswith("#")):
        yield Ruling(CANNOT_TELL, say("The card speaks of psychic bids."), questions=(say(PROTECTED),))


# ---- all of them ---------------------------------------------------------------------------------------------


def brown_calls(findings: Mapping[str, Finding], prefix: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The calls that are brown, and those that may be: openings first, each in card order."""
    rulings = [r for kind in (OPENING, TWO_SUITER, OVERCALL) for r in findings[f"{prefix}-{kind}"].rulings]
    rulings.sort(key=lambda r: len(rulings) if r.opening is None else r.opening.number)
    brown = _named(r for r in rulings if r.outcome is MET)
    return brown, tuple(c for c in _named(r for r in rulings if r.outcome is CANNOT_TELL) if c not in brown)


def _named(rulings: Iterable[Ruling]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(r.named for r in rulings if r.named is not None))
