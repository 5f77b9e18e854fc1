"""The catalogues: every text in every language, with the same places to fill in."""

import re
import string
import subprocess
import sys

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from paths import ROOT

from syscheck.language import CATALOGUES, LANGUAGES, source_of

TRANSLATED = [language for language in LANGUAGES if language != "en"]
PLURALS = {"sk": 3, "cs": 3, "sv": 2}
TYPED = re.compile(r"\[[a-z]+\]|--[a-z]+|syscheck [a-z]+|[A-Z]+\.NAME=VALUE")
"""What a reader types: it is the same in every language."""


def messages(language=None):
    path = source_of(language) if language else CATALOGUES / "syscheck.pot"
    with path.open("rb") as stream:
        return [m for m in read_po(stream, locale=language) if m.id]


def forms(message):
    """Each translation with the English text that it stands for."""
    if not message.pluralizable:
        return [(message.id, message.string)] if message.string else []
    return [(message.id[1], said) for said in message.string if said]


def places(template):
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def make_catalogues(*arguments):
    script = ROOT / "docs" / "make_catalogues.py"
    return subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True, check=False)


def test_the_catalogues_have_the_texts_of_the_program():
    done = make_catalogues("--check")
    assert (done.returncode, done.stderr) == (0, ""), "run python docs/make_catalogues.py"


@pytest.mark.parametrize("text", ['f"{call} is strong"', '"may have " + suit', '"%s is strong" % call'])
def test_a_text_that_is_glued_together_is_refused(monkeypatch, text):
    monkeypatch.syspath_prepend(ROOT / "docs")
    from make_catalogues import CannotBeTranslated, python_texts

    with pytest.raises(CannotBeTranslated):
        list(python_texts("a.py", f"say({text})"))


def test_translations_stay_when_texts_come_and_go(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "docs")
    from make_catalogues import updated

    old, less, more = Catalog("sk"), Catalog(), Catalog()
    old.add("met", "splnené")
    less.add("new")
    more.add("met")
    without = updated(old, less, "sk")
    assert [(m.id, m.string) for m in without if m.id] == [("new", "")]
    assert [(m.id, m.string) for m in updated(without, more, "sk") if m.id] == [("met", "splnené")]


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated(language):
    lacking = [
        m.id
        for m in messages(language)
        if not (len(m.string) == PLURALS[language] and all(m.string) if m.pluralizable else m.string)
    ]
    assert not lacking, f"{len(lacking)} texts are not translated, among them {lacking[:5]}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_the_texts_of_the_program_and_no_others(language):
    assert [m.id for m in messages(language)] == [m.id for m in messages()]


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_places_of_the_english_text(language):
    pairs = [pair for m in messages(language) for pair in forms(m)]
    assert [p for p in pairs if places(p[0]) != places(p[1])] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_can_be_filled_in(language):
    for message in messages(language):
        for english, said in forms(message):
            if places(english):
                said.format(**dict.fromkeys(places(english), "x"))


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_blanks_at_both_ends(language):
    pairs = [pair for m in messages(language) for pair in forms(m)]
    ends = [(re.sub(r"\S.*\S|\S", "|", english, flags=re.DOTALL), said) for english, said in pairs]
    assert [said for blanks, said in ends if re.sub(r"\S.*\S|\S", "|", said, flags=re.DOTALL) != blanks] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_what_a_reader_types(language):
    pairs = [pair for m in messages(language) for pair in forms(m)]
    assert [p for p in pairs if set(TYPED.findall(p[0])) != set(TYPED.findall(p[1]))] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_half_translated_by_a_machine(language):
    assert [m.id for m in messages(language) if m.fuzzy] == []
