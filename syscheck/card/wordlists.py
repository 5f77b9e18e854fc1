"""The words of `grammars/words/`: read and put in order once, loaded ready-made at every start.

The build writes `words.pickle` beside this module, as it writes the parser's table; lists that do not belong
to the files are not used, and the files are read instead. This module imports nothing of the project, since
the build runs it alone.
"""

import hashlib
import pickle
import sys
import tomllib
import unicodedata
from pathlib import Path
from typing import Any, NamedTuple

READY_WORDS = "words.pickle"
LANGUAGES = ("en", "sk", "cs", "sv")
SYMBOLS = ("c", "d", "h", "s", "m", "x", "om")
"""What the grammar reads as a suit wherever it stands."""
SHORTEST_WITHOUT_ACCENTS = 3

Reading = tuple[str, str, tuple[str, ...]]
"""A word's kind in the grammar, what it stands for, and the languages that use it so."""


class Words(NamedTuple):
    """Words in small letters, and how each language writes.

    `known`: the kind and the value of a word. `doubtful`: the readings of a word that has several, so that it is
    none. `letters`: what single letters mean to players, by language. `written`: by language, kind and value.
    `english`: the known words that are English.
    """

    known: dict[str, tuple[str, str]]
    doubtful: dict[str, tuple[Reading, ...]]
    letters: dict[str, tuple[Reading, ...]]
    written: dict[str, dict[tuple[str, str], str]]
    english: frozenset[str]


def read_words(texts: dict[str, str]) -> Words:
    """The words of the files' texts, which stand under their language."""
    readings: dict[str, dict[tuple[str, str], list[str]]] = {s: {("SUIT", s): []} for s in SYMBOLS}
    letters: dict[str, dict[tuple[str, str], list[str]]] = {}
    written: dict[str, dict[tuple[str, str], str]] = {}
    for language, text in texts.items():
        lists = tomllib.loads(text)
        fixed = lists.pop("WRITTEN", {})
        own = written[language] = {("WRITTEN", name): form for name, form in fixed.items()}
        for kind, listed in lists.items():
            for value, words in listed.items() if isinstance(listed, dict) else [("", listed)]:
                target = letters if kind == "LETTER" else readings
                for word in words:
                    uses = target.setdefault(word.casefold(), {})
                    uses.setdefault((kind, value), []).append(language)
                if kind not in ("LETTER", "OTHER"):
                    own[kind, value] = words[0]
    for word in [w for w in readings if w not in SYMBOLS]:
        bare = without_accents(word)
        if bare != word and len(bare) >= SHORTEST_WITHOUT_ACCENTS:
            _add_bare(readings, bare, readings[word])
    known = {w: uses for w, uses in readings.items() if len(uses) == 1 and w not in SYMBOLS}
    return Words(
        {w: next(iter(uses)) for w, uses in known.items()},
        {w: _readings(uses) for w, uses in readings.items() if len(uses) > 1},
        {w: _readings(uses) for w, uses in letters.items()},
        written,
        frozenset(w for w, uses in known.items() for languages in uses.values() if "en" in languages),
    )


def _add_bare(
    readings: dict[str, dict[tuple[str, str], list[str]]], bare: str, uses: dict[tuple[str, str], list[str]]
) -> None:
    """Add a word without its accents, unless it is a word of its own."""
    there = readings.get(bare)
    if there is None:
        readings[bare] = _Bare({k: list(v) for k, v in uses.items()})
    elif isinstance(there, _Bare):
        for use, languages in uses.items():
            there.setdefault(use, []).extend(languages)


class _Bare(dict[tuple[str, str], list[str]]):
    """Uses of a spelling that is only what is left of other words without their accents."""


def _readings(uses: dict[tuple[str, str], list[str]]) -> tuple[Reading, ...]:
    return tuple((kind, value, tuple(dict.fromkeys(languages))) for (kind, value), languages in uses.items())


def without_accents(word: str) -> str:
    """The word in letters without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def read_word_files(folder: Path) -> dict[str, str]:
    """The text of each language's file."""
    return {x: folder.joinpath("words", f"{x}.toml").read_text(encoding="utf-8") for x in LANGUAGES}


def words_key(texts: dict[str, str]) -> str:
    """What ready-made words were built from: the files, the Python, and the way they are put in order."""
    parts = [f"{sys.version_info.major}.{sys.version_info.minor}", "2", *SYMBOLS]
    parts += [f"{language}\n{text}" for language, text in texts.items()]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def write_words(folder: Path, target: Path) -> None:
    """Put the words of `folder` in order and write them to `target`, whole or not at all."""
    texts = read_word_files(folder)
    part = target.with_suffix(".part")
    part.write_bytes(pickle.dumps((words_key(texts), tuple(read_words(texts)))))
    part.replace(target)


def load_words(folder: Path, ready: Path) -> Words:
    """The ready-made words where they belong to the files, else those of the files."""
    texts = read_word_files(folder)
    return ready_words(texts, ready) or read_words(texts)


def ready_words(texts: dict[str, str], ready: Path) -> Words | None:
    """The ready-made words, if there are any and they belong to the files' texts."""
    if not ready.is_file():
        return None
    # Our own file, written by the build beside our own modules: as trusted as they are.
    loaded: tuple[str, Any] = pickle.loads(ready.read_bytes())
    return Words(*loaded[1]) if loaded[0] == words_key(texts) else None
