"""`sectors lab compare`: the effect of another content or option, in the same deals with the same luck."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape

from sectors import games
from sectors.kit import BadInput, Game, Json
from sectors.kit.options import parse_options
from sectors.lab import plots
from sectors.lab.contents import Source, game_of_source, read_source
from sectors.lab.inference import LEVEL, Paired, holm
from sectors.lab.match import Match
from sectors.lab.parts import Part
from sectors.lab.play import Played
from sectors.lab.pool import Crew, run_in_order
from sectors.lab.report import block, document
from sectors.lab.report import table as report_table
from sectors.lab.stats import mean

SURE = 1 - LEVEL
MARGIN = 0.02  # differences up to 2 % count as equal
STANDARD = "standard"


@dataclass(frozen=True)
class Arm:
    """One side of a comparison: a content, options, or both."""

    text: str
    source: Source | None = None
    options: Json = field(default_factory=dict)


def read_arm(text: str) -> tuple[str | None, Arm]:
    """Parse `my.toml`, `standard`, the name of a game (its own content), `second_bonus=2`, or several separated by
    semicolons. Return the game, if the text names one, and the arm."""
    game, source, options = None, None, {}
    for part in (one.strip() for one in text.split(";")):
        if "=" in part:
            options.update(parse_options([part]))
        elif part in games():
            game = part
        elif part != STANDARD:
            source = read_source(part)
    return game, Arm(text, source, options)


def read_arms(first: str, second: str, game: str | None) -> tuple[str, Arm, Arm]:
    """Return the game and both arms."""
    (one_game, one), (other_game, other) = read_arm(first), read_arm(second)
    found = game or one_game or other_game
    if found is None:
        source = one.source or other.source
        if source is None:
            raise BadInput("compare: say which game with --game, or name it: `sectors lab compare GAME other.toml`")
        found = game_of_source(source)
    return found, one, other


@dataclass
class Pair:
    """A task for `pool` that plays the same games on both sides. If a bot hangs in one, both count as forfeited."""

    first: Match
    second: Match

    def do(self, number: int, thinking: Callable[[int | None], None] = lambda seat: None) -> tuple[Played, Played]:
        return self.first.do(number, thinking), self.second.do(number, thinking)

    def files(self) -> dict[str, str]:
        return self.first.files() | self.second.files()

    def overrun(self, number: int, seat: int) -> tuple[Played, Played]:
        return self.first.overrun(number, seat), self.second.overrun(number, seat)

    def played(self, workers: Crew, first: int, end: int) -> Iterator[tuple[Played, Played]]:
        yield from run_in_order(self, range(first, end), workers, self.first.limit)


class Comparison:
    """The differences of every metric by deal, second minus first."""

    def __init__(self, first: Match, second: Match, margin: float = MARGIN) -> None:
        self.pair = Pair(first, second)
        self.margin = margin
        self.game = first.load()
        self.metrics: dict[str, Paired] = {}
        self.deal: list[tuple[Played, Played]] = []
        self.games = 0
        self.forfeits = 0

    def add(self, first: Played, second: Played) -> None:
        """Add a pair of games, in order. A deal with a forfeit is dropped: it says nothing about the contents."""
        self.games += 1
        self.deal.append((first, second))
        if len(self.deal) == self.pair.first.rounds:
            deal, self.deal = self.deal, []
            if any(one.forfeit or other.forfeit for one, other in deal):
                self.forfeits += 1
                return
            before, after = (measure(self.game, [pair[side] for pair in deal]) for side in (0, 1))
            for name in before:
                self.metrics.setdefault(name, Paired()).add(before[name], after[name])

    @property
    def deals(self) -> int:
        return next(iter(self.metrics.values())).off.count if self.metrics else 0

    def margin_of(self, name: str) -> float:
        """Return the margin of a metric: absolute for a share, relative to the first side for a number such as the
        length."""
        known = self.metrics[name]
        return self.margin if is_share(name) else self.margin * abs(known.first.mean or 0.0)

    def decided(self) -> bool:
        """Return whether every metric is known to differ or to be equal, however often this was asked."""
        if not self.metrics:
            return False
        for name, known in self.metrics.items():
            low, high = known.sequence()
            limit = self.margin_of(name)
            if low <= 0.0 <= high and not (-limit < low and high < limit):
                return False
        return True

    def summary(self) -> Json:
        """Return everything as JSON. The p-values of the metrics that moved at all are corrected by Holm's method."""
        moved = [name for name, known in self.metrics.items() if known.off.scatter or known.off.mean]
        corrected = dict(zip(moved, holm([self.metrics[name].p() for name in moved])))
        metrics = {}
        for name, known in self.metrics.items():
            estimate, limit = known.estimate(), self.margin_of(name)
            same = known.same(limit)
            p = corrected.get(name, 1.0)
            metrics[name] = {
                "first": known.first.mean,
                "second": known.second.mean,
                "difference": estimate.value,
                "interval": [finite(estimate.low), finite(estimate.high)],
                "anytime": [finite(bound) for bound in known.sequence()],
                "p": p,
                "detectable": finite(known.detectable()),
                "margin": limit,
                "p_same": same,
                "correlation": known.correlation(),
                "saved": known.saved(),
                "verdict": verdict(p, same),
            }
        return {
            "game": self.game.name,
            "first": self.pair.first.identity(),
            "second": self.pair.second.identity(),
            "games": self.games,
            "deals": self.deals,
            "forfeited_deals": self.forfeits,
            "metrics": metrics,
        }


def verdict(p: float, same: float) -> str:
    if p < SURE:
        return "different, but the same within the margin" if same < SURE else "different"
    return "the same within the margin" if same < SURE else "not decided"


def finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def is_share(name: str) -> bool:
    return name not in ("decisions", "legal moves")


def measure(game: Game, deal: Iterable[Played]) -> dict[str, float]:
    """Return the metrics of a deal. None depends on the evaluation, which may fit one content better than the other."""
    each = [measure_game(game, played) for played in deal]
    return {name: mean([one[name] for one in each]) for name in each[0]}


def measure_game(game: Game, played: Played) -> dict[str, float]:
    best = max(played.result)
    found = {f"seat {seat}": result for seat, result in enumerate(played.result, 1)}
    found["drawn"] = float(played.result.count(best) > 1 or best == 0.0)
    found["decisions"] = float(played.decisions)
    found |= {f"end {reason}": float(played.reason == reason) for reason in game.reasons}
    if played.facts:
        counted = list(played.facts["phases"].values())
        decisions, forced, legal = (sum(one[i] for one in counted) for i in range(3))
        found["legal moves"] = legal / max(1, decisions)
        found["forced"] = forced / max(1, decisions + forced)
    return found


def play_both(
    comparison: Comparison,
    workers: Crew,
    old: Iterable[Played],
    part: Part,
    save: Callable[[Played], None],
    progress: Callable[[Comparison], None],
    until_sure: bool = False,
) -> None:
    """Play both sides, or continue after the games in `old`. Ctrl-C ends it with the games so far."""
    match = comparison.pair.first
    wanted = part.games(match.games, match.rounds)

    def every() -> Iterator[tuple[Played, Played]]:
        due, lines = wanted.start, iter(old)
        for first, second in zip(lines, lines):
            if first.number == second.number == due:
                due += 1
                yield first, second
        yield from comparison.pair.played(workers, due, wanted.stop)

    try:
        for first, second in every():
            comparison.add(first, second)
            save(first)
            save(second)
            progress(comparison)
            if until_sure and not comparison.deal and comparison.decided():
                break
    except KeyboardInterrupt:
        pass


def text(facts: Json) -> str:
    """Return the summary as text for people."""
    lines = [
        f"{facts['game']}: {facts['first']['content']} {describe_options(facts, 'first')}",
        f"against {facts['second']['content']} {describe_options(facts, 'second')}, {facts['deals']} deals each",
        f"{'':<16}{'first':>9}{'second':>9}{'difference':>12}   {'95 %':<20}{'p (Holm)':>9}{'smallest':>10}"
        f"{'pairing':>9}  verdict",
    ]
    for name, one in facts["metrics"].items():
        low, high = one["interval"]
        if one["p"] == 1.0 and not one["difference"] and not one["first"]:
            continue  # an ending that never occurred
        span = "-" if low is None else f"{format_value(name, low, True)} to {format_value(name, high, True)}"
        least = "-" if one["detectable"] is None else format_value(name, one["detectable"])
        lines.append(
            f"{name[:15]:<16}{format_value(name, one['first']):>9}{format_value(name, one['second']):>9}"
            f"{format_value(name, one['difference'], True):>12}   {span:<20}{one['p']:>9.3f}{least:>10}"
            f"{one['saved']:>8.1f}x  {one['verdict']}"
        )
    lines.append(
        "smallest: the difference that this number of deals detects four times in five; pairing: how many times more "
        "deals you would need without it"
    )
    return "\n".join(lines)


def describe_options(facts: Json, side: str) -> str:
    other = facts["second" if side == "first" else "first"]["options"]
    differ = {name: value for name, value in facts[side]["options"].items() if other.get(name) != value}
    return ", ".join(f"{name}={value}" for name, value in differ.items())


def format_value(name: str, value: float, sign: bool = False) -> str:
    plus = "+" if sign else ""
    return f"{100 * value:{plus}.1f}%" if is_share(name) else f"{value:{plus}.2f}"


def page(facts: Json) -> str:
    """Return the summary as one HTML file that includes its picture."""
    known = {name: one for name, one in facts["metrics"].items() if one["first"] or one["second"]}
    rows = [
        plots.Row(name, one["difference"], low, high, one["p"] < SURE, format_value(name, one["difference"], True))
        for name, one in known.items()
        for low, high in [one["interval"]]
        if is_share(name) and low is not None
    ]
    body = [
        (
            escape(name),
            format_value(name, one["first"]),
            format_value(name, one["second"]),
            format_value(name, one["difference"], True),
            span(name, one["interval"]),
            span(name, one["anytime"]),
            f"{one['p']:.3f}",
            "-" if one["detectable"] is None else format_value(name, one["detectable"]),
            f"{one['correlation']:.2f}",
            f"{one['saved']:.1f} x",
            escape(one["verdict"]),
        )
        for name, one in known.items()
    ]
    head = (
        *("", "first", "second", "difference", "95 %", "however often you look", "p (Holm)", "smallest detectable"),
        *("correlation", "pairing saves", "verdict"),
    )
    found = [one["p"] < SURE for one in known.values()]
    first, second = (
        f"{facts[side]['content']} {describe_options(facts, side)}".strip() for side in ("first", "second")
    )
    about = (
        f"First: {first}. Second: {second}. {facts['deals']:,} deals with each, with the same luck, bots "
        f"{', '.join(facts['first']['bots'])}. Differences are second minus first. {facts.get('warning', '')}"
    )
    inside = block("Differences", plots.forest(rows, 0.0, "Differences"), report_table(head, body, found))
    return document(f"{facts['game']}: comparison", about, inside)


def span(name: str, bounds: list[float | None]) -> str:
    low, high = bounds
    return (
        "-" if low is None or high is None else f"{format_value(name, low, True)} to {format_value(name, high, True)}"
    )
