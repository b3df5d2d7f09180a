"""Level 0 is for a first game: it loses to somebody who plays at random but for what is plainly foolish."""

from __future__ import annotations

import os

import pytest

import sectors
from sectors import bots
from sectors.bots.levels import load_tuning
from sectors.bots.newcomer import Look
from sectors.kit import Dealer
from sectors.lab.match import Match
from sectors.lab.tally import run

GAMES = 200 if os.environ.get("SECTORS_SOAK") else 10
EARLY = 5  # turns of the newcomer within which level 0 never wins


@pytest.mark.parametrize("name", sectors.games())
def test_level_0_loses_to_a_newcomer_and_never_wins_early(name: str) -> None:
    game = sectors.load(name)
    options = {**game.recommended(2), **game.first_game(2)}
    found = run(Match(name, ["mcts:0", "newcomer"], GAMES, 2, options, seed="first games"), 1).summary()
    assert found["won"][1] >= (0.64 if GAMES >= 200 else 0.5) * GAMES  # measured are 70 % or more, good to 6 either way
    assert found["soonest_win"][0] is None or found["soonest_win"][0] > EARLY


@pytest.mark.parametrize("name", sectors.games())
def test_the_options_of_a_first_game_are_options(name: str) -> None:
    game = sectors.load(name)
    for seats in game.seat_numbers:
        first = {**game.recommended(seats), **game.first_game(seats)}
        assert first.items() <= game.settings(seats, first)[1].items()


@pytest.mark.parametrize("name", sectors.games())
def test_the_pieces_that_a_newcomer_counts_are_features_of_the_judgement(name: str) -> None:
    game = sectors.load(name)
    assert set(load_tuning(game).pieces) <= game.evaluator().features(game.new(seed=1).core, 0).keys()


def test_a_newcomer_plays_a_win_that_it_sees_and_level_0_does_not() -> None:
    """Found in games: positions where one move wins at once and others do not."""
    wins = 0
    for seed in range(40):
        state = sectors.load("sector219").new(seed=seed)
        players = [bots.load("greedy", seed=seed), bots.load("random", seed=seed)]
        while state.to_act is not None:
            seen = state.seen_by(state.to_act, 1)
            look = Look(state.game, state.to_act, Dealer("look"))
            winning = [code for code in state.legal_codes() if look.wins(state.core, code, 1)]
            if winning and len(winning) < len(state.legal()):
                wins += 1
                assert state.game.code(bots.load("newcomer", seed=1).choose(seen)) in winning
                assert state.game.code(bots.load("mcts:0", seed=1).choose(seen)) not in winning
                break
            state.play(players[state.to_act].choose(seen))
    assert wins >= 5


def test_a_newcomer_does_not_give_a_piece_for_nothing() -> None:
    """Where some moves lose a unit to the next decision of the enemy and others do not, it makes one of the others."""
    avoided = 0
    for seed in range(4):
        state = sectors.load("sector219").new(seed=seed)
        player = bots.load("newcomer", seed=seed)
        while state.to_act is not None:
            seen = state.seen_by(state.to_act, 1)
            look = Look(state.game, state.to_act, Dealer("look"))
            foolish = {state.game.text(code) for code in state.legal_codes() if look.is_foolish(seen.core, code)}
            move = player.choose(seen)
            if foolish and len(foolish) < len(state.legal()) and look.find_win(seen.core) is None:
                avoided += 1
                assert move not in foolish
            state.play(move)
    assert avoided >= 5
