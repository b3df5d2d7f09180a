"""The complete rules of Star Sectors: playing an action (section 5), and queries for modules that are not compiled."""

from __future__ import annotations

from collections.abc import Sequence

import cython

from sectors.games.starsectors.content import Map
from sectors.games.starsectors.geometry import MIDDLE
from sectors.games.starsectors.lookup import Chart
from sectors.games.starsectors.numbers import (
    ACTIVATE,
    BANK,
    BUILD,
    BUY,
    BUY_DONE,
    COMMAND,
    CREW,
    DECLOAK,
    DEPLOY,
    DONE,
    DROP,
    END,
    ENGINEERING,
    FIRE,
    FIRST_SEAT,
    FIX_BANK,
    FIX_DIL,
    FIX_DOCK,
    FIX_WARP,
    FLEET_DONE,
    FWD,
    GATHER_DIL,
    GIVE,
    GO,
    LEFT,
    LEGAL,
    MOST_ACTIONS,
    MOST_SHIPS,
    ORDER,
    ORDERED,
    OVER,
    PICK,
    PURCHASE,
    PUT,
    RAM,
    REV,
    RIGHT,
    RWARP,
    SELFDESTRUCT,
    STOCK,
    STORM,
    TACTICAL,
    TERRAIN,
    WARP,
    XFER_CF,
)
from sectors.games.starsectors.rules_choices import Choices
from sectors.kit.core import Core
from sectors.kit.dealer import Dealer


class Rules(Choices):
    def fresh(self) -> Core:
        return Rules(self.chart, self.roster, self.terms, self.seats, self.capacity, self.mine_room)

    def begin(self, dealer: Dealer) -> None:
        self.begin_set_up(dealer)
        self.settle(dealer)

    # Playing

    def apply(self, action: int, dealer: Dealer) -> None:
        self.perform(action, dealer)
        self.settle(dealer)

    def settle(self, dealer: Dealer) -> None:
        """Play every action that is the only legal one (R1.3)."""
        while self.to_act != OVER:
            action = self.only_action()
            if action < 0:
                return
            self.perform(action, dealer)

    def perform(self, action: int, dealer: Dealer) -> None:
        if self.phase == TACTICAL:
            self.perform_tactical(action, dealer)
            if self.lost:
                self.count_losses(dealer)
        elif self.phase == ENGINEERING:
            self.perform_engineering(action, dealer)
        elif self.phase == ACTIVATE:
            self.go(action - GO, dealer)
        elif self.phase == CREW:
            self.order[self.turn_ship] = action - ORDER
            dealer.tell(ORDERED, self.ship_number(self.turn_ship), action - ORDER, 0, 0)
            self.phase = TACTICAL
        else:
            self.perform_set_up(action, dealer)

    def perform_set_up(self, action: int, dealer: Dealer) -> None:
        if self.phase == DEPLOY:
            self.put(action - PUT, dealer)
            if self.phase == ACTIVATE:
                self.sides = self.sides_left()
                self.start_round(dealer)
        elif self.phase == PURCHASE:
            if action == STOCK:
                self.load_standard(self.to_act)
                self.finish_purchase(dealer)
            elif action == BUY_DONE:
                self.finish_purchase(dealer)
            else:
                self.buy((action - BUY) // MOST_SHIPS, (action - BUY) % MOST_SHIPS, dealer)
        elif self.phase == BUILD:
            if action == FLEET_DONE:
                self.finish_fleet(dealer)
            else:
                self.pick(action - PICK, dealer)
        else:
            self.choose_first(action - FIRST_SEAT, dealer)

    def perform_tactical(self, action: int, dealer: Dealer) -> None:
        heading = self.heading[self.turn_ship]
        if action == END:
            self.enter_phase(ENGINEERING, dealer)
        elif action in (FWD, REV):
            self.step(action == REV, dealer)
        elif action == LEFT:
            self.turn((heading + 5) % 6, dealer)
        elif action == RIGHT:
            self.turn((heading + 1) % 6, dealer)
        elif action >= RAM:
            self.ram(action - RAM, dealer)
        elif action >= BANK:
            self.fire_bank(action - BANK, dealer)
        elif action >= FIRE:
            self.fire(action - FIRE, dealer)
        elif action >= RWARP:
            self.jump(action - RWARP, True, dealer)
        elif action >= WARP:
            self.jump(action - WARP, False, dealer)
        elif action == SELFDESTRUCT:
            self.selfdestruct(dealer)
        elif action == DROP:
            self.drop_mine(dealer)
        elif action == DECLOAK:
            self.decloak(dealer)
        elif action >= XFER_CF:
            self.xfer(action)
        else:
            self.boost(action, dealer)

    def perform_engineering(self, action: int, dealer: Dealer) -> None:
        if action == DONE:
            self.end_turn(dealer)
        elif action >= GIVE:
            self.give((action - GIVE) // MOST_SHIPS, (action - GIVE) % MOST_SHIPS, dealer)
        elif action >= GATHER_DIL:
            self.stow(action, dealer)
        elif action == FIX_DOCK:
            self.fix_dock(dealer)
        elif action == FIX_WARP:
            self.fix_warp(dealer)
        elif action == FIX_BANK:
            self.fix_bank(dealer)
        elif action >= FIX_DIL:
            self.spend(action, dealer)
        else:
            self.do_duty(action, dealer)

    # For modules that are not compiled

    def stopping(self) -> int:
        return END if self.phase == TACTICAL else -1

    def why(self, action: int) -> int:
        """Return the fault of an action of the current phase, as an index into FAULTS."""
        return self.fault(action)

    def number_of(self, ship: int) -> int:
        """Return the number of a ship in action codes."""
        return self.ship_number(ship)

    def chart_of(self) -> Chart:
        return self.chart

    def chart_map(self) -> Map:
        return self.chart.map

    def hex_astern(self, cell: int, heading: int) -> int:
        """Return the hex astern of a hex, -1 off the map."""
        return self.chart.neighbour[cell][(heading + 3) % 6]

    def entry_fault(self, cell: int) -> int:
        """Return why no ship could enter a hex, as an index into FAULTS."""
        return self.enter_fault(cell, -1)

    def most_actions(self) -> int:
        return MOST_ACTIONS

    def deploying_seat(self) -> int:
        """Return the seat that deploys next (R3.6), -1 if the ships on the map cannot have been deployed in turn."""
        left = [0] * self.seats
        deployed = [0] * self.seats
        for ship in range(self.ships):
            if self.at[ship] < 0:
                left[self.owner[ship]] += 1
            else:
                deployed[self.owner[ship]] += 1
        fleets = [a + b for a, b in zip(left, deployed)]
        placed = [0] * self.seats
        seat = self.first
        while placed != fleets:
            if placed[seat] < fleets[seat]:
                if placed == deployed:
                    return seat
                placed[seat] += 1
            seat = (seat + 1) % self.seats
        return -1

    def sides_of(self, seats: list[int]) -> int:
        """Return the sides of some seats, as a bit set."""
        found = 0
        for seat in seats:
            found |= 1 << self.side(seat)
        return found

    def end_with(self, winners: int) -> None:
        self.winners = winners
        self.to_act = OVER

    def count_sides(self) -> int:
        """Update and return the set of sides still in the game, after a position was read."""
        self.sides = self.sides_left()
        return self.sides

    def activating_seat(self) -> int:
        return self.next_seat()

    def leading_sides(self) -> int:
        return self.leaders()

    def course(self, hexes: int, astern: bool, of_stern: bool) -> int:
        """Return the hex of the active ship's base (or stern) after it has gone `hexes` hexes; -1 off the map."""
        ship = self.turn_ship
        cell = self.sternmost(ship) if of_stern else self.at[ship]
        for _ in range(hexes):
            cell = self.chart.neighbour[cell][(self.heading[ship] + 3) % 6 if astern else self.heading[ship]]
            if cell < 0:
                return -1
        return cell

    def chart_name(self, cell: int) -> str:
        """Return the four digits of a hex."""
        return self.chart.name(cell)

    def kind_of(self, number: int) -> int:
        """Return the class of a ship from its number in action codes."""
        return self.kind[self.find_ship(number)]

    def class_value(self, kind: int) -> int:
        return self.terms.value[kind]

    def is_unarmed(self) -> bool:
        """Return whether the active ship's class has no arc."""
        return self.roster.arc[self.kind[self.turn_ship]] == 0

    def is_device(self) -> bool:
        """Return whether the active ship's banks are devices."""
        return bool(self.roster.device[self.kind[self.turn_ship]])

    def bank_hits(self, strength: int) -> int:
        """Return the hits of a damage weapon of some strength (R9.3)."""
        return 1 if self.terms.bank_one else strength

    def simulate_turn(self, ship: int) -> Rules:
        """Return a copy of the position at the start of a ship's turn."""
        twin: Rules = cython.cast(Rules, self.copy())
        twin.clear_turn()
        twin.phase = TACTICAL
        twin.turn_ship = ship
        twin.turnseat = self.owner[ship]
        twin.to_act = self.owner[ship]
        return twin

    def fields(self, names: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return the hexes that the active ship could hit, regardless of what it has done: by the number of a regular
        attack, and by the strength of a charged bank. The n-th text holds the concatenated names of the hexes for the
        number n."""
        ship = self.turn_ship
        numbers: list[str] = []
        strengths: list[str] = []
        if self.roster.arc[self.kind[ship]] == 0 or self.cloaked[ship] or self.chart.terrain[self.at[ship]] == STORM:
            return numbers, strengths
        reach = self.combat(ship) + 1  # with the tactical order; a long hull fires from its stern too
        charged = self.banks[ship] > 0
        for cell in range(self.chart.cells):
            if self.board[cell] == ship + 1 or self.distance(self.at[ship], cell) > reach:
                continue
            self.aim = self.board[cell] - 1
            self.aim_base = cell
            self.aim_stern = -1
            if self.find_line() == LEGAL:
                note(numbers, self.line_number, names[cell])
            if charged and self.find_row() == LEGAL:
                note(strengths, self.line_number, names[cell])
        return numbers, strengths

    def attempt(self, action: int, dealer: Dealer) -> Rules | None:
        """Return the position right after an action, before any forced actions; None if the action is illegal."""
        if self.fault(action) != LEGAL:
            return None
        twin: Rules = cython.cast(Rules, self.copy())
        twin.perform(action, dealer)
        return twin

    def simulate_hits(self, number: int, hits: int, cause: int, dealer: Dealer) -> Rules:
        """Return the position after a ship has taken some hits, including everything they cause."""
        twin: Rules = cython.cast(Rules, self.copy())
        twin.take_hits(twin.find_ship(number), hits, cause, dealer)
        twin.resolve_blasts(dealer)
        if twin.lost:
            twin.count_losses(dealer)
        return twin

    def threats(self, target: int) -> list[tuple[int, bool, dict[str, int]]]:
        """Return the attacks that enemies could make on a ship without moving, each as if its turn began now: the
        number of the attacker, whether it fires a bank, and the line."""
        twin: Rules = cython.cast(Rules, self.copy())
        twin.clear_turn()
        twin.phase = TACTICAL
        number = self.ship_number(target)
        found: list[tuple[int, bool, dict[str, int]]] = []
        for ship in range(self.ships):
            if self.dead[ship] or self.at[ship] < 0 or self.friends(self.owner[ship], self.owner[target]):
                continue
            twin.turn_ship = ship
            for bank in (False, True):
                line = twin.attack_line(number, bank)
                if line is not None:
                    found.append((self.ship_number(ship), bank, line))
        return found

    def movement_state(self) -> tuple[int, ...]:
        """Return everything that determines the further movement of the active ship."""
        ship = self.turn_ship
        flags = self.forward + 2 * self.stopped + 4 * self.nebula + 8 * self.moved + 16 * self.decloaked
        return self.at[ship], self.heading[ship], flags, self.reverse, self.worm, self.hits[ship], self.mine_count

    def place(self) -> tuple[int, int, bool]:
        """Return base and heading of the active ship, and whether it is destroyed."""
        return self.at[self.turn_ship], self.heading[self.turn_ship], bool(self.dead[self.turn_ship])

    def warp_factors(self) -> tuple[int, int]:
        """Return the warp factors ahead and astern."""
        return self.warp_factor(False), self.warp_factor(True)

    def standard_load_out(self, seat: int) -> list[tuple[int, list[int]]]:
        """Return the standard load-out of a seat's ships (R3.5): number, and mines, dilithium, trilithium, crew."""
        twin: Rules = cython.cast(Rules, self.copy())
        for ship in range(self.ships):
            if self.owner[ship] == seat:
                for item in range(4):
                    twin.add_item(ship, item, -twin.aboard(ship, item))
        twin.credits[seat] = self.fleetvalue[seat]
        twin.load_standard(seat)
        found: list[tuple[int, list[int]]] = []
        for ship in range(self.ships):
            if self.owner[ship] == seat:
                found.append((self.ship_number(ship), [int(twin.aboard(ship, item)) for item in range(4)]))
        return found

    def prices_for(self, number: int) -> list[int]:
        """Return the prices of a mine, dilithium, trilithium and a crew for a ship."""
        return [int(self.price(item, self.find_ship(number))) for item in range(4)]

    def cargo_room(self, number: int) -> int:
        """Return how many more units a ship can load."""
        ship = self.find_ship(number)
        return self.roster.cargo[self.kind[ship]] - self.mines[ship] - self.dil[ship] - self.tri[ship]

    def fleet_points(self) -> int:
        """Return the points available for building a fleet."""
        return int(self.terms.points)

    def terrain_at(self, cell: int) -> str:
        return str(TERRAIN[self.chart.terrain[cell]])

    def is_starlit(self, cell: int) -> bool:
        """Return whether a hex is next to a star."""
        return bool(self.chart.starlit[cell])

    def bearing_of(self, cell: int) -> tuple[int, int]:
        """Return bearing and distance of a hex from the active ship (R4.5): 0 is ahead, then clockwise in twelfths."""
        ship = self.turn_ship
        gap = self.chart.place[cell] - self.chart.place[self.at[ship]] + MIDDLE
        return (self.chart.bearing[gap] + 12 - 2 * self.heading[ship]) % 12, self.chart.distance[gap]

    def adjacent_docks(self, cell: int) -> list[int]:
        """Return the adjacent hexes at which ships dock (R14.2)."""
        return [other for other in self.chart.neighbours(cell) if self.is_dock(self.chart.terrain[other])]

    def blast_hexes(self, number: int, where: int, heading: int, around: bool) -> list[str]:
        """Return the names of the hexes that a ship's explosion reaches: those of a wreck's blast (R10.3) or, after
        self-destruction, all hexes around it (R10.4)."""
        base = self.chart.cell_of[where]
        if not around and not self.terms.blast_all:
            front = [self.chart.neighbour[base][(heading + turn) % 6] for turn in (5, 0, 1)]
            return [self.chart.name(cell) for cell in front if cell >= 0]
        stern = self.stern_from(self.kind[self.find_ship(number)], base, heading)
        hull = {base, stern} - {-1}
        reached = {other for cell in hull for other in self.chart.neighbours(cell)} - hull
        return [self.chart.name(cell) for cell in sorted(reached)]

    def rams_defended(self) -> bool:
        return bool(self.terms.ram_defence)

    def defence_of(self, number: int) -> tuple[int, int]:
        """Return DF and number of dice of a ship's defence."""
        ship = self.find_ship(number)
        return self.defence(ship), 2 if self.order[ship] == COMMAND else 1

    def ship_of(self, number: int) -> int:
        return self.find_ship(number)

    def mine_number(self, cell: int) -> int:
        """Return the number of a mine in action codes."""
        return MOST_SHIPS + self.chart.number[cell]

    def limit(self) -> int:
        return self.round_limit()

    def side_of(self, seat: int) -> int:
        return self.side(seat)

    def mine_cell(self) -> int:
        """Return the hex in which a mine would be laid, -1 off the map."""
        return self.mine_hex()

    def next_ship(self, seat: int) -> int:
        """Return the ship that a seat deploys next, -1 if there is none."""
        return self.next_to_deploy(seat)

    def movement_budget(self) -> tuple[int, int, int]:
        """Return movement left, allowance and warp factor of the active ship."""
        return self.movement_left(self.nebula), self.allowance(self.nebula), self.warp_factor(False)


def note(lists: list[str], number: int, name: str) -> None:
    """Append the name of a hex to the names for a number."""
    while len(lists) <= number:
        lists.append("")
    lists[number] += name
