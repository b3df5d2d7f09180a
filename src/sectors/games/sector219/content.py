"""The units, the field and the Air Strikes, read from a content file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from sectors.kit.content import Content, TomlTable

SUPPLIED, DIAGONAL, DROP = 0, 1, 2
DEPLOYS = ("supplied", "diagonal", "drop")
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWYZ"  # X is the Air Strike

Offsets = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Unit:
    letter: str
    name: str
    count: int
    supply: Offsets
    attack: Offsets
    alone: bool
    support: Offsets
    deploy: int


@dataclass(frozen=True)
class Cards:
    """The parsed content file, from which the tables of the rules are built."""

    name: str
    half: int
    air_strikes: int
    units: tuple[Unit, ...]

    @cached_property
    def letters(self) -> str:
        return "".join(unit.letter for unit in self.units)

    @cached_property
    def counts(self) -> list[int]:
        return [unit.count for unit in self.units]

    @cached_property
    def names(self) -> dict[str, str]:
        return {unit.letter: unit.name for unit in self.units}

    @cached_property
    def unit_texts(self) -> dict[tuple[int, int] | None, str]:
        """The text of each (seat, kind) in a position."""
        return {(seat, kind): f"{seat}{letter}" for seat in range(2) for kind, letter in enumerate(self.letters)}

    @property
    def side(self) -> int:
        return 2 * self.half + 1

    @property
    def deck_size(self) -> int:
        return sum(unit.count for unit in self.units)

    # Spaces: the core numbers them 16 * row + column, from 0; a1 is the south-west corner.

    @property
    def city(self) -> int:
        return 17 * self.half

    @property
    def bases(self) -> tuple[int, int]:
        return self.city - 16, self.city + 16

    @property
    def spaces(self) -> list[int]:
        return [16 * row + column for row in range(self.side) for column in range(self.side)]

    def space(self, text: str) -> int | None:
        """Return the index of a space, or None if it is off the field."""
        column, row = ord(text[0]) - ord("a"), int(text[1:]) - 1 if len(text) < 4 else self.side
        return 16 * row + column if column < self.side and row < self.side else None


@cache
def space_text(index: int) -> str:
    """
    >>> space_text(16 * 6 + 6)
    'g7'
    """
    return chr(ord("a") + index % 16) + str(index // 16 + 1)


def read_cards(path: Path) -> Cards:
    content = Content(path)
    field = content.top.table("field")
    half = field.integer("half", 3, 6)
    air_strikes = field.integer("air_strikes", 0, 9)
    units: list[Unit] = []
    for table in content.top.tables("unit"):
        units.append(read_unit(table, {unit.letter for unit in units}))
    if not units:
        content.problems.append("unit: found no unit, allowed is one or more [[unit]]")
    elif sum(unit.count for unit in units) < 5:
        content.problems.append("unit.count: found fewer than 5 cards in all, allowed is a deck of 5 or more")
    elif not any(unit.count for unit in units if unit.deploy != DROP):
        content.problems.append("unit.deploy: found only units that drop, allowed is a deck with another kind too")
    content.finish()
    return Cards(content.name, half, air_strikes, tuple(units))


def read_unit(table: TomlTable, taken: set[str]) -> Unit:
    letter = table.text("letter")
    if letter not in CAPITALS or len(letter) != 1 or letter in taken:
        table.wrong("letter", letter, "one capital letter that no other unit has, but not X")
    return Unit(
        letter=letter,
        name=table.text("name"),
        count=table.integer("count", 0, 24),
        supply=read_offsets(table, "supply"),
        attack=read_offsets(table, "attack"),
        alone=table.truth("alone"),
        support=read_offsets(table, "support"),
        deploy=DEPLOYS.index(table.text("deploy", one_of=DEPLOYS)),
    )


def read_offsets(table: TomlTable, key: str) -> Offsets:
    """Read a diagram: different [dx, dy], each number -3 to 3, not [0, 0]."""
    pairs = table.items(key)
    offsets: list[tuple[int, int]] = []
    for pair in pairs:
        if not is_offset(pair) or tuple(pair) in offsets:
            table.wrong(key, pair, "[dx, dy], each a whole number from -3 to 3, not [0, 0], no two alike")
            continue
        offsets.append((pair[0], pair[1]))
    return tuple(offsets)


def is_offset(pair: Any) -> bool:
    if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
        return False
    return all(type(number) is int and -3 <= number <= 3 for number in pair) and tuple(pair) != (0, 0)
