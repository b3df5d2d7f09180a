"""The rules of Star Sectors: rounds and ship turns (R5), the end (R15), legal actions and playing them (section 5)."""

from __future__ import annotations

from collections.abc import MutableSequence

import cython

from sectors.games.starsectors.chart import Chart
from sectors.games.starsectors.content import Map
from sectors.games.starsectors.setting import Setting
from sectors.games.starsectors.words import (
    ACTIVATE,
    ALREADY_ACTIVATED,
    BANK,
    BUILD,
    BUY,
    BUY_DONE,
    BY_DESTRUCTION,
    BY_QUIET,
    BY_ROUNDS,
    CHARGE_BANK,
    CHARGE_WARP,
    CLOAK,
    CREW,
    DECLOAK,
    DEPLOY,
    DIL_MF,
    DIL_WARP,
    DONE,
    DROP,
    END,
    ENDED,
    ENGINEERING,
    FINISHED,
    FIRE,
    FIRST,
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
    LOAD_TRI,
    MOST_ACTIONS,
    MOST_SHIPS,
    NOT_YOUR_SHIP,
    ORDER,
    ORDERED,
    OUT,
    OVER,
    PICK,
    PURCHASE,
    PUT,
    RAM,
    REPAIR,
    REV,
    RIGHT,
    ROUND,
    RWARP,
    SELFDESTRUCT,
    SHIP_DESTROYED,
    STOCK,
    STORM,
    TACTICAL,
    TRI_BANK,
    TRI_DF,
    TURN,
    UNKNOWN_ACTION,
    WARP,
    XFER_CF,
    XFER_MF,
)
from sectors.kit.core import Actions, Core
from sectors.kit.dealer import Dealer

SHIELDS = 232792560  # the least common multiple of 1 to 20: shares of shields in whole numbers
BIG_FLEET = 50  # R15.3


class Rules(Setting):
    def fresh(self) -> Core:
        return Rules(self.chart, self.roster, self.terms, self.seats, self.capacity, self.mine_room)

    def begin(self, dealer: Dealer) -> None:
        self.begin_setting(dealer)
        self.settle(dealer)

    # Rounds (R5.1, R5.2, R5.8)

    def start_round(self, dealer: Dealer) -> None:
        self.round += 1
        self.hit = False
        self.turnseat = -1
        self.served_count = 0
        for ship in range(self.ships):
            if not self.dead[ship]:
                self.done[ship] = 0
                self.web[ship] = 0
        dealer.tell(ROUND, self.round, self.quiet, 0, 0)
        self.next_activation(dealer)

    def next_activation(self, dealer: Dealer) -> None:
        """The next ship turn, or the end of the round."""
        self.clear_turn()
        self.phase = ACTIVATE
        seat = self.next_seat()
        if seat >= 0:
            self.to_act = seat
        else:
            self.end_round(dealer)

    def next_seat(self) -> int:
        """R5.2: the seat that activates a ship, -1 if the round is over."""
        if self.turnseat < 0:
            seat = self.first
        elif self.terms.by_fleet:
            seat = self.turnseat
        else:
            seat = (self.turnseat + 1) % self.seats
        for _ in range(self.seats):
            if self.has_ready(seat):
                return seat
            seat = (seat + 1) % self.seats
        return -1

    def has_ready(self, seat: int) -> bool:
        if not self.sides >> self.side(seat) & 1:
            return False
        for ship in range(self.ships):
            if self.owner[ship] == seat and not self.done[ship]:
                return True
        return False

    def end_round(self, dealer: Dealer) -> None:
        if self.hit:
            self.quiet = 0
        else:
            self.quiet += 1
        if self.quiet >= self.terms.quiet_limit:  # R15.4, before R15.3
            self.finish(self.sides, BY_QUIET, dealer)
        elif self.round >= self.round_limit():
            self.finish(self.leaders(), BY_ROUNDS, dealer)
        else:
            self.start_round(dealer)

    # A ship's turn (R5.3 to R5.7)

    def go_fault(self, number: int) -> int:
        ship = self.find_ship(number)
        if ship < 0 or self.owner[ship] != self.to_act:
            return NOT_YOUR_SHIP
        if self.dead[ship]:
            return SHIP_DESTROYED
        return ALREADY_ACTIVATED if self.done[ship] else LEGAL

    def go(self, number: int, dealer: Dealer) -> None:
        ship = self.find_ship(number)
        self.clear_turn()
        self.turn_ship = ship
        self.turnseat = self.owner[ship]
        self.order[ship] = 0
        self.cf[ship] = 0
        self.df[ship] = 0
        self.orbit = self.chart.orbit[self.at[ship]] != 0
        self.phase = CREW if self.crew[ship] else TACTICAL
        dealer.tell(TURN, number, 0, 0, 0)

    def end_turn(self, dealer: Dealer) -> None:
        self.automatic_repairs(dealer)
        self.done[self.turn_ship] = 1
        self.next_activation(dealer)

    # The end (R15)

    def sides_left(self) -> int:
        """R15.1: the sides with a living warship."""
        left = 0
        for ship in range(self.ships):
            if not self.dead[ship] and self.roster.cf[self.kind[ship]] > 0:
                left |= 1 << self.side(self.owner[ship])
        return left

    def count_losses(self, dealer: Dealer) -> None:
        """After an action that destroyed ships: who is out, who has won, and whose turn it is."""
        self.lost = False
        before = self.sides
        self.sides = self.sides_left()
        for side in range(self.seats):
            if before >> side & 1 and not self.sides >> side & 1:
                dealer.tell(OUT, side, 0, 0, 0)
        if self.sides & (self.sides - 1) == 0:  # one side is left, or none: R15.2
            self.finish(self.sides if self.sides else before, BY_DESTRUCTION, dealer)
        elif self.dead[self.turn_ship]:
            self.next_activation(dealer)

    def round_limit(self) -> int:
        if self.terms.round_limit:
            return self.terms.round_limit
        for seat in range(self.seats):
            if self.fleetvalue[seat] > BIG_FLEET:
                return 60
        return 40

    def shields_left(self, side: int) -> int:
        """R15.3: the numerator of a side's share, in parts of SHIELDS."""
        total = 0
        for ship in range(self.ships):
            if self.side(self.owner[ship]) == side and not self.dead[ship]:
                ss = self.roster.ss[self.kind[ship]]
                total += self.terms.value[self.kind[ship]] * (ss - self.hits[ship]) * (SHIELDS // ss)
        return total

    def side_value(self, side: int) -> int:
        total = 0
        for seat in range(self.seats):
            if self.side(seat) == side:
                total += self.fleetvalue[seat]
        return total

    def leaders(self) -> int:
        """R15.3: the sides still in the game with the greatest share."""
        best = 0
        best_side = -1
        for side in range(self.seats):
            if self.sides >> side & 1:
                lead = 1
                if best_side >= 0:  # a / b > c / d where a d > c b, which need not fit 64 bits
                    ours = self.shields_left(side)
                    ours *= self.side_value(best_side)
                    theirs = self.shields_left(best_side)
                    theirs *= self.side_value(side)
                    lead = 1 if ours > theirs else (0 if ours == theirs else -1)
                if lead > 0:
                    best = 1 << side
                    best_side = side
                elif lead == 0:
                    best |= 1 << side
        return best

    def finish(self, winners: int, reason: int, dealer: Dealer) -> None:
        self.clear_turn()
        self.phase = FINISHED
        self.to_act = OVER
        self.winners = winners
        self.reason = reason
        dealer.tell(ENDED, reason, self.winning_sides(), 0, 0)
        for seat in range(self.seats):
            dealer.also(winners >> self.side(seat) & 1)

    def winning_sides(self) -> int:
        """How many sides share the win."""
        found = 0
        for side in range(self.seats):
            found += self.winners >> side & 1
        return found

    def score(self, results: MutableSequence[float]) -> None:
        """R15.5"""
        for seat in range(self.seats):
            results[seat] = 1.0 / self.winning_sides() if self.winners >> self.side(seat) & 1 else 0.0

    # Playing

    def apply(self, action: int, dealer: Dealer) -> None:
        self.perform(action, dealer)
        self.settle(dealer)

    def settle(self, dealer: Dealer) -> None:
        """R1.3: make every decision that is no choice."""
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
            self.perform_setting(action, dealer)

    def perform_setting(self, action: int, dealer: Dealer) -> None:
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

    # Whether there is a choice

    def only_action(self) -> int:
        """The one legal action, or -1 if there are several."""
        if self.phase == TACTICAL:
            return -1 if self.can_act() else END
        if self.phase == ENGINEERING:
            return -1 if self.can_work() else DONE
        if self.phase == ACTIVATE:
            return self.only_ready()
        if self.phase == PURCHASE:
            return -1 if self.can_buy(self.to_act) or self.stock_fault() == LEGAL else BUY_DONE
        if self.phase == BUILD:
            return self.only_pick()
        if self.phase == DEPLOY:
            return self.only_place()
        return -1

    def only_pick(self) -> int:
        found = FLEET_DONE if self.fleet_done_fault() == LEGAL else -1
        for kind in range(self.roster.classes):
            if self.pick_fault(kind) == LEGAL:
                if found >= 0:
                    return -1
                found = PICK + kind
        return found

    def only_ready(self) -> int:
        found = -1
        for ship in range(self.ships):
            if self.owner[ship] == self.to_act and not self.done[ship]:
                if found >= 0:
                    return -1
                found = GO + self.ship_number(ship)
        return found

    def only_place(self) -> int:
        seat = self.to_act
        ship = self.next_to_deploy(seat)
        depth = self.deploy_depth(seat, ship)
        found = -1
        for column in range(self.zone_width()):
            base = self.deploy_base(seat, ship, column, depth)
            if base >= 0:
                if found >= 0:
                    return -1
                found = PUT + self.chart.number[base]
        return found

    def can_act(self) -> bool:
        """Whether a tactical action but `end` is legal; what is usual and cheap to see comes first."""
        ship = self.turn_ship
        heading = self.heading[ship]
        if self.turn_fault((heading + 5) % 6) == LEGAL or self.turn_fault((heading + 1) % 6) == LEGAL:
            return True
        if self.step_fault(False) == LEGAL or self.step_fault(True) == LEGAL:
            return True
        if self.cloaked[ship] or self.mine_fault() == LEGAL:
            return True
        for action in range(DIL_MF, TRI_DF + 1):
            if self.boost_fault(action) == LEGAL:
                return True
        if self.xfer_fault(XFER_CF) == LEGAL or self.selfdestruct_fault() == LEGAL:
            return True
        return self.can_attack() or self.can_jump(False) or self.can_jump(True)

    def can_attack(self) -> bool:
        for ship in range(self.ships):
            if self.may_aim_at(ship):
                target = self.ship_number(ship)
                if self.fire_fault(target) == LEGAL or self.bank_fault(target) == LEGAL:
                    return True
                if self.ram_fault(target) == LEGAL:
                    return True
        for i in range(self.mine_count):
            target = MOST_SHIPS + self.chart.number[self.mine_at[i]]
            if self.fire_fault(target) == LEGAL or self.bank_fault(target) == LEGAL:
                return True
        return False

    def may_aim_at(self, ship: int) -> bool:
        return not self.dead[ship] and not self.friends(self.owner[ship], self.to_act)

    def can_jump(self, astern: bool) -> bool:
        if self.engine_fault():
            return False
        for hexes in range(1, self.warp_factor(astern) + 1):
            if self.jump_fault(hexes, astern) == LEGAL:
                return True
        return False

    def can_work(self) -> bool:
        """Whether an engineering action but `done` is legal."""
        if self.repair_fault() == LEGAL or self.charge_bank_fault() == LEGAL or self.charge_warp_fault() == LEGAL:
            return True
        if self.cloak_fault() == LEGAL or self.fix_bank_fault() == LEGAL or self.fix_warp_fault() == LEGAL:
            return True
        if self.spend_fault(FIX_DIL) == LEGAL or self.spend_fault(DIL_WARP) == LEGAL:
            return True
        return self.spend_fault(TRI_BANK) == LEGAL or self.can_operate()

    def can_operate(self) -> bool:
        if self.dock_fault() or self.moved:
            return False
        if self.fix_dock_fault() == LEGAL:
            return True
        for action in range(GATHER_DIL, LOAD_TRI + 1):
            if self.stow_fault(action) == LEGAL:
                return True
        for ship in range(self.ships):
            for item in range(4):
                if self.give_fault(item, self.ship_number(ship)) == LEGAL:
                    return True
        return False

    # Legal actions

    def list_legal(self, actions: Actions) -> None:
        actions.size = 0
        if self.phase == TACTICAL:
            self.list_tactical(actions)
        elif self.phase == ENGINEERING:
            self.list_engineering(actions)
        elif self.phase == ACTIVATE:
            for ship in range(self.ships):
                if self.owner[ship] == self.to_act and not self.done[ship]:
                    actions.add(GO + self.ship_number(ship))
        elif self.phase == CREW:
            for order in range(1, 6):
                actions.add(ORDER + order)
        else:
            self.list_setting(actions)

    def list_setting(self, actions: Actions) -> None:
        seat = self.to_act
        if self.phase == DEPLOY:
            ship = self.next_to_deploy(seat)
            depth = self.deploy_depth(seat, ship)
            for column in range(self.zone_width()):
                base = self.deploy_base(seat, ship, column, depth)
                if base >= 0:
                    actions.add(PUT + self.chart.number[base])
        elif self.phase == PURCHASE:
            actions.add(BUY_DONE)
            if self.stock_fault() == LEGAL:
                actions.add(STOCK)
            for ship in range(self.ships):
                for item in range(4):
                    if self.owner[ship] == seat and self.buy_ship_fault(item, ship) == LEGAL:
                        actions.add(BUY + item * MOST_SHIPS + self.ship_number(ship))
        elif self.phase == BUILD:
            if self.fleet_done_fault() == LEGAL:
                actions.add(FLEET_DONE)
            for kind in range(self.roster.classes):
                if self.pick_fault(kind) == LEGAL:
                    actions.add(PICK + kind)
        elif self.phase == FIRST:
            for other in range(self.seats):
                actions.add(FIRST_SEAT + other)

    def list_tactical(self, actions: Actions) -> None:
        heading = self.heading[self.turn_ship]
        actions.add(END)
        if self.step_fault(False) == LEGAL:
            actions.add(FWD)
        if self.step_fault(True) == LEGAL:
            actions.add(REV)
        if self.turn_fault((heading + 5) % 6) == LEGAL:
            actions.add(LEFT)
        if self.turn_fault((heading + 1) % 6) == LEGAL:
            actions.add(RIGHT)
        if self.selfdestruct_fault() == LEGAL:
            actions.add(SELFDESTRUCT)
        if self.mine_fault() == LEGAL:
            actions.add(DROP)
        if self.decloak_fault() == LEGAL:
            actions.add(DECLOAK)
        for action in range(DIL_MF, TRI_DF + 1):
            if self.boost_fault(action) == LEGAL:
                actions.add(action)
        for action in range(XFER_CF, XFER_MF + 1):
            if self.xfer_fault(action) == LEGAL:
                actions.add(action)
        self.list_jumps(actions, False)
        self.list_jumps(actions, True)
        self.list_attacks(actions)

    def list_jumps(self, actions: Actions, astern: bool) -> None:
        """The jumps of every length, in one walk along the path."""
        if self.engine_fault():
            return
        ship = self.turn_ship
        course = (self.heading[ship] + 3) % 6 if astern else self.heading[ship]
        base = self.at[ship]
        leading = self.sternmost(ship) if astern else base
        for hexes in range(1, self.warp_factor(astern) + 1):
            old = base
            base = self.chart.neighbour[base][course]
            leading = self.chart.neighbour[leading][course]
            if leading < 0:
                return
            if self.cost_fault(hexes, base, astern) == LEGAL and self.end_fault(leading, base) == LEGAL:
                actions.add((RWARP if astern else WARP) + hexes)
            if self.path_fault(leading, old, base):
                return

    def list_attacks(self, actions: Actions) -> None:
        for ship in range(self.ships):
            if self.may_aim_at(ship):
                target = self.ship_number(ship)
                if self.fire_fault(target) == LEGAL:
                    actions.add(FIRE + target)
                if self.bank_fault(target) == LEGAL:
                    actions.add(BANK + target)
                if self.ram_fault(target) == LEGAL:
                    actions.add(RAM + target)
        for i in range(self.mine_count):
            target = MOST_SHIPS + self.chart.number[self.mine_at[i]]
            if self.fire_fault(target) == LEGAL:
                actions.add(FIRE + target)
            if self.bank_fault(target) == LEGAL:
                actions.add(BANK + target)

    def list_engineering(self, actions: Actions) -> None:
        actions.add(DONE)
        for action in range(REPAIR, TRI_BANK + 1):
            if self.engineering_fault(action) == LEGAL:
                actions.add(action)
        if self.dock_fault() or self.moved:
            return
        for action in range(GATHER_DIL, LOAD_TRI + 1):
            if self.stow_fault(action) == LEGAL:
                actions.add(action)
        for ship in range(self.ships):
            for item in range(4):
                if self.give_fault(item, self.ship_number(ship)) == LEGAL:
                    actions.add(GIVE + item * MOST_SHIPS + self.ship_number(ship))

    # Refusals: the order of checks of 3.2, for an action of the present phase

    def fault(self, action: int) -> int:
        if self.phase == TACTICAL:
            return self.tactical_fault(action)
        if self.phase == ENGINEERING:
            return self.engineering_fault(action)
        if self.phase == ACTIVATE:
            return self.go_fault(action - GO)
        if self.phase == CREW:
            return LEGAL
        return self.setting_fault(action)

    def setting_fault(self, action: int) -> int:
        if self.phase == FIRST:
            return LEGAL if action - FIRST_SEAT < self.seats else UNKNOWN_ACTION
        if action == FLEET_DONE:
            return self.fleet_done_fault()
        if action == STOCK:
            return self.stock_fault()
        if action == BUY_DONE:
            return LEGAL
        if action >= PICK:
            return self.pick_fault(action - PICK)
        if action >= PUT:
            return self.put_fault(action - PUT)
        return self.buy_fault((action - BUY) // MOST_SHIPS, (action - BUY) % MOST_SHIPS)

    def tactical_fault(self, action: int) -> int:
        heading = self.heading[self.turn_ship]
        if action == END:
            return LEGAL
        if action in (FWD, REV):
            return self.step_fault(action == REV)
        if action == LEFT:
            return self.turn_fault((heading + 5) % 6)
        if action == RIGHT:
            return self.turn_fault((heading + 1) % 6)
        if action >= RAM:
            return self.ram_fault(action - RAM)
        if action >= BANK:
            return self.bank_fault(action - BANK)
        if action >= FIRE:
            return self.fire_fault(action - FIRE)
        if action >= RWARP:
            return self.jump_fault(action - RWARP, True)
        if action >= WARP:
            return self.jump_fault(action - WARP, False)
        if action == SELFDESTRUCT:
            return self.selfdestruct_fault()
        if action == DROP:
            return self.mine_fault()
        if action == DECLOAK:
            return self.decloak_fault()
        return self.xfer_fault(action) if action >= XFER_CF else self.boost_fault(action)

    def engineering_fault(self, action: int) -> int:
        if action == REPAIR:
            return self.repair_fault()
        if action == CHARGE_WARP:
            return self.charge_warp_fault()
        if action == CHARGE_BANK:
            return self.charge_bank_fault()
        if action == CLOAK:
            return self.cloak_fault()
        if action == FIX_BANK:
            return self.fix_bank_fault()
        if action == FIX_WARP:
            return self.fix_warp_fault()
        if action in (FIX_DIL, DIL_WARP, TRI_BANK):
            return self.spend_fault(action)
        if action == FIX_DOCK:
            return self.fix_dock_fault()
        if action >= GIVE:
            return self.give_fault((action - GIVE) // MOST_SHIPS, (action - GIVE) % MOST_SHIPS)
        return LEGAL if action == DONE else self.stow_fault(action)

    # For the edge

    def why(self, action: int) -> int:
        """The fault of an action of the present phase, as an index into FAULTS."""
        return self.fault(action)

    def number_of(self, ship: int) -> int:
        """The number of a ship in action codes."""
        return self.ship_number(ship)

    def chart_of(self) -> Chart:
        return self.chart

    def chart_map(self) -> Map:
        return self.chart.map

    def behind(self, cell: int, heading: int) -> int:
        """The hex astern of another, -1 off the map."""
        return self.chart.neighbour[cell][(heading + 3) % 6]

    def entry(self, cell: int) -> int:
        """Why no new ship could stand in a hex, as an index into FAULTS."""
        return self.enter_fault(cell, -1)

    def most_actions(self) -> int:
        return MOST_ACTIONS

    def deploying_seat(self) -> int:
        """R3.6: the seat that deploys next, -1 if the ships on the map cannot have been deployed in turn."""
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
        """The sides of some seats, as a set."""
        found = 0
        for seat in seats:
            found |= 1 << self.side(seat)
        return found

    def end_with(self, winners: int) -> None:
        self.winners = winners
        self.to_act = OVER

    def count_sides(self) -> int:
        """Work out, and return, which sides are in the game, after a position was read."""
        self.sides = self.sides_left()
        return self.sides

    def activating_seat(self) -> int:
        return self.next_seat()

    def leading_sides(self) -> int:
        return self.leaders()

    def course(self, hexes: int, astern: bool, of_stern: bool) -> int:
        """Where the base (or the stern) of the ship whose turn it is stands so many hexes on; -1 off the map."""
        ship = self.turn_ship
        cell = self.sternmost(ship) if of_stern else self.at[ship]
        for _ in range(hexes):
            cell = self.chart.neighbour[cell][(self.heading[ship] + 3) % 6 if astern else self.heading[ship]]
            if cell < 0:
                return -1
        return cell

    def chart_name(self, cell: int) -> str:
        """The four digits of a hex."""
        return self.chart.name(cell)

    def kind_of(self, number: int) -> int:
        """The class of the ship of that number in action codes."""
        return self.kind[self.find_ship(number)]

    def class_value(self, kind: int) -> int:
        return self.terms.value[kind]

    def price_of(self, item: int, number: int) -> str:
        """What one unit costs for that ship, and of how many credits."""
        return f"{self.price(item, self.find_ship(number))} of {self.credits[self.to_act]} credits"

    def is_unarmed(self) -> bool:
        """Whether the class of the ship whose turn it is has no arc."""
        return self.roster.arc[self.kind[self.turn_ship]] == 0

    def is_device(self) -> bool:
        """Whether the banks of the ship whose turn it is are devices."""
        return bool(self.roster.device[self.kind[self.turn_ship]])

    def bank_hits(self, strength: int) -> int:
        """R9.3: the hits of a damage weapon of that strength."""
        return 1 if self.terms.bank_one else strength

    def turn_of(self, ship: int) -> Rules:
        """The same position in the turn of a ship that has done nothing yet in it."""
        twin: Rules = cython.cast(Rules, self.copy())
        twin.clear_turn()
        twin.phase = TACTICAL
        twin.turn_ship = ship
        twin.turnseat = self.owner[ship]
        twin.to_act = self.owner[ship]
        return twin

    def fire_map(self) -> list[tuple[int, int, int]]:
        """For the ship whose turn it is: hexes in which it could hit something, with the number of a regular attack
        and the strength of a charged bank (0 for none), whatever it has done already."""
        ship = self.turn_ship
        found: list[tuple[int, int, int]] = []
        if self.roster.arc[self.kind[ship]] == 0 or self.cloaked[ship] or self.chart.terrain[self.at[ship]] == STORM:
            return found
        for cell in range(self.chart.cells):
            if self.board[cell] == ship + 1:
                continue
            self.aim = self.board[cell] - 1
            self.aim_base = cell
            self.aim_stern = -1
            number = self.line_number if self.find_line() == LEGAL else 0
            strength = self.line_number if self.banks[ship] and self.find_row() == LEGAL else 0
            if number or strength:
                found.append((cell, int(number), int(strength)))
        return found

    def allowed(self) -> tuple[int, int, int]:
        """Of the ship whose turn it is: movement left, allowance, warp factor."""
        return self.movement_left(self.nebula), self.allowance(self.nebula), self.warp_factor(False)
