"""Statistical inference from games: intervals over deals, tests, and corrections for multiple tests.

Games of one deal, and events of one game, are not independent of each other. So everything here works with clusters:
what happened in one deal is one observation, however many games or events it has.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import NormalDist

from sectors.lab.stats import Sums

NORMAL = NormalDist()
LEVEL = 0.95  # confidence level of every interval
POWER = 0.8  # the chance to find a difference of the smallest detectable size
FLIPS = 9_999  # random sign flips in a test
MOST_FLIPPED = 20_000  # most differences in a sign-flip test; for more, a normal distribution is assumed
EXACT = 14  # most differences for which all sign flips are tried
FEW = 20  # fewest deals for a confidence sequence
OPENING = 200  # number of deals for which the width of a confidence sequence is optimised


@dataclass(frozen=True)
class Estimate:
    """A number with its standard error, interval and p-value against zero."""

    value: float
    error: float  # the standard error; infinite if unknown
    low: float
    high: float
    p: float
    clusters: int

    @classmethod
    def of(cls, value: float, error: float, clusters: int) -> Estimate:
        if clusters < 2 or not math.isfinite(error):
            return cls(value, math.inf, -math.inf, math.inf, 1.0, clusters)
        half = t_quantile((1 + LEVEL) / 2, clusters - 1) * error
        return cls(value, error, value - half, value + half, p_value(value, error, clusters - 1), clusters)


def p_value(value: float, error: float, freedom: int) -> float:
    """Return the two-sided p-value by Student's t."""
    if error <= 0.0:
        return 1.0 if value == 0.0 else 0.0
    t = abs(value) / error
    z = t * (1 - 1 / (4 * freedom)) / math.sqrt(1 + t * t / (2 * freedom))
    return 2 * NORMAL.cdf(-z)


def t_quantile(part: float, freedom: int) -> float:
    """Return a quantile of Student's t, by the Cornish-Fisher expansion.

    >>> round(t_quantile(0.975, 10), 2), round(t_quantile(0.975, 10_000), 2)
    (2.23, 1.96)
    """
    z, n = NORMAL.inv_cdf(part), float(freedom)
    first = (z**3 + z) / (4 * n)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    return z + first + second + third


class Clusters:
    """Sums and products of the values of each cluster, from which ratios of sums and their errors follow.

    A card's mean result is a ratio: the results of its players over the number of times it was played. Both vary from
    deal to deal and are correlated; the error takes that into account (the delta method).
    """

    def __init__(self, size: int) -> None:
        self.count = 0
        self.totals = [0.0] * size
        self.products = [[0.0] * size for _ in range(size)]

    def add(self, values: Sequence[float]) -> None:
        """Add the values of one cluster."""
        self.count += 1
        for i, value in enumerate(values):
            if value:
                self.totals[i] += value
                row = self.products[i]
                for j, other in enumerate(values):
                    row[j] += value * other

    def error(self, slopes: Sequence[float]) -> float:
        """Return the standard error of an estimate with these derivatives by the totals, where slopes times totals is
        zero."""
        if self.count < 2:
            return math.inf
        spread = sum(a * b * self.products[i][j] for i, a in enumerate(slopes) for j, b in enumerate(slopes))
        return math.sqrt(max(0.0, spread) * self.count / (self.count - 1))

    def ratio(self, top: int = 0, bottom: int = 1, less: float = 0.0) -> Estimate:
        """Return totals[top] / totals[bottom] minus the known number `less`."""
        if not self.totals[bottom]:
            return Estimate.of(math.nan, math.inf, 0)
        value = self.totals[top] / self.totals[bottom]
        slopes = [0.0] * len(self.totals)
        slopes[top], slopes[bottom] = 1 / self.totals[bottom], -value / self.totals[bottom]
        return Estimate.of(value - less, self.error(slopes), self.count)

    def contrast(self) -> Estimate:
        """Return totals[0] / totals[1] - totals[2] / totals[3]: the mean with something minus the mean without it."""
        with_sum, with_count, other_sum, other_count = self.totals[:4]
        if not with_count or not other_count:
            return Estimate.of(math.nan, math.inf, 0)
        one, other = with_sum / with_count, other_sum / other_count
        slopes = [0.0] * len(self.totals)
        slopes[:4] = [1 / with_count, -one / with_count, -1 / other_count, other / other_count]
        return Estimate.of(one - other, self.error(slopes), self.count)


def benjamini_hochberg(chances: Sequence[float]) -> list[float]:
    """Return for each p-value the false discovery rate among all at least as small (Benjamini and Hochberg).

    >>> [round(q, 3) for q in benjamini_hochberg([0.01, 0.04, 0.03, 0.5])]
    [0.04, 0.053, 0.053, 0.5]
    """
    order = sorted(range(len(chances)), key=lambda i: -chances[i])
    found, least = [1.0] * len(chances), 1.0
    for place, i in enumerate(order):
        least = min(least, chances[i] * len(chances) / (len(chances) - place))
        found[i] = least
    return found


def holm(chances: Sequence[float]) -> list[float]:
    """Return p-values corrected for multiple tests by Holm's method (family-wise error rate).

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    found, most = [1.0] * len(chances), 0.0
    for place, i in enumerate(order):
        most = max(most, min(1.0, chances[i] * (len(chances) - place)))
        found[i] = most
    return found


def sign_flip(differences: Sequence[float], seed: int = 0) -> float:
    """Return the p-value of a sign-flip test: how often the mean is as far from zero if each difference has a random
    sign, as it would if the two sides did not differ."""
    kept = [one for one in differences if one]
    if not kept:
        return 1.0
    reached = abs(sum(kept)) - 1e-9
    if len(kept) <= EXACT:
        sums = [0.0]
        for one in kept:
            sums = [total + sign for total in sums for sign in (one, -one)]
        return sum(abs(total) >= reached for total in sums) / len(sums)
    import numpy as np

    source = np.random.default_rng(seed)
    values = np.array(kept)
    hits, left = 0, FLIPS
    while left:
        rows = min(left, max(1, 2_000_000 // len(kept)))
        flips = source.integers(0, 2, size=(rows, len(kept)), dtype=np.int8) * 2 - 1
        hits += int((np.abs(flips @ values) >= reached).sum())
        left -= rows
    return (1 + hits) / (1 + FLIPS)


def sequence_half(count: int, spread: float) -> float:
    """Return half the width of a 95 % confidence sequence for a mean. It covers the truth after all deals at once, so
    that one may look and stop at any time (Robbins' normal mixture, in the asymptotic form of Waudby-Smith et al.)."""
    if count < FEW:
        return math.inf
    miss = 1 - LEVEL
    rate = (-math.log(miss) + math.log(-2 * math.log(miss)) + 1) / OPENING
    weight = count * rate + 1
    return spread * math.sqrt(2 * weight / (count * count * rate) * math.log(math.sqrt(weight) / miss))


@dataclass
class Paired:
    """A metric of two contents in the same deals, with the differences second minus first."""

    first: Sums = field(default_factory=Sums)
    second: Sums = field(default_factory=Sums)
    off: Sums = field(default_factory=Sums)
    kept: array[float] = field(default_factory=lambda: array("d"))

    def add(self, first: float, second: float) -> None:
        self.first.add(first)
        self.second.add(second)
        self.off.add(second - first)
        if self.off.count <= MOST_FLIPPED:
            self.kept.append(second - first)

    @property
    def error(self) -> float:
        return math.sqrt(self.off.variance / self.off.count) if self.off.count > 1 else math.inf

    def estimate(self) -> Estimate:
        return Estimate.of(self.off.mean, self.error, self.off.count)

    def p(self) -> float:
        """Return the p-value by a sign-flip test; for very many deals, by Student's t."""
        if self.off.count <= MOST_FLIPPED:
            return sign_flip(self.kept)
        return self.estimate().p

    def sequence(self) -> tuple[float, float]:
        """Return bounds that hold however often one looks. The added variance allows for small samples without any
        difference."""
        spread = math.sqrt(self.off.variance + 1 / max(1, self.off.count) ** 2)
        half = sequence_half(self.off.count, spread)
        return self.off.mean - half, self.off.mean + half

    def detectable(self) -> float:
        """Return the smallest difference that this number of deals detects four times in five."""
        return (NORMAL.inv_cdf((1 + LEVEL) / 2) + NORMAL.inv_cdf(POWER)) * self.error

    def same(self, margin: float) -> float:
        """Return the p-value against a difference of at least `margin`: below 5 %, the contents are the same within the
        margin (two one-sided tests)."""
        if self.off.count < 2:
            return 1.0
        freedom = self.off.count - 1
        error = max(self.error, 1 / self.off.count**2)  # never zero
        sides = (margin - self.off.mean, margin + self.off.mean)
        return max(p_value(side, error, freedom) / 2 if side > 0 else 1.0 for side in sides)

    def correlation(self) -> float:
        """Return the correlation of the two contents' values in the same deal."""
        whole = math.sqrt(self.first.variance * self.second.variance)
        return (self.first.variance + self.second.variance - self.off.variance) / (2 * whole) if whole else 0.0

    def saved(self) -> float:
        """Return how many times more deals would be needed without pairing."""
        apart = self.first.variance + self.second.variance
        return apart / self.off.variance if self.off.variance > 0 else 1.0
