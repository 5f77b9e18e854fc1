"""Clauses of free text: choices, terms, remarks, parentheses."""

import itertools
from collections.abc import Sequence
from typing import cast

from syscheck.card import expression_text
from syscheck.card.model import (
    Attribute,
    Convention,
    Expression,
    If,
    Length,
    MayHave,
    Not,
    Note,
    Or,
    Strength,
    Unclear,
    Usually,
    Vague,
    is_remark,
)
from syscheck.freetext.bindings import Bindings
from syscheck.freetext.merging import LIGHT, merged, points_follow, repeated_amounts
from syscheck.freetext.pieces import Amount, Piece
from syscheck.freetext.state import Doubt
from syscheck.freetext.terms import (
    DEEPEST,
    LEAST_BARE_POINTS,
    MOST_NESTED,
    MOST_POINTS,
    WEAK_TWO,
    Terms,
    chosen_patterns,
    clean,
    continued_denials,
    has_points,
    is_open,
    is_pattern,
    joined,
    only_permitted,
    points_range,
    shared_denials,
    states_points,
)

LINKS = frozenset({"AND", "PLUS", "DASH", "FILLER", "ARTICLE", "IN", "OF", "HAND", "DESCRIBES", "TOPIC", "THAN"})
IGNORED = frozenset(
    # EITHER says only that an “or” follows.
    {
        "EITHER",
        "POINTS",
        "NUMBERLESS",
        "HAVE",
        "CARDS",
        "SUITNOUN",
        "TO",
        "MARK",
        "TOP",
        "HASH",
        "EACH",
        "UNDEFINED",
        "LINE",
        "COMMA",
        "BULLET",
        "OR",
        "SLASH",
        "COLON",
        "HFP",
        "ACTIONLESS",
    }
)


_PASS_OR_CORRECT = frozenset({"p/c", "pass", "or", "correct"})


class Clauses(Bindings):
    """Reads clauses.

    A clause is what stands between two commas, a choice what stands between two `or`. Points that stand before an
    `or` go to every choice. What has no definition becomes `unclear "words"`, so that nothing is certain of it.
    """

    def choices(self, pieces: list[Piece]) -> Terms:
        """The terms of a clause, its choices put together."""
        if pieces and pieces[-1].kind == "POSSIBLE" and any(p.kind in ("OR", "SLASH") for p in pieces):
            return self._all_possible(pieces)
        if len(pieces) > 2 and pieces[-1].kind == "POSSIBLE" and pieces[-2].kind in ("NO", "NOT"):
            return self._impossible(pieces)
        parts = repeated_amounts(self.split(merged(pieces)))
        branches = [self.terms(b) for b in parts]
        if len(parts) > 1:
            for part, branch in zip(parts, branches, strict=True):
                if not branch.all and any(p.kind == "DESCRIBES" for p in part):
                    self.doubt(branch, part)  # or unusual
        if len(parts) > 1 and parts[-1] and parts[-1][-1].kind == "MORE" and all(map(_ends_in_suit, parts)):
            self.doubt_of("or")  # 5S 4H or 4S 5H or longer: which of them?
            branches[-1].all.append(Unclear("or"))
        if len(branches) == 2 and not any(p.kind == "OR" for p in pieces) and _points_and_cards(*branches):
            return Terms([t for b in branches for t in b.all])  # 11-15/4+D: the stroke is a comma
        return self.either([b for b in branches if b.all] or branches[:1])

    def _impossible(self, pieces: list[Piece]) -> Terms:
        """`5M332 not allowed`: what stands before is denied."""
        unclear = len(self.unclear)
        inside = self.choices(pieces[:-2])
        found = Terms(list(inside.points))
        if not inside.rest or any(map(is_open, inside.rest)):
            del self.unclear[unclear:]
            self.doubt(found, pieces)
        else:
            found.all.append(Not("not", cast(Expression, joined(inside.rest))))
        return found

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
            if (
                depth == 0
                and (p.kind == "OR" or (p.kind == "SLASH" and i > 0))
                and not (soft and not points_follow(pieces, i + 1))
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
        if any(itertools.starmap(_alike, itertools.pairwise(branches))) or _one_narrowed(branches):
            self.doubt_of("or")  # 5H and 4+C or 4+D: are hearts for both?
            branches[0].all.append(Unclear("or"))
        permitted = [t for b in branches[1:] if b.rest and not b.points for t in b.rest if only_permitted(b)]
        if permitted:  # 6C or may be 5C 4M
            kept = self.either(
                [b for n, b in enumerate(branches) if n == 0 or not (b.rest and not b.points and only_permitted(b))]
            )
            return Terms([*kept.all, *permitted])
        remarks = [r for b in branches if b.points or b.rest for r in b.remarks]
        for branch in branches:
            if branch.all and not branch.points and not branch.rest:
                words = " ".join(expression_text(r).strip('"') for r in branch.remarks)
                branch.all = [Unclear(clean(words))]
        branches = [b for b in branches if b.points or b.rest]
        if len(branches) < 2:
            return Terms([*(t for b in branches for t in [*b.points, *b.rest]), *remarks])
        for branch in branches:
            if Attribute("GF") in branch.remarks and not branch.points and not any(map(has_points, branch.rest)):
                branch.all.append(Vague("strong", None))
        last = branches[-1]
        only = last.rest[0] if len(last.rest) == 1 and not last.points else None
        if (
            isinstance(only, If) and states_points(only.then) and all(b.points and not b.rest for b in branches[:-1])
        ):  # 12-14 or 18-19 when balanced
            either = self.one_of([*(b.points for b in branches[:-1]), [only.then]])
            self.doubt_of("if")
            return Terms([If(either, only.condition), Unclear("points if"), *remarks])
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
                return Terms(
                    [self.one_of([points, *([*points, *b.rest] for b in branches[1:])]), Unclear("or"), *remarks]
                )
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
        """Points in later choices: `6C or 5C 4M 11-15` has them for all choices, `6D or 20-21 bal` has not."""
        last = branches[-1]
        core = [t for t in last.all if not is_remark(t)]
        if pointed.count(True) == 1 and pointed[-1] and last.rest and isinstance(core[-1], Strength):
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
        if kind in LINKS or kind in IGNORED:
            return i + 1
        self.doubt(found, pieces[i : i + 1])
        return i + 1

    def _read_strengthword(self, pieces: list[Piece], i: int, found: Terms) -> int:
        k = i + 1
        while k < len(pieces) and pieces[k].kind in LIGHT:
            k += 1
        if (
            k < len(pieces)
            and pieces[k].kind in ("SUIT", "SUITNOUN")
            and not (k + 1 < len(pieces) and pieces[k + 1].kind in ("AMOUNT", "LIST"))
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
        if (
            pieces[i].value in ("TRF", "PUP", "relay")
            and j < len(pieces)
            and any(p.kind in ("SUIT", "CONVENTION", "BOTH") or (p.kind == "AMOUNT") for p in pieces[j : j + 3])
        ):
            # The suit of a transfer is not said to be so long: its name is a remark.
            k = j
            while k < len(pieces) and pieces[k].kind in (
                "FILLER",
                "TO",
                "AMOUNT",
                "SUIT",
                "BOTH",
                "CONVENTION",
                "OR",
                "SLASH",
                "SHAPE",
            ):
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
        while j < len(pieces) and pieces[j].kind in ("HONOURS", "SUITNOUN", "SUIT", *LIGHT):
            j += 1
        self.doubt(found, pieces[i:j])
        return j

    _read_aside = _read_other

    def _read_asks(self, pieces: list[Piece], i: int, found: Terms) -> int:
        return self.about_auction(pieces, i, found)

    def _read_action(self, pieces: list[Piece], i: int, found: Terms) -> int:
        return self.about_auction(pieces, i, found)

    def about_auction(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """Words about the auction: to the end of the clause they are a remark, or a question."""
        if folded_words(pieces[i : i + 1]) <= _PASS_OR_CORRECT and i + 1 < len(pieces):
            found.all.append(Note(self.source(pieces[i : i + 1])))  # P/C 8-15: complete by itself
            return i + 1
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
        pointed, softened = self.pointed, self.softened
        # (2 with 4=4=3=2) behind a length: the number counts the same suit.
        self.softened = softened or (_spoken_of(found) is not None and inner[0].kind == "AMOUNT")
        alternatives = self.group(inner, 0)
        self.softened = softened
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
        last = _spoken_of(found)
        if last is not None and (other := _shorter_too(last, core)):
            found.all[found.all.index(last)] = self.one_of([[last], other])
            found.all += either.remarks
            return
        if last is not None and core and isinstance(core[0], Length) and core[0].suits == last.suits:
            self.doubt(found, inner)  # 4+D (4 with 5C): when four, or always?
            return
        outer = points_range(found.points)
        here = points_range(either.points)
        if outer is not None and here is not None:
            if here[0] > outer[1] or here[1] < outer[0]:
                if either.rest and not any(isinstance(t, Unclear) for t in either.rest):  # 0-7 (8 bal)
                    outside = [t for t in found.all if not is_remark(t)]
                    found.all = [t for t in found.all if is_remark(t)]
                    found.all.append(self.one_of([outside, [*either.points, *either.rest]]))
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
        while j < len(pieces) and pieces[j].kind in ("SEAT", "VUL", *LIGHT, "AND", "SLASH"):
            j += 1
        self.doubt(found, pieces[i:j])
        return j

    _read_vul = _read_seat

    def _read_more(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`or more` behind something that it cannot open: `10-12 or more`."""
        self.doubt(found, pieces[i : i + 1])
        return i + 1

    _read_less = _read_more

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


def _points_and_cards(first: Terms, second: Terms) -> bool:
    """Whether one of the two has points alone, and the other everything else."""
    return any(a.points and not a.rest and b.rest and not b.points for a, b in ((first, second), (second, first)))


def _ends_in_suit(part: list[Piece]) -> bool:
    """Whether a choice ends in a number of cards of a suit, but for `or longer`."""
    core = [p.kind for p in part if p.kind != "MORE"]
    return core[-2:] in (["AMOUNT", "SUIT"], ["AMOUNT", "CARDS"]) or core[-1:] == ["SUITNOUN"]


def _alike(first: Terms, second: Terms) -> bool:
    """Whether a choice is a length alone that can stand for the last of several in the choice before it."""
    lengths = [t for t in first.rest if isinstance(t, Length)]
    match second.rest:
        case [Length() as other] if len(lengths) > 1 and not second.points:
            last = lengths[-1]
            same = (last.least, last.most) == (other.least, other.most)
            return same and not any(set(other.suits) & set(t.suits) for t in lengths)
    return False


def _one_narrowed(branches: list[Terms]) -> bool:
    """Whether something more stands behind the last of several patterns: `4441 or 5440 with short diamonds`."""
    *earlier, last = [[t for t in b.rest if not isinstance(t, Usually)] for b in branches]
    alike = bool(last) and is_pattern(last[0]) and all(len(e) == 1 and is_pattern(e[0]) for e in earlier)
    return alike and len(last) > 1


def _spoken_of(terms: Terms) -> Length | None:
    """The length that the last term is, but for a question about it."""
    core = [t for t in terms.all if not isinstance(t, Unclear)]
    last = core[-1] if core else None
    return last if isinstance(last, Length) else None


def _shorter_too(length: Length, terms: list[Expression]) -> list[Expression]:
    """The terms of the hands that `4+C (3 if 4333)`, `(3 only with 4333)`, `(3 with 4333)` add to a length, or none."""

    def is_shorter(term: Expression) -> bool:
        return isinstance(term, Length) and term.suits == length.suits and term.most < length.least

    match terms:
        case [If(then=then, condition=condition)] if is_shorter(then) or is_shorter(condition):
            return [then, condition]
        case [first, _, *_] if is_shorter(first) and not any(map(is_open, terms)):
            return terms
    return []


def folded_words(pieces: Sequence[Piece]) -> set[str]:
    """The words of pieces in small letters."""
    return {w for p in pieces for w in p.text.casefold().split()}
