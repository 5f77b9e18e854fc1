"""docs/events.md describes every key of an event file, and every example of it does what the page says."""

import datetime
import json
import re
import tomllib

import jsonschema
import pytest
from paths import ROOT

from syscheck.events import FaultyEvent, Level, preset, read_event
from syscheck.events.file import EventFile, PhaseFile
from syscheck.events.levels import DOTS
from syscheck.events.model import Collector, Contest, Kind, League, Masterpoints
from syscheck.events.preset import preset_ids
from syscheck.events.toml import toml_data
from syscheck.regulations import regulation

PAGE = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "docs" / "event.schema.json").read_text(encoding="utf-8"))
FENCES = re.findall(r"^```event( fault V\d+)?\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
SOUND = [text for fault, text in FENCES if not fault]
FAULTY = [(fault.split()[-1], text) for fault, text in FENCES if fault]
SAMPLES = sorted((ROOT / "samples" / "events").glob("*.toml"))


def rows_with(*heads):
    """The rows of the tables with these headings, each a cell by its heading."""
    for table in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE):
        names, _, *rows = ([c.strip() for c in line.split("|")[1:-1]] for line in table.splitlines())
        if set(heads) <= set(names):
            for row in rows:
                assert len(row) == len(names), row
                yield dict(zip(names, row, strict=True))


def snippets(cell):
    return re.findall(r"`([^`]+)`", cell)


KEYS = {snippets(row["key"])[0]: row for row in rows_with("key", "written")}


@pytest.mark.parametrize("text", SOUND)
def test_an_example_is_read(text):
    assert read_event(text).phases


@pytest.mark.parametrize(("code", "text"), FAULTY)
def test_a_faulty_example_gives_its_code(code, text):
    with pytest.raises(FaultyEvent) as error:
        read_event(text)
    assert [f.code for f in error.value.faults] == [code]


def test_every_key_is_described_and_no_other():
    assert list(KEYS) == list(EventFile.model_fields)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_written_for_a_key_is_taken(key):
    [written] = snippets(KEYS[key]["written"])
    data = toml_data(written if key != "phases" else written + '\nname = "Final"')
    assert getattr(EventFile.model_validate(data), key) is not None


@pytest.mark.parametrize(
    ("key", "choices"),
    [
        ("kind", Kind),
        ("league", League),
        ("masterpoints", Masterpoints),
        ("contest", Contest),
        ("collects", Collector),
        ("level", Level),
    ],
)
def test_every_choice_is_named(key, choices):
    assert {str(c) for c in choices} <= set(snippets(KEYS[key]["what it means"]))


def test_the_keys_of_a_phase_are_named():
    [sentence] = re.findall(r"^`\[\[phases\]\]` begins .*?announcement`\.", PAGE, re.MULTILINE | re.DOTALL)
    assert {s for s in snippets(sentence) if s != "[[phases]]"} == set(PhaseFile.model_fields)


def test_the_kinds_of_bids():
    rows = {snippets(r["name of a kind of bids"])[0]: r for r in rows_with("name of a kind of bids")}
    known = {s.name: s for s in regulation("se-2012").lowerable}
    assert list(rows) == list(known)
    for name, row in rows.items():
        assert int(row["most dots"]) == known[name].most
        assert (row["may be banned"] == "yes") == name.startswith(DOTS)


@pytest.mark.parametrize("row", list(rows_with("masterpoints", "level")), ids=lambda row: " ".join(row.values()))
def test_recommended_levels(row):
    text = 'name = "E"\nregulations = ["se-2012"]\nmasterpoints = "{}"\nboards = {}\n'
    boards = row["boards against the same pair"]
    assert read_event(text.format(row["masterpoints"], boards)).phases[0].level == row["level"]


def test_every_preset_is_named():
    section = PAGE.split("## Presets")[1]
    assert {s for s in snippets(section) if re.fullmatch(r"[a-z]{2}(-[a-z]+)+", s)} == set(preset_ids())
    assert preset("se-sm-lag").title == "SM Lag"


# ---- the JSON Schema -------------------------------------------------------------------------------------------------


def as_json(value):
    """TOML's values as editors give them to a JSON Schema: times are texts."""
    match value:
        case dict():
            return {k: as_json(v) for k, v in value.items()}
        case list():
            return [as_json(v) for v in value]
        case datetime.date():
            return value.isoformat()
    return value


def schema_errors(text):
    return list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(as_json(toml_data(text))))


@pytest.mark.parametrize("text", [*SOUND, *(p.read_text(encoding="utf-8") for p in SAMPLES)])
def test_the_schema_takes_what_is_read(text):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert not schema_errors(text)


@pytest.mark.parametrize("code", ["V110", "V111", "V113", "V114", "V115", "V116"])
def test_the_schema_refuses_what_the_keys_refuse(code):
    assert schema_errors((ROOT / "docs" / "errors" / f"{code}.toml").read_text(encoding="utf-8"))


def test_the_schema_describes_every_key():
    for model in (SCHEMA, SCHEMA["$defs"]["PhaseFile"]):
        assert model["additionalProperties"] is False
        assert all("description" in p for p in model["properties"].values())
    assert "null" not in json.dumps(SCHEMA)


def test_the_toml_of_the_page_is_toml_of_today():
    """Only the seconds of times may be missing, which newer TOML allows."""
    for text in SOUND:
        full = re.sub(r"(T\d\d:\d\d)(?!:)(?=[\s,\]+])", r"\1:00", text)
        assert tomllib.loads(full) == toml_data(text)
