"""Old tables and replays: after a time set by the operator they are archived, if there is an archive, and deleted."""

from __future__ import annotations

import gzip
import os
import time
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, select

from sectors.server.storage.schema import event, game_table, member, replay, snapshot

AT_ONCE = 50  # tables per transaction, so that nothing waits for long
DAY = 86400.0
GATHERING_DAYS = 7.0  # a table that has not begun is kept no longer than this

Rows = list[dict[str, Any]]


class Retention(msgspec.Struct, frozen=True):
    """How long tables are kept. 0 days: for ever."""

    days: float = 0.0
    archive: Path | None = None


def old_tables(connection: Connection, days: float, now: float) -> list[str]:
    """Return tables that have not changed for that many days, oldest first."""
    waiting = game_table.c.status == "gathering"
    old = game_table.c.changed < now - days * DAY
    never_begun = waiting & (game_table.c.changed < now - min(days, GATHERING_DAYS) * DAY)
    query = select(game_table.c.id).where(old | never_begun).order_by(game_table.c.changed).limit(AT_ONCE)
    return list(connection.scalars(query))


def old_replays(connection: Connection, days: float, now: float) -> list[str]:
    query = select(replay.c.id).where(replay.c.created < now - days * DAY).order_by(replay.c.created).limit(AT_ONCE)
    return list(connection.scalars(query))


def rows_of(connection: Connection, tables: list[str], replays: list[str]) -> dict[str, Rows]:
    """Return all rows about these tables and replays, in the form that `sectors backup` writes."""
    wanted = {
        "game_table": select(game_table).where(game_table.c.id.in_(tables)),
        "event": select(event).where(event.c.game_table.in_(tables)).order_by(event.c.game_table, event.c.number),
        "replay": select(replay).where(replay.c.id.in_(replays)),
    }
    return {name: [dict(row) for row in connection.execute(rows).mappings()] for name, rows in wanted.items()}


def write_archive(folder: Path, rows: dict[str, Rows]) -> Path:
    """Write rows to a new file, which appears only when it is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}-{os.urandom(4).hex()}.json.gz"
    part = path.with_suffix(".part")
    with gzip.open(part, "wb") as file:
        file.write(msgspec.json.encode(rows))
    part.replace(path)
    return path


def remove(connection: Connection, tables: list[str], replays: list[str]) -> None:
    for one in (member, event, snapshot):
        connection.execute(delete(one).where(one.c.game_table.in_(tables)))
    connection.execute(delete(game_table).where(game_table.c.id.in_(tables)))
    connection.execute(delete(replay).where(replay.c.id.in_(replays)))
