"""A screening in a few words: card texts in a folder, the command's answer out."""

import json

import pytest
from entries.handing_in import hand_in

from syscheck import cli

LEAGUE = """
name = "Second league"
regulations = ["sk-2008"]
kind = "regional"
contest = "teams"
timezone = "Europe/Bratislava"
start = 2026-10-24T10:00
cards_due = 2026-10-10T20:00
"""
FIRST_LEAGUE = """
name = "First league"
preset = "sk-first-league"
boards = 32
rounds = [2026-10-24T10:00]
registration = 2026-09-01
cards_due = 2026-10-10T20:00
"""
PAIRS = """
name = "Autumn pairs"
regulations = ["se-2012"]
contest = "pairs"
timezone = "Europe/Stockholm"
level = "C"
start = 2026-10-24T10:00
"""
NATURAL = "[openings]\n1C : 12-21, 4+C\n1D : 12-21, 4+D\n1H : 12-21, 5+H\n1S : 12-21, 5+S\n1N : 15-17 bal\n"
MULTI = f"{NATURAL}2D : 5-10, 6H or 6S\n"
STRONG_PASS = "[openings]\nP : 13+\n1C : 0-7\n1D : 8-12, 4+H\n1H : 8-12, 4+S\n1S : 8-12, 5+C or 5+D\n"
FAULTY = "[openings]\n1C : 12-21, 4+Clubbs\n"
AS_OF = "2026-10-01"


class Run:
    """What a run of the command gave."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def entries(self):
        return self.json["entries"]

    def all(self, *names):
        """Some fields of each entry."""
        return [tuple(e[n] for n in names) for e in self.entries]

    def admitted(self):
        return [e["card"]["admitted"] if e["card"] else None for e in self.entries]


@pytest.fixture
def screen(tmp_path, monkeypatch, capsys):
    """Screen texts in `cards` (a name each) for an event; gives a `Run`. Paths are relative to an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(cards, *options, event=LEAGUE, paths=("in",), formats=("--format", "json"), as_of=AS_OF, jobs=1):
        (tmp_path / "in").mkdir(exist_ok=True)
        hand_in(tmp_path / "in", cards)
        (tmp_path / "event.toml").write_text(event, encoding="utf-8")
        arguments = ["screen", *paths, "--event", "event.toml", "--as-of", as_of, "--cache", "cache"]
        status = cli.run([*arguments, "--jobs", str(jobs), *formats, *map(str, options)])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Run(status, out, err)

    return run
