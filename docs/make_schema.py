"""Write docs/report.schema.json from the models of the report; `--check`: exit 1 when it is stale."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from generated import write_or_check

from syscheck.report.machine import ReportOut


def schema() -> str:
    """The JSON Schema of `syscheck check --format json`."""
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **ReportOut.model_json_schema(by_alias=True),
        "title": "syscheck report",
    }
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(write_or_check("report.schema.json", schema))
