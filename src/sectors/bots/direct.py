"""Avoids detours: plays directly what a line of the search leads to.

Where a turn is many small decisions, a search tree likes long ways as much as short ones, and a bot that searches again
after each step turns left, right and left again. So before a move is played, the outcome of its line is compared with
doing the same at once: a detour must leave the seat better off.
"""

from __future__ import annotations

from collections.abc import Sequence

from sectors.kit import Core, Dealer, Evaluator, Game

SLIP = 1e-4  # how much the value may drop along a line that does not end the turn
DECISIONS = 3  # most decisions of the seat by which a turn is completed


class Direct:
    def __init__(self, game: Game, judge: Evaluator, calm: float, key: str) -> None:
        self.actions = game.actions()
        self.judge = judge
        self.calm = calm
        self.dealer = Dealer(key)

    def choose(self, core: Core, lines: Sequence[Sequence[int]]) -> int:
        """Return the first move of the best line that leads somewhere, or the move at its end if it is legal now."""
        for line in lines:
            code = self.follow_line(core, line)
            if code is not None:
                return code
        rest = core.stopping()
        return rest if rest in self.legal(core) else lines[0][0]

    def follow_line(self, core: Core, line: Sequence[int]) -> int | None:
        """Return the move of a line to play now; None if the line leads nowhere."""
        seat, at = core.to_act, core
        for number, code in enumerate(line):
            source, rest = self.dealer.source(), at.stopping()
            after = self.after(at, code)
            if self.dealer.source() != source:  # dice: all that matters is the position in which they are rolled
                return line[0] if number == 0 or code not in self.legal(core) or self.is_no_worse(core, at) else code
            if code == rest or after.to_act != seat:
                return self.choose_ending(core, after, line[0])
            at = after
        return line[0] if self.is_no_worse(core, at) else None

    def choose_ending(self, core: Core, after: Core, first: int) -> int:
        """Return the first move of a line that ends the seat's turn, unless ending it at once is as good."""
        rest, seat = core.stopping(), core.to_act
        if first == rest or rest not in self.legal(core):
            return first
        gain = self.value_of_turn(after, seat) - self.value_of_turn(self.after(core, rest), seat)
        return first if gain > self.calm else rest

    def is_no_worse(self, core: Core, at: Core) -> bool:
        """Return whether the position is worth no less than before."""
        return self.value(at, core.to_act) > self.value(core, core.to_act) - SLIP

    def value_of_turn(self, core: Core, seat: int) -> float:
        """Return the value of a position after the best that the seat can still do in its turn, chosen greedily."""
        best = self.value(core, seat)
        for _ in range(DECISIONS):
            if core.over or core.to_act != seat:
                break
            nexts = [self.after(core, code) for code in self.legal(core)]
            core = max(nexts, key=lambda after: self.value(after, seat))
            best = max(best, self.value(core, seat))
        return best

    def value(self, core: Core, seat: int) -> float:
        return (core.results() if core.over else self.judge.values(core))[seat]

    def legal(self, core: Core) -> list[int]:
        return sorted(core.legal_codes(self.actions))

    def after(self, core: Core, code: int) -> Core:
        after = core.copy()
        after.play_code(code, self.dealer)
        return after
