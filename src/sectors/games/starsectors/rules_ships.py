"""The ships of a position: their records, hulls, current factors and lines of fire (R1, R4, R6), and damage (R10).

The rules of Star Sectors are one class built in layers, one per module, each on top of the previous: ships, records,
movement (R7), combat (R8 to R10), engineering (R11 to R14), set-up (R3), rounds (R5, R15), choices (3.2), rules.
Every action has a method that returns why it is illegal, in the order of checks of 3.2, or LEGAL. The list of legal
actions and the refusals both use it, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import MutableSequence

import cython

from sectors.games.starsectors.geometry import MIDDLE
from sectors.games.starsectors.lookup import Chart, Roster, Terms
from sectors.games.starsectors.numbers import (
    BLAST,
    BUILD,
    BY_BLAST,
    COMMAND,
    DEFENCE,
    DENSE,
    DESTROYED,
    FIRST,
    HELM,
    HITS,
    MOST_SEATS,
    NUMBERS,
    PURCHASE,
    ROLL,
)
from sectors.kit.core import Core
from sectors.kit.dealer import Dealer

if not cython.compiled:  # rules_ships.pxd cimports the C version
    from sectors.kit.hashing import mixed

MOST_DUTIES = 2
BAND = 12  # the most hexes adjacent to a hull


Numbers = MutableSequence[int]


class Ships(Core):
    chart: Chart
    roster: Roster
    terms: Terms
    # Indexed by ship: its record (section 7); then the queue of destroyed ships whose blast is pending
    owner: Numbers
    number: Numbers
    kind: Numbers
    at: Numbers
    heading: Numbers
    hits: Numbers
    dead: Numbers
    done: Numbers
    cloaked: Numbers
    banks: Numbers
    engines: Numbers
    mines: Numbers
    dil: Numbers
    tri: Numbers
    crew: Numbers
    order: Numbers
    cf: Numbers
    df: Numbers
    web: Numbers
    wreck: Numbers
    wreck_at: Numbers
    wreck_heading: Numbers
    # Indexed by hex: the ship + 1, the owner of the mine + 1; then the hexes with mines, the stations that served
    board: Numbers
    mined: Numbers
    mine_at: Numbers
    served: Numbers
    # The turn record (section 7)
    turn_ship: int
    used: int
    forward: bool
    reverse: int
    jumped: bool
    stopped: bool
    worm: int
    orbit: bool
    nebula: bool
    moved: bool
    mf_bonus: int
    attacked: bool
    banked: int
    target: int
    decloaked: bool
    dil_used: bool
    tri_used: bool
    transferred: bool
    engine_used: bool
    bank_out: int
    bank_in: int
    bank_fixes: int
    repaired: bool
    duty_count: int
    operated: bool

    def __init__(self, chart: Chart, roster: Roster, terms: Terms, seats: int, capacity: int, mine_room: int) -> None:
        self.chart = chart
        self.roster = roster
        self.terms = terms
        self.seats = seats
        self.capacity = capacity  # ships
        self.mine_room = mine_room  # mines on the map
        self.carve()
        self.to_act = 0
        self.phase = FIRST
        self.first = -1
        self.turnseat = -1
        self.round = 0
        self.quiet = 0
        self.hit = False
        self.ships = 0
        self.mine_count = 0
        self.served_count = 0
        self.sides = 0
        self.winners = 0
        self.wrecks = 0
        self.lost = False
        self.reason = 0
        self.clear_turn()

    def copy_from(self, other: Core) -> None:
        self.take_over(cython.cast(Ships, other))
        self.wrecks = 0

    if cython.compiled:

        def __dealloc__(self) -> None:
            self.release()  # type: ignore[attr-defined]

        def __sizeof__(self) -> int:
            return object.__sizeof__(self) + int(self.size())  # type: ignore[attr-defined]

    else:  # rules_ships.pxd has inline versions that use one block of memory

        def carve(self) -> None:
            for name in SHIP_LISTS:
                setattr(self, name, [0] * self.capacity)
            self.board, self.mined = [0] * self.chart.cells, [0] * self.chart.cells
            self.mine_at, self.served = [0] * self.mine_room, [0] * self.chart.stations
            self.credits, self.fleetvalue = [0] * MOST_SEATS, [0] * MOST_SEATS
            self.duties = [0] * MOST_DUTIES
            self.band = [0] * BAND
            self.dice = [0] * MOST_SEATS

        def take_over(self, other: Ships) -> None:
            for name, value in vars(other).items():
                setattr(self, name, list(value) if isinstance(value, list) else value)

    def clear_turn(self) -> None:
        """Reset the turn record: no ship, nothing done."""
        self.turn_ship = -1
        self.used = 0
        self.forward = False
        self.reverse = 0
        self.jumped = False
        self.stopped = False
        self.worm = -1
        self.orbit = False
        self.nebula = False
        self.moved = False
        self.mf_bonus = 0
        self.attacked = False
        self.banked = 0
        self.target = -1
        self.decloaked = False
        self.dil_used = False
        self.tri_used = False
        self.transferred = False
        self.engine_used = False
        self.bank_out = 0
        self.bank_in = 0
        self.bank_fixes = 0
        self.repaired = False
        self.duty_count = 0
        for i in range(MOST_DUTIES):
            self.duties[i] = 0
        self.operated = False

    # For a search

    def key(self) -> int:
        """Return a hash of the position; 0 while fleets and purchases are sealed."""
        if self.phase == BUILD or self.phase == PURCHASE:
            return 0
        found = mixed(self.ships, self.to_act ^ self.phase << 8 ^ self.sides << 16, self.round ^ self.quiet << 16)
        found = self.hash_turn(mixed(found, self.first ^ self.turnseat << 8 ^ self.hit << 16, self.mine_count))
        for ship in range(self.ships):
            marks = self.dead[ship] ^ self.done[ship] << 1 ^ self.cloaked[ship] << 2 ^ self.order[ship] << 3
            marks ^= self.owner[ship] << 6 ^ self.banks[ship] << 8 ^ self.engines[ship] << 16 ^ self.hits[ship] << 24
            stores = self.mines[ship] ^ self.dil[ship] << 8 ^ self.tri[ship] << 16 ^ self.crew[ship] << 24
            factors = self.cf[ship] ^ self.df[ship] << 8 ^ self.web[ship] << 16
            found = mixed(found, self.at[ship] ^ self.heading[ship] << 16 ^ self.kind[ship] << 24, factors)
            found = mixed(found, marks, stores)
        for i in range(self.mine_count):
            found = mixed(found, self.mine_at[i], self.mined[self.mine_at[i]])
        for i in range(self.served_count):
            found = mixed(found, self.served[i], self.served_count)
        return found

    def hash_turn(self, found: int) -> int:
        flags = self.forward ^ self.jumped << 1 ^ self.stopped << 2 ^ self.orbit << 3 ^ self.nebula << 4
        flags ^= self.moved << 5 ^ self.attacked << 6 ^ self.decloaked << 7 ^ self.dil_used << 8 ^ self.tri_used << 9
        flags ^= self.transferred << 10 ^ self.engine_used << 11 ^ self.repaired << 12 ^ self.operated << 13
        moves = self.used ^ self.reverse << 8 ^ self.mf_bonus << 16 ^ self.worm << 24
        banks = self.banked ^ self.bank_out << 8 ^ self.bank_in << 16 ^ self.bank_fixes << 24
        duties = self.duty_count ^ self.duties[0] << 8 ^ self.duties[1] << 16
        found = mixed(found, self.turn_ship ^ flags << 8, self.target)
        return mixed(mixed(found, moves, banks), duties, 0)

    # Seats and ships (R1)

    def side(self, seat: int) -> int:
        """Return the side of a seat (R1.1): with pairs, seats 0 and 2 are one side and 1 and 3 the other."""
        return seat & 1 if self.terms.pairs else seat

    def friends(self, seat: int, other: int) -> bool:
        return self.side(seat) == self.side(other)

    def ship_number(self, ship: int) -> int:
        """Return a ship's number in action codes."""
        return self.owner[ship] * NUMBERS + self.number[ship] - 1

    def find_ship(self, number: int) -> int:
        """Return the ship of a number in action codes, or -1."""
        for ship in range(self.ships):
            if self.owner[ship] * NUMBERS + self.number[ship] - 1 == number:
                return ship
        return -1

    def add_ship(self, seat: int, kind: int) -> None:
        """Append a new ship; seats must add their ships in ascending order."""
        ship = self.ships
        self.ships += 1
        number = 1
        if ship > 0 and self.owner[ship - 1] == seat:
            number = self.number[ship - 1] + 1
        self.clear_record(ship)
        self.owner[ship] = seat
        self.number[ship] = number
        self.kind[ship] = kind
        if self.terms.start_charged:
            self.banks[ship] = self.roster.banks[kind]
            self.engines[ship] = self.roster.nacelles[kind]

    def clear_record(self, ship: int) -> None:
        """Reset a ship record except for owner, number and class."""
        self.at[ship] = -1
        self.heading[ship] = -1
        self.hits[ship] = 0
        self.dead[ship] = 0
        self.done[ship] = 0
        self.cloaked[ship] = 0
        self.banks[ship] = 0
        self.engines[ship] = 0
        self.mines[ship] = 0
        self.dil[ship] = 0
        self.tri[ship] = 0
        self.crew[ship] = 0
        self.order[ship] = 0
        self.cf[ship] = 0
        self.df[ship] = 0
        self.web[ship] = 0

    # Hulls (R4.3)

    def stern_from(self, kind: int, base: int, heading: int) -> int:
        """Return the hex astern of the base that a long hull also covers; -1 for a short hull or off the map."""
        if self.roster.length[kind] == 1 or base < 0:
            return -1
        return self.chart.neighbour[base][(heading + 3) % 6]

    def stern(self, ship: int) -> int:
        return self.stern_from(self.kind[ship], self.at[ship], self.heading[ship])

    def sternmost(self, ship: int) -> int:
        return self.at[ship] if self.roster.length[self.kind[ship]] == 1 else self.stern(ship)

    def lift(self, ship: int) -> None:
        """Remove a hull from the board."""
        if self.at[ship] >= 0:
            self.board[self.at[ship]] = 0
            stern = self.stern(ship)
            if stern >= 0:
                self.board[stern] = 0

    def lay(self, ship: int, base: int, heading: int) -> None:
        """Put a hull on the board."""
        self.at[ship] = base
        self.heading[ship] = heading
        self.board[base] = ship + 1
        stern = self.stern(ship)
        if stern >= 0:
            self.board[stern] = ship + 1

    def distance(self, a: int, d: int) -> int:
        """Return the distance between two hexes (R4.4)."""
        return self.chart.distance[self.chart.place[d] - self.chart.place[a] + MIDDLE]

    # Current factors (R6)

    def combat(self, ship: int) -> int:
        """Return the current combat factor (R6.1)."""
        kind = self.kind[ship]
        if self.roster.arc[kind] == 0:
            return 0
        factor = self.roster.cf[kind] - self.hits[ship] + self.cf[ship]
        if self.chart.terrain[self.at[ship]] == DENSE:
            factor -= 1
        return factor if factor > 0 else 0

    def defence(self, ship: int) -> int:
        """Return the current defence factor (R6.2)."""
        factor = self.roster.df[self.kind[ship]] - self.hits[ship] + self.df[ship] - self.web[ship]
        if self.chart.terrain[self.at[ship]] == DENSE:
            factor -= 1
        return factor if factor > 0 else 0

    def hull_mf(self, ship: int) -> int:
        """Return the current hull movement factor (R6.3)."""
        kind = self.kind[ship]
        left = self.roster.ss[kind] - self.hits[ship]
        return left if left < self.roster.mf[kind] else self.roster.mf[kind]

    def allowance(self, dragged: bool) -> int:
        """Return the movement allowance of the active ship (R6.4), with or without the nebula's drag."""
        ship = self.turn_ship
        moves = self.hull_mf(ship) + self.mf_bonus
        if self.order[ship] == HELM:
            moves += 1
        if self.cloaked[ship]:
            moves -= 1
        if moves < 0:
            moves = 0
        if self.orbit:
            moves = (moves + 1) // 2
        if dragged and moves >= 2:
            moves -= 1
        return moves

    def movement_left(self, dragged: bool) -> int:
        """Return the movement left (R6.5)."""
        if self.stopped or self.jumped:
            return 0
        if self.worm >= 0:
            return self.worm
        left = self.allowance(dragged) - self.used
        return left if left > 0 else 0

    # Lines (R4.8, R4.9)

    def clear_line(self, a: int, d: int, attacker: int, target: int) -> bool:
        """Return whether one of the two traces is clear; `target` is -1 for a mine."""
        gap = self.chart.place[d] - self.chart.place[a] + MIDDLE
        between = self.chart.distance[gap] - 1
        if between <= 0:
            return True
        cloud = self.chart.cluster[a] if self.chart.cluster[a] == self.chart.cluster[d] else 0
        trace1 = self.chart.trace1[gap]
        trace2 = self.chart.trace2[gap]
        if self.clear_trace(a, gap, trace1, between, cloud, attacker, target):
            return True
        return trace1 != trace2 and self.clear_trace(a, gap, trace2, between, cloud, attacker, target)

    def clear_trace(self, a: int, gap: int, trace: int, between: int, cloud: int, attacker: int, target: int) -> bool:
        ahead = self.chart.bearing[gap] // 2
        aside = (ahead + 1) % 6
        cell = a
        for i in range(between):
            cell = self.chart.neighbour[cell][aside if trace >> i & 1 else ahead]
            if cell < 0:
                return False
            if self.chart.terrain[cell] and (cloud == 0 or self.chart.cluster[cell] != cloud):
                return False
            other = self.board[cell] - 1
            if other >= 0 and other != attacker and other != target:
                return False
            if self.terms.mines_block and self.mined[cell]:
                return False
        return True

    def first_block(self, a: int, d: int, attacker: int, target: int) -> int:
        """Return the first hex that blocks the first trace of a line that is not clear."""
        gap = self.chart.place[d] - self.chart.place[a] + MIDDLE
        cloud = self.chart.cluster[a] if self.chart.cluster[a] == self.chart.cluster[d] else 0
        trace = self.chart.trace1[gap]
        ahead = self.chart.bearing[gap] // 2
        cell = a
        for i in range(self.chart.distance[gap] - 1):
            cell = self.chart.neighbour[cell][(ahead + 1) % 6 if trace >> i & 1 else ahead]
            if cell < 0 or not self.clear_trace(a, gap, trace, i + 1, cloud, attacker, target):
                return cell
        return -1

    # Mines (R12.5)

    def lay_mine(self, cell: int, seat: int) -> None:
        self.mined[cell] = seat + 1
        self.mine_at[self.mine_count] = cell
        self.mine_count += 1

    def remove_mine(self, cell: int) -> None:
        self.mined[cell] = 0
        found = 0
        while self.mine_at[found] != cell:
            found += 1
        self.mine_count -= 1
        for i in range(found, self.mine_count):
            self.mine_at[i] = self.mine_at[i + 1]

    # Damage (R10)

    def roll_save(self, ship: int, dealer: Dealer) -> bool:
        """Roll the target's defence and return whether it saves (R8.6)."""
        factor = self.defence(ship)
        if factor == 0:
            return False
        count = 2 if self.order[ship] == COMMAND else 1
        return self.roll(DEFENCE, count, factor, ship, dealer)

    def roll(self, point: int, count: int, number: int, ship: int, dealer: Dealer) -> bool:
        """Roll some d12 and return whether the lowest is at or under a number."""
        dealer.roll(point, self.dice, count, 12)
        lowest = self.dice[0]
        if count == 2 and self.dice[1] < lowest:
            lowest = self.dice[1]
        success = lowest <= number
        dealer.tell(ROLL, point, self.ship_number(ship), number, success)
        for i in range(count):
            dealer.also(self.dice[i])
        return success

    def take_hits(self, ship: int, number: int, cause: int, dealer: Dealer) -> None:
        """Apply hits to a ship (R10.1, R10.2); if they destroy it, its blast is queued."""
        self.hit = True
        self.hits[ship] += number
        dealer.tell(HITS, self.ship_number(ship), number, cause, self.hits[ship])
        if self.hits[ship] >= self.roster.ss[self.kind[ship]]:
            self.destroy(ship, dealer)
            self.wrecks += 1

    def destroy(self, ship: int, dealer: Dealer) -> None:
        """Destroy a ship (R10.2). Its place is stored behind the queued wrecks; the caller decides if it blasts."""
        self.hit = True
        self.wreck[self.wrecks] = ship
        self.wreck_at[self.wrecks] = self.at[ship]
        self.wreck_heading[self.wrecks] = self.heading[ship]
        dealer.tell(DESTROYED, self.ship_number(ship), self.chart.number[self.at[ship]], self.heading[ship], 0)
        self.lift(ship)
        self.clear_record(ship)
        self.hits[ship] = self.roster.ss[self.kind[ship]]
        self.dead[ship] = 1
        self.done[ship] = 1
        self.lost = True

    def resolve_blasts(self, dealer: Dealer) -> None:
        """Resolve the blasts of the queued wrecks in order (R10.3); ships they destroy join the end of the queue."""
        at = 0
        while at < self.wrecks:
            if self.terms.blast_all:
                victims = self.find_adjacent_ships(self.kind[self.wreck[at]], self.wreck_at[at], self.wreck_heading[at])
            else:
                victims = 0
                for turn in range(5, 8):  # spines 5, 0, 1
                    side = (self.wreck_heading[at] + turn) % 6
                    victims = self.note_victim(self.chart.neighbour[self.wreck_at[at]][side], victims)
            dealer.tell(BLAST, self.ship_number(self.wreck[at]), 0, 0, 0)
            for i in range(victims):
                dealer.also(self.ship_number(self.band[i]))
            for i in range(victims):
                self.take_hits(self.band[i], 1, BY_BLAST, dealer)
            at += 1
        self.wrecks = 0

    def find_adjacent_ships(self, kind: int, base: int, heading: int) -> int:
        """Store the ships next to a hull in `band`, in ship list order, and return their number."""
        found = 0
        for side in range(6):
            found = self.note_victim(self.chart.neighbour[base][side], found)
        stern = self.stern_from(kind, base, heading)
        if stern >= 0:
            for side in range(6):
                found = self.note_victim(self.chart.neighbour[stern][side], found)
        return found

    def note_victim(self, cell: int, found: int) -> int:
        """Add the ship in a hex, if any, to the first `found` of `band`, once and in ship list order; return their
        number."""
        if cell < 0 or self.board[cell] == 0:
            return found
        ship = self.board[cell] - 1
        place = 0
        while place < found and self.band[place] < ship:
            place += 1
        if place < found and self.band[place] == ship:
            return found
        for i in range(found, place, -1):
            self.band[i] = self.band[i - 1]
        self.band[place] = ship
        return found + 1


RECORD = "owner number kind at heading hits dead done cloaked banks engines mines dil tri crew order cf df web"
SHIP_LISTS = (*RECORD.split(), "wreck", "wreck_at", "wreck_heading")
