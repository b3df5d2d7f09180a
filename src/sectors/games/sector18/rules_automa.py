"""The automa (R11): its deck, its orders, and how its ships choose their targets."""

from __future__ import annotations

import cython

from sectors.games.sector18.rules_board import Board
from sectors.games.sector18.rules_fleet import Fleet
from sectors.kit.dealer import Dealer

if not cython.compiled:  # rules_automa.pxd imports the C versions
    from sectors.games.sector18.numbers import (
        AI,
        AT_SHUFFLE,
        BASE0,
        BASE_ICON,
        BUILD_EVENT,
        BUILD_ORDER,
        COMMAND,
        COMMANDS_OF_SHIP,
        DRAW_EVENT,
        FAR_AWAY,
        FLEET_ORDER,
        HEAVY,
        IN_OVER,
        IN_TARGET,
        INCOME_EVENT,
        KEYS_OF_DISTANCE,
        NOBODY,
        NOWHERE,
        PLANET_ICON,
        REFIT_EVENT,
        SCIENCE,
        SHIELD_EVENT,
        SHIELD_ORDER,
        SHUFFLE_EVENT,
        TARGET_EVENT,
        UPGRADE_ORDER,
        WARP,
        WARPS_OF_SHIP,
    )


class Automa(Fleet):
    def begin_turn(self, dealer: Dealer) -> None:
        Board.begin_turn(self, dealer)
        if self.seats == 1 and self.side == AI:
            self.plays = 2 if self.tables.double else 1
            self.continue_turn(dealer)

    def shuffle_cards(self, dealer: Dealer) -> None:
        """Shuffle all cards (R11.2). They are stored reversed: cards are drawn from the end of the deck."""
        size = self.tables.cards
        for i in range(size):
            self.cards[i] = i
        dealer.shuffle(AT_SHUFFLE, self.cards, size)
        for i in range(size // 2):
            card = self.cards[i]
            self.cards[i] = self.cards[size - 1 - i]
            self.cards[size - 1 - i] = card
        self.left = size
        dealer.tell(SHUFFLE_EVENT, 0, 0, 0, 0)

    def continue_turn(self, dealer: Dealer) -> None:
        """Play the AI's turn until it is over or seat 0 must choose a target (R11.3)."""
        while self.queue or self.plays:
            if self.queue:
                target = self.target_of(self.next_ship())
                if target == NOWHERE:  # R11.6: the player chooses
                    self.phase = IN_TARGET
                    return
                self.advance(target, dealer)
            else:
                self.play_card(dealer)
            if self.phase == IN_OVER:
                return
        self.earn(dealer)
        self.end_turn(False, dealer)

    def earn(self, dealer: Dealer) -> None:
        """Add 1 Resource; at the cap, reset them and raise the base (R11.8)."""
        self.r[AI] += 1
        rises = self.r[AI] >= self.tables.resource_cap
        if rises:
            self.r[AI] = self.tables.ai_start_resources
        dealer.tell(INCOME_EVENT, self.r[AI], 0, 0, 0)
        if rises and self.level[AI] < 4:
            self.raise_base(AI, dealer)

    def play_card(self, dealer: Dealer) -> None:
        """Draw a card and carry out its order for the base level."""
        self.plays -= 1
        if self.left == 0:
            self.shuffle_cards(dealer)
        self.left -= 1
        card = self.cards[self.left]
        order = self.tables.order[card][self.level[AI]]
        dealer.tell(DRAW_EVENT, card, order, 0, 0)
        if order == SHIELD_ORDER:
            if self.shield[AI] < 3:
                self.shield[AI] += 1
            dealer.tell(SHIELD_EVENT, AI, self.shield[AI], AI, 0)
        elif order == BUILD_ORDER:
            if not self.build_highest(dealer):
                self.command_all(PLANET_ICON | BASE_ICON, dealer)
        elif order == UPGRADE_ORDER:
            if not self.upgrade_highest(dealer):
                self.command_all(PLANET_ICON | BASE_ICON, dealer)
        else:
            self.command_all(order - FLEET_ORDER + 1, dealer)

    def build_highest(self, dealer: Dealer) -> bool:
        for ship in range(HEAVY, -1, -1):
            if self.at[AI][ship] == NOWHERE and self.tables.build_level[ship] <= self.level[AI]:
                self.put(AI, ship, BASE0 + AI)
                dealer.tell(BUILD_EVENT, AI, ship, BASE0 + AI, 0)
                return True
        return False

    def upgrade_highest(self, dealer: Dealer) -> bool:
        for ship in range(HEAVY, -1, -1):
            in_play = self.at[AI][ship] != NOWHERE
            if in_play and not self.up[AI][ship] and self.tables.refit_level[ship] <= self.level[AI]:
                self.up[AI][ship] = 1
                dealer.tell(REFIT_EVENT, AI, ship, self.at[AI][ship], 0)
                return True
        return False

    def command_all(self, icons: int, dealer: Dealer) -> None:
        """Queue all ships in play to move, from high to low; without any, build one (R11.5, R11.6)."""
        for ship in range(4):
            if self.at[AI][ship] != NOWHERE:
                self.queue |= 1 << ship
        self.icons = icons
        if not self.queue:
            self.build_highest(dealer)

    def next_ship(self) -> int:
        ship = HEAVY
        while not self.queue >> ship & 1:
            ship -= 1
        return ship

    def target_of(self, ship: int) -> int:
        """Return the target of a ship (R11.6): a place, NOBODY if it stays, NOWHERE if seat 0 must choose a planet."""
        if ship != SCIENCE and self.icons & PLANET_ICON and self.count_claims(0):
            least = self.least_distance(ship)
            if least == FAR_AWAY:
                return NOBODY
            target = NOBODY
            for i in range(self.tables.planet_count):
                planet = self.tables.planets[i]
                if self.claimant(planet) == 0 and self.distance_to(ship, planet) == least:
                    if target != NOBODY:
                        return NOWHERE
                    target = planet
            return target
        if ship == SCIENCE or self.icons & BASE_ICON:
            return BASE0
        return NOBODY

    def least_distance(self, ship: int) -> int:
        """Return the distance from a ship of the AI to the nearest planet that seat 0 claims."""
        least = FAR_AWAY
        for i in range(self.tables.planet_count):
            if self.claimant(self.tables.planets[i]) == 0:
                least = min(least, self.distance_to(ship, self.tables.planets[i]))
        return least

    def distance_to(self, ship: int, place: int) -> int:
        """Return the distance from a ship of the AI to a place (R11.7)."""
        return self.tables.distance[AI][self.leaving(AI, ship)][self.at[AI][ship]][place]

    def advance(self, target: int, dealer: Dealer) -> None:
        """Move the first ship of the queue as near to its target as it can get, or leave it in place (R11.7)."""
        ship = self.next_ship()
        self.queue &= ~(1 << ship)
        if target == NOBODY:
            return
        dealer.tell(TARGET_EVENT, ship, target, 0, 0)
        self.aim = target
        self.best = NOBODY
        self.best_key = self.distance_to(ship, target) * KEYS_OF_DISTANCE  # nearer commands have smaller keys
        self.list_commands(ship, None)
        self.aim = NOBODY
        if self.best != NOBODY:
            self.command(self.best, dealer)

    def weigh(self, action: int) -> None:
        key = self.key_of(action, self.ship_of(action), self.aim)
        if key < self.best_key:
            self.best_key = key
            self.best = action

    def key_of(self, action: int, ship: int, target: int) -> int:
        """Return the sort key of a command (R11.7): the AI takes the one with the smallest."""
        if action < WARP:
            rest = action - COMMAND - ship * COMMANDS_OF_SHIP
            stop = rest // 5 if rest < 81 * 5 else BASE0 + rest - 81 * 5
            end = stop
        else:
            rest = action - WARP - ship * WARPS_OF_SHIP
            stop = rest // 5 // 81
            end = rest // 5 % 81
        foe = rest % 5 - 1 if end < BASE0 else NOBODY
        liking = 1  # (2) a win, then no combat, then a tie, then a defeat
        if foe != NOBODY:
            difference = self.damage_of(AI, ship) - self.damage_of(0, foe)
            liking = 0 if difference > 0 else 2 if difference == 0 else 3
        key = self.tables.distance[AI][self.leaving(AI, ship)][end][target]
        key = key * 4 + liking
        key = key * 5 + HEAVY - foe  # (3) against the highest type
        key = key * 83 + self.tables.rank[end]
        return key * 83 + self.tables.rank[stop]
