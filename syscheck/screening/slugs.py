"""Names of report files that every system takes, each once."""

import re
import unicodedata

LONGEST = 60
RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
"""Names that Windows keeps for devices."""


class Slugs:
    """Makes names of files for pairs; the same pairs in the same order get the same names."""

    def __init__(self) -> None:
        self.taken: dict[str, int] = {}

    def slug(self, *names: str) -> str:
        """Small letters, digits and hyphens; with a number where the name is taken."""
        bare = unicodedata.normalize("NFKD", " ".join(filter(None, names))).encode("ascii", "ignore").decode().lower()
        name = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[:LONGEST].strip("-") or "pair"
        if RESERVED.fullmatch(name):
            name = f"{name}-card"
        number = self.taken.get(name, 0)
        while True:
            number += 1
            made = name if number == 1 else f"{name}-{number}"
            if number == 1 or made not in self.taken:
                break
        self.taken[name] = number
        self.taken.setdefault(made, 1)
        return made
