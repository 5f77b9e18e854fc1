"""The first tables, and triggers that keep the log as it was written."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

APPEND_ONLY = {
    "sqlite": (
        "CREATE TRIGGER audit_not_changed BEFORE UPDATE ON audit "
        "BEGIN SELECT RAISE(ABORT, 'the log is only appended to'); END",
        "CREATE TRIGGER audit_not_removed BEFORE DELETE ON audit "
        "BEGIN SELECT RAISE(ABORT, 'the log is only appended to'); END",
    ),
    "postgresql": (
        "CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the log is only appended to'; END $$",
        "CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit "
        "FOR EACH STATEMENT EXECUTE FUNCTION audit_stays()",
    ),
}


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.String(length=200), nullable=False),
        sa.Column("action", sa.String(length=50), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=True),
        sa.Column("entry_id", sa.Integer(), nullable=True),
        sa.Column("details", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_audit_event_id"), ["event_id"], unique=False)

    op.create_table(
        "comparisons",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("calls", sa.Text(), nullable=False),
        sa.Column("used_on", sa.Date(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_comparisons")),
    )
    with op.batch_alter_table("comparisons", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_comparisons_used_on"), ["used_on"], unique=False)

    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sa.UniqueConstraint("address", name=op.f("uq_events_address")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "judged_cards",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("facts", sa.LargeBinary(), nullable=False),
        sa.Column("card", sa.LargeBinary(), nullable=False),
        sa.Column("brief", sa.LargeBinary(), nullable=False),
        sa.Column("html", sa.LargeBinary(), nullable=False),
        sa.Column("used_on", sa.Date(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_judged_cards")),
    )
    with op.batch_alter_table("judged_cards", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_judged_cards_used_on"), ["used_on"], unique=False)

    op.create_table(
        "organisers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("disabled_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organisers")),
        sa.UniqueConstraint("name", name=op.f("uq_organisers_name")),
    )
    op.create_table(
        "saved_cards",
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_saved_cards")),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(length=50), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_secrets")),
    )
    op.create_table(
        "entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("pair", sa.String(length=200), nullable=False),
        sa.Column("team", sa.String(length=200), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("registered", sa.String(length=128), nullable=True),
        sa.ForeignKeyConstraint(
            ["event_id"], ["events.id"], name=op.f("fk_entries_event_id_events"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sa.UniqueConstraint("address", name=op.f("uq_entries_address")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_entries_event_id"), ["event_id"], unique=False)

    op.create_table(
        "event_organisers",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("organiser_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["events.id"], name=op.f("fk_event_organisers_event_id_events"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["organiser_id"],
            ["organisers.id"],
            name=op.f("fk_event_organisers_organiser_id_organisers"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("event_id", "organiser_id", name=op.f("pk_event_organisers")),
    )
    op.create_table(
        "event_versions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("organiser_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["event_id"], ["events.id"], name=op.f("fk_event_versions_event_id_events"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["organiser_id"],
            ["organisers.id"],
            name=op.f("fk_event_versions_organiser_id_organisers"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_versions")),
        sa.UniqueConstraint("event_id", "number", name=op.f("uq_event_versions_event_id")),
    )
    with op.batch_alter_table("event_versions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_event_versions_event_id"), ["event_id"], unique=False)

    op.create_table(
        "sign_ins",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("organiser_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["organiser_id"], ["organisers.id"], name=op.f("fk_sign_ins_organiser_id_organisers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sign_ins")),
    )
    with op.batch_alter_table("sign_ins", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sign_ins_organiser_id"), ["organiser_id"], unique=False)

    op.create_table(
        "decisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(length=128), nullable=False),
        sa.Column("rule", sa.String(length=100), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("person", sa.String(length=200), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("organiser_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entries.id"], name=op.f("fk_decisions_entry_id_entries"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["organiser_id"], ["organisers.id"], name=op.f("fk_decisions_organiser_id_organisers"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decisions")),
    )
    with op.batch_alter_table("decisions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_decisions_entry_id"), ["entry_id"], unique=False)

    op.create_table(
        "notes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("organiser_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entries.id"], name=op.f("fk_notes_entry_id_entries"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["organiser_id"], ["organisers.id"], name=op.f("fk_notes_organiser_id_organisers"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notes")),
    )
    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notes_entry_id"), ["entry_id"], unique=False)

    op.create_table(
        "submissions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("source", sa.String(length=20), nullable=False),
        sa.Column("file", sa.String(length=300), nullable=False),
        sa.Column("original", sa.LargeBinary(), nullable=False),
        sa.Column("card", sa.LargeBinary(), nullable=False),
        sa.Column("fingerprint", sa.String(length=128), nullable=True),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entries.id"], name=op.f("fk_submissions_entry_id_entries"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submissions")),
        sa.UniqueConstraint("entry_id", "number", name=op.f("uq_submissions_entry_id")),
    )
    with op.batch_alter_table("submissions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_submissions_entry_id"), ["entry_id"], unique=False)

    for command in APPEND_ONLY[op.get_bind().dialect.name]:
        op.execute(command)
