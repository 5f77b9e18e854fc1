"""What `wbf` says of events: the categories of the systems policy, and how many brown stickers a pair may have."""

from syscheck.events.clauses import AdmissionClause, EventRules
from syscheck.events.wbf.categories import brown_stickers, category

RULES = EventRules(
    regulation="wbf",
    folder="wbf",
    clauses=(AdmissionClause("wbf-event-category", category), AdmissionClause("wbf-event-brown-limit", brown_stickers)),
)
