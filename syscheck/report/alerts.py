"""The alert sheet as text, JSON and one printable HTML page.

The sentences that a reader sees stand at the top, whole and with named places, to be translated.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from syscheck import __version__
from syscheck.advice import AlertSheet, SheetRow
from syscheck.card.calls import sequence_text
from syscheck.checking import CheckedCard
from syscheck.language import phrase, speaking, spoken, translated
from syscheck.regulations import AlertVerdict
from syscheck.report.html import article, environment
from syscheck.report.machine import ErrorOut, Model, Where, dumps, errors_out, where_out
from syscheck.report.spoken import meaning_in_words
from syscheck.report.text import BOLD, DIM, OPEN, PLAIN, Paper, finished, new_paper, text_faults
from syscheck.report.view import UNTITLED, faulty_view
from syscheck.report.words import file_name, places_in_words

SHEET = phrase("Alert sheet: {title}")
SHEET_PAIR = phrase("Alert sheet: {title}, {pair}")
REGULATIONS = {"sk-2008": phrase("Slovak league"), "se-2012": phrase("Swedish championships")}
SHORT_NAMES = {"sk-2008": "SK", "se-2012": "SE"}
ALERT_WORDS: dict[bool | None, str] = {True: phrase("alert"), False: phrase("no alert"), None: phrase("cannot tell")}
ALERT_SYMBOLS: dict[bool | None, str] = {True: "●", False: "–", None: "?"}
STOP = phrase("STOP")
KEY = phrase("● alert; – no alert; ? cannot tell, see the question; STOP: show STOP before the call ({stop})")
KEY_PLAIN = phrase("● alert; – no alert; ? cannot tell, see the question")
KEY_OPEN = phrase("● alert; – no alert; ? cannot tell; STOP: show STOP before the call ({stop})")
KEY_OPEN_PLAIN = phrase("● alert; – no alert; ? cannot tell")
COLUMN = phrase("{short}: {name}, {edition}")
GENERAL = phrase(
    "Beyond this list, alert whatever opponents may need to have explained: agreements that they cannot expect, also "
    "those that grew from experience. Explain the whole agreement when asked."
)
SCREENS = phrase("Behind screens (Swedish rules): a player alerts his own calls too, and calls from 4C up are alerted.")
NOT_ALERTED = phrase("Not alerted: {calls}. The card has their meanings.")
NO_CALLS = phrase("There is no call on the card.")
WHERE = phrase("({where}) {words}")
IN_RETURN = phrase("What opponents may do in return")
QUESTIONS = phrase("Questions to the pair")


SIZES = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
"""Type in points, as the printed page tries them: the largest that fits on one page is taken."""
READABLE = 7.0
"""Smaller type than this is only for what would not fit on one page otherwise."""
PAGE_HEIGHT, HEAD_LINES = 193.0, 8.5
"""Millimetres of a printed half page, and the lines that its heads take."""
SAY_WIDTH, WHOLE_WIDTH = 640, 800
"""Characters of words in a line, and of text over the whole width, times the size of type."""
SHORT_CALL = 8
"""Characters of a call, with STOP, for which the widths above hold."""
LINE = 1.22 * 25.4 / 72
ROW_GAP = 0.75


# ---- what templates see ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnswerView:
    """Whether a call is alerted under one regulation."""

    regulation: str
    short: str
    symbol: str
    word: str
    name: str
    """For a style: `yes`, `no`, `open`."""
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowView:
    """A line of the sheet: a call, or the suits of `3X` together, in some places."""

    call: str
    where: str
    answers: tuple[AnswerView, ...]
    stop: bool
    say: str
    questions: tuple[str, ...]

    @property
    def needs_alert(self) -> bool:
        """Whether some regulation wants it alerted, or may want it."""
        return any(a.name != "no" for a in self.answers)

    @property
    def words(self) -> str:
        """Where it holds, and the words to say."""
        return translated(WHERE).format(where=self.where, words=self.say) if self.where else self.say


@dataclass(frozen=True, slots=True)
class PageView:
    """The rows of one printed page, in both its halves."""

    rows: tuple[RowView, ...]
    number: int
    last: bool
    others: tuple[RowView, ...] = ()
    """Calls that are not alerted, where only a list of them fits."""


@dataclass(frozen=True, slots=True)
class SheetView:
    """The alert sheet of one card."""

    language: str
    """The language of this view."""
    file: str
    title: str
    columns: tuple[tuple[str, str], ...]
    """Short name and full name of each regulation."""
    key: str
    general: tuple[str, ...]
    rows: tuple[RowView, ...]
    opponents: tuple[str, ...]
    questions: tuple[str, ...]
    size: float
    pages: tuple[PageView, ...]


def sheet_view(sheet: AlertSheet, *, asks: bool = True) -> SheetView:
    """What the sheet shows; a sheet for others than the pair does not ask the pair anything."""
    assert sheet.checked.card is not None
    header = sheet.checked.card.header
    title, pair = header.get("title") or translated(UNTITLED), header.get("pair", "")
    rows = tuple(_rows(sheet))
    opponents = tuple(dict.fromkeys(str(s) for r in sheet.rows for s in r.opponents))
    questions = tuple(dict.fromkeys(str(q) for r in sheet.rows for q in r.questions)) if asks else ()
    with_stop, plain = (KEY, KEY_PLAIN) if asks else (KEY_OPEN, KEY_OPEN_PLAIN)
    stops = [
        SHORT_NAMES.get(r.id, r.id)
        for r in sheet.regulations
        if any(row.verdicts[r.id].stop is not None for row in sheet.rows)
    ]
    screens = (translated(SCREENS),) if sheet.screens else ()
    general = (translated(GENERAL), *screens, *map(str, sheet.remarks))
    size, pages = _paged(rows, len(sheet.regulations), (*general, *opponents, *questions))
    return SheetView(
        language=spoken(),
        file=file_name(sheet.checked.file),
        title=translated(SHEET_PAIR).format(title=title, pair=pair) if pair else translated(SHEET).format(title=title),
        columns=tuple(
            (
                SHORT_NAMES.get(r.id, r.id),
                translated(COLUMN).format(
                    short=SHORT_NAMES.get(r.id, r.id),
                    name=translated(REGULATIONS.get(r.id, r.name)),
                    edition=translated(r.edition),
                ),
            )
            for r in sheet.regulations
        ),
        key=translated(with_stop).format(stop=", ".join(stops)) if stops else translated(plain),
        general=general,
        rows=rows,
        opponents=opponents,
        questions=questions,
        size=size,
        pages=pages,
    )


def _rows(sheet: AlertSheet) -> Iterator[RowView]:
    """The rows in card order; the suits of an entry such as `3X` are one row where they have one answer."""
    groups: dict[int, list[SheetRow]] = {}
    for row in sheet.rows:
        groups.setdefault(id(row.entry), []).append(row)
    for rows in groups.values():
        letters = {s.call.letter for s in rows[0].entry.sequence} - {None}
        together = bool(letters) and len({_answers(r) for r in rows}) == 1 and len({r.places for r in rows}) == 1
        if together:
            yield _row_view(rows[0], sequence_text(rows[0].entry.sequence), {str(x): "bid" for x in letters})
        else:
            yield from (_row_view(r, str(r.call), letters_of(r)) for r in rows)


def _answers(row: SheetRow) -> tuple[object, ...]:
    return tuple((v.alert, v.stop, v.alert is not False and v.rules) for v in row.verdicts.values())


def letters_of(row: SheetRow) -> dict[str, str]:
    """What the letters of an entry's calls stand for in this row."""
    pairs = zip(row.entry.sequence, row.call.sequence, strict=False)
    return {w.call.letter: s.call.strain for w, s in pairs if w.call.letter is not None}


def _row_view(row: SheetRow, call: str, letters: dict[str, str]) -> RowView:
    return RowView(
        call=call,
        where=places_in_words(row.places),
        answers=tuple(_answer_view(r, v) for r, v in row.verdicts.items()),
        stop=row.stop,
        say=words(row, letters),
        questions=tuple(map(str, row.questions)),
    )


def words(row: SheetRow, letters: dict[str, str] | None = None) -> str:
    """The words to say when asked about a call."""
    return meaning_in_words(row.entry.meaning, letters_of(row) if letters is None else letters)


def _answer_view(regulation: str, verdict: AlertVerdict) -> AnswerView:
    return AnswerView(
        regulation,
        SHORT_NAMES.get(regulation, regulation),
        ALERT_SYMBOLS[verdict.alert],
        translated(ALERT_WORDS[verdict.alert]),
        {True: "yes", False: "no", None: "open"}[verdict.alert],
        () if verdict.alert is False else verdict.rules,
    )


def _paged(rows: tuple[RowView, ...], columns: int, below: tuple[str, ...]) -> tuple[float, tuple[PageView, ...]]:
    """The printed pages and their size of type: everything on one page if it fits; else the calls that are not
    alerted as a list, if need be in small type; else on as few pages as it takes."""
    large = [size for size in SIZES if size >= READABLE]
    for size in large:
        if sum(_heights(rows, columns, size)) + _height(below, size) <= _room(size):
            return size, (PageView(rows, 1, True),)
    alerted = tuple(r for r in rows if r.needs_alert)
    others = tuple(r for r in rows if not r.needs_alert)
    listed = (translated(NOT_ALERTED).format(calls="  ".join(f"{r.call} {STOP}" for r in others)), *below)
    for size in SIZES:
        if sum(_heights(alerted, columns, size)) + _height(listed, size) <= _room(size):
            return size, (PageView(alerted, 1, True, others),)
    shared = [(size, tuple(_shared_out(rows, columns, below, size))) for size in large]
    return min(shared, key=lambda found: len(found[1]))


def _shared_out(rows: tuple[RowView, ...], columns: int, below: tuple[str, ...], size: float) -> Iterator[PageView]:
    """The rows on as many pages as they need."""
    pages: list[list[RowView]] = [[]]
    used = 0.0
    for row, height in zip(rows, _heights(rows, columns, size), strict=True):
        if used + height > _room(size) and pages[-1]:
            pages.append([])
            used = 0.0
        pages[-1].append(row)
        used += height
    if used + _height(below, size) > _room(size):
        pages.append([])
    yield from (PageView(tuple(page), n, n == len(pages)) for n, page in enumerate(pages, 1))


def _heights(rows: Iterable[RowView], columns: int, size: float) -> list[float]:
    """Millimetres that rows take, about: a column of marks, and a long call, take room from the words."""
    rows = tuple(rows)
    longest = max((len(r.call) + (len(STOP) + 2) * r.stop for r in rows), default=0)
    room = int(SAY_WIDTH / size) - 3 * columns - max(0, longest - SHORT_CALL)
    return [_lines(r.words, room) * size * LINE + ROW_GAP for r in rows]


def _room(size: float) -> float:
    """Millimetres below the heads of a page."""
    return PAGE_HEIGHT - HEAD_LINES * size * LINE


def _height(texts: Iterable[str], size: float) -> float:
    return sum(_lines(t, int(WHOLE_WIDTH / size)) for t in texts) * size * LINE + 4 * ROW_GAP


def _lines(text: str, characters: int) -> int:
    return max(1, -(-len(text) // characters))


# ---- HTML --------------------------------------------------------------------------------------------------------


def alerts_html(sheets: Sequence[AlertSheet | CheckedCard], *, language: str | None = None, asks: bool = True) -> str:
    """One page for all cards: in print both players' copies side by side on A4; on a screen, one.

    Each is told in `language`, else in its card's own, else as is spoken; the frame as the first. `asks`: with the
    questions to the pair.
    """
    frame = _card(sheets[0]).report_language(language)
    views, parts, faulty = [], [], []
    for sheet in sheets:
        with speaking(_card(sheet).report_language(language)):
            if isinstance(sheet, AlertSheet):
                views.append(view := sheet_view(sheet, asks=asks))
                # Our own template, which escapes what is written on the card.
                parts.append(Markup(environment().get_template("sheet.html.j2").render(view=view, frame=frame)))
            else:
                faulty.append(article(faulty_view(sheet.file, sheet.text, sheet.faults), 1, single=True))
    with speaking(frame):
        template = environment().get_template("alerts.html.j2")
        return template.render(views=views, parts=parts, faulty=faulty, version=__version__)


def _card(sheet: AlertSheet | CheckedCard) -> CheckedCard:
    return sheet.checked if isinstance(sheet, AlertSheet) else sheet


# ---- text --------------------------------------------------------------------------------------------------------


def alerts_text(sheet: AlertSheet, *, colour: bool, width: int) -> str:
    """The sheet for a terminal."""
    view = sheet_view(sheet)
    paper = new_paper(width)
    paper.text(view.title, 0, BOLD)
    for _, name in view.columns:
        paper.text(name, 2, DIM)
    paper.text(view.key, 2, DIM)
    paper.line()
    if not view.rows:
        paper.text(translated(NO_CALLS))
    widest = max((len(r.call) for r in view.rows), default=4)
    for row in view.rows:
        _text_row(paper, row, widest)
    for head, lines in ((IN_RETURN, view.opponents), (QUESTIONS, view.questions)):
        if lines:
            paper.head(translated(head))
        for line in lines:
            paper.text(line, 4, first="  -")
    paper.line()
    for line in view.general:
        paper.text(line, 0)
    return finished(paper, colour)


def _text_row(paper: Paper, row: RowView, widest: int) -> None:
    signs = " ".join(f"{a.short}{a.symbol}" for a in row.answers)
    sign = translated(STOP)
    stop = f" {sign}" if row.stop else " " * (len(sign) + 1)
    first = f"  {row.call:<{widest}}  {signs}{stop}  "
    style = BOLD if any(a.name == "yes" for a in row.answers) else OPEN if row.needs_alert else PLAIN
    paper.text(row.words, len(first), style, first)
    rules = list(dict.fromkeys(rule for a in row.answers for rule in a.rules))
    if rules:
        paper.text(", ".join(rules), len(first), DIM)


def alerts_text_report(
    sheets: Sequence[AlertSheet | CheckedCard], *, colour: bool, width: int, language: str | None = None
) -> str:
    """The sheets of several cards, with the faults of those that cannot be read in their places."""
    pieces = []
    for sheet in sheets:
        with speaking(_card(sheet).report_language(language)):
            if isinstance(sheet, AlertSheet):
                pieces.append(alerts_text(sheet, colour=colour, width=width))
            else:
                view = faulty_view(sheet.file, sheet.text, sheet.faults)
                pieces.append(text_faults(view, colour=colour, width=width))
    return "\n".join(pieces)


# ---- JSON --------------------------------------------------------------------------------------------------------


class AlertRowOut(Model):
    """A call of the alert sheet, in some places."""

    sequence: str
    """`1C`, `1N-2D`, `(1H)-2H`."""
    where: tuple[Where, ...]
    text: str
    alert: dict[str, Literal["yes", "no", "cannot tell"]]
    rules: tuple[str, ...]
    say: str
    """The words to say when asked."""
    question: str | None
    stop: dict[str, bool]
    opponents: tuple[str, ...]


class AlertCardOut(Model):
    """The alert sheet of a card, or its errors."""

    file: str
    status: Literal["ok", "unreadable"]
    errors: tuple[ErrorOut, ...]
    remarks: tuple[str, ...]
    screens: bool
    general: str
    sheet: tuple[AlertRowOut, ...]


class AlertsOut(Model):
    """The output of `syscheck alerts --format json`."""

    syscheck: str
    cards: tuple[AlertCardOut, ...]


_SAID: dict[bool | None, Literal["yes", "no", "cannot tell"]] = {True: "yes", False: "no", None: "cannot tell"}


def alerts_json(
    sheets: Sequence[AlertSheet | CheckedCard], *, screens: bool = False, language: str | None = None
) -> str:
    """The sheets as JSON text."""
    cards = []
    for sheet in sheets:
        with speaking(_card(sheet).report_language(language)):
            cards.append(_card_out(sheet, screens))
    return dumps(AlertsOut(syscheck=__version__, cards=tuple(cards)))


def _card_out(sheet: AlertSheet | CheckedCard, screens: bool) -> AlertCardOut:
    checked = sheet.checked if isinstance(sheet, AlertSheet) else sheet
    return AlertCardOut(
        file=checked.file,
        status="ok" if isinstance(sheet, AlertSheet) else "unreadable",
        errors=errors_out(checked.text, checked.faults),
        remarks=tuple(map(str, sheet.remarks)),
        screens=screens,
        general=translated(GENERAL),
        sheet=tuple(map(alert_row_out, sheet.rows)) if isinstance(sheet, AlertSheet) else (),
    )


def alert_row_out(row: SheetRow) -> AlertRowOut:
    """A row of the contract."""
    return AlertRowOut(
        sequence=str(row.call),
        where=where_out(row.places),
        text=row.call.text,
        alert={r: _SAID[v.alert] for r, v in row.verdicts.items()},
        rules=tuple(dict.fromkeys(rule for v in row.verdicts.values() for rule in v.rules)),
        say=words(row),
        question=" ".join(map(str, row.questions)) or None,
        stop={r: v.stop for r, v in row.verdicts.items() if v.stop is not None},
        opponents=tuple(map(str, row.opponents)),
    )
