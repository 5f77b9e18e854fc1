"""Whole files from rows of our own: every row is read, questioned or reported, and none is lost."""

from collections import defaultdict

import pytest
from paths import ROOT

from foreign import rebuild

ROWS = ROOT / "tests" / "foreign" / "rows.tsv"


def by_source():
    found = defaultdict(list)
    for row in rebuild.rows_of(ROWS):
        found[row.source].append(row)
    return [pytest.param(rows, id=source) for source, rows in found.items()]


@pytest.mark.parametrize("form", rebuild.WRITERS)
@pytest.mark.parametrize("rows", by_source())
def test_no_row_is_lost(form, rows):
    done = rebuild.imported(form, rows)
    there, told = rebuild.lines_of(done)
    assert there == told
    assert sum(done.counts.values()) == len(done.rows) >= len(rows)
    originals = " ".join(r.row.original for r in done.rows)
    for row in rows:
        assert row.text in originals


@pytest.mark.parametrize("rows", by_source())
def test_the_formats_agree(rows):
    """What the three formats can all write is read alike."""
    plain = [r for r in rows if not r.option]
    readings = []
    for form in rebuild.WRITERS:
        done = rebuild.imported(form, plain)
        readings.append([(row.readings, row.state) for row in done.rows if row.readings])
        assert readings[-1]
    assert readings[0] == readings[1] == readings[2]


def test_the_command_counts(capsys):
    assert rebuild.main(ROWS) == 0
    out = capsys.readouterr().out
    assert all(f"{form}: " in out for form in rebuild.WRITERS)
