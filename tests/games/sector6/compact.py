"""Positions in the compact writing of the golden cases.

`q,r=TYPE/rot` is a tile, a trailing `*` its marker; `q,r=E:0b` the entry point of seat 0 for b; `0a@q,r` figure a of
seat 0; other words are fields or options. `PARK` puts seat 1's figures on far islands where each can move one step.
"""

import re
from typing import Any

VALUES = {"R": 1, "Y": 2, "G": 3, "B": 4}
PARK = "9,0=E:1a 9,1=R0/3* 12,0=E:1b 12,1=R0/3* 1a@9,0 1b@12,0"
TILE = re.compile(r"(-?\d+),(-?\d+)=(\w+)(?:/(\d))?(\*?)(?::(\d)([ab]))?")


def tile(word: str) -> dict[str, Any]:
    match = TILE.fullmatch(word)
    assert match, word
    q, r, kind, rot, marker, owner, fig = match.groups()
    return {
        "q": int(q),
        "r": int(r),
        "type": kind,
        "rot": int(rot or 0),
        "marker": VALUES[kind[0]] if marker else 0,
        "owner": int(owner) if owner else None,
        "fig": fig,
    }


def position(words: str, result: list[float] | None = None) -> dict[str, Any]:
    fields: dict[str, str] = {}
    tiles, figures = [], {}
    for word in words.replace("PARK", PARK).split():
        if match := re.fullmatch(r"(\d)([ab])@(-?\d+),(-?\d+)", word):
            figures[int(match[1]), match[2]] = [int(match[3]), int(match[4])]
        elif "," in word.partition("=")[0]:
            tiles.append(tile(word))
        else:
            name, _, value = word.partition("=")
            fields[name] = value
    seats = int(fields.get("seats", 2))
    phase = fields.get("phase", "move")
    options: dict[str, Any] = {
        "mode": fields.get("mode", "life"),
        "stall_rounds": int(fields.get("stall_rounds", 12 if seats == 2 else 8)),
        "entry_open": "entry_open" in fields,
    }
    piles = fields.get("piles", "|" * (seats - 1)).split("|")
    supply = fields.get("supply", "|".join(["0.0.0.0"] * seats)).split("|")
    left = fields.get("left")
    return {
        "game": "sector6",
        "version": 1,
        "content": "standard",
        "seats": seats,
        "options": options,
        "phase": phase,
        "tiles": sorted(tiles, key=lambda one: (one["q"], one["r"])),
        "figures": [[figures.get((seat, fig)) for fig in "ab"] for seat in range(seats)],
        "piles": [pile.split(",") if pile else [] for pile in piles],
        "entries": [int(hand) for hand in fields.get("entries", "|".join("0" * seats)).split("|")],
        "drawn": fields.get("drawn"),
        "left": [int(part) for part in left.split(",")] if left else None,
        "supply": [[int(count) for count in one.split(".")] for one in supply],
        "stall": int(fields.get("stall", 0)),
        "to_act": None if phase == "over" else int(fields.get("to_act", 0)),
        "result": result,
        "reason": fields.get("reason"),
    }
