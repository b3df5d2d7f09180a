# ruff: noqa: SIM905 - names of fields are easier to read in a row
"""Positions and views as JSON (section 7)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sectors.games.starsectors.content import MAP_FIELDS, Map, Standard
from sectors.games.starsectors.lookup import Chart
from sectors.games.starsectors.notation import SHIP, TARGET, target_name, target_number
from sectors.games.starsectors.numbers import (
    ACTIVATE,
    BUILD,
    CREW,
    DEPLOY,
    ENGINEERING,
    FINISHED,
    FIRST,
    LETTERS,
    NUMBERS,
    ORDERS,
    PHASES,
    PLAIN,
    PURCHASE,
    REASONS,
    SIDE,
    TACTICAL,
    TERRAIN,
    ship_name,
    ship_number,
)
from sectors.games.starsectors.rules import Rules
from sectors.kit import BadPosition, Json, Reader, canonical, same, shown
from sectors.kit.core import Actions
from sectors.kit.game import ENDING, HEADER
from sectors.kit.reader import LARGEST

FIELDS = "map phase round quiet hit first turnseat ships mines served credits fleetvalue turn".split()
SHIP_FIELDS = "id owner type hex dir hits dead done cloaked banks engines mines dil tri crew order cf df web".split()
# The fields of a turn, and the attributes of the rules that hold the plain numbers and booleans among them.
TURN_FIELDS = (
    "ship used fwd rev jumped stopped worm orbit nebula moved mf attacked banked target decloaked dil tri xfer engine "
    "bankout bankin bankfix repaired duties op"
).split()
TURN_NUMBERS = {
    "used": "used",
    "rev": "reverse",
    "mf": "mf_bonus",
    "banked": "banked",
    "bankout": "bank_out",
    "bankin": "bank_in",
    "bankfix": "bank_fixes",
}
TURN_TRUTHS = {
    "fwd": "forward",
    "jumped": "jumped",
    "stopped": "stopped",
    "orbit": "orbit",
    "nebula": "nebula",
    "moved": "moved",
    "attacked": "attacked",
    "decloaked": "decloaked",
    "dil": "dil_used",
    "tri": "tri_used",
    "xfer": "transferred",
    "engine": "engine_used",
    "repaired": "repaired",
    "op": "operated",
}
PHASE_RULES = {
    "first": "R3.1",
    "build": "R3.3",
    "purchase": "R3.4",
    "deploy": "R3.6",
    "activate": "R5.1",
    "crew": "R5.4",
    "tactical": "R7.1",
    "engineering": "R13.1",
    "over": "R15",
}
DUTIES = ("repair", "charge-warp", "charge-bank", "cloak")
TURN_PHASES = (CREW, TACTICAL, ENGINEERING)
MOST = 9999  # the largest number in a position


# Writing


def position(content: Standard, core: Rules) -> Json:
    return fields(content, core, None, all_seen=True)


def view(content: Standard, core: Rules, seat: int | None) -> Json:
    """Return what a seat sees (R1.4): fleets are sealed until all seats have built, purchases until all have bought."""
    return fields(content, core, seat, all_seen=False)


def fields(content: Standard, core: Rules, seat: int | None, all_seen: bool) -> Json:
    building = core.phase == BUILD and not all_seen
    buying = core.phase == PURCHASE and not all_seen
    records = [core.record(ship) for ship in range(core.ships)]
    credits, fleetvalue = core.purse()
    return {
        "map": map_json(core.chart_map()),
        "phase": PHASES[core.phase],
        "round": core.round,
        "quiet": core.quiet,
        "hit": bool(core.hit),
        "first": null_if_negative(core.first),
        "turnseat": null_if_negative(core.turnseat),
        "ships": [
            ship_json(content, core, record, sealed=buying and record[0] != seat)
            for record in records
            if not building or record[0] == seat
        ],
        "mines": {core.chart_name(cell): owner for cell, owner in core.mine_list()},
        "served": [core.chart_name(cell) for cell in core.served_list()],
        "credits": [None if buying and other != seat else value for other, value in enumerate(credits)],
        "fleetvalue": fleetvalue,
        "turn": turn_json(core) if core.phase in TURN_PHASES else None,
    }


def null_if_negative(value: int) -> int | None:
    return None if value < 0 else value


def map_json(game_map: Map) -> Json:
    return {
        "name": game_map.name,
        "title": game_map.title,
        "w": game_map.w,
        "h": game_map.h,
        "points": game_map.points,
        "terrain": dict(game_map.terrain),
        "wormholes": list(game_map.wormholes),
    }


def ship_json(content: Standard, core: Rules, record: list[int], sealed: bool) -> Json:
    owner, number, kind, at, heading, hits, dead, done, cloaked, banks, engines = record[:11]
    mines, dil, tri, crew, order, cf, df, web = record[11:]
    return {
        "id": f"{LETTERS[owner]}{number}",
        "owner": owner,
        "type": content.classes[kind].code,
        "hex": None if at < 0 else core.chart_name(at),
        "dir": None if at < 0 else heading,
        "hits": hits,
        "dead": bool(dead),
        "done": bool(done),
        "cloaked": bool(cloaked),
        "banks": banks,
        "engines": engines,
        "mines": None if sealed else mines,
        "dil": None if sealed else dil,
        "tri": None if sealed else tri,
        "crew": None if sealed else bool(crew),
        "order": ORDERS[order] if order else None,
        "cf": cf,
        "df": df,
        "web": web,
    }


def turn_json(core: Rules) -> Json:
    special = {
        "ship": ship_name(core.number_of(core.turn_ship)),
        "worm": null_if_negative(core.worm),
        "target": None if core.target < 0 else target_name(core.target),
        "duties": [PLAIN[duty] for duty in core.duty_list()],
    }
    turn: Json = {}
    for name in TURN_FIELDS:
        if name in special:
            turn[name] = special[name]
        elif name in TURN_NUMBERS:
            turn[name] = getattr(core, TURN_NUMBERS[name])
        else:
            turn[name] = bool(getattr(core, TURN_TRUTHS[name]))
    return turn


# Reading


def read(
    content: Standard, seats: int, options: Json, data: Json, make_core: Callable[[Map, int, int, int], Rules]
) -> Rules:
    """Read a position. `make_core` creates an empty core for a map, a phase and a number of ships and mines."""
    top = Reader(data)
    top.only(*HEADER, *FIELDS, *ENDING)
    phase = PHASES.index(top.text("phase", one_of=PHASES))
    ships, mines = top.tables("ships"), top.table("mines")
    core = make_core(read_map(top.table("map"), options["map"]), phase, len(ships), len(mines.data))
    core.phase = phase
    read_frame(core, top)
    for ship in ships:
        read_ship(content, core, ship)
    for name in mines.data:
        core.set_mine(hex_cell(core.chart_of(), mines, name, name), mines.integer(name, 0, seats - 1))
    read_served(core, top)
    core.set_purse(top.integers("credits", 0, LARGEST, seats), top.integers("fleetvalue", 0, LARGEST, seats))
    core.count_sides()
    if core.phase in TURN_PHASES:
        read_turn(content, core, top.table("turn"))
    elif top.raw("turn") is not None:
        raise top.bad("turn", top.raw("turn"), f"null in the phase {PHASES[phase]}")
    if core.phase == FINISHED:
        read_end(core, top)
    else:
        read_actor(content, core, top)
        if not core.legal_codes(Actions(core.most_actions())):
            raise BadPosition("there is no legal action, though the game is not over")
    return core


def hex_cell(chart: Chart, reader: Reader, key: str, name: Any) -> int:
    """Return the cell of a hex, which must be on the map."""
    if not isinstance(name, str) or not re.fullmatch("[0-9]{4}", name, re.ASCII) or not chart.map.has(name):
        raise reader.bad(key, name, "a hex of the map, as four digits")
    return chart.cell(name)


def read_map(data: Reader, option: str | Json) -> Map:
    """Read the map of a position. It may be any map, unless the option is an object: then it must equal that one."""
    data.only(*MAP_FIELDS)
    name = data.text("name", one_of=[option if isinstance(option, str) else option["name"]])
    if isinstance(option, dict) and canonical(data.data) != canonical(option):
        raise BadPosition("map: it must be equal to the option map")
    if not isinstance(title := data.raw("title"), str):
        raise data.bad("title", title, "a text")
    sides = data.integer("w", 1, SIDE), data.integer("h", 1, SIDE)
    empty = Map(name, title, *sides, data.integer("points", 0, MOST), {}, ())
    terrain = data.table("terrain")
    for where in terrain.data:
        if not re.fullmatch("[0-9]{4}", where, re.ASCII) or not empty.has(where):
            raise data.bad("terrain", where, "hexes of the map")
        terrain.text(where, one_of=tuple(TERRAIN[1:]))
    wormholes = data.items("wormholes")
    holes = [where for where, code in terrain.data.items() if code == "W"]
    if len(wormholes) % 2 or len(wormholes) != len(holes) or any(where not in wormholes for where in holes):
        raise data.bad("wormholes", wormholes, "all W hexes of the map, in pairs")
    return Map(name, title, empty.w, empty.h, empty.points, dict(sorted(terrain.data.items())), tuple(wormholes))


def read_frame(core: Rules, top: Reader) -> None:
    core.round = top.integer("round")
    if (core.round == 0) != (core.phase in (FIRST, BUILD, PURCHASE, DEPLOY)):
        raise top.bad("round", core.round, "0 during the set-up, and only then")
    core.quiet = top.integer("quiet")
    core.hit = top.truth("hit")
    core.first = seat_or_nobody(top, "first", core.seats)
    if (core.first < 0) != (core.phase == FIRST):
        raise top.bad("first", top.raw("first"), "null in the phase first, and only then")
    core.turnseat = seat_or_nobody(top, "turnseat", core.seats)
    if core.phase != FINISHED and (top.raw("result") is not None or top.raw("reason") is not None):
        raise top.bad("result", top.raw("result"), "null while the game runs, as is reason")


def seat_or_nobody(top: Reader, key: str, seats: int) -> int:
    seat = top.integer_or_null(key, 0, seats - 1)
    return -1 if seat is None else seat


def read_ship(content: Standard, core: Rules, data: Reader) -> None:
    data.only(*SHIP_FIELDS)
    name = data.text("id")
    if not re.fullmatch(SHIP, name, re.ASCII):
        raise data.bad("id", name, "a letter and a number, as in 'A1'")
    owner, place = divmod(ship_number(name), NUMBERS)
    if owner >= core.seats or not same(data.raw("owner"), owner):
        raise data.bad("owner", data.raw("owner"), f"the seat of {name}")
    if core.ships and core.number_of(core.ships - 1) >= ship_number(name):
        raise data.bad("id", name, "ships in the order A1, A2, ..., B1, B2, ...")
    kind = content.by_code[data.text("type", one_of=list(content.by_code))]
    profile = content.classes[kind]
    numbers = {key: data.integer(key, 0, MOST) for key in "hits banks engines mines dil tri cf df web".split()}
    truths = {key: data.truth(key) for key in "dead done cloaked crew".split()}
    order = 0 if data.raw("order") is None else ORDERS.index(data.text("order", one_of=ORDERS[1:]))
    at, heading = read_hull(core, data, profile.length)
    if truths["dead"]:
        if core.round == 0:
            raise data.bad("dead", True, "false during the set-up")
        empty = {key: value for key, value in numbers.items() if key != "hits" and value}
        if at >= 0 or order or empty or truths["cloaked"] or truths["crew"]:
            raise BadPosition(f"{data.path}a destroyed ship has nothing left (R10.2)")
        if not truths["done"] or numbers["hits"] != profile.ss:
            raise BadPosition(f"{data.path}a destroyed ship is done and has all its hits (R10.2)")
    else:
        aboard = numbers["mines"] + numbers["dil"] + numbers["tri"]
        beyond = numbers["banks"] > profile.banks or numbers["engines"] > profile.nacelles or aboard > profile.cargo
        if numbers["hits"] >= profile.ss or beyond or (truths["cloaked"] and not profile.cloak):
            raise BadPosition(f"{data.path}hits, banks, engines, cargo or a cloak beyond what a {profile.name} has")
        if (at >= 0 and core.phase in (FIRST, BUILD, PURCHASE)) or (at < 0 and core.round > 0):
            raise data.bad("hex", data.raw("hex"), "a hex, but null before the deployment")
    record = [owner, place + 1, kind, at, heading, numbers["hits"], truths["dead"], truths["done"], truths["cloaked"]]
    record += [numbers[key] for key in "banks engines mines dil tri".split()]
    core.set_record([*record, truths["crew"], order, numbers["cf"], numbers["df"], numbers["web"]])


def read_hull(core: Rules, data: Reader, length: int) -> tuple[int, int]:
    """Read base and heading, (-1, -1) off the map. The hull must be in hexes that ships can enter, without others."""
    if data.raw("hex") is None and data.raw("dir") is None:
        return -1, -1
    cell = hex_cell(core.chart_of(), data, "hex", data.raw("hex"))
    heading = data.integer("dir", 0, 5)
    hull = [cell] if length == 1 else [cell, core.hex_astern(cell, heading)]
    if any(core.entry_fault(part) for part in hull):
        raise data.bad("hex", data.raw("hex"), "a place that ships can enter and where no other stands")
    return cell, heading


def read_served(core: Rules, top: Reader) -> None:
    for name in top.items("served"):
        cell = hex_cell(core.chart_of(), top, "served", name)
        if not core.chart_of().is_station(cell) or cell in core.served_list():
            raise top.bad("served", name, "a space station, once")
        core.set_served(cell)


def read_turn(content: Standard, core: Rules, data: Reader) -> None:
    data.only(*TURN_FIELDS)
    name = data.raw("ship")
    matches = [ship for ship in range(core.ships) if ship_name(core.number_of(ship)) == name]
    if not matches or core.record(matches[0])[7]:  # done; destroyed ships are done too
        raise data.bad("ship", name, "a living ship that is not done")
    core.turn_ship = matches[0]
    owner, _, kind = core.record(matches[0])[:3]
    if core.turnseat != owner:
        raise BadPosition(f"turnseat: found {core.turnseat}, but {name} is a ship of seat {owner}")
    for key, attribute in TURN_NUMBERS.items():
        setattr(core, attribute, data.integer(key, 0, MOST))
    for key, attribute in TURN_TRUTHS.items():
        setattr(core, attribute, data.truth(key))
    worm = data.integer_or_null("worm", 0, MOST)
    core.worm = -1 if worm is None else worm
    if data.raw("target") is not None:
        target = None
        if re.fullmatch(TARGET, data.text("target"), re.ASCII):
            target = target_number(data.text("target"))
        if target is None:
            raise data.bad("target", data.raw("target"), "a ship, or a mine as in 'm0608'")
        core.target = target
    duties = data.items("duties")
    if len(duties) > content.classes[kind].phases or any(duty not in DUTIES for duty in duties):
        raise data.bad("duties", duties, "a duty for each engineering phase: " + ", ".join(DUTIES))
    core.set_duties([PLAIN.index(duty) for duty in duties])


def read_actor(content: Standard, core: Rules, top: Reader) -> None:
    """Read the seat to act, which must agree with the rest of the position."""
    core.to_act = to_act = top.integer("to_act", 0, core.seats - 1)
    if core.phase in TURN_PHASES:
        fits = core.record(core.turn_ship)[0] == to_act
    elif core.phase == ACTIVATE:
        fits = core.activating_seat() == to_act
    elif core.phase == DEPLOY:
        fits = core.deploying_seat() == to_act
    elif core.phase == PURCHASE:
        credits, fleetvalue = core.purse()
        can_buy = credits[to_act] > 0 or 0 in content.prices  # free items can be taken without credits
        fits = can_buy and not any(credits[:to_act]) and credits[to_act + 1 :] == fleetvalue[to_act + 1 :]
    elif core.phase == BUILD:
        records = [core.record(ship) for ship in range(core.ships)]
        armed = {record[0] for record in records if content.classes[record[2]].cf > 0}
        fits = all(seat in armed for seat in range(to_act)) and all(record[0] <= to_act for record in records)
    else:
        fits = True
    if not fits:
        raise BadPosition(f"to_act: found {shown(to_act)}, which is not the seat that the rest of the position gives")


def read_end(core: Rules, top: Reader) -> None:
    """Read result and reason, which must agree with the position (R15)."""
    if top.raw("to_act") is not None:
        raise top.bad("to_act", top.raw("to_act"), "null when the game is over")
    reason = top.text("reason", one_of=REASONS)
    core.reason = REASONS.index(reason)
    sides = core.count_sides()
    result = top.items("result", size=core.seats, each="of numbers")
    if any(type(value) not in (int, float) for value in result):
        raise top.bad("result", result, "a number for each seat")
    several = sides & (sides - 1) != 0
    if several == (reason == "destroyed"):
        raise top.bad("reason", reason, "one that fits the ships that are left")
    if reason == "rounds":
        winners = core.leading_sides()
    elif sides:
        winners = sides
    else:
        winners = core.sides_of([seat for seat, value in enumerate(result) if value])
        if winners & (winners - 1) == 0:
            raise top.bad("result", result, "a draw of two or more sides, as no warship is left")
    core.end_with(winners)
    if core.results() != result:
        raise top.bad("result", result, f"{core.results()}")


def census(position: Json) -> Any:
    """Return the map and, unless players build their fleets, the ships with their classes."""
    ships = [(ship["id"], ship["type"]) for ship in position["ships"]]
    return position["map"], None if position["options"]["fleets"] == "build" else ships
