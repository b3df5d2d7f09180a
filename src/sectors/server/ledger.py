"""The SQL: each function takes a connection inside a transaction of the store."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import Connection, Dialect, func, insert, select, update

from sectors.kit import Json
from sectors.server.schema import event, game_table, member, player, replay, setting, snapshot
from sectors.server.table import Event, Info, Place, Table, digest, position_digest

SNAPSHOT_EVERY = 50
MOST_ROWS = 100

encode = msgspec.json.encode
EVENT = tuple(column.name for column in event.columns)
SUMMARY = ("id", "status", "changed", "places", "step", "to_act", "waits_for_bot", "result", "replay", "rematch")
ROWS_AT_ONCE = (64, 16, 4, 1)


def text(value: Any) -> str:
    return encode(value).decode()


# Settings and players


def secret(connection: Connection, fresh: str) -> str:
    """The server's secret, made on first use."""
    found: str | None = connection.scalar(select(setting.c.value).where(setting.c.name == "secret"))
    if found is None:
        connection.execute(insert(setting).values(name="secret", value=fresh))
    return found or fresh


def name_of(connection: Connection, who: str) -> str | None:
    found: str | None = connection.scalar(select(player.c.name).where(player.c.id == who))
    return found


def rename(connection: Connection, who: str, name: str) -> None:
    changed = connection.execute(update(player).where(player.c.id == who).values(name=name))
    if changed.rowcount == 0:
        connection.execute(insert(player).values(id=who, name=name))


# Tables


def summary(table: Table) -> Json:
    """What lists show of a table."""
    to_act = table.to_act
    return {
        "status": table.status,
        "changed": table.log[-1].at,
        "places": text(table.places),
        "step": len(table.steps),
        "to_act": to_act,
        "waits_for_bot": waits_for_bot(table),
        "result": None if table.ending is None else text(table.ending["result"]),
        "replay": table.replay,
        "rematch": table.rematch,
    }


def waits_for_bot(table: Table) -> bool:
    to_act = table.to_act
    return to_act is not None and table.places[to_act].kind == "bot" and not table.places[to_act].failed


def add_table(connection: Connection, table: Table) -> None:
    info = table.info
    fixed = {name: getattr(info, name) for name in Info.__struct_fields__ if name not in ("options", "begun")}
    connection.execute(
        insert(game_table).values(
            **fixed,
            options=text(info.options),
            begun=None if info.begun is None else text(info.begun),
            **summary(table),
        )
    )


class Append(msgspec.Struct):
    """Events of a table, its new summary, and perhaps a snapshot."""

    events: list[tuple[Any, ...]]
    summary: tuple[Any, ...]
    snapshot: Json | None


def append(connection: Connection, appends: list[Append]) -> None:
    """All or nothing. A table appears once at most."""
    many(connection, insert_events, [row for one in appends for row in one.events])
    many(connection, update_summaries, [one.summary for one in appends])
    snapshots = [one.snapshot for one in appends if one.snapshot is not None]
    if snapshots:
        connection.execute(insert(snapshot), snapshots)


def many(connection: Connection, statement: Callable[[Dialect, int], str], rows: list[tuple[Any, ...]]) -> None:
    """Carry out a statement for all rows, many at a time: between two steps of the database the thread has to wait for
    the event loop, so there must be few."""
    done = 0
    for size in ROWS_AT_ONCE:
        while len(rows) - done >= size:
            values = tuple(chain.from_iterable(rows[done : done + size]))
            connection.exec_driver_sql(statement(connection.dialect, size), values)
            done += size


def places(dialect: Dialect, columns: int, rows: int) -> str:
    """The VALUES of a statement."""
    row = ", ".join(["?" if dialect.paramstyle == "qmark" else "%s"] * columns)
    return ", ".join([f"({row})"] * rows)


@cache
def insert_events(dialect: Dialect, rows: int) -> str:
    return f"INSERT INTO event ({', '.join(EVENT)}) VALUES {places(dialect, len(EVENT), rows)}"


@cache
def update_summaries(dialect: Dialect, rows: int) -> str:
    kinds = {name: game_table.c[name].type.compile(dialect) for name in SUMMARY}
    values = ", ".join(f"{name} = CAST(new.{name} AS {kinds[name]})" for name in SUMMARY[1:])
    return (
        f"WITH new ({', '.join(SUMMARY)}) AS (VALUES {places(dialect, len(SUMMARY), rows)}) "
        f"UPDATE game_table SET {values} FROM new WHERE game_table.id = new.id"
    )


def appended(table: Table, events: list[Event]) -> Append:
    """What is to be written after a table has taken these events."""
    return Append(
        [event_row(table.info.id, one) for one in events],
        (table.info.id, *summary(table).values()),
        snapshot_row(table, events[0].number - 1),
    )


def event_row(table: str, one: Event) -> tuple[Any, ...]:
    return (
        table,
        one.number,
        one.at,
        one.kind,
        one.seat,
        one.player,
        text(one.data),
        None if one.outcomes is None else text(one.outcomes),
        None if one.told is None else text(one.told),
        one.previous,
        one.key,
    )


def snapshot_row(table: Table, before: int) -> Json | None:
    """A snapshot, if one is due after what came after event `before`."""
    if table.state is None or table.number // SNAPSHOT_EVERY == before // SNAPSHOT_EVERY:
        return None
    position = table.state.position()
    return {
        "game_table": table.info.id,
        "number": table.number,
        "position": encode(position),
        "digest": digest(position),
    }


class Stored(msgspec.Struct):
    """Everything about a table that is in the database."""

    info: Info
    events: list[Event]
    position: Json | None
    position_number: int
    position_digest: str
    members: set[str]


def stored(connection: Connection, table: str) -> Stored | None:
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
        None if snap is None else msgspec.json.decode(snap["position"]),
        0 if snap is None else snap["number"],
        "" if snap is None else snap["digest"],
        set(members),
    )


def events_after(connection: Connection, table: str, number: int) -> list[Event]:
    rows = connection.execute(
        select(event).where(event.c.game_table == table, event.c.number > number).order_by(event.c.number)
    )
    return [
        Event(
            number=row["number"],
            at=row["at"],
            kind=row["kind"],
            seat=row["seat"],
            player=row["player"],
            data=msgspec.json.decode(row["data"]),
            outcomes=None if row["outcomes"] is None else msgspec.json.decode(row["outcomes"]),
            told=None if row["told"] is None else msgspec.json.decode(row["told"]),
            previous=row["previous"],
            key=row["key"],
        )
        for row in rows.mappings()
    ]


def fold(table: Table, events: list[Event], position: Json | None, number: int, expected: str) -> bool:
    """Fold a table's log, from the snapshot on if there is one; False if the snapshot is not what the log gives."""
    skim = 0 if position is None else number
    for one in events:
        table.take(one, skim=one.number <= skim)
        if one.number == skim:
            assert position is not None
            table.resume(position)
            assert table.state is not None
            if position_digest(table.state) != expected:
                return False
    return True


# Lists and members


def let_in(connection: Connection, table: str, who: str, mine: bool) -> None:
    found = connection.scalar(select(member.c.mine).where(member.c.player == who, member.c.game_table == table))
    if found is None:
        connection.execute(insert(member).values(player=who, game_table=table, mine=mine))
    elif mine and not found:
        connection.execute(update(member).where(member.c.player == who, member.c.game_table == table).values(mine=True))


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
    result: list[float] | None


def listed(row: Any) -> Listed:
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
        None if row["result"] is None else msgspec.json.decode(row["result"]),
    )


def public_tables(connection: Connection) -> list[Listed]:
    rows = connection.execute(
        select(game_table)
        .where(game_table.c.public, game_table.c.status.in_(["gathering", "playing"]))
        .order_by(game_table.c.created.desc())
        .limit(MOST_ROWS)
    )
    return [listed(row) for row in rows.mappings()]


def tables_of(connection: Connection, who: str) -> list[Listed]:
    rows = connection.execute(
        select(game_table)
        .join(member, member.c.game_table == game_table.c.id)
        .where(member.c.player == who, member.c.mine)
        .order_by(game_table.c.changed.desc())
        .limit(MOST_ROWS)
    )
    return [listed(row) for row in rows.mappings()]


def waiting_for_bots(connection: Connection) -> list[str]:
    return list(
        connection.scalars(select(game_table.c.id).where(game_table.c.status == "playing", game_table.c.waits_for_bot))
    )


def count_events(connection: Connection, table: str) -> int:
    return connection.scalar(select(func.count()).where(event.c.game_table == table)) or 0


# Replays


def add_replay(connection: Connection, token: str, record: bytes) -> None:
    connection.execute(insert(replay).values(id=token, record=record, created=time.time()))


def replay_record(connection: Connection, token: str) -> bytes | None:
    found: bytes | None = connection.scalar(select(replay.c.record).where(replay.c.id == token))
    return found
