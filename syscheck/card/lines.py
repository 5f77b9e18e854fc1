"""Lines of a card: which continue an entry, and what a faulty card falls into."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lark import Token
from lark.lark import PostLex

from syscheck.card.tables import MEANING_TERMINALS

DEEPEST = 50

_COMMENT = re.compile(r'("[^"\n]*")|(?:[ \t]{2,}|[ \t]*\t|^[ \t]*)#.*')


class TooDeep(Exception):
    """Parentheses nested more than 50 deep; carries the token that opens one too many."""

    def __init__(self, token: Token):
        self.token = token
        super().__init__(str(token))


class CardLines(PostLex):
    """Between lexer and parser: drops the newline before a line that continues its entry.

    A line continues an entry when it is indented deeper than the entry's first line. Also counts
    parentheses, so that no later step meets a tree too deep for it.
    """

    always_accept = MEANING_TERMINALS

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Pass tokens on, without newlines inside entries."""
        indent = 0
        depth = 0
        in_entry = False
        for token in stream:
            kind = token.type
            if kind == "_NL":
                newline = max(token.rfind("\n"), token.rfind("\r"))
                here = len(token) - newline - 1
                if in_entry and here > indent and "#" not in token[newline:]:
                    continue
                indent, depth, in_entry = here, 0, False
            elif kind == "_LPAR":
                depth += 1
                if depth > DEEPEST:
                    raise TooDeep(token)
            elif kind == "_RPAR":
                depth -= 1
            elif kind in ("CALLS", "DEFINED", "PHRASE"):
                in_entry = True
            yield token


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
    for line in clean.split("\n"):
        bare = line.strip()
        if bare:
            here = len(line) - len(line.lstrip())
            if start is not None and (here <= indent or clean[start] == "["):
                yield LogicalLine(start, end, clean[start:end].replace("\n", " "))
                start = None
            if start is None:
                start, indent = offset + here, here
            end = offset + here + len(bare)
        offset += len(line) + 1
    if start is not None:
        yield LogicalLine(start, end, clean[start:end].replace("\n", " "))
