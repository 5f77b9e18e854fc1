"""Reading free text: what people write in foreign files as a meaning of the card language."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from syscheck.card import Call, FaultyCard, Meaning, expression_text, meaning_text
from syscheck.card.model import (
    Attribute,
    Branch,
    Convention,
    Expression,
    Length,
    MayHave,
    Or,
    ShapeWord,
    Span,
    Strength,
    TwoSuiter,
    Unclear,
    Vague,
    is_remark,
    walk,
)
from syscheck.card.words import catalogue_entry
from syscheck.freetext.alternatives import Alternatives, says_shape, settled_cases, settled_permissions
from syscheck.freetext.clauses import Clauses
from syscheck.freetext.lengths import UNITS
from syscheck.freetext.merging import lengths_first, points_follow
from syscheck.freetext.pieces import Piece, pieces_of
from syscheck.freetext.plain import Plain, plain_text
from syscheck.freetext.state import Doubt
from syscheck.freetext.terms import Terms, clean, has_points, points_range
from syscheck.language import Sentence, phrase, say
from syscheck.system import MeaningHands, meaning_hands
from syscheck.system.questions import NO_LENGTH, NO_SHAPE, WHOSE_POINTS

LONGEST = 2000
"""Characters of a description that are read; no description of one call is longer."""
MOST_CHOICES = 12
LONG = 5
_RANKS = (("M",), ("m",))
_ORDER = phrase(
    "Is {digits} in {call} a pattern in any suits, ({digits}), or spades, hearts, diamonds, clubs, {placed}?"
)


@dataclass(frozen=True, slots=True)
class Words:
    """Words of the text and where they stand in it."""

    words: str
    span: Span


@dataclass(frozen=True, slots=True)
class FreeReading:
    """What a free text says of a call.

    `text`: the meaning in the card language, which a card may have as it is. `unread`: the words that no list has.
    `unclear`: the words that became `unclear "..."` in `text`, unread ones included. `places`: seats and
    vulnerability that stand before everything else, as written. `hands`: the sets of hands of `text`.
    """

    text: str
    hands: MeaningHands
    questions: tuple[Sentence, ...]
    unread: tuple[Words, ...]
    unclear: tuple[Words, ...]
    places: tuple[Words, ...]

    @property
    def exact(self) -> bool:
        """Whether nothing is left open."""
        return self.hands.exact and not self.questions and not self.unread


@lru_cache(maxsize=4096)
def read_free_text(text: str, call: Call | None = None) -> FreeReading:
    """What `text` says of `call`. There are no errors: what cannot be read is `unclear` and a question."""
    plain = plain_text(text[:LONGEST])
    pieces, _ = pieces_of(plain.text)
    places, pieces = _places_before(pieces)
    pieces = lengths_first(pieces)
    clauses = Clauses(plain.text, call)
    pieces, any_short = _without_any_short(pieces)
    clauses.any_order = any_short or _names_patterns(pieces)
    clauses.elsewhere = any(map(_names_other_suits, pieces))
    clauses.measured = any(_measures(pieces, i) for i in range(len(pieces)))
    clauses.shaped = any(p.kind in ("SHAPE", "CELLS", "DASHED") for p in pieces)
    clauses.many_lengths = sum(p.kind == "AMOUNT" and q.kind in ("SUIT", "CARDS") for p, q in pairwise(pieces)) > 1
    found = [settled_permissions(settled_cases(a)) for a in Alternatives(clauses).read(pieces)]
    found = [_completed(_permitted(a, call), call) for a in found]
    if call is not None and not (call.suit or call.letter):
        found = [_shaped_as(a, found, call) for a in found]
    if len(text) > LONGEST:
        for alternative in found:
            alternative.all.append(Unclear(clean(text[LONGEST:])))
    canonical, hands = _sound(found, call, plain.text)
    if hands.exact and clauses.unclear and not hands.questions:
        found = [_asked(a) for a in found]  # an unclear choice within a wider one may have been meant otherwise
        canonical, hands = _sound(found, call, plain.text)
    asked = list(hands.questions)
    spoken = str(call) if call is not None else say("the call")
    for digits, placed in dict.fromkeys(clauses.orders):
        asked.append(say(_ORDER, digits=digits, placed=placed, call=spoken))
    return FreeReading(
        canonical,
        hands,
        tuple(asked),
        _words(clauses.unread, plain),
        _words(clauses.unclear, plain),
        tuple(Words(p.text, plain.original(p.start, p.end)) for p in places),
    )


def _words(doubts: list[Doubt], plain: Plain) -> tuple[Words, ...]:
    found = dict.fromkeys(Words(d.words, plain.original(d.start, d.end)) for d in doubts)
    return tuple(sorted(found, key=lambda w: w.span))


def _places_before(pieces: list[Piece]) -> tuple[list[Piece], list[Piece]]:
    """Seats and vulnerability before everything else, and the rest."""
    start = 0
    while start < len(pieces) and pieces[start].kind in (
        "SEAT",
        "VUL",
        "COMMA",
        "AND",
        "SLASH",
        "DASH",
        "IN",
        "FILLER",
    ):
        start += 1
    places = [p for p in pieces[:start] if p.kind in ("SEAT", "VUL")]
    return (places, pieces[start:]) if places else ([], pieces)


def _without_any_short(pieces: list[Piece]) -> tuple[list[Piece], bool]:
    """`4441, any short`: the words say that the four digits are in any order, and nothing else."""
    digits = any(p.kind in ("CELLS", "DASHED", "TRIPLE") for p in pieces)
    for i, piece in enumerate(pieces[:-1]):
        behind = pieces[i + 2].kind if i + 2 < len(pieces) else ""
        if digits and piece.kind == "ANY" and pieces[i + 1].kind in ("SHORT", "SHORTAGE") and behind != "SUIT":
            return pieces[:i] + pieces[i + 2 :], True
    return pieces, False


def _names_other_suits(piece: Piece) -> bool:
    """Whether a word says that the suit bid need not be held."""
    if piece.kind == "ATTRIBUTE":
        return piece.value in ("TRF", "PUP", "ART", "relay")
    if piece.kind != "CONVENTION":
        return False
    entry = catalogue_entry("conventions", str(piece.value))
    return entry.opening and not entry.natural


def _names_patterns(pieces: list[Piece]) -> bool:
    """Whether four digits stand among words that name patterns, so that they name one as well."""
    return any((p.kind == "SHAPE" and p.value in ("bal", "semibal")) or p.kind == "TRIPLE" for p in pieces) and not any(
        p.kind == "CELLS" and str(p.value).isdigit() and list(str(p.value)) != sorted(str(p.value), reverse=True)
        for p in pieces
    )


def _measures(pieces: list[Piece], i: int) -> bool:
    """Whether a piece is a number of points."""
    unit = pieces[i + 1].kind if i + 1 < len(pieces) else ""
    return pieces[i].kind == "AMOUNT" and (points_follow(pieces, i) or unit in UNITS)


def _asked(terms: Terms) -> Terms:
    """An alternative with a question about its choices, where one of them is unclear."""
    inside = any(isinstance(e, Unclear) for t in terms.all for e in walk(t))
    return Terms([*terms.all, Unclear(WHOSE_POINTS)]) if inside else terms


def _beyond(term: Expression, points: tuple[int, int] | None) -> bool:
    """Whether a term permits points that the others exclude: `11-19, rarely 10`."""
    here = points_range([term.term]) if isinstance(term, MayHave) else None
    return points is not None and here is not None and not (points[0] <= here[0] and here[1] <= points[1])


def _permitted(terms: Terms, call: Call | None) -> Terms:
    """The terms with what only they can tell: which of them permit, and which of those are questions.

    `15-17 bal, 5M` of a no-trump bid permits the major, and need not promise it.
    """
    points = points_range(terms.points)
    terms.all = [Unclear(clean(expression_text(t))) if _beyond(t, points) else t for t in terms.all]
    if call is None or call.suit or call.letter or not call.level or ShapeWord("bal") not in terms.all:
        return terms
    return Terms(
        [
            MayHave("may have", t) if isinstance(t, Length) and t.suits in _RANKS and t.least >= LONG else t
            for t in terms.all
        ]
    )


def _shaped_as(terms: Terms, others: list[Terms], call: Call) -> Terms:
    """`20-21 bal; 19 with a 5-card suit`, `12-14, 4+!s` of a no-trump bid: is the hand balanced besides?"""
    balanced = call.level == 1 or any(isinstance(t, ShapeWord) for a in others for t in a.all)
    match [t for t in terms.rest if not isinstance(t, MayHave)]:
        case [Length(suits=(_,), least=least)] if balanced and least <= LONG:
            return Terms([*terms.all, Unclear(NO_SHAPE)])
    return terms


def _completed(terms: Terms, call: Call | None) -> Terms:
    """What an alternative leaves unsaid: the length of the suit bid, points of a game force."""
    found = list(terms.all)
    core = [t for t in found if not is_remark(t)]
    names = {t.name for t in found if isinstance(t, Attribute)}
    if "GF" in names and not any(isinstance(t, Vague) or has_points(t) for t in core):
        found.append(Vague("strong", None))
    named = any(isinstance(t, Convention) and catalogue_entry("conventions", t.name).opening for t in found)
    if call is not None and core and not named and not says_shape(terms) and call.level and "ART" not in names:
        if call.suit or call.letter:
            found.append(Unclear(NO_LENGTH))
        else:
            found.append(Unclear(NO_SHAPE))
    return Terms(found)


def _sound(found: list[Terms], call: Call | None, text: str) -> tuple[str, MeaningHands]:
    """The canonical text and its hands; an alternative that no hand fits is unclear as a whole."""
    branches = [Branch(tuple(a.all)) for a in found if a.all] or [Branch((Unclear(clean(text) or "nothing"),))]
    branches = list(dict.fromkeys(branches))
    try:
        return _read(branches, call)
    except FaultyCard:
        pass
    sound: list[Branch] = []
    for branch in branches:
        if _reads(branch, call):
            sound.append(branch)
        else:
            sound.append(_pruned(branch, call) or _loose(branch, call, text))
    try:
        return _read(list(dict.fromkeys(sound)), call)
    except FaultyCard:
        return _read([Branch((Unclear(clean(text) or "nothing"),))], call)


def _reads(branch: Branch, call: Call | None) -> bool:
    try:
        _read([branch], call)
    except FaultyCard:
        return False
    return True


def _pruned(branch: Branch, call: Call | None) -> Branch | None:
    """The alternative without the choices that no hand of it has: they change nothing."""
    terms = list(branch.terms)
    doubtful = False
    for i, term in enumerate(terms):
        if isinstance(term, Or) and len(term.branches) <= MOST_CHOICES:
            kept = []
            for choice in term.branches:
                if _reads(Branch((*terms[:i], choice, *terms[i + 1 :])), call):
                    kept.append(choice)
                elif not _reads(Branch((choice,)), call):
                    return None  # wrong by itself: what it should be is not known
            if kept and len(kept) < len(term.branches):
                if not all(isinstance(c, TwoSuiter) for c in term.branches):
                    doubtful = True  # a choice that nobody can have was meant otherwise
                terms[i] = Or(tuple(kept)) if len(kept) > 1 else kept[0]
    if doubtful:
        terms.append(Unclear("or"))
    pruned = Branch(tuple(terms))
    return pruned if pruned != branch and _reads(pruned, call) else None


def _loose(branch: Branch, call: Call | None, text: str) -> Branch:
    """An alternative that cannot be: its points if they can be, and the rest unclear."""
    points = [t for t in branch.terms if isinstance(t, Strength)]
    names = [t for t in branch.terms if isinstance(t, Attribute | Convention)]
    tried = Branch((*points[:1], Unclear(clean(text) or "nothing"), *names))
    try:
        _read([tried], call)
    except FaultyCard:
        return replace(tried, terms=(Unclear(clean(text) or "nothing"),))
    return tried


def _read(branches: list[Branch], call: Call | None) -> tuple[str, MeaningHands]:
    """The canonical text of branches, read by the strict reader. Errors: `FaultyCard`."""
    text = meaning_text(Meaning(tuple(branches)))
    return text, _hands(text, call)


@lru_cache(maxsize=1024)
def _hands(text: str, call: Call | None) -> MeaningHands:
    """The hands of a canonical text: files say the same of many calls."""
    return meaning_hands(text, call)
