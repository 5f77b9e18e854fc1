"""Foreign text in, card entries out."""

from syscheck.foreign import Reported, Source, format_of, import_source
from syscheck.foreign.doors import import_file
from syscheck.foreign.words import read_freely, read_strictly

__all__ = ["Reported", "Source", "card_of", "entries", "imported", "questions", "reported", "states"]


def imported(text, read=read_strictly, file="system.txt"):
    """A text, imported; its format is told by its content."""
    source = Source(file, text if isinstance(text, bytes) else text.encode())
    return import_source(source, format_of(source), read)


def freely(text, file="system.txt"):
    """A text, imported, its words read as players write them."""
    return imported(text, read_freely, file)


def entries(done):
    """The entries of the card: meaning by head."""
    assert done.card is not None, [f.message for f in done.faults]
    return {head: text for row in done.rows for head, text in row.readings}


def card_of(text):
    """The entries of a text's card."""
    return entries(imported(text))


def reported(done):
    """Why rows are not on the card, by line."""
    return {row.at.line: str(row.why) for row in done.rows if row.state == "reported"}


def questions(done):
    """What is asked, by line."""
    return {row.at.line: [str(q) for q in row.questions] for row in done.rows if row.questions}


def states(done):
    """The state of each row."""
    return [row.state for row in done.rows]


def import_sample(path):
    """A file of the samples, imported."""
    return import_file(str(path))
