"""Plain text: a line an opening, in several manners."""

import pytest

from foreign.reading import card_of, entries, imported, reported


@pytest.mark.parametrize(
    "line",
    [
        "1NT 15-17 bal", "1NT: 15-17 bal", "1N = 15-17 bal", "- 1NT = 15-17 bal", "* 1NT – 15-17 bal",
        "• 1 NT 15-17 bal",
        "1BA: 15-17 bal", "1 sang: 15-17 bal", "1SA → 15-17 bal", "  1nt. 15-17 bal", "1NT -> 15-17 bal",
    ],
)  # fmt: skip
def test_manners_of_a_line(line):
    assert card_of(line) == {"1N": "15-17 bal"}


@pytest.mark.parametrize(
    ("written", "call"),
    [
        ("1♣", "1C"), ("1!d", "1D"), ("1 hearts", "1H"), ("2 piky", "2S"), ("1 klöver", "1C"), ("1 hjärter", "1H"),
        ("1 srdce", "1H"), ("1 kára", "1D"), ("1 trefl", "1C"), ("1 kier", "1H"),
        ("Pass", "P"), ("pas", "P"), ("2s", "2S"), ("2M", "2M"),
        ("3m", "3m"), ("3X", "3X"),
    ],
)  # fmt: skip
def test_calls_in_several_languages(written, call):
    assert list(card_of(f"{written}: 11+")) == [call]


@pytest.mark.parametrize(
    ("written", "calls"),
    [("2H/2S", ["2H", "2S"]), ("2♥, 2♠", ["2H", "2S"]), ("3CDHS", ["3C", "3D", "3H", "3S"]), ("1♥ / 1♠", ["1H", "1S"])],
)
def test_several_calls_of_a_line(written, calls):
    assert list(card_of(f"{written}: 5-10")) == calls


@pytest.mark.parametrize(
    ("written", "head"),
    [
        ("1NT (nv)", "1N [nv]"), ("1NT [1st-2nd]", "1N [1st-2nd]"), ("1NT (3rd/4th seat)", "1N [3rd-4th]"),
        ("1NT (not vul)", "1N [nv]"), ("1NT [fav, 3rd]", "1N [3rd fav]"),
    ],
)  # fmt: skip
def test_places_behind_a_call(written, head):
    assert list(card_of(f"{written}: 12-14 bal\n1NT: 15-17 bal")) == [head, "1N"]


def test_brackets_that_name_no_place_are_words():
    assert card_of("1NT (14)15-17 bal") == {"1N": "(14)15-17 bal"}


def test_a_deeper_line_goes_on_with_the_words():
    done = imported("1N: 15-17\n    5+C\n1C: 16+")
    assert done.rows[0].row.words == "15-17 \\\\ 5+C"
    assert done.silent == 1


def test_a_deeper_line_with_a_call_is_an_answer_and_reported():
    done = imported("1N: 15-17 bal\n  2C Stayman\n  2D 5+H\n1C 16+")
    assert reported(done) == {
        2: "it stands deeper than 1N, as an answer to it; write it as 1N-2C",
        3: "it stands deeper than 1N, as an answer to it; write it as 1N-2D",
    }
    assert list(entries(done)) == ["1N", "1C"]


def test_sequences():
    assert list(card_of("1N 15-17 bal\n1N-2C: Stayman\n1C-(1S)-X: 7+\n(1H)-2H: 5-5 S+m")) == [
        "1N",
        "1N-2C",
        "1C-(1S)-X",
        "(1H)-2H",
    ]


@pytest.mark.parametrize("line", ["3C-3S: preempt", "2H-2S weak"])
def test_a_range_or_a_sequence_is_not_guessed(line):
    done = imported(f"1N: 15-17 bal\n{line}")
    assert "range of openings or a sequence" in reported(done)[2]


def test_headings_are_reported():
    assert reported(imported("# Our system\n1N: 15-17 bal\nmore later")) == {
        1: "no call stands at its beginning",
        3: "no call stands at its beginning",
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "Dear all,\nwe meet at 7.\n",
        "1. Introduction\n2. Rules\n",
        "12 o'clock\n1st of May\n3 spoons of sugar\n",
    ],
)
def test_other_texts_are_no_systems(text):
    done = imported(text)
    assert (done.format, [f.code for f in done.faults]) == (None, ["E501"])
