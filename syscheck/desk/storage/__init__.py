"""What a desk keeps: organisers, events, entries and every version of every card, with a log of who changed what.

One set of tables for SQLite and PostgreSQL. What is received counts when it is committed, not before.
"""

from syscheck.desk.storage.audit import log
from syscheck.desk.storage.database import Database, NoDatabase
from syscheck.desk.storage.models import (
    AuditLine,
    Base,
    Comparison,
    Decision,
    DeskEntry,
    DeskEvent,
    EventOrganiser,
    EventVersion,
    JudgedCard,
    Note,
    Organiser,
    SavedCard,
    Secret,
    SignIn,
    Submission,
)

__all__ = [
    "AuditLine",
    "Base",
    "Comparison",
    "Database",
    "Decision",
    "DeskEntry",
    "DeskEvent",
    "EventOrganiser",
    "EventVersion",
    "JudgedCard",
    "NoDatabase",
    "Note",
    "Organiser",
    "SavedCard",
    "Secret",
    "SignIn",
    "Submission",
    "log",
]
