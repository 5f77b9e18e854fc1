"""The part of a report that tells of an event: whether the card is admitted, who must do what by when.

It is made from the JSON models, so that a screening can put it into a report that was made earlier elsewhere.
The sentences that a reader sees stand at the top, whole and with named places, to be translated.
"""

import datetime
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from markupsafe import Markup

from syscheck import __version__
from syscheck.advice import Advice
from syscheck.checking import CheckedCard
from syscheck.events import Admitted, Event, organiser_duties
from syscheck.events.at_event import AtEvent, at_event
from syscheck.events.judging import event_page
from syscheck.language import count, moment_text, phrase, phrases, speaking, tell, translated
from syscheck.regulations import Page
from syscheck.report.advice import advice_view
from syscheck.report.events import EventOut, admission_out, duty_out, event_out
from syscheck.report.html import environment
from syscheck.report.machine import AdmissionOut, CardOut, DutyOut, ReportOut, card_out
from syscheck.report.text import BAD, BOLD, DIM, GOOD, OPEN, PLAIN, Paper
from syscheck.report.words import harmless

ADMITTED = {
    "yes": phrase("Admitted"),
    "no": phrase("Not admitted"),
    "cannot tell": phrase("Cannot tell whether it is admitted"),
}
ADMITTED_SYMBOL = {"yes": "✓", "no": "✗", "cannot tell": "?"}
ADMITTED_STYLE = {"yes": "settled", "no": "refused", "cannot tell": "open"}
STATES = {
    "overdue": phrase("overdue"),
    "due": phrase("due"),
    "done": phrase("done"),
    "standing": phrase("always"),
}
STATE_SYMBOL = {"overdue": "!", "due": "○", "done": "✓", "standing": "–"}
WHO = {
    "pair": phrase("The pair"),
    "captain": phrase("The captain"),
    "team": phrase("The team"),
    "organiser": phrase("The organiser"),
    "opponents": phrase("Opponents"),
}
ALWAYS = phrase("Always")
PASSED = phrase("passed")
EARLIER = phrases("{n} earlier time has passed", "{n} earlier times have passed")
LATER = phrases("{n} later time", "{n} later times")
MOST_TIMES = 3
"""How many times are shown of what is to be done again and again."""
OWN = ("pair", "captain", "team")
FOR_EVENT = phrase("For this event: {event}")
AS_BEFORE = phrase("At “{event}” as before: {admitted}.")
BEFORE_AND_NOW = phrase("At “{event}” before: {before}. Now: {now}.")
AS_OF = phrase("As of {moment}")
PHASE_ADMITTED = "{phases}: {admitted}"
QUESTIONS = phrase("Questions that settle it")
ADVICE = phrase("What would make it legal")
SEARCHED = "{regulation}: {searched}"
OWN_DUTIES = phrase("What the pair, its captain and its team must do")
OTHER_DUTIES = phrase("What others must do because of this card")
OWN_RIGHTS = phrase("What the pair may do")
OTHER_RIGHTS = phrase("What opponents may do")
NO_DUTIES = phrase("The rules of this event ask nothing of the pair.")
IF_NOT = phrase("If not: {consequence}")
CITED = phrase("{clause}; the whole rule: syscheck rule {rule}")
WHO_WHEN = phrase("{state}, {when}")
WHO_DOES = "{who}: {what}"


class RuleView(NamedTuple):
    """The rule that something rests on."""

    rule: str
    clause: str
    page: Page


class ReasonView(NamedTuple):
    """What one rule says of admission."""

    admitted: str
    """For a style: `yes`, `no`, `cannot tell`."""
    symbol: str
    reason: str
    rule: RuleView


class PhaseView(NamedTuple):
    """Whether the card is admitted in phases where the rules say the same; no names where they do so in all."""

    phases: tuple[str, ...]
    admitted: str
    headline: str
    symbol: str
    style: str
    reasons: tuple[ReasonView, ...]


class TimeView(NamedTuple):
    """A time by which something is to be done."""

    iso: str
    text: str
    state: str
    word: str
    symbol: str


class DutyView(NamedTuple):
    """A duty or a right, with all its times; without one it holds always."""

    who: str
    what: str
    times: tuple[TimeView, ...]
    more: str
    """How many more times there are that are not shown: earlier ones, later ones."""
    phases: tuple[str, ...]
    consequence: str
    condition: str
    rule: RuleView


class EventView(NamedTuple):
    """What a report tells of a card at an event."""

    name: str
    as_of: str
    remarks: tuple[str, ...]
    phases: tuple[PhaseView, ...]
    questions: tuple[str, ...]
    own: tuple[DutyView, ...]
    own_rights: tuple[DutyView, ...]
    others: tuple[DutyView, ...]
    other_rights: tuple[DutyView, ...]

    @property
    def always(self) -> str:
        """What is said of duties without a time."""
        return tell(STATES["standing"])

    @property
    def parts(self) -> tuple[tuple[str, tuple[DutyView, ...]], ...]:
        """Headings with their duties or rights, those with any."""
        parts = (
            (tell(OWN_DUTIES), self.own),
            (tell(OWN_RIGHTS), self.own_rights),
            (tell(OTHER_DUTIES), self.others),
            (tell(OTHER_RIGHTS), self.other_rights),
        )
        return tuple(part for part in parts if part[1])

    @property
    def rules(self) -> tuple[RuleView, ...]:
        """Every rule that is cited, once, in the order of the report."""
        cited = [r.rule for p in self.phases for r in p.reasons]
        cited += [d.rule for _, duties in self.parts for d in duties]
        return tuple({r.rule: r for r in cited}.values())


# ---- from the judged card ----------------------------------------------------------------------------------------


def card_at_event(card: CardOut, found: AtEvent) -> CardOut:
    """A card of the JSON with what the event says of it, in the language spoken."""
    results = {
        name: result.model_copy(update={"admitted": found.by_regulation[name].value})
        for name, result in card.regulations.items()
    }
    received = found.entrant.received
    return card.model_copy(
        update={
            "regulations": results,
            "admitted": found.admitted.value,
            "admissions": tuple(map(admission_out, found.admissions)),
            "duties": tuple(duty_out(d, found.as_of, received) for d in found.duties),
        }
    )


def report_at_event(
    cards: Iterable[CheckedCard], event: Event, as_of: datetime.datetime, language: str | None = None
) -> ReportOut:
    """The report of the contract with admissions and duties: in `language`, else in each card's own."""
    return ReportOut(syscheck=__version__, cards=tuple(checked_at_event(c, event, as_of, language) for c in cards))


def checked_at_event(checked: CheckedCard, event: Event, as_of: datetime.datetime, language: str | None) -> CardOut:
    """A card of the JSON with what the event says of it; of one that cannot be read, nothing can be told."""
    with speaking(checked.report_language(language)):
        card = card_out(checked)
        if checked.system is None:
            return card.model_copy(update={"admitted": Admitted.CANNOT_TELL.value})
        return card_at_event(card, at_event(event, as_of, checked.system, checked.results))


def whole_event_out(event: Event, as_of: datetime.datetime) -> EventOut:
    """An event of the JSON with the organiser's duties, in the language spoken."""
    return event_out(event, as_of, organiser_duties(event))


def before_and_now(event: str, before: Admitted, now: Admitted) -> str:
    """Whether an event admits a card before and after a change, in the language spoken."""
    if before is now:
        return tell(AS_BEFORE, event=harmless(event), admitted=tell(ADMITTED[now.value]))
    return tell(
        BEFORE_AND_NOW,
        event=harmless(event),
        before=tell(ADMITTED[before.value]),
        now=tell(ADMITTED[now.value]),
    )


def event_view(admissions: Sequence[AdmissionOut], duties: Sequence[DutyOut], event: EventOut) -> EventView:
    """What a report tells of a card at an event, in the language spoken."""
    zone = ZoneInfo(event.timezone)
    shown = _duties(duties, zone)
    return EventView(
        name=event.name,
        as_of=tell(AS_OF, moment=_moment(event.as_of, zone)),
        remarks=event.remarks,
        phases=_phases(admissions, [p.name for p in event.phases]),
        questions=tuple(dict.fromkeys(a.question for a in admissions if a.question)),
        own=tuple(v for d, v in shown if d.who in OWN and not d.right),
        own_rights=tuple(v for d, v in shown if d.who in OWN and d.right),
        others=tuple(v for d, v in shown if d.who not in OWN and not d.right),
        other_rights=tuple(v for d, v in shown if d.who not in OWN and d.right),
    )


def _moment(iso: str, zone: ZoneInfo) -> str:
    return moment_text(datetime.datetime.fromisoformat(iso).astimezone(zone))


def _rule(rule: str) -> RuleView:
    page = event_page(rule)
    return RuleView(rule, translated(page.clause), page)


def _phases(admissions: Sequence[AdmissionOut], names: Sequence[str]) -> tuple[PhaseView, ...]:
    """Phase by phase; phases of which the rules say the same are told together."""
    said: dict[tuple[AdmissionOut, ...], list[str]] = {}
    for name in names:
        here = tuple(
            a.model_copy(update={"phase": None, "question": None}) for a in admissions if a.phase in {None, name}
        )
        said.setdefault(tuple(dict.fromkeys(here)), []).append(name)
    return tuple(_phase(here, tuple(phases) if len(said) > 1 else ()) for here, phases in said.items())


def _phase(admissions: Sequence[AdmissionOut], phases: tuple[str, ...]) -> PhaseView:
    order = ("no", "cannot tell", "yes")
    worst = min((a.admitted for a in admissions), key=order.index, default="yes")
    reasons = tuple(
        ReasonView(a.admitted, ADMITTED_SYMBOL[a.admitted], a.reason, _rule(a.rule))
        for a in sorted(admissions, key=lambda a: order.index(a.admitted))
        if worst == "yes" or a.admitted != "yes"
    )
    return PhaseView(phases, worst, tell(ADMITTED[worst]), ADMITTED_SYMBOL[worst], ADMITTED_STYLE[worst], reasons)


def _duties(duties: Iterable[DutyOut], zone: ZoneInfo) -> list[tuple[DutyOut, DutyView]]:
    """Duties with their times; what is to be done again and again is told once, with every time."""
    grouped: dict[DutyOut, list[DutyOut]] = {}
    for duty in duties:
        key = duty.model_copy(update={"due": None, "state": "due", "phase": None})
        grouped.setdefault(key, []).append(duty)
    return [(same[0], _duty(same, zone)) for same in grouped.values()]


def _duty(same: Sequence[DutyOut], zone: ZoneInfo) -> DutyView:
    first = same[0]
    times = {d.due: _time(d.due, d.state, zone) for d in same if d.due}
    shown, more = _next_times(list(times.values()))
    return DutyView(
        who=tell(WHO[first.who]),
        what=first.what,
        times=tuple(shown),
        more=". ".join(more),
        phases=tuple(dict.fromkeys(d.phase for d in same if d.phase)),
        consequence=first.consequence or "",
        condition=first.condition or "",
        rule=_rule(first.rule),
    )


def _next_times(times: Sequence[TimeView]) -> tuple[Sequence[TimeView], list[str]]:
    """Of what is to be done again and again, the next times; those that have passed say little of what was done."""
    if len(times) < 2:
        return times, []
    ahead = [t for t in times if t.state in {"due", "standing"}]
    passed, later = len(times) - len(ahead), len(ahead[MOST_TIMES:])
    if not ahead:
        last = times[-1]._replace(state="done", word=tell(PASSED), symbol=STATE_SYMBOL["standing"])
        ahead, passed = [last], passed - 1
    more = [str(count(*EARLIER, passed))] if passed else []
    more += [str(count(*LATER, later))] if later else []
    return ahead[:MOST_TIMES], more


def _time(due: str, state: str, zone: ZoneInfo) -> TimeView:
    return TimeView(due, _moment(due, zone), state, tell(STATES[state]), STATE_SYMBOL[state])


# ---- HTML --------------------------------------------------------------------------------------------------------


def event_section_html(
    admissions: Sequence[AdmissionOut],
    duties: Sequence[DutyOut],
    event: EventOut,
    language: str,
    *,
    here: str = "c1-",
    level: int = 2,
    advice: Markup | None = None,
) -> Markup:
    """The part of a card's report, to stand where `EVENT_SLOT` is; `here` begins its ids, `level` is its heading's."""
    with speaking(language):
        view = event_view(admissions, duties, event)
        template = environment().get_template("event.html.j2")
        # Our own template, which escapes what is written on the card and in the event's file.
        return Markup(template.render(view=view, here=here, h=level, advice=advice))


def event_advice_html(found: Sequence[Advice], language: str) -> Markup:
    """The nearest variants that the event admits, for a section's `advice`."""
    with speaking(language):
        template = environment().get_template("event_advice.html.j2")
        # Our own template, which escapes what is written on the card.
        return Markup(template.render(found=[advice_view(a) for a in found]))


# ---- text --------------------------------------------------------------------------------------------------------

TEXT_STYLE = {"yes": GOOD, "no": BAD, "cannot tell": OPEN}
STATE_STYLE = {"overdue": BAD, "due": BOLD, "done": GOOD, "standing": PLAIN}


def event_text(paper: Paper, view: EventView, advice: Sequence[Advice] = ()) -> None:
    """The same on paper for a terminal."""
    paper.head(tell(FOR_EVENT, event=view.name))
    paper.text(view.as_of, 2, DIM)
    for remark in view.remarks:
        paper.text(remark, 4, first="  -")
    for phase in view.phases:
        headline = phase.headline
        if phase.phases:
            headline = tell(PHASE_ADMITTED, phases=", ".join(phase.phases), admitted=headline)
        paper.text(headline, 4, TEXT_STYLE[phase.admitted] or BOLD, first=f"  {phase.symbol}")
        for reason in phase.reasons:
            paper.text(reason.reason, 6)
            paper.text(tell(CITED, clause=reason.rule.clause, rule=reason.rule.rule), 6, DIM)
    if view.questions:
        paper.text(tell(QUESTIONS), 2, BOLD)
    for number, question in enumerate(view.questions, 1):
        paper.text(question, 6, first=f"  {number}.")
    if advice:
        paper.head(tell(ADVICE))
    for one in map(advice_view, advice):
        for variant in one.variants:
            paper.text(variant.name)
            for line in variant.gone:
                paper.text(line, 6, first="    -")
            for line in variant.come:
                paper.text(line, 6, first="    +")
            paper.text(f"{variant.verdict}. {variant.cost}.", 4)
        paper.text(tell(SEARCHED, regulation=one.regulation, searched=" ".join(one.searched)), 2, DIM)
    for heading, duties in view.parts:
        paper.head(heading)
        for duty in (d for d in duties if d.times):
            _duty_text(paper, duty)
        standing = [d for d in duties if not d.times]
        if standing:
            paper.text(tell(ALWAYS), 2, BOLD)
        for duty in standing:
            _duty_text(paper, duty)
    if not view.own:
        paper.line()
        paper.text(tell(NO_DUTIES))


def _duty_text(paper: Paper, duty: DutyView) -> None:
    for time in duty.times:
        said = tell(WHO_WHEN, state=time.word, when=time.text)
        paper.text(said, 4, STATE_STYLE[time.state], first=f"  {time.symbol}")
    if duty.more:
        paper.text(f"{duty.more}.", 4, DIM)
    first = None if duty.times else f"  {STATE_SYMBOL['standing']}"
    paper.text(tell(WHO_DOES, who=duty.who, what=duty.what), 4, first=first)
    if duty.phases:
        paper.text(", ".join(duty.phases), 4, DIM)
    if duty.condition:
        paper.text(duty.condition, 4, OPEN)
    if duty.consequence:
        paper.text(tell(IF_NOT, consequence=duty.consequence), 4)
    paper.text(tell(CITED, clause=duty.rule.clause, rule=duty.rule.rule), 4, DIM)
