"""A screening from beginning to end: judge what is not known yet, put the entries together, one at a time."""

import datetime
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from syscheck.entries import CardFacts, Entry, Found, NotThere, Status, entries, find, read_card_file
from syscheck.entries.names import same_name
from syscheck.events import Event
from syscheck.language import spoken
from syscheck.report.at_event import whole_event_out
from syscheck.report.events import EventOut, SummaryOut
from syscheck.screening import job
from syscheck.screening.facts import Judged, Outcome, Team, outcome
from syscheck.screening.job import Facts, Record, Task, Wanted
from syscheck.screening.slugs import Slugs
from syscheck.screening.store import Records, Store
from syscheck.screening.workers import Done

MOST_OF_A_TEAM = 16
"""Pairs. A folder with more is no team, and binds nobody."""
Do = Callable[[Iterable[Task], int], Iterator[Done]]
"""Does tasks, about so many, and gives their answers as they come."""


@dataclass
class Counts:
    """The summary as it grows."""

    ignored: tuple[str, ...] = ()
    entries: int = 0
    status: Counter[str] = field(default_factory=Counter)
    admitted: Counter[str] = field(default_factory=Counter)
    late: int = 0
    changed: int = 0
    classes: dict[str, Counter[str]] = field(default_factory=dict)
    dots: Counter[int] = field(default_factory=Counter)
    broken: int = 0

    def add(self, made: Outcome) -> None:
        """Count an entry."""
        row = made.row
        self.entries += 1
        self.status[row.status] += 1
        self.admitted[row.admitted] += 1
        self.late += bool(row.late)
        self.changed += bool(row.changed)
        self.broken += made.broken
        for law, name, _ in row.classes:
            self.classes.setdefault(law, Counter())[name or "open"] += 1
        if row.dots is not None and row.dots[0] == row.dots[1]:
            self.dots[row.dots[0]] += 1

    @property
    def out(self) -> SummaryOut:
        """The summary as the JSON has it."""
        return SummaryOut.model_validate(
            {
                "entries": self.entries,
                "status": {s.value: self.status[s.value] for s in Status},
                "admitted": {a: self.admitted[a] for a in ("yes", "no", "cannot tell")},
                "late": self.late,
                "changed": self.changed,
                "classes": {law: dict(sorted(found.items())) for law, found in self.classes.items()},
                "dots": {str(dots): n for dots, n in sorted(self.dots.items())},
                "ignored": self.ignored,
            }
        )


@dataclass
class Screening:
    """The entries of an event with everything known of them; the cards themselves stay in the store."""

    event: Event
    as_of: datetime.datetime
    found: Found
    store: Records
    wanted: Wanted
    keys: dict[int, str]
    entries: tuple[Entry, ...]
    comparisons: dict[int, str]
    """Where an entry's card differs from the approved one: by the entry's place, the key of the comparison."""
    fingerprints: dict[int, str | None]
    """By the number of the card."""
    counts: Counts = field(default_factory=Counts)
    told: dict[str, EventOut] = field(default_factory=dict)
    """The event by the language it is told in."""

    @property
    def event_out(self) -> EventOut:
        """The event as the JSON has it, in the language spoken."""
        if spoken() not in self.told:
            self.told[spoken()] = whole_event_out(self.event, self.as_of)
        return self.told[spoken()]

    def outcomes(self) -> Iterator[Outcome]:
        """What is said of each entry, in order, one at a time; `counts` grows with them."""
        self.counts = Counts(ignored=tuple(map(str, self.found.ignored)))
        teams = self._teams()
        slugs = Slugs()
        facts = lru_cache(4 * MOST_OF_A_TEAM)(self._facts)
        for place, entry in enumerate(self.entries):
            team = teams.get(same_name(entry.team), ()) if entry.team else ()
            mates = tuple(
                facts(other.card).standings
                for other in team
                if other.card is not None and same_name(other.pair) != same_name(entry.pair)
            )
            pairs = len({same_name(other.pair) for other in team})
            known = Team(mates if pairs <= MOST_OF_A_TEAM else (), pairs > MOST_OF_A_TEAM, pairs)
            judged = None
            if entry.card is not None:
                record = self.store.record(self.keys[entry.card], html=self.wanted.html)
                judged = Judged(facts(entry.card), record, self._approved(place, entry))
            made = outcome(self.event, self.as_of, entry, judged, known, slugs, html=self.wanted.html)
            self.counts.add(made)
            yield made

    def _facts(self, number: int) -> Facts:
        return job.read_facts(self.store.facts(self.keys[number]))

    def _teams(self) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            if entry.team:
                found.setdefault(same_name(entry.team), []).append(entry)
        return found

    def _approved(self, place: int, entry: Entry) -> job.Approved | None:
        if entry.approved_file is None and entry.approved_fingerprint is None:
            return None
        earlier = entry.approved_fingerprint
        if entry.approved is not None:
            earlier = self.fingerprints[entry.approved]
        assert entry.card is not None, "asked of an entry with a card"
        now = self.fingerprints[entry.card]
        same = None if earlier is None or now is None else earlier == now
        changed: tuple[str, ...] | None = None
        if place in self.comparisons:
            _, changed = self.store.changes(self.comparisons[place])
        return job.Approved(entry.approved_file, earlier, same, changed)


class Progress:
    """Told how far the work is; this one listens to nothing."""

    def begin(self, total: int) -> None:
        """So many cards are to be looked at."""

    def step(self, cards: int = 1) -> None:
        """Some are done."""

    def end(self) -> None:
        """All are done."""


def screen(
    paths: Sequence[Path],
    event: Event,
    as_of: datetime.datetime,
    store: Store,
    do: Do,
    *,
    language: str | None = None,
    html: bool = True,
    progress: Progress | None = None,
) -> Screening:
    """Find the entries in `paths` and judge every card that the store does not know.

    `do` does the jobs: see `syscheck.screening.workers`. Errors: `FaultyEntries`.
    """
    wanted = Wanted(job.program(), event.regulations, event.settings, language, spoken(), html)
    with TemporaryFile(prefix="syscheck-") as unpacked:
        found = find(paths, event, unpacked)
        progress = progress or Progress()
        progress.begin(len(found.cards))
        keys = _judge(found, unpacked, store, do, wanted, progress)
        digests: dict[int, str] = keys.digests
        facts = {
            number: CardFacts(here.pair, here.title, here.fingerprint, digests[number])
            for number in range(len(found.cards))
            for here in [job.read_facts(store.facts(keys.keys[number]))]
        }
        settled = entries(found, facts)
        fingerprints = {number: here.fingerprint for number, here in facts.items()}
        comparisons = _compare(found, unpacked, settled, fingerprints, digests, store, do, wanted)
    return Screening(event, as_of, found, store, wanted, keys.keys, settled, comparisons, fingerprints)


@dataclass
class _Keys:
    keys: dict[int, str] = field(default_factory=dict)
    digests: dict[int, str] = field(default_factory=dict)


def _judge(found: Found, unpacked: IO[bytes], store: Store, do: Do, wanted: Wanted, progress: Progress) -> _Keys:
    """Have every card judged that the store does not know; the key and the digest of each card."""
    known = _Keys()
    asked: set[str] = set()

    def unknown() -> Iterator[Task]:
        for number, card in enumerate(found.cards):
            try:
                data = read_card_file(card, unpacked)
            except NotThere as error:
                key = hashlib.sha256(f"{card.file}\0{error.why}\0{wanted}".encode(errors="replace")).hexdigest()
                known.keys[number], known.digests[number] = key, key
                store.keep(key, job.refused(card.file, error.why, wanted))
                progress.step()
                continue
            key = wanted.key(data, card.file)
            known.keys[number], known.digests[number] = key, hashlib.sha256(data).hexdigest()
            if key in asked or store.has(key):
                progress.step()
                continue
            asked.add(key)
            yield Task(key, job.judge, (data, card.file, wanted))

    try:
        for task, answer, error in do(unknown(), len(found.cards)):
            store.keep(task.key, _record(task, answer, error, wanted))
            progress.step()
    finally:
        store.flush()
    return known


def _record(task: Task, answer: Record | None, error: BaseException | None, wanted: Wanted) -> Record:
    if isinstance(error, job.OtherProgram):
        raise error
    if answer is None:
        assert error is not None, "a task ends with an answer or an error"
        return job.failed(task.arguments[1], error, wanted)
    return Record(*answer)


def _compare(
    found: Found,
    unpacked: IO[bytes],
    settled: Sequence[Entry],
    fingerprints: dict[int, str | None],
    digests: dict[int, str],
    store: Store,
    do: Do,
    wanted: Wanted,
) -> dict[int, str]:
    """Have every card compared with the one approved earlier, where they differ."""
    comparisons: dict[int, str] = {}
    for place, entry in enumerate(settled):
        if entry.card is None or entry.approved is None:
            continue
        old, new = fingerprints[entry.approved], fingerprints[entry.card]
        if old is not None and new is not None and old != new:
            text = f"{wanted.program} {digests[entry.approved]} {digests[entry.card]}"
            comparisons[place] = hashlib.sha256(text.encode()).hexdigest()

    def unknown() -> Iterator[Task]:
        for place, key in comparisons.items():
            if store.changes(key)[0]:
                continue
            entry = settled[place]
            assert entry.card is not None, "just chosen"
            assert entry.approved is not None, "just chosen"
            old = read_card_file(found.cards[entry.approved], unpacked)
            new = read_card_file(found.cards[entry.card], unpacked)
            yield Task(key, job.compare, (old, new, wanted.program))

    try:
        for task, answer, error in do(unknown(), len(comparisons)):
            if isinstance(error, job.OtherProgram):
                raise error
            store.keep_changes(task.key, answer)
    finally:
        store.flush()
    return comparisons
