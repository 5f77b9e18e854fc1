"""The pages of docs/ that scripts write are up to date, and `--check` says when they are not."""

import subprocess
import sys

import pytest
from paths import ROOT

DOCS = ROOT / "docs"
PAGES = {
    "make_catalogue.py": "catalogue.md",
    "make_schema.py": "report.schema.json",
    "make_event_schema.py": "event.schema.json",
}


def run(script, *arguments):
    done = subprocess.run(
        [sys.executable, DOCS / script, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert not done.stderr
    return done.returncode


@pytest.mark.parametrize("script", PAGES)
def test_it_is_up_to_date(script):
    assert run(script, "--check") == 0, f"run python docs/{script}"


@pytest.mark.parametrize("script", PAGES)
def test_a_stale_page_is_found_and_written_anew(script, tmp_path):
    page = tmp_path / PAGES[script]
    assert run(script, "--check", "--output", page) == 1
    page.write_text("old", encoding="utf-8")
    assert run(script, "--check", "--output", page) == 1
    assert page.read_text(encoding="utf-8") == "old"
    assert run(script, "--output", page) == 0
    assert page.read_bytes() == (DOCS / PAGES[script]).read_bytes()
    assert list(tmp_path.iterdir()) == [page]


def test_every_name_of_the_catalogue_is_on_the_page():
    from syscheck.card import catalogue

    text = (DOCS / "catalogue.md").read_text(encoding="utf-8")
    for section in ("conventions", "leads", "signals"):
        for entry in catalogue(section).values():
            for name in (entry.name, *entry.names):
                assert f"`{name}`" in text
