"""The observation and the actions of a seat as numbers; zones are counted from the own side.

Actions are numbered by the zones, planets and Warp Holes of the map. The enemy that a ship fights is given as the first
or second enemy ship of that zone, in the order L, M, S, H: there are never more than the content's `zone_limit`.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from typing import Any

import cython

from sectors.games.sector18.content import Box
from sectors.games.sector18.lookup import Tables
from sectors.games.sector18.rules import Sector18
from sectors.kit.core import Core
from sectors.kit.game import Game
from sectors.kit.observe import Field, Observer

if not cython.compiled:  # observe.pxd imports the C versions
    from sectors.games.sector18.numbers import *
    from sectors.games.sector18.rules_board import count

SORTS = (
    *("pass", "end", "done", "collect", "levelup", "shield", "use", "refit", "use:refit"),
    *("build", "use:build", "use:jump", "target", "command", "warp", "faction"),
)
A_REFIT, A_USE_REFIT, A_BUILD, A_USE_BUILD, A_USE_JUMP, A_TARGET, A_COMMAND, A_WARP, A_FACTION = range(7, 16)
KINDS_OF_ACTION = 16
SHIPS = 4
STARTS = 15  # the first index of builds; actions before it keep their codes


class Watcher(Observer):
    tables: Tables
    zones: int
    foes: int

    def __init__(self, game: Game, box: Box, tables: Tables, options: dict[str, Any]) -> None:
        self.tables = tables
        chart = box.chart(options["map"])
        zones = sorted(chart.tokens)
        self.zones = len(zones)
        self.foes = max(1, min(tables.zone_limit, SHIPS))
        self.rank_places(zones)
        self.number_actions()
        health = box.largest_health(SHIPS, options["start_health"])
        factions, cards, most = tables.factions, tables.cards if tables.seats == 1 else 0, len(zones)
        automa = (
            Field("deck", (cards,), 0, 1, "the automa's cards that are in its deck"),
            Field("discard", (cards,), 0, cards, "where each of its cards lies in the discard, the oldest as 1"),
            Field("plays", (), 0, 127, "cards that the automa still plays in this turn"),
            Field("queue", (SHIPS,), 0, 1, "its ships L, M, S, H that are still to move"),
            Field("icons", (2,), 0, 1, "whether they go for planets, and for the base"),
        )
        fields = (
            Field("own_ships", (SHIPS, most), 0, 1, "own ships L, M, S, H by zone"),
            Field("enemy_ships", (SHIPS, most), 0, 1, "enemy ships by zone"),
            Field("at_base", (2, SHIPS), 0, 1, "ships at the base of their side, own first"),
            Field("upgraded", (2, SHIPS), 0, 1, "ships that are upgraded"),
            Field("claims", (2, most), 0, 1, "planets that a side claims"),
            Field("terrain", (SHIPS, most), 0, 1, "Empty Space, Asteroid Belt, Warp Hole, Planet"),
            Field("bonus", (SHIPS, most), 0, 1, "planets with mine, dock, lab, ward"),
            Field("phase", (5,), 0, 1, "faction, main, fleet, target, over"),
            Field("own_turn", (), 0, 1, "whether it is the own side's turn"),
            Field("first", (), 0, 1, "whether the own side began"),
            Field("turn", (), 0, tables.turn_limit + 1, "the number of the turn"),
            Field("passes", (), 0, tables.pass_limit, "passes in a row"),
            Field("acted", (), 0, 1, "whether the action of the turn is done"),
            Field("used", (), 0, 1, "whether the ability was used in this turn"),
            Field("moved", (SHIPS,), 0, 1, "ships that were commanded in this turn"),
            Field("speed", (), 0, 9, "Speed that an ability adds in this turn"),
            Field("factions", (2, factions), 0, 1, f"{', '.join(box.faction_ids)}"),
            Field("resources", (2,), 0, max(tables.resource_cap, tables.ai_start_resources), "Resources"),
            Field("health", (2,), 0, health, "Health of the bases"),
            Field("level", (2,), 0, 4, "levels of the bases"),
            Field("shield", (2,), 0, 3, "shields of the bases"),
            *(automa if cards else ()),
        )
        parts = (
            Field("sort", (len(SORTS),), 0, 1, ", ".join(SORTS)),
            Field("ship", (SHIPS,), 0, 1, "the ship: L, M, S, H"),
            Field("place", (), 0, most + 2, "a zone, from 1; then the own and the enemy base"),
            Field("exit", (), 0, most, "the Warp Hole where the ship comes out"),
            Field("foe", (SHIPS,), 0, 1, "the enemy ship that it fights"),
            Field("faction", (factions,), 0, 1, "the faction chosen"),
        )
        super().__init__(game, tables.seats, fields, parts, self.factions_at + factions)

    def rank_places(self, zones: list[int]) -> None:
        """Number zones, planets and holes as each side counts them, and store the inverse."""
        planets = [self.tables.planets[i] for i in range(self.tables.planet_count)]
        holes = [self.tables.holes[i] for i in range(self.tables.hole_count)]
        sets = (zones, planets, holes)
        ranks, back = [0] * (2 * 3 * 84), [0] * (2 * 3 * 84)
        for side in range(2):
            for number, places in enumerate(sets):
                for i, place in enumerate(sorted(places, reverse=side == 1)):
                    ranks[(side * 3 + number) * 84 + place] = i
                    back[(side * 3 + number) * 84 + i] = place
        self.ranks, self.back = array("i", ranks), array("i", back)
        self.terrain_of = array("i", [self.tables.kind[zone] for zone in range(81)])
        self.bonus_of = array("i", [self.tables.bonus[zone] for zone in range(81)])

    def number_actions(self) -> None:
        self.havens = 1 + self.tables.planet_count
        self.of_ship = 2 + self.zones * self.foes
        self.warps = self.tables.hole_count * self.tables.hole_count * self.foes
        self.targets_at = STARTS + 3 * SHIPS * self.havens
        self.commands_at = self.targets_at + self.tables.planet_count
        self.warps_at = self.commands_at + SHIPS * self.of_ship
        self.factions_at = self.warps_at + SHIPS * self.warps

    # Observations

    def observe(self, core: Core, seat: int, out: MutableSequence[int]) -> None:
        self.fill(cython.cast(Sector18, core), seat, out)

    def fill(self, core: Sector18, seat: int, out: MutableSequence[int]) -> None:
        at = self.frame(core, seat, out)
        zones, ranks = self.zones, 3 * 84 * seat
        for i in range(2):
            side = i ^ seat
            for ship in range(SHIPS):
                place = core.at[side][ship]
                if place < BASE0:
                    out[at + (SHIPS * i + ship) * zones + self.ranks[ranks + place]] = 1
                elif place != NOWHERE:
                    out[at + 2 * SHIPS * zones + SHIPS * i + ship] = 1
                out[at + 2 * SHIPS * (zones + 1) + SHIPS * i + ship] = core.up[side][ship]
        at += 2 * SHIPS * (zones + 2)
        for i in range(zones):
            zone = self.back[ranks + i]
            kind, bonus, owner = self.terrain_of[zone], self.bonus_of[zone], core.claimant(zone)
            if owner != NOBODY:
                out[at + (owner ^ seat) * zones + i] = 1
            out[at + (2 + kind - 1) * zones + i] = 1
            if bonus:
                out[at + (2 + SHIPS + bonus - 1) * zones + i] = 1
        self.fill_numbers(core, seat, at + (2 + 2 * SHIPS) * zones, out)

    def fill_numbers(self, core: Sector18, seat: int, at: int, out: MutableSequence[int]) -> None:
        out[at + core.phase] = 1
        out[at + 5] = core.side == seat
        out[at + 6] = core.first == seat
        out[at + 7] = core.turn
        out[at + 8] = core.passes
        out[at + 9] = core.acted
        out[at + 10] = core.used
        for ship in range(SHIPS):
            out[at + 11 + ship] = core.moved >> ship & 1
        out[at + 15] = core.speed
        at += 16
        factions = self.tables.factions
        for i in range(2):
            side = i ^ seat
            if core.faction[side] != NOBODY:
                out[at + i * factions + core.faction[side]] = 1
            out[at + 2 * factions + i] = core.r[side]
            out[at + 2 * factions + 2 + i] = core.h[side]
            out[at + 2 * factions + 4 + i] = core.level[side]
            out[at + 2 * factions + 6 + i] = core.shield[side]
        if self.seats == 1:
            self.fill_automa(core, at + 2 * factions + 8, out)

    def fill_automa(self, core: Sector18, at: int, out: MutableSequence[int]) -> None:
        cards = self.tables.cards
        for i in range(cards):
            if i < core.left:
                out[at + core.cards[i]] = 1
            else:
                out[at + cards + core.cards[i]] = cards - i
        at += 2 * cards
        out[at] = core.plays
        for ship in range(SHIPS):
            out[at + 1 + ship] = core.queue >> ship & 1
        if core.phase == IN_TARGET:
            out[at + 5] = core.icons & 1
            out[at + 6] = core.icons >> 1 & 1

    # Actions

    def encode(self, core: Core, code: int) -> int:
        return self.number(cython.cast(Sector18, core), code)

    def number(self, core: Sector18, code: int) -> int:
        side = core.to_act
        if code < BUILD:
            return code
        if code < TARGET:  # a use, a ship and a haven
            return STARTS + (code - BUILD) // 83 * self.havens + self.haven(side, (code - BUILD) % 83)
        if code < COMMAND:
            return self.targets_at + self.rank(1, side, code - TARGET)
        if code >= FACTION:
            return self.factions_at + code - FACTION
        if code < WARP:
            ship, rest = (code - COMMAND) // COMMANDS_OF_SHIP, (code - COMMAND) % COMMANDS_OF_SHIP
            first = self.commands_at + ship * self.of_ship
            if rest >= 81 * 5:
                return first + (0 if rest - 81 * 5 == side else 1)
            slot = self.foe_slot(core, rest // 5, rest % 5)
            return first + 2 + self.rank(0, side, rest // 5) * self.foes + slot
        ship, rest = (code - WARP) // WARPS_OF_SHIP, (code - WARP) % WARPS_OF_SHIP
        stop, hole = rest // 5 // 81, rest // 5 % 81
        pair = self.rank(2, side, stop) * self.tables.hole_count + self.rank(2, side, hole)
        return self.warps_at + ship * self.warps + pair * self.foes + self.foe_slot(core, hole, rest % 5)

    def rank(self, number: int, side: int, place: int) -> int:
        return self.ranks[(3 * side + number) * 84 + place]

    def place(self, number: int, side: int, rank: int) -> int:
        return self.back[(3 * side + number) * 84 + rank]

    def haven(self, side: int, place: int) -> int:
        return 0 if place >= BASE0 else 1 + self.rank(1, side, place)

    def foe_slot(self, core: Sector18, zone: int, foe: int) -> int:
        """Return how many enemy ships in the zone come before the one that is fought."""
        return count(core.here[1 - core.side][zone] & ((1 << (foe - 1)) - 1)) if foe else 0

    def foe_in(self, core: Sector18, zone: int, slot: int) -> int:
        for foe in range(SHIPS):
            if core.here[1 - core.side][zone] >> foe & 1:
                if slot == 0:
                    return foe + 1
                slot -= 1
        return 0

    def decode(self, core: Core, index: int) -> int:
        return self.code(cython.cast(Sector18, core), index)

    def code(self, core: Sector18, index: int) -> int:
        side = core.to_act
        if index < STARTS:
            return index
        if index < self.targets_at:
            rest, haven = (index - STARTS) // self.havens, (index - STARTS) % self.havens
            return BUILD + 83 * rest + (BASE0 + side if haven == 0 else self.place(1, side, haven - 1))
        if index < self.commands_at:
            return TARGET + self.place(1, side, index - self.targets_at)
        if index >= self.factions_at:
            return FACTION + index - self.factions_at
        if index < self.warps_at:
            ship, rest = (index - self.commands_at) // self.of_ship, (index - self.commands_at) % self.of_ship
            first = COMMAND + ship * COMMANDS_OF_SHIP
            if rest < 2:
                return first + 81 * 5 + (rest ^ side)
            zone = self.place(0, side, (rest - 2) // self.foes)
            return first + zone * 5 + self.foe_in(core, zone, (rest - 2) % self.foes)
        ship, rest = (index - self.warps_at) // self.warps, (index - self.warps_at) % self.warps
        pair = rest // self.foes
        stop = self.place(2, side, pair // self.tables.hole_count)
        hole = self.place(2, side, pair % self.tables.hole_count)
        return WARP + ship * WARPS_OF_SHIP + (stop * 81 + hole) * 5 + self.foe_in(core, hole, rest % self.foes)

    def describe(self, core: Core, code: int, out: MutableSequence[int]) -> None:
        self.tell(cython.cast(Sector18, core), code, out)

    def tell(self, core: Sector18, code: int, out: MutableSequence[int]) -> None:
        side, ship, place, hole, foe, sort = core.to_act, NOBODY, NOWHERE, NOWHERE, 0, code
        if code >= FACTION:
            sort = A_FACTION
            out[KINDS_OF_ACTION + SHIPS + 2 + SHIPS + code - FACTION] = 1
        elif code >= WARP:
            sort, ship = A_WARP, (code - WARP) // WARPS_OF_SHIP
            rest = (code - WARP) % WARPS_OF_SHIP
            place, hole, foe = rest // 5 // 81, rest // 5 % 81, rest % 5
        elif code >= COMMAND:
            sort, ship = A_COMMAND, (code - COMMAND) // COMMANDS_OF_SHIP
            rest = (code - COMMAND) % COMMANDS_OF_SHIP
            place = rest // 5 if rest < 81 * 5 else BASE0 + rest - 81 * 5
            foe = rest % 5 if rest < 81 * 5 else 0
        elif code >= TARGET:
            sort, place = A_TARGET, code - TARGET
        elif code >= BUILD:
            sort, ship, place = A_BUILD + (code - BUILD) // 332, (code - BUILD) // 83 % 4, (code - BUILD) % 83
        elif code >= REFIT:
            sort, ship = A_REFIT + (code - REFIT) // 4, (code - REFIT) % 4
        out[sort] = 1
        at = KINDS_OF_ACTION
        if ship != NOBODY:
            out[at + ship] = 1
        if place < BASE0:
            out[at + SHIPS] = 1 + self.rank(0, side, place)
        elif place != NOWHERE:
            out[at + SHIPS] = self.zones + (1 if place - BASE0 == side else 2)
        if hole != NOWHERE:
            out[at + SHIPS + 1] = 1 + self.rank(0, side, hole)
        if foe:
            out[at + SHIPS + 2 + foe - 1] = 1
