"""What the processes beside the server do: a card in, a page's piece or a file out, all of it plain data.

Each function speaks the language that it is given. Printed papers follow the card's own language, where its header
has one. A card that cannot be read has no papers: None.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from json import dumps
from typing import Any, NamedTuple

from syscheck.advice import Advice, NoAlertRules, UnknownTarget, advise, alert_sheet, parse_target
from syscheck.card import FaultyCard, card_text, read_bytes
from syscheck.checking import ALL_SHOWN, CheckedCard, check_bytes
from syscheck.desk.drawing import templates
from syscheck.foreign import Source
from syscheck.foreign.doors import import_file, is_card
from syscheck.foreign.telling import import_lines
from syscheck.language import say, speaking
from syscheck.regulations import REGULATIONS, Regulation
from syscheck.report.advice import AdviceView, advice_view
from syscheck.report.alerts import SheetView, alerts_html, sheet_view
from syscheck.report.declaration import declaration_html
from syscheck.report.html import article, html_report
from syscheck.report.machine import errors_out, report_json
from syscheck.report.view import card_view, faulty_view

VIEWS = ("openings", "alerts", "change", "advice", "report")
"""What the panel shows: `change` asks what is wanted, `advice` searches for it."""
TARGETS = ("sk:usual", "sk:simple", "se:C", "se:B")
"""What a pair may want, besides a number of dots: `se:max=7`."""
MOST_FAULTS = 30
"""So many are told at once; the editor underlines all."""
KEPT = 4
"""Cards that a process keeps as judged: who looks at another view of a card does not wait for its verdicts again."""
SECONDS_OF_ADVICE = 5.0
"""How long variants of several changes are tried."""
BEGINNING = "[openings]\n"
"""What stands in an empty editor."""
EXAMPLE = """\
[openings]
1C : 12-21, 4+C or 3C bal
1H : 12-21, 5+H
1N : 15-17 bal
"""
CARD = "card"
"""How a card is called that was typed."""


class CardText(NamedTuple):
    """A file as a card, or why it is none."""

    card: bytes
    """The same bytes where it is a card already; of a file in which there is none, nothing."""
    format: str | None
    """What the file was; None for a card."""
    remarks: tuple[str, ...]
    """What is asked, what was left out."""
    faults: tuple[str, ...]


class Panel(NamedTuple):
    """What stands beside the editor."""

    html: str
    readable: bool
    faults: tuple[dict[str, Any], ...]
    """For an editor: `code`, `message`, `line`, `column`, `end_line`, `end_column`, `hint`."""


def warm() -> None:
    """Load what the first card would have to wait for."""
    panel(b"[openings]\n1N : 15-17 bal\n", "en")


# ---- files in other formats ------------------------------------------------------------------------------------------


def as_card(data: bytes, file: str, language: str) -> CardText:
    """A file of any format that we read as a card. Of a card nothing is changed, not even its faults."""
    with speaking(language):
        if is_card(Source(file, data)):
            return CardText(data, None, (), ())
        imported = import_file(file, data)
        if imported.card is None or imported.format is None:
            view = faulty_view(file, imported.source.text, imported.faults)
            faults = tuple(
                f"{f.place}: {f.message}; {f.hint}" if f.hint else f"{f.place}: {f.message}" for f in view.faults
            )
            return CardText(b"", None if imported.format is None else str(say(imported.format.title)), (), faults)
        return CardText(imported.text.encode(), str(say(imported.format.title)), tuple(import_lines(imported)), ())


# ---- the panel -------------------------------------------------------------------------------------------------------


def panel(
    card: bytes, language: str, regulations: Sequence[str] = (), show: str = "openings", target: str = ""
) -> Panel:
    """What the page shows of a card: its faults, or the verdicts and one of `VIEWS`.

    `regulations` are ids, none for those of the card's header, or all; `target` is what the advice shall reach.
    """
    with speaking(language):
        checked = _checked(card, CARD, regulations)
        faults = tuple(e.model_dump() for e in errors_out(checked.text, checked.faults))
        show = show if show in VIEWS else VIEWS[0]
        if checked.system is None:
            blank = not checked.text.strip().removeprefix(BEGINNING.strip())
            view = faulty_view(CARD, checked.text, checked.faults)
            places = [(f["line"], f["column"]) for f in faults]
            html = _drawn(
                "pair_faults.html.j2",
                view=view,
                places=places,
                faults=dumps(faults),
                blank=blank,
                example=EXAMPLE,
                show="change" if show == "advice" else show,
                most=MOST_FAULTS,
            )
            return Panel(html, False, () if blank else faults)
        view_of_card = card_view(CARD, checked.system, checked.results, checked.remarks)
        pieces: dict[str, Any] = {"sheet": None, "report": None, "advice": None, "wrong_target": ""}
        if show == "alerts":
            pieces["sheet"] = _sheet(checked)
        elif show == "report":
            pieces["report"] = article(view_of_card, 1, single=True, level=2)
        elif show == "advice":
            try:
                pieces["advice"] = _advice(checked, target)
            except UnknownTarget as error:
                pieces["wrong_target"] = str(error)
        html = _drawn("pair_verdicts.html.j2", view=view_of_card, show=show, target=target, targets=TARGETS, **pieces)
        return Panel(html, True, ())


def _checked(card: bytes, file: str, regulations: Sequence[str]) -> CheckedCard:
    return _judged(card, file, _chosen(regulations))


@lru_cache(maxsize=KEPT)
def _judged(card: bytes, file: str, chosen: tuple[Regulation, ...]) -> CheckedCard:
    checked = check_bytes(card, file, chosen)
    # That all regulations are shown, the page says itself, and it has no command line.
    return replace(checked, remarks=tuple(r for r in checked.remarks if r.template != ALL_SHOWN))


def _chosen(regulations: Sequence[str]) -> tuple[Regulation, ...]:
    return tuple(r for r in REGULATIONS if r.id in regulations)


def _drawn(template: str, **values: Any) -> str:
    return templates().get_template(template).render(values)


def _sheet(checked: CheckedCard) -> SheetView | None:
    """The alert sheet as a screen shows it; None where the regulations have no rules about alerts."""
    try:
        return sheet_view(alert_sheet(checked))
    except NoAlertRules:
        return None


def _advice(checked: CheckedCard, target: str) -> tuple[AdviceView, bool]:
    """The nearest variants, and whether the card is there already. Errors: `UnknownTarget`."""
    found = _advised(checked, target)
    return advice_view(found), found.already


def _advised(checked: CheckedCard, target: str) -> Advice:
    assert checked.system is not None, "asked only of cards that were read"
    return advise(checked.system, parse_target(target), seconds=SECONDS_OF_ADVICE)


# ---- papers ----------------------------------------------------------------------------------------------------------


def layout(card: bytes, _file: str, language: str, _regulations: Sequence[str] = ()) -> str | None:
    """The card in its canonical layout, in the words of its own language."""
    with speaking(language):
        try:
            return card_text(read_bytes(card))
        except FaultyCard:
            return None


def report(card: bytes, file: str, language: str, regulations: Sequence[str] = ()) -> str | None:
    """The report as one HTML page."""

    def written(checked: CheckedCard) -> str:
        assert checked.system is not None, "a card that was read"
        return html_report((card_view(file, checked.system, checked.results, checked.remarks),))

    return _paper(card, file, language, regulations, written)


def declaration(card: bytes, file: str, language: str, regulations: Sequence[str] = ()) -> str | None:
    """The declaration of openings as HTML to print."""

    def written(checked: CheckedCard) -> str:
        assert checked.system is not None, "a card that was read"
        return declaration_html([card_view(file, checked.system, checked.results, checked.remarks)])

    return _paper(card, file, language, regulations, written)


def alerts(card: bytes, file: str, language: str, regulations: Sequence[str] = ()) -> str | None:
    """The alert sheet as HTML to print; by all that have rules about alerts, where none of the chosen has."""

    def written(checked: CheckedCard) -> str:
        try:
            sheet = alert_sheet(checked)
        except NoAlertRules:
            sheet = alert_sheet(check_bytes(card, file, tuple(r for r in REGULATIONS if r.alerts)))
        return alerts_html([sheet])

    return _paper(card, file, language, regulations, written)


def json(card: bytes, file: str, language: str, regulations: Sequence[str] = ()) -> str | None:
    """The JSON of `syscheck check`."""

    def written(_checked: CheckedCard) -> str:
        return report_json([check_bytes(card, file, _chosen(regulations))]) + "\n"

    return _paper(card, file, language, regulations, written)


def _paper(
    card: bytes, file: str, language: str, regulations: Sequence[str], written: Callable[[CheckedCard], str]
) -> str | None:
    with speaking(language):
        checked = _checked(card, file, regulations)
        if not checked.readable:
            return None
        with speaking(checked.report_language()):
            return written(checked)
