"""The constants of a game as C arrays: the map with its geometry, the ship profiles, the options."""

from __future__ import annotations

from array import array

import cython

from sectors.games.starsectors.content import Map, Standard
from sectors.games.starsectors.geometry import ARC_SETS, GAPS, STRIDE, gaps
from sectors.games.starsectors.numbers import (
    ASTEROIDS,
    MOON,
    MOST_CLASSES,
    MOST_HEXES,
    MOST_SEATS,
    MOST_SHIPS,
    NUMBERS,
    PLANET,
    PURCHASES,
    SIDE,
    STAR,
    STATION,
    TERRAIN,
)
from sectors.kit import Json

UNREACHED = 200  # longer than any recorded distance
EVER = 1000000000  # a limit that no game reaches


class Chart:
    """A map. Its hexes, the cells, are numbered down the columns: cell = (cc - 1) * h + rr - 1, or -1 off the map."""

    def __init__(self, one: Map) -> None:
        if not cython.compiled:
            self.terrain = [0] * MOST_HEXES
            self.place = [0] * MOST_HEXES
            self.number = [0] * MOST_HEXES
            self.cluster = [0] * MOST_HEXES
            self.starlit = [0] * MOST_HEXES
            self.orbit = [0] * MOST_HEXES
            self.partner = [-1] * MOST_HEXES
            self.cell_of = [-1] * MOST_HEXES
            self.neighbour = [[-1] * 6 for _ in range(MOST_HEXES)]
            self.distance = [0] * GAPS
            self.bearing = [0] * GAPS
            self.trace1 = [0] * GAPS
            self.trace2 = [0] * GAPS
        self.map = one
        self.w = one.w
        self.h = one.h
        self.cells = one.w * one.h
        self._lay_gaps()
        self._lay_cells(one)
        self._lay_clusters()
        self.roads = array("B", bytes([UNREACHED]) * (self.cells * self.cells))
        for cell in range(self.cells):
            self._lay_roads(cell)
        self.stations = sum(code == "B" for code in one.terrain.values())

    def _lay_gaps(self) -> None:
        distance, bearing, trace1, trace2 = gaps()
        for gap in range(GAPS):
            self.distance[gap] = distance[gap]
            self.bearing[gap] = bearing[gap]
            self.trace1[gap] = trace1[gap]
            self.trace2[gap] = trace2[gap]

    def _lay_cells(self, game_map: Map) -> None:
        for number in range(MOST_HEXES):
            self.cell_of[number] = -1
        for cell in range(self.cells):
            q, row = divmod(cell, self.h)
            self.place[cell] = q * STRIDE + row - q // 2
            self.number[cell] = q * SIDE + row
            self.cell_of[q * SIDE + row] = cell
            self.terrain[cell] = TERRAIN.index(game_map.terrain.get(self.name(cell), "."))
            self.partner[cell] = -1
            for direction in range(6):
                self.neighbour[cell][direction] = -1
            for direction, (dq, drow) in enumerate(self._steps(q)):
                if 0 <= q + dq < self.w and 0 <= row + drow < self.h:
                    self.neighbour[cell][direction] = (q + dq) * self.h + row + drow
        for entry, way_out in zip(game_map.wormholes[::2], game_map.wormholes[1::2]):
            self.partner[self.cell(entry)] = self.cell(way_out)
            self.partner[self.cell(way_out)] = self.cell(entry)
        for cell in range(self.cells):
            near = [self.terrain[other] for other in self.neighbours(cell)]
            self.starlit[cell] = STAR in near
            self.orbit[cell] = MOON in near or PLANET in near

    def _steps(self, q: int) -> tuple[tuple[int, int], ...]:
        """Return the column and row offsets of the six directions (R4.2). Column cc is odd where q is even."""
        if q % 2 == 0:
            return ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
        return ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))

    def _lay_clusters(self) -> None:
        """Number the nebulae (2.4): adjacent hexes of the same code form one; 0 is outside all of them."""
        found = 0
        for cell in range(self.cells):
            self.cluster[cell] = 0
        for cell in range(self.cells):
            if TERRAIN[self.terrain[cell]] not in "NM" or self.cluster[cell]:
                continue
            found += 1
            todo = [cell]
            while todo:
                one = todo.pop()
                if self.terrain[one] == self.terrain[cell] and not self.cluster[one]:
                    self.cluster[one] = found
                    todo += self.neighbours(one)

    def _lay_roads(self, start: int) -> None:
        """Compute the distances from a hex to all others over hexes that ships can enter (R7.4)."""
        queue = array("h", bytes(2 * self.cells))
        queue[0] = start
        first = 0
        last = 1
        base = start * self.cells
        self.roads[base + start] = 0
        while first < last:
            cell = queue[first]
            first += 1
            if self.roads[base + cell] == UNREACHED - 1:  # longer distances are not recorded
                return
            for direction in range(6):
                other = self.neighbour[cell][direction]
                if other >= 0 and self.roads[base + other] == UNREACHED:
                    if self.terrain[other] < ASTEROIDS and not self.starlit[other]:
                        self.roads[base + other] = self.roads[base + cell] + 1
                        queue[last] = other
                        last += 1

    # For modules that are not compiled

    def neighbours(self, cell: int) -> list[int]:
        return [self.neighbour[cell][side] for side in range(6) if self.neighbour[cell][side] >= 0]

    def name(self, cell: int) -> str:
        return f"{cell // self.h + 1:02d}{cell % self.h + 1:02d}"

    def cell(self, name: str) -> int:
        """Return the cell of a hex that is on the map."""
        return (int(name[:2]) - 1) * self.h + int(name[2:]) - 1

    def free_runs(self, column: int) -> list[int]:
        """Return the lengths of the runs of hexes in a column (from 0) that are empty and not next to a star."""
        runs = []
        run = 0
        for cell in range(column * self.h, (column + 1) * self.h):
            if self.terrain[cell] or self.starlit[cell]:
                runs.append(run)
                run = 0
            else:
                run += 1
        return [*runs, run]

    def is_station(self, cell: int) -> bool:
        return self.terrain[cell] == STATION


class Roster:
    """The ship profiles (2.1), indexed by class."""

    def __init__(self, content: Standard) -> None:
        if not cython.compiled:
            self.faction = [0] * MOST_CLASSES
            self.cf = [0] * MOST_CLASSES
            self.df = [0] * MOST_CLASSES
            self.mf = [0] * MOST_CLASSES
            self.ss = [0] * MOST_CLASSES
            self.cargo = [0] * MOST_CLASSES
            self.arc = [0] * MOST_CLASSES
            self.nacelles = [0] * MOST_CLASSES
            self.phases = [0] * MOST_CLASSES
            self.cloak = [0] * MOST_CLASSES
            self.banks = [0] * MOST_CLASSES
            self.device = [0] * MOST_CLASSES
            self.length = [0] * MOST_CLASSES
            self.prices = [0] * 4
        self.content = content
        self.classes = len(content.classes)
        factions = list(content.factions)
        for kind, one in enumerate(content.classes):
            self.faction[kind] = factions.index(one.faction)
            self.cf[kind] = one.cf
            self.df[kind] = one.df
            self.mf[kind] = one.mf
            self.ss[kind] = one.ss
            self.cargo[kind] = one.cargo
            self.arc[kind] = ARC_SETS[one.arc]
            self.nacelles[kind] = one.nacelles
            self.phases[kind] = one.phases
            self.cloak[kind] = one.cloak
            self.banks[kind] = one.banks
            self.device[kind] = one.weapon is not None and one.weapon.device
            self.length[kind] = one.length
        for item in range(4):
            self.prices[item] = content.prices[item]


class Terms:
    """The options of a game (R16), and its fleets unless players build them."""

    def __init__(self, content: Standard, seats: int, options: Json) -> None:
        if not cython.compiled:
            self.value = [0] * MOST_CLASSES
            self.faction = [-1] * MOST_SEATS
            self.fleet = [0] * MOST_SHIPS
            self.fleet_size = [0] * MOST_SEATS
        self.pairs = options["teams"] == "pairs"
        self.building = options["fleets"] == "build"
        self.points = min(options["points"], EVER)
        self.purchase = PURCHASES.index(options["purchase"])
        self.by_fleet = options["activation"] == "fleet"
        self.round_limit = 0 if options["round_limit"] is None else min(options["round_limit"], EVER)
        self.quiet_limit = min(options["quiet_limit"], EVER)
        self.bank_one = options["bank_damage"] == "one"
        self.rear_adjacent = options["rear"] == "adjacent"
        self.blast_all = options["blast"] == "all"
        self.ram_defence = options["ram_defence"]
        self.mines_block = options["mines_block"]
        self.asteroid_mining = options["asteroid_mining"]
        self.start_charged = options["start_charged"]
        self.deadly = options["star_entry"] == "deadly"
        self.crew_by_ship = options["crew_cost"] == "ship"
        for kind, one in enumerate(content.classes):
            self.value[kind] = one.value(options["bank_points"])
        factions = list(content.factions)
        for seat in range(MOST_SEATS):
            self.faction[seat] = -1
            self.fleet_size[seat] = 0
        for seat in range(seats):
            if self.building:
                asked = "any" if options["factions"] is None else options["factions"][seat]
                self.faction[seat] = -1 if asked == "any" else factions.index(asked)
            else:
                codes = fleet_of(content, options["fleets"][seat])
                self.fleet_size[seat] = len(codes)
                for i, code in enumerate(codes):
                    self.fleet[seat * NUMBERS + i] = content.by_code[code]


def fleet_of(content: Standard, entry: str | list[str]) -> list[str]:
    """Return the class codes of a fleet given as a preset's name or as a list."""
    return list(content.fleets[entry]) if isinstance(entry, str) else entry
