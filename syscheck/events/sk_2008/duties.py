"""The duties of the Slovak rules (§ 25, § 26 and annex 4)."""

from collections.abc import Iterator

from syscheck.events.clauses import Duty, Entrant, Who, together
from syscheck.events.model import Collector, Contest, Event, Kind
from syscheck.events.occasions import before, has_several_rounds, rounds
from syscheck.events.sk_2008.systems import (
    IF_TEAM,
    condition,
    has_vus,
    is_vus,
    may_have_vus,
    number,
    reach,
    standing,
    team_standings,
)
from syscheck.language import count, say

NO_PENALTY = say("The paragraph names no penalty; the director may give a procedural one (§ 26, point 3).")
IF_ROUNDS = say("This holds if the event has several rounds.")


# ---- pairs with a VUS, and their opponents ---------------------------------------------------------------------------


def description(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """§ 25.6: opponents have the whole system two weeks before the event."""
    found, days = standing(entrant), number("description-days")
    if is_vus(found) is False:
        return
    yield Duty(
        rule="sk-25-6",
        who=Who.PAIR,
        what=count(
            "Give the opponents you will meet the complete system with an explanation of its methods,"
            " at the latest {n} day before the event.",
            "Give the opponents you will meet the complete system with an explanation of its methods,"
            " at the latest {n} days before the event.",
            days,
        ),
        due=before(event, event.start, days=days),
        consequence=NO_PENALTY,
        condition=condition(found),
        hands_in=event.collects is not Collector.NOBODY,
    )


def change(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """§ 25.6 a: a change needs the co-ordinator's consent, 14 days before the round."""
    found, days = standing(entrant), number("change-days")
    if is_vus(found) is False:
        return
    if entrant.changed:
        what = count(
            "The card has changed since it was registered: get the co-ordinator's consent, at the latest {n} day"
            " before the round in which you play the change.",
            "The card has changed since it was registered: get the co-ordinator's consent, at the latest {n} days"
            " before the round in which you play the change.",
            days,
        )
    else:
        what = count(
            "Change nothing in the system without the co-ordinator's consent; for a change in this round, get it at"
            " the latest {n} day before the round.",
            "Change nothing in the system without the co-ordinator's consent; for a change in this round, get it at"
            " the latest {n} days before the round.",
            days,
        )
    for occasion in rounds(event):
        yield Duty(
            rule="sk-25-6a",
            who=Who.PAIR,
            what=what,
            due=before(event, occasion.start, days=days),
            consequence=NO_PENALTY,
            condition=condition(found),
            phase=occasion.phase,
        )


def may_have_vus_in_rounds(event: Event) -> bool:
    """Whether a VUS may be played at an event of several rounds, as far as it is known."""
    return may_have_vus(event) and has_several_rounds(event) is not False


def replacement(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """§ 25.6 b: no other system until an event of several rounds ends."""
    found = standing(entrant)
    if is_vus(found) is False:
        return
    yield Duty(
        rule="sk-25-6b",
        who=Who.PAIR,
        what=say("Do not replace the system by another one before the last round of the event has ended."),
        consequence=NO_PENALTY,
        condition=together(condition(found), None if has_several_rounds(event) else IF_ROUNDS),
    )


def may_have_vus_in_teams(event: Event) -> bool:
    """Whether a VUS may be played at an event of teams, as far as it is known."""
    return may_have_vus(event) and event.contest is Contest.TEAMS


def visitors(_event: Event, entrant: Entrant) -> Iterator[Duty]:
    """§ 25.7: a team with a VUS is visiting, and any pair may face its VUS pair."""
    found = has_vus(team_standings(entrant))
    if found is False:
        return
    open_ = None if found else IF_TEAM
    yield Duty(
        rule="sk-25-7",
        who=Who.TEAM,
        what=say("Play as the visiting team against every team that has no pair with a VUS."),
        consequence=say("No penalty: it is so by itself, whoever was to be at home."),
        condition=open_,
    )
    yield Duty(
        rule="sk-25-7",
        who=Who.OPPONENTS,
        what=say(
            "A team without a VUS is the home team against this one, and its pair that came to the table"
            " need not keep its seats for the second half."
        ),
        condition=open_,
        right=True,
    )
    yield Duty(
        rule="sk-25-7",
        who=Who.OPPONENTS,
        what=say("Any pair may play against the pair with the VUS, in every part of the match or round."),
        condition=open_,
        right=True,
    )


def defence(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """§ 25.8: any defence but an unusual Pass, in writing 15 minutes before the round."""
    found, minutes = standing(entrant), number("defence-minutes")
    if is_vus(found) is False:
        return
    for occasion in rounds(event):
        yield Duty(
            rule="sk-25-8",
            who=Who.OPPONENTS,
            what=count(
                "Give special agreements against the VUS in writing to the pair that plays it,"
                " at the latest {n} minute before the round or match.",
                "Give special agreements against the VUS in writing to the pair that plays it,"
                " at the latest {n} minutes before the round or match.",
                minutes,
            ),
            due=before(event, occasion.start, minutes=minutes),
            consequence=NO_PENALTY,
            condition=condition(found),
            phase=occasion.phase,
        )
    yield Duty(
        rule="sk-25-8",
        who=Who.OPPONENTS,
        what=say("Play no opening Pass against the VUS that may hold a hand fit for an opening at the one level."),
        consequence=NO_PENALTY,
        condition=condition(found),
    )
    yield Duty(
        rule="sk-25-8",
        who=Who.OPPONENTS,
        what=say("All other special agreements may be played against the VUS."),
        condition=condition(found),
        right=True,
    )


def doubtful(_event: Event, entrant: Entrant) -> Iterator[Duty]:
    """Annex 4, last sentence: a doubtful system is described to the co-ordinator."""
    found = standing(entrant)
    settled = is_vus(found) is not None
    if settled:
        return
    yield Duty(
        rule="sk-annex-4-doubtful",
        who=Who.PAIR,
        what=say(
            "Hand the co-ordinator, who decides what the system is, a detailed description of the methods you use."
        ),
        consequence=say("The annex names no penalty; until it is decided, the system may be a VUS."),
        condition=None
        if found.doubtful
        else say("This holds if there is still doubt whether the system is a VUS when the card is complete."),
    )


# ---- everybody -------------------------------------------------------------------------------------------------------


def one_system(_event: Event, _entrant: Entrant) -> Iterator[Duty]:
    """§ 25.4: both partners play the same, and nothing changes during a round or match."""
    yield Duty(
        rule="sk-25-4",
        who=Who.PAIR,
        what=say("Both partners play the same bidding system, the same leads and the same signals."),
        consequence=NO_PENALTY,
    )
    yield Duty(
        rule="sk-25-4",
        who=Who.PAIR,
        what=say("Change neither the system nor leads and signals during a round or a match."),
        consequence=NO_PENALTY,
    )


def forbidden(event: Event, _entrant: Entrant) -> Iterator[Duty]:
    """§ 25.9: what a forbidden convention costs."""
    points = number("forbidden-points")
    yield Duty(
        rule="sk-25-9",
        who=Who.PAIR,
        what=say("Use no convention that is forbidden in the event.")
        if may_have_vus(event)
        else say("Use no convention that is forbidden in the event, and no VUS."),
        consequence=count(
            "The board is cancelled; the other side gets average plus, the side at fault loses {n} victory point.",
            "The board is cancelled; the other side gets average plus, the side at fault loses {n} victory points.",
            points,
        ),
    )


def slovak_card(event: Event, _entrant: Entrant) -> Iterator[Duty]:
    """§ 25.12: the federation's card in Slovak, recommended in clubs, required above."""
    far = reach(event)
    if far is Kind.CLUB:
        yield Duty(
            rule="sk-25-12",
            who=Who.PAIR,
            what=say("It is recommended to play with the federation's convention card, filled in in Slovak."),
            consequence=say("No penalty: in a club event it is a recommendation."),
        )
        return
    yield Duty(
        rule="sk-25-12",
        who=Who.PAIR,
        what=say("Play with the federation's convention card, filled in in Slovak.")
        if event.cards_due is None
        else say("Hand in the federation's convention card, filled in in Slovak, and play with it."),
        due=event.cards_due,
        consequence=say("A missing card is a matter for a procedural penalty (§ 26, point 3 i)."),
        condition=None
        if far is not None
        else say("This holds if the event is a regional or a national one; in a club event it is recommended."),
        hands_in=event.cards_due is not None,
    )


def stop(_event: Event, _entrant: Entrant) -> Iterator[Duty]:
    """§ 25.15: STOP, and the pause after it."""
    yield Duty(
        rule="sk-25-15",
        who=Who.PAIR,
        what=say("Show STOP before every jump and before every opening at the two level or higher."),
        consequence=say("Leaving it out repeatedly may be judged as unauthorised information."),
    )
    yield Duty(
        rule="sk-25-15",
        who=Who.OPPONENTS,
        what=count(
            "Wait about {n} second after STOP before the next call.",
            "Wait about {n} seconds after STOP before the next call.",
            number("stop-seconds"),
        ),
        consequence=say("An uneven tempo may be judged as unauthorised information."),
    )


def right_card(event: Event, _entrant: Entrant) -> Iterator[Duty]:
    """§ 26.3 i: no card, or a wrong one, is a procedural matter."""
    yield Duty(
        rule="sk-26-3-i",
        who=Who.PAIR,
        what=say("Have a convention card at the table that is complete and right.")
        if reach(event) in {Kind.REGIONAL, Kind.NATIONAL}
        else say("A convention card that you use is complete and right."),
        consequence=say("The director may give a procedural penalty."),
    )
