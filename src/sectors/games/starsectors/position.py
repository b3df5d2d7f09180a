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
from sectors.kit import BadPosition, Json, check_fields, is_int, shown
from sectors.kit.core import Actions
from sectors.kit.state import canonical

FIELDS = (
    "map phase round quiet hit first turnseat ships mines served credits fleetvalue turn to_act result reason".split()
)
SHIP_FIELDS = "id owner type hex dir hits dead done cloaked banks engines mines dil tri crew order cf df web".split()
# The fields of a turn, and the attributes of the rules that hold those that are plain numbers and truths.
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
DUTIES = ("repair", "charge-warp", "charge-bank", "cloak")
TURN_PHASES = (CREW, TACTICAL, ENGINEERING)
MOST = 9999  # no number of a position is larger


# Writing


def position(content: Standard, core: Rules) -> Json:
    return fields(content, core, None, all_seen=True)


def view(content: Standard, core: Rules, seat: int | None) -> Json:
    """R1.4: fleets are sealed until the last seat has built, purchases until the last seat has bought."""
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


def map_json(one: Map) -> Json:
    return {
        "name": one.name,
        "title": one.title,
        "w": one.w,
        "h": one.h,
        "points": one.points,
        "terrain": dict(one.terrain),
        "wormholes": list(one.wormholes),
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


def wrong(what: str, found: object, allowed: str) -> BadPosition:
    return BadPosition(f"{what}: found {shown(found)}, allowed is {allowed}")


def number(data: Json, key: str, where: str = "", most: int = MOST) -> int:
    if not is_int(data[key], 0, most):
        raise wrong(where + key, data[key], f"a whole number from 0 to {most}")
    return int(data[key])


def truth(data: Json, key: str, where: str = "") -> bool:
    if type(data[key]) is not bool:
        raise wrong(where + key, data[key], "true or false")
    return bool(data[key])


def one_of(data: Json, key: str, names: Any, where: str = "") -> str:
    if not isinstance(data[key], str) or data[key] not in names:
        raise wrong(where + key, data[key], "one of " + ", ".join(names))
    return str(data[key])


def table(data: Any, what: str) -> Json:
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise wrong(what, data, "an object")
    return data


def items(data: Any, what: str) -> list[Any]:
    if not isinstance(data, list):
        raise wrong(what, data, "a list")
    return data


def hex_cell(chart: Chart, name: Any, what: str) -> int:
    """The cell of a hex on the map."""
    if not isinstance(name, str) or not re.fullmatch("[0-9]{4}", name) or not chart.map.has(name):
        raise wrong(what, name, "a hex of the map, as four digits")
    return chart.cell(name)


def read(
    content: Standard, seats: int, options: Json, data: Json, make_core: Callable[[Map, int, int, int], Rules]
) -> Rules:
    """A core from a position. `make_core` makes an empty one for a map, a phase and a number of ships and mines."""
    own = {key: value for key, value in data.items() if key not in ("game", "version", "content", "seats", "options")}
    check_fields(own, FIELDS)
    one = read_map(table(own["map"], "map"), options["map"])
    phase = PHASES.index(one_of(own, "phase", PHASES))
    core = make_core(one, phase, len(items(own["ships"], "ships")), len(table(own["mines"], "mines")))
    core.phase = phase
    read_frame(core, own)
    if own["result"] is not None or own["reason"] is not None:
        if core.phase != FINISHED:
            raise wrong("result", own["result"], "null while the game runs")
    for place, record in enumerate(own["ships"]):
        read_ship(content, core, table(record, f"ships[{place}]"), f"ships[{place}].")
    for name, owner in table(own["mines"], "mines").items():
        cell = hex_cell(core.chart_of(), name, "mines")
        if not is_int(owner, 0, seats - 1):
            raise wrong(f"mines.{name}", owner, "a seat")
        core.set_mine(cell, owner)
    read_served(core, items(own["served"], "served"))
    core.set_purse(seat_numbers(own, "credits", seats), seat_numbers(own, "fleetvalue", seats))
    core.count_sides()
    if core.phase in TURN_PHASES:
        read_turn(content, core, table(own["turn"], "turn"))
    elif own["turn"] is not None:
        raise wrong("turn", own["turn"], f"null in the phase {own['phase']}")
    if core.phase == FINISHED:
        read_end(core, own)
    else:
        read_actor(content, core, own["to_act"])
        if not core.legal_codes(Actions(core.most_actions())):
            raise BadPosition("there is no legal action, though the game is not over")
    return core


def read_map(data: Json, option: str | Json) -> Map:
    """The map of a position, which may be any; but the one of the option, where that is an object."""
    check_fields(data, MAP_FIELDS, where="map: ")
    name = option if isinstance(option, str) else option["name"]
    if data["name"] != name:
        raise wrong("map.name", data["name"], f"the option map, {name!r}")
    if isinstance(option, dict) and canonical(data) != canonical(option):
        raise wrong("map", data, "equal to the option map")
    if not isinstance(data["title"], str):
        raise wrong("map.title", data["title"], "a text")
    for key in ("w", "h"):
        if not is_int(data[key], 1, SIDE):
            raise wrong(f"map.{key}", data[key], f"a whole number from 1 to {SIDE}")
    one = Map(name, data["title"], data["w"], data["h"], number(data, "points", "map."), {}, ())
    terrain = table(data["terrain"], "map.terrain")
    for where, code in terrain.items():
        if not re.fullmatch("[0-9]{4}", where, re.ASCII) or not one.has(where):
            raise wrong("map.terrain", where, "hexes of the map")
        if not isinstance(code, str) or len(code) != 1 or code not in TERRAIN[1:]:
            raise wrong(f"map.terrain.{where}", code, "one of " + ", ".join(TERRAIN[1:]))
    wormholes = items(data["wormholes"], "map.wormholes")
    holes = [where for where, code in terrain.items() if code == "W"]
    if len(wormholes) % 2 or len(wormholes) != len(holes) or any(where not in wormholes for where in holes):
        raise wrong("map.wormholes", wormholes, "all W hexes of the map, in pairs")
    return Map(name, one.title, one.w, one.h, one.points, dict(sorted(terrain.items())), tuple(wormholes))


def read_frame(core: Rules, own: Json) -> None:
    core.round = number(own, "round", most=10**9)
    if (core.round == 0) != (core.phase in (FIRST, BUILD, PURCHASE, DEPLOY)):
        raise wrong("round", core.round, "0 during the set-up, and only then")
    core.quiet = number(own, "quiet", most=10**9)
    core.hit = truth(own, "hit")
    core.first = seat_or_null(own, "first", core.seats)
    if (core.first < 0) != (core.phase == FIRST):
        raise wrong("first", own["first"], "null in the phase first, and only then")
    core.turnseat = seat_or_null(own, "turnseat", core.seats)


def seat_or_null(own: Json, key: str, seats: int) -> int:
    if own[key] is None:
        return -1
    return number(own, key, most=seats - 1)


def seat_numbers(own: Json, key: str, seats: int) -> list[int]:
    values = items(own[key], key)
    if len(values) != seats or not all(is_int(value, 0, 10**9) for value in values):
        raise wrong(key, values, "a whole number for each seat")
    return values


def read_ship(content: Standard, core: Rules, data: Json, where: str) -> None:
    check_fields(data, SHIP_FIELDS, where=where)
    name = data["id"]
    if not isinstance(name, str) or not re.fullmatch(SHIP, name, re.ASCII):
        raise wrong(f"{where}id", name, "a letter and a number, as in 'A1'")
    owner, place = divmod(ship_number(name), NUMBERS)
    if owner >= core.seats or data["owner"] != owner or type(data["owner"]) is not int:
        raise wrong(f"{where}owner", data["owner"], f"the seat of {name}")
    if core.ships and core.number_of(core.ships - 1) >= ship_number(name):
        raise wrong(f"{where}id", name, "ships in the order A1, A2, ..., B1, B2, ...")
    kind = content.by_code[one_of(data, "type", content.by_code, where)]
    profile = content.classes[kind]
    numbers = {key: number(data, key, where) for key in "hits banks engines mines dil tri cf df web".split()}
    truths = {key: truth(data, key, where) for key in "dead done cloaked crew".split()}
    order = 0 if data["order"] is None else ORDERS.index(one_of(data, "order", ORDERS[1:], where))
    at, heading = read_hull(core, data, profile.length, where)
    if truths["dead"]:
        if core.round == 0:
            raise wrong(f"{where}dead", True, "false during the set-up")
        empty = {key: value for key, value in numbers.items() if key != "hits" and value}
        if at >= 0 or order or empty or truths["cloaked"] or truths["crew"]:
            raise BadPosition(f"{where}a destroyed ship has nothing left (R10.2)")
        if not truths["done"] or numbers["hits"] != profile.ss:
            raise BadPosition(f"{where}a destroyed ship is done and has all its hits (R10.2)")
    else:
        aboard = numbers["mines"] + numbers["dil"] + numbers["tri"]
        beyond = numbers["banks"] > profile.banks or numbers["engines"] > profile.nacelles or aboard > profile.cargo
        if numbers["hits"] >= profile.ss or beyond or (truths["cloaked"] and not profile.cloak):
            raise BadPosition(f"{where}hits, banks, engines, cargo or a cloak beyond what a {profile.name} has")
        if (at >= 0 and core.phase in (FIRST, BUILD, PURCHASE)) or (at < 0 and core.round > 0):
            raise wrong(f"{where}hex", data["hex"], "a hex, but null before the deployment")
    record = [owner, place + 1, kind, at, heading, numbers["hits"], truths["dead"], truths["done"], truths["cloaked"]]
    record += [numbers[key] for key in "banks engines mines dil tri".split()]
    core.set_record([*record, truths["crew"], order, numbers["cf"], numbers["df"], numbers["web"]])


def read_hull(core: Rules, data: Json, length: int, where: str) -> tuple[int, int]:
    """Base and heading, (-1, -1) off the map; the hull must stand where ships can, and alone."""
    if data["hex"] is None and data["dir"] is None:
        return -1, -1
    chart = core.chart_of()
    cell = hex_cell(chart, data["hex"], f"{where}hex")
    heading = number(data, "dir", where, most=5)
    hull = [cell] if length == 1 else [cell, core.behind(cell, heading)]
    if any(core.entry(part) for part in hull):
        raise wrong(f"{where}hex", data["hex"], "a place that ships can enter and where no other stands")
    return cell, heading


def read_served(core: Rules, served: list[Any]) -> None:
    for name in served:
        cell = hex_cell(core.chart_of(), name, "served")
        if not core.chart_of().is_station(cell) or cell in core.served_list():
            raise wrong("served", name, "a space station, once")
        core.set_served(cell)


def read_turn(content: Standard, core: Rules, data: Json) -> None:
    check_fields(data, TURN_FIELDS, where="turn: ")
    name = data["ship"]
    found = [ship for ship in range(core.ships) if ship_name(core.number_of(ship)) == name]
    if not found or core.record(found[0])[7]:  # done, which a destroyed ship is too
        raise wrong("turn.ship", name, "a living ship that is not done")
    core.turn_ship = found[0]
    owner, _, kind = core.record(found[0])[:3]
    if core.turnseat != owner:
        raise wrong("turnseat", core.turnseat, f"{owner}, the owner of {name}")
    for key, attribute in TURN_NUMBERS.items():
        setattr(core, attribute, number(data, key, "turn."))
    for key, attribute in TURN_TRUTHS.items():
        setattr(core, attribute, truth(data, key, "turn."))
    core.worm = -1 if data["worm"] is None else number(data, "worm", "turn.")
    if data["target"] is not None:
        target = None
        if isinstance(data["target"], str) and re.fullmatch(TARGET, data["target"], re.ASCII):
            target = target_number(data["target"])
        if target is None:
            raise wrong("turn.target", data["target"], "a ship, or a mine as in 'm0608'")
        core.target = target
    duties = items(data["duties"], "turn.duties")
    if len(duties) > content.classes[kind].phases or any(duty not in DUTIES for duty in duties):
        raise wrong("turn.duties", duties, "a duty for each engineering phase: " + ", ".join(DUTIES))
    core.set_duties([PLAIN.index(duty) for duty in duties])


def read_actor(content: Standard, core: Rules, to_act: Any) -> None:
    """Who is to act must follow from the rest."""
    if not is_int(to_act, 0, core.seats - 1):
        raise wrong("to_act", to_act, f"a seat, 0 to {core.seats - 1}")
    core.to_act = to_act
    if core.phase in TURN_PHASES:
        fits = core.record(core.turn_ship)[0] == to_act
    elif core.phase == ACTIVATE:
        fits = core.activating_seat() == to_act
    elif core.phase == DEPLOY:
        fits = core.deploying_seat() == to_act
    elif core.phase == PURCHASE:
        credits, fleetvalue = core.purse()
        can_buy = credits[to_act] > 0 or 0 in content.prices  # who has no credits left can still take what is free
        fits = can_buy and not any(credits[:to_act]) and credits[to_act + 1 :] == fleetvalue[to_act + 1 :]
    elif core.phase == BUILD:
        records = [core.record(ship) for ship in range(core.ships)]
        armed = {record[0] for record in records if content.classes[record[2]].cf > 0}
        fits = all(seat in armed for seat in range(to_act)) and all(record[0] <= to_act for record in records)
    else:
        fits = True
    if not fits:
        raise BadPosition(f"to_act: found {shown(to_act)}, which is not the seat that the rest of the position gives")


def read_end(core: Rules, own: Json) -> None:
    """R15: result and reason must be what the position gives."""
    if own["to_act"] is not None:
        raise wrong("to_act", own["to_act"], "null when the game is over")
    core.reason = REASONS.index(one_of(own, "reason", REASONS))
    sides = core.count_sides()
    result = items(own["result"], "result")
    if len(result) != core.seats or any(type(value) not in (int, float) for value in result):
        raise wrong("result", result, "a number for each seat")
    several = sides & (sides - 1) != 0
    if several == (own["reason"] == "destroyed"):
        raise wrong("reason", own["reason"], "one that fits the ships that are left")
    if own["reason"] == "rounds":
        winners = core.leading_sides()
    elif sides:
        winners = sides
    else:
        winners = core.sides_of([seat for seat, value in enumerate(result) if value])
        if winners & (winners - 1) == 0:
            raise wrong("result", result, "a draw of two or more sides, as no warship is left")
    core.end_with(winners)
    if core.results() != result:
        raise wrong("result", result, f"{core.results()}")
