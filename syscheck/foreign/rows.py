"""What every format makes of a file: rows with calls and words, each with its place in the file.

Every line of a file is a row, or is reported as something that a card cannot hold, or is counted among the lines
that are no row of their own (`Sheet.silent`); a test adds them up.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from syscheck.card import Fault, Place, Sequence
from syscheck.foreign.source import Source
from syscheck.language import Sentence


@dataclass(frozen=True, slots=True)
class At:
    """A place in the original: line and column from 1, and the included file, if it is not the file itself."""

    line: int
    column: int = 1
    file: str | None = None
    included: int | None = None
    """The line of the file itself that includes that file."""

    @property
    def own_line(self) -> int:
        """The line of the file itself that has it, or includes the file that has it."""
        return self.line if self.included is None else self.included


@dataclass(frozen=True, slots=True)
class Row:
    """What a file says of one call, in its own words."""

    sequences: tuple[Sequence, ...]
    """The calls: an opening is a sequence of one; several for a row that speaks of several (`3CDHS`)."""
    words: str
    """The free text, with the format's own marks (`!h`, `\\\\`) as players write them."""
    original: str
    """What stands in the file, whole."""
    at: At
    places: frozenset[Place] | None = None
    """Seats of the opener and vulnerabilities; None: whatever other rows of the call leave open."""
    facts: tuple[str, ...] = ()
    """What fields of the format say, each a term of the card language: `5+H`, `15-17`, `ART`."""
    questions: tuple[Sentence, ...] = ()
    """What the format itself leaves open."""
    bound: tuple[str, ...] = ()
    """The words for each of the calls, where a variable in them stands for a suit of each (`2M` with `5M 4+m`)."""

    def words_of(self, sequence: Sequence) -> str:
        """The words for one of the calls."""
        return self.bound[self.sequences.index(sequence)] if self.bound else self.words


@dataclass(frozen=True, slots=True)
class Listed:
    """A phrase for [conventions], [leads] or [signals]."""

    section: str
    words: str
    original: str
    at: At


@dataclass(frozen=True, slots=True)
class Reported:
    """What a card cannot hold, and why."""

    original: str
    at: At
    why: Sentence


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file, row by row in its order."""

    rows: tuple[Row | Listed | Reported, ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers of the card that the file gives: `title`, `pair`."""
    silent: int = 0
    """Lines that are no row of their own: the format's header, blocks, comments, the rest of a longer row.
    Blank lines do not count."""
    remarks: tuple[Sentence, ...] = ()
    in_card_language: bool = False
    """Whether the file says that its words are the card language, as those that syscheck writes do."""
    last_counts: bool = False
    """Whether the format says that of two rows for one call the later one counts. Without that, the pair is asked."""
    faults: tuple[Fault, ...] = ()
    """Why the file cannot be read as a whole: an include out of its folder, broken JSON. Spans are offsets in it."""


@dataclass(frozen=True, slots=True)
class Format:
    """A foreign format."""

    name: str
    """As `--from` has it."""
    title: str
    """What its files are called; marked with `phrase`."""
    detects: Callable[[Source], bool]
    """Whether a file is of this format, by its content."""
    rows: Callable[[Source], Sheet]
    """The rows of a file. It never fails: what it cannot take apart, it reports."""
