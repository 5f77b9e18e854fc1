"""`syscheck organiser`: accounts are made and changed by a command, and the log says so."""

import getpass
import json

import pytest
from sqlalchemy import select

from syscheck.desk.security import find_organiser, password_fits, sign_in
from syscheck.desk.storage import AuditLine, Database, SignIn

PASSWORD = "a long enough password\n"


@pytest.fixture
def organiser(syscheck, tmp_path):
    """Run the command on a desk of our own; `organiser.database` opens that."""

    def run(*arguments, stdin=""):
        return syscheck("organiser", *arguments, "--data", tmp_path, stdin=stdin)

    opened = []

    def database():
        opened.append(Database(f"sqlite+pysqlite:///{tmp_path / 'desk.sqlite3'}"))
        return opened[-1]

    run.database = database
    yield run
    for found in opened:
        found.close()


def test_an_account_is_made_and_its_password_fits(organiser):
    assert organiser("add", "  Club   Director ", stdin=PASSWORD) == (0, "", "“club director” can sign in now\n")
    found = find_organiser(organiser.database(), "CLUB DIRECTOR")
    assert password_fits(found, PASSWORD.strip())
    assert organiser("list") == (0, "club director\n", "")


def test_a_name_is_given_once(organiser):
    organiser("add", "director", stdin=PASSWORD)
    status, _, err = organiser("add", "Director", stdin=PASSWORD)
    assert (status, err) == (2, "syscheck: there is an organiser “director” already\n")


@pytest.mark.parametrize(("name", "stdin"), [("director", "short\n"), ("director", ""), (" ", PASSWORD)])
def test_what_is_no_account_is_not_made(organiser, name, stdin):
    status, _, err = organiser("add", name, stdin=stdin)
    assert (status, err.count("\n")) == (2, 1)
    assert organiser("list") == (0, "", "")


def test_a_closed_account_is_signed_out_everywhere(organiser):
    organiser("add", "director", stdin=PASSWORD)
    database = organiser.database()
    sign_in(database, find_organiser(database, "director"), "")
    assert organiser("disable", "Director")[0] == 0
    assert organiser("list") == (0, "director (closed)\n", "")
    with database.reading() as session:
        assert session.scalars(select(SignIn)).all() == []
    assert not password_fits(find_organiser(database, "director"), PASSWORD.strip())
    assert organiser("enable", "director")[0] == 0
    assert password_fits(find_organiser(database, "director"), PASSWORD.strip())


def test_a_new_password_signs_out_everywhere(organiser):
    organiser("add", "director", stdin=PASSWORD)
    database = organiser.database()
    sign_in(database, find_organiser(database, "director"), "")
    assert organiser("password", "director", stdin="another long password\n")[0] == 0
    with database.reading() as session:
        assert session.scalars(select(SignIn)).all() == []
    found = find_organiser(database, "director")
    assert password_fits(found, "another long password")
    assert not password_fits(found, PASSWORD.strip())


def test_the_log_has_a_line_for_each_and_no_password(organiser):
    organiser("add", "director", stdin=PASSWORD)
    for action in ("disable", "enable"):
        organiser(action, "director")
    organiser("password", "director", stdin=PASSWORD)
    with organiser.database().reading() as session:
        lines = session.scalars(select(AuditLine).order_by(AuditLine.id)).all()
    assert {line.actor for line in lines} == {"command"}
    assert [line.action for line in lines] == [
        "organiser added",
        "organiser disabled",
        "organiser enabled",
        "password changed",
    ]
    assert all(json.loads(line.details) == {"name": "director"} for line in lines)


@pytest.mark.parametrize("action", ["password", "disable", "enable"])
def test_nobody_of_that_name(organiser, action):
    organiser("add", "director", stdin=PASSWORD)
    status, _, err = organiser(action, "somebody", stdin=PASSWORD)
    assert (status, err) == (2, "syscheck: there is no organiser “somebody”\n")


def test_on_a_terminal_the_password_is_asked_for_twice(organiser, monkeypatch):
    typed = iter(["first long password", "other long password", "first long password", "first long password"])
    asked = []
    monkeypatch.setattr("syscheck.cli.desk._on_a_terminal", lambda: True)
    monkeypatch.setattr(getpass, "getpass", lambda prompt: asked.append(prompt) or next(typed))
    status, _, err = organiser("add", "director")
    assert (status, err) == (2, "syscheck: these were two different passwords; nothing was changed\n")
    assert organiser("add", "director")[0] == 0
    assert asked == ["Password: ", "Once more: "] * 2
