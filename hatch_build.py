"""Build hook: the parser's table and the words, ready-made from `grammars/`, and the compiled catalogues."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ReadyMade(BuildHookInterface):
    """Writes `tables.pickle` and `words.pickle` into `syscheck/card/` and a `.mo` beside each `.po`."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build each with the module that also reads it."""
        root = Path(self.root)
        card = root / "syscheck/card"
        tables, wordlists = _module(card / "tables.py"), _module(card / "wordlists.py")
        table, words = card / tables.TABLE, card / wordlists.READY_WORDS
        tables.write_table(root / "grammars", table)
        wordlists.write_words(root / "grammars", words)
        language = _module(root / "syscheck/language.py")
        catalogues = []
        for source in sorted((root / "syscheck/locale").glob("*/LC_MESSAGES/*.po")):
            catalogues.append(source.with_suffix(".mo"))
            catalogues[-1].write_bytes(language.compiled(source))
        build_data["artifacts"] += [str(path.relative_to(root)) for path in (table, words, *catalogues)]


def _module(path: Path) -> ModuleType:
    """A module of the project, alone."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses look there for their own module
    spec.loader.exec_module(module)
    return module
