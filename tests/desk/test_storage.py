"""What is kept, and what the database itself refuses."""

import datetime

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select, text
from sqlalchemy.exc import DatabaseError

from syscheck.desk.storage import AuditLine, Base, Database, DeskEntry, DeskEvent, NoDatabase, Submission, log
from tests.desk.conftest import BACKENDS

both = pytest.mark.parametrize("database_url", BACKENDS, indirect=True)


@both
def test_the_tables_are_those_of_the_models(database):
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


@both
def test_a_database_is_opened_again_as_it_was(database, database_url):
    key = database.secret
    again = Database(database_url)
    assert again.secret == key
    again.close()


@both
@pytest.mark.parametrize("change", ["UPDATE audit SET actor = 'x'", "DELETE FROM audit"])
def test_a_line_of_the_log_stays_as_it_was_written(database, change):
    with database.writing() as session:
        log(session, "organiser", "event made", event=1, name="Cup")
    with pytest.raises(DatabaseError, match="only appended to"), database.writing() as session:
        session.execute(text(change))
    with database.reading() as session:
        [line] = session.scalars(select(AuditLine))
        assert (line.actor, line.action, line.details) == ("organiser", "event made", '{"name": "Cup"}')


@both
def test_a_change_that_fails_leaves_neither_itself_nor_its_line(database):
    def change():
        with database.writing() as session:
            session.add(DeskEvent())
            log(session, "organiser", "event made")
            session.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        change()
    with database.reading() as session:
        assert session.scalars(select(DeskEvent)).all() == []
        assert session.scalars(select(AuditLine)).all() == []


@both
def test_times_come_back_as_they_were(database):
    moment = datetime.datetime(2027, 3, 28, 2, 30, tzinfo=datetime.timezone(datetime.timedelta(hours=1)))
    with database.writing() as session:
        entry = DeskEntry(event=DeskEvent(), pair="Pair 1")
        entry.submissions.append(
            Submission(number=1, received_at=moment, source="pair", file="a.card", original=b"x", card=b"x")
        )
        session.add(entry)
    with database.reading() as session:
        [found] = session.scalars(select(Submission))
        assert found.received_at == moment


@pytest.mark.parametrize("url", ["nonsense", "sqlite+pysqlite:////proc/no/such.sqlite3", "oracle://x/y"])
def test_a_database_that_cannot_be_opened_is_an_error_of_its_own(url):
    with pytest.raises(NoDatabase):
        Database(url)
