"""The keys of an event file, each with its kind of value: every fault of them, and the rest as the model has it."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from syscheck.card import did_you_mean
from syscheck.events.faults import Corrections
from syscheck.events.file import EXAMPLES, GAP, MOST, EventFile, PhaseFile
from syscheck.events.model import Collector, Contest, Kind, League, Level, Masterpoints
from syscheck.events.toml import Path
from syscheck.language import phrase, say

CHOICES: Mapping[str, Iterable[str]] = {
    "kind": Kind,
    "league": League,
    "masterpoints": Masterpoints,
    "contest": Contest,
    "collects": Collector,
    "level": Level,
}
BOUNDS = {"boards": (1, MOST), "limit": (0, MOST), "category": (1, 3)}
KINDS_OF_VALUES = {
    bool: phrase("true or false"),
    int: phrase("a whole number"),
    float: phrase("a number with a decimal point"),
    str: phrase("a text"),
    list: phrase("a list"),
    dict: phrase("a table"),
    datetime.datetime: phrase("a time"),
    datetime.date: phrase("a date"),
    datetime.time: phrase("a time without its date"),
}
FREE_TABLES = ("settings", "lowered")
"""Tables whose keys are not the model's."""

THE_EVENT, A_PHASE = phrase("an event"), phrase("a phase")
LONGEST = 60
"""No longer text of the file is repeated in a sentence."""


def event_file(data: dict[str, Any], found: Corrections) -> EventFile:
    """The file without the keys that have a fault, which are noted; `data` loses them."""
    while True:
        try:
            return EventFile.model_validate(data)
        except ValidationError as error:
            errors = {_existing(e["loc"], e["type"], data): e for e in error.errors(include_url=False)}
            for path, details in errors.items():
                _fault(path, details, found)
            for path in sorted(errors, key=lambda p: (len(p), *map(str, p)), reverse=True):
                _leave_out(path, errors[path]["type"], data, found)


def shortened(text: object) -> str:
    """A text of the file as a sentence repeats it."""
    text = str(text)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _existing(loc: tuple[int | str, ...], kind: str, data: Any) -> Path:
    """The path of a value, without the names that the model gives to its choices."""
    path: Path = ()
    for part in loc:
        match data:
            case dict() if part in data:
                data = data[part]
            case list() if isinstance(part, int) and part < len(data):
                data = data[part]
            case _:
                return (*path, part) if kind == "missing" else path
        path = (*path, part)
    return path


def _fault(path: Path, error: Mapping[str, Any], found: Corrections) -> None:
    in_phase = path[0] == "phases" and len(path) > 2
    name = str(path[2] if in_phase else path[0])
    written, example = error["input"], EXAMPLES.get(name, "")
    match error["type"]:
        case "extra_forbidden" if in_phase and name in EventFile.model_fields:
            found.fault("V111", path, at_key=True, key=name)
        case "extra_forbidden":
            known = list((PhaseFile if in_phase else EventFile).model_fields)
            found.fault(
                "V110",
                path,
                at_key=True,
                key=shortened(name),
                where=say(A_PHASE if in_phase else THE_EVENT),
                near=did_you_mean(name, known),
                known=", ".join(known),
            )
        case "missing":
            found.fault("V112", path[:-1], at_key=True, key=name, example=example)
        case "enum" if isinstance(written, str):
            choices = [str(c) for c in CHOICES[name]]
            near = did_you_mean(written, choices)
            found.fault("V114", path, key=name, written=shortened(written), near=near, known=", ".join(choices))
        case "greater_than_equal" | "less_than_equal":
            least, most = BOUNDS[name]
            found.fault("V115", path, key=name, number=shortened(written), least=least, most=most)
        case "unprintable" | "too_short":
            found.fault("V116", path, key=name, example=example)
        case _:
            key = shortened(path[-1] if name in FREE_TABLES else name)
            found.fault("V113", path, key=key, written=say(KINDS_OF_VALUES[type(written)]), example=example)


def _leave_out(path: Path, kind: str, data: dict[str, Any], found: Corrections) -> None:
    """Take a faulty value out, so that the rest can be judged; an element of a list leaves a gap."""
    if kind == "missing":
        phase = path[1]
        data["phases"][phase]["name"] = str(phase)
        found.broken.add("name")
        return
    in_phase = path[0] == "phases" and len(path) > 2
    if kind != "extra_forbidden":
        found.broken.add(str(path[2] if in_phase else path[0]))
    if path[0] == "phases" and not in_phase:
        path = path[:1]  # what stands in a list of phases and is none
    *around, last = path
    holder: Any = data
    for part in around:
        if isinstance(holder, dict) and part not in holder:
            return
        holder = holder[part]
    if isinstance(holder, list):
        holder[int(last)] = GAP
    else:
        holder.pop(last, None)
