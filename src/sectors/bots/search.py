"""Information-set Monte Carlo tree search for any game, guided by the game's own evaluation.

Every iteration makes a fresh guess at what the searching seat cannot know, walks down the tree along actions that are
legal under that guess, evaluates the first position outside the tree, and credits each action on the way with the
result that its seat can expect. The tree consists of actions only: chance and hidden cards are sampled again each time,
and an action that is legal under some guesses only is compared by how often it was available. Where nothing is hidden,
positions can be identified by their keys (`merge`): then transpositions are searched once, and different outcomes of
chance lead to different nodes. Where that would scatter too few results over too many outcomes, the results of an
action in the very same position are stored in addition to its results in all positions, and count for more the more
often it was tried there (`outcomes`).

A new position gets a *block*: one *edge* for each of its legal actions, in consecutive places of parallel arrays. The
first estimate of an action is the evaluation of the position that it leads to, so that the search tries promising
actions first. Nothing here holds Python objects while it runs, so threads can search in parallel.
"""

from __future__ import annotations

from collections.abc import Collection, MutableSequence

import cython
from cython.cimports.libc.math import exp, sqrt

from sectors.bots.memory import Memory, floats, ints, words
from sectors.kit.core import Actions, Core, Evaluator
from sectors.kit.dealer import Dealer

if not cython.compiled:  # search.pxd has their C forms
    from time import monotonic

    from sectors.kit.core import MOST_SEATS, OVER
    from sectors.kit.hashing import mixed

NONE = -1
OVERLOOKED = -1.0  # instead of a prior
DECIDED = 0.995  # a position of this value needs no more search
DEEPEST = 512  # the greatest depth of the tree
DRAWERS = 1 << 16  # hash buckets of blocks, by the first 16 bits of their keys
SLOTS = 1 << 20  # for results by position

# Why `simulate` returned
DONE = 0  # all iterations are done
SETTLED = 1  # the remaining iterations could not change the choice
LATE = 2  # the deadline has passed
STOPPED = 3  # it was cancelled


class Search:
    """The search tree of one seat, used by one thread."""

    edge_action: MutableSequence[int]
    edge_mover: MutableSequence[int]
    edge_visits: MutableSequence[int]
    edge_seen: MutableSequence[int]  # how often the action was available
    edge_block: MutableSequence[int]  # the block of the position after it
    edge_value: MutableSequence[float]  # sum of the results of the seat that chooses it
    edge_guess: MutableSequence[float]  # its first estimate
    edge_prior: MutableSequence[float]  # the prior that follows from that, not normalised
    block_first: MutableSequence[int]
    block_size: MutableSequence[int]
    block_room: MutableSequence[int]
    block_visits: MutableSequence[int]
    block_key: MutableSequence[int]  # key of its position, 0 for none
    block_next: MutableSequence[int]  # the next older block in the same drawer
    newest: MutableSequence[int]  # the newest block in each drawer

    def __init__(self, evaluator: Evaluator, action_count: int, most_actions: int, most_edges: int) -> None:
        self.evaluator = evaluator
        self.actions = Actions(most_actions)
        self.most_actions = most_actions
        self.dealer = Dealer()
        self.mark = ints(action_count)  # place of an action in the current block, if `marked` has the current stamp
        self.marked = ints(action_count)
        self.stamp = 0
        self.open_edges = ints(most_actions)
        self.path = ints(DEEPEST)
        self.memory = Memory(SLOTS)
        self.slots = ints(DEEPEST)  # slots of the memory along the path
        self.slot = NONE
        self.newest = ints(DRAWERS)
        self.cancelled = False
        if not cython.compiled:
            self.values = [0.0] * MOST_SEATS
            self.tried = [0.0] * MOST_SEATS
            self.sums = [0.0] * MOST_SEATS
        self.edges = 0
        self.blocks = 0
        self.reserve(max(most_edges, 8 * most_actions))

    def tune(
        self,
        exploration: float,
        temperature: float,
        breadth: float,
        trust: float,
        ahead: float,
        rollout: int,
        merge: int,
        outcomes: float,
        samples: int,
        haste: float,
        variety: float,
        guesses: int,
    ) -> None:
        """Set the parameters of the search.

        exploration: weight of exploration
        temperature: how sharply the prior prefers actions with better estimates
        breadth: share of the prior that is spread evenly over all actions
        trust: number of visits that a first estimate is worth
        ahead: weight of the best action's estimate in the value of a leaf; the rest is the leaf's own evaluation
        rollout: random steps before a leaf is evaluated (below 0: to the end of the game)
        merge: whether positions are identified by their keys
        outcomes: number of visits that an action's mean over all positions is worth, compared with its results in the
            very same position (0: those are not stored)
        samples: samples of chance over which the first estimate of an action is averaged
        haste: share of a result that each decision before it costs
        variety: largest random change of a first estimate at the root, up or down
        guesses: guesses over which first estimates at the root are averaged
        """
        self.exploration = exploration
        self.temperature = temperature
        self.breadth = breadth
        self.trust = trust
        self.ahead = ahead
        self.rollout = rollout
        self.merge = merge
        self.outcomes = outcomes
        self.samples = samples
        self.haste = haste
        self.variety = variety
        self.guesses = guesses

    # The root

    def plant(self, core: Core, seat: int) -> None:
        """Start a new tree at the position as `seat` sees it."""
        self.memory.forget()
        self.root_state = core
        self.state = core.fresh()
        self.scratch = core.fresh()
        self.seat = seat
        self.edges = 0
        self.blocks = 0
        self.iterations = 0
        self.cancelled = False
        self.state.copy_from(core)
        self.state.guess_for(seat, self.dealer)
        if self.merge:
            for drawer in range(DRAWERS):
                self.newest[drawer] = NONE
        self.key = self.state.key() if self.merge else 0
        self.root = self.expand()
        for made in range(1, self.guesses):
            self.judge_again(made)
        first = self.block_first[self.root]
        for edge in range(first, first + self.block_size[self.root]):
            self.edge_guess[edge] += self.variety * (self.dealer.below(2001) - 1000) / 1000
            self.edge_prior[edge] = exp((self.edge_guess[edge] - 1.0) / self.temperature)

    def judge_again(self, made: int) -> None:
        """Average the estimates of the root's actions over one more guess, after `made` guesses."""
        self.state.copy_from(self.root_state)
        self.state.guess_for(self.seat, self.dealer)
        self.state.list_legal(self.actions)
        count = self.match(self.root)
        for i in range(count):
            edge = self.open_edges[i]
            self.judge_action(self.edge_action[edge])
            self.edge_guess[edge] += (self.tried[self.seat] - self.edge_guess[edge]) / (made + 1)

    def replant(self, core: Core, action: int) -> bool:
        """Make the block after an action of the root the new root. Return False if there is none."""
        edge = self.find(action)
        if edge == NONE:
            return False
        self.state.copy_from(core)
        block = self.reach(edge)
        if block == NONE:
            return False
        self.root_state = core
        self.root = block
        self.iterations = 0
        self.cancelled = False
        return True

    def seed(self, key: str) -> None:
        self.dealer.seed(key)

    def overlook(self, chance: float, legal: Collection[int]) -> None:
        """Exclude each action of the root with that chance, but never all legal ones: this is how weak levels err. A
        reused root may also have actions that were legal only under other guesses."""
        first = self.block_first[self.root]
        edges = range(first, first + self.block_size[self.root])
        open_edges = [edge for edge in edges if self.edge_action[edge] in legal]
        if not open_edges:
            return
        spared = open_edges[self.dealer.below(len(open_edges))]
        for edge in edges:
            if self.dealer.below(1000000) < chance * 1000000 and edge != spared:
                self.edge_prior[edge] = OVERLOOKED

    def forgo(self, share: float, legal: Collection[int]) -> None:
        """Exclude a share of the legal actions of the root, those after which the seat looks best compared with the
        other seats, and every action that wins at once, but never all: this is how the lowest level lets others win."""
        first = self.block_first[self.root]
        edges = range(first, first + self.block_size[self.root])
        open_edges = [edge for edge in edges if self.edge_action[edge] in legal and self.edge_prior[edge] >= 0.0]
        worth = {edge: self.relative_value(self.edge_action[edge]) for edge in open_edges}
        open_edges.sort(key=lambda edge: -worth[edge])
        count = int(share * len(open_edges))
        for place, edge in enumerate(open_edges[:-1]):
            if place < count or worth[edge] > DECIDED:
                self.edge_prior[edge] = OVERLOOKED

    def relative_value(self, action: int) -> float:
        """Return the share of the seat to act in the expected results of all seats after an action of the root."""
        mover = self.root_state.to_act
        self.state.copy_from(self.root_state)
        self.judge_action(action)
        whole = 0.0
        for seat in range(self.state.seats):
            whole += self.tried[seat]
        return self.tried[mover] / whole if whole > 0.0 else 0.0

    # Results

    def find(self, action: int) -> int:
        first = self.block_first[self.root]
        for edge in range(first, first + self.block_size[self.root]):
            if self.edge_action[edge] == action:
                return edge
        return NONE

    def ranking(self) -> list[tuple[int, int, float, float]]:
        """Return action, visits, sum of results and first estimate of each action of the root not overlooked."""
        first = self.block_first[self.root]
        return [
            (self.edge_action[edge], self.edge_visits[edge], self.edge_value[edge], self.edge_guess[edge])
            for edge in range(first, first + self.block_size[self.root])
            if self.edge_prior[edge] >= 0.0
        ]

    def line(self, action: int) -> list[int]:
        """Return an action of the root, followed by the most visited actions after it."""
        found = [action]
        edge = self.most_visited(self.find(action))
        while edge != NONE and len(found) < 12:
            found.append(self.edge_action[edge])
            edge = self.most_visited(edge)
        return found

    def most_visited(self, edge: int) -> int:
        """Return the most visited edge after another; NONE if there is none."""
        best = NONE
        if edge != NONE and self.edge_block[edge] != NONE:
            block = self.edge_block[edge]
            first = self.block_first[block]
            for one in range(first, first + self.block_size[block]):
                if self.edge_visits[one] > 0 and (best == NONE or self.edge_visits[one] > self.edge_visits[best]):
                    best = one
        return best

    def root_visits(self) -> int:
        return self.block_visits[self.root]

    # Running

    def run(self, most: int, deadline: float) -> int:
        """Iterate until the root has `most` visits or the monotonic clock reaches `deadline` (0: no deadline)."""
        with cython.nogil:
            why = self.simulate(most, deadline)
        return why

    def cancel(self) -> None:
        """Stop after the current iteration. May be called from any thread."""
        self.cancelled = True

    def reserve(self, size: int) -> None:
        """Reserve room for `size` edges. The system provides the memory page by page as the tree grows: moving a big
        tree to a larger array could miss a deadline."""
        self.edge_capacity = size
        self.edge_action = ints(size)
        self.edge_mover = ints(size)
        self.edge_visits = ints(size)
        self.edge_seen = ints(size)
        self.edge_block = ints(size)
        self.edge_value = floats(size)
        self.edge_guess = floats(size)
        self.edge_prior = floats(size)
        self.block_capacity = size // 2  # a block has room for two edges or more
        self.block_first = ints(self.block_capacity)
        self.block_size = ints(self.block_capacity)
        self.block_room = ints(self.block_capacity)
        self.block_visits = ints(self.block_capacity)
        self.block_key = words(self.block_capacity)
        self.block_next = ints(self.block_capacity)

    def has_room(self) -> bool:
        """Return whether there is room for one more block."""
        return self.edges + 2 * self.most_actions <= self.edge_capacity and self.blocks < self.block_capacity

    def simulate(self, most: int, deadline: float) -> int:
        while self.block_visits[self.root] < most:
            if self.cancelled:
                return STOPPED
            if deadline > 0.0 and monotonic() >= deadline:
                return LATE
            if self.iterations % 32 == 31 and self.is_settled(most):
                return SETTLED
            self.iterate()
            self.iterations += 1
        return DONE

    def is_settled(self, most: int) -> bool:
        """Return whether the most visited action can no longer be overtaken, or the game is won or lost anyway."""
        best = 0
        second = 0
        value = 0.5
        first = self.block_first[self.root]
        for edge in range(first, first + self.block_size[self.root]):
            visits = self.edge_visits[edge]
            if visits > best:
                second = best
                best = visits
                value = self.edge_value[edge] / visits
            elif visits > second:
                second = visits
        left = most - self.block_visits[self.root]
        if best - second > left:
            return True
        return 8 * left < 7 * most and (value > DECIDED or value < 1.0 - DECIDED)

    def iterate(self) -> None:
        self.state.copy_from(self.root_state)
        self.state.guess(self.seat, self.dealer)
        block = self.root
        depth = 0
        while True:
            self.block_visits[block] += 1
            edge = self.select(block)
            if edge == NONE:
                self.judge_leaf()
                break
            self.path[depth] = edge
            self.slots[depth] = self.slot
            depth += 1
            self.state.apply(self.edge_action[edge], self.dealer)
            if self.state.to_act == OVER:
                self.state.score(self.values)
                break
            block = self.reach(edge)
            if block == NONE:
                if depth < DEEPEST and self.has_room():
                    self.edge_block[edge] = self.expand()
                else:
                    self.judge_leaf()
                break
            if depth == DEEPEST:
                self.judge_leaf()
                break
        for i in range(depth):
            edge = self.path[i]
            value = self.values[self.edge_mover[edge]] * (1.0 - self.haste * (depth - 1 - i))
            self.edge_visits[edge] += 1
            self.edge_value[edge] += value
            slot = self.slots[i]
            if slot != NONE:
                self.memory.visits[slot] += 1
                self.memory.value[slot] += value

    def reach(self, edge: int) -> int:
        """Return the block of the current position, which `edge` has led to; NONE if it is new."""
        block = self.edge_block[edge]
        if not self.merge:
            return block
        self.key = self.state.key()
        if self.key != 0 and (block == NONE or self.block_key[block] != self.key):
            block = self.newest[self.key >> 48]
            while block != NONE and self.block_key[block] != self.key:
                block = self.block_next[block]
            self.edge_block[edge] = block
        return block

    def expand(self) -> int:
        """Create a block for the current position, with an estimate for each action, and put the value of the position
        into `values`."""
        self.state.list_legal(self.actions)
        block = self.blocks
        self.blocks += 1
        self.block_first[block] = self.edges
        self.block_size[block] = 0
        self.block_room[block] = self.actions.size + self.actions.size // 4 + 1
        self.block_visits[block] = 0
        self.block_key[block] = self.key
        if self.key != 0:
            self.block_next[block] = self.newest[self.key >> 48]
            self.newest[self.key >> 48] = block
        self.edges += self.block_room[block]
        best = -1.0
        for i in range(self.actions.size):
            edge = self.add_edge(block, self.actions.items[i])
            if self.edge_guess[edge] > best:
                best = self.edge_guess[edge]
                for seat in range(self.state.seats):
                    self.values[seat] = self.tried[seat]
        if self.rollout != 0:
            self.judge_leaf()
        elif self.ahead < 1.0:
            self.evaluator.judge(self.state, self.tried)
            for seat in range(self.state.seats):
                self.values[seat] = self.ahead * self.values[seat] + (1.0 - self.ahead) * self.tried[seat]
        return block

    def add_edge(self, block: int, action: int) -> int:
        mover = self.state.to_act
        edge = self.block_first[block] + self.block_size[block]
        self.block_size[block] += 1
        self.judge_action(action)
        guess = self.tried[mover]
        self.edge_action[edge] = action
        self.edge_mover[edge] = mover
        self.edge_visits[edge] = 0
        self.edge_seen[edge] = 0
        self.edge_block[edge] = NONE
        self.edge_value[edge] = 0.0
        self.edge_guess[edge] = guess
        self.edge_prior[edge] = exp((guess - 1.0) / self.temperature)
        return edge

    def judge_action(self, action: int) -> None:
        """Put into `tried` what each seat can expect after an action in the current position, averaged over a few
        samples if the action involves chance."""
        source = self.dealer.s0
        self.try_action(action)
        if self.samples < 2 or self.dealer.s0 == source:
            return
        for seat in range(self.state.seats):
            self.sums[seat] = self.tried[seat]
        for _ in range(self.samples - 1):
            self.try_action(action)
            for seat in range(self.state.seats):
                self.sums[seat] += self.tried[seat]
        for seat in range(self.state.seats):
            self.tried[seat] = self.sums[seat] / self.samples

    def try_action(self, action: int) -> None:
        self.scratch.copy_from(self.state)
        self.scratch.apply(action, self.dealer)
        if self.scratch.to_act == OVER:
            self.scratch.score(self.tried)
        else:
            self.evaluator.judge(self.scratch, self.tried)

    def judge_leaf(self) -> None:
        """Put the value of the current position, after any random steps, into `values`. This changes the position."""
        steps = self.rollout
        while steps != 0 and self.state.to_act != OVER:
            self.state.play_random(self.actions, self.dealer)
            steps -= 1
        if self.state.to_act == OVER:
            self.state.score(self.values)
        else:
            self.evaluator.judge(self.state, self.values)

    def select(self, block: int) -> int:
        """Return the edge to follow among those legal in the current position; edges that the block lacks are added."""
        self.state.list_legal(self.actions)
        count = self.match(block)
        total = 0.0
        for i in range(count):
            prior = self.edge_prior[self.open_edges[i]]
            if prior >= 0.0:
                total += prior
        sharp = (1.0 - self.breadth) / total if total > 0.0 else 0.0
        even = self.breadth / (count + 1)
        trust = self.trust
        key = self.state.key() if self.outcomes > 0.0 and count > 1 else 0
        best = NONE
        best_score = -1.0
        for i in range(count):
            edge = self.open_edges[i]
            prior = self.edge_prior[edge]
            if prior < 0.0:
                continue  # overlooked
            self.edge_seen[edge] += 1
            visits = self.edge_visits[edge]
            mean = (self.edge_value[edge] + trust * self.edge_guess[edge]) / (visits + trust)
            if key != 0:
                mean = self.local_mean(mixed(key, self.edge_action[edge], 0), mean)
            score = mean + self.exploration * (sharp * prior + even) * sqrt(self.edge_seen[edge]) / (1 + visits)
            if score > best_score:
                best_score = score
                best = edge
        self.slot = NONE if key == 0 or best == NONE else self.memory.note(mixed(key, self.edge_action[best], 0))
        return best

    def local_mean(self, key: int, mean: float) -> float:
        """Return the mean of an action in exactly the current position, given its `mean` over all positions of the
        block."""
        slot = self.memory.find(key)
        if slot == NONE:
            return mean
        return (self.memory.value[slot] + self.outcomes * mean) / (self.memory.visits[slot] + self.outcomes)

    def match(self, block: int) -> int:
        """Put the edges of the legal actions of the current position into `open_edges`, and return their number."""
        first = self.block_first[block]
        size = self.block_size[block]
        mover = self.state.to_act
        same = self.actions.size == size  # usually the same actions are legal again, in the same order
        i = 0
        while same and i < size:
            same = self.edge_action[first + i] == self.actions.items[i] and self.edge_mover[first + i] == mover
            i += 1
        if same:
            for i in range(size):
                self.open_edges[i] = first + i
            return size
        self.stamp += 1
        for i in range(size):
            if self.edge_mover[first + i] == mover:
                self.mark[self.edge_action[first + i]] = i
                self.marked[self.edge_action[first + i]] = self.stamp
        missing = 0
        for i in range(self.actions.size):
            if self.marked[self.actions.items[i]] != self.stamp:
                missing += 1
        if size + missing > self.block_room[block]:
            self.move_block(block, size + missing)
            first = self.block_first[block]
        count = 0
        for i in range(self.actions.size):
            action = self.actions.items[i]
            if self.marked[action] == self.stamp:
                self.open_edges[count] = first + self.mark[action]
                count += 1
            elif self.block_size[block] < self.block_room[block]:
                self.open_edges[count] = self.add_edge(block, action)
                count += 1
        return count

    def move_block(self, block: int, size: int) -> None:
        """Move a block to a larger place at the end of the arrays, if there is room."""
        old = self.block_first[block]
        new = self.edges
        if new + size + size // 2 > self.edge_capacity:
            return
        for i in range(self.block_size[block]):
            self.edge_action[new + i] = self.edge_action[old + i]
            self.edge_mover[new + i] = self.edge_mover[old + i]
            self.edge_visits[new + i] = self.edge_visits[old + i]
            self.edge_seen[new + i] = self.edge_seen[old + i]
            self.edge_block[new + i] = self.edge_block[old + i]
            self.edge_value[new + i] = self.edge_value[old + i]
            self.edge_guess[new + i] = self.edge_guess[old + i]
            self.edge_prior[new + i] = self.edge_prior[old + i]
        self.block_first[block] = new  # last, in case another thread reads the block now
        self.block_room[block] = size + size // 2
        self.edges += self.block_room[block]
