"""How a pair's system stands at a Slovak event: how far the event reaches, and whether a system is a VUS."""

from collections.abc import Iterable
from functools import partial

from syscheck.events.clauses import Entrant, Standing, event_number
from syscheck.events.model import Event, Kind, League
from syscheck.language import Sentence, say

number = partial(event_number, "sk_2008")

SK, VUS = "sk-2008", "vus"
UNKNOWN = Standing(SK, frozenset({VUS, "usual", "simple"}))
"""How a pair stands whose card nobody has judged."""

IF_VUS = say("This holds if the answers to the card's questions make the system a VUS.")
IF_DOUBTFUL = say("This holds if the co-ordinator decides that the system is a VUS.")
IF_NO_CARD = say("This holds if the system is a VUS; no card has been judged.")
IF_TEAM = say("This holds if one of the team's systems is a VUS, which is open.")


def reach(event: Event) -> Kind | None:
    """How far an event reaches: the first league is national, the second leagues are regional (§ 22)."""
    of_leagues = {League.FIRST: Kind.NATIONAL, League.SECOND: Kind.REGIONAL}
    return event.kind if event.league is None else of_leagues.get(event.league, event.kind)


def may_have_vus(event: Event) -> bool:
    """Whether a VUS may be played at an event, as far as it is known."""
    return reach(event) in {None, Kind.NATIONAL}


def standing(entrant: Entrant) -> Standing:
    """How a pair's card stands."""
    return entrant.standings.get(SK, UNKNOWN)


def team_standings(entrant: Entrant) -> tuple[Standing, ...]:
    """How the cards of a pair and of its team-mates stand."""
    return standing(entrant), *(mate.get(SK, UNKNOWN) for mate in entrant.team_mates)


def is_vus(found: Standing) -> bool | None:
    """Whether a card is a VUS; None where the card or the annex leaves it open."""
    if found.certainly(VUS):
        return True
    return None if found.maybe(VUS) or found.doubtful else False


def has_vus(found: Iterable[Standing]) -> bool | None:
    """Whether one of the cards is a VUS; None where that is open."""
    answers = set(map(is_vus, found))
    return True if True in answers else None if None in answers else False


def condition(found: Standing) -> Sentence | None:
    """What would make the duty of a VUS pair bind; None where it binds."""
    if is_vus(found):
        return None
    if found is UNKNOWN:
        return IF_NO_CARD
    return IF_DOUBTFUL if found.doubtful else IF_VUS
