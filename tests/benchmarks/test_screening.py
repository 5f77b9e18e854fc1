"""Screening many cards: speed against the bare parse, memory, linear time, and a run that is killed at half.

Figures, not verdicts, as in `test_speed.py`; what must hold of a killed run is asserted. `SYSCHECK_BENCH_CARDS=10000
pytest -m benchmark -s tests/benchmarks/test_screening.py` measures with more cards.
"""

import json
import os
import random
import re
import subprocess
import sys
import time

import pytest
from paths import ROOT, SAMPLES

from syscheck import FaultyCard, read_card
from syscheck.card.reader import parser, plain
from syscheck.screening.workers import cores

pytestmark = pytest.mark.benchmark

CARDS = int(os.environ.get("SYSCHECK_BENCH_CARDS", "32"))
EVENT = """
name = "Bench"
regulations = ["se-2012"]
contest = "teams"
timezone = "Europe/Stockholm"
level = "C"
start = 2027-01-16T10:00
"""
POINTS = re.compile(r"(?<![\d-])([6-9]|1\d)-(1\d|2[0-2])(?![\d-])")
TIMED = """
import json, resource, sys, time
from syscheck.cli import run
start = time.perf_counter()
status = run(sys.argv[2:])
wall = time.perf_counter() - start
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
with open(sys.argv[1], "w") as out:
    json.dump({"status": status, "wall": wall, "cpu": sum(u.ru_utime + u.ru_stime for u in used),
               "parent": used[0].ru_maxrss / 1024, "worker": used[1].ru_maxrss / 1024}, out)
"""


def readable(text):
    """Whether a card has no fault."""
    try:
        read_card(text)
    except FaultyCard:
        return False
    return True


FILES = [*sorted(SAMPLES.glob("*.card")), *sorted((ROOT / "samples" / "entries").glob("*/*.card"))]
READ = (plain(path.read_text(encoding="utf-8", errors="replace")) for path in FILES)
TEXTS = [text for text in READ if readable(text)]


def varied(text, chance):
    """The card with some ranges of points a little narrower, so that its agreements are its own."""

    def narrower(match):
        low, high = map(int, match.groups())
        if high - low < 3 or chance.random() < 0.5:
            return match[0]
        return f"{low + chance.randrange(2)}-{high - chance.randrange(2)}"

    return POINTS.sub(narrower, text)


def cards_of_teams(folder, number):
    """So many different cards, four to a team."""
    texts = []
    for n in range(number):
        text = varied(TEXTS[n % len(TEXTS)], random.Random(n))
        text = re.sub(r"(?m)^pair:.*$", f"pair: Pair {n}", text)
        path = folder / f"team-{n // 4:05}" / f"{n:05}.card"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        texts.append(text)
    return texts


@pytest.fixture
def entries(tmp_path):
    """A folder with an event; gives what screens so many cards, and the texts of them."""
    (tmp_path / "event.toml").write_text(EVENT, encoding="utf-8")
    known = {}

    def folder(number):
        if number not in known:
            known[number] = cards_of_teams(tmp_path / f"cards-{number}", number)
        return known[number]

    return folder


def command(number, out, cache):
    return [
        *("screen", f"cards-{number}", "--event", "event.toml", "--as-of", "2027-01-10"),
        *("--format", "json", "--format", "csv", "-o", out, "--cache", cache),
    ]


def timed(tmp_path, number, out, cache):
    """Wall, CPU and memory of a run in a process of its own."""
    figures = tmp_path / "figures.json"
    arguments = command(number, out, cache)
    subprocess.run([sys.executable, "-c", TIMED, figures, *arguments], cwd=tmp_path, check=True, capture_output=True)
    return json.loads(figures.read_text(encoding="utf-8"))


def test_screening_against_the_bare_parse_and_four_times_as_many(benchmark, tmp_path, entries):
    texts = entries(CARDS)
    few = max(CARDS // 4, 1)
    entries(few)
    for text in TEXTS:
        parser().parse(text, start="card")
    start, cpu = time.perf_counter(), time.process_time()
    for text in texts:
        parser().parse(text, start="card")
    bare, bare_cpu = time.perf_counter() - start, time.process_time() - cpu
    small = timed(tmp_path, few, "few", "cache-few")
    found = benchmark.pedantic(timed, (tmp_path, CARDS, "all", "cache"), rounds=1)
    again = timed(tmp_path, CARDS, "again", "cache")
    ratio = found["wall"] * cores() / bare
    benchmark.extra_info["times the bare parse"] = round(ratio, 1)
    print(
        f"\n{CARDS} cards on {cores()} cores: {found['wall']:.1f} s; wall × cores / bare parse {ratio:.1f} "
        f"(at most 30 wanted), CPU / bare parse {found['cpu'] / bare_cpu:.1f}; "
        f"{CARDS / found['wall'] / cores():.1f} cards a second and core (150 wanted), "
        f"the bare parse {len(texts) / bare:.1f}"
        f"\nfour times the cards: {found['wall'] / small['wall']:.2f} times the time, "
        f"parent {small['parent']:.0f} → {found['parent']:.0f} MiB, largest process below it "
        f"{small['worker']:.0f} → {found['worker']:.0f} MiB"
        f"\nonce more with everything known: {again['wall']:.1f} s"
    )
    for name in ("entries.json", "entries.csv"):
        assert (tmp_path / "all" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()


def test_killed_at_half_and_run_again(tmp_path, entries):
    """SIGKILL leaves nothing half done: the next run goes on and ends with the same bytes."""
    number = min(CARDS, 200)
    entries(number)
    timed(tmp_path, number, "whole", "cache-whole")
    arguments = command(number, "killed", "cache-killed")
    with subprocess.Popen([sys.executable, "-m", "syscheck", *arguments], cwd=tmp_path, start_new_session=True) as run:
        from syscheck.screening.store import NAME

        while run.poll() is None and known(tmp_path / "cache-killed" / NAME) < number // 2:
            time.sleep(0.05)
        assert run.poll() is None, "it ended before it could be killed"
        os.killpg(run.pid, 9)
    half = known(tmp_path / "cache-killed" / NAME)
    assert 0 < half < number
    assert not (tmp_path / "killed" / "entries.json").exists()
    timed(tmp_path, number, "killed", "cache-killed")
    for name in ("entries.json", "entries.csv"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "killed" / name).read_bytes()
    print(f"\nkilled with {half} of {number} cards judged; the second run ended with the same bytes")


def known(store):
    """How many cards a store has."""
    import sqlite3

    if not store.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=5) as tables:
            return tables.execute("SELECT count(*) FROM cards").fetchone()[0]
    except sqlite3.OperationalError:
        return 0
