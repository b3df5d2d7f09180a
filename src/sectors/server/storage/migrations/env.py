"""Alembic's environment. `sectors.server.storage.database.migrate` runs it, on its own connection."""

from alembic import context

from sectors.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
