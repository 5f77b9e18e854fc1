"""A pair's report as a browser shows it."""

from functools import cache

import pytest

from syscheck.report.html import html_report
from tests.report.cards import EVERY_OUTCOME, HOSTILE, faulty, sample, shown

pytestmark = pytest.mark.browser

REPORTS = {
    "precision": lambda: [sample("precision")],
    "forcing-pass": lambda: [sample("forcing-pass")],
    "every outcome": lambda: [shown(EVERY_OUTCOME)],
    "hostile": lambda: [shown(HOSTILE, "<i>.card")],
    "faulty": lambda: [faulty("[openings]\n1C : blub\n")],
    "several": lambda: [sample("acol"), faulty("[openings]\n1C : blub\n")],
}


@cache
def made(name):
    return html_report(REPORTS[name]())


@pytest.fixture(params=REPORTS)
def report(request, tmp_path):
    (tmp_path / "report.html").write_text(made(request.param), encoding="utf-8")
    return "report.html"


def test_a_report_fits_a_phone(report, opened):
    page = opened(report, width=360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("h1").is_visible()


def test_a_report_prints(report, opened):
    page = opened(report)
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


def test_links_of_a_report_lead_to_something_that_is_shown(report, opened):
    page = opened(report)
    lost = page.evaluate(
        "Array.from(document.querySelectorAll('a[href]'))"
        ".filter(a => !document.getElementById(decodeURIComponent(a.hash.slice(1)))).map(a => a.outerHTML)"
    )
    assert lost == []


def test_a_hostile_card_runs_nothing(tmp_path, opened):
    (tmp_path / "report.html").write_text(made("hostile"), encoding="utf-8")
    page = opened("report.html")
    assert page.locator("script").count() == 0
    assert "<script>alert(1)</script>" in page.locator("h1").inner_text()


def test_why_opens_without_script(tmp_path, opened):
    (tmp_path / "report.html").write_text(made("precision"), encoding="utf-8")
    page = opened("report.html", script=False)
    first = page.locator("details.why").first
    assert first.locator(".because").is_hidden()
    first.locator("summary").click()
    assert first.locator(".because").is_visible()
