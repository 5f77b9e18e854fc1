"""What is read, printed and written: standard streams, the terminal, files that are whole or not at all."""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from syscheck.cli.outcome import UsageError
from syscheck.language import say


@dataclass
class Output:
    """A format and where it goes; None: standard output."""

    format: str
    path: str | None = None


def check_outputs(outputs: Sequence[Output], cards: Sequence[str]) -> None:
    """Each output has a place of its own, and none is a card. Errors: `UsageError`."""
    if sum(o.path is None for o in outputs) > 1:
        raise UsageError(say("only one --format can go to standard output; give the others a file with -o"))
    paths = [os.path.realpath(o.path) for o in outputs if o.path is not None]
    if len(set(paths)) < len(paths):
        raise UsageError(say("two formats cannot go into the same file"))
    from syscheck.checking import STANDARD_INPUT

    inputs = {os.path.realpath(card) for card in cards if card != STANDARD_INPUT}
    for output in outputs:
        if output.path is not None and os.path.realpath(output.path) in inputs:
            raise UsageError(
                say("-o {path}: that is the card itself and would be lost; name another file", path=output.path)
            )


def deliver(text: str, path: str | None) -> None:
    """Print a result, or write it to its file."""
    if path is None:
        sys.stdout.write(text)
    else:
        write_whole(text, path)
        inform(say("{path} written", path=path))


def write_whole(text: str, path: str) -> None:
    """Write a file whole or not at all: into a temporary file beside it, then rename."""
    target = Path(path)
    if target.is_dir():
        raise UsageError(say("{path} is a folder; name a file", path=path))
    part = None
    try:
        with NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=target.parent, delete=False) as stream:
            part = Path(stream.name)
            stream.write(text)
        part.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        part.replace(target)
    except OSError as error:
        if part is not None:
            part.unlink(missing_ok=True)
        why = error.strerror.lower() if error.strerror else say("the system gives no reason")
        raise UsageError(say("{path} cannot be written: {why}", path=path, why=why)) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def standard_input(*, foreign: bool = False) -> bytes:
    """All of standard input, but for what is more than a card (or a foreign file) may have."""
    if foreign:
        from syscheck.foreign.source import MOST_BYTES as MOST_BYTES_OF_A_SOURCE

        return sys.stdin.buffer.read(MOST_BYTES_OF_A_SOURCE + 1)
    from syscheck.card.reader import MOST_BYTES

    return sys.stdin.buffer.read(MOST_BYTES + 1)


def input_lines() -> Iterator[str]:
    """The lines of standard input, each as soon as it is there."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def terminal(stream: Any) -> tuple[bool, int]:
    """Whether to use colour on a stream, and how wide it is."""
    if stream is None or not stream.isatty():
        return False, 100
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return not plain, max(40, min(os.get_terminal_size(stream.fileno()).columns, 120))


def inform(text: object) -> None:
    """A line on standard error: for people, beside the result."""
    print(text, file=sys.stderr)
