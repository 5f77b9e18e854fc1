"""What opponents see of a card that may be played, drawn by the processes beside the server: what the pair has agreed,
and nothing that is between the pair and the organiser."""

import datetime
from collections.abc import Callable

from syscheck.advice import NoAlertRules, alert_sheet
from syscheck.card import FaultyCard, card_text, read_bytes, with_header
from syscheck.checking import CheckedCard, check_bytes
from syscheck.events import Event, read_event
from syscheck.language import speaking
from syscheck.report.alerts import alerts_html
from syscheck.report.at_event import whole_event_out
from syscheck.report.declaration import declaration_html
from syscheck.report.view import card_view


def layout(card: bytes, language: str) -> str | None:
    """The card in its canonical layout, in its own words; None where it cannot be read."""
    with speaking(language):
        try:
            return card_text(read_bytes(card))
        except FaultyCard:
            return None


def declaration(card: bytes, file: str, pair: str, event: str, language: str) -> str | None:
    """The declaration of openings of a pair as a page; `event` is the text of the event's file. None as above."""

    def drawn(checked: CheckedCard, here: Event) -> str:
        assert checked.system is not None, "a card that was read"
        told = whole_event_out(here, datetime.datetime.now(here.timezone))
        return declaration_html([card_view(file, checked.system, checked.results, ())], told)

    return _paper(card, file, pair, event, language, drawn)


def alerts(card: bytes, file: str, pair: str, event: str, language: str) -> str | None:
    """The alert sheet as a page, without questions; None as above, or where the event's rules say nothing of alerts."""

    def drawn(checked: CheckedCard, here: Event) -> str | None:
        try:
            sheet = alert_sheet(checked, here.settings, screens=here.screens)
        except NoAlertRules:
            return None
        return alerts_html([sheet], language=language, asks=False)

    return _paper(card, file, pair, event, language, drawn)


def has_alerts(event: Event) -> bool:
    """Whether the rules of an event say what is alerted."""
    return any(law.alerts for law in event.laws)


def _paper(
    card: bytes, file: str, pair: str, event: str, language: str, draw: Callable[[CheckedCard, Event], str | None]
) -> str | None:
    with speaking(language):
        here = read_event(event)
        checked = check_bytes(card, file, here.laws, here.settings)
        if checked.readable:  # whose it is the event knows, whatever the card says or leaves out
            named = with_header(checked.text, "pair", pair)
            checked = check_bytes(named.encode(), file, here.laws, here.settings)
        return draw(checked, here) if checked.readable else None
