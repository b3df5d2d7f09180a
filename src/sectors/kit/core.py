"""What a game's compiled rules look like to everything that plays them: search, simulation, and the public State.

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
        """Make room: for positions made by hand with more actions than any game has."""
        with cython.gil:
            if capacity > self.capacity:
                self.__init__(capacity)  # type: ignore[misc]

    def codes(self) -> list[int]:
        return [self.buffer[i] for i in range(self.size)]


class Core:
    """A position in play, without history: a few hundred bytes that are copied in one go."""

    seats: int
    to_act: int  # the seat to act, or OVER
    reason: int  # how it ended: an index into the game's `reasons`; meaningless before
    home: Any  # the game and the options, of a core that belongs to a State or came from one: for pickle

    if not cython.compiled:
        home = None

    # What a game overrides

    def begin(self, dealer: Dealer) -> None:
        """Set the game up, with all chance of the set-up, until somebody has a choice."""

    def list_legal(self, actions: Actions) -> None:
        """Fill `actions` (set its size to 0 first) with the codes of all legal actions, in any fixed order."""

    def apply(self, action: int, dealer: Dealer) -> None:
        """Play a legal action, and everything automatic after it, until somebody has a choice or the game is over."""

    def copy_from(self, other: Core) -> None:
        """Become equal to another position of the same game, content, seats and options."""

    def guess(self, seat: int, dealer: Dealer) -> None:
        """Replace all that `seat` cannot know (-1: a spectator) by a random guess that fits all that it knows.

        The guess must not depend on the truth: put hidden things in a canonical order first, then `dealer.mix` them.
        """

    def score(self, results: MutableSequence[float]) -> None:
        """The result of each seat, 0 to 1, of a game that is over."""

    def certain(self) -> bool:
        """Whether nothing is hidden any more, no chance is left, and the end is near enough for a search to be exact. A
        game may know."""
        return False

    def key(self) -> int:
        """A hash of the position, in 64 bits, by which a search knows it again: of all of it, or of what everybody sees
        where something is hidden. 0 if the game has none."""
        return 0

    def stopping(self) -> int:
        """The action by which the seat to act ends what it is doing without doing any more of it, -1 if there is none.
        A game may know, whose turns are many small decisions."""
        return -1

    def fresh(self) -> Core:
        """An empty core of the same game, content, seats and options, to copy into."""
        raise NotImplementedError

    # What it gets for that

    @property
    def over(self) -> bool:
        return self.to_act == OVER

    @property
    def fingerprint(self) -> int:
        """The key, for modules that are not compiled."""
        return self.key()

    def play_random(self, actions: Actions, dealer: Dealer) -> int:
        """Play a uniformly random legal action; its code. A game may know a quicker way than to list them all."""
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
        """What the core knows beside its position: what seats have learnt from what happened. A game may know."""
        return ()

    def remember(self, memory: Sequence[int]) -> None:
        """The same back."""

    def packed(self) -> tuple[Any, Sequence[int]]:
        """The position and what is known beside it, as plain values; `restored` makes the core of them again."""
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
        return restored, (self.home and self.home[0], *self.packed())

    # The same for callers that are not compiled

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
    """A game's `evaluate.py` derives from this: what each seat can expect, cheap enough for every leaf of a search.

    `kit.linear` has the usual form, whose weights `sectors train` finds.
    """

    def judge(self, core: Core, values: MutableSequence[float]) -> None:
        """The expected result of each seat, 0 to 1."""

    def limits(self, core: Core, seat: int, bounds: MutableSequence[float]) -> None:
        """For exact search, where nothing is hidden and no chance is left: bounds[0], what the seat gets at least, and
        bounds[1], what at most, however both play. A game may know."""
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
        """What the judgement rests on, by name, seen from a seat."""
        raise NotImplementedError


def restored(game: Any, position: Any, memory: Sequence[int]) -> Core:
    """A core from what it was pickled as."""
    core: Core = game.at(position).core
    core.remember(memory)
    return core


def playout(core: Core, actions: Actions, dealer: Dealer, most: int) -> int:
    """Play at random to the end, or for `most` steps; the number of steps."""
    steps = 0
    while core.to_act != OVER and steps < most:
        core.play_random(actions, dealer)
        steps += 1
    return steps


def many_playouts(core: Core, actions: Actions, dealer: Dealer, seed: int, start: int, stop: int, step: int) -> int:
    """Play the random games of the numbers start, start + step, ... before `stop`; the number of steps in all."""
    steps = 0
    number = start
    while number < stop:
        dealer.start(seed, number)
        core.begin(dealer)
        steps += playout(core, actions, dealer, 1000000000)
        number += step
    return steps


def run_playouts(core: Core, actions: Actions, seed: int, start: int, stop: int, step: int) -> int:
    """`many_playouts` without the GIL, for threads."""
    dealer = Dealer()
    with cython.nogil:
        steps = many_playouts(core, actions, dealer, seed, start, stop, step)
    return steps


def run_copies(core: Core, other: Core, number: int) -> None:
    """For the benchmark: copy `other` many times."""
    with cython.nogil:
        for _ in range(number):
            core.copy_from(other)
