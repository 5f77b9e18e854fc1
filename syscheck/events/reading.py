"""An organiser's event file, read: every fault of it, or an `Event` with everything settled.

What the file says itself counts first: a phase's own keys before those at the top, and both before the preset's.
"""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from syscheck.card import did_you_mean
from syscheck.events.faults import Corrections, EventFault, FaultyEvent
from syscheck.events.levels import REGULATION as SWEDISH
from syscheck.events.levels import Levels, PhaseLevel, Written
from syscheck.events.model import Chosen, Collector, Contest, Event, Kind, League, Phase
from syscheck.events.preset import Preset, Sourced, UnknownPreset, preset, preset_ids
from syscheck.events.times import Clock, after, instant, near_timezone, timezone, told
from syscheck.events.toml import NotToml, Path, toml_data
from syscheck.language import Sentence, count, phrase, say
from syscheck.regulations import REGULATIONS, BadSetting, Regulation, SettingValue

if TYPE_CHECKING:
    from syscheck.events.file import PhaseFile

MOST_BYTES = 1 << 16
"""No event file is larger."""

SLOVAK, CZECH, WORLD = "sk-2008", "cz-teams", "wbf"

TIMEZONES = {SLOVAK: "Europe/Bratislava", SWEDISH: "Europe/Stockholm", CZECH: "Europe/Prague"}
"""The timezone of the country whose regulation it is; the WBF has none."""

KEYS_OF = {
    "level": SWEDISH,
    "limit": SWEDISH,
    "bans": SWEDISH,
    "lowered": SWEDISH,
    "announcement": SWEDISH,
    "category": WORLD,
}
"""Keys that only one regulation knows; without it they would promise what nobody judges."""

SLOVAK_LEAGUES = {League.FIRST: Kind.NATIONAL, League.SECOND: Kind.REGIONAL}
"""How far the Slovak leagues reach (§22.1)."""

WRITE_THE_TIME = phrase("a date alone is the end of its day; write the time too, such as {example}")
CORRECT_ONE = phrase("correct one of the two")

PRESET_SAYS_OTHERWISE = phrase("“{key}” is {written} here, and {value} for {title} ({source}).")
PRESET_PHASES = phrase("The file has no phases: those of the preset are taken, {phases}.")
PHASE_NOT_IN_PRESET = phrase("The preset says nothing of a phase “{phase}”: {near}its phases are {phases}.")
CONTEST_ASSUMED = phrase("The file does not say who competes: it is taken as an event of pairs.")
NO_START = phrase("The file has no start of “{phase}”: what is due before it has no date.")
CARDS_BEFORE_REGISTRATION = phrase("Cards are due before the registration ends.")


def read_event(text: str, file: str = "event") -> Event:
    """The event that a file's text describes. Errors: `FaultyEvent`, with every fault of it."""
    text = _lines(text)
    try:
        data = toml_data(text)
    except NotToml as error:
        span = error.offset, error.offset + 1
        if error.twice:
            raise FaultyEvent(file, text, [EventFault.of("V105", span)]) from None
        fault = EventFault.of("V104", span, why=error.why)
        raise FaultyEvent(file, text, [fault]) from None
    return _Reading(data, Corrections(text)).event(file)


def read_event_bytes(data: bytes, file: str = "event") -> Event:
    """The same of a file's bytes."""
    if len(data) > MOST_BYTES:
        raise FaultyEvent(file, "", [EventFault.of("V103", (0, 0))])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        offset = len(_lines(data[: error.start].decode("utf-8")))
        fault = EventFault.of("V102", (offset, offset + 1))
        raise FaultyEvent(file, _lines(data.decode("utf-8", "replace")), [fault]) from None
    return read_event(text, file)


def read_event_file(file: str) -> Event:
    """The event that a file describes. Errors: `FaultyEvent`, also where there is no such file."""
    try:
        with FilePath(file).open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise FaultyEvent(file, "", [EventFault.of("V101", (0, 0), why=_why_unread(error))]) from None
    return read_event_bytes(data, file)


def _lines(text: str) -> str:
    """A text as it was meant: no mark at its start, and lines that end in one way."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _why_unread(error: Exception) -> Sentence | str:
    match error:
        case FileNotFoundError():
            return say("there is no such file")
        case IsADirectoryError():
            return say("it is a folder")
        case PermissionError():
            return say("you are not allowed to read it")
        case OSError(strerror=str(reason)):
            return reason.lower()
    return say("the system gives no reason")


@dataclass(frozen=True, slots=True)
class _Part:
    """A phase before it is settled: what its table in the file and its namesake in the preset say, and where."""

    name: str
    path: Path
    own: "PhaseFile | None" = None
    of_preset: "PhaseFile | None" = None


class _Reading:
    """An event file on its way to an event."""

    def __init__(self, data: dict[str, Any], found: Corrections):
        from syscheck.events.file import EventFile
        from syscheck.events.keys import event_file

        self.found = found
        self.written = event_file(data, found)
        self.preset = self._preset()
        self.of_preset = self.preset.file if self.preset else EventFile()
        self.laws = self._regulations()
        self.ids = tuple(law.id for law in self.laws)
        self.levels = Levels(found) if SWEDISH in self.ids else None

    def event(self, file: str) -> Event:
        """The event. Errors: `FaultyEvent`."""
        self._keys_of_others()
        settings = self._settings()
        lowered: dict[str, int] = {}
        if self.levels is not None:
            kinds, lowered = self.levels.lowered(self.written.lowered or {})
            if kinds:
                settings[SWEDISH] = {**settings.get(SWEDISH, {}), **kinds}
        kind, contest, zone = self._kind(), self._contest(), self._timezone()
        clock = Clock(zone, self.found)
        parts = self._parts()
        phases = [self._phase(part, clock, alone=len(parts) == 1) for part in parts]
        self._categories(parts, phases)
        start = phases[0].start
        if self.written.phases or len(phases) > 1:
            start = clock.start(self.written.start, ("start",))
            phases = self._started(start, parts, phases)
        event = Event(
            name=self._name(),
            regulations=self.ids,
            phases=tuple(phases),
            timezone=zone or ZoneInfo("UTC"),
            settings=settings,
            lowered=lowered,
            preset=self.preset.id if self.preset else None,
            kind=kind,
            league=self.one("league"),
            masterpoints=self.one("masterpoints"),
            contest=contest,
            screens=bool(self.one("screens")),
            start=start or phases[0].first_round,
            registration=clock.deadline(self.written.registration, ("registration",)),
            cards_due=clock.deadline(self.written.cards_due, ("cards_due",)),
            opponents_known=clock.deadline(self.written.opponents_known, ("opponents_known",)),
            collects=self.one("collects") or Collector.ORGANISER,
        )
        self._deadlines(event, parts)
        self._contradictions(parts)
        if self.found.faults:
            raise FaultyEvent(file, self.found.text, self.found.faults)
        return replace(event, remarks=tuple(self.found.remarks))

    def one(self, key: str) -> Any:
        """What the top of the file says of a key, else its preset."""
        written = getattr(self.written, key)
        return getattr(self.of_preset, key) if written is None and self.found.sound(key) else written

    def choice(self, part: _Part, key: str) -> Written | None:
        """What is said of a key of a phase, the nearest first, where, and by whom."""
        for table, path, by in (
            (part.own, (*part.path, key), Chosen.ORGANISER),
            (self.written, (key,), Chosen.ORGANISER),
            (part.of_preset, ("preset",), Chosen.PRESET),
            (self.of_preset, ("preset",), Chosen.PRESET),
        ):
            value = getattr(table, key, None)
            if value is not None:
                return Written(value, path, by)
        return None

    def _name(self) -> str:
        return self.written.name or (self.preset.title if self.preset else "")

    # ---- what it is played by ---------------------------------------------------------------------------------------

    def _preset(self) -> Preset | None:
        name = self.written.preset
        if name is None:
            return None
        try:
            return preset(name)
        except UnknownPreset:
            known = preset_ids()
            near = did_you_mean(name, known)
            self.found.fault("V121", ("preset",), name=_short(name), near=near, known=", ".join(known))
            self.found.broken.add("preset")
            return None

    def _regulations(self) -> tuple[Regulation, ...]:
        if not self._name() and self.found.sound("name", "preset"):
            self._missing("name")
        names: list[str] = self.one("regulations") or []
        if not names and self.found.sound("regulations", "preset"):
            self._missing("regulations")
        if not names:
            self.found.broken.add("regulations")
        known = {law.id: law for law in REGULATIONS}
        named: dict[str, Regulation] = {}
        for number, name in enumerate(names):
            path: Path = ("regulations", number) if self.written.regulations else ("preset",)
            if not isinstance(name, str):
                continue  # its fault is told
            if name in named:
                self.found.fault("V117", path, item=name, key="regulations")
            elif name in known:
                named[name] = known[name]
            else:
                self._unknown_regulation(name, path)
                self.found.broken.add("regulations")
        return tuple(named.values())

    def _missing(self, key: str) -> None:
        from syscheck.events.file import EXAMPLES

        self.found.fault("V112", (key,), key=key, example=EXAMPLES[key])

    def _unknown_regulation(self, name: str, path: Path, *, at_key: bool = False) -> None:
        known = [law.id for law in REGULATIONS]
        near = did_you_mean(name, known)
        self.found.fault("V120", path, at_key=at_key, name=_short(name), near=near, known=", ".join(known))

    def _keys_of_others(self) -> None:
        """Keys of regulations that the event is not played by."""
        if not self.found.sound("regulations", "preset"):
            return
        tables: list[tuple[Any, Path]] = [(self.written, ())]
        tables += [(phase, ("phases", n)) for n, phase in enumerate(self.written.phases or ())]
        for key, law in KEYS_OF.items():
            for table, path in tables:
                if law not in self.ids and getattr(table, key, None) is not None:
                    self.found.fault("V118", (*path, key), at_key=True, key=key, regulation=law)

    def _settings(self) -> dict[str, Mapping[str, SettingValue]]:
        """The chosen readings by regulation."""
        chosen: dict[str, Mapping[str, SettingValue]] = {}
        known = {law.id for law in REGULATIONS}
        named = {law.id: law for law in self.laws}
        for name, values in (self.written.settings or {}).items():
            path: Path = ("settings", name)
            if name not in known:
                self._unknown_regulation(name, path, at_key=True)
            elif name in named:
                chosen[name] = self._settings_of(named[name], values, path)
            elif self.found.sound("regulations", "preset"):
                self.found.fault("V122", path, at_key=True, name=name)
        return chosen

    def _settings_of(self, law: Regulation, values: Mapping[str, Any], path: Path) -> dict[str, SettingValue]:
        known = {s.name: s for s in law.all_settings if s.name != "screens"}
        chosen: dict[str, SettingValue] = {}
        for name, value in values.items():
            where: Path = (*path, name)
            if name == "screens":
                self.found.fault("V127", where, at_key=True)
            elif name not in known:
                near = did_you_mean(name, known)
                words = {"regulation": law.id, "name": _short(name), "near": near, "known": ", ".join(known)}
                self.found.fault("V123", where, at_key=True, **words)
            else:
                try:
                    chosen[name] = known[name].read(_short(value))
                except BadSetting as error:
                    self.found.fault("V124", where, name=name, why=error.args[0], meaning=say(known[name].meaning))
        return chosen

    # ---- what kind of event it is -----------------------------------------------------------------------------------

    def _contest(self) -> Contest:
        league, contest = self.one("league"), self.one("contest")
        if league is not None and contest is Contest.PAIRS:
            self.found.fault("V134", ("contest",))
        if contest is None and league is None and self.found.sound("contest", "league", "preset"):
            self.found.remark(say(CONTEST_ASSUMED))
        return contest or (Contest.PAIRS if league is None else Contest.TEAMS)

    def _kind(self) -> Kind | None:
        kind: Kind | None = self.one("kind")
        league: League | None = self.one("league")
        if not self.found.sound("kind", "league", "preset"):
            return kind
        if SLOVAK in self.ids:
            right = None if league is None else SLOVAK_LEAGUES.get(league)
            if kind is None and right is None:
                self.found.fault("V130", (), regulation=SLOVAK)
            elif league is not None and right not in (None, kind) and kind is not None:
                path: Path = ("kind",) if self.written.kind else ("league",)
                self.found.fault("V133", path, league=league.value, kind=kind.value, right=right)
            kind = kind or right
        if CZECH in self.ids and kind is None and league is None:
            self.found.fault("V131", (), regulation=CZECH)
        return kind

    def _categories(self, parts: Sequence[_Part], phases: Sequence[Phase]) -> None:
        if WORLD not in self.ids or not self.found.sound("category"):
            return
        for part, phase in zip(parts, phases, strict=True):
            if phase.category is None:
                self.found.fault("V132", part.path, at_key=True, regulation=WORLD, phase=phase.name)

    def _timezone(self) -> ZoneInfo | None:
        name: str | None = self.one("timezone")
        if name is None:
            countries = {TIMEZONES[i] for i in self.ids if i in TIMEZONES}
            if len(countries) != 1:
                if self.found.sound("timezone", "regulations", "preset"):
                    self.found.fault("V126", ("timezone",))
                return None
            [name] = countries
        zone = timezone(name)
        if zone is None:
            self.found.fault("V125", ("timezone",), name=_short(name), near=near_timezone(name))
        return zone

    # ---- phases -----------------------------------------------------------------------------------------------------

    def _parts(self) -> list[_Part]:
        """The phases of the file, else those of the preset, else the event as one."""
        names = tuple(self.preset.phases) if self.preset else ()
        if self.written.phases:
            parts = [self._part(phase, n, names) for n, phase in enumerate(self.written.phases)]
            self._same_names(parts)
        elif names and self.found.sound("phases"):
            self.found.remark(say(PRESET_PHASES, phases=names))
            parts = [_Part(name, (), None, self.preset.phase_file(name) if self.preset else None) for name in names]
        else:
            parts = [_Part(self._name(), ())]
        for key in ("rounds", "announcement"):
            if getattr(self.written, key) is not None and (self.written.phases or len(parts) > 1):
                self.found.fault("V147", (key,), at_key=True, key=key, phases=_phases(len(parts)))
        return parts

    def _part(self, phase: "PhaseFile", number: int, names: Sequence[str]) -> _Part:
        of_preset = self.preset.phase_file(phase.name) if self.preset else None
        if names and of_preset is None:
            near = did_you_mean(phase.name, names)
            self.found.remark(say(PHASE_NOT_IN_PRESET, phase=phase.name, near=near, phases=names))
        return _Part(phase.name, ("phases", number), phase, of_preset)

    def _same_names(self, parts: Sequence[_Part]) -> None:
        names: set[str] = set()
        for part in parts:
            if part.name.casefold() in names and self.found.sound("name"):
                self.found.fault("V119", (*part.path, "name"), name=part.name)
            names.add(part.name.casefold())

    def _phase(self, part: _Part, clock: Clock, *, alone: bool) -> Phase:
        """A phase; one that is the whole event has the times at the top."""
        times = part.own or (self.written if alone else None)
        path = part.path
        start = announcement = None
        rounds: tuple[datetime.datetime, ...] = ()
        if times is not None:
            start = clock.start(times.start, (*path, "start"))
            rounds = clock.rounds(times.rounds or (), (*path, "rounds"))
            announcement = clock.deadline(times.announcement, (*path, "announcement"))
        if rounds and after(start, rounds[0]):
            self.found.fault("V144", (*path, "start"), first=told(rounds[0]))
        values = {key: self.choice(part, key) for key in ("boards", "category", "knockout")}
        boards, category, knockout = (None if w is None else w.value for w in values.values())
        level = self._level(part, boards)
        return Phase(
            name=part.name,
            start=start,
            rounds=rounds,
            boards=boards,
            level=level.level,
            level_from=level.chosen,
            limit=level.limit,
            bans=level.bans,
            category=category,
            knockout=bool(knockout),
            announcement=announcement,
        )

    def _level(self, part: _Part, boards: int | None) -> PhaseLevel:
        """The level of a phase. A limit or bans at the top stand with the level at the top, and go with no other."""
        if self.levels is None:
            return PhaseLevel()
        level = self.choice(part, "level")
        limit, bans = self.choice(part, "limit"), self.choice(part, "bans")
        if level is not None and self.written.level not in (None, level.value):
            limit = None if limit is None or limit.path == ("limit",) else limit
            bans = None if bans is None or bans.path == ("bans",) else bans
        return self.levels.phase(part.name, part.path, level, limit, bans, self.one("masterpoints"), boards)

    # ---- times ------------------------------------------------------------------------------------------------------

    def _started(self, start: datetime.datetime | None, parts: Sequence[_Part], phases: Sequence[Phase]) -> list[Phase]:
        """Phases in their order; the first starts with the event where it has no time of its own."""
        first, *others = phases
        if first.first_round is None:
            first = replace(first, start=start)
        elif after(start, first.first_round):
            self.found.fault("V148", ("start",), phase=first.name, first=told(first.first_round))
        before = first
        for part, phase in zip(parts[1:], others, strict=True):
            if after(before.first_round, phase.first_round):
                path: Path = (*part.path, "start" if phase.start else "rounds")
                self.found.fault("V146", path, phase=phase.name, before=before.name)
            before = phase if phase.first_round else before
        return [first, *others]

    def _deadlines(self, event: Event, parts: Sequence[_Part]) -> None:
        """Nothing may be due after that what it is due before."""
        moments = [m for p in event.phases for m in (p.start, *p.rounds) if m is not None]
        self._not_after("registration", event.registration, event.start)
        self._not_after("cards_due", event.cards_due, event.start)
        self._not_after("opponents_known", event.opponents_known, max(moments, key=instant, default=None))
        for part, phase in zip(parts, event.phases, strict=True):
            self._not_after("announcement", phase.announcement, phase.first_round, part)
            if phase.first_round is None and self.found.sound("start", "rounds", "timezone"):
                self.found.remark(say(NO_START, phase=phase.name))
        if after(event.registration, event.cards_due):
            self.found.remark(say(CARDS_BEFORE_REGISTRATION))

    def _not_after(
        self, key: str, moment: datetime.datetime | None, play: datetime.datetime | None, part: _Part | None = None
    ) -> None:
        if moment is None or play is None or not after(moment, play):
            return
        table = self.written if part is None or part.own is None else part.own
        path: Path = (key,) if part is None else (*part.path, key)
        better = say(CORRECT_ONE)
        if not isinstance(getattr(table, key), datetime.datetime) and moment.date() == play.date():
            better = say(WRITE_THE_TIME, example=play.replace(tzinfo=None).isoformat(timespec="minutes"))
        self.found.fault("V145", path, key=key, moment=told(play), better=better)

    # ---- what the preset's source fixes otherwise -------------------------------------------------------------------

    def _contradictions(self, parts: Sequence[_Part]) -> None:
        """A remark for each key where the file differs from what the source of its preset fixes."""
        if self.preset is None:
            return
        for key, sourced in self.preset.values.items():
            written, right = getattr(self.written, key), getattr(self.of_preset, key)
            if written is None or written == right or (key == "regulations" and set(right) <= set(written)):
                continue
            self._contradiction(key, written, sourced, self.preset.title)
        for part in parts:
            of_phase = self.preset.phase(part.name)
            for key, sourced in () if of_phase is None else of_phase[1].items():
                found = self.choice(part, key)
                if found is not None and found.value != getattr(part.of_preset, key):
                    self._contradiction(key, found.value, sourced, f"{self.preset.title}, {part.name}")

    def _contradiction(self, key: str, written: Any, sourced: Sourced, title: str) -> None:
        words = {"written": _word(written), "value": _word(sourced.value), "source": sourced.source}
        self.found.remark(say(PRESET_SAYS_OTHERWISE, key=key, title=title, **words))


def _phases(n: int) -> Sentence:
    return count("{n} phase", "{n} phases", n)


def _word(value: Any) -> object:
    """A value as the file writes it."""
    match value:
        case bool():
            return str(value).lower()
        case list():
            return tuple(value)
    return value


def _short(value: Any) -> str:
    from syscheck.events.keys import shortened

    return shortened(_word(value))
