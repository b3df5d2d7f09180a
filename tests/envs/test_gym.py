"""Gymnasium: registered ids, bots by name as opponents, masks, and a vector form that is n single environments."""

import contextlib
import io
import warnings
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env

import sectors
import sectors.envs.gym
from sectors.kit import BadInput

GAMES = sectors.games()
SETTINGS = [(name, seats) for name in GAMES for seats in sectors.load(name).seat_numbers]


@pytest.mark.parametrize(("name", "seats"), SETTINGS)
def test_it_is_an_environment_of_gymnasium(name: str, seats: int) -> None:
    env: Any = gymnasium.make(f"Sectors/{name}-v1", seats=seats, opponent="greedy")
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@pytest.mark.parametrize("name", GAMES)
def test_the_vector_form_is_so_many_single_ones(name: str) -> None:
    vector = gymnasium.make_vec(f"Sectors/{name}-v1", num_envs=3, opponent="random")
    single = [gymnasium.make(f"Sectors/{name}-v1", number=i, opponent="random").unwrapped for i in range(3)]
    obs, info = vector.reset(seed=11)
    alone = [env.reset(seed=11) for env in single]
    rng = numpy.random.default_rng(1)
    for _ in range(60):
        assert all((obs[i] == alone[i][0]).all() for i in range(3))
        assert all((info["action_mask"][i] == alone[i][1]["action_mask"]).all() for i in range(3))
        actions = numpy.array([rng.choice(numpy.flatnonzero(mask)) for mask in info["action_mask"]])
        obs, reward, done, _, info = vector.step(actions)
        for i, env in enumerate(single):
            seen, gain, over, _, more = env.step(actions[i])
            assert gain == pytest.approx(reward[i]) and over == done[i]
            if over:
                assert (info["final_obs"][i] == seen).all() and info["_final_obs"][i]
                seen, more = env.reset()
            alone[i] = seen, more


@pytest.mark.parametrize("name", GAMES)
def test_any_bot_can_be_the_opponent(name: str) -> None:
    env: Any = gymnasium.make(f"Sectors/{name}-v1", opponent="mcts:iterations=4", render_mode="ansi").unwrapped
    _, info = env.reset(seed=3)
    rng = numpy.random.default_rng(3)
    for _ in range(25):
        assert (env.action_masks() == info["action_mask"]).all()
        _, reward, over, _, info = env.step(rng.choice(numpy.flatnonzero(env.action_masks())))
        assert -1 <= reward <= 1 and isinstance(env.render(), str)
        if over:
            assert info["reason"] in env.batch.game.reasons
            _, info = env.reset()


def test_the_same_seed_is_the_same_game() -> None:
    env: Any = gymnasium.make("Sectors/sector219-v1", seat=1, opponent="greedy").unwrapped
    assert (env.reset(seed=4)[0] == env.reset(seed=4)[0]).all()
    assert not (env.reset(seed=4)[0] == env.reset(seed=5)[0]).all()
    assert env.batch.seat[0] == 1


def test_an_illegal_action_ends_the_game_and_says_why() -> None:
    env: Any = gymnasium.make("Sectors/sector219-v1").unwrapped
    env.reset(seed=1)
    _, reward, over, _, info = env.step(5000)
    assert reward == -1 and over and "R2.5" in info["illegal"]
    env.reset()
    assert not env.step(numpy.flatnonzero(env.action_masks())[0])[2]


def test_bad_settings_are_refused() -> None:
    for wrong in ({"opponent": "nobody"}, {"seat": 2}, {"seats": 9}, {"render_mode": "x"}):
        with pytest.raises(BadInput):
            sectors.envs.gym.SeatEnv("sector219", **wrong)
    with pytest.raises(BadInput):
        sectors.envs.gym.SeatVectorEnv("sector219", 2, opponent="mcts:1")
