"""The tables of the database. Alembic creates them (`migrations`); a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

# The oldest revision whose servers can work with this schema, so that old and new servers run side by side during a
# rolling upgrade. A migration only adds; what the previous version still needs is removed one version later, and then
# this number increases.
OLDEST = "0003"

setting = Table(
    "setting",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

player = Table(
    "player",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(100), nullable=False),
)

# The properties of a table that never change, and (from `status` on) a summary for lists. The log is authoritative.
game_table = Table(
    "game_table",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("key", String(40), nullable=False),
    Column("game", String(100), nullable=False),
    Column("version", Integer, nullable=False),
    Column("content", String(100), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("casual", Boolean, nullable=False),
    Column("creator", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("seed", String(80), nullable=False),
    Column("client", String(40), nullable=False, server_default=""),  # its creator: a hash of the address
    Column("dealing", Integer, nullable=False, server_default="1"),  # kit.fairplay
    Column("begun", Text),  # chance and actions of the record that the table continues
    Column("status", String(20), nullable=False),
    Column("changed", Float, nullable=False),
    Column("places", Text, nullable=False),
    Column("step", Integer, nullable=False),
    Column("to_act", Integer),
    Column("waits_for_bot", Boolean, nullable=False),
    Column("result", Text),
    Column("replay", String(40)),
    Column("rematch", String(40)),
    Index("game_table_public", "public", "status", "created"),
    Index("game_table_bots", "status", "waits_for_bot"),
)

member = Table(
    "member",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("game_table", String(40), ForeignKey("game_table.id"), primary_key=True),
    Column("mine", Boolean, nullable=False),  # created it or sat there, not only entered
)

event = Table(
    "event",
    metadata,
    Column("game_table", String(40), ForeignKey("game_table.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("seat", Integer),
    Column("player", String(40)),  # the actor
    Column("data", Text, nullable=False),  # the action
    Column("outcomes", Text),  # the chance outcomes
    Column("told", Text),  # the events of the rules
    Column("previous", String(64)),  # the digest of the actor's view before it
    Column("key", String(64)),
    UniqueConstraint("game_table", "player", "key", name="event_once"),
)

snapshot = Table(
    "snapshot",
    metadata,
    Column("game_table", String(40), ForeignKey("game_table.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("position", LargeBinary, nullable=False),
    Column("digest", String(64), nullable=False),
)

replay = Table(
    "replay",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("record", LargeBinary, nullable=False),
    Column("created", Float, nullable=False),
)
