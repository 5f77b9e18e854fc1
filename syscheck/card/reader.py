"""Reading a card: text in, `Card` out, or every fault at once.

A card without structural faults is read by one run of the parser. Where that run fails, the card is
read again line by line, and a faulty meaning comma by comma, so that one fault never hides another.
"""

import datetime
import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from syscheck.card.calls import (
    EVERYWHERE,
    SEAT_WORDS,
    STRAINS,
    WHERE_WORDS,
    Call,
    Place,
    Seat,
    Sequence,
    Step,
    Vulnerability,
    parse_call,
    sequence_text,
    where_products,
)
from syscheck.card.faults import Fault, FaultyCard, did_you_mean, nearest
from syscheck.card.lines import OUTSIDE_MEANINGS, CardLines, LogicalLine, TooDeep, logical_lines, without_comments
from syscheck.card.meanings import MeaningBuilder
from syscheck.card.model import Card, Definition, Entry, Header, Meaning, Phrase, Span, Where
from syscheck.card.readings import doubtful_word, fault_of_readings, lone_letter
from syscheck.card.tables import TABLE, load_parser
from syscheck.card.words import catalogue, grammar_folder, normal, vocabulary, word_key
from syscheck.language import Sentence, phrase, quoted, say

MOST_BYTES = 1 << 20
MOST_ENTRIES = 10_000
LONGEST_ENTRY = 50_000
"""Characters of an entry with the lines that continue it: far above 1,000 parts, and read in a second."""
HEADERS = ("title", "pair", "players", "event", "regulation", "date", "language")
LANGUAGES = ("en", "sk", "cs", "sv")
CALL_SECTIONS = ("openings", "continuations", "defence")
PHRASE_SECTIONS = ("conventions", "leads", "signals")
SECTIONS = ("define", *CALL_SECTIONS, *PHRASE_SECTIONS)

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]+")
# What word processors and web pages make of blanks, hyphens and suits; each stays one character.
_LOOKALIKES = str.maketrans(
    {
        **dict.fromkeys("\u00a0\u2002\u2003\u2007\u2009\u202f\ufe0e\ufe0f\u200b", " "),
        **dict.fromkeys("\u2010\u2011\u2012\u2212", "-"),
        **dict(zip("♧♢♡♤", "♣♦♥♠", strict=True)),
    }
)
_ACCENTED = re.compile(r"[^\W\d_][\u0300-\u036f]+")
"""A letter with its accents as characters of their own, as files from macOS have them."""
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_SECTION = re.compile(r"\[([^\]]*)\]")
_HEAD = re.compile(r"([^\[\]:]*)((?:\[[^\]]*\][ \t]*)*):[ \t]*(.*)", re.DOTALL)
_HEADER = re.compile(r"([^\W\d][\w-]*)[ \t]*:[ \t]*(.*)", re.DOTALL)


OPEN_LETTERS = frozenset({"M", "m"})
"""A definition may speak of the other major of whatever call it is used for."""


def letters_in(calls: str) -> frozenset[str]:
    """The letters that calls are written with: M for `1M-2N`."""
    return frozenset(x if x in "Mm" else "X" for x in re.findall(r"[1-7][ \t]*([MmXx])", calls))


def _kind_of_word(token: Token) -> Token:
    """Give a word its kind: the lexer knows letters, the vocabulary knows words."""
    word = vocabulary().get(word_key(token))
    if word is not None:
        token.type = word.kind
    return token


@cache
def parser() -> Lark:
    """The parser of cards (start `card`), of their lines, and of meanings alone (start `meaning`)."""
    table = Path(__file__).with_name(TABLE)
    return load_parser(grammar_folder(), table, CardLines(), {"WORD": _kind_of_word})


def read_card(text: str) -> Card:
    """The card that `text` writes.

    Errors: `FaultyCard` with every fault of the text.
    """
    text = plain(text)
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise FaultyCard([Fault.of("E103", (0, 0))])
    reading = _Reading(text)
    if len(text) > LONGEST_ENTRY and any(len(line.text) > LONGEST_ENTRY for line in logical_lines(text)):
        reading.by_lines()
        return reading.card()
    try:
        tree = parser().parse(text + "\n", start="card")
    except (UnexpectedInput, TooDeep):
        reading.by_lines()
    else:
        reading.whole(tree)
    return reading.card()


def plain(text: str) -> str:
    """The text without a byte order mark, with plain line ends, blanks, hyphens and suits, accents on letters."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").translate(_LOOKALIKES)
    return _ACCENTED.sub(lambda m: unicodedata.normalize("NFC", m[0]), text)


def read_bytes(data: bytes) -> Card:
    """The card in a file's bytes. Errors: `FaultyCard`."""
    if len(data) > MOST_BYTES:
        raise FaultyCard([Fault.of("E103", (0, 0))])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        raise FaultyCard([Fault.of("E102", (len(before), len(before) + 1))]) from None
    return read_card(text)


def read_meaning(
    text: str, definitions: Mapping[str, Definition] | None = None, letters: frozenset[str] = frozenset()
) -> Meaning:
    """The meaning that `text` writes, as on the right side of a card's entry. Errors: `FaultyCard`.

    `letters` are those that the call is written with, such as M for 2M.
    """
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise FaultyCard([Fault.of("E103", (0, 0))])
    if len(text) > LONGEST_ENTRY:
        raise FaultyCard([Fault.of("E107", (0, 1))])
    text = without_comments(plain(text)).replace("\n", " ")
    meaning, faults = _meaning(text, say("the call"), MeaningBuilder(0, definitions, letters))
    if faults or meaning is None:
        raise FaultyCard(faults)
    return meaning


class _Reading:
    """The state of reading one card."""

    def __init__(self, text: str):
        self.text = text
        self.faults: list[Fault] = []
        self.headers: list[Header] = []
        self.sections: dict[str, Span] = {}
        self.definitions: dict[str, Definition] = {}
        self.entries: list[Entry] = []
        self.phrases: list[Phrase] = []
        self.section: str | None = None
        self.skip = False
        self.count = 0

    def card(self) -> Card:
        """The card, or all faults."""
        self.faults += [Fault.of("E106", control.span()) for control in _CONTROL.finditer(self.text)]
        if self.count > MOST_ENTRIES:
            self.faults = [f for f in self.faults if f.code == "E105"]
        elif "openings" not in self.sections and not self.faults:
            self.faults.append(Fault.of("E104", (len(self.text), len(self.text))))
        elif not self.faults and not any(e.section == "openings" for e in self.entries):
            self.faults.append(Fault.of("E104", self.sections["openings"]))
        card = Card(
            tuple(self.headers),
            tuple(self.sections),
            tuple(self.definitions.values()),
            tuple(self.entries),
            tuple(self.phrases),
            self.text,
        )
        if self.faults:
            raise FaultyCard(self.faults, card)
        return card

    # ---- the whole tree ---------------------------------------------------------------------------------

    def whole(self, tree: Tree[Token]) -> None:
        """Take a card that parsed in one run."""
        for child in tree.children:
            assert isinstance(child, Tree)
            if child.data == "header":
                token = child.children[0]
                assert isinstance(token, Token)
                self.header(without_comments(token).rstrip(), token.start_pos or 0)
                continue
            head = child.children[0]
            assert isinstance(head, Token)
            if not self.open_section(str(head), head.start_pos or 0):
                continue
            for line in child.children[1:]:
                assert isinstance(line, Tree)
                if self.full(line.meta.start_pos):
                    return
                self.line_tree(line)

    def line_tree(self, line: Tree[Token]) -> None:
        """An entry, a definition or a comma list that parsed."""
        if line.data == "phrases":
            self.phrase_list(line, 0)
            return
        head, *rest = line.children
        assert isinstance(head, Token)
        tree = rest[-1]
        assert isinstance(tree, Tree)
        start = head.start_pos or 0
        if line.data == "entry" and self.is_late_header(str(head), start):
            return
        letters = OPEN_LETTERS if line.data == "definition" else letters_in(head)
        builder = MeaningBuilder(0, self.definitions, letters)
        meaning: Meaning | None = builder.meaning(tree)
        if builder.faults:
            self.faults += builder.faults
            meaning = None
        end = tree.meta.end_pos
        if line.data == "definition":
            self.definition(str(head), (start, start + len(head)), meaning, (start, end))
            return
        where = rest[0] if isinstance(rest[0], Token) else None
        places = None if where is None else self.where(str(where), where.start_pos or 0)
        self.entry(str(head), start, places, meaning, (start, end))

    # ---- line by line -------------------------------------------------------------------------------------

    def by_lines(self) -> None:
        """Read each line alone, where one fault cannot hide another."""
        for line in logical_lines(self.text):
            if line.text.startswith("[") and (section := _SECTION.fullmatch(line.text)) is not None:
                self.skip = not self.open_section(section[0], line.start)
                continue
            if self.skip:
                continue
            if self.section is not None and self.full(line.start):
                return
            if len(line.text) > LONGEST_ENTRY:
                self.faults.append(Fault.of("E107", (line.start, line.start + 1)))
            elif line.text.startswith("["):
                self.faults.append(Fault.of("E125", (line.start, line.end)))
            elif self.section is None:
                self.line_before_sections(line)
            elif self.section in PHRASE_SECTIONS:
                self.phrase_line(line)
            elif self.section == "define":
                self.definition_line(line)
            else:
                self.entry_line(line)

    def line_before_sections(self, line: LogicalLine) -> None:
        """A header. Where an entry stands here, the lines from here on are read as openings."""
        head = _HEAD.fullmatch(line.text)
        if head is not None and parse_call(head[1]) is not None:
            self.faults.append(Fault.of("E122", (line.start, line.end)))
            self.section = "openings"
            self.entry_line(line)
        elif _HEADER.fullmatch(line.text) is not None:
            self.header(line.text, line.start)
        else:
            self.faults.append(Fault.of("E123", (line.start, line.end)))

    def phrase_line(self, line: LogicalLine) -> None:
        """A comma list of phrases that may be faulty."""
        try:
            tree = parser().parse(line.text + "\n", start="phrases")
        except UnexpectedInput as error:
            at = line.start + min(error.pos_in_stream or 0, len(line.text))
            code = "E203" if line.text.count('"') % 2 else "E206"
            self.faults.append(Fault.of(code, (at, at + 1)))
        else:
            self.phrase_list(tree, line.start)

    def definition_line(self, line: LogicalLine) -> None:
        """A definition that may be faulty."""
        name, equals, rest = line.text.partition("=")
        if not equals or ":" in name:
            self.faults.append(Fault.of("E154", (line.start, line.end)))
            return
        base = line.start + len(name) + 1
        meaning, faults = _meaning(rest, name.strip(), MeaningBuilder(base, self.definitions, OPEN_LETTERS))
        self.faults += faults
        self.definition(name.strip(), (line.start, base - 1), meaning, (line.start, line.end))

    def entry_line(self, line: LogicalLine) -> None:
        """An entry of calls that may be faulty."""
        match = _HEAD.fullmatch(line.text)
        if match is None or not match[1].strip():
            if "[" in line.text and "]" not in line.text:
                at = line.start + line.text.index("[")
                self.faults.append(Fault.of("E125", (at, line.end)))
                return
            word = line.text.split()[0]
            if "".join(word).strip(",;:") and parse_call(word.split("-")[0].strip("()")) is not None:
                self.faults.append(Fault.of("E131", (line.start, line.start + len(word)), text=word))
            else:
                self.faults.append(Fault.of("E123", (line.start, line.end)))
            return
        head, brackets, rest = match.groups()
        key = head.strip()
        if self.is_late_header(key, line.start):
            return
        where = None
        if brackets.strip():
            at = line.start + match.start(2)
            found = list(_SECTION.finditer(brackets))
            if len(found) > 1:
                self.faults.append(Fault.of("E143", (at + found[1].start(), at + found[1].end())))
            where = self.where(found[0][0], at + found[0].start())
        base = line.start + match.start(3)
        meaning, faults = _meaning(rest, key, MeaningBuilder(base, self.definitions, letters_in(head)))
        self.faults += faults
        self.entry(head, line.start, where, meaning, (line.start, line.end))

    # ---- pieces ---------------------------------------------------------------------------------------------

    def full(self, start: int) -> bool:
        """Whether there are more entries than a card may have; counts one more."""
        self.count += 1
        if self.count <= MOST_ENTRIES:
            return False
        self.faults.append(Fault.of("E105", (start, start)))
        return True

    def open_section(self, bracketed: str, start: int) -> bool:
        """Start a section; False where no section is near its name, so that its lines cannot be read."""
        match = _SECTION.fullmatch(bracketed)
        assert match is not None
        name = match[1].strip().casefold()
        span = (start, start + len(bracketed))
        if name not in SECTIONS:
            near = did_you_mean(name, SECTIONS)
            self.faults.append(Fault.of("E120", span, name=match[1].strip(), near=near))
            self.section = nearest(name, SECTIONS)  # its lines may have faults of their own
            return self.section is not None
        self.section = name
        if name in self.sections:
            line = self.text.count("\n", 0, self.sections[name][0]) + 1
            self.faults.append(Fault.of("E121", span, name=name, line=line))
        self.sections.setdefault(name, span)
        return True

    def header(self, line: str, start: int) -> None:
        """A header line."""
        match = _HEADER.fullmatch(line)
        assert match is not None
        key, value = match[1].casefold(), match[2].strip()
        span = (start, start + len(match[1]))
        value_span = (start + match.start(2), start + match.start(2) + len(value))
        if key not in HEADERS:
            if parse_call(key) is not None:
                self.faults.append(Fault.of("E122", (start, start + len(line))))
            else:
                self.faults.append(Fault.of("E110", span, key=match[1], near=did_you_mean(key, HEADERS)))
            return
        first = next((h for h in self.headers if h.key == key), None)
        if first is not None:
            line_number = self.text.count("\n", 0, first.span[0]) + 1
            self.faults.append(Fault.of("E111", span, key=key, line=line_number))
        elif not value:
            self.faults.append(Fault.of("E113", span, key=key))
        elif key == "language" and value not in LANGUAGES:
            self.faults.append(Fault.of("E114", value_span, value=value))
        elif key == "date" and not _is_date(value):
            self.faults.append(Fault.of("E115", value_span, value=value))
        else:
            self.headers.append(Header(key, value, span=value_span))

    def definition(self, name: str, span: Span, meaning: Meaning | None, whole: Span) -> None:
        """A name and its meaning; a name with a faulty meaning still counts as defined."""
        first = self.definitions.get(name)
        if _NAME.fullmatch(name) is None:
            self.faults.append(Fault.of("E150", span, name=name))
        elif name in vocabulary() or normal(name) in catalogue("conventions"):
            self.faults.append(Fault.of("E153", span, name=name))
        elif first is not None:
            line = self.text.count("\n", 0, first.span[0]) + 1
            self.faults.append(Fault.of("E152", span, name=name, line=line))
        else:
            self.definitions[name] = Definition(name, meaning or Meaning(()), span=whole)

    def phrase_list(self, tree: Tree[Token], base: int) -> None:
        """A comma list of catalogue phrases."""
        assert self.section is not None
        for child in tree.children:
            assert isinstance(child, Tree)
            tokens = [t for t in child.children if isinstance(t, Token)]
            text = " ".join(word for t in tokens if t.type == "PHRASE" for word in t.split())
            note = next((t[1:-1] for t in tokens if t.type == "NOTE"), None)
            known = catalogue(self.section).get(normal(text))
            span = (base + (tokens[0].start_pos or 0), base + (tokens[-1].end_pos or 0))
            self.phrases.append(
                Phrase(
                    self.section,
                    text,
                    known.name if known else None,
                    note,
                    span=span,
                )
            )

    def where(self, bracketed: str, start: int) -> Where | None:
        """The places in brackets."""
        seats: set[Seat] = set()
        sides: set[Vulnerability] = set()
        sound = True
        for word in re.finditer(r"[^\s,;\[\]]+", bracketed):
            span = (start + word.start(), start + word.end())
            name = word[0].casefold()
            first, dash, last = name.partition("-")
            if name in WHERE_WORDS:
                sides |= WHERE_WORDS[name]
            elif first in SEAT_WORDS and (last in SEAT_WORDS or not dash):
                low, high = SEAT_WORDS[first], SEAT_WORDS[last or first]
                if low > high:
                    self.faults.append(Fault.of("E142", span, text=f"{last}-{first}"))
                    sound = False
                seats |= {s for s in Seat if low <= s <= high}
            else:
                near = did_you_mean(name, [*WHERE_WORDS, *SEAT_WORDS])
                self.faults.append(Fault.of("E133", span, word=word[0], near=near))
                sound = False
        span = (start, start + len(bracketed))
        if not sound:
            return Where(frozenset(), span=span)
        if not seats and not sides:
            self.faults.append(Fault.of("E134", span))
        places = frozenset((s, v) for s in seats or Seat for v in sides or Vulnerability)
        return Where(places, span=span)

    def is_late_header(self, head: str, start: int) -> bool:
        """Whether a header stands among the entries; a fault then."""
        late = head.casefold() in HEADERS
        if late:
            self.faults.append(Fault.of("E112", (start, start + len(head)), key=head))
        return late

    def entry(self, head: str, start: int, where: Where | None, meaning: Meaning | None, span: Span) -> None:
        """An entry of one of the three sections of calls."""
        assert self.section is not None
        sequence = self.sequence(head, start)
        if sequence is not None:
            self.entries.append(Entry(self.section, sequence, where, meaning or Meaning(()), span=span))

    def sequence(self, head: str, start: int) -> Sequence | None:
        """The calls of an entry, or faults."""
        steps: list[Step] = []
        sound = True
        for piece in re.finditer(r"[^-]+|(?<=-)(?=-|$)|^(?=-)", head):
            text = piece[0].strip()
            at = start + piece.start() + len(piece[0]) - len(piece[0].lstrip())
            span = (at, at + max(len(text), 1))
            theirs = text.startswith("(") and text.endswith(")")
            call = parse_call(text[1:-1] if theirs else text)
            if not text:
                self.faults.append(Fault.of("E141", span))
                sound = False
            elif call is None:
                self.faults.append(Fault.of("E130", span, text=text, near=_near_call(text)))
                sound = False
            elif not (theirs and call.is_pass and steps):  # their passes are left out
                steps.append(Step(call, theirs))
        return tuple(steps) if sound and self.sequence_fits(steps, (start, start + len(head.strip()))) else None

    def sequence_fits(self, steps: list[Step], span: Span) -> bool:
        """Whether the calls belong into the section, each higher than the one before."""
        code = None
        if self.section == "openings":
            if len(steps) > 1 or steps[0].theirs:
                code = "E135"
            elif steps[0].call.level == 0 and not steps[0].call.is_pass:
                code = "E140"
        elif self.section == "continuations" and (len(steps) < 2 or steps[0].theirs):
            code = "E136"
        elif self.section == "defence" and (len(steps) < 2 or not steps[0].theirs):
            code = "E137"
        if code is not None:
            self.faults.append(Fault.of(code, span, call=sequence_text(tuple(steps))))
            return False
        last: Call | None = None
        for step in steps:
            if step.call.level:
                if last is not None and _highest(step.call) <= _lowest(last):
                    self.faults.append(Fault.of("E138", span, call=str(step.call), last=str(last)))
                    return False
                last = step.call
        return True


def _lowest(call: Call) -> int:
    return min(5 * c.level + STRAINS.index(c.strain) for c in call.expanded())


def _highest(call: Call) -> int:
    return max(5 * c.level + STRAINS.index(c.strain) for c in call.expanded())


def _near_call(text: str) -> Sentence | str:
    calls = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
    return did_you_mean(text.upper(), calls) if len(text) <= 4 else ""


def _is_date(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == 10


# ---- a meaning that may be faulty ------------------------------------------------------------------------


def _meaning(text: str, call: str | Sentence, builder: MeaningBuilder) -> tuple[Meaning | None, list[Fault]]:
    """The meaning written in `text`, which stands at the builder's base, and its faults."""
    base = builder.base
    if not text.strip():
        at = max(base - 1, 0)
        return None, [Fault.of("E132", (at, at + 1), call=call)]
    try:
        tree = parser().parse(text, start="meaning")
    except TooDeep as error:
        return None, [_explain(error, text, base)]
    except UnexpectedInput as error:
        faults = [f for start, end in _pieces(text) for f in _piece_faults(text, start, end, builder)]
        return None, faults or [_explain(error, text, base)]
    meaning = builder.meaning(tree)
    return (None if builder.faults else meaning), builder.faults


def _piece_faults(meaning: str, start: int, end: int, whole: MeaningBuilder) -> list[Fault]:
    """The faults of one comma term of a meaning that cannot be parsed as a whole."""
    if not meaning[start:end].strip():
        where, at = ("before", end) if end < len(meaning) else ("after", start - 1)
        code = "E209" if meaning[at] == "|" else "E206"
        return [Fault.of(code, (whole.base + at, whole.base + at + 1), where=where)]
    text, start = _trimmed(meaning, start, end)
    # What the other terms say is not known here, so any letter may be theirs.
    builder = MeaningBuilder(whole.base + start, whole.definitions, OPEN_LETTERS)
    try:
        builder.meaning(parser().parse(text, start="meaning"))
    except (UnexpectedInput, TooDeep) as error:
        return [_explain(error, text, builder.base)]
    return builder.faults


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Where the comma terms of a meaning stand, outside parentheses and notes."""
    depth, start, quoted = 0, 0, False
    for i, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif c in "()":
            depth = max(depth + (1 if c == "(" else -1), 0)
        elif c in ",;|" and depth == 0:
            yield start, i
            start = i + 1
    yield start, len(text)


def _trimmed(text: str, start: int, end: int) -> tuple[str, int]:
    """A piece without the blanks around it, and without the `or` that closes a comma list."""
    piece = text[start:end]
    match = re.match(r"\s*(?:([^\W\d_]+)\s+)?", piece)
    word = vocabulary().get(word_key(match[1])) if match and match[1] else None
    skip = (
        match.end() if match and word is not None and word.kind == "OR" and start else len(piece) - len(piece.lstrip())
    )
    return piece[skip:].rstrip(), start + skip


_BINARY = ("OR", "SLASH", "AND", "AMPERSAND", "EXCEPT", "IF")
_PREFIX = ("NOT", "NO", "USUALLY", "MAY")
_EXAMPLES = {
    "RULE": phrase("write rule of 18"),
    "OF": phrase("write rule of 18, or 2 of top 3 in H"),
    "SOLID": phrase("write solid 7+m or solid H"),
    "GOOD": phrase("write good H, good 6+H or good 12"),
    "BAD": phrase("write bad 15"),
    "SHORT": phrase("write short D"),
    "LONGER": phrase("write longer C than D"),
    "THAN": phrase("write longer C than D"),
    "ASKS": phrase("write asks strength, asks shape or asks M"),
    "BOUND": phrase("write min 5H, max 10, exactly 12"),
    "TOP": phrase("write 2 of top 3 in H"),
    "IN": phrase("write AKQ in S"),
    "HAVE": phrase("write may have 4H"),
    "PAIR": phrase("write how long both suits are, such as 5-5 H+S"),
    "TOPIC": phrase("write asks strength or asks shape"),
}
_SUITS = r"(?:!?[CDHScdhs]|[♣♦♥♠]|o?[Mm]|[Xx])"
_LETTERS = re.compile(r"(?<![^\W\d_])([^\W\d_])[ \t]*\+[ \t]*([^\W\d_])(?![^\W\d_])")
_SPACED = re.compile(rf"\d{{1,2}}[+-]?[ \t]+{_SUITS}(?:/{_SUITS})+$")


def _explain(error: UnexpectedInput | TooDeep, text: str, base: int) -> Fault:
    """Why the parser stopped, in a player's words."""
    if isinstance(error, TooDeep):
        at = base + (error.token.start_pos or 0)
        return Fault.of("E210", (at, at + 1))
    if isinstance(error, UnexpectedCharacters):
        return _unknown_character(text, error.pos_in_stream or 0, base)
    assert isinstance(error, UnexpectedToken)
    if error.token.type in OUTSIDE_MEANINGS:
        return _unknown_character(text, error.token.start_pos or 0, base)
    return _unexpected(error.token, error.state.value_stack, text, base)


def _unknown_character(text: str, position: int, base: int) -> Fault:
    span = (base + position, base + position + 1)
    if text[position] == '"':
        return Fault.of("E203", (span[0], base + len(text.rstrip())))
    if text[position] == "#":
        return Fault.of("E124", span)
    if (control := _CONTROL.match(text, position)) is not None:
        return Fault.of("E106", (base + control.start(), base + control.end()))
    if text[position] == "+" and (pair := _LETTERS.search(text, max(0, position - 2))) and pair.start() <= position:
        for letter in pair.groups():
            if (fault := lone_letter(letter, (base + pair.start(), base + pair.end()))) is not None:
                return fault
    around = re.compile(r"\d{1,2}[ \t]*[-–—][ \t]*\d{1,2}").search(text, max(0, position - 6))
    if around and around.start() <= position < around.end():
        return Fault.of("E235", (base + around.start(), base + around.end()), text="".join(around[0].split()))
    return Fault.of("E202", span, text=text[position])


def _unexpected(found: Token, stack: list[object], text: str, base: int) -> Fault:
    """Why this token cannot stand here; `stack` is what the parser read before it."""
    kind, token = found.type.removeprefix("meaning__"), str(found)
    before = stack[-1] if stack and isinstance(stack[-1], Token) else None
    last = "" if before is None else before.type.removeprefix("meaning__")
    if kind == "$END":
        at = base + len(text.rstrip())
        span = (at, at + 1)
    else:
        span = (base + (found.start_pos or 0), base + (found.end_pos or 0))
    opened = text[: span[0] - base].count("(") - text[: span[0] - base].count(")")
    if kind == "$END" and opened > 0:
        at = base + _unclosed(text)
        return Fault.of("E204", (at, at + 1))
    if kind == "_RPAR" and opened <= 0:
        return Fault.of("E205", span)
    if kind in ("WORD", "HOLDING", "SUIT"):
        several = fault_of_readings(token, span)
        if several is not None:
            return several
    if stack and (fault := _doubtful_before(stack[-1], base)) is not None:
        return fault
    if kind in ("SUITWORD", "SUIT"):
        if (spaced := _SPACED.search(text, 0, span[1] - base)) is not None:
            whole = (base + spaced.start(), span[1])
            return Fault.of("E213", whole, text="".join(spaced[0].split()))
        word = vocabulary().get(word_key(token))
        return Fault.of("E222", span, suit=token, letter=word.value if word else token)
    if kind == "BOTH":
        return Fault.of("E219", span, suits=token, letter="M" if "H" in vocabulary()[word_key(token)].value else "m")
    if kind in ("POINTS", "HFP", "CONTROLS", "LOSERS", "TRICKS"):
        return Fault.of("E223", span, word=token)
    if last == "UNCLEAR":
        return Fault.of("E231", span)
    if any(isinstance(t, Token) and t.type == "LONGER" for t in stack[-2:]):
        return Fault.of("E232", span, word="longer", example=say(_EXAMPLES["LONGER"]))
    if last in _EXAMPLES:
        return Fault.of("E232", span, word=before, example=say(_EXAMPLES[last]))
    if last in _PREFIX:
        return Fault.of("E208", span, word=before)
    if last in _BINARY:
        return Fault.of("E207", span, word=before)
    if kind in _BINARY:
        return Fault.of("E207", span, word=token)
    if kind == "_COMMA":
        return Fault.of("E206", span)
    if last == "_COMMA":
        return Fault.of("E206", span)
    if kind == "BAR":
        return Fault.of("E209", span)
    if last == "BAR":
        return Fault.of("E209", span)
    if last == "_LPAR":
        return Fault.of("E233", span, before=quoted(token), example=say("write a term between the parentheses"))
    example = say(_EXAMPLES.get(kind, phrase("the parts of a meaning are joined by blanks, commas, “or” and |")))
    return Fault.of(
        "E233", span, before=say("the end of the line") if kind == "$END" else quoted(token), example=example
    )


def _doubtful_before(read: object, base: int) -> Fault | None:
    """The fault of a word with several readings that was the last thing read."""
    tokens = list(read.scan_values(lambda v: isinstance(v, Token))) if isinstance(read, Tree) else [read]
    word = tokens[-1] if tokens else None
    if not isinstance(word, Token) or word.type != "WORD":
        return None
    return doubtful_word(word, (base + (word.start_pos or 0), base + (word.end_pos or 0)))


def _unclosed(text: str) -> int:
    """The offset of the last parenthesis that is opened and not closed."""
    stack = []
    for i, c in enumerate(text):
        if c == "(":
            stack.append(i)
        elif c == ")" and stack:
            stack.pop()
    return stack[-1] if stack else 0


def place_text(places: frozenset[Place]) -> str:
    """Where an entry holds, as it is written in brackets; empty for everywhere."""
    if places == EVERYWHERE:
        return ""
    return " or ".join(_product_text(seats, sides) for seats, sides in where_products(places))


def _product_text(seats: tuple[Seat, ...], sides: tuple[Vulnerability, ...]) -> str:
    names = {v: k for k, v in SEAT_WORDS.items()}
    words = [] if len(seats) == len(Seat) else [names[s] for s in seats]
    if 1 < len(words) == seats[-1] - seats[0] + 1:
        words = [f"{words[0]}-{words[-1]}"]
    if len(sides) < len(Vulnerability):
        whole = next((w for w, v in WHERE_WORDS.items() if v == frozenset(sides)), None)
        words += [whole] if whole else [w for w, v in WHERE_WORDS.items() if len(v) == 1 and v <= frozenset(sides)]
    return " ".join(words)
