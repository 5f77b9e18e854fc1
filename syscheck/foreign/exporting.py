"""Cards in other formats, so that people can go back: what is written, and what the format cannot hold.

A format that is written is a module with an `EXPORT`, in the list below.
"""

from syscheck.card import did_you_mean
from syscheck.choosing import Wrong, WrongChoice
from syscheck.foreign import bml_writer, bss_writer, declaration_writer
from syscheck.foreign.written import Export, Exported
from syscheck.language import say

EXPORTS: tuple[Export, ...] = (bss_writer.EXPORT, bml_writer.EXPORT, declaration_writer.EXPORT)
"""Every format that is written."""


def choose_export(name: str) -> Export:
    """The format of a name, to write. Errors: `WrongChoice`."""
    found = next((e for e in EXPORTS if e.name == name), None)
    if found is None:
        known = [e.name for e in EXPORTS]
        sentence = say(
            "--to {name}: {near}formats that are written are {known}",
            name=name,
            near=did_you_mean(name, known),
            known=", ".join(known),
        )
        raise WrongChoice([Wrong("to", sentence)])
    return found


__all__ = ["EXPORTS", "Export", "Exported", "choose_export"]
