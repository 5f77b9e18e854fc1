"""Who does what takes time: processes beside the server, one a core, each stopped where a card takes too long."""

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as NotInTime
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from pebble import ProcessExpired, ProcessPool

from syscheck.screening.workers import at_start

P = ParamSpec("P")
T = TypeVar("T")
CARDS_A_PROCESS = 2_000
"""After so many a process makes room for a fresh one, so that what a library keeps does not grow for ever."""
SECONDS_TO_START = 60.0
"""How long the first process may take until it has read a card."""
SECONDS_TO_LOOK = 1.0
"""How often who waits for an answer looks whether anybody is left who gives one."""
TIMES = 3
"""How often a card is given to fresh processes when those that had nothing to do were lost."""


class TookTooLong(RuntimeError):
    """A card took longer than one may take, and was stopped."""


class Fell(RuntimeError):
    """The process that had the card went down; a fresh one takes its place."""


class _NobodyLeft(RuntimeError):
    """The processes as a whole were lost before one had the card."""


class Workers:
    """The processes. `ask` may be called from many threads; each waits for its answer, in the order of asking."""

    def __init__(self, processes: int, seconds: float):
        self.processes, self.seconds = processes, seconds
        self._closed = False
        self._lock = threading.Lock()
        self._context = multiprocessing.get_context("spawn")
        self._started, self._starts = self._context.Pipe(duplex=False)
        self._pool = self._make()

    def warm(self) -> None:
        """Start them, and wait until each has judged a card. Errors: `Fell` where they cannot start."""
        self.ask(_nothing)
        for _ in range(self.processes):
            if not self._started.poll(SECONDS_TO_START):
                raise Fell("no start")
            self._started.recv_bytes()

    def ask(self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
        """What a function of the program answers. Errors: its own, `TookTooLong`, `Fell`."""
        for _ in range(TIMES):
            pool = self._pool
            try:
                future = pool.schedule(_answer, args=(function, arguments, named), timeout=self.seconds)
                answer, error = pickle.loads(self._wait(pool, future))
            except NotInTime:
                raise TookTooLong(f"{self.seconds:g} s") from None
            except (ProcessExpired, CancelledError) as error:
                raise Fell(str(error)) from error
            except RuntimeError:
                # One that had nothing to do went down, and Pebble gives all of them up. No process had this card.
                self._replace(pool)
                continue
            if error is not None:
                raise error
            found: T = answer
            return found
        raise Fell("no process is left")

    def _wait(self, pool: ProcessPool, future: "Future[bytes]") -> bytes:
        while True:
            try:
                return future.result(SECONDS_TO_LOOK)
            except NotInTime:
                if future.done():
                    return future.result()
                if not pool.active:
                    raise _NobodyLeft from None

    def _make(self) -> ProcessPool:
        with _without_interrupts():
            pool = ProcessPool(
                max_workers=self.processes,
                max_tasks=CARDS_A_PROCESS,
                initializer=_start,
                initargs=(self._starts,),
                context=self._context,
            )
            started: bool = pool.active  # asking starts it
        if not started:
            raise Fell("no start")
        return pool

    def _replace(self, lost: ProcessPool) -> None:
        with self._lock:
            if self._closed:
                raise Fell("closed")
            if self._pool is lost:
                self._pool = self._make()
                _stop(lost)

    def close(self) -> None:
        """Let them go, whatever they do."""
        with self._lock:
            self._closed = True
            _stop(self._pool)
            self._started.close()
            self._starts.close()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Threads and processes that are started inside leave Ctrl-C to the server, from their first moment on."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stop(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join()


# ---- in the processes ------------------------------------------------------------------------------------------------


def _start(starts: Connection) -> None:
    """A process gets ready: it ends with the server, however that ends, and has all that a card needs."""
    from syscheck.desk.jobs import warm

    at_start()
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    warm()
    os.set_blocking(starts.fileno(), False)  # after many years of fresh processes nobody reads any more
    with suppress(OSError):
        starts.send_bytes(b"!")


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _answer(function: Callable[..., T], arguments: tuple[Any, ...], named: dict[str, Any]) -> bytes:
    """A function's answer and its error, one of them None, as bytes.

    What cannot be taken apart or put together again is an error of this card alone; Pebble would give up the process.
    """
    try:
        done: tuple[T | None, Exception | None] = function(*arguments, **named), None
        return pickle.dumps(done)
    except Exception as error:
        return _packed(error)


def _packed(error: Exception) -> bytes:
    try:
        packed = pickle.dumps((None, error))
        pickle.loads(packed)
    except Exception:
        # Its text may have the card in it.
        return pickle.dumps((None, RuntimeError(type(error).__name__)))
    return packed


def _nothing() -> None:
    pass
