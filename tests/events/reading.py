"""Events and entrants of examples: the facts in, what the rules look at out."""

import datetime
import tomllib
from dataclasses import fields
from zoneinfo import ZoneInfo

from syscheck import build_system, read_card
from syscheck.events import (
    Chosen,
    Collector,
    Contest,
    Entrant,
    Event,
    Kind,
    League,
    Level,
    Masterpoints,
    Phase,
    standing_of,
)
from syscheck.regulations import regulation

ZONES = {"sk-2008": "Europe/Bratislava", "se-2012": "Europe/Stockholm", "cz-teams": "Europe/Prague"}
LIMITS = {"B": 10, "C": 7}
WORDS = {
    "kind": Kind,
    "league": League,
    "masterpoints": Masterpoints,
    "contest": Contest,
    "collects": Collector,
    "level": Level,
    "level_from": Chosen,
}
PHASE = {f.name for f in fields(Phase)}
TIMES = {"name", "start", "rounds"}
EVENT = {f.name for f in fields(Event)}


def event_of(law: str, text: str) -> Event:
    """The event of an organiser's facts; what an example leaves out is a pairs event by this regulation alone."""
    facts = {"name": "Event", "regulations": [law], "timezone": ZONES.get(law, "UTC")} | tomllib.loads(text)
    zone = ZoneInfo(facts.pop("timezone"))

    def read(name, value):
        if isinstance(value, datetime.datetime):
            return Event.local(bare, value)
        if isinstance(value, list):
            return tuple(read(name, v) for v in value)
        return WORDS[name](value) if name in WORDS else value

    def phase(rows):
        assert set(rows) <= PHASE, set(rows) - PHASE
        found = {name: read(name, value) for name, value in rows.items()}
        if found.get("level") is not None:
            found = {"limit": LIMITS.get(found["level"]), "level_from": Chosen.ORGANISER} | found
        return Phase(**{"name": "Event", **found})

    bare = Event("", (), (), zone)
    common = {k: v for k, v in facts.items() if k in PHASE}
    rows = [{k: v for k, v in common.items() if k not in TIMES} | row for row in facts.pop("phases", [])]
    rows[:1] = [{k: v for k, v in common.items() if k in TIMES} | row for row in rows[:1]]
    facts = {k: read(k, v) for k, v in facts.items() if k not in PHASE or k in EVENT}
    assert set(facts) <= EVENT, set(facts) - EVENT
    phases = tuple(map(phase, rows or [common]))
    return Event(**{"start": phases[0].first_round, **facts, "phases": phases, "timezone": zone})


def standings_of(law: str, card: str, event: Event):
    """How a card stands under a regulation."""
    system = build_system(read_card(card))
    result = regulation(law).judge(system, event.settings.get(law))
    return {law: standing_of(system, result)}


def entrant_of(law: str, cards, event: Event, entry: str = "") -> Entrant:
    """A pair with its card, if it has one, its team-mates' cards, and what is known of its entry."""
    facts = tomllib.loads(entry)
    if "received" in facts:
        facts["received"] = event.local(facts["received"])
    standings = [standings_of(law, card, event) for card in cards]
    return Entrant(standings=standings[0] if standings else {}, team_mates=tuple(standings[1:]), **facts)
