"""Improves the weights of a game's evaluation by trials. Slower than `lab.fit`, but it optimises winning, not the
prediction of the winner: it can do better where a feature is correlated with success without causing it.

In a trial all weights change at once, each a little up or down, and a bot with these changes plays a bot with the
opposite changes. Then all weights move in the direction of the winner, further for a clearer win. Luck moves a weight
up as often as down, so that only real gains add up (simultaneous perturbation stochastic approximation). The steps get
shorter with time. Weights that do not beat the initial ones are discarded."""

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
from sectors.lab.pool import Crew, run_in_order
from sectors.lab.stats import mean
from sectors.lab.tally import Report

REACH = 0.3  # change of a weight for a trial, relative to the weight
LEAST = 0.045  # the smallest change, so that a weight can leave zero
STRIDE = 1.2  # first step if all games are won, relative to the change
SHORTEN = 80  # trials after which the steps get shorter
FINAL = 8  # times the games of a trial are played against the initial weights in the end


@dataclass
class Climb:
    """A series of trials, each a match between two opposite changes, under all conditions in turn."""

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
        self.lead = 0.0  # the advantage over the initial weights, known at the end

    def steps(self, processes: Crew) -> Iterator[int]:
        """Run the trials; yield the number done after each."""
        source = random.Random(self.seed)
        for number in range(self.trials):
            change = draw_changes(self.weights, source, self.only)
            trial = self.trial(
                shift_weights(self.weights, change, 1.0), shift_weights(self.weights, change, -1.0), f"{number}"
            )
            gain = trial.play(processes, self.games).advantage()
            self.weights = shift_weights(self.weights, change, gain * STRIDE / (1 + number / SHORTEN) ** 0.6)
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
    """A match of a bot with two sets of weights against itself, under all conditions in turn. In solo games both play
    the same deals."""

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
            players.append(with_weights(bot, file))
        self.reports = [
            [
                Report(Match(game, bots, 1, each.seats, each.options, seed, source, vary=list(each.vary)))
                for bots in ([[player] for player in players] if each.seats == 1 else [players])
            ]
            for each in conditions
        ]

    def __getstate__(self) -> Json:
        """Return what a remote worker needs."""
        return {"reports": self.reports}

    def files(self) -> dict[str, str]:
        return files_of(bot for reports in self.reports for report in reports for bot in report.match.bots)

    def place(self, number: int) -> tuple[Report, int]:
        """Return the report to which a game belongs, and the number of the game in its match."""
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
            for number, played in enumerate(run_in_order(self, range(games), processes, None)):
                self.place(number)[0].add(played)
        return self

    def advantage(self) -> float:
        """Return the lead of the first weights over an equal share, relative to it; in solo games, over the others."""
        found = []
        for reports in self.reports:
            scores = [report.scores()[0] for report in reports]
            found.append(scores[0] - scores[1] if len(scores) == 2 else scores[0] / reports[0].match.share - 1)
        return mean(found)


def with_weights(bot: str, weights: Path) -> str:
    """Return the name of a bot with the weights of a file; `random` has no evaluation."""
    return bot if bot == "random" else f"{bot}{';' if ':' in bot else ':'}weights={weights}"


def draw_changes(weights: Weights, source: random.Random, only: Sequence[str] = ("*",)) -> Weights:
    """Draw a small change, up or down, for each weight that may change."""
    return {
        name: source.choice((-1.0, 1.0)) * max(LEAST, REACH * abs(weight))
        for name, weight in weights.items()
        if any(fnmatch(name, pattern) for pattern in only)
    }


def shift_weights(weights: Weights, change: Weights, far: float) -> Weights:
    return {name: weight + far * change.get(name, 0.0) for name, weight in weights.items()}
