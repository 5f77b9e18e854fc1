"""Small events and cards for the tests of the organiser's desk and of handing in."""

from screening.screened import FAULTY, LEAGUE, MULTI, NATURAL
from screening.screened import PAIRS as PAIRS_WITHOUT_TIME

PAIRS = f"{PAIRS_WITHOUT_TIME}cards_due = 2026-10-10T20:00\n"

__all__ = ["FAULTY", "LEAGUE", "MULTI", "NATURAL", "PAIRS"]
