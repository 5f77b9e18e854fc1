"""What a report tells of an event: admission and duties of a card, and the entries of a screening.

The models are the contract's JSON. `Row` is what the organiser's page, the CSV and the XLSX show of an entry: small,
so that ten thousand of them fit into memory while the cards themselves pass by one at a time.
"""

import datetime
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from syscheck.events import Admission, Duty, Event, Standing, settles
from syscheck.events.clauses import State
from syscheck.events.judging import LATEST
from syscheck.language import count, say
from syscheck.report.machine import AdmissionOut, AdmittedName, CardOut, DutyOut, ErrorOut, Model

StatusName = Literal["ok", "unreadable", "missing", "duplicate"]
PointKind = Literal["fault", "question", "reason", "duty"]
MOST_FAULTS = 12
"""Faults of one card in a letter; the report has them all."""
OWN = frozenset({"pair", "captain", "team"})
"""Whose duties a pair sees to."""
OF_THE_FILE = frozenset({"E101", "E102", "E103", "E104", "E105"})
"""Faults that are not in a line."""


class PhaseOut(Model):
    """A phase of an event, with everything settled."""

    name: str
    start: str | None
    boards: int | None
    level: Literal["A", "B", "C", "D"] | None
    level_from: Literal["organiser", "preset", "recommended"] | None
    limit: int | None
    bans: tuple[str, ...]
    category: int | None
    knockout: bool


class EventOut(Model):
    """An event, with everything settled."""

    name: str
    preset: str | None
    regulations: tuple[str, ...]
    kind: str | None
    league: str | None
    masterpoints: str | None
    contest: Literal["pairs", "teams"]
    screens: bool
    timezone: str
    start: str | None
    registration: str | None
    cards_due: str | None
    as_of: str
    lowered: dict[str, int]
    phases: tuple[PhaseOut, ...]
    duties: tuple[DutyOut, ...]
    """What the organiser must do whatever the cards are."""
    remarks: tuple[str, ...]


class ApprovedOut(Model):
    """How a card compares with the one that was approved earlier."""

    file: str | None
    """The earlier card, where the entry list names its file."""
    fingerprint: str | None
    """Null where the earlier card cannot be read."""
    same: bool | None
    changed: tuple[str, ...]
    """The calls and sequences that mean something else now; known only where the earlier card is a file."""


class EntryOut(Model):
    """An entry with its card, which is null where there is none."""

    pair: str
    team: str
    status: StatusName
    received: str | None
    late: bool | None
    changed: bool | None
    files: tuple[str, ...]
    missing: tuple[str, ...]
    """What the pair still has to bring or to answer, in sentences."""
    remarks: tuple[str, ...] = ()
    """What the organiser may want to know besides, in sentences."""
    approved: ApprovedOut | None = None
    """Where the entry list names a card that was approved earlier."""
    decided: Literal["yes", "no"] | None = None
    """Where a person has decided whether the card is admitted, whatever is computed."""
    decisions: tuple[str, ...] = ()
    """What people have decided of it, in sentences."""
    card: CardOut | None


class SummaryOut(Model):
    """Counts over all entries."""

    entries: int
    status: dict[StatusName, int]
    admitted: dict[AdmittedName, int]
    late: int
    changed: int
    classes: dict[str, dict[str, int]]
    """By regulation and class; `open` counts those that cannot be told."""
    dots: dict[str, int]
    """Entries by the sum of their dots; those whose sum is open are not in it."""
    ignored: tuple[str, ...]
    """Files that are no cards, each with the reason."""


class ScreenOut(Model):
    """The output of `syscheck screen` as JSON."""

    syscheck: str
    event: EventOut
    entries: tuple[EntryOut, ...]
    summary: SummaryOut


class NextDuty(NamedTuple):
    """The duty of a pair that comes next, overdue ones first."""

    what: str
    due: str | None
    state: str


class LetterPoint(NamedTuple):
    """One line of a letter to a pair: a fault of its card, a question, why it may not play, what is overdue."""

    kind: PointKind
    text: str


class Row(NamedTuple):
    """What a table shows of an entry: in the organiser's language, but for `points`."""

    pair: str
    team: str
    status: str
    files: tuple[str, ...]
    report: str
    """Where its report is, relative to the page; empty where there is none."""
    title: str
    received: str | None
    late: bool | None
    changed: bool | None
    classes: tuple[tuple[str, str | None, bool], ...]
    """Regulation, class (None where it is open), and whether the regulation leaves it doubtful."""
    dots: tuple[int, int] | None
    limit: int | None
    brown: tuple[str, ...]
    admitted: str
    reasons: tuple[str, ...]
    """Why it is not admitted, or why that cannot be told."""
    missing: tuple[str, ...]
    next_duty: NextDuty | None
    language: str
    """The pair's."""
    points: tuple[LetterPoint, ...] = ()
    """What a letter to the pair says, in its own `language`; without them `missing` and `reasons` are taken."""
    remarks: tuple[str, ...] = ()
    """What the organiser may want to know besides."""
    decided: str | None = None
    """`yes` or `no` where a person has decided whether it is admitted; it stands beside the computed answer."""
    decisions: tuple[str, ...] = ()
    """What people have decided of it, in sentences."""
    link: str = ""
    """The address where the pair hands in its card; empty where there is none."""

    @property
    def plays(self) -> bool:
        """Whether it is admitted: by the rules as computed, or as a person has decided."""
        return (self.decided or self.admitted) == "yes"


def time_text(moment: datetime.datetime | None) -> str | None:
    """A moment as the JSON has it: ISO 8601 with offset, to the minute."""
    return None if moment is None else moment.isoformat(timespec="minutes")


def duty_out(duty: Duty, as_of: datetime.datetime, received: datetime.datetime | None = None) -> DutyOut:
    """A duty, in the language spoken."""
    return DutyOut(
        rule=duty.rule,
        who=duty.who.value,
        what=str(duty.what),
        due=time_text(duty.due),
        consequence=None if duty.consequence is None else str(duty.consequence),
        state=duty.state(as_of, received).value,
        condition=None if duty.condition is None else str(duty.condition),
        phase=duty.phase,
        right=duty.right,
    )


def admission_out(admission: Admission) -> AdmissionOut:
    """An admission, in the language spoken."""
    return AdmissionOut(
        rule=admission.rule,
        admitted=admission.admitted.value,
        reason=str(admission.reason),
        phase=admission.phase,
        question=None if admission.question is None else str(admission.question),
    )


def event_out(event: Event, as_of: datetime.datetime, duties: Iterable[Duty]) -> EventOut:
    """An event, in the language spoken."""
    return EventOut(
        name=event.name,
        preset=event.preset,
        regulations=event.regulations,
        kind=event.kind,
        league=event.league,
        masterpoints=event.masterpoints,
        contest=event.contest.value,
        screens=event.screens,
        timezone=event.timezone.key,
        start=time_text(event.start),
        registration=time_text(event.registration),
        cards_due=time_text(event.cards_due),
        as_of=as_of.isoformat(timespec="minutes"),
        lowered=dict(event.lowered),
        phases=tuple(
            PhaseOut(
                name=p.name,
                start=time_text(p.first_round),
                boards=p.boards,
                level=None if p.level is None else p.level.value,
                level_from=None if p.level_from is None else p.level_from.value,
                limit=p.limit,
                bans=p.bans,
                category=p.category,
                knockout=p.knockout,
            )
            for p in event.phases
        ),
        duties=tuple(duty_out(d, as_of) for d in duties),
        remarks=tuple(map(str, event.remarks)),
    )


def next_duty(duties: Iterable[DutyOut]) -> NextDuty | None:
    """The pair's own duty that comes next: an overdue one first, else the earliest that is due.

    Of what is to be done before every round, a time that has passed is not overdue as long as another one comes.
    A duty that may not bind at all is none to put before a pair: its question is.
    """
    ordered = _before_the_pair(duties)
    return NextDuty(ordered[0].what, ordered[0].due, ordered[0].state) if ordered else None


def _before_the_pair(duties: Iterable[DutyOut]) -> list[DutyOut]:
    timed = [d for d in duties if d.who in OWN and d.state in {"due", "overdue"}]
    own = [d for d in timed if not d.right and d.condition is None]
    again = {(d.rule, d.who, d.what) for d in own if d.state == State.DUE.value}
    own = [d for d in own if d.state == State.DUE.value or (d.rule, d.who, d.what) not in again]
    return sorted(own, key=lambda d: (d.state != State.OVERDUE.value, _moment(d.due)))


def _moment(due: str | None) -> datetime.datetime:
    return LATEST if due is None else datetime.datetime.fromisoformat(due)


def classes_of(standings: Mapping[str, Standing]) -> tuple[tuple[str, str | None, bool], ...]:
    """Each regulation's class, as a row has it."""
    return tuple(
        (name, next(iter(s.classes)) if len(s.classes) == 1 else None, s.doubtful) for name, s in standings.items()
    )


def reason_in_words(reason: str, phase: str | None) -> str:
    """Why a card is not allowed, with the phase of the event where it is not."""
    return reason if phase is None else str(say("{phase}: {reason}", phase=phase, reason=reason))


def letter_points(card: CardOut) -> tuple[LetterPoint, ...]:
    """What a letter to the pair says of its card; the card, and this, in the language of the pair."""
    found = [LetterPoint("fault", _fault_in_words(e)) for e in card.errors[:MOST_FAULTS]]
    if (more := len(card.errors) - MOST_FAULTS) > 0:
        text = count("And {n} more; your report shows it.", "And {n} more; your report shows them all.", more)
        found.append(LetterPoint("fault", str(text)))
    for law, result in card.regulations.items():
        if result.class_ is None:
            found += [
                LetterPoint("question", f.question) for f in result.findings if f.question and settles(law, f.rule)
            ]
    asked = [p.text for p in found if p.kind == "question"]
    for admission in card.admissions or ():
        if admission.admitted == "no":
            found.append(LetterPoint("reason", reason_in_words(admission.reason, admission.phase)))
        elif admission.admitted == "cannot tell":
            question = admission.question or admission.reason
            if not any(text in question for text in asked):  # else it repeats what the class hangs on
                found.append(LetterPoint("question", question))
    found += [
        LetterPoint("duty", d.what) for d in _before_the_pair(card.duties or ()) if d.state == State.OVERDUE.value
    ]
    return tuple(dict.fromkeys(found))


def _fault_in_words(error: ErrorOut) -> str:
    if error.code in OF_THE_FILE:
        return str(say("{message} ({hint})", message=error.message, hint=error.hint))
    if error.hint:
        return str(say("Line {line}: {message} ({hint})", line=error.line, message=error.message, hint=error.hint))
    return str(say("Line {line}: {message}", line=error.line, message=error.message))
