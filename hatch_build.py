"""Build hook: the parser's table and the words, ready-made from `grammars/`, go into every install."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ParserTable(BuildHookInterface):
    """Writes `tables.pickle` and `words.pickle` into `syscheck/card/` before files are collected."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build each with the module that also reads it."""
        root = Path(self.root)
        tables, wordlists = _module(root, "tables"), _module(root, "wordlists")
        targets = root / "syscheck/card" / tables.TABLE, root / "syscheck/card" / wordlists.READY_WORDS
        tables.write_table(root / "grammars", targets[0])
        wordlists.write_words(root / "grammars", targets[1])
        build_data["artifacts"] += [str(target.relative_to(root)) for target in targets]


def _module(root: Path, name: str) -> ModuleType:
    """A module of the project, alone."""
    spec = importlib.util.spec_from_file_location(name, root / f"syscheck/card/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
