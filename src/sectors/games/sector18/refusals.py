"""Why an action is refused: the order of checks (section 5.3 of the rules), and the sentences (5.4)."""

from __future__ import annotations

from sectors.games.sector18.chart import BASE, NUMBERS, PLACES, ZONES
from sectors.games.sector18.content import SHIPS, Box
from sectors.games.sector18.notation import Action, parse
from sectors.games.sector18.position import PHASES
from sectors.games.sector18.rules import Sector18
from sectors.kit import Json

SENTENCES: dict[str, tuple[str, str]] = {
    "game-over": ("R9.5", "The game is over."),
    "not-your-turn": ("R4.1", "It is the other player's turn."),
    "unknown-action": ("R13", "That is not an action of this game; see the notation."),
    "choose-faction-first": ("R3.4", "Choose your faction first."),
    "faction-unknown": ("R3.4", "There is no faction of that name."),
    "faction-card-taken": ("R3.4", "That faction is on the card which the other player has taken."),
    "faction-already-chosen": ("R3.4", "Factions are chosen only before the first turn."),
    "choose-target-first": (
        "R11.6",
        "Two or more of your planets are equally near: first say which one the automa's ship goes for.",
    ),
    "not-a-tied-target": ("R11.6", "That place is not among the nearest planets you claim."),
    "nothing-to-target": ("R11.6", "The automa asks for no target now."),
    "no-fleet-under-way": ("R6.2", "There is no Command Fleet to finish."),
    "finish-fleet-first": ("R6.2", "You are commanding your fleet: move another ship or say done."),
    "pass-after-acting": ("R4.4", "You have already done something this turn: end it instead."),
    "nothing-done-yet": ("R4.4", "You have done nothing this turn: pass instead."),
    "action-already-taken": ("R4.2", "You have taken your one action this turn."),
    "ability-used": ("R8.1", "Your faction ability can be used once per turn."),
    "ability-takes-no-choice": ("R8.3", "Your faction ability takes no choice: just use it."),
    "ability-needs-choice": ("R8.3", "Say what your faction ability is used on."),
    "ability-too-late": ("R8.4", "This ability must be used before your action."),
    "ability-no-effect": ("R8.3", "Your faction ability would do nothing now."),
    "not-enough-resources": ("R8.2", "You cannot pay for that."),
    "resources-full": ("R5.1", "You have {cap} Resources, more cannot be kept."),
    "base-at-max": ("R5.2", "Your base is at its last level."),
    "shield-at-max": ("R5.3", "Your shield is at its last level."),
    "no-such-zone": ("R2.2", "There is no such zone on this map."),
    "ship-not-unlocked": ("R5.4", "Your base level does not yet allow building that ship."),
    "ship-already-built": ("R5.4", "That ship of yours is in play."),
    "planet-contested": ("R5.4", "The planet is contested."),
    "zone-full": ("R6.6", "Two ships are the most a zone can hold."),
    "place-not-yours": ("R5.4", "Ships come to your base or to a planet you claim."),
    "ship-not-in-play": ("R6.1", "You have no such ship in play."),
    "already-upgraded": ("R5.5", "That ship is upgraded."),
    "upgrade-not-unlocked": ("R5.5", "Your base level does not yet allow that upgrade."),
    "ship-already-moved": ("R6.2", "That ship has been commanded this turn."),
    "out-of-reach": ("R6.3", "The ship is not fast enough to get there."),
    "stuck-in-asteroids": ("R6.4", "Leaving an Asteroid Belt takes {exit} Speed."),
    "must-move": ("R6.5", "The ship must end somewhere else or fight."),
    "not-a-warp-hole": ("R6.9", "Only from one Warp Hole to another can a ship be carried."),
    "warp-exit-needed": ("R6.9", "The Warp Hole carries the ship on: name the exit."),
    "warp-entry-held": (
        "R6.9",
        "An enemy is in that Warp Hole: the ship fights there and is not carried on.",
    ),
    "warp-exit-blocked": ("R6.9", "The ship cannot come out of that Warp Hole."),
    "enemy-too-strong": ("R6.6", "The zone is full, and that enemy does more damage than your ship."),
    "combat-target-needed": ("R6.7", "Enemies are there: name the ship you fight."),
    "combat-target-wrong": ("R6.7", "That enemy ship is not there."),
}

Why = str | tuple[str, str]


def refuse(box: Box, core: Sector18, text: str) -> tuple[str, str, str]:
    """Code, rule and sentence."""
    why = _why(box, core, parse(text))
    code, rule = (why, SENTENCES[why][0]) if isinstance(why, str) else why
    sentence = SENTENCES[code][1].format(cap=box.rules["resource_cap"], exit=core.tables.asteroid_exit)
    return code, rule, sentence


def _why(box: Box, core: Sector18, action: Action | None) -> Why:
    if action is None:
        return "unknown-action"
    fields = core.fields()
    phase = PHASES[fields["phase"]]
    if phase == "faction":
        if action.kind != "faction":
            return "choose-faction-first"
        return "faction-card-taken" if action.faction in box.faction_ids else "faction-unknown"
    if action.kind == "faction":
        return "faction-already-chosen"
    if phase == "target":
        return "not-a-tied-target" if action.kind == "target" else "choose-target-first"
    if action.kind == "target":
        return "nothing-to-target"
    if action.kind == "done":
        return "no-fleet-under-way"
    if phase == "fleet" and action.kind != "command":
        return "finish-fleet-first"
    if action.kind == "pass":
        return "pass-after-acting"
    if action.kind == "end":
        return "nothing-done-yet"
    if action.kind.startswith("use"):
        return _why_not_use(box, core, fields, action)
    if fields["acted"]:
        return "action-already-taken"
    side = core.side
    if action.kind == "collect":
        return "resources-full"
    if action.kind == "levelup":
        return ("not-enough-resources", "R5.2") if fields["level"][side] < 4 else "base-at-max"
    if action.kind == "shield":
        return ("not-enough-resources", "R5.3") if fields["shield"][side] < 3 else "shield-at-max"
    if action.kind == "build":
        return _why_not_build(box, core, fields, action, fields["r"][side])
    if action.kind == "refit":
        return _why_not_refit(box, core, fields, action)
    return _why_not_command(core, fields, action)


def _why_not_use(box: Box, core: Sector18, fields: Json, action: Action) -> Why:
    side = core.side
    if fields["used"]:
        return "ability-used"
    faction = box.factions[fields["faction"][side]]
    form = f"use:{faction.effect}" if faction.effect in ("build", "refit", "jump") else "use"
    if form == "use" and action.kind != "use":
        return "ability-takes-no-choice"
    if action.kind != form:
        return "ability-needs-choice"
    left = fields["r"][side] - faction.cost
    if left < 0:
        return "not-enough-resources", "R8.2"
    if faction.effect == "speed" and fields["acted"]:
        return "ability-too-late"
    if faction.effect == "build":
        return _why_not_build(box, core, fields, action, left)
    if faction.effect == "refit":
        return _why_not_refit(box, core, fields, action)
    if faction.effect == "jump":
        at = fields["at"][side][SHIPS.index(action.ship)]
        if at == PLACES:
            return "ship-not-in-play", "R8.4"
        if not _on_map(core, action.place):
            return "no-such-zone"
        if at == NUMBERS[action.place]:
            return "must-move", "R8.4"
        return _why_no_haven(core, NUMBERS[action.place])
    return "ability-no-effect"


def _why_not_build(box: Box, core: Sector18, fields: Json, action: Action, resources: int) -> Why:
    side = core.side
    ship = SHIPS.index(action.ship)
    if not _on_map(core, action.place):
        return "no-such-zone"
    if box.ships[ship].build_level > fields["level"][side]:
        return "ship-not-unlocked"
    if fields["at"][side][ship] != PLACES:
        return "ship-already-built"
    if core.costs()["build"][ship] > resources:
        return "not-enough-resources", "R5.4"
    return _why_no_haven(core, NUMBERS[action.place])


def _why_no_haven(core: Sector18, place: int) -> Why:
    """Why a ship cannot come to a place by building or jumping."""
    if place < ZONES and core.tables.kind_of(place) == "P" and core.ships_in(core.side, place):
        return "planet-contested" if core.ships_in(1 - core.side, place) else ("zone-full", "R5.4")
    return "place-not-yours"


def _why_not_refit(box: Box, core: Sector18, fields: Json, action: Action) -> Why:
    side = core.side
    ship = SHIPS.index(action.ship)
    if fields["at"][side][ship] == PLACES:
        return "ship-not-in-play", "R5.5"
    if fields["up"][side][ship]:
        return "already-upgraded"
    if box.ships[ship].refit_level > fields["level"][side]:
        return "upgrade-not-unlocked"
    return "not-enough-resources", "R5.5"


def _why_not_command(core: Sector18, fields: Json, action: Action) -> Why:
    side = core.side
    ship = SHIPS.index(action.ship)
    at = fields["at"][side][ship]
    if at == PLACES:
        return "ship-not-in-play"
    if ship in fields["moved"]:
        return "ship-already-moved"
    if not _on_map(core, action.place) or (action.exit and not _on_map(core, action.exit)):
        return "no-such-zone"
    stop = NUMBERS[action.place]
    _, speed, leaving = core.stats(side, ship)
    if stop != at and core.tables.walk(side, leaving, at, stop) > speed:
        return "stuck-in-asteroids" if _in_belt(core, at) and leaving == 2 else "out-of-reach"
    if stop == at == BASE[side]:
        return "must-move"
    hole = NUMBERS[action.exit] if action.exit else None
    kind_of = core.tables.kind_of
    if hole is not None and (kind_of(stop) != "W" or kind_of(hole) != "W" or hole == stop):
        return "not-a-warp-hole"
    held = bool(core.ships_in(1 - side, stop))
    if hole is None and kind_of(stop) == "W" and not held and core.exits_of(ship, stop):
        return "warp-exit-needed"
    if hole is not None and held:
        return "warp-entry-held"
    if hole is not None and hole not in core.exits_of(ship, stop):
        return "warp-exit-blocked"
    end = stop if hole is None else hole
    foes = core.ships_in(1 - side, end)
    if end == at and (hole is not None or not foes):
        return "must-move"
    if not core.endings_of(ship, end):
        return "enemy-too-strong" if foes else "zone-full"
    if foes and not action.foe:
        return "combat-target-needed"
    return "enemy-too-strong" if action.foe and SHIPS.index(action.foe) in foes else "combat-target-wrong"


def _on_map(core: Sector18, place: str) -> bool:
    return place in NUMBERS and core.tables.on_map(NUMBERS[place])


def _in_belt(core: Sector18, place: int) -> bool:
    return place < ZONES and core.tables.kind_of(place) == "A"
