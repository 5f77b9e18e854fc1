"""Lines of a card: which continue an entry, and what a faulty card falls into."""

import re
from collections import deque
from collections.abc import Iterator

from lark import Token
from lark.lark import PostLex

from syscheck.card.tables import MEANING_TERMINALS
from syscheck.card.words import (
    catalogue,
    letter_words,
    name_beginnings,
    normal,
    phrase_beginnings,
    vocabulary,
    word_key,
)
from syscheck.values import dataclass

DEEPEST = 50
MOST_CARDS = 13

# The kinds of the rest of a card, which the lexer also tries where nothing of a meaning fits.
OUTSIDE_MEANINGS = (
    *("HEADER", "CALLS", "DEFINED", "PHRASE", "WHERE", "_COLON", "_EQUALS", "_NL"),
    *("DEFINE_SECTION", "CALLS_SECTION", "PHRASES_SECTION"),
)

_COMMENT = re.compile(r'("[^"\n]*")|(?:(?<=[ \t][ \t])|(?<=\t)|^[ \t]*)#.*')


_HEADER = re.compile(r"[^\W\d][\w-]*[ \t]*:")


class TooDeep(Exception):
    """A meaning nested more than 50 deep; carries the token that goes one too deep."""

    def __init__(self, token: Token):
        self.token = token
        super().__init__(str(token))


class CardLines(PostLex):
    """Between lexer and parser: drops the newline before a line that continues its entry.

    A line continues an entry when it is indented deeper than the entry's first line. Also joins the words
    of a name to one token, and counts how deep a meaning is nested, so that no later step meets
    a tree too deep for it.
    """

    always_accept = MEANING_TERMINALS

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Pass tokens on, without newlines inside entries."""
        indent = 0
        in_entry = False
        depth = _Depth()
        for token in joined_names(lettered_lengths(stream)):
            kind = token.type
            if kind == "_NL":
                newline = max(token.rfind("\n"), token.rfind("\r"))
                here = len(token) - newline - 1
                if in_entry and here > indent and "#" not in token[newline:]:
                    continue
                indent, depth, in_entry = here, _Depth(), False
            elif kind != "HEADER" and not kind.endswith("_SECTION"):
                in_entry = True
                depth.count(token)
            yield token


class _Depth:
    """How deep a meaning is nested: in parentheses, and in words that bind what stands beside them."""

    def __init__(self) -> None:
        self.outer: list[int] = []
        self.here = self.before = self.chain = 0

    def count(self, token: Token) -> None:
        """Take one more token. Errors: `TooDeep`."""
        match token.type.removeprefix("meaning__"):
            case "_LPAR":
                self.outer.append(self.here)
                self.here += 1 + self.before + self.chain
                self.before = self.chain = 0
            case "_RPAR":
                self.here = self.outer.pop() if self.outer else 0
                self.before = self.chain = 0
            case "NOT" | "NO" | "USUALLY" | "MAY":
                self.before += 1
            case "HAVE":
                pass
            case "EXCEPT" | "IF":
                self.before = 0
                self.chain += 1
            case "_COMMA" | "BAR":
                self.before = self.chain = 0
            case _:
                self.before = 0
        if self.here + self.before + self.chain > DEEPEST:
            raise TooDeep(token)


def joined_names(stream: Iterator[Token]) -> Iterator[Token]:
    """The tokens, those that together write a name of the catalogue (`inverted minors`) or a phrase of the
    vocabulary (`krav till utgång`) joined to one.

    The longest name counts. Reading ahead stops at the end of the line, where the lexer may need the parser.
    """
    ahead: deque[Token] = deque()
    while (token := ahead.popleft() if ahead else next(stream, None)) is not None:
        parts, whole = [token], 0
        while parts[-1].type not in OUTSIDE_MEANINGS:
            text = _source(parts)
            if (name := normal(text)) not in name_beginnings() and text.casefold() not in phrase_beginnings():
                break
            if name in catalogue("conventions") or (len(parts) > 1 and text.casefold() in vocabulary()):
                whole = len(parts)
            following = ahead.popleft() if ahead else next(stream, None)
            if following is None:
                break
            parts.append(following)
        ahead.extendleft(reversed(parts[max(whole, 1) :]))
        yield _joined(parts[:whole]) if whole else token


def lettered_lengths(stream: Iterator[Token]) -> Iterator[Token]:
    """The tokens, a number and a letter that is a suit or points in some language (`5+K`) joined to one."""
    amount: Token | None = None
    for token in stream:
        if amount is not None:
            if _is_lettered(amount, token):
                text = _source([amount, token])
                yield _spanning(amount, token, "LETTERED", text)
                amount = None
                continue
            yield amount
        amount = token if token.type in ("AMOUNT", "SOFT_AMOUNT") else None
        if amount is None:
            yield token
    if amount is not None:
        yield amount


def _is_lettered(amount: Token, letter: Token) -> bool:
    """Whether these write a length in such a letter: an honour only right behind a number of cards."""
    if letter.type not in ("WORD", "HOLDING") or word_key(letter) not in letter_words():
        return False
    few = all(len(n) < 3 and int(n) <= MOST_CARDS for n in re.findall(r"\d+", amount))
    return letter.type == "WORD" or (letter.start_pos == amount.end_pos and few)


def _source(parts: list[Token]) -> str:
    """Tokens as they stand in the text, one blank where there are blanks."""
    text, end = "", parts[0].start_pos
    for token in parts:
        text += ("" if token.start_pos == end else " ") + token
        end = token.end_pos
    return text


def _joined(parts: list[Token]) -> Token:
    text = _source(parts)
    entry = catalogue("conventions").get(normal(text))
    if entry is not None:
        return _spanning(parts[0], parts[-1], "CONVENTION", entry.name)
    return _spanning(parts[0], parts[-1], vocabulary()[text.casefold()].kind, text)


def _spanning(first: Token, last: Token, kind: str, text: str) -> Token:
    return Token(kind, text, first.start_pos, first.line, first.column, last.end_line, last.end_column, last.end_pos)


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """A line with the lines that continue it: its offsets in the text, and its indentation."""

    start: int
    end: int
    text: str


def without_comments(text: str) -> str:
    """The text with every comment blanked out, so that offsets stay."""
    return "\n".join(_COMMENT.sub(lambda m: m[1] or " " * len(m[0]), line) for line in text.split("\n"))


def logical_lines(text: str) -> Iterator[LogicalLine]:
    """The lines of a text as the parser would join them, comments and inner newlines blanked out."""
    clean = without_comments(text)
    start: int | None = None
    end = indent = offset = 0
    alone = in_sections = False
    for line in clean.split("\n"):
        bare = line.strip()
        if bare:
            here = len(line) - len(line.lstrip())
            if start is not None and (here <= indent or clean[start] == "[" or alone):
                yield LogicalLine(start, end, clean[start:end].replace("\n", " "))
                start = None
            if start is None:
                start, indent = offset + here, here
                in_sections = in_sections or bare[0] == "["
                alone = not in_sections and _HEADER.match(bare) is not None
            end = offset + here + len(bare)
        offset += len(line) + 1
    if start is not None:
        yield LogicalLine(start, end, clean[start:end].replace("\n", " "))
