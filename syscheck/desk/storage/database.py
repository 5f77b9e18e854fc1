"""The database: opened, brought to the newest form, and two ways to work in it, reading and writing."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from secrets import token_bytes
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from syscheck.desk.storage.models import Secret
from syscheck.language import Sentence, say

SECONDS_TO_WAIT = 60
"""How long one waits for another that writes."""
MIGRATING = 7_302_611
"""Any number, the same for all: of the lock under which one of many servers brings the tables to the newest form."""


class NoDatabase(RuntimeError):
    """The database cannot be opened; the text says why."""


class Database:
    """An engine with its sessions; the tables are made, or brought to the newest form, when it is opened."""

    def __init__(self, url: str):
        """Errors: `NoDatabase`."""
        try:
            self.url = make_url(url)
            if self.sqlite and self.url.database:
                Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine = _engine(url, sqlite=self.sqlite)
            self.migrate()
        except (ArgumentError, OSError, SQLAlchemyError, ImportError, CommandError) as error:
            raise NoDatabase(str(_why(error))) from error
        self._sessions = sessionmaker(self.engine, expire_on_commit=False)

    @property
    def sqlite(self) -> bool:
        """Whether it is the embedded one."""
        return self.url.get_backend_name() == "sqlite"

    def migrate(self) -> None:
        """Bring the tables to the newest form; others wait meanwhile."""
        config = Config()
        config.set_main_option("script_location", "syscheck.desk.storage:migrations")
        with self.engine.connect() as connection:
            if not self.sqlite:
                connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": MIGRATING})
                connection.commit()
            try:
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
                connection.commit()
            finally:
                if not self.sqlite:
                    connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": MIGRATING})
                    connection.commit()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one state of the tables and changes nothing; what it has loaded can be read after it."""
        with self._sessions() as session:
            yield session
            session.expunge_all()  # a rollback would empty what was loaded

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session that is committed at the end: after the block everything is on the disk, or nothing."""
        with self._sessions() as session:
            if self.sqlite:
                session.connection(execution_options={"writes": True})
            with session.begin() if not session.in_transaction() else _committed(session):
                yield session

    @cached_property
    def secret(self) -> bytes:
        """A key of this desk's own, made when it is first asked for."""
        with self.writing() as session:
            found = session.get(Secret, "key")
            if found is None:
                found = Secret(name="key", value=token_bytes(32))
                session.add(found)
            return found.value

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _why(error: Exception) -> Sentence | str:
    """What kept a database from being opened, without its password."""
    if isinstance(error, ArgumentError):
        return say("this is not an address of SQLite or PostgreSQL")
    if isinstance(error, ImportError):
        return say("PostgreSQL needs the extra: pip install 'syscheck[desk,postgresql]'")
    if isinstance(error, CommandError):
        return say("the database was made by a newer version of this program; update this one")
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    told = str(error.orig if isinstance(error, DBAPIError) else error).strip()
    return told.splitlines()[0] if told else say("it gives no reason")


@contextmanager
def _committed(session: Session) -> Iterator[None]:
    try:
        yield
        session.commit()
    except BaseException:
        session.rollback()
        raise


def _engine(url: str, *, sqlite: bool) -> Engine:
    if not sqlite:
        return create_engine(url, pool_size=10, max_overflow=30, pool_timeout=SECONDS_TO_WAIT, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": SECONDS_TO_WAIT}, pool_size=10, max_overflow=30)

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _record: Any) -> None:
        # The module would begin transactions by its own rules; they are ours, below.
        connection.isolation_level = None
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        # Who will write takes the lock at once: one that reads first may find at its commit that it came too late.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
