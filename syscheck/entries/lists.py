"""An organiser's entry list: a CSV or XLSX with a line for each pair, read strictly, every fault told at once."""

import csv
import datetime
import io
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from syscheck.card import did_you_mean
from syscheck.card.wordlists import without_accents
from syscheck.checking import why_unreadable
from syscheck.entries.archives import BLOCK, COMPRESSIONS, DAMAGED, BadArchive, check_directory
from syscheck.entries.names import LONGEST_NAME, plain_name, why_refused
from syscheck.entries.places import NotThere, read_regular
from syscheck.entries.times import Received, read_received
from syscheck.events import Event
from syscheck.language import Sentence, count, say

MOST_BYTES = 16 << 20
"""Bytes of a list."""
MOST_UNPACKED = 64 << 20
"""Bytes of an XLSX when unpacked."""
MOST_ROWS = 100_000
MOST_COLUMNS = 200
MOST_FAULTS = 100
LONGEST_CELL = 4_000
SEPARATORS = (",", ";", "\t")

COLUMNS: dict[str, tuple[str, ...]] = {
    "pair": ("pair", "dvojica", "pár", "dvojice", "par"),
    "team": ("team", "družstvo", "tím", "tým", "lag"),
    "card": ("card", "cards", "karta", "karty", "kort", "systemkort", "systémová karta"),
    "received": ("received", "doručené", "prijaté", "doručeno", "přijato", "mottaget", "mottagen"),
    "registered": ("registered", "registrované", "registrováno", "registrerat", "registrerad"),
    "approved": ("approved", "schválené", "schváleno", "godkänt", "godkänd"),
}
"""Each column, and how its heading may be written: English, then Slovak, Czech and Swedish words."""

_HEADINGS = {without_accents(word.casefold()): name for name, words in COLUMNS.items() for word in words}
_FINGERPRINT = re.compile(r"[0-9a-f]{16}")
_PLACE = re.compile(rb"\br\s*=\s*[\"']\s*([A-Za-z]{0,3})([0-9]{1,9})")
"""Where a row or a cell of a worksheet says that it stands."""


@dataclass(frozen=True, slots=True)
class ListFault:
    """One thing that is wrong with a list, and where: row and column from 1, 0 where it is about more."""

    message: Sentence
    row: int = 0
    column: int = 0

    def __str__(self) -> str:
        if self.row and self.column:
            return str(say("row {row}, column {column}: {fault}", row=self.row, column=self.letter, fault=self.message))
        if self.row:
            return str(say("row {row}: {fault}", row=self.row, fault=self.message))
        return str(self.message)

    @property
    def letter(self) -> str:
        """The column as a spreadsheet calls it: A, B, … AA."""
        letters, number = "", self.column
        while number:
            number, digit = divmod(number - 1, 26)
            letters = chr(ord("A") + digit) + letters
        return letters


class FaultyList(ValueError):
    """An entry list that cannot be used, with every fault."""

    def __init__(self, file: str, faults: Sequence[ListFault]):
        self.file = file
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, faults)))


@dataclass(frozen=True, slots=True)
class ListRow:
    """What a list says of a pair; `cards` and a file in `approved` are names relative to the list."""

    number: int
    pair: str = ""
    team: str = ""
    cards: tuple[str, ...] = ()
    received: Received | None = None
    registered: str | None = None
    approved_file: str | None = None
    approved_fingerprint: str | None = None


Cell = object
Cells = Sequence[Cell]


def read_list(path: Path, event: Event) -> tuple[ListRow, ...]:
    """The pairs of an entry list. Errors: `FaultyList`."""
    name = plain_name(path.name)
    try:
        data = read_regular(path.resolve(), MOST_BYTES)
    except OSError as error:
        raise FaultyList(name, [ListFault(say("it cannot be read: {why}", why=why_unreadable(error)))]) from None
    except NotThere as error:
        raise FaultyList(name, [ListFault(say("it cannot be read: {why}", why=error.why))]) from None
    if len(data) > MOST_BYTES:
        raise FaultyList(name, [ListFault(say("it is larger than {size} MiB", size=MOST_BYTES >> 20))])
    reading = _Reading(event)
    try:
        reading.table(_rows_of_xlsx(data) if path.name.lower().endswith(".xlsx") else _rows_of_csv(data))
    except _Unusable as error:
        reading.faults.append(error.fault)
    if reading.faults:
        raise FaultyList(name, reading.faults)
    return tuple(reading.rows)


def is_heading(line: str) -> bool:
    """Whether a line of a list names columns: at least one of its cells is the name of one."""
    return any(
        without_accents(cell.strip(' "').casefold()) in _HEADINGS
        for separator in SEPARATORS
        for cell in line[:LONGEST_CELL].split(separator)
    )


class _Unusable(Exception):
    """A fault behind which nothing can be read."""

    def __init__(self, message: Sentence, row: int = 0):
        self.fault = ListFault(message, row)


# ---- cells -----------------------------------------------------------------------------------------------------------


@dataclass
class _Reading:
    """The rows of a list as they are read, and its faults."""

    event: Event
    rows: list[ListRow] = field(default_factory=list)
    faults: list[ListFault] = field(default_factory=list)

    def table(self, table: Iterator[Cells]) -> None:
        """Read the headings, then the rows."""
        numbered = enumerate(table, 1)
        top, heading = next(((n, cells) for n, cells in numbered if any(map(_filled, cells))), (0, ()))
        if not top:
            raise _Unusable(say("it is empty; its first row names the columns: {known}", known=", ".join(COLUMNS)))
        columns = self.columns(top, heading)
        if self.faults:
            return
        for number, cells in numbered:
            if number > MOST_ROWS:
                raise _Unusable(say("it has more than {n} rows", n=MOST_ROWS))
            if any(map(_filled, cells)):
                self.row(number, columns, cells)
            if len(self.faults) > MOST_FAULTS:
                raise _Unusable(say("and so on: it has too many faults to tell them all"))

    def columns(self, row: int, heading: Cells) -> dict[str, int]:
        """Where each column stands."""
        found: dict[str, int] = {}
        for place, cell in enumerate(heading):
            if not _filled(cell):
                continue
            text = plain_name(str(cell))
            name = _HEADINGS.get(without_accents(text.casefold()))
            if name is None:
                near = did_you_mean(text, _HEADINGS)
                known = ", ".join(COLUMNS)
                message = say(
                    "there is no column “{name}”: {near}columns are {known}", name=text, near=near, known=known
                )
                self.faults.append(ListFault(message, row, place + 1))
            elif name in found:
                self.faults.append(ListFault(say("the column “{name}” stands twice", name=text), row, place + 1))
            else:
                found[name] = place
        if not self.faults and not {"pair", "card"} & set(found):
            self.faults.append(ListFault(say("it has neither a column “pair” nor a column “card”"), row))
        return found

    def row(self, number: int, columns: dict[str, int], cells: Cells) -> None:
        """Read one row."""
        before = len(self.faults)

        def wrong(column: str, message: Sentence) -> None:
            self.faults.append(ListFault(message, number, columns[column] + 1))

        for place, cell in enumerate(cells):
            if _filled(cell) and place not in columns.values():
                self.faults.append(ListFault(say("this cell has no heading above it"), number, place + 1))
        texts: dict[str, str] = {}
        for name, place in columns.items():
            cell = cells[place] if place < len(cells) else ""
            texts[name] = _text(cell)
            if len(texts[name]) > LONGEST_CELL:
                wrong(name, count("it has more than {n} character", "it has more than {n} characters", LONGEST_CELL))
                texts[name] = ""
        for name in ("pair", "team"):
            if len(texts.get(name, "")) > LONGEST_NAME:
                wrong(name, count("it has more than {n} character", "it has more than {n} characters", LONGEST_NAME))
        cards = tuple(self.cards(texts.get("card", ""), lambda m: wrong("card", m)))
        received = None
        if texts.get("received"):
            received = read_received(cells[columns["received"]], self.event)
            if received is None:
                hint = "2026-09-30 18:00"
                wrong("received", say("“{text}” is not a time; write it as {hint}", text=texts["received"], hint=hint))
        registered = None
        if texts.get("registered"):
            registered = _fingerprint(cells[columns["registered"]])
            if registered is None:
                wrong("registered", _no_fingerprint(texts["registered"]))
        file, fingerprint = self.approved(columns, cells, texts, wrong)
        if not texts.get("pair") and not cards and len(self.faults) == before:
            self.faults.append(ListFault(say("it names neither a pair nor a card"), number))
        pair, team = plain_name(texts.get("pair", "")), plain_name(texts.get("team", ""))
        self.rows.append(ListRow(number, pair, team, cards, received, registered, file, fingerprint))

    @staticmethod
    def cards(text: str, wrong: Callable[[Sentence], None]) -> Iterator[str]:
        """The files in a cell."""
        for name in filter(None, (part.strip() for part in text.split(";"))):
            if (why := why_refused(name)) is not None:
                wrong(say("“{file}” is not looked for: {why}", file=plain_name(name), why=why))
            else:
                yield name.removeprefix("./")

    @staticmethod
    def approved(
        columns: dict[str, int], cells: Cells, texts: dict[str, str], wrong: Callable[[str, Sentence], None]
    ) -> tuple[str | None, str | None]:
        """An earlier approved card: its file, or its fingerprint."""
        text = texts.get("approved", "")
        if not text:
            return None, None
        cell = cells[columns["approved"]]
        if (fingerprint := _fingerprint(cell)) is not None:
            return None, fingerprint
        if not isinstance(cell, str):
            wrong("approved", _no_fingerprint(text))
            return None, None
        if (why := why_refused(text)) is not None:
            wrong("approved", say("“{file}” is not looked for: {why}", file=plain_name(text), why=why))
            return None, None
        return text.removeprefix("./"), None


def _filled(cell: Cell) -> bool:
    return cell is not None and str(cell).strip() != ""


def _text(cell: Cell) -> str:
    """A cell as text; a spreadsheet has whole numbers as 12.0."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return str(int(cell))
    if isinstance(cell, datetime.datetime):
        return cell.isoformat(" ")
    return str(cell).strip()


def _fingerprint(cell: Cell) -> str | None:
    """Sixteen hexadecimal digits, where the cell has them as text."""
    text = str(cell).strip().lower()
    return text if isinstance(cell, str) and _FINGERPRINT.fullmatch(text) else None


def _no_fingerprint(text: str) -> Sentence:
    return say("“{text}” is not a fingerprint; write its 16 digits and letters, as text", text=plain_name(text))


# ---- CSV -------------------------------------------------------------------------------------------------------------


def _rows_of_csv(data: bytes) -> Iterator[Cells]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = data[: error.start].count(b"\n") + 1
        raise _Unusable(say("it is not UTF-8 text; save it as CSV UTF-8"), row) from None
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    number = 0
    while True:
        number += 1
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error:
            why = say("it cannot be read: a quotation mark is not closed, or the cell is far too long")
            raise _Unusable(why, number) from None
        if len(cells) > MOST_COLUMNS:
            raise _Unusable(say("it has more than {n} columns", n=MOST_COLUMNS), number)
        yield cells


def _separator(text: str) -> str:
    """What stands between cells: what makes the most known headings of the first line with anything in it."""
    line = next((x for x in text.splitlines() if x.strip(" \t,;")), "")[:LONGEST_CELL]

    def known(separator: str) -> tuple[int, int]:
        names = [without_accents(x.strip(' "').casefold()) for x in line.split(separator)]
        return sum(name in _HEADINGS for name in names), len(names)

    return max(SEPARATORS, key=known)


# ---- XLSX ------------------------------------------------------------------------------------------------------------


def _rows_of_xlsx(data: bytes) -> Iterator[Cells]:
    """The rows of the first sheet."""
    from python_calamine import CalamineError, CalamineWorkbook

    _check_xlsx(data)
    try:
        sheet = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0)
        rows = sheet.to_python(skip_empty_area=False)
    except (CalamineError, OSError, ValueError, IndexError, KeyError):
        raise _Unusable(say("it is not a readable XLSX file; save it again, or as CSV UTF-8")) from None
    yield from rows


def _check_xlsx(data: bytes) -> None:
    """Refuse a workbook that would fill the memory, before it is read."""
    left = MOST_UNPACKED
    try:
        stream = io.BytesIO(data)
        check_directory(stream)
        with zipfile.ZipFile(stream) as book:
            for info in book.infolist():
                if info.compress_type not in COMPRESSIONS:
                    raise _Unusable(say("it is packed in a way that is not read; save it again"))
                sheet = info.filename.lower().lstrip("/").startswith("xl/worksheets/")
                tail = b""
                with book.open(info) as member:
                    while block := member.read(BLOCK):
                        left -= len(block)
                        if left < 0:
                            raise _Unusable(say("it unpacks to more than {size} MiB", size=MOST_UNPACKED >> 20))
                        if sheet:
                            _check_places(tail + block)
                            tail = block[-32:]
    except (BadArchive, *DAMAGED, OSError, ValueError, RuntimeError, NotImplementedError):
        raise _Unusable(say("it is not a readable XLSX file; save it again, or as CSV UTF-8")) from None


def _check_places(text: bytes) -> None:
    """Refuse a sheet with a cell so far out that all the empty ones before it would fill the memory."""
    if b"\0" in text:
        raise _Unusable(say("it is not a readable XLSX file; save it again, or as CSV UTF-8"))
    for letters, digits in _PLACE.findall(text):
        column = 0
        for letter in letters.upper():
            column = 26 * column + letter - ord("A") + 1
        if int(digits) > MOST_ROWS:
            raise _Unusable(say("it has more than {n} rows", n=MOST_ROWS))
        if column > MOST_COLUMNS:
            raise _Unusable(say("it has more than {n} columns", n=MOST_COLUMNS))
