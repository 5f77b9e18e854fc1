"""What is said of one entry: its card as judged, put together with the event, its team-mates and the list.

The card's own sentences are in the language of its report, those about the entry in the organiser's.
"""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import TypeAdapter

from syscheck.entries import Entry, Status
from syscheck.events import (
    Admission,
    Admitted,
    Duty,
    Entrant,
    Event,
    Standing,
)
from syscheck.events.at_event import AtEvent
from syscheck.language import count, say, speaking, spoken
from syscheck.report.events import (
    ApprovedOut,
    EntryOut,
    Row,
    admission_out,
    classes_of,
    duty_out,
    next_duty,
    reason_in_words,
)
from syscheck.report.machine import AdmissionOut, DutyOut
from syscheck.screening.job import Approved, Facts, Record, read_parts, unpack
from syscheck.screening.slugs import Slugs

REPORTS = "reports"
SWEDISH = "se-2012"
_TEXTS = TypeAdapter(tuple[str, ...])
_DUTIES = TypeAdapter(tuple[DutyOut, ...])
_ADMISSIONS = TypeAdapter(tuple[AdmissionOut, ...])


@dataclass(frozen=True, slots=True)
class Judged:
    """A card with its facts, its record, and how it compares with one approved earlier."""

    facts: Facts
    record: Record
    approved: Approved | None


class Team(NamedTuple):
    """The other pairs of a team."""

    mates: tuple[Mapping[str, Standing], ...] = ()
    crowd: bool = False
    """So many pairs that it is a folder, and no team."""
    pairs: int = 0


class Outcome(NamedTuple):
    """An entry with everything that is said of it."""

    row: Row
    json: str
    """One object of `entries`."""
    html: str
    """Its report; empty where there is none."""
    admissions: tuple[AdmissionOut, ...]
    duties: tuple[DutyOut, ...]
    brief: bytes
    """CARD with faults and questions, packed; empty without a card."""
    broken: bool


class Said(NamedTuple):
    """What the rules of the event say of an entry."""

    admissions: tuple[Admission, ...]
    duties: tuple[Duty, ...]
    admitted: Admitted
    by_regulation: Mapping[str, Admitted]
    late: bool | None


def outcome(
    event: Event,
    as_of: datetime.datetime,
    entry: Entry,
    judged: Judged | None,
    team: Team,
    slugs: Slugs,
    *,
    html: bool,
) -> Outcome:
    """What is said of an entry."""
    facts = None if judged is None else judged.facts
    changed = _changed(entry, facts)
    here = _said(event, as_of, entry, facts, team, changed)
    received = None if entry.received is None else entry.received.latest
    missing = _missing(entry, facts, here)
    remarks = _remarks(entry, judged, team)
    shown = tuple(duty_out(d, as_of, received) for d in here.duties)
    reasons = tuple(
        dict.fromkeys(
            reason_in_words(str(a.reason), a.phase) for a in here.admissions if a.admitted is not Admitted.YES
        )
    )
    standings: Mapping[str, Standing] = {} if facts is None else facts.standings
    report = f"{REPORTS}/{slugs.slug(entry.team, entry.pair)}.html" if judged and html and judged.record.html else ""
    row = Row(
        pair=entry.pair,
        team=entry.team,
        status=entry.status.value,
        files=(*entry.files, *entry.others),
        report=report,
        title="" if facts is None else facts.title,
        received=None if entry.received is None else str(entry.received),
        late=here.late,
        changed=changed,
        classes=classes_of(standings),
        dots=_dots(event, standings),
        limit=_limit(event),
        brown=tuple(dict.fromkeys(call for s in standings.values() for call in s.brown)),
        admitted=here.admitted.value,
        reasons=reasons,
        missing=missing,
        next_duty=next_duty(shown),
        language=spoken() if facts is None else facts.language,
        remarks=remarks,
        decided=entry.decided,
        decisions=tuple(map(str, entry.decisions)),
    )
    out = EntryOut(
        pair=entry.pair,
        team=entry.team,
        status=entry.status.value,
        received=row.received,
        late=row.late,
        changed=changed,
        files=row.files,
        missing=missing,
        remarks=remarks,
        approved=None if judged is None or judged.approved is None else _approved_out(judged.approved),
        card=None,
    )
    if row.decisions:
        out = out.model_copy(update={"decided": row.decided, "decisions": row.decisions})
    text = out.model_dump_json(by_alias=True, exclude_unset=True)
    if judged is None:
        return Outcome(row, text, "", (), shown, b"", broken=False)
    with speaking(judged.facts.language):
        told = tuple(map(admission_out, here.admissions))
        due = tuple(duty_out(d, as_of, received) for d in here.duties)
        card = _card_json(judged, here, told, due)
    page = unpack(judged.record.html) if report else ""
    return Outcome(
        row,
        f"{text.removesuffix('null}')}{card}}}",
        page,
        told,
        due,
        judged.record.brief,
        broken=judged.facts.broken,
    )


# ---- the event -------------------------------------------------------------------------------------------------------


def _said(
    event: Event, as_of: datetime.datetime, entry: Entry, facts: Facts | None, team: Team, changed: bool | None
) -> Said:
    received = None if entry.received is None else entry.received.latest
    readable = facts is not None and entry.status is not Status.UNREADABLE
    entrant = Entrant(
        pair=entry.pair,
        team=entry.team,
        standings=facts.standings if readable and facts is not None else {},
        team_mates=team.mates,
        received=received,
        changed=changed,
    )
    here = AtEvent(event, entrant, as_of)
    said = here.admissions if readable else ()
    answer = here.admitted if readable else Admitted.CANNOT_TELL
    if entry.status is not Status.OK and answer is Admitted.YES:
        # Of two cards of a pair it may be the other one that holds.
        answer = Admitted.CANNOT_TELL
    return Said(said, here.duties, answer, here.by_regulation, _late(event, entry, here.duties))


def _late(event: Event, entry: Entry, found: Sequence[Duty]) -> bool | None:
    """Whether the card came after its time; None where either is not known."""
    due = event.cards_due or min((d.due for d in found if d.hands_in and d.due), default=None)
    return None if due is None or entry.received is None else entry.received.after(due)


def _changed(entry: Entry, facts: Facts | None) -> bool | None:
    """Whether the agreements differ from those registered; None where either is not known."""
    if entry.registered is None or facts is None or facts.fingerprint is None:
        return None
    return facts.fingerprint != entry.registered


def _dots(event: Event, standings: Mapping[str, Standing]) -> tuple[int, int] | None:
    """Fewest and most dots in all, with those that the organiser has lowered; None where no dots are counted."""
    if SWEDISH not in standings:
        return None
    dots = standings[SWEDISH].dots
    lowered = event.lowered
    return (
        sum(min(d.least, lowered.get(d.call, d.least)) for d in dots),
        sum(min(d.most, lowered.get(d.call, d.most)) for d in dots),
    )


def _limit(event: Event) -> int | None:
    """The lowest limit of all phases."""
    return min((p.limit for p in event.phases if p.limit is not None), default=None)


# ---- sentences -------------------------------------------------------------------------------------------------------


def _missing(entry: Entry, facts: Facts | None, here: Said) -> tuple[str, ...]:
    """What the pair still has to bring or to answer."""
    found: list[object] = []
    if entry.status is Status.MISSING:
        found += [say("The file {file}, which the entry list names, is not there.", file=f) for f in entry.absent]
        if not entry.absent:
            found.append(say("No card has been received."))
    if entry.status is Status.UNREADABLE and facts is not None:
        found.append(
            count("{n} thing on the card must be corrected.", "{n} things on the card must be corrected.", facts.errors)
        )
    if entry.status is Status.DUPLICATE:
        found.append(
            say("The pair must say which card holds; another says something else: {files}.", files=list(entry.others))
        )
    if entry.approved_file is not None and entry.approved is None:
        found.append(say("The approved card {file} is not there.", file=entry.approved_file))
    open_laws = [] if facts is None else [law for law, s in facts.standings.items() if len(s.classes) > 1]
    if facts is not None:
        found += [question for law in open_laws for question in facts.asked.get(law, ())]
    told = [*map(str, found)]
    for admission in here.admissions:
        question = "" if admission.question is None else str(admission.question)
        # Where it only repeats what the class hangs on, it has been asked.
        if admission.admitted is Admitted.CANNOT_TELL and not any(text in question for text in told):
            told.append(question)
    return tuple(dict.fromkeys(filter(None, told)))


def _remarks(entry: Entry, judged: Judged | None, team: Team) -> tuple[str, ...]:
    """What the organiser may want to know besides."""
    found: list[object] = []
    if len(entry.files) > 1:
        found.append(say("The same agreements were handed in more than once: {files}.", files=list(entry.files)))
    if entry.status is Status.UNREADABLE and entry.others:
        found.append(say("The pair has handed in another card: {files}.", files=list(entry.others)))
    if team.crowd:
        found.append(
            count(
                "“{team}” has {n} pair; so it is taken for a folder, and nobody's team.",
                "“{team}” has {n} pairs; so it is taken for a folder, and nobody's team.",
                team.pairs,
                team=entry.team,
            )
        )
    if judged is not None and judged.approved is not None:
        found.append(_approved_sentence(judged.approved))
    return tuple(str(x) for x in found if x is not None)


def _approved_sentence(approved: Approved) -> object:
    match approved.same:
        case True:
            return say("The card is unchanged since it was approved.")
        case None:
            return say("It cannot be told whether the card has changed since it was approved.")
    if approved.changed:
        return say("Changed since the card was approved: {calls}.", calls=list(approved.changed))
    return say("The card has changed since it was approved.")


def _approved_out(approved: Approved) -> ApprovedOut:
    return ApprovedOut(
        file=approved.file, fingerprint=approved.fingerprint, same=approved.same, changed=approved.changed or ()
    )


# ---- the card's JSON -------------------------------------------------------------------------------------------------


def _card_json(
    judged: Judged,
    here: Said,
    told: tuple[AdmissionOut, ...],
    due: tuple[DutyOut, ...],
) -> str:
    """CARD with what the event says of it; the text of the record is not read again, only put together."""
    card, results = read_parts(judged.record.card)
    verdicts = here.by_regulation
    regulations = ",".join(
        f'"{law}":{result.removesuffix("}")},"admitted":"{verdicts[law].value}"}}' for law, result in results.items()
    )
    remarks = _TEXTS.dump_json(judged.facts.remarks).decode()
    said = _ADMISSIONS.dump_json(told, by_alias=True, exclude_unset=True).decode()
    owed = _DUTIES.dump_json(due, by_alias=True, exclude_unset=True).decode()
    return (
        f'{card.removesuffix("}")},"remarks":{remarks},"regulations":{{{regulations}}},'
        f'"admitted":"{here.admitted.value}","admissions":{said},"duties":{owed}}}'
    )
