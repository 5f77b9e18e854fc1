"""Cards in other formats, so that people can go back: what is written, and what the format cannot hold.

A format that is written is a module with an `EXPORT`, in the list below.
"""

from syscheck.foreign import bml_writer, bss_writer, declaration_writer
from syscheck.foreign.written import Export, Exported

EXPORTS: tuple[Export, ...] = (bss_writer.EXPORT, bml_writer.EXPORT, declaration_writer.EXPORT)
"""Every format that is written."""

__all__ = ["EXPORTS", "Export", "Exported"]
