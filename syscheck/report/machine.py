"""The JSON that scripts rely on: the contract's names, as models that also give its JSON Schema."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from syscheck import __version__
from syscheck.card import Fault, Lines, Place, where_products
from syscheck.checking import CheckedCard
from syscheck.hands import BALANCED, HandSet
from syscheck.language import speaking, translated
from syscheck.regulations import Finding, Result, Ruling
from syscheck.regulations.se_2012 import CallDots
from syscheck.system import AlternativeHands, Hands, Opening, System, fingerprint

OutcomeName = Literal["met", "not met", "does not apply", "doubtful", "cannot tell"]
Range = tuple[int, int]
AdmittedName = Literal["yes", "no", "cannot tell"]


class Model(BaseModel):
    """An object of the JSON: every field is known."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, use_attribute_docstrings=True)


class Where(Model):
    """A product of seats and vulnerabilities, seen from the pair."""

    seats: tuple[int, ...]
    vulnerability: tuple[Literal["none", "we", "they", "both"], ...]


class HandsOut(Model):
    """A set of hands: over the hands that may make the call."""

    hcp: Range
    lengths: dict[Literal["C", "D", "H", "S"], Range]
    hands: int
    """The exact number, of 635013559600."""
    frequency: float
    balanced: float
    """The share that is 4333, 4432 or 5332."""
    exact: bool
    """Whether the certain and the possible hands are the same."""


class AlternativeOut(HandsOut):
    """An alternative of an opening."""

    text: str


class OpeningOut(HandsOut):
    """An opening as the card has it; each suit of 3X is one."""

    call: str
    where: tuple[Where, ...]
    text: str
    line: int
    written: str
    alternatives: tuple[AlternativeOut, ...]


class UncoveredOut(Model):
    """Hands that no entry covers, in some places."""

    where: tuple[Where, ...]
    hands: int
    share: float
    examples: tuple[str, ...]


class OverlapOut(UncoveredOut):
    """Hands that two openings claim."""

    calls: tuple[str, str]


class PlaceOut(Model):
    """What a rule says of one call in some places; the call is null where it is about the card."""

    call: str | None
    where: tuple[Where, ...]
    outcome: OutcomeName
    message: str
    examples: tuple[str, ...]


class FindingOut(Model):
    """What one rule says of the card."""

    rule: str
    outcome: OutcomeName
    places: tuple[PlaceOut, ...]
    calls: tuple[str, ...]
    message: str
    reading: str
    assumptions: tuple[str, ...]
    question: str | None
    examples: tuple[str, ...]


class DotsPart(Model):
    """Dots, or a ceiling, by one rule."""

    rule: str
    dots: int


class DotsOut(Model):
    """The dots of a call; null, with the range, where the card leaves them open."""

    dots: int | None
    parts: tuple[DotsPart, ...]
    ceiling: DotsPart | None
    range: Range


class ResultOut(Model):
    """What a regulation says of the card."""

    edition: str
    class_: str | None = Field(alias="class")
    because: str
    doubtful: bool | None = None
    total: int | None = None
    dots: dict[str, DotsOut] | None = None
    brown: tuple[str, ...] | None = None
    brown_open: tuple[str, ...] | None = None
    """Calls that may be brown: a question to the pair is open."""
    remarks: tuple[str, ...] | None = None
    settings: dict[str, str | int | float]
    admitted: AdmittedName | None = None
    """With an event."""
    findings: tuple[FindingOut, ...]


class ErrorOut(Model):
    """A fault of a card; lines and columns count from 1."""

    code: str
    message: str
    line: int
    column: int
    end_line: int
    end_column: int
    hint: str


class DutyOut(Model):
    """A duty, or a right, of someone."""

    rule: str
    who: Literal["pair", "captain", "team", "organiser", "opponents"]
    what: str
    due: str | None
    """ISO 8601 with offset, to the minute; null where it holds all the time."""
    consequence: str | None
    state: Literal["due", "overdue", "standing", "done"]
    condition: str | None
    """Said where the card leaves open whether the duty binds."""
    phase: str | None
    right: bool


class AdmissionOut(Model):
    """What one rule says of whether the pair may play."""

    rule: str
    admitted: AdmittedName
    reason: str
    phase: str | None
    question: str | None


class CardOut(Model):
    """A card with its verdicts, or with its errors."""

    file: str
    title: str | None
    fingerprint: str | None
    status: Literal["ok", "unreadable"]
    errors: tuple[ErrorOut, ...]
    remarks: tuple[str, ...]
    openings: tuple[OpeningOut, ...]
    uncovered: tuple[UncoveredOut, ...]
    overlaps: tuple[OverlapOut, ...]
    regulations: dict[str, ResultOut]
    admitted: AdmittedName | None = None
    """With an event."""
    admissions: tuple[AdmissionOut, ...] | None = None
    """With an event: what each of its rules says of whether the pair may play."""
    duties: tuple[DutyOut, ...] | None = None
    """With an event: the earliest first."""


class ReportOut(Model):
    """The output of `syscheck check --format json`."""

    syscheck: str
    cards: tuple[CardOut, ...]


class MeaningOut(Model):
    """One meaning; the fields of its hands are null where it could not be read."""

    text: str
    ok: bool
    reading: str | None = None
    """Of a free text: what it says in the card language."""
    errors: tuple[ErrorOut, ...]
    hcp: Range | None = None
    lengths: dict[Literal["C", "D", "H", "S"], Range] | None = None
    hands: int | None = None
    frequency: float | None = None
    balanced: float | None = None
    exact: bool | None = None
    alternatives: tuple[AlternativeOut, ...] = ()
    questions: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


def report(cards: Iterable[CheckedCard], language: str | None = None) -> ReportOut:
    """The report of the contract: its sentences in `language`, else in each card's own, else as is spoken."""
    return ReportOut(syscheck=__version__, cards=tuple(_card_out(c, language) for c in cards))


def report_json(cards: Iterable[CheckedCard], language: str | None = None) -> str:
    """The report as JSON text."""
    return dumps(report(cards, language))


def dumps(model: BaseModel, *, indent: int | None = 2) -> str:
    """A model as JSON, with the contract's names; what a regulation does not have is left out."""
    return model.model_dump_json(by_alias=True, exclude_unset=True, indent=indent)


def _card_out(checked: CheckedCard, language: str | None) -> CardOut:
    with speaking(checked.report_language(language)):
        return card_out(checked)


def card_out(checked: CheckedCard) -> CardOut:
    """A card of the report, in the language spoken."""
    system = checked.system
    return CardOut(
        file=checked.file,
        title=None if checked.card is None else checked.card.header.get("title"),
        fingerprint=None if system is None else fingerprint(system),
        status="unreadable" if system is None else "ok",
        errors=errors_out(checked.text, checked.faults),
        remarks=tuple(map(str, checked.remarks)),
        openings=() if system is None else tuple(_opening_out(o, checked) for o in system.openings),
        uncovered=() if system is None else _uncovered_out(system),
        overlaps=() if system is None else _overlaps_out(system),
        regulations={r.regulation.id: result_out(r) for r in checked.results},
    )


def errors_out(text: str, faults: Iterable[Fault]) -> tuple[ErrorOut, ...]:
    """Faults with their lines and columns."""
    lines = Lines(text)
    found = []
    for fault in faults:
        (line, column), (end_line, end_column) = lines.place(fault.span[0]), lines.place(fault.span[1])
        found.append(
            ErrorOut(
                code=fault.code,
                message=fault.message,
                line=line,
                column=column,
                end_line=end_line,
                end_column=end_column,
                hint=fault.hint,
            )
        )
    return tuple(found)


def where_out(places: frozenset[Place]) -> tuple[Where, ...]:
    """Places as a union of products."""
    return tuple(
        Where(seats=tuple(map(int, seats)), vulnerability=tuple(v.value for v in sides))
        for seats, sides in where_products(places)
    )


def hands_out(hands: Hands) -> dict[str, object]:
    """The fields of a set of hands."""
    possible = hands.possible
    return {
        "hcp": possible.hcp,
        "lengths": {suit.letter: ends for suit, ends in possible.lengths.items()},
        "hands": possible.hands,
        "frequency": possible.frequency,
        "balanced": float(possible.share(BALANCED)),
        "exact": hands.exact,
    }


def alternative_out(alternative: AlternativeHands) -> AlternativeOut:
    """An alternative with its text."""
    return AlternativeOut.model_validate({"text": alternative.text, **hands_out(alternative)})


def _opening_out(opening: Opening, checked: CheckedCard) -> OpeningOut:
    return OpeningOut.model_validate(
        {
            "call": str(opening.call),
            "where": where_out(opening.places),
            "text": opening.text,
            "line": checked.line(opening.entry),
            "written": opening.written,
            "alternatives": tuple(map(alternative_out, opening.alternatives)),
            **hands_out(opening),
        }
    )


def examples_out(hands: HandSet) -> tuple[str, ...]:
    """A typical hand of a set, or none."""
    return tuple(map(str, hands.examples(1))) if hands else ()


def _uncovered_out(system: System) -> tuple[UncoveredOut, ...]:
    return tuple(
        UncoveredOut(
            where=where_out(context.places), hands=left.hands, share=left.frequency, examples=examples_out(left)
        )
        for context in system.contexts
        if (left := context.unopened.certain)
    )


def _overlaps_out(system: System) -> tuple[OverlapOut, ...]:
    return tuple(
        OverlapOut(
            calls=(str(o.first.call), str(o.second.call)),
            where=where_out(o.places),
            hands=o.hands.hands,
            share=o.hands.frequency,
            examples=examples_out(o.hands),
        )
        for o in system.overlaps
    )


def result_out(result: Result) -> ResultOut:
    """What a regulation says of a card."""
    verdict = result.classification
    fields: dict[str, object] = {
        "edition": result.regulation.edition,
        "class": verdict.name,
        "because": str(verdict.because),
        "settings": {k: v if isinstance(v, str | int) else float(v) for k, v in result.law.settings.items()},
        "findings": tuple(_finding_out(result, f) for f in result.findings),
    }
    if result.regulation.has_doubt:
        fields["doubtful"] = verdict.doubtful
    if verdict.brown is not None:
        fields |= {"brown": verdict.brown, "brown_open": verdict.brown_open}
    if result.regulation.remark:
        fields["remarks"] = (translated(result.regulation.remark),)
    if verdict.dots:
        fields["dots"] = {d.call: _dots_out(d) for d in verdict.dots}
    if result.regulation.id.startswith("se-"):
        fields["total"] = verdict.total
        fields.setdefault("dots", {})
    return ResultOut.model_validate(fields)


def _dots_out(dots: CallDots) -> DotsOut:
    count = dots.variant.worst
    return DotsOut(
        dots=dots.dots,
        parts=tuple(DotsPart(rule=p.rule, dots=p.dots) for p in count.parts),
        ceiling=None if count.ceiling is None else DotsPart(rule=count.ceiling.rule, dots=count.ceiling.dots),
        range=(dots.least, dots.most),
    )


def _finding_out(result: Result, finding: Finding) -> FindingOut:
    questions = finding.questions
    decisive = finding.decisive[0]
    return FindingOut(
        rule=finding.rule,
        outcome=finding.outcome.value,
        places=tuple(_place_out(r) for r in finding.rulings),
        calls=finding.calls,
        message=str(finding.message),
        reading=result.regulation.page(finding.rule).reading,
        assumptions=tuple(map(str, finding.assumptions)),
        question=" ".join(questions) or None,
        examples=examples_out(decisive.shows),
    )


def _place_out(ruling: Ruling) -> PlaceOut:
    return PlaceOut(
        call=ruling.named,
        where=where_out(ruling.places),
        outcome=ruling.outcome.value,
        message=str(ruling.reason),
        examples=examples_out(ruling.shows),
    )
