"""From rows to a card: what every format has in common."""

import pytest
from paths import ROOT

from foreign.reading import entries, import_sample, imported, questions, states
from syscheck.card import Call, Step, card_text, read_card
from syscheck.card.model import Unclear, walk
from syscheck.foreign import FORMATS, At, Format, Listed, Reported, Row, Sheet, Source, import_source
from syscheck.foreign.source import LONGEST_ROW
from syscheck.language import say

WITH_A_FAULT = {"circle.bml", "circle-answers.bml", "outside.bml", "endless.bml", "deklaration-trasig.json"}
FILES = sorted(p for p in (ROOT / "samples" / "foreign").iterdir() if p.is_file())
SAMPLES = [p for p in FILES if p.name not in WITH_A_FAULT]


def opening(call, words, line=1, **more):
    return Row(((Step(call),),), words, words, At(line), **more)


def from_rows(*rows, **more):
    """A card from rows of a made-up format."""
    form = Format("made-up", "made up", lambda _: True, lambda _: Sheet(rows, **more))
    return import_source(Source("x", b""), form)


NOTRUMP, HEART, DOUBLE = Call(1, "N"), Call(1, "H"), Call(0, "X")


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: p.name)
def test_every_line_of_a_sample_is_read_questioned_reported_or_silent(sample):
    done = import_sample(sample)
    assert done.card is not None
    texts = [done.source.text]
    texts += [(sample.parent / f).read_text(encoding="utf-8") for f in {r.at.file for r in done.rows} if f is not None]
    lines = [line for text in texts for line in text.split("\n") if line.strip()]
    # A line of JSON may have several rows, and a line that is pasted twice is two.
    assert len({(r.at.file, r.at.line) for r in done.rows}) + done.silent == len(lines)
    assert sum(done.counts.values()) == len(done.rows)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: p.name)
def test_the_card_of_a_sample_is_canonical_and_each_entry_knows_its_rows(sample):
    done = import_sample(sample)
    assert card_text(read_card(done.text)) == done.text
    assert len(done.entry_rows) == len(done.card.entries)
    for number, entry in enumerate(done.card.entries):
        for row in done.entry_rows[number]:
            assert str(entry.sequence[-1].call) in [str(c) for c in done.rows[row].calls]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: p.name)
def test_what_is_unclear_on_a_card_is_never_counted_as_read(sample):
    done = import_sample(sample)
    for number, entry in enumerate(done.card.entries):
        leaves = [leaf for b in entry.meaning.branches for t in b.terms for leaf in walk(t)]
        if any(isinstance(leaf, Unclear) for leaf in leaves):
            assert {done.rows[r].state for r in done.entry_rows[number]} == {"questioned"}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: p.name)
def test_the_original_stands_where_the_row_says(sample):
    done = import_sample(sample)
    for row in done.rows:
        text = done.source.text if row.at.file is None else (sample.parent / row.at.file).read_text(encoding="utf-8")
        lines = text.split("\n")
        first = row.row.original.split("\n")[0].split("\\")[0].strip()
        assert lines[row.at.line - 1][row.at.column - 1 :].startswith(first)


def test_facts_of_fields_stand_beside_the_words():
    assert entries(from_rows(opening(HEART, "11-15", facts=("5+H", "F1")))) == {"1H": "5+H, 11-15, F1"}


def test_a_fact_that_the_words_say_is_not_repeated():
    assert entries(from_rows(opening(HEART, "11-15, 6H", facts=("5+H",)))) == {"1H": "11-15, 6H"}


def test_a_fact_keeps_alternatives_apart():
    found = entries(from_rows(opening(HEART, "6H or 5S", facts=("11-15",))))
    assert found == {"1H": "11-15, 6H | 11-15, 5S"}


def test_forcing_says_nothing_beside_forcing_for_a_round():
    assert entries(from_rows(opening(HEART, "5+H, F1", facts=("F",)))) == {"1H": "5+H, F1"}


def test_no_words_are_a_question():
    done = from_rows(opening(HEART, ""))
    assert entries(done) == {"1H": 'unclear "nothing is said"'}
    assert "Which hands make the call 1H?" in questions(done)[1][0]


def test_no_words_beside_fields_are_none():
    assert entries(from_rows(opening(HEART, "", facts=("5+H", "11-15")))) == {"1H": "11-15, 5+H"}


def test_phrases_become_lists():
    done = from_rows(
        opening(NOTRUMP, "15-17 bal"), Listed("leads", '4th best; "small" [from] # x', "4th best", At(2, 3))
    )
    assert [p.text for p in done.card.phrases_of("leads")] == ["4th best", "”small” (from) x"]
    assert states(done) == ["read", "read"]


def test_a_phrase_of_nothing_is_reported():
    assert states(from_rows(opening(NOTRUMP, "15-17 bal"), Listed("leads", " ; ", ";", At(2)))) == ["read", "reported"]


def test_a_call_that_is_no_opening_is_reported():
    done = from_rows(opening(NOTRUMP, "15-17 bal"), opening(DOUBLE, "12+", 2))
    assert states(done) == ["read", "reported"]
    assert "X is not an opening" in str(done.rows[1].why)


def test_two_rows_that_say_the_same_are_one_entry_and_both_read():
    done = from_rows(opening(NOTRUMP, "15-17 bal"), opening(NOTRUMP, "15..17 bal", 2))
    assert states(done) == ["read", "read"]
    assert [len(rows) for rows in done.entry_rows] == [2]


def test_a_row_of_several_calls_is_several_entries():
    row = Row(((Step(Call(3, "C")),), (Step(Call(3, "D")),)), "5-9", "5-9", At(1))
    done = from_rows(row)
    assert list(entries(done)) == ["3C", "3D"]
    assert states(done) == ["read"]


def test_a_very_long_row_is_reported():
    done = from_rows(opening(NOTRUMP, "15-17 bal"), opening(HEART, "x" * (LONGEST_ROW + 1), 2))
    assert "longer than 20000 characters" in str(done.rows[1].why)


def test_names_with_anything_in_them_become_headers():
    done = from_rows(opening(NOTRUMP, "15-17 bal"), headers={"title": 'a  # "b"\n: c', "pair": "  "})
    assert done.card.header == {"title": "a # ”b” : c"}


def test_nothing_but_answers_is_no_card():
    done = from_rows(Row(((Step(NOTRUMP), Step(Call(2, "C"))),), "Stayman", "Stayman", At(1)))
    assert [f.code for f in done.faults] == ["E504"]
    assert states(done) == ["reported"]


def test_what_a_format_reports_stays_reported():
    done = from_rows(opening(NOTRUMP, "15-17 bal"), Reported("?", At(7, 2), say("it is odd")))
    assert (done.rows[1].at, str(done.rows[1].why)) == (At(7, 2), "it is odd")


def test_formats_have_names_of_their_own():
    assert len({f.name for f in FORMATS}) == len(FORMATS)


def test_the_card_says_where_it_is_from():
    assert imported("1N 15-17 bal", file="/a/b/our system.txt").text.startswith(
        "# Made by syscheck import from our system.txt (plain text)\n"
    )
