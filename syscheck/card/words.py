"""The vocabulary of the card language and the catalogue of conventions, leads and signals."""

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from syscheck.card.wordlists import READY_WORDS, Reading, Words, load_words
from syscheck.values import dataclass


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
def _words() -> Words:
    return load_words(grammar_folder(), Path(__file__).with_name(READY_WORDS))


@cache
def vocabulary() -> dict[str, Word]:
    """Every word of every language in small letters, but for those that are read in several ways."""
    return {word: Word(kind, value) for word, (kind, value) in _words().known.items()}


@cache
def words_of(language: str) -> tuple[tuple[str, str], ...]:
    """The words of a language as its file has them, each with its kind. Errors: `OSError` where there is no file."""
    lists = tomllib.loads(grammar_folder().joinpath("words", f"{language}.toml").read_text(encoding="utf-8"))
    return tuple(
        (word, kind)
        for kind, listed in lists.items()
        if kind not in ("WRITTEN", "LETTER", "OTHER")
        for words in (listed.values() if isinstance(listed, dict) else [listed])
        for word in words
    )


def english_words() -> frozenset[str]:
    """The words of the vocabulary that are English."""
    return _words().english


def doubtful_words() -> dict[str, tuple[Reading, ...]]:
    """Words that are none, since they can be read in several ways, each with its readings."""
    return _words().doubtful


def letter_words() -> dict[str, tuple[Reading, ...]]:
    """What single letters mean to players of one language or another, in small letters."""
    return _words().letters


@cache
def phrase_beginnings() -> frozenset[str]:
    """Every beginning, in whole words, of a phrase of the vocabulary (`krav till utgång`), and the phrase."""
    phrases = (word.split(" ") for word in vocabulary() if " " in word)
    return frozenset(" ".join(words[:n]) for words in phrases for n in range(1, len(words) + 1))


def written(language: str, kind: str, value: str = "") -> str:
    """How a language writes a word, or a fixed expression (kind `WRITTEN`)."""
    return _words().written[language].get((kind, value)) or _words().written["en"][kind, value]


def word_key(text: str) -> str:
    """How a word is looked up in the vocabulary."""
    return text.casefold().rstrip(".")


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
