"""The WBF systems policy in its edition of 2018: HUM, brown stickers, colours, categories of events."""

from collections.abc import Mapping

from syscheck.language import phrase
from syscheck.regulations import cz_teams
from syscheck.regulations.brown import brown_calls
from syscheck.regulations.clauses import REQUIREMENT, Clause, Finding, Law, Setting
from syscheck.regulations.regulation import Classification, Regulation
from syscheck.regulations.wbf import categories, colours
from syscheck.system import System

HUM = (
    cz_teams.VUS_A.derived("wbf-hum-1"),
    cz_teams.VUS_B.derived("wbf-hum-2"),
    cz_teams.VUS_C.derived("wbf-hum-3"),
    cz_teams.VUS_D.derived("wbf-hum-4"),
    cz_teams.VUS_E.derived("wbf-hum-5"),
)
BLUE = Clause("wbf-blue", colours.strong_minor_and_natural, REQUIREMENT)
GREEN = Clause(
    "wbf-green",
    colours.natural_openings,
    REQUIREMENT,
    "nothing at the one or two level is opened that this rule looks at",
)
BROWN = (
    cz_teams.BROWN_OPENING.derived("wbf-brown-opening"),
    cz_teams.BROWN_TWO_SUITER.derived("wbf-brown-two-suiter"),
    cz_teams.BROWN_OVERCALL.derived("wbf-brown-overcall"),
    cz_teams.BROWN_PSYCHIC.derived("wbf-brown-psychic"),
)


def _deciding(system: System, law: Law) -> Mapping[str, Finding]:
    """The findings that colours, categories and the limit of stickers rest on."""
    return {c.rule: c.finding(system, law) for c in (*HUM, BLUE, GREEN, *BROWN)}


CLAUSES = (
    *HUM,
    Clause("wbf-yellow", colours.is_yellow(_deciding)),
    BLUE,
    GREEN,
    Clause("wbf-red", colours.is_red(_deciding)),
    *BROWN,
    Clause("wbf-brown-limit", categories.few_stickers(_deciding), REQUIREMENT),
    Clause("wbf-category-1", categories.everything, REQUIREMENT),
    Clause("wbf-category-2", categories.no_hum(_deciding), REQUIREMENT),
    Clause("wbf-category-3", categories.neither(_deciding), REQUIREMENT),
)

SETTINGS = (
    Setting("pass-ceiling", 12, "The most points of Pass that point 1 of HUM leaves doubtful", least=0, most=36),
    cz_teams.UNCOVERED_LIMIT,
    Setting("strong", 16, "How many points make hands strong, for brown stickers", least=0, most=37),
)


def classify(_system: System, findings: Mapping[str, Finding], _law: Law) -> Classification:
    """The first colour that fits, open while a question could make it another; brown stickers beside it."""
    found = colours.colour(findings)
    brown, brown_open = brown_calls(findings, "wbf-brown")
    possible = frozenset[str]()
    if found.name is None and not any(f.rule in colours.HUM for f in found.findings):
        possible = frozenset({"green", "blue", "red"})  # what is open is the colour of a system that is not HUM
    return Classification(found.name, found.because, possible=possible, brown=brown, brown_open=brown_open)


REGULATION = Regulation(
    id="wbf",
    name=phrase("WBF systems policy"),
    folder="wbf",
    edition="2018",
    clauses=CLAUSES,
    settings=SETTINGS,
    classify=classify,
    classes={
        "green": phrase("green: natural"),
        "blue": phrase("blue: strong club or strong diamond"),
        "red": phrase("red: artificial"),
        "yellow": phrase("yellow: highly unusual (HUM)"),
    },
    remark=cz_teams.SECONDARY,
)
