"""The grammar has no conflicts, and a table that does not belong to it is not used."""

import pickle

import pytest

from syscheck.card import read_meaning
from syscheck.card.lines import CardLines
from syscheck.card.tables import GRAMMARS, build_parser, grammar_key, load_parser, read_grammar, write_table
from syscheck.card.words import grammar_folder


def test_the_grammar_is_strict():
    """No conflicts, and no two terminals that match the same text."""
    assert build_parser(grammar_folder(), strict=True)


def test_the_key_is_that_of_the_grammar():
    texts = read_grammar(grammar_folder())
    assert set(texts) == set(GRAMMARS)
    for name in texts:
        assert grammar_key({**texts, name: texts[name] + "\n// changed"}) != grammar_key(texts)


@pytest.fixture
def table(tmp_path):
    write_table(grammar_folder(), tmp_path / "tables.pickle")
    return tmp_path / "tables.pickle"


def parsed(table):
    return load_parser(grammar_folder(), table, CardLines(), {}).parse("11-15, 5+H", start="meaning")


def test_a_table_reads_as_the_grammar_does(table, tmp_path):
    assert parsed(table) == parsed(tmp_path / "none.pickle")


def test_a_stale_table_is_not_used(table):
    key, data, memo = pickle.loads(table.read_bytes())
    table.write_bytes(pickle.dumps((key, {}, {})))
    with pytest.raises((AssertionError, KeyError, TypeError)):  # the key fits, so the table is used
        parsed(table)
    table.write_bytes(pickle.dumps(("another grammar", {}, {})))
    assert parsed(table)
    assert read_meaning("11-15, 5+H")
    assert data
    assert memo
