"""Whole files of each format from rows of text, and what their import counts.

    python tests/foreign/rebuild.py ROWS.tsv

reads rows `source, option, call, text` (tabs, a heading), writes for every source a file of each format, imports it,
and prints what became of the rows. It fails if a row of a file is neither read, questioned nor reported.
"""

import csv
import json
import re
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from syscheck.foreign import FORMATS, Source, format_of, import_source
from syscheck.foreign.bml import SEATS
from syscheck.foreign.words import read_freely


@dataclass(frozen=True)
class RowOfText:
    """An opening as a source has it."""

    source: str
    option: str
    call: str
    text: str


def rows_of(path):
    """The rows of a file with tabs."""
    with Path(path).open(encoding="utf-8", newline="") as stream:
        lines = csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(lines)
        return [RowOfText(*line[:4]) for line in lines]


def as_bbo_alert(rows):
    """A BBOalert sheet with its options; passes before an opening are its context."""
    lines = ["BBOalert,Rebuilt"]
    option = ""
    for row in rows:
        name = re.sub(r"\s*-{2,}$", "", row.option)
        passes = re.search(r"-{2,}$", row.option)
        if name != option:
            lines.append(f"Option,{name}" if name else "Option")
            option = name
        lines.append(f"{passes[0] if passes else ''},{row.call},{row.text.replace(',', ';')}")
    return "\n".join(lines) + "\n"


def as_bss(rows):
    """A Full Disclosure file as converters write it, every field with its default."""
    lines = ["*00{Rebuilt}=NYYYYYY"]
    for row in rows:
        call = row.call.replace("NT", "N")
        lengths = "08" if call[-1:] in "CDHS" else ""
        lines.append(f"00{call}=NYYYYYY0{lengths}{row.text}")
    return "\n".join(lines) + "\n"


def as_text(rows):
    """A line an opening."""
    return "\n".join(f"{row.call}: {row.text}" for row in rows) + "\n"


def as_bml(rows):
    """A BML file: a table for each option with its #SEAT and #VUL, rows that go on in the column of their words."""
    blocks = ["#+TITLE: Rebuilt"]
    for option, those in groupby(rows, key=lambda row: row.option):
        seats = "".join(re.findall("[1-4]", option)) or str(option.count("--") + 1 if "--" in option else 0)
        we = "Y" if "@v" in option else "N" if "@n" in option else "0"
        they = "Y" if "@V" in option else "N" if "@N" in option else "0"
        blocks += [f"#SEAT {seats if seats in SEATS else '0'}", f"#VUL {we}{they}"]
        lines = ["#BIDTABLE"]
        for row in those:
            first, *others = re.split(r"\\\\| \| ", row.text)
            call = row.call.replace(" ", "")
            lines += [f"{call} = {first}", *(" " * (len(call) + 3) + o for o in others if o.strip())]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def as_declaration(rows):
    """The Swedish form with a row a line, every row with the text of its opening."""
    of_form = [{"bud": row.call, "prickar": "", "ant_kort": "", "oppning": row.text, "svar": ""} for row in rows]
    written = ",\n".join(json.dumps(row, ensure_ascii=False) for row in of_form)
    return '{\n"meta": {},\n"oppningsbud": [\n' + written + "\n]\n}\n"


WRITERS = {"bbo-alert": as_bbo_alert, "bss": as_bss, "declaration": as_declaration, "bml": as_bml, "text": as_text}


def imported(name, rows):
    """A rebuilt file of a format, imported; it must be told by its content."""
    source = Source(f"rebuilt.{name}", WRITERS[name](rows).encode())
    found = format_of(source)
    assert found is not None, f"{rows[0].source}: no format is told"
    assert found.name == name, f"{rows[0].source}: {found.name} instead of {name}"
    return import_source(source, found, read_freely)


def lines_of(done):
    """How many lines that are not blank the file has, and how many the import accounts for."""
    there = sum(bool(line.strip()) for line in done.source.text.split("\n"))
    return there, len(done.rows) + done.silent


def main(path):
    """Rebuild, import, count."""
    by_source = defaultdict(list)
    for row in rows_of(path):
        by_source[row.source].append(row)
    wrong = 0
    for form in (f.name for f in FORMATS if f.name in WRITERS):
        counts = Counter()
        start = time.perf_counter()
        for source, rows in by_source.items():
            done = imported(form, rows)
            there, told = lines_of(done)
            calls = sum(r.row.original != "" for r in done.rows)
            if there != told or calls < len(rows) or sum(done.counts.values()) != len(done.rows):
                print(f"{form}: {source}: {there} lines, {told} told, {calls} of {len(rows)} rows")
                wrong += 1
            counts.update(done.counts)
            counts["files"] += 1
            counts["without a card"] += done.card is None
            counts["openings on cards"] += 0 if done.card is None else len(done.card.section("openings"))
        counts["ms"] = round(1000 * (time.perf_counter() - start))
        print(f"{form}: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
