"""What an organiser may write in an event file: its keys, and of what kind their values are.

The model is strict: a number in quotes is no number, and an unknown key is an error. What the values mean together
is settled in `syscheck.events.reading`. docs/event.schema.json is made from it.
"""

import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.functional_validators import PlainValidator
from pydantic_core import PydanticCustomError

from syscheck.events.model import Collector, Contest, Kind, League, Level, Masterpoints

WrittenTime = datetime.datetime | datetime.date
"""A time as it is written: by the clock, with an offset, or a date alone."""

MOST = 1000
"""No number of boards or dots is larger."""

WRITTEN_TIME = r"^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})?)?$"

GAP: Any = object()
"""Stands in a list where an element with a fault was, so that the places of the others are still right."""


def _time(value: Any) -> WrittenTime:
    if value is GAP:
        return GAP  # type: ignore[no-any-return]
    if not isinstance(value, datetime.date):
        raise PydanticCustomError("time_type", "not a date or a time")
    return value


def _name(value: Any) -> str:
    if value is GAP:
        return GAP  # type: ignore[no-any-return]
    if not isinstance(value, str):
        raise PydanticCustomError("string_type", "not a text")
    if not value.strip() or not value.isprintable():
        raise PydanticCustomError("unprintable", "nothing that can be printed")
    return value.strip()


Time = Annotated[WrittenTime, PlainValidator(_time), WithJsonSchema({"type": "string", "pattern": WRITTEN_TIME})]
Name = Annotated[str, PlainValidator(_name), WithJsonSchema({"type": "string", "pattern": r"\S"})]
Boards = Annotated[int, Field(ge=1, le=MOST)]
Dots = Annotated[int, Field(ge=0, le=MOST)]
Category = Annotated[int, Field(ge=1, le=3)]
Lax = Field(strict=False)  # an enumeration is written as its word

EXAMPLES = {
    "name": 'name = "Autumn league"',
    "preset": 'preset = "sk-first-league"',
    "regulations": 'regulations = ["se-2012"]',
    "settings": '[settings.sk-2008] and below it alternatives = "strict"',
    "kind": 'kind = "national"',
    "league": 'league = "first"',
    "masterpoints": 'masterpoints = "silver"',
    "contest": 'contest = "teams"',
    "boards": "boards = 12",
    "screens": "screens = true",
    "timezone": 'timezone = "Europe/Stockholm"',
    "start": "start = 2027-01-16T10:00",
    "rounds": "rounds = [2027-01-16T10:00, 2027-01-16T14:00]",
    "registration": "registration = 2026-12-01T20:00",
    "announcement": "announcement = 2027-01-16T09:30",
    "cards_due": "cards_due = 2026-12-12T10:00",
    "opponents_known": "opponents_known = 2027-01-10T20:00",
    "collects": 'collects = "director"',
    "level": 'level = "B"',
    "limit": "limit = 12",
    "bans": 'bans = ["2D", "dots-weak-notrump"]',
    "lowered": "lowered = { 2D = 1, dots-weak-major = 2 }",
    "category": "category = 2",
    "knockout": "knockout = true",
    "phases": '[[phases]] and below it name = "Final"',
}
"""How each key is written, for the hints."""

START = "When it starts."
ROUNDS = "When each round or match starts, the first one too, in the order of play."
BOARDS = "Boards that a pair plays against the same pair in a row, whatever the breaks."
LEVEL = "The level of the Swedish rules (2.4)."
LIMIT = "The most dots of a system. Levels B and C may have a higher one than the rules give; level D must have one."
BANS = "Banned openings, at level D only: calls, or kinds of bids by the name of their dots."
CATEGORY = "The WBF's category of the event."
KNOCKOUT = "Whether it is a knock-out."
ANNOUNCEMENT = "Until when teams announce systems of class A (Swedish rules, 3.5)."


class Table(BaseModel):
    """A table of the file: no key but those listed."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class PhaseFile(Table):
    """A part of the event with rules or times of its own."""

    name: Name = Field(description="What it is called.")
    start: Time | None = Field(default=None, description=START)
    rounds: list[Time] | None = Field(default=None, description=ROUNDS)
    boards: Boards | None = Field(default=None, description=BOARDS)
    level: Annotated[Level, Lax] | None = Field(default=None, description=LEVEL)
    limit: Dots | None = Field(default=None, description=LIMIT)
    bans: list[Name] | None = Field(default=None, description=BANS)
    category: Category | None = Field(default=None, description=CATEGORY)
    knockout: bool | None = Field(default=None, description=KNOCKOUT)
    announcement: Time | None = Field(default=None, description=ANNOUNCEMENT)


class EventFile(Table):
    """An event, as its organiser writes it."""

    name: Name | None = Field(default=None, description="What the event is called.")
    preset: Name | None = Field(
        default=None,
        description="An event that the rules name; what they say of it is taken over.",
    )
    regulations: list[Name] | None = Field(
        default=None, description="The regulations that it is played by.", min_length=1
    )
    settings: dict[str, dict[str, str | int | float | bool]] | None = Field(
        default=None,
        description="Readings chosen, a table a regulation.",
    )
    kind: Annotated[Kind, Lax] | None = Field(default=None, description="How far it reaches (Slovak §22).")
    league: Annotated[League, Lax] | None = Field(default=None, description="The rank of a team league.")
    masterpoints: Annotated[Masterpoints, Lax] | None = Field(
        default=None, description="The colour of the masterpoints (Swedish rules, 2.4)."
    )
    contest: Annotated[Contest, Lax] | None = Field(default=None, description="Who competes.")
    boards: Boards | None = Field(default=None, description=BOARDS)
    screens: bool | None = Field(default=None, description="Whether the play is behind screens.")
    timezone: Name | None = Field(
        default=None,
        description="The timezone of times without offset, by its name in the tz database.",
    )
    start: Time | None = Field(default=None, description=START)
    rounds: list[Time] | None = Field(default=None, description=ROUNDS)
    registration: Time | None = Field(default=None, description="Until when pairs and teams register.")
    announcement: Time | None = Field(default=None, description=ANNOUNCEMENT)
    cards_due: Time | None = Field(
        default=None,
        description="Until when the cards must be with whoever collects them.",
    )
    opponents_known: Time | None = Field(default=None, description="When opponents learn whom they meet.")
    collects: Annotated[Collector, Lax] | None = Field(default=None, description="Who collects the cards.")
    level: Annotated[Level, Lax] | None = Field(default=None, description=LEVEL)
    limit: Dots | None = Field(default=None, description=LIMIT)
    bans: list[Name] | None = Field(default=None, description=BANS)
    lowered: dict[str, int] | None = Field(
        default=None,
        description="Lowered dots, of calls and of kinds of bids by the name of their dots.",
    )
    category: Category | None = Field(default=None, description=CATEGORY)
    knockout: bool | None = Field(default=None, description=KNOCKOUT)
    phases: list[PhaseFile] | None = Field(default=None, description="Its parts, in the order of play.", min_length=1)
