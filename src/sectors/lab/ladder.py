"""Measures the levels of a game: plays matches between them and derives their ratings."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from sectors import load
from sectors.bots.levels import ABOUT, LEVELS, load_tuning
from sectors.kit import Json
from sectors.lab.kept import Kept
from sectors.lab.match import Match
from sectors.lab.pool import Crew
from sectors.lab.stats import Z95, by_seat
from sectors.lab.tally import Report

SEED = "ladder"
FLOOR = "random"
YARDSTICK = "greedy"
BEGINNER = "greedy:overlook=0.1"  # about as strong as a person in a first game: the best of the moves that it notices
LOST = ("greedy:overlook=0.95", "greedy:overlook=0.8", "greedy:overlook=0.5", "greedy:overlook=0.2")
NEWCOMER = "newcomer"
HIGHEST_COMMON = 6  # every game has the levels up to this one
MEETING_NEWCOMER = 3  # the highest level measured against a newcomer
OTHERWISE_KNOWN = (
    "mcts:2",
    "mcts:3",
)  # whose games against it do not count for Elo: other games rate them under the same conditions
MEETING_YARDSTICK = range(1, 7)  # the levels measured against the yardstick; those above always win
STEPS = (FLOOR, *LOST, BEGINNER, YARDSTICK)  # close enough that no step always wins against the one below
PROMISED = ((YARDSTICK, FLOOR), ("mcts:3", YARDSTICK), ("mcts:6", YARDSTICK))


@dataclass
class Rung:
    """One bot on the ladder."""

    bot: str
    elo: float
    margin: float  # half of the 95 % interval
    seconds_per_move: float
    seconds_per_game: float
    longest: float
    step: str = ""  # Elo over the level below, from all games
    against_lower: str = ""
    against_yardstick: str = ""
    over_six: tuple[float, float] | None = None  # Elo over level 6 and margin, for levels above 6
    measured: str = ""  # the day of its oldest match


@dataclass
class Ladder:
    """The pairs that play, and their scores."""

    game: str
    games: int = 100
    versus: int = 200  # games of the pairs in PROMISED
    top: dict[int, int] = field(default_factory=dict)  # by level: fewer games in its matches with lower bots
    seats: int | None = None
    options: Json = field(default_factory=dict)
    vary: list[str] = field(default_factory=list)
    seed: str = SEED
    levels: Sequence[int] = LEVELS  # as far as the game has them
    kept: Kept = field(default_factory=Kept)
    content: str | None = None  # another content file
    results: dict[tuple[str, str], Json] = field(default_factory=dict)

    def __post_init__(self) -> None:
        there = list(load_tuning(load(self.game, self.content)).levels)
        self.levels = [level for level in there if level in self.levels]
        self.omitted = [level for level in there if level not in self.levels]

    @property
    def bots(self) -> list[str]:
        return [*STEPS, NEWCOMER, *self.players]

    @property
    def players(self) -> list[str]:
        return [f"mcts:{level}" for level in self.levels]

    def pairs(self) -> list[tuple[str, str]]:
        """Return the pairs: neighbours, levels with the yardstick, the lowest with a beginner and a newcomer. Those in
        PROMISED come first."""
        lowest = [f"mcts:{level}" for level in self.levels if level <= MEETING_NEWCOMER]
        known = [f"mcts:{level}" for level in self.levels if level in MEETING_YARDSTICK]
        ascending = [f"mcts:{level}" for level in self.levels if level > 0]
        found = [(YARDSTICK, FLOOR), *((level, YARDSTICK) for level in known), (ascending[0], BEGINNER)]
        found += [(higher, lower) for names in (STEPS, ascending) for lower, higher in itertools.pairwise(names)]
        found += [(level, NEWCOMER) for level in lowest]
        return sorted(found, key=lambda pair: pair not in PROMISED)

    def match(self, first: str, second: str) -> Match:
        """Return the match of a pair. A newcomer plays with the options of a first game, all others with the ladder's
        own."""
        new = second == NEWCOMER
        options, vary = (self.first_game(), []) if new else (self.options, self.vary)
        games = self.number(first, second)
        return Match(self.game, [first, second], games, self.seats, options, self.seed, self.content, vary=vary)

    def first_game(self) -> Json:
        game = load(self.game, self.content)
        seats = game.settings(self.seats, {})[0]
        return {**game.recommended(seats), **game.first_game(seats)}

    def play(self, processes: Crew, progress: Callable[[str, Report], None]) -> None:
        for first, second in self.pairs():
            result = self.kept.play(self.match(first, second), processes, partial(progress, f"{first} : {second}"))
            if result is None:
                break  # somebody pressed Ctrl-C
            self.results[first, second] = result

    def recall(self) -> None:
        """Load the kept results of all pairs, without playing."""
        found = ((pair, self.kept.find(self.match(*pair))) for pair in self.pairs())
        self.results = {pair: result for pair, result in found if result is not None}

    def number(self, first: str, second: str) -> int:
        """Return the number of games of a pair."""
        level = int(first[-1]) if first.startswith("mcts:") else -1
        if (first, second) in PROMISED or NEWCOMER in (first, second):
            return min(self.versus, self.top.get(level, self.versus))
        return self.top.get(level, self.games)

    def rungs(self) -> list[Rung]:
        names = self.bots
        scores = [
            Score(names.index(a), names.index(b), result["score"][0], result["games"], elo_difference(result)[1])
            for (a, b), result in self.results.items()
            if a not in OTHERWISE_KNOWN or b != NEWCOMER
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
            rung.measured = min((result.get("measured", "") for result, _ in own), default="")
            if name.startswith("mcts:") and int(name[-1]) > HIGHEST_COMMON:
                six = names.index(f"mcts:{HIGHEST_COMMON}")
                spread = covariance[i][i] + covariance[six][six] - 2 * covariance[i][six]
                rung.over_six = strength[i] - strength[six], margin(spread)
            met = self.results.get((name, names[i - 1]))
            if name in self.players and met:
                spread = covariance[i][i] + covariance[i - 1][i - 1] - 2 * covariance[i][i - 1]
                rung.step = f"{strength[i] - strength[i - 1]:+.0f} ± {margin(spread):.0f}"
                rung.against_lower = f"{format_score(met)}, {elo_difference(met)[0]:+.0f}"
            rung.against_yardstick = format_score(self.results.get((name, YARDSTICK)))
            rungs.append(rung)
        return rungs

    def page(self) -> str:
        """Return the page for the docs: the table, and the other kept results of this game."""
        game = load(self.game, self.content)
        levels, limits = load_tuning(game).levels, sorted(self.top.items())
        lines = [
            f"# Levels of {game.title}",
            "",
            "A level is a number of iterations per decision; the weakest levels also overlook moves, and level 0 skips",
            "its best ones. Measured with",
            "",
            f"    {self.command()}",
            "",
            f"{self.games} games per pair, {self.versus} of levels 3 and 6 against `greedy`, of "
            "`greedy` against `random`, and of",
            f"levels 0 to {MEETING_NEWCOMER} against `newcomer`,",
            *(f"{games} in each match of level {level} with what is below it," for level, games in limits),
            "with each deal played once in every seat order. Elo with 95 % intervals from all games; "
            "`random` is 0. The",
            'column "against it" has the score of the two levels alone and the Elo difference it implies. The value of',
            "the first seat is taken into account: games that the seat decides do not show who is "
            "stronger. Seconds are",
            "processor time on one core, for one side. The day is that of the oldest match. The results are in the",
            "file of the same name with the ending `.json`.",
            "",
            "| bot | iterations per decision | overlooks | Elo | over the level below | against it | against `greedy` "
            "| seconds per move | seconds per game | longest decision | measured |",
            "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
        ]
        for name, rung in zip(self.bots, self.rungs()):
            level = levels[int(name[-1])] if name.startswith("mcts:") else None
            overlook = level.overlook if level else float(name.partition("=")[2] or 0)
            missed = f"{overlook:.0%}" if overlook else "-"
            if level and level.forgo:
                missed = f"the best {level.forgo:.0%}"
            lines.append(
                f"| {name} | {level.iterations if level else '-'} | {missed} "
                f"| {abs(rung.elo) if name == FLOOR else rung.elo:.0f} ± {rung.margin:.0f} | {rung.step or '-'} "
                f"| {rung.against_lower or '-'} | {rung.against_yardstick or '-'} "
                f"| {rung.seconds_per_move:.4f} | {rung.seconds_per_game:.2f} | {rung.longest:.2f} "
                f"| {rung.measured or '-'} |"
            )
        if self.omitted:
            lines += ["", f"Not measured: {', '.join(f'level {level}' for level in self.omitted)}."]
        beginner = self.results.get(("mcts:1", BEGINNER))
        if beginner is not None:
            lines += [
                "",
                f"We take a beginner to be `{BEGINNER}`, which looks one decision ahead and misses one move",
                f"in ten: against it, `mcts:1` scores {format_score(beginner)}.",
            ]
        return "\n".join([*lines, *self.above_six(), *self.first_games(), *self.others()]) + "\n"

    def above_six(self) -> list[str]:
        """Return lines about the lead of the levels above 6 over level 6."""
        found = [(rung.bot, *rung.over_six) for rung in self.rungs() if rung.over_six]
        leads = [f"`{bot}` {elo:+.0f} ± {half:.0f}" for bot, elo, half in found if abs(half) < 1000]
        return ["", f"Over level 6, in Elo from all games: {', '.join(leads)}."] if leads else []

    def first_games(self) -> list[str]:
        """Return the section on the lowest levels against a newcomer."""
        met = {bot: self.results[bot, NEWCOMER] for bot in self.players if (bot, NEWCOMER) in self.results}
        if not met:
            return []
        lines = [
            "",
            "## Against a newcomer",
            "",
            "`newcomer` plays at random among the moves that are not foolish one decision ahead: it takes a",
            "win that it sees, and makes no move that loses the game at once or a piece for nothing. They play with",
            f"what the page proposes for a first game{self.describe_first_game()}.",
            "",
            "| bot | what the page says about it | games | won | drawn | lost | earliest win |",
            "|---|---|--:|--:|--:|--:|--:|",
        ]
        for bot, one in met.items():
            won, lost = one["won"]
            soonest = one["soonest_win"][0]
            shares = [f"{100 * number / one['games']:.0f} %" for number in (won, one["games"] - won - lost, lost)]
            lines.append(
                f"| {bot} | {ABOUT[int(bot[-1])]} | {one['games']} | {' | '.join(shares)} "
                f"| {f'turn {soonest} of the newcomer' if soonest is not None else '-'} |"
            )
        return lines

    def describe_first_game(self) -> str:
        chosen = [f"{name} {value}" for name, value in self.first_game().items()]
        return f": {', '.join(chosen)}" if chosen else ""

    def command(self) -> str:
        chosen = "".join(f" -o {name}={value}" for name, value in self.options.items())
        top = "".join(f" --top {level}={games}" for level, games in sorted(self.top.items()))
        seats = f" --seats {self.seats}" if self.seats else ""
        vary = "".join(f" --vary {one}" for one in self.vary)
        seed = "" if self.seed == SEED else f" --seed {self.seed}"
        content = "" if self.content is None else f" --content {self.content}"
        numbers = f" --games {self.games} --versus {self.versus}{top}"
        highest = f" --highest {max(self.levels)}" if self.omitted else ""
        return f"sectors ladder {self.game}{content}{numbers}{highest}{seats}{chosen}{vary}{seed}"

    def others(self) -> list[str]:
        """Return the section on other kept results of the same players."""
        known = [(result["bots"], describe_conditions(result)) for result in self.results.values()]
        rest = [result for result in self.kept.current() if (result["bots"], describe_conditions(result)) not in known]
        if not rest:
            return []
        lines = [
            "",
            "## Under other conditions",
            "",
            "Added with `sectors match ... --keep`. The score is the first bot's; the last bot takes "
            "all remaining seats.",
            "",
            "| bots | conditions | games | score | an equal share | seconds per game |",
            "|---|---|--:|--:|--:|--:|",
        ]
        for one in rest:
            share = f"{100 / one['seats']:.0f} %" if one["seats"] > 1 else "-"
            lines.append(
                f"| {', '.join(one['bots'])} | {describe_conditions(one)} | {one['games']} | {format_score(one)} "
                f"| {share} | {one['seconds_per_game'][0]:.2f} |"
            )
            for name, values in one["varied"].items():
                for value, (games, score, low, high) in values.items():
                    cell = f"{100 * score:.0f} % ({100 * low:.0f} to {100 * high:.0f} %)"
                    lines.append(f"| | {name} {value} | {games} | {cell} | | |")
        return lines


def describe_conditions(result: Json) -> str:
    """Describe the seats of a result, and the options that differ from the game's defaults."""
    plain = load(result["game"]).settings(result["seats"], {})[1]
    chosen = [f"{name} {value}" for name, value in result["options"].items() if value != plain[name]]
    varied = [f"all values of {one.partition('=')[0]}" for one in result["vary"]]
    return ", ".join([f"{result['seats']} seats" if result["seats"] > 1 else "1 seat", *chosen, *varied])


def format_score(result: Json | None) -> str:
    if result is None:
        return ""
    low, high = result["interval"]
    return f"{100 * result['score'][0]:.0f} % ({100 * low:.0f} to {100 * high:.0f} %)"


def elo_difference(result: Json) -> tuple[float, float]:
    """Return the Elo difference between the first bot of a match and the second, and the worth of sitting first."""
    first = result["seat_scores"][0][0] if result["seats"] == 2 else 0.5
    return by_seat(result["score"][0], first, result["games"])


class Score(NamedTuple):
    """The score of a match between two players, given by their numbers."""

    one: int
    other: int
    score: float
    games: int
    worth: float = 0.0  # of sitting first, in Elo


def margin(spread: float) -> float:
    """Return half of the 95 % interval for a variance."""
    return Z95 * math.sqrt(max(0.0, spread))


def ratings(size: int, scores: list[Score]) -> tuple[list[float], list[list[float]]]:
    """Return the Elo of each player, with the first at 0, and their covariance.

    These are the maximum likelihood strengths if `one` scores 1 / (1 + 10^(-difference / 400)), where the difference
    includes the worth of the first seat, added in half of the games and subtracted in the other half. Every pair counts
    as if it had also drawn one game, so that a clean sweep is finite.

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
        inverse = invert(bend)
        steps = [sum(inverse[i][j] * slope[j] for j in range(size)) / unit for i in range(size)]
        strength = [s + max(-200.0, min(200.0, step)) for s, step in zip(strength, steps)]
    known = [[inverse[i][j] / unit**2 if i and j else 0.0 for j in range(size)] for i in range(size)]
    return strength, known


def invert(matrix: list[list[float]]) -> list[list[float]]:
    """Invert a matrix by Gauss-Jordan elimination."""
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
