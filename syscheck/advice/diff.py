"""What is different between two cards in agreements: silent on layout, order and spelling."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from syscheck.card import Place
from syscheck.card.calls import sequence_text
from syscheck.hands import NO_HAND, HandSet
from syscheck.regulations import Outcome, Regulation, Result, SettingValue
from syscheck.regulations.clauses import FEATURE
from syscheck.system import Agreement, System, agreements, calls_on_card

PHRASES = ("conventions", "leads", "signals")


@dataclass(frozen=True)
class Change:
    """A call or sequence that means something else in some places; None where it is not played.

    Over the hands that *may* make the call; `surely_gained` and `surely_lost` over those that certainly do.
    """

    section: str
    sequence: str
    places: frozenset[Place]
    old: Agreement | None
    new: Agreement | None

    @property
    def gained(self) -> HandSet:
        """The hands that may make the call now and might not before."""
        return _possible(self.new) - _possible(self.old)

    @property
    def lost(self) -> HandSet:
        """The hands that might make the call before and may not now."""
        return _possible(self.old) - _possible(self.new)

    @property
    def surely_gained(self) -> HandSet:
        """The hands that certainly make the call now, and did not certainly before."""
        return _certain(self.new) - _certain(self.old)

    @property
    def surely_lost(self) -> HandSet:
        """The hands that certainly made the call before, and do not certainly now."""
        return _certain(self.old) - _certain(self.new)

    @property
    def remarks_gained(self) -> tuple[str, ...]:
        """Attributes and conventions that are new."""
        return tuple(sorted(_remarks(self.new) - _remarks(self.old)))

    @property
    def remarks_lost(self) -> tuple[str, ...]:
        """Attributes and conventions that are gone."""
        return tuple(sorted(_remarks(self.old) - _remarks(self.new)))


def _possible(agreement: Agreement | None) -> HandSet:
    return NO_HAND if agreement is None else agreement.hands.possible


def _certain(agreement: Agreement | None) -> HandSet:
    return NO_HAND if agreement is None else agreement.hands.certain


def _remarks(agreement: Agreement | None) -> frozenset[str]:
    return frozenset() if agreement is None else agreement.remarks


@dataclass(frozen=True, slots=True)
class SectionChange:
    """Phrases of conventions, leads or signals that came and went."""

    section: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]


DotsRange = tuple[int, int]
"""The fewest and the most dots that a call may have; a call that is not opened has none."""


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """What a regulation says now of the card and did not say before.

    `dots` are those of calls where they changed, fewest and most; `rules` are features that are there now, or no
    longer.
    """

    regulation: Regulation
    old: Result
    new: Result
    dots: tuple[tuple[str, DotsRange, DotsRange], ...]
    rules: tuple[tuple[str, Outcome, Outcome], ...]


@dataclass(frozen=True, slots=True)
class AlertChange:
    """A call that is alerted otherwise under a regulation: True yes, False no, None open; of a call that both play."""

    regulation: Regulation
    sequence: str
    places: frozenset[Place]
    old: bool | None
    new: bool | None


@dataclass(frozen=True)
class Diff:
    """The difference of two cards."""

    calls: tuple[Change, ...]
    later: tuple[Change, ...]
    sections: tuple[SectionChange, ...]
    verdicts: tuple[VerdictChange, ...]
    alerts: tuple[AlertChange, ...]

    @property
    def same(self) -> bool:
        """Whether both cards say the same."""
        return not (self.calls or self.later or self.sections or self.verdicts or self.alerts)


def diff(
    old: System,
    new: System,
    regulations: Sequence[Regulation] = (),
    settings: Mapping[str, Mapping[str, SettingValue]] | None = None,
) -> Diff:
    """What is different in agreements between two cards, and in what the regulations say of them."""
    changes = tuple(_changes(old, new))
    judged = (_verdict(law, old, new, (settings or {}).get(law.id)) for law in regulations)
    return Diff(
        tuple(c for c in changes if c.section == "openings"),
        tuple(c for c in changes if c.section != "openings"),
        tuple(_sections(old, new)),
        tuple(v for v in judged if v is not None),
        tuple(a for law in regulations for a in _alerts(law, old, new, (settings or {}).get(law.id))),
    )


def _changes(old: System, new: System) -> Iterator[Change]:
    """The calls and sequences that changed, in the order of the new card; those that are gone come after the rest."""
    before, after = agreements(old), agreements(new)
    for key in sorted({**after, **before}, key=lambda k: k[0] != "openings"):
        section, sequence = key
        here, there = before.get(key, {}), after.get(key, {})
        groups: dict[tuple[int, int], tuple[Agreement | None, Agreement | None, set[Place]]] = {}
        for place in sorted({**here, **there}):
            one, other = here.get(place), there.get(place)
            if one != other:
                groups.setdefault((id(one), id(other)), (one, other, set()))[2].add(place)
        for one, other, places in _merged(list(groups.values())):
            yield Change(section, sequence_text(sequence), frozenset(places), one, other)


Group = tuple[Agreement | None, Agreement | None, set[Place]]


def _merged(groups: list[Group]) -> list[Group]:
    """Groups whose agreements are equal, though written twice, together."""
    found: list[Group] = []
    for one, other, places in groups:
        same = next((g for g in found if g[0] == one and g[1] == other), None)
        if same is None:
            found.append((one, other, places))
        else:
            same[2].update(places)
    return found


def _alerts(
    law: Regulation, old: System, new: System, settings: Mapping[str, SettingValue] | None
) -> Iterator[AlertChange]:
    """The calls of both cards that one alerts and the other does not, in the order of the new card."""
    before, after = _answers(law, old, settings), _answers(law, new, settings)
    groups: dict[tuple[str, bool | None, bool | None], set[Place]] = {}
    for (sequence, place), answer in after.items():
        known = before.get((sequence, place), answer)
        if known is not answer:
            groups.setdefault((sequence, known, answer), set()).add(place)
    for (sequence, one, other), places in groups.items():
        yield AlertChange(law, sequence, frozenset(places), one, other)


def _answers(
    law: Regulation, system: System, settings: Mapping[str, SettingValue] | None
) -> dict[tuple[str, Place], bool | None]:
    alert_law = law.alert_law(dict(settings or {}))
    found: dict[tuple[str, Place], bool | None] = {}
    for call in calls_on_card(system):
        answer = law.alert(call, alert_law).alert
        found |= {(sequence_text(call.sequence), place): answer for place in call.places}
    return found


def _sections(old: System, new: System) -> Iterator[SectionChange]:
    for section in PHRASES:
        before, after = _phrases(old, section), _phrases(new, section)
        gained = tuple(text for key, text in after.items() if key not in before)
        lost = tuple(text for key, text in before.items() if key not in after)
        if gained or lost:
            yield SectionChange(section, gained, lost)


def _phrases(system: System, section: str) -> dict[str, str]:
    """The phrases by what they are compared by: the catalogue's name, else the words. A note alone is none."""
    names = (p.name or p.text for p in system.card.phrases_of(section))
    return {name.casefold(): name for name in names if name}


def _verdict(
    law: Regulation, old: System, new: System, settings: Mapping[str, SettingValue] | None
) -> VerdictChange | None:
    before, after = law.judge(old, settings), law.judge(new, settings)
    dots = tuple(_changed(_dots(before), _dots(after), (0, 0)))
    features = {c.rule for c in law.clauses if c.order is FEATURE}
    rules = tuple(_changed(_outcomes(before, features), _outcomes(after, features), Outcome.DOES_NOT_APPLY))
    one, other = before.classification, after.classification
    same = (one.name, one.doubtful, one.total, one.brown) == (other.name, other.doubtful, other.total, other.brown)
    return None if same and not dots and not rules else VerdictChange(law, before, after, dots, rules)


def _dots(result: Result) -> dict[str, DotsRange]:
    return {d.call: (d.least, d.most) for d in result.classification.dots if d.most}


def _outcomes(result: Result, rules: set[str]) -> dict[str, Outcome]:
    return {f.rule: f.outcome for f in result.findings if f.rule in rules}


T = TypeVar("T")


def _changed(before: Mapping[str, T], after: Mapping[str, T], nothing: T) -> Iterator[tuple[str, T, T]]:
    for name in {**after, **before}:
        old, new = before.get(name, nothing), after.get(name, nothing)
        if old != new:
            yield name, old, new
