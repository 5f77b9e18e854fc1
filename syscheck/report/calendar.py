"""Duties as a calendar (RFC 5545): for a pair, or for the organiser with those of every pair.

A deadline is an event (VEVENT) with alarms, not a to-do (VTODO): Google's calendar and many telephones leave to-dos
out when they import a file. It takes no time and blocks none. Its time is in UTC, which every calendar shows by its
owner's clock; the description says it once more by the clock of the place.

Two runs as of the same moment give the same bytes: an entry is known by the pair, the rule, the phase and the time, so
that a calendar that is read again updates its entries instead of doubling them.

The sentences that a reader sees stand at the top, whole and with named places, to be translated.
"""

import datetime
import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from zoneinfo import ZoneInfo

from icalendar import Alarm, Calendar, Event

from syscheck import __version__
from syscheck.checking import CheckedCard
from syscheck.events.judging import event_page
from syscheck.language import moment_text, phrase, tell, translated
from syscheck.report.events import EventOut
from syscheck.report.machine import CardOut, DutyOut
from syscheck.report.words import file_name, harmless

NAME = phrase("Duties: {event}")
WHOSE = "{pair}: {what}"
PERHAPS = phrase("Perhaps: {what}")
"""Where the card leaves open whether a duty binds; the description says on what it hangs."""
UNTIL = phrase("Until {moment}")
IF_NOT = phrase("If not: {consequence}")
CLAUSE = phrase("{document}, {clause} (rule {rule})")
OWN = frozenset({"pair", "captain", "team"})
ALARMS = (datetime.timedelta(days=-1), datetime.timedelta(minutes=-30))
"""How long before its time a duty is called to mind."""
LONGEST_SUMMARY = 120
ELLIPSIS = "…"


def calendar(event: EventOut, duties_by_pair: Mapping[str, Iterable[DutyOut]], *, organiser: bool = False) -> bytes:
    """The calendar of pairs, each with its duties, or with `organiser` that of the organiser, in the language spoken.

    Pairs have what they, their captain and their team must do; the organiser has that and what the organiser must do.
    Rights, duties without a time and those that are done are left out. The stamp of every entry is the event's `as_of`.
    """
    several = organiser or len(duties_by_pair) > 1
    found = [(pair, d) for pair, duties in duties_by_pair.items() for d in duties if d.who in OWN]
    if organiser:
        of_cards = (d for duties in duties_by_pair.values() for d in duties if d.who == "organiser")
        found += [("", d) for d in dict.fromkeys((*event.duties, *of_cards))]
    made = Calendar()
    made.add("prodid", f"-//syscheck//{__version__}//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", harmless(tell(NAME, event=event.name)))
    known: Counter[tuple[str, ...]] = Counter()
    for pair, duty in sorted(found, key=lambda one: (one[1].due or "", one[0], one[1].rule)):
        if duty.due and not duty.right and duty.state != "done":
            what = identity(event, pair, duty)
            made.add_component(_entry(event, pair if several else "", duty, uid_of(what, known[what])))
            known[what] += 1
    data: bytes = made.to_ical()
    return data


def duties_by_pair_of(
    checked: Sequence[CheckedCard], cards: Sequence[CardOut | None]
) -> dict[str, tuple[DutyOut, ...]]:
    """The duties of cards by the name of the pair; a card that names none goes by its file."""
    found: dict[str, tuple[DutyOut, ...]] = {}
    for one, card in zip(checked, cards, strict=True):
        if card is not None and one.card is not None:
            name = one.card.header.get("pair") or file_name(one.file)
            found[name] = (*found.get(name, ()), *(card.duties or ()))
    return found


def identity(event: EventOut, pair: str, duty: DutyOut) -> tuple[str, ...]:
    """What an entry of a calendar is known by, in whatever language it is written."""
    return event.name, event.start or "", pair, duty.rule, duty.who, duty.phase or "", duty.due or ""


def uid_of(what: tuple[str, ...], before: int = 0) -> str:
    """The UID of an entry; `before` counts those of the same rule and time that came before it."""
    text = "\n".join((*what, str(before)))
    return f"{hashlib.sha256(text.encode()).hexdigest()[:32]}@syscheck"


def _entry(event: EventOut, pair: str, duty: DutyOut, uid: str) -> Event:
    due = datetime.datetime.fromisoformat(duty.due or "")
    what = harmless(duty.what)
    if duty.condition:
        what = tell(PERHAPS, what=what)
    title = what if len(what) <= LONGEST_SUMMARY else what[: LONGEST_SUMMARY - 1].rsplit(" ", 1)[0] + ELLIPSIS
    entry = Event()
    entry.add("uid", uid)
    entry.add("dtstamp", _utc(datetime.datetime.fromisoformat(event.as_of)))
    entry.add("dtstart", _utc(due))
    entry.add("summary", harmless(tell(WHOSE, pair=pair, what=title)) if pair else title)
    entry.add("description", "\n".join(_about(event, duty, due)))
    entry.add("transp", "TRANSPARENT")
    for before in ALARMS:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", title)
        alarm.add("trigger", before)
        entry.add_component(alarm)
    return entry


def _about(event: EventOut, duty: DutyOut, due: datetime.datetime) -> Iterable[str]:
    page = event_page(duty.rule)
    yield harmless(duty.what)
    yield tell(UNTIL, moment=moment_text(due.astimezone(ZoneInfo(event.timezone))))
    if duty.phase:
        yield harmless(duty.phase)
    if duty.condition:
        yield harmless(duty.condition)
    if duty.consequence:
        yield harmless(tell(IF_NOT, consequence=duty.consequence))
    yield tell(CLAUSE, document=translated(page.document), clause=translated(page.clause), rule=duty.rule)


def _utc(moment: datetime.datetime) -> datetime.datetime:
    return moment.astimezone(datetime.UTC)
