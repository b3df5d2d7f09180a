"""Pictures for people: everything that can be touched is there, for two and for five."""

import random
import re
import xml.etree.ElementTree as ElementTree

import pytest

import sectors

GAME = sectors.load("sector86")


def states(seats: int) -> list[sectors.State]:
    """Positions of all phases that a random game meets."""
    rng = random.Random(seats)
    found: dict[str, sectors.State] = {}
    for seed in range(3):
        state = GAME.new(seats, seed=seed)
        while state.to_act is not None:
            found.setdefault(state.view(None)["phase"], state.copy())
            state.play(rng.choice(state.legal()))
        found.setdefault("over", state)
    return list(found.values())


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_legal_move_can_be_touched_in_the_picture(seats: int) -> None:
    for state in states(seats):
        drawn = set(re.findall(r'data-thing="([^"]+)"', state.svg(state.to_act)))
        for move in state.moves():
            assert set(move.path) <= drawn, (state.view(None)["phase"], move)


@pytest.mark.parametrize("seats", [2, 5])
def test_every_open_card_is_in_the_picture(seats: int) -> None:
    for state in states(seats):
        view = state.view(None)
        labels = [e.get("data-thing") for e in ElementTree.fromstring(state.svg(None)).iter()]
        cards = [*view["queue"], *view["missions"]]
        for station in view["stations"]:
            cards += [entry["id"] for key in ("crew", "facilities") for entry in station[key]]
            cards += [ship for docks in station["ports"].values() for dock in docks for ship in dock]
        assert {f"card:{card}" for card in cards} <= set(labels)


def test_the_text_says_what_each_seat_has() -> None:
    for state in states(5):
        text = state.text(0)
        assert all(
            f"{seat + 1} {name}" in text for seat, name in enumerate(("Blue", "Orange", "White", "Rose", "Mint"))
        )
        for card in state.view(0)["queue"]:
            assert card in text


def test_a_view_can_be_drawn_without_the_game_that_it_came_from() -> None:
    """Hidden cards and sealed choices are not in a view, and the picture does not need them."""
    for state in states(4):
        for seat in (0, None):
            other = state.seen_by(seat, 5)
            assert other.svg(seat) == state.svg(seat) and other.text(seat) == state.text(seat)
