"""Set-up (R3): initiative, building a fleet, purchase, deployment; and guesses at what is sealed."""

from __future__ import annotations

from sectors.games.starsectors.numbers import (
    ACTIVATE,
    BOUGHT,
    BUILD,
    CARGO_FULL,
    COMMAND_CREW,
    CREW_ALREADY_ABOARD,
    DEPLOY,
    DEPLOYED,
    DILITHIUM,
    EMPTY,
    FIRST,
    FIRST_CHOSEN,
    FLEET_FULL,
    FLEET_NEEDS_WARSHIP,
    FREE,
    HEX_NOT_CLEAR,
    INITIATIVE,
    LEGAL,
    MINE,
    NO_PURCHASE,
    NOT_ENOUGH_CREDITS,
    NOT_YOUR_SHIP,
    NUMBERS,
    OFF_MAP,
    OUTSIDE_ZONE,
    PHASE,
    PICKED,
    PURCHASE,
    ROLL,
    STANDARD,
    STOCK_TOO_LATE,
    TOO_EXPENSIVE,
    TOO_MANY_TENDERS,
    TRILITHIUM,
    UNKNOWN_ACTION,
    WRONG_FACTION,
)
from sectors.games.starsectors.rules_engineering import Engineering
from sectors.kit.dealer import Dealer


class SetUp(Engineering):
    # Initiative (R3.2)

    def begin_set_up(self, dealer: Dealer) -> None:
        self.phase = FIRST
        self.round = 0
        self.quiet = 0
        self.hit = False
        self.first = -1
        self.turnseat = -1
        self.ships = 0
        self.mine_count = 0
        self.served_count = 0
        self.wrecks = 0
        self.lost = False
        self.clear_turn()
        for cell in range(self.chart.cells):
            self.board[cell] = 0
            self.mined[cell] = 0
        for seat in range(self.seats):
            self.credits[seat] = 0
            self.fleetvalue[seat] = 0
            for i in range(self.terms.fleet_size[seat]):
                self.add_ship(seat, self.terms.fleet[seat * NUMBERS + i])
        self.to_act = self.roll_initiative(dealer)

    def roll_initiative(self, dealer: Dealer) -> int:
        """Roll a d12 for each seat and return the seat with the highest; those tied for it roll again."""
        rolling = (1 << self.seats) - 1
        while True:
            count = 0
            for seat in range(self.seats):
                if rolling >> seat & 1:
                    count += 1
            dealer.roll(INITIATIVE, self.dice, count, 12)
            dealer.tell(ROLL, INITIATIVE, rolling, 0, 0)
            best = 0
            for i in range(count):
                dealer.also(self.dice[i])
                if self.dice[i] > best:
                    best = self.dice[i]
            tied = 0
            winner = 0
            winners = 0
            at = 0
            for seat in range(self.seats):
                if rolling >> seat & 1:
                    if self.dice[at] == best:
                        tied |= 1 << seat
                        winner = seat
                        winners += 1
                    at += 1
            if winners == 1:
                return winner
            rolling = tied

    def choose_first(self, seat: int, dealer: Dealer) -> None:
        self.first = seat
        dealer.tell(FIRST_CHOSEN, seat, 0, 0, 0)
        self.to_act = 0
        if self.terms.building:
            self.enter_phase(BUILD, dealer)
        else:
            self.begin_purchase(dealer)

    def enter_phase(self, phase: int, dealer: Dealer) -> None:
        self.phase = phase
        dealer.tell(PHASE, phase, 0, 0, 0)

    # Building a fleet (R3.3)

    def zone_width(self) -> int:
        return self.chart.w if self.seats == 2 else self.chart.w // 2

    def sum_picked_points(self, seat: int) -> int:
        """Return the points of the ships that a seat has picked; store their number, and warships minus tenders."""
        points = 0
        self.fleet_ships = 0
        self.fleet_lead = 0
        for ship in range(self.ships):
            if self.owner[ship] == seat:
                points += self.terms.value[self.kind[ship]]
                self.fleet_ships += 1
                self.fleet_lead += 1 if self.roster.cf[self.kind[ship]] > 0 else -1
        return points

    def pick_fault(self, kind: int) -> int:
        if kind >= self.roster.classes:
            return UNKNOWN_ACTION
        seat = self.to_act
        if self.terms.faction[seat] >= 0 and self.terms.faction[seat] != self.roster.faction[kind]:
            return WRONG_FACTION
        if self.sum_picked_points(seat) + self.terms.value[kind] > self.terms.points:
            return TOO_EXPENSIVE
        if self.fleet_ships >= self.zone_width():
            return FLEET_FULL
        if self.fleet_lead + (1 if self.roster.cf[kind] > 0 else -1) < 0:
            return TOO_MANY_TENDERS
        return LEGAL

    def pick(self, kind: int, dealer: Dealer) -> None:
        self.add_ship(self.to_act, kind)
        dealer.tell(PICKED, self.to_act, kind, 0, 0)

    def fleet_done_fault(self) -> int:
        for ship in range(self.ships):
            if self.owner[ship] == self.to_act and self.roster.cf[self.kind[ship]] > 0:
                return LEGAL
        return FLEET_NEEDS_WARSHIP

    def finish_fleet(self, dealer: Dealer) -> None:
        self.to_act += 1
        if self.to_act == self.seats:
            self.begin_purchase(dealer)

    # Purchase (R3.4, R3.5)

    def begin_purchase(self, dealer: Dealer) -> None:
        for ship in range(self.ships):
            self.fleetvalue[self.owner[ship]] += self.terms.value[self.kind[ship]]
        for seat in range(self.seats):
            if self.terms.purchase != NO_PURCHASE:
                self.credits[seat] = self.fleetvalue[seat]
            if self.terms.purchase == STANDARD:
                self.load_standard(seat)
                self.credits[seat] = 0
        if self.terms.purchase == FREE:
            self.enter_phase(PURCHASE, dealer)
            self.to_act = 0
        else:
            self.begin_deployment(dealer)

    def price(self, item: int, ship: int) -> int:
        """Return the price of an item for a ship (2.8; Q3 for the crew)."""
        if item == COMMAND_CREW and self.terms.crew_by_ship:
            return self.roster.prices[item] + self.roster.cf[self.kind[ship]]
        return self.roster.prices[item]

    def buy_ship_fault(self, item: int, ship: int) -> int:
        if self.price(item, ship) > self.credits[self.owner[ship]]:
            return NOT_ENOUGH_CREDITS
        if item == COMMAND_CREW:
            return CREW_ALREADY_ABOARD if self.crew[ship] else LEGAL
        return LEGAL if self.has_room(ship) else CARGO_FULL

    def buy_fault(self, item: int, number: int) -> int:
        ship = self.find_ship(number)
        if ship < 0 or self.owner[ship] != self.to_act:
            return NOT_YOUR_SHIP
        return self.buy_ship_fault(item, ship)

    def buy(self, item: int, number: int, dealer: Dealer) -> None:
        self.buy_for(item, self.find_ship(number))
        dealer.tell(BOUGHT, self.to_act, number, item, 0)

    def buy_for(self, item: int, ship: int) -> None:
        self.add_item(ship, item, 1)
        self.credits[self.owner[ship]] -= self.price(item, ship)

    def stock_fault(self) -> int:
        return LEGAL if self.credits[self.to_act] == self.fleetvalue[self.to_act] else STOCK_TOO_LATE

    def load_standard(self, seat: int) -> None:
        """Buy the standard load-out (R3.5)."""
        crews = self.credits[seat] // 25
        if crews < 1:
            crews = 1
        last_value = 10000  # of the last warship considered: most valuable first, then ship list order
        last_ship = -1
        for _ in range(crews):
            best = -1
            for ship in range(self.ships):
                if self.owner[ship] == seat and self.roster.cf[self.kind[ship]] > 0:
                    value = self.terms.value[self.kind[ship]]
                    after = value < last_value or (value == last_value and ship > last_ship)
                    if after and (best < 0 or value > self.terms.value[self.kind[best]]):
                        best = ship
            if best < 0:
                break
            last_value = self.terms.value[self.kind[best]]
            last_ship = best
            if self.buy_ship_fault(COMMAND_CREW, best) == LEGAL:
                self.buy_for(COMMAND_CREW, best)
        bought = True
        while bought:
            bought = self.buy_round(seat, DILITHIUM)
            if self.buy_round(seat, TRILITHIUM):
                bought = True
            if self.buy_round(seat, MINE):
                bought = True

    def buy_round(self, seat: int, item: int) -> bool:
        """Buy one unit for each of a seat's ships, trilithium only for those with banks; return if any was bought."""
        bought = False
        for ship in range(self.ships):
            if self.owner[ship] == seat and (item != TRILITHIUM or self.roster.banks[self.kind[ship]] > 0):
                if self.buy_ship_fault(item, ship) == LEGAL:
                    self.buy_for(item, ship)
                    bought = True
        return bought

    def finish_purchase(self, dealer: Dealer) -> None:
        self.credits[self.to_act] = 0
        self.to_act += 1
        if self.to_act == self.seats:
            self.begin_deployment(dealer)

    # Deployment (R3.6)

    def begin_deployment(self, dealer: Dealer) -> None:
        self.enter_phase(DEPLOY, dealer)
        self.next_deployment(self.first, dealer)

    def next_deployment(self, seat: int, dealer: Dealer) -> None:
        """Let this seat deploy, or the next after it that still has a ship to deploy."""
        for _ in range(self.seats):
            if self.next_to_deploy(seat) >= 0:
                self.to_act = seat
                return
            seat = (seat + 1) % self.seats
        self.phase = ACTIVATE  # the first round begins

    def next_to_deploy(self, seat: int) -> int:
        for ship in range(self.ships):
            if self.owner[ship] == seat and self.at[ship] < 0 and not self.dead[ship]:
                return ship
        return -1

    def zone_start(self, seat: int) -> int:
        """Return the first column of a seat's zone, counted from 0."""
        if self.seats > 2 and (seat == 1 or seat == 2):
            return self.chart.w // 2
        return 0

    def zone_cell(self, seat: int, column: int, depth: int) -> int:
        """Return the hex in a column of the zone, `depth` rows inward of the home row; -1 off the map."""
        if depth >= self.chart.h:
            return -1
        row = depth if seat & 1 else self.chart.h - 1 - depth
        return (self.zone_start(seat) + column) * self.chart.h + row

    def deploy_base(self, seat: int, ship: int, column: int, depth: int) -> int:
        """Return the base hex of a ship with its stern in that place, -1 if its hexes are not clear."""
        stern = self.zone_cell(seat, column, depth)
        if not self.is_clear(stern):
            return -1
        if self.roster.length[self.kind[ship]] == 1:
            return stern
        base = self.zone_cell(seat, column, depth + 1)
        return base if self.is_clear(base) else -1

    def is_clear(self, cell: int) -> bool:
        if cell < 0:
            return False
        return self.chart.terrain[cell] == EMPTY and not self.board[cell] and not self.chart.starlit[cell]

    def deploy_depth(self, seat: int, ship: int) -> int:
        """Return the row for the stern: the home row or, if that is full, the nearest one inward with a place."""
        for depth in range(self.chart.h):
            for column in range(self.zone_width()):
                if self.deploy_base(seat, ship, column, depth) >= 0:
                    return depth
        return self.chart.h

    def put_fault(self, number: int) -> int:
        """Check deploying in the hex of a number in action codes."""
        base = self.chart.cell_of[number]
        if base < 0:
            return OFF_MAP
        seat = self.to_act
        ship = self.next_to_deploy(seat)
        column = base // self.chart.h - self.zone_start(seat)
        depth = base % self.chart.h if seat & 1 else self.chart.h - 1 - base % self.chart.h
        depth -= self.roster.length[self.kind[ship]] - 1
        asked = self.deploy_depth(seat, ship)
        if column < 0 or column >= self.zone_width() or (depth != 0 and depth != asked):
            return OUTSIDE_ZONE
        if depth == asked and self.deploy_base(seat, ship, column, depth) >= 0:
            return LEGAL
        return HEX_NOT_CLEAR

    def put(self, number: int, dealer: Dealer) -> None:
        seat = self.to_act
        ship = self.next_to_deploy(seat)
        self.lay(ship, self.chart.cell_of[number], 3 if seat & 1 else 0)
        dealer.tell(DEPLOYED, self.ship_number(ship), number, self.heading[ship], 0)
        self.next_deployment((seat + 1) % self.seats, dealer)

    # Guesses: only the sealed fleets and purchases are hidden (R1.4)

    def guess(self, seat: int, dealer: Dealer) -> None:
        if self.phase == BUILD:
            self.guess_fleets(seat, dealer)
        elif self.phase == PURCHASE:
            for other in range(self.to_act + 1):
                if other != seat:
                    self.guess_purchase(other, dealer)

    def guess_fleets(self, seat: int, dealer: Dealer) -> None:
        """Replace the fleets of other seats by random ones; the seat still building keeps a choice."""
        actor = self.to_act
        kept = 0
        for ship in range(self.ships):
            if self.owner[ship] == seat:
                self.wreck[kept] = self.kind[ship]  # free before the first round
                kept += 1
        self.ships = 0
        for other in range(actor + 1):
            self.to_act = other
            if other == seat:
                for i in range(kept):
                    self.add_ship(other, self.wreck[i])
            else:
                self.guess_fleet(other == actor, dealer)
        self.to_act = actor

    def guess_fleet(self, unfinished: bool, dealer: Dealer) -> None:
        """Pick random ships as long as possible; an unfinished fleet stops while there is still a choice."""
        while True:
            choices = 0
            chosen = -1
            for kind in range(self.roster.classes):
                if self.pick_fault(kind) == LEGAL:
                    choices += 1
                    if dealer.below(choices) == 0:
                        chosen = kind
            if chosen < 0:
                return
            if unfinished and dealer.below(3) == 0:
                return
            self.add_ship(self.to_act, chosen)
            if unfinished and not self.can_pick():
                self.ships -= 1
                return

    def can_pick(self) -> bool:
        for kind in range(self.roster.classes):
            if self.pick_fault(kind) == LEGAL:
                return True
        return False

    def guess_purchase(self, seat: int, dealer: Dealer) -> None:
        """Guess the standard load-out or random purchases; the seat still buying keeps a choice."""
        for ship in range(self.ships):
            if self.owner[ship] == seat:
                self.mines[ship] = 0
                self.dil[ship] = 0
                self.tri[ship] = 0
                self.crew[ship] = 0
        self.credits[seat] = self.fleetvalue[seat]
        unfinished = seat == self.to_act
        if not unfinished and dealer.below(2) == 0:
            self.load_standard(seat)
        else:
            self.guess_units(seat, unfinished, dealer)
        if not unfinished:
            self.credits[seat] = 0

    def guess_units(self, seat: int, unfinished: bool, dealer: Dealer) -> None:
        while True:
            choices = 0
            chosen = -1
            item = 0
            for ship in range(self.ships):
                for each in range(4):
                    if self.owner[ship] == seat and self.buy_ship_fault(each, ship) == LEGAL:
                        choices += 1
                        if dealer.below(choices) == 0:
                            chosen = ship
                            item = each
            if chosen < 0 or (unfinished and dealer.below(6) == 0):
                return
            self.buy_for(item, chosen)
            if unfinished and not self.can_buy(seat):
                self.add_item(chosen, item, -1)
                self.credits[seat] += self.price(item, chosen)
                return

    def can_buy(self, seat: int) -> bool:
        for ship in range(self.ships):
            if self.owner[ship] == seat:
                for item in range(4):
                    if self.buy_ship_fault(item, ship) == LEGAL:
                        return True
        return False
