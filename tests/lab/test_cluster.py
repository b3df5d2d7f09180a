"""A cluster gives the results of one machine, to the bit, whatever happens to its workers."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import ray
from typer.testing import CliRunner

from sectors import BadInput
from sectors.kit import Json
from sectors.lab import cluster
from sectors.lab.commands import app
from sectors.lab.match import Match
from sectors.lab.play import Played
from sectors.lab.pool import Workers

RUNNER = CliRunner()
TWO = Workers("ray", 2)
GAME = "sector219"


@pytest.fixture(scope="module", autouse=True)
def a_ray_of_two_workers() -> Iterator[None]:
    here = str(Path(__file__).parent)
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=100_000_000,
        runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join([here, os.environ.get("PYTHONPATH", "")])}},
    )
    yield
    ray.shutdown()


@pytest.fixture(autouse=True)
def bad_bots_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


def plain(played: Played) -> Json:
    told = asdict(played)
    return {key: value for key, value in told.items() if key not in ("seconds", "longest")}


def test_the_same_games_come_from_ray_and_from_here(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        (Match(GAME, ["random"]).load().folder / "content.toml")
        .read_text()
        .replace("air_strikes = 2", "air_strikes = 3")
    )
    content = str(tmp_path / "mine.toml")
    match = Match(GAME, ["mcts:1", "greedy"], 24, content=content, records=True, facts=True)
    (tmp_path / "mine.toml").unlink()  # content travels as text
    here, there = ([plain(one) for one in match.played(workers)] for workers in (1, TWO))
    assert here == there


def test_a_worker_that_is_killed_in_the_middle_loses_nothing_and_nothing_counts_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "MOST_CALL", 4)  # so that there is always more to do after the first games
    match = Match(GAME, ["greedy", "random"], 120)
    crew = cluster.Cluster(match, TWO, None)
    with closing(crew.results(range(120))) as results:
        found = [next(results)]
        victim = crew.workers[0]
        os.kill(ray.get(victim.actor.pid.remote()), signal.SIGKILL)
        found += list(results)
    assert [plain(one) for one in found] == [plain(one) for one in match.played(1)]
    assert victim not in crew.workers


@pytest.mark.parametrize(
    ("bot", "says"), [("Hangs", "did not answer within 0.5 s"), ("Dies", "broke down"), ("Breaks", "out of ideas")]
)
def test_a_bot_that_fails_forfeits_on_a_cluster_too(bot: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "GRACE", 0.2)
    played = list(Match(GAME, [f"bad_bots:{bot}", "random"], 2, limit=0.5).played(TWO))
    assert [one.number for one in played] == [0, 1]
    assert all(one.reason == "forfeit" and says in one.forfeit for one in played)


def test_the_commands_take_ray(tmp_path: Path) -> None:
    def told(on: str) -> Any:
        asked = ["lab", "report", GAME, "--bots", "greedy", "--games", "8", "--out", str(tmp_path / on), "--json"]
        done = RUNNER.invoke(app, [*asked, "--on", on, "--processes", "2"])
        assert done.exit_code == 0, done.output
        facts = json.loads(done.stdout)
        return {key: value for key, value in facts.items() if "seconds" not in key and key != "longest_decision"}

    assert told("ray") == told("local")


def test_there_is_no_other_place() -> None:
    with pytest.raises(BadInput, match="allowed is local, ray, or ray://"):
        Workers("moon")
    done = RUNNER.invoke(app, ["match", GAME, "--bots", "random", "--on", "moon"])
    assert done.exit_code == 2
