"""What a good player looks at, as features of a seat; weights.toml says how much each counts."""

from __future__ import annotations

from collections.abc import MutableSequence
from pathlib import Path

import cython

from sectors.games.sector219.rules import Sector219
from sectors.kit.core import Core
from sectors.kit.linear import Linear, read_weights

if not cython.compiled:  # evaluate.pxd imports the C versions
    from sectors.kit.square import count, has, moved, square

FAR = 5  # steps to the enemy base that are too many to count
WEIGHTS = Path(__file__).parent / "weights.toml"
NAMES = (
    "units",
    "units_late",  # the same, the more the fewer cards are left: in the end they decide
    "supplied",
    "base",  # the own base is held
    "strikes",
    "room",  # empty spaces in supply, tens of them
    "exposed",  # own units that any enemy attacker in reach would destroy
    "covered",  # enemy units that are so exposed
    "cards",
    "artillery",
    "marines",
    "drops",
    "plays",  # left in this turn
    "turn_0",  # on turn, and as many steps short of the enemy base after the plays left
    "turn_1",
    "turn_2",
    "turn_3",
    "wait_1",  # not on turn, and so many steps from the enemy base
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
        """The least number of plays to stand on the enemy base: 1 for each empty space on the way, 2 for an enemy."""
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
            wide = reach | moved(reach, 1, 0) | moved(reach, -1, 0) | moved(reach, 0, 1) | moved(reach, 0, -1)
            reach = reach | held | wide & free
            held = wide & enemies
            steps += 1
        return FAR
