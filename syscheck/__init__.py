"""syscheck: what the regulations say of a pair's bidding system.

    >>> from syscheck import check_file
    >>> checked = check_file("samples/cards/precision.card")
    >>> [(r.regulation.id, r.classification.name) for r in checked.results]
    [('sk-2008', 'usual'), ('se-2012', 'C'), ('cz-teams', 'ordinary'), ('wbf', 'blue')]

Everything the command line does is reachable from here; a name is loaded when it is first used, so that
importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from syscheck.advice import advise, parse_target
    from syscheck.advice.diff import diff  # the function, not the module of the same name
    from syscheck.card import FaultyCard, card_text, read_card
    from syscheck.checking import CheckedCard, check_bytes, check_file
    from syscheck.foreign.doors import check_any, import_file
    from syscheck.freetext import read_free_text
    from syscheck.regulations import REGULATIONS, regulation
    from syscheck.system import build_system, meaning_hands

_HOMES = {
    "FaultyCard": "card",
    "card_text": "card",
    "read_card": "card",
    "CheckedCard": "checking",
    "check_bytes": "checking",
    "check_file": "checking",
    "check_any": "foreign.doors",
    "import_file": "foreign.doors",
    "advise": "advice",
    "diff": "advice",
    "parse_target": "advice",
    "read_free_text": "freetext",
    "REGULATIONS": "regulations",
    "regulation": "regulations",
    "build_system": "system",
    "meaning_hands": "system",
}

__all__ = [
    "REGULATIONS",
    "CheckedCard",
    "FaultyCard",
    "__version__",
    "advise",
    "build_system",
    "card_text",
    "check_any",
    "check_bytes",
    "check_file",
    "diff",
    "import_file",
    "meaning_hands",
    "parse_target",
    "read_card",
    "read_free_text",
    "regulation",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"syscheck.{_HOMES[name]}"), name)
