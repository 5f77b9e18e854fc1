"""The vocabulary of the card language and the catalogue of conventions, leads and signals."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any


def grammar_folder() -> Path:
    """Where `grammars/` is: inside the package in a wheel, beside it in a checkout."""
    package = Path(str(files("syscheck")))
    inside = package / "grammars"
    return inside if inside.is_dir() else package.parent / "grammars"


@dataclass(frozen=True, slots=True)
class Word:
    """A word's kind in the grammar (`SUITWORD`) and what it stands for (`H`)."""

    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A convention, a lead or a signal that the product knows by name.

    `asks`: what it asks partner for. `meaning`: the hands, where the name alone is enough.
    `opening`: whether the name stands for the hands of an opening, so that points alone do not describe it.
    `natural`: whether the name alone does not make a call conventional.
    """

    name: str
    names: tuple[str, ...]
    source: str
    asks: tuple[str, ...] = ()
    meaning: str | None = None
    opening: bool = False
    natural: bool = False


@cache
def vocabulary() -> dict[str, Word]:
    """Every word of every language in small letters."""
    words: dict[str, Word] = {}
    for path in sorted((grammar_folder() / "words").glob("*.toml")):
        for kind, listed in tomllib.loads(path.read_text(encoding="utf-8")).items():
            pairs = listed.items() if isinstance(listed, dict) else ((w, w) for w in listed)
            for word, value in pairs:
                words[word] = Word(kind, value)
    return words


@cache
def catalogue(section: str) -> dict[str, CatalogueEntry]:
    """The entries of `conventions`, `leads` or `signals` under each of their names in small letters."""
    path = grammar_folder() / "catalogue" / f"{section}.toml"
    found: dict[str, CatalogueEntry] = {}
    for name, row in tomllib.loads(path.read_text(encoding="utf-8")).items():
        entry = _entry(name, row)
        for written in (name, *entry.names):
            found[normal(written)] = entry
    return found


def _entry(name: str, row: dict[str, Any]) -> CatalogueEntry:
    return CatalogueEntry(
        name,
        tuple(row.get("names", ())),
        row["source"],
        tuple(row.get("asks", ())),
        row.get("meaning"),
        row.get("opening", False),
        row.get("natural", False),
    )


@cache
def name_beginnings() -> frozenset[str]:
    """Every beginning of every convention's name, to its last letter."""
    return frozenset(name[:n] for name in catalogue("conventions") for n in range(1, len(name) + 1))


def normal(phrase: str) -> str:
    """A phrase as it is looked up: small letters, one blank between words, no hyphen."""
    return " ".join(phrase.casefold().replace("-", " ").replace("’", "'").split())


def catalogue_entry(section: str, name: str) -> CatalogueEntry:
    """The entry of a catalogue name. Errors: `KeyError` for a name that the catalogue does not have."""
    return catalogue(section)[normal(name)]
