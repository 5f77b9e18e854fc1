"""The word lists of free text."""

import re
import tomllib

import pytest

from syscheck.card.words import catalogue, grammar_folder
from syscheck.freetext.clauses import Clauses
from syscheck.freetext.words import LANGUAGES, folded, listed

FOLDER = grammar_folder() / "free-text"
READ_ELSEWHERE = {
    *("AND", "OR", "IN", "OF", "FILLER", "ARTICLE", "HAND", "CARDS", "SUITNOUN", "POINTS", "NUMBERLESS", "HFP", "MORE"),
    *("LESS", "HAVE", "EACH", "EITHER", "DESCRIBES", "UNDEFINED", "SUITWORD", "NUMBER", "THEN", "THAN", "MATTERS"),
}
"""Kinds that are part of other terms, or that change nothing."""


def words(language):
    return listed(tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_has_one_meaning_in_a_language(language):
    seen = {}
    for word, kind, value in words(language):
        assert seen.setdefault(folded(word), (kind, value)) == (kind, value), word


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_can_be_found_in_a_text(language):
    for word, _, _ in words(language):
        assert re.fullmatch(r"[^\W\d_]+(?:[ '\-.][^\W\d_]+)*\*?|w/o|w/|p/c|n/v|c:a", word), word


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_is_read(language):
    for word, kind, _ in words(language):
        assert kind in READ_ELSEWHERE or hasattr(Clauses, f"_read_{kind.lower()}"), (word, kind)


@pytest.mark.parametrize(
    "name",
    ["Multi", "Muiderberg", "Wilkosz", "Ekren", "Flannery", "Bailey", "gambling", "Namyats", "Ghestem", "unusual 2N"],
)
def test_conventions_have_a_source(name):
    assert catalogue("conventions")[name.casefold()].source
