"""Who does what takes time: processes beside the server, one a core, each stopped where a card takes too long."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as NotInTime
from typing import ParamSpec, TypeVar

from pebble import ProcessExpired, ProcessPool

from syscheck.screening.workers import at_start

P = ParamSpec("P")
T = TypeVar("T")
CARDS_A_PROCESS = 2_000
"""After so many a process makes room for a fresh one, so that what a library keeps does not grow for ever."""


class TookTooLong(RuntimeError):
    """A card took longer than one may take, and was stopped."""


class Fell(RuntimeError):
    """The process that had the card went down; a fresh one takes its place."""


class Workers:
    """The processes. `ask` may be called from many threads; each waits for its answer."""

    def __init__(self, processes: int, seconds: float):
        self.processes, self.seconds = processes, seconds
        self._pool = ProcessPool(
            max_workers=processes,
            max_tasks=CARDS_A_PROCESS,
            initializer=_begin,
            context=multiprocessing.get_context("spawn"),
        )

    def start(self) -> None:
        """Let them come up now, so that the first visitor does not wait for it."""
        self._pool.schedule(at_start)

    def ask(self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
        """What a function of the program answers. Errors: its own, `TookTooLong`, `Fell`."""
        future = self._pool.schedule(function, args=arguments, kwargs=named, timeout=self.seconds)
        try:
            answer: T = future.result()
        except NotInTime:
            raise TookTooLong(f"{self.seconds:g} s") from None
        except (ProcessExpired, CancelledError) as error:
            raise Fell(str(error)) from error
        return answer

    def close(self) -> None:
        """Let them go, whatever they do."""
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()


def _begin() -> None:
    """A process loads what the first card would have to wait for."""
    from syscheck.desk.jobs import warm

    at_start()
    warm()
