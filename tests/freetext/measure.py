"""How well free text is read: figures over labelled descriptions.

    python tests/freetext/measure.py [LABELLED.tsv]

A row is labelled exact, soft or unreadable. Of an exact row the points and the four lengths must agree, of a soft row
the reading must leave something open, of an unreadable one it must not claim to know hands. A note that begins
`either:` accepts an exact reading with the label's ranges as well, one with `honours` says that named honours raise
the least points. Ranges agree as sets of hands do.
"""

import csv
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from syscheck.card import parse_call
from syscheck.freetext import FreeReading, read_free_text
from syscheck.hands import EVERY_HAND, SUITS, HandSet, all_of, hcp, length

LABELLED = Path(__file__).with_name("descriptions.tsv")
FREAK_LENGTH, FREAK_POINTS = 10, 28
"""Suits so long and hands so strong are as good as no limit."""
FREAKS = (99, FREAK_POINTS, *[99, FREAK_LENGTH] * 4)
BARS = {"exact agree": 0.90, "soft flagged": 0.90, "nothing unread": 0.85}
MOST_WRONG = 2

Range = tuple[int, int]


@dataclass(frozen=True)
class Row:
    """A labelled description."""

    id: str
    call: str
    text: str
    points: Range | None
    lengths: tuple[Range, ...]
    certainty: str
    language: str
    either: bool
    honours: bool


@dataclass(frozen=True)
class Judged:
    """A row, its reading, and what is wrong with it."""

    row: Row
    reading: FreeReading
    agrees: bool
    flagged: bool
    wrong: bool


def labelled(path: Path = LABELLED) -> list[Row]:
    """The rows of a file of labels."""
    with path.open(encoding="utf-8") as file:
        return [_row(r) for r in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def _row(row: dict[str, str]) -> Row:
    points = (int(row["hcp_lo"]), int(row["hcp_hi"])) if row["hcp_lo"] else None
    lengths = tuple((int(row[f"{s}_lo"] or 0), int(row[f"{s}_hi"] or 13)) for s in "cdhs")
    either, honours = row["note"].startswith("either:"), "honours" in row["note"]
    return Row(row["id"], row["call"], row["text"], points, lengths, row["certainty"], row["language"], either, honours)


def judged(row: Row) -> Judged:
    """A row with its reading."""
    reading = read_free_text(row.text, parse_call(row.call))
    possible = reading.hands.possible
    box = tuple(possible.lengths[s] for s in SUITS)
    wanted = _narrow(row.points or possible.hcp, row.lengths)
    got = _narrow(possible.hcp, box)
    low, high = _narrow((0, 37), row.lengths).hcp
    free = row.points is None and not row.honours
    invented = free and (got.hcp[0] > low or got.hcp[1] < min(high, FREAK_POINTS - 3))
    same = not invented and all(
        a == b or min(a, b) >= freak or (row.honours and n == 0 and a <= b)
        for n, ((a, b), freak) in enumerate(zip(_ends(wanted, got), FREAKS, strict=True))
    )
    open_ = not reading.exact
    right = row.certainty == "soft" and (open_ or (row.either and same))
    claims = row.certainty == "exact" and not same
    claims |= row.certainty == "unreadable" and possible != EVERY_HAND
    return Judged(row, reading, row.certainty == "exact" and same, right, not open_ and claims)


def _narrow(points: Range, lengths: tuple[Range, ...]) -> HandSet:
    """The hands within ranges: points force lengths, and lengths points."""
    return all_of([hcp(*points), *(length(s, *r) for s, r in zip(SUITS, lengths, strict=True))])


def _ends(first: HandSet, second: HandSet) -> list[tuple[int, int]]:
    """Each end of each range of two sets, side by side."""
    ranges = [(first.hcp, second.hcp), *((first.lengths[s], second.lengths[s]) for s in SUITS)]
    return [pair for a, b in ranges for pair in zip(a, b, strict=True)]


def figures(results: list[Judged]) -> dict[str, float | None]:
    """The shares that the bars are about."""
    exact = [r for r in results if r.row.certainty == "exact"]
    soft = [r for r in results if r.row.certainty == "soft"]
    return {
        "exact agree": _share(sum(r.agrees for r in exact), len(exact)),
        "soft flagged": _share(sum(r.flagged for r in soft), len(soft)),
        "nothing unread": _share(sum(not r.reading.unread for r in results), len(results)),
        "wrong and confident": _share(sum(r.wrong for r in results), len(results)),
    }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _shown(shares: dict[str, float | None]) -> str:
    return "  ".join(f"{name} {'-' if share is None else format(share, '.3f')}" for name, share in shares.items())


def main(path: Path) -> int:
    """Print the figures; 0 where all bars are met."""
    results = [judged(row) for row in labelled(path)]
    languages = Counter(r.row.language for r in results)
    for language, n in languages.most_common():
        print(f"{language:6}{n:4}  {_shown(figures([r for r in results if r.row.language == language]))}")
    for r in results:
        missed = {"exact": not r.agrees, "soft": not r.flagged}.get(r.row.certainty, r.wrong)
        if missed or r.wrong:
            print(f"{'!!' if r.wrong else '  '} {r.row.id} {r.row.call}: {r.row.text}\n      read as {r.reading.text}")
    whole = figures(results)
    print(f"{'all':6}{len(results):4}  {_shown(whole)}")
    met = all((whole[name] or 0) >= bar for name, bar in BARS.items()) and sum(r.wrong for r in results) <= MOST_WRONG
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else LABELLED))
