"""Words that leave room: decided when every set between certain and possible agrees, else a question."""

import pytest

from syscheck import build_system, read_card, regulation
from syscheck.regulations import Outcome


def finding(rule, text):
    law = "sk-2008" if rule.startswith("sk") else "se-2012"
    return regulation(law).judge(build_system(read_card(f"[openings]\n{text}\n"))).finding(rule)


@pytest.mark.parametrize(
    ("rule", "text", "outcome"),
    [
        # Least and most need the two ends.
        ("sk-vus-a", "1D : 11-15, (3)4+H", Outcome.CANNOT_TELL),
        ("sk-vus-a", "1D : 11-15, (4)5+H", Outcome.MET),
        ("sk-vus-c", "P : 0-11(12)\n1C : 13+", Outcome.CANNOT_TELL),
        ("sk-vus-c", "P : 0-13(14)\n1C : 15+", Outcome.MET),
        # An empty certain set decides nothing by itself, but what no hand may have stays excluded.
        ("sk-vus-a", '1D : 11-15, unclear "x"', Outcome.CANNOT_TELL),
        ("sk-vus-a", '1D : 11-15, 4+H, unclear "x"', Outcome.MET),
        ("se-exempt-natural", '1D : 11-15, 4+D, unclear "x"', Outcome.MET),
        ("se-exempt-natural", '1D : 11-15, unclear "x"', Outcome.CANNOT_TELL),
        # A gap in the lengths may open between the two sets.
        ("sk-vus-b", "1H : 11-15, usually 5+H", Outcome.CANNOT_TELL),
        ("sk-vus-b", "1H : 11-15, (4)5+H", Outcome.NOT_MET),
        # A share is decided by its best and worst mixture.
        ("se-dots-notrump", "1N : 12-14, usually bal", Outcome.CANNOT_TELL),
        ("se-dots-notrump", "1N : 12-14 bal, may have (6322)", Outcome.NOT_MET),
        ("se-dots-notrump", "1N : (11)12-14 bal", Outcome.NOT_MET),
    ],
)
def test_outcome(rule, text, outcome):
    found = finding(rule, text)
    assert found.outcome is outcome, found.message
    assert bool(found.questions) is (outcome is Outcome.CANNOT_TELL)


def test_the_class_stays_open_until_the_question_is_answered():
    open_card = build_system(read_card("[openings]\n1D : 11-15, (3)4+H\n1N : 12-14 bal\n"))
    verdict = regulation("sk-2008").judge(open_card).classification
    assert verdict.name is None
    assert not verdict.doubtful


def test_one_met_point_closes_the_class_whatever_else_is_open():
    card = build_system(read_card("[openings]\n1D : 11-15, (3)4+H\n1H : 9-14, 4+S\n"))
    assert regulation("sk-2008").judge(card).classification.name == "vus"


def test_open_dots_leave_the_sum_open_but_not_always_the_class():
    card = build_system(read_card("[openings]\n1D : 11-15, (3)4+D\n"))
    verdict = regulation("se-2012").judge(card).classification
    assert (verdict.total, verdict.name) == (None, "C")
    [dots] = verdict.dots
    assert (dots.dots, dots.least, dots.most) == (None, 0, 2)
