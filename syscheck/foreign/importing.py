"""The rows of a foreign file as a card: every word read, asked about or reported, every place settled."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from pathlib import Path

from syscheck.card import (
    Call,
    Card,
    Fault,
    FaultyCard,
    Lines,
    Meaning,
    Place,
    Sequence,
    alternatives,
    card_text,
    meaning_text,
    place_text,
    read_card,
    read_meaning,
    where_products,
)
from syscheck.card.calls import EVERYWHERE, sequence_text
from syscheck.card.model import Attribute, Branch, Expression, Note, is_remark, walk
from syscheck.card.reader import MOST_BYTES as MOST_BYTES_OF_A_CARD
from syscheck.card.reader import MOST_ENTRIES, plain
from syscheck.foreign.rows import At, Format, Listed, Reported, Row, Sheet
from syscheck.foreign.source import LONGEST_ROW, MOST_ROWS, Source
from syscheck.foreign.words import Reading, ReadWords, in_card_language, note_of, read_strictly, unclear, with_unclear
from syscheck.foreign.written import without_notes
from syscheck.language import Sentence, count, phrase, say, tell
from syscheck.system import System, build_system, faults_of_hands, meaning_hands

READ, QUESTIONED, REPORTED = "read", "questioned", "reported"
STATES = (READ, QUESTIONED, REPORTED)

CALL_SECTIONS = ("openings", "continuations", "defence")
PHRASE_SECTIONS = ("conventions", "leads", "signals")

OVERRIDDEN = phrase("line {line} says something else of {call} in the same place, and the later one counts")
CONTRADICTED = phrase("Line {line} says something else of {call} in the same place. Which of the two do you play?")
LATE = phrase(
    "This general line for {call} stands below line {line}, which is for some places only. Does it hold there?"
)
NO_HAND = phrase("“{words}” in {call} was read as {text}, but no hand is like this. What is meant?")
NOTHING_SAID = phrase("nothing is said")
NOWHERE = phrase("its seats and vulnerability contradict each other")
MADE_FROM = phrase("Made by syscheck import from {file} ({format})")
TOO_LONG = phrase("it is longer than {most} characters")
_SUIT_MARK = re.compile(r"!([cdhs])(?![^\W_])")
ROUNDS = 6
"""How often a card is mended before what is still at fault is left out; one or two are enough in practice."""


@dataclass(frozen=True, slots=True)
class ImportedRow:
    """A row of the file and what became of it."""

    row: Row | Listed | Reported
    state: str
    """`read`, `questioned` (read with questions or unread words), or `reported` (not on the card)."""
    readings: tuple[tuple[str, str], ...] = ()
    """Head (`1N [nv]`) and meaning of each entry that it became, in canonical spelling."""
    calls: tuple[Call, ...] = ()
    """The last call of each reading."""
    questions: tuple[Sentence, ...] = ()
    unread: tuple[str, ...] = ()
    why: Sentence | None = None
    """Why it is not on the card."""

    @property
    def at(self) -> At:
        """Where it stands."""
        return self.row.at


@dataclass(frozen=True)
class Imported:
    """A foreign file with the card that it became, or with its faults."""

    source: Source
    format: Format | None
    text: str = ""
    """The card in canonical layout."""
    system: System | None = None
    rows: tuple[ImportedRow, ...] = ()
    silent: int = 0
    entry_rows: tuple[tuple[int, ...], ...] = ()
    """Of each entry of the card: the numbers of its rows."""
    faults: tuple[Fault, ...] = ()
    """Why there is no card; their spans are offsets in the text of the source."""
    remarks: tuple[Sentence, ...] = ()

    @property
    def card(self) -> Card | None:
        """The card; None where there are faults."""
        return None if self.system is None else self.system.card

    @property
    def counts(self) -> dict[str, int]:
        """How many rows were read, questioned and reported."""
        return {state: sum(r.state == state for r in self.rows) for state in STATES}

    @property
    def exact(self) -> bool:
        """Whether all of it was read, and nothing is asked or left out."""
        return self.card is not None and all(r.state == READ for r in self.rows)

    def at(self, entry: int) -> At:
        """Where an entry of the card stands in the file."""
        return self.rows[self.entry_rows[entry][0]].at


def import_source(source: Source, format: Format | None, read_words: ReadWords = read_strictly) -> Imported:
    """The card of a foreign file, or its faults."""
    if format is None:
        return Imported(source, None, faults=(Fault.of("E501", (0, 0)),))
    sheet = format.rows(source)
    remarks = tuple(filter(None, (source.decoded[1], *sheet.remarks)))
    if sheet.faults:
        return Imported(source, format, silent=sheet.silent, faults=sheet.faults, remarks=remarks)
    if len(sheet.rows) > MOST_ROWS:
        return Imported(source, format, faults=(Fault.of("E503", (0, 0)),), remarks=remarks)
    draft = _Draft(source, format, sheet, in_card_language(read_words) if sheet.in_card_language else read_words)
    draft.settle()
    found = draft.finished()
    if isinstance(found, Fault):
        return Imported(source, format, rows=draft.rows(()), silent=sheet.silent, faults=(found,), remarks=remarks)
    text, system, entries = found
    rows = draft.rows(entries)
    return Imported(source, format, text, system, rows, sheet.silent, tuple(e.numbers for e in entries), (), remarks)


# ---- one row --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Claim:
    """A row for one sequence: what it means, and the row's number."""

    number: int
    sequence: Sequence
    places: frozenset[Place] | None
    reading: Reading


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of the card to be."""

    numbers: tuple[int, ...]
    sequence: Sequence
    places: frozenset[Place] | None
    meaning: Meaning

    @property
    def section(self) -> str:
        """Where it belongs."""
        if self.sequence[0].theirs:
            return "defence"
        return "openings" if len(self.sequence) == 1 else "continuations"

    @property
    def head(self) -> str:
        """Its left side."""
        where = "" if self.places is None else place_text(self.places) or "1st-4th"
        return sequence_text(self.sequence) + (f" [{where}]" if where else "")

    @property
    def line(self) -> str:
        """It as a line of a card."""
        return f"{self.head} : {meaning_text(self.meaning)}"


def read_row(row: Row, sequence: Sequence, read_words: ReadWords) -> Reading:
    """What a row means for one of its sequences: its words, its fields, and the words again as a note."""
    call = sequence[-1].call
    said = row.words_of(sequence)
    words = note_of(said)
    if words:
        # Nobody writes the shape of every answer: only an opening and a defence must say it.
        answers = len(sequence) > 1 and not sequence[0].theirs
        suited = bool(call.suit or call.letter) and (_says_hands(row.facts) or "ART" in row.facts)
        reading = read_words(said, call, answers or suited)
    else:
        nothing = str(say(NOTHING_SAID))
        reading = Reading(unclear(nothing) if not _says_hands(row.facts) else Meaning((Branch(()),)))
        if not _says_hands(row.facts):
            question = say("Which hands make the call {call}? The file says nothing of them.", call=_told(sequence))
            reading = replace(reading, questions=(question,))
    if len(sequence) > 1 and all(map(is_remark, (t for b in reading.meaning.branches for t in b.terms))):
        # A name alone (Stayman) is enough for a call that answers another; only an opening must name its hands.
        reading = replace(reading, questions=())
    meaning = with_facts(reading.meaning, row.facts, call)
    questions = tuple(dict.fromkeys((*row.questions, *reading.questions)))
    text = meaning_text(meaning)
    if row.facts and not _fits(text, call):
        asked = say(NO_HAND, words=words, call=_told(sequence), text=text)
        return Reading(unclear(words), (*row.questions, asked), reading.unread, reading.places)
    return Reading(with_note(meaning, words, reading.meaning), questions, reading.unread, reading.places)


def both(places: frozenset[Place] | None, reading: Reading) -> frozenset[Place] | None:
    """Where a row holds: where its format says, and where its words say."""
    if places is None or reading.places is None:
        return places if reading.places is None else reading.places
    return places & reading.places


def with_facts(meaning: Meaning, facts: Iterable[str], call: Call) -> Meaning:
    """A meaning with what fields of the format say beside it.

    A fact that changes no hand is not written; one that does goes into every alternative, so that they stay apart.
    """
    for fact in facts:
        terms = [t for branch in read_meaning(fact).branches for t in branch.terms]
        remarks = [t for t in terms if is_remark(t)]
        core = [t for t in terms if not is_remark(t)]
        wider = Meaning(tuple(_with_remarks(b, remarks) for b in meaning.branches))
        if not core:
            meaning = wider
            continue
        narrower = Meaning(tuple(b for branch in wider.branches for b in _with_core(branch, core)))
        meaning = wider if _same_hands(meaning_text(wider), meaning_text(narrower), call) else narrower
    return meaning


def _with_remarks(branch: Branch, remarks: Iterable[Expression]) -> Branch:
    """A branch with attributes behind it; `F` says nothing beside `F1` and `GF`."""
    names = {leaf.name for t in branch.terms for leaf in walk(t) if isinstance(leaf, Attribute)}
    if names & {"F1", "GF"}:
        names.add("F")
    new = [r for r in remarks if not (isinstance(r, Attribute) and r.name in names)]
    return replace(branch, terms=(*branch.terms, *new))


def _with_core(branch: Branch, core: list[Expression]) -> Iterator[Branch]:
    """The alternatives of a branch, each with terms before it."""
    if all(map(is_remark, branch.terms)):
        yield Branch((*core, *branch.terms))
        return
    for alternative in alternatives(Meaning((branch,))):
        terms = [t for t in alternative.terms if t not in core]
        yield Branch((*core, *terms, *alternative.remarks))


@lru_cache(maxsize=8192)
def _same_hands(first: str, second: str, call: Call) -> bool:
    """Whether two meanings certainly and possibly have the same hands; those that no hand fits differ."""
    try:
        one, other = meaning_hands(first, call), meaning_hands(second, call)
    except FaultyCard:
        return False
    return one.certain == other.certain and one.possible == other.possible


def with_note(meaning: Meaning, words: str, read: Meaning) -> Meaning:
    """A meaning with the original words as a note behind it, where what was `read` of them is not spelled so."""
    said = meaning_text(read)
    if not words or _bare(said) == _bare(words) or f'"{words}"' in said:
        return meaning
    *others, last = meaning.branches
    return Meaning((*others, replace(last, terms=(*last.terms, Note(words)))))


def _bare(text: str) -> str:
    """A spelling without commas, capitals and signs before suits, which change no words."""
    return " ".join(_SUIT_MARK.sub(r"\1", re.sub("[,;]", " ", text.casefold())).split())


@lru_cache(maxsize=8192)
def _fits(text: str, call: Call) -> bool:
    """Whether a meaning can stand on a card and some hand is like it."""
    try:
        meaning_hands(text, call)
    except FaultyCard:
        return False
    return True


def _says_hands(facts: Iterable[str]) -> bool:
    return any(not is_remark(t) for fact in facts for b in read_meaning(fact).branches for t in b.terms)


def _told(sequence: Sequence) -> str:
    return sequence_text(sequence)


# ---- the whole card -------------------------------------------------------------------------------------------------


@dataclass
class _Draft:
    """A card while it is made from a sheet: what is asked and left out, by the number of the row."""

    source: Source
    format: Format
    sheet: Sheet
    read_words: ReadWords
    entries: list[_Entry] = field(default_factory=list)
    questions: dict[int, list[Sentence]] = field(default_factory=dict)
    unread: dict[int, list[str]] = field(default_factory=dict)
    left_out: dict[int, Sentence] = field(default_factory=dict)
    phrases: dict[str, list[tuple[int, str]]] = field(default_factory=dict)

    def settle(self) -> None:
        """Read every row, and settle what holds where two speak of the same call."""
        claims: dict[Sequence, list[_Claim]] = {}
        known: dict[tuple[object, ...], Reading] = {}
        for number, row in enumerate(self.sheet.rows):
            if isinstance(row, Listed):
                self.list_phrase(number, row)
            elif isinstance(row, Row):
                if len(row.original) > LONGEST_ROW:
                    self.left_out[number] = say(TOO_LONG, most=LONGEST_ROW)
                    continue
                for sequence in row.sequences:
                    key = (row.words_of(sequence), row.facts, row.questions, sequence)
                    if key not in known:
                        known[key] = read_row(row, sequence, self.read_words)
                    claim = _Claim(number, sequence, both(row.places, known[key]), known[key])
                    claims.setdefault(sequence, []).append(claim)
                    self.questions.setdefault(number, []).extend(known[key].questions)
                    self.unread.setdefault(number, []).extend(known[key].unread)
        for sequence, those in claims.items():
            self.entries += self.entries_of(sequence, those)
        self.entries.sort(key=lambda e: CALL_SECTIONS.index(e.section))
        openings = [e for e in self.entries if e.section == "openings"]
        openings.sort(key=lambda e: _rank(e.sequence[0].call))
        self.entries[: len(openings)] = openings

    def entries_of(self, sequence: Sequence, claims: list[_Claim]) -> Iterator[_Entry]:
        """The entries of one sequence; a row with places of its own goes before one without."""
        here: dict[Place, list[_Claim]] = {}
        for claim in claims:
            for place in claim.places or ():
                here.setdefault(place, []).append(claim)
        general = [c for c in claims if c.places is None]
        shared: dict[tuple[int, ...], tuple[list[_Claim], set[Place]]] = {}
        for place, those in sorted(here.items()):
            shared.setdefault(tuple(c.number for c in those), (those, set()))[1].add(place)
        used: set[int] = set()
        for those, places in shared.values():
            numbers, meaning = self.one_of(sequence, those)
            used |= set(numbers)
            for seats, sides in where_products(frozenset(places)):
                yield _Entry(numbers, sequence, frozenset(product(seats, sides)), meaning)
        if general and len(here) < len(EVERYWHERE):
            numbers, meaning = self.one_of(sequence, general)
            used |= set(numbers)
            yield _Entry(numbers, sequence, None, meaning)
            self.ask_of_order(sequence, claims, general[-1])
        for claim in claims:
            if claim.places is not None and not claim.places:
                self.left_out[claim.number] = say(NOWHERE)
            elif claim.number not in used:
                later = [c for c in claims if c.number in used and c.number != claim.number]
                line = self.sheet.rows[later[-1].number].at.line
                self.left_out[claim.number] = say(OVERRIDDEN, line=line, call=_told(sequence))

    def one_of(self, sequence: Sequence, claims: list[_Claim]) -> tuple[tuple[int, ...], Meaning]:
        """What holds where several rows claim the same place, and the rows that say it.

        The later one, where the format says so. Else all of them, none for certain, and the pair is asked.
        """
        last = claims[-1]
        said = without_notes(last.reading.meaning)
        same = tuple(dict.fromkeys(c.number for c in claims if without_notes(c.reading.meaning) == said))
        if self.sheet.last_counts or len(same) == len({c.number for c in claims}):
            return same, last.reading.meaning
        first = claims[0]
        branches: list[Branch] = []
        for claim in claims:
            other = last if claim is not last else first
            line = self.sheet.rows[other.number].at.line
            asked = say(CONTRADICTED, line=line, call=_told(sequence))
            self.questions.setdefault(claim.number, []).append(asked)
            words = str(say("line {line} says something else", line=line))
            branches += with_unclear(claim.reading.meaning, words).branches
        return tuple(dict.fromkeys(c.number for c in claims)), Meaning(tuple(branches))

    def ask_of_order(self, sequence: Sequence, claims: list[_Claim], general: _Claim) -> None:
        """Ask where the later row counts, and a general row stands below one for some places."""
        before = [c for c in claims if c.places is not None and c.number < general.number]
        if self.sheet.last_counts and before:
            line = self.sheet.rows[before[-1].number].at.line
            self.questions.setdefault(general.number, []).append(say(LATE, call=_told(sequence), line=line))

    def list_phrase(self, number: int, row: Listed) -> None:
        """A phrase of [conventions], [leads] or [signals]."""
        words = phrase_of(row.words)
        if words:
            self.phrases.setdefault(row.section, []).append((number, words))
        else:
            self.left_out[number] = say("it names no convention, lead or signal")

    # ---- text --------------------------------------------------------------------------------------------------

    def finished(self) -> tuple[str, System, list[_Entry]] | Fault:
        """The card's text and system, mended until it has no fault, with its entries in card order."""
        if len(self.entries) > MOST_ENTRIES:
            return Fault.of("E503", (0, 0))
        for left in reversed(range(ROUNDS)):
            text, owners = self.text()
            if len(text.encode()) > MOST_BYTES_OF_A_CARD:
                return Fault.of("E505", (0, 0))
            if not any(e.section == "openings" for e in self.entries):
                return Fault.of("E504", (0, 0))
            try:
                card = read_card(text)
                system = build_system(card)
            except FaultyCard as error:
                faults = [*error.faults, *(faults_of_hands(error.partial) if error.partial else ())]
                self.mend(faults, Lines(text), owners, leave_out=left <= 1)
                continue
            layout = card_text(card)
            if len(layout.encode()) > MOST_BYTES_OF_A_CARD:
                return Fault.of("E505", (0, 0))
            return layout, system, [e for s in CALL_SECTIONS for e in self.entries if e.section == s]
        return Fault.of("E506", (0, 0))

    def text(self) -> tuple[str, dict[int, _Entry | tuple[str, int]]]:
        """The card, an entry a line, and whose each line is."""
        made = say(MADE_FROM, file=Path(self.source.file).name, format=tell(self.format.title))
        lines = [f"# {note_of(str(made))}"]
        lines += [f"{key}: {note_of(value)}" for key, value in self.sheet.headers.items() if note_of(value)]
        owners: dict[int, _Entry | tuple[str, int]] = {}
        for section in CALL_SECTIONS:
            those = [e for e in self.entries if e.section == section]
            if those:
                lines += ["", f"[{section}]"]
            for entry in those:
                lines.append(entry.line)
                owners[len(lines)] = entry
        for section in PHRASE_SECTIONS:
            listed = self.phrases.get(section, [])
            if listed:
                lines += ["", f"[{section}]"]
            for number, words in listed:
                lines.append(words)
                owners[len(lines)] = (section, number)
        return plain("\n".join(lines) + "\n"), owners

    def mend(
        self,
        faults: list[Fault],
        lines: Lines,
        owners: Mapping[int, _Entry | tuple[str, int]],
        *,
        leave_out: bool,
    ) -> None:
        """What is at fault becomes unclear, or is left out where it cannot stand on a card at all."""
        for fault in faults:
            owner = owners.get(lines.place(fault.span[0])[0])
            if owner is None:
                continue
            if isinstance(owner, tuple):
                section, number = owner
                self.phrases[section] = [p for p in self.phrases[section] if p[0] != number]
                self.left_out[number] = Sentence("{message}", (("message", fault.message),))
                continue
            where = next((i for i, e in enumerate(self.entries) if e is owner), None)
            if where is None:
                continue
            number = owner.numbers[0]
            words = note_of(self.words_of(number))
            mended = replace(owner, meaning=unclear(words))
            if leave_out or fault.code.startswith("E1") or mended == owner:
                del self.entries[where]
                for each in owner.numbers:
                    if not any(each in e.numbers for e in self.entries):
                        self.left_out[each] = Sentence("{message}", (("message", fault.message),))
            else:
                self.entries[where] = mended
                asked = say(NO_HAND, words=words, call=_told(owner.sequence), text=meaning_text(owner.meaning))
                self.questions.setdefault(number, []).append(asked)

    def words_of(self, number: int) -> str:
        """The words of a row."""
        row = self.sheet.rows[number]
        return row.original if isinstance(row, Reported) else row.words

    # ---- what became of each row ---------------------------------------------------------------------------------

    def rows(self, entries: Iterable[_Entry]) -> tuple[ImportedRow, ...]:
        """Every row with its state."""
        of_row: dict[int, list[_Entry]] = {}
        for entry in entries:
            for number in entry.numbers:
                of_row.setdefault(number, []).append(entry)
        listed = {number: words for those in self.phrases.values() for number, words in those}
        return tuple(
            self.row(number, row, of_row.get(number, ()), listed.get(number))
            for number, row in enumerate(self.sheet.rows)
        )

    def row(
        self, number: int, row: Row | Listed | Reported, entries: Iterable[_Entry], listed: str | None
    ) -> ImportedRow:
        """One row with its state."""
        if isinstance(row, Reported):
            return ImportedRow(row, REPORTED, why=row.why)
        if listed is not None and isinstance(row, Listed):
            return ImportedRow(row, READ, readings=((f"[{row.section}]", listed),))
        entries = tuple(entries)
        if not entries:
            why = self.left_out.get(number) or say("no card could be made of the file")
            return ImportedRow(row, REPORTED, why=why)
        questions = tuple(dict.fromkeys(self.questions.get(number, ())))
        unread = tuple(dict.fromkeys(self.unread.get(number, ())))
        return ImportedRow(
            row,
            QUESTIONED if questions or unread else READ,
            tuple((e.head, meaning_text(e.meaning)) for e in entries),
            tuple(e.sequence[-1].call for e in entries),
            questions,
            unread,
        )


def phrase_of(words: str) -> str:
    """Words as phrases of a comma list."""
    plain_words = words.replace('"', "”").replace(";", ",").replace("#", " ").replace("[", "(").replace("]", ")")
    pieces = (" ".join(p.split()) for p in plain_words.split(","))
    return ", ".join(filter(None, pieces))


def counts_told(imported: Imported) -> Sentence:
    """How many rows were read, questioned and reported, in a sentence."""
    counts = imported.counts
    return count(
        "{n} row: {read} read, {questioned} questioned, {reported} reported",
        "{n} rows: {read} read, {questioned} questioned, {reported} reported",
        len(imported.rows),
        read=counts[READ],
        questioned=counts[QUESTIONED],
        reported=counts[REPORTED],
    )


def _rank(call: Call) -> tuple[int, int]:
    """Openings in the order of the bidding, Pass first."""
    return call.level, "CmDMXHSN".index(call.strain) if call.level else 0
