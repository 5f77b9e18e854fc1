"""Write docs/catalogue.md from grammars/; `--check`: exit 1 when it is stale."""

import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from generated import ROOT, write_or_check

GRAMMARS = ROOT / "grammars"
START = """\
# Catalogue

<!-- Written by docs/make_catalogue.py from grammars/; change it there. -->

The conventions, leads, signals and words that syscheck knows. Large and small letters are the same, and so are a
hyphen and a blank: `take-out doubles`, `Take out doubles`. Other phrases may stand in `[conventions]`, `[leads]` and
`[signals]`, too: they are kept, and a rule that depends on one of them answers *cannot tell*.
Words of every language are read in every card, with their accents or without; the header `language` says only which
are written. The first of a row is the one that `syscheck format --lang` writes.
How words make up a meaning: [language.md](language.md).
"""
SECTIONS = {
    "conventions": "A name changes no set of hands. Where the table has a *meaning*, it is taken for a call that the\n"
    "card describes by the name alone, and the report says so. Names of *openings* without a meaning become a\n"
    "question, unless the card itself says how long the suits are.",
    "leads": "",
    "signals": "",
}
LANGUAGES = {"en": "English", "sk": "Slovak", "cs": "Czech", "sv": "Swedish"}
KINDS = {
    "AND": "join terms that must all hold",
    "OR": "join choices",
    "NOT": "every hand but those of the next term",
    "NO": "the same; before a length: so many or more",
    "EXCEPT": "takes hands away",
    "IF": "a condition",
    "USUALLY": "certainly with the next term, possibly without",
    "MAY": "the next term possibly in place of the shape",
    "HAVE": "may follow “may”",
    "RULE": "begins “rule of 20”",
    "OF": "in “rule of 20”, “2 of top 3”",
    "ANY": "no restriction; before four digits: in any suits",
    "SHORT": "at most one card in the suit that follows",
    "LONGER": "begins “longer C than D”",
    "THAN": "in “longer C than D”",
    "SOLID": "ace, king and queen of the suit that follows",
    "GOOD": "two of the top three honours of the suit; before a number: not exact",
    "BAD": "before a number: not exact",
    "TOP": "in “2 of top 3”",
    "IN": "names the suit: “AKQ in S”",
    "UNCLEAR": "before a note: words that could not be read",
    "ASKS": "begins “asks strength”",
    "HFP": "points with 3, 2, 1 for a void, singleton, doubleton",
    "CONTROLS": "ace 2, king 1",
    "LOSERS": "losing trick count",
    "TRICKS": "playing tricks",
    "POINTS": "high-card points",
    "BOUND": "before a number",
    "STRENGTHWORD": "strength that is not exact",
    "SUITWORD": "a suit",
    "BOTH": "two suits",
    "SHAPE": "a shape",
    "TOPIC": "what “asks” may ask for",
    "ATTRIBUTE": "an attribute",
    "OTHER": "no word, since to players it also means",
    "LETTER": "no word, though to players it means",
}
VALUES = {
    **{"least": "or more", "most": "or fewer", "exactly": "neither more nor fewer"},
    **{"HS": "hearts and spades", "CD": "clubs and diamonds"},
}


def catalogue() -> str:
    """The whole page."""
    parts = [START]
    for section, about in SECTIONS.items():
        parts.append(f"## {section.capitalize()}\n\n" + (f"{about}\n\n" if about else "") + _section(section))
    parts.append("## Words\n\n" + _words())
    return "\n".join(parts)


def _section(section: str) -> str:
    rows: dict[str, dict[str, Any]] = _read(GRAMMARS / "catalogue" / f"{section}.toml")
    columns = {"name": "name", "names": "other names", "asks": "asks for", "meaning": "meaning", "opening": "opening"}
    columns["source"] = "source"
    used = {k: v for k, v in columns.items() if k in ("name", "names", "source") or any(k in r for r in rows.values())}
    cells = (
        [_cell(key, {"name": name, **rows[name]}.get(key)) for key in used] for name in sorted(rows, key=str.casefold)
    )
    return _table(used.values(), cells)


def _words() -> str:
    parts = []
    for language, name in LANGUAGES.items():
        rows = []
        for kind, words in _read(GRAMMARS / "words" / f"{language}.toml").items():
            for means, written in _by_meaning(kind, words).items():
                rows.append([", ".join(map(_code, written)), means])
        parts.append(f"### {name}\n\n" + _table(["words", "what they are"], rows))
    return "\n".join(parts)


def _by_meaning(kind: str, words: list[str] | dict[str, list[str]]) -> dict[str, list[str]]:
    """The words of a kind by what they are: together, or by what each stands for."""
    if kind == "WRITTEN":
        return {}
    if isinstance(words, list):
        return {KINDS[kind]: words}
    return {f"{KINDS[kind]}: {VALUES.get(value) or _code(value)}": written for value, written in words.items()}


def _cell(key: str, value: Any) -> str:
    match value:
        case None | False:
            return ""
        case True:
            return "yes"
        case list():
            return ", ".join(map(_code, value)) if key == "names" else ", ".join(value)
    return _code(value) if key in ("name", "meaning") else str(value)


def _code(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`"


def _table(heads: Iterable[str], rows: Iterable[list[str]]) -> str:
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("|" + "|".join(f" {c} " if c else " " for c in line) + "|\n" for line in lines)


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(write_or_check("catalogue.md", catalogue))
