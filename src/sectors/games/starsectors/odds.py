"""The odds to hit and to save of an attack, from the rules alone."""

from __future__ import annotations

from typing import Protocol

from sectors.games.starsectors.rules import Rules
from sectors.games.starsectors.words import BANK, FIRE, RAM, TACTICAL, TARGETS
from sectors.kit import Json


class Codes(Protocol):
    """Whatever knows the code of a text: the game's notation."""

    def code(self, text: str) -> int | None: ...


def chance(number: int, dice: int) -> float:
    """The chance that the lowest of some d12 is at or under a number.

    >>> chance(3, 1), chance(6, 2)
    (0.25, 0.75)
    """
    return 1.0 - (1.0 - min(max(number, 0), 12) / 12) ** dice


def attack_odds(core: Rules, target: int, bank: bool) -> Json | None:
    """What an attack on a target (a number of action codes) can do; None if it is not legal now.

    `from` and `to` are the hexes of the line, `number` what must be rolled at or under, or the strength of a bank;
    `hit` the chance to hit, `save` the target's chance to save (not for mines and devices), `effect` in words,
    `expected` the hits to be expected.
    """
    line = core.attack_line(target, bank)
    if line is None:
        return None
    found: Json = {
        "from": core.chart_name(line["from"]),
        "to": core.chart_name(line["to"]),
        "number": line["number"],
        "dice": line["dice"],
        "hit": 1.0 if bank else chance(line["number"], line["dice"]),
        "effect": "the mine is gone",
        "expected": 0.0,
    }
    if "df" not in line:
        return found
    found["df"] = line["df"]
    if bank and core.is_device():
        found["effect"] = f"defence - {line['number']} until the end of the round"
        return found
    hits = core.bank_hits(line["number"]) if bank else 1
    found["save"] = chance(line["df"], line["saves"])
    found["effect"] = f"{hits} hit{'s' if hits > 1 else ''}"
    found["expected"] = hits * found["hit"] * (1.0 - found["save"])
    return found


def odds(texts: Codes, core: Rules, text: str) -> Json | None:
    """The same for the text of a move, `fire-B2` or `bank-m0608`."""
    action = texts.code(text)
    if action is None or core.phase != TACTICAL or not FIRE <= action < RAM:
        return None
    return attack_odds(core, (action - FIRE) % TARGETS, action >= BANK)
