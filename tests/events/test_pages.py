"""A clause about events is a page and a function: every example of every page gives the duties it promises."""

import re
from importlib.resources import files

import pytest

from events.reading import entrant_of, event_of
from syscheck.events import RULES
from syscheck.events.clauses import EVENTS, AdmissionClause, EventClause
from syscheck.events.judging import in_order
from syscheck.regulations.pages import numbers
from syscheck.report.events import time_text

CLAUSES = [(rules, clause) for rules in RULES for clause in rules.clauses]
IDS = [clause.rule for _, clause in CLAUSES]
EXAMPLES = [
    pytest.param(rules, clause, example, id=f"{clause.rule}-{example.outcome}-{example.title}".replace(" ", "_"))
    for rules, clause in CLAUSES
    for example in rules.page(clause.rule).event_examples
]
SECTIONS = ("What it says", "Applies to", "Requires", "Reading", "Examples")


@pytest.mark.parametrize(("rules", "clause", "example"), EXAMPLES)
def test_an_example_gives_its_outcome_and_its_duties(rules, clause, example):
    event = event_of(rules.regulation, example.event)
    entrant = entrant_of(rules.regulation, example.cards, event, example.entry)
    assert clause.outcome(event, entrant) is example.outcome
    if isinstance(clause, AdmissionClause):
        assert not example.due
        return
    duties = clause.duties(event) if isinstance(clause, EventClause) else clause.duties(event, entrant)
    assert [(d.who.value, time_text(d.due) or "standing") for d in in_order(duties)] == list(example.due)
    assert all(d.rule == clause.rule for d in duties)
    assert all(str(s) for d in duties for s in (d.what, d.consequence, d.condition) if s is not None)


@pytest.mark.parametrize(("rules", "clause"), CLAUSES, ids=IDS)
class TestPage:
    def test_stands_under_its_id_with_its_source(self, rules, clause):
        page = rules.page(clause.rule)
        assert page.rule == clause.rule
        assert page.title
        assert page.document
        assert page.clause
        assert tuple(page.sections) == SECTIONS
        assert all(page.texts)

    def test_has_an_example_of_each_outcome_it_can_give(self, rules, clause):
        page = rules.page(clause.rule)
        assert {e.outcome for e in page.event_examples} == set(page.outcomes)

    def test_every_heading_under_examples_is_an_example(self, rules, clause):
        page = rules.page(clause.rule)
        assert ("\n" + page.sections["Examples"]).count("\n### ") == len(page.event_examples)

    def test_names_numbers_that_exist(self, rules, clause):
        page = rules.page(clause.rule)
        assert set(page.numbers) <= set(numbers(rules.folder, EVENTS))
        assert not page.settings


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.regulation)
class TestRules:
    def test_have_no_page_without_a_clause(self, rules):
        folder = files(EVENTS).joinpath(rules.folder, "pages")
        pages = {entry.name.removesuffix(".md") for entry in folder.iterdir()} if folder.is_dir() else set()
        assert pages == {c.rule for c in rules.clauses}

    def test_have_every_number_on_a_page_with_clause_and_date(self, rules):
        used = {name for c in rules.clauses for name in rules.page(c.rule).numbers}
        for name, row in numbers(rules.folder, EVENTS).items():
            assert name in used, name
            assert row["clause"]
            assert row["date"]

    def test_read_the_numbers_that_they_declare(self, rules):
        declared = set(numbers(rules.folder, EVENTS))
        assert numbers_read(files(EVENTS).joinpath(rules.folder)) <= declared
        assert declared <= numbers_read(files(EVENTS).joinpath(rules.folder)) | numbers_read(files(EVENTS))


def numbers_read(folder):
    """The names of the numbers that the modules of a folder read."""
    source = "".join(f.read_text(encoding="utf-8") for f in folder.iterdir() if f.name.endswith(".py"))
    return set(re.findall(r'\bnumber\(\s*"([a-z0-9-]+)"', source))


def test_no_two_rules_have_one_id():
    from syscheck.regulations import REGULATIONS

    every = [*IDS, *(c.rule for law in REGULATIONS for c in law.rules)]
    assert len(every) == len(set(every))
