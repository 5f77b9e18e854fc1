"""What the card leaves open, as questions to the pair."""

from collections.abc import Iterator

from syscheck.card import expression_text
from syscheck.card.model import And, Expression, Length, MayHave, Strength, Unclear, Usually, Vague, children
from syscheck.language import Sentence, phrase, say
from syscheck.system.parts import AlternativeHands

NO_LENGTH, NO_SHAPE, WHOSE_POINTS = "no length is written", "no shape is written", "or"
SUMMARY = "the first line, or every line"
"""Words that free text leaves as `unclear` where something is missing, and that have a question of their own."""

_MISSING = {
    NO_LENGTH: phrase("How many cards at least has {call} in its suit? If its shape may be any, write “any”."),
    NO_SHAPE: phrase("Which shapes has {call}? Write them, such as “bal”, or “any”."),
    WHOSE_POINTS: phrase("{call} has several choices, joined by “or”. What exactly belongs to each of them?"),
    SUMMARY: phrase("Does the first line of {call} hold for every line below it, or is it a choice of its own?"),
}


def questions_of(call: str | Sentence, alternatives: tuple[AlternativeHands, ...]) -> tuple[Sentence, ...]:
    """The questions whose answers would make a call's hands exact, in the order of the text."""
    found: dict[Sentence, None] = {}
    for alternative in alternatives:
        if alternative.unnamed == "":
            found[say("Which hands open {call}? Say the points and the suits.", call=call)] = None
        elif alternative.unnamed is not None:
            question = phrase("Which hands open {call} ({name})? Say how long its suits are.")
            found[say(question, call=call, name=alternative.unnamed)] = None
        if alternative.exact:
            continue
        for expression in _open(And(alternative.written.terms)):
            for asked in _questions(call, expression):
                found[asked] = None
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


def _questions(call: str | Sentence, expression: Expression) -> Iterator[Sentence]:
    text = expression_text(expression)
    match expression:
        case Strength(unit="tricks"):
            yield say("How many points at least and at most has {call} with {text}?", call=call, text=text)
        case Strength(maybe_least=low, maybe_most=high, least=least, most=most) if (low, high) != (None, None):
            points = _admitted(low, least, most, high)
            yield say("May {call} really be {points}? Write the whole range.", call=call, points=points)
        case Length(maybe_least=low, maybe_most=high, least=least, most=most) if (low, high) != (None, None):
            cards = _admitted(low, least, most, high)
            question = phrase("May {call} really have {cards} cards in the suit ({text})? Write the whole range.")
            yield say(question, call=call, cards=cards, text=text)
        case Vague(amount=None, word=word):
            yield say("How many points at least and at most is “{word}” in {call}?", call=call, word=word)
        case Vague():
            yield say("Which hands are “{text}” in {call}? Write the points, such as 12-14.", call=call, text=text)
        case Unclear(words=words) if words in _MISSING:
            yield say(_MISSING[words], call=call)
        case Unclear(words=words):
            yield say("What does “{words}” mean in {call}?", call=call, words=words)
        case Usually(term=term):
            without = expression_text(term)
            question = phrase("May {call} be without {without}? If never, leave “usually” out; if sometimes, say when.")
            yield say(question, call=call, without=without)
        case MayHave(term=term):
            question = phrase("Does {call} include {text} or not? Write it with “or”, or leave it out.")
            yield say(question, call=call, text=expression_text(term))


def _admitted(low: int | None, least: int | None, most: int | None, high: int | None) -> str:
    """The numbers that stand in parentheses: `14`, `9-11`, `13, 17`."""
    ends = []
    if low is not None and least is not None:
        ends.append((low, least - 1))
    if high is not None and most is not None:
        ends.append((most + 1, high))
    return ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in ends)
