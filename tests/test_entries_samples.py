"""The entries of a team event, as its organiser gets them: each card of the folder is told what the rules say of it."""

import csv
import tomllib
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from paths import ROOT

from syscheck import check_file, regulation
from syscheck.system import fingerprint

ENTRIES = ROOT / "samples" / "entries"
EXPECTED = tomllib.loads((Path(__file__).parent / "entries.toml").read_text(encoding="utf-8"))
LAWS = [regulation("sk-2008"), regulation("se-2012")]
DUE = datetime(2026, 12, 12, 10, tzinfo=ZoneInfo("Europe/Stockholm"))


def judged(card):
    checked = check_file(str(ENTRIES / card), LAWS)
    return checked, {result.regulation.id: result.classification for result in checked.results}


@pytest.mark.parametrize("card", [name for name, row in EXPECTED.items() if row["status"] == "ok"])
def test_a_card_gets_the_verdicts_of_the_rules(card):
    row = EXPECTED[card]
    checked, verdicts = judged(card)
    assert not checked.faults
    slovak, swedish = verdicts["sk-2008"], verdicts["se-2012"]
    assert (slovak.name or "open") == row["sk-2008"]
    assert slovak.doubtful is row.get("doubtful", False)
    dots = {d.call: [d.least, d.most] if d.dots is None else d.dots for d in swedish.dots if d.dots != 0}
    assert dots == row["se-2012"]["dots"]
    assert ("open" if swedish.total is None else swedish.total) == row["se-2012"]["total"]
    assert (swedish.name or "open") == row["se-2012"]["class"]


@pytest.mark.parametrize("card", [name for name, row in EXPECTED.items() if row["status"] == "unreadable"])
def test_a_card_with_slips_gets_no_verdict_but_every_fault(card):
    checked, verdicts = judged(card)
    assert not checked.readable
    assert not verdicts
    assert sorted(fault.code for fault in checked.faults) == sorted(EXPECTED[card]["codes"])


def test_every_card_of_the_folder_has_its_row():
    cards = {path.relative_to(ENTRIES).as_posix() for path in ENTRIES.rglob("*.card")}
    assert cards == set(EXPECTED)


def test_the_list_fits_the_folder():
    with (ENTRIES / "list.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["pair"] for row in rows] == [f"Pair {n}" for n in range(1, 46)]
    listed = [card for row in rows for card in row["card"].split(";") if card]
    assert sorted(listed) == sorted(EXPECTED)
    assert [row["pair"] for row in rows if not row["card"]] == ["Pair 45"]
    late = [row["pair"] for row in rows if row["received"] and datetime.fromisoformat(row["received"]) > DUE]
    assert late == ["Pair 9", "Pair 27", "Pair 40"]
    known = {row["pair"]: row for row in rows if row["registered"]}
    same = {
        pair: fingerprint(judged(row["card"])[0].system) == row["registered"] for pair, row in sorted(known.items())
    }
    assert same == {"Pair 17": True, "Pair 2": False, "Pair 25": True, "Pair 26": False}
