"""The rules of Sector 18: set-up, turns, actions and abilities (R3, R4, R5, R8), on top of fleets and the automa.

Plain Python that also runs uncompiled; rules.pxd adds the C types for Cython.
"""

from __future__ import annotations

import cython

from sectors.games.sector18.rules_automa import Automa
from sectors.kit.core import Actions, Core
from sectors.kit.dealer import Dealer

if not cython.compiled:  # rules.pxd imports the C versions
    from sectors.games.sector18.numbers import (
        ABILITY_EVENT,
        AT_FACTIONS,
        AT_FIRST,
        BASE0,
        BREACH,
        BUILD,
        BUILD_EVENT,
        BUILDING,
        BY_LOT,
        COLLECT,
        COMMAND,
        DOCK,
        DONE,
        END,
        FACTION,
        FACTION_EVENT,
        GAIN_EVENT,
        HARVEST,
        IN_FACTION,
        IN_FLEET,
        IN_MAIN,
        IN_OVER,
        IN_TARGET,
        JUMP,
        JUMP_EVENT,
        LAB,
        LEVELUP,
        LIGHT,
        MINE,
        NOBODY,
        NOWHERE,
        PASS,
        PASS_EVENT,
        REFIT,
        REFIT_EVENT,
        REFITTING,
        REPAIR,
        REPAIR_EVENT,
        SCIENCE,
        SHIELD,
        SHIELD_EVENT,
        SHIELDING,
        SPEED,
        TARGET,
        THEY_CHOOSE,
        USE,
        USE_BUILD,
        USE_JUMP,
        USE_REFIT,
        WARD,
    )
    from sectors.games.sector18.rules_board import count
    from sectors.kit.dealer import DRAW, IMPOSSIBLE


class Sector18(Automa):
    # Set-up

    def begin(self, dealer: Dealer) -> None:
        """Set up the game (R3)."""
        self.clear()
        self.first = self.tables.fixed_first if self.tables.fixed_first >= 0 else dealer.choose(AT_FIRST, 2)
        for side in range(2):
            self.r[side] = self.tables.start_resources
            self.h[side] = self.tables.start_health
            self.level[side] = 1
            self.shield[side] = 0
            self.put(side, LIGHT, BASE0 + side)
        self.set_factions(dealer)
        if self.seats == 1:
            self.r[1] = self.tables.ai_start_resources
            self.shuffle_cards(dealer)
        else:
            second = 1 - self.first
            self.r[second] = min(self.r[second] + self.tables.second_bonus, self.tables.resource_cap)  # R3.3
        self.side = self.first
        if self.tables.faction_rule == THEY_CHOOSE:
            self.phase = IN_FACTION
            if self.seats == 1:
                self.side = 0
            self.to_act = self.side
        else:
            self.begin_turn(dealer)

    def set_factions(self, dealer: Dealer) -> None:
        """Assign the factions that are fixed or drawn (R3.4)."""
        if self.tables.faction_rule == THEY_CHOOSE:
            return
        if self.tables.faction_rule == BY_LOT:
            self.draw_factions(dealer)
            return
        for seat in range(self.seats):
            self.faction[seat] = self.tables.fixed_faction[seat]

    def draw_factions(self, dealer: Dealer) -> None:
        """Draw the first faction uniformly from all, the second from those on other cards."""
        self.faction[0] = dealer.below(self.tables.factions)
        if self.seats == 2:
            number = 0
            for i in range(self.tables.factions):
                if self.tables.faction_card[i] != self.tables.faction_card[self.faction[0]]:
                    number += 1
            number = dealer.below(number)
            for i in range(self.tables.factions):
                if self.tables.faction_card[i] != self.tables.faction_card[self.faction[0]]:
                    if number == 0:
                        self.faction[1] = i
                    number -= 1
        if dealer.ask(DRAW, AT_FACTIONS, self.seats, self.tables.factions):
            for i in range(self.tables.factions):
                dealer.ask_about(i, self.tables.faction_card[i])
        if dealer.given(AT_FACTIONS, self.seats):
            for seat in range(self.seats):
                self.faction[seat] = dealer.take()
            if (
                self.seats == 2
                and self.tables.faction_card[self.faction[0]] == self.tables.faction_card[self.faction[1]]
            ):
                dealer.spoil(IMPOSSIBLE, AT_FACTIONS)
        dealer.note(AT_FACTIONS, self.seats)
        for seat in range(self.seats):
            dealer.write(self.faction[seat])

    def choose_faction(self, faction: int, dealer: Dealer) -> None:
        self.faction[self.side] = faction
        dealer.tell(FACTION_EVENT, self.side, faction, 0, 0)
        if self.seats == 2 and self.side == self.first:
            self.side = 1 - self.first
            self.to_act = self.side
        else:
            self.side = self.first
            self.begin_turn(dealer)

    # Legal actions

    def list_legal(self, actions: Actions) -> None:
        actions.size = 0
        if self.phase == IN_MAIN:
            self.list_main(actions)
        elif self.phase == IN_FLEET:
            self.list_fleet(actions)
            actions.add(DONE)
        elif self.phase == IN_FACTION:
            self.list_factions(actions)
        elif self.phase == IN_TARGET:
            self.list_targets(actions)

    def list_main(self, actions: Actions) -> None:
        side = self.side
        self.list_ability(actions)
        if self.acted:
            actions.add(END)
            return
        actions.add(END if self.used else PASS)
        resources = self.r[side]
        if resources < self.tables.resource_cap:
            actions.add(COLLECT)
        if self.level[side] < 4 and self.tables.levelup_cost[self.level[side] + 1] <= resources:
            actions.add(LEVELUP)
        if self.shield[side] < 3 and self.shield_cost() <= resources:
            actions.add(SHIELD)
        self.list_builds(BUILD, resources, actions)
        self.list_refits(REFIT, resources, actions)
        self.list_fleet(actions)

    def list_fleet(self, actions: Actions) -> None:
        for ship in range(4):
            if self.at[self.side][ship] != NOWHERE and not self.moved >> ship & 1:
                self.list_commands(ship, actions)

    def list_factions(self, actions: Actions) -> None:
        """List the factions whose card is not taken (R3.4)."""
        other = self.faction[1 - self.side]
        for i in range(self.tables.factions):
            if other == NOBODY or self.tables.faction_card[i] != self.tables.faction_card[other]:
                actions.add(FACTION + i)

    def list_targets(self, actions: Actions) -> None:
        """List the planets that are equally near (R11.6)."""
        ship = self.next_ship()
        least = self.least_distance(ship)
        for i in range(self.tables.planet_count):
            planet = self.tables.planets[i]
            if self.claimant(planet) == 0 and self.distance_to(ship, planet) == least:
                actions.add(TARGET + planet)

    def list_builds(self, code: int, resources: int, actions: Actions | None) -> None:
        """List the ships that can be built, with their places (R5.4)."""
        side = self.side
        for ship in range(4):
            if self.at[side][ship] != NOWHERE or self.tables.build_level[ship] > self.level[side]:
                continue
            if self.build_cost(ship) <= resources:
                self.list_havens(code + 83 * ship, NOWHERE, actions)

    def list_havens(self, code: int, but: int, actions: Actions | None) -> None:
        """List the own base and the claimed planets with room for another own ship, except the place `but`."""
        side = self.side
        if but != BASE0 + side:
            self.offer(code + BASE0 + side, actions)
        for i in range(self.tables.planet_count):
            planet = self.tables.planets[i]
            if planet != but and self.is_haven(planet):
                self.offer(code + planet, actions)

    def is_haven(self, planet: int) -> bool:
        return self.claimant(planet) == self.side and count(self.here[self.side][planet]) < self.tables.zone_limit

    def list_refits(self, code: int, resources: int, actions: Actions | None) -> None:
        """List the ships that can be upgraded (R5.5)."""
        side = self.side
        for ship in range(4):
            if self.at[side][ship] == NOWHERE or self.up[side][ship]:
                continue
            if self.tables.refit_level[ship] <= self.level[side] and self.refit_cost(ship) <= resources:
                self.offer(code + ship, actions)

    def list_ability(self, actions: Actions | None) -> None:
        """List every legal use of the ability (R8)."""
        side = self.side
        faction = self.faction[side]
        resources = self.r[side] - self.tables.faction_cost[faction]
        if self.used or resources < 0:
            return
        effect = self.tables.faction_effect[faction]
        if effect == BUILDING:
            self.list_builds(USE_BUILD, resources, actions)
        elif effect == REFITTING:
            self.list_refits(USE_REFIT, resources, actions)
        elif effect == JUMP:
            for ship in range(4):
                if self.at[side][ship] != NOWHERE:
                    self.list_havens(USE_JUMP + 83 * ship, self.at[side][ship], actions)
        elif self.has_effect(effect):
            self.offer(USE, actions)

    def has_effect(self, effect: int) -> bool:
        """Return whether an ability that takes no choice would do something now (R8.4, last column)."""
        side = self.side
        if effect == SPEED:
            return not self.acted and self.ships() > 0
        if effect == BREACH:
            return self.shield[1 - side] > 0
        if effect == SHIELDING:
            return self.shield[side] < 3
        if effect == REPAIR:
            return self.h[side] < self.largest_health(side)
        return self.count_claims(side) > 0  # HARVEST

    def ships(self) -> int:
        number = 0
        for ship in range(4):
            if self.at[self.side][ship] != NOWHERE:
                number += 1
        return number

    # Costs (R5.6)

    def shield_cost(self) -> int:
        cost = self.tables.shield_cost[self.shield[self.side] + 1] - self.has_bonus(self.side, WARD)
        return max(cost, self.tables.min_cost)

    def build_cost(self, ship: int) -> int:
        cost = self.tables.build_cost[ship] + self.tables.surcharge - self.has_bonus(self.side, DOCK)
        return max(cost, self.tables.min_cost)

    def refit_cost(self, ship: int) -> int:
        cost = self.tables.refit_cost[ship] - self.has_bonus(self.side, LAB)
        return max(cost, self.tables.min_cost)

    def income_of(self, side: int) -> int:
        """Return the income of a collection (R5.1), before the cap."""
        amount = self.tables.collect_base
        for i in range(self.tables.planet_count):
            planet = self.tables.planets[i]
            if self.claimant(planet) == side:
                amount += 2 if self.at[side][SCIENCE] == planet else 1
                if self.tables.bonus[planet] == MINE:
                    amount += 1
        return amount

    # For evaluators

    def worth(self, side: int, ship: int) -> int:
        """Return the cost of a ship in play with its upgrade, without discounts."""
        worth = self.tables.build_cost[ship]
        return worth + self.tables.refit_cost[ship] if self.up[side][ship] else worth

    def can_refit(self, side: int, ship: int, resources: int) -> bool:
        """Return whether a side could upgrade a ship in play with these Resources."""
        if self.up[side][ship] or self.tables.refit_level[ship] > self.level[side]:
            return False
        return max(self.tables.refit_cost[ship] - self.has_bonus(side, LAB), self.tables.min_cost) <= resources

    # Playing

    def apply(self, action: int, dealer: Dealer) -> None:
        if action >= COMMAND and action < FACTION:
            self.command_ship(action, dealer)
        elif action < REFIT:
            self.apply_simple(action, dealer)
        elif action < USE_REFIT:
            self.refit(action - REFIT, dealer)
            self.act(dealer)
        elif action < BUILD:
            self.pay_ability(dealer)
            self.refit(action - USE_REFIT, dealer)
            self.settle(dealer)
        elif action < USE_BUILD:
            self.build((action - BUILD) // 83, (action - BUILD) % 83, dealer)
            self.act(dealer)
        elif action < USE_JUMP:
            self.pay_ability(dealer)
            self.build((action - USE_BUILD) // 83, (action - USE_BUILD) % 83, dealer)
            self.settle(dealer)
        elif action < TARGET:
            self.pay_ability(dealer)
            self.jump((action - USE_JUMP) // 83, (action - USE_JUMP) % 83, dealer)
            self.settle(dealer)
        elif action < COMMAND:
            self.phase = IN_MAIN
            self.advance(action - TARGET, dealer)
            if self.phase != IN_OVER:
                self.continue_turn(dealer)
        else:
            self.choose_faction(action - FACTION, dealer)

    def apply_simple(self, action: int, dealer: Dealer) -> None:
        side = self.side
        if action == COLLECT:
            self.gain(self.income_of(side), dealer)
            self.act(dealer)
        elif action == LEVELUP:
            self.r[side] -= self.tables.levelup_cost[self.level[side] + 1]
            self.raise_base(side, dealer)
            self.act(dealer)
        elif action == SHIELD:
            self.r[side] -= self.shield_cost()
            self.shield[side] += 1
            dealer.tell(SHIELD_EVENT, side, self.shield[side], side, 0)
            self.act(dealer)
        elif action == USE:
            self.use(dealer)
            self.settle(dealer)
        elif action == DONE:
            self.phase = IN_MAIN
            self.moved = 0
            self.act(dealer)
        elif action == PASS:
            dealer.tell(PASS_EVENT, side, 0, 0, 0)
            self.end_turn(True, dealer)
        else:
            self.end_turn(False, dealer)

    def act(self, dealer: Dealer) -> None:
        self.acted = True
        self.settle(dealer)

    def settle(self, dealer: Dealer) -> None:
        """Do what is automatic after an action, a command or an ability (R4.6)."""
        if self.phase == IN_FLEET and not self.can_command():
            self.phase = IN_MAIN
            self.moved = 0
            self.acted = True
        if self.phase == IN_MAIN and self.acted:
            self.offers = 0
            self.list_ability(None)
            if self.offers == 0:
                self.end_turn(False, dealer)

    def command_ship(self, action: int, dealer: Dealer) -> None:
        self.phase = IN_FLEET
        self.moved |= 1 << self.ship_of(action)
        self.command(action, dealer)
        if self.phase != IN_OVER:
            self.settle(dealer)

    def gain(self, amount: int, dealer: Dealer) -> None:
        side = self.side
        amount = min(amount, self.tables.resource_cap - self.r[side])
        self.r[side] += amount
        dealer.tell(GAIN_EVENT, side, amount, self.r[side], 0)

    def build(self, ship: int, place: int, dealer: Dealer) -> None:
        self.r[self.side] -= self.build_cost(ship)
        self.put(self.side, ship, place)
        dealer.tell(BUILD_EVENT, self.side, ship, place, 0)

    def refit(self, ship: int, dealer: Dealer) -> None:
        self.r[self.side] -= self.refit_cost(ship)
        self.up[self.side][ship] = 1
        dealer.tell(REFIT_EVENT, self.side, ship, self.at[self.side][ship], 0)

    def pay_ability(self, dealer: Dealer) -> None:
        """Pay for the ability and mark it as used (R8.2)."""
        faction = self.faction[self.side]
        self.r[self.side] -= self.tables.faction_cost[faction]
        self.used = True
        dealer.tell(ABILITY_EVENT, self.side, faction, 0, 0)

    def jump(self, ship: int, place: int, dealer: Dealer) -> None:
        side = self.side
        start = self.at[side][ship]
        claimed_start = self.claimant(start)
        claimed_end = self.claimant(place)
        dealer.tell(JUMP_EVENT, side, ship, start, place)
        self.lift(side, ship)
        self.put(side, ship, place)
        self.tell_claims(start, claimed_start, place, claimed_end, dealer)

    def use(self, dealer: Dealer) -> None:
        """Use an ability that takes no choice (R8.4)."""
        side = self.side
        faction = self.faction[side]
        effect = self.tables.faction_effect[faction]
        n = self.tables.faction_n[faction]
        self.pay_ability(dealer)
        if effect == SPEED:
            self.speed = n
        elif effect == BREACH:
            self.shield[1 - side] -= min(n, self.shield[1 - side])
            dealer.tell(SHIELD_EVENT, 1 - side, self.shield[1 - side], side, 0)
        elif effect == SHIELDING:
            self.shield[side] = min(self.shield[side] + n, 3)
            dealer.tell(SHIELD_EVENT, side, self.shield[side], side, 0)
        elif effect == REPAIR:
            self.h[side] = min(self.h[side] + n, self.largest_health(side))
            dealer.tell(REPAIR_EVENT, side, self.h[side], 0, 0)
        elif effect == HARVEST:
            self.gain(n * self.count_claims(side), dealer)

    # Copies and guesses

    def copy_from(self, other: Core) -> None:
        if cython.compiled:
            self.copy_board(cython.cast(Sector18, other))
        else:
            assert isinstance(other, Sector18)
            self.copy_board(other)

    def guess(self, seat: int, dealer: Dealer) -> None:
        """Shuffle the deck: its order is the only hidden information, for every seat (R12)."""
        for i in range(1, self.left):
            card = self.cards[i]
            k = i
            while k > 0 and self.cards[k - 1] > card:
                self.cards[k] = self.cards[k - 1]
                k -= 1
            self.cards[k] = card
        dealer.mix(self.cards, self.left)

    def fresh(self) -> Core:
        return Sector18(self.tables)

    # For Python callers

    def costs(self) -> dict[str, list[int]]:
        """Return the costs and the income of the side whose turn it is; empty lists where nothing is left to buy."""
        return {
            "build": [self.build_cost(ship) for ship in range(4)],
            "refit": [self.refit_cost(ship) for ship in range(4)],
            "shield": [self.shield_cost()] if self.shield[self.side] < 3 else [],
            "levelup": [self.tables.levelup_cost[self.level[self.side] + 1]] if self.level[self.side] < 4 else [],
            "income": [self.income_of(self.side)],
        }

    def can_use(self) -> bool:
        """Return whether the ability can be used now, ignoring a Command Fleet under way."""
        self.offers = 0
        self.list_ability(None)
        return self.offers > 0

    def commands_of(self, ship: int, actions: Actions) -> list[int]:
        """Return all legal commands (R6) of a ship of the side whose turn it is."""
        actions.size = 0
        self.list_commands(ship, actions)
        return actions.codes()

    def tied_targets(self) -> list[int]:
        """Return the planets equally near to the first ship of the queue (R11.6)."""
        ship = self.next_ship()
        least = self.least_distance(ship)
        if least == 9999:
            return []
        return [planet for planet in self.claimed_planets(0) if self.distance_to(ship, planet) == least]
