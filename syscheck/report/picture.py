"""A small picture of an opening: points from left to right, four kinds of shape from top to bottom."""

from collections.abc import Sequence
from typing import NamedTuple

from syscheck.hands import HandSet
from syscheck.language import phrase, tell
from syscheck.report.words import percent

PICTURE_SAYS = phrase(
    "{call}: {low} to {high} points; {balanced} balanced, {semibalanced} with two doubletons or a long suit, "
    "{singleton} with a singleton, {void} with a void."
)
SHADES = (0.45, 0.12, 0.02, 0.0)
"""A cell is of the first shade whose share of the fullest cell it is above; the darkest stands first."""


class Picture(NamedTuple):
    """A drawing, one path a shade from the darkest to the lightest, in cells of one by one."""

    paths: tuple[str, ...]
    """Each the `d` of an SVG path; empty where no cell has the shade."""
    columns: int
    low: int
    """The fewest points of the opening, and the column where they stand."""
    high: int
    first: int
    """The points of the first column."""
    text: str
    """What the picture shows, in words."""


def picture(call: str, hands: HandSet, scale: tuple[int, int]) -> Picture:
    """Draw the hands of a call on columns from `scale[0]` to `scale[1]` points, the last for more as well."""
    first, last = scale
    counted = hands.profile()
    rows = [*counted[:last], tuple(map(sum, zip(*counted[last:], strict=True)))]
    fullest = max(max(row) for row in rows) or 1
    paths = ["" for _ in SHADES]
    for shape in range(4):
        cells = [_shade(rows[points][shape] / fullest) for points in range(first, last + 1)]
        for shade, start, length in _runs(cells):
            paths[shade] += f"M{start} {shape}h{length}v1h-{length}z"
    low, high = hands.hcp
    total = hands.hands
    shares = [percent(sum(row[shape] for row in rows) / total) for shape in range(4)]
    balanced, semibalanced, singleton, void = shares
    said = tell(
        PICTURE_SAYS,
        call=call,
        low=low,
        high=high,
        balanced=balanced,
        semibalanced=semibalanced,
        singleton=singleton,
        void=void,
    )
    return Picture(tuple(paths), last - first + 1, low, high, first, said)


def _shade(part: float) -> int | None:
    return next((n for n, least in enumerate(SHADES) if part > least), None)


def _runs(cells: Sequence[int | None]) -> list[tuple[int, int, int]]:
    """Cells of one shade beside each other: shade, first, how many."""
    found: list[tuple[int, int, int]] = []
    for place, shade in enumerate(cells):
        if shade is None:
            continue
        if found and found[-1][0] == shade and found[-1][1] + found[-1][2] == place:
            found[-1] = (shade, found[-1][1], found[-1][2] + 1)
        else:
            found.append((shade, place, 1))
    return found
