"""Names that strangers chose: of files, of pairs and teams, inside archives and lists."""

import re
import unicodedata

from syscheck.language import Sentence, harmless, say

LONGEST_NAME = 200
"""Characters of a name as it is shown."""
CARD_SUFFIX = ".card"
ARCHIVE_SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz")
LIST_SUFFIXES = (".csv", ".xlsx")
OTHER_ARCHIVES = (".7z", ".rar", ".gz", ".bz2", ".xz", ".zst", ".tbz2", ".txz")

_DRIVE = re.compile(r"[A-Za-z]:")
_BLANKS = re.compile(r"\s+")


def plain_name(text: str) -> str:
    """A name in one line: blanks made single, nothing that moves a cursor or turns the writing round, not endless."""
    name = harmless(_BLANKS.sub(" ", unicodedata.normalize("NFC", text[: 4 * LONGEST_NAME])).strip())
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def same_name(text: str) -> str:
    """What names are compared by: large and small letters and blanks do not count."""
    return plain_name(text).casefold()


def is_card(name: str) -> bool:
    """Whether a file is named as a card is."""
    return name.lower().endswith(CARD_SUFFIX)


def is_archive(name: str) -> bool:
    """Whether a file is named as an archive that is read."""
    return name.lower().endswith(ARCHIVE_SUFFIXES)


def is_list(name: str) -> bool:
    """Whether a file is named as an entry list is."""
    return name.lower().endswith(LIST_SUFFIXES)


def why_refused(name: str) -> Sentence | None:
    """Why a relative name, in an archive or a list, is not followed; None where it is."""
    if not name.strip("/. ") or "\0" in name:
        return say("it has no name")
    if name.startswith(("/", "\\")) or _DRIVE.match(name):
        return say("its name is that of a place on a computer, not of a file beside the others")
    if ".." in re.split(r"[/\\]", name):
        return say("its name leads out of the folder")
    if "\\" in name:
        return say("its name has a backslash; write / between folders")
    return None


def why_ignored(name: str) -> Sentence:
    """Why a file that is not named as a card is left aside."""
    last = name.rsplit("/", 1)[-1].lower()
    if last.startswith("."):
        return say("a hidden file")
    if last.endswith((*ARCHIVE_SUFFIXES, *OTHER_ARCHIVES)):
        return say("an archive; name it on the command line, or unpack it")
    if last.endswith(LIST_SUFFIXES):
        return say("perhaps an entry list; name it on the command line")
    return say("its name does not end in .card")


def is_hidden(name: str) -> bool:
    """Whether a file, or a folder above it, is hidden, as what macOS adds to archives is."""
    return any(part.startswith(".") or part == "__MACOSX" for part in name.split("/"))
