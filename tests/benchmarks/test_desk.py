"""Many pairs at once at a desk that runs, and very many one after another; `pytest -m benchmark -s`.

That every card is stored and every pair answered is asserted; the figures are measurements. `SYSCHECK_PAIRS` says how
many pairs hand in at once, `SYSCHECK_SUBMISSIONS` how many cards come in all while memory is watched.
"""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from threading import Barrier

import psutil
import pytest
from paths import SAMPLES
from sqlalchemy import select

from syscheck import check_bytes
from syscheck.desk.storage import Database, Submission
from syscheck.screening.workers import cores
from tests.desk.running import Pair, enter, running

pytestmark = pytest.mark.benchmark

ALL = os.environ.get("SYSCHECK_BENCH") == "all"
PAIRS = int(os.environ.get("SYSCHECK_PAIRS", "200" if ALL else "24"))
SUBMISSIONS = int(os.environ.get("SYSCHECK_SUBMISSIONS", "10000" if ALL else "80"))
CLIENTS = 8
MEASURED_AFTER = 4
"""Memory at the end is compared with that after this part of the cards: a quarter."""
CARDS = [path.read_bytes() for path in sorted(SAMPLES.glob("*.card"))]


def card(n):
    """One of the samples, in a way that nobody else has it: no answer is kept from another."""
    return CARDS[n % len(CARDS)] + f"\n# {n}\n".encode()


def received(url):
    database = Database(url)
    with database.reading() as session:
        found = sorted(tuple(row) for row in session.execute(select(Submission.entry_id, Submission.original)))
    database.close()
    return found


def test_many_pairs_hand_in_at_once(tmp_path):
    url = f"sqlite+pysqlite:///{tmp_path / 'desk.sqlite3'}"
    entries = enter(url, PAIRS)
    check_bytes(CARDS[0])
    start, start_of_processor = time.perf_counter(), time.process_time()
    for n in range(PAIRS):
        check_bytes(card(n))
    bare, bare_of_processor = time.perf_counter() - start, time.process_time() - start_of_processor
    together = Barrier(PAIRS + 1)

    def hand_in(pair, n):
        together.wait()
        return pair.hand_in(card(n))

    with running(tmp_path, "--no-limits") as desk, ExitStack() as here, ThreadPoolExecutor(PAIRS) as threads:
        pairs = [here.enter_context(closing(Pair(desk.address, link))).open() for _, link in entries]
        sent = [threads.submit(hand_in, pair, n) for n, pair in enumerate(pairs)]
        together.wait()
        start, start_of_processor = time.perf_counter(), processor_time(desk)
        answers = [one.result() for one in sent]
        whole, of_processor = time.perf_counter() - start, processor_time(desk) - start_of_processor
        assert [status for status, _ in answers] == [200] * PAIRS
        assert received(url) == sorted((entry, card(n)) for n, (entry, _) in enumerate(entries))
    print(
        f"\n{PAIRS} pairs at once: {whole:.1f} s, {whole / bare * cores():.2f} times as many bare checks divided by "
        f"{cores()} cores (at most 3 wanted); {of_processor / bare_of_processor:.2f} times their processor time"
    )


def test_memory_over_very_many_cards(tmp_path):
    """Small cards, each another; of the server and its workers together."""
    url = f"sqlite+pysqlite:///{tmp_path / 'desk.sqlite3'}"
    entries = enter(url, SUBMISSIONS)
    sizes = []
    start = time.perf_counter()
    with running(tmp_path, "--no-limits") as desk, ThreadPoolExecutor(CLIENTS) as threads:

        def hand_in(numbers):
            statuses = []
            for n in numbers:
                with closing(Pair(desk.address, entries[n][1])) as pair:
                    statuses.append(pair.open().hand_in(b"[openings]\n1N : 15-17 bal\n# %d\n" % n)[0])
            return statuses

        for quarter in range(MEASURED_AFTER):
            numbers = range(quarter * SUBMISSIONS // MEASURED_AFTER, (quarter + 1) * SUBMISSIONS // MEASURED_AFTER)
            parts = threads.map(hand_in, [numbers[i::CLIENTS] for i in range(CLIENTS)])
            assert {status for part in parts for status in part} == {200}
            sizes.append(memory(desk))
        spent = time.perf_counter() - start
    assert len(received(url)) == SUBMISSIONS
    names = ", ".join(f"{size / 2**20:.0f}" for size in sizes)
    print(
        f"\n{SUBMISSIONS} cards one after another in {spent:.0f} s: {names} MiB after each quarter, "
        f"{sizes[-1] / sizes[0]:.2f} times as much at the end as after the first"
    )


def processor_time(desk):
    """Of all processes of a desk together, in seconds."""
    return sum(t.user + t.system for t in (process.cpu_times() for process in desk.processes() if alive(process)))


def memory(desk):
    """Of all processes of a desk, each page once."""
    return sum(process.memory_full_info().uss for process in desk.processes() if alive(process))


def alive(process):
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
