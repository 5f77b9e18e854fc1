"""The report as one HTML page: no script, nothing loaded from elsewhere, readable on a phone and in print.

The sentences that a reader sees stand in `templates/`; the few that need numbers stand at the top here.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from syscheck import __version__
from syscheck.regulations import Page
from syscheck.report.view import CardView, FaultView, FaultyView, FindingView
from syscheck.report.words import harmless

SUIT_SPOKEN = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
CALL_SPOKEN = {
    "C": ("{level} club", "{level} clubs", "♣"),
    "D": ("{level} diamond", "{level} diamonds", "♦"),
    "H": ("{level} heart", "{level} hearts", "♥"),
    "S": ("{level} spade", "{level} spades", "♠"),
}
LEFT_OUT_OF_A_PAGE = frozenset({"Examples"})

_SUIT_OR_CALL = re.compile(r"[♣♦♥♠]|(?<![\w-])([1-7])([CDHS])(?![\w+-])")
_CALLS = re.compile(r"([1-7])([CDHS])")
_STYLES = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def html_report(views: Sequence[CardView | FaultyView]) -> str:
    """One page for all cards; a card that cannot be read shows its faults in its place."""
    single = len(views) == 1
    pages: dict[str, Page] = {}
    for view in views:
        if isinstance(view, CardView):
            for verdict in view.verdicts:
                pages |= {f.rule: f.page for f in verdict.findings}
    return (
        environment()
        .get_template("report.html.j2")
        .render(views=views, single=single, pages={} if single else pages, version=__version__)
    )


@cache
def environment() -> Environment:
    """The templates, with the filters that they use."""
    made = Environment(
        loader=PackageLoader("syscheck.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"suits": with_suits, "calls": with_calls, "source": source_line}
    made.globals |= {"page_sections": page_sections, "opening_numbers": opening_numbers}
    return made


# ---- pieces that a template cannot make --------------------------------------------------------------------------


def with_suits(text: object) -> Markup:
    """Text with its suits and suit bids as symbols, each with the words that a screen reader says."""
    pieces: list[Markup] = []
    text, end = str(text), 0
    for match in _SUIT_OR_CALL.finditer(text):
        pieces += [escape(text[end : match.start()]), _suit_or_call(match)]
        end = match.end()
    return Markup("").join([*pieces, escape(text[end:])])


def with_calls(text: object) -> Markup:
    """Calls of an auction (`1C-(1S)-2H`) with their suits as symbols."""
    pieces: list[Markup] = []
    text, end = str(text), 0
    for match in _CALLS.finditer(text):
        pieces += [escape(text[end : match.start()]), _suit_or_call(match)]
        end = match.end()
    return Markup("").join([*pieces, escape(text[end:])])


def _suit_or_call(match: re.Match[str]) -> Markup:
    level, strain = match.groups()
    if level is None:
        symbol = match[0]
        return _symbol(symbol, symbol, SUIT_SPOKEN[symbol])
    one, many, symbol = CALL_SPOKEN[strain]
    return _symbol(symbol, f"{level}{symbol}", (one if level == "1" else many).format(level=level))


def _symbol(suit: str, shown: str, spoken: str) -> Markup:
    return Markup('<span class="{}" role="img" aria-label="{}">{}</span>').format(_STYLES[suit], spoken, shown)


def source_line(fault: FaultView) -> tuple[str, str, str]:
    """The line of a fault in three pieces: before, at, and behind the place."""
    start = fault.column - 1
    line = harmless(fault.line)
    return line[:start], line[start : start + fault.length], line[start + fault.length :]


def opening_numbers(finding: FindingView) -> list[int]:
    """The openings that decide a finding, each once, in card order."""
    return list(dict.fromkeys(p.opening for p in finding.decisive if p.opening is not None))


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink"])


def page_sections(page: Page) -> list[tuple[str, Markup]]:
    """The sections of a rule's page as HTML, its examples left out."""
    return [(name, _rendered(text)) for name, text in page.sections.items() if name not in LEFT_OUT_OF_A_PAGE]


@cache
def _rendered(text: str) -> Markup:
    # Our own page, rendered with raw HTML off.
    rendered: Any = _markdown().render(text)
    return Markup(rendered)
