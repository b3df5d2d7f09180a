"""A win within the turn is played at once, by the shortest way."""

from __future__ import annotations

from pathlib import Path

import sectors
from sectors import bots
from sectors.bots.finish import Finisher
from sectors.kit import Dealer
from sectors.lab.sense import read_cases

FOLDER = Path(__file__).parents[2] / "docs" / "levels" / "sense"


def test_what_is_found_wins_and_is_as_short_as_can_be() -> None:
    found = 0
    for case in read_cases(FOLDER / "sector18.jsonl"):
        if not case.right:
            continue
        state = case.state()
        line = Finisher(state.game.most_actions).find(state.core, 20_000, "test")
        core = state.core.copy()
        for code in line:
            core.play_code(code, Dealer("luck"))
        assert line and core.over and core.results()[state.core.to_act] == 1.0
        assert state.game.text(line[0]) in case.right
        found += 1
    assert found >= 10


def test_where_there_is_no_win_none_is_found() -> None:
    for name in sectors.games():
        state = sectors.load(name).new(seed=1)
        assert Finisher(state.game.most_actions).find(state.core, 500, "test") == []


def test_a_bot_with_a_win_at_hand_needs_no_more_thought() -> None:
    case = next(case for case in read_cases(FOLDER / "sector18.jsonl") if case.right)
    state = case.state()
    ideas = bots.load("mcts:3", seed=1).think(state.seen_by(state.to_act, 1))
    assert len(ideas) == 1 and ideas[0].value == 1.0 and ideas[0].move in case.right
    slow = bots.load("mcts:3;finish=0", seed=1).think(state.seen_by(state.to_act, 1))
    assert len(slow) > 1
