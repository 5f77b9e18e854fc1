"""What every regulation speaks in: outcomes, rulings, findings, clauses, settings."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from enum import StrEnum
from fractions import Fraction
from functools import wraps
from typing import Any

from syscheck.card import EVERYWHERE, Place
from syscheck.hands import NO_HAND, Hand, HandSet
from syscheck.language import Sentence, phrase, say
from syscheck.system import CallOnCard, Hands, Opening, System
from syscheck.values import dataclass


class Outcome(StrEnum):
    """What a rule says of a card, or of one opening in one place."""

    MET = "met"
    NOT_MET = "not met"
    DOES_NOT_APPLY = "does not apply"
    DOUBTFUL = "doubtful"
    CANNOT_TELL = "cannot tell"


MET, NOT_MET, DOES_NOT_APPLY = Outcome.MET, Outcome.NOT_MET, Outcome.DOES_NOT_APPLY
DOUBTFUL, CANNOT_TELL = Outcome.DOUBTFUL, Outcome.CANNOT_TELL

FEATURE = (MET, CANNOT_TELL, DOUBTFUL, NOT_MET, DOES_NOT_APPLY)
"""A feature is the card's when one place has it: the strongest outcome first."""

REQUIREMENT = (NOT_MET, CANNOT_TELL, DOUBTFUL, MET, DOES_NOT_APPLY)
"""A requirement must hold in every place: the outcome that breaks it first."""

PASS_ASSUMED = say("Pass is not on the card; it is taken as the ordinary pass that denies an opening bid.")
"""What a rule takes for granted where the card does not mention Pass."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a rule says of one opening (None: of the card, of an unmentioned Pass, or of `call`) in some places.

    `shows` holds the hands that prove it: witnesses of a *may*, counterexamples of an *always*.
    """

    outcome: Outcome
    reason: Sentence
    opening: Opening | None = None
    places: frozenset[Place] = EVERYWHERE
    shows: HandSet = NO_HAND
    questions: tuple[str | Sentence, ...] = ()
    assumption: Sentence | None = None
    call: CallOnCard | None = None
    """The call of the card that it speaks of, where that is no opening: by a rule about alerts or overcalls."""

    @property
    def named(self) -> str | None:
        """The call or sequence that it speaks of."""
        if self.call is not None:
            return str(self.call)
        return None if self.opening is None else str(self.opening.call)

    def examples(self, count: int = 1) -> tuple[Hand, ...]:
        """Hands that prove it, the most frequent first."""
        return self.shows.examples(count) if self.shows else ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule says of a card: the decisive rulings' outcome, with every ruling kept."""

    rule: str
    outcome: Outcome
    rulings: tuple[Ruling, ...]
    each: bool = False
    """Whether every call counts by itself, so that open ones ask though another decides."""

    @property
    def decisive(self) -> tuple[Ruling, ...]:
        """The rulings that give the outcome."""
        return tuple(r for r in self.rulings if r.outcome is self.outcome)

    @property
    def message(self) -> Sentence:
        """The reason of the first decisive ruling."""
        return self.decisive[0].reason

    @property
    def calls(self) -> tuple[str, ...]:
        """The calls of the decisive rulings, in card order."""
        return tuple(dict.fromkeys(r.named for r in self.decisive if r.named is not None))

    @property
    def assumptions(self) -> tuple[Sentence, ...]:
        """What the decisive rulings take for granted."""
        return tuple(dict.fromkeys(r.assumption for r in self.decisive if r.assumption is not None))

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions to the pair that would decide it."""
        if self.outcome is not CANNOT_TELL and not self.each:
            return ()
        return tuple(dict.fromkeys(str(q) for r in self.rulings if r.outcome is CANNOT_TELL for q in r.questions))


SettingValue = str | Fraction | int


@dataclass(frozen=True, slots=True)
class Setting:
    """A reading that an organiser may choose: its default, and what may be chosen instead.

    `choices` for words; `least` and `most` for numbers, whole ones where the default is whole.
    """

    name: str
    default: SettingValue
    meaning: str
    choices: tuple[str, ...] = ()
    least: Fraction | int = 0
    most: Fraction | int = 0

    def read(self, text: str) -> SettingValue:
        """The value that `text` writes. Errors: `BadSetting`, with what may be written."""
        if self.choices:
            if text not in self.choices:
                raise BadSetting(say("“{text}” is not one of {choices}", text=text, choices=", ".join(self.choices)))
            return text
        try:
            value = Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise BadSetting(say("“{text}” is not a number", text=text)) from None
        whole = isinstance(self.default, int)
        if not self.least <= value <= self.most or (whole and value.denominator != 1):
            template = phrase("{text} is not from {least} to {most}")
            if whole:
                template = phrase("{text} is not a whole number from {least} to {most}")
            raise BadSetting(say(template, text=text, least=_number(self.least), most=_number(self.most)))
        return int(value) if whole else value


class BadSetting(ValueError):
    """A setting's value that cannot be taken; the message is for the organiser."""


def _number(value: SettingValue) -> str | int | float:
    return float(value) if isinstance(value, Fraction) else value


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """The numbers of a regulation, and the readings chosen for it."""

    numbers: Mapping[str, Any]
    settings: Mapping[str, SettingValue] = field(default_factory=dict)

    def number(self, name: str) -> int:
        """A whole number of the regulation, or the setting that stands for it."""
        value = self.settings.get(name, self.numbers.get(name))
        if not isinstance(value, int):
            raise KeyError(name)
        return value

    def share(self, name: str) -> Fraction:
        """A share, exact as it is written."""
        value = self.settings.get(name, self.numbers.get(name))
        if value is None:
            raise KeyError(name)
        return value if isinstance(value, Fraction) else Fraction(str(value))

    def only(self, names: Iterable[str]) -> "Law":
        """The same law with just these numbers and settings."""
        values = {name: self.settings[name] if name in self.settings else self.numbers[name] for name in names}
        return Law(values, values)

    def reading(self, name: str) -> str:
        """The word chosen for a setting."""
        return str(self.settings[name])


Judge = Callable[[System, Law], Iterable[Ruling]]


def once_a_card(*names: str) -> Callable[[Judge], Judge]:
    """A judge that is asked once a card, however many regulations share it; again where a number differs.

    `names` are the numbers and settings that it reads: it is given no others.
    """

    def shared(judge: Judge) -> Judge:
        @wraps(judge)
        def rulings(system: System, law: Law) -> Iterable[Ruling]:
            own = law.only(names)
            return system.once((judge, *own.numbers.values()), lambda: tuple(judge(system, own)))

        return rulings

    return shared


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule's id and the function that judges by it; its page stands under the same id."""

    rule: str
    judge: Judge
    order: tuple[Outcome, ...] = FEATURE
    nothing: str = phrase("there is nothing on the card that this rule looks at")
    origin: str | None = None
    """The rule of another regulation that says the same."""
    each: bool = False
    """Whether every call counts by itself: a call that is open asks, though another is met."""

    def derived(self, rule: str, change: Callable[[Judge], Judge] | None = None) -> "Clause":
        """The same clause under the id of another regulation, with that one's numbers; `change` adds its exceptions."""
        return replace(self, rule=rule, judge=change(self.judge) if change else self.judge, origin=self.rule)

    def finding(self, system: System, law: Law) -> Finding:
        """What the rule says of a system; asked once for each law, as other rules may rest on it."""
        return system.once((self, law), lambda: self._finding(system, law))

    def _finding(self, system: System, law: Law) -> Finding:
        rulings = tuple(self.judge(system, law)) or (Ruling(DOES_NOT_APPLY, say(self.nothing)),)
        outcome = min((r.outcome for r in rulings), key=self.order.index)
        return Finding(self.rule, outcome, rulings, self.each)


# ---- rules over hands that are not exactly known -------------------------------------------------------------


def if_some(hands: Hands, judge: Callable[[HandSet], Outcome]) -> Outcome:
    """A rule that more hands can only make stronger (*may*), over every set between certain and possible.

    `judge` never sees an empty set.
    """
    widest = judge(hands.possible)
    if hands.exact:
        return widest
    narrowest = judge(hands.certain) if hands.certain else NOT_MET
    return widest if narrowest is widest else CANNOT_TELL


def if_all(hands: Hands, judge: Callable[[HandSet], Outcome]) -> Outcome:
    """A rule that more hands can only make weaker (*always*), over every set between certain and possible."""
    widest = judge(hands.possible)
    if hands.exact:
        return widest
    narrowest = judge(hands.certain) if hands.certain else MET
    return widest if narrowest is widest else CANNOT_TELL


def has_any(hands: Hands, wanted: HandSet) -> bool | None:
    """Whether some hand is of the wanted kind; None where that is open."""
    if hands.certain & wanted:
        return True
    return None if hands.possible & wanted else False


def has_only(hands: Hands, wanted: HandSet) -> bool | None:
    """Whether every hand is of the wanted kind; None where that is open."""
    if hands.possible <= wanted:
        return True
    return None if hands.certain <= wanted else False


def every(answers: Iterable[bool | None]) -> bool | None:
    """Whether all answers are yes; None where that is open."""
    found = tuple(answers)
    return False if False in found else None if None in found else True


def some(answers: Iterable[bool | None]) -> bool | None:
    """Whether one answer is yes; None where that is open."""
    found = tuple(answers)
    return True if True in found else None if None in found else False


def opposite(answer: bool | None) -> bool | None:
    """No for yes, yes for no; what is open stays open."""
    return None if answer is None else not answer


def least_hcp(hands: Hands) -> tuple[int, int]:
    """The lowest and the highest that the fewest points may be, over every set between the two."""
    low = hands.possible.least_hcp
    return (low, hands.certain.least_hcp) if hands.certain else (low, hands.possible.most_hcp)
