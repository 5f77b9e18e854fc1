"""Small edits of a card, made on what the card says and never on its text.

`EDITS` is the whole list of kinds; `single_edits` gives every edit of these kinds, each once. Every kind narrows
what a call may be, or drops it; none makes up a new agreement.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import TypeVar

from syscheck.card import Card, Entry, Meaning, Place, Seat, alternatives, meaning_text, place_text
from syscheck.card.calls import EVERYWHERE, LETTERS, WHERE_WORDS, sequence_text, where_products
from syscheck.card.meanings import letters_of
from syscheck.card.model import (
    And,
    Branch,
    Compare,
    Except,
    Expression,
    Group,
    Holding,
    If,
    Length,
    MayHave,
    Not,
    Or,
    Quality,
    ShapeWord,
    Short,
    Strength,
    Tops,
    TwoSuiter,
    Usually,
    Where,
    is_remark,
)
from syscheck.hands import BALANCED, SUITS, HandSet
from syscheck.system import Opening, System
from syscheck.system.parts import OTHER, SUIT

LATER = "drop a later call"
MOST_POINTS_MOVED = 5
MOST_CARDS = 13

T = TypeVar("T")

Changes = tuple[tuple[int, Entry, tuple[Entry, ...]], ...]
"""Entries by their number on the card, and what stands in their place."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One small change: of which call, where it held, the meaning before and after (None: no longer played)."""

    kind: str
    call: str
    places: frozenset[Place]
    old: str
    new: str | None
    changes: Changes


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of a card as the edits see it: an opening with its hands, or a later call."""

    card: Card
    number: int
    entry: Entry
    openings: tuple[Opening, ...]
    """Of an opening, one for each suit of a call with a letter; none for a later call."""

    @property
    def places(self) -> frozenset[Place]:
        """Where it holds."""
        if not self.openings:
            return EVERYWHERE if self.entry.where is None else self.entry.where.places
        return frozenset().union(*(o.places for o in self.openings))

    @property
    def call(self) -> str:
        """The call or sequence as the card has it."""
        return sequence_text(self.entry.sequence)

    @property
    def is_pass(self) -> bool:
        """Whether this is Pass, which cannot be dropped: unmentioned it is still played."""
        return bool(self.openings) and self.entry.call.is_pass

    def edit(self, kind: str, meaning: Meaning) -> Edit:
        """The edit that gives this entry another meaning."""
        entry = replace(self.entry, meaning=meaning)
        old, new = meaning_text(self.entry.meaning), meaning_text(meaning)
        return Edit(kind, self.call, self.places, old, new, ((self.number, self.entry, (entry,)),))


def lines(system: System) -> tuple[Line, ...]:
    """The entries of a system's card: openings first, then later calls."""
    by_entry: dict[int, list[Opening]] = {}
    for opening in system.openings:
        by_entry.setdefault(id(opening.entry), []).append(opening)
    found = [
        Line(system.card, n, e, tuple(by_entry.get(id(e), ())))
        for n, e in enumerate(system.card.entries)
        if e.section != "openings" or id(e) in by_entry
    ]
    return tuple(sorted(found, key=lambda line: line.entry.section != "openings"))


def single_edits(system: System, only: frozenset[int] | None = None) -> Iterator[Edit]:
    """Every edit of a system's card, each once; with `only`, of the entries of these numbers."""
    seen: set[tuple[object, ...]] = set()
    for line in lines(system):
        if only is not None and line.number not in only:
            continue
        for kind, edits in EDITS:
            for edit in edits(line, kind):
                key = (edit.call, edit.places, edit.old, edit.new)
                if edit.new != edit.old and key not in seen:
                    seen.add(key)
                    yield edit


def edited(card: Card, edits: Iterable[Edit]) -> Card:
    """The card with edits of different entries made; the text it came from stays, for its comments."""
    instead = {number: entries for edit in edits for number, _, entries in edit.changes}
    entries = [e for n, old in enumerate(card.entries) for e in instead.get(n, (old,))]
    return replace(card, entries=tuple(entries))


def entry_line(entry: Entry) -> str:
    """An entry as a card has it, on one line: `1N [nv] : 12-14 bal`."""
    where = "" if entry.where is None else f" [{place_text(entry.where.places) or '1st-4th'}]"
    return f"{sequence_text(entry.sequence)}{where} : {meaning_text(entry.meaning)}"


def changed_lines(edit: Edit) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of the card that an edit takes away, and those that it puts in their place."""
    return (
        tuple(entry_line(old) for _, old, _ in edit.changes),
        tuple(entry_line(entry) for _, _, entries in edit.changes for entry in entries),
    )


def numbers(edits: Iterable[Edit]) -> frozenset[int]:
    """The entries that edits change, by their numbers."""
    return frozenset(number for edit in edits for number, _, _ in edit.changes)


# ---- drop a call -------------------------------------------------------------------------------------------------


def drop_the_call(line: Line, kind: str) -> Iterator[Edit]:
    """An opening is played no longer: in the places of an entry, or at all; what followed it goes with it."""
    if not line.openings or line.is_pass:
        return
    entries = line.card.entries
    bids = [n for n, e in enumerate(entries) if e.section == "openings" and not e.call.is_pass]
    same = [n for n in bids if entries[n].sequence == line.entry.sequence]
    ways = [[line.number]]
    if len(same) > 1 and line.number == same[0]:
        ways.append(same)
    for dropped in ways:
        if len(dropped) == len(bids):
            continue  # a card that opens nothing says nothing
        gone = [*dropped, *(_later(line.card, line.entry) if len(dropped) == len(same) else ())]
        places = line.places if len(dropped) == 1 else EVERYWHERE
        old = meaning_text(line.entry.meaning)
        if len(dropped) > 1:
            old = "; ".join(_with_where(entries[n]) for n in dropped)
        yield Edit(kind, line.call, places, old, None, tuple((n, entries[n], ()) for n in gone))


def _later(card: Card, opening: Entry) -> list[int]:
    """The continuations of an opening."""
    return [
        n for n, e in enumerate(card.entries) if e.section == "continuations" and e.sequence[:1] == opening.sequence
    ]


def _with_where(entry: Entry) -> str:
    where = "" if entry.where is None else place_text(entry.where.places)
    text = meaning_text(entry.meaning)
    return f"[{where}] {text}" if where else text


def drop_a_later_call(line: Line, kind: str) -> Iterator[Edit]:
    """A continuation or a defensive call is played no longer."""
    if not line.openings:
        yield Edit(
            kind, line.call, line.places, meaning_text(line.entry.meaning), None, ((line.number, line.entry, ()),)
        )


# ---- play it in some places only -----------------------------------------------------------------------------------

SPLITS: tuple[frozenset[Place], ...] = (
    *(frozenset(p for p in EVERYWHERE if p[1] in WHERE_WORDS[w]) for w in ("nv", "vul", "fav", "unfav")),
    *(
        frozenset(p for p in EVERYWHERE if p[0] in seats)
        for seats in (
            (Seat.FIRST, Seat.SECOND),
            (Seat.THIRD, Seat.FOURTH),
            (Seat.FIRST, Seat.SECOND, Seat.THIRD),
            (Seat.FOURTH,),
            (Seat.THIRD,),
            (Seat.FIRST,),
            (Seat.SECOND, Seat.THIRD, Seat.FOURTH),
        )
    ),
)
"""By vulnerability and by seats: a call is kept in one of these."""


def keep_it_in_some_places(line: Line, kind: str) -> Iterator[Edit]:
    """An opening is kept at some vulnerability or in some seats, and dropped in the others."""
    if not line.openings or line.is_pass:
        return
    for split in SPLITS:
        kept = line.places & split
        if not kept or kept == line.places or not _is_product(kept):
            continue
        entry = replace(line.entry, where=Where(kept))
        old = meaning_text(line.entry.meaning)
        yield Edit(kind, line.call, line.places - kept, old, None, ((line.number, line.entry, (entry,)),))


def _is_product(places: frozenset[Place]) -> bool:
    return len(where_products(places)) == 1


# ---- drop an alternative -------------------------------------------------------------------------------------------


def drop_an_alternative(line: Line, kind: str) -> Iterator[Edit]:
    """A `|` branch, a term of a comma list closed by `, or`, or a branch of an `or` goes."""
    if not line.openings:
        return
    meaning = line.entry.meaning
    yield from (line.edit(kind, m) for m in _without_one(meaning))
    yield from (line.edit(kind, m) for m in _rewritten(meaning, _fewer_choices))


def _without_one(meaning: Meaning) -> Iterator[Meaning]:
    """The meaning without one of its branches, or without one term of a list of choices."""
    if len(meaning.branches) > 1:
        for i in range(len(meaning.branches)):
            yield replace(meaning, branches=_without(meaning.branches, i))
    for b, branch in enumerate(meaning.branches):
        if branch.any_of:
            for i in (i for i, t in enumerate(branch.terms) if not is_remark(t)):
                terms = _without(branch.terms, i)
                any_of = sum(not is_remark(t) for t in terms) > 1
                yield _with_branch(meaning, b, replace(branch, terms=terms, any_of=any_of))


def _fewer_choices(expression: Expression) -> Iterator[Expression]:
    match expression:
        case Or(branches=branches):
            for i in range(len(branches)):
                left = _without(branches, i)
                if any(not is_remark(e) for e in left):
                    yield left[0] if len(left) == 1 else replace(expression, branches=left)
        case Group(meaning=meaning):
            yield from (_ungrouped(expression, fewer) for fewer in _without_one(meaning))
        case Length(suits=suits) if len(suits) > 1:
            for i in range(len(suits)):
                yield replace(expression, suits=_without(suits, i))


def name_the_suit(line: Line, kind: str) -> Iterator[Edit]:
    """A letter that stands for one suit or another becomes one of them: `6M` becomes `6H`."""
    if not line.openings:
        return
    own = {line.entry.call.letter} - {None}
    for b, branch in enumerate(line.entry.meaning.branches):
        used = frozenset().union(*(letters_of(t) for t in branch.terms))
        for letter in ("M", "m", "X"):
            if letter in own or not used & {letter, f"o{letter}"}:
                continue
            for suit in LETTERS[letter]:
                means: dict[str, str] = {letter: suit}
                if letter != "X":
                    means[f"o{letter}"] = OTHER[suit]
                terms = tuple(_named(t, means) for t in branch.terms)
                yield line.edit(kind, _with_branch(line.entry.meaning, b, replace(branch, terms=terms)))


def _named(expression: Expression, means: dict[str, str]) -> Expression:
    """The expression with suits for its letters; those of denials mean every such suit and stay."""

    def inside(term: Expression) -> Expression:
        return _named(term, means)

    match expression:
        case Length(suits=suits):
            return replace(expression, suits=tuple(dict.fromkeys(means.get(s, s) for s in suits)))
        case TwoSuiter(suits=(first, second)):
            return replace(expression, suits=(means.get(first, first), means.get(second, second)))
        case Short(suit=suit):
            return replace(expression, suit=means.get(suit, suit))
        case Quality(suit=suit, length=length):
            named = None if length is None else inside(length)
            assert named is None or isinstance(named, Length)
            return replace(expression, suit=means.get(suit, suit), length=named)
        case Tops(suit=str(suit)) | Holding(suit=str(suit)):
            return replace(expression, suit=means.get(suit, suit))
        case Compare(first=first, second=second):
            return replace(expression, first=means.get(first, first), second=means.get(second, second))
        case And(terms=terms):
            return replace(expression, terms=tuple(map(inside, terms)))
        case Or(branches=branches):
            return replace(expression, branches=tuple(map(inside, branches)))
        case Usually(term=term) | MayHave(term=term):
            return replace(expression, term=inside(term))
        case If(then=then, condition=condition):
            return replace(expression, then=inside(then), condition=inside(condition))
        case Except(term=term) if term is not None:
            return replace(expression, term=inside(term))
        case Group(meaning=meaning):
            if not letters_of(expression) & means.keys():
                return expression
            choices = tuple(replace(b, terms=tuple(map(inside, b.terms))) for b in meaning.branches)
            return replace(expression, meaning=replace(meaning, branches=choices), name=None)
    return expression


# ---- points --------------------------------------------------------------------------------------------------------


def raise_a_minimum(line: Line, kind: str) -> Iterator[Edit]:
    """The fewest points of an alternative go up, by one to five."""
    if line.openings:
        yield from (line.edit(kind, m) for m in _rewritten(line.entry.meaning, _raised))


def _raised(expression: Expression) -> Iterator[Expression]:
    if not isinstance(expression, Strength) or expression.unit not in {"hcp", "hfp", "rule"}:
        return
    sure = expression.least or 0
    low = sure if expression.maybe_least is None else expression.maybe_least
    for least in range(low + 1, low + MOST_POINTS_MOVED + 1):
        if expression.most is not None and least > expression.most:
            return
        maybe = least if expression.maybe_least is not None and least < sure else None
        yield replace(expression, least=max(least, sure), maybe_least=maybe)


def lower_a_maximum(line: Line, kind: str) -> Iterator[Edit]:
    """The most points of an alternative go down, by one to five."""
    if line.openings:
        yield from (line.edit(kind, m) for m in _rewritten(line.entry.meaning, _lowered))


def _lowered(expression: Expression) -> Iterator[Expression]:
    if not isinstance(expression, Strength) or expression.unit not in {"hcp", "hfp"}:
        return
    if (sure := expression.most) is None:
        return
    high = sure if expression.maybe_most is None else expression.maybe_most
    for most in range(high - 1, high - MOST_POINTS_MOVED - 1, -1):
        if most < max(expression.least or 0, 0):
            return
        maybe = most if expression.maybe_most is not None and most > sure else None
        yield replace(expression, most=min(most, sure), maybe_most=maybe)


# ---- cards ---------------------------------------------------------------------------------------------------------


def promise_a_card_more(line: Line, kind: str) -> Iterator[Edit]:
    """A length that is written gets one card more, or a suit is promised with one card more than it has now."""
    if not line.openings:
        return
    meaning = line.entry.meaning
    yield from (line.edit(kind, m) for m in _rewritten(meaning, _longer))
    letter = line.entry.call.letter
    for name in [letter] if letter else [s.letter for s in SUITS]:
        held = [_fewest(line, b, name) for b in range(len(meaning.branches))]
        for least in sorted(set(held)):
            term = Length((name,), least + 1, MOST_CARDS)
            if least == min(held):  # the whole call promises it
                chosen = [b for b, fewest in enumerate(held) if fewest == least]
                yield line.edit(kind, _with_term(meaning, chosen, term))
        if len(held) > 1:
            for b, least in enumerate(held):
                yield line.edit(kind, _with_term(meaning, [b], Length((name,), least + 1, MOST_CARDS)))


def _fewest(line: Line, branch: int, name: str) -> int:
    """The fewest cards that a branch may have in a suit; for the letter of the call, in the suit bid."""
    fewest = MOST_CARDS
    for opening in line.openings:
        suit = SUIT[opening.call.strain if name == line.entry.call.letter else name]
        hands = _branch_hands(line, opening, branch)
        if hands:
            fewest = min(fewest, hands.least_length(suit))
    return fewest


def _branch_hands(line: Line, opening: Opening, branch: int) -> HandSet | None:
    """The hands of a `|` branch; None where no hand of this suit fits it."""
    own = alternatives(replace(line.entry.meaning, branches=(line.entry.meaning.branches[branch],)))
    found = [a.possible for a in opening.alternatives if a.written in own]
    return reduce(or_, found) if found else None


def _longer(expression: Expression) -> Iterator[Expression]:
    match expression:
        case Length(least=least, most=most) if least < MOST_CARDS:
            yield replace(expression, least=least + 1, most=max(most, least + 1), maybe_least=None)
        case TwoSuiter(longer=longer, shorter=shorter):
            if longer + 1 + shorter <= MOST_CARDS:
                yield replace(expression, longer=longer + 1)
            if shorter < longer and longer + shorter + 1 <= MOST_CARDS:
                yield replace(expression, shorter=shorter + 1)


def only_balanced(line: Line, kind: str) -> Iterator[Edit]:
    """The call, or one of its alternatives, is made with balanced hands only."""
    if not line.openings:
        return
    open_ones = [b for b in range(len(line.entry.meaning.branches)) if not _is_balanced(line, b)]
    for chosen in dict.fromkeys([tuple(open_ones), *((b,) for b in open_ones)]):
        yield line.edit(kind, _with_term(line.entry.meaning, chosen, ShapeWord("bal")))


def _is_balanced(line: Line, branch: int) -> bool:
    held = [_branch_hands(line, o, branch) for o in line.openings]
    return all(h <= BALANCED for h in held if h is not None)


EditsOf = Callable[[Line, str], Iterator[Edit]]

EDITS: tuple[tuple[str, EditsOf], ...] = (
    ("drop a call", drop_the_call),
    (LATER, drop_a_later_call),
    ("keep a call in some places", keep_it_in_some_places),
    ("drop an alternative", drop_an_alternative),
    ("name the suit", name_the_suit),
    ("raise a minimum", raise_a_minimum),
    ("lower a maximum", lower_a_maximum),
    ("promise a card more", promise_a_card_more),
    ("only balanced hands", only_balanced),
)
"""The kinds of edits, all of them."""


# ---- rewriting meanings ----------------------------------------------------------------------------------------------

Change = Callable[[Expression], Iterator[Expression]]


def _rewritten(meaning: Meaning, change: Change) -> Iterator[Meaning]:
    """The meaning with one of its expressions changed, for every expression and every change of it.

    What is denied or a condition stays as it is; a name of [define] gives way to what it stands for.
    """
    for b, branch in enumerate(meaning.branches):
        for i, term in enumerate(branch.terms):
            for new in _changed(term, change):
                yield _with_branch(meaning, b, replace(branch, terms=_swapped(branch.terms, i, new)))


def _changed(expression: Expression, change: Change) -> Iterator[Expression]:
    yield from change(expression)
    match expression:
        case And(terms=terms):
            for i, term in enumerate(terms):
                yield from (replace(expression, terms=_swapped(terms, i, t)) for t in _changed(term, change))
        case Or(branches=branches):
            for i, term in enumerate(branches):
                yield from (replace(expression, branches=_swapped(branches, i, t)) for t in _changed(term, change))
        case Group(meaning=meaning):
            yield from (_ungrouped(expression, m) for m in _rewritten(meaning, change))
        case Usually(term=term) | MayHave(term=term):
            yield from (replace(expression, term=t) for t in _changed(term, change))
        case If(then=then):
            yield from (replace(expression, then=t) for t in _changed(then, change))
        case Except(term=term) if term is not None:
            yield from (replace(expression, term=t) for t in _changed(term, change))
        case Not():
            return


def _ungrouped(group: Group, meaning: Meaning) -> Expression:
    """A group with another meaning: no longer a name of [define], and no parentheses around one term."""
    if len(meaning.branches) == 1 and len(meaning.branches[0].terms) == 1:
        return meaning.branches[0].terms[0]
    return replace(group, meaning=meaning, name=None)


def _with_term(meaning: Meaning, chosen: Iterable[int], term: Expression) -> Meaning:
    """The meaning with a term more in some of its branches, before what is remarked there."""
    for b in chosen:
        branch = meaning.branches[b]
        core = tuple(t for t in branch.terms if not is_remark(t))
        remarks = tuple(t for t in branch.terms if is_remark(t))
        if branch.any_of:
            listed = Meaning((Branch(core, any_of=True, span=branch.span),), span=branch.span)
            core = (Group(listed, span=branch.span),)
        # A suit that is already written in the simplest way takes the new length in its place.
        core = tuple(t for t in core if not _gives_way(t, term))
        terms = (*core, term, *remarks)
        meaning = _with_branch(meaning, b, replace(branch, terms=terms, any_of=False))
    return meaning


def _gives_way(old: Expression, new: Expression) -> bool:
    """Whether a length says nothing more once the new one stands beside it: `2+D` beside `3+D`."""
    match old, new:
        case Length(maybe_least=None, maybe_most=None), Length():
            return old.suits == new.suits and old.most == new.most and old.least <= new.least
    return False


def _with_branch(meaning: Meaning, number: int, branch: Branch) -> Meaning:
    return replace(meaning, branches=_swapped(meaning.branches, number, branch))


def _swapped(items: tuple[T, ...], number: int, item: T) -> tuple[T, ...]:
    return (*items[:number], item, *items[number + 1 :])


def _without(items: tuple[T, ...], number: int) -> tuple[T, ...]:
    return items[:number] + items[number + 1 :]
