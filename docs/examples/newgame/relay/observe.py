"""What a seat sees of a position as numbers, for whoever learns from it. An action's number is its code."""

from __future__ import annotations

from collections.abc import MutableSequence

import cython

from relay.rules import Relay
from sectors.kit.core import Core
from sectors.kit.game import Game
from sectors.kit.observe import Field, Observer


class Watcher(Observer):
    signals: int

    def __init__(self, game: Game, signals: int) -> None:
        self.signals = signals
        fields = (
            Field("hand", (signals,), 0, 1, "signals in the own hand"),
            Field("sent", (2, signals), 0, 1, "signals sent, own first"),
            Field("shown", (2, signals), 0, 1, "at the end: the enemy's hand and the pile"),
        )
        parts = (Field("signal", (), 0, signals, "the signal sent, 0 to yield"),)
        super().__init__(game, 2, fields, parts, signals + 1)

    def observe(self, core: Core, seat: int, out: MutableSequence[int]) -> None:
        self.fill(cython.cast(Relay, core), seat, out)

    def fill(self, core: Relay, seat: int, out: MutableSequence[int]) -> None:
        at = self.frame(core, seat, out)
        for i in range(self.signals):
            holder = core.holder[i]
            if holder == seat:
                out[at + i] = 1
            elif holder >= 4:
                out[at + self.signals * (1 if holder - 4 == seat else 2) + i] = 1
            elif core.to_act < 0:  # R4
                out[at + self.signals * (4 if holder == 2 else 3) + i] = 1

    def describe(self, core: Core, code: int, out: MutableSequence[int]) -> None:
        out[0] = code
