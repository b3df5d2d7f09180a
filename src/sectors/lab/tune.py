"""`sectors lab tune FILE`: finds settings that bring a game close to its designer's targets.

The file says what may change, what the targets are, and what a change costs:

    game = "sector18"
    bots = "mcts:2"
    games = 3000                       # in total
    batch = 40                         # games per evaluation of a candidate
    options = { factions = "random" }
    vary = ["map"]

    [[settings]]
    path = "rules.second_bonus"        # in the content, or "option.NAME"; `paths` for several that change together
    values = [0, 1, 2, 3]              # in order: a step leads to the next value
    price = 0.2                        # for each step away from the current value

    [[targets]]
    metric = "seat 1"
    value = 0.5                        # or least, or most
    tolerance = 0.03
    weight = 1.0

The loss of a candidate ("lack") is the sum over the targets of weight times (distance beyond the tolerance) /
tolerance, plus the prices of its changes. A Gaussian process models the mean of each metric over the settings, with the
error of each evaluation; the next candidate is the best under a sample from the models (Thompson sampling). All
candidates play the same deals with coupled luck. The last third of the games goes to fresh deals: half for the best few
and the current settings, half for all candidates one step from the winner. The winner is proposed only if it is better
than the current settings with 95 % confidence; otherwise the answer is "nothing better found".
"""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import msgspec

from sectors.kit import BadContent, BadInput, BadOption, Json, digest, in_words, parse_json, parse_toml
from sectors.lab.compare import is_share, measure_game
from sectors.lab.contents import Source, load_source, read_source
from sectors.lab.inference import Clusters, Estimate
from sectors.lab.match import Match
from sectors.lab.play import Played
from sectors.lab.pool import Crew
from sectors.lab.settings import change_settings, get_setting
from sectors.lab.tally import score_in

OPTION = "option."
FINAL = 1 / 3  # share of the games for fresh deals
FEW = 3  # candidates that are compared with the current settings in fresh deals
MOST_LISTED = 5000  # most candidates to consider; if there are more, a random sample
SURE = 0.95
DRAWS = 4000
Number = Annotated[int, msgspec.Meta(ge=1)]
Point = tuple[int, ...]


class Setting(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    values: list[Any]
    path: str = ""
    paths: tuple[str, ...] = ()  # several that change together: each value is a list with an entry for each
    price: float = 0.0
    label: str = ""  # for tables

    @property
    def name(self) -> str:
        return self.label or self.path or ", ".join(self.paths)

    def changes(self, value: Any) -> Json:
        return {self.path: value} if self.path else dict(zip(self.paths, value))


class Target(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    metric: str
    tolerance: float
    value: float | None = None
    least: float | None = None
    most: float | None = None
    weight: float = 1.0

    def lack(self, found: float) -> float:
        """Return how far a metric is beyond the tolerance, in tolerances, times the weight."""
        if self.value is not None:
            return self.weight * max(0.0, abs(found - self.value) - self.tolerance) / self.tolerance
        below = self.least - found if self.least is not None else 0.0
        above = found - self.most if self.most is not None else 0.0
        return self.weight * max(0.0, below, above) / self.tolerance


class Plan(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    game: str
    settings: tuple[Setting, ...]
    targets: tuple[Target, ...]
    games: Number = 3000
    batch: Number = 40
    bots: str = "mcts:2"
    seats: int | None = None
    options: Json = {}
    vary: tuple[str, ...] = ()
    content: str | None = None
    name: str = "tuned"
    seed: str = "tune"


def read_plan(path: Path) -> Plan:
    try:
        plan = msgspec.convert(parse_toml(path.read_text(encoding="utf-8")), Plan)
    except (OSError, ValueError) as error:
        raise BadInput(in_words(error, path)) from None
    for setting in plan.settings:
        if bool(setting.path) == bool(setting.paths) or len(setting.values) < 2:
            raise BadInput(f"{path}: a setting needs a path or paths, and two or more values")
        if setting.paths and any(len(value) != len(setting.paths) for value in setting.values):
            raise BadInput(f"{path}: each value of {setting.name!r} is a list of {len(setting.paths)}")
    for target in plan.targets:
        if target.tolerance <= 0 or (target.value, target.least, target.most) == (None, None, None):
            raise BadInput(f"{path}: the target {target.metric!r} needs a tolerance above 0, and value, least or most")
    if not plan.settings or not plan.targets:
        raise BadInput(f"{path}: there must be settings to change and targets to reach")
    return plan


@dataclass
class Look:
    """The metrics of one candidate, on one set of deals."""

    games: int = 0
    metrics: dict[str, Clusters] = field(default_factory=dict)

    def add(self, values: dict[str, tuple[float, float]]) -> None:
        """Add one game: for each metric a sum and a count."""
        self.games += 1
        for name, pair in values.items():
            self.metrics.setdefault(name, Clusters(2)).add(pair)

    def estimate(self, name: str) -> Estimate:
        if name not in self.metrics:
            known = ", ".join(sorted(self.metrics))
            raise BadInput(f"targets: found no metric {name!r}, there are: {known}")
        return self.metrics[name].ratio()

    def to_json(self) -> Json:
        return {
            "games": self.games,
            "metrics": {name: [one.count, one.totals, one.products] for name, one in self.metrics.items()},
        }

    @classmethod
    def read(cls, notes: Json) -> Look:
        look = cls(notes["games"])
        for name, (count, totals, products) in notes["metrics"].items():
            look.metrics[name] = Clusters(2)
            look.metrics[name].count, look.metrics[name].totals = count, totals
            look.metrics[name].products = products
        return look

    def __iadd__(self, other: Look) -> Look:
        self.games += other.games
        for name, one in other.metrics.items():
            mine = self.metrics.setdefault(name, Clusters(2))
            mine.count += one.count
            mine.totals = [a + b for a, b in zip(mine.totals, one.totals)]
            mine.products = [[a + b for a, b in zip(x, y)] for x, y in zip(mine.products, one.products)]
        return self


class Tuning:
    """Plays candidates, models them, and picks the next. Games in the notes are not played again."""

    def __init__(self, plan: Plan, notes: Path | None = None, base: Source | None = None) -> None:
        self.plan = plan
        game = load_source(plan.game, None)
        self.base = base or (
            read_source(game.folder / "content.toml") if plan.content is None else read_source(plan.content)
        )
        self.loaded = load_source(plan.game, self.base)
        self.notes = notes
        self.known: dict[str, Look] = {}
        self.search: dict[Point, Look] = {}
        self.fresh: dict[Point, Look] = {}
        self.played = 0
        self.standard = self.current_point()
        if notes is not None and notes.exists():
            try:
                for line in notes.read_text(encoding="utf-8").splitlines():
                    entry = parse_json(line)
                    self.known[entry["key"]] = Look.read(entry)
            except (OSError, ValueError, TypeError, KeyError, AttributeError):
                raise BadInput(f"{notes}: found no notes of a search, which begins anew without the file") from None

    def current_point(self) -> Point:
        """Return the current settings, which must be among the values."""
        now = []
        _, options = self.loaded.settings(self.plan.seats, self.plan.options)
        for setting in self.plan.settings:
            if setting.path.startswith(OPTION):
                value = options.get(setting.path.removeprefix(OPTION))
            elif setting.path:
                value = get_setting(self.loaded.content_data, setting.path)
            else:
                value = [get_setting(self.loaded.content_data, path) for path in setting.paths]
            if value not in setting.values:
                raise BadInput(f"settings: {setting.name} is {value!r} now, which must be among its values")
            now.append(setting.values.index(value))
        return tuple(now)

    # Candidates

    @cached_property
    def candidates(self) -> list[Point]:
        sizes = [len(setting.values) for setting in self.plan.settings]
        if math.prod(sizes) <= MOST_LISTED:
            return list(itertools.product(*map(range, sizes)))
        source = random.Random(self.plan.seed)
        drawn = {tuple(source.randrange(size) for size in sizes) for _ in range(MOST_LISTED)}
        return sorted(drawn | {self.standard} | set(self.neighbours(self.standard)))

    def neighbours(self, point: Point) -> Iterator[Point]:
        """Yield all candidates one step away."""
        for place, setting in enumerate(self.plan.settings):
            for step in (-1, 1):
                if 0 <= point[place] + step < len(setting.values):
                    yield (*point[:place], point[place] + step, *point[place + 1 :])

    def values_of(self, point: Point) -> Json:
        return {setting.name: setting.values[at] for setting, at in zip(self.plan.settings, point)}

    def price(self, point: Point) -> float:
        steps = zip(self.plan.settings, point, self.standard)
        return sum(setting.price * abs(at - now) for setting, at, now in steps)

    def content(self, point: Point) -> Source:
        changes: Json = {}
        for setting, at, now in zip(self.plan.settings, point, self.standard):
            if at != now and not setting.path.startswith(OPTION):
                changes |= setting.changes(setting.values[at])
        return self.base if not changes else change_settings(self.base, f"{self.plan.name}.toml", changes)

    def options(self, point: Point) -> Json:
        chosen = {
            setting.path.removeprefix(OPTION): setting.values[at]
            for setting, at, now in zip(self.plan.settings, point, self.standard)
            if setting.path.startswith(OPTION) and at != now
        }
        return {**self.plan.options, **chosen}

    def match(self, point: Point, seed: str, games: int) -> Match:
        bots = [name.strip() for name in self.plan.bots.split(",")]
        match = Match(
            self.plan.game, bots, games, self.plan.seats, self.options(point), seed, self.content(point), coupled=True
        )
        match.vary = list(self.plan.vary)
        match.facts = any(target.metric in ("legal moves", "forced") for target in self.plan.targets)
        return match

    def is_possible(self, point: Point) -> bool:
        """Return whether the game accepts a candidate's content and options."""
        try:
            match = self.match(point, "", 1)
            match.load().core(*match.load().settings(match.seats, match.given))
        except (BadContent, BadOption):
            return False
        return True

    # Playing

    def look(self, point: Point, seed: str, first: int, games: int, workers: Crew) -> Look:
        """Play some games of a candidate, unless their results are known."""
        asked = [self.content(point).text, self.options(point), self.plan.bots, self.plan.seats, self.plan.vary]
        key = digest([*asked, seed, first, games])[:16]
        if key not in self.known:
            match = self.match(point, seed, first + games)
            found = Look()
            for played in match.played(workers, first, first + games):
                if not played.forfeit:
                    found.add(measure(match, played))
            self.known[key] = found
            if self.notes is not None:
                self.notes.parent.mkdir(parents=True, exist_ok=True)
                with self.notes.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"key": key, **found.to_json()}) + "\n")
        self.played += self.known[key].games
        return self.known[key]

    def lack(self, look: Look, point: Point) -> float:
        return self.price(point) + sum(target.lack(look.estimate(target.metric).value) for target in self.plan.targets)

    def run(self, workers: Crew, progress: Callable[[int, int, str], None]) -> None:
        """Search, then check the best on fresh deals."""
        plan = self.plan
        searching = int(plan.games * (1 - FINAL))
        for point in self.suggest():
            if self.played + plan.batch > searching:
                break
            look = self.search.setdefault(point, Look())
            look += self.look(point, f"{plan.seed} search", look.games, plan.batch, workers)
            best = min(self.search, key=lambda one: self.lack(self.search[one], one))
            progress(self.played, plan.games, f"lacks {self.lack(self.search[best], best):.2f}, of {len(self.search)}")
        self.check([self.standard, *self.best(FEW)], (plan.games - self.played) // 2, workers, progress)
        around = [
            point for point in self.neighbours(self.winner) if point not in self.fresh and self.is_possible(point)
        ]
        self.check(around, plan.games - self.played, workers, progress)

    def check(self, points: list[Point], games: int, workers: Crew, progress: Callable[[int, int, str], None]) -> None:
        """Play the same fresh deals with each candidate."""
        points = list(dict.fromkeys(points))
        each = games // max(1, len(points))
        for point in points:
            if each:
                self.fresh[point] = self.look(point, f"{self.plan.seed} fresh", 0, each, workers)
                progress(self.played, self.plan.games, f"fresh deals: lacks {self.lack(self.fresh[point], point):.2f}")

    def suggest(self) -> Iterator[Point]:
        """Yield candidates: the current settings, then a spread over all, then those that may be best."""
        source = random.Random(f"{self.plan.seed} spread")
        yield self.standard
        sizes = [len(setting.values) for setting in self.plan.settings]
        number = 2 * len(sizes) + 2
        columns = [source.sample([i * size // number for i in range(number)], number) for size in sizes]
        for point in dict.fromkeys(zip(*columns)):
            if point != self.standard and self.is_possible(point):
                yield point
        turn = 0
        while True:
            turn += 1
            order = self.sample_order(turn)
            yield next(self.candidates[i] for i in order if self.is_possible(self.candidates[i]))

    def sample_order(self, turn: int) -> list[int]:
        """Return the candidates in order of their lack, under one sample from the models."""
        import numpy as np

        total = np.array([self.price(point) for point in self.candidates])
        for number, target in enumerate(self.plan.targets):
            mean, spread, model = self.model(target.metric)
            sample = model.sample_y(self.places, 1, random_state=1000 * turn + number)[:, 0] * spread + mean
            total += np.array([target.lack(float(value)) for value in sample])
        return [int(i) for i in np.argsort(total, kind="stable")]

    @cached_property
    def places(self) -> Any:
        return self.coordinates(self.candidates)

    def coordinates(self, points: list[Point]) -> Any:
        import numpy as np

        sizes = np.array([len(setting.values) - 1 for setting in self.plan.settings], dtype=float)
        return np.array(points, dtype=float) / sizes

    def model(self, metric: str) -> tuple[float, float, Any]:
        """Fit a Gaussian process over the settings to the mean of a metric."""
        import warnings

        import numpy as np
        import threadpoolctl
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.gaussian_process import GaussianProcessRegressor
        from sklearn.gaussian_process.kernels import ConstantKernel, Matern

        looks = {point: look.estimate(metric) for point, look in self.search.items()}
        points = [point for point, one in looks.items() if not math.isnan(one.value)]
        found = [looks[point] for point in points]
        values = np.array([one.value for one in found])
        mean, spread = float(values.mean()), float(values.std()) or 1.0
        errors = np.array([one.error if math.isfinite(one.error) else spread for one in found])
        noise = (np.maximum(errors, 1e-3 * spread) / spread) ** 2
        kernel = ConstantKernel(1.0, (0.05, 20.0)) * Matern([0.7] * len(self.plan.settings), (0.1, 10.0), nu=2.5)
        model = GaussianProcessRegressor(kernel, alpha=noise, n_restarts_optimizer=0, random_state=0)
        with warnings.catch_warnings(), threadpoolctl.threadpool_limits(1):  # a model this small is faster on one core
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(self.coordinates(points), (values - mean) / spread)
        return mean, spread, model

    def best(self, number: int) -> list[Point]:
        """Return the evaluated candidates that lack least by the models' means."""
        import numpy as np

        points = list(self.search)
        total = np.array([self.price(point) for point in points])
        for target in self.plan.targets:
            mean, spread, model = self.model(target.metric)
            values = model.predict(self.coordinates(points)) * spread + mean
            total += np.array([target.lack(float(value)) for value in values])
        order = [points[int(i)] for i in np.argsort(total, kind="stable")]
        return [point for point in order if point != self.standard][:number]

    # Results

    @property
    def winner(self) -> Point:
        """The best of the candidates that were checked first; those one step from it do not compete."""
        first = list(self.fresh)[: 1 + FEW]
        return min(first, key=lambda point: self.lack(self.fresh[point], point))

    def confidence(self) -> float:
        """Return the chance that the winner lacks less than the current settings, by their errors on fresh deals."""
        if self.winner == self.standard:
            return 0.0
        source = random.Random(f"{self.plan.seed} sure")
        better = 0
        for _ in range(DRAWS):
            lacks = []
            for point in (self.winner, self.standard):
                drawn = self.price(point)
                for target in self.plan.targets:
                    one = self.fresh[point].estimate(target.metric)
                    error = one.error if math.isfinite(one.error) else 1.0
                    drawn += target.lack(source.gauss(one.value, error))
                lacks.append(drawn)
            better += lacks[0] < lacks[1]
        return better / DRAWS

    def summary(self) -> Json:
        sure = self.confidence()
        rows = []
        for point, look in self.fresh.items():
            metrics = {}
            for target in self.plan.targets:
                one = look.estimate(target.metric)
                metrics[target.metric] = [one.value, one.low, one.high]
            rows.append(
                {
                    "settings": self.values_of(point),
                    "standard": point == self.standard,
                    "winner": point == self.winner,
                    "games": look.games,
                    "lacks": self.lack(look, point),
                    "price": self.price(point),
                    "metrics": metrics,
                }
            )
        return {
            "game": self.plan.game,
            "games": self.played,
            "bots": self.plan.bots,
            "looked_at": len(self.search),
            "found": sure >= SURE,
            "sure": sure,
            "winner": self.values_of(self.winner),
            "options": self.options(self.winner),
            "fresh": rows,
        }


def measure(match: Match, played: Played) -> dict[str, tuple[float, float]]:
    """Return the metrics of a game, each as a sum and a count: those of `compare`, the first bot's score, and for a
    varied option with an entry per seat, such as factions, the result of each entry's seat."""
    found = {name: (value, 1.0) for name, value in measure_game(match.load(), played).items()}
    found["score"] = (score_in(played, 0), 1.0)
    options = match.options_of(played.number)
    for varied in match.vary:
        name = varied.partition("=")[0]
        value = options[name]
        if isinstance(value, list) and len(value) == len(played.result):
            for seat, entry in enumerate(value):
                total, count = found.get(f"{name} {entry}", (0.0, 0.0))
                found[f"{name} {entry}"] = total + played.result[seat], count + 1.0
    return found


def table(facts: Json) -> str:
    """Return the results on fresh deals as a Markdown table."""
    names = list(facts["fresh"][0]["metrics"])
    settings = list(facts["winner"])
    lines = [
        "| " + " | ".join(["", *settings, "games", *names, "lacks"]) + " |",
        "|---|" + "---|" * len(settings) + "--:|" * (len(names) + 2),
    ]
    for row in sorted(facts["fresh"], key=lambda row: row["lacks"]):
        who = ", ".join(word for word in ("standard", "winner") if row[word])
        metrics = [format_metric(name, *row["metrics"][name]) for name in names]
        chosen = [json.dumps(row["settings"][name]) for name in settings]
        lines.append("| " + " | ".join([who, *chosen, str(row["games"]), *metrics, f"{row['lacks']:.2f}"]) + " |")
    return "\n".join(lines) + "\n"


def format_metric(name: str, value: float, low: float, high: float) -> str:
    if not math.isfinite(low):
        return "-"
    if is_share(name):
        return f"{100 * value:.0f} % ({100 * max(0.0, low):.0f} to {100 * min(1.0, high):.0f})"
    return f"{value:.1f} ({low:.1f} to {high:.1f})"


def verdict(facts: Json) -> str:
    """Return the outcome as a sentence."""
    if facts["found"]:
        values = ", ".join(f"{name} = {json.dumps(value)}" for name, value in facts["winner"].items())
        return f"Better on fresh deals with {100 * facts['sure']:.0f} % confidence: {values}."
    if any(row["winner"] and row["standard"] for row in facts["fresh"]):
        return "Nothing better found: on fresh deals, the current settings are closest to the targets."
    sure = f"{100 * facts['sure']:.0f} %"
    return f"Nothing better found: on fresh deals, the best candidate is better with only {sure} confidence."
