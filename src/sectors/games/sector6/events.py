"""What an action did, in order: as JSON for animation, and as lines of the log.

| event | fields | when |
|---|---|---|
| `draw` | seat, type, count | a tile is drawn; what is left in the pile |
| `place` | seat, type, at, rot | the drawn tile is laid |
| `entry` | seat, fig, at, rot | an entry point is laid |
| `maze` | points, markers | the maze is finished (R4) |
| `move` | seat, fig, at, to, direction, distance | a figure moves |
| `take` | seat, value, at, score | a marker is taken; the score then |
| `rotate` | seat, at, way, driven | a tile is turned, `cw` or `ccw`; those driven turn the other way |
| `pass` | seat, at | nothing is done on the tile left |
| `locked` | seat | a turn begins in which neither figure can move (R5.6) |
| `skip` | seat | a turn is lost (R5.8) |
| `keep` | seat, fig, value, at | at the end, the marker under a figure (R7.3) |
| `end` | reason, score, result | the game is over |

`draw`, `place`, `entry`, `move` and `pass` have `forced`: whether it was the only action there was (R2.6).
"""

from __future__ import annotations

from collections.abc import Sequence

from sectors.games.sector6.notation import FIGURES, SIDES
from sectors.games.sector6.tables import Tables, unpacked
from sectors.kit import Json

REASONS = ("covered", "stall")
ENDINGS = {"covered": "no free oxygen left", "stall": "no oxygen taken for too long"}
EVENTS = ("draw", "place", "entry", "maze", "move", "take", "rotate", "pass", "locked", "skip", "keep", "end")


def event_of(tables: Tables, told: list[int]) -> Json:
    name = EVENTS[told[0]]
    a, b, c, d, *more = told[1:]
    types = tables.box.types
    event: Json = {"event": name}
    if name not in ("maze", "end"):
        event["seat"] = a
    if name == "draw":
        event |= {"type": types[b].name, "count": c, "forced": bool(d)}
    elif name == "place":
        event |= {"type": types[c // 8].name, "at": cell(b), "rot": c % 8, "forced": bool(d)}
    elif name == "entry":
        event |= {"fig": FIGURES[b], "at": cell(c), "rot": d // 8, "forced": bool(d % 8)}
    elif name == "maze":
        event |= {"points": a, "markers": b}
    elif name == "move":
        side, distance, forced = more
        event |= {"fig": FIGURES[b], "at": cell(c), "to": cell(d), "direction": SIDES[side], "distance": distance}
        event["forced"] = bool(forced)
    elif name == "take":
        event |= {"value": b, "at": cell(c), "score": d}
    elif name == "rotate":
        event |= {"at": cell(b), "way": "cw" if c else "ccw", "driven": [cell(one) for one in more]}
    elif name == "pass":
        event |= {"at": cell(b), "forced": bool(c)}
    elif name == "keep":
        event |= {"fig": FIGURES[b], "value": c, "at": cell(d)}
    elif name == "end":
        seats = len(more) // 2
        event |= {"reason": REASONS[a], "score": more[:seats], "result": [half / 2 for half in more[seats:]]}
    return event


def cell(number: int) -> list[int]:
    return list(unpacked(number))


def sentence_of(event: Json, names: Sequence[str]) -> str:
    """An event as a line of the log."""
    name = event["event"]
    who = names[event["seat"]] if "seat" in event else ""
    at = where(event["at"]) if "at" in event else ""
    only = " (only move)" if event.get("forced") else ""
    if name == "draw":
        return f"{who} draws {event['type']}{only}"
    if name == "place":
        return f"{who} places {event['type']} at {at}/{event['rot']}{only}"
    if name == "entry":
        return f"{who} places the entry point of {event['fig']} at E{at}{only}"
    if name == "maze":
        return f"maze finished: {event['points']} points in {event['markers']} markers"
    if name == "move":
        return f"{who} {event['fig']} {event['direction']}{event['distance']} ({at} to {where(event['to'])}){only}"
    if name == "take":
        return f"{who} takes {event['value']} from {at} (now {event['score']})"
    if name == "rotate":
        way = "clockwise" if event["way"] == "cw" else "counter-clockwise"
        driven = f"; driven: {', '.join(map(where, event['driven']))}" if event["driven"] else ""
        return f"{who} turns {at} {way}{driven}"
    if name == "pass":
        return "" if event["forced"] else f"{who} leaves {at} as it is"
    if name == "locked":
        return f"{who} is locked: two rotations"
    if name == "skip":
        return f"{who} cannot move or rotate, turn passes"
    if name == "keep":
        return f"{who} keeps {event['value']} from under {event['fig']}"
    score = ", ".join(f"{one} {points}" for one, points in zip(names, event["score"]))
    return f"end: {ENDINGS[event['reason']]}; {score}"


def where(at: Sequence[int]) -> str:
    return f"{at[0]},{at[1]}"
