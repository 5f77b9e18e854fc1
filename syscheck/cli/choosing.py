"""What the options choose to judge by: regulations, readings, an event, a moment."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar

from syscheck.cli.outcome import FaultyEventFile, UsageError
from syscheck.cli.streams import standard_input

P = ParamSpec("P")
T = TypeVar("T")


def chosen(choose: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
    """What a function of `syscheck.choosing` finds. Errors: `UsageError`, with all that is wrong."""
    from syscheck.choosing import WrongChoice

    try:
        return choose(*arguments, **named)
    except WrongChoice as error:
        raise UsageError("\nsyscheck: ".join(str(wrong.sentence) for wrong in error.wrong)) from None


def chosen_regulations(names: Sequence[str]) -> list[Any]:
    """The regulations of `--regulation`, each once. Errors: `UsageError`."""
    from syscheck.choosing import choose_regulations

    return chosen(choose_regulations, names)


def chosen_settings(
    assignments: Sequence[str], regulations: Sequence[str], *, alerts: bool = False
) -> dict[str, dict[str, Any]]:
    """The readings of `--set`, by regulation and name; `alerts`: of rules about alerts too. Errors: `UsageError`."""
    from syscheck.choosing import choose_settings

    return chosen(choose_settings, assignments, regulations, alerts=alerts)


def chosen_event(options: argparse.Namespace) -> tuple[Any, list[Any], dict[str, dict[str, Any]]]:
    """The event of `--event`, with its regulations and its settings, those of `--set` among them."""
    from syscheck.choosing import choose_at_event

    event = event_of_file(options.event)
    laws, settings = chosen(choose_at_event, event, options.regulation, options.settings)
    return event, list(laws), settings


def event_of_file(file: str) -> Any:
    """The event of a file. Errors: `FaultyEventFile`."""
    from syscheck.checking import STANDARD_INPUT
    from syscheck.events.faults import FaultyEvent
    from syscheck.events.reading import read_event_bytes, read_event_file

    try:
        return read_event_bytes(standard_input(), file) if file == STANDARD_INPUT else read_event_file(file)
    except FaultyEvent as error:
        raise FaultyEventFile(error) from None


def moment_of(text: str | None, event: Any) -> Any:
    """The moment of `--as-of`; now without one. Errors: `UsageError`, also for a moment without an event."""
    from syscheck.choosing import choose_moment

    return chosen(choose_moment, text, event)
