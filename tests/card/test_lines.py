"""Section 1 and 2 of the language: lines, sections, comments, calls."""

import pytest

from syscheck.card import Card, FaultyCard, card_text, meaning_text, read_bytes, read_card
from syscheck.card.calls import sequence_text

from .reading import faults_of, openings

WHOLE = """\
# Precision as an example
title: Precision with Multi
pair: Table 7
language: en                       # en sk cs sv

[define]
nt-shape = bal, no 5M

[openings]
P                 : 0-10
1C                : 16+                                    , F1 ART
1N [nv]           : 12-14, nt-shape
1N [vul]          : 13-15, nt-shape
2C                : 11-15, 6+C or 5C 4M
2D                : 3-9, 6M                                , ART  "Multi"
3X                : 5-9, 7+X  PRE
3N                : gambling

[continuations]
1N-2C             : Stayman
2D-2N             : GF, asks strength, asks shape

[defence]
(1H)-2H           : 8+, 5+S 5+m
(1N)-X            : 15+

[conventions]
Blackwood, negative doubles

[leads]
top of sequence, 4th best

[signals]
high encourages
"""


def sequences(card: Card) -> list[str]:
    return [sequence_text(e.sequence) for e in card.entries if e.section != "openings"]


def test_a_whole_card():
    card = read_card(WHOLE)
    assert card.header == {"title": "Precision with Multi", "pair": "Table 7", "language": "en"}
    assert card.sections == ("define", "openings", "continuations", "defence", "conventions", "leads", "signals")
    assert [d.name for d in card.definitions] == ["nt-shape"]
    assert openings(WHOLE)[:4] == [
        "P: 0-10",
        "1C: 16+, F1 ART",
        "1N [nv]: 12-14, nt-shape",
        "1N [vul]: 13-15, nt-shape",
    ]
    assert sequences(card) == ["1N-2C", "2D-2N", "(1H)-2H", "(1N)-X"]
    assert [p.name for p in card.phrases] == [
        *("Blackwood", "negative doubles", "top of sequence", "4th best from an honour", "high encourages")
    ]


def test_a_card_is_its_canonical_copy():
    card = read_card(WHOLE)
    assert read_card(card_text(card)) == card
    assert card_text(read_card(card_text(card))) == card_text(card)


@pytest.mark.parametrize(
    ("comment", "rest"),
    [
        ("# at the start", ""),
        ("   # after blanks at the start", ""),
        ("1C : 16+  # after two blanks", "1C: 16+"),
        ("1C : 16+\t# after a tab", "1C: 16+"),
        ('1C : 16+ "note  # stays"', '1C: 16+ "note  # stays"'),
        ('1C : 16+ "note"  # goes "too"', '1C: 16+ "note"'),
    ],
)
def test_comments(comment, rest):
    assert openings(f"[openings]\n{comment}\nP : 0-10\n") == [*([rest] if rest else []), "P: 0-10"]


def test_a_comment_needs_two_blanks():
    assert faults_of("[openings]\n1C : 16+ # one\n") == ["2:10-11 E124"]


@pytest.mark.parametrize(
    "text",
    [
        "[openings]\n1D : 11-15,\n  4+D\n  | 20+\n",
        "[openings]\n1D : 11-15,  # comment\n\n# another\n  4+D   # third\n      | 20+\n",
        "   [openings]\n   1D : 11-15,\n     4+D\n    | 20+\n",
        "[openings]\n\t1D : 11-15,\n\t\t4+D | 20+\n",
    ],
)
def test_a_deeper_line_continues_its_entry(text):
    assert openings(text) == ["1D: 11-15, 4+D | 20+"]


def test_a_line_that_is_not_deeper_is_an_entry_of_its_own():
    assert openings("[openings]\n  1C : 16+\n  1D : 11-15\n 1H : 5+H\n") == ["1C: 16+", "1D: 11-15", "1H: 5+H"]


def test_a_deeper_line_after_a_header_or_a_section_continues_nothing():
    card = read_card("title: A\n  pair: B\n[openings]\n    1C : 16+\n")
    assert card.header == {"title": "A", "pair": "B"}


@pytest.mark.parametrize(
    ("written", "call"),
    [
        *(("P", "P"), ("pass", "P"), ("PASS", "P"), ("1c", "1C"), ("1♥", "1H"), ("2♠", "2S"), ("1NT", "1N")),
        *(("1nt", "1N"), ("7N", "7N"), ("2M", "2M"), ("3m", "3m"), ("3X", "3X"), ("3x", "3X"), ("1 NT", "1N")),
    ],
)
def test_calls(written, call):
    assert openings(f"[openings]\n{written} : 5+ hcp\n") == [f"{call}: 5+ hcp"]


@pytest.mark.parametrize(
    ("written", "sequence"),
    [
        *(("1N-2C", "1N-2C"), ("1nt - 2c", "1N-2C"), ("1C-(1S)-X", "1C-(1S)-X"), ("1M-2M", "1M-2M")),
        *(("1N-(X)-XX", "1N-(X)-XX"), ("1H-(x)-2N", "1H-(X)-2N"), ("1C-(P)-1D-(pass)-1H", "1C-1D-1H")),
    ],
)
def test_sequences(written, sequence):
    """Opponents' passes are left out; where they are written they go."""
    text = f"[openings]\n1C : 16+\n[continuations]\n{written} : 5+ hcp\n"
    assert sequences(read_card(text)) == [sequence]


@pytest.mark.parametrize("written", ["(1H)-2H", "(1N)-X", "(2M)-X", "(1H)-P-(2H)-X", "(1m)-1N"])
def test_sequences_of_the_defence(written):
    assert sequences(read_card(f"[openings]\n1C : 16+\n[defence]\n{written} : 15+\n")) == [written]


@pytest.mark.parametrize(
    ("where", "canonical"),
    [
        *(("nv", "nv"), ("vul", "vul"), ("fav", "fav"), ("unfav", "unfav"), ("none", "none"), ("both", "both")),
        *(("1st", "1st"), ("1st-3rd", "1st-3rd"), ("1st 2nd", "1st-2nd"), ("1st 3rd", "1st 3rd")),
        *(("vul 4th", "4th vul"), ("1st-2nd nv", "1st-2nd nv"), ("none fav", "nv"), ("NV, 1ST", "1st nv")),
        *(("nv vul", "1st-4th"), ("fav unfav both", "fav unfav both")),
    ],
)
def test_where(where, canonical):
    [entry] = read_card(f"[openings]\n1N [{where}] : 12-14 bal\n").entries
    written = card_text(read_card(f"[openings]\n1N [{where}] : 12-14 bal\n"))
    assert read_card(written).entries == (entry,)
    if canonical != "fav unfav both":
        assert f"[{canonical}]" in written


@pytest.mark.parametrize("text", ["﻿[openings]\n1C : 16+\n", "[openings]\r\n1C : 16+\r\n", "[openings]\r1C : 16+\r"])
def test_line_ends_and_byte_order_marks(text):
    assert openings(text) == ["1C: 16+"]
    assert read_bytes(text.encode()) == read_card("[openings]\n1C : 16+")


def test_look_alikes_of_word_processors():
    assert openings("[openings]\n1♡ : 11−15,\u00a05+♥️\n") == ["1H: 11-15, 5+H"]


def test_section_names_in_any_case():
    assert openings("[ Openings ]\n1C : 16+\n") == ["1C: 16+"]


def test_phrases_that_nobody_knows_are_kept():
    card = read_card('[openings]\n1C : 16+\n[leads]\nour  own\tway, 4th best "from five", "a note"\n')
    assert [(p.text, p.name, p.note) for p in card.phrases] == [
        ("our own way", None, None),
        ("4th best", "4th best from an honour", "from five"),
        ("", None, "a note"),
    ]


def test_a_phrase_list_goes_on_in_a_deeper_line():
    card = read_card("[openings]\n1C : 16+\n[conventions]\nBlackwood,\n   RKCB 1430\nGerber\n")
    assert [p.name for p in card.phrases] == ["Blackwood", "Roman key card Blackwood", "Gerber"]


def test_definitions_are_inserted_as_if_in_parentheses():
    card = read_card("[define]\na-b = 6+C or 5C 4M\n[openings]\n1C : 11-15, a-b\n")
    assert meaning_text(card.entries[0].meaning) == "11-15, a-b"
    assert openings("[define]\na-b = 5+C | 5+D\nc-d = a-b, 4+H\n[openings]\n1C : c-d\n") == ["1C: c-d"]


def test_a_name_says_the_other_major_of_whatever_call():
    assert faults_of("[define]\nother-major = 4+oM\n[openings]\n2M : 4-9, other-major\n1D : 5M, other-major\n") == []
    assert faults_of("[define]\nother-major = 4+oM\n[openings]\n1D : 12+, other-major\n") == ["4:6-22 E224"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("titel: A\n[openings]\n1C : 16+\n", ["1:1-6 E110"]),
        ("title: A\ntitle: B\n[openings]\n1C : 16+\n", ["2:1-6 E111"]),
        ("[openings]\n1C : 16+\ntitle: A\n", ["3:1-6 E112"]),
        ("title:\n[openings]\n1C : 16+\n", ["1:1-6 E113"]),
        ("language: de\n[openings]\n1C : 16+\n", ["1:11-13 E114"]),
        ("date: tomorrow\n[openings]\n1C : 16+\n", ["1:7-15 E115"]),
        ("[opening]\n1C : foo\n", ["1:1-10 E120", "2:6-9 E201"]),
        ("[bids]\nwhat ever\n[openings]\n1C : 16+\n", ["1:1-7 E120"]),
        ("[openings]\n1C : 16+\n[openings]\n1D : 5\n", ["3:1-11 E121", "4:6-7 E211"]),
        ("1C : 16+\n1D : 5\n[openings]\n1H : 11+\n", ["1:1-9 E122", "2:6-7 E211"]),
        ("P : 0-10\n[openings]\n1H : 11+\n", ["1:1-9 E122"]),
        ("hello\n[openings]\n1H : 11+\n", ["1:1-6 E123"]),
        ("[openings]\n1C : 16+\nhello\n", ["3:1-6 E123"]),
        ("[openings]\n: 16+\n", ["2:1-6 E123"]),
        ("[openings\n1H : 11+\n", ["1:1-10 E125", "2:1-9 E122"]),
        ("[openings]\n1H [nv : 11+\n", ["2:4-13 E125"]),
        ("[openings]\n8C : 16+\n", ["2:1-3 E130"]),
        ("[openings]\n1C 16+\n", ["2:1-3 E131"]),
        ("[openings]\n1C :\n", ["2:4-5 E132"]),
        ("[openings]\n1C [5th] : 16+\n", ["2:5-8 E133"]),
        ("[openings]\n1C [] : 16+\n", ["2:4-6 E134"]),
        ("[openings]\n1C-1D : 16+\n", ["2:1-6 E135"]),
        ("[openings]\n(1C) : 16+\n", ["2:1-5 E135"]),
        ("[openings]\nX : 16+\n", ["2:1-2 E140"]),
        ("[openings]\n1C [nv] [1st] : 16+\n", ["2:9-14 E143"]),
        ("[openings]\n1C [3rd-1st] : 16+\n", ["2:5-12 E142"]),
        ("[openings]\n1C : 16+\n[continuations]\n1N : 15+\n", ["4:1-3 E136"]),
        ("[openings]\n1C : 16+\n[defence]\n1N-X : 15+\n", ["4:1-5 E137"]),
        ("[openings]\n1C : 16+\n[continuations]\n1N-1H : 15+\n", ["4:1-6 E138"]),
        ("[openings]\n1C : 16+\n[continuations]\n1N--2C : 15+\n", ["4:4-5 E141"]),
        ("[define]\nshape = bal\n[openings]\n1C : 16+\n", ["2:1-6 E150"]),
        ("[define]\ntwo-way = bal\n[openings]\n1C : 16+\n", ["2:1-8 E153"]),
        ("[define]\nc-d = a-b\na-b = bal\n[openings]\n1C : 16+\n", ["2:7-10 E151"]),
        ("[define]\na-b = bal\na-b = 5+H\n[openings]\n1C : 16+\n", ["3:1-4 E152"]),
        ("[define]\na-b bal\n[openings]\n1C : 16+\n", ["2:1-8 E154"]),
        ("[openings]\n1C : 16+\n[leads]\nlow, , high\n", ["4:6-7 E206"]),
        ('[openings]\n1C : 16+\n[leads]\nlow "open\n', ["4:5-6 E203"]),
        ("[leads]\n4th best\n", ["3:1-1 E104"]),
    ],
)
def test_faulty_lines(text, found):
    assert faults_of(text) == found


def test_every_fault_is_told_in_one_run():
    text = """\
titel: A
[define]
a-b = 5
[openings]
1C : 16+, foo, 5+ H
1D : 17-12
1H : a-b
1S 5+S
1N [5th] : 15-17 bal
2C : 8+C 7+D | 5+
2C [nv] : 11-15 hearts
2D : 6+D | 17-12 | 8+C 7+D
[continuations]
1C-1D : 17-12
"""
    assert [f.split(":", 1)[0] + " " + f[-4:] for f in faults_of(text)] == [
        *("1 E110", "3 E211", "5 E201", "5 E213", "6 E301", "8 E131", "9 E133", "10 E212", "11 E214"),
        *("12 E302", "12 E302", "14 E301"),
    ]


def test_a_faulty_card_keeps_what_could_be_read():
    with pytest.raises(FaultyCard) as caught:
        read_card("title: A\n[openings]\n1C : 16+\n1D : foo\n")
    assert caught.value.partial is not None
    assert [len(e.meaning.branches) for e in caught.value.partial.entries] == [1, 0]
