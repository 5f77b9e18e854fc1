"""The simple class of the Slovak annex 4: a closed list, and every line of it is a rule here."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial, reduce
from itertools import combinations
from operator import or_

from syscheck.card import EVERYWHERE, Place
from syscheck.card.model import And, Expression, Group, Or, Phrase, Strength, Unclear, Vague
from syscheck.card.words import catalogue_entry
from syscheck.hands import (
    BALANCED,
    HAS_SINGLETON,
    HAS_VOID,
    NO_HAND,
    SUITS,
    HandSet,
    Suit,
    hcp,
    length,
    rule_of,
    strongest,
    weakest,
)
from syscheck.language import Sentence, phrase, quoted, say
from syscheck.regulations.alerts import both, opposite, shows_own, tells_of_suit
from syscheck.regulations.clauses import CANNOT_TELL, DOUBTFUL, MET, NOT_MET, Law, Outcome, Ruling, has_only, if_all
from syscheck.regulations.sk_2008.alerts import conventional, double, pass_, redouble
from syscheck.system import CallOnCard, Opening, System, calls_on_card

TWO_SINGLETONS = reduce(or_, (length(a, 1, 1) & length(b, 1, 1) for a, b in combinations(SUITS, 2)))
ONE_SINGLETON = HAS_SINGLETON - TWO_SINGLETONS - HAS_VOID
FORCING = frozenset({"F", "F1", "GF"})
ALLOWED_CONVENTIONS = frozenset({"Stayman", "Baron", "take-out doubles", "Blackwood", "Gerber"})
TAKE_OUT = "take-out doubles"
PLACES_OF_CONVENTIONS = {"Stayman": ("2C", "3C"), "Baron": ("3C",)}
NATURAL_ATTRIBUTES = frozenset({"NF", "F", "F1", "GF", "INV", "LIM", "PRE", "NAT", "negative"})
ALLOWED_LEADS = frozenset(
    {
        "top of sequence",
        "4th best from an honour",
        "top of doubleton",
        "middle of three small",
        "lowest of three small",
        "second of four small",
    }
)
ALLOWED_SIGNALS = frozenset({"high encourages", "high even", "suit preference"})


def _openings(system: System, *calls: str) -> Iterator[Opening]:
    return (o for o in system.openings if str(o.call) in calls)


def _asked(outcome: Outcome, opening: Opening) -> tuple[Sentence, ...]:
    return opening.questions if outcome is CANNOT_TELL else ()


def _holds(answer: bool | None) -> Outcome:
    return CANNOT_TELL if answer is None else MET if answer else NOT_MET


# ---- openings at the one level -----------------------------------------------------------------------------


def _least_cards(system: System, least: int, *calls: str) -> Iterator[Ruling]:
    for opening in _openings(system, *calls):
        suit = opening.suit
        assert suit is not None
        outcome = _holds(has_only(opening, length(suit, least, None)))
        fewest = opening.possible.least_length(suit)
        template = phrase("{call} may have {fewest} {suit}.")
        if outcome is MET:
            template = phrase("{call} always has {fewest} or more {suit}.")
        reason = say(template, call=opening.call, fewest=fewest, suit=suit.symbol)
        shows = opening.possible & length(suit, fewest, fewest)
        yield Ruling(outcome, reason, opening, opening.places, shows, _asked(outcome, opening))


def prepared_club(system: System, law: Law) -> Iterable[Ruling]:
    """1C has four cards, or three as a prepared bid."""
    return _least_cards(system, law.number("simple-club"), "1C")


def natural_diamond(system: System, law: Law) -> Iterator[Ruling]:
    """1D has four cards; three are accepted with a note."""
    for ruling in _least_cards(system, law.number("simple-diamond"), "1D"):
        opening = ruling.opening
        assert opening is not None
        if ruling.outcome is MET and opening.possible.least_length(Suit.DIAMONDS) < law.number("simple-diamond-full"):
            note = say("1D may have three cards; the annex names this for 1C only, and it is accepted here.")
            yield Ruling(MET, ruling.reason, opening, opening.places, ruling.shows, (), note)
        else:
            yield ruling


def four_card_majors(system: System, law: Law) -> Iterable[Ruling]:
    """1H and 1S have four cards."""
    return _least_cards(system, law.number("simple-major"), "1H", "1S")


def standard_hand(law: Law) -> HandSet:
    """The hands worth an opening by the annex."""
    by_shape = hcp(law.number("standard-irregular-hcp"), None) - BALANCED
    by_rule = rule_of(law.number("standard-rule-of")) - BALANCED
    return hcp(law.number("standard-hcp"), None) | by_shape | by_rule


def standard_openings(system: System, law: Law) -> Iterator[Ruling]:
    """1C to 1S hold standard opening hands only."""
    standard = standard_hand(law)
    for opening in _openings(system, "1C", "1D", "1H", "1S"):
        outcome = _holds(has_only(opening, standard))
        light = opening.possible - standard
        if light:
            reason = say(
                "{call} may have {low} points in a hand that is no standard opening.",
                call=opening.call,
                low=light.least_hcp,
            )
        else:
            reason = say("{call} holds standard opening hands only.", call=opening.call)
        yield Ruling(outcome, reason, opening, opening.places, weakest(light), _asked(outcome, opening))


def narrow_notrump(system: System, law: Law) -> Iterator[Ruling]:
    """1N is balanced, narrow, between 12 and 18, and the same everywhere."""
    found = tuple(_openings(system, "1N"))
    inside = BALANCED & hcp(law.number("simple-nt-least"), law.number("simple-nt-most"))
    if found:
        yield from _same_everywhere(found)
    for opening in found:
        outcome = if_all(opening, partial(_narrow, inside, law.number("simple-nt-values")))
        strange = opening.possible - inside
        reason, shows = _why_strange(opening, strange, law) if strange else (_range_of(opening), NO_HAND)
        yield Ruling(outcome, reason, opening, opening.places, shows, _asked(outcome, opening))


def _same_everywhere(found: tuple[Opening, ...]) -> Iterator[Ruling]:
    """A ruling where 1N differs between places, or may; a place where it is not opened differs too."""
    if len({(o.certain, o.possible) for o in found}) == 1 and _places_of(found) == EVERYWHERE:
        return
    # One set of hands can be meant everywhere when it has room between all that are certain and all that are possible.
    certain = reduce(or_, (o.certain for o in found))
    if _places_of(found) != EVERYWHERE or not all(certain <= o.possible for o in found):
        yield Ruling(NOT_MET, say("1N is not the same in every seat and vulnerability."), found[0], found[0].places)
    else:
        reason = say("Whether 1N is the same in every seat and vulnerability is open.")
        questions = tuple(dict.fromkeys(q for o in found for q in o.questions))
        yield Ruling(CANNOT_TELL, reason, found[0], found[0].places, questions=questions)


def _places_of(found: Iterable[Opening | CallOnCard]) -> frozenset[Place]:
    return frozenset().union(*(f.places for f in found))


def _why_strange(opening: Opening, strange: HandSet, law: Law) -> tuple[Sentence, HandSet]:
    """What takes some hand of 1N off the list, the first fault that it has, and the hands that have it."""
    low, high = law.number("simple-nt-least"), law.number("simple-nt-most")
    least, most = opening.possible.hcp
    if least < low:
        reason = say("1N may have {points} points, fewer than {low}.", points=least, low=low)
        return reason, weakest(opening.possible)
    if most > high:
        reason = say("1N may have {points} points, more than {high}.", points=most, high=high)
        return reason, strongest(opening.possible)
    return say("1N may be unbalanced."), strange


def _range_of(opening: Opening) -> Sentence:
    least, most = opening.possible.hcp
    template = phrase("1N is balanced with {least} to {most} points, {values} values.")
    return say(template, least=least, most=most, values=most - least + 1)


def _narrow(inside: HandSet, values: int, hands: HandSet) -> Outcome:
    low, high = hands.hcp
    wide = high - low + 1
    if not hands <= inside or wide > values + 1:
        return NOT_MET
    return MET if wide <= values else DOUBTFUL


# ---- strong openings ---------------------------------------------------------------------------------------


def _strong(opening: Opening, law: Law) -> bool | None:
    """Whether an opening is strong: by points, or in the pair's own words with enough tricks."""
    if all(_strong_in_words(a.written.terms, law) for a in opening.alternatives):
        return True
    return has_only(opening, hcp(law.number("strong-hcp"), None))


def _strong_in_words(terms: Iterable[Expression], law: Law) -> bool:
    return _said_of_strength(terms, law.number("strong-tricks")) == {"strong", "tricks"}


def _said_of_strength(terms: Iterable[Expression], tricks: int) -> frozenset[str]:
    """Which of the two the terms say of every hand: that it is strong, that it has so many tricks."""
    return frozenset().union(*(_said_by(t, tricks) for t in terms))


def _said_by(expression: Expression, tricks: int) -> frozenset[str]:
    """The same of one expression; what is denied, usual or conditional says nothing of every hand."""
    match expression:
        case Vague(word="strong"):
            return frozenset({"strong"})
        case Strength(unit="tricks", least=int(least), maybe_least=maybe) if min(least, maybe or least) >= tricks:
            return frozenset({"tricks"})
        case And(terms=terms):
            return _said_of_strength(terms, tricks)
        case Or(branches=branches):
            return frozenset.intersection(*(_said_by(b, tricks) for b in branches))
        case Group(meaning=meaning):
            inside = [[(t,) for t in b.terms] if b.any_of else [b.terms] for b in meaning.branches]
            return frozenset.intersection(*(_said_of_strength(way, tricks) for ways in inside for way in ways))
        case _:
            return frozenset()


def _negative(system: System, opening: Opening, answer: str) -> bool | None:
    """Whether the card gives `answer` as the negative reply; None where it says nothing of it in some place."""
    found = [
        c
        for c in calls_on_card(system)
        if [str(s) for s in c.sequence] == [str(opening.call), answer] and c.places & opening.places
    ]
    if any("negative" not in c.attributes for c in found):
        return False
    return True if opening.places <= _places_of(found) else None


def strong_club(system: System, law: Law) -> Iterator[Ruling]:
    """2C is strong and forcing, 2D the negative answer."""
    yield from _strong_two(system, law, "2D", True, "2C")


def strong_twos(system: System, law: Law) -> Iterator[Ruling]:
    """2D, 2H, 2S are strong, 2N the negative answer."""
    yield from _strong_two(system, law, "2N", False, "2D", "2H", "2S")


def _strong_two(system: System, law: Law, answer: str, must_force: bool, *calls: str) -> Iterator[Ruling]:
    for opening in _openings(system, *calls):
        strong, negative = _strong(opening, law), _negative(system, opening, answer)
        forcing: bool | None = True
        if must_force and not opening.attributes & FORCING:
            forcing = (
                False if any(a.written.attributes & {"NF", "INV", "LIM", "PRE"} for a in opening.alternatives) else None
            )
        answers = [strong, forcing, negative]
        questions: list[str | Sentence] = []
        if False in answers:
            outcome = NOT_MET
            reason = _why_not_strong(opening, strong, forcing, answer, law)
        elif None in answers:
            outcome = CANNOT_TELL
            reason = say(
                "{call}: the card leaves open whether it is a strong bid of the simple class.", call=opening.call
            )
            questions += opening.questions if strong is None else ()
            if forcing is None:
                questions.append(say("Is {call} forcing? Write F1 or GF if it is, NF if not.", call=opening.call))
            if negative is None:
                questions.append(
                    say(
                        "What is the negative answer to {call}? If it is {answer}, write {call}-{answer} : negative.",
                        call=opening.call,
                        answer=answer,
                    )
                )
        else:
            outcome = MET
            reason = say("{call} is strong, and {answer} is the negative answer.", call=opening.call, answer=answer)
        weak = weakest(opening.possible & hcp(0, law.number("strong-hcp") - 1))
        yield Ruling(outcome, reason, opening, opening.places, NO_HAND if strong else weak, tuple(questions))


def _why_not_strong(opening: Opening, strong: bool | None, forcing: bool | None, answer: str, law: Law) -> Sentence:
    if strong is False:
        low = opening.possible.least_hcp
        return say(
            "{call} may have {low} points, fewer than {least}.",
            call=opening.call,
            low=low,
            least=law.number("strong-hcp"),
        )
    if forcing is False:
        return say("{call} is not forcing.", call=opening.call)
    return say("{answer} is not the negative answer to {call}.", call=opening.call, answer=answer)


def strong_two_notrump(system: System, law: Law) -> Iterator[Ruling]:
    """2N is strong and balanced, now and then with a singleton."""
    allowed = BALANCED | ONE_SINGLETON
    for opening in _openings(system, "2N"):
        fits = hcp(law.number("strong-hcp"), None) & allowed
        outcome = _holds(has_only(opening, fits))
        strange = opening.possible - fits
        if not opening.possible <= hcp(law.number("strong-hcp"), None):
            strange = weakest(opening.possible)
            reason = say(
                "2N may have {low} points, fewer than {least}.",
                low=opening.possible.least_hcp,
                least=law.number("strong-hcp"),
            )
        elif not opening.possible <= allowed:
            reason = say("2N may have shapes that are neither balanced nor have just one singleton.")
        else:
            reason = say("2N is strong and balanced.")
        yield Ruling(outcome, reason, opening, opening.places, strange, _asked(outcome, opening))


def natural_high_openings(system: System, law: Law) -> Iterator[Ruling]:
    """Openings of 3C and higher are natural."""
    shown = law.number("shown-length")
    for opening in (o for o in system.openings if o.call.level > 2):
        if opening.suit is None:
            outcome = _holds(has_only(opening, BALANCED))
            strange = opening.possible - BALANCED
        else:
            outcome = if_all(opening, partial(_natural, opening.suit, shown))
            strange = opening.possible & length(opening.suit, 0, shown - 1)
        if outcome is MET:
            reason = say("{call} is natural.", call=opening.call)
        elif outcome is NOT_MET:
            reason = say("{call} is not natural.", call=opening.call)
        else:
            reason = say("Whether {call} is natural is open.", call=opening.call)
        yield Ruling(outcome, reason, opening, opening.places, strange, _asked(outcome, opening))


def _natural(suit: Suit, shown: int, hands: HandSet) -> Outcome:
    other = any(hands.least_length(s) >= shown for s in SUITS if s is not suit)
    return MET if hands.least_length(suit) >= shown and not other else NOT_MET


# ---- conventions, leads, signals ---------------------------------------------------------------------------


def listed_conventions(system: System, law: Law) -> Iterator[Ruling]:
    """No convention but those on the list, in continuations, defence and the list of conventions."""
    for name in ("continuations", "conventions"):
        if not (system.sequences(name) or _phrases_said(system, name)):
            yield _silent(name)
    yield from _phrases(system, "conventions", ALLOWED_CONVENTIONS)
    rulings = (_call(c, law) for c in calls_on_card(system) if not c.is_opening)
    # A call stands once for each variant of the opening; what is said of all of them is said once.
    yield from {(r.outcome, str(r.reason)): r for r in rulings}.values()


_SILENT = {
    "continuations": (
        phrase("The card says nothing about continuations."),
        phrase("Which continuations do you play? Write them in [continuations]."),
    ),
    "conventions": (
        phrase("The card says nothing about conventions."),
        phrase("Which conventions do you play? Write them in [conventions]."),
    ),
    "leads": (
        phrase("The card says nothing about leads."),
        phrase("Which leads do you play? Write them in [leads]."),
    ),
    "signals": (
        phrase("The card says nothing about signals."),
        phrase("Which signals do you play? Write them in [signals]."),
    ),
}


def _silent(section: str) -> Ruling:
    """A section that the card does not have, or leaves empty."""
    reason, question = _SILENT[section]
    return Ruling(CANNOT_TELL, say(reason), questions=(say(question),))


def _call(call: CallOnCard, law: Law) -> Ruling:
    """A call in a sequence: on the list, an answer to what is on it, or natural."""
    fault = _not_listed(call)
    if fault is not None:
        return Ruling(NOT_MET, fault)
    if ALLOWED_CONVENTIONS & set(call.conventions):
        return Ruling(MET, say("{sequence} is on the list.", sequence=str(call)))
    if _is_negative_answer(call):
        return Ruling(MET, say("{sequence} is the negative answer.", sequence=str(call)))
    if any(isinstance(e, Unclear) for a in call.written for e in a.leaves()):
        asked = say("What does {sequence} mean ({text})?", sequence=str(call), text=call.text)
        return Ruling(CANNOT_TELL, say("{sequence} cannot be read.", sequence=str(call)), questions=(asked,))
    if _answers_convention(call) and not _shows_another_suit(call, law):
        # The answers to a convention belong to it, and it is judged itself.
        return Ruling(MET, say("{sequence} answers a convention.", sequence=str(call)))
    return _natural_call(call, law)


def _not_listed(call: CallOnCard) -> Sentence | None:
    """What a call is in the card's own words that is not on the list, if anything."""
    for name in call.conventions:
        if name in ALLOWED_CONVENTIONS:
            fault = _misplaced(call, name)
        else:
            # A name such as penalty double stands for a natural call, and it is judged as one.
            fault = None if catalogue_entry("conventions", name).natural else NOT_ON_LIST
        if fault is not None:
            return say(fault, sequence=str(call), name=name)
    strange = sorted(call.attributes - NATURAL_ATTRIBUTES)
    return say("{sequence} is conventional ({what}).", sequence=str(call), what=", ".join(strange)) if strange else None


def _misplaced(call: CallOnCard, name: str) -> str | None:
    """What is wrong with the place where a convention on the list stands, if anything."""
    if str(call.call) not in PLACES_OF_CONVENTIONS.get(name, (str(call.call),)):
        return NOT_ON_LIST
    partners_bids = [c for c in call.ours[-2::-2] if c.level]
    if name in PLACES_OF_CONVENTIONS and not (partners_bids and partners_bids[0].strain == "N"):
        return ONLY_OVER_NOTRUMP
    their_suit = any(s.theirs and s.call.suit for s in call.sequence)
    if name == TAKE_OUT and (partners_bids or call.call.strain != "X" or call.call.level or not their_suit):
        return ONLY_BEFORE_PARTNER
    return None


NOT_ON_LIST = phrase("{sequence} is {name}, which is not on the list.")
ONLY_OVER_NOTRUMP = phrase("{sequence}: {name} is on the list only when partner's last bid is in no-trump.")
ONLY_BEFORE_PARTNER = phrase(
    "{sequence}: a take-out double is on the list only of an opponents' suit and while partner has not bid."
)


def _is_negative_answer(call: CallOnCard) -> bool:
    """Whether it is said to be negative where the class has a negative answer: 2D to 2C, 2N to the other twos."""
    return "negative" in call.attributes and str(call) in {"2C-2D", "2D-2N", "2H-2N", "2S-2N"}


def _answers_convention(call: CallOnCard) -> bool:
    """Whether partner's last call is a convention on the list, and the opponents have not bid or doubled since."""
    partner = call.partner
    if partner is None or not ALLOWED_CONVENTIONS & set(partner.conventions):
        return False
    since = call.sequence[len(partner.sequence) : -1]
    return all(s.call.is_pass for s in since)


def _shows_another_suit(call: CallOnCard, law: Law) -> bool:
    """Whether an answer is a transfer in all but name: not its own suit, but always another."""
    if call.suit is None:
        return False
    own = shows_own(call, law.number("alert-length"))
    other = tells_of_suit(call, law.number("alert-other-suit"), -1, call.suit)
    return both(opposite(own), other) is True


def _natural_call(call: CallOnCard, law: Law) -> Ruling:
    """A call that is on no list must be natural, as annex 3 has it for alerts."""
    rulings = (judge(call, law) for judge in (conventional, _double, redouble, pass_))
    alert = next(r for r in rulings if r is not None)
    if alert.outcome is CANNOT_TELL:
        reason = say("Whether {sequence} is natural is open.", sequence=str(call))
        return Ruling(CANNOT_TELL, reason, questions=alert.questions)
    if alert.outcome is MET:
        return Ruling(NOT_MET, alert.reason, shows=NO_HAND if call.hands is None else call.hands.possible)
    return Ruling(MET, alert.reason)


def _double(call: CallOnCard, law: Law) -> Ruling | None:
    """A double as annex 3 has it; while partner has not bid, for take-out at every level: the list sets no limit."""
    found = [double(call, law), double(call, replace(law, numbers={**law.numbers, "alert-take-out-level": 7}))]
    rulings = [r for r in found if r is not None]
    return min(rulings, key=lambda r: (NOT_MET, CANNOT_TELL, MET).index(r.outcome), default=None)


def plain_leads(system: System, _law: Law) -> Iterator[Ruling]:
    """Leads on the list only."""
    return _named(system, "leads", ALLOWED_LEADS)


def plain_signals(system: System, _law: Law) -> Iterator[Ruling]:
    """Signals on the list only."""
    return _named(system, "signals", ALLOWED_SIGNALS)


def _named(system: System, section: str, allowed: frozenset[str]) -> Iterator[Ruling]:
    if not _phrases_said(system, section):
        yield _silent(section)
    yield from _phrases(system, section, allowed)


def _phrases_said(system: System, section: str) -> list[Phrase]:
    """The phrases of a section but for bare notes, which are for people and say nothing here."""
    return [p for p in system.card.phrases_of(section) if p.name or p.text]


def _phrases(system: System, section: str, allowed: frozenset[str]) -> Iterator[Ruling]:
    """One ruling for the phrases on the list, one for those not on it, one for those that nobody knows."""
    found = _phrases_said(system, section)
    unknown = [p.text for p in found if p.name is None]
    listed = [p.text for p in found if p.name in allowed]
    others = [p.text for p in found if p.name is not None and p.name not in allowed]
    if unknown:
        question = say("What is {names}? The catalogue does not have it.", names=_quoted(unknown))
        yield Ruling(CANNOT_TELL, say("Not known: {names}.", names=_quoted(unknown)), questions=(question,))
    if others:
        yield Ruling(NOT_MET, say("Not on the list: {names}.", names=", ".join(others)))
    if listed:
        yield Ruling(MET, say("On the list: {names}.", names=", ".join(listed)))


def _quoted(names: list[str]) -> tuple[Sentence, ...]:
    return tuple(map(quoted, names))
