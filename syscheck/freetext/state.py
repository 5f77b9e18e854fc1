"""What the readers of free text share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from syscheck.card import Call
from syscheck.card.model import Expression, Unclear
from syscheck.freetext.pieces import Piece
from syscheck.freetext.terms import Terms, clean


@dataclass(slots=True)
class Doubt:
    """Words of the text that could not be read, or that have no definition, and where they stand."""

    words: str
    start: int
    end: int


class Reader(ABC):
    """What readers of free text share: the call, the text, and what was found on the way.

    The readers of each kind of piece are methods `_read_<kind>`: they take the pieces, where their own stands, and
    the terms found before it, add to these, and give where the next term begins.
    """

    def __init__(self, text: str, call: Call | None):
        self.text = text
        self.call = call
        self.bid = None if call is None else (call.suit or call.letter)
        self.unread: list[Doubt] = []
        self.unclear: list[Doubt] = []
        self.orders: list[tuple[str, str]] = []
        self.last: tuple[str, ...] | None = None
        self.pointed = False
        self.group: Callable[[list[Piece], int], list[Terms]] | None = None
        self.depth = 0
        self.nested = 0

    loose = False
    """Whether the suit spoken of was named without a number."""

    elsewhere = False
    """Whether the call is artificial, so that its suit need not be held."""

    softened = False
    """Whether the words around already say that it is not certain."""

    many_lengths = False
    """Whether the text has several numbers before suits."""

    shaped = False
    """Whether the text has a word for a shape."""

    measured = False
    """Whether the text has points in numbers."""

    denied = False
    """Whether the words stand behind a denial: there a letter means every such suit."""

    exactly = False

    any_order = False
    """Whether digits stand among words that name a pattern, such as `balanced`."""

    @abstractmethod
    def choices(self, pieces: list[Piece]) -> Terms:
        """The terms of a clause, its choices put together."""

    @abstractmethod
    def term(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """Read the term that begins at a piece; where the next one begins."""

    @abstractmethod
    def one_of(self, choices: Sequence[Sequence[Expression]]) -> Expression:
        """One of the choices, each a list of terms."""

    @abstractmethod
    def _read_shape(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """A word for a shape."""

    @abstractmethod
    def about_auction(self, pieces: list[Piece], i: int, found: Terms) -> int:
        """Words about the auction: to the end of the clause they are a remark, or a question."""

    def doubt(self, found: Terms, pieces: Sequence[Piece]) -> None:
        """Keep words that are not read as `unclear`."""
        if not pieces:
            return
        words = self.source(pieces)
        self.unclear.append(Doubt(words, pieces[0].start, pieces[-1].end))
        found.all.append(Unclear(words))

    def doubt_of(self, words: str) -> None:
        """A doubt about how the terms are joined."""
        self.unclear.append(Doubt(words, 0, len(self.text)))

    def source(self, pieces: Sequence[Piece]) -> str:
        """The words of the text that pieces stand for."""
        return clean(self.text[pieces[0].start : pieces[-1].end])
