"""An organiser's events: the list of them, a new one, changing one, its file in and out.

An event is what its TOML file says, as the command line reads it; the forms only write that file. Each save is a
version of its own, and earlier ones stay.
"""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, File, Form, Request, Response, UploadFile
from fastapi.responses import RedirectResponse
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException

from syscheck.desk.forms import row_number, words
from syscheck.desk.judging import event_of, read
from syscheck.desk.pages import language_of, page
from syscheck.desk.security import Protected, SignedIn, account_name, rate
from syscheck.desk.storage import (
    Database,
    DeskEntry,
    DeskEvent,
    EventOrganiser,
    EventVersion,
    Organiser,
    Submission,
    log,
)
from syscheck.desk.storage.models import now
from syscheck.entries.names import plain_name
from syscheck.events import Event, FaultyEvent, presets, read_event, read_event_bytes
from syscheck.events.editing import FLAGS, NUMBERS, TIMES, top_values, with_values
from syscheck.events.faults import EventFault
from syscheck.events.keys import CHOICES
from syscheck.events.toml import places
from syscheck.language import say, speaking, translated
from syscheck.regulations import REGULATIONS
from syscheck.report.event_file import (
    COLLECTORS,
    COLOURS,
    CONTESTS,
    KINDS,
    LABELS,
    LEAGUES,
    ReadFile,
    events_text,
)
from syscheck.report.view import FaultView, faulty_view

FILE = "event.toml"
MOST_BYTES = 64 * 1024
"""Of an event's file: as the command line takes."""
COLUMNS = 90
MAIN = ("name", "preset", "regulations", "contest", "kind", "league", "start", "cards_due", "registration", "timezone")
MORE = ("masterpoints", "level", "limit", "category", "boards", "screens", "collects")
"""The keys that have a field of their own; everything else is written in the file itself."""
MISSING = "V112"
NOT_NAMED = {"V126": "timezone", "V130": "kind", "V131": "league"}
"""The fields of faults that stand at no key, since they are that there is none."""
WORDS: Mapping[str, Mapping[str, str]] = {
    "kind": {k.value: v for k, v in KINDS.items()},
    "league": {k.value: v for k, v in LEAGUES.items()},
    "masterpoints": {k.value: v for k, v in COLOURS.items()},
    "contest": {k.value: v for k, v in CONTESTS.items()},
    "collects": {k.value: v for k, v in COLLECTORS.items()},
    "level": {str(level): str(level) for level in CHOICES["level"]},
}

router = APIRouter(include_in_schema=False)
Text = Annotated[str, Form()]
Values = Mapping[str, str | tuple[str, ...]]
"""What is in the fields, by key of the event file."""


# ---- whose events ----------------------------------------------------------------------------------------------------


def own_event(session: Session, organiser: Organiser, event_id: int, *, change: bool = False) -> DeskEvent:
    """An event of an organiser; with `change`, others who change it wait. Errors: 404, also for others' events."""
    asked = (
        select(DeskEvent)
        .join(EventOrganiser, EventOrganiser.event_id == DeskEvent.id)
        .where(DeskEvent.id == row_number(event_id), EventOrganiser.organiser_id == organiser.id)
    )
    found = session.scalar(asked.with_for_update(of=DeskEvent) if change else asked)
    if found is None:
        raise HTTPException(404)
    return found


def newest(session: Session, event_id: int) -> EventVersion:
    """The version of an event that holds."""
    return session.scalars(
        select(EventVersion).where(EventVersion.event_id == event_id).order_by(EventVersion.number.desc()).limit(1)
    ).one()


def database_of(request: Request) -> Database:
    """The desk's database."""
    found: Database = request.app.state.database
    return found


# ---- the list --------------------------------------------------------------------------------------------------------


class Listed(NamedTuple):
    """An event in the list."""

    id: int
    name: str
    event: Event
    entries: int
    handed_in: int
    published: bool
    closed: bool


def own_events(session: Session, organiser: Organiser) -> Iterator[Listed]:
    """The events of an organiser, the newest first, with how many entries they have and how many have a card."""
    here = DeskEntry.withdrawn_at.is_(None)
    entries = select(DeskEntry.event_id, func.count().label("n")).where(here).group_by(DeskEntry.event_id).subquery()
    handed_in = (
        select(DeskEntry.event_id, func.count(Submission.entry_id.distinct()).label("n"))
        .join(Submission, Submission.entry_id == DeskEntry.id)
        .where(here)
        .group_by(DeskEntry.event_id)
        .subquery()
    )
    last = (
        select(EventVersion.event_id, func.max(EventVersion.number).label("number"))
        .group_by(EventVersion.event_id)
        .subquery()
    )
    rows = session.execute(
        select(DeskEvent, EventVersion, func.coalesce(entries.c.n, 0), func.coalesce(handed_in.c.n, 0))
        .join(EventOrganiser, EventOrganiser.event_id == DeskEvent.id)
        .join(last, last.c.event_id == DeskEvent.id)
        .join(EventVersion, (EventVersion.event_id == DeskEvent.id) & (EventVersion.number == last.c.number))
        .outerjoin(entries, entries.c.event_id == DeskEvent.id)
        .outerjoin(handed_in, handed_in.c.event_id == DeskEvent.id)
        .where(EventOrganiser.organiser_id == organiser.id)
        .order_by(DeskEvent.id.desc())
    )
    for found, version, n, cards in rows:
        event = event_of(version)
        yield Listed(found.id, event.name, event, n, cards, found.published_at is not None, found.closed_at is not None)


@router.get("/desk")
def events(request: Request, organiser: SignedIn, done: str = "") -> Response:
    """The organiser's events."""
    with database_of(request).reading() as session:
        listed = tuple(own_events(session, organiser))
    return page(request, "events.html.j2", events=listed, done=done)


# ---- the form --------------------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """A field of the form: `kind` is text, number, time, choice or many."""

    key: str
    label: str
    kind: str
    value: str | tuple[str, ...]
    choices: tuple[tuple[str, str], ...] = ()
    fault: FaultView | None = None


def fields(keys: Sequence[str], values: Values, faults: Mapping[str, FaultView]) -> tuple[Field, ...]:
    """The fields of keys, with what stands in them, in the language spoken."""
    return tuple(_field(key, values.get(key, ""), faults.get(key)) for key in keys)


def _field(key: str, value: str | tuple[str, ...], fault: FaultView | None) -> Field:
    label = str(say("Name of the event")) if key == "name" else translated(LABELS[key])
    if key == "regulations":
        known = tuple((law.id, translated(law.name)) for law in REGULATIONS)
        return Field(key, label, "many", value or (), known, fault)
    if key == "preset":
        return Field(key, label, "choice", value, tuple((p.id, p.title) for p in presets()), fault)
    if key in FLAGS:
        return Field(key, label, "choice", value, (("true", str(say("yes"))), ("false", str(say("no")))), fault)
    if key in WORDS:
        return Field(key, label, "choice", value, tuple((k, translated(w)) for k, w in WORDS[key].items()), fault)
    kind = "time" if key in TIMES else "number" if key in NUMBERS else "text"
    return Field(key, label, kind, value, (), fault)


def typed(
    regulations: Annotated[list[str] | None, Form()] = None,
    name: Text = "",
    preset: Text = "",
    contest: Text = "",
    start: Text = "",
    cards_due: Text = "",
    registration: Text = "",
    timezone: Text = "",
    kind: Text = "",
    league: Text = "",
    masterpoints: Text = "",
    level: Text = "",
    limit: Text = "",
    category: Text = "",
    boards: Text = "",
    screens: Text = "",
    collects: Text = "",
) -> Values:
    """What was typed into the fields, by key; empty where nothing was."""
    known = {law.id for law in REGULATIONS}
    one_line = {
        "name": name,
        "preset": preset,
        "contest": contest,
        "start": start,
        "cards_due": cards_due,
        "registration": registration,
        "timezone": timezone,
        "kind": kind,
        "league": league,
        "masterpoints": masterpoints,
        "level": level,
        "limit": limit,
        "category": category,
        "boards": boards,
        "screens": screens,
        "collects": collects,
    }
    chosen = tuple(r for r in regulations or () if r in known)
    return {"regulations": chosen, **{key: plain_name(value) for key, value in one_line.items()}}


def faults_of_keys(text: str, faults: Sequence[EventFault], shown: Sequence[FaultView]) -> dict[str, FaultView]:
    """The first fault of each key at the top of a file: that its own field shows."""
    found: dict[str, FaultView] = {}
    where = places(text)
    for fault, view in zip(faults, shown, strict=True):
        absent = NOT_NAMED.get(fault.code) or (dict(fault.values)["key"] if fault.code == MISSING else None)
        if absent is not None:
            found.setdefault(str(absent), view)
            continue
        for path, span in (*where.values.items(), *where.keys.items()):
            if len(path) == 1 and span[0] <= fault.span[0] < max(span[1], span[0] + 1):
                found.setdefault(str(path[0]), view)
    return found


class Draft(NamedTuple):
    """An event that is being written: its text, and what is wrong with it."""

    text: str
    faulty: FaultyEvent | None


def _draft(text: str) -> Draft:
    try:
        if len(text.encode()) > MOST_BYTES:
            read_event_bytes(text.encode(), FILE)
        read_event(text, FILE)
    except FaultyEvent as error:
        return Draft(text, error)
    return Draft(text, None)


def _edit_page(
    request: Request,
    draft: Draft,
    *,
    by: str = "",
    status: int = 200,
    event_id: int | None = None,
    number: int = 0,
    values: Values | None = None,
    others: tuple[str, ...] = (),
    difference: tuple[str, ...] | None = None,
) -> Response:
    with speaking(language_of(request)):
        shown: Sequence[FaultView] = ()
        of_keys: dict[str, FaultView] = {}
        settled = ""
        if draft.faulty is not None:
            shown = faulty_view(FILE, draft.faulty.text or None, draft.faulty.faults).faults
            of_keys = faults_of_keys(draft.faulty.text, draft.faulty.faults, shown)
        elif draft.text:
            settled = events_text([ReadFile(FILE, read(draft.text))], colour=False, width=COLUMNS)
        values = top_values(draft.text) if values is None else values
        main, more = fields(MAIN, values, of_keys), fields(MORE, values, of_keys)
    return page(
        request,
        "event_edit.html.j2",
        status=status,
        event_id=event_id,
        number=number,
        text=draft.text,
        faults=shown,
        settled=settled,
        main=main,
        more=more,
        by=by,
        others=others,
        difference=difference,
        columns=COLUMNS,
    )


# ---- a new event -----------------------------------------------------------------------------------------------------


@router.get("/desk/events/new")
def blank(request: Request, _organiser: SignedIn, preset: str = "") -> Response:
    """The form of a new event, blank or with a preset."""
    known = {p.id for p in presets()}
    values = {"preset": preset if preset in known else ""}
    return _edit_page(request, Draft("", None), values=values)


@router.get("/desk/events/import")
def ask_for_file(_organiser: SignedIn) -> Response:
    """The file is asked for beside the form."""
    return RedirectResponse("/desk/events/new#import", 303)


@router.post("/desk/events/new")
def make(
    request: Request,
    organiser: SignedIn,
    _here: Protected,
    values: Annotated[Values, Depends(typed)],
    by: Text = "fields",
    text: Text = "",
) -> Response:
    """Make an event of what was typed into the fields, or of its text."""
    rate(request, "save")
    draft = _draft(words(text, MOST_BYTES + 1) if by == "text" else with_values("", values))
    if draft.faulty is not None:
        shown = None if by == "text" else values
        return _edit_page(request, draft, by=by, status=422, values=shown)
    return _made(request, organiser, draft.text, "event made")


@router.post("/desk/events/import")
def take_file(
    request: Request, organiser: SignedIn, _here: Protected, file: Annotated[UploadFile | None, File()] = None
) -> Response:
    """Make an event of a file; one with faults is shown with them, to be mended here."""
    rate(request, "save")
    data = b"" if file is None else file.file.read(MOST_BYTES + 1)
    try:
        read_event_bytes(data, FILE)
    except FaultyEvent as error:
        return _edit_page(request, Draft(words(error.text), error), by="text", status=422)
    return _made(request, organiser, words(data.decode("utf-8-sig"), MOST_BYTES), "event imported")


def _made(request: Request, organiser: Organiser, text: str, action: str) -> Response:
    with database_of(request).writing() as session:
        event = DeskEvent()
        session.add(event)
        session.flush()
        session.add(EventVersion(event_id=event.id, number=1, text=text, organiser_id=organiser.id))
        session.add(EventOrganiser(event_id=event.id, organiser_id=organiser.id))
        log(session, organiser.name, action, event=event.id, name=read(text).name)
    return RedirectResponse(f"/desk/events/{event.id}", 303)


# ---- one event -------------------------------------------------------------------------------------------------------


@router.get("/desk/events/{event_id:int}/edit")
def edit(request: Request, organiser: SignedIn, event_id: int) -> Response:
    """The form of an event as it is."""
    with database_of(request).reading() as session:
        own_event(session, organiser, event_id)
        version = newest(session, event_id)
        others = _organisers(session, event_id)
    return _edit_page(request, Draft(version.text, None), event_id=event_id, number=version.number, others=others)


def _organisers(session: Session, event_id: int) -> tuple[str, ...]:
    asked = (
        select(Organiser.name)
        .join(EventOrganiser, EventOrganiser.organiser_id == Organiser.id)
        .where(EventOrganiser.event_id == event_id)
        .order_by(Organiser.name)
    )
    return tuple(session.scalars(asked))


@router.post("/desk/events/{event_id:int}/edit")
def change(
    request: Request,
    organiser: SignedIn,
    _here: Protected,
    event_id: int,
    values: Annotated[Values, Depends(typed)],
    by: Text = "text",
    text: Text = "",
    number: Annotated[str, Form()] = "",
) -> Response:
    """Save another version. Where somebody saved one meanwhile, both are shown, and nothing is lost."""
    rate(request, "save")
    database = database_of(request)
    began = int(number) if number.isdecimal() and len(number) < 10 else 0
    with database.reading() as session:
        own_event(session, organiser, event_id)
        others = _organisers(session, event_id)
        base = session.scalar(
            select(EventVersion.text).where(EventVersion.event_id == event_id, EventVersion.number == began)
        )
    typed_text = words(text, MOST_BYTES + 1) if by == "text" else with_values(base or "", values)
    draft = _draft(typed_text)
    known = None if by == "text" else values
    if draft.faulty is not None:
        return _edit_page(
            request, draft, by=by, status=422, event_id=event_id, number=began, values=known, others=others
        )
    try:
        with database.writing() as session:
            own_event(session, organiser, event_id, change=True)
            last = newest(session, event_id)
            clash = last.number != began and last.text != draft.text
            if not clash and last.text != draft.text:
                session.add(
                    EventVersion(event_id=event_id, number=began + 1, text=draft.text, organiser_id=organiser.id)
                )
                log(session, organiser.name, "event changed", event=event_id, version=began + 1)
    except IntegrityError:  # somebody saved in this very moment
        clash = True
        with database.reading() as session:
            last = newest(session, event_id)
    if not clash:
        return RedirectResponse(f"/desk/events/{event_id}", 303)
    difference = tuple(difflib.unified_diff(last.text.splitlines(), draft.text.splitlines(), lineterm="", n=1))[2:]
    return _edit_page(
        request,
        draft,
        by="text",
        status=409,
        event_id=event_id,
        number=last.number,
        others=others,
        difference=difference,
    )


@router.get("/desk/events/{event_id:int}/event.toml")
def export(request: Request, organiser: SignedIn, event_id: int) -> Response:
    """The event's file, as the command line takes it."""
    with database_of(request).reading() as session:
        own_event(session, organiser, event_id)
        text = newest(session, event_id).text
    headers = {"content-disposition": f'attachment; filename="{FILE}"'}
    return Response(text.encode(), media_type="application/toml", headers=headers)


# ---- what an organiser decides about an event ------------------------------------------------------------------------


def _switched(request: Request, organiser: Organiser, event_id: int, column: str, action: str, *, on: bool) -> Response:
    with database_of(request).writing() as session:
        event = own_event(session, organiser, event_id, change=True)
        if (getattr(event, column) is not None) is not on:
            setattr(event, column, now() if on else None)
            log(session, organiser.name, action, event=event_id)
    return RedirectResponse(f"/desk/events/{event_id}", 303)


@router.post("/desk/events/{event_id:int}/publish")
def publish(request: Request, organiser: SignedIn, _here: Protected, event_id: int) -> Response:
    """Show the admitted cards to opponents."""
    return _switched(request, organiser, event_id, "published_at", "published", on=True)


@router.post("/desk/events/{event_id:int}/unpublish")
def unpublish(request: Request, organiser: SignedIn, _here: Protected, event_id: int) -> Response:
    """Show them no more."""
    return _switched(request, organiser, event_id, "published_at", "unpublished", on=False)


@router.post("/desk/events/{event_id:int}/close")
def close(request: Request, organiser: SignedIn, _here: Protected, event_id: int) -> Response:
    """Take no more cards from pairs."""
    return _switched(request, organiser, event_id, "closed_at", "closed", on=True)


@router.post("/desk/events/{event_id:int}/reopen")
def reopen(request: Request, organiser: SignedIn, _here: Protected, event_id: int) -> Response:
    """Take cards again."""
    return _switched(request, organiser, event_id, "closed_at", "reopened", on=False)


@router.get("/desk/events/{event_id:int}/share")
def ask_whom(request: Request, organiser: SignedIn, event_id: int) -> Response:
    """Who else runs the event."""
    return _share_page(request, organiser, event_id)


def _share_page(
    request: Request, organiser: Organiser, event_id: int, *, status: int = 200, name: str = "", unknown: bool = False
) -> Response:
    with database_of(request).reading() as session:
        own_event(session, organiser, event_id)
        event = event_of(newest(session, event_id))
        names = _organisers(session, event_id)
    shown = {"event_id": event_id, "event": event, "names": names, "name": name, "unknown": unknown}
    return page(request, "share.html.j2", status=status, **shown)


@router.post("/desk/events/{event_id:int}/share")
def share(request: Request, organiser: SignedIn, _here: Protected, event_id: int, name: Text = "") -> Response:
    """Another organiser runs the event, too."""
    rate(request, "save")
    with database_of(request).writing() as session:
        own_event(session, organiser, event_id, change=True)
        other = session.scalar(
            select(Organiser).where(Organiser.name == account_name(plain_name(name)), Organiser.disabled_at.is_(None))
        )
        if other is not None and session.get(EventOrganiser, (event_id, other.id)) is None:
            session.add(EventOrganiser(event_id=event_id, organiser_id=other.id))
            log(session, organiser.name, "shared", event=event_id, organiser=other.name)
    if other is None:
        return _share_page(request, organiser, event_id, status=422, name=plain_name(name), unknown=True)
    return RedirectResponse(f"/desk/events/{event_id}/share", 303)
