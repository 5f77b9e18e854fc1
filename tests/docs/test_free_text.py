"""Every example of docs/free-text.md is read as the page says."""

import re

import pytest
from docs.test_language import snippets, tables
from paths import ROOT

from syscheck.card import parse_call
from syscheck.freetext import read_free_text

PAGE = (ROOT / "docs" / "free-text.md").read_text(encoding="utf-8")
ROWS = [row for row in tables(PAGE) if "text" in row]


def section(heading):
    return re.split(r"^## ", PAGE.split(f"## {heading}\n")[1], flags=re.MULTILINE)[0]


def reading(row):
    [call], [text] = snippets(row["call"]), snippets(row["text"])
    return read_free_text(text, parse_call(call))


def ids(row):
    return row["text"].strip("`")


@pytest.mark.parametrize("row", [r for r in ROWS if "read as" in r], ids=ids)
def test_a_text_is_read_as_the_page_says(row):
    assert [reading(row).text] == snippets(row["read as"])


@pytest.mark.parametrize("row", [r for r in ROWS if "unread" in r], ids=ids)
def test_unread_words(row):
    assert [w.words for w in reading(row).unread] == snippets(row["unread"])


def test_what_is_not_exact_is_asked():
    rows = [r for r in tables(section("What is not exact")) if "read as" in r]
    assert len(rows) > 15
    assert [r["text"] for r in rows if reading(r).exact] == ["`11-15, 5+!d, may have 4!s`"]  # a note


def test_what_is_understood_is_exact():
    rows = [r for r in tables(section("What is understood")) if "read as" in r]
    assert [r["text"] for r in rows if not reading(r).exact] == []
