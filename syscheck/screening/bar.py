"""How far a screening is, as a bar on a terminal's standard error."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress

from syscheck.language import phrase, tell
from syscheck.screening.run import Progress

CARDS = phrase("Cards")


class _Bar(Progress):
    def __init__(self, shown: RichProgress):
        self.shown = shown
        self.task = shown.add_task(tell(CARDS), total=None)

    def begin(self, total: int) -> None:
        self.shown.update(self.task, total=total)

    def step(self, cards: int = 1) -> None:
        self.shown.advance(self.task, cards)

    def end(self) -> None:
        self.shown.stop()


@contextmanager
def bar() -> Iterator[Progress]:
    """A bar that disappears when the work is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as shown:
        yield _Bar(shown)
