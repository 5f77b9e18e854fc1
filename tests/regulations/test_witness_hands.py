"""A finding that names a number of points shows a hand with just so many."""

import re

import pytest

from syscheck import build_system, read_card, regulation
from syscheck.language import speaking

FERTS = "Pass : 13+\n1C : 0-7, ART\n1D : 8-12, no 5M\n1M : 8-12, 5+M\n1N : 10-12 bal"


def points_said_and_shown(edition, rule, text):
    system = build_system(read_card(f"[openings]\n{text}\n"))
    for ruling in regulation(edition).judge(system).finding(rule).decisive:
        with speaking("en"):
            said = re.search(r"may h(?:ave|old) (\d+) points", str(ruling.reason))
        assert said, ruling.reason
        yield int(said[1]), ruling.examples()[0].hcp


@pytest.mark.parametrize(
    ("edition", "rule", "text", "points"),
    [
        ("sk-2008", "sk-vus-c", "P : 0-14", [14]),
        ("sk-2008", "sk-vus-d", FERTS, [0, 8, 8, 8, 10]),
        ("sk-2008", "sk-simple-standard", "1H : 5-15, 5+H", [5]),
        ("sk-2008", "sk-simple-1n", "1N : 10-12 bal", [10]),
        ("sk-2008", "sk-simple-1n", "1N : 17-20 bal", [20]),
        ("sk-2008", "sk-simple-2c", "2C : 11-15, 6+C", [11]),
        ("sk-2008", "sk-simple-2x", "2D : 5-9, 6+D", [5]),
        ("sk-2008", "sk-simple-2n", "2N : 5-10, 5+C 5+D", [5]),
        ("se-2012", "se-pass-odd", FERTS, [37]),
        ("se-2012", "se-dots-weak", "P : 8-12\n1D : 0-7, ART", [0]),
    ],
)
def test_the_hand_has_the_points_that_the_sentence_names(edition, rule, text, points):
    found = list(points_said_and_shown(edition, rule, text))
    assert [said for said, _ in found] == points
    assert [shown for _, shown in found] == points
