"""Somebody's first game, as a script: the yardstick for the lowest levels."""

from __future__ import annotations

from typing import Any

from sectors.bots.bot import Bot
from sectors.bots.levels import tuning
from sectors.kit import Core, Dealer, Game, State
from sectors.kit.effects import for_nothing

LOOKS = 200  # positions in which it looks for a win within its turn
WHOLE = 0.999  # a result that is a win


class Newcomer(Bot):
    """Any move at random that is not foolish, by a look one decision ahead. It plays a win that it sees within its
    turn. It makes no move that loses the game at once, and none by which, or by the next decision of somebody else, it
    loses a piece while nobody else loses one. Which features of the game's judgement count pieces, `bots.toml` says."""

    def choose(self, seen: State) -> str:
        game, core = seen.game, seen.core
        codes = seen.legal_codes()
        if len(codes) == 1:
            return game.text(codes[0])
        look = Look(game, core.to_act, Dealer(f"newcomer {self.random.getrandbits(64)}"))
        won = look.win(core)
        if won is not None:
            return game.text(won)
        sound = [code for code in codes if not look.foolish(core, code)]
        return game.text(self.random.choice(sound or codes))

    def settings_in(self, game: Game) -> dict[str, Any]:
        return {"pieces": list(tuning(game).pieces)}


class Look:
    """What a seat sees by trying moves out."""

    def __init__(self, game: Game, seat: int, dealer: Dealer) -> None:
        self.game = game
        self.seat = seat
        self.dealer = dealer
        self.pieces = tuning(game).pieces
        self.judge = game.evaluator()
        self.left = LOOKS

    def win(self, core: Core) -> int | None:
        """The first move of the shortest win within the turn, if it is soon found."""
        for depth in (1, 2, 3):
            for code in self.codes(core):
                if self.wins(core, code, depth):
                    return code
        return None

    def wins(self, core: Core, code: int, depth: int) -> bool:
        self.left -= 1
        if self.left < 0:
            return False
        after = self.after(core, code)
        if after.over:
            return after.results()[self.seat] > WHOLE
        if depth == 1 or after.to_act != self.seat:
            return False
        return any(self.wins(after, then, depth - 1) for then in self.codes(after))

    def foolish(self, core: Core, code: int) -> bool:
        before = self.count(core)
        after = self.after(core, code)
        if self.loses(after, before):
            return True
        if after.over or after.to_act == self.seat:
            return False
        return any(self.loses(self.after(after, reply), before) for reply in self.codes(after))

    def loses(self, after: Core, before: list[float]) -> bool:
        """The game, or a piece for nothing."""
        if after.over:
            return after.results()[self.seat] <= 0.0
        lost = [had - has for had, has in zip(before, self.count(after))]
        return for_nothing(lost, self.seat)

    def count(self, core: Core) -> list[float]:
        if not self.pieces:
            return [0.0] * core.seats
        found = (self.judge.features(core, seat) for seat in range(core.seats))
        return [sum(one[name] for name in self.pieces) for one in found]

    def codes(self, core: Core) -> list[int]:
        return sorted(core.legal_codes(self.game.actions()))

    def after(self, core: Core, code: int) -> Core:
        found = core.copy()
        found.play_code(code, self.dealer)
        return found
