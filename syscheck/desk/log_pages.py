"""Who changed what in an event, and when, in words."""

import json
from typing import NamedTuple

from fastapi import APIRouter, Request, Response
from sqlalchemy import func, select

from syscheck.desk import judging
from syscheck.desk.events import database_of, newest, own_event
from syscheck.desk.pages import language_of, page
from syscheck.desk.security import SignedIn
from syscheck.desk.storage import AuditLine, DeskEntry
from syscheck.language import moment_text, phrase, speaking, tell

router = APIRouter(include_in_schema=False)
LINES = 200
"""On a page."""
ACTIONS = {
    "event made": phrase("made the event “{name}”"),
    "event imported": phrase("imported the event “{name}”"),
    "event changed": phrase("changed the event; this is its version {version}"),
    "published": phrase("published the cards for opponents"),
    "unpublished": phrase("took the published cards back"),
    "closed": phrase("closed the event: pairs can hand in nothing more"),
    "reopened": phrase("opened the event again: pairs can hand in"),
    "shared": phrase("shared the event with {organiser}"),
    "entry made": phrase("added the entry {pair}"),
    "entry changed": phrase("changed the names of the entry to {pair} ({team})"),
    "card received": phrase("handed in version {version}, receipt code {code}"),
    "registered": phrase("registered the pair with version {version}, fingerprint {fingerprint}"),
    "note written": phrase("wrote a note"),
    "decided": phrase("entered a decision of {person} about {rule}: {outcome}"),
    "withdrawn": phrase("withdrew the entry"),
    "brought back": phrase("brought the entry back"),
    "new link": phrase("gave the pair a new link; the old one is dead"),
}
"""What each action of the log says, behind the name of whoever did it."""
PAIR = phrase("The pair")
COMMAND = phrase("A command")
OTHER = phrase("{action}: {details}")


class LineView(NamedTuple):
    """A line of the log."""

    moment: str
    iso: str
    actor: str
    said: str
    entry: int | None
    pair: str


class _Details(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "–"


def in_words(action: str, details: str) -> str:
    """What a line says, in the language spoken."""
    values = _Details(json.loads(details))
    template = ACTIONS.get(action)
    if template is None:
        told = ", ".join(f"{k} {v}" for k, v in values.items())
        return tell(OTHER, action=action, details=told or "–")
    wanted = {name: values[name] for name in ("name", "version", "organiser", "pair", "team", "code", "fingerprint")}
    return tell(template, **wanted, **{name: values[name] for name in ("person", "rule", "outcome")})


@router.get("/desk/events/{event_id:int}/log")
def see_log(request: Request, organiser: SignedIn, event_id: int, before: str = "") -> Response:
    """The log, the newest line first; `before` is the number of the line behind which a page begins."""
    language = language_of(request)
    last = int(before) if before.isdecimal() and len(before) < 10 else None
    with database_of(request).reading() as session:
        own_event(session, organiser, event_id)
        event = judging.event_of(newest(session, event_id))
        asked = select(AuditLine).where(AuditLine.event_id == event_id)
        total = session.scalar(select(func.count()).select_from(asked.subquery()))
        if last is not None:
            asked = asked.where(AuditLine.id < last)
        lines = session.scalars(asked.order_by(AuditLine.id.desc()).limit(LINES + 1)).all()
        named = session.execute(select(DeskEntry.id, DeskEntry.pair).where(DeskEntry.event_id == event_id))
        pairs = {row.id: row.pair for row in named}
    with speaking(language):
        shown = [
            LineView(
                moment_text(line.at.astimezone(event.timezone)),
                line.at.astimezone(event.timezone).isoformat(timespec="seconds"),
                {"pair": tell(PAIR), "command": tell(COMMAND)}.get(line.actor, line.actor),
                in_words(line.action, line.details),
                line.entry_id,
                pairs.get(line.entry_id or 0, ""),
            )
            for line in lines[:LINES]
        ]
    older = lines[LINES - 1].id if len(lines) > LINES else None
    return page(
        request,
        "log.html.j2",
        event_id=event_id,
        event=event,
        lines=shown,
        total=total,
        older=older,
        first=last is None,
    )
