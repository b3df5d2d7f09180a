"""The preview of turning a tile, drawn over the maze: arrows on all tiles that turn (R6.2), and the moves that open or
close for every figure (R5.3)."""

from __future__ import annotations

from math import cos, radians, sin

from sectors.games.sector6.facts import Cell
from sectors.kit import Json, svg
from sectors.kit.hexes import Hexes

START, END = 200.0, 340.0  # degrees between which an arrow curves, above the middle of its tile


def preview(hexes: Hexes, cell: Cell, turn: Json, clockwise: bool) -> str:
    """Draw a turn; `turn` is its entry in the facts."""
    parts = [arrow(hexes, cell, clockwise, "lamp-line")]
    parts += [arrow(hexes, parse_cell(one), not clockwise, "ink") for one in turn["driven"]]
    signs: dict[str, list[tuple[int, str, bool]]] = {}
    for key in ("opens", "closes"):
        for who, target in turn[key]:
            signs.setdefault(target, []).append((int(who[0]), who[1], key == "opens"))
    for target, found in signs.items():
        x, y = hexes.centre(*parse_cell(target))
        step = hexes.size * 0.5
        for i, (seat, letter, opens) in enumerate(found):
            parts.append(sign(x + (i - (len(found) - 1) / 2) * step, y, step * 0.95, seat, letter, opens))
    return "".join(parts)


def parse_cell(name: str) -> Cell:
    q, _, r = name.partition(",")
    return int(q), int(r)


def arrow(hexes: Hexes, cell: Cell, clockwise: bool, colour: str) -> str:
    """Draw a curved arrow above the middle of a tile."""
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
    """Draw a figure that could then come here (ringed) or no longer could (also struck out)."""
    reachable = "good" if opens else "victim"
    arm = size * 0.62
    bar = svg.line((x - arm, y + arm), (x + arm, y - arm), stroke=reachable, stroke_width=size * 0.16)
    ring = svg.circle(x, y, size * 0.72, fill="sheet", stroke=reachable, stroke_width=size * 0.14)
    return ring + svg.device(seat, x, y, size * 0.84, letter) + ("" if opens else bar)
