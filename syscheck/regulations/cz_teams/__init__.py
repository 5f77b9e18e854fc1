"""Czech team championship: the VUS and brown conventions of the competition rules' annex 5 of 2003."""

from collections.abc import Mapping
from fractions import Fraction

from syscheck.language import phrase, say
from syscheck.regulations import brown, sk_2008
from syscheck.regulations.artificial import unless_strong_minor
from syscheck.regulations.brown import brown_calls
from syscheck.regulations.clauses import CANNOT_TELL, DOUBTFUL, MET, Clause, Finding, Law, Setting
from syscheck.regulations.cz_teams.vus import length_or_shortness, one_suit_or_another, opens_weak_hands
from syscheck.regulations.regulation import Classification, Regulation
from syscheck.system import System

VUS = tuple(f"cz-vus-{x}" for x in "abcde")

NO_OPENING = phrase("there is no opening at the one level that this rule looks at")

VUS_A = sk_2008.OPENING_PASS.derived("cz-vus-a")
VUS_B = sk_2008.WEAKER_THAN_PASS.derived("cz-vus-b", unless_strong_minor)
VUS_C = Clause("cz-vus-c", unless_strong_minor(opens_weak_hands), nothing=NO_OPENING)
VUS_D = Clause("cz-vus-d", unless_strong_minor(length_or_shortness), nothing=NO_OPENING)
VUS_E = Clause("cz-vus-e", unless_strong_minor(one_suit_or_another), nothing=NO_OPENING)

BROWN_OPENING = Clause("cz-brown-opening", brown.brown_openings, nothing="no call from 2C to 3S is opened", each=True)
BROWN_TWO_SUITER = Clause(
    "cz-brown-two-suiter",
    brown.brown_two_suiters,
    nothing="no call at the two or three level is on the card",
    each=True,
)
BROWN_OVERCALL = Clause(
    "cz-brown-overcall",
    brown.brown_overcalls,
    nothing="no overcall of a suit opening at the one level is on the card",
    each=True,
)
BROWN_PSYCHIC = Clause("cz-brown-psychic", brown.protected_psychics, nothing="the card says nothing of psychic bids")

CLAUSES = (VUS_A, VUS_B, VUS_C, VUS_D, VUS_E, BROWN_OPENING, BROWN_TWO_SUITER, BROWN_OVERCALL, BROWN_PSYCHIC)

UNCOVERED_LIMIT = Setting(
    "uncovered-limit",
    Fraction(1, 10),
    "How many good hands may be without an opening before we ask what Pass holds",
    least=0,
    most=1,
)

SETTINGS = (
    Setting("pass-ceiling", 12, "The most points of Pass that point a leaves doubtful", least=0, most=36),
    UNCOVERED_LIMIT,
    Setting("strong", 13, "How many points make hands strong, for brown conventions", least=0, most=37),
)

SECONDARY = phrase(
    "This verdict rests on secondary sources: the text of the rules itself was not available to us in full."
)


def classify(_system: System, findings: Mapping[str, Finding], _law: Law) -> Classification:
    """VUS if one point is met; open while a question could make it so; else ordinary. Brown conventions beside it."""
    certain, open_calls = brown_calls(findings, "cz-brown")
    outcomes = {rule: findings[rule].outcome for rule in VUS}
    met = [rule for rule in VUS if outcomes[rule] is MET]
    if met:
        return Classification("vus", say("Met: {rules}.", rules=", ".join(met)), brown=certain, brown_open=open_calls)
    open_ones = [rule for rule in VUS if outcomes[rule] is CANNOT_TELL]
    if open_ones:
        because = say("Open until the questions are answered: {rules}.", rules=", ".join(open_ones))
        return Classification(None, because, brown=certain, brown_open=open_calls)
    doubts = [rule for rule in VUS if outcomes[rule] is DOUBTFUL]
    if doubts:
        because = say(
            "The annex leaves it open ({rules}): give the competition committee a detailed description.",
            rules=", ".join(doubts),
        )
    else:
        because = say("No point of the highly artificial systems is met.")
    return Classification("ordinary", because, doubtful=bool(doubts), brown=certain, brown_open=open_calls)


REGULATION = Regulation(
    id="cz-teams",
    name=phrase("Czech team championship, competition rules, annex 5"),
    folder="cz_teams",
    edition="2003",
    clauses=CLAUSES,
    settings=SETTINGS,
    classify=classify,
    classes={"vus": phrase("highly artificial system (VUS)"), "ordinary": phrase("ordinary system")},
    has_doubt=True,
    remark=SECONDARY,
)
