"""Whether there is a choice at all, the legal actions, and why an action is illegal (3.2)."""

from __future__ import annotations

from sectors.games.starsectors.numbers import (
    ACTIVATE,
    BANK,
    BUILD,
    BUY,
    BUY_DONE,
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
    ENGINEERING,
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
    MOST_SHIPS,
    ORDER,
    PICK,
    PURCHASE,
    PUT,
    RAM,
    REPAIR,
    REV,
    RIGHT,
    RWARP,
    SELFDESTRUCT,
    STOCK,
    TACTICAL,
    TRI_BANK,
    TRI_DF,
    UNKNOWN_ACTION,
    WARP,
    XFER_CF,
    XFER_MF,
)
from sectors.games.starsectors.rules_rounds import Rounds
from sectors.kit.core import Actions


class Choices(Rounds):
    # Whether there is a choice

    def only_action(self) -> int:
        """Return the only legal action, or -1 if there are several."""
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
        """Return whether a tactical action other than `end` is legal; likely and cheap checks come first."""
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
        """Return whether an engineering action other than `done` is legal."""
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
            self.list_set_up(actions)

    def list_set_up(self, actions: Actions) -> None:
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
        """Add the legal jumps of every length, in one pass along the path."""
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

    # Refusals of actions of the current phase, in the order of checks of 3.2

    def fault(self, action: int) -> int:
        if self.phase == TACTICAL:
            return self.tactical_fault(action)
        if self.phase == ENGINEERING:
            return self.engineering_fault(action)
        if self.phase == ACTIVATE:
            return self.go_fault(action - GO)
        if self.phase == CREW:
            return LEGAL
        return self.set_up_fault(action)

    def set_up_fault(self, action: int) -> int:
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
