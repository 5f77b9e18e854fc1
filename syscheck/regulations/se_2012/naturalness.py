"""Natural, strong, weak and the rest of the Swedish words (2.2), of hands that may be inexact."""

from functools import reduce
from itertools import combinations
from operator import or_

from syscheck.hands import BALANCED, HAS_VOID, NO_HAND, SUITS, HandSet, Suit, hcp, hfp, length, pattern
from syscheck.regulations.clauses import Law, has_only
from syscheck.system import Hands, Opening

SEVEN_CARD_SUIT = reduce(or_, (length(s, 7, None) for s in SUITS)) - pattern(7, 2, 2, 2)
TWO_SINGLETONS = reduce(or_, (length(a, 1, 1) & length(b, 1, 1) for a, b in combinations(SUITS, 2)))
UNLIKE_BALANCED = HAS_VOID | TWO_SINGLETONS | SEVEN_CARD_SUIT


def strong_hands(law: Law) -> HandSet:
    """The hands that are strong: points enough, or points and shape."""
    return hcp(law.number("strong-hp"), None) | hfp(law.number("strong-hfp"), None)


def not_forcing_hands(opening: Opening) -> Hands:
    """The hands of the alternatives that are not game-forcing.

    A hand of a game-forcing alternative counts as strong unless another alternative holds it too, so these are all
    the hands of the opening that have to be strong by themselves: exactly as open as those alternatives are.
    """
    others = [a for a in opening.alternatives if "GF" not in a.written.attributes]
    return Hands(reduce(or_, (a.certain for a in others), NO_HAND), reduce(or_, (a.possible for a in others), NO_HAND))


def weaker_hands(opening: Opening, law: Law) -> Hands:
    """The hands of an opening that do not count as strong."""
    return without(not_forcing_hands(opening), strong_hands(law))


def without(hands: Hands, others: HandSet) -> Hands:
    """The hands that are not among the others."""
    return Hands(hands.certain - others, hands.possible - others)


def is_strong(opening: Opening, law: Law) -> bool | None:
    """Whether an opening is strong, or game-forcing in all its alternatives."""
    if "GF" in opening.attributes:
        return True
    return has_only(not_forcing_hands(opening), strong_hands(law))


def shows(hands: Hands, suit: Suit, law: Law) -> bool | None:
    """Whether a suit is always held with four cards or more."""
    return has_only(hands, length(suit, law.number("natural-length"), None))


def shows_another(hands: Hands, own: Suit | None, law: Law) -> bool | None:
    """Whether some suit other than the one bid is always held with four cards or more."""
    answers = [shows(hands, s, law) for s in SUITS if s is not own]
    return True if True in answers else None if None in answers else False


def is_natural(hands: Hands, suit: Suit | None, law: Law) -> bool | None:
    """Whether a bid with these hands is natural in a suit, or in no-trump (None)."""
    return is_natural_notrump(hands, law) if suit is None else shows(hands, suit, law)


def is_natural_notrump(hands: Hands, law: Law) -> bool | None:
    """Whether the hands would be a natural no-trump bid: over the worst and the best mixture."""
    if hands.exact:
        return _natural_notrump(hands.possible, law)
    uneven = hands.possible - BALANCED
    even = hands.possible & BALANCED
    # A bid may come to show a suit when the unbalanced hands that it may have all hold that suit.
    showing = (hands.certain | (uneven & length(s, law.number("natural-length"), None)) for s in SUITS)
    mixtures = (hands.possible, hands.certain, hands.certain | uneven, hands.certain | even, *showing)
    answers = {_natural_notrump(m, law) for m in mixtures if m}
    return answers.pop() if len(answers) == 1 else None


def denial_decides(hands: Hands, law: Law) -> bool:
    """Whether it is only for the setting `denial` that the hands are, or may be, a natural no-trump bid."""
    if law.reading("denial") != "tolerated":
        return False
    strict = Law(law.numbers, {**law.settings, "denial": "unnatural"})
    return is_natural_notrump(hands, law) is not is_natural_notrump(hands, strict)


def _natural_notrump(hands: HandSet, law: Law) -> bool:
    if hands <= BALANCED:
        return not (denies_length(hands) and law.reading("denial") == "unnatural")
    if any(hands.least_length(s) >= law.number("natural-length") for s in SUITS):
        return False  # it shows a suit, so all hands must be balanced
    return _is_alike(hands, law) and not (denies_length(hands) and law.reading("denial") == "unnatural")


def _is_alike(hands: HandSet, law: Law) -> bool:
    """Whether a clear majority of the hands is balanced and the others are not too far from it."""
    return not hands & UNLIKE_BALANCED and hands.share(BALANCED) >= law.share("clear-majority")


def unnatural_shows_suit(hands: Hands, law: Law) -> bool:
    """Whether a no-trump bid with these hands shows a suit wherever it is not natural."""
    worst = hands.certain | (hands.possible - BALANCED)  # the share of balanced hands is lowest
    denied = law.reading("denial") == "unnatural" and (not hands.certain or denies_length(hands.certain))
    return bool(worst) and _is_alike(worst, law) and not denied


def denies_length(hands: HandSet) -> bool:
    """Whether no hand has five cards in some suit: more than strength is told, if only by denying."""
    return any(hands.most_length(s) <= 4 for s in SUITS)
