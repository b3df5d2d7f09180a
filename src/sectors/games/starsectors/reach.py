"""What a ship can hit from where it stands (R8, R9): its arcs, with the odds, whoever's turn it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sectors.games.starsectors.geometry import ARC_SETS, REAR
from sectors.games.starsectors.odds import attack_odds, chance
from sectors.games.starsectors.rules import Rules
from sectors.games.starsectors.scene import ARC_WORDS, Scene, Ship
from sectors.games.starsectors.words import ship_number


@dataclass(frozen=True)
class Reach:
    """By hex: the number at or under which a regular attack hits, and the strength of a charged bank."""

    numbers: dict[str, int]
    strengths: dict[str, int]


def reach(scene: Scene, ship: Ship) -> Reach:
    """As if the ship had its turn and had done nothing yet; nothing while purchases are hidden, or off the map."""
    core = turn_of(scene, ship)
    found = core.fire_map() if core else []
    return Reach(
        {core.chart_name(cell): number for cell, number, _ in found if number} if core else {},
        {core.chart_name(cell): strength for cell, _, strength in found if strength} if core else {},
    )


def turn_of(scene: Scene, ship: Ship) -> Rules | None:
    core = scene.core()
    if core is None or ship.record["hex"] is None:
        return None
    return core.turn_of(scene.ships.index(ship))


def silent(scene: Scene, ship: Ship) -> str:
    """Why a ship cannot fire at all, "" if it can."""
    if ship.kind.arc == "none":
        return "it has no weapons"
    if ship.record["cloaked"]:
        return "cloaked ships do not fire"
    if scene.terrain.get(ship.record["hex"]) == "I":
        return "no weapon works in an ion storm"
    return "" if ship.cf else "its combat factor is 0"


def chances(ship: Ship, less: int = 0) -> list[int]:
    """The chance to hit by distance, from 1 on, in percent (R8.4)."""
    dice = 2 if ship.record["order"] == "tactical" else 1
    return [round(100 * chance(number, dice)) for number in range(ship.cf - less, 0, -1)]


def point_blank(ship: Ship) -> int:
    """The chance to hit with two dice in a hex before the bow (R8.5)."""
    return round(100 * chance(ship.cf, 2))


def bank_strength(ship: Ship) -> int:
    """R9.2, for the hex dead ahead."""
    return ship.cf + (1 if ship.record["order"] == "tactical" else 0)


def caption(scene: Scene, ship: Ship) -> str:
    """The arcs of a ship in a line."""
    words = f"{ship.id} {ship.kind.name}, {ARC_WORDS[ship.kind.arc]}"
    if silent(scene, ship):
        return f"{words}: {silent(scene, ship)}"
    odds = chances(ship)
    far = f"{len(odds)} hexes" if len(odds) > 1 else "1 hex"
    words += f": hits up to {far} away, {', '.join(map(str, odds))} % by distance, {point_blank(ship)} % point blank"
    if ship.record["banks"] and ship.kind.weapon:
        strength = bank_strength(ship)
        words += f"; {ship.kind.weapon.name} dead ahead, strength {strength}" + (" to 1" if strength > 1 else "")
    return words


def described(scene: Scene, ship: Ship) -> list[str]:
    """The ship's weapons and what they could hit now, line by line, for the terminal."""
    kind, record = ship.kind, ship.record
    if silent(scene, ship):
        return [f"{ARC_WORDS[kind.arc]}: {silent(scene, ship)}"]
    lines = [f"{ARC_WORDS[kind.arc]}, combat factor {ship.cf}", row("distance", range(1, ship.cf + 1))]
    lines.append(row("fire hits", [f"{odds}%" for odds in chances(ship)]) + f"   {point_blank(ship)}% point blank")
    if ARC_SETS[kind.arc] & REAR:
        astern = chances(ship, less=1)
        if scene.view["options"]["rear"] == "adjacent":
            astern = [*astern[:1], *chances(ship)[1:]]
        lines.append(row("  astern", [f"{odds}%" for odds in astern]))
    if kind.banks and kind.weapon:
        if record["banks"]:
            strengths = range(bank_strength(ship), 0, -1)
            effect = "less defence" if kind.weapon.device else "hits"
            one = scene.view["options"]["bank_damage"] == "one" and not kind.weapon.device
            lines.append(row(f"{kind.weapon.name}, {effect}", [1 if one else strength for strength in strengths]))
            lines.append(f"{record['banks']} of {kind.banks} banks charged, dead ahead only")
        else:
            lines.append(f"{kind.weapon.name}: no bank charged")
    return [*lines, *targets(scene, ship)]


def row(name: str, figures: Iterable[object]) -> str:
    return f"{name:<28}" + "".join(f"{figure:>5}" for figure in figures)


def targets(scene: Scene, ship: Ship) -> list[str]:
    """The ships and mines of others that it could attack from here, with the odds."""
    core = turn_of(scene, ship)
    if core is None:
        return []
    lines = []
    for other in scene.ships:
        if not other.record["dead"]:
            for bank, weapon in ((False, "fire"), (True, "bank")):
                odds = attack_odds(core, ship_number(other.id), bank)
                if odds:
                    words = [] if bank else [f"hits {odds['hit']:.0%}"]
                    words += [f"saved {odds['save']:.0%}"] if "save" in odds else []
                    lines.append(f"{weapon} at {other.id} {other.kind.name}: {', '.join([*words, odds['effect']])}")
    return lines or ["no enemy ship in reach"]
