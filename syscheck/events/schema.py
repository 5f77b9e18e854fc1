"""The JSON Schema of an event file, for editors and for programs that write one."""

import json
from typing import Any

from syscheck.events.file import EventFile


def event_schema() -> str:
    """The schema as JSON text. A key that is not written has no value: TOML knows no null."""
    made = {"$schema": "https://json-schema.org/draft/2020-12/schema", **EventFile.model_json_schema()}
    made["title"] = "syscheck event"
    return json.dumps(_without_null(made), indent=2, ensure_ascii=False) + "\n"


def _without_null(node: Any) -> Any:
    match node:
        case {"anyOf": [choice, {"type": "null"}], **rest}:
            return _without_null({**{k: v for k, v in rest.items() if k not in ("default", "title")}, **choice})
        case dict():
            return {key: _without_null(value) for key, value in node.items() if key != "title"}
        case list():
            return [_without_null(value) for value in node]
    return node
