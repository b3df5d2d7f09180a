"""The programs of the tutorials do what the tutorials say."""

import importlib.util
import runpy
from pathlib import Path
from types import ModuleType

import pytest

import sectors
from sectors import bots

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", sectors.games())
def test_the_sampler_plays_every_game(name: str) -> None:
    bot = load("sampler").Sampler(seed=1, games=1)
    state = sectors.load(name).new(seed=1)
    for number in range(2):
        assert state.to_act is not None
        state.play(bot.choose(state.seen_by(state.to_act, number)))


def test_the_sampler_beats_random_play() -> None:
    won = 0.0
    for seed in range(2):
        players = [load("sampler").Sampler(seed=seed, games=2), bots.load("random", seed=seed)]
        state = sectors.load("sector18").new(seats=2, seed=seed)
        while state.to_act is not None and len(state.actions) < 400:
            move = players[state.to_act].choose(state.seen_by(state.to_act, len(state.actions)))
            state.play(move)
        won += state.result[0] if state.result else 0.5
    assert won >= 1.5


def test_a_linear_policy_learns_to_beat_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "learn.py"))
    lines = capsys.readouterr().out.splitlines()
    shares = [int(line.split(", ")[1].partition(" ")[0]) for line in lines]
    assert shares[0] < 65
    assert min(shares[-4:]) > 90
