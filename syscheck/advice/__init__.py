"""What a pair does with its verdicts: the alert sheet, the nearest allowed variants, the difference of two cards.

`advise` searches small edits of a card for those that reach a target such as `se:max=7`; `diff` compares two
cards by their agreements.
"""

from syscheck.advice.costs import Cost, Moved, cost, example
from syscheck.advice.diff import AlertChange, Change, Diff, SectionChange, VerdictChange, diff
from syscheck.advice.edits import EDITS, Edit, changed_lines, edited, entry_line, single_edits
from syscheck.advice.for_event import barring, event_target, legal_variants
from syscheck.advice.free import FreeWin, free_wins
from syscheck.advice.nearest import Advice, Answer, Searched, advise
from syscheck.advice.sheet import AlertSheet, NoAlertRules, SheetRow, alert_sheet
from syscheck.advice.targets import Target, UnknownTarget, parse_target

__all__ = [
    "EDITS",
    "Advice",
    "AlertChange",
    "AlertSheet",
    "Answer",
    "Change",
    "Cost",
    "Diff",
    "Edit",
    "FreeWin",
    "Moved",
    "NoAlertRules",
    "Searched",
    "SectionChange",
    "SheetRow",
    "Target",
    "UnknownTarget",
    "VerdictChange",
    "advise",
    "alert_sheet",
    "barring",
    "changed_lines",
    "cost",
    "diff",
    "edited",
    "entry_line",
    "event_target",
    "example",
    "free_wins",
    "legal_variants",
    "parse_target",
    "single_edits",
]
