"""The parser of the command line, and the options that several commands share."""

import argparse
import sys
from itertools import takewhile
from typing import Any, NoReturn, TypeAlias

from syscheck.cli.outcome import UsageError
from syscheck.cli.streams import Output
from syscheck.language import LANGUAGES, Sentence, say

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""Where a command is added to the parser."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, with the nearest thing that exists."""

    def error(self, message: str) -> NoReturn:
        """What argparse finds wrong. Errors: always `UsageError`."""
        raise UsageError(say("{message} (see {command} --help)", message=message, command=self.prog))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """What argparse does, but that options the command does not have are told here, where its own are known.

        Errors: `UsageError` with all of them.
        """
        written = sys.argv[1:] if args is None else list(args)
        found, left = super().parse_known_args(written, namespace)
        options = set(takewhile(lambda word: word != "--", written))
        unknown = [word for word in left if word in options and word.startswith("-") and word != "-"]
        if unknown:
            raise UsageError("\nsyscheck: ".join(str(self._no_option(word.partition("=")[0])) for word in unknown))
        return found, left

    def _no_option(self, option: str) -> Sentence:
        from syscheck.card import did_you_mean

        return say(
            "{command} has no option “{option}”: {near}{command} --help lists them",
            command=self.prog,
            option=option,
            near=did_you_mean(option, self._option_string_actions),
        )

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """What argparse does with every word that has choices; commands are such words."""
        known = list(action.choices or ())
        if isinstance(action, argparse._SubParsersAction) and value not in known:
            from syscheck.card import did_you_mean

            raise UsageError(
                say(
                    "{command} has no command “{name}”: {near}its commands are {known}",
                    command=self.prog,
                    name=value,
                    near=did_you_mean(value, known),
                    known=", ".join(known),
                )
            )
        super()._check_value(action, value)


class _Format(argparse.Action):
    """`--format F`, repeatable: opens an output that a following `-o` belongs to."""

    def __call__(self, parser: Any, namespace: Any, values: Any, _option: Any = None) -> None:
        namespace.outputs = [*namespace.outputs, Output(values)]


class _OutputPath(argparse.Action):
    """`-o PATH`: where the `--format` before it goes."""

    def __call__(self, parser: Any, namespace: Any, values: Any, _option: Any = None) -> None:
        if not namespace.outputs or namespace.outputs[-1].path is not None:
            raise UsageError(
                say("-o {path}: write the --format it belongs to before it, as in --format html -o {path}", path=values)
            )
        namespace.outputs[-1].path = values


def add_card(parser: argparse.ArgumentParser, name: str) -> None:
    """One card, named by its place: CARD, OLD or NEW."""
    parser.add_argument(name, metavar=name.upper(), help="a card's file; - is standard input")


def add_cards(parser: argparse.ArgumentParser) -> None:
    """One card or more."""
    parser.add_argument("cards", nargs="+", metavar="CARD", help="a card's file; - is standard input")


def add_regulations(parser: argparse.ArgumentParser) -> None:
    """`--regulation`, for the commands that judge by what is named."""
    parser.add_argument(
        "--regulation", action="append", default=[], metavar="ID", help="judge by this one (repeatable)"
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    """`--set`, for the commands that take a reading."""
    parser.add_argument(
        "--set", action="append", default=[], dest="settings", metavar="ID.NAME=VALUE", help="choose a reading"
    )


def add_event(parser: argparse.ArgumentParser, *, as_of: bool = True) -> None:
    """`--event` and `--as-of`, for the commands that judge for an event."""
    parser.add_argument("--event", metavar="FILE", help="judge for the event of this file: its regulations, its dates")
    if as_of:
        parser.add_argument(
            "--as-of", metavar="DATE", help="how duties stand on this day, or at this time; now, if not said"
        )


def add_outputs(parser: argparse.ArgumentParser, formats: tuple[str, ...]) -> None:
    """`--format` and `-o`, for the commands that can print in several ways at once."""
    parser.set_defaults(outputs=[])
    parser.add_argument("--format", choices=formats, action=_Format, help="how to print (repeatable, each with its -o)")
    parser.add_argument(
        "-o", "--output", metavar="PATH", action=_OutputPath, help="the file for the --format before it"
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--lang`, for every command that prints for people."""
    parser.add_argument(
        "--lang",
        type=_language,
        metavar="|".join(LANGUAGES),
        help="the language to answer in, if not the card's or your computer's",
    )


def _language(text: str) -> str:
    if text not in LANGUAGES:
        raise UsageError(
            say("--lang {text}: reports are written in {languages}", text=text, languages=", ".join(LANGUAGES))
        )
    return text
