"""OpenSpiel: its own tests, its search, and information states that never forget."""

import random
from typing import Any

import numpy
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import sectors
from sectors.envs import spiel

GAMES = sectors.games()


def play(state: pyspiel.State, rng: random.Random, steps: int) -> None:
    """Some random actions, chance apart."""
    while not state.is_terminal() and (steps or state.is_chance_node()):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(rng.choices([one for one, _ in outcomes], [chance for _, chance in outcomes])[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            steps -= 1


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_random_simulations_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"sectors_{name}"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_seats_can_be_played(name: str) -> None:
    for seats in sectors.load(name).seat_numbers:
        game = spiel.load(name, seats)
        assert game.num_players() == seats
        state = game.new_initial_state()
        play(state, random.Random(seats), 10**9 if name == "sector219" else 40)
        if state.is_terminal() and seats > 1:
            assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_is_one_that_the_seat_cannot_tell_apart(name: str) -> None:
    game = pyspiel.load_game(f"sectors_{name}")
    rng = random.Random(7)
    state = game.new_initial_state()
    for _ in range(6):
        play(state, rng, 3)
        if state.is_terminal():
            break
        seat = state.current_player()
        other = state.resample_from_infostate(seat, rng.random)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.legal_actions() == state.legal_actions() and other.current_player() == seat


def test_information_states_remember_what_observations_forget() -> None:
    """Two orders of the same deployments lead to one observation and two information states."""
    game = spiel.load("sector219", options={"opening": "first_game", "first": 0})
    state = game.new_initial_state()
    play(state, random.Random(3), 1)
    seen: dict[Any, Any] = {}
    for first in state.legal_actions():
        one = state.child(first) if not state.is_terminal() else state
        if not one.is_terminal() and one.current_player() == state.current_player():
            for second in one.legal_actions():
                two = one.child(second)
                key = two.observation_string(0)
                seen.setdefault(key, set()).add(two.information_state_string(0))
    assert any(len(known) > 1 for known in seen.values())


def test_tensors_are_the_observations_by_name() -> None:
    game = pyspiel.load_game("sectors_sector219")
    state = game.new_initial_state()
    play(state, random.Random(2), 6)
    observation = make_observation(game)
    observation.set_from(state, 0)
    assert observation.dict["own_units"].shape == (6, 13, 13)
    assert (observation.tensor == numpy.asarray(state.row(0))).all() and observation.tensor.any()


def test_openspiels_information_set_search_plays() -> None:
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=numpy.random.RandomState(5))
    policy = ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = ismcts.ISMCTSBot(
        game=pyspiel.load_game("sectors_sector219"),
        uct_c=2.0,
        max_simulations=5,
        evaluator=evaluator,
        random_state=numpy.random.RandomState(5),
        final_policy_type=policy,
    )
    state = pyspiel.load_game("sectors_sector219").new_initial_state()
    rng = random.Random(1)
    for _ in range(4):
        play(state, rng, 0)
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
