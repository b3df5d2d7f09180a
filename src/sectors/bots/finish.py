"""Finds the shortest likely win within the turn.

A search tree that knows many ways to win likes them all, and may postpone the win for ever. So a seat that stands well
first looks for a win by its own next decisions alone: by one decision, then by two, and so on. A win counts if it
succeeds in a clear majority of trials with fresh guesses and fresh chance: better a shot that may miss than steps
before it that change nothing.
"""

from __future__ import annotations

import cython

from sectors.bots.memory import ints
from sectors.kit.core import Actions, Core
from sectors.kit.dealer import Dealer

if not cython.compiled:  # finish.pxd has their C forms
    from sectors.kit.core import MOST_SEATS, OVER

DEEPEST = 8  # decisions in a row
TRIALS = 32
ENOUGH = 20  # trials that must be won
WON = 0.999


class Finisher:
    def __init__(self, most_actions: int) -> None:
        self.most_actions = most_actions
        self.dealer = Dealer()
        self.choices = [Actions(most_actions) for _ in range(DEEPEST + 1)]
        self.cores: list[Core] = []
        self.path = ints(DEEPEST)
        self.best = ints(DEEPEST)
        self.most_won = 0
        self.seat = 0
        self.left = 0
        if not cython.compiled:
            self.values = [0.0] * MOST_SEATS

    def find(self, core: Core, most: int, key: str) -> list[int]:
        """Return the shortest sequence of actions of the seat to act that is likely to win, and the likeliest of these;
        nothing if none is found within `most` positions."""
        self.dealer.seed(key)
        self.seat = core.to_act
        self.left = most
        self.cores = [core] + [core.fresh() for _ in range(DEEPEST)]
        for depth in range(1, DEEPEST + 1):
            self.most_won = ENOUGH - 1
            self.dive(0, depth)
            if self.most_won >= ENOUGH:
                return [self.best[i] for i in range(depth)]
            if self.left <= 0:
                break
        return []

    def dive(self, at: int, depth: int) -> None:
        """Look for wins by exactly `depth` decisions, `at` of which have been made."""
        before: Core = self.cores[at]
        after: Core = self.cores[at + 1]
        actions: Actions = self.choices[at]
        before.list_legal(actions)
        for i in range(actions.size):
            if self.left <= 0 or self.most_won == TRIALS:
                return
            self.left -= 1
            self.path[at] = actions.items[i]
            source = self.dealer.s0
            after.copy_from(before)
            after.apply(actions.items[i], self.dealer)
            if at + 1 < depth:
                if after.to_act == self.seat:
                    self.dive(at + 1, depth)
            elif self.is_won(after) or self.dealer.s0 != source:
                self.try_out(depth)

    def is_won(self, core: Core) -> bool:
        if core.to_act != OVER:
            return False
        core.score(self.values)
        return self.values[self.seat] > WON

    def try_out(self, depth: int) -> None:
        """Count the wins of the current path under fresh guesses and with fresh chance; keep the best path."""
        trial: Core = self.cores[0].copy()
        wins = 0
        for done in range(TRIALS):
            if wins + TRIALS - done <= self.most_won:
                return
            trial.copy_from(self.cores[0])
            trial.guess(self.seat, self.dealer)
            wins += self.wins_along_path(trial, depth)
        if wins > self.most_won:
            self.most_won = wins
            for i in range(depth):
                self.best[i] = self.path[i]

    def wins_along_path(self, trial: Core, depth: int) -> bool:
        """Return whether the current path is legal from a position and wins."""
        for i in range(depth):
            if trial.to_act != self.seat or self.path[i] not in trial.legal_codes(self.choices[DEEPEST]):
                return False
            trial.apply(self.path[i], self.dealer)
        return self.is_won(trial)
