"""The table has no landmark: turned by 60 degrees, or seen in a mirror, a game is the same game."""

import random
import re
from typing import Any

import pytest

import sectors
from sectors import State

GAME = sectors.load("sector6")
BOX = GAME.box  # type: ignore[attr-defined]
SIDES = ["N", "NE", "SE", "S", "SW", "NW"]
MIRRORED = {"G013": "G023", "G023": "G013"}


class Change:
    """Turn the plane clockwise by 60 degrees so many times, after a mirror in the line from north to south."""

    def __init__(self, turns: int, mirror: bool) -> None:
        self.turns = turns
        self.mirror = mirror

    def cell(self, q: int, r: int) -> tuple[int, int]:
        if self.mirror:
            q, r = -q, q + r
        for _ in range(self.turns):
            q, r = -r, q + r
        return q, r

    def side(self, side: int) -> int:
        return ((-side if self.mirror else side) + self.turns) % 6

    def kind(self, name: str) -> str:
        return MIRRORED.get(name, name) if self.mirror else name

    def look(self, name: str, rotation: int) -> tuple[str, int]:
        """A tile of the same walls, changed."""
        types = {one.name: one for one in BOX.types}
        walls = {self.side(side) for side in types[name].walls_at(rotation)}
        other = types[self.kind(name)]
        return other.name, next(k for k in range(other.period) if other.walls_at(k) == walls)

    def position(self, position: dict[str, Any]) -> dict[str, Any]:
        changed = dict(position)
        changed["tiles"] = []
        for tile in position["tiles"]:
            q, r = self.cell(tile["q"], tile["r"])
            name, rotation = self.look(tile["type"], tile["rot"])
            changed["tiles"].append({**tile, "q": q, "r": r, "type": name, "rot": rotation})
        changed["tiles"].sort(key=lambda tile: (tile["q"], tile["r"]))
        changed["figures"] = [[one and list(self.cell(*one)) for one in pair] for pair in position["figures"]]
        changed["left"] = position["left"] and list(self.cell(*position["left"]))
        changed["piles"] = [[self.kind(name) for name in pile] for pile in position["piles"]]
        changed["drawn"] = position["drawn"] and self.kind(position["drawn"])
        return changed

    def action(self, text: str, drawn: str | None) -> str:
        if match := re.fullmatch(r"([ab])([NESW]+)(\d+)", text):
            return f"{match[1]}{SIDES[self.side(SIDES.index(match[2]))]}{match[3]}"
        if match := re.fullmatch(r"(E?)(-?\d+),(-?\d+)(?:/(\d))?", text):
            q, r = self.cell(int(match[2]), int(match[3]))
            turned = f"/{self.look(drawn or 'E', int(match[4]))[1]}" if match[4] else ""
            return f"{match[1]}{q},{r}{turned}"
        if self.mirror and "cw" in text:
            return text.replace("ccw", "cw") if "ccw" in text else text.replace("cw", "ccw")
        return text


CHANGES = [Change(turns, mirror) for mirror in (False, True) for turns in range(6)][1:]


@pytest.mark.parametrize("change", CHANGES, ids=lambda one: f"{60 * one.turns}{'-mirror' * one.mirror}")
def test_a_changed_game_is_the_same_game(change: Change) -> None:
    for number, (seats, mode) in enumerate([(2, "life"), (3, "veteran"), (4, "rookie"), (2, "veteran")]):
        follow(GAME.new(seats, seed=number, options={"mode": mode, "stall_rounds": 2}), change, random.Random(number))


def follow(state: State, change: Change, rng: random.Random) -> None:
    """Play at random, and the same changed, from the first piece on (R3.3 gives it a place of its own)."""
    state.play("draw")
    other = GAME.at(change.position(state.position()))
    while state.to_act is not None:
        drawn = state.position()["drawn"]
        assert sorted(change.action(text, drawn) for text in state.legal()) == other.legal()
        text = rng.choice(state.legal())
        state.play(text)
        other.play(change.action(text, drawn))
        assert other.position() == change.position(state.position())
