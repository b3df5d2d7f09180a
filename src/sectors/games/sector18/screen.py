"""A view as text for the terminal: one line for each row of the map, and two for each side."""

from __future__ import annotations

from sectors.games.sector18.content import SHIPS, Box
from sectors.games.sector18.events import describe_order
from sectors.games.sector18.maps import NAMES
from sectors.games.sector18.scene import Scene
from sectors.kit import Json
from sectors.kit.words import SCREEN, fill, fold


def screen(box: Box, view: Json, facts: Json) -> str:
    scene = Scene(box, view, facts)
    above = 1 - scene.below
    head, title = scene.caption()
    top = [f"Sector 18, {title}", head, "", *status(scene, above), ""]
    bottom = ["", *status(scene, scene.below), *threat(scene), *automa(scene)]
    if view["phase"] == "faction":
        bottom += [
            "",
            *(f"  {one.id:8}{one.card}  {one.name}: {one.describe_ability()} ({one.cost})" for one in box.factions),
        ]
    lines = [*fold_all(top), *field(scene), *fold_all(bottom)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def fold_all(lines: list[str]) -> list[str]:
    return [part for line in lines for part in fold(line, 8)]


def status(scene: Scene, side: int) -> list[str]:
    data = scene.view["players"][side]
    dots = "o" * data["r"] + "." * (scene.rules["resource_cap"] - data["r"])
    health = f"Health {data['h']}/{scene.side(side)['largest']}"
    first = f"{fill(scene.name(side)):7} base{side}  level {data['level']}  {health}"
    first += f"  shield {data['shield']}  Resources {data['r']} {dots}"
    faction = scene.faction(side)
    if faction is not None:
        used = ", used" if scene.view["used"] and scene.view["side"] == side else ""
        first += f"  {faction.id} ({faction.cost}{used})"
    words = []
    for ship in SHIPS:
        facts = scene.ship(side, ship)
        if facts["state"] == "in play":
            words.append(f"{ship}{'+' * facts['up']} {facts['at']} damage {facts['damage']} speed {facts['speed']}")
        elif facts["state"] == "locked":
            words.append(f"{ship} from level {facts['build']['level']}")
        else:
            words.append(f"{ship} ready" if scene.side(side)["automa"] else f"{ship} costs {facts['build']['cost']}")
    lines = (
        [" | ".join(words)] if len(" | ".join(words)) <= SCREEN - 8 else [" | ".join(words[:2]), " | ".join(words[2:])]
    )
    return [first, *(f"        {line}" for line in lines)]


def threat(scene: Scene) -> list[str]:
    """Describe what the enemy can do to the lower base in its next turn."""
    danger = scene.facts["threats"][scene.below]
    if not danger or not danger["damage"]:
        return []
    enemy = fill(scene.name(1 - scene.below))
    strike = f"{enemy} can hit for {danger['damage']}: shield {danger['shield']}, Health left {danger['left']}"
    return [f"        {strike}{'  LETHAL' if danger['lethal'] else ''}"]


def field(scene: Scene) -> list[str]:
    """Return the rows from the far side to the near one, each zone as `P:mine[L0 M+1]`."""
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
        lines.append(f"        {card} at level {level}: {describe_order(scene.box.automa[card][level - 1])}")
    if level < 4:
        lines.append(f"        level {level + 1} in {scene.facts['automa']['next_level']} turns")
    if scene.options["achievements"]:
        lines.append(f"        plays with {', '.join(scene.options['achievements'])}")
    return lines
