"""docs/entries.md describes every column of a list, every option of the command and every field of its JSON."""

import re

import pytest
from paths import ROOT

from syscheck.cli.program import parser
from syscheck.entries.lists import COLUMNS
from syscheck.report import events

PAGE = (ROOT / "docs" / "entries.md").read_text(encoding="utf-8")
MODELS = {
    "SCREEN": events.ScreenOut,
    "ENTRY": events.EntryOut,
    "APPROVED": events.ApprovedOut,
    "SUMMARY": events.SummaryOut,
}


def rows(heading):
    """The first cells of a section's table, with the second ones."""
    [section] = re.findall(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", section, re.MULTILINE))


@pytest.mark.parametrize("name", MODELS)
def test_every_field_is_documented_and_no_other(name):
    assert list(rows(name)) == list(MODELS[name].model_fields)


def test_every_column_is_documented_in_every_language():
    assert {name: tuple(text.split(", ")) for name, text in rows("The entry list").items()} == {
        name: words[1:] for name, words in COLUMNS.items()
    }


def test_every_option_is_documented():
    [screen] = [p for name, p in parser()._subparsers._group_actions[0].choices.items() if name == "screen"]
    options = {o for action in screen._actions for o in action.option_strings}
    assert {o for o in options if o not in PAGE} <= {"-h", "--help", "--output", "--lang"}
