"""Position evaluation: the features of each side; their weights are in weights.toml.

In a duel the features are those of each seat; in a solo game they are the player's minus the automa's. The race
dominates: how much of the enemy's shield and Health one Command Fleet could break.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from pathlib import Path

import cython

from sectors.games.sector18.rules import Sector18
from sectors.kit.core import Core
from sectors.kit.linear import Linear, read_weights

if not cython.compiled:  # evaluate.pxd imports the C versions
    from sectors.games.sector18.numbers import BASE0, BREACH, IN_FLEET, NOBODY, NOWHERE, REFITTING, SPEED

FEATURES = (
    *("health", "shield", "level", "resources", "income"),
    *("light", "medium", "science", "heavy", "light_up", "medium_up", "science_up", "heavy_up"),
    *("progress", "strike", "strike_2", "kill", "kill_next", "hanging", "stuck", "ability"),
    *("speed", "breach", "aegis", "repair", "build", "refit", "jump", "harvest"),
)
HEALTH, SHIELDED, LEVEL, RESOURCES, INCOME, SHIPS, UPGRADES = 0, 1, 2, 3, 4, 5, 9
PROGRESS, STRIKE, STRIKE_2, KILL, KILL_NEXT, HANGING, STUCK_SHIPS, ABILITY, EFFECTS = 13, 14, 15, 16, 17, 18, 19, 20, 21

FAR_AWAY = 9999  # maps.FAR


class Judge(Linear):
    names = FEATURES

    def measure(self, core: Core, seat: int, out: MutableSequence[float]) -> None:
        if cython.compiled:
            self.weigh(cython.cast(Sector18, core), seat, out)
        else:
            assert isinstance(core, Sector18)
            self.weigh(core, seat, out)

    def weigh(self, board: Sector18, seat: int, out: MutableSequence[float]) -> None:
        for i in range(self.size):
            out[i] = 0.0
        self.look(board, seat, out, 1.0)
        if board.seats == 1:
            self.look(board, 1, out, -1.0)

    def look(self, board: Sector18, side: int, out: MutableSequence[float], sign: float) -> None:
        """Add the features of a side, times the sign."""
        out[HEALTH] += sign * board.h[side]
        out[SHIELDED] += sign * (board.shield[side] - 0.1 * board.shield[side] * board.shield[side])
        out[LEVEL] += sign * board.level[side]
        for ship in range(4):
            if board.at[side][ship] != NOWHERE:
                out[SHIPS + ship] += sign
                if board.up[side][ship]:
                    out[UPGRADES + ship] += sign
        if board.seats == 2 or side == 0:
            self.look_at_means(board, side, out)
        self.look_at_race(board, side, out, sign)
        out[HANGING] += sign * self.hanging(board, side)

    def look_at_means(self, board: Sector18, side: int, out: MutableSequence[float]) -> None:
        """Measure Resources and the ability, which the automa does not have."""
        out[RESOURCES] += board.r[side] / 7.0
        out[INCOME] += board.income_of(side) / 7.0
        faction = board.faction[side]
        if faction != NOBODY:
            out[EFFECTS + board.tables.faction_effect[faction]] += 1.0
            if board.r[side] >= board.tables.faction_cost[faction]:
                out[ABILITY] += 1.0

    def look_at_race(self, board: Sector18, side: int, out: MutableSequence[float], sign: float) -> None:
        """Measure how near the enemy base is, and whether the next Command Fleet destroys it."""
        enemy = 1 - side
        to_move = board.side == side and not board.acted
        wall = board.h[enemy] + board.shield[enemy]
        bonus = 0
        spare = 0
        faction = board.faction[side]
        ready = faction != NOBODY and board.r[side] >= board.tables.faction_cost[faction]
        if ready and not (to_move and board.used):
            effect = board.tables.faction_effect[faction]
            if effect == SPEED and board.phase != IN_FLEET:
                bonus = board.tables.faction_n[faction]
            elif effect == BREACH and board.phase != IN_FLEET:
                wall -= min(board.tables.faction_n[faction], board.shield[enemy])
            elif effect == REFITTING:
                spare = board.r[side] - board.tables.faction_cost[faction]
        soon = 0.0
        later = 0.0
        better = 0
        for ship in range(4):
            at = board.at[side][ship]
            if at == NOWHERE:
                continue
            damage = board.damage_of(side, ship)
            speed = board.speed_of(side, ship) + bonus
            leaving = board.leaving(side, ship)
            distance = board.tables.distance[side][leaving][at][BASE0 + enemy]
            if distance == FAR_AWAY:
                out[STUCK_SHIPS] += sign
                continue
            turns = (distance + speed - 1) // speed
            out[PROGRESS] += sign * damage / (turns if turns > 1 else 1.0)
            if turns <= 2:
                later += damage
            if turns <= 1 and not (to_move and board.moved >> ship & 1):
                soon += damage
                if board.can_refit(side, ship, spare):
                    better = max(better, board.tables.damage[side][1][ship] - damage)
        soon += better
        out[STRIKE] += sign * min(1.0, soon / wall) if wall > 0 else sign
        out[STRIKE_2] += sign * min(1.0, later / wall) if wall > 0 else sign
        if soon >= wall:
            if to_move:
                out[KILL] += sign
            else:
                out[KILL_NEXT] += sign

    def hanging(self, board: Sector18, side: int) -> float:
        """Return the worth of the ships that an enemy ship could destroy next turn."""
        if board.side == side and not board.acted and board.phase != IN_FLEET:
            return 0.0
        total = 0.0
        for ship in range(4):
            at = board.at[side][ship]
            if at >= BASE0:
                continue
            worst = 0.0
            for foe in range(4):
                start = board.at[1 - side][foe]
                if start == NOWHERE:
                    continue
                leaving = board.leaving(1 - side, foe)
                if board.tables.distance[1 - side][leaving][start][at] > board.speed_of(1 - side, foe):
                    continue
                difference = board.damage_of(1 - side, foe) - board.damage_of(side, ship)
                loss = 0.0
                if difference > 0:
                    loss = board.worth(side, ship)
                elif difference == 0:
                    loss = board.worth(side, ship) - board.worth(1 - side, foe)
                worst = max(worst, loss)
            total += worst
        return total / 5.0


def read_judge() -> Judge:
    return Judge(read_weights(Path(__file__).parent / "weights.toml", Judge.names))
