"""Every code has a smallest file that provokes it, and docs/errors.md shows what the program says of it."""

import runpy
import sys
from pathlib import Path

import pytest

from syscheck import events
from syscheck.card import CODES
from syscheck.checking import check_file

DOCS = Path(__file__).parents[2] / "docs"
CARDS = sorted((DOCS / "errors").glob("*.card"))
EVENT_FILES = sorted((DOCS / "errors").glob("*.toml"))
ALL_CODES = {**CODES, **events.CODES}


@pytest.fixture(scope="module")
def page():
    sys.path.insert(0, str(DOCS))
    try:
        return runpy.run_path(str(DOCS / "make_errors.py"))
    finally:
        sys.path.remove(str(DOCS))


def test_every_code_has_a_file_or_a_note(page):
    notes = set(page["WITHOUT_A_FILE"])
    assert {c.stem for c in CARDS} | (notes & set(CODES)) == set(CODES)
    assert {e.stem for e in EVENT_FILES} | (notes & set(events.CODES)) == set(events.CODES)
    assert not {f.stem for f in (*CARDS, *EVENT_FILES)} & notes
    assert notes <= set(ALL_CODES)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.stem)
def test_a_card_provokes_its_code_and_no_other(card):
    assert [f.code for f in check_file(str(card)).faults] == [card.stem]


@pytest.mark.parametrize("event", EVENT_FILES, ids=lambda event: event.stem)
def test_an_event_file_provokes_its_code_and_no_other(event):
    with pytest.raises(events.FaultyEvent) as error:
        events.read_event_file(str(event))
    assert [f.code for f in error.value.faults] == [event.stem]


def test_the_page_is_current(page):
    assert (DOCS / "errors.md").read_text(encoding="utf-8") == page["errors"](), "run python docs/make_errors.py"


@pytest.mark.parametrize("code", ALL_CODES)
def test_a_sentence_begins_small_and_has_no_full_stop(code):
    for text in (ALL_CODES[code].message, ALL_CODES[code].hint):
        assert text == text.strip().removesuffix(".")
        assert text[:1] in ("", "{", "“", "[") or not text[0].isupper() or text.startswith("UTF")
