"""Advice: the best move with what speaks for it, from what the seat knows."""

from __future__ import annotations

import pytest

import sectors
from sectors import bots


@pytest.mark.parametrize("name", sectors.games())
def test_advice_compares_legal_moves_and_tells_what_may_follow(name: str) -> None:
    state = sectors.load(name).new(seed=3)
    while state.to_act is not None and len(state.legal()) < 2:
        state.play(state.legal()[0])
    seat = state.to_act
    seen = state.seen_by(seat, 1)
    ideas = bots.load("mcts", level=3, seed=1).think(seen)
    advice = bots.advise(seen, ideas)
    legal = {move.text: move for move in state.moves()}
    assert advice.best.move == legal[ideas[0].move]
    assert all(other.move == legal[other.move.text] for other in advice.others)
    assert advice.best.move not in [other.move for other in advice.others]
    assert all(0.0 <= one.value <= 1.0 for one in (advice.best, *advice.others))
    assert all(0 <= one.seat < state.seats and one.title for one in advice.line)


def test_advice_needs_an_idea() -> None:
    state = sectors.load("sector219").new(seed=3)
    with pytest.raises(sectors.kit.BadInput):
        bots.advise(state.seen_by(state.to_act, 1), [])
