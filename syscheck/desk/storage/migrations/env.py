"""Run by Alembic with the connection that `Database.migrate` gives it."""

from alembic import context

from syscheck.desk.storage.models import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True, compare_type=True)
with context.begin_transaction():
    context.run_migrations()
