"""A desk on an empty database, of each kind that it can have."""

import os
from contextlib import ExitStack
from functools import cache
from shutil import copy

import pytest
from argon2 import PasswordHasher
from sqlalchemy import create_engine, make_url, text
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


@pytest.fixture(scope="session")
def server(worker_id):
    """An empty database of our own on the PostgreSQL server that the environment names."""
    url = make_url(os.environ[POSTGRESQL])
    name = f"syscheck_test_{worker_id}_{os.getpid()}"  # of this run alone
    engine = create_engine(url.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield url.set(drivername="postgresql+psycopg", database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
    engine.dispose()


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
    url = request.getfixturevalue("server")
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return url


@pytest.fixture
def database(database_url):
    """The same, opened."""
    found = Database(database_url)
    yield found
    found.close()


@pytest.fixture
def make_desk(database, tmp_path):
    """Make a desk with settings of its own; gives what makes browsers, each with its own cookies."""
    with ExitStack() as open_now:

        def make(*, workers=None, limits=False, **settings):
            chosen = read_settings(data=tmp_path, limits=limits, **settings)
            app = make_app(chosen, database, workers or AtOnce())
            open_now.enter_context(TestClient(app))  # starts it

            def browser(**headers):
                client = TestClient(app, base_url="http://desk.example", headers=headers, raise_server_exceptions=False)
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
