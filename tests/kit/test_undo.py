"""Taking back: free where nobody else sees a difference, refused where somebody has been shown something new."""

import itertools
import random
from typing import Any

import pytest

import sectors
from sectors.kit.undo import Undo, judge, moves_between


def ways(name: str, seed: int, most: int = 40) -> list[tuple[sectors.State, sectors.State]]:
    """The states before and after each move of a random game."""
    state = sectors.load(name).new(seed=seed)
    chance = random.Random(seed)
    found: list[Any] = []
    while state.to_act is not None and len(found) < most:
        before = state.copy()
        state.play(chance.choice(state.legal()))
        found.append((before, state.copy()))
    return found


@pytest.mark.parametrize("name", sectors.games())
def test_nothing_can_be_taken_back_once_chance_has_spoken(name: str) -> None:
    for before, after in ways(name, 4):
        if len(after.chance) > len(before.chance):
            assert judge(before, after) is Undo.REFUSED


@pytest.mark.parametrize("name", sectors.games())
def test_without_a_move_nothing_stands_in_the_way(name: str) -> None:
    state = sectors.load(name).new(seed=4)
    assert judge(state.copy(), state) is Undo.FREE


@pytest.mark.parametrize("name", sectors.games())
def test_what_is_shown_does_not_become_unseen_by_further_moves(name: str) -> None:
    path = ways(name, 6, 12)
    for (before, after), (_, later) in itertools.pairwise(path):
        if judge(before, after) is Undo.REFUSED and len(after.chance) > len(before.chance):
            assert judge(before, later) is Undo.REFUSED


@pytest.mark.parametrize("name", sectors.games())
def test_only_a_state_of_the_same_game_can_be_gone_back_to(name: str) -> None:
    (before, after), *_ = ways(name, 4, 1)
    assert moves_between(before, after) == after.actions
    with pytest.raises(sectors.BadInput, match="not of the same game"):
        moves_between(after, before)


def test_cards_put_away_unseen_can_be_taken_back_if_the_other_agrees() -> None:
    state = sectors.load("sector219").new(seed=7)
    before = state.copy()
    state.play(state.legal()[0])
    assert judge(before, state) is Undo.CONSENT


def test_a_sealed_choice_is_its_owner_s_until_another_seat_chooses() -> None:
    """Afterwards the other must agree, whether it has chosen yet or not: the answer must not tell."""
    state = sectors.load("starsectors").new(seed=7, options={"map": "open", "points": 15})
    state.play("first-0")
    before = state.copy()
    state.play("buy-dil-A1")
    assert judge(before, state) is Undo.FREE
    state.play("buy-done")
    assert state.to_act == 1 and judge(before, state) is Undo.CONSENT
    state.play("buy-dil-B1")
    assert judge(before, state) is Undo.CONSENT
    state.play("buy-done")  # the last: all purchases lie open
    assert judge(before, state) is Undo.REFUSED


def test_a_card_that_was_shown_stays_played() -> None:
    state = sectors.load("sector219").new(seed=7, options={"opening": "first_game"})
    before = state.copy()
    state.play(state.legal()[0])
    assert judge(before, state) is Undo.REFUSED


def test_an_air_strike_shows_nothing_new() -> None:
    state = sectors.load("sector219").new(seed=7, options={"opening": "first_game", "first": 0})
    while not (state.core.to_act == 0 and state.view(0)["plays_left"] == 2 and state.view(0)["units"]):
        state.play(state.legal()[0])
    strike = next(move for move in state.legal() if move.startswith("X"))
    before = state.copy()
    state.play(strike)
    assert judge(before, state) is Undo.CONSENT
