"""Plots for reports, as SVG that follows the page's theme."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, LEFT, RIGHT, STEP = 720, 210, 70, 22


@dataclass(frozen=True)
class Row:
    """A point and its interval."""

    label: str
    value: float
    low: float
    high: float
    found: bool = False  # whether it is a finding: significantly off the line
    shown: str = ""


def forest(rows: Sequence[Row], line: float, title: str, percent: bool = True) -> str:
    """Draw a forest plot: a point with its interval for each row, and a line at the neutral value."""
    if not rows:
        return ""
    least = min(line, *(row.low for row in rows))
    most = max(line, *(row.high for row in rows))
    pad = 0.05 * (most - least) or 0.05
    least, most = least - pad, most + pad
    height = 34 + STEP * len(rows)

    def x(value: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (value - least) / (most - least), 1)

    parts = [head(height, title), f'<line class="line" x1="{x(line)}" x2="{x(line)}" y1="24" y2="{height}"/>']
    for value in ticks(least, most):
        label = f"{100 * value:.0f} %" if percent else f"{value:g}"
        parts.append(f'<text class="tick" x="{x(value)}" y="14" text-anchor="middle">{label}</text>')
        parts.append(f'<line class="grid" x1="{x(value)}" x2="{x(value)}" y1="20" y2="{height}"/>')
    for number, row in enumerate(rows):
        y = 36 + STEP * number
        kind = "found" if row.found else "plain"
        shown = row.shown or (f"{100 * row.value:.1f} %" if percent else f"{row.value:.2f}")
        parts.append(
            f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(row.label[:32])}</text>'
            f'<line class="{kind}" x1="{x(row.low)}" x2="{x(row.high)}" y1="{y}" y2="{y}"/>'
            f'<circle class="{kind}" cx="{x(row.value)}" cy="{y}" r="4"/>'
            f'<text class="tick" x="{WIDTH - RIGHT + 8}" y="{y + 4}">{shown}</text>'
        )
    return "".join([*parts, "</svg>"])


def bars(values: Sequence[tuple[str, float]], title: str) -> str:
    """Draw the columns of a histogram."""
    if not values:
        return ""
    most = max(value for _, value in values) or 1.0
    width = (WIDTH - 40) / len(values)
    parts = [head(160, title)]
    for number, (label, value) in enumerate(values):
        x, tall = 20 + width * number, 110 * value / most
        parts.append(
            f'<rect class="bar" x="{x + 1:.1f}" y="{130 - tall:.1f}" width="{max(1.0, width - 2):.1f}" '
            f'height="{tall:.1f}"><title>{escape(label)}: {value:g}</title></rect>'
        )
        if number % max(1, len(values) // 12) == 0:
            parts.append(
                f'<text class="tick" x="{x + width / 2:.1f}" y="148" text-anchor="middle">{escape(label)}</text>'
            )
    return "".join([*parts, "</svg>"])


def calibration(bins: Sequence[tuple[float, float, float, float]], title: str) -> str:
    """Draw actual against expected results, with the diagonal on which they are equal."""
    size, edge = 240, 34

    def at(value: float) -> float:
        return round(edge + (size - edge - 20) * value, 1)

    def up(value: float) -> float:
        return round(size - at(value), 1)

    parts = [
        f'<svg class="plot square" viewBox="0 0 {size} {size}" role="img" aria-label="{escape(title)}">',
        f'<line class="line" x1="{at(0)}" y1="{up(0)}" x2="{at(1)}" y2="{up(1)}"/>',
    ]
    for value in (0.0, 0.5, 1.0):
        parts.append(f'<text class="tick" x="{at(value)}" y="{size - 8}" text-anchor="middle">{100 * value:.0f}</text>')
        parts.append(
            f'<text class="tick" x="{edge - 6}" y="{up(value) + 4}" text-anchor="end">{100 * value:.0f}</text>'
        )
    for thought, came, low, high in bins:
        parts.append(
            f'<line class="plain" x1="{at(thought)}" x2="{at(thought)}" y1="{up(max(0.0, low))}" '
            f'y2="{up(min(1.0, high))}"/><circle class="plain" cx="{at(thought)}" cy="{up(came)}" r="3.5"/>'
        )
    return "".join([*parts, "</svg>"])


def head(height: float, title: str) -> str:
    return f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'


def ticks(least: float, most: float) -> list[float]:
    """Return four to nine round numbers."""
    step = 10.0**-6
    for power in range(-6, 7):
        for unit in (1, 2, 5):
            step = unit * 10.0**power
            if (most - least) / step <= 8:
                first = -(-least // step)
                return [round((first + i) * step, 8) for i in range(int((most - first * step) / step) + 1)]
    return [step]
