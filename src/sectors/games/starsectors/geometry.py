"""Distances, bearings and lines of fire between hexes (R4), as tables indexed by the offset between two hexes.

The hex at q, s (R4.4) has the place q * STRIDE + s, so the difference of two places encodes the offset in both
directions: everything about a pair of hexes is looked up by that one number, the gap.
"""

from __future__ import annotations

from functools import cache

from sectors.games.starsectors.content import STEPS
from sectors.games.starsectors.numbers import SIDE

SPAN = SIDE - 1  # the largest difference in q
RISE = SPAN + SPAN // 2  # the largest difference in s
STRIDE = 2 * RISE + 2
MIDDLE = SPAN * STRIDE + RISE + 1  # the index of a difference of 0
GAPS = (2 * SPAN + 1) * STRIDE

# Bearings are in twelfths: 0, 2, ... are the six spines, 1, 3, ... the sextants between them (R4.5).
# R4.6: the arcs as bit sets of bearings relative to the heading.
ARC_SETS = {
    "none": 0,
    "fwd": 0b110000000111,  # spines 5, 0, 1 and the sextants between them
    "wide": 0b111100011111,  # spines 4, 5, 0, 1, 2
    "all": 0b111111111111,
}
REAR = 0b000111110000  # R4.7: spines 2, 3, 4
POINT_BLANK = 0b010000000101  # R8.5: spines 5, 0, 1


@cache
def gaps() -> tuple[list[int], list[int], list[int], list[int]]:
    """Return distance, bearing and the two traces (R4.8) for every gap.

    A line in the sextant between directions g and g + 1 consists of steps in these two directions; a trace has bit i
    set if its step i goes in direction g + 1.
    """
    distance, bearing, trace1, trace2 = ([0] * GAPS for _ in range(4))
    for dq in range(-SPAN, SPAN + 1):
        for ds in range(-RISE, RISE + 1):
            gap = dq * STRIDE + ds + MIDDLE
            distance[gap] = n = max(abs(dq), abs(ds), abs(dq + ds))
            if n == 0:
                continue
            bearing[gap] = direction = bearing_of(dq, ds)
            if direction % 2 and n <= RISE:
                trace1[gap] = trace(dq, ds, n, direction // 2, up=False)
                trace2[gap] = trace(dq, ds, n, direction // 2, up=True)
    return distance, bearing, trace1, trace2


def bearing_of(dq: int, ds: int) -> int:
    for g in range(6):
        (q1, s1), (q2, s2) = STEPS[g], STEPS[(g + 1) % 6]
        # dq, ds = x steps in direction g and y in direction g + 1; the determinant of the two directions is 1
        x, y = dq * s2 - ds * q2, q1 * ds - s1 * dq
        if x > 0 and y >= 0:
            return 2 * g + (y > 0)
    raise ValueError("a hex has no bearing from itself")


def trace(dq: int, ds: int, n: int, g: int, up: bool) -> int:
    """Return the hexes nearest to the line (R4.8), as the bits of its steps."""
    bits = 0
    old_q = old_s = 0
    ahead = STEPS[g]
    for i in range(1, n + 1):
        if abs(dq) == n:
            q, s = i * dq // n, nearest(i * ds, n, up)
        else:
            q = nearest(i * dq, n, up)
            s = i * ds // n if abs(ds) == n else i * (dq + ds) // n - q
        if (q - old_q, s - old_s) != ahead:
            bits |= 1 << (i - 1)
        old_q, old_s = q, s
    return bits


def nearest(numerator: int, n: int, up: bool) -> int:
    """Return numerator / n rounded to the nearest integer, halves up or down."""
    return (2 * numerator + n - (not up)) // (2 * n)
