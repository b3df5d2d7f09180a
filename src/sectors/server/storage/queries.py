"""The SQL: each function takes a connection that is inside a transaction."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import Connection, Dialect, case, func, insert, select
from sqlalchemy import text as sql

from sectors.kit import Json
from sectors.server.storage.rows import EventRow, Info, Place
from sectors.server.storage.schema import event, game_table, member, player, replay, setting, snapshot

MOST_ROWS = 100

encode = msgspec.json.encode
EVENT = tuple(column.name for column in event.columns)
SUMMARY = ("id", "status", "changed", "places", "step", "to_act", "waits_for_bot", "result", "replay", "rematch")
ROWS_AT_ONCE = (64, 16, 4, 1)


def text(value: Any) -> str:
    return encode(value).decode()


# Settings and players


def get_secret(connection: Connection, fresh: str) -> str:
    """Return the secret of all servers on this database; the first call stores `fresh` as the secret."""
    upsert(
        connection, "INSERT INTO setting (name, value) VALUES ('secret', :fresh) ON CONFLICT DO NOTHING", fresh=fresh
    )
    found: str = connection.scalars(select(setting.c.value).where(setting.c.name == "secret")).one()
    return found


def upsert(connection: Connection, statement: str, **values: Any) -> None:
    """Execute an insert with an ON CONFLICT clause, which also works if another server has just written the row."""
    connection.execute(sql(statement).bindparams(**values))


def name_of(connection: Connection, who: str) -> str | None:
    found: str | None = connection.scalar(select(player.c.name).where(player.c.id == who))
    return found


def rename(connection: Connection, who: str, name: str) -> None:
    statement = "INSERT INTO player (id, name) VALUES (:who, :name) ON CONFLICT (id) DO UPDATE SET name = excluded.name"
    upsert(connection, statement, who=who, name=name)


# Tables


def add_table(connection: Connection, info: Info, summary: Json) -> None:
    fixed = {name: getattr(info, name) for name in Info.__struct_fields__ if name not in ("options", "begun")}
    connection.execute(
        insert(game_table).values(
            **fixed,
            options=text(info.options),
            begun=None if info.begun is None else text(info.begun),
            **summary,
        )
    )


class Append(msgspec.Struct):
    """New events of a table, its new summary, and perhaps a snapshot."""

    events: list[tuple[Any, ...]]
    summary: tuple[Any, ...]
    snapshot: Json | None


def append(connection: Connection, appends: list[Append]) -> None:
    """Write all appends or nothing; a table may appear only once. They are written in the order of table ids, so that
    servers that write to the same tables cannot deadlock."""
    appends = sorted(appends, key=lambda one: one.summary[0])
    execute_many(connection, insert_events, [row for one in appends for row in one.events])
    execute_many(connection, update_summaries, [one.summary for one in appends])
    snapshots = [one.snapshot for one in appends if one.snapshot is not None]
    if snapshots:
        connection.execute(insert(snapshot), snapshots)


def execute_many(connection: Connection, statement: Callable[[Dialect, int], str], rows: list[tuple[Any, ...]]) -> None:
    """Execute a statement for all rows, many at a time: after each statement the thread has to wait for the event loop
    (the GIL), so there must be few."""
    done = 0
    for size in ROWS_AT_ONCE:
        while len(rows) - done >= size:
            values = tuple(chain.from_iterable(rows[done : done + size]))
            connection.exec_driver_sql(statement(connection.dialect, size), values)
            done += size


def placeholders(dialect: Dialect, columns: int, rows: int) -> str:
    """Return the placeholders for the VALUES of a statement."""
    row = ", ".join(["?" if dialect.paramstyle == "qmark" else "%s"] * columns)
    return ", ".join([f"({row})"] * rows)


@cache
def insert_events(dialect: Dialect, rows: int) -> str:
    return f"INSERT INTO event ({', '.join(EVENT)}) VALUES {placeholders(dialect, len(EVENT), rows)}"


@cache
def update_summaries(dialect: Dialect, rows: int) -> str:
    kinds = {name: game_table.c[name].type.compile(dialect) for name in SUMMARY}
    values = ", ".join(f"{name} = CAST(new.{name} AS {kinds[name]})" for name in SUMMARY[1:])
    return (
        f"WITH new ({', '.join(SUMMARY)}) AS (VALUES {placeholders(dialect, len(SUMMARY), rows)}) "
        f"UPDATE game_table SET {values} FROM new WHERE game_table.id = new.id"
    )


class Stored(msgspec.Struct):
    """Everything that the database has about a table."""

    info: Info
    events: list[EventRow]
    position: bytes | None  # of the last snapshot, as it was written
    position_number: int
    position_digest: str
    members: set[str]


def load_table(connection: Connection, table: str) -> Stored | None:
    row = connection.execute(select(game_table).where(game_table.c.id == table)).mappings().first()
    if row is None:
        return None
    fixed = {name: row[name] for name in Info.__struct_fields__ if name not in ("options", "begun")}
    info = Info(
        **fixed,
        options=msgspec.json.decode(row["options"]),
        begun=None if row["begun"] is None else msgspec.json.decode(row["begun"]),
    )
    rows = connection.execute(
        select(snapshot).where(snapshot.c.game_table == table).order_by(snapshot.c.number.desc()).limit(1)
    )
    snap = rows.mappings().first()
    members = connection.scalars(select(member.c.player).where(member.c.game_table == table))
    return Stored(
        info,
        events_after(connection, table, 0),
        None if snap is None else snap["position"],
        0 if snap is None else snap["number"],
        "" if snap is None else snap["digest"],
        set(members),
    )


def events_after(connection: Connection, table: str, number: int) -> list[EventRow]:
    rows = connection.execute(
        select(event).where(event.c.game_table == table, event.c.number > number).order_by(event.c.number)
    )
    return [EventRow(**row) for row in rows.mappings()]


# Lists and members


def add_member(connection: Connection, table: str, who: str, mine: bool) -> None:
    upsert(
        connection,
        "INSERT INTO member (player, game_table, mine) VALUES (:who, :table, :mine) "
        "ON CONFLICT (player, game_table) DO UPDATE SET mine = member.mine OR excluded.mine",
        who=who,
        table=table,
        mine=mine,
    )


def is_member(connection: Connection, table: str, who: str) -> bool:
    query = select(member.c.player).where(member.c.player == who, member.c.game_table == table)
    return connection.scalar(query) is not None


class Begun(msgspec.Struct):
    """The part of `game_table.begun` that lists need."""

    actions: list[str]


class Listed(msgspec.Struct):
    id: str
    game: str
    content: str
    status: str
    public: bool
    casual: bool
    created: float
    changed: float
    places: list[Place]
    step: int
    to_act: int | None
    given: int | None
    result: list[float] | None


def to_listed(row: Any) -> Listed:
    return Listed(
        row["id"],
        row["game"],
        row["content"],
        row["status"],
        row["public"],
        row["casual"],
        row["created"],
        row["changed"],
        msgspec.json.decode(row["places"], type=list[Place]),
        row["step"],
        row["to_act"],
        None if row["begun"] is None else len(msgspec.json.decode(row["begun"], type=Begun).actions),
        None if row["result"] is None else msgspec.json.decode(row["result"]),
    )


def public_tables(connection: Connection) -> list[Listed]:
    """Return the newest table of each client, then the second newest of each, and so on up to MOST_ROWS, so that no
    client fills the list alone."""
    place = func.row_number().over(
        partition_by=(game_table.c.client, case((game_table.c.client == "", game_table.c.creator), else_="")),
        order_by=game_table.c.created.desc(),
    )
    live = game_table.c.status.in_(["gathering", "playing"])
    inner = select(game_table, place.label("place")).where(game_table.c.public, live).subquery()
    rows = connection.execute(select(inner).order_by(inner.c.place, inner.c.created.desc()).limit(MOST_ROWS))
    return sorted((to_listed(row) for row in rows.mappings()), key=lambda one: -one.created)


def tables_of(connection: Connection, who: str) -> list[Listed]:
    rows = connection.execute(
        select(game_table)
        .join(member, member.c.game_table == game_table.c.id)
        .where(member.c.player == who, member.c.mine)
        .order_by(game_table.c.changed.desc())
        .limit(MOST_ROWS)
    )
    return [to_listed(row) for row in rows.mappings()]


def waiting_for_bots(connection: Connection, before: float) -> list[str]:
    """Return the tables where a bot is to act and nothing has happened since `before`."""
    waiting = (game_table.c.status == "playing") & game_table.c.waits_for_bot & (game_table.c.changed <= before)
    return list(connection.scalars(select(game_table.c.id).where(waiting)))


def last_numbers(connection: Connection, tables: list[str]) -> dict[str, int]:
    """Return the number of each table's last event."""
    query = select(event.c.game_table, func.max(event.c.number)).where(event.c.game_table.in_(tables))
    return dict(connection.execute(query.group_by(event.c.game_table)).tuples().all())


# Replays


def add_replay(connection: Connection, token: str, record: bytes) -> None:
    connection.execute(insert(replay).values(id=token, record=record, created=time.time()))


def replay_record(connection: Connection, token: str) -> bytes | None:
    found: bytes | None = connection.scalar(select(replay.c.record).where(replay.c.id == token))
    return found
