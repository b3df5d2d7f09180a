"""Improves the weights of a game's judgement by trial: a change is kept when whoever plays with it wins more games than
it loses against whoever plays without. Slower than `lab.fit`, but it asks what wins, not what foretells the winner: it
can do better where a feature goes along with success without being its cause.

A change must beat the best so far, and then do at least as well against the weights that the climb began with: beating
the last one again and again may lead in a circle, or downhill by luck. Nor may it leave more games undecided than these
do among themselves: to wait for ever is a way not to lose, but no way to play."""

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
from sectors.lab.stats import mean

CHANGED = 0.15  # the part of all weights that one trial changes
STRETCH = 0.4  # about how much, of the weight itself
LEAST = 0.03  # and at least so much, so that a weight can leave zero
WAITING = 0.03  # so much more of all games may be drawn than at the beginning
LIKELY = 1.5  # evidence (as of a sequential test) that makes a change worth a second look

Weights = dict[str, float]


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
    lead: float = 0.5  # what the best so far scores against the weights of the beginning

    def steps(self, processes: int | None) -> Iterator[tuple[Weights, Report]]:
        """After each trial: the weights to go on with, and the match between the changed and the unchanged."""
        source = random.Random(self.seed)
        begun = best = judge_of(load(self.game)).get_weights()
        patience = drawn(self.match(begun, begun, f"{self.seed} begun", False, processes)) + WAITING
        for number in range(self.trials):
            changed = change(best, source, self.fixed)
            report = self.match(changed, best, f"{self.seed} {number}", True, processes)
            if report.deals() and report.verdict().evidence > LIKELY:
                again = self.match(changed, begun, f"{self.seed} again {number}", False, processes)
                score = again.scores()[0] if len(again.played) == self.games else 0.0
                if score > 0.5 and score >= self.lead and drawn(again) <= patience:
                    best, self.lead = changed, score
            yield best, report

    def match(self, one: Weights, other: Weights, seed: str, until_sure: bool, processes: int | None) -> Report:
        with tempfile.TemporaryDirectory() as folder:
            players = []
            for name, weights in (("one", one), ("other", other)):
                file = Path(folder) / f"{name}.toml"
                write_weights(file, weights, "To be tried.")
                players.append(f"{self.bot}{';' if ':' in self.bot else ':'}weights={file}")
            match = Match(self.game, players, self.games, self.seats, self.options, seed, vary=self.vary)
            return run(match, processes, until_sure=until_sure)


def drawn(report: Report) -> float:
    """The part of the games that nobody won."""
    return mean([float(max(one.result) < 1.0) for one in report.played]) if report.played else 0.0


def change(weights: Weights, source: random.Random, fixed: Sequence[str] = ()) -> Weights:
    """Some of the weights a little different."""
    found = dict(weights)
    for name in weights:
        if source.random() < CHANGED and not any(fnmatch(name, pattern) for pattern in fixed):
            found[name] += source.gauss(0.0, max(LEAST, STRETCH * abs(weights[name])))
    return found
