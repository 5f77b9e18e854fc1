"""The Swedish declaration, filled in: the dots of each bid, their sum, and the openings against which opponents may
look at a written defence (3.8). Nothing else of the file changes, not a blank.
"""

import json
import re
from collections.abc import Iterator, Mapping

from syscheck.card import Fault
from syscheck.foreign import declaration
from syscheck.foreign.importing import REPORTED, Imported, import_source
from syscheck.foreign.json_text import Value, read_json
from syscheck.foreign.rows import Reported
from syscheck.foreign.source import Source
from syscheck.foreign.words import read_freely
from syscheck.foreign.written import Export, Exported
from syscheck.language import Sentence, phrase, say
from syscheck.regulations import Result, regulation
from syscheck.system import build_system

REGULATION = "se-2012"

OPEN_DOTS = phrase("left empty: the dots of {call}, which the card leaves open ({least} to {most})")
NOT_JUDGED = phrase("left empty: the dots of {call}, which could not be read")
OPEN_TOTAL = phrase("left empty: the number of dots, which the card leaves open ({least} to {most})")
ROWS_MISSING = phrase("left empty: the number of dots, because rows of openings could not be read")
OPEN_DEFENCE = phrase("left out of the openings with a special defence: {call}, whose dots or class are open")
CHANGED = phrase("{key} was {old} and is now {new}")
NO_PLACE = phrase("the file has no “{key}”, so it was not filled in")
EACH = phrase("{dots} in the row {row} stands for each of its bids")


def fill(source: Source) -> Exported | tuple[Fault, ...]:
    """The form with its dots, or why it cannot be filled in."""
    if not declaration.detects(source):
        return (Fault.of("E516", (0, 0)),)
    imported = import_source(source, declaration.FORMAT, read_freely)
    if imported.card is None:
        return imported.faults
    result = regulation(REGULATION).judge(build_system(imported.card))
    text = _as_written(source)
    form = read_json(text.removeprefix("\ufeff"))
    shift = len(text) - len(text.removeprefix("\ufeff"))
    edits: dict[tuple[int, int], str] = {}
    remarks: list[Sentence] = []
    for value, new, key in _filled(form, imported, result, remarks):
        if value is None:
            remarks.append(say(NO_PLACE, key=key))
            continue
        old = value.text or ""
        if old.strip() and old.strip() != new:
            remarks.append(say(CHANGED, key=key, old=old.strip(), new=new or "–"))
        if old != new:
            edits[value.span] = new
    for (start, end), new in sorted(edits.items(), reverse=True):
        text = text[: start + shift] + json.dumps(new, ensure_ascii=False) + text[end + shift :]
    return Exported(text, tuple(remarks))


EXPORT = Export("declaration", phrase("Swedish declaration"), fill=fill)


def _as_written(source: Source) -> str:
    """The text with its line ends and its byte order mark."""
    if source.data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return source.data.decode("utf-16", "replace")
    try:
        return source.data.decode("utf-8")
    except UnicodeDecodeError:
        return source.data.decode("cp1252", "replace")


def _filled(
    form: Value, imported: Imported, result: Result, remarks: list[Sentence]
) -> Iterator[tuple[Value | None, str, str]]:
    """Each value to be filled in, what goes into it, and its name."""
    dots = {d.call: d for d in result.classification.dots}
    rows = form.get("oppningsbud")
    for row in rows.items() if rows is not None else ():
        bid = _text(row.get("bud"))
        calls = declaration.calls_of(bid) or ()
        if not any(_text(row.get(key)).strip() for key in ("ant_kort", "oppning", "svar")):
            continue
        regulated = [str(c) for c in calls if 1 <= c.level <= 2 or (c.level == 3 and c.suit is not None)]
        if not regulated:
            continue
        key = f"prickar ({bid.strip()})"
        for call in regulated:
            if call not in dots:
                remarks.append(say(NOT_JUDGED, call=call))
            elif dots[call].dots is None:
                remarks.append(say(OPEN_DOTS, call=call, least=dots[call].least, most=dots[call].most))
        known = [dots[c].dots for c in regulated if c in dots and dots[c].dots is not None]
        if len(known) < len(regulated):
            yield row.get("prickar"), "", key
        elif len(set(known)) == 1:
            if len(regulated) > 1 and known[0]:
                remarks.append(say(EACH, dots=known[0], row=bid.strip()))
            yield row.get("prickar"), str(known[0]), key
        else:
            parts = (f"{c} {n}" for c, n in zip(regulated, known, strict=True))
            yield row.get("prickar"), ", ".join(parts), key
    yield form.get("meta", "antal_prickar"), _total(imported, result, remarks), "antal_prickar"
    yield form.get("meta", "special_forsvar"), ", ".join(_defended(result, remarks)), "special_forsvar"


def _total(imported: Imported, result: Result, remarks: list[Sentence]) -> str:
    """The number of dots, where it is certain."""
    if any(_is_opening(r.row.original) for r in imported.rows if r.state == REPORTED and isinstance(r.row, Reported)):
        remarks.append(say(ROWS_MISSING))
        return ""
    if result.classification.total is None:
        low = sum(d.least for d in result.classification.dots)
        high = sum(d.most for d in result.classification.dots)
        remarks.append(say(OPEN_TOTAL, least=low, most=high))
        return ""
    return str(result.classification.total)


def _is_opening(original: str) -> bool:
    """Whether what was reported is a whole row of the form."""
    return re.match(r"\{.*\"bud\"", original, re.DOTALL) is not None


def _defended(result: Result, remarks: list[Sentence]) -> Iterator[str]:
    """The openings with as many dots as 3.8 names: fewer in an A-system than in another."""
    name = result.classification.name
    few, many = result.law.number("written-defence-a"), result.law.number("written-defence")
    needed: Mapping[str | None, tuple[int, int]] = {"A": (few, few), "B": (many, many), "C": (many, many)}
    possibly, certainly = needed.get(name, (few, many))
    for dots in result.classification.dots:
        if dots.least >= certainly:
            yield re.sub("N$", "NT", dots.call)
        elif dots.most >= possibly:
            remarks.append(say(OPEN_DEFENCE, call=dots.call))


def _text(value: Value | None) -> str:
    return "" if value is None else value.text or ""
