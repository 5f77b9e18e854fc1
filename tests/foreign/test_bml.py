"""BML: text in, card out."""

import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import ROOT

from syscheck.foreign import Source, format_of, import_source, read_source
from syscheck.foreign.bml import FORMAT, detects, rows
from syscheck.foreign.bml_calls import read_bid, read_head
from syscheck.foreign.doors import check_any
from syscheck.foreign.importing import QUESTIONED, READ, REPORTED
from syscheck.foreign.rows import Reported
from syscheck.foreign.words import read_freely

SAMPLES = ROOT / "samples" / "foreign"


def bml(text, folder=None):
    """A BML file, imported."""
    return import_source(Source("ours.bml", text.encode(), folder), FORMAT, read_freely)


def entries(text, folder=None):
    """The entries of the card that a BML file becomes, without notes."""
    found = {}
    imported = bml(text, folder)
    assert imported.card is not None, imported.faults
    for row in imported.rows:
        for head, meaning in row.readings:
            found[head] = meaning.partition(', "')[0]
    return found


def told(text):
    """What is reported of a BML file: line and reason."""
    return [(r.at.line, str(r.why)) for r in bml(text).rows if r.state == REPORTED]


def faults(text, folder=None):
    """The codes of the faults of a BML file, with the text that they point to."""
    imported = bml(text, folder)
    assert imported.card is None
    return [(f.code, imported.source.text[slice(*f.span)]) for f in imported.faults]


# ---- calls ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("1C", (1, "C")),
        ("1NT", (1, "N")),
        ("2!h", (2, "H")),
        ("3♠", (3, "S")),
        ("1HS", (1, "HS")),
        ("3CDHS", (3, "CDHS")),
        ("1red", (1, "DH")),
        ("2black", (2, "CS")),
    ],
)
def test_a_bid_may_name_several_strains(word, written):
    bid = read_bid(word)
    assert (bid.level, bid.strains) == written


def test_small_m_is_a_minor_and_capital_m_a_major():
    assert read_bid("1m").variable == "m"
    assert read_bid("1M").variable == "M"
    assert read_bid("2oM").variable == "oM"
    assert read_bid("3x").variable == "X"


@pytest.mark.parametrize("word", ["D", "X", "Dbl", "(D)"])
def test_a_double_is_written_in_several_ways(word):
    assert read_bid(word).spoken == "X"


@pytest.mark.parametrize("word", ["12-14", "5-5", "3rd", "8C", "1Q", "1", "-", "P5", "(1C", "1-2", "2over1"])
def test_other_words_are_no_calls(word):
    assert read_head(word) is None


def test_a_history_ends_in_a_dash_or_a_semicolon():
    assert [read_head(w).base for w in ("1N-2C;", "(1N)---", "1C-(1H)-", "1N-2C")] == [True, True, True, False]


def test_a_mark_behind_the_call_says_that_it_is_artificial():
    assert read_bid("1C!").alert
    assert read_bid("2!h").alert is False


# ---- tables ---------------------------------------------------------------------------------------------------------


def test_rows_are_openings_and_what_stands_deeper_answers_them():
    assert entries("1C  16+, 2+!c\n  1D  0-7 any\n    1H  4+!h\n1H = 11-15, 5+!h\n") == {
        "1C": "16+, 2+C",
        "1H": "11-15, 5+H",
        "1C-1D": "0-7, any",
        "1C-1D-1H": "4+H",
    }


@pytest.mark.parametrize("step", [2, 3, 4, 6, 8])
def test_any_indentation_that_is_kept_to_is_read(step):
    text = (
        "#BIDTABLE\n1C  16+, 2+!c\n" + " " * step + "1D  0-7, 3+!d\n" + " " * 2 * step + "1H  4+!h\n1H  11-15, 5+!h\n"
    )
    if step == 3:  # nobody indents by three, and BML goes on with the words above where these begin
        text = text.replace("1C  ", "1C    ").replace("1D  ", "1D    ")
    assert list(entries(text)) == ["1C", "1C-1D", "1C-1D-1H", "1H"]


def test_an_answer_in_the_column_of_the_words_is_an_answer_and_that_is_said():
    imported = bml("1C  16+, 2+!c\n    1D  0-7, 3+!d\n1H  11-15, 5+!h\n")
    assert [head for row in imported.rows for head, _ in row.readings] == ["1C", "1C-1D", "1H"]
    assert "begins in the column of the words above" in str(imported.remarks[0])


def test_a_line_in_the_column_of_the_words_goes_on_with_them():
    found = bml("1C  12+, 3+!c\n  1D  6+!d\n1D  11-15,\n    4+!d\n")
    assert [row.row.original for row in found.rows][-1] == "1D  11-15,\n4+!d"
    assert found.rows[-1].readings[0][1].startswith("11-15, 4+D")


def test_where_answers_stand_two_deeper_a_call_in_that_column_is_a_word():
    found = bml("1C  12+, 3+!c\n  1D  6+!d\n1H  11-15,\n    5H or more\n1S  11-15, 5+!s\n")
    assert [row.row.original for row in found.rows][2] == "1H  11-15,\n5H or more"


def test_a_row_between_two_indentations_is_asked_about():
    [_, _, between] = bml("1C  16+, 2+!c\n      1D  0-7, 3+!d\n   1H  8+, 5+!h\n").rows
    assert between.state == QUESTIONED
    assert "Its indentation is that of no row above it" in str(between.questions[0])


def test_the_row_below_a_history_answers_it():
    assert entries("1N-2C;\n2D  no 4M\n2H  4!h\n\n1N  15-17 bal\n")["1N-2C-2D"] == "no 4M"


def test_calls_in_parentheses_are_the_opponents_and_their_passes_are_put_in():
    text = "1C  12+, 3+!c\n\n(1N)---\nD  15+, any\n2C  5-4 majors\n  (D)\n    R  any\n  (P)\n    2D  any\n"
    text += "\n1C-(1H)-\n1S  5+!s\n"
    assert list(entries(text))[1:] == ["(1N)-X", "(1N)-2C", "(1N)-2C-(X)-XX", "(1N)-2C-2D", "1C-(1H)-1S"]


def test_a_history_with_leading_passes_names_the_seat():
    text = "1S  11-15, 5+!s\n\nP-(P)-1S;\n2C  4+!s\n"
    assert "1S-2C [3rd]" in entries(text)


def test_a_history_without_its_mark_is_not_guessed():
    [_, why] = told("1N  15-17 bal\n\n1N-2C\n2D  no 4M\n")
    assert why == (4, "line 3 has a sequence without - or ; at its end, so this may be an answer to it or an opening")


def test_a_table_that_begins_with_pass_is_read_and_bml_is_warned_of():
    imported = bml("P   0-10, any\n1C  16+, 2+!c\n")
    assert imported.rows[0].readings == (("P", "0-10, any"),)
    assert "#BIDTABLE" in str(imported.remarks[0])


def test_a_sentence_that_begins_with_p_is_text():
    assert told("P is for Pass.\n\n1C  16+, 2+!c\n")[0][0] == 1


def test_text_that_begins_with_a_call_is_text():
    text = "1C opens\nevery strong hand\nof the system.\n\n1C  16+, 2+!c\n"
    assert told(text) == [(1, "it is text between the tables; if it says something of a call, write it on the card")]


def test_a_row_in_a_paragraph_of_text_is_told_by_itself():
    assert [line for line, _ in told("Our openings:\n1C  16+\n1D  11-15\n\n1H  11-15, 5+!h\n")] == [1, 2, 3]


def test_lists_diagrams_and_auctions_are_reported():
    text = "- a\n- b\n\n1. one\n2. two\n\n1C P 1H P\n1N\n\n| a | b |\n\nN AK2 Q32 432 5432\nE 2 3 4 5\nS 2 3 4 5\n"
    text += "\n1C  16+, 2+!c\n"
    assert [line for line, _ in told(text)] == [1, 4, 7, 10, 12]


def test_a_heading_may_stand_right_above_a_table():
    assert list(entries("* Openings\n1C  16+, 2+!c\n1H  11-15, 5+!h\n")) == ["1C", "1H"]


# ---- variables ------------------------------------------------------------------------------------------------------


def test_a_variable_keeps_its_letter_on_the_card():
    assert entries("2M  6-10, 5=#, 4+m\n3X  5-9, 7+#\n1m  12+, 3+#\n") == {
        "1m": "12+, 3+m",
        "2M": "6-10, 5M, 4+m",
        "3X": "5-9, 7+X",
    }


def test_a_variable_means_the_suits_that_are_left():
    found = entries("2C  22+, any\n2X  6-10, 6+#\n2M  6-10, 5!s\n")
    assert found["2C"] == "22+, any"
    assert (found["2D"], found["2H"], found["2S"]) == ("6-10, 6+D", "6-10, 6+H", "6-10, 6+S")


def test_of_two_rows_for_a_call_the_first_counts():
    [(line, why)] = told("1C  16+, 2+!c\n\n1C  12+, 3+!c\n")
    assert (line, why) == (3, "line 1 says something else of 1C in the same place, and in BML the first one counts")


def test_a_call_written_out_behind_a_variable_is_asked_about():
    states = [row.state for row in bml("2X  6-10, 6+#\n2C  22+, any\n1C  12+, 3+!c\n").rows]
    assert QUESTIONED in states
    assert REPORTED not in states


def test_a_bound_variable_is_the_same_suit_in_the_answers():
    found = entries("1M  11-15, 5+#\n  2oM  5+oM\n  3M  4+M\n  2N  4+#\n")
    assert found["1H-2S"] == "5+S"
    assert found["1S-2H"] == "5+H"
    assert found["1S-3S"] == "4+S"
    assert found["1H-2N"] == "4+H"


def test_x_y_and_z_are_suits_that_were_not_bid():
    found = entries("1C  12+, 3+!c\n  1X  4+#\n    2Y  4+#\n")
    assert [h for h in found if h.count("-") == 1] == ["1C-1D", "1C-1H", "1C-1S"]
    assert "1C-1D-2H" in found
    assert "1C-1H-2D" not in found
    assert "1C-1H-2C" not in found


def test_steps_are_counted_from_the_last_bid():
    found = entries("1C  16+, 2+!c\n  1D  0-7, any\n    1step  any\n    3steps  15-17 bal\n")
    assert {"1C-1D-1H", "1C-1D-1N"} <= found.keys()


def test_the_other_suit_of_nothing_is_reported():
    assert told("1C  12+, 3+!c\n  2oM  5+oM\n") == [(2, "oM is the other suit, but nothing before it says of which")]


def test_a_row_of_too_many_auctions_is_reported():
    text = "1X  12+, 4+#\n  2Y  4+!c\n    3CDHS  4+!c\n      4CDHS  any\n        5CDHS  any\n"
    assert any("more than 64 auctions" in why for _, why in told(text))


# ---- words ----------------------------------------------------------------------------------------------------------


def test_the_alert_mark_before_the_words_says_that_the_call_is_artificial():
    found = entries("1C  !16+\n1D  !d is not promised, 11-15\n2D  !PRE, 3--9, 6M\n")
    assert found["1C"].endswith("ART")
    assert found["2D"].endswith("ART")
    assert "ART" not in found["1D"]


def test_links_emphasis_and_weights_are_taken_away():
    [row] = rows(Source("x", b"1C  [16+, 2+ !cs](#1C opening) *strong* /and/ =long= {prio:7}\n")).rows
    assert row.words == "16+, 2+ !cs strong and long"


def test_shapes_are_no_emphasis():
    [row] = rows(Source("x", b"1C  4=4=1=4 or NAT/BAL or 5*\n")).rows
    assert row.words == "4=4=1=4 or NAT/BAL or 5*"


def test_a_comment_at_the_beginning_of_a_line_is_left_out_and_a_later_one_asked_about():
    imported = bml("// 1D  0-37\n1C  16+, 2+!c // or so\n1H  see https://example.org, 11-15, 5+!h\n")
    assert "Is “// or so” a comment" in str(imported.rows[0].questions[0])
    assert "https://example.org" in imported.rows[1].row.words


def test_a_row_without_words_is_asked_about_or_reported():
    imported = bml("1C\n1H  11-15, 5+!h\n  2C\n")
    assert [row.state for row in imported.rows] == [QUESTIONED, READ, REPORTED]


# ---- seats and vulnerability ----------------------------------------------------------------------------------------


def test_seat_and_vul_hold_until_the_next_one():
    text = "#VUL N0\n\n#SEAT 12\n\n1N  12-14 bal\n\n#SEAT 34\n\n1N  14-16 bal\n\n#VUL Y0\n\n#SEAT 0\n\n1N  15-17 bal\n"
    assert entries(text) == {
        "1N [1st-2nd nv]": "12-14, bal",
        "1N [3rd-4th nv]": "14-16, bal",
        "1N [vul]": "15-17, bal",
    }


@pytest.mark.parametrize(
    ("instruction", "where"),
    [
        ("#SEAT 1", "1st"),
        ("#SEAT 12", "1st-2nd"),
        ("#VUL NN", "none"),
        ("#VUL YN", "unfav"),
        ("#VUL NY", "fav"),
        ("#VUL YY", "both"),
        ("#VUL 0Y", "fav both"),
    ],
)
def test_each_place_has_its_words(instruction, where):
    assert list(entries(f"1C  12+, 3+!c\n\n{instruction}\n\n2D  6-10, 6!d\n"))[1] == f"2D [{where}]"


def test_an_unknown_seat_leaves_open_where_the_rows_hold():
    imported = bml("1C  12+, 3+!c\n\n#SEAT 5\n\n2D  6-10, 6!d\n\n#SEAT 0\n\n2H  6-10, 6!h\n")
    assert [r.state for r in imported.rows] == [READ, REPORTED, QUESTIONED, READ]
    assert 'unclear "where this holds"' in imported.rows[2].readings[0][1]


# ---- metadata and instructions --------------------------------------------------------------------------------------


def test_the_title_is_the_first_one():
    assert bml("#+TITLE: Ours\n\n#+TITLE: Theirs\n\n#+AUTHOR: Pair 1\n\n1C  16+, 2+!c\n").card.header["title"] == "Ours"


def test_rules_for_other_programs_and_unknown_instructions_are_reported():
    text = "#+NATURAL: yes\n\n#+DESCRIPTION: a pass shows 13+\n\n#FROBNICATE\n\n1C  16+, 2+!c\n"
    assert [line for line, _ in told(text)] == [1, 3, 5]


def test_hide_and_bidtable_change_nothing():
    assert set(entries("#HIDE\n#BIDTABLE\n1C  16+, 2+!c\n\n#BIDTABLE\nP  0-15\n")) == {"P", "1C"}


# ---- cut, copy, paste -----------------------------------------------------------------------------------------------


def test_what_is_cut_is_pasted_as_deep_as_the_instruction_stands():
    text = "#CUT answers\n2C  Stayman\n  2D  no 4M\n#ENDCUT\n\n1N  15-17 bal\n  #PASTE answers\n\n2N-\n3C  Stayman\n"
    assert {"1N-2C", "1N-2C-2D", "2N-3C"} <= entries(text).keys()


def test_a_pasted_row_stands_where_it_was_cut():
    imported = bml("#CUT a\n2C  Stayman\n#ENDCUT\n\n1N  15-17 bal\n  #PASTE a\n")
    assert [(r.readings[0][0], r.at.line) for r in imported.rows] == [("1N-2C", 2), ("1N", 5)]


def test_paste_replaces_text():
    text = "#CUT t\n2R  5+\\T\n#ENDCUT\n\n1N  15-17 bal\n  #PASTE t R=D \\T=!h\n  #PASTE t R=H \\T=!s\n"
    assert entries(text)["1N-2D"] == "5+H"
    assert entries(text)["1N-2H"] == "5+S"


def test_what_is_copied_stays_where_it_is():
    text = "1N  15-17 bal\n\n1N-\n#COPY a\n2C  Stayman\n#ENDCOPY\n\n2N-\n#PASTE a\n"
    assert {"1N-2C"} <= entries(text).keys()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1C  16+, 2+!c\n\n#CUT never\n2C  22+\n#ENDCUT\n", 4),
        ("1C  16+, 2+!c\n\n#PASTE nothing\n", 3),
        ("1C  16+, 2+!c\n\n#COPY a\n2C  22+, any\n", 3),
        ("1C  16+, 2+!c\n\n#ENDCUT\n", 3),
        ("#COPY a\n1C  16+, 2+!c\n#ENDCOPY\n\n#PASTE a X\n", 5),
    ],
)
def test_instructions_that_lead_nowhere_are_reported(text, line):
    assert [at for at, _ in told(text)] == [line]


def test_rows_behind_a_cut_without_end_are_not_openings():
    assert [line for line, _ in told("1C  16+, 2+!c\n\n#CUT a\n2C  Stayman\n2D  no 4M\n\n1H  11-15, 5+!h\n")] == [
        3,
        4,
        5,
    ]


def test_a_piece_that_pastes_itself_is_a_fault_with_its_place():
    assert faults("#CUT a\n1C  16+\n#PASTE b\n#ENDCUT\n\n#CUT b\n#PASTE a\n#ENDCUT\n\n1N  15-17\n#PASTE a\n") == [
        ("E514", "#PASTE a")
    ]


def test_pieces_that_grow_without_end_are_a_fault():
    doubling = "".join(f"#CUT a{n}\n#PASTE a{n - 1}\n#PASTE a{n - 1}\n#ENDCUT\n\n" for n in range(1, 15))
    text = "#CUT a0\n1C  16+\n#ENDCUT\n\n" + doubling + "1N  15-17\n#PASTE a14\n"
    start = time.process_time()
    assert [code for code, _ in faults(text)] == ["E513"]
    assert time.process_time() - start < 5


def test_replacements_that_grow_without_end_are_a_fault():
    text = "#CUT a\n1C  " + "xx" * 100 + "\n#ENDCUT\n\n1N  15-17\n#PASTE a x=" + "x" * 5000 + "\n"
    assert [code for code, _ in faults(text)] == ["E513"]


# ---- includes -------------------------------------------------------------------------------------------------------


def write(folder, **files):
    """Write BML files into a folder."""
    for name, text in files.items():
        folder.joinpath(f"{name}.bml").write_text(text)


def test_an_included_file_is_read_in_its_place(tmp_path):
    write(tmp_path, answers="1C-\n1D  0-7, any\n")
    imported = bml("1C  16+, 2+!c\n#INCLUDE answers.bml\n1H  11-15, 5+!h\n", tmp_path)
    assert [r.readings[0][0] for r in imported.rows] == ["1C", "1H", "1C-1D"]
    assert (imported.rows[2].at.file, imported.rows[2].at.line) == ("answers.bml", 2)


def test_a_verdict_names_the_line_that_includes(tmp_path):
    write(tmp_path, ours="1C  16+, 2+!c\n\n#INCLUDE more.bml\n", more="\n\n\n\n\n1H  11-15, 5+!h\n")
    checked = check_any(str(tmp_path / "ours.bml"))
    assert [checked.line(entry) for entry in checked.card.entries] == [1, 3]


def test_an_include_out_of_the_folder_is_a_fault(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    write(tmp_path, secret="1D  0-7\n")
    text = "1C  16+\n\n#INCLUDE ../secret.bml\n\n#INCLUDE " + str(tmp_path / "secret.bml") + "\n"
    assert [code for code, _ in faults(text, inner)] == ["E510", "E510"]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    write(tmp_path, secret="1D  0-7\n")
    inner.joinpath("innocent.bml").symlink_to(tmp_path / "secret.bml")
    inner.joinpath("folder").symlink_to(tmp_path)
    text = "1C  16+\n\n#INCLUDE innocent.bml\n\n#INCLUDE folder/secret.bml\n"
    assert [code for code, _ in faults(text, inner)] == ["E510", "E510"]


def test_a_link_to_itself_is_a_fault(tmp_path):
    tmp_path.joinpath("loop.bml").symlink_to(tmp_path / "loop.bml")
    assert faults("#INCLUDE loop.bml\n", tmp_path)[0][0] in ("E510", "E512")


def test_files_that_include_each_other_are_a_fault(tmp_path):
    write(tmp_path, ours="1C  16+\n\n#INCLUDE a.bml\n", a="#INCLUDE b.bml\n", b="1D  0-7\n\n#INCLUDE a.bml\n")
    imported = import_source(read_source(str(tmp_path / "ours.bml")), FORMAT)
    [fault] = imported.faults
    assert fault.code == "E511"
    assert "a.bml → b.bml → a.bml" in fault.message
    assert imported.source.text[slice(*fault.span)] == "#INCLUDE a.bml"


def test_a_file_that_includes_itself_is_a_fault(tmp_path):
    write(tmp_path, ours="1C  16+\n\n#INCLUDE ours.bml\n")
    assert [f.code for f in import_source(read_source(str(tmp_path / "ours.bml")), FORMAT).faults] == ["E511"]


@pytest.mark.parametrize("name", ["missing.bml", ".", "", "x" * 5000])
def test_what_is_no_file_cannot_be_included(tmp_path, name):
    assert [code for code, _ in faults(f"1C  16+\n\n#INCLUDE {name}\n", tmp_path)] == ["E512"]


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.bml")
    assert [code for code, _ in faults("#INCLUDE pipe.bml\n", tmp_path)] == ["E512"]


def test_standard_input_includes_nothing():
    assert [code for code, _ in faults("#INCLUDE a.bml\n")] == ["E512"]


def test_includes_are_bounded_in_depth_number_and_size(tmp_path):
    for n in range(12):
        write(tmp_path, **{f"deep{n}": f"#INCLUDE deep{n + 1}.bml\n"})
    assert [code for code, _ in faults("#INCLUDE deep0.bml\n", tmp_path)] == ["E513"]
    write(tmp_path, one="1C  16+\n", wide="#INCLUDE one.bml\n" * 200)
    assert "E513" in [code for code, _ in faults("#INCLUDE one.bml\n\n" * 200, tmp_path)]
    write(tmp_path, large="// words\n" * 400_000)
    assert [code for code, _ in faults("#INCLUDE large.bml\n#INCLUDE large.bml\n", tmp_path)] == ["E513"]
    write(tmp_path, larger="// words\n" * 600_000)
    assert [code for code, _ in faults("#INCLUDE larger.bml\n", tmp_path)] == ["E512"]


# ---- whole files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["big-club.bml", "four-columns.bml", "wrong-indentation.bml"])
def test_every_line_of_a_sample_is_a_row_or_counted(name):
    source = read_source(str(SAMPLES / name))
    sheet = rows(source)
    files = {None: source.text} | {
        r.at.file: (SAMPLES / r.at.file).read_text() for r in sheet.rows if r.at.file is not None
    }
    lines = [(file, n) for file, text in files.items() for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    at = {(r.at.file, r.at.line) for r in sheet.rows}
    assert at <= set(lines)
    assert len(at) + sheet.silent == len(lines)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("big-club.bml", {REPORTED: 0}),
        ("four-columns.bml", {REPORTED: 0, QUESTIONED: 0}),
        ("wrong-indentation.bml", {REPORTED: 10}),
    ],
)
def test_samples_are_read(name, counts):
    source = read_source(str(SAMPLES / name))
    assert format_of(source) is FORMAT
    imported = import_source(source, FORMAT, read_freely)
    assert imported.card is not None
    assert {state: imported.counts[state] for state in counts} == counts


@pytest.mark.parametrize(("name", "code"), [("circle", "E511"), ("outside", "E510"), ("endless", "E514")])
def test_faulty_samples_have_their_fault(name, code):
    imported = import_source(read_source(str(SAMPLES / f"{name}.bml")), FORMAT)
    assert imported.faults[0].code == code


def test_a_flat_list_of_openings_is_left_to_plain_text():
    assert not detects(Source("x", b"1C 16+\n1D 11-15\n1H 11-15, 5+H\n"))


@pytest.mark.parametrize(
    "text", ["#+TITLE: x\n\n1C  16+\n", "1N-2C;\n2D  no 4M\n", "(1N)---\nD  15+\n", "1C  16+\n  1D  0-7\n  1H  8+\n"]
)
def test_bml_is_told_by_its_content(text):
    assert format_of(Source("x", text.encode())) is FORMAT


PIECES = st.one_of(
    st.sampled_from(["1C", "1N", "2M", "3X", "1HS", "2oM", "1step", "P", "D", "(1N)", "1N-2C;", "(1N)---", "1C-(1H)-"]),
    st.sampled_from(["=", "16+", "5+#", "5+!c", "!PRE", "//", "\\\\", '"', "[a](#b)", "|", "*", "-", "1.", "\t", "a"]),
    st.sampled_from(["#CUT", "#ENDCUT", "#COPY", "#ENDCOPY", "#PASTE", "X=Y", "#SEAT", "12", "#VUL", "Y0", "#HIDE"]),
    st.sampled_from(["#BIDTABLE", "#INCLUDE", "x.bml", "#+TITLE:", "#9"]),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 6), st.lists(PIECES, max_size=5)), max_size=14))
def test_whatever_stands_in_a_file_every_line_is_accounted_for(lines):
    text = "\n".join(" " * indent + " ".join(words) for indent, words in lines)
    source = Source("x", text.encode())
    sheet = rows(source)
    if sheet.faults:
        return
    at = {r.at.line for r in sheet.rows}
    written = sum(bool(line.strip()) for line in text.expandtabs().split("\n"))
    assert len(at) + sheet.silent == written
    imported = import_source(source, FORMAT)
    assert all(isinstance(r.row, Reported) or r.state in (READ, QUESTIONED, REPORTED) for r in imported.rows)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_read_or_reported(text):
    import_source(Source("x", text.encode("utf-8", "replace")), FORMAT)


@pytest.mark.parametrize("piece", ["1C 16+\n", "  1C 16+\n", "#PASTE a\n", "(1N)-", "1C-(1H)-", "*", "#CUT a\n", "=\n"])
def test_a_large_file_ends_soon(piece):
    start = time.process_time()
    sheet = rows(Source("x", (piece * (300_000 // len(piece))).encode()))
    assert sheet.rows or sheet.silent or sheet.faults
    assert time.process_time() - start < 20


def test_ten_megabytes_are_refused(tmp_path, syscheck):
    large = tmp_path / "large.bml"
    large.write_bytes(b"1C  16+\n" * (10 << 17))
    status, _, err = syscheck("import", large)
    assert status == 3
    assert "E502" in err


def test_names_of_included_files_come_from_the_folder(tmp_path, syscheck):
    write(tmp_path, ours="1C  16+, 2+!c\n\n#INCLUDE more.bml\n", more="1C-\n1D  what nobody knows\n")
    status, out, err = syscheck("import", tmp_path / "ours.bml")
    assert status == 1
    assert "1C-1D" in out
    assert "more.bml:2:1" in err
    assert Path("more.bml").name in err
