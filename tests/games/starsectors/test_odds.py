"""The odds of an attack, and what moves say of them."""

from __future__ import annotations

import pytest

from tests.games.starsectors.compact import game, position


def test_the_odds_of_a_regular_attack() -> None:
    state = game().at(position("open; A1 heron 0608/0; B1 warg 0606/3; turn A1"))
    odds = game().odds(state, "fire-B1")
    assert (odds["from"], odds["to"], odds["number"], odds["dice"], odds["df"]) == ("0608", "0606", 3, 1, 5)
    assert odds["hit"] == pytest.approx(3 / 12) and odds["save"] == pytest.approx(5 / 12)
    assert odds["expected"] == pytest.approx(3 / 12 * 7 / 12)
    label = next(move.label for move in state.moves() if move.text == "fire-B1")
    assert label == "Fire at B1 Warg: roll 3 or less, 25%; it saves at 5 or less, 42%"


def test_two_dice_at_point_blank_and_with_orders() -> None:
    state = game().at(position("open; A1 heron 0608/0; B1 warg 0607/3 crew order=command; turn A1"))
    odds = game().odds(state, "fire-B1")
    assert odds["hit"] == pytest.approx(1 - (8 / 12) ** 2) and odds["save"] == pytest.approx(1 - (7 / 12) ** 2)


def test_a_bank_needs_no_roll() -> None:
    state = game().at(position("open; A1 direwolf 0608/0 banks=2; B1 condor 0605/0; turn A1"))
    odds = game().odds(state, "bank-B1")
    assert (odds["number"], odds["hit"], odds["effect"]) == (6, 1.0, "6 hits")
    assert odds["expected"] == pytest.approx(6 * 7 / 12)


def test_a_device_has_no_save_and_a_mine_neither() -> None:
    state = game().at(position("open; A1 prism 0608/0 banks=1; B1 warg 0604/3; mine 0606 B; turn A1"))
    assert "save" not in game().odds(state, "bank-B1")
    assert game().odds(state, "fire-m0606")["effect"] == "the mine is gone"
    assert game().odds(state, "bank-m0606") is None
    assert game().odds(state, "fwd") is None and game().odds(state, "nonsense") is None


def test_the_odds_are_those_of_the_dice() -> None:
    """Fire many times: hits come as often as the odds say."""
    start = game().at(position("open; A1 albatross 0608/0 banks=1; B1 warg 0605/3; turn A1"))
    expected = game().odds(start, "fire-B1")["expected"]
    hits = 0
    for seed in range(2000):
        state = game().at(start.position(), seed=seed)
        state.play("fire-B1")
        hits += state.position()["ships"][1]["hits"]
    assert hits / 2000 == pytest.approx(expected, abs=0.04)
