"""Weights come from games."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import sectors
from sectors.kit.linear import read_weights
from sectors.lab.climb import change
from sectors.lab.commands import app
from sectors.lab.fit import Observed, arrays, chances, fitted, judge_of, loss


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_weights_behind_the_results_are_found_again(seats: int) -> None:
    source = np.random.default_rng(seats)
    truth = np.array([1.0, -0.5, 0.0, 2.0])
    games = []
    for _ in range(4000):
        features = source.normal(size=(1, seats, 4))
        p = chances(features, truth)[0]
        if seats == 1:
            result = [float(source.random() < p[0])]
        else:
            winner = source.choice(seats, p=p)
            result = [float(seat == winner) for seat in range(seats)]
        games.append(Observed(features.tolist(), result))
    x, y, w = arrays(games)
    found = fitted(x, y, w, np.zeros(4))
    assert found == pytest.approx(truth, abs=0.2)
    assert loss(x, y, w, found) <= loss(x, y, w, truth) + 1e-6


def test_a_bad_start_does_no_harm() -> None:
    source = np.random.default_rng(5)
    x = source.normal(size=(4000, 2, 3))
    y = np.eye(2)[(chances(x, np.array([1.0, 0.0, -1.0]))[:, 0] < source.random(4000)).astype(int)]
    found = fitted(x, y, np.ones(4000), np.array([6.0, -6.0, 9.0]))
    assert loss(x, y, np.ones(4000), found) < 0.7


def test_a_feature_that_never_tells_anything_keeps_its_weight() -> None:
    chooser = random.Random(1)
    games = [
        Observed([[[1.0, 3.0], [0.0, 3.0]]], [1.0, 0.0] if chooser.random() < 0.8 else [0.0, 1.0]) for _ in range(200)
    ]
    found = fitted(*arrays(games), np.array([0.0, 0.7]))
    assert found[0] > 0.5
    assert found[1] == 0.7


@pytest.mark.parametrize("name", sectors.games())
def test_every_game_can_be_fitted(name: str, tmp_path: Path) -> None:
    out = tmp_path / "weights.toml"
    asked = ["fit", name, "--games", "2", "--bot", "random", "--rounds", "1", "--processes", "1", "--out", str(out)]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert tomllib.loads(out.read_text())["weights"]


def test_climbing_writes_weights_that_the_game_can_read(tmp_path: Path) -> None:
    name = sectors.games()[0]
    out = tmp_path / "weights.toml"
    asked = ["climb", name, "--trials", "2", "--games", "4", "--processes", "1", "--out", str(out)]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    judge = judge_of(sectors.load(name))
    assert read_weights(out, judge.names).keys() == set(judge.names)


def test_a_change_leaves_most_weights_as_they_are() -> None:
    weights = {str(number): float(number) for number in range(100)}
    changed = change(weights, random.Random(1))
    assert changed.keys() == weights.keys()
    assert 5 <= sum(changed[name] != weights[name] for name in weights) <= 30


def test_a_change_leaves_alone_what_is_fixed() -> None:
    weights = {f"{kind}_{number}": 1.0 for kind in ("solo", "duel") for number in range(50)}
    changed = change(weights, random.Random(1), ["solo_*"])
    assert all(changed[name] == 1.0 for name in weights if name.startswith("solo"))
    assert changed != weights
