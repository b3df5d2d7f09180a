"""What a good player looks at."""

from __future__ import annotations

from collections.abc import MutableSequence

import cython

from relay.rules import Relay
from sectors.kit.core import Core
from sectors.kit.linear import Linear


class Judge(Linear):
    names = ("higher",)  # signals in hand that can still be sent

    def measure(self, core: Core, seat: int, out: MutableSequence[float]) -> None:
        self.count(cython.cast(Relay, core), seat, out)

    def count(self, core: Relay, seat: int, out: MutableSequence[float]) -> None:
        out[0] = 0.0
        for signal in range(core.last, core.signals):
            if core.holder[signal] == seat:
                out[0] += 1.0
