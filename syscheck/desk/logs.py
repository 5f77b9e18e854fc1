"""The log of a running desk, on standard error: a line a request and a line a fault.

It never holds a card, a name or an address of a page of somebody's own: of a request the route is told, of a fault
its kind and the place in the program.
"""

import logging
import sys
import traceback
from typing import Any, TextIO

import structlog

LOG = structlog.get_logger("syscheck.desk")


def begin(form: str, stream: TextIO | None = None) -> None:
    """Write the log in a form, `json` or `text`, from now on."""
    out = stream or sys.stderr
    render: Any = (
        structlog.dev.ConsoleRenderer(colors=out.isatty())
        if form == "text"
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            render,
        ],
        logger_factory=structlog.PrintLoggerFactory(out),
    )
    logging.basicConfig(handlers=[Faults(logging.WARNING)], level=logging.WARNING, force=True)


class Faults(logging.Handler):
    """What the libraries report, without the values in it: they may be what a visitor sent."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write it."""
        level = "error" if record.levelno >= logging.ERROR else "warning"
        told: dict[str, Any] = {"of": record.name}
        if record.exc_info and record.exc_info[0]:
            told["fault"] = record.exc_info[0].__name__
            told["at"] = [
                f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(record.exc_info[2])[-6:]
            ]
        else:
            told["said"] = record.msg if isinstance(record.msg, str) else type(record.msg).__name__
        getattr(LOG, level)("fault", **told)
