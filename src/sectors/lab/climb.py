"""Improves the weights of a game's judgement by trial: a change is kept when whoever plays with it wins more games than
it loses against whoever plays without. Slower than `lab.fit`, but it asks what wins, not what foretells the winner: it
can do better where a feature goes along with success without being its cause."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from sectors import load
from sectors.kit import Json
from sectors.kit.linear import write_weights
from sectors.lab.fit import judge_of
from sectors.lab.match import Match, Report, run

CHANGED = 0.3  # the part of all weights that one trial changes
STRETCH = 0.5  # about how much, of the weight itself
LEAST = 0.05  # and at least so much, so that a weight can leave zero


@dataclass
class Climb:
    """Trials, each a match between the changed and the unchanged."""

    game: str
    bot: str = "greedy"
    trials: int = 50
    games: int = 200
    seats: int | None = None
    options: Json = field(default_factory=dict)
    vary: list[str] = field(default_factory=list)
    seed: str = "climb"
    fixed: list[str] = field(default_factory=list)  # patterns of the names of weights that stay as they are

    def steps(self, processes: int | None) -> Iterator[tuple[dict[str, float], Report]]:
        """After each trial: the weights to go on with, and the match that decided."""
        source = random.Random(self.seed)
        weights = judge_of(load(self.game)).get_weights()
        with tempfile.TemporaryDirectory() as folder:
            old, new = Path(folder) / "old.toml", Path(folder) / "new.toml"
            for number in range(self.trials):
                changed = change(weights, source, self.fixed)
                write_weights(old, weights, "The best so far.")
                write_weights(new, changed, "To be tried.")
                join = ";" if ":" in self.bot else ":"
                players = [f"{self.bot}{join}weights={new}", f"{self.bot}{join}weights={old}"]
                seed = f"{self.seed} {number}"
                match = Match(self.game, players, self.games, self.seats, self.options, seed, vary=self.vary)
                report = run(match, processes, until_sure=True)
                if report.played and report.deals() and report.verdict().evidence > 0.5:
                    weights = changed
                yield weights, report


def change(weights: dict[str, float], source: random.Random, fixed: Sequence[str] = ()) -> dict[str, float]:
    """Some of the weights a little different."""
    found = dict(weights)
    for name in weights:
        if source.random() < CHANGED and not any(fnmatch(name, pattern) for pattern in fixed):
            found[name] += source.gauss(0.0, max(LEAST, STRETCH * abs(weights[name])))
    return found
