"""What reading gives, in the words of the tests."""

from syscheck.card import (
    FaultyCard,
    Lines,
    alternatives,
    expression_text,
    meaning_text,
    place_text,
    read_bytes,
    read_card,
    read_meaning,
)
from syscheck.system import read_system


def read(meaning: str, language: str = "en") -> str:
    """A meaning in canonical spelling."""
    return meaning_text(read_meaning(meaning), language)


def alternatives_of(meaning: str) -> list[str]:
    """The alternatives of a meaning, without attributes that stand apart."""
    return [", ".join(map(expression_text, a.terms)) for a in alternatives(read_meaning(meaning))]


def openings(text: str) -> list[str]:
    """The openings of a card as `1N [nv]: 12-14 bal`."""
    return [
        f"{e.call}{f' [{place_text(e.where.places)}]' if e.where else ''}: {meaning_text(e.meaning)}"
        for e in read_card(text).section("openings")
    ]


def faults_of(text: str) -> list[str]:
    """Every fault of a card, of its writing and of its hands, as `line:column-end CODE`."""
    try:
        read_system(text)
    except FaultyCard as error:
        lines = Lines(text)
        return [f"{_place(lines, f.span)} {f.code}" for f in error.faults]
    return []


def _place(lines: Lines, span: tuple[int, int]) -> str:
    line, column = lines.place(span[0])
    end_line, end_column = lines.place(span[1])
    return f"{line}:{column}-{'' if line == end_line else f'{end_line}:'}{end_column}"


def codes(meaning: str, call: str = "1C") -> list[str]:
    """The codes of the faults of an opening with this meaning."""
    return [f.split()[-1] for f in faults_of(f"[openings]\n{call} : {meaning}\n")]


def complaint(meaning: str, call: str = "1C") -> str:
    """The sentence and the hint of the one fault of an opening with this meaning."""
    try:
        read_system(f"[openings]\n{call} : {meaning}\n")
    except FaultyCard as error:
        [fault] = error.faults
        return f"{fault.message}: {fault.hint}"
    return "no fault"


def code_of_bytes(data: bytes) -> list[str]:
    """The codes of the faults of a file."""
    try:
        read_bytes(data)
    except FaultyCard as error:
        return [f.code for f in error.faults]
    return []
