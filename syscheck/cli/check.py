"""`check`: judge cards, and print a report."""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from syscheck.cli.cards import judged_cards, status_of_reading, text_of, view_of
from syscheck.cli.choosing import chosen_event, chosen_regulations, chosen_settings, moment_of
from syscheck.cli.options import (
    Commands,
    add_cards,
    add_event,
    add_language,
    add_outputs,
    add_regulations,
    add_settings,
)
from syscheck.cli.outcome import OK, QUESTIONS, UsageError, worse
from syscheck.cli.streams import Output, check_outputs, deliver
from syscheck.language import say, speaking


def add(commands: Commands) -> None:
    """Add `check`."""
    check = commands.add_parser("check", help="judge cards and print a report", description=_check.__doc__)
    add_cards(check)
    add_regulations(check)
    add_settings(check)
    add_event(check)
    check.add_argument("--explain", action="store_true", help="in text, show how each verdict came about")
    check.add_argument(
        "--view",
        choices=("report", "declaration"),
        default="report",
        help="in HTML, the report or the declaration of openings, two copies on a page",
    )
    add_outputs(check, ("text", "json", "html", "ics"))
    add_language(check)
    check.set_defaults(run=_check)


def _check(options: argparse.Namespace) -> int:
    """Judge cards by regulations and print a report.

    Without --regulation, the card's own header says by which; without that, by all.

    With --event, the event's file says by which regulations and with which readings, and the report tells whether
    each card is admitted and who must do what by when. Exit status 1: some card is not admitted, or may not be.
    """
    outputs: list[Output] = options.outputs or [Output("text")]
    check_outputs(outputs, [*options.cards, *([options.event] if options.event else [])])
    if options.view == "declaration" and not any(o.format == "html" for o in outputs):
        raise UsageError(say("--view declaration: the declaration is HTML only; add --format html"))
    if options.event is None:
        if options.as_of is not None:
            moment_of(options.as_of, None)
        if any(o.format == "ics" for o in outputs):
            raise UsageError(say("--format ics: duties with dates belong to an event; add --event FILE"))
        chosen = chosen_regulations(options.regulation)
        settings = chosen_settings(options.settings, [r.id for r in chosen])
        checked = judged_cards(options.cards, chosen, settings)
        for output in outputs:
            deliver(_report(output, checked, options), output.path)
        return status_of_reading(checked, outputs, options.lang)
    if options.event in options.cards:
        raise UsageError(say("--event {file}: a card and the event cannot be the same file", file=options.event))
    event, chosen, settings = chosen_event(options)
    as_of = moment_of(options.as_of, event)
    checked = judged_cards(options.cards, chosen, settings)
    wanted = len(checked) == 1 and options.view == "report" and any(o.format in {"text", "html"} for o in outputs)
    advice = [_legal_variants(c, event, as_of, settings) if wanted else [] for c in checked]
    for output in outputs:
        deliver(_report_at_event(output, checked, options, event, as_of, advice), output.path)
    return worse(status_of_reading(checked, outputs, options.lang), _conforming(checked, event, as_of))


def _conforming(checked: Sequence[Any], event: Any, as_of: Any) -> int:
    """0 when every card that was read is admitted."""
    from syscheck.events import Admitted
    from syscheck.events.at_event import at_event

    found = (at_event(event, as_of, c.system, c.results).admitted for c in checked if c.readable)
    return OK if all(a is Admitted.YES for a in found) else QUESTIONS


def _legal_variants(checked: Any, event: Any, as_of: Any, settings: Any) -> list[Any]:
    """What a report advises for a card that an event does not admit."""
    from syscheck.advice import legal_variants

    return legal_variants(event, as_of, checked.system, checked.results, settings) if checked.readable else []


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
            return declaration_html([view_of(c, language) for c in readable])
        with speaking(checked[0].report_language(language)):
            return html_report(tuple(view_of(c, language) for c in checked))
    return text_of(checked, None if output.path else sys.stdout, language, explain=options.explain)


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
            return declaration_html([view_of(c, language) for c in readable], whole_event_out(event, as_of))
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
            return html_report(tuple(view_of(c, language) for c in checked), sections)

    def written(number: int, card: Any) -> Any:
        return lambda paper: event_text(
            paper, event_view(card.admissions, card.duties, told(checked[number])), advice[number]
        )

    stream = None if output.path else sys.stdout
    parts = [None if card is None else written(n, card) for n, card in enumerate(cards)]
    return text_of(checked, stream, language, explain=options.explain, at_event=parts)
