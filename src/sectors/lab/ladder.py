"""Measures the levels of a game: who beats whom how often, and from that the strength of each."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from sectors import load
from sectors.bots.levels import LEVELS, tuning
from sectors.kit import Json
from sectors.lab.match import Match, Report, run
from sectors.lab.stats import Z95

FLOOR = "random"
YARDSTICK = "greedy"


@dataclass
class Rung:
    """One bot on the ladder."""

    bot: str
    elo: float
    margin: float  # of 95 %
    seconds_per_move: float
    seconds_per_game: float
    against_yardstick: str = ""


@dataclass
class Ladder:
    """Which pairs are to play, and what they scored."""

    game: str
    games: int = 100
    seats: int | None = None
    options: Json = field(default_factory=dict)
    vary: list[str] = field(default_factory=list)
    levels: Sequence[int] = field(default_factory=lambda: LEVELS)
    reports: dict[tuple[str, str], Report] = field(default_factory=dict)

    @property
    def bots(self) -> list[str]:
        return [FLOOR, YARDSTICK, *(f"mcts:{level}" for level in self.levels)]

    def pairs(self) -> list[tuple[str, str]]:
        """Neighbours, and each with the yardstick."""
        names = self.bots
        levels = names[2:]
        found = [(levels[0], FLOOR), (YARDSTICK, FLOOR)]
        found += [(higher, lower) for lower, higher in itertools.pairwise(levels)]
        return found + [(level, YARDSTICK) for level in levels]

    def play(self, processes: int | None, seed: str, progress: Callable[[str, Report], None]) -> None:
        for first, second in self.pairs():
            match = Match(self.game, [first, second], self.games, self.seats, self.options, seed, vary=self.vary)
            report = run(match, processes, progress=partial(progress, f"{first} : {second}"))
            self.reports[first, second] = report
            if len(report.played) < self.games:
                break  # somebody pressed Ctrl-C

    def rungs(self) -> list[Rung]:
        names = self.bots
        scores = [
            (names.index(a), names.index(b), report.scores()[0], len(report.played))
            for (a, b), report in self.reports.items()
            if report.played
        ]
        strength, margins = ratings(len(names), scores)
        rungs = []
        for i, name in enumerate(names):
            moves, wholes = [], []
            for pair, report in self.reports.items():
                if name in pair and report.played:
                    moves.append(report.seconds_per_move()[pair.index(name)])
                    wholes.append(report.seconds_per_game()[pair.index(name)])
            rung = Rung(name, strength[i], margins[i], max(moves, default=0.0), max(wholes, default=0.0))
            versus = self.reports.get((name, YARDSTICK))
            if versus is not None and versus.played:
                low, high = versus.summary()["interval"]
                rung.against_yardstick = f"{100 * versus.scores()[0]:.0f} % ({100 * low:.0f} to {100 * high:.0f} %)"
            rungs.append(rung)
        return rungs

    def page(self) -> str:
        """The table for the docs."""
        game = load(self.game)
        levels = tuning(game).levels
        varied = f", over all values of {', '.join(self.vary)}" if self.vary else ""
        chosen = ", ".join(f"{name} {value}" for name, value in self.options.items())
        lines = [
            f"# Levels of {game.title}",
            "",
            f"Measured by `sectors ladder {self.game} --games {self.games}`: {self.games} games a pair, each deal",
            f"played once for each seat order{varied}{'; ' + chosen if chosen else ''}.",
            "Elo with 95 % interval; `random` is 0.",
            "",
            "| bot | iterations a decision | overlooks | Elo | against `greedy` | seconds a move | seconds a game |",
            "|---|--:|--:|--:|--:|--:|--:|",
        ]
        for name, rung in zip(self.bots, self.rungs()):
            level = levels[int(name[-1])] if name.startswith("mcts:") else None
            lines.append(
                f"| {name} | {level.iterations if level else '-'} | {f'{level.overlook:.0%}' if level else '-'} "
                f"| {rung.elo:.0f} ± {rung.margin:.0f} | {rung.against_yardstick or '-'} "
                f"| {rung.seconds_per_move:.4f} | {rung.seconds_per_game:.2f} |"
            )
        return "\n".join(lines) + "\n"


def ratings(size: int, scores: list[tuple[int, int, float, int]]) -> tuple[list[float], list[float]]:
    """Elo of each player, the first one's 0, and their margins of 95 %, from (one, other, score of one, games).

    The likeliest strengths under which `one` scores 1 / (1 + 10^(difference / 400)); every pair counts as if it had
    also drawn one game, so that a clean sweep is finite.

    >>> strength, margin = ratings(2, [(1, 0, 0.75, 100)])
    >>> round(strength[1]), round(margin[1])
    (189, 78)
    """
    unit = math.log(10) / 400
    strength = [0.0] * size
    inverse = [[0.0] * size for _ in range(size)]
    for _ in range(60):
        slope = [0.0] * size
        bend = [[1e-9 if i == j else 0.0 for j in range(size)] for i in range(size)]
        for one, other, score, games in scores:
            likely = 1 / (1 + math.exp(-unit * (strength[one] - strength[other])))
            surplus = games * score + 0.5 - (games + 1) * likely
            weight = (games + 1) * likely * (1 - likely)
            slope[one] += surplus
            slope[other] -= surplus
            for i, j, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
                bend[i][j] += sign * weight
        bend[0] = [1.0 if j == 0 else 0.0 for j in range(size)]  # the first stays where it is
        slope[0] = 0.0
        inverse = inverted(bend)
        steps = [sum(inverse[i][j] * slope[j] for j in range(size)) / unit for i in range(size)]
        strength = [s + max(-200.0, min(200.0, step)) for s, step in zip(strength, steps)]
    margins = [Z95 * math.sqrt(max(0.0, inverse[i][i])) / unit if i else 0.0 for i in range(size)]
    return strength, margins


def inverted(matrix: list[list[float]]) -> list[list[float]]:
    """By Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(1.0 if i == j else 0.0 for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [a - rows[j][i] * b for a, b in zip(rows[j], rows[i])]
    return [row[size:] for row in rows]
