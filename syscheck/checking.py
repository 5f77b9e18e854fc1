"""The one call behind `syscheck check`: a card's file in, what the regulations say of it out."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from syscheck.card import Card, Entry, Fault, FaultyCard, Lines, did_you_mean, read_bytes
from syscheck.card.reader import MOST_BYTES
from syscheck.language import LANGUAGES, Sentence, phrase, say, spoken
from syscheck.regulations import REGULATIONS, Regulation, Result, SettingValue, UnknownRegulation, regulation
from syscheck.system import System, build_system, faults_of_hands
from syscheck.values import dataclass

STANDARD_INPUT = "-"

Settings = Mapping[str, Mapping[str, SettingValue]]
"""Chosen settings by regulation and name."""


@dataclass(frozen=True, slots=True)
class CheckedCard:
    """A card's file with the verdicts, or with its faults; never both."""

    file: str
    text: str
    card: Card | None = None
    system: System | None = None
    results: tuple[Result, ...] = ()
    faults: tuple[Fault, ...] = ()
    remarks: tuple[Sentence, ...] = ()
    language: str | None = None
    """The language that the card asks for in its header."""
    header: Mapping[str, str] = field(default_factory=dict)
    """The card's headers, of a faulty card those that could be read."""
    entry_lines: tuple[int, ...] | None = None
    """Of a card made from another file, whose text is then `text`: the lines there of the card's entries."""

    @property
    def all_shown(self) -> bool:
        """Whether no regulation was named, so that all have judged it."""
        return any(r.template == ALL_SHOWN for r in self.remarks)

    @property
    def readable(self) -> bool:
        """Whether the card was read and judged."""
        return self.system is not None

    def line(self, entry: Entry) -> int:
        """The line of the file where an entry of the card stands."""
        if self.entry_lines is not None and self.card is not None:
            return next(line for e, line in zip(self.card.entries, self.entry_lines, strict=True) if e is entry)
        return Lines(self.text).place(entry.span[0])[0]

    def report_language(self, chosen: str | None = None) -> str:
        """The language to tell of it: the one chosen, else the card's own, else the one that is spoken."""
        return chosen or self.language or spoken()


ALL_SHOWN = phrase("No regulation was named, neither on the command line nor on the card: all are shown.")
NOT_OPENED = phrase("{call} is not opened: no hand fits what the card says of {written} in this suit.")


def check_bytes(
    data: bytes, file: str = STANDARD_INPUT, chosen: Sequence[Regulation] = (), settings: Settings | None = None
) -> CheckedCard:
    """Judge the card in `data`.

    `chosen` are the regulations to judge by; without any, those of the card's header, else all of them.
    """
    text = data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    try:
        card = read_bytes(data)
    except FaultyCard as error:
        faults = FaultyCard([*error.faults, *faults_of_hands(error.partial)]).faults
        header = {} if error.partial is None else error.partial.header
        return CheckedCard(file, text, faults=faults, language=language_of(error.partial), header=header)
    return check_card(card, file, text, chosen, settings)


def check_card(
    card: Card,
    file: str,
    text: str,
    chosen: Sequence[Regulation] = (),
    settings: Settings | None = None,
    remarks: Sequence[Sentence] = (),
    entry_lines: tuple[int, ...] | None = None,
    system: System | None = None,
) -> CheckedCard:
    """Judge a card that was read from `text`, or made from it: then `entry_lines` say where its entries stand there.

    `system`: what the card was built to before, if it was.
    """
    language = language_of(card)
    named, faults = _named_regulations(card)
    try:
        system = system or build_system(card)
    except FaultyCard as error:
        faults += error.faults
    if faults or system is None:
        return CheckedCard(file, text, card, faults=FaultyCard(faults).faults, language=language, header=card.header)
    regulations = tuple(chosen) or named or REGULATIONS
    said = [*remarks] if chosen or named else [*remarks, say(ALL_SHOWN)]
    said += [say(NOT_OPENED, call=call, written=entry.call) for call, entry in system.empty]
    results = tuple(r.judge(system, (settings or {}).get(r.id)) for r in regulations)
    return CheckedCard(file, text, card, system, results, (), tuple(said), language, card.header, entry_lines)


def language_of(card: Card | None) -> str | None:
    """The language of a card's header, where it is one of ours."""
    language = None if card is None else card.header.get("language")
    return language if language in LANGUAGES else None


def check_file(file: str, chosen: Sequence[Regulation] = (), settings: Settings | None = None) -> CheckedCard:
    """Judge the card in a file; a file that cannot be read is a fault of the card."""
    try:
        data = read_file(file)
    except OSError as error:
        return CheckedCard(file, "", faults=(unreadable(error),))
    return check_bytes(data, file, chosen, settings)


def read_file(file: str) -> bytes:
    """The bytes of a card's file, one more than a card may have at the most. Errors: `OSError`."""
    with Path(file).open("rb") as stream:
        return stream.read(MOST_BYTES + 1)


def unreadable(error: OSError) -> Fault:
    """The fault of a file that cannot be read, in plain words."""
    return Fault.of("E101", (0, 0), why=why_unreadable(error))


def why_unreadable(error: OSError) -> str | Sentence:
    """Why a file cannot be read, in plain words."""
    match error:
        case FileNotFoundError():
            return say("there is no such file")
        case IsADirectoryError():
            return say("it is a folder")
        case PermissionError():
            return say("you are not allowed to read it")
    return error.strerror.lower() if error.strerror else say("the system gives no reason")


def _named_regulations(card: Card) -> tuple[tuple[Regulation, ...], tuple[Fault, ...]]:
    """The regulations that the card's header names, and a fault for each name that is none."""
    header = next((h for h in card.headers if h.key == "regulation"), None)
    if header is None:
        return (), ()
    found: list[Regulation] = []
    faults: list[Fault] = []
    for name in header.value.replace(",", " ").split():
        try:
            found.append(regulation(name))
        except UnknownRegulation:
            known = [r.id for r in REGULATIONS]
            near = did_you_mean(name, known)
            faults.append(Fault.of("E401", header.span, name=name, near=near, known=", ".join(known)))
    return tuple(dict.fromkeys(found)), tuple(faults)
