"""The course of a turn: R4 to R12 of the rules."""

from __future__ import annotations

from collections.abc import MutableSequence

import cython

from sectors.games.sector86.rules_trade import Trade
from sectors.kit.core import Core
from sectors.kit.dealer import Dealer

if not cython.compiled:  # the .pxd imports the C versions
    from sectors.games.sector86.numbers import *
    from sectors.kit.core import OVER


class Sector86(Trade):
    """A game of Sector 86."""

    def fresh(self) -> Core:
        return Sector86(self.tables, self.seats, self.options)

    def copy_from(self, core: Core) -> None:
        self.copy_turn(cython.cast(Sector86, core))

    def begin(self, dealer: Dealer) -> None:
        self.empty()
        self.to_act = 0
        for card in range(self.tables.cards):
            self.join(card, DISCARD)
        self.reshuffle(dealer)  # R2.1
        self.clear_turn()
        for seat in range(self.seats):
            self.turns[seat] = 0
            self.take(seat, self.tables.start_credits + seat * self.seat_step, dealer)  # R2.2
        self.turn = 1
        self.active = 0
        self.start_turn(dealer)
        self.advance(dealer)

    def apply(self, action: int, dealer: Dealer) -> None:
        self.act(action, dealer)
        self.advance(dealer)

    def advance(self, dealer: Dealer) -> None:
        """Take decisions automatically while there is exactly one legal action (R4.3)."""
        while self.to_act != OVER:
            self.to_act = self.actor()
            self.found = 0
            self.list_actions(None)
            if self.found != 1:
                return
            action = self.sole
            if self.tables.verb_of[action] == CLEAR or self.tables.verb_of[action] == LOSE:
                dealer.tell(FORCED, self.to_act, action, 0, 0)
            self.act(action, dealer)

    def score(self, results: MutableSequence[float]) -> None:
        """Fill in the results (R12.1, R12.5)."""
        most = 0
        leaders = 0
        for seat in range(self.seats):
            done = self.size[self.row(seat, COMPLETED)]
            if done > most:
                most = done
                leaders = 0
            if done == most:
                leaders += 1
        for seat in range(self.seats):
            if self.reason == WON:
                results[seat] = 1.0 if seat == self.active else 0.0
            elif not self.leaders_win or leaders == self.seats:
                results[seat] = 0.5
            elif self.size[self.row(seat, COMPLETED)] < most:
                results[seat] = 0.0
            else:
                results[seat] = 1.0 if leaders == 1 else 0.5

    def act(self, action: int, dealer: Dealer) -> None:
        verb = self.tables.verb_of[action]
        thing = self.tables.thing_of[action]
        if verb == FLIP:
            self.flip(dealer)
        elif verb == DONE:
            self.end_phase(dealer)
        elif verb == GO:
            self.depart(dealer)
        elif verb == HOLD:
            self.held[self.held_size] = thing
            self.held_size += 1
            dealer.tell(HELD, self.active, thing, 0, 0)
        elif verb == SEND:
            self.team = thing
            self.phase = TEAM
            dealer.tell(SENT, self.active, thing, 0, 0)
        elif verb == PICK:
            self.pick(thing, dealer)
        elif verb == TRAIN:
            self.improve(thing, self.tables.skill_of[action], dealer)
        elif verb == STOP:
            self.stop(dealer)
        elif verb == CLEAR:
            self.clear(dealer)
        elif verb == REDIRECT:
            self.redirect(thing, dealer)
        elif verb == TAKE:
            self.answer(1, dealer)
        elif verb == PASS:
            self.answer(0 if self.phase == OFFER else NONE, dealer)
        elif verb == WANT:
            self.answer(thing, dealer)
        elif verb == BIDS:
            self.bid(thing, dealer)
        elif verb == BERTHS:
            self.choose_berth(thing, dealer)
        elif verb == FIX:
            self.fix(thing, dealer)
        elif verb in (HIRE, BUILD):
            amount = self.price(self.active, thing)
            self.pay(self.active, amount)
            self.gain(self.active, thing)
            dealer.tell(RECRUITED, self.active, thing, amount, 0)
        elif verb == PAY:
            self.pay(self.levied_seat, self.tables.price[self.levy])
            dealer.tell(LEVIED, self.levied_seat, self.tables.price[self.levy], self.levy, thing)
            self.next_task(dealer)
        else:
            self.lose(thing, dealer)

    def end_phase(self, dealer: Dealer) -> None:
        """End the phase, for the action `done`."""
        if self.phase == UPKEEP:
            self.flip(dealer)  # R6.1
        elif self.phase == REPAIR:
            self.phase = SERVICE
            self.serve(dealer)
        elif self.phase == SERVICE:
            self.phase = RECRUIT
        else:
            self.next_levy(self.first[QUEUE], dealer)

    def start_turn(self, dealer: Dealer) -> None:
        seat = self.active
        if self.turn > self.turn_limit * self.seats:  # R12.3
            self.finish(TOO_LONG, dealer)
            return
        self.turns[seat] += 1
        dealer.tell(TURN, self.turn, seat, 0, 0)
        self.settle(seat)
        if self.turns[seat] == 1 and not self.first_upkeep:  # R5.1
            self.flip(dealer)
        elif self.ships(seat) > 0:
            self.phase = DEPART
        else:
            self.phase = UPKEEP
            self.pay_contracts(dealer)

    def settle(self, seat: int) -> None:
        """Settle the new cards of a seat: they work from now on (R4.2)."""
        for what in range(HIRED, COMPLETED + 1):
            card = self.first[self.row(seat, what)]
            while card != NONE:
                if self.marks[card] & NEW:
                    self.marks[card] &= ~NEW
                    for klass in range(3):
                        self.docks[3 * seat + klass] += self.tables.docks[card][klass]
                card = self.after[card]

    def depart(self, dealer: Dealer) -> None:
        """Let the ships that are not held pay and leave (R5.3, R5.4)."""
        seat = self.active
        total = 0
        gift = 0
        start = self.row(seat, DOCKED)
        for row in range(start, start + 3):
            ship = self.first[row]
            while ship != NONE:
                if not self.is_held(ship):
                    due = self.due(seat, ship)
                    total += due
                    gift += self.tables.gift[ship]
                    dealer.tell(LEFT, seat, ship, due, self.tables.gift[ship])
                ship = self.after[ship]
        for row in range(start, start + 3):
            ship = self.first[row]
            while ship != NONE:
                following = self.after[ship]
                if not self.is_held(ship):
                    self.discard(ship)
                ship = following
        dealer.tell(DEPARTED, seat, total, gift, 0)
        self.phase = UPKEEP
        self.take(seat, total, dealer)
        for i in range(1, self.seats):
            if self.to_act != OVER:
                self.take((seat + i) % self.seats, gift, dealer)
        if self.to_act != OVER:
            self.pay_contracts(dealer)

    def is_held(self, ship: int) -> bool:
        for i in range(self.held_size):
            if self.held[i] == ship:
                return True
        return False

    def pay_contracts(self, dealer: Dealer) -> None:
        """Pay the contracts of settled facilities and missions in one sum (R5.5)."""
        seat = self.active
        total = 0
        self.muster_station(seat)
        for what in range(BUILT, COMPLETED + 1):
            card = self.first[self.row(seat, what)]
            while card != NONE:
                if self.tables.pay[card] and not self.marks[card] & (NEW | PAID) and self.meets_contract(card):
                    self.marks[card] |= PAID
                    total += self.tables.pay[card]
                    dealer.tell(CONTRACT, seat, card, self.tables.pay[card], 0)
                card = self.after[card]
        self.take(seat, total, dealer)

    def improve(self, card: int, skill: int, dealer: Dealer) -> None:
        """Train a crew member in a skill (R5.9, R7.6)."""
        self.pay(self.active, self.tables.train_price)
        at = 3 * self.tables.crew_index[card] + skill
        if self.training[at] < MOST_TRAINING:
            self.training[at] += 1
        dealer.tell(TRAINED, self.active, card, skill, self.tables.train_price)
        if self.phase == UPKEEP:
            self.pay_contracts(dealer)
        else:
            self.serve(dealer)

    def pick(self, card: int, dealer: Dealer) -> None:
        """Add a crew member to the team, which sets out, and succeeds, once it meets the need (R5.7, R5.8)."""
        seat = self.active
        self.marks[card] |= PICKED
        self.muster(seat, NONE)
        if not self.meets_mission(self.team):
            return
        mission = self.team
        dealer.tell(ACCOMPLISHED, seat, mission, 0, 0)
        card = self.first[self.row(seat, HIRED)]
        while card != NONE:
            following = self.after[card]
            if self.marks[card] & PICKED:
                dealer.also(card)
                self.discard(card)
            card = following
        self.gain(seat, mission)
        self.sent += 1
        self.team = NONE
        self.phase = UPKEEP
        if self.size[self.row(seat, COMPLETED)] >= self.goal:
            self.finish(WON, dealer)  # R12.1
        elif not self.is_winnable():
            self.finish(SPENT, dealer)  # R12.2

    def is_winnable(self) -> bool:
        left = self.tables.missions
        most = 0
        for seat in range(self.seats):
            done = self.size[self.row(seat, COMPLETED)]
            left -= done
            if done > most:
                most = done
        return most + left >= self.goal

    def flip(self, dealer: Dealer) -> None:
        """Flip the next card into the queue (R6.1 to R6.4)."""
        self.phase = QUEUEING
        card = self.draw(dealer)
        if card == NONE:
            self.finish(LOCKED_UP, dealer)  # R3.5c: possible only at the first flip of a turn
            return
        self.flips += 1
        dealer.tell(FLIPPED, self.active, card, 0, 0)
        kind = self.tables.kind[card]
        if kind == MISSION:
            self.join(card, ACTIVE)
            if self.size[ACTIVE] > self.seats:
                dealer.tell(PUSHED_OUT, self.first[ACTIVE], 0, 0, 0)
                self.discard(self.first[ACTIVE])
            return
        self.join(card, QUEUE)
        if kind == LEVY and self.tables.at_flip[card]:
            if not self.carry_out(card, dealer):
                self.look_for_collision(dealer)
        elif kind <= WRECK:
            self.look_for_collision(dealer)

    def look_for_collision(self, dealer: Dealer) -> None:
        self.phase = QUEUEING
        if self.collides(self.active, NONE):
            self.phase = COLLISION
            dealer.tell(COLLIDED, self.active, self.last[QUEUE], 0, 0)

    def clear(self, dealer: Dealer) -> None:
        """Clear the queue and end the turn (R6.6)."""
        dealer.tell(CLEARED, self.active, self.size[QUEUE], 0, 0)
        gain = self.total(self.active, self.tables.bust_gain)
        self.discard_row(QUEUE)
        self.take(self.active, gain, dealer)
        if self.to_act != OVER:
            self.end_turn(dealer)

    def tie_up(self, seat: int, klass: int, ship: int, dealer: Dealer) -> None:
        self.berth(seat, klass, ship)
        dealer.tell(MOORED, seat, ship, klass, self.dock[ship])

    def stop(self, dealer: Dealer) -> None:
        """Stop flipping and begin to dock (R6.12, R7.1)."""
        seat = self.active
        dealer.tell(STOPPED, seat, self.flips, 0, 0)
        self.take(seat, self.long_queue(seat, self.flips), dealer)
        if self.to_act == OVER:
            return
        card = self.first[QUEUE]
        while card != NONE:
            following = self.after[card]
            if self.tables.kind[card] == WRECK:
                self.move(card, WRECKS)
            elif self.tables.kind[card] == SHIP:
                if self.tables.small[card]:
                    self.move(card, SMALLS)
                else:
                    self.leave(card)
                    self.tie_up(seat, self.tables.klass[card], card, dealer)
            card = following
        self.phase = BERTH
        self.dock_smalls(dealer)

    def dock_smalls(self, dealer: Dealer) -> None:
        """Dock the small ships once all wrecks have docked (R7.2)."""
        if self.first[WRECKS] != NONE:
            return
        while self.first[SMALLS] != NONE:
            ship = self.first[SMALLS]
            self.leave(ship)
            self.tie_up(self.active, self.tables.klass[ship], ship, dealer)
        self.phase = REPAIR

    def choose_berth(self, klass: int, dealer: Dealer) -> None:
        if self.phase == BOUGHT_BERTH:
            wreck = self.first[OFFERED]
            seat = self.winner
            self.end_round()
            self.leave(wreck)
            self.tie_up(seat, klass, wreck, dealer)
            self.phase = QUEUEING
        else:
            wreck = self.first[WRECKS]
            self.leave(wreck)
            self.tie_up(self.active, klass, wreck, dealer)
            self.dock_smalls(dealer)

    def fix(self, wreck: int, dealer: Dealer) -> None:
        """Repair a wreck (R7.4)."""
        klass = self.place[wreck] - self.row(self.active, DOCKED)
        self.repairs += 1
        ship = self.draw(dealer)
        while ship != NONE and not (self.tables.kind[ship] == SHIP and self.tables.klass[ship] == klass):
            self.join(ship, ASIDE)
            ship = self.draw(dealer)
        if ship == NONE:
            dealer.tell(REPAIR_FAILED, self.active, wreck, 0, 0)
        else:
            dealer.tell(REPAIRED, self.active, wreck, ship, 0)
            self.replace(wreck, ship)
            self.forget(wreck)
            self.join(wreck, DISCARD)
        card = self.first[ASIDE]
        while card != NONE:
            dealer.also(card)
            card = self.after[card]
        self.discard_row(ASIDE)

    def serve(self, dealer: Dealer) -> None:
        """Pay the contracts of docked ships in one sum, once per stay (R7.5)."""
        seat = self.active
        total = 0
        self.muster_station(seat)
        start = self.row(seat, DOCKED)
        for row in range(start, start + 3):
            ship = self.first[row]
            while ship != NONE:
                if self.tables.pay[ship] and not self.marks[ship] & SERVED and self.meets_contract(ship):
                    self.marks[ship] |= SERVED
                    total += self.tables.pay[ship]
                    dealer.tell(CONTRACT, seat, ship, self.tables.pay[ship], 0)
                ship = self.after[ship]
        self.take(seat, total, dealer)

    def end_turn(self, dealer: Dealer) -> None:
        """Clear up and begin the next seat's turn (R11.5)."""
        seat = self.active
        self.discard_row(QUEUE)
        if not self.training_kept:
            card = self.first[self.row(seat, HIRED)]
            while card != NONE:
                self.untrain(card)  # R8.4
                card = self.after[card]
        self.clear_turn()
        self.active = (seat + 1) % self.seats
        self.turn += 1
        self.start_turn(dealer)

    # For facts.py, on a copy of the position

    def rehearse_stop(self, dealer: Dealer) -> list[int]:
        """Stop, dock everything, wrecks in the first class that is legal, and serve contracts. Return the wrecks that
        have a choice of class."""
        choices = []
        self.stop(dealer)
        while self.phase == BERTH:
            classes = [klass for klass in range(3) if self.may_berth(klass) > 0]
            if len(classes) > 1:
                choices.append(self.first[WRECKS])
            self.choose_berth(classes[0], dealer)
        if self.phase == REPAIR:
            self.serve(dealer)
        return choices

    def rehearse_dock(self, seat: int, klass: int, ship: int) -> int:
        """Dock a queued or offered ship at a station and return the number of the dock."""
        self.leave(ship)
        self.berth(seat, klass, ship)
        return self.dock[ship]

    def is_met(self, seat: int, card: int) -> bool:
        """Return whether a station has the skills for the contract of a card."""
        self.muster_station(seat)
        return self.meets_contract(card)

    # Hidden information (section 10)

    def guess(self, seat: int, dealer: Dealer) -> None:
        self.guess_faces(dealer)
        self.guess_choices(seat, dealer)

    def guess_faces(self, dealer: Dealer) -> None:
        """Shuffle the face-down cards of each epoch among the places where they can be."""
        if not cython.compiled:
            pool = [0] * self.tables.cards
            faces = [0] * self.tables.cards
            epochs = [0] * self.tables.cards
        hidden = 0  # the credits of all seats, in order
        for seat in range(self.seats):
            card = self.first[self.row(seat, CREDITS)]
            while card != NONE:
                faces[hidden] = NONE
                epochs[hidden] = self.epochs[card]
                hidden += 1
                card = self.after[card]
        self.spread(self.epoch, pool, faces, epochs, hidden, dealer)
        for i in range(hidden):
            if faces[i] == NONE:
                self.spread(epochs[i], pool, faces, epochs, hidden, dealer)
        i = 0
        for seat in range(self.seats):
            row = self.row(seat, CREDITS)
            count = self.size[row]
            self.first[row] = NONE
            self.size[row] = 0
            for _ in range(count):
                self.epochs[faces[i]] = epochs[i]
                self.join(faces[i], row)
                i += 1

    def spread(
        self,
        epoch: int,
        pool: list[int],
        faces: MutableSequence[int],
        epochs: MutableSequence[int],
        hidden: int,
        dealer: Dealer,
    ) -> None:
        """Shuffle one epoch: assign cards to its credits; in the current epoch, the rest is the deck."""
        count = 0
        for card in range(self.tables.cards):
            place = self.place[card]
            in_deck = place == DECK and epoch == self.epoch
            in_credits = place >= STATIONS and (place - STATIONS) % EACH == CREDITS and self.epochs[card] == epoch
            if in_deck or in_credits:
                pool[count] = card
                count += 1
        dealer.mix(pool, count)
        at = 0
        for i in range(hidden):
            if epochs[i] == epoch:
                faces[i] = pool[at]
                at += 1
        if epoch == self.epoch:
            for i in range(self.size[DECK]):
                self.deck[self.deck_top + i] = pool[at + i]
                self.place[pool[at + i]] = DECK

    def guess_choices(self, seat: int, dealer: Dealer) -> None:
        """Replace the sealed choices of others by random ones that they could have made."""
        if self.phase == OFFER:
            for i in range(self.answers_size):
                if self.asked[i] != seat:
                    self.answers[i] = dealer.below(2)
        elif self.phase == MARKET:
            for i in range(self.answers_size):
                if self.asked[i] != seat:
                    self.answers[i] = self.guess_claim(self.asked[i], dealer)
        elif self.phase in (BID, MARKET_BID):
            for i in range(self.bids_size):
                bidder = self.bidder(i)
                if bidder != seat:
                    lowest = self.lowest_bid()
                    self.bids[i] = lowest + dealer.below(self.highest_bid(bidder) - lowest + 1)

    def guess_claim(self, seat: int, dealer: Dealer) -> int:
        """Return a random claim of a seat: a card that it could want, or NONE."""
        choices = 1
        claim = NONE
        card = self.first[QUEUE]
        while card != NONE:
            if self.can_claim(seat, card):
                choices += 1
                if dealer.below(choices) == 0:
                    claim = card
            card = self.after[card]
        return claim
