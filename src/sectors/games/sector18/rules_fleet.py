"""Command Fleet (R6): movement, combat and strikes at a base."""

from __future__ import annotations

import cython

from sectors.games.sector18.rules_board import Board
from sectors.kit.core import Actions
from sectors.kit.dealer import Dealer

if not cython.compiled:  # rules_fleet.pxd imports the C versions
    from sectors.games.sector18.numbers import (
        BASE0,
        BY_BASE,
        COMBAT_EVENT,
        COMMAND,
        COMMANDS_OF_SHIP,
        HIT_EVENT,
        HOLE,
        LOST,
        MOVE_EVENT,
        NOBODY,
        TIED,
        WARP,
        WARP_EVENT,
        WARPS_OF_SHIP,
        WON,
    )
    from sectors.games.sector18.rules_board import count


class Fleet(Board):
    def list_commands(self, ship: int, actions: Actions | None) -> None:
        """List all legal commands of a ship of the side whose turn it is."""
        side = self.side
        at = self.at[side][ship]
        speed = self.speed_of(side, ship)
        leaving = self.leaving(side, ship)
        code = COMMAND + ship * COMMANDS_OF_SHIP
        for k in range(self.tables.near_size[side][leaving][at]):
            stop = self.tables.near[side][leaving][at][k]
            if self.tables.distance[side][leaving][at][stop] > speed:
                break
            if stop >= BASE0:
                if stop != at:
                    self.offer(code + 81 * 5 + stop - BASE0, actions)
                continue
            held = self.here[1 - side][stop] != 0
            if self.tables.kind[stop] == HOLE and not held and self.list_exits(ship, stop, actions):
                continue
            if stop != at or held:  # R6.5
                self.list_endings(code + stop * 5, self.endings(ship, stop), actions)

    def list_exits(self, ship: int, stop: int, actions: Actions | None) -> bool:
        """List the commands through a Warp Hole (R6.9). Return whether it has any exit, even the ship's place."""
        found = False
        for k in range(self.tables.hole_count):
            hole = self.tables.holes[k]
            if hole != stop:
                endings = self.endings(ship, hole)
                if endings:
                    found = True
                    if hole != self.at[self.side][ship]:
                        self.list_endings(WARP + ship * WARPS_OF_SHIP + (stop * 81 + hole) * 5, endings, actions)
        return found

    def list_endings(self, code: int, endings: int, actions: Actions | None) -> None:
        for i in range(5):
            if endings >> i & 1:
                self.offer(code + i, actions)

    def offer(self, action: int, actions: Actions | None) -> None:
        """Add a legal action to the list. Without a list, count it, and let the AI weigh it if it has an aim."""
        if actions is not None:
            actions.add(action)
            return
        self.offers += 1
        if self.aim != NOBODY:
            self.weigh(action)

    def weigh(self, action: int) -> None:
        """Keep the best command for the AI's aim. The automa overrides this."""

    def endings(self, ship: int, zone: int) -> int:
        """Return how a ship may end in a zone (R6.6): bit 0 without combat, bits 1 to 4 against L, M, S, H."""
        side = self.side
        foes = self.here[1 - side][zone]
        others = count(foes) + count(self.here[side][zone] & ~(1 << ship))
        if foes == 0:
            return 1 if others < self.tables.zone_limit else 0
        if others < self.tables.zone_limit:
            return foes << 1
        allowed = 0
        for foe in range(4):
            if foes >> foe & 1 and self.damage_of(1 - side, foe) <= self.damage_of(side, ship):
                allowed |= 2 << foe
        return allowed

    def can_command(self) -> bool:
        """Return whether a ship that has not been commanded yet has a legal command."""
        for ship in range(4):
            if self.at[self.side][ship] <= BASE0 + 1 and not self.moved >> ship & 1:
                self.offers = 0
                self.list_commands(ship, None)
                if self.offers:
                    return True
        return False

    def ship_of(self, action: int) -> int:
        return (action - COMMAND) // COMMANDS_OF_SHIP if action < WARP else (action - WARP) // WARPS_OF_SHIP

    def command(self, action: int, dealer: Dealer) -> None:
        """Carry out a command with all its effects (R6.2)."""
        hole = NOBODY
        if action < WARP:
            ship = (action - COMMAND) // COMMANDS_OF_SHIP
            rest = (action - COMMAND) % COMMANDS_OF_SHIP
            stop = rest // 5 if rest < 81 * 5 else BASE0 + rest - 81 * 5
            foe = rest % 5 - 1 if stop < BASE0 else NOBODY
        else:
            ship = (action - WARP) // WARPS_OF_SHIP
            rest = (action - WARP) % WARPS_OF_SHIP
            stop = rest // 5 // 81
            hole = rest // 5 % 81
            foe = rest % 5 - 1
        side = self.side
        start = self.at[side][ship]
        end = stop if hole == NOBODY else hole
        claimed_start = self.claimant(start)
        claimed_end = self.claimant(end)
        if stop != start:
            dealer.tell(MOVE_EVENT, side, ship, start, stop)
        if hole != NOBODY:
            dealer.tell(WARP_EVENT, side, ship, stop, hole)
        self.lift(side, ship)
        if end == BASE0 + 1 - side:
            damage = self.damage_of(side, ship)
            self.up[side][ship] = 0
            self.tell_claims(start, claimed_start, end, claimed_end, dealer)
            self.strike(ship, damage, dealer)
            return
        self.put(side, ship, end)
        if foe != NOBODY:
            self.fight(ship, foe, end, dealer)
        self.tell_claims(start, claimed_start, end, claimed_end, dealer)

    def fight(self, ship: int, foe: int, zone: int, dealer: Dealer) -> None:
        """Resolve a combat (R6.7)."""
        side = self.side
        own = self.damage_of(side, ship)
        other = self.damage_of(1 - side, foe)
        outcome = WON if own > other else TIED if own == other else LOST
        if outcome != LOST:
            self.destroy(1 - side, foe)
        if outcome != WON:
            self.destroy(side, ship)
        dealer.tell(COMBAT_EVENT, side, ship, foe, zone)
        dealer.also(outcome)

    def strike(self, ship: int, damage: int, dealer: Dealer) -> None:
        """Damage the enemy base, first its shield, then its Health (R6.8)."""
        enemy = 1 - self.side
        absorbed = min(damage, self.shield[enemy])
        self.shield[enemy] -= absorbed
        self.h[enemy] -= min(damage - absorbed, self.h[enemy])
        dealer.tell(HIT_EVENT, enemy, ship, damage, absorbed)
        dealer.also(self.shield[enemy])
        dealer.also(self.h[enemy])
        if self.h[enemy] == 0:
            self.finish(BY_BASE, self.side, dealer)

    # For Python callers

    def endings_of(self, ship: int, zone: int) -> int:
        return self.endings(ship, zone)

    def exits_of(self, ship: int, stop: int) -> list[int]:
        """Return the other Warp Holes where the ship may end, including its own place (R6.9)."""
        holes = [self.tables.holes[k] for k in range(self.tables.hole_count)]
        return [hole for hole in holes if hole != stop and self.endings(ship, hole)]
