"""Positions from the compact notation of the rules document: `map; A1 heron 0608/0 hits=1; mine 0608 A; turn A1`."""

from __future__ import annotations

from typing import Any

import sectors
from sectors.games.starsectors.position import SHIP_FIELDS, TURN_FIELDS, TURN_NUMBERS, TURN_TRUTHS

LAB = {
    "A": "0606",
    "I": "0303",
    "N": "0909 0910",
    "M": "0404 0403 0405 0304 0305 0504 0505",
    "P": "1003",
    "O": "0211",
    "B": "0611",
    "S": "1006",
    "W": "0203 1110",
}


def game() -> Any:
    return sectors.load("starsectors")


def board(name: str) -> dict[str, Any]:
    if name == "lab":
        terrain = {one: code for code, hexes in LAB.items() for one in hexes.split()}
        size = {"name": "lab", "title": "lab", "w": 12, "h": 12, "points": 0}
        return {**size, "terrain": dict(sorted(terrain.items())), "wormholes": ["0203", "1110"]}
    options = {"map": name, "fleets": [["lark"], ["lark"]], "purchase": "none"}
    found: dict[str, Any] = game().new(seed=1, options=options).position()["map"]
    return found


def ship(words: list[str]) -> dict[str, Any]:
    name, kind, where, *flags = words
    record: dict[str, Any] = dict.fromkeys(SHIP_FIELDS, 0)
    record |= {"id": name, "owner": "ABCD".index(name[0]), "type": kind, "order": None}
    record |= dict.fromkeys(("dead", "done", "cloaked", "crew"), False)
    record["hex"], record["dir"] = where.split("/")[0], int(where.split("/")[1])
    set_flags(record, flags)
    return record


def set_flags(record: dict[str, Any], flags: list[str]) -> None:
    for flag in flags:
        key, _, value = flag.partition("=")
        record[key] = (
            True
            if not value
            else int(value)
            if value.isdigit()
            else [one for one in value.split("+") if one]
            if "+" in value
            else value
        )


def turn(name: str, flags: list[str]) -> dict[str, Any]:
    record: dict[str, Any] = {"ship": name, "worm": None, "target": None, "duties": []}
    record |= dict.fromkeys(TURN_NUMBERS, 0) | dict.fromkeys(TURN_TRUTHS, False)
    set_flags(record, flags)
    return {key: record[key] for key in TURN_FIELDS}


def position(text: str, options: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """The whole position. Ships in any order; the last part is `turn S`, `eng S` (with turn flags) or `ready n`."""
    name, *parts, last = [part.strip() for part in text.split(";")]
    ships, mines = [], {}
    for part in parts:
        words = part.split()
        if words[0] == "mine":
            mines[words[1]] = "ABCD".index(words[2])
        else:
            ships.append(ship(words))
    ships.sort(key=lambda one: (one["id"][0], int(one["id"][1:])))
    seats = max(2, 1 + max(one["owner"] for one in ships))
    fleets = [[one["type"] for one in ships if one["owner"] == seat] or ["lark"] for seat in range(seats)]
    fleets = [
        fleet if any(code not in ("cairn", "pelican", "lantern") for code in fleet) else ["lark"] for fleet in fleets
    ]
    full = game().check_options(seats, {"fleets": fleets, **(options or {})}) | {"map": name}
    phase, who, *flags = last.split()
    values = [
        sum(
            game().content.classes[game().content.by_code[one["type"]]].value(full["bank_points"])
            for one in ships
            if one["owner"] == seat
        )
        for seat in range(seats)
    ]
    seat = int(who) if phase == "ready" else "ABCD".index(who[0])
    made = {
        "game": "starsectors",
        "version": 1,
        "content": "standard",
        "seats": seats,
        "options": full,
        "map": board(name),
        "phase": {"turn": "tactical", "eng": "engineering", "ready": "activate"}[phase],
        "round": 1,
        "quiet": 0,
        "hit": False,
        "first": 0,
        "turnseat": None if phase == "ready" else seat,
        "ships": ships,
        "mines": mines,
        "served": [],
        "credits": [0] * seats,
        "fleetvalue": values,
        "turn": None if phase == "ready" else turn(who, flags),
        "to_act": seat,
        "result": None,
        "reason": None,
    }
    return made | fields
