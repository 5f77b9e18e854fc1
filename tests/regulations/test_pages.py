"""A clause is a page and a function: every example of every page gives the outcome it promises."""

import re
from importlib.resources import files

import pytest

from syscheck import build_system, read_card
from syscheck.regulations import REGULATIONS
from syscheck.regulations.pages import numbers

CLAUSES = [(law, clause.rule) for law in REGULATIONS for clause in law.rules]
EXAMPLES = [
    pytest.param(law, rule, example, id=f"{rule}-{example.outcome}-{example.title}".replace(" ", "_"))
    for law, rule in CLAUSES
    for example in law.page(rule).examples
]
SECTIONS = ("What it says", "Applies to", "Requires", "Reading", "Examples")


def chosen(law, settings):
    return {name: next(s for s in law.all_settings if s.name == name).read(value) for name, value in settings.items()}


@pytest.mark.parametrize(("law", "rule", "example"), EXAMPLES)
def test_an_example_gives_its_outcome(law, rule, example):
    system = build_system(read_card(example.card))
    finding = law.finding(rule, system, chosen(law, example.settings))
    assert finding.outcome is example.outcome, finding.message


@pytest.mark.parametrize(("law", "rule"), CLAUSES, ids=[rule for _, rule in CLAUSES])
class TestPage:
    def test_stands_under_its_id_with_its_source(self, law, rule):
        page = law.page(rule)
        assert page.rule == rule
        assert page.title
        assert page.document
        assert page.clause
        assert tuple(page.sections) == SECTIONS

    def test_has_an_example_of_each_outcome_it_can_give(self, law, rule):
        page = law.page(rule)
        assert {e.outcome for e in page.examples} == set(page.outcomes)

    def test_names_numbers_and_settings_that_exist(self, law, rule):
        page = law.page(rule)
        assert set(page.numbers) <= set(numbers(law.folder))
        assert set(page.settings) <= {s.name for s in law.all_settings}
        assert {name for e in page.examples for name in e.settings} <= set(page.settings)

    def test_every_heading_under_examples_is_an_example(self, law, rule):
        page = law.page(rule)
        assert page.sections["Examples"].count("\n### ") + 1 == len(page.examples)


@pytest.mark.parametrize("law", REGULATIONS, ids=lambda law: law.id)
class TestRegulation:
    def test_has_no_page_without_a_clause(self, law):
        folder = files("syscheck.regulations").joinpath(law.folder, "pages")
        pages = {entry.name.removesuffix(".md") for entry in folder.iterdir()}
        assert pages == {c.rule for c in law.rules}

    def test_has_every_number_on_a_page_with_clause_and_date(self, law):
        used = {name for c in law.rules for name in law.page(c.rule).numbers}
        for name, row in numbers(law.folder).items():
            assert name in used, name
            assert row["clause"]
            assert row["date"]

    def test_reads_no_number_that_it_does_not_declare(self, law):
        folder = files("syscheck.regulations").joinpath(law.folder)
        source = "".join(f.read_text(encoding="utf-8") for f in folder.iterdir() if f.name.endswith(".py"))
        read = set(re.findall(r'law\.(?:number|share)\(\s*"([a-z0-9-]+)"', source))
        assert read <= set(numbers(law.folder)) | {s.name for s in law.all_settings}

    def test_says_something_for_every_rule_on_every_card(self, law):
        system = build_system(read_card("[openings]\n3N : gambling\n"))
        result = law.judge(system)
        assert [f.rule for f in result.findings] == [c.rule for c in law.clauses]
        assert all(str(f.message) for f in result.findings)
