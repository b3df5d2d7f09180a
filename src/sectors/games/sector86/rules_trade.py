"""Interaction between seats: redirected ships (R6.7 to R6.10), levies (R10), the market (R11)."""

from __future__ import annotations

import cython

from sectors.games.sector86.rules_decisions import Decisions
from sectors.kit.dealer import Dealer

if not cython.compiled:  # the .pxd imports the C versions
    from sectors.games.sector86.numbers import *


class Trade(Decisions):
    """Offers, levies and the market."""

    # Overridden in rules.py

    def tie_up(self, seat: int, klass: int, ship: int, dealer: Dealer) -> None:
        """Dock a ship without a place."""

    def look_for_collision(self, dealer: Dealer) -> None:
        """Return to the queue and look for a collision."""

    def end_turn(self, dealer: Dealer) -> None:
        """Begin the next seat's turn."""

    def redirect(self, ship: int, dealer: Dealer) -> None:
        """Redirect a ship and offer it to the other seats (R6.7, R6.8)."""
        amount = self.redirect_price()
        self.pay(self.active, amount)
        self.redirects += 1
        self.move(ship, OFFERED)
        dealer.tell(REDIRECTED, self.active, ship, amount, 0)
        self.end_round()
        for i in range(1, self.seats):
            seat = (self.active + i) % self.seats
            if self.credits(seat) >= self.tables.redirect_fee and self.has_room(seat, ship):
                self.asked[self.asked_size] = seat
                self.asked_size += 1
                dealer.also(seat)
        self.phase = OFFER
        if self.asked_size == 0:
            self.turn_away(dealer)

    def turn_away(self, dealer: Dealer) -> None:
        """Discard an offered ship that nobody takes."""
        dealer.tell(TURNED_AWAY, self.first[OFFERED], 0, 0, 0)
        self.discard(self.first[OFFERED])
        self.end_round()
        self.phase = QUEUEING

    def answer(self, answer: int, dealer: Dealer) -> None:
        """Record a sealed answer to an offer (R6.8) or in the market (R11.2); the last one reveals them all (R4.4)."""
        dealer.tell(ANSWERED if self.phase == OFFER else CLAIMED, self.to_act, answer, 0, 0)
        self.answers[self.answers_size] = answer
        self.answers_size += 1
        if self.answers_size < self.asked_size:
            return
        dealer.tell(ANSWERS if self.phase == OFFER else CLAIMS, self.active, 0, 0, 0)
        for i in range(self.asked_size):
            dealer.also(self.asked[i])
            dealer.also(self.answers[i])
        if self.phase == MARKET:
            self.settle_claims(dealer)
            return
        bidders = self.bidders()
        if bidders == 0:
            self.turn_away(dealer)
        elif bidders == 1:
            self.award(self.bidder(0), self.tables.redirect_fee, dealer)
        else:
            self.phase = BID

    def bid(self, amount: int, dealer: Dealer) -> None:
        """Record a sealed bid; the last one reveals them all. The highest wins; ties go to the first in turn order."""
        dealer.tell(BID_MADE, self.to_act, amount, 0, 0)
        self.bids[self.bids_size] = amount
        self.bids_size += 1
        if self.bids_size < self.bidders():
            return
        dealer.tell(BIDS_SHOWN, self.active, 0, 0, 0)
        best = 0
        for i in range(self.bids_size):
            dealer.also(self.bidder(i))
            dealer.also(self.bids[i])
            if self.bids[i] > self.bids[best]:
                best = i
        winner = self.bidder(best)
        if self.phase == BID:
            self.award(winner, self.bids[best], dealer)
        else:
            self.sell(winner, self.lot(), self.bids[best], dealer)
            self.next_contest(dealer)

    def award(self, seat: int, amount: int, dealer: Dealer) -> None:
        """Give the redirected ship to a seat (R6.10)."""
        ship = self.first[OFFERED]
        self.pay_to(seat, amount, self.active)
        dealer.tell(BOUGHT, seat, ship, amount, self.active)
        if self.tables.kind[ship] == WRECK:
            self.winner = seat
            self.phase = BOUGHT_BERTH
            return
        self.end_round()
        self.leave(ship)
        self.tie_up(seat, self.tables.klass[ship], ship, dealer)
        self.phase = QUEUEING
        self.muster_station(seat)
        if self.tables.pay[ship] and self.meets_contract(ship):
            self.marks[ship] |= SERVED
            dealer.tell(CONTRACT, seat, ship, self.tables.pay[ship], 0)
            self.take(seat, self.tables.pay[ship], dealer)

    def next_levy(self, card: int, dealer: Dealer) -> None:
        """Carry out the levies due at the end of the turn, from `card` in the queue on, then the market (R10.1)."""
        while card != NONE:
            following = self.after[card]
            if self.tables.kind[card] == LEVY and not self.tables.at_flip[card] and self.carry_out(card, dealer):
                return
            card = following
        self.inside = 0
        for seat in range(self.seats):
            if seat != self.active:
                self.inside |= 1 << seat
        self.market_round(dealer)

    def carry_out(self, levy: int, dealer: Dealer) -> bool:
        """Begin a levy and return whether it needs a decision (R10.2)."""
        dealer.tell(LEVY_BEGUN, levy, self.active, 0, 0)
        self.levy = levy
        if self.tables.levied[levy] != CREDITS_LEVIED:
            return self.find_task(0, NONE)
        for i in range(self.seats if self.tables.from_all[levy] else 1):
            seat = (self.active + i) % self.seats
            amount = self.credits(seat) // self.tables.rate[levy]  # R10.4
            if amount > 0 and not self.is_shielded(seat, CREDITS_LEVIED):
                self.pay(seat, amount)
                dealer.tell(LEVIED, seat, amount, levy, NONE)
        self.levy = NONE
        return False

    def find_task(self, offset: int, facility: int) -> bool:
        """Find the next decision of the levy, from the seat `offset` after the active one and its `facility` on.

        The decisions are fixed when the levy begins (R10.2); nothing that happens during it adds to them.
        """
        levied = self.tables.levied[self.levy]
        while offset < (self.seats if self.tables.from_all[self.levy] else 1):
            seat = (self.active + offset) % self.seats
            if not self.is_shielded(seat, levied):
                if levied == CREW_LEVIED:
                    facility = NONE
                elif facility == NONE:
                    facility = self.first[self.row(seat, BUILT)]
                if facility != NONE or (levied == CREW_LEVIED and self.size[self.row(seat, HIRED)] > 0):
                    self.levied_seat = seat
                    self.levied_card = facility
                    self.phase = LEVYING
                    return True
            offset += 1
            facility = NONE
        self.levy = NONE
        self.levied_seat = 0
        self.levied_card = NONE
        return False

    def next_task(self, dealer: Dealer) -> None:
        """Go on to the next decision of the levy, or to what follows the levy."""
        facility = self.after[self.levied_card] if self.levied_card != NONE else NONE
        self.leave_task(facility, dealer)

    def leave_task(self, facility: int, dealer: Dealer) -> None:
        levy = self.levy
        offset = (self.levied_seat - self.active + self.seats) % self.seats
        if facility == NONE:
            offset += 1
        if self.find_task(offset, facility):
            return
        if self.tables.at_flip[levy]:
            self.look_for_collision(dealer)  # R6.3
        else:
            self.next_levy(self.after[levy], dealer)

    def lose(self, card: int, dealer: Dealer) -> None:
        """Discard a card to a levy (R10.5 to R10.7)."""
        seat = self.levied_seat
        facility = self.after[self.levied_card] if self.levied_card != NONE else NONE
        settled = not self.marks[card] & NEW
        self.discard(card)
        dealer.tell(LOST, seat, card, self.levy, 0)
        if settled:
            for klass in range(3):
                for _ in range(self.tables.docks[card][klass]):
                    self.close_dock(seat, klass, dealer)
        self.leave_task(facility, dealer)

    def market_round(self, dealer: Dealer) -> None:
        """Begin a round of the market: find the seats to ask (R11.2)."""
        self.asked_size = 0
        self.answers_size = 0
        self.bids_size = 0
        for i in range(1, self.seats):
            seat = (self.active + i) % self.seats
            if self.inside >> seat & 1:
                card = self.first[QUEUE]
                while card != NONE and not self.can_claim(seat, card):
                    card = self.after[card]
                if card != NONE:
                    self.asked[self.asked_size] = seat
                    self.asked_size += 1
        self.phase = MARKET
        if self.asked_size == 0:
            self.end_turn(dealer)

    def settle_claims(self, dealer: Dealer) -> None:
        """Drop the seats that passed and sell the cards that only one seat wants (R11.2, R11.3)."""
        passes = self.claimants(NONE)
        if passes == self.asked_size:
            self.end_turn(dealer)
            return
        for i in range(self.asked_size):
            if self.answers[i] == NONE:
                self.inside &= ~(1 << self.asked[i])
        card = self.first[QUEUE]
        while card != NONE:
            following = self.after[card]
            if self.claimants(card) == 1:
                for i in range(self.asked_size):
                    if self.answers[i] == card:
                        self.sell(self.asked[i], card, self.tables.market_extra, dealer)
            card = following
        self.next_contest(dealer)

    def sell(self, seat: int, card: int, extra: int, dealer: Dealer) -> None:
        amount = self.price(seat, card)
        self.pay(seat, amount)
        self.pay_to(seat, extra, self.active)
        self.gain(seat, card)
        dealer.tell(SOLD, seat, card, amount, extra)

    def next_contest(self, dealer: Dealer) -> None:
        """Go on to the next card that several seats want; after the last one, begin a new round (R11.4)."""
        self.bids_size = 0
        self.phase = MARKET_BID
        if self.lot() == NONE:
            self.market_round(dealer)

    def gain(self, seat: int, card: int) -> None:
        """Add crew, a facility or a mission to a station, as new (R9.1)."""
        kind = self.tables.kind[card]
        self.move(card, self.row(seat, HIRED if kind == CREW else BUILT if kind == FACILITY else COMPLETED))
        self.marks[card] |= NEW

    # For modules that are not compiled

    def tasks(self) -> list[tuple[int, int]]:
        """Return the remaining decisions of the levy as seat and facility (NONE for crew), the current one first."""
        if self.levy == NONE:
            return []
        levy, seat, card = self.levy, self.levied_seat, self.levied_card
        found = [(seat, card)]
        while True:
            facility = self.after[self.levied_card] if self.levied_card != NONE else NONE
            offset = (self.levied_seat - self.active + self.seats) % self.seats
            if not self.find_task(offset if facility != NONE else offset + 1, facility):
                break
            found.append((self.levied_seat, self.levied_card))
        self.levy, self.levied_seat, self.levied_card = levy, seat, card
        return found
