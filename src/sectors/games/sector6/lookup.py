"""Constant tables: the hexagonal grid, the looks of the tile types, and the codes of actions.

A cell q,r is one number, `ROW * q + r + ORIGIN`, so that a step in a direction is an addition and cells sort by q, then
r. A look is a byte: six bits for the walls, one for a marker on the tile, one for a figure. On the table, the entry
points are eight types after those of the box: for a and b of each seat.

Codes: first the words, then moves (figure, direction, distance), then placements of tiles and of entry points in all
cells that a game can reach from 0,0. From `action_count` on come moves and placements that occur only in positions made
by hand.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence

import cython

from sectors.games.sector6.content import Box

if not cython.compiled:  # lookup.pxd imports the C versions
    from sectors.games.sector6.numbers import *

STEP = [-1, 16383, 16384, 1, -16383, -16384]  # R1.2: N, NE, SE, S, SW, NW
BACK = [3, 4, 5, 0, 1, 2]
CLOCKWISE = [(look & 31) << 1 | (look & 32) >> 5 | look & 192 for look in range(256)]  # R1.4; marker and figure stay
COUNTER = [(look & 62) >> 1 | (look & 1) << 5 | look & 192 for look in range(256)]
BITS = [bin(sides).count("1") for sides in range(64)]


class Tables:
    entry: int  # the type of entry points
    faces: Sequence[MutableSequence[int]]  # the walls of a type in each rotation
    fits: Sequence[MutableSequence[int]]  # by type and open neighbours: the rotations, as bits, that link them
    period: MutableSequence[int]
    value: MutableSequence[int]
    row_start: MutableSequence[int]
    cell_of: MutableSequence[int]

    def __init__(self, box: Box) -> None:
        self.box = box
        self.kinds = len(box.types)
        self.entry = box.entry
        if not cython.compiled:
            self.faces = [[0] * 6 for _ in range(self.kinds + 8)]
            self.fits = [[0] * 64 for _ in box.types]
            self.period = [0] * self.kinds
            self.value = [0] * (self.kinds + 8)
            self.pools = [[0] * self.kinds for _ in range(5)]
            self.row_start = [0] * (2 * MOST_RADIUS + 1)
        for kind, one in enumerate(box.types):
            self.period[kind] = one.period
            self.value[kind] = one.value
            for seats, counts in box.pools.items():
                self.pools[seats][kind] = counts[kind]
            for rotation in range(6):
                self.faces[kind][rotation] = sum(1 << side for side in one.walls_at(rotation))
            for sides in range(64):
                self.fits[kind][sides] = sum(
                    1 << rotation for rotation in range(one.period) if sides & ~self.faces[kind][rotation]
                )
        for kind in range(self.kinds, self.kinds + 8):
            self.value[kind] = 0
            for rotation in range(6):
                self.faces[kind][rotation] = self.faces[self.entry][rotation]
        self.number_codes(box)

    def number_codes(self, box: Box) -> None:
        """Assign the codes of actions. A maze of P pieces reaches at most P - 1 cells from 0,0."""
        self.radius = min(box.most_pieces - 1, MOST_RADIUS)
        cells: list[int] = []
        for q in range(-self.radius, self.radius + 1):
            first = max(-self.radius, -self.radius - q)
            last = min(self.radius, self.radius - q)
            self.row_start[q + self.radius] = len(cells) - first
            cells += [ORIGIN + ROW * q + r for r in range(first, last + 1)]
        self.cells_of_codes = array("i", cells)
        if cython.compiled:
            self.cell_of = cython.address(self.cells_of_codes[0])
        else:
            self.cell_of = self.cells_of_codes
        bare = any(one.period == 1 and not one.entry for one in box.types)
        self.tile_forms = 7 if bare else 6
        self.entry_forms = box.types[box.entry].period
        self.places = MOVES + 12 * self.radius
        self.entries = self.places + self.tile_forms * len(cells)
        self.action_count = self.entries + self.entry_forms * len(cells)
        self.far_moves = self.action_count
        self.far_places = self.far_moves + 12 * LONGEST

    def fill_pool(self, seats: int, pile: MutableSequence[int]) -> int:
        """Fill in the tiles of one seat (section 2.3) and return their number."""
        size = 0
        for kind in range(self.kinds):
            for _ in range(self.pools[seats][kind]):
                pile[size] = kind
                size += 1
        return size

    if not cython.compiled:  # inlined in lookup.pxd

        def place_code(self, cell: int, form: int, entry: bool) -> int:
            q = (cell >> 14) - 8192
            r = (cell & 16383) - 8192
            radius = self.radius
            if q < -radius or q > radius or r < -radius or r > radius or q + r < -radius or q + r > radius:
                return self.far_places + ((q + FAR) * FAR_ROW + r + FAR) * FORMS + form + (8 if entry else 0)
            index = self.row_start[q + radius] + r
            if entry:
                return self.entries + index * self.entry_forms + (0 if form == BARE else form)
            return self.places + index * self.tile_forms + form

        def move_code(self, figure: int, side: int, distance: int) -> int:
            if distance <= self.radius:
                return MOVES + (6 * figure + side) * self.radius + distance - 1
            return self.far_moves + (6 * figure + side) * LONGEST + distance - 1

    # Placements: cell, form (the rotation, or BARE), tile or entry point

    def placed_at(self, code: int) -> int:
        """Return the cell of a placement."""
        if code >= self.far_places:
            far = (code - self.far_places) // FORMS
            return ORIGIN + (far // FAR_ROW - FAR) * ROW + far % FAR_ROW - FAR
        if code >= self.entries:
            return self.cell_of[(code - self.entries) // self.entry_forms]
        return self.cell_of[(code - self.places) // self.tile_forms]

    def form_of(self, code: int) -> int:
        """Return the form of a placement, plus 8 for an entry point."""
        if code >= self.far_places:
            return (code - self.far_places) % FORMS
        if code >= self.entries:
            return 8 + (BARE if self.entry_forms == 1 else (code - self.entries) % self.entry_forms)
        return (code - self.places) % self.tile_forms

    # Moves: figure and side as one number (6 * figure + side), distance

    def line_of(self, code: int) -> int:
        if code >= self.far_moves:
            return (code - self.far_moves) // LONGEST
        return (code - MOVES) // self.radius

    def distance_of(self, code: int) -> int:
        if code >= self.far_moves:
            return (code - self.far_moves) % LONGEST + 1
        return (code - MOVES) % self.radius + 1

    # The same for modules that are not compiled

    def code_of_place(self, q: int, r: int, rotation: int | None, entry: bool) -> int | None:
        """Return the code of a placement, or None if no position allows it."""
        forms = self.entry_forms if entry else self.tile_forms
        if rotation is None:
            exists = forms in (1, 7)
        else:
            exists = rotation < forms and forms > 1
        if not exists or max(abs(q), abs(r)) > FAR:
            return None
        return int(self.place_code(ORIGIN + ROW * q + r, BARE if rotation is None else rotation, entry))

    def place_of_code(self, code: int) -> tuple[int, int, int | None, bool]:
        """Return the cell, the rotation (None if it has none), and whether it is an entry point."""
        q, r = unpack_cell(self.placed_at(code))
        form = self.form_of(code)
        return q, r, None if form % 8 == BARE else form % 8, form >= 8

    def code_of_move(self, figure: int, side: int, distance: int) -> int:
        return int(self.move_code(figure, side, distance))

    def move_of_code(self, code: int) -> tuple[int, int, int]:
        """Return figure, side and distance."""
        line = self.line_of(code)
        return line // 6, line % 6, self.distance_of(code)

    def walls(self, kind: int, rotation: int) -> int:
        """Return the walls of a type in a rotation, as bits."""
        return self.faces[kind][rotation]

    def rotation(self, kind: int, look: int) -> int:
        """Return the rotation of a tile from its look, less than its period."""
        return next(k for k in range(self.period[kind]) if self.faces[kind][k] == look & 63)


def pack_cell(q: int, r: int) -> int:
    return ORIGIN + ROW * q + r


def unpack_cell(cell: int) -> tuple[int, int]:
    """
    >>> unpack_cell(pack_cell(-2, 7))
    (-2, 7)
    """
    return (cell >> 14) - 8192, (cell & 16383) - 8192
