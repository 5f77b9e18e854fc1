"""Records of judged cards in the desk's database, and the cards that are being judged just now.

A record can always be made again, so it is no part of what must not be lost: it is thrown away when nobody has asked
for it for some weeks.
"""

import datetime
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import InstrumentedAttribute

from syscheck.desk.storage import Comparison, Database, JudgedCard
from syscheck.desk.storage.models import now
from syscheck.desk.workers import Fell, TookTooLong, Workers
from syscheck.screening import job
from syscheck.screening.job import Record, Wanted
from syscheck.screening.store import DAYS_KEPT

AT_ONCE = 500
"""Keys in one question to the database; SQLite takes no more than some thousands."""
SECONDS_UNTIL_AGAIN = 600
"""A card that took too long or brought a process down is not tried again before."""


class KeptRecords:
    """The tables `judged_cards` and `comparisons`."""

    def __init__(self, database: Database):
        self.database = database
        self._swept: datetime.date | None = None

    def load(self, keys: Iterable[str], *, html: bool = False) -> dict[str, Record]:
        """The records that are there, by key, with their reports if wanted; they are then kept for some time more."""
        columns: list[InstrumentedAttribute[Any]] = [JudgedCard.facts, JudgedCard.card, JudgedCard.brief]
        found: dict[str, Record] = {}
        stale: list[str] = []
        today = now().date()
        with self.database.reading() as session:
            for some in _pieces(keys):
                chosen = select(JudgedCard.key, JudgedCard.used_on, *columns, *([JudgedCard.html] if html else []))
                for key, used_on, *parts in session.execute(chosen.where(JudgedCard.key.in_(some))):
                    found[key] = Record._make(parts if html else [*parts, b""])
                    if used_on != today:
                        stale.append(key)
        self._used(JudgedCard, stale)
        return found

    def keep(self, key: str, record: Record) -> None:
        """Keep a record; another one of the same key is the same."""
        self._insert(JudgedCard, {"key": key, **record._asdict()})

    def load_changes(self, keys: Iterable[str]) -> dict[str, tuple[str, ...] | None]:
        """What the comparisons have found that are there, by key."""
        found: dict[str, tuple[str, ...] | None] = {}
        stale: list[str] = []
        today = now().date()
        with self.database.reading() as session:
            for some in _pieces(keys):
                chosen = select(Comparison.key, Comparison.used_on, Comparison.calls).where(Comparison.key.in_(some))
                for key, used_on, calls in session.execute(chosen):
                    read = json.loads(calls)
                    found[key] = None if read is None else tuple(read)
                    if used_on != today:
                        stale.append(key)
        self._used(Comparison, stale)
        return found

    def keep_changes(self, key: str, calls: tuple[str, ...] | None) -> None:
        """Keep what a comparison found."""
        self._insert(Comparison, {"key": key, "calls": json.dumps(calls)})

    def _insert(self, table: type[JudgedCard | Comparison], values: Mapping[str, object]) -> None:
        insert = sqlite.insert if self.database.sqlite else postgresql.insert
        today = now().date()
        with self.database.writing() as session:
            session.execute(insert(table).values(**values, used_on=today).on_conflict_do_nothing())
            if self._swept != today:
                self._swept = today
                for each in (JudgedCard, Comparison):
                    session.execute(delete(each).where(each.used_on < today - datetime.timedelta(days=DAYS_KEPT)))

    def _used(self, table: type[JudgedCard | Comparison], keys: Sequence[str]) -> None:
        if keys:
            with self.database.writing() as session:
                for some in _pieces(keys):
                    session.execute(update(table).where(table.key.in_(some)).values(used_on=now().date()))


def _pieces(keys: Iterable[str]) -> Iterator[list[str]]:
    wanted = list(dict.fromkeys(keys))
    for begin in range(0, len(wanted), AT_ONCE):
        yield wanted[begin : begin + AT_ONCE]


@dataclass
class Loaded:
    """Records in memory, as a screening asks for them."""

    records: Mapping[str, Record]
    comparisons: Mapping[str, tuple[str, ...] | None] = field(default_factory=dict)

    def facts(self, key: str) -> bytes:
        """The facts of a record. Errors: `KeyError`."""
        return self.records[key].facts

    def record(self, key: str, *, html: bool) -> Record:
        """A record. Errors: `KeyError`."""
        return self.records[key]

    def changes(self, key: str) -> tuple[bool, tuple[str, ...] | None]:
        """Whether a comparison is there, and what it found."""
        return key in self.comparisons, self.comparisons.get(key)


@dataclass(frozen=True, slots=True)
class ToJudge:
    """A card with what is wanted of it; `key` is that of its record."""

    card: bytes
    file: str
    wanted: Wanted
    key: str


class Judging:
    """Has cards judged that no record is there of: each once, however many ask for it, few at a time.

    No more threads wait for workers than there are workers, so that a pair that types is not kept waiting behind all
    the cards of an event.
    """

    def __init__(self, database: Database, workers: Workers):
        self.records = KeptRecords(database)
        self.workers = workers
        self._threads = ThreadPoolExecutor(workers.processes, "judging")
        self._lock = Lock()
        self._on_the_way: dict[str, Future[Any]] = {}
        self._failed: dict[str, tuple[float, Record]] = {}

    def judged(self, cards: Iterable[ToJudge], *, html: bool = False) -> dict[str, Record]:
        """The records of cards by key. One on which the program fails is told in its own record."""
        by_key = {card.key: card for card in cards}
        found = self.records.load(by_key, html=html)
        missing = [card for key, card in by_key.items() if key not in found]
        asked = {card.key: self._once(card.key, self._judge, card) for card in missing}
        return found | {key: future.result() for key, future in asked.items()}

    def changes(self, compared: Mapping[str, tuple[bytes, bytes]]) -> dict[str, tuple[str, ...] | None]:
        """What differs between an old and a new card, by key."""
        found = self.records.load_changes(compared)
        asked = {key: self._once(key, self._compare, key, *both) for key, both in compared.items() if key not in found}
        return found | {key: future.result() for key, future in asked.items()}

    def close(self) -> None:
        """Ask for nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _once(self, key: str, do: Callable[..., Any], *arguments: Any) -> Future[Any]:
        with self._lock:
            future = self._on_the_way.get(key)
            if future is None:
                future = self._on_the_way[key] = self._threads.submit(self._and_forget, key, do, *arguments)
            return future

    def _and_forget(self, key: str, do: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return do(*arguments)
        finally:
            with self._lock:
                self._on_the_way.pop(key, None)

    def _judge(self, card: ToJudge) -> Record:
        if (failed := self._failed.get(card.key)) and time.monotonic() - failed[0] < SECONDS_UNTIL_AGAIN:
            return failed[1]
        try:
            record = Record(*self.workers.ask(job.judge, card.card, card.file, card.wanted))
        except (TookTooLong, Fell, job.OtherProgram) as error:
            # It may go better another time, so it is not written down; but not at every look at the page.
            record = job.failed(card.file, error, card.wanted)
            self._failed = {k: f for k, f in self._failed.items() if time.monotonic() - f[0] < SECONDS_UNTIL_AGAIN}
            self._failed[card.key] = time.monotonic(), record
            return record
        self.records.keep(card.key, record)
        return record

    def _compare(self, key: str, old: bytes, new: bytes) -> tuple[str, ...] | None:
        try:
            calls = self.workers.ask(job.compare, old, new, job.program())
        except (TookTooLong, Fell, job.OtherProgram):
            return None
        self.records.keep_changes(key, calls)
        return calls
