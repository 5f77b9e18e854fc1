"""A judged card at an event: whether it may be played there, and who must do what by when."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from syscheck.events.clauses import WORST_FIRST, Admission, Admitted, Duty, Entrant
from syscheck.events.judging import admissions, admitted, duties, rules_of
from syscheck.events.model import Event
from syscheck.events.standing import standing_of
from syscheck.regulations import Result
from syscheck.system import System

END_OF_DAY = datetime.time(23, 59, 59)
"""The same as for a deadline of an event's file that is a date: on its day it is not overdue yet."""


@dataclass(frozen=True)
class AtEvent:
    """An entrant at an event at a moment."""

    event: Event
    entrant: Entrant
    as_of: datetime.datetime

    @cached_property
    def admissions(self) -> tuple[Admission, ...]:
        """What each rule says of whether it may play."""
        return admissions(self.event, self.entrant)

    @cached_property
    def duties(self) -> tuple[Duty, ...]:
        """Its duties and rights, and those of others that its card causes."""
        return duties(self.event, self.entrant)

    @property
    def admitted(self) -> Admitted:
        """Whether it may play in every phase, by every regulation."""
        return admitted(self.admissions)

    @property
    def by_regulation(self) -> Mapping[str, Admitted]:
        """The same by each regulation of the event."""
        rules = {c.rule: r.regulation for r in rules_of(self.event) for c in r.clauses}
        found = dict.fromkeys(self.event.regulations, Admitted.YES)
        for one in self.admissions:
            name = rules[one.rule]
            found[name] = min(found[name], one.admitted, key=WORST_FIRST.index)
        return found


def at_event(
    event: Event,
    as_of: datetime.datetime,
    system: System,
    results: Iterable[Result],
    *,
    received: datetime.datetime | None = None,
) -> AtEvent:
    """How a card that was judged by the event's regulations stands there, as a pair without team-mates.

    Its questions are in the language spoken.
    """
    header = system.card.header
    standings = {r.regulation.id: standing_of(system, r) for r in results}
    return AtEvent(event, Entrant(header.get("pair", ""), standings=standings, received=received), as_of)


def as_of_moment(text: str, event: Event) -> datetime.datetime:
    """The moment that a date or a date with time means at an event: a date its end, a time its own clock.

    Errors: `ValueError` where it is neither.
    """
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        moment = datetime.datetime.fromisoformat(text)
        return event.local(moment) if moment.tzinfo is None else moment.astimezone(event.timezone)
    return event.local(datetime.datetime.combine(day, END_OF_DAY))
