"""Maps (R2): the numbers of places, the validity of maps, and distances between places.

A zone has the number 9 * column + row, so numbers follow the ASCII order of the names; the two bases come last.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import Any

ZONES = 81
BASE = (81, 82)
PLACES = 83
FAR = 9999  # farther than any walk

KINDS = ("", "E", "A", "W", "P")
BONUSES = ("", "mine", "dock", "lab", "ward")
TOKENS = ("E", "A", "W", "P", *(f"P:{bonus}" for bonus in BONUSES[1:]))
KIND_NAMES = {"E": "Empty Space", "A": "Asteroid Belt", "W": "Warp Hole", "P": "Planet"}

ID = re.compile(r"[a-z][a-z0-9_-]{0,31}")


def place_name(place: int) -> str:
    """
    >>> [place_name(place) for place in (0, 10, 80, 81, 82)]
    ['a1', 'b2', 'i9', 'base0', 'base1']
    """
    return f"base{place - ZONES}" if place >= ZONES else "abcdefghi"[place // 9] + str(place % 9 + 1)


NAMES = tuple(place_name(place) for place in range(PLACES))
NUMBERS = {name: place for place, name in enumerate(NAMES)}


@dataclass(frozen=True)
class Chart:
    """A valid map."""

    id: str
    rows: tuple[str, ...]
    base0: tuple[str, ...]
    base1: tuple[str, ...]

    @cached_property
    def tokens(self) -> dict[int, str]:
        """The token printed on each zone."""
        return {
            9 * column + row: token
            for row, line in enumerate(self.rows)
            for column, token in enumerate(line.split(" "))
            if token != "."
        }

    @cached_property
    def columns(self) -> int:
        return len(self.rows[0].split(" "))

    def kind(self, zone: int) -> str:
        return self.tokens[zone][0]

    def bonus(self, zone: int) -> str:
        return self.tokens[zone][2:]

    @cached_property
    def neighbours(self) -> dict[int, list[int]]:
        """The places adjacent to each place (R2.3, R2.4)."""
        beside: dict[int, list[int]] = {zone: [] for zone in sorted(self.tokens)}
        beside[BASE[0]] = sorted(NUMBERS[name] for name in self.base0)
        beside[BASE[1]] = sorted(NUMBERS[name] for name in self.base1)
        for zone in self.tokens:
            row = zone % 9
            steps = [zone - 9, zone + 9] + [zone - 1] * (row > 0) + [zone + 1] * (row < 8)
            beside[zone] = sorted(step for step in steps if step in self.tokens)
            beside[zone] += [base for base in BASE if zone in beside[base]]
        return beside

    def distances(self, side: int, leaving: int | None) -> dict[int, dict[int, int]]:
        """Return the cost of a side's cheapest walk between every two places (R6.3, R11.7).

        A step out of an Asteroid Belt costs `leaving`; None makes it impossible. The enemy base ends every walk.
        """
        end = BASE[1 - side]
        return {start: self._walk_costs(start, end, leaving) for start in self.neighbours}

    def _walk_costs(self, start: int, end: int, leaving: int | None) -> dict[int, int]:
        costs: dict[int, int] = {}
        ahead = [(0, start)]
        while ahead:
            cost, place = heappop(ahead)
            if place in costs:
                continue
            costs[place] = cost
            step = leaving if place < ZONES and self.kind(place) == "A" else 1
            if place != end and step is not None:
                for beside in self.neighbours[place]:
                    heappush(ahead, (cost + step, beside))
        return costs

    def as_object(self) -> dict[str, Any]:
        return {"id": self.id, "rows": list(self.rows), "base0": list(self.base0), "base1": list(self.base1)}


def fault(data: Any) -> str | None:
    """Return what a map object would have to be (R2.7, R2.8), or None if it is valid."""
    if not isinstance(data, dict) or set(data) != {"id", "rows", "base0", "base1"}:
        return "an object with exactly the fields id, rows, base0 and base1"
    if not isinstance(data["id"], str) or not ID.fullmatch(data["id"]):
        return "a name (id) of 1 to 32 characters a-z 0-9 _ -, beginning with a letter"
    rows = data["rows"]
    if not isinstance(rows, list) or not 1 <= len(rows) <= 9 or not all(isinstance(row, str) for row in rows):
        return "rows that are 1 to 9 texts"
    lines = [row.split(" ") for row in rows]
    if not 1 <= len(lines[0]) <= 9 or any(len(line) != len(lines[0]) for line in lines):
        return "rows of the same number, 1 to 9, of tokens parted by one blank"
    if any(token not in (".", *TOKENS) for line in lines for token in line):
        return "rows of the tokens . " + " ".join(TOKENS)
    zones = {NAMES[9 * column + row] for row, line in enumerate(lines) for column, t in enumerate(line) if t != "."}
    for key, where in (("base0", "lower"), ("base1", "upper")):
        names = data[key]
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            return f"at least one zone beside the {where} base ({key})"
        if len(set(names)) < len(names) or not zones.issuperset(names):
            return f"different zones of the map beside the {where} base ({key})"
    if set(data["base0"]) & set(data["base1"]):
        return "bases that have no zone in common"
    chart = chart_of(data)
    if not _is_connected(chart):
        return "zones that are all connected"
    if BASE[1] not in chart.distances(0, None)[BASE[0]]:
        return "a way from base to base on which no ship must leave an Asteroid Belt"
    return None


def chart_of(data: Mapping[str, Any]) -> Chart:
    """Return the chart of a valid map object."""
    return Chart(data["id"], tuple(data["rows"]), tuple(data["base0"]), tuple(data["base1"]))


def _is_connected(chart: Chart) -> bool:
    ahead = [next(iter(chart.tokens))]
    reached = set(ahead)
    while ahead:
        new = [zone for zone in chart.neighbours[ahead.pop()] if zone < ZONES and zone not in reached]
        reached.update(new)
        ahead += new
    return len(reached) == len(chart.tokens)


def find_layout(chart: Chart, cards: Mapping[str, Sequence[Sequence[str]]]) -> list[tuple[str, int, int, int]] | None:
    """Return how to lay the map with the map cards (R2.9), as (card, face, zone, zone), or None if it cannot be."""
    if len(chart.tokens) % 2 or len(chart.tokens) > 2 * len(cards):
        return None
    laid: list[tuple[str, int, int, int]] = []

    def lay(left: frozenset[int], unused: tuple[str, ...]) -> bool:
        if not left:
            return True
        zone = min(left)
        for other in chart.neighbours[zone]:
            if other not in left:
                continue
            shown = sorted((chart.tokens[zone], chart.tokens[other]))
            tried = set()
            for card in unused:
                faces = cards[card]
                for face in range(len(faces)):
                    alike = str(faces)
                    if sorted(faces[face]) != shown or (alike, face) in tried:
                        continue
                    tried.add((alike, face))  # another card with the same faces would fail too
                    laid.append((card, face, zone, other))
                    if lay(left - {zone, other}, tuple(name for name in unused if name != card)):
                        return True
                    laid.pop()
        return False

    return laid if lay(frozenset(chart.tokens), tuple(cards)) else None
