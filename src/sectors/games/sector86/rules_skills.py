"""Stations: skills (R8), effects (R13), and the amounts that they yield."""

from __future__ import annotations

import cython

from sectors.games.sector86.lookup import Tables
from sectors.games.sector86.rules_places import Places

if not cython.compiled:  # the .pxd imports the C versions
    from sectors.games.sector86.numbers import *


class Stations(Places):
    """Skills, effects and prices that follow from the cards of a seat."""

    sums: list[int]  # the skills last added up

    def __init__(self, tables: Tables, seats: int) -> None:
        Places.__init__(self, tables, seats)
        if not cython.compiled:
            self.sums = [0, 0, 0]

    # Skills (R8)

    def muster(self, seat: int, start: int) -> None:
        """Add up the skills of the picked crew and of all settled crew from `start` on, as one group (R8.2, R8.3)."""
        group = [0, 0, 0]
        inspired = False
        joined = False
        for skill in range(3):
            self.sums[skill] = 0
            group[skill] = 0
        card = self.first[self.row(seat, HIRED)]
        while card != NONE:
            if card == start:
                joined = True
            if not self.marks[card] & NEW and (joined or self.marks[card] & PICKED):
                at = 3 * self.tables.crew_index[card]
                for skill in range(3):
                    own = self.tables.skill[card][skill] + self.training[at + skill]
                    self.sums[skill] += own
                    if own > 0:
                        group[skill] += 1
                if self.tables.inspire[card]:
                    inspired = True
            card = self.after[card]
        if inspired:
            for skill in range(3):
                self.sums[skill] += group[skill]

    def muster_all(self, seat: int) -> None:
        self.muster(seat, self.first[self.row(seat, HIRED)])

    def muster_station(self, seat: int) -> None:
        """Add up the skills of the settled crew and facilities together (R8.1)."""
        self.muster_all(seat)
        card = self.first[self.row(seat, BUILT)]
        while card != NONE:
            if not self.marks[card] & NEW:
                for skill in range(3):
                    self.sums[skill] += self.tables.skill[card][skill]
            card = self.after[card]

    def meets_mission(self, mission: int) -> bool:
        """Return whether the skills last added up meet a mission."""
        need = self.tables.skill[mission]
        return self.sums[0] >= need[0] and self.sums[1] >= need[1] and self.sums[2] >= need[2]

    def meets_contract(self, card: int) -> bool:
        need = self.tables.need[card]
        return self.sums[0] >= need[0] and self.sums[1] >= need[1] and self.sums[2] >= need[2]

    # Effects (R13)

    def total(self, seat: int, effect: list[int]) -> int:
        """Add up an effect over the settled crew, the settled facilities and the docked ships (R13.1)."""
        amount = 0
        start = self.row(seat, HIRED)
        for row in range(start, start + EACH - HIRED):
            if row != start + COMPLETED - HIRED:
                card = self.first[row]
                while card != NONE:
                    if not self.marks[card] & NEW:
                        amount += effect[card]
                    card = self.after[card]
        return amount

    def is_working(self, seat: int, card: int) -> bool:
        """Return whether the effects of a card work for a seat (R13.1)."""
        place = self.place[card] - self.row(seat, 0)
        return HIRED <= place < EACH and place != COMPLETED and not self.marks[card] & NEW

    def long_queue(self, seat: int, flips: int) -> int:
        """Return what a seat takes for stopping after `flips` flips (R6.12)."""
        amount = 0
        for i in range(self.tables.long_queues):
            if flips >= self.tables.long_flips[i] and self.is_working(seat, self.tables.long_card[i]):
                amount += self.tables.long_gain[i]
        return amount

    def is_shielded(self, seat: int, levied: int) -> bool:
        """Return whether a seat is shielded from levies of a kind (R13.3)."""
        start = self.row(seat, HIRED)
        for row in range(start, start + EACH - HIRED):
            card = self.first[row]
            while card != NONE:
                if self.tables.shield[card] >> levied & 1 and not self.marks[card] & NEW:
                    return True
                card = self.after[card]
        return False

    def due(self, seat: int, card: int) -> int:
        """Return what a docked ship or wreck pays when it leaves (R5.3)."""
        if self.tables.kind[card] == WRECK:
            return self.tables.scrap_value + self.total(seat, self.tables.scrap_bonus)
        amount = self.tables.fee[card] + self.total(seat, self.tables.fee_bonus[self.tables.klass[card]])
        amount += self.tables.fee_per[0][card] * self.size[self.row(seat, HIRED)]
        amount += self.tables.fee_per[1][card] * self.size[self.row(seat, BUILT)]
        amount += self.tables.fee_per[2][card] * (self.ships(seat) - 1)
        amount += self.tables.fee_per[3][card] * self.size[self.row(seat, COMPLETED)]
        return amount

    def price(self, seat: int, card: int) -> int:
        """Return what crew or a facility costs a seat (R9.2)."""
        if self.tables.kind[card] == CREW:
            cost = self.tables.cost[card] - self.total(seat, self.tables.hire_discount)
        else:
            cost = self.tables.cost[card] - self.total(seat, self.tables.build_discount)
        return cost if cost > 1 else 1

    def for_sale(self, card: int) -> bool:
        return self.tables.kind[card] == CREW or self.tables.kind[card] == FACILITY

    # For modules that are not compiled

    def docked_ships(self, seat: int) -> list[int]:
        """Return the docked ships in dock order."""
        return [ship for klass in range(3) for ship in self.cards_in(self.row(seat, DOCKED + klass))]

    def crew_rows(self) -> list[int]:
        return [self.row(seat, HIRED) for seat in range(self.seats)]

    def skills(self, seat: int, station: bool) -> list[int]:
        """Return the skills of a seat's settled crew, or of its whole station."""
        if station:
            self.muster_station(seat)
        else:
            self.muster_all(seat)
        return [self.sums[0], self.sums[1], self.sums[2]]

    def price_for(self, seat: int, card: int) -> int:
        return self.price(seat, card)

    def due_for(self, seat: int, card: int) -> int:
        return self.due(seat, card)
