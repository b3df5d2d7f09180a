"""The printed parts of the pictures: signs of the units, plates, diagrams, the City, the ground."""

from __future__ import annotations

from math import cos, pi, sin

from sectors.games.sector219.content import Offsets, Unit
from sectors.kit import svg

# Signs of the units in the standard cards, about 44 by 44, centred; other units show their letter.
# A part is (outline, stroke width), with width 0 for a filled one. The last field: whether it turns with the plate.
SIGNS: dict[str, tuple[tuple[tuple[str, float], ...], bool]] = {
    "Infantry": ((("M-19-18L19 18M19-18L-19 18", 6),), False),
    "Marines": (
        (
            ("M0-18V18M-11-11H11M-20 1C-19 13-9 18 0 18S19 13 20 1", 6),
            ("M0-26a5 5 0 0 1 0 10a5 5 0 0 1 0-10z", 0),
        ),
        False,
    ),
    "Shock Troops": ((("M-19 3L0-16L19 3M-19 20L0 1L19 20", 6),), True),
    "Artillery": ((("M0 5V-26", 8), ("M-18 3H18M-3 5L-12 24M3 5L12 24", 5), ("M-19-7V13M19-7V13", 7)), True),
    "Skirmishers": (
        (
            ("M0-21a7 7 0 0 1 0 14a7 7 0 0 1 0-14z", 0),
            ("M-17 5a7 7 0 0 1 0 14a7 7 0 0 1 0-14z", 0),
            ("M17 5a7 7 0 0 1 0 14a7 7 0 0 1 0-14z", 0),
            ("M-6-2L-11 4M6-2L11 4M-5 13H5", 4),
        ),
        False,
    ),
    "Drop Squad": ((("M-22-3a22 19 0 0 1 44 0z", 0), ("M-21-3L0 20L21-3M0-3V20", 3.5)), False),
}
CUT_LINK = "M-6-1a4 4 0 0 1 4-4M6 1a4 4 0 0 1-4 4M-7 7L7-7"
CROSS_HAIR = "M0-11a11 11 0 0 1 0 22a11 11 0 0 1 0-22zM0-18V-6M0 6V18M-18 0H-6M6 0H18"


def sign(unit: Unit, colour: str, at: svg.Point = (0, 0), scale: float = 1.0, down: bool = False) -> str:
    """Draw the sign of a unit, or its letter if it has none."""
    if unit.name not in SIGNS:
        return svg.text(at[0], at[1] + 16 * scale, unit.letter, 46 * scale, colour, "middle", 700)
    parts, turns = SIGNS[unit.name]
    drawn = [
        svg.path(d, fill="none", stroke=colour, stroke_width=width) if width else svg.path(d, fill=colour)
        for d, width in parts
    ]
    return svg.group(*drawn, at=at, scale=scale, turn=180 if down and turns else 0)


@svg.once
def plate(unit: Unit, seat: int, supplied: bool, down: bool, named: bool = True) -> str:
    """Draw a unit in play, 100 by 100, with its point to the front; hollow if out of supply."""
    colour = svg.seat(seat)
    letters = "on-seat" if supplied else "ink-2"
    parts = [
        svg.path(svg.plate(10, 9, 80, 82, down), fill=colour)
        + svg.path(svg.plate(14, 13.5, 72, 73.5 if not down else 73, down), fill="none", stroke="on-seat", opacity=0.38)
        if supplied
        else svg.path(
            svg.plate(10, 9, 80, 82, down), fill="sheet", stroke=colour, stroke_width=3, stroke_dasharray="7 4"
        )
    ]
    if seat == 1:  # hatching along the rear edge, to mark the owner by more than colour and direction
        rear = [(11, 9), (89, 9), (89, 14), (11, 14)] if down else [(11, 86), (89, 86), (89, 91), (11, 91)]
        hatching = svg.hatch(rear, 9, stroke=letters if supplied else colour, stroke_width=2, opacity=0.55)
        parts.append(hatching)
    parts.append(sign(unit, "on-seat" if supplied else colour, (50, 56 if down else 49), 0.94 if named else 1.1, down))
    if named:
        parts.append(svg.text(50, 29 if down else 82, unit.name, 13.5, letters, "middle", 640, 72, room=70))
    if not supplied:
        parts.append(
            svg.group(
                svg.circle(0, 0, 13, fill="sheet", stroke=colour, stroke_width=2.5),
                svg.path(CUT_LINK, fill="none", stroke="ink", stroke_width=2.6),
                at=(85, 68 if down else 25),
            )
        )
    return "".join(parts)


@svg.once
def road(start: svg.Point, end: svg.Point, seat: int) -> str:
    """Draw a supply line between two spaces: two thin lines with dots between."""
    colour = svg.seat(seat)
    return (
        svg.line(start, end, stroke=colour, stroke_width=12)
        + svg.line(start, end, stroke="sheet", stroke_width=7)
        + svg.line(start, end, stroke=colour, stroke_width=3.4, stroke_dasharray="3 8")
    )


@svg.once
def base(seat: int) -> str:
    """Draw the frame of a base, 100 by 100; it stays visible around a unit."""
    return svg.rect(2, 2, 96, 96, fill=svg.mix(svg.seat(seat), 14), stroke=svg.seat(seat), stroke_width=2.5)


@svg.once
def city() -> str:
    """Draw the City as a town plan, 100 by 100."""
    blocks = "M14 14h16v13h-16zM35 12h12v15h-12zM53 14h14v12h-14zM73 14h13v18h-13z"
    blocks += "M12 34h14v20h-14zM74 40h14v22h-14zM12 61h12v12h-12zM70 69h14v16h-14z"
    blocks += "M14 80h20v8h-20zM40 74h11v14h-11zM56 76h10v11h-10zM30 32h9v8h-9zM62 32h7v6h-7z"
    return (
        svg.rect(2, 2, 96, 96, fill="raise")
        + svg.path(blocks, fill=svg.mix("edge", 45, "raise"))
        + svg.circle(50, 52, 19, fill="sheet", stroke="ink-2", stroke_width=1.5)
        + svg.text(50, 57, "City", 15, "ink", "middle", 600)
    )


@svg.once
def strike(used: bool) -> str:
    """Draw an Air Strike, 40 by 40, centred; a used one is dashed and struck through."""
    dashes = "4 4" if used else None
    colour = "ink-3" if used else "ink"
    cross = svg.path(CROSS_HAIR, fill="none", stroke=colour, stroke_width=2.6, opacity=0.6 if used else None)
    return (
        svg.rect(-20, -20, 40, 40, fill="none" if used else "raise", stroke="edge", stroke_dasharray=dashes)
        + cross
        + (svg.line((-20, 20), (20, -20), stroke=colour, stroke_width=2.6) if used else "")
    )


@svg.once
def diagram(marked: Offsets, mark: str, seat: int) -> str:
    """Draw one of a unit's three diagrams, with the enemy at the top: dots for supply, crosses for attack, diamonds for
    attack without support, plus signs for support. 10 units a space, centred on the unit."""
    reach = {(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} | set(marked)
    shapes = {
        "supply": "M-2.6 0a2.6 2.6 0 0 1 5.2 0a2.6 2.6 0 0 1-5.2 0z",
        "attack": "M-2.8-2.8L2.8 2.8M2.8-2.8L-2.8 2.8",
        "alone": "M0-3.6L3.6 0L0 3.6L-3.6 0z",
        "support": "M0-3.4V3.4M-3.4 0H3.4",
    }
    filled = mark in ("supply", "alone")
    grid = "".join(svg.box(10 * dx - 4.5, -10 * dy - 4.5, 9, 9) for dx, dy in sorted(reach))
    marks = [
        svg.group(
            svg.path(
                shapes[mark], fill="ink" if filled else "none", stroke=None if filled else "ink", stroke_width=1.8
            ),
            at=(10 * dx, -10 * dy),
        )
        for dx, dy in marked
    ]
    return svg.path(grid, fill="none", stroke="rule") + svg.rect(-4, -4, 8, 8, fill=svg.seat(seat)) + "".join(marks)


@svg.once_large
def contours(side: int) -> str:
    """Draw the ground of a field of `side` spaces a side, 100 units each: hills, as decoration."""
    hills = ((0.24, 0.22, 0.9, 5), (0.8, 0.36, 1.2, 6), (0.34, 0.84, 1.1, 5), (0.86, 0.9, 0.8, 4))
    curves = []
    for place, (x, y, grow, rings) in enumerate(hills):
        for ring in range(1, rings + 1):
            points = []
            for step in range(14):
                angle = 2 * pi * step / 14
                wobble = 1 + 0.24 * sin(2 * angle + place) + 0.13 * sin(3 * angle + ring * 0.6 + 2 * place)
                reach = (ring - 0.45) * 46 * grow * wobble
                points.append((x * side * 100 + 1.25 * reach * cos(angle), y * side * 100 + reach * sin(angle)))
            curves.append(smooth(points))
    return svg.path("".join(curves), fill="none", stroke="contour", stroke_width=1.6)


def smooth(points: list[svg.Point]) -> str:
    """Return a closed curve through the midpoints between neighbouring points."""
    ends = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    start = f"M{ends[-1][0]:.0f} {ends[-1][1]:.0f}"
    return (
        start
        + "".join(f"Q{a[0]:.0f} {a[1]:.0f} {b[0]:.0f} {b[1]:.0f}" for a, b in zip(points, ends, strict=True))
        + "z"
    )
