"""One meaning by itself, as `syscheck meaning` shows it."""

from dataclasses import dataclass
from functools import reduce
from operator import or_

from syscheck.card import Call, alternatives, read_meaning
from syscheck.card.faults import Fault, FaultyCard
from syscheck.hands import TooFine
from syscheck.system.openings import alternative_text
from syscheck.system.parts import AlternativeHands, Hands, Impossible, alternative_hands
from syscheck.system.questions import questions_of


@dataclass(frozen=True, slots=True)
class MeaningHands(Hands):
    """The hands of a meaning, its alternatives, and what it leaves open."""

    alternatives: tuple[AlternativeHands, ...]
    questions: tuple[str, ...]


def meaning_hands(text: str, call: Call | None = None) -> MeaningHands:
    """The hands of a meaning; of `call`, if one is given (`3X`: of each suit, together).

    Errors: `FaultyCard` with every fault of the text.
    """
    meaning = read_meaning(text)
    written = alternatives(meaning)
    faults: list[Fault] = []
    found: list[AlternativeHands] = []
    for concrete in (None,) if call is None else call.expanded():
        letters = {call.letter: concrete.strain} if call is not None and concrete is not None and call.letter else {}
        for alternative in written:
            try:
                found.append(alternative_hands(alternative, concrete, letters, alternative_text(alternative)))
            except Impossible as error:
                faults.append(error.fault)
            except TooFine:
                faults.append(Fault.of("E305", meaning.span))
    if faults:
        raise FaultyCard(faults)
    merged = _by_alternative(found, len(written))
    return MeaningHands(
        reduce(or_, (a.certain for a in merged)),
        reduce(or_, (a.possible for a in merged)),
        merged,
        questions_of("the call" if call is None else str(call), merged),
    )


def _by_alternative(found: list[AlternativeHands], count: int) -> tuple[AlternativeHands, ...]:
    """The alternatives of every suit of a call with a letter, put together again."""
    merged = []
    for i in range(count):
        same = found[i::count]
        first = same[0]
        merged.append(
            AlternativeHands(
                reduce(or_, (a.certain for a in same)),
                reduce(or_, (a.possible for a in same)),
                first.written,
                first.text,
                tuple(dict.fromkeys(p for a in same for p in a.parts)),
                first.from_catalogue,
                first.unnamed,
            )
        )
    return tuple(merged)
