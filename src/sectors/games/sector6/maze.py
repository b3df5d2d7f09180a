"""The pieces on the table and in the hands.

Tiles are listed in the order of their cells. During the build the maze also keeps its *rim*: the empty cells that touch
it, each with the sides that touch a tile and those that meet an open side, so that legal placements need not be derived
from the tiles. Once the maze is finished, the same memory holds each tile's neighbours.

A maze has room for a fixed number of pieces: as many as its game, or the position it was read from, needs. The piles
share the array of types with the tiles: the bottom tiles of all seats come last, before them those above, and so on.
All seats have the same number of turns (R3.2), so placed tiles never overwrite tiles still to be drawn.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

import cython

from sectors.games.sector6.lookup import Tables, unpack_cell
from sectors.kit.core import Core

if not cython.compiled:  # maze.pxd imports them
    from sectors.games.sector6.lookup import BACK, STEP
    from sectors.games.sector6.numbers import FIGURE, MARKER, WALLS
    from sectors.kit.hashing import mixed

    NOTHING = -1
    WAYS = 6

SEED = 0x2545F4914F6CDD1D


class Maze(Core):
    mode: int
    stall_limit: int  # R7.6: this many turns without a take end the game
    entry_open: bool

    # The table. Arrays over tiles are in the order of the cells.
    tiles: int
    cell: MutableSequence[int]
    kind: MutableSequence[int]  # the piles follow the tiles
    look: list[int]  # walls, MARKER, FIGURE; an extra last one, all walls, stands for "no tile"
    rims: int
    rim: MutableSequence[int]  # build: the empty cells next to the maze, in order
    sides: MutableSequence[int]  # their sides that touch a tile; from bit WAYS on, those that meet an open side
    near: MutableSequence[int]  # contest: the six neighbours of each tile, `room` for none

    # The seats
    pile_size: MutableSequence[int]
    entries: MutableSequence[int]  # entry points in hand
    figure: MutableSequence[int]  # the tiles under a and b of each seat, NOTHING before the contest
    supply: MutableSequence[int]  # markers of value 1 to 4 of each seat

    phase: int  # see rules.py
    drawn: int  # the type to be placed, NOTHING outside PLACE
    left: int  # the tile just left, NOTHING outside ACT
    stall: int
    free: int  # markers in the maze without a figure on them

    def __init__(self, tables: Tables, seats: int, mode: int, stall_limit: int, entry_open: bool, room: int) -> None:
        self.tables = tables
        self.seats = seats
        self.mode = mode
        self.stall_limit = stall_limit
        self.entry_open = entry_open
        self.room = room
        self.carve()
        self.clear()

    def clear(self) -> None:
        """Empty the table and all hands; seat 0 is to choose."""
        self.tiles = 0
        self.rims = 0
        self.look[self.room] = WALLS
        for i in range(8):
            self.figure[i] = NOTHING
        for i in range(16):
            self.supply[i] = 0
        for i in range(4):
            self.entries[i] = 0
            self.pile_size[i] = 0
        self.phase = 0
        self.drawn = NOTHING
        self.left = NOTHING
        self.stall = 0
        self.free = 0
        self.to_act = 0
        self.reason = 0

    def fresh(self) -> Core:
        return type(self)(self.tables, self.seats, self.mode, self.stall_limit, self.entry_open, self.room)

    def copy_from(self, other: Core) -> None:
        self.become(cython.cast(Maze, other))

    def become(self, twin: Maze) -> None:
        if self.room != twin.room:  # one of them was read from a position made by hand
            self.resize(twin.room)
        self.copy_block(twin)
        self.tiles = twin.tiles
        self.rims = twin.rims
        self.phase = twin.phase
        self.drawn = twin.drawn
        self.left = twin.left
        self.stall = twin.stall
        self.free = twin.free
        self.to_act = twin.to_act
        self.reason = twin.reason
        self.pile_size[:] = twin.pile_size
        self.entries[:] = twin.entries
        self.supply[:] = twin.supply
        self.figure[:] = twin.figure

    if cython.compiled:

        def __dealloc__(self) -> None:
            self.release()  # type: ignore[attr-defined]

        def __sizeof__(self) -> int:
            return object.__sizeof__(self) + int(self.size())  # type: ignore[attr-defined]

    else:  # inlined in maze.pxd, where all arrays share one block of memory

        def carve(self) -> None:
            room = self.room
            # A piece covers one cell of the rim and adds at most three; the last piece adds none.
            self.rim, self.sides = [0] * (2 * room + 2), [0] * (2 * room + 2)
            self.cell, self.kind, self.look = [0] * room, [0] * room, [0] * (room + 1)
            self.near = [0] * (6 * room)
            self.pile_size, self.entries, self.supply = [0] * 4, [0] * 4, [0] * 16
            self.figure = [0] * 8

        def resize(self, room: int) -> None:
            self.room = room
            self.carve()

        def copy_block(self, twin: Maze) -> None:
            self.cell[:], self.kind[:], self.look[:] = twin.cell, twin.kind, twin.look
            self.rim[:], self.sides[:] = twin.rim, twin.sides
            self.near[:] = twin.near

        def slot(self, seat: int, i: int) -> int:
            """Return the index in `kind` of a pile's tile, counted from the bottom."""
            return self.room - self.seats * (i + 1) + seat

    # Placing pieces

    def put(self, cell: int, kind: int, rotation: int) -> None:
        """Place a piece on the table."""
        look = self.tables.faces[kind][rotation]
        place = lower_bound(self.cell, self.tiles, cell)
        i = self.tiles
        while i > place:
            self.cell[i] = self.cell[i - 1]
            self.kind[i] = self.kind[i - 1]
            self.look[i] = self.look[i - 1]
            i -= 1
        self.cell[place] = cell
        self.kind[place] = kind
        self.look[place] = look
        touched = 0
        at = lower_bound(self.rim, self.rims, cell)
        if at < self.rims and self.rim[at] == cell:
            touched = self.sides[at]
            self.rims -= 1
            for i in range(at, self.rims):
                self.rim[i] = self.rim[i + 1]
                self.sides[i] = self.sides[i + 1]
        self.tiles += 1
        if self.tiles == self.room:
            return  # nothing is placed next to the last piece
        for side in range(6):
            if touched >> side & 1 == 0:
                is_open = look >> side & 1 ^ 1
                self.touch_rim(cell + STEP[side], (1 | is_open << WAYS) << BACK[side])

    def touch_rim(self, cell: int, sides: int) -> None:
        """Record that an empty cell has a new tile on one of its sides."""
        at = lower_bound(self.rim, self.rims, cell)
        if at == self.rims or self.rim[at] != cell:
            i = self.rims
            while i > at:
                self.rim[i] = self.rim[i - 1]
                self.sides[i] = self.sides[i - 1]
                i -= 1
            self.rim[at] = cell
            self.sides[at] = 0
            self.rims += 1
        self.sides[at] |= sides

    def join_tiles(self) -> None:
        """Find the neighbours of all tiles. This overwrites the rim."""
        self.rims = 0
        for i in range(self.tiles):
            for side in range(6):
                self.near[6 * i + side] = self.room
        for side in range(1, 4):
            j = 0  # neighbours to the south and east come in the order of the tiles
            for i in range(self.tiles):
                while j < self.tiles and self.cell[j] < self.cell[i] + STEP[side]:
                    j += 1
                if j < self.tiles and self.cell[j] == self.cell[i] + STEP[side]:
                    self.near[6 * i + side] = j
                    self.near[6 * j + BACK[side]] = i

    def tile_at(self, cell: int) -> int:
        """Return the tile on a cell, NOTHING if it is empty."""
        at = lower_bound(self.cell, self.tiles, cell)
        return at if at < self.tiles and self.cell[at] == cell else NOTHING

    def points(self, seat: int) -> int:
        """Return a seat's points (R7.4)."""
        total = 0
        for i in range(4):
            total += (i + 1) * self.supply[4 * seat + i]
        return total

    # For a search

    def key(self) -> int:
        found = mixed(SEED, self.stall, ((self.to_act + 1) * 8 + self.phase) * 256 + self.drawn + 1)
        found = mixed(found, self.left + 1, self.tiles)
        for i in range(self.tiles):
            found = mixed(found, self.cell[i], self.kind[i] * 256 + self.look[i])
        for i in range(2 * self.seats):
            found = mixed(found, self.figure[i] + 1, self.supply[2 * i] * 1024 + self.supply[2 * i + 1])
        for seat in range(self.seats):
            found = mixed(found, self.entries[seat], self.pile_size[seat])
            for i in range(self.pile_size[seat]):
                found = mixed(found, self.kind[self.slot(seat, i)], 0)
        return found

    # For modules that are not compiled

    def lay(self, pieces: Sequence[tuple[int, int, int]]) -> None:
        """Place the pieces (cell, type, rotation) of an unfinished maze, each next to an earlier one."""
        for cell, kind, rotation in pieces:
            self.put(cell, kind, rotation)

    def lay_finished(self, pieces: Sequence[tuple[int, int, int, bool]]) -> None:
        """Place the pieces (cell, type, rotation, marker) of a finished maze."""
        self.tiles = 0
        self.free = 0
        for cell, kind, rotation, marker in sorted(pieces):
            self.cell[self.tiles] = cell
            self.kind[self.tiles] = kind
            self.look[self.tiles] = self.tables.faces[kind][rotation] | (MARKER if marker else 0)
            self.tiles += 1
            self.free += marker
        self.join_tiles()

    def place_figure(self, which: int, tile: int) -> None:
        """Put a figure (twice the seat, plus 1 for b) on a tile."""
        self.figure[which] = tile
        self.look[tile] |= FIGURE
        if self.look[tile] & MARKER:
            self.free -= 1

    def set_hand(self, seat: int, pile: Sequence[int], entries: int, supply: Sequence[int]) -> None:
        """Set what a seat has: its pile from top to bottom, its entry points in hand, its markers."""
        self.pile_size[seat] = len(pile)
        for i, kind in enumerate(reversed(pile)):
            self.kind[self.slot(seat, i)] = kind
        self.entries[seat] = entries
        for i in range(4):
            self.supply[4 * seat + i] = supply[i]

    def pieces(self) -> list[tuple[int, int, int]]:
        """Return the cell, type and look of each tile, in order."""
        return [(self.cell[i], self.kind[i], self.look[i]) for i in range(self.tiles)]

    def stays_within(self, radius: int) -> bool:
        """Return whether no piece, now or later, can lie farther than `radius` from 0,0."""
        cells = [unpack_cell(self.cell[i]) for i in range(self.tiles)] or [(0, 0)]
        farthest = max(max(abs(q), abs(r), abs(q + r)) for q, r in cells)
        return farthest + self.room - self.tiles <= radius

    def pile_of(self, seat: int) -> list[int]:
        """Return a pile from top to bottom."""
        return [self.kind[self.slot(seat, i)] for i in range(self.pile_size[seat] - 1, -1, -1)]

    def entries_of(self, seat: int) -> int:
        return self.entries[seat]

    def supply_of(self, seat: int) -> list[int]:
        return [self.supply[4 * seat + i] for i in range(4)]

    def score_of(self, seat: int) -> int:
        return self.points(seat)

    def figure_of(self, seat: int, which: int) -> int:
        """Return the tile under a figure, -1 before the contest."""
        return self.figure[2 * seat + which]

    def find(self, cell: int) -> int:
        """Return the tile on a cell, -1 if it is empty."""
        return self.tile_at(cell)

    def look_of(self, tile: int) -> int:
        return self.look[tile]

    def value_of(self, tile: int) -> int:
        """Return the value of the marker that lies, or lay, on a tile."""
        return self.tables.value[self.kind[tile]]

    def cell_of(self, tile: int) -> int:
        return self.cell[tile]

    def neighbour(self, tile: int, side: int) -> int:
        """Return the neighbour of a tile of a finished maze, -1 for none."""
        found = self.near[6 * tile + side]
        return -1 if found == self.room else found

    def rim_at(self, cell: int) -> tuple[int, int]:
        """Return the sides of an empty cell that touch tiles, and those that meet open sides, during the build."""
        at = lower_bound(self.rim, self.rims, cell)
        if at < self.rims and self.rim[at] == cell:
            return self.sides[at] & WALLS, self.sides[at] >> WAYS
        return 0, 0


def lower_bound(cells: MutableSequence[int], size: int, cell: int) -> int:
    """Return the index of a cell in a sorted list, or where it would be inserted."""
    first = 0
    while size > 0:
        half = size >> 1
        if cells[first + half] < cell:
            first += half + 1
            size -= half + 1
        else:
            size = half
    return first
