"""The base class of all bots."""

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
    """A move that a bot has considered."""

    move: str
    value: float  # the result that the bot expects for its seat, 0 to 1
    visits: int  # how often the search tried the move; 0 for a bot that does not search
    line: tuple[str, ...]  # the move and the moves that the bot expects after it


class Bot(ABC):
    """A player. It plays the seat to act in the state it receives, and takes all its randomness from its seed."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.seed = secrets.token_hex(16) if seed is None else seed
        self.random = random.Random(f"bot {self.seed}")

    @abstractmethod
    def choose(self, seen: State) -> str:
        """Return the move to play. `seen` comes from `state.seen_by(seat, ...)`: what the seat knows is true, the rest
        is a guess."""

    def think(self, seen: State) -> list[Idea]:
        """Return ideas, best first. A bot that does not rank moves returns only the one that it would play."""
        move = self.choose(seen)
        return [Idea(move, 1 / seen.seats, 0, (move,))]

    def settings_in(self, game: Game) -> dict[str, Any]:
        """Return everything that affects its play in a game, as plain values. Results are comparable only if these are
        equal."""
        return {}

    def cancel(self) -> None:  # noqa: B027 - most bots are quick
        """Make the bot answer at once with the best move found so far. May be called from another thread."""


def weights_key(judge: Evaluator) -> str:
    """Return a short hash of an evaluation's weights."""
    weights = judge.get_weights() if isinstance(judge, Linear) else {}
    return hashlib.sha256(json.dumps(weights, sort_keys=True).encode()).hexdigest()[:8]


def load_judge(game: Game, weights: str | None) -> Evaluator:
    """Return the evaluator of a game, with the game's own weights or those of another file."""
    judge = game.evaluator()
    if weights is not None:
        if not isinstance(judge, Linear):
            raise BadInput(f"weights: the evaluation of {game.name} has none")
        judge.set_weights(read_weights(Path(weights), judge.weight_names()))
    return judge
