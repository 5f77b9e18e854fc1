"""Pieces of free text to the terms of a meaning.

A clause is what stands between two commas, a choice what stands between two `or`. Points that stand before an `or`
go to every choice. What has no definition becomes `unclear "words"`, so that nothing is certain of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from syscheck.card import Call
from syscheck.card.model import (
    And,
    AnyStrength,
    Attribute,
    Compare,
    Convention,
    Except,
    Expression,
    Holding,
    If,
    Length,
    MayHave,
    Not,
    Note,
    Or,
    Outside,
    Pattern,
    Placed,
    Quality,
    ShapeWord,
    Short,
    Strength,
    Tops,
    TwoSuiter,
    Unclear,
    Usually,
    Vague,
    children,
    is_remark,
    walk,
)
from syscheck.freetext.pieces import Amount, Piece

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
_LIGHT = frozenset({"FILLER", "ARTICLE", "HAND", "EITHER"})
_LINKS = frozenset({"AND", "PLUS", "DASH", "FILLER", "ARTICLE", "IN", "OF", "HAND", "DESCRIBES", "TOPIC", "THAN"})
_SEPARATORS = frozenset({"COMMA", "LINE"})


@dataclass(slots=True)
class Doubt:
    """Words of the text that could not be read, or that have no definition, and where they stand."""

    words: str
    start: int
    end: int


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


class Clauses:
    """Reads clauses: the call they are about, the text they stand in, and what was found on the way."""

    def __init__(self, text: str, call: Call | None):
        self.text = text
        self.call = call
        self.bid = None if call is None else (call.suit or call.letter)
        self.unread: list[Doubt] = []
        self.unclear: list[Doubt] = []
        self.orders: list[tuple[str, str]] = []
        self.last: tuple[str, ...] | None = None
        self.pointed = False
        self.group: Callable[[list[Piece], int], list[Terms]] | None = None
        self.depth = 0
        self.nested = 0

    # ---- choices ----------------------------------------------------------------------------------------

    def choices(self, pieces: list[Piece]) -> Terms:
        """The terms of a clause, its choices put together."""
        if pieces and pieces[-1].kind == "POSSIBLE" and any(p.kind in ("OR", "SLASH") for p in pieces):
            return self._all_possible(pieces)
        parts = repeated_amounts(self.split(merged(pieces)))
        branches = [self.terms(b) for b in parts]
        return self.either([b for b in branches if b.all] or branches[:1])

    def _all_possible(self, pieces: list[Piece]) -> Terms:
        """`5H or 6m possible`: every choice is permitted."""
        softened, self.softened = self.softened, True
        unclear = len(self.unclear)
        inside = self.choices(pieces[:-1])
        self.softened = softened
        rest = inside.rest
        if not rest or any(map(is_open, rest)):
            del self.unclear[unclear:]
            found = Terms(list(inside.points))
            self.doubt(found, pieces)
            return found
        return Terms([*inside.points, MayHave("may have", cast(Expression, joined(rest))), *inside.remarks])

    def split(self, pieces: list[Piece]) -> list[list[Piece]]:
        """The pieces between the `or`s that stand outside of parentheses."""
        found: list[list[Piece]] = [[]]
        depth = 0
        soft = False
        for i, p in enumerate(pieces):
            soft = soft or (depth == 0 and p.kind in ("MAY", "USUALLY", "IF", "UNLESS", "EXCEPT"))
            if p.kind == "OPEN":
                depth += 1
            elif p.kind == "CLOSE":
                depth -= 1
            if depth == 0 and (p.kind == "OR" or (p.kind == "SLASH" and i > 0)) and not (
                soft and not points_follow(pieces, i + 1)
            ):
                found.append([])
                soft = False
            else:
                found[-1].append(p)
        return found

    def either(self, branches: list[Terms]) -> Terms:
        """Choices as one list of terms: points before an `or` go to every choice."""
        branches = shared_denials(continued_denials(branches))
        if len(branches) == 1:
            return branches[0]
        permitted = [t for b in branches[1:] if b.rest and not b.points for t in b.rest if _all_may(b)]
        if permitted:  # 6C or may be 5C 4M
            kept = self.either([b for n, b in enumerate(branches) if n == 0 or not (b.rest and not b.points and _all_may(b))])
            return Terms([*kept.all, *permitted])
        remarks = [r for b in branches if b.points or b.rest for r in b.remarks]
        for branch in branches:
            if branch.all and not branch.points and not branch.rest:
                words = " ".join(getattr(r, "name", None) or getattr(r, "text", "") for r in branch.remarks)
                branch.all = [Unclear(clean(words))]
        branches = [b for b in branches if b.points or b.rest]
        if len(branches) < 2:
            return Terms([*(t for b in branches for t in [*b.points, *b.rest]), *remarks])
        for branch in branches:
            if Attribute("GF") in branch.remarks and not branch.points and not any(map(has_points, branch.rest)):
                branch.all.append(Vague("strong", None))
        last = branches[-1]
        if len(last.rest) == 1 and not last.points and all(b.points and not b.rest for b in branches[:-1]):
            if isinstance(last.rest[0], If) and states_points(last.rest[0].then):
                points = self.one_of([*(b.points for b in branches[:-1]), [last.rest[0].then]])
                self.doubt_of("if")
                return Terms([If(points, last.rest[0].condition), Unclear("points if"), *remarks])
        pointed = [bool(b.points) or any(map(has_points, b.rest)) for b in branches]
        if not any(pointed):
            return Terms([self.one_of([b.rest for b in branches]), *remarks])
        if all(pointed):
            return Terms([*self.all_pointed(branches), *remarks])
        if pointed[0] and not any(pointed[1:]):
            points = branches[0].points
            if branches[0].rest and points:
                return Terms([*points, self.one_of([b.rest for b in branches]), *remarks])
            if points:  # 11-15 or 5+H
                self.doubt_of("or")
                return Terms([self.one_of([points, *([*points, *b.rest] for b in branches[1:])]), Unclear("or"), *remarks])
        doubtful = not pointed[0]
        filled: list[list[Expression]] = []
        points = branches[0].points
        for branch, has in zip(branches, pointed, strict=True):
            if has or all(isinstance(t, Unclear) for t in branch.rest):
                points = branch.points or points
                filled.append([*branch.points, *branch.rest])
            else:
                filled.append([*points, *branch.rest])
        if doubtful:
            return Terms([*self._points_behind(branches, pointed), *remarks])
        return Terms([self.one_of(filled), *remarks])

    def _points_behind(self, branches: list[Terms], pointed: list[bool]) -> list[Expression]:
        """Choices of which only later ones have points: `6C or 5C 4M 11-15` has them for all, `6D or 20-21 bal` has not."""
        last = branches[-1]
        core = [t for t in last.all if not is_remark(t)]
        if pointed.count(True) == 1 and pointed[-1] and last.rest and last.points and states_points(core[-1]):
            return [*last.points, self.one_of([b.rest for b in branches])]
        self.doubt_of("or")
        return [
            self.one_of(
                [
                    [*b.points, *b.rest] if has else [*b.rest, Unclear("or")]
                    for b, has in zip(branches, pointed, strict=True)
                ]
            )
        ]

    def all_pointed(self, branches: list[Terms]) -> list[Expression]:
        """`12-14 or 18-19 bal`: a shape behind two closed ranges is for both; `16+ or 12-15 5+H` leaves it open."""
        bare = [b for b in branches if not b.rest]
        last = branches[-1]
        first = branches[0]
        core = [t for t in first.all if not is_remark(t)]
        if first.rest and len(bare) == len(branches) - 1 and states_points(core[-1]) and len(first.points) == 1:
            # 6H and 5-9 or 6-10: the points are the choice
            return [*first.rest, self.one_of([first.points, *(b.points for b in branches[1:])])]
        if len(bare) == len(branches):
            return [self.one_of([b.points for b in branches])]
        if len(bare) == len(branches) - 1 and last.rest and last.points:
            ranges = [points_range(b.points) for b in branches]
            closed = all(r is not None and r[0] >= LEAST_BARE_POINTS and r[1] < MOST_POINTS for r in ranges[:-1])
            if closed:
                return [self.one_of([b.points for b in branches]), *last.rest]
            return [self.one_of([[*b.points, *b.rest] for b in branches]), Unclear("or")]
        return [self.one_of([[*b.points, *b.rest] for b in branches])]

    def one_of(self, choices: Sequence[Sequence[Expression]]) -> Expression:
        """One of the choices, each a list of terms."""
        built = [joined(c) for c in choices]
        flat = [x for e in built if e is not None for x in (e.branches if isinstance(e, Or) else (e,))]
        flat = list(dict.fromkeys(flat))
        return Or(tuple(flat)) if len(flat) > 1 else flat[0]

    # ---- terms --------------------------------------------------------------------------------------------

    def terms(self, pieces: list[Piece]) -> Terms:
        """The terms of one choice."""
        found = Terms()
        i = 0
        while i < len(pieces):
            i = self.term(pieces, i, found)
        found.all = chosen_patterns(found.all)
        return found

    def term(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """Read the term that begins at a piece; where the next one begins."""
        piece = pieces[i]
        kind = piece.kind
        read = getattr(self, f"_read_{kind.lower()}", None)
        if read is not None:
            if self.nested >= MOST_NESTED:
                self.doubt(found, pieces[i:])
                return len(pieces)
            self.nested += 1
            end = cast(int, read(pieces, i, found))
            self.nested -= 1
            return end
        if kind in _LINKS or kind in _IGNORED:
            return i + 1
        self.doubt(found, pieces[i : i + 1])
        return i + 1

    # Amounts.

    def _read_amount(self, pieces: list[Piece], i: int, found: Terms) -> int:
        amount = cast(Amount, pieces[i].value)
        if amount.form == "fraction":
            return self._until_noun(pieces, i, found)
        if i and pieces[i].glued and pieces[i - 1].kind == "SUIT" and len(pieces[i].text) == 2 and pieces[i].text.isdigit():
            return self._two_left(pieces, i, found)
        j = i + 1
        j, amount = more_or_less(pieces, j, amount)
        if j < len(pieces) and pieces[j].kind in _UNITS:
            return self._with_unit(pieces, i, j, amount, found)
        if amount.form in ("pair", "slashed"):
            return self._pair(pieces, i, j, amount, found)
        if j < len(pieces) and pieces[j].kind == "ASIDE" and not self._suit_ahead(pieces, j + 1):
            end = next((k + 1 for k in range(j, min(j + 4, len(pieces))) if pieces[k].kind == "HONOURS"), j + 1)
            self.doubt(found, pieces[i:end])  # 0-1 outside A/K
            return end
        target = self.target(pieces, j)
        if target is not None and target.amount is not None:
            amount = target.amount
        if target is not None and self.is_length(amount, target):
            return self._length(pieces, i, amount, target, found)
        if amount.form == "range" and amount.most is not None and amount.most < 6 and amount.maybe_most is None:
            if self.may_be_bid(pieces, i):
                self.add_length(found, amount, (cast(str, self.bid),), pieces[i], doubtful=True)
                return j
            self.doubt(found, pieces[i:j])
            return j
        if self.softened and self.last is not None and len(self.last) == 1 and amount.form != "range":
            if max(n for n in (amount.least, amount.most) if n is not None) <= LONGEST_SUIT:
                return self._small(pieces, i, j, amount, found)
        if amount.form != "range" and (amount.least if amount.least is not None else amount.most or 0) < LEAST_BARE_POINTS:
            return self._small(pieces, i, j, amount, found)
        return self._points(pieces, i, j, amount, found)

    def _points(self, pieces: list[Piece], i: int, j: int, amount: Amount, found: Terms, unit: str = "hcp") -> int:
        """Points, unless the terms have them already."""
        least, most = amount.least, amount.most
        if (least is not None and most is not None and least > most) or (least or 0) > MOST_POINTS or (most or 0) > 40:
            self.doubt(found, pieces[i:j])
            return j
        strength = Strength(unit, least, most, amount.maybe_least, amount.maybe_most)
        if any(isinstance(t, Strength) and t.unit == unit for t in found.points):
            if strength not in found.points:
                self.doubt(found, pieces[i:j])
            return j
        self.pointed = True
        found.all.append(strength)
        return j

    def _small(self, pieces: list[Piece], i: int, j: int, amount: Amount, found: Terms) -> int:
        """A small number alone: cards in the suit spoken of, where there is one."""
        named = self.last if self.last is not None and len(self.last) == 1 else None
        suit = named or ((self.bid,) if self.bid is not None else None)
        if suit is None:
            self.doubt(found, pieces[i:j])
            return j
        sure = amount.form == "plus" and self.pointed and named is None
        self.add_length(found, amount, suit, pieces[i], doubtful=not sure and not self.softened)
        return j

    loose = False
    """Whether the suit spoken of was named without a number."""

    elsewhere = False
    """Whether the call is artificial, so that its suit need not be held."""

    softened = False
    """Whether the words around already say that it is not certain."""

    def may_be_bid(self, pieces: list[Piece], i: int) -> bool:
        """Whether a small range is likely to be a length of the suit bid."""
        return self.bid is not None and self.pointed and self.last is None

    def _with_unit(self, pieces: list[Piece], i: int, j: int, amount: Amount, found: Terms) -> int:
        unit = pieces[j].kind
        if amount.form == "pair" and amount.least is not None and amount.most is not None:
            self.doubt(found, pieces[i : j + 1])
            return j + 1
        if unit in ("POINTS", "NUMBERLESS"):
            # “13-21 points” behind “10-20 hcp” is another measure: a second one is never taken.
            return self._points(pieces, i, j + 1, amount, found)
        if unit == "HFP":
            return self._points(pieces, i, j + 1, amount, found, "hfp")
        if unit == "CONTROLS":
            return self._points(pieces, i, j + 1, amount, found, "controls")
        if unit == "TRICKS" and amount.form != "slashed":
            return self._points(pieces, i, j + 1, amount, found, "tricks")
        self.doubt(found, pieces[i : j + 1])
        return j + 1

    def _two_left(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`5m4M22`: the two other suits."""
        known = [t.least for t in found.all[-2:] if isinstance(t, Length) and t.least == t.most]
        rest = [int(c) for c in pieces[i].text]
        if len(known) == 2 and sum(known) + sum(rest) == MOST_CARDS:
            found.all.append(Pattern(tuple(sorted([*known, *rest], reverse=True))))
        else:
            self.doubt(found, pieces[i : i + 1])
        return i + 1

    def _until_noun(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`8-8.5 tricks`: halves are of no measure that is exact."""
        j = i + 1
        if j < len(pieces) and (pieces[j].kind in _UNITS or pieces[j].kind == "UNREAD"):
            j += 1
        self.doubt(found, pieces[i:j])
        return j

    # Lengths.

    def target(self, pieces: list[Piece], j: int) -> "Target | None":
        """What a number before `j` counts: cards in a suit, in both of two, in the suit spoken of."""
        target = Target(j)
        k = j
        while k < len(pieces):
            piece = pieces[k]
            kind = piece.kind
            if kind == "CARDS" or (kind == "HAND" and not target.cards and piece.glued):
                target.cards = True
            elif kind in ("SOLID", "GOOD", "BAD", "SEMISOLID", "MATTERS", "STRENGTHWORD"):
                if not self._suit_ahead(pieces, k + 1):
                    break
                target.quality = piece
            elif kind == "PLUS" and not target.cards and target.amount is None and k == j:
                amount = cast(Amount, pieces[j - 1].value)
                if amount.form == "bare" and self._suit_ahead(pieces, k + 1, links=False):
                    target.amount = Amount(amount.least, None, "plus")
                else:
                    break
            elif kind in ("IN", "OF", "FILLER", "ARTICLE", "EACH", "DESCRIBES", "UNDEFINED", "OTHER", "ANY", "ATTRIBUTE", "MORE", "DASH"):
                if kind == "ATTRIBUTE" and piece.value != "NAT":
                    break
                if not self._suit_ahead(pieces, k + 1):
                    if kind in ("OTHER",):
                        target.other = True
                        target.end = k + 1
                        target.suits = ("X",)
                        return target
                    if kind == "ANY" and not target.cards:
                        break
                    if target.cards and kind in ("FILLER", "IN", "OF", "ARTICLE", "DASH", "DESCRIBES", "MORE"):
                        if kind == "MORE":
                            amount = cast(Amount, pieces[j - 1].value)
                            if amount.form == "bare":
                                target.amount = Amount(amount.least, None, "plus")
                            k += 1
                        break
                    break
                if kind == "MORE":
                    amount = cast(Amount, pieces[j - 1].value)
                    if amount.form == "bare":
                        target.amount = Amount(amount.least, None, "plus")
                target.article = target.article or kind == "ARTICLE"
                target.undefined = target.undefined or kind in ("UNDEFINED", "ANY")
                target.other = target.other or kind == "OTHER"
                target.each = target.each or kind == "EACH"
            elif kind == "OPEN" and k + 1 < len(pieces) and pieces[k + 1].kind in ("SUIT", "BOTH") and _closed_pair(pieces, k):
                pass
            elif kind == "SUIT":
                suits = cast(tuple[str, ...], piece.value)
                target.suits = suits
                k += 1
                if k < len(pieces) and pieces[k].kind == "CLOSE" and _opened(pieces, j, k):
                    k += 1
                if k < len(pieces) and pieces[k].kind == "SUITNOUN":
                    k += 1
                if k < len(pieces) and pieces[k].kind == "CARDS" and not pieces[k].glued and not target.cards:
                    target.cards = True
                    k += 1
                    if k < len(pieces) and pieces[k].kind == "SUITNOUN":
                        k += 1
                target.end = k
                return target
            elif kind == "BOTH":
                target.both = cast(tuple[str, str], piece.value)
                target.end = k + 1
                if k + 1 < len(pieces) and pieces[k + 1].kind == "CLOSE" and _opened(pieces, j, k + 1):
                    target.end += 1
                return target
            elif kind == "HASH":
                target.suits = None if self.bid is None else (self.bid,)
                target.end = k + 1
                return target if self.bid is not None else None
            elif kind == "COMPARE" and piece.value == "=" and k == j and self._suit_ahead(pieces, k + 1, links=False):
                pass
            elif kind == "SUITNOUN":
                target.noun = True
                target.end = k + 1
                if self._suit_ahead(pieces, k + 1, only=("IN",)):
                    k += 1
                    continue
                return target
            else:
                break
            k += 1
        target.end = k
        return target if target.cards else None

    def _suit_ahead(self, pieces: list[Piece], k: int, *, links: bool = True, only: tuple[str, ...] = ()) -> bool:
        """Whether a suit follows, behind words that say nothing."""
        between = only or ("IN", "OF", "FILLER", "ARTICLE", "EACH", "DESCRIBES", "UNDEFINED", "OTHER", "ANY", "CARDS", "SOLID", "GOOD", "BAD", "SEMISOLID", "DASH", "OPEN")
        while k < len(pieces) and links and pieces[k].kind in between:
            k += 1
        return k < len(pieces) and pieces[k].kind in (("SUIT",) if only else ("SUIT", "BOTH", "SUITNOUN", "HASH", "CARDS"))

    def is_length(self, amount: Amount, target: "Target") -> bool:
        """Whether a number can count the cards of what follows it."""
        ends = [n for n in (amount.least, amount.most, amount.maybe_least, amount.maybe_most) if n is not None]
        return max(ends) <= (MOST_CARDS if target.cards and amount.form != "range" else LONGEST_SUIT)

    def _length(self, pieces: list[Piece], i: int, amount: Amount, target: "Target", found: Terms) -> int:
        """Cards in a suit."""
        end = target.end
        doubtful = False
        suits = target.suits
        if target.quality is not None:
            self._quality(target, found)
        if target.both is not None:
            first, second = target.both
            if target.each:
                self.add_length(found, amount, (first,), pieces[i])
                self.add_length(found, amount, (second,), pieces[i])
            else:  # 4+ majors: in each, or in one of them?
                self.add_length(found, amount, (first, second), pieces[i], doubtful=True)
            return end
        if target.other and suits is not None:
            suits = self.others(suits, found)
        elif suits is None or (target.undefined and suits is None):
            named = self.last if (self.softened or self.loose) and self.last is not None and len(self.last) == 1 else None
            some = target.undefined or (target.noun and self._article_before(pieces, i)) or self.bid is None or self.elsewhere
            suits = ("X",) if some else (named or (cast(str, self.bid),))
            doubtful = some and not target.undefined and not (self.denied or self.bid is None)
        suits = tuple(self.letter(s, found) for s in suits)
        if "" in suits:
            self.doubt(found, pieces[i:end])
            return end
        if self._is_bid(pieces, i, amount, target):
            self.doubt(found, pieces[i:end])
            return end
        if suits == ("X",) and not target.cards and not target.noun:  # 5H 4+x: in another suit
            named = {x for t in found.all for e in walk(t) if isinstance(e, Length) and len(e.suits) == 1 for x in e.suits}
            if named and named <= set(ALL_SUITS):
                suits = tuple(x for x in ALL_SUITS if x not in named)
        length = self.add_length(found, amount, suits, pieces[i], doubtful=doubtful and not self.softened)
        if end < len(pieces) and pieces[end].kind == "REST" and pieces[end].glued and length is not None:
            rest = cast(tuple[int, ...], pieces[end].value)
            if length.least == length.most and length.least + sum(rest) == MOST_CARDS:
                found.all.append(Pattern(tuple(sorted((length.least, *rest), reverse=True))))
            else:
                self.doubt(found, pieces[end : end + 1])
            end += 1
        return end

    def _is_bid(self, pieces: list[Piece], i: int, amount: Amount, target: "Target") -> bool:
        """Whether `1D`, `4H` is rather a bid than a length: one or two cards by themselves, or a high level alone."""
        if amount.form != "bare" or amount.maybe_least is not None or target.cards or self.softened or self.denied:
            return False
        around = [p for p in (*pieces[max(i - 2, 0) : i], *pieces[target.end : target.end + 2]) if p.kind in ("AMOUNT", "CELLS")]
        alone = not around and not (target.end < len(pieces) and pieces[target.end].kind == "REST")
        number = amount.least or 0
        if number in (1, 2) and alone and pieces[i].text.isdigit():
            return True
        return (
            self.call is not None
            and self.call.level >= 3
            and 3 <= number <= 5
            and alone
            and not self.many_lengths
            and pieces[i].text.isdigit()
        )

    many_lengths = False
    """Whether the text has several numbers before suits."""

    def _article_before(self, pieces: list[Piece], i: int) -> bool:
        return i > 0 and pieces[i - 1].kind == "ARTICLE" and not self.softened

    denied = False
    """Whether the words stand behind a denial: there a letter means every such suit."""

    def letter(self, suit: str, found: Terms) -> str:
        """A suit's letter; the other major is that of the major named or bid; '' where nothing names it."""
        if suit not in ("oM", "om"):
            return suit
        letter = suit[1]
        if self.call is not None:
            if self.call.suit is not None and (self.call.suit in "HS") == (letter == "M"):
                return OTHER[self.call.suit]
            if self.call.letter == letter:
                return suit
        named = {s for t in found.all for e in walk(t) if isinstance(e, Length) for s in e.suits}
        named |= set(self.last or ())
        if letter in named:
            return suit
        concrete = [s for s in named if s in ("HS" if letter == "M" else "CD")]
        return OTHER[concrete[0]] if len(concrete) == 1 else ""

    def others(self, suits: tuple[str, ...], found: Terms) -> tuple[str, ...]:
        """The suits that `another` leaves: not those named or bid."""
        named = {s for t in found.all for e in walk(t) if isinstance(e, Length | TwoSuiter) for s in e.suits or ()}
        if self.call is not None and self.call.suit is not None:
            named.add(self.call.suit)
        elif self.bid in ("M", "m", "X"):
            named.add(cast(str, self.bid))
        pool = ALL_SUITS if suits == ("X",) or suits == () else suits
        if suits in (("M",), ("m",)):
            pool = ("H", "S") if suits == ("M",) else ("C", "D")
        left = tuple(s for s in pool if s not in named)
        if any(s in named for s in ("M", "m", "X")):
            return {("M",): ("oM",), ("m",): ("om",)}.get(suits, ("",)) if suits in (("M",), ("m",)) else ("",)
        return left or ("",)

    def add_length(
        self, found: Terms, amount: Amount, suits: tuple[str, ...], piece: Piece, *, doubtful: bool = False
    ) -> Length | None:
        """A length of a suit, with a question where it may be something else."""
        least = amount.least or 0
        most = MOST_CARDS if amount.most is None else min(amount.most, MOST_CARDS)
        if least > most or least > MOST_CARDS:
            self.doubt(found, [piece])
            return None
        length = Length(suits, least, most, amount.maybe_least, amount.maybe_most)
        found.all.append(length)
        self.last = suits
        if doubtful:
            self.doubt(found, [piece])
        return length

    def _quality(self, target: "Target", found: Terms) -> None:
        """`solid 7+H` is usually AKQ; every other word of quality is a question."""
        quality = cast(Piece, target.quality)
        suit = self.letter(target.suits[0], found) if target.suits is not None and len(target.suits) == 1 else ""
        if quality.kind == "SOLID" and target.both is None and suit and not target.other:
            found.all.append(Usually(Quality("solid", suit, None)))
        else:
            self.doubt(found, [quality])

    # Two-suiters.

    def _pair(self, pieces: list[Piece], i: int, j: int, amount: Amount, found: Terms) -> int:
        """`5-5 majors`, `5+4+ minors`, `55MM`; `6/7!s` and seats are pairs of another kind."""
        first, second = cast(int, amount.least), cast(int, amount.most)
        if j < len(pieces) and pieces[j].kind == "MORE":
            j += 1
        target = self.target(pieces, j)
        if amount.form == "slashed" and target is not None and target.both is None and second == first + 1:
            if target.suits is not None and len(target.suits) == 1 or target.suits is None:
                return self._length(pieces, i, Amount(first, second, "range"), target, found)
        low, high = sorted((first, second))
        if not (low >= 4 and low + high <= MOST_CARDS):
            end = j if target is None else target.end
            self.doubt(found, pieces[i:end])
            return end
        pair: tuple[str, str] | None = None
        end = j
        if target is not None and (target.both is not None or (target.suits is not None and len(target.suits) == 2)):
            pair = target.both or cast(tuple[str, str], target.suits)
            end = target.end
        elif target is not None and target.suits is not None and first == second and self._and_another(pieces, target.end):
            suit = self.letter(target.suits[0], found) if len(target.suits) == 1 else ""
            others = self.others(("X",), Terms([Length((suit,), first, MOST_CARDS)])) if suit in ALL_SUITS else ("",)
            if "" in others:
                self.doubt(found, pieces[i : target.end])
                return target.end
            found.all += [Length((suit,), first, MOST_CARDS), Length(tuple(x for x in ALL_SUITS if x != suit), first, MOST_CARDS)]
            self.last = (suit,)
            return self._and_another(pieces, target.end)
        elif target is not None and target.suits in (("M",), ("m",)):
            pair = ("H", "S") if target.suits == ("M",) else ("C", "D")
            end = target.end
        elif target is not None and target.suits is not None and not target.other:
            # 5-4 clubs: which of the two numbers?
            self.doubt(found, pieces[i : target.end])
            return target.end
        elif target is not None:
            end = target.end
        while end < len(pieces) and pieces[end].kind in ("MORE", "HAND"):
            end += 1
        self.unordered(found, first, second, pair)
        return end

    def _and_another(self, pieces: list[Piece], j: int) -> int:
        """Where `and another` ends; 0 where it does not stand."""
        if j + 1 < len(pieces) and pieces[j].kind in ("AND", "PLUS", "DASH"):
            k = j + 1
            while k < len(pieces) and pieces[k].kind in (*_LIGHT, "ANY"):
                k += 1
            if k < len(pieces) and pieces[k].kind == "OTHER":
                return k + 2 if k + 1 < len(pieces) and pieces[k + 1].kind == "SUITNOUN" else k + 1
        return 0

    def unordered(self, found: Terms, first: int, second: int, pair: tuple[str, str] | None) -> None:
        """A two-suiter; `exactly 5-5` has both lengths."""
        high, low = max(first, second), min(first, second)
        if self.exactly and pair is not None:
            ways = [And((Length((pair[0],), a, a), Length((pair[1],), b, b))) for a, b in dict.fromkeys([(high, low), (low, high)])]
            found.all.append(Or(tuple(ways)) if len(ways) > 1 else ways[0])
        else:
            found.all.append(TwoSuiter(high, low, pair))
        self.last = pair

    exactly = False

    # Suits by themselves.

    def _read_suit(self, pieces: list[Piece], i: int, found: Terms) -> int:
        compared = self._comparison(pieces, i, found)
        if compared:
            return compared
        if i + 1 < len(pieces) and pieces[i + 1].kind in ("SHAPE", "SHORT") and pieces[i + 1].value in ("void", "singleton"):
            return self._read_shape(pieces, i + 1, found)
        suits = cast(tuple[str, ...], pieces[i].value)
        behind = i + 1
        if behind < len(pieces) and pieces[behind].kind == "LIST":
            return self._read_list(pieces, behind, found, before=suits)
        if behind + 1 < len(pieces) and pieces[behind].kind == "AMOUNT" and pieces[behind + 1].kind in ("CARDS", "HAND"):
            amount = cast(Amount, pieces[behind].value)
            if amount.form in ("bare", "plus") and (amount.least or 0) <= LONGEST_SUIT:
                self.add_length(found, amount, tuple(self.letter(s, found) or "X" for s in suits), pieces[behind])
                return behind + 2
        end = i + 1
        if end < len(pieces) and pieces[end].kind == "SUITNOUN":
            end += 1
        self._speak_of(suits)
        self.doubt(found, pieces[i:end])
        return end

    def _speak_of(self, suits: tuple[str, ...]) -> None:
        """A suit is named without a number: numbers of cards behind it are its own."""
        if self.last is None and len(suits) == 1 and suits[0] in (*ALL_SUITS, "M", "m"):
            self.last, self.loose = suits, True

    def _comparison(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`S>H`, `D longer than C`; 0 where none stands here."""
        first = cast(tuple[str, ...], pieces[i].value)
        k = i + 1
        if k < len(pieces) and pieces[k].kind == "COMPARE":
            operator = {"≥": ">=", "≤": "<="}.get(pieces[k].text, pieces[k].text)
        elif k < len(pieces) and pieces[k].kind == "LONGER":
            operator = ">"
            k += 1
            if not (k < len(pieces) and pieces[k].kind in ("THAN", "FILLER", "ACTION")):
                return 0
        else:
            return 0
        k += 1
        if k < len(pieces) and pieces[k].kind == "SUIT" and len(first) == 1:
            second = cast(tuple[str, ...], pieces[k].value)
            if len(second) == 1 and second[0] != first[0] and {first[0], second[0]} <= set(ALL_SUITS):
                found.all.append(Compare(first[0], operator, second[0]))
                return k + 1
        self.doubt(found, pieces[i : k + 1])
        return min(k + 1, len(pieces))

    def _read_longer(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`longer clubs than diamonds`; without the second suit a question."""
        j = i + 1
        while j < len(pieces) and pieces[j].kind in _LIGHT:
            j += 1
        if [p.kind for p in pieces[j : j + 3]] == ["SUIT", "THAN", "SUIT"]:
            first, second = (cast(tuple[str, ...], pieces[n].value) for n in (j, j + 2))
            if len(first) == len(second) == 1 and first != second and {*first, *second} <= set(ALL_SUITS):
                found.all.append(Compare(first[0], ">", second[0]))
                return j + 3
        end = j + 1 if j < len(pieces) and pieces[j].kind in ("SUIT", "SUITNOUN", "OTHER") else i + 1
        self.doubt(found, pieces[i:end])
        return end

    def _read_both(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`both majors` without lengths; `majors 5-4`."""
        if i + 1 < len(pieces) and pieces[i + 1].kind == "AMOUNT":
            amount = cast(Amount, pieces[i + 1].value)
            if amount.form == "pair" and not (i + 2 < len(pieces) and pieces[i + 2].kind in ("SUIT", "BOTH")):
                self.unordered(found, cast(int, amount.least), cast(int, amount.most), cast(tuple[str, str], pieces[i].value))
                return i + 2
        self.doubt(found, pieces[i : i + 1])
        return i + 1

    def _read_list(self, pieces: list[Piece], i: int, found: Terms, before: tuple[str, ...] | None = None) -> int:
        """`šestilist`, `pięciokart`: a number of cards in one word, exactly so many."""
        number = cast(int, pieces[i].value)
        amount = Amount(number, number, "bare")
        end, amount = more_or_less(pieces, i + 1, amount)
        if before is not None:
            self.add_length(found, amount, tuple(self.letter(s, found) or "X" for s in before), pieces[i])
            return end
        target = self.target(pieces, end) or Target(end)
        target.cards = True
        target.end = max(target.end, end)
        if target.both is not None and not target.each:
            # “szóstka w starszych”: one of them.
            target.suits, target.both = ({("H", "S"): ("M",), ("C", "D"): ("m",)}.get(target.both, target.both)), None
        return self._length(pieces, i, amount, target, found)

    # Shapes.

    def _read_shape(self, pieces: list[Piece], i: int, found: Terms) -> int:
        word = cast(str, pieces[i].value)
        j = i + 1
        if word in ("void", "singleton"):
            k = j
            while k < len(pieces) and pieces[k].kind in ("IN", "OF", "FILLER", "ARTICLE"):
                k += 1
            before = pieces[i - 1] if i and pieces[i - 1].kind == "SUIT" else None
            suit = pieces[k] if k < len(pieces) and pieces[k].kind == "SUIT" else before
            if suit is not None:
                suits = tuple(self.letter(s, found) or "X" for s in cast(tuple[str, ...], suit.value))
                most = 0 if word == "void" else 1
                found.all.append(Length(suits, 0 if word == "void" else 1, most))
                return k + 1 if suit is not before else j
        if word in ("1-suiter", "2-suiter", "3-suiter"):
            return self._suiter_of(int(word[0]), pieces, i, found)
        found.all.append(ShapeWord(word))
        if j < len(pieces) and pieces[j].kind == "ISH":
            self.doubt(found, pieces[i : j + 1])
            j += 1
        return j

    def _read_single(self, pieces: list[Piece], i: int, found: Terms) -> int:
        return self._suiter_of(1, pieces, i, found)

    def _read_double(self, pieces: list[Piece], i: int, found: Terms) -> int:
        return self._suiter_of(2, pieces, i, found)

    def _read_triple(self, pieces: list[Piece], i: int, found: Terms) -> int:
        return self._suiter_of(3, pieces, i, found)

    def _read_suiter(self, pieces: list[Piece], i: int, found: Terms) -> int:
        return self._suiter_of(cast(int, pieces[i].value), pieces, i, found)

    def _suiter_of(self, number: int, pieces: list[Piece], i: int, found: Terms) -> int:
        """One-, two- and three-suiters; with suits named, or with lengths behind."""
        j = i + 1
        while j < len(pieces) and pieces[j].kind in ("IN", "OF", "FILLER", "HAND", "SUITNOUN", "DASH"):
            j += 1
        if number == 2 and j < len(pieces) and pieces[j].kind == "BOTH":
            first, second = cast(tuple[str, str], pieces[j].value)
            found.all.append(TwoSuiter(5, 4, (first, second)))
            return j + 1
        if j < len(pieces) and pieces[j].kind == "SUIT" and number != 3:
            self.doubt(found, pieces[i : j + 1])
            return j + 1
        shape = ShapeWord(f"{number}-suiter")
        # Whether one suit of five is a one-suiter, players do not agree.
        found.all.append(Usually(shape) if number == 1 else shape)
        return i + 1

    def _read_shortage(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`shortage`: a singleton or a void, in the suit named."""
        return self._read_short(pieces, i, found)

    def _read_short(self, pieces: list[Piece], i: int, found: Terms) -> int:
        k = i + 1
        while k < len(pieces) and pieces[k].kind in ("IN", "OF", "FILLER", "ARTICLE"):
            k += 1
        if k < len(pieces) and pieces[k].kind == "SUIT" and len(cast(tuple[str, ...], pieces[k].value)) == 1:
            suit = self.letter(cast(tuple[str], pieces[k].value)[0], found)
            if suit in (*ALL_SUITS, "M", "m", "X"):
                found.all.append(Short(suit))
                return k + 1
        if pieces[i].kind == "SHORTAGE":
            found.all.append(ShapeWord("unbal"))
            return i + 1
        if self.softened and self.bid is not None and self.bid in ALL_SUITS:
            found.all.append(Short(self.bid))
            return i + 1
        self.doubt(found, pieces[i : i + 1])
        return i + 1

    def _read_placed(self, pieces: list[Piece], i: int, found: Terms) -> int:
        cells = cast(tuple[int, ...], pieces[i].value)
        if sum(cells) == MOST_CARDS:
            found.all.append(Placed(tuple((c,) for c in cells)))
        else:
            self.doubt(found, pieces[i : i + 1])
        return i + 1

    def _read_dashed(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`5-4-3-1` is a pattern; `4-4-1-4` is not in falling order, so it names the suits from spades down."""
        cells = cast(tuple[int, ...], pieces[i].value)
        if sum(cells) != MOST_CARDS:
            self.doubt(found, pieces[i : i + 1])
        elif list(cells) == sorted(cells, reverse=True) or self._any_around(pieces, i):
            found.all.append(Pattern(tuple(sorted(cells, reverse=True))))
        else:
            found.all.append(Placed(tuple((c,) for c in cells)))
        return i + 1

    def _any_around(self, pieces: list[Piece], i: int) -> bool:
        before = pieces[i - 1].kind if i else ""
        after = [p.kind for p in pieces[i + 1 : i + 4]]
        return before == "ANY" or "ANY" in after[:2] or self.any_order

    any_order = False
    """Whether digits stand among words that name a pattern, such as `balanced`."""

    def _read_cells(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`4432`: in falling order it may be a pattern or name the suits; `4414` names them."""
        behind = pieces[i + 1].kind if i + 1 < len(pieces) else ""
        text = cast(str, pieces[i].value)
        groups = _groups(text)
        flat = [c for g in groups for c in g]
        known = sum(c for c in flat if c is not None)
        if len(flat) != 4 or (known != MOST_CARDS if None not in flat else known > MOST_CARDS):
            self.unread.append(Doubt(text, pieces[i].start, pieces[i].end))
            self.doubt(found, pieces[i : i + 1])
            return i + 1
        cells = [c or 0 for c in flat]
        if len(groups) == 1 and None not in flat:
            found.all.append(Pattern(tuple(sorted(cells, reverse=True))))
        elif any(len(g) > 1 for g in groups) or None in flat:
            self._grouped(pieces, i, text, groups, found)
        elif self._any_around(pieces, i) or (behind == "HAND" and cells == sorted(cells, reverse=True)):
            found.all.append(Pattern(tuple(sorted(cells, reverse=True))))
        elif cells != sorted(cells, reverse=True):
            found.all.append(Placed(groups))
        else:
            pattern, placed = Pattern(tuple(cells)), Placed(groups)
            found.all += [pattern, Usually(placed)]
            self.orders.append((text, "=".join(text)))
        return i + 1

    def _grouped(
        self, pieces: list[Piece], i: int, text: str, groups: tuple[tuple[int | None, ...], ...], found: Terms
    ) -> None:
        """`54(31)` names spades and hearts; `4(441)` behind a suit bid may be that suit and any others."""
        if len(groups) == 2 and len(groups[0]) == 1 and self.bid in ALL_SUITS and self.bid != "S":
            cells = [cast(int, c) for g in groups for c in g]
            found.all += [Length((cast(str, self.bid),), cells[0], cells[0]), Pattern(tuple(sorted(cells, reverse=True)))]
            self.doubt(found, pieces[i : i + 1])
        else:
            found.all.append(Placed(groups))

    def _read_rest(self, pieces: list[Piece], i: int, found: Terms) -> int:
        self.doubt(found, pieces[i : i + 1])
        return i + 1

    def _read_any(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`any`, `any shape`, `any 4441`; before anything else it only points to it."""
        j = i + 1
        if j < len(pieces) and pieces[j].kind == "ANY":
            j += 1
        if j < len(pieces) and pieces[j].kind in ("CELLS", "DASHED"):
            self.any_order = True
            return j
        while j < len(pieces) and pieces[j].kind in _LIGHT:
            j += 1
        if j < len(pieces) and pieces[j].kind == "AMOUNT" and points_follow(pieces, j):
            found.all.append(AnyStrength())  # any 18+
            return j
        if j < len(pieces) and pieces[j].kind in ("AMOUNT", "SHAPE", "SUITER", "SHORT", "SHORTAGE", "SUIT", "LIST", "SINGLE", "DOUBLE", "TRIPLE", "OTHER", "SUITNOUN"):
            return j
        if i and pieces[i - 1].kind in ("CELLS", "DASHED", "PLACED"):
            return j
        found.all.append(AnyStrength())
        return j

    def _read_every(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`all shapes` is any; `all 4-4 minors` says which of the hands are opened so."""
        j = i + 1
        while j < len(pieces) and pieces[j].kind in ("FILLER", "ARTICLE"):
            j += 1
        if j < len(pieces) and pieces[j].kind == "HAND":
            found.all.append(AnyStrength())
            return j + 1
        if j < len(pieces) and pieces[j].kind in ("AMOUNT", "CELLS", "DASHED", "SHAPE"):
            self.doubt(found, pieces[i:])
            return len(pieces)
        return i + 1

    # Honours.

    def _read_holding(self, pieces: list[Piece], i: int, found: Terms) -> int:
        text = cast(str, pieces[i].value)
        honours, cards = text.rstrip("x"), len(text)
        j = i + 1
        plus = j < len(pieces) and pieces[j].kind == "PLUS"
        j += plus
        k = j
        while k < len(pieces) and pieces[k].kind in ("IN", "OF", "FILLER", "UNDEFINED", "ANY", "ARTICLE", "COMMA"):
            k += 1
        if k < len(pieces) and pieces[k].kind in ("SUIT", "SUITNOUN"):
            some = pieces[k].kind == "SUITNOUN"
            suits = ("X",) if some else cast(tuple[str, ...], pieces[k].value)
            if some and not any(p.kind in ("UNDEFINED", "ANY", "ARTICLE") for p in pieces[j:k]) and self.bid:
                suits = (self.bid,)
            j = k + 1
            if j < len(pieces) and pieces[j].kind == "SUITNOUN":
                j += 1
        elif self.bid is not None:
            suits = (self.bid,)
        else:
            suits = ("X",)
        suits = tuple(self.letter(s, found) for s in suits)
        sound = honours == "".join(sorted(set(honours), key="AKQJT".find)) and "H" not in honours and cards <= MOST_CARDS
        if "x" in text and "" not in suits and cards <= MOST_CARDS:
            self.add_length(found, Amount(cards, None if plus else cards, "plus" if plus else "bare"), suits, pieces[i])
        if sound and len(suits) == 1 and suits[0]:
            found.all.append(Holding(honours, cards, suits[0]))
        else:
            self.doubt(found, pieces[i:j])
        return j

    def _read_tops(self, pieces: list[Piece], i: int, found: Terms) -> int:
        count, of = cast(tuple[int, int], pieces[i].value)
        j = i + 1
        while j < len(pieces) and pieces[j].kind in ("IN", "FILLER", "ARTICLE"):
            j += 1
        suit: str | None = None
        if j < len(pieces) and pieces[j].kind == "SUIT" and len(cast(tuple[str, ...], pieces[j].value)) == 1:
            suit = self.letter(cast(tuple[str], pieces[j].value)[0], found)
            j += 1
        elif self.last is not None and len(self.last) == 1:
            suit = self.last[0]
        elif self.bid in ALL_SUITS:
            suit = self.bid
        if not suit or count > of:
            self.doubt(found, pieces[i:j])
        else:
            found.all.append(Tops(count, of, suit))
        return j

    def _read_solid(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`solid 7+m`; without a length it is a question."""
        j = i + 1
        while j < len(pieces) and pieces[j].kind in _LIGHT:
            j += 1
        if j < len(pieces) and pieces[j].kind == "AMOUNT":
            amount = cast(Amount, pieces[j].value)
            target = self.target(pieces, j + 1)
            if target is not None and self.is_length(target.amount or amount, target):
                target.quality = pieces[i]
                if target.suits is None and self.bid in ALL_SUITS and not target.undefined and not self.elsewhere:
                    target.suits = (cast(str, self.bid),)
                return self._length(pieces, j, target.amount or amount, target, found)
        return self._phrase_of_quality(pieces, i, found)

    def _read_good(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`good 12` is vague points; every other `good` is a question with its noun."""
        j = i + 1
        if j < len(pieces) and pieces[j].kind == "AMOUNT":
            amount = cast(Amount, pieces[j].value)
            ends = [n for n in (amount.least, amount.most) if n is not None]
            bare = amount.form in ("bare", "range", "plus") and min(ends) >= LEAST_BARE_POINTS
            if bare and self.target(pieces, j + 1) is None and pieces[i].kind in ("GOOD", "BAD"):
                word = pieces[i].kind.lower()
                found.all.append(Vague(word, Strength("hcp", amount.least, amount.most)))
                j += 1
                return j + 1 if j < len(pieces) and pieces[j].kind in ("POINTS", "NUMBERLESS") else j
        return self._phrase_of_quality(pieces, i, found)

    _read_bad = _read_good

    def _phrase_of_quality(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """A word of quality, with the suit that it is about."""
        j = i + 1
        while j < len(pieces) and pieces[j].kind in (*_LIGHT, "SOLID", "SEMISOLID", "GOOD", "BAD", "OR", "NOT"):
            j += 1
        if j < len(pieces) and pieces[j].kind in ("SUIT", "SUITNOUN", "HONOURS"):
            if pieces[j].kind == "SUIT":
                self._speak_of(cast(tuple[str, ...], pieces[j].value))
            j += 1
            if j < len(pieces) and pieces[j].kind == "SUITNOUN":
                j += 1
        else:
            j = i + 1
        self.doubt(found, pieces[i:j])
        return j

    _read_semisolid = _phrase_of_quality

    # Words that bind what follows.

    def _read_not(self, pieces: list[Piece], i: int, found: Terms) -> int:
        return self._read_no(pieces, i, found, word="not")

    def _read_no(self, pieces: list[Piece], i: int, found: Terms, word: str = "no") -> int:
        """Deny the next term; where it cannot be read, ask."""
        j = i + 1
        while j < len(pieces) and pieces[j].kind in (*_LIGHT, "IN", "ANY", "NO", "NOT") and not (
            pieces[j].kind == "ANY" and j + 1 < len(pieces) and pieces[j + 1].kind in ("CELLS", "DASHED")
        ):
            j += 1
        if j >= len(pieces):
            self.doubt(found, pieces[i:j])
            return j
        if pieces[j].kind in ("SOLID", "SEMISOLID", "GOOD", "BAD") and pieces[j + 1 : j + 2] and pieces[j + 1].kind == "AMOUNT" and found.all:
            self.doubt(found, pieces[i : j + 1])  # good but not solid 7+m
            return j + 1
        if any(p.kind == "ACTION" for p in pieces[j : j + 3]) and pieces[j].kind in ("SUIT", "AMOUNT"):
            return self._action_from(pieces, i, found)  # “no !D needed”
        if word == "no" and (outside := self._no_outside(pieces, i, j, found)):
            return outside
        if word == "no" and pieces[j].kind == "MORE":  # no more than
            pass
        inside = Terms()
        denied, self.denied = self.denied, True
        last, unclear, unread = self.last, len(self.unclear), len(self.unread)
        pieced = j
        while j < len(pieces) and not any(not isinstance(t, Unclear) for t in inside.all):
            j = self.term(pieces, j, inside)
        while j < len(pieces) and pieces[j].kind == "AMOUNT" and pieces[j].glued and pieces[j - 1].kind == "SUIT":
            j = self.term(pieces, j, inside)  # not 5M4M
        if inside.all and all(states_points(t) for t in inside.all if not isinstance(t, Unclear)):
            while j < len(pieces) and pieces[j].kind in (*_SHAPE_PIECES, *_LIGHT, "AND", "PLUS", "IN"):
                j = self.term(pieces, j, inside)  # not 10-12 bal
        self.denied, self.last = denied, last
        core = [t for t in inside.all if not is_remark(t)]
        if not core or any(is_open(t) or isinstance(t, AnyStrength) for t in core):
            del self.unclear[unclear:]
            if not core and inside.all and len(self.unread) == unread:
                return j  # not forcing, no transfer: nothing of the hand
            self.doubt(found, pieces[i:j])
            return j
        if word == "not" and all(isinstance(t, Length) for t in core) and pieces[pieced].kind == "AMOUNT":
            amount = cast(Amount, pieces[pieced].value)
            word = "no" if amount.form == "bare" else word
        match core:
            case [Length(suits=suits, least=0, most=0)]:  # no void in D
                found.all.append(Length(suits, 1, MOST_CARDS))
                return j
            case [Length(least=1, most=1)]:
                word = "not"
        denial = Not(word, cast(Expression, joined(core)))
        found.all.append(denial)
        if pieces[i].text.casefold() in _DENYING_VERBS:
            found.verbs.add(id(denial))
        return j

    def _no_outside(self, pieces: list[Piece], i: int, j: int, found: Terms) -> int:
        """`no outside A or K`, `no ace or king outside`; 0 where the words are other ones."""
        window = pieces[j : j + 6]
        sides = [n for n, p in enumerate(window) if p.kind in ("OTHER", "ASIDE")]
        if not sides:
            return 0
        honours = []
        end = j
        for n, p in enumerate(window):
            letter = cast(str, p.value) if p.kind == "HONOURS" and p.value else _honour(p)
            if letter:
                honours += letter
            elif p.kind not in ("OR", "SLASH", "OTHER", "ASIDE", "FILLER", "ARTICLE", "IN", "AND", "SUITNOUN", "ANY") and n not in sides:
                break
            end = j + n + 1
        if not honours:
            return 0
        long = [e for t in found.all for e in walk(t) if isinstance(e, Quality | Holding | Length)]
        if len(long) == 1 or (not long and self.bid in ALL_SUITS):
            found.all.append(Not("no", Outside("".join(sorted(set(honours), key="AKQJT".index)))))
        else:
            self.doubt(found, pieces[i:end])
        return end

    def _read_usually(self, pieces: list[Piece], i: int, found: Terms) -> int:
        return self._soft(pieces, i, found, lambda term: Usually(term))

    def _read_may(self, pieces: list[Piece], i: int, found: Terms) -> int:
        word = cast(str, pieces[i].value) or "may have"
        if i + 1 < len(pieces) and pieces[i + 1].kind == "HAVE":
            word = "may have"
        return self._soft(pieces, i, found, lambda term: MayHave(word, term))

    def _soft(self, pieces: list[Piece], i: int, found: Terms, node: Callable[[Expression], Expression]) -> int:
        """`usually`, `may`: what follows up to the next such word is not certain."""
        j = i + 1
        while j < len(pieces) and pieces[j].kind in ("HAVE", "MAY", *_LIGHT, "IN"):
            j += 1
        end = next((k for k in range(j, len(pieces)) if pieces[k].kind in ("MAY", "USUALLY", "IF", "EXCEPT", "UNLESS", "ACTION")), len(pieces))
        if any(p.kind == "ACTION" for p in pieces[j : end + 1]):
            return self._action_from(pieces, i, found)
        inside = Terms()
        softened, self.softened = self.softened, True
        unclear = len(self.unclear)
        if any(p.kind in ("OR", "SLASH") for p in pieces[j:end]):
            inside = self.choices(pieces[j:end])
        else:
            k = j
            while k < end:
                k = self.term(pieces, k, inside)
        self.softened = softened
        core = [t for t in inside.all if not is_remark(t)]
        found.all += [t for t in inside.all if is_remark(t)]
        if not core:
            if not inside.all:
                self.doubt(found, pieces[i:end])
            return end
        if any(map(is_open, core)):
            del self.unclear[unclear:]
            self.doubt(found, pieces[i:end])
            return end
        points = [t for t in core if states_points(t)]
        if points and len(points) < len(core) and not found.points:
            found.all += points  # may have a side suit 11-15: the points are not what is uncertain
            core = [t for t in core if t not in points]
        found.all.append(node(cast(Expression, joined(core))))
        return end

    def _read_if(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`X if Y`: what stands before holds where the condition does."""
        behind = [p for p in pieces[i + 1 :] if p.kind not in (*_LIGHT, "IN", "NOT", "NO", "AND")]
        earlier = [t for t in found.all if not is_remark(t)]
        if behind and behind[0].kind in ("VUL", "SEAT") and earlier:  # true of some places only
            self.loosen(found, earlier[-1])
            end = pieces.index(behind[0]) + 1
            self.doubt(found, pieces[i:end])
            return end
        condition = self.choices(pieces[i + 1 :])
        core = [t for t in condition.all if not is_remark(t)]
        before = [t for t in found.all if not is_remark(t)]
        if not before or not core or any(map(is_open, core)):
            self.doubt(found, pieces[i:])
            return len(pieces)
        then = before[-1]
        if any(isinstance(e, Unclear | MayHave | Usually) for e in walk(then)):
            self.doubt(found, pieces[i:])
            return len(pieces)
        found.all.remove(then)
        found.all.append(If(then, cast(Expression, joined(core))))
        if points_range([then]) is not None and not self.pointed_outside(found):
            self.pointed = True
        return len(pieces)

    def pointed_outside(self, found: Terms) -> bool:
        """Whether points stand beside a condition."""
        return bool(found.points)

    def loosen(self, found: Terms, term: Expression) -> None:
        """Make a term one that usually holds."""
        if isinstance(term, Usually | MayHave | Unclear | Vague):
            return
        found.all[found.all.index(term)] = Usually(term)

    def _read_unless(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`X unless Y`: X or Y."""
        other = self.choices(pieces[i + 1 :])
        core = [t for t in other.all if not is_remark(t)]
        before = [t for t in found.all if not is_remark(t)]
        if not before or not core or any(map(is_open, core)):
            if before:
                self.loosen(found, before[-1])
            self.doubt(found, pieces[i:])
            return len(pieces)
        then = before[-1]
        found.all.remove(then)
        if isinstance(then, Strength):
            found.all += [then]
            self.doubt(found, pieces[i:])
            return len(pieces)
        found.all.append(self.one_of([[then], core]))
        return len(pieces)

    def _read_except(self, pieces: list[Piece], i: int, found: Terms) -> int:
        exception = self.choices(pieces[i + 1 :])
        core = [t for t in exception.all if not is_remark(t)]
        if not core or any(map(is_open, core)):
            self.doubt(found, pieces[i:])
            return len(pieces)
        term = joined(core)
        assert term is not None
        found.all.append(Not("not", term))
        return len(pieces)

    def _read_only(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`3 only with 4432`: what stands before needs what follows."""
        j = i + 1
        if j < len(pieces) and pieces[j].kind in ("IF", "AND"):
            j += 1
        before = [t for t in found.all if not is_remark(t)]
        if not before or j >= len(pieces) or j == i + 1:
            return i + 1 if not before else self._ask_rest(pieces, i, found)
        then = before[-1]
        needed = [t for t in self.choices(pieces[j:]).all if not is_remark(t)]
        bad = any(isinstance(e, Unclear | Vague | MayHave | Usually) for t in [then, *needed] for e in walk(t))
        if not needed or bad:
            self.loosen(found, then)
            self.doubt(found, pieces[i:])
            return len(pieces)
        found.all.remove(then)
        found.all.append(If(cast(Expression, joined(needed)), then))
        return len(pieces)

    def _ask_rest(self, pieces: list[Piece], i: int, found: Terms) -> int:
        self.doubt(found, pieces[i:])
        return len(pieces)

    def _read_possible(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`5-card major possible`: what stands before is permitted."""
        core = [t for t in found.all if not is_remark(t) and not states_points(t)]
        if not core:
            return self._read_may(pieces, i, found)
        taken = core[-1:] if len(core) > 1 and isinstance(core[0], ShapeWord) else core
        permitted = [t for t in taken if not isinstance(t, Unclear | MayHave | Usually)]
        found.all = [t for t in found.all if t not in taken]
        if len(permitted) < len(taken) or not permitted:
            self.doubt(found, pieces[max(i - 3, 0) : i + 1])
            return i + 1
        many = any(p.kind == "AND" for p in pieces[:i]) and len(permitted) > 1  # a 5-card major and 4441 possible
        term = Or(tuple(permitted)) if many else cast(Expression, joined(permitted))
        found.all.append(MayHave("may have", term))
        return i + 1

    def _read_rare(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`11 bal is rare`: usually not."""
        core = [t for t in found.all if not is_remark(t)]
        if not core or any(map(is_open, core)):
            self.doubt(found, pieces[: i + 1])
            return i + 1
        found.all = [t for t in found.all if is_remark(t)]
        found.all.append(Usually(Not("not", cast(Expression, joined(core)))))
        return i + 1

    def _read_bound(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`at least`, `max`, `exactly`, `less than` before a number."""
        bound = cast(str, pieces[i].value)
        j = i + 1
        while j < len(pieces) and pieces[j].kind in (*_LIGHT, "IN", "OF", "POINTS", "NUMBERLESS"):
            j += 1
        if j < len(pieces) and pieces[j].kind == "BOUND":
            return i + 1
        if j < len(pieces) and pieces[j].kind == "LIST":
            number = cast(int, pieces[j].value)
            amount = bounded(bound, Amount(number, number, "bare"))
            target = self.target(pieces, j + 1) or Target(j + 1)
            target.cards, target.end = True, max(target.end, j + 1)
            return self._length(pieces, j, amount, target, found)
        if j >= len(pieces) or pieces[j].kind not in ("AMOUNT", "CELLS"):
            if bound == "exactly" and j < len(pieces):
                return i + 1
            self.doubt(found, pieces[i : i + 1])
            return i + 1
        if pieces[j].kind == "CELLS":
            text = cast(str, pieces[j].value)
            if bound == "least" and text.startswith("("):
                self.doubt(found, pieces[i : j + 1])
                return j + 1
            return j
        amount = cast(Amount, pieces[j].value)
        if amount.form == "pair":
            was, self.exactly = self.exactly, bound == "exactly"
            end = self._read_amount(pieces, j, found)
            self.exactly = was
            return end
        changed = bounded(bound, amount)
        here = [*pieces[:j], _with(pieces[j], changed), *pieces[j + 1 :]]
        return self._read_amount(here, j, found)

    def _read_to(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`do 10 bodů`, `till 10`: at most, where no number stands before it."""
        if i + 1 < len(pieces) and pieces[i + 1].kind == "AMOUNT" and not (i and pieces[i - 1].kind == "AMOUNT"):
            amount = cast(Amount, pieces[i + 1].value)
            if amount.form == "bare":
                changed = _with(pieces[i + 1], bounded("most", amount))
                return self._read_amount([*pieces[: i + 1], changed, *pieces[i + 2 :]], i + 1, found)
        return i + 1

    def _read_compare(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`<11`, `>=16`, `=12`."""
        j = i + 1
        if j < len(pieces) and pieces[j].kind == "AMOUNT":
            bound = {">=": "least", "≥": "least", "<=": "most", "≤": "most", "<": "below", ">": "above"}.get(pieces[i].text, "exactly")
            amount = cast(Amount, pieces[j].value)
            if amount.form == "bare":
                here = [*pieces[:j], _with(pieces[j], bounded(bound, amount)), *pieces[j + 1 :]]
                return self._read_amount(here, j, found)
        if pieces[i].text == "=":
            return i + 1
        self.doubt(found, pieces[i : i + 1])
        return i + 1

    def _read_around(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`ca 12`: a question, whatever follows."""
        if i + 1 < len(pieces) and pieces[i + 1].kind == "AMOUNT":
            self.doubt(found, pieces[i : i + 2])
        return i + 1

    # Strength in words, attributes, names.

    def _read_strengthword(self, pieces: list[Piece], i: int, found: Terms) -> int:
        k = i + 1
        while k < len(pieces) and pieces[k].kind in _LIGHT:
            k += 1
        if k < len(pieces) and pieces[k].kind in ("SUIT", "SUITNOUN") and not (
            k + 1 < len(pieces) and pieces[k + 1].kind in ("AMOUNT", "LIST")
        ):
            return self._phrase_of_quality(pieces, i, found)
        found.all.append(Vague(cast(str, pieces[i].value), None))
        following = pieces[i + 1] if i + 1 < len(pieces) else None
        if following is not None and following.kind == "AMOUNT" and following.value == Amount(2, 2, "bare"):
            behind = pieces[i + 2].kind if i + 2 < len(pieces) else ""
            return i + 1 if behind in ("SUIT", "CARDS", "BOTH") else i + 2  # a weak 2
        return i + 1

    def _read_attribute(self, pieces: list[Piece], i: int, found: Terms) -> int:
        found.all.append(Attribute(cast(str, pieces[i].value)))
        j = i + 1
        if pieces[i].value in ("TRF", "PUP", "relay") and j < len(pieces) and any(
            p.kind in ("SUIT", "CONVENTION", "BOTH") or (p.kind == "AMOUNT") for p in pieces[j : j + 3]
        ):
            # The suit of a transfer is not said to be so long: its name is a remark.
            k = j
            while k < len(pieces) and pieces[k].kind in ("FILLER", "TO", "AMOUNT", "SUIT", "BOTH", "CONVENTION", "OR", "SLASH", "SHAPE"):
                k += 1
            if "to" in folded_words(pieces[i : j + 1]):
                found.all.append(Note(self.source(pieces[i:k])))
                return k
        return j

    def _read_convention(self, pieces: list[Piece], i: int, found: Terms) -> int:
        found.all.append(Convention(cast(str, pieces[i].value)))
        if pieces[i].value == WEAK_TWO:
            found.all.append(Vague("weak", None))
        return i + 1

    def _read_rule(self, pieces: list[Piece], i: int, found: Terms) -> int:
        found.all.append(Strength("rule", cast(int, pieces[i].value), None))
        return i + 1

    def _read_losers(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`LTC: 5-6`: losers of some kind."""
        j = i + 1
        while j < len(pieces) and pieces[j].kind in ("FILLER", "BOUND"):
            j += 1
        end = j + 1 if j < len(pieces) and pieces[j].kind == "AMOUNT" else i + 1
        self.doubt(found, pieces[i:end])
        return end

    _read_otherunit = _read_losers
    _read_tricks = _read_losers

    def _read_controls(self, pieces: list[Piece], i: int, found: Terms) -> int:
        return self._read_losers(pieces, i, found)

    def _read_honours(self, pieces: list[Piece], i: int, found: Terms) -> int:
        j = i + 1
        while j < len(pieces) and pieces[j].kind in ("OTHER", "ASIDE", "IN", "FILLER", "SUITNOUN"):
            j += 1
        self.doubt(found, pieces[i:j])
        return j

    def _read_other(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`side suit`, `outside A/K`: without a number it is a question."""
        j = i + 1
        while j < len(pieces) and pieces[j].kind in ("HONOURS", "SUITNOUN", "SUIT", *_LIGHT):
            j += 1
        self.doubt(found, pieces[i:j])
        return j

    _read_aside = _read_other

    def _read_asks(self, pieces: list[Piece], i: int, found: Terms) -> int:
        return self._action_from(pieces, i, found)

    def _read_action(self, pieces: list[Piece], i: int, found: Terms) -> int:
        return self._action_from(pieces, i, found)

    def _action_from(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """Words about the auction: to the end of the clause they are a remark, or a question."""
        words = [p for p in pieces[i:] if p.kind == "ACTION"]
        asked = any(p.value == "question" for p in words)
        if asked:
            self.doubt(found, pieces[i:])
        else:
            found.all.append(Note(self.source(pieces[i:])))
        return len(pieces)

    def _read_open(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """What stands in parentheses: more about the hand, another choice, or a remark."""
        depth, j = 0, i
        while j < len(pieces):
            depth += (pieces[j].kind == "OPEN") - (pieces[j].kind == "CLOSE")
            j += 1
            if depth == 0:
                break
        inner = pieces[i + 1 : j - 1 if depth == 0 else j]
        if not inner:
            return j
        if self.depth >= DEEPEST or self.group is None:
            self.doubt(found, inner)
            return j
        self.depth += 1
        pointed = self.pointed
        alternatives = self.group(inner, 0)
        self.depth -= 1
        self._join_group(pieces, i, j, inner, alternatives, found)
        self.pointed = self.pointed or pointed
        return j

    def _join_group(
        self, pieces: list[Piece], i: int, j: int, inner: list[Piece], alternatives: list[Terms], found: Terms
    ) -> None:
        kinds = {p.kind for p in inner}
        if kinds & {"SEAT", "VUL"}:
            self.doubt(found, inner)
            return
        if len(alternatives) > 1:
            either = self.either(alternatives)
        else:
            [either] = alternatives
        core = [t for t in either.all if not is_remark(t)]
        last = found.all[-1] if found.all else None
        if isinstance(last, Length) and len(core) == 1 and isinstance(core[0], If):
            shorter = core[0].then
            if isinstance(shorter, Length) and shorter.suits == last.suits:  # 4+C (3 if 4333)
                found.all[-1] = self.one_of([[last], [shorter, core[0].condition]])
                found.all += either.remarks
                return
        outer = points_range(found.points)
        here = points_range(either.points)
        if outer is not None and here is not None:
            if here[0] > outer[1] or here[1] < outer[0]:
                if either.rest and not any(isinstance(t, Unclear) for t in either.rest):  # 0-7 (8 bal)
                    before = [t for t in found.all if not is_remark(t)]
                    found.all = [t for t in found.all if is_remark(t)]
                    found.all.append(self.one_of([before, [*either.points, *either.rest]]))
                    found.all += either.remarks
                    return
                self.doubt(found, inner)
                return
            if either.rest or here != outer:
                self.doubt(found, inner)
            return
        if inner[0].kind == "OR" and found.all:
            before = Terms(found.all)
            found.all = [*self.either([before, either]).all]
            self.doubt(found, inner)
            return
        found.all += either.all
        found.verbs |= {id(t) for t in either.all if isinstance(t, Not)}

    def _read_close(self, pieces: list[Piece], i: int, found: Terms) -> int:
        return i + 1

    def _read_seat(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """A seat or vulnerability among the terms: what it holds for is not known here."""
        j = i + 1
        while j < len(pieces) and pieces[j].kind in ("SEAT", "VUL", *_LIGHT, "AND", "SLASH"):
            j += 1
        self.doubt(found, pieces[i:j])
        return j

    _read_vul = _read_seat

    def _read_ish(self, pieces: list[Piece], i: int, found: Terms) -> int:
        self.doubt(found, pieces[i : i + 1])
        return i + 1

    def _read_unread(self, pieces: list[Piece], i: int, found: Terms) -> int:
        j = i
        while j < len(pieces) and pieces[j].kind == "UNREAD":
            self.unread.append(Doubt(pieces[j].text, pieces[j].start, pieces[j].end))
            j += 1
        self.doubt(found, pieces[i:j])
        return j

    # Doubts.

    def doubt(self, found: Terms, pieces: Sequence[Piece]) -> None:
        """Keep words that are not read as `unclear`."""
        if not pieces:
            return
        words = self.source(pieces)
        self.unclear.append(Doubt(words, pieces[0].start, pieces[-1].end))
        found.all.append(Unclear(words))

    def doubt_of(self, words: str) -> None:
        """A doubt about how the terms are joined."""
        self.unclear.append(Doubt(words, 0, len(self.text)))

    def source(self, pieces: Sequence[Piece]) -> str:
        """The words of the text that pieces stand for."""
        return clean(self.text[pieces[0].start : pieces[-1].end])


@dataclass(slots=True)
class Target:
    """What a number counts, and where the words for it end."""

    end: int
    suits: tuple[str, ...] | None = None
    both: tuple[str, str] | None = None
    cards: bool = False
    noun: bool = False
    article: bool = False
    undefined: bool = False
    other: bool = False
    each: bool = False
    quality: Piece | None = None
    amount: Amount | None = None


_SHAPE_PIECES = frozenset(
    {"SHAPE", "CELLS", "DASHED", "PLACED", "SUITER", "SINGLE", "DOUBLE", "TRIPLE", "SHORT", "SHORTAGE", "ANY", "LIST"}
)
_UNITS = frozenset({"POINTS", "NUMBERLESS", "HFP", "CONTROLS", "LOSERS", "TRICKS", "OTHERUNIT"})
_IGNORED = frozenset(
    # EITHER says only that an “or” follows.
    {"EITHER", "POINTS", "NUMBERLESS", "MORE", "LESS", "HAVE", "CARDS", "SUITNOUN", "TO", "MARK", "TOP", "HASH", "EACH", "UNDEFINED", "LINE", "COMMA", "BULLET", "OR", "SLASH", "COLON", "HFP", "ACTIONLESS"}
)
_HONOUR_WORDS = {
    **dict.fromkeys(("a", "ace", "aces", "as", "asa", "ess", "eso", "esa"), "A"),
    **dict.fromkeys(("k", "king", "kings", "kung", "kráľ", "král", "króla", "král", "kráľa"), "K"),
    **dict.fromkeys(("q", "queen", "queens", "dam"), "Q"),
}


_DENYING_VERBS = frozenset(
    {"denies", "denying", "deny", "excludes", "excluding", "förnekar", "popírá", "vylučuje", "popiera", "wyklucza", "zaprzecza"}
)


def clean(words: str) -> str:
    """Words as they can stand between double quotes."""
    return " ".join(words.replace('"', "'").split())[:LONGEST_WORDS]


def folded_words(pieces: Sequence[Piece]) -> set[str]:
    """The words of pieces in small letters."""
    return {w for p in pieces for w in p.text.casefold().split()}


def bounded(bound: str, amount: Amount) -> Amount:
    """A number behind `at least`, `at most`, `exactly`, `below` or `above`."""
    first = amount.least if amount.least is not None else amount.most
    if first is None or amount.form == "fraction":
        return amount
    last = amount.most if amount.most is not None else first
    match bound:
        case "least":
            return Amount(first, None, "plus", amount.maybe_least)
        case "most":
            return Amount(None if amount.form != "range" else amount.least, last, "minus", None, amount.maybe_most)
        case "below":
            return Amount(None, first - 1, "minus")
        case "above":
            return Amount(first + 1, None, "plus")
    return Amount(first, last, "bare" if first == last else amount.form, amount.maybe_least, amount.maybe_most)


def more_or_less(pieces: list[Piece], j: int, amount: Amount) -> tuple[int, Amount]:
    """`12 or more`, `10 or less` behind a number."""
    if j < len(pieces) and amount.form == "bare":
        if pieces[j].kind in ("MORE"):
            return j + 1, Amount(amount.least, None, "plus", amount.maybe_least)
        if pieces[j].kind == "LESS":
            return j + 1, Amount(None, amount.most, "minus", None, amount.maybe_most)
    elif j < len(pieces) and amount.form == "plus" and pieces[j].kind in ("MORE"):
        return j + 1, amount
    return j, amount


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


def _all_may(branch: Terms) -> bool:
    """Whether a choice is only permitted."""
    return all(isinstance(t, MayHave) for t in branch.rest)


def points_follow(pieces: list[Piece], i: int) -> bool:
    """Whether what follows an `or` starts with points."""
    if i >= len(pieces):
        return False
    if pieces[i].kind == "STRENGTHWORD":
        return True
    if pieces[i].kind != "AMOUNT":
        return False
    amount = cast(Amount, pieces[i].value)
    if amount.form in ("pair", "slashed", "fraction"):
        return False
    ends = [n for n in (amount.least, amount.most) if n is not None]
    return max(ends) >= LEAST_BARE_POINTS and not (i + 1 < len(pieces) and pieces[i + 1].kind in ("CARDS", "SUIT"))


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


def repeated_amounts(parts: list[list[Piece]]) -> list[list[Piece]]:
    """`5-5 in H S or C D`: suits alone behind an `or` share the number before them."""
    found = parts[:1]
    for part in parts[1:]:
        core = [p for p in part if p.kind not in _LIGHT and p.kind != "IN"]
        before = found[-1]
        if len(core) == 1 and core[0].kind in ("SUIT", "BOTH") and len(before) > 1 and before[-1].kind in ("SUIT", "BOTH"):
            numbers = [i for i, p in enumerate(before) if p.kind in ("AMOUNT", "LIST", "BOUND")]
            if numbers and all(p.kind in (*_LIGHT, "IN", "CARDS", "AMOUNT", "BOUND", "LIST") for p in before[numbers[0] : -1]):
                found.append([*before[numbers[0] : -1], core[0]])
                continue
        found.append(part)
    return found


def shared_denials(branches: list[Terms]) -> list[Terms]:
    """`6D or 5D 4C denies 4M`: what the last choice denies with a verb is denied of all."""
    last = branches[-1]
    shared = [t for t in last.all if id(t) in last.verbs]
    if shared and len(branches) > 1:
        for branch in branches[:-1]:
            branch.all += [t for t in shared if t not in branch.all]
    return branches


def _is_shape(term: Expression) -> bool:
    """Whether a term is lengths or a pattern, in one order or the other."""
    match term:
        case And(terms=[Pattern(), Usually(term=Placed())]):
            return True
        case Usually(term=Placed()):
            return True
    return isinstance(term, Length | TwoSuiter | Pattern | Placed)


def merged(pieces: list[Piece]) -> list[Piece]:
    """Suits and numbers that share what stands around them put together: `H or S`, `!d!c`, `6 or 7 hearts`."""
    found: list[Piece] = []
    i = 0
    while i < len(pieces):
        piece = pieces[i]
        if piece.kind == "SUIT":
            i = _merge_suits(pieces, i, found)
            continue
        if piece.kind == "AMOUNT":
            i = _merge_amounts(pieces, i, found)
            continue
        if piece.kind == "OPEN" and [p.kind for p in pieces[i + 1 : i + 3]] == ["AMOUNT", "CLOSE"] and (
            cast(Amount, pieces[i + 1].value).form == "pair"
        ):
            found.append(pieces[i + 1])  # (54) in the minors
            i += 3
            continue
        if piece.kind == "OPEN" and i + 3 < len(pieces) and [p.kind for p in pieces[i + 1 : i + 4]] == ["AMOUNT", "CLOSE", "SUIT"]:
            if pieces[i + 3].glued:
                found.append(pieces[i + 1])
                i += 3
                continue
        if _honour(piece) and i + 2 < len(pieces) and pieces[i + 1].kind in ("OR", "SLASH", "AND") and _honour(pieces[i + 2]):
            last = pieces[i + 2]
            found.append(Piece("HONOURS", _honour(piece) + _honour(last), piece.start, last.end, piece.glued, piece.text))
            i += 3
            continue
        found.append(piece)
        i += 1
    return found


def _honour(piece: Piece) -> str:
    """The letter of the honour that a word names; '' for any other word."""
    if piece.text == "a":
        return ""
    return _HONOUR_WORDS.get(piece.text.casefold(), "")


def _merge_suits(pieces: list[Piece], i: int, found: list[Piece]) -> int:
    first = pieces[i]
    suits = list(cast(tuple[str, ...], first.value))
    j, both, end = i + 1, False, first.end
    while j < len(pieces):
        step = 0
        if pieces[j].kind == "SUIT" and pieces[j].glued and pieces[j].text[0] in "!♣♦♥♠":
            step = 1
        elif j + 1 < len(pieces) and pieces[j + 1].kind == "SUIT" and pieces[j].kind in ("OR", "SLASH", "PLUS", "AND"):
            joins = pieces[j].kind in ("PLUS", "AND")
            pair = j + 2 < len(pieces) and pieces[j + 2].kind == "SUIT" and pieces[j + 2].glued
            if pair and not joins and len(suits) > 1:
                break
            if joins and both is False and len(suits) > 1:
                break
            if not joins and both:
                break
            both = joins
            step = 2
        elif [p.kind for p in pieces[j : j + 3]] in (["AND", "ARTICLE", "SUIT"], ["PLUS", "ARTICLE", "SUIT"]) and not both and len(suits) == 1:
            both, step = True, 3
        elif j + 1 < len(pieces) and pieces[j].kind == "SUITNOUN" and pieces[j + 1].kind in ("OR", "SLASH") and j + 2 < len(pieces) and pieces[j + 2].kind == "SUIT":
            step = 3
        if not step:
            break
        following = pieces[j + step - 1]
        if j + step < len(pieces) and pieces[j + step].kind in ("COMPARE", "LIST") and not pieces[j + step].text == "=":
            break
        suits += cast(tuple[str, ...], following.value)
        end = following.end
        j += step
    unique = tuple(dict.fromkeys(suits))
    kind = "BOTH" if both and len(unique) == 2 else "SUIT"
    if both and len(unique) != 2:
        found.append(first)
        return i + 1
    found.append(Piece(kind, unique, first.start, end, first.glued, first.text))
    return j


def _merge_amounts(pieces: list[Piece], i: int, found: list[Piece]) -> int:
    """`6 or 7 cards`, `5+4+ majors`, `5+/4+ minors`, `good 11 to ok 14`."""
    first = cast(Amount, pieces[i].value)
    kinds = [p.kind for p in pieces[i + 1 : i + 4]]
    second = None
    if len(kinds) >= 2 and kinds[1] == "AMOUNT" and kinds[0] in ("OR", "TO", "DASH", "SLASH", "PLUS"):
        second, step = cast(Amount, pieces[i + 2].value), 3
    elif kinds and kinds[0] == "AMOUNT" and pieces[i + 1].glued:
        second, step = cast(Amount, pieces[i + 1].value), 2
    elif len(kinds) >= 3 and kinds[2] == "AMOUNT" and kinds[0] in ("TO", "DASH") and kinds[1] in ("GOOD", "BAD", "POSSIBLE"):
        second, step = cast(Amount, pieces[i + 3].value), 4
    if second is None:
        found.append(pieces[i])
        return i + 1
    after = pieces[i + step] if i + step < len(pieces) else None
    small = all(a.least is not None and a.least < 8 and a.form in ("bare", "plus") for a in (first, second))
    if small and after is not None and after.kind in ("BOTH", "IN", "SUIT") and kinds[0] in ("AMOUNT", "PLUS", "SLASH", "DASH") and (first.least or 0) >= (second.least or 0) >= 4:
        made = Amount(first.least, second.least, "pair")
    elif small and kinds[0] == "OR" and second.least == (first.least or 0) + 1 and first.form == "bare" and after is not None and after.kind in ("CARDS", "SUIT", "SUITNOUN", "DASH"):
        made = Amount(first.least, second.most, "range" if second.form == "bare" else "plus")
    elif kinds[0] == "TO" and first.form in ("bare", "plus") and second.form == "bare" and (first.least or 0) < (second.least or 0):
        made = _qualified(found, first, second, pieces[i + 2].kind if step == 4 else "")
    elif step == 4 and first.form in ("bare", "plus") and second.form == "bare" and (first.least or 0) < (second.least or 0):
        made = _qualified(found, first, second, pieces[i + 2].kind)
    else:
        found.append(pieces[i])
        return i + 1
    found.append(Piece("AMOUNT", made, pieces[i].start, pieces[i + step - 1].end, pieces[i].glued, pieces[i].text))
    return i + step


def _qualified(found: list[Piece], first: Amount, second: Amount, quality: str) -> Amount:
    """`good 11 to ok 14`: certainly 12 to 13, possibly 11 to 14."""
    low, high = cast(int, first.least), cast(int, second.least)
    least, maybe_least, most, maybe_most = low, None, high, None
    if first.form == "plus":
        least, maybe_least = low + 1, low
    if found and found[-1].kind in ("GOOD", "BAD", "POSSIBLE"):
        if found.pop().kind != "BAD":
            least, maybe_least = low + 1, low
    if quality in ("BAD", "POSSIBLE"):
        most, maybe_most = high - 1, high
    if least > most:
        least, maybe_least, most, maybe_most = low, None, high, None
    return Amount(least, most, "range", maybe_least, maybe_most)


def _with(piece: Piece, amount: Amount) -> Piece:
    return Piece("AMOUNT", amount, piece.start, piece.end, piece.glued, piece.text)


def _closed_pair(pieces: list[Piece], k: int) -> bool:
    """Whether a parenthesis holds nothing but suits: `5-5 in (H+S)`."""
    return k + 2 < len(pieces) and pieces[k + 2].kind == "CLOSE"


def _opened(pieces: list[Piece], j: int, k: int) -> bool:
    return any(p.kind == "OPEN" for p in pieces[j:k])


def _groups(text: str) -> tuple[tuple[int | None, ...], ...]:
    """The cells of `54(31)`, `(54)xx`, `4432`."""
    found: list[tuple[int | None, ...]] = []
    inside: list[int | None] | None = None
    for c in text:
        if c == "(":
            inside = []
        elif c == ")":
            found.append(tuple(inside or ()))
            inside = None
        else:
            cell = None if c in "xX" else int(c)
            if inside is None:
                found.append((cell,))
            else:
                inside.append(cell)
    return tuple(found)
