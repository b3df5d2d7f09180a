"""The laws of observations and action indices, part of `kit.conformance`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from sectors.kit.game import Game
from sectors.kit.observe import Field, Observer
from sectors.kit.state import State, canonical

Positions = Iterator[tuple[random.Random, State]]


def check_bounds(fields: Sequence[Field], row: Sequence[int]) -> None:
    at = 0
    for field in fields:
        for value in row[at : at + field.size]:
            assert field.low <= value <= field.high, f"{field.name}: {value} is not {field.low} to {field.high}"
        at += field.size
    assert at == len(row)


def check_observations(game: Game, positions: Positions) -> None:
    """Check that observations depend only on what the seat knows, are in bounds, and differ if views differ."""
    observers: dict[bytes, Observer] = {}
    seen: dict[tuple[bytes, int, bytes], bytes] = {}
    for rng, state in positions:
        settings = canonical([state.seats, state.options])
        if settings not in observers:
            observers[settings] = game.observer(state.seats, state.options)
        observer = observers[settings]
        for seat in range(state.seats):
            row = observer.observation(state.core, seat)
            check_bounds(observer.fields, row)
            other = state.seen_by(seat, rng.getrandbits(64))
            assert observer.observation(other.core, seat) == row, "an observation shows what the seat cannot know"
            view = canonical(state.view(seat))
            known = seen.setdefault((settings, seat, row.tobytes()), view)
            assert known == view, "two different views look the same"
        check_actions(observer, state)


def check_actions(observer: Observer, state: State) -> None:
    """Check that legal actions have distinct indices that map back, and distinct descriptions in bounds."""
    codes = state.legal_codes()
    indices = [observer.index_of(state.core, code) for code in codes]
    assert all(0 <= index < observer.actions for index in indices), "an index out of bounds"
    assert len(set(indices)) == len(codes), "two legal actions with one index"
    assert [observer.code_of(state.core, index) for index in indices] == codes, "an index does not lead back"
    described = [observer.description(state.core, code) for code in codes]
    for row in described:
        check_bounds(observer.parts, row)
    assert len({row.tobytes() for row in described}) == len(codes), "two legal actions are described alike"
