"""Words of free text that bind what stands beside them: denials, permissions, conditions, bounds."""

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from syscheck.card.model import (
    AnyStrength,
    Expression,
    Holding,
    If,
    Length,
    MayHave,
    Not,
    Or,
    Outside,
    Quality,
    ShapeWord,
    Strength,
    Unclear,
    Usually,
    Vague,
    is_remark,
    walk,
)
from syscheck.freetext.lengths import Target
from syscheck.freetext.merging import LIGHT, bounded, honour, with_amount
from syscheck.freetext.pieces import Amount, Piece
from syscheck.freetext.shapes import Shapes
from syscheck.freetext.terms import ALL_SUITS, MOST_CARDS, Terms, is_open, joined, points_range, states_points

SHAPE_PIECES = frozenset(
    {"SHAPE", "CELLS", "DASHED", "PLACED", "SUITER", "SINGLE", "DOUBLE", "TRIPLE", "SHORT", "SHORTAGE", "ANY", "LIST"}
)
_ONE = frozenset({"one", "en", "ett"})
_DENYING_VERBS = frozenset(
    {
        "denies",
        "denying",
        "deny",
        "excludes",
        "excluding",
        "förnekar",
        "popírá",
        "vylučuje",
        "popiera",
        "wyklucza",
        "zaprzecza",
    }
)


class Bindings(Shapes):
    """Reads denials, permissions, conditions and bounds."""

    def _read_not(self, pieces: list[Piece], i: int, found: Terms) -> int:
        return self._read_no(pieces, i, found, word="not")

    def _read_no(self, pieces: list[Piece], i: int, found: Terms, word: str = "no") -> int:
        """Deny the next term; where it cannot be read, ask."""
        j = i + 1
        while (
            j < len(pieces)
            and pieces[j].kind in (*LIGHT, "IN", "ANY", "NO", "NOT")
            and not (pieces[j].kind == "ANY" and j + 1 < len(pieces) and pieces[j + 1].kind in ("CELLS", "DASHED"))
        ):
            j += 1
        if j >= len(pieces):
            self.doubt(found, pieces[i:j])
            return j
        if (
            pieces[j].kind in ("SOLID", "SEMISOLID", "GOOD", "BAD")
            and pieces[j + 1 : j + 2]
            and pieces[j + 1].kind == "AMOUNT"
            and found.all
        ):
            self.doubt(found, pieces[i : j + 1])  # good but not solid 7+m
            return j + 1
        if any(p.kind == "ACTION" for p in pieces[j : j + 3]) and pieces[j].kind in ("SUIT", "AMOUNT"):
            return self.about_auction(pieces, i, found)  # “no !D needed”
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
            while j < len(pieces) and pieces[j].kind in (*SHAPE_PIECES, *LIGHT, "AND", "PLUS", "IN"):
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
        honours = ""
        end = j
        for n, p in enumerate(window):
            letter = cast(str, p.value) if p.kind == "HONOURS" and p.value else honour(p)
            if letter:
                honours += letter
            elif (
                p.kind not in ("OR", "SLASH", "OTHER", "ASIDE", "FILLER", "ARTICLE", "IN", "AND", "SUITNOUN", "ANY")
                and n not in sides
            ):
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
        return self._soft(pieces, i, found, Usually)

    def _read_may(self, pieces: list[Piece], i: int, found: Terms) -> int:
        word = cast(str, pieces[i].value) or "may have"
        if i + 1 < len(pieces) and pieces[i + 1].kind == "HAVE":
            word = "may have"
        return self._soft(pieces, i, found, lambda term: MayHave(word, term))

    def _read_including(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`15-17 bal, incl. 5M`: beside a shape what follows is permitted; elsewhere it may be promised too."""
        end = self._read_may([*pieces[:i], replace(pieces[i], value=""), *pieces[i + 1 :]], i, found)
        if not self.shaped:
            self.doubt(found, pieces[i : i + 1])
        return end

    def _soft(self, pieces: list[Piece], i: int, found: Terms, node: Callable[[Expression], Expression]) -> int:
        """`usually`, `may`: what follows up to the next such word is not certain."""
        j = i + 1
        while j < len(pieces) and pieces[j].kind in ("HAVE", "MAY", *LIGHT, "IN"):
            j += 1
        end = next(
            (
                k
                for k in range(j, len(pieces))
                if pieces[k].kind in ("MAY", "USUALLY", "IF", "EXCEPT", "UNLESS", "ACTION")
            ),
            len(pieces),
        )
        if any(p.kind == "ACTION" for p in pieces[j : end + 1]):
            return self.about_auction(pieces, i, found)
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
        behind = [p for p in pieces[i + 1 :] if p.kind not in (*LIGHT, "IN", "NOT", "NO", "AND")]
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
        while j < len(pieces) and pieces[j].kind in (*LIGHT, "IN", "OF", "POINTS", "NUMBERLESS"):
            j += 1
        if j < len(pieces) and pieces[j].kind == "BOUND":
            return i + 1
        if bound != "least" and j < len(pieces) and any(p.text.casefold() in _ONE for p in pieces[i:j]):
            target = self.target(pieces, j + 1) if pieces[j].kind in ("AMOUNT", "LIST") else None
            if pieces[j].kind == "LIST" or target is not None:  # max one 4-card major: so many suits, not cards
                end = j + 1 if target is None else target.end
                self.doubt(found, pieces[i:end])
                return end
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
        if bound == "least" and amount.form == "range" and amount.maybe_least is None:
            self.doubt(found, pieces[i : j + 1])  # at least 15-17: is there an upper end or not?
        here = [*pieces[:j], with_amount(pieces[j], changed), *pieces[j + 1 :]]
        was, self.exactly = self.exactly, bound == "exactly"
        end = self._read_amount(here, j, found)
        self.exactly = was
        return end

    def _read_from(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`from 11 points`: at least, where no end is written."""
        if i + 1 < len(pieces) and pieces[i + 1].kind == "AMOUNT":
            amount = cast(Amount, pieces[i + 1].value)
            if amount.form == "bare":
                opened = with_amount(pieces[i + 1], bounded("least", amount))
                return self._read_amount([*pieces[: i + 1], opened, *pieces[i + 2 :]], i + 1, found)
        return i + 1

    def _read_to(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`do 10 bodů`, `till 10`: at most, where no number stands before it."""
        if i + 1 < len(pieces) and pieces[i + 1].kind == "AMOUNT" and not (i and pieces[i - 1].kind == "AMOUNT"):
            amount = cast(Amount, pieces[i + 1].value)
            if amount.form == "bare":
                changed = with_amount(pieces[i + 1], bounded("most", amount))
                return self._read_amount([*pieces[: i + 1], changed, *pieces[i + 2 :]], i + 1, found)
        return i + 1

    def _read_compare(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`<11`, `>=16`, `=12`."""
        j = i + 1
        if j < len(pieces) and pieces[j].kind == "AMOUNT":
            bound = {">=": "least", "≥": "least", "<=": "most", "≤": "most", "<": "below", ">": "above"}.get(
                pieces[i].text, "exactly"
            )
            amount = cast(Amount, pieces[j].value)
            if amount.form == "bare":
                here = [*pieces[:j], with_amount(pieces[j], bounded(bound, amount)), *pieces[j + 1 :]]
                was, self.exactly = self.exactly, bound == "exactly"
                end = self._read_amount(here, j, found)
                self.exactly = was
                return end
        if pieces[i].text == "=":
            return i + 1
        self.doubt(found, pieces[i : i + 1])
        return i + 1

    def _read_manner(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`sound`: beside points it tells of a style; without them it is all that is said of the strength."""
        if not self.measured:
            self.doubt(found, pieces[i : i + 1])
        return i + 1

    def _read_around(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """`ca 12`: a question, whatever follows."""
        if i + 1 < len(pieces) and pieces[i + 1].kind == "AMOUNT":
            self.doubt(found, pieces[i : i + 2])
        return i + 1
