"""The entries of an event: which cards were handed in, whose they are, and what is missing.

`find` looks into files, folders and archives and reads an entry list; `entries` puts cards and list together once the
cards were read. Everything that comes in here was written by strangers: names are made harmless, nothing is unpacked
under a name of its own, nothing is read that is not a file inside what was named.
"""

from syscheck.entries.gathering import CardFacts, Entry, Status, entries
from syscheck.entries.lists import FaultyList, ListFault, ListRow, read_list
from syscheck.entries.places import CardFile, Ignored, NotThere, read_card_file
from syscheck.entries.search import FaultyEntries, Found, find
from syscheck.entries.times import Received, read_received

__all__ = [
    "CardFacts",
    "CardFile",
    "Entry",
    "FaultyEntries",
    "FaultyList",
    "Found",
    "Ignored",
    "ListFault",
    "ListRow",
    "NotThere",
    "Received",
    "Status",
    "entries",
    "find",
    "read_card_file",
    "read_list",
    "read_received",
]
