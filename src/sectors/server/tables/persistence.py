"""Conversion between tables and rows of the database."""

from __future__ import annotations

import msgspec
from msgspec.structs import astuple

from sectors.kit import Game, Json
from sectors.server.storage.queries import Append, Stored, text
from sectors.server.storage.rows import EventRow
from sectors.server.tables.events import KINDS, LoggedEvent
from sectors.server.tables.table import Corrupt, Table, position_digest, wire_digest

SNAPSHOT_EVERY = 50


def summary(table: Table) -> Json:
    """Return the columns of a table that lists show."""
    to_act = table.to_act
    return {
        "status": table.status,
        "changed": table.changed_at,
        "places": text(table.places),
        "step": table.step_for(None),
        "to_act": to_act,
        "waits_for_bot": waits_for_bot(table),
        "result": None if table.ending is None else text(table.ending.result),
        "replay": table.replay,
        "rematch": table.rematch,
    }


def waits_for_bot(table: Table) -> bool:
    to_act = table.to_act
    return to_act is not None and table.places[to_act].kind == "bot" and not table.places[to_act].failed


def to_append(table: Table, events: list[LoggedEvent]) -> Append:
    """Return what to write after a table has taken these events."""
    return Append(
        [astuple(to_row(table.info.id, logged)) for logged in events],
        (table.info.id, *summary(table).values()),
        snapshot_row(table, events[0].number - 1),
    )


def snapshot_row(table: Table, before: int) -> Json | None:
    """Return a snapshot if one became due after event `before`."""
    if table.state is None or table.number // SNAPSHOT_EVERY == before // SNAPSHOT_EVERY:
        return None
    position = table.state.position()
    return {
        "game_table": table.info.id,
        "number": table.number,
        "position": msgspec.json.encode(position),
        "digest": wire_digest(position),
    }


def load_from_snapshot(stored: Stored, game: Game) -> Table:
    """Load a table from its snapshot and the log after it. A bad snapshot raises Corrupt or any other exception."""
    assert stored.position is not None
    table = Table(stored.info, game)
    for logged in map(from_row, stored.events):
        table.take(logged, skim=logged.number <= stored.position_number)
        if logged.number == stored.position_number:
            table.resume(msgspec.json.decode(stored.position))
            assert table.state is not None
            if position_digest(table.state) != stored.position_digest:
                raise Corrupt("the snapshot does not have its digest")
    if table.state is None:
        raise Corrupt("the snapshot is of a moment that the log does not have")
    return table


def load_from_log(stored: Stored, game: Game) -> Table:
    """Load a table by replaying its whole log."""
    table = Table(stored.info, game)
    for logged in map(from_row, stored.events):
        table.take(logged)
    return table


DECODERS = {kind: msgspec.json.Decoder(event) for kind, event in KINDS.items()}


def to_row(table: str, logged: LoggedEvent) -> EventRow:
    return EventRow(
        table,
        logged.number,
        logged.at,
        logged.event.kind,
        logged.seat,
        logged.player,
        text(logged.event),
        None if logged.outcomes is None else text(logged.outcomes),
        None if logged.told is None else text(logged.told),
        logged.previous,
        logged.key,
    )


def from_row(row: EventRow) -> LoggedEvent:
    """Decode a row; raise Corrupt if neither this version nor an older one can have written it."""
    try:
        event = DECODERS[row.kind].decode(row.data)
    except (KeyError, msgspec.MsgspecError) as error:
        raise Corrupt(f"event {row.number} of kind {row.kind!r} cannot be read: {error}") from None
    return LoggedEvent(
        number=row.number,
        at=row.at,
        event=event,
        seat=row.seat,
        player=row.player,
        outcomes=None if row.outcomes is None else msgspec.json.decode(row.outcomes),
        told=None if row.told is None else msgspec.json.decode(row.told),
        previous=row.previous,
        key=row.key,
    )
