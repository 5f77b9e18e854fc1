"""Nothing that was received is lost: a server is killed while cards come in, as by a failing machine.

`SYSCHECK_CARDS=1000` sends more of them.
"""

import http.client
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event

import pytest
from sqlalchemy import select

from syscheck.desk.storage import Database, Submission
from tests.desk.conftest import BACKENDS
from tests.desk.running import Pair, enter, running

CARDS = int(os.environ.get("SYSCHECK_CARDS", "40"))
PAIRS = 10


def card(entry, n):
    """One that cannot be read is kept like any other, and soon judged."""
    return f"Pair {entry}, card {n}\r\n".encode() + bytes(range(128, 256))


def hand_in(address, link, entry, cards, acknowledged, enough=None):
    """Hand in cards until the server is gone, and note each that was acknowledged."""
    try:
        with closing(Pair(address, link)) as pair:
            pair.open()
            for n in cards:
                status, page = pair.hand_in(card(entry, n))
                assert status == 200, page
                acknowledged.append((entry, n))
                if enough is not None and len(acknowledged) >= CARDS // 2:
                    enough.set()
    except (OSError, http.client.HTTPException):
        assert enough is not None, "only the first server is killed"


@pytest.mark.parametrize("database_url", BACKENDS, indirect=True)
def test_every_card_that_was_acknowledged_is_there_after_a_kill(database_url, tmp_path):
    entries = enter(database_url, PAIRS)
    where = () if database_url.startswith("sqlite") else ("--database-url", database_url)
    options = (*where, "--workers", 1, "--no-limits")
    acknowledged, killed = [], Event()
    each = range(CARDS // PAIRS)
    with running(tmp_path, *options) as desk, ThreadPoolExecutor(PAIRS) as threads:
        sent = [
            threads.submit(hand_in, desk.address, link, entry, each, acknowledged, killed) for entry, link in entries
        ]
        while not killed.wait(0.1):
            for one in sent:
                if one.done():
                    one.result()  # its error, if it has one
        assert desk.kill() == [], "workers end with the server"
    before = set(acknowledged)
    assert CARDS // 2 <= len(before) < CARDS
    with running(tmp_path, *options) as desk:
        assert originals(database_url) >= {(entry, card(entry, n)) for entry, n in before}
        with ThreadPoolExecutor(PAIRS) as threads:  # they send again what was not acknowledged
            sent = [
                threads.submit(
                    hand_in, desk.address, link, entry, [n for n in each if (entry, n) not in before], acknowledged
                )
                for entry, link in entries
            ]
        for one in sent:
            one.result()
        assert desk.end(signal.SIGINT) == 0
    assert originals(database_url) == {(entry, card(entry, n)) for entry, _ in entries for n in each}


def originals(url):
    database = Database(url)
    with database.reading() as session:
        found = {tuple(row) for row in session.execute(select(Submission.entry_id, Submission.original))}
    database.close()
    return found
