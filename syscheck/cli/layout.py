"""`format`: a card in its canonical layout."""

import argparse
import sys

from syscheck.cli.cards import text_of
from syscheck.cli.options import Commands, add_cards, add_language
from syscheck.cli.outcome import OK, QUESTIONS, UNREADABLE, UsageError, worse
from syscheck.cli.streams import inform, standard_input, write_whole
from syscheck.language import say


def add(commands: Commands) -> None:
    """Add `format`."""
    layout = commands.add_parser("format", help="a card in its canonical layout", description=_format.__doc__)
    add_cards(layout)
    how = layout.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="change nothing; say which cards would change")
    how.add_argument("--write", action="store_true", help="write the layout into the files")
    add_language(layout)
    layout.set_defaults(run=_format)


def _format(options: argparse.Namespace) -> int:
    """Print a card in its canonical layout, write it back, or check that it is in it."""
    from syscheck.card import FaultyCard, card_text, read_bytes
    from syscheck.checking import STANDARD_INPUT, CheckedCard, language_of, read_file, unreadable
    from syscheck.report.words import file_name

    if len(options.cards) > 1 and not (options.check or options.write):
        raise UsageError(say("several cards cannot be printed behind each other; use --write or --check"))
    status = OK
    for file in options.cards:
        data = b""
        try:
            data = standard_input() if file == STANDARD_INPUT else read_file(file)
            card = read_bytes(data)
        except (OSError, FaultyCard) as error:
            faults = error.faults if isinstance(error, FaultyCard) else (unreadable(error),)
            partial = error.partial if isinstance(error, FaultyCard) else None
            faulty = CheckedCard(file, data.decode("utf-8", "replace"), faults=faults, language=language_of(partial))
            inform(text_of((faulty,), sys.stderr, options.lang).rstrip())
            status = worse(status, UNREADABLE)
            continue
        layout = card_text(card, options.lang)
        changes = layout.encode() != data
        if options.check:
            if changes:
                print(say("{file} would change", file=file_name(file)))
                status = worse(status, QUESTIONS)
        elif options.write and file != STANDARD_INPUT:
            if changes:
                write_whole(layout, file)
                inform(say("{path} written", path=file))
        else:
            print(layout, end="")
    return status
