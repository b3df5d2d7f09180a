"""What turning a tile would do, drawn over the maze while somebody looks at that choice: arrows on all tiles that turn
(R6.2), and the moves that open or close for every figure (R5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, radians, sin

from sectors.kit import svg
from sectors.kit.hexes import FLAT, Hexes

Cell = tuple[int, int]
Walls = Mapping[Cell, frozenset[int]]
Figures = Mapping[Cell, tuple[int, str]]

START, END = 200.0, 340.0  # degrees between which an arrow bends, over the middle of its tile


def beside(cell: Cell, side: int) -> Cell:
    return cell[0] + FLAT[side][0], cell[1] + FLAT[side][1]


def gears(walls: Walls, cell: Cell) -> list[int]:
    """R1.6: the sides on which walls of a tile touch walls."""
    return [side for side in sorted(walls[cell]) if (side + 3) % 6 in walls.get(beside(cell, side), ())]


def driven(walls: Walls, cell: Cell) -> list[Cell]:
    """R6.2: the tiles that turn with this one, the other way."""
    return [beside(cell, side) for side in gears(walls, cell)]


def turned(walls: Walls, cell: Cell, with_it: list[Cell], clockwise: bool) -> Walls:
    """R6.3: the walls when a tile has turned one way and those that it drives the other."""
    way = 1 if clockwise else -1
    steps = {cell: way} | dict.fromkeys(with_it, -way)
    return {**walls, **{one: frozenset((side + step) % 6 for side in walls[one]) for one, step in steps.items()}}


def reach(walls: Walls, figures: Figures, start: Cell) -> Iterator[Cell]:
    """R5.3: where a figure can move to."""
    for side in range(6):
        cell = start
        while side not in walls[cell]:
            cell = beside(cell, side)
            if cell in figures or (side + 3) % 6 in walls.get(cell, range(6)):
                break
            yield cell


def preview(hexes: Hexes, walls: Walls, figures: Figures, cell: Cell, with_it: list[Cell], clockwise: bool) -> str:
    after = turned(walls, cell, with_it, clockwise)
    parts = [arrow(hexes, cell, clockwise, "lamp-line")]
    parts += [arrow(hexes, one, not clockwise, "ink") for one in with_it]
    signs: dict[Cell, list[tuple[int, str, bool]]] = {}
    for start, who in sorted(figures.items(), key=lambda one: one[1]):
        before, later = set(reach(walls, figures, start)), set(reach(after, figures, start))
        for target in sorted(before ^ later):
            signs.setdefault(target, []).append((*who, target in later))
    for target, found in signs.items():
        x, y = hexes.centre(*target)
        step = hexes.size * 0.5
        for i, (seat, letter, opens) in enumerate(found):
            parts.append(sign(x + (i - (len(found) - 1) / 2) * step, y, step * 0.95, seat, letter, opens))
    return "".join(parts)


def arrow(hexes: Hexes, cell: Cell, clockwise: bool, colour: str) -> str:
    """Bent over the middle of a tile, with its head in front."""
    x, y = hexes.centre(*cell)
    radius, head = hexes.size * 0.56, hexes.size * 0.2
    start, end = (START, END) if clockwise else (END, START)
    (ax, ay), (bx, by) = (
        (x + radius * cos(radians(angle)), y + radius * sin(radians(angle))) for angle in (start, end)
    )
    bend = f"M{svg.number(ax)} {svg.number(ay)}A{svg.number(radius)} {svg.number(radius)} 0 0 {int(clockwise)} "
    bend += f"{svg.number(bx)} {svg.number(by)}"
    along = end + (90 if clockwise else -90)
    tip = [(bx + head * cos(radians(along + turn)), by + head * sin(radians(along + turn))) for turn in (0, 140, -140)]
    point = svg.outline(tip)
    return (
        svg.path(bend, fill="none", stroke="void", stroke_width=hexes.size * 0.19)
        + svg.path(point, fill="void", stroke="void", stroke_width=hexes.size * 0.1, stroke_linejoin="round")
        + svg.path(bend, fill="none", stroke=colour, stroke_width=hexes.size * 0.1)
        + svg.path(point, fill=colour)
    )


def sign(x: float, y: float, size: float, seat: int, letter: str, opens: bool) -> str:
    """A figure that could come here then: ringed; or could no longer: struck out."""
    reachable = "good" if opens else "victim"
    arm = size * 0.62
    bar = svg.line((x - arm, y + arm), (x + arm, y - arm), stroke=reachable, stroke_width=size * 0.16)
    ring = svg.circle(x, y, size * 0.72, fill="sheet", stroke=reachable, stroke_width=size * 0.14)
    return ring + svg.device(seat, x, y, size * 0.84, letter) + ("" if opens else bar)
