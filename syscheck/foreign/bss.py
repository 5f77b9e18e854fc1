r"""BBO Full Disclosure (`.bss`): a record a line, with fields before the description.

    AB<calls>=CDEFGHIJ[KL]description

A seat and B vulnerability; C artificial, D-I strains still open, J what kind of call, K and L the fewest and most
cards in the suit bid. Converters write `N`, `YYYYYY`, `0` and `08` into every record, so those say nothing. There is
no field for strength.
"""

import re
from dataclasses import dataclass

from syscheck.card import Call, Seat, Vulnerability
from syscheck.foreign.auctions import NotAnAuction, auction, places_of
from syscheck.foreign.rows import At, Format, Reported, Row, Sheet
from syscheck.foreign.source import Source
from syscheck.foreign.written import IN_CARD_LANGUAGE
from syscheck.language import Sentence, phrase, say

SEATS: dict[str, tuple[Seat, ...]] = {
    "0": (),
    "1": (Seat.FIRST,),
    "2": (Seat.SECOND,),
    "3": (Seat.THIRD,),
    "4": (Seat.FOURTH,),
    "5": (Seat.FIRST, Seat.SECOND),
    "6": (Seat.THIRD, Seat.FOURTH),
}
VULNERABILITIES: dict[str, tuple[Vulnerability, ...]] = {
    "0": (),
    "1": (Vulnerability.NONE,),
    "2": (Vulnerability.WE,),
    "3": (Vulnerability.THEY,),
    "4": (Vulnerability.BOTH,),
    "5": (Vulnerability.NONE, Vulnerability.THEY),
    "6": (Vulnerability.WE, Vulnerability.BOTH),
    "7": (Vulnerability.NONE, Vulnerability.WE),
    "8": (Vulnerability.THEY, Vulnerability.BOTH),
}
DISPOSITIONS = {"2": "NF", "4": "INV", "5": "F", "6": "GF", "9": "PRE", "A": "TRF", "B": "PUP", "C": "relay"}
"""What kind of call, as attributes of the card language; the others (signoff, answer ...) have none."""
NOT_STATED = "NYYYYYY0"
ANY_LENGTH = "08"
MOST_CARDS_FIELD = 8

_RECORD = re.compile(
    r"(?P<star>\*?)(?P<seat>[0-9])(?P<side>[0-9])(?P<calls>(?:[1-7][CDHSN]|[PDR]|\{[^{}]*\})+)=(?P<rest>.*)"
)
_BEGINNING = re.compile(r"[*?]?[0-9]{2}[0-9]?[A-Z{][^=]{0,80}=|[$+%]")
"""A line that is meant as a record, even where it is none."""
_HEADER = re.compile(r"(?P<kind>[*?])00\{(?P<title>[^{}]*)\}=(?P<rest>.*)")
_FIELDS = re.compile(r"[YN][YN]{6}[0-9A-E]")
_LENGTHS = re.compile(r"[0-8][0-8]")
_CALLS = re.compile(r"([1-7])([CDHSN])|([PDR])")
_SPOKEN = {"P": "P", "D": "X", "R": "XX"}

FLOATING = phrase("it belongs to the floating convention “{name}”, which does not say where it is used")
QUALIFIED = phrase("it holds only on a condition, “{condition}”, and a card has no conditions")
OTHER_FILE = phrase("it names another file, “{name}”, which is not opened")
CARDING = phrase("leads and carding are not read from this format")
SUMMARY = phrase("the summary of the system is not read; if it describes the pass, write it on the card")
NO_FIELDS = phrase("its fields are broken")
UNKNOWN_PLACE = phrase("the digits {seat}{side} name no seat and vulnerability")
NO_RECORD = phrase("it is no record")
BROKEN = phrase("This record goes on in the next line, as if it were broken. Is “{words}” all of it?")
LENGTHS_CROSSED = phrase("its fewest cards ({least}) are more than its most ({most})")


def detects(source: Source) -> bool:
    """Whether it begins with a header of the format, or half of its lines are records of it."""
    lines = [line.strip() for line in source.text.split("\n") if line.strip()]
    if not lines:
        return False
    if _HEADER.match(lines[0]):
        return True
    return 2 * sum(_fielded(line) for line in lines) >= len(lines)


def rows(source: Source) -> Sheet:
    """Every record of the file."""
    found: list[Row | Reported] = []
    silent = 0
    title = ""
    ours = False
    floating: str | None = None
    for text, at, lines in _records(source.text):
        silent += lines - 1
        header = _HEADER.fullmatch(text.replace("\n", " "))
        if header is None:
            found.append(_row(text, at, floating, broken=lines > 1))
            continue
        floating = header["title"] if header["kind"] == "?" else None
        title = title or header["title"]
        summary = header["rest"][len(NOT_STATED) - 1 :].strip()
        ours = ours or summary == IN_CARD_LANGUAGE
        if summary and summary != IN_CARD_LANGUAGE:
            found.append(Reported(text, at, say(SUMMARY)))
        else:
            silent += 1
    return Sheet(tuple(found), {"title": title} if title else {}, silent, in_card_language=ours)


FORMAT = Format("bss", phrase("BBO Full Disclosure file"), detects, rows)


def _fielded(line: str) -> bool:
    match = _RECORD.fullmatch(line)
    return match is not None and _FIELDS.match(match["rest"]) is not None


def _records(text: str) -> list[tuple[str, At, int]]:
    """Each record with its place and its lines; a line that begins no record goes on with the one before."""
    found: list[tuple[str, At, int]] = []
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        if not bare:
            continue
        if _BEGINNING.match(bare) or _HEADER.match(bare) or not found or not _RECORD.match(found[-1][0]):
            found.append((bare, At(number, len(line) - len(line.lstrip()) + 1), 1))
        else:
            before, at, lines = found[-1]
            found[-1] = (f"{before}\n{bare}", at, lines + 1)
    return found


def _row(text: str, at: At, floating: str | None, *, broken: bool) -> Row | Reported:
    """A record as a row."""
    if text[0] in "$+":
        return Reported(text, at, say(OTHER_FILE, name=text[1:].strip()))
    if text[0] == "%":
        return Reported(text, at, say(CARDING))
    match = _RECORD.fullmatch(text.replace("\n", " "))
    if match is None:
        return Reported(text, at, say(NO_RECORD))
    if floating is not None:
        return Reported(text, at, say(FLOATING, name=floating))
    condition = re.search(r"\{([^{}]*)\}", match["calls"])
    if condition is not None:
        return Reported(text, at, say(QUALIFIED, condition=condition[1]))
    if match["seat"] not in SEATS or match["side"] not in VULNERABILITIES:
        return Reported(text, at, say(UNKNOWN_PLACE, seat=match["seat"], side=match["side"]))
    calls = [Call(int(n), s) if n else Call(0, _SPOKEN[other]) for n, s, other in _CALLS.findall(match["calls"])]
    try:
        found = auction(calls, ours=1 if match["star"] else 0)
    except NotAnAuction as error:
        return Reported(text, at, error.why)
    fields = fields_of(match["rest"], calls[-1])
    if isinstance(fields, Sentence):
        return Reported(text, at, fields)
    seats = SEATS[match["seat"]] or (() if found.seat is None else (found.seat,))
    words = " ".join(fields.words.split())
    asked = (say(BROKEN, words=words),) if broken else ()
    places = places_of(seats, VULNERABILITIES[match["side"]])
    return Row((found.sequence,), words, text, at, places, fields.facts, asked)


@dataclass(frozen=True, slots=True)
class Fields:
    """What a record says after its calls: as terms of the card language, and in words."""

    facts: tuple[str, ...]
    words: str


def fields_of(rest: str, call: Call) -> Fields | Sentence:
    """The fields that are used, or why they are broken."""
    if not _FIELDS.match(rest):
        return say(NO_FIELDS)
    facts: list[str] = []
    words = rest[len(NOT_STATED) :]
    if call.suit is not None:
        if not _LENGTHS.match(words):
            return say(NO_FIELDS)
        lengths, words = words[:2], words[2:]
        least, most = int(lengths[0]), int(lengths[1])
        if least > most:
            return say(LENGTHS_CROSSED, least=least, most=most)
        if lengths != ANY_LENGTH:
            facts.append(_length(least, most) + call.suit)
    if rest[0] == "Y":
        facts.append("ART")
    if (disposition := DISPOSITIONS.get(rest[7])) is not None:
        facts.append(disposition)
    return Fields(tuple(facts), words)


def _length(least: int, most: int) -> str:
    if most == MOST_CARDS_FIELD:
        return f"{least}+"
    return str(least) if least == most else f"{least}-{most}"
