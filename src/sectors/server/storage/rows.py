"""What the database holds of a table, as Python values."""

from __future__ import annotations

import hashlib
from typing import Literal

from msgspec import Struct

from sectors.kit import Json, fairplay


class Info(Struct, kw_only=True):
    """What never changes at a table."""

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
    client: str = ""  # stands for the address from which the table was made
    dealing: int = 2  # 1: from the seed alone, as older tables; 2: with contributions
    begun: Json | None = None  # {"chance": [...], "actions": [...]} of the record from which it plays on

    @property
    def commitment(self) -> str:
        if self.dealing == 1:
            return hashlib.sha256(self.seed.encode()).hexdigest()
        header = {name: getattr(self, name) for name in ("game", "version", "content", "seats", "options")}
        return fairplay.commitment(self.id, header, self.begun, self.seed)

    def deal_seed(self, contributions: list[str | None]) -> str:
        """What everything is drawn from."""
        return self.seed if self.dealing == 1 else fairplay.deal_seed(self.seed, contributions)


class EventRow(Struct):
    """A line of the log, field by field as its table has columns."""

    game_table: str
    number: int
    at: float
    kind: str
    seat: int | None
    player: str | None
    data: str  # JSON of what this kind has
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
    owner: str | None = None  # of a bot's seat: the person whom it stands in for, and who can come back
    failed: bool = False
    resigned: bool = False
