"""The entries of an event, for its organisers: new ones, one by one and many at once, and everything of one of them."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, NamedTuple

import structlog
from fastapi import APIRouter, File, Form, Request, Response, UploadFile
from fastapi.responses import RedirectResponse
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException

from syscheck.card.reader import MOST_BYTES
from syscheck.desk import changes, judging
from syscheck.desk.events import database_of, newest, own_event
from syscheck.desk.forms import file_name, row_number, words
from syscheck.desk.handing_in import (
    REFUSED,
    ReceiptView,
    attached,
    by_the_clock,
    came_late,
    judged,
    said_of,
    version,
    version_views,
)
from syscheck.desk.open_questions import OpenQuestion, open_questions
from syscheck.desk.pages import NotTaken, address, language_of, page
from syscheck.desk.receiving import ORGANISER, Receipt, Refused, Sent, receive, sent
from syscheck.desk.security import Protected, SignedIn, rate
from syscheck.desk.storage import (
    Decision,
    DeskEntry,
    EventVersion,
    Note,
    Organiser,
    Submission,
    log,
)
from syscheck.desk.storage.models import new_address, now
from syscheck.entries import FaultyList, read_list
from syscheck.entries.lists import MOST_BYTES as MOST_OF_A_LIST
from syscheck.entries.lists import is_heading
from syscheck.entries.names import plain_name, same_name
from syscheck.events import Event
from syscheck.language import LANGUAGES, moment_text, say, speaking, tell

MOST_COMPARED = 12
"""Versions that are compared with the one before when the page is loaded; of others one asks."""
MOST_ENTRIES = 10_000
"""Of an event."""
TYPED = "card.card"

LOG = structlog.get_logger("syscheck.desk")
router = APIRouter(include_in_schema=False)
Text = Annotated[str, Form()]


# ---- which entry -----------------------------------------------------------------------------------------------------


def own_entry(
    session: Session, organiser: Organiser, event_id: int, entry_id: int, *, change: bool = False
) -> DeskEntry:
    """An entry of an organiser's event; with `change`, others who change it wait. Errors: 404."""
    own_event(session, organiser, event_id)
    asked = select(DeskEntry).where(DeskEntry.id == row_number(entry_id), DeskEntry.event_id == event_id)
    found = session.scalar(asked.with_for_update() if change else asked)
    if found is None:
        raise HTTPException(404)
    return found


def pair_language(typed: str) -> str:
    """The language of a pair's letters."""
    return typed if typed in LANGUAGES else "en"


# ---- new entries -----------------------------------------------------------------------------------------------------


class Made(NamedTuple):
    """An entry that was made, or was there already."""

    id: int
    pair: str
    team: str
    link: str
    new: bool


@router.get("/desk/events/{event_id:int}/entries/new")
def ask_for_entries(request: Request, organiser: SignedIn, event_id: int) -> Response:
    """The forms: one pair, or a list of pairs."""
    return _entries_page(request, organiser, event_id)


def _entries_page(
    request: Request,
    organiser: Organiser,
    event_id: int,
    *,
    status: int = 200,
    made: Sequence[Made] = (),
    faults: Sequence[str] = (),
    fault: str = "",
    typed: dict[str, str] | None = None,
) -> Response:
    with database_of(request).reading() as session:
        own_event(session, organiser, event_id)
        event = judging.event_of(newest(session, event_id))
    return page(
        request,
        "entries_new.html.j2",
        status=status,
        event_id=event_id,
        event=event,
        made=made,
        faults=faults,
        fault=fault,
        typed={"pair": "", "team": "", "list": "", "language": language_of(request)} | (typed or {}),
    )


@router.post("/desk/events/{event_id:int}/entries/new")
def add_entry(
    request: Request,
    organiser: SignedIn,
    _here: Protected,
    event_id: int,
    pair: Text = "",
    team: Text = "",
    language: Text = "",
) -> Response:
    """Add a pair."""
    rate(request, "save")
    typed = {"pair": plain_name(pair), "team": plain_name(team), "language": pair_language(language)}
    with speaking(language_of(request)):
        without_name = str(say("Write the names of the pair."))
    if not typed["pair"]:
        return _entries_page(request, organiser, event_id, status=422, fault=without_name, typed=typed)
    with database_of(request).writing() as session:
        own_event(session, organiser, event_id, change=True)
        made = add_entries(session, request, organiser, event_id, [(typed["pair"], typed["team"], None)], language)
    return _entries_page(request, organiser, event_id, made=made, typed={"language": typed["language"]})


def add_entries(
    session: Session,
    request: Request,
    organiser: Organiser,
    event_id: int,
    pairs: Iterable[tuple[str, str, str | None]],
    language: str,
) -> list[Made]:
    """Add pairs, each with its team and the fingerprint it is registered with; one that is there is left as it is."""
    known = {
        (same_name(entry.pair), same_name(entry.team)): entry
        for entry in session.scalars(select(DeskEntry).where(DeskEntry.event_id == event_id))
    }
    made = []
    for pair, team, registered in pairs:
        key = same_name(pair), same_name(team)
        entry = known.get(key)
        new = entry is None
        if entry is None:
            if len(known) >= MOST_ENTRIES:
                raise NotTaken(422, say("An event has at most {n} entries.", n=MOST_ENTRIES))
            entry = DeskEntry(
                event_id=event_id, pair=pair, team=team, language=pair_language(language), registered=registered
            )
            session.add(entry)
            session.flush()
            known[key] = entry
            log(session, organiser.name, "entry made", event=event_id, entry=entry.id, pair=pair, team=team)
        made.append(Made(entry.id, entry.pair, entry.team, address(request, f"/e/{entry.address}"), new))
    return made


@router.post("/desk/events/{event_id:int}/entries/list")
def add_list(
    request: Request,
    organiser: SignedIn,
    _here: Protected,
    event_id: int,
    text: Annotated[str, Form(alias="list")] = "",
    language: Text = "",
    file: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Add all pairs of a list; of one with faults none, and every fault is told."""
    rate(request, "save")
    with database_of(request).reading() as session:
        own_event(session, organiser, event_id)
        event = judging.event_of(newest(session, event_id))
    typed = {"list": words(text, MOST_OF_A_LIST), "language": pair_language(language)}
    name, data = "list.csv", with_heading(typed["list"]).encode()
    if file is not None and file.filename:
        name, data = file_name(file.filename, "list.csv"), file.file.read(MOST_OF_A_LIST + 1)
    with speaking(language_of(request)), TemporaryDirectory(prefix="syscheck-") as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        try:
            rows = read_list(path, event)
        except FaultyList as error:
            faults = tuple(map(str, error.faults))
            return _entries_page(request, organiser, event_id, status=422, faults=faults, typed=typed)
    pairs = [(row.pair, row.team, row.registered) for row in rows if row.pair]
    with database_of(request).writing() as session:
        own_event(session, organiser, event_id, change=True)
        made = add_entries(session, request, organiser, event_id, pairs, language)
    return _entries_page(request, organiser, event_id, made=made, typed={"language": typed["language"]})


def with_heading(text: str) -> str:
    """A list as it was pasted, with a heading if it has none: the pair first, a team behind a tab or a semicolon.

    The names of a pair have commas in them, so a comma separates only where a heading says so.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or is_heading(lines[0]):
        return text
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";")
    writer.writerow(("pair", "team"))
    for line in lines:
        pair, _, team = line.replace("\t", ";").partition(";")
        writer.writerow((pair.strip(), team.strip().rstrip(";")))
    return out.getvalue()


# ---- one entry -------------------------------------------------------------------------------------------------------


class NoteView(NamedTuple):
    """A note as the page shows it."""

    text: str
    moment: str
    name: str


def _entry_page(
    request: Request,
    organiser: Organiser,
    event_id: int,
    entry_id: int,
    *,
    status: int = 200,
    fault: str = "",
    typed: dict[str, str] | None = None,
    receipt: Receipt | None = None,
    came: Sent | None = None,
) -> Response:
    language, state = language_of(request), request.app.state
    with database_of(request).reading() as session:
        own_entry(session, organiser, event_id, entry_id)
    found = judged(state, entry_id, language)  # it writes fingerprints, so it comes first
    with database_of(request).reading() as session:
        entry = own_entry(session, organiser, event_id, entry_id)
        event = judging.event_of(newest(session, event_id))
        versions = session.scalars(
            select(Submission).where(Submission.entry_id == entry_id).order_by(Submission.number)
        ).all()
        with speaking(language):
            shown = version_views(session, event, entry_id)
            notes = _notes(session, event, entry_id)
    compared = _compared(state, versions[-MOST_COMPARED:])
    with speaking(language):
        return page(
            request,
            "entry.html.j2",
            status=status,
            event_id=event_id,
            event=event,
            entry=entry,
            versions=shown,
            compared=compared,
            said=said_of(found, language),
            fingerprint=None if found is None or found[1].facts is None else found[1].facts.fingerprint,
            questions=open_questions(found),
            notes=notes,
            link=address(request, f"/e/{entry.address}"),
            fault=fault,
            typed={"person": "", "reason": "", "rule": "", "note": "", "card": ""} | (typed or {}),
            receipt=_receipt_view(event, receipt, came),
        )


def _receipt_view(event: Event, receipt: Receipt | None, came: Sent | None) -> ReceiptView | None:
    if receipt is None or came is None:
        return None
    return ReceiptView(
        receipt.number,
        moment_text(receipt.received_at.astimezone(event.timezone)),
        by_the_clock(event, receipt.received_at),
        receipt.code,
        receipt.new,
        came_late(event, receipt.received_at),
        came.format,
        came.remarks,
        came.faults,
    )


def _compared(state: Any, versions: Sequence[Submission]) -> dict[int, tuple[str, ...] | None]:
    try:
        return changes.between(state, versions)
    except Exception as error:  # what cannot be compared must not hide what was received
        LOG.warning("not compared", error=type(error).__name__)
        return {}


def _notes(session: Session, event: Event, entry_id: int) -> tuple[NoteView, ...]:
    rows = session.execute(
        select(Note.text, Note.written_at, Organiser.name)
        .outerjoin(Organiser, Organiser.id == Note.organiser_id)
        .where(Note.entry_id == entry_id)
        .order_by(Note.id.desc())
    )
    return tuple(NoteView(text, moment_text(at.astimezone(event.timezone)), name or "–") for text, at, name in rows)


@router.get("/desk/events/{event_id:int}/entries/{entry_id:int}")
def see_entry(request: Request, organiser: SignedIn, event_id: int, entry_id: int) -> Response:
    """Everything of an entry."""
    return _entry_page(request, organiser, event_id, entry_id)


def _back(event_id: int, entry_id: int, place: str = "") -> Response:
    return RedirectResponse(f"/desk/events/{event_id}/entries/{entry_id}{place}", 303)


@router.get("/desk/events/{event_id:int}/entries/{entry_id:int}/versions/{number:int}/{what}")
def download(request: Request, organiser: SignedIn, event_id: int, entry_id: int, number: int, what: str) -> Response:
    """The bytes of a version as they came (`original`), or the card that was made of them (`card`), or what changed."""
    with database_of(request).reading() as session:
        own_entry(session, organiser, event_id, entry_id)
        found = version(session, entry_id, number)
        before = version(session, entry_id, number - 1) if what == "changes" else None
        event = newest(session, event_id)
    if what == "original":
        return attached(found.original, found.file)
    if what == "card":
        return attached(found.card, f"{found.file.rpartition('.')[0] or found.file}.card")
    if before is None:
        raise HTTPException(404)
    return _changes_page(request, event_id, entry_id, event, before, found)


def _changes_page(
    request: Request, event_id: int, entry_id: int, event: EventVersion, old: Submission, new: Submission
) -> Response:
    language = language_of(request)
    with speaking(language):
        names = [str(say("version {n}", n=s.number)) for s in (old, new)]
    text = request.app.state.workers.ask(changes.in_words, old.card, names[0], new.card, names[1], event.text, language)
    return page(
        request,
        "entry_changes.html.j2",
        text=text,
        old=old.number,
        new=new.number,
        back=f"/desk/events/{event_id}/entries/{entry_id}",
    )


# ---- what an organiser does with an entry ----------------------------------------------------------------------------


@router.post("/desk/events/{event_id:int}/entries/{entry_id:int}/card")
def hand_in_for(
    request: Request,
    organiser: SignedIn,
    _here: Protected,
    event_id: int,
    entry_id: int,
    card: Text = "",
    file: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Take a version on the pair's behalf, also after the event was closed to pairs."""
    moment = now()
    rate(request, "save")
    with database_of(request).reading() as session:
        own_entry(session, organiser, event_id, entry_id)
    data, name = words(card, MOST_BYTES + 1).encode(), TYPED
    if file is not None and file.filename:
        data, name = file.file.read(MOST_BYTES + 1), file.filename
    try:
        came = sent(request.app.state, data, name, language_of(request))
        receipt = receive(database_of(request), entry_id, came, actor=organiser.name, source=ORGANISER, moment=moment)
    except Refused as error:
        status, sentence = REFUSED[type(error)]
        with speaking(language_of(request)):
            told = tell(sentence)
        typed = {"card": data.decode("utf-8", "replace") if name == TYPED else ""}
        return _entry_page(request, organiser, event_id, entry_id, status=status, fault=told, typed=typed)
    return _entry_page(request, organiser, event_id, entry_id, receipt=receipt, came=came)


@router.post("/desk/events/{event_id:int}/entries/{entry_id:int}/names")
def rename(
    request: Request,
    organiser: SignedIn,
    _here: Protected,
    event_id: int,
    entry_id: int,
    pair: Text = "",
    team: Text = "",
    language: Text = "",
) -> Response:
    """Other names, another team or language."""
    with database_of(request).writing() as session:
        entry = own_entry(session, organiser, event_id, entry_id, change=True)
        named = plain_name(pair) or entry.pair, plain_name(team), pair_language(language)
        if named != (entry.pair, entry.team, entry.language):
            entry.pair, entry.team, entry.language = named
            log(session, organiser.name, "entry changed", event=event_id, entry=entry_id, pair=named[0], team=named[1])
    return _back(event_id, entry_id)


@router.post("/desk/events/{event_id:int}/entries/{entry_id:int}/register")
def register(
    request: Request, organiser: SignedIn, _here: Protected, event_id: int, entry_id: int, number: Text = ""
) -> Response:
    """This version is the one that the pair is registered with."""
    with database_of(request).reading() as session:
        own_entry(session, organiser, event_id, entry_id)
        found = version(session, entry_id, int(number) if number.isdecimal() and len(number) < 10 else 0)
        event = judging.event_of(newest(session, event_id))
    fingerprint = judging.judge(request.app.state, event, found.id).fingerprint
    if fingerprint is None:
        with speaking(language_of(request)):
            told = str(say("This version cannot be read, so the pair cannot be registered with it."))
        return _entry_page(request, organiser, event_id, entry_id, status=422, fault=told)
    with database_of(request).writing() as session:
        entry = own_entry(session, organiser, event_id, entry_id, change=True)
        entry.registered = fingerprint
        log(
            session,
            organiser.name,
            "registered",
            event=event_id,
            entry=entry_id,
            version=found.number,
            fingerprint=fingerprint,
        )
    return _back(event_id, entry_id, "#versions")


@router.post("/desk/events/{event_id:int}/entries/{entry_id:int}/notes")
def add_note(
    request: Request, organiser: SignedIn, _here: Protected, event_id: int, entry_id: int, note: Text = ""
) -> Response:
    """Write a note beside the entry; pairs never see it."""
    rate(request, "save")
    text = words(note).strip()
    with database_of(request).writing() as session:
        own_entry(session, organiser, event_id, entry_id)
        if text:
            session.add(Note(entry_id=entry_id, text=text, organiser_id=organiser.id))
            log(session, organiser.name, "note written", event=event_id, entry=entry_id)
    return _back(event_id, entry_id, "#notes")


@router.post("/desk/events/{event_id:int}/entries/{entry_id:int}/decisions")
def decide(
    request: Request,
    organiser: SignedIn,
    _here: Protected,
    event_id: int,
    entry_id: int,
    rule: Text = "",
    outcome: Text = "",
    person: Text = "",
    reason: Text = "",
    fingerprint: Text = "",
) -> Response:
    """A named person decides what the program leaves open, on the agreements that the page has shown."""
    rate(request, "save")
    language = language_of(request)
    with database_of(request).reading() as session:
        own_entry(session, organiser, event_id, entry_id)
    found = judged(request.app.state, entry_id, language)
    named, why = plain_name(person), words(reason).strip()
    fault = _why_not_decided(found, rule, outcome, named, why, fingerprint)
    if fault is not None:
        with speaking(language):
            told = str(fault)
        typed = {"person": named, "reason": why, "rule": plain_name(rule)}
        return _entry_page(request, organiser, event_id, entry_id, status=422, fault=told, typed=typed)
    with database_of(request).writing() as session:
        own_entry(session, organiser, event_id, entry_id, change=True)
        session.add(
            Decision(
                entry_id=entry_id,
                fingerprint=fingerprint,
                rule=rule,
                outcome=outcome,
                reason=why,
                person=named,
                organiser_id=organiser.id,
            )
        )
        log(
            session, organiser.name, "decided", event=event_id, entry=entry_id, rule=rule, outcome=outcome, person=named
        )
    return _back(event_id, entry_id, "#decisions")


def _why_not_decided(
    found: tuple[judging.EventOutcomes, judging.JudgedEntry] | None,
    rule: str,
    outcome: str,
    person: str,
    reason: str,
    fingerprint: str,
) -> Any:
    facts = None if found is None else found[1].facts
    if facts is None or facts.fingerprint is None or facts.fingerprint != fingerprint:
        return say("The card has changed since this page was loaded. Please look at it again before you decide.")
    question: OpenQuestion | None = next((q for q in open_questions(found) if q.rule == rule), None)
    if question is None or outcome not in {value for value, _ in question.answers}:
        return say("This is nothing that the program leaves open.")
    if not person or not reason:
        return say("A decision needs the person who takes it and the reason.")
    return None


def _set_withdrawn(request: Request, organiser: Organiser, event_id: int, entry_id: int, *, on: bool) -> Response:
    with database_of(request).writing() as session:
        entry = own_entry(session, organiser, event_id, entry_id, change=True)
        if (entry.withdrawn_at is not None) is not on:
            entry.withdrawn_at = now() if on else None
            log(session, organiser.name, "withdrawn" if on else "brought back", event=event_id, entry=entry_id)
    return _back(event_id, entry_id)


@router.post("/desk/events/{event_id:int}/entries/{entry_id:int}/withdraw")
def withdraw(request: Request, organiser: SignedIn, _here: Protected, event_id: int, entry_id: int) -> Response:
    """The pair does not play; everything of it is kept."""
    return _set_withdrawn(request, organiser, event_id, entry_id, on=True)


@router.post("/desk/events/{event_id:int}/entries/{entry_id:int}/restore")
def bring_back(request: Request, organiser: SignedIn, _here: Protected, event_id: int, entry_id: int) -> Response:
    """It plays after all."""
    return _set_withdrawn(request, organiser, event_id, entry_id, on=False)


@router.post("/desk/events/{event_id:int}/entries/{entry_id:int}/link")
def new_link(request: Request, organiser: SignedIn, _here: Protected, event_id: int, entry_id: int) -> Response:
    """Another private link; the old one leads nowhere from now on."""
    with database_of(request).writing() as session:
        entry = own_entry(session, organiser, event_id, entry_id, change=True)
        entry.address = new_address()
        log(session, organiser.name, "new link", event=event_id, entry=entry_id)
    return _back(event_id, entry_id)
