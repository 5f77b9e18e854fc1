"""`syscheck event check`, `event presets`, `event schema`."""

import json

import pytest
from paths import ROOT

GOOD = """\
name = "Autumn league"
regulations = ["se-2012"]
contest = "teams"
masterpoints = "silver"
boards = 12
cards_due = 2026-12-12T10:00
lowered = { 2D = 1, dots-weak-major = 2 }
[[phases]]
name = "Qualifying"
start = 2026-12-19T10:00
[[phases]]
name = "Final"
start = 2027-01-16T10:00
level = "D"
limit = 5
bans = ["1H"]
"""
BAD = GOOD.replace("boards = 12", 'boards = "12"').replace('level = "D"', 'level = "B"').replace("limit", "limits")


@pytest.fixture
def event(tmp_path):
    def write(text, name="league.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_check_prints_what_the_file_settles(syscheck, event):
    event(GOOD)
    status, out, err = syscheck("event", "check", "league.toml")
    assert (status, err) == (0, "")
    assert out == (
        "Autumn league (league.toml)\n"
        "  Regulations: se-2012\n"
        "  Dots more for a weak 1H or 1S: 2\n"
        "  Masterpoints: silver\n"
        "  Contest: teams\n"
        "  Timezone: Europe/Stockholm\n"
        "  Start: 2026-12-19T10:00+01:00\n"
        "  Cards due by: 2026-12-12T10:00+01:00\n"
        "  Who collects the cards: the organiser\n"
        "  Lowered dots: 2D 1 dot\n"
        "\n"
        "Phase: Qualifying\n"
        "  Start: 2026-12-19T10:00+01:00\n"
        "  Boards against the same pair: 12\n"
        "  Level: B, as the rules recommend where nothing is decided\n"
        "  Limit: 10 dots\n"
        "\n"
        "Phase: Final\n"
        "  Start: 2027-01-16T10:00+01:00\n"
        "  Boards against the same pair: 12\n"
        "  Level: D, as the organiser decided\n"
        "  Limit: 5 dots\n"
        "  Banned: 1H\n"
    )


def test_remarks_are_printed(syscheck, event):
    status, out, _ = syscheck("event", "check", event('preset = "se-sm-lag"\nlevel = "C"\n'))
    assert status == 0
    assert "Remarks\n  - The file has no phases: those of the preset are taken, Final.\n" in out
    assert "“level” is C here, and A for SM Lag, Final" in out


def test_faults_are_shown_all_with_their_lines(syscheck, event):
    event(BAD)
    status, out, err = syscheck("event", "check", "league.toml")
    assert (status, err) == (2, "")
    assert out.startswith("league.toml cannot be used: 3 faults.\n")
    shown = """\
league.toml:5:10: V113 “boards” cannot be a text
    boards = "12"
             ^^^^
  write such as boards = 12
"""
    assert shown in out
    assert "league.toml:15:1: V110 “limits” is not a key of a phase" in out
    assert "league.toml:16:1: V153 openings may be banned at level D only" in out


def test_one_faulty_file_does_not_stop_the_others(syscheck, event):
    event(GOOD, "good.toml")
    event(BAD, "bad.toml")
    status, out, _ = syscheck("event", "check", "bad.toml", "none.toml", "good.toml")
    assert status == 2
    assert "bad.toml cannot be used: 3 faults." in out
    assert "none.toml: V101 the file cannot be read: there is no such file" in out
    assert "Autumn league (good.toml)" in out


def test_json(syscheck, event):
    event(GOOD, "good.toml")
    event(BAD, "bad.toml")
    status, out, err = syscheck("event", "check", "good.toml", "bad.toml", "--format", "json")
    assert status == 2
    assert "bad.toml cannot be used: 3 faults." in err
    good, bad = json.loads(out)["events"]
    assert (good["file"], good["status"], good["errors"]) == ("good.toml", "ok", [])
    assert good["event"]["lowered"] == {"2D": 1}
    assert good["event"]["settings"] == {"se-2012": {"dots-weak-major": 2}}
    assert good["event"]["phases"][0] == {
        "name": "Qualifying",
        "start": "2026-12-19T10:00+01:00",
        "rounds": [],
        "boards": 12,
        "level": "B",
        "level_from": "recommended",
        "limit": 10,
        "bans": [],
        "category": None,
        "knockout": False,
        "announcement": None,
    }
    assert (bad["status"], bad["event"]) == ("faulty", None)
    assert [(e["code"], e["line"], e["column"]) for e in bad["errors"]] == [
        ("V113", 5, 10),
        ("V110", 15, 1),
        ("V153", 16, 1),
    ]
    assert bad["errors"][0]["end_column"] == 14


def test_standard_input_and_output_files(syscheck, tmp_path):
    arguments = ("event", "check", "-", "--format", "text", "--format", "json", "-o", "out.json")
    status, out, err = syscheck(*arguments, stdin=GOOD)
    assert status == 0
    assert out.startswith("Autumn league (standard input)\n")
    assert "out.json written" in err
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["events"][0]["file"] == "-"


def test_an_output_does_not_overwrite_the_event(syscheck, event):
    event(GOOD)
    assert syscheck("event", "check", "league.toml", "--format", "json", "-o", "league.toml")[0] == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("event",), "COMMAND"),
        (("event", "chekc"), "its commands are check, presets, schema"),
        (("event", "check"), "FILE"),
        (("event", "check", "x", "--format", "html"), "invalid choice: 'html'"),
        (("event", "presets", "x"), "x"),
    ],
)
def test_wrong_usage_is_one_line(syscheck, arguments, said):
    status, out, err = syscheck(*arguments)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_presets_are_listed_with_their_sources(syscheck):
    status, out, _ = syscheck("event", "presets")
    assert status == 0
    assert "sk-first-league: First Slovak league\n" in out
    assert "  kind = national (Slovak league regulations, §22.1, 2008-01-25)\n" in out
    assert "  screens = yes (Czech team championship, propositions, 1)\n" in out
    assert "phase Sista chansen: level = C (Swedish championships 2012-2013" in out


def test_the_schema_is_the_published_one(syscheck):
    status, out, _ = syscheck("event", "schema")
    assert status == 0
    assert out == (ROOT / "docs" / "event.schema.json").read_text(encoding="utf-8")


def test_a_card_is_checked_without_reading_about_events(syscheck, card):
    """`syscheck check` must not pay for what it does not need."""
    import subprocess
    import sys

    path = card("[openings]\n1N : 15-17 bal\n")
    code = (
        "import sys; from syscheck.cli import run; run(['check', sys.argv[1]]);"
        "print(sorted(m for m in sys.modules if m.startswith('syscheck.events')))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
