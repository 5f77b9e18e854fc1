"""What a word or a letter that has several readings is told to its writer."""

import re
from functools import reduce

from syscheck.card.faults import Fault
from syscheck.card.model import Span
from syscheck.card.wordlists import Reading
from syscheck.card.words import doubtful_words, letter_words, word_key, written
from syscheck.language import Sentence, phrase, say

MOST_CARDS = 13
SUITS = ("C", "D", "H", "S")
_SYMBOLS = {
    "om": phrase("the other minor"),
    "m": phrase("a minor"),
    "x": phrase("the suit X"),
}


def doubtful_word(word: str, span: Span) -> Fault | None:
    """The fault of a word that can be read in several ways; None for any other word."""
    readings = doubtful_words().get(word_key(word))
    if readings is None or word != word.lower():
        return None
    known = reduce(_either, map(_reading, readings))
    better = ", ".join(dict.fromkeys(b for r in readings for b in _better(r, word)))
    return Fault.of("E242", span, word=word, readings=known, better=better)


def lone_letter(letter: str, span: Span, text: str = "") -> Fault | None:
    """The fault of a single letter that is a suit or points in some language; None for any other.

    `text` is the number and the letter, where a number stands before it.
    """
    readings = letter_words().get(word_key(letter))
    if readings is None:
        return None
    number = re.sub(r"[^\W\d_]+\.?$", "", text).strip() or "5+"
    cards = all(int(n) <= MOST_CARDS for n in re.findall(r"\d+", number[:5]))
    known = ", ".join(f"{value} ({', '.join(languages)})" for _, value, languages in readings)
    better: list[str] = []
    for _, value, languages in readings:
        if value not in SUITS:
            better += [f"{number if text else '12-14'} {value}"]
        elif cards:
            better += [f"{number}{value}", *(f"{number} {written(x, 'SUITWORD', value)}" for x in languages)]
    return Fault.of("E243", span, letter=letter, readings=known, better=", ".join(dict.fromkeys(better)))


def fault_of_readings(word: str, span: Span) -> Fault | None:
    """The fault of a word or a letter that players read in several ways; None for any other."""
    return lone_letter(word, span) or doubtful_word(word, span)


def _either(first: Sentence | str, other: Sentence | str) -> Sentence:
    return Sentence("{first} / {other}", (("first", first), ("other", other)))


def _reading(reading: Reading) -> Sentence | str:
    """A reading in English words, with the languages that have it."""
    kind, value, languages = reading
    if kind == "SUIT":
        return say(_SYMBOLS[value]) if value in _SYMBOLS else value.upper()
    word = value if kind == "OTHER" else written("en", kind, value)
    return f"“{word}” ({', '.join(languages)})"


def _better(reading: Reading, word: str) -> list[str]:
    """Spellings of a reading that have no other."""
    kind, value, languages = reading
    if kind == "SUIT":
        return [f"4+{value}" if value in _SYMBOLS else f"5+{value.upper()}"]
    if kind == "OTHER":
        return []
    return [w for x in languages if word_key(w := written(x, kind, value)) != word_key(word)]
