"""JSON with the places where its values stand, so that each can be found in the file, or replaced there."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NoReturn

from syscheck.card import Fault
from syscheck.card.model import Span
from syscheck.language import Sentence, phrase, say

DEEPEST = 64

NO_VALUE = phrase("a value is missing here")
NO_KEY = phrase("a name in double quotes is missing here")
NO_COLON = phrase("a colon is missing here")
NO_COMMA = phrase("a comma or the closing “{closing}” is missing here")
BAD_TEXT = phrase("this text in double quotes is not closed, or has a sign in it that JSON does not allow")
BAD_NUMBER = phrase("this is no number")
BEHIND = phrase("something stands behind the end")
NESTED = phrase("it is nested more than {most} deep")

_BLANK = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


class BrokenJson(ValueError):
    """Text that is no JSON; carries the fault."""

    def __init__(self, what: Sentence, start: int):
        self.fault = Fault.of("E515", (start, start + 1), what=what)
        super().__init__(str(what))


@dataclass(frozen=True, slots=True)
class Value:
    """A value and where it stands: an object as its pairs, a list as its values, else what JSON has."""

    value: "tuple[Pair, ...] | tuple[Value, ...] | str | int | float | bool | None"
    span: Span
    is_object: bool = False
    begins: int | None = None
    """Where the name stands that it has in an object."""

    @property
    def start(self) -> int:
        """Where it begins, with its name."""
        return self.span[0] if self.begins is None else self.begins

    @property
    def text(self) -> str | None:
        """It as text, where it is text or a number; None for everything else."""
        if isinstance(self.value, str):
            return self.value
        if isinstance(self.value, int | float) and not isinstance(self.value, bool):
            return str(self.value)
        return None

    @property
    def empty(self) -> bool:
        """Whether it says nothing: null, false, an empty text, list or object."""
        if isinstance(self.value, str):
            return not self.value.strip()
        return self.value is None or self.value is False or self.value == ()

    def pairs(self) -> "tuple[Pair, ...]":
        """The pairs of an object; none of anything else."""
        return tuple(p for p in self.value if isinstance(p, Pair)) if isinstance(self.value, tuple) else ()

    def items(self) -> "tuple[Value, ...]":
        """The values of a list; none of anything else."""
        return tuple(v for v in self.value if isinstance(v, Value)) if isinstance(self.value, tuple) else ()

    def get(self, *names: str) -> "Value | None":
        """The value under a name, or under names inside each other; of a name that stands twice the last one."""
        found: Value | None = self
        for name in names:
            if found is None:
                return None
            found = next((p.value for p in reversed(found.pairs()) if p.name == name), None)
        return found


@dataclass(frozen=True, slots=True)
class Pair:
    """A name of an object and its value."""

    name: str
    value: Value
    span: Span
    """Where the name stands."""


def read_json(text: str) -> Value:
    """The value that a text has. Errors: `BrokenJson`."""
    reading = _Reading(text)
    found = reading.value(0)
    end = reading.blank(found.span[1])
    if end < len(text):
        raise BrokenJson(say(BEHIND), end)
    return found


def leaves(value: Value, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Value]]:
    """Every value that is neither an object nor a list with something in it, with the names that lead to it."""
    if value.pairs():
        for pair in value.pairs():
            yield from leaves(pair.value, (*path, pair.name))
    elif value.items():
        for number, item in enumerate(value.items(), 1):
            yield from leaves(item, (*path, str(number)))
    else:
        yield path, value


class _Reading:
    """The state of reading one text."""

    def __init__(self, text: str):
        self.text = text

    def blank(self, position: int) -> int:
        """The place behind blanks."""
        match = _BLANK.match(self.text, position)
        return position if match is None else match.end()

    def value(self, position: int, depth: int = 0) -> Value:
        """The value that begins at a place, blanks before it allowed."""
        start = self.blank(position)
        if depth > DEEPEST:
            raise BrokenJson(say(NESTED, most=DEEPEST), start)
        sign = self.text[start : start + 1]
        if sign == "{":
            return self.object(start, depth)
        if sign == "[":
            return self.list(start, depth)
        found, end = self.scalar(start, sign)
        return Value(found, (start, end))

    def scalar(self, start: int, sign: str) -> tuple[str | int | float | bool | None, int]:
        """Text, a number, true, false or null."""
        try:
            found, end = _DECODER.raw_decode(self.text, start)
        except json.JSONDecodeError:
            raise BrokenJson(say(BAD_TEXT) if sign == '"' else say(NO_VALUE), start) from None
        except ValueError:  # a number with thousands of digits
            raise BrokenJson(say(BAD_NUMBER), start) from None
        return found, end

    def object(self, start: int, depth: int) -> Value:
        """An object."""
        found: list[Pair] = []
        position = self.blank(start + 1)
        if self.text[position : position + 1] == "}":
            return Value((), (start, position + 1), is_object=True)
        while True:
            position = self.blank(position)
            if self.text[position : position + 1] != '"':
                raise BrokenJson(say(NO_KEY), position)
            name, end = self.scalar(position, '"')
            colon = self.blank(end)
            if self.text[colon : colon + 1] != ":":
                raise BrokenJson(say(NO_COLON), colon)
            value = replace(self.value(colon + 1, depth + 1), begins=position)
            found.append(Pair(str(name), value, (position, end)))
            position = self.blank(value.span[1])
            sign = self.text[position : position + 1]
            position += 1
            if sign == "}":
                return Value(tuple(found), (start, position), is_object=True)
            if sign != ",":
                self.no_comma("}", position - 1)

    def list(self, start: int, depth: int) -> Value:
        """A list."""
        found: list[Value] = []
        position = self.blank(start + 1)
        if self.text[position : position + 1] == "]":
            return Value((), (start, position + 1))
        while True:
            value = self.value(position, depth + 1)
            found.append(value)
            position = self.blank(value.span[1])
            sign = self.text[position : position + 1]
            position += 1
            if sign == "]":
                return Value(tuple(found), (start, position))
            if sign != ",":
                self.no_comma("]", position - 1)

    def no_comma(self, closing: str, position: int) -> NoReturn:
        """A fault where a comma or a closing bracket should be."""
        raise BrokenJson(say(NO_COMMA, closing=closing), position)
