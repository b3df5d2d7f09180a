"""Position evaluation: the features of a seat; their weights are in weights.toml."""

from __future__ import annotations

from collections.abc import MutableSequence
from pathlib import Path

import cython

from sectors.games.sector219.content import DROP
from sectors.games.sector219.rules import Sector219
from sectors.kit.core import Core
from sectors.kit.linear import Linear, read_weights

if not cython.compiled:  # evaluate.pxd imports the C versions
    from sectors.kit.square import NOTHING, count, has, moved, sideways, some, spread, square, up_and_down

    SPACES = 208

IS_DROP = DROP
MOST_MASKS = 1250
WHOLE_FIELD = 0  # the option drop_reach "field"
FAR = 5  # steps to the enemy base; more are not counted
WEIGHTS = Path(__file__).parent / "weights.toml"
NAMES = (
    "units",
    "units_late",  # the same, growing as cards run out: in the end units decide
    "supplied",
    "base",  # whether the own base is held
    "strikes",
    "room",  # empty spaces in supply, in tens
    "exposed",  # own units that any enemy attacker in reach would destroy
    "covered",  # enemy units exposed in the same way
    "cards",
    "artillery",
    "marines",
    "drops",
    "plays",  # left in this turn
    "turn_0",  # to act, and this many steps short of the enemy base after the plays left
    "turn_1",
    "turn_2",
    "turn_3",
    "wait_1",  # not to act, and this many steps from the enemy base
    "wait_2",
    "wait_3",
    "wait_4",
)


class Judge(Linear):
    names = NAMES
    artillery: int
    marines: int
    drops: int

    def __init__(self, letters: str, weights: dict[str, float] | None = None) -> None:
        super().__init__(read_weights(WEIGHTS, NAMES) if weights is None else weights)
        self.artillery = letters.find("A")
        self.marines = letters.find("M")
        self.drops = letters.find("D")

    def measure(self, core: Core, seat: int, out: MutableSequence[float]) -> None:
        self.measure_side(cython.cast(Sector219, core), seat, out)

    def measure_side(self, core: Sector219, seat: int, out: MutableSequence[float]) -> None:
        enemy = 1 - seat
        left = core.deck_left(0) + core.deck_left(1) + core.hand_sizes[0] + core.hand_sizes[1]
        gone = 1.0 - left / (2.0 * core.tables.deck_size)
        out[0] = count(core.units[seat])
        out[1] = out[0] * gone * gone
        out[2] = count(core.supplied[seat])
        out[3] = 1.0 if has(core.units[seat], core.tables.base[seat]) else 0.0
        out[4] = core.strikes[seat]
        out[5] = 0.1 * count(core.fed[seat][0] & core.tables.field & ~(core.units[0] | core.units[1]))
        out[6] = count(core.units[seat] & core.cover[enemy])
        out[7] = count(core.units[enemy] & core.cover[seat])
        out[8] = core.hand_sizes[seat]
        out[9] = core.hands[seat][self.artillery] if self.artillery >= 0 else 0.0
        out[10] = core.hands[seat][self.marines] if self.marines >= 0 else 0.0
        out[11] = core.hands[seat][self.drops] if self.drops >= 0 else 0.0
        for i in range(12, 21):
            out[i] = 0.0
        steps = self.steps(core, seat)
        if core.to_act == seat:
            out[12] = core.plays_left
            short = steps - core.plays_left
            if short < 0:
                short = 0
            if short < 4 and core.hand_sizes[seat] > 0:
                out[13 + short] = 1.0
        elif steps < FAR and core.hand_sizes[seat] > 0:
            out[16 + steps] = 1.0

    def steps(self, core: Sector219, seat: int) -> int:
        """Return the least number of plays to enter the enemy base: 1 for an empty space on the way, 2 for an enemy."""
        goal = core.tables.base[1 - seat]
        enemies = core.units[1 - seat]
        own = core.units[seat]
        free = core.tables.field & ~enemies & ~square(core.tables.city)
        steps = 1
        if has(own, core.tables.base[seat]):
            reach = core.fed[seat][0]
            if self.marines >= 0 and core.hands[seat][self.marines] > 0:
                reach = reach | core.fed[seat][core.tables.shape[self.marines]]
        else:
            reach = core.tables.base_square[seat]
        held = reach & enemies  # to be destroyed first
        reach = reach & free
        while steps < FAR:
            if has(reach, goal):
                return steps
            wider = reach | moved(reach, 1, 0) | moved(reach, -1, 0) | moved(reach, 0, 1) | moved(reach, 0, -1)
            reach = reach | held | wider & free
            held = wider & enemies
            steps += 1
        return FAR

    # For exact search: bounds on the result once both decks are empty. A base can be entered only if the cards in hand
    # suffice to reach it; otherwise the units in play decide, and each play changes the lead by one or two.

    def limits(self, core: Core, seat: int, bounds: MutableSequence[float]) -> None:
        self.limits_of_ending(cython.cast(Sector219, core), seat, bounds)

    def limits_of_ending(self, core: Sector219, seat: int, bounds: MutableSequence[float]) -> None:
        enemy = 1 - seat
        lead = count(core.units[seat]) - count(core.units[enemy])
        least = lead + self.least_gain(core, seat) - self.most_gain(core, enemy)
        most = lead + self.most_gain(core, seat) - self.least_gain(core, enemy)
        if core.to_act == seat:
            if 0 <= most <= 1 and self.lacks_target(core):
                most -= 1
        elif -1 <= least <= 0 and self.lacks_target(core):
            least += 1
        bounds[0] = 0.0
        bounds[1] = 1.0
        if least >= 0 and not self.can_enter(core, enemy):
            bounds[0] = 0.5 if least == 0 else 1.0
        if most <= 0 and not self.can_enter(core, seat):
            bounds[1] = 0.5 if most == 0 else 0.0

    def most_gain(self, core: Sector219, seat: int) -> int:
        """Return the most that the lead in units can grow: 1 for each unit deployed and 1 for each destroyed."""
        kills = core.strikes[seat]
        for kind in range(core.tables.kinds):
            if core.tables.attacks[kind] > 0:
                kills += core.hands[seat][kind]
        victims = self.victims(core, seat)
        return core.hand_sizes[seat] + (kills if kills < victims else victims)

    def victims(self, core: Sector219, seat: int) -> int:
        """Return how many units the enemy has in play or may still deploy."""
        return count(core.units[1 - seat]) + core.hand_sizes[1 - seat]

    def lacks_target(self, core: Sector219) -> bool:
        """Return whether the seat to act cannot destroy anything with its next card, so that it gains one less than
        `most_gain` says."""
        if not cython.compiled:
            masks, kinds, attacks = [0] * MOST_MASKS, [0] * MOST_MASKS, [0] * MOST_MASKS
        seat = core.to_act
        if core.strikes[seat] > 0 or core.hand_sizes[seat] == 0 or self.victims(core, seat) < core.hand_sizes[seat]:
            return False
        for kind in range(core.tables.kinds):
            if core.tables.attacks[kind] == 0 and core.hands[seat][kind] > 0:
                return False
        for found in range(core.find_deployments(masks, kinds, attacks)):
            if attacks[found] >= 0:
                return False
        return True

    def least_gain(self, core: Sector219, seat: int) -> int:
        """Return how much the lead in units grows at least, whatever the enemy does, by playing Drop Squads first, then
        other cards, and Air Strikes at any time."""
        enemy = 1 - seat
        drops = self.drops_in_hand(core, seat)
        cards = 0
        if drops == 0 or self.landing_spaces(core, seat) >= drops + self.enemies_before(core, seat, drops):
            cards = drops
        if self.ways_out(core, seat) > self.enemies_before(core, seat, core.hand_sizes[seat]):
            cards += core.hand_sizes[seat] - drops
        targets = count(core.units[enemy])
        return cards + (core.strikes[seat] if core.strikes[seat] < targets else targets)

    def drops_in_hand(self, core: Sector219, seat: int) -> int:
        drops = 0
        for kind in range(core.tables.kinds):
            if core.tables.deploys[kind] == IS_DROP:
                drops += core.hands[seat][kind]
        return drops

    def enemies_before(self, core: Sector219, seat: int, plays: int) -> int:
        """Return how many units the enemy can deploy before a seat has made that many plays."""
        if core.to_act == seat:
            most = 2 * ((plays + 1 - core.plays_left) // 2)
        else:
            most = core.plays_left + 2 * ((plays + 1) // 2) - 2
        if most < 0:
            most = 0
        cards = core.hand_sizes[1 - seat]
        return most if most < cards else cards

    def landing_spaces(self, core: Sector219, seat: int) -> int:
        """Return the number of spaces near the City where a Drop Squad can land now. Only units that land there reduce
        it: out of supply they feed no space, and enemies can only cut supply."""
        zone = square(core.tables.city)
        for _ in range(core.drop_reach):
            zone = zone | sideways(zone)
            zone = zone | up_and_down(zone)
        if core.drop_reach == WHOLE_FIELD:
            zone = core.tables.field
        for kind in range(core.tables.kinds):
            if core.hands[seat][kind] > 0 and core.tables.deploys[kind] == IS_DROP:
                zone = zone & core.spaces(seat, kind, core.empty())
        return count(zone)

    def ways_out(self, core: Sector219, seat: int) -> int:
        """Return the number of straight ways from the base to the edge that are free of enemies. As long as no enemy
        stands on such a way, its first empty space is in supply, so a seat that holds its base can deploy there."""
        ways = 0
        if core.tables.steady:
            for way in range(3):
                path = core.tables.ways_out[seat][way]
                if not some(path & core.units[1 - seat]) and count(path & ~core.units[seat]) > core.hand_sizes[seat]:
                    ways += 1
        return ways

    def can_enter(self, core: Sector219, seat: int) -> bool:
        """Return whether the cards in hand could suffice to reach the enemy base if the enemy did nothing. Drop Squads
        help only in the middle of the way: they land neither in supply nor on the base."""
        goal = core.tables.base[1 - seat]
        ground = core.tables.field & ~square(core.tables.city)
        cards = core.hand_sizes[seat]
        line = cards if core.drop_in_supply else cards - self.drops_in_hand(core, seat)
        if has(core.units[1 - seat], goal) and core.strikes[seat] == 0 and not self.can_clear(core, seat, goal):
            return False
        reach = core.supplied[seat]
        barred = core.units[1 - seat] if core.strikes[seat] == 0 else NOTHING  # until something has been destroyed
        steps = 0
        if not has(core.units[seat], core.tables.base[seat]):
            reach = core.tables.base_square[seat]
            steps = 1
            barred = NOTHING
        fresh = reach
        while steps < cards and (steps < line or line >= 2):
            while some(fresh):  # units in play join the line without a card
                fresh = self.spaces_fed_by(core, seat, fresh, False) & core.units[seat] & ~reach
                reach = reach | fresh
            fresh = self.spaces_fed_by(core, seat, reach, True) & ground & ~reach & ~barred
            reach = reach | fresh
            steps += 1
            if has(reach, goal):
                return True
            barred = NOTHING
        return False

    def can_clear(self, core: Sector219, seat: int, goal: int) -> bool:
        """Return whether a card could ever destroy the unit there, with another card left to enter."""
        if core.hand_sizes[seat] < 2:
            return False
        if core.hand_sizes[seat] > 2:
            return True
        if core.to_act == seat:
            return self.can_hit(core, goal)
        if has(core.cover[seat], goal):
            return True
        for kind in range(core.tables.kinds):
            if core.tables.alone[kind] and core.hands[seat][kind] > 0:
                return True
        return False

    def can_hit(self, core: Sector219, goal: int) -> bool:
        """Return whether the next card can destroy the unit there."""
        if not cython.compiled:
            masks, kinds, attacks = [0] * MOST_MASKS, [0] * MOST_MASKS, [0] * MOST_MASKS
        for found in range(core.find_deployments(masks, kinds, attacks)):
            if attacks[found] >= 0:
                step = core.tables.ray_step[core.to_act][core.tables.attack_ray[kinds[found]][attacks[found]]]
                if 0 <= goal - step < SPACES and has(masks[found], goal - step):
                    return True
        return False

    def spaces_fed_by(self, core: Sector219, seat: int, givers: int, in_hand: bool) -> int:
        """Return the spaces fed by `givers`, for the kinds in hand or for any kind."""
        if not cython.compiled:
            indices = [0] * 256
        shapes = 0
        for kind in range(core.tables.kinds):
            if not in_hand or core.hands[seat][kind] > 0:
                shapes |= 1 << core.tables.shape[kind]
        fed = NOTHING
        size = spread(givers, indices)
        for shape in range(core.tables.shapes):
            if shapes >> shape & 1:
                for i in range(size):
                    fed = fed | core.tables.feeds[seat][indices[i]][shape]
        return fed
