"""Point 2.6: where artificial systems and brown conventions may be played, and what pairs and captains do for it."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from syscheck.events.clauses import Admission, Admitted, Duty, Entrant, Standing, Who, event_number, together
from syscheck.events.model import Collector, Event, League, Phase
from syscheck.events.occasions import before, phase_name, rounds
from syscheck.language import Sentence, count, phrase, say
from syscheck.regulations.brown import PROTECTED

number = partial(event_number, "cz_teams")

REGULATION, VUS = "cz-teams", "vus"
UNKNOWN = Standing(REGULATION, frozenset({VUS, "ordinary"}))
"""How a pair stands whose card nobody has judged."""

UPPER_LEAGUES = frozenset({League.FIRST, League.SECOND})


class Open(NamedTuple):
    """What a card or the rules leave open, and the question that would settle it."""

    what: Sentence
    question: Sentence


class Artificial(NamedTuple):
    """What of a card 2.6 is about: a highly artificial system and brown conventions, certain ones and open ones."""

    certain: tuple[Sentence, ...]
    open: tuple[Open, ...]

    def __bool__(self) -> bool:
        return bool(self.certain or self.open)


def artificial(entrant: Entrant) -> Artificial:
    """What a pair's card has of it."""
    found = entrant.standings.get(REGULATION, UNKNOWN)
    certain: list[Sentence] = []
    open_: list[Open] = []
    if found == UNKNOWN:
        open_.append(Open(say("No card has been judged."), say("What does the pair play? Its card is missing.")))
    elif found.certainly(VUS):
        certain.append(say("The system is highly artificial (VUS)."))
    elif found.maybe(VUS):
        what = say("The card leaves open whether the system is highly artificial (VUS).")
        open_.append(Open(what, asked(found.questions) or say(TO_THE_CHAIR)))
    elif found.doubtful:
        what = say("The rules leave it doubtful whether the system is highly artificial (VUS).")
        open_.append(Open(what, say(TO_THE_CHAIR)))
    if found.brown:
        certain.append(say("The card has brown conventions (HK): {calls}.", calls=found.brown))
    if found.brown_open:
        what = say("The card leaves open whether it has brown conventions (HK): {calls}.", calls=found.brown_open)
        calls = say("Which hands make these calls exactly: {calls}?", calls=found.brown_open)
        open_.append(Open(what, asked(found.brown_questions) or calls))
    if found.psychics_open:
        what = say(
            "The card speaks of psychic bids, and leaves open whether the system protects them, which is a brown"
            " convention (HK)."
        )
        open_.append(Open(what, say(PROTECTED)))
    return Artificial(tuple(certain), tuple(open_))


def asked(questions: tuple[str, ...]) -> Sentence | None:
    """The questions to the pair, one behind the other; None where there is none."""
    return say("{questions}", questions=" ".join(questions)) if questions else None


TO_THE_CHAIR = phrase("Does the chair of the competition committee take the system for a highly artificial one (VUS)?")


# ---- who may play ------------------------------------------------------------------------------------------------


def admission(event: Event, phase: Phase, entrant: Entrant) -> Iterator[Admission]:
    """Highly artificial systems and brown conventions are for leagues I and II."""
    rule, found = "cz-2.6-leagues", artificial(entrant)
    name = phase_name(event, phase)
    if event.league in UPPER_LEAGUES:
        reason = say("Leagues I and II admit highly artificial systems and brown conventions.")
        yield Admission(rule, Admitted.YES, reason, name)
    elif not found:
        reason = say("The card has neither a highly artificial system nor a brown convention.")
        yield Admission(rule, Admitted.YES, reason, name)
    elif event.league is None:
        which = say("Which league is it? The event's file does not say.")
        for what in (*found.certain, *(o.what for o in found.open)):
            yield Admission(rule, Admitted.CANNOT_TELL, upper_only(what), name, which)
    else:
        for what in found.certain:
            yield Admission(rule, Admitted.NO, upper_only(what), name)
        for what, question in found.open:
            yield Admission(rule, Admitted.CANNOT_TELL, upper_only(what), name, question)


def upper_only(what: Sentence) -> Sentence:
    """Why it matters."""
    return say("{what} Such agreements are for leagues I and II only.", what=what)


# ---- duties ------------------------------------------------------------------------------------------------------


def cards(event: Event, _entrant: Entrant) -> Iterator[Duty]:
    """Every pair has two cards when it plays."""
    what = count(
        "Have at least {n} convention card of the Czech federation (ČBS), in the form of the WBF and the EBL.",
        "Have at least {n} convention cards of the Czech federation (ČBS), in the form of the WBF and the EBL.",
        number("cards"),
    )
    yield Duty("cz-2.6-cards", Who.PAIR, what, event.start)


def cards_on_request(event: Event, _entrant: Entrant) -> Iterator[Duty]:
    """The captain shows the cards of those who will play, a little before each match."""
    what = count(
        "Give opponents who ask for them the cards of all pairs that will play, at the latest {n} minute before the "
        "match.",
        "Give opponents who ask for them the cards of all pairs that will play, at the latest {n} minutes before the "
        "match.",
        number("request-minutes"),
    )
    for match in rounds(event):
        due = before(event, match.start, minutes=number("request-minutes"))
        yield Duty("cz-2.6-on-request", Who.CAPTAIN, what, due, phase=match.phase)


def may_be_artificial(event: Event) -> bool:
    """Whether highly artificial systems may be played, as far as the league is known."""
    return event.league is None or event.league in UPPER_LEAGUES


def descriptions(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """The captain sends the descriptions of what is artificial, two weeks before the first tournament."""
    found, days = artificial(entrant), number("description-days")
    if not found:
        return
    what = count(
        "Send the chair of the competition committee complete descriptions of every highly artificial system and every "
        "brown convention of the team, in electronic form, {n} day before the first tournament or the preliminary "
        "round at the latest.",
        "Send the chair of the competition committee complete descriptions of every highly artificial system and every "
        "brown convention of the team, in electronic form, {n} days before the first tournament or the preliminary "
        "round at the latest.",
        days,
    )
    yield Duty(
        "cz-2.6-descriptions",
        Who.CAPTAIN,
        what,
        due=before(event, event.start, days=days),
        condition=condition(event, found),
        hands_in=event.collects is Collector.ORGANISER,
    )


def publication(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """The chair of the committee puts the descriptions on the federation's page."""
    found = artificial(entrant)
    if not found:
        return
    what = say(
        "See that the team's descriptions are published on the league page of the Czech federation; the chair of the "
        "competition committee does it."
    )
    yield Duty("cz-2.6-publication", Who.ORGANISER, what, condition=condition(event, found))


def condition(event: Event, found: Artificial) -> Sentence | None:
    """On what the duty depends; None where it binds."""
    if not found.certain:
        return say(
            "This binds only if there turns out to be a highly artificial system (VUS) or a brown convention (HK)."
            " {open}",
            open=together(*(o.what for o in found.open)),
        )
    if event.league is None:
        return say("This binds in leagues I and II; the event's file does not say which league it is.")
    return None


def has_screens(event: Event) -> bool:
    """Whether the rules themselves want screens."""
    return event.league in UPPER_LEAGUES


def screens(event: Event) -> Iterator[Duty]:
    """Leagues I and II are played with screens."""
    if event.screens:
        what = say("Provide screens; the director may allow play without them only as an exception, for grave reasons.")
    else:
        what = say(
            "Provide screens; the event's file has none. The director may allow play without them only as an "
            "exception, for grave reasons."
        )
    yield Duty("cz-2.6-screens", Who.ORGANISER, what, event.start)
