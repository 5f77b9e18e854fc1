"""The report as one HTML page: no script, nothing loaded from elsewhere, readable on a phone and in print.

The sentences that a reader sees stand in `templates/`, in `say` and `count`, to be translated.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from syscheck import __version__
from syscheck.hands import ALL_HANDS, Suit
from syscheck.language import Sentence, count, harmless, say, shown, speaking, spoken, tell, translated, whole
from syscheck.regulations import Page
from syscheck.report.view import CardView, FaultView, FaultyView, FindingView
from syscheck.report.words import STRAINS_SPOKEN, SUIT_NAMES

SUITS_SHOWN = {
    "C": ("♣", "c", Suit.CLUBS),
    "D": ("♦", "d", Suit.DIAMONDS),
    "H": ("♥", "h", Suit.HEARTS),
    "S": ("♠", "s", Suit.SPADES),
}
"""Symbol and style of each suit."""
EVENT_SLOT = Markup("<!-- for an event -->")
"""Where the report of a card takes what `report.at_event` tells of an event; what is written on a card is escaped and
cannot be taken for it."""
LONGEST_PIECE = 200
"""Characters of a line that are shown before a fault, of it, and behind it."""
ELLIPSIS = "…"
LEFT_OUT_OF_A_PAGE = frozenset({"Examples"})

_SUIT_OR_CALL = re.compile(r"[♣♦♥♠]|(?<![\w-])([1-7])([CDHS])(?![\w+-])")
_CALLS = re.compile(r"([1-7])([CDHS])")
_OF_SYMBOL = {symbol: letter for letter, (symbol, _, _) in SUITS_SHOWN.items()}


def html_report(views: Sequence[CardView | FaultyView], at_event: Sequence[Markup | None] = ()) -> str:
    """One page for all cards, each in the language of its view, the frame in the language spoken.

    A card that cannot be read shows its faults in its place. `at_event` has for each card what stands in its
    `EVENT_SLOT`; without it the slots stay, to be filled later.
    """
    single = len(views) == 1
    pages: dict[str, Page] = {}
    for view in views:
        if isinstance(view, CardView):
            for verdict in view.verdicts:
                pages |= {f.rule: f.page for f in verdict.findings}
    articles = [article(view, number, single=single) for number, view in enumerate(views, 1)]
    if at_event:
        articles = [
            Markup(str(a).replace(EVENT_SLOT, part or "", 1)) for a, part in zip(articles, at_event, strict=True)
        ]
    return (
        environment()
        .get_template("report.html.j2")
        .render(
            views=views,
            articles=articles,
            single=single,
            pages={} if single else pages,
            version=__version__,
            hands=whole(ALL_HANDS),
        )
    )


def main_of(page: str) -> Markup:
    """What stands in the main part of a page of ours, to be put into another page that has its styles."""
    _, _, rest = page.partition("<main>\n")
    return Markup(rest.rpartition("<footer>")[0])  # from our own templates


def article(view: CardView | FaultyView, number: int, *, single: bool, level: int | None = None) -> Markup:
    """The part of one card, in the language of its view; `level` is that of its headline."""
    level = level or (1 if single else 2)
    template = "card.html.j2" if view.readable else "faulty.html.j2"
    with speaking(view.language):
        # Our own template, which escapes what is written on the card.
        return Markup(
            environment().get_template(template).render(view=view, single=single, level=level, here=f"c{number}-")
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
    made.globals |= {
        "event_slot": EVENT_SLOT,
        "page_sections": page_sections,
        "opening_numbers": opening_numbers,
        "say": said,
        "count": counted,
        "spoken": spoken,
        "translated": translated,
    }
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
    symbol, style, suit = SUITS_SHOWN[strain or _OF_SYMBOL[match[0]]]
    spoken_text = str(count(*STRAINS_SPOKEN[strain], int(level))) if level else tell(SUIT_NAMES[suit])
    return Markup('<span class="{}" role="img" aria-label="{}">{}</span>').format(
        style, spoken_text, f"{level or ''}{symbol}"
    )


def said(template: str, **values: object) -> Markup:
    """A sentence of a template, translated; what stands in its places is escaped unless it is HTML already."""
    return _filled(say(template), values)


def counted(one: str, many: str, n: int, **values: object) -> Markup:
    """A sentence of a template whose form a number decides."""
    return _filled(count(one, many, n), {"n": n, **values})


def _filled(sentence: Sentence, values: Mapping[str, object]) -> Markup:
    return escape(sentence.text).format(**{name: shown(value) for name, value in values.items()})


def source_line(fault: FaultView) -> tuple[str, str, str]:
    """The line of a fault in three pieces: before, at, and behind the place; of a long line what is near it."""
    start, end = fault.column - 1, fault.column - 1 + fault.length
    line = harmless(fault.line)
    before, at, behind = line[:start], line[start:end], line[end:]
    if len(before) > LONGEST_PIECE:
        before = ELLIPSIS + before[-LONGEST_PIECE:]
    if len(at) > LONGEST_PIECE:
        at = at[:LONGEST_PIECE] + ELLIPSIS
    if len(behind) > LONGEST_PIECE:
        behind = behind[:LONGEST_PIECE] + ELLIPSIS
    return before, at, behind


def opening_numbers(finding: FindingView) -> list[int]:
    """The openings that decide a finding, each once, in card order."""
    return list(dict.fromkeys(p.opening for p in finding.decisive if p.opening is not None))


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink"])


def page_sections(page: Page) -> list[tuple[str, Markup]]:
    """The sections of a rule's page as HTML, in the language spoken, its examples left out."""
    return [(name, _rendered(text)) for name, text in page.spoken_sections.items() if name not in LEFT_OUT_OF_A_PAGE]


@cache
def _rendered(text: str) -> Markup:
    # Our own page, rendered with raw HTML off.
    rendered: Any = _markdown().render(text)
    return Markup(rendered)
