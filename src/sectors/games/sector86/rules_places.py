"""The places of all cards, credits and docks (R1 to R3 of the rules), and collisions (R6.5).

A card is in exactly one place. Most places are rows: lists linked through `after`, so that a position takes a few bytes
per card wherever the cards are. The deck is an array, because it is shuffled; the discard is a set.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

import cython

from sectors.games.sector86.lookup import Tables
from sectors.kit.core import Core
from sectors.kit.dealer import Dealer

if not cython.compiled:  # the .pxd imports the C versions
    from sectors.games.sector86.numbers import *
    from sectors.kit.core import OVER


class Places(Core):
    """All cards of a game, credits and docks."""

    tables: Tables
    place: MutableSequence[int]
    after: MutableSequence[int]
    dock: MutableSequence[int]  # of a docked ship: the number of its dock, from 1
    marks: MutableSequence[int]
    deck: list[int]  # from `deck_top` on
    held: MutableSequence[int]
    epochs: MutableSequence[int]  # of a credit: the epoch of the deck it was drawn from
    training: MutableSequence[int]  # of crew: three skills in a row
    first: list[int]
    last: list[int]
    size: list[int]
    docks: list[int]  # by seat and class
    deck_top: int
    epoch: int
    phase: int
    small_ships: list[int]  # by class, of the row last counted
    large_ships: list[int]
    empty_docks: int  # of the class last surveyed
    small_docks: int
    large_docks: int

    def __init__(self, tables: Tables, seats: int) -> None:
        self.tables = tables
        self.seats = seats
        cards = self.tables.cards
        if cython.compiled:
            self.make_room(cards, self.tables.crew)  # type: ignore[attr-defined]
        else:
            self.place, self.after, self.dock, self.marks, self.deck, self.held = ([0] * cards for _ in range(6))
            self.epochs = [0] * cards
            self.training = [0] * (3 * tables.crew)
            self.first = [NONE] * MOST_ROWS
            self.last = [NONE] * MOST_ROWS
            self.size = [0] * MOST_ROWS
            self.docks = [0] * 15
            self.small_ships = [0, 0, 0]
            self.large_ships = [0, 0, 0]

    if cython.compiled:

        def __dealloc__(self) -> None:
            self.give_back_room()  # type: ignore[attr-defined]

        def __sizeof__(self) -> int:
            return object.__sizeof__(self) + int(self.room)  # type: ignore[attr-defined]

    def empty(self) -> None:
        """Remove all cards; every seat has its base docks."""
        for card in range(self.tables.cards):
            self.place[card] = NOWHERE
            self.after[card] = NONE
            self.marks[card] = 0
            self.dock[card] = 0
            self.epochs[card] = 0
        for i in range(3 * self.tables.crew):
            self.training[i] = 0
        for row in range(MOST_ROWS):
            self.first[row] = NONE
            self.last[row] = NONE
            self.size[row] = 0
        for i in range(15):
            self.docks[i] = self.tables.base_docks[i % 3]
        self.deck_top = 0
        self.epoch = 0

    def copy_cards(self, other: Places) -> None:
        if cython.compiled:
            self.copy_room(other)  # type: ignore[attr-defined]
        else:
            for name in ("place", "after", "dock", "marks", "deck", "held", "epochs", "training", "first", "last"):
                getattr(self, name)[:] = getattr(other, name)
            self.size[:] = other.size
            self.docks[:] = other.docks
        self.deck_top = other.deck_top
        self.epoch = other.epoch

    # Places

    if not cython.compiled:  # inlined in rules_places.pxd

        def row(self, seat: int, what: int) -> int:
            """Return a row of a seat."""
            return STATIONS + EACH * seat + what

    def join(self, card: int, row: int) -> None:
        """Put a card without a place at the end of a row, or into the discard."""
        self.place[card] = row
        self.size[row] += 1
        if row == DISCARD:
            return
        self.after[card] = NONE
        if self.first[row] == NONE:
            self.first[row] = card
        else:
            self.after[self.last[row]] = card
        self.last[row] = card

    def leave(self, card: int) -> None:
        """Take a card out of its row."""
        row = self.place[card]
        self.size[row] -= 1
        self.place[card] = NOWHERE
        if row == DISCARD:
            return
        before = NONE
        if self.first[row] == card:
            self.first[row] = self.after[card]
        else:
            before = self.first[row]
            while self.after[before] != card:
                before = self.after[before]
            self.after[before] = self.after[card]
        if self.last[row] == card:
            self.last[row] = before

    def move(self, card: int, row: int) -> None:
        self.leave(card)
        self.join(card, row)

    def discard(self, card: int) -> None:
        """Move a card to the discard and reset it."""
        self.leave(card)
        self.forget(card)
        self.join(card, DISCARD)

    def forget(self, card: int) -> None:
        """Reset a card that leaves a station. That its contract was paid is remembered until the turn ends."""
        self.marks[card] &= PAID
        if self.tables.kind[card] == CREW:
            self.untrain(card)

    def untrain(self, card: int) -> None:
        at = 3 * self.tables.crew_index[card]
        for skill in range(3):
            self.training[at + skill] = 0

    def discard_row(self, row: int) -> None:
        while self.first[row] != NONE:
            self.discard(self.first[row])

    # Credits (R3)

    def credits(self, seat: int) -> int:
        return self.size[self.row(seat, CREDITS)]

    def draw(self, dealer: Dealer) -> int:
        """Take the top card off the deck and return it, without a place; NONE if there is no card (R3.4)."""
        if self.size[DECK] == 0:
            if self.size[DISCARD] == 0:
                return NONE
            self.reshuffle(dealer)
        card = self.deck[self.deck_top]
        self.deck_top += 1
        self.size[DECK] -= 1
        self.place[card] = NOWHERE
        return card

    def reshuffle(self, dealer: Dealer) -> None:
        """Shuffle the whole discard into the deck of a new epoch."""
        count = 0
        for card in range(self.tables.cards):
            if self.place[card] == DISCARD:
                self.place[card] = DECK
                self.deck[count] = card
                count += 1
        self.size[DISCARD] = 0
        self.size[DECK] = count
        self.deck_top = 0
        self.epoch += 1
        dealer.shuffle(SHUFFLE, self.deck, count)
        dealer.tell(SHUFFLED, count, self.epoch, 0, 0)

    def take(self, seat: int, number: int, dealer: Dealer) -> None:
        """Take credits (R3.2). If there are not enough cards, take what there is; the game may end (R3.5)."""
        row = self.row(seat, CREDITS)
        taken = 0
        while taken < number:
            card = self.draw(dealer)
            if card == NONE:
                break
            self.epochs[card] = self.epoch
            self.join(card, row)
            taken += 1
        if taken > 0:
            dealer.tell(TOOK, seat, taken, 0, 0)
        if taken < number:
            dealer.tell(SHORT, seat, number - taken, 0, 0)
            if self.size[QUEUE] == 0:
                self.finish(LOCKED_UP, dealer)  # R3.5c

    def pay(self, seat: int, number: int) -> None:
        """Move the oldest credits face up to the discard (R3.3)."""
        row = self.row(seat, CREDITS)
        for _ in range(number):
            self.move(self.first[row], DISCARD)

    def pay_to(self, seat: int, number: int, other: int) -> None:
        row = self.row(seat, CREDITS)
        for _ in range(number):
            self.move(self.first[row], self.row(other, CREDITS))

    def finish(self, reason: int, dealer: Dealer) -> None:
        """End the game (R12)."""
        self.to_act = OVER
        self.reason = reason
        dealer.tell(ENDED, reason, 0, 0, 0)
        self.clear_turn()

    def clear_turn(self) -> None:
        """Reset what has been done this turn."""

    # Docks (R2.4, R2.5)

    def find_dock(self, seat: int, klass: int, small: int) -> int:
        """Return the dock of a class that a ship would take, from 1; 0 if there is no room."""
        empty = 0
        both_small = 0
        ship = self.first[self.row(seat, DOCKED + klass)]
        for dock in range(1, self.docks[3 * seat + klass] + 1):
            ships = 0
            alone = NONE
            while ship != NONE and self.dock[ship] == dock:
                ships += 1
                alone = ship
                ship = self.after[ship]
            if ships == 0:
                if empty == 0:
                    empty = dock
            elif ships == 1:
                if self.tables.small[alone] != small:
                    return dock  # (a): exactly one of the two is small
                if small and both_small == 0:
                    both_small = dock
        return empty if empty else both_small

    def has_room(self, seat: int, card: int) -> bool:
        """Return whether a ship could dock at a station now (R6.8)."""
        if self.tables.kind[card] == SHIP:
            return self.find_dock(seat, self.tables.klass[card], self.tables.small[card]) > 0
        return self.find_dock(seat, 0, 0) > 0 or self.find_dock(seat, 1, 0) > 0 or self.find_dock(seat, 2, 0) > 0

    def berth(self, seat: int, klass: int, card: int) -> None:
        """Dock a ship without a place in a class that has room."""
        self.moor(seat, klass, card, self.find_dock(seat, klass, self.tables.small[card]))

    def moor(self, seat: int, klass: int, card: int, dock: int) -> None:
        """Put a ship into a dock, after those already there."""
        row = self.row(seat, DOCKED + klass)
        self.dock[card] = dock
        before = NONE
        ship = self.first[row]
        while ship != NONE and self.dock[ship] <= dock:
            before = ship
            ship = self.after[ship]
        self.place[card] = row
        self.size[row] += 1
        self.after[card] = ship
        if before == NONE:
            self.first[row] = card
        else:
            self.after[before] = card
        if ship == NONE:
            self.last[row] = card

    def replace(self, wreck: int, ship: int) -> None:
        """Put a ship in a wreck's place, also in the order of arrival (R7.4). The wreck then has no place."""
        row = self.place[wreck]
        self.place[ship] = row
        self.dock[ship] = self.dock[wreck]
        self.after[ship] = self.after[wreck]
        if self.first[row] == wreck:
            self.first[row] = ship
        else:
            before = self.first[row]
            while self.after[before] != wreck:
                before = self.after[before]
            self.after[before] = ship
        if self.last[row] == wreck:
            self.last[row] = ship
        self.place[wreck] = NOWHERE

    def survey(self, seat: int, klass: int) -> None:
        """Count the docks of a class that are empty, hold one small ship, or hold one large ship."""
        self.empty_docks = self.docks[3 * seat + klass]
        self.small_docks = 0
        self.large_docks = 0
        ship = self.first[self.row(seat, DOCKED + klass)]
        while ship != NONE:
            self.empty_docks -= 1
            following = self.after[ship]
            if following != NONE and self.dock[following] == self.dock[ship]:
                following = self.after[following]
            elif self.tables.small[ship]:
                self.small_docks += 1
            else:
                self.large_docks += 1
            ship = following

    def room_for_wrecks(self, small_ships: int, large_ships: int) -> int:
        """Return m(k) of R6.5 for the surveyed class, after the given powered ships have docked in it."""
        room = self.empty_docks + self.small_docks
        shared = self.large_docks + self.small_docks + 2 * self.empty_docks - small_ships
        return (shared if shared < room else room) - large_ships

    def count_ships(self, row: int, without: int) -> int:
        """Count the small and large powered ships of a row by class, except one card; return the number of wrecks."""
        for klass in range(3):
            self.small_ships[klass] = 0
            self.large_ships[klass] = 0
        wrecks = 0
        card = self.first[row]
        while card != NONE:
            if card != without:
                if self.tables.kind[card] == WRECK:
                    wrecks += 1
                elif self.tables.kind[card] == SHIP:
                    if self.tables.small[card]:
                        self.small_ships[self.tables.klass[card]] += 1
                    else:
                        self.large_ships[self.tables.klass[card]] += 1
            card = self.after[card]
        return wrecks

    def collides(self, seat: int, without: int) -> bool:
        """Return whether the ships in the queue, except one card, cannot all dock at a station (R6.5)."""
        return self.exceeds_room(seat, self.count_ships(QUEUE, without))

    def exceeds_room(self, seat: int, wrecks: int) -> bool:
        """Return whether the ships last counted plus `wrecks` cannot all dock in addition to those already there."""
        room = 0
        for klass in range(3):
            self.survey(seat, klass)
            more = self.room_for_wrecks(self.small_ships[klass], self.large_ships[klass])
            if more < 0:
                return True
            room += more
        return wrecks > room

    def wreck_fits(self, seat: int, berth: int) -> int:
        """Return 1 if a wreck may dock in a class, 0 if that is full, -1 if another ship needs the dock (R7.2)."""
        if self.find_dock(seat, berth, 0) == 0:
            return 0
        wrecks = self.size[WRECKS] - 1
        self.count_ships(SMALLS, NONE)
        room = 0
        for klass in range(3):
            self.survey(seat, klass)
            if klass == berth:
                if self.small_docks > 0:
                    self.small_docks -= 1
                else:
                    self.empty_docks -= 1
                    self.large_docks += 1
            more = self.room_for_wrecks(self.small_ships[klass], 0)
            if more < 0:
                return -1
            room += more
        return 1 if wrecks <= room else -1

    def close_dock(self, seat: int, klass: int, dealer: Dealer) -> None:
        """Close the highest empty dock, else the highest, whose ships leave unpaid (R10.6)."""
        row = self.row(seat, DOCKED + klass)
        closing = self.docks[3 * seat + klass]
        highest = closing
        while closing > 0 and self.occupied(row, closing):
            closing -= 1
        if closing == 0:
            closing = highest
        ship = self.first[row]
        while ship != NONE:
            following = self.after[ship]
            if self.dock[ship] == closing:
                self.discard(ship)
                dealer.tell(CRUSHED, ship, seat, 0, 0)
            elif self.dock[ship] > closing:
                self.dock[ship] -= 1
            ship = following
        self.docks[3 * seat + klass] -= 1

    def occupied(self, row: int, dock: int) -> bool:
        ship = self.first[row]
        while ship != NONE:
            if self.dock[ship] == dock:
                return True
            ship = self.after[ship]
        return False

    def ships(self, seat: int) -> int:
        """Return the number of docked ships."""
        row = self.row(seat, DOCKED)
        return self.size[row] + self.size[row + 1] + self.size[row + 2]

    # For modules that are not compiled, which cannot read C arrays

    def cards_in(self, row: int) -> list[int]:
        """Return the cards of a row in order, or of the deck or discard."""
        if row == DECK:
            return [self.deck[self.deck_top + i] for i in range(self.size[DECK])]
        if row == DISCARD:
            return [card for card in range(self.tables.cards) if self.place[card] == DISCARD]
        found = []
        card = self.first[row]
        while card != NONE:
            found.append(card)
            card = self.after[card]
        return found

    def state_of(self, card: int) -> dict[str, Any]:
        """Return all that is stored about a card, except its place within the row."""
        kept = [0, 0, 0]
        if self.tables.kind[card] == CREW:
            kept = [self.training[3 * self.tables.crew_index[card] + skill] for skill in range(3)]
        return {
            "place": self.place[card],
            "epoch": self.epochs[card],
            "dock": self.dock[card],
            "marks": self.marks[card],
            "training": kept,
        }

    def docks_of(self, seat: int, klass: int) -> int:
        return self.docks[3 * seat + klass]

    # For reading a position

    def lay(self, card: int, row: int) -> None:
        """Put a card without a place into a row, the discard, or under the deck."""
        if row == DECK:
            self.deck[self.size[DECK]] = card
            self.place[card] = DECK
            self.size[DECK] += 1
        else:
            self.join(card, row)

    def lay_in_dock(self, card: int, seat: int, klass: int, dock: int) -> None:
        self.moor(seat, klass, card, dock)

    def mark(self, card: int, mark: int) -> None:
        self.marks[card] |= mark

    def set_epoch(self, card: int, epoch: int) -> None:
        self.epochs[card] = epoch

    def set_training(self, card: int, skill: int, points: int) -> None:
        self.training[3 * self.tables.crew_index[card] + skill] = points

    def set_docks(self, seat: int, klass: int, number: int) -> None:
        self.docks[3 * seat + klass] = number
