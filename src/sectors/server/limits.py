"""How much one connection, one player or one address may ask for."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from functools import lru_cache
from typing import Any, ClassVar, Protocol

LARGEST = 64 * 1024  # bytes of a request or message
LARGEST_RECORD = 1024 * 1024
LARGEST_HEAD = 16 * 1024  # bytes of a request's address and headers
HEAD_SECONDS = 10.0  # in which a request's headers must have come
BODY_SECONDS = 30.0  # in which its body must have come
WRITE_SECONDS = 30.0  # in which a client must read something of what it is sent
MOST_PIPELINED = 16  # requests sent at once on one connection
MOST_SOCKETS = 100  # of one address, beside its WebSockets
MOST_KEPT = 20_000
MOST_OPTIONS = 16 * 1024  # bytes of the options of a table or record
MOST_ABOUT = 16 * 1024  # bytes of what a record says about itself
MOST_MOVES = 1000  # legal moves in one position; games as they are have some 150
RECORD_SECONDS = 3.0  # that a record may take to be replayed
PATIENCE = 30.0  # seconds that somebody must be away, or a bot think, before others may replace them


class Bucket:
    """So many a second, and a few more at once."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = time.monotonic()

    def wait(self, cost: float = 1.0) -> float:
        """0 if so much more is allowed now, else the seconds until it is."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left >= cost:
            self.left -= cost
            return 0.0
        return (cost - self.left) / self.rate


class SharedBuckets(Protocol):
    """Buckets that all servers share."""

    async def take(self, bucket: str, rate: float, burst: float, cost: float) -> float | None:
        """As `Bucket.wait`; None if they cannot be asked."""


class Buckets:
    """A bucket for each address or player, of all servers together where they share them. If not, those heard of last
    are kept. None if the rate is 0."""

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
    """What addresses ask for, and how many sockets they hold. No limits if the rate is 0."""

    def __init__(self, rate: float, connections: int, shared: SharedBuckets | None = None) -> None:
        self.rate = rate
        self.most = connections
        self._requests = Buckets("requests", rate, 4 * rate, shared)
        self.websockets: Counter[str] = Counter()
        self.sockets: Counter[str] = Counter()

    async def wait(self, address: str) -> float:
        """0 if that address may ask once more now, else the seconds until it may."""
        return await self._requests.wait(address)

    def connect(self, address: str) -> bool:
        """Whether that address may have one more WebSocket."""
        return self._take(self.websockets, address, self.most)

    def disconnect(self, address: str) -> None:
        give_back(self.websockets, address)

    def open_socket(self, address: str) -> bool:
        """Whether that address may have one more connection for requests."""
        return self._take(self.sockets, address, MOST_SOCKETS)

    def close_socket(self, address: str) -> None:
        give_back(self.sockets, address)

    def _take(self, held: Counter[str], address: str, most: int) -> bool:
        if self.rate > 0 and held[address] >= most:
            return False
        held[address] += 1
        return True


class Quotas:
    """What players and addresses may ask for besides single requests. No limits unless they are wanted."""

    # so many a second, and at once
    KINDS: ClassVar[dict[str, tuple[float, float]]] = {
        "tables": (0.1, 40.0),
        "hints": (0.5, 30.0),
        "records": (0.1, 15.0),
        "lessons": (5.0, 100.0),
        "bytes": (20_000.0, 20_000_000.0),  # of bodies, which are kept on the disk
    }

    def __init__(self, wanted: bool, shared: SharedBuckets | None = None) -> None:
        self._buckets = {
            kind: Buckets(kind, rate if wanted else 0.0, burst, shared) for kind, (rate, burst) in self.KINDS.items()
        }

    async def wait(self, kind: str, address: str, player: str = "", cost: float = 1.0) -> float:
        """0 if both an address and a player may, else the seconds until they may."""
        wait = await self._buckets[kind].wait(f"address {address}", cost)
        return wait or (await self._buckets[kind].wait(f"player {player}", cost) if player else 0.0)


def is_custom(options: dict[str, Any]) -> bool:
    """Whether options bring something of their own, as a map: such a game can be much larger than those that we know.

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
    """What counts as one address: an IPv4 address, or the /64 of an IPv6 address, all of which one subscriber has.

    >>> network("192.0.2.7"), network("2001:db8::1:2:3:4"), network("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
