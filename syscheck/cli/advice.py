"""`alerts`, `advise` and `diff`: what a pair does with its verdicts."""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from syscheck.cli.cards import judged_cards, readable_cards, status_of_reading
from syscheck.cli.choosing import chosen_event, chosen_regulations, chosen_settings
from syscheck.cli.options import (
    Commands,
    add_card,
    add_cards,
    add_event,
    add_language,
    add_outputs,
    add_regulations,
    add_settings,
)
from syscheck.cli.outcome import OK, QUESTIONS, UNREADABLE, UsageError
from syscheck.cli.streams import Output, check_outputs, deliver, inform, terminal
from syscheck.language import say, speaking, translated


def add(commands: Commands) -> None:
    """Add `alerts`, `advise` and `diff`."""
    alerts = commands.add_parser("alerts", help="the alert sheet of a card", description=_alerts.__doc__)
    add_cards(alerts)
    add_regulations(alerts)
    add_settings(alerts)
    alerts.add_argument("--screens", action="store_true", help="the play is behind screens")
    add_outputs(alerts, ("text", "json", "html"))
    add_language(alerts)
    alerts.set_defaults(run=_alerts)

    advise = commands.add_parser("advise", help="the nearest variants that are allowed", description=_advise.__doc__)
    add_card(advise, "card")
    advise.add_argument("--target", metavar="T", help="sk:simple, sk:usual, se:A, se:B, se:C, se:max=7")
    add_event(advise, as_of=False)
    add_settings(advise)
    advise.add_argument("--all", action="store_true", help="show every variant with one change, not the cheapest")
    add_outputs(advise, ("text", "json"))
    add_language(advise)
    advise.set_defaults(run=_advise)

    diff = commands.add_parser("diff", help="what changed between two cards", description=_diff.__doc__)
    add_card(diff, "old")
    add_card(diff, "new")
    add_regulations(diff)
    add_event(diff, as_of=False)
    add_outputs(diff, ("text", "json"))
    add_language(diff)
    diff.set_defaults(run=_diff)


def _alerts(options: argparse.Namespace) -> int:
    """Print the alert sheet: each call, whether it is alerted, the words to say when asked, and STOP.

    The HTML is for print: on A4, with a copy for each player.
    """
    from syscheck.advice import NoAlertRules, alert_sheet

    outputs: list[Output] = options.outputs or [Output("text")]
    check_outputs(outputs, options.cards)
    chosen = chosen_regulations(options.regulation)
    settings = chosen_settings(options.settings, [r.id for r in chosen], alerts=True)
    checked = judged_cards(options.cards, chosen, settings)
    try:
        sheets = [alert_sheet(c, settings, screens=options.screens) if c.readable else c for c in checked]
    except NoAlertRules as error:
        raise UsageError(str(error)) from None
    for output in outputs:
        deliver(_alert_report(output, sheets, options.screens, options.lang), output.path)
    return status_of_reading(checked, outputs, options.lang)


def _alert_report(output: Output, sheets: Sequence[Any], screens: bool, language: str | None) -> str:
    from syscheck.report.alerts import alerts_html, alerts_json, alerts_text_report

    if output.format == "json":
        return alerts_json(sheets, screens=screens, language=language) + "\n"
    if output.format == "html":
        return alerts_html(sheets, language=language)
    colour, width = terminal(None if output.path else sys.stdout)
    return alerts_text_report(sheets, colour=colour, width=width, language=language)


def _advise(options: argparse.Namespace) -> int:
    """Search for the nearest variants of a card that reach a target, such as sk:usual or se:max=7.

    Fewest changes first, then the fewest hands whose call changes; each variant is judged anew.
    """
    from syscheck.advice import UnknownTarget, advise, parse_target
    from syscheck.report.advice import advice_out, advice_text
    from syscheck.report.machine import dumps

    outputs: list[Output] = options.outputs or [Output("text")]
    check_outputs(outputs, [options.card])
    if options.event is not None:
        return _advise_for_event(options, outputs)
    if options.target is None:
        raise UsageError(say("what is wanted? Write --target, such as sk:usual or se:max=7, or --event FILE"))
    settings = chosen_settings(options.settings, [])
    try:
        target = parse_target(options.target, settings)
    except UnknownTarget as error:
        raise UsageError(f"--target {options.target}: {error}") from None
    [checked] = readable_cards([options.card], [target.regulation], settings, options.lang)
    if checked is None:
        return UNREADABLE
    found = advise(checked.system, target, settings.get(target.regulation.id), every=options.all)
    for output in outputs:
        with speaking(checked.report_language(options.lang)):
            if output.format == "json":
                text = dumps(advice_out(found)) + "\n"
            else:
                text = advice_text(found, checked.file, every=options.all)
        deliver(text, output.path)
    return OK if found.already or found.answers else QUESTIONS


def _advise_for_event(options: argparse.Namespace, outputs: Sequence[Output]) -> int:
    """The nearest variants that an event admits: by the first of its regulations that does not admit the card."""
    import datetime

    from syscheck.advice import advise, barring, event_target
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
    event, laws, settings = chosen_event(options)
    [checked] = readable_cards([options.card], laws, settings, options.lang)
    if checked is None:
        return UNREADABLE
    barred = barring(event, datetime.datetime.now(event.timezone), checked.system, checked.results)
    law = (barred or laws)[0]
    chosen = settings.get(law.id)
    advice = advise(checked.system, event_target(event, law, chosen), chosen, every=options.all)
    for output in outputs:
        with speaking(checked.report_language(options.lang)):
            if output.format == "json":
                text = dumps(advice_out(advice)) + "\n"
            else:
                text = advice_text(advice, checked.file, every=options.all)
        deliver(text, output.path)
    for other in barred[1:]:
        inform(say("{name} does not admit the card either; ask again with the variant", name=translated(other.name)))
    return OK if advice.already or advice.answers else QUESTIONS


def _diff(options: argparse.Namespace) -> int:
    """Say what changed between two cards in agreements, not in lines: calls, verdicts, dots, and the rest.

    With --event, by its regulations and readings, and whether it admits the second card where it did the first.
    Exit status 0: both say the same, however they are written; 1: they differ.
    """
    from syscheck.advice import diff
    from syscheck.checking import STANDARD_INPUT
    from syscheck.hands import TooFine
    from syscheck.report.diff import TOO_FINE_TOGETHER, Compared, diff_out, diff_text
    from syscheck.report.machine import dumps

    outputs: list[Output] = options.outputs or [Output("text")]
    check_outputs(outputs, [options.old, options.new])
    if options.old == options.new == STANDARD_INPUT:
        raise UsageError(say("only one of the two cards can be read from standard input"))
    event, chosen = None, chosen_regulations(options.regulation)
    settings: dict[str, dict[str, Any]] = {}
    if options.event is not None:
        options.settings = []
        event, chosen, settings = chosen_event(options)
    old, new = readable_cards([options.old, options.new], chosen, settings, options.lang)
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
        deliver(text, output.path)
    return OK if compared.diff.same else QUESTIONS


def _admitted_before_and_now(event: Any, old: Any, new: Any) -> str:
    """Whether an event admits two cards."""
    import datetime

    from syscheck.events.at_event import at_event
    from syscheck.report.at_event import before_and_now

    now = datetime.datetime.now(event.timezone)
    before, after = (at_event(event, now, c.system, c.results).admitted for c in (old, new))
    return "\n" + before_and_now(event.name, before, after) + "\n"
