"""The command line: arguments in, one call, result out.

A door, and thin: what a command prints is chosen here, what it says is made in `syscheck.report`, and what it
finds out in the rooms behind. A module has a group of commands, each with its options beside it, and an `add` that
tells them to the parser; `options` and `choosing` have the options that several commands share, `cards` the judging
of the cards named, `streams` all that is read, printed and written, `outcome` the exit statuses.

A start has to be quick: whatever a command needs of the rooms behind is imported inside its function.
"""

from syscheck.cli.program import main, run

__all__ = ["main", "run"]
