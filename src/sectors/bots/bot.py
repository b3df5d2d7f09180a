"""What a bot is."""

from __future__ import annotations

import hashlib
import json
import random
import secrets
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sectors.kit import BadInput, Evaluator, Game, State
from sectors.kit.linear import Linear, read_weights


@dataclass(frozen=True)
class Idea:
    """A move that a bot has thought about."""

    move: str
    value: float  # the result that the bot expects for its seat, 0 to 1
    visits: int  # how often it has tried the move; 0 if it does not try moves
    line: tuple[str, ...]  # the move and what the bot expects to follow


class Bot(ABC):
    """A player. Its seat is the one to act in what it is given to see; whatever random it needs comes from its seed."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.seed = secrets.token_hex(16) if seed is None else seed
        self.random = random.Random(f"bot {self.seed}")

    @abstractmethod
    def choose(self, seen: State) -> str:
        """The move to play. `seen` is what `state.seen_by(seat, ...)` yields: all that the seat knows is as it is,
        all else is a guess."""

    def think(self, seen: State) -> list[Idea]:
        """Moves, best first. A bot that ranks none gives the one that it would play."""
        move = self.choose(seen)
        return [Idea(move, 1 / seen.seats, 0, (move,))]

    def settings_in(self, game: Game) -> dict[str, Any]:
        """What makes it the player that it is in a game, as plain values: only with equal ones are results compared."""
        return {}

    def cancel(self) -> None:  # noqa: B027 - most bots are quick
        """From another thread: answer at once with the best move found so far."""


def weights_key(judge: Evaluator) -> str:
    """A short name for the weights of a judgement: other weights, another name."""
    weights = judge.get_weights() if isinstance(judge, Linear) else {}
    return hashlib.sha256(json.dumps(weights, sort_keys=True).encode()).hexdigest()[:8]


def judge_for(game: Game, weights: str | None) -> Evaluator:
    """The judge of a game, with its own weights or those of another file."""
    judge = game.evaluator()
    if weights is not None:
        if not isinstance(judge, Linear):
            raise BadInput(f"weights: the judgement of {game.name} has none")
        judge.set_weights(read_weights(Path(weights), judge.weight_names()))
    return judge
