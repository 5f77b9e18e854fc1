"""Events: what is played by which rules, who may play, and who must do what by when.

`read_event(text)` gives an `Event`; `duties(event, entrant)` and `admissions(event, entrant)` say what the rules
ask of a pair whose card was judged. `RULES` is the whole list of what regulations say of events.
"""

from syscheck import regulations
from syscheck.events import cz_teams, se_2012, sk_2008, wbf
from syscheck.events.clauses import (
    Admission,
    Admitted,
    Dots,
    Duty,
    Entrant,
    EventRules,
    Standing,
    State,
    Who,
)
from syscheck.events.faults import CODES, EventFault, FaultyEvent
from syscheck.events.judging import admissions, admitted, duties, organiser_duties
from syscheck.events.model import Chosen, Collector, Contest, Event, Kind, League, Level, Masterpoints, Phase
from syscheck.events.preset import Preset, UnknownPreset, preset, presets
from syscheck.events.reading import read_event, read_event_bytes, read_event_file
from syscheck.events.standing import questions_of, settles, standing_of
from syscheck.regulations import Page

RULES: tuple[EventRules, ...] = (sk_2008.RULES, se_2012.RULES, cz_teams.RULES, wbf.RULES)


def rule_page(rule: str) -> Page:
    """The page of a rule about cards or about events. Errors: `UnknownRule`."""
    for rules in RULES:
        if any(c.rule == rule for c in rules.clauses):
            return rules.page(rule)
    return regulations.rule_page(rule)[1]


def rules_about_events(regulation: str) -> tuple[Page, ...]:
    """The pages of what a regulation says of events, in order."""
    return tuple(rules.page(c.rule) for rules in RULES if rules.regulation == regulation for c in rules.clauses)


__all__ = [
    "CODES",
    "RULES",
    "Admission",
    "Admitted",
    "Chosen",
    "Collector",
    "Contest",
    "Dots",
    "Duty",
    "Entrant",
    "Event",
    "EventFault",
    "EventRules",
    "FaultyEvent",
    "Kind",
    "League",
    "Level",
    "Masterpoints",
    "Phase",
    "Preset",
    "Standing",
    "State",
    "UnknownPreset",
    "Who",
    "admissions",
    "admitted",
    "duties",
    "organiser_duties",
    "preset",
    "presets",
    "questions_of",
    "read_event",
    "read_event_bytes",
    "read_event_file",
    "rule_page",
    "rules_about_events",
    "settles",
    "standing_of",
]
