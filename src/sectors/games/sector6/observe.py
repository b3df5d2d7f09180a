"""Positions as a seat sees them, and actions, as numbers.

The maze is a list of tiles in the order of their cells and, during the build, its rim: the empty cells that touch it.
A placement is numbered by the index of its cell in the rim, so every maze fits, however it grows.
"""

from __future__ import annotations

from collections.abc import MutableSequence

import cython

from sectors.games.sector6.content import Box
from sectors.games.sector6.lookup import Tables
from sectors.games.sector6.numbers import PHASES
from sectors.games.sector6.rules import Sector6
from sectors.kit.core import Core
from sectors.kit.game import Game
from sectors.kit.observe import Field, Observer

if not cython.compiled:  # observe.pxd imports the C versions
    from sectors.games.sector6.maze import NOTHING, WAYS, lower_bound
    from sectors.games.sector6.numbers import BARE, CHOOSE, MARKER, MOVES, ORIGIN, PLACE

SIDES = 6
TURNS = 6
RIM = 3 + 2 * SIDES  # numbers of a cell of the rim
EIGHT = 8  # phases
MIDDLE = 8192  # a cell is 16384 (q + 8192) + r + 8192


class Watcher(Observer):
    tables: Tables
    room: int
    types: int
    tile: int
    cells: int
    farthest: int

    def __init__(self, game: Game, box: Box, tables: Tables, seats: int, stall_limit: int) -> None:
        self.tables = tables
        room = self.room = box.pieces(seats)
        types = self.types = len(box.types)
        self.tile = 12 + types
        self.cells = 2 * room + 2  # a piece covers one cell of the rim and adds at most three
        self.farthest = room - 1
        names = ", ".join(one.name for one in box.types)
        fields = (
            Field("phase", (len(PHASES),), 0, 1, ", ".join(PHASES)),
            Field(
                "tiles",
                (room, self.tile),
                -room,
                room,
                f"for each tile: 1, q, r, its {SIDES} walls from N clockwise, its type ({names}), the marker on it, "
                "whose entry point it is (own as 1, then onwards), and for which figure (a as 1, b as 2)",
            ),
            Field("figures", (seats, 2, 3), -room, room, "figures a and b of each seat, own first: 1, q, r"),
            Field("piles", (seats, types), 0, room, "tiles left in each pile, by type"),
            Field("entries", (seats,), 0, 2, "entry points in hand"),
            Field("drawn", (types,), 0, 1, "the type that was drawn and must be placed"),
            Field("left", (3,), -room, room, "the tile just left: 1, q, r"),
            Field("supply", (seats, 4), 0, room, "markers taken, of value 1 to 4"),
            Field("stall", (), 0, stall_limit, "turns since a marker was taken"),
            Field(
                "rim",
                (self.cells, RIM),
                -room,
                room,
                "for each empty cell beside the maze: 1, q, r, the sides where a tile lies, those with an open side",
            ),
        )
        parts = (
            Field("word", (MOVES,), 0, 1, "draw, take, cw, ccw, pass, skip, or turning a or b cw or ccw"),
            Field("figure", (2,), 0, 1, "the figure that moves"),
            Field("side", (SIDES,), 0, 1, "where to, from N clockwise"),
            Field("distance", (), 0, self.farthest, "how far"),
            Field("placement", (2,), 0, 1, "a tile, or an entry point, is placed"),
            Field("q", (), -room, room, "where"),
            Field("r", (), -room, room, "where"),
            Field("turns", (TURNS,), 0, 1, "how it is turned"),
        )
        self.places = MOVES + 2 * SIDES * self.farthest
        super().__init__(game, seats, fields, parts, self.places + self.cells * TURNS)

    def observe(self, core: Core, seat: int, out: MutableSequence[int]) -> None:
        self.fill(cython.cast(Sector6, core), seat, out)

    def fill(self, core: Sector6, seat: int, out: MutableSequence[int]) -> None:
        at = self.frame(core, seat, out)
        out[at + core.phase] = 1
        at += EIGHT
        for i in range(core.tiles):
            self.fill_tile(core, seat, i, at + i * self.tile, out)
        at += self.room * self.tile
        for i in range(self.seats):
            whose = (seat + i) % self.seats
            for which in range(2):
                self.fill_place(core, core.figure[2 * whose + which], at, out)
                at += 3
        for i in range(self.seats):
            whose = (seat + i) % self.seats
            for k in range(core.pile_size[whose]):
                out[at + core.kind[core.slot(whose, k)]] += 1
            at += self.types
        for i in range(self.seats):
            out[at + i] = core.entries[(seat + i) % self.seats]
        at += self.seats
        if core.drawn != NOTHING:
            out[at + core.drawn] = 1
        at += self.types
        self.fill_place(core, core.left, at, out)
        at += 3
        for i in range(self.seats):
            for value in range(4):
                out[at + value] = core.supply[4 * ((seat + i) % self.seats) + value]
            at += 4
        out[at] = core.stall
        for i in range(core.rims):
            self.fill_rim(core, i, at + 1 + i * RIM, out)

    def fill_tile(self, core: Sector6, seat: int, i: int, at: int, out: MutableSequence[int]) -> None:
        kind, look = core.kind[i], core.look[i]
        out[at] = 1
        out[at + 1] = (core.cell[i] >> 14) - MIDDLE
        out[at + 2] = (core.cell[i] & 16383) - MIDDLE
        for side in range(SIDES):
            out[at + 3 + side] = look >> side & 1
        if kind >= self.types:  # an entry point, where a figure starts
            owner = (kind - self.types) // 2
            out[at + 10 + self.types] = 1 + (owner - seat + self.seats) % self.seats
            out[at + 11 + self.types] = 1 + (kind - self.types) % 2
            kind = self.tables.entry
        out[at + 9 + kind] = 1
        if look & MARKER:
            out[at + 9 + self.types] = self.tables.value[kind]

    def fill_place(self, core: Sector6, tile: int, at: int, out: MutableSequence[int]) -> None:
        if tile != NOTHING:
            out[at] = 1
            out[at + 1] = (core.cell[tile] >> 14) - MIDDLE
            out[at + 2] = (core.cell[tile] & 16383) - MIDDLE

    def fill_rim(self, core: Sector6, i: int, at: int, out: MutableSequence[int]) -> None:
        out[at] = 1
        out[at + 1] = (core.rim[i] >> 14) - MIDDLE
        out[at + 2] = (core.rim[i] & 16383) - MIDDLE
        for side in range(SIDES):
            out[at + 3 + side] = core.sides[i] >> side & 1
            out[at + 3 + SIDES + side] = core.sides[i] >> (WAYS + side) & 1

    def encode(self, core: Core, code: int) -> int:
        return self.number(cython.cast(Sector6, core), code)

    def number(self, core: Sector6, code: int) -> int:
        if code < MOVES:
            return code
        if core.phase > PLACE:
            return MOVES + self.tables.line_of(code) * self.farthest + self.tables.distance_of(code) - 1
        form = self.tables.form_of(code) & 7
        return (
            self.places
            + lower_bound(core.rim, core.rims, self.tables.placed_at(code)) * TURNS
            + (form if form < BARE else 0)
        )

    def decode(self, core: Core, index: int) -> int:
        return self.code(cython.cast(Sector6, core), index)

    def code(self, core: Sector6, index: int) -> int:
        if index < MOVES:
            return index
        if index < self.places:
            line, distance = (index - MOVES) // self.farthest, (index - MOVES) % self.farthest + 1
            return self.tables.move_code(line // SIDES, line % SIDES, distance)
        place, form = (index - self.places) // TURNS, (index - self.places) % TURNS
        kind = self.tables.entry if core.phase == CHOOSE or core.drawn == NOTHING else core.drawn
        if self.tables.period[kind] == 1:
            form = BARE
        cell = core.rim[place] if place < core.rims else ORIGIN
        return self.tables.place_code(cell, form, core.phase == CHOOSE)

    def describe(self, core: Core, code: int, out: MutableSequence[int]) -> None:
        self.tell(cython.cast(Sector6, core), code, out)

    def tell(self, core: Sector6, code: int, out: MutableSequence[int]) -> None:
        if code < MOVES:
            out[code] = 1
            return
        at = MOVES
        if core.phase > PLACE:
            line = self.tables.line_of(code)
            out[at + line // SIDES] = 1
            out[at + 2 + line % SIDES] = 1
            out[at + 2 + SIDES] = self.tables.distance_of(code)
            return
        at += 3 + SIDES
        cell, form = self.tables.placed_at(code), self.tables.form_of(code)
        out[at + (form >> 3)] = 1
        out[at + 2] = (cell >> 14) - MIDDLE
        out[at + 3] = (cell & 16383) - MIDDLE
        out[at + 4 + ((form & 7) if (form & 7) < BARE else 0)] = 1
