"""Slovak league regulations in force from 2008-01-25: classes of annex 4, alerts of annex 3, STOP."""

from collections.abc import Mapping
from fractions import Fraction

from syscheck.language import phrase, say
from syscheck.regulations.artificial import opens_weaker_than_pass, passes_opening_hands
from syscheck.regulations.clauses import (
    CANNOT_TELL,
    DOES_NOT_APPLY,
    DOUBTFUL,
    MET,
    REQUIREMENT,
    Clause,
    Finding,
    Law,
    Setting,
)
from syscheck.regulations.regulation import Classification, Regulation
from syscheck.regulations.sk_2008 import simple, vus
from syscheck.regulations.sk_2008.alerts import ALERTS
from syscheck.system import System

VUS = tuple(f"sk-vus-{x}" for x in "abcde")

OPENING_PASS = Clause("sk-vus-c", passes_opening_hands)
WEAKER_THAN_PASS = Clause("sk-vus-d", opens_weaker_than_pass)

CLAUSES = (
    Clause("sk-vus-a", vus.shows_another_suit, nothing="there is no opening at the one level"),
    Clause("sk-vus-b", vus.has_alternatives, nothing="there is no opening at the one level that this rule looks at"),
    OPENING_PASS,
    WEAKER_THAN_PASS,
    Clause("sk-vus-e", vus.wide_notrump_with_inquiry, nothing="1N is not opened"),
    Clause("sk-simple-1c", simple.prepared_club, REQUIREMENT, "1C is not opened"),
    Clause("sk-simple-1d", simple.natural_diamond, REQUIREMENT, "1D is not opened"),
    Clause("sk-simple-1m", simple.four_card_majors, REQUIREMENT, "neither major is opened at the one level"),
    Clause("sk-simple-standard", simple.standard_openings, REQUIREMENT, "no suit is opened at the one level"),
    Clause("sk-simple-1n", simple.narrow_notrump, REQUIREMENT, "1N is not opened"),
    Clause("sk-simple-2c", simple.strong_club, REQUIREMENT, "2C is not opened"),
    Clause("sk-simple-2x", simple.strong_twos, REQUIREMENT, "none of 2D, 2H, 2S is opened"),
    Clause("sk-simple-2n", simple.strong_two_notrump, REQUIREMENT, "2N is not opened"),
    Clause("sk-simple-high", simple.natural_high_openings, REQUIREMENT, "nothing higher than 2N is opened"),
    Clause("sk-simple-conventions", simple.listed_conventions, REQUIREMENT),
    Clause("sk-simple-leads", simple.plain_leads, REQUIREMENT),
    Clause("sk-simple-signals", simple.plain_signals, REQUIREMENT),
)

SETTINGS = (
    Setting(
        "alternatives", "customary", "How point b is read: as custom has it, or to the letter", ("customary", "strict")
    ),
    Setting("pass-ceiling", 12, "The most points of Pass that point c leaves doubtful", least=0, most=36),
    Setting(
        "uncovered-limit",
        Fraction(1, 10),
        "How many good hands may be without an opening before we ask what Pass holds",
        least=0,
        most=1,
    ),
    Setting(
        "nt-width",
        "doubtful",
        "How point e counts a range of five points: leave it doubtful, count the values, or the difference",
        ("doubtful", "inclusive", "difference"),
    ),
)


def classify(_system: System, findings: Mapping[str, Finding], _law: Law) -> Classification:
    """VUS if one point is met; open while a question could make it so; else simple or usual."""
    outcomes = {rule: findings[rule].outcome for rule in VUS}
    met = [rule for rule in VUS if outcomes[rule] is MET]
    if met:
        return Classification("vus", say("Met: {rules}.", rules=", ".join(met)))
    open_ones = [rule for rule in VUS if outcomes[rule] is CANNOT_TELL]
    if open_ones:
        return Classification(None, say("Open until the questions are answered: {rules}.", rules=", ".join(open_ones)))
    doubts = [rule for rule in VUS if outcomes[rule] is DOUBTFUL]
    if doubts:
        because = say(
            "The annex leaves it open ({rules}): give the co-ordinator a detailed description.", rules=", ".join(doubts)
        )
        return Classification("usual", because, doubtful=True)
    lacking = [f.rule for f in findings.values() if f.rule not in VUS and f.outcome not in (MET, DOES_NOT_APPLY)]
    if not lacking:
        return Classification("simple", say("Everything on the card is on the list of the simple class."))
    return Classification(
        "usual", say("Not VUS. To be simple, the card would have to show that: {rules}.", rules=", ".join(lacking))
    )


REGULATION = Regulation(
    id="sk-2008",
    name=phrase("Slovak league regulations, annex 4"),
    folder="sk_2008",
    edition="2008-01-25",
    clauses=CLAUSES,
    settings=SETTINGS,
    classify=classify,
    classes={
        "simple": phrase("simple system"),
        "usual": phrase("usual system"),
        "vus": phrase("highly artificial system (VUS)"),
    },
    alerts=ALERTS,
    has_doubt=True,
)
