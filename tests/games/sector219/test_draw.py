"""What players see of Battle for Sector 219: the field grows with the battle, and every move can be touched."""

import json
import random
import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import sectors

GAME: Any = sectors.load("sector219")


def scene(name: str) -> sectors.State:
    """A position of the guide."""
    state: sectors.State = GAME.at(json.loads((GAME.folder / "pictures" / f"{name}.json").read_text())["position"])
    return state


def things(picture: str) -> dict[str, str]:
    """Everything that can be touched, with its label."""
    marked = [part for part in ElementTree.fromstring(picture).iter() if "data-thing" in part.attrib]
    found = {part.attrib["data-thing"]: part.attrib["aria-label"] for part in marked}
    assert len(found) == len(marked), "a thing is drawn twice"
    return found


def spaces(state: sectors.State, seat: int | None) -> set[str]:
    return {thing[5:] for thing in things(state.svg(seat)) if thing.startswith("cell:")}


@pytest.mark.parametrize("options", [{}, {"drop_reach": 3}, {"drop_reach": "field"}, {"opening": "first_game"}])
def test_every_step_of_every_legal_move_can_be_touched(options: dict[str, Any]) -> None:
    state = GAME.new(seed=3, options=options)
    chance = random.Random(3)
    while state.to_act is not None:
        drawn = things(state.svg(state.to_act))
        touched = {step for move in state.moves() for step in move.path}
        assert touched <= set(drawn), touched - set(drawn)
        state.play(chance.choice(state.legal()))
    for seat in (0, 1, None):
        assert state.svg(seat).startswith("<svg ")


def test_at_first_seven_columns_and_rows_are_drawn() -> None:
    assert spaces(scene("start"), 0) == {f"{column}{row}" for column in "defghij" for row in range(4, 11)}


def test_the_field_grows_with_the_battle() -> None:
    position = {**scene("supply").position()}
    position["units"] = {("b8" if at == "d8" else at): unit for at, unit in position["units"].items()}
    drawn = spaces(GAME.at(position), 0)
    assert {space[0] for space in drawn} == set("abcdefghij")  # a margin of two, but nothing off the field


def test_the_viewers_own_base_is_below_the_city() -> None:
    for seat, lower in ((0, "g6"), (1, "g8"), (None, "g6")):
        picture = scene("supply").svg(seat)
        heights = {
            match[1]: float(match[2])
            for match in re.finditer(r'data-thing="cell:(g[68])"[^>]*translate\([\d.]+, ([\d.]+)\)', picture)
        }
        assert max(heights, key=lambda space: heights[space]) == lower


def test_bases_are_named_for_the_one_who_looks() -> None:
    state = scene("start")
    assert things(state.svg(0))["cell:g6"] == "g6, your base, empty"
    assert things(state.svg(1))["cell:g6"] == "g6, the enemy's base, empty"
    assert things(state.svg(None))["cell:g6"] == "g6, base of Blue, empty"


def test_units_say_whose_they_are_and_whether_they_are_cut_off() -> None:
    labels = things(scene("supply").svg(0))
    assert labels["cell:h7"] == "h7, Marines of yours"
    assert labels["cell:d8"] == "d8, Drop Squad of yours, out of supply"
    assert labels["cell:g8"] == "g8, the enemy's base, Artillery of the enemy"
    assert labels["cell:g7"] == "g7, the City"


def test_supply_lines_run_from_the_base_outwards() -> None:
    from sectors.games.sector219.scene import Scene

    seen = Scene(GAME.cards, scene("supply").view(0))
    assert [(str(giver), str(taker)) for giver, taker in seen.links(0)] == [("g6", "f6"), ("g6", "h7"), ("f6", "e6")]


def test_only_the_own_hand_can_be_touched() -> None:
    state = scene("supply")
    hand = {thing for thing in things(state.svg(0)) if thing.startswith("hand:")}
    assert hand == {"hand:I", "hand:M", "hand:S", "hand:A", "hand:X"}
    assert not any(thing.startswith("hand:") for thing in things(state.svg(None)))


def test_the_terminal_shows_two_characters_a_space() -> None:
    board = scene("supply").text(0).splitlines()[3:11]
    assert board == [
        "     b c d e f g h i j",
        " 10  . . . . . . . . .  10",
        "  9  . . . . . . . . .  9",
        "  8  . . D'. i a k . .  8",
        "  7  . . . . . ##M . .  7",
        "  6  . . . K I I . . .  6",
        "  5  . . . . . . . . .  5",
        "  4  . . . . . . . . .  4",
    ]
    assert "[]" in scene("start").text(0)


def test_the_terminal_turns_the_field_for_the_other_seat() -> None:
    assert scene("supply").text(1).splitlines()[3] == "     j i h g f e d c b"


def test_no_line_is_longer_than_the_terminal() -> None:
    state = GAME.new(seed=8)
    chance = random.Random(8)
    while state.to_act is not None:
        for seat in (0, 1, None):
            assert max(len(line) for line in state.text(seat).splitlines()) <= 100
        state.play(chance.choice(state.legal()))
    assert "wins" in state.text(None) or "drawn" in state.text(None)
