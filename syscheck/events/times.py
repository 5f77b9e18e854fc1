"""Times of an event: by the clock of its timezone, with an offset, or a date alone."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from syscheck.card import did_you_mean, nearest
from syscheck.events.faults import Corrections
from syscheck.events.toml import Path
from syscheck.language import Sentence, say

YEARS = (2000, 2199)
"""No event of these rules is outside."""

START_OF_DAY, END_OF_DAY = datetime.time(0, 0), datetime.time(23, 59, 59)


@dataclass(frozen=True, slots=True)
class Clock:
    """Times as they are written become aware; `zone` is None where it could not be found, and then none does."""

    zone: ZoneInfo | None
    found: Corrections

    def start(self, written: datetime.date | None, path: Path) -> datetime.datetime | None:
        """A moment from which something is played; a date alone is the start of its day."""
        return self._moment(written, path, START_OF_DAY, fold=0)

    def deadline(self, written: datetime.date | None, path: Path) -> datetime.datetime | None:
        """A moment until which something is in time; a date alone is the end of its day."""
        return self._moment(written, path, END_OF_DAY, fold=1)

    def rounds(self, written: Sequence[datetime.date], path: Path) -> tuple[datetime.datetime, ...]:
        """The starts of rounds, in order."""
        moments: list[datetime.datetime] = []
        for number, value in enumerate(written):
            moment = self.start(value, (*path, number))
            if moment is None:
                continue
            if moments and not after(moment, moments[-1]):
                self.found.fault("V143", (*path, number), before=told(moments[-1]))
            moments.append(moment)
        return tuple(sorted(moments, key=instant))

    def _moment(
        self, written: datetime.date | None, path: Path, of_day: datetime.time, fold: int
    ) -> datetime.datetime | None:
        if not isinstance(written, datetime.date) or self.zone is None:
            return None
        if not YEARS[0] <= written.year <= YEARS[1]:
            self.found.fault("V142", path, year=str(written.year), least=str(YEARS[0]), most=str(YEARS[1]))
            return None
        if not isinstance(written, datetime.datetime):
            return datetime.datetime.combine(written, of_day.replace(fold=fold), self.zone)
        if written.tzinfo is not None:
            return written.astimezone(self.zone)
        return self._by_the_clock(written, self.zone, path)

    def _by_the_clock(self, wall: datetime.datetime, zone: ZoneInfo, path: Path) -> datetime.datetime | None:
        """A time that the clock shows once. In spring it leaves out an hour, in autumn it shows one twice."""
        both = sorted(instant(wall.replace(tzinfo=zone, fold=fold)) for fold in (0, 1))
        first, second = (moment.astimezone(zone) for moment in both)
        if both[0] == both[1]:
            return first
        code = "V141" if first.replace(tzinfo=None, fold=0) == wall else "V140"
        time = wall.isoformat(" ", "minutes")
        self.found.fault(code, path, timezone=zone.key, time=time, first=told(first), second=told(second))
        return None


def instant(moment: datetime.datetime) -> datetime.datetime:
    """A moment to compare by: of two times in one timezone, Python compares what the clock shows."""
    return moment.astimezone(datetime.UTC)


def after(first: datetime.datetime | None, second: datetime.datetime | None) -> bool:
    """Whether the first is after the second; not where one of them is not known."""
    return first is not None and second is not None and instant(first) > instant(second)


def told(moment: datetime.datetime) -> str:
    """A moment with its offset, as it may be written in the file."""
    return moment.isoformat(timespec="minutes")


def timezone(name: str) -> ZoneInfo | None:
    """The timezone of a name of the tz database."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def near_timezone(name: str) -> Sentence | str:
    """A timezone of nearly this name, or of a city of this name."""
    known = available_timezones()
    cities = {zone.rpartition("/")[2]: zone for zone in sorted(known)}
    city = nearest(name.rpartition("/")[2].replace(" ", "_"), cities)
    return did_you_mean(name, known) or ("" if city is None else say("did you mean “{word}”? ", word=cities[city]))
