"""Observations and actions as numbers, from the point of view of a seat.

Seats are counted from the own one. Odd seats, which deploy at the upper edge, see the map rotated by 180 degrees, so
that every fleet starts at the bottom. A ship is identified by its seat and its number in the fleet, a mine by its hex.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence

import cython

from sectors.games.starsectors.content import Standard
from sectors.games.starsectors.lookup import Chart
from sectors.games.starsectors.numbers import (
    BANK,
    BUILD,
    BUY,
    CREW,
    DEPLOY,
    ENGINEERING,
    FIRE,
    FIRST_SEAT,
    GIVE,
    GO,
    ITEMS,
    MOST_SHIPS,
    NUMBERS,
    ORDER,
    ORDERS,
    PHASES,
    PICK,
    PLAIN,
    PURCHASE,
    PUT,
    RAM,
    RWARP,
    TACTICAL,
    TERRAIN_NAMES,
    WARP,
)
from sectors.games.starsectors.rules import Rules
from sectors.kit import BadOption
from sectors.kit.core import Core
from sectors.kit.game import Game
from sectors.kit.observe import Field, Observer

MOST_INDICES = 2000  # with more actions than this learning is hopeless, so a smaller map or fleet is required
MOST = 9999  # the largest number in a position
SIDES = 6
WORDS = 32  # plain words
NUMBERS_OF_SHIP = 24  # numbers of a ship without its class
TRUTHS = 14
ALL_PHASES = 9
VERBS = ("plain", "first", "crew", "warp", "rwarp", "go", "fire", "bank", "ram", "buy", "give", "put", "pick")
(
    V_PLAIN,
    V_FIRST,
    V_ORDER,
    V_WARP,
    V_RWARP,
    V_GO,
    V_FIRE,
    V_BANK,
    V_RAM,
    V_BUY,
    V_GIVE,
    V_PUT,
    V_PICK,
) = range(13)
ALL_VERBS = 13


class Watcher(Observer):
    chart: Chart
    fleet: int  # the most ships of a seat
    classes: int
    ship: int  # numbers of a ship
    cells: int

    def __init__(self, game: Game, content: Standard, chart: Chart, seats: int, fleet: int) -> None:
        self.chart = chart
        self.fleet = fleet
        self.width, self.height = chart.w, chart.h
        self.cells = chart.w * chart.h
        self.classes = len(content.classes)
        self.ship = self.classes + NUMBERS_OF_SHIP
        self.longest = max(chart.w, chart.h)
        ships, size = seats * fleet, (chart.w, chart.h)
        self.seats = seats
        self.number_actions()
        actions = self.picks_at + self.classes
        if actions > MOST_INDICES:
            raise BadOption(
                f"observations of {game.name}: {actions} actions, allowed are at most {MOST_INDICES}: {chart.w} x "
                f"{chart.h} hexes and {seats} fleets of {fleet} are too much; take a smaller map or fewer ships"
            )
        terrain = ", ".join(TERRAIN_NAMES.values())
        about = (
            "for each ship, own fleet first: 1, class, 1 if it is on the map, column, row, heading (6), hits, dead, "
        )
        about += (
            "done, cloaked, banks, engines, mines, dilithium, trilithium, crew, order, added combat and defence, web"
        )
        fields = (
            Field("ships", (ships, self.ship), -MOST, MOST, f"{about}; what is sealed is 0"),
            Field("occupied", (seats, *size), 0, 1, "hexes with ships, own first, by column and row"),
            Field("mines", (seats, *size), 0, 1, "hexes with mines"),
            Field("served", size, 0, 1, "stations that have served a ship in this round"),
            Field("terrain", size, 0, 9, f"0 empty, else in the order of movement: {terrain}"),
            Field("phase", (ALL_PHASES,), 0, 1, ", ".join(PHASES)),
            Field("round", (), 0, MOST, "the number of the round"),
            Field("quiet", (), 0, MOST, "rounds without a hit"),
            Field("hit", (), 0, 1, "whether there was a hit in this round"),
            Field("first", (seats,), 0, 1, "the seat that begins the round"),
            Field("turnseat", (seats,), 0, 1, "the seat that is on turn in the round"),
            Field("credits", (seats,), -1, MOST, "credits; -1 for those that are sealed"),
            Field("fleet_value", (seats,), 0, MOST, "the values of the fleets"),
            Field("turn_ship", (ships,), 0, 1, "the ship whose turn it is"),
            Field(
                "turn_numbers", (8,), -1, MOST, "used, reverse, wormhole, bonus, banked, bank out, bank in, bank fixes"
            ),
            Field("turn_done", (TRUTHS,), 0, 1, "what the ship has done in its turn, in the order of a position"),
            Field("turn_target", (ships,), 0, 1, "the ship that it has attacked"),
            Field("turn_mine", size, 0, 1, "the mine that it has attacked"),
            Field("turn_duties", (2,), 0, WORDS, "duties done, as the number of their word, from 1"),
        )
        parts = (
            Field("verb", (ALL_VERBS,), 0, 1, ", ".join(VERBS)),
            Field("word", (WORDS,), 0, 1, ", ".join(PLAIN)),
            Field("seat", (), 0, seats, "the seat, or the owner of the ship, own as 1"),
            Field("ship", (), 0, fleet, "the number of the ship"),
            Field("column", (), 0, chart.w, "of the hex, or of the mine"),
            Field("row", (), 0, chart.h, "of the hex, or of the mine"),
            Field("number", (), 0, 99, "hexes of a jump, or the number of an order"),
            Field("item", (len(ITEMS),), 0, 1, ", ".join(ITEMS)),
            Field("class", (self.classes,), 0, 1, "the class picked"),
        )
        super().__init__(game, seats, fields, parts, actions)
        turned = [0] * (2 * self.cells)
        for cell in range(self.cells):
            turned[cell], turned[self.cells + cell] = cell, self.cells - 1 - cell
        self.turned = array("i", turned)
        self.terrain = array("h", [self.chart.terrain[turned[i]] for i in range(2 * self.cells)])

    def number_actions(self) -> None:
        ships = self.seats * self.fleet
        self.orders_at = WORDS + self.seats
        self.warps_at = self.orders_at + len(ORDERS)
        self.goes_at = self.warps_at + 2 * self.longest
        self.fires_at = self.goes_at + self.fleet
        self.targets = ships + self.cells
        self.rams_at = self.fires_at + 2 * self.targets
        self.buys_at = self.rams_at + ships
        self.gives_at = self.buys_at + 4 * self.fleet
        self.puts_at = self.gives_at + 4 * ships
        self.picks_at = self.puts_at + self.width

    # Observations

    def observe(self, core: Core, seat: int, out: MutableSequence[int]) -> None:
        self.fill(cython.cast(Rules, core), seat, out)

    def fill(self, core: Rules, seat: int, out: MutableSequence[int]) -> None:
        at = self.frame(core, seat, out)
        seats, cells, ships = self.seats, self.cells, self.seats * self.fleet
        board = at + ships * self.ship
        turn = (seat & 1) * cells
        for ship in range(core.ships):
            owner = (core.owner[ship] - seat + seats) % seats
            if core.phase != BUILD or owner == 0:  # R1.4
                slot = owner * self.fleet + core.number[ship] - 1
                self.fill_ship(core, seat, ship, owner, at + slot * self.ship, out)
            if core.at[ship] >= 0 and not core.dead[ship]:
                out[board + owner * cells + self.turned[turn + core.at[ship]]] = 1
                if core.roster.length[core.kind[ship]] > 1:
                    out[board + owner * cells + self.turned[turn + core.stern(ship)]] = 1
        at = board + seats * cells
        for i in range(core.mine_count):
            cell = core.mine_at[i]
            out[at + (core.mined[cell] - 1 - seat + seats) % seats * cells + self.turned[turn + cell]] = 1
        at += seats * cells
        for i in range(core.served_count):
            out[at + self.turned[turn + core.served[i]]] = 1
        at += cells
        self.copy_terrain(turn, at, out)
        self.fill_round(core, seat, at + cells, out)

    if not cython.compiled:  # observe.pxd has an inline version that copies the memory

        def copy_terrain(self, turn: int, at: int, out: MutableSequence[int]) -> None:
            for i in range(self.cells):
                out[at + i] = self.terrain[turn + i]

    def fill_ship(self, core: Rules, seat: int, ship: int, owner: int, at: int, out: MutableSequence[int]) -> None:
        out[at] = 1
        out[at + 1 + core.kind[ship]] = 1
        at += 1 + self.classes
        if core.at[ship] >= 0:
            cell = self.turned[(seat & 1) * self.cells + core.at[ship]]
            out[at] = 1
            out[at + 1] = cell // self.height + 1
            out[at + 2] = cell % self.height + 1
            out[at + 3 + (core.heading[ship] + 3 * (seat & 1)) % SIDES] = 1
        out[at + 9] = core.hits[ship]
        out[at + 10] = core.dead[ship]
        out[at + 11] = core.done[ship]
        out[at + 12] = core.cloaked[ship]
        out[at + 13] = core.banks[ship]
        out[at + 14] = core.engines[ship]
        if core.phase != PURCHASE or owner == 0:  # R1.4
            out[at + 15] = core.mines[ship]
            out[at + 16] = core.dil[ship]
            out[at + 17] = core.tri[ship]
            out[at + 18] = core.crew[ship] != 0
        out[at + 19] = core.order[ship]
        out[at + 20] = core.cf[ship]
        out[at + 21] = core.df[ship]
        out[at + 22] = core.web[ship]

    def fill_round(self, core: Rules, seat: int, at: int, out: MutableSequence[int]) -> None:
        seats = self.seats
        out[at + core.phase] = 1
        at += ALL_PHASES
        out[at] = core.round
        out[at + 1] = core.quiet
        out[at + 2] = core.hit
        at += 3
        if core.first >= 0:
            out[at + (core.first - seat + seats) % seats] = 1
        at += seats
        if core.turnseat >= 0:
            out[at + (core.turnseat - seat + seats) % seats] = 1
        at += seats
        for i in range(seats):
            whose = (seat + i) % seats
            out[at + i] = core.credits[whose] if core.phase != PURCHASE or i == 0 else -1
            out[at + seats + i] = core.fleetvalue[whose]
        if core.phase == CREW or core.phase == TACTICAL or core.phase == ENGINEERING:
            self.fill_turn(core, seat, at + 2 * seats, out)

    def fill_turn(self, core: Rules, seat: int, at: int, out: MutableSequence[int]) -> None:
        ships = self.seats * self.fleet
        out[at + self.slot(core.ship_number(core.turn_ship), seat)] = 1
        at += ships
        out[at] = core.used
        out[at + 1] = core.reverse
        out[at + 2] = core.worm
        out[at + 3] = core.mf_bonus
        out[at + 4] = core.banked
        out[at + 5] = core.bank_out
        out[at + 6] = core.bank_in
        out[at + 7] = core.bank_fixes
        at += 8
        out[at] = core.forward
        out[at + 1] = core.jumped
        out[at + 2] = core.stopped
        out[at + 3] = core.orbit
        out[at + 4] = core.nebula
        out[at + 5] = core.moved
        out[at + 6] = core.attacked
        out[at + 7] = core.decloaked
        out[at + 8] = core.dil_used
        out[at + 9] = core.tri_used
        out[at + 10] = core.transferred
        out[at + 11] = core.engine_used
        out[at + 12] = core.repaired
        out[at + 13] = core.operated
        at += TRUTHS
        if core.target >= MOST_SHIPS:
            cell = self.chart.cell_of[core.target - MOST_SHIPS]
            out[at + ships + self.turned[(seat & 1) * self.cells + cell]] = 1
        elif core.target >= 0:
            out[at + self.slot(core.target, seat)] = 1
        at += ships + self.cells
        for i in range(core.duty_count):
            out[at + i] = core.duties[i] + 1

    # Actions

    def slot(self, number: int, seat: int) -> int:
        """Return the slot of a ship from its number in action codes; fleets are counted from the own one."""
        return (number // NUMBERS - seat + self.seats) % self.seats * self.fleet + number % NUMBERS

    def ship_in(self, slot: int, seat: int) -> int:
        """Return the number in action codes of the ship in a slot."""
        return (slot // self.fleet + seat) % self.seats * NUMBERS + slot % self.fleet

    def target_slot(self, target: int, seat: int) -> int:
        if target < MOST_SHIPS:
            return self.slot(target, seat)
        cell = self.chart.cell_of[target - MOST_SHIPS]
        return self.seats * self.fleet + self.turned[(seat & 1) * self.cells + cell]

    def target_in(self, slot: int, seat: int) -> int:
        if slot < self.seats * self.fleet:
            return self.ship_in(slot, seat)
        cell = self.turned[(seat & 1) * self.cells + slot - self.seats * self.fleet]
        return MOST_SHIPS + self.chart.number[cell]

    def encode(self, core: Core, code: int) -> int:
        return self.number(code, core.to_act)

    def number(self, code: int, seat: int) -> int:
        if code < WORDS:
            return code
        if code >= PICK:
            return self.picks_at + code - PICK
        if code >= PUT:  # the row follows from the column (R3.6)
            cell = self.chart.cell_of[code - PUT]
            return self.puts_at + self.turned[(seat & 1) * self.cells + cell] // self.height
        if code >= GIVE:
            item, ship = (code - GIVE) // MOST_SHIPS, (code - GIVE) % MOST_SHIPS
            return self.gives_at + item * self.seats * self.fleet + self.slot(ship, seat)
        if code >= BUY:
            item, ship = (code - BUY) // MOST_SHIPS, (code - BUY) % MOST_SHIPS
            return self.buys_at + item * self.fleet + self.slot(ship, seat)
        if code >= RAM:
            return self.rams_at + self.slot(code - RAM, seat)
        if code >= BANK:
            return self.fires_at + self.targets + self.target_slot(code - BANK, seat)
        if code >= FIRE:
            return self.fires_at + self.target_slot(code - FIRE, seat)
        if code >= GO:
            return self.goes_at + self.slot(code - GO, seat)
        if code > RWARP:
            return self.warps_at + self.longest + code - RWARP - 1
        if code > WARP:
            return self.warps_at + code - WARP - 1
        if code > ORDER:
            return self.orders_at + code - ORDER
        return WORDS + (code - FIRST_SEAT - seat + self.seats) % self.seats

    def decode(self, core: Core, index: int) -> int:
        return self.code(cython.cast(Rules, core), index, core.to_act)

    def code(self, core: Rules, index: int, seat: int) -> int:
        if index < WORDS:
            return index
        if index >= self.picks_at:
            return PICK + index - self.picks_at
        if index >= self.puts_at:
            return self.place(core, index - self.puts_at, seat)
        if index >= self.gives_at:
            item, slot = (index - self.gives_at) // (self.seats * self.fleet), (index - self.gives_at)
            return GIVE + item * MOST_SHIPS + self.ship_in(slot % (self.seats * self.fleet), seat)
        if index >= self.buys_at:
            item, slot = (index - self.buys_at) // self.fleet, (index - self.buys_at) % self.fleet
            return BUY + item * MOST_SHIPS + self.ship_in(slot, seat)
        if index >= self.rams_at:
            return RAM + self.ship_in(index - self.rams_at, seat)
        if index >= self.fires_at + self.targets:
            return BANK + self.target_in(index - self.fires_at - self.targets, seat)
        if index >= self.fires_at:
            return FIRE + self.target_in(index - self.fires_at, seat)
        if index >= self.goes_at:
            return GO + self.ship_in(index - self.goes_at, seat)
        if index >= self.warps_at + self.longest:
            return RWARP + 1 + index - self.warps_at - self.longest
        if index >= self.warps_at:
            return WARP + 1 + index - self.warps_at
        if index >= self.orders_at:
            return ORDER + index - self.orders_at
        return FIRST_SEAT + (index - WORDS + seat) % self.seats

    def place(self, core: Rules, column: int, seat: int) -> int:
        """Return the action that deploys the next ship in a column; -1 if there is none."""
        if core.phase != DEPLOY:
            return -1
        if seat & 1:
            column = self.width - 1 - column
        column -= core.zone_start(seat)
        if column < 0 or column >= core.zone_width():
            return -1
        ship = core.next_to_deploy(seat)
        base = core.deploy_base(seat, ship, column, core.deploy_depth(seat, ship))
        return -1 if base < 0 else PUT + self.chart.number[base]

    def describe(self, core: Core, code: int, out: MutableSequence[int]) -> None:
        self.tell(code, core.to_act, out)

    def tell(self, code: int, seat: int, out: MutableSequence[int]) -> None:
        at = ALL_VERBS + WORDS
        if code < WORDS:
            out[V_PLAIN] = 1
            out[ALL_VERBS + code] = 1
        elif code >= PICK:
            out[V_PICK] = 1
            out[at + 9 + code - PICK] = 1
        elif code >= PUT:
            out[V_PUT] = 1
            self.tell_target(MOST_SHIPS + code - PUT, seat, at, out)
        elif code >= BUY:
            give = code >= GIVE
            out[V_GIVE if give else V_BUY] = 1
            rest = code - (GIVE if give else BUY)
            out[at + 5 + rest // MOST_SHIPS] = 1
            self.tell_target(rest % MOST_SHIPS, seat, at, out)
        elif code >= GO:
            verb, first = V_GO, GO
            if code >= RAM:
                verb, first = V_RAM, RAM
            elif code >= BANK:
                verb, first = V_BANK, BANK
            elif code >= FIRE:
                verb, first = V_FIRE, FIRE
            out[verb] = 1
            self.tell_target(code - first, seat, at, out)
        elif code > WARP:
            out[V_RWARP if code > RWARP else V_WARP] = 1
            out[at + 4] = code - (RWARP if code > RWARP else WARP)
        elif code > ORDER:
            out[V_ORDER] = 1
            out[at + 4] = code - ORDER
        else:
            out[V_FIRST] = 1
            out[at] = 1 + (code - FIRST_SEAT - seat + self.seats) % self.seats

    def tell_target(self, target: int, seat: int, at: int, out: MutableSequence[int]) -> None:
        slot = self.target_slot(target, seat)
        if target < MOST_SHIPS:
            out[at] = 1 + slot // self.fleet
            out[at + 1] = 1 + slot % self.fleet
        else:
            cell = slot - self.seats * self.fleet
            out[at + 2] = 1 + cell // self.height
            out[at + 3] = 1 + cell % self.height
