"""The lookup tables of the rules, computed once: numbers of the content and the options, and all walks on the map."""

from __future__ import annotations

from typing import Any

import cython

from sectors.games.sector18.content import EFFECTS, ORDERS, Box
from sectors.games.sector18.maps import BONUSES, FAR, KINDS, NAMES, PLACES, ZONES, Chart

if not cython.compiled:  # lookup.pxd imports the C versions
    from sectors.games.sector18.numbers import (
        FREE,
        PAYING,
        STUCK,
    )

ACHIEVEMENTS = ("damage", "speed", "cost", "double")


class Tables:
    """The constants of a game, shared by its cores."""

    seats: int
    fixed_first: int  # the starting side, or -1 if drawn at random
    faction_rule: int  # 0 chosen by the players, 1 drawn at random, 2 fixed
    fixed_faction: list[int]
    start_health: int
    second_bonus: int
    asteroid_exit: int
    turn_limit: int
    pass_limit: int
    surcharge: int  # on building, in solo with the achievement
    double: bool
    chart: Chart
    map_option: Any
    achievements: tuple[str, ...]

    def __init__(self, box: Box, chart: Chart, seats: int, options: dict[str, Any]) -> None:
        if not cython.compiled:
            self.fixed_faction = [0, 0]
            self.kind = [0] * 84
            self.bonus = [0] * 84
            self.rank = [0] * 84
            self.holes = [0] * 81
            self.planets = [0] * 81
            self.damage = [[[0] * 4, [0] * 4], [[0] * 4, [0] * 4]]
            self.speed = [[[0] * 4, [0] * 4], [[0] * 4, [0] * 4]]
            self.exempt = [[0] * 4, [0] * 4]
            self.build_level = [0] * 4
            self.build_cost = [0] * 4
            self.refit_level = [0] * 4
            self.refit_cost = [0] * 4
            self.levelup_cost = [0] * 5
            self.shield_cost = [0] * 4
            self.faction_card = [0] * 64
            self.faction_cost = [0] * 64
            self.faction_effect = [0] * 64
            self.faction_n = [0] * 64
            self.order = [[0] * 5 for _ in range(64)]
            self.near_size = [[[0] * 83 for _ in range(3)] for _ in range(2)]
            self.near = [[[[0] * 83 for _ in range(83)] for _ in range(3)] for _ in range(2)]
            self.distance = [[[[FAR] * 83 for _ in range(83)] for _ in range(3)] for _ in range(2)]
        self.seats = seats
        self.chart = chart
        self.map_option = options["map"]
        self.achievements = tuple(options["achievements"])
        self._take_options(box, options)
        self._take_content(box, options["achievements"] if seats == 1 else [])
        self._take_map(chart)
        for side in range(2):
            for leaving, price in ((FREE, 1), (PAYING, self.asteroid_exit), (STUCK, None)):
                self._take_walks(chart, side, leaving, price)

    def _take_options(self, box: Box, options: dict[str, Any]) -> None:
        self.fixed_first = -1 if options["first"] == "random" else options["first"]
        factions = options["factions"]
        self.faction_rule = ("choose", "random").index(factions) if isinstance(factions, str) else 2
        if self.faction_rule == 2:
            for seat in range(self.seats):
                self.fixed_faction[seat] = box.faction_ids.index(factions[seat])
        self.start_health = options["start_health"]
        self.second_bonus = options["second_bonus"] if self.seats == 2 else 0
        self.asteroid_exit = options["asteroid_exit"]
        self.turn_limit = options["turn_limit"]
        self.pass_limit = options["pass_limit"]

    def _take_content(self, box: Box, achievements: list[str]) -> None:
        rules = box.rules
        self.start_resources = rules["start_resources"]
        self.ai_start_resources = rules["ai_start_resources"]
        self.resource_cap = rules["resource_cap"]
        self.collect_base = rules["collect_base"]
        self.zone_limit = rules["zone_limit"]
        self.min_cost = rules["min_cost"]
        self.health_per_level = rules["health_per_level"]
        self.surcharge = rules["build_surcharge"] if "cost" in achievements else 0
        self.double = "double" in achievements
        for i in range(4):
            ship = box.ships[i]
            for up in range(2):
                self.exempt[up][i] = ship.speed[up] == 1  # R6.4: the printed Speed counts, not additions
                for side in range(2):
                    ai = side == 1 and self.seats == 1
                    self.damage[side][up][i] = ship.damage[up] + (ai and "damage" in achievements)
                    self.speed[side][up][i] = ship.speed[up] + (ai and "speed" in achievements)
            self.build_level[i] = ship.build_level
            self.build_cost[i] = ship.build_cost
            self.refit_level[i] = ship.refit_level
            self.refit_cost[i] = ship.refit_cost
        for i in range(3):
            self.levelup_cost[i + 2] = box.levelup_cost[i]
            self.shield_cost[i + 1] = box.shield_cost[i]
        self.factions = len(box.factions)
        cards = sorted({faction.card for faction in box.factions})
        for i in range(self.factions):
            faction = box.factions[i]
            self.faction_card[i] = cards.index(faction.card)
            self.faction_cost[i] = faction.cost
            self.faction_effect[i] = EFFECTS.index(faction.effect)
            self.faction_n[i] = faction.n
        self.cards = len(box.automa)
        orders = list(box.automa.values())
        for i in range(self.cards):
            for level in range(4):
                self.order[i][level + 1] = ORDERS.index(orders[i][level])

    def _take_map(self, chart: Chart) -> None:
        self.hole_count = 0
        self.planet_count = 0
        names = sorted(NAMES)
        for place in range(PLACES):
            self.rank[place] = names.index(NAMES[place])
        for zone in sorted(chart.tokens):
            self.kind[zone] = KINDS.index(chart.kind(zone))
            self.bonus[zone] = BONUSES.index(chart.bonus(zone))
            if chart.kind(zone) == "W":
                self.holes[self.hole_count] = zone
                self.hole_count += 1
            if chart.kind(zone) == "P":
                self.planets[self.planet_count] = zone
                self.planet_count += 1

    def _take_walks(self, chart: Chart, side: int, leaving: int, price: int | None) -> None:
        walks = chart.distances(side, price)
        for start in range(PLACES):
            reached = sorted((cost, place) for place, cost in walks.get(start, {}).items())
            self.near_size[side][leaving][start] = len(reached)
            for place in range(PLACES):
                self.distance[side][leaving][start][place] = FAR
            for i in range(len(reached)):
                cost, place = reached[i]
                self.near[side][leaving][start][i] = place
                self.distance[side][leaving][start][place] = cost

    # For Python callers

    def on_map(self, place: int) -> bool:
        return place >= ZONES or self.kind[place] != 0

    def kind_of(self, place: int) -> str:
        return KINDS[self.kind[place]]

    def bonus_of(self, place: int) -> str:
        return BONUSES[self.bonus[place]]

    def stats(self, side: int, up: bool, ship: int) -> tuple[int, int]:
        """Return the Damage and Speed of a ship, including the bonus of an achievement (R1.4)."""
        return self.damage[side][up][ship], self.speed[side][up][ship]

    def walk(self, side: int, leaving: int, start: int, stop: int) -> int:
        """Return the cost of the cheapest walk, or FAR if there is none."""
        return self.distance[side][leaving][start][stop]
