"""Numbers, calls, places and hands in the words of a bridge player.

The sentences and words that a reader sees stand at the top, whole and with named places, to be translated.
"""

import unicodedata
from collections.abc import Mapping

from syscheck.card import EVERYWHERE, Call, Place, Seat, Vulnerability, where_products
from syscheck.checking import STANDARD_INPUT
from syscheck.hands import ALL_HANDS, SUITS, Hand, Suit
from syscheck.language import Plural, count, decimal, number, phrase, phrases, tell
from syscheck.language import harmless as harmless  # noqa: PLC0414  reports take it from here
from syscheck.regulations import Classification, Outcome, SettingValue

OUTCOME_WORD = {
    Outcome.MET: phrase("met"),
    Outcome.NOT_MET: phrase("not met"),
    Outcome.DOES_NOT_APPLY: phrase("does not apply"),
    Outcome.DOUBTFUL: phrase("doubtful"),
    Outcome.CANNOT_TELL: phrase("cannot tell"),
}
OUTCOME_SYMBOL = {
    Outcome.MET: "●",
    Outcome.NOT_MET: "○",
    Outcome.DOES_NOT_APPLY: "–",
    Outcome.DOUBTFUL: "◐",
    Outcome.CANNOT_TELL: "?",
}
STANDARD_INPUT_NAME = phrase("standard input")
SUIT_NAMES = {
    Suit.CLUBS: phrase("clubs"),
    Suit.DIAMONDS: phrase("diamonds"),
    Suit.HEARTS: phrase("hearts"),
    Suit.SPADES: phrase("spades"),
}
STRAINS_SPOKEN: Mapping[str, Plural] = {
    "C": phrases("{n} club", "{n} clubs"),
    "D": phrases("{n} diamond", "{n} diamonds"),
    "H": phrases("{n} heart", "{n} hearts"),
    "S": phrases("{n} spade", "{n} spades"),
    "N": phrases("{n} no-trump", "{n} no-trump"),
}
PASS = phrase("Pass")
DOUBLES = {"X": phrase("double"), "XX": phrase("redouble")}

PERCENT = "{percent} %"
PERCENT_RANGE = phrase("{low} to {high} %")
TINY = phrase("less than {percent} %")
ONE_IN = phrase("1 in {count} hands")
IN_TEN = phrases("{n} in 10 hands", "{n} in 10 hands")
NEARLY_ALL = phrase("nearly every hand")
NEVER = phrase("no hand")
RANGE = "{low}–{high}"

SEATS = {
    (1,): phrase("1st seat"),
    (2,): phrase("2nd seat"),
    (3,): phrase("3rd seat"),
    (4,): phrase("4th seat"),
    (1, 2): phrase("1st and 2nd seat"),
    (1, 3): phrase("1st and 3rd seat"),
    (1, 4): phrase("1st and 4th seat"),
    (2, 3): phrase("2nd and 3rd seat"),
    (2, 4): phrase("2nd and 4th seat"),
    (3, 4): phrase("3rd and 4th seat"),
    (1, 2, 3): phrase("1st to 3rd seat"),
    (1, 2, 4): phrase("1st, 2nd and 4th seat"),
    (1, 3, 4): phrase("1st, 3rd and 4th seat"),
    (2, 3, 4): phrase("2nd to 4th seat"),
}
NONE, WE, THEY, BOTH = Vulnerability.NONE, Vulnerability.WE, Vulnerability.THEY, Vulnerability.BOTH
VULNERABILITIES = {
    frozenset({NONE, THEY}): phrase("not vulnerable"),
    frozenset({WE, BOTH}): phrase("vulnerable"),
    frozenset({THEY}): phrase("favourable vulnerability"),
    frozenset({WE}): phrase("unfavourable vulnerability"),
    frozenset({NONE}): phrase("nobody vulnerable"),
    frozenset({BOTH}): phrase("both vulnerable"),
    frozenset({NONE, WE}): phrase("opponents not vulnerable"),
    frozenset({THEY, BOTH}): phrase("opponents vulnerable"),
    frozenset({NONE, BOTH}): phrase("nobody or both vulnerable"),
    frozenset({WE, THEY}): phrase("one side vulnerable"),
    frozenset({WE, THEY, BOTH}): phrase("somebody vulnerable"),
    frozenset({NONE, THEY, BOTH}): phrase("except at unfavourable vulnerability"),
    frozenset({NONE, WE, BOTH}): phrase("except at favourable vulnerability"),
    frozenset({NONE, WE, THEY}): phrase("except when both are vulnerable"),
}
SEATS_AND_VULNERABILITY = "{seats}, {vulnerability}"
OR_THERE = "{one}; {another}"
POINTS_OF_HAND = phrases("{n} point", "{n} points")


# ---- numbers -----------------------------------------------------------------------------------------------------


def percent(share: float) -> str:
    """A share as `27.3 %`, `0.45 %`."""
    if 0 < share < 0.0001:
        return tell(TINY, percent=decimal(0.01, 2))
    return tell(PERCENT, percent=_digits(share))


def percent_range(low: float, high: float) -> str:
    """Two shares as `6.0 to 8.8 %`, or one where they read the same."""
    if _digits(low) == _digits(high):
        return percent(high)
    return tell(PERCENT_RANGE, low=_digits(low), high=_digits(high))


def _digits(share: float) -> str:
    value = 100 * share
    if value in {0, 100}:
        return decimal(value, 0)
    return decimal(value, 2 if value < 0.995 else 1)


def odds(hands: int) -> str:
    """How often a hand comes up: `1 in 15 hands`."""
    if hands == 0:
        return tell(NEVER)
    if 3 * hands < ALL_HANDS:
        times = ALL_HANDS / hands
        places = max(0, len(str(int(times))) - 2)
        return tell(ONE_IN, count=decimal(round(times, -places), 0))
    tenths = round(10 * hands / ALL_HANDS)
    return str(count(*IN_TEN, tenths)) if tenths < 10 else tell(NEARLY_ALL)


def number_range(low: int, high: int) -> str:
    """`12–15`, or the one number."""
    return str(low) if low == high else RANGE.format(low=low, high=high)


def setting_value(value: SettingValue) -> str:
    """A setting as an organiser reads it: a share in per cent, whole numbers as they are, words translated."""
    match value:
        case str():
            return tell(value)
        case int():
            return str(value)
    return tell(PERCENT, percent=number(float(100 * value)))


# ---- calls and places --------------------------------------------------------------------------------------------


def spoken_call(call: Call) -> str:
    """A call as one says it: `1 club`, `3 no-trump`, `Pass`."""
    if not call.level:
        return tell(PASS if call.is_pass else DOUBLES[call.strain])
    return str(count(*STRAINS_SPOKEN[call.strain], call.level))


BROWN = phrase("brown conventions: {calls}")
BROWN_NONE = phrase("no brown conventions")
BROWN_PARTLY_OPEN = phrase("brown conventions: {calls}, and perhaps {others}")
BROWN_OPEN = phrase("brown conventions: perhaps {others}")


def brown_in_words(classification: Classification) -> str:
    """The brown conventions of a card, and those that are open; nothing where a regulation does not know such."""
    brown, others = classification.brown, classification.brown_open
    if brown is None:
        return ""
    if others:
        return tell(BROWN_PARTLY_OPEN if brown else BROWN_OPEN, calls=brown, others=others)
    return tell(BROWN, calls=brown) if brown else tell(BROWN_NONE)


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
    who = "" if len(seats) == len(Seat) else tell(SEATS[tuple(map(int, seats))])
    when = "" if len(sides) == len(Vulnerability) else tell(VULNERABILITIES[frozenset(sides)])
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


def file_name(file: str) -> str:
    """A card's file as people call it."""
    return tell(STANDARD_INPUT_NAME) if file == STANDARD_INPUT else file


def width(text: str) -> int:
    """How many columns a text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(_columns(c) for c in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
