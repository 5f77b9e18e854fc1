"""A pair's own page of an event: it hands in its card here, and sees what was received and what is said of it.

There is no account: whoever has the link speaks for the pair.
"""

import datetime
from typing import Annotated, Any, NamedTuple

import structlog
from fastapi import APIRouter, File, Form, Request, Response, UploadFile
from markupsafe import Markup
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException

from syscheck.card.reader import MOST_BYTES
from syscheck.desk import jobs, judging
from syscheck.desk.events import database_of, newest
from syscheck.desk.forms import words
from syscheck.desk.pages import address, language_of, page
from syscheck.desk.receiving import (
    PAIR,
    Closed,
    Empty,
    Receipt,
    Refused,
    Sent,
    TooLong,
    Withdrawn,
    code_of,
    receive,
    sent,
)
from syscheck.desk.security import Here, Protected, rate
from syscheck.desk.storage import DeskEntry, DeskEvent, Submission
from syscheck.desk.storage.models import now
from syscheck.events import Event
from syscheck.language import moment_text, phrase, speaking, tell, translated
from syscheck.report.at_event import DutyView, event_section_html, event_view

LOG = structlog.get_logger("syscheck.desk")
TYPED = "card.card"
"""How a card is called that was typed on the page."""
REFUSED: dict[type[Refused], tuple[int, str]] = {
    Closed: (
        409,
        phrase(
            "Nothing was handed in: the organiser takes no more cards for this event. What you wrote is still below; "
            "please ask the organiser."
        ),
    ),
    Withdrawn: (
        409,
        phrase(
            "Nothing was handed in: this pair was withdrawn from the event. What you wrote is still below; please ask "
            "the organiser."
        ),
    ),
    TooLong: (413, phrase("Nothing was handed in: there is more of it than a card may have, which is one megabyte.")),
    Empty: (422, phrase("Nothing was handed in: the card is empty. Write it into the field, or choose a file.")),
}
ONE_OF_OURS = 64
"""Characters of an address, at the most."""

router = APIRouter(include_in_schema=False)


class VersionView(NamedTuple):
    """A version as the page lists it."""

    id: int
    number: int
    moment: str
    iso: str
    source: str
    file: str
    code: str
    late: bool
    fingerprint: str | None = None


class ReceiptView(NamedTuple):
    """What the page says of the card that has just come."""

    number: int
    moment: str
    iso: str
    code: str
    new: bool
    late: bool
    format: str | None
    remarks: tuple[str, ...]
    faults: tuple[str, ...]


# ---- what the page shows ---------------------------------------------------------------------------------------------


def entry_of(session: Session, address_of_entry: str) -> tuple[DeskEntry, DeskEvent]:
    """The entry of a private link. Errors: 404."""
    found = None
    if len(address_of_entry) <= ONE_OF_OURS and "\0" not in address_of_entry:
        found = session.execute(
            select(DeskEntry, DeskEvent)
            .join(DeskEvent, DeskEvent.id == DeskEntry.event_id)
            .where(DeskEntry.address == address_of_entry)
        ).one_or_none()
    if found is None:
        raise HTTPException(404)
    return found[0], found[1]


def came_late(event: Event, moment: datetime.datetime) -> bool:
    """Whether a card came after the time that the organiser has set; in the minute of it, it came in time."""
    return event.cards_due is not None and moment.replace(second=0, microsecond=0) > event.cards_due


def version_views(session: Session, event: Event, entry_id: int) -> tuple[VersionView, ...]:
    """The versions of an entry, the newest first; times by the event's clock."""
    rows = session.execute(
        select(
            Submission.id,
            Submission.number,
            Submission.received_at,
            Submission.source,
            Submission.file,
            Submission.original,
            Submission.fingerprint,
        )
        .where(Submission.entry_id == entry_id)
        .order_by(Submission.number.desc())
    )
    return tuple(
        VersionView(
            row.id,
            row.number,
            moment_text(row.received_at.astimezone(event.timezone)),
            by_the_clock(event, row.received_at),
            row.source,
            row.file,
            code_of(row.original),
            came_late(event, row.received_at),
            row.fingerprint,
        )
        for row in rows
    )


def by_the_clock(event: Event, moment: datetime.datetime) -> str:
    """A moment to the second, with the offset that the event's clock has then."""
    return moment.astimezone(event.timezone).isoformat(sep=" ", timespec="seconds")


def judged(state: Any, entry_id: int, language: str) -> tuple[judging.EventOutcomes, judging.JudgedEntry] | None:
    """What is said of an entry; None where it cannot be judged now, which must not keep anything else from the pair."""
    try:
        return judging.outcome(state, entry_id, language=language)
    except Exception as error:
        LOG.warning("not judged", entry=entry_id, error=type(error).__name__)
        return None


class Said(NamedTuple):
    """What is said of the card, for the page."""

    row: Any
    at_event: Markup | None
    own: tuple[DutyView, ...]
    decisions: tuple[str, ...]


def said_of(found: tuple[judging.EventOutcomes, judging.JudgedEntry] | None, language: str) -> Said | None:
    """The page's piece about the card, in the language spoken; None where it could not be judged."""
    if found is None:
        return None
    outcomes, entry = found
    outcome = entry.outcome
    at_event = None
    if entry.row.status == "ok":
        at_event = event_section_html(outcome.admissions, outcome.duties, outcomes.event_out, language)
    own = event_view((), outcome.duties, outcomes.event_out).own
    return Said(entry.row, at_event, own, tuple(str(d.sentence) for d in entry.decisions))


def faults_of(state: Any, card: bytes, event: Event, language: str) -> Markup | None:
    """What is wrong with a card, line by line, for the editor beside it; None where nothing can be told now."""
    try:
        found: jobs.Panel = state.workers.ask(jobs.panel, card, language, event.regulations)
    except Exception as error:
        LOG.warning("faults not told", error=type(error).__name__)
        return None
    return Markup(found.html) if found.faults else None  # our own template, which escapes what is written on the card


def _text_of(card: bytes | None) -> str:
    try:
        return "" if card is None else card.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def _pair_page(
    request: Request,
    address_of_entry: str,
    *,
    status: int = 200,
    receipt: Receipt | None = None,
    came: Sent | None = None,
    refused: str = "",
    typed: str | None = None,
) -> Response:
    language = language_of(request)
    with database_of(request).reading() as session:
        entry, desk_event = entry_of(session, address_of_entry)
        event = judging.event_of(newest(session, desk_event.id))
        with speaking(language):
            versions = version_views(session, event, entry.id)
        newest_card = session.scalar(
            select(Submission.card).where(Submission.entry_id == entry.id).order_by(Submission.number.desc()).limit(1)
        )
    with speaking(language):
        said = said_of(judged(request.app.state, entry.id, language), language)
        faults = None
        if said is not None and said.row.status == "unreadable" and typed is None and newest_card:
            faults = faults_of(request.app.state, newest_card, event, language)
        shown = None
        if receipt is not None and came is not None:
            shown = ReceiptView(
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
        return page(
            request,
            "hand_in.html.j2",
            status=status,
            entry=entry,
            event=event,
            closed=desk_event.closed_at is not None,
            over=event.cards_due is not None and came_late(event, now()),
            versions=versions,
            said=said,
            faults=faults,
            laws={law.id: translated(law.name) for law in event.laws},
            receipt=shown,
            refused=refused,
            card=_text_of(newest_card) if typed is None else typed,
            link=address(request, f"/e/{address_of_entry}"),
        )


@router.get("/e/{address_of_entry}")
def see(request: Request, _here: Here, address_of_entry: str) -> Response:
    """The page as it is now."""
    return _pair_page(request, address_of_entry)


# ---- handing in ------------------------------------------------------------------------------------------------------


@router.post("/e/{address_of_entry}")
def hand_in(
    request: Request,
    _here: Protected,
    address_of_entry: str,
    card: Annotated[str, Form()] = "",
    by: Annotated[str, Form()] = "",
    file: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Take a version. It is on the disk before the answer begins, and is judged only then."""
    moment = now()
    database = database_of(request)
    with database.reading() as session:
        entry, _ = entry_of(session, address_of_entry)
    rate(request, "hand-in", f"entry {entry.id}")
    chosen = file is not None and bool(file.filename) and by != "text"
    typed = words(card, MOST_BYTES + 1)
    data, name = typed.encode(), TYPED
    if chosen and file is not None:
        data, name = file.file.read(MOST_BYTES + 1), file.filename or TYPED
    elif by == "file":
        data = b""
    try:
        came = sent(request.app.state, data, name, language_of(request))
        receipt = receive(database, entry.id, came, actor=PAIR, source=PAIR, moment=moment)
    except Refused as error:
        status, sentence = REFUSED[type(error)]
        with speaking(language_of(request)):
            return _pair_page(request, address_of_entry, status=status, refused=tell(sentence), typed=typed)
    return _pair_page(request, address_of_entry, receipt=receipt, came=came)


@router.get("/e/{address_of_entry}/versions/{number:int}")
def own_version(request: Request, address_of_entry: str, number: int) -> Response:
    """The bytes of a version as they came."""
    with database_of(request).reading() as session:
        entry, _ = entry_of(session, address_of_entry)
        found = version(session, entry.id, number)
    return attached(found.original, found.file)


@router.get("/e/{address_of_entry}/report")
def own_report(request: Request, _here: Here, address_of_entry: str) -> Response:
    """Everything that is said of the card. Errors: 404 where there is no report."""
    with database_of(request).reading() as session:
        entry, _ = entry_of(session, address_of_entry)
    report = judging.report_html(request.app.state, entry.id, language=language_of(request))
    if report is None:
        raise HTTPException(404)
    return page(request, "hand_in_report.html.j2", report=report, back=f"/e/{address_of_entry}")


def version(session: Session, entry_id: int, number: int) -> Submission:
    """A version of an entry. Errors: 404."""
    found = None
    if 0 < number < 2**31:
        found = session.scalar(select(Submission).where(Submission.entry_id == entry_id, Submission.number == number))
    if found is None:
        raise HTTPException(404)
    return found


def attached(data: bytes, name: str) -> Response:
    """Bytes of a stranger as a file to keep: no browser shows or runs them."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "_" for c in name) or TYPED
    headers = {"content-disposition": f'attachment; filename="{plain}"', "content-security-policy": "sandbox"}
    return Response(data, media_type="application/octet-stream", headers=headers)
