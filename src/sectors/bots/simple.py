"""Bots that do not search."""

from __future__ import annotations

from sectors.bots.bot import Bot, Idea, judge_for
from sectors.kit import Dealer, Evaluator, Game, State


class Random(Bot):
    """Any legal move."""

    def choose(self, seen: State) -> str:
        return self.random.choice(seen.legal())


class Greedy(Bot):
    """The move after which its position is best by the game's judgement, on average over a few guesses. `weights` is a
    file of other weights for the judgement."""

    def __init__(self, seed: int | str | None = None, guesses: int = 4, weights: str | None = None) -> None:
        super().__init__(seed)
        self.guesses = guesses
        self.weights = weights
        self.judges: dict[Game, Evaluator] = {}

    def choose(self, seen: State) -> str:
        return self.think(seen)[0].move

    def think(self, seen: State) -> list[Idea]:
        game, seat = seen.game, seen.core.to_act
        if game not in self.judges:
            self.judges[game] = judge_for(game, self.weights)
        judge = self.judges[game]
        codes = seen.legal_codes()
        dealer = Dealer(f"greedy {self.random.getrandbits(64)}")
        totals = dict.fromkeys(codes, 0.0)
        for _ in range(self.guesses if len(codes) > 1 else 1):
            guess = seen.core.copy()
            guess.guess_for(seat, dealer)
            for code in codes:
                after = guess.copy()
                after.play_code(code, dealer)
                totals[code] += (after.results() if after.over else judge.values(after))[seat] / self.guesses
        order = sorted(codes, key=lambda code: (-totals[code], self.random.random()))
        return [Idea(game.text(code), totals[code], 0, (game.text(code),)) for code in order]
