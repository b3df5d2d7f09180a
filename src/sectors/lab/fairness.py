"""Is it fair? What each seat gets when equals play, over numbers of seats and the values of all options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape

from sectors import load
from sectors.kit import BadOption, Json
from sectors.kit.options import typed
from sectors.lab.match import Match, Report, run

FAIR = (0.4, 0.6)  # of two seats; for more, the same distance from an equal share, in proportion


@dataclass
class Row:
    """One seat under one set of conditions."""

    label: str
    score: float
    low: float
    high: float
    share: float  # what would be equal

    @property
    def fair(self) -> bool:
        """Not surely outside the band of 40 to 60 %."""
        return self.high >= FAIR[0] * 2 * self.share and self.low <= FAIR[1] * 2 * self.share


def conditions(game_name: str, also: list[str]) -> list[tuple[str, int, Json]]:
    """What to try: every number of seats, every value of every option that lists its values, and whatever else."""
    game = load(game_name)
    default, _ = game.settings(None, None)
    tried: list[tuple[str, int, Json]] = []
    for seats in game.seat_numbers:
        tried.append((f"{seats} seats" if seats > 1 else "1 seat", seats, dict(game.recommended(seats))))
    for option in game.options:
        for value in option.values:
            if value == option.default:
                continue
            options = {**game.recommended(default), option.name: value}
            try:
                game.settings(default, options)
            except BadOption:
                continue
            tried.append((f"{option.name} = {value}", default, options))
    for one in also:
        options = {**game.recommended(default), **typed([one])}
        game.settings(default, options)
        tried.append((one.replace("=", " = "), default, options))
    return tried


def measure(
    game: str,
    bot: str,
    games: int,
    also: list[str],
    processes: int | None,
    seed: str,
    progress: Callable[[str, Report], None],
) -> list[tuple[str, Report]]:
    found = []
    for label, seats, options in conditions(game, also):
        match = Match(game, [bot], games, seats, options, seed)
        report = run(match, processes, progress=partial(progress, label))
        found.append((label, report))
        if len(report.played) < games:
            break  # somebody pressed Ctrl-C
    return [(label, report) for label, report in found if report.played]


def rows(label: str, report: Report) -> list[Row]:
    share = report.match.share
    return [Row(f"{label}: seat {seat}", *one, share) for seat, one in enumerate(report.seat_results())]


def page(game: str, bot: str, measured: list[tuple[str, Report]]) -> str:
    """For the docs: table and picture."""
    title = load(game).title
    lines = [
        f"# Is {title} fair?",
        "",
        f"Measured by `sectors fairness {game} --bot {bot}`: the same bot on all seats. 95 % intervals.",
        "",
        f"![What each seat gets]({game}.svg)",
        "",
        "| conditions | games | result of each seat | decisions | ends |",
        "|---|--:|---|--:|---|",
    ]
    for label, report in measured:
        facts = report.summary()
        seats = "; ".join(
            f"{100 * row.score:.0f} % ({100 * row.low:.0f} to {100 * row.high:.0f}){'' if row.fair else ' **!**'}"
            for row in rows(label, report)
        )
        ends = ", ".join(f"{reason} {number}" for reason, number in facts["reasons"].items())
        length = f"{facts['decisions']['mean']:.0f} ({facts['decisions']['least']} to {facts['decisions']['most']})"
        lines.append(f"| {label} | {facts['games']} | {seats} | {length} | {ends} |")
    lines += [
        "",
        "**!** marks what is surely outside 40 to 60 % (for more than two seats: 0.8 to 1.2 times the share).",
    ]
    return "\n".join(lines) + "\n"


def picture(game: str, measured: list[tuple[str, Report]]) -> str:
    """A point and an interval for each seat, the fair band behind them."""
    every = [row for label, report in measured for row in rows(label, report)]
    left, width, step = 250, 420, 22
    height = 40 + step * len(every) + 24

    def x(score: float) -> float:
        return round(left + width * score, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 70} {height}" '
        f'font-family="sans-serif" font-size="12" role="img">',
        f"<title>{escape(load(game).title)}: what each seat gets when equals play</title>",
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for tenth in range(0, 11, 2):
        parts.append(
            f'<line x1="{x(tenth / 10)}" x2="{x(tenth / 10)}" y1="30" y2="{height - 24}" stroke="#ddd"/>'
            f'<text x="{x(tenth / 10)}" y="22" text-anchor="middle" fill="#555">{10 * tenth} %</text>'
        )
    for number, row in enumerate(every):
        y = 44 + step * number
        colour = "#1f6f8b" if row.fair else "#b3261e"
        band = (x(FAIR[0] * 2 * row.share), x(FAIR[1] * 2 * row.share))
        parts.append(
            f'<rect x="{band[0]}" width="{band[1] - band[0]:.1f}" y="{y - 9}" height="18" fill="#e8f3ee"/>'
            f'<text x="{left - 10}" y="{y + 4}" text-anchor="end" fill="#222">{escape(row.label)}</text>'
            f'<line x1="{x(row.low)}" x2="{x(row.high)}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="2"/>'
            f'<circle cx="{x(row.score)}" cy="{y}" r="4" fill="{colour}"/>'
            f'<text x="{left + width + 10}" y="{y + 4}" fill="#222">{100 * row.score:.0f} %</text>'
        )
    return "".join([*parts, "</svg>"]) + "\n"
