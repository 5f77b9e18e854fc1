"""A regulation and what it says of a card as a whole."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from syscheck.language import Sentence
from syscheck.regulations.clauses import CANNOT_TELL, Clause, Finding, Law, Setting, SettingValue
from syscheck.regulations.pages import Page, numbers, page
from syscheck.system import System


@dataclass(frozen=True, slots=True)
class Classification:
    """The class of a system: None where a *cannot tell* leaves it open.

    `doubtful` where the regulation itself leaves it open; `dots` and `total` where it counts dots.
    """

    name: str | None
    because: Sentence
    doubtful: bool = False
    dots: tuple[Any, ...] = ()
    total: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Regulation:
    """A regulation in one edition: its clauses in order, its settings, and how findings make a class."""

    id: str
    name: str
    folder: str
    edition: str
    clauses: tuple[Clause, ...]
    settings: tuple[Setting, ...]
    classify: Callable[[System, Mapping[str, Finding], Law], Classification] = field(repr=False)
    classes: Mapping[str, str]
    """Each class by its id, in English words for a headline."""

    def law(self, chosen: Mapping[str, SettingValue] | None = None) -> Law:
        """The regulation's numbers with the settings chosen, defaults for the others."""
        values = {name: row["value"] for name, row in numbers(self.folder).items()}
        return Law(values, {s.name: s.default for s in self.settings} | dict(chosen or {}))

    def page(self, rule: str) -> Page:
        """The page of one of its rules."""
        return page(self.folder, rule)

    def judge(self, system: System, chosen: Mapping[str, SettingValue] | None = None) -> "Result":
        """What the regulation says of a system."""
        law = self.law(chosen)
        findings = {c.rule: c.finding(system, law) for c in self.clauses}
        return Result(self, law, tuple(findings.values()), self.classify(system, findings, law))


@dataclass(frozen=True, slots=True)
class Result:
    """What a regulation says of a card: a finding for every rule, and the class."""

    regulation: Regulation
    law: Law
    findings: tuple[Finding, ...]
    classification: Classification

    def finding(self, rule: str) -> Finding:
        """The finding of a rule."""
        return next(f for f in self.findings if f.rule == rule)

    @property
    def questions(self) -> tuple[str, ...]:
        """Every question whose answer would decide something, once each."""
        open_ones = (f for f in self.findings if f.outcome is CANNOT_TELL)
        return tuple(dict.fromkeys(q for f in open_ones for q in f.questions))
