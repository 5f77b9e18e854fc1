"""What `syscheck event` prints: an event file with everything settled, or its faults; and the presets.

The sentences that a reader sees stand at the top, whole and with named places, to be translated.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from syscheck import __version__
from syscheck.events import Chosen, Collector, Contest, Event, FaultyEvent, Kind, League, Masterpoints, Phase, presets
from syscheck.language import count, listed, phrase, phrases, say, tell, translated
from syscheck.report.events import time_text
from syscheck.report.machine import ErrorOut, Model, errors_out
from syscheck.report.text import BOLD, Paper, finished, new_paper, text_faults
from syscheck.report.view import faulty_view
from syscheck.report.words import file_name, setting_value

FAULT_COUNT = phrases("{file} cannot be used: {n} fault.", "{file} cannot be used: {n} faults.")
TITLE = "{name} ({file})"
ROW = "{label}: {value}"
PHASE = phrase("Phase: {phase}")
REMARKS = phrase("Remarks")
LABELS = {
    "preset": phrase("Preset"),
    "regulations": phrase("Regulations"),
    "kind": phrase("Kind"),
    "league": phrase("League"),
    "masterpoints": phrase("Masterpoints"),
    "contest": phrase("Contest"),
    "screens": phrase("Screens"),
    "timezone": phrase("Timezone"),
    "start": phrase("Start"),
    "rounds": phrase("Rounds"),
    "registration": phrase("Registration until"),
    "cards_due": phrase("Cards due by"),
    "opponents_known": phrase("Opponents known by"),
    "collects": phrase("Who collects the cards"),
    "announcement": phrase("Systems of class A announced by"),
    "boards": phrase("Boards against the same pair"),
    "level": phrase("Level"),
    "limit": phrase("Limit"),
    "bans": phrase("Banned"),
    "lowered": phrase("Lowered dots"),
    "category": phrase("Category"),
    "knockout": phrase("Knock-out"),
}
KINDS = {
    Kind.CLUB: phrase("club event"),
    Kind.REGIONAL: phrase("regional event"),
    Kind.NATIONAL: phrase("national event"),
}
LEAGUES = {
    League.FIRST: phrase("first league"),
    League.SECOND: phrase("second league"),
    League.THIRD: phrase("third league"),
}
COLOURS = {
    Masterpoints.GOLD: phrase("gold"),
    Masterpoints.SILVER: phrase("silver"),
    Masterpoints.BRONZE: phrase("bronze"),
}
CONTESTS = {Contest.PAIRS: phrase("pairs"), Contest.TEAMS: phrase("teams")}
COLLECTORS = {
    Collector.ORGANISER: phrase("the organiser"),
    Collector.DIRECTOR: phrase("the director"),
    Collector.COORDINATOR: phrase("the co-ordinator"),
    Collector.CAPTAIN: phrase("the captain"),
    Collector.NOBODY: phrase("nobody"),
}
YES = phrase("yes")
LEVEL_FROM = {
    Chosen.ORGANISER: phrase("{level}, as the organiser decided"),
    Chosen.PRESET: phrase("{level}, as the source of the preset says"),
    Chosen.RECOMMENDED: phrase("{level}, as the rules recommend where nothing is decided"),
}
NO_LEVEL = phrase("no level")
DOTS = phrases("{n} dot", "{n} dots")
NO_LIMIT = phrase("no limit")
LOWERED = "{what} {dots}"
PRESET = "{id}: {title}"
PRESET_VALUE = "{key} = {value} ({source})"
PRESET_PHASE_VALUE = phrase("phase {phase}: {key} = {value} ({source})")
SETTING = "{name} = {value}"


# ---- JSON --------------------------------------------------------------------------------------------------------


class SettledPhaseOut(Model):
    """A phase of an event file, with everything settled."""

    name: str
    start: str | None
    rounds: tuple[str, ...]
    boards: int | None
    level: Literal["A", "B", "C", "D"] | None
    level_from: Literal["organiser", "preset", "recommended"] | None
    limit: int | None
    bans: tuple[str, ...]
    category: int | None
    knockout: bool
    announcement: str | None


class SettledEventOut(Model):
    """An event file, with everything settled; times are ISO 8601 with offset."""

    name: str
    preset: str | None
    regulations: tuple[str, ...]
    settings: dict[str, dict[str, str | int | float]]
    """Readings chosen, and lowered dots of kinds of bids, by regulation."""
    kind: str | None
    league: str | None
    masterpoints: str | None
    contest: Literal["pairs", "teams"]
    screens: bool
    timezone: str
    start: str | None
    registration: str | None
    cards_due: str | None
    opponents_known: str | None
    collects: str
    lowered: dict[str, int]
    """Lowered dots of calls."""
    phases: tuple[SettledPhaseOut, ...]
    remarks: tuple[str, ...]


class EventFileOut(Model):
    """A file with its event, or with its faults; then `event` is null."""

    file: str
    status: Literal["ok", "faulty"]
    errors: tuple[ErrorOut, ...]
    event: SettledEventOut | None


class EventCheckOut(Model):
    """The answer of `syscheck event check`."""

    syscheck: str
    events: tuple[EventFileOut, ...]


@dataclass(frozen=True, slots=True)
class ReadFile:
    """An event file that was read."""

    file: str
    read: Event | FaultyEvent

    @property
    def sound(self) -> bool:
        """Whether it has no fault."""
        return isinstance(self.read, Event)


def events_out(files: Iterable[ReadFile]) -> EventCheckOut:
    """The answer as JSON, in the language spoken."""
    return EventCheckOut(syscheck=__version__, events=tuple(map(_file_out, files)))


def _file_out(found: ReadFile) -> EventFileOut:
    match found.read:
        case Event() as event:
            return EventFileOut(file=found.file, status="ok", errors=(), event=settled_out(event))
        case FaultyEvent() as error:
            errors = errors_out(error.text, error.faults)
            return EventFileOut(file=found.file, status="faulty", errors=errors, event=None)


def settled_out(event: Event) -> SettledEventOut:
    """An event as its file settles it."""
    return SettledEventOut(
        name=event.name,
        preset=event.preset,
        regulations=event.regulations,
        settings={
            law: {k: v if isinstance(v, str | int) else float(v) for k, v in chosen.items()}
            for law, chosen in event.settings.items()
        },
        kind=event.kind,
        league=event.league,
        masterpoints=event.masterpoints,
        contest=event.contest.value,
        screens=event.screens,
        timezone=event.timezone.key,
        start=time_text(event.start),
        registration=time_text(event.registration),
        cards_due=time_text(event.cards_due),
        opponents_known=time_text(event.opponents_known),
        collects=event.collects,
        lowered=dict(event.lowered),
        phases=tuple(map(_phase_out, event.phases)),
        remarks=tuple(map(str, event.remarks)),
    )


def _phase_out(phase: Phase) -> SettledPhaseOut:
    return SettledPhaseOut(
        name=phase.name,
        start=time_text(phase.first_round),
        rounds=tuple(m.isoformat(timespec="minutes") for m in phase.rounds),
        boards=phase.boards,
        level=None if phase.level is None else phase.level.value,
        level_from=None if phase.level_from is None else phase.level_from.value,
        limit=phase.limit,
        bans=phase.bans,
        category=phase.category,
        knockout=phase.knockout,
        announcement=time_text(phase.announcement),
    )


# ---- text --------------------------------------------------------------------------------------------------------


def events_text(files: Iterable[ReadFile], *, colour: bool, width: int) -> str:
    """Each file for a terminal."""
    return "\n".join(_file_text(found, colour=colour, width=width) for found in files)


def _file_text(found: ReadFile, *, colour: bool, width: int) -> str:
    if isinstance(found.read, FaultyEvent):
        view = faulty_view(found.file, found.read.text or None, found.read.faults)
        return text_faults(view, colour=colour, width=width, heading=FAULT_COUNT)
    event = found.read
    paper = new_paper(width)
    paper.line((tell(TITLE, name=event.name, file=file_name(found.file)), BOLD))
    _event_rows(paper, event)
    for phase in event.phases:
        if len(event.phases) > 1 or phase.name != event.name:
            paper.head(tell(PHASE, phase=phase.name))
        _phase_rows(paper, event, phase)
    if event.remarks:
        paper.head(tell(REMARKS))
        for remark in event.remarks:
            paper.text(str(remark), first="  - ", indent=4)
    return finished(paper, colour)


def _row(paper: Paper, key: str, value: object) -> None:
    """A line of what was settled; none where nothing was."""
    if value is not None and value not in ("", ()):
        paper.text(tell(ROW, label=translated(LABELS[key]), value=value))


def _event_rows(paper: Paper, event: Event) -> None:
    _row(paper, "preset", event.preset)
    _row(paper, "regulations", event.regulations)
    for law in event.laws:
        known = {s.name: s for s in (*law.all_settings, *law.lowerable)}
        for name, value in event.settings.get(law.id, {}).items():
            paper.text(tell(ROW, label=translated(known[name].meaning), value=setting_value(value)))
    for key, words in (("kind", KINDS), ("league", LEAGUES), ("masterpoints", COLOURS), ("contest", CONTESTS)):
        value = getattr(event, key)
        _row(paper, key, None if value is None else translated(words[value]))
    _row(paper, "screens", tell(YES) if event.screens else None)
    _row(paper, "timezone", event.timezone.key)
    for key in ("start", "registration", "cards_due", "opponents_known"):
        _row(paper, key, time_text(getattr(event, key)))
    _row(paper, "collects", translated(COLLECTORS[event.collects]))
    lowered = (tell(LOWERED, what=call, dots=count(*DOTS, dots)) for call, dots in event.lowered.items())
    _row(paper, "lowered", listed(lowered))


def _phase_rows(paper: Paper, event: Event, phase: Phase) -> None:
    if len(event.phases) > 1 or phase.first_round != event.start:
        _row(paper, "start", time_text(phase.first_round))
    _row(paper, "rounds", tuple(m.isoformat(timespec="minutes") for m in phase.rounds))
    _row(paper, "boards", phase.boards)
    if "se-2012" in event.regulations:
        chosen = phase.level_from
        _row(paper, "level", tell(NO_LEVEL) if chosen is None else tell(LEVEL_FROM[chosen], level=phase.level))
        if phase.level is not None:
            _row(paper, "limit", tell(NO_LIMIT) if phase.limit is None else count(*DOTS, phase.limit))
    _row(paper, "bans", phase.bans)
    _row(paper, "announcement", time_text(phase.announcement))
    _row(paper, "category", phase.category)
    _row(paper, "knockout", tell(YES) if phase.knockout else None)


def presets_text(*, colour: bool, width: int) -> str:
    """Every preset with what it fixes and where that stands."""
    paper = new_paper(width)
    for preset in presets():
        paper.head(tell(PRESET, id=preset.id, title=preset.title))
        for key, found in preset.values.items():
            paper.text(tell(PRESET_VALUE, key=key, value=_value(found.value), source=found.source))
        for phase, values in preset.phases.items():
            for key, found in values.items():
                words = {"phase": phase, "key": key, "value": _value(found.value), "source": found.source}
                paper.text(tell(PRESET_PHASE_VALUE, **words))
    return finished(paper, colour)


def _value(value: object) -> object:
    match value:
        case bool():
            return tell(YES) if value else say("no")
        case list():
            return tuple(value)
    return value
