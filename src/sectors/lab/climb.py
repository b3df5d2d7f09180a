"""Improves the weights of a game's judgement by trial. Slower than `lab.fit`, but it asks what wins, not what foretells
the winner: it can do better where a feature goes along with success without being its cause.

In a trial all weights are changed at once, each a little up or a little down, and whoever plays with these changes
meets whoever plays with the opposite ones. Then all weights go in the direction of the winner, the farther the clearer
it won. Luck leads a weight up as often as down, what wins leads on (simultaneous perturbation stochastic
approximation). The steps get shorter with time. Weights that do not beat those of the beginning are not taken."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from sectors.kit import Json
from sectors.kit.linear import write_weights
from sectors.lab.contents import Source, files_of
from sectors.lab.fit import Conditions, Weights
from sectors.lab.match import Match
from sectors.lab.play import Played
from sectors.lab.pool import Crew, ordered
from sectors.lab.stats import mean
from sectors.lab.tally import Report

REACH = 0.3  # how far a weight is changed for a trial, of itself
LEAST = 0.045  # and at least so far, so that a weight can leave zero
STRIDE = 1.2  # of the change, how far weights go if all games are won, at first
SHORTEN = 80  # trials, after which the steps get shorter
FINAL = 8  # times as many games as of a trial, against the weights of the beginning


@dataclass
class Climb:
    """Trials, each a match between two opposite changes under all conditions in turn."""

    game: str
    begun: Weights
    bot: str = "greedy"
    trials: int = 300
    games: int = 24  # of each trial
    conditions: Sequence[Conditions] = (Conditions(),)
    only: Sequence[str] = ("*",)  # patterns of the names of weights that may change
    seed: str = "climb"
    source: Source | None = None  # another content

    def __post_init__(self) -> None:
        self.weights = self.begun
        self.lead = 0.0  # the advantage over the weights of the beginning, known at the end

    def steps(self, processes: Crew) -> Iterator[int]:
        """How many trials are done, after each."""
        source = random.Random(self.seed)
        for number in range(self.trials):
            change = changes(self.weights, source, self.only)
            trial = self.trial(moved(self.weights, change, 1.0), moved(self.weights, change, -1.0), f"{number}")
            gain = trial.play(processes, self.games).advantage()
            self.weights = moved(self.weights, change, gain * STRIDE / (1 + number / SHORTEN) ** 0.6)
            if number + 1 == self.trials:
                self.lead = (
                    self.trial(self.weights, self.begun, "final").play(processes, FINAL * self.games).advantage()
                )
            yield number + 1
        if self.lead < 0.0:
            self.weights = self.begun

    def trial(self, one: Weights, other: Weights, seed: str) -> Trial:
        return Trial(self.game, self.bot, one, other, self.conditions, f"{self.seed} {seed}", self.source)


class Trial:
    """The same bot with two sets of weights against itself, under all conditions in turn. Where one plays alone, both
    play the same deals."""

    def __init__(
        self,
        game: str,
        bot: str,
        one: Weights,
        other: Weights,
        conditions: Sequence[Conditions],
        seed: str,
        source: Source | None = None,
    ) -> None:
        self.folder = tempfile.TemporaryDirectory()
        players = []
        for name, weights in (("one", one), ("other", other)):
            file = Path(self.folder.name) / f"{name}.toml"
            write_weights(file, weights, "To be tried.")
            players.append(armed(bot, file))
        self.reports = [
            [
                Report(Match(game, bots, 1, each.seats, each.options, seed, source, vary=list(each.vary)))
                for bots in ([[player] for player in players] if each.seats == 1 else [players])
            ]
            for each in conditions
        ]

    def __getstate__(self) -> Json:
        """What travels to a worker elsewhere."""
        return {"reports": self.reports}

    def files(self) -> dict[str, str]:
        return files_of(bot for reports in self.reports for report in reports for bot in report.match.bots)

    def place(self, number: int) -> tuple[Report, int]:
        """Where a game belongs, and which one it is there."""
        part, which = divmod(number, len(self.reports))
        reports = self.reports[which]
        return reports[part % len(reports)], part // len(reports)

    def do(self, number: int, thinking: Callable[[int | None], None]) -> Played:
        report, part = self.place(number)
        return report.match.do(part, thinking)

    def overrun(self, number: int, seat: int) -> Played:
        report, part = self.place(number)
        return report.match.overrun(part, seat)

    def play(self, processes: Crew, games: int) -> Trial:
        with self.folder:
            for number, played in enumerate(ordered(self, range(games), processes, None)):
                self.place(number)[0].add(played)
        return self

    def advantage(self) -> float:
        """What the one has beyond an equal share, as a part of it; alone, beyond the other."""
        found = []
        for reports in self.reports:
            scores = [report.scores()[0] for report in reports]
            found.append(scores[0] - scores[1] if len(scores) == 2 else scores[0] / reports[0].match.share - 1)
        return mean(found)


def armed(bot: str, weights: Path) -> str:
    """A bot that judges by the weights of a file; `random` does not judge."""
    return bot if bot == "random" else f"{bot}{';' if ':' in bot else ':'}weights={weights}"


def changes(weights: Weights, source: random.Random, only: Sequence[str] = ("*",)) -> Weights:
    """A little up or down for each weight that may change."""
    return {
        name: source.choice((-1.0, 1.0)) * max(LEAST, REACH * abs(weight))
        for name, weight in weights.items()
        if any(fnmatch(name, pattern) for pattern in only)
    }


def moved(weights: Weights, change: Weights, far: float) -> Weights:
    return {name: weight + far * change.get(name, 0.0) for name, weight in weights.items()}
