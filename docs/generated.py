"""What the scripts that write pages of docs/ share: write the page, or say whether it is up to date."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def write_or_check(page: str, make: Callable[[], str]) -> int:
    """Write `docs/<page>`, whole or not at all; with `--check` change nothing. The exit status: 1 when stale."""
    parser = argparse.ArgumentParser(description=f"Write docs/{page}.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when the file is stale")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / page, help="another file to write or check")
    options = parser.parse_args()
    target: Path = options.output
    text = make()
    if options.check:
        fresh = target.is_file() and target.read_text(encoding="utf-8") == text
        if not fresh:
            print(f"{target} is stale: run python docs/{Path(sys.argv[0]).name}")
        return 0 if fresh else 1
    part = target.with_name(target.name + ".part")
    part.write_text(text, encoding="utf-8", newline="\n")
    part.replace(target)
    return 0
