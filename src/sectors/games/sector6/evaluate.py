"""Evaluation of positions: the features of section 10 of the rules, linear so that their weights can be fitted.

Points count relative to what is still free: a lead is divided by the square root of the free points, which weigh less
and less as the game stalls. A run is what a figure can do in one move; the tiles within one, two, ... moves are found
for both figures of a seat at once, as sets of tiles in one machine word. Mazes of more than 64 pieces, which no pool of
the box makes, are evaluated by points alone.

During the build, figures are assumed to stand on the entry points placed so far and markers to lie on all tiles; a seat
with entry points in hand can still get close to everything.
"""

from __future__ import annotations

from collections.abc import MutableSequence

import cython
from cython.cimports.libc.math import sqrt

from sectors.games.sector6.rules import Sector6
from sectors.kit.core import Core
from sectors.kit.linear import Linear

if not cython.compiled:  # evaluate.pxd has them
    from sectors.games.sector6.lookup import BACK, STEP
    from sectors.games.sector6.numbers import FIGURE, MARKER, WALLS

    def lowest(tiles: int) -> int:
        return (tiles & -tiles).bit_length() - 1


MOST_TILES = 64
FARTHEST = 9
UNKNOWN = 3  # the assumed distance of every tile for a seat with entry points in hand
ACT = 3
BIT = 1

# Features, in the order of their names
POINTS = 0
HELD = 1
LEFT = 2
RACE = 3
CLOSE = 4
BEST = 5
MOVES = 6
TURN = 7
BUILD_RACE = 8
BUILD_CLOSE = 9
BUILD_HAND = 10
BUILD_TURN = 11

WAIT = [0.2**i for i in range(16)]  # share of a marker by distance: each move farther away gets a fifth
REACH = [0.6**i for i in range(16)]  # discount of a marker by its distance in moves
KEEP = [0.9**i for i in range(16)]  # chance that it is still there by then


class Judge(Linear):
    names = (
        "points",  # taken
        "held",  # under own figures: taken when leaving, or counted at the end
        "left",  # on the tile just left, to be taken now
        "race",  # share of the free markers, by who is nearer
        "close",  # free markers, by distance in tiles, ignoring walls
        "best",  # the best free marker, by value and distance in moves
        "moves",  # legal moves, up to 8
        "turn",  # to act
        "build_race",
        "build_close",
        "build_hand",  # entry points in hand
        "build_turn",
    )

    def __init__(self, weights: dict[str, float]) -> None:
        Linear.__init__(self, weights)
        if not cython.compiled:
            self.runs, self.beside, self.line = [0] * 65, [0] * 65, [0] * 65
            self.look, self.value, self.near = [0] * 65, [0] * 65, [0] * 390
            self.distance, self.steps = [[0] * 65 for _ in range(4)], [[0] * 65 for _ in range(4)]
            self.race, self.close, self.best = ([0.0] * 4 for _ in range(3))
            self.moves = [0] * 4

    def prepare(self, core: Core) -> None:
        self.survey(cython.cast(Sector6, core))

    def measure(self, core: Core, seat: int, out: MutableSequence[float]) -> None:
        self.fill(cython.cast(Sector6, core), seat, out)

    def fill(self, core: Sector6, seat: int, out: MutableSequence[float]) -> None:
        for i in range(self.size):
            out[i] = 0.0
        if core.figure[0] < 0:  # the build
            scale = 1.0 / sqrt(4.0 + self.free_points)
            out[BUILD_RACE] = self.race[seat] * scale
            out[BUILD_CLOSE] = self.close[seat] * scale
            out[BUILD_HAND] = core.entries[seat]
            out[BUILD_TURN] = 1.0 if seat == core.to_act else 0.0
            return
        scale = 1.0 / sqrt(1.0 + self.rest * self.free_points)
        held = 0
        for i in range(2 * seat, 2 * seat + 2):
            tile = core.figure[i]
            if core.look[tile] & MARKER != 0:
                held += core.tables.value[core.kind[tile]]
        out[POINTS] = core.points(seat) * scale
        out[HELD] = held * scale
        out[RACE] = self.rest * self.race[seat] * scale
        out[CLOSE] = self.rest * self.close[seat] * scale
        out[BEST] = self.rest * self.best[seat] * scale
        out[MOVES] = 0.125 * (8 if self.moves[seat] > 8 else self.moves[seat])
        if seat == core.to_act:
            out[TURN] = 1.0
            if core.phase == ACT and core.look[core.left] & MARKER != 0:
                out[LEFT] = core.tables.value[core.kind[core.left]] * scale

    def survey(self, core: Sector6) -> None:
        """Compute what the features of all seats share."""
        self.free_points = 0.0
        for seat in range(core.seats):
            self.race[seat] = 0.0
            self.close[seat] = 0.0
            self.best[seat] = 0.0
            self.moves[seat] = 1
        idle = (1.0 * core.stall) / core.stall_limit
        self.rest = 1.0 - idle * idle  # R7.6
        if core.tiles > MOST_TILES or core.to_act < 0:
            return
        self.lay_out(core)
        self.find_runs()
        for seat in range(core.seats):
            here = self.sources(core, seat)
            farthest = FARTHEST if core.entries[seat] == 0 else UNKNOWN
            self.spread(here, self.runs, self.distance[seat], farthest)
            self.spread(here, self.beside, self.steps[seat], farthest)
            count = 0
            while here != 0:
                there = self.runs[lowest(here)]
                here &= here - 1
                while there != 0:
                    there &= there - 1
                    count += 1
            self.moves[seat] = count
        self.share_out(core)

    def lay_out(self, core: Sector6) -> None:
        """Copy looks, neighbours and free markers; during the build, as they will be."""
        self.tiles = core.tiles
        building = 1 if core.figure[0] < 0 else 0
        for i in range(core.tiles):
            self.look[i] = core.look[i]
            if building != 0 and core.kind[i] >= core.tables.kinds:
                self.look[i] |= FIGURE
            self.value[i] = 0
            if building != 0 or core.look[i] & (MARKER | FIGURE) == MARKER:
                if not (core.phase == ACT and i == core.left):  # that marker is for the seat to act
                    self.value[i] = core.tables.value[core.kind[i]]
            self.free_points += self.value[i]
            for side in range(6):
                self.near[6 * i + side] = MOST_TILES
                if building == 0 and core.near[6 * i + side] != core.room:
                    self.near[6 * i + side] = core.near[6 * i + side]
        self.look[MOST_TILES] = WALLS
        if building != 0:
            for i in range(core.tiles):
                for side in range(1, 4):
                    j = core.tile_at(core.cell[i] + STEP[side])
                    if j >= 0:
                        self.near[6 * i + side] = j
                        self.near[6 * j + BACK[side]] = i

    def find_runs(self) -> None:
        """Find the runs from every tile (R5.3): a run is one step plus the neighbour's run in the same direction.
        Neighbours to the north and west come earlier in the list, the others later."""
        for i in range(self.tiles):
            self.runs[i] = 0
            self.beside[i] = 0
        for side in range(6):
            onward = 1 if side == 0 or side > 3 else 0  # the neighbour comes earlier, so its run is known in list order
            stop = 1 << BACK[side] | FIGURE
            for n in range(self.tiles):
                i = n if onward != 0 else self.tiles - 1 - n
                self.line[i] = 0
                j = self.near[6 * i + side]
                if j != MOST_TILES:
                    self.beside[i] |= BIT << j
                    if self.look[i] >> side & 1 == 0 and self.look[j] & stop == 0:
                        self.line[i] = self.line[j] | BIT << j
                        self.runs[i] |= self.line[i]

    def sources(self, core: Sector6, seat: int) -> int:
        """Return the tiles on which a seat's figures stand, or will start."""
        found = BIT - 1
        for i in range(2 * seat, 2 * seat + 2):
            if core.figure[i] >= 0:
                found |= BIT << core.figure[i]
            else:
                for tile in range(core.tiles):
                    if core.kind[tile] == core.tables.kinds + i:
                        found |= BIT << tile
        return found

    def spread(self, sources: int, ways: MutableSequence[int], out: MutableSequence[int], farthest: int) -> None:
        """Compute how many moves, or steps, every tile is away from the sources."""
        for i in range(self.tiles):
            out[i] = farthest
        seen = sources
        front = sources
        depth = 1
        while front != 0 and depth < farthest:
            reached = BIT - 1
            while front != 0:
                reached |= ways[lowest(front)]
                front &= front - 1
            front = reached & ~seen
            seen |= front
            reached = front
            while reached != 0:
                out[lowest(reached)] = depth
                reached &= reached - 1
            depth += 1

    def share_out(self, core: Sector6) -> None:
        """Divide each free marker among the seats, by who can reach it first."""
        for i in range(self.tiles):
            value = self.value[i]
            if value == 0:
                continue
            whole = 0.0
            first = FARTHEST
            for seat in range(core.seats):
                moves = self.distance[seat][i]
                if moves < first:
                    first = moves
                whole += WAIT[moves]
                if value * REACH[moves] > self.best[seat]:
                    self.best[seat] = value * REACH[moves]
                self.close[seat] += value * REACH[self.steps[seat][i]]
            for seat in range(core.seats):
                self.race[seat] += value * KEEP[first] * WAIT[self.distance[seat][i]] / whole
