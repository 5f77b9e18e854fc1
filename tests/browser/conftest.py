"""The system's own Chromium, driven by Playwright, that opens files and nothing else."""

import pytest

from tests.browser.chromium import QUIET, chromium


@pytest.fixture(scope="package")
def browser():
    """One browser for all tests here; it is gone before others run, as it keeps an event loop of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        yield started
        started.close()


@pytest.fixture
def opened(browser, tmp_path):
    """Open a file of the test's folder; a message on the console or a request for anything else fails the test."""
    contexts, wrong = [], []

    def ask(request):
        if not request.url.startswith(tmp_path.as_uri() + "/"):
            wrong.append(f"asks for {request.url}")

    def say(message):
        wrong.append(f"console: {message.text}")

    def open_(name, width=1280, height=900, script=True, **options):
        context = browser.new_context(
            viewport={"width": width, "height": height}, java_script_enabled=script, locale="en-GB", **options
        )
        contexts.append(context)
        context.set_default_timeout(5_000)
        context.on("request", ask)
        context.on("console", say)
        context.on("weberror", lambda error: wrong.append(f"error: {error.error}"))
        page = context.new_page()
        page.goto((tmp_path / name).as_uri(), timeout=60_000)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert wrong == []
