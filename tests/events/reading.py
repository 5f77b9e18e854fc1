"""Events and entrants of examples: the facts in, what the rules look at out."""

import tomllib

from syscheck import build_system, read_card
from syscheck.events import Entrant, Event, read_event, standing_of
from syscheck.regulations import regulation


def event_of(law: str, text: str) -> Event:
    """The event of an organiser's facts; what an example leaves out is an event of this regulation alone."""
    return read_event(text if "preset" in tomllib.loads(text) else f'name = "Event"\nregulations = ["{law}"]\n{text}')


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
