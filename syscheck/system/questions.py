"""What the card leaves open, as questions to the pair."""

from collections.abc import Iterator

from syscheck.card import expression_text
from syscheck.card.model import And, Expression, Length, MayHave, Strength, Unclear, Usually, Vague, children
from syscheck.system.parts import AlternativeHands


def questions_of(call: str, alternatives: tuple[AlternativeHands, ...]) -> tuple[str, ...]:
    """The questions whose answers would make a call's hands exact, in the order of the text."""
    found: dict[str, None] = {}
    for alternative in alternatives:
        if alternative.unnamed == "":
            found[f"Which hands open {call}? Say the points and the suits."] = None
        elif alternative.unnamed is not None:
            found[f"Which hands open {call} ({alternative.unnamed})? Say how long its suits are."] = None
        if alternative.exact:
            continue
        for expression in _open(And(alternative.written.terms)):
            for question in _questions(call, expression):
                found[question] = None
    return tuple(found)


def _open(expression: Expression, *, pointed: bool = False) -> Iterator[Expression]:
    """The expressions inside one, without `strong` and `weak` where points stand beside them."""
    match expression:
        case Vague(amount=None) if pointed:
            return
        case And(terms=terms):
            pointed = pointed or any(isinstance(t, Strength) for t in terms)
    yield expression
    for child in children(expression):
        yield from _open(child, pointed=pointed)


def _questions(call: str, expression: Expression) -> Iterator[str]:
    text = expression_text(expression)
    match expression:
        case Strength(unit="tricks"):
            yield f"How many points at least and at most has {call} with {text}?"
        case Strength(maybe_least=low, maybe_most=high, least=least, most=most) if (low, high) != (None, None):
            yield f"May {call} really be {_admitted(low, least, most, high)}? Write the whole range."
        case Length(maybe_least=low, maybe_most=high, least=least, most=most) if (low, high) != (None, None):
            cards = _admitted(low, least, most, high)
            yield f"May {call} really have {cards} cards in the suit ({text})? Write the whole range."
        case Vague(amount=None, word=word):
            yield f"How many points at least and at most is “{word}” in {call}?"
        case Vague():
            yield f"Which hands are “{text}” in {call}? Write the points, such as 12-14."
        case Unclear(words=words):
            yield f"What does “{words}” mean in {call}?"
        case Usually(term=term):
            without = expression_text(term)
            yield f"May {call} be without {without}? If never, leave “usually” out; if sometimes, say when."
        case MayHave(term=term):
            yield f"Does {call} include {expression_text(term)} or not? Write it with “or”, or leave it out."


def _admitted(low: int | None, least: int | None, most: int | None, high: int | None) -> str:
    """The numbers that stand in parentheses: `14`, `9 to 11`, `13 or 17`."""
    ends = []
    if low is not None and least is not None:
        ends.append((low, least - 1))
    if high is not None and most is not None:
        ends.append((most + 1, high))
    return " or ".join(f"{a}" if a == b else f"{a} to {b}" for a, b in ends)
