"""Where a turn is many small decisions a bot goes its way directly: it does not turn left, right and left again."""

from __future__ import annotations

import os
from collections import Counter

import pytest

import sectors
from sectors import State, bots
from sectors.bots.direct import Direct
from sectors.bots.mcts import Mcts

GAME = "starsectors"
STEPS = {"fwd", "rev", "left", "right"}
GAMES = 12 if os.environ.get("SECTORS_SOAK") else 3
MOST = 0.05  # of all steps, those that lead back to where the ship stood before in its turn; they were 0.12


def play(level: str, seed: int, count: Counter[str]) -> None:
    """A game in which every decision is made by a bot that knows nothing of the ones before, as at a table."""
    state = sectors.load(GAME).new(seed=seed, options={"map": "open", "points": 15})
    been: set[tuple[int, int]] = set()
    while state.to_act is not None:
        move = bots.load(level, seed=f"{seed} {count['decisions']}").choose(state.seen_by(state.to_act, seed))
        count["decisions"] += 1
        if move not in STEPS:
            been = set()
            state.play(move)
            continue
        been.add(place(state))
        state.play(move)
        count["steps"] += 1
        if state.to_act is not None and state.core.stopping() >= 0:
            count["returns"] += place(state) in been


def place(state: State) -> tuple[int, int]:
    base, heading, _ = state.core.place()  # type: ignore[attr-defined]
    return base, heading


@pytest.mark.parametrize("level", ["mcts:3", "mcts:4"])
def test_a_bot_does_not_wander(level: str) -> None:
    count: Counter[str] = Counter()
    for seed in range(GAMES):
        play(level, seed, count)
    assert count["steps"] > 20 * GAMES
    assert count["returns"] <= MOST * count["steps"], count


def test_a_detour_is_left_out_and_a_way_to_somewhere_is_not() -> None:
    """Left and right again come to the same as to end at once; two steps towards a far enemy do not."""
    game = sectors.load(GAME)
    state = game.new(seed=3, options={"map": "open", "points": 15, "purchase": "none"})
    while "end" not in state.legal():
        state.play(state.legal()[0])
    codes = {move: game.code(move) or 0 for move in state.legal()}
    direct = Direct(game, game.evaluator(), 0.003, "test")
    assert codes["end"] == state.core.stopping()
    assert direct.choose(state.core, [[codes["left"], codes["right"], codes["end"]]]) == codes["end"]
    assert direct.choose(state.core, [[codes["fwd"], codes["fwd"], codes["end"]]]) == codes["fwd"]


def test_games_that_know_no_rest_are_left_alone() -> None:
    state = sectors.load("sector219").new(seed=1)
    bot = Mcts(3, seed=1, calm=0.5)
    ideas = bot.think(state.seen_by(0, 1))
    assert bot.prefer_direct(state.seen_by(0, 1), ideas) == ideas
