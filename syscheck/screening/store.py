"""Where records are kept: an SQLite file, so that a second run judges only what changed.

What is in it was made by this program from cards, and is packed text, never code: a damaged store is thrown away.
"""

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from syscheck.screening.job import Record

NAME = "screening-1.sqlite3"
"""The number is that of the tables' form."""
DAYS_KEPT = 60
SECONDS = 0.5
"""How long a finished record may wait to be written."""
BATCH = 64
_DAY = 86_400
_TABLES = """
CREATE TABLE IF NOT EXISTS cards (
    key TEXT PRIMARY KEY, facts BLOB NOT NULL, card BLOB NOT NULL, brief BLOB NOT NULL, html BLOB NOT NULL,
    used INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS changes (key TEXT PRIMARY KEY, calls TEXT NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID;
"""


class NoStore(OSError):
    """A folder in which records cannot be kept."""


class Records(Protocol):
    """Records by their key, as entries are put together from them; a store, or what another room keeps them in."""

    def facts(self, key: str) -> bytes:
        """The facts of a record. Errors: `KeyError`."""

    def record(self, key: str, *, html: bool) -> Record:
        """A record, with its report if wanted. Errors: `KeyError`."""

    def changes(self, key: str) -> tuple[bool, tuple[str, ...] | None]:
        """Whether a comparison is there, and what it found."""


class Store:
    """The records by their key; `folder` is made where it is not there. Errors: `NoStore`."""

    def __init__(self, folder: Path):
        self.path = folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._open()
        except (OSError, sqlite3.OperationalError) as error:
            raise NoStore(str(error)) from None
        except sqlite3.DatabaseError:
            self._throw_away()
        self.waiting = 0
        self.written = time.monotonic()
        self.today = int(time.time()) // _DAY

    def _open(self) -> None:
        self.tables = sqlite3.connect(self.path, timeout=60, isolation_level=None)
        self.tables.execute("PRAGMA journal_mode = WAL")
        self.tables.execute("PRAGMA synchronous = NORMAL")
        self.tables.executescript(_TABLES)
        self.tables.execute("SELECT count(*) FROM changes").fetchone()
        old = int(time.time()) // _DAY - DAYS_KEPT
        for table in ("cards", "changes"):
            self.tables.execute(f"DELETE FROM {table} WHERE used < ?", (old,))

    def _throw_away(self) -> None:
        """Begin anew where the file is none of ours, or was damaged."""
        with suppress(AttributeError):
            self.tables.close()
        try:
            for end in ("", "-wal", "-shm"):
                Path(f"{self.path}{end}").unlink(missing_ok=True)
            self._open()
        except (OSError, sqlite3.Error) as error:
            raise NoStore(str(error)) from None

    def has(self, key: str) -> bool:
        """Whether a record is there; it is then kept for some time more."""
        found = self.tables.execute("SELECT used FROM cards WHERE key = ?", (key,)).fetchone()
        if found and found[0] != self.today:
            self._write("UPDATE cards SET used = ? WHERE key = ?", (self.today, key))
        return found is not None

    def keep(self, key: str, record: Record) -> None:
        """Keep a record."""
        self._write("INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?, ?, ?)", (key, *record, self.today))

    def facts(self, key: str) -> bytes:
        """The facts of a record. Errors: `KeyError`."""
        return self._one("SELECT facts FROM cards WHERE key = ?", key)

    def record(self, key: str, *, html: bool) -> Record:
        """A record, with its report if wanted. Errors: `KeyError`."""
        column = "html" if html else "x''"
        row = self.tables.execute(f"SELECT facts, card, brief, {column} FROM cards WHERE key = ?", (key,)).fetchone()
        if row is None:
            raise KeyError(key)
        return Record(*row)

    def changes(self, key: str) -> tuple[bool, tuple[str, ...] | None]:
        """Whether a comparison is there, and what it found."""
        row = self.tables.execute("SELECT calls FROM changes WHERE key = ?", (key,)).fetchone()
        if row is None:
            return False, None
        calls = json.loads(row[0])
        return True, None if calls is None else tuple(calls)

    def keep_changes(self, key: str, calls: tuple[str, ...] | None) -> None:
        """Keep what a comparison found."""
        self._write("INSERT OR REPLACE INTO changes VALUES (?, ?, ?)", (key, json.dumps(calls), self.today))

    def _one(self, question: str, key: str) -> bytes:
        row = self.tables.execute(question, (key,)).fetchone()
        if row is None:
            raise KeyError(key)
        found: bytes = row[0]
        return found

    def _write(self, command: str, values: tuple[object, ...]) -> None:
        if not self.waiting:
            self.tables.execute("BEGIN IMMEDIATE")
        self.waiting += 1
        self.tables.execute(command, values)
        if self.waiting >= BATCH or time.monotonic() - self.written > SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what waits, so that a run broken off after this finds it."""
        if self.waiting:
            self.tables.execute("COMMIT")
            self.waiting = 0
        self.written = time.monotonic()

    def close(self) -> None:
        """Write what waits and close the file."""
        self.flush()
        self.tables.close()


def store_folder(chosen: str | None) -> Path:
    """The folder of the store: the one chosen, else that of the environment, else where such things belong."""
    if chosen or (chosen := os.environ.get("SYSCHECK_CACHE")):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("syscheck", appauthor=False)


@contextmanager
def opened(folder: Path, otherwise: bool) -> Iterator[tuple[Store, bool]]:
    """The store of a folder, and whether it lasts; one that goes with the run where that cannot be and `otherwise`.

    Errors: `NoStore`.
    """
    with TemporaryDirectory(prefix="syscheck-") as passing:
        try:
            store, lasts = Store(folder), True
        except NoStore:
            if not otherwise:
                raise
            store, lasts = Store(Path(passing)), False
        try:
            yield store, lasts
        finally:
            store.close()
