"""What the rules about events speak in: how a pair stands, duties, admission, and the clauses that make them.

Nothing here looks at hands: a `Standing` holds the few facts of a judged card that an event asks for, so that a
team's duties can be told when its other cards were judged elsewhere, or long ago.
"""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from syscheck.events.model import Event, Phase
from syscheck.events.times import after
from syscheck.language import Sentence, say
from syscheck.regulations import Outcome
from syscheck.regulations.pages import Page, numbers, page


@dataclass(frozen=True, slots=True)
class Dots:
    """The dots of a call, from `least` to `most`; the same unless the card leaves them open."""

    call: str
    least: int
    most: int
    kinds: tuple[str, ...] = ()
    """The rules that give its dots, in the variant with the most."""
    certainly: frozenset[str] = frozenset()
    """The kinds of bids that it certainly is, in some variant, by the name of their number of dots or ceiling."""
    maybe: frozenset[str] = frozenset()
    """The kinds of bids that it is or may be."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a card stands under one regulation.

    `classes` are those that it may be in: one where the class is settled. `doubtful` where the regulation itself
    leaves it open. `dots` are those of every call that may have some. `brown` are calls that certainly are brown
    conventions, `brown_open` those that may be.
    """

    regulation: str
    classes: frozenset[str]
    doubtful: bool = False
    dots: tuple[Dots, ...] = ()
    brown: tuple[str, ...] = ()
    brown_open: tuple[str, ...] = ()
    unbalanced_notrumps: tuple[str, ...] = ()
    """1N and 2N where they may be unbalanced (Swedish 3.3)."""
    questions: tuple[str, ...] = ()
    """The questions whose answers would settle what events ask of the class: whether it is a VUS, or HUM; the dots."""
    brown_questions: tuple[str, ...] = ()
    """Those whose answers would settle what is a brown convention."""
    psychics_open: bool = False
    """Whether the card speaks of psychic bids, so that the system may protect them, which is brown too."""

    def certainly(self, *classes: str) -> bool:
        """Whether the class is settled and one of these."""
        return self.classes <= frozenset(classes)

    def maybe(self, *classes: str) -> bool:
        """Whether the class is one of these, or may be."""
        return bool(self.classes & frozenset(classes))

    @property
    def total(self) -> tuple[int, int]:
        """Fewest and most dots in all."""
        return sum(d.least for d in self.dots), sum(d.most for d in self.dots)


class Who(StrEnum):
    """Whose duty, or right, it is."""

    PAIR = "pair"
    CAPTAIN = "captain"
    TEAM = "team"
    ORGANISER = "organiser"
    OPPONENTS = "opponents"


class State(StrEnum):
    """How a duty stands at a moment."""

    DUE = "due"
    OVERDUE = "overdue"
    STANDING = "standing"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Duty:
    """What someone must do, or may do, by when, and what follows if not.

    `due` is aware, None where it holds all the time. `hands_in` says that handing in the card fulfils it.
    `condition` is said where the card leaves open whether it binds at all.
    """

    rule: str
    who: Who
    what: Sentence
    due: datetime.datetime | None = None
    consequence: Sentence | None = None
    condition: Sentence | None = None
    phase: str | None = None
    """The phase it belongs to, where an event has several."""
    hands_in: bool = False
    right: bool = False
    """A right, not a duty."""

    def state(self, as_of: datetime.datetime, received: datetime.datetime | None = None) -> State:
        """How it stands; a duty to hand in is done when the card was `received` in time."""
        if self.due is None:
            return State.STANDING
        if self.hands_in and received is not None and not after(received, self.due):
            return State.DONE
        return State.OVERDUE if after(as_of, self.due) else State.DUE


class Admitted(StrEnum):
    """Whether a pair may play with its card."""

    YES = "yes"
    NO = "no"
    CANNOT_TELL = "cannot tell"


WORST_FIRST = (Admitted.NO, Admitted.CANNOT_TELL, Admitted.YES)


@dataclass(frozen=True, slots=True)
class Admission:
    """What one rule says of whether a pair may play in a phase with its card."""

    rule: str
    admitted: Admitted
    reason: Sentence
    phase: str | None = None
    question: Sentence | None = None
    """What the pair, or the organiser, has to answer where it cannot be told."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair at an event: how its card stands by regulation, how its team-mates' cards stand, what was received."""

    pair: str = ""
    team: str = ""
    standings: Mapping[str, Standing] = field(default_factory=dict)
    team_mates: tuple[Mapping[str, Standing], ...] = ()
    """The other pairs of its team, each with its standings."""
    received: datetime.datetime | None = None
    changed: bool | None = None
    """Whether the card's agreements differ from those registered; None where none were."""


Judge = Callable[[Event, Entrant], Iterable[Duty]]
Admit = Callable[[Event, Phase, Entrant], Iterable[Admission]]
EventJudge = Callable[[Event], Iterable[Duty]]
Applies = Callable[[Event], bool]


def everywhere(_event: Event) -> bool:
    """A rule that every event has."""
    return True


def together(*sentences: Sentence | None) -> Sentence | None:
    """Whole sentences behind each other; None where there is none."""
    found = [s for s in sentences if s is not None]
    if not found:
        return None
    rest = together(*found[1:])
    return found[0] if rest is None else say("{first} {second}", first=found[0], second=rest)


def outcome_of(duties: Iterable[Duty], applies: bool) -> Outcome:
    """What duties say together: *met* where one certainly binds, *cannot tell* where all have a condition.

    Without any, *not met*; *does not apply* where the event is none that the rule speaks of.
    """
    if not applies:
        return Outcome.DOES_NOT_APPLY
    conditions = [d.condition for d in duties]
    if not conditions:
        return Outcome.NOT_MET
    return Outcome.MET if None in conditions else Outcome.CANNOT_TELL


@dataclass(frozen=True, slots=True)
class DutyClause:
    """A rule's id and what makes the duties of a pair by it; its page stands under the same id.

    `applies` tells which events the rule speaks of; in others nobody has a duty by it.
    """

    rule: str
    judge: Judge
    applies: Applies = everywhere

    def duties(self, event: Event, entrant: Entrant) -> tuple[Duty, ...]:
        """The duties of a pair, and those of others that its card causes."""
        return tuple(self.judge(event, entrant)) if self.applies(event) else ()

    def outcome(self, event: Event, entrant: Entrant) -> Outcome:
        """What the rule says of the pair at the event: *met* where it causes a duty."""
        return outcome_of(self.duties(event, entrant), self.applies(event))


@dataclass(frozen=True, slots=True)
class EventClause:
    """The same for duties of the organiser that no card causes."""

    rule: str
    judge: EventJudge
    applies: Applies = everywhere

    def duties(self, event: Event) -> tuple[Duty, ...]:
        """The duties of the organiser."""
        return tuple(self.judge(event)) if self.applies(event) else ()

    def outcome(self, event: Event, _entrant: Entrant | None = None) -> Outcome:
        """What the rule says of the event: *met* where it causes a duty."""
        return outcome_of(self.duties(event), self.applies(event))


@dataclass(frozen=True, slots=True)
class AdmissionClause:
    """The same for who may play: *met* where the rule keeps the pair out."""

    rule: str
    judge: Admit

    def admissions(self, event: Event, entrant: Entrant) -> tuple[Admission, ...]:
        """What the rule says of the pair, phase by phase, each once."""
        return tuple(dict.fromkeys(a for phase in event.phases for a in self.judge(event, phase, entrant)))

    def outcome(self, event: Event, entrant: Entrant) -> Outcome:
        """What the rule says of the pair at the event: the worst of its phases."""
        found = {a.admitted for a in self.admissions(event, entrant)}
        worst = next((a for a in WORST_FIRST if a in found), None)
        return Outcome.DOES_NOT_APPLY if worst is None else KEPT_OUT[worst]


KEPT_OUT = {
    Admitted.NO: Outcome.MET,
    Admitted.CANNOT_TELL: Outcome.CANNOT_TELL,
    Admitted.YES: Outcome.NOT_MET,
}

Clause = DutyClause | EventClause | AdmissionClause


@dataclass(frozen=True, slots=True)
class EventRules:
    """What one regulation says of events: `regulation` is its id, `folder` holds pages and numbers."""

    regulation: str
    folder: str
    clauses: tuple[Clause, ...]

    def page(self, rule: str) -> Page:
        """The page of one of its rules."""
        return page(self.folder, rule, EVENTS)


EVENTS = "syscheck.events"
"""The package with the folders of rules about events."""


def event_number(folder: str, name: str) -> int:
    """A whole number of the rules about events in a folder (`sk_2008`). Errors: `KeyError`."""
    value = numbers(folder, EVENTS)[name]["value"]
    if not isinstance(value, int):
        raise KeyError(name)
    return value
