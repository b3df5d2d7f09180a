"""Failure is ordinary: no acknowledged move is lost, none is played twice, no screen is wrong."""

import random
import threading
import time
from pathlib import Path
from typing import Any

from tests.server.cluster.faults import FAULTS, PATIENCE, Cluster, Player, Watcher, played
from tests.server.people import SOAK, Person

COUNT = 1000 if SOAK else len(FAULTS)
QUICK = ("flush", "cut", "line", "worker", "server")  # what the long form does most


def faults(source: random.Random) -> list[str]:
    """Each of them, and in the long form many more."""
    more = [source.choice(QUICK if turn % 10 else FAULTS) for turn in range(COUNT - len(FAULTS))]
    return [*source.sample(FAULTS, len(FAULTS)), *more]


def test_players_come_through_any_failure(tmp_path: Path) -> None:
    source = random.Random(COUNT)
    cluster = Cluster(tmp_path)
    over = threading.Event()
    try:
        players = [Player(cluster.url, seed, seed % 2 == 1, over) for seed in range(4)]
        watchers = [Watcher(cluster.url, player, over) for player in players]
        for thread in (*players, *watchers):
            thread.start()
        for fault in faults(source):
            before = [player.answers for player in players]
            cluster.strike(fault, source)
            wait_for_play(players, before)
        over.set()
        for thread in (*players, *watchers):
            thread.join(PATIENCE)
        for one in cluster.servers:
            one.wait()
        check(cluster, players, watchers)
    finally:
        over.set()
        cluster.close()


def wait_for_play(players: list[Player], before: list[int]) -> None:
    """Until every player has had an answer after the fault, by whichever server."""
    limit = time.monotonic() + PATIENCE
    for player, count in zip(players, before):
        while player.answers <= count:
            assert player.failure is None, player.failure
            assert time.monotonic() < limit, f"nothing happens at {player.table}"
            time.sleep(0.02)


def check(cluster: Cluster, players: list[Player], watchers: list[Watcher]) -> None:
    lost = doubled = wrong = screens = moves = 0
    for player, watcher in zip(players, watchers):
        assert player.failure is None, player.failure
        assert all("database" in text and "psycopg" not in text for text in player.calm), player.calm
        for table, acknowledged in player.games:
            entries = player.person.state(table, seat="none")["log"]
            written = played(entries, {0} if player.bot else {0, 1})
            moves += len(acknowledged)
            lost += max(0, len(acknowledged) - len(written))
            doubled += max(0, len(written) - len(acknowledged))
            assert written[: len(acknowledged)] == acknowledged[: len(written)]
            truth = digests(player.person, table, entries)
            for number, seen in [(number, seen) for (name, number), seen in watcher.shown.items() if name == table]:
                screens += len(seen)
                wrong += len(seen - {truth[number]})
        assert watcher.came_back and watcher.shown
    print(
        f"{sum(cluster.struck.values())} faults {cluster.struck}: {moves} moves acknowledged, {lost} lost, "
        f"{doubled} doubled; {screens} screens compared, {wrong} wrong"
    )
    assert (lost, doubled, wrong) == (0, 0, 0) and moves > COUNT and screens


def digests(person: Person, table: str, entries: list[Any]) -> dict[int, str]:
    """What a spectator must see after each number of the log."""
    found: dict[int, str] = {}
    by_step: dict[int, str] = {}
    step = None
    for entry in entries:
        step = entry["step"] if entry["step"] is not None else step
        if step is not None:
            if step not in by_step:
                answer = person.get(f"/api/tables/{table}/history", step=step, seat="none")
                by_step[step] = answer.json()["digest"]
            found[entry["number"]] = by_step[step]
    return found
