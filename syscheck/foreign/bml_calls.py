"""Calls as BML writes them: `1HS`, `2red`, `1M`, `2oM`, `3X`, `1step`, `(D)`; and the auctions that they make.

Variables: `M m` a major, a minor; `oM om` the other one; `X Y Z` suits that were not bid yet, each higher than the one
before; `red` = D H, `black` = C S; `2steps` two steps above the last bid. Once bound, a variable stays what it is.
`P D R` are Pass, double, redouble, in parentheses the opponents'; passes that are left out are put in.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from syscheck.card import Call
from syscheck.card.calls import STRAINS, SYMBOLS
from syscheck.foreign.auctions import Auction, NotAnAuction, auction
from syscheck.language import Sentence, phrase, say

MOST_AUCTIONS = 64
"""How many auctions a row with variables may stand for."""

UNBOUND = phrase("{variable} is the other suit, but nothing before it says of which")
TOO_MANY = phrase("it stands for more than {most} auctions")
NO_STEP = phrase("{calls} goes beyond 7N, or no bid stands before it")

_SPECIAL = {"M": "HS", "m": "CD", "X": "CDHS", "Y": "CDHS", "Z": "CDHS"}
_OTHER = {"H": "S", "S": "H", "C": "D", "D": "C"}
_BELOW = {"Y": "X", "Z": "Y"}
_COLOURS = {"red": "DH", "black": "CS"}
_SPOKEN = {"P": "P", "PASS": "P", "D": "X", "X": "X", "DBL": "X", "R": "XX", "XX": "XX", "RDBL": "XX"}

_BID = re.compile(
    r"""(?P<open>\()?(?:
        (?P<spoken>P|[Pp]ass|PASS|D|X|[Dd]bl|DBL|R|XX|[Rr]dbl|RDBL)
      | (?P<steps>[1-9][0-9]?)[Ss]teps?
      | (?P<level>[1-7])(?:(?P<notrump>NT|nt|Nt)|(?P<variable>oM|om|[MmXxYZ])
                          |(?P<colour>[Rr]ed|RED|[Bb]lack|BLACK)|(?P<strains>[CDHSNcdhsn]{1,5}))
    )(?P<alert>!)?(?(open)\))(?P<late>!)?""",
    re.VERBOSE,
)
_SUIT_MARK = re.compile(r"!(?=[cdhsnCDHSN])")


@dataclass(frozen=True, slots=True)
class Bid:
    """A call as written, which may stand for several."""

    level: int = 0
    strains: str = ""
    variable: str = ""
    steps: int = 0
    spoken: str = ""
    """P, X or XX."""
    theirs: bool = False
    alert: bool = False

    @property
    def literal(self) -> bool:
        """Whether it is one call, written out."""
        return not self.variable and not self.steps and len(self.strains) <= 1


@dataclass(frozen=True, slots=True)
class Head:
    """What stands at the beginning of a row: a call, or a history of them."""

    bids: tuple[Bid, ...]
    base: bool = False
    """Whether it ends in `-` or `;`: the rows behind it are answers to it."""
    written: str = ""


def read_head(word: str) -> Head | None:
    """The calls of a row's first word; None where it is something else."""
    bare = word.rstrip("-;")
    base = bare != word
    parts = re.split(r"-+", bare) if bare else []
    bids = [read_bid(p) for p in parts]
    if not bids or any(b is None for b in bids):
        return None
    return Head(tuple(b for b in bids if b is not None), base, word)


def read_bid(text: str) -> Bid | None:
    """A call as BML writes it; None where it is none."""
    match = _BID.fullmatch(_SUIT_MARK.sub("", text.translate(SYMBOLS)))
    if match is None:
        return None
    theirs = match["open"] is not None
    alert = match["alert"] is not None or match["late"] is not None
    if match["spoken"]:
        return Bid(spoken=_SPOKEN[match["spoken"].upper()], theirs=theirs, alert=alert)
    if match["steps"]:
        return Bid(steps=int(match["steps"]), theirs=theirs, alert=alert)
    level = int(match["level"])
    variable = match["variable"] or ""
    if variable:
        return Bid(level, variable="X" if variable == "x" else variable, theirs=theirs, alert=alert)
    if match["notrump"]:
        strains = "N"
    elif match["colour"]:
        strains = _COLOURS[match["colour"].lower()]
    else:
        strains = "".join(dict.fromkeys(match["strains"].upper()))
    return Bid(level, strains, theirs=theirs, alert=alert)


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls from the first one on, whose each is, and what the variables in them stand for."""

    calls: tuple[tuple[Call, bool], ...] = ()
    means: tuple[tuple[str, str], ...] = ()

    def auction(self) -> Auction:
        """It as an auction of a card. Errors: `NotAnAuction`."""
        # Without a call of ours, the one behind it would be.
        ours = next((i for i, (_, theirs) in enumerate(self.calls) if not theirs), len(self.calls))
        return auction((c for c, _ in self.calls), ours=ours)

    @property
    def suits(self) -> str:
        """The suits that were bid."""
        return "".join(c.suit for c, _ in self.calls if c.suit)


def followed(before: Sequence[Calls], bids: Sequence[Bid]) -> tuple[Calls, ...] | Sentence:
    """Every way to go on with these bids, or why there is none."""
    found = tuple(before)
    for bid in bids:
        new: list[Calls] = []
        for calls in found:
            choices = _choices(calls, bid)
            if isinstance(choices, Sentence):
                return choices
            new += choices
            if len(new) > MOST_AUCTIONS:
                return say(TOO_MANY, most=MOST_AUCTIONS)
        found = tuple(new)
    return found


def _choices(before: Calls, bid: Bid) -> list[Calls] | Sentence:
    """Every call that a bid may stand for here."""
    calls = before.calls
    if calls and calls[-1][1] == bid.theirs:
        calls = (*calls, (Call(0, "P"), not bid.theirs))
    if bid.spoken:
        return [Calls((*calls, (Call(0, bid.spoken), bid.theirs)), before.means)]
    if bid.steps:
        last = next((c for c, _ in reversed(calls) if c.level), None)
        height = 0 if last is None else 5 * last.level + STRAINS.index(last.strain) + bid.steps
        if last is None or height >= 5 * 8:
            return say(NO_STEP, calls=f"{bid.steps}step")
        return [Calls((*calls, (Call(height // 5, STRAINS[height % 5]), bid.theirs)), before.means)]
    suits = _suits(before, bid)
    if isinstance(suits, Sentence):
        return suits
    found = [Calls((*calls, (Call(bid.level, s), bid.theirs)), _bound(before.means, bid.variable, s)) for s in suits]
    if bid.literal:
        return found
    # Of several suits those count that can be bid here.
    return [c for c in found if _possible(c)] or found


def _suits(before: Calls, bid: Bid) -> str | Sentence:
    means = dict(before.means)
    variable = bid.variable
    if not variable:
        return bid.strains
    if variable in means:
        return means[variable]
    if variable in ("oM", "om"):
        return say(UNBOUND, variable=variable)
    suits = _SPECIAL[variable]
    if variable in "XYZ":
        suits = "".join(s for s in suits if s not in before.suits)
        lower = means.get(_BELOW.get(variable, ""))
        if lower is not None:
            suits = "".join(s for s in suits if STRAINS.index(s) > STRAINS.index(lower))
    return suits


def _bound(means: tuple[tuple[str, str], ...], variable: str, suit: str) -> tuple[tuple[str, str], ...]:
    if not variable or variable in dict(means):
        return means
    other = ((f"o{variable}", _OTHER[suit]),) if variable in ("M", "m") else ()
    return (*means, (variable, suit), *other)


def _possible(calls: Calls) -> bool:
    heights = [5 * c.level + STRAINS.index(c.strain) for c, _ in calls.calls if c.level]
    return all(a < b for a, b in pairwise(heights))


_QUOTED = re.compile(r'("[^"]*")')
_SIGN = re.compile(r"#")
_EXACTLY = re.compile(r"(?<=\d)=#")


def bound_words(words: str, calls: Calls) -> str:
    """Words with suits for `#` (the suit bid) and for variables; what stands in double quotes stays."""
    means = dict(calls.means)
    suit = calls.calls[-1][0].suit
    if suit is None and len({s for v, s in means.items() if not v.startswith("o")}) == 1:
        suit = next(iter(means.values()))
    return "".join(part if part.startswith('"') else _bound_part(part, means, suit) for part in _QUOTED.split(words))


def _bound_part(words: str, means: dict[str, str], suit: str | None) -> str:
    if suit is not None:
        words = _SIGN.sub(f"!{suit.lower()}", words)
    for variable in sorted(means, key=len, reverse=True):
        mark = f"!{means[variable].lower()}"
        words = re.sub(rf"(?<![^\W\d_!]){variable}(?![^\W_])", mark, words)
    return words


def lettered_words(words: str, letter: str) -> str:
    """Words with the letter of the call for `#`, as a card has them."""
    parts = _QUOTED.split(words)
    return "".join(p if p.startswith('"') else _SIGN.sub(letter, _EXACTLY.sub(letter, p)) for p in parts)


def auctions_of(ways: Sequence[Calls]) -> Iterator[tuple[Calls, Auction | Sentence]]:
    """Each way to call as an auction of a card, or why it is none."""
    for way in ways:
        try:
            yield way, way.auction()
        except NotAnAuction as error:
            yield way, error.why
