"""A view as text for the terminal: a line for each row of the map, and two for each side."""

from __future__ import annotations

from sectors.games.sector18.chart import NAMES
from sectors.games.sector18.content import SHIPS, Box
from sectors.games.sector18.events import order_told
from sectors.games.sector18.scene import Scene
from sectors.kit import Json

WIDTH = 100


def screen(box: Box, view: Json) -> str:
    scene = Scene(box, view)
    above = 1 - scene.below
    head, title = scene.caption()
    lines = [f"Sector 18, {title}", head, ""]
    lines += status(scene, above)
    lines += ["", *field(scene), ""]
    lines += status(scene, scene.below)
    lines += automa(scene)
    if view["phase"] == "faction":
        lines += ["", *(f"  {one.id:8}{one.card}  {one.name}: {one.says()} ({one.cost})" for one in box.factions)]
    return "\n".join(line[:WIDTH].rstrip() for line in lines) + "\n"


def status(scene: Scene, side: int) -> list[str]:
    data = scene.view["players"][side]
    dots = "o" * data["r"] + "." * (scene.rules["resource_cap"] - data["r"])
    first = f"{scene.name(side):7} base{side}  level {data['level']}  Health {data['h']}/{scene.largest_health(side)}"
    first += f"  shield {data['shield']}  Resources {data['r']} {dots}"
    faction = scene.faction(side)
    if faction is not None:
        used = ", used" if scene.view["used"] and scene.view["side"] == side else ""
        first += f"  {faction.id} ({faction.cost}{used})"
    words = []
    for ship in SHIPS:
        if ship in data["ships"]:
            one = data["ships"][ship]
            damage, speed = scene.stats(side, ship, one["up"])
            words.append(f"{ship}{'+' * one['up']} {one['at']} damage {damage} speed {speed}")
        elif scene.box.ships[SHIPS.index(ship)].build_level > data["level"]:
            words.append(f"{ship} from level {scene.box.ships[SHIPS.index(ship)].build_level}")
        elif scene.solo and side == 1:
            words.append(f"{ship} ready")
        else:
            words.append(f"{ship} costs {scene.build_cost(side, ship)}")
    return [first, "        " + " | ".join(words)]


def field(scene: Scene) -> list[str]:
    """The rows from the far side to the near one, each zone as `P:mine[L0 M+1]`."""
    cells = {zone: cell(scene, zone) for zone in scene.chart.tokens}
    width = max(len(text) for text in cells.values()) + 2
    above = 1 - scene.below
    lines = [base_line(scene, above)]
    for row in scene.rows:
        line = f"  {row + 1}  "
        for column in scene.columns:
            line += cells.get(9 * column + row, "").ljust(width)
        lines.append(line)
    lines.append("     " + "".join("abcdefghi"[column].ljust(width) for column in scene.columns))
    lines.append(base_line(scene, scene.below))
    return lines


def base_line(scene: Scene, side: int) -> str:
    zones = " ".join(scene.chart.base1 if side else scene.chart.base0)
    return f"  base{side}{ships_in(scene, f'base{side}')} beside {zones}"


def cell(scene: Scene, zone: int) -> str:
    claim = scene.claim(NAMES[zone])
    mark = {"none": "", "contested": "?"}.get(claim, f"={claim}")
    return f"{scene.chart.tokens[zone]}{mark}{ships_in(scene, NAMES[zone])}"


def ships_in(scene: Scene, place: str) -> str:
    ships = [f"{piece.ship}{'+' * piece.up}{piece.side}" for piece in scene.pieces if piece.at == place]
    return f"[{' '.join(ships)}]" if ships else ""


def automa(scene: Scene) -> list[str]:
    data = scene.view["automa"]
    if data is None:
        return []
    level = scene.view["players"][1]["level"]
    lines = ["", f"Automa  deck {' '.join(data['deck']) or '-'}  discard {' '.join(data['discard']) or '-'}"]
    if data["discard"]:
        card = data["card"] or data["discard"][-1]
        lines.append(f"        {card} at level {level}: {order_told(scene.box.automa[card][level - 1])}")
    if level < 4:
        left = scene.rules["resource_cap"] - scene.view["players"][1]["r"]
        lines.append(f"        level {level + 1} in {left} turns")
    if scene.options["achievements"]:
        lines.append(f"        plays with {', '.join(scene.options['achievements'])}")
    return lines
