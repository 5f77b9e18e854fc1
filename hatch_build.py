"""Build hook: the parser's table, ready-made from `grammars/`, goes into every install."""

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ParserTable(BuildHookInterface):
    """Writes `syscheck/card/tables.pickle` before files are collected."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the table with the module that also reads it."""
        root = Path(self.root)
        spec = importlib.util.spec_from_file_location("tables", root / "syscheck/card/tables.py")
        assert spec is not None
        assert spec.loader is not None
        tables = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(tables)
        target = root / "syscheck/card" / tables.TABLE
        tables.write_table(root / "grammars", target)
        build_data["artifacts"].append(str(target.relative_to(root)))
