"""`event`: organisers' event files, their presets and their schema."""

import argparse
import sys

from syscheck.cli.options import Commands, Parser, add_language, add_outputs
from syscheck.cli.outcome import OK, USAGE
from syscheck.cli.streams import Output, check_outputs, deliver, inform, standard_input, terminal
from syscheck.language import speaking, spoken

_EVENT = "Organisers' event files: check them, list what the presets fix, print the schema."


def add(commands: Commands) -> None:
    """Add `event` with its own commands."""
    event = commands.add_parser("event", help="event files: check them, list presets", description=_EVENT)
    of_event = event.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    checked = of_event.add_parser("check", help="what event files settle, or their faults", description=_event.__doc__)
    checked.add_argument("files", nargs="+", metavar="FILE", help="an event's file; - is standard input")
    add_outputs(checked, ("text", "json"))
    add_language(checked)
    checked.set_defaults(run=_event)
    listing = of_event.add_parser("presets", help="events that the rules name", description=_event_presets.__doc__)
    add_language(listing)
    listing.set_defaults(run=_event_presets)
    schema = of_event.add_parser("schema", help="the JSON Schema of an event file", description=_event_schema.__doc__)
    add_language(schema)
    schema.set_defaults(run=_event_schema)


def _event(options: argparse.Namespace) -> int:
    """Print what event files settle: phases, levels and where they come from, limits, times; or all their faults.

    Exit status 0: every file can be used; 2: some cannot.
    """
    from syscheck.checking import STANDARD_INPUT
    from syscheck.events import FaultyEvent, read_event_bytes, read_event_file
    from syscheck.report.event_file import ReadFile, events_out, events_text
    from syscheck.report.machine import dumps

    outputs: list[Output] = options.outputs or [Output("text")]
    check_outputs(outputs, options.files)
    with speaking(options.lang or spoken()):
        read = []
        for file in options.files:
            try:
                event = read_event_bytes(standard_input(), file) if file == STANDARD_INPUT else read_event_file(file)
                read.append(ReadFile(file, event))
            except FaultyEvent as error:
                read.append(ReadFile(file, error))
        for output in outputs:
            if output.format == "json":
                text = dumps(events_out(read)) + "\n"
            else:
                colour, width = terminal(None if output.path else sys.stdout)
                text = events_text(read, colour=colour, width=width)
            deliver(text, output.path)
        faulty = [found for found in read if not found.sound]
        if faulty and not any(o.format == "text" for o in outputs):
            colour, width = terminal(sys.stderr)
            inform(events_text(faulty, colour=colour, width=width).rstrip())
    return USAGE if faulty else OK


def _event_presets(_options: argparse.Namespace) -> int:
    """List the events that the rules name, each with what its source fixes and where that stands."""
    from syscheck.report.event_file import presets_text

    colour, width = terminal(sys.stdout)
    print(presets_text(colour=colour, width=width), end="")
    return OK


def _event_schema(_options: argparse.Namespace) -> int:
    """Print the JSON Schema of an event file, for editors; docs/events.md explains every key."""
    from syscheck.events.schema import event_schema

    print(event_schema(), end="")
    return OK
