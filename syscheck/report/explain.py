"""How each verdict came about: verdict, clause, the numbers of the opening, the hands that show it."""

from collections.abc import Iterator
from textwrap import wrap

from syscheck.card import EVERYWHERE
from syscheck.hands import BALANCED, SUITS, HandSet
from syscheck.language import Sentence, phrase, say
from syscheck.regulations import Finding, Outcome, Result, Ruling
from syscheck.report.words import OUTCOME_SYMBOL, OUTCOME_WORD, brown_in_words, number_range, percent, places_in_words
from syscheck.system import Opening, System

EXAMPLES = 2

HEAD = phrase("Why: {name}")
FINDING = phrase("{symbol} {outcome}: {title} ({rule})")
READING = phrase("Reading: {reading}")
RULING = phrase("{call} {where}: {outcome}. {reason}")
RULING_EVERYWHERE = phrase("{call}: {outcome}. {reason}")
RULING_OF_CARD = phrase("{outcome}: {reason}")
OPENINGS = phrase("The openings in numbers")
OPENING = phrase("{call} {where}{text}: {numbers}")
PART = phrase("part {number}: {numbers}")
NUMBERS = phrase("{points} points; {lengths}; balanced {balanced}; {share} of all hands")
EXAMPLE = phrase("for example {hand}")
QUESTION = phrase("? {question}")


def explanation(system: System, results: tuple[Result, ...], width: int) -> str:
    """The openings in numbers, then every rule that applies with what it ruled; text for a terminal."""
    lines: list[str] = []
    for indent, text in _explained(system, results):
        lines += wrap(str(text), width, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2)) or [""]
    return "\n".join(lines) + "\n"


def _explained(system: System, results: tuple[Result, ...]) -> Iterator[tuple[int, Sentence | str]]:
    yield 0, say(OPENINGS)
    for opening in system.openings:
        yield from _opening(opening)
    for result in results:
        yield 0, ""
        yield 0, say(HEAD, name=say(result.regulation.name))
        yield 0, result.classification.because
        if brown := brown_in_words(result.classification):
            yield 0, brown
        if result.regulation.remark:
            yield 0, say(result.regulation.remark)
        for finding in result.findings:
            if finding.outcome is not Outcome.DOES_NOT_APPLY:
                yield from _finding(result, finding)


def _finding(result: Result, finding: Finding) -> Iterator[tuple[int, Sentence | str]]:
    page = result.regulation.page(finding.rule)
    yield 0, ""
    yield (
        0,
        say(
            FINDING,
            symbol=OUTCOME_SYMBOL[finding.outcome],
            outcome=say(OUTCOME_WORD[finding.outcome]),
            title=say(page.title),
            rule=finding.rule,
        ),
    )
    yield 2, page.source
    yield 2, say(READING, reading=page.reading)
    for ruling in finding.rulings:
        yield from _ruling(ruling)


def _ruling(ruling: Ruling) -> Iterator[tuple[int, Sentence | str]]:
    outcome = say(OUTCOME_WORD[ruling.outcome])
    if ruling.named is None:
        yield 4, say(RULING_OF_CARD, outcome=outcome, reason=ruling.reason)
    else:
        where = "" if ruling.places == EVERYWHERE else places_in_words(ruling.places)
        template = RULING if where else RULING_EVERYWHERE
        yield 4, say(template, call=ruling.named, where=where, outcome=outcome, reason=ruling.reason)
    for hand in ruling.examples(EXAMPLES):
        yield 6, say(EXAMPLE, hand=hand.spelled)
    for question in ruling.questions:
        yield 6, say(QUESTION, question=question)


def _opening(opening: Opening) -> Iterator[tuple[int, Sentence]]:
    where = "" if opening.places == EVERYWHERE else f"({places_in_words(opening.places)}) "
    yield 2, say(OPENING, call=opening.call, where=where, text=opening.text, numbers=_numbers(opening.possible))
    if len(opening.parts) > 1:
        for number, part in enumerate(opening.parts, 1):
            yield 4, say(PART, number=number, numbers=_numbers(part.possible))


def _numbers(hands: HandSet) -> Sentence:
    ends = hands.lengths
    lengths = " ".join(f"{s.symbol} {number_range(*ends[s])}" for s in reversed(SUITS))
    return say(
        NUMBERS,
        points=number_range(*hands.hcp),
        lengths=lengths,
        balanced=percent(float(hands.share(BALANCED))),
        share=percent(hands.frequency),
    )
