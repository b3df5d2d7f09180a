"""An evaluator with a hidden layer, for features that matter in combination: the weighted sums of `kit.linear` plus a
layer of hidden units. A unit weighs a seat's features and the average of the others', and adds its activation to the
seat's sum: an attack at hand means little to a seat that has won already, and everything if both are weak.

    class Judge(Deep):
        names = ("units", "supplied", "steps_1")

Its weights are in the same file, in the table [hidden]; `sectors train` finds them in its step `learn`. If no unit adds
anything, the evaluator is linear and as fast.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import ClassVar

import cython

from sectors.kit.core import Core
from sectors.kit.linear import Linear

if not cython.compiled:
    from sectors.kit.core import MOST_SEATS
    from sectors.kit.linear import MOST_FEATURES

UNITS = 16


class Deep(Linear):
    units: ClassVar[int] = UNITS
    found: list[MutableSequence[float]]  # the features of each seat
    adds: MutableSequence[float]  # the most that each unit can add
    bias: MutableSequence[float]  # of each unit
    own: list[MutableSequence[float]]  # weights of the seat's features
    others: list[MutableSequence[float]]  # weights of the others' features, averaged
    deep: bool

    def __init__(self, weights: dict[str, float]) -> None:
        if not cython.compiled:
            self.found = [[0.0] * MOST_FEATURES for _ in range(MOST_SEATS)]
            self.adds, self.bias = [0.0] * UNITS, [0.0] * UNITS
            self.own = [[0.0] * UNITS for _ in range(MOST_FEATURES)]
            self.others = [[0.0] * UNITS for _ in range(MOST_FEATURES)]
        super().__init__(weights)

    @classmethod
    def weight_names(cls) -> tuple[str, ...]:
        rows = ["adds", "bias", *(f"{whose}.{name}" for name in cls.names for whose in ("own", "others"))]
        return (*cls.names, *(f"{row}.{unit}" for row in rows for unit in range(UNITS)))

    def set_weights(self, weights: dict[str, float]) -> None:
        Linear.set_weights(self, weights)
        self.deep = False
        for unit in range(UNITS):
            self.adds[unit] = weights.get(f"adds.{unit}", 0.0)
            self.bias[unit] = weights.get(f"bias.{unit}", 0.0)
            self.deep = self.deep or self.adds[unit] != 0.0
            for i, name in enumerate(self.names):
                self.own[i][unit] = weights.get(f"own.{name}.{unit}", 0.0)
                self.others[i][unit] = weights.get(f"others.{name}.{unit}", 0.0)

    def get_weights(self) -> dict[str, float]:
        weights = Linear.get_weights(self)
        for unit in range(UNITS):
            weights[f"adds.{unit}"] = self.adds[unit]
            weights[f"bias.{unit}"] = self.bias[unit]
            for i, name in enumerate(self.names):
                weights[f"own.{name}.{unit}"] = self.own[i][unit]
                weights[f"others.{name}.{unit}"] = self.others[i][unit]
        return {name: weights[name] for name in self.weight_names()}

    def judge(self, core: Core, values: MutableSequence[float]) -> None:
        self.prepare(core)
        for seat in range(core.seats):
            self.measure(core, seat, self.found[seat])
            values[seat] = self.sum_up(self.found[seat])
        self.deepen((1 << core.seats) - 1, values)
        self.into_results(core.seats, values)

    def deepen(self, there: int, totals: MutableSequence[float]) -> None:
        """Add the units' output to the sum of each seat whose bit in `there` is set, from the features in `found`."""
        if not self.deep:
            return
        if not cython.compiled:
            level = [0.0] * UNITS
            others = [0] * MOST_SEATS
        for seat in range(MOST_SEATS):
            if there >> seat & 1:
                number = 0
                for other in range(MOST_SEATS):
                    if other != seat and there >> other & 1:
                        others[number] = other
                        number += 1
                for unit in range(UNITS):
                    level[unit] = self.bias[unit]
                for i in range(self.size):
                    value = self.found[seat][i]
                    if value != 0.0:
                        for unit in range(UNITS):
                            level[unit] += self.own[i][unit] * value
                    value = 0.0
                    for j in range(number):
                        value += self.found[others[j]][i]
                    if value != 0.0:
                        value /= number
                        for unit in range(UNITS):
                            level[unit] += self.others[i][unit] * value
                for unit in range(UNITS):
                    size = level[unit] if level[unit] > 0.0 else -level[unit]
                    totals[seat] += self.adds[unit] * level[unit] / (1.0 + size)
