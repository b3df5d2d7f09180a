"""PettingZoo's own tests, for every game and number of seats, without a warning."""

import contextlib
import io
import warnings
from collections.abc import Iterator

import pytest
from pettingzoo.test import api_test, render_test, seed_test

import sectors
from sectors.envs import aec
from sectors.envs.utility import utilities
from sectors.kit import BadInput, State

SETTINGS = [(name, seats) for name in sectors.games() for seats in sectors.load(name).seat_numbers]


@pytest.fixture(autouse=True)
def strict() -> Iterator[None]:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize(("name", "seats"), SETTINGS)
def test_it_is_an_environment_of_pettingzoo(name: str, seats: int) -> None:
    api_test(aec.env(name, seats), num_cycles=60)
    seed_test(lambda: aec.env(name, seats), num_cycles=30)
    modes = {"svg": lambda drawn: drawn.startswith("<svg")}
    render_test(lambda render_mode=None: aec.env(name, seats, render_mode=render_mode), modes)


@pytest.mark.parametrize(("name", "seats"), SETTINGS)
def test_a_game_is_truncated_after_the_cycles_asked_for(name: str, seats: int) -> None:
    env = aec.env(name, seats, max_cycles=3)
    env.reset(seed=1)
    steps = 0
    for agent in env.agent_iter():
        _, _, terminated, truncated, info = env.last()
        over = terminated or truncated
        steps += not over
        env.step(None if over else env.action_space(agent).sample(info["action_mask"]))
    assert steps == 3 * seats


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name, seats in SETTINGS if seats > 1])
def test_the_rewards_of_a_game_add_up_to_nothing(name: str, seats: int) -> None:
    env = aec.env(name, seats)
    env.reset(seed=5)
    total: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(max_iter=10**6):
        _, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        env.step(None if terminated or truncated else env.action_space(agent).sample(info["action_mask"]))
    assert not env.agents and sum(total.values()) == pytest.approx(0)
    state = State(env.unwrapped.game, env.unwrapped.core, env.unwrapped.options, "end")
    assert state.result is not None and list(total.values()) == pytest.approx(utilities(state.result))


def test_an_illegal_action_is_refused() -> None:
    env = aec.raw_env("sector219")
    env.reset(seed=1)
    before = env.core.copy()
    for wrong in (5274, None, -1, 10**6):
        if wrong is not None and 0 <= wrong < 5275:
            assert not env.infos["seat_0"]["action_mask"][wrong]
        with pytest.raises((BadInput, IndexError)):
            env.step(wrong)
    assert env.game.position(before) == env.game.position(env.core)
    for arguments in ({"render_mode": "x"}, {"max_cycles": 0}, {"seats": 7}):
        with pytest.raises(BadInput):
            aec.env("sector219", **arguments)
