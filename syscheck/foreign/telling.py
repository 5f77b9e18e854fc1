"""What `syscheck import` and `syscheck export` tell of a file on standard error, each thing with its place."""

from collections.abc import Iterator

from syscheck.foreign.exporting import Exported
from syscheck.foreign.importing import Imported, ImportedRow, counts_told
from syscheck.foreign.rows import At
from syscheck.language import phrase, say, tell
from syscheck.report.text import text_faults
from syscheck.report.view import faulty_view
from syscheck.report.words import file_name, harmless

HEAD = phrase("{file}: {format}, {counts}")
ASKED = phrase("{place}: {question}")
UNREAD = phrase("{place}: not read: {words}")
LEFT_OUT = phrase("{place}: not on the card: {why}")
LOST = phrase("{file}: {what}")


def import_text(imported: Imported) -> str:
    """What became of a file: its counts, what is asked, what was left out; or its faults."""
    source = imported.source
    if imported.card is None or imported.format is None:
        return text_faults(faulty_view(source.file, source.text, imported.faults), colour=False, width=100)
    return "".join(line + "\n" for line in import_lines(imported))


def import_lines(imported: Imported) -> list[str]:
    """What became of a file of which a card was made, a line each: its counts, what is asked, what was left out."""
    assert imported.format is not None, "a card was made of it"
    name = file_name(imported.source.file)
    lines = [tell(HEAD, file=name, format=tell(imported.format.title), counts=counts_told(imported))]
    lines += [tell(LOST, file=name, what=remark) for remark in imported.remarks]
    for row in imported.rows:
        lines += _row_lines(name, row)
    return list(map(harmless, lines))


def _row_lines(name: str, row: ImportedRow) -> Iterator[str]:
    place = place_told(name, row.at)
    if row.why is not None:
        yield tell(LEFT_OUT, place=place, why=row.why)
    for question in row.questions:
        yield tell(ASKED, place=place, question=question)
    if row.unread:
        yield tell(UNREAD, place=place, words=tuple(str(say("“{word}”", word=w)) for w in row.unread))


def place_told(name: str, at: At) -> str:
    """A place as editors and scripts look for it."""
    return f"{at.file or name}:{at.line}:{at.column}"


def exported_text(file: str, exported: Exported) -> str:
    """What a format could not hold."""
    name = file_name(file)
    return "".join(harmless(tell(LOST, file=name, what=loss)) + "\n" for loss in exported.losses)
