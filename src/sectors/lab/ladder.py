"""Measures the levels of a game: who beats whom how often, and from that the strength of each."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from sectors import load
from sectors.bots.levels import LEVELS, tuning
from sectors.kit import Json
from sectors.lab.kept import Kept
from sectors.lab.match import Match
from sectors.lab.pool import Crew
from sectors.lab.stats import Z95, by_seat
from sectors.lab.tally import Report

SEED = "ladder"
FLOOR = "random"
YARDSTICK = "greedy"
BEGINNER = "greedy:overlook=0.1"  # about what somebody does in a first game: the best of what it sees of its moves
LOST = ("greedy:overlook=0.95", "greedy:overlook=0.8", "greedy:overlook=0.5", "greedy:overlook=0.2")
STEPS = (FLOOR, *LOST, BEGINNER, YARDSTICK)  # none so far from the next that it always wins
PROMISED = ((YARDSTICK, FLOOR), ("mcts:3", YARDSTICK), ("mcts:6", YARDSTICK))


@dataclass
class Rung:
    """One bot on the ladder."""

    bot: str
    elo: float
    margin: float  # of 95 %
    seconds_per_move: float
    seconds_per_game: float
    longest: float
    step: str = ""  # over the level below, by all games
    against_lower: str = ""
    against_yardstick: str = ""


@dataclass
class Ladder:
    """Which pairs are to play, and what they scored."""

    game: str
    games: int = 100
    versus: int = 200  # games of the pairs whose results are promised
    top: int | None = None  # games of the two highest levels, which take longest, if not as many as of the others
    seats: int | None = None
    options: Json = field(default_factory=dict)
    vary: list[str] = field(default_factory=list)
    seed: str = SEED
    levels: Sequence[int] = field(default_factory=lambda: LEVELS)
    kept: Kept = field(default_factory=Kept)
    content: str | None = None  # another content file
    results: dict[tuple[str, str], Json] = field(default_factory=dict)

    @property
    def bots(self) -> list[str]:
        return [*STEPS, *self.players]

    @property
    def players(self) -> list[str]:
        return [f"mcts:{level}" for level in self.levels]

    def pairs(self) -> list[tuple[str, str]]:
        """Neighbours, each level with the yardstick, and the lowest with a beginner; what is promised comes first."""
        found = [(YARDSTICK, FLOOR), *((level, YARDSTICK) for level in self.players), (self.players[0], BEGINNER)]
        found += [(higher, lower) for names in (STEPS, self.players) for lower, higher in itertools.pairwise(names)]
        return sorted(found, key=lambda pair: pair not in PROMISED)

    def play(self, processes: Crew, progress: Callable[[str, Report], None]) -> None:
        for first, second in self.pairs():
            match = Match(
                self.game,
                [first, second],
                self.number(first, second),
                self.seats,
                self.options,
                self.seed,
                self.content,
                vary=self.vary,
            )
            result = self.kept.play(match, processes, partial(progress, f"{first} : {second}"))
            if result is None:
                break  # somebody pressed Ctrl-C
            self.results[first, second] = result

    def number(self, first: str, second: str) -> int:
        """How many games a pair plays."""
        if (first, second) in PROMISED:
            return self.versus
        return self.games if self.top is None or [second, first] != self.players[-2:] else self.top

    def rungs(self) -> list[Rung]:
        names = self.bots
        scores = [
            Score(names.index(a), names.index(b), result["score"][0], result["games"], apart(result)[1])
            for (a, b), result in self.results.items()
        ]
        strength, covariance = ratings(len(names), scores)
        rungs = []
        for i, name in enumerate(names):
            own = [(result, pair.index(name)) for pair, result in self.results.items() if name in pair]
            move, whole, longest = (
                max((result[key][place] for result, place in own), default=0.0)
                for key in ("seconds_per_move", "seconds_per_game", "longest_decision")
            )
            rung = Rung(name, strength[i], margin(covariance[i][i]), move, whole, longest)
            if name in self.players[1:]:
                met = self.results.get((name, names[i - 1]))
                spread = covariance[i][i] + covariance[i - 1][i - 1] - 2 * covariance[i][i - 1]
                rung.step = f"{strength[i] - strength[i - 1]:+.0f} ± {margin(spread):.0f}"
                rung.against_lower = percent(met) + (f", {apart(met)[0]:+.0f}" if met else "")
            rung.against_yardstick = percent(self.results.get((name, YARDSTICK)))
            rungs.append(rung)
        return rungs

    def page(self) -> str:
        """The table for the docs, and whatever else is kept of this game."""
        game = load(self.game, self.content)
        levels = tuning(game).levels
        lines = [
            f"# Levels of {game.title}",
            "",
            "A level is a number of iterations for each decision; the weakest also overlook moves. Measured by",
            "",
            f"    {self.command()}",
            "",
            f"{self.games} games a pair, {self.versus} of levels 3 and 6 with `greedy` and of that with `random`,",
            *([] if self.top is None else [f"{self.top} of level 6 with level 5,"]),
            "each deal once for each seat order. Elo with 95 % interval from all games; `random` is 0. Against the",
            "level below stands the score of these two alone, and the Elo that it means by itself. What it is worth to",
            "sit first is taken into account: games that the seat decides do not show who is stronger. Seconds are of",
            "one core, for one side. Results are kept in the file of the same name that ends in `.json`.",
            "",
            "| bot | iterations a decision | overlooks | Elo | over the level below | against it | against `greedy` "
            "| seconds a move | seconds a game | longest decision |",
            "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
        ]
        for name, rung in zip(self.bots, self.rungs()):
            level = levels[int(name[-1])] if name.startswith("mcts:") else None
            overlook = level.overlook if level else float(name.partition("=")[2] or 0)
            lines.append(
                f"| {name} | {level.iterations if level else '-'} | {f'{overlook:.0%}' if overlook else '-'} "
                f"| {abs(rung.elo) if name == FLOOR else rung.elo:.0f} ± {rung.margin:.0f} | {rung.step or '-'} "
                f"| {rung.against_lower or '-'} | {rung.against_yardstick or '-'} "
                f"| {rung.seconds_per_move:.4f} | {rung.seconds_per_game:.2f} | {rung.longest:.2f} |"
            )
        beginner = self.results.get((self.players[0], BEGINNER))
        if beginner is not None:
            lines += [
                "",
                f"A beginner is taken to be `{BEGINNER}`, who looks one decision ahead and does not see every tenth",
                f"move: against it `{self.players[0]}` scores {percent(beginner)}.",
            ]
        return "\n".join([*lines, *self.others()]) + "\n"

    def command(self) -> str:
        chosen = "".join(f" -o {name}={value}" for name, value in self.options.items())
        top = "" if self.top is None else f" --top {self.top}"
        seats = f" --seats {self.seats}" if self.seats else ""
        vary = "".join(f" --vary {one}" for one in self.vary)
        seed = "" if self.seed == SEED else f" --seed {self.seed}"
        content = "" if self.content is None else f" --content {self.content}"
        numbers = f" --games {self.games} --versus {self.versus}{top}"
        return f"sectors ladder {self.game}{content}{numbers}{seats}{chosen}{vary}{seed}"

    def others(self) -> list[str]:
        """What else was measured with the same players, and kept in the same file."""
        known = [(result["bots"], conditions(result)) for result in self.results.values()]
        rest = [result for result in self.kept.current() if (result["bots"], conditions(result)) not in known]
        if not rest:
            return []
        lines = [
            "",
            "## Under other conditions",
            "",
            "Kept by `sectors match ... --keep`. The score is the first bot's; the last bot sits on all seats left.",
            "",
            "| bots | conditions | games | score | an equal share | seconds a game |",
            "|---|---|--:|--:|--:|--:|",
        ]
        for one in rest:
            share = f"{100 / one['seats']:.0f} %" if one["seats"] > 1 else "-"
            lines.append(
                f"| {', '.join(one['bots'])} | {conditions(one)} | {one['games']} | {percent(one)} | {share} "
                f"| {one['seconds_per_game'][0]:.2f} |"
            )
            for name, values in one["varied"].items():
                for value, (games, score, low, high) in values.items():
                    told = f"{100 * score:.0f} % ({100 * low:.0f} to {100 * high:.0f} %)"
                    lines.append(f"| | {name} {value} | {games} | {told} | | |")
        return lines


def conditions(result: Json) -> str:
    """Seats and options of a result, as far as they are not what the game has by itself."""
    plain = load(result["game"]).settings(result["seats"], {})[1]
    chosen = [f"{name} {value}" for name, value in result["options"].items() if value != plain[name]]
    varied = [f"all values of {one.partition('=')[0]}" for one in result["vary"]]
    return ", ".join([f"{result['seats']} seats" if result["seats"] > 1 else "1 seat", *chosen, *varied])


def percent(result: Json | None) -> str:
    if result is None:
        return ""
    low, high = result["interval"]
    return f"{100 * result['score'][0]:.0f} % ({100 * low:.0f} to {100 * high:.0f} %)"


def apart(result: Json) -> tuple[float, float]:
    """How many Elo the first bot of a match is stronger than the second, and what sitting first is worth."""
    first = result["seat_scores"][0][0] if result["seats"] == 2 else 0.5
    return by_seat(result["score"][0], first, result["games"])


class Score(NamedTuple):
    """Of a match between two players, by their numbers."""

    one: int
    other: int
    score: float
    games: int
    worth: float = 0.0  # Elo, of sitting first


def margin(spread: float) -> float:
    """Of 95 %."""
    return Z95 * math.sqrt(max(0.0, spread))


def ratings(size: int, scores: list[Score]) -> tuple[list[float], list[list[float]]]:
    """Elo of each player, the first one's 0, and their covariance.

    The likeliest strengths under which `one` scores 1 / (1 + 10^(-difference / 400)), where the difference is that of
    the players and, in half of the games for it and in half against it, what the first seat is worth. Every pair
    counts as if it had also drawn one game, so that a clean sweep is finite.

    >>> strength, covariance = ratings(2, [Score(1, 0, 0.75, 100)])
    >>> round(strength[1]), round(margin(covariance[1][1]))
    (189, 78)
    """
    unit = math.log(10) / 400
    strength = [0.0] * size
    inverse = [[0.0] * size for _ in range(size)]
    for _ in range(60):
        slope = [0.0] * size
        bend = [[1e-9 if i == j else 0.0 for j in range(size)] for i in range(size)]
        for one, other, score, games, worth in scores:
            ahead = strength[one] - strength[other]
            likely = [1 / (1 + math.exp(-unit * (ahead + seat))) for seat in (worth, -worth)]
            surplus = games * score + 0.5 - (games + 1) * sum(likely) / 2
            weight = (games + 1) * sum(chance * (1 - chance) for chance in likely) / 2
            slope[one] += surplus
            slope[other] -= surplus
            for i, j, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
                bend[i][j] += sign * weight
        bend[0] = [1.0 if j == 0 else 0.0 for j in range(size)]  # the first stays where it is
        slope[0] = 0.0
        inverse = inverted(bend)
        steps = [sum(inverse[i][j] * slope[j] for j in range(size)) / unit for i in range(size)]
        strength = [s + max(-200.0, min(200.0, step)) for s, step in zip(strength, steps)]
    known = [[inverse[i][j] / unit**2 if i and j else 0.0 for j in range(size)] for i in range(size)]
    return strength, known


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
