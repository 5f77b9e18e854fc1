"""Who judges: this process, others, a cluster; a process that dies, a run that is stopped, a store that is shared."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
import warnings
from concurrent.futures import BrokenExecutor, Future

import pytest
from entries.handing_in import hand_in, of

from screening.screened import LEAGUE, MULTI, NATURAL
from syscheck.screening import job, store, workers
from syscheck.screening.job import Record, Task


def double(number):
    return 2 * number


def fatal(number):
    if number == 3:
        os._exit(9)
    return 2 * number


def tasks(function, numbers):
    return (Task(str(n), function, (n,)) for n in numbers)


def test_a_process_that_goes_down_costs_only_the_card_that_brought_it_down(monkeypatch):
    monkeypatch.setattr(workers, "IN_FLIGHT", 1)  # those on their way are done again in a process each
    found = list(workers.steadily(tasks(fatal, range(12)), jobs=2, count=12))
    answers = {int(d.task.key): d.answer for d in found if d.error is None}
    assert answers == {n: 2 * n for n in range(12) if n != 3}
    [fallen] = [d for d in found if d.error is not None]
    assert fallen.task.key == "3"
    assert isinstance(fallen.error, BrokenExecutor)


def test_never_more_on_their_way_than_said():
    class Lazy(workers.Executor):
        """Does nothing before it is asked for the last of three."""

        def __init__(self):
            self.open, self.most = [], 0

        def submit(self, function, /, *arguments):
            future = Future()
            self.open.append((future, function, arguments))
            self.most = max(self.most, len(self.open))
            if len(self.open) == 3:
                for waiting, work, given in self.open:
                    waiting.set_result(work(*given))
                self.open.clear()
            return future

    taken = 0

    def some():
        nonlocal taken
        for task in tasks(double, range(30)):
            taken += 1
            yield task

    pool = Lazy()
    answers = []
    for found in workers.done(some(), pool, 3):
        answers.append(found.answer)
        assert taken <= len(answers) + 3
    assert sorted(answers) == [2 * n for n in range(30)]
    assert pool.most == 3


def test_few_cards_are_judged_here():
    with workers.executor(8, 3) as (pool, in_flight):
        assert isinstance(pool, workers.Here)
        assert in_flight == 1
        assert pool.submit(double, 4).result() == 8
        assert isinstance(pool.submit(double, None).exception(), TypeError)


def test_ctrl_c_ends_clean_and_the_next_run_goes_on(tmp_path):
    cards = {f"{n}.card": of(f"Pair {n}", NATURAL.replace("12-21", f"12-{21 + n % 9}")) for n in range(400)}
    hand_in(tmp_path / "in", cards)
    (tmp_path / "event.toml").write_text(LEAGUE, encoding="utf-8")
    command = [sys.executable, "-m", "syscheck", "screen", "in", "--event", "event.toml", "--cache", "c", "-o", "out"]
    with subprocess.Popen(
        [*command, "--jobs", "2"], cwd=tmp_path, stderr=subprocess.PIPE, start_new_session=True
    ) as run:
        while run.poll() is None and not known(tmp_path / "c" / store.NAME):
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGINT)
        _, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert err == b""
    assert 0 < known(tmp_path / "c" / store.NAME) < 400
    assert not (tmp_path / "out").exists()


def known(path):
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as tables:
            return tables.execute("SELECT count(*) FROM cards").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def test_the_program_is_known_by_its_files_and_the_same_in_every_process():
    found = subprocess.run(
        [sys.executable, "-c", "from syscheck.screening.job import program; print(program())"],
        capture_output=True,
        check=True,
        text=True,
    )
    assert found.stdout.strip() == job.program()
    named = [name for name, _ in job._files()]
    for name in ("syscheck/card/reader.py", "grammars/card.lark", "syscheck/regulations/se_2012/numbers.toml"):
        assert name in named


def test_another_program_elsewhere_is_not_believed():
    wanted = job.Wanted("another", ("sk-2008",), {}, None, "en", html=False)
    with pytest.raises(job.OtherProgram):
        job.judge(NATURAL.encode(), "a.card", wanted)
    with pytest.raises(job.OtherProgram):
        job.compare(NATURAL.encode(), MULTI.encode(), "another")


@pytest.fixture
def cluster():
    """A Dask cluster in this process; needs the extra `dask`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what the cluster says of the computer it runs on
        distributed = pytest.importorskip("distributed", reason="needs the extra: pip install 'syscheck[dask]'")
        with distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, scheduler_port=0
        ) as found:
            yield found.scheduler_address


def test_a_dask_cluster_gives_the_same_bytes_needs_the_extra_dask(cluster, screen):
    cards = {f"{n}.card": of(f"Pair {n}", NATURAL.replace("12-21", f"{9 + n}-21")) for n in range(5)}
    here = screen(cards)
    there = screen(cards, "--dask", cluster, "--cache", "there")
    assert there.out == here.out
    assert (here.status, there.status) == (0, 0)


def test_a_cluster_that_does_not_answer_is_told(screen, monkeypatch):
    monkeypatch.setattr(workers, "SECONDS_FOR_A_CLUSTER", 1)
    run = screen({"a.card": of("Pair 1", NATURAL)}, "--dask", "tcp://127.0.0.1:9")
    assert run.status == 2
    assert "no cluster answers there" in run.err


# ---- the store -------------------------------------------------------------------------------------------------------

RECORD = Record(b"f", b"c", b"b", b"h")


def test_the_store_keeps_what_it_was_given(tmp_path):
    kept = store.Store(tmp_path / "deep" / "er")
    kept.keep("k", RECORD)
    kept.keep_changes("x", ("1C",))
    kept.keep_changes("y", None)
    kept.close()
    again = store.Store(tmp_path / "deep" / "er")
    assert again.has("k")
    assert not again.has("l")
    assert again.record("k", html=True) == RECORD
    assert again.record("k", html=False).html == b""
    assert again.changes("x") == (True, ("1C",))
    assert again.changes("y") == (True, None)
    assert again.changes("z") == (False, None)
    with pytest.raises(KeyError):
        again.facts("l")
    again.close()


def test_two_runs_share_a_store(tmp_path):
    one, other = store.Store(tmp_path), store.Store(tmp_path)
    one.keep("k", RECORD)
    one.flush()
    assert other.has("k")
    other.keep("k", RECORD)
    other.close()
    one.close()


def test_what_nobody_has_asked_for_in_two_months_is_thrown_away(tmp_path, monkeypatch):
    kept = store.Store(tmp_path)
    kept.keep("k", RECORD)
    kept.close()
    real = time.time
    monkeypatch.setattr(store.time, "time", lambda: real() + 40 * 86_400)
    kept = store.Store(tmp_path)
    assert kept.has("k")
    kept.close()
    monkeypatch.setattr(store.time, "time", lambda: real() + 90 * 86_400)
    kept = store.Store(tmp_path)
    assert kept.has("k")
    kept.close()
    monkeypatch.setattr(store.time, "time", lambda: real() + 190 * 86_400)
    kept = store.Store(tmp_path)
    assert not kept.has("k")
    kept.close()


def test_the_folder_of_the_store_is_chosen_by_option_then_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("SYSCHECK_CACHE", str(tmp_path / "env"))
    assert store.store_folder("x").name == "x"
    assert store.store_folder(None) == tmp_path / "env"
    monkeypatch.delenv("SYSCHECK_CACHE")
    assert "syscheck" in store.store_folder(None).parts


def test_without_a_place_for_the_store_the_run_goes_on_by_itself(tmp_path):
    (tmp_path / "file").write_text("")
    with store.opened(tmp_path / "file" / "x", otherwise=True) as (kept, lasts):
        kept.keep("k", RECORD)
        assert not lasts
    with pytest.raises(store.NoStore), store.opened(tmp_path / "file" / "x", otherwise=False):
        pass


def test_a_bar_shows_how_far_it_is(capsys):
    from syscheck.screening.bar import bar

    with bar() as shown:
        shown.begin(2)
        shown.step()
        shown.step()
        shown.end()
    assert capsys.readouterr().out == ""
