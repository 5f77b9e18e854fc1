"""Files that are no cards, too large, or made to hurt: one clear fault each, and soon."""

from contextlib import suppress
from itertools import combinations

import pytest

from syscheck.card import FaultyCard, read_bytes, read_card
from syscheck.card.reader import LONGEST_ENTRY
from syscheck.system import read_system

from .hostile import BEFORE, SHAPES, hostile
from .reading import code_of_bytes, codes, faults_of

MIB = 1 << 20


def many_entries(count: int) -> str:
    calls = [f"{level}{strain}" for level in range(2, 8) for strain in "CDHSN"]
    sequences = (f"1{first}-{'-'.join(rest)}" for first in "CDHSN" for rest in combinations(calls, 3))
    entries = (f"{sequence} : 8+, 5+H" for sequence, _ in zip(sequences, range(count - 1), strict=False))
    return "[openings]\n1C : 16+\n[continuations]\n" + "\n".join(entries) + "\n"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "E104"),
        (b"\n\n", "E104"),
        (b"\xef\xbb\xbf", "E104"),
        (b"[openings]\n", "E104"),
        (b"[openings]\n1\xe9 : 16+\n", "E102"),
        (b"\xff\xfe[\x00o\x00", "E102"),
        (b"(" * MIB, "E107"),
        (b"[" * MIB, "E107"),
        (b"x" * MIB, "E107"),
        (b"x" * (MIB + 1), "E103"),
        (b"[openings]\n1C : " + b"(" * (MIB - 20), "E107"),
        (b"[openings]\n1C : " + b"(" * 40_000, "E210"),
        (b"[openings]\n1C : " + b"[" * 40_000, "E202"),
        (b"[openings]\n1C : 16\x00+\n", "E106"),
    ],
)
def test_one_clear_fault(data, code):
    assert code in code_of_bytes(data)
    assert len(code_of_bytes(data)) <= 2


def test_the_place_of_a_byte_that_is_not_text():
    with pytest.raises(FaultyCard) as caught:
        read_bytes("[openings]\n1♥ : ".encode() + b"\xe9")
    assert caught.value.faults[0].span == (16, 17)


def test_ten_thousand_entries_and_no_more():
    assert len(read_system(many_entries(10_000)).card.entries) == 10_000
    assert faults_of(many_entries(10_001)) == ["10003:1-1 E105"]


def test_a_mebibyte_of_headers_and_comments_is_a_card():
    text = "# a comment line\n" * 50_000 + "[openings]\n1C : 16+\n"
    assert len(read_card(text).entries) == 1


@pytest.mark.parametrize(
    "text",
    [
        "[openings]\r\n1C : 16+\r\n",
        "﻿[openings]\n\t1C\t:\t16+\n",
        "[openings]\n1C : 16+",
        "[openings]\n1C : 16+\n   ",
        "[openings]\n1C : 16+\n   # end",
        "[openings]\n1C : 16+ \t \n\n\n",
    ],
)
def test_odd_but_sound(text):
    assert faults_of(text) == []


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("before", BEFORE)
def test_a_text_made_to_hurt_is_read_or_refused(shape, before):
    with suppress(FaultyCard):
        read_system(hostile(shape, before, 6_400))


@pytest.mark.parametrize(
    "line", ["1C : foo, 5 H\n", "(\n", "[a\n", "1C\n", '"\n', "1C-1D : (\n", "a: b\n", "1C : 5+\n    | 17-12\n"]
)
def test_many_short_faulty_lines(line):
    assert faults_of("[openings]\n" + line * (60_000 // len(line)))
    assert faults_of(line * (60_000 // len(line)))


def test_the_longest_entry():
    note = '"' + "x" * (LONGEST_ENTRY - 20) + '"'
    assert codes(f"16+ {note}") == []
    assert codes("16+ " + " " * LONGEST_ENTRY + "5+H") == ["E107"]


def test_numbers_of_many_digits():
    for text in (
        "9" * 30_000,
        "9" * 5_000 + "H",
        "4" * 5_000 + "=x=x=x",
        "9" * 5_000 + "-12",
        "rule of " + "9" * 5_000,
    ):
        assert len(codes(text)) == 1
