"""When an event's pairs meet: its phases and rounds, as duties name them."""

import datetime
from collections.abc import Iterator
from typing import NamedTuple

from syscheck.events.model import Event, Phase


class Occasion(NamedTuple):
    """A round or match: its phase, by name where an event has several, and its start where it is known."""

    phase: str | None
    start: datetime.datetime | None


def phase_name(event: Event, phase: Phase) -> str | None:
    """The name of a phase, where an event has several."""
    return phase.name if len(event.phases) > 1 else None


def rounds_of(event: Event, phase: Phase) -> tuple[Occasion, ...]:
    """Every round of a phase; one whose rounds are not listed counts as one round."""
    return tuple(Occasion(phase_name(event, phase), start) for start in phase.rounds or (phase.start,))


def rounds(event: Event) -> Iterator[Occasion]:
    """Every round of an event."""
    return (occasion for phase in event.phases for occasion in rounds_of(event, phase))


def has_several_rounds(event: Event) -> bool | None:
    """Whether an event has more than one round; None where its rounds are not listed."""
    if len(tuple(rounds(event))) > 1:
        return True
    return False if any(phase.rounds for phase in event.phases) else None


def before(
    event: Event, moment: datetime.datetime | None, *, days: int = 0, minutes: int = 0
) -> datetime.datetime | None:
    """So many days by the clock, or exactly so many minutes, before a moment; None where that is not known."""
    if moment is None:
        return None
    return event.days_before(moment, days) if days else event.minutes_before(moment, minutes)
