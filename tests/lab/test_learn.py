"""What a search finds out is learnt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import sectors
from sectors.kit import BadContent, BadInput
from sectors.kit.deep import Deep
from sectors.lab.commands import app
from sectors.lab.fit import Observed, fit, judge_of
from sectors.lab.learn import Lessons, Network, learn
from sectors.lab.train import train

TINY = '[[steps]]\ndo = "learn"\nbot = "mcts:iterations=3"\ngames = 3\nrounds = 2\n'


def test_a_target_is_made_of_all_that_was_thought_later_and_of_the_result() -> None:
    lessons = Lessons("starsectors", "greedy", 1, trace=0.5)
    assert lessons.targets([(0.6, False), (0.4, False)], 1.0) == pytest.approx([0.65, 0.7])


def test_what_a_random_move_spoils_says_nothing_about_the_position_before_it() -> None:
    lessons = Lessons("starsectors", "greedy", 1, trace=0.5)
    assert lessons.targets([(0.6, True), (0.1, False)], 0.0) == pytest.approx([0.6, 0.05])


def test_what_features_mean_together_is_learnt_and_no_weighted_sum_can_know_it() -> None:
    source = np.random.default_rng(3)
    lessons, games = [], []
    for _ in range(1500):
        features = source.choice([-1.0, 1.0], size=(1, 2, 2))
        both = features[0].prod(axis=1)
        target = 0.5 + 0.4 * np.sign(both[0] - both[1])
        lessons.append(Observed(features.tolist(), [], [target]))
        games.append(Observed(features.tolist(), [target, 1 - target]))
    _, surprise = learn(lessons, ("a", "b"), {}, rounds=120)
    assert surprise < 0.55
    assert fit(games, {"a": 0.0, "b": 0.0})[1] > 0.68


def test_what_is_learnt_is_what_is_played() -> None:
    game = sectors.load("starsectors")
    judge = judge_of(game)
    state = game.new(2, seed="learn")
    while len(state.actions) < 90:
        state.play(state.legal()[len(state.actions) % len(state.legal())])
    names = judge.names
    network = Network(names, judge.get_weights(), np.ones(len(names)), 1)
    features = np.array([[list(judge.features(state.core, seat).values()) for seat in range(2)]])
    values = judge.values(state.core)
    assert network.chances(features)[0][0] == pytest.approx(values[0] / sum(values))
    assert network.weights() == pytest.approx(judge.get_weights())


def test_the_same_lessons_give_the_same_file_on_any_number_of_cores(tmp_path: Path) -> None:
    recipe = tmp_path / "tiny.toml"
    recipe.write_text(TINY)
    written = []
    for processes in (1, 2):
        out = tmp_path / f"weights{processes}.toml"
        asked = ["train", "starsectors", "--recipe", str(recipe), "--processes", str(processes), "--out", str(out)]
        done = CliRunner().invoke(app, asked)
        assert done.exit_code == 0, done.output
        written.append(out.read_bytes())
    assert written[0] == written[1]
    assert b"[hidden]" in written[0]


@pytest.mark.parametrize("conditions", ["", "[[conditions]]\nseats = 3\n"])
def test_who_cannot_learn_says_so_before_anything_is_played(conditions: str, tmp_path: Path) -> None:
    linear = next(name for name in sectors.games() if not isinstance(sectors.load(name).evaluator(), Deep))
    file = tmp_path / "recipe.toml"
    file.write_text(conditions + TINY)
    with pytest.raises((BadContent, BadInput), match="hidden" if not conditions else "seats"):
        train("starsectors" if conditions else linear, file)


def test_sums_are_fitted_before_units_learn(tmp_path: Path) -> None:
    file = tmp_path / "recipe.toml"
    file.write_text(TINY + '[[steps]]\ndo = "fit"\nbot = "random"\ngames = 1\n')
    with pytest.raises(BadContent, match="before"):
        train("starsectors", file)


def test_without_a_position_there_is_nothing_to_learn_from() -> None:
    with pytest.raises(BadInput):
        learn([Observed([], [])], ("a",), {})
