"""Auctions of foreign files as sequences of a card: whose each call is, and who opens in which seat."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from syscheck.card import EVERYWHERE, Call, Place, Seat, Sequence, Step, Vulnerability
from syscheck.card.calls import SEAT_WORDS, WHERE_WORDS
from syscheck.language import Sentence, phrase, say

PASSED_OUT = phrase("nobody bids in it")
ABOUT_THEM = phrase("it explains a call of the opponents")
NOT_HIGHER = phrase("{call} is not higher than {last}")
DOUBLE_OF_NOTHING = phrase("{call} has nothing to double")


class NotAnAuction(ValueError):
    """Calls that are no auction, or none that a card can write; carries why."""

    def __init__(self, why: Sentence):
        self.why = why
        super().__init__(str(why))


@dataclass(frozen=True, slots=True)
class Auction:
    """A sequence of a card, and the seat of the opener where the auction says it by passes."""

    sequence: Sequence
    seat: Seat | None = None


def auction(calls: Iterable[Call], *, ours: int | None = None) -> Auction:
    """The auction of these calls, passes of both sides included; the last call is the one explained.

    `ours`: the number of a call that is ours (the last one, if not said). Errors: `NotAnAuction`.
    """
    calls = tuple(calls)
    passes = next((i for i, c in enumerate(calls) if not c.is_pass), None)
    if passes is None:
        # Passes alone are an opening in the seat they lead to.
        if 1 <= len(calls) <= len(Seat):
            return Auction((Step(calls[-1]),), Seat(len(calls)) if len(calls) > 1 else None)
        raise NotAnAuction(say(PASSED_OUT))
    if passes >= len(Seat):
        raise NotAnAuction(say(PASSED_OUT))
    ours = len(calls) - 1 if ours is None else ours
    if (len(calls) - 1 - ours) % 2:
        raise NotAnAuction(say(ABOUT_THEM))
    steps = []
    last: Call | None = None
    for number, call in enumerate(calls[passes:], passes):
        theirs = (number - ours) % 2 == 1
        if call.level:
            if last is not None and not _higher(call, last):
                raise NotAnAuction(say(NOT_HIGHER, call=str(call), last=str(last)))
            last = call
        elif not call.is_pass and last is None:
            raise NotAnAuction(say(DOUBLE_OF_NOTHING, call=str(call)))
        if not (theirs and call.is_pass):
            steps.append(Step(call, theirs))
    return Auction(tuple(steps), Seat(passes + 1) if passes else None)


def places_of(seats: Iterable[Seat] = (), sides: Iterable[Vulnerability] = ()) -> frozenset[Place] | None:
    """The places of these seats and vulnerabilities, none named meaning all; None for everywhere."""
    seats, sides = tuple(seats) or tuple(Seat), tuple(sides) or tuple(Vulnerability)
    if len(set(seats)) == len(Seat) and len(set(sides)) == len(Vulnerability):
        return None
    return frozenset((s, v) for s in seats for v in sides)


_SEATS = {str(int(seat)): seat for seat in Seat} | SEAT_WORDS
_SEATS |= dict(zip(("first", "second", "third", "fourth"), Seat, strict=True))
_SIDES = WHERE_WORDS | {"v": WHERE_WORDS["vul"], "vulnerable": WHERE_WORDS["vul"]}
_NOT_VULNERABLE = re.compile(r"\b(?:not|non)[ -]?vul(?:nerable)?\b")
_HARMLESS = frozenset({"seat", "seats", "hand", "and", "or", "in", ""})


def places_in_words(words: str) -> frozenset[Place] | None:
    """The places that words name: `1st/2nd`, `3-4 seat`, `non-vul`; None where one of them names none."""
    seats: set[Seat] = set()
    sides: set[Vulnerability] = set()
    plain = _NOT_VULNERABLE.sub("nv", words.casefold())
    for word in re.split(r"[\s,;:/+&]+", re.sub(r"(?<=[\d tdh])seats?\b", " ", plain)):
        low, dash, high = word.partition("-")
        if word in _SIDES:
            sides |= _SIDES[word]
        elif low in _SEATS and (not dash or high in _SEATS):
            seats |= {seat for seat in Seat if _SEATS[low] <= seat <= _SEATS[high or low]}
        elif word not in _HARMLESS:
            return None
    if not seats and not sides:
        return None
    return places_of(seats, sides) or EVERYWHERE


def _higher(call: Call, last: Call) -> bool:
    return max(map(_height, call.expanded())) > min(map(_height, last.expanded()))


def _height(call: Call) -> int:
    return 5 * call.level + "CDHSN".index(call.strain)
