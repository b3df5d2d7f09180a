"""A bot that tries every move in a few random games, and plays the one that won most."""

from sectors import State
from sectors.bots import Bot


class Sampler(Bot):
    def __init__(self, seed: int | str | None = None, games: int = 8) -> None:
        super().__init__(seed)
        self.games = games

    def choose(self, seen: State) -> str:
        return max(seen.legal(), key=lambda move: (self.value(seen, move), move))

    def value(self, seen: State, move: str) -> float:
        """What this seat gets on average when everybody goes on at random after the move."""
        seat = seen.to_act
        total = 0.0
        for _ in range(self.games):
            state = seen.seen_by(seat, self.random)  # another guess at what the seat cannot know
            state.play(move)
            while state.to_act is not None:
                state.play(self.random.choice(state.legal()))
            total += state.result[seat]
        return total / self.games
