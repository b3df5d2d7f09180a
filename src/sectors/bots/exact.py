"""Exact search of an ending: two seats, nothing hidden, no chance left (`Core.certain`). What it finds is the truth; if
it takes too long it finds nothing.

Alpha-beta with narrow windows: is it won, is it at least drawn. The game's `limits` and a table of positions met before
say of most actions at a glance that they suffice or that they are of no use; the others are searched, those first that
the game's judgement likes and that have sufficed elsewhere. What sufficed last at the same depth is tried before the
others are looked at: mostly it suffices again.
"""

from __future__ import annotations

import cython

from sectors.bots.memory import floats, ints, words
from sectors.kit.core import Actions, Core, Evaluator
from sectors.kit.dealer import Dealer

if not cython.compiled:  # exact.pxd has their C forms
    from time import monotonic

    from sectors.kit.core import MOST_SEATS, OVER

TABLE = 1 << 19  # positions remembered, in pairs
ABORTED = -1.0
EVEN = 0.5
NONE = -1
LONGEST_LINE = 12
LOOK = 256  # positions between two looks at the clock
EXPERIENCE = 0.3  # what it adds to the promise of an action that it has always sufficed where it was tried


class Solver:
    """What all plies of a search share."""

    def __init__(self, evaluator: Evaluator, action_count: int, most_actions: int) -> None:
        self.evaluator = evaluator
        self.most_actions = most_actions
        self.action_count = action_count
        self.dealer = Dealer()
        # How often an action of a seat was searched in this solution, and how often it sufficed
        self.tried = ints(2 * action_count)
        self.sufficed = ints(2 * action_count)
        # Of each position remembered: what it is worth at least and at most, the best action, the work that it took,
        # and in which search that was.
        self.table_key = words(TABLE)
        self.table_low = floats(TABLE)
        self.table_high = floats(TABLE)
        self.table_action = ints(TABLE)
        self.table_work = ints(TABLE)
        self.table_search = ints(TABLE)
        self.searches = 0
        self.plies = NONE
        if not cython.compiled:
            self.values = [0.0] * MOST_SEATS
            self.bounds = [0.0, 0.0]

    def solve(self, core: Core, plies: int, most: int, deadline: float) -> list[tuple[int, float]]:
        """Actions with their values for the seat to act. The first of the greatest value is a best one, and its value
        is exact; the others are no better than their numbers say. Empty if more than `most` positions would have to be
        searched, or if the clock shows `deadline` before (0: it does not matter)."""
        if not self.fits(core):
            return []
        self.seat = core.to_act
        self.most = most
        self.deadline = deadline
        self.nodes = 0
        self.next_look = 0
        self.cancelled = False
        self.searches += 1
        for i in range(2 * self.action_count):
            self.tried[i] = 0
            self.sufficed[i] = 0
        top = self.lay_out(core, plies)
        with cython.nogil:
            top.sift(-1.0, 2.0, NONE)
        # What looks likelier is asked first: if it is true, that is all.
        if self.evaluator.values(core)[self.seat] > EVEN:
            found = self.values_between(top, EVEN, 1.0)
            if found and best_of(found) <= EVEN:
                found = self.values_between(top, 0.0, EVEN)
        else:
            found = self.values_between(top, 0.0, EVEN)
            if found and EVEN <= best_of(found) < 1.0:
                higher = self.values_between(top, EVEN, 1.0)
                if not higher or best_of(higher) > EVEN:
                    found = higher
        return found

    def fits(self, core: Core) -> bool:
        """Whether a position is one for exact search."""
        return core.seats == 2 and not core.over and core.certain()

    def lay_out(self, core: Core, plies: int) -> Ply:
        """So many plies below the first, which has the position; those of the last search are used again."""
        if self.plies != plies:
            self.plies = plies
            self.top = Ply(self)
            ply = self.top
            for _ in range(plies):
                ply.deeper = Ply(self)
                ply = ply.deeper
            ply.bottom = True
        ply = self.top
        while not ply.bottom:
            ply.core = core.fresh()
            ply.answer = NONE
            ply = ply.deeper
        ply.core = core.fresh()
        self.top.core.copy_from(core)
        return self.top

    def values_between(self, top: Ply, least: float, most: float) -> list[tuple[int, float]]:
        """The values of all actions as far as they lie between the bounds, up to the first that reaches the upper one;
        empty if the search was broken off."""
        found = []
        best = least
        for i in range(top.size):
            number = top.order[i]
            with cython.nogil:
                value = top.value_of(number, best, most)
            if value == ABORTED:
                return []
            best = max(best, value)
            found.append((top.action[number], value))
            if best >= most:
                break
        return found

    def line(self, core: Core, action: int) -> list[int]:
        """An action of the position that was solved last, and what the search has found best after it."""
        found = [action]
        at = core.copy()
        at.apply(action, self.dealer)
        while at.to_act != OVER and len(found) < LONGEST_LINE:
            slot = self.recall(at.key())
            if slot == NONE or self.table_action[slot] == NONE:
                break
            found.append(self.table_action[slot])
            at.apply(self.table_action[slot], self.dealer)
        return found

    def cancel(self) -> None:
        self.cancelled = True

    def late(self) -> bool:
        """Whether the search must be broken off."""
        if self.cancelled or self.nodes > self.most:
            return True
        if self.deadline == 0.0 or self.nodes < self.next_look:
            return False
        self.next_look = self.nodes + LOOK
        return monotonic() >= self.deadline

    def note(self, seat: int, action: int, enough: bool) -> None:
        self.tried[seat * self.action_count + action] += 1
        if enough:
            self.sufficed[seat * self.action_count + action] += 1

    def experience(self, seat: int, action: int) -> float:
        """How often an action has sufficed; half for one that is new."""
        place = seat * self.action_count + action
        return (self.sufficed[place] + 0.5) / (self.tried[place] + 1.0)

    def recall(self, key: int) -> int:
        """Where a position is in the table."""
        place = 2 * (key % (TABLE // 2))
        for slot in range(place, place + 2):
            if self.table_key[slot] == key and self.table_search[slot] == self.searches:
                return slot
        return NONE

    def remember(self, key: int, low: float, high: float, action: int, work: int) -> None:
        """Of two positions that share a place in the table, the first took more work; the second is the newest."""
        slot = self.recall(key)
        if slot == NONE:
            slot = 2 * (key % (TABLE // 2))
            if self.table_search[slot] == self.searches and self.table_work[slot] > work:
                slot += 1
        self.table_key[slot] = key
        self.table_low[slot] = low
        self.table_high[slot] = high
        self.table_action[slot] = action
        self.table_work[slot] = work
        self.table_search[slot] = self.searches


class Ply:
    """One position on the way down, with the actions that are worth a search, each with what is known of it."""

    core: Core
    deeper: Ply

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.bottom = False  # there is no deeper one
        self.answer = NONE  # the action that sufficed here last
        self.actions = Actions(solver.most_actions)
        self.size = 0
        self.order = ints(solver.most_actions)
        self.action = ints(solver.most_actions)
        self.key = words(solver.most_actions)
        self.low = floats(solver.most_actions)
        self.high = floats(solver.most_actions)
        self.promise = floats(solver.most_actions)

    def look(self, number: int, action: int) -> None:
        """Play an action, and note under a number what is known of the position that it leads to."""
        self.solver.nodes += 1
        self.deeper.core.copy_from(self.core)
        self.deeper.core.apply(action, self.solver.dealer)
        self.action[number] = action
        self.key[number] = 0
        if self.deeper.core.to_act == OVER:
            self.deeper.core.score(self.solver.values)
            self.low[number] = self.solver.values[self.solver.seat]
            self.high[number] = self.solver.values[self.solver.seat]
            return
        self.solver.evaluator.limits(self.deeper.core, self.solver.seat, self.solver.bounds)
        self.low[number] = self.solver.bounds[0]
        self.high[number] = self.solver.bounds[1]
        if self.solver.bounds[0] < self.solver.bounds[1]:
            self.key[number] = self.deeper.core.key()
            self.recall(number)

    def recall(self, number: int) -> int:
        """What the table knows of where an action leads; the action that was best there."""
        slot = self.solver.recall(self.key[number]) if self.key[number] != 0 else NONE
        if slot == NONE:
            return NONE
        if self.solver.table_low[slot] > self.low[number]:
            self.low[number] = self.solver.table_low[slot]
        if self.solver.table_high[slot] < self.high[number]:
            self.high[number] = self.solver.table_high[slot]
        return self.solver.table_action[slot]

    def sift(self, least: float, most: float, known: int) -> int:
        """Look at all actions but the known one. The number of one that suffices, whatever the others are; else NONE,
        and `order` has those that are worth a search, best-looking first."""
        mover = self.core.to_act
        ours = mover == self.solver.seat
        self.core.list_legal(self.actions)
        self.size = 0
        for number in range(self.actions.size):
            action = self.actions.items[number]
            if action == known:
                continue
            self.look(number, action)
            if ours:
                if self.low[number] >= most:
                    return number
                if self.high[number] <= least:
                    continue
            else:
                if self.high[number] <= least:
                    return number
                if self.low[number] >= most:
                    continue
            if self.deeper.core.to_act == OVER:
                self.deeper.core.score(self.solver.values)
            else:
                self.solver.evaluator.judge(self.deeper.core, self.solver.values)
            self.insert(number, self.solver.values[mover] + EXPERIENCE * self.solver.experience(mover, action))
        return NONE

    def answer_besides(self, known: int) -> int:
        """The action that sufficed here last, if it is legal again and not the known one."""
        if self.answer == NONE or self.answer == known:
            return NONE
        self.core.list_legal(self.actions)
        for number in range(self.actions.size):
            if self.actions.items[number] == self.answer:
                return self.answer
        return NONE

    def insert(self, number: int, promise: float) -> None:
        place = self.size
        self.size += 1
        while place > 0 and self.promise[self.order[place - 1]] < promise:
            self.order[place] = self.order[place - 1]
            place -= 1
        self.order[place] = number
        self.promise[number] = promise

    def value_of(self, number: int, least: float, most: float) -> float:
        """The value of an action for the searching seat, if it lies between the bounds; else a bound on it."""
        known = self.recall(number)
        if self.low[number] >= most or self.low[number] == self.high[number]:
            return self.low[number]
        if self.high[number] <= least:
            return self.high[number]
        if self.deeper.bottom or self.solver.late():  # the deepest can look at nothing
            return ABORTED
        before = self.solver.nodes
        if self.low[number] > least:
            least = self.low[number]
        if self.high[number] < most:
            most = self.high[number]
        self.deeper.core.copy_from(self.core)
        self.deeper.core.apply(self.action[number], self.solver.dealer)
        value = self.deeper.search(least, most, known)
        if value == ABORTED:
            return ABORTED
        if value > least:
            self.low[number] = value
        if value < most:
            self.high[number] = value
        if self.key[number] != 0:
            work = self.solver.nodes - before
            self.solver.remember(self.key[number], self.low[number], self.high[number], self.deeper.best, work)
        return value

    def search(self, least: float, most: float, known: int) -> float:
        """The value of the position, as far as it lies between the bounds. The known action goes first, then the answer
        that sufficed last: where one action suffices, nobody needs to look at the others."""
        ours = self.core.to_act == self.solver.seat
        value = least if ours else most
        self.best = NONE
        last = self.solver.most_actions - 1
        for attempt in range(2):
            action = known if attempt == 0 else self.answer_besides(known)
            if action == NONE:
                continue
            self.look(last, action)
            found = self.value_of(last, value if ours else least, most if ours else value)
            if found == ABORTED:
                return ABORTED
            enough = found >= most if ours else found <= least
            self.solver.note(self.core.to_act, action, enough)
            if self.best == NONE or (found > value if ours else found < value):
                self.best = action
            if enough:
                self.answer = action
                return found
            if found > value if ours else found < value:
                value = found
        decisive = self.sift(value if ours else least, most if ours else value, known)
        if decisive != NONE:
            self.best = self.action[decisive]
            self.answer = self.best
            return self.low[decisive] if ours else self.high[decisive]
        for i in range(self.size):
            number = self.order[i]
            found = self.value_of(number, value if ours else least, most if ours else value)
            if found == ABORTED:
                return ABORTED
            enough = found >= most if ours else found <= least
            self.solver.note(self.core.to_act, self.action[number], enough)
            if found > value if ours else found < value:
                value = found
                self.best = self.action[number]
            if enough:
                self.answer = self.best
                break
        return value


def best_of(found: list[tuple[int, float]]) -> float:
    return max([value for _, value in found])
