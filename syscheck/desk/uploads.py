"""Many cards at once: files and archives become versions of the pairs they belong to, whatever is wrong with some.

Everything that is sent goes into a folder of its own under a harmless name, and `syscheck.entries.find` looks into it.
"""

import datetime
import hashlib
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Annotated, NamedTuple

from fastapi import APIRouter, File, Form, Request, Response, UploadFile
from sqlalchemy import select

from syscheck.card import FaultyCard, read_bytes
from syscheck.desk import judging
from syscheck.desk.entries import add_entries, pair_language
from syscheck.desk.events import database_of, newest, own_event
from syscheck.desk.forms import file_name
from syscheck.desk.pages import language_of, page
from syscheck.desk.receiving import UPLOAD, Refused, Sent, receive, sent
from syscheck.desk.security import Protected, SignedIn, rate
from syscheck.desk.storage import DeskEntry, Organiser
from syscheck.desk.storage.models import now
from syscheck.desk.workers import Fell, TookTooLong
from syscheck.entries import CardFacts, CardFile, FaultyEntries, Found, NotThere, entries, find, read_card_file
from syscheck.entries.gathering import Entry
from syscheck.entries.names import is_list, same_name
from syscheck.events import Event
from syscheck.language import say, speaking

router = APIRouter(include_in_schema=False)


class Stored(NamedTuple):
    """What became of a file."""

    file: str
    pair: str = ""
    entry: int | None = None
    version: int | None = None
    """The number of the version that it is; None where nothing was kept."""
    new_entry: bool = False
    new_version: bool = False
    several: bool = False
    """The pair sent other cards in the same upload: which one counts?"""
    remarks: tuple[str, ...] = ()
    fault: str = ""


class Report(NamedTuple):
    """What became of an upload."""

    stored: tuple[Stored, ...]
    ignored: tuple[str, ...]
    faults: tuple[str, ...]
    missing: tuple[str, ...]
    """Pairs of the list without a card: entries now, too."""


def names_in(data: bytes) -> tuple[str, str, bool]:
    """Whose a card says it is, its title, and whether it can be read; a worker's work."""
    try:
        card = read_bytes(data)
    except FaultyCard as error:
        header = {} if error.partial is None else error.partial.header
        return header.get("pair", ""), header.get("title", ""), False
    return card.header.get("pair", ""), card.header.get("title", ""), True


@router.get("/desk/events/{event_id:int}/upload")
def ask_for_files(request: Request, organiser: SignedIn, event_id: int) -> Response:
    """The form."""
    return _upload_page(request, organiser, event_id, None)


def _upload_page(request: Request, organiser: Organiser, event_id: int, report: Report | None) -> Response:
    with database_of(request).reading() as session:
        own_event(session, organiser, event_id)
        event = judging.event_of(newest(session, event_id))
    return page(request, "upload.html.j2", event_id=event_id, event=event, report=report, language=language_of(request))


@router.post("/desk/events/{event_id:int}/upload")
def take(
    request: Request,
    organiser: SignedIn,
    _here: Protected,
    event_id: int,
    language: Annotated[str, Form()] = "",
    files: Annotated[list[UploadFile] | None, File()] = None,
) -> Response:
    """Take them all, and tell what became of each."""
    moment = now()
    rate(request, "save")
    with database_of(request).reading() as session:
        own_event(session, organiser, event_id)
        event = judging.event_of(newest(session, event_id))
    with speaking(language_of(request)), TemporaryDirectory(prefix="syscheck-") as folder, TemporaryFile() as unpacked:
        paths = _put_down(Path(folder), files or ())
        taking = _Taking(request, organiser, event_id, event, moment, pair_language(language), Path(folder))
        return _upload_page(request, organiser, event_id, taking.all(paths, unpacked))


def _put_down(folder: Path, files: Iterable[UploadFile]) -> list[Path]:
    """The files in a folder, each under a name of its own."""
    paths: dict[str, Path] = {}
    for file in files:
        if not file.filename:
            continue
        wanted = name = file_name(file.filename)
        number = 1
        while name.casefold() in paths:
            number += 1
            name = f"{number}-{wanted}"
        path = paths[name.casefold()] = folder / name
        with path.open("xb") as stream:
            shutil.copyfileobj(file.file, stream)
    return list(paths.values())


class _Taking:
    """An upload while it is taken."""

    def __init__(
        self,
        request: Request,
        organiser: Organiser,
        event_id: int,
        event: Event,
        moment: datetime.datetime,
        language: str,
        folder: Path,
    ):
        self.request, self.organiser, self.event_id, self.event = request, organiser, event_id, event
        self.moment, self.language, self.folder = moment, language, folder
        self.faults: list[str] = []

    def all(self, paths: Sequence[Path], unpacked: IO[bytes]) -> Report:
        """Find the cards, read them, and keep each with its pair."""
        found = self.found(paths, unpacked)
        cards: dict[int, Sent] = {}
        refused: dict[int, str] = {}
        for number, card in enumerate(found.cards):
            try:
                cards[number] = self.read(card, unpacked)
            except NotThere as error:
                refused[number] = str(error.why)
            except Refused:
                refused[number] = str(say("it is empty, or larger than a card may be"))
        facts = {n: self.facts(cards.get(n)) for n in range(len(found.cards))}
        stored: list[Stored] = []
        missing: list[str] = []
        for entry in entries(found, facts):
            if entry.card is None:
                self.keep_pair(entry)
                missing.append(entry.pair)
            elif entry.card in cards:
                stored.append(self.keep(entry, cards[entry.card], self.name(found.cards[entry.card])))
        stored += [Stored(self.name(found.cards[n]), fault=why) for n, why in refused.items()]
        ignored = tuple(f"{self.shown(i.file)}: {i.why}" for i in found.ignored)
        return Report(tuple(stored), ignored, tuple(self.faults), tuple(missing))

    def found(self, paths: Sequence[Path], unpacked: IO[bytes]) -> Found:
        """What was sent; without its lists where one of them cannot be used."""
        try:
            return find(paths, self.event, unpacked)
        except FaultyEntries as error:
            self.faults += [self.shown(str(fault)) for fault in error.faults]
            return find([p for p in paths if not is_list(p.name)], self.event, unpacked)

    def shown(self, text: str) -> str:
        """A text without the folder, which is nobody's business."""
        return text.replace(f"{self.folder}/", "").replace(str(self.folder), "")

    def name(self, card: CardFile) -> str:
        """A card's file as whoever sent it knows it."""
        return self.shown(card.file)

    def read(self, card: CardFile, unpacked: IO[bytes]) -> Sent:
        """A card as it was sent. Errors: `NotThere`, `Refused`."""
        data = read_card_file(card, unpacked)
        name = PurePosixPath(card.inside or card.file).name
        return sent(self.request.app.state, data, name, language_of(self.request))

    def facts(self, card: Sent | None) -> CardFacts:
        """Whose a card is by its header; the same bytes are the same card."""
        if card is None:
            return CardFacts()
        digest = hashlib.sha256(card.original).hexdigest()
        try:
            pair, title, readable = self.request.app.state.workers.ask(names_in, card.card)
        except (TookTooLong, Fell):
            return CardFacts(digest=digest)
        return CardFacts(pair, title, digest if readable else None, digest)

    def keep_pair(self, entry: Entry) -> tuple[int, bool]:
        """The pair of a card among the entries: its number, and whether it was made now."""
        pair, team = same_name(entry.pair), same_name(entry.team)
        with database_of(self.request).writing() as session:
            own_event(session, self.organiser, self.event_id, change=True)
            known = session.scalars(select(DeskEntry).where(DeskEntry.event_id == self.event_id)).all()
            named = [e for e in known if same_name(e.pair) == pair]
            same_team = [e for e in named if same_name(e.team) == team]
            chosen = same_team or (named if not team or all(not e.team for e in named) else [])
            if len(chosen) == 1:
                if entry.registered is not None and chosen[0].registered is None:
                    chosen[0].registered = entry.registered
                return chosen[0].id, False
            [made] = add_entries(
                session,
                self.request,
                self.organiser,
                self.event_id,
                [(entry.pair, entry.team, entry.registered)],
                self.language,
            )
            return made.id, made.new

    def keep(self, entry: Entry, card: Sent, file: str) -> Stored:
        """Keep a card with its pair."""
        entry_id, new_entry = self.keep_pair(entry)
        receipt = receive(
            database_of(self.request),
            entry_id,
            card,
            actor=self.organiser.name,
            source=UPLOAD,
            moment=self.moment,
        )
        return Stored(
            file,
            entry.pair,
            entry_id,
            receipt.number,
            new_entry,
            receipt.new,
            bool(entry.others),
            (*card.faults, *card.remarks),
        )
