"""What `sk-2008` says of events: §§ 22, 25 and 26, and the last sentence of annex 4."""

from syscheck.events.clauses import DutyClause, EventRules
from syscheck.events.sk_2008 import duties

RULES = EventRules(
    regulation="sk-2008",
    folder="sk_2008",
    clauses=(DutyClause("sk-25-6", duties.description, duties.may_have_vus),),
)
