"""A foreign file as it came: its bytes as text, and the folder that it may include others from."""

import os
import re
import stat
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from syscheck.card import Lines
from syscheck.language import Sentence, phrase, say

MOST_BYTES = 4 << 20
"""Far above every real file: the largest systems seen have a few hundred kilobytes."""
MOST_ROWS = 10_000
"""As many as a card may have entries."""
LONGEST_ROW = 20_000
"""Characters of one row; a longer one is reported and not read."""

NOT_UTF8 = phrase("The file is not UTF-8; it was read as Windows-1252, so look at letters with accents.")

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


class TooLarge(ValueError):
    """A file with more bytes than are read."""


class Outside(ValueError):
    """A file that is not in the folder which may be read, or is reached by a link that leads out of it."""


@dataclass(frozen=True)
class Source:
    """A foreign file: its name, its bytes, and the folder that it may include files from (None: none)."""

    file: str
    data: bytes
    folder: Path | None = None

    @cached_property
    def decoded(self) -> tuple[str, Sentence | None]:
        """The text with plain line ends, and what is to be said of how it was read."""
        remark = None
        if self.data.startswith((b"\xff\xfe", b"\xfe\xff")):
            text = self.data.decode("utf-16", "replace")
        else:
            try:
                text = self.data.decode("utf-8-sig")
            except UnicodeDecodeError:
                text, remark = self.data.decode("cp1252", "replace"), say(NOT_UTF8)
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        # A control character becomes a blank, so that every offset stays.
        return _CONTROL.sub(" ", text).replace("\ufeff", " "), remark

    @property
    def text(self) -> str:
        """The text, line ends `\\n`, without control characters."""
        return self.decoded[0]

    @cached_property
    def lines(self) -> Lines:
        """Where offsets stand in the text."""
        return Lines(self.text)


def read_source(file: str) -> Source:
    """The file of this name; it may include others of its folder. Errors: `OSError`, `TooLarge`.

    A file that never ends (a pipe, a device) is not opened.
    """
    path = Path(file)
    return checked_size(Source(file, _bytes_of(path), path.parent))


def read_included(source: Source, name: str) -> Source:
    """A file that another one includes, named from the folder of the source.

    Errors: `Outside`, `OSError`, `TooLarge`.
    """
    if source.folder is None:
        raise Outside
    folder = source.folder.resolve()
    try:
        path = (folder / name).resolve(strict=True)
    except (ValueError, RuntimeError):  # a name with a null in it; links in a circle
        raise Outside from None
    if not path.is_relative_to(folder):
        raise Outside
    return checked_size(Source(name, _bytes_of(path), source.folder))


def _bytes_of(path: Path) -> bytes:
    """The bytes of a file, one more than are read at the most."""
    # Opened without waiting: a pipe that nobody writes into would hang.
    opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(opened, "rb") as stream:
        kind = os.fstat(stream.fileno()).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError
        if not stat.S_ISREG(kind):
            raise OSError(None, str(say("it is not a file")))
        return stream.read(MOST_BYTES + 1)


def checked_size(source: Source) -> Source:
    """The source itself. Errors: `TooLarge`."""
    if len(source.data) > MOST_BYTES:
        raise TooLarge
    return source
