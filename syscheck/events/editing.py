"""Changing single keys at the top of an event file; everything else in it stays as it was written."""

import json
import re
from collections.abc import Mapping, Sequence

from syscheck.events.file import WRITTEN_TIME, EventFile
from syscheck.events.toml import NotToml, Places, places, toml_data

TIMES = frozenset({"start", "registration", "cards_due", "opponents_known", "announcement"})
NUMBERS = frozenset({"boards", "limit", "category"})
FLAGS = frozenset({"screens", "knockout"})
_ORDER = {key: number for number, key in enumerate(EventFile.model_fields)}
_NUMBER = re.compile(r"[0-9]{1,6}")
_TIME = re.compile(WRITTEN_TIME)


def written(key: str, value: str | Sequence[str]) -> str:
    """A value as it stands in a file. What was typed as a time or a number and is none becomes a text, and a fault."""
    if not isinstance(value, str):
        return f"[{', '.join(_text(v) for v in value)}]"
    value = value.strip()
    plain = (
        (key in NUMBERS and _NUMBER.fullmatch(value))
        or (key in TIMES and _TIME.fullmatch(value))
        or (key in FLAGS and value in ("true", "false"))
    )
    if not plain:
        return _text(value)
    return str(int(value)) if key in NUMBERS else value


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def top_values(text: str) -> dict[str, str | tuple[str, ...]]:
    """What stands at the top of a file, as one would type it; nothing where the text is no TOML."""
    try:
        data = toml_data(text)
    except NotToml:
        return {}
    found = places(text)
    return {
        key: _typed(value, text[slice(*found.values.get((key,), (0, 0)))])
        for key, value in data.items()
        if key in _ORDER and not isinstance(value, dict) and not (isinstance(value, list) and key != "regulations")
    }


def _typed(value: object, as_written: str) -> str | tuple[str, ...]:
    match value:
        case str():
            return value
        case list():
            return tuple(map(str, value))
    return as_written


def with_values(text: str, values: Mapping[str, str | Sequence[str]]) -> str:
    """The file with these keys at its top as given; an empty value takes the key out.

    A key that says the same already is not touched. Text that is no TOML stays as it is.
    """
    before = top_values(text)
    for key in sorted(values, key=lambda k: _ORDER[k]):
        value = values[key]
        value = value.strip() if isinstance(value, str) else tuple(value)
        if before.get(key, "" if isinstance(value, str) else ()) != value:
            text = _with(text, key, written(key, value) if value else None)
    return text


def _with(text: str, key: str, value: str | None) -> str:
    found = places(text)
    span = found.values.get((key,))
    if span is None:
        return text if value is None else _inserted(text, found, key, value)
    if value is not None:
        return text[: span[0]] + value + text[span[1] :]
    start = text.rfind("\n", 0, found.keys[(key,)][0]) + 1
    return text[:start] + text[_line_end(text, span[1]) :]


def _inserted(text: str, found: Places, key: str, value: str) -> str:
    """The file with a line more: behind the last key that comes before it in the order of the keys."""
    line = f"{key} = {value}\n"
    earlier = [
        span[1] for path, span in found.values.items() if len(path) == 1 and _ORDER.get(str(path[0]), 99) < _ORDER[key]
    ]
    if earlier:
        at = _line_end(text, max(earlier))
    else:
        at = 0
        while text.startswith("#", at):  # what the file says of itself stays at its head
            at = _line_end(text, at)
    head = text[:at]
    if head and not head.endswith("\n"):
        head += "\n"
    return head + line + text[at:]


def _line_end(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end + 1
