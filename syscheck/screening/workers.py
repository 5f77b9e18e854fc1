"""Who does the jobs: this process, processes on all cores, or a Dask cluster, each a `concurrent.futures` executor."""

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

from syscheck.screening.job import Task

IN_FLIGHT = 4
"""Jobs a worker that wait or are done and not yet taken: enough that none is idle, few enough for the memory."""
WORTH_A_PROCESS = 4
"""So many cards are judged in the time that a process takes to start."""
CLUSTER_IN_FLIGHT = 128
SECONDS_FOR_A_CLUSTER = 10
"""How long a cluster may take to answer."""


class NoCluster(RuntimeError):
    """The Dask cluster cannot be used; the sentence says why."""


class Here(Executor):
    """Does each job at once, in this process."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Do it."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class Done(NamedTuple):
    """A task with its answer, or with the error that kept a worker from giving one."""

    task: Task
    answer: Any
    error: BaseException | None = None


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def at_start() -> None:
    """A worker leaves Ctrl-C to the process that asked it, and does not look for garbage at every card."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(50_000, 20, 20)


def make_pool(workers: int) -> Executor:
    """Processes of our own. They are started anew, never forked: a fork copies locks that nobody opens again."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), at_start)


@contextmanager
def executor(jobs: int, cards: int, make: Callable[[int], Executor] = make_pool) -> Iterator[tuple[Executor, int]]:
    """Processes for some cards, at most `jobs`, and how many jobs may be on their way; few cards are done here."""
    workers = min(jobs, -(-cards // WORTH_A_PROCESS))
    if workers <= 1:
        yield Here(), 1
        return
    with _closing(make(workers)) as pool:
        yield pool, IN_FLIGHT * workers


@contextmanager
def _closing(pool: Executor) -> Iterator[Executor]:
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def dask_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of a Dask cluster. Errors: `NoCluster`."""
    from syscheck.language import say

    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise NoCluster(str(say("--dask needs the extra: pip install 'syscheck[dask]'"))) from None
    try:
        client = distributed.Client(address, timeout=SECONDS_FOR_A_CLUSTER, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoCluster(str(say("--dask {address}: no cluster answers there", address=address))) from error
    try:
        yield client.get_executor(), CLUSTER_IN_FLIGHT
    finally:
        client.close()


def done(tasks: Iterable[Task], pool: Executor, in_flight: int) -> Iterator[Done]:
    """The tasks with their answers as they come, never more than `in_flight` on their way.

    A task that is on its way when a worker goes down is told with the error `BrokenExecutor`; then no more are taken
    from `tasks`.
    """
    waiting: dict[Future[Any], Task] = {}
    try:
        for task in tasks:
            try:
                waiting[pool.submit(task.function, *task.arguments)] = task
            except BrokenExecutor as error:
                yield Done(task, None, error)
                break
            if len(waiting) >= in_flight:
                yield from _taken(waiting)
        while waiting:
            yield from _taken(waiting)
    finally:
        for future in waiting:
            future.cancel()


def _taken(waiting: dict[Future[Any], Task]) -> Iterator[Done]:
    ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for future in ready:
        task = waiting.pop(future)
        error = future.exception()
        yield Done(task, future.result()) if error is None else Done(task, None, error)


def steadily(
    tasks: Iterable[Task], jobs: int, count: int, make: Callable[[int], Executor] = make_pool
) -> Iterator[Done]:
    """The same on processes of our own, about `count` tasks; where a process goes down, those on their way are done
    again one by one, so that the card that brings it down is found and costs only itself."""
    remaining = iter(tasks)
    while True:
        fallen: list[Task] = []
        with executor(jobs, count, make) as (pool, in_flight):
            for found in done(remaining, pool, in_flight):
                if isinstance(found.error, BrokenExecutor):
                    fallen.append(found.task)
                else:
                    yield found
        if not fallen:
            return
        for task in fallen:
            with _closing(make(1)) as alone:
                yield from done([task], alone, 1)
