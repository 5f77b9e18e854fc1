"""A meaning as sets of hands: its parts, each one way to hold the hands of the call.

A part is a meaning's finest alternative: every `or` and `|` and every letter and bare `5-5` is split
into its suits, shapes and denials are not. Each has the hands that certainly make the call and those
that may.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from itertools import combinations, islice, product
from operator import or_

from syscheck.card import Alternative, Call, Fault, expression_text, read_meaning
from syscheck.card.calls import LETTERS
from syscheck.card.meanings import letters_of
from syscheck.card.model import (
    And,
    AnyStrength,
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
    Outside,
    Pattern,
    Placed,
    Quality,
    ShapeWord,
    Short,
    Span,
    Strength,
    Tops,
    TwoSuiter,
    Unclear,
    Usually,
    Vague,
    alternatives,
    is_remark,
    walk,
)
from syscheck.card.words import catalogue_entry
from syscheck.hands import (
    BALANCED,
    EVERY_HAND,
    HAS_SINGLETON,
    HAS_VOID,
    NO_HAND,
    ONE_SUITER,
    SEMIBALANCED,
    SUITS,
    THREE_SUITER,
    TWO_SUITER,
    UNBALANCED,
    HandSet,
    Suit,
    all_of,
    compare,
    controls,
    grouped,
    hcp,
    hfp,
    holding,
    lacks,
    length,
    losers,
    pattern,
    rule_of,
    tops,
    two_suits,
)
from syscheck.language import Sentence, quoted, say
from syscheck.values import dataclass

MOST_PARTS = 1000
MOST_CARDS = 13
MOST_REASONS = 10
"""Of a long faulty meaning so many terms and choices are looked into."""

SUIT = {s.letter: s for s in SUITS}
OTHER = {"H": "S", "S": "H", "C": "D", "D": "C"}
_STRENGTH: dict[str, Callable[[int | None, int | None], HandSet]] = {
    "hcp": hcp,
    "hfp": hfp,
    "rule": rule_of,
    "controls": controls,
    "losers": losers,
}
_SHAPES = {
    "bal": BALANCED,
    "semibal": SEMIBALANCED,
    "unbal": UNBALANCED,
    "1-suiter": ONE_SUITER,
    "2-suiter": TWO_SUITER,
    "3-suiter": THREE_SUITER,
    "void": HAS_VOID,
    "singleton": HAS_SINGLETON,
}

Letters = Mapping[str, str]
"""What each letter stands for here: M, m, X, and oM, om with their fellows."""

Choice = tuple[Span, int]
"""A branch of an `or`: where the `or` stands, and which branch."""


class Impossible(ValueError):
    """A meaning that cannot be taken as sets of hands; carries what is wrong with it."""

    def __init__(self, *faults: Fault):
        self.faults = faults
        super().__init__("; ".join(f.message for f in faults))

    @property
    def fault(self) -> Fault:
        """The first of the faults."""
        return self.faults[0]


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands that certainly make a call, and those that may: `certain <= possible`."""

    certain: HandSet
    possible: HandSet

    @property
    def exact(self) -> bool:
        """Whether the two are the same."""
        return self.certain == self.possible


@dataclass(frozen=True, slots=True)
class Part(Hands):
    """One way to hold the hands of a call; `named` are the suits that a length in it names."""

    named: frozenset[Suit]


@dataclass(frozen=True, slots=True)
class AlternativeHands(Hands):
    """An alternative as written, its parts, and what was taken from the catalogue for it."""

    written: Alternative
    text: str
    parts: tuple[Part, ...]
    from_catalogue: str | None = None
    unnamed: str | None = None
    """The convention whose hands the card does not describe; '' where it says nothing of the hands."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A part in the making."""

    certain: HandSet = EVERY_HAND
    possible: HandSet = EVERY_HAND
    points: HandSet = EVERY_HAND
    named: frozenset[Suit] = frozenset()
    long: frozenset[Suit] = frozenset()
    outside: frozenset[str] = frozenset()
    instead: HandSet = NO_HAND
    vague: bool = False
    choices: frozenset[Choice] = frozenset()

    def joined(self, other: "_Way") -> "_Way":
        """Both ways at once."""
        return _Way(
            self.certain & other.certain,
            self.possible & other.possible,
            self.points & other.points,
            self.named | other.named,
            self.long | other.long,
            self.outside | other.outside,
            self.instead | other.instead,
            self.vague or other.vague,
            self.choices | other.choices,
        )


def alternative_hands(written: Alternative, call: Call | None, letters: Letters, text: str) -> AlternativeHands:
    """The hands of one alternative of a call; `letters` are those that the call is written with.

    Errors: `Impossible` where no hand fits, or the meaning is too much.
    """
    terms = list(written.terms)
    taken = unnamed = None
    if not any(map(_says_shape, terms)):
        for name in written.conventions:
            entry = catalogue_entry("conventions", name)
            if entry.meaning is not None:
                taken = entry.name
                terms += alternatives(read_meaning(entry.meaning))[0].terms
            elif entry.opening and call is not None:
                unnamed = entry.name
    if not terms:
        unnamed = unnamed or ""
    ways = _ways_of_all(terms, call, letters, written.span)
    if unnamed is not None:
        ways = [replace(w, certain=NO_HAND) for w in ways]
    parts = _finished(ways, call, written.span)
    if not parts:
        why = _why(terms, call, letters, written.span)
        raise Impossible(Fault.of("E302", written.span, text=text, why=why))
    if choices := _bad_choices(terms, ways, call, letters, written.span):
        raise Impossible(*choices)
    return AlternativeHands(
        reduce(or_, (p.certain for p in parts)),
        reduce(or_, (p.possible for p in parts)),
        written,
        text,
        parts,
        taken,
        unnamed,
    )


def _says_shape(term: Expression) -> bool:
    return any(
        not isinstance(e, Strength | AnyStrength | Vague | And | Or | Group) and not is_remark(e) for e in walk(term)
    )


def _ways_of_all(terms: Iterable[Expression], call: Call | None, letters: Letters, span: Span) -> list[_Way]:
    """Every way to hold all terms, for every choice of suits for their letters."""
    terms = list(terms)
    used = {x for t in terms for x in letters_of(t)}
    free = [x for x in ("M", "m", "X") if (x in used or f"o{x}" in used) and x not in letters]
    if not free:
        return _all_of(terms, _Setting(call, with_others(letters), letters), span)
    found: dict[object, _Way] = {}
    for suits in product(*(LETTERS[x] for x in free)):
        here = with_others({**letters, **dict(zip(free, suits, strict=True))})
        for way in _all_of(terms, _Setting(call, here, letters), span):
            _keep(found, way)
        if len(found) > MOST_PARTS:
            raise Impossible(Fault.of("E304", span))
    return list(found.values())


def with_others(letters: Letters) -> dict[str, str]:
    """Letters with their fellows: where M is hearts, oM is spades."""
    others = {f"o{x}": OTHER[letters[x]] for x in ("M", "m") if x in letters}
    return {**letters, **others}


def _keep(found: dict[object, _Way], way: _Way) -> None:
    """Add a way unless no hand fits it or it is there already (then both choices led to it)."""
    if not way.possible:
        return
    key = (way.certain, way.possible, way.points, way.named, way.long, way.outside, way.instead, way.vague)
    first = found.get(key)
    found[key] = way if first is None else replace(first, choices=first.choices | way.choices)


@dataclass(frozen=True, slots=True)
class _Setting:
    """Where an expression is read: the call, what letters stand for, and those the call is written with."""

    call: Call | None
    letters: Letters
    written: Letters

    def suit(self, letter: str) -> Suit:
        """The suit that a letter stands for."""
        return SUIT[self.letters.get(letter, letter)]

    def bid_suit(self) -> Suit | None:
        """The suit of the call."""
        return None if self.call is None or self.call.suit is None else SUIT[self.call.suit]


def _all_of(terms: Iterable[Expression], setting: _Setting, span: Span) -> list[_Way]:
    """The ways to hold every one of the terms."""
    ways = [_Way()]
    for term in terms:
        if is_remark(term):
            continue
        found: dict[object, _Way] = {}
        options = _ways(term, setting)
        if len(ways) == len(options) == 1:  # nothing to compare it with
            way = ways[0].joined(options[0])
            ways = [way] if way.possible else []
            continue
        for way in ways:
            for option in options:
                _keep(found, way.joined(option))
            if len(found) > MOST_PARTS:
                raise Impossible(Fault.of("E304", span))
        ways = list(found.values())
    return ways


def _one_of(branches: Iterable[Expression], setting: _Setting, span: Span) -> list[_Way]:
    """The ways to hold one of the branches."""
    return [
        replace(way, choices=way.choices | {(span, i)})
        for i, branch in enumerate(branches)
        if not is_remark(branch)
        for way in _ways(branch, setting)
    ]


def _ways(expression: Expression, setting: _Setting) -> list[_Way]:
    match expression:
        case And(terms=terms):
            return _all_of(terms, setting, expression.span)
        case Or(branches=branches):
            return _one_of(branches, setting, expression.span)
        case Group(meaning=meaning):
            return [
                replace(way, choices=way.choices | {(expression.span, i)})
                for i, branch in enumerate(meaning.branches)
                for way in (
                    _one_of(branch.terms, setting, branch.span)
                    if branch.any_of
                    else _all_of(branch.terms, setting, branch.span)
                )
            ]
        case Length(suits=suits) if len(suits) > 1:
            single = [replace(expression, suits=(s,)) for s in suits]
            return _one_of(single, setting, expression.span)
        case TwoSuiter(suits=None):
            pairs = combinations(SUITS, 2)
            return [
                _Way(hands, hands, named=frozenset(pair))
                for pair in pairs
                for hands in (two_suits(expression.longer, expression.shorter, *pair),)
            ]
        case Except(term=term, exception=exception):
            before = [_Way()] if term is None else _ways(term, setting)
            return [w.joined(_way(Not("not", exception), setting)) for w in before]
        case _:
            return [_way(expression, setting)]


def _way(expression: Expression, setting: _Setting) -> _Way:
    """The one way to hold an expression that is not split."""
    match expression:
        case Strength():
            hands = _strength(expression)
            return _Way(hands.certain, hands.possible, points=hands.possible)
        case Vague(amount=Strength() as amount) if amount.least != amount.most:
            points = _strength(amount).possible
            return _Way(NO_HAND, points, points=points)
        case Vague(amount=None):
            return _Way(vague=True)
        case Vague() | Unclear():
            return _Way(NO_HAND)
        case AnyStrength():
            return _Way()
        case Not(term=Outside(honours=honours)):
            return _Way(outside=frozenset(honours))
        case MayHave(term=term):
            return _Way(instead=_hands(term, setting).possible)
        case Usually(term=term):
            inside = _finished(_ways(term, setting), setting.call, expression.span)
            return _Way(
                reduce(or_, (p.certain for p in inside), NO_HAND),
                named=frozenset().union(*(p.named for p in inside)),
            )
        case Length(suits=[letter]):
            suit = setting.suit(letter)
            hands = _length(expression, suit)
            return _Way(hands.certain, hands.possible, named=frozenset({suit}))
        case Quality(suit=letter, length=written):
            suit = setting.suit(letter)
            quality = tops(suit, 3 if expression.word == "solid" else 2, 3)
            if written is None:
                return _Way(quality, quality, long=frozenset({suit}))
            hands = _length(written, suit)
            return _Way(
                quality & hands.certain,
                quality & hands.possible,
                named=frozenset({suit}),
                long=frozenset({suit}),
            )
        case Holding():
            suit = _suit_of(expression, expression.suit, setting)
            found = holding(suit, expression.honours) & length(suit, expression.length, None)
            return _Way(found, found, named=frozenset({suit}), long=frozenset({suit}))
        case TwoSuiter(suits=(first, second)):
            pair = (setting.suit(first), setting.suit(second))
            if pair[0] == pair[1]:
                return _Way(NO_HAND, NO_HAND)
            found = two_suits(expression.longer, expression.shorter, *pair)
            return _Way(found, found, named=frozenset(pair))
        case _:
            hands = _hands(expression, setting)
            return _Way(hands.certain, hands.possible)


def _hands(expression: Expression, setting: _Setting) -> Hands:
    """The sets of an expression where its parts do not matter."""
    match expression:
        case Not(word=word, term=term):
            inside = _denied(_at_least(term) if word == "no" else term, setting)
            return Hands(~inside.possible, ~inside.certain)
        case If(then=then, condition=condition):
            yes, when = _hands(then, setting), _hands(condition, setting)
            return Hands(~when.possible | yes.certain, ~when.certain | yes.possible)
        case Pattern(lengths=lengths):
            found = pattern(*lengths)
        case Placed(groups=groups):
            found = grouped(groups)
        case ShapeWord(word=word):
            found = _SHAPES[word]
        case Short(suit=letter):
            found = length(setting.suit(letter), 0, 1)
        case Compare(first=first, operator=operator, second=second):
            suits = setting.suit(first), setting.suit(second)
            found = NO_HAND if suits[0] == suits[1] else compare(suits[0], operator, suits[1])  # type: ignore[arg-type]
        case Tops(count=count, of=of):
            found = tops(_suit_of(expression, expression.suit, setting), count, of)
        case _:
            ways = _ways(expression, setting)
            finished = _finished(ways, setting.call, expression.span)
            return Hands(
                reduce(or_, (p.certain for p in finished), NO_HAND),
                reduce(or_, (p.possible for p in finished), NO_HAND),
            )
    return Hands(found, found)


def _denied(term: Expression, setting: _Setting) -> Hands:
    """What `no` and `not` deny: their letters mean every such suit, unless the call is written with them."""
    used = letters_of(term, denied=True)
    free = [x for x in ("M", "m", "X") if x in used and x not in setting.written]
    kept = {k: v for k, v in setting.letters.items() if k not in free}
    found = [
        _hands(term, replace(setting, letters={**kept, **dict(zip(free, suits, strict=True))}))
        for suits in product(*(LETTERS[x] for x in free))
    ]
    return Hands(reduce(or_, (h.certain for h in found)), reduce(or_, (h.possible for h in found)))


def _at_least(term: Expression) -> Expression:
    """`no 5M` denies five or more, `no (5H 4S)` such two suits."""
    match term:
        case Length(least=least, most=most, maybe_most=None) if least == most:
            return replace(term, most=MOST_CARDS)
        case And(terms=terms):
            return replace(term, terms=tuple(map(_at_least, terms)))
        case Or(branches=branches):
            return replace(term, branches=tuple(map(_at_least, branches)))
        case Group(meaning=meaning):
            longer = [replace(b, terms=tuple(map(_at_least, b.terms))) for b in meaning.branches]
            return replace(term, meaning=replace(meaning, branches=tuple(longer)))
    return term


def _strength(strength: Strength) -> Hands:
    if strength.unit == "tricks":
        return Hands(NO_HAND, EVERY_HAND)
    measure = _STRENGTH[strength.unit]
    certain = measure(strength.least, strength.most) if _upwards(strength.least, strength.most) else NO_HAND
    least = strength.least if strength.maybe_least is None else strength.maybe_least
    most = strength.most if strength.maybe_most is None else strength.maybe_most
    possible = measure(least, most) if _upwards(least, most) else NO_HAND
    return Hands(certain, possible | certain)


def _upwards(least: int | None, most: int | None) -> bool:
    return least is None or most is None or least <= most


def _length(written: Length, suit: Suit) -> Hands:
    certain = length(suit, written.least, written.most)
    least = written.least if written.maybe_least is None else min(written.maybe_least, written.least)
    most = written.most if written.maybe_most is None else max(written.maybe_most, written.most)
    return Hands(certain, length(suit, least, most))


def _suit_of(expression: Expression, letter: str | None, setting: _Setting) -> Suit:
    """The suit that an honour term is about: the one it names, else the suit bid."""
    suit = setting.bid_suit() if letter is None else setting.suit(letter)
    if suit is None:
        raise Impossible(Fault.of("E228", expression.span, text=expression_text(expression)))
    return suit


def _finished(ways: Iterable[_Way], call: Call | None, span: Span) -> tuple[Part, ...]:
    """Parts from ways: honours outside the long suit, and hands that may stand in for the rest."""
    found: list[Part] = []
    for way in ways:
        certain, possible = way.certain, way.possible
        if way.vague and way.points == EVERY_HAND:
            certain = NO_HAND  # with points beside it, `strong` says nothing more
        if way.outside:
            inside = _long_suit(way, call, span)
            poor = [lacks(suit, "".join(sorted(way.outside))) for suit in SUITS if suit != inside]
            exact = certain is possible or certain == possible
            possible = all_of([possible, *poor])
            certain = possible if exact else all_of([certain, *poor])
        possible |= way.points & way.instead
        if possible:
            found.append(Part(certain, possible, way.named))
    return tuple(dict.fromkeys(found)) if len(found) > 1 else tuple(found)


def _long_suit(way: _Way, call: Call | None, span: Span) -> Suit:
    for suits in (way.long, way.named):
        if len(suits) == 1:
            [suit] = suits
            return suit
    if call is not None and call.suit is not None and not way.long:
        bid = SUIT[call.suit]
        if not way.named or bid in way.named:
            return bid
    raise Impossible(Fault.of("E229", span))


# ---- choices that no hand fits ---------------------------------------------------------------------------


def _bad_choices(
    terms: list[Expression], ways: list[_Way], call: Call | None, letters: Letters, span: Span
) -> list[Fault]:
    """Every branch of every `or` must be some hand's, with the terms around it; the first that are not."""
    used = frozenset().union(*(w.choices for w in ways if w.possible))
    bad = ((term, branch) for term in terms for choice, branch in _choices(term) if choice not in used)
    faults = []
    for term, branch in islice(bad, MOST_REASONS):
        others = [t for t in terms if t is not term]
        why = _why([*others, branch], call, letters, span)
        faults.append(Fault.of("E303", branch.span or span, text=expression_text(branch), why=why))
    return faults


def _choices(expression: Expression) -> Iterator[tuple[Choice, Expression]]:
    """The branches of an expression's choices; those inside a denial or a condition are not choices."""
    match expression:
        case Or(branches=branches):
            for i, branch in enumerate(branches):
                if not is_remark(branch):
                    yield (expression.span, i), branch
                    yield from _choices(branch)
        case Length(suits=suits) if len(suits) > 1:
            for i, suit in enumerate(suits):
                yield (expression.span, i), replace(expression, suits=(suit,))
        case And(terms=terms):
            for term in terms:
                yield from _choices(term)
        case Group(meaning=meaning):
            for i, inner in enumerate(meaning.branches):
                yield (expression.span, i), Group(replace(meaning, branches=(inner,)), span=inner.span)
                joined = Or(inner.terms, span=inner.span) if inner.any_of else And(inner.terms, span=inner.span)
                yield from _choices(joined)
        case Except(term=term) if term is not None:
            yield from _choices(term)
        case _:
            return


def _why(terms: list[Expression], call: Call | None, letters: Letters, span: Span) -> Sentence:
    """Which terms exclude each other, as few as show it."""
    pieces = [p for t in terms for p in (t.terms if isinstance(t, And) else (t,)) if not is_remark(p)]
    pieces = list(dict.fromkeys(pieces))[:MOST_REASONS]
    for n in (1, 2, 3):
        for few in combinations(pieces, n):
            if not any(w.possible for w in _ways_of_all(few, call, letters, span)):
                names = tuple(quoted(expression_text(p)) for p in few)
                return say("these exclude each other: {names}", names=names) if n > 1 else _why_alone(few[0])
    return say("its terms exclude each other")


def _why_alone(term: Expression) -> Sentence:
    match term:
        case Strength(least=int(low), most=int(high)) if low > high:
            return say("{low} is more than {high}", low=low, high=high)
        case Strength(least=int(low), unit="hcp") if low > 37:
            return say("no hand has more than 37 points")
    return say("“{term}” is no hand at all", term=expression_text(term))
