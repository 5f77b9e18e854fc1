"""The cards of an event judged: what the desk knows of every entry, put together as `screen` does it.

`state` is the application's (`request.app.state`): its database, its workers and its `judging`. An entry's newest
submission is the card that counts. Times of a pair are cut to the minute, as all are that the desk and its tables show:
a card that came in the minute of its deadline came in time.
"""

import datetime
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from markupsafe import Markup
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from syscheck.desk.records import Judging, Loaded, ToJudge
from syscheck.desk.storage import Decision, DeskEntry, DeskEvent, EventVersion, Submission
from syscheck.entries import Entry, Found, Received, Status
from syscheck.entries.names import same_name
from syscheck.events import Event, read_event
from syscheck.language import Sentence, phrase, say, speaking, translated
from syscheck.report.calendar import calendar
from syscheck.report.events import EventOut, Row, SummaryOut
from syscheck.report.html import main_of
from syscheck.report.machine import DutyOut
from syscheck.report.organiser import ADMITTED_WORDS
from syscheck.report.tables import XlsxTable, write_csv
from syscheck.screening import Screening, job
from syscheck.screening.facts import Outcome
from syscheck.screening.job import Facts, Wanted
from syscheck.screening.output import JsonList, with_event

ADMITTED = "admitted"
"""The rule of a decision on the entry as a whole."""
DECIDED = phrase("Decided by {person} on {date}: {answer}. Reason: {reason}")
DECIDED_RULE = phrase("{rule}, decided by {person} on {date}: {answer}. Reason: {reason}")
NO_LONGER = phrase("The decision of {person} on {date} no longer holds: the card has changed.")


@dataclass(frozen=True, slots=True)
class Decided:
    """What a named person decided, and whether it still holds: the card has the agreements that it was taken on."""

    rule: str
    outcome: str
    reason: str
    person: str
    date: datetime.date
    """By the event's clock."""
    holds: bool

    @property
    def sentence(self) -> Sentence:
        """It in words."""
        if not self.holds:
            return say(NO_LONGER, person=self.person, date=self.date)
        answer = translated(ADMITTED_WORDS.get(self.outcome, self.outcome))
        told = {"person": self.person, "date": self.date, "answer": answer, "reason": self.reason}
        return say(DECIDED, **told) if self.rule == ADMITTED else say(DECIDED_RULE, rule=self.rule, **told)


@dataclass(frozen=True, slots=True)
class JudgedEntry:
    """A pair of an event with everything that is known of its card."""

    id: int
    address: str
    language: str
    """The pair's."""
    version: int
    """The number of its newest card; 0 without one."""
    task: ToJudge | None
    """Its newest card, with what was asked of it."""
    facts: Facts | None
    outcome: Outcome
    decisions: tuple[Decided, ...]
    """The newest on each rule."""

    @property
    def row(self) -> Row:
        """What tables show of it."""
        return self.outcome.row


@dataclass(frozen=True)
class EventOutcomes:
    """An event with its entries, in the language that was asked for."""

    id: int
    address: str
    published_at: datetime.datetime | None
    closed_at: datetime.datetime | None
    text: str
    """Of the newest version of its file."""
    screening: Screening
    entries: tuple[JudgedEntry, ...]
    event_out: EventOut
    summary: SummaryOut

    @property
    def event(self) -> Event:
        """The event."""
        return self.screening.event

    @property
    def rows(self) -> tuple[Row, ...]:
        """What tables show of the entries."""
        return tuple(entry.row for entry in self.entries)

    def entry(self, entry_id: int) -> JudgedEntry:
        """One of them. Errors: `KeyError`."""
        for entry in self.entries:
            if entry.id == entry_id:
                return entry
        raise KeyError(entry_id)


# ---- events ----------------------------------------------------------------------------------------------------------


def event_of(version: EventVersion) -> Event:
    """The event of a version; it was read without a fault when it was saved."""
    return read(version.text)


@lru_cache(64)
def read(text: str) -> Event:
    """The event of a version's text."""
    return read_event(text)


# ---- cards -----------------------------------------------------------------------------------------------------------


def wanted_of(event: Event, language: str) -> Wanted:
    """What the desk wants of every card of an event, told in a language where the card asks for none.

    Reports are made when somebody opens them: who hands in need not wait for one.
    """
    return Wanted(job.program(), event.regulations, event.settings, None, language, html=False)


def judge(state: Any, event: Event, submission_id: int, language: str = "en") -> Facts:
    """Have a submission judged, or take its record; its fingerprint is written beside it. Errors: `KeyError`."""
    with state.database.reading() as session:
        chosen = select(Submission.file, Submission.card, Submission.fingerprint).where(Submission.id == submission_id)
        found = session.execute(chosen).one_or_none()
    if found is None:
        raise KeyError(submission_id)
    file, card, known = found
    task = _task(wanted_of(event, language), card, file)
    facts = job.read_facts(_judging(state).judged([task])[task.key].facts)
    if facts.fingerprint != known and not facts.broken:
        _write_fingerprints(state, {submission_id: facts.fingerprint})
    return facts


def _judging(state: Any) -> Judging:
    found: Judging = state.judging
    return found


def _task(wanted: Wanted, card: bytes, file: str) -> ToJudge:
    return ToJudge(card, file, wanted, wanted.key(card, file))


def _write_fingerprints(state: Any, fingerprints: Mapping[int, str | None]) -> None:
    with state.database.writing() as session:
        for submission, fingerprint in fingerprints.items():
            session.execute(update(Submission).where(Submission.id == submission).values(fingerprint=fingerprint))


# ---- entries ---------------------------------------------------------------------------------------------------------


class _HandedIn(NamedTuple):
    """A pair with its newest card, as the tables have it."""

    id: int
    address: str
    pair: str
    team: str
    language: str
    registered: str | None
    submission: int | None
    number: int | None
    received: datetime.datetime | None
    file: str | None
    card: bytes | None
    fingerprint: str | None


class _EventRow(NamedTuple):
    id: int
    address: str
    published_at: datetime.datetime | None
    closed_at: datetime.datetime | None
    text: str


def outcomes(state: Any, event_id: int, as_of: datetime.datetime | None = None, language: str = "en") -> EventOutcomes:
    """Every entry of an event that was not withdrawn, as of a moment, now without one. Errors: `KeyError`."""
    with state.database.reading() as session:
        event = _event_row(session, event_id)
        handed_in = _handed_in(session, event_id)
        decisions = _decisions(session, [h.id for h in handed_in])
    return _put_together(state, event, handed_in, decisions, as_of, language)


def outcome(
    state: Any, entry_id: int, as_of: datetime.datetime | None = None, language: str = "en"
) -> tuple[EventOutcomes, JudgedEntry]:
    """One entry, with the event and no more of the other entries than those of its team. Errors: `KeyError`."""
    with state.database.reading() as session:
        event_id = session.scalar(select(DeskEntry.event_id).where(DeskEntry.id == entry_id))
        if event_id is None:
            raise KeyError(entry_id)
        event = _event_row(session, event_id)
        everyone = _handed_in(session, event_id, withdrawn=entry_id)
        own = next(h for h in everyone if h.id == entry_id)
        team = same_name(own.team)
        handed_in = [h for h in everyone if h.id == entry_id or (team and same_name(h.team) == team)]
        decisions = _decisions(session, [entry_id])
    found = _put_together(state, event, handed_in, decisions, as_of, language)
    return found, found.entry(entry_id)


def _event_row(session: Session, event_id: int) -> _EventRow:
    chosen = (
        select(DeskEvent.id, DeskEvent.address, DeskEvent.published_at, DeskEvent.closed_at, EventVersion.text)
        .join(EventVersion, EventVersion.event_id == DeskEvent.id)
        .where(DeskEvent.id == event_id)
        .order_by(EventVersion.number.desc())
        .limit(1)
    )
    found = session.execute(chosen).one_or_none()
    if found is None:
        raise KeyError(event_id)
    return _EventRow(*found)


def _handed_in(session: Session, event_id: int, withdrawn: int | None = None) -> list[_HandedIn]:
    """The pairs of an event with their newest cards; the entry `withdrawn` also where it was."""
    newest = (
        select(Submission.entry_id, func.max(Submission.number).label("number"))
        .join(DeskEntry, DeskEntry.id == Submission.entry_id)
        .where(DeskEntry.event_id == event_id)
        .group_by(Submission.entry_id)
        .subquery()
    )
    chosen = (
        select(
            DeskEntry.id,
            DeskEntry.address,
            DeskEntry.pair,
            DeskEntry.team,
            DeskEntry.language,
            DeskEntry.registered,
            Submission.id,
            Submission.number,
            Submission.received_at,
            Submission.file,
            Submission.card,
            Submission.fingerprint,
        )
        .select_from(DeskEntry)
        .outerjoin(newest, newest.c.entry_id == DeskEntry.id)
        .outerjoin(Submission, (Submission.entry_id == DeskEntry.id) & (Submission.number == newest.c.number))
        .where(DeskEntry.event_id == event_id, DeskEntry.withdrawn_at.is_(None) | (DeskEntry.id == withdrawn))
        .order_by(DeskEntry.id)
    )
    return [_HandedIn._make(row) for row in session.execute(chosen)]


def _decisions(session: Session, entries: Sequence[int]) -> dict[int, list[Decision]]:
    """The newest decision on each rule, by entry."""
    found: dict[int, dict[str, Decision]] = {}
    if entries:
        chosen = select(Decision).where(Decision.entry_id.in_(entries)).order_by(Decision.id)
        for decision in session.scalars(chosen):
            session.expunge(decision)
            found.setdefault(decision.entry_id, {})[decision.rule] = decision
    return {entry: list(rules.values()) for entry, rules in found.items()}


def _put_together(
    state: Any,
    event_row: _EventRow,
    handed_in: Sequence[_HandedIn],
    decisions: Mapping[int, Sequence[Decision]],
    as_of: datetime.datetime | None,
    language: str,
) -> EventOutcomes:
    event = read(event_row.text)
    wanted = wanted_of(event, language)
    tasks = {n: _task(wanted, h.card, h.file or "") for n, h in enumerate(handed_in) if h.card is not None}
    with speaking(language):
        records = _judging(state).judged(tasks.values())
        facts = {n: job.read_facts(records[task.key].facts) for n, task in tasks.items()}
        decided = {h.id: _decided(event, decisions.get(h.id, ()), facts.get(n)) for n, h in enumerate(handed_in)}
        _write_fingerprints_that_are_new(state, handed_in, facts)
        screening = Screening(
            event,
            as_of or datetime.datetime.now(event.timezone),
            Found(),
            Loaded(records),
            wanted,
            {n: task.key for n, task in tasks.items()},
            tuple(_entry(event, h, n, facts.get(n), decided[h.id]) for n, h in enumerate(handed_in)),
            {},
            {n: found.fingerprint for n, found in facts.items()},
        )
        made = [
            JudgedEntry(
                h.id,
                h.address,
                h.language,
                h.number or 0,
                tasks.get(n),
                facts.get(n),
                one,
                decided[h.id],
            )
            for n, (h, one) in enumerate(zip(handed_in, screening.outcomes(), strict=True))
        ]
        return EventOutcomes(
            event_row.id,
            event_row.address,
            event_row.published_at,
            event_row.closed_at,
            event_row.text,
            screening,
            tuple(made),
            screening.event_out,
            screening.counts.out,
        )


def _entry(event: Event, here: _HandedIn, number: int, facts: Facts | None, decided: Sequence[Decided]) -> Entry:
    status = Status.MISSING if facts is None else Status.OK if facts.fingerprint else Status.UNREADABLE
    received = None
    if here.received is not None:
        moment = here.received.replace(second=0, microsecond=0).astimezone(event.timezone)
        received = Received(moment, moment)
    whole = next((d.outcome for d in decided if d.holds and d.rule == ADMITTED), None)
    return Entry(
        here.pair,
        here.team,
        status,
        card=None if facts is None else number,
        files=() if here.file is None else (here.file,),
        received=received,
        registered=here.registered,
        listed=True,
        decided=whole if whole in {"yes", "no"} else None,
        decisions=tuple(d.sentence for d in decided),
    )


def _decided(event: Event, found: Iterable[Decision], facts: Facts | None) -> tuple[Decided, ...]:
    current = None if facts is None else facts.fingerprint
    return tuple(
        Decided(
            d.rule,
            d.outcome,
            d.reason,
            d.person,
            d.decided_at.astimezone(event.timezone).date(),
            holds=d.fingerprint == current,
        )
        for d in found
    )


def _write_fingerprints_that_are_new(state: Any, handed_in: Sequence[_HandedIn], facts: Mapping[int, Facts]) -> None:
    found = {
        h.submission: facts[n].fingerprint
        for n, h in enumerate(handed_in)
        if h.submission is not None and n in facts and not facts[n].broken and facts[n].fingerprint != h.fingerprint
    }
    if found:
        _write_fingerprints(state, found)


# ---- what is given away ----------------------------------------------------------------------------------------------


def report_html(
    state: Any, entry_id: int, as_of: datetime.datetime | None = None, language: str = "en"
) -> Markup | None:
    """The whole report of an entry's card with what the event says of it, for the frame; None where there is none.

    Errors: `KeyError` where there is no such entry.
    """
    found, entry = outcome(state, entry_id, as_of, language)
    return report_of(state, found, entry)


def report_of(state: Any, found: EventOutcomes, entry: JudgedEntry) -> Markup | None:
    """The same of an entry that was put together already."""
    if entry.facts is None or entry.task is None or entry.facts.broken:
        return None
    with speaking(entry.facts.language):
        event = found.screening.event_out
    task = _task(entry.task.wanted._replace(html=True), entry.task.card, entry.task.file)
    record = _judging(state).judged([task], html=True)[task.key]
    return main_of(with_event(job.unpack(record.html), entry.outcome, event))


def csv_of(found: EventOutcomes, rows: Sequence[Row]) -> str:
    """The rows as CSV."""
    stream = io.StringIO(newline="")
    write_csv(stream, rows, found.event.regulations)
    return stream.getvalue()


def xlsx_of(found: EventOutcomes, rows: Sequence[Row]) -> bytes:
    """The rows as XLSX."""
    with TemporaryDirectory(prefix="syscheck-") as folder:
        path = Path(folder, "entries.xlsx")
        table = XlsxTable(path, found.event.regulations)
        for row in rows:
            table.add(row)
        table.close()
        return path.read_bytes()


def json_of(found: EventOutcomes) -> str:
    """The JSON of a screening, as the command line gives it."""
    stream = io.StringIO()
    written = JsonList(stream, found.screening)
    for entry in found.entries:
        written.add(entry.outcome)
    written.close()
    return stream.getvalue()


def calendar_of(found: EventOutcomes) -> bytes:
    """The organiser's calendar, in the language spoken."""
    duties: dict[str, tuple[DutyOut, ...]] = {}
    for entry in found.entries:
        duties[entry.row.pair] = (*duties.get(entry.row.pair, ()), *entry.outcome.duties)
    return calendar(found.event_out, duties, organiser=True)
