"""Attacks (R8), advanced weapons (R9), self-destruction and ramming (R10.4, R10.5)."""

from __future__ import annotations

from sectors.games.starsectors.geometry import MIDDLE, POINT_BLANK, REAR
from sectors.games.starsectors.numbers import (
    ADVANCED,
    ALREADY_ATTACKED,
    ALREADY_JUMPED,
    ATTACK,
    ATTACKED,
    BANK_NOT_CHARGED,
    BY_BANK,
    BY_FIRE,
    BY_RAM,
    BY_SELFDESTRUCT,
    CLOAKED,
    COMMAND,
    DEVICE_NEEDS_SHIP,
    GUNNERY,
    LEGAL,
    LINE_BLOCKED,
    MINE_GONE,
    MOST_SHIPS,
    MOVED_REVERSE,
    MOVEMENT_STOPPED,
    NO_BANKS,
    NO_COMBAT_FACTOR,
    NO_ENEMY_ADJACENT,
    NO_MOVEMENT_LEFT,
    NO_SUCH_TARGET,
    NOT_AN_ENEMY,
    NOT_DEAD_AHEAD,
    OTHER_TARGET_ENGAGED,
    OUT_OF_ARC,
    OUT_OF_RANGE,
    RAMMING,
    REGULAR,
    SCIENCE,
    SHIP_DESTROYED,
    STORM,
    TARGET_CLOAKED,
    TARGET_NOT_AHEAD,
    TARGET_SHELTERED,
    UNARMED,
    WEAPONS_DISABLED,
    WEB,
)
from sectors.games.starsectors.rules_movement import Movement
from sectors.kit.dealer import Dealer


class Combat(Movement):
    def target_fault(self, target: int) -> int:
        """Check that the target is an enemy (R8.1); store its ship (-1 for a mine) and the hexes that can be hit."""
        if target >= MOST_SHIPS:
            self.aim = -1
            self.aim_base = self.chart.cell_of[target - MOST_SHIPS]
            self.aim_stern = -1
            if self.aim_base < 0 or self.mined[self.aim_base] == 0:
                return NO_SUCH_TARGET
            owner = self.mined[self.aim_base] - 1
        else:
            self.aim = self.find_ship(target)
            if self.aim < 0:
                return NO_SUCH_TARGET
            if self.dead[self.aim]:
                return SHIP_DESTROYED
            self.aim_base = self.at[self.aim]
            self.aim_stern = self.stern(self.aim)
            owner = self.owner[self.aim]
        return NOT_AN_ENEMY if self.friends(owner, self.owner[self.turn_ship]) else LEGAL

    def aim_fault(self, target: int) -> int:
        """Run the checks that a regular attack and a bank have in common, up to the engagement."""
        ship = self.turn_ship
        if self.roster.arc[self.kind[ship]] == 0:
            return UNARMED
        fault = self.target_fault(target)
        if fault:
            return fault
        if self.cloaked[ship]:
            return CLOAKED
        if self.chart.terrain[self.at[ship]] == STORM:
            return WEAPONS_DISABLED
        if self.target >= 0 and self.target != target:
            return OTHER_TARGET_ENGAGED
        return LEGAL

    def hidden_fault(self) -> int:
        if self.aim >= 0 and self.cloaked[self.aim] and self.order[self.turn_ship] != SCIENCE:
            return TARGET_CLOAKED
        return LEGAL

    def is_sheltered(self, a: int, d: int) -> bool:
        """Return whether a storm or nebula shelters the target (R8.8)."""
        if self.chart.terrain[a] == STORM or self.chart.terrain[d] == STORM:
            return True
        cloud = self.chart.cluster[a]
        return cloud != self.chart.cluster[d] or cloud != self.chart.cluster[self.at[self.turn_ship]]

    # Regular attack (R8)

    def fire_fault(self, target: int) -> int:
        fault = self.aim_fault(target)
        if fault:
            return fault
        if self.attacked:
            return ALREADY_ATTACKED
        fault = self.hidden_fault()
        return fault if fault else self.find_line()

    def find_line(self) -> int:
        """Find the firing line (R8.3) and store it with its number and dice; else return why the best pair fails."""
        ship = self.turn_ship
        base = self.at[ship]
        stern = self.stern(ship)
        factor = self.combat(ship)
        furthest = 0
        line = 10000  # among the pairs that pass, prefer the nearest, then from the base, then to the base
        for pair in range(4):
            a = stern if pair & 2 else base
            d = self.aim_stern if pair & 1 else self.aim_base
            if a < 0 or d < 0:
                continue
            gap = self.chart.place[d] - self.chart.place[a] + MIDDLE
            distance = self.chart.distance[gap]
            if distance * 4 + pair > line:
                continue
            stage = self.pair_stage(a, d, gap, distance, factor)
            if stage > furthest:
                furthest = stage
            if stage == 4:
                line = distance * 4 + pair
                self.line_from = a
                self.line_to = d
        if furthest == 0:
            return TARGET_SHELTERED
        if furthest == 1:
            return OUT_OF_RANGE
        if furthest == 2:
            return OUT_OF_ARC
        if furthest == 3:
            return LINE_BLOCKED
        self.note_line(line // 4, line % 4 == 0, factor)
        return LEGAL

    def pair_stage(self, a: int, d: int, gap: int, distance: int, factor: int) -> int:
        """Return how many of the four checks of a line this pair passes."""
        ship = self.turn_ship
        if self.is_sheltered(a, d):
            return 0
        seen = 1 << (self.chart.bearing[gap] + 12 - 2 * self.heading[ship]) % 12
        if self.shot_number(seen, distance, factor) < 1:
            return 1
        if self.roster.arc[self.kind[ship]] & seen == 0:
            return 2
        return 4 if self.clear_line(a, d, ship, self.aim) else 3

    def shot_number(self, seen: int, distance: int, factor: int) -> int:
        """Return the number at or under which a regular attack hits (R8.4)."""
        number = factor - (distance - 1)
        if REAR & seen and (distance == 1 or not self.terms.rear_adjacent):
            number -= 1
        return number

    def note_line(self, distance: int, bases: bool, factor: int) -> None:
        """Store the number and dice of the line (R8.4, R8.5)."""
        ship = self.turn_ship
        gap = self.chart.place[self.line_to] - self.chart.place[self.line_from] + MIDDLE
        seen = 1 << (self.chart.bearing[gap] + 12 - 2 * self.heading[ship]) % 12
        self.line_number = self.shot_number(seen, distance, factor)
        self.line_dice = 2 if self.order[ship] == GUNNERY else 1
        if distance == 1 and bases and POINT_BLANK & seen:
            self.line_dice = 2

    def fire(self, target: int, dealer: Dealer) -> None:
        """Make a regular attack (R8.6)."""
        ship = self.turn_ship
        self.fire_fault(target)  # stores the line
        self.target = target
        self.attacked = True
        dealer.tell(ATTACKED, self.ship_number(ship), target, REGULAR, self.line_number)
        if not self.roll(ATTACK, self.line_dice, self.line_number, ship, dealer):
            return
        if self.aim < 0:
            self.shoot_mine(dealer)
        elif not self.roll_save(self.aim, dealer):
            self.take_hits(self.aim, 1, BY_FIRE, dealer)
            self.resolve_blasts(dealer)

    def shoot_mine(self, dealer: Dealer) -> None:
        dealer.tell(MINE_GONE, self.chart.number[self.aim_base], 0, 0, 0)
        self.remove_mine(self.aim_base)

    # Advanced weapons (R9)

    def bank_fault(self, target: int) -> int:
        ship = self.turn_ship
        fault = self.aim_fault(target)
        if fault:
            return fault
        if self.roster.banks[self.kind[ship]] == 0:
            return NO_BANKS
        if self.banks[ship] == 0:
            return BANK_NOT_CHARGED
        if self.aim < 0 and self.roster.device[self.kind[ship]]:
            return DEVICE_NEEDS_SHIP
        fault = self.hidden_fault()
        return fault if fault else self.find_row()

    def find_row(self) -> int:
        """Find the row dead ahead (R9.2) and store it with its strength; else return why its best hex fails."""
        furthest = 0
        nearest = 0
        for part in range(2):
            d = self.aim_stern if part else self.aim_base
            if d < 0:
                continue
            stage = self.row_stage(d)
            if stage > furthest:
                furthest = stage
            if stage == 4:
                distance = self.distance(self.at[self.turn_ship], d)
                if nearest == 0 or distance < nearest:
                    nearest = distance
                    self.line_to = d
        if furthest == 0:
            return NOT_DEAD_AHEAD
        if furthest == 1:
            return TARGET_SHELTERED
        if furthest == 2:
            return OUT_OF_RANGE
        if furthest == 3:
            return LINE_BLOCKED
        self.line_from = self.at[self.turn_ship]
        self.line_number = self.strength(nearest)
        return LEGAL

    def row_stage(self, d: int) -> int:
        ship = self.turn_ship
        base = self.at[ship]
        gap = self.chart.place[d] - self.chart.place[base] + MIDDLE
        if self.chart.bearing[gap] != 2 * self.heading[ship]:
            return 0
        if self.is_sheltered(base, d):
            return 1
        if self.strength(self.chart.distance[gap]) < 1:
            return 2
        return 4 if self.clear_line(base, d, ship, self.aim) else 3

    def strength(self, distance: int) -> int:
        ship = self.turn_ship
        strength = self.combat(ship) - (distance - 1)
        return strength + 1 if self.order[ship] == GUNNERY else strength

    def fire_bank(self, target: int, dealer: Dealer) -> None:
        ship = self.turn_ship
        self.bank_fault(target)  # stores the row
        strength = self.line_number
        self.target = target
        self.banks[ship] -= 1
        self.bank_out += 1
        self.banked += 1
        dealer.tell(ATTACKED, self.ship_number(ship), target, ADVANCED, strength)
        if self.aim < 0:
            self.shoot_mine(dealer)
        elif self.roster.device[self.kind[ship]]:
            self.web[self.aim] += strength  # R9.4
            dealer.tell(WEB, self.ship_number(self.aim), strength, self.web[self.aim], 0)
        elif not self.roll_save(self.aim, dealer):
            self.take_hits(self.aim, 1 if self.terms.bank_one else strength, BY_BANK, dealer)  # R9.3
            self.resolve_blasts(dealer)

    # Ramming and self-destruction

    def ram_fault(self, target: int) -> int:
        """Check ramming (R10.5)."""
        ship = self.turn_ship
        fault = self.target_fault(target)
        if fault:
            return fault
        if self.cloaked[ship]:
            return CLOAKED
        if self.target >= 0 and self.target != target:
            return OTHER_TARGET_ENGAGED
        if self.combat(ship) == 0:
            return NO_COMBAT_FACTOR
        ahead = self.chart.neighbour[self.at[ship]][self.heading[ship]]
        if ahead < 0 or self.board[ahead] != self.aim + 1:
            return TARGET_NOT_AHEAD
        if self.jumped:
            return ALREADY_JUMPED
        if self.stopped:
            return MOVEMENT_STOPPED
        if self.reverse:
            return MOVED_REVERSE
        return NO_MOVEMENT_LEFT if self.movement_left(self.nebula) < 1 else LEGAL

    def ram(self, target: int, dealer: Dealer) -> None:
        """Ram a ship (R10.5). The ramming ship is lost without a blast of its own, whatever the outcome."""
        ship = self.turn_ship
        rammed = self.find_ship(target)
        strength = self.combat(ship)
        dealer.tell(ATTACKED, self.ship_number(ship), target, RAMMING, strength)
        self.destroy(ship, dealer)
        if not (self.terms.ram_defence and self.roll_save(rammed, dealer)):
            self.take_hits(rammed, strength, BY_RAM, dealer)
            self.resolve_blasts(dealer)

    def selfdestruct_fault(self) -> int:
        """Check self-destruction (R10.4)."""
        ship = self.turn_ship
        found = self.find_adjacent_ships(self.kind[ship], self.at[ship], self.heading[ship])
        for i in range(found):
            if not self.friends(self.owner[self.band[i]], self.owner[ship]):
                return LEGAL
        return NO_ENEMY_ADJACENT

    def selfdestruct(self, dealer: Dealer) -> None:
        """Destroy the active ship (R10.4): no blast of its own, but a hit on every ship next to it."""
        ship = self.turn_ship
        base = self.at[ship]
        heading = self.heading[ship]
        self.destroy(ship, dealer)
        found = self.find_adjacent_ships(self.kind[ship], base, heading)
        for i in range(found):
            self.take_hits(self.band[i], 1, BY_SELFDESTRUCT, dealer)
        self.resolve_blasts(dealer)

    # For modules that are not compiled

    def attack_line(self, target: int, bank: bool) -> dict[str, int] | None:
        """Return the line of a legal attack: its two hexes, number or strength, dice, and the target's DF and dice;
        None if the attack is illegal."""
        if (self.bank_fault(target) if bank else self.fire_fault(target)) != LEGAL:
            return None
        found = {"from": int(self.line_from), "to": int(self.line_to), "number": int(self.line_number)}
        found["range"] = int(self.distance(self.line_from, self.line_to))
        found["dice"] = 0 if bank else int(self.line_dice)
        if self.aim >= 0:
            found["df"] = int(self.defence(self.aim))
            found["saves"] = 2 if self.order[self.aim] == COMMAND else 1
        return found

    def blocker(self, target: int, bank: bool) -> int:
        """Return the first hex that blocks the line of an attack which is otherwise possible; -1 if there is none."""
        if self.target_fault(target):
            return -1
        ship = self.turn_ship
        nearest = 10000
        found = -1
        for pair in range(4):
            a = self.stern(ship) if pair & 2 else self.at[ship]
            d = self.aim_stern if pair & 1 else self.aim_base
            if a < 0 or d < 0 or (bank and pair & 2):
                continue
            gap = self.chart.place[d] - self.chart.place[a] + MIDDLE
            distance = self.chart.distance[gap]
            stage = self.row_stage(d) if bank else self.pair_stage(a, d, gap, distance, self.combat(ship))
            if stage == 3 and distance * 4 + pair < nearest:
                nearest = distance * 4 + pair
                found = self.first_block(a, d, ship, self.aim)
        return found
