"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "setting",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
    )
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("game", sa.String(100), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("content", sa.String(100), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("casual", sa.Boolean, nullable=False),
        sa.Column("creator", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seed", sa.String(80), nullable=False),
        sa.Column("begun", sa.Text),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("places", sa.Text, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("to_act", sa.Integer),
        sa.Column("waits_for_bot", sa.Boolean, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("replay", sa.String(40)),
        sa.Column("rematch", sa.String(40)),
    )
    op.create_index("game_table_public", "game_table", ["public", "status", "created"])
    op.create_index("game_table_bots", "game_table", ["status", "waits_for_bot"])
    op.create_table(
        "member",
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("game_table", sa.String(40), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("mine", sa.Boolean, nullable=False),
    )
    op.create_table(
        "event",
        sa.Column("game_table", sa.String(40), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("player", sa.String(40)),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("outcomes", sa.Text),
        sa.Column("told", sa.Text),
        sa.Column("previous", sa.String(64)),
        sa.Column("key", sa.String(64)),
        sa.UniqueConstraint("game_table", "player", "key", name="event_once"),
    )
    op.create_table(
        "snapshot",
        sa.Column("game_table", sa.String(40), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("position", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    op.create_table(
        "replay",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("replay", "snapshot", "event", "member", "game_table", "player", "setting"):
        op.drop_table(name)
