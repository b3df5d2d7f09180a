"""The rules of Relay. Plain Python that runs as it is; rules.pxd gives Cython the C types of the same names."""

from __future__ import annotations

from collections.abc import MutableSequence

import cython

from sectors.kit.core import Actions, Core
from sectors.kit.dealer import Dealer

if not cython.compiled:  # rules.pxd imports the C versions
    from relay.numbers import MOST, OVER, SENT, SHUFFLE, YIELD, YIELDED


class Relay(Core):
    """Who holds each signal: seat 0 or 1, 2 for the pile; 4 more once it has been sent."""

    signals: int
    hand: int
    winner: int
    last: int  # the signal sent last, 0 before the first
    holder: MutableSequence[int]

    def __init__(self, signals: int, hand: int) -> None:
        if not cython.compiled:
            self.holder = [0] * MOST
        self.seats = 2
        self.signals = signals
        self.hand = hand
        self.to_act = 0
        self.reason = 0
        self.winner = -1
        self.last = 0

    def fresh(self) -> Core:
        return Relay(self.signals, self.hand)

    def copy_from(self, other: Core) -> None:
        self.take(cython.cast(Relay, other))

    def take(self, other: Relay) -> None:
        self.to_act = other.to_act
        self.winner = other.winner
        self.last = other.last
        for i in range(self.signals):
            self.holder[i] = other.holder[i]

    def begin(self, dealer: Dealer) -> None:
        """R1: shuffle, and deal a hand to each seat."""
        for i in range(self.signals):
            self.holder[i] = 0 if i < self.hand else 1 if i < 2 * self.hand else 2
        dealer.shuffle(SHUFFLE, self.holder, self.signals)
        self.to_act = 0
        self.winner = -1
        self.last = 0

    def list_legal(self, actions: Actions) -> None:
        actions.size = 0
        actions.add(YIELD)
        for signal in range(self.last + 1, self.signals + 1):  # R2: higher than the last
            if self.holder[signal - 1] == self.to_act:
                actions.add(signal)

    def apply(self, action: int, dealer: Dealer) -> None:
        seat = self.to_act
        if action == YIELD:  # R3
            self.winner = 1 - seat
            self.to_act = OVER
            dealer.tell(YIELDED, seat, 0, 0, 0)
            return
        self.holder[action - 1] = 4 + seat
        self.last = action
        self.to_act = 1 - seat
        dealer.tell(SENT, seat, action, 0, 0)

    def score(self, results: MutableSequence[float]) -> None:
        results[self.winner] = 1.0
        results[1 - self.winner] = 0.0

    def guess(self, seat: int, dealer: Dealer) -> None:
        """What has been sent, and the seat's own hand, are known; the others are dealt anew."""
        if cython.compiled:
            unknown = cython.declare(cython.uchar[40])
        else:
            unknown = [0] * MOST
        if self.to_act == OVER:  # R4
            return
        size = 0
        for holder in range(3):  # in an order that does not depend on who holds which
            for i in range(self.signals):
                if self.holder[i] == holder and holder != seat:
                    unknown[size] = holder
                    size += 1
        dealer.mix(unknown, size)
        size = 0
        for i in range(self.signals):
            if self.holder[i] < 3 and self.holder[i] != seat:
                self.holder[i] = unknown[size]
                size += 1

    # For the edge

    def holders(self) -> list[int]:
        return [self.holder[i] for i in range(self.signals)]

    def put(self, holders: list[int], last: int, to_act: int, winner: int) -> None:
        for i in range(self.signals):
            self.holder[i] = holders[i]
        self.last = last
        self.to_act = to_act
        self.winner = winner
