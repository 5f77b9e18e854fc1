"""A meaning in the words that a player says when asked: points, lengths, shape, agreements.

Every phrase that is heard stands in the tables at the top, whole and with named places, to be translated.
"""

from collections.abc import Iterable

from syscheck.card import read_meaning
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
)
from syscheck.card.words import catalogue_entry
from syscheck.card.writer import expression_text
from syscheck.language import phrase, translated

PHRASES = {
    "and": phrase("{one}, {another}"),
    "with": phrase("{one} with {another}"),
    "or": phrase("{one} or {another}"),
    "alternatives": phrase("{one}; or {another}"),
    "not": phrase("not {what}"),
    "no": phrase("without {what}"),
    "usually": phrase("usually {what}"),
    "may have": phrase("sometimes {what}"),
    "rarely": phrase("rarely {what}"),
    "if": phrase("{what} if {condition}"),
    "except": phrase("{what}, but not {exception}"),
    "except alone": phrase("but not {exception}"),
    "group": phrase("({what})"),
    "note": phrase("“{text}”"),
    "nothing": phrase("nothing more is written on our card"),
    "any": phrase("any strength"),
    "range": phrase("{low} to {high} {unit}"),
    "least": phrase("{low} or more {unit}"),
    "most": phrase("at most {high} {unit}"),
    "exactly": phrase("exactly {low} {unit}"),
    "perhaps": phrase("{what}, perhaps {wider}"),
    "rule": phrase("points and the two longest suits make {low} or more"),
    "strong": phrase("strong"),
    "weak": phrase("weak"),
    "good": phrase("a good {what}"),
    "bad": phrase("a bad {what}"),
    "unclear": phrase("“{words}”"),
    "catalogue": phrase("{name} ({meaning})"),
    "length least": phrase("{number} or more {suit}"),
    "length most": phrase("at most {number} {suit}"),
    "length exactly": phrase("exactly {number} {suit}"),
    "length range": phrase("{number} to {most} {suit}"),
    "length none": phrase("no {suit}"),
    "no length": phrase("fewer than {number} {suit}"),
    "no such suit": phrase("no {kind} of {number} cards or more"),
    "two-suiter": phrase("{longer} cards and {shorter} in two suits"),
    "two-suiter named": phrase("{longer} and {shorter} in {first} and {second}"),
    "pattern": phrase("{shape} in any order"),
    "placed": phrase("shape {shape} (spades, hearts, diamonds, clubs)"),
    "short": phrase("at most one card in {suit}"),
    "longer": phrase("{first} longer than {second}"),
    "shorter": phrase("{first} shorter than {second}"),
    "as long": phrase("{first} as long as {second}"),
    "at least as long": phrase("{first} at least as long as {second}"),
    "at most as long": phrase("{first} at most as long as {second}"),
    "solid": phrase("ace, king and queen in {suit}"),
    "good suit": phrase("two of ace, king and queen in {suit}"),
    "solid length": phrase("{length}, with ace, king and queen"),
    "good length": phrase("{length}, with two of ace, king and queen"),
    "tops": phrase("{count} of the top {of} in {suit}"),
    "holding": phrase("{honours} and at least {number} cards in {suit}"),
    "outside": phrase("{honours} outside the long suit"),
    "bal": phrase("balanced"),
    "semibal": phrase("balanced or nearly so"),
    "unbal": phrase("unbalanced"),
    "1-suiter": phrase("one long suit"),
    "2-suiter": phrase("two suits"),
    "3-suiter": phrase("three suits"),
    "void": phrase("a void"),
    "singleton": phrase("a singleton"),
}
UNITS = {
    "hcp": phrase("points"),
    "hfp": phrase("points with distribution"),
    "controls": phrase("controls"),
    "losers": phrase("losers"),
    "tricks": phrase("playing tricks"),
}
NUMBERS = (
    phrase("no"),
    phrase("one"),
    phrase("two"),
    phrase("three"),
    phrase("four"),
    phrase("five"),
    phrase("six"),
    phrase("seven"),
    phrase("eight"),
    phrase("nine"),
    phrase("ten"),
    "11",
    "12",
    "13",
)
SUITS = {
    "C": phrase("clubs"),
    "D": phrase("diamonds"),
    "H": phrase("hearts"),
    "S": phrase("spades"),
    "M": phrase("cards in a major"),
    "m": phrase("cards in a minor"),
    "X": phrase("cards in a suit"),
    "oM": phrase("cards in the other major"),
    "om": phrase("cards in the other minor"),
    "bid": phrase("cards in the suit bid"),
}
PLACES = {
    "C": phrase("clubs"),
    "D": phrase("diamonds"),
    "H": phrase("hearts"),
    "S": phrase("spades"),
    "M": phrase("a major"),
    "m": phrase("a minor"),
    "X": phrase("a suit"),
    "oM": phrase("the other major"),
    "om": phrase("the other minor"),
    "bid": phrase("the suit bid"),
}
KINDS = {"M": phrase("major"), "m": phrase("minor"), "X": phrase("suit")}
SUIT_OR = phrase("{one} or {another}")
HONOURS = {
    "A": phrase("ace"),
    "K": phrase("king"),
    "Q": phrase("queen"),
    "J": phrase("jack"),
    "T": phrase("ten"),
}
HONOURS_OR = phrase("{one} or {another}")
ATTRIBUTES = {
    "NF": phrase("not forcing"),
    "F": phrase("forcing"),
    "F1": phrase("forcing for one round"),
    "GF": phrase("forcing to game"),
    "INV": phrase("inviting"),
    "LIM": phrase("limited"),
    "PRE": phrase("pre-emptive"),
    "ART": phrase("artificial"),
    "NAT": phrase("natural"),
    "TRF": phrase("transfer"),
    "PUP": phrase("partner makes the next bid (puppet)"),
    "relay": phrase("relay, partner describes his hand"),
    "negative": phrase("negative"),
    "canape": phrase("perhaps a longer suit follows (canapé)"),
    "two-way": phrase("has two meanings"),
}
ASKS = {
    "strength": phrase("asks for strength"),
    "shape": phrase("asks for shape"),
    "M": phrase("asks for a major"),
    "m": phrase("asks for a minor"),
    "aces": phrase("asks for aces"),
    "kings": phrase("asks for kings"),
    "stopper": phrase("asks for a stopper"),
    "suit": phrase("asks for the suit"),
}
ASKS_OTHER = phrase("asks for {what}")

MOST_CARDS = 13
_COMPARE = {"<": "shorter", "<=": "at most as long", "=": "as long", ">=": "at least as long", ">": "longer"}


def meaning_in_words(meaning: Meaning, letters: dict[str, str] | None = None) -> str:
    """A meaning as a player says it; `letters` are those that the call is written with, and what they stand for."""
    return _Speaker(letters or {}).meaning(meaning) or _said("nothing")


class _Speaker:
    """Says expressions, with the letters of the call put in."""

    def __init__(self, letters: dict[str, str]):
        self.letters = letters

    def meaning(self, meaning: Meaning) -> str:
        return _joined("alternatives", (self.branch(b) for b in meaning.branches))

    def branch(self, branch: Branch) -> str:
        return _joined("or" if branch.any_of else "and", map(self.say, branch.terms))

    def suit(self, letter: str | None, table: dict[str, str]) -> str:
        letter = "bid" if letter is None else self.letters.get(letter, letter)
        return translated(table.get(letter, letter))

    def say(self, expression: Expression) -> str:
        match expression:
            case And(terms=terms):
                return _joined("and", map(self.say, terms))
            case Or(branches=branches) if all(isinstance(b, Placed) for b in branches):
                return _said("placed", shape=_joined("or", map(expression_text, branches)))
            case Or(branches=branches):
                return _joined("or", (self.say_together(b) for b in branches))
            case Group(meaning=meaning):
                said = self.meaning(meaning)
                return _said("group", what=said) if len(meaning.branches) > 1 else said
            case Not(word="no", term=Length(least=least, suits=[letter])) if least > 0 and letter in KINDS:
                if letter not in self.letters:
                    return _said("no such suit", kind=translated(KINDS[letter]), number=_number(least))
                return _said("no length", number=_number(least), suit=self.suits((letter,)))
            case Not(word="no", term=Length(least=least, suits=suits)) if least > 0:
                return _said("no length", number=_number(least), suit=self.suits(suits))
            case Not(word=word, term=term):
                return _said(word, what=self.say(term))
            case Usually(term=term):
                return _said("usually", what=self.say(term))
            case MayHave(word=word, term=term):
                return _said("rarely" if word.startswith("rarely") else "may have", what=self.say(term))
            case If(then=then, condition=condition):
                return _said("if", what=self.say(then), condition=self.say(condition))
            case Except(term=None, exception=exception):
                return _said("except alone", exception=self.say(exception))
            case Except(term=term, exception=exception):
                assert term is not None
                return _said("except", what=self.say(term), exception=self.say(exception))
            case Attribute(name=name):
                topic = name.removeprefix("asks ")
                if topic != name:
                    return translated(ASKS[topic]) if topic in ASKS else translated(ASKS_OTHER).format(what=topic)
                return translated(ATTRIBUTES.get(name, name))
            case Convention(name=name):
                entry = catalogue_entry("conventions", name)
                if entry.meaning is None:
                    return name
                return _said("catalogue", name=name, meaning=self.meaning(read_meaning(entry.meaning)))
            case Note(text=text):
                return _said("note", text=text)
            case _:
                return self.fact(expression)

    def say_together(self, expression: Expression) -> str:
        """One branch of an `or`: its terms belong closer together than the terms of a list."""
        if isinstance(expression, And):
            return _joined("with", map(self.say, expression.terms))
        return self.say(expression)

    def fact(self, fact: Expression) -> str:
        match fact:
            case Strength():
                return self.strength(fact)
            case AnyStrength():
                return _said("any")
            case Vague(word=word, amount=None):
                return _said(word)
            case Vague(word=word, amount=Strength() as amount):
                return _said(word, what=self.strength(amount))
            case Unclear(words=words):
                return _said("unclear", words=words)
            case Length():
                return self.length(fact)
            case TwoSuiter(longer=longer, shorter=shorter, suits=None):
                return _said("two-suiter", longer=_number(longer), shorter=_number(shorter))
            case TwoSuiter(longer=longer, shorter=shorter, suits=(first, second)):
                return _said(
                    "two-suiter named",
                    longer=_number(longer),
                    shorter=_number(shorter),
                    first=self.suit(first, PLACES),
                    second=self.suit(second, PLACES),
                )
            case Pattern(lengths=lengths):
                return _said("pattern", shape="-".join(map(str, lengths)))
            case Placed():
                return _said("placed", shape=expression_text(fact))
            case ShapeWord(word=word):
                return _said(word)
            case Short(suit=suit):
                return _said("short", suit=self.suit(suit, PLACES))
            case Compare(first=first, operator=operator, second=second):
                return _said(_COMPARE[operator], first=self.suit(first, PLACES), second=self.suit(second, PLACES))
            case Quality(word=word, suit=suit, length=None):
                return _said("solid" if word == "solid" else "good suit", suit=self.suit(suit, PLACES))
            case Quality(word=word, length=Length() as length):
                return _said("solid length" if word == "solid" else "good length", length=self.length(length))
            case Tops(count=count, of=of, suit=suit):
                return _said("tops", count=_number(count), of=_number(of), suit=self.suit(suit, PLACES))
            case Holding(honours=honours, length=number, suit=suit):
                return _said("holding", honours=honours, number=_number(number), suit=self.suit(suit, PLACES))
            case Outside(honours=honours):
                return _said("outside", honours=_either(HONOURS_OR, (translated(HONOURS[h]) for h in honours)))
            case _:
                return expression_text(fact)

    def strength(self, strength: Strength) -> str:
        if strength.unit == "rule":
            return _said("rule", low=strength.least)
        unit = translated(UNITS[strength.unit])
        said = _range(strength.least, strength.most, unit)
        if strength.maybe_least is None and strength.maybe_most is None:
            return said
        low = strength.least if strength.maybe_least is None else strength.maybe_least
        high = strength.most if strength.maybe_most is None else strength.maybe_most
        return _said("perhaps", what=said, wider=_range(low, high, unit))

    def suits(self, suits: Iterable[str]) -> str:
        return _either(SUIT_OR, (self.suit(s, SUITS) for s in suits))

    def length(self, length: Length) -> str:
        said = self.cards(length.least, length.most, length.suits)
        if length.maybe_least is None and length.maybe_most is None:
            return said
        low = length.least if length.maybe_least is None else length.maybe_least
        high = length.most if length.maybe_most is None else length.maybe_most
        return _said("perhaps", what=said, wider=self.cards(low, high, length.suits))

    def cards(self, least: int, most: int, suits: tuple[str, ...]) -> str:
        suit = self.suits(suits)
        if most == 0:
            return _said("length none", suit=suit)
        if least == most:
            return _said("length exactly", number=_number(least), suit=suit)
        if most >= MOST_CARDS:
            return _said("length least", number=_number(least), suit=suit)
        if least == 0:
            return _said("length most", number=_number(most), suit=suit)
        return _said("length range", number=_number(least), most=_number(most), suit=suit)


def _said(key: str, **values: object) -> str:
    return translated(PHRASES[key]).format(**values)


def _number(count: int) -> str:
    return translated(NUMBERS[count])


def _joined(name: str, said: Iterable[str]) -> str:
    words = ""
    for one in said:
        words = _said(name, one=words, another=one) if words else one
    return words


def _either(template: str, said: Iterable[str]) -> str:
    words = ""
    for one in said:
        words = translated(template).format(one=words, another=one) if words else one
    return words


def _range(low: int | None, high: int | None, unit: str) -> str:
    if low is None or (low == 0 and high is not None):
        return _said("most", high=high, unit=unit)
    if high is None:
        return _said("least", low=low, unit=unit)
    if low == high:
        return _said("exactly", low=low, unit=unit)
    return _said("range", low=low, high=high, unit=unit)
