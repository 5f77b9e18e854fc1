"""What `cz-teams` says of events."""

from syscheck.events.clauses import EventRules

RULES = EventRules(regulation="cz-teams", folder="cz_teams", clauses=())
