"""Alerts of the Swedish rules of 2010 (annex I), one function a page."""

from syscheck.hands import hcp, length, rule_of
from syscheck.language import phrase, say
from syscheck.regulations.alerts import (
    FORCING,
    GAME,
    AlertClause,
    Answer,
    either,
    forcing_question,
    is_conventional_suit_bid,
    is_forcing,
    is_new_suit_response,
    is_raise,
    named_artificial,
    natural_bid_of_partner,
    opposite,
    ruled,
    said_artificial,
    tells_of_suit,
)
from syscheck.regulations.clauses import Law, Ruling, has_any, has_only
from syscheck.regulations.se_2012.dots import call_dots
from syscheck.regulations.se_2012.naturalness import is_natural as is_natural_bid
from syscheck.regulations.se_2012.naturalness import is_natural_notrump, shows_another, strong_hands
from syscheck.regulations.se_2012.rules import system_class, total
from syscheck.system import CallOnCard


def is_conventional(call: CallOnCard, law: Law) -> Answer:
    """Whether a suit or no-trump bid is conventional, as the Laws say it: three cards in the suit are natural."""
    if not call.is_notrump:
        return is_conventional_suit_bid(call, law.number("alert-length"), law)
    if said_artificial(call):
        return True
    if call.hands is None:
        return True if named_artificial(call) else False if "NAT" in call.attributes else None
    tells = tells_of_suit(call, law.number("alert-other-suit"), law.number("alert-short"), None)
    if not call.is_opening:
        return tells
    return either(tells, opposite(is_natural_notrump(call.hands, law)))


def is_natural(call: CallOnCard, law: Law) -> bool:
    """Whether a bid is natural, or may be: the clauses about natural calls look at it."""
    return is_conventional(call, law) is not True


def conventional(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex I: a conventional bid in a suit or no-trump."""
    if not call.call.level:
        return None
    yes = say("{call} is conventional.", call=call)
    return ruled(call, is_conventional(call, law), yes, say("{call} is natural.", call=call))


def pass_(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex I: a conventional Pass, that promises values, tells of a suit, or has an artificial meaning."""
    if not call.call.is_pass:
        return None
    answer: Answer
    if said_artificial(call) or call.attributes & FORCING:
        answer = True
    elif call.hands is None:
        answer = named_artificial(call)
    else:
        answer = either(
            has_only(call.hands, hcp(law.number("alert-pass-values"), None)),
            tells_of_suit(call, law.number("alert-other-suit"), law.number("alert-short"), None),
        )
    yes = say("{call}: Pass is conventional.", call=call)
    return ruled(call, answer, yes, say("{call}: Pass promises nothing.", call=call))


def nonforcing_response(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex I: responder's new suit over a 1-level suit opening that is not forcing."""
    if not is_new_suit_response(call, law) or call.ours[0].level != 1 or not is_natural(call, law):
        return None
    if call.by_passed_hand:
        return None
    yes = say("{call} is a new suit and not forcing.", call=call)
    no = say("{call} is forcing, as one expects.", call=call)
    return ruled(call, opposite(is_forcing(call, law)), yes, no, forcing_question(call))


def nonforcing_jump(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex I: a jump in a new suit over partner's natural overcall that is not forcing."""
    ours = call.ours
    if call.entry.section != "defence" or len(ours) != 2 or call.suit is None or not call.is_jump:
        return None
    theirs = {s.call.suit for s in call.sequence if s.theirs}
    if ours[0].suit is None or call.call.suit in {ours[0].suit, *theirs} or not is_natural(call, law):
        return None
    if natural_bid_of_partner(call, law.number("alert-length")) is False:
        return None
    yes = say("{call} is a jump in a new suit and not forcing.", call=call)
    no = say("{call} is forcing, as one expects.", call=call)
    return ruled(call, opposite(is_forcing(call, law)), yes, no, forcing_question(call))


def forcing_notrump(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex I: a no-trump bid that is forcing."""
    if not call.is_notrump or not call.call.level or not is_natural(call, law):
        return None
    yes = say("{call} is forcing.", call=call)
    no = say("{call} is a no-trump bid that partner may pass.", call=call)
    return ruled(call, is_forcing(call, law), yes, no, forcing_question(call))


def forcing_raise(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex I: a bid in partner's suit that is forcing."""
    if not is_raise(call, law) or not is_natural(call, law):
        return None
    yes = say("{call} is a bid in partner's suit and forcing.", call=call)
    no = say("{call} is a raise that partner may pass.", call=call)
    return ruled(call, is_forcing(call, law), yes, no, forcing_question(call))


def weak_opening(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex I: a suit opening at the one level that may be under ten points, without shape to make up for it."""
    if not call.is_opening or call.call.level != 1 or call.suit is None or call.hands is None:
        return None
    least = law.number("alert-opening-hp")
    weak = hcp(0, least - 1) - rule_of(law.number("compensating"), None)
    yes = say("{call} may have fewer than {least} points without shape to make up for it.", call=call, least=least)
    no = say("{call} has {least} points or shape to make up for fewer.", call=call, least=least)
    return ruled(call, has_any(call.hands, weak), yes, no)


def weak_notrump(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex I: a 1N opening that may be under fourteen points."""
    if not call.is_opening or str(call.call) != "1N" or call.hands is None:
        return None
    least = law.number("alert-notrump-hp")
    yes = say("{call} may have fewer than {least} points.", call=call, least=least)
    no = say("{call} always has {least} points or more.", call=call, least=least)
    return ruled(call, has_any(call.hands, hcp(0, least - 1)), yes, no)


def told_by_transfer(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex I, how to alert: a natural suit bid beside a transfer that shows the same suit."""
    if call.suit is None or not call.call.level or len(call.ours) < 2 or call.is_jump:
        return None
    if not is_natural(call, law):
        return None
    transfers = [c for c in call.siblings if "TRF" in c.attributes and c.call.level]
    if not transfers:
        return None
    wanted = length(call.suit, law.number("alert-other-suit"), None)
    shown = [c for c in transfers if c.suit is not call.suit and c.hands is not None and c.hands.possible <= wanted]
    yes = say("{call} is natural, though {transfer} shows the suit too.", call=call, transfer=shown[0] if shown else "")
    return ruled(call, bool(shown), yes, say("{call}: no transfer shows the suit.", call=call))


def never_double(call: CallOnCard, _law: Law) -> Ruling | None:
    """Annex I, exceptions: doubles and redoubles are never alerted."""
    if call.call.strain not in {"X", "XX"} or call.call.level:
        return None
    yes = say("{call} is a double or redouble.", call=call)
    return ruled(call, True, yes, yes)


def never_high(call: CallOnCard, law: Law) -> Ruling | None:
    """Annex I, exceptions: calls from 4C up are not alerted, except behind screens."""
    if call.level < GAME["H"]:
        return None
    yes = say("{call} is above 3N.", call=call)
    no = say("{call} is above 3N, and the play is behind screens.", call=call)
    return ruled(call, law.reading("screens") == "no", yes, no)


# ---- what opponents may do in return -------------------------------------------------------------------------------


def written_defence(call: CallOnCard, law: Law) -> Ruling | None:
    """3.8: opponents may look at a written defence during the bidding."""
    if call.is_opening:
        return _defence_to_opening(call, law)
    if call.entry.section == "defence" and len(call.sequence) == 2:
        return _defence_to_overcall(call, law)
    return None


def _defence_to_opening(call: CallOnCard, law: Law) -> Ruling | None:
    """Items 1 and 2: an opening with three dots in an A-system, with four in another."""
    dots = call_dots(call.system, law)
    found = next((d for d in dots if d.call == str(call.call)), None)
    if found is None:
        return None
    classes = {system_class(n, law) for n in range(total(dots)[0], total(dots)[1] + 1)}
    needed = {law.number("written-defence-a" if c == "A" else "written-defence") for c in classes}
    answer: Answer = None
    if found.least >= max(needed):
        answer = True
    elif found.most < min(needed):
        answer = False
    yes = say("{call}: opponents may look at a written defence during the bidding.", call=call)
    no = say("{call} has too few dots for a written defence at the table.", call=call)
    unsure = say(
        "{call}: opponents may look at a written defence if it has {dots} dots; the card leaves it open.",
        call=call,
        dots=max(needed),
    )
    questions = tuple(dict.fromkeys(q for d in dots if d.dots is None for q in d.variant.questions))
    return ruled(call, answer, yes, no, *questions, unsure=unsure)


def _defence_to_overcall(call: CallOnCard, law: Law) -> Ruling | None:
    """Item 3: an overcall of a natural suit opening that is neither natural, strong nor a suit pointer."""
    if call.sequence[0].call.suit is None or not call.call.level:
        return None
    yes = say("{call}: over a natural opening, opponents may look at a written defence during the bidding.", call=call)
    no = say("{call} is natural, strong, or shows a suit: no written defence at the table.", call=call)
    unsure = say("{call}: whether opponents may look at a written defence is open on the card.", call=call)
    if call.hands is None:
        return ruled(call, None, yes, no, unsure=unsure)
    excused = either(
        is_natural_bid(call.hands, call.suit, law),
        has_only(call.hands, strong_hands(law)),
        shows_another(call.hands, call.suit, law),
    )
    return ruled(call, opposite(excused), yes, no, unsure=unsure)


NO_BID = phrase("there is no bid on the card")
ALERTS = (
    AlertClause(
        "se-alert-never-double", never_double, phrase("there is no double or redouble on the card"), "no alert"
    ),
    AlertClause("se-alert-never-high", never_high, phrase("there is no call from 4C up on the card"), "no alert"),
    AlertClause("se-alert-conventional", conventional, NO_BID),
    AlertClause("se-alert-pass", pass_, phrase("there is no Pass on the card")),
    AlertClause("se-alert-nonforcing", nonforcing_response, phrase("no new suit by responder is on the card")),
    AlertClause(
        "se-alert-nonforcing-jump", nonforcing_jump, phrase("no jump in a new suit over an overcall is on the card")
    ),
    AlertClause("se-alert-forcing-notrump", forcing_notrump, phrase("there is no natural no-trump bid on the card")),
    AlertClause("se-alert-forcing-raise", forcing_raise, phrase("no bid in partner's suit is on the card")),
    AlertClause("se-alert-weak-opening", weak_opening, phrase("no suit is opened at the one level")),
    AlertClause("se-alert-weak-notrump", weak_notrump, phrase("1N is not opened")),
    AlertClause("se-alert-transfer", told_by_transfer, phrase("no natural bid beside a transfer is on the card")),
    AlertClause(
        "se-written-defence", written_defence, phrase("there is no opening and no overcall on the card"), "opponents"
    ),
)
