"""An event: what is played by which rules, at which level, and when.

`Event` is what the rules look at: every preset and every recommended level is settled in it, every time has its
offset. `syscheck.events.reading` makes it from an organiser's file.
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from zoneinfo import ZoneInfo

from syscheck.language import Sentence
from syscheck.regulations import Regulation, SettingValue, regulation


class Kind(StrEnum):
    """How far an event reaches (Slovak §22)."""

    CLUB = "club"
    REGIONAL = "regional"
    NATIONAL = "national"


class League(StrEnum):
    """A team league, by its rank."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"


class Masterpoints(StrEnum):
    """The colour of the masterpoints, by which the Swedish rules recommend a level (2.4)."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"


class Contest(StrEnum):
    """Who competes."""

    PAIRS = "pairs"
    TEAMS = "teams"


class Level(StrEnum):
    """A level of the Swedish rules (2.4)."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


class Collector(StrEnum):
    """Who collects the cards."""

    ORGANISER = "organiser"
    DIRECTOR = "director"
    COORDINATOR = "co-ordinator"
    CAPTAIN = "captain"
    NOBODY = "nobody"


class Chosen(StrEnum):
    """Where a level comes from."""

    ORGANISER = "organiser"
    PRESET = "preset"
    RECOMMENDED = "recommended"


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of an event with rules of its own; an event without phases is one.

    Times are aware, in the event's timezone. `limit` is the most dots: None without a limit (level A), and where
    no level is settled (then `level` is None too, and no Swedish limit holds).
    """

    name: str
    start: datetime.datetime | None = None
    rounds: tuple[datetime.datetime, ...] = ()
    """The start of each round or match, the first one too, in order."""
    boards: int | None = None
    """Boards against the same pair in a row, whatever the breaks."""
    level: Level | None = None
    level_from: Chosen | None = None
    limit: int | None = None
    bans: tuple[str, ...] = ()
    """Calls, or kinds of bids by the name of their number of dots; at level D only."""
    category: int | None = None
    """The WBF's category of events, 1 to 3."""
    knockout: bool = False
    announcement: datetime.datetime | None = None
    """When teams announce A-systems, where the organiser has set it."""

    @property
    def first_round(self) -> datetime.datetime | None:
        """When play starts."""
        return self.rounds[0] if self.rounds else self.start


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """An event with everything settled that its file, its preset and the rules settle."""

    name: str
    regulations: tuple[str, ...]
    phases: tuple[Phase, ...]
    timezone: ZoneInfo
    settings: Mapping[str, Mapping[str, SettingValue]] = field(default_factory=dict)
    """Chosen settings by regulation and name, with the lowered dots of kinds of bids among them."""
    lowered: Mapping[str, int] = field(default_factory=dict)
    """Lowered dots of single bids, by call."""
    preset: str | None = None
    kind: Kind | None = None
    league: League | None = None
    masterpoints: Masterpoints | None = None
    contest: Contest = Contest.PAIRS
    screens: bool = False
    start: datetime.datetime | None = None
    """The start of the first phase."""
    registration: datetime.datetime | None = None
    """Until when pairs and teams register."""
    cards_due: datetime.datetime | None = None
    """Until when the cards must be with whoever collects them, where the organiser has set it."""
    opponents_known: datetime.datetime | None = None
    """When opponents learn whom they meet, where that is later than a rule wants them informed."""
    collects: Collector = Collector.ORGANISER
    remarks: tuple[Sentence | str, ...] = ()
    """What was taken for granted, and what the file leaves open; text in the language spoken when it is shown."""

    @property
    def laws(self) -> tuple[Regulation, ...]:
        """The regulations themselves, in the order of the file."""
        return tuple(map(regulation, self.regulations))

    def days_before(self, moment: datetime.datetime, days: int) -> datetime.datetime:
        """The same time by the clock, some days earlier, in the event's timezone."""
        earlier = moment.astimezone(self.timezone).replace(tzinfo=None) - datetime.timedelta(days=days)
        return self.local(earlier)

    def minutes_before(self, moment: datetime.datetime, minutes: int) -> datetime.datetime:
        """Exactly so many minutes earlier, in the event's timezone."""
        earlier = moment.astimezone(datetime.UTC) - datetime.timedelta(minutes=minutes)
        return earlier.astimezone(self.timezone)

    def local(self, wall: datetime.datetime) -> datetime.datetime:
        """A time by the clock in the event's timezone.

        The clock shows an hour twice in autumn: the first is meant, so that nobody comes too late; an hour that
        it leaves out in spring becomes the one that follows.
        """
        aware = wall.replace(tzinfo=self.timezone, fold=0)
        return aware.astimezone(datetime.UTC).astimezone(self.timezone)
