"""`import` and `export`: systems in other formats."""

import argparse
from pathlib import Path
from typing import Any

from syscheck.cli.cards import readable_cards
from syscheck.cli.choosing import chosen
from syscheck.cli.options import Commands, add_card, add_language
from syscheck.cli.outcome import OK, QUESTIONS, UNREADABLE, UsageError, worse
from syscheck.cli.streams import Output, check_outputs, deliver, inform, standard_input
from syscheck.language import say, speaking, spoken


def add(commands: Commands) -> None:
    """Add `import` and `export`."""
    importing = commands.add_parser("import", help="systems in other formats become cards", description=_import.__doc__)
    importing.add_argument("files", nargs="+", metavar="FILE", help="a file in another format; - is standard input")
    importing.add_argument(
        "-o", "--output", metavar="OUT", help="the file for the card; with several files, a folder for their cards"
    )
    importing.add_argument("--from", dest="from_format", metavar="FORMAT", help="the format, instead of by content")
    importing.add_argument("--format", choices=("card", "json"), default="card", help="how to print what was read")
    importing.add_argument("--review", metavar="PATH", help="write a page with the original beside what was read")
    add_language(importing)
    importing.set_defaults(run=_import)

    exporting = commands.add_parser("export", help="a card in another format", description=_export.__doc__)
    add_card(exporting, "card")
    exporting.add_argument("--to", required=True, dest="to_format", metavar="FORMAT", help="the format to write")
    exporting.add_argument("-o", "--output", metavar="PATH", help="the file to write")
    exporting.add_argument(
        "--format", choices=("file", "json"), default="file", help="print the file, or JSON with it and what it lost"
    )
    add_language(exporting)
    exporting.set_defaults(run=_export)


def _import(options: argparse.Namespace) -> int:
    """Make cards of systems in other formats: BBOalert, BBO Full Disclosure, BML, the Swedish declaration, plain text.

    What cannot be read stands on the card as unclear "words"; questions and what a card cannot hold are told with
    their places in the file. Exit status 0: all was read; 1: with questions or unread words; 3: not read.
    """
    from syscheck.checking import STANDARD_INPUT
    from syscheck.foreign.doors import choose_format, import_file
    from syscheck.foreign.machine import import_out
    from syscheck.foreign.telling import import_text
    from syscheck.report.machine import dumps

    form = chosen(choose_format, options.from_format)
    targets = _import_targets(options)
    found = []
    for file in options.files:
        data = standard_input(foreign=True) if file == STANDARD_INPUT else None
        found.append(import_file(file, data, form))
    for imported in found:
        inform(import_text(imported).rstrip())
    if options.review is not None:
        from syscheck.foreign.review import review_html

        deliver(review_html(found), options.review)
    if options.format == "json":
        deliver(dumps(import_out(found)) + "\n", options.output)
    else:
        for imported, target in zip(found, targets, strict=True):
            if imported.card is not None:
                deliver(imported.text, target)
    status = OK
    for imported in found:
        status = worse(status, UNREADABLE if imported.card is None else OK if imported.exact else QUESTIONS)
    return status


def _import_targets(options: argparse.Namespace) -> list[str | None]:
    """Where the card of each file goes. Errors: `UsageError`."""
    files, output = options.files, options.output
    written = [p for p in (output, options.review) if p is not None]
    check_outputs([Output("", p) for p in written], files)
    if options.format == "json" or len(files) == 1:
        return [output] * len(files)
    if output is None:
        raise UsageError(say("several cards cannot be printed behind each other; name a folder with -o"))
    if not Path(output).is_dir():
        raise UsageError(say("-o {path}: with several files, name a folder that exists", path=output))
    targets = [str(Path(output, Path(file).stem + ".card")) for file in files]
    for first, second in zip(sorted(targets), sorted(targets)[1:], strict=False):
        if first == second:
            raise UsageError(say("two files would become {path}; import them one by one", path=first))
    return list(targets)


def _export(options: argparse.Namespace) -> int:
    """Write a card's calls in another format, and tell what that format cannot hold.

    A Swedish declaration (--to declaration) is not written but filled in: name its own file in place of a card.
    Exit status 0: everything is in it; 1: something of the card is lost or left open; 3: the card was not read.
    """
    from syscheck.foreign.exporting import choose_export
    from syscheck.foreign.machine import export_out
    from syscheck.foreign.telling import exported_text
    from syscheck.report.machine import dumps

    export = chosen(choose_export, options.to_format)
    check_outputs([Output("", options.output)], [options.card])
    if export.fill is not None:
        exported = _filled_in(export, options.card)
        language = options.lang or spoken()
    else:
        [checked] = readable_cards([options.card], [], {}, options.lang)
        exported = None if checked is None or export.write is None else export.write(checked.system)
        language = None if checked is None else checked.report_language(options.lang)
    if exported is None:
        return UNREADABLE
    with speaking(language):
        if exported.losses:
            inform(exported_text(options.card, exported).rstrip())
        text = dumps(export_out(options.card, export, exported)) + "\n" if options.format == "json" else exported.text
        deliver(text, options.output)
    return QUESTIONS if exported.losses else OK


def _filled_in(export: Any, file: str) -> Any:
    """A file of the format, filled in; None where it was not read, with its faults on standard error."""
    from syscheck.checking import STANDARD_INPUT
    from syscheck.foreign.doors import opened_source
    from syscheck.foreign.source import Source
    from syscheck.report.text import text_faults
    from syscheck.report.view import faulty_view

    found = opened_source(file, standard_input(foreign=True) if file == STANDARD_INPUT else None)
    text, faults = ("", (found,)) if not isinstance(found, Source) else (found.text, ())
    if isinstance(found, Source):
        filled = export.fill(found)
        if not isinstance(filled, tuple):
            return filled
        faults = filled
    inform(text_faults(faulty_view(file, text, faults), colour=False, width=100).rstrip())
    return None
