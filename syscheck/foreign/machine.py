"""The JSON of `syscheck import`."""

from collections.abc import Iterable
from typing import Literal

from syscheck import __version__
from syscheck.foreign.exporting import Export, Exported
from syscheck.foreign.importing import QUESTIONED, READ, REPORTED, Imported, ImportedRow
from syscheck.report.machine import ErrorOut, Model, errors_out

StateName = Literal["read", "questioned", "reported"]


class EntryOut(Model):
    """An entry of the card that a row became."""

    entry: str
    """Its left side: `1N [nv]`, `1N-2C`; the section of a phrase: `[leads]`."""
    meaning: str


class RowOut(Model):
    """A row of a foreign file."""

    line: int
    column: int
    file: str | None
    """The file that the row stands in, where it was included; else null."""
    original: str
    state: StateName
    entries: tuple[EntryOut, ...]
    questions: tuple[str, ...]
    unread: tuple[str, ...]
    why: str | None
    """Why a reported row is not on the card."""


class CountsOut(Model):
    """How many rows a file has, and what became of them."""

    rows: int
    read: int
    questioned: int
    reported: int
    silent: int
    """Lines that are no row of their own."""


class ImportedFileOut(Model):
    """A foreign file and the card that it became."""

    file: str
    format: str | None
    status: Literal["read", "questions", "unreadable"]
    card: str | None
    errors: tuple[ErrorOut, ...]
    remarks: tuple[str, ...]
    counts: CountsOut
    rows: tuple[RowOut, ...]


class ImportOut(Model):
    """The output of `syscheck import --format json`."""

    syscheck: str
    files: tuple[ImportedFileOut, ...]


def import_out(files: Iterable[Imported]) -> ImportOut:
    """What became of the files, in the language spoken."""
    return ImportOut(syscheck=__version__, files=tuple(map(_file_out, files)))


def _file_out(imported: Imported) -> ImportedFileOut:
    counts = imported.counts
    return ImportedFileOut(
        file=imported.source.file,
        format=None if imported.format is None else imported.format.name,
        status="unreadable" if imported.card is None else "read" if imported.exact else "questions",
        card=None if imported.card is None else imported.text,
        errors=errors_out(imported.source.text, imported.faults),
        remarks=tuple(map(str, imported.remarks)),
        counts=CountsOut(
            rows=len(imported.rows),
            read=counts[READ],
            questioned=counts[QUESTIONED],
            reported=counts[REPORTED],
            silent=imported.silent,
        ),
        rows=tuple(map(_row_out, imported.rows)),
    )


def _row_out(row: ImportedRow) -> RowOut:
    return RowOut.model_validate(
        {
            "line": row.at.line,
            "column": row.at.column,
            "file": row.at.file,
            "original": row.row.original,
            "state": row.state,
            "entries": tuple(EntryOut(entry=head, meaning=text) for head, text in row.readings),
            "questions": tuple(map(str, row.questions)),
            "unread": row.unread,
            "why": None if row.why is None else str(row.why),
        }
    )


class ExportOut(Model):
    """The output of `syscheck export --format json`."""

    syscheck: str
    file: str
    format: str
    text: str
    """The file in the other format."""
    losses: tuple[str, ...]
    """What of the card the format cannot hold."""


def export_out(file: str, export: Export, exported: Exported) -> ExportOut:
    """A card in another format with what it lost, in the language spoken."""
    return ExportOut(
        syscheck=__version__,
        file=file,
        format=export.name,
        text=exported.text,
        losses=tuple(map(str, exported.losses)),
    )
