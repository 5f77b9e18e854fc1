"""What holds for every request: its size and its time, the headers of the answer, the line in the log, who asks."""

import asyncio
import json
from typing import Annotated

import pytest
import structlog
from fastapi import Form, Request, UploadFile
from sqlalchemy.exc import OperationalError
from starlette.responses import StreamingResponse
from structlog.testing import capture_logs

from syscheck.desk import middleware
from syscheck.desk.app import make_app
from syscheck.desk.middleware import HEADERS, MOST_BYTES
from syscheck.desk.pages import page
from syscheck.desk.security import COOKIE, Here, cookie_name, visitor
from syscheck.desk.settings import read_settings
from syscheck.desk.storage import DeskEvent
from tests.desk.conftest import BACKENDS, AtOnce


def send_form(text: Annotated[str, Form()]):
    """A page that takes a form."""
    return text


class Talk:
    """A request to an ASGI application, piece by piece, as a server hands it over."""

    def __init__(
        self, app, pieces=(b"",), *, method="POST", path="/api/meaning", query=b"", never_ends=False, **headers
    ):
        sent = {"content-type": "application/json", **{k.replace("_", "-"): v for k, v in headers.items()}}
        self.scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query,
            "root_path": "",
            "headers": [(k.encode(), v.encode()) for k, v in sent.items()],
            "client": ("192.0.2.1", 1),
            "server": ("desk.example", 80),
        }
        self.pieces, self.never_ends, self.taken, self.answer = list(pieces), never_ends, 0, []
        asyncio.run(app(self.scope, self._receive, self._send))

    async def _receive(self):
        if self.taken < len(self.pieces):
            self.taken += 1
            more = self.taken < len(self.pieces) or self.never_ends
            return {"type": "http.request", "body": self.pieces[self.taken - 1], "more_body": more}
        await asyncio.sleep(3600)
        return {"type": "http.disconnect"}

    async def _send(self, message):
        self.answer.append(message)

    @property
    def status(self):
        return self.answer[0]["status"]

    @property
    def headers(self):
        return {k.decode(): v.decode() for k, v in self.answer[0]["headers"]}

    @property
    def body(self):
        return b"".join(m.get("body", b"") for m in self.answer[1:])


@pytest.fixture
def app(make_desk):
    return make_desk().app


@pytest.fixture
def impatient(database, tmp_path):
    """A desk that waits for nobody."""
    found = make_app(read_settings(data=tmp_path, limits=False), database, AtOnce())
    found.state.database, found.state.workers = database, AtOnce()
    guard = next(m for m in found.user_middleware if m.cls is middleware.Guard)
    guard.kwargs["seconds"] = 0.05
    return found


class TestHowMuch:
    """Neither what is announced nor what comes is more than is taken; the server reads no further."""

    @pytest.mark.parametrize("path", ["/api/meaning", "/", "/desk/sign-in", "/desk/events/1/upload"])
    def test_announced(self, app, path):
        talk = Talk(app, [b"x"], path=path, content_length=str(MOST_BYTES + 1))
        assert talk.status == 413
        assert talk.taken == 0
        assert talk.headers["connection"] == "close"

    @pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
    def test_not_announced(self, app, kind):
        piece = b"x" * (MOST_BYTES // 4)
        path = "/api/meaning" if kind == "application/json" else "/form"
        app.post("/form")(send_form)
        talk = Talk(app, [piece] * 20, path=path, content_type=kind)
        assert talk.status in ({413} if kind == "application/json" else {413, 400})  # a field may be too long before
        assert talk.taken <= 5

    def test_less_than_was_announced_does_not_help(self, app):
        talk = Talk(app, [b"x" * MOST_BYTES, b"xx"], content_length="10")
        assert talk.status == 413
        assert json.loads(talk.body)["errors"]

    @pytest.mark.parametrize("length", ["-1", "1e9", "abc", "0x10", "1, 1", "²", "9" * 5_000])
    def test_a_length_that_is_none(self, app, length):
        talk = Talk(app, [b"{}"], content_length=length)
        assert talk.status in {400, 413}
        assert talk.taken == 0

    def test_many_fields_and_many_files(self, desk):
        @desk.app.post("/form")
        def form(here: Here, text: str = Form(""), files: list[UploadFile] | None = None):
            return "taken"

        client = desk().client
        started = {"content-type": "application/x-www-form-urlencoded"}
        assert client.post("/form", content="a=&" * 100_000, headers=started).status_code == 400
        assert client.post("/form", files=[("files", ("a", b""))] * 1_001).status_code == 400
        assert client.post("/form", data={"text": "x" * 10}).status_code == 200
        broken = {"content-type": "multipart/form-data; boundary=x"}
        for body in (
            b"--x\r\n",
            b"--y\r\n\r\n",
            b"--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--",
            b"\xff" * 99,
        ):
            assert client.post("/form", content=body, headers=broken).status_code < 500


class TestHowSlowly:
    @pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"])
    def test_what_does_not_come_is_not_waited_for(self, impatient, kind):
        path = "/api/meaning" if kind == "application/json" else "/form"
        impatient.post("/form")(send_form)
        kind += "; boundary=x" if kind.startswith("multipart") else ""
        talk = Talk(impatient, [b"--x\r\n"], path=path, content_type=kind, never_ends=True)
        assert talk.status == 408
        assert talk.headers["connection"] == "close"

    def test_it_is_said_in_the_form_that_is_asked_for(self, impatient):
        assert json.loads(Talk(impatient, [], never_ends=True).body)["errors"]


class TestHeaders:
    @pytest.fixture
    def answers(self, desk):
        @desk.app.get("/fails")
        def fails():
            raise RuntimeError("1N : 15-17")

        client = desk().client
        paths = ["/health", "/static/desk.css", "/static/report/style.css", "/static/none.css", "/none", "/fails"]
        found = {path: client.get(path) for path in [*paths, "/api/rules", "/api/none"]}
        found["405"] = client.delete("/health")
        found["413"] = client.post("/none", content=b"x" * (MOST_BYTES + 1))
        return found

    def test_every_answer_has_them_errors_and_files_too(self, answers):
        assert answers["/fails"].status_code == 500
        assert answers["/static/desk.css"].status_code == 200
        for path, answer in answers.items():
            assert {k: answer.headers.get(k) for k in HEADERS} == HEADERS, path
            policy = answer.headers["content-security-policy"]
            assert "unsafe" not in policy, path
            assert policy.startswith("default-src 'none'; script-src 'self';"), path
            assert answer.headers.get_list("content-security-policy") == [policy], path

    def test_pages_are_kept_by_nobody(self, answers):
        for path, answer in answers.items():
            assert (answer.headers.get("cache-control") == "no-store") == ("/static/" not in path), path

    def test_a_nonce_is_used_once(self, desk):
        client = desk().client
        policies = {client.get("/health").headers["content-security-policy"] for _ in range(3)}
        assert len(policies) == 3

    @pytest.mark.parametrize("base_url", ["", "http://desk.example", "https://desk.example"])
    def test_https_is_insisted_on_where_it_is_used(self, make_desk, base_url):
        answer = make_desk(base_url=base_url)().client.get("/none")
        assert ("strict-transport-security" in answer.headers) == base_url.startswith("https")

    def test_neither_page_nor_json_tells_of_the_programs_inside(self, answers):
        assert "15-17" not in answers["/fails"].text
        assert "Traceback" not in answers["/fails"].text
        assert "RuntimeError" not in answers["/fails"].text
        for answer in answers.values():
            assert "server" not in answer.headers


class TestMethods:
    @pytest.mark.parametrize("path", ["/health", "/api/rules", "/static/desk.css", "/none"])
    def test_head_is_get_without_its_body(self, desk, path):
        client = desk().client
        got, head = client.get(path), client.head(path)
        assert (head.status_code, head.content) == (got.status_code, b"")
        assert head.headers["content-type"] == got.headers["content-type"]

    @pytest.mark.parametrize("method", ["OPTIONS", "PUT", "TRACE", "PATCH", "CONNECT", "NONSENSE"])
    def test_others_are_refused(self, desk, method):
        answer = desk().client.request(method, "/health")
        assert answer.status_code == 405
        assert "GET" in answer.headers["allow"]
        assert "access-control-allow-origin" not in answer.headers


class TestAddresses:
    @pytest.mark.parametrize("address", ["/%00", "/api/rules/%00", "/none?q=%00", "/static/%00", "/health?%00"])
    def test_null_is_no_letter(self, desk, address):
        assert desk().client.get(address).status_code == 400

    @pytest.mark.parametrize(
        "path",
        ["..%2fapp.py", "%2e%2e/app.py", "..%5capp.py", "report/..%2f..%2fapp.py", "report/%2e%2e%2fhtml.py", "%ff"],
    )
    def test_no_file_outside_is_given(self, desk, path):
        answer = desk().client.get(f"/static/{path}")
        assert answer.status_code == 404

    @pytest.mark.parametrize("path", ["/desk/", "/health/", "/static", "//evil.example/..", "/static//evil.example"])
    def test_the_host_that_is_asked_for_comes_back_nowhere(self, make_desk, path):
        client = make_desk(base_url="https://desk.example")().client
        answer = client.get(path, headers={"host": "evil.example"}, follow_redirects=False)
        assert "evil.example" not in answer.headers.get("location", "")


class TestFailures:
    def test_a_database_that_is_away(self, desk):
        @desk.app.get("/away")
        def away():
            raise OperationalError("SELECT card", {}, Exception("no route"))

        answer = desk().client.get("/away")
        assert answer.status_code == 503
        assert "SELECT" not in answer.text

    @pytest.mark.parametrize("database_url", BACKENDS, indirect=True)
    @pytest.mark.parametrize("number", [2**31, 10**30])
    def test_a_number_that_no_row_has(self, desk, number):
        @desk.app.get("/row/{number}")
        def row(number: int):
            with desk.database.reading() as session:
                return session.get(DeskEvent, number) is None

        assert desk().client.get(f"/row/{number}").status_code < 500

    def test_what_was_sent_before_the_program_failed_is_not_followed_by_another_answer(self, app):
        def pieces():
            yield b"half"
            raise RuntimeError

        app.get("/half")(lambda: StreamingResponse(pieces()))
        with pytest.raises(RuntimeError):
            Talk(app, method="GET", path="/half")


class TestLog:
    """What is written of a request says nothing of what is in it."""

    @pytest.fixture(autouse=True)
    def plain(self):
        structlog.reset_defaults()

    def test_neither_address_nor_query_nor_text(self, desk):
        @desk.app.post("/e/{address}")
        def entry(address: str, card: str = Form()):
            raise RuntimeError(card)

        with capture_logs() as lines:
            desk().client.post("/e/private-address?note=secret-query", data={"card": "secret card"})
            desk().client.get("/e/private-address/none?note=secret-query")
            desk().client.post("/api/meaning", json={"text": "secret card"})
        assert [line["event"] for line in lines] == ["failed", "request", "request", "request"]
        assert [line.get("route") for line in lines] == ["/e/{address}", "/e/{address}", "-", "/api/meaning"]
        assert [line.get("status") for line in lines] == [None, 500, 404, 200]
        assert "entry" in str(lines[0]["at"])
        assert "secret" not in str(lines)
        assert "private" not in str(lines)
        assert "testclient" not in str(lines)


class TestWhoAsks:
    @pytest.mark.parametrize(
        ("one", "other", "same"),
        [
            ("192.0.2.1", "192.0.2.1", True),
            ("192.0.2.1", "192.0.2.2", False),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
            ("::ffff:192.0.2.1", "192.0.2.1", True),
            ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
            ("fe80::1%eth0", "fe80::2%eth0", True),
            ("", "unix", False),
        ],
    )
    def test_a_household_is_one_visitor(self, one, other, same):
        assert (visitor(one) == visitor(other)) is same

    @pytest.mark.parametrize(
        ("proxies", "sent", "asks"),
        [
            ("", "198.51.100.7", "192.0.2.1"),
            ("203.0.113.9", "198.51.100.7", "192.0.2.1"),
            ("192.0.2.1", "198.51.100.7", "198.51.100.7"),
            ("192.0.2.1", "1.1.1.1, 198.51.100.7", "198.51.100.7"),  # what the visitor itself wrote in front
            ("192.0.2.0/24", "198.51.100.7, 192.0.2.8", "198.51.100.7"),
            ("192.0.2.1", "nonsense", "nonsense"),
        ],
    )
    def test_only_named_proxies_are_believed(self, make_desk, proxies, sent, asks):
        app = make_desk(proxies=proxies).app

        @app.get("/asks")
        def who(request: Request):
            return request.client.host

        talk = Talk(app, method="GET", path="/asks", x_forwarded_for=sent)
        assert json.loads(talk.body) == asks


class TestCookies:
    def test_the_cookie_of_a_desk_on_https_is_for_this_host_alone(self, make_desk):
        settings = make_desk(base_url="https://desk.example").app.state.settings
        assert cookie_name(settings) == f"__Host-{COOKIE}"
        assert cookie_name(make_desk().app.state.settings) == COOKIE

    @pytest.mark.parametrize("secure", [False, True])
    def test_its_flags(self, make_desk, secure):
        desk = make_desk(base_url="https://desk.example" if secure else "")

        @desk.app.get("/page")
        def shown(request: Request, here: Here):
            return page(request, "told.html.j2", text="x")

        answer = desk().client.get("/page?lang=sv")
        token, language = answer.headers.get_list("set-cookie")
        for cookie in (token, language):
            flags = {flag.strip().lower() for flag in cookie.split(";")[1:]}
            assert {"httponly", "samesite=lax", "path=/"} <= flags
            assert ("secure" in flags) is secure
            assert not any(flag.startswith("domain") for flag in flags)
        assert token.startswith("__Host-syscheck=" if secure else "syscheck=")
        assert "max-age" not in token.lower()  # forgotten when the browser is closed
