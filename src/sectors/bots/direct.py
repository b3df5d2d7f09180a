"""The direct way to what a line comes to.

Where a turn is many small decisions, a tree likes long ways as well as short ones, and whoever thinks anew after each
step turns left, right and left again. So before a move is made, what its line comes to is compared with the same done
at once: a detour must leave the seat better off.
"""

from __future__ import annotations

from collections.abc import Sequence

from sectors.kit import Core, Dealer, Evaluator, Game

SLIP = 1e-4  # so much worse, at most, may things look on a way that is still going on
DECISIONS = 3  # of the seat, at most, by which a turn is brought to its end


class Direct:
    def __init__(self, game: Game, judge: Evaluator, calm: float, key: str) -> None:
        self.actions = game.actions()
        self.judge = judge
        self.calm = calm
        self.dealer = Dealer(key)

    def choose(self, core: Core, lines: Sequence[Sequence[int]]) -> int:
        """The first move of the best line that leads anywhere, or what a line comes to if it can be done at once."""
        for line in lines:
            found = self.instead(core, line)
            if found is not None:
                return found
        rest = core.stopping()
        return rest if rest in self.legal(core) else lines[0][0]

    def instead(self, core: Core, line: Sequence[int]) -> int | None:
        """What to do of a line; None if it leads nowhere."""
        seat, at = core.to_act, core
        for number, code in enumerate(line):
            source, rest = self.dealer.source(), at.stopping()
            after = self.after(at, code)
            if self.dealer.source() != source:  # dice: what matters is from where they are thrown
                return line[0] if number == 0 or code not in self.legal(core) or self.keeps(core, at) else code
            if code == rest or after.to_act != seat:
                return self.ending(core, after, line[0])
            at = after
        return line[0] if self.keeps(core, at) else None

    def ending(self, core: Core, after: Core, first: int) -> int:
        """The first move of a line that ends what the seat was doing, unless to end it at once is as good."""
        rest, seat = core.stopping(), core.to_act
        if first == rest or rest not in self.legal(core):
            return first
        gain = self.completed(after, seat) - self.completed(self.after(core, rest), seat)
        return first if gain > self.calm else rest

    def keeps(self, core: Core, at: Core) -> bool:
        """Whether things look no worse than before."""
        return self.value(at, core.to_act) > self.value(core, core.to_act) - SLIP

    def completed(self, core: Core, seat: int) -> float:
        """What a position is worth after the best that the seat can still do in its turn, step by step."""
        best = self.value(core, seat)
        for _ in range(DECISIONS):
            if core.over or core.to_act != seat:
                break
            nexts = [self.after(core, code) for code in self.legal(core)]
            core = max(nexts, key=lambda one: self.value(one, seat))
            best = max(best, self.value(core, seat))
        return best

    def value(self, core: Core, seat: int) -> float:
        return (core.results() if core.over else self.judge.values(core))[seat]

    def legal(self, core: Core) -> list[int]:
        return sorted(core.legal_codes(self.actions))

    def after(self, core: Core, code: int) -> Core:
        found = core.copy()
        found.play_code(code, self.dealer)
        return found
