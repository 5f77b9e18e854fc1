"""Write docs/errors.md from the codes, the files in docs/errors/ and what the program says of them.

`--check`: exit 1 when it is stale.
"""

import sys
from pathlib import Path

from generated import ROOT, write_or_check

from syscheck import events
from syscheck.card import CODES, Code
from syscheck.checking import check_file
from syscheck.report.event_file import ReadFile, events_text
from syscheck.report.text import text_faults
from syscheck.report.view import faulty_view

INPUTS = ROOT / "docs" / "errors"
WIDTH = 100
START = """\
# Errors

<!-- Written by docs/make_errors.py; the sentences are in syscheck/card/faults.py and syscheck/events/faults.py, the
files in docs/errors/. -->

Every error that a card (E…) or an event file (V…) can have, with the smallest file that has it and what syscheck says
of it. A code keeps its number for ever; its sentence may get better. Words in {braces} are filled in from your file. A
card with an error gets no verdict, and an event file with one is not used: correct all that is shown and check it
again.
"""
GROUPS = {
    "E10": "The file",
    "E11": "Headers",
    "E12": "Sections and lines",
    "E13": "Calls and where they hold",
    "E14": "Calls and where they hold",
    "E15": "Definitions",
    "E2": "How a meaning is written",
    "E3": "What no hand can be",
    "E4": "Regulations and other input",
    "V10": "Event files: the file",
    "V11": "Event files: keys and values",
    "V12": "Event files: regulations, presets, settings, timezones",
    "V13": "Event files: what kind of event it is",
    "V14": "Event files: dates and times",
    "V15": "Event files: levels of the Swedish rules",
    "E5": "Files in other formats",
}
WITHOUT_A_FILE = {
    "E101": "The card that you name is not there, or cannot be opened.",
    "E103": "Any file of more than 1,048,576 bytes.",
    "E105": "Any card of more than 10,000 lines with calls, names or phrases.",
    "E107": "Any entry of more than 50,000 characters, with the lines that continue it.",
    "E305": "An entry that speaks of single honours in all four suits, of losers and of controls, all at once.",
    "E501": "Any text that has no calls in it, given to `syscheck import`.",
    "E502": "Any foreign file of more than 4,194,304 bytes.",
    "E503": "Any foreign file of more than 10,000 rows.",
    "E504": "A foreign file with responses alone.",
    "E505": "A foreign file with very many and long words.",
    "E506": "Should never be seen.",
    "E510": "A BML file with `#INCLUDE ../other.bml`, or with a link that leads out of its folder.",
    "E511": "A BML file that includes itself.",
    "E512": "A BML file with `#INCLUDE` and a name that no file has.",
    "E513": "A BML file that includes more than 100 files or 4 MiB, or pastes more than 10,000 lines.",
    "E514": "A BML file in which `#PASTE a` stands between `#CUT a` and `#ENDCUT`.",
    "E515": "A JSON file of a known format with a comma or a quote missing.",
    "E516": "Any other file, given to `syscheck export --to declaration`.",
    "E507": "A card, given to `syscheck import`.",
    "E402": "`syscheck meaning --lines` reads a line that begins with { and is no such object.",
    "V101": "The event file that you name is not there, or cannot be opened.",
    "V103": "Any event file of more than 65,536 bytes.",
}


def errors() -> str:
    """The whole page."""
    parts = [START]
    head = ""
    for code, kind in {**CODES, **events.CODES}.items():
        group = next(name for start, name in GROUPS.items() if code.startswith(start))
        if group != head:
            head = group
            parts.append(f"## {group}\n")
        parts.append(_entry(code, kind))
    return "\n".join(parts)


def _entry(code: str, kind: Code) -> str:
    hint = f"\nWhat to do: {kind.hint.replace('{{', '{').replace('}}', '}')}\n" if kind.hint else ""
    said = f"### {code}\n\n{kind.message}\n{hint}"
    if code in WITHOUT_A_FILE:
        return f"{said}\n{WITHOUT_A_FILE[code]}\n"
    path = next(INPUTS.glob(f"{code}.*"))
    fence = "toml-with-an-error" if path.suffix == ".toml" else "card-with-an-error"
    written = path.read_bytes().decode("utf-8", "replace").replace("\x01", "\N{SYMBOL FOR START OF HEADING}")
    return f"{said}\n```{fence}\n{written}```\n\n```text\n{answer(path)}```\n"


def answer(path: Path) -> str:
    """What the program prints of a faulty card, or of a faulty event file."""
    if path.suffix == ".toml":
        try:
            event = events.read_event_bytes(path.read_bytes(), path.name)
        except events.FaultyEvent as error:
            return events_text([ReadFile(path.name, error)], colour=False, width=WIDTH)
        raise ValueError(f"{path} has no fault: {event}")
    checked = check_file(str(path))
    return text_faults(faulty_view(path.name, checked.text, checked.faults), colour=False, width=WIDTH)


if __name__ == "__main__":
    sys.exit(write_or_check("errors.md", errors))
