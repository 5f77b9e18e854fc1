"""The report as a web page."""

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from syscheck.report.html import html_report
from tests.report.cards import EVERY_OUTCOME, HOSTILE, faulty, sample, shown

VOID = {"meta", "link", "path", "br", "hr", "input"}


class Reader(HTMLParser):
    """Tags with their attributes, the text outside style, and whether all tags close."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.open, self.words, self.badly_nested = [], [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.badly_nested.append(tag)

    def handle_data(self, data):
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self):
        return re.sub(r"\s+", " ", "".join(self.words))

    def attribute(self, name):
        return [a[name] for _, a in self.tags if name in a]


@pytest.fixture(scope="module")
def precision():
    return html_report([sample("precision")])


@pytest.fixture(scope="module")
def several():
    return html_report([sample("precision"), faulty("[openings]\n1C : blub\n"), sample("forcing-pass")])


@pytest.fixture(params=["precision", "several"])
def page(request):
    return request.getfixturevalue(request.param)


def test_the_page_needs_no_script_and_loads_nothing(page):
    read = Reader(page)
    assert not {"script", "link", "img", "iframe", "object", "base"} & {tag for tag, _ in read.tags}
    assert not re.search(r"(?:https?:)?//|url\(|@import|javascript:", page)
    assert not [a for _, attributes in read.tags for a in attributes if a.startswith("on") or a in {"src", "style"}]


def test_the_page_is_well_nested(page):
    read = Reader(page)
    assert read.badly_nested == []
    assert read.open == []


def test_ids_are_unique_and_every_link_leads_somewhere(page):
    read = Reader(page)
    ids = read.attribute("id")
    assert len(ids) == len(set(ids))
    links = read.attribute("href")
    assert links
    assert all(link.startswith("#") for link in links)
    assert {link[1:] for link in links} <= set(ids)


def test_there_is_one_main_heading_and_no_level_is_left_out(page):
    levels = [int(tag[1]) for tag, _ in Reader(page).tags if re.fullmatch("h[1-6]", tag)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))


def test_the_page_says_its_language(page):
    assert page.startswith('<!doctype html>\n<html lang="en">')


def test_table_headers_say_what_they_head(page):
    assert all(a.get("scope") in {"col", "row"} for tag, a in Reader(page).tags if tag == "th")


def test_pictures_and_hands_have_words(page):
    read = Reader(page)
    assert all(a.get("aria-label") for tag, a in read.tags if tag == "span" and a.get("role") == "img")
    assert page.count("<svg") == page.count("<title>") - 1 > 0


def test_the_first_words_are_the_verdicts(precision):
    assert re.match(
        r".*Precision Club Pair 5 · precision.card Slovak league regulations, annex 4 Usual system .*? "
        r"Swedish championships 2012-2013, rules for openings C-system ?3 dots",
        Reader(precision).text,
    )


def test_why_holds_the_rules_page(precision):
    assert 'id="rule-sk-vus-a"' in precision
    assert "A pair plays a highly artificial system" in precision


def test_several_cards_share_the_rules_pages(several):
    assert several.count("tells for certain how long") == 1
    assert "Cannot be judged" in several


def test_a_hostile_card_shows_as_text():
    page = html_report([shown(HOSTILE, "<i>.card")])
    read = Reader(page)
    assert not {"script", "img", "b onerror", "i onerror"} & {tag for tag, _ in read.tags}
    assert "<script>alert(1)</script>" in read.text
    assert '"><img src=x onerror=alert(2)>' in read.text
    assert "</style><script>alert(3)</script>" in read.text
    assert "{{ 7 * 7 }}" in read.text
    assert "<i>.card" in read.text


def test_a_hostile_faulty_card_shows_as_text():
    page = html_report([faulty('[openings]\n1C : <script>alert("x")</script>\n', "<b>.card")])
    assert "script" not in {tag for tag, _ in Reader(page).tags}
    assert '1C : <script>alert("x")</script>' in Reader(page).text


def test_every_outcome_has_its_word():
    text = Reader(html_report([shown(EVERY_OUTCOME)])).text
    for words in ("● met", "○ not met", "– does not apply", "◐ doubtful", "? cannot tell"):
        assert words in text


def test_a_fault_shows_its_line_place_and_hint():
    text = Reader(html_report([faulty("[openings]\n1C : 11-15, blub\n")])).text
    assert "ours.card:2:13, E201" in text
    assert "1C : 11-15, blub" in text


def test_the_same_cards_give_the_same_page():
    assert html_report([shown(EVERY_OUTCOME)]) == html_report([shown(EVERY_OUTCOME)])


def colours(page):
    return dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", page[: page.index("@media")]))


def luminance(colour):
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", ["ink", "soft", "red", "link", "doubt"])
def test_text_stands_out_from_its_ground(precision, name):
    ground = luminance(colours(precision)["wash"])
    assert (ground + 0.05) / (luminance(colours(precision)[name]) + 0.05) >= 4.5
