"""Events of an action, in order: as JSON for animation, and as lines of the log.

| event | fields | when |
|---|---|---|
| `draw` | seat, type, count | a tile is drawn; the number left in the pile |
| `place` | seat, type, at, rot | the drawn tile is placed |
| `entry` | seat, fig, at, rot | an entry point is placed |
| `maze` | points, markers | the maze is finished (R4) |
| `move` | seat, fig, at, to, direction, distance | a figure moves |
| `take` | seat, value, at, score | a marker is taken; the new score |
| `rotate` | seat, at, way, driven | a tile is turned, `cw` or `ccw`; driven tiles turn the other way |
| `pass` | seat, at | nothing is done on the tile left |
| `locked` | seat | a turn begins in which neither figure can move (R5.6) |
| `skip` | seat | a turn is lost (R5.8) |
| `keep` | seat, fig, value, at | at the end, the marker under a figure (R7.3) |
| `end` | reason, score, result | the game is over |

`draw`, `place`, `entry`, `move` and `pass` have `forced`: whether it was the only legal action (R2.6).
"""

from __future__ import annotations

from collections.abc import Sequence

from sectors.games.sector6.lookup import Tables, unpack_cell
from sectors.games.sector6.notation import COMPASS, FIGURES, SIDES
from sectors.games.sector6.numbers import REASONS
from sectors.kit import SEATS, Json
from sectors.kit.words import plural

ENDINGS = {"covered": "no free oxygen left", "stall": "no oxygen taken for too long"}
FIELDS = {  # the fields of each event, in the order of their numbers
    "draw": ("seat", "type", "count", "forced"),
    "place": ("seat", "type", "at", "rot", "forced"),
    "entry": ("seat", "fig", "at", "rot", "forced"),
    "maze": ("points", "markers"),
    "move": ("seat", "fig", "at", "to", "direction", "distance", "forced"),
    "take": ("seat", "value", "at", "score"),
    "rotate": ("seat", "at", "way", "driven"),
    "pass": ("seat", "at", "forced"),
    "locked": ("seat",),
    "skip": ("seat",),
    "keep": ("seat", "fig", "value", "at"),
    "end": ("reason", "score", "result"),
}
NAMES = tuple(FIELDS)


def event_of(tables: Tables, numbers: list[int]) -> Json:
    """Return an event of the core as JSON, with the things that it concerns."""
    event = fields_of(tables, numbers)
    things: Json = {}
    if "at" in event:
        things["from" if "to" in event else "at"] = f"cell:{cell_name(event['at'])}"
    if "to" in event:
        things["to"] = f"cell:{cell_name(event['to'])}"
    if "fig" in event and event["event"] != "entry":
        things["figure"] = f"figure:{event['seat']}{event['fig']}"
    if event.get("driven"):
        things["driven"] = [f"cell:{cell_name(one)}" for one in event["driven"]]
    if event["event"] == "draw":
        things["pile"] = f"pile:{event['seat']}"
    return {**event, "things": things} if things else event


def fields_of(tables: Tables, numbers: list[int]) -> Json:
    name = NAMES[numbers[0]]
    a, b, c, d, *more = numbers[1:]
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
    return list(unpack_cell(number))


def sentence_of(tables: Tables, event: Json) -> str:
    """Return an event as a line of the log."""
    name, seat = event["event"], event.get("seat", 0)
    who = SEATS[seat]
    only = " (only move)" if event.get("forced") else ""
    if name == "draw":
        return f"{who} {{{seat}:draws|draw}} a {colour_of(tables, event['type'])} tile{only}"
    if name == "place":
        return f"{who} {{{seat}:places|place}} the {colour_of(tables, event['type'])} tile{only}"
    if name == "entry":
        return f"{who} {{{seat}:places|place}} the entry point of {event['fig']}{only}"
    if name == "maze":
        markers = plural(event["markers"], "marker")
        return f"The maze is finished: {event['points']} points lie in it, in {markers}"
    if name == "move":
        far = plural(event["distance"], "tile")
        side = COMPASS[SIDES.index(event["direction"])]
        return f"{who} {{{seat}:runs|run}} {far} {side} with {event['fig']}{only}"
    if name == "take":
        return f"{who} {{{seat}:takes|take}} {event['value']} (now {event['score']})"
    if name == "rotate":
        way = "right" if event["way"] == "cw" else "left"
        number = len(event["driven"])
        driven = f", driving {plural(number, 'tile')}" if number else ""
        return f"{who} {{{seat}:turns|turn}} the tile to the {way}{driven}"
    if name == "pass":
        return "" if event["forced"] else f"{who} {{{seat}:leaves|leave}} the tile as it is"
    if name == "locked":
        return f"{who} {{{seat}:is|are}} locked: two rotations"
    if name == "skip":
        return f"{who} can neither move nor turn a tile, and the turn passes"
    if name == "keep":
        return f"{who} {{{seat}:keeps|keep}} {event['value']} from under {event['fig']}"
    score = ", ".join(f"{SEATS[one]} {points}" for one, points in enumerate(event["score"]))
    return f"{ENDINGS[event['reason']].capitalize()}: {score}"


def colour_of(tables: Tables, name: str) -> str:
    kind = tables.box.number(name)
    assert kind is not None
    return tables.box.types[kind].colour


def cell_name(at: Sequence[int]) -> str:
    return f"{at[0]},{at[1]}"
