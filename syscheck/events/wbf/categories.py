"""The WBF's three categories of events: what each admits, and the most brown stickers of a pair."""

from collections.abc import Iterator

from syscheck.events.clauses import Admission, Admitted, Entrant, Standing
from syscheck.events.model import Event, Phase
from syscheck.events.occasions import phase_name
from syscheck.language import Sentence, count, say
from syscheck.regulations.brown import PROTECTED
from syscheck.regulations.pages import numbers

REGULATION, HUM = "wbf", "yellow"
UNKNOWN = Standing(REGULATION, frozenset({"green", "blue", "red", HUM}))
"""How a pair stands whose card nobody has judged."""

HUM_CATEGORIES, BROWN_CATEGORIES = frozenset({1}), frozenset({1, 2})
"""The categories whose knock-outs admit HUM systems, and brown stickers."""


def category(event: Event, phase: Phase, entrant: Entrant) -> Iterator[Admission]:
    """HUM systems are for knock-outs of category 1, brown stickers for those of categories 1 and 2."""
    rule, name = "wbf-event-category", phase_name(event, phase)
    found = entrant.standings.get(REGULATION, UNKNOWN)
    asked = say("Which category of events is it, 1, 2 or 3? The event's file does not say.")
    barred = False
    if found.maybe(HUM) and not (phase.category in HUM_CATEGORIES and phase.knockout):
        barred = True
        if phase.category is None:
            yield Admission(rule, Admitted.CANNOT_TELL, no_hum(phase, found), name, asked)
        elif found.certainly(HUM):
            yield Admission(rule, Admitted.NO, no_hum(phase, found), name)
        else:
            yield Admission(rule, Admitted.CANNOT_TELL, no_hum(phase, found), name, whether_hum(found))
    if (found.brown or found.brown_open) and not (phase.category in BROWN_CATEGORIES and phase.knockout):
        barred = True
        if phase.category is None:
            yield Admission(rule, Admitted.CANNOT_TELL, no_brown(phase, found), name, asked)
        elif found.brown:
            yield Admission(rule, Admitted.NO, no_brown(phase, found), name)
        else:
            yield Admission(rule, Admitted.CANNOT_TELL, no_brown(phase, found), name, whether_brown(found))
    if found.psychics_open and not (phase.category in BROWN_CATEGORIES and phase.knockout):
        barred = True
        reason = say(
            "Brown stickers are admitted in knock-outs of categories 1 and 2 only; the card speaks of psychic bids, and"
            " it is one if the system protects them."
        )
        question = asked if phase.category is None else say(PROTECTED)
        yield Admission(rule, Admitted.CANNOT_TELL, reason, name, question)
    if not barred:
        yield Admission(rule, Admitted.YES, let_in(phase, found), name)


def let_in(phase: Phase, found: Standing) -> Sentence:
    """Why nothing bars the system."""
    if found.brown or found.brown_open or found.psychics_open or found.maybe(HUM):
        return say("Knock-outs of category {category} admit what the pair plays.", category=phase.category)
    return say("The system is not HUM and has no brown sticker; every category admits it.")


def no_hum(phase: Phase, found: Standing) -> Sentence:
    """Why a HUM system may not be played."""
    open_ = not found.certainly(HUM)
    if phase.category == 1 and open_:
        return say("Category 1 admits HUM systems in knock-outs only, and this may be one.")
    if phase.category == 1:
        return say("Category 1 admits HUM systems in knock-outs only, and this is one.")
    if phase.category is None:
        return say("HUM systems are admitted in knock-outs of category 1 only.")
    if open_:
        return say("Category {category} admits no HUM systems, and this may be one.", category=phase.category)
    return say("Category {category} admits no HUM systems, and this is one.", category=phase.category)


def no_brown(phase: Phase, found: Standing) -> Sentence:
    """Why brown stickers may not be played."""
    calls = found.brown or found.brown_open
    if phase.category is None:
        return say("Brown stickers ({calls}) are admitted in knock-outs of categories 1 and 2 only.", calls=calls)
    if phase.category in BROWN_CATEGORIES:
        return say(
            "Category {category} admits brown stickers ({calls}) in knock-outs only.",
            category=phase.category,
            calls=calls,
        )
    return say("Category {category} admits no brown stickers ({calls}).", category=phase.category, calls=calls)


def whether_hum(found: Standing) -> Sentence:
    """The question where the card leaves the colour open."""
    if found == UNKNOWN:
        return say("What does the pair play? Its card is missing.")
    if found.questions:
        return say("{questions}", questions=" ".join(found.questions))
    return say("The card leaves open whether the system is HUM. Which hands open at the 1 level, and which pass?")


def whether_brown(found: Standing) -> Sentence:
    """The question where the card leaves open whether a call is a brown sticker."""
    if found.brown_questions:
        return say("{questions}", questions=" ".join(found.brown_questions))
    return say("Which hands make these calls exactly: {calls}?", calls=found.brown_open)


def brown_stickers(event: Event, phase: Phase, entrant: Entrant) -> Iterator[Admission]:
    """A pair has at most three brown stickers."""
    rule, name = "wbf-event-brown-limit", phase_name(event, phase)
    found = entrant.standings.get(REGULATION, UNKNOWN)
    most, certain, possible = (
        int(numbers("wbf")["most-stickers"]["value"]),
        found.brown,
        (*found.brown, *found.brown_open),
    )
    if found == UNKNOWN:
        reason = say("A pair may play at most {most} brown stickers; no card has been judged.", most=most)
        yield Admission(rule, Admitted.CANNOT_TELL, reason, name, whether_hum(found))
    elif len(certain) > most:
        reason = say(
            "A pair may play at most {most} brown stickers; the card has {number}: {calls}.",
            most=most,
            number=len(certain),
            calls=certain,
        )
        yield Admission(rule, Admitted.NO, reason, name)
    elif len(possible) > most:
        reason = say(
            "A pair may play at most {most} brown stickers; the card may have {number}: {calls}.",
            most=most,
            number=len(possible),
            calls=possible,
        )
        yield Admission(rule, Admitted.CANNOT_TELL, reason, name, whether_brown(found))
    else:
        if possible:
            reason = count(
                "The card has {n} brown sticker at the most; a pair may play {most}.",
                "The card has {n} brown stickers at the most; a pair may play {most}.",
                len(possible),
                most=most,
            )
        else:
            reason = say("The card has no brown sticker.")
        yield Admission(rule, Admitted.YES, reason, name)
