"""The findings of many games, as running sums over deals: everything that `sectors lab report` shows."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from sectors.kit import Game, Json
from sectors.lab.facts import BEHIND, BINS, spec_of, things_of
from sectors.lab.inference import Clusters, Estimate, benjamini_hochberg
from sectors.lab.match import Match
from sectors.lab.play import Played
from sectors.lab.tally import Report, quantile

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
DISCOVERY = 0.05  # false discovery rate among findings
OFF = 0.05  # an evaluation whose mean error is larger is not calibrated
MOST_OPENINGS = 24
EXAMPLES = 2  # example games for each figure
MOST_EXAMPLES = 32  # most games that the page can open
RESERVED = 10  # of these, reserved for figures that are not about a thing
STORY = {
    "lead_changes": "lead changes in a game",
    "decided": "of the game has passed when it is decided",
    "comeback": f"of wins come after an expected result of {BEHIND:.0%} or less",
    "low": "the winner's lowest estimate",
    "drama": "drama: how far behind the winner was, when behind",
}
TELLING: dict[str, Callable[[Json], bool]] = {  # whether a game is a good example
    "lead_changes": lambda facts: facts["lead_changes"] >= 5,
    "decided": lambda facts: facts["decided"] >= 0.9,
    "comeback": lambda facts: facts["low"] <= BEHIND,
    "low": lambda facts: facts["low"] <= BEHIND,
    "drama": lambda facts: facts["drama"] >= 0.5,
}
OPENINGS = "First choices"

# The sums of a thing in each deal
WITH, WITH_SEATS, WITHOUT, WITHOUT_SEATS, ADDED, EVENTS, DRAWN = range(7)


@dataclass
class Thing:
    """A card, ship, faction, tile, map or opening."""

    id: str
    name: str
    sums: Clusters = field(default_factory=lambda: Clusters(7))
    examples: list[int] = field(default_factory=list)
    deal: list[float] = field(default_factory=lambda: [0.0] * 7)  # sums of the current deal

    @property
    def played(self) -> int:
        return int(self.sums.totals[EVENTS])

    @property
    def drawn(self) -> int:
        return int(self.sums.totals[DRAWN])

    def added(self) -> Estimate:
        return self.sums.ratio(ADDED, EVENTS)

    def summary(self) -> Json:
        totals = self.sums.totals
        return {
            "id": self.id,
            "name": self.name,
            "drawn": self.drawn,
            "played": self.played,
            "with": to_json(self.sums.ratio(WITH, WITH_SEATS)),
            "without": to_json(self.sums.ratio(WITHOUT, WITHOUT_SEATS)),
            "difference": to_json(self.sums.contrast()),
            "added": to_json(self.added()),
            "seats": [int(totals[WITH_SEATS]), int(totals[WITHOUT_SEATS])],
            "examples": self.examples,
        }


@dataclass
class Section:
    """Things of one kind. With `judged`, the added value is the result minus the evaluation before each use; otherwise
    minus an equal share, because seats hold these things from the start."""

    kind: str
    things: dict[str, Thing] = field(default_factory=dict)
    judged: bool = True
    open: bool = False  # whether things may appear that no content lists
    first: bool = False  # whether results are those of the first seat: for things that all seats share, such as a map

    def thing(self, one: str) -> Thing | None:
        if one not in self.things and self.open and len(self.things) < 40 * MOST_OPENINGS:
            self.things[one] = Thing(one, one)
        return self.things.get(one)

    def end_deal(self, results: float, seats: int) -> None:
        """Close the current deal. `results` is the sum over all seats and games of the deal."""
        for thing in self.things.values():
            thing.deal[WITHOUT] = results - thing.deal[WITH]
            thing.deal[WITHOUT_SEATS] = seats - thing.deal[WITH_SEATS]
            thing.sums.add(thing.deal)
            thing.deal = [0.0] * 7

    def summary(self) -> Json:
        used = [one for one in self.things.values() if one.played or one.drawn]
        if self.open:
            used = sorted(used, key=lambda one: -one.played)[:MOST_OPENINGS]
        summaries = [one.summary() for one in used]
        for key in ("added", "difference"):
            for one, q in zip(summaries, benjamini_hochberg([one[key]["p"] for one in summaries])):
                one[key] = {**one[key], "q": q, "found": q < DISCOVERY}
        summaries.sort(key=lambda one: -(one["added"]["value"] if one["added"]["value"] is not None else -9.0))
        never = [one.name for one in self.things.values() if not one.played and (one.drawn or not self.open)]
        return {
            "kind": self.kind + (" (results of the first seat)" if self.first else ""),
            "judged": self.judged,
            "things": summaries,
            "never_played": never,
        }


class Findings:
    """Sums up games, which must be added in order."""

    def __init__(self, match: Match, game: Game) -> None:
        self.match, self.game = match, game
        self.report = Report(match)
        self.phases: dict[str, Clusters] = {}
        self.story = {name: Clusters(2) for name in STORY}
        self.bins = [Clusters(3) for _ in range(BINS)]
        self.telling: dict[str, list[int]] = {}  # examples of ends, seats, phases and stories, by name
        self.examples: dict[int, Json] = {}
        self.sections = {one.kind: Section(one.kind) for one in spec_of(game).things}
        for one in spec_of(game).things:
            names = things_of(game, one.content, one.id, one.name)
            self.sections[one.kind].things = {key: Thing(key, name) for key, name in names.items()}
            self.sections[one.kind].judged = one.position is None
        for varied in match.vary:
            name = varied.partition("=")[0]
            value = match.options_of(0)[name]
            common = not (isinstance(value, list) and len(value) == match.seats != 1)
            kind = f"Option {name}"
            self.sections[kind] = Section(kind, judged=False, open=True, first=common)
        self.sections[OPENINGS] = Section(OPENINGS, open=True)
        self.deal: list[Played] = []

    def add(self, played: Played) -> None:
        self.report.add(played)
        if self.deal and played.number // self.match.rounds != self.deal[0].number // self.match.rounds:
            self.end_deal()
        self.deal.append(played)

    def end_deal(self) -> None:
        """Sum up the current deal."""
        games = [one for one in self.deal if one.facts]
        self.deal = []
        if not games:
            return
        self.add_phases(games)
        self.add_story(games)
        self.add_calibration(games)
        for played in games:
            self.add_examples(played)
            self.add_uses(played)
        results = sum(sum(played.result) for played in games)
        firsts = sum(played.result[0] for played in games)
        for section in self.sections.values():
            if section.first:
                section.end_deal(firsts, len(games))
            else:
                section.end_deal(results, sum(len(played.result) for played in games))

    def add_phases(self, games: list[Played]) -> None:
        found: dict[str, list[int]] = {}
        for played in games:
            for phase, counted in played.facts["phases"].items():
                found[phase] = [a + b for a, b in zip(found.get(phase, [0, 0, 0]), counted)]
        for phase, (decisions, forced, legal) in found.items():
            self.phases.setdefault(phase, Clusters(4)).add([decisions, forced, decisions + forced, legal])

    def add_story(self, games: list[Played]) -> None:
        for name, clusters in self.story.items():
            key = fact_of(name)
            values = [float(played.facts[key]) for played in games if key in played.facts]
            if name == "comeback":
                values = [float(value <= BEHIND) for value in values]
            if values:
                clusters.add([sum(values), len(values)])

    def add_calibration(self, games: list[Played]) -> None:
        for place, clusters in enumerate(self.bins):
            counted = [played.facts["bins"].get(str(place), (0, 0.0, 0.0)) for played in games]
            clusters.add([sum(one[i] for one in counted) for i in (1, 2, 0)])

    def add_uses(self, played: Played) -> None:
        share = self.match.share
        for kind, things in played.facts["uses"].items():
            for one, uses in things.items():
                self.use(played, kind, one, uses)
        for seat, (opening, before) in enumerate(played.facts["opening"]):
            if opening:
                self.use(played, OPENINGS, opening, {"played": one_seat(len(played.result), seat, before)})
        if self.match.vary:
            options = self.match.options_of(played.number)
            for varied in self.match.vary:
                name = varied.partition("=")[0]
                value, kind = options[name], f"Option {name}"
                if not self.sections[kind].first:
                    for seat, entry in enumerate(value):
                        self.use(played, kind, str(entry), {"played": one_seat(len(value), seat, share)})
                else:
                    self.use(played, kind, str(value), {"played": one_seat(len(played.result), 0, share)})

    def use(self, played: Played, kind: str, one: str, uses: dict[str, list[list[float]]]) -> None:
        thing = self.sections[kind].thing(one) if kind in self.sections else None
        if thing is None:
            return
        thing.deal[DRAWN] += sum(count for count, _ in uses.get("drawn", ()))
        for seat, (count, before) in enumerate(uses.get("played", ())):
            if count:
                thing.deal[WITH] += played.result[seat]
                thing.deal[WITH_SEATS] += 1
                thing.deal[ADDED] += count * played.result[seat] - before
                thing.deal[EVENTS] += count
        if "played" in uses:
            self.example(played, thing.examples)

    def add_examples(self, played: Played) -> None:
        """Link the figures that are not about a thing to this game, where it is a good example."""
        facts = played.facts
        shown = [f"end {played.reason}", *(f"phase {phase}" for phase in facts["phases"])]
        shown += [f"seat {seat}" for seat, result in enumerate(played.result, 1) if result == max(played.result)]
        shown += [f"story {name}" for name, tells in TELLING.items() if has_fact(facts, name) and tells(facts)]
        shown.append("length")
        for name in shown:
            self.example(played, self.telling.setdefault(name, []), MOST_EXAMPLES)

    def example(self, played: Played, examples: list[int], most: int = MOST_EXAMPLES - RESERVED) -> None:
        """Link a figure to this game, if it has too few examples and the page has room."""
        if len(examples) >= EXAMPLES or not played.record:
            return
        if played.number in self.examples or len(self.examples) < most:
            self.examples[played.number] = played.record
            examples.append(played.number)

    def calibration(self) -> Json:
        """Return how far the evaluation is from the results, on average over all positions."""
        rows, off, whole = [], 0.0, sum(clusters.totals[2] for clusters in self.bins)
        for clusters in self.bins:
            count = clusters.totals[2]
            if count:
                came, thought = clusters.ratio(1, 2), clusters.totals[0] / count
                rows.append({"estimate": thought, "positions": int(count), **to_json(came)})
                beyond = max(0.0, came.low - thought, thought - came.high)  # the part that chance cannot explain
                off += count / whole * beyond
        return {"bins": rows, "off": off, "calibrated": bool(rows) and off <= OFF}

    def summary(self) -> Json:
        """Return everything as JSON."""
        self.end_deal()
        lengths = self.report.lengths or Counter([0])
        phases = sorted(self.phases.items(), key=lambda pair: -pair[1].totals[0])
        return {
            **self.report.summary(),
            "lengths": {f"{part:.0%}": quantile(lengths, part) for part in QUANTILES},
            "histogram": sorted(lengths.items()),
            "ends": {reason: {"games": number} for reason, number in self.report.reasons.most_common()},
            "examples": self.telling,
            "phases": {
                name: {
                    "decisions": int(sums.totals[0]),
                    "choices": to_json(sums.ratio(3, 0)),
                    "forced": to_json(sums.ratio(1, 2)),
                }
                for name, sums in phases
            },
            "story": {name: {**to_json(sums.ratio()), "says": STORY[name]} for name, sums in self.story.items()},
            "calibration": self.calibration(),
            "sections": [section.summary() for section in self.sections.values()],
        }


def fact_of(name: str) -> str:
    return "low" if name == "comeback" else name


def has_fact(facts: Json, name: str) -> bool:
    """Return whether a game has a fact: a drawn game lacks some."""
    return fact_of(name) in facts


def one_seat(seats: int, seat: int, before: float) -> list[list[float]]:
    return [[1, before] if one == seat else [0, 0.0] for one in range(seats)]


def to_json(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate as JSON, with null for what is not finite."""
    return {
        key: None if isinstance(value, float) and not math.isfinite(value) else value
        for key, value in asdict(estimate).items()
    }
