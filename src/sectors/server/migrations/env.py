"""Alembic's environment: it is run by `sectors.server.store.migrate`, on a connection that is handed to it."""

from alembic import context

from sectors.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
