"""Terms of a meaning read from free text, and how they are joined."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from syscheck.card.model import (
    And,
    Expression,
    Length,
    MayHave,
    Not,
    Or,
    Pattern,
    Placed,
    ShapeWord,
    Short,
    Strength,
    TwoSuiter,
    Unclear,
    Usually,
    Vague,
    children,
    is_remark,
)

MOST_CARDS = 13
MOST_POINTS = 37
LEAST_BARE_POINTS = 8
LONGEST_SUIT = 9
"""Nobody writes of a suit of ten cards: such a number before a suit is points, or a slip."""
DEEPEST = 12
MOST_NESTED = 20
"""Words that bind what follows, inside each other."""
LONGEST_WORDS = 160
OTHER = {"H": "S", "S": "H", "C": "D", "D": "C"}
WEAK_TWO = "weak twos"
ALL_SUITS = ("C", "D", "H", "S")


@dataclass(slots=True)
class Terms:
    """Terms that all hold: those about points, and the rest, in the order written."""

    all: list[Expression] = field(default_factory=list)
    verbs: set[int] = field(default_factory=set)
    """Denials written with a verb or in parentheses, by identity: they are of all choices before them."""

    @property
    def points(self) -> list[Expression]:
        """The terms that are about points and nothing else."""
        return [t for t in self.all if states_points(t)]

    @property
    def rest(self) -> list[Expression]:
        """The terms about the hand that are not about points alone."""
        return [t for t in self.all if not states_points(t) and not is_remark(t)]

    @property
    def remarks(self) -> list[Expression]:
        """Attributes, names and notes."""
        return [t for t in self.all if is_remark(t)]


def states_points(term: Expression) -> bool:
    """Whether a term is about points alone."""
    match term:
        case Strength() | Vague():
            return True
        case Or(branches=branches):
            return all(map(states_points, branches))
        case And(terms=terms):
            return all(map(states_points, terms))
    return False


def has_points(term: Expression) -> bool:
    """Whether a term, or each of its choices, has points."""
    match term:
        case Strength() | Vague(amount=Strength()):
            return True
        case Vague():
            return True
        case Or(branches=branches):
            return all(map(has_points, branches))
        case And(terms=terms):
            return any(map(has_points, terms))
    return False


def is_open(term: Expression) -> bool:
    """Whether a term has words that are not exact; the usual order of four digits does not count."""
    match term:
        case Unclear() | Vague() | MayHave():
            return True
        case Usually(term=inside):
            return not isinstance(inside, Placed)
    return any(map(is_open, children(term)))


def points_range(terms: Sequence[Expression]) -> tuple[int, int] | None:
    """The widest range of high-card points that terms allow; None where they state none."""
    found: tuple[int, int] | None = None
    for term in terms:
        match term:
            case Strength(unit="hcp"):
                least = term.least if term.maybe_least is None else term.maybe_least
                most = term.most if term.maybe_most is None else term.maybe_most
                here = (least or 0, MOST_POINTS if most is None else most)
            case Or(branches=branches):
                ranges = [points_range([b]) for b in branches]
                if None in ranges:
                    continue
                known = cast(list[tuple[int, int]], ranges)
                here = (min(a for a, _ in known), max(b for _, b in known))
            case And(terms=inside):
                inner = points_range(inside)
                if inner is None:
                    continue
                here = inner
            case _:
                continue
        found = here if found is None else (max(found[0], here[0]), min(found[1], here[1]))
    return found


def joined(terms: Sequence[Expression]) -> Expression | None:
    """The terms as one expression; None for none."""
    flat = [x for t in terms for x in (t.terms if isinstance(t, And) else (t,))]
    return (And(tuple(flat)) if len(flat) > 1 else flat[0]) if flat else None


def continued_denials(branches: list[Terms]) -> list[Terms]:
    """`no 4H or 4S` denies both: lengths alone behind a denial are denied with it."""
    found: list[Terms] = []
    for branch in branches:
        lengths = branch.all and all(map(_is_shape, branch.all))
        last = found[-1].all[-1] if found and found[-1].all else None
        if lengths and isinstance(last, Not) and _is_shape(last.term):
            found[-1].all.append(Not(last.word, cast(Expression, joined(branch.all))))
        else:
            found.append(branch)
    return found


def only_permitted(branch: Terms) -> bool:
    """Whether a choice is only permitted."""
    return all(isinstance(t, MayHave) for t in branch.rest)


def shared_denials(branches: list[Terms]) -> list[Terms]:
    """`6D or 5D 4C denies 4M`: what the last choice denies with a verb is denied of all."""
    last = branches[-1]
    shared = [t for t in last.all if id(t) in last.verbs]
    if shared and len(branches) > 1:
        for branch in branches[:-1]:
            branch.all += [t for t in shared if t not in branch.all]
    return branches


def chosen_patterns(terms: list[Expression]) -> list[Expression]:
    """Patterns beside each other are choices: no hand has two of them."""
    patterns = [t for t in terms if is_pattern(t)]
    if len(patterns) < 2:
        return terms
    pairs: list[Expression] = []
    for term in patterns:
        if isinstance(term, Usually) and pairs:
            pairs[-1] = And((pairs[-1], term))
        else:
            pairs += term.branches if isinstance(term, Or) else (term,)
    choice = Or(tuple(dict.fromkeys(pairs))) if len(pairs) > 1 else pairs[0]
    at = terms.index(patterns[0])
    rest = [t for t in terms if not is_pattern(t)]
    return [*terms[:at], choice, *(t for t in rest if t not in terms[:at])]


def is_pattern(term: Expression) -> bool:
    """Whether a term names four lengths, or is a choice of such."""
    match term:
        case Pattern() | Placed():
            return True
        case Usually(term=Placed()):
            return True
        case And(terms=[Pattern(), Usually(term=Placed())]):
            return True
        case Or(branches=branches):
            return all(map(is_pattern, branches))
    return False


def _is_shape(term: Expression) -> bool:
    """Whether a term is lengths or a pattern, in one order or the other."""
    match term:
        case And(terms=[Pattern(), Usually(term=Placed())]):
            return True
        case Usually(term=Placed()) | ShapeWord(word="void" | "singleton" | "unbal"):
            return True
    return isinstance(term, Length | TwoSuiter | Pattern | Placed | Short)


def clean(words: str) -> str:
    """Words as they can stand between double quotes."""
    return " ".join(words.replace('"', "'").split())[:LONGEST_WORDS]
