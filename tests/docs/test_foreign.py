"""Every example of docs/foreign.md is imported as the page says."""

import re

import pytest
from foreign.reading import freely, imported
from paths import ROOT

from syscheck.card import read_card
from syscheck.card.reader import place_text
from syscheck.foreign import FORMATS, bbo_alert
from syscheck.foreign.bss_writer import EXPORT
from syscheck.system import build_system

PAGE = (ROOT / "docs" / "foreign.md").read_text(encoding="utf-8")


def section(name):
    [text] = re.findall(rf"^## {name}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return text


def rows(text):
    """The rows of its tables that have a snippet in both columns."""
    return re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|$", text, re.MULTILINE)


def becomes(done):
    """Every entry of a card, notes left out."""
    found = [f"{head} : {text}" for row in done.rows for head, text in row.readings]
    return [re.sub(r', "[^"]*"$', "", line) for line in found]


def fenced(kind):
    [text] = re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return text


def test_the_whole_example():
    done = freely(fenced("foreign"))
    assert done.text.partition("\n")[2] == fenced("becomes")


def test_what_is_told_of_the_example():
    done = freely(fenced("foreign"))
    told = [
        f"{row.at.line}:{row.at.column} {words}"
        for row in done.rows
        for words in (*([row.why] if row.why else []), *row.questions)
    ]
    for line in fenced("told").splitlines():
        assert line in told


@pytest.mark.parametrize(("row", "entry"), rows(section("BBOalert").partition("| option |")[0]))
def test_bbo_alert(row, entry):
    assert entry in becomes(imported(f"BBOalert,x\n,7N,any\n{row}\n"))


@pytest.mark.parametrize(("option", "where"), rows(section("BBOalert").partition("| option |")[2]))
def test_options(option, where):
    assert place_text(bbo_alert.tagged_places(option)) == where


@pytest.mark.parametrize(("record", "entry"), rows(section("Full Disclosure")))
def test_bss(record, entry):
    assert entry in becomes(imported(f"*00{{x}}=NYYYYYY\n007N=NYYYYYY0any\n{record}\n"))


@pytest.mark.parametrize(("line", "entry"), rows(section("Plain text")))
def test_plain_text(line, entry):
    assert entry in becomes(imported(f"7N: any\n{line}\n"))


@pytest.mark.parametrize(("entry", "record"), rows(section("And back")))
def test_export(entry, record):
    card = read_card(f"[openings]\n{entry}\n7N : any\n")
    assert record in EXPORT.write(build_system(card)).text.splitlines()


def test_every_format_is_in_the_table():
    assert re.findall(r"^\| `([a-z][a-z-]*)` \| [^`|]+ \|", PAGE.partition("## What you get")[0], re.MULTILINE) == [
        f.name for f in FORMATS
    ]
