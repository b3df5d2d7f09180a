"""Exact search of an ending: two seats, nothing hidden, no chance left (`Core.certain`). What it finds is exact; if it
takes too long, it finds nothing.

Alpha-beta with narrow windows: is the position won, is it at least drawn? For most actions the game's `limits` and a
transposition table settle at once that they cause a cutoff ("suffice") or are useless. The others are searched, first
those that the game's evaluation prefers and that sufficed elsewhere. The action that sufficed last at the same depth is
tried before the others are generated: usually it suffices again (a killer move).
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
EXPERIENCE = 0.3  # bonus in move ordering for an action that sufficed every time it was tried


class Solver:
    """The state that all plies of a search share."""

    def __init__(self, evaluator: Evaluator, action_count: int, most_actions: int) -> None:
        self.evaluator = evaluator
        self.most_actions = most_actions
        self.action_count = action_count
        self.dealer = Dealer()
        # How often each action of a seat was searched in this solution, and how often it sufficed
        self.tried = ints(2 * action_count)
        self.sufficed = ints(2 * action_count)
        # The transposition table: bounds on the value, best action, positions searched, and number of the search.
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
        """Return actions with their values for the seat to act. The first one with the greatest value is best, and its
        value is exact; the values of the others are upper bounds. Return nothing if that would take more than `most`
        positions, or longer than until `deadline` on the monotonic clock (0: no deadline)."""
        if not self.is_solvable(core):
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
        top = self.prepare_plies(core, plies)
        with cython.nogil:
            top.sift(-1.0, 2.0, NONE)
        # The likelier question first: if the answer is yes, that is all.
        if self.evaluator.values(core)[self.seat] > EVEN:
            found = self.values_between(top, EVEN, 1.0)
            if found and best_value(found) <= EVEN:
                found = self.values_between(top, 0.0, EVEN)
        else:
            found = self.values_between(top, 0.0, EVEN)
            if found and EVEN <= best_value(found) < 1.0:
                higher = self.values_between(top, EVEN, 1.0)
                if not higher or best_value(higher) > EVEN:
                    found = higher
        return found

    def is_solvable(self, core: Core) -> bool:
        """Return whether exact search applies to a position."""
        return core.seats == 2 and not core.over and core.certain()

    def prepare_plies(self, core: Core, plies: int) -> Ply:
        """Prepare the first ply with the position, and `plies` below it; reuse those of the previous search."""
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
        """Return the values of all actions within the bounds, up to the first that reaches the upper one; nothing if
        the search was aborted."""
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
        """Return an action of the position solved last, followed by the best replies that the search found."""
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

    def must_abort(self) -> bool:
        """Return whether the search must abort."""
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
        """Return how often an action has sufficed, as a share; one half for a new one."""
        place = seat * self.action_count + action
        return (self.sufficed[place] + 0.5) / (self.tried[place] + 1.0)

    def recall(self, key: int) -> int:
        """Return the slot of a position in the table, or NONE."""
        place = 2 * (key % (TABLE // 2))
        for slot in range(place, place + 2):
            if self.table_key[slot] == key and self.table_search[slot] == self.searches:
                return slot
        return NONE

    def remember(self, key: int, low: float, high: float, action: int, work: int) -> None:
        """Store a position. Of the two slots of a bucket, the first keeps the one that took more work, the second the
        newest."""
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
    """One position on the way down, with the actions worth searching and the bounds known for each."""

    core: Core
    deeper: Ply

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.bottom = False  # whether this is the deepest ply
        self.answer = NONE  # the action that sufficed here last (killer move)
        self.actions = Actions(solver.most_actions)
        self.size = 0
        self.order = ints(solver.most_actions)
        self.action = ints(solver.most_actions)
        self.key = words(solver.most_actions)
        self.low = floats(solver.most_actions)
        self.high = floats(solver.most_actions)
        self.promise = floats(solver.most_actions)

    def look(self, number: int, action: int) -> None:
        """Play an action, and store under `number` what is known about the position after it."""
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
        """Tighten the bounds of an action by the table; return the best action known after it."""
        slot = self.solver.recall(self.key[number]) if self.key[number] != 0 else NONE
        if slot == NONE:
            return NONE
        if self.solver.table_low[slot] > self.low[number]:
            self.low[number] = self.solver.table_low[slot]
        if self.solver.table_high[slot] < self.high[number]:
            self.high[number] = self.solver.table_high[slot]
        return self.solver.table_action[slot]

    def sift(self, least: float, most: float, known: int) -> int:
        """Look at all actions but the known one. Return the number of one that suffices without a search; else NONE,
        with the actions worth searching in `order`, most promising first."""
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

    def repeat_answer(self, known: int) -> int:
        """Return the action that sufficed here last, if it is legal now and not the known one."""
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
        """Return the value of an action for the searching seat if it lies between the bounds; else a bound on it."""
        known = self.recall(number)
        if self.low[number] >= most or self.low[number] == self.high[number]:
            return self.low[number]
        if self.high[number] <= least:
            return self.high[number]
        if self.deeper.bottom or self.solver.must_abort():  # the deepest ply has no room for its own actions
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
        """Return the value of the position, as far as it lies between the bounds. The action from the table goes
        first, then the one that sufficed last: if one suffices, the others need not be generated."""
        ours = self.core.to_act == self.solver.seat
        value = least if ours else most
        self.best = NONE
        last = self.solver.most_actions - 1
        for attempt in range(2):
            action = known if attempt == 0 else self.repeat_answer(known)
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


def best_value(found: list[tuple[int, float]]) -> float:
    return max([value for _, value in found])
