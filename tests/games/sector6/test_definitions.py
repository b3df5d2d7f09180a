"""The lists of legal actions against the words of the rules, in mazes that no game would build."""

import random
from typing import Any

import pytest

import sectors
from sectors.kit.hexes import FLAT

GAME = sectors.load("sector6")
TYPES = {one.name: one for one in GAME.box.types}  # type: ignore[attr-defined]
TILES = [name for name in TYPES if name != "E"]
SIDES = ["N", "NE", "SE", "S", "SW", "NW"]

Cell = tuple[int, int]


def heap(rng: random.Random, size: int) -> dict[Cell, tuple[str, int]]:
    """Tiles that hang together somehow, often by one side only."""
    start = rng.choice([(0, 0), (999, -999), (-30, 7)])
    cells = {start}
    while len(cells) < size:
        q, r = rng.choice(sorted(cells))
        dq, dr = rng.choice(FLAT)
        if abs(q + dq) <= 999 and abs(r + dr) <= 999:
            cells.add((q + dq, r + dr))
    kinds = rng.choice([TILES, ["B0134", "B0124"], ["R0"]])
    names = {cell: rng.choice(kinds) for cell in sorted(cells)}
    return {cell: (name, rng.randrange(TYPES[name].period)) for cell, name in names.items()}


def beside(cell: Cell, side: int) -> Cell:
    return cell[0] + FLAT[side][0], cell[1] + FLAT[side][1]


def walls(piece: tuple[str, int]) -> frozenset[int]:
    sides: frozenset[int] = TYPES[piece[0]].walls_at(piece[1])
    return sides


def placements(maze: dict[Cell, tuple[str, int]], name: str, mode: str, entry_open: bool) -> list[str]:
    """R3.3 to R3.8, word for word."""
    entry = "E" if name == "E" else ""
    period = TYPES[name].period
    spots = [
        (cell, rotation)
        for cell in {beside(tile, side) for tile in maze for side in range(6)} - set(maze)
        for rotation in range(period)
    ]
    touching = {cell: [side for side in range(6) if beside(cell, side) in maze] for cell, _ in spots}

    def contact(cell: Cell) -> bool:  # R3.4
        return len(touching[cell]) >= (1 if len(maze) == 1 else 2)

    def linked(cell: Cell, rotation: int) -> bool:  # R3.6
        return any(
            side not in walls((name, rotation)) and (side + 3) % 6 not in walls(maze[beside(cell, side)])
            for side in touching[cell]
        )

    lists = [[spot for spot in spots if contact(spot[0])]]
    if mode != "life":  # R3.7
        lists = [[s for s in spots if contact(s[0]) and linked(*s)], [s for s in spots if linked(*s)], *lists]
    elif entry and entry_open:  # R3.8
        lists = [[s for s in spots if contact(s[0]) and linked(*s)], *lists]
    legal = next(spots for spots in lists if spots)
    return [f"{entry}{q},{r}{f'/{rotation}' if period > 1 else ''}" for (q, r), rotation in legal]


def frame(mode: str, entry_open: bool, maze: dict[Cell, tuple[str, int]]) -> dict[str, Any]:
    keys = ("q", "r", "type", "rot", "marker", "owner", "fig")
    return {
        **{"game": "sector6", "version": 1, "content": "standard", "seats": 2},
        "options": {"mode": mode, "stall_rounds": 12, "entry_open": entry_open},
        "tiles": [dict(zip(keys, (*cell, *piece, 0, None, None))) for cell, piece in sorted(maze.items())],
        **{"figures": [[None, None]] * 2, "piles": [[], []], "entries": [0, 0], "drawn": None, "left": None},
        **{"supply": [[0] * 4] * 2, "stall": 0, "to_act": 0, "result": None, "reason": None},
    }


@pytest.mark.parametrize("mode", ["life", "veteran", "rookie"])
@pytest.mark.parametrize("entry_open", [False, True])
def test_placements(mode: str, entry_open: bool) -> None:
    rng = random.Random(f"{mode} {entry_open}")
    for _ in range(60):
        maze = heap(rng, rng.randrange(1, 14))
        build = {**frame(mode, entry_open, maze), "entries": [2, 2], "piles": [["R0"], ["R0"]]}
        state = GAME.at({**build, "phase": "choose"})
        assert state.legal() == sorted([*placements(maze, "E", mode, entry_open), "draw"])
        drawn = rng.choice(TILES)
        state = GAME.at({**build, "phase": "place", "drawn": drawn, "piles": [[], ["R0"]]})
        assert state.legal() == sorted(placements(maze, drawn, mode, entry_open))
        move = rng.choice(state.legal())
        state.play(move)
        assert state.to_act == 1
        lying = {(t["q"], t["r"]): (t["type"], t["rot"]) for t in state.position()["tiles"]}
        assert state.legal() == sorted([*placements(lying, "E", mode, entry_open), "draw"])


@pytest.mark.parametrize("mode", ["life", "veteran", "rookie"])
def test_moves_and_rotations(mode: str) -> None:
    rng = random.Random(mode)
    for _ in range(80):
        maze = heap(rng, rng.randrange(6, 22))
        figures = rng.sample(sorted(maze), 4)
        runs = moves(maze, figures)
        given = frame(mode, False, maze)
        given["figures"] = [[list(figures[0]), list(figures[1])], [list(figures[2]), list(figures[3])]]
        free = rng.choice([cell for cell in sorted(maze) if cell not in figures])
        for tile in given["tiles"]:
            if (tile["q"], tile["r"]) == free:
                tile["marker"] = TYPES[tile["type"]].value
        turnable = mode != "rookie" and any(walls(maze[cell]) for cell in figures[:2])
        state = GAME.at({**given, "phase": "move" if runs else "lock1" if turnable else "stuck"})
        if not runs:
            assert state.legal() == (["accw", "acw", "bccw", "bcw"] if turnable else ["skip"])
            continue
        assert state.legal() == sorted(runs)
        text = rng.choice(state.legal())
        state.play(text)
        if state.view(None)["phase"] == "act" and state.to_act == 0 and mode != "rookie":
            left = figures["ab".index(text[0])]
            way = rng.choice(["cw", "ccw"])
            state.play(way)
            lying = {(t["q"], t["r"]): (t["type"], t["rot"]) for t in state.position()["tiles"]}
            assert lying == turned(maze, left, 1 if way == "cw" else -1, mode == "life")


def moves(maze: dict[Cell, tuple[str, int]], figures: list[Cell]) -> list[str]:
    """R5.3 for the first two figures."""
    found = []
    for letter, start in zip("ab", figures):
        for side in range(6):
            cell, distance = start, 0
            while True:
                ahead = beside(cell, side)
                if side in walls(maze[cell]) or ahead not in maze or (side + 3) % 6 in walls(maze[ahead]):
                    break
                if ahead in figures:
                    break
                cell, distance = ahead, distance + 1
                found.append(f"{letter}{SIDES[side]}{distance}")
    return found


def turned(maze: dict[Cell, tuple[str, int]], tile: Cell, way: int, gears: bool) -> dict[Cell, tuple[str, int]]:
    """R6.2 to R6.4."""
    driven = [
        beside(tile, side)
        for side in walls(maze[tile])
        if beside(tile, side) in maze and (side + 3) % 6 in walls(maze[beside(tile, side)])
    ]
    after = dict(maze)
    for cell, turn in [(tile, way), *((cell, -way) for cell in driven if gears)]:
        name, rotation = maze[cell]
        after[cell] = (name, (rotation + turn) % TYPES[name].period)
    return after
