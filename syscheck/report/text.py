"""The report for a terminal: plain lines, with colour where it helps and never needed.

The sentences that a reader sees stand at the top, whole and with named places, to be translated. Columns and
wrapping are our own, so that a plain report does not wait for rich.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from syscheck.language import Plural, count, harmless, phrase, phrases, tell
from syscheck.regulations import Page
from syscheck.report.view import (
    CardView,
    DotsView,
    FaultView,
    FaultyView,
    FindingView,
    OpeningView,
    OutcomeView,
    VerdictView,
)
from syscheck.report.words import width

TITLE = "{title}: {pair} ({file})"
TITLE_ALONE = "{title} ({file})"
REGULATION = phrase("{name}, edition {edition}")
VERDICT = "{headline}, {sum}"
SENTENCE = "{words}."
OPENINGS = phrase("Openings")
HEADS = {
    "call": phrase("Call"),
    "meaning": phrase("Meaning"),
    "points": phrase("Points"),
    "share": phrase("How often"),
    "dots": phrase("Dots"),
}
MEANING_WHERE = "({where}) {meaning}"
ALTERNATIVE = "| {meaning}"
ROOM_SIGN = "?"
NAMED_MEANING = "{name} = {meaning}"
NAMED_MEANINGS = phrase("Where the card says:")
FINDINGS = phrase("Findings: {name}")
FINDING = "{label}: {title}"
FINDING_ALONE = "{title}"
REASON_WHERE = "{where}: {reason}"
EXAMPLE = phrase("for example {hand}")
READING = phrase("Reading: {reading}")
CLAUSE = phrase("{clause}; the whole rule: syscheck rule {rule}")
MORE_PLACES = phrases("and {n} more like it", "and {n} more like it")
NOT_OF_NOTE = "{outcome}: {rules}"
RULE_WITH_ID = "{label} ({rule})"
GROUP_COUNTS = "{group}: {counts}"
ONE_COUNT = "{outcome}: {count}"
DOTS_COUNTED_ONCE = phrase("Dots in parentheses are counted once, with the other variant of the call.")
DOTS = phrase("Dots: {sum}")
DOTS_RULES = phrase("By the rules {rules}; a page each: syscheck rule {first}")
DOTS_NONE = phrase("No dots: {calls}")
DOTS_NONE_CALL = "{call} ({because})"
DOTS_PART = "{dots} {label}"
DOTS_CEILING = phrase("{parts}, but at most {dots}: {label}")
QUESTIONS = phrase("Questions to the pair")
OTHER_QUESTIONS = phrase("Also open on the card, though no verdict hangs on it")
TAKEN = phrase("Taken for granted")
LEFT = phrase("Hands left over")
LEFT_HANDS = phrase("typical {hand}; the strongest {strongest}")
TWICE = phrase("Hands claimed twice")
MORE_TWICE = phrases("and {n} smaller one", "and {n} smaller ones")
SETTINGS = phrase("Readings chosen")
FINGERPRINT = phrase("Fingerprint of the agreements: {fingerprint}")
SETTING = "{meaning}: {value}"
SETTING_CHOSEN = phrase("{meaning}: {value} (chosen for this report)")
FAULT_COUNT = phrases("{file} cannot be judged: {n} fault.", "{file} cannot be judged: {n} faults.")
FAULT_HEAD = "{place}: {code} {message}"

NARROWEST, WIDEST = 40, 110
MOST_PLACES = 4

Style = str
Segment = tuple[str, Style]
PLAIN, BOLD, DIM, GOOD, BAD, OPEN = "", "bold", "dim", "green", "red", "yellow"
STATE_STYLE = {"settled": "bold", "doubtful": "bold yellow", "open": "bold yellow"}
OUTCOME_STYLE = {
    "met": BOLD,
    "not-met": PLAIN,
    "does-not-apply": DIM,
    "doubtful": "bold yellow",
    "cannot-tell": "bold yellow",
}


@dataclass
class Paper:
    """Lines as they come, each some text with its style."""

    width: int
    lines: list[list[Segment]] = field(default_factory=list)

    def line(self, *segments: Segment) -> None:
        """Add a line."""
        self.lines.append([(harmless(text), style) for text, style in segments])

    def head(self, text: str) -> None:
        """Add a heading, with an empty line before it."""
        if self.lines:
            self.line()
        self.line((text, BOLD))

    def text(self, text: str, indent: int = 2, style: Style = PLAIN, first: str | None = None) -> None:
        """A paragraph; `first` stands in the indentation of its first line."""
        lead = " " * indent if first is None else f"{first:<{indent}}"
        for row in wrapped(harmless(text), self.width - indent):
            self.line((lead, PLAIN), (row, style))
            lead = " " * indent

    def plain(self) -> str:
        """The lines without colour."""
        return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in self.lines)

    def coloured(self) -> str:
        """The lines with colour."""
        from io import StringIO

        from rich.console import Console
        from rich.text import Text

        out = StringIO()
        console = Console(
            file=out,
            force_terminal=True,
            color_system="standard",
            width=self.width,
            highlight=False,
            legacy_windows=False,
        )
        for line in self.lines:
            console.print(Text.assemble(*line), soft_wrap=True)
        return out.getvalue()


def wrapped(text: str, columns: int) -> list[str]:
    """Text in lines of at most so many columns, broken between words where that is possible."""
    columns = max(columns, 8)
    rows, row = [], ""
    for whole in text.split(" "):
        word = whole
        while width(word) > columns:
            room = columns - width(row) - 1 if row else columns
            if room < 1:
                rows.append(row)
                row = ""
                continue
            cut = _fitting(word, room)
            rows.append(f"{row} {word[:cut]}" if row else word[:cut])
            row, word = "", word[cut:]
        if row and width(row) + 1 + width(word) > columns:
            rows.append(row)
            row = word
        else:
            row = f"{row} {word}" if row else word
    return [*rows, row]


def _fitting(word: str, columns: int) -> int:
    """How many characters of a word fit, at least one."""
    taken = 0
    for place, character in enumerate(word):
        taken += width(character)
        if taken > columns:
            return max(place, 1)
    return len(word)


def padded(text: str, columns: int) -> str:
    """Text with blanks behind it."""
    return text + " " * (columns - width(text))


def finished(paper: Paper, colour: bool) -> str:
    """What is on a paper, as text."""
    return paper.coloured() if colour else paper.plain()


def new_paper(columns: int) -> Paper:
    """An empty paper for a terminal of so many columns."""
    return Paper(min(max(columns, NARROWEST), WIDEST))


# ---- a card that was judged --------------------------------------------------------------------------------------


def text_report(view: CardView, *, colour: bool, width: int, event: Callable[[Paper], None] | None = None) -> str:
    """The report of a judged card: the verdicts first, then what `event` writes of an event, then why."""
    paper = new_paper(width)
    _verdicts(paper, view)
    if event is not None:
        event(paper)
    _openings(paper, view)
    for verdict in view.verdicts:
        _findings(paper, verdict)
    _questions(paper, view)
    if view.notes:
        paper.head(tell(TAKEN))
        for note in view.notes:
            paper.text(note, 4, first="  -")
    _left_and_twice(paper, view)
    _settings(paper, view)
    paper.line()
    paper.text(tell(FINGERPRINT, fingerprint=view.fingerprint), 0, DIM)
    return finished(paper, colour)


def _verdicts(paper: Paper, view: CardView) -> None:
    said = [tell(VERDICT, headline=v.headline, sum=v.sum) if v.sum else v.headline for v in view.verdicts]
    title = TITLE if view.pair else TITLE_ALONE
    paper.text(tell(title, title=view.title, pair=view.pair, file=view.file), 0, BOLD)
    for text, verdict in zip(said, view.verdicts, strict=True):
        sign = f"{verdict.symbol} " if verdict.symbol else ""
        paper.text(sign + text, 2, STATE_STYLE[verdict.state])
        paper.text(tell(REGULATION, name=verdict.name, edition=verdict.edition), 6, DIM)
        if not verdict.sum:
            paper.text(verdict.because, 6)
        if verdict.brown:
            paper.text(tell(SENTENCE, words=verdict.brown[:1].upper() + verdict.brown[1:]), 6)
        if verdict.remark:
            paper.text(verdict.remark, 6, DIM)
    if view.remarks:
        paper.line()
    for remark in view.remarks:
        paper.text(remark, 0)


def _openings(paper: Paper, view: CardView) -> None:
    paper.head(tell(OPENINGS))
    rows = [_cells(o, view) for o in view.openings]
    suits = [symbol for symbol, _, _ in view.openings[0].lengths] if view.openings else []
    said = {name: tell(head) for name, head in HEADS.items()}
    heads = [said["call"], said["points"], *suits, said["share"], *([said["dots"]] if view.has_dots else [])]
    widths = [max(width(row[n]) for row in [heads, *(cells for _, cells in rows)]) for n in range(len(heads))]
    gaps = [2, 2, 1, 1, 1, 2, 2][: len(heads) - 1]
    room = max(paper.width - 4 - sum(widths) - sum(gaps), 12)
    room = min(room, max((width(m) for meanings, _ in rows for m, _ in meanings), default=12))
    call, *others = zip(heads, widths, strict=True)
    _row(paper, call, [(said["meaning"], DIM)], others, gaps, room, DIM)
    for meanings, cells in rows:
        call, *others = zip(cells, widths, strict=True)
        lines = [(row, style) for meaning, style in meanings for row in wrapped(meaning, room)]
        _row(paper, call, lines, others, gaps, room, PLAIN)
    for opening in view.openings:
        if opening.room:
            paper.text(opening.room, 4, first=f"  {ROOM_SIGN}")
    if view.has_dots and any(o.other_dots for o in view.openings):
        paper.text(tell(DOTS_COUNTED_ONCE))
    if view.definitions:
        paper.text(tell(NAMED_MEANINGS))
        for name, meaning in view.definitions:
            paper.text(tell(NAMED_MEANING, name=name, meaning=meaning), 4)


def _row(
    paper: Paper,
    call: tuple[str, int],
    meaning: Sequence[Segment],
    others: Sequence[tuple[str, int]],
    gaps: Sequence[int],
    room: int,
    style: Style,
) -> None:
    (text, style_of), *rest = meaning
    head = f"  {padded(*call)}  "
    cells = "".join(" " * gap + " " * (w - width(cell)) + cell for (cell, w), gap in zip(others, gaps, strict=True))
    paper.line((head, style or BOLD), (padded(text, room), style_of), (cells, style))
    for row, its in rest:
        paper.line((" " * len(head), PLAIN), (row, its))


def _cells(opening: OpeningView, view: CardView) -> tuple[list[Segment], list[str]]:
    """The meaning in lines, and the other cells of a row."""
    first, *others = opening.meanings
    if opening.where:
        first = tell(MEANING_WHERE, where=opening.where, meaning=first)
    meanings = [(harmless(first), PLAIN), *((harmless(tell(ALTERNATIVE, meaning=m)), PLAIN) for m in others)]
    meanings += _marks(opening, several=len(view.verdicts) > 1)
    call = opening.call if opening.exact else f"{opening.call} {ROOM_SIGN}"
    dots = [] if not view.has_dots else [opening.dots.dots if opening.dots else opening.other_dots]
    lengths = [number for _, _, number in opening.lengths]
    return meanings, [call, opening.points, *lengths, opening.most, *dots]


def _marks(opening: OpeningView, *, several: bool) -> Iterator[Segment]:
    """The findings about an opening, each with the regulations that have it where there are several."""
    found: dict[tuple[OutcomeView, str], list[str]] = {}
    for mark in opening.marks:
        found.setdefault((mark.outcome, mark.label), []).append(mark.regulation)
    for (outcome, label), regulations in found.items():
        where = f" ({', '.join(regulations)})" if several else ""
        yield f"{outcome.symbol} {label}{where}", OUTCOME_STYLE[outcome.name]


def _findings(paper: Paper, verdict: VerdictView) -> None:
    paper.head(tell(FINDINGS, name=verdict.name))
    if verdict.dots:
        _dots(paper, verdict)
    decided = any(f.outcome.name == "met" for g in verdict.groups if not g.folded for f in g.findings)
    for group in verdict.groups:
        if group.folded:
            counts = ", ".join(tell(ONE_COUNT, count=n, outcome=o.word) for o, n in group.counts)
            paper.text(tell(GROUP_COUNTS, group=group.name, counts=counts))
            for finding in group.of_note:
                if finding.outcome.name != "met" and not (decided and group.requirement):
                    _short(paper, finding)
        else:
            for finding in group.of_note:
                _long(paper, finding)
            for outcome in dict.fromkeys(f.outcome for f in group.plain):
                rules = ", ".join(
                    tell(RULE_WITH_ID, label=f.label, rule=f.rule) for f in group.plain if f.outcome == outcome
                )
                text = tell(NOT_OF_NOTE, outcome=outcome.word, rules=rules)
                paper.text(text, 4, OUTCOME_STYLE[outcome.name], first=f"  {outcome.symbol}")


def _short(paper: Paper, finding: FindingView) -> None:
    outcome = finding.outcome
    text = tell(NOT_OF_NOTE, outcome=outcome.word, rules=finding.label)
    paper.text(text, 6, OUTCOME_STYLE[outcome.name], first=f"    {outcome.symbol}")
    for reason in _reasons(finding, 1):
        paper.text(reason, 8)


def _long(paper: Paper, finding: FindingView) -> None:
    outcome = finding.outcome
    title = FINDING_ALONE if finding.title.endswith(finding.label) else FINDING
    text = f"{outcome.word}: {tell(title, label=finding.label, title=finding.title)}"
    paper.text(text, 4, OUTCOME_STYLE[outcome.name], first=f"  {outcome.symbol}")
    for reason in _reasons(finding, MOST_PLACES):
        paper.text(reason, 6)
    paper.text(tell(READING, reading=finding.reading), 6, DIM)
    paper.text(tell(CLAUSE, clause=finding.clause, rule=finding.rule), 6, DIM)


def _reasons(finding: FindingView, most: int) -> Iterator[str]:
    """What decides, each with its hand, at most so many."""
    for place in finding.decisive[:most]:
        yield tell(REASON_WHERE, reason=place.reason, where=place.where) if place.where else place.reason
        if hand := place.hand:
            yield tell(EXAMPLE, hand=hand.text)
    if len(finding.decisive) > most:
        yield str(count(*MORE_PLACES, len(finding.decisive) - most))


def _dots(paper: Paper, verdict: VerdictView) -> None:
    paper.text(tell(DOTS, sum=verdict.sum))
    columns = max(width(d.dots) for d in verdict.dots)
    for dots in sorted(verdict.dots, key=lambda d: -(d.number if d.number is not None else 99)):
        if dots.dots == "0":
            continue
        paper.text(_dots_sentence(dots), 11 + columns, first=f"    {dots.call:<3} {dots.dots:>{columns}} =")
    used = {rule: None for d in verdict.dots if d.dots != "0" for rule in _rules_of(d)}
    if used:
        paper.text(tell(DOTS_RULES, rules=", ".join(used), first=next(iter(used))), 4, DIM)
    without: dict[str, list[str]] = {}
    for dots in verdict.dots:
        if dots.dots == "0":
            without.setdefault(dots.none_because, []).append(dots.call)
    said = "; ".join(tell(DOTS_NONE_CALL, call=" ".join(calls), because=why) for why, calls in without.items())
    if said:
        paper.text(tell(DOTS_NONE, calls=said), 4)


def _rules_of(dots: DotsView) -> Iterator[str]:
    for _, _, rule in (*dots.parts, *([dots.ceiling] if dots.ceiling else [])):
        yield rule


def _dots_sentence(dots: DotsView) -> str:
    parts = " + ".join(tell(DOTS_PART, dots=count, label=label) for label, count, _ in dots.parts)
    if dots.ceiling is None:
        return parts
    label, count, _ = dots.ceiling
    return tell(DOTS_CEILING, parts=parts, dots=count, label=label)


def _questions(paper: Paper, view: CardView) -> None:
    if view.questions:
        paper.head(tell(QUESTIONS))
    for number, (question, _) in enumerate(view.questions, 1):
        paper.text(question, 6, first=f"  {number}.")
    if view.other_questions:
        paper.head(tell(OTHER_QUESTIONS))
        for question in view.other_questions:
            paper.text(question, 4, first="  -")


def _left_and_twice(paper: Paper, view: CardView) -> None:
    if view.left:
        paper.head(tell(LEFT))
    for left in view.left:
        paper.text(tell(REASON_WHERE, where=left.where, reason=left.sentence) if left.where else left.sentence)
        if (hand := left.hand) and (strongest := left.strongest):
            paper.text(tell(LEFT_HANDS, hand=hand.text, strongest=strongest.text), 4)
    if view.overlaps:
        paper.head(tell(TWICE))
    for overlap in view.overlaps:
        paper.text(
            tell(REASON_WHERE, reason=overlap.sentence, where=overlap.where) if overlap.where else overlap.sentence
        )
        if hand := overlap.hand:
            paper.text(tell(EXAMPLE, hand=hand.text), 4)
    if view.more_overlaps:
        paper.text(str(count(*MORE_TWICE, view.more_overlaps)))


def _settings(paper: Paper, view: CardView) -> None:
    shown = [s for v in view.verdicts for s in v.settings if s.matters]
    if shown:
        paper.head(tell(SETTINGS))
    said = (tell(SETTING_CHOSEN if s.chosen else SETTING, meaning=s.meaning, value=s.value) for s in shown)
    for setting in dict.fromkeys(said):  # regulations that agree say it once
        paper.text(setting, 4, first="  -")


# ---- a card that cannot be read ----------------------------------------------------------------------------------


def text_faults(view: FaultyView, *, colour: bool, width: int, heading: Plural = FAULT_COUNT) -> str:
    """The faults of a card that cannot be read, or of another file: each with its place, the line, and what to do."""
    paper = new_paper(width)
    paper.line((str(count(*heading, len(view.faults), file=view.file)), BOLD))
    for fault in view.faults:
        paper.line()
        head = tell(FAULT_HEAD, place=fault.place, code=fault.code, message=fault.message)
        paper.line((head, BAD))  # in one piece, as editors and scripts look for it
        for row in _source(fault, paper.width - 4):
            paper.line(("    " + row, PLAIN))
        if fault.hint:
            paper.text(fault.hint)
    return finished(paper, colour)


def _source(fault: FaultView, room: int) -> Iterable[str]:
    """The line and a caret under the place; a long line is cut around it."""
    if not fault.line.strip():
        return ()
    line, start = harmless(fault.line), fault.column - 1
    cut = max(0, min(start - room // 2, len(line) - room)) if width(line) > room else 0
    line, start = line[cut : cut + room], start - cut
    length = max(1, min(fault.length, len(line) - start))
    marked = width(line[start : start + length]) or 1
    return line, " " * width(line[:start]) + "^" * marked


# ---- a rule's page -----------------------------------------------------------------------------------------------


def text_page(page: Page, *, colour: bool, width: int) -> str:
    """A rule's page: as Markdown, or laid out in colour."""
    if not colour:
        return page.text
    from io import StringIO

    from rich.console import Console
    from rich.markdown import Markdown

    out = StringIO()
    columns = min(max(width, NARROWEST), WIDEST)
    console = Console(file=out, force_terminal=True, color_system="standard", width=columns, legacy_windows=False)
    console.print(Markdown(page.text, hyperlinks=False))
    return out.getvalue()
