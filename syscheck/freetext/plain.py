"""Free text as plain characters: entities, tags, codes of suits and look-alikes replaced, places kept."""

import html
import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass

from syscheck.card.model import Span

_LOOKALIKES = str.maketrans(
    {
        **dict.fromkeys(
            "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u202f\u200b\ufeff\t\f\v", " "
        ),
        **dict.fromkeys("\ufe0e\ufe0f\u00ad", " "),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\uff0d", "-"),
        **dict.fromkeys("„“”«»‟″", '"'),
        **dict.fromkeys("‘’‚‛`´′", "'"),
        **dict(zip("♧♢♡♤❤", "♣♦♥♠♥", strict=True)),
        **dict.fromkeys("•·◦▪●‣∙○■", "•"),
        **dict.fromkeys("⩾≧", "≥"),
        **dict.fromkeys("⩽≦", "≤"),
        **dict.fromkeys("（［", "("),
        **dict.fromkeys("）］", ")"),
        "×": "x",
        "∞": "+",
        "，": ",",
        "；": ";",
        "：": ":",
        "＋": "+",
        "\r": " ",
        "∙": "•",
    }
)
_SYMBOL = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_CHANGES = re.compile(
    r"(?P<break>\\\\|<br[ ]*/?>|\r\n|\r|\\n(?![a-z]))"
    r"|(?P<entity>&(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8}\d?);)"
    r"|(?P<symbol><(?P<a>[cdhsCDHS])>|\\(?P<b>[cdhsCDHS])(?![a-zA-Z])|@(?P<c>[cdhsCDHS])(?![a-zA-Z]))"
    r"|(?P<tag></?[a-zA-Z][^<>]{0,80}>)"
    r"|(?P<accent>[^\W\d_][\u0300-\u036f]+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Plain:
    """Plain text, and where each of its characters stood in the original.

    `places` has pairs: from this offset of the plain text on, characters come from that offset of the original.
    """

    text: str
    places: tuple[tuple[int, int], ...]

    def original(self, start: int, end: int) -> Span:
        """The span of the original that these offsets of the plain text come from."""
        return self._place(start), max(self._place(end), self._place(start))

    def _place(self, offset: int) -> int:
        at, there = self.places[bisect_right(self.places, (offset, 1 << 60)) - 1]
        return there + offset - at


def plain_text(text: str) -> Plain:
    """The text without entities, tags and codes: `&hearts;`, `<h>` and `\\h` are ♥, `\\\\` and `<br>` a new line."""
    if _CHANGES.search(text) is None:
        return Plain(text.translate(_LOOKALIKES), ((0, 0),))
    pieces: list[str] = []
    places = [(0, 0)]
    length = end = 0
    for match in _CHANGES.finditer(text):
        before = text[end : match.start()]
        new = _replacement(match)
        pieces += [before, new]
        length += len(before)
        places.append((length, match.start()))
        length += len(new)
        end = match.end()
        places.append((length, end))
    pieces.append(text[end:])
    return Plain("".join(pieces).translate(_LOOKALIKES), tuple(places))


def _replacement(match: re.Match[str]) -> str:
    match match.lastgroup:
        case "break":
            return "\n"
        case "entity":
            return html.unescape(match[0])
        case "tag":
            return " "
        case "accent":
            return unicodedata.normalize("NFC", match[0])
    return _SYMBOL[(match["a"] or match["b"] or match["c"]).lower()]
