"""The canonical text of a card and of its pieces."""

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

MOST_CARDS = 13

_UNIT = {"hcp": "", "hfp": " hfp", "controls": " controls", "losers": " losers", "tricks": " tricks"}
_TWO_SUITS = {("H", "S"): " majors", ("C", "D"): " minors"}
_LEAST_BARE_POINTS = 8
_CLAUSE, _OR, _AND, _TERM = range(4)  # how tightly a place binds


def meaning_text(meaning: Meaning) -> str:
    """A meaning in canonical spelling, alternatives divided by ` | `."""
    return " | ".join(map(branch_text, meaning.branches))


def branch_text(branch: Branch) -> str:
    """A comma list in canonical spelling; the word that makes it a list of choices stands before the last."""
    terms = [expression_text(t) for t in branch.terms]
    if branch.any_of:
        last = max(i for i, t in enumerate(branch.terms) if not is_remark(t))
        terms[last] = f"or {terms[last]}"
    return ", ".join(terms)


def expression_text(expression: Expression, place: int = _CLAUSE) -> str:
    """An expression in canonical spelling, in parentheses where its place binds tighter than it does."""
    match expression:
        case Or(branches=branches):
            text, binds = " or ".join(expression_text(b, _AND) for b in branches), _OR
        case And(terms=terms):
            text, binds = " ".join(expression_text(t, _TERM) for t in terms), _AND
        case If(then=then, condition=condition):
            text, binds = f"{expression_text(then)} if {expression_text(condition, _OR)}", _CLAUSE
        case Except(term=term, exception=exception):
            before = "" if term is None else f"{expression_text(term)} "
            text, binds = f"{before}except {expression_text(exception, _OR)}", _CLAUSE
        case Not(word=word, term=term):
            text, binds = f"{word} {expression_text(term, _TERM)}", _TERM
        case Usually(term=term):
            text, binds = f"usually {expression_text(term, _TERM)}", _TERM
        case MayHave(word=word, term=term):
            text, binds = f"{word} {expression_text(term, _TERM)}", _TERM
        case Group(name=str(name)):
            text, binds = name, _TERM
        case Group(meaning=meaning):
            text, binds = f"({meaning_text(meaning)})", _TERM
        case _:
            text, binds = _fact_text(expression), _TERM
    return f"({text})" if binds < place else text


def _fact_text(fact: Expression) -> str:
    match fact:
        case Strength():
            return _strength_text(fact)
        case AnyStrength():
            return "any"
        case Length():
            return _length_text(fact)
        case TwoSuiter(longer=longer, shorter=shorter, suits=suits):
            named = "" if suits is None else _TWO_SUITS.get(suits, f" {suits[0]}+{suits[1]}")
            return f"{longer}-{shorter}{named}"
        case Pattern(lengths=lengths):
            return f"({''.join(map(str, lengths))})" if max(lengths) < 10 else "-".join(map(str, lengths))
        case Placed(groups=groups):
            cells = [["x" if c is None else str(c) for c in g] for g in groups]
            if all(len(g) == 1 for g in cells):
                return "=".join(g[0] for g in cells)
            return "".join(g[0] if len(g) == 1 else f"({''.join(g)})" for g in cells)
        case ShapeWord(word=word):
            return word
        case Short(suit=suit):
            return f"short {suit}"
        case Compare(first=first, operator=operator, second=second):
            return f"{first}{operator}{second}"
        case Quality(word=word, suit=suit, length=length):
            return f"{word} {suit if length is None else _length_text(length)}"
        case Tops(count=count, of=of, suit=suit):
            return f"{count} of top {of}" + ("" if suit is None else f" in {suit}")
        case Holding(honours=honours, length=length, suit=suit):
            return honours + "x" * (length - len(honours)) + ("" if suit is None else f" in {suit}")
        case Outside(honours=honours):
            return "outside " + " or ".join(honours)
        case Vague(word=word, amount=amount):
            return word if amount is None else f"{word} {_strength_text(amount)}"
        case Unclear(words=words):
            return f'unclear "{words}"'
        case Note(text=note):
            return f'"{note}"'
        case Attribute(name=name) | Convention(name=name):
            return name
        case _:
            raise TypeError(f"no text for {type(fact).__name__}")


def _strength_text(strength: Strength) -> str:
    least, most = strength.least, strength.most
    if strength.unit == "rule":
        return f"rule of {least}"
    unit = _UNIT[strength.unit]
    if least is not None and most is not None:
        if least == most and strength.maybe_least is None and strength.maybe_most is None:
            small = least < _LEAST_BARE_POINTS and not unit
            return f"{least}{' hcp' if small else unit}"
        low = "" if strength.maybe_least is None else f"({strength.maybe_least})"
        high = "" if strength.maybe_most is None else f"({strength.maybe_most})"
        return f"{low}{least}-{most}{high}{unit}"
    if least is not None:
        if strength.maybe_least is not None:
            return f"({strength.maybe_least}){least}+{unit}"
        small = least < _LEAST_BARE_POINTS and not unit
        return f"{least}+{' hcp' if small else unit}"
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
