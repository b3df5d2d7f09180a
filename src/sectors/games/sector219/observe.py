"""The observation and the actions of a seat as numbers; the board is turned so that the own base is at the bottom."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence

import cython

from sectors.games.sector219.content import Cards
from sectors.games.sector219.lookup import Tables
from sectors.games.sector219.numbers import MEMORIES
from sectors.games.sector219.rules import Sector219
from sectors.kit.core import Actions, Core
from sectors.kit.game import Game
from sectors.kit.observe import Field, Observer

if not cython.compiled:  # observe.pxd imports the C versions
    from sectors.kit.square import spread

NO_TARGET = 255
BOTTOM = 2  # cards that a seat has put under its deck (R2.5)
OPENING_PAIR, AIR_STRIKE, DEPLOYMENT = range(3)


class Watcher(Observer):
    tables: Tables
    kinds: int
    area: int

    def __init__(self, game: Game, cards: Cards, tables: Tables) -> None:
        self.tables = tables
        kinds = self.kinds = len(cards.units)
        side = cards.side
        self.area = side * side
        most = max(unit.count for unit in cards.units)
        deck, strikes = cards.deck_size, cards.air_strikes
        letters = ", ".join(cards.letters)
        fields = (
            Field("own_units", (kinds, side, side), 0, 1, f"own units by kind ({letters}), row and column"),
            Field("enemy_units", (kinds, side, side), 0, 1, "enemy units"),
            Field("own_supplied", (side, side), 0, 1, "own units in supply"),
            Field("enemy_supplied", (side, side), 0, 1, "enemy units in supply"),
            Field("opening", (), 0, 1, "whether cards are being put back"),
            Field("first", (), 0, 1, "whether the own seat takes the first turn"),
            Field("turn", (), 0, game.longest(2, {}) + 1, "the number of the turn"),
            Field("plays_left", (), 0, 2, "plays left in this turn"),
            Field("hand", (kinds,), 0, most, "the own hand"),
            Field("bottom", (BOTTOM, kinds), 0, 1, "the known cards at the bottom of the own deck, the lowest first"),
            Field("hand_sizes", (2,), 0, deck, "cards in hand, own first"),
            Field("deck_sizes", (2,), 0, deck, "cards in the decks"),
            Field("strikes", (2,), 0, strikes, "Air Strikes left"),
            Field("destroyed", (2, kinds), 0, most, "destroyed units"),
            Field("unseen", (2, kinds), 0, most, "cards in hand and deck together"),
            Field(
                "stuck_kinds", (2, MEMORIES, kinds), 0, 1, "R3.5: kinds that a seat showed not to have, newest first"
            ),
            Field(
                "stuck_room", (2, MEMORIES), -deck, deck, "how many of these it may have drawn since, and not played"
            ),
        )
        parts = (
            Field("sort", (3,), 0, 1, "two cards put back, an Air Strike, or a deployment"),
            Field("kind", (kinds,), 0, 1, "the unit deployed, or the upper card put back"),
            Field("lowest", (kinds,), 0, 1, "the lowest card put back"),
            Field("column", (), 0, side, "of the space, from 1; 0 without one"),
            Field("row", (), 0, side, "of the space, from the own side, from 1"),
            Field("target_column", (), 0, side, "of the unit that is destroyed"),
            Field("target_row", (), 0, side, "of the unit that is destroyed"),
        )
        super().__init__(game, 2, fields, parts, tables.action_count)
        self.mirror_codes(cards)

    def mirror_codes(self, cards: Cards) -> None:
        """Compute spaces and codes as seat 1 sees them: rows are counted from its own side (R1.5)."""
        tables, side = self.tables, cards.side
        seen = [0] * 512
        for number, space in enumerate(cards.spaces):
            row, column = divmod(space, 16)
            seen[space] = number
            seen[256 + space] = (side - 1 - row) * side + column
        self.seen = array("i", seen)
        turned = list(range(tables.openings))
        turned += [tables.openings + seen[256 + space] for space in cards.spaces]
        for unit in cards.units:
            slots = sorted({(dx, dy) for dx, dy in unit.attack} | {(dx, -dy) for dx, dy in unit.attack})
            first = len(turned)
            for space in cards.spaces:
                there = first + seen[256 + space] * (1 + len(slots))
                turned += [there, *(there + 1 + slots.index((dx, -dy)) for dx, dy in slots)]
        self.turned = array("i", turned)

    def observe(self, core: Core, seat: int, out: MutableSequence[int]) -> None:
        self.fill(cython.cast(Sector219, core), seat, out)

    def fill(self, core: Sector219, seat: int, out: MutableSequence[int]) -> None:
        at = self.frame(core, seat, out)
        at = self.fill_field(core, seat, at, out)
        out[at] = core.turn == 0
        out[at + 1] = core.first == seat
        out[at + 2] = core.turn
        out[at + 3] = core.plays_left
        at += 4
        for kind in range(self.kinds):
            out[at + kind] = core.hands[seat][kind]
        at += self.kinds
        size = self.tables.deck_size
        for i in range(core.known_bottom[seat]):
            out[at + i * self.kinds + core.decks[seat][size - 1 - i]] = 1
        at += BOTTOM * self.kinds
        for i in range(2):
            whose = i ^ seat
            out[at + i] = core.hand_sizes[whose]
            out[at + 2 + i] = size - core.deck_top[whose]
            out[at + 4 + i] = core.strikes[whose]
        self.fill_piles(core, seat, at + 6, out)

    def fill_field(self, core: Sector219, seat: int, at: int, out: MutableSequence[int]) -> int:
        """Write the units on the field and their supply. Return where the next field begins."""
        if not cython.compiled:
            indices = [0] * 256
        turn = 256 * seat
        for i in range(2):
            for unit in range(spread(core.units[i ^ seat], indices)):
                space = indices[unit]
                out[at + core.kind_at[space] * self.area + self.seen[turn + space]] = 1
            at += self.kinds * self.area
        for i in range(2):
            for unit in range(spread(core.supplied[i ^ seat], indices)):
                out[at + self.seen[turn + indices[unit]]] = 1
            at += self.area
        return at

    def fill_piles(self, core: Sector219, seat: int, at: int, out: MutableSequence[int]) -> None:
        """Write what both seats have lost, may still hold, and have shown not to hold."""
        if not cython.compiled:
            indices = [0] * 256
        for i in range(2):
            whose = i ^ seat
            for kind in range(self.kinds):
                out[at + kind] = core.destroyed[whose][kind]
                out[at + 2 * self.kinds + kind] = self.tables.counts[kind] - core.destroyed[whose][kind]
            for unit in range(spread(core.units[whose], indices)):
                out[at + 2 * self.kinds + core.kind_at[indices[unit]]] -= 1
            at += self.kinds
        at += 2 * self.kinds
        for i in range(2):
            whose = i ^ seat
            for memory in range(MEMORIES):
                stuck = core.stuck_kinds[whose][memory]
                if stuck:
                    for kind in range(self.kinds):
                        out[at + kind] = stuck >> kind & 1
                at += self.kinds
        for i in range(2):
            for memory in range(MEMORIES):
                if core.stuck_kinds[i ^ seat][memory]:
                    out[at + memory] = core.stuck_room[i ^ seat][memory]
            at += MEMORIES

    def encode(self, core: Core, code: int) -> int:
        return self.turned[code] if core.to_act else code

    def encode_all(self, core: Core, actions: Actions, out: MutableSequence[int]) -> None:
        if core.to_act:
            for i in range(actions.size):
                out[i] = self.turned[actions.items[i]]
        else:
            for i in range(actions.size):
                out[i] = actions.items[i]

    def decode(self, core: Core, index: int) -> int:
        return self.turned[index] if core.to_act else index

    def describe(self, core: Core, code: int, out: MutableSequence[int]) -> None:
        kinds, openings = self.kinds, self.tables.openings
        meaning = self.tables.meaning[code]
        if code < openings:
            out[OPENING_PAIR] = 1
            out[3 + code // kinds] = 1
            out[3 + kinds + code % kinds] = 1
        elif code < openings + self.tables.strike_codes:
            out[AIR_STRIKE] = 1
            self.describe_space(core.to_act, meaning, 3 + 2 * kinds, out)
        else:
            out[DEPLOYMENT] = 1
            out[3 + (meaning >> 16)] = 1
            self.describe_space(core.to_act, meaning >> 8 & 255, 3 + 2 * kinds, out)
            if meaning & 255 != NO_TARGET:
                self.describe_space(core.to_act, meaning & 255, 5 + 2 * kinds, out)

    def describe_space(self, seat: int, space: int, at: int, out: MutableSequence[int]) -> None:
        seen = self.seen[256 * seat + space]
        out[at] = seen % self.tables.side + 1
        out[at + 1] = seen // self.tables.side + 1
