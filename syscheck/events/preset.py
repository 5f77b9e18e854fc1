"""Events that the rules name: what their sources fix, each value with its document, clause and date.

A preset says nothing that its source does not say; the organiser fills in the rest.
"""

import datetime
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from syscheck.language import Sentence, say

if TYPE_CHECKING:
    from syscheck.events.file import EventFile, PhaseFile


@dataclass(frozen=True, slots=True)
class Sourced:
    """A value with the document, the clause and the date (of the document, None where it has none) that give it."""

    value: Any
    document: str
    clause: str
    date: datetime.date | None

    @property
    def source(self) -> Sentence:
        """Document and clause, as one cites them."""
        if self.date is None:
            return say("{document}, {clause}", document=self.document, clause=self.clause)
        return say("{document}, {clause}, {date}", document=self.document, clause=self.clause, date=self.date)


@dataclass(frozen=True, slots=True)
class Preset:
    """An event that the rules name. `values` by key of an event file; `phases` by name, in the order of play."""

    id: str
    title: str
    values: Mapping[str, Sourced]
    phases: Mapping[str, Mapping[str, Sourced]] = field(default_factory=dict)

    def phase(self, name: str) -> tuple[str, Mapping[str, Sourced]] | None:
        """Its phase of that name, in capitals or not."""
        return next(((n, v) for n, v in self.phases.items() if n.casefold() == name.casefold()), None)

    @property
    def file(self) -> "EventFile":
        """Its values, as an event file would have them."""
        from syscheck.events.file import EventFile

        return EventFile.model_validate({key: s.value for key, s in self.values.items()})

    def phase_file(self, name: str) -> "PhaseFile | None":
        """Its phase of that name, as an event file would have it."""
        from syscheck.events.file import PhaseFile

        found = self.phase(name)
        if found is None:
            return None
        return PhaseFile.model_validate({"name": found[0], **{key: s.value for key, s in found[1].items()}})


class UnknownPreset(KeyError):
    """No preset has this id."""


@cache
def preset_ids() -> tuple[str, ...]:
    """Every preset there is, in order of their ids."""
    folder = files("syscheck.events").joinpath("presets")
    return tuple(sorted(p.name.removesuffix(".toml") for p in folder.iterdir() if p.name.endswith(".toml")))


@cache
def preset(name: str) -> Preset:
    """The preset of an id. Errors: `UnknownPreset`."""
    if name not in preset_ids():
        raise UnknownPreset(name)
    text = files("syscheck.events").joinpath("presets", f"{name}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    phases = {p: _sourced(rows) for p, rows in data.get("phases", {}).items()}
    return Preset(name, data["title"], _sourced(data["values"]), phases)


def presets() -> tuple[Preset, ...]:
    """All presets."""
    return tuple(map(preset, preset_ids()))


def _sourced(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Sourced]:
    return {key: Sourced(r["value"], r["document"], r["clause"], r.get("date")) for key, r in rows.items()}
