"""Bots against each other: every deal is played once for each way round the table, so that luck and seats even out."""

from __future__ import annotations

import json
import math
import os
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

from sectors import load
from sectors.bots import load as load_bot
from sectors.kit import BadInput, Game, Json
from sectors.kit.options import typed
from sectors.lab.play import Played, forfeited, play
from sectors.lab.pool import in_order, results
from sectors.lab.stats import Verdict, elo, interval, mean, sequential

MOST_TOLD = 10  # forfeits that a report tells one by one


@dataclass
class Match:
    """What is to be played. With fewer bots than seats, the last one sits on all seats that are left."""

    game: str
    bots: list[str]
    games: int = 100
    seats: int | None = None
    options: Json = field(default_factory=dict)
    seed: str = "0"
    content: str | None = None
    limit: float | None = 60.0  # seconds for a decision
    vary: list[str] = field(default_factory=list)  # options that take all their values in turn, deal by deal

    def __post_init__(self) -> None:
        game = self.load()
        given = self.options
        self.seats, self.options = game.settings(self.seats, given)
        self.given = given
        varied(game, self.vary, given, 0)
        if not 1 <= len(self.bots) <= self.seats:
            raise BadInput(f"bots: found {len(self.bots)}, allowed is 1 to {self.seats} for {self.seats} seats")
        if self.games < 1:
            raise BadInput(f"games: found {self.games!r}, allowed is 1 or more")
        for name in self.bots:
            load_bot(name)

    def load(self) -> Game:
        return load(self.game) if self.content is None else loaded(self.game, self.content)

    @property
    def rounds(self) -> int:
        """How often a deal is played."""
        assert self.seats is not None
        return self.seats if len(self.bots) > 1 else 1

    @property
    def share(self) -> float:
        """What each of equals would score."""
        assert self.seats is not None
        return 1 / self.seats if self.seats > 1 else 0.5

    def identity(self) -> Json:
        """What is asked, and who the players are: whatever makes results comparable."""
        game = self.load()
        return {
            "game": self.game,
            "content": game.content_name,
            "seats": self.seats,
            "options": self.options,
            "vary": self.vary,
            "seed": self.seed,
            "bots": self.bots,
            "players": [load_bot(name, seed=0).settings_in(game) for name in self.bots],
        }

    def options_of(self, number: int) -> Json:
        """The options of a game of the match, as they were given."""
        return varied(self.load(), self.vary, self.given, number // self.rounds)

    def seating(self, number: int) -> tuple[int, ...]:
        """Which bot sits where in a game of the match."""
        assert self.seats is not None
        order = [min(place, len(self.bots) - 1) for place in range(self.seats)]
        turn = number % self.rounds
        return tuple(order[-turn:] + order[:-turn])

    def do(self, number: int, thinking: Callable[[int | None], None] = lambda seat: None) -> Played:
        """Play one game of the match."""
        assert self.seats is not None
        seating = self.seating(number)
        players = [load_bot(self.bots[bot], seed=f"{self.seed} {number} {seat}") for seat, bot in enumerate(seating)]
        seed, options = f"{self.seed} {number // self.rounds}", self.options_of(number)
        played = play(self.load(), players, self.seats, options, seed, number, self.limit, thinking)
        played.bots = seating
        return self.signed(played)

    def overrun(self, number: int, seat: int) -> Played:
        """The game of a bot that never answered."""
        assert self.seats is not None
        told = "broke down" if self.limit is None else f"did not answer within {self.limit:g} s, or broke down"
        nothing = [0.0] * self.seats
        played = Played(number, forfeited(self.seats, seat), "forfeit", 0, nothing, [0] * self.seats, nothing)
        played.bots, played.forfeit, played.loser = self.seating(number), told, seat
        return self.signed(played)

    def signed(self, played: Played) -> Played:
        if played.forfeit:
            name = self.bots[played.bots[played.loser]]
            played.forfeit = f"game {played.number}: {name} on seat {played.loser} {played.forfeit}"
        if played.record:
            about = {"names": [self.bots[bot] for bot in played.bots]}
            played.record["about"] = {**about, "forfeit": played.forfeit} if played.forfeit else about
        return played

    def played(self, processes: int | None = None, first: int = 0) -> Iterator[Played]:
        """The games from the first on, in order: a sequential test stops at the same one on any number of cores."""
        yield from in_order(results(self, iter(range(first, self.games)), processes, self.limit), first)


@dataclass
class Report:
    """What was measured."""

    match: Match
    played: list[Played] = field(default_factory=list)

    def deals(self, bot: int = 0) -> list[float]:
        """A bot's mean result in each deal that was played all the way round."""
        return complete(self.played, self.match.rounds, lambda one: self.score_in(one, bot))

    @staticmethod
    def score_in(played: Played, bot: int) -> float:
        return mean([result for seat, result in enumerate(played.result) if played.bots[seat] == bot])

    def scores(self) -> list[float]:
        return [mean([self.score_in(one, bot) for one in self.played]) for bot in range(len(self.match.bots))]

    def verdict(self) -> Verdict:
        return sequential(self.deals(), self.match.share)

    def seconds_per_move(self) -> list[float]:
        taken: Counter[int] = Counter()
        moves: Counter[int] = Counter()
        for one in self.played:
            for seat, bot in enumerate(one.bots):
                taken[bot] += one.seconds[seat]  # type: ignore[assignment]
                moves[bot] += one.moves[seat]
        return [taken[bot] / max(1, moves[bot]) for bot in range(len(self.match.bots))]

    def seconds_per_game(self) -> list[float]:
        """Of one side's thought."""
        sides = [[s for one in self.played for s, b in zip(one.seconds, one.bots) if b == bot] for bot in self.bots()]
        return [mean(side) for side in sides]

    def longest_decision(self) -> list[float]:
        """The most seconds that a bot spent on one decision."""
        sides = [[s for one in self.played for s, b in zip(one.longest, one.bots) if b == bot] for bot in self.bots()]
        return [max(side, default=0.0) for side in sides]

    def bots(self) -> range:
        return range(len(self.match.bots))

    def seat_results(self) -> list[tuple[float, float, float]]:
        """Mean result of each seat, whoever sat there, with its interval."""
        assert self.match.seats is not None
        found = []
        for seat in range(self.match.seats):
            values = complete(self.played, self.match.rounds, lambda one, seat=seat: one.result[seat])  # type: ignore[misc]
            found.append((mean(values), *interval(values)))
        return found

    def by_value(self) -> Json:
        """For each option that varies, and each of its values: number of games, mean and interval of the first bot's
        results, or of the first seat's if all seats are the same bot's. Of a list with an entry for each seat, like
        factions, the entries are the values, and the results are those of the seats that had them."""
        found: dict[str, dict[str, list[float]]] = {one.partition("=")[0]: {} for one in self.match.vary}
        for one in self.played:
            options = self.match.options_of(one.number)
            for name, groups in found.items():
                value = options[name]
                if isinstance(value, list) and len(value) == self.match.seats != 1:
                    for seat, entry in enumerate(value):
                        groups.setdefault(str(entry), []).append(one.result[seat])
                else:
                    same = len(self.match.bots) == 1
                    groups.setdefault(str(value), []).append(one.result[0] if same else self.score_in(one, 0))
        return {
            name: {value: [len(results), mean(results), *interval(results)] for value, results in groups.items()}
            for name, groups in found.items()
        }

    def summary(self) -> Json:
        """All of it, as JSON."""
        low, high = interval(self.deals())
        scores = self.scores()
        lengths = [one.decisions for one in self.played if not one.forfeit] or [0]
        share = self.match.share
        return {
            **self.match.identity(),
            "games": len(self.played),
            "score": [known(score) for score in scores],
            "interval": [low, high],
            "elo": finite(elo(scores[0], share)),
            "elo_interval": [finite(elo(low, share)), finite(elo(high, share))],
            "seat_scores": [[known(number) for number in one] for one in self.seat_results()],
            "varied": self.by_value(),
            "decisions": {
                "mean": mean(lengths),
                "median": statistics.median(lengths),
                "least": min(lengths),
                "most": max(lengths),
            },
            "reasons": dict(Counter(one.reason for one in self.played).most_common()),
            "seconds_per_move": self.seconds_per_move(),
            "seconds_per_game": [known(seconds) for seconds in self.seconds_per_game()],
            "longest_decision": self.longest_decision(),
            "forfeits": [one.forfeit for one in self.played if one.forfeit],
            "sequential": asdict(self.verdict()),
        }

    def text(self) -> str:
        """The same for people."""
        if not self.played:
            return "No game was finished."
        facts = self.summary()
        percent = [f"{100 * score:.1f} %" for score in facts["score"]]
        low, high = facts["interval"]
        games = "1 game" if facts["games"] == 1 else f"{facts['games']} games"
        lines = [f"{facts['game']}, {facts['seats']} seats, {games}"]
        for name, score, seconds in zip(self.match.bots, percent, facts["seconds_per_move"]):
            lines.append(f"  {name:<24} {score:>8}   {1000 * seconds:8.2f} ms a move")
        lines.append(f"  {self.match.bots[0]} scores {100 * low:.1f} to {100 * high:.1f} % (95 %)")
        if len(self.match.bots) > 1:
            lines.append(f"  Elo difference {elo_in_words(facts['elo'], *facts['elo_interval'])}")
        for seat, (middle, least, most) in enumerate(facts["seat_scores"]):
            lines.append(f"  seat {seat}: {100 * middle:.1f} % ({100 * least:.1f} to {100 * most:.1f} %)")
        length = facts["decisions"]
        lines.append(f"  decisions: {length['mean']:.1f} on average, {length['least']} to {length['most']}")
        lines.append("  ends: " + ", ".join(f"{reason} {number}" for reason, number in facts["reasons"].items()))
        lines += [f"  forfeited: {told}" for told in facts["forfeits"][:MOST_TOLD]]
        if len(facts["forfeits"]) > MOST_TOLD:
            lines.append(f"  forfeited: {len(facts['forfeits']) - MOST_TOLD} games more")
        return "\n".join(lines)


def complete(played: list[Played], rounds: int, value: Callable[[Played], float]) -> list[float]:
    """The mean of a value over each deal of which all games are there."""
    deals: dict[int, list[float]] = {}
    for one in played:
        deals.setdefault(one.number // rounds, []).append(value(one))
    whole = [mean(values) for values in deals.values() if len(values) == rounds]
    return whole or [value(one) for one in played]


@cache
def loaded(game: str, content: str) -> Game:
    return load(game, content)


def finite(number: float) -> float | None:
    """JSON knows no infinity."""
    return number if abs(number) < 2000 else None


def known(number: float) -> float | None:
    """Before the first game is over, there is no mean."""
    return None if math.isnan(number) else number


def elo_in_words(middle: float | None, low: float | None, high: float | None) -> str:
    """Where one side has won everything, there is a bound on one side only."""
    told = "" if middle is None else f"{middle:+.0f}, "
    if low is None and high is None:
        return told + "too few games to tell"
    if low is None:
        return told + f"below {high:+.0f}"
    if high is None:
        return told + f"above {low:+.0f}"
    return told + f"{low:+.0f} to {high:+.0f}"


def run(
    match: Match,
    processes: int | None = None,
    until_sure: bool = False,
    save: Path | None = None,
    progress: Callable[[Report], None] = lambda report: None,
    begun: Sequence[Played] = (),
) -> Report:
    """Play a match, or what is left of one that was begun; Ctrl-C ends it with what was measured so far."""
    report = Report(match, list(begun[: match.games]))
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
    try:
        for played in match.played(processes, len(report.played)):
            report.played.append(played)
            if save is not None and played.record:
                (save / f"{match.game}-{played.number:05d}.json").write_text(json.dumps(played.record) + os.linesep)
            played.record = {}
            progress(report)
            if until_sure and report.verdict().decision:
                break
    except KeyboardInterrupt:
        pass
    return report


def varied(game: Game, vary: list[str], options: Json, number: int) -> Json:
    """Options in which each that varies has one of its values, such that all combinations come in turn. What varies is
    given by the name of an option that lists its values, or as NAME=[VALUE, ...]."""
    listed = {option.name: list(option.values) for option in game.options}
    found = dict(options)
    for one in vary:
        name, _, written = one.partition("=")
        values = listed.get(name, []) if not written else typed([one])[name]
        if name not in listed or not isinstance(values, list) or not values:
            several = ", ".join(name for name, values in listed.items() if values)
            raise BadInput(f"vary: found {one!r}, allowed is one of {several}, or NAME=[VALUE, ...]")
        found[name] = values[number % len(values)]
        number //= len(values)
    return found
