"""BBOalert sheets: `context,call,explanation` records, with options for seats and vulnerability.

The documentation of the format: of two records that fit the later one counts; options that begin with the same word
are choices, the first of them enabled; tags `@1 @2 @3 @4` name the opener's seat, `@n @v` our vulnerability,
`@N @V` theirs; passes before the first bid name the seat.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from syscheck.card import Call, Place, Seat, Vulnerability, parse_call
from syscheck.card.calls import EVERYWHERE
from syscheck.foreign.auctions import Auction, NotAnAuction, auction, places_of
from syscheck.foreign.rows import At, Format, Reported, Row, Sheet
from syscheck.foreign.source import Source
from syscheck.language import Sentence, phrase, say

HEADER = re.compile(r"[ \t]*BBOalert\b", re.IGNORECASE)
PROGRAM_RECORDS = frozenset(
    {"alias", "import", "shortcut", "button", "script", "trusted", "untrusted", "error", "javascript", "onload"}
)
MOST_SEQUENCES = 64
"""How many auctions one context with classes and choices may stand for."""

_TAG = re.compile(r"@([1-4nNvV])")
_CHAT = re.compile(r"^\s*please\s+read\s+(?:the\s+)?chat[^#]*#", re.IGNORECASE)
_CLASS = re.compile(r"\[([1-7CDHSNcdhsn]+)\]|\(([^()\[\]]*)\)")
_TOKEN = {"--": "P", "pa": "P", "db": "X", "dbl": "X", "rd": "XX"}
_WE = {"n": {Vulnerability.NONE, Vulnerability.THEY}, "v": {Vulnerability.WE, Vulnerability.BOTH}}
_THEY = {"N": {Vulnerability.NONE, Vulnerability.WE}, "V": {Vulnerability.THEY, Vulnerability.BOTH}}

WILDCARD = phrase("its context “{context}” has wildcards, and a card names every call")
PATTERN = phrase("its context “{context}” is a pattern for many auctions, and a card names every call")
SCRIPT = phrase("its context “{context}” is made by a script")
NO_CALL = phrase("“{call}” is not a call")
PROGRAM = phrase("it is a record {kind} for the program, not an agreement")
ERROR = phrase("it is marked as an error of an earlier conversion")
FREE_TEXT = phrase("it is text between the records, not an agreement")
NO_CONTEXT = phrase("it continues a context, but none stands before it")
OTHER_CHOICE = phrase("it belongs to the option “{option}”; of its group the sheet enables “{first}” at first")
CHOSEN = phrase("The sheet has this in the option “{option}”. Do you play it?")
NOWHERE = phrase("its seats contradict each other")


def detects(source: Source) -> bool:
    """Whether the first line that is not blank begins with `BBOalert`."""
    first = next((line for line in source.text.split("\n") if line.strip()), "")
    return HEADER.match(first) is not None


def rows(source: Source) -> Sheet:
    """Every record of the sheet."""
    records = list(_records(source.text))
    options = _enabled([text for text, _, _ in records])
    state = _State(options)
    found: list[Row | Reported] = []
    silent = 0
    title = ""
    for text, line, lines in records:
        if not found and not silent and HEADER.match(text):
            title = _title(text)
            silent += lines
            continue
        row = state.row(text, At(line, len(text) - len(text.lstrip()) + 1))
        silent += lines - 1 if row is not None else lines
        if row is not None:
            found.append(row)
    return Sheet(tuple(found), {"title": title} if title else {}, silent, last_counts=True)


FORMAT = Format("bbo-alert", phrase("BBOalert sheet"), detects, rows)


def _records(text: str) -> Iterator[tuple[str, int, int]]:
    """Each record with its line and how many lines it has; one that ends in a single backslash goes on in the next."""
    start = 0
    parts: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() and not parts:
            continue
        start = start or number
        bare = line.rstrip()
        if bare.endswith("\\") and not bare.endswith("\\\\"):
            parts.append(bare[:-1])
            continue
        if line.strip():
            parts.append(line)
        yield "".join(parts), start, len(parts)
        start, parts = 0, []
    if parts:
        yield "".join(parts), start, len(parts)


def _title(header: str) -> str:
    """What the header says of the sheet, its markup taken away."""
    return " ".join(re.sub(r"<[^<>]*>", " ", header.partition(",")[2]).split())


def _enabled(records: list[str]) -> dict[str, str]:
    """For each option without tags, the option of its group that the program enables at first."""
    first: dict[str, str] = {}
    chosen: dict[str, str] = {}
    for record in records:
        kind, _, rest = record.partition(",")
        name = _option_name(rest)
        if kind.strip() == "Option" and name and not _TAG.search(name):
            chosen[name] = first.setdefault(re.split(r"[ \t]", name)[0], name)
    return chosen


def _option_name(rest: str) -> str:
    return rest.partition(",")[0].strip()


@dataclass
class _State:
    """Where the reading of a sheet is: its option, and the context before."""

    enabled: dict[str, str]
    option: str = ""
    context: str | None = None
    known: dict[str, tuple[Auction, ...] | Sentence] = field(default_factory=dict)

    def row(self, text: str, at: At) -> Row | Reported | None:
        """The row of a record; None for one that only opens or ends a block."""
        fields = text.split(",")
        kind = fields[0].strip()
        if kind == "Option":
            self.option, self.context = _option_name(",".join(fields[1:])), None
            return None
        original = text.strip()
        if kind.partition(" ")[0].casefold() in PROGRAM_RECORDS:
            return Reported(original, at, say(ERROR) if kind.startswith("Error") else say(PROGRAM, kind=kind))
        if len(fields) < 3:
            return Reported(original, at, say(FREE_TEXT))
        context, call = re.sub(r"\s", "", fields[0]), fields[1].strip()
        if context == "+":
            if self.context is None:
                return Reported(original, at, say(NO_CONTEXT))
            context = self.context
        found = self.auctions(context, call)
        if isinstance(found, Sentence):
            return Reported(original, at, found)
        self.context = context
        first = self.enabled.get(self.option, self.option)
        if first != self.option:
            return Reported(original, at, say(OTHER_CHOICE, option=self.option, first=first))
        here, there = tagged_places(self.option), _seat_of(found)
        places = here if there is None else there if here is None else here & there
        if places is not None and not places:
            return Reported(original, at, say(NOWHERE))
        asked = () if not self.option or here is not None else (say(CHOSEN, option=self.option),)
        sequences = tuple(dict.fromkeys(a.sequence for a in found))
        return Row(sequences, words_of(fields[2]), original, at, places, questions=asked)

    def auctions(self, context: str, call: str) -> tuple[Auction, ...] | Sentence:
        """The auctions of a record, or why it has none that a card can write."""
        if "%" in context:
            return say(SCRIPT, context=context)
        if context.startswith("/"):
            return say(PATTERN, context=context)
        if re.search(r"[*_.]", context):
            return say(WILDCARD, context=context)
        contexts = expanded(context)
        last = _call(call)
        if last is None:
            return say(NO_CALL, call=call)
        if contexts is None:
            return say(PATTERN, context=context)
        found = []
        for one in contexts:
            calls = _calls(one)
            if calls is None:
                # Text with commas in it has no calls in its first field.
                return say(PATTERN, context=context) if re.match(r"[1-7-]", one) else say(FREE_TEXT)
            try:
                found.append(auction((*calls, last)))
            except NotAnAuction as error:
                return error.why
        if len({a.seat for a in found}) > 1:
            return say(PATTERN, context=context)
        return tuple(found)


def expanded(context: str) -> tuple[str, ...] | None:
    """The contexts that one with classes `1[HS]` and choices `(1N--|2N--)` stands for; None if they are too many."""
    pieces: list[tuple[str, ...]] = []
    end = 0
    for match in _CLASS.finditer(context):
        pieces.append((context[end : match.start()],))
        choices = tuple(match[1]) if match[1] is not None else tuple(match[2].split("|"))
        pieces.append(choices)
        end = match.end()
    pieces.append((context[end:],))
    many = 1
    for piece in pieces:
        many *= len(piece)
        if many > MOST_SEQUENCES:
            return None
    return tuple("".join(parts) for parts in product(*pieces))


def tagged_places(option: str) -> frozenset[Place] | None:
    """The places that the tags of an option name; None where it has none, or they name all."""
    tags = _TAG.findall(option)
    seats = [Seat(int(t)) for t in tags if t.isdigit()]
    sides = set(Vulnerability)
    for words in (_WE, _THEY):
        named = [words[t] for t in tags if t in words]
        if named:
            sides &= set().union(*named)
    return places_of(seats, (v for v in Vulnerability if v in sides))


def _seat_of(found: tuple[Auction, ...]) -> frozenset[Place] | None:
    seat = found[0].seat
    return None if seat is None else frozenset(p for p in EVERYWHERE if p[0] is seat)


def _calls(context: str) -> tuple[Call, ...] | None:
    """The calls of a context, two characters each; None where one is none."""
    if len(context) % 2:
        return None
    calls = [_call(context[i : i + 2]) for i in range(0, len(context), 2)]
    return None if None in calls else tuple(c for c in calls if c is not None)


def _call(text: str) -> Call | None:
    text = re.sub(r"\s", "", text)
    call = parse_call(_TOKEN.get(text.casefold(), text))
    return None if call is None or call.letter else call


def words_of(explanation: str) -> str:
    """The explanation as players write it: line breaks as `;`, the request to read the chat taken away."""
    text = _CHAT.sub("", explanation).replace("#", " ")
    return re.sub(r"^(?:\s|\\\\)+|(?:\s|\\\\)+$", "", text)
