"""Bots that do not search a tree."""

from __future__ import annotations

from typing import Any

from sectors.bots.bot import Bot, Idea, load_judge, weights_key
from sectors.kit import BadInput, Dealer, Evaluator, Game, State

ALLOWED = {"guesses": "a whole number above 0", "overlook": "a chance, 0.0 to 1.0"}


class Random(Bot):
    """Plays any legal move."""

    def choose(self, seen: State) -> str:
        return self.random.choice(seen.legal())


class Greedy(Bot):
    """Plays the move that leads to the best position by the game's evaluation, on average over a few guesses.
    `overlook` is the chance to miss a move, as beginners do; `weights` is a file of other weights for the
    evaluation."""

    def __init__(
        self, seed: int | str | None = None, guesses: int = 4, overlook: float = 0.0, weights: str | None = None
    ) -> None:
        super().__init__(seed)
        for name, value, fits in (
            ("guesses", guesses, type(guesses) is int and guesses > 0),
            ("overlook", overlook, type(overlook) in (int, float) and 0 <= overlook <= 1),
        ):
            if not fits:
                raise BadInput(f"{name}: found {value!r}, allowed is {ALLOWED[name]}")
        self.guesses = guesses
        self.overlook = overlook
        self.weights = weights
        self.judges: dict[Game, Evaluator] = {}

    def choose(self, seen: State) -> str:
        return self.think(seen)[0].move

    def think(self, seen: State) -> list[Idea]:
        game, seat = seen.game, seen.core.to_act
        if game not in self.judges:
            self.judges[game] = load_judge(game, self.weights)
        judge = self.judges[game]
        codes = self.drop_overlooked(seen.legal_codes())
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

    def settings_in(self, game: Game) -> dict[str, Any]:
        judge = load_judge(game, self.weights)
        return {"guesses": self.guesses, "overlook": self.overlook, "weights": weights_key(judge)}

    def drop_overlooked(self, codes: list[int]) -> list[int]:
        """Return the moves that are not overlooked, at least one."""
        if self.overlook == 0.0:
            return codes
        spared = self.random.choice(codes)
        return [code for code in codes if self.random.random() >= self.overlook or code == spared]
