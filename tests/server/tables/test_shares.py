"""One client cannot starve the others: thinking time, quotas, lists, what is too large to serve, and old tables."""

import asyncio
import json
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import create_engine, text

import sectors
from sectors.server import limits
from sectors.server.storage.retention import Retention
from sectors.server.tables.bots import BotPool
from tests.server.people import MakePerson, MakeServer, Person, Running

GAME = "sector6"


class Slow(BotPool):
    """Bots that think as long as their level says."""

    def __init__(self, seconds: Any) -> None:
        super().__init__()
        self.seconds = seconds
        self.order: list[Any] = []

    async def think(self, level: Any, client: Any, people: bool = True) -> Any:
        def work() -> Any:
            time.sleep(self.seconds[level])
            self.order.append(client)
            return client

        self.bot = "slow"
        thought: Any = work  # what a bot would be given as a state
        return await self.choose(thought, level, "", client, people)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    class Bot:
        def choose(self, work: Any) -> Any:
            return work()

    monkeypatch.setattr("sectors.bots.load", lambda name, **settings: Bot())
    made = Slow({1: 0.01, 6: 0.3})
    yield made
    made.close()


def test_a_weak_bot_does_not_wait_for_strong_ones(slow: Any) -> None:
    async def run() -> Any:
        many = [asyncio.create_task(slow.think(6, "greedy")) for _ in range(40)]
        await asyncio.sleep(0.05)
        began = time.monotonic()
        await slow.think(1, "quiet")
        waited = time.monotonic() - began
        for one in many:
            one.cancel()
        return waited

    assert asyncio.run(run()) < 0.25  # forty thoughts take six seconds


def test_whoever_had_least_is_served_first(slow: Any) -> None:
    async def run() -> None:
        many = [asyncio.create_task(slow.think(6, "greedy")) for _ in range(20)]
        await asyncio.sleep(0.7)  # some of them are done
        await asyncio.create_task(slow.think(6, "quiet"))
        for one in many:
            one.cancel()

    asyncio.run(run())
    assert (len(slow.order) < 15 and slow.order[-1] == "quiet") or "quiet" in slow.order[:12]


def test_tables_with_people_come_before_tables_of_bots(slow: Any) -> None:
    async def run() -> None:
        alone = [asyncio.create_task(slow.think(6, f"bots {number}", people=False)) for number in range(10)]
        await asyncio.sleep(0.05)
        await slow.think(6, "people")
        for one in alone:
            one.cancel()

    asyncio.run(run())
    assert "people" in slow.order[:6]


def test_a_thought_that_nobody_wants_any_more_is_not_thought(slow: Any) -> None:
    async def run() -> None:
        many = [asyncio.create_task(slow.think(6, "greedy")) for _ in range(20)]
        await asyncio.sleep(0.05)
        for one in many:
            one.cancel()
        await slow.think(6, "quiet")

    asyncio.run(run())
    assert slow.order.count("greedy") < 10


@pytest.mark.parametrize("kind", ["tables", "hints", "records"])
def test_addresses_and_players_have_their_share(
    own_server: MakeServer, monkeypatch: pytest.MonkeyPatch, kind: Any
) -> None:
    monkeypatch.setitem(limits.Quotas.KINDS, kind, (0.001, 3.0))
    ana = Person(own_server(rate=1000.0).url, "Ana")
    record = sectors.load(GAME).new(2, seed=1).record()
    table = ana.make(public=True)["table"] if kind == "hints" else None

    def ask(who: Any) -> Any:
        if kind == "tables":
            return who.post("/api/tables", {"game": GAME})
        if kind == "records":
            return who.post("/api/records", record)
        return who.do(table, "hint", seat=0, level=1)

    codes = [ask(ana).status_code for _ in range(6)]
    assert 429 in codes and codes[0] != 429
    assert ask(Person(ana.url)).status_code == 429  # a new cookie does not help


def test_nobody_fills_the_disk_with_what_he_sends(own_server: MakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.Quotas.KINDS, "bytes", (1.0, 5000.0))
    ana = Person(own_server(rate=1000.0).url, "Ana")
    table = ana.make()["table"]
    codes = [ana.do(table, "chat", text="x" * 490).status_code for _ in range(12)]
    assert 200 in codes and codes[-1] == 429


def test_the_list_of_tables_shows_some_of_everybody(own_server: MakeServer, tmp_path: Path) -> None:
    server = own_server()
    ana = Person(server.url)
    honest = ana.make(public=True)["table"]
    with create_engine(f"sqlite:///{tmp_path / 'tables.db'}").begin() as connection:
        connection.execute(text("UPDATE game_table SET client = 'honest'"))
    for _ in range(110):
        ana.make(public=True)
    rows = ana.get("/api/tables").json()["tables"]
    assert len(rows) == 100 and honest in {row["table"] for row in rows}


# Records and maps

WARPS = {"id": "warps", "rows": [" ".join(["W"] * 9)] * 9, "base0": ["a1"], "base1": ["i9"]}


def test_a_record_with_much_to_say_about_itself_is_refused(person: MakePerson) -> None:
    record = sectors.load(GAME).new(2, seed=1).record()
    answer = person().post("/api/records", {**record, "about": {"x": "y" * 100_000}})
    assert answer.status_code == 422 and "about" in answer.json()["error"]["text"]


def test_a_record_that_takes_too_long_is_refused(person: MakePerson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECORD_SECONDS", -1.0)
    record = sectors.load(GAME).new(2, seed=1).record()
    answer = person().post("/api/records", record)
    assert answer.status_code == 422 and "Replaying the record takes" in answer.json()["error"]["text"]


def test_a_game_with_too_many_legal_moves_is_refused(person: MakePerson) -> None:
    answer = person().post("/api/tables", {"game": "sector18", "options": {"map": WARPS}})
    assert answer.status_code == 422 and "legal moves" in answer.json()["error"]["text"]


def test_a_record_with_too_many_legal_moves_is_refused(person: MakePerson) -> None:
    state = sectors.load("sector18").new(2, seed=1, options={"map": WARPS})
    source = random.Random(1)
    while len(state.legal_codes()) <= limits.MOST_MOVES:
        state.play(source.choice(state.legal()))
    answer = person().post("/api/records", state.record())
    assert answer.status_code == 422 and "legal moves" in answer.json()["error"]["text"]


def test_options_have_their_limit(person: MakePerson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sectors.server.tables.new_table.MOST_OPTIONS", 50)
    answer = person().post("/api/tables", {"game": "starsectors"})
    assert answer.status_code == 422 and "kB" in answer.json()["error"]["text"]


def test_records_are_replayed_beside_everything_else(own_server: MakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one record takes long, boards are drawn and tables made, and the same address waits its turn."""
    from sectors.server.tables import replays

    server = own_server(rate=1000.0)
    ana = Person(server.url, "Ana")
    table = ana.alone()["table"]
    release, begun = threading.Event(), threading.Event()
    real = replays.load_record

    def slowly(*arguments: Any) -> Any:
        begun.set()
        release.wait(20)
        return real(*arguments)

    monkeypatch.setattr(replays, "load_record", slowly)
    record = sectors.load(GAME).new(2, seed=1).record()
    thread = threading.Thread(target=lambda: Person(server.url).post("/api/records", record))
    thread.start()
    try:
        assert begun.wait(20)
        assert ana.state(table, svg="true")["sight"]["svg"]
        assert ana.make()["status"] == "gathering"
        assert ana.post("/api/records", record).status_code == 429
    finally:
        release.set()
        thread.join()


def test_replays_in_memory_are_bounded_by_their_size(
    server: Running, person: MakePerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sectors.server.tables import replays

    kept = replays.Replays(server.manager)
    monkeypatch.setattr(replays, "MOST_BYTES", 50_000)

    one: Any = SimpleNamespace(size=20_000)

    for number in range(10):
        kept.keep(str(number), one)
    assert list(kept.kept) == ["8", "9"]


# Old tables


def test_old_tables_are_archived_and_deleted(own_server: MakeServer, tmp_path: Path) -> None:
    server = own_server()
    ana = Person(server.url, "Ana")
    old, fresh, begun = (ana.make()["table"], ana.make()["table"], ana.alone()["table"])
    with create_engine(f"sqlite:///{tmp_path / 'tables.db'}").begin() as connection:
        week = time.time() - 8 * 86400
        connection.execute(text("UPDATE game_table SET changed = :at WHERE id != :id"), {"at": week, "id": fresh})

    def forget(days: Any) -> Any:
        keep = Retention(days, tmp_path / "archive")
        work = server.manager.forget_old(keep)
        return asyncio.run_coroutine_threadsafe(work, server.loop).result(20)

    assert forget(0) == 0
    assert forget(30) == 1  # a table that has not begun is kept for a week
    assert ana.get(f"/api/tables/{old}").status_code == 404
    assert ana.get(f"/api/tables/{begun}").status_code == 200
    assert forget(5) == 1
    assert ana.get(f"/api/tables/{begun}").status_code == 404
    assert ana.get(f"/api/tables/{fresh}").status_code == 200
    import gzip

    kept = [json.loads(gzip.decompress(path.read_bytes())) for path in (tmp_path / "archive").glob("*.json.gz")]
    assert {row["id"] for one in kept for row in one["game_table"]} == {old, begun}
    assert any(row["kind"] == "start" for one in kept for row in one["event"])
