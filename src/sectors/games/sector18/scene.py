"""What pictures of a view need to know: the map the right way up, costs, and the view in words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sectors.games.sector18.chart import KIND_NAMES, NAMES, NUMBERS, ZONES
from sectors.games.sector18.content import SHIPS, Box, Faction
from sectors.kit import Json
from sectors.kit.svg import SEAT_NAMES

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
    def __init__(self, box: Box, view: Json) -> None:
        self.box = box
        self.view = view
        self.rules = box.rules
        self.options = view["options"]
        self.solo: bool = view["seats"] == 1
        self.chart = box.chart(self.options["map"])
        self.below: int = view["seat"] or 0  # whose base is at the bottom; a spectator sits with seat 0
        rows, columns = list(range(len(self.chart.rows))), list(range(self.chart.columns))
        self.rows = rows[::-1] if self.below == 0 else rows  # from top to bottom
        self.columns = columns if self.below == 0 else columns[::-1]  # from left to right

    @cached_property
    def pieces(self) -> list[Piece]:
        return [
            Piece(side, ship, one["at"], one["up"], *self.stats(side, ship, one["up"]))
            for side in (0, 1)
            for ship, one in self.view["players"][side]["ships"].items()
        ]

    # Numbers

    def stats(self, side: int, ship: str, up: bool) -> tuple[int, int]:
        """Damage and Speed of a ship now (R1.4)."""
        printed = self.box.ships[SHIPS.index(ship)]
        ai = self.solo and side == 1
        damage = printed.damage[up] + (ai and "damage" in self.options["achievements"])
        speed = printed.speed[up] + (ai and "speed" in self.options["achievements"])
        return damage, speed + (self.view["speed"] if side == self.view["side"] else 0)

    def bonus(self, side: int, bonus: str) -> bool:
        """Whether a side claims a planet with that bonus."""
        return any(self.chart.bonus(NUMBERS[zone]) == bonus for zone in self.view["claims"][side])

    def build_cost(self, side: int, ship: str) -> int:
        surcharge = self.rules["build_surcharge"] if "cost" in self.options["achievements"] else 0
        cost = self.box.ships[SHIPS.index(ship)].build_cost + surcharge - self.bonus(side, "dock")
        return max(cost, self.rules["min_cost"])

    def refit_cost(self, side: int, ship: str) -> int:
        cost = self.box.ships[SHIPS.index(ship)].refit_cost - self.bonus(side, "lab")
        return max(cost, self.rules["min_cost"])

    def shield_cost(self, side: int) -> int | None:
        """What the next shield costs, None at the last."""
        shield: int = self.view["players"][side]["shield"]
        if shield == 3:
            return None
        return max(self.box.shield_cost[shield] - self.bonus(side, "ward"), self.rules["min_cost"])

    def level_cost(self, side: int) -> int | None:
        level = self.view["players"][side]["level"]
        return None if level == 4 else int(self.box.levelup_cost[level - 1])

    def largest_health(self, side: int) -> int:
        return self.box.largest_health(self.view["players"][side]["level"], self.options["start_health"])

    def income(self, side: int) -> list[tuple[str, int]]:
        """R5.1: what a collection gives, part by part."""
        parts = [("", self.rules["collect_base"])]
        science = self.view["players"][side]["ships"].get("S", {}).get("at")
        for zone in self.view["claims"][side]:
            bonus = self.chart.bonus(NUMBERS[zone])
            parts.append((bonus or "planet", (2 if zone == science else 1) + (bonus == "mine")))
        return parts

    def gain(self, side: int) -> tuple[int, int]:
        """What a collection would bring, and what is lost because no more can be kept."""
        whole = sum(amount for _, amount in self.income(side))
        room = self.rules["resource_cap"] - self.view["players"][side]["r"]
        return min(whole, room), whole - min(whole, room)

    def faction(self, side: int) -> Faction | None:
        name = self.view["players"][side]["faction"]
        return None if name is None else self.box.faction(name)

    def unlocks(self, level: int) -> str:
        """What a base level allows for the first time."""
        built = [ship.name for ship in self.box.ships if ship.build_level == level]
        refitted = [ship.id for ship in self.box.ships if ship.refit_level == level]
        words = [", ".join(built)] if built else []
        words += ["upgrade " + ", ".join(refitted)] if refitted else []
        return "; ".join(words) or "nothing new"

    # Words

    def name(self, side: int) -> str:
        return "Automa" if self.solo and side == 1 else SEAT_NAMES[side]

    def whose(self, side: int) -> str:
        if self.view["seat"] is None:
            return "the automa's" if self.solo and side == 1 else f"{SEAT_NAMES[side]}'s"
        return "your" if side == self.view["seat"] else "the enemy"

    def ship_name(self, ship: str) -> str:
        return self.box.ships[SHIPS.index(ship)].name

    def piece_label(self, piece: Piece) -> str:
        up = "upgraded " if piece.up else ""
        words = f"{self.whose(piece.side)} {up}{self.ship_name(piece.ship)} on {self.place_name(piece.at)}"
        return f"{words}, Damage {piece.damage}, Speed {piece.speed}"

    def place_name(self, place: str) -> str:
        return f"{self.whose(int(place[4]))} base" if place.startswith("base") else place

    def stuck_on(self, zone: str) -> bool:
        """R6.4: whether a ship is in that Asteroid Belt and too slow to leave it."""
        return self.chart.kind(NUMBERS[zone]) == "A" and any(
            piece.at == zone
            and self.box.ships[SHIPS.index(piece.ship)].speed[piece.up] > 1
            and piece.speed < self.options["asteroid_exit"]
            for piece in self.pieces
        )

    def claim(self, zone: str) -> str:
        """none, claimed by 0 or 1, or contested."""
        sides = {piece.side for piece in self.pieces if piece.at == zone}
        if self.chart.kind(NUMBERS[zone]) != "P" or not sides:
            return "none"
        return "contested" if len(sides) == 2 else str(sides.pop())

    def zone_words(self, zone: int) -> tuple[str, str]:
        """The kind of a zone, and what it does."""
        kind, bonus = self.chart.kind(zone), self.chart.bonus(zone)
        if kind == "P":
            return (bonus.capitalize() or "Planet"), BONUS_WORDS.get(bonus, "no bonus")
        does = {"A": f"leaving takes {self.options['asteroid_exit']}", "W": "carries ships on"}
        return KIND_NAMES[kind], does.get(kind, "")

    def zone_label(self, zone: int) -> str:
        name = NAMES[zone]
        kind, does = self.zone_words(zone)
        words = [f"{name}, {'planet, ' if self.chart.kind(zone) == 'P' else ''}{kind}"]
        words += [does] if does else []
        claim = self.claim(name)
        if claim != "none":
            words.append("contested" if claim == "contested" else f"claimed by {self.name(int(claim))}")
        words += [f"beside {self.place_name(NAMES[base])}" for base in self.chart.neighbours[zone] if base >= ZONES]
        return ", ".join(words)

    def title(self) -> str:
        name = self.options["map"] if isinstance(self.options["map"], str) else self.options["map"]["id"]
        return f"{'solo' if self.solo else 'duel'} on the map {name}, turn {self.view['turn']}"

    def caption(self) -> tuple[str, str]:
        """What is going on, in a line, and a quieter second one."""
        view = self.view
        if view["phase"] == "over":
            return self.ending(), self.title()
        mine = view["seat"] == view["to_act"]
        side = view["side"]
        if mine:
            return self.prompt(), self.title()
        doing = {"faction": "chooses a faction", "target": "moves"}.get(view["phase"], "is to play")
        return f"{self.name(side)} {doing}", self.title()

    def prompt(self) -> str:
        """What is asked of the seat to act."""
        view = self.view
        if view["phase"] == "faction":
            return "Choose your faction"
        if view["phase"] == "target":
            return f"Choose the planet for the automa's {self.ship_name(view['automa']['queue'][0])}"
        if view["phase"] == "fleet":
            return "Command another ship, or finish"
        if view["acted"]:
            return "Use your ability, or end the turn"
        return "Take one action, or end the turn" if view["used"] else "Take one action"

    def ending(self) -> str:
        result, reason = self.view["result"], self.view["reason"]
        if reason == "base":
            winner = result.index(1.0) if 1.0 in result else 1
            return f"{self.name(winner)} wins: the base of {self.name(1 - winner)} is destroyed"
        if self.solo:
            return "The last turn is over: the automa's base stands"
        return "Drawn: everybody passed" if reason == "passes" else "Drawn: the last turn is over"
