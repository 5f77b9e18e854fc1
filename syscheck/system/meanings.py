"""One meaning by itself, as `syscheck meaning` shows it."""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from syscheck.card import Call, Entry, FaultyCard, Step, alternatives, read_meaning
from syscheck.card.model import Span
from syscheck.language import Sentence, say
from syscheck.system.openings import judged, judged_alternatives
from syscheck.system.parts import AlternativeHands, Hands
from syscheck.system.questions import questions_of
from syscheck.values import dataclass


@dataclass(frozen=True, slots=True)
class MeaningHands(Hands):
    """The hands of a meaning, its alternatives, and what it leaves open."""

    alternatives: tuple[AlternativeHands, ...]
    questions: tuple[Sentence, ...]


def meaning_hands(text: str, call: Call | None = None) -> MeaningHands:
    """The hands of a meaning; of `call`, if one is given (`3X`: of each suit, together).

    Errors: `FaultyCard` with every fault of the text.
    """
    if call is None:
        meaning = read_meaning(text)
        found, faults = judged_alternatives(meaning, alternatives(meaning), None, {})
    else:
        meaning = read_meaning(text, letters=frozenset(call.letter or ""))
        suits, faults = judged(Entry("openings", (Step(call),), None, meaning))
        found = tuple(a for _, those in suits for a in those)
    if faults:
        raise FaultyCard(faults)
    merged = _by_alternative(found)
    return MeaningHands(
        reduce(or_, (a.certain for a in merged)),
        reduce(or_, (a.possible for a in merged)),
        merged,
        questions_of(say("the call") if call is None else str(call), merged),
    )


def _by_alternative(found: Iterable[AlternativeHands]) -> tuple[AlternativeHands, ...]:
    """The alternatives of every suit of a call with a letter, put together again."""
    groups: dict[Span, list[AlternativeHands]] = {}
    for alternative in found:
        groups.setdefault(alternative.written.span, []).append(alternative)
    merged = []
    for same in groups.values():
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
