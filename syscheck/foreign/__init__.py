"""Systems in other people's formats: each file becomes a card, and nothing of it is lost in silence.

A format is a module with a `FORMAT`: how its files are told by their content, and how their text falls into rows.
Everything else is common: `import_source` reads the words of each row, settles where it holds, and writes the card
in canonical layout; what could not be read stands in it as `unclear "words"`.

A new format is a module here and its `FORMAT` in the list below, in the order in which they are tried.
"""

from collections.abc import Sequence

from syscheck.foreign import bbo_alert, bml, bss, craftwork, declaration, plain
from syscheck.foreign.importing import Imported, ImportedRow, import_source
from syscheck.foreign.rows import At, Format, Listed, Reported, Row, Sheet
from syscheck.foreign.source import Outside, Source, TooLarge, read_included, read_source

FORMATS: tuple[Format, ...] = (
    bbo_alert.FORMAT,
    bss.FORMAT,
    declaration.FORMAT,
    craftwork.FORMAT,
    bml.FORMAT,
    plain.FORMAT,
)
"""Every format that is read, the ones that are told with the most certainty first."""


def format_of(source: Source, formats: Sequence[Format] = FORMATS) -> Format | None:
    """The format of a file, by its content; None where none fits."""
    return next((f for f in formats if f.detects(source)), None)


__all__ = [
    "FORMATS",
    "At",
    "Format",
    "Imported",
    "ImportedRow",
    "Listed",
    "Outside",
    "Reported",
    "Row",
    "Sheet",
    "Source",
    "TooLarge",
    "format_of",
    "import_source",
    "read_included",
    "read_source",
]
