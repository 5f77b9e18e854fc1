"""The processes beside the server: what stops, what falls, and that the next card is judged all the same."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import psutil
import pytest

from syscheck.desk.workers import Fell, TookTooLong, Workers


def never_ends():
    while True:
        pass


def dies():
    os._exit(9)


def process():
    return os.getpid()


def same(value):
    return value


def noted(path, value):
    with open(path, "a", encoding="utf-8") as file:  # noqa: PTH123
        file.write(f"{value}\n")


class Awkward(Exception):
    """Cannot be put together again from its text."""

    def __init__(self, first, second):
        super().__init__(first)


def refuses():
    raise ValueError("this card")


def refuses_awkwardly():
    raise Awkward("the card's text", 2)


def cannot_travel():
    return lambda: None


def mine():
    return {p.pid for p in psutil.Process().children(recursive=True) if "resource_tracker" not in " ".join(p.cmdline())}


@pytest.fixture(scope="module")
def workers():
    """One process: what it does, the next card meets."""
    found = Workers(1, 1.5)
    found.warm()
    yield found
    found.close()


def test_a_card_that_never_ends_is_stopped_and_the_next_is_judged(workers):
    start = time.monotonic()
    with pytest.raises(TookTooLong):
        workers.ask(never_ends)
    assert time.monotonic() - start < 15
    assert workers.ask(same, 7) == 7


def test_a_process_that_dies_costs_only_its_card(workers):
    with ThreadPoolExecutor(4) as threads:
        fallen = threads.submit(workers.ask, dies)
        others = [threads.submit(workers.ask, same, n) for n in range(20)]
        assert [o.result(60) for o in others] == list(range(20))
        with pytest.raises(Fell):
            fallen.result(60)


def test_one_that_dies_while_it_has_nothing_to_do_costs_no_card(workers):
    psutil.Process(workers.ask(process)).kill()
    assert workers.ask(same, 7) == 7


def test_a_functions_own_error_is_told_as_it_is(workers):
    before = workers.ask(process)
    with pytest.raises(ValueError, match="this card"):
        workers.ask(refuses)
    assert workers.ask(process) == before


@pytest.mark.parametrize("function", [refuses_awkwardly, cannot_travel])
def test_what_cannot_travel_is_the_error_of_its_card_alone(workers, function):
    before = workers.ask(process)
    with pytest.raises(Exception) as found:  # noqa: PT011
        workers.ask(function)
    assert "text" not in str(found.value)
    assert workers.ask(process) == before


def test_answers_come_in_the_order_of_asking(workers, tmp_path):
    path = tmp_path / "order"
    with ThreadPoolExecutor(30) as threads:
        asked = []
        for n in range(30):
            asked.append(threads.submit(workers.ask, noted, str(path), n))
            while not (asked[-1].running() or asked[-1].done()):
                time.sleep(0.001)
            time.sleep(0.005)  # each thread has asked before the next begins
        for one in asked:
            one.result(60)
    assert path.read_text(encoding="utf-8").split() == [str(n) for n in range(30)]


def test_when_they_are_closed_no_process_is_left():
    before = mine()
    found = Workers(2, 60.0)
    found.warm()
    with ThreadPoolExecutor(2) as threads:
        busy = threads.submit(found.ask, never_ends)
        while not busy.running():
            time.sleep(0.01)
        started = mine() - before
        found.close()
        with pytest.raises(Fell):
            busy.result(60)
    assert len(started) == 2
    assert not [pid for pid in started if psutil.pid_exists(pid)]
    with pytest.raises(Fell):
        found.ask(same, 1)
    with suppress(Fell):
        found.close()


def test_they_are_warm_before_the_first_visitor(workers):
    """What the first card needs is there: reading it again makes nothing new."""
    assert workers.ask(modules) >= {"syscheck.regulations", "syscheck.desk.jobs", "numpy"}


def modules():
    import sys

    return set(sys.modules)
