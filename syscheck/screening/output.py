"""What a screening writes: a folder with the page, the reports and the tables; or one of them on standard output.

Every file is written whole: into a part beside it, which then takes its name. The names of parts are fixed, so that
what a broken-off run has left is written over by the next.
"""

import contextlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from syscheck import __version__
from syscheck.language import Sentence, say, speaking
from syscheck.report.events import EventOut, LetterPoint, Row, letter_points
from syscheck.report.html import EVENT_SLOT
from syscheck.report.machine import CardOut, DutyOut, dumps
from syscheck.report.tables import XlsxTable, entries_text, write_csv
from syscheck.screening.facts import REPORTS, Outcome
from syscheck.screening.job import unpack
from syscheck.screening.run import Screening

FILES = {
    "html": "index.html",
    "json": "entries.json",
    "csv": "entries.csv",
    "xlsx": "entries.xlsx",
    "ics": "duties.ics",
}
FORMATS = tuple(FILES)


class NotWritten(OSError):
    """A file that cannot be written; the sentence says which and why."""

    def __init__(self, path: Path, why: str | Sentence):
        self.sentence = say("{path} cannot be written: {why}", path=str(path), why=why)
        super().__init__(str(self.sentence))


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A path to write to; what was written there takes the place of `path` when all went well."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.unlink(missing_ok=True)
        yield part
        part.replace(path)
    except NotWritten:
        raise  # of another file, written meanwhile
    except OSError as error:
        why = error.strerror.lower() if error.strerror else say("the system gives no reason")
        raise NotWritten(path, why) from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


@contextmanager
def whole_text(path: Path) -> Iterator[IO[str]]:
    """The same, opened for text."""
    with whole(path) as part, part.open("x", encoding="utf-8", newline="") as stream:
        yield stream


class JsonList:
    """The JSON of a screening, written entry by entry, each on a line of its own."""

    def __init__(self, stream: IO[str], screening: Screening):
        self.stream = stream
        self.screening = screening
        self.between = "\n"
        event = dumps(screening.event_out, indent=None)
        stream.write(f'{{"syscheck":"{__version__}","event":{event},"entries":[')

    def add(self, made: Outcome) -> None:
        """Write an entry."""
        self.stream.write(f"{self.between}{made.json}")
        self.between = ",\n"

    def close(self) -> None:
        """Write the summary, which is known now."""
        self.stream.write(f'\n],"summary":{dumps(self.screening.counts.out, indent=None)}}}\n')


def write_folder(screening: Screening, folder: Path, formats: Sequence[str], language: str) -> Iterator[Outcome]:
    """Write the files into a folder, giving each outcome as it is written. Errors: `NotWritten`."""
    reports = folder / REPORTS
    try:
        (reports if "html" in formats else folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror.lower() if error.strerror else say("the system gives no reason")
        raise NotWritten(folder, why) from error
    rows: list[Row] = []
    duties: dict[str, tuple[DutyOut, ...]] = {}
    regulations = screening.event.regulations
    with ExitStack() as open_files:
        json = csv_rows = xlsx = None
        if "json" in formats:
            json = JsonList(open_files.enter_context(whole_text(folder / FILES["json"])), screening)
        if "csv" in formats:
            csv_rows = open_files.enter_context(whole_text(folder / FILES["csv"]))
            write_csv(csv_rows, (), regulations)
        if "xlsx" in formats:
            xlsx = XlsxTable(open_files.enter_context(whole(folder / FILES["xlsx"])), regulations)
        for made in screening.outcomes():
            if json is not None:
                json.add(made)
            if csv_rows is not None:
                write_csv(csv_rows, (made.row,), regulations, headings=False)
            if xlsx is not None:
                xlsx.add(made.row)
            if "html" in formats:
                rows.append(made.row._replace(points=points_of(made)))
                if made.row.report:
                    with whole_text(folder / made.row.report) as stream:
                        stream.write(report_page(screening, made))
            if "ics" in formats:
                duties[made.row.pair] = (*duties.get(made.row.pair, ()), *made.duties)
            yield made
        if json is not None:
            json.close()
        if xlsx is not None:
            xlsx.close()
    if "html" in formats:
        from syscheck.report.organiser import organiser_page

        with whole_text(folder / FILES["html"]) as stream, speaking(language):
            others = [FILES[name] for name in formats if name != "html"]
            stream.write(organiser_page(screening.event_out, screening.counts.out, rows, language, others))
    if "ics" in formats:
        from syscheck.report.calendar import calendar

        with whole(folder / FILES["ics"]) as part, speaking(language):
            part.write_bytes(calendar(screening.event_out, duties, organiser=True))


def points_of(made: Outcome) -> tuple[LetterPoint, ...]:
    """What a letter to the pair says, in the pair's language."""
    if not made.brief:
        return ()
    card = CardOut.model_validate_json(unpack(made.brief))
    with speaking(made.row.language):
        return letter_points(card.model_copy(update={"admissions": made.admissions, "duties": made.duties}))


def report_page(screening: Screening, made: Outcome) -> str:
    """The report of an entry with what the event says of it in its place."""
    with speaking(made.row.language):
        event = screening.event_out
    return with_event(made.html, made, event)


def with_event(report: str, made: Outcome, event: EventOut) -> str:
    """A report with what the event, told in the entry's language, says of the entry in its place."""
    from syscheck.report.at_event import event_section_html

    if EVENT_SLOT not in report:
        return report
    section = event_section_html(made.admissions, made.duties, event, made.row.language)
    return report.replace(EVENT_SLOT, section, 1)


def write_json(screening: Screening, stream: IO[str]) -> Iterator[Outcome]:
    """Write the JSON to a stream, giving each outcome as it is written."""
    json = JsonList(stream, screening)
    for made in screening.outcomes():
        json.add(made)
        yield made
    json.close()


def write_table(screening: Screening, stream: IO[str]) -> Iterator[Outcome]:
    """Write the CSV to a stream, giving each outcome as it is written."""
    write_csv(stream, (), screening.event.regulations)
    for made in screening.outcomes():
        write_csv(stream, (made.row,), screening.event.regulations, headings=False)
        yield made


def write_text(screening: Screening, stream: IO[str], *, colour: bool, width: int) -> Iterator[Outcome]:
    """Write the entries as a table for people, giving each outcome."""
    rows = []
    for made in screening.outcomes():
        rows.append(made.row)
        yield made
    stream.write(entries_text(rows, colour=colour, width=width))
    ignored = screening.counts.ignored
    if ignored:
        stream.write(f"\n{say('Not taken for cards:')}\n")
        stream.writelines(f"  {line}\n" for line in ignored)
