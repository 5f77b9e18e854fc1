"""The command line: arguments in, one call, result out.

What a command prints is chosen here; what it says is made in `syscheck.report`, which is imported
only when something is printed.
"""

import argparse
import gc
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NoReturn

from syscheck import __version__
from syscheck.language import LANGUAGES, Sentence, environment_language, phrase, say, speaking, spoken, translated

OK, QUESTIONS, USAGE, UNREADABLE = 0, 1, 2, 3
WORST = (USAGE, UNREADABLE, QUESTIONS, OK)
TOO_FINE_TOGETHER = phrase(
    "the two cards speak of more honours, controls and losers than can be counted together; compare them by eye"
)


SECONDS_OF_ADVICE = 2.0
"""How long a report may look for variants of several changes that an event admits."""


class UsageError(Exception):
    """Wrong usage: a sentence for the user, and exit status 2."""

    def __init__(self, sentence: Sentence | str):
        super().__init__(sentence)


@dataclass
class Output:
    """A format and where it goes; None: standard output."""

    format: str
    path: str | None = None


class FaultyEventFile(Exception):
    """An event's file that cannot be used; its faults are told one by one, and exit status is 2."""


class _Format(argparse.Action):
    """`--format F`, repeatable: opens an output that a following `-o` belongs to."""

    def __call__(self, _parser: Any, namespace: Any, values: Any, _option: Any = None) -> None:
        namespace.outputs = [*namespace.outputs, Output(values)]


class _OutputPath(argparse.Action):
    """`-o PATH`: where the `--format` before it goes."""

    def __call__(self, parser: Any, namespace: Any, values: Any, _option: Any = None) -> None:
        if not namespace.outputs or namespace.outputs[-1].path is not None:
            raise UsageError(
                say("-o {path}: write the --format it belongs to before it, as in --format html -o {path}", path=values)
            )
        namespace.outputs[-1].path = values


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, with the nearest thing that exists."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(say("{message} (see {command} --help)", message=message, command=self.prog))


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
        options = _parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], int] = options.run
        return command(options)
    except UsageError as error:
        _tell(f"syscheck: {error}")
        return USAGE
    except FaultyEventFile as error:
        _tell_faults(error.args[0])
        return USAGE
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as error:  # the last door: no traceback reaches a user
        fault = f"{type(error).__name__}: {error}"
        _tell(f"syscheck: {say('internal fault ({fault}); please report it with the card', fault=fault)}")
        if os.environ.get("SYSCHECK_TRACEBACK"):
            raise
        return USAGE


def _tell_faults(faulty: Any) -> None:
    """The faults of an event's file, on standard error."""
    from syscheck.report.event_file import ReadFile, events_text

    colour, width = _terminal(sys.stderr)
    _tell(events_text([ReadFile(faulty.file, faulty)], colour=colour, width=width).rstrip())


def _wanted_language(arguments: Sequence[str]) -> str | None:
    """The language of `--lang`, seen before anything else, so that wrong usage is told in it as well."""
    wanted = None
    for option, value in zip(arguments, [*arguments[1:], ""], strict=False):
        name, equals, written = option.partition("=")
        if name == "--lang":
            wanted = written if equals else value
    return wanted if wanted in LANGUAGES else None


def _language(text: str) -> str:
    if text not in LANGUAGES:
        raise UsageError(
            say("--lang {text}: reports are written in {languages}", text=text, languages=", ".join(LANGUAGES))
        )
    return text


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
    _add_event(check)
    check.add_argument("--explain", action="store_true", help="in text, show how each verdict came about")
    check.add_argument(
        "--view",
        choices=("report", "declaration"),
        default="report",
        help="in HTML, the report or the declaration of openings, two copies on a page",
    )
    _add_outputs(check, ("text", "json", "html", "ics"))
    _add_language(check)
    check.set_defaults(run=_check)

    screen = commands.add_parser("screen", help="many cards for one event", description=_screen.__doc__)
    screen.add_argument(
        "paths", nargs="+", metavar="PATH", help="a card, a folder, an archive (.zip, .tar, .tar.gz) or an entry list"
    )
    _add_event(screen)
    screen.add_argument(
        "--format",
        action="append",
        default=[],
        choices=("text", "html", "json", "csv", "xlsx", "ics"),
        help="what to write (repeatable); without it all files into the folder of -o, or text",
    )
    screen.add_argument("-o", "--output", metavar="FOLDER", help="the folder for the page, the reports and the tables")
    screen.add_argument("--jobs", type=int, metavar="N", help="how many processes judge cards; all cores, if not said")
    screen.add_argument("--dask", metavar="ADDRESS", help="judge on the Dask cluster with this scheduler")
    screen.add_argument("--cache", metavar="FOLDER", help="where judged cards are kept for the next run")
    _add_language(screen)
    screen.set_defaults(run=_screen)

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
    _add_language(alerts)
    alerts.set_defaults(run=_alerts)
    advise = commands.add_parser("advise", help="the nearest variants that are allowed", description=_advise.__doc__)
    advise.add_argument("card", metavar="CARD", help="a card's file; - is standard input")
    advise.add_argument("--target", metavar="T", help="sk:simple, sk:usual, se:A, se:B, se:C, se:max=7")
    _add_event(advise, as_of=False)
    advise.add_argument(
        "--set", action="append", default=[], dest="settings", metavar="ID.NAME=VALUE", help="choose a reading"
    )
    advise.add_argument("--all", action="store_true", help="show every variant with one change, not the cheapest")
    _add_outputs(advise, ("text", "json"))
    _add_language(advise)
    advise.set_defaults(run=_advise)

    diff = commands.add_parser("diff", help="what changed between two cards", description=_diff.__doc__)
    diff.add_argument("old", metavar="OLD", help="a card's file; - is standard input")
    diff.add_argument("new", metavar="NEW", help="a card's file; - is standard input")
    diff.add_argument("--regulation", action="append", default=[], metavar="ID", help="judge by this one (repeatable)")
    _add_event(diff, as_of=False)
    _add_outputs(diff, ("text", "json"))
    _add_language(diff)
    diff.set_defaults(run=_diff)

    meaning = commands.add_parser("meaning", help="the hands of one meaning", description=_meaning.__doc__)
    meaning.add_argument("text", nargs="?", metavar="TEXT", help="a meaning as on a card, such as “11-15, 5+H”")
    meaning.add_argument("--call", metavar="CALL", help="the call it belongs to, such as 1D or 3X")
    meaning.add_argument(
        "--lenient", action="store_true", help="read free text as people write it; ask where it is not exact"
    )
    meaning.add_argument(
        "--lines", action="store_true", help="read meanings from standard input, one a line, or JSON objects"
    )
    meaning.add_argument(
        "--format", choices=("text", "json"), help="text on a terminal and JSON elsewhere, if not said"
    )
    _add_language(meaning)
    meaning.set_defaults(run=_meaning)

    rule = commands.add_parser("rule", help="a rule's page", description=_rule.__doc__)
    rule.add_argument("rule", metavar="ID", help="a rule's id, such as sk-vus-a")
    _add_language(rule)
    rule.set_defaults(run=_rule)

    rules = commands.add_parser("rules", help="the list of rules", description=_rules.__doc__)
    _add_language(rules)
    rules.set_defaults(run=_rules)

    importing = commands.add_parser("import", help="systems in other formats become cards", description=_import.__doc__)
    importing.add_argument("files", nargs="+", metavar="FILE", help="a file in another format; - is standard input")
    importing.add_argument(
        "-o", "--output", metavar="OUT", help="the file for the card; with several files, a folder for their cards"
    )
    importing.add_argument("--from", dest="from_format", metavar="FORMAT", help="the format, instead of by content")
    importing.add_argument("--format", choices=("card", "json"), default="card", help="how to print what was read")
    importing.add_argument("--review", metavar="PATH", help="write a page with the original beside what was read")
    _add_language(importing)
    importing.set_defaults(run=_import)

    exporting = commands.add_parser("export", help="a card in another format", description=_export.__doc__)
    exporting.add_argument("card", metavar="CARD", help="a card's file; - is standard input")
    exporting.add_argument("--to", required=True, dest="to_format", metavar="FORMAT", help="the format to write")
    exporting.add_argument("-o", "--output", metavar="PATH", help="the file to write")
    exporting.add_argument(
        "--format", choices=("file", "json"), default="file", help="print the file, or JSON with it and what it lost"
    )
    _add_language(exporting)
    exporting.set_defaults(run=_export)

    layout = commands.add_parser("format", help="a card in its canonical layout", description=_format.__doc__)
    layout.add_argument("cards", nargs="+", metavar="CARD", help="a card's file; - is standard input")
    how = layout.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="change nothing; say which cards would change")
    how.add_argument("--write", action="store_true", help="write the layout into the files")
    _add_language(layout)
    layout.set_defaults(run=_format)

    event = commands.add_parser("event", help="event files: check them, list presets", description=_EVENT)
    of_event = event.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    checked = of_event.add_parser("check", help="what event files settle, or their faults", description=_event.__doc__)
    checked.add_argument("files", nargs="+", metavar="FILE", help="an event's file; - is standard input")
    _add_outputs(checked, ("text", "json"))
    _add_language(checked)
    checked.set_defaults(run=_event)
    listing = of_event.add_parser("presets", help="events that the rules name", description=_event_presets.__doc__)
    _add_language(listing)
    listing.set_defaults(run=_event_presets)
    schema = of_event.add_parser("schema", help="the JSON Schema of an event file", description=_event_schema.__doc__)
    _add_language(schema)
    schema.set_defaults(run=_event_schema)
    return parser


def _add_language(parser: argparse.ArgumentParser) -> None:
    """`--lang`, for every command that prints for people."""
    parser.add_argument(
        "--lang",
        type=_language,
        metavar="|".join(LANGUAGES),
        help="the language to answer in, if not the card's or your computer's",
    )


def _add_event(parser: argparse.ArgumentParser, *, as_of: bool = True) -> None:
    """`--event` and `--as-of`, for the commands that judge for an event."""
    parser.add_argument("--event", metavar="FILE", help="judge for the event of this file: its regulations, its dates")
    if as_of:
        parser.add_argument(
            "--as-of", metavar="DATE", help="how duties stand on this day, or at this time; now, if not said"
        )


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

    With --event, the event's file says by which regulations and with which readings, and the report tells whether
    each card is admitted and who must do what by when. Exit status 1: some card is not admitted, or may not be.
    """
    outputs: list[Output] = options.outputs or [Output("text")]
    _check_outputs(outputs, [*options.cards, *([options.event] if options.event else [])])
    if options.view == "declaration" and not any(o.format == "html" for o in outputs):
        raise UsageError(say("--view declaration: the declaration is HTML only; add --format html"))
    if options.event is None:
        if options.as_of is not None:
            raise UsageError(say("--as-of {text}: dates belong to an event; add --event FILE", text=options.as_of))
        if any(o.format == "ics" for o in outputs):
            raise UsageError(say("--format ics: duties with dates belong to an event; add --event FILE"))
        chosen = _regulations(options.regulation)
        settings = _settings(options.settings, [r.id for r in chosen])
        checked = _checked(options.cards, chosen, settings)
        for output in outputs:
            _deliver(_report(output, checked, options), output.path)
        return _told(checked, outputs, options.lang)
    if options.event in options.cards:
        raise UsageError(say("--event {file}: a card and the event cannot be the same file", file=options.event))
    event, chosen, settings = _event_and_rules(options)
    as_of = _as_of(options.as_of, event)
    checked = _checked(options.cards, chosen, settings)
    wanted = len(checked) == 1 and options.view == "report" and any(o.format in {"text", "html"} for o in outputs)
    advice = [_legal_variants(c, event, as_of, settings) if wanted else [] for c in checked]
    for output in outputs:
        _deliver(_report_at_event(output, checked, options, event, as_of, advice), output.path)
    return _worse(_told(checked, outputs, options.lang), _conforming(checked, event, as_of))


def _event_and_rules(options: argparse.Namespace) -> tuple[Any, list[Any], dict[str, dict[str, Any]]]:
    """The event of `--event`, with its regulations and its settings, those of `--set` among them."""
    if options.regulation:
        raise UsageError(
            say(
                "--regulation {regulation}: the event's file says by which regulations it is played; "
                "leave --regulation out, or --event",
                regulation=options.regulation[0],
            )
        )
    event = _event_of_file(options.event)
    settings = _settings(options.settings, event.regulations)
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


def _event_of_file(file: str) -> Any:
    """The event of a file. Errors: `FaultyEventFile`."""
    from syscheck.checking import STANDARD_INPUT
    from syscheck.events.faults import FaultyEvent
    from syscheck.events.reading import read_event_bytes, read_event_file

    try:
        return read_event_bytes(_standard_input(), file) if file == STANDARD_INPUT else read_event_file(file)
    except FaultyEvent as error:
        raise FaultyEventFile(error) from None


def _as_of(text: str | None, event: Any) -> Any:
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


def _conforming(checked: Sequence[Any], event: Any, as_of: Any) -> int:
    """0 when every card that was read is admitted."""
    from syscheck.events import Admitted
    from syscheck.events.at_event import at_event

    found = (at_event(event, as_of, c.system, c.results).admitted for c in checked if c.readable)
    return OK if all(a is Admitted.YES for a in found) else QUESTIONS


def _legal_variants(checked: Any, event: Any, as_of: Any, settings: Any) -> list[Any]:
    """For each regulation that does not admit a card, the nearest variants that it admits."""
    from syscheck.advice import advise, event_target
    from syscheck.events import Admitted
    from syscheck.events.at_event import at_event

    if not checked.readable:
        return []
    barred = at_event(event, as_of, checked.system, checked.results).by_regulation
    return [
        advise(
            checked.system,
            event_target(event, law, settings.get(law.id)),
            settings.get(law.id),
            seconds=SECONDS_OF_ADVICE,
        )
        for law in event.laws
        if barred[law.id] is not Admitted.YES
    ]


def _report_at_event(
    output: Output,
    checked: Sequence[Any],
    options: argparse.Namespace,
    event: Any,
    as_of: Any,
    advice: Sequence[list[Any]],
) -> str:
    from syscheck.report.at_event import (
        checked_at_event,
        event_advice_html,
        event_section_html,
        event_text,
        event_view,
        report_at_event,
        whole_event_out,
    )

    language = options.lang
    if output.format == "json":
        from syscheck.report.machine import dumps

        return dumps(report_at_event(checked, event, as_of, language)) + "\n"
    cards = [checked_at_event(c, event, as_of, language) if c.readable else None for c in checked]

    def told(card: Any) -> Any:
        with speaking(card.report_language(language)):
            return whole_event_out(event, as_of)

    if output.format == "ics":
        from syscheck.report.calendar import calendar, duties_by_pair_of

        with speaking(checked[0].report_language(language)):
            return calendar(whole_event_out(event, as_of), duties_by_pair_of(checked, cards)).decode()
    if output.format == "html":
        from syscheck.report.declaration import declaration_html
        from syscheck.report.html import html_report

        readable = [c for c in checked if c.readable]
        if options.view == "declaration" and readable:
            return declaration_html([_view(c, language) for c in readable], whole_event_out(event, as_of))
        sections = [
            event_section_html(
                card.admissions or (),
                card.duties or (),
                told(c),
                c.report_language(language),
                here=f"c{number}-",
                level=2 if len(cards) == 1 else 3,
                advice=event_advice_html(advice[number - 1], c.report_language(language)),
            )
            if card is not None
            else None
            for number, (c, card) in enumerate(zip(checked, cards, strict=True), 1)
        ]
        with speaking(checked[0].report_language(language)):
            return html_report(tuple(_view(c, language) for c in checked), sections)

    def written(number: int, card: Any) -> Any:
        return lambda paper: event_text(
            paper, event_view(card.admissions, card.duties, told(checked[number])), advice[number]
        )

    stream = None if output.path else sys.stdout
    parts = [None if card is None else written(n, card) for n, card in enumerate(cards)]
    return _text(checked, stream, language, explain=options.explain, at_event=parts)


def _checked(cards: Sequence[str], chosen: Sequence[Any], settings: dict[str, dict[str, Any]]) -> list[Any]:
    """The cards, read and judged."""
    return [_judged(file, chosen, settings) for file in cards]


def _judged(file: str, chosen: Sequence[Any], settings: Any) -> Any:
    """A card, or a system in another format, read and judged."""
    from syscheck.checking import STANDARD_INPUT, check_file

    if file.endswith(".card"):  # of a card nothing is guessed, and no other format is looked for
        return check_file(file, chosen, settings)
    from syscheck.foreign import Source
    from syscheck.foreign.doors import check_any, check_source

    if file == STANDARD_INPUT:
        return check_source(Source(file, _standard_input()), chosen, settings)
    return check_any(file, chosen, settings)


def _told(checked: Sequence[Any], outputs: Sequence[Output], language: str | None) -> int:
    """The exit status; faults go to standard error where no output tells them in words."""
    if all(c.readable for c in checked):
        return OK
    if not any(o.format == "text" for o in outputs):
        _tell(_text(tuple(c for c in checked if not c.readable), sys.stderr, language).rstrip())
    return UNREADABLE


def _alerts(options: argparse.Namespace) -> int:
    """Print the alert sheet: each call, whether it is alerted, the words to say when asked, and STOP.

    The HTML is for print: on A4, with a copy for each player.
    """
    from syscheck.advice import NoAlertRules, alert_sheet

    outputs: list[Output] = options.outputs or [Output("text")]
    _check_outputs(outputs, options.cards)
    chosen = _regulations(options.regulation)
    settings = _settings(options.settings, [r.id for r in chosen], alerts=True)
    checked = _checked(options.cards, chosen, settings)
    try:
        sheets = [alert_sheet(c, settings, screens=options.screens) if c.readable else c for c in checked]
    except NoAlertRules as error:
        raise UsageError(str(error)) from None
    for output in outputs:
        _deliver(_alert_report(output, sheets, options.screens, options.lang), output.path)
    return _told(checked, outputs, options.lang)


def _alert_report(output: Output, sheets: Sequence[Any], screens: bool, language: str | None) -> str:
    from syscheck.report.alerts import alerts_html, alerts_json, alerts_text_report

    if output.format == "json":
        return alerts_json(sheets, screens=screens, language=language) + "\n"
    if output.format == "html":
        return alerts_html(sheets, language=language)
    colour, width = _terminal(None if output.path else sys.stdout)
    return alerts_text_report(sheets, colour=colour, width=width, language=language)


def _report(output: Output, checked: Sequence[Any], options: argparse.Namespace) -> str:
    language = options.lang
    if output.format == "json":
        from syscheck.report.machine import report_json

        return report_json(checked, language) + "\n"
    if output.format == "html":
        from syscheck.report.declaration import declaration_html
        from syscheck.report.html import html_report

        readable = [c for c in checked if c.readable]
        if options.view == "declaration" and readable:
            return declaration_html([_view(c, language) for c in readable])
        with speaking(checked[0].report_language(language)):
            return html_report(tuple(_view(c, language) for c in checked))
    return _text(checked, None if output.path else sys.stdout, language, explain=options.explain)


def _view(checked: Any, language: str | None) -> Any:
    from syscheck.report.view import card_view, faulty_view

    with speaking(checked.report_language(language)):
        if checked.system is None:
            return faulty_view(checked.file, checked.text, checked.faults)
        return card_view(checked.file, checked.system, checked.results, checked.remarks)


def _text(
    checked: Sequence[Any],
    stream: Any,
    language: str | None,
    *,
    explain: bool = False,
    at_event: Sequence[Any] = (),
) -> str:
    from syscheck.report.text import text_faults, text_report

    colour, width = _terminal(stream)
    pieces = []
    for number, card in enumerate(checked):
        view = _view(card, language)
        with speaking(view.language):
            if not card.readable:
                pieces.append(text_faults(view, colour=colour, width=width))
                continue
            part = at_event[number] if at_event else None
            pieces.append(text_report(view, colour=colour, width=width, event=part))
            if explain:
                from syscheck.report.explain import explanation

                pieces.append(explanation(card.system, card.results, width))
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
                say(
                    "there is no regulation “{name}”: {near}regulations are {known}",
                    name=name,
                    near=did_you_mean(name, known),
                    known=", ".join(known),
                )
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
            raise UsageError(
                say(
                    "--set {assignment}: write it as ID.NAME=VALUE, such as sk-2008.alternatives=strict",
                    assignment=assignment,
                )
            )
        [law] = _regulations([where])
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


# ---- screen ---------------------------------------------------------------------------------------------------------


def _screen(options: argparse.Namespace) -> int:
    """Judge the cards of all entries for an event; write one page, each pair's report, CSV, XLSX, JSON, a calendar.

    Cards are taken from files, from folders and archives (every file that ends in .card), or as an entry list (CSV or
    XLSX) names them. Judged cards are kept: a second run judges only what is new, and one that was broken off goes on.

    Exit status 0: every entry is admitted. 1: some is not, or it cannot be told, or a card is missing. 3: some card
    cannot be read.
    """
    from syscheck.entries import FaultyEntries
    from syscheck.screening import screen
    from syscheck.screening.job import OtherProgram
    from syscheck.screening.output import NotWritten
    from syscheck.screening.store import NoStore, opened, store_folder
    from syscheck.screening.workers import NoCluster

    if options.event is None:
        raise UsageError(say("screen judges for an event; add --event FILE"))
    if options.jobs is not None and options.jobs < 1:
        raise UsageError(say("--jobs {n}: at least one process has to judge", n=options.jobs))
    formats = _screen_formats(options)
    event = _event_of_file(options.event)
    as_of = _as_of(options.as_of, event)
    folder = store_folder(options.cache)
    try:
        with opened(folder, otherwise=options.cache is None) as (store, lasts), _progress() as progress:
            if not lasts:
                _tell(say("{path} cannot be used: judged cards are not kept for the next run", path=str(folder)))
            screening = screen(
                [Path(path) for path in options.paths],
                event,
                as_of,
                store,
                _workers(options),
                language=options.lang,
                html="html" in formats,
                progress=progress,
            )
            progress.end()
            return _screened(screening, options.output, formats)
    except FaultyEntries as error:
        raise UsageError("\nsyscheck: ".join(map(str, error.faults))) from None
    except NoStore as error:
        raise UsageError(say("--cache {path}: {why}", path=str(folder), why=str(error))) from None
    except NotWritten as error:
        raise UsageError(error.sentence) from None
    except NoCluster as error:
        raise UsageError(str(error)) from None
    except OtherProgram:
        raise UsageError(say("the cluster has another version than this computer; install the same on both")) from None


def _screen_formats(options: argparse.Namespace) -> tuple[str, ...]:
    """The formats to write. Errors: `UsageError` for those that need a folder, or are too many without one."""
    formats = tuple(dict.fromkeys(options.format))
    if options.output is None:
        formats = formats or ("text",)
        if len(formats) > 1:
            raise UsageError(say("only one --format can go to standard output; name a folder with -o"))
        if formats[0] in {"html", "xlsx", "ics"}:
            raise UsageError(say("--format {name} needs a folder; add -o FOLDER", name=formats[0]))
        return formats
    if "text" in formats:
        raise UsageError(say("--format text goes to standard output; leave -o out"))
    if Path(options.output).exists() and not Path(options.output).is_dir():
        raise UsageError(say("-o {path}: that is a file; name a folder", path=options.output))
    from syscheck.screening.output import FORMATS

    return formats or FORMATS


def _workers(options: argparse.Namespace) -> Callable[..., Any]:
    """Who judges: a cluster, or processes of our own."""
    from syscheck.screening.workers import cores, dask_executor, done, steadily

    if options.dask is None:
        jobs = options.jobs or cores()
        return lambda tasks, number: steadily(tasks, jobs, number)

    def on_cluster(tasks: Any, number: int) -> Iterator[Any]:
        if number:
            with dask_executor(options.dask) as (cluster, in_flight):
                yield from done(tasks, cluster, in_flight)

    return on_cluster


def _screened(screening: Any, folder: str | None, formats: Sequence[str]) -> int:
    """Write what a screening has found; its exit status."""
    from syscheck.language import spoken
    from syscheck.screening.output import FILES, write_folder, write_json, write_table, write_text

    if folder is not None:
        written = write_folder(screening, Path(folder), formats, spoken())
    elif formats[0] == "json":
        written = write_json(screening, sys.stdout)
    elif formats[0] == "csv":
        written = write_table(screening, sys.stdout)
    else:
        colour, width = _terminal(sys.stdout)
        written = write_text(screening, sys.stdout, colour=colour, width=width)
    status = OK
    for made in written:
        if made.row.status == "unreadable":
            status = _worse(status, USAGE if made.broken else UNREADABLE)
        elif made.row.admitted != "yes" or made.row.status != "ok":
            status = _worse(status, QUESTIONS)
    if folder is not None:
        from syscheck.report.tables import summary_text

        _tell(summary_text(screening.counts.out))
        first = Path(folder, FILES["html"]) if "html" in formats else folder
        _tell(say("{path} written", path=str(first)))
    return status


@contextmanager
def _progress() -> Iterator[Any]:
    """A bar on standard error, where that is a terminal."""
    from syscheck.screening.run import Progress

    if not sys.stderr.isatty():
        yield Progress()
        return
    from syscheck.screening.bar import bar

    with bar() as shown:
        yield shown


# ---- advise and diff ------------------------------------------------------------------------------------------------


def _advise(options: argparse.Namespace) -> int:
    """Search for the nearest variants of a card that reach a target, such as sk:usual or se:max=7.

    Fewest changes first, then the fewest hands whose call changes; each variant is judged anew.
    """
    from syscheck.advice import UnknownTarget, advise, parse_target
    from syscheck.report.advice import advice_out, advice_text
    from syscheck.report.machine import dumps

    outputs: list[Output] = options.outputs or [Output("text")]
    _check_outputs(outputs, [options.card])
    if options.event is not None:
        return _advise_for_event(options, outputs)
    if options.target is None:
        raise UsageError(say("what is wanted? Write --target, such as sk:usual or se:max=7, or --event FILE"))
    settings = _settings(options.settings, [])
    try:
        target = parse_target(options.target, settings)
    except UnknownTarget as error:
        raise UsageError(f"--target {options.target}: {error}") from None
    [checked] = _all_readable([options.card], [target.regulation], settings, options.lang)
    if checked is None:
        return UNREADABLE
    found = advise(checked.system, target, settings.get(target.regulation.id), every=options.all)
    for output in outputs:
        with speaking(checked.report_language(options.lang)):
            if output.format == "json":
                text = dumps(advice_out(found)) + "\n"
            else:
                text = advice_text(found, checked.file, every=options.all)
        _deliver(text, output.path)
    return OK if found.already or found.answers else QUESTIONS


def _advise_for_event(options: argparse.Namespace, outputs: Sequence[Output]) -> int:
    """The nearest variants that an event admits: by the first of its regulations that does not admit the card."""
    import datetime

    from syscheck.advice import advise, event_target
    from syscheck.events import Admitted
    from syscheck.events.at_event import at_event
    from syscheck.report.advice import advice_out, advice_text
    from syscheck.report.machine import dumps

    if options.target is not None:
        raise UsageError(
            say(
                "--target {target}: the event says what is wanted; leave --target out, or --event",
                target=options.target,
            )
        )
    options.regulation = []
    event, laws, settings = _event_and_rules(options)
    [checked] = _all_readable([options.card], laws, settings, options.lang)
    if checked is None:
        return UNREADABLE
    found = at_event(event, datetime.datetime.now(event.timezone), checked.system, checked.results).by_regulation
    barred = [law for law in laws if found[law.id] is not Admitted.YES]
    law = (barred or laws)[0]
    chosen = settings.get(law.id)
    advice = advise(checked.system, event_target(event, law, chosen), chosen, every=options.all)
    for output in outputs:
        with speaking(checked.report_language(options.lang)):
            if output.format == "json":
                text = dumps(advice_out(advice)) + "\n"
            else:
                text = advice_text(advice, checked.file, every=options.all)
        _deliver(text, output.path)
    for other in barred[1:]:
        _tell(say("{name} does not admit the card either; ask again with the variant", name=translated(other.name)))
    return OK if advice.already or advice.answers else QUESTIONS


def _diff(options: argparse.Namespace) -> int:
    """Say what changed between two cards in agreements, not in lines: calls, verdicts, dots, and the rest.

    With --event, by its regulations and readings, and whether it admits the second card where it did the first.
    Exit status 0: both say the same, however they are written; 1: they differ.
    """
    from syscheck.advice import diff
    from syscheck.checking import STANDARD_INPUT
    from syscheck.hands import TooFine
    from syscheck.report.diff import Compared, diff_out, diff_text
    from syscheck.report.machine import dumps

    outputs: list[Output] = options.outputs or [Output("text")]
    _check_outputs(outputs, [options.old, options.new])
    if options.old == options.new == STANDARD_INPUT:
        raise UsageError(say("only one of the two cards can be read from standard input"))
    event, chosen = None, _regulations(options.regulation)
    settings: dict[str, dict[str, Any]] = {}
    if options.event is not None:
        options.settings = []
        event, chosen, settings = _event_and_rules(options)
    old, new = _all_readable([options.old, options.new], chosen, settings, options.lang)
    if old is None or new is None:
        return UNREADABLE
    laws = tuple({r.regulation.id: r.regulation for checked in (old, new) for r in checked.results}.values())
    try:
        compared = Compared(old.file, old.system, new.file, new.system, diff(old.system, new.system, laws, settings))
        with speaking(new.report_language(options.lang)):
            in_words = diff_text(compared) + ("" if event is None else _admitted_before_and_now(event, old, new))
            texts = [dumps(diff_out(compared)) + "\n" if o.format == "json" else in_words for o in outputs]
    except TooFine:
        raise UsageError(say(TOO_FINE_TOGETHER)) from None
    for output, text in zip(outputs, texts, strict=True):
        _deliver(text, output.path)
    return OK if compared.diff.same else QUESTIONS


def _admitted_before_and_now(event: Any, old: Any, new: Any) -> str:
    """Whether an event admits two cards."""
    import datetime

    from syscheck.events.at_event import at_event
    from syscheck.report.at_event import before_and_now

    now = datetime.datetime.now(event.timezone)
    before, after = (at_event(event, now, c.system, c.results).admitted for c in (old, new))
    return "\n" + before_and_now(event.name, before, after) + "\n"


def _all_readable(files: Sequence[str], chosen: Sequence[Any], settings: Any, language: str | None) -> list[Any]:
    """Cards that were read; None for one that was not, with its faults on standard error."""
    found = []
    for file in files:
        checked = _judged(file, chosen, settings)
        if not checked.readable:
            _tell(_text((checked,), sys.stderr, language).rstrip())
        found.append(checked if checked.readable else None)
    return found


# ---- meaning --------------------------------------------------------------------------------------------------------


def _meaning(options: argparse.Namespace) -> int:
    """The hands of one meaning: how many, with what points and lengths, with examples.

    With --lenient, the text is what people write, and what it leaves open is asked.
    With --lines, one meaning a line of standard input, or one JSON object a line with “call” and “text”;
    one JSON object a line comes out, in order.
    """
    from syscheck.report.machine import dumps
    from syscheck.report.meaning import (
        free_meaning_out,
        meaning_lines,
        meaning_out,
        meaning_status,
        meaning_text_report,
    )

    call = _call(options.call)
    if options.lines:
        if options.text is not None:
            raise UsageError(say("--lines reads standard input; leave the text out"))
        worst = OK
        for line in _input_lines():
            out = meaning_lines(line, call, lenient=options.lenient)
            print(dumps(out, indent=None))
            worst = _worse(worst, meaning_status(out))
        return worst
    if options.text is None:
        raise UsageError(say("which meaning? Write it in quotes, such as syscheck meaning “11-15, 5+H”"))
    out = (free_meaning_out if options.lenient else meaning_out)(options.text, call)
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
        raise UsageError(
            say("--call {text}: that is not a call; calls are P, 1C … 7N, X, XX, and 1M, 3X and the like", text=text)
        )
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
    from syscheck.events import RULES, rule_page
    from syscheck.regulations import REGULATIONS, UnknownRule

    try:
        page = rule_page(options.rule)
    except UnknownRule:
        known = [c.rule for r in REGULATIONS for c in r.rules] + [c.rule for r in RULES for c in r.clauses]
        near = did_you_mean(options.rule, known)
        raise UsageError(
            say("there is no rule “{rule}”: {near}syscheck rules lists them", rule=options.rule, near=near)
        ) from None
    from syscheck.report.text import text_page

    colour, width = _terminal(sys.stdout)
    print(text_page(page, colour=colour, width=width), end="")
    return OK


def _rules(_options: argparse.Namespace) -> int:
    """List every rule with its title: those about cards, then those about events."""
    from syscheck.events import rules_about_events
    from syscheck.regulations import REGULATIONS

    for law in REGULATIONS:
        print(f"{law.id}: {translated(law.name)}, {translated(law.edition)}")
        pages = [*(law.page(c.rule) for c in law.rules), *rules_about_events(law.id)]
        width = max(len(page.rule) for page in pages)
        for page in pages:
            print(f"  {page.rule:<{width}}  {translated(page.title)}")
    return OK


# ---- format ---------------------------------------------------------------------------------------------------------


def _format(options: argparse.Namespace) -> int:
    """Print a card in its canonical layout, write it back, or check that it is in it."""
    from syscheck.card import FaultyCard, card_text, read_bytes
    from syscheck.checking import STANDARD_INPUT, CheckedCard, language_of, read_file, unreadable
    from syscheck.report.words import file_name

    if len(options.cards) > 1 and not (options.check or options.write):
        raise UsageError(say("several cards cannot be printed behind each other; use --write or --check"))
    status = OK
    for file in options.cards:
        data = b""
        try:
            data = _standard_input() if file == STANDARD_INPUT else read_file(file)
            card = read_bytes(data)
        except (OSError, FaultyCard) as error:
            faults = error.faults if isinstance(error, FaultyCard) else (unreadable(error),)
            partial = error.partial if isinstance(error, FaultyCard) else None
            faulty = CheckedCard(file, data.decode("utf-8", "replace"), faults=faults, language=language_of(partial))
            _tell(_text((faulty,), sys.stderr, options.lang).rstrip())
            status = _worse(status, UNREADABLE)
            continue
        layout = card_text(card, options.lang)
        changes = layout.encode() != data
        if options.check:
            if changes:
                print(say("{file} would change", file=file_name(file)))
                status = _worse(status, QUESTIONS)
        elif options.write and file != STANDARD_INPUT:
            if changes:
                _write(layout, file)
                _tell(say("{path} written", path=file))
        else:
            print(layout, end="")
    return status


# ---- events ---------------------------------------------------------------------------------------------------------

_EVENT = "Organisers' event files: check them, list what the presets fix, print the schema."


def _event(options: argparse.Namespace) -> int:
    """Print what event files settle: phases, levels and where they come from, limits, times; or all their faults.

    Exit status 0: every file can be used; 2: some cannot.
    """
    from syscheck.checking import STANDARD_INPUT
    from syscheck.events import FaultyEvent, read_event_bytes, read_event_file
    from syscheck.report.event_file import ReadFile, events_out, events_text
    from syscheck.report.machine import dumps

    outputs: list[Output] = options.outputs or [Output("text")]
    _check_outputs(outputs, options.files)
    with speaking(options.lang or spoken()):
        read = []
        for file in options.files:
            try:
                event = read_event_bytes(_standard_input(), file) if file == STANDARD_INPUT else read_event_file(file)
                read.append(ReadFile(file, event))
            except FaultyEvent as error:
                read.append(ReadFile(file, error))
        for output in outputs:
            if output.format == "json":
                text = dumps(events_out(read)) + "\n"
            else:
                colour, width = _terminal(None if output.path else sys.stdout)
                text = events_text(read, colour=colour, width=width)
            _deliver(text, output.path)
        faulty = [found for found in read if not found.sound]
        if faulty and not any(o.format == "text" for o in outputs):
            colour, width = _terminal(sys.stderr)
            _tell(events_text(faulty, colour=colour, width=width).rstrip())
    return USAGE if faulty else OK


def _event_presets(_options: argparse.Namespace) -> int:
    """List the events that the rules name, each with what its source fixes and where that stands."""
    from syscheck.report.event_file import presets_text

    colour, width = _terminal(sys.stdout)
    print(presets_text(colour=colour, width=width), end="")
    return OK


def _event_schema(_options: argparse.Namespace) -> int:
    """Print the JSON Schema of an event file, for editors; docs/events.md explains every key."""
    from syscheck.events.schema import event_schema

    print(event_schema(), end="")
    return OK


# ---- import and export ----------------------------------------------------------------------------------------------


def _import(options: argparse.Namespace) -> int:
    """Make cards of systems in other formats: BBOalert, BBO Full Disclosure, BML, the Swedish declaration, plain text.

    What cannot be read stands on the card as unclear "words"; questions and what a card cannot hold are told with
    their places in the file. Exit status 0: all was read; 1: with questions or unread words; 3: not read.
    """
    from syscheck.checking import STANDARD_INPUT
    from syscheck.foreign.doors import import_file
    from syscheck.foreign.machine import import_out
    from syscheck.foreign.telling import import_text
    from syscheck.report.machine import dumps

    form = _foreign_format(options.from_format) if options.from_format else None
    targets = _import_targets(options)
    found = []
    for file in options.files:
        data = _standard_input(foreign=True) if file == STANDARD_INPUT else None
        found.append(import_file(file, data, form))
    for imported in found:
        _tell(import_text(imported).rstrip())
    if options.review is not None:
        from syscheck.foreign.review import review_html

        _deliver(review_html(found), options.review)
    if options.format == "json":
        _deliver(dumps(import_out(found)) + "\n", options.output)
    else:
        for imported, target in zip(found, targets, strict=True):
            if imported.card is not None:
                _deliver(imported.text, target)
    status = OK
    for imported in found:
        status = _worse(status, UNREADABLE if imported.card is None else OK if imported.exact else QUESTIONS)
    return status


def _import_targets(options: argparse.Namespace) -> list[str | None]:
    """Where the card of each file goes. Errors: `UsageError`."""
    files, output = options.files, options.output
    written = [p for p in (output, options.review) if p is not None]
    _check_outputs([Output("", p) for p in written], files)
    if options.format == "json" or len(files) == 1:
        return [output] * len(files)
    if output is None:
        raise UsageError(say("several cards cannot be printed behind each other; name a folder with -o"))
    if not Path(output).is_dir():
        raise UsageError(say("-o {path}: with several files, name a folder that exists", path=output))
    targets = [str(Path(output, Path(file).stem + ".card")) for file in files]
    for first, second in zip(sorted(targets), sorted(targets)[1:], strict=False):
        if first == second:
            raise UsageError(say("two files would become {path}; import them one by one", path=first))
    return list(targets)


def _foreign_format(name: str) -> Any:
    from syscheck.card import did_you_mean
    from syscheck.foreign import FORMATS

    found = next((f for f in FORMATS if f.name == name), None)
    if found is None:
        known = [f.name for f in FORMATS]
        near = did_you_mean(name, known)
        raise UsageError(
            say("--from {name}: {near}formats that are read are {known}", name=name, near=near, known=", ".join(known))
        )
    return found


def _export(options: argparse.Namespace) -> int:
    """Write a card's calls in another format, and tell what that format cannot hold.

    A Swedish declaration (--to declaration) is not written but filled in: name its own file in place of a card.
    Exit status 0: everything is in it; 1: something of the card is lost or left open; 3: the card was not read.
    """
    from syscheck.card import did_you_mean
    from syscheck.foreign.exporting import EXPORTS
    from syscheck.foreign.machine import export_out
    from syscheck.foreign.telling import exported_text
    from syscheck.report.machine import dumps

    export = next((e for e in EXPORTS if e.name == options.to_format), None)
    if export is None:
        known = [e.name for e in EXPORTS]
        near = did_you_mean(options.to_format, known)
        raise UsageError(
            say(
                "--to {name}: {near}formats that are written are {known}",
                name=options.to_format,
                near=near,
                known=", ".join(known),
            )
        )
    _check_outputs([Output("", options.output)], [options.card])
    if export.fill is not None:
        exported = _filled_in(export, options.card)
        language = options.lang or spoken()
    else:
        [checked] = _all_readable([options.card], [], {}, options.lang)
        exported = None if checked is None or export.write is None else export.write(checked.system)
        language = None if checked is None else checked.report_language(options.lang)
    if exported is None:
        return UNREADABLE
    with speaking(language):
        if exported.losses:
            _tell(exported_text(options.card, exported).rstrip())
        text = dumps(export_out(options.card, export, exported)) + "\n" if options.format == "json" else exported.text
        _deliver(text, options.output)
    return QUESTIONS if exported.losses else OK


def _filled_in(export: Any, file: str) -> Any:
    """A file of the format, filled in; None where it was not read, with its faults on standard error."""
    from syscheck.checking import STANDARD_INPUT
    from syscheck.foreign.doors import opened_source
    from syscheck.foreign.source import Source
    from syscheck.report.text import text_faults
    from syscheck.report.view import faulty_view

    found = opened_source(file, _standard_input(foreign=True) if file == STANDARD_INPUT else None)
    text, faults = ("", (found,)) if not isinstance(found, Source) else (found.text, ())
    if isinstance(found, Source):
        filled = export.fill(found)
        if not isinstance(filled, tuple):
            return filled
        faults = filled
    _tell(text_faults(faulty_view(file, text, faults), colour=False, width=100).rstrip())
    return None


# ---- streams and files ----------------------------------------------------------------------------------------------


def _check_outputs(outputs: Sequence[Output], cards: Sequence[str]) -> None:
    """Each output has a place of its own, and none is a card. Errors: `UsageError`."""
    if sum(o.path is None for o in outputs) > 1:
        raise UsageError(say("only one --format can go to standard output; give the others a file with -o"))
    paths = [os.path.realpath(o.path) for o in outputs if o.path is not None]
    if len(set(paths)) < len(paths):
        raise UsageError(say("two formats cannot go into the same file"))
    from syscheck.checking import STANDARD_INPUT

    inputs = {os.path.realpath(card) for card in cards if card != STANDARD_INPUT}
    for output in outputs:
        if output.path is not None and os.path.realpath(output.path) in inputs:
            raise UsageError(
                say("-o {path}: that is the card itself and would be lost; name another file", path=output.path)
            )


def _deliver(text: str, path: str | None) -> None:
    """Print a result, or write it to its file."""
    if path is None:
        sys.stdout.write(text)
    else:
        _write(text, path)
        _tell(say("{path} written", path=path))


def _write(text: str, path: str) -> None:
    """Write a file whole or not at all: into a temporary file beside it, then rename."""
    target = Path(path)
    if target.is_dir():
        raise UsageError(say("{path} is a folder; name a file", path=path))
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
        why = error.strerror.lower() if error.strerror else say("the system gives no reason")
        raise UsageError(say("{path} cannot be written: {why}", path=path, why=why)) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _standard_input(*, foreign: bool = False) -> bytes:
    """All of standard input, but for what is more than a card (or a foreign file) may have."""
    if foreign:
        from syscheck.foreign.source import MOST_BYTES as MOST_BYTES_OF_A_SOURCE

        return sys.stdin.buffer.read(MOST_BYTES_OF_A_SOURCE + 1)
    from syscheck.card.reader import MOST_BYTES

    return sys.stdin.buffer.read(MOST_BYTES + 1)


def _terminal(stream: Any) -> tuple[bool, int]:
    """Whether to use colour on a stream, and how wide it is."""
    if stream is None or not stream.isatty():
        return False, 100
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return not plain, max(40, min(os.get_terminal_size(stream.fileno()).columns, 120))


def _tell(text: object) -> None:
    print(text, file=sys.stderr)
