"""The rows of a table in the database, as Python types."""

from __future__ import annotations

import hashlib
from typing import Literal

from msgspec import Struct

from sectors.kit import Json, fairplay


class Info(Struct, kw_only=True):
    """The properties of a table that never change."""

    id: str
    key: str
    game: str
    version: int
    content: str
    seats: int
    options: Json
    public: bool
    casual: bool
    creator: str
    created: float
    seed: str
    client: str = ""  # a hash of the address that created the table
    dealing: int = 2  # 1: from the seed alone, as in older tables; 2: with contributions
    begun: Json | None = None  # {"chance": [...], "actions": [...]} of the record that the table continues

    @property
    def commitment(self) -> str:
        if self.dealing == 1:
            return hashlib.sha256(self.seed.encode()).hexdigest()
        header = {name: getattr(self, name) for name in ("game", "version", "content", "seats", "options")}
        return fairplay.commitment(self.id, header, self.begun, self.seed)

    def deal_seed(self, contributions: list[str | None]) -> str:
        """Return the seed that all chance outcomes are drawn from."""
        return self.seed if self.dealing == 1 else fairplay.deal_seed(self.seed, contributions)


class EventRow(Struct):
    """A line of the log; the fields are the columns of the table `event`."""

    game_table: str
    number: int
    at: float
    kind: str
    seat: int | None
    player: str | None
    data: str  # JSON of the fields of its kind
    outcomes: str | None  # JSON
    told: str | None  # JSON
    previous: str | None
    key: str | None


class Place(Struct, kw_only=True):
    """Who sits in a seat."""

    kind: Literal["person", "bot", "open"] = "open"
    player: str | None = None
    name: str = ""
    level: int | None = None
    key: str | None = None
    owner: str | None = None  # of a bot's seat: the person it stands in for, who can come back
    failed: bool = False
    resigned: bool = False
