"""The regulations: what each says of a system, clause by clause.

`REGULATIONS` is the whole list; `regulation(id)` finds one; `regulation(id).judge(system)` gives a
`Result` with a finding for every rule and the class.
"""

from syscheck.language import Sentence, say
from syscheck.regulations import cz_teams, se_2012, sk_2008, wbf
from syscheck.regulations.alerts import AlertClause, AlertVerdict
from syscheck.regulations.clauses import BadSetting, Finding, Law, Outcome, Ruling, Setting, SettingValue
from syscheck.regulations.pages import Example, Page
from syscheck.regulations.regulation import Classification, Regulation, Result

REGULATIONS: tuple[Regulation, ...] = (
    sk_2008.REGULATION,
    se_2012.REGULATION,
    cz_teams.REGULATION,
    wbf.REGULATION,
)


class UnknownRegulation(KeyError):
    """No regulation has this id."""


class UnknownRule(KeyError):
    """No regulation has a rule of this id."""


def regulation(name: str) -> Regulation:
    """The regulation of an id. Errors: `UnknownRegulation`."""
    for known in REGULATIONS:
        if known.id == name:
            return known
    raise UnknownRegulation(name)


def rule_page(rule: str) -> tuple[Regulation, Page]:
    """The page of a rule, with its regulation. Errors: `UnknownRule`."""
    for known in REGULATIONS:
        if any(c.rule == rule for c in known.rules):
            return known, known.page(rule)
    raise UnknownRule(rule)


__all__ = [
    "REGULATIONS",
    "AlertClause",
    "AlertVerdict",
    "BadSetting",
    "Classification",
    "Example",
    "Finding",
    "Law",
    "Outcome",
    "Page",
    "Regulation",
    "Result",
    "Ruling",
    "Sentence",
    "Setting",
    "SettingValue",
    "UnknownRegulation",
    "UnknownRule",
    "regulation",
    "rule_page",
    "say",
]
