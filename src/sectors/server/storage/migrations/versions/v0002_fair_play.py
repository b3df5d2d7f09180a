"""How a table deals: 1 from the server's seed alone, 2 with the players' contributions."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("dealing", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    op.drop_column("game_table", "dealing")
