"""What `se-2012` says of events: page 9, 2.4 and section 3 of annex II."""

from syscheck.events.clauses import AdmissionClause, DutyClause, EventClause, EventRules
from syscheck.events.se_2012 import admission, duties

RULES = EventRules(
    regulation="se-2012",
    folder="se_2012",
    clauses=(
        AdmissionClause("se-2-4-limit", admission.limit),
        AdmissionClause("se-2-4-ban", admission.bans),
        EventClause("se-3-2", duties.organiser, duties.is_silver_or_gold),
        DutyClause("se-3-2-startlist", duties.start_list),
        DutyClause("se-3-3-dots", duties.marked),
        DutyClause("se-3-3-notrump", duties.unbalanced),
        DutyClause("se-3-4-1", duties.registration),
        DutyClause("se-3-4-2", duties.card_ahead),
        DutyClause("se-3-4-3", duties.at_the_table),
        DutyClause("se-3-4-4", duties.own_defences),
        DutyClause("se-3-5", duties.team_announcement, duties.may_have_a_in_teams),
        DutyClause("se-3-5-lineup", duties.line_up, duties.may_have_a_in_teams),
        DutyClause("se-3-6", duties.put_right, duties.has_limits),
        DutyClause("se-3-7", duties.explanations),
        DutyClause("se-3-8", duties.opponents_notes),
        DutyClause("se-9-cards", duties.two_cards, duties.may_be_championship),
        DutyClause("se-9-dots", duties.all_dots, duties.may_be_championship),
        DutyClause("se-9-alert", duties.alerts, duties.may_be_championship),
    ),
)
