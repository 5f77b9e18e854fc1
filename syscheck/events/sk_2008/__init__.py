"""What `sk-2008` says of events: §§ 22, 25 and 26, and the last sentence of annex 4."""

from syscheck.events.clauses import AdmissionClause, DutyClause, EventRules
from syscheck.events.sk_2008 import admission, duties
from syscheck.events.sk_2008.systems import may_have_vus

RULES = EventRules(
    regulation="sk-2008",
    folder="sk_2008",
    clauses=(
        AdmissionClause("sk-25-5", admission.no_vus),
        DutyClause("sk-annex-4-doubtful", duties.doubtful),
        DutyClause("sk-25-6", duties.description, may_have_vus),
        DutyClause("sk-25-6a", duties.change, may_have_vus),
        DutyClause("sk-25-6b", duties.replacement, duties.may_have_vus_in_rounds),
        DutyClause("sk-25-7", duties.visitors, duties.may_have_vus_in_teams),
        DutyClause("sk-25-8", duties.defence, may_have_vus),
        DutyClause("sk-25-4", duties.one_system),
        DutyClause("sk-25-9", duties.forbidden),
        DutyClause("sk-25-12", duties.slovak_card),
        DutyClause("sk-25-15", duties.stop),
        DutyClause("sk-26-3-i", duties.right_card),
    ),
)
