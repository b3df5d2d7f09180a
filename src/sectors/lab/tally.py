"""The results of a match so far, as running sums: a million games take no more memory than ten."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field

from sectors.kit import Json
from sectors.kit.words import plural
from sectors.lab.match import Match
from sectors.lab.parts import Part
from sectors.lab.play import Played
from sectors.lab.pool import Crew
from sectors.lab.records import Writer
from sectors.lab.stats import Sums, Verdict, elo, interval, mean, sequential

MOST_TOLD = 10  # forfeits that a report lists
MOST_KEPT = 1000  # forfeits whose description is kept


@dataclass
class Deals:
    """One value per game, summed up by deals, because games of one deal are not independent of each other."""

    rounds: int
    whole: Sums = field(default_factory=Sums)  # means of deals that were played in every seat order
    single: Sums = field(default_factory=Sums)
    deal: int = -1
    values: list[float] = field(default_factory=list)  # of the current deal

    def add(self, number: int, value: float) -> None:
        """Add the value of a game. Games must come in order."""
        self.single.add(value)
        if number // self.rounds != self.deal:
            self.deal, self.values = number // self.rounds, []
        self.values.append(value)
        if len(self.values) == self.rounds:
            self.whole.add(mean(self.values))

    @property
    def sums(self) -> Sums:
        """The sums over complete deals, or over games as long as no deal is complete."""
        return self.whole if self.whole.count else self.single


@dataclass
class Side:
    """The results of one bot."""

    deals: Deals
    taken: float = 0.0
    moves: int = 0
    per_game: Sums = field(default_factory=Sums)  # seconds of thinking per game and seat
    longest: float = 0.0
    won: int = 0
    soonest: int | None = None  # in the games it won, the fewest turns that another seat had


class Report:
    """The results of a match. Games must be added in order."""

    def __init__(self, match: Match) -> None:
        assert match.seats is not None
        self.match = match
        self.games = 0
        self.last: Played | None = None
        self.sides = [Side(Deals(match.rounds)) for _ in match.bots]
        self.seats = [Deals(match.rounds) for _ in range(match.seats)]
        self.lengths: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()
        self.forfeits: list[str] = []
        self.forfeited = 0
        self.values: dict[str, dict[str, Sums]] = {one.partition("=")[0]: {} for one in match.vary}

    def add(self, played: Played) -> None:
        self.games += 1
        self.last = played
        self.reasons[played.reason] += 1
        for bot, side in enumerate(self.sides):
            side.deals.add(played.number, score_in(played, bot))
        for seat, bot in enumerate(played.bots):
            side = self.sides[bot]
            side.taken += played.seconds[seat]
            side.moves += played.moves[seat]
            side.per_game.add(played.seconds[seat])
            side.longest = max(side.longest, played.longest[seat])
            self.seats[seat].add(played.number, played.result[seat])
            if played.result[seat] == 1.0 and not played.forfeit:
                side.won += 1
                turns = [number for other, number in enumerate(played.turns) if other != seat]
                side.soonest = min([*turns, *([] if side.soonest is None else [side.soonest])], default=None)
        if played.forfeit:
            self.forfeited += 1
            self.forfeits += [played.forfeit] if len(self.forfeits) < MOST_KEPT else []
        else:
            self.lengths[played.decisions] += 1
        if self.values:
            self.add_values(played)

    def add_values(self, played: Played) -> None:
        """Add the result for each varied option. For a list with an entry per seat, such as factions, each entry counts
        with the result of its seat; otherwise the first bot's score counts, or the first seat's if there is only one
        bot."""
        options = self.match.options_of(played.number)
        for name, groups in self.values.items():
            value = options[name]
            if isinstance(value, list) and len(value) == self.match.seats != 1:
                for seat, entry in enumerate(value):
                    groups.setdefault(str(entry), Sums()).add(played.result[seat])
            else:
                same = len(self.match.bots) == 1
                groups.setdefault(str(value), Sums()).add(played.result[0] if same else score_in(played, 0))

    def scores(self) -> list[float]:
        return [side.deals.single.mean for side in self.sides]

    def interval(self) -> tuple[float, float]:
        """Return the interval of the first bot's score."""
        return interval(self.sides[0].deals.sums)

    def standing(self) -> tuple[float, float, float]:
        """Return the first bot's score with its interval, or the first seat's if there is only one bot."""
        if len(self.sides) == 1:
            return self.seat_results()[0]
        return self.scores()[0], *self.interval()

    def verdict(self) -> Verdict:
        return sequential(self.sides[0].deals.sums, self.match.share)

    def seat_results(self) -> list[tuple[float, float, float]]:
        """Return the mean result of each seat, over all bots, with its interval."""
        return [(deals.sums.mean, *interval(deals.sums)) for deals in self.seats]

    def by_value(self) -> Json:
        """Return number, mean and interval of the results for each value of each varied option."""
        return {
            name: {value: [sums.count, sums.mean, *interval(sums)] for value, sums in groups.items()}
            for name, groups in self.values.items()
        }

    def summary(self) -> Json:
        """Return everything as JSON."""
        low, high = self.interval()
        scores = self.scores()
        lengths = self.lengths or Counter([0])
        share = self.match.share
        return {
            **self.match.identity(),
            "games": self.games,
            "score": [none_if_nan(score) for score in scores],
            "won": [side.won for side in self.sides],
            "soonest_win": [side.soonest for side in self.sides],
            "interval": [low, high],
            "elo": finite(elo(scores[0], share)),
            "elo_interval": [finite(elo(low, share)), finite(elo(high, share))],
            "seat_scores": [[none_if_nan(number) for number in one] for one in self.seat_results()],
            "varied": self.by_value(),
            "decisions": {
                "mean": sum(length * number for length, number in lengths.items()) / lengths.total(),
                "median": quantile(lengths, 0.5),
                "least": min(lengths),
                "most": max(lengths),
            },
            "reasons": dict(self.reasons.most_common()),
            "seconds_per_move": [side.taken / max(1, side.moves) for side in self.sides],
            "seconds_per_game": [none_if_nan(side.per_game.mean) for side in self.sides],
            "longest_decision": [side.longest for side in self.sides],
            "forfeits": self.forfeits,
            "sequential": asdict(self.verdict()),
        }

    def text(self) -> str:
        """Return the results as text for people."""
        if not self.games:
            return "No game was finished."
        facts = self.summary()
        percent = [f"{100 * score:.1f} %" for score in facts["score"]]
        low, high = facts["interval"]
        games = plural(facts["games"], "game")
        lines = [f"{facts['game']}, {facts['seats']} seats, {games}"]
        for name, score, seconds in zip(self.match.bots, percent, facts["seconds_per_move"]):
            lines.append(f"  {name:<24} {score:>8}   {1000 * seconds:8.2f} ms a move")
        lines.append(f"  {self.match.bots[0]} scores {100 * low:.1f} to {100 * high:.1f} % (95 %)")
        if len(self.match.bots) > 1:
            lines.append(f"  Elo difference {elo_in_words(facts['elo'], *facts['elo_interval'])}")
        for seat, (middle, least, most) in enumerate(facts["seat_scores"]):
            lines.append(f"  seat {seat + 1}: {100 * middle:.1f} % ({100 * least:.1f} to {100 * most:.1f} %)")
        length = facts["decisions"]
        lines.append(f"  decisions: {length['mean']:.1f} on average, {length['least']} to {length['most']}")
        lines.append("  ends: " + ", ".join(f"{reason} {number}" for reason, number in facts["reasons"].items()))
        lines += [f"  forfeited: {forfeit}" for forfeit in self.forfeits[:MOST_TOLD]]
        if self.forfeited > MOST_TOLD:
            lines.append(f"  forfeited: {self.forfeited - MOST_TOLD} games more")
        return "\n".join(lines)


def score_in(played: Played, bot: int) -> float:
    return mean([result for seat, result in enumerate(played.result) if played.bots[seat] == bot])


def quantile(counted: Counter[int], part: float) -> float:
    """Return the smallest value that at least this part of the counted values do not exceed. The median may be the mean
    of two values."""
    want = part * counted.total()
    seen = 0
    values = sorted(counted)
    for value, after in zip(values, [*values[1:], values[-1]]):
        seen += counted[value]
        if seen == want and part == 0.5:
            return (value + after) / 2
        if seen >= want:
            return value
    return values[-1]


def finite(number: float) -> float | None:
    """Return None for an Elo that is infinite or beyond 2000: JSON has no infinity."""
    return number if abs(number) < 2000 else None


def none_if_nan(number: float) -> float | None:
    """Return None for the mean of no games (NaN)."""
    return None if math.isnan(number) else number


def elo_in_words(middle: float | None, low: float | None, high: float | None) -> str:
    """Describe an Elo difference. If one side won everything, there is only one bound."""
    text = "" if middle is None else f"{middle:+.0f}, "
    if low is None and high is None:
        return text + "too few games to tell"
    if low is None:
        return text + f"below {high:+.0f}"
    if high is None:
        return text + f"above {low:+.0f}"
    return text + f"{low:+.0f} to {high:+.0f}"


def run(
    match: Match,
    processes: Crew = None,
    until_sure: bool = False,
    save: Writer | None = None,
    progress: Callable[[Report], None] = lambda report: None,
    begun: Iterable[Played] = (),
    part: Part = Part(),  # noqa: B008 - it does not change
) -> Report:
    """Play a match, or the rest of one that was begun. Ctrl-C ends it with the results so far."""
    report = Report(match)
    try:
        for played in begun:
            if report.games < match.games:
                report.add(played)
        wanted = part.games(match.games, match.rounds)
        for played in match.played(processes, wanted.start + report.games, wanted.stop):
            report.add(played)
            if save is not None:
                save.add(played)
            progress(report)
            if until_sure and report.verdict().decision:
                break
    except KeyboardInterrupt:
        pass
    return report
