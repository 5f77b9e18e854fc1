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


def game_forcing_hands(opening: Opening) -> HandSet:
    """The hands of game-forcing alternatives that no other alternative holds too."""
    forcing = [a.possible for a in opening.alternatives if "GF" in a.written.attributes]
    others = [a.possible for a in opening.alternatives if "GF" not in a.written.attributes]
    return reduce(or_, forcing, NO_HAND) - reduce(or_, others, NO_HAND)


def counts_as_strong(opening: Opening, law: Law) -> HandSet:
    """The hands of an opening that count as strong."""
    return strong_hands(law) | game_forcing_hands(opening)


def without(hands: Hands, others: HandSet) -> Hands:
    """The hands that are not among the others."""
    return Hands(hands.certain - others, hands.possible - others)


def is_strong(opening: Opening, law: Law) -> bool | None:
    """Whether an opening is strong, or game-forcing in all its alternatives."""
    if "GF" in opening.attributes:
        return True
    return has_only(opening, counts_as_strong(opening, law))


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
    mixtures = (hands.possible, hands.certain, hands.certain | uneven, hands.certain | even)
    answers = {_natural_notrump(m, law) for m in mixtures if m}
    return answers.pop() if len(answers) == 1 else None


def _natural_notrump(hands: HandSet, law: Law) -> bool:
    if hands <= BALANCED:
        return not (denies_length(hands) and law.reading("denial") == "unnatural")
    if any(hands.least_length(s) >= law.number("natural-length") for s in SUITS):
        return False  # it shows a suit, so all hands must be balanced
    if hands & UNLIKE_BALANCED or hands.share(BALANCED) < law.share("clear-majority"):
        return False
    return not (denies_length(hands) and law.reading("denial") == "unnatural")


def denies_length(hands: HandSet) -> bool:
    """Whether no hand has five cards in some suit: more than strength is told, if only by denying."""
    return any(hands.most_length(s) <= 4 for s in SUITS)
