"""Levels of the Swedish rules (2.4): which one holds, what an organiser may change at each, and what he may not."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from syscheck.card import Call, did_you_mean, parse_call
from syscheck.events.faults import Corrections
from syscheck.events.keys import shortened
from syscheck.events.model import Chosen, Level, Masterpoints
from syscheck.events.toml import Path
from syscheck.language import Sentence, phrase, say
from syscheck.regulations import SettingValue, regulation
from syscheck.regulations.pages import numbers

REGULATION = "se-2012"
DOTS = "dots-"
"""What the name of a kind of dots begins with; the others are ceilings."""

NO_LEVEL = phrase(
    "“{phase}” has no level, and none can be recommended without {missing}; ask the organiser: whether a system is "
    "within the limit cannot be told."
)
VOLUNTARY = phrase(
    "“{phase}” has no level: where masterpoints are bronze the Swedish rules are voluntary (1), and no limit holds."
)
MASTERPOINTS, BOARDS, BOTH = (
    phrase("the colour of its masterpoints"),
    phrase("the number of boards against the same pair"),
    phrase("the colour of its masterpoints and the number of boards against the same pair"),
)
NO_PASS = phrase("no Pass is regulated (Swedish rules, 2.3)")
NO_OPENING = phrase("it is no opening")
TOO_HIGH = phrase("openings from 3N up are not regulated (Swedish rules, 2.3)")
SEVERAL = phrase("it stands for several calls; write them, {calls}")


@dataclass(frozen=True, slots=True)
class Written:
    """What is said of a key, where, and by whom."""

    value: Any
    path: Path
    chosen: Chosen


@dataclass(frozen=True, slots=True)
class PhaseLevel:
    """The level of a phase with what the organiser set at it."""

    level: Level | None = None
    chosen: Chosen | None = None
    limit: int | None = None
    bans: tuple[str, ...] = ()


def number(name: str) -> int:
    """A number of the rules about levels."""
    return int(numbers("se_2012", "syscheck.events")[name]["value"])


def recommended(masterpoints: Masterpoints | None, boards: int | None) -> Level | None:
    """The level that holds where the organiser has decided none (2.4, 3.2); None where there is none, or it is open."""
    if boards is None or masterpoints not in (Masterpoints.GOLD, Masterpoints.SILVER):
        return None
    many = boards >= number("level-boards")
    if masterpoints is Masterpoints.GOLD:
        return Level.A if many else Level.B
    return Level.B if many else Level.C


def least_limit(level: Level) -> int | None:
    """The limit of a level, which an organiser may raise; None where there is no such limit."""
    return {Level.B: number("limit-b"), Level.C: number("limit-c")}.get(level)


@dataclass
class Levels:
    """The levels of an event's phases, with the faults of what is written about them."""

    found: Corrections
    lowered_names: set[str] = field(default_factory=set)

    def lowered(self, written: Mapping[str, int]) -> tuple[dict[str, SettingValue], dict[str, int]]:
        """Lowered dots: of kinds of bids, by name, and of calls."""
        kinds: dict[str, SettingValue] = {}
        calls: dict[str, int] = {}
        known = {s.name: s for s in regulation(REGULATION).lowerable}
        for name, dots in written.items():
            path: Path = ("lowered", name)
            what = name if name in known else self._call(name, path, known, at_key=True)
            if what is None:
                continue
            if what in self.lowered_names:
                self.found.fault("V117", path, at_key=True, item=what, key="lowered")
                continue
            self.lowered_names.add(what)
            most = int(known[what].most) if what in known else most_dots(what)
            if dots < 0:
                self.found.fault("V158", path, what=what, number=shortened(dots))
            elif dots >= most:
                self.found.fault("V157", path, what=what, most=most)
            elif what in known:
                kinds[what] = dots
            else:
                calls[what] = dots
        return kinds, calls

    def phase(
        self,
        name: str,
        path: Path,
        level: Written | None,
        limit: Written | None,
        bans: Written | None,
        masterpoints: Masterpoints | None,
        boards: int | None,
    ) -> PhaseLevel:
        """The level of a phase, the recommended one where none is named, and its limit and bans."""
        banned = self._bans(bans)
        if not self.found.sound("level"):
            return PhaseLevel()
        if level is None:
            right = recommended(masterpoints, boards)
            if right is None:
                self._no_level(name, limit, bans, masterpoints, boards)
                return PhaseLevel()
            chosen, where = Chosen.RECOMMENDED, path
        else:
            right, chosen, where = level.value, level.chosen, level.path
        if bans is not None and right is not Level.D:
            self.found.fault("V153", bans.path, at_key=True)
        return PhaseLevel(right, chosen, self._limit(right, limit, where), banned)

    def _limit(self, level: Level, limit: Written | None, where: Path) -> int | None:
        least = least_limit(level)
        if limit is None:
            if level is Level.D and self.found.sound("limit"):
                self.found.fault("V152", where)
            return least
        value: int = limit.value
        if level is Level.A:
            self.found.fault("V150", limit.path, at_key=True)
        elif least is not None and value < least:
            self.found.fault("V151", limit.path, level=level.value, least=least)
        return value

    def _no_level(
        self,
        name: str,
        limit: Written | None,
        bans: Written | None,
        masterpoints: Masterpoints | None,
        boards: int | None,
    ) -> None:
        if not self.found.sound("masterpoints", "boards", "preset"):
            return
        if limit is not None:
            self.found.fault("V154", limit.path, at_key=True)
        if bans is not None:
            self.found.fault("V153", bans.path, at_key=True)
        if masterpoints is Masterpoints.BRONZE:
            self.found.remark(say(VOLUNTARY, phase=name))
            return
        both = masterpoints is None and boards is None
        missing = BOTH if both else MASTERPOINTS if masterpoints is None else BOARDS
        self.found.remark(say(NO_LEVEL, phase=name, missing=say(missing)))

    def _bans(self, bans: Written | None) -> tuple[str, ...]:
        """Banned calls and kinds of bids, in canonical spelling."""
        if bans is None:
            return ()
        known = [s.name for s in regulation(REGULATION).lowerable if s.name.startswith(DOTS)]
        banned: list[str] = []
        for place, written in enumerate(bans.value):
            path: Path = (*bans.path, place)
            if not isinstance(written, str):
                continue  # its fault is told
            what = written if written in known else self._call(written, path, known)
            if what is None:
                continue
            if what in banned:
                self.found.fault("V117", path, item=what, key="bans")
            elif what in self.lowered_names:
                self.found.fault("V159", path, what=what)
            banned.append(what)
        return tuple(banned)

    def _call(self, written: str, path: Path, kinds: Any, *, at_key: bool = False) -> str | None:
        """A call from 1C to 3S; a fault for any other."""
        call = parse_call(written)
        if call is None:
            near = did_you_mean(written, kinds)
            self.found.fault("V156", path, at_key=at_key, written=shortened(written), near=near, known=", ".join(kinds))
            return None
        why = _why_not(call)
        if why is not None:
            self.found.fault("V155", path, at_key=at_key, call=str(call), why=why)
            return None
        return str(call)


def _why_not(call: Call) -> Sentence | None:
    """Why the rules say nothing of a call; None for 1C to 3S."""
    if call.is_pass:
        return say(NO_PASS)
    if not call.level:
        return say(NO_OPENING)
    if call.level > 3 or (call.level == 3 and call.strain == "N"):
        return say(TOO_HIGH)
    if call.letter:
        return say(SEVERAL, calls=tuple(map(str, call.expanded())))
    return None


def most_dots(call: str) -> int:
    """The most dots that the rules give a call (2.5)."""
    dots = {s.name: int(s.most) for s in regulation(REGULATION).lowerable}
    level, strain = call[0], call[1]
    if strain == "N":
        return dots["dots-weak-notrump"] if level == "1" else dots["dots-notrump"]
    most = dots["dots-fewer"] + dots["dots-unbalanced"]
    if level == "1" and strain in "HS":
        most += dots["dots-major"] + dots["dots-weak-major"]
    elif level == "1" and strain == "D":
        most += dots["dots-weak-diamond"]
    return most
