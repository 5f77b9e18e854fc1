"""Nothing that people may paste stops the reading, and what it reads is always text of the card language."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freetext.measure import labelled
from syscheck.card import parse_call
from syscheck.freetext import read_free_text
from syscheck.system import meaning_hands

WORDS = sorted({word for row in labelled() for word in row.text.split()})
SIGNS = [
    *"()[]!,;:.|/+-*~<>=#\"'&",
    "\\\\",
    "a)",
    "(b)",
    "5-5",
    "(14)15",
    "17(18)-19",
    "4432",
    "54(31)",
    "&hearts;",
    "\n",
]
CALLS = [parse_call(c) for c in ("P", "1C", "1H", "1N", "2M", "2m", "3X", "3N", "4D", "X")]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([*WORDS, *SIGNS]), st.sampled_from([" ", " ", ""])), max_size=18),
    st.sampled_from([*CALLS, None]),
)
def test_any_mixture_of_words_is_read(pieces, call):
    text = "".join(a + b for a, b in pieces)
    found = read_free_text(text, call)
    again = meaning_hands(found.text, call)
    assert (again.certain, again.possible) == (found.hands.certain, found.hands.possible)
    for words in (*found.unread, *found.unclear, *found.places):
        assert 0 <= words.span[0] <= words.span[1] <= len(text)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_any_characters_are_read(text):
    assert read_free_text(text, parse_call("1H")).text


UNITS = ["(", "((5H)", "5H or ", "a) 5H ", "5-", "no ", "usually ", "not (", "5+M 4+m or ", "&", "<", "12-14 bal; "]
UNITS += ["if bal, ", "5H/", "4432 ", "(4)", "|", "\\\\", "1.", "na 1 ", "!h", "either ", "5+", "AKQx", "word "]


@pytest.mark.parametrize("unit", UNITS)
def test_long_texts_are_read_in_time(unit):
    start = time.perf_counter()
    assert read_free_text((unit * 40_000)[:40_000], parse_call("1H")).text
    assert time.perf_counter() - start < 20  # a second or so; a machine may be busy


def test_what_is_behind_the_longest_text_is_a_question():
    found = read_free_text("11-15, 5+!h" + " " * 3000 + "or any 20+", parse_call("1H"))
    assert found.questions
