"""The canonical text of a card and of its pieces, in the words of a language."""

from syscheck.card.model import (
    And,
    AnyStrength,
    Attribute,
    Branch,
    Compare,
    Convention,
    Except,
    Expression,
    Group,
    Holding,
    If,
    Length,
    MayHave,
    Meaning,
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
    is_remark,
)
from syscheck.card.words import written

MOST_CARDS = 13

ENGLISH = "en"
_UNIT = {"hfp": "HFP", "controls": "CONTROLS", "losers": "LOSERS", "tricks": "TRICKS"}
_TWO_SUITS = {("H", "S"): "HS", ("C", "D"): "CD"}
_LEAST_BARE_POINTS = 8
_CLAUSE, _OR, _AND, _TERM = range(4)  # how tightly a place binds


def meaning_text(meaning: Meaning, language: str = ENGLISH) -> str:
    """A meaning in canonical spelling, alternatives divided by ` | `."""
    return " | ".join(branch_text(b, language) for b in meaning.branches)


def branch_text(branch: Branch, language: str = ENGLISH) -> str:
    """A comma list in canonical spelling; the word that makes it a list of choices stands before the last."""
    terms = [expression_text(t, language=language) for t in branch.terms]
    if branch.any_of:
        last = max(i for i, t in enumerate(branch.terms) if not is_remark(t))
        terms[last] = f"{written(language, 'OR')} {terms[last]}"
    return ", ".join(terms)


def expression_text(expression: Expression, place: int = _CLAUSE, language: str = ENGLISH) -> str:
    """An expression in canonical spelling, in parentheses where its place binds tighter than it does."""

    def text_of(inner: Expression, place: int = _CLAUSE) -> str:
        return expression_text(inner, place, language)

    def word(kind: str, value: str = "") -> str:
        return written(language, kind, value)

    match expression:
        case Or(branches=branches):
            text, binds = f" {word('OR')} ".join(text_of(b, _AND) for b in branches), _OR
        case And(terms=terms):
            text, binds = " ".join(text_of(t, _TERM) for t in terms), _AND
        case If(then=then, condition=condition):
            text, binds = f"{text_of(then)} {word('IF')} {text_of(condition, _OR)}", _CLAUSE
        case Except(term=term, exception=exception):
            before = "" if term is None else f"{text_of(term)} "
            text, binds = f"{before}{word('EXCEPT')} {text_of(exception, _OR)}", _CLAUSE
        case Not(word=denial, term=term):
            text, binds = f"{word(denial.upper())} {text_of(term, _TERM)}", _TERM
        case Usually(term=term):
            text, binds = f"{word('USUALLY')} {text_of(term, _TERM)}", _TERM
        case MayHave(word=may, term=term):
            have = f" {word('HAVE')}" if may == "may have" else ""
            text, binds = f"{word('MAY', may)}{have} {text_of(term, _TERM)}", _TERM
        case Group(name=str(name)):
            text, binds = name, _TERM
        case Group(meaning=meaning):
            text, binds = f"({meaning_text(meaning, language)})", _TERM
        case _:
            text, binds = _fact_text(expression, language), _TERM
    return f"({text})" if binds < place else text


def _fact_text(fact: Expression, language: str) -> str:
    def word(kind: str, value: str = "") -> str:
        return written(language, kind, value)

    match fact:
        case Strength():
            return _strength_text(fact, language)
        case AnyStrength():
            return word("ANY")
        case Length():
            return _length_text(fact)
        case TwoSuiter(longer=longer, shorter=shorter, suits=suits):
            if suits is None:
                return f"{longer}-{shorter}"
            both = _TWO_SUITS.get(suits)
            return f"{longer}-{shorter} {f'{suits[0]}+{suits[1]}' if both is None else word('BOTH', both)}"
        case Pattern(lengths=lengths):
            return f"({''.join(map(str, lengths))})" if max(lengths) < 10 else "-".join(map(str, lengths))
        case Placed(groups=groups):
            cells = [["x" if c is None else str(c) for c in g] for g in groups]
            if all(len(g) == 1 for g in cells):
                return "=".join(g[0] for g in cells)
            return "".join(g[0] if len(g) == 1 else f"({''.join(g)})" for g in cells)
        case ShapeWord(word=shape):
            return word("SHAPE", shape)
        case Short(suit=suit):
            return f"{word('SHORT')} {suit}"
        case Compare(first=first, operator=operator, second=second):
            return f"{first}{operator}{second}"
        case Quality(word=quality, suit=suit, length=length):
            return f"{word(quality.upper())} {suit if length is None else _length_text(length)}"
        case Tops(count=count, of=of, suit=suit):
            return f"{count} {word('OF')} {word('TOP')} {of}" + ("" if suit is None else f" {word('IN')} {suit}")
        case Holding(honours=honours, length=length, suit=suit):
            cards = honours + "x" * (length - len(honours))
            return cards if suit is None else f"{cards} {word('IN')} {suit}"
        case Outside(honours=honours):
            return word("WRITTEN", "outside").format(f" {word('OR')} ".join(honours))
        case Vague(word=vague, amount=None):
            return word("STRENGTHWORD", vague)
        case Vague(word=vague, amount=Strength() as amount):
            return f"{word(vague.upper())} {_strength_text(amount, language)}"
        case Unclear(words=words):
            return f'{word("UNCLEAR")} "{words}"'
        case Note(text=note):
            return f'"{note}"'
        case Attribute(name=name) | Convention(name=name):
            return name
        case _:
            raise TypeError(f"no text for {type(fact).__name__}")


def _strength_text(strength: Strength, language: str) -> str:
    least, most = strength.least, strength.most
    if strength.unit == "rule":
        return written(language, "WRITTEN", "rule").format(least)
    unit = "" if strength.unit == "hcp" else " " + written(language, _UNIT[strength.unit])
    points = " " + written(language, "POINTS")
    if least is not None and most is not None:
        if least == most and strength.maybe_least is None and strength.maybe_most is None:
            small = least < _LEAST_BARE_POINTS and not unit
            return f"{least}{points if small else unit}"
        low = "" if strength.maybe_least is None else f"({strength.maybe_least})"
        high = "" if strength.maybe_most is None else f"({strength.maybe_most})"
        return f"{low}{least}-{most}{high}{unit}"
    if least is not None:
        if strength.maybe_least is not None:
            return f"({strength.maybe_least}){least}+{unit}"
        small = least < _LEAST_BARE_POINTS and not unit
        return f"{least}+{points if small else unit}"
    return f"{most}-{unit}"


def _length_text(length: Length) -> str:
    low, high = length.least, length.most
    if low == high:
        amount = str(low)
    elif high == MOST_CARDS:
        amount = f"{low}+"
    else:
        amount = f"{low}-{high}"
    low_text = "" if length.maybe_least is None else f"({length.maybe_least})"
    high_text = "" if length.maybe_most is None else f"({length.maybe_most})"
    return f"{low_text}{amount}{high_text}{'/'.join(length.suits)}"
