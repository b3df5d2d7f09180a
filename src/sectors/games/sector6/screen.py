"""A view as text for the terminal: the maze as small hexagons, an exact table of its tiles, and the players."""

from __future__ import annotations

from sectors.games.sector6.content import Box
from sectors.games.sector6.draw import building, free_oxygen, rim_of, stall_text, under_figures, value_of, walls_of
from sectors.games.sector6.notation import FIGURES, SIDES
from sectors.kit import Json
from sectors.kit.words import COLOURS, SCREEN, fold

WIDTH = 100
ACROSS, DOWN = 7, 2  # characters per column, lines per half tile
COLUMNS = WIDTH // ACROSS  # a wider maze is drawn in strips
MOST_LINES = 200  # beyond that only the table is shown

Cell = tuple[int, int]


def screen(box: Box, view: Json, facts: Json) -> str:
    parts = [*maze(box, view), "", *table(box, view), "", *players(box, view)]
    return "\n".join(line.rstrip() for line in parts)


def maze(box: Box, view: Json) -> list[str]:
    """Draw the maze: each tile shows its cell and, below it, its figure and marker; # are walls."""
    tiles: dict[Cell, Json] = {(tile["q"], tile["r"]): tile for tile in view["tiles"]}
    rim = rim_of(set(tiles)) if building(view) else set()
    cells = rim | set(tiles)
    if not cells:
        return []
    first, last = min(q for q, _ in cells), max(q for q, _ in cells)
    top, bottom = min(2 * r + q for q, r in cells), max(2 * r + q for q, r in cells)
    height = DOWN * (bottom - top) + 4
    strips = range(first, last + 1, COLUMNS)
    if height * len(strips) > MOST_LINES:
        return ["(the maze is too large for a drawing)"]
    lines = []
    for start in strips:
        paper = [[" "] * WIDTH for _ in range(height)]
        for q, r in sorted(cells):
            x, y = ACROSS * (q - start), DOWN * (2 * r + q - top)
            if start <= q < start + COLUMNS:
                if (q, r) in tiles:
                    put(paper, x, y, stamp(box, view, tiles[q, r]))
                else:
                    put(paper, x, y + 1, [f" {f'{q},{r}':^5} "])
        if len(strips) > 1:
            lines.append(f"columns {start} to {min(last, start + COLUMNS - 1)}")
        lines += ["".join(line) for line in paper]
    return lines


def put(paper: list[list[str]], x: int, y: int, stamp: list[str]) -> None:
    for down, line in enumerate(stamp):
        for along, letter in enumerate(line):
            if letter != " ":
                paper[y + down][x + along] = letter


def stamp(box: Box, view: Json, tile: Json) -> list[str]:
    walls = walls_of(box, tile)
    sides = ["#" if side in walls else " " for side in range(6)]
    cell = f"{tile['q']},{tile['r']}"
    if tile["owner"] is not None:
        inside = figure_on(view, tile) or f"({tile['fig']}{tile['owner']})"
    elif building(view):
        inside = f"({value_of(box, tile)})"  # the marker that will lie there
    else:
        inside = f"{figure_on(view, tile)} {tile['marker'] or '.'}".strip()
    return [
        f" {sides[0] * 5} ",
        f"{sides[5]}{cell:^5}{sides[1]}",
        f"{sides[4]}{inside:^5}{sides[2]}",
        f" {sides[3] * 5} ",
    ]


def figure_on(view: Json, tile: Json) -> str:
    for seat, pair in enumerate(view["figures"]):
        for i, cell in enumerate(pair):
            if cell == [tile["q"], tile["r"]]:
                return f"{FIGURES[i]}{seat}"
    return ""


def table(box: Box, view: Json) -> list[str]:
    """List cell, type and rotation, walls, marker and figure of each tile, in as many columns as fit."""
    entries = []
    for tile in view["tiles"]:
        walls = sides_of(walls_of(box, tile))
        kind = tile["type"] if tile["owner"] is None else f"E:{tile['owner']}{tile['fig']}"
        look = f"{kind}/{tile['rot']}" if tile["owner"] is None else kind
        marker = f" *{tile['marker']}" if tile["marker"] else ""
        figure = figure_on(view, tile)
        entries.append(f"{tile['q']},{tile['r']} {look} {walls}{marker}{f' {figure}' if figure else ''}")
    if not entries:
        return []
    width = max(map(len, entries)) + 2
    columns = max(1, SCREEN // width)
    height = -(-len(entries) // columns)
    return ["".join(entry.ljust(width) for entry in entries[row::height]).rstrip() for row in range(height)]


def sides_of(walls: frozenset[int]) -> str:
    return ".".join(SIDES[side] for side in sorted(walls)) or "-"


def players(box: Box, view: Json) -> list[str]:
    lines = []
    for seat, points in enumerate(view["score"]):
        sign = ">" if view["to_act"] == seat else " "
        markers = " ".join(f"{value}:{view['supply'][seat][value - 1]}" for value in (4, 3, 2, 1))
        line = f"{sign} {seat} {COLOURS[seat]:<7} {points:>3} points  markers {markers}"
        if building(view):
            pile = view["piles"][seat]
            line += f"  entry points {view['entries'][seat]}  pile {pile['count']}: {contents(pile['remaining'])}"
        elif held := under_figures(view, seat):
            line += f"  {held}"
        lines += fold(line)
    if not building(view):
        lines += [free_oxygen(view), stall_text(view)]
    if view["drawn"]:
        walls = sides_of(walls_of(box, {"type": view["drawn"], "rot": 0}))
        lines.append(f"drawn: {view['drawn']}, walls {walls} before it is turned")
    if view["left"]:
        lines.append(f"tile left: {view['left'][0]},{view['left'][1]}")
    return [line for line in lines if line]


def contents(names: list[str]) -> str:
    return " ".join(f"{names.count(name)}x{name}" for name in sorted(set(names)))
