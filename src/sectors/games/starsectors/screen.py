"""A view as text for the terminal, at most 100 columns."""

from __future__ import annotations

from sectors.games.starsectors.scene import Scene, Ship

ARROWS = "↑↗↘↓↙↖"
WIDE_MAP = 23  # wider maps have narrower columns
MARKS = {"A": "**", "I": "ii", "N": "~~", "M": "≈≈", "O": "()", "P": "@@", "S": "☼", "W": "{}", "B": "##"}


def screen(scene: Scene) -> str:
    """The map with its ships, the fleets, and the turn of the active ship."""
    asked = [] if scene.view["result"] is not None else [scene.prompt()]
    facts = scene.turn_facts()
    lines = [scene.title(), *asked, *([", ".join(facts)] if facts else []), "", *map_lines(scene), legend(scene), ""]
    for seat in range(scene.view["seats"]):
        credits = scene.view["credits"][seat]
        share = f", {scene.share(seat):.0%} of the fleet" if scene.view["round"] else ""
        lines.append(f"{scene.seat_line(seat)}{share}{f', {credits} credits' if credits else ''}")
        lines += [ship_line(scene, ship) for ship in scene.ships if ship.seat == seat]
    return "\n".join(line[:100].rstrip() for line in lines) + "\n"


def map_lines(scene: Scene) -> list[str]:
    """Two lines a row: the odd columns, then the even ones, half a hex lower."""
    width, height = scene.map["w"], scene.map["h"]
    cell = 4 if width <= WIDE_MAP else 3
    marks = cells(scene, cell)
    lines = ["   " + "".join(f"{column:02d}".ljust(cell) for column in range(1, width + 1))]
    for row in range(1, height + 1):
        for even in (0, 1):
            line = f"{row:02d} " if not even else "   "
            for column in range(1, width + 1):
                line += marks[f"{column:02d}{row:02d}"].ljust(cell) if column % 2 != even else " " * cell
            lines.append(line)
    return lines


def cells(scene: Scene, width: int) -> dict[str, str]:
    """What stands in each hex, shorter than the column is wide if that can be."""
    marks = dict.fromkeys(scene.hexes(), "·")
    marks |= dict.fromkeys(scene.starlit() & set(marks), "!")
    marks |= {name: MARKS[code] for name, code in scene.terrain.items()}
    marks |= {name: f"{'ABCD'[seat].lower()}+" for name, seat in scene.view["mines"].items()}
    for ship in scene.ships:
        if ship.record["hex"]:
            if ship.stern:
                marks[ship.stern] = f"{ship.id[0]}="
            text = f"{ship.id}{ARROWS[ship.record['dir']]}"
            marks[ship.record["hex"]] = (text.lower() if ship.record["cloaked"] else text)[:width]
    return marks


def legend(scene: Scene) -> str:
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
    return "   " + "  ".join(found)


def ship_line(scene: Scene, ship: Ship) -> str:
    """Id, class, place, factors now (printed in brackets where they differ), shields, charges, cargo."""
    record = ship.record
    mark = ">" if ship is scene.active else "=" if record["done"] else " "
    if record["dead"]:
        return f"{mark} {ship.id:<4}{ship.kind.name:<10} destroyed"
    where = f"{record['hex']}{ARROWS[record['dir']]}" if record["hex"] else "     "
    factors = " ".join(
        f"{name[0].upper()}F {now}" + (f"({printed})" if now != printed else "")
        for name, printed, now in ship.factors()
    )
    shields = "■" * ship.left + "□" * (ship.kind.ss - ship.left)
    charges = "".join(
        f" {name} {charged}/{number}"
        for name, charged, number in (
            ("banks", record["banks"], ship.kind.banks),
            ("warp", record["engines"], ship.kind.nacelles),
        )
        if number
    )
    cargo = ", ".join(ship.cargo()).replace("lithium", "").replace("command ", "")
    rest = ", ".join([*([cargo] if cargo else []), *(note.split(":")[0] for note in ship.notes())])
    return f"{mark} {ship.id:<4}{ship.kind.name:<10}{where} {factors:<24}{shields:<11}{charges}  {rest}"
