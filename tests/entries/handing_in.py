"""Entries as they are handed in: card texts into a folder, what is found and how it stands out."""

import hashlib
from tempfile import TemporaryFile

from syscheck import check_bytes
from syscheck.entries import CardFacts, NotThere, entries, find, read_card_file
from syscheck.events.reading import read_event
from syscheck.system import fingerprint

EVENT = read_event(
    """
name = "Autumn league"
regulations = ["sk-2008"]
kind = "national"
contest = "teams"
timezone = "Europe/Bratislava"
start = 2026-10-24T10:00
cards_due = 2026-10-10T20:00
"""
)
NATURAL = "[openings]\n1C : 12-21, 4+C\n1N : 15-17 bal\n"
NATURAL_OTHERWISE_WRITTEN = "# our system\n[openings]\n1N : 15-17  bal\n1C : 12-21, 4+C\n"
WEAK_NOTRUMP = "[openings]\n1C : 12-21, 4+C\n1N : 12-14 bal\n"
FAULTY = "[openings]\n1C : 12-21, 4+Clubbs\n"


def of(pair, text=NATURAL):
    """A card of a pair."""
    return f"pair: {pair}\n\n{text}"


def fingerprint_of(text):
    """The fingerprint of a card's agreements."""
    return fingerprint(check_bytes(text.encode()).system)


def hand_in(folder, cards):
    """Put texts into files; gives the folder."""
    for name, text in cards.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def searched(*paths, event=EVENT):
    """What is found, with the bytes of each card; None for one that cannot be had."""
    with TemporaryFile() as unpacked:
        found = find(paths, event, unpacked)
        data = []
        for card in found.cards:
            try:
                data.append(read_card_file(card, unpacked))
            except NotThere:
                data.append(None)
    return found, data


def facts_of(data):
    """What an entry asks of a card."""
    checked = check_bytes(data or b"")
    return CardFacts(
        checked.header.get("pair", ""),
        checked.header.get("title", ""),
        None if checked.system is None else fingerprint(checked.system),
        hashlib.sha256(data or b"").hexdigest(),
    )


def entered(*paths, event=EVENT):
    """The entries in some paths."""
    found, data = searched(*paths, event=event)
    return entries(found, {number: facts_of(text) for number, text in enumerate(data)})


def statuses(*paths):
    """Pair, team and status of each entry."""
    return [(e.pair, e.team, e.status.value) for e in entered(*paths)]


def ignored(*paths):
    """What is taken for no card, each with the reason."""
    return [str(x) for x in searched(*paths)[0].ignored]


def refused(*paths):
    """The cards that are not read, each with the reason."""
    return {c.inside: str(c.refused) for c in searched(*paths)[0].cards if c.refused is not None}
