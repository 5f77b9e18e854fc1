"""Figures and ratios, each measured against a base in the same run; `pytest -m benchmark -s`.

These are measurements, not tests: they fail only when something does not run. `SYSCHECK_BENCH=all` measures every
sample and every hostile text, and with more rounds; without it a few stand for all.
"""

import gc
import json
import os
import statistics
import subprocess
import sys
import time
import tracemalloc
from contextlib import suppress

import pytest
from card.hostile import OPENING, SHAPES, hostile
from freetext.measure import labelled
from lark import UnexpectedInput
from paths import ROOT, SAMPLES

from syscheck import FaultyCard, build_system, check_bytes, parse_target, read_card
from syscheck.advice import alert_sheet, nearest
from syscheck.card.reader import parser
from syscheck.freetext import reading
from syscheck.regulations import REGULATIONS
from syscheck.report.alerts import alerts_json
from syscheck.report.machine import dumps, report_json
from syscheck.report.meaning import meaning_lines
from syscheck.system import read_system

pytestmark = pytest.mark.benchmark

CARDS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(SAMPLES.glob("*.card"))}
ALL = os.environ.get("SYSCHECK_BENCH") == "all"
MEASURED = list(CARDS) if ALL else ["acol", "moscito", "polish-club", "precision"]
HURTING = list(SHAPES) if ALL else ["dashes", "equals", "C>"]
HUNDREDS = 100 if ALL else 20


def judge_all(text):
    """All of the work on a card: sets, counts, overlaps, what is left, both regulations, examples."""
    system = build_system(read_card(text))
    shown = [o.possible for o in system.openings]
    shown += [o.hands for o in system.overlaps]
    shown += [c.unopened.certain for c in system.contexts]
    for law in REGULATIONS:
        result = law.judge(system)
        shown += [r.shows for f in result.findings for r in f.decisive]
    for hands in shown:
        if hands:
            assert hands.hands
            assert hands.examples(1)


def bare_parse(text):
    """What Lark alone takes for the card with the shipped grammar."""
    parser().parse(text, start="card")


def best_of(function, *arguments, rounds):
    """The shortest of some rounds, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        function(*arguments)
        times.append(time.perf_counter() - start)
    return min(times)


@pytest.mark.parametrize("name", MEASURED)
def test_judging_a_card_against_its_bare_parse(benchmark, name):
    text = CARDS[name]
    bare = best_of(bare_parse, text, rounds=4)
    benchmark.pedantic(judge_all, (text,), rounds=2, warmup_rounds=1)
    ratio = benchmark.stats.stats.min / bare
    benchmark.extra_info["times the bare parse"] = round(ratio, 1)
    print(f"\n{name}: {1000 * benchmark.stats.stats.min:.1f} ms, {ratio:.1f} times its bare parse (at most 25 wanted)")


def test_the_grammars_own_speed(benchmark):
    kilobytes = sum(len(text.encode()) for text in CARDS.values()) / 1000

    def parse_every_card():
        for text in CARDS.values():
            bare_parse(text)

    benchmark.pedantic(parse_every_card, rounds=3, warmup_rounds=1)
    print(f"\nbare grammar: {kilobytes / benchmark.stats.stats.min:.0f} KB/s")


@pytest.mark.parametrize("card", [ROOT / "tests" / "golden" / "precision.card", SAMPLES / "precision.card"])
def test_starting_and_checking_one_card(benchmark, card):
    """Alternating runs with bytecode present, against importing the three big libraries alone.

    A card of a dozen openings, and the same system with its hundred later calls.
    """
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    check = [sys.executable, "-m", "syscheck", "check", str(card)]
    bare = [sys.executable, "-c", "import numpy, lark, pydantic"]
    times = {"check": [], "bare": []}

    def run(name, command):
        start = time.perf_counter()
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
        times[name].append(time.perf_counter() - start)

    run("check", check)  # writes the bytecode
    run("bare", bare)
    times = {"check": [], "bare": []}

    def alternate():
        run("bare", bare)
        run("check", check)

    benchmark.pedantic(alternate, rounds=5)
    medians = {name: statistics.median(found) for name, found in times.items()}
    ratio = medians["check"] / medians["bare"]
    print(
        f"\ncheck {card.parent.name}/{card.name}: {1000 * medians['check']:.0f} ms, "
        f"{ratio:.2f} times the imports (at most 2.5 wanted)"
    )


def test_hundreds_of_cards_in_one_process(benchmark):
    """Time linear in cards and memory constant."""
    texts = list(CARDS.values())
    for text in texts:
        judge_all(text)

    def some(count):
        for i in range(count):
            judge_all(texts[i % len(texts)])

    gc.collect()
    tracemalloc.start()
    some(HUNDREDS // 2)
    gc.collect()
    after_half, _ = tracemalloc.get_traced_memory()
    some(HUNDREDS // 2)
    gc.collect()
    after_all, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    half = best_of(some, HUNDREDS // 2, rounds=1)
    benchmark.pedantic(some, (HUNDREDS,), rounds=1)
    whole = benchmark.stats.stats.min
    print(
        f"\n{HUNDREDS} cards: {whole:.1f} s, {HUNDREDS / whole:.0f} cards a second, {whole / half:.2f} times the time "
        f"of half of them; {(after_all - after_half) / 1024:+.0f} KiB from half to all"
    )


@pytest.mark.parametrize("shape", HURTING)
def test_reading_time_grows_with_the_text(benchmark, shape):
    """A text made to hurt, and one eight times as long."""

    def refuse(size):
        with suppress(FaultyCard):
            read_system(hostile(shape, OPENING, size))

    small = best_of(refuse, 4_000, rounds=3)
    benchmark.pedantic(refuse, (32_000,), rounds=3)
    print(
        f"\n{shape}: 32,000 characters in {1000 * benchmark.stats.stats.min:.0f} ms, "
        f"{benchmark.stats.stats.min / small:.1f} times the time of 4,000"
    )


@pytest.mark.parametrize("name", ["precision", "two-over-one", "polish-club"])
def test_the_alert_sheet_against_check(benchmark, name):
    """Both as JSON in one process: reading, judging, printing."""
    data = CARDS[name].encode()

    def check():
        report_json([check_bytes(data)])

    def alerts():
        alerts_json([alert_sheet(check_bytes(data))])

    check()
    alerts()
    bare = best_of(check, rounds=4)
    benchmark.pedantic(alerts, rounds=4, warmup_rounds=1)
    ratio = benchmark.stats.stats.min / bare
    benchmark.extra_info["times check"] = round(ratio, 2)
    print(f"\nalerts {name}: {1000 * benchmark.stats.stats.min:.1f} ms, {ratio:.2f} times check (at most 2 wanted)")


@pytest.mark.parametrize("name", ["polish-club", "moscito", "blue-club"] if ALL else ["polish-club"])
def test_advice_of_one_edit_against_checks_of_its_candidates(benchmark, name):
    """Every candidate is judged by what its edit touches; at most one check in process a candidate is wanted."""
    target = parse_target("sk:usual" if name == "blue-club" else "se:max=2")
    system = build_system(read_card(CARDS[name]))
    check = best_of(check_bytes, CARDS[name].encode(), "-", (target.regulation,), rounds=3)
    search = nearest._Search(system, target, 10)
    benchmark.pedantic(search.singles, rounds=1)
    each = benchmark.stats.stats.min / search.single
    benchmark.extra_info["checks a candidate"] = round(each / check, 2)
    print(f"\n{name}: {search.single} candidates, {1000 * each:.1f} ms each, {each / check:.2f} of a check")


def test_free_text_against_the_bare_parse_of_the_lines_that_parse(benchmark):
    """Lines in, JSON out, in one process; at most twelve times the grammar's own time is wanted."""
    rows = [(r.call, r.text) for r in labelled()]
    strict = []
    for call, text in rows:
        with suppress(UnexpectedInput):
            parser().parse(text, start="meaning")
            strict.append((call, text))

    def bare():
        for _, text in strict:
            parser().parse(text, start="meaning")

    def read(chosen):
        reading._hands.cache_clear()
        for call, text in chosen:
            dumps(meaning_lines(json.dumps({"call": call, "text": text}), None, lenient=True), indent=None)

    read(rows)
    ratio = best_of(read, strict, rounds=5) / best_of(bare, rounds=5)
    benchmark.pedantic(read, (rows,), rounds=5)
    a_second = len(rows) / benchmark.stats.stats.min
    benchmark.extra_info["times the bare parse"] = round(ratio, 1)
    print(
        f"\nfree text: {a_second:.0f} descriptions a second (2,000 wanted); the {len(strict)} that parse as they are: "
        f"{ratio:.1f} times their bare parse (at most 12 wanted)"
    )
