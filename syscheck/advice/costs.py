"""What a change costs: the hands whose opening call changes."""

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import or_

from syscheck.card import Place, Seat, Vulnerability
from syscheck.hands import ALL_HANDS, NO_HAND, Hand, HandSet
from syscheck.system import System

PLACES: tuple[Place, ...] = tuple(product(Seat, Vulnerability))
"""All sixteen, the first seat and nobody vulnerable first."""

PASS = "P"


@dataclass(frozen=True, slots=True)
class Cost:
    """The share of all hands whose call changes, and the hands, in any place."""

    share: Fraction
    hands: HandSet


def cost(old: System, new: System) -> Cost:
    """The hands that are opened otherwise than before, as a share of all hands.

    Seats and vulnerabilities count alike: the share is the mean over the sixteen places. In one place a hand's
    call changes when it may make a call that it might not make before, or when it has lost every call it had.
    A hand that two openings claimed and one still does keeps its call: giving it to one of them costs nothing. But
    a hand that Pass and another opening claim is the other opening's: whoever may open does not pass.
    """
    total, hands = 0, NO_HAND
    known: dict[tuple[tuple[int, ...], ...], HandSet] = {}
    for place in PLACES:
        before, after = _claims(old, place), _claims(new, place)
        key = tuple(tuple(map(id, side.values())) for side in (before, after))
        if key not in known:
            known[key] = _changed(_bids_first(before), _bids_first(after))
        total += known[key].hands
        hands = hands | known[key]
    return Cost(Fraction(total, len(PLACES) * ALL_HANDS), hands)


Claims = dict[str, HandSet]


def _claims(system: System, place: Place) -> Claims:
    return {str(o.call): o.possible for o in system.openings if place in o.places}


def _bids_first(claims: Claims) -> Claims:
    """The claims without the hands that Pass and another opening claim: those are the other opening's."""
    if PASS not in claims:
        return claims
    bids = {call: hands for call, hands in claims.items() if call != PASS}
    return {**claims, PASS: claims[PASS] - reduce(or_, bids.values(), NO_HAND)}


def _changed(before: Claims, after: Claims) -> HandSet:
    """The hands that gain a call or lose their last one; calls that mean the same are not looked at."""
    touched = [c for c in {**before, **after} if before.get(c) is not after.get(c) and before.get(c) != after.get(c)]
    gained = [after[c] - before[c] if c in before else after[c] for c in touched if c in after]
    lost = reduce(or_, (before[c] - after[c] if c in after else before[c] for c in touched if c in before), NO_HAND)
    for claimed in after.values():
        if not lost:
            break
        lost = lost - claimed
    # What is lost by one call and held by another before and after keeps that one; what another gains is in `gained`.
    return reduce(or_, gained, lost)


@dataclass(frozen=True, slots=True)
class Moved:
    """A hand, a place where its call changes, and the calls that it may make there before and after."""

    hand: Hand
    place: Place
    before: tuple[str, ...]
    after: tuple[str, ...]


def example(found: Cost, old: System, new: System) -> Moved | None:
    """A typical hand of a cost, with what becomes of it."""
    for hand in found.hands.examples(1):
        for place in PLACES:
            before, after = (
                tuple(call for call, hands in _bids_first(_claims(system, place)).items() if hand in hands)
                for system in (old, new)
            )
            if set(after) - set(before) or (before and not after):
                return Moved(hand, place, before, after)
    return None
