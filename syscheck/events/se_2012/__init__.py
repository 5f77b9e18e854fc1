"""What `se-2012` says of events."""

from syscheck.events.clauses import EventRules

RULES = EventRules(regulation="se-2012", folder="se_2012", clauses=())
