"""Games, states and cores survive copy.deepcopy and pickle, with content, past and what seats have learnt."""

import copy
import pickle
import random
from pathlib import Path

import pytest

import sectors
from sectors.kit import Dealer, State
from sectors.kit.core import Core

GAMES = sectors.games()


def played(name: str, seed: int, steps: int) -> State:
    rng = random.Random(seed)
    state = sectors.load(name).new(seed=seed)
    while state.to_act is not None and len(state.actions) < steps:
        state.play(rng.choice(state.legal()))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_state_goes_on_as_it_would_have(name: str) -> None:
    state = played(name, 3, 40)
    twin = pickle.loads(pickle.dumps(state))
    assert twin == state and twin.record() == state.record() and twin.events == state.events
    for _ in range(10):
        if state.to_act is not None:
            move = state.legal()[-1]
            state.play(move)
            twin.play(move)
    assert twin == state and twin.chance == state.chance


def test_a_stored_state_keeps_the_outcomes_that_were_given() -> None:
    given = played("sector86", 1, 60).chance
    state = sectors.load("sector86").new(chance=given)
    twin = pickle.loads(pickle.dumps(state))
    rng = random.Random(1)
    while state.to_act is not None and len(state.actions) < 60:
        move = rng.choice(state.legal())
        state.play(move)
        twin.play(move)
    assert twin == state and twin.chance == state.chance


@pytest.mark.parametrize("name", GAMES)
def test_a_deep_copy_is_a_copy(name: str) -> None:
    state = played(name, 4, 30)
    twin = copy.deepcopy(state)
    assert twin == state and twin is not state and twin.core is not state.core
    assert twin.game is state.game and copy.copy(state) == state
    core = copy.deepcopy(state.core)
    if state.to_act is not None:
        twin.play(twin.legal()[0])
        core.play_code(state.legal_codes()[0], Dealer())
        assert twin != state


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_core_knows_what_it_knew(name: str) -> None:
    for seed in range(4):
        core = played(name, seed, 35).core
        twin: Core = pickle.loads(pickle.dumps(core))
        assert twin.packed() == core.packed()
        for seat in range(core.seats):  # the same guesses: nothing that a seat has learnt is lost
            one, two = core.copy(), twin.copy()
            one.guess_for(seat, Dealer("same"))
            two.guess_for(seat, Dealer("same"))
            assert one.packed() == two.packed()


def test_a_stored_game_brings_its_content_along(tmp_path: Path) -> None:
    game = sectors.load("sector219")
    path = tmp_path / "mine.toml"
    path.write_text((game.folder / "content.toml").read_text().replace("air_strikes = 2", "air_strikes = 1"))
    mine = sectors.load("sector219", content=path)
    stored = pickle.dumps([mine, mine.new(seed=1)])
    path.unlink()
    again, state = pickle.loads(stored)
    assert again.content_name == mine.content_name != game.content_name
    assert state.game is again and state == mine.new(seed=1)
    assert pickle.loads(pickle.dumps(game)).content_name == "standard"


def test_a_core_without_a_game_says_so() -> None:
    game = sectors.load("sector219")
    with pytest.raises(TypeError, match="State"):
        pickle.dumps(game.core(*game.settings(None, None)))
