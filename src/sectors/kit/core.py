"""The interface of a game's compiled rules, used by search, simulation and the public State.

A game's `rules.py` derives its own class from `Core` and overrides every method below. Hot methods hold no Python
objects; `core.pxd` declares them `noexcept nogil`.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from typing import Any

import cython

from sectors.kit.dealer import Dealer

OVER = -1  # `to_act` when the game is over
MOST_SEATS = 5


class Actions:
    """A reusable list of action codes."""

    items: MutableSequence[int]
    size: int
    capacity: int

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.buffer = array("i", bytes(4 * capacity))
        if cython.compiled:
            self.items = cython.address(self.buffer[0])
        else:
            self.items = self.buffer
        self.size = 0

    if not cython.compiled:  # core.pxd has it inline

        def add(self, action: int) -> None:
            self.items[self.size] = action
            self.size += 1

    def reserve(self, capacity: int) -> None:
        """Grow, for positions made by hand with more actions than any game has."""
        with cython.gil:
            if capacity > self.capacity:
                self.__init__(capacity)  # type: ignore[misc]

    def codes(self) -> list[int]:
        return [self.buffer[i] for i in range(self.size)]


class Core:
    """A position in play, without history: a few hundred bytes that one memory copy duplicates."""

    seats: int
    to_act: int  # the seat to act, or OVER
    reason: int  # how it ended: an index into the game's `reasons`; meaningless before the end
    home: Any  # (game, options), for pickle; None unless the core belongs to a State or was copied from one

    if not cython.compiled:
        home = None

    # Overridden by a game

    def begin(self, dealer: Dealer) -> None:
        """Set the game up, with all chance of the set-up, up to the first decision."""

    def list_legal(self, actions: Actions) -> None:
        """Fill `actions` (set its size to 0 first) with the codes of all legal actions, in any fixed order."""

    def apply(self, action: int, dealer: Dealer) -> None:
        """Play a legal action and everything automatic after it, up to the next decision or the end of the game."""

    def copy_from(self, other: Core) -> None:
        """Become equal to another position of the same game, content, seats and options."""

    def guess(self, seat: int, dealer: Dealer) -> None:
        """Replace everything that `seat` (-1: a spectator) cannot know by a random guess that fits what it knows.

        The guess must not depend on the truth: sort hidden things into a canonical order, then `dealer.mix` them.
        """

    def score(self, results: MutableSequence[float]) -> None:
        """Write the result of each seat, 0 to 1, of a finished game."""

    def certain(self) -> bool:
        """Return whether nothing is hidden, no chance is left, and the end is near enough for an exact search. Optional
        to override."""
        return False

    def key(self) -> int:
        """Return a 64-bit hash by which a search recognises the position: of all of it, or of its public part if
        something is hidden. 0 if the game has none."""
        return 0

    def stopping(self) -> int:
        """Return the action that ends a series of small decisions without any more of them, -1 if there is none.
        Optional to override, for games whose turns are such series."""
        return -1

    def fresh(self) -> Core:
        """Return an empty core of the same game, content, seats and options, to copy into."""
        raise NotImplementedError

    # Provided to every game

    @property
    def over(self) -> bool:
        return self.to_act == OVER

    @property
    def fingerprint(self) -> int:
        """`key` for interpreted callers."""
        return self.key()

    def play_random(self, actions: Actions, dealer: Dealer) -> int:
        """Play a uniformly random legal action and return its code. A game may override it to avoid listing all."""
        self.list_legal(actions)
        action = actions.items[dealer.below(actions.size)]
        self.apply(action, dealer)
        return action

    def legal_codes(self, actions: Actions) -> list[int]:
        actions.size = 0
        if self.to_act != OVER:
            self.list_legal(actions)
        return actions.codes()

    def copy(self) -> Core:
        twin = self.fresh()
        twin.copy_from(self)
        twin.home = self.home
        return twin

    def __copy__(self) -> Core:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Core:
        return self.copy()

    def memory(self) -> Sequence[int]:
        """Return what is not in the position: what seats have learnt from past events. Optional to override."""
        return ()

    def remember(self, memory: Sequence[int]) -> None:
        """Restore what `memory` returned."""

    def packed(self) -> tuple[Any, Sequence[int]]:
        """Return position and memory as plain values, from which `restore_core` rebuilds the core."""
        if self.home is None:
            raise TypeError("a core is packed with its game: take it from a State (game.new, game.at), or a copy of it")
        game, options = self.home
        position = {**game.header(self.seats, options), **game.position(self)}
        if self.over:
            position |= {"to_act": None, "result": self.results(), "reason": game.reasons[self.reason]}
        else:
            position |= {"to_act": self.to_act, "result": None, "reason": None}
        return position, list(self.memory())

    def __reduce__(self) -> Any:
        return restore_core, (self.home and self.home[0], *self.packed())

    # The same for interpreted callers

    def begin_with(self, dealer: Dealer) -> None:
        self.begin(dealer)

    def play_code(self, action: int, dealer: Dealer) -> None:
        self.apply(action, dealer)

    def guess_for(self, seat: int, dealer: Dealer) -> None:
        self.guess(seat, dealer)

    def results(self) -> list[float]:
        if cython.compiled:
            values = cython.declare(cython.double[5])
            self.score(values)
        else:
            values = [0.0] * MOST_SEATS
            self.score(values)
        return [values[seat] for seat in range(self.seats)]


class Evaluator:
    """The base class of a game's `evaluate.py`: each seat's expected result, cheap enough for every leaf of a search.

    `kit.linear` has the usual form, whose weights `sectors train` finds.
    """

    def judge(self, core: Core, values: MutableSequence[float]) -> None:
        """Write the expected result of each seat, 0 to 1."""

    def limits(self, core: Core, seat: int, bounds: MutableSequence[float]) -> None:
        """Write the least (bounds[0]) and the most (bounds[1]) that the seat gets however both play. For exact search,
        when nothing is hidden and no chance is left. Optional to override."""
        bounds[0] = 0.0
        bounds[1] = 1.0

    def values(self, core: Core) -> list[float]:
        if cython.compiled:
            expected = cython.declare(cython.double[5])
            self.judge(core, expected)
        else:
            expected = [0.0] * MOST_SEATS
            self.judge(core, expected)
        return [expected[seat] for seat in range(core.seats)]

    def limits_of(self, core: Core, seat: int) -> tuple[float, float]:
        if cython.compiled:
            bounds = cython.declare(cython.double[2])
            self.limits(core, seat, bounds)
        else:
            bounds = [0.0, 0.0]
            self.limits(core, seat, bounds)
        return bounds[0], bounds[1]

    def features(self, core: Core, seat: int) -> dict[str, float]:
        """Return the features behind the evaluation, by name, from the point of view of a seat."""
        raise NotImplementedError


def restore_core(game: Any, position: Any, memory: Sequence[int]) -> Core:
    """Rebuild a core from what `Core.packed` returned; also unpickles it."""
    core: Core = game.at(position).core
    core.remember(memory)
    return core


def playout(core: Core, actions: Actions, dealer: Dealer, most: int) -> int:
    """Play at random to the end, or for `most` steps; return the number of steps."""
    steps = 0
    while core.to_act != OVER and steps < most:
        core.play_random(actions, dealer)
        steps += 1
    return steps


def many_playouts(core: Core, actions: Actions, dealer: Dealer, seed: int, start: int, stop: int, step: int) -> int:
    """Play the random games numbered start, start + step, ... below `stop`; return the total number of steps."""
    steps = 0
    number = start
    while number < stop:
        dealer.start(seed, number)
        core.begin(dealer)
        steps += playout(core, actions, dealer, 1000000000)
        number += step
    return steps


def run_playouts(core: Core, actions: Actions, seed: int, start: int, stop: int, step: int) -> int:
    """Run `many_playouts` without the GIL, for threads."""
    dealer = Dealer()
    with cython.nogil:
        steps = many_playouts(core, actions, dealer, seed, start, stop, step)
    return steps


def run_copies(core: Core, other: Core, number: int) -> None:
    """Copy `other` many times, for the benchmark."""
    with cython.nogil:
        for _ in range(number):
            core.copy_from(other)
