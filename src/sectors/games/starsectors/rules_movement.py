"""Movement (R7): steps, turns and warp jumps, and what happens on arrival."""

from __future__ import annotations

from sectors.games.starsectors.numbers import (
    ALREADY_JUMPED,
    ALREADY_MOVED,
    ASTEROIDS,
    BEYOND_WARP_FACTOR,
    BY_MINE,
    CLOAKED,
    DENSE,
    ENGINE_NOT_CHARGED,
    ENGINE_USED,
    ENGINES_DAMAGED,
    HELM,
    HEX_IMPASSABLE,
    HEX_OCCUPIED,
    JUMP_PATH_BLOCKED,
    LEGAL,
    METAPHASIC,
    MINE_GONE,
    MOON,
    MOVE,
    MOVED_FORWARD,
    MOVED_REVERSE,
    MOVEMENT_STOPPED,
    NO_MOVEMENT_LEFT,
    NO_NACELLES,
    OFF_MAP,
    ORBIT_STOPS_JUMP,
    PLANET,
    REVERSE_LIMIT,
    STAR_ADJACENT,
    STOP,
    STORM,
    TRANSIT,
    UNVEILED,
    WORMHOLE,
    WORMHOLE_EXIT_BLOCKED,
)
from sectors.games.starsectors.rules_records import Records
from sectors.kit.dealer import Dealer


class Movement(Records):
    def enter_fault(self, cell: int, ship: int) -> int:
        """Check whether a part of a ship's hull may enter a hex (R7.4)."""
        if cell < 0:
            return OFF_MAP
        if self.chart.terrain[cell] >= ASTEROIDS:
            return HEX_IMPASSABLE
        if self.chart.starlit[cell] and not self.terms.deadly:
            return STAR_ADJACENT
        if self.board[cell] and self.board[cell] != ship + 1:
            return HEX_OCCUPIED
        return LEGAL

    def exit_fault(self, ship: int, cell: int) -> int:
        """Check that a ship whose base enters a wormhole fits at its other end (R7.8)."""
        if self.chart.terrain[cell] != WORMHOLE:
            return LEGAL
        way_out = self.chart.partner[cell]
        if self.enter_fault(way_out, ship):
            return WORMHOLE_EXIT_BLOCKED
        if self.roster.length[self.kind[ship]] == 2:
            if self.enter_fault(self.stern_from(self.kind[ship], way_out, self.heading[ship]), ship):
                return WORMHOLE_EXIT_BLOCKED
        return LEGAL

    def in_nebula(self, cell: int) -> bool:
        return self.chart.terrain[cell] == METAPHASIC or self.chart.terrain[cell] == DENSE

    # Steps and turns (R7.1 to R7.3)

    def step_fault(self, astern: bool) -> int:
        ship = self.turn_ship
        if self.jumped:
            return ALREADY_JUMPED
        if self.stopped:
            return MOVEMENT_STOPPED
        if astern:
            if self.forward:
                return MOVED_FORWARD
            if self.reverse >= (2 if self.order[ship] == HELM else 1):
                return REVERSE_LIMIT
            new = self.chart.neighbour[self.at[ship]][(self.heading[ship] + 3) % 6]
            leading = self.chart.neighbour[self.sternmost(ship)][(self.heading[ship] + 3) % 6]
        else:
            if self.reverse:
                return MOVED_REVERSE
            new = self.chart.neighbour[self.at[ship]][self.heading[ship]]
            leading = new
        if self.movement_left(self.drags(self.at[ship], new)) < 1:
            return NO_MOVEMENT_LEFT
        fault = self.enter_fault(leading, ship)
        if fault:
            return fault
        return self.exit_fault(ship, new)

    def drags(self, old: int, new: int) -> bool:
        """Return whether a nebula slows this turn (R7.6), given a step of the base from one hex to another."""
        return self.nebula or self.in_nebula(old) or (new >= 0 and self.in_nebula(new))

    def step(self, astern: bool, dealer: Dealer) -> None:
        ship = self.turn_ship
        old = self.at[ship]
        new = self.chart.neighbour[old][(self.heading[ship] + 3) % 6 if astern else self.heading[ship]]
        if self.drags(old, new):
            self.nebula = True
        if astern:
            self.reverse += 1
        else:
            self.forward = True
        self.used += 1
        if self.worm >= 0:
            self.worm -= 1
        through = self.chart.terrain[new] == WORMHOLE
        self.arrive(ship, new, self.heading[ship], through, dealer)
        if through:
            self.worm = 1

    def turn_fault(self, heading: int) -> int:
        ship = self.turn_ship
        if self.jumped:
            return ALREADY_JUMPED
        if self.stopped:
            return MOVEMENT_STOPPED
        if self.movement_left(self.nebula) < 1:
            return NO_MOVEMENT_LEFT
        if self.roster.length[self.kind[ship]] == 2:
            return self.enter_fault(self.stern_from(self.kind[ship], self.at[ship], heading), ship)
        return LEGAL

    def turn(self, heading: int, dealer: Dealer) -> None:
        ship = self.turn_ship
        self.used += 1
        if self.worm >= 0:
            self.worm -= 1
        self.arrive(ship, self.at[ship], heading, False, dealer)

    # Arrival (R7.5)

    def arrive(self, ship: int, base: int, heading: int, through: bool, dealer: Dealer) -> None:
        """Move a ship by a step, a turn or one hex of a jump, `through` a wormhole or not."""
        old = self.at[ship]
        old_stern = self.stern(ship)
        self.lift(ship)
        dealer.tell(MOVE, self.ship_number(ship), self.chart.number[base], heading, 0)
        if through:
            base = self.chart.partner[base]
            dealer.tell(TRANSIT, self.ship_number(ship), self.chart.number[base], 0, 0)
        self.lay(ship, base, heading)
        stern = self.stern(ship)
        if base != old and base != old_stern and self.mined[base]:
            if not self.survives_mine(ship, base, dealer):
                return
        if stern >= 0 and stern != old and stern != old_stern and self.mined[stern]:
            if not self.survives_mine(ship, stern, dealer):
                return
        if self.terms.deadly and (self.chart.starlit[base] or (stern >= 0 and self.chart.starlit[stern])):
            self.destroy(ship, dealer)
            self.wrecks += 1
            self.resolve_blasts(dealer)
            return
        if self.cloaked[ship] and self.veils_fail(base):
            self.cloaked[ship] = 0
            self.decloaked = True
            dealer.tell(UNVEILED, self.ship_number(ship), 0, 0, 0)
        if base != old:
            self.moved = True
            body = self.new_body(old, base)
            if body >= 0:
                self.stopped = True
                dealer.tell(STOP, self.ship_number(ship), self.chart.number[body], 0, 0)

    def survives_mine(self, ship: int, cell: int, dealer: Dealer) -> bool:
        dealer.tell(MINE_GONE, self.chart.number[cell], 0, 0, 0)
        self.remove_mine(cell)
        self.take_hits(ship, 3, BY_MINE, dealer)
        self.resolve_blasts(dealer)
        return not self.dead[ship]

    def veils_fail(self, base: int) -> bool:
        """Return whether cloaks fail in a hex: in storms and nebulae (R11.5)."""
        return self.chart.terrain[base] == STORM or self.in_nebula(base)

    def new_body(self, old: int, new: int) -> int:
        """Return the moon or planet whose orbit the base enters with this step (R7.7), or -1."""
        if not self.chart.orbit[new]:
            return -1
        for side in range(6):
            body = self.chart.neighbour[new][side]
            if body >= 0 and (self.chart.terrain[body] == MOON or self.chart.terrain[body] == PLANET):
                if self.distance(old, body) != 1:
                    return body
        return -1

    # Jumps (R7.10 to R7.12)

    def warp_factor(self, astern: bool) -> int:
        """Return the warp factor (R6.6)."""
        factor = self.combat(self.turn_ship) + self.allowance(self.nebula)
        return (factor + 1) // 2 if astern else factor

    def engine_fault(self) -> int:
        """Check what every jump needs (R7.10)."""
        ship = self.turn_ship
        if self.roster.nacelles[self.kind[ship]] == 0:
            return NO_NACELLES
        if self.jumped:
            return ALREADY_JUMPED
        if self.engine_used:
            return ENGINE_USED
        if self.engines[ship] == 0:
            return ENGINE_NOT_CHARGED
        if self.cloaked[ship]:
            return CLOAKED
        if self.used:
            return ALREADY_MOVED
        if self.hull_mf(ship) < 1:
            return ENGINES_DAMAGED
        return LEGAL

    def cost_fault(self, hexes: int, end: int, astern: bool) -> int:
        """Check the cost of a jump (R7.10): 1 more if it starts or ends in a nebula."""
        cost = hexes
        if self.in_nebula(self.at[self.turn_ship]) or (end >= 0 and self.in_nebula(end)):
            cost += 1
        return BEYOND_WARP_FACTOR if cost > self.warp_factor(astern) else LEGAL

    def path_fault(self, leading: int, old: int, base: int) -> int:
        """Check whether a jump may pass through a leading hex while the base goes from `old` to `base` (R7.11)."""
        if leading < 0:
            return OFF_MAP
        if self.chart.terrain[leading] or self.board[leading] or self.chart.starlit[leading]:
            return JUMP_PATH_BLOCKED
        if self.new_body(old, base) >= 0:
            return ORBIT_STOPS_JUMP
        return LEGAL

    def end_fault(self, leading: int, base: int) -> int:
        """Check whether a jump may end here (R7.11)."""
        fault = self.enter_fault(leading, self.turn_ship)
        return fault if fault else self.exit_fault(self.turn_ship, base)

    def jump_fault(self, hexes: int, astern: bool) -> int:
        ship = self.turn_ship
        fault = self.engine_fault()
        if fault:
            return fault
        course = (self.heading[ship] + 3) % 6 if astern else self.heading[ship]
        base = self.at[ship]
        for _ in range(hexes):
            base = self.chart.neighbour[base][course] if base >= 0 else -1
        fault = self.cost_fault(hexes, base, astern)
        if fault:
            return fault
        base = self.at[ship]
        leading = self.sternmost(ship) if astern else base
        for i in range(hexes):
            old = base
            base = self.chart.neighbour[base][course]
            leading = self.chart.neighbour[leading][course]
            if i < hexes - 1:
                fault = self.path_fault(leading, old, base)
                if fault:
                    return fault
        return self.end_fault(leading, base)

    def jump(self, hexes: int, astern: bool, dealer: Dealer) -> None:
        ship = self.turn_ship
        self.engines[ship] -= 1
        self.engine_used = True
        self.jumped = True
        course = (self.heading[ship] + 3) % 6 if astern else self.heading[ship]
        for i in range(hexes):
            base = self.chart.neighbour[self.at[ship]][course]
            through = i == hexes - 1 and self.chart.terrain[base] == WORMHOLE
            self.arrive(ship, base, self.heading[ship], through, dealer)
            if self.dead[ship]:
                return
