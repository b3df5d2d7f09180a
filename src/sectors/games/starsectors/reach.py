"""What a ship can hit from where it stands (R8, R9): its arcs with the odds, regardless of whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sectors.games.starsectors.facts_turn import chance
from sectors.games.starsectors.geometry import ARC_SETS, REAR
from sectors.games.starsectors.scene import ARC_WORDS, Scene, Ship


@dataclass(frozen=True)
class Reach:
    """For each hex, the number at or under which a regular attack hits, and the strength of a charged bank."""

    numbers: dict[str, int]
    strengths: dict[str, int]


def reach(ship: Ship) -> Reach:
    """Return what a ship could hit at the start of its turn; nothing if it is not on the map."""
    return Reach(by_hex(ship.facts.get("field", [])), by_hex(ship.facts.get("row", [])))


def by_hex(field: list[str]) -> dict[str, int]:
    """Convert a field of the facts, whose n-th text names the hexes of the number n, to a number for each hex."""
    found = {text[at : at + 4]: number for number, text in enumerate(field) for at in range(0, len(text), 4)}
    return dict(sorted(found.items()))


def chances(ship: Ship, less: int = 0) -> list[int]:
    """Return the chance to hit in percent by distance, starting at 1 (R8.4)."""
    dice = 2 if ship.record["order"] == "tactical" else 1
    return [round(100 * chance(number, dice)) for number in range(ship.cf - less, 0, -1)]


def point_blank(ship: Ship) -> int:
    """Return the chance to hit a hex at the bow with two dice, in percent (R8.5)."""
    return round(100 * chance(ship.cf, 2))


def bank_strength(ship: Ship) -> int:
    """Return the strength of a bank at distance 1 (R9.2)."""
    return ship.cf + (1 if ship.record["order"] == "tactical" else 0)


def caption(ship: Ship) -> str:
    """Describe the arcs of a ship in one line."""
    words = f"{ship.id} {ship.kind.name}, {ARC_WORDS[ship.kind.arc]}"
    if ship.facts["silent"]:
        return f"{words}: {ship.facts['silent']}"
    odds = chances(ship)
    far = f"{len(odds)} hexes" if len(odds) > 1 else "1 hex"
    words += f": hits up to {far} away, {', '.join(map(str, odds))} % by distance, {point_blank(ship)} % point blank"
    if ship.record["banks"] and ship.kind.weapon:
        strength = bank_strength(ship)
        words += f"; {ship.kind.weapon.name} dead ahead, strength {strength}" + (" to 1" if strength > 1 else "")
    return words


def describe_weapons(scene: Scene, ship: Ship) -> list[str]:
    """Describe a ship's weapons and what they could hit now, in lines for the terminal."""
    kind, record = ship.kind, ship.record
    if ship.facts["silent"]:
        return [f"{ARC_WORDS[kind.arc]}: {ship.facts['silent']}"]
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
            single_hit = scene.view["options"]["bank_damage"] == "one" and not kind.weapon.device
            lines.append(
                row(f"{kind.weapon.name}, {effect}", [1 if single_hit else strength for strength in strengths])
            )
            lines.append(f"{record['banks']} of {kind.banks} banks charged, dead ahead only")
        else:
            lines.append(f"{kind.weapon.name}: no bank charged")
    return [*lines, *targets(scene, ship)]


def row(name: str, figures: Iterable[object]) -> str:
    return f"{name:<28}" + "".join(f"{figure:>5}" for figure in figures)


def targets(scene: Scene, ship: Ship) -> list[str]:
    """List what the active ship could attack now, with the chance of damage; nothing for other ships."""
    if scene.active is not ship or "targets" not in scene.facts:
        return []
    lines = [
        f"{one['weapon']} at {scene.target_name(one['thing'])}: {one['chance']:.0%} for {one['effect']}"
        for one in scene.facts["targets"]
        if one["why"] is None and one["weapon"] != "ram"
    ]
    return lines or ["no enemy ship in reach"]
