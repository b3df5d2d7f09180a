"""Rounds and ships' turns (R5), and the end of the game (R15)."""

from __future__ import annotations

from collections.abc import MutableSequence

from sectors.games.starsectors.numbers import (
    ACTIVATE,
    ALREADY_ACTIVATED,
    BY_DESTRUCTION,
    BY_QUIET,
    BY_ROUNDS,
    CREW,
    ENDED,
    FINISHED,
    LEGAL,
    NOT_YOUR_SHIP,
    OUT,
    OVER,
    ROUND,
    SHIP_DESTROYED,
    TACTICAL,
    TURN,
)
from sectors.games.starsectors.rules_setup import SetUp
from sectors.kit.dealer import Dealer

SHIELDS = 232792560  # least common multiple of 1 to 20, so that shares of shields are integers
BIG_FLEET = 50  # R15.3


class Rounds(SetUp):
    # Rounds (R5.1, R5.2, R5.8)

    def start_round(self, dealer: Dealer) -> None:
        self.round += 1
        self.hit = False
        self.turnseat = -1
        self.served_count = 0
        for ship in range(self.ships):
            if not self.dead[ship]:
                self.done[ship] = 0
                self.web[ship] = 0
        dealer.tell(ROUND, self.round, self.quiet, 0, 0)
        self.next_activation(dealer)

    def next_activation(self, dealer: Dealer) -> None:
        """Let the next seat activate a ship, or end the round."""
        self.clear_turn()
        self.phase = ACTIVATE
        seat = self.next_seat()
        if seat >= 0:
            self.to_act = seat
        else:
            self.end_round(dealer)

    def next_seat(self) -> int:
        """Return the seat that activates a ship next (R5.2), -1 if the round is over."""
        if self.turnseat < 0:
            seat = self.first
        elif self.terms.by_fleet:
            seat = self.turnseat
        else:
            seat = (self.turnseat + 1) % self.seats
        for _ in range(self.seats):
            if self.has_ready(seat):
                return seat
            seat = (seat + 1) % self.seats
        return -1

    def has_ready(self, seat: int) -> bool:
        if not self.sides >> self.side(seat) & 1:
            return False
        for ship in range(self.ships):
            if self.owner[ship] == seat and not self.done[ship]:
                return True
        return False

    def end_round(self, dealer: Dealer) -> None:
        if self.hit:
            self.quiet = 0
        else:
            self.quiet += 1
        if self.quiet >= self.terms.quiet_limit:  # R15.4, before R15.3
            self.finish(self.sides, BY_QUIET, dealer)
        elif self.round >= self.round_limit():
            self.finish(self.leaders(), BY_ROUNDS, dealer)
        else:
            self.start_round(dealer)

    # A ship's turn (R5.3 to R5.7)

    def go_fault(self, number: int) -> int:
        ship = self.find_ship(number)
        if ship < 0 or self.owner[ship] != self.to_act:
            return NOT_YOUR_SHIP
        if self.dead[ship]:
            return SHIP_DESTROYED
        return ALREADY_ACTIVATED if self.done[ship] else LEGAL

    def go(self, number: int, dealer: Dealer) -> None:
        ship = self.find_ship(number)
        self.clear_turn()
        self.turn_ship = ship
        self.turnseat = self.owner[ship]
        self.order[ship] = 0
        self.cf[ship] = 0
        self.df[ship] = 0
        self.orbit = self.chart.orbit[self.at[ship]] != 0
        self.phase = CREW if self.crew[ship] else TACTICAL
        dealer.tell(TURN, number, 0, 0, 0)

    def end_turn(self, dealer: Dealer) -> None:
        self.repair_automatically(dealer)
        self.done[self.turn_ship] = 1
        self.next_activation(dealer)

    # The end (R15)

    def sides_left(self) -> int:
        """Return the sides with a living warship (R15.1), as a bit set."""
        left = 0
        for ship in range(self.ships):
            if not self.dead[ship] and self.roster.cf[self.kind[ship]] > 0:
                left |= 1 << self.side(self.owner[ship])
        return left

    def count_losses(self, dealer: Dealer) -> None:
        """Determine who is out, who has won and whose turn it is, after an action that destroyed ships."""
        self.lost = False
        before = self.sides
        self.sides = self.sides_left()
        for side in range(self.seats):
            if before >> side & 1 and not self.sides >> side & 1:
                dealer.tell(OUT, side, 0, 0, 0)
        if self.sides & (self.sides - 1) == 0:  # one side is left, or none: R15.2
            self.finish(self.sides if self.sides else before, BY_DESTRUCTION, dealer)
        elif self.dead[self.turn_ship]:
            self.next_activation(dealer)

    def round_limit(self) -> int:
        if self.terms.round_limit:
            return self.terms.round_limit
        for seat in range(self.seats):
            if self.fleetvalue[seat] > BIG_FLEET:
                return 60
        return 40

    def shields_left(self, side: int) -> int:
        """Return the numerator of a side's share (R15.3), in units of 1 / SHIELDS."""
        total = 0
        for ship in range(self.ships):
            if self.side(self.owner[ship]) == side and not self.dead[ship]:
                ss = self.roster.ss[self.kind[ship]]
                total += self.terms.value[self.kind[ship]] * (ss - self.hits[ship]) * (SHIELDS // ss)
        return total

    def side_value(self, side: int) -> int:
        total = 0
        for seat in range(self.seats):
            if self.side(seat) == side:
                total += self.fleetvalue[seat]
        return total

    def leaders(self) -> int:
        """Return the sides still in the game with the greatest share (R15.3), as a bit set."""
        best = 0
        best_side = -1
        for side in range(self.seats):
            if self.sides >> side & 1:
                lead = 1
                if best_side >= 0:  # a / b > c / d if a d > c b; the products may exceed 64 bits
                    ours = self.shields_left(side)
                    ours *= self.side_value(best_side)
                    theirs = self.shields_left(best_side)
                    theirs *= self.side_value(side)
                    lead = 1 if ours > theirs else (0 if ours == theirs else -1)
                if lead > 0:
                    best = 1 << side
                    best_side = side
                elif lead == 0:
                    best |= 1 << side
        return best

    def finish(self, winners: int, reason: int, dealer: Dealer) -> None:
        self.clear_turn()
        self.phase = FINISHED
        self.to_act = OVER
        self.winners = winners
        self.reason = reason
        dealer.tell(ENDED, reason, self.count_winning_sides(), 0, 0)
        for seat in range(self.seats):
            dealer.also(winners >> self.side(seat) & 1)

    def count_winning_sides(self) -> int:
        """Return how many sides share the win."""
        found = 0
        for side in range(self.seats):
            found += self.winners >> side & 1
        return found

    def score(self, results: MutableSequence[float]) -> None:
        """Write the result of each seat (R15.5)."""
        for seat in range(self.seats):
            results[seat] = 1.0 / self.count_winning_sides() if self.winners >> self.side(seat) & 1 else 0.0
