"""The entries of a screening as tables: CSV, XLSX and text, each with the facts of the rows.

What is written in a cell was written by strangers: a spreadsheet must not take it for a formula. XLSX knows text from
formulas, so every text is written as text. CSV does not, so a cell that begins like a formula gets an apostrophe
before it, as OWASP advises for CSV injection.
"""

import csv
import datetime
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from syscheck.language import count, harmless, phrase, phrases, tell
from syscheck.report.events import Row, SummaryOut
from syscheck.report.organiser import NEEDS

FORMULA_BEGINS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
LONGEST_CELL = 32_000
"""Characters; a spreadsheet takes no more than 32,767."""
FIXED = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC).replace(tzinfo=None)
"""When an XLSX says that it was made, so that the same entries are the same bytes."""
SEPARATOR = "; "

Cell = str | int | None
YES_NO = {True: "yes", False: "no", None: ""}


def columns(regulations: Sequence[str]) -> tuple[tuple[str, Callable[[Row], Cell]], ...]:
    """The columns of CSV and XLSX: names that stay, and what stands under them."""
    return (
        ("pair", lambda r: r.pair),
        ("team", lambda r: r.team),
        ("status", lambda r: r.status),
        ("admitted", lambda r: r.admitted),
        ("reasons", lambda r: SEPARATOR.join(r.reasons)),
        *((law, _class_in(law)) for law in regulations),
        ("dots least", lambda r: None if r.dots is None else r.dots[0]),
        ("dots most", lambda r: None if r.dots is None else r.dots[1]),
        ("limit", lambda r: r.limit),
        ("brown", lambda r: " ".join(r.brown)),
        ("received", lambda r: r.received),
        ("late", lambda r: YES_NO[r.late]),
        ("changed", lambda r: YES_NO[r.changed]),
        ("missing", lambda r: SEPARATOR.join(r.missing)),
        ("remarks", lambda r: SEPARATOR.join((*r.remarks, *r.decisions))),
        ("next duty", lambda r: None if r.next_duty is None else r.next_duty.what),
        ("due", lambda r: None if r.next_duty is None else r.next_duty.due),
        ("duty state", lambda r: None if r.next_duty is None else r.next_duty.state),
        ("title", lambda r: r.title),
        ("language", lambda r: r.language),
        ("files", lambda r: SEPARATOR.join(r.files)),
        ("report", lambda r: r.report),
    )


def _class_in(law: str) -> Callable[[Row], Cell]:
    def class_of(row: Row) -> Cell:
        for name, found, doubtful in row.classes:
            if name == law:
                return f"{found or 'open'}{', doubtful' if doubtful else ''}"
        return None

    return class_of


def _cells(row: Row, regulations: Sequence[str]) -> list[Cell]:
    return [_cell(value(row)) for _, value in columns(regulations)]


def _cell(value: Cell) -> Cell:
    return harmless(value)[:LONGEST_CELL] if isinstance(value, str) else value


# ---- CSV -------------------------------------------------------------------------------------------------------------


def write_csv(stream: IO[str], rows: Iterable[Row], regulations: Sequence[str], *, headings: bool = True) -> None:
    """Write entries as CSV, one at a time, below a line of headings."""
    writer = csv.writer(stream, lineterminator="\r\n")
    if headings:
        writer.writerow([_in_csv(name) for name, _ in columns(regulations)])
    for row in rows:
        writer.writerow([_in_csv(cell) for cell in _cells(row, regulations)])


def _in_csv(cell: Cell) -> Cell:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULA_BEGINS) else cell


# ---- XLSX ------------------------------------------------------------------------------------------------------------


class XlsxTable:
    """An XLSX that rows are written into one at a time; they wait on disk, not in memory."""

    def __init__(self, path: Path, regulations: Sequence[str]):
        xlsxwriter: Any = import_module("xlsxwriter")  # it brings no types

        self.regulations = regulations
        options = {
            "constant_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "strings_to_numbers": False,
        }
        self.book: Any = xlsxwriter.Workbook(str(path), options)
        self.book.set_properties({"created": FIXED, "title": "", "author": "syscheck"})
        self.sheet: Any = self.book.add_worksheet("Entries")
        bold = self.book.add_format({"bold": True})
        self.sheet.freeze_panes(1, 1)
        names = [name for name, _ in columns(regulations)]
        self.sheet.set_column(0, len(names) - 1, 14)
        for place, name in enumerate(names):
            self.sheet.write_string(0, place, name, bold)
        self.rows = 0

    def add(self, row: Row) -> None:
        """Write an entry."""
        self.rows += 1
        for place, cell in enumerate(_cells(row, self.regulations)):
            if isinstance(cell, int):
                self.sheet.write_number(self.rows, place, cell)
            elif cell:
                self.sheet.write_string(self.rows, place, cell)

    def close(self) -> None:
        """Finish the file."""
        self.sheet.autofilter(0, 0, self.rows, len(columns(self.regulations)) - 1)
        self.book.close()


# ---- text ------------------------------------------------------------------------------------------------------------

HEADS = (
    phrase("Pair"),
    phrase("Team"),
    phrase("Class"),
    phrase("Dots"),
    phrase("Admitted"),
    phrase("Missing, and why"),
    phrase("Next duty"),
)
STATUS_WORDS = {
    "ok": "",
    "unreadable": phrase("cannot be read"),
    "missing": phrase("no card"),
    "duplicate": phrase("two cards"),
}
ADMITTED_WORDS = {"yes": phrase("yes"), "no": phrase("no"), "cannot tell": phrase("cannot tell")}
ADMITTED_STYLES = {"yes": "green", "no": "red", "cannot tell": "yellow"}
LATE = phrase("late")
CHANGED = phrase("changed")
OPEN = phrase("open")
DOUBTFUL = phrase("{class_name}, doubtful")
OF_LIMIT = phrase("{dots} of {limit}")
BY = phrase("{duty} (by {due})")
CLASS_OF = "{law}: {class_name}"
RANGE = "{low}–{high}"
IGNORED = phrases("{n} other file is no card", "{n} other files are no cards")


def summary_text(summary: SummaryOut) -> str:
    """How many entries there are and how they stand: a line, and one for each thing that needs attention."""
    admitted = summary.admitted
    lines = [
        count(
            "{n} entry: {yes} admitted, {no} not, {open} cannot be told.",
            "{n} entries: {yes} admitted, {no} not, {open} cannot be told.",
            summary.entries,
            yes=admitted.get("yes", 0),
            no=admitted.get("no", 0),
            open=admitted.get("cannot tell", 0),
        )
    ]
    noted = (
        (summary.status.get("unreadable", 0), NEEDS["unreadable"]),
        (summary.status.get("missing", 0), NEEDS["missing"]),
        (summary.late, NEEDS["late"]),
        (len(summary.ignored), IGNORED),
    )
    lines += [count(*said, n) for n, said in noted if n]
    return "\n".join(map(str, lines))


def entries_text(rows: Iterable[Row], *, colour: bool, width: int) -> str:
    """The entries as a table for a terminal, in the language spoken."""
    import io

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(show_lines=False, header_style="bold", expand=False)
    for head in HEADS:
        table.add_column(tell(head), overflow="fold")
    for row in rows:
        style = ADMITTED_STYLES[row.admitted]
        cells = [
            Text(harmless(row.pair)),
            Text(harmless(row.team)),
            Text("\n".join(_classes(row))),
            Text(_dots(row)),
            Text(tell(ADMITTED_WORDS[row.admitted]), style=style),
            Text("\n".join(harmless(line) for line in _why(row))),
            Text(_duty(row)),
        ]
        table.add_row(*cells)
    out = io.StringIO()
    console = Console(file=out, force_terminal=colour, no_color=not colour, width=width, highlight=False, markup=False)
    console.print(table)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def _classes(row: Row) -> Iterable[str]:
    for law, name, doubtful in row.classes:
        shown = tell(OPEN) if name is None else name
        yield CLASS_OF.format(law=law, class_name=tell(DOUBTFUL, class_name=shown) if doubtful else shown)


def _dots(row: Row) -> str:
    if row.dots is None:
        return ""
    low, high = row.dots
    dots = str(low) if low == high else RANGE.format(low=low, high=high)
    return dots if row.limit is None else tell(OF_LIMIT, dots=dots, limit=row.limit)


def _why(row: Row) -> Iterable[str]:
    words = [tell(STATUS_WORDS[row.status])] if STATUS_WORDS[row.status] else []
    words += [tell(LATE)] * bool(row.late) + [tell(CHANGED)] * bool(row.changed)
    if words:
        yield ", ".join(words)
    yield from dict.fromkeys((*row.reasons, *row.missing, *row.remarks))


def _duty(row: Row) -> str:
    if row.next_duty is None:
        return ""
    what = harmless(row.next_duty.what)
    return what if row.next_duty.due is None else tell(BY, duty=what, due=row.next_duty.due)
