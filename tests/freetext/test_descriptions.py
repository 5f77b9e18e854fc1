"""The labelled descriptions of this folder are read as well as wanted."""

import pytest

from freetext.measure import BARS, MOST_WRONG, figures, judged, labelled

ROWS = labelled()
RESULTS = [judged(row) for row in ROWS]


def test_five_languages_and_three_kinds():
    assert {r.language for r in ROWS} == {"en", "sv", "cs", "sk", "pl"}
    assert {r.certainty for r in ROWS} == {"exact", "soft", "unreadable"}
    assert len(ROWS) > 100


@pytest.mark.parametrize("name", BARS)
def test_the_bars(name):
    assert figures(RESULTS)[name] >= BARS[name]


def test_hardly_anything_is_wrong_and_confident():
    wrong = [(r.row.id, r.row.text, r.reading.text) for r in RESULTS if r.wrong]
    assert len(wrong) <= MOST_WRONG, wrong


def test_a_wrong_reading_would_be_seen():
    """The measure itself: the same text with another label disagrees."""
    [row] = [r for r in ROWS if r.text == "20-21 NT"]
    other = row.__class__(**{**vars(row), "points": (20, 22)})
    assert judged(row).agrees
    assert not judged(other).agrees
    assert judged(other).wrong
