"""The creator of a table, as a hash of the address: lists and thinking time are shared out among these."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("client", sa.String(40), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("game_table", "client")
