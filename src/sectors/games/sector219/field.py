"""The state of Battle for Sector 219: units on the field, decks, hands, and what the seats know of them.

Plain Python that also runs uncompiled; field.pxd adds the C types for Cython. A space is the number 16 * row + column,
a kind the index of its unit in the content.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from sectors.games.sector219.lookup import Tables
from sectors.kit.core import Core
from sectors.kit.dealer import Dealer

if not cython.compiled:  # field.pxd imports the C versions
    from sectors.games.sector219.numbers import *
    from sectors.kit.square import NOTHING, has, spread

    KINDS = 25
    SPACES = 208

TRIES = 40  # random guesses at a hand before it is built card by card
SCATTER = 0x9E3779B97F4A7C15
WORD = 0xFFFFFFFFFFFFFFFF


class Field(Core):
    tables: Tables
    opening: int
    first_fixed: int
    drop_reach: int
    drop_in_supply: bool
    first: int
    phase: int
    turn: int
    plays_left: int
    winner: int

    def __init__(self, tables: Tables, opening: int, first_fixed: int, drop_reach: int, drop_in_supply: bool) -> None:
        self.tables = tables
        shapes = self.tables.shapes
        deck_size = self.tables.deck_size
        if not cython.compiled:  # lists stand in for the C arrays of field.pxd
            self.units = [0, 0]
            self.supplied = [0, 0]
            self.cover = [0, 0]
            self.kind_at = [0] * SPACES
            self.hands = [[0] * KINDS, [0] * KINDS]
            self.destroyed = [[0] * KINDS, [0] * KINDS]
            self.stuck_kinds = [[0] * MEMORIES, [0] * MEMORIES]
            self.stuck_room = [[0] * MEMORIES, [0] * MEMORIES]
            self.hand_sizes = [0, 0]
            self.deck_top = [0, 0]
            self.known_bottom = [0, 0]
            self.strikes = [0, 0]
            self.fed = [[0] * shapes, [0] * shapes]
            self.decks = [[0] * deck_size, [0] * deck_size]
        else:
            self.make_room(shapes, deck_size)
        self.opening = opening
        self.first_fixed = first_fixed
        self.drop_reach = drop_reach
        self.drop_in_supply = drop_in_supply
        self.seats = 2
        self.clear()

    if cython.compiled:

        def __dealloc__(self) -> None:
            self.give_back_room()

        def __sizeof__(self) -> int:
            return object.__sizeof__(self) + int(self.room)  # type: ignore[attr-defined]

    def copy_from(self, other: Core) -> None:
        self.copy_fields(cython.cast(Field, other))

    # field.pxd defines these inline: it copies memory, and allocates and frees what depends on the content.
    if not cython.compiled:

        def copy_fields(self, source: Field) -> None:
            self.to_act = source.to_act
            self.reason = source.reason
            for name in ("units", "supplied", "cover", "kind_at", "hand_sizes", "deck_top", "known_bottom", "strikes"):
                getattr(self, name)[:] = getattr(source, name)
            for name in ("hands", "destroyed", "stuck_kinds", "stuck_room", "fed", "decks"):
                for seat in range(2):
                    getattr(self, name)[seat][:] = getattr(source, name)[seat]
            for name in ("first", "phase", "turn", "plays_left", "winner"):
                setattr(self, name, getattr(source, name))

        def make_room(self, shapes: int, deck_size: int) -> None: ...

        def give_back_room(self) -> None: ...

        def deck_left(self, seat: int) -> int:
            return self.tables.deck_size - self.deck_top[seat]

    def clear(self) -> None:
        self.to_act = 0
        self.reason = BASE
        self.first = 0
        self.phase = OPENING
        self.turn = 0
        self.plays_left = 0
        self.winner = NOBODY
        for seat in range(2):
            self.units[seat] = NOTHING
            self.supplied[seat] = NOTHING
            self.cover[seat] = NOTHING
            for shape in range(self.tables.shapes):
                self.fed[seat][shape] = NOTHING
            for kind in range(self.tables.kinds):
                self.hands[seat][kind] = 0
                self.destroyed[seat][kind] = 0
            for memory in range(MEMORIES):
                self.stuck_kinds[seat][memory] = 0
                self.stuck_room[seat][memory] = 0
            self.hand_sizes[seat] = 0
            self.deck_top[seat] = 0
            self.known_bottom[seat] = 0
            self.strikes[seat] = self.tables.air_strikes

    # For exact search

    def certain(self) -> bool:
        """Return whether both decks are empty: then both hands are known, and nothing is left to chance."""
        return self.phase == PLAY and self.deck_left(0) == 0 and self.deck_left(1) == 0

    def key(self) -> int:
        found = self.to_act + 2 * self.plays_left + 6
        return self.hash_side(1, self.hash_side(0, found))

    def hash_side(self, seat: int, found: int) -> int:
        if not cython.compiled:
            indices = [0] * 256
        for i in range(spread(self.units[seat], indices)):
            found = (found ^ indices[i] << 8 ^ self.kind_at[indices[i]]) * SCATTER & WORD
            found ^= found >> 29
        for kind in range(self.tables.kinds):
            found = (found ^ self.hands[seat][kind]) * SCATTER & WORD
        found = (found ^ self.strikes[seat] << 4 ^ seat) * SCATTER & WORD
        return found ^ found >> 31

    # R10 Hidden information

    def fits_memory(self, seat: int) -> bool:
        """Return whether the hand is consistent with the plays that the seat could not make (R3.5)."""
        for memory in range(MEMORIES):
            held = 0
            for kind in range(self.tables.kinds):
                if self.stuck_kinds[seat][memory] >> kind & 1:
                    held += self.hands[seat][kind]
            if held > self.stuck_room[seat][memory]:
                return False
        return True

    def guess(self, seat: int, dealer: Dealer) -> None:
        for other in range(2):
            if other == seat:
                self.guess_deck(other, dealer)
            else:
                self.guess_hand(other, dealer)

    def guess_deck(self, seat: int, dealer: Dealer) -> None:
        """Shuffle the own deck except for the known cards at its bottom."""
        if not cython.compiled:
            pool = [0] * 640
        top = self.deck_top[seat]
        unknown = self.deck_left(seat) - self.known_bottom[seat]
        size = 0
        for kind in range(self.tables.kinds):  # in canonical order first, so that the true order does not leak
            for i in range(top, top + unknown):
                if self.decks[seat][i] == kind:
                    pool[size] = kind
                    size += 1
        dealer.mix(pool, size)
        for i in range(size):
            self.decks[seat][top + i] = pool[i]

    def guess_hand(self, seat: int, dealer: Dealer) -> None:
        """Redeal hand and deck from the cards that the other seat has not seen."""
        if not cython.compiled:
            pool = [0] * 640
        deck = self.decks[seat]
        for i in range(self.deck_top[seat], self.tables.deck_size):
            self.hands[seat][deck[i]] += 1
        size = 0
        for kind in range(self.tables.kinds):
            for _ in range(self.hands[seat][kind]):
                pool[size] = kind
                size += 1
        for attempt in range(TRIES):
            dealer.mix(pool, size)
            for kind in range(self.tables.kinds):
                self.hands[seat][kind] = 0
            for i in range(self.hand_sizes[seat]):
                self.hands[seat][pool[i]] += 1
            if self.fits_memory(seat):
                break
            if attempt == TRIES - 1:  # a tight memory: take only cards that fit
                for i in range(self.hand_sizes[seat]):
                    self.hands[seat][pool[i]] -= 1
                held = 0
                for i in range(size):
                    kind = pool[i]
                    self.hands[seat][kind] += 1
                    if held == self.hand_sizes[seat] or not self.fits_memory(seat):
                        self.hands[seat][kind] -= 1
                        continue
                    pool[i] = pool[held]
                    pool[held] = kind
                    held += 1
        for i in range(self.hand_sizes[seat], size):
            deck[self.deck_top[seat] + i - self.hand_sizes[seat]] = pool[i]

    def memory(self) -> Sequence[int]:
        """Return the plays that seats could not make, as everybody saw (R3.5)."""
        numbers = []
        for seat in range(2):
            for memory in range(MEMORIES):
                numbers.append(int(self.stuck_kinds[seat][memory]))
                numbers.append(int(self.stuck_room[seat][memory]))
        return numbers

    def remember(self, memory: Sequence[int]) -> None:
        for seat in range(2):
            for number in range(MEMORIES):
                self.stuck_kinds[seat][number] = memory[2 * (MEMORIES * seat + number)]
                self.stuck_room[seat][number] = memory[2 * (MEMORIES * seat + number) + 1]

    # For Python callers: plain values

    def hand(self, seat: int) -> list[int]:
        return [self.hands[seat][kind] for kind in range(self.tables.kinds)]

    def deck(self, seat: int) -> list[int]:
        """Return the kinds in the deck, top card first."""
        return [self.decks[seat][i] for i in range(self.deck_top[seat], self.tables.deck_size)]

    def destroyed_of(self, seat: int) -> list[int]:
        return [self.destroyed[seat][kind] for kind in range(self.tables.kinds)]

    def known_bottom_of(self, seat: int) -> int:
        return self.known_bottom[seat]

    def strikes_of(self, seat: int) -> int:
        return self.strikes[seat]

    def base_of(self, seat: int) -> int:
        return self.tables.base[seat]

    def unit_at(self, space: int) -> tuple[int, int] | None:
        """Return the seat and kind of the unit on a space, or None."""
        for seat in range(2):
            if has(self.units[seat], space):
                return seat, self.kind_at[space]
        return None

    def units_of(self, seat: int) -> list[int]:
        return [space for space in range(SPACES) if has(self.units[seat], space)]

    def supplied_of(self, seat: int) -> list[int]:
        return [space for space in range(SPACES) if has(self.supplied[seat], space)]

    def would_be_supplied(self, seat: int, kind: int, space: int) -> bool:
        """Return whether a unit of that kind would be in supply on a space (R4.7)."""
        return has(self.fed[seat][self.tables.shape[kind]], space)

    def is_covered(self, seat: int, space: int) -> bool:
        """Return whether a unit of that seat supports attacks on a space."""
        return has(self.cover[seat], space)
