"""A run of the program: the language, the parser of all commands, the command, the exit status."""

import argparse
import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from syscheck import __version__
from syscheck.cli import advice, check, desk, events, foreign, layout, meaning, rules, screening
from syscheck.cli.options import Parser
from syscheck.cli.outcome import OK, USAGE, FaultyEventFile, UsageError
from syscheck.cli.streams import inform, terminal
from syscheck.language import LANGUAGES, environment_language, say, speaking

COMMANDS = (check, screening, advice, meaning, rules, foreign, layout, events, desk)
"""The groups of commands, as --help lists them."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and leave with its exit status."""
    # A command makes many small objects and soon ends; the collector need not look at all of them so often.
    gc.set_threshold(50_000, 20, 20)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        status = run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output stopped; nothing more can be said to them.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = OK
    except KeyboardInterrupt:
        status = 130
    if arguments is None:
        # The process ends here. Taking the hand spaces apart piece by piece first would take a tenth of its time.
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit status."""
    with speaking(_wanted_language(sys.argv[1:] if arguments is None else arguments) or environment_language()):
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    try:
        options = parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], int] = options.run
        return command(options)
    except UsageError as error:
        inform(f"syscheck: {error}")
        return USAGE
    except FaultyEventFile as error:
        _tell_faults(error.args[0])
        return USAGE
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as error:  # the last door: no traceback reaches a user
        fault = f"{type(error).__name__}: {error}"
        inform(f"syscheck: {say('internal fault ({fault}); please report it with the card', fault=fault)}")
        if os.environ.get("SYSCHECK_TRACEBACK"):
            raise
        return USAGE


def _tell_faults(faulty: Any) -> None:
    """The faults of an event's file, on standard error."""
    from syscheck.report.event_file import ReadFile, events_text

    colour, width = terminal(sys.stderr)
    inform(events_text([ReadFile(faulty.file, faulty)], colour=colour, width=width).rstrip())


def _wanted_language(arguments: Sequence[str]) -> str | None:
    """The language of `--lang`, seen before anything else, so that wrong usage is told in it as well."""
    wanted = None
    for option, value in zip(arguments, [*arguments[1:], ""], strict=False):
        name, equals, written = option.partition("=")
        if name == "--lang":
            wanted = written if equals else value
    return wanted if wanted in LANGUAGES else None


def parser() -> Parser:
    """The parser of all commands."""
    whole = Parser(prog="syscheck", description="What the regulations say of a pair's bidding system, and why.")
    whole.add_argument("--version", action="version", version=f"syscheck {__version__}")
    commands = whole.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for group in COMMANDS:
        group.add(commands)
    return whole
