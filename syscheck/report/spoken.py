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

PHRASES = {
    "and": "{one}, {another}",
    "with": "{one} with {another}",
    "or": "{one} or {another}",
    "alternatives": "{one}; or {another}",
    "not": "not {what}",
    "no": "without {what}",
    "usually": "usually {what}",
    "may have": "sometimes {what}",
    "rarely": "rarely {what}",
    "if": "{what} if {condition}",
    "except": "{what}, but not {exception}",
    "except alone": "but not {exception}",
    "group": "({what})",
    "note": "“{text}”",
    "nothing": "nothing more is written on our card",
    "any": "any strength",
    "range": "{low} to {high} {unit}",
    "least": "{low} or more {unit}",
    "most": "at most {high} {unit}",
    "exactly": "exactly {low} {unit}",
    "perhaps": "{what}, perhaps {wider}",
    "rule": "points and the two longest suits make {low} or more",
    "strong": "strong",
    "weak": "weak",
    "good": "a good {what}",
    "bad": "a bad {what}",
    "unclear": "“{words}”",
    "catalogue": "{name} ({meaning})",
    "length least": "{number} or more {suit}",
    "length most": "at most {number} {suit}",
    "length exactly": "exactly {number} {suit}",
    "length range": "{number} to {most} {suit}",
    "length none": "no {suit}",
    "no length": "fewer than {number} {suit}",
    "no such suit": "no {kind} of {number} cards or more",
    "two-suiter": "{longer} cards and {shorter} in two suits",
    "two-suiter named": "{longer} and {shorter} in {first} and {second}",
    "pattern": "{shape} in any order",
    "placed": "shape {shape} (spades, hearts, diamonds, clubs)",
    "short": "at most one card in {suit}",
    "longer": "{first} longer than {second}",
    "shorter": "{first} shorter than {second}",
    "as long": "{first} as long as {second}",
    "at least as long": "{first} at least as long as {second}",
    "at most as long": "{first} at most as long as {second}",
    "solid": "ace, king and queen in {suit}",
    "good suit": "two of ace, king and queen in {suit}",
    "solid length": "{length}, with ace, king and queen",
    "good length": "{length}, with two of ace, king and queen",
    "tops": "{count} of the top {of} in {suit}",
    "holding": "{honours} and at least {number} cards in {suit}",
    "outside": "{honours} outside the long suit",
    "bal": "balanced",
    "semibal": "balanced or nearly so",
    "unbal": "unbalanced",
    "1-suiter": "one long suit",
    "2-suiter": "two suits",
    "3-suiter": "three suits",
    "void": "a void",
    "singleton": "a singleton",
}
UNITS = {
    "hcp": "points",
    "hfp": "points with distribution",
    "controls": "controls",
    "losers": "losers",
    "tricks": "playing tricks",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "11", "12", "13")
SUITS = {
    "C": "clubs",
    "D": "diamonds",
    "H": "hearts",
    "S": "spades",
    "M": "cards in a major",
    "m": "cards in a minor",
    "X": "cards in a suit",
    "oM": "cards in the other major",
    "om": "cards in the other minor",
    "bid": "cards in the suit bid",
}
PLACES = {
    "C": "clubs",
    "D": "diamonds",
    "H": "hearts",
    "S": "spades",
    "M": "a major",
    "m": "a minor",
    "X": "a suit",
    "oM": "the other major",
    "om": "the other minor",
    "bid": "the suit bid",
}
KINDS = {"M": "major", "m": "minor", "X": "suit"}
SUIT_OR = "{one} or {another}"
HONOURS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
HONOURS_OR = "{one} or {another}"
ATTRIBUTES = {
    "NF": "not forcing",
    "F": "forcing",
    "F1": "forcing for one round",
    "GF": "forcing to game",
    "INV": "inviting",
    "LIM": "limited",
    "PRE": "pre-emptive",
    "ART": "artificial",
    "NAT": "natural",
    "TRF": "transfer",
    "PUP": "partner makes the next bid (puppet)",
    "relay": "relay, partner describes his hand",
    "negative": "negative",
    "canape": "perhaps a longer suit follows (canapé)",
    "two-way": "has two meanings",
}
ASKS = {
    "strength": "asks for strength",
    "shape": "asks for shape",
    "M": "asks for a major",
    "m": "asks for a minor",
    "aces": "asks for aces",
    "kings": "asks for kings",
    "stopper": "asks for a stopper",
    "suit": "asks for the suit",
}
ASKS_OTHER = "asks for {what}"

MOST_CARDS = 13
_COMPARE = {"<": "shorter", "<=": "at most as long", "=": "as long", ">=": "at least as long", ">": "longer"}


def meaning_in_words(meaning: Meaning, letters: dict[str, str] | None = None) -> str:
    """A meaning as a player says it; `letters` are those that the call is written with, and what they stand for."""
    return _Speaker(letters or {}).meaning(meaning) or PHRASES["nothing"]


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
        return table.get(letter, letter)

    def say(self, expression: Expression) -> str:
        match expression:
            case And(terms=terms):
                return _joined("and", map(self.say, terms))
            case Or(branches=branches) if all(isinstance(b, Placed) for b in branches):
                return PHRASES["placed"].format(shape=_joined("or", map(expression_text, branches)))
            case Or(branches=branches):
                return _joined("or", (self.say_together(b) for b in branches))
            case Group(meaning=meaning):
                said = self.meaning(meaning)
                return PHRASES["group"].format(what=said) if len(meaning.branches) > 1 else said
            case Not(word="no", term=Length(least=least, suits=[letter])) if least > 0 and letter in KINDS:
                if letter not in self.letters:
                    return PHRASES["no such suit"].format(kind=KINDS[letter], number=NUMBERS[least])
                return PHRASES["no length"].format(number=NUMBERS[least], suit=self.suits((letter,)))
            case Not(word="no", term=Length(least=least, suits=suits)) if least > 0:
                return PHRASES["no length"].format(number=NUMBERS[least], suit=self.suits(suits))
            case Not(word=word, term=term):
                return PHRASES[word].format(what=self.say(term))
            case Usually(term=term):
                return PHRASES["usually"].format(what=self.say(term))
            case MayHave(word=word, term=term):
                return PHRASES["rarely" if word.startswith("rarely") else "may have"].format(what=self.say(term))
            case If(then=then, condition=condition):
                return PHRASES["if"].format(what=self.say(then), condition=self.say(condition))
            case Except(term=None, exception=exception):
                return PHRASES["except alone"].format(exception=self.say(exception))
            case Except(term=term, exception=exception):
                assert term is not None
                return PHRASES["except"].format(what=self.say(term), exception=self.say(exception))
            case Attribute(name=name):
                topic = name.removeprefix("asks ")
                if topic != name:
                    return ASKS.get(topic, ASKS_OTHER.format(what=topic))
                return ATTRIBUTES.get(name, name)
            case Convention(name=name):
                entry = catalogue_entry("conventions", name)
                if entry.meaning is None:
                    return name
                return PHRASES["catalogue"].format(name=name, meaning=self.meaning(read_meaning(entry.meaning)))
            case Note(text=text):
                return PHRASES["note"].format(text=text)
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
                return PHRASES["any"]
            case Vague(word=word, amount=None):
                return PHRASES[word]
            case Vague(word=word, amount=Strength() as amount):
                return PHRASES[word].format(what=self.strength(amount))
            case Unclear(words=words):
                return PHRASES["unclear"].format(words=words)
            case Length():
                return self.length(fact)
            case TwoSuiter(longer=longer, shorter=shorter, suits=None):
                return PHRASES["two-suiter"].format(longer=NUMBERS[longer], shorter=NUMBERS[shorter])
            case TwoSuiter(longer=longer, shorter=shorter, suits=(first, second)):
                return PHRASES["two-suiter named"].format(
                    longer=NUMBERS[longer],
                    shorter=NUMBERS[shorter],
                    first=self.suit(first, PLACES),
                    second=self.suit(second, PLACES),
                )
            case Pattern(lengths=lengths):
                return PHRASES["pattern"].format(shape="-".join(map(str, lengths)))
            case Placed():
                return PHRASES["placed"].format(shape=expression_text(fact))
            case ShapeWord(word=word):
                return PHRASES[word]
            case Short(suit=suit):
                return PHRASES["short"].format(suit=self.suit(suit, PLACES))
            case Compare(first=first, operator=operator, second=second):
                return PHRASES[_COMPARE[operator]].format(
                    first=self.suit(first, PLACES), second=self.suit(second, PLACES)
                )
            case Quality(word=word, suit=suit, length=None):
                return PHRASES["solid" if word == "solid" else "good suit"].format(suit=self.suit(suit, PLACES))
            case Quality(word=word, length=Length() as length):
                return PHRASES["solid length" if word == "solid" else "good length"].format(length=self.length(length))
            case Tops(count=count, of=of, suit=suit):
                return PHRASES["tops"].format(count=NUMBERS[count], of=NUMBERS[of], suit=self.suit(suit, PLACES))
            case Holding(honours=honours, length=number, suit=suit):
                return PHRASES["holding"].format(honours=honours, number=NUMBERS[number], suit=self.suit(suit, PLACES))
            case Outside(honours=honours):
                return PHRASES["outside"].format(honours=_either(HONOURS_OR, (HONOURS[h] for h in honours)))
            case _:
                return expression_text(fact)

    def strength(self, strength: Strength) -> str:
        if strength.unit == "rule":
            return PHRASES["rule"].format(low=strength.least)
        unit = UNITS[strength.unit]
        said = _range(strength.least, strength.most, unit)
        if strength.maybe_least is None and strength.maybe_most is None:
            return said
        low = strength.least if strength.maybe_least is None else strength.maybe_least
        high = strength.most if strength.maybe_most is None else strength.maybe_most
        return PHRASES["perhaps"].format(what=said, wider=_range(low, high, unit))

    def suits(self, suits: Iterable[str]) -> str:
        return _either(SUIT_OR, (self.suit(s, SUITS) for s in suits))

    def length(self, length: Length) -> str:
        said = self.cards(length.least, length.most, length.suits)
        if length.maybe_least is None and length.maybe_most is None:
            return said
        low = length.least if length.maybe_least is None else length.maybe_least
        high = length.most if length.maybe_most is None else length.maybe_most
        return PHRASES["perhaps"].format(what=said, wider=self.cards(low, high, length.suits))

    def cards(self, least: int, most: int, suits: tuple[str, ...]) -> str:
        suit = self.suits(suits)
        if most == 0:
            return PHRASES["length none"].format(suit=suit)
        if least == most:
            return PHRASES["length exactly"].format(number=NUMBERS[least], suit=suit)
        if most >= MOST_CARDS:
            return PHRASES["length least"].format(number=NUMBERS[least], suit=suit)
        if least == 0:
            return PHRASES["length most"].format(number=NUMBERS[most], suit=suit)
        return PHRASES["length range"].format(number=NUMBERS[least], most=NUMBERS[most], suit=suit)


def _joined(phrase: str, said: Iterable[str]) -> str:
    words = ""
    for one in said:
        words = PHRASES[phrase].format(one=words, another=one) if words else one
    return words


def _either(phrase: str, said: Iterable[str]) -> str:
    words = ""
    for one in said:
        words = phrase.format(one=words, another=one) if words else one
    return words


def _range(low: int | None, high: int | None, unit: str) -> str:
    if low is None or (low == 0 and high is not None):
        return PHRASES["most"].format(high=high, unit=unit)
    if high is None:
        return PHRASES["least"].format(low=low, unit=unit)
    if low == high:
        return PHRASES["exactly"].format(low=low, unit=unit)
    return PHRASES["range"].format(low=low, high=high, unit=unit)
