"""The interface to the other servers on the same database. Without Redis there are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct


class Elsewhere(Struct):
    """The players at a table through other servers, and the seconds since any server last saw each seated player."""

    players: set[str]
    ages: dict[str, float]


class Listener(Protocol):
    """Receives what other servers announce."""

    def table_changed(self, table: str, number: int, rows: list[list[Any]]) -> None:
        """The table's log now has `number` events; `rows` are the new ones, or empty if they are too large."""

    def presence_changed(self, table: str) -> None: ...

    def name_changed(self, player: str) -> None: ...

    def missed(self) -> None:
        """The connection is new, so announcements may have been missed."""


class Peers:
    """The other servers; this base class stands for none."""

    shared = False
    away = False  # they cannot be reached at the moment

    async def open(self, listener: Listener) -> None:
        """Start listening."""

    async def close(self) -> None: ...

    async def follow(self, table: str) -> None:
        """Subscribe to a table. After this returns, no event is missed unless the peers are away."""

    def unfollow(self, table: str) -> None: ...

    def tell_table(self, table: str, number: int, rows: Sequence[Sequence[Any]]) -> None:
        """Announce new events of a table, the last with that number."""

    def tell_name(self, player: str) -> None:
        """Announce that a player has a new name."""

    def tell_presence(self, table: str) -> None:
        """Announce that somebody came to a table or left it."""

    def note(self, player: str) -> None:
        """Note that a player was active."""

    async def presence(self, table: str, here: set[str], seated: list[str]) -> Elsewhere | None:
        """Publish the players connected here and return those elsewhere; None if the peers are away."""
        return None

    async def take(self, bucket: str, rate: float, burst: float, cost: float) -> float | None:
        """Take from a bucket that all servers share. Return the seconds to wait, 0 if there was enough, or None if the
        bucket cannot be reached."""
        return None

    async def claim(self, what: str, seconds: float) -> bool:
        """Claim work that only one server should do; return whether this server got it. True if the peers are away."""
        return True
