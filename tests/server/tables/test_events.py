"""Every kind of event is written to a row and read back as it was."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sectors.server.protocol.responses import Entry
from sectors.server.storage.rows import EventRow, Place
from sectors.server.tables import events
from sectors.server.tables.events import KINDS, LoggedEvent, Outcome, TableEvent
from sectors.server.tables.persistence import from_row, to_row
from sectors.server.tables.table import Corrupt

EXAMPLES = [
    events.TableMade(places=[Place(kind="bot", name="Altair", level=2), Place()], pace="slow", by="Ana"),
    events.SeatTaken(player="a", name="Ana", key="secret", by="Ana"),
    events.SeatLeft(by="Ana"),
    events.SeatOpened(instead="Altair", by="Ana"),
    events.BotSeated(name="Altair", level=3, instead="Ana"),
    events.Contributed(text="0" * 32),
    events.BotFailed(),
    events.GameStarted(by="Ana", step=1, contributions=["0" * 32, "bot"], begun=[(0, "pass", 4)]),
    events.MovePlayed(text="pass", label="Pass", step=2, sealed=True, hidden=[None, 1], unseen={"None": 1}),
    events.MovesTakenBack(to=0, count=2, step=0),
    events.OfferMade(what="undo", missing=[1], to=0, count=2),
    events.OfferAnswered(offer=7, what="draw", yes=True, ending=Outcome([0.5, 0.5], "draw")),
    events.Resigned(by="Ana", name="Altair", level=3, resigned=True),
    events.Chatted(text="Hello", by="Ana"),
    events.PaceSet(pace="at once", by="Ana"),
    events.GameShared(replay="token", by="Ana"),
    events.RematchMade(table="k3v9w2x7ab", by="Ana"),
]


def logged(event: Any) -> LoggedEvent:
    return LoggedEvent(number=3, at=1.5, event=event, seat=0, player="a", outcomes=[["die", 4]], told=[], key="k")


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.kind)
def test_a_row_keeps_all_of_an_event(event: Any) -> None:
    row = to_row("table", logged(event))
    assert row.kind == event.kind and "kind" not in msgspec.json.decode(row.data)
    assert from_row(row) == logged(event)


def test_there_is_one_class_for_each_kind() -> None:
    assert [type(event).kind for event in EXAMPLES] == list(KINDS)
    kinds = [one for one in vars(events).values() if isinstance(one, type) and issubclass(one, TableEvent)]
    assert {one for one in kinds if "kind" in vars(one)} == set(KINDS.values())


@pytest.mark.parametrize(
    ("kind", "data"), [("feast", "{}"), ("play", '{"label": "Pass"}'), ("pace", '{"pace": "warp"}')]
)
def test_what_no_version_wrote_is_corrupt(kind: Any, data: Any) -> None:
    row = to_row("table", logged(events.BotFailed()))
    broken = EventRow(**{**{name: getattr(row, name) for name in row.__struct_fields__}, "kind": kind, "data": data})
    with pytest.raises(Corrupt, match="event 3"):
        from_row(broken)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (events.OfferMade(what="undo", missing=[1], to=0, count=1), "Ana asks to take back 1 move"),
        (events.OfferMade(what="draw", missing=[1], to=0, count=0), "Ana offers a draw"),
        (events.OfferAnswered(offer=1, what="undo", yes=True, to=0, count=2), "Ana agrees; 2 moves taken back"),
        (events.OfferAnswered(offer=1, what="draw", yes=False), "Ana declines"),
        (events.OfferAnswered(offer=1, what="draw", yes=False, withdrawn=True), "Ana withdraws the offer"),
        (events.Resigned(), "Ana resigns"),
        (events.Resigned(name="Altair", level=3), "Ana resigns; Altair plays on"),
        (events.BotSeated(name="Altair", level=1, instead="Bo"), "Altair takes the seat of Bo"),
    ],
)
def test_the_log_says_what_happened(event: Any, line: Any) -> None:
    assert event.line("Ana") == line


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_only_its_player_reads_a_sealed_move(viewer: Any) -> None:
    entry = Entry(number=3, at="", kind="play", seat=0, name="Ana", lines=[])
    move = events.MovePlayed(text="pass", label="Pass", step=2, sealed=True)
    move.fill(entry, logged(move), viewer)
    assert entry.text == ("pass" if viewer == 0 else None)
