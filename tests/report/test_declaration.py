"""The declaration of openings: dots beside each opening, the sum, two copies alike."""

import re

from syscheck import check_bytes
from syscheck.report.declaration import SIZES, declaration, declaration_html
from syscheck.report.view import card_view

from .cards import sample

CARD = """title: <b>Ours</b>
pair: Pair 1
[openings]
1C : 12-21, 4+C or 3C bal
1N : 15-17, bal or (5431)
2D : 3-9, 6M
3X : 5-9, 7+X
"""


def view(text):
    checked = check_bytes(text.encode())
    return card_view(checked.file, checked.system, checked.results)


def test_every_opening_has_its_dots_and_the_sum_stands_below():
    found = declaration(view(CARD))
    assert [(r.calls, r.dots) for r in found.rows] == [
        ("1C", "1"),
        ("1N", "0"),
        ("2D", "3"),
        ("3C 3D 3H 3S", "0"),
    ]
    assert found.sum == "4 dots"
    assert [headline for _, headline, _ in found.classes] == [
        "Cannot tell yet",
        "C-system, 4 dots",
        "Cannot tell yet, no brown conventions",
        "Cannot tell yet, no brown conventions",
    ]


def test_a_verdict_from_secondary_sources_says_so():
    remarks = [remark for _, _, remark in declaration(view(CARD)).classes]
    assert [bool(remark) for remark in remarks] == [False, False, True, True]
    assert declaration_html([view(CARD)]).count("secondary sources") == 4


def test_a_no_trump_opening_that_may_be_unbalanced_says_so():
    assert [r.calls for r in declaration(view(CARD)).rows if r.unbalanced] == ["1N"]


def test_a_second_variant_of_a_call_shows_that_its_dots_count_once():
    found = declaration(view("[openings]\n1N [nv] : 12-14 bal\n1N [vul] : 15-17 bal\n"))
    assert [r.dots for r in found.rows] == ["0", "(0)"]


def test_both_copies_are_alike_and_nothing_is_taken_as_html():
    page = declaration_html([view(CARD)])
    first, second = re.findall(r"<tbody>.*?</tfoot>", page, re.DOTALL)
    assert first == second
    assert "<b>Ours" not in page
    assert "&lt;b&gt;Ours" in page
    assert "<script" not in page


def test_the_type_is_made_smaller_for_a_long_card():
    long = declaration(sample("two-over-one"))
    assert SIZES[-1] <= long.size < SIZES[0]
    assert declaration(view(CARD)).size == SIZES[0]


def test_questions_to_the_pair_are_not_declared():
    open_card = view("[openings]\n1D : 11-15, (3)4+D\n")
    assert open_card.questions
    assert [r.dots for r in declaration(open_card).rows] == ["0 to 2"]
    page = declaration_html([open_card])
    assert all(question not in page for question, _ in open_card.questions)
