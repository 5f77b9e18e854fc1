"""Events with pairs and cards, straight into a desk's database."""

import csv
import datetime
from zoneinfo import ZoneInfo

from paths import ROOT
from screening.screened import LEAGUE

from syscheck.desk import security
from syscheck.desk.storage import DeskEntry, DeskEvent, EventOrganiser, EventVersion, Submission
from syscheck.screening import job
from tests.desk.conftest import AtOnce

ANSWERS = {}
"""What workers have answered in these tests, by what they were asked."""
IN_TIME = datetime.datetime(2026, 10, 9, 12, 0, tzinfo=datetime.UTC)
AS_OF = datetime.datetime(2026, 10, 11, 12, 0, tzinfo=datetime.UTC)


class Remembering(AtOnce):
    """Workers that judge a card once for all tests; what they are asked for decides the answer."""

    def ask(self, function, /, *arguments, **named):
        asked = (function, repr(arguments), repr(named), job.program())
        if asked not in ANSWERS:
            ANSWERS[asked] = super().ask(function, *arguments, **named)
        return ANSWERS[asked]


def make_event(database, organiser=None, text=LEAGUE, **changed):
    """An event; its number."""
    with database.writing() as session:
        event = DeskEvent(**changed)
        event.versions.append(EventVersion(number=1, text=text))
        session.add(event)
        session.flush()
        if organiser is not None:
            session.add(EventOrganiser(event_id=event.id, organiser_id=organiser.id))
        return event.id


def enter(database, event_id, pair, card=None, *, received=IN_TIME, file="card.card", **changed):
    """A pair of an event, with a card if it has one; its number."""
    with database.writing() as session:
        entry = DeskEntry(event_id=event_id, pair=pair, **changed)
        session.add(entry)
        session.flush()
        number = entry.id
    if card is not None:
        hand_in(database, number, card, received=received, file=file)
    return number


def hand_in(database, entry_id, card, *, number=1, received=IN_TIME, file="card.card"):
    """A card of a pair; the submission's number among all."""
    data = card if isinstance(card, bytes) else card.encode()
    with database.writing() as session:
        sent = Submission(
            entry_id=entry_id, number=number, received_at=received, source="pair", file=file, original=data, card=data
        )
        session.add(sent)
        session.flush()
        return sent.id


def signed_in(desk, organiser):
    """A browser in which an organiser has signed in."""
    browser = desk()
    token = security.sign_in(desk.database, organiser, "")
    browser.client.cookies.set(security.COOKIE, token, domain="desk.example", path="/")
    return browser


def sample_league(database, organiser=None, chosen=None):
    """The event of `samples/entries` with the pairs that have one card in its list, received as it says.

    Only those `chosen`, where some are. Gives the event's number and the rows of the list.
    """
    text = (ROOT / "samples" / "events" / "league.toml").read_text(encoding="utf-8")
    event = make_event(database, organiser, text)
    with (ROOT / "samples" / "entries" / "list.csv").open(encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream) if ";" not in row["card"]]
    if chosen is not None:
        rows = [row for row in rows if row["pair"] in chosen]
    for row in rows:
        path = ROOT / "samples" / "entries" / row["card"]
        card = path.read_bytes() if row["card"] and path.exists() else None
        received = datetime.datetime.fromisoformat(row["received"]) if row["received"] else IN_TIME
        if received.tzinfo is None:
            received = received.replace(tzinfo=ZoneInfo("Europe/Stockholm"))
        registered = row["registered"] or None
        enter(
            database,
            event,
            row["pair"],
            card,
            received=received,
            file=row["card"],
            team=row["team"],
            registered=registered,
        )
    return event, rows
