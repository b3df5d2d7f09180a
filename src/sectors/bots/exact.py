"""Exact search of an ending: two seats, nothing hidden, no chance left (`Core.certain`). Alpha-beta with a table of
positions met before, best-looking actions first. What it finds is the truth; if it takes too long it finds nothing."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence

import cython

from sectors.kit.core import Actions, Core, Evaluator
from sectors.kit.dealer import Dealer

if not cython.compiled:  # exact.pxd has their C forms
    from time import monotonic

    from sectors.kit.core import MOST_SEATS, OVER

TABLE = 1 << 18  # positions remembered
ABORTED = -1.0
EVEN = 0.5

# What the table knows of a position's value
NOTHING = 0
AT_LEAST = 1
AT_MOST = 2
EXACTLY = 3


class Solver:
    """What all plies of a search share."""

    def __init__(self, evaluator: Evaluator, most_actions: int) -> None:
        self.evaluator = evaluator
        self.most_actions = most_actions
        self.dealer = Dealer()
        self.table_key = array("Q", bytes(8 * TABLE))
        self.table_value = array("d", bytes(8 * TABLE))
        self.table_kind = array("i", bytes(4 * TABLE))
        if not cython.compiled:
            self.values = [0.0] * MOST_SEATS

    def solve(self, core: Core, plies: int, most: int, deadline: float) -> list[tuple[int, float]]:
        """Actions with their values for the seat to act. The first of the greatest value is a best one, and its value
        is exact; the others are no better than their numbers say. Empty if more than `most` positions would have to be
        searched, or if the clock shows `deadline` before (0: it does not matter)."""
        if core.seats != 2 or core.over or not core.certain():
            return []
        self.seat = core.to_act
        self.most = most
        self.deadline = deadline
        self.nodes = 0
        self.cancelled = False
        for i in range(TABLE):
            self.table_kind[i] = NOTHING
        top = Ply(self, core.copy())
        ply = top
        for _ in range(plies):
            ply.deeper = Ply(self, core.fresh())
            ply.bottom = False
            ply = ply.deeper
        with cython.nogil:
            top.arrange()
        found = self.values_between(top, EVEN, 1.0)  # most endings are won or lost: that is asked first
        if found and max([value for _, value in found]) <= EVEN:
            found = self.values_between(top, 0.0, EVEN)
        return found

    def values_between(self, top: Ply, least: float, most: float) -> list[tuple[int, float]]:
        """The values of all actions as far as they lie between the bounds, up to the first that reaches the upper one;
        empty if the search was broken off."""
        found = []
        best = least
        for i in range(top.actions.size):
            top.follow(i)
            with cython.nogil:
                value = top.deeper.search(best, most)
            if value == ABORTED:
                return []
            best = max(best, value)
            found.append((top.ordered[i], value))
            if best >= most:
                break
        return found

    def cancel(self) -> None:
        self.cancelled = True


class Ply:
    """One position on the way down, with its actions."""

    deeper: Ply

    def __init__(self, solver: Solver, core: Core) -> None:
        self.solver = solver
        self.core = core
        self.bottom = True
        self.actions = Actions(solver.most_actions)
        self.ordered: MutableSequence[int] = array("i", bytes(4 * solver.most_actions))
        self.promise: MutableSequence[float] = array("d", bytes(8 * solver.most_actions))

    def follow(self, i: int) -> None:
        self.deeper.core.copy_from(self.core)
        self.deeper.core.apply(self.ordered[i], self.solver.dealer)

    def arrange(self) -> None:
        """The legal actions, those first that the seat to act should like."""
        mover = self.core.to_act
        self.core.list_legal(self.actions)
        for i in range(self.actions.size):
            action = self.actions.items[i]
            self.deeper.core.copy_from(self.core)
            self.deeper.core.apply(action, self.solver.dealer)
            if self.deeper.core.to_act == OVER:
                self.deeper.core.score(self.solver.values)
            else:
                self.solver.evaluator.judge(self.deeper.core, self.solver.values)
            value = self.solver.values[mover]
            place = i
            while place > 0 and self.promise[place - 1] < value:
                self.promise[place] = self.promise[place - 1]
                self.ordered[place] = self.ordered[place - 1]
                place -= 1
            self.promise[place] = value
            self.ordered[place] = action

    def search(self, least: float, most: float) -> float:
        """The value for the searching seat, if it lies between the bounds; else a bound on it."""
        if self.core.to_act == OVER:
            self.core.score(self.solver.values)
            return self.solver.values[self.solver.seat]
        self.solver.nodes += 1
        if self.bottom or self.solver.nodes > self.solver.most or self.solver.cancelled:
            return ABORTED
        if self.solver.deadline > 0.0 and self.solver.nodes % 64 == 0 and monotonic() >= self.solver.deadline:
            return ABORTED
        key = self.core.key()
        slot = key % TABLE
        if key != 0 and self.solver.table_kind[slot] != NOTHING and self.solver.table_key[slot] == key:
            known = self.solver.table_value[slot]
            kind = self.solver.table_kind[slot]
            if kind == EXACTLY or (kind == AT_LEAST and known >= most) or (kind == AT_MOST and known <= least):
                return known
        ours = self.core.to_act == self.solver.seat
        low = least
        high = most
        best = 0.0 if ours else 1.0
        self.arrange()
        for i in range(self.actions.size):
            self.follow(i)
            value = self.deeper.search(low, high)
            if value == ABORTED:
                return ABORTED
            if ours:
                if value > best:
                    best = value
                if best > low:
                    low = best
            else:
                if value < best:
                    best = value
                if best < high:
                    high = best
            if low >= high:
                break
        if key != 0:
            self.solver.table_key[slot] = key
            self.solver.table_value[slot] = best
            if best <= least:
                self.solver.table_kind[slot] = AT_MOST
            elif best >= most:
                self.solver.table_kind[slot] = AT_LEAST
            else:
                self.solver.table_kind[slot] = EXACTLY
        return best
