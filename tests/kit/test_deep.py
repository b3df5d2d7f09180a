"""A judgement with hidden units is one with more weights."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import sectors
from sectors.kit.deep import Deep
from sectors.kit.linear import read_weights, write_weights

JUDGES = [name for name in sectors.games() if isinstance(sectors.load(name).evaluator(), Deep)]


def judge_of(game: str) -> Deep:
    judge = sectors.load(game).evaluator()
    assert isinstance(judge, Deep)
    return judge


def mid_game(game: str, seats: int) -> sectors.State:
    state = sectors.load(game).new(seats, seed="deep")
    while len(state.actions) < 90 and state.to_act is not None:
        state.play(state.legal()[len(state.actions) % len(state.legal())])
    return state


@pytest.mark.parametrize("game", JUDGES)
def test_its_weights_survive_a_round_trip(game: str, tmp_path: Path) -> None:
    judge = judge_of(game)
    weights = {name: number / 8 for number, name in enumerate(judge.weight_names())}
    write_weights(tmp_path / "weights.toml", weights, "Counted.")
    read = read_weights(tmp_path / "weights.toml", judge.weight_names())
    judge.set_weights(read)
    assert judge.get_weights() == pytest.approx(weights, rel=1e-3)
    assert list(judge.get_weights()) == list(weights)


@pytest.mark.parametrize("game", JUDGES)
def test_units_that_add_nothing_change_nothing(game: str) -> None:
    state, judge = mid_game(game, 2), judge_of(game)
    weights = judge.get_weights()
    judge.set_weights({name: weights[name] for name in judge.names})
    plain = judge.values(state.core)
    judge.set_weights({name: value for name, value in weights.items() if not name.startswith("adds.")})
    assert judge.values(state.core) == plain


@pytest.mark.parametrize("game", JUDGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_unit_weighs_the_features_of_the_seat_and_the_mean_of_the_others(game: str, seats: int) -> None:
    state, judge = mid_game(game, seats), judge_of(game)
    name = judge.names[0]
    judge.set_weights({"adds.3": 2.0, "bias.3": 0.25, f"own.{name}.3": 1.5, f"others.{name}.3": -0.5})
    found = [judge.features(state.core, seat)[name] for seat in range(seats)]
    levels = [0.25 + 1.5 * one - 0.5 * (sum(found) - one) / (seats - 1) for one in found]
    powers = [math.exp(2.0 * level / (1 + abs(level))) for level in levels]
    values = judge.values(state.core)
    assert [value / sum(values) for value in values] == pytest.approx([power / sum(powers) for power in powers])
