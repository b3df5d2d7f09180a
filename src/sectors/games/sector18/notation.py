"""Actions as texts (section 6 of the rules), as codes, and as paths of things to click."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sectors.games.sector18 import numbers
from sectors.games.sector18.content import SHIPS, Box
from sectors.games.sector18.maps import BASE, NAMES, NUMBERS, PLACES, ZONES
from sectors.games.sector18.rules import Sector18

# The first code of each kind of action.
LAYOUT = {
    "refit": numbers.REFIT,
    "use:refit": numbers.USE_REFIT,
    "build": numbers.BUILD,
    "use:build": numbers.USE_BUILD,
    "use:jump": numbers.USE_JUMP,
    "target": numbers.TARGET,
    "command": numbers.COMMAND,
    "warp": numbers.WARP,
    "faction": numbers.FACTION,
}
SIMPLE = ("pass", "end", "done", "collect", "levelup", "shield", "use")
FOES = ("", *SHIPS)

ZONE = r"[a-z][1-9][0-9]?"
PLACE = rf"{ZONE}|base[01]"
GRAMMAR = re.compile(
    rf"(?P<simple>pass|end|done|collect|levelup|shield)"
    rf"|faction:(?P<faction>[a-z][a-z0-9_-]*)"
    rf"|target:(?P<target>{ZONE})"
    rf"|build:(?P<build>[LMSH])@(?P<build_at>{PLACE})"
    rf"|refit:(?P<refit>[LMSH])"
    rf"|(?P<use>use)(?::(?P<use_ship>[LMSH])(?:(?P<use_how>[@-])(?P<use_at>{PLACE}))?)?"
    rf"|(?P<ship>[LMSH])-(?:(?P<base>base[01])|(?P<stop>{ZONE})(?:/(?P<exit>{ZONE}))?(?:x(?P<foe>[LMSH]))?)"
)


@dataclass(frozen=True)
class Action:
    """A parsed action text. Places are names, on the map or not."""

    kind: str  # a simple word, faction, target, build, refit, use, use:build, use:refit, use:jump, command
    ship: str = ""
    place: str = ""  # of a command, the stop
    exit: str = ""
    foe: str = ""
    faction: str = ""


def parse(text: object) -> Action | None:
    """
    >>> parse("L-a2/a3xM")
    Action(kind='command', ship='L', place='a2', exit='a3', foe='M', faction='')
    >>> parse("L-a02") is None
    True
    """
    match = GRAMMAR.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return None
    groups = {key: value or "" for key, value in match.groupdict().items()}
    if groups["simple"]:
        return Action(groups["simple"])
    if groups["faction"]:
        return Action("faction", faction=groups["faction"])
    if groups["target"]:
        return Action("target", place=groups["target"])
    if groups["build"]:
        return Action("build", groups["build"], groups["build_at"])
    if groups["refit"]:
        return Action("refit", groups["refit"])
    if groups["use"]:
        form = {"@": ":build", "-": ":jump"}.get(groups["use_how"], ":refit" if groups["use_ship"] else "")
        return Action("use" + form, groups["use_ship"], groups["use_at"])
    return Action("command", groups["ship"], groups["base"] or groups["stop"], groups["exit"], groups["foe"])


def code_of(box: Box, text: object) -> int | None:
    """Return the code of a text, or None if the action exists in no position."""
    action = parse(text)
    if action is None:
        return None
    if action.kind in SIMPLE:
        return SIMPLE.index(action.kind)
    if action.kind == "faction":
        ids = box.faction_ids
        return LAYOUT["faction"] + ids.index(action.faction) if action.faction in ids else None
    ship = SHIPS.index(action.ship) if action.ship else 0
    if action.kind in ("refit", "use:refit"):
        return LAYOUT[action.kind] + ship
    place = NUMBERS.get(action.place)
    if place is None:
        return None
    if action.kind == "target":
        return LAYOUT["target"] + place
    if action.kind != "command":
        return LAYOUT[action.kind] + PLACES * ship + place
    if place >= ZONES:
        return LAYOUT["command"] + numbers.COMMANDS_OF_SHIP * ship + ZONES * 5 + place - ZONES
    foe = FOES.index(action.foe)
    if not action.exit:
        return LAYOUT["command"] + numbers.COMMANDS_OF_SHIP * ship + place * 5 + foe
    hole = NUMBERS.get(action.exit)
    return None if hole is None else LAYOUT["warp"] + numbers.WARPS_OF_SHIP * ship + (place * ZONES + hole) * 5 + foe


def text_of(box: Box, code: int) -> str:
    if code < len(SIMPLE):
        return SIMPLE[code]
    for kind in ("faction", "warp", "command", "target", "use:jump", "use:build", "build", "use:refit", "refit"):
        if code >= LAYOUT[kind]:
            return _text(box, kind, code - LAYOUT[kind])
    raise AssertionError(code)


def _text(box: Box, kind: str, rest: int) -> str:
    if kind == "faction":
        return f"faction:{box.faction_ids[rest]}"
    if kind == "target":
        return f"target:{NAMES[rest]}"
    if kind == "refit":
        return f"refit:{SHIPS[rest]}"
    if kind == "use:refit":
        return f"use:{SHIPS[rest]}"
    if kind == "warp":
        ship, rest = divmod(rest, numbers.WARPS_OF_SHIP)
        stop, hole = divmod(rest // 5, ZONES)
        return f"{SHIPS[ship]}-{NAMES[stop]}/{NAMES[hole]}" + _foe_suffix(rest % 5)
    if kind == "command":
        ship, rest = divmod(rest, numbers.COMMANDS_OF_SHIP)
        if rest >= ZONES * 5:
            return f"{SHIPS[ship]}-{NAMES[ZONES + rest - ZONES * 5]}"
        return f"{SHIPS[ship]}-{NAMES[rest // 5]}" + _foe_suffix(rest % 5)
    ship, place = divmod(rest, PLACES)
    form = {"build": "build:{}@{}", "use:build": "use:{}@{}", "use:jump": "use:{}-{}"}[kind]
    return form.format(SHIPS[ship], NAMES[place])


def _foe_suffix(foe: int) -> str:
    return f"x{FOES[foe]}" if foe else ""


# Things to click: ship:0L, zone:b2, base:1, faction:forge, action:collect


def thing_of(place: str) -> str:
    return f"base:{place[4]}" if place.startswith("base") else f"zone:{place}"


def path_of(action: Action, side: int) -> tuple[str, ...]:
    """Return the things to click: a ship of the reserve to build it, one in play to command it."""
    ship = f"ship:{side}{action.ship}"
    if action.kind == "faction":
        return (f"faction:{action.faction}",)
    if action.kind == "target":
        return (thing_of(action.place),)
    if action.kind == "build":
        return (ship, thing_of(action.place))
    if action.kind == "refit":
        return ("action:refit", ship)
    if action.kind == "command":
        path = [ship, thing_of(action.place)]
        path += [thing_of(action.exit)] * bool(action.exit)
        path += [f"ship:{1 - side}{action.foe}"] * bool(action.foe)
        return tuple(path)
    if action.kind.startswith("use"):
        path = ["action:use"] + [ship] * bool(action.ship)
        return tuple(path + [thing_of(action.place)] * bool(action.place))
    return (f"action:{action.kind}",)


@lru_cache(1 << 14)
def sentence(box: Box, code: int) -> tuple[str, Action]:
    """Return the text of an action, and its parsed form."""
    text = text_of(box, code)
    action = parse(text)
    assert action is not None
    return text, action


def label_of(box: Box, core: Sector18, action: Action) -> str:
    """Describe what an action does."""
    side = core.side
    costs = core.costs()
    ship = SHIPS.index(action.ship) if action.ship else 0
    name = box.ships[ship].name
    if action.kind == "collect":
        fields = core.fields()
        gain = min(costs["income"][0], box.rules["resource_cap"] - fields["r"][side])
        return f"Collect {gain}"
    if action.kind == "levelup":
        return f"Upgrade the base to level {core.fields()['level'][side] + 1} for {costs['levelup'][0]}"
    if action.kind == "shield":
        return f"Power up the shield to {core.fields()['shield'][side] + 1} for {costs['shield'][0]}"
    if action.kind in ("pass", "end", "done"):
        return {"pass": "Pass", "end": "End the turn", "done": "Finish the Command Fleet"}[action.kind]
    if action.kind == "faction":
        faction = box.faction(action.faction)
        return f"{faction.name}: {faction.describe_ability()} ({faction.cost})"
    if action.kind == "target":
        return f"Send the automa's {box.ships[core.fields()['queue'][0]].name} to {action.place}"
    if action.kind == "build":
        return f"Build the {name} on {describe_place(action.place, side)} for {costs['build'][ship]}"
    if action.kind == "refit":
        return f"Upgrade the {name} for {costs['refit'][ship]}"
    if action.kind == "command":
        return command_label(box, core, action)
    faction = box.factions[core.fields()["faction"][side]]
    if action.kind == "use:build":
        return f"{faction.name}: build the {name} on {describe_place(action.place, side)}"
    if action.kind == "use:refit":
        return f"{faction.name}: upgrade the {name}"
    if action.kind == "use:jump":
        return f"{faction.name}: bring the {name} to {describe_place(action.place, side)}"
    return f"{faction.name}: {faction.describe_ability()}"


def describe_place(place: str, side: int) -> str:
    if not place.startswith("base"):
        return place
    return "your base" if place == f"base{side}" else "the enemy base"


def command_label(box: Box, core: Sector18, action: Action) -> str:
    side = core.side
    ship = SHIPS.index(action.ship)
    name = box.ships[ship].name
    damage, speed, _ = core.stats(side, ship)
    if action.place == f"base{1 - side}":
        fields = core.fields()
        shield = min(damage, fields["shield"][1 - side])
        health = min(damage - shield, fields["h"][1 - side])
        wins = ", which wins" if health == fields["h"][1 - side] else ""
        return f"{name} strikes the enemy base: {shield} off the shield, {health} off Health{wins}"
    end = action.exit or action.place
    words = f"{name} to {describe_place(action.place, side)}"
    if action.exit:
        words = f"{name} through Warp Hole {action.place} to {action.exit}"
    if action.foe:
        other = core.stats(1 - side, SHIPS.index(action.foe))[0]
        outcome = "wins" if damage > other else "both are lost" if damage == other else "is lost"
        return f"{words}, fights the {box.ships[SHIPS.index(action.foe)].name}, {damage} to {other}: {outcome}"
    tables = core.tables
    if NUMBERS[end] < ZONES and tables.kind_of(NUMBERS[end]) == "A" and core.stats(side, ship)[2] == 2:
        return f"{words}, where Speed {speed} cannot leave"
    return words


def text_of_path(box: Box, core: Sector18, path: Sequence[str]) -> str:
    """Return the text of the action meant by clicking these things, legal or not."""
    things = [thing.split(":", 1) for thing in path if ":" in thing]
    fields = core.fields()
    side = core.side
    if not things:
        return ""
    kind, name = things[0]
    places = [f"base{what}" if sort == "base" else what for sort, what in things if sort in ("zone", "base")]
    ships = [what for sort, what in things if sort == "ship" and what]
    if kind == "faction":
        return f"faction:{name}"
    if kind in ("zone", "base"):
        return f"target:{places[0]}"
    if kind == "action":
        ship = f":{ships[0][1:]}" if ships else ""
        if name == "use" and places:
            effect = box.factions[fields["faction"][side]].effect if fields["faction"][side] >= 0 else ""
            return f"use{ship}{'@' if effect == 'build' else '-'}{places[0]}"
        return f"{name}{ship}"
    if not ships:
        return name
    own = ships[0][1:]
    if not places:
        return f"{own}-{NAMES[BASE[side]]}" if ships[0][0] != str(side) else f"refit:{own}"
    if ships[0][0] == str(side) and own in SHIPS and fields["at"][side][SHIPS.index(own)] == PLACES:
        return f"build:{own}@{places[0]}"
    foe = f"x{ships[1][1:]}" if len(ships) > 1 else ""
    return f"{own}-{'/'.join(places)}{foe}"
