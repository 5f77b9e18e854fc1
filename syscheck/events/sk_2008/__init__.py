"""What `sk-2008` says of events."""

from syscheck.events.clauses import EventRules

RULES = EventRules(regulation="sk-2008", folder="sk_2008", clauses=())
