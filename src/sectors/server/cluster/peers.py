"""The other servers on the same database, as a table knows them. Without Redis there are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct


class Elsewhere(Struct):
    """Who is at a table through other servers, and how many seconds ago its players were last heard of anywhere."""

    players: set[str]
    ages: dict[str, float]


class Listener(Protocol):
    """Whoever wants to know what other servers do."""

    def table_changed(self, table: str, number: int, rows: list[list[Any]]) -> None:
        """Its log has so many events now; `rows` are the last of them, none if they are too large."""

    def presence_changed(self, table: str) -> None: ...

    def name_changed(self, player: str) -> None: ...

    def missed(self) -> None:
        """Something may have been missed: the connection is new."""


class Peers:
    """No other servers."""

    shared = False
    away = False  # they cannot be heard just now

    async def open(self, listener: Listener) -> None:
        """Listen from now on."""

    async def close(self) -> None: ...

    async def follow(self, table: str) -> None:
        """When this returns, whatever happens at a table is heard, unless they are away."""

    def unfollow(self, table: str) -> None: ...

    def tell_table(self, table: str, number: int, rows: Sequence[Sequence[Any]]) -> None:
        """Events have been written, the last with that number."""

    def tell_name(self, player: str) -> None:
        """Somebody has a new name."""

    def tell_presence(self, table: str) -> None:
        """Somebody came or went."""

    def note(self, player: str) -> None:
        """A player was heard of."""

    async def presence(self, table: str, here: set[str], seated: list[str]) -> Elsewhere | None:
        """Say who is here and ask who is elsewhere; None if that cannot be known."""
        return None

    async def take(self, bucket: str, rate: float, burst: float, cost: float) -> float | None:
        """Take from a bucket that all servers share: the seconds to wait, 0 if it had so much; None if it cannot be
        asked."""
        return None

    async def claim(self, what: str, seconds: float) -> bool:
        """Whether this server is the one to do something that one is enough for. True if nobody can be asked."""
        return True
