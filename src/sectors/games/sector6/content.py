"""The box: tile types and the players' pools, read from a content file and checked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sectors.kit.content import Content, TomlTable
from sectors.kit.reader import is_int

COLOURS = ("none", "red", "yellow", "green", "blue")  # by value
NAME = re.compile(r"[A-Z][A-Za-z0-9]*\Z")
ENTRY = "E"
SEATS = (2, 3, 4)
MOST_TYPES = 248  # a type is a byte, and the eight entry points need eight of its values
MOST_IN_PILE = 999  # the most that a position can list


@dataclass(frozen=True)
class TileType:
    """A kind of piece; `walls` are the sides with walls at rotation 0."""

    name: str
    walls: frozenset[int]
    value: int
    stock: int
    entry: bool = False

    @property
    def colour(self) -> str:
        return COLOURS[self.value]

    @property
    def period(self) -> int:
        """The number of turns after which the tile looks the same (R1.5).

        >>> TileType("Y03", frozenset({0, 3}), 2, 4).period
        3
        """
        return next(p for p in (1, 2, 3, 6) if self.walls_at(p) == self.walls)

    def walls_at(self, rotation: int) -> frozenset[int]:
        """Return the walls after `rotation` turns of 60 degrees clockwise (R1.4)."""
        return frozenset((side + rotation) % 6 for side in self.walls)


@dataclass(frozen=True)
class Box:
    """All types in ASCII order of their names, and for each number of players how many of each type a player gets."""

    name: str
    types: tuple[TileType, ...]
    pools: dict[int, tuple[int, ...]]

    @property
    def entry(self) -> int:
        return next(i for i, one in enumerate(self.types) if one.entry)

    def number(self, name: str) -> int | None:
        return next((i for i, one in enumerate(self.types) if one.name == name), None)

    def pieces(self, seats: int) -> int:
        """Return the number of pieces in a maze of `seats` players."""
        return seats * (sum(self.pools[seats]) + 2)

    @property
    def most_pieces(self) -> int:
        return max(self.pieces(seats) for seats in self.pools)


def read_box(path: Path) -> Box:
    content = Content(path)
    top = content.top
    name = top.text("name", content.name)
    types = sorted((read_type(key, table) for key, table in top.named("types")), key=lambda one: one.name)
    if len(types) > MOST_TYPES:
        top.wrong("types", len(types), f"at most {MOST_TYPES} of them")
    if sum(one.entry for one in types) != 1:
        top.wrong("types", "no entry point", f"exactly one type with entry = true, named {ENTRY}")
    pools: dict[int, tuple[int, ...]] = {}
    for key, table in top.named("pools"):
        if key in map(str, SEATS):
            pools[int(key)] = read_pool(int(key), table, types)
        else:
            top.table("pools").wrong(key, key, "the number of players, 2, 3 or 4")
    if not pools:
        top.wrong("pools", "no pool", "one of pools.2, pools.3, pools.4 or several")
    content.finish()
    return Box(name, tuple(types), dict(sorted(pools.items())))


def read_type(name: str, table: TomlTable) -> TileType:
    entry = table.truth("entry", False)
    walls = table.items("walls")
    if not all(is_int(side, 0, 5) for side in walls) or len(set(walls)) != len(walls) or len(walls) > 5:
        table.wrong("walls", walls, "up to five different sides from 0 to 5")
        walls = []
    if entry:
        value = table.integer("value", 0, 0)
        stock = 0
    else:
        value = table.integer("value", 1, 4)
        table.text("colour", one_of=(COLOURS[value],))
        stock = table.integer("stock", 0, 1000)
    if not NAME.match(name) or (name == ENTRY) != entry:
        table.wrong("name", name, f"a capital, then letters and digits; {ENTRY} for the entry point and nothing else")
    return TileType(name, frozenset(walls), value, stock, entry)


def read_pool(seats: int, table: TomlTable, types: list[TileType]) -> tuple[int, ...]:
    counts = []
    for one in types:
        count = 0
        if not one.entry and one.name in table.data:
            most = one.stock // seats  # all players get the same
            count = table.integer(one.name, 0, most)
        counts.append(count)
    if not 0 < sum(counts) <= MOST_IN_PILE:
        table.wrong("", sum(counts), f"1 to {MOST_IN_PILE} tiles in all")
    return tuple(counts)
