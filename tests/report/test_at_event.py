"""The part of a report for an event: the view, the HTML and its place in a report made earlier."""

import datetime
import re

import pytest

from report.test_html import Reader
from syscheck.checking import check_bytes
from syscheck.events.reading import read_event
from syscheck.report.at_event import checked_at_event, event_section_html, event_view, whole_event_out
from syscheck.report.html import EVENT_SLOT, html_report
from syscheck.report.view import card_view

STRONG_PASS = "title: Ours\npair: Pair 1\n[openings]\nP  : 13+\n1C : 8-12, 4+H\n1D : 0-7, ART\n"
FIRST = """
name = "First <b>league</b>"
regulations = ["sk-2008"]
league = "first"
contest = "teams"
rounds = [2026-10-24T10:00, 2026-10-25T10:00, 2026-11-25T10:00, 2026-12-25T10:00, 2026-12-26T10:00]
"""
WORLD = """
name = "World teams"
regulations = ["wbf"]
timezone = "Europe/Prague"
contest = "teams"
[[phases]]
name = "Round robin"
category = 1
[[phases]]
name = "Quarter-finals"
category = 1
knockout = true
[[phases]]
name = "Final"
category = 1
knockout = true
"""


def judged(card, event, as_of="2026-10-12T12:00+02:00"):
    event, moment = read_event(event), datetime.datetime.fromisoformat(as_of)
    checked = check_bytes(card.encode(), "ours.card", event.laws, event.settings)
    return checked, checked_at_event(checked, event, moment, "en"), whole_event_out(event, moment)


def view_of(*arguments, **named):
    _, card, event = judged(*arguments, **named)
    return event_view(card.admissions, card.duties, event)


@pytest.fixture(scope="module")
def first():
    return view_of(STRONG_PASS, FIRST)


class TestView:
    def test_phases_that_are_told_the_same_stand_together(self):
        round_robin, knock_out = view_of(STRONG_PASS, WORLD).phases
        assert (round_robin.phases, round_robin.admitted) == (("Round robin",), "no")
        assert (knock_out.phases, knock_out.admitted) == (("Quarter-finals", "Final"), "yes")

    def test_where_all_are_the_same_none_is_named(self, first):
        [one] = first.phases
        assert (one.phases, one.headline) == ((), "Admitted")

    def test_why_not_leaves_out_what_is_all_right(self):
        round_robin, _ = view_of(STRONG_PASS, WORLD).phases
        assert {r.admitted for r in round_robin.reasons} == {"no"}

    def test_duties_rights_and_others_stand_apart(self, first):
        assert {d.who for d in first.own} <= {"The pair", "The captain", "The team"}
        assert {d.who for d in (*first.others, *first.other_rights)} <= {"Opponents", "The organiser"}
        assert first.other_rights

    def test_every_rule_that_is_cited_has_its_page_once(self, first):
        cited = {d.rule.rule for _, duties in first.parts for d in duties} | {"sk-25-5"}
        assert {r.rule for r in first.rules} == cited
        assert len(first.rules) == len(cited)

    def test_the_next_three_times_of_what_comes_again(self, first):
        [change] = [d for d in first.own if d.rule.rule == "sk-25-6a"]
        assert [t.iso[:10] for t in change.times] == ["2026-11-11", "2026-12-11", "2026-12-12"]
        assert change.more == "2 earlier times have passed"

    def test_after_the_last_one_nothing_is_overdue(self):
        view = view_of(STRONG_PASS, FIRST, as_of="2027-01-01T12:00+01:00")
        [change] = [d for d in view.own if d.rule.rule == "sk-25-6a"]
        assert [(t.iso[:10], t.word) for t in change.times] == [("2026-12-12", "passed")]

    def test_times_are_by_the_clock_of_the_place(self, first):
        said = [t.text for d in first.others for t in d.times]
        assert "Saturday 24 October 2026, 09:45 CEST" in said
        assert "Sunday 25 October 2026, 09:45 CET" in said


class TestHtml:
    @pytest.fixture
    def section(self):
        _, card, event = judged(STRONG_PASS, FIRST)
        return event_section_html(card.admissions, card.duties, event, "en")

    def test_closes_its_tags_and_escapes(self, section):
        read = Reader(section)
        assert not read.open
        assert not read.badly_nested
        assert "First <b>league</b>" in read.text

    def test_every_link_has_its_target(self, section):
        read = Reader(section)
        ids = read.attribute("id")
        assert len(ids) == len(set(ids))
        links = read.attribute("href")
        assert links
        assert {link[1:] for link in links} <= set(ids)

    def test_goes_into_a_report_that_was_made_earlier(self, section):
        checked, _, _ = judged(STRONG_PASS, FIRST)
        view = card_view("ours.card", checked.system, checked.results)
        earlier = html_report([view])
        assert earlier.count(EVENT_SLOT) == 1
        assert earlier.replace(EVENT_SLOT, section) == html_report([view], [section])

    def test_a_card_cannot_forge_its_place(self):
        forged = STRONG_PASS.replace("Ours", str(EVENT_SLOT))
        checked, _, _ = judged(forged, FIRST)
        assert html_report([card_view("ours.card", checked.system, checked.results)]).count(EVENT_SLOT) == 1

    def test_two_cards_on_a_page_have_ids_of_their_own(self):
        _, card, event = judged(STRONG_PASS, FIRST)
        both = "".join(event_section_html(card.admissions, card.duties, event, "en", here=f"c{n}-") for n in (1, 2))
        ids = re.findall(r'id="([^"]+)"', both)
        assert len(ids) == len(set(ids))


class TestDeclaration:
    def test_names_the_event_with_level_and_limit_by_phase(self):
        from syscheck.report.declaration import declaration_html, levels

        swedish = 'name = "Open pairs"\nregulations = ["se-2012"]\n'
        two = '[[phases]]\nname = "Qualifying"\nlevel = "C"\n[[phases]]\nname = "Final"\nlevel = "A"\n'
        checked, _, event = judged(STRONG_PASS, swedish + two)
        assert levels(event) == ("Qualifying: level C, at most 7 dots", "Final: level A, without a limit")
        page = declaration_html([card_view("ours.card", checked.system, checked.results)], event)
        assert page.count("Open pairs") == 2
        _, _, one = judged(STRONG_PASS, swedish + 'level = "B"\n')
        assert levels(one) == ("level B, at most 10 dots",)
