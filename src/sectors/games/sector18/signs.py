"""The drawings of Sector 18: ships, planets, Warp Holes, Asteroid Belts, and the small signs of the cards."""

from __future__ import annotations

from math import cos, pi, sin

from sectors.games.sector18.scene import Piece
from sectors.kit import svg as draw

# Seen from above, bow up; about 46 by 46, centred.
SILHOUETTES = {
    "L": "M0 -24L6 3L15 18L0 11L-15 18L-6 3z",
    "M": "M0 -24L6 -11V0L22 9V17L6 13L0 20L-6 13L-22 17V9L-6 0V-11z",
    "S": "M-4 -23H4V-8A13.5 13.5 0 1 1 -4 -8zM0 -1A6 6 0 1 0 .1 -1z",
    "H": "M-8 -24H8L14 -11V3L22 9V19H9L5 14H-5L-9 19H-22V9L-14 3V-11z",
}
BURST = "M0 -10L2.6 -3.6L8.7 -5L4.4 0L8.7 5L2.6 3.6L0 10L-2.6 3.6L-8.7 5L-4.4 0L-8.7 -5L-2.6 -3.6z"
CHEVRONS = "M-7 0L0 -7L7 0M-7 8L0 1L7 8"
ARROW = "M0 -9L8 1H3V9H-3V1H-8z"
HEART = "M-7 -8H7V1L0 9L-7 1z"  # drawn as a small shield: a point of Health
LOZENGE = "M0 -7L7 0L0 7L-7 0z"


@draw.once
def ship(piece: Piece, down: bool) -> str:
    """Draw the token of a ship, 100 by 100: its silhouette, and a dark foot with Damage and Speed."""
    colour = draw.seat(piece.side)
    foot = 6 if down else 70
    figures = draw.group(
        draw.path(BURST, fill=colour, transform=f"translate(20 {foot + 12})"),
        draw.text(31, foot + 19, piece.damage, 21, colour, weight=700),
        draw.path(CHEVRONS, fill="none", stroke=colour, stroke_width=3, transform=f"translate(64 {foot + 12})"),
        draw.text(75, foot + 19, piece.speed, 21, colour, weight=700),
    )
    parts = [
        draw.path(draw.plate(6, 4, 88, 92, down), fill=colour),
        silhouette(piece.ship, 50, 56 if down else 45, down),
        draw.rect(6, foot, 88, 24, fill="on-seat", opacity=0.88),
        figures,
    ]
    if piece.up:
        roof = "M1 79L50 103L99 79" if down else "M1 21L50 -3L99 21"
        parts.append(draw.path(roof, fill="none", stroke=colour, stroke_width=4))
        parts.append(upgrade_sign(84, 62 if down else 38))
    return "".join(parts)


@draw.once
def silhouette(ship: str, x: float, y: float, down: bool = False, fill: str = "on-seat", scale: float = 1) -> str:
    outline = draw.path(SILHOUETTES[ship], fill=fill, fill_rule="evenodd")
    return draw.group(outline, at=(x, y), turn=180 if down else 0, scale=scale)


@draw.once
def empty_plate(ship: str, x: float, y: float, colour: str) -> str:
    """Draw the empty place of a ship in the reserve, 50 by 54."""
    plate = draw.path(draw.plate(x, y, 50, 54), fill="none", stroke=colour, stroke_dasharray="3 3")
    return plate + silhouette(ship, x + 25, y + 30, fill=colour, scale=0.72)


@draw.once
def upgrade_sign(x: float, y: float) -> str:
    return draw.group(draw.circle(0, 0, 13, fill="sheet"), draw.path(ARROW, fill="victim"), at=(x, y))


@draw.once
def planet(radius: float, claim: str) -> str:
    """Draw a globe; its ring is solid for side 0, dashed for side 1, in two halves when contested."""
    r = radius
    n = draw.number
    lines = (
        f"M{n(-r)} 0A{n(r)} {n(r * 0.35)} 0 0 0 {n(r)} 0M0 {n(-r)}A{n(r * 0.4)} {n(r)} 0 0 0 0 {n(r)}"
        f"M{n(-r * 0.87)} {n(-r / 2)}A{n(r * 0.87)} {n(r * 0.3)} 0 0 0 {n(r * 0.87)} {n(-r / 2)}"
        f"M{n(-r * 0.87)} {n(r / 2)}A{n(r * 0.87)} {n(r * 0.3)} 0 0 0 {n(r * 0.87)} {n(r / 2)}"
    )
    night = f"M0 {n(-r)}A{n(r)} {n(r)} 0 0 1 0 {n(r)}A{n(r / 2)} {n(r)} 0 0 0 0 {n(-r)}z"
    return (
        ring(radius + 9, claim)
        + draw.circle(0, 0, r, fill="ink-3")
        + draw.path(lines, fill="none", stroke="void", stroke_width=1.6, opacity=0.6)
        + draw.path(night, fill="void", opacity=0.32)
    )


def ring(radius: float, claim: str) -> str:
    if claim == "none":
        return draw.circle(0, 0, radius, fill="none", stroke="rule", stroke_dasharray="2 4")
    if claim == "contested":
        r = draw.number(radius)
        halves = (f"M-4 -{r}A{r} {r} 0 0 0 -4 {r}", f"M4 -{r}A{r} {r} 0 0 1 4 {r}")
        return "".join(
            draw.path(half, fill="none", stroke=draw.seat(side), stroke_width=4, stroke_dasharray=dashes(side))
            for side, half in enumerate(halves)
        )
    side = int(claim)
    return draw.circle(0, 0, radius, fill="none", stroke=draw.seat(side), stroke_width=4, stroke_dasharray=dashes(side))


def dashes(side: int) -> str | None:
    return "9 5" if side else None


@draw.once
def warp_hole(radius: float) -> str:
    parts = [draw.circle(0, 0, radius * 0.12, fill="game")]
    for i, part in enumerate((0.28, 0.52, 0.76, 1.0)):
        parts.append(
            draw.element(
                "ellipse",
                rx=radius * part * 1.2,
                ry=radius * part,
                fill="none",
                stroke="game",
                stroke_width=1 + 0.3 * i,
                stroke_dasharray=f"{10 + 5 * i} {4 + 2 * i}" if i else None,
                transform=f"rotate({14 * i - 18})",
            )
        )
    return "".join(parts)


@draw.once
def asteroids(width: float, height: float, seed: int) -> str:
    """Draw rocks round the middle, identical in every picture of that zone."""
    rocks = []
    for i in range(9):
        angle = (seed * 37 + i * 137) % 360 * pi / 180
        reach = 0.2 + 0.8 * ((seed * 7 + i * 5) % 11) / 11
        size = 5 + (seed + i * 4) % 7
        x, y = cos(angle) * reach * width / 2, sin(angle) * reach * height / 2
        corners = [
            (x + cos(turn * pi / 3.5) * size * (0.8 + 0.1 * ((i + turn) % 4)), y + sin(turn * pi / 3.5) * size)
            for turn in range(7)
        ]
        rocks.append(draw.outline(corners))
    return draw.path("".join(rocks), fill="rule", stroke="edge", stroke_width=1.4)


@draw.once
def stars(width: float, height: float, seed: int) -> str:
    """Draw a few stars, as decoration."""
    parts = []
    number = seed * 7919 + 13
    for _ in range(9):
        number = (number * 1103515245 + 12345) % 2**31
        x, y, size = number % 997 / 997, number // 997 % 991 / 991, (1.3, 1.9, 2.6)[number // 7 % 3]
        parts.append(draw.box(4 + x * (width - 8), 28 + y * (height - 32), size, size))  # below the lettering
    return draw.path("".join(parts), fill="edge")


@draw.once
def pips(x: float, y: float, outline: str, full: int, whole: int, colour: str, step: float = 18) -> str:
    """Draw a row of small signs, the first `full` of them filled, scaled down if `step` is small."""
    scale = f" scale({draw.number(min(1.0, step / 16))})" if step < 16 else ""
    parts = [
        draw.path(
            outline,
            fill=colour if i < full else "none",
            stroke=colour,
            stroke_width=1.5,
            transform=f"translate({draw.number(i * step)} 0){scale}",
        )
        for i in range(whole)
    ]
    return draw.group(*parts, at=(x, y))
