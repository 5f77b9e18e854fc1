"""The tables. Times are UTC and aware; `address` is an unguessable piece of a link."""

import datetime
import secrets
from typing import Any

from sqlalchemy import DateTime, ForeignKey, LargeBinary, MetaData, String, Text, UniqueConstraint
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

ADDRESS_BYTES = 24


class Moment(TypeDecorator[datetime.datetime]):
    """An aware time, kept as UTC; SQLite itself forgets the offset."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime.datetime | None, _dialect: Dialect) -> datetime.datetime | None:
        """Into the database. Errors: `ValueError` for a time without offset."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without offset")
        return value.astimezone(datetime.UTC)

    def process_result_value(self, value: datetime.datetime | None, _dialect: Dialect) -> datetime.datetime | None:
        """Out of it."""
        if value is None:
            return None
        return value.replace(tzinfo=datetime.UTC) if value.tzinfo is None else value.astimezone(datetime.UTC)


def now() -> datetime.datetime:
    """The server's clock."""
    return datetime.datetime.now(datetime.UTC)


def new_address() -> str:
    """An address that nobody guesses."""
    return secrets.token_urlsafe(ADDRESS_BYTES)


class Base(DeclarativeBase):
    """All tables; constraints have fixed names, so that migrations can speak of them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: dict[Any, Any] = {datetime.datetime: Moment, str: Text, bytes: LargeBinary}  # noqa: RUF012


class Organiser(Base):
    """Somebody who runs events here."""

    __tablename__ = "organisers"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(100), unique=True)
    """As typed at sign-in, in its one spelling (`security.account_name`)."""
    password_hash: Mapped[str]
    created_at: Mapped[datetime.datetime] = mapped_column(default=now)
    disabled_at: Mapped[datetime.datetime | None]


class SignIn(Base):
    """A browser in which an organiser has signed in; the token itself only the browser knows."""

    __tablename__ = "sign_ins"
    digest: Mapped[bytes] = mapped_column(primary_key=True)
    organiser_id: Mapped[int] = mapped_column(ForeignKey("organisers.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime.datetime] = mapped_column(default=now)
    used_at: Mapped[datetime.datetime] = mapped_column(default=now)
    organiser: Mapped[Organiser] = relationship()


class DeskEvent(Base):
    """An event; what is played by which rules is in its newest version."""

    __tablename__ = "events"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012
    # The log speaks of ids; one that is gone is never another's.
    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(64), unique=True, default=new_address)
    """Of the page for opponents."""
    created_at: Mapped[datetime.datetime] = mapped_column(default=now)
    published_at: Mapped[datetime.datetime | None]
    """Since when opponents see the cards; None: not yet."""
    closed_at: Mapped[datetime.datetime | None]
    """Since when pairs can hand in nothing more."""
    versions: Mapped[list["EventVersion"]] = relationship(order_by="EventVersion.number", back_populates="event")
    entries: Mapped[list["DeskEntry"]] = relationship(order_by="DeskEntry.id", back_populates="event")


class EventOrganiser(Base):
    """Who runs an event; nobody else sees it."""

    __tablename__ = "event_organisers"
    event_id: Mapped[int] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), primary_key=True)
    organiser_id: Mapped[int] = mapped_column(ForeignKey("organisers.id", ondelete="CASCADE"), primary_key=True)


class EventVersion(Base):
    """An event's file as it was saved; earlier ones stay."""

    __tablename__ = "event_versions"
    __table_args__ = (UniqueConstraint("event_id", "number"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
    number: Mapped[int]
    text: Mapped[str]
    """TOML, as the command line reads it; always one that was read without a fault."""
    saved_at: Mapped[datetime.datetime] = mapped_column(default=now)
    organiser_id: Mapped[int | None] = mapped_column(ForeignKey("organisers.id", ondelete="SET NULL"))
    event: Mapped[DeskEvent] = relationship(back_populates="versions")


class DeskEntry(Base):
    """A pair in an event."""

    __tablename__ = "entries"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012
    # The log speaks of ids; one that is gone is never another's.
    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
    address: Mapped[str] = mapped_column(String(64), unique=True, default=new_address)
    """Of the page where the pair hands in its card; who has it speaks for the pair."""
    pair: Mapped[str] = mapped_column(String(200))
    team: Mapped[str] = mapped_column(String(200), default="")
    language: Mapped[str] = mapped_column(String(8), default="en")
    created_at: Mapped[datetime.datetime] = mapped_column(default=now)
    withdrawn_at: Mapped[datetime.datetime | None]
    registered: Mapped[str | None] = mapped_column(String(128))
    """The fingerprint that the pair is registered with; a card with another has changed."""
    event: Mapped[DeskEvent] = relationship(back_populates="entries")
    submissions: Mapped[list["Submission"]] = relationship(order_by="Submission.number", back_populates="entry")
    notes: Mapped[list["Note"]] = relationship(order_by="Note.id")
    decisions: Mapped[list["Decision"]] = relationship(order_by="Decision.id")


class Submission(Base):
    """A card as it was received; nothing in it is ever changed."""

    __tablename__ = "submissions"
    __table_args__ = (UniqueConstraint("entry_id", "number"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id", ondelete="CASCADE"), index=True)
    number: Mapped[int]
    """1 for the pair's first."""
    received_at: Mapped[datetime.datetime] = mapped_column(default=now)
    source: Mapped[str] = mapped_column(String(20))
    """`pair`, `organiser` or `upload` (many at once)."""
    file: Mapped[str] = mapped_column(String(300))
    """What whoever sent it calls it, made harmless."""
    original: Mapped[bytes]
    """The very bytes."""
    card: Mapped[bytes]
    """The card; the same bytes unless they were in another format."""
    fingerprint: Mapped[str | None] = mapped_column(String(128))
    """Of its agreements; None where it cannot be read, or was not judged yet."""
    entry: Mapped[DeskEntry] = relationship(back_populates="submissions")


class Note(Base):
    """What an organiser or director wrote beside an entry; pairs never see it."""

    __tablename__ = "notes"
    id: Mapped[int] = mapped_column(primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id", ondelete="CASCADE"), index=True)
    text: Mapped[str]
    written_at: Mapped[datetime.datetime] = mapped_column(default=now)
    organiser_id: Mapped[int | None] = mapped_column(ForeignKey("organisers.id", ondelete="SET NULL"))


class Decision(Base):
    """What a named person decided where the program leaves it open; it holds for the agreements it was taken on."""

    __tablename__ = "decisions"
    id: Mapped[int] = mapped_column(primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id", ondelete="CASCADE"), index=True)
    fingerprint: Mapped[str] = mapped_column(String(128))
    rule: Mapped[str] = mapped_column(String(100))
    """The rule that left it open; `admitted` for the entry as a whole."""
    outcome: Mapped[str] = mapped_column(String(20))
    reason: Mapped[str]
    person: Mapped[str] = mapped_column(String(200))
    decided_at: Mapped[datetime.datetime] = mapped_column(default=now)
    organiser_id: Mapped[int | None] = mapped_column(ForeignKey("organisers.id", ondelete="SET NULL"))


class SavedCard(Base):
    """A card that somebody saved to share it by link."""

    __tablename__ = "saved_cards"
    address: Mapped[str] = mapped_column(String(64), primary_key=True, default=new_address)
    text: Mapped[str]
    saved_at: Mapped[datetime.datetime] = mapped_column(default=now)


class JudgedCard(Base):
    """A record of `syscheck.screening.job`: it can be made again, and is thrown away when it was not used for long."""

    __tablename__ = "judged_cards"
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    facts: Mapped[bytes]
    card: Mapped[bytes]
    brief: Mapped[bytes]
    html: Mapped[bytes]
    used_on: Mapped[datetime.date] = mapped_column(index=True)


class Comparison(Base):
    """What differs between two cards, kept like a record; JSON of a list of calls, or null."""

    __tablename__ = "comparisons"
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    calls: Mapped[str]
    used_on: Mapped[datetime.date] = mapped_column(index=True)


class AuditLine(Base):
    """Who did what when. The database itself refuses to change or remove a line."""

    __tablename__ = "audit"
    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime.datetime] = mapped_column(default=now)
    actor: Mapped[str] = mapped_column(String(200))
    """An organiser's name, `pair` or `command`."""
    action: Mapped[str] = mapped_column(String(50))
    event_id: Mapped[int | None] = mapped_column(index=True)
    """No foreign key: a line outlives what it speaks of."""
    entry_id: Mapped[int | None]
    details: Mapped[str] = mapped_column(default="{}")
    """JSON."""


class Secret(Base):
    """Keys that the desk made for itself."""

    __tablename__ = "secrets"
    name: Mapped[str] = mapped_column(String(50), primary_key=True)
    value: Mapped[bytes]
