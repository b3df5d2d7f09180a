"""A view as a picture: the maze on a chart, and next to it the players, their piles, and the possible actions."""

from __future__ import annotations

from math import sqrt
from typing import Any

from sectors.games.sector6.content import COLOURS, Box
from sectors.games.sector6.facts import gears
from sectors.games.sector6.notation import COMPASS, FIGURES
from sectors.games.sector6.preview import parse_cell, preview
from sectors.kit import Json, svg
from sectors.kit.hexes import FLAT, Hexes
from sectors.kit.words import SEATS, plural

Cell = tuple[int, int]

TOKENS = {
    "v-0": ("#8a9aa9", "#55606b"),
    "v-1": ("#d0807a", "#a04a44"),
    "v-2": ("#d3b05c", "#7c5f10"),
    "v-3": ("#8fbf80", "#3f6b34"),
    "v-4": ("#82abd0", "#2f5f8c"),
    "way": ("#0a1017", "#faf7ee"),
    "on-value": ("#080d13", "#ffffff"),
}
LARGEST, SMALLEST = 58.0, 12.0  # from the middle of a tile to a corner
BOARD = (880.0, 720.0)  # the space for the maze
LEAST = 3  # tiles to each side of the first that always have space, so that a small maze can grow
MARGIN, RAIL = 34.0, 300.0
DASHES = (None, "14 7", "3 6", "14 5 3 5")  # the rings of entry points, by seat
WALL = "M-29 -50.4L-28 -55.4H-18.4L-17.4 -50.4H-5.8L-4.8 -55.4H4.8L5.8 -50.4H17.4L18.4 -55.4H28L29 -50.4L24 -42.4H-24z"
PROMPTS = {
    "choose": "Draw a tile, or place an entry point",
    "place": "Place the tile you drew",
    "move": "Move a figure in a straight line",
    "act": "The tile you left: take, turn, or leave it",
    "lock1": "Neither figure can move: turn two tiles",
    "lock2": "Turn a tile under a figure once more",
    "stuck": "You can neither move nor turn a tile",
}


def prompt(view: Json) -> str:
    """Return the prompt for the seat to act."""
    if view["phase"] == "choose" and not view["piles"][view["to_act"]]["count"]:
        return "Place an entry point"
    return PROMPTS.get(view["phase"], "The game is over")


def picture(box: Box, view: Json, facts: Json) -> svg.Picture:
    table = Scene(box, view, facts)
    height = max(table.height + 2 * MARGIN, rail_height(view))
    return svg.document(
        table.width + 3 * MARGIN + RAIL,
        height,
        svg.part("board", table.drawing()),
        rail(box, view, table.width + 2 * MARGIN),
        title="Sector 6",
        desc=describe_view(view),
        game="sector6",
        tokens=TOKENS,
        style=svg.PREVIEW,
    )


def describe_view(view: Json) -> str:
    """Describe the picture in a few sentences."""
    scores = ", ".join(f"{SEATS[seat]} {points}" for seat, points in enumerate(view["score"]))
    asked = "The game is over" if view["to_act"] is None else f"{SEATS[view['to_act']]} to act"
    return f"A maze of {len(view['tiles'])} tiles. Points: {scores}. {asked}."


# The maze


def walls_of(box: Box, tile: Json) -> frozenset[int]:
    kind = box.number(tile["type"])
    assert kind is not None
    return box.types[kind].walls_at(tile["rot"])


class Scene:
    """The chart with the maze."""

    def __init__(self, box: Box, view: Json, facts: Json) -> None:
        self.box = box
        self.facts = facts
        self.view = view
        self.tiles: dict[Cell, Json] = {(tile["q"], tile["r"]): tile for tile in view["tiles"]}
        self.walls = {cell: walls_of(box, tile) for cell, tile in self.tiles.items()}
        self.rim = rim_of(set(self.tiles))
        cells = self.rim | set(self.tiles)
        columns = [-LEAST, LEAST, *(q for q, _ in cells)]
        rows = [-2 * LEAST, 2 * LEAST, *(2 * r + q for q, r in cells)]  # in halves of a tile
        across = 1.5 * (max(columns) - min(columns)) + 2
        down = sqrt(3) * ((max(rows) - min(rows)) / 2 + 1)
        self.size = max(SMALLEST, min(LARGEST, BOARD[0] / across, BOARD[1] / down))
        self.width, self.height = across * self.size, down * self.size
        left = MARGIN + self.size * (1 - 1.5 * min(columns))
        top = MARGIN + self.size * sqrt(3) / 2 * (1 - min(rows))
        self.hexes = Hexes(self.size, left=left, top=top)
        self.columns, self.rows = max(columns) - min(columns) + 1, (max(rows) - min(rows)) // 2 + 1

    def drawing(self) -> str:
        standing: dict[Cell, tuple[int, str]] = {
            (cell[0], cell[1]): (seat, FIGURES[i])
            for seat, pair in enumerate(self.view["figures"])
            for i, cell in enumerate(pair)
            if cell is not None
        }
        parts = [svg.neatline(MARGIN, MARGIN, self.width, self.height, self.columns, self.rows)]
        parts += [empty(self.hexes, cell) for cell in sorted(self.rim)]
        parts += [self.tile(cell, cell in standing) for cell in sorted(self.tiles)]
        if self.view["options"]["mode"] == "life":
            parts += [gear(self.hexes, cell, side) for cell, side in self.gear_sides()]
        if self.view["left"] is not None:
            corners = self.hexes.corners(*self.hexes.centre(*self.view["left"]), inset=2)
            parts.append(svg.path(svg.outline(corners), fill="none", stroke="lamp-line", stroke_width=self.size / 15))
        parts += [self.figure(cell, *who) for cell, who in sorted(standing.items())]
        return "".join(parts) + self.previews(standing)

    def previews(self, standing: dict[Cell, tuple[int, str]]) -> str:
        """Draw the previews of all turns that are possible now."""
        found = []
        for at, ways in self.facts.get("turns", {}).items():
            cell = parse_cell(at)
            for way, turn in ways.items():
                seat, letter = standing.get(cell, (0, ""))
                path = (f"do:{way}",) if self.view["phase"] == "act" else (f"figure:{seat}{letter}", f"do:{way}")
                found.append(svg.preview(path, preview(self.hexes, cell, turn, way == "cw")))
        return "".join(found)

    def tile(self, cell: Cell, occupied: bool) -> str:
        tile = self.tiles[cell]
        drawn = face(value_of(self.box, tile), self.walls[cell], self.tile_middle(tile, occupied))
        if tile["owner"] is not None:
            drawn += ring(tile["owner"], "" if occupied else tile["fig"])
        return tile_in_maze(self.hexes, cell, self.label(cell), drawn)

    def tile_middle(self, tile: Json, occupied: bool) -> str:
        """Draw the middle of a tile: its marker, the one that will lie there, or the place of a taken one."""
        value = value_of(self.box, tile)
        if occupied or not value:
            return ""
        if building(self.view):
            return svg.circle(0, 0, 15, fill="none", stroke=f"v-{value}", stroke_width=2) + svg.text(
                0, 7, value, 20, f"v-{value}", "middle", 650
            )
        if tile["marker"]:
            return oxygen(0, 0, 18, tile["marker"])
        return svg.circle(0, 0, 9, fill="none", stroke=f"v-{value}", stroke_width=2, stroke_dasharray="3 4")

    def label(self, cell: Cell) -> str:
        tile = self.tiles[cell]
        parts = [f"{cell[0]},{cell[1]}"]
        if tile["owner"] is not None:
            parts.append(f"entry point of {SEATS[tile['owner']]} {tile['fig']}")
        else:
            parts.append(f"{COLOURS[value_of(self.box, tile)]} tile")
        if tile["marker"]:
            parts.append(f"oxygen {tile['marker']}")
        walls = [COMPASS[side] for side in sorted(self.walls[cell])]
        parts.append(f"walls {', '.join(walls)}" if walls else "no walls")
        return ", ".join(parts)

    def gear_sides(self) -> list[tuple[Cell, int]]:
        """Return the walls that touch walls, each pair once."""
        return [(cell, side) for cell in sorted(self.tiles) for side in gears(self.walls, cell) if side < 3]

    def figure(self, cell: Cell, seat: int, letter: str) -> str:
        x, y = self.hexes.centre(*cell)
        across = self.size * 0.66
        marker = self.tiles[cell]["marker"] if cell in self.tiles else 0
        under = f", on oxygen {marker}" if marker else ""
        outline = self.hexes.corners(x, y, inset=self.size * 0.12)
        return svg.thing(
            f"figure:{seat}{letter}",
            f"{SEATS[seat]} {letter} at {cell[0]},{cell[1]}{under}",
            svg.device(seat, x, y, across + self.size * 0.1, ""),
            svg.device(seat, x, y, across, letter, ring="ink"),
            oxygen(x + across * 0.48, y + across * 0.45, self.size * 0.17, marker) if marker else "",
            touch=tuple(outline),
        )


@svg.once
def gear(hexes: Hexes, cell: Cell, side: int) -> str:
    """Draw the gear between two touching walls: they turn each other."""
    x, y = hexes.mouth(*hexes.centre(*cell), side)
    spokes = "".join(svg.path("M0 -7.5V-11", transform=f"rotate({45 * i})") for i in range(8))
    return svg.group(
        svg.group(spokes, stroke="ink-2", stroke_width=3),
        svg.circle(0, 0, 7.5, fill="void", stroke="ink-2", stroke_width=1.8),
        svg.circle(0, 0, 2, fill="ink-2"),
        at=(x, y),
        scale=hexes.size / 63.5,
    )


def rim_of(tiles: set[Cell]) -> set[Cell]:
    """Return the empty cells next to the maze; the first cell if there is no maze yet."""
    return {(q + dq, r + dr) for q, r in tiles for dq, dr in FLAT} - tiles or {(0, 0)}


def value_of(box: Box, tile: Json) -> int:
    kind = box.number(tile["type"])
    assert kind is not None
    return box.types[kind].value


@svg.once
def empty(hexes: Hexes, cell: Cell) -> str:
    x, y = hexes.centre(*cell)
    outline = tuple(hexes.corners(x, y, inset=1))
    return svg.thing(
        f"cell:{cell[0]},{cell[1]}",
        f"{cell[0]},{cell[1]}, empty",
        svg.path(svg.outline(outline), fill="none", stroke="grid"),
        coordinates(cell, x, y + hexes.size * 0.06, hexes.size),
        touch=outline,
    )


@svg.once
def tile_in_maze(hexes: Hexes, cell: Cell, label: str, drawn: str) -> str:
    """Draw a tile in the maze."""
    x, y = hexes.centre(*cell)
    return svg.thing(
        f"cell:{cell[0]},{cell[1]}",
        label,
        svg.group(drawn, at=(x, y), scale=hexes.size / 63.5),
        coordinates(cell, x, y + hexes.size * 0.61, hexes.size),
        touch=tuple(hexes.corners(x, y, inset=0.5)),
    )


def coordinates(cell: Cell, x: float, y: float, size: float) -> str:
    words = svg.text(x, y, f"{cell[0]},{cell[1]}", size * 0.18, "ink-3", "middle", mono=True, opacity=0.75)
    return svg.group(words, class_="coordinates")


@svg.once
def ring(seat: int, figure: str) -> str:
    """Draw the ring of an entry point, with its figure's letter."""
    look: dict[str, Any] = {"stroke": svg.seat(seat), "stroke_dasharray": DASHES[seat]}
    drawn = svg.path(svg.outline(Hexes(63).corners(0, 0, inset=3)), fill="none", stroke_width=4.5, **look)
    return drawn + (svg.text(0, 6, figure, 18, "ink-2", "middle", 600) if figure else "")


@svg.once
def face(value: int, walls: frozenset[int], middle: str) -> str:
    """Draw a tile of size 63 around the origin: rock, ways to its open sides, toothed walls, and its middle."""
    hexes = Hexes(63)
    colour = f"v-{value}"
    ways = "".join(
        "M0 0L" + " ".join(map(svg.number, hexes.mouth(0, 0, side))) for side in range(6) if side not in walls
    )
    way = svg.mix(colour, 5, "way")
    return "".join(
        (
            svg.path(svg.outline(hexes.corners(0, 0)), fill=svg.mix(colour, 24), stroke="void", stroke_width=2),
            svg.path(ways, fill="none", stroke=way, stroke_width=30) if ways else "",
            svg.circle(0, 0, 27, fill=way),
            *(svg.path(WALL, fill=colour, transform=f"rotate({60 * side})") for side in sorted(walls)),
            middle,
        )
    )


@svg.once
def oxygen(x: float, y: float, radius: float, value: int) -> str:
    return svg.circle(x, y, radius, fill=f"v-{value}", stroke="way", stroke_width=radius / 9) + svg.text(
        x, y + radius * 0.46, value, radius * 1.3, "on-value", "middle", 750
    )


# The rail


def rail_height(view: Json) -> float:
    return 2 * MARGIN + len(view["score"]) * seat_height(view) + 200


def seat_height(view: Json) -> float:
    return 170 if building(view) else 116


def building(view: Json) -> bool:
    return view["phase"] in ("choose", "place")


def rail(box: Box, view: Json, x: float) -> str:
    """Draw the players from the top, then the possible actions."""
    each, seats = seat_height(view), len(view["score"])
    parts = [
        svg.part("players", svg.group(player(box, view, seat), at=(x, MARGIN + seat * each))) for seat in range(seats)
    ]
    at = (x, MARGIN + seats * each)
    parts.append(svg.part("free", svg.group(free(view), at=at)))
    parts.append(svg.part("turns", svg.group(tile_to_turn(box, view), at=at)))
    return "".join(parts) + svg.part("choices", svg.group(buttons(view), at=at))


def player(box: Box, view: Json, seat: int) -> str:
    to_act = view["to_act"] == seat
    parts = [
        svg.line((0, 0), (RAIL, 0), stroke="rule"),
        svg.rect(-14, 8, 4, 84, fill="lamp-line") if to_act else "",
        svg.device(seat, 16, 34, 30),
        svg.text(42, 40, SEATS[seat], 18, weight=600),
        svg.text(42, 58, "to act", 12, "ink-3") if to_act else "",
        svg.text(RAIL, 42, view["score"][seat], 28, "ink", "end", 600, 112),
    ]
    for i, value in enumerate((4, 3, 2, 1)):
        parts.append(oxygen(12 + 62 * i, 76, 11, value))
        parts.append(svg.text(28 + 62 * i, 81, view["supply"][seat][value - 1], 14))
    if building(view):
        parts.append(hand(box, view, seat))
    else:
        held = under_figures(view, seat)
        parts.append(svg.text(0, 106, held, 12, "ink-3", room=RAIL))
    return "".join(parts)


def under_figures(view: Json, seat: int) -> str:
    markers = {(tile["q"], tile["r"]): tile["marker"] for tile in view["tiles"]}
    held = [
        f"{markers[tuple(cell)]} under {FIGURES[i]}"
        for i, cell in enumerate(view["figures"][seat])
        if cell is not None and markers.get(tuple(cell))
    ]
    return f"{' and '.join(held)}: yours at the end" if held else ""


def pile_contents(box: Box, names: list[str]) -> str:
    """Draw the contents of a pile: each type of tile in small, with its number."""
    parts = []
    kinds = sorted(set(names))
    step = min(42.0, RAIL / max(1, len(kinds)))
    for i, name in enumerate(kinds):
        number = box.number(name)
        assert number is not None
        kind = box.types[number]
        drawn = svg.group(face(kind.value, kind.walls_at(0), ""), at=(12 + i * step, 144), scale=0.19)
        parts.append(drawn + svg.text(26 + i * step, 149, names.count(name), 13, "ink-2"))
    return "".join(parts)


def hand(box: Box, view: Json, seat: int) -> str:
    pile = view["piles"][seat]
    tiles = plural(pile["count"], "tile")
    points = plural(view["entries"][seat], "entry point")
    return "".join(
        (
            svg.thing(
                f"pile:{seat}",
                f"pile of {SEATS[seat]}: {tiles}",
                slip(0, 98, 118, tiles),
                touch=svg.rectangle(0, 98, 118, 26),
            ),
            svg.thing(
                f"entry:{seat}",
                f"{points} of {SEATS[seat]}",
                slip(128, 98, 140, points),
                touch=svg.rectangle(128, 98, 140, 26),
            ),
            pile_contents(box, pile["remaining"]),
        )
    )


def slip(x: float, y: float, width: float, words: str) -> str:
    return svg.card(x, y, width, 26, svg.text(10, 18, words, 13))


def free(view: Json) -> str:
    """Draw the free oxygen and the stall counter."""
    line = svg.line((0, 0), (RAIL, 0), stroke="rule")
    if building(view):
        return line
    words = svg.text(0, 24, free_oxygen(view), 13, "ink-2")
    return line + words + svg.text(0, 42, stall_text(view), 12, "ink-3")


def tile_to_turn(box: Box, view: Json) -> str:
    """Draw the tile to place in all its rotations."""
    if view["phase"] == "place":
        return turns(box, view["drawn"], f"{view['drawn']} to place, turned by")
    if view["phase"] == "choose" and box.types[box.entry].period > 1:
        return turns(box, box.types[box.entry].name, "Entry point, turned by")
    return ""


def buttons(view: Json) -> str:
    """Draw buttons for the actions that have no place in the maze."""
    phase = view["phase"]
    if phase == "act":
        return act_buttons(view)
    if phase in ("lock1", "lock2"):
        return button(0, 56, "do:cw", "Turn clockwise") + button(0, 90, "do:ccw", "Turn counter-clockwise")
    return button(0, 56, "do:skip", "The turn passes") if phase == "stuck" else ""


def act_buttons(view: Json) -> str:
    """Draw buttons for the actions on the tile just left (R5.5)."""
    q, r = view["left"]
    marker = next(tile["marker"] for tile in view["tiles"] if (tile["q"], tile["r"]) == (q, r))
    names = {"take": f"Take {marker}" if marker else "Take", "cw": "Turn clockwise", "ccw": "Turn counter-clockwise"}
    names["pass"] = "Nothing"
    return "".join(button(0, 56 + 32 * i, f"do:{deed}", name) for i, (deed, name) in enumerate(names.items()))


def button(x: float, y: float, thing: str, words: str) -> str:
    return svg.thing(thing, words, slip(x, y, 200, words), touch=svg.rectangle(x, y, 200, 26))


def turns(box: Box, name: str, words: str) -> str:
    """Draw a tile in all its rotations."""
    number = box.number(name)
    assert number is not None
    kind = box.types[number]
    parts = [svg.text(0, 24, words, 13, "ink-2")]
    for rotation in range(kind.period if kind.period > 1 else 0):
        x, y = 46 + 98 * (rotation % 3), 72 + 84 * (rotation // 3)
        outline = tuple(Hexes(44).corners(x, y))
        look = svg.group(face(kind.value, kind.walls_at(rotation), ""), at=(x, y), scale=42 / 63)
        number_ = svg.text(x + 40, y + 34, rotation, 12, "ink-3", "end")
        parts.append(svg.thing(f"turn:{rotation}", f"turned {60 * rotation} degrees", look, number_, touch=outline))
    return "".join(parts)


def free_oxygen(view: Json) -> str:
    """Describe the free oxygen: the markers without a figure on them (R1.7)."""
    standing = {tuple(cell) for pair in view["figures"] for cell in pair if cell is not None}
    free = [tile["marker"] for tile in view["tiles"] if tile["marker"] and (tile["q"], tile["r"]) not in standing]
    return f"Free oxygen: {plural(sum(free), 'point')} in {plural(len(free), 'marker')}"


def stall_text(view: Json) -> str:
    """Describe the stall counter (R7.6) once it is past half of its limit."""
    limit = view["options"]["stall_rounds"] * len(view["score"])
    return f"{view['stall']} of {limit} turns without oxygen taken" if 2 * view["stall"] > limit else ""
