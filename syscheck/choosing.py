"""What somebody chooses to judge by: regulations, readings, an event, a moment; and why it cannot be chosen.

The command line and the desk's API choose alike and say the same words. Each function tells all that is wrong.
"""

import datetime
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, TypeVar

from syscheck.card import Call, did_you_mean, parse_call
from syscheck.language import Sentence, say
from syscheck.regulations import REGULATIONS, BadSetting, Page, Regulation, SettingValue, UnknownRegulation, UnknownRule
from syscheck.regulations import regulation as regulation_of

if TYPE_CHECKING:  # whoever judges without an event does not wait for the rules about them
    from syscheck.events import Event

P = ParamSpec("P")
T = TypeVar("T")
ChosenSettings = dict[str, dict[str, SettingValue]]


class Wrong(NamedTuple):
    """One thing that cannot be chosen: what it is, such as `settings`, and a sentence for whoever chose it."""

    what: str
    sentence: Sentence | str


class WrongChoice(ValueError):
    """What cannot be chosen, all of it."""

    def __init__(self, wrong: Iterable[Wrong]):
        self.wrong = tuple(wrong)
        super().__init__("\n".join(str(w.sentence) for w in self.wrong))


class Choices:
    """Choices made one after the other, so that all that is wrong is told at once."""

    def __init__(self) -> None:
        self.wrong: list[Wrong] = []

    def make(self, choose: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T | None:
        """What is chosen, or None where it cannot be."""
        try:
            return choose(*arguments, **named)
        except WrongChoice as error:
            self.wrong += error.wrong
            return None

    def done(self) -> None:
        """Errors: `WrongChoice` where anything was wrong."""
        if self.wrong:
            raise WrongChoice(self.wrong)


def choose_regulations(names: Sequence[str], what: str = "regulations") -> list[Regulation]:
    """The regulations of these names, each once. Errors: `WrongChoice`."""
    found, choices = [], Choices()
    for name in dict.fromkeys(names):
        law = choices.make(_regulation, name, what)
        if law is not None:
            found.append(law)
    choices.done()
    return found


def _regulation(name: str, what: str) -> Regulation:
    try:
        return regulation_of(name)
    except UnknownRegulation:
        known = [r.id for r in REGULATIONS]
        sentence = say(
            "there is no regulation “{name}”: {near}regulations are {known}",
            name=name,
            near=did_you_mean(name, known),
            known=", ".join(known),
        )
        raise WrongChoice([Wrong(what, sentence)]) from None


def choose_settings(assignments: Sequence[str], chosen: Sequence[str], *, alerts: bool = False) -> ChosenSettings:
    """The readings that assignments such as `sk-2008.alternatives=strict` choose, by regulation and name.

    `chosen`: the ids of the regulations to judge by, none for any; `alerts`: readings that only alerts depend on too.
    Errors: `WrongChoice`.
    """
    found: ChosenSettings = {}
    choices = Choices()
    for assignment in assignments:
        one = choices.make(_setting, assignment, chosen, alerts)
        if one is not None:
            law, name, value = one
            found.setdefault(law, {})[name] = value
    choices.done()
    return found


def _setting(assignment: str, chosen: Sequence[str], alerts: bool) -> tuple[str, str, SettingValue]:
    name, equals, value = assignment.partition("=")
    where, dot, setting = name.partition(".")
    if not equals or not dot:
        raise _wrong_setting(
            say(
                "--set {assignment}: write it as ID.NAME=VALUE, such as sk-2008.alternatives=strict",
                assignment=assignment,
            )
        )
    law = _regulation(where, "settings")
    if chosen and where not in chosen:
        raise _wrong_setting(
            say(
                "--set {assignment}: {regulation} is not among the regulations to judge by",
                assignment=assignment,
                regulation=where,
            )
        )
    known = {s.name: s for s in (law.all_settings if alerts else law.settings)}
    if setting not in known:
        raise _wrong_setting(
            say(
                "{regulation} has no setting “{setting}”: {near}its settings are {known}",
                regulation=where,
                setting=setting,
                near=did_you_mean(setting, known),
                known=", ".join(known),
            )
        )
    try:
        return where, setting, known[setting].read(value)
    except BadSetting as error:
        raise _wrong_setting(f"--set {assignment}: {error}") from None


def _wrong_setting(sentence: Sentence | str) -> WrongChoice:
    return WrongChoice([Wrong("settings", sentence)])


def choose_at_event(
    event: "Event", regulations: Sequence[str], assignments: Sequence[str]
) -> tuple[tuple[Regulation, ...], ChosenSettings]:
    """The regulations of an event, and its readings with those that it leaves to others. Errors: `WrongChoice`."""
    choices = Choices()
    if regulations:
        sentence = say(
            "--regulation {regulation}: the event's file says by which regulations it is played; "
            "leave --regulation out, or --event",
            regulation=regulations[0],
        )
        choices.wrong.append(Wrong("regulations", sentence))
    settings = choices.make(choose_settings, assignments, event.regulations) or {}
    for law, chosen in settings.items():
        for name in chosen:
            if name in event.settings.get(law, {}):
                sentence = say(
                    "--set {regulation}.{setting}: the organiser has chosen this reading in the event's file",
                    regulation=law,
                    setting=name,
                )
                choices.wrong.append(Wrong("settings", sentence))
    choices.done()
    merged = {law: {**event.settings.get(law, {}), **settings.get(law, {})} for law in event.regulations}
    return event.laws, merged


def choose_moment(text: str | None, event: "Event | None") -> datetime.datetime:
    """The moment that a text such as 2026-10-10 says, in the event's timezone; now without one.

    Errors: `WrongChoice`, also for a text without an event.
    """
    from syscheck.events.at_event import as_of_moment

    if text is None:
        return datetime.datetime.now(None if event is None else event.timezone)
    if event is None:
        sentence = say("--as-of {text}: dates belong to an event; add --event FILE", text=text)
        raise WrongChoice([Wrong("as_of", sentence)])
    try:
        return as_of_moment(text, event)
    except (ValueError, OverflowError):  # the latter: a time that other clocks have before the first year
        sentence = say("--as-of {text}: write a date such as 2026-10-10, or 2026-10-10T09:30", text=text)
        raise WrongChoice([Wrong("as_of", sentence)]) from None


def choose_call(text: str | None) -> Call | None:
    """The call that a meaning belongs to. Errors: `WrongChoice`."""
    if text is None:
        return None
    call = parse_call(text)
    if call is None:
        sentence = say(
            "--call {text}: that is not a call; calls are P, 1C … 7N, X, XX, and 1M, 3X and the like", text=text
        )
        raise WrongChoice([Wrong("call", sentence)])
    return call


def choose_rule(rule: str) -> Page:
    """The page of a rule. Errors: `WrongChoice`."""
    from syscheck.events import RULES, rule_page

    try:
        return rule_page(rule)
    except UnknownRule:
        known = [c.rule for r in REGULATIONS for c in r.rules] + [c.rule for r in RULES for c in r.clauses]
        near = did_you_mean(rule, known)
        sentence = say("there is no rule “{rule}”: {near}syscheck rules lists them", rule=rule, near=near)
        raise WrongChoice([Wrong("rule", sentence)]) from None
