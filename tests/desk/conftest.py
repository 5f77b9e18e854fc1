"""A desk on an empty database, of each kind that it can have."""

import os
from contextlib import ExitStack
from functools import cache
from shutil import copy

import pytest
from argon2 import PasswordHasher
from sqlalchemy import create_engine, event, make_url, text
from starlette.testclient import TestClient

from syscheck.desk import security
from syscheck.desk.app import make_app
from syscheck.desk.security import account_name, hash_password
from syscheck.desk.settings import read_settings
from syscheck.desk.storage import Database, Organiser
from tests.desk.browsing import Browser

POSTGRESQL = "SYSCHECK_TEST_POSTGRESQL"
BACKENDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)]
PASSWORD = "a long enough password"

# Hashing is meant to take its time; the tests need not wait for it.
security._HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
security._NOBODY = security._HASHER.hash("nobody's")
hashed = cache(hash_password)


class AtOnce:
    """Does in this process what processes beside the server do."""

    processes, seconds = 1, 60.0

    def ask(self, function, /, *arguments, **named):
        return function(*arguments, **named)

    def close(self):
        pass


class Server:
    """The PostgreSQL server that the environment names, with a database for this run's process alone."""

    def __init__(self, worker):
        self.url = make_url(os.environ[POSTGRESQL]).set(drivername="postgresql+psycopg")
        self.name = f"syscheck_test_{worker}_{os.getpid()}"
        self.engine = create_engine(self.url, isolation_level="AUTOCOMMIT")
        self.make("_tables")
        Database(self.address("_tables")).close()

    def address(self, ending=""):
        return self.url.set(database=self.name + ending).render_as_string(hide_password=False)

    def make(self, ending="", template="template1"):
        """A database, made anew like another one."""
        with self.engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE IF EXISTS {self.name}{ending} WITH (FORCE)"))
            connection.execute(text(f"CREATE DATABASE {self.name}{ending} TEMPLATE {template}"))

    def close(self):
        with self.engine.connect() as connection:
            for ending in ("", "_tables"):
                connection.execute(text(f"DROP DATABASE IF EXISTS {self.name}{ending} WITH (FORCE)"))
        self.engine.dispose()


@pytest.fixture(scope="session")
def server(worker_id):
    """The server; a database with its tables and nothing in them is there to be copied."""
    found = Server(worker_id)
    yield found
    found.close()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory):
    """An embedded database with its tables and nothing in them, made once: the migrations take longer than a test."""
    path = tmp_path_factory.mktemp("desk") / "desk.sqlite3"
    Database(f"sqlite+pysqlite:///{path}").close()
    return path


@pytest.fixture
def database_url(request, tmp_path, migrated):
    """The address of an empty database; tests for both kinds are given `BACKENDS`."""
    if getattr(request, "param", "sqlite") == "sqlite":
        copy(migrated, tmp_path / "desk.sqlite3")
        return f"sqlite+pysqlite:///{tmp_path / 'desk.sqlite3'}"
    server = request.getfixturevalue("server")
    server.make(template=f"{server.name}_tables")
    return server.address()


@pytest.fixture
def database(database_url):
    """The same, opened; it does not wait for the disk, as the machine is not switched off between tests."""
    found = Database(database_url)
    if found.sqlite:
        found.engine.dispose()
        event.listen(found.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF"))
    yield found
    found.close()


@pytest.fixture
def make_desk(database, tmp_path):
    """Make a desk with settings of its own; gives what makes browsers, each with its own cookies."""
    with ExitStack() as open_now:

        def make(*, workers=None, limits=False, **settings):
            chosen = read_settings(data=tmp_path, limits=limits, **settings)
            app = make_app(chosen, database, workers or AtOnce())
            started = open_now.enter_context(TestClient(app))

            def browser(**headers):
                client = TestClient(app, base_url="http://desk.example", headers=headers, raise_server_exceptions=False)
                client.portal = started.portal  # one event loop for all, as in a server
                return Browser(client)

            browser.app, browser.database = app, database
            return browser

        yield make


@pytest.fixture
def desk(make_desk):
    """A desk; `desk()` is a visitor's browser."""
    return make_desk()


@pytest.fixture
def organiser(database):
    """An organiser, Organiser by name."""
    with database.writing() as session:
        found = Organiser(name=account_name("Organiser"), password_hash=hashed(PASSWORD))
        session.add(found)
    return found
