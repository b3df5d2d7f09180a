"""`sectors lab compare`: what changes when a content or an option changes, in the same deals with the same luck."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape

from sectors import games
from sectors.kit import BadInput, Game, Json
from sectors.kit.options import typed
from sectors.lab import plots
from sectors.lab.contents import Source, game_of_source, read_source
from sectors.lab.inference import LEVEL, Paired, holm
from sectors.lab.match import Match
from sectors.lab.parts import Part
from sectors.lab.play import Played
from sectors.lab.pool import Crew, ordered
from sectors.lab.report import block, document
from sectors.lab.report import table as report_table
from sectors.lab.stats import mean

SURE = 1 - LEVEL
MARGIN = 0.02  # the same within 2 %
STANDARD = "standard"


@dataclass(frozen=True)
class Arm:
    """One of the two: a content, options, or both."""

    text: str
    source: Source | None = None
    options: Json = field(default_factory=dict)


def read_arm(text: str) -> tuple[str | None, Arm]:
    """`my.toml`, `standard`, the name of a game (its own content), `second_bonus=2`, or several with a semicolon
    between; and the game, if that says which."""
    game, source, options = None, None, {}
    for part in (one.strip() for one in text.split(";")):
        if "=" in part:
            options.update(typed([part]))
        elif part in games():
            game = part
        elif part != STANDARD:
            source = read_source(part)
    return game, Arm(text, source, options)


def read_arms(first: str, second: str, game: str | None) -> tuple[str, Arm, Arm]:
    """Both, and the game that they are of."""
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
    """The same games with both: a task for `pool`. If a bot hangs in either, both count as forfeited."""

    first: Match
    second: Match

    def do(self, number: int, thinking: Callable[[int | None], None] = lambda seat: None) -> tuple[Played, Played]:
        return self.first.do(number, thinking), self.second.do(number, thinking)

    def files(self) -> dict[str, str]:
        return self.first.files() | self.second.files()

    def overrun(self, number: int, seat: int) -> tuple[Played, Played]:
        return self.first.overrun(number, seat), self.second.overrun(number, seat)

    def played(self, workers: Crew, first: int, end: int) -> Iterator[tuple[Played, Played]]:
        yield from ordered(self, range(first, end), workers, self.first.limit)


class Comparison:
    """Differences by deal, second less first, of every metric."""

    def __init__(self, first: Match, second: Match, margin: float = MARGIN) -> None:
        self.pair = Pair(first, second)
        self.margin = margin
        self.game = first.load()
        self.metrics: dict[str, Paired] = {}
        self.deal: list[tuple[Played, Played]] = []
        self.games = 0
        self.forfeits = 0

    def add(self, first: Played, second: Played) -> None:
        """Games come in order, deal by deal; a deal with a forfeit says nothing about the contents."""
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
        """Of a share, in points; of a number like the length, of what it is in the first."""
        known = self.metrics[name]
        return self.margin if is_share(name) else self.margin * abs(known.first.mean or 0.0)

    def decided(self) -> bool:
        """Whether every metric is surely different or surely the same, however often one has looked."""
        if not self.metrics:
            return False
        for name, known in self.metrics.items():
            low, high = known.sequence()
            limit = self.margin_of(name)
            if low <= 0.0 <= high and not (-limit < low and high < limit):
                return False
        return True

    def summary(self) -> Json:
        """All of it, as JSON. The chances of the metrics that moved at all are corrected for their number (Holm)."""
        moved = [name for name, known in self.metrics.items() if known.off.scatter or known.off.mean]
        corrected = dict(zip(moved, holm([self.metrics[name].p() for name in moved])))
        told = {}
        for name, known in self.metrics.items():
            estimate, limit = known.estimate(), self.margin_of(name)
            same = known.same(limit)
            p = corrected.get(name, 1.0)
            told[name] = {
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
            "metrics": told,
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
    """The metrics of a deal: none that rests on the judge, which may know one content better than the other."""
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


def carry_out(
    comparison: Comparison,
    workers: Crew,
    old: Iterable[Played],
    part: Part,
    save: Callable[[Played], None],
    progress: Callable[[Comparison], None],
    until_sure: bool = False,
) -> None:
    """Play both, or go on from games that were played before; Ctrl-C ends it with what there is."""
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
    """For people."""
    lines = [
        f"{facts['game']}: {facts['first']['content']} {told_options(facts, 'first')}",
        f"against {facts['second']['content']} {told_options(facts, 'second')}, {facts['deals']} deals each",
        f"{'':<16}{'first':>9}{'second':>9}{'difference':>12}   {'95 %':<20}{'p (Holm)':>9}{'smallest':>10}"
        f"{'pairing':>9}  verdict",
    ]
    for name, one in facts["metrics"].items():
        low, high = one["interval"]
        if one["p"] == 1.0 and not one["difference"] and not one["first"]:
            continue  # an end that never came
        span = "-" if low is None else f"{shown(name, low, True)} to {shown(name, high, True)}"
        least = "-" if one["detectable"] is None else shown(name, one["detectable"])
        lines.append(
            f"{name[:15]:<16}{shown(name, one['first']):>9}{shown(name, one['second']):>9}"
            f"{shown(name, one['difference'], True):>12}   {span:<20}{one['p']:>9.3f}{least:>10}"
            f"{one['saved']:>8.1f}x  {one['verdict']}"
        )
    lines.append(
        "smallest: the difference that this number of deals detects four times in five; pairing: how many times more "
        "deals you would need without it"
    )
    return "\n".join(lines)


def told_options(facts: Json, side: str) -> str:
    other = facts["second" if side == "first" else "first"]["options"]
    differ = {name: value for name, value in facts[side]["options"].items() if other.get(name) != value}
    return ", ".join(f"{name}={value}" for name, value in differ.items())


def shown(name: str, value: float, sign: bool = False) -> str:
    plus = "+" if sign else ""
    return f"{100 * value:{plus}.1f}%" if is_share(name) else f"{value:{plus}.2f}"


def page(facts: Json) -> str:
    """The same as one HTML file with its picture inside."""
    known = {name: one for name, one in facts["metrics"].items() if one["first"] or one["second"]}
    rows = [
        plots.Row(name, one["difference"], low, high, one["p"] < SURE, shown(name, one["difference"], True))
        for name, one in known.items()
        for low, high in [one["interval"]]
        if is_share(name) and low is not None
    ]
    body = [
        (
            escape(name),
            shown(name, one["first"]),
            shown(name, one["second"]),
            shown(name, one["difference"], True),
            span(name, one["interval"]),
            span(name, one["anytime"]),
            f"{one['p']:.3f}",
            "-" if one["detectable"] is None else shown(name, one["detectable"]),
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
    first, second = (f"{facts[side]['content']} {told_options(facts, side)}".strip() for side in ("first", "second"))
    about = (
        f"First: {first}. Second: {second}. {facts['deals']:,} deals with each, with the same luck, bots "
        f"{', '.join(facts['first']['bots'])}. Differences are second minus first. {facts.get('warning', '')}"
    )
    inside = block("Differences", plots.forest(rows, 0.0, "Differences"), report_table(head, body, found))
    return document(f"{facts['game']}: comparison", about, inside)


def span(name: str, bounds: list[float | None]) -> str:
    low, high = bounds
    return "-" if low is None or high is None else f"{shown(name, low, True)} to {shown(name, high, True)}"
