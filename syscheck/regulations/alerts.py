"""What alert rules share: a clause about one call, its verdict, and when a call is natural, limited, forcing."""

from collections.abc import Callable, Iterable

from syscheck.card.words import catalogue_entry
from syscheck.hands import SUITS, HandSet, Suit, hcp, length
from syscheck.language import Sentence, say
from syscheck.regulations.clauses import (
    CANNOT_TELL,
    DOES_NOT_APPLY,
    FEATURE,
    MET,
    NOT_MET,
    Finding,
    Law,
    Ruling,
    has_only,
)
from syscheck.system import CallOnCard, Hands, Part, System, calls_on_card
from syscheck.values import dataclass

Answer = bool | None
"""Yes, no, or open."""

AlertJudge = Callable[[CallOnCard, Law], Ruling | None]
"""What a clause says of a call; None where it does not speak of such a call."""


@dataclass(frozen=True, slots=True)
class AlertClause:
    """A rule about alerts and the function that judges one call by it; its page stands under the same id.

    `asks` is what it asks for where it is met: `alert`, `no alert` (an exception, before all else), `stop`, or
    `opponents` (something that opponents may do in return).
    """

    rule: str
    judge: AlertJudge
    nothing: str
    asks: str = "alert"

    def finding(self, system: System, law: Law) -> Finding:
        """What the rule says of a card: met where it is met by one call."""
        rulings = tuple(r for c in calls_on_card(system) if (r := self.judge(c, law)) is not None)
        rulings = rulings or (Ruling(DOES_NOT_APPLY, say(self.nothing)),)
        outcome = min((r.outcome for r in rulings), key=FEATURE.index)
        return Finding(self.rule, outcome, rulings)


@dataclass(frozen=True, slots=True)
class AlertVerdict:
    """Whether a call is alerted under one regulation: None where the card leaves it open.

    `rules` decided it; `stop` tells whether the regulation wants the STOP warning before the call (None: it
    has no such duty).
    """

    alert: Answer
    rules: tuple[str, ...]
    because: tuple[Sentence, ...]
    questions: tuple[str | Sentence, ...]
    stop: bool | None
    opponents: tuple[Sentence, ...]


def alert_verdict(clauses: Iterable[AlertClause], call: CallOnCard, law: Law) -> AlertVerdict:
    """The verdict of a regulation's alert rules on one call: exceptions first, then any rule that asks for it."""
    found = [(clause, ruling) for clause in clauses if (ruling := clause.judge(call, law)) is not None]
    stops = [r.outcome is MET for c, r in found if c.asks == "stop"]
    exceptions = [(c, r) for c, r in found if c.asks == "no alert"]
    rules = [(c, r) for c, r in found if c.asks == "alert"]
    alert: Answer
    if decisive := [x for x in exceptions if x[1].outcome is MET]:
        alert = False
    elif decisive := [x for x in rules if x[1].outcome is MET]:
        alert = True
        if doubts := [x for x in exceptions if x[1].outcome is CANNOT_TELL]:
            alert, decisive = None, doubts
    elif decisive := [x for x in rules if x[1].outcome is CANNOT_TELL]:
        alert = None
    else:
        alert, decisive = False, rules
    questions = (q for _, r in decisive for q in r.questions) if alert is None else ()
    return AlertVerdict(
        alert,
        tuple(c.rule for c, _ in decisive),
        tuple(r.reason for _, r in decisive),
        tuple(dict.fromkeys(questions)),
        any(stops) if stops else None,
        tuple(r.reason for c, r in found if c.asks == "opponents" and r.outcome in (MET, CANNOT_TELL)),
    )


def ruled(
    call: CallOnCard,
    answer: Answer,
    yes: Sentence,
    no: Sentence,
    *questions: Sentence,
    unsure: Sentence | None = None,
) -> Ruling:
    """A ruling on a call; where it is open, its questions are asked, else what the card leaves open of its hands."""
    if answer is None:
        reason = unsure or say("{call}: the card leaves it open.", call=call)
        return Ruling(CANNOT_TELL, reason, places=call.places, questions=questions or questions_about(call), call=call)
    return Ruling(MET if answer else NOT_MET, yes if answer else no, places=call.places, call=call)


def questions_about(call: CallOnCard) -> tuple[Sentence, ...]:
    """What the card leaves open about the hands of a call."""
    return call.questions or (say("What does {call} show? Write its points and its suits.", call=call),)


def forcing_question(call: CallOnCard) -> Sentence:
    """Ask whether a call is forcing."""
    return say("Is {call} forcing? Write F1 or GF behind its meaning, or NF, INV or LIM.", call=call)


# ---- answers that may be open --------------------------------------------------------------------------------------


def either(*answers: Answer) -> Answer:
    """Whether one of them is yes."""
    return True if True in answers else None if None in answers else False


def both(*answers: Answer) -> Answer:
    """Whether all of them are yes."""
    return False if False in answers else None if None in answers else True


def opposite(answer: Answer) -> Answer:
    """Yes for no, and open for open."""
    return None if answer is None else not answer


# ---- what a call says ------------------------------------------------------------------------------------------------

ARTIFICIAL = frozenset({"ART", "TRF", "PUP", "relay", "negative", "two-way"})
FORCING = frozenset({"F", "F1", "GF"})
NOT_FORCING = frozenset({"NF", "INV", "LIM", "PRE"})
GAME = {"C": 5, "D": 5, "H": 4, "S": 4, "N": 3}
"""The level at which a bid in a strain is game."""


def said_artificial(call: CallOnCard) -> bool:
    """Whether an attribute says so: ART, a transfer, a puppet, a relay, a negative or an asking call."""
    return bool(call.attributes & ARTIFICIAL) or any(a.startswith("asks ") for a in call.attributes)


def named_artificial(call: CallOnCard) -> Answer:
    """Whether the names of its conventions say so, where the card gives names and no hands."""
    if not call.conventions:
        return None
    return True if any(not catalogue_entry("conventions", name).natural for name in call.conventions) else None


def shows_own(call: CallOnCard, least: int) -> Answer:
    """Whether every hand has so many cards in the suit bid."""
    suit = call.suit
    if suit is None:
        return False
    if call.hands is None:
        return True if "NAT" in call.attributes else None
    return has_only(call.hands, length(suit, least, None))


def tells_of_suit(call: CallOnCard, least: int, short: int, besides: Suit | None) -> Answer:
    """Whether each part of the meaning tells of some suit besides the one given: that it is long, or short.

    With `short` below nought, shortness does not count.
    """
    if call.hands is None:
        return False if "NAT" in call.attributes else None
    others = [s for s in SUITS if s is not besides]
    return both(*(_part_tells(p, others, least, short) for p in call.parts))


def _part_tells(part: Part, suits: Iterable[Suit], least: int, short: int) -> Answer:
    long = (length(s, least, None) for s in suits)
    few = (length(s, 0, short) for s in suits if short >= 0)
    return either(*(has_only(part, kind) for kind in (*long, *few)))


def is_limited(call: CallOnCard) -> Answer:
    """Whether the meaning ends somewhere: some stronger hand of the same shape does not make the call."""
    if call.hands is None:
        return True if call.attributes & NOT_FORCING else None
    return _same(call.hands, _ends)


def _ends(hands: HandSet) -> bool:
    return bool(hands.shapes() & hcp(hands.most_hcp + 1, None))


def _same(hands: Hands, judge: Callable[[HandSet], bool]) -> Answer:
    """What holds of the hands at both ends of what the card leaves open."""
    answers = {judge(h) for h in (hands.certain, hands.possible) if h}
    return answers.pop() if len(answers) == 1 else None


def at_most(call: CallOnCard, points: int) -> bool:
    """Whether no hand of the call has more points."""
    return call.hands is not None and bool(call.hands.possible) and call.hands.possible.most_hcp <= points


def is_forcing(call: CallOnCard, law: Law) -> Answer:
    """Whether partner must bid, as far as the card says it.

    Attributes decide. Without any: game and higher is not forcing; nor is a raise or a no-trump response with
    so few points that partner may pass; nor an opening, an overcall or a rebid in no-trump that has an end.
    """
    if call.attributes & FORCING or said_artificial(call):
        return True
    if call.attributes & NOT_FORCING:
        return False
    if call.call.level >= GAME.get(call.call.strain, 8):
        return False
    if call.is_notrump and not call.is_response:
        return opposite(is_limited(call))
    if (call.is_notrump or is_raise(call, law)) and at_most(call, law.number("alert-weak-response")):
        return False
    return None


def is_raise(call: CallOnCard, law: Law) -> bool:
    """Whether it is a bid in the suit that partner bid last, and may have shown."""
    ours = call.ours
    same = call.suit is not None and len(ours) > 1 and ours[-2].suit == call.call.suit
    return same and natural_bid_of_partner(call, law.number("alert-length")) is not False


def is_new_suit_response(call: CallOnCard, law: Law) -> bool:
    """Whether it is responder's first bid, in a suit that partner's suit opening has not shown."""
    return call.is_response and call.suit is not None and call.ours[0].suit is not None and not is_raise(call, law)


def is_conventional_suit_bid(call: CallOnCard, own: int, law: Law) -> Answer:
    """Whether a suit bid tells of anything but length (so many cards) in its suit, strength and the wish to play."""
    if said_artificial(call):
        return True
    if call.hands is None and named_artificial(call):
        return True
    tells = tells_of_suit(call, law.number("alert-other-suit"), law.number("alert-short"), call.suit)
    return either(opposite(shows_own(call, own)), tells)


def natural_bid_of_partner(call: CallOnCard, least: int) -> Answer:
    """Whether partner's last call, a suit bid, showed its suit; yes where the card does not describe it."""
    partner = call.partner
    if partner is None:
        return True
    return both(shows_own(partner, least), not said_artificial(partner))


def doubled_suit(call: CallOnCard) -> Suit | None:
    """The suit of the last bid before a double, if it was a suit."""
    last = call.last_bid
    return None if last is None else next((s for s in SUITS if s.letter == last.call.suit), None)
