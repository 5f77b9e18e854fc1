"""Free wins: a bid with dots, or with a point against it, only because of hands that another opening claims too."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_, or_

from syscheck.advice.costs import cost
from syscheck.advice.edits import Edit, edited, single_edits
from syscheck.advice.targets import Target, Trouble
from syscheck.card import Call, FaultyCard
from syscheck.hands import NO_HAND, HandSet, TooFine
from syscheck.system import AlternativeHands, KnownEntries, Opening, Part, System, build_system


@dataclass(frozen=True, slots=True)
class FreeWin:
    """What an opening would lose of what is against it, were hands left to the calls that claim them too.

    `edit` writes it in card language, where one small edit can.
    """

    opening: Opening
    others: tuple[Call, ...]
    hands: HandSet
    before: tuple[tuple[Trouble, int], ...]
    after: tuple[tuple[Trouble, int], ...]
    edit: Edit | None


def free_wins(system: System, target: Target) -> tuple[FreeWin, ...]:
    """The free wins of a system under a target's regulation, in card order."""
    troubles = target.troubles(system)
    return tuple(
        win
        for opening in system.openings
        if not opening.call.is_pass and any(call == str(opening.call) for call, _ in troubles)
        if (win := _win(system, target, opening, troubles)) is not None
    )


def _win(system: System, target: Target, opening: Opening, troubles: dict[Trouble, int]) -> FreeWin | None:
    claimed = _claims_of_others(system, opening)
    for others in _few_first(claimed):
        found = _given(system, target, opening, troubles, claimed, others)
        if found is not None:
            enough, given, after = _as_few(system, target, opening, troubles, claimed, (others, *found))
            edit = _edit(system, target, opening, troubles)
            return FreeWin(opening, enough, given, _own(opening, troubles), _own(opening, after), edit)
    return None


def _as_few(
    system: System,
    target: Target,
    opening: Opening,
    troubles: dict[Trouble, int],
    claimed: dict[Call, HandSet],
    found: tuple[tuple[Call, ...], HandSet, dict[Trouble, int]],
) -> tuple[tuple[Call, ...], HandSet, dict[Trouble, int]]:
    """The win with no more other calls than it needs."""
    for other in found[0]:
        fewer = tuple(c for c in found[0] if c != other)
        smaller = _given(system, target, opening, troubles, claimed, fewer) if fewer else None
        if smaller is not None:
            found = (fewer, *smaller)
    return found


def _few_first(claimed: dict[Call, HandSet]) -> Iterator[tuple[Call, ...]]:
    """One other call at a time, then all together."""
    yield from ((call,) for call in claimed)
    if len(claimed) > 1:
        yield tuple(claimed)


def _given(
    system: System,
    target: Target,
    opening: Opening,
    troubles: dict[Trouble, int],
    claimed: dict[Call, HandSet],
    others: tuple[Call, ...],
) -> tuple[HandSet, dict[Trouble, int]] | None:
    """The hands left to others and what is against the card then, if that is a win."""
    given = opening.possible & reduce(or_, (claimed[c] for c in others))
    after = target.troubles(_without_hands(system, opening, given))
    return (given, after) if _is_better(opening, troubles, after) else None


def _claims_of_others(system: System, opening: Opening) -> dict[Call, HandSet]:
    """The hands of an opening that each other call certainly claims too, in every place of the opening."""
    found: dict[Call, HandSet] = {}
    here = [c for c in system.contexts if c.places & opening.places]
    for call in dict.fromkeys(o.call for o in system.openings if o.call != opening.call and not o.call.is_pass):
        claims = [NO_HAND if (o := c.opening(call)) is None else o.certain for c in here]
        if both := opening.possible & reduce(and_, claims):
            found[call] = both
    return found


def _without_hands(system: System, opening: Opening, given: HandSet) -> System:
    """The system with an opening that leaves some of its hands to others."""
    alternatives = tuple(a for a in (_narrowed(a, given) for a in opening.alternatives) if a.possible)
    openings: list[Opening] = []
    for one in system.openings:
        if one is not opening:
            openings.append(one)
        elif alternatives:
            narrower = replace(
                opening,
                certain=opening.certain - given,
                possible=opening.possible - given,
                alternatives=alternatives,
                parts=tuple(dict.fromkeys(p for a in alternatives for p in a.parts)),
            )
            openings.append(narrower)
    return system.with_openings(openings)


def _narrowed(alternative: AlternativeHands, given: HandSet) -> AlternativeHands:
    parts = (Part(p.certain - given, p.possible - given, p.named) for p in alternative.parts)
    return replace(
        alternative,
        certain=alternative.certain - given,
        possible=alternative.possible - given,
        parts=tuple(p for p in parts if p.possible),
    )


def _own(opening: Opening, troubles: dict[Trouble, int]) -> tuple[tuple[Trouble, int], ...]:
    return tuple((t, n) for t, n in troubles.items() if t[0] == str(opening.call))


def _is_better(opening: Opening, before: dict[Trouble, int], after: dict[Trouble, int]) -> bool:
    """Whether something against the call is gone, and nothing new came up."""
    own = sum(n for _, n in _own(opening, before)) > sum(n for _, n in _own(opening, after))
    return own and all(n <= before.get(t, 0) for t, n in after.items())


def _edit(system: System, target: Target, opening: Opening, troubles: dict[Trouble, int]) -> Edit | None:
    """The single edit of the opening that wins the most and takes no hand's call away, of the fewest hands."""
    number = next(n for n, e in enumerate(system.card.entries) if e is opening.entry)
    known = KnownEntries()
    found: list[tuple[int, int, int, Edit]] = []
    for edit in single_edits(system, frozenset({number})):
        try:
            new = build_system(edited(system.card, (edit,)), known)
        except (FaultyCard, TooFine):
            continue
        after = target.troubles(new)
        if _is_better(opening, troubles, after) and cost(system, new).share == 0:
            same = [o for o in new.openings if o.call == opening.call and o.places & opening.places]
            left = reduce(or_, (o.possible for o in same), NO_HAND)
            found.append((sum(n for _, n in _own(opening, after)), -left.hands, len(found), edit))
    return min(found)[-1] if found else None
