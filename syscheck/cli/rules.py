"""`rule` and `rules`: what the regulations say, and how it is read."""

import argparse
import sys

from syscheck.cli.choosing import chosen
from syscheck.cli.options import Commands, add_language
from syscheck.cli.outcome import OK
from syscheck.cli.streams import terminal
from syscheck.language import translated


def add(commands: Commands) -> None:
    """Add `rule` and `rules`."""
    rule = commands.add_parser("rule", help="a rule's page", description=_rule.__doc__)
    rule.add_argument("rule", metavar="ID", help="a rule's id, such as sk-vus-a")
    add_language(rule)
    rule.set_defaults(run=_rule)

    rules = commands.add_parser("rules", help="the list of rules", description=_rules.__doc__)
    add_language(rules)
    rules.set_defaults(run=_rules)


def _rule(options: argparse.Namespace) -> int:
    """Print the page of a rule: what it says, the reading chosen and why, and examples."""
    from syscheck.choosing import choose_rule

    page = chosen(choose_rule, options.rule)
    from syscheck.report.text import text_page

    colour, width = terminal(sys.stdout)
    print(text_page(page, colour=colour, width=width), end="")
    return OK


def _rules(_options: argparse.Namespace) -> int:
    """List every rule with its title: those about cards, then those about events."""
    from syscheck.events import rules_about_events
    from syscheck.regulations import REGULATIONS

    for law in REGULATIONS:
        print(f"{law.id}: {translated(law.name)}, {translated(law.edition)}")
        pages = [*(law.page(c.rule) for c in law.rules), *rules_about_events(law.id)]
        width = max(len(page.rule) for page in pages)
        for page in pages:
            print(f"  {page.rule:<{width}}  {translated(page.title)}")
    return OK
