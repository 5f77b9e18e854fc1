"""The command line: arguments in, one call, result out.

What a command prints is chosen here; what it says is made in `syscheck.report`, which is imported
only when something is printed.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NoReturn

from syscheck import __version__
from syscheck.language import LANGUAGES

OK, QUESTIONS, USAGE, UNREADABLE = 0, 1, 2, 3
WORST = (USAGE, UNREADABLE, QUESTIONS, OK)


class UsageError(Exception):
    """Wrong usage: a sentence for the user, and exit status 2."""


@dataclass
class Output:
    """A format and where it goes; None: standard output."""

    format: str
    path: str | None = None


class _Format(argparse.Action):
    """`--format F`, repeatable: opens an output that a following `-o` belongs to."""

    def __call__(self, _parser: Any, namespace: Any, values: Any, _option: Any = None) -> None:
        namespace.outputs = [*namespace.outputs, Output(values)]


class _OutputPath(argparse.Action):
    """`-o PATH`: where the `--format` before it goes."""

    def __call__(self, parser: Any, namespace: Any, values: Any, _option: Any = None) -> None:
        if not namespace.outputs or namespace.outputs[-1].path is not None:
            parser.error(f"-o {values}: write the --format it belongs to before it, as in --format html -o {values}")
        namespace.outputs[-1].path = values


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, with the nearest thing that exists."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and leave with its exit status."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):
            stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    try:
        status = run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output stopped; nothing more can be said to them.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = OK
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit status."""
    try:
        options = _parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], int] = options.run
        return command(options)
    except UsageError as error:
        _tell(f"syscheck: {error}")
        return USAGE
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as error:  # the last door: no traceback reaches a user
        _tell(f"syscheck: internal fault ({type(error).__name__}: {error}); please report it with the card")
        if os.environ.get("SYSCHECK_TRACEBACK"):
            raise
        return USAGE


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="syscheck", description="What the regulations say of a pair's bidding system, and why.")
    parser.add_argument("--version", action="version", version=f"syscheck {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    check = commands.add_parser("check", help="judge cards and print a report", description=_check.__doc__)
    check.add_argument("cards", nargs="+", metavar="CARD", help="a card's file; - is standard input")
    check.add_argument("--regulation", action="append", default=[], metavar="ID", help="judge by this one (repeatable)")
    check.add_argument(
        "--set", action="append", default=[], dest="settings", metavar="ID.NAME=VALUE", help="choose a reading"
    )
    check.add_argument("--explain", action="store_true", help="in text, show how each verdict came about")
    _add_outputs(check, ("text", "json", "html"))
    check.set_defaults(run=_check)

    alerts = commands.add_parser("alerts", help="the alert sheet of a card", description=_alerts.__doc__)
    alerts.add_argument("cards", nargs="+", metavar="CARD", help="a card's file; - is standard input")
    alerts.add_argument(
        "--regulation", action="append", default=[], metavar="ID", help="judge by this one (repeatable)"
    )
    alerts.add_argument(
        "--set", action="append", default=[], dest="settings", metavar="ID.NAME=VALUE", help="choose a reading"
    )
    alerts.add_argument("--screens", action="store_true", help="the play is behind screens")
    _add_outputs(alerts, ("text", "json", "html"))
    alerts.set_defaults(run=_alerts)

    meaning = commands.add_parser("meaning", help="the hands of one meaning", description=_meaning.__doc__)
    meaning.add_argument("text", nargs="?", metavar="TEXT", help="a meaning as on a card, such as “11-15, 5+H”")
    meaning.add_argument("--call", metavar="CALL", help="the call it belongs to, such as 1D or 3X")
    meaning.add_argument(
        "--lines", action="store_true", help="read meanings from standard input, one a line, or JSON objects"
    )
    meaning.add_argument(
        "--format", choices=("text", "json"), help="text on a terminal and JSON elsewhere, if not said"
    )
    meaning.set_defaults(run=_meaning)

    rule = commands.add_parser("rule", help="a rule's page", description=_rule.__doc__)
    rule.add_argument("rule", metavar="ID", help="a rule's id, such as sk-vus-a")
    rule.set_defaults(run=_rule)

    rules = commands.add_parser("rules", help="the list of rules", description=_rules.__doc__)
    rules.set_defaults(run=_rules)

    layout = commands.add_parser("format", help="a card in its canonical layout", description=_format.__doc__)
    layout.add_argument("cards", nargs="+", metavar="CARD", help="a card's file; - is standard input")
    how = layout.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="change nothing; say which cards would change")
    how.add_argument("--write", action="store_true", help="write the layout into the files")
    layout.add_argument("--lang", choices=LANGUAGES, help="write the words of this language, and name it in the card")
    layout.set_defaults(run=_format)
    return parser


def _add_outputs(parser: argparse.ArgumentParser, formats: tuple[str, ...]) -> None:
    parser.set_defaults(outputs=[])
    parser.add_argument("--format", choices=formats, action=_Format, help="how to print (repeatable, each with its -o)")
    parser.add_argument(
        "-o", "--output", metavar="PATH", action=_OutputPath, help="the file for the --format before it"
    )


# ---- check ----------------------------------------------------------------------------------------------------------


def _check(options: argparse.Namespace) -> int:
    """Judge cards by regulations and print a report.

    Without --regulation, the card's own header says by which; without that, by all.
    """
    outputs: list[Output] = options.outputs or [Output("text")]
    _one_for_standard_output(outputs)
    chosen = _regulations(options.regulation)
    settings = _settings(options.settings, [r.id for r in chosen])
    checked = _checked(options.cards, chosen, settings)
    for output in outputs:
        _deliver(_report(output, checked, explain=options.explain), output.path)
    return _told(checked, outputs)


def _checked(cards: Sequence[str], chosen: Sequence[Any], settings: dict[str, dict[str, Any]]) -> list[Any]:
    """The cards, read and judged."""
    from syscheck.checking import STANDARD_INPUT, check_bytes, check_file

    return [
        check_bytes(_standard_input(), file, chosen, settings)
        if file == STANDARD_INPUT
        else check_file(file, chosen, settings)
        for file in cards
    ]


def _told(checked: Sequence[Any], outputs: Sequence[Output]) -> int:
    """The exit status; faults go to standard error where no output tells them in words."""
    if all(c.readable for c in checked):
        return OK
    if not any(o.format == "text" for o in outputs):
        _tell(_text(tuple(c for c in checked if not c.readable), sys.stderr).rstrip())
    return UNREADABLE


def _alerts(options: argparse.Namespace) -> int:
    """Print the alert sheet: each call, whether it is alerted, the words to say when asked, and STOP.

    The HTML is for print: on A4, with a copy for each player.
    """
    from syscheck.advice import alert_sheet

    outputs: list[Output] = options.outputs or [Output("text")]
    _one_for_standard_output(outputs)
    chosen = _regulations(options.regulation)
    settings = _settings(options.settings, [r.id for r in chosen], alerts=True)
    checked = _checked(options.cards, chosen, settings)
    sheets = [alert_sheet(c, settings, screens=options.screens) if c.readable else c for c in checked]
    for output in outputs:
        _deliver(_alert_report(output, sheets, options.screens), output.path)
    return _told(checked, outputs)


def _alert_report(output: Output, sheets: Sequence[Any], screens: bool) -> str:
    from syscheck.report.alerts import alerts_html, alerts_json, alerts_text_report

    if output.format == "json":
        return alerts_json(sheets, screens=screens) + "\n"
    if output.format == "html":
        return alerts_html(sheets)
    colour, width = _terminal(None if output.path else sys.stdout)
    return alerts_text_report(sheets, colour=colour, width=width)


def _report(output: Output, checked: Sequence[Any], *, explain: bool) -> str:
    if output.format == "json":
        from syscheck.report.machine import report_json

        return report_json(checked) + "\n"
    if output.format == "html":
        from syscheck.report.html import html_report

        return html_report(tuple(map(_view, checked)))
    return _text(checked, None if output.path else sys.stdout, explain=explain)


def _view(checked: Any) -> Any:
    from syscheck.report.view import card_view, faulty_view

    if checked.system is None:
        return faulty_view(checked.file, checked.text, checked.faults)
    return card_view(checked.file, checked.system, checked.results, checked.remarks)


def _text(checked: Sequence[Any], stream: Any, *, explain: bool = False) -> str:
    from syscheck.report.text import text_faults, text_report

    colour, width = _terminal(stream)
    pieces = []
    for card in checked:
        if card.readable:
            pieces.append(text_report(_view(card), colour=colour, width=width))
            if explain:
                from syscheck.report.explain import explanation

                pieces.append(explanation(card.system, card.results, width))
        else:
            pieces.append(text_faults(_view(card), colour=colour, width=width))
    return "\n".join(pieces)


def _regulations(names: Sequence[str]) -> list[Any]:
    from syscheck.card import did_you_mean
    from syscheck.regulations import REGULATIONS, UnknownRegulation, regulation

    found = []
    for name in names:
        try:
            found.append(regulation(name))
        except UnknownRegulation:
            known = [r.id for r in REGULATIONS]
            raise UsageError(
                f"there is no regulation “{name}”: {did_you_mean(name, known)}regulations are {', '.join(known)}"
            ) from None
    return list(dict.fromkeys(found))


def _settings(assignments: Sequence[str], chosen: Sequence[str], *, alerts: bool = False) -> dict[str, dict[str, Any]]:
    from syscheck.card import did_you_mean
    from syscheck.regulations import BadSetting

    found: dict[str, dict[str, Any]] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        where, dot, setting = name.partition(".")
        if not equals or not dot:
            raise UsageError(f"--set {assignment}: write it as ID.NAME=VALUE, such as sk-2008.alternatives=strict")
        [law] = _regulations([where])
        if chosen and where not in chosen:
            raise UsageError(f"--set {assignment}: {where} is not among the regulations to judge by")
        known = {s.name: s for s in (law.all_settings if alerts else law.settings)}
        if setting not in known:
            near = did_you_mean(setting, known)
            raise UsageError(f"{where} has no setting “{setting}”: {near}its settings are {', '.join(known)}")
        try:
            found.setdefault(where, {})[setting] = known[setting].read(value)
        except BadSetting as error:
            raise UsageError(f"--set {assignment}: {error}") from None
    return found


# ---- meaning --------------------------------------------------------------------------------------------------------


def _meaning(options: argparse.Namespace) -> int:
    """The hands of one meaning: how many, with what points and lengths, with examples.

    With --lines, one meaning a line of standard input, or one JSON object a line with “call” and “text”;
    one JSON object a line comes out, in order.
    """
    from syscheck.report.machine import dumps
    from syscheck.report.meaning import meaning_lines, meaning_out, meaning_status, meaning_text_report

    call = _call(options.call)
    if options.lines:
        if options.text is not None:
            raise UsageError("--lines reads standard input; leave the text out")
        worst = OK
        for line in _input_lines():
            out = meaning_lines(line, call)
            print(dumps(out, indent=None))
            worst = _worse(worst, meaning_status(out))
        return worst
    if options.text is None:
        raise UsageError("which meaning? Write it in quotes, such as syscheck meaning “11-15, 5+H”")
    out = meaning_out(options.text, call)
    if (options.format or ("text" if sys.stdout.isatty() else "json")) == "json":
        print(dumps(out))
    else:
        print(meaning_text_report(out), end="")
    return meaning_status(out)


def _call(text: str | None) -> Any:
    from syscheck.card import parse_call

    if text is None:
        return None
    call = parse_call(text)
    if call is None:
        raise UsageError(f"--call {text}: that is not a call; calls are P, 1C … 7N, X, XX, and 1M, 3X and the like")
    return call


def _input_lines() -> Iterator[str]:
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def _worse(first: int, second: int) -> int:
    return min(first, second, key=WORST.index)


# ---- rules ----------------------------------------------------------------------------------------------------------


def _rule(options: argparse.Namespace) -> int:
    """Print the page of a rule: what it says, the reading chosen and why, and examples."""
    from syscheck.card import did_you_mean
    from syscheck.regulations import REGULATIONS, UnknownRule, rule_page

    try:
        _, page = rule_page(options.rule)
    except UnknownRule:
        near = did_you_mean(options.rule, [c.rule for r in REGULATIONS for c in r.rules])
        raise UsageError(f"there is no rule “{options.rule}”: {near}syscheck rules lists them") from None
    from syscheck.report.text import text_page

    colour, width = _terminal(sys.stdout)
    print(text_page(page, colour=colour, width=width), end="")
    return OK


def _rules(_options: argparse.Namespace) -> int:
    """List every rule with its title."""
    from syscheck.regulations import REGULATIONS

    for law in REGULATIONS:
        print(f"{law.id}: {law.name}, {law.edition}")
        width = max(len(c.rule) for c in law.rules)
        for clause in law.rules:
            print(f"  {clause.rule:<{width}}  {law.page(clause.rule).title}")
    return OK


# ---- format ---------------------------------------------------------------------------------------------------------


def _format(options: argparse.Namespace) -> int:
    """Print a card in its canonical layout, write it back, or check that it is in it."""
    from syscheck.card import FaultyCard, card_text, read_bytes
    from syscheck.checking import STANDARD_INPUT, CheckedCard, read_file, unreadable

    if len(options.cards) > 1 and not (options.check or options.write):
        raise UsageError("several cards cannot be printed behind each other; use --write or --check")
    status = OK
    for file in options.cards:
        data = b""
        try:
            data = _standard_input() if file == STANDARD_INPUT else read_file(file)
            card = read_bytes(data)
        except (OSError, FaultyCard) as error:
            faults = error.faults if isinstance(error, FaultyCard) else (unreadable(error),)
            faulty = CheckedCard(file, data.decode("utf-8", "replace"), faults=faults)
            _tell(_text((faulty,), sys.stderr).rstrip())
            status = _worse(status, UNREADABLE)
            continue
        layout = card_text(card, options.lang)
        changes = layout.encode() != data
        if options.check:
            if changes:
                print(f"{file} would change")
                status = _worse(status, QUESTIONS)
        elif options.write and file != STANDARD_INPUT:
            if changes:
                _write(layout, file)
                _tell(f"{file} written")
        else:
            print(layout, end="")
    return status


# ---- streams and files ----------------------------------------------------------------------------------------------


def _one_for_standard_output(outputs: Sequence[Output]) -> None:
    if sum(o.path is None for o in outputs) > 1:
        raise UsageError("only one --format can go to standard output; give the others a file with -o")
    paths = [os.path.realpath(o.path) for o in outputs if o.path is not None]
    if len(set(paths)) < len(paths):
        raise UsageError("two formats cannot go into the same file")


def _deliver(text: str, path: str | None) -> None:
    """Print a result, or write it to its file."""
    if path is None:
        sys.stdout.write(text)
    else:
        _write(text, path)
        _tell(f"{path} written")


def _write(text: str, path: str) -> None:
    """Write a file whole or not at all: into a temporary file beside it, then rename."""
    target = Path(path)
    if target.is_dir():
        raise UsageError(f"{path} is a folder; name a file")
    part = None
    try:
        with NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=target.parent, delete=False) as stream:
            part = Path(stream.name)
            stream.write(text)
        part.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        part.replace(target)
    except OSError as error:
        if part is not None:
            part.unlink(missing_ok=True)
        raise UsageError(f"{path} cannot be written: {(error.strerror or 'no reason given').lower()}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _standard_input() -> bytes:
    from syscheck.card.reader import MOST_BYTES

    return sys.stdin.buffer.read(MOST_BYTES + 1)


def _terminal(stream: Any) -> tuple[bool, int]:
    """Whether to use colour on a stream, and how wide it is."""
    if stream is None or not stream.isatty():
        return False, 100
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return not plain, max(40, min(os.get_terminal_size(stream.fileno()).columns, 120))


def _tell(text: str) -> None:
    print(text, file=sys.stderr)
