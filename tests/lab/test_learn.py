"""What a search finds out is learnt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import sectors
from sectors.kit import BadContent, BadInput
from sectors.kit.deep import Deep
from sectors.kit.linear import Linear
from sectors.lab.commands import app
from sectors.lab.fit import Observations, Observed, fit, judge_of
from sectors.lab.learn import Lessons, Network, learn
from sectors.lab.train import train

TINY = '[[steps]]\ndo = "learn"\nbot = "mcts:iterations=3"\ngames = 3\nrounds = 2\n'


def test_a_target_is_made_of_all_that_was_thought_later_and_of_the_result() -> None:
    lessons = Lessons("starsectors", "greedy", 1, trace=0.5)
    first, last = lessons.targets([(0, 0.6, False), (1, 0.6, False)], [1.0, 0.0])
    assert last == pytest.approx([0.7, 0.3])
    assert first == pytest.approx([0.65, 0.35])


def test_what_a_random_move_spoils_says_nothing_about_the_position_before_it() -> None:
    lessons = Lessons("starsectors", "greedy", 1, trace=0.5)
    first, last = lessons.targets([(0, 0.6, True), (0, 0.1, False)], [0.0, 1.0])
    assert last == pytest.approx([0.05, 0.95])
    assert first == pytest.approx([0.6, 0.4])


def test_of_what_who_decides_leaves_the_others_have_what_they_had_of_it_later() -> None:
    lessons = Lessons("sector86", "greedy", 1, trace=0.0)
    assert lessons.targets([(0, 0.4, False)], [0.2, 0.6, 0.2])[0] == pytest.approx([0.4, 0.45, 0.15])
    assert lessons.targets([(0, 0.4, False)], [1.0, 0.0, 0.0])[0] == pytest.approx([0.4, 0.3, 0.3])


def test_what_features_mean_together_is_learnt_and_no_weighted_sum_can_know_it() -> None:
    source = np.random.default_rng(3)
    lessons, games = [], []
    for _ in range(1500):
        features = source.choice([-1.0, 1.0], size=(1, 2, 2))
        both = features[0].prod(axis=1)
        target = 0.5 + 0.4 * np.sign(both[0] - both[1])
        lessons.append(Observed(features.tolist(), [1.0, 0.0], [[target, 1 - target]]))
        games.append(Observed(features.tolist(), [target, 1 - target]))
    _, surprise = learn(lessons, ("a", "b"), {}, rounds=120)
    assert surprise < 0.55
    assert fit(games, {"a": 0.0, "b": 0.0})[1] > 0.68


@pytest.mark.parametrize(("name", "seats"), [("starsectors", 2), ("sector86", 2), ("sector86", 3), ("sector86", 5)])
def test_what_is_learnt_is_what_is_played(name: str, seats: int) -> None:
    game = sectors.load(name)
    judge = judge_of(game)
    state = game.new(seats, seed="learn")
    while len(state.actions) < 90:
        state.play(state.legal()[len(state.actions) % len(state.legal())])
    names = judge.names
    network = Network(names, judge.get_weights(), np.ones(len(names)), 1)
    features = [[list(judge.features(state.core, seat).values()) for seat in range(seats)]]
    seen = Observations.of([Observed(features, [1.0] + [0.0] * (seats - 1)), Observed([features[0][:2]], [1.0, 0.0])])
    values = judge.values(state.core)
    chances = network.chances(seen.x, seen.shut)[0]
    assert chances[0] == pytest.approx([value / sum(values) for value in values])
    assert chances[1][2:] == pytest.approx(0.0)
    assert network.weights() == pytest.approx(judge.get_weights())


@pytest.mark.parametrize("seats", [2, 3])
def test_slopes_are_those_of_the_surprise(seats: int) -> None:
    source = np.random.default_rng(5)
    x, y, shut = source.normal(size=(8, seats, 4)), source.dirichlet([1.0] * seats, size=8), np.zeros((8, seats))
    network = Network(("a", "b", "c", "d"), {"a": 0.5}, np.ones(4), 1)
    parts = [network.linear, network.rows, network.bias, network.adds]
    for part, slope in zip(parts, network.slopes(x, y, shut)):
        old = part.flat[0]
        around = []
        for step in (1e-5, -1e-5):
            part.flat[0] = old + step
            around.append(network.surprise(x, y, shut))
        part.flat[0] = old
        assert (around[0] - around[1]) / 2e-5 == pytest.approx(slope.flat[0], abs=1e-3)


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


def test_who_cannot_learn_says_so_before_anything_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linear = next(name for name in sectors.games() if not isinstance(sectors.load(name).evaluator(), Deep))
    file = tmp_path / "recipe.toml"
    file.write_text(TINY)
    with pytest.raises(BadContent, match="hidden"):
        train(linear, file)
    file.write_text("[[conditions]]\nseats = 1\n" + TINY)
    monkeypatch.setattr("sectors.lab.train.Deep", Linear)  # as if it could learn
    with pytest.raises(BadContent, match="two or more"):
        train("sector18", file)


def test_sums_are_fitted_before_units_learn(tmp_path: Path) -> None:
    file = tmp_path / "recipe.toml"
    file.write_text(TINY + '[[steps]]\ndo = "fit"\nbot = "random"\ngames = 1\n')
    with pytest.raises(BadContent, match="before"):
        train("starsectors", file)


def test_without_a_position_there_is_nothing_to_learn_from() -> None:
    with pytest.raises(BadInput):
        learn([Observed([], [])], ("a",), {})
