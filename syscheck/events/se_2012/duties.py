"""The duties of the Swedish rules: section 3 of annex II, and the duties of every pair at a championship (page 9)."""

import datetime
from collections.abc import Iterator

from syscheck.events.clauses import Duty, Entrant, Who, together
from syscheck.events.model import Chosen, Collector, Contest, Event, Level, Masterpoints, Phase
from syscheck.events.occasions import Occasion, before, phase_name, rounds, rounds_of
from syscheck.events.se_2012.systems import (
    IF_A,
    IF_DOTS,
    IF_NO_CARD,
    IF_TEAM,
    UNKNOWN,
    Announcement,
    announcements,
    binding,
    bronze,
    class_number,
    defended,
    has_a,
    is_a,
    number,
    standing,
    team_standings,
)
from syscheck.events.times import instant
from syscheck.language import Sentence, count, say

PUT_RIGHT = say("A card that is incomplete or wrong is put right at once (3.6).")
MAY_LOSE = say(
    "The director may disqualify the pair, or forbid it the A-system or the openings with so many dots (3.6)."
)
MAY_LOSE_REPEATED = say(
    "If it happens repeatedly, the director may disqualify the pair, or forbid it the A-system or the openings with"
    " so many dots (3.6)."
)
IF_SM = say("This holds if the event is a Swedish championship.")


# ---- the organiser ---------------------------------------------------------------------------------------------------


def is_silver_or_gold(event: Event) -> bool:
    """Whether the rules bind the organiser (1, 3.1): not in bronze events."""
    return event.masterpoints is not Masterpoints.BRONZE


def organiser(event: Event) -> Iterator[Duty]:
    """3.2: the organiser decides a level and tells it."""
    for phase in event.phases:
        if phase.level is None or phase.level_from is Chosen.RECOMMENDED:
            yield Duty(
                rule="se-3-2",
                who=Who.ORGANISER,
                what=say("Decide which level and which rules about dots and bans hold."),
                consequence=say("Until it is decided, the level that 2.4 recommends holds.")
                if phase.level is None
                else say("Until it is decided, level {level} holds, which 2.4 recommends.", level=phase.level.value),
                phase=phase_name(event, phase),
            )
    levels = tuple(dict.fromkeys(p.level.value for p in event.phases if p.level is not None))
    yield Duty(
        rule="se-3-2",
        who=Who.ORGANISER,
        what=say(
            "Say in the invitation exactly which rules about dots and bans hold, and the level: {levels}.",
            levels=levels,
        )
        if levels
        else say("Say in the invitation exactly which rules about dots and bans hold, and the level."),
    )
    yield Duty(
        rule="se-3-2",
        who=Who.ORGANISER,
        what=say("At the start the director should say which rules about dots and bans hold."),
        due=event.start,
    )


def start_list(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """3.2: the start list shows who plays an A-system."""
    found = standing(event, entrant)
    if is_a(found) is False:
        return
    yield Duty(
        rule="se-3-2-startlist",
        who=Who.ORGANISER,
        what=say("Show on the start list that {pair} plays an A-system.", pair=entrant.pair)
        if entrant.pair
        else say("Show on the start list that the pair plays an A-system."),
        due=event.start,
        condition=together(if_a(entrant, event), bronze(event)),
    )


def if_a(entrant: Entrant, event: Event) -> Sentence | None:
    """What makes the system an A-system; None where it is one."""
    found = standing(event, entrant)
    if is_a(found):
        return None
    return IF_NO_CARD if found is UNKNOWN else IF_A


# ---- the card --------------------------------------------------------------------------------------------------------


def marked(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """3.3: dotted openings are marked on the card with their dots."""
    found = standing(event, entrant)
    sure = tuple(_numbered(d.call, d.least, d.most) for d in found.dots if d.least)
    open_ = tuple(_numbered(d.call, d.least, d.most) for d in found.dots if d.most and not d.least)
    if found is UNKNOWN:
        yield _on_card("se-3-3-dots", say("Mark every opening that has dots with their number."), event, IF_NO_CARD)
    if sure:
        what = say("Mark on the card the dots of these openings: {openings}.", openings=sure)
        yield _on_card("se-3-3-dots", what, event)
    if open_:
        what = say("Mark on the card the dots of these openings, as far as they have some: {openings}.", openings=open_)
        yield _on_card("se-3-3-dots", what, event, IF_DOTS)


def _numbered(call: str, least: int, most: int) -> str:
    return f"{call} ({most})" if least == most else f"{call} ({least}-{most})"


def _on_card(rule: str, what: Sentence, event: Event, condition: Sentence | None = None) -> Duty:
    return Duty(rule, Who.PAIR, what, consequence=PUT_RIGHT, condition=together(condition, bronze(event)))


def unbalanced(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """3.3: the card says of 1N and 2N that they may be unbalanced."""
    found = standing(event, entrant)
    if found is UNKNOWN:
        what = say("Say on the card if 1N or 2N may be unbalanced.")
        yield _on_card("se-3-3-notrump", what, event, IF_NO_CARD)
    elif found.unbalanced_notrumps:
        what = say("Say on the card that {calls} may be unbalanced.", calls=found.unbalanced_notrumps)
        yield _on_card("se-3-3-notrump", what, event)


# ---- A-systems, and openings with four dots or more ------------------------------------------------------------------


def registration(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """3.4.1: the pair says it when it registers."""
    for told in announcements(standing(event, entrant)):
        yield Duty(
            rule="se-3-4-1",
            who=Who.PAIR,
            what=_when_registering(told),
            due=event.registration,
            consequence=MAY_LOSE,
            condition=together(told.condition, bronze(event)),
        )


def _when_registering(told: Announcement) -> Sentence:
    n = number("four-dots")
    if told.a_system and not told.openings:
        return say("Say when you register that you play an A-system.")
    if told.a_system:
        return count(
            "Say when you register that you play an A-system or, if it is none, that you have openings with {n} dot"
            " or more: {calls}.",
            "Say when you register that you play an A-system or, if it is none, that you have openings with {n} dots"
            " or more: {calls}.",
            n,
            calls=told.openings,
        )
    return count(
        "Say when you register that you have openings with {n} dot or more: {calls}.",
        "Say when you register that you have openings with {n} dots or more: {calls}.",
        n,
        calls=told.openings,
    )


def card_ahead(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """3.4.2: opponents have the card a week ahead; in short matches copies lie at the venue half an hour before."""
    binds, condition = binding(standing(event, entrant))
    if not binds:
        return
    boards = number("card-ahead-boards")
    for phase in event.phases:
        if phase.boards is None or phase.boards >= boards:
            known = phase.boards is not None
            where = None if known else count(
                "This holds where pairs meet over {n} board or more.",
                "This holds where pairs meet over {n} boards or more.",
                boards,
            )  # fmt: skip
            yield _week_ahead(event, phase, together(condition, where, bronze(event)))
        if phase.boards is None or phase.boards < boards:
            known = phase.boards is not None
            where = None if known else count(
                "This holds where pairs meet over fewer than {n} board.",
                "This holds where pairs meet over fewer than {n} boards.",
                boards,
            )  # fmt: skip
            yield _copies(event, phase, together(condition, where, bronze(event)))


def _week_ahead(event: Event, phase: Phase, condition: Sentence | None) -> Duty:
    days = number("card-ahead-days")
    if event.cards_due is not None:
        what = say("Let your opponents have the card by the organiser's time for the cards.")
    else:
        what = count(
            "See that your opponents have the card {n} day ahead or, if they are not known so early, as soon as they"
            " are.",
            "See that your opponents have the card {n} days ahead or, if they are not known so early, as soon as they"
            " are.",
            days,
        )
    return Duty(
        rule="se-3-4-2",
        who=Who.PAIR,
        what=what,
        due=event.cards_due or _latest(before(event, phase.first_round, days=days), event.opponents_known),
        consequence=MAY_LOSE,
        condition=condition,
        phase=phase_name(event, phase),
        hands_in=event.collects is not Collector.NOBODY,
    )


def _latest(wanted: datetime.datetime | None, known: datetime.datetime | None) -> datetime.datetime | None:
    return wanted if wanted is None or known is None else max(wanted, known, key=instant)


def _copies(event: Event, phase: Phase, condition: Sentence | None) -> Duty:
    minutes = number("copies-minutes")
    return Duty(
        rule="se-3-4-2",
        who=Who.PAIR,
        what=count(
            "Have copies of the card at the venue, one for each pair that you may meet, at the latest {n} minute"
            " before the start.",
            "Have copies of the card at the venue, one for each pair that you may meet, at the latest {n} minutes"
            " before the start.",
            minutes,
        ),
        due=before(event, phase.first_round, minutes=minutes),
        consequence=MAY_LOSE,
        condition=condition,
        phase=phase_name(event, phase),
    )


def at_the_table(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """3.4.3: the pair says it again to each opponent."""
    for told in announcements(standing(event, entrant)):
        for occasion in rounds(event):
            yield _in_round("se-3-4-3", _again(told), occasion, together(told.condition, bronze(event)))


def _in_round(rule: str, what: Sentence, occasion: Occasion, condition: Sentence | None) -> Duty:
    return Duty(rule, Who.PAIR, what, occasion.start, MAY_LOSE_REPEATED, condition, occasion.phase)


def _again(told: Announcement) -> Sentence:
    n = number("four-dots")
    if told.a_system and not told.openings:
        return say("Tell your opponents clearly, before play begins, that you play an A-system.")
    if told.a_system:
        return count(
            "Tell your opponents clearly, before play begins, that you play an A-system or, if it is none, that you"
            " have openings with {n} dot or more: {calls}.",
            "Tell your opponents clearly, before play begins, that you play an A-system or, if it is none, that you"
            " have openings with {n} dots or more: {calls}.",
            n,
            calls=told.openings,
        )
    return count(
        "Tell your opponents clearly, before play begins, that you have openings with {n} dot or more: {calls}.",
        "Tell your opponents clearly, before play begins, that you have openings with {n} dots or more: {calls}.",
        n,
        calls=told.openings,
    )


def own_defences(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """3.4.4: the pair brings written defences against its own openings."""
    found = standing(event, entrant)
    openings = defended(found, number("defence-a"), number("defence"))
    for occasion in rounds(event):
        if found is UNKNOWN:
            what = say("Give your opponents written, usable defences against your openings with many dots.")
            yield _in_round("se-3-4-4", what, occasion, together(IF_NO_CARD, bronze(event)))
        if openings.sure:
            what = say(
                "Give your opponents, before play begins, written and usable defences against {calls}.",
                calls=openings.sure,
            )
            yield _in_round("se-3-4-4", what, occasion, bronze(event))
        if openings.open:
            what = say(
                "Give your opponents, before play begins, written and usable defences against {calls}.",
                calls=openings.open,
            )
            yield _in_round("se-3-4-4", what, occasion, together(_if_many(event, entrant), bronze(event)))


def _if_many(event: Event, entrant: Entrant) -> Sentence:
    """What makes a defence necessary against openings whose dots, or whose system, are open."""
    return IF_DOTS if is_a(standing(event, entrant)) is not None else _IF_A_OR_DOTS


_IF_A_OR_DOTS = say(
    "This holds if the answers to the card's questions make the system an A-system, or give the openings so many dots."
)


def opponents_notes(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """3.8: opponents may look at their own written defences."""
    found = standing(event, entrant)
    openings = defended(found, class_number("written-defence-a"), class_number("written-defence"))

    def right(what: Sentence, condition: Sentence | None) -> Duty:
        return Duty("se-3-8", Who.OPPONENTS, what, condition=together(condition, bronze(event)), right=True)

    if found is UNKNOWN:
        yield right(
            say("Your own written defences against openings with many dots may be looked at during the bidding."),
            IF_NO_CARD,
        )
    if openings.sure:
        yield right(
            say("Your own written defences against {calls} may be looked at during the bidding.", calls=openings.sure),
            None,
        )
    if openings.open:
        yield right(
            say("Your own written defences against {calls} may be looked at during the bidding.", calls=openings.open),
            _if_many(event, entrant),
        )


# ---- teams with an A-system ------------------------------------------------------------------------------------------


def is_of_teams(event: Event) -> bool:
    """Whether teams compete."""
    return event.contest is Contest.TEAMS


def may_have_a(phase: Phase) -> bool:
    """Whether an A-system may be played in a phase: not where the limit is below the dots that make one."""
    return phase.limit is None or phase.limit > class_number("a-over")


def may_have_a_in_teams(event: Event) -> bool:
    """Whether teams compete, and may play an A-system in some phase."""
    return is_of_teams(event) and any(map(may_have_a, event.phases))


def team_announcement(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """3.5: a team announces its A-systems before each match."""
    found, minutes = has_a(team_standings(event, entrant)), number("announcement-minutes")
    if found is False:
        return
    condition = together(None if found else IF_TEAM, bronze(event))
    lost = say("Without it the team loses the right to its A-systems in that match.")
    for phase in filter(may_have_a, event.phases):
        if phase.announcement is not None:
            what = say(
                "Announce to your opponents, and to the director, that you may play an A-system, by the time that the"
                " organiser has set."
            )
            times = [Occasion(phase_name(event, phase), phase.announcement)]
        else:
            what = count(
                "Announce to your opponents, and to the director, that you may play an A-system, at the latest"
                " {n} minute before the match.",
                "Announce to your opponents, and to the director, that you may play an A-system, at the latest"
                " {n} minutes before the match.",
                minutes,
            )
            times = [Occasion(o.phase, before(event, o.start, minutes=minutes)) for o in rounds_of(event, phase)]
        for time in times:
            yield Duty("se-3-5", Who.TEAM, what, time.start, lost, condition, time.phase)


def line_up(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """3.5: who names its pairs first when only one team has announced an A-system."""
    found = has_a(team_standings(event, entrant))
    if found is False:
        return
    condition = together(None if found else IF_TEAM, bronze(event))
    yield Duty(
        "se-3-5-lineup",
        Who.TEAM,
        say(
            "If only your team announces an A-system, name your pairs and their rooms first in every part of the match."
        ),
        condition=condition,
    )
    yield Duty(
        "se-3-5-lineup",
        Who.TEAM,
        say("Having announced it, choose freely in which parts of the match to play the A-system, if in any."),
        condition=condition,
        right=True,
    )
    yield Duty(
        "se-3-5-lineup",
        Who.OPPONENTS,
        say(
            "If only this team announces an A-system, choose your pairs and their seats freely after it, in every part."
        ),
        condition=condition,
        right=True,
    )


# ---- everybody -------------------------------------------------------------------------------------------------------


def scores(phase: Phase) -> Sentence:
    """3.6: whether scores may be corrected after a banned bid or too many dots."""
    most = number("correction-boards")
    if phase.boards is None:
        return count(
            "Scores may be corrected where the pairs meet over {n} board at most, or where the pair has broken its"
            " duty to inform; else the boards played stand.",
            "Scores may be corrected where the pairs meet over {n} boards at most, or where the pair has broken its"
            " duty to inform; else the boards played stand.",
            most,
        )
    if phase.boards <= most:
        return count(
            "Scores may be corrected on the boards where it happened, as the pairs meet over {n} board at most.",
            "Scores may be corrected on the boards where it happened, as the pairs meet over {n} boards at most.",
            most,
        )
    return count(
        "Scores may be corrected only where the pair has broken its duty to inform, as the pairs meet over more than"
        " {n} board; else the boards played stand.",
        "Scores may be corrected only where the pair has broken its duty to inform, as the pairs meet over more than"
        " {n} boards; else the boards played stand.",
        most,
    )


def consequence(event: Event, phase: Phase) -> Sentence | None:
    """3.6: what follows from a banned bid or too many dots."""
    report = say("In a team event the pair is reported to the federation's competition committee.")
    return together(scores(phase), report if is_of_teams(event) else None)


def has_limits(event: Event) -> bool:
    """Whether some phase limits dots or bans bids, as far as that is known."""
    return any(map(_limits, event.phases))


def _limits(phase: Phase) -> bool:
    return phase.level is not Level.A or phase.limit is not None or bool(phase.bans)


def put_right(event: Event, _entrant: Entrant) -> Iterator[Duty]:
    """3.6: a system over the limit, or with a banned bid, is put right at once."""
    for phase in filter(_limits, event.phases):
        settled = phase.limit is not None or phase.bans
        yield Duty(
            rule="se-3-6",
            who=Who.PAIR,
            what=say("A system with more dots than are allowed, or with a banned bid, is put right at once."),
            consequence=consequence(event, phase),
            condition=together(None if settled else say("This holds if the organiser has set a limit."), bronze(event)),
            phase=phase_name(event, phase),
        )


def explanations(event: Event, _entrant: Entrant) -> Iterator[Duty]:
    """3.7: explanations that say something."""
    yield Duty(
        rule="se-3-7",
        who=Who.PAIR,
        what=say("Put on the card what your opponents have most use of, first of all the first round of bidding."),
        consequence=PUT_RIGHT,
        condition=bronze(event),
    )
    for phase in event.phases:
        yield Duty(
            rule="se-3-7",
            who=Who.PAIR,
            what=say("Explain what a bid means as fully as you can, with what follows from the bidding so far."),
            consequence=together(
                say("An empty explanation that is not put right counts as a banned bid."), consequence(event, phase)
            ),
            condition=bronze(event),
            phase=phase_name(event, phase),
        )


# ---- championships ---------------------------------------------------------------------------------------------------


def may_be_championship(event: Event) -> bool:
    """Whether the event is a Swedish championship, as far as that is known."""
    return event.preset is None or event.preset.startswith("se-sm-")


def _if_championship(event: Event) -> Sentence | None:
    return IF_SM if event.preset is None else None


def two_cards(event: Event, _entrant: Entrant) -> Iterator[Duty]:
    """Page 9: two identical cards."""
    what = say("Bring two complete cards that say the same.")
    yield Duty("se-9-cards", Who.PAIR, what, consequence=PUT_RIGHT, condition=_if_championship(event))


def all_dots(event: Event, entrant: Entrant) -> Iterator[Duty]:
    """Page 9: the dots of every opening."""
    found = standing(event, entrant)
    dotted = tuple(_numbered(d.call, d.least, d.most) for d in found.dots if d.most)
    what = (
        say("Show on the card how many dots each opening has: {openings}, none for the others.", openings=dotted)
        if dotted
        else say("Show on the card how many dots each opening has.")
    )
    yield Duty("se-9-dots", Who.PAIR, what, consequence=PUT_RIGHT, condition=_if_championship(event))


def alerts(event: Event, _entrant: Entrant) -> Iterator[Duty]:
    """Page 9: alerts and STOP in every stage."""
    what = say("Alert and use STOP in every stage, the qualifying ones too.")
    yield Duty("se-9-alert", Who.PAIR, what, condition=_if_championship(event))
