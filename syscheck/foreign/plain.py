"""Plain text: a line an opening, as in `1C 11-15 5+`, `1NT: 15-17 bal` or `- 1 hjärter = 11-15, 5+H`.

A line that goes on deeper than the call before it, and begins with no call, goes on with its words.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from syscheck.card import Call, Place, Sequence, Step, parse_call
from syscheck.card.calls import SYMBOLS
from syscheck.foreign.auctions import NotAnAuction, auction, places_in_words
from syscheck.foreign.rows import At, Format, Reported, Row, Sheet
from syscheck.foreign.source import Source
from syscheck.freetext.words import folded, readings
from syscheck.language import Sentence, phrase, say

LEAST_SHARE = 4
"""One line of so many must begin with a call, or it is another text."""
LINE_BREAK = " \\\\ "
"""Between the lines of one opening: what comes next may be one more of several choices."""

HEADING = phrase("no call stands at its beginning")
INDENTED = phrase("it stands deeper than {call}, as an answer to it; write it as {call}-{answer}")
RANGE = phrase("“{calls}” may be a range of openings or a sequence of calls; write each on a line of its own")
NO_WORDS = phrase("it says nothing of the call")

NOTRUMP = frozenset({"n", "nt", "sa", "ba", "bt", "sang", "sans", "notrump", "no-trump", "notrumps"})
PASSES = frozenset({"p", "pass", "pas", "passe", "passar"})

_BULLET = re.compile(r"[ \t]*(?:[-*•–·][ \t]+)?")
_ONE_CALL = r"[1-7][ \t]?(?:(?:NT|SA|BA|BT|!?[CDHSN])(?![^\W\d_])|[♣♦♥♠]|[^\W\d_]{3,12})"
_SUITS = re.compile(r"([1-7])((?:!?[CDHScdhs]|[♣♦♥♠]){2,4}|[MmX])(?![^\W_])")
_CALL = re.compile(rf"{_ONE_CALL}|(?:pass|pas|passe|P|Pass|Pas|PASS)(?![^\W_])", re.IGNORECASE)
_DOUBLE = re.compile(r"XX?(?![^\W_])", re.IGNORECASE)
_JOIN = re.compile(r"[ \t]*(/|,|\+|&|-)[ \t]*(?=\(?[1-7♣♦♥♠XxPp])")
_THEIRS = re.compile(r"\(([^()]*)\)")
_WHERE = re.compile(r"[ \t]*[\[(]([^\[\]()]{1,40})[\])]")
_END = re.compile(r"[ \t]*(?:[:=–—.]|-(?=[ \t])|->|→)[ \t]*|[ \t]+|$")


@dataclass(frozen=True, slots=True)
class _Head:
    """The calls at the beginning of a line, and where its words begin."""

    sequences: tuple[Sequence, ...] | Sentence
    places: frozenset[Place] | None
    end: int


def detects(source: Source) -> bool:
    """Whether enough of its lines begin with a call and go on with words."""
    lines = [line for line in source.text.split("\n") if line.strip()]
    heads = sum(_begins(line) for line in lines[:2000])
    return heads > 0 and heads * LEAST_SHARE >= min(len(lines), 2000)


def _begins(line: str) -> bool:
    head = head_of(line)
    return head is not None and bool(line[head.end :].strip())


def rows(source: Source) -> Sheet:
    """Every line of the text."""
    found: list[Row | Reported] = []
    silent = 0
    for text, at, lines, below in _blocks(source.text):
        silent += lines - 1
        found.append(_row(text, at, below))
    return Sheet(tuple(found), {}, silent)


FORMAT = Format("text", phrase("plain text"), detects, rows)


def _blocks(text: str) -> Iterator[tuple[str, At, int, str]]:
    """Each line with those that go on with it: text, place, lines, and the line it stands deeper below, if any."""
    block: list[str] = []
    at = At(1)
    indent, parent = 0, ""
    below = ""
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        here = len(line) - len(line.lstrip())
        if not bare:
            if block:
                yield "\n".join(block), at, len(block), below
            block = []
            continue
        calls = _begins(line)
        if block and head_of(block[0]) is not None and here > indent and not calls:
            block.append(line)
            continue
        if block:
            yield "\n".join(block), at, len(block), below
        below = parent if calls and here > indent and parent else ""
        block, at = [line], At(number, here + 1)
        if not below:
            indent, parent = here, line if head_of(line) is not None else ""
    if block:
        yield "\n".join(block), at, len(block), below


def _row(text: str, at: At, below: str) -> Row | Reported:
    """A line, and those that go on with it, as a row."""
    original = "\n".join(line.strip() for line in text.split("\n"))
    first, *others = text.split("\n")
    head = head_of(first)
    if head is None:
        return Reported(original, at, say(HEADING))
    if isinstance(head.sequences, Sentence):
        return Reported(original, at, head.sequences)
    parent = head_of(below) if below else None
    if parent is not None and not isinstance(parent.sequences, Sentence):
        call, answer = parent.sequences[0][-1].call, head.sequences[0][-1].call
        return Reported(original, at, say(INDENTED, call=str(call), answer=str(answer)))
    words = LINE_BREAK.join(filter(None, (first[head.end :].strip(), *(o.strip() for o in others))))
    if not words:
        return Reported(original, at, say(NO_WORDS))
    return Row(head.sequences, words, original, at, head.places)


def head_of(line: str) -> _Head | None:
    """The calls at the beginning of a line; None where there is none."""
    start = _BULLET.match(line)
    position = start.end() if start else 0
    beginning = position
    groups: list[tuple[Call, ...]] = []
    theirs: list[bool] = []
    joins: list[str] = []
    while True:
        theirs_here = _THEIRS.match(line, position)
        taken = _calls_at(line, position if theirs_here is None else position + 1, later=bool(groups))
        if taken is None or (theirs_here is not None and taken[1] != theirs_here.end() - 1):
            if not groups:
                return None
            break
        groups.append(taken[0])
        theirs.append(theirs_here is not None)
        position = taken[1] if theirs_here is None else theirs_here.end()
        join = _JOIN.match(line, position)
        if join is None or _calls_at(line, join.end() + (line[join.end()] == "("), later=True) is None:
            break
        joins.append(join[1])
        position = join.end()
    if len(joins) == len(groups):
        joins.pop()
    written = line[beginning:position].strip()
    places: frozenset[Place] | None = None
    bracketed = _WHERE.match(line, position)
    if bracketed is not None and (named := places_in_words(bracketed[1])) is not None:
        places, position = named, bracketed.end()
    end = _END.match(line, position)
    if end is None:
        return None
    return _Head(_sequences(groups, theirs, joins, written), places, end.end())


def _sequences(
    groups: list[tuple[Call, ...]], theirs: list[bool], joins: list[str], written: str
) -> tuple[Sequence, ...] | Sentence:
    """The sequences that calls and the signs between them write."""
    if "-" not in joins:
        if any(theirs):
            return say(HEADING)
        return tuple(dict.fromkeys((Step(call),) for group in groups for call in group))
    if set(joins) != {"-"} or any(len(g) > 1 for g in groups):
        return say(RANGE, calls=written)
    calls = [g[0] for g in groups]
    if len(calls) == 2 and not any(theirs) and calls[0].level == calls[1].level > 1:
        return say(RANGE, calls=written)
    # Passes of the opponents are left out in such texts, so each call says itself whose it is.
    steps = tuple(Step(c, t) for c, t in zip(calls, theirs, strict=True))
    try:
        auction([c for c in calls if not c.is_pass] or calls, ours=None)
    except NotAnAuction as error:
        return error.why
    if steps[-1].theirs:
        return say(RANGE, calls=written)
    return (steps,)


def _calls_at(line: str, position: int, *, later: bool) -> tuple[tuple[Call, ...], int] | None:
    """The calls written at a position (`3CDHS` is four), and where they end; a later one may be a double."""
    if later and (double := _DOUBLE.match(line, position)) is not None:
        return (Call(0, double[0].upper()),), double.end()
    several = _SUITS.match(line, position)
    if several is not None:
        level, suits = int(several[1]), several[2].translate(SYMBOLS).replace("!", "")
        letters = [suits] if suits in ("M", "m", "X") else list(dict.fromkeys(suits.upper()))
        return tuple(Call(level, s) for s in letters), several.end()
    one = _CALL.match(line, position)
    if one is None:
        return None
    call = _one_call(one[0])
    return None if call is None else ((call,), one.end())


def _one_call(text: str) -> Call | None:
    """A call in any of several languages: `1NT`, `1 BA`, `1 klöver`, `pas`."""
    if text.casefold() in PASSES:
        return Call(0, "P")
    level, strain = text[0], text[1:].strip()
    if strain.casefold() in NOTRUMP:
        return Call(int(level), "N")
    call = parse_call(level + strain.removeprefix("!"))
    if call is not None:
        return call
    suits = {r.value for r in readings(folded(strain)) if r.kind == "SUITWORD"}
    return Call(int(level), suits.pop()) if len(suits) == 1 and suits < set("CDHS") else None
