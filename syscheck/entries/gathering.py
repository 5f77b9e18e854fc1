"""Cards and lists put together: an entry for each card, and for each pair that has none."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import PurePosixPath

from syscheck.entries.lists import ListRow
from syscheck.entries.names import plain_name, same_name
from syscheck.entries.search import Found, Listed
from syscheck.entries.times import Received
from syscheck.language import Sentence


class Status(StrEnum):
    """What there is of an entry."""

    OK = "ok"
    UNREADABLE = "unreadable"
    MISSING = "missing"
    """The pair is on the list, but no card of it is there."""
    DUPLICATE = "duplicate"
    """The pair handed in cards that say different things: which one holds?"""


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What an entry asks of a card that was read, or could not be."""

    pair: str = ""
    """What the card's header calls the pair."""
    title: str = ""
    fingerprint: str | None = None
    """None where the card cannot be read."""
    digest: str = ""
    """Of the file's bytes; the same for the same file, also where it cannot be read."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair with one of its cards, or without any."""

    pair: str
    team: str
    status: Status
    card: int | None = None
    """The number of its card among those found."""
    files: tuple[str, ...] = ()
    """The card's file first, then others of this pair that say the same."""
    others: tuple[str, ...] = ()
    """Files of this pair that say something else, or cannot be read."""
    absent: tuple[str, ...] = ()
    """Files that the list names and that are not there."""
    received: Received | None = None
    registered: str | None = None
    approved: int | None = None
    """The number of the card approved earlier."""
    approved_file: str | None = None
    """What the list calls it; without a number it is not there."""
    approved_fingerprint: str | None = None
    listed: bool = False
    decided: str | None = None
    """`yes` or `no` where a person has decided whether it is admitted; it stands beside the computed answer."""
    decisions: tuple[Sentence, ...] = ()
    """What people have decided of it, and which decisions hold no more."""


def entries(found: Found, facts: Mapping[int, CardFacts]) -> tuple[Entry, ...]:
    """All entries: those of the lists in their order, then the cards that no list names, as they were found.

    A listed pair without a card in its row takes the cards that name it in their header.
    """
    drafts = [*_listed(found, facts), *_unlisted(found, facts)]
    groups: dict[tuple[str, str], list[Entry]] = {}
    for draft, key in drafts:
        groups.setdefault(key, []).append(draft)
    return tuple(entry for group in groups.values() for entry in _settled(group, found, facts))


Draft = tuple[Entry, tuple[str, str]]
"""An entry, and whose it is: cards of the same team and pair belong together."""


def _key(pair: str, team: str, alone: str) -> tuple[str, str]:
    """Whose an entry is; a card that names no pair is `alone`."""
    return (same_name(team), f"pair {same_name(pair)}") if pair else ("", f"card {alone}")


def _unlisted(found: Found, facts: Mapping[int, CardFacts]) -> Iterable[Draft]:
    named = _named(found)
    taken = {number for number, _ in _taken(found, facts)}
    for number, card in enumerate(found.cards):
        if number in named or number in taken:
            continue
        here = facts[number]
        pair = plain_name(here.pair)
        shown = pair or plain_name(here.title) or plain_name(PurePosixPath(card.inside or card.file).stem)
        draft = Entry(shown, card.team, Status.OK, number, (card.file,))
        yield draft, _key(pair, card.team, str(number))


def _named(found: Found) -> set[int]:
    """The cards that the lists name; those approved earlier are no entries."""
    return {n for x in found.listed for n in (*x.cards, *(() if x.approved is None else (x.approved,)))}


def _taken(found: Found, facts: Mapping[int, CardFacts]) -> list[tuple[int, int]]:
    """Cards that no row names, with the row of the pair that they name; the team decides where pairs share a name."""
    rows: dict[str, list[int]] = {}
    for place, listed in enumerate(found.listed):
        if listed.row.pair and not listed.row.cards:
            rows.setdefault(same_name(listed.row.pair), []).append(place)
    named = _named(found)
    taken = []
    for number, card in enumerate(found.cards):
        pair = same_name(facts[number].pair)
        if number in named or not pair:
            continue
        places = rows.get(pair, [])
        if len(places) > 1:
            places = [p for p in places if same_name(found.listed[p].row.team) == same_name(card.team)]
        if len(places) == 1:
            taken.append((number, places[0]))
    return taken


def _listed(found: Found, facts: Mapping[int, CardFacts]) -> Iterable[Draft]:
    taken: dict[int, list[int]] = {}
    for number, place in _taken(found, facts):
        taken.setdefault(place, []).append(number)
    for place, listed in enumerate(found.listed):
        row = listed.row
        cards = (*listed.cards, *taken.get(place, ()))
        header = next((name for n in cards if (name := plain_name(facts[n].pair))), "")
        first = next(iter(cards), None)
        title = "" if first is None else plain_name(facts[first].title)
        file = "" if first is None else plain_name(PurePosixPath(found.cards[first].inside).stem)
        pair = row.pair or header
        shown = pair or title or file or next(iter(listed.absent), "")
        team = row.team or next((found.cards[n].team for n in cards if found.cards[n].team), "")
        key = _key(pair, team, f"row {place}")
        if not cards:
            yield replace(_draft(listed, row, shown, team), status=Status.MISSING), key
        for number in cards:
            yield replace(_draft(listed, row, shown, team), card=number, files=(found.cards[number].file,)), key


def _draft(listed: Listed, row: ListRow, pair: str, team: str) -> Entry:
    return Entry(
        pair,
        team,
        Status.OK,
        absent=listed.absent,
        received=row.received,
        registered=row.registered,
        approved=listed.approved,
        approved_file=None if row.approved_file is None else plain_name(row.approved_file),
        approved_fingerprint=row.approved_fingerprint,
        listed=True,
    )


def _settled(group: Sequence[Entry], found: Found, facts: Mapping[int, CardFacts]) -> Iterable[Entry]:
    """The entries of one pair: cards that say the same are one, those that do not are duplicates."""
    cards = [e for e in group if e.card is not None]
    if not cards:
        yield replace(group[0], absent=_all(e.absent for e in group))
        return
    absent = _all(e.absent for e in group)
    same: dict[str, list[Entry]] = {}
    for entry in cards:
        assert entry.card is not None, "just chosen"
        here = facts[entry.card]
        same.setdefault(here.fingerprint or f"unreadable {here.digest}", []).append(entry)
    for key, alike in same.items():
        # The list's row tells when it came and what was registered; a card found besides only says the same.
        first = next((e for e in alike if e.received), next((e for e in alike if e.listed), alike[0]))
        unreadable = key.startswith("unreadable ")
        others = _all(e.files for other, group in same.items() if other != key for e in group)
        status = Status.UNREADABLE if unreadable else Status.DUPLICATE if others else Status.OK
        files = _all((first.files, *(e.files for e in alike)))
        yield replace(first, status=status, files=files, others=others, absent=())
    if absent:
        yield replace(group[0], status=Status.MISSING, card=None, files=(), absent=absent)


def _all(tuples: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(x for found in tuples for x in found))
