"""The difference of two cards: as text for players, and as the contract's JSON.

The sentences that a reader sees stand at the top, whole and with named places, to be translated.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from syscheck.advice import AlertChange, Change, Diff, VerdictChange
from syscheck.hands import HandSet
from syscheck.language import count, harmless, phrase, phrases, tell, whole
from syscheck.regulations import Result
from syscheck.report.machine import Model, Where, examples_out, where_out
from syscheck.report.text import wrapped
from syscheck.report.words import OUTCOME_WORD, brown_in_words, file_name, hand_text, percent, places_in_words
from syscheck.system import System, fingerprint

TITLE = phrase("From {old} to {new}")
CARD = phrase("{title} ({file})")
SAME = phrase("Both cards say the same. Fingerprint {fingerprint}.")
FINGERPRINTS = phrase("Fingerprint {old} before, {new} now.")
OPENINGS = phrase("Openings")
LATER = phrase("Later calls")
SECTIONS = phrase("Conventions, leads and signals")
VERDICTS = phrase("What the regulations say")
CALL_WHERE = phrase("{call} ({where})")
NOT_PLAYED = phrase("not played")
ORDINARY_PASS = phrase("not on the card (an ordinary pass)")
GAINED = phrase("now also {share} of all hands ({count} hands), for example {hand}")
LOST = phrase("no longer {share} of all hands ({count} hands), for example {hand}")
SURELY_GAINED = phrase("for certain now also {share} of all hands, for example {hand}")
SURELY_LOST = phrase("no longer for certain {share} of all hands, for example {hand}")
REMARKS_GAINED = phrase("now {names}")
REMARKS_LOST = phrase("no longer {names}")
SAID_OTHERWISE = phrase("the hands are the same; what is agreed about them is not")
VERDICT = phrase("{name}: {old}, now {new}")
VERDICT_SAME = phrase("{name}: still {new}")
CLASS_OPEN = phrase("cannot tell yet")
CLASS_DOUBTFUL = phrase("{class_name}, doubtful")
CLASS_BROWN = "{class_name}, {brown}"
CLASS_DOTS = phrase("{class_name}, {dots} in all")
DOTS_SAID = phrases("{n} dot", "{n} dots")
DOTS_BETWEEN = phrase("{low} to {high} dots")
DOTS_CHANGE = phrase("{call}: {old}, now {new}")
RULE_CHANGE = phrase("{rule}: {old}, now {new}")
ALERTS = phrase("Alerts")
ALERT_CHANGES = {
    True: phrase("{call}: now alerted ({name})"),
    False: phrase("{call}: no longer alerted ({name})"),
    None: phrase("{call}: whether it is alerted is open now ({name})"),
}
ANSWERS = {True: "yes", False: "no", None: "cannot tell"}
COLUMNS = 100
TOO_FINE_TOGETHER = phrase(
    "the two cards speak of more honours, controls and losers than can be counted together; compare them by eye"
)


# ---- JSON ----------------------------------------------------------------------------------------------------------


class CardName(Model):
    """One of the two cards."""

    file: str
    title: str | None
    fingerprint: str


class ChangeOut(Model):
    """A call that means something else in some places."""

    call: str
    where: tuple[Where, ...]
    old: str | None
    new: str | None
    gained: int
    """The exact number of hands, of 635013559600, that may make the call now and might not before."""
    lost: int
    gained_share: float
    lost_share: float
    surely_gained: int
    """The same over the hands that certainly make the call."""
    surely_lost: int
    attributes_gained: tuple[str, ...]
    attributes_lost: tuple[str, ...]
    examples: tuple[str, ...]
    """A hand gained and a hand lost, where there are such."""


class DotsChange(Model):
    """The dots of a call before and now; null where a card leaves them open."""

    call: str
    old: int | None
    new: int | None


class RuleChange(Model):
    """The outcome of a rule before and now."""

    rule: str
    old: str
    new: str


class VerdictOut(Model):
    """What a regulation says now and did not before: the classes, and what else changed."""

    regulation: str
    old: str | None
    new: str | None
    doubtful: tuple[bool, bool]
    """Before and now."""
    total: tuple[int | None, int | None]
    brown: tuple[tuple[str, ...] | None, tuple[str, ...] | None]
    dots: tuple[DotsChange, ...]
    rules: tuple[RuleChange, ...]


class SectionOut(Model):
    """Phrases of a section that came and went."""

    section: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]


class AlertChangeOut(Model):
    """A call that is alerted otherwise: `yes`, `no` or `cannot tell` before and now."""

    regulation: str
    sequence: str
    where: tuple[Where, ...]
    old: str
    new: str


class DiffOut(Model):
    """The output of `syscheck diff --format json`."""

    same: bool
    old: CardName
    new: CardName
    calls: tuple[ChangeOut, ...]
    verdicts: tuple[VerdictOut, ...]
    other: tuple[str, ...]
    """The sequences and sections that mean something else."""
    sequences: tuple[ChangeOut, ...]
    sections: tuple[SectionOut, ...]
    alerts: tuple[AlertChangeOut, ...]


@dataclass(frozen=True)
class Compared:
    """Two cards by file, and their difference."""

    old_file: str
    old: System
    new_file: str
    new: System
    diff: Diff


def diff_out(compared: Compared) -> DiffOut:
    """The contract's JSON."""
    found = compared.diff
    names = [*(c.sequence for c in found.later), *(s.section for s in found.sections)]
    return DiffOut(
        same=found.same,
        old=_name(compared.old_file, compared.old),
        new=_name(compared.new_file, compared.new),
        calls=tuple(map(_change_out, found.calls)),
        verdicts=tuple(map(_verdict_out, found.verdicts)),
        other=tuple(dict.fromkeys(names)),
        sequences=tuple(map(_change_out, found.later)),
        sections=tuple(SectionOut(section=s.section, gained=s.gained, lost=s.lost) for s in found.sections),
        alerts=tuple(map(_alert_out, found.alerts)),
    )


def _alert_out(change: AlertChange) -> AlertChangeOut:
    return AlertChangeOut(
        regulation=change.regulation.id,
        sequence=change.sequence,
        where=where_out(change.places),
        old=ANSWERS[change.old],
        new=ANSWERS[change.new],
    )


def _name(file: str, system: System) -> CardName:
    return CardName(file=file, title=system.card.header.get("title"), fingerprint=fingerprint(system))


def _change_out(change: Change) -> ChangeOut:
    return ChangeOut(
        call=change.sequence,
        where=where_out(change.places),
        old=None if change.old is None else change.old.text,
        new=None if change.new is None else change.new.text,
        gained=change.gained.hands,
        lost=change.lost.hands,
        gained_share=change.gained.frequency,
        lost_share=change.lost.frequency,
        surely_gained=change.surely_gained.hands,
        surely_lost=change.surely_lost.hands,
        attributes_gained=change.remarks_gained,
        attributes_lost=change.remarks_lost,
        examples=(*examples_out(change.gained), *examples_out(change.lost)),
    )


def _verdict_out(change: VerdictChange) -> VerdictOut:
    old, new = change.old.classification, change.new.classification
    return VerdictOut(
        regulation=change.regulation.id,
        old=old.name,
        new=new.name,
        doubtful=(old.doubtful, new.doubtful),
        total=(old.total, new.total),
        brown=(old.brown, new.brown),
        dots=tuple(DotsChange(call=call, old=_known(a), new=_known(b)) for call, a, b in change.dots),
        rules=tuple(RuleChange(rule=rule, old=a.value, new=b.value) for rule, a, b in change.rules),
    )


def _known(dots: tuple[int, int]) -> int | None:
    return dots[0] if dots[0] == dots[1] else None


# ---- text ----------------------------------------------------------------------------------------------------------


def diff_text(compared: Compared) -> str:
    """The difference for players."""
    return "".join(line.rstrip() + "\n" for line in _lines(compared))


def _lines(compared: Compared) -> Iterator[str]:
    found = compared.diff
    old, new = _name(compared.old_file, compared.old), _name(compared.new_file, compared.new)
    yield from _paragraph(tell(TITLE, old=_said_card(old), new=_said_card(new)), 0)
    if found.same:
        yield tell(SAME, fingerprint=new.fingerprint)
        return
    yield tell(FINGERPRINTS, old=old.fingerprint, new=new.fingerprint)
    for head, changes in ((OPENINGS, found.calls), (LATER, found.later)):
        if changes:
            yield from ("", tell(head))
        for alike in _alike(changes):
            yield from _change(alike)
    if found.sections:
        yield from ("", tell(SECTIONS))
    for section in found.sections:
        yield f"  {section.section}"
        yield from (f"    - {harmless(text)}" for text in section.lost)
        yield from (f"    + {harmless(text)}" for text in section.gained)
    if found.verdicts:
        yield from ("", tell(VERDICTS))
    for verdict in found.verdicts:
        yield from _verdict(verdict)
    if found.alerts:
        yield from ("", tell(ALERTS))
    for alert in found.alerts:
        where = places_in_words(alert.places)
        call = tell(CALL_WHERE, call=alert.sequence, where=where) if where else alert.sequence
        name = tell(alert.regulation.name)
        yield from _paragraph(tell(ALERT_CHANGES[alert.new], call=call, name=name), 2)


def _said_card(card: CardName) -> str:
    file = file_name(card.file)
    return harmless(file if card.title is None else tell(CARD, title=card.title, file=file))


def _alike(changes: tuple[Change, ...]) -> list[list[Change]]:
    """Changes that read the same but for the suit bid, together: those of 3C 3D 3H 3S."""
    groups: dict[object, list[Change]] = {}
    for change in changes:
        texts = [None if side is None else side.text for side in (change.old, change.new)]
        key = (*texts, change.places, change.gained.hands, change.lost.hands)
        groups.setdefault(key, []).append(change)
    return list(groups.values())


def _change(alike: list[Change]) -> Iterator[str]:
    first = alike[0]
    call = " ".join(c.sequence for c in alike)
    where = places_in_words(first.places)
    yield from _paragraph(tell(CALL_WHERE, call=call, where=where) if where else call, 2)
    missing = tell(ORDINARY_PASS if (first.section, first.sequence) == ("openings", "P") else NOT_PLAYED)
    yield from _paragraph("- " + (missing if first.old is None else first.old.text), 4)
    yield from _paragraph("+ " + (missing if first.new is None else first.new.text), 4)
    sentences = list(_said(first))
    for sentence in sentences:
        yield from _paragraph(sentence, 6)
    if not sentences:
        yield from _paragraph(tell(SAID_OTHERWISE), 6)


def _said(change: Change) -> Iterator[str]:
    gained, lost = change.gained, change.lost
    if gained:
        yield _hands(GAINED, gained)
    if lost:
        yield _hands(LOST, lost)
    if (sure := change.surely_gained) and sure != gained:
        yield _hands(SURELY_GAINED, sure)
    if (sure := change.surely_lost) and sure != lost:
        yield _hands(SURELY_LOST, sure)
    if change.remarks_gained:
        yield tell(REMARKS_GAINED, names=", ".join(change.remarks_gained))
    if change.remarks_lost:
        yield tell(REMARKS_LOST, names=", ".join(change.remarks_lost))


def _hands(sentence: str, hands: HandSet) -> str:
    [hand] = hands.examples(1)
    return tell(sentence, share=percent(hands.frequency), count=whole(hands.hands), hand=hand_text(hand))


def _verdict(change: VerdictChange) -> Iterator[str]:
    old, new = said_class(change.old), said_class(change.new)
    sentence = VERDICT_SAME if old == new else VERDICT
    yield from _paragraph(tell(sentence, name=tell(change.regulation.name), old=old, new=new), 2)
    for call, before, after in change.dots:
        yield f"    {tell(DOTS_CHANGE, call=call, old=said_dots(*before), new=said_dots(*after))}"
    for rule, one, other in change.rules:
        yield f"    {tell(RULE_CHANGE, rule=rule, old=tell(OUTCOME_WORD[one]), new=tell(OUTCOME_WORD[other]))}"


def said_class(result: Result) -> str:
    """The class of a result in words, with its dots where it counts them."""
    found = result.classification
    words = tell(CLASS_OPEN if found.name is None else result.regulation.classes[found.name])
    if found.doubtful:
        words = tell(CLASS_DOUBTFUL, class_name=words)
    if brown := brown_in_words(found):
        return tell(CLASS_BROWN, class_name=words, brown=brown)
    if found.total is None and not found.dots:
        return words
    low, high = sum(d.least for d in found.dots), sum(d.most for d in found.dots)
    return tell(CLASS_DOTS, class_name=words, dots=said_dots(low, high))


def said_dots(low: int, high: int) -> str:
    """Dots in words."""
    return str(count(*DOTS_SAID, low)) if low == high else tell(DOTS_BETWEEN, low=low, high=high)


def _paragraph(text: str, indent: int) -> Iterator[str]:
    first, *others = wrapped(harmless(text), COLUMNS - indent - 2)
    yield " " * indent + first
    for row in others:
        yield " " * (indent + 2) + row
