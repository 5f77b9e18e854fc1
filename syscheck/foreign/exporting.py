"""Cards in other formats, so that people can go back: what is written, and what the format cannot hold.

A format that is written is a module with an `EXPORT`, in the list below.
"""

from syscheck.foreign import bss_writer
from syscheck.foreign.written import Export, Exported

EXPORTS: tuple[Export, ...] = (bss_writer.EXPORT,)
"""Every format that is written."""

__all__ = ["EXPORTS", "Export", "Exported"]
