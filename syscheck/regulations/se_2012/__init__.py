"""Swedish championships 2012-2013, rules for openings of 2006: dots a bid, the sum, A, B and C systems."""

from collections.abc import Mapping
from fractions import Fraction

from syscheck.language import count, phrase, say
from syscheck.regulations.clauses import Clause, Finding, Law, Setting
from syscheck.regulations.regulation import Classification, Regulation
from syscheck.regulations.se_2012 import rules
from syscheck.regulations.se_2012.alerts import ALERTS
from syscheck.regulations.se_2012.dots import CallDots, call_dots
from syscheck.system import System

NOTHING = phrase("no opening from 1C to 3S is without a natural, strong or game-forcing meaning")
NONE_AT_ALL = phrase("no call from 1C to 3S is opened in the first three seats")

CLAUSES = (
    Clause("se-exempt-natural", rules.natural, nothing=NONE_AT_ALL),
    Clause("se-exempt-strong", rules.strong, nothing=NONE_AT_ALL),
    Clause("se-pass-odd", rules.odd_pass),
    Clause("se-pass-strong", rules.strong_pass),
    Clause("se-dots-length", rules.dots_for_length, nothing=NOTHING),
    Clause("se-dots-unbalanced", rules.dots_for_unbalanced, nothing=NOTHING),
    Clause("se-dots-major", rules.dots_for_major, nothing=NOTHING),
    Clause("se-dots-weak", rules.dots_for_weakness, nothing=NOTHING),
    Clause("se-dots-notrump", rules.dots_for_notrump, nothing="neither 1N nor 2N is opened"),
    Clause("se-ceiling-suit", rules.points_at_suit, nothing=NOTHING),
    Clause("se-ceiling-balanced", rules.points_at_balanced, nothing=NOTHING),
    Clause("se-ceiling-strong-natural", rules.strong_or_natural, nothing=NOTHING),
    Clause("se-ceiling-strong-suit", rules.strong_or_suit, nothing=NOTHING),
    Clause("se-system-a", rules.is_class("A")),
    Clause("se-system-b", rules.is_class("B")),
    Clause("se-system-c", rules.is_class("C")),
)

SETTINGS = (
    Setting(
        "clear-majority",
        Fraction(4, 5),
        "How many of its hands must be balanced for a no-trump bid to be natural",
        least=0,
        most=1,
    ),
    Setting(
        "denial", "tolerated", "Whether a no-trump bid that denies a suit is still natural", ("tolerated", "unnatural")
    ),
)

ALERT_SETTINGS = (
    Setting(
        "compensating",
        18,
        "How many points and cards of the two longest suits make up for an opening under ten points",
        least=0,
        most=60,
    ),
    Setting("screens", "no", "Whether the play is behind screens", ("no", "yes")),
)

LOWERABLE = (
    Setting("dots-three", 1, "Dots of a suit bid with as few as three cards in the suit", most=1),
    Setting("dots-fewer", 2, "Dots of a suit bid with fewer than three cards in the suit", most=2),
    Setting("dots-unbalanced", 1, "Dots more for an unbalanced hand without four cards in the suit bid", most=1),
    Setting("dots-major", 1, "Dots more for 1H and 1S", most=1),
    Setting("dots-weak-diamond", 2, "Dots more for a weak 1D", most=2),
    Setting("dots-weak-major", 3, "Dots more for a weak 1H or 1S", most=3),
    Setting("dots-notrump", 2, "Dots of a no-trump bid that is not natural", most=2),
    Setting("dots-weak-notrump", 3, "Dots of a weak 1N that is not natural", most=3),
    Setting("ceiling-suit", 1, "The most dots of a suit pointer", most=1),
    Setting("ceiling-balanced", 2, "The most dots of a balance pointer", most=2),
    Setting("ceiling-strong-natural", 1, "The most dots of a bid that is strong or natural", most=1),
    Setting("ceiling-strong-suit", 2, "The most dots of a bid that is strong or a suit pointer", most=2),
)
"""The kinds of bids whose dots an organiser may lower (2.4); a test holds their defaults against numbers.toml."""


def classify(system: System, _findings: Mapping[str, Finding], law: Law) -> Classification:
    """The sum of dots and its class; open where the card's words leave sums of two classes."""
    dots = call_dots(system, law)
    low, high = rules.total(dots)
    letters = {rules.system_class(n, law) for n in range(low, high + 1)}
    name = letters.pop() if len(letters) == 1 else None
    if low == high:
        because = count("{n} dot in all.", "{n} dots in all.", low)
    else:
        because = say("{low} to {high} dots in all.", low=low, high=high)
    return Classification(name, because, dots=dots, total=low if low == high else None)


REGULATION = Regulation(
    id="se-2012",
    name=phrase("Swedish championships 2012-2013, rules for openings"),
    folder="se_2012",
    edition=phrase("2012-2013 (rules of 2006)"),
    clauses=CLAUSES,
    settings=SETTINGS,
    classify=classify,
    classes={"A": phrase("A-system"), "B": phrase("B-system"), "C": phrase("C-system")},
    alerts=ALERTS,
    alert_settings=ALERT_SETTINGS,
    lowerable=LOWERABLE,
)

__all__ = ["REGULATION", "CallDots"]
