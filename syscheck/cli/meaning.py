"""`meaning`: the hands of one meaning."""

import argparse
import sys

from syscheck.cli.choosing import chosen
from syscheck.cli.options import Commands, add_language
from syscheck.cli.outcome import OK, UsageError, worse
from syscheck.cli.streams import input_lines
from syscheck.language import say


def add(commands: Commands) -> None:
    """Add `meaning`."""
    meaning = commands.add_parser("meaning", help="the hands of one meaning", description=_meaning.__doc__)
    meaning.add_argument("text", nargs="?", metavar="TEXT", help="a meaning as on a card, such as “11-15, 5+H”")
    meaning.add_argument("--call", metavar="CALL", help="the call it belongs to, such as 1D or 3X")
    meaning.add_argument(
        "--lenient", action="store_true", help="read free text as people write it; ask where it is not exact"
    )
    meaning.add_argument(
        "--lines", action="store_true", help="read meanings from standard input, one a line, or JSON objects"
    )
    meaning.add_argument(
        "--format", choices=("text", "json"), help="text on a terminal and JSON elsewhere, if not said"
    )
    add_language(meaning)
    meaning.set_defaults(run=_meaning)


def _meaning(options: argparse.Namespace) -> int:
    """The hands of one meaning: how many, with what points and lengths, with examples.

    With --lenient, the text is what people write, and what it leaves open is asked.
    With --lines, one meaning a line of standard input, or one JSON object a line with “call” and “text”;
    one JSON object a line comes out, in order.
    """
    from syscheck.choosing import choose_call
    from syscheck.report.machine import dumps
    from syscheck.report.meaning import (
        free_meaning_out,
        meaning_lines,
        meaning_out,
        meaning_status,
        meaning_text_report,
    )

    call = chosen(choose_call, options.call)
    if options.lines:
        if options.text is not None:
            raise UsageError(say("--lines reads standard input; leave the text out"))
        worst = OK
        for line in input_lines():
            out = meaning_lines(line, call, lenient=options.lenient)
            print(dumps(out, indent=None))
            worst = worse(worst, meaning_status(out))
        return worst
    if options.text is None:
        raise UsageError(say("which meaning? Write it in quotes, such as syscheck meaning “11-15, 5+H”"))
    out = (free_meaning_out if options.lenient else meaning_out)(options.text, call)
    if (options.format or ("text" if sys.stdout.isatty() else "json")) == "json":
        print(dumps(out))
    else:
        print(meaning_text_report(out), end="")
    return meaning_status(out)
