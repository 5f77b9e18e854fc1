"""A card's calls as sets of hands per seat and vulnerability.

`build_system` gives a `System`; `read_system` reads the card too and tells the faults of both together.
"""

from syscheck.card import Card, Fault, FaultyCard
from syscheck.system.agreements import Agreement, Agreements, agreements
from syscheck.system.calls import CallOnCard, calls_on_card, defence_on_card
from syscheck.system.fingerprint import fingerprint
from syscheck.system.meanings import MeaningHands, meaning_hands
from syscheck.system.openings import (
    PASS,
    Context,
    KnownEntries,
    Opening,
    Overlap,
    System,
    alternative_text,
    build_system,
    entry_hands,
    faults_of_hands,
    read_system,
)
from syscheck.system.parts import AlternativeHands, Hands, Impossible, Part, alternative_hands
from syscheck.system.questions import questions_of

__all__ = [
    "PASS",
    "Agreement",
    "Agreements",
    "AlternativeHands",
    "CallOnCard",
    "Card",
    "Context",
    "Fault",
    "FaultyCard",
    "Hands",
    "Impossible",
    "KnownEntries",
    "MeaningHands",
    "Opening",
    "Overlap",
    "Part",
    "System",
    "agreements",
    "alternative_hands",
    "alternative_text",
    "build_system",
    "calls_on_card",
    "defence_on_card",
    "entry_hands",
    "faults_of_hands",
    "fingerprint",
    "meaning_hands",
    "questions_of",
    "read_system",
]
