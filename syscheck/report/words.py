"""Numbers, calls, places and hands in the words of a bridge player.

The sentences and words that a reader sees stand at the top, whole and with named places, to be translated.
"""

import unicodedata

from syscheck.card import EVERYWHERE, Call, Place, Seat, Vulnerability, where_products
from syscheck.hands import ALL_HANDS, SUITS, Hand, Suit
from syscheck.regulations import Outcome, SettingValue

OUTCOME_WORD = {
    Outcome.MET: "met",
    Outcome.NOT_MET: "not met",
    Outcome.DOES_NOT_APPLY: "does not apply",
    Outcome.DOUBTFUL: "doubtful",
    Outcome.CANNOT_TELL: "cannot tell",
}
OUTCOME_SYMBOL = {
    Outcome.MET: "●",
    Outcome.NOT_MET: "○",
    Outcome.DOES_NOT_APPLY: "–",
    Outcome.DOUBTFUL: "◐",
    Outcome.CANNOT_TELL: "?",
}
SUIT_NAMES = {Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.HEARTS: "hearts", Suit.SPADES: "spades"}
STRAIN_SPOKEN = {"C": "{level} club", "D": "{level} diamond", "H": "{level} heart", "S": "{level} spade"}
STRAINS_SPOKEN = {"C": "{level} clubs", "D": "{level} diamonds", "H": "{level} hearts", "S": "{level} spades"}
NOTRUMP_SPOKEN = "{level} no-trump"
PASS = "Pass"
DOUBLES = {"X": "double", "XX": "redouble"}

PERCENT = "{percent} %"
PERCENT_RANGE = "{low} to {high} %"
TINY = "less than 0.01 %"
ONE_IN = "1 in {count} hands"
IN_TEN = "{count} in 10 hands"
NEARLY_ALL = "nearly every hand"
NEVER = "no hand"
RANGE = "{low}–{high}"

SEATS = {
    (1,): "1st seat",
    (2,): "2nd seat",
    (3,): "3rd seat",
    (4,): "4th seat",
    (1, 2): "1st and 2nd seat",
    (1, 3): "1st and 3rd seat",
    (1, 4): "1st and 4th seat",
    (2, 3): "2nd and 3rd seat",
    (2, 4): "2nd and 4th seat",
    (3, 4): "3rd and 4th seat",
    (1, 2, 3): "1st to 3rd seat",
    (1, 2, 4): "1st, 2nd and 4th seat",
    (1, 3, 4): "1st, 3rd and 4th seat",
    (2, 3, 4): "2nd to 4th seat",
}
NONE, WE, THEY, BOTH = Vulnerability.NONE, Vulnerability.WE, Vulnerability.THEY, Vulnerability.BOTH
VULNERABILITIES = {
    frozenset({NONE, THEY}): "not vulnerable",
    frozenset({WE, BOTH}): "vulnerable",
    frozenset({THEY}): "favourable vulnerability",
    frozenset({WE}): "unfavourable vulnerability",
    frozenset({NONE}): "nobody vulnerable",
    frozenset({BOTH}): "both vulnerable",
    frozenset({NONE, WE}): "opponents not vulnerable",
    frozenset({THEY, BOTH}): "opponents vulnerable",
    frozenset({NONE, BOTH}): "nobody or both vulnerable",
    frozenset({WE, THEY}): "one side vulnerable",
    frozenset({WE, THEY, BOTH}): "somebody vulnerable",
    frozenset({NONE, THEY, BOTH}): "except at unfavourable vulnerability",
    frozenset({NONE, WE, BOTH}): "except at favourable vulnerability",
    frozenset({NONE, WE, THEY}): "except when both are vulnerable",
}
SEATS_AND_VULNERABILITY = "{seats}, {vulnerability}"
OR_THERE = "{one}; {another}"
POINTS_OF_HAND = "{hcp} points"


# ---- numbers -----------------------------------------------------------------------------------------------------


def percent(share: float) -> str:
    """A share as `27.3 %`, `0.45 %`."""
    if 0 < share < 0.0001:
        return TINY
    return PERCENT.format(percent=_digits(share))


def percent_range(low: float, high: float) -> str:
    """Two shares as `6.0 to 8.8 %`, or one where they read the same."""
    if _digits(low) == _digits(high):
        return percent(high)
    return PERCENT_RANGE.format(low=_digits(low), high=_digits(high))


def _digits(share: float) -> str:
    value = 100 * share
    if value in {0, 100}:
        return f"{value:.0f}"
    return f"{value:.2f}" if value < 0.995 else f"{value:.1f}"


def odds(hands: int) -> str:
    """How often a hand comes up: `1 in 15 hands`."""
    if hands == 0:
        return NEVER
    if 3 * hands < ALL_HANDS:
        count = ALL_HANDS / hands
        places = max(0, len(str(int(count))) - 2)
        return ONE_IN.format(count=f"{round(count, -places):,.0f}")
    tenths = round(10 * hands / ALL_HANDS)
    return IN_TEN.format(count=tenths) if tenths < 10 else NEARLY_ALL


def number_range(low: int, high: int) -> str:
    """`12–15`, or the one number."""
    return str(low) if low == high else RANGE.format(low=low, high=high)


def setting_value(value: SettingValue) -> str:
    """A setting as an organiser reads it: a share in per cent, words and whole numbers as they are."""
    return str(value) if isinstance(value, str | int) else PERCENT.format(percent=f"{float(100 * value):g}")


# ---- calls and places --------------------------------------------------------------------------------------------


def spoken_call(call: Call) -> str:
    """A call as one says it: `1 club`, `3 no-trump`, `Pass`."""
    if not call.level:
        return PASS if call.is_pass else DOUBLES[call.strain]
    if call.suit is None:
        return NOTRUMP_SPOKEN.format(level=call.level)
    return (STRAIN_SPOKEN if call.level == 1 else STRAINS_SPOKEN)[call.suit].format(level=call.level)


def places_in_words(places: frozenset[Place]) -> str:
    """Seats and vulnerability in words; empty for everywhere."""
    if places == EVERYWHERE:
        return ""
    words = ""
    for seats, sides in where_products(places):
        one = _product_in_words(seats, sides)
        words = OR_THERE.format(one=words, another=one) if words else one
    return words


def _product_in_words(seats: tuple[Seat, ...], sides: tuple[Vulnerability, ...]) -> str:
    who = "" if len(seats) == len(Seat) else SEATS[tuple(map(int, seats))]
    when = "" if len(sides) == len(Vulnerability) else VULNERABILITIES[frozenset(sides)]
    if who and when:
        return SEATS_AND_VULNERABILITY.format(seats=who, vulnerability=when)
    return who or when


# ---- hands -------------------------------------------------------------------------------------------------------

VOID = "–"


def suits_of(hand: Hand) -> tuple[tuple[Suit, str], ...]:
    """The cards of a hand, spades first; a dash for a void."""
    return tuple((suit, hand.suits[suit] or VOID) for suit in reversed(SUITS))


def hand_text(hand: Hand) -> str:
    """`♠AK53 ♥Q64 ♦J82 ♣T95`."""
    return hand.spelled


# ---- text for a terminal -----------------------------------------------------------------------------------------


def harmless(text: str) -> str:
    """Text of one line without characters that would move a cursor or turn the writing round."""
    return "".join(" " if c in "\t\n" else "\N{REPLACEMENT CHARACTER}" if _moves(c) else c for c in text)


def _moves(character: str) -> bool:
    return not character.isprintable() and unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def width(text: str) -> int:
    """How many columns a text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(_columns(c) for c in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
