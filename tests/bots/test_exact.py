"""Endings in which nothing is hidden are searched to the end, and the answer is the truth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sectors
from sectors import State, bots
from sectors.bots.exact import Solver
from sectors.bots.levels import load_tuning

# With both decks empty and 7 to 11 plays left, from games of mcts:3 to mcts:6; the values are from a plain alpha-beta
# search that knew no limits. The last three took an earlier search, which knew them, more work than level 6 has.
STORED = json.loads(Path(__file__).with_name("endings.json").read_text())


def solver_of(state: State) -> Solver:
    return Solver(state.game.evaluator(), state.game.action_count, state.game.most_actions)


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


def last_plays(seed: int, plays: int, options: dict[str, object] | None = None) -> State:
    """Sector 219, so many plays before its end by count."""
    game = sectors.load("sector219")
    chooser = bots.load("random", seed=seed)
    states = [game.new(seed=seed, options=options)]
    while states[-1].to_act is not None:
        states.append(states[-1].copy())
        states[-1].play(chooser.choose(states[-1]))
    return states[-1 - plays]


@pytest.mark.parametrize("seed", range(6))
def test_an_ending_has_the_value_that_trying_everything_gives(seed: int) -> None:
    state = last_plays(seed, 2)
    seat = state.to_act
    assert seat is not None
    solver = solver_of(state)
    found = dict(solver.solve(state.core, 20, 1_000_000, 0.0))
    best = max(found.values())
    assert best == truth(state, seat)
    for code, value in found.items():
        after = state.copy()
        after.play(state.game.text(code))
        assert truth(after, seat) <= value


@pytest.mark.parametrize("number", range(len(STORED)))
def test_level_6_proves_the_value_of_a_stored_ending(number: int) -> None:
    game = sectors.load("sector219")
    state = game.at(STORED[number]["position"])
    settings = load_tuning(game)
    found = solver_of(state).solve(state.core, 64, settings.exact * settings.level(6).iterations, 0.0)
    assert max(value for _, value in found) == STORED[number]["value"]
    low, high = game.evaluator().limits_of(state.core, state.core.to_act)
    assert low <= STORED[number]["value"] <= high


@pytest.mark.parametrize("seed", range(20, 30))
@pytest.mark.parametrize("options", [{}, {"drop_in_supply": True}, {"drop_reach": 1}, {"drop_reach": "field"}])
def test_limits_never_exclude_the_truth(seed: int, options: dict[str, object]) -> None:
    state = last_plays(seed, 2, options)
    judge = state.game.evaluator()
    seat = state.to_act
    assert seat is not None
    for one, value in ((seat, truth(state, seat)), (1 - seat, 1.0 - truth(state, seat))):
        low, high = judge.limits_of(state.core, one)
        assert low <= value <= high


def test_a_solution_has_the_line_that_leads_to_its_value() -> None:
    game = sectors.load("sector219")
    state = game.at(next(one["position"] for one in STORED if one["value"] == 1.0))
    seat = state.to_act
    assert seat is not None
    idea = bots.load("mcts", level=6, seed=1).think(state.seen_by(seat, 1))[0]
    assert idea.value == 1.0
    assert idea.line[0] == idea.move
    for move in idea.line:
        state.play(move)


def test_the_same_ending_is_solved_in_the_same_way_again() -> None:
    """Whatever was solved before."""
    game = sectors.load("sector219")
    states = [game.at(one["position"]) for one in STORED[:4]]
    used = solver_of(states[0])
    for state in states:
        fresh = solver_of(state)
        assert used.solve(state.core, 64, 1_000_000, 0.0) == fresh.solve(state.core, 64, 1_000_000, 0.0)
        assert used.nodes == fresh.nodes


def test_the_bot_plays_an_ending_exactly() -> None:
    for seed in range(6, 10):
        state = last_plays(seed, 3)
        ideas = bots.load("mcts", level=5, seed=1).think(state.seen_by(state.to_act, 1))
        assert ideas[0].value in (0.0, 0.5, 1.0)


def test_a_search_that_would_take_too_long_finds_nothing() -> None:
    state = last_plays(3, 6)
    solver = solver_of(state)
    assert solver.solve(state.core, 20, 3, 0.0) == []
    assert solver.solve(state.core, 20, 1_000_000_000, 1e-9) == []


def test_a_position_with_hidden_cards_is_not_for_exact_search() -> None:
    state = sectors.load("sector219").new(seed=1)
    solver = solver_of(state)
    assert solver.solve(state.core, 60, 1_000_000, 0.0) == []


@pytest.mark.parametrize("plies", [1, 2, 5])
def test_an_ending_deeper_than_the_search_is_given_up(plies: int) -> None:
    state = sectors.load("sector6").new(seats=2, seed=0)
    chooser = bots.load("greedy", seed=1)
    solver = solver_of(state)
    while not solver.is_solvable(state.core):
        assert state.to_act is not None
        state.play(chooser.choose(state.seen_by(state.to_act, 1)))
    assert solver.solve(state.core, plies, 100_000, 0.0) == []
