"""What is typed into forms by strangers: made fit to be kept, before anything else is done with it."""

import re

from starlette.exceptions import HTTPException

from syscheck.entries.names import plain_name

LARGEST_NUMBER = 2**31 - 1
"""No row of a table has a higher number."""
LONGEST_TEXT = 20_000
"""Characters of a note or a reason."""
LONGEST_FILE_NAME = 60
"""Characters; in bytes no system takes offence at it."""
SUFFIX = 8
"""Characters of a long name's ending that are kept."""
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


def file_name(sent: str, otherwise: str = "card.card") -> str:
    """What somebody calls a file, as a name in one folder that every system can have: no way leads out of it."""
    name = plain_name(re.split(r"[/\\]", sent)[-1]).strip(". ")
    name = re.sub(r'[\0-\x1f<>:"|?*\ufffd]', "_", name)
    if len(name) > LONGEST_FILE_NAME:
        stem, dot, suffix = name.rpartition(".")
        kept = f"{dot}{suffix}"[:SUFFIX] if stem else ""
        name = name[: LONGEST_FILE_NAME - len(kept)] + kept
    return name or otherwise
