"""What changed between two versions of a card: which calls, and in words."""

import hashlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from syscheck.advice import diff
from syscheck.checking import check_bytes
from syscheck.desk.storage import Submission
from syscheck.events import read_event
from syscheck.hands import TooFine
from syscheck.language import speaking
from syscheck.report.diff import Compared, diff_text
from syscheck.screening import job


def between(state: Any, versions: Sequence[Submission]) -> dict[int, tuple[str, ...] | None]:
    """The calls that mean something else than in the version before, by number; None where it cannot be told.

    `versions` are in their order. Errors: those of the workers.
    """
    pairs = {new.number: (old, new) for old, new in pairwise(versions)}
    alike = {n: () for n, (old, new) in pairs.items() if old.fingerprint and old.fingerprint == new.fingerprint}
    asked = {_key(*both): (both[0].card, both[1].card) for n, both in pairs.items() if n not in alike}
    found = state.judging.changes(asked)
    return {n: () if n in alike else found[_key(*both)] for n, both in pairs.items()}


def _key(old: Submission, new: Submission) -> str:
    both = hashlib.sha256(old.card).digest() + hashlib.sha256(new.card).digest()
    return hashlib.sha256(f"versions {job.program()}\0".encode() + both).hexdigest()


def in_words(old: bytes, old_name: str, new: bytes, new_name: str, event_text: str, language: str) -> str | None:
    """The difference for players, with what the event's regulations say; None where a card cannot be read."""
    event = read_event(event_text)
    with speaking(language):
        before, after = (
            check_bytes(data, name, event.laws, event.settings) for data, name in ((old, old_name), (new, new_name))
        )
        if before.system is None or after.system is None:
            return None
        try:
            found = diff(before.system, after.system, event.laws, event.settings)
        except TooFine:
            return None
        return diff_text(Compared(before.file, before.system, after.file, after.system, found))
