"""The nearest variants: each answer is judged again here, and no smaller one is passed over."""

import time
from functools import cache

import pytest

from advice.systems import BREAKING, system
from syscheck import build_system, check_bytes, read_card, regulation
from syscheck.advice import advise, edited, parse_target, single_edits
from syscheck.card import card_text
from syscheck.system import fingerprint


def is_there(text, target):
    """Whether a card reaches a target: judged as `check` judges it, and compared by hand."""
    rules, _, wanted = target.partition(":")
    law = regulation({"sk": "sk-2008", "se": "se-2012"}[rules])
    checked = check_bytes(text.encode(), chosen=[law])
    if not checked.readable:
        return False
    verdict = checked.results[0].classification
    if rules == "sk":
        return (verdict.name, verdict.doubtful) in {
            "usual": [("usual", False), ("simple", False)],
            "simple": [("simple", False)],
        }[wanted]
    limit = int(wanted[4:]) if wanted.startswith("max=") else {"A": 99, "B": 10, "C": 7}[wanted]
    return sum(d.most for d in verdict.dots) <= limit


@cache
def advised(name, every=False):
    """The advice on one of the systems, searched for once."""
    text, target = BREAKING[name]
    return advise(system(text), parse_target(target), every=every)


each_broken = pytest.mark.parametrize("name", BREAKING)


@each_broken
def test_the_system_breaks_its_limit(name):
    text, target = BREAKING[name]
    assert not is_there(system(text).card.text, target)


@each_broken
def test_every_answer_reaches_the_target_when_it_is_read_and_judged_again(name):
    advice = advised(name)
    assert not advice.already
    assert advice.answers
    for answer in advice.answers:
        assert is_there(answer.text, BREAKING[name][1])


@each_broken
def test_no_smaller_answer_exists_and_none_of_one_edit_is_passed_over(name):
    """By exhaustion: every single edit is written, read and judged, with nothing of the search's short cuts."""
    text, target = BREAKING[name]
    found = system(text)
    there = {
        (e.call, e.places, e.new) for e in single_edits(found) if is_there(card_text(edited(found.card, (e,))), target)
    }
    advice = advised(name, every=True)
    if there:
        assert all(len(a.edits) == 1 for a in advice.answers)
        assert {(e.call, e.places, e.new) for a in advice.answers for e in a.edits} == there
    else:
        assert all(len(a.edits) > 1 for a in advice.answers)
        assert advice.searched.bounded


@each_broken
def test_answers_come_cheapest_first(name):
    answers = advised(name, every=True).answers
    assert [(len(a.edits), a.cost.share) for a in answers] == sorted((len(a.edits), a.cost.share) for a in answers)


@each_broken
def test_few_are_shown_and_no_two_that_say_the_same(name):
    few, every = advised(name), advised(name, every=True)
    assert len(few.answers) <= 5
    assert len({fingerprint(a.system) for a in few.answers}) == len(few.answers)
    assert few.answers[0].text == every.answers[0].text
    assert few.more_single is (len(few.answers) < len(every.answers) and not few.searched.bounded)


def test_a_system_that_is_there_needs_nothing():
    advice = advise(system("1C : 12+, 4+C\n1N : 15-17 bal"), parse_target("se:C"))
    assert advice.already
    assert advice.answers == ()


def test_simple_reaches_usual_and_doubtful_does_not():
    wide = "P : 0-11\n1N : 13-17 bal\n[continuations]\n1N-2C : asks strength, asks shape"
    assert not advise(system(wide), parse_target("sk:usual")).already


def test_cannot_tell_is_not_reached():
    """1N may be of 12 to 17 points, so whether it is wide is open; an answer closes the question."""
    text = "P : 0-11\n1N : (12)13-16(17) bal\n[continuations]\n1N-2C : asks strength, asks shape"
    advice = advise(system(text), parse_target("sk:usual"))
    assert not advice.already
    assert "(12)13-16 bal" not in {e.new for a in advice.answers for e in a.edits}
    assert all(a.result.classification.name == "usual" for a in advice.answers)
    open_dots = system("1C : 12+, (3)4+C\n1D : 12+, 4+D")
    assert not advise(open_dots, parse_target("se:max=0")).already


def test_pass_is_never_dropped_to_hide_what_it_holds():
    text, target = BREAKING["a pass that may hold an opening"]
    for answer in advise(system(text), parse_target(target), every=True).answers:
        assert answer.text.count("\nP ") == 1


def test_nothing_is_found_where_no_edit_helps():
    advice = advise(system("P : 13+\n1D : 0-12"), parse_target("sk:usual"))
    assert advice.answers == ()
    assert advice.searched.bounded


def test_settings_count():
    text, _ = BREAKING["a no-trump of five values when vulnerable"]
    settings = {"sk-2008": {"nt-width": "difference"}}
    assert advise(system(text), parse_target("sk:usual", settings), settings["sk-2008"]).already


def test_two_changes_where_one_is_not_enough():
    text, _ = BREAKING["two bids with dots each"]
    advice = advise(system(text), parse_target("se:max=0"))
    assert {len(a.edits) for a in advice.answers} == {2}
    assert {e.call for e in advice.answers[0].edits} == {"2D", "2H"}


def test_two_changes_of_one_call():
    """1D may be void of diamonds: one card more is not enough, two are; and nothing else opens the good hands."""
    advice = advise(system("1D : 5+ hcp"), parse_target("sk:usual"))
    first, second = advice.answers[0].edits
    assert (first.new, second.old) == ("5+ hcp, 1+D", "5+ hcp, 1+D")
    assert second.new == "5+ hcp, 2+D"
    assert "1D : 5+ hcp, 2+D" in advice.answers[0].text


def test_no_edit_of_an_answer_is_needless():
    text = "1C : 15+\n1D : 9-14, 4+H\n1H : 9-14, 4+S\n1S : 9-14, 4+D, no 4M\n1N : 11-14 bal, no 4M\n2D : 3-8, 6M"
    found = system(text)
    advice = advise(found, parse_target("se:max=1"))
    assert len(advice.answers[0].edits) == 3
    for answer in advice.answers:
        for needless in answer.edits:
            fewer = tuple(e for e in answer.edits if e is not needless)
            assert not is_there(card_text(edited(found.card, fewer)), "se:max=1")


def test_comments_and_layout_of_the_card_stay():
    text = "# ours\ntitle: T\n\n[openings]\n1C : 12+, 4+C\n2D : 5-10, 6M   # Multi\n2S : 5-10, 6S  # weak\n"
    found = advise(build_system(read_card(text)), parse_target("se:max=0"))
    assert found.answers
    assert all("# ours" in a.text and "# weak" in a.text for a in found.answers)


def test_a_search_for_one_edit_takes_less_than_a_check_a_candidate():
    text, _ = BREAKING["a Polish club with Multi"]
    found = system(text)
    law = regulation("se-2012")
    start = time.perf_counter()
    for _ in range(10):
        check_bytes(found.card.text.encode(), chosen=[law])
    check = (time.perf_counter() - start) / 10
    start = time.perf_counter()
    advice = advise(found, parse_target("se:max=6"))
    took = time.perf_counter() - start
    assert took < check * advice.searched.single
