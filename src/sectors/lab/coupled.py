"""Games of two contents with the same luck: common random numbers, as far as the contents have something in common.

Every copy of a card has its own random key, derived from the deal's seed and the card's name, and a shuffle sorts the
cards by their keys. So in a deck with one more card, the others keep their order. All other chance, such as dice, has
its own random source for each use: the third attack of a game rolls the same dice in both games. Each game by itself is
as random as any other.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sectors.kit import Dealer, Game, Json, State

SHUFFLE = "shuffle"  # prefix of the names of chance points that shuffle


class CoupledState(State):
    """A game whose chance is coupled to that of other games of the same seed."""

    def __init__(self, game: Game, core: Any, options: Json, seed: int | str | None) -> None:
        super().__init__(game, core, options, seed)
        self._times: Counter[int] = Counter()  # how often each chance point was used

    def _deal(self, step: Any) -> None:
        """Find the outcomes of this step one by one, then take the step with all of them given."""
        script: list[int] = []
        times = Counter(self._times)
        while True:
            point = self._next_point(step, script)
            if point is None:
                break
            key = f"{self._seed} {self.game.chance_names[point]} {times[point]}"
            times[point] += 1
            values = self._try(step, script, key)[script_count(script)][1]
            if self.game.chance_names[point].startswith(SHUFFLE):
                values = arrange(values, self.game.outcome(point, values), key)
            script += [point, len(values), *values]
        self._times = times
        self._script = None
        if script:
            self._script = Dealer(live=True, fixed=True)
            self._script.give(script)
        super()._deal(step)
        self._script = None

    def _try(self, step: Any, script: list[int], key: str) -> list[tuple[int, list[int]]]:
        """Return the outcomes of a step if the first are given and the others come from `key`."""
        dealer = Dealer(key, live=True)
        dealer.give(script)
        step(self.core.copy(), dealer)
        return dealer.fetch_outcomes()

    def _next_point(self, step: Any, script: list[int]) -> int | None:
        outcomes = self._try(step, script, "which")
        known = script_count(script)
        return outcomes[known][0] if len(outcomes) > known else None


def script_count(script: Sequence[int]) -> int:
    """Count the outcomes in a dealer's script."""
    at = count = 0
    while at < len(script):
        at += 2 + script[at + 1]
        count += 1
    return count


def arrange(values: Sequence[int], names: Any, key: str) -> list[int]:
    """Sort values by the keys of the names that they stand for.

    >>> names = ["ace", "ace", "king", "queen", "jack"]
    >>> full = arrange([0, 0, 1, 2, 3], names, "some deal")
    >>> without = arrange([0, 1, 2, 3], names[1:], "some deal")
    >>> [one for one in full if one] == [one for one in without if one]
    True
    """
    if len(names) != len(values):
        return list(values)
    copies: Counter[str] = Counter()
    keyed = []
    for value, name in zip(values, names):
        copies[str(name)] += 1
        digest = hashlib.sha256(f"{key} {name} {copies[str(name)]}".encode()).digest()
        keyed.append((digest, value))
    return [value for _, value in sorted(keyed)]
