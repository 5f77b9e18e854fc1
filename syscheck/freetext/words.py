"""The words of free text: those of the card language, and what people write besides."""

import tomllib
import unicodedata
from functools import cache, lru_cache
from typing import Any, NamedTuple

from syscheck.card.words import grammar_folder

LANGUAGES = ("en", "sv", "cs", "sk", "pl", "other")
"""In this order a word with several readings is taken where nothing else decides."""
_CARD_LANGUAGE_ONLY = ("WRITTEN", "LETTER", "OTHER")
LONGEST_PHRASE = 5
_SHORTEST_STEM = 2
_PLAIN_LETTERS = str.maketrans({"ł": "l", "ø": "o", "æ": "ae", "ß": "ss", "đ": "d"})


class Reading(NamedTuple):
    """What a word is in a language: its kind, and what it stands for."""

    language: str
    kind: str
    value: str


class Vocabulary(NamedTuple):
    """Words and phrases in small letters without accents; beginnings of phrases; stems."""

    words: dict[str, tuple[Reading, ...]]
    beginnings: frozenset[str]
    stems: dict[str, tuple[Reading, ...]]


@lru_cache(maxsize=1 << 14)
def folded(word: str) -> str:
    """A word as it is looked up: small letters, no accents, blanks for hyphens."""
    small = word.casefold().replace("-", " ")
    if small.isascii():
        return small
    letters = unicodedata.normalize("NFD", small.translate(_PLAIN_LETTERS))
    return "".join(c for c in letters if not unicodedata.combining(c))


@cache
def vocabulary() -> Vocabulary:
    """The words of every language. In one language a word of free text comes before one of the card language."""
    words: dict[str, dict[str, Reading]] = {}
    stems: dict[str, dict[str, Reading]] = {}
    for language in LANGUAGES:
        for folder in ("words", "free-text"):
            path = grammar_folder() / folder / f"{language}.toml"
            if path.is_file():
                for word, kind, value in listed(tomllib.loads(path.read_text(encoding="utf-8"))):
                    if folder == "words" and kind in _CARD_LANGUAGE_ONLY:
                        continue
                    target, key = (stems, word[:-1]) if word.endswith("*") else (words, word)
                    target.setdefault(folded(key), {})[language] = Reading(language, kind, value)
    phrases = [w.split(" ") for w in words if " " in w] + [w.split(" ") for w in stems if " " in w]
    beginnings = frozenset(" ".join(p[:n]) for p in phrases for n in range(1, len(p)))
    return Vocabulary(
        {w: tuple(r.values()) for w, r in words.items()}, beginnings, {w: tuple(r.values()) for w, r in stems.items()}
    )


def listed(lists: dict[str, Any]) -> list[tuple[str, str, str]]:
    """The words of a file with their kinds and values."""
    return [
        (word, kind, value)
        for kind, table in lists.items()
        for value, words in (table.items() if isinstance(table, dict) else [("", table)])
        for word in words
    ]


@lru_cache(maxsize=1 << 14)
def readings(phrase: str) -> tuple[Reading, ...]:
    """The readings of a folded word or phrase; of a word that no list has, those of its longest stem."""
    known = vocabulary()
    exact = known.words.get(phrase, ())
    found = {r.language: r for r in exact}
    for n in range(len(phrase), _SHORTEST_STEM - 1, -1):
        stem = known.stems.get(phrase[:n])
        if stem is not None and " " not in phrase[n:]:
            for reading in stem:
                found.setdefault(reading.language, reading)
    return tuple(sorted(found.values(), key=lambda r: LANGUAGES.index(r.language)))
