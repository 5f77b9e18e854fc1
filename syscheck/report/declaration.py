"""The declaration of openings: a pair's openings with the dots beside each and the sum, twice on a page.

Swedish championships want two identical cards with the dots of every opening (annex II, 3.3), and that a
no-trump opening says when it may be unbalanced.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from syscheck.hands import UNBALANCED
from syscheck.language import count, phrase, phrases, speaking, tell
from syscheck.report.events import EventOut, PhaseOut
from syscheck.report.html import environment
from syscheck.report.view import CardView, OpeningView

LEVEL = phrase("level {level}, without a limit")
LEVEL_WITH_LIMIT = phrases("level {level}, at most {n} dot", "level {level}, at most {n} dots")
PHASE_LEVEL = "{phase}: {level}"

SIZES = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
"""Sizes of type in points, the largest that fits is taken."""

LINES_OF_A_PAGE = 46  # of type at 9 points on A4 across, below the headline
LETTERS_OF_A_LINE = 46  # in the column of meanings at 9 points


class Row(NamedTuple):
    """A call, or calls that mean the same and have the same dots."""

    calls: str
    where: str
    meanings: tuple[str, ...]
    unbalanced: bool
    dots: str | None
    """In parentheses where they are counted with another variant of the call."""


class Declaration(NamedTuple):
    """One pair's declaration."""

    language: str
    title: str
    pair: str
    about: tuple[str, ...]
    classes: tuple[tuple[str, str, str], ...]
    """Name, class and remark of each regulation."""
    counted: bool
    sum: str
    rows: tuple[Row, ...]
    definitions: tuple[tuple[str, str], ...]
    size: float
    levels: tuple[str, ...] = ()
    """The event's name, and its level with the limit, where the declaration is for an event."""


def declaration(view: CardView) -> Declaration:
    """The declaration of a judged card."""
    rows = tuple(_rows(view.openings))
    dotted = [v for v in view.verdicts if v.dots]
    return Declaration(
        view.language,
        view.title,
        view.pair,
        tuple(value for _, value in view.about),
        tuple((v.name, ", ".join(filter(None, (v.headline, v.sum, v.brown))), v.remark) for v in view.verdicts),
        bool(dotted),
        dotted[0].sum if dotted else "",
        rows,
        view.definitions,
        _size(rows, len(view.definitions)),
    )


def declaration_html(views: Sequence[CardView], event: EventOut | None = None) -> str:
    """One page with every pair's declaration in the language of its view, two copies on a sheet of A4.

    With an event, its name and the level of each phase stand on the declaration.
    """
    parts = []
    for view in views:
        with speaking(view.language):
            made = declaration(view)
            if event is not None:
                made = made._replace(levels=(event.name, *levels(event)))
            part = environment().get_template("declaration_card.html.j2").render(card=made)
            parts.append(Markup(part))  # our own template, which escapes what is written on the card
    with speaking(views[0].language):
        return environment().get_template("declaration.html.j2").render(title=views[0].title, parts=parts)


def levels(event: EventOut) -> tuple[str, ...]:
    """The level and the limit of an event, of each phase where they differ; nothing where the rules have none."""
    said = {p.name: _level(p) for p in event.phases}
    if len(set(said.values())) == 1:
        return tuple(filter(None, set(said.values())))
    return tuple(tell(PHASE_LEVEL, phase=name, level=level) for name, level in said.items() if level)


def _level(phase: PhaseOut) -> str:
    if phase.level is None:
        return ""
    if phase.limit is None:
        return tell(LEVEL, level=phase.level)
    return str(count(*LEVEL_WITH_LIMIT, phase.limit, level=phase.level))


def _rows(openings: Sequence[OpeningView]) -> Iterator[Row]:
    """The openings in card order; those of one line (3X) that have the same dots together."""
    row: Row | None = None
    line: tuple[object, ...] = ()
    for opening in openings:
        dots = opening.dots.dots if opening.dots else opening.other_dots or None
        unbalanced = opening.call in ("1N", "2N") and bool(opening.hands & UNBALANCED)
        here = (opening.written, opening.where, opening.meanings, dots)
        if row is not None and opening.written and here == line:
            row = row._replace(calls=f"{row.calls} {opening.call}")
            continue
        if row is not None:
            yield row
        row = Row(opening.call, opening.where, opening.meanings, unbalanced, dots)
        line = here
    if row is not None:
        yield row


def _size(rows: Sequence[Row], definitions: int) -> float:
    """The largest type at which two copies fit on a sheet."""
    for size in SIZES:
        letters = LETTERS_OF_A_LINE * SIZES[0] / size
        lines = sum(sum(1 + int(len(m) / letters) for m in row.meanings) + row.unbalanced for row in rows)
        if lines + 0.35 * len(rows) + definitions <= LINES_OF_A_PAGE * SIZES[0] / size - 8:
            return size
    return SIZES[-1]
