"""Who may play by the Slovak rules (§ 25.5)."""

from collections.abc import Iterator

from syscheck.events.clauses import Admission, Admitted, Entrant
from syscheck.events.model import Event, Kind, Phase
from syscheck.events.sk_2008.systems import UNKNOWN, is_vus, reach, standing
from syscheck.language import Sentence, phrase, say

NOT_ALLOWED = {
    Kind.CLUB: phrase("The system is a VUS, and no VUS is allowed in a club event."),
    Kind.REGIONAL: phrase("The system is a VUS, and no VUS is allowed in a regional event, as the second leagues are."),
}
WHICH_EVENT = say("To the organiser: is the event a club, a regional or a national one?")
WHICH_SYSTEM = say("To the co-ordinator: is the system a VUS?")
NO_CARD = say("To the pair: hand in the card.")


def no_vus(event: Event, _phase: Phase, entrant: Entrant) -> Iterator[Admission]:
    """§ 25.5: no VUS in club and regional events."""
    found, far = standing(entrant), reach(event)
    vus = is_vus(found)

    def says(admitted: Admitted, reason: Sentence, question: Sentence | None = None) -> Admission:
        return Admission("sk-25-5", admitted, reason, question=question)

    if vus is False:
        yield says(Admitted.YES, say("The system is no VUS."))
    elif far is Kind.NATIONAL:
        yield says(Admitted.YES, say("The event is national: a VUS is allowed too."))
    elif far is None:
        yield says(
            Admitted.CANNOT_TELL,
            say("A VUS is allowed in national events only, and it is not said how far this one reaches."),
            WHICH_EVENT,
        )
    elif vus:
        yield says(Admitted.NO, say(NOT_ALLOWED[far]))
    elif found is UNKNOWN:
        yield says(Admitted.CANNOT_TELL, say("No VUS is allowed here, and no card has been judged."), NO_CARD)
    elif found.doubtful:
        yield says(
            Admitted.CANNOT_TELL,
            say("No VUS is allowed here, and annex 4 leaves open whether the system is one."),
            WHICH_SYSTEM,
        )
    else:
        yield says(
            Admitted.CANNOT_TELL,
            say("No VUS is allowed here, and the card leaves open whether the system is one."),
            say("To the pair: {questions}", questions=" ".join(found.questions)) if found.questions else WHICH_SYSTEM,
        )
