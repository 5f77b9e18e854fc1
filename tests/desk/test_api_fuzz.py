"""The API on whatever its own description allows, and on much that it does not; `SYSCHECK_FUZZ` examples a path."""

import os

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from paths import ROOT
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from starlette.testclient import TestClient

from syscheck.desk import api
from syscheck.desk.app import make_app
from syscheck.desk.settings import read_settings
from tests.desk.conftest import AtOnce

EXAMPLES = int(os.environ.get("SYSCHECK_FUZZ", "5"))
QUIET = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large, HealthCheck.large_base_example]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]

app = make_app(read_settings(limits=False), object(), AtOnce())
app.state.workers, app.state.database = AtOnce(), object()  # as its start does; the API asks no database
schema = schemathesis.openapi.from_asgi("/api/openapi.json", app)


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=QUIET, derandomize=EXAMPLES < 50)
def test_every_answer_is_one_of_those_described(case):
    case.call_and_validate(checks=CHECKS)


# ---- texts that are nearly right -------------------------------------------------------------------------------------

CARDS = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "samples" / "cards").glob("*.card"))]
EVENTS = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "samples" / "events").glob("*.toml"))]
FOREIGN = [p.read_text(encoding="utf-8", errors="replace") for p in sorted((ROOT / "samples" / "foreign").glob("*.*"))]
PIECES = [
    "\0",
    "\u2028",
    "😀",
    "[openings]\n",
    "1X : ",
    "= \n",
    "0-37",
    "99999999999999999999",
    "|",
    '"',
    "9999-12-31",
    "\r",
]


@st.composite
def shaken(draw, texts):
    """A text with lines left out, twice, or with something strange in them."""
    lines = draw(st.sampled_from(texts)).splitlines(keepends=True)[:30]
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, max(0, len(lines) - 1)))
        line = lines[at] if lines else ""
        cut = draw(st.integers(0, len(line)))
        piece = draw(st.sampled_from(PIECES) | st.text(max_size=3))
        lines[at : at + 1] = draw(st.sampled_from([[], [line, line], [line[:cut] + piece + line[cut:]]]))
    return "".join(lines).encode("utf-8", "replace").decode()


def _card():
    return st.fixed_dictionaries({"text": shaken(CARDS)})


FOREIGN_FILE = st.fixed_dictionaries({"file": st.sampled_from(["a.bml", "a.bss", "a.json"]), "text": shaken(FOREIGN)})
MOMENTS = st.sampled_from([None, "2026-10-10", "0001-01-01T00:00+14:00", "9999-12-31T23:59-14:00", "x"])
REQUESTS = {
    "check": st.fixed_dictionaries(
        {"cards": st.lists(_card() | FOREIGN_FILE, min_size=1, max_size=2), "event": shaken(EVENTS), "as_of": MOMENTS}
    ),
    "alerts": st.fixed_dictionaries({"cards": st.lists(_card(), min_size=1, max_size=1), "screens": st.booleans()}),
    "diff": st.fixed_dictionaries({"old": _card(), "new": _card(), "event": st.none() | shaken(EVENTS)}),
    "import": FOREIGN_FILE,
    "export": st.fixed_dictionaries(
        {"card": _card() | FOREIGN_FILE, "to": st.sampled_from(["bml", "bss", "declaration"])}
    ),
    "format": st.fixed_dictionaries({"card": _card()}),
}
if EXAMPLES >= 50:  # a search takes seconds
    REQUESTS["advise"] = st.fixed_dictionaries({"card": _card(), "event": shaken(EVENTS)})
MODELS = {path: next(r for r in api.router.routes if r.path == f"/api/{path}").response_model for path in REQUESTS}


@pytest.mark.parametrize("path", REQUESTS)
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=QUIET,
    derandomize=EXAMPLES < 50,
    phases=[Phase.generate],
)
@given(data=st.data())
def test_texts_that_are_nearly_right(path, data):
    asked = data.draw(REQUESTS[path])
    answer = TestClient(app).post(f"/api/{path}", json=asked)
    assert answer.status_code in {200, 422}, answer.text
    if answer.status_code == 200:
        MODELS[path].model_validate_json(answer.text)
    else:
        assert answer.json()["errors"]
