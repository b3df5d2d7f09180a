"""Improves the weights of a game's judgement by trial: a change is kept when whoever plays with it wins more games than
it loses against whoever plays without. Slower than `lab.fit`, but it asks what wins, not what foretells the winner: it
can do better where a feature goes along with success without being its cause.

A change must beat the best so far, and then do at least as well against the weights that the climb began with: beating
the last one again and again may lead in a circle, or downhill by luck. Nor may it leave more games undecided than these
do among themselves: to wait for ever is a way not to lose, but no way to play."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from sectors.kit.linear import write_weights
from sectors.lab.fit import Conditions, Weights
from sectors.lab.match import Match, Report
from sectors.lab.play import Played
from sectors.lab.pool import in_order, results
from sectors.lab.stats import SURE, mean

CHANGED = 0.15  # the part of all weights that one trial changes
STRETCH = 0.4  # about how much, of the weight itself
LEAST = 0.03  # and at least so much, so that a weight can leave zero
WAITING = 0.03  # so much more of all games may be drawn than at the beginning
LIKELY = 1.5  # evidence (as of a sequential test) that makes a change worth a second look


@dataclass
class Climb:
    """Trials, each a match between the changed and the unchanged under all conditions in turn."""

    game: str
    begun: Weights
    bot: str = "greedy"
    trials: int = 50
    games: int = 200
    conditions: Sequence[Conditions] = (Conditions(),)
    fixed: Sequence[str] = ()  # patterns of the names of weights that stay as they are
    seed: str = "climb"

    def __post_init__(self) -> None:
        self.best = self.begun
        self.lead = 0.0  # the advantage of the best so far over the weights of the beginning

    def steps(self, processes: int | None) -> Iterator[int]:
        """How many trials are done, after each."""
        source = random.Random(self.seed)
        patience = self.trial(self.begun, self.begun, "begun").play(processes, self.games).drawn() + WAITING
        for number in range(self.trials):
            changed = change(self.best, source, self.fixed)
            tried = self.trial(changed, self.best, f"{number}").play(processes, self.games, until_sure=True)
            if tried.evidence() > LIKELY:
                again = self.trial(changed, self.begun, f"again {number}").play(processes, self.games)
                if again.advantage() > 0 and again.advantage() >= self.lead and again.drawn() <= patience:
                    self.best, self.lead = changed, again.advantage()
            yield number + 1

    def trial(self, one: Weights, other: Weights, seed: str) -> Trial:
        return Trial(self.game, self.bot, one, other, self.conditions, f"{self.seed} {seed}")


class Trial:
    """The same bot with two sets of weights against itself, under all conditions in turn."""

    def __init__(
        self, game: str, bot: str, one: Weights, other: Weights, conditions: Sequence[Conditions], seed: str
    ) -> None:
        self.folder = tempfile.TemporaryDirectory()
        players = []
        for name, weights in (("one", one), ("other", other)):
            file = Path(self.folder.name) / f"{name}.toml"
            write_weights(file, weights, "To be tried.")
            players.append(armed(bot, file))
        self.reports = [
            Report(Match(game, players, 1, each.seats, each.options, seed, vary=list(each.vary))) for each in conditions
        ]

    def do(self, number: int, thinking: Callable[[int | None], None]) -> Played:
        part, which = divmod(number, len(self.reports))
        return self.reports[which].match.do(part, thinking)

    def overrun(self, number: int, seat: int) -> Played:
        part, which = divmod(number, len(self.reports))
        return self.reports[which].match.overrun(part, seat)

    def play(self, processes: int | None, games: int, until_sure: bool = False) -> Trial:
        with self.folder:
            for number, played in enumerate(in_order(results(self, iter(range(games)), processes, None))):
                self.reports[number % len(self.reports)].played.append(played)
                if until_sure and abs(self.evidence()) > SURE:
                    break
        return self

    def evidence(self) -> float:
        """That the one is stronger than the other, as of a sequential test."""
        return sum(report.verdict().evidence for report in self.reports)

    def advantage(self) -> float:
        """What the one has beyond an equal share, -1 to 1 between two."""
        return mean([report.scores()[0] / report.match.share - 1 for report in self.reports if report.played])

    def drawn(self) -> float:
        """The part of the games that nobody won."""
        return mean([float(max(one.result) < 1.0) for report in self.reports for one in report.played])


def armed(bot: str, weights: Path) -> str:
    """A bot that judges by the weights of a file; `random` does not judge."""
    return bot if bot == "random" else f"{bot}{';' if ':' in bot else ':'}weights={weights}"


def change(weights: Weights, source: random.Random, fixed: Sequence[str] = ()) -> Weights:
    """Some of the weights a little different."""
    found = dict(weights)
    for name in weights:
        if source.random() < CHANGED and not any(fnmatch(name, pattern) for pattern in fixed):
            found[name] += source.gauss(0.0, max(LEAST, STRETCH * abs(weights[name])))
    return found
