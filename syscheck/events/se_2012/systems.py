"""How a pair's system stands at a Swedish event: its dots as the organiser counts them, and what it must announce."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from syscheck.events.clauses import Dots, Entrant, Standing, event_number
from syscheck.events.model import Event, Masterpoints
from syscheck.language import Sentence, count, say
from syscheck.regulations.pages import numbers

number = partial(event_number, "se_2012")

SE, A = "se-2012", "A"
UNKNOWN = Standing(SE, frozenset({A, "B", "C"}))
"""How a pair stands whose card nobody has judged."""

IF_A = say("This holds if the answers to the card's questions make the system an A-system.")
IF_DOTS = say("This holds if the answers to the card's questions give the openings so many dots.")
IF_NO_CARD = say("This holds if the card, which nobody has judged, has such openings or such a system.")
IF_TEAM = say("This holds if one of the team's systems is an A-system, which is open.")
IF_BRONZE = say("In a bronze event this holds if the organiser has chosen it.")


def class_number(name: str) -> int:
    """A number of the rules about cards, which these rules look at too."""
    value = numbers("se_2012")[name]["value"]
    assert isinstance(value, int)
    return value


def lowered(event: Event, found: Standing) -> Standing:
    """A standing with the dots of single bids as low as the organiser has set them, and the class that they give."""
    if not any(d.call in event.lowered for d in found.dots):
        return found
    dots = tuple(_lowered(d, event.lowered.get(d.call)) for d in found.dots)
    changed = replace(found, dots=dots)
    low, high = changed.total
    return replace(changed, classes=frozenset(system_class(n) for n in range(low, high + 1)))


def _lowered(dots: Dots, most: int | None) -> Dots:
    return dots if most is None else replace(dots, least=min(dots.least, most), most=min(dots.most, most))


def system_class(total: int) -> str:
    """The class of a sum of dots (2.4)."""
    if total > class_number("a-over"):
        return A
    return "B" if total >= class_number("b-from") else "C"


def standing(event: Event, entrant: Entrant) -> Standing:
    """How a pair's card stands at the event."""
    return lowered(event, entrant.standings.get(SE, UNKNOWN))


def team_standings(event: Event, entrant: Entrant) -> tuple[Standing, ...]:
    """How the cards of a pair and of its team-mates stand at the event."""
    return standing(event, entrant), *(lowered(event, mate.get(SE, UNKNOWN)) for mate in entrant.team_mates)


def is_a(found: Standing) -> bool | None:
    """Whether a system is an A-system; None where that is open."""
    return True if found.certainly(A) else None if found.maybe(A) else False


def has_a(found: Iterable[Standing]) -> bool | None:
    """Whether one of the systems is an A-system; None where that is open."""
    answers = set(map(is_a, found))
    return True if True in answers else None if None in answers else False


def bronze(event: Event) -> Sentence | None:
    """What makes a rule hold in a bronze event, where the rules are voluntary (1)."""
    return IF_BRONZE if event.masterpoints is Masterpoints.BRONZE else None


@dataclass(frozen=True, slots=True)
class Openings:
    """Calls that certainly are of some kind, and those that may be."""

    sure: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


def with_dots(found: Standing, least: int) -> Openings:
    """The openings with so many dots or more."""
    return Openings(
        tuple(d.call for d in found.dots if d.least >= least),
        tuple(d.call for d in found.dots if d.least < least <= d.most),
    )


def defended(found: Standing, of_a: int, of_others: int) -> Openings:
    """The openings with so many dots or more, where an A-system has another line than the others."""
    lines = {True: (of_a, of_a), False: (of_others, of_others), None: (of_others, of_a)}
    certain, possible = lines[is_a(found)]
    sure = tuple(d.call for d in found.dots if d.least >= certain)
    return Openings(sure, tuple(d.call for d in found.dots if d.most >= possible and d.call not in sure))


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a pair with such a system tells: that it is an A-system, or that it has such openings, or one of both."""

    a_system: bool
    openings: tuple[str, ...]
    condition: Sentence | None


def announcements(found: Standing) -> tuple[Announcement, ...]:
    """What a pair announces (3.4.1): one thing where that is settled, whatever may come of it where it is open."""
    a, four = is_a(found), with_dots(found, number("four-dots"))
    if a or (four.sure and a is False):
        return (Announcement(bool(a), () if a else four.sure, None),)
    if found is UNKNOWN:
        return (Announcement(True, (), IF_NO_CARD),)
    if four.sure:
        return (Announcement(True, four.sure, None),)
    may_be_a = (Announcement(True, (), IF_A),) if a is None else ()
    return (*may_be_a, Announcement(False, four.open, IF_DOTS)) if four.open else may_be_a


def binding(found: Standing) -> tuple[bool, Sentence | None]:
    """Whether 3.4 speaks of a pair, and on which condition."""
    told = announcements(found)
    if not told or any(t.condition is None for t in told):
        return bool(told), None
    if len(told) == 1:
        return True, told[0].condition
    return True, count(
        "This holds if the system turns out to be an A-system or to have an opening with {n} dot or more.",
        "This holds if the system turns out to be an A-system or to have an opening with {n} dots or more.",
        number("four-dots"),
    )
