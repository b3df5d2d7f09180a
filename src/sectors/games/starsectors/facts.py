"""The facts of a position (section 9), computed from what a seat may see: factors with their reasons, fields of fire,
reachable places, targets with their odds, jumps, threats, and the effect of every action of a ship's turn. All of it
comes from the rules themselves."""

from __future__ import annotations

from sectors.games.starsectors.content import Standard
from sectors.games.starsectors.facts_turn import Analyst, hex_names
from sectors.games.starsectors.moves import ORDER_EFFECTS, TITLES
from sectors.games.starsectors.numbers import (
    BUILD,
    CREW,
    ENGINEERING,
    FAULTS,
    FIRST,
    FWD,
    HEADINGS,
    ITEM_NAMES,
    ITEMS,
    LETTERS,
    LOAD_TRI,
    PHASES,
    PICK,
    PLAIN,
    PURCHASE,
    REPAIR,
    TACTICAL,
    TERRAIN_NAMES,
    XFER_MF,
    ship_name,
)
from sectors.games.starsectors.position import map_json
from sectors.games.starsectors.refusals import SENTENCES
from sectors.games.starsectors.rules import Rules
from sectors.kit import Json, Thing

# As seen from a ship: the six spines, and the sextants between them (R4.5).
BEARINGS = (
    "dead ahead",
    "ahead to starboard",
    "on the starboard bow",
    "to starboard",
    "on the starboard quarter",
    "astern to starboard",
    "dead astern",
    "astern to port",
    "on the port quarter",
    "to port",
    "on the port bow",
    "ahead to port",
)
WEAPON_WORDS = {"fire": "Fire", "bank": "Fire a bank", "ram": "Ram", "warp": "Jump"}

FACTS = {
    "phase": "the phase of the round",
    "round": "its number, the last one, and how many rounds were quiet",
    "seats": "for each seat its fleet, points and what it may spend",
    "ships": "for every ship factors with their reasons, fields of fire, hits left, supplies",
    "build": "while fleets are built: what each class costs and what is left",
    "purchase": "while supplies are bought: what each costs and what is left",
    "turn": "the ship whose turn it is, and what it has left to do",
    "actions": "what every action of that ship would do",
    "places": "every hex and heading that it can reach, with cost, steps and what happens on the way",
    "jumps": "where a jump can end, and why",
    "targets": "every target with line, blocker, number, dice, chance, hits and what is left",
}


def facts(content: Standard, core: Rules, seat: int | None) -> Json:
    """Return the facts of a position for a seat, or for a spectator (None)."""
    found: Json = {
        "phase": PHASES[core.phase],
        "round": {"number": core.round, "limit": core.limit(), "quiet": core.quiet},
        "seats": [seat_facts(content, core, other, seat) for other in range(core.seats)],
        "ships": ship_facts(content, core, seat),
    }
    if core.phase == BUILD and seat is not None:
        found["build"] = build_facts(content, core, seat)
    if core.phase == PURCHASE and seat is not None:
        found["purchase"] = purchase_facts(core, seat)
    if core.phase in (CREW, TACTICAL, ENGINEERING):
        analyst = Analyst(content, core)
        found["turn"] = analyst.turn()
        found["actions"] = analyst.actions()
    if core.phase == TACTICAL:
        found["places"] = analyst.places()
        found["jumps"] = analyst.jumps()
        found["targets"] = analyst.targets()
    return found


# Seats and ships


def seat_facts(content: Standard, core: Rules, other: int, viewer: int | None) -> Json:
    """Return a seat's side, faction and share of its fleet (R15.3), and how many of its ships may still act this
    round."""
    hidden = core.phase == BUILD and other != viewer
    records = [core.record(ship) for ship in range(core.ships)]
    own = [] if hidden else [record for record in records if record[0] == other]
    living = [record for record in own if not record[6]]
    value = core.purse()[1][other]
    whole = value or sum(core.class_value(record[2]) for record in own)
    left = sum(core.class_value(r[2]) * (content.classes[r[2]].ss - r[5]) / content.classes[r[2]].ss for r in living)
    factions = {content.classes[record[2]].faction for record in own}
    return {
        "side": core.side_of(other),
        "letter": LETTERS[other],
        "faction": factions.pop() if len(factions) == 1 else None,
        "ships": len(living),
        "ready": sum(not record[7] for record in living) if core.round else 0,
        "share": round(left / whole, 4) if whole else 1.0,
        "out": core.round > 0 and not any(content.classes[record[2]].cf for record in living),
    }


def ship_facts(content: Standard, core: Rules, viewer: int | None) -> dict[str, Json]:
    names = hex_names(core)
    found: dict[str, Json] = {}
    for ship in range(core.ships):
        record = core.record(ship)
        if not record[6] and not (core.phase == BUILD and record[0] != viewer):
            found[ship_name(core.number_of(ship))] = one_ship(content, core, ship, record, names)
    return found


def one_ship(content: Standard, core: Rules, ship: int, record: list[int], names: tuple[str, ...]) -> Json:
    """Return the printed and current factors with what changes them, the hull and the field of fire, but no cargo."""
    kind = content.classes[record[2]]
    placed = record[3] >= 0
    cf, df, mf = core.factors(ship) if placed else (kind.cf, kind.df, kind.mf)
    one: Json = {
        "class": kind.code,
        "value": core.class_value(record[2]),
        "printed": {"cf": kind.cf, "df": kind.df, "mf": kind.mf, "ss": kind.ss},
        "now": {"cf": cf, "df": df, "mf": mf, "ss": kind.ss - record[5]},
        "why": explain_factors(core, record, kind.arc == "none", kind.mf, kind.ss),
        "hull": [names[cell] for cell in core.hull(ship)] if placed else [],
        "field": [],
        "row": [],
        "silent": explain_silence(core, record, kind.arc == "none", cf),
    }
    if placed:
        one["field"], one["row"] = core.simulate_turn(ship).fields(names)
    return one


def explain_factors(core: Rules, record: list[int], unarmed: bool, mf: int, ss: int) -> dict[str, list[str]]:
    """Return what changes each factor (R6)."""
    hits, cf, df, web = record[5], record[16], record[17], record[18]
    damage = [f"-{hits} damage"] if hits else []
    dense = ["-1 dense nebula"] if record[3] >= 0 and core.terrain_at(record[3]) == "M" else []
    slow = [f"-{mf - ss + hits} damage"] if ss - hits < mf else []
    return {
        "cf": [] if unarmed else damage + ([f"+{cf} bonus"] if cf else []) + dense,
        "df": damage + ([f"+{df} bonus"] if df else []) + ([f"-{web} by a device"] if web else []) + dense,
        "mf": slow,
    }


def explain_silence(core: Rules, record: list[int], unarmed: bool, cf: int) -> str | None:
    """Return why a ship cannot fire at all, None if it can."""
    if unarmed:
        return "it has no weapons"
    if record[8]:
        return "cloaked ships do not fire"
    if record[3] >= 0 and core.terrain_at(record[3]) == "I":
        return "no weapon works in an ion storm"
    return None if cf else "its combat factor is 0"


# Things


def things(content: Standard, core: Rules, seat: int | None) -> list[Thing]:
    """Return everything that can be touched or inspected: hexes, mines, ships, and the buttons of the phase."""
    names = hex_names(core)
    found = [Thing(f"hex:{name}", name, hex_detail(core, cell)) for cell, name in enumerate(names)]
    for cell, owner in core.mine_list():
        found.append(Thing(f"mine:{names[cell]}", f"Mine in {names[cell]}", f"{{seat:{owner}'s}} mine", owner))
    for ship in range(core.ships):
        record = core.record(ship)
        if core.phase != BUILD or record[0] == seat:
            found.append(ship_thing(content, core, ship, record, names))
    return found + phase_things(content, core)


def hex_detail(core: Rules, cell: int) -> str:
    code = core.terrain_at(cell)
    if code != ".":
        return TERRAIN_NAMES[code]
    return "next to a star, off limits" if core.is_starlit(cell) else ""


def ship_thing(content: Standard, core: Rules, ship: int, record: list[int], names: tuple[str, ...]) -> Thing:
    """Describe a ship: its place, the bearing and range from the active ship, and the shields left."""
    kind = content.classes[record[2]]
    name = ship_name(core.number_of(ship))
    parts = [f"{{seat:{record[0]}'s}} ship"]
    if record[6]:
        parts.append("destroyed")
    elif record[3] < 0:
        parts.append("not on the map yet")
    else:
        parts.append(f"in {names[record[3]]}, heading {HEADINGS[record[4]]}")
        if core.phase in (TACTICAL, ENGINEERING) and ship != core.turn_ship:
            bearing, distance = core.bearing_of(record[3])
            parts.append(f"{BEARINGS[bearing]}, range {distance}")
        parts.append(f"{kind.ss - record[5]} of {kind.ss} shields")
        parts += ["cloaked"] if record[8] else []
        parts += ["has had its turn"] if record[7] else []
    return Thing(f"ship:{name}", f"{name} {kind.name}", ", ".join(parts), record[0])


def phase_things(content: Standard, core: Rules) -> list[Thing]:
    """Return what can be chosen in this phase apart from the map."""
    if core.phase == FIRST:
        return [Thing(f"seat:{seat}", f"{{seat:{seat}}} first", "", seat) for seat in range(core.seats)]
    if core.phase == BUILD:
        classes = [
            Thing(
                f"class:{one.code}", one.name, f"{core.class_value(kind)} points, {content.factions[one.faction].name}"
            )
            for kind, one in enumerate(content.classes)
        ]
        return [*classes, Thing("do:fleet-done", "Fleet complete")]
    items = [Thing(f"item:{item}", name.capitalize()) for item, name in zip(ITEMS, ITEM_NAMES)]
    if core.phase == PURCHASE:
        return [*items, Thing("do:stock", "Standard load-out"), Thing("do:buy-done", "Done buying")]
    if core.phase == CREW:
        return [Thing(f"order:{order}", order.capitalize(), does) for order, does in ORDER_EFFECTS.items()]
    if core.phase == TACTICAL:
        moved = ("fwd", "rev")
        plain = [PLAIN[code] for code in range(FWD, XFER_MF + 1) if PLAIN[code] not in moved]
        weapons = [Thing(f"do:{text}", name) for text, name in WEAPON_WORDS.items()]
        return [*weapons, *(Thing(f"do:{text}", TITLES[text]) for text in [*plain, "end"])]
    if core.phase == ENGINEERING:
        plain = [PLAIN[code] for code in range(REPAIR, LOAD_TRI + 1)]
        return [*(Thing(f"do:{text}", TITLES[text]) for text in [*plain, "done"]), *items]
    return []


# Setting up


def build_facts(content: Standard, core: Rules, seat: int) -> Json:
    own = [record for record in (core.record(ship) for ship in range(core.ships)) if record[0] == seat]
    spent = sum(core.class_value(record[2]) for record in own)
    points = core.fleet_points()
    found: Json = {"points": points, "spent": spent, "left": points - spent, "ships": len(own)}
    if core.to_act == seat:
        codes = {one.code: FAULTS[core.why(PICK + kind)] for kind, one in enumerate(content.classes)}
        found["classes"] = {code: None if fault == "legal" else why(fault) for code, fault in codes.items()}
    return found


def purchase_facts(core: Rules, seat: int) -> Json:
    """Return a seat's credits, the price of each item for each of its ships, and the standard load-out."""
    loads = core.standard_load_out(seat)
    return {
        "credits": core.purse()[0][seat],
        "prices": {ship_name(number): dict(zip(ITEMS, core.prices_for(number))) for number, _ in loads},
        "standard": {ship_name(number): dict(zip(ITEMS, load)) for number, load in loads},
        "room": {ship_name(number): core.cargo_room(number) for number, _ in loads},
    }


def why(fault: str) -> list[str]:
    """Return rule and sentence of a refusal."""
    return list(SENTENCES[fault])


# Printed content


def printed(content: Standard) -> Json:
    """Return the profile cards, fleets and maps of a content, and what supplies and orders do."""
    classes = [
        {
            **{key: getattr(one, key) for key in PROFILE},
            "weapon": one.weapon.code if one.weapon else None,
            "value": one.value(),
        }
        for one in content.classes
    ]
    items = zip(ITEMS, ITEM_NAMES, content.prices, SUPPLIES, strict=True)
    return {
        "factions": [{"code": one.code, "name": one.name, "about": one.about} for one in content.factions.values()],
        "weapons": {one.code: {"name": one.name, "device": one.device} for one in content.weapons.values()},
        "classes": classes,
        "fleets": {name: list(ships) for name, ships in content.fleets.items()},
        "presets": [
            {"name": name, "faction": faction, "points": points} for name, (faction, points) in content.presets.items()
        ],
        "maps": [map_json(one) for one in content.maps.values()],
        "items": {item: {"name": name, "price": price, "does": does} for item, name, price, does in items},
        "orders": ORDER_EFFECTS,
        "terrain": TERRAIN_NAMES,
    }


PROFILE = "code name faction cf df mf ss cargo arc nacelles cloak banks length".split()  # noqa: SIM905
SUPPLIES = (
    "laid astern; whoever enters its hex takes 3 hits",
    "one a turn: 1 more move, 1 repair or an engine charged",
    "one a turn: combat or defence + 1, or a bank charged",
    "one of five orders each turn",
)
