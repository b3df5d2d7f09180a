"""Weights come from games, and the same games come again."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import sectors
from sectors.kit import BadContent, BadInput
from sectors.kit.linear import read_weights
from sectors.lab.climb import Climb, Trial, draw_changes, shift_weights
from sectors.lab.commands import app
from sectors.lab.fit import Conditions, Harvest, Observations, Observed, judge_of
from sectors.lab.pool import in_order
from sectors.lab.train import COMMON, find_recipe, read_recipe, train

TINY = """
[[steps]]
do = "fit"
bot = "random"
games = 6

[[steps]]
do = "fit"
bot = "mcts:iterations=3"
games = 2

[[steps]]
do = "climb"
bot = "greedy"
trials = 2
games = 4
"""


def drawn(source: np.random.Generator, seats: int, truth: list[float], games: int) -> list[Observed]:
    """Games of one position whose results the weights `truth` decide."""
    found = []
    for _ in range(games):
        features = source.normal(size=(1, seats, len(truth)))
        sums = np.append(features[0] @ truth, 0.0) if seats == 1 else features[0] @ truth
        p = np.exp(sums) / np.exp(sums).sum()
        winner = source.choice(len(p), p=p)
        found.append(Observed(features.tolist(), [float(seat == winner) for seat in range(seats)]))
    return found


@pytest.mark.parametrize("seats", [[1], [2], [4], [1, 2, 3]])
def test_the_weights_behind_the_results_are_found_again(seats: list[int]) -> None:
    source = np.random.default_rng(1)
    truth = [1.0, -0.5, 0.0, 2.0]
    games = [one for each in seats for one in drawn(source, each, truth, 4000 // len(seats))]
    observations = Observations.of(games)
    found = observations.fit(np.zeros(4))
    assert found == pytest.approx(truth, abs=0.25)
    assert observations.surprise(found) <= observations.surprise(np.array(truth)) + 1e-6


def test_a_bad_start_does_no_harm() -> None:
    observations = Observations.of(drawn(np.random.default_rng(5), 2, [1.0, 0.0, -1.0], 4000))
    assert observations.surprise(observations.fit(np.array([6.0, -6.0, 9.0]))) < 0.7


def test_a_feature_that_never_tells_anything_keeps_its_weight() -> None:
    chooser = random.Random(1)
    games = [
        Observed([[[1.0, 3.0], [0.0, 3.0]]], [1.0, 0.0] if chooser.random() < 0.8 else [0.0, 1.0]) for _ in range(200)
    ]
    found = Observations.of(games).fit(np.array([0.0, 0.7]))
    assert found[0] > 0.5
    assert found[1] == pytest.approx(0.7)


def test_without_a_position_there_is_nothing_to_learn_from() -> None:
    with pytest.raises(BadInput):
        Observations.of([Observed([], [])])


@pytest.mark.parametrize("name", sectors.games())
def test_games_of_every_game_can_be_observed(name: str) -> None:
    one = Harvest(name, "random", 1).do(0)
    assert one.result
    assert {len(seats) for seats in one.features} == {len(one.result)}
    assert {len(seat) for seats in one.features for seat in seats} == {len(judge_of(sectors.load(name)).names)}


def test_games_are_played_under_all_conditions_in_turn() -> None:
    harvest = Harvest("sector6", "random", 6, (Conditions(), Conditions(4)))
    assert [len(harvest.do(number).result) for number in range(4)] == [2, 4, 2, 4]


def test_the_same_recipe_gives_the_same_file_on_any_number_of_cores(tmp_path: Path) -> None:
    recipe = tmp_path / "tiny.toml"
    recipe.write_text('[[conditions]]\n[[conditions]]\nseats = 3\nvary = ["mode"]\n' + TINY)
    written: list[Any] = []
    for processes in (1, 2, 1):
        out = tmp_path / f"weights{len(written)}.toml"
        asked = ["train", "sector6", "--recipe", str(recipe), "--processes", str(processes), "--out", str(out)]
        done = CliRunner().invoke(app, asked)
        assert done.exit_code == 0, done.output
        written.append(out.read_bytes())
    assert written[0] == written[1] == written[2]
    assert written[0].startswith(b"# Found by `sectors train sector6 --recipe tiny.toml`")
    names = judge_of(sectors.load("sector6")).names
    assert read_weights(tmp_path / "weights0.toml", names).keys() == set(names)


@pytest.mark.parametrize("name", sectors.games())
def test_the_recipe_of_every_game_can_be_read(name: str) -> None:
    game = sectors.load(name)
    assert read_recipe(find_recipe(game), game).steps


@pytest.mark.parametrize("name", [name for name in sectors.games() if find_recipe(sectors.load(name)) != COMMON])
def test_the_weights_of_a_game_with_a_recipe_are_from_that_recipe(name: str) -> None:
    game = sectors.load(name)
    written = (game.folder / "weights.toml").read_text()
    recipe = read_recipe(find_recipe(game), game)
    from_where = "" if recipe.start else ", from nothing"
    assert written.startswith(f"# Found by `sectors train {name}`{from_where}. Recipe {recipe.key()}.\n")
    names = judge_of(game).weight_names()
    assert read_weights(game.folder / "weights.toml", names).keys() == set(names)


@pytest.mark.parametrize(
    "wrong",
    [
        '[[steps]]\ndo = "guess"\nbot = "random"\ngames = 1',
        '[[steps]]\ndo = "fit"\nbot = "random"',
        '[[steps]]\ndo = "fit"\nbot = "nobody"\ngames = 1',
        '[[steps]]\ndo = "fit"\nbot = "random"\ngames = 1\nluck = 3',
        '[[conditions]]\nseats = 9\n[[steps]]\ndo = "fit"\nbot = "random"\ngames = 1',
        '[[steps]]\ndo = "fit"\nbot = "random"\ngames = 0',
        '[[steps]]\ndo = "fit"\nbot = "random"\ngames = 1\n[start]\nluck = 3.0',
        "steps = 3",
        "no toml",
    ],
)
def test_a_wrong_recipe_is_told_before_anything_is_played(wrong: str, tmp_path: Path) -> None:
    file = tmp_path / "recipe.toml"
    file.write_text(wrong)
    with pytest.raises((BadContent, BadInput)):
        train("sector6", file)


def test_a_recipe_may_say_what_the_first_games_are_played_with(tmp_path: Path) -> None:
    recipe = tmp_path / "started.toml"
    recipe.write_text(TINY + "[start]\nhealth = 3.0\n", encoding="utf-8")
    nothing = tmp_path / "nothing.toml"
    nothing.write_text(TINY, encoding="utf-8")
    (started, told), (other, untold) = train("sector18", recipe, 1), train("sector18", nothing, 1)
    assert started != other
    assert "from nothing" in untold and "from nothing" not in told


def test_a_climb_goes_towards_what_wins() -> None:
    judge = judge_of(sectors.load("sector6"))
    begun = {**dict.fromkeys(judge.names, 0.0), "points": 0.01}
    climb = Climb("sector6", begun, trials=6, games=8, only=["points", "held", "left"])
    assert list(climb.steps(1)) == [1, 2, 3, 4, 5, 6]
    assert climb.lead > 0
    assert climb.weights != begun
    assert climb.weights["turn"] == 0.0


def test_who_plays_alone_is_compared_with_another_in_the_same_deals() -> None:
    judge = judge_of(sectors.load("sector18"))
    nothing = dict.fromkeys(judge.names, 0.0)
    trial = Trial("sector18", "greedy", judge.get_weights(), nothing, [Conditions(1)], "solo")
    assert trial.play(1, 8).advantage() > 0.5
    assert [report.games for report in trial.reports[0]] == [4, 4]


def test_changes_are_of_those_weights_that_may_change() -> None:
    weights = {f"{kind}_{number}": 1.0 for kind in ("solo", "duel") for number in range(50)}
    change = draw_changes(weights, random.Random(1), ["duel_*"])
    assert change.keys() == {name for name in weights if name.startswith("duel")}
    assert set(map(abs, change.values())) == {0.3}
    assert shift_weights(weights, change, 1.0)["solo_1"] == 1.0


def test_results_are_taken_in_the_order_of_their_numbers() -> None:
    assert list(in_order(iter([(1, "b"), (3, "d"), (0, "a"), (2, "c")]), 0)) == ["a", "b", "c", "d"]
