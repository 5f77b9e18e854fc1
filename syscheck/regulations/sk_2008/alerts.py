"""Alerts and STOP of the Slovak regulations: annex 3 and paragraph 25.15, one function a page."""

from collections.abc import Callable
from functools import reduce
from operator import or_

from syscheck.card import Call
from syscheck.hands import SUITS, HandSet, Suit, compare, hcp, length
from syscheck.language import phrase, say
from syscheck.regulations.alerts import (
    FORCING,
    GAME,
    NOT_FORCING,
    AlertClause,
    Answer,
    both,
    doubled_suit,
    either,
    forcing_question,
    is_conventional_suit_bid,
    is_forcing,
    is_limited,
    is_new_suit_response,
    is_raise,
    named_artificial,
    opposite,
    ruled,
    said_artificial,
    shows_own,
    tells_of_suit,
)
from syscheck.regulations.clauses import Law, Ruling, has_any, has_only
from syscheck.system import CallOnCard, Hands
from syscheck.system.parts import SUIT

ONE_NOTRUMP = Call(1, "N")
COMPETITIVE = frozenset(
    {"negative doubles", "responsive doubles", "support doubles", "competitive doubles", "Rosenkranz doubles"}
)
TAKE_OUT, PENALTY = "take-out doubles", "penalty double"


# ---- natural or not ----------------------------------------------------------------------------------------------


def is_conventional(call: CallOnCard, law: Law) -> Answer:
    """Whether a suit or no-trump bid is not natural for alerts (items d and e)."""
    if call.is_notrump:
        if said_artificial(call):
            return True
        if call.hands is None and named_artificial(call):
            return True
        tells = tells_of_suit(call, law.number("alert-other-suit"), law.number("alert-short"), None)
        return either(opposite(is_limited(call)), is_forcing(call, law), tells)
    first = call.is_first_call and not is_raise(call, law)
    own = law.number("alert-first-length" if first else "alert-length")
    return is_conventional_suit_bid(call, own, law)


def is_natural(call: CallOnCard, law: Law) -> bool:
    """Whether a bid is natural, or may be: the clauses about natural calls look at it."""
    return is_conventional(call, law) is not True


def conventional(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, a: a bid that is not natural."""
    if not call.call.level:
        return None
    answer = is_conventional(call, law)
    no = say("{call} is natural.", call=call)
    forcing_open = call.is_notrump and is_forcing(call, law) is None and answer is None
    if forcing_open:
        return ruled(call, None, no, no, forcing_question(call), unsure=say(NT_FORCING_OPEN, call=call))
    return ruled(call, answer, say("{call} is conventional.", call=call), no)


NT_FORCING_OPEN = phrase("{call}: a no-trump bid is natural only when it is not forcing, and the card does not say.")


def short_suit(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, not natural, 1: a suit opening at the one level that may have fewer than four cards."""
    if not call.is_opening or call.call.level != 1 or call.suit is None or call.hands is None:
        return None
    short = opposite(shows_own(call, law.number("alert-first-length")))
    least = call.hands.possible.least_length(call.suit)
    yes = say("{call} may have {least} {suit}.", call=call, least=least, suit=call.suit.symbol)
    return ruled(call, short, yes, say("{call} always has four or more {suit}.", call=call, suit=call.suit.symbol))


def pass_(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, f and not natural, 3: a Pass that promises values or tells of a suit."""
    if not call.call.is_pass:
        return None
    yes = say("{call}: Pass promises values or tells of a suit.", call=call)
    no = say("{call}: Pass promises nothing.", call=call)
    return ruled(call, telling_pass(call, law), yes, no)


def telling_pass(call: CallOnCard, law: Law) -> Answer:
    """Whether a Pass promises values, tells of a suit, or has an artificial meaning."""
    if said_artificial(call) or call.attributes & FORCING:
        return True
    if call.hands is None:
        return named_artificial(call)
    values = has_only(call.hands, hcp(law.number("alert-pass-values"), None))
    return either(values, tells_of_suit(call, law.number("alert-other-suit"), law.number("alert-short"), None))


# ---- doubles -----------------------------------------------------------------------------------------------------


def double(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, g and not natural, 6: a double that is neither for take-out of a suit nor for penalties."""
    if call.call.strain != "X" or call.call.level:
        return None
    suit = doubled_suit(call)
    for_take_out = (
        suit is not None and call.level <= law.number("alert-take-out-level") and _partner_is_silent(call, law)
    )
    yes = say("{call} is a competitive or conventional double.", call=call)
    if for_take_out:
        question = say("Is {call} for take-out? Write take-out double, or what it shows.", call=call)
        return ruled(call, _not_for_take_out(call, suit, law), yes, say("{call} is for take-out.", call=call), question)
    question = say("Is {call} for penalties? Write penalty double, or what it shows.", call=call)
    return ruled(call, _not_for_penalties(call, suit, law), yes, say("{call} is for penalties.", call=call), question)


def _partner_is_silent(call: CallOnCard, law: Law) -> bool:
    """Whether partner has not bid, nor passed with values as far as the card says."""
    if call.partner is not None and call.partner.call.is_pass and telling_pass(call.partner, law):
        return False
    return all(c.is_pass for c in call.ours[-2::-2])


def _said_other_than(call: CallOnCard, natural: str) -> bool:
    """Whether attributes or names say that a double is not of the natural kind."""
    if said_artificial(call) or (call.attributes & FORCING and natural == PENALTY):
        return True
    return any(name != natural for name in call.conventions)


def _not_for_take_out(call: CallOnCard, suit: Suit | None, law: Law) -> Answer:
    if _said_other_than(call, TAKE_OUT):
        return True
    if TAKE_OUT in call.conventions or call.hands is None:
        return False if TAKE_OUT in call.conventions else None
    # Four cards in the unbid suits belong to a take-out double; five say more.
    long = tells_of_suit(call, law.number("alert-take-out-suit"), -1, suit)
    own = None if suit is None else has_only(call.hands, length(suit, law.number("alert-first-length"), None))
    return either(long, own)


def _not_for_penalties(call: CallOnCard, suit: Suit | None, law: Law) -> Answer:
    if _said_other_than(call, PENALTY):
        return True
    if PENALTY in call.conventions or call.hands is None:
        return False if PENALTY in call.conventions else None
    if either(tells_of_suit(call, law.number("alert-other-suit"), law.number("alert-short"), suit)):
        return True
    if suit is None:  # a double of no-trump that tells of no suit
        return tells_of_suit(call, law.number("alert-other-suit"), law.number("alert-short"), None)
    least = law.number("alert-first-length")
    if has_only(call.hands, length(suit, least, None)):
        return False
    return True if has_only(call.hands, length(suit, 0, least - 1)) else None


def double_of_one_notrump(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, not natural, 4: a double of a 1N response for take-out of the suit opened."""
    theirs = [s.call for s in call.sequence if s.theirs]
    if call.call.strain != "X" or call.call.level or len(theirs) < 2 or theirs[-1] != ONE_NOTRUMP:
        return None
    if theirs[0].level != 1 or theirs[0].suit is None or not _partner_is_silent(call, law):
        return None
    suit = SUIT[theirs[0].suit]
    if TAKE_OUT in call.conventions or said_artificial(call):
        answer: Answer = True
    elif PENALTY in call.conventions:
        answer = False
    elif call.hands is None:
        answer = None
    elif has_only(call.hands, length(suit, 0, law.number("alert-other-suit") - 1)):
        answer = True
    else:
        answer = False if has_only(call.hands, length(suit, law.number("alert-other-suit"), None)) else None
    yes = say("{call} is for take-out of {suit}.", call=call, suit=suit.symbol)
    no = say("{call} is not for take-out of {suit}.", call=call, suit=suit.symbol)
    question = say("Is {call} for take-out of {suit}, or for penalties?", call=call, suit=suit.symbol)
    return ruled(call, answer, yes, no, question)


def redouble(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, h: a redouble that does not simply show values and readiness to play."""
    if call.call.strain != "XX":
        return None
    yes = say("{call} does not just show values.", call=call)
    no = say("{call} shows values and is ready to play.", call=call)
    if said_artificial(call) or call.conventions:
        return ruled(call, True, yes, no)
    if call.hands is None:
        return ruled(call, None, yes, no)
    values = has_only(call.hands, hcp(law.number("alert-redouble"), None))
    tells = tells_of_suit(call, law.number("alert-other-suit"), law.number("alert-short"), None)
    return ruled(call, either(opposite(values), tells), yes, no)


# ---- forcing or not ----------------------------------------------------------------------------------------------


def nonforcing_response(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, forcing, 1: responder's new suit that is not forcing, where opponents expect that it is."""
    if not is_new_suit_response(call, law) or not is_natural(call, law) or call.by_passed_hand:
        return None
    theirs = [s.call for s in call.sequence if s.theirs]
    if any(c.strain in {"X", "N"} for c in theirs) or call.call.level >= GAME[call.call.strain]:
        return None
    yes = say("{call} is a new suit and not forcing.", call=call)
    no = say("{call} is forcing, as one expects.", call=call)
    return ruled(call, opposite(is_forcing(call, law)), yes, no, forcing_question(call))


def _raise_of_opening(call: CallOnCard, law: Law, jump: bool) -> bool:
    """Whether it is responder's raise, single or with a jump, of a suit opened at the one level."""
    return (
        call.is_response
        and call.ours[0].level == 1
        and is_raise(call, law)
        and call.is_jump is jump
        and is_natural(call, law)
    )


def forcing_raise(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, forcing, 2: a single raise of a 1-level suit opening that is forcing."""
    if not _raise_of_opening(call, law, jump=False):
        return None
    yes = say("{call} is a single raise and forcing.", call=call)
    no = say("{call} is a raise that partner may pass.", call=call)
    return ruled(call, is_forcing(call, law), yes, no, forcing_question(call))


def forcing_over_notrump(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, forcing, 3: a natural suit response to 1N, without a jump, that is forcing."""
    if not call.is_response or call.ours[0] != ONE_NOTRUMP or call.suit is None or call.is_jump:
        return None
    if not is_natural(call, law) or call.call.level >= GAME[call.call.strain]:
        return None
    yes = say("{call} is a natural response to 1N and forcing.", call=call)
    no = say("{call} is not forcing, as one expects.", call=call)
    return ruled(call, is_forcing(call, law), yes, no, forcing_question(call))


def preemptive_raise(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, forcing, 4: a jump raise of a 1-level suit opening that is pre-emptive."""
    if not _raise_of_opening(call, law, jump=True):
        return None
    answer: Answer = None
    if "PRE" in call.attributes:
        answer = True
    elif call.attributes & (FORCING | (NOT_FORCING - {"NF"})):
        answer = False
    elif call.hands is not None:
        if has_only(call.hands, hcp(0, law.number("alert-pre-emptive"))):
            answer = True
        elif has_only(call.hands, hcp(law.number("alert-pre-emptive") + 1, None)):
            answer = False
    yes = say("{call} is a pre-emptive jump raise.", call=call)
    no = say("{call} is not a pre-emptive raise.", call=call)
    question = say("Is {call} pre-emptive? Write PRE, LIM or INV behind its meaning.", call=call)
    return ruled(call, answer, yes, no, question)


# ---- other agreements --------------------------------------------------------------------------------------------


def starts_canape(call: CallOnCard, law: Law) -> Answer:
    """Whether a natural suit bid may be made on a suit shorter than another, that is then bid.

    The card says so by the word canapé, or by a part with four or more in the suit bid and always more in another.
    """
    suit = call.suit
    if suit is None or not call.is_first_call:
        return False
    if "canape" in call.attributes:
        return True
    least = law.number("alert-first-length")
    real = length(suit, least, None)
    longer = [compare(other, ">", suit) & real for other in SUITS if other is not suit]
    return either(*(has_only(p, wanted) for p in call.parts for wanted in longer))


def canape(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, other agreements, 1: the first bid of a possible canapé."""
    if call.suit is None or not call.is_first_call or not call.call.level or not (call.parts or call.attributes):
        return None
    yes = say("{call} may be followed by a longer suit (canapé).", call=call)
    return ruled(call, starts_canape(call, law), yes, say("{call} is not said to be a canapé.", call=call))


def canape_rebid(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, other agreements, 2 and 3: the second bid of a possible canapé."""
    first = call.own_first
    if first is None or first.suit is None or not call.call.level or not starts_canape(first, law):
        return None
    if call.suit is first.suit:
        return None
    if call.suit is not None:
        wanted = compare(call.suit, "<", first.suit)
        yes = say("{call} may be shorter than the suit bid first.", call=call)
    else:
        wanted = reduce(or_, (compare(s, ">", first.suit) for s in SUITS if s is not first.suit))
        yes = say("{call} may hide a suit longer than the one bid first.", call=call)
    answer = None if call.hands is None or first.hands is None else has_any(_meet(call.hands, first.hands), wanted)
    question = say("Which lengths has {call} in its suit and in the suit bid first?", call=call)
    return ruled(call, answer, yes, say("{call} shows the longer suit.", call=call), question)


def _meet(one: Hands, another: Hands) -> Hands:
    return Hands(one.certain & another.certain, one.possible & another.possible)


def one_diamond(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, other agreements, 5: 1C-1D without a major, and the 1N rebid that may have one."""
    sequence = str(call)
    if sequence not in {"1C-1D", "1C-1D-1N"} or not is_natural(call, law):
        return None
    majors = (SUIT["H"], SUIT["S"])
    four = law.number("alert-other-suit")
    if sequence == "1C-1D":
        yes = say("{call} denies four cards in a major.", call=call)
        no = say("{call} may have four cards in either major.", call=call)
        denied = [None if call.hands is None else has_only(call.hands, length(m, 0, four - 1)) for m in majors]
        return ruled(call, either(*denied), yes, no)
    if call.partner is not None and not is_natural(call.partner, law):
        return None
    yes = say("{call} may have four cards in a major.", call=call)
    no = say("{call} has no four cards in a major.", call=call)
    held = [None if call.hands is None else has_any(call.hands, length(m, four, None)) for m in majors]
    return ruled(call, either(*held), yes, no)


def range_varies(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, other agreements, 6: an opening with different points by position or vulnerability."""
    if not call.is_opening or not call.call.level:
        return None
    same = [o for o in call.system.openings if o.call == call.call]
    lows = [_between(o, lambda h: h.least_hcp) for o in same]
    highs = [_between(o, lambda h: h.most_hcp) for o in same]
    answer = False if len(same) < 2 else either(_differ(lows), _differ(highs))
    yes = say("{call} has other points in other seats or at other vulnerability.", call=call)
    no = say("{call} has the same points in every seat and at every vulnerability.", call=call)
    questions = tuple(dict.fromkeys(q for o in same for q in o.questions))
    return ruled(call, answer, yes, no, *questions)


def _between(hands: Hands, measure: Callable[[HandSet], int]) -> tuple[int, int]:
    """The least and the most that a measure may be, over every set between certain and possible."""
    ends = [measure(h) for h in (hands.possible, hands.certain) if h]
    if not hands.certain:
        ends = [hands.possible.least_hcp, hands.possible.most_hcp]
    return min(ends), max(ends)


def _differ(ranges: list[tuple[int, int]]) -> Answer:
    """Whether some of the values differ, for certain or perhaps."""
    if max(low for low, _ in ranges) > min(high for _, high in ranges):
        return True
    return False if len(set(ranges)) == 1 and all(a == b for a, b in ranges) else None


# ---- not natural after something ---------------------------------------------------------------------------------


def trial(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, not natural, 2: a trial bid in a suit that may be shorter than three cards."""
    ours = call.ours
    if call.suit is None or len(ours) < 3 or ours[-2].suit is None or ours[-2].suit != ours[-3].suit:
        return None
    if ours[-2].level != 2 or call.call.suit == ours[-3].suit or call.call.level >= GAME[call.call.strain]:
        return None
    three = law.number("alert-length")
    yes = say("{call} is a trial bid that may have fewer than three {suit}.", call=call, suit=call.suit.symbol)
    no = say("{call} is a trial bid with three or more {suit}.", call=call, suit=call.suit.symbol)
    return ruled(call, opposite(shows_own(call, three)), yes, no)


def transfer_accepted(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, not natural, 5: the bid that accepts a transfer."""
    partner = call.partner
    if partner is None or not is_transfer(partner) or not call.call.level or call.suit is None:
        return None
    shown = shown_suits(partner, law)
    if not shown:  # the card says transfer and no more: the next suit up
        order = "CDHS"
        bid = partner.call.strain
        shown = {SUIT[order[(order.index(bid) + 1) % 4]] if bid in order else SUIT["C"]}
    yes = say("{call} accepts the transfer.", call=call)
    return ruled(call, call.suit in shown, yes, say("{call} does not accept the transfer.", call=call))


def is_transfer(call: CallOnCard) -> bool:
    """Whether the card says that a bid is a transfer."""
    named = {"Jacoby transfer", "Texas transfer", "South African Texas", "Rubin transfers", "Rubensohl"}
    return bool(call.call.level) and ("TRF" in call.attributes or bool(named & set(call.conventions)))


def shown_suits(call: CallOnCard, law: Law) -> set[Suit]:
    """The suits besides the one bid that a call always shows."""
    if call.hands is None:
        return set()
    least = law.number("alert-other-suit")
    return {s for s in SUITS if s is not call.suit and call.hands.possible.least_length(s) >= least}


# ---- exceptions --------------------------------------------------------------------------------------------------


def never_high(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, not alerted: calls above 3N, but for conventional openings."""
    above = call.level > 3
    if not above:
        return None
    yes = say("{call} is above 3N.", call=call)
    if not call.is_opening:
        return ruled(call, True, yes, yes)
    no = say("{call} is above 3N, but a conventional opening.", call=call)
    return ruled(call, opposite(is_conventional(call, law)), yes, no)


def never_stayman(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex 3, not alerted: 2C Stayman after a natural 1N, and the standard answer 2D."""
    match str(call):
        case "1N-2C" if _asks_for_majors(call):
            partner, answer = call.partner, _promises_major(call, law)
            question = say("Does {call} promise four cards in a major? If so, write 4+M.", call=call)
        case "1N-2C-2D" if call.partner is not None and _asks_for_majors(call.partner):
            partner = call.own_first
            scheme = _standard_answers(call, law)
            answer = both(_promises_major(call.partner, law), scheme)
            question = (
                say("Does 1N-2C promise four cards in a major? If so, write 4+M.")
                if scheme
                else say("What do the answers 2D, 2H and 2S to Stayman show? Write 1N-2C-2D, 1N-2C-2H and 1N-2C-2S.")
            )
        case _:
            return None
    natural = True if partner is None else opposite(is_conventional(partner, law))
    yes = say("{call} is Stayman in its standard form.", call=call)
    no = say("{call} is not Stayman in its standard form.", call=call)
    return ruled(call, both(natural, answer), yes, no, question)


def _asks_for_majors(call: CallOnCard) -> bool:
    return "Stayman" in call.conventions or "asks M" in call.attributes


def _major(least: int) -> HandSet:
    return length(SUIT["H"], least, None) | length(SUIT["S"], least, None)


def _promises_major(call: CallOnCard, law: Law) -> Answer:
    return None if call.hands is None else has_only(call.hands, _major(law.number("alert-other-suit")))


def _standard_answers(call: CallOnCard, law: Law) -> Answer:
    """Whether 2D denies a major, 2H shows hearts and may have spades too, 2S shows spades and no hearts."""
    four = law.number("alert-other-suit")
    hearts, spades = length(SUIT["H"], four, None), length(SUIT["S"], four, None)
    no_major = None if call.hands is None else has_only(call.hands, ~(hearts | spades))
    answers = {str(c.call): c for c in call.siblings}
    two_hearts = answers["2H"].hands if "2H" in answers else None
    two_spades = answers["2S"].hands if "2S" in answers else None
    return both(
        no_major,
        None if two_hearts is None else both(has_only(two_hearts, hearts), has_any(two_hearts, spades)),
        None if two_spades is None else has_only(two_spades, spades - hearts),
    )


# ---- STOP --------------------------------------------------------------------------------------------------------


def stop(call: CallOnCard, _law: Law) -> Ruling | None:
    """Paragraph 25.15: STOP before every jump and every opening at the two level or higher."""
    if not call.call.level:
        return None
    yes = say("Show STOP before {call}.", call=call)
    return ruled(call, call.is_jump, yes, say("No STOP before {call}.", call=call))


NO_BID = phrase("there is no bid on the card")
ALERTS = (
    AlertClause("sk-alert-never-high", never_high, phrase("there is no call above 3N on the card"), "no alert"),
    AlertClause("sk-alert-never-stayman", never_stayman, phrase("2C is not Stayman on the card"), "no alert"),
    AlertClause("sk-alert-conventional", conventional, NO_BID),
    AlertClause("sk-alert-short-suit", short_suit, phrase("no suit is opened at the one level")),
    AlertClause("sk-alert-pass", pass_, phrase("there is no Pass on the card")),
    AlertClause("sk-alert-double", double, phrase("there is no double on the card")),
    AlertClause("sk-alert-double-1n", double_of_one_notrump, phrase("no double of a 1N response is on the card")),
    AlertClause("sk-alert-redouble", redouble, phrase("there is no redouble on the card")),
    AlertClause("sk-alert-trial", trial, phrase("there is no trial bid on the card")),
    AlertClause("sk-alert-transfer", transfer_accepted, phrase("there is no answer to a transfer on the card")),
    AlertClause("sk-alert-nonforcing", nonforcing_response, phrase("no new suit by responder is on the card")),
    AlertClause("sk-alert-forcing-raise", forcing_raise, phrase("no single raise of an opening is on the card")),
    AlertClause("sk-alert-forcing-1n", forcing_over_notrump, phrase("no natural suit response to 1N is on the card")),
    AlertClause("sk-alert-pre-emptive", preemptive_raise, phrase("no jump raise of an opening is on the card")),
    AlertClause("sk-alert-canape", canape, phrase("there is no suit bid on the card")),
    AlertClause(
        "sk-alert-canape-rebid", canape_rebid, phrase("there is no second bid after a possible canapé on the card")
    ),
    AlertClause("sk-alert-1d", one_diamond, phrase("no natural 1C-1D is on the card")),
    AlertClause("sk-alert-range", range_varies, phrase("there is no opening bid on the card")),
    AlertClause("sk-stop", stop, NO_BID, "stop"),
)
