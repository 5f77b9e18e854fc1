"""docs/json.md describes every field of the models, and shows what the program prints."""

import json
import re

import pytest
from paths import ROOT

from syscheck.foreign import machine as foreign
from syscheck.report import advice, alerts, diff, event_file, machine

PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
MODELS = {
    "REPORT": machine.ReportOut,
    "CARD": machine.CardOut,
    "ADMISSION": machine.AdmissionOut,
    "DUTY": machine.DutyOut,
    "ERROR": machine.ErrorOut,
    "SET": machine.HandsOut,
    "OPENING": machine.OpeningOut,
    "ALTERNATIVE": machine.AlternativeOut,
    "WHERE": machine.Where,
    "UNCOVERED": machine.UncoveredOut,
    "OVERLAP": machine.OverlapOut,
    "RESULT": machine.ResultOut,
    "DOTS": machine.DotsOut,
    "PART": machine.DotsPart,
    "FINDING": machine.FindingOut,
    "PLACE": machine.PlaceOut,
    "MEANING": machine.MeaningOut,
    "ALERTS": alerts.AlertsOut,
    "ALERTCARD": alerts.AlertCardOut,
    "ALERTROW": alerts.AlertRowOut,
    "DIFF": diff.DiffOut,
    "CARD NAME": diff.CardName,
    "CHANGE": diff.ChangeOut,
    "VERDICT": diff.VerdictOut,
    "DOTS CHANGE": diff.DotsChange,
    "RULE CHANGE": diff.RuleChange,
    "SECTION": diff.SectionOut,
    "ALERT CHANGE": diff.AlertChangeOut,
    "ADVISE": advice.AdviceOut,
    "ANSWER": advice.AnswerOut,
    "EDIT": advice.EditOut,
    "FREE WIN": advice.FreeWinOut,
    "SEARCHED": advice.SearchedOut,
    "EVENT CHECK": event_file.EventCheckOut,
    "EVENT FILE": event_file.EventFileOut,
    "SETTLED EVENT": event_file.SettledEventOut,
    "SETTLED PHASE": event_file.SettledPhaseOut,
    "IMPORT": foreign.ImportOut,
    "FILE": foreign.ImportedFileOut,
    "COUNTS": foreign.CountsOut,
    "ROW": foreign.RowOut,
    "ENTRY": foreign.EntryOut,
    "EXPORT": foreign.ExportOut,
}
EXAMPLES = {kind: json.loads(text) for kind, text in re.findall(r"^```json (\w+)\n(.*?)^```", PAGE, re.M | re.S)}


def fields(model):
    return {f.alias or name for name, f in model.model_fields.items()}


def documented(name):
    """The fields in the table of a section, with those of the section whose fields it says to have, too."""
    [section] = re.findall(rf"^## {name}\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    found = set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
    for other in re.findall(r"All fields of \[(\w+)\]", section):
        found |= documented(other)
    return found


@pytest.mark.parametrize("name", MODELS)
def test_every_field_is_documented_and_no_other(name):
    assert documented(name) == fields(MODELS[name])


def test_every_model_is_documented():
    defined = {m.__name__ for m in MODELS.values()}
    models = (
        machine.ReportOut,
        machine.MeaningOut,
        alerts.AlertsOut,
        diff.DiffOut,
        advice.AdviceOut,
        event_file.EventCheckOut,
        foreign.ImportOut,
    )
    schemas = [m.model_json_schema(by_alias=True) for m in models]
    assert {name for s in schemas for name in s["$defs"]} <= defined


def assert_shown(example, real, where="$"):
    """What the page shows is printed: keys and numbers the same; lists may be shortened, sentences may differ."""
    match example:
        case dict():
            assert example.keys() <= real.keys(), where
            for key, value in example.items():
                assert_shown(value, real[key], f"{where}.{key}")
        case list():
            assert len(example) <= len(real), where
            for item in example:
                assert any(_is_shown(item, other) for other in real), f"{where}: {item}"
        case str():
            assert isinstance(real, str), where
        case _:
            assert example == real, where


def _is_shown(item, other):
    try:
        assert_shown(item, other)
    except (AssertionError, AttributeError, TypeError):
        return False
    return True


def keys_of_objects(node, where):
    """Where each object stands, and its keys."""
    match node:
        case dict():
            yield where, set(node)
            for key, value in node.items():
                yield from keys_of_objects(value, f"{where}.{key}")
        case list():
            for item in node:
                yield from keys_of_objects(item, where)


def test_the_example_of_check_is_what_is_printed(syscheck, card):
    [text] = re.findall(r"^```card\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    status, out, _ = syscheck("check", card(text), "--format", "json")
    assert status == 0
    assert_shown(EXAMPLES["check"], json.loads(out))
    machine.ReportOut.model_validate_json(json.dumps(EXAMPLES["check"]))


def test_the_example_of_meaning_is_what_is_printed(syscheck):
    [text] = re.findall(r"^`syscheck meaning \"(.*?)\"` prints:", PAGE, re.MULTILINE)
    status, out, _ = syscheck("meaning", text)
    assert status == 1
    printed = json.loads(out)
    assert_shown(EXAMPLES["meaning"], printed)
    assert set(EXAMPLES["meaning"]) == set(printed)


def test_the_example_of_alerts_is_what_is_printed(syscheck, card):
    [text] = re.findall(r"^```card\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    status, out, _ = syscheck("alerts", card(text), "--format", "json")
    assert status == 0
    assert_shown(EXAMPLES["alerts"], json.loads(out))
    alerts.AlertsOut.model_validate_json(json.dumps(EXAMPLES["alerts"]))


def test_objects_of_the_example_are_whole(syscheck, card):
    [text] = re.findall(r"^```card\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    printed = json.loads(syscheck("check", card(text), "--format", "json")[1])
    whole = dict(keys_of_objects(printed, "$"))
    for where, keys in keys_of_objects(EXAMPLES["check"], "$"):
        assert where.endswith(".dots") or keys == whole[where], where


SOUND, FAULTY, OPEN = "[openings]\n1N : 15-17 bal\n", "[openings]\n1N : 15-17 ball\n", "15-17(18)"
STATUSES = [
    (("check", "CARD"), SOUND, 0),
    (("check", "CARD"), FAULTY, 3),
    (("check", "CARD", "missing.card"), SOUND, 3),
    (("check", "CARD", "--regulation", "nonsense"), SOUND, 2),
    (("check",), SOUND, 2),
    (("alerts", "CARD"), SOUND, 0),
    (("alerts", "CARD"), FAULTY, 3),
    (("alerts", "CARD", "--regulation", "nonsense"), SOUND, 2),
    (("meaning", "12-14 bal"), "", 0),
    (("meaning", OPEN), "", 1),
    (("meaning", "5+"), "", 3),
    (("meaning", "5+", "--call", "9C"), "", 2),
    (("format", "CARD"), SOUND, 0),
    (("format", "CARD", "--check"), "[openings]\n1N:15-17 bal\n", 1),
    (("format", "CARD"), FAULTY, 3),
    (("diff", "CARD", "CARD"), SOUND, 0),
    (("diff", "CARD", "missing.card"), SOUND, 3),
    (("diff", "CARD"), SOUND, 2),
    (("advise", "CARD", "--target", "se:C"), SOUND, 0),
    (("advise", "CARD", "--target", "se:Z"), SOUND, 2),
    (("advise", "CARD", "--target", "se:C"), FAULTY, 3),
    (("import", "-"), SOUND, 3),
    (("import", "missing.txt"), SOUND, 3),
    (("import", "CARD", "--from", "nonsense"), SOUND, 2),
    (("export", "CARD", "--to", "bss"), SOUND, 0),
    (("export", "CARD", "--to", "bss"), f"pair: x\n{SOUND}", 1),
    (("export", "CARD", "--to", "bss"), FAULTY, 3),
    (("export", "CARD", "--to", "nonsense"), SOUND, 2),
    (("rule", "sk-vus-a"), "", 0),
    (("rule", "sk-vus-z"), "", 2),
    (("rules",), "", 0),
    (("event", "check", "CARD"), 'preset = "sk-first-league"\n', 0),
    (("event", "check", "CARD"), 'preset = "sk-first"\n', 2),
    (("event", "check", "missing.toml"), "", 2),
    (("event", "presets"), "", 0),
    (("event", "schema"), "", 0),
]


@pytest.mark.parametrize(("arguments", "text", "status"), STATUSES)
def test_exit_statuses(syscheck, card, arguments, text, status):
    path = card(text)
    assert syscheck(*(path if a == "CARD" else a for a in arguments))[0] == status


@pytest.mark.parametrize(
    ("lines", "status"),
    [("12-14 bal\n", 0), ('12-14 bal\n{"call": "1N", "text": "15-17(18)"}\n', 1), ("12-14\n15-17(18)\n5+\n", 3)],
)
def test_the_worst_line_gives_the_status(syscheck, lines, status):
    found, out, _ = syscheck("meaning", "--lines", stdin=lines)
    assert found == status
    assert [json.loads(line)["ok"] for line in out.splitlines()] == [line != "5+" for line in lines.splitlines()]


@pytest.mark.parametrize(
    ("header", "options", "expected"),
    [
        ("", (), {"sk-2008", "se-2012", "cz-teams", "wbf"}),
        ("regulation: cz-teams, wbf\n", (), {"cz-teams", "wbf"}),
        ("regulation: sk-2008\n", (), {"sk-2008"}),
        ("regulation: sk-2008, se-2012\n", (), {"sk-2008", "se-2012"}),
        ("regulation: sk-2008\n", ("--regulation", "se-2012"), {"se-2012"}),
        ("", ("--regulation", "se-2012", "--regulation", "sk-2008"), {"sk-2008", "se-2012"}),
    ],
)
def test_which_regulations_apply(syscheck, card, header, options, expected):
    status, out, err = syscheck("check", card(header + SOUND), *options, "--format", "json")
    assert status == 0, err
    [found] = json.loads(out)["cards"]
    assert set(found["regulations"]) == expected
    assert bool(found["remarks"]) is (not header and not options)
