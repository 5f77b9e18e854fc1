"""The Swedish declaration as JSON: the federation's form, its openings, answers and defence in Swedish.

Openings are rows of `bud` (`1C`, `2NT`, `3CDHS` for the four suits), `ant_kort` (the fewest cards in the suit) and free
text in `oppning` and `svar`. `prickar`, `antal_prickar` and `special_forsvar` are what the regulation says of the
system: they are not read, and `declaration_writer` fills them in.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from syscheck.card import Call, Step, parse_call
from syscheck.card.calls import Sequence
from syscheck.foreign.json_text import BrokenJson, Value, leaves, read_json
from syscheck.foreign.plain import NO_WORDS, head_of
from syscheck.foreign.rows import At, Format, Listed, Reported, Row, Sheet
from syscheck.foreign.source import Source
from syscheck.language import Sentence, phrase, say

TOP_KEYS = (
    "meta",
    "oppningsbud",
    "slamkonventioner",
    "ovriga_konventioner",
    "forsvarsbud",
    "utspel",
    "vandor",
    "markeringar",
    "display",
)
ROW_KEYS = ("bud", "prickar", "ant_kort", "oppning", "svar")
META_KEYS = (
    "player1_name",
    "player1_number",
    "player2_name",
    "player2_number",
    "grundsystem",
    "antal_prickar",
    "special_forsvar",
)
CONVENTIONS = ("slamkonventioner", "ovriga_konventioner")
SECTIONS = {"utspel": "leads", "vandor": "signals", "markeringar": "signals"}
ONE_SUIT = tuple(Call(1, s) for s in "CDHS")
AGAINST: dict[str, tuple[tuple[Call, ...], int]] = {
    "mot_1nt": ((Call(1, "N"),), 1),
    "mot_stark_1c": ((Call(1, "C"),), 1),
    "mot_multi_2d": ((Call(2, "D"),), 2),
    "mot_svaga_2": ((Call(2, "D"), Call(2, "H"), Call(2, "S")), 2),
    "mot_3cd": ((Call(3, "C"), Call(3, "D")), 3),
    "mot_3hs": ((Call(3, "H"), Call(3, "S")), 3),
}
"""What the form calls defence against an opening: the openings, and the least level of a bid over them."""
OVER_ONE_SUIT: dict[str, tuple[int, str]] = {
    "1NT": (1, "N"),
    "2NT": (2, "N"),
    "enkelt_overbud": (2, ""),
    "dubbelt_overbud": (3, ""),
}
"""Bids over an opening of one in a suit: the level, and the strain (none: the suit opened)."""

BROKEN_ROW = phrase("it is no row of an opening")
NO_BID = phrase("“{call}” is no opening")
UNKNOWN_KEY = phrase("“{key}” is no part of the form that is known here")
NOT_TEXT = phrase("“{key}” is neither text nor a number")
NOT_CARDS = phrase("How many cards does {call} promise? The form says “{words}”.")
NO_SUIT = phrase("The form says {words} cards for {call}, which names no suit. In which suit?")
ANSWERS = phrase("it speaks of answers, but begins with no call")
DEFENCE = phrase("it speaks of a defence without saying which calls; write it in [defence] as (1H)-2H : …")
TWICE = phrase("“{key}” stands twice; the last one counts")

_BID = re.compile(r"\s*([1-7])\s*(NT|N|SA|[CDHS♣♦♥♠]{1,4})\s*", re.IGNORECASE)
_CARDS = re.compile(r"\s*(?:\((\d{1,2})\)\s*)?(\d{1,2})\s*(?:([+])|[-–]\s*(\d{1,2}))?\s*(?:kort)?\s*", re.IGNORECASE)
_JOINED = re.compile(r"\s*([1-7]\s*(?:NT|[CDHS♣♦♥♠]))\s*[-–]\s*(\S.*)", re.IGNORECASE)
_SYMBOLS = str.maketrans("♣♦♥♠", "CDHS")
MOST_CARDS = 13
LONGEST_ORIGINAL = 2000


def detects(source: Source) -> bool:
    """Whether it is JSON, even broken, with the form's rows of openings."""
    return source.text.lstrip().startswith("{") and '"oppningsbud"' in source.text


def rows(source: Source) -> Sheet:
    """Every value of the form that is not empty."""
    try:
        form = read_json(source.text)
    except BrokenJson as error:
        lines = sum(bool(line.strip()) for line in source.text.split("\n"))
        return Sheet((), silent=lines, faults=(error.fault,))
    reading = _Reading(source)
    found = tuple(reading.form(form))
    told = {r.at.line for r in found}
    lines = sum(bool(line.strip()) for line in source.text.split("\n"))
    return Sheet(found, reading.headers, lines - len(told))


FORMAT = Format("declaration", phrase("Swedish declaration"), detects, rows)


class _Reading:
    """The state of reading one form."""

    def __init__(self, source: Source):
        self.source = source
        self.headers: dict[str, str] = {}

    def at(self, offset: int) -> At:
        """Where an offset stands."""
        return At(*self.source.lines.place(offset))

    def original(self, value: Value) -> str:
        """A value, with its name if it has one, as it is written."""
        return self.source.text[value.start : value.span[1]][:LONGEST_ORIGINAL]

    def form(self, form: Value) -> Iterator[Row | Listed | Reported]:
        """Everything in the form, in its order."""
        seen: set[str] = set()
        for pair in form.pairs():
            if pair.name in seen:
                yield Reported(self.original(pair.value), self.at(pair.span[0]), say(TWICE, key=pair.name))
            seen.add(pair.name)
            value = pair.value
            if pair.name == "meta":
                yield from self.meta(value)
            elif pair.name == "oppningsbud":
                for item in value.items():
                    yield from self.opening(item)
            elif pair.name in CONVENTIONS:
                yield from self.listed("conventions", pair.name, value)
            elif pair.name in SECTIONS:
                for path, leaf in leaves(value):
                    yield from self.listed(SECTIONS[pair.name], ".".join((pair.name, *path)), leaf)
            elif pair.name == "forsvarsbud":
                for inner in value.pairs():
                    yield from self.defence(inner.name, inner.value)
            elif pair.name not in TOP_KEYS:
                yield self.unknown(pair.name, value)

    def meta(self, meta: Value) -> Iterator[Reported]:
        """Who plays it and what it is called."""
        for pair in meta.pairs():
            if pair.name not in META_KEYS and not pair.value.empty:
                yield self.unknown(f"meta.{pair.name}", pair.value)

        def text(key: str) -> str:
            value = meta.get(key)
            return " ".join(((value.text if value is not None else None) or "").split())

        players = [p for p in (text("player1_name"), text("player2_name")) if p]
        if players:
            self.headers["players"] = ", ".join(players)
        if text("grundsystem"):
            self.headers["title"] = text("grundsystem")

    def unknown(self, key: str, value: Value) -> Reported:
        """A key that is not known."""
        return Reported(self.original(value), self.at(value.start), say(UNKNOWN_KEY, key=key))

    def listed(self, section: str, key: str, value: Value) -> Iterator[Listed | Reported]:
        """Text of conventions, leads or signals, a phrase a line."""
        if value.empty:
            return
        if value.text is None:
            yield Reported(self.original(value), self.at(value.start), say(NOT_TEXT, key=key))
            return
        for words, offset in self.lines_of(value):
            yield Listed(section, words, words, self.at(offset))

    def lines_of(self, value: Value) -> Iterator[tuple[str, int]]:
        """The lines of a text that are not blank, each with the offset where it stands in the file."""
        start, end = value.span
        raw = self.source.text[start:end]
        begins = [start + 1]
        begins += [start + m.end() for m in re.finditer(r"\\(?:\\|n|.)", raw) if m[0] == r"\n"]
        for number, line in enumerate((value.text or "").split("\n")):
            if line.strip():
                yield " ".join(line.split()), begins[min(number, len(begins) - 1)]

    # ---- openings ---------------------------------------------------------------------------------------------------

    def opening(self, row: Value) -> Iterator[Row | Reported]:
        """A row: the opening, and a row for each of its answers that begins with a call."""
        whole = self.original(row)
        at = self.at(row.span[0])
        if not row.is_object:
            yield Reported(whole, at, say(BROKEN_ROW))
            return
        for pair in row.pairs():
            if pair.name not in ROW_KEYS and not pair.value.empty:
                yield self.unknown(f"oppningsbud.{pair.name}", pair.value)
            elif pair.value.text is None and not pair.value.empty:
                yield Reported(self.original(pair.value), self.at(pair.span[0]), say(NOT_TEXT, key=pair.name))
        texts = {p.name: (p.value.text or "") for p in row.pairs()}
        if not any(texts.get(key, "").strip() for key in ("ant_kort", "oppning", "svar", "prickar")):
            # A row of the form that is left empty: the pair does not open so.
            return
        calls = calls_of(texts.get("bud", ""))
        if calls is None:
            yield Reported(whole, at, say(NO_BID, call=texts.get("bud", "").strip()))
            return
        words = r" \\ ".join(" ".join(line.split()) for line in texts.get("oppning", "").split("\n") if line.strip())
        cards = " ".join(texts.get("ant_kort", "").split())
        yield from _openings(calls, words, cards, whole, at)
        answers = row.get("svar")
        if answers is not None and answers.text is not None:
            for line, offset in self.lines_of(answers):
                yield answer(calls, line, self.at(offset))

    # ---- defence ----------------------------------------------------------------------------------------------------

    def defence(self, key: str, value: Value) -> Iterator[Row | Reported]:
        """What the pair does over the opponents' openings."""
        if value.empty:
            return
        if value.text is None:
            yield Reported(self.original(value), self.at(value.start), say(NOT_TEXT, key=key))
            return
        if key in OVER_ONE_SUIT:
            level, strain = OVER_ONE_SUIT[key]
            sequences = tuple((Step(c, theirs=True), Step(Call(level, strain or c.strain))) for c in ONE_SUIT)
            lines = list(self.lines_of(value))
            words = r" \\ ".join(line for line, _ in lines)
            yield Row(sequences, words, self.original(value), self.at(value.start))
            return
        for line, offset in self.lines_of(value):
            at = self.at(offset)
            if key not in AGAINST:
                known = key in ("hoppinkliv", "ovriga")
                yield Reported(line, at, say(DEFENCE) if known else say(UNKNOWN_KEY, key=f"forsvarsbud.{key}"))
                continue
            openings, _ = AGAINST[key]
            head = head_of(line)
            words = "" if head is None else line[head.end :].strip()
            if head is None or isinstance(head.sequences, Sentence) or not words:
                yield Reported(line, at, say(DEFENCE))
                continue
            sequences = tuple(
                (Step(o, theirs=True), *s)
                for o in openings
                for s in head.sequences
                if len(s) == 1 and not s[0].call.is_pass
            )
            yield Row(sequences, words, line, at) if sequences else Reported(line, at, say(DEFENCE))


def _openings(calls: tuple[Call, ...], words: str, cards: str, whole: str, at: At) -> Iterator[Row]:
    """The rows of an opening; one for each suit where the number of cards is said, unless a letter stands for all."""
    if not cards:
        yield Row(tuple((Step(c),) for c in calls), words, whole, at)
        return
    if {c.suit for c in calls} == set("CDHS"):
        calls = (Call(calls[0].level, "X"),)
    for call in calls:
        asked: tuple[Sentence, ...] = ()
        facts: tuple[str, ...] = ()
        suit = call.suit or call.letter
        length = None if suit is None else length_of(cards, suit)
        if suit is None and cards not in ("0", "-", "–"):
            asked = (say(NO_SUIT, words=cards, call=str(call)),)
        elif suit is not None and length is None:
            asked = (say(NOT_CARDS, words=cards, call=str(call)),)
            facts = (f'unclear "{cards.replace(chr(34), "”")}"',)
        elif length is not None:
            facts = (length,)
        yield Row(((Step(call),),), words, whole, at, facts=facts, questions=asked)


def calls_of(bid: str) -> tuple[Call, ...] | None:
    """The calls that a row is about: `1C`, `2NT`, `3CDHS`, `P`; None where it is none."""
    if bid.strip().casefold() in ("p", "pass"):
        return (Call(0, "P"),)
    match = _BID.fullmatch(bid)
    if match is None:
        lettered = parse_call(bid)
        return lettered.expanded() if lettered is not None and lettered.letter else None
    strains = match[2].translate(_SYMBOLS).upper()
    if strains in ("NT", "N", "SA"):
        return (Call(int(match[1]), "N"),)
    return tuple(Call(int(match[1]), s) for s in dict.fromkeys(strains))


def length_of(cards: str, suit: str) -> str | None:
    """The fewest cards in the suit, as a term of the card language: `5+H`; None where it says something else."""
    match = _CARDS.fullmatch(cards)
    if match is None:
        return None
    least, most = int(match[2]), int(match[4]) if match[4] else None
    if least > MOST_CARDS or (most is not None and not least <= most <= MOST_CARDS):
        return None
    if match[1] is not None:
        return f"({match[1]}){least}+{suit}" if int(match[1]) == least - 1 and most is None else None
    return f"{least}+{suit}" if most is None else f"{least}-{most}{suit}"


def answer(openings: tuple[Call, ...], line: str, at: At) -> Row | Reported:
    """A line of answers: `2D relä`, `1H - 2NT = krav`."""
    joined = _JOINED.match(line)
    after = None if joined is None else calls_of(joined[1])
    if joined is not None and after and set(after) <= set(openings):
        found_after = answer(after, joined[2], at)
        return replace(found_after, original=line)
    head = head_of(line)
    if head is None or isinstance(head.sequences, Sentence):
        return Reported(line, at, say(ANSWERS))
    words = line[head.end :].strip()
    if not words:
        return Reported(line, at, say(NO_WORDS))
    found: list[Sequence] = []
    for opening in openings:
        for sequence in head.sequences:
            if sequence[0].call in opening.expanded() and len(sequence) > 1:
                found.append(sequence)
            elif len(sequence) == 1 and _higher(sequence[0].call, opening):
                found.append((Step(opening), *sequence))
    return Row(tuple(dict.fromkeys(found)), words, line, at) if found else Reported(line, at, say(ANSWERS))


def _higher(call: Call, opening: Call) -> bool:
    if not call.level:
        return call.is_pass
    strains = "CDHSN"
    heights = [(c.level, strains.index(c.strain)) for c in call.expanded()]
    return max(heights) > (opening.level, strains.index(opening.strain)) if opening.level else True
