"""Finding what was handed in: in files, folders, archives, and by entry lists."""

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from syscheck.entries.archives import BadArchive, LeftAside, unpack
from syscheck.entries.lists import FaultyList, ListRow, read_list
from syscheck.entries.names import is_archive, is_card, is_hidden, is_list, plain_name, why_ignored
from syscheck.entries.places import CardFile, Ignored, why_not_plain
from syscheck.events import Event
from syscheck.language import Sentence, say

MOST_DEPTH = 40
"""Folders in folders."""


class FaultyEntries(ValueError):
    """Paths that are not there and lists that cannot be used: every fault of all of them."""

    def __init__(self, faults: Sequence[Sentence]):
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, faults)))


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of an entry list with the cards that it names, and the names of those that are not there."""

    row: ListRow
    cards: tuple[int, ...] = ()
    absent: tuple[str, ...] = ()
    approved: int | None = None
    """The earlier approved card; None too where it is not there."""


@dataclass
class Found:
    """Everything that was handed in: cards, what lists say of them by their number, and what is no card."""

    cards: list[CardFile] = field(default_factory=list)
    listed: list[Listed] = field(default_factory=list)
    ignored: list[Ignored] = field(default_factory=list)


def find(paths: Sequence[Path], event: Event, unpacked: IO[bytes]) -> Found:
    """What the paths hold: each is a card, a folder, an archive or an entry list.

    Cards in archives are put into `unpacked`. Errors: `FaultyEntries`, with all that is wrong with the paths and lists
    themselves; what is wrong with a single card stays with it.
    """
    found = Found()
    faults: list[Sentence] = []
    lists: list[tuple[Path, tuple[ListRow, ...]]] = []
    named = {os.path.realpath(path) for path in paths}
    for number, path in enumerate({os.path.realpath(path): path for path in paths}.values()):
        name = plain_name(str(path))
        try:
            mode = path.stat().st_mode
        except (OSError, ValueError):
            faults.append(say("{path}: there is no such file or folder", path=name))
            continue
        if stat.S_ISDIR(mode):
            _look_into(path, number, named, found)
        elif not stat.S_ISREG(mode):
            faults.append(say("{path}: {why}", path=name, why=why_not_plain(mode)))
        elif is_list(path.name):
            try:
                lists.append((path, read_list(path, event)))
            except FaultyList as error:
                faults += [say("{path}: {why}", path=name, why=fault) for fault in error.faults]
        elif is_archive(path.name):
            _open(path, number, found, unpacked)
        else:
            found.cards.append(CardFile(name, path.name, path=Path(os.path.realpath(path)), source=number))
    if faults:
        raise FaultyEntries(faults)
    for path, rows in lists:
        _take_list(path, rows, found)
    return found


# ---- folders ---------------------------------------------------------------------------------------------------------


def _look_into(folder: Path, number: int, named: set[str], found: Found) -> None:
    """The cards of a folder and its sub-folders, in the order of their names."""
    for inside, path, why in _walk(folder, "", MOST_DEPTH, named):
        shown = plain_name(str(folder / inside))
        if is_card(inside) and not is_hidden(inside):
            team = plain_name(Path(inside).parent.name)
            found.cards.append(CardFile(shown, inside, team, path, refused=why, source=number))
        else:
            found.ignored.append(Ignored(shown, why or why_ignored(inside)))


def _walk(folder: Path, before: str, depth: int, named: set[str]) -> Iterator[tuple[str, Path, Sentence | None]]:
    """Everything in a folder but folders themselves: its name inside, where it is, and why it is not to be read."""
    try:
        with os.scandir(folder) as scan:
            things = sorted(scan, key=lambda thing: thing.name)
    except OSError:
        yield before or ".", folder, say("the folder cannot be read")
        return
    for thing in things:
        inside = f"{before}/{thing.name}" if before else thing.name
        if not thing.is_symlink() and os.path.realpath(thing.path) in named:
            continue  # it is read as what it was named: a list, an archive, a card, a folder
        try:
            mode = thing.stat(follow_symlinks=False).st_mode
        except OSError:
            yield inside, Path(thing.path), say("it cannot be read")
            continue
        if stat.S_ISDIR(mode):
            if depth == 0:
                yield inside, Path(thing.path), say("it lies too deep in folders")
            else:
                yield from _walk(Path(thing.path), inside, depth - 1, named)
        else:
            yield inside, Path(thing.path), None if stat.S_ISREG(mode) else why_not_plain(mode)


# ---- archives --------------------------------------------------------------------------------------------------------


def _open(path: Path, number: int, found: Found, unpacked: IO[bytes]) -> None:
    """The cards of an archive, in the order of their names; a bad one is a card that cannot be read."""
    shown = str(path)
    cards: list[CardFile] = []
    aside: list[Ignored] = []
    try:
        for member in unpack(path, unpacked):
            name = plain_name(f"{shown}/{member.name}")
            if isinstance(member, LeftAside):
                aside.append(Ignored(name, member.why))
            else:
                start, size = member.start, member.size
                cards.append(CardFile(name, member.name, "", None, start, size, refused=member.refused, source=number))
    except BadArchive as error:
        cards.append(CardFile(plain_name(shown), "", refused=error.why, source=number))
    top = _common_top([c.inside for c in cards if c.refused is None])
    for card in sorted(cards, key=lambda c: (c.inside, c.start)):
        inside = card.inside.removeprefix(top)
        team = plain_name(inside.split("/")[-2]) if "/" in inside else ""
        found.cards.append(
            CardFile(card.file, inside, team, None, card.start, card.size, refused=card.refused, source=number)
        )
    found.ignored += sorted(aside, key=lambda a: a.file)


def _common_top(names: Sequence[str]) -> str:
    """The folder that an archive has everything in, as one packs a whole folder: it is no team."""
    tops = {name.split("/", 1)[0] if "/" in name else "" for name in names}
    only = next(iter(tops)) if len(tops) == 1 else ""
    return f"{only}/" if only else ""


# ---- lists -----------------------------------------------------------------------------------------------------------


def _take_list(path: Path, rows: Sequence[ListRow], found: Found) -> None:
    """Join the rows of a list with the cards that were found, and find those that lie beside the list."""
    places = _Places(path, found)
    for row in rows:
        numbers, absent = [], []
        for name in row.cards:
            number = places.number(name)
            if number is None:
                absent.append(plain_name(name))
            else:
                numbers.append(number)
        approved = None if row.approved_file is None else places.number(row.approved_file)
        found.listed.append(Listed(row, tuple(dict.fromkeys(numbers)), tuple(absent), approved))


class _Places:
    """Where the names of a list lead: to a card found already, or to a file beside the list."""

    def __init__(self, path: Path, found: Found):
        self.folder = Path(os.path.realpath(path)).parent
        self.found = found
        self.by_place: dict[str, int] = {}
        self.by_name: dict[str, int] = {}
        for number, card in enumerate(found.cards):
            if card.path is not None:
                self.by_place.setdefault(os.path.realpath(card.path), number)
            self.by_name.setdefault(card.inside, number)

    def number(self, name: str) -> int | None:
        """The number of a card, found anew where it lies beside the list; None where it is not there."""
        path = self.folder / name
        real = Path(os.path.realpath(path))
        if not real.is_relative_to(self.folder):
            return self._new(name, path, say("it is a link to another place; put the file itself there"))
        if (number := self.by_place.get(str(real))) is not None:
            return number
        if os.path.lexists(path):
            mode = real.stat().st_mode if real.exists() else 0
            return self._new(name, real, None if stat.S_ISREG(mode) else why_not_plain(mode))
        return self.by_name.get(name)

    def _new(self, name: str, path: Path, refused: Sentence | None) -> int:
        number = len(self.found.cards)
        self.found.cards.append(CardFile(plain_name(name), name, path=path, refused=refused))
        self.by_place[os.path.realpath(path)] = number
        return number
