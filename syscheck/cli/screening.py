"""`screen`: the cards of all entries of an event."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from syscheck.cli.choosing import event_of_file, moment_of
from syscheck.cli.options import Commands, add_event, add_language
from syscheck.cli.outcome import OK, QUESTIONS, UNREADABLE, USAGE, UsageError, worse
from syscheck.cli.streams import inform, terminal
from syscheck.language import say, spoken


def add(commands: Commands) -> None:
    """Add `screen`."""
    screen = commands.add_parser("screen", help="many cards for one event", description=_screen.__doc__)
    screen.add_argument(
        "paths", nargs="+", metavar="PATH", help="a card, a folder, an archive (.zip, .tar, .tar.gz) or an entry list"
    )
    add_event(screen)
    screen.add_argument(
        "--format",
        action="append",
        default=[],
        choices=("text", "html", "json", "csv", "xlsx", "ics"),
        help="what to write (repeatable); without it all files into the folder of -o, or text",
    )
    screen.add_argument("-o", "--output", metavar="FOLDER", help="the folder for the page, the reports and the tables")
    screen.add_argument("--jobs", type=int, metavar="N", help="how many processes judge cards; all cores, if not said")
    screen.add_argument("--dask", metavar="ADDRESS", help="judge on the Dask cluster with this scheduler")
    screen.add_argument("--cache", metavar="FOLDER", help="where judged cards are kept for the next run")
    add_language(screen)
    screen.set_defaults(run=_screen)


def _screen(options: argparse.Namespace) -> int:
    """Judge the cards of all entries for an event; write one page, each pair's report, CSV, XLSX, JSON, a calendar.

    Cards are taken from files, from folders and archives (every file that ends in .card), or as an entry list (CSV or
    XLSX) names them. Judged cards are kept: a second run judges only what is new, and one that was broken off goes on.

    Exit status 0: every entry is admitted. 1: some is not, or it cannot be told, or a card is missing. 3: some card
    cannot be read.
    """
    from syscheck.entries import FaultyEntries
    from syscheck.screening import screen
    from syscheck.screening.job import OtherProgram
    from syscheck.screening.output import NotWritten
    from syscheck.screening.store import NoStore, opened, store_folder
    from syscheck.screening.workers import NoCluster

    if options.event is None:
        raise UsageError(say("screen judges for an event; add --event FILE"))
    if options.jobs is not None and options.jobs < 1:
        raise UsageError(say("--jobs {n}: at least one process has to judge", n=options.jobs))
    formats = _screen_formats(options)
    event = event_of_file(options.event)
    as_of = moment_of(options.as_of, event)
    folder = store_folder(options.cache)
    try:
        with opened(folder, otherwise=options.cache is None) as (store, lasts), _progress() as progress:
            if not lasts:
                inform(say("{path} cannot be used: judged cards are not kept for the next run", path=str(folder)))
            screening = screen(
                [Path(path) for path in options.paths],
                event,
                as_of,
                store,
                _workers(options),
                language=options.lang,
                html="html" in formats,
                progress=progress,
            )
            progress.end()
            return _screened(screening, options.output, formats)
    except FaultyEntries as error:
        raise UsageError("\nsyscheck: ".join(map(str, error.faults))) from None
    except NoStore as error:
        raise UsageError(say("--cache {path}: {why}", path=str(folder), why=str(error))) from None
    except NotWritten as error:
        raise UsageError(error.sentence) from None
    except NoCluster as error:
        raise UsageError(str(error)) from None
    except OtherProgram:
        raise UsageError(say("the cluster has another version than this computer; install the same on both")) from None


def _screen_formats(options: argparse.Namespace) -> tuple[str, ...]:
    """The formats to write. Errors: `UsageError` for those that need a folder, or are too many without one."""
    formats = tuple(dict.fromkeys(options.format))
    if options.output is None:
        formats = formats or ("text",)
        if len(formats) > 1:
            raise UsageError(say("only one --format can go to standard output; name a folder with -o"))
        if formats[0] in {"html", "xlsx", "ics"}:
            raise UsageError(say("--format {name} needs a folder; add -o FOLDER", name=formats[0]))
        return formats
    if "text" in formats:
        raise UsageError(say("--format text goes to standard output; leave -o out"))
    if Path(options.output).exists() and not Path(options.output).is_dir():
        raise UsageError(say("-o {path}: that is a file; name a folder", path=options.output))
    from syscheck.screening.output import FORMATS

    return formats or FORMATS


def _workers(options: argparse.Namespace) -> Callable[..., Any]:
    """Who judges: a cluster, or processes of our own."""
    from syscheck.screening.workers import cores, dask_executor, done, steadily

    if options.dask is None:
        jobs = options.jobs or cores()
        return lambda tasks, number: steadily(tasks, jobs, number)

    def on_cluster(tasks: Any, number: int) -> Iterator[Any]:
        if number:
            with dask_executor(options.dask) as (cluster, in_flight):
                yield from done(tasks, cluster, in_flight)

    return on_cluster


def _screened(screening: Any, folder: str | None, formats: Sequence[str]) -> int:
    """Write what a screening has found; its exit status."""
    from syscheck.screening.output import FILES, write_folder, write_json, write_table, write_text

    if folder is not None:
        written = write_folder(screening, Path(folder), formats, spoken())
    elif formats[0] == "json":
        written = write_json(screening, sys.stdout)
    elif formats[0] == "csv":
        written = write_table(screening, sys.stdout)
    else:
        colour, width = terminal(sys.stdout)
        written = write_text(screening, sys.stdout, colour=colour, width=width)
    status = OK
    for made in written:
        if made.row.status == "unreadable":
            status = worse(status, USAGE if made.broken else UNREADABLE)
        elif made.row.admitted != "yes" or made.row.status != "ok":
            status = worse(status, QUESTIONS)
    if folder is not None:
        from syscheck.report.tables import summary_text

        inform(summary_text(screening.counts.out))
        first = Path(folder, FILES["html"]) if "html" in formats else folder
        inform(say("{path} written", path=str(first)))
    return status


@contextmanager
def _progress() -> Iterator[Any]:
    """A bar on standard error, where that is a terminal."""
    from syscheck.screening.run import Progress

    if not sys.stderr.isatty():
        yield Progress()
        return
    from syscheck.screening.bar import bar

    with bar() as shown:
        yield shown
