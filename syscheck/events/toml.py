"""Where the keys and values of a TOML file stand, which `tomllib` does not tell, and times without seconds."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Any

from syscheck.language import Sentence, phrase, say

Path = tuple[str | int, ...]
"""Keys from the top down; a number for an element of a list."""

Span = tuple[int, int]
"""Offsets in the text, the end not included."""

WHY = {
    "Invalid value": phrase("what stands behind the equals sign cannot be read"),
    "Unclosed array": phrase("the list is not closed, or a comma is missing in it"),
    "Unclosed inline table": phrase("the braces are not closed, or a comma is missing in them"),
    "Unterminated string": phrase("the text is not closed"),
    'Expected "\'"': phrase("the text is not closed"),
    "Expected '=' after": phrase("an equals sign is missing after the key"),
    "Expected ']": phrase("a bracket is not closed"),
    "Expected newline": phrase("the value is followed by something, or is no value"),
    "Invalid statement": phrase("this is not a line of an event file"),
    "Illegal character": phrase("a character stands here that cannot"),
    "Invalid initial character": phrase("a key is missing"),
    "Unescaped": phrase("a backslash in a text is written twice"),
}
TWICE = ("Cannot overwrite", "Cannot declare", "Cannot mutate")
"""What tomllib says of a key or table that stands twice."""

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_SHORT_TIME = re.compile(
    r'#[^\n]*|"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
    r"|(?P<time>\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d)(?![:\d])",
    re.DOTALL,
)
_SECONDS = ":00"


class NotToml(ValueError):
    """The text is no TOML: what is wrong and where; `twice` where a key or a table stands twice."""

    def __init__(self, why: Sentence | str, offset: int, *, twice: bool = False):
        self.offset = offset
        self.twice = twice
        self.why = why
        super().__init__(why)


def toml_data(text: str) -> dict[str, Any]:
    """What a TOML text says; a time may leave out its seconds, as in newer TOML. Errors: `NotToml`."""
    short = [m.end() for m in _SHORT_TIME.finditer(text) if m["time"]]
    full = text
    for end in reversed(short):
        full = full[:end] + _SECONDS + full[end:]
    try:
        return tomllib.loads(full)
    except tomllib.TOMLDecodeError as error:
        offset = _written(_offset(full, str(error)), short)
        known = next((why for start, why in WHY.items() if str(error).startswith(start)), None)
        why: Sentence | str = say(known) if known else _PLACE.sub("", str(error))
        raise NotToml(why, min(offset, len(text)), twice=str(error).startswith(TWICE)) from None
    except RecursionError:
        raise NotToml(say("lists stand in lists too many deep"), 0) from None
    except ValueError:  # a whole number with thousands of digits
        raise NotToml(say("a number is too long to be read"), 0) from None


def _offset(text: str, message: str) -> int:
    """The offset of the place in tomllib's message, which is told in no other way before Python 3.14."""
    match = _PLACE.search(message)
    if match is None or match[1] is None:
        return len(text.rstrip())
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: int(match[1]) - 1]) + int(match[2]) - 1


def _written(offset: int, short: list[int]) -> int:
    """An offset in the text with seconds, as one in the text without them."""
    added = accumulate(len(_SECONDS) for _ in short)
    return offset - max((n for n, end in zip(added, short, strict=True) if end + n <= offset), default=0)


@dataclass(frozen=True, slots=True)
class Places:
    """Where each key stands, and each value; an element of a list of tables stands where its line in brackets is."""

    keys: dict[Path, Span] = field(default_factory=dict)
    values: dict[Path, Span] = field(default_factory=dict)

    def key(self, path: Path) -> Span:
        """Where a key is written, else the nearest table around it, else the start of the text."""
        return self._nearest(path, self.keys)

    def value(self, path: Path) -> Span:
        """Where a value is written, else its key, else the nearest table around it."""
        return self.values.get(path) or self._nearest(path, {**self.values, **self.keys})

    @staticmethod
    def _nearest(path: Path, known: dict[Path, Span]) -> Span:
        return next((known[path[:n]] for n in range(len(path), 0, -1) if path[:n] in known), (0, 0))


def places(text: str) -> Places:
    """The places of everything in a text that `toml_data` has read."""
    from lark.exceptions import LarkError

    found = Places()
    try:
        lines = _parser().parse(text).children
    except LarkError:  # newer TOML than we know: better no place than no message
        return found
    elements: dict[Path, int] = {}
    here: Path = ()
    for line in lines:
        if line.data == "pair":
            _add_pair(line, here, found)
            continue
        here = ()
        *around, last = _key_parts(line.children[0])
        for part in around:
            found.keys.setdefault((*here, part), _span(line))
            here = _newest((*here, part), elements)
        here = (*here, last)
        if line.data == "element":
            found.keys.setdefault(here, _span(line))
            elements[here] = elements.get(here, -1) + 1
            here = (*here, elements[here])
        else:
            here = _newest(here, elements)
        found.keys.setdefault(here, _span(line))
    return found


def _newest(path: Path, elements: dict[Path, int]) -> Path:
    """A table, or the last element of a list of tables."""
    return (*path, elements[path]) if path in elements else path


def _add_pair(pair: Any, here: Path, found: Places) -> None:
    key, value = pair.children
    for part in _key_parts(key):
        here = (*here, part)
        found.keys.setdefault(here, _span(key))
    _add_value(value, here, found)


def _add_value(value: Any, here: Path, found: Places) -> None:
    found.values[here] = _span(value)
    match getattr(value, "data", None):
        case "array":
            for number, element in enumerate(value.children):
                _add_value(element, (*here, number), found)
        case "inline":
            for pair in value.children:
                _add_pair(pair, here, found)


def _key_parts(key: Any) -> Iterator[str]:
    """The parts of a dotted key; tomllib knows how quoted ones are read."""
    for part in key.children:
        yield next(iter(tomllib.loads(f"{part} = 0")))


def _span(item: Any) -> Span:
    """Where a tree or a token stands, without blanks behind it."""
    from lark import Token

    if isinstance(item, Token):
        assert item.start_pos is not None
        return item.start_pos, item.start_pos + len(item.rstrip())
    return item.meta.start_pos, item.meta.end_pos


@cache
def _parser() -> Any:
    from lark import Lark

    grammar = files("syscheck.events").joinpath("toml.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", propagate_positions=True, keep_all_tokens=False, maybe_placeholders=False)
