"""Calls, seats, vulnerabilities, and the places of an auction where an entry holds."""

import re
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache
from itertools import product

SYMBOLS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})
STRAINS = "CDHSN"
LETTERS = {"M": "HS", "m": "CD", "X": "CDHS"}
"""The suits a letter may stand for."""


class Seat(IntEnum):
    """Who opens: the first to the fourth hand from the dealer."""

    FIRST = 1
    SECOND = 2
    THIRD = 3
    FOURTH = 4


class Vulnerability(StrEnum):
    """Whose side is vulnerable, seen from the pair."""

    NONE = "none"
    WE = "we"
    THEY = "they"
    BOTH = "both"


Place = tuple[Seat, Vulnerability]
EVERYWHERE: frozenset[Place] = frozenset(product(Seat, Vulnerability))

WHERE_WORDS: dict[str, frozenset[Vulnerability]] = {
    "nv": frozenset({Vulnerability.NONE, Vulnerability.THEY}),
    "vul": frozenset({Vulnerability.WE, Vulnerability.BOTH}),
    "fav": frozenset({Vulnerability.THEY}),
    "unfav": frozenset({Vulnerability.WE}),
    "none": frozenset({Vulnerability.NONE}),
    "both": frozenset({Vulnerability.BOTH}),
}
SEAT_WORDS = {"1st": Seat.FIRST, "2nd": Seat.SECOND, "3rd": Seat.THIRD, "4th": Seat.FOURTH}


@dataclass(frozen=True, slots=True, order=True)
class Call:
    """One call as written: level 0 for P, X and XX; the strain a suit, N, or a letter M, m, X."""

    level: int
    strain: str

    def __str__(self) -> str:
        return f"{self.level}{self.strain}" if self.level else self.strain

    @property
    def is_pass(self) -> bool:
        """Whether this is Pass."""
        return self.level == 0 and self.strain == "P"

    @property
    def letter(self) -> str | None:
        """The letter M, m or X that stands for a suit, if the call is written with one."""
        return self.strain if self.level and self.strain in LETTERS else None

    @property
    def suit(self) -> str | None:
        """The suit bid, C D H or S; None for no-trump, Pass, doubles and letters."""
        return self.strain if self.level and self.strain in "CDHS" else None

    def expanded(self) -> tuple["Call", ...]:
        """The calls it stands for: 3X is 3C 3D 3H 3S; a call without a letter is itself."""
        return tuple(Call(self.level, s) for s in LETTERS[self.strain]) if self.letter else (self,)


@dataclass(frozen=True, slots=True)
class Step:
    """A call of a sequence and whether the opponents made it."""

    call: Call
    theirs: bool = False

    def __str__(self) -> str:
        return f"({self.call})" if self.theirs else str(self.call)


Sequence = tuple[Step, ...]

_CALL = re.compile(r"([1-7])\s*(NT|[CDHSNXxcdhsnMm]|nt|Nt)|(pass|p|xx|x)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def parse_call(text: str) -> Call | None:
    """The call that `text` writes, or None: letters in any case but M and m, suit symbols allowed."""
    text = text.strip().translate(SYMBOLS)
    match = _CALL.fullmatch(text)
    if match is None:
        return None
    level, strain, other = match.groups()
    if other:
        return Call(0, "P" if other[0] in "pP" else other.upper())
    if strain not in LETTERS:
        strain = strain.upper()[0]
    return Call(int(level), strain)


def sequence_text(steps: Sequence) -> str:
    """The canonical text of a sequence: `1N-2C`, `(1H)-2H`."""
    return "-".join(map(str, steps))


def where_products(
    places: frozenset[Place],
) -> tuple[tuple[tuple[Seat, ...], tuple[Vulnerability, ...]], ...]:
    """The places as a union of products of seats and vulnerabilities, in the order of seats."""
    seats: dict[tuple[Vulnerability, ...], list[Seat]] = {}
    for seat in Seat:
        here = tuple(v for v in Vulnerability if (seat, v) in places)
        if here:
            seats.setdefault(here, []).append(seat)
    return tuple((tuple(who), when) for when, who in seats.items())
