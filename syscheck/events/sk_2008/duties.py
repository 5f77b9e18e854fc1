"""The duties of the Slovak rules (§ 25, § 26 and annex 4)."""

from collections.abc import Iterator
from functools import partial

from syscheck.events.clauses import Duty, Entrant, Standing, Who, event_number
from syscheck.events.model import Collector, Event, Kind, League
from syscheck.language import Sentence, count, say

number = partial(event_number, "sk_2008")

VUS = "vus"
UNKNOWN = Standing("sk-2008", frozenset({VUS, "usual", "simple"}))
"""How a pair stands whose card nobody has judged."""

NO_PENALTY = say("The paragraph names none; the director may give a procedural penalty (§ 26, point 3).")
IF_VUS = say("This binds if the answers to the card's questions make the system a VUS.")
IF_DOUBTFUL = say("This binds if the co-ordinator decides that the system is a VUS.")
IF_NO_CARD = say("This binds if the system is a VUS; no card has been judged.")


def reach(event: Event) -> Kind | None:
    """How far an event reaches: the first league is national, the second leagues are regional (§ 22)."""
    of_leagues = {League.FIRST: Kind.NATIONAL, League.SECOND: Kind.REGIONAL}
    return event.kind if event.league is None else of_leagues.get(event.league, event.kind)


def may_have_vus(event: Event) -> bool:
    """Whether a VUS may be played at an event, as far as it is known."""
    return reach(event) in {None, Kind.NATIONAL}


def standing(entrant: Entrant) -> Standing:
    """How a pair's card stands."""
    return entrant.standings.get("sk-2008", UNKNOWN)


def is_vus(found: Standing) -> bool | None:
    """Whether a card is a VUS; None where the card or the annex leaves it open."""
    if found.certainly(VUS):
        return True
    return None if found.maybe(VUS) or found.doubtful else False


def condition(found: Standing) -> Sentence | None:
    """What would make the duty of a VUS pair bind; None where it binds."""
    if is_vus(found):
        return None
    if found == UNKNOWN:
        return IF_NO_CARD
    return IF_DOUBTFUL if found.doubtful else IF_VUS


def description(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """§ 25.6: opponents have the whole system two weeks before the event."""
    found, days = standing(entrant), number("description-days")
    if is_vus(found) is False:
        return
    yield Duty(
        rule="sk-25-6",
        who=Who.PAIR,
        what=count(
            "Give your opponents the complete system with an explanation of your methods, {n} day before the event.",
            "Give your opponents the complete system with an explanation of your methods, {n} days before the event.",
            days,
        ),
        due=None if event.start is None else event.days_before(event.start, days),
        consequence=NO_PENALTY,
        condition=condition(found),
        hands_in=event.collects is not Collector.NOBODY,
    )
