"""The door for every command that judges: a card is read as a card, another format becomes one first."""

import re
from collections.abc import Sequence

from syscheck.card import Fault, did_you_mean
from syscheck.checking import STANDARD_INPUT, CheckedCard, Settings, check_bytes, check_card, check_file, unreadable
from syscheck.choosing import Wrong, WrongChoice
from syscheck.foreign import FORMATS, format_of
from syscheck.foreign.importing import Imported, counts_told, import_source
from syscheck.foreign.rows import Format
from syscheck.foreign.source import Source, TooLarge, checked_size, read_source
from syscheck.foreign.words import read_freely
from syscheck.language import phrase, say, tell
from syscheck.regulations import Regulation

CARD_SUFFIX = ".card"
READ_AS = phrase("This is no card: it was read as a {format}, and a card was made of it ({counts}).")
SEE_IMPORT = phrase("What is asked and what was left out is shown by syscheck import.")

_SECTION = re.compile(r"^[ \t]*\[[ \t]*(?:define|openings|continuations|defence)[ \t]*\]", re.MULTILINE | re.IGNORECASE)


def is_card(source: Source) -> bool:
    """Whether a file is a card: by its name, or because it has a section of one. Of a card nothing is guessed."""
    return source.file.casefold().endswith(CARD_SUFFIX) or _SECTION.search(source.text) is not None


def foreign_format(source: Source) -> Format | None:
    """The foreign format of a file that is to be judged; None where it is a card, or nothing known.

    Standard input has no name that says what it is, so lines that might be a card's are left to the card's reader.
    """
    if is_card(source):
        return None
    found = format_of(source)
    return None if found is FORMATS[-1] and source.file == STANDARD_INPUT else found


def check_source(source: Source, chosen: Sequence[Regulation] = (), settings: Settings | None = None) -> CheckedCard:
    """Judge what a file has, whichever its format."""
    found = foreign_format(source)
    if found is None:
        return check_bytes(source.data, source.file, chosen, settings)
    return check_imported(import_source(source, found, read_freely), chosen, settings)


def check_any(file: str, chosen: Sequence[Regulation] = (), settings: Settings | None = None) -> CheckedCard:
    """Judge the card, or the system in another format, in a file; a file that cannot be read is a fault."""
    if file.casefold().endswith(CARD_SUFFIX):
        return check_file(file, chosen, settings)
    try:
        source = read_source(file)
    except TooLarge:
        return CheckedCard(file, "", faults=(Fault.of("E502", (0, 0)),))
    except OSError as error:
        return CheckedCard(file, "", faults=(unreadable(error),))
    return check_source(source, chosen, settings)


def check_data(
    data: bytes, file: str, chosen: Sequence[Regulation] = (), settings: Settings | None = None
) -> CheckedCard:
    """The same of a file that was received: its bytes, and its name, which is no name of ours and never opened."""
    if file.casefold().endswith(CARD_SUFFIX):
        return check_bytes(data, file, chosen, settings)
    try:
        source = checked_size(Source(file, data))
    except TooLarge:
        return CheckedCard(file, "", faults=(Fault.of("E502", (0, 0)),))
    return check_source(source, chosen, settings)


def check_imported(
    imported: Imported, chosen: Sequence[Regulation] = (), settings: Settings | None = None
) -> CheckedCard:
    """Judge the card that a foreign file became; places are those of the file."""
    file, text = imported.source.file, imported.source.text
    if imported.card is None or imported.format is None:
        return CheckedCard(file, text, faults=imported.faults, remarks=imported.remarks)
    remark = say(READ_AS, format=tell(imported.format.title), counts=counts_told(imported))
    remarks = [remark, *imported.remarks, *([] if imported.exact else [say(SEE_IMPORT)])]
    lines = tuple(imported.at(n).own_line for n in range(len(imported.card.entries)))
    return check_card(imported.card, file, text, chosen, settings, remarks, lines, imported.system)


def opened_source(file: str, data: bytes | None = None) -> Source | Fault:
    """A file, or what standard input had of it; or why it cannot be read."""
    try:
        return read_source(file) if data is None else checked_size(Source(file, data))
    except TooLarge:
        return Fault.of("E502", (0, 0))
    except OSError as error:
        return unreadable(error)


def import_file(file: str, data: bytes | None = None, form: Format | None = None) -> Imported:
    """The card of a file, by its content or as the format `form`; `data` is what standard input had.

    A file that cannot be read is a fault.
    """
    source = opened_source(file, data)
    if isinstance(source, Fault):
        return Imported(Source(file, b""), form, faults=(source,))
    if form is None and is_card(source):
        return Imported(source, None, faults=(Fault.of("E507", (0, 0)),))
    return import_source(source, form or format_of(source), read_freely)


def choose_format(name: str | None) -> Format | None:
    """The foreign format of a name; None lets the content tell. Errors: `WrongChoice`."""
    if name is None:
        return None
    found = next((f for f in FORMATS if f.name == name), None)
    if found is None:
        known = [f.name for f in FORMATS]
        near = did_you_mean(name, known)
        sentence = say(
            "--from {name}: {near}formats that are read are {known}", name=name, near=near, known=", ".join(known)
        )
        raise WrongChoice([Wrong("format", sentence)])
    return found
