"""What the card leaves open, as questions to the pair."""

from collections.abc import Iterator

from syscheck.card import expression_text
from syscheck.card.model import Expression, Length, MayHave, Strength, Unclear, Usually, Vague, walk
from syscheck.system.parts import AlternativeHands


def questions_of(call: str, alternatives: tuple[AlternativeHands, ...]) -> tuple[str, ...]:
    """The questions whose answers would make a call's hands exact, in the order of the text."""
    found: dict[str, None] = {}
    for alternative in alternatives:
        if alternative.unnamed == "":
            found[f"Which hands open {call}? Say the points and the suits."] = None
        elif alternative.unnamed is not None:
            found[f"Which hands open {call} ({alternative.unnamed})? Say how long its suits are."] = None
        for term in alternative.written.terms:
            for expression in walk(term):
                for question in _questions(call, expression):
                    found[question] = None
    return tuple(found)


def _questions(call: str, expression: Expression) -> Iterator[str]:
    text = expression_text(expression)
    match expression:
        case Strength(unit="tricks"):
            yield f"How many points at least and at most has {call} with {text}?"
        case Strength(maybe_least=low, maybe_most=high, least=least, most=most) if (
            low is not None or high is not None
        ):
            yield f"May {call} really be {' or '.join(str(n) for n in _admitted(low, least, most, high))}? Write the whole range."
        case Length(maybe_least=low, maybe_most=high, least=least, most=most) if (
            low is not None or high is not None
        ):
            ends = " or ".join(str(n) for n in _admitted(low, least, most, high))
            yield f"May {call} really have {ends} cards in the suit ({text})? Write the whole range."
        case Vague(amount=None, word=word):
            yield f"How many points at least and at most is “{word}” in {call}?"
        case Vague():
            yield f"Which hands are “{text}” in {call}? Write the points, such as 12-14."
        case Unclear(words=words):
            yield f"What does “{words}” mean in {call}?"
        case Usually(term=term):
            yield f"May {call} be without {expression_text(term)}? If never, leave “usually” out; if sometimes, say when."
        case MayHave(term=term):
            yield f"Does {call} include {expression_text(term)} or not? Write it with “or”, or leave it out."


def _admitted(low: int | None, least: int | None, most: int | None, high: int | None) -> Iterator[int]:
    if low is not None and least is not None:
        yield from range(low, least)
    if high is not None and most is not None:
        yield from range(most + 1, high + 1)
