"""What a report shows of one card, as plain values: text, numbers, and links by rule or opening.

`card_view` makes it from a judged card, `faulty_view` from one that could not be read. Hands and pictures are
drawn when a template asks for them, so that a report pays only for those that it prints.

Named tuples, not dataclasses: twenty of those take longer to make than the report to print.

The sentences that a reader sees stand at the top, whole and with named places, to be translated.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from syscheck.card import EVERYWHERE, Fault, Lines, Meaning, Place, meaning_text
from syscheck.hands import BALANCED, SUITS, Hand, HandSet, strongest
from syscheck.language import Sentence, count, phrase, phrases, spoken, tell, translated
from syscheck.regulations import Finding, Outcome, Page, Result, Ruling
from syscheck.regulations.clauses import PASS_ASSUMED, REQUIREMENT
from syscheck.regulations.se_2012 import CallDots
from syscheck.regulations.se_2012.dots import Part
from syscheck.report.picture import Picture, picture
from syscheck.report.words import (
    OUTCOME_SYMBOL,
    OUTCOME_WORD,
    POINTS_OF_HAND,
    SUIT_NAMES,
    brown_in_words,
    file_name,
    hand_text,
    number_range,
    odds,
    percent,
    percent_range,
    places_in_words,
    setting_value,
    spoken_call,
    suits_of,
)
from syscheck.system import Hands, Opening, Overlap, System, fingerprint

UNTITLED = phrase("A card without a title")
CLASS_OPEN = phrase("Cannot tell yet")
CLASS_DOUBTFUL = phrase("{class_name}, doubtful")
DOTS_SAID = phrases("{n} dot", "{n} dots")
DOTS_OPEN = phrase("{low} to {high} dots")
DOTS_EITHER = phrase("{low} or {high}")
DOTS_BETWEEN = phrase("{low} to {high}")
WHY_NONE = {
    "natural": phrase("natural"),
    "strong": phrase("strong or game-forcing"),
    "seat": phrase("opened in the fourth seat only"),
}
COUNTED_ONCE = "({dots})"
OTHER_VARIANT = phrase("counted once, with the other {call}")

PASS_UNMENTIONED = phrase("Pass is not on the card. It is taken as the ordinary Pass that denies an opening bid.")
PASS_UNMENTIONED_WHERE = phrase(
    "Pass is not on the card ({where}). It is taken as the ordinary Pass that denies an opening bid there."
)
PASS_UNMENTIONED_ASKED = phrase(
    "Pass is not on the card. It is taken as the ordinary Pass that denies an opening bid, "
    "except where a question to the pair asks about it."
)
PASS_UNMENTIONED_WHERE_ASKED = phrase(
    "Pass is not on the card ({where}). It is taken as the ordinary Pass that denies an opening bid there, "
    "except where a question to the pair asks about it."
)
CATALOGUE_TAKEN = phrase(
    "{call}: the card gives “{name}” without its hands, so the usual hands of that convention are taken."
)
CATALOGUE_NAMELESS = phrase("{call}: the card gives “{name}” without its hands, and every pair plays it with others.")
WORDS_LEAVE_ROOM = phrase("{call}: some words leave room. Certainly {certain} of all hands, at most {possible}.")
NOTHING_CERTAIN = phrase("{call}: the words leave open which hands these are, at most {possible} of all hands.")

LEFT_TO_PASS = phrase(
    "{share} of all hands have no opening ({low} to {high} points). Pass is not on the card: they are left to it."
)
LEFT_OVER = phrase("{share} of all hands ({low} to {high} points) have no call on the card, not even Pass.")
LEFT_OPEN = phrase(
    "Whether hands are left without a call depends on words that leave room: at most {share} of all hands."
)
CLAIMED_TWICE = phrase("{first} and {second} both take {share} of all hands.")

POINTS_OF_VUS = phrase("The points that make a highly artificial system (VUS)")
POINTS_OF_HUM = phrase("The points that make a highly unusual method (HUM)")
BROWN_RULES = phrase("Brown conventions")
CATEGORIES = phrase("The categories of events")
COLOURS = phrase("The colours")
SIMPLE_LIST = phrase("The list of the simple class")
PASS_RULES = phrase("Pass")
DOT_RULES = phrase("The rules behind the dots")
OTHER_RULES = phrase("The rules")

DOT_LABELS = {
    "se-dots-length": phrase("short in the suit bid"),
    "se-dots-unbalanced": phrase("may be unbalanced"),
    "se-dots-major": phrase("a major at the one level"),
    "se-dots-weak": phrase("may be weak"),
    "se-dots-notrump": phrase("no natural no-trump"),
    "se-ceiling-suit": phrase("promises another suit"),
    "se-ceiling-balanced": phrase("shows a balanced hand"),
    "se-ceiling-strong-natural": phrase("strong or natural"),
    "se-ceiling-strong-suit": phrase("strong or another suit"),
}
MOST_OVERLAPS = 5
LAST_COLUMN = 30
"""The pictures put all hands with more points into this column."""

DOUBTFUL, CANNOT_TELL, MET, NOT_MET = Outcome.DOUBTFUL, Outcome.CANNOT_TELL, Outcome.MET, Outcome.NOT_MET


# ---- what templates see ------------------------------------------------------------------------------------------


class HandView(NamedTuple):
    """One hand, spades first."""

    text: str
    """`♠AK53 ♥Q64 ♦J82 ♣T95`."""
    suits: tuple[tuple[str, str, str], ...]
    """Symbol, name and cards of each suit."""
    points: str


class OutcomeView(NamedTuple):
    """An outcome as word and shape."""

    word: str
    symbol: str
    name: str
    """For a style: `met`, `not-met`, `does-not-apply`, `doubtful`, `cannot-tell`."""


class PlaceView(NamedTuple):
    """What a rule says of one opening (call empty: of the card) in some places."""

    call: str
    spoken: str
    where: str
    outcome: OutcomeView
    reason: str
    assumption: str
    """What was taken for granted, or nothing."""
    opening: int | None
    """Number of the opening in the table."""
    shows: HandSet

    @property
    def hand(self) -> HandView | None:
        """A hand that shows it, if one does."""
        return _hand(self.shows)


class FindingView(NamedTuple):
    """What one rule says of the card, and its page."""

    rule: str
    title: str
    label: str
    """The rule in a few words, for a list: `point d`."""
    outcome: OutcomeView
    matters: bool
    """Whether the reader should look: a feature that is there, a requirement that fails, a doubt, a question."""
    decisive: tuple[PlaceView, ...]
    others: tuple[PlaceView, ...]
    questions: tuple[str, ...]
    clause: str
    reading: str
    page: Page


class GroupView(NamedTuple):
    """Findings that belong together; a folded group matters less."""

    name: str
    folded: bool
    requirement: bool
    findings: tuple[FindingView, ...]
    counts: tuple[tuple[OutcomeView, int], ...]

    @property
    def of_note(self) -> tuple[FindingView, ...]:
        """The findings that matter."""
        return tuple(f for f in self.findings if f.matters)

    @property
    def plain(self) -> tuple[FindingView, ...]:
        """The findings that do not."""
        return tuple(f for f in self.findings if not f.matters)


class DotsView(NamedTuple):
    """The dots of a call and how they come about."""

    call: str
    spoken: str
    dots: str
    number: int | None
    open: bool
    parts: tuple[tuple[str, int, str], ...]
    """Words, dots and rule of each part."""
    ceiling: tuple[str, int, str] | None
    none_because: str
    opening: int


class SettingView(NamedTuple):
    """A reading that an organiser may choose."""

    name: str
    meaning: str
    value: str
    chosen: bool
    matters: bool


class VerdictView(NamedTuple):
    """What a regulation says of the card."""

    id: str
    name: str
    edition: str
    headline: str
    sum: str
    """The dots in words, or nothing."""
    state: str
    """For a style: `settled`, `doubtful`, `open`."""
    symbol: str
    because: str
    brown: str
    """The brown conventions in words, or nothing where the regulation knows none."""
    remark: str
    """What stands beside every verdict of the regulation, or nothing."""
    groups: tuple[GroupView, ...]
    dots: tuple[DotsView, ...]
    questions: tuple[str, ...]
    assumptions: tuple[str, ...]
    settings: tuple[SettingView, ...]

    @property
    def findings(self) -> tuple[FindingView, ...]:
        """The findings of all groups."""
        return tuple(f for g in self.groups for f in g.findings)


class Mark(NamedTuple):
    """A finding about an opening, for the table."""

    label: str
    rule: str
    regulation: str
    outcome: OutcomeView


class AlternativeView(NamedTuple):
    """One alternative of an opening."""

    text: str
    points: str
    share: str
    from_catalogue: str


class OpeningView(NamedTuple):
    """A row of the table of openings: over the hands that may make the call."""

    number: int
    call: str
    spoken: str
    written: str
    """The call as the card has it where that differs: `3X`."""
    where: str
    meanings: tuple[str, ...]
    points: str
    lengths: tuple[tuple[str, str, str], ...]
    """Symbol, name and number of cards of each suit, spades first."""
    share: str
    most: str
    """The share that it takes at most."""
    odds: str
    exact: bool
    room: str
    """A sentence on words that leave room."""
    dots: DotsView | None
    other_variant: str
    """A sentence, where the dots are counted with another variant of the call."""
    other_dots: str
    """The dots of the call there, in parentheses, as they count once."""
    marks: tuple[Mark, ...]
    balanced: str
    questions: tuple[str, ...]
    catalogue: tuple[str, ...]
    alternatives: tuple[AlternativeView, ...]
    hands: HandSet
    scale: tuple[int, int]

    @property
    def picture(self) -> Picture:
        """The hands by points and shape."""
        return picture(self.spoken, self.hands, self.scale)

    @property
    def hand(self) -> HandView | None:
        """A typical hand."""
        return _hand(self.hands)


class LeftView(NamedTuple):
    """Hands that no call takes, in some places."""

    where: str
    sentence: str
    shows: HandSet

    @property
    def hand(self) -> HandView | None:
        """The typical one of them."""
        return _hand(self.shows)

    @property
    def strongest(self) -> HandView | None:
        """One with the most points."""
        return _hand(strongest(self.shows))


class OverlapView(NamedTuple):
    """Hands that two openings take."""

    first: str
    second: str
    where: str
    share: str
    sentence: str
    shows: HandSet

    @property
    def hand(self) -> HandView | None:
        """One of them."""
        return _hand(self.shows)


class CardView(NamedTuple):
    """A card that was judged."""

    language: str
    """The language of this view."""
    file: str
    system: System
    title: str
    pair: str
    about: tuple[tuple[str, str], ...]
    """Other headers of the card: players, event, date."""
    remarks: tuple[str, ...]
    notes: tuple[str, ...]
    """What was taken for granted: an unmentioned Pass, meanings from the catalogue, words that leave room."""
    verdicts: tuple[VerdictView, ...]
    openings: tuple[OpeningView, ...]
    definitions: tuple[tuple[str, str], ...]
    questions: tuple[tuple[str, tuple[str, ...]], ...]
    """Questions whose answer decides something, each with the regulations that ask."""
    other_questions: tuple[str, ...]
    """Questions that would make the card clear though no verdict hangs on them."""
    left: tuple[LeftView, ...]
    overlaps: tuple[OverlapView, ...]
    more_overlaps: int

    @property
    def fingerprint(self) -> str:
        """Of the agreements, not of the layout."""
        return fingerprint(self.system)

    @property
    def readable(self) -> bool:
        """A card that was judged."""
        return True

    def names(self, regulations: Sequence[str]) -> str:
        """The names of regulations by their ids."""
        return "; ".join(v.name for v in self.verdicts if v.id in regulations)

    @property
    def has_dots(self) -> bool:
        """Whether some regulation counts dots."""
        return any(v.dots for v in self.verdicts)

    @property
    def has_marks(self) -> bool:
        """Whether some opening has a finding to show."""
        return any(o.marks for o in self.openings)


class FaultView(NamedTuple):
    """One fault of a card: where, what, and what to do."""

    place: str
    code: str
    message: str
    hint: str
    line: str
    column: int
    """Where in the line it begins, from 1."""
    length: int
    """How many characters it takes in that line, at least one."""


class FaultyView(NamedTuple):
    """A card that cannot be read."""

    language: str
    """The language of this view."""
    file: str
    faults: tuple[FaultView, ...]

    @property
    def readable(self) -> bool:
        """No card that could be judged."""
        return False


# ---- a card that was judged --------------------------------------------------------------------------------------


def card_view(file: str, system: System, results: Sequence[Result], remarks: Sequence[str | Sentence] = ()) -> CardView:
    """What a report shows of a judged card, in the language spoken; `remarks` stand above all else."""
    header = system.card.header
    verdicts = tuple(_verdict(r) for r in results)
    questions = _questions(results)
    asked = {q for q, _ in questions}
    overlaps = system.overlaps
    return CardView(
        language=spoken(),
        file=file_name(file),
        system=system,
        title=header.get("title") or tell(UNTITLED),
        pair=header.get("pair", ""),
        about=tuple((key, header[key]) for key in ("players", "event", "date") if key in header),
        remarks=tuple(map(str, remarks)),
        notes=tuple(dict.fromkeys((*_notes(system, _asks_about_pass(results)), *_assumptions(results)))),
        verdicts=verdicts,
        openings=_openings(system, results, verdicts),
        definitions=tuple((d.name, meaning_text(d.meaning)) for d in system.card.definitions),
        questions=questions,
        other_questions=tuple(
            dict.fromkeys(q for o in system.openings for q in map(str, o.questions) if q not in asked)
        ),
        left=tuple(_left_over(system)),
        overlaps=tuple(map(_overlap, overlaps[:MOST_OVERLAPS])),
        more_overlaps=max(0, len(overlaps) - MOST_OVERLAPS),
    )


def _outcome(outcome: Outcome) -> OutcomeView:
    return OutcomeView(tell(OUTCOME_WORD[outcome]), OUTCOME_SYMBOL[outcome], outcome.value.replace(" ", "-"))


def _hand(hands: HandSet) -> HandView | None:
    return hand_view(hands.examples(1)[0]) if hands else None


def hand_view(hand: Hand) -> HandView:
    """A hand as a report shows it."""
    suits = tuple((suit.symbol, tell(SUIT_NAMES[suit]), cards) for suit, cards in suits_of(hand))
    return HandView(hand_text(hand), suits, str(count(*POINTS_OF_HAND, hand.hcp)))


def _notes(system: System, asked: bool) -> Iterator[str]:
    """What was taken for granted about the card."""
    silent = frozenset(p for c in system.contexts if c.pass_ is None for p in c.places)
    if silent == EVERYWHERE:
        yield tell(PASS_UNMENTIONED_ASKED if asked else PASS_UNMENTIONED)
    elif silent:
        sentence = PASS_UNMENTIONED_WHERE_ASKED if asked else PASS_UNMENTIONED_WHERE
        yield tell(sentence, where=places_in_words(silent))
    for opening in system.openings:
        for alternative in opening.alternatives:
            if alternative.from_catalogue:
                yield tell(CATALOGUE_TAKEN, call=opening.call, name=alternative.from_catalogue)
            elif alternative.unnamed:
                yield tell(CATALOGUE_NAMELESS, call=opening.call, name=alternative.unnamed)


def _assumptions(results: Iterable[Result]) -> Iterator[str]:
    """What the rules took for granted; an unmentioned Pass is told once, by us."""
    for result in results:
        for finding in result.findings:
            yield from (str(a) for a in finding.assumptions if a != PASS_ASSUMED)


def _asks_about_pass(results: Iterable[Result]) -> bool:
    """Whether a rule that would take an unmentioned Pass as the ordinary one asks about it instead."""
    return any(
        r.named is None and r.questions and r.shows
        for result in results
        for finding in result.findings
        if finding.outcome is CANNOT_TELL
        for r in finding.decisive
    )


def _questions(results: Iterable[Result]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    asking: dict[str, list[str]] = {}
    for result in results:
        for question in result.questions:
            asking.setdefault(question, []).append(result.regulation.id)
    return tuple((question, tuple(ids)) for question, ids in asking.items())


# ---- openings ----------------------------------------------------------------------------------------------------


def _openings(system: System, results: Sequence[Result], verdicts: Sequence[VerdictView]) -> tuple[OpeningView, ...]:
    marks = _marks(results, verdicts)
    dots = {d.opening: d for v in verdicts for d in v.dots}
    dotted = {d.call: d for d in dots.values()}
    points = [o.possible.hcp for o in system.openings]
    scale = min((low for low, _ in points), default=0), min(max((high for _, high in points), default=0), LAST_COLUMN)
    return tuple(_opening(o, dots.get(o.number), dotted, marks.get(o.number, ()), scale) for o in system.openings)


def _opening(
    opening: Opening,
    dots: DotsView | None,
    dotted: Mapping[str, DotsView],
    marks: tuple[Mark, ...],
    scale: tuple[int, int],
) -> OpeningView:
    hands, call = opening.possible, str(opening.call)
    lengths = hands.lengths
    exact = opening.exact
    elsewhere = dots is None and call in dotted
    return OpeningView(
        number=opening.number,
        call=call,
        spoken=spoken_call(opening.call),
        written="" if opening.written == call else opening.written,
        where=places_in_words(opening.places),
        meanings=tuple(meaning_text(Meaning((b,))) for b in opening.entry.meaning.branches),
        points=number_range(*hands.hcp),
        lengths=tuple((s.symbol, tell(SUIT_NAMES[s]), number_range(*lengths[s])) for s in reversed(SUITS)),
        share=percent(hands.frequency) if exact else percent_range(opening.certain.frequency, hands.frequency),
        most=percent(hands.frequency),
        odds=odds(hands.hands) if exact else "",
        exact=exact,
        room="" if exact else _room(opening),
        dots=dots,
        other_variant=tell(OTHER_VARIANT, call=call) if elsewhere else "",
        other_dots=COUNTED_ONCE.format(dots=dotted[call].dots) if elsewhere else "",
        marks=marks,
        balanced=percent(float(hands.share(BALANCED))),
        questions=tuple(map(str, opening.questions)),
        catalogue=tuple(dict.fromkeys(a.from_catalogue for a in opening.alternatives if a.from_catalogue)),
        alternatives=tuple(
            AlternativeView(
                a.text, number_range(*a.possible.hcp), percent(a.possible.frequency), a.from_catalogue or ""
            )
            for a in opening.alternatives
        ),
        hands=hands,
        scale=scale,
    )


def _room(opening: Opening) -> str:
    possible = percent(opening.possible.frequency)
    if not opening.certain:
        return tell(NOTHING_CERTAIN, call=opening.call, possible=possible)
    return tell(WORDS_LEAVE_ROOM, call=opening.call, certain=percent(opening.certain.frequency), possible=possible)


def _marks(results: Sequence[Result], verdicts: Sequence[VerdictView]) -> dict[int, tuple[Mark, ...]]:
    """What the rules of groups that are not folded say of each opening, where it matters."""
    found: dict[int, list[Mark]] = {}
    for result, verdict in zip(results, verdicts, strict=True):
        for group in verdict.groups:
            if group.folded:
                continue
            for finding in group.findings:
                for ruling in result.finding(finding.rule).rulings:
                    if ruling.opening is not None and _matters(ruling.outcome, group.requirement):
                        mark = Mark(finding.label, finding.rule, verdict.id, _outcome(ruling.outcome))
                        here = found.setdefault(ruling.opening.number, [])
                        if mark not in here:
                            here.append(mark)
    return {number: tuple(marks) for number, marks in found.items()}


# ---- verdicts and findings ---------------------------------------------------------------------------------------


class _Group(NamedTuple):
    prefixes: tuple[str, ...]
    name: str
    folded: bool = False
    by_clause: bool = False


_GROUPS = (
    _Group(("sk-vus-", "cz-vus-"), POINTS_OF_VUS, by_clause=True),
    _Group(("wbf-hum-",), POINTS_OF_HUM, by_clause=True),
    _Group(("cz-brown-", "wbf-brown-"), BROWN_RULES, by_clause=True),
    _Group(("wbf-category-",), CATEGORIES, folded=True),
    _Group(("wbf-",), COLOURS, folded=True),
    _Group(("sk-simple-",), SIMPLE_LIST, folded=True),
    _Group(("se-pass-",), PASS_RULES),
    _Group(("se-",), DOT_RULES, folded=True),
    _Group(("",), OTHER_RULES),
)


def _verdict(result: Result) -> VerdictView:
    regulation, classification = result.regulation, result.classification
    orders = {c.rule: c.order for c in regulation.clauses}
    pages = {f.rule: regulation.page(f.rule) for f in result.findings}
    grouped: dict[_Group, list[FindingView]] = {}
    labels: dict[str, str] = {}
    for finding in result.findings:
        group = next(g for g in _GROUPS if finding.rule.startswith(g.prefixes))
        label = _label(pages[finding.rule], group)
        labels[finding.rule] = label
        requirement = orders[finding.rule] == REQUIREMENT
        grouped.setdefault(group, []).append(_finding(finding, pages[finding.rule], label, requirement))
    state = "open" if classification.name is None else "doubtful" if classification.doubtful else "settled"
    return VerdictView(
        id=regulation.id,
        name=translated(regulation.name),
        edition=translated(regulation.edition),
        headline=_headline(result),
        sum=_sum(result),
        state=state,
        symbol={"open": "?", "doubtful": "◐", "settled": ""}[state],
        because=_because(str(classification.because), labels),
        brown=brown_in_words(classification),
        remark=translated(regulation.remark) if regulation.remark else "",
        groups=tuple(
            GroupView(
                tell(g.name),
                g.folded,
                all(orders[f.rule] == REQUIREMENT for f in findings),
                tuple(findings),
                tuple((o, n) for o in map(_outcome, Outcome) if (n := sum(f.outcome == o for f in findings))),
            )
            for g, findings in sorted(grouped.items(), key=lambda item: _GROUPS.index(item[0]))
        ),
        dots=tuple(_dots(d) for d in classification.dots),
        questions=result.questions,
        assumptions=tuple(dict.fromkeys(str(a) for f in result.findings for a in f.assumptions)),
        settings=_settings(result, pages),
    )


def _headline(result: Result) -> str:
    classification = result.classification
    if classification.name is None:
        return tell(CLASS_OPEN)
    name = translated(result.regulation.classes[classification.name])
    name = name[:1].upper() + name[1:]
    return tell(CLASS_DOUBTFUL, class_name=name) if classification.doubtful else name


def _sum(result: Result) -> str:
    classification = result.classification
    if classification.total is not None:
        return str(count(*DOTS_SAID, classification.total))
    if not classification.dots:
        return ""
    low, high = sum(d.least for d in classification.dots), sum(d.most for d in classification.dots)
    return tell(DOTS_OPEN, low=low, high=high)


_RULE = re.compile(r"\b[a-z]{2,3}(?:-[a-z0-9]+)+")


def _because(sentence: str, labels: Mapping[str, str]) -> str:
    """The sentence with the rules' words in place of their ids; those with commas are set apart by more."""
    named = [labels[rule] for rule in _RULE.findall(sentence) if rule in labels]
    if any("," in label for label in named):
        sentence = re.sub(rf", (?={_RULE.pattern})", "; ", sentence)
    return _RULE.sub(lambda m: labels.get(m[0], m[0]), sentence)


def _label(page: Page, group: _Group) -> str:
    if group.by_clause:
        return translated(page.clause).rpartition(", ")[2]
    return translated(page.title).rpartition(": ")[2]


def _matters(outcome: Outcome, requirement: bool) -> bool:
    return outcome in {DOUBTFUL, CANNOT_TELL} or outcome is (NOT_MET if requirement else MET)


def _finding(finding: Finding, page: Page, label: str, requirement: bool) -> FindingView:
    return FindingView(
        rule=finding.rule,
        title=translated(page.title),
        label=label,
        outcome=_outcome(finding.outcome),
        matters=_matters(finding.outcome, requirement),
        decisive=_places(finding.decisive),
        others=_places(r for r in finding.rulings if r.outcome is not finding.outcome),
        questions=finding.questions,
        clause=translated(page.clause),
        reading=re.sub(r"[*`]", "", page.reading),
        page=page,
    )


def _places(rulings: Iterable[Ruling]) -> tuple[PlaceView, ...]:
    return tuple(
        PlaceView(
            call=r.named or "",
            spoken=r.named or "" if r.opening is None else spoken_call(r.opening.call),
            where=places_in_words(r.places),
            outcome=_outcome(r.outcome),
            reason=str(r.reason),
            assumption="" if r.assumption is None else str(r.assumption),
            opening=None if r.opening is None else r.opening.number,
            shows=r.shows,
        )
        for r in rulings
    )


def _dots(found: CallDots) -> DotsView:
    features, worst = found.variant.features, found.variant.worst
    open_ = found.dots is None
    if not open_:
        said = str(found.most)
    elif found.most - found.least == 1:
        said = tell(DOTS_EITHER, low=found.least, high=found.most)
    else:
        said = tell(DOTS_BETWEEN, low=found.least, high=found.most)
    none = ""
    if found.most == 0:
        reason = "natural" if features.natural else "strong" if features.strong else "seat"
        none = tell(WHY_NONE[reason])
    return DotsView(
        call=found.call,
        spoken=spoken_call(features.opening.call),
        dots=said,
        number=found.dots,
        open=open_,
        parts=tuple(map(_part, worst.parts)),
        ceiling=None if worst.ceiling is None else _part(worst.ceiling),
        none_because=none,
        opening=features.opening.number,
    )


def _part(part: Part) -> tuple[str, int, str]:
    return translated(DOT_LABELS.get(part.rule, part.rule)), part.dots, part.rule


def _settings(result: Result, pages: Mapping[str, Page]) -> tuple[SettingView, ...]:
    """Every setting; it matters where it was chosen, or where a rule that reads it has something to say."""
    read = {
        name for f in result.findings if f.outcome in {MET, DOUBTFUL, CANNOT_TELL} for name in pages[f.rule].settings
    }
    return tuple(
        SettingView(
            s.name,
            translated(s.meaning),
            setting_value(result.law.settings[s.name]),
            chosen := result.law.settings[s.name] != s.default,
            chosen or s.name in read,
        )
        for s in (*result.regulation.settings, *result.regulation.lowerable)
        if s.name in result.law.settings
    )


# ---- hands left over, hands claimed twice ------------------------------------------------------------------------


def _left_over(system: System) -> Iterator[LeftView]:
    """The hands without a call; contexts that leave the same ones are told together."""
    places: dict[tuple[Hands, bool], frozenset[Place]] = {}
    for context in system.contexts:
        key = context.unopened, context.pass_ is None
        places[key] = places.get(key, frozenset()) | context.places
    for (unopened, silent), here in places.items():
        if unopened.possible:
            yield _left(unopened, silent, places_in_words(here))


def _left(unopened: Hands, silent: bool, where: str) -> LeftView:
    certain, possible = unopened.certain, unopened.possible
    if not certain:
        return LeftView(where, tell(LEFT_OPEN, share=percent(possible.frequency)), possible)
    share = percent_range(certain.frequency, possible.frequency)
    low, high = certain.hcp
    sentence = LEFT_TO_PASS if silent else LEFT_OVER
    return LeftView(where, tell(sentence, share=share, low=low, high=high), certain)


def _overlap(overlap: Overlap) -> OverlapView:
    first, second = str(overlap.first.call), str(overlap.second.call)
    share = percent(overlap.hands.frequency)
    sentence = tell(CLAIMED_TWICE, first=first, second=second, share=share)
    return OverlapView(first, second, places_in_words(overlap.places), share, sentence, overlap.hands)


# ---- a card that cannot be read ----------------------------------------------------------------------------------


def faulty_view(file: str, text: str | None, faults: Sequence[Fault]) -> FaultyView:
    """What a report shows of a card that cannot be read; without `text` no line is shown."""
    file, lines = file_name(file), Lines(text or "")
    return FaultyView(spoken(), file, tuple(_fault(file, lines, text is not None and text != "", f) for f in faults))


def _fault(file: str, lines: Lines, shown: bool, fault: Fault) -> FaultView:
    if not shown:
        return FaultView(file, fault.code, fault.message, fault.hint, "", 1, 1)
    start, end = fault.span
    line, column = lines.place(min(start, len(lines.text)))
    source = lines.line(line)
    length = max(1, min(end - start, len(source) - column + 1))
    return FaultView(f"{file}:{line}:{column}", fault.code, fault.message, fault.hint, source, column, length)
