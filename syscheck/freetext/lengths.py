"""Amounts in free text: points, lengths of suits, two-suiters; and suits by themselves."""

from dataclasses import dataclass, replace
from typing import cast

from syscheck.card.model import And, Compare, Length, Or, Pattern, Quality, Strength, TwoSuiter, Usually, walk
from syscheck.freetext.merging import LIGHT, more_or_less
from syscheck.freetext.pieces import Amount, Piece
from syscheck.freetext.state import Reader
from syscheck.freetext.terms import ALL_SUITS, LEAST_BARE_POINTS, LONGEST_SUIT, MOST_CARDS, MOST_POINTS, OTHER, Terms

_BOTH_WORDS = frozenset({"both", "båda", "obě", "obou", "obe", "oboch", "oba", "obu"})
UNITS = frozenset({"POINTS", "NUMBERLESS", "HFP", "CONTROLS", "LOSERS", "TRICKS", "OTHERUNIT"})


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


class Lengths(Reader):
    """Reads amounts and suits."""

    def _read_amount(self, pieces: list[Piece], i: int, found: Terms) -> int:
        amount = cast(Amount, pieces[i].value)
        if amount.form == "fraction":
            return self._until_noun(pieces, i, found)
        if (
            i
            and pieces[i].glued
            and pieces[i - 1].kind == "SUIT"
            and len(pieces[i].text) == 2
            and pieces[i].text.isdigit()
        ):
            return self._two_left(pieces, i, found)
        j = i + 1
        j, amount = more_or_less(pieces, j, amount)
        if j < len(pieces) and pieces[j].kind in UNITS:
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
            if self._points_from_nothing(pieces, i, j, amount):
                return self._points(pieces, i, j, amount, found)
            self.doubt(found, pieces[i:j])
            return j
        spoken = self.softened and self.last is not None and len(self.last) == 1 and amount.form != "range"
        longest = max((n for n in (amount.least, amount.most) if n is not None), default=0)
        if spoken and self.pointed and LEAST_BARE_POINTS <= longest <= LONGEST_SUIT:
            self.doubt(found, pieces[i:j])  # could be 9: points, or so many cards?
            return j
        if spoken and longest <= LONGEST_SUIT:
            return self._small(pieces, i, j, amount, found)
        if (
            amount.form != "range"
            and (amount.least if amount.least is not None else amount.most or 0) < LEAST_BARE_POINTS
        ):
            return self._small(pieces, i, j, amount, found)
        return self._points(pieces, i, j, amount, found)

    def _points(self, pieces: list[Piece], i: int, j: int, amount: Amount, found: Terms, unit: str = "hcp") -> int:
        """Points, unless the terms have them already."""
        least, most = amount.least, amount.most
        if (least is not None and most is not None and least > most) or (least or 0) > MOST_POINTS or (most or 0) > 40:
            self.doubt(found, pieces[i:j])
            return j
        if self._one_number(pieces, i, amount):
            self.doubt(found, pieces[i:j])  # 12 points, 5 hearts: exactly, or at least?
            return j
        strength = Strength(unit, least, most, amount.maybe_least, amount.maybe_most)
        if any(isinstance(t, Strength) and t.unit == unit for t in found.points):
            if strength not in found.points:
                self.doubt(found, pieces[i:j])
            return j
        self.pointed = True
        found.all.append(strength)
        return j

    def _one_number(self, pieces: list[Piece], i: int, amount: Amount) -> bool:
        """Whether a single number is all that is said of the points of the call."""
        several = self.depth or self.softened or self.exactly or self.denied or self.pointed
        return amount.form == "bare" and amount.maybe_least is None and amount.maybe_most is None and not several

    def _small(self, pieces: list[Piece], i: int, j: int, amount: Amount, found: Terms) -> int:
        """A small number alone: cards in the suit spoken of, where there is one."""
        named = self.last if self.last is not None and len(self.last) == 1 else None
        suit = named or ((self.bid,) if self.bid is not None else None)
        if suit is None:
            self.doubt(found, pieces[i:j])
            return j
        sure = amount.form == "plus" and self.pointed and named is None
        sure = sure or (j < len(pieces) and pieces[j].kind in ("IF", "UNLESS", "ONLY", "POSSIBLE"))
        self.add_length(found, amount, suit, pieces[i], doubtful=not sure and not self.softened)
        return j

    def may_be_bid(self, pieces: list[Piece], i: int) -> bool:
        """Whether a small range is likely to be a length of the suit bid."""
        return self.bid is not None and self.pointed and self.last is None

    def _points_from_nothing(self, pieces: list[Piece], i: int, j: int, amount: Amount) -> bool:
        """Whether a small range such as `0-4` is points: the first number said, and nothing that it could count."""
        alone = j >= len(pieces) or pieces[j].kind in ("ANY", "SHAPE", "OR", "SLASH", "OPEN", "ATTRIBUTE", "ACTION")
        first = not any(p.kind == "AMOUNT" for p in pieces[:i])
        return amount.least == 0 and alone and first and not self.pointed and self.last is None and not self.denied

    def _with_unit(self, pieces: list[Piece], i: int, j: int, amount: Amount, found: Terms) -> int:
        unit = pieces[j].kind
        if amount.form == "pair" and amount.least is not None and amount.most is not None:
            self.doubt(found, pieces[i : j + 1])
            return j + 1
        if j + 1 < len(pieces) and pieces[j + 1].kind in ("MORE", "LESS"):  # 12 hcp or more
            end, amount = more_or_less(pieces, j + 1, amount)
            j = end - 1
        elif (
            j + 1 < len(pieces)
            and pieces[j + 1].kind == "PLUS"
            and amount.form == "bare"
            and not (j + 2 < len(pieces) and pieces[j + 2].kind in ("SUIT", "BOTH", "SHAPE", "AMOUNT", "LIST"))
        ):  # 12 hcp+
            amount, j = Amount(amount.least, None, "plus", amount.maybe_least), j + 1
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
        if j < len(pieces) and (pieces[j].kind in UNITS or pieces[j].kind == "UNREAD"):
            j += 1
        self.doubt(found, pieces[i:j])
        return j

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
                counted = pieces[j - 1].value
                if (
                    isinstance(counted, Amount)
                    and counted.form == "bare"
                    and self._suit_ahead(pieces, k + 1, links=False)
                ):
                    target.amount = Amount(counted.least, None, "plus")
                else:
                    break
            elif kind in (
                "IN",
                "OF",
                "FILLER",
                "ARTICLE",
                "EITHER",
                "EACH",
                "DESCRIBES",
                "UNDEFINED",
                "OTHER",
                "ANY",
                "ATTRIBUTE",
                "MORE",
                "DASH",
            ):
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
                            counted = pieces[j - 1].value
                            if isinstance(counted, Amount) and counted.form == "bare":
                                target.amount = Amount(counted.least, None, "plus")
                            k += 1
                        break
                    break
                if kind == "MORE":
                    counted = pieces[j - 1].value
                    if isinstance(counted, Amount) and counted.form == "bare":
                        target.amount = Amount(counted.least, None, "plus")
                target.article = target.article or kind == "ARTICLE"
                target.undefined = target.undefined or kind in ("UNDEFINED", "ANY")
                target.other = target.other or kind == "OTHER"
                target.each = target.each or kind == "EACH"
            elif (
                kind == "OPEN"
                and k + 1 < len(pieces)
                and pieces[k + 1].kind in ("SUIT", "BOTH")
                and _closed_pair(pieces, k)
            ):
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
                target.each = target.each or piece.text.casefold().split()[0] in _BOTH_WORDS
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
        between = only or (
            "IN",
            "OF",
            "FILLER",
            "ARTICLE",
            "EITHER",
            "EACH",
            "DESCRIBES",
            "UNDEFINED",
            "OTHER",
            "ANY",
            "CARDS",
            "SOLID",
            "GOOD",
            "BAD",
            "SEMISOLID",
            "DASH",
            "OPEN",
        )
        counted = False
        while k < len(pieces) and links and pieces[k].kind in between:
            counted = counted or pieces[k].kind == "CARDS"
            k += 1
        if counted and not only:
            return True
        return k < len(pieces) and pieces[k].kind in (
            ("SUIT",) if only else ("SUIT", "BOTH", "SUITNOUN", "HASH", "CARDS")
        )

    def is_length(self, amount: Amount, target: "Target") -> bool:
        """Whether a number can count the cards of what follows it."""
        ends = [n for n in (amount.least, amount.most, amount.maybe_least, amount.maybe_most) if n is not None]
        return max(ends) <= (MOST_CARDS if target.cards and amount.form != "range" else LONGEST_SUIT)

    def _length(self, pieces: list[Piece], i: int, amount: Amount, target: "Target", found: Terms) -> int:
        """Cards in a suit."""
        amount, target.end = self._more_behind(pieces, amount, target, found)
        end = target.end
        doubtful = False
        suits = target.suits
        if target.quality is not None:
            self._quality(target, found)
        if target.each and suits in (("M",), ("m",)):
            target.both = ("H", "S") if suits == ("M",) else ("C", "D")
        if target.both is not None:
            first, second = target.both
            if target.each:
                self.add_length(found, amount, (first,), pieces[i])
                self.add_length(found, amount, (second,), pieces[i])
            else:  # 4+ majors: in each, or in one of them?
                self.add_length(found, amount, (first, second), pieces[i], doubtful=True)
            return end
        if target.each and target.noun and suits is None:  # 2+ in each suit
            for suit in ALL_SUITS:
                self.add_length(found, amount, (suit,), pieces[i])
            self.last = None
            return end
        if target.other:
            suits = self.others(suits or ("X",), found)
        elif suits is None or (target.undefined and suits is None):
            named = (
                self.last if (self.softened or self.loose) and self.last is not None and len(self.last) == 1 else None
            )
            some = (
                target.undefined
                or (target.noun and (self.denied or self._article_before(pieces, i)))
                or self.bid is None
                or self.elsewhere
            )
            suits = ("X",) if some else (named or (cast(str, self.bid),))
            doubtful = some and not target.undefined and not (self.denied or self.bid is None)
        doubtful = doubtful or self._of_its_rank(suits, target)
        suits = tuple(self.letter(s, found) for s in suits)
        if "" in suits:
            self.doubt(found, pieces[i:end])
            return end
        if self._is_bid(pieces, i, amount, target):
            self.doubt(found, pieces[i:end])
            return end
        if suits == ("X",) and not target.cards and not target.noun:  # 5H 4+x: in another suit
            lengths = [e for t in found.all for e in walk(t) if isinstance(e, Length) and len(e.suits) == 1]
            taken = {x for e in lengths for x in e.suits}
            if taken and taken <= set(ALL_SUITS):
                suits = tuple(x for x in ALL_SUITS if x not in taken)
        length = self.add_length(found, amount, suits, pieces[i], doubtful=doubtful and not self.softened)
        if end < len(pieces) and pieces[end].kind == "REST" and pieces[end].glued and length is not None:
            rest = cast(tuple[int, ...], pieces[end].value)
            if length.least == length.most and length.least + sum(rest) == MOST_CARDS:
                found.all.append(Pattern(tuple(sorted((length.least, *rest), reverse=True))))
            else:
                self.doubt(found, pieces[end : end + 1])
            end += 1
        return end

    def _of_its_rank(self, suits: tuple[str, ...], target: "Target") -> bool:
        """Whether `5-card major` stands alone in 1H: five hearts, five or more, or any major?"""
        rank = {"H": "M", "S": "M", "C": "m", "D": "m"}.get(self.bid or "")
        free = not (target.article or target.other or self.many_lengths or self.denied or self.elsewhere)
        return free and suits == (rank,) and self.last is None

    def _more_behind(self, pieces: list[Piece], amount: Amount, target: "Target", found: Terms) -> tuple[Amount, int]:
        """`5 spades or longer`, `5crd+`: what stands behind the cards opens the number; and where it ends."""
        j = target.end
        if (
            amount.form in ("range", "plus")
            and amount.maybe_most is None
            and j < len(pieces)
            and pieces[j].kind == "MORE"
        ):
            return Amount(amount.least, None, "plus", amount.maybe_least), j + 1  # 5 or 6 hearts or longer
        if amount.form != "bare" or amount.maybe_most is not None or j >= len(pieces):
            return amount, j
        if pieces[j].kind in ("MORE", "LESS"):
            end, amount = more_or_less(pieces, j, amount)
            return amount, end
        if pieces[j].kind == "PLUS" and pieces[j].glued:
            behind = pieces[j + 1] if j + 1 < len(pieces) else None
            if behind is not None and (behind.glued or behind.kind in ("SUIT", "BOTH", "SHAPE")):
                return amount, j
            if behind is not None and behind.kind == "AMOUNT" and self.target(pieces, j + 2) is not None:
                self.doubt(found, [pieces[j]])  # 5H+ 4S: five or more, or five hearts and four spades?
            return Amount(amount.least, None, "plus", amount.maybe_least), j + 1
        return amount, j

    def _is_bid(self, pieces: list[Piece], i: int, amount: Amount, target: "Target") -> bool:
        """Whether `1D`, `4H` is rather a bid than a length: one or two cards by themselves, or a high level alone."""
        if amount.form != "bare" or amount.maybe_least is not None or target.cards or self.softened or self.denied:
            return False
        around = [
            p
            for p in (*pieces[max(i - 2, 0) : i], *pieces[target.end : target.end + 2])
            if p.kind in ("AMOUNT", "CELLS")
        ]
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

    def _article_before(self, pieces: list[Piece], i: int) -> bool:
        return i > 0 and pieces[i - 1].kind == "ARTICLE" and not self.softened

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
            named.add(self.bid)
        pool = ALL_SUITS if suits in (("X",), ()) else suits
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
        if suits in (("M",), ("m",)) and found.all and found.all[-1] == length:  # 5m5m
            first, second = ("H", "S") if suits == ("M",) else ("C", "D")
            found.all[-1] = replace(length, suits=(first,))
            length = replace(length, suits=(second,))
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

    def _pair(self, pieces: list[Piece], i: int, j: int, amount: Amount, found: Terms) -> int:
        """`5-5 majors`, `5+4+ minors`, `55MM`; `6/7!s` and seats are pairs of another kind."""
        first, second = cast(int, amount.least), cast(int, amount.most)
        if j < len(pieces) and pieces[j].kind == "MORE":
            j += 1
        target = self.target(pieces, j)
        if (
            amount.form == "slashed"
            and target is not None
            and target.both is None
            and second == first + 1
            and (target.suits is None or len(target.suits) == 1)
        ):
            return self._length(pieces, i, Amount(first, second, "range"), target, found)
        if target is not None and target.quality is not None:
            self._quality(target, found)  # 5-5 in good minors
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
        elif (
            target is not None
            and target.suits is not None
            and first == second
            and self._and_another(pieces, target.end)
        ):
            suit = self.letter(target.suits[0], found) if len(target.suits) == 1 else ""
            others = self.others(("X",), Terms([Length((suit,), first, MOST_CARDS)])) if suit in ALL_SUITS else ("",)
            if "" in others:
                self.doubt(found, pieces[i : target.end])
                return target.end
            found.all += [
                Length((suit,), first, MOST_CARDS),
                Length(tuple(x for x in ALL_SUITS if x != suit), first, MOST_CARDS),
            ]
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
            while k < len(pieces) and pieces[k].kind in (*LIGHT, "ANY"):
                k += 1
            if k < len(pieces) and pieces[k].kind == "OTHER":
                return k + 2 if k + 1 < len(pieces) and pieces[k + 1].kind == "SUITNOUN" else k + 1
        return 0

    def unordered(self, found: Terms, first: int, second: int, pair: tuple[str, str] | None) -> None:
        """A two-suiter; `exactly 5-5` has both lengths."""
        high, low = max(first, second), min(first, second)
        if self.exactly and pair is not None:
            ways = [
                And((Length((pair[0],), a, a), Length((pair[1],), b, b)))
                for a, b in dict.fromkeys([(high, low), (low, high)])
            ]
            found.all.append(Or(tuple(ways)) if len(ways) > 1 else ways[0])
        else:
            found.all.append(TwoSuiter(high, low, pair))
        self.last = pair

    def _read_suit(self, pieces: list[Piece], i: int, found: Terms) -> int:
        compared = self._comparison(pieces, i, found)
        if compared:
            return compared
        if (
            i + 1 < len(pieces)
            and pieces[i + 1].kind in ("SHAPE", "SHORT")
            and pieces[i + 1].value in ("void", "singleton")
        ):
            return self._read_shape(pieces, i + 1, found)
        suits = cast(tuple[str, ...], pieces[i].value)
        behind = i + 1
        if behind < len(pieces) and pieces[behind].kind == "LIST":
            return self._read_list(pieces, behind, found, before=suits)
        if (
            behind + 1 < len(pieces)
            and pieces[behind].kind == "AMOUNT"
            and pieces[behind + 1].kind in ("CARDS", "HAND")
        ):
            amount = cast(Amount, pieces[behind].value)
            if amount.form in ("bare", "plus") and (amount.least or 0) <= LONGEST_SUIT:
                self.add_length(found, amount, tuple(self.letter(s, found) or "X" for s in suits), pieces[behind])
                return behind + 2
        if self._opened_behind(pieces, behind) and "" not in (named := tuple(self.letter(s, found) for s in suits)):
            self.add_length(found, cast(Amount, pieces[behind].value), named, pieces[behind])
            return behind + 1
        end = i + 1
        if end < len(pieces) and pieces[end].kind == "SUITNOUN":
            end += 1
        self._speak_of(suits)
        self.doubt(found, pieces[i:end])
        return end

    def _opened_behind(self, pieces: list[Piece], j: int) -> bool:
        """Whether a number such as `5+` stands here that can only count the suit before it: `S 5+ / 11-16`."""
        if j >= len(pieces) or pieces[j].kind != "AMOUNT":
            return False
        amount = cast(Amount, pieces[j].value)
        free = (
            j + 1 >= len(pieces)
            or pieces[j].glued
            or (pieces[j + 1].kind not in UNITS and self.target(pieces, j + 1) is None)
        )
        return amount.form == "plus" and (amount.least or 0) < LEAST_BARE_POINTS and free

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
        while j < len(pieces) and pieces[j].kind in LIGHT:
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
                self.unordered(
                    found, cast(int, amount.least), cast(int, amount.most), cast(tuple[str, str], pieces[i].value)
                )
                return i + 3 if [p.kind for p in pieces[i + 2 : i + 3]] == ["MORE"] else i + 2
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


def _closed_pair(pieces: list[Piece], k: int) -> bool:
    """Whether a parenthesis holds nothing but suits: `5-5 in (H+S)`."""
    return k + 2 < len(pieces) and pieces[k + 2].kind == "CLOSE"


def _opened(pieces: list[Piece], j: int, k: int) -> bool:
    return any(p.kind == "OPEN" for p in pieces[j:k])
