"""A desk in one file, and back: to the same desk, another computer, or the other kind of database.

The file is a zip: `manifest.json`, and for each table a member of JSON lines, a row a line, bytes as base64. What can
be made again (judged cards) or must not travel (sign-ins, keys) is not in it. It is written and read row by row.
"""

import base64
import binascii
import datetime
import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, NamedTuple

from alembic.migration import MigrationContext
from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy import Column, Connection, Date, DateTime, Integer, LargeBinary, Table, delete, func, select, text
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.orm import Session

from syscheck import __version__
from syscheck.desk.storage import AuditLine, Base, Comparison, Database, JudgedCard, Secret, SignIn, log
from syscheck.desk.storage.models import now
from syscheck.language import Sentence, say

MANIFEST = "manifest.json"
FORMAT = 1
ACTOR = "command"
LEFT_OUT = frozenset(model.__tablename__ for model in (SignIn, Secret, JudgedCard, Comparison))
TABLES: tuple[Table, ...] = tuple(table for table in Base.metadata.sorted_tables if table.name not in LEFT_OUT)
"""In an order in which each finds those that it refers to."""
AUDIT = TABLES[[table.name for table in TABLES].index(AuditLine.__tablename__)]
SPOKEN_OF = {"events": "event_id", "entries": "entry_id"}
"""The tables whose ids the log speaks of, also when a row is gone, and its column."""
ROWS_AT_ONCE = 200
BYTES_AT_ONCE = 4 * 1024 * 1024
LONGEST_LINE = 64 * 1024 * 1024
"""No row is longer; a file that says so is not ours."""
LONGEST_MANIFEST = 1024 * 1024

Row = dict[str, Any]


class NotBackedUp(RuntimeError):
    """A back-up cannot be made or restored, and nothing was changed; `sentence` says why."""

    def __init__(self, sentence: Sentence):
        super().__init__(str(sentence))
        self.sentence = sentence


class Member(BaseModel):
    """What the manifest says of a table."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    rows: int
    sha256: str


class Manifest(BaseModel):
    """What a back-up says of itself."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    format: int
    syscheck: str
    """The version of the program that made it."""
    schema_revision: str
    made_at: datetime.datetime
    tables: dict[str, Member]

    @property
    def rows(self) -> int:
        """Of all tables."""
        return sum(member.rows for member in self.tables.values())


# ---- making one ------------------------------------------------------------------------------------------------------


def back_up(database: Database, path: Path) -> Manifest:
    """Write a desk as it is at one moment, while others work on; the file is there whole or not at all.

    Only who makes it can read it. Errors: `NotBackedUp`.
    """
    part = None
    try:
        with NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as stream:
            part = Path(stream.name)
            manifest = _write(database, stream)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
        part = None
    except OSError as error:
        raise NotBackedUp(_unwritten(path, error)) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)
    return manifest


def _unwritten(path: Path, error: OSError) -> Sentence:
    if path.is_dir():
        return say("{path} is a folder; name a file", path=str(path))
    why = (error.strerror or "").lower() or say("the system gives no reason")
    return say("{path} cannot be written: {why}", path=str(path), why=why)


def _write(database: Database, stream: IO[bytes]) -> Manifest:
    members = {}
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive, _one_moment(database) as connection:
        revision = MigrationContext.configure(connection).get_current_revision() or ""
        made_at = now()
        for table in TABLES:
            members[table.name] = _write_table(connection, table, archive)
        manifest = Manifest(
            format=FORMAT, syscheck=__version__, schema_revision=revision, made_at=made_at, tables=members
        )
        archive.writestr(MANIFEST, manifest.model_dump_json(indent=2) + "\n")
    return manifest


@contextmanager
def _one_moment(database: Database) -> Iterator[Connection]:
    """A connection to which the tables stay as they were at its first question."""
    with database.engine.connect() as connection:
        if not database.sqlite:  # SQLite's transactions are of this kind
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection
        connection.rollback()


def _write_table(connection: Connection, table: Table, archive: zipfile.ZipFile) -> Member:
    digest, rows = hashlib.sha256(), 0
    chosen = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=ROWS_AT_ONCE // 10)
    with archive.open(_name(table), "w", force_zip64=True) as member:
        for row in connection.execute(chosen).mappings():
            line = json.dumps({c.name: _packed(row[c]) for c in table.columns}, ensure_ascii=False).encode() + b"\n"
            digest.update(line)
            member.write(line)
            rows += 1
    return Member(rows=rows, sha256=digest.hexdigest())


def _name(table: Table) -> str:
    return f"{table.name}.jsonl"


def _packed(value: Any) -> Any:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value.isoformat() if isinstance(value, datetime.date) else value


# ---- restoring one ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Backup:
    """A back-up that is open for reading."""

    path: Path
    archive: zipfile.ZipFile
    manifest: Manifest

    def rows(self, table: Table) -> Iterator[Row]:
        """The rows of a table. Errors: `NotBackedUp` where they are not those that were written."""
        member, digest, rows = self.manifest.tables[table.name], hashlib.sha256(), 0
        with self.archive.open(_name(table)) as stream:
            while line := stream.readline(LONGEST_LINE):
                digest.update(line)
                rows += 1
                yield self._row(table, line)
        if (rows, digest.hexdigest()) != (member.rows, member.sha256):
            raise self.damaged(_name(table))

    def _row(self, table: Table, line: bytes) -> Row:
        try:
            row = json.loads(line)
            if not isinstance(row, dict) or row.keys() != set(table.columns.keys()):
                raise self.damaged(_name(table))
            return {column.name: _unpacked(column, row[column.name]) for column in table.columns}
        except (ValueError, TypeError, binascii.Error, RecursionError):
            raise self.damaged(_name(table)) from None

    def damaged(self, member: str) -> NotBackedUp:
        """The error for a back-up that is not as it was written."""
        return NotBackedUp(say("{path} is damaged ({member}); nothing was changed", path=str(self.path), member=member))


def _unpacked(column: Column[Any], value: Any) -> Any:
    """A value as the database takes it. Errors: `ValueError`, `TypeError`."""
    if value is None:
        if not column.nullable:
            raise ValueError(column.name)
        return None
    kind = column.type
    if isinstance(kind, LargeBinary):
        return base64.b64decode(value, validate=True)
    if isinstance(getattr(kind, "impl", kind), DateTime):
        moment = datetime.datetime.fromisoformat(value)
        if moment.tzinfo is None:
            raise ValueError(column.name)
        return moment
    if isinstance(kind, Date):
        return datetime.date.fromisoformat(value)
    if type(value) is not (int if isinstance(kind, Integer) else str):
        raise TypeError(column.name)
    return value


class Restored(NamedTuple):
    """What was restored."""

    manifest: Manifest
    log_kept: bool
    """Whether the desk had a log before, which stays."""


def restore(database: Database, path: Path, *, replace: bool = False) -> Restored:
    """Fill an empty desk from a back-up; with `replace`, put it in the place of what a desk has, but for its log.

    The whole file is read and verified first; then all is changed in one transaction, or nothing. A log is only
    appended to, also here: what the desk's log says stays, the back-up's lines that are not in it follow, and a line
    that it was restored. A log that speaks of other events than the back-up's cannot be kept beside them: it would
    seem to speak of those. Errors: `NotBackedUp`.
    """
    with _opened(path) as backup:
        _verify(backup, database)
        try:
            with database.writing() as session:
                return _restore(session, backup, replace=replace, sqlite=database.sqlite)
        except IntegrityError:
            raise backup.damaged(MANIFEST) from None
        except DataError:
            raise NotBackedUp(say("{path} has in it what this database does not take", path=str(path))) from None


@contextmanager
def _opened(path: Path) -> Iterator[Backup]:
    try:
        with zipfile.ZipFile(path) as archive:
            with archive.open(MANIFEST) as stream:
                written = stream.read(LONGEST_MANIFEST)
            yield Backup(path, archive, Manifest.model_validate_json(written))
    except NotBackedUp:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, RuntimeError, ValidationError):
        # What zipfile raises, also while a member is read; of one with a password a RuntimeError.
        raise NotBackedUp(say("{path} is no back-up, or damaged; nothing was changed", path=str(path))) from None
    except OSError as error:
        why = (error.strerror or "").lower() or say("the system gives no reason")
        raise NotBackedUp(say("{path} cannot be read: {why}", path=str(path), why=why)) from error


def _verify(backup: Backup, database: Database) -> None:
    manifest = backup.manifest
    with database.engine.connect() as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
    if (manifest.format, manifest.schema_revision) != (FORMAT, revision):
        raise NotBackedUp(
            say(
                "{path} was made by syscheck {version}, which keeps a desk in another form; "
                "restore it with that version",
                path=str(backup.path),
                version=manifest.syscheck,
            )
        )
    names = {MANIFEST, *map(_name, TABLES)}
    found = backup.archive.namelist()
    if set(found) != names or len(found) != len(names) or set(manifest.tables) != {t.name for t in TABLES}:
        raise backup.damaged(MANIFEST)
    for table in TABLES:
        for _ in backup.rows(table):
            pass


def _restore(session: Session, backup: Backup, *, replace: bool, sqlite: bool) -> Restored:
    full = [table.name for table in TABLES if session.execute(select(table).limit(1)).first() is not None]
    if full and not replace:
        raise NotBackedUp(
            say("this desk is not empty; restore into an empty one, or add --replace to lose what is in it")
        )
    had_log = AUDIT.name in full
    add = _log_to_add(session, backup) if had_log else backup.rows
    for table in reversed(TABLES):
        if table is not AUDIT:
            session.execute(delete(table))
    for table in TABLES:
        _insert(session, table, add(AUDIT) if table is AUDIT else backup.rows(table))
    _go_on_counting(session, sqlite=sqlite)
    log(
        session,
        ACTOR,
        "restored",
        made_at=backup.manifest.made_at.isoformat(),
        syscheck=backup.manifest.syscheck,
        rows=backup.manifest.rows,
        replaced=bool(full),
    )
    return Restored(backup.manifest, had_log)


def _log_to_add(session: Session, backup: Backup) -> Callable[[Table], Iterator[Row]]:
    """The lines of the back-up's log that follow those which the desk has. Errors: `NotBackedUp`."""
    # Where this desk has every line of it under the same number, the back-up is an earlier state of this desk.
    if all(_has(session, row) for row in backup.rows(AUDIT)):
        return lambda _: iter(())
    speaks = select(AUDIT.c.id).where(AUDIT.c.event_id.is_not(None) | AUDIT.c.entry_id.is_not(None))
    if session.execute(speaks.limit(1)).first() is not None:
        raise NotBackedUp(
            say(
                "the log of this desk speaks of other events than {path}, and a log is never removed; restore into an "
                "empty desk: name another folder with --data, or another database with --database-url",
                path=str(backup.path),
            )
        )
    last = session.scalar(select(func.max(AUDIT.c.id))) or 0
    return lambda _: ({**row, "id": last + n} for n, row in enumerate(backup.rows(AUDIT), start=1))


def _has(session: Session, row: Row) -> bool:
    found = session.execute(select(AUDIT).where(AUDIT.c.id == row["id"])).mappings().first()
    return found is not None and dict(found) == row


def _insert(session: Session, table: Table, rows: Iterator[Row]) -> None:
    """Put rows in, some at once: a row may have megabytes."""
    waiting: list[Row] = []
    size = 0
    for row in rows:
        waiting.append(row)
        size += sum(len(value) for value in row.values() if isinstance(value, bytes | str))
        if len(waiting) >= ROWS_AT_ONCE or size > BYTES_AT_ONCE:
            session.execute(table.insert(), waiting)
            waiting, size = [], 0
    if waiting:
        session.execute(table.insert(), waiting)


def _go_on_counting(session: Session, *, sqlite: bool) -> None:
    """The next id of each table is one that was never used, also by rows of which only the log still speaks."""
    for table in TABLES:
        columns = list(table.primary_key.columns)
        if len(columns) > 1 or not isinstance(columns[0].type, Integer):
            continue
        last = session.scalar(select(func.max(columns[0]))) or 0
        if table.name in SPOKEN_OF:
            last = max(last, session.scalar(select(func.max(AUDIT.c[SPOKEN_OF[table.name]]))) or 0)
        if last and sqlite:
            if table.name in SPOKEN_OF:
                _count_on_from(session, table, last)
        elif last:
            sequence = "pg_get_serial_sequence(:table, 'id')"
            # Also what was used before the back-up was restored stays used.
            session.execute(
                text(f"SELECT setval({sequence}, greatest(:last, nextval({sequence})))"),
                {"table": table.name, "last": last},
            )


def _count_on_from(session: Session, table: Table, last: int) -> None:
    named = {"table": table.name, "last": last}
    session.execute(
        text("INSERT INTO sqlite_sequence SELECT :table, 0 WHERE :table NOT IN (SELECT name FROM sqlite_sequence)"),
        named,
    )
    session.execute(text("UPDATE sqlite_sequence SET seq = max(seq, :last) WHERE name = :table"), named)
