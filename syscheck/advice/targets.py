"""What a pair wants to reach: `sk:usual`, `se:C`, `se:max=7`.

A class is reached by a better one too. *Cannot tell* never counts as reached, nor does *doubtful*.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from syscheck.card import did_you_mean
from syscheck.language import say
from syscheck.regulations import Classification, Finding, Law, Outcome, Regulation, Ruling, SettingValue, regulation
from syscheck.regulations.se_2012 import CallDots
from syscheck.regulations.sk_2008 import VUS
from syscheck.system import System

SLOVAK, SWEDISH = "sk-2008", "se-2012"
EXAMPLES = ("sk:simple", "sk:usual", "se:A", "se:B", "se:C", "se:max=7")
MOST_DOTS = 999
"""More than any card has; so many digits are enough."""


Trouble = tuple[str, str]
"""A call, and what is against it: a rule, or `dots`."""


class UnknownTarget(ValueError):
    """A target that is none; the message says what may be written."""


class Findings(Mapping[str, Finding]):
    """The findings of a regulation's rules, each made when it is first asked for.

    A classification often needs only a few of them; a search asks thousands of times.
    """

    def __init__(self, law_of: Regulation, system: System, law: Law) -> None:
        self._clauses = {c.rule: c for c in law_of.clauses}
        self._system, self._law = system, law
        self._made: dict[str, Finding] = {}

    def __getitem__(self, rule: str) -> Finding:
        if rule not in self._made:
            self._made[rule] = self._clauses[rule].finding(self._system, self._law)
        return self._made[rule]

    def __iter__(self) -> Iterator[str]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)


Reached = Callable[[Classification, Law], bool]
Lacking = Callable[[Classification, Findings, Law], int]


@dataclass(frozen=True)
class Target:
    """What to reach under which regulation."""

    name: str
    regulation: Regulation
    law: Law
    reached_by: Reached = field(repr=False)
    lacking: Lacking = field(repr=False)
    """How far off a system is: dots too many, or calls that a rule stands against; 0 only when reached."""
    troubles_of: Callable[[Classification, Findings], dict[Trouble, int]] = field(repr=False)

    def reached(self, system: System) -> bool:
        """Whether a system is there."""
        return self.reached_by(self._judged(system)[0], self.law)

    def distance(self, system: System) -> int:
        """How far off a system is."""
        classification, findings = self._judged(system)
        if self.reached_by(classification, self.law):
            return 0
        return max(1, self.lacking(classification, findings, self.law))

    def troubles(self, system: System) -> dict[Trouble, int]:
        """What each call has against it."""
        return self.troubles_of(*self._judged(system))

    def _judged(self, system: System) -> tuple[Classification, Findings]:
        findings = Findings(self.regulation, system, self.law)
        return self.regulation.classify(system, findings, self.law), findings


def parse_target(text: str, settings: Mapping[str, Mapping[str, SettingValue]] | None = None) -> Target:
    """The target that `text` writes, under the settings chosen for its regulation. Errors: `UnknownTarget`."""
    rules, _, wanted = text.strip().partition(":")
    rules, wanted = rules.strip().casefold(), "".join(wanted.split())
    law_id = {"sk": SLOVAK, "se": SWEDISH}.get(rules, rules)
    if law_id == SLOVAK and wanted.casefold() in _SLOVAK:
        reached_by, lacking = _SLOVAK[wanted.casefold()]
        name = f"sk:{wanted.casefold()}"
    elif law_id == SWEDISH and wanted.upper() in {"A", "B", "C"}:
        reached_by, lacking = _dots_within(_CLASS_LIMIT[wanted.upper()])
        name = f"se:{wanted.upper()}"
    elif law_id == SWEDISH and (most := _most(wanted)) is not None:
        reached_by, lacking = _dots_within(lambda _law: most)
        name = f"se:max={most}"
    else:
        near = did_you_mean(text, EXAMPLES)
        raise UnknownTarget(
            say(
                "there is no target “{text}”: {near}targets are sk:simple, sk:usual, se:A, se:B, se:C, "
                "and se:max=N for N dots",
                text=text,
                near=near,
            )
        )
    found = regulation(law_id)
    troubles = _points_of_calls if law_id == SLOVAK else _dots_of_calls
    return Target(name, found, found.law((settings or {}).get(law_id)), reached_by, lacking, troubles)


def _most(text: str) -> int | None:
    name, equals, number = text.casefold().partition("=")
    if name != "max" or not equals or not (number.isascii() and number.isdigit()):
        return None
    return min(int(number[:4]), MOST_DOTS)


# ---- Slovak classes ------------------------------------------------------------------------------------------------


def _is_usual(found: Classification, _law: Law) -> bool:
    return found.name in {"usual", "simple"} and not found.doubtful


def _is_simple(found: Classification, _law: Law) -> bool:
    return found.name == "simple"


def _points(findings: Findings) -> Iterator[tuple[str, Ruling]]:
    """The rulings by which a system is highly artificial, or may be."""
    for rule in VUS:
        for ruling in findings[rule].rulings:
            if ruling.outcome not in {Outcome.NOT_MET, Outcome.DOES_NOT_APPLY}:
                yield rule, ruling


def _points_against(_found: Classification, findings: Findings, _law: Law) -> int:
    """How many openings a point of the highly artificial systems is met by, or may be."""
    return len({(rule, None if r.opening is None else r.opening.number) for rule, r in _points(findings)})


def _rules_against(found: Classification, findings: Findings, law: Law) -> int:
    """The same, and everything that is not on the list of the simple class."""
    listed = (finding for rule, finding in findings.items() if rule not in VUS)
    strange = (r for f in listed for r in f.rulings if r.outcome not in {Outcome.MET, Outcome.DOES_NOT_APPLY})
    return _points_against(found, findings, law) + sum(1 for _ in strange)


def _points_of_calls(_found: Classification, findings: Findings) -> dict[Trouble, int]:
    return {(str(r.opening.call), rule): 1 for rule, r in _points(findings) if r.opening is not None}


_SLOVAK: dict[str, tuple[Reached, Lacking]] = {
    "usual": (_is_usual, _points_against),
    "simple": (_is_simple, _rules_against),
}


# ---- Swedish dots --------------------------------------------------------------------------------------------------

_CLASS_LIMIT: dict[str, Callable[[Law], int]] = {
    "A": lambda _law: MOST_DOTS,
    "B": lambda law: law.number("a-over"),
    "C": lambda law: law.number("b-from") - 1,
}


def _dots_within(
    limit: Callable[[Law], int],
) -> tuple[Reached, Lacking]:
    """Reached when the card has no more dots, whatever the answers to what it leaves open."""

    def reached_by(found: Classification, law: Law) -> bool:
        return _most_dots(found) <= limit(law)

    def lacking(found: Classification, _findings: Findings, law: Law) -> int:
        return _most_dots(found) - limit(law)

    return reached_by, lacking


def _most_dots(found: Classification) -> int:
    dots: tuple[CallDots, ...] = found.dots
    return sum(d.most for d in dots)


def _dots_of_calls(found: Classification, _findings: Findings) -> dict[Trouble, int]:
    return {(d.call, "dots"): d.most for d in found.dots if d.most}
