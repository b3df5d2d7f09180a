"""Rewards: zero-sum over the seats."""

from __future__ import annotations

from collections.abc import Sequence


def utilities(results: Sequence[float]) -> list[float]:
    """Convert the results of a game (0 to 1 each) to zero-sum rewards.

    For n seats, seat i gets (n r_i - sum of all r) / (n - 1): 1 for a sole winner, 0 for all if results are equal.

    >>> utilities([1.0, 0.0]), utilities([0.5, 0.5, 0.5]), utilities([0.0, 1.0, 0.0])
    ([1.0, -1.0], [0.0, 0.0, 0.0], [-0.5, 1.0, -0.5])
    """
    seats, total = len(results), sum(results)
    if seats == 1:
        return [2.0 * results[0] - 1.0]
    return [(seats * result - total) / (seats - 1) for result in results]
