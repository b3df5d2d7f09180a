"""How much one connection, or one address, may ask for."""

from __future__ import annotations

import time

MOST_ADDRESSES = 20_000
PATIENCE = 30.0  # seconds that somebody must be away, or a bot think, before others may replace them


class Bucket:
    """So many a second, and a few more at once."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = time.monotonic()

    def wait(self) -> float:
        """0 if one more is allowed now, else the seconds until it is."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0.0
        return (1 - self.left) / self.rate


class Addresses:
    """A bucket for each address; none if the rate is 0."""

    def __init__(self, rate: float, connections: int) -> None:
        self.rate = rate
        self.most = connections
        self._buckets: dict[str, Bucket] = {}
        self._open: dict[str, int] = {}

    def wait(self, address: str) -> float:
        if self.rate <= 0:
            return 0.0
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= MOST_ADDRESSES:
                self._forget()
            bucket = self._buckets[address] = Bucket(self.rate, 4 * self.rate)
        return bucket.wait()

    def _forget(self) -> None:
        """Drop those that have not been heard of for long enough to be full again."""
        old = time.monotonic() - 5
        self._buckets = {address: bucket for address, bucket in self._buckets.items() if bucket.at > old}

    def connect(self, address: str) -> bool:
        """Whether that address may have one more WebSocket."""
        now = self._open.get(address, 0)
        if self.rate > 0 and now >= self.most:
            return False
        self._open[address] = now + 1
        return True

    def disconnect(self, address: str) -> None:
        now = self._open.get(address, 0) - 1
        if now > 0:
            self._open[address] = now
        else:
            self._open.pop(address, None)
