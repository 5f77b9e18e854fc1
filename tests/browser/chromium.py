"""Where the browser is, and whether tests can drive it."""

import shutil
from functools import cache
from importlib.util import find_spec

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""It would look for its maker's computers at every start."""


@cache
def chromium() -> str | None:
    """The path of Chromium; nothing is downloaded."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def can_run() -> bool:
    """Whether the browser and what drives it are installed."""
    return chromium() is not None and find_spec("playwright") is not None
