"""What is typed into forms by strangers: made fit to be kept, before anything else is done with it."""

import re

from starlette.exceptions import HTTPException

LARGEST_NUMBER = 2**31 - 1
"""No row of a table has a higher number."""
LONGEST_TEXT = 20_000
"""Characters of a note or a reason."""
_NOT_KEPT = re.compile("[\0\ud800-\udfff]")


def words(typed: str, most: int = LONGEST_TEXT) -> str:
    """A text of some lines, as every database can keep it: lines end in one way, no half characters."""
    text = typed.replace("\r\n", "\n").replace("\r", "\n")
    return _NOT_KEPT.sub("\N{REPLACEMENT CHARACTER}", text[:most])


def row_number(number: int) -> int:
    """A number of a row that a visitor names. Errors: 404 where no row can have it."""
    if not 0 < number <= LARGEST_NUMBER:
        raise HTTPException(404)
    return number
