"""Why an action is refused (3.1, 3.2). The fault methods of the rules define the order of checks."""

from __future__ import annotations

from sectors.games.starsectors.notation import Notation, parse
from sectors.games.starsectors.numbers import FAULTS, TACTICAL, UNARMED
from sectors.games.starsectors.rules import Rules

SENTENCES: dict[str, tuple[str, str]] = {
    "unknown-action": ("6", "This is not a move of the game."),
    "wrong-phase": ("5", "This move belongs to another phase; finish the present one first."),
    "not-your-turn": ("5", "Another seat is to act."),
    "game-over": ("R15", "The game is over."),
    "too-expensive": ("R3.3", "The class costs more points than you have left."),
    "wrong-faction": ("R3.3", "Your fleet may only hold ships of its own faction."),
    "fleet-full": ("R3.3", "Your deployment zone has no room for more ships."),
    "too-many-tenders": ("R3.3", "You may not have more tenders than warships."),
    "fleet-needs-warship": ("R3.3", "A fleet needs at least one warship."),
    "not-your-ship": ("R1.1", "That ship is not yours."),
    "ship-destroyed": ("R10.2", "That ship has been destroyed."),
    "not-enough-credits": ("R3.4", "You do not have enough credits."),
    "cargo-full": ("R3.4", "The ship's cargo space is full."),
    "crew-already-aboard": ("R3.4", "Only one command crew per ship."),
    "stock-too-late": ("R3.4", "The standard load-out can only be taken before any other purchase."),
    "outside-deployment-zone": ("R3.6", "Ships are deployed with the stern in your home row."),
    "hex-not-clear": ("R3.6", "That place is not empty."),
    "already-activated": ("R5.2", "That ship has already had its turn this round."),
    "off-map": ("R7.4", "That would leave the map."),
    "hex-impassable": ("R7.4", "Ships cannot enter asteroids, moons, planets, stars or stations."),
    "hex-occupied": ("R7.4", "Another ship is in the way."),
    "star-adjacent": ("R7.9", "Hexes next to a star are off limits."),
    "no-movement-left": ("R6.5", "Not enough movement left this turn."),
    "movement-stopped": ("R7.7", "Entering orbit has stopped all movement for this turn."),
    "moved-forward": ("R7.2", "A ship that moved forward cannot reverse in the same turn."),
    "moved-reverse": ("R7.1", "A ship that reversed cannot move forward (or ram) in the same turn."),
    "reverse-limit": ("R7.2", "Ships reverse only one hex a turn (two with the helm order)."),
    "wormhole-exit-blocked": ("R7.8", "The other end of the wormhole is blocked."),
    "no-nacelles": ("R7.10", "This class has no warp engines."),
    "engine-not-charged": ("R7.10", "No warp engine is charged."),
    "engine-used": ("R12.3", "Only one engine may be charged or used per turn."),
    "already-jumped": ("R7.12", "The ship has already jumped this turn."),
    "already-moved": ("R7.10", "A jump must be the ship's only movement of the turn."),
    "engines-damaged": ("R7.10", "Without any movement factor the engines are damaged."),
    "beyond-warp-factor": ("R7.10", "The jump is longer than the warp factor."),
    "jump-path-blocked": ("R7.11", "A jump needs a clear straight path."),
    "orbit-stops-jump": ("R7.11", "The jump would end earlier, where it enters an orbit."),
    "unarmed": ("R8.1", "This class has no weapons."),
    "no-such-target": ("R8.1", "There is no such target."),
    "not-an-enemy": ("R8.1", "You can only attack enemies."),
    "cloaked": ("R11.2", "A cloaked ship cannot do that (or take part in it)."),
    "target-cloaked": ("R8.1", "A cloaked ship cannot be fired upon without the science order."),
    "weapons-disabled": ("R8.1", "Weapons do not work in an ion storm."),
    "already-attacked": ("R8.1", "The ship has already made its attack this turn."),
    "other-target-engaged": ("R8.2", "A ship may engage only one target per turn."),
    "out-of-range": ("R8.4", "The target is out of range."),
    "out-of-arc": ("R4.6", "The target is outside the firing arc."),
    "line-blocked": ("R4.9", "The line of fire is blocked."),
    "target-sheltered": ("R8.8", "A storm or nebula shelters the target."),
    "no-banks": ("R9.1", "This class has no advanced weapon banks."),
    "bank-not-charged": ("R9.1", "No bank is charged (or it was charged only this turn)."),
    "bank-not-free": ("R9.6", "No bank can be charged: full, or discharged this turn."),
    "not-dead-ahead": ("R9.2", "Advanced weapons fire only straight ahead."),
    "device-needs-ship": ("R9.1", "This device has no effect on mines."),
    "no-combat-factor": ("R10.5", "A ship with combat factor 0 does no ramming damage."),
    "target-not-ahead": ("R10.5", "Only a ship in the hex directly ahead can be rammed."),
    "no-enemy-adjacent": ("R10.4", "Self-destruction needs an enemy ship next to you."),
    "no-mines": ("R12.5", "No mines aboard."),
    "not-cloaked": ("R11.1", "The ship is not cloaked."),
    "none-aboard": ("R12.1", "None aboard."),
    "already-used-this-turn": ("R12.1", "Only one per turn (or per engineering phase)."),
    "not-with-transfer": ("R12.4", "Not in a turn with a warp energy transfer."),
    "not-with-lithium": ("R12.4", "No transfer in a turn with dilithium or trilithium."),
    "attacked-this-turn": ("R13.3", "Not in a turn in which the ship attacked."),
    "duty-done": ("R13.3", "The engineering duty of this turn is done."),
    "no-damage": ("R13.1", "There is no damage to repair."),
    "cloak-turn": ("R11.4", "Not in a turn in which the ship cloaked or de-cloaked."),
    "engines-full": ("R13.4", "All engines are charged."),
    "not-with-repair": ("R13.4", "Not in a turn with a repair."),
    "not-with-engine-charge": ("R13.4", "Not in a turn in which an engine was charged as a duty."),
    "no-cloak": ("R11.1", "This class has no cloaking device."),
    "too-slow-to-cloak": ("R11.5", "Cloaking needs a movement factor of at least 2."),
    "cloak-disabled": ("R11.5", "Cloaks do not work in storms and nebulae."),
    "operation-done": ("R14.1", "Only one docking operation per turn."),
    "not-docked": ("R14.2", "The ship is not docked at the right place."),
    "docked-too-late": ("R14.3", "The ship must have been here since before its turn began."),
    "station-busy": ("R14.4", "The station has already repaired a ship this round."),
}

# Exceptions to the rule in SENTENCES, by the beginning of the action's text.
OTHER_RULES: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {
    "cargo-full": ((("gather",), "R14.5"), (("load",), "R14.6"), (("give",), "R14.7")),
    "crew-already-aboard": ((("give",), "R14.7"),),
    "hex-not-clear": ((("mine",), "R12.5"),),
    "off-map": ((("put",), "R3.6"), (("mine",), "R12.5"), (("warp", "rwarp"), "R7.11")),
    "engine-not-charged": ((("xfer", "fix-warp"), "R12.4"),),
    "engines-damaged": ((("charge-warp",), "R13.4"),),
    "already-attacked": ((("xfer",), "R12.4"),),
    "out-of-range": ((("bank",), "R9.2"),),
    "bank-not-charged": ((("fix-bank",), "R9.6"),),
    "none-aboard": ((("tri",), "R12.2"), (("give",), "R14.7")),
    "already-used-this-turn": ((("tri",), "R12.2"), (("fix-bank",), "R13.2")),
    "attacked-this-turn": ((("fix-dock", "gather", "load", "give"), "R14.1"),),
    "cloak-turn": ((("cloak",), "R11.3"),),
}


def refuse(notation: Notation, core: Rules, text: str) -> tuple[str, str]:
    """Return the code of the first check that fails, and its rule."""
    code = first_fault(notation, core, text)
    return code, rule_of(code, text)


def rule_of(code: str, text: str) -> str:
    """Return the rule behind a refusal, which can depend on the action."""
    for beginnings, rule in OTHER_RULES.get(code, ()):
        if text.startswith(beginnings):
            return rule
    return SENTENCES[code][0]


def first_fault(notation: Notation, core: Rules, text: str) -> str:
    parsed = parse(text)
    if parsed is None:
        return "unknown-action"
    if parsed[0] != core.phase:
        return "wrong-phase"
    action = notation.code(text)
    if action is not None:
        return FAULTS[core.why(action)]
    if text.startswith("put"):  # a hex beyond the largest map
        return "off-map"
    if core.phase == TACTICAL:
        return FAULTS[UNARMED] if core.is_unarmed() else "no-such-target"
    return "unknown-action"  # a seat or a class that does not exist
