"""When a card was received: a moment, or a day whose hour nobody wrote down."""

import datetime
import re
from dataclasses import dataclass

from syscheck.events import Event
from syscheck.events.at_event import END_OF_DAY

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(.*))?")
_NATIONAL = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?: +(.*))?")
_CLOCK = re.compile(r"(\d{1,2})[:.](\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Received:
    """When a card came: between two moments, which are the same where the time is known."""

    earliest: datetime.datetime
    latest: datetime.datetime

    def __str__(self) -> str:
        """ISO 8601 with offset, to the minute; the day alone where the time is not known."""
        if self.earliest == self.latest:
            return self.earliest.isoformat(timespec="minutes")
        return self.earliest.date().isoformat()

    def after(self, due: datetime.datetime) -> bool | None:
        """Whether it came after a moment; None where the day alone does not tell."""
        if self.earliest > due:
            return True
        return None if self.latest > due else False


def read_received(value: object, event: Event) -> Received | None:
    """The time that a cell of a list means, by the event's clock where it has no offset; None where it is none.

    `2026-09-30 18:00`, `30.9.2026 18:00`, each with seconds and an offset if you like, or the day alone.
    """
    try:
        return _read(value, event)
    except (ValueError, OverflowError):
        return None


def _read(value: object, event: Event) -> Received | None:
    match value:
        case datetime.datetime():
            moment = event.local(value) if value.tzinfo is None else value.astimezone(event.timezone)
            # A spreadsheet keeps a day as its midnight.
            return _day(value.date(), event) if value.time() == datetime.time() else Received(moment, moment)
        case datetime.date():
            return _day(value, event)
        case str():
            return _read_text(value.strip(), event)
    return None


def _read_text(text: str, event: Event) -> Received | None:
    if match := _ISO.fullmatch(text):
        year, month, day, clock = match.groups()
    elif match := _NATIONAL.fullmatch(text):
        day, month, year, clock = match.groups()
    else:
        return None
    date = datetime.date(int(year), int(month), int(day))
    return _day(date, event) if clock is None else _moment(date, clock.strip(), event)


def _moment(date: datetime.date, clock: str, event: Event) -> Received | None:
    match = _CLOCK.fullmatch(clock)
    if match is None:
        return None
    hour, minute, second, offset = match.groups()
    wall = datetime.datetime.combine(date, datetime.time(int(hour), int(minute), int(second or 0)))
    if offset is None:
        moment = event.local(wall)
    else:
        zone = datetime.datetime.fromisoformat(f"{wall.isoformat()}{offset.upper()}")
        moment = zone.astimezone(event.timezone)
    return Received(moment, moment)


def _day(date: datetime.date, event: Event) -> Received:
    first = event.local(datetime.datetime.combine(date, datetime.time()))
    last = event.local(datetime.datetime.combine(date, END_OF_DAY))
    return Received(first, last)
