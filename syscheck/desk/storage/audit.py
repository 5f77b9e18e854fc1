"""The log of who changed what: written in the same transaction as the change, so that neither is there alone."""

import json

from sqlalchemy.orm import Session

from syscheck.desk.storage.models import AuditLine


def log(
    session: Session,
    actor: str,
    action: str,
    *,
    event: int | None = None,
    entry: int | None = None,
    **details: str | int | bool | None,
) -> None:
    """Append a line. `actor` is an organiser's name, `pair` or `command`; details are facts, never a card's text."""
    told = json.dumps(details, ensure_ascii=False, sort_keys=True)
    session.add(AuditLine(actor=actor, action=action, event_id=event, entry_id=entry, details=told))
