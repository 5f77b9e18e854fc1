"""`python -m syscheck`."""

from syscheck.cli import main

main()
