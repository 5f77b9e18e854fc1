"""The examples of BML and of JSON in docs/foreign.md are imported as the page says."""

import re

import pytest
from paths import ROOT

from syscheck.card import read_card
from syscheck.foreign import Source, bml, craftwork, declaration, import_source
from syscheck.foreign.bml_writer import write
from syscheck.foreign.declaration_writer import fill
from syscheck.foreign.words import read_freely
from syscheck.system import build_system

PAGE = (ROOT / "docs" / "foreign.md").read_text(encoding="utf-8")


def section(name):
    [text] = re.findall(rf"^## {name}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return text


def rows(text):
    """The rows of its tables that have a snippet in both columns."""
    return re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|$", text, re.MULTILINE)


def fenced(kind):
    [text] = re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return text


def becomes(text, form):
    """Every entry of a card, notes left out, in its order."""
    done = import_source(Source("x", text.encode()), form, read_freely)
    assert done.card is not None, [f.message for f in done.faults]
    found = {head: meaning for row in done.rows for head, meaning in row.readings}
    heads = [line.partition(" : ")[0].strip() for line in done.text.splitlines()]
    return [f"{head} : " + re.sub(r', "[^"]*"$', "", found[head]) for head in heads if head in found]


@pytest.mark.parametrize(("row", "entry"), rows(section("BML")))
def test_bml_rows(row, entry):
    assert entry in becomes(f"7N  any\n\n{row}\n", bml.FORMAT)


def test_the_bml_example():
    assert becomes(fenced("bml"), bml.FORMAT) == fenced("becomes-of-bml").splitlines()


@pytest.mark.parametrize(("row", "entry"), rows(section("Swedish declaration")))
def test_rows_of_the_declaration(row, entry):
    text = '{"oppningsbud": [{"bud": "7NT", "oppning": "any"}, ' + row + "]}"
    assert entry in becomes(text, declaration.FORMAT)


def test_the_form_is_filled_in():
    assert fill(Source("x", fenced("form").encode())).text == fenced("filled-form")


@pytest.mark.parametrize(("field", "entry"), rows(section("bridge-craftwork")))
def test_fields_of_the_craftwork_card(field, entry):
    assert entry in becomes('{"format": "bridge_classroom", ' + field + "}", craftwork.FORMAT)


def test_the_example_of_bml_that_is_written():
    system = build_system(read_card(fenced("card-to-bml")))
    assert write(system).text == fenced("written-bml")
