"""Facts computed from what a seat knows: prices, reach with outcomes, threats, the automa's intentions.

Only the order of the automa's cards is hidden (R12), so all seats and spectators get the same facts, and the automa's
next turn is computed for every card that it may draw.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sectors.games.sector18.content import SHIPS, Box
from sectors.games.sector18.events import thing_at
from sectors.games.sector18.facts_threats import REST, placed, strike, threat, turned
from sectors.games.sector18.maps import BASE, FAR, NAMES, NUMBERS, PLACES, ZONES, Chart, find_layout
from sectors.games.sector18.notation import Action, sentence
from sectors.games.sector18.numbers import AI, END, IN_MAIN, IN_OVER, IN_TARGET, STUCK
from sectors.games.sector18.rules import Sector18
from sectors.kit import Json
from sectors.kit.core import Actions
from sectors.kit.dealer import Dealer

FACTS = {
    "map": "the map: its size, every zone with its kind and bonus, the zones beside the bases, the cards as laid",
    "planets": "every planet: who claims it, whether it is contested, what it gives",
    "sides": "for each side health, shield, level, resources, what collecting gives, costs with what is missing, ships",
    "reach": "for every ship in play the zones it can stop in, each with route and outcome",
    "threats": "for each side what the enemy can do to its base in the next turn",
    "automa": "in a solo game what the automa will do and why, else null",
    "idle": "whether nothing useful is left in this turn",
    "limits": "the last turn, and how many passes end the game",
}


def facts(box: Box, core: Sector18, actions: Actions, dealer: Dealer) -> Json:
    fields = core.fields()
    cores = [turned(core, fields, side) for side in (0, 1)]
    return {
        "map": map_facts(box, core.tables.chart),
        "planets": planet_facts(core),
        "sides": [side_facts(box, cores[side], core, side) for side in (0, 1)],
        "reach": {
            f"ship:{side}{SHIPS[ship]}": reach(box, cores[side], ship, actions)
            for side in (0, 1)
            for ship in range(4)
            if fields["at"][side][ship] != PLACES and fields["phase"] != IN_OVER
        },
        "threats": [threat(box, core, fields, side, actions, dealer) for side in (0, 1)],
        "automa": automa_facts(box, core, fields) if core.seats == 1 else None,
        "idle": is_idle(box, core, fields, actions),
        "limits": {"turns": core.tables.turn_limit, "passes": core.tables.pass_limit},
    }


# The map


@lru_cache(64)
def map_facts(box: Box, chart: Chart) -> Json:
    laid = find_layout(chart, box.map_cards)  # R2.9
    return {
        "id": chart.id,
        "rows": len(chart.rows),
        "columns": chart.columns,
        "zones": {
            NAMES[zone]: {"kind": chart.kind(zone), "bonus": chart.bonus(zone) or None} for zone in sorted(chart.tokens)
        },
        "beside": [list(chart.base0), list(chart.base1)],
        "cards": None if laid is None else [[NAMES[a], NAMES[b]] for _, _, a, b in laid],
    }


def planet_facts(core: Sector18) -> Json:
    """Return who claims each planet, and what it would add to a collection (R7)."""
    planets = {}
    chart = core.tables.chart
    for zone in sorted(chart.tokens):
        if chart.kind(zone) == "P":
            ships = [bool(core.ships_in(side, zone)) for side in (0, 1)]
            claim = None if all(ships) or not any(ships) else ships.index(True)
            planets[NAMES[zone]] = {
                "claim": claim,
                "contested": all(ships),
                "gives": 1 + (chart.bonus(zone) == "mine"),
            }
    return planets


# A side: its numbers, ships, options and prices


def side_facts(box: Box, core: Sector18, now: Sector18, side: int) -> Json:
    """Return the facts of a side. `core` is a position in a turn of that side, `now` the actual position."""
    fields = core.fields()
    costs = core.costs()
    resources: int = fields["r"][side]
    level, shield = fields["level"][side], fields["shield"][side]
    free = core.seats == 1 and side == AI
    return {
        "automa": free,
        "health": fields["h"][side],
        "largest": box.largest_health(level, core.tables.start_health),
        "shield": shield,
        "level": level,
        "resources": resources,
        "cap": box.rules["resource_cap"],
        "claims": [NAMES[zone] for zone in core.claimed_planets(side)],
        "collect": None if free else collect_facts(box, core, side, resources),
        "levelup": step_facts(costs["levelup"], resources, level=level + 1, **unlocks(box, level + 1)),
        "shield_up": step_facts(
            costs["shield"], resources, shield=shield + 1, discount=find_discount(core, side, "ward")
        ),
        "levels": [
            {"level": one, "cost": ([0, *box.levelup_cost])[one - 1], **unlocks(box, one)} for one in range(1, 5)
        ],
        "shields": [{"shield": one, "cost": ([0, *box.shield_cost])[one]} for one in range(4)],
        "ships": {SHIPS[ship]: ship_facts(box, core, fields, costs, side, ship) for ship in range(4)},
        "ability": ability_facts(box, core, fields, side, now),
    }


def step_facts(cost: list[int], resources: int, **what: Any) -> Json | None:
    """Return the next level of a card with its price and the Resources missing, or None at the last level."""
    return {**what, "cost": cost[0], "missing": max(0, cost[0] - resources)} if cost else None


def unlocks(box: Box, level: int) -> Json:
    """Return the ships whose build or upgrade a base level unlocks."""
    return {
        "builds": [ship.id for ship in box.ships if ship.build_level == level],
        "refits": [ship.id for ship in box.ships if ship.refit_level == level],
    }


def find_discount(core: Sector18, side: int, bonus: str) -> str | None:
    """Return a claimed planet with this bonus, which makes something cheaper by 1."""
    chart = core.tables.chart
    return next((NAMES[zone] for zone in core.claimed_planets(side) if chart.bonus(zone) == bonus), None)


def collect_facts(box: Box, core: Sector18, side: int, resources: int) -> Json:
    """Return the income (R5.1) part by part, the actual gain, and what is lost to the cap."""
    science = core.fields()["at"][side][2]
    parts: list[Json] = [{"from": None, "why": "base", "n": box.rules["collect_base"]}]
    for zone in core.claimed_planets(side):
        name = NAMES[zone]
        parts.append({"from": name, "why": "planet", "n": 1})
        if zone == science:
            parts.append({"from": name, "why": "science", "n": 1})
        if core.tables.chart.bonus(zone) == "mine":
            parts.append({"from": name, "why": "mine", "n": 1})
    whole = sum(part["n"] for part in parts)
    gain = min(whole, box.rules["resource_cap"] - resources)
    return {"parts": parts, "sum": whole, "gain": gain, "lost": whole - gain}


def ship_facts(box: Box, core: Sector18, fields: Json, costs: dict[str, list[int]], side: int, ship: int) -> Json:
    printed = box.ships[ship]
    level, resources = fields["level"][side], fields["r"][side]
    at, up = fields["at"][side][ship], fields["up"][side][ship]
    in_play = at != PLACES
    damage, speed = core.stats(side, ship)[:2] if in_play else core.tables.stats(side, False, ship)
    better = core.tables.stats(side, True, ship)
    stuck = in_play and at < ZONES and core.tables.kind_of(at) == "A" and core.stats(side, ship)[2] == STUCK
    build, refit = costs["build"][ship], costs["refit"][ship]
    return {
        "name": printed.name,
        "state": "in play" if in_play else "ready" if printed.build_level <= level else "locked",
        "at": NAMES[at] if in_play else None,
        "up": up,
        "damage": damage,
        "speed": speed,
        "moved": ship in fields["moved"],
        "stuck": stuck,
        "build": {
            "level": printed.build_level,
            "cost": build,
            "missing": max(0, build - resources),
            "discount": find_discount(core, side, "dock"),
        },
        "refit": {
            "level": printed.refit_level,
            "cost": refit,
            "missing": max(0, refit - resources),
            "discount": find_discount(core, side, "lab"),
            "damage": better[0],
            "speed": better[1],
        },
    }


def ability_facts(box: Box, core: Sector18, fields: Json, side: int, now: Sector18) -> Json | None:
    """Return the faction's ability with its state: ready, used, too late, poor or no effect."""
    number = fields["faction"][side]
    if number < 0:
        return None
    faction = box.factions[number]
    state = "ready"
    if fields["used"]:
        state = "used"
    elif faction.effect == "speed" and (fields["acted"] or fields["moved"]):
        state = "too late"
    elif faction.cost > fields["r"][side]:
        state = "poor"
    elif not core.can_use():
        state = "no effect"
    return {
        "faction": faction.id,
        "name": faction.name,
        "cost": faction.cost,
        "effect": faction.effect,
        "n": faction.n,
        "text": faction.describe_ability(),
        "state": state,
        "missing": max(0, faction.cost - fields["r"][side]),
        "turn": now.side == side,
    }


def is_idle(box: Box, core: Sector18, fields: Json, actions: Actions) -> bool:
    """Return whether nothing useful is left in this turn: the action is done, and the ability could only bring ships
    that are not in a belt to places where they claim nothing."""
    if fields["phase"] != IN_MAIN or not fields["acted"]:
        return False
    for code in core.legal_codes(actions):
        if code == END:
            continue
        _, action = sentence(box, code)
        if action.kind != "use:jump":
            return False
        ship, place = SHIPS.index(action.ship), NUMBERS[action.place]
        at = fields["at"][core.side][ship]
        in_belt = at < ZONES and core.tables.kind_of(at) == "A"
        if in_belt or would_claim(core, core.side, ship, place, ""):
            return False
    return True


# Reach: where ships can go and what happens there


def reach(box: Box, core: Sector18, ship: int, actions: Actions) -> list[Json]:
    """Return every command (R6) of a ship of the side whose turn it is, with route and outcome. If the side has already
    acted or commanded the ship, these are the commands of its next turn."""
    fields = core.fields()
    if fields["acted"] or ship in fields["moved"]:
        core = placed(core, {**fields, **REST, "phase": IN_MAIN})
    commands = []
    for code in core.commands_of(ship, actions):
        text, action = sentence(box, code)
        commands.append({"text": text, **outcome(core, action)})
    return commands


def outcome(core: Sector18, action: Action) -> Json:
    """Return the outcome of a command: where the ship ends, its combat, or its strike at a base."""
    side, ship = core.side, SHIPS.index(action.ship)
    fields = core.fields()
    at, stop = fields["at"][side][ship], NUMBERS[action.place]
    damage, speed, leaving = core.stats(side, ship)
    end = action.exit or action.place
    steps = route(core.tables.chart, core, side, leaving, at, stop)
    known: Json = {
        "to": thing_at(action.place),
        "end": thing_at(end),
        "route": [NAMES[place] for place in steps],
        "cost": core.tables.walk(side, leaving, at, stop) if stop != at else 0,
        "speed": speed,
        "warp": action.exit or None,
        "foe": None,
        "result": "stop",
    }
    if action.place == f"base{1 - side}":
        return {**known, **strike(damage, fields["shield"][1 - side], fields["h"][1 - side])}
    if action.foe:
        other = core.stats(1 - side, SHIPS.index(action.foe))[0]
        result = "won" if damage > other else "tied" if damage == other else "lost"
        known.update(foe=f"ship:{1 - side}{action.foe}", result=result, damage=damage, against=other)
    zone = NUMBERS[end]
    survives = known["result"] in ("stop", "won")
    known["claims"] = end if survives and would_claim(core, side, ship, zone, action.foe) else None
    known["leaves"] = NAMES[at] if at != zone and would_give_up(core, side, at) else None
    known["stuck"] = survives and zone < ZONES and core.tables.kind_of(zone) == "A" and leaving == STUCK
    return known


def would_claim(core: Sector18, side: int, ship: int, zone: int, foe: str) -> bool:
    """Return whether the side newly claims that planet by ending there."""
    if zone >= ZONES or core.tables.kind_of(zone) != "P" or zone in core.claimed_planets(side):
        return False
    return len(core.ships_in(1 - side, zone)) == (1 if foe else 0)


def would_give_up(core: Sector18, side: int, at: int) -> bool:
    """Return whether the side loses its claim there if a ship leaves."""
    return at in core.claimed_planets(side) and len(core.ships_in(side, at)) == 1


def route(chart: Chart, core: Sector18, side: int, leaving: int, start: int, stop: int) -> list[int]:
    """Return the places of a cheapest walk without its start (R6.3), traced back from its end."""
    walk = core.tables.walk
    way = []
    place = stop
    while place != start:
        way.append(place)
        far = walk(side, leaving, start, place)
        for before in chart.neighbours[place]:
            step = 1
            if before < ZONES and chart.kind(before) == "A" and leaving:
                step = core.tables.asteroid_exit
            ends = before == BASE[1 - side]  # the enemy base ends every walk
            if not ends and walk(side, leaving, start, before) + step == far:
                place = before
                break
        else:
            return [stop]
    return way[::-1]


# The automa


def automa_facts(box: Box, core: Sector18, fields: Json) -> Json:
    level = fields["level"][AI]
    discard = fields["discard"]
    return {
        "level": level,
        "card": box.automa_cards[discard[-1]] if discard else None,
        "turn_cards": [box.automa_cards[card] for card in discard[-(2 if core.tables.double else 1) :]],
        "cards": {card: list(orders) for card, orders in box.automa.items()},
        "deck": sorted(box.automa_cards[card] for card in fields["deck"]),
        "discard": [box.automa_cards[card] for card in discard],
        "next_level": None if level == 4 else box.rules["resource_cap"] - fields["r"][AI],
        "achievements": list(core.tables.achievements),
        "aims": {SHIPS[ship]: aims(core, ship) for ship in range(3, -1, -1) if fields["at"][AI][ship] != PLACES},
        "asks": target_choice(core, fields),
    }


def aims(core: Sector18, ship: int) -> Json:
    """Return the possible targets of an AI ship (R11.6): the nearest planets that seat 0 claims, and the base."""
    at = core.fields()["at"][AI][ship]
    leaving = core.stats(AI, ship)[2]
    walk = core.tables.walk
    distances = {zone: walk(AI, leaving, at, zone) for zone in core.claimed_planets(0)}
    least = min(distances.values(), default=FAR)
    base = walk(AI, leaving, at, BASE[0])
    nearest = [NAMES[zone] for zone, far in distances.items() if far == least < FAR]
    return {
        "planets": [] if SHIPS[ship] == "S" else nearest,
        "distance": least if nearest and SHIPS[ship] != "S" else None,
        "base": base if base < FAR else None,
    }


def target_choice(core: Sector18, fields: Json) -> Json | None:
    """Return the target that seat 0 must choose for the automa, if any, with the tied planets and their distance."""
    if fields["phase"] != IN_TARGET:
        return None
    ship = fields["queue"][0]
    far = core.tables.walk(AI, core.stats(AI, ship)[2], fields["at"][AI][ship], core.tied_targets()[0])
    zones = [NAMES[zone] for zone in core.tied_targets()]
    return {"ship": f"ship:1{SHIPS[ship]}", "planets": zones, "distance": far}
