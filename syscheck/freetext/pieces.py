"""Free text cut into pieces: amounts, suits, shapes, words with their kind, signs."""

import re
from collections import Counter
from dataclasses import dataclass

from syscheck.card.words import catalogue, name_beginnings, normal
from syscheck.freetext.words import LANGUAGES, LONGEST_PHRASE, Reading, folded, readings, vocabulary

MOST_POINTS = 37
MOST_CARDS = 13
_SURE_CARDS = 7
"""So small a number before a capital is one of cards."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number or a range; None for an open end. `maybe_least`, `maybe_most`: ends that are not certain.

    `form`: range, plus, minus, bare, compared, or pair (`55`, `5-4`, `5+4+`: two lengths), or fraction (`8.5`).
    """

    least: int | None
    most: int | None
    form: str
    maybe_least: int | None = None
    maybe_most: int | None = None


@dataclass(slots=True)
class Piece:
    """A piece of the text: its kind, what it stands for, where it is; `glued`: no blank before it."""

    kind: str
    value: object
    start: int
    end: int
    glued: bool
    text: str


_D = r"[ ]?(?:-{1,3}|÷|\.\.\.?|~)[ ]?"
_ABOUT = r"(?:ca\.?|cca\.?|circa|about)[ ]?"
_N = r"\d{1,2}(?![\d.]\d)"
_SUIT = r"(?:!(?:[CDHScdhs](?:'?s)?|[Mm])(?![^\W\d_])|[♣♦♥♠](?:'?s(?![^\W\d_]))?)"
_ORDINAL = r"(?:st|nd|rd|th|:[ae]|[ae]|\.|-?(?:szej|giej|ciej|tej|sza|ga|cia|ta))"
_SEATED = r"(?:seat|seats|pos|position|hand|hands|sede|m[íi]st[ěe]|miest[eo]|r[ęe]ce|ruce|ruky|r[ęe]ka|pl)"
_JOIN = r"[ ]?(?:-|/|&|,|and|och|or|a|i)[ ]?"
_CELLS = (
    r"|(?P<cells>(?<![\w.+])(?=[xX()]*\d)(?:[\dxX]{4}|\([\dxX]{2}\)(?:[\dxX]{2}|\([\dxX]{2}\))|[\dxX]"
    r"(?:[\dxX]\([\dxX]{2}\)"
    r"|\([\dxX]{2}\)[\dxX]|\([\dxX]{3}\))|\([\dxX]{3}\)[\dxX]|\([\dxX]{4}\))(?![\d+=÷(]|[ ]?-[ ]?\d|\.\d|[^\W\d_]))"
)
# How far a call is forcing, with the number: F1, F1R, 1RF, F(1), forcing 1 round, F2NT, forcing to 3D.
_ROUND = (
    r"(?P<round>(?<![\w!])(?:(?:(?:forcing|krav|f)[ -]?(?:for[ ])?|forcing na[ ]|forsing na[ ])(?:1|\(1\))"
    r"[ ]?-?(?:r|rd|rnd|round|rond|kolo|okr[ąa][żz]enie)?|rf[ ]?1|1[ ]?-?rf"
    r"|1[ ]?(?:-[ ]?)?(?:round|rnd|rond)[ ]?(?:forcing|force|krav)?)"
    r"(?![\w+(=!♣♦♥♠]|[ ]?[-÷/][ ]?\d|[ ]?[!♣♦♥♠]|[ ](?:[cdhs]\b|card|or[ ]\d)))"
    r"|(?P<forced>(?<![\w!])(?:(?:forcing|krav|forsing|f)[ ]?-?(?:(?:to|till|do|upto)[ ])?)[1-5](?:nt?\b|sa\b|ba\b"
    r"|(?:[cdhs]|m)(?![\w+])|[!♣♦♥♠][cdhsm]?(?![\w+-])|(?=\s*(?:$|[,;.)\n]|\d)))(?![\w+(=]|[ ]?[-÷/][ ]?\d))"
)
# `(5)6 cards` is no fifth item of a list.
_NOT_SO_LONG = r"(?!\((?:1\)2|2\)3|3\)4|[4-9]\)\d)(?!\d))"
_SIGNS = (
    r"(?P<line>\n|\|)"
    rf"|{_ROUND}"
    rf"|(?P<seat>(?<![\w+(-])(?:(?:i|in|na|ve|v|w|we|ze)[ ])?[1-4]{_ORDINAL}?"
    rf"(?:{_JOIN}[1-4]{_ORDINAL}?)?[ ]?-?[ ]?(?:{_SEATED}\b\.?|(?:n?V|NV|non-?vul|vul)\b(?=[ ]?:))"
    rf"|(?<![\w+(-])(?:(?:i|in|na|ve|w)[ ])?[1-4](?:st|nd|rd|th)(?:{_JOIN}[1-4](?:st|nd|rd|th))?\b(?![ ]+"
    rf"(?:round|best|suit|level|highest))"
    rf"|\bna[ ][1-4]{_ORDINAL}(?:{_JOIN}[1-4]{_ORDINAL})?(?![\w])"
    r"|\bALL[ ]?(?=:))"
    rf"|(?P<bullet>{_NOT_SO_LONG}"
    r"(?<![^\s;,:])\((?:[a-h]|[1-9]|ii|iii|iv|i|v)\)(?=\s|\d|[!♣♦♥♠]|[a-zA-Z])(?!\d{1,2}(?:[+-]"
    r"|[ ]*[-÷]|!|[CDHSMm♣♦♥♠]))|(?<![^\s;,:(])[a-hA-H1-9]\)(?=[\s\d!♣♦♥♠a-zA-Z])"
    r"|(?<![^\s;,:])\*(?=[ ]?[\w!♣♦♥♠(<])|•|(?:(?<=\n)|^)[ ]*[-–](?=[ ]*[\w!(])|(?:(?<=\n)"
    r"|^)[ ]*[1-9]\.(?=[ ]))"
    r"|(?P<placed>\d{1,2}(?:[ ]?=[ ]?\d{1,2}){3}(?!\d))"
    r"|(?P<dashed>(?<![\d-])\d{1,2}-\d{1,2}-\d{1,2}-\d{1,2}(?![\d-])|(?<![\d.])\d\.\d\.\d\.\d(?![\d.]))"
    "@CELLS@"
    r"|(?P<rest>(?<=[a-zA-Z♣♦♥♠\d])\(\d{3}\)|(?<=[a-zA-Z♣♦♥♠])\d{3}(?!\d))"
    r"|(?P<suiter>(?<!\w)(?:[123]|one|single|two|three)[ -]?suit(?:ers?|ed)(?!\w))"
    r"|(?P<tops>(?<!\w)(?P<tn>[1-5]|one|two|three)[ ](?:of|out of|z|av)[ ](?:the[ ])?(?:top|topp|nejvyšších"
    r"|najvyšších)[ ]?(?P<tof>[3-5]|three|four|five)(?:[ ]hono(?:u)?rs?)?(?!\w)"
    r"|(?<!\w)(?P<th>[23])[ ]TOP-?[ ]?hono(?:u)?rs?(?!\w))"
    r"|(?P<rule>(?<!\w)(?:rule|regel|regeln|pravidlo|regu[łl]a)(?:[ ](?:of|z|av))?[ ](?P<rn>\d{2})(?!\d)\+?)"
    rf"|(?P<about>(?:\(\d{{1,2}}\))?\d{{1,2}}{_D}{_ABOUT}\d{{1,2}}(?!\d))"
    rf"|(?P<soft>\(\d{{1,2}}[+-]?\)[ ]?\d{{1,2}}(?:[+-]?{_D}\d{{1,2}}[+-]?)?(?:[ ]?\(\d{{1,2}}[+-]?\))?\+?"
    rf"|\d{{1,2}}\(\d{{1,2}}[+-]?\){_D}\d{{1,2}}(?:[ ]?\(\d{{1,2}}[+-]?\))?"
    rf"|\d{{1,2}}[+-]?{_D}\d{{1,2}}[+-]?[ ]?\(\d{{1,2}}[+-]?\)|\d{{1,2}}[+-]?{_D}\(\d{{1,2}}[+-]?\)"
    rf"|(?<![\w.])\d[ ]?\(\d\)\+?)(?![ ]?-[ ]?\d)(?!\d)"
    r"|(?P<fraction>\d{1,2}(?:[.,]\d)?[ ]?-{1,2}[ ]?\d{1,2}[.,][05](?!\d)|(?<![\d.])\d{1,2}[.,][05](?![\d.])"
    r"(?:[ ]?-{1,2}[ ]?\d{1,2}|[+-])?)"
    rf"|(?P<range>(?<!\d)(?<!\d\.){_N}(?:\+(?={_D}\d)|-(?=-|[ ]?-))?{_D}\d{{1,2}}(?!\d)[+-]?(?!\w-))"
    r"|(?P<points>(?<![\d/+-])[12]\d/[123]\d(?![\d/+-]))"
    r"|(?P<slashed>(?<![\d/])\d\+?/\d\+?(?![\d/]))"
    r"|(?P<number>\d+(?:\+|-(?![\w(]|[ ]?\d))?)"
    rf"|(?P<suit>{_SUIT})"
    r"|(?P<mark>!(?=[A-Za-z]))"
    r"|(?P<compare>>=|<=|[<>=≥≤])"
    r"|(?P<holding>(?<![\w!])[AKQJTH]{2,5}x+(?!\w)|(?<![\w!])(?:[AKQJT]{2,5}|[AKQJT]x{2,12})(?!\w))"
    r"|(?P<word>w/o(?!\w)|w/|p/c(?!\w)|n/v(?!\w)|[^\W\d_](?:\.[^\W\d_])+(?!\w)|[^\W\d_]:[ae](?!\w)|[^\W\d_]+"
    r"(?:'[^\W\d_]+)*)"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])"
    r"|(?P<abbreviated>\.(?=[ ]+[a-zà-ž]))|(?P<comma>[,;:.?]+)|(?P<slash>/)|(?P<plus>\+)|(?P<amp>&)"
    r"|(?P<hash>\#)|(?P<dash>-+)|(?P<approx>~)|(?P<times>\*)"
    r'|(?P<skip>["!\'°_=])'
    r"|(?P<blank>[ ]+)"
    r"|(?P<strange>.)"
)
_PATTERN = re.compile(_SIGNS.replace("@CELLS@", _CELLS), re.IGNORECASE)
_NO_CELLS = re.compile(_SIGNS.replace("@CELLS@", ""), re.IGNORECASE)
# These must keep their case: letters of suits and holdings.
_HOLDING = re.compile(r"[AKQJTH]+x*")
_LETTERS = re.compile(
    r"(?P<cards>c|C|cd|crd|card|cards|ko|k|-)?(?P<suit>MM|mm|oM|om|M|m|MA|Ma|MI|mi|[CDHScdhs]|HS|SH|CD|DC|[Xx]|any)"
)
_AFTER_NUMBER = {
    "cd": ("CARDS", ""), "cds": ("CARDS", ""), "p": ("POINTS", ""), "P": ("POINTS", ""), "k": ("CARDS", ""),
    "L": ("LOSERS", ""), "l": ("LOSERS", ""), "b": ("POINTS", ""), "e": ("CARDS", ""), "x": ("SUIT", ("X",)),
}  # fmt: skip
_PAIRS = {"MM": ("H", "S"), "mm": ("C", "D"), "HS": ("H", "S"), "SH": ("H", "S"), "CD": ("C", "D"), "DC": ("C", "D")}
_SYMBOLS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "single": 1}


def pieces_of(text: str) -> tuple[list[Piece], str]:
    """The pieces of a plain text, and the language that it is written in."""
    found = list(_raw(text))
    language = _language(found)
    settled = [_settled(p, language) for p in found if p.kind != "SKIP"]
    return [
        p for before, p in zip([None, *settled], settled, strict=False) if not _after_abbreviation(before, p)
    ], language


_ABBREVIATED = ("AND", "BOUND", "AROUND", "MAY", "USUALLY", "NO", "NOT", "IF", "OR", "IN", "OTHER", "INCLUDING")


def _after_abbreviation(before: Piece | None, piece: Piece) -> bool:
    """Whether a full stop only ends a word that cannot end a sentence: `incl. 4+C`, `min. 5`, `ca. 12`."""
    if before is None or piece.kind != "COMMA" or piece.text != "." or not piece.glued:
        return False
    return before.kind in _ABBREVIATED


def _raw(text: str) -> list[Piece]:
    """Pieces in order; words have all their readings as value, and kind `WORDS`."""
    found: list[Piece] = []
    glued, depth = False, 0
    position = 0
    while position < len(text):
        match = _PATTERN.match(text, position)
        assert match is not None
        kind = match.lastgroup or ""
        start, end = match.span()
        if kind == "abbreviated":
            if text[end:].lstrip()[:1].islower():
                glued, position = False, end
                continue
            kind = "comma"
        if kind == "blank":
            glued, position = False, end
            continue
        if kind == "cells" and not _sound_cells(match[0]):
            match = _NO_CELLS.match(text, position)
            assert match is not None
            kind, end = match.lastgroup or "", match.end()
        if kind == "bullet" and depth > 0:
            match = _INSIDE.match(text, position)
            assert match is not None
            kind, end = match.lastgroup or "", match.end()
        if kind == "holding" and (_HOLDING.fullmatch(match[0]) is None or readings(folded(match[0]))):
            match = _WORD.match(text, position)
            assert match is not None
            kind, end = "word", match.end()
        piece = Piece(kind, None, start, end, glued, match[0])
        if kind == "word":
            end = _word(text, piece, found)
        else:
            _valued(piece, match, found)
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth = max(depth - 1, 0)
        if piece.kind:
            found.append(piece)
        position, glued = end, True
    return found


def _sound_cells(text: str) -> bool:
    """Whether the cards of `54(31)`, `4432`, `54xx` can make thirteen."""
    cells = [int(c) for c in text if c.isdigit()]
    return sum(cells) == MOST_CARDS or ("x" in text.lower() and sum(cells) <= MOST_CARDS)


_INSIDE = re.compile(r"(?P<number>\d+[+]?)|(?P<word>[^\W\d_]+)|(?P<open>[(])|(?P<skip>.)")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def _valued(piece: Piece, match: re.Match[str], found: list[Piece]) -> None:
    """Give a piece that is no word its kind and value."""
    text = match[0]
    match piece.kind:
        case "number":
            piece.kind, piece.value = "AMOUNT", _number(text)
        case "range":
            piece.kind, piece.value = "AMOUNT", _range(text)
        case "soft":
            piece.kind, piece.value = "AMOUNT", _soft(text)
        case "about":
            piece.kind, piece.value = "AMOUNT", _about(text)
        case "points":
            low, high = map(int, text.split("/"))  # 11/20 hcp
            sound = low < high <= MOST_POINTS
            piece.kind, piece.value = "AMOUNT", Amount(low, high, "range") if sound else Amount(None, None, "fraction")
        case "slashed":
            first, second = (int(n) for n in re.findall(r"\d", text))
            piece.kind, piece.value = "AMOUNT", Amount(first, second, "slashed")
        case "fraction":
            piece.kind, piece.value = "AMOUNT", Amount(None, None, "fraction")
        case "placed":
            piece.kind, piece.value = "PLACED", tuple(int(n) for n in re.findall(r"\d+", text))
        case "dashed":
            piece.kind, piece.value = "DASHED", tuple(int(n) for n in re.findall(r"\d+", text))
        case "cells":
            piece.kind, piece.value = "CELLS", text
        case "rest":
            piece.kind, piece.value = "REST", tuple(int(n) for n in re.findall(r"\d", text))
        case "round":
            piece.kind, piece.value = "ATTRIBUTE", "F1"
        case "forced":
            piece.kind, piece.value = "ATTRIBUTE", "F"
        case "suit":
            letter = text[1] if text[0] == "!" else text[0]
            piece.kind, piece.value = "SUIT", (_SYMBOLS.get(letter, letter if letter in "Mm" else letter.upper()),)
        case "suiter":
            letter = text[:2].lower()
            number = {"on": 1, "si": 1, "tw": 2, "th": 3}.get(letter) or int(letter[0])
            piece.kind, piece.value = "SUITER", number
        case "tops":
            count, of = match["tn"] or match["th"], match["tof"] or "3"
            piece.kind = "TOPS"
            piece.value = (_NUMBERS.get(count.lower()) or int(count), _NUMBERS.get(of.lower()) or int(of))
        case "rule":
            piece.kind, piece.value = "RULE", int(match["rn"])
        case "bullet" | "line" | "seat" | "open" | "close" | "slash" | "plus" | "hash" | "dash" | "compare" | "comma":
            piece.kind, piece.value = piece.kind.upper(), text.strip()
        case "holding":
            piece.kind, piece.value = "HOLDING", text
        case "amp":
            piece.kind, piece.value = "AND", ""
        case "approx":
            piece.kind, piece.value = "AROUND", ""
        case "times":
            piece.kind, piece.value = "COMMA", ";"
        case "strange":
            piece.kind, piece.value = "UNREAD", text
        case _:
            piece.kind = "SKIP" if text in "\"'" else ""


def _word(text: str, piece: Piece, found: list[Piece]) -> int:
    """Make a word, or the longest phrase or name that begins here, a piece; where it ends."""
    before = found[-1] if found else None
    if (
        piece.glued
        and before is not None
        and before.kind in ("AMOUNT", "CELLS", "REST", "CARDS")
        and before.end == piece.start
        and (made := _after_number(piece)) is not None
    ):
        return made
    if piece.glued and before is not None and before.kind == "DASH" and before.glued and piece.text in ("L", "l"):
        piece.kind, piece.value = "LOSERS", ""
        found.pop()
        return piece.end
    if piece.text in ("M", "m") or _is_compared(text, piece, before) or _is_counted(text, piece, before):
        piece.kind, piece.value = "SUIT", (piece.text if piece.text in ("M", "m") else piece.text.upper(),)
        return piece.end
    named = Piece("", None, piece.start, piece.end, piece.glued, piece.text)
    name_end = _name(text, named)
    end, key, count = piece.end, folded(piece.text), 1
    best = readings(key)
    best_end = end
    known = vocabulary()
    while key in known.beginnings and count < LONGEST_PHRASE:
        following = _NEXT_WORD.match(text, end)
        if following is None:
            break
        key, end, count = f"{key} {folded(following[1])}", following.end(), count + 1
        longer = readings(key)
        if longer:
            best, best_end = longer, end
    if name_end is not None and name_end >= best_end:
        piece.kind, piece.value, piece.end, piece.text = named.kind, named.value, named.end, named.text
        return name_end
    piece.kind, piece.value, piece.end, piece.text = "WORDS", best, best_end, text[piece.start : best_end]
    return best_end


def _is_compared(text: str, piece: Piece, before: Piece | None) -> bool:
    """Whether a letter is a suit beside a sign that compares: `d>=c`."""
    if piece.text not in tuple("cdhsCDHS"):
        return False
    behind = text[piece.end :].lstrip(" ")[:1]
    return behind in tuple("<>≥≤") or (before is not None and before.kind == "COMPARE" and before.text != "=")


def _is_counted(text: str, piece: Piece, before: Piece | None) -> bool:
    """Whether a letter is a suit behind a number of cards: `5+ H`; `12+ H` are points as the French count."""
    if piece.text not in tuple("CDHScdhs") or before is None or before.kind != "AMOUNT":
        return False
    if piece.text.islower() and _GOES_ON.match(text, piece.end):
        return False
    if piece.text == "c" and _SMALL_SUIT.search(text) is None:
        return False
    amount = before.value
    assert isinstance(amount, Amount)
    ends = [n for n in (amount.least, amount.most) if n is not None]
    return amount.form in ("bare", "plus", "minus", "range") and max(ends, default=MOST_CARDS) <= _SURE_CARDS


# A small letter is a word where one follows that joins nothing: 5 s 4 trefy, 5 c suit. A `c` alone counts cards.
_JOINS = r"(?:and|or|och|eller|samt|a|i|alebo|nebo|lub|oraz|with|w|in|if|unbal|bal)"
_GOES_ON = re.compile(rf"[ ]+(?!{_JOINS}\b)[^\W_]|[^\W_]")
_SMALL_SUIT = re.compile(r"\d[+-]?[ ]?[dhs](?![^\W_])")
_NEXT_WORD = re.compile(r"[ ]{0,2}-?[ ]?([^\W\d_]+(?:[.'][^\W\d_]+)*)")


def _name(text: str, piece: Piece) -> int | None:
    """The end of the longest name of a convention that begins here; the piece is it then."""
    beginnings, names = name_beginnings(), catalogue("conventions")
    end, found = piece.start, None
    for following in _NAME_WORD.finditer(text, piece.start):
        if following.start() > end + 1 and end > piece.start:
            break
        name = normal(text[piece.start : following.end()])
        if name not in beginnings:
            break
        end = following.end()
        if name in names:
            found = end, names[name].name
    if found is None or readings(folded(text[piece.start : found[0]])):
        return None
    piece.kind, piece.value, piece.end = "CONVENTION", found[1], found[0]
    piece.text = text[piece.start : piece.end]
    return found[0]


_NAME_WORD = re.compile(r"[\w']+")


def _after_number(piece: Piece) -> int | None:
    """A word right behind a number: `5cM`, `12p`, `6ko`, `4any`; None where it is a word as any other."""
    text = piece.text
    if (special := _AFTER_NUMBER.get(text)) is not None:
        piece.kind, piece.value = special
        return piece.end
    if folded(text) in ("any",):
        piece.kind, piece.value = "SUIT", ("X",)
        return piece.end
    match = _LETTERS.fullmatch(text)
    if match is None:
        return None  # a word as any other
    suit = match["suit"]
    if len(text) > 1 and readings(folded(text)) and suit.lower() not in ("ma", "mi", "m", "mm", "om"):
        return None
    if suit in _PAIRS:
        piece.kind, piece.value = "BOTH", _PAIRS[suit]
    else:
        letter = {"MA": "M", "Ma": "M", "MI": "m", "mi": "m", "x": "X"}.get(suit, suit)
        piece.kind, piece.value = "SUIT", (letter if letter in ("M", "m", "oM", "om") else letter.upper(),)
    return piece.end


def _number(text: str) -> Amount:
    digits = text.rstrip("+-")
    number = int(digits) if len(digits) < 4 else 999
    if text.endswith("+"):
        return Amount(number, None, "plus")
    if text.endswith("-"):
        return Amount(None, number, "minus")
    if len(digits) == 2 and number > MOST_POINTS and all(c in "45678" for c in digits):
        return Amount(number // 10, number % 10, "pair")
    return Amount(number, number, "bare")


def _range(text: str) -> Amount:
    """`11-15`; `10+-15` is a good ten, `17-` a bad seventeen."""
    match = re.fullmatch(r"(\d{1,2})([+-]?)[ ]?(?:-{1,3}|÷|\.\.\.?|~)[ ]?(\d{1,2})([+-]?)", text)
    assert match is not None, text
    low, high = int(match[1]), int(match[3])
    good, end = match[2], match[4]
    if 4 <= high <= low and low + high <= 13:
        return Amount(low, high, "pair")
    if end == "+" and (high < low or high < 8):
        return Amount(low, high, "pair")
    least, maybe_least = (low + 1, low) if good == "+" and low < high else (low, None)
    most, maybe_most = high, None
    if end == "-" and low < high:
        most, maybe_most = high - 1, high
    elif end == "+":
        maybe_most = high + 1
    return Amount(least, most, "range", maybe_least, maybe_most)


def _about(text: str) -> Amount:
    """`12-ca 19`: certainly to 18, possibly 19."""
    *maybe, low, high = map(int, re.findall(r"\d+", text))
    if low >= high:
        return Amount(None, None, "fraction")
    return Amount(low, high - 1, "range", maybe[0] if maybe and maybe[0] < low else None, high)


def _soft(text: str) -> Amount:
    """`(14)15-17`, `17(18)-19(20)`, `21(20)-22(23)`, `15-(18)`, `3(4)+`, `(4)5+`."""
    plus = text.endswith("+") and not text.endswith(("-+",))
    tokens = re.findall(r"\((\d{1,2})[+-]?\)|(\d{1,2})", text)
    dashed = re.search(r"[-÷~]|\.\.", re.sub(r"\(\d{1,2}[+-]?\)|\d\+(?=[ ]?\()", "0", text)) is not None
    numbers = [(int(a or b), bool(a)) for a, b in tokens]
    if not dashed:
        sure = [n for n, maybe in numbers if not maybe]
        doubt = [n for n, maybe in numbers if maybe]
        low, high = min(sure + doubt), max(sure + doubt)
        if plus:
            return Amount(max(sure[0], high) if len(sure + doubt) == 2 else high, None, "plus", low)
        first = sure[0]
        maybe_low = low if low < first else None
        maybe_high = high if high > first else None
        return Amount(first, first, "bare", maybe_low, maybe_high)
    cut = _dash_at(text)
    left = [(int(a or b), bool(a)) for a, b in re.findall(r"\((\d{1,2})[+-]?\)|(\d{1,2})", text[:cut])]
    right = [(int(a or b), bool(a)) for a, b in re.findall(r"\((\d{1,2})[+-]?\)|(\d{1,2})", text[cut:])]
    if not left or not right:
        return Amount(None, None, "fraction")
    least, maybe_least = max(n for n, _ in left), min(n for n, _ in left)
    most, maybe_most = min(n for n, _ in right), max(n for n, _ in right)
    if len(right) == 1 and right[0][1]:  # 15-(18)
        most = most - 1 if most - 1 >= least else most
    return Amount(
        least, most, "range", maybe_least if maybe_least < least else None, maybe_most if maybe_most > most else None
    )


def _dash_at(text: str) -> int:
    """Where the dash between the two ends of a range stands, outside of parentheses."""
    depth = 0
    places = []
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and (c in "-÷~" or text.startswith("..", i)):
            places.append(i)
    return places[-1] if places else len(text) // 2


def _language(found: list[Piece]) -> str:
    """The language most of whose words stand here alone."""
    counts: Counter[str] = Counter()
    for piece in found:
        if piece.kind == "WORDS":
            assert isinstance(piece.value, tuple)
            languages = {r.language for r in piece.value}
            for language in languages:
                counts[language] += 6 // len(languages)
    if not counts:
        return "en"
    most = max(counts.values())
    return next(x for x in LANGUAGES if counts[x] == most)


def _settled(piece: Piece, language: str) -> Piece:
    """A word with the one reading that fits the language of the text."""
    if piece.kind != "WORDS":
        return piece
    assert isinstance(piece.value, tuple)
    options: tuple[Reading, ...] = piece.value
    if not options:
        piece.kind, piece.value = "UNREAD", piece.text
        return piece
    chosen = next((r for r in options if r.language == language), options[0])
    piece.kind, piece.value = chosen.kind, _value(chosen)
    if chosen.kind in ("SUITWORD", "NUMBER"):
        piece.kind = "SUIT" if chosen.kind == "SUITWORD" else "AMOUNT"
    return piece


def _value(reading: Reading) -> object:
    match reading.kind:
        case "SUITWORD":
            return (reading.value,)
        case "BOTH":
            return tuple(reading.value)
        case "NUMBER":
            number = int(reading.value)
            return Amount(number, number, "bare")
        case "LIST":
            return int(reading.value)
    return reading.value
