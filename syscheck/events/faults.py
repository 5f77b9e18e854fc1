"""What can be wrong with an event file, told in an organiser's words.

A code is stable; its text may get better. `docs/errors.md` lists every code with a file that provokes it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from syscheck.card import Code, Fault
from syscheck.events.toml import Path, Places, places
from syscheck.language import Sentence

CODES: dict[str, Code] = {
    # The file.
    "V101": Code("the file cannot be read: {why}", "check the name and that it is a file"),
    "V102": Code("the file is not UTF-8 text", "save it as UTF-8"),
    "V103": Code("the file is larger than 64 KiB", "an event is described in a few lines; is this the right file?"),
    "V104": Code(
        "this cannot be read as TOML: {why}",
        "a line is written as boards = 12, a text in double quotes, a time as 2027-01-16T10:00",
    ),
    "V105": Code("this key or table stands twice", "keep one of the two"),
    # Keys and values.
    "V110": Code("“{key}” is not a key of {where}", "{near}keys are: {known}"),
    "V111": Code(
        "“{key}” is a key of the whole event, and stands in a table",
        "move it to the top of the file, above the first line in brackets",
    ),
    "V112": Code("“{key}” is missing", "write such as {example}"),
    "V113": Code("“{key}” cannot be {written}", "write such as {example}"),
    "V114": Code("“{written}” is not a choice for “{key}”", "{near}write one of: {known}"),
    "V115": Code("{number} is no number for “{key}”", "write a whole number from {least} to {most}"),
    "V116": Code("“{key}” says nothing, or has characters that cannot be printed", "write such as {example}"),
    "V117": Code("“{item}” stands twice in “{key}”", "keep one of the two"),
    "V118": Code(
        "“{key}” belongs to {regulation}, and the event is not played by it",
        "add “{regulation}” to regulations, or delete the key",
    ),
    "V119": Code("two phases are called “{name}”", "give each phase a name of its own"),
    # Regulations, presets, settings.
    "V120": Code("there is no regulation “{name}”", "{near}regulations are: {known}"),
    "V121": Code("there is no preset “{name}”", "{near}presets are: {known}"),
    "V122": Code(
        "settings are chosen for {name}, and the event is not played by it",
        "add “{name}” to regulations, or delete the table",
    ),
    "V123": Code("{regulation} has no setting “{name}”", "{near}its settings are: {known}"),
    "V124": Code("“{name}” cannot be set so: {why}", "{meaning}"),
    "V125": Code("there is no timezone “{name}”", "{near}write the name of the tz database, such as Europe/Stockholm"),
    "V126": Code(
        "the timezone is missing, and the regulations do not give it", 'write such as timezone = "Europe/Stockholm"'
    ),
    "V127": Code("whether the play is behind screens is a key of the event", "write screens = true at the top"),
    # What kind of event it is.
    "V130": Code(
        "by {regulation}, what is allowed depends on the kind of event, and no kind or league is named",
        'write kind = "club", "regional" or "national", or league = "first" or "second"',
    ),
    "V131": Code(
        "by {regulation}, what is allowed depends on the league, and no league or kind is named",
        'write league = "first", "second" or "third"; for an event that is no league, its kind',
    ),
    "V132": Code(
        "by {regulation}, what is allowed depends on the category, and the phase “{phase}” has none",
        "write category = 1, 2 or 3",
    ),
    "V133": Code(
        "a Slovak league that is “{league}” has the kind “{right}” (§22), not “{kind}”",
        "delete the kind, or the league if it is another event",
    ),
    "V134": Code("a league is played by teams", 'write contest = "teams", or delete the league'),
    # Dates and times.
    "V140": Code(
        "the clock of {timezone} leaves out {time}",
        "write the time with its offset: {first} or {second}",
    ),
    "V141": Code(
        "the clock of {timezone} shows {time} twice",
        "write the time with its offset: {first}, or an hour later {second}",
    ),
    "V142": Code("the year {year} cannot be meant", "write a year from {least} to {most}"),
    "V143": Code("rounds stand in the order of play, each once", "this one is not after {before}"),
    "V144": Code("the start is after the first round, {first}", "correct one of the two"),
    "V145": Code("“{key}” is after {moment}, when play starts", "{better}"),
    "V146": Code("the phase “{phase}” starts before the phase “{before}”", "write the phases in the order of play"),
    "V147": Code(
        "“{key}” at the top belongs to an event of one phase, and this one has {phases}",
        "write it below the [[phases]] line of its phase",
    ),
    "V148": Code("the start of the event is after that of its phase “{phase}”, {first}", "correct one of the two"),
    # Levels of the Swedish rules.
    "V150": Code("level A has no limit (Swedish rules, 2.4)", 'delete the limit, or write level = "D"'),
    "V151": Code(
        "the limit of level {level} is {least} dots and may only be raised (Swedish rules, 2.4)",
        'write {least} or more, or level = "D" for a limit of your own',
    ),
    "V152": Code("at level D the organiser sets the limit (Swedish rules, 2.4)", "write such as limit = 5"),
    "V153": Code(
        "openings may be banned at level D only (Swedish rules, 2.4)",
        'write level = "D" with a limit, or delete the bans',
    ),
    "V154": Code(
        "a limit stands without a level, and no level is recommended (Swedish rules, 2.4)",
        'write level = "D" for a limit of your own, or the level whose limit is raised',
    ),
    "V155": Code("{call} cannot be banned or lowered: {why}", "calls are 1C to 3S but for 3N"),
    "V156": Code(
        "“{written}” is neither a call nor a kind of bids",
        "{near}write a call from 1C to 3S, or one of: {known}",
    ),
    "V157": Code(
        "“{what}” never has more than {most} dots; dots may only be lowered (Swedish rules, 2.4)",
        "write a smaller number, or delete the line",
    ),
    "V158": Code("“{what}” cannot have {number} dots", "write a whole number from 0 up"),
    "V159": Code("“{what}” is banned and has its dots lowered", "do one of the two"),
}


class EventFault(Fault):
    """One thing that is wrong with an event file, and where."""

    __slots__ = ()
    codes: ClassVar[Mapping[str, Code]] = CODES


class FaultyEvent(ValueError):
    """An event file that cannot be used: it has faults."""

    def __init__(self, file: str, text: str, faults: Iterable[EventFault]):
        self.file = file
        self.text = text
        """The text in which the faults have their places."""
        self.faults = tuple(sorted(set(faults), key=lambda f: (f.span, f.code)))
        super().__init__("; ".join(f.message for f in self.faults))


@dataclass
class Corrections:
    """What is found while an event file is read. Of `broken` keys, which have a fault, nothing more is said."""

    text: str
    faults: list[EventFault] = field(default_factory=list)
    remarks: list[Sentence] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)

    @cached_property
    def places(self) -> Places:
        """Where everything stands: only asked where something is wrong."""
        return places(self.text)

    def fault(self, code: str, path: Path, *, at_key: bool = False, **values: object) -> None:
        """Note a fault at a value, or at its key."""
        span = self.places.key(path) if at_key else self.places.value(path)
        self.faults.append(EventFault.of(code, span, **values))

    def remark(self, sentence: Sentence) -> None:
        """Note something that is no fault, once."""
        if sentence not in self.remarks:
            self.remarks.append(sentence)

    def sound(self, *keys: str) -> bool:
        """Whether none of these keys has a fault."""
        return self.broken.isdisjoint(keys)
