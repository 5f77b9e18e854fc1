"""What `wbf` says of events."""

from syscheck.events.clauses import EventRules

RULES = EventRules(regulation="wbf", folder="wbf", clauses=())
