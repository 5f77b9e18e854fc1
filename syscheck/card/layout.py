"""The canonical layout of a whole card: comments and notes stay, everything else takes its place."""

import re

from syscheck.card.calls import sequence_text
from syscheck.card.faults import Lines
from syscheck.card.lines import without_comments
from syscheck.card.model import Card, Entry, Phrase
from syscheck.card.reader import place_text
from syscheck.card.writer import ENGLISH, branch_text, meaning_text

_HEADER = re.compile(r"[ \t]*[^\W\d][\w-]*[ \t]*:")


def card_text(card: Card, language: str | None = None) -> str:
    """The card in canonical layout: headers, then its sections in their order, colons of a section in
    one column, an alternative a line, a comment above or behind the line it was at.

    Meanings are written in the words of `language`, which becomes the card's own; without it, of the language in
    its header, else in English.
    """
    words = language or card.header.get("language", ENGLISH)
    comments = _Comments(card)
    lines: list[str] = []
    for header in card.headers:
        lines += comments.above(header.span[0])
        value = words if header.key == "language" else header.value
        lines.append(f"{header.key}: {value}{comments.behind(header.span[0])}")
    if language is not None and "language" not in card.header:
        lines.append(f"language: {language}")
    for name in card.sections:
        block: list[str] = []
        above = comments.above(card.text.find("[", comments.section(name)))
        block += [*above, f"[{name}]{comments.behind(comments.section(name))}"]
        block += _section(card, name, comments, words)
        lines += ["", *block] if lines else block
    rest = comments.above(len(card.text) + 1)
    return "\n".join([*lines, *rest]) + "\n"


def with_header(text: str, key: str, value: str) -> str:
    """The text of a card, faulty or not, with a header that says `value`; in its place, or behind the others."""
    line = f"{key}: {' '.join(value.split())}"
    lines = text.split("\n")
    head = next((n for n, written in enumerate(lines) if written.lstrip().startswith("[")), len(lines))
    headers = [n for n in range(head) if _HEADER.match(lines[n])]
    own = next((n for n in headers if lines[n].partition(":")[0].strip().casefold() == key), None)
    if own is not None:
        return "\n".join([*lines[:own], line, *lines[own + 1 :]])
    place = headers[-1] + 1 if headers else next((n for n in range(head) if not lines[n].startswith("#")), head)
    return "\n".join([*lines[:place], line, *lines[place:]])


def _section(card: Card, name: str, comments: "_Comments", words: str) -> list[str]:
    lines: list[str] = []
    if name == "define":
        wide = max((len(d.name) for d in card.definitions), default=0)
        for definition in card.definitions:
            lines += comments.above(definition.span[0])
            text = f"{definition.name:<{wide}} = {meaning_text(definition.meaning, words)}"
            lines.append(text + comments.behind(definition.span[1]))
        return lines
    entries = card.section(name)
    heads = {id(e): _head(e) for e in entries}
    width = max(map(len, heads.values()), default=0)
    for entry in entries:
        lines += comments.above(entry.span[0])
        head = f"{heads[id(entry)]:<{width}}"
        rows = [branch_text(b, words) for b in entry.meaning.branches]
        first, *others = rows
        indent = " " * (width + 1)
        block = [f"{head} : {first}", *(f"{indent}| {row}" for row in others)]
        block[-1] += comments.behind(entry.span[1])
        lines += block
    by_line: dict[int, list[Phrase]] = {}
    for phrase in card.phrases_of(name):
        by_line.setdefault(comments.lines.place(phrase.span[0])[0], []).append(phrase)
    for group in by_line.values():
        lines += comments.above(group[0].span[0])
        lines.append(", ".join(map(_phrase_text, group)) + comments.behind(group[-1].span[1]))
    return lines


def _head(entry: Entry) -> str:
    where = "" if entry.where is None else f" [{_where_text(entry)}]"
    return sequence_text(entry.sequence) + where


def _where_text(entry: Entry) -> str:
    assert entry.where is not None
    return place_text(entry.where.places) or "1st-4th"


def _phrase_text(phrase: Phrase) -> str:
    note = "" if phrase.note is None else f'"{phrase.note}"'
    return " ".join(part for part in (phrase.text, note) if part)


class _Comments:
    """The comments of a card by line, each handed out once."""

    def __init__(self, card: Card):
        self.lines = Lines(card.text)
        self.card = card
        clean = without_comments(card.text).split("\n")
        self.alone: dict[int, str] = {}
        self.trailing: dict[int, str] = {}
        for number, (raw, bare) in enumerate(zip(card.text.split("\n"), clean, strict=True), 1):
            if raw.rstrip() != bare.rstrip():
                target = self.trailing if bare.strip() else self.alone
                target[number] = raw[len(bare.rstrip()) :].strip()

    def section(self, name: str) -> int:
        """The offset of a section's line."""
        clean = without_comments(self.card.text)
        offset = 0
        for line in clean.split("\n"):
            if line.strip().casefold().replace(" ", "").replace("\t", "") == f"[{name}]":
                return offset + line.index("[")
            offset += len(line) + 1
        raise ValueError(name)

    def above(self, offset: int) -> list[str]:
        """The comment lines before an offset that were not handed out yet."""
        line = self.lines.place(offset)[0] if offset <= len(self.card.text) else len(self.lines.starts) + 1
        numbers = [n for n in sorted({**self.alone, **self.trailing}) if n < line]
        return [self.alone.pop(n, "") or self.trailing.pop(n, "") for n in numbers]

    def behind(self, offset: int) -> str:
        """The comment behind a line, with the blanks that divide it from the text."""
        text = self.trailing.pop(self.lines.place(max(offset - 1, 0))[0], "")
        return f"  {text}" if text else ""
