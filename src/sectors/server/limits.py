"""Limits for one connection, one player or one address."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from functools import lru_cache
from typing import Any, ClassVar, Protocol

LARGEST = 64 * 1024  # bytes of a request or message
LARGEST_RECORD = 1024 * 1024
LARGEST_HEAD = 16 * 1024  # bytes of a request's address and headers
HEAD_SECONDS = 10.0  # within which a request's headers must arrive
BODY_SECONDS = 30.0  # within which its body must arrive
WRITE_SECONDS = 30.0  # within which a client must read some of what it is sent
MOST_PIPELINED = 16  # requests sent at once on one connection
MOST_SOCKETS = 100  # of one address, not counting its WebSockets
MOST_KEPT = 20_000
MOST_OPTIONS = 16 * 1024  # bytes of the options of a table or record
MOST_ABOUT = 16 * 1024  # bytes of what a record says about itself
MOST_MOVES = 1000  # legal moves in one position; the games without custom maps have about 150
RECORD_SECONDS = 3.0  # that replaying a record may take
PATIENCE = 30.0  # seconds that a person must be away, or a bot think, before others may replace them


class Bucket:
    """A token bucket: `rate` a second, up to `burst` at once."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = time.monotonic()

    def wait(self, cost: float = 1.0) -> float:
        """Take `cost` and return 0 if it is allowed now; otherwise return the seconds until it is."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left >= cost:
            self.left -= cost
            return 0.0
        return (cost - self.left) / self.rate


class SharedBuckets(Protocol):
    """Token buckets that all servers share."""

    async def take(self, bucket: str, rate: float, burst: float, cost: float) -> float | None:
        """Do what `Bucket.wait` does; return None if the shared buckets cannot be reached."""


class Buckets:
    """A bucket for each address or player, shared by all servers if possible. Otherwise this server keeps the most
    recently used ones. With a rate of 0 there is no limit."""

    def __init__(self, name: str, rate: float, burst: float, shared: SharedBuckets | None = None) -> None:
        self.name = name
        self.rate = rate
        self.burst = burst
        self._shared = shared
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    async def wait(self, who: str, cost: float = 1.0) -> float:
        if self.rate <= 0:
            return 0.0
        if self._shared is not None:
            wait = await self._shared.take(f"{self.name}:{who}", self.rate, self.burst, cost)
            if wait is not None:
                return wait
        bucket = self._kept.get(who)
        if bucket is None:
            bucket = self._kept[who] = Bucket(self.rate, self.burst)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(who)
        return bucket.wait(cost)


class Addresses:
    """Limits the requests and the sockets of each address. With a rate of 0 there are no limits."""

    def __init__(self, rate: float, connections: int, shared: SharedBuckets | None = None) -> None:
        self.rate = rate
        self.most = connections
        self._requests = Buckets("requests", rate, 4 * rate, shared)
        self.websockets: Counter[str] = Counter()
        self.sockets: Counter[str] = Counter()

    async def wait(self, address: str) -> float:
        """Return 0 if the address may send a request now, otherwise the seconds until it may."""
        return await self._requests.wait(address)

    def connect(self, address: str) -> bool:
        """Count one more WebSocket of an address; return whether it is allowed."""
        return self._take(self.websockets, address, self.most)

    def disconnect(self, address: str) -> None:
        give_back(self.websockets, address)

    def open_socket(self, address: str) -> bool:
        """Count one more HTTP connection of an address; return whether it is allowed."""
        return self._take(self.sockets, address, MOST_SOCKETS)

    def close_socket(self, address: str) -> None:
        give_back(self.sockets, address)

    def _take(self, held: Counter[str], address: str, most: int) -> bool:
        if self.rate > 0 and held[address] >= most:
            return False
        held[address] += 1
        return True


class Quotas:
    """Limits what players and addresses may use besides single requests. Without `wanted` there are no limits."""

    # kind: (rate a second, burst)
    KINDS: ClassVar[dict[str, tuple[float, float]]] = {
        "tables": (0.1, 40.0),
        "hints": (0.5, 30.0),
        "records": (0.1, 15.0),
        "lessons": (5.0, 100.0),
        "bytes": (20_000.0, 20_000_000.0),  # of request bodies, which end up on the disk
    }

    def __init__(self, wanted: bool, shared: SharedBuckets | None = None) -> None:
        self._buckets = {
            kind: Buckets(kind, rate if wanted else 0.0, burst, shared) for kind, (rate, burst) in self.KINDS.items()
        }

    async def wait(self, kind: str, address: str, player: str = "", cost: float = 1.0) -> float:
        """Return 0 if both the address and the player are within their limits, otherwise the seconds to wait."""
        wait = await self._buckets[kind].wait(f"address {address}", cost)
        return wait or (await self._buckets[kind].wait(f"player {player}", cost) if player else 0.0)


def is_custom(options: dict[str, Any]) -> bool:
    """Return whether the options contain custom data such as a map: such a game can be much larger than the usual ones.

    >>> is_custom({"map": "open", "turns": 9}), is_custom({"map": {"rows": []}})
    (False, True)
    """
    return any(isinstance(value, dict) for value in options.values())


def give_back(held: Counter[str], address: str) -> None:
    held[address] -= 1
    if held[address] <= 0:
        del held[address]


@lru_cache(10_000)
def network(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 of an IPv6 address, which one subscriber holds.

    >>> network("192.0.2.7"), network("2001:db8::1:2:3:4"), network("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
