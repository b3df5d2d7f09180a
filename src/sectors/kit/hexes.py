"""The geometry of hexagons in pictures."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import cos, hypot, pi, sin, sqrt

Point = tuple[float, float]


@dataclass(frozen=True)
class Hexes:
    """A map of hexagons, addressed by axial coordinates; y grows downwards.

    Flat-topped: q counts columns to the right, r rows downwards, direction 0 is north and they go clockwise.
    Pointy-topped: q counts to the right, r rows downwards, direction 0 is north-east.

    >>> hexes = Hexes(size=10)
    >>> hexes.centre(2, -1)
    (30.0, 0.0)
    >>> [hexes.step(0, 0, direction) for direction in range(6)]
    [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
    """

    size: float  # from the centre to a corner
    flat: bool = True
    left: float = 0.0  # left, top: the centre of hexagon (0, 0)
    top: float = 0.0

    def centre(self, q: float, r: float) -> Point:
        """Return the centre of a hexagon."""
        if self.flat:
            return self.left + 1.5 * self.size * q, self.top + sqrt(3) * self.size * (r + q / 2)
        return self.left + sqrt(3) * self.size * (q + r / 2), self.top + 1.5 * self.size * r

    def column(self, column: int, row: int, low: int = 0) -> Point:
        """Return the centre of a hexagon in a map of columns (flat-topped); columns with `column % 2 == low` are half a
        hexagon lower.

        >>> Hexes(size=10).column(2, 1), Hexes(size=10).column(3, 1)
        ((30.0, 25.980762113533157), (45.0, 17.32050807568877))
        """
        lower = 0.5 if column % 2 == low else 0.0
        return self.left + 1.5 * self.size * column, self.top + sqrt(3) * self.size * (row + lower)

    def corners(self, x: float, y: float, inset: float = 0.0) -> list[Point]:
        """Return the six corners around a centre, clockwise; side i lies between corners i and i + 1 and faces
        direction i. `inset` moves the sides inwards.

        >>> [(round(x), round(y)) for x, y in Hexes(size=10).corners(0, 0)]
        [(-5, -9), (5, -9), (10, 0), (5, 9), (-5, 9), (-10, 0)]
        """
        reach = self.size - inset * 2 / sqrt(3)
        first = -2 * pi / 3 if self.flat else -pi / 2
        return [(x + reach * cos(first + i * pi / 3), y + reach * sin(first + i * pi / 3)) for i in range(6)]

    def side(self, x: float, y: float, direction: int, inset: float = 0.0) -> tuple[Point, Point]:
        """Return the two ends of a side."""
        points = self.corners(x, y, inset)
        return points[direction % 6], points[(direction + 1) % 6]

    def mouth(self, x: float, y: float, direction: int) -> Point:
        """Return the middle of a side.

        >>> [round(value, 2) for value in Hexes(size=10).mouth(0, 0, 0)]
        [0.0, -8.66]
        """
        (ax, ay), (bx, by) = self.side(x, y, direction)
        return (ax + bx) / 2, (ay + by) / 2

    def step(self, q: int, r: int, direction: int) -> tuple[int, int]:
        """Return the neighbour in a direction."""
        steps = FLAT if self.flat else POINTY
        dq, dr = steps[direction % 6]
        return q + dq, r + dr

    def touch(self, first: Point, second: Point) -> bool:
        """Return whether the hexagons with these centres share a side."""
        return hypot(first[0] - second[0], first[1] - second[1]) < 2 * self.size


FLAT = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
POINTY = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


# The corners of a flat-topped hexagon in quarters of its width and halves of its height, clockwise from the right; and
# for each, the centre of the neighbour across the side to the next corner.
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
BEHIND = ((3, 1), (0, 2), (-3, 1), (-3, -1), (0, -2), (3, -1))


def region(cells: Collection[tuple[int, int]], low: int = 0) -> str:
    """Return the common outline of some hexagons (column, row) as the `d` of a path with small integers. Its origin is
    the centre of hexagon (0, 0); its units are `size / 2` across and `size * sqrt(3) / 2` down. `low` as for
    `Hexes.column`.

    >>> region([(0, 0)])
    'M1 0l1 1l-1 1h-2l-1-1l1-1z'
    """
    middles = {(3 * column, 2 * row + (1 if column % 2 == low else 0)) for column, row in cells}
    sides: dict[tuple[int, int], tuple[int, int]] = {}
    for x, y in sorted(middles):
        for i, (dx, dy) in enumerate(BEHIND):
            if (x + dx, y + dy) not in middles:
                (ax, ay), (bx, by) = CORNERS[i], CORNERS[(i + 1) % 6]
                sides[x + ax, y + ay] = (x + bx, y + by)
    parts = []
    while sides:
        first, at = sides.popitem()
        parts.append(f"M{first[0]} {first[1]}{stroke(first, at)}")
        while at in sides and sides[at] != first:
            following = sides.pop(at)
            parts.append(stroke(at, following))
            at = following
        del sides[at]
        parts.append("z")
    return "".join(parts)


def stroke(start: tuple[int, int], end: tuple[int, int]) -> str:
    dx, dy = end[0] - start[0], end[1] - start[1]
    return f"h{dx}" if dy == 0 else f"l{dx}{dy}" if dy < 0 else f"l{dx} {dy}"
