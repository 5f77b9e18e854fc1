"""The report for a terminal."""

import re
from itertools import pairwise

import pytest

from syscheck.regulations import rule_page
from syscheck.report.text import text_faults, text_page, text_report, wrapped
from syscheck.report.words import width
from tests.report.cards import EVERY_OUTCOME, EXPECTED, HOSTILE, faulty, sample, shown

ESCAPE = "\x1b"


@pytest.mark.parametrize("name", ["precision", "forcing-pass"])
def test_the_report_is_as_stored(name):
    report = text_report(sample(name), colour=False, width=80)
    assert report == (EXPECTED / f"{name}.txt").read_text(encoding="utf-8")


def test_the_first_lines_are_the_verdicts():
    lines = text_report(sample("precision"), colour=False, width=80).splitlines()
    assert lines[0] == "Precision Club: Pair 5 (precision.card)"
    assert lines[1] == "  Usual system"
    assert "  C-system, 3 dots" in lines[:7]


@pytest.mark.parametrize("columns", [40, 80, 110])
def test_no_line_is_longer_than_the_terminal(columns):
    for name in ("precision", "forcing-pass"):
        report = text_report(sample(name), colour=False, width=columns)
        longest = max(map(width, report.splitlines()))
        assert longest <= max(columns, 72)


def test_plain_text_has_no_colour_and_no_boxes():
    report = text_report(sample("forcing-pass"), colour=False, width=80)
    assert ESCAPE not in report
    assert not re.search("[\u2500-\u257f]", report)


def test_colour_adds_nothing_but_colour():
    view = sample("forcing-pass")
    coloured = text_report(view, colour=True, width=80)
    assert ESCAPE in coloured
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in bare.splitlines()] == text_report(view, colour=False, width=80).splitlines()


def test_every_outcome_has_its_word():
    report = text_report(shown(EVERY_OUTCOME), colour=False, width=80)
    for words in ("● met", "○ not met", "◐ doubtful", "? cannot tell", "does not apply"):
        assert words in report


def test_the_questions_are_numbered():
    report = text_report(shown(EVERY_OUTCOME), colour=False, width=80)
    assert "Questions to the pair\n  1." in report


def test_remarks_are_printed():
    view = shown("[openings]\n1N : 15-17 bal", remarks=("No regulation was named.",))
    assert "No regulation was named." in text_report(view, colour=False, width=80)


def test_text_that_would_steer_a_terminal_is_disarmed():
    report = text_faults(faulty("title: a\x1b[31m\n[openings]\n1C : 11+\n"), colour=False, width=80)
    assert ESCAPE not in report
    assert "title: a\N{REPLACEMENT CHARACTER}[31m" in report


def test_a_hostile_card_is_printed_as_it_is():
    assert "<script>alert(1)</script>" in text_report(shown(HOSTILE), colour=True, width=80)


def test_a_fault_points_at_its_place():
    report = text_faults(faulty("[openings]\n1C : 11-15, blub\n"), colour=False, width=80)
    assert "ours.card:2:13: E201" in report
    assert "    1C : 11-15, blub\n                ^^^^\n" in report


def test_a_fault_in_a_long_line_is_shown_around_its_place():
    note = "long " * 60
    report = text_faults(faulty(f'[openings]\n1C : 11-15 "{note}", blub\n'), colour=False, width=60)
    line, caret = next((a, b) for a, b in pairwise(report.splitlines()) if b.strip("^ ") == "" and "^" in b)
    assert line[caret.index("^") :].startswith("blub")
    assert max(map(len, (line, caret))) <= 60


def test_a_rule_prints_as_its_page():
    _, page = rule_page("sk-vus-d")
    assert text_page(page, colour=False, width=80) == page.text
    assert ESCAPE in text_page(page, colour=True, width=80)


@pytest.mark.parametrize("columns", [8, 20, 33])
def test_wrapping_keeps_every_word(columns):
    text = "1C 11-15, 5+H or a_very_long_word_that_does_not_fit_anywhere 汉字汉字汉字汉字汉字 end"
    rows = wrapped(text, columns)
    assert "".join(rows).replace(" ", "") == text.replace(" ", "")
    assert all(width(row) <= columns for row in rows)
