"""What an event admits, as a target: the nearest variants of a card that may be played there.

Whether a variant is there is asked of the event's own rules, so that limits, lowered dots, bans and categories count
as they do for the card itself.
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence

from syscheck.advice.nearest import Advice, advise
from syscheck.advice.targets import Findings, Target, Trouble
from syscheck.events import RULES, Admitted, Entrant, Event, admissions
from syscheck.events.at_event import at_event
from syscheck.events.clauses import Clause
from syscheck.events.standing import standing_in_class
from syscheck.regulations import Classification, Law, Outcome, Regulation, Result, Ruling, SettingValue
from syscheck.system import System

NAME = "event"
SWEDISH = "se-2012"
FEATURES = ("-vus-", "-hum-", "-brown-")
"""What the rules are called that an event may bar a system by."""
SECONDS_OF_ADVICE = 2.0
"""How long a report may look for variants of several changes that an event admits."""


def event_target(event: Event, law_of: Regulation, settings: Mapping[str, SettingValue] | None = None) -> Target:
    """What an event admits under one of its regulations: in every phase, and whatever the answers to what is open.

    `settings` are those chosen for the regulation, the event's own among them.
    """

    def barred(found: Classification) -> int:
        entrant = Entrant(standings={law_of.id: standing_in_class(law_of, found)})
        rules = {c.rule for c in _clauses(law_of.id)}
        return sum(a.admitted is not Admitted.YES for a in admissions(event, entrant) if a.rule in rules)

    def reached_by(found: Classification, _law: Law) -> bool:
        return barred(found) == 0

    def lacking(found: Classification, findings: Findings, _law: Law) -> int:
        if law_of.id == SWEDISH:
            return _over(event, found) + barred(found)
        return len({(rule, None if r.opening is None else r.opening.number) for rule, r in _features(findings)})

    def troubles(found: Classification, findings: Findings) -> dict[Trouble, int]:
        if law_of.id == SWEDISH:
            return {(d.call, "dots"): d.most for d in found.dots if d.most}
        return {(str(r.opening.call), rule): 1 for rule, r in _features(findings) if r.opening is not None}

    return Target(NAME, law_of, law_of.law(settings), reached_by, lacking, troubles)


def barring(event: Event, as_of: datetime.datetime, system: System, results: Sequence[Result]) -> list[Regulation]:
    """The event's regulations that do not admit a card that was judged by them, or may not, in the event's order."""
    found = at_event(event, as_of, system, results).by_regulation
    return [law for law in event.laws if found[law.id] is not Admitted.YES]


def legal_variants(
    event: Event,
    as_of: datetime.datetime,
    system: System,
    results: Sequence[Result],
    settings: Mapping[str, Mapping[str, SettingValue]],
) -> list[Advice]:
    """For each regulation that does not admit a card, the nearest variants that it admits, found in a short time.

    `settings` are those chosen, by regulation, the event's own among them.
    """
    return [
        advise(system, event_target(event, law, settings.get(law.id)), settings.get(law.id), seconds=SECONDS_OF_ADVICE)
        for law in barring(event, as_of, system, results)
    ]


def _clauses(regulation: str) -> Iterator[Clause]:
    return (c for rules in RULES if rules.regulation == regulation for c in rules.clauses)


def _over(event: Event, found: Classification) -> int:
    """How many dots are over the limit of the strictest phase; dots that the event lowers for single bids count so."""
    limits = [p.limit for p in event.phases if p.limit is not None]
    most = sum(min(d.most, event.lowered.get(d.call, d.most)) for d in found.dots)
    return max(0, most - min(limits)) if limits else 0


def _features(findings: Findings) -> Iterator[tuple[str, Ruling]]:
    """The rulings by which a system has what an event may bar, or may have it."""
    for rule in findings:
        if any(part in rule for part in FEATURES):
            for ruling in findings[rule].rulings:
                if ruling.outcome not in {Outcome.NOT_MET, Outcome.DOES_NOT_APPLY}:
                    yield rule, ruling
