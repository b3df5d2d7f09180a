"""Cloaks (R11), supplies, transfers and mines (R12), the engineering phase (R13) and docking operations (R14)."""

from __future__ import annotations

from sectors.games.starsectors.numbers import (
    ALREADY_ATTACKED,
    ALREADY_JUMPED,
    ALREADY_USED,
    ASTEROIDS,
    ATTACKED_THIS_TURN,
    BANK_NOT_CHARGED,
    BANK_NOT_FREE,
    CARGO,
    CARGO_FULL,
    CHARGE,
    CHARGE_BANK,
    CHARGE_WARP,
    CLOAK,
    CLOAK_DISABLED,
    CLOAK_TURN,
    CLOAKED,
    COMMAND_CREW,
    CREW_ALREADY_ABOARD,
    DIL_MF,
    DIL_WARP,
    DILITHIUM,
    DOCKED_TOO_LATE,
    DUTY_DONE,
    ENGINE_NOT_CHARGED,
    ENGINE_USED,
    ENGINEER,
    ENGINES_DAMAGED,
    ENGINES_FULL,
    FIX_DIL,
    GATHER_DIL,
    GATHER_TRI,
    HEX_NOT_CLEAR,
    LEGAL,
    LOAD_DIL,
    METAPHASIC,
    MINE,
    MOON,
    MOVEMENT_STOPPED,
    NO_BANKS,
    NO_CLOAK,
    NO_DAMAGE,
    NO_MINES,
    NO_NACELLES,
    NONE_ABOARD,
    NOT_CLOAKED,
    NOT_DOCKED,
    NOT_WITH_ENGINE_CHARGE,
    NOT_WITH_LITHIUM,
    NOT_WITH_REPAIR,
    NOT_WITH_TRANSFER,
    NOT_YOUR_SHIP,
    OFF_MAP,
    OPERATION_DONE,
    PLANET,
    REPAIR,
    REPAIRED,
    SHIP_DESTROYED,
    STATION,
    STATION_BUSY,
    TOO_SLOW_TO_CLOAK,
    TRI_CF,
    TRILITHIUM,
    UNVEILED,
    VEILED,
    WAS_GATHERED,
    WAS_GIVEN,
    WAS_LAID,
    WAS_LOADED,
    WAS_RECEIVED,
    WAS_USED,
    WITH_BANK,
    WITH_DILITHIUM,
    WITH_DOCK,
    WITH_DUTY,
    WITH_NEBULA,
    WITH_ORDER,
    WITH_WARP,
    XFER_CF,
    XFER_DF,
    XFER_MF,
)
from sectors.games.starsectors.rules_combat import Combat
from sectors.kit.dealer import Dealer


class Engineering(Combat):
    # Tactical: cloak, mines, supplies and transfers (R11, R12)

    def decloak_fault(self) -> int:
        return LEGAL if self.cloaked[self.turn_ship] else NOT_CLOAKED

    def decloak(self, dealer: Dealer) -> None:
        self.cloaked[self.turn_ship] = 0
        self.decloaked = True
        dealer.tell(UNVEILED, self.ship_number(self.turn_ship), 0, 0, 0)

    def mine_hex(self) -> int:
        """Return the hex astern of the hull, where a mine is laid (R12.5)."""
        ship = self.turn_ship
        return self.chart.neighbour[self.sternmost(ship)][(self.heading[ship] + 3) % 6]

    def mine_fault(self) -> int:
        if self.mines[self.turn_ship] == 0:
            return NO_MINES
        cell = self.mine_hex()
        if cell < 0:
            return OFF_MAP
        if self.chart.terrain[cell] or self.board[cell] or self.mined[cell]:
            return HEX_NOT_CLEAR
        return LEGAL

    def drop_mine(self, dealer: Dealer) -> None:
        ship = self.turn_ship
        cell = self.mine_hex()
        self.mines[ship] -= 1
        self.lay_mine(cell, self.owner[ship])
        dealer.tell(CARGO, self.ship_number(ship), MINE, -1, WAS_LAID)
        dealer.also(self.chart.number[cell])

    def supply_fault(self, item: int) -> int:
        """Check R12.1, R12.2: one unit of each kind a turn, and never with a transfer (R12.4)."""
        if self.dil_used if item == DILITHIUM else self.tri_used:
            return ALREADY_USED
        if (self.dil[self.turn_ship] if item == DILITHIUM else self.tri[self.turn_ship]) == 0:
            return NONE_ABOARD
        return NOT_WITH_TRANSFER if self.transferred else LEGAL

    def boost_fault(self, action: int) -> int:
        """Check dil-mf, tri-cf and tri-df."""
        fault = self.supply_fault(DILITHIUM if action == DIL_MF else TRILITHIUM)
        if fault == LEGAL and action == DIL_MF:
            if self.jumped:
                return ALREADY_JUMPED
            if self.stopped:
                return MOVEMENT_STOPPED
        return fault

    def boost(self, action: int, dealer: Dealer) -> None:
        ship = self.turn_ship
        if action == DIL_MF:
            self.use(DILITHIUM, dealer)
            self.mf_bonus += 1
        else:
            self.use(TRILITHIUM, dealer)
            if action == TRI_CF:
                self.cf[ship] += 1
            else:
                self.df[ship] += 1

    def use(self, item: int, dealer: Dealer) -> None:
        if item == DILITHIUM:
            self.dil_used = True
            self.dil[self.turn_ship] -= 1
        else:
            self.tri_used = True
            self.tri[self.turn_ship] -= 1
        dealer.tell(CARGO, self.ship_number(self.turn_ship), item, -1, WAS_USED)

    def transfer_fault(self) -> int:
        """Check a warp energy transfer (R12.4)."""
        ship = self.turn_ship
        if self.roster.nacelles[self.kind[ship]] == 0:
            return NO_NACELLES
        if self.dil_used or self.tri_used:
            return NOT_WITH_LITHIUM
        if self.engine_used:
            return ENGINE_USED
        return ENGINE_NOT_CHARGED if self.engines[ship] == 0 else LEGAL

    def xfer_fault(self, action: int) -> int:
        if self.attacked or self.banked:
            return ALREADY_ATTACKED
        fault = self.transfer_fault()
        if fault:
            return fault
        return MOVEMENT_STOPPED if action == XFER_MF and self.stopped else LEGAL

    def xfer(self, action: int) -> None:
        self.transfer()
        if action == XFER_CF:
            self.cf[self.turn_ship] += 1
        elif action == XFER_DF:
            self.df[self.turn_ship] += 1
        else:
            self.mf_bonus += 1

    def transfer(self) -> None:
        self.engines[self.turn_ship] -= 1
        self.transferred = True
        self.engine_used = True

    # Engineering (R13)

    def has_duty(self, action: int) -> bool:
        for i in range(self.duty_count):
            if self.duties[i] == action:
                return True
        return False

    def duty_fault(self) -> int:
        """Check R13.3: one duty a phase, and none after a regular attack."""
        if self.attacked:
            return ATTACKED_THIS_TURN
        return DUTY_DONE if self.duty_count >= self.roster.phases[self.kind[self.turn_ship]] else LEGAL

    def is_cloak_turn(self) -> bool:
        """Return whether the ship has cloaked or de-cloaked in this turn (R11.4)."""
        return self.decloaked or self.has_duty(CLOAK)

    def fix_fault(self) -> int:
        """Check that there is damage that may be repaired (R13.1)."""
        if self.hits[self.turn_ship] == 0:
            return NO_DAMAGE
        return CLOAK_TURN if self.is_cloak_turn() else LEGAL

    def repair_fault(self) -> int:
        fault = self.duty_fault()
        if fault:
            return fault
        return NOT_WITH_ENGINE_CHARGE if self.has_duty(CHARGE_WARP) else self.fix_fault()

    def charge_warp_fault(self) -> int:
        ship = self.turn_ship
        fault = self.duty_fault()
        if fault:
            return fault
        fault = self.charge_fault()
        if fault:
            return fault
        if self.is_cloak_turn():
            return CLOAK_TURN
        if self.has_duty(REPAIR):
            return NOT_WITH_REPAIR
        return ENGINES_DAMAGED if self.hull_mf(ship) < 1 else LEGAL

    def charge_fault(self) -> int:
        """Check what charging an engine needs, as a duty or with dilithium (R12.3, R13.4)."""
        ship = self.turn_ship
        if self.roster.nacelles[self.kind[ship]] == 0:
            return NO_NACELLES
        if self.engines[ship] >= self.roster.nacelles[self.kind[ship]]:
            return ENGINES_FULL
        if self.jumped:
            return ALREADY_JUMPED
        return ENGINE_USED if self.engine_used else LEGAL

    def bank_room_fault(self) -> int:
        """Check that a bank can be charged (R9.6)."""
        ship = self.turn_ship
        banks = self.roster.banks[self.kind[ship]]
        if banks == 0:
            return NO_BANKS
        return BANK_NOT_FREE if self.banks[ship] + self.bank_out >= banks else LEGAL

    def charge_bank_fault(self) -> int:
        fault = self.duty_fault()
        return fault if fault else self.bank_room_fault()

    def cloak_fault(self) -> int:
        ship = self.turn_ship
        fault = self.duty_fault()
        if fault:
            return fault
        if not self.roster.cloak[self.kind[ship]]:
            return NO_CLOAK
        if self.cloaked[ship]:
            return CLOAKED
        if self.is_cloak_turn():
            return CLOAK_TURN
        if self.banked:
            return ATTACKED_THIS_TURN
        if self.has_duty(CHARGE_WARP):
            return NOT_WITH_ENGINE_CHARGE
        if self.repaired:
            return NOT_WITH_REPAIR
        if self.hull_mf(ship) < 2:
            return TOO_SLOW_TO_CLOAK
        return CLOAK_DISABLED if self.veils_fail(self.at[ship]) else LEGAL

    def do_duty(self, action: int, dealer: Dealer) -> None:
        ship = self.turn_ship
        self.duties[self.duty_count] = action
        self.duty_count += 1
        if action == REPAIR:
            self.fix(1, WITH_DUTY, dealer)
        elif action == CHARGE_WARP:
            self.charge_engine(dealer)
        elif action == CHARGE_BANK:
            self.charge_bank(dealer)
        else:
            self.cloaked[ship] = 1
            dealer.tell(VEILED, self.ship_number(ship), 0, 0, 0)

    def fix(self, number: int, means: int, dealer: Dealer) -> None:
        """Repair up to `number` hits."""
        ship = self.turn_ship
        if number > self.hits[ship]:
            number = self.hits[ship]
        if number > 0:
            self.repaired = True
            self.hits[ship] -= number
            dealer.tell(REPAIRED, self.ship_number(ship), number, means, self.hits[ship])

    def charge_engine(self, dealer: Dealer) -> None:
        self.engines[self.turn_ship] += 1
        self.engine_used = True
        dealer.tell(CHARGE, self.ship_number(self.turn_ship), 1, 0, 0)

    def charge_bank(self, dealer: Dealer) -> None:
        self.banks[self.turn_ship] += 1
        self.bank_in += 1
        dealer.tell(CHARGE, self.ship_number(self.turn_ship), 0, 0, 0)

    def fix_bank_fault(self) -> int:
        """Check draining a bank for a repair, once a phase (R13.2)."""
        ship = self.turn_ship
        if self.roster.banks[self.kind[ship]] == 0:
            return NO_BANKS
        if self.banks[ship] - self.bank_in < 1:
            return BANK_NOT_CHARGED
        if self.bank_fixes >= self.roster.phases[self.kind[ship]]:
            return ALREADY_USED
        return self.fix_fault()

    def fix_bank(self, dealer: Dealer) -> None:
        self.banks[self.turn_ship] -= 1
        self.bank_out += 1
        self.bank_fixes += 1
        self.fix(1, WITH_BANK, dealer)

    def fix_warp_fault(self) -> int:
        fault = self.transfer_fault()
        return fault if fault else self.fix_fault()

    def fix_warp(self, dealer: Dealer) -> None:
        self.transfer()
        self.fix(1, WITH_WARP, dealer)

    def spend_fault(self, action: int) -> int:
        """Check fix-dil, dil-warp and tri-bank."""
        fault = self.supply_fault(DILITHIUM if action in (FIX_DIL, DIL_WARP) else TRILITHIUM)
        if fault:
            return fault
        if action == FIX_DIL:
            return self.fix_fault()
        return self.charge_fault() if action == DIL_WARP else self.bank_room_fault()

    def spend(self, action: int, dealer: Dealer) -> None:
        if action == FIX_DIL:
            self.use(DILITHIUM, dealer)
            self.fix(1, WITH_DILITHIUM, dealer)
        elif action == DIL_WARP:
            self.use(DILITHIUM, dealer)
            self.charge_engine(dealer)
        else:
            self.use(TRILITHIUM, dealer)
            self.charge_bank(dealer)

    def repair_automatically(self, dealer: Dealer) -> None:
        """Make the repairs at the end of a turn (R13.6)."""
        ship = self.turn_ship
        if self.is_cloak_turn():
            return
        if self.order[ship] == ENGINEER:
            self.fix(1, WITH_ORDER, dealer)
        if self.chart.terrain[self.at[ship]] == METAPHASIC:
            self.fix(1, WITH_NEBULA, dealer)

    # Docking operations (R14)

    def dock_fault(self) -> int:
        """Check what every docking operation needs (R14.1)."""
        if self.operated:
            return OPERATION_DONE
        if self.attacked or self.banked:
            return ATTACKED_THIS_TURN
        return CLOAKED if self.cloaked[self.turn_ship] else LEGAL

    def is_next_to(self, terrain: int) -> bool:
        """Return whether the base is next to some terrain."""
        for side in range(6):
            cell = self.chart.neighbour[self.at[self.turn_ship]][side]
            if cell >= 0 and self.chart.terrain[cell] == terrain:
                return True
        return False

    def is_served(self, station: int) -> bool:
        for i in range(self.served_count):
            if self.served[i] == station:
                return True
        return False

    def free_station(self) -> int:
        """Return the adjacent station that can still serve (R14.4), the lowest number first, or -1."""
        found = -1
        for side in range(6):
            cell = self.chart.neighbour[self.at[self.turn_ship]][side]
            if cell >= 0 and self.chart.terrain[cell] == STATION and not self.is_served(cell):
                if found < 0 or cell < found:
                    found = cell
        return found

    def fix_dock_fault(self) -> int:
        fault = self.dock_fault()
        if fault:
            return fault
        if not self.is_next_to(STATION):
            return NOT_DOCKED
        if self.moved:
            return DOCKED_TOO_LATE
        return STATION_BUSY if self.free_station() < 0 else self.fix_fault()

    def fix_dock(self, dealer: Dealer) -> None:
        self.operated = True
        self.served[self.served_count] = self.free_station()
        self.served_count += 1
        self.fix(2, WITH_DOCK, dealer)

    def has_room(self, ship: int) -> bool:
        aboard = self.mines[ship] + self.dil[ship] + self.tri[ship]
        return aboard < self.roster.cargo[self.kind[ship]]

    def stow_fault(self, action: int) -> int:
        """Check gather-dil, gather-tri, load-dil and load-tri (R14.5, R14.6)."""
        fault = self.dock_fault()
        if fault:
            return fault
        if not self.can_stow(action):
            return NOT_DOCKED
        if self.moved:
            return DOCKED_TOO_LATE
        return LEGAL if self.has_room(self.turn_ship) else CARGO_FULL

    def can_stow(self, action: int) -> bool:
        if action == GATHER_DIL:
            if self.chart.orbit[self.at[self.turn_ship]]:
                return True
            return self.terms.asteroid_mining and self.is_next_to(ASTEROIDS)
        if action == GATHER_TRI:
            return self.chart.terrain[self.at[self.turn_ship]] == METAPHASIC
        return self.is_next_to(STATION)

    def stow(self, action: int, dealer: Dealer) -> None:
        ship = self.turn_ship
        self.operated = True
        item = DILITHIUM if action in (GATHER_DIL, LOAD_DIL) else TRILITHIUM
        self.add_item(ship, item, 1)
        source = WAS_GATHERED if action in (GATHER_DIL, GATHER_TRI) else WAS_LOADED
        dealer.tell(CARGO, self.ship_number(ship), item, 1, source)

    def add_item(self, ship: int, item: int, number: int) -> None:
        if item == MINE:
            self.mines[ship] += number
        elif item == DILITHIUM:
            self.dil[ship] += number
        elif item == TRILITHIUM:
            self.tri[ship] += number
        else:
            self.crew[ship] += number

    def aboard(self, ship: int, item: int) -> int:
        if item == MINE:
            return self.mines[ship]
        if item == DILITHIUM:
            return self.dil[ship]
        return self.tri[ship] if item == TRILITHIUM else self.crew[ship]

    def give_fault(self, item: int, number: int) -> int:
        """Check giving an item to the ship of a number in action codes (R14.7)."""
        ship = self.turn_ship
        fault = self.dock_fault()
        if fault:
            return fault
        other = self.find_ship(number)
        if other < 0 or other == ship or self.owner[other] != self.owner[ship]:
            return NOT_YOUR_SHIP
        if self.dead[other]:
            return SHIP_DESTROYED
        if not self.share_dock(other):
            return NOT_DOCKED
        if self.moved:
            return DOCKED_TOO_LATE
        if self.cloaked[other]:
            return CLOAKED
        if self.aboard(ship, item) == 0:
            return NONE_ABOARD
        if item == COMMAND_CREW:
            return CREW_ALREADY_ABOARD if self.crew[other] else LEGAL
        return LEGAL if self.has_room(other) else CARGO_FULL

    def share_dock(self, other: int) -> bool:
        """Return whether another ship is docked at the same place as the active ship (R14.2)."""
        if self.at[other] < 0:
            return False
        for side in range(6):
            place = self.chart.neighbour[self.at[self.turn_ship]][side]
            if place >= 0 and self.is_dock(self.chart.terrain[place]) and self.distance(place, self.at[other]) == 1:
                return True
        return False

    def is_dock(self, terrain: int) -> bool:
        return terrain in (ASTEROIDS, MOON, PLANET, STATION)

    def give(self, item: int, number: int, dealer: Dealer) -> None:
        ship = self.turn_ship
        other = self.find_ship(number)
        self.operated = True
        self.add_item(ship, item, -1)
        self.add_item(other, item, 1)
        dealer.tell(CARGO, self.ship_number(ship), item, -1, WAS_GIVEN)
        dealer.tell(CARGO, self.ship_number(other), item, 1, WAS_RECEIVED)
