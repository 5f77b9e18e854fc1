"""One card judged: bytes in, a record out. It runs in a process, or on a computer, of its own."""

import hashlib
import json
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, TypeAdapter

from syscheck.advice import diff
from syscheck.card import Fault
from syscheck.card.words import grammar_folder
from syscheck.checking import CheckedCard, Settings, check_bytes
from syscheck.events import Standing, questions_of, standing_of
from syscheck.hands import TooFine
from syscheck.language import Sentence, speaking
from syscheck.regulations import regulation
from syscheck.report.machine import CardOut, ErrorOut, ResultOut, card_out
from syscheck.system import build_system

LIBRARIES = ("lark", "numpy", "pydantic", "jinja2", "babel", "markdown-it-py")
"""What a record depends on besides the program itself."""
SUFFIXES = (".py", ".toml", ".md", ".j2", ".css", ".lark", ".po")
LIGHTLY = 1
"""How hard records are packed: little, since they are made more often than read."""


class OtherProgram(RuntimeError):
    """A worker runs another program than the one that asks, so its verdicts would not be ours."""


class Wanted(NamedTuple):
    """What a screening wants of every card."""

    program: str
    regulations: tuple[str, ...]
    settings: Settings
    language: str | None
    """The language of all reports; None for each card's own."""
    spoken: str
    """The organiser's language."""
    html: bool

    def key(self, data: bytes, file: str) -> str:
        """What a record depends on: the same key, the same record."""
        settings = sorted((law, sorted((n, repr(v)) for n, v in found.items())) for law, found in self.settings.items())
        asked = json.dumps(
            [self.program, self.regulations, settings, self.language, self.spoken, self.html, file],
            ensure_ascii=True,
        )
        return hashlib.sha256(asked.encode() + b"\0" + hashlib.sha256(data).digest()).hexdigest()


class Facts(BaseModel):
    """What an event asks of a judged card, small."""

    model_config = ConfigDict(frozen=True)

    pair: str
    title: str
    fingerprint: str | None
    language: str
    errors: int
    standings: dict[str, Standing]
    """By regulation; their questions in the language of the report."""
    asked: dict[str, tuple[str, ...]]
    """The questions of each regulation in the organiser's language."""
    remarks: tuple[str, ...]
    broken: bool = False
    """The program failed on the card; that is our fault and not the pair's."""


class Record(NamedTuple):
    """What is kept of a judged card: each part a packed text."""

    facts: bytes
    card: bytes
    """CARD of the JSON without its remarks, and its results apart: `[card, {regulation: result}]`, each as text."""
    brief: bytes
    """CARD with what a letter to the pair tells of it: faults and questions."""
    html: bytes
    """The report with a slot for the event; empty where none was wanted."""


Results = dict[str, str]
_PARTS = TypeAdapter(tuple[str, Results])


def pack(text: str) -> bytes:
    """A text as it is kept."""
    return zlib.compress(text.encode(), LIGHTLY)


def unpack(packed: bytes) -> str:
    """A text that was kept."""
    return zlib.decompress(packed).decode()


def read_facts(packed: bytes) -> Facts:
    """The facts of a record."""
    return Facts.model_validate_json(zlib.decompress(packed))


def read_parts(packed: bytes) -> tuple[str, Results]:
    """The JSON of a record's card, and of its results by regulation."""
    return _PARTS.validate_json(zlib.decompress(packed))


# ---- the job ---------------------------------------------------------------------------------------------------------


def judge(data: bytes, file: str, wanted: Wanted) -> Record:
    """The record of a card. Errors: `OtherProgram`."""
    if program() != wanted.program:
        raise OtherProgram(program())
    try:
        with speaking(wanted.spoken):
            laws = [regulation(name) for name in wanted.regulations]
            return record(check_bytes(data, file, laws, wanted.settings), wanted)
    except Exception as error:
        # One card on which the program fails must not cost the others their verdicts.
        return failed(file, error, wanted)


def refused(file: str, why: Sentence | str, wanted: Wanted) -> Record:
    """The record of a card whose bytes cannot be had."""
    with speaking(wanted.spoken):
        return record(CheckedCard(file, "", faults=(Fault.of("E101", (0, 0), why=why),)), wanted)


def record(checked: CheckedCard, wanted: Wanted) -> Record:
    """What is kept of a card that was checked."""
    language = checked.report_language(wanted.language)
    asked = {r.regulation.id: questions_of(r) for r in checked.results}
    with speaking(language):
        card = card_out(checked)
        system = checked.system
        facts = Facts(
            pair=checked.header.get("pair", ""),
            title=checked.header.get("title", ""),
            fingerprint=card.fingerprint,
            language=language,
            errors=len(card.errors),
            standings={} if system is None else {r.regulation.id: standing_of(system, r) for r in checked.results},
            asked=asked,
            remarks=card.remarks,
        )
        return _packed(facts, card, _report(checked) if wanted.html else "")


def failed(file: str, error: BaseException, wanted: Wanted) -> Record:
    """The record of a card on which the program fails: the fault is told in its place."""
    from syscheck.language import say

    language = wanted.language or wanted.spoken
    with speaking(language):
        fault = f"{type(error).__name__}: {error}"[:500]
        message = str(say("internal fault ({fault}); please report it with the card", fault=fault))
        told = ErrorOut(code="internal", message=message, line=1, column=1, end_line=1, end_column=1, hint="")
        card = CardOut(
            file=file,
            title=None,
            fingerprint=None,
            status="unreadable",
            errors=(told,),
            remarks=(),
            openings=(),
            uncovered=(),
            overlaps=(),
            regulations={},
        )
        facts = Facts(
            pair="",
            title="",
            fingerprint=None,
            language=language,
            errors=1,
            standings={},
            asked={},
            remarks=(),
            broken=True,
        )
        return _packed(facts, card, "")


def _packed(facts: Facts, card: CardOut, html: str) -> Record:
    whole = card.model_dump_json(by_alias=True, exclude_unset=True, exclude={"remarks", "regulations"})
    results = {name: _json(result) for name, result in card.regulations.items()}
    return Record(
        pack(facts.model_dump_json()),
        zlib.compress(_PARTS.dump_json((whole, results)), LIGHTLY),
        pack(_json(_brief(card))),
        pack(html) if html else b"",
    )


def _json(model: BaseModel) -> str:
    return model.model_dump_json(by_alias=True, exclude_unset=True)


def _brief(card: CardOut) -> CardOut:
    """The card without what a letter does not tell."""
    regulations: dict[str, ResultOut] = {
        name: result.model_copy(
            update={"findings": tuple(f.model_copy(update={"places": ()}) for f in result.findings if f.question)}
        )
        for name, result in card.regulations.items()
    }
    return card.model_copy(update={"openings": (), "uncovered": (), "overlaps": (), "regulations": regulations})


def _report(checked: CheckedCard) -> str:
    from syscheck.report.html import html_report
    from syscheck.report.view import card_view, faulty_view

    if checked.system is None:
        return html_report((faulty_view(checked.file, checked.text, checked.faults),))
    return html_report((card_view(checked.file, checked.system, checked.results, checked.remarks),))


# ---- two cards of one pair -------------------------------------------------------------------------------------------


def compare(old: bytes, new: bytes, expected: str) -> tuple[str, ...] | None:
    """The calls and sequences that mean something else, in the order of the new card; None where it is not known.

    Errors: `OtherProgram`.
    """
    if program() != expected:
        raise OtherProgram(program())
    before, after = check_bytes(old), check_bytes(new)
    if before.card is None or after.card is None:
        return None
    try:
        found = diff(build_system(before.card), build_system(after.card))
        changed = [c.sequence for c in (*found.calls, *found.later)]
        changed += [f"[{s.section}]" for s in found.sections]
    except TooFine:
        return None
    return tuple(dict.fromkeys(changed))


# ---- which program judged --------------------------------------------------------------------------------------------


@cache
def program() -> str:
    """A digest of everything that decides a record: the program's files, its libraries and the Python."""
    digest = hashlib.sha256(f"{sys.version_info[:2]}".encode())
    for name in LIBRARIES:
        digest.update(f"{name} {version(name)}\0".encode())
    for name, data in _files():
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def _files() -> Iterator[tuple[str, bytes]]:
    yield from _files_of(files("syscheck"), "syscheck")
    yield from _files_of(grammar_folder(), "grammars")


def _files_of(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for thing in sorted(folder.iterdir(), key=lambda t: t.name):
        if thing.is_dir():
            if thing.name not in ("__pycache__", "grammars"):
                yield from _files_of(thing, f"{name}/{thing.name}")
        elif thing.name.endswith(SUFFIXES):
            yield f"{name}/{thing.name}", thing.read_bytes()


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do elsewhere: which function with what, and under which key its answer is kept."""

    key: str
    function: Any
    arguments: tuple[Any, ...]


class Approved(NamedTuple):
    """How a card compares with the one approved earlier."""

    file: str | None
    fingerprint: str | None
    same: bool | None
    changed: tuple[str, ...] | None
    """None where the calls are not known."""
