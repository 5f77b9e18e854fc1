"""A regulation and what it says of a card as a whole."""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from syscheck.language import Sentence
from syscheck.regulations.alerts import AlertClause, AlertVerdict, alert_verdict
from syscheck.regulations.clauses import Clause, Finding, Law, Setting, SettingValue
from syscheck.regulations.pages import Page, numbers, page
from syscheck.system import CallOnCard, System
from syscheck.values import dataclass


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
    possible: frozenset[str] = frozenset()
    """Where the class is open, those that it may be; empty where every class may be, or the class is settled."""
    brown: tuple[str, ...] | None = None
    """The brown conventions, where the regulation knows such; `brown_open` are those that the card leaves open."""
    brown_open: tuple[str, ...] = ()


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
    alerts: tuple[AlertClause, ...] = ()
    """The rules about alerts and STOP; those that except calls come first."""
    alert_settings: tuple[Setting, ...] = ()
    """Readings that only alerts depend on."""
    lowerable: tuple[Setting, ...] = ()
    """Numbers that the organiser of an event may lower, from the default downwards; no reading of the rules, so a
    result shows one only where it was lowered."""
    has_doubt: bool = False
    """Whether its class may be doubtful."""
    remark: str = ""
    """What stands beside every result: for example, that the text itself was not available."""

    @property
    def rules(self) -> tuple[Clause | AlertClause, ...]:
        """Every rule that has a page."""
        return (*self.clauses, *self.alerts)

    @property
    def all_settings(self) -> tuple[Setting, ...]:
        """The readings for the class, then those for alerts."""
        return (*self.settings, *self.alert_settings)

    def law(self, chosen: Mapping[str, SettingValue] | None = None) -> Law:
        """The regulation's numbers with the settings chosen, defaults for the others."""
        return self._law(self.settings, chosen)

    def alert_law(self, chosen: Mapping[str, SettingValue] | None = None) -> Law:
        """The same with the readings that only alerts depend on."""
        return self._law(self.all_settings, chosen)

    def _law(self, settings: tuple[Setting, ...], chosen: Mapping[str, SettingValue] | None) -> Law:
        values = {name: row["value"] for name, row in numbers(self.folder).items()}
        chosen = chosen or {}
        lowered = {s.name: chosen[s.name] for s in self.lowerable if s.name in chosen}
        return Law(values, {s.name: chosen.get(s.name, s.default) for s in settings} | lowered)

    def finding(self, rule: str, system: System, chosen: Mapping[str, SettingValue] | None = None) -> Finding:
        """What one of its rules says of a system, a rule about alerts too."""
        clause = next(c for c in self.rules if c.rule == rule)
        return clause.finding(system, self.alert_law(chosen))

    def alert(self, call: CallOnCard, law: Law) -> AlertVerdict:
        """Whether a call is alerted."""
        return alert_verdict(self.alerts, call, law)

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
        return tuple(dict.fromkeys(q for f in self.findings for q in f.questions))
