"""Positions and views as JSON (section 7, R8.2), and the conditions V1 to V6 that a position must meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from sectors.games.sector6.content import Box
from sectors.games.sector6.lookup import Tables, pack_cell, unpack_cell
from sectors.games.sector6.notation import FIGURES
from sectors.games.sector6.numbers import ACT, ENDED, FIGURE, LOCK1, LOCK2, MARKER, MOVE, PHASES, REASONS, STUCK
from sectors.games.sector6.rules import Sector6
from sectors.kit import BadPosition, Json, Reader, is_int, shown
from sectors.kit.game import ENDING, HEADER
from sectors.kit.hexes import FLAT

PHASE_RULES = {
    "choose": "R3.1",
    "place": "R3.4",
    "move": "R5.1",
    "act": "R5.5",
    "lock1": "R5.6",
    "lock2": "R5.6",
    "stuck": "R5.8",
    "over": "R7.1",
}
FIELDS = ("phase", "tiles", "figures", "piles", "entries", "drawn", "left", "supply", "stall")
TILE_FIELDS = ("q", "r", "type", "rot", "marker", "owner", "fig")
FARTHEST = 999  # limit of coordinates, names in a pile, and markers in a count
MOST_TILES = 28000  # together with the tiles to come, they can be counted in 15 bits

Cell = tuple[int, int]


# Writing


def position(tables: Tables, core: Sector6) -> Json:
    """Return the fields of a position that are particular to this game, in order."""
    names = [one.name for one in tables.box.types]
    seats = range(core.seats)
    return {
        "phase": PHASES[core.phase],
        "tiles": tiles_of(tables, core),
        "figures": [[cell_of(core, core.figure_of(seat, i)) for i in range(2)] for seat in seats],
        "piles": [[names[kind] for kind in core.pile_of(seat)] for seat in seats],
        "entries": [core.entries_of(seat) for seat in seats],
        "drawn": names[core.drawn] if core.drawn >= 0 else None,
        "left": cell_of(core, core.left),
        "supply": [core.supply_of(seat) for seat in seats],
        "stall": core.stall,
    }


def view(tables: Tables, core: Sector6) -> Json:
    """Return the view, the same for all seats (R8.2): it shows the size and contents of a pile, never the order."""
    view = position(tables, core)
    view["piles"] = [{"count": len(pile), "remaining": sorted(pile)} for pile in view["piles"]]
    stall = view.pop("stall")
    return {**view, "score": [core.score_of(seat) for seat in range(core.seats)], "stall": stall}


def tiles_of(tables: Tables, core: Sector6) -> list[Json]:
    types = tables.box.types
    tiles = []
    for cell, kind, look in core.pieces():
        q, r = unpack_cell(cell)
        owner, figure = None, None
        if kind >= len(types):
            owner, figure = (kind - len(types)) // 2, FIGURES[(kind - len(types)) % 2]
            kind = tables.entry
        tiles.append(
            {
                "q": q,
                "r": r,
                "type": types[kind].name,
                "rot": tables.rotation(kind, look),
                "marker": types[kind].value if look & MARKER else 0,
                "owner": owner,
                "fig": figure,
            }
        )
    return tiles


def cell_of(core: Sector6, tile: int) -> list[int] | None:
    return None if tile < 0 else list(unpack_cell(core.cell_of(tile)))


def census(box: Box, position: Json) -> Json:
    """Count all pieces, placed or to come, and all markers, to come, on the table or taken."""
    names = [tile["type"] for tile in position["tiles"]]
    names += [name for pile in position["piles"] for name in pile] + ["E"] * sum(position["entries"])
    names += [position["drawn"]] if position["drawn"] else []
    values = {one.name: one.value for one in box.types}
    if position["phase"] in ("choose", "place"):
        markers = [values[name] for name in names]
    else:
        markers = [tile["marker"] for tile in position["tiles"]]
    taken = [sum(counts) for counts in zip(*position["supply"])]
    return {
        "pieces": sorted(names),
        "markers": [markers.count(value) + taken[value - 1] for value in range(1, 5)],
    }


# Reading


class Broken(BadPosition):
    """A position that breaks a condition of section 7."""

    def __init__(self, condition: str, why: str) -> None:
        super().__init__(f"{condition}: {why}")


def fail(condition: str, why: str) -> NoReturn:
    raise Broken(condition, why)


def broken_fields(why: str) -> BadPosition:
    return Broken("V1", why)


def read(tables: Tables, seats: int, options: Json, data: Json, core_of: Callable[[int], Sector6]) -> Sector6:
    """Read a position; `core_of` creates an empty core with room for the given number of pieces."""
    return PositionReader(tables, seats, options, Reader(data, error=broken_fields)).core(core_of)


class PositionReader:
    """Checks a position, condition by condition, and then lays it out."""

    def __init__(self, tables: Tables, seats: int, options: Json, top: Reader) -> None:
        self.tables = tables
        self.seats = seats
        self.options = options
        self.top = top
        self.position = position = top.data
        self.limit = options["stall_rounds"] * seats
        self.kinds = {one.name: i for i, one in enumerate(tables.box.types)}
        self.check_fields()
        self.check_tiles()
        self.building = position["phase"] in ("choose", "place")

    def core(self, core_of: Callable[[int], Sector6]) -> Sector6:
        if self.building:
            self.check_build()
        else:
            self.check_hands()
        position = self.position
        drawn = int(position["drawn"] is not None)
        to_come = sum(map(len, position["piles"])) + sum(position["entries"]) + drawn
        room = len(position["tiles"]) + (to_come if self.building else 0)
        core = core_of(room)
        self.lay(core)
        if position["phase"] == "over":
            self.check_over(core)
        elif not self.building:
            self.check_contest(core)
        return core

    # V1 and V3

    def check_fields(self) -> None:
        top, seats = self.top, self.seats
        top.only(*FIELDS, *HEADER, *ENDING)
        top.text("phase", one_of=PHASES)
        for pair in top.items("figures", size=seats, each="of [cell of a, cell of b]"):
            if not isinstance(pair, list) or len(pair) != 2 or not all(one is None or is_cell(one) for one in pair):
                top.wrong("figures", pair, "[cell of a, cell of b], each [q, r] or null")
        for pile in top.items("piles", size=seats, each="of lists of tile types"):
            if not isinstance(pile, list) or len(pile) > FARTHEST or not all(map(self.is_tile_type, pile)):
                top.wrong("piles", pile, f"a list of up to {FARTHEST} tile types")
        top.integers("entries", 0, 2, size=seats)
        for counts in top.items("supply", size=seats, each="of four numbers"):
            if not isinstance(counts, list) or len(counts) != 4 or not all(is_int(n, 0, FARTHEST) for n in counts):
                top.wrong("supply", counts, f"four numbers from 0 to {FARTHEST}")
        if top.raw("drawn") is not None and not self.is_tile_type(top.raw("drawn")):
            top.wrong("drawn", top.raw("drawn"), "a tile type or null")
        if top.raw("left") is not None and not is_cell(top.raw("left")):
            top.wrong("left", top.raw("left"), "a cell [q, r] or null")
        top.integer("stall", 0, self.limit)
        self.check_ending()

    def check_ending(self) -> None:
        top = self.top
        if top.raw("phase") == "over":
            if top.raw("to_act") is not None:
                top.wrong("to_act", top.raw("to_act"), "null in the phase over: nobody acts")
            result = top.items("result", size=self.seats, each="of numbers")
            if not all(type(share) in (int, float) for share in result):
                top.wrong("result", result, f"a number for each of {self.seats} seats")
            top.text("reason", one_of=REASONS)
            return
        top.integer("to_act", 0, self.seats - 1)
        for name in ("result", "reason"):
            if top.raw(name) is not None:
                top.wrong(name, top.raw(name), "null before the end")

    def is_tile_type(self, name: object) -> bool:
        return isinstance(name, str) and name in self.kinds and self.kinds[name] != self.tables.entry

    def check_tiles(self) -> None:
        """Check that tiles have the right fields (V1) and valid values (V3)."""
        if len(self.top.items("tiles")) > MOST_TILES:
            fail("V1", f"tiles: allowed are at most {MOST_TILES}")
        seen: set[object] = set()
        for tile in self.top.tables("tiles"):
            tile.only(*TILE_FIELDS)
            tile.integer("q", -FARTHEST, FARTHEST)
            tile.integer("r", -FARTHEST, FARTHEST)
            for name, kind, also in (
                ("type", str, ()),
                ("rot", int, ()),
                ("marker", int, ()),
                ("owner", int, (None,)),
                ("fig", str, (None,)),
            ):
                if type(tile.raw(name)) is not kind and tile.raw(name) not in also:
                    tile.wrong(name, tile.raw(name), "a text" if kind is str else "a whole number")
            self.check_tile(tile.data, seen)

    def check_tile(self, tile: Json, seen: set[object]) -> None:
        at = (tile["q"], tile["r"])
        if at in seen:
            fail("V3", f"two tiles on {at[0]},{at[1]}")
        seen.add(at)
        if tile["type"] not in self.kinds:
            fail("V3", f"there is no type {tile['type']!r}")
        kind = self.tables.box.types[self.kinds[tile["type"]]]
        if not 0 <= tile["rot"] < kind.period:
            fail("V3", f"{at[0]},{at[1]}: found rotation {tile['rot']}, allowed is 0 to {kind.period - 1}")
        if tile["marker"] not in (0, kind.value):
            fail("V3", f"{at[0]},{at[1]}: found marker {tile['marker']}, allowed is 0 or {kind.value}")
        owner = (tile["owner"], tile["fig"])
        if kind.entry:
            if not is_int(owner[0], 0, self.seats - 1) or owner[1] not in FIGURES or owner in seen:
                fail(
                    "V3", f"{at[0]},{at[1]}: an entry point has an owner and a figure of its own, found {shown(owner)}"
                )
            seen.add(owner)
        elif owner != (None, None):
            fail("V3", f"{at[0]},{at[1]}: only entry points have owner and fig")

    # V4

    def check_build(self) -> None:
        p = self.position
        seat = p["to_act"]
        empty = all(one is None for pair in p["figures"] for one in pair)
        if not empty or any(tile["marker"] for tile in p["tiles"]) or any(map(any, p["supply"])) or p["stall"]:
            fail("V4", "there are no figures, markers, supplies and no stall counter in the build")
        if p["left"] is not None or (p["drawn"] is not None) != (p["phase"] == "place"):
            fail("V4", "`left` is null, `drawn` is set in `place` and null in `choose`")
        placed = {(tile["owner"], tile["fig"]) for tile in p["tiles"] if tile["owner"] is not None}
        for one in range(self.seats):
            if {fig for owner, fig in placed if owner == one} != set(FIGURES[: 2 - p["entries"][one]]):
                fail(
                    "V4", f"seat {one} has {p['entries'][one]} entry points in hand, and others on the table than a, b"
                )
        drawn = int(p["drawn"] is not None)
        to_come = [len(p["piles"][one]) + p["entries"][one] + drawn * (one == seat) for one in range(self.seats)]
        wanted = [to_come[seat] - (one < seat) for one in range(self.seats)]
        if to_come != wanted or to_come[seat] < 1:
            fail("V4", f"the pieces to come, {to_come}, do not fit seat {seat} to act")
        self.chain = order_connected({(tile["q"], tile["r"]) for tile in p["tiles"]})
        if not drawn and not any(p["piles"]) and len(placed) == len(p["tiles"]):
            fail("V4", "there must be a tile that is no entry point")

    # V5 and V6

    def check_hands(self) -> None:
        p = self.position
        condition = "V6" if p["phase"] == "over" else "V5"
        if any(p["piles"]) or any(p["entries"]) or p["drawn"] is not None:
            fail(condition, "piles and hands are empty and `drawn` is null after the build")
        if p["left"] is not None and p["phase"] != "act":
            fail(condition, "`left` is set in `act` only")
        cells = [tuple(one) for pair in p["figures"] for one in pair if one is not None]
        table = {(tile["q"], tile["r"]) for tile in p["tiles"]}
        absent = condition == "V6" and not cells
        if not absent and (len(cells) != 2 * self.seats or len(set(cells)) != len(cells) or not set(cells) <= table):
            fail(condition, "all figures stand on different tiles")

    def check_contest(self, core: Sector6) -> None:
        p = self.position
        seat, phase = core.to_act, core.phase
        if core.free < 1:
            fail("V5", "at least one marker must be free")
        if core.stall >= core.stall_limit:
            fail("V5", f"stall: found {core.stall}, but at {core.stall_limit} the game is over")
        if phase in (MOVE, LOCK1, STUCK) and phase != core.first_phase_of(seat):
            fail(
                "V5",
                f"phase: found {shown(p['phase'])}, but seat {seat} begins with {PHASES[core.first_phase_of(seat)]!r}",
            )
        if phase == LOCK2 and not any(core.may_turn(core.figure_of(seat, i)) for i in range(2)):
            fail("V5", "in `lock2` a tile under the seat's figures can be turned")
        if phase == ACT and (core.left < 0 or core.look_of(core.left) & FIGURE or not self.came_from_left(core)):
            fail("V5", "`left` must be an empty tile from which a figure of the seat came")

    def came_from_left(self, core: Sector6) -> bool:
        """Return whether a figure of the seat to act could have come from `left` in one move (R5.3)."""
        own = {core.figure_of(core.to_act, i) for i in range(2)}
        for side in range(6):
            tile = core.left
            while not core.look_of(tile) >> side & 1:
                tile = core.neighbour(tile, side)
                if tile < 0 or core.look_of(tile) >> (side + 3) % 6 & 1:
                    break
                if tile in own:
                    return True
                if core.look_of(tile) & FIGURE:
                    break
        return False

    def check_over(self, core: Sector6) -> None:
        p = self.position
        reason = REASONS[p["stall"] == self.limit]
        if p["reason"] != reason:
            fail("V6", f"reason: found {shown(p['reason'])}, but the stall counter gives {reason!r}")
        for _, _, look in core.pieces():
            if look & MARKER and (look & FIGURE or reason == "covered"):
                fail("V6", "no marker lies under a figure, and after `covered` there is none")
        if [float(share) for share in p["result"]] != core.results():
            fail("V6", f"result: found {shown(p['result'])}, but the supplies give {core.results()!r}")

    # Laying out

    def lay(self, core: Sector6) -> None:
        p = self.position
        tiles = {(tile["q"], tile["r"]): tile for tile in p["tiles"]}
        kinds = {at: self.kind_of(tile) for at, tile in tiles.items()}
        if self.building:
            core.lay([(pack_cell(*at), kinds[at], tiles[at]["rot"]) for at in self.chain])
        else:
            core.lay_finished([(pack_cell(*at), kinds[at], t["rot"], t["marker"] > 0) for at, t in tiles.items()])
        for seat in range(self.seats):
            pile = [self.kinds[name] for name in p["piles"][seat]]
            core.set_hand(seat, pile, p["entries"][seat], p["supply"][seat])
            for i, at in enumerate(p["figures"][seat]):
                if at is not None:
                    core.place_figure(2 * seat + i, core.find(pack_cell(*at)))
        core.phase = PHASES.index(p["phase"])
        core.stall = p["stall"]
        core.drawn = -1 if p["drawn"] is None else self.kinds[p["drawn"]]
        core.left = -1 if p["left"] is None else core.find(pack_cell(*p["left"]))
        core.to_act = -1 if core.phase == ENDED else p["to_act"]
        core.reason = REASONS.index(p["reason"]) if core.phase == ENDED else 0

    def kind_of(self, tile: Json) -> int:
        if tile["owner"] is None:
            return self.kinds[tile["type"]]
        return len(self.kinds) + 2 * int(tile["owner"]) + FIGURES.index(tile["fig"])


def is_cell(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(is_int(x, -FARTHEST, FARTHEST) for x in value)


def order_connected(cells: set[Cell]) -> list[Cell]:
    """Return all cells, beginning with the least, in an order in which each touches an earlier one (V4)."""
    if not cells:
        return []
    chain = [min(cells)]
    found = set(chain)
    for q, r in chain:  # grows during iteration
        for dq, dr in FLAT:
            beside = (q + dq, r + dr)
            if beside in cells and beside not in found:
                found.add(beside)
                chain.append(beside)
    if len(chain) < len(cells):
        fail("V4", "the tiles must be connected")
    return chain
