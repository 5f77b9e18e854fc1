"""What `cz-teams` says of events: point 2.6 of the rules of the Czech team championship."""

from syscheck.events.clauses import AdmissionClause, DutyClause, EventClause, EventRules
from syscheck.events.cz_teams import entries

RULES = EventRules(
    regulation="cz-teams",
    folder="cz_teams",
    clauses=(
        AdmissionClause("cz-2.6-leagues", entries.admission),
        DutyClause("cz-2.6-cards", entries.cards),
        DutyClause("cz-2.6-on-request", entries.cards_on_request),
        DutyClause("cz-2.6-descriptions", entries.descriptions, entries.may_be_artificial),
        DutyClause("cz-2.6-publication", entries.publication, entries.may_be_artificial),
        EventClause("cz-2.6-screens", entries.screens, entries.has_screens),
    ),
)
