"""From tables to rows of the database, and back."""

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
    """What lists show of a table."""
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


def appended(table: Table, events: list[LoggedEvent]) -> Append:
    """What is to be written after a table has taken these events."""
    return Append(
        [astuple(to_row(table.info.id, one)) for one in events],
        (table.info.id, *summary(table).values()),
        snapshot_row(table, events[0].number - 1),
    )


def snapshot_row(table: Table, before: int) -> Json | None:
    """A snapshot, if one is due after what came after event `before`."""
    if table.state is None or table.number // SNAPSHOT_EVERY == before // SNAPSHOT_EVERY:
        return None
    position = table.state.position()
    return {
        "game_table": table.info.id,
        "number": table.number,
        "position": msgspec.json.encode(position),
        "digest": wire_digest(position),
    }


def resumed(found: Stored, game: Game) -> Table:
    """A table from its snapshot and the log after it; Corrupt, or anything else, if the snapshot is not right."""
    assert found.position is not None
    table = Table(found.info, game)
    for one in map(from_row, found.events):
        table.take(one, skim=one.number <= found.position_number)
        if one.number == found.position_number:
            table.resume(msgspec.json.decode(found.position))
            assert table.state is not None
            if position_digest(table.state) != found.position_digest:
                raise Corrupt("the snapshot does not have its digest")
    if table.state is None:
        raise Corrupt("the snapshot is of a moment that the log does not have")
    return table


def replayed(found: Stored, game: Game) -> Table:
    """A table from its whole log."""
    table = Table(found.info, game)
    for one in map(from_row, found.events):
        table.take(one)
    return table


DECODERS = {kind: msgspec.json.Decoder(event) for kind, event in KINDS.items()}


def to_row(table: str, one: LoggedEvent) -> EventRow:
    return EventRow(
        table,
        one.number,
        one.at,
        one.event.kind,
        one.seat,
        one.player,
        text(one.event),
        None if one.outcomes is None else text(one.outcomes),
        None if one.told is None else text(one.told),
        one.previous,
        one.key,
    )


def from_row(row: EventRow) -> LoggedEvent:
    """Corrupt if it is not one that this version, or an older one, wrote."""
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
