"""The judgement of positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sectors import State
from sectors.kit import Dealer
from tests.games.starsectors.compact import game, position


def judged(text: str, **fields: Any) -> float:
    value: float = game().evaluator().values(game().at(position(text, **fields)).core)[0]
    return value


def test_a_whole_fleet_is_better_than_a_damaged_one() -> None:
    even = judged("open; A1 heron 0614/0; B1 heron 0701/3; ready 0")
    assert even == pytest.approx(0.5, abs=0.1)
    assert judged("open; A1 heron 0614/0 hits=3; B1 heron 0701/3; ready 0") < even
    assert judged("open; A1 heron 0614/0; B1 heron 0701/3 hits=3; ready 0") > even


def test_an_enemy_dead_ahead_of_a_loaded_bank_is_a_threat() -> None:
    loaded = "open; A1 direwolf 0608/{} banks=2; B1 direwolf 0605/0; turn A1"
    assert judged(loaded.format(0)) > judged(loaded.format(3))


def test_pairs_share_their_prospects_and_a_side_that_is_out_has_none() -> None:
    judge = game().evaluator()
    four = "open; A1 heron 0608/0; B1 warg 0101/3; C1 lark 1214/0; D1 lark 1201/3; turn A1"
    pairs = judge.values(game().at(position(four, {"teams": "pairs"})).core)
    assert pairs[0] == pairs[2] and pairs[1] == pairs[3] and 0.8 < pairs[0] + pairs[1] <= 1.0
    three = judge.values(game().at(position("open; A1 heron 0608/0; B1 cairn 0101/3; C1 lark 1214/0; turn A1")).core)
    assert three[1] == 0.0 and 0.8 < sum(three) <= 1.0


def test_fleets_far_from_each_other_are_worth_less_to_both() -> None:
    """Else two careful players would wait for each other until the game is drawn (R15.4)."""
    judge = game().evaluator()
    far = judge.values(game().at(position("open; A1 heron 0614/0; B1 heron 0701/3; ready 0")).core)
    near = judge.values(game().at(position("open; A1 heron 0610/0; B1 heron 0701/3; ready 0")).core)
    assert near[0] > far[0] and near[1] > far[1]


def greedy_move(state: State, dealer: Dealer) -> int:
    judge, seat = game().evaluator(), state.core.to_act

    def worth(code: int) -> float:
        total = 0.0
        for _ in range(2):
            after = state.core.copy()
            after.play_code(code, dealer)
            total += (after.results() if after.over else judge.values(after))[seat]
        return total

    return max(state.legal_codes(), key=worth)


def test_looking_one_decision_ahead_beats_random_play() -> None:
    won = 0.0
    for seed in range(4):
        state = game().new(seed=seed, options={"map": "open", "points": 15})
        dealer, rng = Dealer(f"greedy {seed}"), random.Random(seed)
        while state.to_act is not None:
            code = greedy_move(state, dealer) if state.to_act == seed % 2 else rng.choice(state.legal_codes())
            state.play(game().text(code))
        assert state.result is not None
        won += state.result[seed % 2]
    assert won >= 3.5
