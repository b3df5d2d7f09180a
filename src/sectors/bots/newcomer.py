"""A bot that plays like a person in their first game: the yardstick for the lowest levels."""

from __future__ import annotations

from typing import Any

from sectors.bots.bot import Bot
from sectors.bots.levels import load_tuning
from sectors.kit import Core, Dealer, Game, State
from sectors.kit.effects import for_nothing

LOOKS = 200  # most positions when looking for a win within the turn
WHOLE = 0.999  # results above this are wins


class Newcomer(Bot):
    """Plays a random move that is not foolish one decision ahead. It plays a win that it sees within its turn. It makes
    no move that loses the game at once, or that loses a piece, at once or by the next decision of another seat, while
    no other seat loses one. `bots.toml` says which features of the game's evaluation count pieces."""

    def choose(self, seen: State) -> str:
        game, core = seen.game, seen.core
        codes = seen.legal_codes()
        if len(codes) == 1:
            return game.text(codes[0])
        look = Look(game, core.to_act, Dealer(f"newcomer {self.random.getrandbits(64)}"))
        won = look.find_win(core)
        if won is not None:
            return game.text(won)
        sensible = [code for code in codes if not look.is_foolish(core, code)]
        return game.text(self.random.choice(sensible or codes))

    def settings_in(self, game: Game) -> dict[str, Any]:
        return {"pieces": list(load_tuning(game).pieces)}


class Look:
    """Tries out moves for a seat."""

    def __init__(self, game: Game, seat: int, dealer: Dealer) -> None:
        self.game = game
        self.seat = seat
        self.dealer = dealer
        self.pieces = load_tuning(game).pieces
        self.judge = game.evaluator()
        self.left = LOOKS

    def find_win(self, core: Core) -> int | None:
        """Return the first move of the shortest win within the turn, if there is one within LOOKS positions."""
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

    def is_foolish(self, core: Core, code: int) -> bool:
        before = self.count(core)
        after = self.after(core, code)
        if self.loses(after, before):
            return True
        if after.over or after.to_act == self.seat:
            return False
        return any(self.loses(self.after(after, reply), before) for reply in self.codes(after))

    def loses(self, after: Core, before: list[float]) -> bool:
        """Return whether the seat loses the game, or a piece for nothing."""
        if after.over:
            return after.results()[self.seat] <= 0.0
        lost = [had - has for had, has in zip(before, self.count(after))]
        return for_nothing(lost, self.seat)

    def count(self, core: Core) -> list[float]:
        if not self.pieces:
            return [0.0] * core.seats
        features = (self.judge.features(core, seat) for seat in range(core.seats))
        return [sum(values[name] for name in self.pieces) for values in features]

    def codes(self, core: Core) -> list[int]:
        return sorted(core.legal_codes(self.game.actions()))

    def after(self, core: Core, code: int) -> Core:
        after = core.copy()
        after.play_code(code, self.dealer)
        return after
