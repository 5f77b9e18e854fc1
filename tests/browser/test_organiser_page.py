"""The organiser's page as a browser shows it."""

import re
from functools import cache

import pytest

from syscheck.report.events import NextDuty
from syscheck.report.organiser import organiser_page
from tests.report.entries import ENTRIES, event, row, summary

pytestmark = pytest.mark.browser

PAGE_ORDER = ["Pair 7", "Pair 8", "Pair 9", "Pair 3", "Pair 4", "Pair 10", "Pair 11", "Pair 1", "Pair 2"]


@cache
def made(rows, language):
    return organiser_page(event(), summary(rows), rows, language)


@pytest.fixture
def write(tmp_path):
    """Write the page of some entries, with a small report for each."""

    def page(rows=ENTRIES, language="en", name="index.html"):
        for entry in rows[:20]:
            if entry.report:
                (tmp_path / entry.report).write_text(f"<!doctype html><title>{entry.pair}</title>", encoding="utf-8")
        (tmp_path / name).write_text(made(tuple(rows), language), encoding="utf-8")
        return name

    return page


@pytest.fixture
def page(write, opened):
    return opened(write())


def shown(page):
    """The pairs of the table that can be seen, in order."""
    return page.evaluate(
        "Array.from(document.querySelectorAll('#entries tbody tr')).filter(r => r.getClientRects().length)"
        ".map(r => r.querySelector('th bdi').textContent)"
    )


def press(page, heading):
    page.locator("#entries thead").get_by_role("button", name=heading, exact=True).click()


def test_entries_stand_as_the_page_has_them(page):
    assert shown(page) == PAGE_ORDER
    assert page.locator("#shown").inner_text() == "Shown: 9 of 9"
    assert page.locator("#entries [aria-sort]").count() == 0


@pytest.mark.parametrize(
    ("heading", "up", "last"),
    [
        # What is alike keeps its place, what has no value comes last.
        (
            "Pair",
            ["Pair 1", "Pair 2", "Pair 3", "Pair 4", "Pair 7", "Pair 8", "Pair 9", "Pair 10", "Pair 11"],
            "Pair 11",
        ),
        (
            "Team",
            ["Pair 1", "Pair 2", "Pair 3", "Pair 4", "Pair 7", "Pair 8", "Pair 9", "Pair 10", "Pair 11"],
            "Pair 11",
        ),
        ("Class: Slovak league", ["Pair 4", "Pair 3", "Pair 11", "Pair 1", "Pair 2", "Pair 10", "Pair 7"], "Pair 10"),
        (
            "Class: Swedish championships",
            ["Pair 3", "Pair 10", "Pair 11", "Pair 1", "Pair 2", "Pair 4", "Pair 7"],
            "Pair 4",
        ),
        (
            "Dots",
            ["Pair 2", "Pair 11", "Pair 1", "Pair 10", "Pair 4", "Pair 3", "Pair 7", "Pair 8", "Pair 9"],
            "Pair 3",
        ),
        (
            "Limit",
            ["Pair 3", "Pair 4", "Pair 11", "Pair 1", "Pair 2", "Pair 10", "Pair 7", "Pair 8", "Pair 9"],
            "Pair 10",
        ),
        (
            "Admitted",
            ["Pair 3", "Pair 7", "Pair 8", "Pair 9", "Pair 4", "Pair 10", "Pair 11", "Pair 1", "Pair 2"],
            "Pair 10",
        ),
        (
            "What is missing",
            ["Pair 3", "Pair 1", "Pair 2", "Pair 7", "Pair 8", "Pair 9", "Pair 4", "Pair 10"],
            "Pair 7",
        ),
        ("Next duty", ["Pair 3", "Pair 10", "Pair 7", "Pair 8", "Pair 9"], "Pair 10"),
    ],
)
def test_a_heading_sorts(page, heading, up, last):
    header = page.locator("#entries th").filter(has=page.get_by_role("button", name=heading, exact=True))
    press(page, heading)
    assert shown(page)[: len(up)] == up
    assert header.get_attribute("aria-sort") == "ascending"
    press(page, heading)
    assert header.get_attribute("aria-sort") == "descending"
    assert page.locator("#entries [aria-sort]").count() == 1
    assert shown(page)[0] == last
    assert sorted(shown(page)) == sorted(PAGE_ORDER)


def test_sorting_down_leaves_what_has_no_value_at_the_end(page):
    press(page, "Dots")
    press(page, "Dots")
    assert shown(page) == ["Pair 3", "Pair 4", "Pair 10", "Pair 11", "Pair 1", "Pair 2", "Pair 7", "Pair 8", "Pair 9"]


def test_names_are_sorted_as_their_language_does(write, opened):
    rows = [row(name) for name in ("Öst 2", "Zebra", "Ost", "Åre", "Öst 10")]
    swedish = opened(write(rows, "sv"))
    swedish.locator("#entries thead button").first.click()
    assert shown(swedish) == ["Ost", "Zebra", "Åre", "Öst 2", "Öst 10"]
    english = opened(write(rows, "en", "english.html"))
    press(english, "Pair")
    assert shown(english)[0] == "Åre"


def test_times_are_sorted_as_moments_not_as_texts(write, opened):
    rows = [
        row("Pair 1", next_duty=NextDuty("a", "2026-10-25T02:30+02:00", "due")),
        row("Pair 2", next_duty=NextDuty("b", "2026-10-25T02:10+01:00", "due")),
    ]
    page = opened(write(rows))
    press(page, "Next duty")
    assert shown(page) == ["Pair 1", "Pair 2"]


@pytest.mark.parametrize(
    ("label", "choice", "pairs"),
    [
        ("Status", "cannot be read", ["Pair 7"]),
        ("Status", "overdue", ["Pair 3"]),
        ("Status", "late", ["Pair 10"]),
        ("Status", "in order", ["Pair 1", "Pair 2"]),
        ("Admitted", "no", ["Pair 3"]),
        ("Admitted", "yes", ["Pair 10", "Pair 11", "Pair 1", "Pair 2"]),
        ("Class: Slovak league", "Usual system", ["Pair 2"]),
        ("Class: Slovak league", "Usual system, doubtful", ["Pair 10"]),
        ("Class: Swedish championships", "Cannot tell yet", ["Pair 4"]),
        ("Team", "Team 5", ["Pair 9", "Pair 10"]),
    ],
)
def test_a_choice_filters(page, label, choice, pairs):
    page.get_by_label(label, exact=True).select_option(label=choice)
    assert shown(page) == pairs
    assert page.locator("#shown").inner_text() == f"Shown: {len(pairs)} of 9"


def test_choices_and_search_hold_together_and_are_undone_together(page):
    page.get_by_label("Team", exact=True).select_option(label="Team 1")
    page.get_by_label("Search").fill("PRECÍSION  club")
    assert shown(page) == ["Pair 2"]
    press(page, "Pair")
    page.get_by_role("button", name="Show all entries again").click()
    assert shown(page) == PAGE_ORDER
    assert page.locator("#shown").inner_text() == "Shown: 9 of 9"


@pytest.mark.parametrize(
    ("words", "pairs"),
    [
        ("pair 1", ["Pair 1"]),
        ("team 5", ["Pair 9", "Pair 10"]),
        ("highly", ["Pair 3"]),
        ("old/nine", ["Pair 9"]),
        ("(VUS)", ["Pair 3"]),
        ("[", []),
        ("  ", PAGE_ORDER),
    ],
)
def test_a_search_looks_for_words_and_whole_numbers(page, words, pairs):
    page.get_by_label("Search").fill(words)
    assert shown(page) == pairs


def test_a_search_that_finds_nothing_says_so(page):
    page.get_by_label("Search").fill("nobody")
    assert (shown(page), page.locator("#shown").inner_text()) == ([], "Shown: 0 of 9")


def test_a_count_leads_to_its_entries(page):
    page.get_by_label("Search").fill("nobody")
    page.get_by_role("link", name="1 pair has several cards").click()
    assert shown(page) == ["Pair 9"]
    assert page.evaluate("document.activeElement.id") == "all"


def test_a_pair_named_there_leads_to_its_row_even_if_it_was_filtered_away(page):
    page.get_by_label("Search").fill("nobody")
    page.locator("#attention ~ ul").get_by_role("link", name="Pair 10").click()
    assert len(shown(page)) == 9
    assert page.evaluate("document.querySelector(':target th bdi').textContent") == "Pair 10"


def test_sorting_works_with_the_keyboard_alone(page):
    page.locator("#entries thead button").first.focus()
    page.keyboard.press("Enter")
    assert shown(page)[0] == "Pair 1"
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_links_lead_to_reports(page, tmp_path):
    links = page.locator("#entries tbody th a")
    for n in range(links.count()):
        path = links.nth(n).evaluate("a => decodeURIComponent(new URL(a.href).pathname)")
        assert path.startswith(str(tmp_path))
    page.get_by_role("rowheader").get_by_role("link", name="Pair 10").first.click()
    assert page.title() == "Pair 10"


def test_a_letter_is_copied(write, opened):
    page = opened(write(), permissions=["clipboard-read", "clipboard-write"])
    item = page.locator(".letters > li").filter(has_text="Pair 8: no card")
    item.locator("summary").click()
    item.get_by_role("button", name="Copy the letter").click()
    item.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Autumn Teams: your system card\n\nHello Pair 8,\n\nWe have no system card")
    assert copied == item.locator("textarea").input_value()


def test_a_letter_is_copied_without_the_clipboard_of_today(write, opened):
    page = opened(write(), permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    item = page.locator(".letters > li").filter(has_text="Pair 8: no card")
    item.locator("summary").click()
    item.get_by_role("button", name="Copy the letter").click()
    item.get_by_role("button", name="Copied").wait_for()
    assert "Hello Pair 8," in page.evaluate("navigator.clipboard.readText()")


def test_the_list_to_publish_is_copied_as_a_table(write, opened):
    page = opened(write(), permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the list").click()
    page.get_by_role("button", name="Copied").wait_for()
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[0].split("\t") == ["Pair", "Team", "Class: Slovak league", "Class: Swedish championships", "Mark"]
    assert len(lines) == 10
    assert lines[3].endswith("A-system\t● Highly artificial system (VUS); A-system")


@pytest.mark.parametrize("width", [320, 360, 768, 1280, 1920])
def test_nothing_is_wider_than_the_screen(write, opened, width):
    page = opened(write(), width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_long_names_do_not_make_a_phones_page_wider(write, opened):
    page = opened(write([row("P" * 120, team="T" * 90, title="x" * 90, missing=("y" * 200,), late=True)]), width=320)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_phone_sorts_with_a_choice(write, opened):
    page = opened(write(), width=360)
    assert page.locator("#entries thead").is_hidden()
    page.get_by_label("Sort by").select_option(label="Dots")
    assert shown(page)[0] == "Pair 2"
    page.get_by_role("button", name="Turn the order round").click()
    assert shown(page)[0] == "Pair 3"
    page.get_by_label("Sort by").select_option(label="what needs attention first")
    assert shown(page) == PAGE_ORDER


def test_on_a_phone_each_value_has_its_label(write, opened):
    page = opened(write(), width=360)
    labels = page.evaluate(
        "Array.from(document.querySelectorAll('#entries tbody td')).filter(c => c.textContent.trim())"
        ".map(c => getComputedStyle(c, '::before').content)"
    )
    assert labels
    assert "none" not in labels


def test_without_script_everything_is_there_and_no_dead_control(write, opened):
    page = opened(write(), script=False)
    rows = page.locator("#entries tbody tr")
    assert rows.count() == 9
    assert all(rows.nth(n).is_visible() for n in range(9))
    assert page.locator("#filters").is_hidden()
    assert page.get_by_role("button").count() == 0
    page.locator(".letters summary").first.click()
    assert "Hello Pair 7," in page.locator(".letters textarea").first.input_value()
    assert page.locator(".letters textarea").first.is_visible()
    page.get_by_role("link", name="1 pair has no card").click()
    assert page.url.endswith("#e2")
    assert rows.nth(1).locator("bdi").first.inner_text() == "Pair 8"


def test_cells_are_cells_whatever_a_reports_styles_call_them(page):
    displays = page.evaluate(
        "Array.from(document.querySelectorAll('tbody td, tbody th')).map(c => getComputedStyle(c).display)"
    )
    assert set(displays) == {"table-cell"}


def test_print_has_the_table_and_no_filters(page):
    page.emulate_media(media="print")
    assert page.locator("#entries").is_visible()
    assert page.locator("#announced").is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('#entries thead')).display") == "table-header-group"
    # Else Chromium would not repeat the heading on each page.
    assert page.evaluate("getComputedStyle(document.querySelector('#entries thead button')).display") == "contents"
    for gone in ("#filters", "#letters", "#shown", "nav"):
        assert page.locator(gone).is_hidden()
    page.emulate_media(media="screen")
    page.get_by_label("Search").fill("Pair 1")
    page.emulate_media(media="print")
    assert page.locator("#shown").is_visible()


def test_it_prints_to_landscape_pages(page):
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF")
    boxes = {tuple(map(float, b.split())) for b in media_boxes(pdf)}
    assert boxes
    assert all(right > top for _, _, right, top in boxes)


def media_boxes(pdf):
    return re.findall(rb"/MediaBox \[([^\]]+)\]", pdf)


def test_who_wants_no_motion_gets_none(write, opened):
    page = opened(write(), reduced_motion="reduce")
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


def test_every_control_has_a_name(page):
    unnamed = page.evaluate(
        "Array.from(document.querySelectorAll('button, input, select, textarea, a, summary'))"
        ".filter(e => !(e.labels?.[0]?.textContent || e.getAttribute('aria-label') || e.textContent).trim())"
        ".map(e => e.outerHTML)"
    )
    assert unnamed == []


def test_two_thousand_entries_are_filtered_and_sorted(write, opened):
    rows = [
        row(f"Pair {n}", team=f"Team {n // 4}", dots=(n % 12, n % 12), admitted="no" if n % 12 > 7 else "yes")
        for n in range(2_000)
    ]
    page = opened(write(rows))
    page.locator("#search").fill("pair 77")
    assert shown(page) == ["Pair 77"]
    page.locator("#search").fill("")
    page.locator("#entries thead button").nth(4).click()
    page.locator("#entries thead button").first.click()
    assert shown(page)[:3] == ["Pair 0", "Pair 1", "Pair 2"]
    page.locator("#search").fill("Team 77")
    assert shown(page) == ["Pair 308", "Pair 309", "Pair 310", "Pair 311"]
