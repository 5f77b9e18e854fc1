"""Who may play by the Swedish rules (2.4): the limit of dots, and banned openings."""

from collections.abc import Iterator

from syscheck.events.clauses import Admission, Admitted, Dots, Entrant, Standing
from syscheck.events.model import Event, Level, Masterpoints, Phase
from syscheck.events.occasions import phase_name
from syscheck.events.se_2012.systems import SE, UNKNOWN, standing
from syscheck.language import Sentence, count, say

WHICH_LEVEL = say("To the organiser: which level of the rules holds, A, B, C or D?")
WHICH_LIMIT = say("To the organiser: how many dots are allowed?")
NO_CARD = say("To the pair: hand in the card.")
MEANT_TOO = {"dots-notrump": ("dots-weak-notrump",)}
"""Kinds of bids that a ban of another kind means, too: a weak 1N that is not natural is a no-trump that is not."""


def limit(event: Event, phase: Phase, entrant: Entrant) -> Iterator[Admission]:
    """2.4: no more dots than the level allows."""
    found = standing(event, entrant)
    low, high = found.total
    most = phase.limit

    def says(admitted: Admitted, reason: Sentence, question: Sentence | None = None) -> Admission:
        return Admission("se-2-4-limit", admitted, reason, phase_name(event, phase), question)

    if phase.level is None and most is None:
        if event.masterpoints is Masterpoints.BRONZE:
            yield says(
                Admitted.YES,
                say("The rules are voluntary in a bronze event, and the organiser has chosen no level."),
            )
        else:
            yield says(Admitted.CANNOT_TELL, say("No level is decided, so no limit of dots is known."), WHICH_LEVEL)
    elif most is None and phase.level is Level.A:
        yield says(Admitted.YES, say("Level A has no limit of dots."))
    elif most is None:
        yield says(Admitted.CANNOT_TELL, say("The level is decided, but not how many dots it allows."), WHICH_LIMIT)
    elif found is UNKNOWN:
        yield says(Admitted.CANNOT_TELL, say("No card has been judged, so its dots are not known."), NO_CARD)
    elif high <= most:
        yield says(
            Admitted.YES,
            count("{n} dot; at most {limit} are allowed.", "{n} dots; at most {limit} are allowed.", high, limit=most)
            if low == high
            else say("{low} to {high} dots; at most {limit} are allowed.", low=low, high=high, limit=most),
        )
    elif low > most:
        yield says(
            Admitted.NO,
            count("{n} dot; only {limit} are allowed.", "{n} dots; only {limit} are allowed.", high, limit=most)
            if low == high
            else say("{low} to {high} dots; only {limit} are allowed.", low=low, high=high, limit=most),
        )
    else:
        yield says(
            Admitted.CANNOT_TELL,
            say("{low} to {high} dots; at most {limit} are allowed.", low=low, high=high, limit=most),
            _to_the_pair(found, tuple(d.call for d in found.dots if d.least < d.most)),
        )


def _to_the_pair(found: Standing, calls: tuple[str, ...]) -> Sentence:
    """What the pair is asked where the card leaves calls open."""
    if found.questions:
        return say("To the pair: {questions}", questions=" ".join(found.questions))
    return say("To the pair: which hands exactly open {calls}?", calls=calls)


def bans(event: Event, phase: Phase, entrant: Entrant) -> Iterator[Admission]:
    """2.4: at level D the organiser may ban openings that get dots."""
    if not phase.bans:
        return
    found = entrant.standings.get(SE, UNKNOWN)
    name = phase_name(event, phase)
    if found is UNKNOWN:
        reason = say("Openings are banned, and no card has been judged.")
        yield Admission("se-2-4-ban", Admitted.CANNOT_TELL, reason, name, NO_CARD)
        return
    banned_kinds = (*phase.bans, *(kind for ban in phase.bans for kind in MEANT_TOO.get(ban, ())))
    answers = {d.call: _banned(d, banned_kinds) for d in found.dots}
    if banned := tuple(call for call, answer in answers.items() if answer):
        reason = say("Banned in this event: {calls}.", calls=banned)
        yield Admission("se-2-4-ban", Admitted.NO, reason, name)
    elif maybe := tuple(call for call, answer in answers.items() if answer is None):
        yield Admission(
            "se-2-4-ban",
            Admitted.CANNOT_TELL,
            say("The card leaves open whether it has banned openings: {calls}.", calls=maybe),
            name,
            _to_the_pair(found, maybe),
        )
    else:
        yield Admission("se-2-4-ban", Admitted.YES, say("The card has no banned opening."), name)


def _banned(dots: Dots, banned: tuple[str, ...]) -> bool | None:
    """Whether a call is banned, by itself or by its kind; None where the card leaves that open."""
    by_call = dots.call in banned
    if (by_call and dots.least) or dots.certainly.intersection(banned):
        return True
    return None if by_call or dots.maybe.intersection(banned) else False
