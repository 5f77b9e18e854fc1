"""One language at a time, numbers and lists as it writes them, and where the language comes from."""

import datetime
import os
import subprocess
import sys

import pytest

from syscheck import language as spoken_languages
from syscheck.language import (
    compiled,
    count,
    date_text,
    decimal,
    environment_language,
    listed,
    number,
    quoted,
    say,
    speaking,
    spoken,
    whole,
)

NO_BREAK = "\N{NO-BREAK SPACE}"


def test_english_is_spoken_if_nothing_is_said():
    assert spoken() == "en"


def test_languages_nest():
    with speaking("sk"):
        with speaking("sv"):
            assert spoken() == "sv"
        assert spoken() == "sk"
    assert spoken() == "en"


def test_a_language_ends_with_an_error_too():
    with pytest.raises(KeyError), speaking("cs"):
        raise KeyError
    assert spoken() == "en"


def test_a_language_that_is_none_of_ours_is_refused():
    with pytest.raises(ValueError, match="de"), speaking("de"):
        pass


def test_a_sentence_is_translated_when_it_is_shown():
    sentence = say("cannot tell")
    with speaking("sk"):
        assert str(sentence) == "nedá sa určiť"
    assert str(sentence) == "cannot tell"


def test_a_value_that_is_a_sentence_is_translated_as_well():
    sentence = say("{file}: {word}", file="a", word=say("met"))
    with speaking("sv"):
        assert str(sentence) == "a: uppfyllt"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["1 dot", "2 dots", "5 dots"]),
        ("sk", ["1 bodka", "2 bodky", "5 bodiek"]),
        ("cs", ["1 tečka", "2 tečky", "5 teček"]),
        ("sv", ["1 prick", "2 prickar", "5 prickar"]),
    ],
)
def test_a_number_chooses_the_form(language, said):
    with speaking(language):
        assert [str(count("{n} dot", "{n} dots", n)) for n in (1, 2, 5)] == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["6.7", "0.45", "80", "1,234.5", "635,013,559,600", "♥, ♦ and ♣", "“x”", "2008-01-25"]),
        ("sk", ["6,7", "0,45", "80", "1_234,5", "635_013_559_600", "♥, ♦ a ♣", "„x“", "25. januára 2008"]),
        ("cs", ["6,7", "0,45", "80", "1_234,5", "635_013_559_600", "♥, ♦ a_♣", "„x“", "25. ledna 2008"]),
        ("sv", ["6,7", "0,45", "80", "1_234,5", "635_013_559_600", "♥, ♦ och ♣", "”x”", "25 januari 2008"]),
    ],
)
def test_numbers_lists_and_dates_are_written_as_the_language_does(language, said):
    with speaking(language):
        written = [
            number(6.7),
            decimal(0.4499, 2),
            number(80.0),
            number(1234.5),
            whole(635_013_559_600),
            listed("♥♦♣"),
            str(quoted("x")),
            date_text(datetime.date(2008, 1, 25)),
        ]
    assert [text.replace(NO_BREAK, "_") for text in written] == said


def test_short_lists_have_no_comma():
    assert [listed([]), listed(["a"]), listed(["a", "b"])] == ["", "a", "a and b"]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "sk_SK.UTF-8"}, "sk"),
        ({"LANG": "sk_SK.UTF-8", "LC_MESSAGES": "cs_CZ.UTF-8"}, "cs"),
        ({"LANG": "sk_SK.UTF-8", "LC_MESSAGES": "cs_CZ", "LC_ALL": "sv"}, "sv"),
        ({"LANG": "sk_SK.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "sv-SE"}, "sv"),
    ],
)
def test_the_environment_names_the_language(monkeypatch, environment, language):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert environment_language() == language


# ---- which file is read --------------------------------------------------------------------------------------------

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "met"\nmsgstr "{}"\n'


@pytest.fixture
def slovak(tmp_path, monkeypatch):
    """The Slovak catalogue in a folder of its own."""
    monkeypatch.setattr(spoken_languages, "CATALOGUES", tmp_path)
    source = spoken_languages.source_of("sk")
    source.parent.mkdir(parents=True)
    spoken_languages._catalogue.cache_clear()
    yield source
    spoken_languages._catalogue.cache_clear()


def in_slovak():
    with speaking("sk"):
        return str(say("met"))


def test_a_checkout_needs_no_compiled_catalogue(slovak):
    slovak.write_text(PO.format("zdroj"))
    assert in_slovak() == "zdroj"


def test_a_compiled_catalogue_is_read_where_it_is_fresh(slovak):
    slovak.write_text(PO.format("hotové"))
    slovak.with_suffix(".mo").write_bytes(compiled(slovak))
    slovak.write_text(PO.format("zdroj"))
    os.utime(slovak, (0, 0))
    assert in_slovak() == "hotové"


def test_a_compiled_catalogue_that_is_older_than_its_source_is_left_aside(slovak):
    slovak.write_text(PO.format("hotové"))
    slovak.with_suffix(".mo").write_bytes(compiled(slovak))
    slovak.write_text(PO.format("zdroj"))
    os.utime(slovak.with_suffix(".mo"), (0, 0))
    assert in_slovak() == "zdroj"


def test_an_install_has_the_compiled_catalogue_alone(slovak):
    slovak.write_text(PO.format("hotové"))
    slovak.with_suffix(".mo").write_bytes(compiled(slovak))
    slovak.unlink()
    assert in_slovak() == "hotové"


def test_without_any_catalogue_english_is_spoken(slovak):
    assert in_slovak() == "met"


def test_plural_forms_that_are_not_translated_stay_english(slovak):
    head = PO.partition('\nmsgid "met"')[0].replace("utf-8\\n", "utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n")
    slovak.write_text(head + '\nmsgid "{n} dot"\nmsgid_plural "{n} dots"\nmsgstr[0] ""\nmsgstr[1] ""\n')
    with speaking("sk"):
        assert str(count("{n} dot", "{n} dots", 2)) == "2 dots"


def test_english_starts_without_babel(card):
    path = card("[openings]\n1N : 15-17 bal\n")
    code = f"import sys; from syscheck.cli import run; run(['check', {str(path)!r}]); sys.exit('babel' in sys.modules)"
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=environment).returncode == 0
    )
