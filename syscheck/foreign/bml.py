r"""BML, the Bridge Bidding Markup Language, versions 1 and 2: paragraphs, and in them tables of calls.

Paragraphs are divided by blank lines, and the first characters of one say what it is: a heading (`*`), a list (`-`,
`1.`), a diagram, metadata (`#+TITLE:`), a table of calls, prose. A row is `<call> [=] <words>`; what stands deeper
answers it. A line that begins in the column of the words above goes on with them. A table may begin with a history
(`1N-2C;`, `(1N)---`, `1C-(1H)-`): the rows below answer it. `#SEAT` and `#VUL` hold until the next one. Of two rows
for one call the first counts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from syscheck.card import Call, Place, Seat, Step, Vulnerability
from syscheck.card.calls import EVERYWHERE, LETTERS
from syscheck.card.calls import Sequence as CardSequence
from syscheck.foreign.auctions import places_of
from syscheck.foreign.bml_calls import (
    Calls,
    Head,
    auctions_of,
    bound_words,
    followed,
    lettered_words,
    read_head,
)
from syscheck.foreign.bml_lines import Line, read_lines
from syscheck.foreign.rows import Format, Reported, Row, Sheet
from syscheck.foreign.source import Source
from syscheck.foreign.written import IN_CARD_LANGUAGE
from syscheck.language import Sentence, phrase, say

LINE_BREAK = " \\\\ "
"""Between the lines of one row: what comes next may be one more of several choices."""
SEATS: dict[str, tuple[Seat, ...]] = {
    "0": (),
    "1": (Seat.FIRST,),
    "2": (Seat.SECOND,),
    "3": (Seat.THIRD,),
    "4": (Seat.FOURTH,),
    "12": (Seat.FIRST, Seat.SECOND),
    "34": (Seat.THIRD, Seat.FOURTH),
}
_WE = {
    "Y": {Vulnerability.WE, Vulnerability.BOTH},
    "N": {Vulnerability.NONE, Vulnerability.THEY},
    "0": set(Vulnerability),
}
_THEY = {
    "Y": {Vulnerability.THEY, Vulnerability.BOTH},
    "N": {Vulnerability.NONE, Vulnerability.WE},
    "0": set(Vulnerability),
}
VULNERABILITIES: dict[str, tuple[Vulnerability, ...]] = {
    we + they: tuple(v for v in Vulnerability if v in _WE[we] & _THEY[they]) if we + they != "00" else ()
    for we in "0YN"
    for they in "0YN"
}
"""What `#VUL` says: whether we are vulnerable, then whether they are."""

NOT_KNOWN_WHERE = "where this holds"

PROSE = phrase("it is text between the tables; if it says something of a call, write it on the card")
LIST = phrase("it is a list between the tables; if it says something of a call, write it on the card")
DIAGRAM = phrase("it is an auction or a deal shown as an example")
PLAIN_TABLE = phrase("it is a table of text, not of calls")
IN_PROSE = phrase("it looks like a row, but stands in a paragraph of text; put a blank line before the table")
NO_CALL = phrase("no call stands at its beginning")
SUMMARY = phrase("the description of the system is not read; if it describes a call, write it on the card")
EXTENSION = phrase("“{key}” is a setting of another program, and is not read")
UNKNOWN_DIRECTIVE = phrase("{directive} is no instruction of BML")
NO_PLACE = phrase("{words} is none of {known}")
NO_WORDS = phrase("it says nothing of the call")
ABOUT_THEM = phrase("it explains a call of the opponents")
NO_MARK = phrase("line {line} has a sequence without - or ; at its end, so this may be an answer to it or an opening")
FIRST_COUNTS = phrase("line {line} says something else of {call} in the same place, and in BML the first one counts")
NOWHERE = phrase("its passes and its #SEAT name different seats")

UNKNOWN_PLACE = phrase("Line {line} says {words}, which BML does not have. Where does this hold?")
BETWEEN = phrase("Its indentation is that of no row above it; it was read as an answer to {call}. Is it?")
COMMENT = phrase("Is “{words}” a comment? It was left out.")
LIKE_MORE_WORDS = phrase(
    "Line {line} begins in the column of the words above it, where BML goes on with them; it begins with a call, so it "
    "was read as an answer."
)
BEGINS_WITH_PASS = phrase(
    "The table in line {line} begins with {call}; BML takes such a paragraph for text unless #BIDTABLE stands above it."
)

_WORD = re.compile(r"\s*(\S+)(?:\s+|$)")
_TIGHT = re.compile(r"\s*([^\s=:]+)[=:](?=\s|\S|$)")
_EQUALS = re.compile(r"[=:]\s*(?=\s|[^=\s])")
_META = re.compile(r"\s*#\+([\w-]+):\s*(.*)")
_DIRECTIVE = re.compile(r"\s*#\s*([A-Za-z]\w*)\b\s*(.*)")
_HEADING = re.compile(r"\*{1,4}(?!\S*\*)")
_LISTED = re.compile(r"\s*-(?!-)")
_NUMBERED = re.compile(r"\s*1\.(?!\d)")
_FOUR_CALLS = re.compile(r"\s*(?:\(?[1-7]?(?:NT|[NTPDRCHS])\)?[?!]?\s+){3}\(?[1-7]?(?:NT|[NTPDRCHS])\)?[?!]?\s*$")
_HANDS = re.compile(r"\s*[NESW]:?\s+(?:[2-9AKQJTx-]+\s+){3}[2-9AKQJTx-]+\s*$")
_ALERT = re.compile(r"!(?![cdhsCDHS](?![^\W\d_]))\s*(?=\S)")
_LATE_COMMENT = re.compile(r"(?<!:)(?:^|\s)(//.*)$")
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*(?:\s[^()]*)?\)")
_STRONG = re.compile(r"(?<![\w*])([*=/])(?=[^\W\d_])([^*=/\n]*[^\W_])\1(?![\w*])")
_DASH = re.compile(r"(?<=[\d+)])\s?--\s?(?=[\d(])")
_WEIGHT = re.compile(r"\{(?:prio|w|weight):[^{}]*\}")
_KNOWN_STEPS = (2, 4, 6, 8)


def detects(source: Source) -> bool:
    """Whether it has tables of calls, and something that only BML has: instructions, metadata, histories, answers.

    A flat list of openings is as well read as plain text.
    """
    lines = [line.expandtabs(8).rstrip() for line in source.text.split("\n")[:20_000]]
    rows = 0
    signs = 0
    above: list[int] = []
    for line in lines:
        if _META.match(line) or re.match(r"\s*#\s*(?:INCLUDE|CUT|COPY|PASTE|HIDE|BIDTABLE|SEAT|VUL)\b", line):
            signs += 2
            rows += bool(re.match(r"\s*#\s*(?:INCLUDE|BIDTABLE)\b", line))
            continue
        # A colon behind the call is how people write plain text.
        colon = line.partition(" ")[0].endswith(":") or re.match(r"\s*\S+:\s", line) is not None
        found = _row_of(line) if len(line) <= 2_000 and not colon else None
        if found is None:
            above = [] if not line else above
            continue
        head, _, words = found
        rows += 1
        here = len(line) - len(line.lstrip())
        while above and above[-1] >= here:
            above.pop()
        if head.base and (len(head.bids) > 1 or not words):
            signs += 2
        elif above and words:
            signs += 1
        above.append(here)
    return rows > 0 and signs >= 2


def rows(source: Source) -> Sheet:
    """Every row of the file, of those that it includes, and of what it pastes."""
    text = read_lines(source)
    if text.faults:
        return Sheet((), {}, text.written, tuple(text.remarks), faults=tuple(text.faults))
    reading = _Reading()
    for paragraph in _paragraphs(text.lines):
        reading.paragraph(paragraph)
    found = [*text.reported, *reading.finished()]
    found.sort(key=lambda row: (row.at.file or "", row.at.line))
    told = {(row.at.file, row.at.line) for row in found}
    return Sheet(
        tuple(found),
        {"title": reading.title} if reading.title else {},
        text.written - len(told),
        (*text.remarks, *reading.remarks),
        in_card_language=reading.in_card_language,
    )


FORMAT = Format("bml", phrase("BML file"), detects, rows)


# ---- paragraphs -----------------------------------------------------------------------------------------------------


def _paragraphs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    block: list[Line] = []
    for line in lines:
        if not line.blank:
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _row_of(text: str) -> tuple[Head, int, str] | None:
    """The calls at the beginning of a line, the column where its words begin, and its words; None where none are."""
    word = _WORD.match(text)
    if word is None or len(word[1]) > 200:
        return None
    head, end = read_head(word[1].rstrip("=:") or word[1]), word.end()
    if head is None:
        tight = _TIGHT.match(text)
        if tight is None:
            return None
        head, end = read_head(tight[1]), tight.end()
        if head is None:
            return None
        end += len(text[end:]) - len(text[end:].lstrip())
    equals = _EQUALS.match(text, end)
    if equals is not None:
        end = equals.end()
    return head, end, text[end:].strip()


@dataclass
class _Node:
    """A row of a table: what it is about, and its words so far."""

    head: Head
    line: Line
    column: int
    depth: int
    """Twice its indentation; a history stands one above the rows of the same indentation."""
    words: list[str]
    parent: "_Node | None"
    places: frozenset[Place] | None
    nowhere: tuple[Sentence, ...]
    questions: list[Sentence] = field(default_factory=list)
    answers: int = 0
    original: list[str] = field(default_factory=list)
    why: Sentence | None = None
    """Why it is not read."""


@dataclass
class _Reading:
    """What was read of the file so far."""

    title: str = ""
    in_card_language: bool = False
    remarks: list[Sentence] = field(default_factory=list)
    found: list[Row | Reported] = field(default_factory=list)
    nodes: list[_Node] = field(default_factory=list)
    seats: tuple[Seat, ...] = ()
    sides: tuple[Vulnerability, ...] = ()
    unknown: dict[str, Sentence] = field(default_factory=dict)
    """What is asked of #SEAT and #VUL that BML does not have."""
    steps: set[int] = field(default_factory=set)
    """How much deeper answers stand, where that is certain."""
    doubtful: list[Line] = field(default_factory=list)

    def report(self, lines: Sequence[Line], why: Sentence) -> None:
        """Lines that are not read, told together."""
        self.found.append(Reported("\n".join(x.written for x in lines), lines[0].at, why))

    def paragraph(self, lines: list[Line]) -> None:
        """One paragraph. A heading, metadata or an instruction may stand above a table without a blank line."""
        while lines:
            first = lines[0]
            if first.indent == 0 and _HEADING.match(first.text):
                lines = lines[1:]
                continue
            meta = _META.match(first.text)
            if meta is not None:
                self.metadata(first, meta[1], meta[2].strip())
            elif (directive := _DIRECTIVE.match(first.text)) is not None:
                self.directive(first, directive[1], directive[2].strip())
            else:
                break
            lines = lines[1:]
            if lines and directive_of(first) == "BIDTABLE":
                self.table(lines)
                return
        if lines:
            self.block(lines)

    def block(self, lines: list[Line]) -> None:
        """A paragraph of one kind."""
        first = lines[0].text
        if _LISTED.match(first) or _NUMBERED.match(first):
            self.report(lines, say(LIST))
        elif first.lstrip().startswith("|"):
            self.report(lines, say(PLAIN_TABLE))
        elif _FOUR_CALLS.match(first) or sum(bool(_HANDS.match(x.text)) for x in lines) >= 3:
            self.report(lines, say(DIAGRAM))
        elif self.is_table(lines):
            self.table(lines)
        else:
            self.prose(lines)

    def is_table(self, lines: list[Line]) -> bool:
        """Whether a paragraph begins with a row, and most of what could be rows are rows."""
        found = _row_of(lines[0].text)
        if found is None:
            return False
        base = lines[0].indent
        outer = [x for x in lines if x.indent <= base]
        rows_ = [x for x in outer if _row_of(x.text) is not None]
        if found[0].bids[0].spoken and not found[0].base:
            # BML itself takes it for text: a sentence may begin with P, D or X.
            apart = re.match(r"\s*\S+(?:\s*=|\s{2}|\s+[\d<>(])", lines[0].text)
            if len(rows_) < len(outer) or apart is None:
                return False
            call = found[0].written
            self.remarks.append(say(BEGINS_WITH_PASS, line=place_of(lines[0]), call=call))
        return 2 * len(rows_) > len(outer) or len(rows_) == len(outer)

    def prose(self, lines: list[Line]) -> None:
        """Text; lines of it that look like rows are told one by one."""
        like_rows = [x for x in lines[1:] if (row := _row_of(x.text)) is not None and not row[0].bids[0].spoken]
        self.report(lines, say(PROSE))
        for line in like_rows:
            self.report([line], say(IN_PROSE))

    def metadata(self, line: Line, key: str, value: str) -> None:
        """`#+KEY: value`; of a key that stands twice the first value counts."""
        name = key.upper()
        if name == "TITLE":
            self.title = self.title or cleaned(value)
        elif name == "DESCRIPTION" and value == IN_CARD_LANGUAGE:
            self.in_card_language = True
        elif name == "DESCRIPTION" and value:
            self.report([line], say(SUMMARY))
        elif name not in ("AUTHOR", "DESCRIPTION", "DATE", "LANGUAGE", "EMAIL", "OPTIONS"):
            self.report([line], say(EXTENSION, key=key))

    def directive(self, line: Line, name: str, value: str) -> None:
        """`#SEAT`, `#VUL`; #HIDE and #BIDTABLE change no agreement."""
        name = name.upper()
        value = value.split(maxsplit=1)[0].upper() if value else ""
        if name == "SEAT":
            self.place(line, name, value, tuple(SEATS))
            self.seats = SEATS.get(value, ())
        elif name == "VUL":
            self.place(line, name, value, tuple(VULNERABILITIES))
            self.sides = VULNERABILITIES.get(value, ())
        elif name not in ("HIDE", "BIDTABLE"):
            self.report([line], say(UNKNOWN_DIRECTIVE, directive=f"#{name}"))

    def place(self, line: Line, name: str, value: str, known: tuple[str, ...]) -> None:
        """Ask where the rows hold, as long as a place holds that BML does not have."""
        self.unknown.pop(name, None)
        if value not in known:
            words = f"#{name} {value}".strip()
            self.report([line], say(NO_PLACE, words=words, known=", ".join(known)))
            self.unknown[name] = say(UNKNOWN_PLACE, line=place_of(line), words=words)

    # ---- tables ---------------------------------------------------------------------------------------------------

    def table(self, lines: list[Line]) -> None:
        """A table of calls, row by row."""
        open_: list[_Node] = []
        last: _Node | None = None
        unmarked: _Node | None = None
        for line in lines:
            if (meta := _META.match(line.text)) is not None:
                self.metadata(line, meta[1], meta[2].strip())
                continue
            if (directive := _DIRECTIVE.match(line.text)) is not None:
                self.directive(line, directive[1], directive[2].strip())
                continue
            found = _row_of(line.text)
            if last is not None and self.goes_on(last, line, found):
                last.words.append(line.text.strip())
                last.original.append(line.written)
                continue
            if found is None:
                self.report([line], say(NO_CALL))
                continue
            head, column, words = found
            depth = 2 * line.indent - head.base
            passed: _Node | None = None
            while open_ and open_[-1].depth >= depth:
                passed = open_.pop()
            parent = open_[-1] if open_ else None
            node = _Node(
                head,
                line,
                column if words else 0,
                depth,
                [words] if words else [],
                parent,
                places_of(self.seats, self.sides),
                tuple(self.unknown.values()),
                original=[line.written],
            )
            if parent is not None:
                parent.answers += 1
                if passed is None and not parent.head.base and last is parent and line.indent != last.column:
                    self.steps.add(line.indent - parent.line.indent)
                if passed is not None and passed.line.indent != line.indent and not passed.head.base:
                    node.questions.append(say(BETWEEN, call=parent.head.written.rstrip("-;")))
            elif len(head.bids) > 1 and not head.base:
                unmarked = unmarked or node
            elif unmarked is not None and not head.base:
                node.why = say(NO_MARK, line=place_of(unmarked.line))
            if head.base:
                unmarked = None
            self.nodes.append(node)
            open_.append(node)
            last = node

    def goes_on(self, last: _Node, line: Line, found: tuple[Head, int, str] | None) -> bool:
        """Whether a line goes on with the words of the row above it."""
        if line.indent <= last.line.indent:
            return False
        if found is None:
            return True
        if line.indent != last.column or found[0].base:
            return False
        # BML goes on with the words here. But whoever indents by four comes to this column with every answer.
        step = line.indent - last.line.indent
        if step not in (self.steps or _KNOWN_STEPS) or not found[2]:
            return True
        if not _answers(last, found[0]):
            return True
        self.doubtful.append(line)
        return False

    # ---- rows -----------------------------------------------------------------------------------------------------

    def finished(self) -> list[Row | Reported]:
        """Everything that was found, when the whole file was read."""
        if self.doubtful:
            self.remarks.append(say(LIKE_MORE_WORDS, line=place_of(self.doubtful[0])))
        ways: dict[int, tuple[Calls, ...] | Sentence] = {}
        claims: list[_Claim] = []
        for node in self.nodes:
            before: tuple[Calls, ...] | Sentence = (Calls(),) if node.parent is None else ways[id(node.parent)]
            here = before if isinstance(before, Sentence) else followed(before, node.head.bids)
            if isinstance(node.why, Sentence):
                here = node.why
            ways[id(node)] = here
            claims += self.claims(node, here)
        self.found += _settled(claims)
        return self.found

    def claims(self, node: _Node, ways: tuple[Calls, ...] | Sentence) -> "Iterator[_Claim]":
        """What a row claims: the auctions that it explains."""
        original = "\n".join(node.original)
        at = node.line.at
        if isinstance(ways, Sentence):
            self.found.append(Reported(original, at, ways))
            return
        words, alert, asked = words_of(node.words)
        if node.head.bids[-1].theirs:
            if words:
                self.found.append(Reported(original, at, say(ABOUT_THEM)))
            return
        opening = node.parent is None and len(node.head.bids) == 1
        if not words:
            if node.answers or node.head.base:
                return
            if not opening:
                self.found.append(Reported(original, at, say(NO_WORDS)))
                return
        facts = ("ART",) if alert or node.head.bids[-1].alert else ()
        if node.nowhere:
            facts = (*facts, f'unclear "{NOT_KNOWN_WHERE}"')
        questions = (*asked, *node.questions, *node.nowhere)
        found = []
        for way, auction in auctions_of(ways):
            if isinstance(auction, Sentence):
                if len(ways) == 1:
                    self.found.append(Reported(original, at, auction))
                    return
                continue
            places = node.places
            if auction.seat is not None:
                seat = frozenset(p for p in EVERYWHERE if p[0] is auction.seat)
                places = seat if places is None else seat & places
            if places is not None and not places:
                self.found.append(Reported(original, at, say(NOWHERE)))
                return
            found.append((way, auction.sequence, places))
        if not found:
            why = next(a for _, a in auctions_of(ways) if isinstance(a, Sentence)) if ways else say(NO_CALL)
            self.found.append(Reported(original, at, why))
            return
        yield _Claim(node, words, facts, questions, tuple(found))


def place_of(line: Line) -> str:
    """The number of a line, with its file where that was included."""
    return str(line.at.line) if line.at.file is None else f"{line.at.file}:{line.at.line}"


def directive_of(line: Line) -> str:
    """The name of the instruction in a line, or nothing."""
    match = _DIRECTIVE.match(line.text)
    return "" if match is None else match[1].upper()


def _answers(last: _Node, head: Head) -> bool:
    """Whether calls can follow those of a row: a bid is higher than every bid before it."""
    first = head.bids[0]
    if not first.level or not first.strains:
        return True
    node: _Node | None = last
    while node is not None:
        for bid in node.head.bids:
            if bid.level and bid.strains:
                highest = max("CDHSN".index(s) for s in first.strains)
                lowest = min("CDHSN".index(s) for s in bid.strains)
                if (first.level, highest) <= (bid.level, lowest):
                    return False
        node = node.parent
    return True


# ---- words ----------------------------------------------------------------------------------------------------------


def words_of(lines: Sequence[str]) -> tuple[str, bool, tuple[Sentence, ...]]:
    """The words of a row as players write them, whether they begin with the alert mark, and what is asked of them."""
    asked = []
    kept = []
    for line in lines:
        comment = _LATE_COMMENT.search(line)
        if comment is not None:
            asked.append(say(COMMENT, words=comment[1]))
        kept.append(cleaned(line if comment is None else line[: comment.start(1)]))
    words = LINE_BREAK.join(filter(None, kept))
    mark = _ALERT.match(words)
    if mark is not None:
        words = words[mark.end() :]
    return words, mark is not None, tuple(asked)


def cleaned(words: str) -> str:
    """Words without links, emphasis and weights, and with a plain hyphen in ranges."""
    words = _DASH.sub("-", _WEIGHT.sub("", _LINK.sub(r"\1", words)))
    return " ".join(_STRONG.sub(r"\2", words).split())


# ---- what counts where two rows speak of one call ------------------------------------------------------------------


@dataclass(frozen=True)
class _Claim:
    """A row with the auctions that it explains."""

    node: _Node
    words: str
    facts: tuple[str, ...]
    questions: tuple[Sentence, ...]
    ways: tuple[tuple[Calls, CardSequence, frozenset[Place] | None], ...]

    @property
    def literal(self) -> bool:
        """Whether every call of its own is written out."""
        return all(b.literal for b in self.node.head.bids)

    @property
    def letter(self) -> str | None:
        """The letter of an opening that stands for every suit of it: `3X`, `2M`, `1m`."""
        bid = self.node.head.bids[0]
        if self.node.parent is not None or len(self.node.head.bids) > 1 or bid.variable not in LETTERS:
            return None
        return bid.variable


def _settled(claims: Sequence[_Claim]) -> Iterator[Row | Reported]:
    """The rows: the first that speaks of a call in a place counts, and a variable means the suits that are left."""
    first: dict[tuple[CardSequence, frozenset[Place] | None], _Claim] = {}
    speakers: dict[CardSequence, list[_Claim]] = {}
    for claim in claims:
        for _, sequence, _ in claim.ways:
            speakers.setdefault(sequence, []).append(claim)
    for claim in claims:
        left = []
        earlier: _Claim | None = None
        for way, sequence, places in claim.ways:
            other = first.setdefault((sequence, places), claim)
            if other is claim or _same(other, claim, way):
                left.append((way, sequence, places))
            elif claim.literal and not other.literal:
                # BML would let the variable count, but whoever writes a call out means it: both are told.
                left.append((way, sequence, places))
            else:
                earlier = earlier or other
        original, at = "\n".join(claim.node.original), claim.node.line.at
        if not left:
            assert earlier is not None
            call = str(claim.ways[0][1][-1].call)
            yield Reported(original, at, say(FIRST_COUNTS, line=place_of(earlier.node.line), call=call))
            continue
        if _keeps_letter(claim, speakers):
            lettered = Call(claim.node.head.bids[0].level, claim.letter or "")
            yield Row(
                ((Step(lettered),),),
                lettered_words(claim.words, claim.letter or ""),
                original,
                at,
                claim.ways[0][2],
                claim.facts,
                claim.questions,
            )
            continue
        words = {sequence: bound_words(claim.words, way) for way, sequence, _ in left}
        alike = len(set(words.values())) == 1
        yield Row(
            tuple(words),
            next(iter(words.values())) if alike else claim.words,
            original,
            at,
            claim.ways[0][2],
            claim.facts,
            claim.questions,
            bound=() if alike else tuple(words.values()),
        )


def _same(other: _Claim, claim: _Claim, way: Calls) -> bool:
    """Whether two claims say the same."""
    return bound_words(other.words, way) == bound_words(claim.words, way) and other.facts == claim.facts


def _keeps_letter(claim: _Claim, speakers: dict[CardSequence, list[_Claim]]) -> bool:
    """Whether an opening can keep its letter: other rows for its suits are written out, and stand before it."""
    letter = claim.letter
    if letter is None:
        return False
    level = claim.node.head.bids[0].level
    for suit in LETTERS[letter]:
        others = speakers.get((Step(Call(level, suit)),), [])
        before = True
        for other in others:
            if other is claim:
                before = False
            elif not before or not other.literal or other.ways[0][2] != claim.ways[0][2]:
                return False
    return True
