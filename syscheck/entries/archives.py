"""Cards in archives. Nothing is unpacked under a name of its own: cards go one behind the other into one nameless file.

An archive may lie about everything it says of itself, so every limit is checked against what really comes out of it.
"""

import gzip
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from syscheck.card.reader import MOST_BYTES
from syscheck.entries.names import is_archive, is_card, is_hidden, why_ignored, why_refused
from syscheck.entries.places import why_not_plain
from syscheck.language import Sentence, count, say

MOST_MEMBERS = 100_000
MOST_UNPACKED = 512 * MOST_BYTES
"""Bytes that one archive may become; ten thousand cards are a tenth of it."""
MOST_DIRECTORY = 8 * MOST_BYTES
"""Bytes of a zip's list of members: so many names need no more."""
MOST_RATIO = 200
"""So many times smaller no card can be packed: it is a bomb."""
SMALLEST_BOMB = 64 * 1024
"""Bytes from which the ratio counts: a small card of one repeated line is no bomb."""
COMPRESSIONS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""The others unpack without a limit while they are read."""
BLOCK = 1 << 16
DAMAGED = (zipfile.BadZipFile, tarfile.TarError, zlib.error, gzip.BadGzipFile, EOFError)
_END = b"PK\x05\x06"
_END_SIZE = 22


class BadArchive(ValueError):
    """An archive that is not read any further, with the reason."""

    def __init__(self, why: Sentence):
        self.why = why
        super().__init__(str(why))


class Member(NamedTuple):
    """A card in an archive: where it was put, or why it was refused."""

    name: str
    start: int = 0
    size: int = 0
    refused: Sentence | None = None


class LeftAside(NamedTuple):
    """Another file in an archive, and why it is no card."""

    name: str
    why: Sentence


def unpack(path: Path, unpacked: IO[bytes]) -> Iterator[Member | LeftAside]:
    """The cards of an archive, put behind what is in `unpacked`, and what else is in it. Errors: `BadArchive`.

    What was read before an archive turned out bad stays.
    """
    read = _unzip if path.name.lower().endswith(".zip") else _untar
    try:
        yield from read(path, _Limit(unpacked))
    except BadArchive:
        raise
    except DAMAGED as error:
        raise BadArchive(say("the archive is damaged")) from error
    except (OSError, ValueError, RuntimeError, OverflowError, NotImplementedError, MemoryError) as error:
        raise BadArchive(say("the archive cannot be read")) from error


class _Limit:
    """The unpacked file with what one archive has put into it."""

    def __init__(self, unpacked: IO[bytes]):
        self.unpacked = unpacked
        self.left = MOST_UNPACKED
        self.members = 0

    def count(self) -> None:
        """One member more. Errors: `BadArchive`."""
        self.members += 1
        if self.members > MOST_MEMBERS:
            raise BadArchive(_too_many())

    def card(self, name: str, stream: IO[bytes], packed: int | None) -> Member:
        """Put a card behind the others, at most one byte more of it than a card may have."""
        data = stream.read(MOST_BYTES + 1)
        if packed is not None and len(data) > SMALLEST_BOMB and len(data) > MOST_RATIO * max(packed, 1):
            return Member(name, refused=_bomb())
        self.left -= len(data)
        if self.left < 0:
            raise BadArchive(_too_large())
        start = self.unpacked.seek(0, 2)
        self.unpacked.write(data)
        return Member(name, start, len(data))


def _too_many() -> Sentence:
    return count("the archive has more than {n} file", "the archive has more than {n} files", MOST_MEMBERS)


def _too_large() -> Sentence:
    megabytes = MOST_UNPACKED // MOST_BYTES
    return count("the archive unpacks to more than {n} MiB", "the archive unpacks to more than {n} MiB", megabytes)


def _bomb() -> Sentence:
    return say("it is packed far smaller than any card can be")


def _sorted_out(name: str, folder: bool, mode: int | None) -> Member | LeftAside | None:
    """A member that is not to be read, by its name and kind; None for a card."""
    if (why := why_refused(name)) is not None:
        return Member(name, refused=why) if is_card(name) and not folder else LeftAside(name, why)
    if is_hidden(name):
        return LeftAside(name, say("a hidden file"))
    if mode is not None and not stat.S_ISREG(mode):
        why = why_not_plain(mode)
        return Member(name, refused=why) if is_card(name) else LeftAside(name, why)
    if is_archive(name):
        return LeftAside(name, say("an archive inside an archive; unpack it first"))
    return None if is_card(name) else LeftAside(name, why_ignored(name))


# ---- zip -------------------------------------------------------------------------------------------------------------


def _unzip(path: Path, limit: _Limit) -> Iterator[Member | LeftAside]:
    with path.open("rb") as stream:
        check_directory(stream)
        with zipfile.ZipFile(stream) as archive:
            for info in archive.infolist():
                limit.count()
                # What made the archive puts the kind of a file into the upper half; without it, it is a plain file.
                mode = info.external_attr >> 16
                name = info.orig_filename
                out = _sorted_out(name, info.is_dir(), mode if stat.S_IFMT(mode) else None)
                if info.is_dir() and not isinstance(out, Member):
                    continue
                yield out or _zipped(archive, info, name, limit)


def _zipped(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, limit: _Limit) -> Member:
    if info.flag_bits & 1:
        return Member(name, refused=say("it is locked with a password"))
    if info.compress_type not in COMPRESSIONS:
        return Member(name, refused=say("it is packed in a way that is not read; pack it as an ordinary zip"))
    if info.file_size > SMALLEST_BOMB and info.file_size > MOST_RATIO * max(info.compress_size, 1):
        return Member(name, refused=_bomb())
    try:
        with archive.open(info) as stream:
            return limit.card(name, stream, info.compress_size)
    except BadArchive:
        raise
    except (*DAMAGED, OSError, ValueError, RuntimeError, NotImplementedError):
        return Member(name, refused=say("it is damaged in the archive"))


def check_directory(stream: IO[bytes]) -> None:
    """Refuse a zip whose list of members would fill the memory, before it is read. Errors: `BadArchive`."""
    size = stream.seek(0, 2)
    start = stream.seek(max(0, size - _END_SIZE - (1 << 16)))
    tail = stream.read()
    at = tail.rfind(_END)
    if at < 0 or start + at + _END_SIZE > size:
        raise BadArchive(say("the archive is damaged"))
    if int.from_bytes(tail[at + 12 : at + 16], "little") > MOST_DIRECTORY:
        raise BadArchive(_too_many())
    stream.seek(0)


# ---- tar -------------------------------------------------------------------------------------------------------------


class _Guarded:
    """A tar's file that refuses to be read in large pieces: a header may claim to be of any size."""

    def __init__(self, stream: IO[bytes]):
        self.stream = stream
        self.tell = stream.tell
        self.seek = stream.seek

    def read(self, size: int = -1) -> bytes:
        """Some bytes. Errors: `BadArchive` where they are more than any card."""
        if not 0 <= size <= 2 * MOST_BYTES:
            raise BadArchive(say("the archive is damaged"))
        return self.stream.read(size)


def _untar(path: Path, limit: _Limit) -> Iterator[Member | LeftAside]:
    with path.open("rb") as stream:
        if path.name.lower().endswith(".tar"):
            yield from _tarred(stream, limit)
        else:
            with TemporaryFile() as plain:
                _gunzip(stream, plain)
                plain.seek(0)
                yield from _tarred(plain, limit)


def _gunzip(stream: IO[bytes], plain: IO[bytes]) -> None:
    """The tar inside a .tar.gz, as far as the limits allow. Errors: `BadArchive`."""
    packed = stream.seek(0, 2)
    stream.seek(0)
    done = 0
    with gzip.GzipFile(fileobj=stream) as source:
        while block := source.read(BLOCK):
            done += len(block)
            if done > 2 * MOST_UNPACKED:
                raise BadArchive(_too_large())
            if done > 16 * MOST_BYTES and done > MOST_RATIO * packed:
                raise BadArchive(say("the archive is packed far smaller than cards can be"))
            plain.write(block)


def _tarred(stream: IO[bytes], limit: _Limit) -> Iterator[Member | LeftAside]:
    guarded: IO[bytes] = _Guarded(stream)  # type: ignore[assignment]  # tarfile asks for these three methods only
    with tarfile.open(fileobj=guarded, mode="r:") as archive:
        while (info := archive.next()) is not None:
            vars(archive)["members"] = []  # it would keep them all
            limit.count()
            name = info.name
            kind = TAR_KINDS.get(info.type, stat.S_IFREG if info.type in PLAIN_TYPES else stat.S_IFCHR)
            out = _sorted_out(name, info.isdir(), kind)
            if info.isdir() and not isinstance(out, Member):
                continue
            if out is None:
                extracted = archive.extractfile(info)
                assert extracted is not None, "a plain file has contents"
                out = limit.card(name, extracted, None)
                if out.size < min(info.size, MOST_BYTES):
                    out = Member(name, refused=say("it is damaged in the archive"))
            yield out


PLAIN_TYPES = (tarfile.REGTYPE, tarfile.AREGTYPE)
TAR_KINDS = {tarfile.SYMTYPE: stat.S_IFLNK, tarfile.LNKTYPE: stat.S_IFLNK, tarfile.DIRTYPE: stat.S_IFDIR}
