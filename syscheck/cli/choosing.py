"""What the options choose to judge by: regulations, readings, an event, a moment."""

import argparse
from collections.abc import Sequence
from typing import Any

from syscheck.cli.outcome import FaultyEventFile, UsageError
from syscheck.cli.streams import standard_input
from syscheck.language import say


def chosen_regulations(names: Sequence[str]) -> list[Any]:
    """The regulations of `--regulation`, each once. Errors: `UsageError`."""
    from syscheck.card import did_you_mean
    from syscheck.regulations import REGULATIONS, UnknownRegulation, regulation

    found = []
    for name in names:
        try:
            found.append(regulation(name))
        except UnknownRegulation:
            known = [r.id for r in REGULATIONS]
            raise UsageError(
                say(
                    "there is no regulation “{name}”: {near}regulations are {known}",
                    name=name,
                    near=did_you_mean(name, known),
                    known=", ".join(known),
                )
            ) from None
    return list(dict.fromkeys(found))


def chosen_settings(
    assignments: Sequence[str], chosen: Sequence[str], *, alerts: bool = False
) -> dict[str, dict[str, Any]]:
    """The readings of `--set`, by regulation and name; `alerts`: of rules about alerts too. Errors: `UsageError`."""
    from syscheck.card import did_you_mean
    from syscheck.regulations import BadSetting

    found: dict[str, dict[str, Any]] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        where, dot, setting = name.partition(".")
        if not equals or not dot:
            raise UsageError(
                say(
                    "--set {assignment}: write it as ID.NAME=VALUE, such as sk-2008.alternatives=strict",
                    assignment=assignment,
                )
            )
        [law] = chosen_regulations([where])
        if chosen and where not in chosen:
            raise UsageError(
                say(
                    "--set {assignment}: {regulation} is not among the regulations to judge by",
                    assignment=assignment,
                    regulation=where,
                )
            )
        known = {s.name: s for s in (law.all_settings if alerts else law.settings)}
        if setting not in known:
            near = did_you_mean(setting, known)
            raise UsageError(
                say(
                    "{regulation} has no setting “{setting}”: {near}its settings are {known}",
                    regulation=where,
                    setting=setting,
                    near=near,
                    known=", ".join(known),
                )
            )
        try:
            found.setdefault(where, {})[setting] = known[setting].read(value)
        except BadSetting as error:
            raise UsageError(f"--set {assignment}: {error}") from None
    return found


def chosen_event(options: argparse.Namespace) -> tuple[Any, list[Any], dict[str, dict[str, Any]]]:
    """The event of `--event`, with its regulations and its settings, those of `--set` among them."""
    if options.regulation:
        raise UsageError(
            say(
                "--regulation {regulation}: the event's file says by which regulations it is played; "
                "leave --regulation out, or --event",
                regulation=options.regulation[0],
            )
        )
    event = event_of_file(options.event)
    settings = chosen_settings(options.settings, event.regulations)
    for law, chosen in settings.items():
        for name in chosen:
            if name in event.settings.get(law, {}):
                raise UsageError(
                    say(
                        "--set {regulation}.{setting}: the organiser has chosen this reading in the event's file",
                        regulation=law,
                        setting=name,
                    )
                )
    merged = {law: {**event.settings.get(law, {}), **settings.get(law, {})} for law in event.regulations}
    return event, list(event.laws), merged


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
    """The moment of `--as-of`; now without one."""
    import datetime

    from syscheck.events.at_event import as_of_moment

    if text is None:
        return datetime.datetime.now(event.timezone)
    try:
        return as_of_moment(text, event)
    except ValueError:
        raise UsageError(
            say("--as-of {text}: write a date such as 2026-10-10, or 2026-10-10T09:30", text=text)
        ) from None
