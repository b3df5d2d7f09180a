"""Failure is ordinary: no acknowledged move is lost, none is played twice, no screen is wrong."""

import random
import threading
import time
from bisect import bisect_right
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
            moments = all_moments(player.person, table)
            written = played([one["entry"] for one in moments[1:]], {0} if player.bot else {0, 1})
            moves += len(acknowledged)
            lost += max(0, len(acknowledged) - len(written))
            doubled += max(0, len(written) - len(acknowledged))
            assert written[: len(acknowledged)] == acknowledged[: len(written)]
            numbers = [one["entry"]["number"] for one in moments[1:]]
            for number, seen in [(number, seen) for (name, number), seen in watcher.shown.items() if name == table]:
                screens += len(seen)
                wrong += len(seen - {moments[bisect_right(numbers, number)]["digest"]})
        assert watcher.came_back and watcher.shown
    print(
        f"{sum(cluster.struck.values())} faults {cluster.struck}: {moves} moves acknowledged, {lost} lost, "
        f"{doubled} doubled; {screens} screens compared, {wrong} wrong"
    )
    assert (lost, doubled, wrong) == (0, 0, 0) and moves > COUNT and screens


def all_moments(person: Person, table: str) -> list[Any]:
    """What a spectator must see before the first move and after each: a state has only the end of a long log."""

    def moment(step: int) -> Any:
        return person.get(f"/api/tables/{table}/history", step=step, seat="none").json()

    first = moment(0)
    return [first, *map(moment, range(1, first["steps"] + 1))]
