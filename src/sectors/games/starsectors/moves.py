"""Moves as the player sees them: the things to touch, the title, and the effects."""

from __future__ import annotations

from sectors.games.starsectors.content import Standard
from sectors.games.starsectors.facts_turn import Analyst
from sectors.games.starsectors.notation import Notation, target_number
from sectors.games.starsectors.numbers import (
    BANK,
    ENGINEERING,
    FIRE,
    ITEM_NAMES,
    ITEMS,
    MOST_SHIPS,
    PICK,
    PLAIN,
    RAM,
    TACTICAL,
    ship_name,
    ship_number,
)
from sectors.games.starsectors.rules import Rules
from sectors.kit import Effect, Json, Move
from sectors.kit.words import SEATS, plural

BASES = {"fire": FIRE, "bank": BANK, "ram": RAM}
GAUGES = {
    "shields": "shields",
    "cf": "combat",
    "df": "defence",
    "mf": "movement",
    "moves": "moves left",
    "banks": "charged banks",
    "engines": "charged engines",
    "mines": "mines",
    "dil": "dilithium",
    "tri": "trilithium",
}
ORDER_EFFECTS = {
    "command": "its defence rolls two dice",
    "engineering": "one more repair at the end of the turn",
    "helm": "one more move",
    "science": "it may attack cloaked ships",
    "tactical": "its attacks roll two dice, banks are 1 stronger",
}
TITLES = {
    "fleet-done": "The fleet is complete",
    "stock": "Take the standard load-out",
    "buy-done": "Buy nothing more",
    "end": "End the tactical phase",
    "done": "End the turn of this ship",
    "left": "Turn to port",
    "right": "Turn to starboard",
    "selfdestruct": "Self-destruct",
    "mine": "Drop a mine astern",
    "decloak": "De-cloak",
    "dil-mf": "Burn dilithium for 1 more move",
    "tri-cf": "Burn trilithium for combat + 1",
    "tri-df": "Burn trilithium for defence + 1",
    "xfer-cf": "Empty a warp engine for combat + 1",
    "xfer-df": "Empty a warp engine for defence + 1",
    "xfer-mf": "Empty a warp engine for 1 more move",
    "repair": "Duty: repair 1 hit",
    "charge-warp": "Duty: charge a warp engine",
    "charge-bank": "Duty: charge a bank",
    "cloak": "Duty: cloak",
    "fix-bank": "Drain a bank to repair 1 hit",
    "fix-warp": "Empty a warp engine to repair 1 hit",
    "fix-dil": "Burn dilithium to repair 1 hit",
    "fix-dock": "Repair 2 hits at the station",
    "dil-warp": "Burn dilithium to charge a warp engine",
    "tri-bank": "Burn trilithium to charge a bank",
    "gather-dil": "Mine one dilithium here",
    "gather-tri": "Gather one trilithium from the nebula",
    "load-dil": "Load one dilithium at the station",
    "load-tri": "Load one trilithium at the station",
}
# Side effects of actions that beginners overlook (section 9).
CAUTIONS = {
    "decloak": "no repair and no new cloak in this turn",
    "cloak": "no repair in this turn",
    "dil-mf": "no energy transfer in this turn",
    "tri-cf": "no energy transfer in this turn",
    "tri-df": "no energy transfer in this turn",
    "xfer-cf": "no dilithium or trilithium in this turn",
    "xfer-df": "no dilithium or trilithium in this turn",
    "xfer-mf": "no dilithium or trilithium in this turn",
}


def path_of(core: Rules, text: str) -> tuple[str, ...]:
    """Return the things to touch for a move: a hex to go to, a ship and what to do to it, or a button."""
    word, _, rest = text.partition("-")
    if word == "put":
        return (f"hex:{rest}",)
    if word == "go":
        return (f"ship:{rest}",)
    if word == "first":
        return (f"seat:{rest}",)
    if word == "pick":
        return (f"class:{rest}",)
    if word == "crew":
        return (f"order:{rest}",)
    if word in ("buy", "give") and rest != "done":
        item, _, ship = rest.partition("-")
        return (f"ship:{ship}", f"item:{item}")
    if word in BASES:
        return (f"mine:{rest[1:]}" if rest[0] == "m" else f"ship:{rest}", f"do:{word}")
    if text in ("fwd", "rev"):
        return (f"hex:{step_hex(core, text == 'rev')}",)
    if text.lstrip("r").startswith("warp"):
        return ("do:warp", f"hex:{jump_hex(core, text)}")
    return (f"do:{text}",)


def step_hex(core: Rules, astern: bool) -> str:
    """Return the hex that a step enters with the bow, or astern with the stern."""
    return core.chart_name(core.course(1, astern, astern))


def jump_hex(core: Rules, text: str) -> str:
    """Return the hex of the base after a jump."""
    return core.chart_name(core.course(int(text.rpartition("p")[2]), text[0] == "r", False))


class Mover:
    """Describes the moves of one position; their effects come from `Analyst`."""

    def __init__(self, content: Standard, core: Rules) -> None:
        self.content = content
        self.core = core
        self.analyst = Analyst(content, core) if core.phase in (TACTICAL, ENGINEERING) else None

    def move(self, code: int) -> Move:
        text = Notation(self.content).text(code)
        title, effects = self.describe(code, text)
        lost = any(effect.kind == "loses" for effect in effects)
        return Move(text, path_of(self.core, text), title, tuple(effects), confirm=lost)

    def describe(self, code: int, text: str) -> tuple[str, list[Effect]]:
        word, _, rest = text.partition("-")
        if word in BASES:
            return self.attack(word, rest)
        if text in ("fwd", "rev") or text.lstrip("r").startswith("warp"):
            return self.course(code, text)
        if text in PLAIN:
            return TITLES[text], self.plain_effects(code, text)
        return self.describe_set_up(code, word, rest)

    def ship(self, name: str) -> str:
        """Return a ship's id and class name."""
        return f"{name} {self.content.classes[self.core.kind_of(ship_number(name))].name}"

    # Setting up, and whose turn it is

    def describe_set_up(self, code: int, word: str, rest: str) -> tuple[str, list[Effect]]:
        if word == "first":
            return f"{SEATS[int(rest)]} {{{rest}:goes|go}} first", []
        if word == "pick":
            value = self.core.class_value(code - PICK)
            name = self.content.classes[code - PICK].name
            return f"Add a {name}", [Effect("pays", f"{value} points", f"class:{rest}", value)]
        if word == "put":
            ship = ship_name(self.core.number_of(self.core.next_ship(self.core.to_act)))
            return f"Deploy {self.ship(ship)} in {rest}", [Effect("places", f"{ship} in {rest}", f"hex:{rest}")]
        if word == "go":
            return f"{self.ship(rest)}: begin its turn", []
        if word == "crew":
            return f"Order: {rest}", [Effect("gains", ORDER_EFFECTS[rest])]
        item, _, ship = rest.partition("-")
        name = ITEM_NAMES[ITEMS.index(item)]
        if word == "give":
            return f"Give one {name} to {self.ship(ship)}", [Effect("gains", f"one {name}", f"ship:{ship}", 1)]
        price = self.core.prices_for(ship_number(ship))[ITEMS.index(item)]
        credits = self.core.purse()[0][self.core.to_act]
        return f"Buy one {name} for {self.ship(ship)}", [
            Effect("pays", f"{price} of {credits} credits", None, price),
            Effect("gains", f"one {name}", f"ship:{ship}", 1),
        ]

    # A ship's turn

    def course(self, code: int, text: str) -> tuple[str, list[Effect]]:
        """Describe a step or a jump."""
        assert self.analyst
        astern = text[0] == "r"
        if text in ("fwd", "rev"):
            where = step_hex(self.core, astern)
            left, allowance, _ = self.core.movement_budget()
            title = f"{'Astern' if astern else 'Ahead'} to {where}"
            cost = f"1 of the {left} moves left" if left > 1 else f"the last of {max(allowance, 1)} moves"
        else:
            where = jump_hex(self.core, text)
            hexes = int(text.rpartition("p")[2])
            title = f"Jump {'astern ' if astern else ''}to {where}"
            cost = f"{hexes} of warp factor {self.core.warp_factors()[astern]}, one charged engine"
        effects = [Effect("moves", f"to {where}", f"hex:{where}"), Effect("pays", cost, None, 1)]
        return title, effects + self.list_consequences(self.analyst.simulate_consequences(code))

    def list_consequences(self, happens: list[Json]) -> list[Effect]:
        """Convert what happens on the way to effects; the ship's own loss is `loses`, not `destroys`."""
        assert self.analyst
        own = f"ship:{self.analyst.id}"
        found = []
        for event in happens:
            thing, kind = event.get("thing", ""), event["kind"]
            if kind == "mine":
                found.append(Effect("warns", f"the mine in {thing[4:]} goes off", thing))
            elif kind == "hits":
                hits = plural(event["hits"], "hit")
                found.append(Effect("hits", f"{thing[5:]} takes {hits}", thing, event["hits"]))
            elif kind == "destroyed":
                lost = thing == own
                found.append(Effect("loses" if lost else "destroys", f"{thing[5:]} is destroyed", thing))
            elif kind == "wormhole":
                found.append(Effect("moves", f"through the wormhole to {thing[4:]}", thing))
            elif kind == "orbit":
                found.append(Effect("warns", f"the orbit of {thing[4:]} stops all movement", thing))
            elif kind == "decloak":
                found.append(Effect("warns", "the cloak fails there"))
        return found

    def plain_effects(self, code: int, text: str) -> list[Effect]:
        if text == "selfdestruct":
            return self.selfdestruction(code)
        if text in ("end", "done"):
            turn = Effect("ends-turn", "the engineering phase follows" if text == "end" else "the next ship follows")
            return [*(self.list_changes(code) if text == "done" else []), turn]
        if text == "mine":
            assert self.analyst
            where = self.analyst.turn()["mine"]
            return [Effect("places", f"a mine in {where}", f"hex:{where}"), *self.list_changes(code)]
        if self.analyst is None:
            return []
        found = self.list_changes(code)
        if text in ("left", "right"):
            found = [Effect("turns", "by 60 degrees", f"ship:{self.analyst.id}"), *found]
            found += self.list_consequences(self.analyst.simulate_consequences(code))
        return found + ([Effect("warns", CAUTIONS[text])] if text in CAUTIONS else [])

    def list_changes(self, code: int) -> list[Effect]:
        """Return what an action changes on the ship, first what it costs, then what it gains."""
        assert self.analyst
        found = []
        for change in self.analyst.changes(code):
            if change["what"] == "cloaked":
                words = "cloaked" if change["to"] else "no longer cloaked"
                found.append(Effect("gains" if change["to"] else "pays", words))
                continue
            less = change["to"] < change["from"]
            words = f"{GAUGES[change['what']]} {change['from']} to {change['to']}"
            found.append(Effect("pays" if less else "gains", words, None, abs(change["to"] - change["from"])))
        return sorted(found, key=lambda effect: effect.kind != "pays")

    def selfdestruction(self, code: int) -> list[Effect]:
        assert self.analyst
        return self.list_consequences(self.analyst.simulate_consequences(code))

    def attack(self, word: str, rest: str) -> tuple[str, list[Effect]]:
        assert self.analyst
        number = target_number(rest)
        assert number is not None
        whom = f"the mine in {rest[1:]}" if number >= MOST_SHIPS else self.ship(rest)
        odds = self.analyst.target(number, BASES[word])
        thing = odds["thing"]
        verb = {"fire": "Fire at", "bank": "Fire a bank at", "ram": "Ram"}[word]
        effects = [Effect("hits", self.odds_words(word, odds), thing, odds["chance"])]
        if "left" in odds:
            effects.append(Effect("destroys" if odds["destroys"] else "hits", left_words(odds), thing))
        effects += [
            Effect("warns", f"its blast hits {ship} for {hits}", f"ship:{ship}", hits)
            for ship, hits in odds.get("blast", {}).items()
        ]
        if odds.get("wins"):
            effects.append(Effect("wins", "wins the game"))
        if odds.get("duty"):
            effects.append(Effect("warns", "costs the engineering duty of this turn"))
        if word == "ram":
            effects.append(Effect("loses", f"{self.analyst.id} is lost", f"ship:{self.analyst.id}"))
        return f"{verb} {whom}", effects

    def odds_words(self, word: str, odds: Json) -> str:
        """Return the overall chance of damage, and the roll needed for it."""
        if word == "ram":
            return f"{odds['chance']:.0%} for {odds['hits']} hits"
        roll = "no roll" if word == "bank" else f"roll {odds['number']} or less"
        roll += " with two dice" if odds["dice"] == 2 else ""
        if "save" in odds:
            dice = " with two dice" if odds["save_dice"] == 2 else ""
            roll += f", it saves at {odds['df']} or less{dice}" if odds["df"] else ", it cannot save"
        return f"{odds['chance']:.0%} for {odds['effect']}: {roll}"


def left_words(odds: Json) -> str:
    """Describe what would be left of a target, such as "shields 8 to 3, combat 7 to 2"."""
    if odds["destroys"]:
        return "destroys it"
    changes = [(GAUGES[key], *pair) for key, pair in odds["left"].items() if pair[0] != pair[1]]
    return ", ".join(f"{name} {before} to {now}" for name, before, now in changes)
