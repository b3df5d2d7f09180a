"""The content of Star Sectors (section 2): ship classes, weapons, fleets and maps, read from TOML and validated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sectors.games.starsectors.numbers import ARCS, ITEMS, MOST_CLASSES, NUMBERS, SIDE, TERRAIN
from sectors.kit import BadOption, Json, Reader, is_int, shown
from sectors.kit.content import Content, TomlTable

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # R4.2 as changes of q and s (R4.4)
HEX = re.compile("[0-9]{4}")


@dataclass(frozen=True)
class Faction:
    code: str
    name: str
    about: str


@dataclass(frozen=True)
class Weapon:
    code: str
    name: str
    device: bool


@dataclass(frozen=True)
class ShipClass:
    """A ship profile (2.1)."""

    code: str
    name: str
    faction: str
    cf: int
    df: int
    mf: int
    ss: int
    cargo: int
    arc: str
    nacelles: int
    cloak: bool
    banks: int
    weapon: Weapon | None
    length: int

    @property
    def phases(self) -> int:
        """R13.1: three nacelles give a second engineering phase."""
        return 2 if self.nacelles >= 3 else 1

    def value(self, bank_points: int = 1) -> int:
        """Return the point value (R2.2)."""
        return max(1, self.cf + self.cloak + bank_points * self.banks + self.phases - 1)


@dataclass(frozen=True)
class Map:
    """A map (2.5). Terrain by hex name in ascending order, wormholes included; wormholes as w1, partner1, w2, ..."""

    name: str
    title: str
    w: int
    h: int
    points: int
    terrain: dict[str, str]
    wormholes: tuple[str, ...]

    @cached_property
    def stars(self) -> set[str]:
        return {name for name, code in self.terrain.items() if code == "S"}

    def has(self, name: str) -> bool:
        return 1 <= int(name[:2]) <= self.w and 1 <= int(name[2:]) <= self.h

    def neighbours(self, name: str) -> list[str]:
        """Return the adjacent hexes on the map, in the order of the directions (R4.2)."""
        found = [adjacent_hex(name, direction) for direction in range(6)]
        return [one for one in found if one is not None and self.has(one)]


def adjacent_hex(name: str, direction: int) -> str | None:
    """Return the neighbour of a hex in a direction (R4.2), or None above row 1 or left of column 1."""
    q, row = int(name[:2]) - 1, int(name[2:]) - 1
    dq, ds = STEPS[direction]
    s = row - q // 2 + ds
    q += dq
    row = s + q // 2
    return f"{q + 1:02d}{row + 1:02d}" if q >= 0 and row >= 0 else None


class Standard:
    """The whole of a content file."""

    def __init__(self, path: Path) -> None:
        content = Content(path)
        top = content.top
        self.name = content.name
        prices = top.table("prices")
        self.prices = tuple(prices.integer(item, 0, 99) for item in ITEMS)
        self.factions = {
            code: Faction(code, one.text("name"), one.text("about", default=" ").strip())
            for code, one in top.named("factions")
        }
        self.weapons = {
            code: Weapon(code, one.text("name"), one.text("kind", one_of=("damage", "device")) == "device")
            for code, one in top.named("weapons")
        }
        self.classes = self._read_classes(top)
        self.by_code = {one.code: number for number, one in enumerate(self.classes)}
        self.fleets = self._read_fleets(top.table("fleets"))
        self.presets = self._find_presets()
        self.maps = {one.name: one for one in (read_map(table) for table in top.tables("map"))}
        if not self.maps:
            top.wrong("map", [], "at least one [[map]]")
        content.finish()

    def _read_classes(self, top: TomlTable) -> list[ShipClass]:
        found: list[ShipClass] = []
        for table in top.tables("class"):
            one = read_class(table, self.factions, self.weapons)
            if any(one.code == other.code for other in found):
                table.wrong("code", one.code, "a code that no other class has")
            found.append(one)
        if not 1 <= len(found) <= MOST_CLASSES:
            top.wrong("class", len(found), f"1 to {MOST_CLASSES} classes")
        return found[:MOST_CLASSES]

    def _read_fleets(self, table: TomlTable) -> dict[str, tuple[str, ...]]:
        return {name: self._read_fleet(table, name) for name in table.data}

    def _read_fleet(self, table: TomlTable, name: str) -> tuple[str, ...]:
        ships: list[str] = []
        for part in table.text(name).split(","):
            match = re.fullmatch(r"(?:([1-9]\d?) )?([a-z]+)", part.strip())
            if match is None or match[2] not in self.by_code:
                table.wrong(name, part.strip(), "classes with their numbers, as in '2 osprey, lark'")
                return ()
            ships += [match[2]] * int(match[1] or 1)
        if not 1 <= len(ships) <= NUMBERS or not self.has_warship(ships):
            table.wrong(name, table.data[name], f"1 to {NUMBERS} ships with a warship among them")
        return tuple(ships)

    def _find_presets(self) -> dict[str, tuple[str, int]]:
        """Return faction and points of the fleets named after them, such as `con25` (R16)."""
        named = ((name, code, name.removeprefix(code)) for name in self.fleets for code in self.factions)
        return {name: (code, int(points)) for name, code, points in named if points != name and points.isdecimal()}

    def has_warship(self, codes: Sequence[str]) -> bool:
        return any(self.classes[self.by_code[code]].cf > 0 for code in codes)


def read_class(table: TomlTable, factions: dict[str, Faction], weapons: dict[str, Weapon]) -> ShipClass:
    code = table.text("code")
    if not re.fullmatch("[a-z]+", code):
        table.wrong("code", code, "small letters a to z")
    cf = table.integer("cf", 0, 12)
    arc = table.text("arc", one_of=ARCS)
    if (arc == "none") != (cf == 0):
        table.wrong("arc", arc, "none if cf is 0, and only then")
    banks = table.integer("banks", 0, 4, default=0)
    weapon = table.text("weapon", one_of=tuple(weapons)) if banks else None
    return ShipClass(
        code=code,
        name=table.text("name"),
        faction=table.text("faction", one_of=tuple(factions)),
        cf=cf,
        df=table.integer("df", 0, 12),
        mf=table.integer("mf", 0, 9),
        ss=table.integer("ss", 1, 20),
        cargo=table.integer("cargo", 0, 20),
        arc=arc,
        nacelles=table.integer("nacelles", 0, 6),
        cloak=table.truth("cloak", default=False),
        banks=banks,
        weapon=weapons.get(weapon) if weapon else None,
        length=table.integer("length", 1, 2, default=1),
    )


def read_map(table: TomlTable) -> Map:
    """Read a map of the content and check it against 2.5."""
    width = table.integer("width", 8, SIDE)
    if width % 2:
        table.wrong("width", width, "an even number")
    terrain: dict[str, str] = {}

    def note(key: str, name: Any, code: str) -> None:
        if not (isinstance(name, str) and HEX.fullmatch(name)) or not empty.has(name):
            table.wrong(key, name, "hexes of the map, four digits each")
        elif name in terrain:
            table.wrong(key, name, "hexes that are listed once")
        else:
            terrain[name] = code

    empty = Map(table.text("name"), table.text("title"), width, table.integer("height", 8, SIDE), 0, {}, ())
    points = table.integer("points", 1, 9999)
    for code in TERRAIN[1:]:
        if code != "W":
            for name in table.text(code, default=" ").split():
                note(code, name, code)
    wormholes: list[str] = []
    for pair in table.items("wormholes", default=()):
        if not isinstance(pair, list) or len(pair) != 2:
            table.wrong("wormholes", pair, "pairs of hexes")
            continue
        for name in pair:
            note("wormholes", name, "W")
            wormholes.append(name)
    result = Map(empty.name, empty.title, empty.w, empty.h, points, dict(sorted(terrain.items())), tuple(wormholes))
    check_map(table, result)
    return result


def check_map(table: TomlTable, game_map: Map) -> None:
    for key, name, allowed in faults_of(game_map):
        table.wrong(key, name, allowed)


def faults_of(game_map: Map) -> list[tuple[str, str, str]]:
    """Return the terrain that violates 2.5: the key in the content, the hex, and what is allowed."""
    found = []
    for name, code in game_map.terrain.items():
        near = [name, *game_map.neighbours(name)] if code == "S" else [name]
        if any(int(other[2:]) <= 2 or int(other[2:]) >= game_map.h - 1 for other in near):
            found.append((code, name, "only hexes outside the two outermost rows, and stars not next to these"))
        if code == "W" and any(game_map.terrain.get(other) in ("S", "W") for other in game_map.neighbours(name)):
            found.append(("wormholes", name, "only hexes that are not next to a star or another wormhole"))
    return found


# Custom maps (2.5), given as an option of a table.

LABELS = {"name": "Short name", "title": "Title", "w": "Columns", "h": "Rows", "wormholes": "Wormholes"}
MAP_FIELDS = ("name", "title", "w", "h", "points", "terrain", "wormholes")


def read_own_map(data: Json) -> Map:
    """Read a custom map; raise BadOption if it is not valid."""
    Reader(data, "option map: ", BadOption).only(*MAP_FIELDS)
    name, title = data["name"], data["title"]
    if not isinstance(name, str) or not re.fullmatch("[a-z][a-z0-9_-]{0,31}", name):
        raise wrong_map("name", name, "1 to 32 of a to z, 0 to 9, _ and -, beginning with a letter")
    if not isinstance(title, str) or not 1 <= len(title) <= 40 or not title.isprintable() or title != title.strip():
        raise wrong_map("title", title, "1 to 40 printable characters without a blank at either end")
    if not is_int(data["w"], 8, SIDE) or data["w"] % 2:
        raise wrong_map("w", data["w"], f"an even number from 8 to {SIDE}")
    if not is_int(data["h"], 8, SIDE):
        raise wrong_map("h", data["h"], f"a whole number from 8 to {SIDE}")
    if not is_int(data["points"], 1, 1000):
        raise wrong_map("points", data["points"], "a whole number from 1 to 1000")
    empty = Map(name, title, data["w"], data["h"], data["points"], {}, ())
    terrain = read_terrain(empty, data["terrain"])
    wormholes = read_wormholes(terrain, data["wormholes"])
    result = Map(name, title, empty.w, empty.h, empty.points, terrain, wormholes)
    for key, where, allowed in faults_of(result):
        raise wrong_map("wormholes" if key == "wormholes" else "terrain", where, allowed)
    return result


def read_terrain(game_map: Map, data: Any) -> dict[str, str]:
    if type(data) is not dict:
        raise wrong_map("terrain", data, "an object of hexes and their terrain")
    for name, code in data.items():
        if not isinstance(name, str) or not HEX.fullmatch(name) or not game_map.has(name):
            raise wrong_map("terrain", name, "hexes of the map, four digits each")
        if not isinstance(code, str) or len(code) != 1 or code not in TERRAIN[1:]:
            raise wrong_map(f"terrain.{name}", code, "one of " + ", ".join(TERRAIN[1:]))
    return dict(sorted(data.items()))


def read_wormholes(terrain: dict[str, str], data: Any) -> tuple[str, ...]:
    holes = sorted(name for name, code in terrain.items() if code == "W")
    texts = type(data) is list and all(isinstance(name, str) for name in data)
    if not texts or len(data) % 2 or sorted(data) != holes:
        raise wrong_map("wormholes", data, "all W hexes of the map, in pairs")
    return tuple(data)


def wrong_map(key: str, found: object, allowed: str) -> BadOption:
    where = found if isinstance(found, str) and HEX.fullmatch(found) else LABELS.get(key, key)
    return BadOption(f"option map.{key}: found {shown(found)}, allowed is {allowed}", f"{where}: {allowed}.")
