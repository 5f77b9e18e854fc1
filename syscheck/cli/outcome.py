"""How a command ends: exit statuses, and the errors of whoever typed it."""

from syscheck.language import Sentence

OK, QUESTIONS, USAGE, UNREADABLE = 0, 1, 2, 3
WORST = (USAGE, UNREADABLE, QUESTIONS, OK)


class UsageError(Exception):
    """Wrong usage: a sentence for the user, and exit status 2."""

    def __init__(self, sentence: Sentence | str):
        super().__init__(sentence)


class FaultyEventFile(Exception):
    """An event's file that cannot be used; its faults are told one by one, and exit status is 2."""


def worse(first: int, second: int) -> int:
    """The exit status of two things done together: wrong usage, then unreadable, then questions."""
    return min(first, second, key=WORST.index)
