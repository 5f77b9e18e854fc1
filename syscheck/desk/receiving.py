"""A card is received: kept as it came, with the time by the server's clock, before anybody is told so.

What a card says does not matter here. One that cannot be read is kept like any other, and one is acknowledged once it
is on the disk, whatever happens when it is judged.
"""

import datetime
import hashlib
from typing import Any, NamedTuple

import structlog
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from syscheck.card.reader import MOST_BYTES
from syscheck.desk import jobs
from syscheck.desk.forms import file_name
from syscheck.desk.storage import Database, DeskEntry, DeskEvent, Submission, log
from syscheck.desk.workers import Fell, TookTooLong
from syscheck.foreign import Source
from syscheck.foreign.doors import is_card

LOG = structlog.get_logger("syscheck.desk")
CODE_DIGITS = 12
TRIES = 5
PAIR, ORGANISER, UPLOAD = "pair", "organiser", "upload"
"""Where a card came from."""


class Refused(Exception):
    """A card is not taken, for a reason that has nothing to do with what it says."""


class Closed(Refused):
    """The organiser takes no more cards."""


class Withdrawn(Refused):
    """The pair does not play."""


class TooLong(Refused):
    """There is more of it than a card may have."""


class Empty(Refused):
    """There is nothing in it."""


class Sent(NamedTuple):
    """A card as it was sent, and the card that was made of it."""

    file: str
    original: bytes
    card: bytes
    format: str | None = None
    """The format that it was read as; None for a card."""
    remarks: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    """Why no card could be made of it."""


class Receipt(NamedTuple):
    """What whoever sent a card is told."""

    number: int
    received_at: datetime.datetime
    code: str
    """The first digits of the SHA-256 of the bytes that came: anybody can compute it again."""
    new: bool
    """False where the newest version has the same bytes, and no other was made."""
    submission: int


def code_of(data: bytes) -> str:
    """The code of a receipt."""
    return hashlib.sha256(data).hexdigest()[:CODE_DIGITS]


def sent(state: Any, data: bytes, file: str, language: str) -> Sent:
    """What was sent, as a card; the same bytes where it is one, or where none can be made of it.

    Errors: `Empty`, `TooLong`.
    """
    if not data.strip():
        raise Empty
    if len(data) > MOST_BYTES:
        raise TooLong
    name = file_name(file)
    if is_card(Source(name, data)):
        return Sent(name, data, data)
    try:
        made = state.workers.ask(jobs.as_card, data, name, language)
    except (TookTooLong, Fell, ValueError, ArithmeticError, LookupError, RuntimeError) as error:
        LOG.warning("not converted", error=type(error).__name__)
        return Sent(name, data, data)
    return Sent(name, data, made.card or data, made.format, tuple(made.remarks), tuple(made.faults))


def receive(
    database: Database, entry_id: int, card: Sent, *, actor: str, source: str, moment: datetime.datetime
) -> Receipt:
    """Keep a card as the newest version of an entry; when this returns, it is on the disk.

    Errors: `Closed` and `Withdrawn`, for what pairs send.
    """
    for tries_left in reversed(range(TRIES)):
        try:
            return _kept(database, entry_id, card, actor, source, moment)
        except IntegrityError:  # another card came at the same moment and took the number
            if not tries_left:
                raise
    raise AssertionError("it returns or raises")


def _kept(database: Database, entry_id: int, card: Sent, actor: str, source: str, moment: datetime.datetime) -> Receipt:
    code = code_of(card.original)
    with database.writing() as session:
        entry = session.scalars(select(DeskEntry).where(DeskEntry.id == entry_id).with_for_update()).one()
        if source == PAIR:
            closed = session.scalar(select(DeskEvent.closed_at).where(DeskEvent.id == entry.event_id))
            if closed is not None:
                raise Closed
            if entry.withdrawn_at is not None:
                raise Withdrawn
        last = session.scalar(
            select(Submission).where(Submission.entry_id == entry_id).order_by(Submission.number.desc()).limit(1)
        )
        if last is not None and last.original == card.original:
            return Receipt(last.number, last.received_at, code, new=False, submission=last.id)
        # By a clock that was set back, a later version would have come earlier.
        received_at = moment if last is None else max(moment, last.received_at)
        made = Submission(
            entry_id=entry_id,
            number=1 if last is None else last.number + 1,
            received_at=received_at,
            source=source,
            file=card.file,
            original=card.original,
            card=card.card,
        )
        session.add(made)
        session.flush()
        log(
            session,
            actor,
            "card received",
            event=entry.event_id,
            entry=entry_id,
            version=made.number,
            source=source,
            code=code,
        )
    return Receipt(made.number, received_at, code, new=True, submission=made.id)
