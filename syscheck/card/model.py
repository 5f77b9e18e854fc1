"""What is written on a card: headers, entries, and meanings as the player grouped them.

Every node is frozen. Its span, the offsets where it stands in the text, does not count when nodes
are compared, so that a card equals its canonical copy.
"""

from collections.abc import Iterator
from dataclasses import field
from functools import cached_property

from syscheck.card.calls import EVERYWHERE, Call, Place, Sequence
from syscheck.values import dataclass

Span = tuple[int, int]
"""Offsets of the first character and behind the last."""

NOWHERE: Span = (0, 0)


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of a meaning with the place where it is written."""

    span: Span = field(default=NOWHERE, compare=False, kw_only=True)


# ---- strength, length, shape, quality -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Strength(Node):
    """A range of a unit (`hcp hfp rule controls losers tricks`), both ends included, None for open.

    `maybe_least`, `maybe_most`: the wider ends that `(14)15-17` admits without being sure of them.
    """

    unit: str
    least: int | None
    most: int | None
    maybe_least: int | None = None
    maybe_most: int | None = None


@dataclass(frozen=True, slots=True)
class AnyStrength(Node):
    """The word `any`."""


@dataclass(frozen=True, slots=True)
class Length(Node):
    """Cards in a suit, or in one of several (`5+H/S`): letters C D H S M m X oM om."""

    suits: tuple[str, ...]
    least: int
    most: int
    maybe_least: int | None = None
    maybe_most: int | None = None


@dataclass(frozen=True, slots=True)
class TwoSuiter(Node):
    """At least `longer` in one suit and `shorter` in the other, either way round; no suits: any two."""

    longer: int
    shorter: int
    suits: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """Four lengths in any order, longest first."""

    lengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Placed(Node):
    """Spades, hearts, diamonds, clubs in order; cells of a group in any order; None for any length."""

    groups: tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class ShapeWord(Node):
    """`bal semibal unbal 1-suiter 2-suiter 3-suiter void singleton`."""

    word: str


@dataclass(frozen=True, slots=True)
class Short(Node):
    """At most one card in the suit."""

    suit: str


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """The length of one suit against another's; operator one of `< <= = >= >`."""

    first: str
    operator: str
    second: str


@dataclass(frozen=True, slots=True)
class Quality(Node):
    """`solid` (A K Q) or `good` (two of them) in a suit, with its length where that is said."""

    word: str
    suit: str
    length: Length | None


@dataclass(frozen=True, slots=True)
class Tops(Node):
    """At least `count` of the top `of` cards of a suit; None: the suit bid."""

    count: int
    of: int
    suit: str | None


@dataclass(frozen=True, slots=True)
class Holding(Node):
    """Those honours and at least that many cards, in a suit; None: the suit bid."""

    honours: str
    length: int
    suit: str | None


@dataclass(frozen=True, slots=True)
class Outside(Node):
    """One of these honours outside the long suit."""

    honours: str


# ---- words that are not exact ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Vague(Node):
    """`strong`, `weak`, `good 12`, `bad 15`: certain of nothing."""

    word: str
    amount: Strength | None


@dataclass(frozen=True, slots=True)
class Unclear(Node):
    """Words that could not be read."""

    words: str


# ---- remarks: they change no hand set ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """What the agreement is: NF F1 GF ART ..., `asks shape`."""

    name: str


@dataclass(frozen=True, slots=True)
class Convention(Node):
    """A convention by its catalogue name."""

    name: str


@dataclass(frozen=True, slots=True)
class Note(Node):
    """Text for people."""

    text: str


# ---- how terms are joined ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class And(Node):
    """Terms joined by blanks or `and`."""

    terms: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    """Branches joined by `or` or `/`."""

    branches: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not` and `no`; `no` before a length means that many or more."""

    word: str
    term: "Expression"


@dataclass(frozen=True, slots=True)
class Usually(Node):
    """The rest with the term, and possibly without."""

    term: "Expression"


@dataclass(frozen=True, slots=True)
class MayHave(Node):
    """The rest, and possibly the rest's points with the term in place of its shape."""

    word: str
    term: "Expression"


@dataclass(frozen=True, slots=True)
class If(Node):
    """`X if Y`: not Y, or X."""

    then: "Expression"
    condition: "Expression"


@dataclass(frozen=True, slots=True)
class Except(Node):
    """`A except B`: A and not B. Without A (`, except B`): what stands before, and not B."""

    term: "Expression | None"
    exception: "Expression"


@dataclass(frozen=True, slots=True)
class Group(Node):
    """A meaning in parentheses, or one that a name of [define] stands for."""

    meaning: "Meaning"
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """A comma list: all of its terms, or one of them where it is closed by `, or`."""

    terms: tuple["Expression", ...]
    any_of: bool = False


@dataclass(frozen=True, slots=True)
class Meaning(Node):
    """Alternatives divided by `|`."""

    branches: tuple[Branch, ...]


Remark = Attribute | Convention | Note
Fact = (
    Strength
    | AnyStrength
    | Length
    | TwoSuiter
    | Pattern
    | Placed
    | ShapeWord
    | Short
    | Compare
    | Quality
    | Tops
    | Holding
    | Outside
    | Vague
    | Unclear
)
Expression = Fact | Remark | And | Or | Not | Usually | MayHave | If | Except | Group


def children(expression: Expression) -> tuple[Expression, ...]:
    """The expressions directly inside one, in the order written."""
    match expression:
        case And(terms=inside) | Or(branches=inside):
            return inside
        case Not(term=term) | Usually(term=term) | MayHave(term=term):
            return (term,)
        case If(then=then, condition=condition):
            return (then, condition)
        case Except(term=term, exception=exception):
            return (exception,) if term is None else (term, exception)
        case Group(meaning=meaning):
            return tuple(term for branch in meaning.branches for term in branch.terms)
        case _:
            return ()


def walk(expression: Expression) -> Iterator[Expression]:
    """An expression and all that stand inside it, outermost first."""
    yield expression
    for child in children(expression):
        yield from walk(child)


def is_remark(expression: Expression) -> bool:
    """Whether an expression says nothing of the hand: attributes, names and notes alone."""
    if isinstance(expression, And | Or):
        return all(map(is_remark, children(expression)))
    return isinstance(expression, Remark)


@dataclass(frozen=True, slots=True)
class Alternative:
    """One alternative of a meaning: terms that all hold, and the attributes that go with it."""

    terms: tuple[Expression, ...]
    remarks: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False, kw_only=True)

    @property
    def attributes(self) -> frozenset[str]:
        """Names of the attributes (`GF`, `ART`, `asks shape`)."""
        return frozenset(r.name for r in self.leaves() if isinstance(r, Attribute))

    @property
    def conventions(self) -> tuple[str, ...]:
        """Catalogue names of conventions, in the order written."""
        return tuple(r.name for r in self.leaves() if isinstance(r, Convention))

    def leaves(self) -> Iterator[Expression]:
        """Every expression of the alternative, remarks included."""
        for term in (*self.terms, *self.remarks):
            yield from walk(term)


def alternatives(meaning: Meaning) -> tuple[Alternative, ...]:
    """The alternatives as the language defines them: each `|` branch, each term of a comma list closed
    by `, or`, and where a branch is one term, each branch of its outermost `or`."""
    found: list[Alternative] = []
    for branch in meaning.branches:
        remarks = tuple(t for t in branch.terms if is_remark(t))
        core = tuple(t for t in branch.terms if not is_remark(t))
        if branch.any_of:
            found += [Alternative((e,), remarks, span=e.span) for t in core for e in _outermost(t)]
        elif len(core) == 1:
            [term] = core
            if isinstance(term, Group):
                found += [
                    Alternative(inner.terms, inner.remarks + remarks, span=inner.span)
                    for inner in alternatives(term.meaning)
                ]
            else:
                parts = _outermost(term)
                found += [Alternative((e,), remarks, span=e.span if len(parts) > 1 else branch.span) for e in parts]
        else:
            found.append(Alternative(core, remarks, span=branch.span))
    return tuple(found)


def _outermost(term: Expression) -> tuple[Expression, ...]:
    return term.branches if isinstance(term, Or) else (term,)


# ---- the card -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Header(Node):
    """A `key: value` line."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Where(Node):
    """The places an entry claims, as written."""

    places: frozenset[Place] = EVERYWHERE


@dataclass(frozen=True, slots=True)
class Entry(Node):
    """A call or sequence, where it holds (None: whatever is left open), and what it means."""

    section: str
    sequence: Sequence
    where: Where | None
    meaning: Meaning

    @property
    def call(self) -> Call:
        """The last call: the one that the meaning is about."""
        return self.sequence[-1].call


@dataclass(frozen=True, slots=True)
class Definition(Node):
    """A name of [define] and its meaning."""

    name: str
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """A phrase of [conventions], [leads] or [signals]: as written, its catalogue name, or None, and its note."""

    section: str
    text: str
    name: str | None
    note: str | None = None


@dataclass(frozen=True)
class Card:
    """A card as written. `sections` keeps their order; `text` is the source and does not count in equality."""

    headers: tuple[Header, ...]
    sections: tuple[str, ...]
    definitions: tuple[Definition, ...]
    entries: tuple[Entry, ...]
    phrases: tuple[Phrase, ...]
    text: str = field(default="", compare=False, repr=False)

    @cached_property
    def header(self) -> dict[str, str]:
        """Header values by key."""
        return {h.key: h.value for h in self.headers}

    def section(self, name: str) -> tuple[Entry, ...]:
        """The entries of openings, continuations or defence."""
        return tuple(e for e in self.entries if e.section == name)

    def phrases_of(self, name: str) -> tuple[Phrase, ...]:
        """The phrases of conventions, leads or signals."""
        return tuple(p for p in self.phrases if p.section == name)
