"""docs/api.md shows every request of the API, and each of its examples runs."""

import json
import re
import shlex

import pytest
from paths import ROOT
from starlette.testclient import TestClient

from syscheck.desk import api
from syscheck.desk.api_errors import ErrorsOut
from syscheck.desk.app import STATUSES, make_app
from syscheck.desk.middleware import MOST_BYTES, SECONDS_TO_SEND
from syscheck.desk.security import RATES
from syscheck.desk.settings import DeskSettings, read_settings

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^```sh\n(curl .*)\n```$", PAGE, re.MULTILINE)


class AtOnce:
    """Does in this process what processes beside the server do."""

    def ask(self, function, /, *arguments, **named):
        return function(*arguments, **named)


@pytest.fixture(scope="module")
def client():
    app = make_app(read_settings(limits=False), object(), AtOnce())
    app.state.workers, app.state.database = AtOnce(), object()
    return TestClient(app)


def sent(command):
    """The method, the address and the body of a command."""
    _, address, *body = shlex.split(command)
    path = address.removeprefix("$desk")
    return ("POST", path, json.loads(body[1])) if body[:1] == ["--json"] else ("GET", path, None)


def described():
    return {(m.upper(), path) for path, methods in api.openapi()["paths"].items() for m in methods}


def test_every_request_is_in_the_table_and_no_other():
    rows = re.findall(r"^\| \[`(GET|POST) (\S+)`\]\(#([\w-]+)\)", PAGE, re.MULTILINE)
    assert {(method, path) for method, path, _ in rows} == described()
    heads = {h.lower().replace(" ", "-") for h in re.findall(r"^## (.*)$", PAGE, re.MULTILINE)}
    assert {anchor for _, _, anchor in rows} <= heads


def test_every_request_has_an_example():
    shown = {
        (method, re.sub(r"/rules/[^?]+", "/rules/{id}", path).partition("?")[0])
        for method, path, _ in map(sent, COMMANDS)
    }
    assert shown == described()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_example_runs(client, command):
    method, path, body = sent(command)
    answer = client.request(method, path, json=body)
    assert answer.status_code == (422 if "sk-2007" in command else 200), answer.text


def test_the_error_is_as_it_is_shown(client):
    method, path, body = sent(COMMANDS[0])
    shown = json.loads(re.search(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1])
    assert client.request(method, path, json=body).json() == shown
    ErrorsOut.model_validate_json(json.dumps(shown))


def test_every_status_and_limit_is_told():
    told = {int(status) for status in re.findall(r"^\| (\d{3}) \|", PAGE, re.MULTILINE)}
    answered = {int(s) for methods in api.openapi()["paths"].values() for o in methods.values() for s in o["responses"]}
    assert told == answered - {200} | {405}
    assert told <= set(STATUSES) | set(api.SENTENCES)
    assert f"at most {MOST_BYTES >> 20} MiB" in PAGE
    assert f"at most {api.MOST_CARDS}\n  cards" in PAGE
    assert f"{api.LONGEST_MEANING:,} characters" in PAGE
    assert f"within {SECONDS_TO_SEND:g} seconds" in PAGE
    assert f"{RATES['judge'].partition('/')[0]} requests a minute" in PAGE
    assert f"({DeskSettings().seconds_per_card:g} seconds" in PAGE
