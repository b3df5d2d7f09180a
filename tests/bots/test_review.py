"""A finished game looked at again: the decisions that cost a seat most."""

from __future__ import annotations

from functools import cache

import sectors
from sectors import bots
from sectors.bots import review as reviews
from sectors.kit import Json
from sectors.kit.records import steps

GAME = sectors.load("sector219")
LONG = 600.0  # seconds: more than any search here takes


@cache
def game_of_a_beginner() -> Json:
    """Seat 0 tries things out, seat 1 looks one play ahead."""
    state = GAME.new(seed=5)
    players = [bots.load("random", seed=3), bots.load("greedy", seed=3)]
    while state.to_act is not None:
        state.play(players[state.to_act].choose(state.seen_by(state.to_act, len(state.actions))))
    assert state.result == [0.0, 1.0]
    return state.record()


def test_the_costliest_decisions_of_a_seat_are_found_with_what_was_better() -> None:
    record = game_of_a_beginner()
    found = reviews.review(GAME, record, 0, "seed", LONG)
    assert 1 <= len(found.mistakes) <= reviews.MOST
    assert found.looked == found.decisions > 0
    assert [one.cost for one in found.mistakes] == sorted((one.cost for one in found.mistakes), reverse=True)
    for one in found.mistakes:
        assert one.cost >= reviews.LEAST
        assert one.played.move.text == record["actions"][one.step] != one.better.move.text
        state = next(state.copy() for number, state in enumerate(steps(GAME, record)) if number == one.step)
        assert state.to_act == 0 and one.better.move.text in state.legal()


def test_the_same_seed_finds_the_same() -> None:
    record = game_of_a_beginner()
    assert reviews.review(GAME, record, 0, "seed", LONG) == reviews.review(GAME, record, 0, "seed", LONG)


def test_without_time_nothing_is_looked_at_and_that_is_said() -> None:
    found = reviews.review(GAME, game_of_a_beginner(), 0, "seed", -1.0)
    assert found.mistakes == () and found.looked == 0 < found.decisions
