"""Advice on a card: as text for players, and as the contract's JSON.

The sentences that a reader sees stand at the top, whole and with named places, to be translated.
"""

from collections.abc import Iterator
from typing import NamedTuple

from syscheck.advice import Advice, Answer, Edit, FreeWin, Moved, changed_lines, example
from syscheck.card import EVERYWHERE
from syscheck.hands import ALL_HANDS
from syscheck.language import count, harmless, phrase, phrases, tell
from syscheck.report.diff import said_class, said_dots
from syscheck.report.machine import Model, ResultOut, Where, examples_out, result_out, where_out
from syscheck.report.text import wrapped
from syscheck.report.words import file_name, hand_text, odds, percent, places_in_words

TITLE = phrase("{title} ({file})")
TITLE_ALONE = phrase("{file}")
WANTED = {
    "sk:usual": phrase("Wanted: a usual or a simple system ({name})"),
    "sk:simple": phrase("Wanted: a simple system ({name})"),
    "se:A": phrase("Wanted: an A-system or better, which any number of dots is ({name})"),
    "se:B": phrase("Wanted: a B-system or better ({name})"),
    "se:C": phrase("Wanted: a C-system ({name})"),
    "se:max": phrase("Wanted: at most {dots} ({name})"),
    "event": phrase("Wanted: a system that the event admits ({name})"),
}
NOW = phrase("Now: {verdict}")
ALREADY = phrase("Nothing needs to change: the card is there already.")
VARIANT = phrases("Variant {number}: {n} change", "Variant {number}: {n} changes")
VERDICT = phrase("Then: {verdict}")
COST = phrase("Costs {share} of all hands ({odds})")
COST_NOTHING = phrase("Costs nothing: no hand is opened otherwise")
MOVED = phrase("for example {hand}: {before} before, {after} now")
MOVED_WHERE = phrase("for example {hand} ({where}): {before} before, {after} now")
ONE_OR_OTHER = phrase("{one} or {other}")
NO_OPENING = phrase("no opening")
NONE_FOUND = phrase("No variant was found.")
SINGLE_TRIED = phrase("All single changes were tried: {count}.")
SEVERAL_TRIED = phrase(
    "None of the {single} single changes is enough. Of variants with up to {most} changes, {more} were tried, not all: "
    "there may be others, also cheaper ones or with fewer changes."
)
NOT_ALL_SHOWN = phrase("Of the variants with one change, the cheapest are shown; --all shows every one.")
KINDS = phrase(
    "A change drops a call or an alternative, moves a limit of points by one to five, promises one card more, admits "
    "balanced hands only, or keeps a call in some seats or at some vulnerability."
)
FREE = phrase("Free of charge")
FREE_DOTS = phrase("{call} has {before}, but {after} without the hands that are also opened {others}.")
FREE_POINT = phrase("{call} falls under {rules}, but not without the hands that are also opened {others}.")
FREE_HAND = phrase("Open such hands {others} only: {hand}")
COLUMNS = 100


# ---- JSON ----------------------------------------------------------------------------------------------------------


class EditOut(Model):
    """One change: `new` is null where the call is played no longer in these places."""

    call: str
    where: tuple[Where, ...]
    old: str | None
    new: str | None
    kind: str


class AnswerOut(Model):
    """A variant of the card that reaches the target."""

    edits: tuple[EditOut, ...]
    cost: float
    """The share of all hands whose opening call changes, over all seats and vulnerabilities alike."""
    card: str
    result: dict[str, ResultOut]
    examples: tuple[str, ...]


class FreeWinOut(Model):
    """A call with something against it only because of hands that others claim too."""

    call: str
    where: tuple[Where, ...]
    others: tuple[str, ...]
    before: dict[str, int]
    """Dots, or the rules that stand against the call."""
    after: dict[str, int]
    hands: int
    share: float
    examples: tuple[str, ...]
    edit: EditOut | None


class SearchedOut(Model):
    """How far the search went: all single edits; of several edits, some."""

    single: int
    more: int
    most_edits: int
    complete: bool


class AdviceOut(Model):
    """The output of `syscheck advise --format json`."""

    target: str
    already: bool
    now: dict[str, ResultOut]
    answers: tuple[AnswerOut, ...]
    free: tuple[FreeWinOut, ...]
    searched: SearchedOut


def advice_out(advice: Advice) -> AdviceOut:
    """The contract's JSON."""
    searched = advice.searched
    return AdviceOut(
        target=advice.target.name,
        already=advice.already,
        now={advice.result.regulation.id: result_out(advice.result)},
        answers=tuple(map(_answer_out, advice.answers)),
        free=tuple(map(_free_out, advice.free)),
        searched=SearchedOut(
            single=searched.single, more=searched.more, most_edits=searched.most_edits, complete=not searched.bounded
        ),
    )


def _answer_out(answer: Answer) -> AnswerOut:
    return AnswerOut(
        edits=tuple(map(_edit_out, answer.edits)),
        cost=float(answer.cost.share),
        card=answer.text,
        result={answer.result.regulation.id: result_out(answer.result)},
        examples=examples_out(answer.cost.hands),
    )


def _edit_out(edit: Edit) -> EditOut:
    return EditOut(call=edit.call, where=where_out(edit.places), old=edit.old, new=edit.new, kind=edit.kind)


def _free_out(win: FreeWin) -> FreeWinOut:
    return FreeWinOut(
        call=str(win.opening.call),
        where=where_out(win.opening.places),
        others=tuple(map(str, win.others)),
        before={name: n for (_, name), n in win.before},
        after={name: n for (_, name), n in win.after},
        hands=win.hands.hands,
        share=win.hands.frequency,
        examples=examples_out(win.hands),
        edit=None if win.edit is None else _edit_out(win.edit),
    )


# ---- as a part of a report -----------------------------------------------------------------------------------------


class VariantView(NamedTuple):
    """A variant of the card, in words: the lines that go and come, the verdict then, what it costs."""

    name: str
    gone: tuple[str, ...]
    come: tuple[str, ...]
    verdict: str
    cost: str


class AdviceView(NamedTuple):
    """The nearest variants under one regulation, and how far the search went."""

    regulation: str
    variants: tuple[VariantView, ...]
    searched: tuple[str, ...]


def advice_view(advice: Advice) -> AdviceView:
    """What a report shows of advice, in the language spoken."""
    return AdviceView(
        tell(advice.target.regulation.name),
        tuple(_variant(answer, place) for place, answer in enumerate(advice.answers, 1)),
        tuple(_said_of_search(advice)),
    )


def _variant(answer: Answer, place: int) -> VariantView:
    lines = [changed_lines(edit) for edit in answer.edits]
    return VariantView(
        str(count(*VARIANT, len(answer.edits), number=place)),
        tuple(harmless(line) for gone, _ in lines for line in gone),
        tuple(harmless(line) for _, come in lines for line in come),
        tell(VERDICT, verdict=said_class(answer.result)),
        _said_cost(answer),
    )


def _said_cost(answer: Answer) -> str:
    if not answer.cost.share:
        return tell(COST_NOTHING)
    hands = round(answer.cost.share * ALL_HANDS)
    return tell(COST, share=percent(float(answer.cost.share)), odds=odds(hands))


# ---- text ----------------------------------------------------------------------------------------------------------


def advice_text(advice: Advice, file: str, *, every: bool = False) -> str:
    """The advice for players."""
    return "".join(line.rstrip() + "\n" for line in _lines(advice, file, every))


def _lines(advice: Advice, file: str, every: bool) -> Iterator[str]:
    target, title = advice.target, advice.system.card.header.get("title")
    yield from _paragraph(tell(TITLE_ALONE if title is None else TITLE, title=title, file=file_name(file)), 0)
    kind, _, number = target.name.partition("=")
    dots = said_dots(int(number), int(number)) if number else ""
    yield from _paragraph(tell(WANTED[kind], name=tell(target.regulation.name), dots=dots), 2)
    yield from _paragraph(tell(NOW, verdict=said_class(advice.result)), 2)
    if advice.already:
        yield from _paragraph(tell(ALREADY), 2)
    for place, answer in enumerate(advice.answers, 1):
        yield ""
        yield from _answer(advice, answer, place)
    if advice.free:
        yield from ("", tell(FREE))
        for win in advice.free:
            yield from _free(win)
    if not advice.already:
        yield ""
        yield from _searched(advice, every)


def _answer(advice: Advice, answer: Answer, place: int) -> Iterator[str]:
    yield str(count(*VARIANT, len(answer.edits), number=place))
    for edit in answer.edits:
        yield from _edit(edit)
    yield from _paragraph(tell(VERDICT, verdict=said_class(answer.result)), 4)
    yield from _paragraph(_said_cost(answer), 4)
    if not answer.cost.share:
        return
    moved = example(answer.cost, advice.system, answer.system)
    if moved is not None:
        yield from _paragraph(_moved(moved, answer), 4)


def _moved(moved: Moved, answer: Answer) -> str:
    everywhere = all(e.places == EVERYWHERE for e in answer.edits)
    where = "" if everywhere else places_in_words(frozenset({moved.place}))
    sentence = MOVED_WHERE if where else MOVED
    return tell(
        sentence,
        hand=hand_text(moved.hand),
        where=where,
        before=_said_calls(moved.before),
        after=_said_calls(moved.after),
    )


def _said_calls(calls: tuple[str, ...]) -> str:
    if not calls:
        return tell(NO_OPENING)
    words = calls[0]
    for call in calls[1:]:
        words = tell(ONE_OR_OTHER, one=words, other=call)
    return words


def _edit(edit: Edit) -> Iterator[str]:
    """What goes from the card and what comes, line by line."""
    gone, come = changed_lines(edit)
    for line in gone:
        yield from _paragraph(f"- {line}", 4)
    for line in come:
        yield from _paragraph(f"+ {line}", 4)


def _free(win: FreeWin) -> Iterator[str]:
    others = _said_calls(tuple(map(str, win.others)))
    before, after = dict(win.before), dict(win.after)
    call = str(win.opening.call)
    if (call, "dots") in before:
        dots, left = before[call, "dots"], after.get((call, "dots"), 0)
        words = tell(FREE_DOTS, call=call, before=said_dots(dots, dots), after=said_dots(left, left), others=others)
    else:
        rules = ", ".join(rule for _, rule in before if (call, rule) not in after)
        words = tell(FREE_POINT, call=call, rules=rules, others=others)
    yield from _paragraph(words, 2)
    if win.edit is not None:
        yield from _edit(win.edit)
        return
    for hand in win.hands.examples(1):
        yield from _paragraph(tell(FREE_HAND, others=others, hand=hand_text(hand)), 4)


def _said_of_search(advice: Advice) -> Iterator[str]:
    searched = advice.searched
    if not advice.answers:
        yield tell(NONE_FOUND)
    if searched.bounded:
        yield tell(SEVERAL_TRIED, single=searched.single, more=searched.more, most=searched.most_edits)
    else:
        yield tell(SINGLE_TRIED, count=searched.single)


def _searched(advice: Advice, every: bool) -> Iterator[str]:
    for words in _said_of_search(advice):
        yield from _paragraph(words, 0)
    if advice.more_single and not every:
        yield from _paragraph(tell(NOT_ALL_SHOWN), 0)
    yield from _paragraph(tell(KINDS), 0)


def _paragraph(text: str, indent: int) -> Iterator[str]:
    first, *others = wrapped(harmless(text), COLUMNS - indent - 2)
    yield " " * indent + first
    for row in others:
        yield " " * (indent + 2) + row
