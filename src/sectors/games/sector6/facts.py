"""What players would work out: where a tile fits and how its sides meet, where figures can run, what a turn drives,
opens and closes, the free oxygen, and the tie-break. All seats know the same (R8.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sectors.games.sector6.lookup import Tables, pack_cell, unpack_cell
from sectors.games.sector6.notation import COMPASS, FIGURES
from sectors.games.sector6.numbers import ACT, CHOOSE, FIGURE, LIFE, LOCK1, LOCK2, MARKER, MOVE, PLACE, WALLS
from sectors.games.sector6.rules import Sector6
from sectors.kit import Effect, Json, Thing
from sectors.kit.hexes import FLAT
from sectors.kit.words import plural

Cell = tuple[int, int]
Walls = Mapping[Cell, frozenset[int]]
Figures = Mapping[Cell, str]  # "0a" on its cell
COLOURS = ("red", "yellow", "green", "blue")  # of the values 1 to 4
FACTS = {
    "score": "points of each seat now (R7.4)",
    "under": "for each seat the value under figure a and under figure b, its own at the end (R7.3)",
    "markers": "for each seat its markers of the values 1 to 4",
    "leaders": "the seats that lead, and by what: score, blue, green, yellow, or null where nothing decides (R7.5)",
    "free": "markers without a figure on them, by value, and their points (R1.7)",
    "stall": "turns without oxygen taken, and the limit (R7.6)",
    "meshed": "in `life`: cell and side of every two walls that touch (R1.6)",
    "places": "in the build: for every cell each rotation: sides connected, blocked and meshed, and whether legal",
    "drawn": "in the build: the type of the tile to be placed, or null",
    "ways_out": "in the build: for every cell the ways that would lead out of an entry point there",
    "reach": "in the contest: for every figure the cells it could move to (R5.3)",
    "stops": "for the seat to act: figure, cell, and the side, distance and value of that move",
    "turns": "for every tile that may be turned, both ways: tiles driven, walls then, moves that open and close (R6)",
}


# The maze as sides and cells (R1)


def neighbour(cell: Cell, side: int) -> Cell:
    return cell[0] + FLAT[side][0], cell[1] + FLAT[side][1]


def name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def sides(bits: int) -> frozenset[int]:
    return frozenset(side for side in range(6) if bits >> side & 1)


def walls_of(core: Sector6) -> dict[Cell, frozenset[int]]:
    return {unpack_cell(cell): sides(look & WALLS) for cell, _, look in core.pieces()}


def figures_of(core: Sector6) -> dict[Cell, str]:
    standing = {}
    for seat in range(core.seats):
        for which, letter in enumerate(FIGURES):
            tile = core.figure_of(seat, which)
            if tile >= 0:
                standing[unpack_cell(core.cell_of(tile))] = f"{seat}{letter}"
    return standing


def gears(walls: Walls, cell: Cell) -> list[int]:
    """Return the sides on which walls of a tile touch walls (R1.6)."""
    return [side for side in sorted(walls[cell]) if (side + 3) % 6 in walls.get(neighbour(cell, side), ())]


def driven_tiles(walls: Walls, cell: Cell) -> list[Cell]:
    """Return the tiles that a tile drives; they turn the other way (R6.2)."""
    return [neighbour(cell, side) for side in gears(walls, cell)]


def turn_walls(walls: Walls, cell: Cell, with_it: list[Cell], clockwise: bool) -> Walls:
    """Return the walls after a tile has turned one way and the tiles it drives the other (R6.3)."""
    way = 1 if clockwise else -1
    steps = {cell: way} | dict.fromkeys(with_it, -way)
    return {**walls, **{one: frozenset((side + step) % 6 for side in walls[one]) for one, step in steps.items()}}


def reach(walls: Walls, figures: Figures, start: Cell) -> Iterator[Cell]:
    """Yield the cells that a figure can move to (R5.3)."""
    for side in range(6):
        cell = start
        while side not in walls[cell]:
            cell = neighbour(cell, side)
            if cell in figures or (side + 3) % 6 in walls.get(cell, range(6)):
                break
            yield cell


# The facts


def facts(tables: Tables, core: Sector6, codes: list[int]) -> Json:
    found: Json = {
        "score": [core.score_of(seat) for seat in range(core.seats)],
        "under": [values_under(core, seat) for seat in range(core.seats)],
        "markers": [core.supply_of(seat) for seat in range(core.seats)],  # of the values 1 to 4
        "leaders": leaders(core),
        "free": free(core),
        "stall": {"turns": core.stall, "limit": core.stall_limit},
    }
    walls = walls_of(core)
    if core.mode == LIFE:
        found["meshed"] = [[name(cell), side] for cell in sorted(walls) for side in gears(walls, cell) if side < 3]
    if core.phase in (CHOOSE, PLACE) and not core.over:
        found["places"] = places(tables, core, codes)
        found["drawn"] = tables.box.types[core.drawn].name if core.phase == PLACE else None
        found["ways_out"] = {name(cell): ways for cell, ways in entry_ways(tables, core, codes).items()}
        return found
    figures = figures_of(core)
    found["reach"] = {who: [name(cell) for cell in reach(walls, figures, start)] for start, who in figures.items()}
    if core.phase == MOVE and not core.over:
        found["stops"] = stops(core, walls, figures)
    found["turns"] = {} if core.over else turns(core, walls, figures)
    return found


def values_under(core: Sector6, seat: int) -> list[int]:
    """Return the value of the marker under each figure, the seat's own at the end (R7.3)."""
    tiles = [core.figure_of(seat, which) for which in range(2)]
    return [marker_value(core, tile) if tile >= 0 else 0 for tile in tiles]


def marker_value(core: Sector6, tile: int) -> int:
    """Return the value of the marker on a tile, 0 for none."""
    return core.value_of(tile) if core.look_of(tile) & MARKER else 0


def leaders(core: Sector6) -> Json:
    """Return who leads by the markers taken so far, and by what: the score, or the first colour of which they have
    more (R7.4, R7.5)."""
    rows = {seat: [core.score_of(seat), *reversed(core.supply_of(seat)[1:])] for seat in range(core.seats)}
    best = max(rows.values())
    level = [seat for seat, row in rows.items() if row == best]
    tied = [row for row in rows.values() if row[0] == best[0]]
    steps = ("score", "blue", "green", "yellow")
    by = next((step for i, step in enumerate(steps) if len({tuple(row[: i + 1]) for row in tied}) > 1), None)
    return {"seats": level, "by": "score" if len(tied) == 1 else by}


def free(core: Sector6) -> Json:
    """Return the markers without a figure on them, by value, and their points (R1.7)."""
    numbers = [0, 0, 0, 0]
    for tile, (_, _, look) in enumerate(core.pieces()):
        if look & MARKER and not look & FIGURE:
            numbers[core.value_of(tile) - 1] += 1
    return {"markers": numbers, "points": sum((i + 1) * number for i, number in enumerate(numbers))}


def places(tables: Tables, core: Sector6, codes: list[int]) -> Json:
    """Return every cell where the drawn tile, or an entry point, may be placed, and for each rotation the sides that
    would be connected, blocked and meshed (R1.6), and whether it is legal."""
    allowed: dict[Cell, set[int]] = {}
    for code in codes:
        if code < tables.places or tables.far_moves <= code < tables.far_places:
            continue
        q, r, rotation, _ = tables.place_of_code(code)
        allowed.setdefault((q, r), set()).add(rotation or 0)
    kind = core.drawn if core.phase == PLACE else tables.entry
    found: Json = {}
    for cell, rotations in sorted(allowed.items()):
        touch, ways = core.rim_at(pack_cell(*cell))
        found[name(cell)] = [
            match_sides(touch, ways, tables.walls(kind, rotation), rotation in rotations)
            for rotation in range(tables.box.types[kind].period)
        ]
    return found


def match_sides(touch: int, ways: int, walls: int, legal: bool) -> Json:
    """Return how the sides of a tile meet those of its neighbours."""
    return {
        "connected": sorted(sides(touch & ways & ~walls)),
        "blocked": sorted(sides(touch & (ways & walls | ~ways & ~walls))),
        "meshed": sorted(sides(touch & ~ways & walls)),
        "legal": legal,
    }


def entry_ways(tables: Tables, core: Sector6, codes: list[int]) -> dict[Cell, int]:
    """Return how many ways would lead out of an entry point, for each cell where one may be placed."""
    if core.phase != CHOOSE:
        return {}
    found: dict[Cell, int] = {}
    for code in codes:
        if code >= tables.places and not tables.far_moves <= code < tables.far_places:
            q, r, rotation, entry = tables.place_of_code(code)
            if entry:
                _, ways = core.rim_at(pack_cell(q, r))
                out = len(sides(ways & ~tables.walls(tables.entry, rotation or 0)))
                found[q, r] = max(out, found.get((q, r), 0))
    return found


def stops(core: Sector6, walls: Walls, figures: Figures) -> Json:
    """Return where each figure of the seat to act can stop: the direction, the distance, and the value there."""
    found: Json = {}
    for start, who in figures.items():
        if who[0] != str(core.to_act):
            continue
        found[who] = {}
        for cell in reach(walls, figures, start):
            side = next(i for i in range(6) if in_line(start, cell, i))
            tile = core.find(pack_cell(*cell))
            found[who][name(cell)] = {
                "side": side,
                "distance": distance(start, cell),
                "value": marker_value(core, tile),
            }
    return found


def distance(start: Cell, cell: Cell) -> int:
    q, r = cell[0] - start[0], cell[1] - start[1]
    return max(abs(q), abs(r), abs(q + r))


def describe_runs(start: Cell, targets: list[str]) -> str:
    """Describe runs in words: "north-east 2, south 1 to 3"."""
    lengths: dict[int, list[int]] = {}
    for target in targets:
        q, _, r = target.partition(",")
        cell = int(q), int(r)
        side = next(i for i in range(6) if in_line(start, cell, i))
        lengths.setdefault(side, []).append(distance(start, cell))
    words = []
    for side, far in sorted(lengths.items()):
        near, last = min(far), max(far)
        words.append(f"{COMPASS[side]} {near}" + (f" to {last}" if last > near else ""))
    return ", ".join(words)


def in_line(start: Cell, cell: Cell, side: int) -> bool:
    far = distance(start, cell)
    return cell == (start[0] + far * FLAT[side][0], start[1] + far * FLAT[side][1])


def turns(core: Sector6, walls: Walls, figures: Figures) -> Json:
    """Return for each tile that may be turned now, both ways: the tiles it drives, the walls afterwards, and the
    moves that open and close for every figure (R5.3, R6)."""
    tiles = []
    if core.phase == ACT and core.may_turn(core.left):
        tiles = [core.left]
    elif core.phase in (LOCK1, LOCK2):
        tiles = [tile for which in range(2) if core.may_turn(tile := core.figure_of(core.to_act, which))]
    found: Json = {}
    for tile in tiles:
        cell = unpack_cell(core.cell_of(tile))
        with_it = driven_tiles(walls, cell) if core.mode == LIFE else []
        found[name(cell)] = {way: consequence(walls, figures, cell, with_it, way == "cw") for way in ("cw", "ccw")}
    return found


def consequence(walls: Walls, figures: Figures, cell: Cell, with_it: list[Cell], clockwise: bool) -> Json:
    after = turn_walls(walls, cell, with_it, clockwise)
    opens, closes = [], []
    for start, who in sorted(figures.items(), key=lambda one: one[1]):
        before, later = set(reach(walls, figures, start)), set(reach(after, figures, start))
        opens += [[who, name(target)] for target in sorted(later - before)]
        closes += [[who, name(target)] for target in sorted(before - later)]
    return {
        "driven": [name(one) for one in with_it],
        "walls": {name(one): sorted(after[one]) for one in (cell, *with_it)},
        "opens": opens,
        "closes": closes,
    }


# Things


def things(tables: Tables, core: Sector6, seat: int | None) -> list[Thing]:
    """List the maze and the cells around it, the figures, what the seats hold, and the possible actions."""
    walls, figures = walls_of(core), figures_of(core)
    found = [tile_thing(tables, core, walls, figures, cell) for cell in sorted(walls)]
    for cell in sorted(rim(walls)):
        found.append(Thing(f"cell:{name(cell)}", "Empty cell", describe_contacts(walls, cell)))
    for cell, who in sorted(figures.items(), key=lambda one: one[1]):
        value = marker_value(core, core.find(pack_cell(*cell)))
        on = f"on oxygen {value}" if value else "on a tile without oxygen"
        found.append(Thing(f"figure:{who}", f"Figure {who[1]}", f"{{seat:{who[0]}'s}}, {on}", int(who[0])))
    for side in range(core.seats):
        pile = len(core.pile_of(side))
        found.append(Thing(f"pile:{side}", "Pile", f"{{seat:{side}'s}}, {plural(pile, 'tile')} face down", side))
        entries = core.entries_of(side)
        found.append(Thing(f"entry:{side}", "Entry point", f"{{seat:{side}'s}}, {entries} in hand", side))
    if core.phase == PLACE:
        for rotation in range(tables.box.types[core.drawn].period):
            found.append(Thing(f"turn:{rotation}", "Rotation", f"turned {60 * rotation} degrees"))
    elif core.phase == CHOOSE:
        for rotation in range(tables.box.types[tables.entry].period):
            found.append(Thing(f"turn:{rotation}", "Rotation", f"turned {60 * rotation} degrees"))
    else:
        for action, title in DEEDS.items():
            found.append(Thing(f"do:{action}", title))
    return found


DEEDS = {"take": "Take", "cw": "Turn right", "ccw": "Turn left", "pass": "Nothing", "skip": "Pass the turn"}


def tile_thing(tables: Tables, core: Sector6, walls: Walls, figures: Figures, cell: Cell) -> Thing:
    tile = core.find(pack_cell(*cell))
    owner = entry_owner(tables, core.pieces()[tile][1])
    parts = [f"{{seat:{owner // 2}'s}}"] if owner is not None else []
    if value := marker_value(core, tile):
        parts.append(f"oxygen {value}")
    elif owner is None and core.phase not in (CHOOSE, PLACE):
        parts.append("its oxygen is taken")
    title = tile_name(tables, core, cell)
    parts += describe_directions(tables, core, walls, figures, cell)
    return Thing(
        f"cell:{name(cell)}", title[0].upper() + title[1:], "; ".join(parts), None if owner is None else owner // 2
    )


def tile_name(tables: Tables, core: Sector6, cell: Cell) -> str:
    tile = core.find(pack_cell(*cell))
    owner = entry_owner(tables, core.pieces()[tile][1])
    return f"entry point {FIGURES[owner % 2]}" if owner is not None else f"{COLOURS[core.value_of(tile) - 1]} tile"


def describe_directions(tables: Tables, core: Sector6, walls: Walls, figures: Figures, cell: Cell) -> list[str]:
    """Describe each direction, for players who hear the maze: ways and where they lead, walls, the rim."""
    ways, closed, shut, rims = [], [], [], []
    for side, word in enumerate(COMPASS):
        other = neighbour(cell, side)
        if side in walls[cell]:
            closed.append(word)
        elif other not in walls:
            rims.append(word)
        elif (side + 3) % 6 in walls[other]:
            shut.append(word)
        elif other in figures:
            ways.append(f"{word} to {{seat:{figures[other][0]}'s}} {figures[other][1]}")
        else:
            value = marker_value(core, core.find(pack_cell(*other)))
            ways.append(f"{word} to {f'oxygen {value}' if value else tile_name(tables, core, other)}")
    rows = (("open", ways), ("walls", closed), ("a neighbour's wall", shut), ("no tile", rims))
    return [f"{title} {', '.join(row)}" for title, row in rows if row]


def describe_contacts(walls: Walls, cell: Cell) -> str:
    """Describe what an empty cell touches in each direction."""
    met = [
        (word, (side + 3) % 6 in walls[other])
        for side, word in enumerate(COMPASS)
        if (other := neighbour(cell, side)) in walls
    ]
    rows = (
        ("an open side", [word for word, wall in met if not wall]),
        ("a wall", [word for word, wall in met if wall]),
    )
    return (
        "touches " + ", ".join(f"{title} {' and '.join(row)}" for title, row in rows if row)
        if met
        else "the first cell"
    )


def entry_owner(tables: Tables, kind: int) -> int | None:
    """Return twice the seat plus the figure for an entry point on the table, None for a tile."""
    return kind - tables.kinds if kind >= tables.kinds else None


def rim(walls: Walls) -> set[Cell]:
    around = {neighbour(cell, side) for cell in walls for side in range(6)} if walls else {(0, 0)}
    return around - set(walls)


# Effects


def effects(tables: Tables, core: Sector6, code: int, text: str) -> tuple[Effect, ...]:
    if core.phase in (CHOOSE, PLACE):
        if text == "draw":
            return (Effect("reveals", "you see the tile then, and must place it", f"pile:{core.to_act}"),)
        return effects_of_placing(tables, core, code)
    if core.phase == MOVE:
        figure, side, far = tables.move_of_code(code)
        tile = core.figure_of(core.to_act, figure)
        for _ in range(far):
            tile = core.neighbour(tile, side)
        return effects_of_moving(core, core.figure_of(core.to_act, figure), tile)
    if text == "take":
        here = f"cell:{name(unpack_cell(core.cell_of(core.left)))}"
        value = core.value_of(core.left)
        after = core.score_of(core.to_act) + value
        return (Effect("gains", f"you have {after} then{compare_score(core, after)}", here, value),)
    if text == "pass":
        value = marker_value(core, core.left)
        left = f"{value} {'stays' if value == 1 else 'stay'} on the tile, for whoever leaves it next"
        return (Effect("ends-turn", left if value else "the tile stays as it is"),)
    if text == "skip":
        return (Effect("ends-turn", "you can neither move nor turn a tile"),)
    tile = core.left if core.phase == ACT else core.figure_of(core.to_act, FIGURES.index(text[0]))
    return effects_of_turning(core, tile, text.endswith("ccw"))


def compare_score(core: Sector6, points: int) -> str:
    """Describe how a score compares with the best of the others."""
    others = [seat for seat in range(core.seats) if seat != core.to_act]
    best = max(core.score_of(seat) for seat in others)
    leaders = [seat for seat in others if core.score_of(seat) == best]
    whom = f"{{seat:{leaders[0]}}}" if len(leaders) == 1 else "the best of the others"
    if points == best:
        return f", level with {whom}"
    return f", {abs(points - best)} {'ahead of' if points > best else 'behind'} {whom}"


def effects_of_placing(tables: Tables, core: Sector6, code: int) -> tuple[Effect, ...]:
    q, r, rotation, entry = tables.place_of_code(code)
    touch, ways = core.rim_at(pack_cell(q, r))
    walls = tables.walls(tables.entry if entry else core.drawn, rotation or 0)
    at = f"cell:{q},{r}"
    met = match_sides(touch, ways, walls, True)
    words = [f"{len(met[key])} {key}" for key in ("connected", "blocked", "meshed") if met[key]]
    found = [Effect("places", f"sides: {', '.join(words)}" if words else "touches nothing yet", at)]
    if entry and touch and not met["connected"]:
        found.append(Effect("warns", "no way leads out of it", at))
    return tuple(found)


def effects_of_moving(core: Sector6, start: int, tile: int) -> tuple[Effect, ...]:
    at = f"cell:{name(unpack_cell(core.cell_of(tile)))}"
    value = marker_value(core, tile)
    found = [Effect("moves", f"stands on oxygen {value} then" if value else "no oxygen lies there", at, value)]
    if core.look_of(start) & MARKER:
        here = f"cell:{name(unpack_cell(core.cell_of(start)))}"
        found.append(Effect("opens", f"then you may take {core.value_of(start)} from the tile you leave", here))
    elif core.free == (1 if value else 0):
        kind = "wins" if would_win(core, start, tile) else "warns"
        found.append(Effect(kind, "ends the game: no oxygen is free", at))
    return tuple(found)


def would_win(core: Sector6, start: int, tile: int) -> bool:
    """Return whether the seat to act wins if the game ends with its figure on that tile (R7.3 to R7.5)."""
    totals = []
    for seat in range(core.seats):
        tiles = [core.figure_of(seat, which) for which in range(2)]
        kept = [tile if seat == core.to_act and one == start else one for one in tiles]
        markers = core.supply_of(seat)
        for one in kept:
            if core.look_of(one) & MARKER:
                markers[core.value_of(one) - 1] += 1
        totals.append([sum((i + 1) * n for i, n in enumerate(markers)), *reversed(markers[1:])])
    return totals[core.to_act] == max(totals)


def effects_of_turning(core: Sector6, tile: int, counter: bool) -> tuple[Effect, ...]:
    cell = unpack_cell(core.cell_of(tile))
    walls = walls_of(core)
    with_it = driven_tiles(walls, cell) if core.mode == LIFE else []
    result = consequence(walls, figures_of(core), cell, with_it, not counter)
    starts = {who: start for start, who in figures_of(core).items()}
    alone = f"drives {plural(len(with_it), 'tile')}" if with_it else "turns alone"
    found = [Effect("turns", alone, f"cell:{name(cell)}")]
    found += [Effect("turns", "turns the other way", f"cell:{name(one)}") for one in with_it]
    for kind, verb in (("opens", "can"), ("closes", "can no longer")):
        for who in sorted({one for one, _ in result[kind]}):
            targets = [target for one, target in result[kind] if one == who]
            words = f"{{seat:{who[0]}'s}} {who[1]} {verb} run {describe_runs(starts[who], targets)}"
            found.append(Effect(kind, words, f"cell:{targets[0]}"))
    return tuple(found)
