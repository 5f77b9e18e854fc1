"""The alternatives of a free text: bullets, lines, and points that are said anew."""

import itertools

from syscheck.card import expression_text
from syscheck.card.model import (
    And,
    AnyStrength,
    Attribute,
    Expression,
    Holding,
    If,
    Length,
    MayHave,
    Not,
    Note,
    Or,
    Pattern,
    Placed,
    Quality,
    ShapeWord,
    Short,
    Strength,
    TwoSuiter,
    Unclear,
    Vague,
    is_remark,
    walk,
)
from syscheck.freetext.clauses import Clauses
from syscheck.freetext.merging import points_follow
from syscheck.freetext.pieces import Piece
from syscheck.freetext.terms import (
    ALL_SUITS,
    Terms,
    chosen_patterns,
    is_open,
    is_pattern,
    joined,
    points_range,
    states_points,
)
from syscheck.system.questions import SUMMARY

_SHAPES = (Length, TwoSuiter, Pattern, Placed, ShapeWord, Quality, Holding, Short)
_WEAKEST = {",": 0, ":": 0, ";": 1, ".": 2, "?": 2, "\n": 3, "|": 3}


class Clause:
    """What stands between two separators: its terms, and the separator before it."""

    def __init__(self, terms: Terms, weight: int, opens_with_or: bool, pieces: list[Piece]):
        self.terms, self.weight, self.opens_with_or, self.pieces = terms, weight, opens_with_or, pieces

    @property
    def pointed(self) -> bool:
        """Whether the clause has points in numbers."""
        return any(isinstance(e, Strength) and e.unit == "hcp" for t in self.terms.all if _on_top(t) for e in walk(t))

    @property
    def strong(self) -> bool:
        """Whether the clause has points, in numbers or in words."""
        words = any(isinstance(t, Vague) or (isinstance(t, Attribute) and t.name == "GF") for t in self.terms.all)
        return self.pointed or words


def _on_top(term: Expression) -> bool:
    return isinstance(term, Strength | Or) or states_points(term)


class Alternatives:
    """Finds the alternatives of the pieces of a text."""

    def __init__(self, clauses: Clauses):
        self.clauses = clauses
        clauses.group = self.read

    def read(self, pieces: list[Piece], level: int = 0) -> list[Terms]:
        """The alternatives of some pieces, each a list of terms."""
        common, items = _bulleted(pieces)
        if not items:
            return self.plain(pieces)
        before = self.plain(common) if common else [Terms()]
        shared = before[0] if len(before) == 1 else self.clauses.either(before)
        found: list[Terms] = []
        for item in items:
            self.clauses.last = None
            found += self.plain(item)
        return [self._under(shared, f) for f in found if f.all] or [shared]

    def _under(self, shared: Terms, item: Terms) -> Terms:
        """An item of a list with what stands before the list; its own points come before wider ones there."""
        outer, inner = points_range(shared.points), points_range(item.points)
        if outer is None or inner is None:
            return Terms([*shared.all, *item.all])
        before = [t for t in shared.all if t not in shared.points]
        if outer[0] <= inner[0] and inner[1] <= outer[1]:
            return Terms([*before, *item.all])
        return Terms([*before, *item.all, Unclear(", ".join(map(_words, shared.points)))])

    def plain(self, pieces: list[Piece]) -> list[Terms]:
        """The alternatives of pieces without bullets."""
        clauses = self.read_clauses(pieces)
        if not clauses:
            return [Terms()]
        for weight in (3, 2, 1, 0):
            sections = _sections(clauses, weight)
            if sections is not None:
                return [self.one(s) for s in sections]
        return [self.one(clauses)]

    def read_clauses(self, pieces: list[Piece]) -> list[Clause]:
        """The clauses of pieces; `if X: Y` takes those behind it."""
        found: list[Clause] = []
        parts = _split(pieces)
        i = 0
        while i < len(parts):
            weight, part = parts[i]
            opens = bool(part) and part[0].kind == "OR"
            cut = 0 if opens or not any(c.pointed for c in found) else _points_behind_or(part)
            if cut:  # 12-14; bal or 11+; 4+C: the `or` divides more than its own clause
                parts[i : i + 1] = [(weight, part[:cut]), (0, part[cut:])]
                continue
            part = part[1:] if opens else part
            if part and part[0].kind == "IF" and not opens and any(p.kind == "THEN" for p in part):
                then_at = next(n for n, p in enumerate(part) if p.kind == "THEN")
                parts[i : i + 1] = [(weight, part[:then_at]), (0, part[then_at + 1 :])]
                part = part[:then_at]
            if part and part[0].kind == "IF" and not opens:
                end = i + 1
                while end < len(parts) and parts[end][0] < 2:
                    end += 1
                if end > i + 1:
                    then = [p for w, q in parts[i + 1 : end] for p in (*q, _AND_PIECE)]
                    joined_terms = self.clauses.choices([*then, *part])
                    built = self._conditional(part, [q for _, q in parts[i + 1 : end]])
                    found.append(Clause(built or joined_terms, weight, False, part))
                    i = end
                    continue
            if part:
                found.append(Clause(self.clauses.choices(part), weight, opens, part))
            i += 1
        return [c for c in found if c.terms.all]

    def _conditional(self, condition: list[Piece], then: list[list[Piece]]) -> Terms | None:
        """`if 13-15: 4+C`: the clauses behind hold where the condition does."""
        reader = self.clauses
        pointed = reader.pointed
        when = [t for t in reader.choices(condition[1:]).all if not is_remark(t)]
        then = [[p for p in part if p.kind != "INCLUDING"] for part in then]
        what = [t for part in then for t in reader.choices(part).all if not is_remark(t)]
        reader.pointed = pointed
        if any(map(is_open, [*when, *what])) or not when or not what:
            found = Terms()
            reader.doubt(found, [*condition, *(p for part in then for p in part)])
            return found
        first, second = joined(what), joined(when)
        assert first is not None
        assert second is not None
        return Terms([If(first, second)])

    def one(self, clauses: list[Clause]) -> Terms:
        """The clauses of one alternative, all of which hold; a list closed by `, or` is one of its terms."""
        closing = next((i for i, c in enumerate(clauses) if c.opens_with_or and i > 0), None)
        if closing is not None:
            last = max(i for i, c in enumerate(clauses) if c.opens_with_or)
            return self._listed(clauses[: last + 1], clauses[last + 1 :])
        return self._all([c.terms for c in clauses])

    def _listed(self, items: list[Clause], behind: list[Clause]) -> Terms:
        """`11-15, 6+C, or 5C 4M`: points alone at the start go to every choice."""
        start: list[Expression] = []
        while len(items) > 1 and not items[0].terms.rest and not items[1].opens_with_or:
            start += items[0].terms.all
            items = items[1:]
        if len(items) == 1:
            return self._all([Terms(start), items[0].terms, *(c.terms for c in behind)])
        chosen = self.clauses.either([c.terms for c in items])
        return self._all([Terms(start), chosen, *(c.terms for c in behind)])

    def _all(self, lists: list[Terms]) -> Terms:
        """Terms that all hold. Points said twice in one alternative are a question."""
        found = Terms()
        for terms in lists:
            _continue_permission(found, terms)
            again = points_range(terms.points)
            before = points_range(found.points)
            if before is not None and again is not None and before != again:
                # Points said twice: which hands the clause is about is not known.
                found.all.append(Unclear(_words_of(terms)))
                found.all += terms.remarks
                continue
            for term in terms.all:
                known = points_range(found.points)
                here = points_range([term]) if states_points(term) else None
                if known is not None and here is not None and not isinstance(term, Vague):
                    if known != here:
                        found.all.append(Unclear(_words(term)))
                    continue
                if term not in found.all or isinstance(term, Strength):
                    found.all.append(term)
            found.verbs |= terms.verbs
        if any(is_pattern(t) for t in found.all):
            found.all = [t for t in found.all if t != ShapeWord("3-suiter")]  # the patterns say which
        found.all = chosen_patterns(found.all)
        return _widened(found)


def _widened(terms: Terms) -> Terms:
    """`10+; 8+ if 6+S`: points of a case that go beyond the others are another choice."""
    outer = [t for t in terms.all if isinstance(t, Strength) and t.unit == "hcp"]
    cases = [t for t in terms.all if isinstance(t, If) and isinstance(t.then, Strength) and t.then.unit == "hcp"]
    if len(outer) != 1:
        return terms
    [points] = outer
    known = points_range([points])
    choices: list[Expression] = [points]
    for case in cases:
        here = points_range([case.then])
        if known is not None and here is not None and (here[0] < known[0] or here[1] > known[1]):
            choices.append(And((case.then, *_parts(case.condition))))
            terms.all.remove(case)
    if len(choices) > 1:
        terms.all[terms.all.index(points)] = Or(tuple(choices))
    return terms


def _parts(expression: Expression) -> tuple[Expression, ...]:
    return expression.terms if isinstance(expression, And) else (expression,)


def _continue_permission(found: Terms, terms: Terms) -> None:
    """`may be 4441, 5431 or 6322`: patterns behind a comma are permitted with the one before it."""
    last = found.all[-1] if found.all else None
    patterns = [t for t in terms.all if is_pattern(t)]
    if isinstance(last, MayHave) and is_pattern(last.term) and patterns and terms.all[0] in patterns:
        branches = [x for t in (last.term, *patterns) for x in (t.branches if isinstance(t, Or) else (t,))]
        found.all[-1] = MayHave(last.word, Or(tuple(dict.fromkeys(branches))))
        terms.all = [t for t in terms.all if t not in patterns]


def _points_behind_or(part: list[Piece]) -> int:
    """Where an `or` with points behind it stands in a clause that has no points before it; 0 for none."""
    depth = 0
    for i, piece in enumerate(part):
        depth += (piece.kind == "OPEN") - (piece.kind == "CLOSE")
        if depth == 0 and i and piece.kind == "AMOUNT" and points_follow(part, i):
            return 0
        if depth == 0 and i and piece.kind == "OR" and points_follow(part, i + 1):
            return i
    return 0


def _words_of(terms: Terms) -> str:
    words = (t.words if isinstance(t, Unclear) else _words(t) for t in terms.all if not is_remark(t))
    return ", ".join(words) or "points"


def _words(term: Expression) -> str:
    return expression_text(term).replace('"', "'")


_AND_PIECE = Piece("AND", "", 0, 0, False, "")


def _bulleted(pieces: list[Piece]) -> tuple[list[Piece], list[list[Piece]]]:
    """What stands before the first bullet, and what each bullet has."""
    marks = [i for i, p in enumerate(pieces) if p.kind == "BULLET"]
    if not marks:
        return pieces, []
    ends = [*marks[1:], len(pieces)]
    items = [_trimmed(pieces[a + 1 : b]) for a, b in zip(marks, ends, strict=True)]
    return _trimmed(pieces[: marks[0]]), [i for i in items if i]


def _trimmed(pieces: list[Piece]) -> list[Piece]:
    """Without separators and `or` at the ends."""
    start, end = 0, len(pieces)
    while start < end and pieces[start].kind in ("COMMA", "LINE", "OR", "DASH"):
        start += 1
    while end > start and pieces[end - 1].kind in ("COMMA", "LINE", "OR", "DASH", "AND"):
        end -= 1
    return pieces[start:end]


def _split(pieces: list[Piece]) -> list[tuple[int, list[Piece]]]:
    """The clauses with how strongly each is divided from the one before."""
    found: list[tuple[int, list[Piece]]] = [(0, [])]
    depth = 0
    for i, piece in enumerate(pieces):
        depth += (piece.kind == "OPEN") - (piece.kind == "CLOSE")
        spaced_dash = piece.kind == "DASH" and not piece.glued and i + 1 < len(pieces) and not pieces[i + 1].glued
        if depth <= 0 and (piece.kind in ("COMMA", "LINE") or spaced_dash):
            weight = 0 if spaced_dash else max(_WEAKEST.get(c, 0) for c in (piece.text.strip() or "\n"))
            if found[-1][1]:
                found.append((weight, []))
            else:
                found[-1] = (max(weight, found[-1][0]), [])
        else:
            found[-1][1].append(piece)
    return [f for f in found if f[1]]


def _sections(clauses: list[Clause], weight: int) -> list[list[Clause]] | None:
    """The clauses in alternatives that separators of a weight divide; None where they do not."""
    groups: list[list[Clause]] = [[]]
    for clause in clauses:
        if clause.weight >= weight and groups[-1]:
            groups.append([])
        groups[-1].append(clause)
    by_or = weight == 0 and any(g[0].opens_with_or and _has_numbers(g) for g in groups[1:])
    number = sum(_has_numbers(g) for g in groups)
    strong = [
        _has_numbers(g) or (weight == 3 and any(c.strong for c in g) and any(c.terms.rest for c in g)) for g in groups
    ]
    if sum(strong) < 2 or (weight < 3 and number < 2):
        return None
    first = strong.index(True)
    common = [c for g in groups[:first] for c in g]
    sections: list[list[Clause]] = []
    for group, starts in zip(groups[first:], strong[first:], strict=True):
        if starts:
            sections.append(list(group))
        else:
            sections[-1] += group
    if not by_or and not _apart(sections, weight):
        return None
    if by_or and common and all(any(c.terms.rest for c in s) for s in sections[1:]):
        # 5-5 minors, 6-10, or 21-22 bal: what stands first goes with the first points.
        if not common[0].pieces or common[0].pieces[0].kind != "EITHER":
            common[0].terms.all.append(Unclear("or"))
        sections[0][:0] = common
        common = []
    elif by_or and any(_shaped(c) for c in common) and any(map(_shaped, sections[0])):
        common[0].terms.all.append(Unclear("or"))  # 2+C, 11-13 bal, or 17+: are clubs for both?
    if weight == 3 and _is_summary(sections):
        sections[0].append(Clause(Terms([Unclear(SUMMARY)]), 3, False, []))
    for section in sections:
        section[0].opens_with_or = False
    return [[*common, *s] for s in sections]


def _is_summary(sections: list[list[Clause]]) -> bool:
    """Whether the first line may say of all lines what holds: `12-21, 2+C`, and below it `12-14 bal`, `15+ 5+C`."""
    ranges = [points_range([t for c in s for t in c.terms.all]) for s in sections]
    first, *others = ranges
    shaped = any(t for c in sections[0] for t in c.terms.rest if not is_open(t))
    return shaped and first is not None and any(r is not None and first[0] <= r[0] and r[1] <= first[1] for r in others)


def _shaped(clause: Clause) -> bool:
    return bool(clause.terms.rest)


def _has_numbers(group: list[Clause]) -> bool:
    return any(c.pointed for c in group)


def _apart(sections: list[list[Clause]], weight: int) -> bool:
    """Whether sections are alternatives: points that exclude each other, each with a shape of its own."""
    if weight == 3 and all(any(c.strong for c in s) for s in sections):
        ranges = [points_range([t for c in s for t in c.terms.points]) for s in sections]
        known = [r for r in ranges if r is not None]
        return len(known) < 2 or any(a != b for a, b in itertools.pairwise(known))
    ranges = [points_range([t for c in s for t in c.terms.all]) for s in sections]
    if any(r is None for r in ranges):
        return False
    found = [r for r in ranges if r is not None]
    apart = all(a[1] < b[0] or b[1] < a[0] for i, a in enumerate(found) for b in found[i + 1 :])
    shaped = all(any(t for c in s for t in c.terms.rest) for s in sections)
    return apart and shaped


# ---- what an alternative says of the shape ------------------------------------------------------------------


def says_shape(terms: Terms) -> bool:
    """Whether terms say anything of the shape, even that it is any; lengths that are only denied say too little."""
    return any(
        isinstance(e, (*_SHAPES, AnyStrength, Unclear)) or (isinstance(e, Strength) and e.unit == "rule")
        for t in terms.all
        if not isinstance(t, MayHave) and not (isinstance(t, Not) and isinstance(t.term, Length))
        for e in walk(t)
    )


def settled_cases(terms: Terms) -> Terms:
    """`16+ if unbal, 17+ if bal`: without other points the cases are the choices; one alone leaves the rest open."""
    cases = [t for t in terms.all if isinstance(t, If) and states_points(t.then)]
    if not cases or terms.points:
        return terms
    choices = tuple(And((c.then, *_parts(c.condition))) for c in cases)
    settled = Or(choices) if len(cases) > 1 else Unclear(_words(cases[0]))
    found: list[Expression] = [settled if t is cases[0] else t for t in terms.all]
    return Terms([t for t in found if t not in cases])


def settled_permissions(terms: Terms) -> Terms:
    """Permissions that the rest already allows become notes: `5+H, may have 4S`."""
    rest = [t for t in terms.all if not isinstance(t, MayHave) and not is_remark(t)]
    named: set[str] = set()
    shaped = False
    for term in rest:
        for e in walk(term):
            match e:
                case Length(suits=suits):
                    named |= set(suits)
                case TwoSuiter(suits=tuple() as pair):
                    named |= set(pair)
                case Pattern() | Placed() | ShapeWord() | TwoSuiter() | Short():
                    shaped = True
                case Not():
                    shaped = True
    found: list[Expression] = []
    for t in terms.all:
        allowed = isinstance(t, MayHave) and not shaped and _only_longer(t.term, named)
        found.append(Note(_words(t)) if allowed else t)
    return Terms(found)


def _only_longer(term: Expression, named: set[str]) -> bool:
    """Whether a permitted term is about suits alone that nothing else speaks of."""
    suits: set[str] = set()
    for e in walk(term):
        match e:
            case Length(suits=here):
                suits |= set(here)
            case _ if isinstance(
                e, Strength | Vague | ShapeWord | Pattern | Placed | TwoSuiter | Not | Short | Quality
            ):
                return False
    letters = suits - set(ALL_SUITS)
    clash = suits & named or (letters and named - set(ALL_SUITS)) or ("M" in suits and named & {"H", "S"} == {"H", "S"})
    return bool(suits) and bool(named) and not clash and "X" not in suits
