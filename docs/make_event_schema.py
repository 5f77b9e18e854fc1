"""Write docs/event.schema.json from the model of an event file; `--check`: exit 1 when it is stale."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from generated import write_or_check

from syscheck.events.schema import event_schema

if __name__ == "__main__":
    sys.exit(write_or_check("event.schema.json", event_schema))
