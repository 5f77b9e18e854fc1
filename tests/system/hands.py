"""The hands of an opening, in the words of the tests."""

from syscheck.hands import HandSet
from syscheck.system import Opening, read_system


def opening(meaning: str, call: str = "1C") -> Opening:
    """The first opening of a card that has this one line."""
    return read_system(f"[openings]\n{call} : {meaning}\n").openings[0]


def hands(meaning: str, call: str = "1C") -> HandSet:
    """The hands of an opening whose meaning is exact."""
    found = opening(meaning, call)
    assert found.exact, found.questions
    return found.certain
