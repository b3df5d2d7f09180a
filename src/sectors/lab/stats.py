"""Intervals, Elo and sequential tests for the scores of matches."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Z95 = 1.959964
SURE = math.log(19)  # log likelihood ratio for error rates of 5 %
MARGIN = 20.0  # Elo: a sequential test decides between this much stronger and this much weaker
FEW = 8  # fewest deals for a sequential test


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan


@dataclass
class Sums:
    """Running count, mean and sum of squared deviations of values (Welford's method).

    >>> sums = Sums.of([1.0, 2.0, 4.0])
    >>> sums.count, round(sums.mean, 3), round(sums.variance, 3)
    (3, 2.333, 2.333)
    """

    count: int = 0
    middle: float = 0.0
    scatter: float = 0.0

    @classmethod
    def of(cls, values: Iterable[float]) -> Sums:
        sums = cls()
        for value in values:
            sums.add(value)
        return sums

    def add(self, value: float) -> None:
        self.count += 1
        off = value - self.middle
        self.middle += off / self.count
        self.scatter += off * (value - self.middle)

    @property
    def mean(self) -> float:
        return self.middle if self.count else math.nan

    @property
    def variance(self) -> float:
        """The sample variance."""
        return self.scatter / (self.count - 1) if self.count > 1 else 0.0


def interval(values: Sequence[float] | Sums) -> tuple[float, float]:
    """Return the 95 % interval of the mean of independent values between 0 and 1.

    Wilson's interval, with the number of yes-or-no trials that would have the same variance: it never exceeds 0 to 1,
    and is honest where all values are equal.

    >>> low, high = interval([1.0] * 40)
    >>> round(low, 3), round(high, 3)
    (0.912, 1.0)
    """
    sums = values if isinstance(values, Sums) else Sums.of(values)
    if not sums.count:
        return 0.0, 1.0
    middle, spread = sums.mean, sums.variance
    trials = float(sums.count)
    if spread > 1e-12:
        trials = max(middle * (1 - middle) / (spread / sums.count), trials / 2)
    z2 = Z95 * Z95
    centre = (middle + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 * math.sqrt(middle * (1 - middle) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    return max(0.0, centre - half), min(1.0, centre + half)


def elo(score: float, share: float = 0.5) -> float:
    """Return the Elo difference at which `score` is expected, where equal players expect `share`.

    >>> round(elo(0.75))
    191
    """
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return 400 * math.log10(score / (1 - score) * (1 - share) / share)


def expected(difference: float, share: float = 0.5) -> float:
    """Return the score to expect at an Elo difference."""
    odds = 10 ** (difference / 400) * share / (1 - share)
    return odds / (1 + odds)


def by_seat(score: float, first: float, games: int) -> tuple[float, float]:
    """Return the difference in strength and the worth of sitting first, both in Elo, from a match of two players who
    each sat first in half of the games. `score` is the score of one player, `first` that of the first seat. Each half
    counts as if it had one more game, a draw, so that a clean sweep is finite.

    >>> [round(number) for number in by_seat(0.65, 0.62, 1000)]
    [115, 94]
    """
    half = games / 2
    sitting_first, sitting_second = (
        elo((half * one + 0.5) / (half + 1)) for one in (score + first - 0.5, score - first + 0.5)
    )
    return (sitting_first + sitting_second) / 2, (sitting_first - sitting_second) / 2


@dataclass(frozen=True)
class Verdict:
    """The state of a sequential test: +1 stronger, -1 weaker, 0 not decided."""

    decision: int
    evidence: float  # log likelihood ratio; decided beyond +-SURE


def sequential(values: Sequence[float] | Sums, share: float = 0.5) -> Verdict:
    """Test whether a bot is MARGIN Elo stronger or weaker than an equal share. May be called after every deal
    (generalised sequential probability ratio test)."""
    sums = values if isinstance(values, Sums) else Sums.of(values)
    if sums.count < FEW:
        return Verdict(0, 0.0)
    strong, weak = expected(MARGIN, share), expected(-MARGIN, share)
    spread = (sums.scatter + share * (1 - share)) / sums.count  # never zero
    evidence = sums.count * (strong - weak) * (2 * sums.mean - strong - weak) / (2 * spread)
    return Verdict(0 if abs(evidence) < SURE else 1 if evidence > 0 else -1, evidence)
