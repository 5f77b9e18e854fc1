"""The page of `syscheck import --review`: what stands in the file beside what was read, to be compared by eye."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from syscheck import __version__
from syscheck.card import Call, FaultyCard
from syscheck.foreign.importing import QUESTIONED, READ, REPORTED, Imported, ImportedRow, counts_told
from syscheck.foreign.rows import Reported
from syscheck.foreign.words import note_of
from syscheck.hands import SUITS
from syscheck.language import phrase, tell
from syscheck.report.html import environment
from syscheck.report.view import FaultyView, faulty_view
from syscheck.report.words import SUIT_NAMES, file_name, harmless, number_range
from syscheck.system import meaning_hands

STATE_WORDS = {READ: phrase("Read"), QUESTIONED: phrase("With questions"), REPORTED: phrase("Not on the card")}
SYMBOLS = {READ: "✓", QUESTIONED: "?", REPORTED: "–"}


@dataclass(frozen=True, slots=True)
class ReadingView:
    """An entry that a row became, with its hands over all that may make the call."""

    head: str
    meanings: tuple[str, ...]
    points: str
    lengths: tuple[tuple[str, str, str], ...]
    """Symbol, name and number of cards of each suit, spades first."""


@dataclass(frozen=True, slots=True)
class RowView:
    """A row: the original in pieces, each with whether it is unread, and what was read."""

    place: str
    original: tuple[tuple[tuple[str, bool], ...], ...]
    """Lines of pieces."""
    state: str
    symbol: str
    state_word: str
    readings: tuple[ReadingView, ...]
    questions: tuple[str, ...]
    unread: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class FileView:
    """A file with its rows, or with its faults."""

    file: str
    title: str
    format: str
    counts: str
    remarks: tuple[str, ...]
    rows: tuple[RowView, ...]
    faulty: FaultyView | None


def review_html(files: Sequence[Imported]) -> str:
    """One page for all files, in the language spoken."""
    views = tuple(map(file_view, files))
    return environment().get_template("review.html.j2").render(views=views, version=__version__)


def file_view(imported: Imported) -> FileView:
    """What the page shows of one file."""
    source = imported.source
    faulty = None if imported.card is not None else faulty_view(source.file, source.text, imported.faults)
    title = "" if imported.card is None else imported.card.header.get("title", "")
    return FileView(
        file_name(source.file),
        title,
        "" if imported.format is None else tell(imported.format.title),
        str(counts_told(imported)),
        tuple(map(str, imported.remarks)),
        tuple(map(_row, imported.rows)),
        faulty,
    )


def _row(row: ImportedRow) -> RowView:
    line = str(row.at.line) if row.at.file is None else f"{row.at.file}:{row.at.line}"
    return RowView(
        line,
        tuple(tuple(pieces(text, row.unread)) for text in row.row.original.split("\n")),
        row.state,
        SYMBOLS[row.state],
        tell(STATE_WORDS[row.state]),
        tuple(_readings(row)),
        tuple(map(str, row.questions)),
        row.unread,
        "" if row.why is None else str(row.why),
    )


def pieces(text: str, unread: Iterable[str]) -> list[tuple[str, bool]]:
    """A line of the original in pieces, each with whether it is among the unread words."""
    text = harmless(text)
    words = sorted((rf"(?<!\w){re.escape(w)}(?!\w)" for w in unread if w), key=len, reverse=True)
    if not words:
        return [(text, False)]
    found = []
    end = 0
    for match in re.finditer("|".join(words), text, re.IGNORECASE):
        found += [(text[end : match.start()], False), (match[0], True)]
        end = match.end()
    return [(piece, marked) for piece, marked in [*found, (text[end:], False)] if piece]


def _readings(row: ImportedRow) -> Iterable[ReadingView]:
    calls: tuple[Call | None, ...] = row.calls or (None,) * len(row.readings)
    for (head, text), call in zip(row.readings, calls, strict=True):
        # The original stands beside it, so it need not stand here once more as a note.
        shown = text if isinstance(row.row, Reported) else text.removesuffix(f', "{note_of(row.row.words)}"')
        yield ReadingView(head, tuple(_alternatives(shown)), *_hands(text, call))


def _alternatives(text: str) -> list[str]:
    """The alternatives of a canonical meaning; a bar in a note or in unclear words divides nothing."""
    return re.sub(r'("[^"]*")| \| ', lambda m: m[1] or "\n", text).split("\n")


def _hands(text: str, call: Call | None) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    """Points and lengths of the hands that may make the call; nothing where a name alone is said."""
    if call is None:
        return "", ()
    try:
        hands = meaning_hands(text, call)
    except FaultyCard:
        return "", ()  # a letter of an earlier call of the sequence, which the meaning alone does not know
    if all(not a.written.terms for a in hands.alternatives):
        return "", ()
    found = hands.possible
    ends = found.lengths
    lengths = tuple(
        (symbol, tell(SUIT_NAMES[suit]), number_range(*ends[suit]))
        for suit, symbol in zip(reversed(SUITS), "♠♥♦♣", strict=True)
    )
    return number_range(*found.hcp), lengths
