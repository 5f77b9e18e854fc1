"""`syscheck alerts`: formats, regulations, screens, exit statuses."""

import json

import pytest
from paths import SAMPLES

GOOD = "[openings]\n1C : 12-21, 3+C\n4C : 10-15, solid 7+H, ART Namyats\n[continuations]\n1C-1H : 6+ hcp, 4+H\n"


def rows(out):
    [card] = json.loads(out)["cards"]
    return {r["sequence"]: r for r in reversed(card["sheet"])}


def test_the_sheet(syscheck):
    status, out, err = syscheck("alerts", SAMPLES / "precision.card")
    assert (status, err) == (0, "")
    for words in ("1C-1D", "SK● SE●", "STOP", "11 to 15 points, five or more hearts", "Beyond this list"):
        assert words in out


def test_json_as_the_contract_has_it(syscheck, card):
    status, out, _ = syscheck("alerts", card(GOOD), "--format", "json")
    assert status == 0
    found = rows(out)
    assert found["1C"]["alert"] == {"sk-2008": "yes", "se-2012": "no"}
    assert found["1C"]["say"] == "12 to 21 points, three or more clubs"
    assert "sk-alert-short-suit" in found["1C"]["rules"]
    assert found["1C"]["where"] == [{"seats": [1, 2, 3, 4], "vulnerability": ["none", "we", "they", "both"]}]
    assert found["1C-1H"]["alert"]["se-2012"] == "cannot tell"
    assert "forcing" in found["1C-1H"]["question"]
    assert found["4C"]["alert"] == {"sk-2008": "yes", "se-2012": "no"}


def test_screens(syscheck, card):
    out = syscheck("alerts", card(GOOD), "--screens", "--format", "json")[1]
    assert rows(out)["4C"]["alert"] == {"sk-2008": "yes", "se-2012": "yes"}
    assert "Behind screens" in syscheck("alerts", card(GOOD), "--screens")[1]


def test_one_regulation(syscheck, card):
    out = syscheck("alerts", card(GOOD), "--regulation", "se-2012", "--format", "json")[1]
    assert rows(out)["1C"]["alert"] == {"se-2012": "no"}
    named = card(f"regulation: sk-2008\n{GOOD}")
    assert set(rows(syscheck("alerts", named, "--format", "json")[1])["1C"]["alert"]) == {"sk-2008"}


def test_a_setting_of_alerts(syscheck, card):
    nine = card("[openings]\n1H : 9-15, 5+H, rule of 18\n")
    out = syscheck("alerts", nine, "--set", "se-2012.compensating=20", "--format", "json")[1]
    assert rows(out)["1H"]["alert"]["se-2012"] == "yes"
    assert syscheck("check", nine, "--set", "se-2012.compensating=20")[0] == 2


def test_several_formats_into_files(syscheck, card, tmp_path):
    status, out, err = syscheck("alerts", card(GOOD), "--format", "html", "-o", "a.html", "--format", "text")
    assert status == 0
    assert "Alert sheet" in out
    assert "a.html written" in err
    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("arguments", [("--regulation", "fifa"), ("--format", "pdf"), ("-o", "x"), ("--set", "strict")])
def test_wrong_usage(syscheck, card, arguments):
    status, out, err = syscheck("alerts", card(GOOD), *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_one_bad_card_does_not_stop_the_others(syscheck, card):
    bad = card("[openings]\n1C : 5+ H\n", "bad.card")
    status, out, err = syscheck("alerts", bad, card(GOOD), "--format", "json")
    assert status == 3
    first, second = json.loads(out)["cards"]
    assert (first["status"], first["sheet"], second["status"]) == ("unreadable", [], "ok")
    assert "E213" in err
    assert "E213" in syscheck("alerts", bad)[1]
    assert "cannot be read" in syscheck("alerts", bad, "--format", "html")[1]


def test_standard_input(syscheck):
    status, out, _ = syscheck("alerts", "-", "--format", "json", stdin=GOOD)
    assert status == 0
    assert json.loads(out)["cards"][0]["file"] == "-"


def test_its_rules_are_listed_and_have_pages(syscheck):
    listed = syscheck("rules")[1]
    for rule in ("sk-alert-canape", "sk-stop", "se-alert-never-double", "se-written-defence"):
        assert rule in listed
        assert syscheck("rule", rule)[0] == 0


@pytest.mark.parametrize(
    ("header", "options"), [("", ("--regulation", "wbf", "--regulation", "cz-teams")), ("regulation: wbf\n", ())]
)
def test_regulations_without_alert_rules_say_so(syscheck, card, header, options):
    status, out, err = syscheck("alerts", card(header + GOOD), *options)
    assert (status, out) == (2, "")
    assert "there are no rules about alerts in wbf" in err
    assert "sk-2008 and se-2012" in err


def test_the_sheet_leaves_out_regulations_without_alert_rules(syscheck, card):
    out = syscheck("alerts", card(GOOD), "--regulation", "wbf", "--regulation", "se-2012", "--format", "json")[1]
    assert rows(out)["1C"]["alert"] == {"se-2012": "no"}
    assert json.loads(out)["cards"][0]["remarks"] == ["There are no rules about alerts in wbf."]
    assert "There are no rules about alerts" not in syscheck("alerts", card(GOOD))[1]
