"""Lookup tables computed once from the content: who feeds, covers and hits what, and the codes of actions."""

from __future__ import annotations

from array import array

import cython

from sectors.games.sector219.content import Cards, Offsets

if not cython.compiled:  # lookup.pxd imports the C versions
    from sectors.kit.square import NOTHING, moved, rows_ahead, square

    KINDS = 25
    SPACES = 208

NO_TARGET = 255
MOST_RAYS = 1250


class Tables:
    side: int
    city: int
    kinds: int
    shapes: int
    deck_size: int
    air_strikes: int
    action_count: int
    openings: int
    strike_codes: int
    rays: int
    steady: bool  # every unit draws supply from all four sides

    def __init__(self, cards: Cards) -> None:
        if not cython.compiled:  # lists stand in for the C arrays of rules.pxd
            self.base = [0, 0]
            self.base_square = [0, 0]
            self.counts = [0] * KINDS
            self.deploys = [0] * KINDS
            self.alone = [0] * KINDS
            self.shape = [0] * KINDS
            self.feeds = [[[0] * KINDS for _ in range(SPACES)] for _ in range(2)]
            self.covers = [[[0] * SPACES for _ in range(KINDS)] for _ in range(2)]
            self.ray_step = [[0] * MOST_RAYS, [0] * MOST_RAYS]
            self.ray_east = [0] * MOST_RAYS
            self.ray_west = [0] * MOST_RAYS
            self.ray_back = [[0] * MOST_RAYS, [0] * MOST_RAYS]
            self.ray_alone = [0] * MOST_RAYS
            self.attacks = [0] * KINDS
            self.first_code = [0] * KINDS
            self.slots = [0] * KINDS
            self.attack_ray = [[0] * 48 for _ in range(KINDS)]
            self.attack_slot = [[[0] * 48 for _ in range(KINDS)] for _ in range(2)]
            self.dense = [0] * SPACES
            self.ways_out = [[0] * 3, [0] * 3]
        self.side = cards.side
        self.city = cards.city
        self.kinds = len(cards.units)
        self.deck_size = cards.deck_size
        self.air_strikes = cards.air_strikes
        self.base[0], self.base[1] = cards.bases
        self.base_square[0] = square(self.base[0])
        self.base_square[1] = square(self.base[1])
        self.bases = self.base_square[0] | self.base_square[1]
        self.field = NOTHING
        for number, space in enumerate(cards.spaces):
            self.field = self.field | square(space)
            self.dense[space] = number
        self.read_diagrams(cards)
        self.number_actions(cards)
        self.find_ways_out(cards)

    def find_ways_out(self, cards: Cards) -> None:
        """Collect the spaces straight to the west, to the east and behind each base."""
        self.steady = all({(0, 1), (1, 0), (0, -1), (-1, 0)} <= set(unit.supply) for unit in cards.units)
        for seat in range(2):
            for number, (dx, dy) in enumerate(((-1, 0), (1, 0), (0, -1 if seat == 0 else 1))):
                self.ways_out[seat][number] = NOTHING
                for step in range(1, cards.side):
                    way = moved(square(self.base[seat]), dx * step, dy * step) & self.field
                    self.ways_out[seat][number] = self.ways_out[seat][number] | way

    def read_diagrams(self, cards: Cards) -> None:
        shapes: list[Offsets] = []
        rays: list[tuple[int, int, bool]] = []
        for kind, unit in enumerate(cards.units):
            self.counts[kind] = unit.count
            self.deploys[kind] = unit.deploy
            self.alone[kind] = unit.alone
            supply = tuple(sorted(unit.supply))
            if supply not in shapes:
                shapes.append(supply)
            self.shape[kind] = shapes.index(supply)
            self.attacks[kind] = len(unit.attack)
            for number, (dx, dy) in enumerate(unit.attack):
                ray = (dx, dy, unit.alone)
                if ray not in rays:
                    rays.append(ray)
                self.attack_ray[kind][number] = rays.index(ray)
        self.shapes = len(shapes)
        self.rays = len(rays)
        for seat in range(2):
            ahead = 1 if seat == 0 else -1  # R1.5: rows are counted towards the enemy
            for ray_number, (dx, dy, alone) in enumerate(rays):
                self.ray_step[seat][ray_number] = dx + 16 * dy * ahead
                self.ray_alone[ray_number] = alone
                self.ray_east[ray_number] = max(-dx, 0)  # from the target back to the attacker
                self.ray_west[ray_number] = max(dx, 0)
                self.ray_back[seat][ray_number] = rows_ahead(-dy * ahead)
            for space in cards.spaces:
                for shape, offsets in enumerate(shapes):
                    for dx, dy in offsets:
                        self.feed(seat, shape, space, -dx, -dy * ahead)  # R4.3: diagrams start at the drawing unit
                for kind, unit in enumerate(cards.units):
                    for dx, dy in unit.support:
                        self.support(seat, kind, space, dx, dy * ahead)

    def feed(self, seat: int, shape: int, space: int, dx: int, dy: int) -> None:
        """Let a unit on `space` give supply in that direction to units of that shape."""
        self.feeds[seat][space][shape] = self.feeds[seat][space][shape] | moved(square(space), dx, dy) & self.field

    def support(self, seat: int, kind: int, space: int, dx: int, dy: int) -> None:
        self.covers[seat][kind][space] = self.covers[seat][kind][space] | moved(square(space), dx, dy) & self.field

    def number_actions(self, cards: Cards) -> None:
        """Number the codes: opening pairs, Air Strikes, then for each kind and space one per target and one without."""
        spaces = cards.spaces
        self.openings = self.kinds * self.kinds
        self.strike_codes = len(spaces)
        meaning = [0] * self.openings + spaces
        for kind, unit in enumerate(cards.units):
            slots = sorted({(dx, dy) for dx, dy in unit.attack} | {(dx, -dy) for dx, dy in unit.attack})
            for number, (dx, dy) in enumerate(unit.attack):
                self.attack_slot[0][kind][number] = 1 + slots.index((dx, dy))
                self.attack_slot[1][kind][number] = 1 + slots.index((dx, -dy))
            self.first_code[kind] = len(meaning)
            self.slots[kind] = 1 + len(slots)
            for space in spaces:
                meaning.append(kind << 16 | space << 8 | NO_TARGET)
                for dx, dy in slots:
                    column, row = space % 16 + dx, space // 16 + dy
                    inside = 0 <= column < self.side and 0 <= row < self.side
                    meaning.append(kind << 16 | space << 8 | (16 * row + column if inside else NO_TARGET))
        self.action_count = len(meaning)
        self.meaning = array("i", meaning)

    # For Python callers

    def decode(self, code: int) -> tuple[int, int, int]:
        """Return the kind, space and target of a deployment; the target is NO_TARGET (255) if it has none."""
        meaning = self.meaning[code]
        return meaning >> 16, meaning >> 8 & 255, meaning & 255

    def strike_space(self, code: int) -> int:
        return self.meaning[code]

    def deployment(self, kind: int, space: int, target: int | None) -> int | None:
        """Return the code of a deployment, or None if that kind cannot attack that target from there."""
        first = self.first_code[kind] + self.dense[space] * self.slots[kind]
        if target is None:
            return first
        for slot in range(1, self.slots[kind]):
            if self.meaning[first + slot] & 255 == target:
                return first + slot
        return None

    def strike(self, space: int) -> int:
        return self.openings + self.dense[space]
