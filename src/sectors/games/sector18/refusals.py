"""Refusals of actions: the order of checks (section 5.3 of the rules), and the sentences (5.4)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sectors.games.sector18.content import SHIPS, Box
from sectors.games.sector18.maps import BASE, FAR, NAMES, NUMBERS, PLACES, ZONES
from sectors.games.sector18.notation import Action, describe_place, parse
from sectors.games.sector18.numbers import PHASES
from sectors.games.sector18.rules import Sector18
from sectors.kit import Json
from sectors.kit.words import either

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

ACTIONS = ("collect", "levelup", "shield", "refit", "use", "pass", "end", "done")

Why = str | tuple[str, str]
Why3 = tuple[str, str, str]  # code, rule and sentence


def refuse(box: Box, core: Sector18, text: str) -> tuple[str, str, str]:
    """Return the code, rule and sentence for an action that is not legal."""
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
    """Return why a ship cannot be built at a place or jump to it."""
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


# Things clicked, one after another


def refuse_path(box: Box, core: Sector18, path: Sequence[str], paths: Collection[tuple[str, ...]]) -> Why3 | None:
    """Return why the last thing clicked cannot continue the path, or None if it can. `paths` are those of the legal
    moves."""
    touched = tuple(path)
    if any(one[: len(touched)] == touched for one in paths):
        return None
    for start in range(len(touched)):  # the player may have started afresh: try without the earlier things
        rest = touched[start:]
        if start and any(one[: len(rest)] == rest for one in paths):
            return None
        why = Touch(box, core, rest, paths).why()
        if why is not None:
            return why
    return refuse(box, core, "")


class Touch:
    """Things clicked one after another in a position."""

    def __init__(self, box: Box, core: Sector18, path: tuple[str, ...], paths: Collection[tuple[str, ...]]) -> None:
        self.box, self.core, self.path, self.paths = box, core, path, paths
        self.fields = core.fields()
        self.phase = PHASES[self.fields["phase"]]
        self.side = core.side
        self.things = [thing.partition(":")[::2] for thing in path]

    def why(self) -> Why3 | None:
        """Return the refusal, or None if these things do not belong together at all."""
        if not all(self.is_known(kind, name) for kind, name in self.things):
            return refuse(self.box, self.core, "") if len(self.path) == 1 else None
        kind, name = self.things[-1]
        if self.phase == "faction":
            return self.refuse_text(f"faction:{name}" if kind == "faction" else "pass")
        if self.phase == "target":
            return self.refuse_text(f"target:{name}" if kind == "zone" else "pass")
        first = self.things[0][0]
        if first == "faction":
            return self.refuse_text(f"faction:{name}") if len(self.path) == 1 else None
        if first == "action":
            return self.action()
        if first == "ship":
            return self.ship()
        return self.place() if len(self.path) == 1 else None

    def is_known(self, kind: str, name: str) -> bool:
        if kind == "ship":
            return len(name) == 2 and name[0] in "01" and name[1] in SHIPS
        if kind == "base":
            return name in ("0", "1")
        if kind == "zone":
            return name in NUMBERS and _on_map(self.core, name)
        return kind == "faction" or (kind == "action" and name in ACTIONS)

    def refuse_text(self, text: str) -> Why3:
        return refuse(self.box, self.core, text)

    def said(self, code: str, rule: str, sentence: str) -> Why3:
        return code, rule, sentence

    # A place by itself: it should be clicked after a ship

    def place(self) -> Why3:
        touched = self.path[0]
        if self.fields["acted"]:
            if any(path[0] == "action:use" and path[-1] == touched for path in self.paths):
                words = (
                    "You have taken your one action this turn. Your ability can bring a ship there: choose it first."
                )
                return self.said("action-already-taken", "R4.2", words)
            return self.refuse_text("collect")
        where = describe_place(NAMES[NUMBERS[str(self.place_of(0))]], self.side)
        able = [path[0] for path in self.paths if len(path) > 1 and path[1] == touched]
        going = [self.name(ship) for ship in SHIPS if f"ship:{self.side}{ship}" in able and self.in_play(ship)]
        built = [self.name(ship) for ship in SHIPS if f"ship:{self.side}{ship}" in able and not self.in_play(ship)]
        can = [f"your {either(going)} can go to {where}"] * bool(going)
        can += [f"the {either(built)} can be built {'there' if going else f'on {where}'}"] * bool(built)
        words = f"Choose a ship first: {', and '.join(can)}." if can else f"None of your ships can come to {where} now."
        return self.said("ship-not-in-play", "R6.1", words)

    def name(self, ship: str) -> str:
        return self.box.ships[SHIPS.index(ship)].name

    def in_play(self, ship: str) -> bool:
        return bool(self.fields["at"][self.side][SHIPS.index(ship)] != PLACES)

    # Actions, some of which continue with a ship and a place

    def action(self) -> Why3 | None:
        name = self.things[0][1]
        if len(self.path) == 1:
            return self.refuse_whole_action(name)
        kind, what = self.things[1]
        if name not in ("refit", "use") or len(self.path) > 3:
            return None
        effect = "refit" if name == "refit" else self.effect()
        if kind in ("zone", "base") and effect in ("build", "jump") and len(self.path) == 2:
            return self.said("ability-needs-choice", "R8.3", "First choose the ship, then the place it comes to.")
        if kind != "ship" or effect not in ("build", "refit", "jump"):
            return None
        if what[0] != str(self.side):
            rule = {"build": "R5.4", "refit": "R5.5", "jump": "R8.4"}[effect]
            return self.said("ship-not-in-play", rule, "That ship is not yours.")
        if effect == "refit":
            return (
                self.add_price(self.refuse_text(f"{name}:{what[1]}"), what[1], "refit") if len(self.path) == 2 else None
            )
        mark = "@" if effect == "build" else "-"
        if len(self.path) == 2:
            return self.add_price(self.refuse_text(f"use:{what[1]}{mark}base{self.side}"), what[1], effect)
        place = self.place_of(2)
        return None if place is None else self.refuse_text(f"use:{what[1]}{mark}{place}")

    def refuse_whole_action(self, name: str) -> Why3:
        """Refuse an action clicked by itself; if it takes a choice, with the reason of the most nearly legal choice."""
        effect = self.effect() if name == "use" else ""
        if name == "refit":
            return self.nearest("refit:{}", "refit")
        if effect == "refit":
            return self.nearest("use:{}", effect)
        if effect == "build":
            return self.nearest(f"use:{{}}@base{self.side}", effect)
        if effect == "jump":
            return self.nearest(f"use:{{}}-base{self.side}", effect)
        code, rule, words = self.refuse_text(name)
        if code == "not-enough-resources":
            words = self.price_words(name)
        return code, rule, words

    def nearest(self, form: str, effect: str) -> Why3:
        """Return the reason of the ship for which the action is most nearly legal."""
        order = ("not-enough-resources", "must-move", "upgrade-not-unlocked", "already-upgraded", "ship-not-unlocked")
        reasons = [self.add_price(self.refuse_text(form.format(ship)), ship, effect) for ship in SHIPS]
        reasons.sort(key=lambda why: order.index(why[0]) if why[0] in order else len(order))
        return reasons[0]

    def price_words(self, name: str) -> str:
        """Name what an action costs and what the side has."""
        has = self.fields["r"][self.side]
        if name == "use":
            return f"Your ability costs {self.price_of_ability()}, and you have {has}."
        what = "base" if name == "levelup" else "shield"
        level = self.fields["level" if name == "levelup" else "shield"][self.side] + 1
        return f"{what.capitalize()} level {level} costs {self.core.costs()[name][0]}, and you have {has}."

    def price_of_ability(self) -> int:
        return int(self.box.factions[self.fields["faction"][self.side]].cost)

    def effect(self) -> str:
        number = self.fields["faction"][self.side]
        return self.box.factions[number].effect if number >= 0 else ""

    # Ships: those in play are commanded, those of the reserve are built

    def ship(self) -> Why3 | None:
        side, ship = self.things[0][1][0], self.things[0][1][1]
        if side != str(self.side):
            return self.refuse_enemy_ship() if len(self.path) == 1 else None
        if self.fields["at"][self.side][SHIPS.index(ship)] == PLACES:
            return self.build(ship)
        if len(self.path) == 1:
            return self.idle(ship)
        kind, what = self.things[1]
        if kind == "ship" and what[0] != str(self.side) and len(self.path) == 2:
            at = self.fields["at"][1 - self.side][SHIPS.index(what[1])]
            if at >= ZONES:
                return self.said("combat-target-wrong", "R6.7", "A ship on its base or out of play cannot be fought.")
            return self.refuse_text(f"{ship}-{NAMES[at]}x{what[1]}")
        places = []
        for step in range(1, len(self.things)):
            place = self.place_of(step)
            if place is not None:
                places.append(place)
        foes = [what[1] for kind, what in self.things[1:] if kind == "ship" and what[0] != str(self.side)]
        if len(places) + len(foes) != len(self.things) - 1 or len(places) not in (1, 2) or len(foes) > 1:
            return None
        if any(place.startswith("base") for place in places) and (len(places) > 1 or foes):
            return None
        why = self.refuse_text(f"{ship}-{'/'.join(places)}" + "".join(f"x{foe}" for foe in foes))
        return self.add_distance(why, ship, places[0]) if places else why

    def add_distance(self, why: Why3, ship: str, place: str) -> Why3:
        """Name the Speed and the distance in the refusal of a ship that is too slow."""
        code, rule, words = why
        number, stop = SHIPS.index(ship), NUMBERS[place]
        _, speed, leaving = self.core.stats(self.side, number)
        far = self.core.tables.walk(self.side, leaving, self.fields["at"][self.side][number], stop)
        where = describe_place(place, self.side)
        if code == "out-of-reach" and far < FAR:
            words = f"The {self.name(ship)} has Speed {speed}, and going to {where} takes {far}."
        elif code == "out-of-reach":
            words = f"There is no way for the {self.name(ship)} to {where}."
        return code, rule, words

    def refuse_enemy_ship(self) -> Why3:
        if self.fields["acted"]:
            return self.refuse_text("collect")
        able = [path[0] for path in self.paths if path[0].startswith("ship:") and path[-1] == self.path[0]]
        foes = [self.name(ship) for ship in SHIPS if f"ship:{self.side}{ship}" in able]
        can = f"Choose your {either(foes)} first, which can fight it." if foes else "None of yours can fight it now."
        return self.said("ship-not-in-play", "R6.1", f"That ship is not yours. {can}")

    def idle(self, ship: str) -> Why3:
        """Refuse a ship in play that has no legal command."""
        tried = [self.refuse_text(f"{ship}-{NAMES[place]}") for place in self.around(ship)]
        return next((why for why in tried if why[0] not in ("warp-exit-needed", "combat-target-needed")), tried[0])

    def around(self, ship: str) -> list[int]:
        return self.core.tables.chart.neighbours[self.fields["at"][self.side][SHIPS.index(ship)]]

    def build(self, ship: str) -> Why3 | None:
        place = f"base{self.side}" if len(self.path) == 1 else self.place_of(1)
        if place is None or len(self.path) > 2:
            return None
        return self.add_price(self.refuse_text(f"build:{ship}@{place}"), ship, "build")

    def place_of(self, step: int) -> str | None:
        kind, name = self.things[step]
        return f"base{name}" if kind == "base" else name if kind == "zone" else None

    def add_price(self, why: Why3, ship: str, action: str) -> Why3:
        """Name the level and the price in the refusal of a ship that is locked or too expensive."""
        code, rule, sentence = why
        number = SHIPS.index(ship)
        printed = self.box.ships[number]
        has = self.fields["r"][self.side]
        if code in ("ship-not-unlocked", "upgrade-not-unlocked"):
            building = code == "ship-not-unlocked"
            level = printed.build_level if building else printed.refit_level
            cost = self.core.costs()["build" if building else "refit"][number]
            what = "" if building else " to be upgraded"
            sentence = f"The {printed.name} needs base level {level}{what}, and {cost} Resources; you have level "
            sentence += f"{self.fields['level'][self.side]}."
        elif code == "not-enough-resources" and rule == "R8.2":
            sentence = self.price_words("use")
        elif code == "not-enough-resources" and action in ("build", "refit"):
            cost = self.core.costs()[action][number]
            what = "The" if action == "build" else "Upgrading the"
            ability = self.things[0] == ("action", "use")
            besides = f" besides the {self.price_of_ability()} of your ability" if ability else ""
            sentence = f"{what} {printed.name} costs {cost}{besides}, and you have {has}."
        return code, rule, sentence
