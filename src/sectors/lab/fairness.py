"""Measures how fair a game is: the score of each seat between equal players, by number of seats, by option, and by what
only one seat has, such as a faction."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Any

from sectors import load
from sectors.kit import BadInput, BadOption, Game, Json
from sectors.kit.options import parse_options
from sectors.lab.kept import Kept
from sectors.lab.match import Match
from sectors.lab.pool import Crew
from sectors.lab.tally import Report

FAIR = (0.4, 0.6)  # for two seats; for more, in proportion to an equal share
PAIRINGS = "pairings of"
STYLE = (  # in both themes
    "text{fill:#131f2b}.quiet{fill:#55606b}.sheet{fill:#faf7ee}.grid{stroke:#e2d9c3}.band{fill:#e3eee0}"
    "line.fair{stroke:#4f5e6d;stroke-width:2}circle.fair{fill:#4f5e6d}"
    "line.unfair{stroke:#b3141c;stroke-width:2}circle.unfair{fill:#b3141c}"
    "@media(prefers-color-scheme:dark){text{fill:#e9eff4}.quiet{fill:#8a9aa9}.sheet{fill:#0d151e}.grid{stroke:#1b2937}"
    ".band{fill:#152b22}line.fair{stroke:#9fb4c7}circle.fair{fill:#9fb4c7}line.unfair{stroke:#ff6f66}"
    "circle.unfair{fill:#ff6f66}}"
)


@dataclass
class Row:
    """The score of one seat, or of a value such as a faction, under one set of conditions."""

    label: str
    score: float
    low: float
    high: float
    share: float  # an equal share

    @property
    def fair(self) -> bool:
        """Whether the score may lie within the band of 40 to 60 %. A solo game is always fair."""
        return self.share == 1.0 or (self.high >= FAIR[0] * 2 * self.share and self.low <= FAIR[1] * 2 * self.share)


@dataclass
class Study:
    """The games to be played by one bot against itself, and their results."""

    game: str
    bot: str = "mcts:3"
    games: int = 200
    options: Json = field(default_factory=dict)  # for all games
    only: list[str] = field(default_factory=list)  # options whose values are tried; by default all
    also: list[str] = field(default_factory=list)  # further settings to try: NAME=VALUE
    each: list[str] = field(default_factory=list)  # options with a value for each seat: NAME=[VALUE, ...]
    content: str | None = None
    measured: list[tuple[str, Json]] = field(default_factory=list)

    def load(self) -> Game:
        return load(self.game, self.content)

    def conditions(self) -> list[tuple[str, int, Json, list[str]]]:
        """Return label, seats, options and varied options of each match: every number of seats, every value of every
        option that lists its values, and what `also` and `each` add. The first seat begins, where an option sets it."""
        game = self.load()
        default, _ = game.settings(None, None)
        named = {option.name: option for option in game.options}
        for name in self.only:
            if name not in named:
                raise BadInput(f"only: found {name!r}, allowed are {', '.join(named)}")
        first = {"first": 0} if "first" in named and 0 in named["first"].values else {}
        tried: list[tuple[str, int, Json, list[str]]] = []
        for seats in game.seat_numbers:
            label = f"{seats} seats" if seats > 1 else "1 seat"
            tried.append((label, seats, {**game.recommended(seats), **first, **self.options}, []))
        plain = {**game.recommended(default), **first, **self.options}
        for option in game.options:
            if option.name in {**first, **self.options} or (self.only and option.name not in self.only):
                continue
            for value in option.values:
                options = {**plain, option.name: value}
                if value != plain.get(option.name, option.default) and is_allowed(game, default, options):
                    tried.append((f"{option.name} = {value}", default, options, []))
        for one in self.also:
            options = {**plain, **parse_options([one])}
            game.settings(default, options)
            tried.append((one.replace("=", " = "), default, options, []))
        for one in self.each:
            ((name, values),) = parse_options([one]).items()
            if not isinstance(values, list):
                raise BadInput(f"each: found {one!r}, allowed is NAME=[VALUE, ...]")
            groups = [list(group) for group in itertools.permutations(values, default)]
            groups = [group for group in groups if is_allowed(game, default, {**plain, name: group})]
            if not groups:
                raise BadInput(f"each: found {one!r}, but no {default} of these values go together")
            tried.append((f"{PAIRINGS} {name}", default, plain, [f"{name}={json.dumps(groups)}"]))
        return tried

    def play(self, kept: Kept, processes: Crew, seed: str, progress: Callable[[str, Report], None]) -> None:
        for label, seats, options, vary in self.conditions():
            match = Match(self.game, [self.bot], self.games, seats, options, seed, self.content, vary=vary)
            result = kept.play(match, processes, partial(progress, label))
            if result is None:
                break  # somebody pressed Ctrl-C
            self.measured.append((label, result))

    def command(self) -> str:
        parts = [f"sectors fairness {self.game} --bot {self.bot} --games {self.games}"]
        parts += [f"--content {self.content}"] if self.content else []
        parts += [f"-o {name}={value}" for name, value in self.options.items()]
        for name, values in (("only", self.only), ("also", self.also), ("each", self.each)):
            parts += [f"--{name} '{value}'" for value in values]
        return " ".join(parts)

    def page(self) -> str:
        """Return the page for the docs, with table and picture."""
        game = self.load()
        first = "; seat 1 begins" if any("first" in result["options"] for _, result in self.measured) else ""
        lines = [
            f"# Is {game.title} fair?",
            "",
            f"The same bot plays all seats{first}. 95 % intervals. Measured with",
            "",
            f"    {self.command()}",
            "",
            f"![What each seat gets]({self.game}.svg)",
            "",
            "| conditions | games | result of each seat | decisions | ends |",
            "|---|--:|---|--:|---|",
        ]
        for label, result in self.measured:
            scores = "; ".join(f"{label_of(row)}{format_score(row)}" for row in rows(label, result))
            ends = ", ".join(f"{reason} {number}" for reason, number in result["reasons"].items())
            length = result["decisions"]
            span = f"{length['mean']:.0f} ({length['least']} to {length['most']})"
            lines.append(f"| {label} | {result['games']} | {scores} | {span} | {ends} |")
        lines += [
            "",
            "**!** marks scores that are certainly outside 40 to 60 % (for more than two seats: 0.8 "
            "to 1.2 times an equal share).",
        ]
        return "\n".join(lines) + "\n"

    def picture(self) -> str:
        """Draw a point and an interval for each row, on the band that is fair."""
        every = [row for label, result in self.measured for row in rows(label, result)]
        left, width, step = 250, 420, 22
        height = 40 + step * len(every) + 24

        def x(score: float) -> float:
            return round(left + width * score, 1)

        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 70} {height}" '
            f'font-family="sans-serif" font-size="12" role="img">',
            f"<title>{escape(self.load().title)}: what each seat gets when equals play</title>",
            f"<style>{STYLE}</style>",
            '<rect width="100%" height="100%" class="sheet"/>',
        ]
        for tenth in range(0, 11, 2):
            parts.append(
                f'<line x1="{x(tenth / 10)}" x2="{x(tenth / 10)}" y1="30" y2="{height - 24}" class="grid"/>'
                f'<text x="{x(tenth / 10)}" y="22" text-anchor="middle" class="quiet">{10 * tenth} %</text>'
            )
        for number, row in enumerate(every):
            y = 44 + step * number
            kind = "fair" if row.fair else "unfair"
            if row.share < 1.0:
                band = (x(FAIR[0] * 2 * row.share), x(FAIR[1] * 2 * row.share))
                parts.append(
                    f'<rect x="{band[0]}" width="{band[1] - band[0]:.1f}" y="{y - 9}" height="18" class="band"/>'
                )
            parts.append(
                f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{escape(row.label)}</text>'
                f'<line x1="{x(row.low)}" x2="{x(row.high)}" y1="{y}" y2="{y}" class="{kind}"/>'
                f'<circle cx="{x(row.score)}" cy="{y}" r="4" class="{kind}"/>'
                f'<text x="{left + width + 10}" y="{y + 4}">{100 * row.score:.0f} %</text>'
            )
        return "".join([*parts, "</svg>"]) + "\n"


def is_allowed(game: Game, seats: int, options: Json) -> bool:
    try:
        game.settings(seats, options)
    except BadOption:
        return False
    return True


def rows(label: str, result: Json) -> list[Row]:
    share = 1 / result["seats"]
    if label.startswith(PAIRINGS):
        values: dict[str, Any] = next(iter(result["varied"].values()))
        best = sorted(values.items(), key=best_first)
        return [Row(value, score, low, high, share) for value, (_, score, low, high) in best]
    seats = enumerate(result["seat_scores"], 1)
    return [Row(f"{label}: seat {seat}", score, low, high, share) for seat, (score, low, high) in seats]


def best_first(pair: tuple[str, Any]) -> float:
    return -float(pair[1][1])


def label_of(row: Row) -> str:
    """Return the label of a row that is not a seat."""
    return "" if ": seat " in row.label else f"{row.label} "


def format_score(row: Row) -> str:
    mark = "" if row.fair else " **!**"
    return f"{100 * row.score:.0f} % ({100 * row.low:.0f} to {100 * row.high:.0f}){mark}"
