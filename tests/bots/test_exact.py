"""Endings in which nothing is hidden are searched to the end, and the answer is the truth."""

from __future__ import annotations

import pytest

import sectors
from sectors import State, bots
from sectors.bots.exact import Solver


def truth(state: State, seat: int) -> float:
    """The result of a seat when both play perfectly, by trying everything."""
    if state.result is not None:
        return state.result[seat]
    values = []
    for move in state.legal():
        after = state.copy()
        after.play(move)
        values.append(truth(after, seat))
    return max(values) if state.to_act == seat else min(values)


def last_plays(seed: int, plays: int) -> State:
    """Sector 219, so many plays before its end by count."""
    game = sectors.load("sector219")
    chooser = bots.load("random", seed=seed)
    states = [game.new(seed=seed)]
    while states[-1].to_act is not None:
        states.append(states[-1].copy())
        states[-1].play(chooser.choose(states[-1]))
    return states[-1 - plays]


@pytest.mark.parametrize("seed", range(6))
def test_an_ending_has_the_value_that_trying_everything_gives(seed: int) -> None:
    state = last_plays(seed, 2)
    seat = state.to_act
    assert seat is not None
    solver = Solver(state.game.evaluator(), state.game.most_actions)
    found = dict(solver.solve(state.core, 20, 1_000_000, 0.0))
    best = max(found.values())
    assert best == truth(state, seat)
    for code, value in found.items():
        after = state.copy()
        after.play(state.game.text(code))
        assert truth(after, seat) <= value


def test_the_bot_plays_an_ending_exactly() -> None:
    for seed in range(6, 10):
        state = last_plays(seed, 3)
        ideas = bots.load("mcts", level=5, seed=1).think(state.seen_by(state.to_act, 1))
        assert ideas[0].value in (0.0, 0.5, 1.0)


def test_a_search_that_would_take_too_long_finds_nothing() -> None:
    state = last_plays(3, 6)
    solver = Solver(state.game.evaluator(), state.game.most_actions)
    assert solver.solve(state.core, 20, 3, 0.0) == []
    assert solver.solve(state.core, 20, 1_000_000_000, 1e-9) == []


def test_a_position_with_hidden_cards_is_not_for_exact_search() -> None:
    state = sectors.load("sector219").new(seed=1)
    solver = Solver(state.game.evaluator(), state.game.most_actions)
    assert solver.solve(state.core, 60, 1_000_000, 0.0) == []
