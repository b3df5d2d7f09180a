"""Bots that think in workers choose what they would choose in one process, and a worker's death loses nothing."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import services
from prometheus_client import REGISTRY

import sectors
from sectors.kit.registry import games
from sectors.server.tables.bots import Thought, guess
from sectors.server.tables.catalog import Catalog
from sectors.server.tables.remote_bots import RemoteBotPool, pack, unpack
from tests.server.cluster.conftest import At
from tests.server.cluster.processes import ThinkingProcess
from tests.server.cluster.test_sharing import wait_until
from tests.server.people import MakeServer, Running

Work = Callable[[], ThinkingProcess]


@pytest.fixture
def work(redis: services.Redis, tmp_path: Path) -> Iterator[Work]:
    made: list[ThinkingProcess] = []

    def start() -> ThinkingProcess:
        made.append(ThinkingProcess(tmp_path / "worker.log", redis.url))
        return made[-1]

    yield start
    for one in made:
        one.kill()


def slots(server: Running) -> int:
    pool = server.manager.bot_pool
    assert isinstance(pool, RemoteBotPool)
    return pool.queue.slots["quick"]


def thought_here() -> float:
    return REGISTRY.get_sample_value("sectors_thoughts_here_total") or 0.0


@pytest.mark.parametrize("game", games())
def test_a_thought_on_its_way_to_a_worker_is_the_same_thought(game: str) -> None:
    catalog, source = Catalog(), random.Random(5)
    state = sectors.load(game).new(seed=5)
    for turn in range(12):
        if state.to_act is None:
            break
        seed = f"{source.getrandbits(256):064x}"
        thought = Thought(
            guess(state, state.to_act, seed), ("mcts", "greedy")[turn % 2], 1 + turn % 3, seed, turn % 5 == 0
        )
        sent = json.loads(json.dumps(pack(thought, "r")))
        there = unpack(catalog, sent)
        assert there.seen.position() == thought.seen.position()
        assert there.run() == thought.run()
        for _ in range(3):
            if state.to_act is not None:
                state.play(source.choice(state.legal()))


def bots_alone(**plan: Any) -> dict[str, Any]:
    places = [{"kind": "bot", "level": 1}, {"kind": "bot", "level": 2}]
    return {"places": places, "start": True, "pace": "at once", "public": True, **plan}


def test_bots_play_whole_games_in_workers(own_server: MakeServer, at: At, work: Work) -> None:
    server = own_server()
    worker = work()
    wait_until(lambda: slots(server))
    before = thought_here()
    ana = at(server, "Ana")
    tables = [ana.make(**bots_alone())["table"] for _ in range(3)]
    for table in tables:
        wait_until(lambda table=table: ana.state(table)["status"] == "over", 120)  # type: ignore[misc]
    hint = ana.alone(casual=True)
    seat = hint["sight"]["to_act"]
    assert ana.do(hint["table"], "hint", seat=seat, level=1).json()["hint"]["text"]
    assert thought_here() == before
    assert worker.stop() == 0
    log = [json.loads(line) for line in worker.log.read_text().splitlines() if line.startswith("{")]
    assert any(line["event"] == "thought" and line["request"] for line in log)


def test_a_worker_that_dies_is_replaced_and_no_move_is_lost_or_doubled(
    own_server: MakeServer, at: At, work: Work
) -> None:
    server = own_server()
    worker = work()
    wait_until(lambda: slots(server))
    ana = at(server, "Ana")
    tables = [ana.make(**bots_alone())["table"] for _ in range(4)]
    for _ in range(3):
        numbers = [ana.state(table)["number"] for table in tables]
        wait_until(lambda numbers=numbers: any(ana.state(t)["number"] > n + 2 for t, n in zip(tables, numbers)))  # type: ignore[misc]
        worker.kill()
        worker = work()
    for table in tables:
        wait_until(lambda table=table: ana.state(table)["status"] == "over", 120)  # type: ignore[misc]
        record = ana.get(f"/api/tables/{table}/record").json()
        assert sectors.replay(msgspec.json.decode(msgspec.json.encode(record))).result == record["result"]


def test_without_workers_the_server_thinks_itself(two: tuple[Running, Running], at: At) -> None:
    before = thought_here()
    ana = at(two[0], "Ana")
    table = ana.make(**bots_alone())["table"]
    wait_until(lambda: ana.state(table)["status"] == "over", 120)
    assert thought_here() > before
