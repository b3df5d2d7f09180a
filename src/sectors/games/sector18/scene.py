"""A view and its facts in words: the things to click or inspect, and the map oriented for pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sectors.games.sector18.content import SHIPS, Box, Faction
from sectors.games.sector18.maps import KIND_NAMES, NAMES, ZONES
from sectors.kit import Json, Thing
from sectors.kit.words import SEATS

BONUS_WORDS = {
    "mine": "1 more when you collect",
    "dock": "ships cost 1 less to build",
    "lab": "ships cost 1 less to upgrade",
    "ward": "the shield costs 1 less",
}


@dataclass(frozen=True)
class Piece:
    """A ship in play."""

    side: int
    ship: str
    at: str
    up: bool
    damage: int
    speed: int


class Scene:
    def __init__(self, box: Box, view: Json, facts: Json) -> None:
        self.box = box
        self.view = view
        self.facts = facts
        self.rules = box.rules
        self.options = view["options"]
        self.solo: bool = view["seats"] == 1
        self.chart = box.chart(self.options["map"])
        self.below: int = view["seat"] or 0  # the side at the bottom; spectators look from the side of seat 0
        rows, columns = list(range(len(self.chart.rows))), list(range(self.chart.columns))
        self.rows = rows[::-1] if self.below == 0 else rows  # from top to bottom
        self.columns = columns if self.below == 0 else columns[::-1]  # from left to right

    @cached_property
    def pieces(self) -> list[Piece]:
        return [
            Piece(side, ship, one["at"], one["up"], one["damage"], one["speed"])
            for side in (0, 1)
            for ship, one in self.facts["sides"][side]["ships"].items()
            if one["at"] is not None
        ]

    # Numbers

    def side(self, side: int) -> Json:
        facts: Json = self.facts["sides"][side]
        return facts

    def ship(self, side: int, ship: str) -> Json:
        facts: Json = self.facts["sides"][side]["ships"][ship]
        return facts

    def cost(self, side: int, step: str) -> int | None:
        """Return the cost of the next level or shield, or None at the last."""
        facts = self.facts["sides"][side][step]
        return None if facts is None else int(facts["cost"])

    def faction(self, side: int) -> Faction | None:
        name = self.view["players"][side]["faction"]
        return None if name is None else self.box.faction(name)

    def unlocks(self, level: int) -> str:
        """Describe what a base level unlocks."""
        opened = self.facts["sides"][0]["levels"][level - 1]
        words = [", ".join(self.ship_name(ship) for ship in opened["builds"])] if opened["builds"] else []
        words += ["upgrade " + ", ".join(opened["refits"])] if opened["refits"] else []
        return "; ".join(words) or "nothing new"

    # Words

    def name(self, side: int) -> str:
        return "Automa" if self.solo and side == 1 else SEATS[side]

    def whose(self, side: int) -> str:
        return "the automa's" if self.solo and side == 1 else f"{{seat:{side}'s}}"

    def ship_name(self, ship: str) -> str:
        return self.box.ships[SHIPS.index(ship)].name

    def place_name(self, place: str) -> str:
        return f"{self.whose(int(place[4]))} base" if place.startswith("base") else place

    def has_stuck_ship(self, zone: str) -> bool:
        """Return whether a ship in that Asteroid Belt is too slow to leave it (R6.4)."""
        return any(piece.at == zone and self.ship(piece.side, piece.ship)["stuck"] for piece in self.pieces)

    def claim(self, zone: str) -> str:
        """Return "none", "0" or "1" for the side that claims the zone, or "contested"."""
        planet = self.facts["planets"].get(zone, {"claim": None, "contested": False})
        return "contested" if planet["contested"] else "none" if planet["claim"] is None else str(planet["claim"])

    def zone_words(self, zone: int) -> tuple[str, str]:
        """Return the kind of a zone, and what it does."""
        kind, bonus = self.chart.kind(zone), self.chart.bonus(zone)
        if kind == "P":
            return (bonus.capitalize() or "Planet"), BONUS_WORDS.get(bonus, "no bonus")
        does = {"A": f"leaving takes {self.options['asteroid_exit']}", "W": "carries ships on"}
        return KIND_NAMES[kind], does.get(kind, "")

    # Things

    @cached_property
    def things(self) -> dict[str, Thing]:
        """Everything that can be clicked or inspected, by id."""
        found = [*(self.zone_thing(zone) for zone in sorted(self.chart.tokens)), *map(self.base_thing, (0, 1))]
        found += [self.ship_thing(side, ship) for side in (0, 1) for ship in SHIPS]
        if self.view["phase"] == "faction":
            found += [
                Thing(f"faction:{one.id}", one.name, f"{one.describe_ability()}, costs {one.cost}")
                for one in self.box.factions
            ]
        elif self.view["seat"] is not None and self.view["phase"] != "over":
            found += [self.action_thing(name, *words) for name, words in self.action_words().items()]
        return {thing.id: thing for thing in found}

    def zone_thing(self, zone: int) -> Thing:
        name = NAMES[zone]
        kind, does = self.zone_words(zone)
        words = [f"{'planet, ' if self.chart.kind(zone) == 'P' else ''}{kind}"]
        words += [does] if does else []
        claim = self.claim(name)
        if claim != "none":
            words.append("contested" if claim == "contested" else f"claimed by {self.name(int(claim))}")
        words += [f"beside {self.place_name(NAMES[base])}" for base in self.chart.neighbours[zone] if base >= ZONES]
        ships = [f"{self.whose(one.side)} {self.ship_name(one.ship)}" for one in self.pieces if one.at == name]
        return Thing(f"zone:{name}", name, ", ".join(words + ships), int(claim) if claim.isdigit() else None)

    def base_thing(self, side: int) -> Thing:
        data = self.side(side)
        words = f"level {data['level']}, Health {data['health']} of {data['largest']}, shield {data['shield']}"
        words += f", {data['resources']} Resources"
        return Thing(f"base:{side}", self.place_name(f"base{side}"), words, side)

    def ship_thing(self, side: int, ship: str) -> Thing:
        facts = self.ship(side, ship)
        figures = f"Damage {facts['damage']}, Speed {facts['speed']}"
        free = self.side(side)["automa"]
        if facts["state"] == "in play":
            words = f"on {self.place_name(facts['at'])}" + (", upgraded" if facts["up"] else "")
            words += ", cannot leave the belt" if facts["stuck"] else ""
            words += ", commanded this turn" if facts["moved"] else ""
        elif facts["state"] == "locked":
            price = "" if free else f", costs {facts['build']['cost']}"
            words = f"not in play, from base level {facts['build']['level']}{price}"
        else:
            words = "not in play" if free else f"not in play, costs {facts['build']['cost']}"
        return Thing(f"ship:{side}{ship}", facts["name"], f"{self.whose(side)} ship, {words}, {figures}", side)

    def action_thing(self, name: str, title: str, detail: str, price: int | None) -> Thing:
        return Thing(f"action:{name}", title, detail if price is None else f"{detail}, costs {price}")

    def action_words(self) -> dict[str, tuple[str, str, int | None]]:
        """Return the title, consequence and price of each action of the seat at the bottom."""
        data = self.side(self.below)
        collect, level, shield = data["collect"], data["levelup"], data["shield_up"]
        refits = [f"{one['name']} {one['refit']['cost']}" for one in self.can_refit(self.below)]
        words: dict[str, tuple[str, str, int | None]] = {
            "collect": (f"Collect {collect['gain']}", self.collect_words(collect), None),
            "levelup": ("Base at its last level", f"level {data['level']}", None),
            "shield": ("Shield at its last level", f"absorbs {data['shield']} damage", None),
            "refit": ("Upgrade a ship", ", ".join(refits) or "none to upgrade now", None),
        }
        if level is not None:
            words["levelup"] = (f"Base to level {level['level']}", self.unlocks(level["level"]), level["cost"])
        if shield is not None:
            what = f"absorbs {shield['shield']} damage"
            words["shield"] = (f"Shield to {shield['shield']}", what, shield["cost"])
        if data["ability"] is not None:
            words["use"] = (data["ability"]["name"], data["ability"]["text"], data["ability"]["cost"])
        words["pass"] = ("Pass", "do nothing at all", None)
        words["end"] = ("End turn", "", None)
        words["done"] = ("Done", "the Command Fleet is finished", None)
        return words

    def collect_words(self, collect: Json) -> str:
        sums = " + ".join(str(part["n"]) for part in collect["parts"])
        return f"{sums}, {collect['lost']} lost" if collect["lost"] else sums

    def can_refit(self, side: int) -> list[Json]:
        """Return the ships in play whose upgrade the base level allows, whatever it costs."""
        data = self.side(side)
        ships: list[Json] = list(data["ships"].values())
        return [
            one for one in ships if one["at"] is not None and not one["up"] and one["refit"]["level"] <= data["level"]
        ]

    def title(self) -> str:
        name = self.options["map"] if isinstance(self.options["map"], str) else self.options["map"]["id"]
        return f"{'solo' if self.solo else 'duel'} on the map {name}, turn {self.view['turn']}"

    def caption(self) -> tuple[str, str]:
        """Return a headline for the current situation, and a smaller second line."""
        view = self.view
        if view["phase"] == "over":
            return self.ending(), self.title()
        mine = view["seat"] == view["to_act"]
        side = view["side"]
        if mine:
            return prompt(self.box, view), self.title()
        doing = {"faction": "chooses a faction", "target": "moves"}.get(view["phase"], "is to play")
        return f"{self.name(side)} {doing}", self.title()

    def ending(self) -> str:
        result, reason = self.view["result"], self.view["reason"]
        if reason == "base":
            winner = result.index(1.0) if 1.0 in result else 1
            return f"{self.name(winner)} wins: the base of {self.name(1 - winner)} is destroyed"
        if self.solo:
            return "The last turn is over: the automa's base stands"
        return "Drawn: everybody passed" if reason == "passes" else "Drawn: the last turn is over"


def prompt(box: Box, view: Json) -> str:
    """Return what the seat to act must decide."""
    if view["phase"] == "faction":
        return "Choose your faction"
    if view["phase"] == "target":
        ship = box.ships[SHIPS.index(view["automa"]["queue"][0])].name
        return f"Choose the planet for the automa's {ship}: several of yours are equally near"
    if view["phase"] == "fleet":
        return "Command another ship, or finish"
    if view["acted"]:
        return "Use your ability, or end the turn"
    return "Take one action, or end the turn" if view["used"] else "Take one action"
