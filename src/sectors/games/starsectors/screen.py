"""Draws a view as text for the terminal, at most 100 columns wide."""

from __future__ import annotations

from textwrap import wrap

from sectors.games.starsectors.content import Standard
from sectors.games.starsectors.reach import describe_weapons, reach
from sectors.games.starsectors.scene import Scene, Ship
from sectors.kit import Json

ARROWS = "↑↗↘↓↙↖"
WIDE_MAP = 14  # wider maps have narrower columns
FLEETS = 50  # columns of the fleets
MARKS = {"A": "**", "I": "ii", "N": "~~", "M": "≈≈", "O": "()", "P": "@@", "S": "☼", "W": "{}", "B": "##"}


def screen(content: Standard, view: Json, facts: Json) -> str:
    """Return the map with its ships and the turn of the active ship, and the fleets below."""
    scene = Scene(content, view, facts)
    return f"{board(scene)}\n{fleets(scene)}"


def board(scene: Scene) -> str:
    asked = [] if scene.view["result"] is not None else [scene.prompt()]
    facts = scene.turn_facts()
    head = [scene.title(), *asked, *wrap(", ".join(facts), 76), ""]
    lines = [*head, *map_lines(scene, cells(scene)), *legend(scene)]
    return "\n".join(line[:100].rstrip() for line in lines) + "\n"


def fleets(scene: Scene) -> str:
    lines = []
    for seat in range(scene.view["seats"]):
        lines += wrap(", ".join(filter(None, (scene.seat_line(seat), scene.purse(seat)))), FLEETS)
        for ship in scene.ships:
            if ship.seat == seat:
                lines += ship_lines(scene, ship)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def look(scene: Scene, ship: Ship) -> str:
    """Describe a ship and what it can hit: its fleet entry, odds by distance, targets, and a map of its arcs."""
    found = reach(ship)
    hit = {name: f"{number}" for name, number in found.numbers.items()}
    hit |= {name: f"{hit.get(name, '')}/{strength}" for name, strength in found.strengths.items()}
    marks = cells(scene)
    marks |= {name: text for name, text in hit.items() if marks[name] in ("·", "!")}
    lines = [scene.ship_label(ship), *ship_lines(scene, ship), *describe_weapons(scene, ship)]
    if hit:
        bank = ", after a stroke the strength of the bank" if found.strengths else ""
        lines += ["", f"Numbers to roll at or under{bank}:", *map_lines(scene, marks)]
    return "\n".join(line[:100].rstrip() for line in lines)


def map_lines(scene: Scene, marks: dict[str, str]) -> list[str]:
    """Return two lines for each row: the odd columns, then the even ones, half a hex lower."""
    width, height = scene.map["w"], scene.map["h"]
    cell = 4 if width <= WIDE_MAP else 3
    lines = ["   " + "".join(f"{column:02d}".ljust(cell) for column in range(1, width + 1))]
    for row in range(1, height + 1):
        for even in (0, 1):
            names = [f"{column:02d}{row:02d}" for column in range(1 + even, width + 1, 2)]
            line = "".join(marks[name].ljust(2 * cell) for name in names)
            lines.append((" " * (3 + cell) if even else f"{row:02d} ") + line)
    return lines


def cells(scene: Scene) -> dict[str, str]:
    """Return the mark of each hex, at most four characters."""
    marks = dict.fromkeys(scene.hexes(), "·")
    marks |= dict.fromkeys(scene.starlit() & set(marks), "!")
    marks |= {name: MARKS[code] for name, code in scene.terrain.items()}
    marks |= {name: f"{'ABCD'[seat].lower()}+" for name, seat in scene.view["mines"].items()}
    for ship in scene.ships:
        if ship.record["hex"]:
            if ship.stern:
                marks[ship.stern] = f"{ship.id[0]}="
            text = f"{ship.id}{ARROWS[ship.record['dir']]}"
            marks[ship.record["hex"]] = text.lower() if ship.record["cloaked"] else text
    return marks


def legend(scene: Scene) -> list[str]:
    """Explain the signs on this map."""
    words = {
        "A": "** asteroids",
        "I": "ii ion storm",
        "N": "~~ metaphasic nebula",
        "M": "≈≈ dense nebula",
        "O": "() moon",
        "P": "@@ planet",
        "S": "☼ star, ! off limits",
        "W": "{} wormhole",
        "B": "## station",
    }
    found = [word for code, word in words.items() if code in scene.terrain.values()]
    found += ["a+ mine of A"] if scene.view["mines"] else []
    found += ["a1 cloaked"] if any(ship.record["cloaked"] for ship in scene.ships) else []
    return ["   " + "  ".join(found[at : at + 6]) for at in range(0, len(found), 6)]


def ship_lines(scene: Scene, ship: Ship) -> list[str]:
    """Return id, class, place, factors (with the printed one in brackets if it differs) and shields; then charges,
    cargo and conditions."""
    record = ship.record
    mark = ">" if ship is scene.active else "=" if record["done"] else " "
    if record["dead"]:
        return [f"{mark} {ship.id:<4}{ship.kind.name:<10} destroyed"]
    where = f"{record['hex']}{ARROWS[record['dir']]}" if record["hex"] else "     "
    factors = " ".join(
        f"{name[0].upper()}F{now}" + (f"({printed})" if now != printed else "") for name, printed, now in ship.factors()
    )
    shields = "■" * ship.left + "□" * (ship.kind.ss - ship.left)
    parts = []
    if ship.kind.banks:
        parts.append(f"banks {record['banks']}/{ship.kind.banks}")
    if ship.kind.nacelles:
        parts.append(f"warp {record['engines']}/{ship.kind.nacelles}")
    parts.append(ship.short_cargo())
    notes = [note.split(":")[0] for note in ship.notes()]
    text = ", ".join([" ".join(filter(None, parts)), *notes])
    indent = " " * 6
    more = wrap(text, FLEETS, initial_indent=indent, subsequent_indent=indent)
    return [f"{mark} {ship.id:<4}{ship.kind.name:<10}{where} {factors} {shields}", *more]
