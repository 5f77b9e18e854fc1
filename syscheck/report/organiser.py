"""The organiser's page: every entry of an event in one table, what needs attention first, letters to copy.

One HTML file that loads nothing. Its script sorts, filters and copies; without it all that the page says is there.

The sentences that a reader sees stand at the top and in `templates/`, whole and with named places, to be translated.
"""

import datetime
import re
import unicodedata
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import quote

from jinja2 import Template
from markupsafe import Markup

from syscheck import __version__
from syscheck.language import Plural, count, date_text, phrase, phrases, say, speaking, tell, translated
from syscheck.regulations import UnknownRegulation, regulation
from syscheck.report.events import EventOut, LetterPoint, PhaseOut, Row, SummaryOut
from syscheck.report.html import environment
from syscheck.report.machine import DutyOut
from syscheck.report.view import CLASS_DOUBTFUL, CLASS_OPEN, DOTS_BETWEEN
from syscheck.report.words import harmless

MOMENT = "{date} {time}"

SHORT_NAMES = {
    "sk-2008": phrase("Slovak league"),
    "se-2012": phrase("Swedish championships"),
    "cz-teams": phrase("Czech team championship"),
    "wbf": phrase("WBF systems policy"),
}
CLASS = phrase("Class")
CLASS_BY = phrase("Class: {regulation}")

NEEDS: Mapping[str, Plural] = {
    "unreadable": phrases("{n} card cannot be read", "{n} cards cannot be read"),
    "missing": phrases("{n} pair has no card", "{n} pairs have no card"),
    "duplicate": phrases("{n} pair has several cards", "{n} pairs have several cards"),
    "refused": phrases("{n} card is not allowed as it is", "{n} cards are not allowed as they are"),
    "open": phrases(
        "Of {n} card it cannot be told yet whether it is allowed",
        "Of {n} cards it cannot be told yet whether they are allowed",
    ),
    "overdue": phrases("{n} pair has a duty that is overdue", "{n} pairs have a duty that is overdue"),
    "late": phrases("{n} card came late", "{n} cards came late"),
    "changed": phrases(
        "{n} card is not the one that was registered: its agreements differ",
        "{n} cards are not the ones that were registered: their agreements differ",
    ),
}
"""What an organiser looks at, the most pressing first."""
NEED_WORDS = {
    "unreadable": phrase("cannot be read"),
    "missing": phrase("no card"),
    "duplicate": phrase("several cards"),
    "refused": phrase("not admitted"),
    "open": phrase("cannot tell"),
    "overdue": phrase("overdue"),
    "late": phrase("late"),
    "changed": phrase("changed"),
    "answers": phrase("something is missing"),
}
IN_ORDER = phrase("in order")
OWN_OVERDUE = phrases("{n} of your own duties is overdue", "{n} of your own duties are overdue")
MOST_NAMES = 8
"""Pairs named beside a count; the table has all of them."""

STATUS_WORDS = {
    "unreadable": phrase("The card cannot be read"),
    "missing": phrase("There is no card"),
    "duplicate": phrase("There are several cards: {files}"),
}
LATE = phrase("The card came late, on {received}")
LATE_UNDATED = phrase("The card came late")
CHANGED = phrase("The agreements are not those that were registered")
ADMITTED_WORDS = {"yes": phrase("yes"), "no": phrase("no"), "cannot tell": phrase("cannot tell")}
ADMITTED_SYMBOLS = {"yes": "●", "no": "✕", "cannot tell": "?"}
ADMITTED_STYLES = {"yes": "met", "no": "refused", "cannot tell": "cannot-tell"}
ADMITTED_ORDER = ("no", "cannot tell", "yes")
NO_LIMIT = phrase("no limit")
OVER = phrase("over the limit")
MAYBE_OVER = phrase("may be over the limit")
OVER_LIMIT = phrase("over the limit of {limit}")
LIMIT_LINE = phrase("Limit {limit}: {phases}")
DOTS_LABEL = phrases("{n} dot", "{n} dots")

MANY = 300
"""From so many entries on, the browser lays out only the rows that are on the screen, in columns of fixed width."""
WIDTHS = {
    "pair": "1.3fr",
    "team": "1fr",
    "class": "minmax(8.5rem, 1.2fr)",
    "dots": ".7fr",
    "limit": ".7fr",
    "brown": "1fr",
    "admitted": "1.6fr",
    "missing": "2fr",
    "next": "2fr",
}
"""The widths of columns there."""

MARKED = {("se-2012", "A"), ("sk-2008", "vus"), ("cz-teams", "vus"), ("wbf", "yellow")}
"""The classes that opponents are told of before they meet."""
WITH_BROWN = ("cz-teams", "wbf")
PUBLISHED = {
    "se-2012": phrase(
        "Swedish rules for openings, 3.2: the start list shows which pairs play an A-system. They are marked here."
    ),
    "sk-2008": phrase(
        "Slovak league regulations, §25: opponents of a highly artificial system (VUS) get the whole of it two weeks "
        "before. The pairs that play one are marked here."
    ),
    "cz-teams": phrase(
        "Czech team championship, 2.6: highly artificial systems (VUS) and brown sticker conventions are published "
        "with their full descriptions. The pairs that have them are marked here."
    ),
    "wbf": phrase("WBF systems policy: highly unusual systems and brown sticker conventions are marked here."),
}
BROWN = phrases("brown sticker convention: {calls}", "brown sticker conventions: {calls}")
NOT_SETTLED = phrase("not settled yet")

KINDS = {"club": phrase("club event"), "regional": phrase("regional event"), "national": phrase("national event")}
LEAGUES = {"first": phrase("first league"), "second": phrase("second league"), "third": phrase("third league")}
MASTERPOINTS = {
    "gold": phrase("gold masterpoints"),
    "silver": phrase("silver masterpoints"),
    "bronze": phrase("bronze masterpoints"),
}
CONTESTS = {"pairs": phrase("pairs event"), "teams": phrase("team event")}
LEVEL_FROM = {
    "organiser": phrase("level {level}, by the organiser's decision"),
    "preset": phrase("level {level}, as the rules set it for this event"),
    "recommended": phrase("level {level}, recommended by the rules, as the organiser decided none"),
}
WHO = {
    "pair": phrase("the pair"),
    "captain": phrase("the captain"),
    "team": phrase("the team"),
    "organiser": phrase("the organiser"),
    "opponents": phrase("the opponents"),
}
STATES = {
    "due": phrase("due"),
    "overdue": phrase("overdue"),
    "standing": phrase("at all times"),
    "done": phrase("done"),
}


class Column(NamedTuple):
    """A column of the table: `name` for styles, `numeric` where cells have a number to sort by."""

    name: str
    label: str
    numeric: bool


class Choice(NamedTuple):
    """A filter: a choice of words, each with the token that a row has to have."""

    label: str
    everything: str
    options: tuple[tuple[str, str], ...]


class ClassView(NamedTuple):
    """The class under one regulation; `state` for a style: `settled`, `doubtful`, `open`, `none`."""

    text: str
    state: str
    marked: bool

    @property
    def html(self) -> Markup:
        """The words in their style."""
        return _class_html(self)


class DueView(NamedTuple):
    """A moment in words, as ISO 8601, and as a number to sort by."""

    text: str
    iso: str
    seconds: int


class RowView(NamedTuple):
    """A row of the table, in words."""

    number: int
    pair: str
    team: str
    link: str
    title: str
    files: tuple[str, ...]
    """Where the card itself has not been read."""
    classes: tuple[ClassView, ...]
    dots: str
    dots_order: float | None
    limit: str
    limit_order: int | None
    over: str
    brown: tuple[str, ...]
    admitted: str
    admitted_symbol: str
    admitted_style: str
    admitted_order: int | None
    reasons: tuple[str, ...]
    decisions: tuple[str, ...]
    missing: tuple[str, ...]
    remarks: tuple[str, ...]
    duty: str
    due: DueView | None
    overdue: bool
    needs: tuple[str, ...]
    tokens: str


class Need(NamedTuple):
    """A count of what needs attention, and the rows that it counts."""

    token: str
    sentence: str
    rows: tuple[RowView, ...]

    @property
    def named(self) -> tuple[RowView, ...]:
        """The rows that are named beside it."""
        return self.rows[:MOST_NAMES]


class Bar(NamedTuple):
    """A bar of a picture: what is counted, how many, and its width in per cent of the longest.

    A bar without a number is a line across: the limit.
    """

    label: str
    n: int | None
    width: str
    note: str


class Picture(NamedTuple):
    """Bars with a caption, and remarks on what they leave out."""

    caption: str
    bars: tuple[Bar, ...]
    remark: str


class Announced(NamedTuple):
    """A line of the list to publish."""

    pair: str
    team: str
    classes: tuple[ClassView, ...]
    marks: tuple[str, ...]
    """What opponents are told of before they meet."""
    dots: str = ""
    brown: tuple[str, ...] = ()
    link: str = ""


class Letter(NamedTuple):
    """A letter to copy, and why it is to be written."""

    number: int
    pair: str
    language: str
    why: str
    text: str

    @property
    def lines(self) -> int:
        """About as many as it takes on the screen."""
        return min(24, sum(1 + len(line) // 90 for line in self.text.splitlines()))


class PhaseView(NamedTuple):
    """A phase with its facts."""

    name: str
    facts: tuple[str, ...]


class DutyView(NamedTuple):
    """A duty of the organiser, in words."""

    what: str
    who: str
    state: str
    state_word: str
    due: DueView | None
    consequence: str
    condition: str
    phase: str


class OrganiserView(NamedTuple):
    """What the page shows of an event, in words; its body's template has each by its name."""

    event: EventOut
    name: str
    summary: SummaryOut
    headline: list[str]
    times: list[tuple[str, DueView | None]]
    phases: tuple[PhaseView, ...]
    lowered: tuple[tuple[str, int], ...]
    needs: tuple[Need, ...]
    own_overdue: str
    rows: tuple[RowView, ...]
    columns: tuple[Column, ...]
    choices: tuple[Choice, ...]
    has_teams: bool
    has_dots: bool
    has_brown: bool
    laws: list["Law"]
    pictures: tuple[Picture, ...]
    published: tuple[Announced, ...]
    why_published: list[str]
    letters: tuple[Letter, ...]
    duties: list[DutyView]
    rights: list[DutyView]
    ignored: tuple[str, ...]
    as_of: DueView | None
    many: int
    """From so many entries on, the rows are of fixed width: `columns_css`."""
    columns_css: str
    """The widths of columns, where there are many entries; else nothing."""


def organiser_page(
    event: EventOut, summary: SummaryOut, rows: Sequence[Row], language: str, others: Sequence[str] = ()
) -> str:
    """The page, in `language`; what rows already say in words stands as it is.

    `others` are files beside the page with the same facts, to be linked.
    """
    view = organiser_view(event, summary, rows, language)
    with speaking(language):
        script = _script()
        return (
            environment()
            .get_template("organiser.html.j2")
            .render(
                view._asdict(),
                others=tuple((harmless(name), _beside(name)) for name in others),
                script=script,
                script_hash=b64encode(sha256(script.encode()).digest()).decode(),
                version=__version__,
            )
        )


def organiser_view(
    event: EventOut,
    summary: SummaryOut,
    rows: Sequence[Row],
    language: str,
    link: Callable[[str], str] | None = None,
) -> OrganiserView:
    """What the page shows, in `language`; `link` makes the address of an entry's page of the `report` of its row.

    Without it, reports lie beside the page.
    """
    with speaking(language):
        laws = [_law(id_) for id_ in event.regulations]
        teams = _numbered(r.team for r in rows if r.team)
        ordered = _pressing_first(rows)
        shown = tuple(_row_view(event, laws, teams, r, n, link or _beside) for n, r in enumerate(ordered, 1))
        has_dots = _has_dots(event, rows)
        has_brown = any(law.id in WITH_BROWN for law in laws)
        columns = tuple(_columns(laws, teams, has_dots, has_brown))
        return OrganiserView(
            event=event,
            name=harmless(event.name),
            summary=summary,
            headline=_headline(event, laws),
            times=_times(event),
            phases=tuple(map(_phase_view, event.phases)),
            lowered=tuple(event.lowered.items()),
            needs=_needs(shown),
            own_overdue=_own_overdue(event.duties),
            rows=shown,
            columns=columns,
            choices=tuple(_choices(laws, teams, rows)),
            has_teams=bool(teams),
            has_dots=has_dots,
            has_brown=has_brown,
            laws=laws,
            pictures=tuple(_pictures(event, summary, laws, rows)),
            published=tuple(_published(laws, rows)),
            why_published=_why_published(laws),
            letters=tuple(_letters(event, shown, ordered)),
            duties=[_duty_view(d) for d in event.duties if not d.right],
            rights=[_duty_view(d) for d in event.duties if d.right],
            ignored=tuple(map(harmless, summary.ignored)),
            as_of=_due(event.as_of),
            many=MANY,
            columns_css=_columns_css(columns, len(laws) + 2 + bool(teams)) if len(shown) >= MANY else "",
        )


class ListView(NamedTuple):
    """The list to publish, in words."""

    name: str
    headline: list[str]
    times: list[tuple[str, DueView | None]]
    laws: list["Law"]
    labels: list[str]
    """Of the columns with classes."""
    lines: tuple[Announced, ...]
    why: list[str]
    has_teams: bool
    has_dots: bool
    has_brown: bool


def list_view(event: EventOut, rows: Sequence[Row], language: str, link: Callable[[str], str]) -> ListView:
    """The list to publish of some rows, in `language`; `link` makes an address of the `report` of a row."""
    with speaking(language):
        laws = [_law(id_) for id_ in event.regulations]
        return ListView(
            name=harmless(event.name),
            headline=_headline(event, laws),
            times=_times(event),
            laws=laws,
            labels=[_class_label(laws, law) for law in laws],
            lines=tuple(_published(laws, rows, link)),
            why=_why_published(laws),
            has_teams=any(r.team for r in rows),
            has_dots=any(r.dots for r in rows),
            has_brown=any(r.brown for r in rows),
        )


# ---- small things ------------------------------------------------------------------------------------------------


class Law(NamedTuple):
    """A regulation's words; one that is not known keeps its id."""

    id: str
    name: str
    short: str
    classes: Mapping[str, str]

    def class_name(self, name: str) -> str:
        """A class as it stands alone."""
        said = translated(self.classes.get(name, name))
        return said[:1].upper() + said[1:]


def _law(id_: str) -> Law:
    try:
        law = regulation(id_)
    except UnknownRegulation:
        return Law(id_, id_, id_, {})
    name = translated(law.name)
    return Law(id_, name, translated(SHORT_NAMES.get(id_, name)), law.classes)


@cache
def _class_html(view: ClassView) -> Markup:
    if not view.text:
        return Markup("")
    return Markup('<span class="{}{}">{}</span>').format(view.state, " marked" if view.marked else "", view.text)


@cache
def _script() -> Markup:
    return Markup(environment().get_template("organiser.js").render())  # our own


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: n for n, name in enumerate(sorted(set(names), key=_in_a_list))}


def _in_a_list(name: str) -> tuple[object, ...]:
    """The order of names for a reader: `Pair 9` before `Pair 10`, accents apart."""
    plain = "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c)).casefold()
    pieces = re.split(r"([0-9]+)", plain)
    # Numbers by their length first: one with thousands of digits is no int, and a name apart from its pieces.
    numbers = [(len(digits), digits) for digits in (p.lstrip("0") for p in pieces[1::2])]
    return (*zip(pieces[::2], [*numbers, (-1, "")], strict=True),), name


def _beside(path: str) -> str:
    """A path beside the page as an address that cannot lead elsewhere."""
    return "./" + quote(path, safe="/")


def _due(iso: str | None) -> DueView | None:
    if iso is None:
        return None
    moment = datetime.datetime.fromisoformat(iso)
    text = tell(MOMENT, date=date_text(moment.date()), time=f"{moment:%H:%M}")
    return DueView(text, iso, int(moment.timestamp()))


def _moment(iso: str) -> str:
    due = _due(iso)
    return "" if due is None else due.text


# ---- the event ---------------------------------------------------------------------------------------------------


def _headline(event: EventOut, laws: Sequence[Law]) -> list[str]:
    words = [
        tell(chosen[value])
        for chosen, value in (
            (CONTESTS, event.contest),
            (KINDS, event.kind),
            (LEAGUES, event.league),
            (MASTERPOINTS, event.masterpoints),
        )
        if value
    ]
    if event.screens:
        words.append(str(say("behind screens")))
    return [*words, *(law.name for law in laws)]


def _times(event: EventOut) -> list[tuple[str, DueView | None]]:
    """The event's own times, in order."""
    named = (
        (str(say("Registration until")), _due(event.registration)),
        (str(say("Cards until")), _due(event.cards_due)),
        (str(say("Start")), _due(event.start)),
    )
    return [(name, due) for name, due in named if due]


def _phase_view(phase: PhaseOut) -> PhaseView:
    facts = []
    if phase.start:
        facts.append(_moment(phase.start))
    if phase.level and phase.level_from:
        facts.append(tell(LEVEL_FROM[phase.level_from], level=phase.level))
    if phase.level:
        no_limit = phase.limit is None
        facts.append(tell(NO_LIMIT) if no_limit else str(count("limit {n} dot", "limit {n} dots", phase.limit or 0)))
    if phase.bans:
        facts.append(str(say("banned: {bans}", bans=", ".join(phase.bans))))
    if phase.category:
        facts.append(str(say("WBF category {category}", category=phase.category)))
    if phase.knockout:
        facts.append(str(say("knock-out")))
    if phase.boards:
        facts.append(str(count("{n} board against the same pair", "{n} boards against the same pair", phase.boards)))
    return PhaseView(harmless(phase.name), tuple(facts))


def _duty_view(duty: DutyOut) -> DutyView:
    return DutyView(
        what=duty.what,
        who="" if duty.who == "organiser" else tell(WHO[duty.who]),
        state=duty.state,
        state_word=tell(STATES[duty.state]),
        due=_due(duty.due),
        consequence=duty.consequence or "",
        condition=duty.condition or "",
        phase=duty.phase or "",
    )


def _own_overdue(duties: Iterable[DutyOut]) -> str:
    n = sum(d.state == "overdue" and not d.right for d in duties)
    return str(count(*OWN_OVERDUE, n)) if n else ""


# ---- rows --------------------------------------------------------------------------------------------------------


def _needs_of(row: Row) -> tuple[str, ...]:
    """What is to be looked at, by the names of `NEEDS`; `answers` where only something is missing."""
    found = [] if row.status == "ok" else [row.status]
    if row.status == "ok":
        found += {"no": ["refused"], "cannot tell": ["open"]}.get(row.decided or row.admitted, [])
    if row.next_duty is not None and row.next_duty.state == "overdue":
        found.append("overdue")
    if row.late:
        found.append("late")
    if row.changed:
        found.append("changed")
    return tuple(found) or (("answers",) if row.missing and row.decided != "yes" else ())


def _pressing_first(rows: Sequence[Row]) -> list[Row]:
    """Rows by what is most pressing in each; those alike in the order of their teams and pairs."""
    order = [*NEEDS, "answers"]
    return sorted(
        rows,
        key=lambda r: (min(map(order.index, _needs_of(r)), default=len(order)), _in_a_list(r.team), _in_a_list(r.pair)),
    )


def _row_view(
    event: EventOut,
    laws: Sequence[Law],
    teams: Mapping[str, int],
    row: Row,
    number: int,
    link: Callable[[str], str],
) -> RowView:
    classes = tuple(_class_view(law, row) for law in laws)
    needs = _needs_of(row)
    due = _due(row.next_duty.due) if row.next_duty else None
    dots, limit = row.dots, row.limit
    levels = any(p.level for p in event.phases)
    return RowView(
        number=number,
        pair=harmless(row.pair),
        team=harmless(row.team),
        link=link(row.report) if row.report else "",
        title=harmless(row.title),
        files=() if row.status == "ok" else tuple(map(harmless, row.files[:1])),
        classes=classes,
        dots=_dots_text(dots),
        dots_order=None if dots is None else dots[1] + dots[0] / 1000,
        limit=(str(limit) if limit is not None else tell(NO_LIMIT) if levels else "") if dots else "",
        limit_order=limit if dots else None,
        over=_over(dots, limit),
        brown=tuple(map(harmless, row.brown)),
        admitted=tell(ADMITTED_WORDS[row.admitted]) if row.admitted in ADMITTED_WORDS else "",
        admitted_symbol=ADMITTED_SYMBOLS.get(row.admitted, ""),
        admitted_style=ADMITTED_STYLES.get(row.admitted, ""),
        admitted_order=ADMITTED_ORDER.index(row.admitted) if row.admitted in ADMITTED_ORDER else None,
        reasons=tuple(map(harmless, row.reasons)),
        decisions=tuple(map(harmless, row.decisions)),
        missing=tuple(map(harmless, _missing(row))),
        remarks=tuple(map(harmless, row.remarks)),
        duty=harmless(row.next_duty.what) if row.next_duty else "",
        due=due,
        overdue="overdue" in needs,
        needs=needs,
        tokens=" ".join(_tokens(laws, teams, row, needs)),
    )


def _class_view(law: Law, row: Row) -> ClassView:
    for id_, name, doubtful in row.classes:
        if id_ != law.id:
            continue
        if name is None:
            return ClassView(tell(CLASS_OPEN), "open", False)
        said = law.class_name(name)
        if doubtful:
            return ClassView(tell(CLASS_DOUBTFUL, class_name=said), "doubtful", False)
        return ClassView(said, "settled", (law.id, name) in MARKED)
    return ClassView("", "none", False)


def _dots_text(dots: tuple[int, int] | None) -> str:
    if dots is None:
        return ""
    low, high = dots
    return str(low) if low == high else tell(DOTS_BETWEEN, low=low, high=high)


def _over(dots: tuple[int, int] | None, limit: int | None) -> str:
    if dots is None or limit is None or dots[1] <= limit:
        return ""
    return tell(OVER) if dots[0] > limit else tell(MAYBE_OVER)


def _missing(row: Row) -> Iterator[str]:
    """What is missing, in sentences: how the card came, then what the row says."""
    if row.status in STATUS_WORDS and not (row.status == "duplicate" and row.missing):
        yield tell(STATUS_WORDS[row.status], files=", ".join(row.files))
    if row.late:
        yield tell(LATE, received=_moment(row.received)) if row.received else tell(LATE_UNDATED)
    if row.changed:
        yield tell(CHANGED)
    # A question that is the whole of another sentence is said once.
    yield from (text for text in row.missing if not any(q != text and text.endswith(q) for q in row.missing))


def _tokens(laws: Sequence[Law], teams: Mapping[str, int], row: Row, needs: Sequence[str]) -> Iterator[str]:
    """What the filters look for."""
    yield from (f"n-{need}" for need in needs or ("nothing",))
    if row.admitted in ADMITTED_ORDER:
        yield f"a-{ADMITTED_ORDER.index(row.admitted)}"
    for id_, name, doubtful in row.classes:
        n = next((n for n, law in enumerate(laws) if law.id == id_), None)
        if n is not None:
            yield f"c{n}-{_class_token(name, doubtful)}"
    if row.team:
        yield f"t-{teams[row.team]}"


def _class_token(name: str | None, doubtful: bool) -> str:
    return "open" if name is None else f"{quote(name)}-doubtful" if doubtful else quote(name)


def _columns(laws: Sequence[Law], teams: Mapping[str, int], has_dots: bool, has_brown: bool) -> Iterator[Column]:
    yield Column("pair", str(say("Pair")), False)
    if teams:
        yield Column("team", str(say("Team")), False)
    for law in laws:
        yield Column("class", _class_label(laws, law), False)
    if has_dots:
        yield Column("dots", str(say("Dots")), True)
        yield Column("limit", str(say("Limit")), True)
    if has_brown:
        yield Column("brown", str(say("Brown sticker")), True)
    yield Column("admitted", str(say("Admitted")), True)
    yield Column("missing", str(say("What is missing")), True)
    yield Column("next", str(say("Next duty")), True)


def _class_label(laws: Sequence[Law], law: Law) -> str:
    return tell(CLASS) if len(laws) == 1 else tell(CLASS_BY, regulation=law.short)


def _columns_css(columns: Sequence[Column], published: int) -> str:
    """Styles for tables whose rows are laid out one by one; our own words alone."""
    widths = "".join(f"{WIDTHS[column.name]} " for column in columns)
    return f".many {{ --columns: {widths}; --published: repeat({published}, 1fr); }}"


def _has_dots(event: EventOut, rows: Sequence[Row]) -> bool:
    return any(r.dots for r in rows) or any(p.limit is not None for p in event.phases)


def _choices(laws: Sequence[Law], teams: Mapping[str, int], rows: Sequence[Row]) -> Iterator[Choice]:
    """The filters, with the choices that some row has."""
    everything = str(say("all"))
    needs = Counter(need for r in rows for need in _needs_of(r) or ("nothing",))
    words = {"nothing": IN_ORDER, **NEED_WORDS}
    yield Choice(str(say("Status")), everything, tuple((f"n-{n}", tell(words[n])) for n in words if needs[n]))
    admitted = {r.admitted for r in rows}
    yield Choice(
        str(say("Admitted")),
        everything,
        tuple((f"a-{n}", tell(ADMITTED_WORDS[w])) for n, w in enumerate(ADMITTED_ORDER) if w in admitted),
    )
    for n, law in enumerate(laws):
        found = {(c, d) for r in rows for id_, c, d in r.classes if id_ == law.id}
        known = list(law.classes)
        ordered = sorted(found, key=lambda f: (known.index(f[0]) if f[0] in known else len(known), f[0] or "", f[1]))
        options = tuple((f"c{n}-{_class_token(c, d)}", _class_words(law, c, d)) for c, d in ordered)
        yield Choice(_class_label(laws, law), everything, options)
    if len(teams) > 1:
        yield Choice(str(say("Team")), everything, tuple((f"t-{n}", harmless(t)) for t, n in teams.items()))


def _class_words(law: Law, name: str | None, doubtful: bool) -> str:
    if name is None:
        return tell(CLASS_OPEN)
    said = law.class_name(name)
    return tell(CLASS_DOUBTFUL, class_name=said) if doubtful else said


def _needs(rows: Sequence[RowView]) -> tuple[Need, ...]:
    """What needs attention, with counts of pairs: one with two cards counts once."""
    found: dict[str, list[RowView]] = {name: [] for name in NEEDS}
    for row in rows:
        for need in row.needs:
            if need in found:
                found[need].append(row)
    return tuple(
        Need(f"n-{name}", str(count(*NEEDS[name], len(once))), once)
        for name, those in found.items()
        if (once := tuple({(r.team, r.pair): r for r in reversed(those)}.values())[::-1])
    )


# ---- pictures ----------------------------------------------------------------------------------------------------


def _pictures(event: EventOut, summary: SummaryOut, laws: Sequence[Law], rows: Sequence[Row]) -> Iterator[Picture]:
    for law in laws:
        counts = summary.classes.get(law.id, {})
        names = [n for n in (*law.classes, *counts) if n != "open"]
        words = {n: law.class_name(n) for n in names} | ({"open": tell(CLASS_OPEN)} if counts.get("open") else {})
        bars = tuple(_bars([(words[n], counts.get(n, 0), "") for n in words]))
        if any(bar.n for bar in bars):
            yield Picture(str(say("Classes: {regulation}", regulation=law.name)), bars, "")
    dots = {int(n): pairs for n, pairs in summary.dots.items()}
    if dots:
        unsettled = sum(r.dots is not None and r.dots[0] != r.dots[1] for r in rows)
        remark = (
            str(
                count(
                    "{n} pair whose sum is not settled is not in this picture.",
                    "{n} pairs whose sums are not settled are not in this picture.",
                    unsettled,
                )
            )
            if unsettled
            else ""
        )
        yield Picture(str(say("Pairs by their dots in all")), tuple(_dot_bars(event, dots)), remark)


def _bars(counted: Sequence[tuple[str, int, str]]) -> Iterator[Bar]:
    longest = max((n for _, n, _ in counted), default=0) or 1
    for label, n, note in counted:
        yield Bar(label, n, f"{100 * n / longest:.4g}", note)


def _dot_bars(event: EventOut, dots: Mapping[int, int]) -> Iterator[Bar]:
    """A bar for each number of dots, and a line at each limit."""
    limits: dict[int, list[str]] = {}
    for phase in event.phases:
        if phase.limit is not None:
            limits.setdefault(phase.limit, []).append(harmless(phase.name))
    numbers = sorted(dots)
    counted = [(str(count(*DOTS_LABEL, n)), dots[n], _over_which(n, limits)) for n in numbers]
    waiting = sorted(limits)
    for n, bar in zip(numbers, _bars(counted), strict=True):
        while waiting and waiting[0] < n:
            yield _limit_line(waiting[0], limits)
            waiting.pop(0)
        yield bar
    for limit in waiting:
        yield _limit_line(limit, limits)


def _over_which(dots: int, limits: Iterable[int]) -> str:
    over = max((limit for limit in limits if limit < dots), default=None)
    return "" if over is None else tell(OVER_LIMIT, limit=over)


def _limit_line(limit: int, limits: Mapping[int, Sequence[str]]) -> Bar:
    return Bar(tell(LIMIT_LINE, limit=limit, phases=", ".join(limits[limit])), None, "", "")


# ---- the list to publish, letters --------------------------------------------------------------------------------


def _published(
    laws: Sequence[Law], rows: Sequence[Row], link: Callable[[str], str] | None = None
) -> Iterator[Announced]:
    """Every pair with its class, by team and name; what is not settled says so."""
    unsettled = ClassView(tell(NOT_SETTLED), "open", False)
    once = {_who(r): r for r in rows}
    for row in sorted(once.values(), key=lambda r: (_in_a_list(r.team), _in_a_list(r.pair))):
        address = link(row.report) if link is not None else ""
        if row.status != "ok":  # of two cards, nobody knows which one holds
            yield Announced(harmless(row.pair), harmless(row.team), (unsettled,) * len(laws), (), link=address)
            continue
        found = tuple(_class_view(law, row) for law in laws)
        marks = [c.text for c in found if c.marked]
        if row.brown:
            marks.append(str(count(*BROWN, len(row.brown), calls=", ".join(map(harmless, row.brown)))))
        classes = tuple(c if c.state in {"settled", "doubtful"} else unsettled for c in found)
        yield Announced(
            harmless(row.pair),
            harmless(row.team),
            classes,
            tuple(marks),
            _dots_text(row.dots),
            tuple(map(harmless, row.brown)),
            address,
        )


def _who(row: Row) -> tuple[str, str, str]:
    """Whose a row is; pairs that each have a page of their own are two, however they are called."""
    return row.team, row.pair, row.link


def _why_published(laws: Sequence[Law]) -> list[str]:
    return [tell(PUBLISHED[law.id]) for law in laws if law.id in PUBLISHED]


def _letters(event: EventOut, shown: Sequence[RowView], rows: Sequence[Row]) -> Iterator[Letter]:
    """A letter to each pair that has something to bring, to answer or to change; one, if it has two cards."""
    written: set[tuple[str, str, str]] = set()
    for view, row in zip(shown, rows, strict=True):
        if view.needs and _who(row) not in written:
            written.add(_who(row))
            why = ", ".join(tell(NEED_WORDS[n]) for n in view.needs)
            yield Letter(view.number, view.pair, row.language, why, letter(event, row))


def letter(event: EventOut, row: Row) -> str:
    """The letter to a pair whose entry is not in order, as plain text in the pair's language."""
    with speaking(row.language):
        due = _due(event.cards_due)
        text = _letter_template().render(
            event=harmless(event.name),
            pair=harmless(row.pair),
            row=row,
            files=tuple(map(harmless, row.files)),
            due=due.text if due else "",
            in_time=due is not None and due.seconds > int(datetime.datetime.fromisoformat(event.as_of).timestamp()),
            received=_moment(row.received) if row.received else "",
            points={
                kind: [harmless(p.text) for p in row.points or _said_of(row) if p.kind == kind]
                for kind in ("fault", "question", "reason", "duty")
            },
            say=say,
            count=count,
        )
        return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def _said_of(row: Row) -> Iterator[LetterPoint]:
    """What the row itself says, for a letter that has no points of its own."""
    if row.status in {"missing", "duplicate"}:
        return  # the letter says it in a sentence of its own
    yield from (LetterPoint("reason", text) for text in row.reasons if row.admitted == "no")
    yield from (LetterPoint("question", text) for text in row.reasons if row.admitted == "cannot tell")
    yield from (LetterPoint("question", text) for text in row.missing if text not in row.reasons)


@cache
def _letter_template() -> Template:
    """The letter is plain text: the page escapes it as a whole."""
    return environment().overlay(autoescape=False).get_template("letter.txt.j2")
