"""Shapes and honours in free text."""

import re
from typing import cast

from syscheck.card.model import (
    AnyStrength,
    Holding,
    Length,
    Pattern,
    Placed,
    ShapeWord,
    Short,
    Strength,
    Tops,
    TwoSuiter,
    Usually,
    Vague,
)
from syscheck.freetext.lengths import Lengths
from syscheck.freetext.merging import LIGHT, points_follow
from syscheck.freetext.pieces import Amount, Piece
from syscheck.freetext.state import Doubt
from syscheck.freetext.terms import ALL_SUITS, LEAST_BARE_POINTS, MOST_CARDS, Terms

_DIGITS = re.compile(r"\d-\d-\d-\d")
_SHORT_MINOR = (4, 4, 3, 2)
"""With this pattern a minor that promises more cards is opened: then it is 4=4=3=2."""


class Shapes(Lengths):
    """Reads shapes, four digits, honours and words of quality."""

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
        elif cells == _SHORT_MINOR and self.bid in ("C", "D") and self._alone(pieces, i):
            self._in_some_order(cells, found)  # 4+D (3 with 4-4-3-2)
        elif list(cells) == sorted(cells, reverse=True) or self._any_around(pieces, i):
            found.all.append(Pattern(tuple(sorted(cells, reverse=True))))
        else:
            found.all.append(Placed(tuple((c,) for c in cells)))
        return i + 1

    def _any_around(self, pieces: list[Piece], i: int) -> bool:
        before = pieces[i - 1].kind if i else ""
        after = [p.kind for p in pieces[i + 1 : i + 4]]
        return before == "ANY" or "ANY" in after[:2] or self.any_order

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
            self._in_some_order(tuple(cells), found)
        return i + 1

    def _in_some_order(self, cells: tuple[int, ...], found: Terms) -> None:
        """A pattern that may name the suits: a question shows both."""
        found.all += [Pattern(cells), Usually(Placed(tuple((c,) for c in cells)))]
        self.orders.append(("".join(map(str, cells)), "=".join(map(str, cells))))

    def _alone(self, pieces: list[Piece], i: int) -> bool:
        """Whether the digits are the only ones in the text, and no word says that their order does not matter."""
        return len(_DIGITS.findall(self.text)) == 1 and not self._any_around(pieces, i)

    def _grouped(
        self, pieces: list[Piece], i: int, text: str, groups: tuple[tuple[int | None, ...], ...], found: Terms
    ) -> None:
        """`54(31)` names spades and hearts; `4(441)` behind a suit bid may be that suit and any others."""
        if len(groups) == 2 and len(groups[0]) == 1 and self.bid in ALL_SUITS and self.bid != "S":
            cells = [cast(int, c) for g in groups for c in g]
            found.all += [
                Length((self.bid,), cells[0], cells[0]),
                Pattern(tuple(sorted(cells, reverse=True))),
            ]
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
        while j < len(pieces) and pieces[j].kind in LIGHT:
            j += 1
        if j < len(pieces) and pieces[j].kind == "AMOUNT" and points_follow(pieces, j):
            found.all.append(AnyStrength())  # any 18+
            return j
        if j < len(pieces) and pieces[j].kind in (
            "AMOUNT",
            "SHAPE",
            "SUITER",
            "SHORT",
            "SHORTAGE",
            "SUIT",
            "LIST",
            "SINGLE",
            "DOUBLE",
            "TRIPLE",
            "OTHER",
            "SUITNOUN",
        ):
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
        sound = (
            honours == "".join(sorted(set(honours), key="AKQJT".find)) and "H" not in honours and cards <= MOST_CARDS
        )
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
        elif self.many_lengths:
            pass  # 6C or 6D, 2 of top 3: in which suit?
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
        while j < len(pieces) and pieces[j].kind in LIGHT:
            j += 1
        if j < len(pieces) and pieces[j].kind == "AMOUNT":
            amount = cast(Amount, pieces[j].value)
            target = self.target(pieces, j + 1)
            if target is not None and self.is_length(target.amount or amount, target):
                target.quality = pieces[i]
                if target.suits is None and self.bid in ALL_SUITS and not target.undefined and not self.elsewhere:
                    target.suits = (self.bid,)
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
        while j < len(pieces) and pieces[j].kind in (*LIGHT, "SOLID", "SEMISOLID", "GOOD", "BAD", "OR", "NOT"):
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
