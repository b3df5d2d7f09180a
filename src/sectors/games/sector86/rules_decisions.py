"""Decisions: the phases of section 5, their legal actions, and sealed choices (R4.4)."""

from __future__ import annotations

import cython

from sectors.games.sector86.lookup import Tables
from sectors.games.sector86.rules_skills import Stations
from sectors.kit.core import Actions
from sectors.kit.state import Json

if not cython.compiled:  # the .pxd imports the C versions
    from sectors.games.sector86.numbers import *
    from sectors.kit.hashing import mixed


class Decisions(Stations):
    """A position within a turn: what has been done so far, and what may be done next."""

    options: Json
    goal: int
    training_kept: bool
    first_upkeep: bool
    mission_limit: int
    leaders_win: bool
    turn_limit: int
    seat_step: int
    turn: int
    active: int
    turns: list[int]
    # the turn so far
    held_size: int
    sent: int
    flips: int
    redirects: int
    repairs: int
    team: int  # the mission that a team is being named for
    # a round of sealed choices: the offer of a ship, or the claims of a market
    asked: list[int]
    asked_size: int
    answers: list[int]  # 0 pass, 1 take; in the market the card wanted or NONE
    answers_size: int
    bids: list[int]
    bids_size: int
    winner: int
    inside: int  # a bit for each seat that is still in the market
    # the levy being carried out, and the seat and card that it asks for now
    levy: int
    levied_seat: int
    levied_card: int

    def __init__(self, tables: Tables, seats: int, options: Json) -> None:
        Stations.__init__(self, tables, seats)
        if not cython.compiled:
            self.turns = [0] * 5
            self.asked = [0] * 5
            self.answers = [0] * 5
            self.bids = [0] * 5
        self.options = options
        self.goal = options["goal"]
        self.training_kept = options["training"] == "kept"
        self.first_upkeep = options["first_upkeep"] == "normal"
        self.mission_limit = options["missions_per_upkeep"]
        self.leaders_win = options["no_winner"] == "missions"
        self.turn_limit = options["turn_limit"]
        self.seat_step = options["seat_step"]
        self.wipe()

    def wipe(self) -> None:
        """Empty the table; for modules that are not compiled."""
        self.empty()
        self.turn = 1
        self.active = 0
        for seat in range(5):
            self.turns[seat] = 0
        self.to_act = 0
        self.reason = 0
        self.clear_turn()

    def copy_turn(self, other: Decisions) -> None:
        self.copy_cards(other)
        self.to_act = other.to_act
        self.reason = other.reason
        self.phase = other.phase
        self.turn = other.turn
        self.active = other.active
        self.held_size = other.held_size
        self.sent = other.sent
        self.flips = other.flips
        self.redirects = other.redirects
        self.repairs = other.repairs
        self.team = other.team
        self.asked_size = other.asked_size
        self.answers_size = other.answers_size
        self.bids_size = other.bids_size
        self.winner = other.winner
        self.inside = other.inside
        self.levy = other.levy
        self.levied_seat = other.levied_seat
        self.levied_card = other.levied_card
        for seat in range(5):
            self.turns[seat] = other.turns[seat]
            self.asked[seat] = other.asked[seat]
            self.answers[seat] = other.answers[seat]
            self.bids[seat] = other.bids[seat]

    def key(self) -> int:
        """Hash what everybody sees, except the discard, which adds little."""
        found = mixed(self.to_act ^ self.phase << 8 ^ self.active << 16, self.turn, self.flips ^ self.sent << 16)
        found = mixed(found, self.redirects ^ self.repairs << 16, self.team ^ self.winner << 16)
        found = mixed(found, self.asked_size ^ self.answers_size << 4 ^ self.bids_size << 8, self.inside)
        found = mixed(found, self.levy ^ self.levied_seat << 16, self.levied_card)
        for i in range(self.asked_size):
            found = mixed(found, self.asked[i], 1)
        for i in range(self.held_size):
            found = mixed(found, self.held[i], 2)
        for seat in range(self.seats):
            found = mixed(found, self.credits(seat), 3)
        for row in range(QUEUE, STATIONS + EACH * self.seats):
            if row < STATIONS or (row - STATIONS) % EACH != CREDITS:
                card = self.first[row]
                while card != NONE:  # regardless of order, which adds little either
                    one = mixed(card ^ row << 8 ^ self.dock[card] << 16, self.marks[card] << 24, self.training_of(card))
                    found ^= mixed(one, 1, 2)
                    card = self.after[card]
        return found

    def training_of(self, card: int) -> int:
        """Return the training of a crew member as one number."""
        if not self.tables.train[card]:
            return 0
        at = 3 * self.tables.crew_index[card]
        return self.training[at] ^ self.training[at + 1] << 10 ^ self.training[at + 2] << 20

    def clear_turn(self) -> None:
        """Reset what has been done this turn."""
        self.phase = FINISHED
        self.held_size = 0
        self.sent = 0
        self.flips = 0
        self.redirects = 0
        self.repairs = 0
        self.levy = NONE
        self.levied_seat = 0
        self.levied_card = NONE
        for card in range(self.tables.cards):
            self.marks[card] &= NEW | SERVED
        self.team = NONE
        self.end_round()

    def end_round(self) -> None:
        """Reset the sealed choices."""
        self.asked_size = 0
        self.answers_size = 0
        self.bids_size = 0
        self.winner = -1
        self.inside = 0

    def list_legal(self, actions: Actions) -> None:
        actions.size = 0
        self.found = 0
        self.list_actions(actions)

    def add(self, actions: Actions | None, code: int) -> None:
        """Add a legal action. Without a list, actions are only counted."""
        self.found += 1
        self.sole = code
        if actions is not None:
            actions.add(code)

    def list_actions(self, actions: Actions | None) -> None:
        """List, or only count, all legal actions of the seat to act (section 5)."""
        phase = self.phase
        if phase == QUEUEING:
            self.add(actions, STOP)
            if self.can_flip():
                self.add(actions, FLIP)
        elif phase == DEPART:
            self.list_depart(actions)
        elif phase == UPKEEP:
            self.list_upkeep(actions)
        elif phase == TEAM:
            self.list_team(actions)
        elif phase == COLLISION:
            self.list_collision(actions)
        elif phase == OFFER:
            self.add(actions, TAKE)
            self.add(actions, PASS)
        elif phase in (BID, MARKET_BID):
            for bid in range(self.lowest_bid(), self.highest_bid(self.to_act) + 1):
                self.add(actions, self.tables.code[BIDS][bid])
        elif phase in (BOUGHT_BERTH, BERTH):
            for klass in range(3):
                if self.may_berth(klass) > 0:
                    self.add(actions, self.tables.code[BERTHS][klass])
        elif phase == REPAIR:
            self.list_repair(actions)
        elif phase == SERVICE:
            self.add(actions, DONE)
            if self.has_unmet_ship(self.active):
                self.list_training(actions)
        elif phase == RECRUIT:
            self.list_recruit(actions)
        elif phase == LEVYING:
            self.list_levy(actions)
        elif phase == MARKET:
            self.list_market(actions)

    def list_depart(self, actions: Actions | None) -> None:
        """List holds, in dock order (R5.2)."""
        self.add(actions, GO)
        last = self.held[self.held_size - 1] if self.held_size else NONE
        passed = last == NONE
        start = self.row(self.active, DOCKED)
        for row in range(start, start + 3):
            ship = self.first[row]
            while ship != NONE:
                if passed:
                    self.add(actions, self.tables.code[HOLD][ship])
                if ship == last:
                    passed = True
                ship = self.after[ship]

    def list_upkeep(self, actions: Actions | None) -> None:
        """List teams to send and trainings (R5.6, R5.9)."""
        self.add(actions, DONE)
        if self.may_send():
            self.muster_all(self.active)
            mission = self.first[ACTIVE]
            while mission != NONE:
                if self.meets_mission(mission):
                    self.add(actions, self.tables.code[SEND][mission])
                mission = self.after[mission]
        if self.size[ACTIVE] > 0 or self.has_unmet_station(self.active):
            self.list_training(actions)

    def may_send(self) -> bool:
        return self.mission_limit == 0 or self.sent < self.mission_limit

    def list_training(self, actions: Actions | None) -> None:
        if self.credits(self.active) < self.tables.train_price:
            return
        card = self.first[self.row(self.active, HIRED)]
        while card != NONE:
            if self.tables.train[card] and not self.marks[card] & NEW:
                for skill in range(3):
                    self.add(actions, self.tables.code[TRAIN][card] + skill)
            card = self.after[card]

    def has_unmet_station(self, seat: int) -> bool:
        """Return whether a contract of the station is unpaid and unmet (R5.9)."""
        mustered = False
        for what in range(BUILT, COMPLETED + 1):
            card = self.first[self.row(seat, what)]
            while card != NONE:
                if self.tables.pay[card] and not self.marks[card] & (NEW | PAID):
                    if not mustered:
                        self.muster_station(seat)
                        mustered = True
                    if not self.meets_contract(card):
                        return True
                card = self.after[card]
        return False

    def list_team(self, actions: Actions | None) -> None:
        """List picks in order of acquisition, as long as the team can still be completed (R5.7)."""
        card = self.first[self.row(self.active, HIRED)]
        last = NONE
        while card != NONE:
            if self.marks[card] & PICKED:
                last = card
            card = self.after[card]
        card = self.first[self.row(self.active, HIRED)] if last == NONE else self.after[last]
        while card != NONE:
            if not self.marks[card] & NEW:
                self.muster(self.active, card)
                if not self.meets_mission(self.team):
                    return  # crew after this one would fall even shorter
                self.add(actions, self.tables.code[PICK][card])
            card = self.after[card]

    def can_flip(self) -> bool:
        """Return whether another card can be flipped (R6.2)."""
        return self.size[DECK] + self.size[DISCARD] > 0 and self.flips < self.tables.cards

    def list_collision(self, actions: Actions | None) -> None:
        self.add(actions, CLEAR)
        if self.credits(self.active) < self.redirect_price():
            return
        card = self.first[QUEUE]
        while card != NONE:
            if self.tables.kind[card] <= WRECK and not self.collides(self.active, card):
                self.add(actions, self.tables.code[REDIRECT][card])
            card = self.after[card]

    def collides_with(self, card: int) -> bool:
        """Return whether the queue would collide if that ship, which is not in it, were flipped next."""
        wrecks = self.count_ships(QUEUE, NONE)
        if self.tables.kind[card] == WRECK:
            wrecks += 1
        elif self.tables.small[card]:
            self.small_ships[self.tables.klass[card]] += 1
        else:
            self.large_ships[self.tables.klass[card]] += 1
        return self.exceeds_room(self.active, wrecks)

    def redirect_price(self) -> int:
        """Return the price of the next redirect (R6.7)."""
        if self.redirects < self.total(self.active, self.tables.free_redirect):
            return 0
        return self.tables.redirect_fee

    def list_repair(self, actions: Actions | None) -> None:
        """List wrecks to repair (R7.3)."""
        self.add(actions, DONE)
        if self.repairs >= self.total(self.active, self.tables.repair):
            return
        start = self.row(self.active, DOCKED)
        for row in range(start, start + 3):
            ship = self.first[row]
            while ship != NONE:
                if self.tables.kind[ship] == WRECK:
                    self.add(actions, self.tables.code[FIX][ship])
                ship = self.after[ship]

    def may_berth(self, klass: int) -> int:
        """Return 1 if the current wreck may dock in a class, 0 if that is full, -1 if another ship needs the dock."""
        if self.phase == BOUGHT_BERTH:
            return 1 if self.find_dock(self.winner, klass, 0) else 0
        return self.wreck_fits(self.active, klass)

    def has_unmet_ship(self, seat: int) -> bool:
        """Return whether the contract of a docked ship is unpaid and unmet (R7.6)."""
        mustered = False
        start = self.row(seat, DOCKED)
        for row in range(start, start + 3):
            ship = self.first[row]
            while ship != NONE:
                if self.tables.pay[ship] and not self.marks[ship] & SERVED:
                    if not mustered:
                        self.muster_station(seat)
                        mustered = True
                    if not self.meets_contract(ship):
                        return True
                ship = self.after[ship]
        return False

    def list_recruit(self, actions: Actions | None) -> None:
        """List crew and facilities to buy (R9.1)."""
        self.add(actions, DONE)
        credits = self.credits(self.active)
        card = self.first[QUEUE]
        while card != NONE:
            if self.for_sale(card) and self.price(self.active, card) <= credits:
                verb = HIRE if self.tables.kind[card] == CREW else BUILD
                self.add(actions, self.tables.code[verb][card])
            card = self.after[card]

    def list_levy(self, actions: Actions | None) -> None:
        """List the answers to a levy (R10.5, R10.7)."""
        seat = self.levied_seat
        can_pay = self.credits(seat) >= self.tables.price[self.levy]
        if self.levied_card != NONE:
            if can_pay:
                self.add(actions, self.tables.code[PAY][self.levied_card])
            self.add(actions, self.tables.code[LOSE][self.levied_card])
            return
        if can_pay:
            self.add(actions, self.tables.code[PAY][self.levy])
        card = self.first[self.row(seat, HIRED)]
        while card != NONE:
            self.add(actions, self.tables.code[LOSE][card])
            card = self.after[card]

    def list_market(self, actions: Actions | None) -> None:
        """List claims in the market (R11.2)."""
        self.add(actions, PASS)
        card = self.first[QUEUE]
        while card != NONE:
            if self.can_claim(self.to_act, card):
                self.add(actions, self.tables.code[WANT][card])
            card = self.after[card]

    def can_claim(self, seat: int, card: int) -> bool:
        return self.for_sale(card) and self.price(seat, card) + self.tables.market_extra <= self.credits(seat)

    def actor(self) -> int:
        """Return the seat to act (section 7)."""
        if self.phase == OFFER or self.phase == MARKET:
            return self.asked[self.answers_size]
        if self.phase == BID or self.phase == MARKET_BID:
            return self.bidder(self.bids_size)
        if self.phase == BOUGHT_BERTH:
            return self.winner
        if self.phase == LEVYING:
            return self.levied_seat
        return self.active

    def lot(self) -> int:
        """Return the answer that takes part in the bidding: `take`, or the first card that several seats want."""
        if self.phase != MARKET and self.phase != MARKET_BID:
            return 1
        card = self.first[QUEUE]
        while card != NONE and self.claimants(card) < 2:
            card = self.after[card]
        return card

    def claimants(self, answer: int) -> int:
        count = 0
        for i in range(self.answers_size):
            if self.answers[i] == answer:
                count += 1
        return count

    def bidders(self) -> int:
        return self.claimants(self.lot())

    def bidder(self, number: int) -> int:
        """Return a bidder by index, in turn order from the active seat."""
        lot = self.lot()
        for i in range(self.answers_size):
            if self.answers[i] == lot:
                if number == 0:
                    return self.asked[i]
                number -= 1
        return -1

    def lowest_bid(self) -> int:
        return self.tables.redirect_fee if self.phase == BID else self.tables.market_extra

    def highest_bid(self, seat: int) -> int:
        """Return the most that a seat can bid (R6.9, R11.4)."""
        if self.phase == BID:
            return self.credits(seat)
        return self.credits(seat) - self.price(seat, self.lot())

    # For modules that are not compiled, which cannot read C arrays

    def held_ships(self) -> list[int]:
        return [self.held[i] for i in range(self.held_size)]

    def turns_begun(self, seat: int) -> int:
        return self.turns[seat]

    def sealed_round(self) -> tuple[list[int], list[int], list[int]]:
        """Return the seats asked, their answers so far, and the bids so far."""
        asked = [self.asked[i] for i in range(self.asked_size)]
        answers = [self.answers[i] for i in range(self.answers_size)]
        return asked, answers, [self.bids[i] for i in range(self.bids_size)]

    def seats_bidding(self) -> list[int]:
        return [self.bidder(i) for i in range(self.bidders())]

    def contested_card(self) -> int:
        """Return the card that is bid for in the market."""
        return self.lot()

    def dock_for(self, seat: int, klass: int, ship: int) -> int:
        """Return the dock that a ship would take in a class, from 1; 0 if there is no room."""
        return self.find_dock(seat, klass, self.tables.small[ship])

    def is_colliding(self, without: int) -> bool:
        """Return whether the queue would still collide without one of its cards."""
        return self.collides(self.active, without)

    def can_host(self, seat: int, ship: int) -> bool:
        """Return whether a seat is offered a redirected ship (R6.8)."""
        return self.credits(seat) >= self.tables.redirect_fee and self.has_room(seat, ship)

    def may_claim(self, seat: int, card: int) -> bool:
        return self.can_claim(seat, card)

    def berth_room(self, klass: int) -> int:
        return self.may_berth(klass)

    def bid_range(self) -> tuple[int, int]:
        return self.lowest_bid(), self.highest_bid(self.to_act)

    def bid_range_of(self, seat: int) -> tuple[int, int]:
        return self.lowest_bid(), self.highest_bid(seat)

    def free_redirects(self) -> int:
        """Return the number of redirects that are still free this turn."""
        return max(0, self.total(self.active, self.tables.free_redirect) - self.redirects)

    def repairs_left(self) -> int:
        return self.total(self.active, self.tables.repair) - self.repairs

    def price_of_redirect(self) -> int:
        return self.redirect_price()

    # For reading a position

    def set_held(self, ships: list[int]) -> None:
        self.held_size = len(ships)
        for i in range(self.held_size):
            self.held[i] = ships[i]

    def set_turns(self, seat: int, number: int) -> None:
        self.turns[seat] = number

    def set_round(self, asked: list[int], answers: list[int], bids: list[int]) -> None:
        self.asked_size = len(asked)
        self.answers_size = len(answers)
        self.bids_size = len(bids)
        for i in range(self.asked_size):
            self.asked[i] = asked[i]
        for i in range(self.answers_size):
            self.answers[i] = answers[i]
        for i in range(self.bids_size):
            self.bids[i] = bids[i]

    def set_actor(self) -> None:
        self.to_act = self.actor()

    def would_collide(self, card: int) -> bool:
        return self.collides_with(card)
