"""The alert sheet of a card: each call, whether it is alerted, and what opponents may do in return."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from syscheck.card import Entry, Place, Sequence
from syscheck.checking import CheckedCard, Settings
from syscheck.language import Sentence, say
from syscheck.regulations import REGULATIONS, AlertVerdict, Regulation, SettingValue
from syscheck.system import CallOnCard, calls_on_card

SCREENS: Mapping[str, SettingValue] = {"screens": "yes"}


class NoAlertRules(ValueError):
    """None of the regulations that a card is judged by has rules about alerts; the message is for people."""

    def __init__(self, regulations: tuple[str, ...]) -> None:
        known = tuple(r.id for r in REGULATIONS if r.alerts)
        super().__init__(
            str(
                say(
                    "there are no rules about alerts in {regulations}; name {known} with --regulation",
                    regulations=regulations,
                    known=known,
                )
            )
        )


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A call in some places, with the verdict of each regulation by its id."""

    call: CallOnCard
    places: frozenset[Place]
    verdicts: Mapping[str, AlertVerdict]

    @property
    def entry(self) -> Entry:
        """The entry of the card that it comes from."""
        return self.call.entry

    @property
    def questions(self) -> tuple[str | Sentence, ...]:
        """The questions whose answers would settle the open verdicts."""
        return tuple(dict.fromkeys(q for v in self.verdicts.values() for q in v.questions))

    @property
    def opponents(self) -> tuple[Sentence, ...]:
        """What opponents may do in return."""
        return tuple(dict.fromkeys(said for v in self.verdicts.values() for said in v.opponents))

    @property
    def needs_alert(self) -> bool:
        """Whether some regulation wants it alerted, or may want it."""
        return any(v.alert is not False for v in self.verdicts.values())

    @property
    def stop(self) -> bool:
        """Whether some regulation wants the STOP warning before it."""
        return any(v.stop for v in self.verdicts.values())


@dataclass(frozen=True, slots=True)
class AlertSheet:
    """The alerts of a card that was read, row by row in card order."""

    checked: CheckedCard
    regulations: tuple[Regulation, ...]
    rows: tuple[SheetRow, ...]
    screens: bool

    @property
    def remarks(self) -> tuple[Sentence, ...]:
        """The remarks on the card, and which of the regulations that were named have no rules about alerts."""
        without = tuple(r.regulation.id for r in self.checked.results if not r.regulation.alerts)
        if not without or self.checked.all_shown:
            return self.checked.remarks
        return (*self.checked.remarks, say("There are no rules about alerts in {regulations}.", regulations=without))


def alert_sheet(checked: CheckedCard, settings: Settings | None = None, *, screens: bool = False) -> AlertSheet:
    """The alert sheet of a card that was read and judged, under those regulations that have rules about alerts.

    Errors: `ValueError` for a card that could not be read; `NoAlertRules` where none of them has such rules.
    """
    if checked.system is None:
        raise ValueError("a card that cannot be read has no alert sheet")
    regulations = tuple(r.regulation for r in checked.results if r.regulation.alerts)
    if not regulations:
        raise NoAlertRules(tuple(r.regulation.id for r in checked.results))
    laws = {r.id: r.alert_law(_chosen(r, settings, screens)) for r in regulations}
    rows: list[SheetRow] = []
    found: dict[tuple[int, Sequence], list[int]] = {}
    for call in calls_on_card(checked.system):
        row = SheetRow(call, call.places, {r.id: r.alert(call, laws[r.id]) for r in regulations})
        variants = found.setdefault((id(call.entry), call.sequence), [])
        same = next((n for n in variants if _same(rows[n], row)), None)
        if same is None:
            variants.append(len(rows))
            rows.append(row)
        else:
            rows[same] = replace(rows[same], places=rows[same].places | row.places)
    return AlertSheet(checked, regulations, tuple(rows), screens)


def _chosen(regulation: Regulation, settings: Settings | None, screens: bool) -> dict[str, SettingValue]:
    chosen = dict((settings or {}).get(regulation.id, {}))
    known = {s.name for s in regulation.all_settings}
    return chosen | dict(SCREENS if screens and SCREENS.keys() <= known else {})


def _same(one: SheetRow, another: SheetRow) -> bool:
    """Whether two rows of a call give one answer."""
    return all(_answer(v) == _answer(another.verdicts[r]) for r, v in one.verdicts.items())


def _answer(verdict: AlertVerdict) -> tuple[object, ...]:
    rules = () if verdict.alert is False else verdict.rules
    said = (*verdict.questions, *verdict.opponents)
    return verdict.alert, rules, verdict.stop, tuple(map(str, said))
