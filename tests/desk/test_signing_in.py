"""Signing in and out: who is let in, and what nobody learns on the way."""

import re

import pytest
from argon2 import PasswordHasher
from sqlalchemy import func, select

from syscheck.desk import security
from syscheck.desk.security import COOKIE, find_organiser, password_fits
from syscheck.desk.signing_in import wanted_page
from syscheck.desk.storage import AuditLine, Organiser, SignIn
from tests.desk.browsing import shown
from tests.desk.conftest import BACKENDS, PASSWORD

both = pytest.mark.parametrize("database_url", BACKENDS, indirect=True)


def actions(database):
    with database.reading() as session:
        return [line.action for line in session.scalars(select(AuditLine).order_by(AuditLine.id))]


def test_a_desk_without_an_organiser_says_which_command_makes_one(desk):
    assert "syscheck organiser add NAME" in shown(desk().get("/desk/sign-in"))


def test_with_an_organiser_it_says_no_such_thing(desk, organiser):
    assert "syscheck organiser" not in shown(desk().get("/desk/sign-in"))


@both
def test_an_organiser_signs_in_and_out(desk, organiser):
    browser = desk()
    assert browser.get("/desk").url.path == "/desk/sign-in"
    answer = browser.sign_in()
    assert (answer.status_code, answer.url.path) == (200, "/desk")
    assert "Sign out organiser" in shown(answer)
    browser.post("/desk/sign-out")
    assert browser.get("/desk").url.path == "/desk/sign-in"
    assert actions(desk.database) == ["signed in"]


def test_a_name_may_be_typed_in_other_letters(desk, organiser):
    for name in ("Organiser", " ORGANISER ", "ｏrganiser"):
        assert desk().sign_in(name).url.path == "/desk"


@both
def test_whoever_does_not_fit_learns_nothing_of_names(desk, organiser):
    browser = desk()
    for name, password in (
        ("Organiser", "another password"),
        ("Nobody", PASSWORD),
        ("", ""),
        ("' OR '1'='1", "' OR '1'='1"),
        ("organiser'; DROP TABLE organisers; --", PASSWORD),
        ("%", PASSWORD),
        ("Organiser\0", "x"),
        ("\0", PASSWORD),
        ("O" * 100_000, "x" * 100_000),
    ):
        answer = browser.sign_in(name, password)
        if "\0" in name:  # no form of a browser has it, and no page takes it
            assert answer.status_code == 400
            continue
        assert answer.status_code == 403, name
        assert "Name and password do not fit together." in shown(answer)
        assert browser.get("/desk").url.path == "/desk/sign-in"
    with desk.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Organiser)) == 1


def test_the_answer_is_the_same_for_a_name_that_is_known_and_one_that_is_not(desk, organiser):
    known, unknown = (desk().sign_in(name, "another password") for name in ("Organiser", "Unknown01"))
    tokens = re.compile(r'value="[0-9a-f]{64}"')
    alike = [tokens.sub("", x.text).replace("Organiser", "?").replace("Unknown01", "?") for x in (known, unknown)]
    assert alike[0] == alike[1]
    assert known.status_code == unknown.status_code


def test_a_password_is_hashed_for_a_name_that_is_not_known(desk, monkeypatch):
    asked = []

    class Counting:
        def verify(self, known, password):
            asked.append(known)
            raise security.VerificationError

    monkeypatch.setattr(security, "_HASHER", Counting())
    desk().sign_in("Nobody", "x")
    assert asked == [security._NOBODY]


def test_a_disabled_organiser_is_let_in_no_more(desk, organiser):
    browser = desk()
    browser.sign_in()
    with desk.database.writing() as session:
        session.get_one(Organiser, organiser.id).disabled_at = security.now()
    assert browser.get("/desk").url.path == "/desk/sign-in"
    assert desk().sign_in().status_code == 403


@both
def test_a_token_from_before_the_sign_in_is_worth_nothing(desk, organiser):
    browser = desk()
    browser.get("/desk/sign-in")
    before = browser.client.cookies[COOKIE]
    browser.sign_in()
    assert browser.client.cookies[COOKIE] != before
    thief = desk()
    thief.client.cookies.set(COOKIE, before)
    assert thief.get("/desk").url.path == "/desk/sign-in"


def test_a_token_is_worth_nothing_after_signing_out(desk, organiser):
    browser = desk()
    browser.sign_in()
    token = browser.client.cookies[COOKIE]
    browser.get("/desk")
    browser.post("/desk/sign-out")
    browser.client.cookies.set(COOKIE, token)
    assert browser.get("/desk").url.path == "/desk/sign-in"


def test_the_database_knows_no_token(desk, organiser):
    browser = desk()
    browser.sign_in()
    with desk.database.reading() as session:
        [found] = session.scalars(select(SignIn))
    assert browser.client.cookies[COOKIE].encode() not in found.digest


def test_a_form_from_elsewhere_changes_nothing(desk, organiser):
    browser = desk()
    browser.sign_in()
    form = {"name": "Organiser", "password": PASSWORD, "new": "a quite new password", "again": "a quite new password"}
    for path in ("/desk/sign-in", "/desk/sign-out", "/desk/password"):
        for csrf in ("", "0" * 64):
            assert browser.post(path, form, csrf=csrf).status_code == 403
    assert browser.get("/desk").url.path == "/desk"
    assert desk().sign_in().url.path == "/desk"


def test_another_browsers_form_is_one_from_elsewhere(desk, organiser):
    mine, other = desk(), desk()
    mine.get("/desk/sign-in")
    other.get("/desk/sign-in")
    assert mine.post("/desk/sign-in", {"name": "Organiser", "password": PASSWORD}, csrf=other.csrf).status_code == 403


@pytest.mark.parametrize("limit", ["account", "sign-in"])
def test_passwords_are_not_tried_without_end(make_desk, organiser, limit):
    desk = make_desk(limits=True)
    browser = desk()
    names = ["Organiser"] * 11 if limit == "account" else [f"Nobody {n}" for n in range(11)]
    answers = [browser.sign_in(name, "x").status_code for name in names]
    assert answers == [403] * 10 + [429]
    assert browser.sign_in().status_code == 429


def test_one_goes_where_one_wanted_to(desk, organiser):
    for then in ("/desk", "/desk/events/3", "/desk/events/3/entries/7"):
        browser = desk()
        browser.get(f"/desk/sign-in?then={then}")
        form = {"name": "Organiser", "password": PASSWORD, "then": then}
        assert browser.post("/desk/sign-in", form, follow=False).headers["location"] == then


@pytest.mark.parametrize(
    "then",
    [
        "https://elsewhere.example/",
        "//elsewhere.example/desk",
        "/\\elsewhere.example",
        "/desk\r\nx: y",
        "/desk/../e/x",
        "/desk//x",
        "javascript:1",
        "/deskx",
        "",
    ],
)
def test_one_is_sent_nowhere_else(then):
    assert wanted_page(then) == "/desk"


def test_what_was_typed_is_shown_as_text(desk, organiser):
    answer = desk().sign_in('"><script>alert(1)</script>', "x")
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;" in answer.text


@both
def test_a_changed_password_signs_out_everywhere_else(desk, organiser):
    here, there = desk(), desk()
    here.sign_in()
    there.sign_in()
    here.get("/desk/password")
    answer = here.post(
        "/desk/password", {"password": PASSWORD, "new": "a quite new password", "again": "a quite new password"}
    )
    assert "The password has been changed." in shown(answer)
    assert there.get("/desk").url.path == "/desk/sign-in"
    assert password_fits(find_organiser(desk.database, "organiser"), "a quite new password")
    assert "password changed" in actions(desk.database)


def test_a_password_that_cannot_be_taken_stays_as_it_was(desk, organiser):
    browser = desk()
    browser.sign_in()
    browser.get("/desk/password")
    for present, new, again, sentence in (
        ("wrong", "a quite new password", "a quite new password", "The present password does not fit."),
        (PASSWORD, "a quite new password", "another new password", "The two new passwords are not the same."),
        (PASSWORD, "short", "short", "A password has at least 10 characters."),
        (PASSWORD, "x" * 1001, "x" * 1001, "A password has at most 1000 characters."),
    ):
        answer = browser.post("/desk/password", {"password": present, "new": new, "again": again})
        assert answer.status_code == 422
        assert sentence in shown(answer)
    assert desk().sign_in().url.path == "/desk"


def test_the_hash_is_argon2id_with_a_salt():
    hasher = PasswordHasher.from_parameters(security.HASHING)
    first, second = hasher.hash(PASSWORD), hasher.hash(PASSWORD)
    assert first.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert first != second
