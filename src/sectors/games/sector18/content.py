"""Ships, costs, factions, maps and automa cards, read from a content file."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sectors.games.sector18.maps import TOKENS, Chart, chart_of, fault
from sectors.kit.content import Content, TomlTable

SHIPS = "LMSH"
EFFECTS = ("speed", "breach", "shield", "repair", "build", "refit", "jump", "harvest")  # R8.4
ORDERS = ("shield", "build", "upgrade", "cf:P", "cf:B", "cf:PB")  # R11.4
MOST_FACTIONS = 64
MOST_AUTOMA_CARDS = 64

FACTION_ID = re.compile(r"[a-z][a-z0-9_-]*")
RULES = {  # the numbers of the rules, each with its minimum and maximum
    "start_resources": (0, 9),
    "start_health": (1, 9),
    "ai_start_resources": (0, 9),
    "resource_cap": (1, 20),
    "collect_base": (0, 9),
    "zone_limit": (2, 2),
    "asteroid_exit": (1, 9),
    "build_surcharge": (0, 9),
    "min_cost": (0, 9),
    "health_per_level": (0, 9),
    "second_bonus": (0, 5),
    "turn_limit": (2, 10000),
    "pass_limit": (2, 10000),
}


@dataclass(frozen=True)
class Ship:
    id: str
    name: str
    damage: tuple[int, int]  # ordinary, upgraded
    speed: tuple[int, int]
    build_level: int
    build_cost: int
    refit_level: int
    refit_cost: int


@dataclass(frozen=True)
class Faction:
    id: str
    name: str
    card: str
    cost: int
    effect: str
    n: int

    def describe_ability(self) -> str:
        """Return the ability in words."""
        return {
            "speed": f"all your ships have {self.n} more Speed this turn",
            "breach": f"the enemy shield loses {self.n}",
            "shield": f"your shield gains {self.n}",
            "repair": f"your base regains {self.n} Health",
            "build": "build a ship, paying for it",
            "refit": "upgrade a ship, paying for it",
            "jump": "bring a ship to your base or to a planet you claim",
            "harvest": f"gain {self.n} for each planet you claim",
        }[self.effect]


@dataclass(frozen=True, eq=False)
class Box:
    """The parsed content file: everything in the box."""

    name: str
    rules: dict[str, int]
    ships: tuple[Ship, ...]
    levelup_cost: tuple[int, ...]
    shield_cost: tuple[int, ...]
    factions: tuple[Faction, ...]
    map_cards: dict[str, tuple[tuple[str, ...], ...]]
    maps: dict[str, Chart]
    automa: dict[str, tuple[str, ...]]

    @cached_property
    def faction_ids(self) -> tuple[str, ...]:
        return tuple(faction.id for faction in self.factions)

    @property
    def automa_cards(self) -> tuple[str, ...]:
        return tuple(self.automa)

    def faction(self, name: str) -> Faction:
        return self.factions[self.faction_ids.index(name)]

    def chart(self, option: Any) -> Chart:
        """Return the map for a valid `map` option, which is a name or a map object."""
        return self.maps[option] if isinstance(option, str) else chart_of(option)

    def largest_health(self, level: int, start_health: int) -> int:
        return start_health + self.rules["health_per_level"] * (level - 1)


def read_box(path: Path) -> Box:
    content = Content(path)
    top = content.top
    table = top.table("rules")
    rules = {key: table.integer(key, *bounds) for key, bounds in RULES.items()}
    cap = rules["resource_cap"]
    for key in ("start_resources", "ai_start_resources"):
        if rules[key] > cap:
            table.wrong(key, rules[key], f"at most resource_cap, {cap}")
    box = Box(
        name=content.name,
        rules=rules,
        ships=_ships(top, cap),
        levelup_cost=_costs(top.table("base"), "levelup_cost", cap),
        shield_cost=_costs(top.table("shield"), "cost", cap),
        factions=_factions(top, cap),
        map_cards=_map_cards(top.table("map_cards")),
        maps=_maps(top),
        automa=_automa(top.table("automa")),
    )
    content.finish()
    return box


def _ships(top: TomlTable, cap: int) -> tuple[Ship, ...]:
    tables = top.tables("ship")
    found = [table.raw("id") for table in tables]
    if found != list(SHIPS):
        top.wrong("ship", found, "the ships L, M, S and H in this order")
    ships = [
        Ship(
            id=str(table.raw("id")),
            name=table.text("name"),
            damage=(table.integer("damage", 1, 9), table.integer("refit_damage", 1, 9)),
            speed=(table.integer("speed", 1, 9), table.integer("refit_speed", 1, 9)),
            build_level=table.integer("build_level", 1, 4),
            build_cost=table.integer("build_cost", 0, cap),
            refit_level=table.integer("refit_level", 1, 4),
            refit_cost=table.integer("refit_cost", 0, cap),
        )
        for table in tables
    ]
    if all(ship.build_level > 1 for ship in ships):
        top.wrong("ship", "no ship with build_level 1", "one or more of them")
    return tuple(ships)


def _costs(table: TomlTable, key: str, cap: int) -> tuple[int, ...]:
    costs = table.items(key)
    if len(costs) != 3 or not all(type(cost) is int and 0 <= cost <= cap for cost in costs):
        table.wrong(key, costs, f"three whole numbers from 0 to {cap}")
    return tuple(costs)


def _factions(top: TomlTable, cap: int) -> tuple[Faction, ...]:
    factions: list[Faction] = []
    for table in top.tables("faction"):
        faction = Faction(
            id=table.text("id"),
            name=table.text("name"),
            card=table.text("card"),
            cost=table.integer("cost", 0, cap),
            effect=table.text("effect", one_of=EFFECTS),
            n=table.integer("n", 1, 9),
        )
        if not FACTION_ID.fullmatch(faction.id) or any(faction.id == other.id for other in factions):
            table.wrong("id", faction.id, "a lower-case letter and a-z 0-9 _ - after it, no two alike")
        if sum(faction.card == other.card for other in factions) == 2:
            table.wrong("card", faction.card, "a card with one or two factions")
        factions.append(faction)
    if len({faction.card for faction in factions}) < 2 or len(factions) > MOST_FACTIONS:
        top.wrong("faction", len(factions), f"factions of two or more cards, at most {MOST_FACTIONS}")
    return tuple(factions)


def _map_cards(table: TomlTable) -> dict[str, tuple[tuple[str, ...], ...]]:
    cards = {}
    for card in table.data:
        faces = table.items(card)
        if len(faces) != 2 or not all(
            isinstance(face, list) and len(face) == 2 and all(token in TOKENS for token in face) for face in faces
        ):
            table.wrong(card, faces, "two faces, each of two of the tokens " + " ".join(TOKENS))
            continue
        cards[card] = tuple(tuple(face) for face in faces)
    return cards


def _maps(top: TomlTable) -> dict[str, Chart]:
    maps: dict[str, Chart] = {}
    for table in top.tables("map"):
        data = {key: table.raw(key) for key in ("id", "rows", "base0", "base1")}
        wrong = fault(data)
        if wrong is not None:
            table.wrong("id", data["id"], wrong)
        elif data["id"] in maps:
            table.wrong("id", data["id"], "an id that no other map has")
        else:
            maps[data["id"]] = chart_of(data)
    if "medium" not in maps:
        top.wrong("map", list(maps), 'maps of which one is "medium"')
    return maps


def _automa(table: TomlTable) -> dict[str, tuple[str, ...]]:
    cards = {}
    for card in table.data:
        orders = table.items(card)
        if len(orders) != 4 or not all(order in ORDERS for order in orders):
            table.wrong(card, orders, "four orders, one for each level, of " + ", ".join(ORDERS))
            continue
        cards[card] = tuple(orders)
    if not 1 <= len(table.data) <= MOST_AUTOMA_CARDS:
        table.wrong("", len(table.data), f"1 to {MOST_AUTOMA_CARDS} cards")
    return cards


def printed(box: Box) -> dict[str, Any]:
    """Return what is printed on the cards, for a page that draws them itself."""
    return {
        "ships": [asdict(ship) for ship in box.ships],
        "factions": [{**asdict(faction), "text": faction.describe_ability()} for faction in box.factions],
        "map_cards": {card: [list(face) for face in faces] for card, faces in box.map_cards.items()},
        "maps": {name: chart.as_object() for name, chart in box.maps.items()},
        "automa": {card: list(orders) for card, orders in box.automa.items()},
    }
