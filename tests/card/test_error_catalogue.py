"""Every code has a smallest card that provokes it, and docs/errors.md shows what the program says of it."""

import runpy
import sys
from pathlib import Path

import pytest

from syscheck.card import CODES
from syscheck.checking import check_file

DOCS = Path(__file__).parents[2] / "docs"
CARDS = sorted((DOCS / "errors").glob("*.card"))


@pytest.fixture(scope="module")
def page():
    sys.path.insert(0, str(DOCS))
    try:
        return runpy.run_path(str(DOCS / "make_errors.py"))
    finally:
        sys.path.remove(str(DOCS))


def test_every_code_has_a_card_or_a_note(page):
    assert {*(c.stem for c in CARDS), *page["WITHOUT_A_CARD"]} == set(CODES)
    assert not {c.stem for c in CARDS} & set(page["WITHOUT_A_CARD"])


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.stem)
def test_a_card_provokes_its_code_and_no_other(card):
    assert [f.code for f in check_file(str(card)).faults] == [card.stem]


def test_the_page_is_current(page):
    assert (DOCS / "errors.md").read_text(encoding="utf-8") == page["errors"](), "run python docs/make_errors.py"


@pytest.mark.parametrize("code", CODES)
def test_a_sentence_begins_small_and_has_no_full_stop(code):
    for text in (CODES[code].message, CODES[code].hint):
        assert text == text.strip().removesuffix(".")
        assert text[:1] in ("", "{", "“", "[") or not text[0].isupper() or text.startswith("UTF")
