"""The symbols of the pictures: terrain, hulls, mines. All are drawn around the centre of a hex of size 1."""

from __future__ import annotations

from math import cos, pi, sin

from sectors.kit import svg

# Hulls by faction, bow up, about 1.3 long; TENDER is for ships without weapons.
HULLS = (
    "M0-.62L.14-.3V.02L.46.3V.46L.14.36L.2.56H-.2L-.14.36L-.46.46V.3L-.14.02V-.3z",
    "M0-.66L.1-.1L.42-.36L.5.1L.22.5L.08.3L0 .6L-.08.3L-.22.5L-.5.1L-.42-.36L-.1-.1z",
    "M0-.6C.3-.5.56-.1.5.42L.24.16L.12.56H-.12L-.24.16L-.5.42C-.56-.1-.3-.5 0-.6z",
    "M0-.6L.34-.34L.44 0L.34.4L.12.56H-.12L-.34.4L-.44 0L-.34-.34z",
)
TENDER = "M-.22-.5H.22L.34-.34V.46L.2.56H-.2L-.34.46V-.34z"
LONG_HULLS = (
    "M0-1.5L.16-1.1V-.3L.48.1V.3L.3.36V1.2L.18 1.42H-.18L-.3 1.2V.36L-.48.3V.1L-.16-.3V-1.1z",
    "M0-1.5L.12-.9L.44-1.1L.52-.4L.3.2L.46 1L.2 1.42L0 1.2L-.2 1.42L-.46 1L-.3.2L-.52-.4L-.44-1.1L-.12-.9z",
    "M0-1.46C.3-1.3.4-.7.36-.2L.54.5L.5 1.1L.24.9L.12 1.42H-.12L-.24.9L-.5 1.1L-.54.5L-.36-.2C-.4-.7-.3-1.3 0-1.46z",
    "M0-1.46L.36-1.1L.4-.2L.5.3L.4 1.1L.14 1.42H-.14L-.4 1.1L-.5.3L-.4-.2L-.36-1.1z",
)


def round_dots(radius: float, count: int, size: float, turn: float = 0.0) -> str:
    """Return the outline of a ring of dots."""
    found = []
    for i in range(count):
        angle = turn + 2 * pi * i / count
        x, y = radius * cos(angle), radius * sin(angle)
        half = f"a{size} {size} 0 1 0 "
        found.append(f"M{svg.number(x - size)} {svg.number(y)}{half}{2 * size} 0{half}{-2 * size} 0z")
    return "".join(found)


def rocks() -> str:
    """Draw asteroids as some uneven stones."""
    stones = (
        (-0.36, -0.26, 0.2),
        (0.2, -0.4, 0.15),
        (0.44, 0.02, 0.19),
        (-0.06, 0.04, 0.22),
        (-0.46, 0.2, 0.13),
        (0.12, 0.44, 0.17),
        (-0.24, 0.48, 0.1),
    )
    parts = []
    for place, (x, y, size) in enumerate(stones):
        corners = [
            (
                x + size * (0.8 + 0.2 * ((i * 7 + place * 3) % 3)) * cos(i * pi / 3 + place),
                y + size * (0.8 + 0.2 * ((i * 5 + place) % 3)) * sin(i * pi / 3 + place),
            )
            for i in range(6)
        ]
        parts.append(svg.outline(corners))
    return svg.path("".join(parts), fill="raise", stroke="edge", stroke_width=0.05)


def cloud(dense: bool) -> str:
    """Draw a nebula as waves, closer together in a dense one."""
    rows = (-0.5, -0.25, 0.0, 0.25, 0.5) if dense else (-0.4, 0.0, 0.4)
    waves = "".join(f"M-.6 {svg.number(y)}q.15-.14.3 0t.3 0t.3 0t.3 0" for y in rows)
    return svg.path(waves, fill="none", stroke="g-star" if dense else "good", stroke_width=0.06)


TERRAIN = {
    "A": rocks(),
    "I": svg.path("M.1-.6L-.26.06H0L-.14.6L.3-.12H.04z", fill="none", stroke="ink-2", stroke_width=0.07)
    + svg.path(
        "M-.66-.2q.14-.16.3 0M-.66.16q.14-.16.3 0M.36-.2q.14-.16.3 0M.36.16q.14-.16.3 0",
        fill="none",
        stroke="ink-3",
        stroke_width=0.05,
    ),
    "N": cloud(dense=False),
    "M": cloud(dense=True),
    "O": svg.circle(0, 0, 0.44, fill="ink-3") + svg.path(round_dots(0.2, 3, 0.08, 0.4), fill="rule"),
    "P": svg.circle(0, 0, 0.56, fill="seat-5", opacity=0.75)
    + svg.path("M-.5-.24q.5.2 1 0M-.56.1q.56.22 1.12 0M-.4.4q.4.14.8 0", fill="none", stroke="void", stroke_width=0.06),
    "S": svg.circle(0, 0, 0.46, fill="lamp") + svg.path(round_dots(0.66, 12, 0.05), fill="lamp"),
    "W": "".join(
        svg.element(
            "ellipse",
            cx=0,
            cy=0,
            rx=r,
            ry=r * 0.62,
            fill="none",
            stroke="g-star",
            stroke_width=0.06,
            stroke_dasharray=".16 .1",
        )
        for r in (0.68, 0.44, 0.2)
    ),
    "B": svg.path("M0-.62L.2-.2L.62 0L.2.2L0 .62L-.2.2L-.62 0L-.2-.2z", fill="raise", stroke="ink-2", stroke_width=0.06)
    + svg.circle(0, 0, 0.14, fill="ink-2"),
}
MINE_SPIKES = "M0-.36V.36M-.31-.18L.31.18M-.31.18L.31-.18"


def mine(seat: int) -> str:
    """Draw a disc with six spikes in the seat's colour."""
    colour = svg.seat(seat)
    return svg.path(MINE_SPIKES, fill="none", stroke=colour, stroke_width=0.09) + svg.circle(0, 0, 0.2, fill=colour)


def hull(faction: int, long: bool, armed: bool) -> str:
    """Return the outline of a hull, bow up; a long one covers two hexes."""
    if long:
        return LONG_HULLS[faction % len(LONG_HULLS)]
    return HULLS[faction % len(HULLS)] if armed else TENDER
