"""The cards that a command names: read, judged, and told on the terminal."""

import sys
from collections.abc import Sequence
from typing import Any

from syscheck.cli.outcome import OK, UNREADABLE
from syscheck.cli.streams import Output, inform, standard_input, terminal
from syscheck.language import speaking


def judged_cards(cards: Sequence[str], chosen: Sequence[Any], settings: dict[str, dict[str, Any]]) -> list[Any]:
    """The cards, read and judged."""
    return [judged(file, chosen, settings) for file in cards]


def judged(file: str, chosen: Sequence[Any], settings: Any) -> Any:
    """A card, or a system in another format, read and judged."""
    from syscheck.checking import STANDARD_INPUT, check_file

    if file.endswith(".card"):  # of a card nothing is guessed, and no other format is looked for
        return check_file(file, chosen, settings)
    from syscheck.foreign import Source
    from syscheck.foreign.doors import check_any, check_source

    if file == STANDARD_INPUT:
        return check_source(Source(file, standard_input()), chosen, settings)
    return check_any(file, chosen, settings)


def readable_cards(files: Sequence[str], chosen: Sequence[Any], settings: Any, language: str | None) -> list[Any]:
    """Cards that were read; None for one that was not, with its faults on standard error."""
    found = []
    for file in files:
        checked = judged(file, chosen, settings)
        if not checked.readable:
            inform(text_of((checked,), sys.stderr, language).rstrip())
        found.append(checked if checked.readable else None)
    return found


def status_of_reading(checked: Sequence[Any], outputs: Sequence[Output], language: str | None) -> int:
    """The exit status; faults go to standard error where no output tells them in words."""
    if all(c.readable for c in checked):
        return OK
    if not any(o.format == "text" for o in outputs):
        inform(text_of(tuple(c for c in checked if not c.readable), sys.stderr, language).rstrip())
    return UNREADABLE


def view_of(checked: Any, language: str | None) -> Any:
    """A card as reports show it, or its faults."""
    from syscheck.report.view import card_view, faulty_view

    with speaking(checked.report_language(language)):
        if checked.system is None:
            return faulty_view(checked.file, checked.text, checked.faults)
        return card_view(checked.file, checked.system, checked.results, checked.remarks)


def text_of(
    checked: Sequence[Any],
    stream: Any,
    language: str | None,
    *,
    explain: bool = False,
    at_event: Sequence[Any] = (),
) -> str:
    """The cards' reports as text for a stream, None for a file; at an event with its part for each card."""
    from syscheck.report.text import text_faults, text_report

    colour, width = terminal(stream)
    pieces = []
    for number, card in enumerate(checked):
        view = view_of(card, language)
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
