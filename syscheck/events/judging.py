"""What the rules of an event say of a pair: its duties, those of others that its card causes, and admission."""

import datetime
from collections.abc import Iterable, Iterator, Sequence

from syscheck.events.clauses import (
    WORST_FIRST,
    Admission,
    AdmissionClause,
    Admitted,
    Duty,
    DutyClause,
    Entrant,
    EventClause,
    EventRules,
)
from syscheck.events.model import Event
from syscheck.events.times import instant
from syscheck.regulations import Page, UnknownRule

LATEST = datetime.datetime.max.replace(tzinfo=datetime.UTC)


def rules_of(event: Event) -> Iterator[EventRules]:
    """What the regulations of an event say of events."""
    from syscheck.events import RULES

    return (rules for rules in RULES if rules.regulation in event.regulations)


def event_page(rule: str) -> Page:
    """The page of a rule about events. Errors: `UnknownRule`."""
    from syscheck.events import RULES

    for rules in RULES:
        if any(c.rule == rule for c in rules.clauses):
            return rules.page(rule)
    raise UnknownRule(rule)


def duties(event: Event, entrant: Entrant) -> tuple[Duty, ...]:
    """A pair's duties and rights, and those of others that its card causes: the earliest first, standing ones last."""
    found = (
        duty
        for rules in rules_of(event)
        for clause in rules.clauses
        if isinstance(clause, DutyClause)
        for duty in clause.duties(event, entrant)
    )
    return in_order(found)


def organiser_duties(event: Event) -> tuple[Duty, ...]:
    """What the organiser must do whatever the cards are."""
    found = (
        duty
        for rules in rules_of(event)
        for clause in rules.clauses
        if isinstance(clause, EventClause)
        for duty in clause.duties(event)
    )
    return in_order(found)


def admissions(event: Event, entrant: Entrant) -> tuple[Admission, ...]:
    """What each rule says of whether the pair may play, phase by phase, each reason once."""
    return tuple(
        admission
        for rules in rules_of(event)
        for clause in rules.clauses
        if isinstance(clause, AdmissionClause)
        for admission in clause.admissions(event, entrant)
    )


def admitted(found: Iterable[Admission]) -> Admitted:
    """All of them together: the worst counts."""
    return min((a.admitted for a in found), key=WORST_FIRST.index, default=Admitted.YES)


def in_order(found: Iterable[Duty]) -> tuple[Duty, ...]:
    """Duties by their time, each once; those without one last, duties before rights."""
    once: Sequence[Duty] = list(dict.fromkeys(found))
    return tuple(sorted(once, key=lambda d: (LATEST if d.due is None else instant(d.due), d.right, d.rule)))
