"""The whole desk from outside: every route that there is, also those that were made after this test."""

import itertools
import os
import re
from html import unescape
from types import SimpleNamespace
from typing import NamedTuple
from urllib.parse import quote

import pytest
from sqlalchemy import select
from starlette.routing import Route

from syscheck.desk.security import account_name, hash_password
from syscheck.desk.storage import Base, DeskEntry, DeskEvent, EventOrganiser, EventVersion, Organiser, Submission
from tests.desk.browsing import Browser
from tests.desk.conftest import BACKENDS, PASSWORD

NOT_FORMS = {
    "/panel": "shows the verdicts of a card while it is typed; changes nothing",
    "/": "shows the report of a card that was typed without JavaScript; changes nothing",
    "/upload": "shows the card of a file in the editor; changes nothing",
    "/download/{what}": "gives what was made of a card; changes nothing",
    "/print/{what}": "shows what was made of a card; changes nothing",
}
"""What is sent without the token of a form, and why that is well."""
FOR_STRANGERS = {
    "/desk/sign-in": "is where one signs in",
    "/desk/sign-out": "ends a sign-in that there may not be any more",
}
"""Pages of organisers that one sees without a sign-in, and why."""
ELSEWHERE = (
    "//evil.example",
    "https://evil.example/",
    "/\\evil.example",
    "/\t/evil.example",
    "/%0d%0aset-cookie:x=1",
    "javascript:alert(1)",
)
HASH = hash_password(PASSWORD)
EVENT = 'preset = "sk-second-league"\nname = "League"\nrounds = [2030-02-20T10:00]\n'
CARD = b"[openings]\n1C : 16+\n1N : 12-14 bal\n"


class Visited(NamedTuple):
    """A route with one of its methods."""

    method: str
    path: str

    def at(self, **parts):
        """Its address, with these parts; what is not given is something."""

        def part(match):
            name, _, kind = match[1].partition(":")
            return str(parts.get(name, 1 if kind == "int" else "x"))

        return re.sub(r"\{([^}]+)\}", part, self.path)


def routes(app):
    """Every route of the application outside `/api/`."""

    def walk(found):
        for route in found:
            included = getattr(route, "original_router", None)  # newer versions of FastAPI keep routers whole
            if included is not None:
                yield from walk(included.routes)
            elif isinstance(route, Route):
                yield from (Visited(method, route.path) for method in sorted(route.methods - {"HEAD"}))

    found = list(dict.fromkeys(r for r in walk(app.routes) if not r.path.startswith("/api/")))
    assert any(r.path == "/health" for r in found), "the routes are found"
    return found


MADE_AGAIN = {"sign_ins", "judged_cards", "comparisons", "secrets"}


def contents(database):
    """Everything that the database has, but for who has just signed in and what can be made again."""
    found = {}
    with database.engine.connect() as connection:
        for name, table in Base.metadata.tables.items():
            columns = [
                c for c in table.columns if (name, c.name) != ("submissions", "fingerprint")
            ]  # when first judged
            if name not in MADE_AGAIN:
                found[name] = sorted(map(repr, connection.execute(select(*columns))))
    return found


class Belongings(NamedTuple):
    """An event of an organiser, with an entry that has a card."""

    event: DeskEvent
    entry: DeskEntry
    submission: Submission

    @property
    def parts(self):
        return {
            "event_id": self.event.id,
            "entry_id": self.entry.id,
            "submission_id": self.submission.id,
            "event_address": self.event.address,
            "address_of_entry": self.entry.address,
            "number": 1,
        }


def make_organiser(database, name):
    with database.writing() as session:
        found = Organiser(name=account_name(name), password_hash=HASH)
        session.add(found)
    return found


def belongings(database, organiser, pair="Pair 1"):
    """An event of this organiser."""
    with database.writing() as session:
        event = DeskEvent()
        event.versions.append(EventVersion(number=1, text=EVENT, organiser_id=organiser.id))
        entry = DeskEntry(event=event, pair=pair)
        submission = Submission(number=1, source="pair", file="a.card", original=CARD, card=CARD)
        entry.submissions.append(submission)
        session.add_all([event, entry])
        session.flush()
        session.add(EventOrganiser(event_id=event.id, organiser_id=organiser.id))
    return Belongings(event, entry, submission)


@pytest.fixture
def visitors(make_desk, database):
    """A stranger, an organiser and another one, both with an event."""

    desk = make_desk()
    one, other = make_organiser(database, "Organiser"), make_organiser(database, "Another")
    found = SimpleNamespace(
        desk=desk,
        mine=belongings(database, one),
        theirs=belongings(database, other, "Pair 2"),
        stranger=desk(),
        organiser=desk(),
    )
    if any(r.path == "/desk/sign-in" for r in routes(found.desk.app)):
        found.organiser.sign_in()
    return found


def change_routes(app):
    return [r for r in routes(app) if r.method not in {"GET", "OPTIONS"} and r.path not in NOT_FORMS]


class TestForms:
    def test_no_form_is_taken_without_its_token(self, visitors, database):
        before = contents(database)
        for route in change_routes(visitors.desk.app):
            for browser in (visitors.stranger, visitors.organiser):
                for csrf in ("", "0" * 64, visitors.stranger.csrf if browser is visitors.organiser else "é"):
                    path = route.at(**visitors.mine.parts)
                    answer = browser.post(path, {"name": "x"}, csrf=csrf, follow=False)
                    refused = answer.status_code == 403
                    asked = answer.headers.get("location", "").startswith("/desk/sign-in?")
                    assert refused or (asked and browser is visitors.stranger), route
        assert contents(database) == before

    def test_nor_from_a_page_elsewhere_even_with_it(self, visitors, database):
        before = contents(database)
        for route in change_routes(visitors.desk.app):
            for site in ("cross-site", "same-site"):
                path = route.at(**visitors.mine.parts)
                answer = visitors.organiser.post(path, {}, follow=False, headers={"sec-fetch-site": site})
                assert answer.status_code == 403, route
        assert contents(database) == before

    def test_what_is_sent_without_a_token_changes_nothing(self, visitors, database):
        before = contents(database)
        for route in routes(visitors.desk.app):
            if route.path in NOT_FORMS and route.method == "POST":
                answer = visitors.stranger.client.post(route.at(), data={"card": CARD.decode()})
                assert answer.status_code < 500, route
        assert contents(database) == before

    def test_loading_a_page_changes_nothing(self, visitors, database):
        before = contents(database)
        for route in routes(visitors.desk.app):
            if route.method == "GET":
                path = route.at(**visitors.mine.parts)
                assert visitors.organiser.client.get(path).status_code < 500, route
        assert contents(database) == before


class TestOrganisersPages:
    def test_every_one_asks_for_a_sign_in(self, visitors):
        seen = [r for r in routes(visitors.desk.app) if r.path.startswith("/desk") and r.path not in FOR_STRANGERS]
        for route in seen:
            path = route.at(**visitors.mine.parts)
            answer = visitors.stranger.client.request(route.method, path, follow_redirects=False)
            if route.method == "GET":
                assert answer.status_code == 303, route
                assert answer.headers["location"].startswith("/desk/sign-in?then=/"), route
            else:
                assert answer.status_code in {303, 403, 422}, route

    @pytest.mark.parametrize("database_url", BACKENDS, indirect=True)
    def test_those_of_another_organisers_event_are_not_there(self, visitors, database):
        before = contents(database)
        mixed = visitors.theirs.parts | {"event_id": visitors.mine.event.id}
        for route in routes(visitors.desk.app):
            if not route.path.startswith("/desk/events/{"):
                continue
            tried = [visitors.theirs.parts, visitors.theirs.parts | {"event_id": 10**9}]
            # Their entry under my event: only where the address has an entry in it.
            tried += [mixed] if "entry_id" in route.path or "submission_id" in route.path else []
            for parts in tried:
                if route.method == "GET":
                    answer = visitors.organiser.client.get(route.at(**parts), follow_redirects=False)
                else:
                    answer = visitors.organiser.post(route.at(**parts), {"pair": "x", "text": "x"}, follow=False)
                assert answer.status_code in ({404} if route.method == "GET" else {404, 422}), (route, parts)
                assert "Pair 2" not in answer.text, route
        assert contents(database) == before

    def test_numbers_that_no_event_has(self, visitors):
        numbers = ["0", "-1", "99999999999", "99999999999999999999999", "x", "1;DROP", "1'--"]
        for route, number in itertools.product(routes(visitors.desk.app), numbers):
            if route.method == "GET" and "_id" in route.path:
                path = route.at(event_id=number, entry_id=number, submission_id=number)
                assert visitors.organiser.client.get(path).status_code == 404, route


class TestPrivateAddresses:
    @pytest.mark.parametrize("database_url", BACKENDS, indirect=True)
    def test_an_address_that_nobody_was_given_shows_nothing(self, visitors):
        addresses = ["x", "%", "' OR 1=1 --", "é", "x" * 5_000, "\ud7ff", "1"]
        for route, address in itertools.product(routes(visitors.desk.app), addresses):
            if "address" in route.path or "place" in route.path:
                written = quote(address, safe="")
                parts = {name: written if "address" in name else 1 for name in visitors.mine.parts} | {"place": written}
                answer = visitors.stranger.client.request(route.method, route.at(**parts))
                assert answer.status_code in {404, 403, 422}, route
                assert "Pair 1" not in answer.text

    def test_an_event_that_is_not_published_shows_opponents_nothing(self, visitors):
        for route in routes(visitors.desk.app):
            if route.path.startswith("/events/"):
                answer = visitors.stranger.client.get(route.at(**visitors.mine.parts))
                assert answer.status_code == 404, route
                assert "Pair 1" not in answer.text


class TestRedirects:
    def test_after_the_sign_in_nobody_is_sent_elsewhere(self, visitors):
        browser = visitors.desk()
        for then in ELSEWHERE:
            browser.get("/desk/sign-in", params={"then": then})
            sent = {"name": "Organiser", "password": PASSWORD, "then": then}
            answer = browser.post("/desk/sign-in", sent, follow=False, params={"then": then})
            assert answer.status_code == 303
            place = answer.headers["location"]
            assert re.fullmatch(r"/(?![/\\])[\w/.?=&%@:-]*", place), (then, place)
            browser.client.cookies.clear()


# ---- every form with everything in it --------------------------------------------------------------------------------

HOSTILE = {
    "null": "x\0y",
    "long": "x" * 20_000,
    "markup": "\"'><script>alert(1)</script><img src=x onerror=alert(1)>{{7777*7777}}",
    "sql": "'); DROP TABLE entries; --",
    "letters": "\u202e\u2028\ufeff😀é\u0301",
    "empty": "",
    "lines": "x\r\nset-cookie: y=1\r\n\r\n",
    "number": "99999999999999999999999999",
}
OTHERWISE_KEPT = ("null", "long", "number")
"""What PostgreSQL takes otherwise than SQLite."""
FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
FIELD = re.compile(r"<(input|textarea|select)\b([^>]*)>", re.DOTALL)
RAW = re.compile(r"<script>alert|<img src=x|60481729")


def attribute(tag, name):
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    return unescape(found[1]) if found else ""


def forms(page, address):
    """The forms of a page: where they go, and their fields with what they have in them."""
    for tag, inside in FORM.findall(page):
        fields = {}
        for _, field in FIELD.findall(inside):
            if (name := attribute(field, "name")) and attribute(field, "type") not in {"file", "submit"}:
                fields[name] = (attribute(field, "type"), attribute(field, "value"))
        files = [attribute(f, "name") for _, f in FIELD.findall(inside) if attribute(f, "type") == "file"]
        if attribute(tag, "method").lower() == "post":
            yield attribute(tag, "action") or address, fields, files


@pytest.mark.parametrize("database_url", BACKENDS, indirect=True)
def test_every_form_takes_or_refuses_everything(visitors, database):
    """No field of any form makes the program fail, nor comes back as markup.

    All fields of a form at once, and each alone with one of the kinds; with `SYSCHECK_FUZZ`, with all of them.
    """
    browser, turn = visitors.organiser, itertools.count()
    addresses = {
        r.at(**visitors.mine.parts)
        for r in routes(visitors.desk.app)
        if r.method == "GET" and not r.path.startswith(("/static", "/health", "/words"))
    }

    def send(action, sent, **options):
        answer = browser.post(action, sent, follow=False, **options)
        assert answer.status_code < 500, (action, sent)
        if "text/html" in answer.headers.get("content-type", ""):
            assert not RAW.search(answer.text), (action, sent)
        assert "set-cookie: y" not in str(answer.headers), (action, sent)

    pages = {address: browser.get(address).text for address in sorted(addresses)}
    seen = {form[0]: form for address, page in pages.items() for form in forms(page, address)}
    for action, fields, files in seen.values():
        if action.endswith(("/sign-out", "/password")):  # the way back in would be lost
            continue
        plain = {name: value for name, (_, value) in fields.items() if name != "csrf"}
        for kind in HOSTILE if database.sqlite else OTHERWISE_KEPT:
            hostile = HOSTILE[kind]
            send(action, dict.fromkeys(plain, hostile))
            for name in plain:
                if next(turn) % len(HOSTILE) == 0 or "SYSCHECK_FUZZ" in os.environ:
                    send(action, plain | {name: hostile})
            for name in files:
                file = (hostile or "../../etc/passwd", hostile.encode() + b"\xff\x00PK\x03\x04")
                send(action, plain, files={name: file})
    for address in sorted(addresses):  # what was kept is shown as it was written
        page = browser.get(address)
        assert page.status_code < 500, address
        if "text/html" in page.headers["content-type"]:
            assert not RAW.search(page.text), address
            tags = re.sub(r'"[^"]*"', '""', page.text)
            assert " style=" not in tags, address
            assert not re.search(r"<[^>]*\son\w+=", tags), address
            assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>(?!\s*</script>)", tags), address
    with database.reading() as session:
        assert session.scalars(select(DeskEntry)).all(), "the tables are there"


def test_a_form_of_another_browser_is_not_taken(visitors, database):
    """A token belongs to the browser that loaded the page."""
    before = contents(database)
    for route in change_routes(visitors.desk.app):
        browser = Browser(visitors.desk().client)
        browser.get("/")
        path = route.at(**visitors.mine.parts)
        answer = visitors.organiser.post(path, {}, csrf=browser.csrf or "x", follow=False)
        assert answer.status_code == 403, route
    assert contents(database) == before
