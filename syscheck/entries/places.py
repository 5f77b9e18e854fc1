"""Where a card lies, and reading it from there."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from syscheck.card.reader import MOST_BYTES
from syscheck.checking import why_unreadable
from syscheck.language import Sentence, say


@dataclass(frozen=True, slots=True)
class CardFile:
    """A card that was handed in: its name, and where its bytes are.

    `path` is a file of its own; `start` and `size` are a piece of the file that archives were unpacked into. A card
    that cannot be read from either says why in `refused`.
    """

    file: str
    """As people call it, harmless to show."""
    inside: str
    """Its name inside the folder or archive it was found in."""
    team: str = ""
    """The name of the sub-folder it lies in."""
    path: Path | None = None
    start: int = 0
    size: int = 0
    refused: Sentence | None = None
    source: int = -1
    """The number of the path it was found under; -1 where the entry list alone names it."""


@dataclass(frozen=True, slots=True)
class Ignored:
    """A file that is taken for no card, and why."""

    file: str
    why: Sentence

    def __str__(self) -> str:
        return str(say("{file}: {why}", file=self.file, why=self.why))


class NotThere(ValueError):
    """A card that cannot be read, with the reason in plain words."""

    def __init__(self, why: Sentence | str):
        self.why = why
        super().__init__(str(why))


def read_card_file(card: CardFile, unpacked: IO[bytes] | None) -> bytes:
    """The bytes of a card, one more than a card may have at the most. Errors: `NotThere`."""
    if card.refused is not None:
        raise NotThere(card.refused)
    try:
        if card.path is not None:
            return read_regular(card.path)
        assert unpacked is not None, "a card without a path lies in the unpacked file"
        unpacked.seek(card.start)
        return unpacked.read(card.size)
    except OSError as error:
        raise NotThere(why_unreadable(error)) from None


def read_regular(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file, at most one more than `most`. Errors: `OSError`; `NotThere` where it is not a plain file.

    Neither a link nor a pipe is followed or waited for, also where someone puts one there in this moment.
    """
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    with os.fdopen(os.open(path, flags), "rb") as stream:
        kind = os.fstat(stream.fileno()).st_mode
        if not stat.S_ISREG(kind):
            raise NotThere(why_not_plain(kind))
        return stream.read(most + 1)


def why_not_plain(mode: int) -> Sentence:
    """Why something in a folder is no file that is read, from its mode."""
    if stat.S_ISLNK(mode):
        return say("it is a link to another place; put the file itself there")
    if stat.S_ISDIR(mode):
        return say("it is a folder")
    return say("it is not a file but a pipe, a device or the like")
