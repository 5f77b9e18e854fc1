"""Pages of an event: what its organisers see of the entries, and what opponents see once the cards are published."""

import datetime
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException

from syscheck.desk import judging, opponents
from syscheck.desk.judging import EventOutcomes, JudgedEntry
from syscheck.desk.pages import NotTaken, address, language_of, page
from syscheck.desk.security import Here, SignedIn, rate
from syscheck.desk.storage import AuditLine, DeskEntry, DeskEvent, EventOrganiser, EventVersion, Organiser, Submission
from syscheck.events.at_event import as_of_moment
from syscheck.language import say, speaking
from syscheck.report.events import Row
from syscheck.report.organiser import OrganiserView, list_view, organiser_view
from syscheck.screening.output import points_of

router = APIRouter(include_in_schema=False)
LARGEST = 2**31 - 1
"""Of a number of a row."""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
OF_A_PAPER = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""A paper is a page by itself with its styles inside, and no script."""
AsOf = Annotated[str, Query(alias="as_of", max_length=40)]


class Switch(NamedTuple):
    """Something that an organiser turns on or off."""

    action: str
    label: str
    said: str


# ---- for organisers --------------------------------------------------------------------------------------------------


@router.get("/desk/events/{event_id:int}")
def event_page(request: Request, organiser: SignedIn, event_id: int, as_of: AsOf = "") -> Response:
    """Every entry of an event, what needs attention first."""
    found = _of_organiser(request, organiser, event_id, as_of)
    view, rows = _view(request, found)
    return page(
        request,
        "event_page.html.j2",
        **_named(view),
        here=f"/desk/events/{event_id}",
        query=f"?as_of={as_of}" if as_of else "",
        chosen=as_of,
        newest=_newest(request, event_id),
        switches=_switches(request, found),
        is_published=found.published_at is not None,
        list_address=f"/events/{found.address}",
        admitted=sum(row.plays for row in rows),
    )


@router.get("/desk/events/{event_id:int}/newest")
def newest(request: Request, organiser: SignedIn, event_id: int) -> Response:
    """What changes when anything of the event does; a page asks for it now and then."""
    _own(request, organiser, event_id)
    return JSONResponse({"newest": _newest(request, event_id)})


@router.get("/desk/events/{event_id:int}/letters")
def letters(request: Request, organiser: SignedIn, event_id: int, as_of: AsOf = "") -> Response:
    """The letters to the pairs whose entries are not in order."""
    found = _of_organiser(request, organiser, event_id, as_of)
    view, _ = _view(request, found)
    return page(request, "event_letters.html.j2", **_named(view), here=f"/desk/events/{event_id}")


@router.get("/desk/events/{event_id:int}/entries.csv")
def entries_csv(request: Request, organiser: SignedIn, event_id: int, as_of: AsOf = "") -> Response:
    """The entries as CSV."""
    found = _of_organiser(request, organiser, event_id, as_of)
    return _file(judging.csv_of(found, _rows(request, found)).encode(), "text/csv; charset=utf-8", "entries.csv")


@router.get("/desk/events/{event_id:int}/entries.xlsx")
def entries_xlsx(request: Request, organiser: SignedIn, event_id: int, as_of: AsOf = "") -> Response:
    """The entries as XLSX."""
    found = _of_organiser(request, organiser, event_id, as_of)
    return _file(judging.xlsx_of(found, _rows(request, found)), XLSX, "entries.xlsx")


@router.get("/desk/events/{event_id:int}/entries.json")
def entries_json(request: Request, organiser: SignedIn, event_id: int, as_of: AsOf = "") -> Response:
    """The entries as the command line's JSON."""
    found = _of_organiser(request, organiser, event_id, as_of)
    return _file(judging.json_of(found).encode(), "application/json", "entries.json")


@router.get("/desk/events/{event_id:int}/duties.ics")
def duties_ics(request: Request, organiser: SignedIn, event_id: int, as_of: AsOf = "") -> Response:
    """The duties as a calendar."""
    found = _of_organiser(request, organiser, event_id, as_of)
    with speaking(language_of(request)):
        return _file(judging.calendar_of(found), "text/calendar; charset=utf-8", "duties.ics")


@router.get("/desk/events/{event_id:int}/entries/{entry_id:int}/report")
def report(request: Request, organiser: SignedIn, event_id: int, entry_id: int, as_of: AsOf = "") -> Response:
    """The whole report of an entry's card."""
    event = _own(request, organiser, event_id)
    _entry_of(request, event_id, entry_id)
    state = request.app.state
    found, entry = judging.outcome(state, entry_id, _moment(event, as_of), language_of(request))
    return page(
        request,
        "entry_report.html.j2",
        event=found.event_out,
        entry=entry,
        row=entry.row,
        language=entry.row.language,
        report=judging.report_of(state, found, entry),
        here=f"/desk/events/{event_id}",
    )


def _own(request: Request, organiser: Organiser | None, event_id: int) -> str:
    """The newest text of an event of this organiser. Errors: 404, also for others' events."""
    if organiser is None or not 0 < event_id <= LARGEST:
        raise HTTPException(404)
    with request.app.state.database.reading() as session:
        chosen = (
            select(EventVersion.text)
            .join(EventOrganiser, EventOrganiser.event_id == EventVersion.event_id)
            .where(EventVersion.event_id == event_id, EventOrganiser.organiser_id == organiser.id)
            .order_by(EventVersion.number.desc())
            .limit(1)
        )
        text: str | None = session.scalar(chosen)
    if text is None:
        raise HTTPException(404)
    return text


def _entry_of(request: Request, event_id: int, entry_id: int, *, playing: bool = False) -> None:
    """Errors: 404 where it is no entry of the event, or with `playing` was withdrawn."""
    if not 0 < entry_id <= LARGEST:
        raise HTTPException(404)
    with request.app.state.database.reading() as session:
        chosen = select(DeskEntry.event_id, DeskEntry.withdrawn_at).where(DeskEntry.id == entry_id)
        found = session.execute(chosen).one_or_none()
    if found is None or found.event_id != event_id or (playing and found.withdrawn_at is not None):
        raise HTTPException(404)


def _of_organiser(request: Request, organiser: Organiser, event_id: int, as_of: str) -> EventOutcomes:
    text = _own(request, organiser, event_id)
    return judging.outcomes(request.app.state, event_id, _moment(text, as_of), language_of(request))


def _moment(event_text: str, as_of: str) -> datetime.datetime | None:
    """The moment that somebody asks about; None for now. Errors: 400."""
    if not as_of:
        return None
    try:
        return as_of_moment(as_of, judging.read(event_text))
    except (ValueError, OverflowError):
        raise NotTaken(
            400, say("This is no date. Write it as 2026-10-10, or with the time as 2026-10-10T09:30.")
        ) from None


def _rows(request: Request, found: EventOutcomes) -> list[Row]:
    """What tables show of the entries, with the addresses of their pages."""
    return [
        entry.row._replace(
            report=address(request, f"/desk/events/{found.id}/entries/{entry.id}"),
            link=address(request, f"/e/{entry.address}"),
            language=entry.row.language if entry.facts is not None else entry.language,
        )
        for entry in found.entries
    ]


def _view(request: Request, found: EventOutcomes) -> tuple[OrganiserView, list[Row]]:
    rows = [
        row._replace(points=points_of(entry.outcome), report=f"/desk/events/{found.id}/entries/{entry.id}")
        for row, entry in zip(_rows(request, found), found.entries, strict=True)
    ]
    return organiser_view(found.event_out, found.summary, rows, language_of(request), link=str), rows


def _named(view: OrganiserView) -> dict[str, Any]:
    """What the body's template has by name; there are no files beside the page."""
    return view._asdict() | {"others": ()}


def _newest(request: Request, event_id: int) -> str:
    """A text that is another one as soon as a card has come or anything was changed."""
    with request.app.state.database.reading() as session:
        line = session.scalar(select(func.max(AuditLine.id)).where(AuditLine.event_id == event_id))
        card = session.scalar(
            select(func.max(Submission.id))
            .join(DeskEntry, DeskEntry.id == Submission.entry_id)
            .where(DeskEntry.event_id == event_id)
        )
    return f"{line or 0}-{card or 0}"


def _switches(request: Request, found: EventOutcomes) -> tuple[Switch, ...]:
    """Publishing and closing, each with what is so now."""
    with speaking(language_of(request)):
        return (
            Switch("publish", str(say("Publish the cards")), str(say("Opponents do not see the cards yet.")))
            if found.published_at is None
            else Switch("unpublish", str(say("Take the cards back")), str(say("Opponents can see the cards."))),
            Switch("close", str(say("Take no more cards")), str(say("Pairs can hand in cards.")))
            if found.closed_at is None
            else Switch("reopen", str(say("Take cards again")), str(say("Pairs can hand in nothing more."))),
        )


def _file(data: bytes, kind: str, name: str) -> Response:
    return Response(data, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


# ---- for opponents ---------------------------------------------------------------------------------------------------


@router.get("/events/{event_address}")
def published(request: Request, here: Here, event_address: str) -> Response:
    """The cards that may be played, for opponents."""
    rate(request, "judge")
    event_id, preview = _published_event(request, here.organiser, event_address)
    found = judging.outcomes(request.app.state, event_id, None, language_of(request))
    rows = [
        e.row._replace(report=f"/events/{event_address}/cards/{e.id}", link=str(e.id))
        for e in found.entries
        if e.row.plays and e.row.status == "ok"
    ]
    view = list_view(found.event_out, rows, language_of(request), link=str)
    back = f"/desk/events/{found.id}" if preview else ""
    return page(request, "published.html.j2", **view._asdict(), preview=preview, back=back)


@router.get("/events/{event_address}/cards/{entry_id:int}")
def published_card(request: Request, here: Here, event_address: str, entry_id: int) -> Response:
    """A card that may be played."""
    found, entry, preview = _published_card(request, here.organiser, event_address, entry_id)
    assert entry.task is not None, "a card that may be played is there"
    text = request.app.state.workers.ask(opponents.layout, entry.task.card, language_of(request))
    return page(
        request,
        "published_card.html.j2",
        event=found.event_out,
        row=entry.row,
        text=text,
        alerted=opponents.has_alerts(found.event),
        here=f"/events/{event_address}/cards/{entry_id}",
        back=f"/events/{event_address}",
        preview=preview,
    )


@router.get("/events/{event_address}/cards/{entry_id:int}/declaration")
def published_declaration(request: Request, here: Here, event_address: str, entry_id: int) -> Response:
    """Its declaration of openings."""
    return _paper(request, here.organiser, event_address, entry_id, opponents.declaration)


@router.get("/events/{event_address}/cards/{entry_id:int}/alerts")
def published_alerts(request: Request, here: Here, event_address: str, entry_id: int) -> Response:
    """Its alert sheet."""
    return _paper(request, here.organiser, event_address, entry_id, opponents.alerts)


def _published_event(request: Request, organiser: Organiser | None, event_address: str) -> tuple[int, bool]:
    """The number of the event of an address, and whether only its organisers see it yet. Errors: 404."""
    with request.app.state.database.reading() as session:
        chosen = select(DeskEvent.id, DeskEvent.published_at).where(DeskEvent.address == event_address)
        event = session.execute(chosen).one_or_none()
        if event is None or (event.published_at is None and not _runs(session, organiser, event.id)):
            raise HTTPException(404)
        return event.id, event.published_at is None


def _runs(session: Session, organiser: Organiser | None, event_id: int) -> bool:
    return organiser is not None and session.get(EventOrganiser, (event_id, organiser.id)) is not None


def _published_card(
    request: Request, organiser: Organiser | None, event_address: str, entry_id: int
) -> tuple[EventOutcomes, JudgedEntry, bool]:
    """An entry whose card opponents see. Errors: 404."""
    rate(request, "judge")
    event_id, preview = _published_event(request, organiser, event_address)
    _entry_of(request, event_id, entry_id, playing=True)
    found, entry = judging.outcome(request.app.state, entry_id, None, language_of(request))
    if not entry.row.plays or entry.row.status != "ok":
        raise HTTPException(404)
    return found, entry, preview


def _paper(request: Request, organiser: Organiser | None, event_address: str, entry_id: int, draw: Any) -> Response:
    found, entry, _ = _published_card(request, organiser, event_address, entry_id)
    assert entry.task is not None, "a card that may be played is there"
    row, task = entry.row, entry.task
    drawn = request.app.state.workers.ask(draw, task.card, task.file, row.pair, found.text, language_of(request))
    if drawn is None:
        raise HTTPException(404)
    return HTMLResponse(drawn, headers={"content-security-policy": OF_A_PAPER})
