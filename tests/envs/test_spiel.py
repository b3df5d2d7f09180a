"""OpenSpiel: its own tests, its search, and information states that never forget."""

import random
from typing import Any

import numpy
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import sectors
from sectors.envs import spiel
from sectors.kit import BadInput

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


def test_information_states_are_tensors_where_that_fits() -> None:
    """Every observation so far with the seat's own actions; it tells apart what observations alone do not."""
    game = spiel.load("sector219", options={"opening": "first_game", "first": 0})
    assert game.get_type().provides_information_state_tensor
    state, rng = game.new_initial_state(), random.Random(3)
    rows: list[Any] = []
    actions: list[float] = []
    while not state.is_terminal():
        play(state, rng, 0)
        if state.is_terminal():
            break
        if state.current_player() == 0:
            rows.append(state.row(0))
            action = rng.choice(state.legal_actions())
            actions.append(action + 1)
            state.apply_action(action)
        else:
            play(state, rng, 1)
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    observation.set_from(state, 0)
    assert observation.tensor.tolist() == state.information_state_tensor(0)
    told, taken = observation.dict["observations"], observation.dict["actions"]
    assert (told[taken > 0] == numpy.array(rows)).all() and taken[taken > 0].tolist() == actions
    last = int(told.any(1).sum()) - 1
    assert (told[last] == state.row(0)).all() and not taken[last:].any()


def test_seats_that_know_different_things_have_different_tensors() -> None:
    """And a seat that knows the same has the same, whatever the other holds."""
    game = spiel.load("sector219", options={"opening": "first_game", "first": 0})
    tensors: dict[str, list[float]] = {}
    for seed in range(6):
        state = game.new_initial_state()
        play(state, random.Random(seed), 5)
        seat = state.current_player()
        other = state.resample_from_infostate(seat, random.Random(seed).random)
        assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        tensors[state.information_state_string(seat)] = state.information_state_tensor(seat)
    assert len({tuple(tensor) for tensor in tensors.values()}) == len(tensors) == 6


def test_information_states_that_do_not_fit_are_refused() -> None:
    game = pyspiel.load_game("sectors_sector86")
    assert not game.get_type().provides_information_state_tensor
    with pytest.raises(BadInput, match="allowed are 262144 numbers"):
        game.information_state_tensor_size()


def test_openspiels_environment_for_learners_has_the_tensors() -> None:
    game = spiel.load("sector219", options={"opening": "first_game", "first": 0})
    environment = rl_environment.Environment(game)
    environment.seed(1)
    step = environment.reset()
    size = environment.observation_spec()["info_state"][0]
    assert size == game.information_state_tensor_size() == len(step.observations["info_state"][0])


def test_a_game_can_begin_at_a_position() -> None:
    start = sectors.load("sector219").new(seed=7)
    start.play(start.legal()[0])
    game = spiel.load("sector219", position=start.position())
    state = game.new_initial_state()
    assert state.current_player() == start.to_act and len(state.legal_actions()) == len(start.legal())
    assert not any(state.history())
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    for wrong in ({"position": start.position(), "seats": 2}, {"position": {"game": "sector219"}}):
        with pytest.raises(BadInput):
            spiel.load("sector219", **wrong)
    while start.to_act is not None:
        start.play(start.legal()[0])
    with pytest.raises(BadInput, match="the game is over"):
        spiel.load("sector219", position=start.position())


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
