"""A view and its facts, made ready to be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sectors.games.sector86.content import CLASSES, Card
from sectors.kit import Json
from sectors.kit.words import SEATS

if TYPE_CHECKING:
    from sectors.games.sector86 import Sector86

PHASE_NAMES = ("Upkeep", "Queueing", "Docking", "Recruiting", "Discarding")


class Scene:
    """What both kinds of picture need to know about a view."""

    def __init__(self, game: Sector86, view: Json, facts: Json) -> None:
        self.game = game
        self.deck = game.deck
        self.view = view
        self.facts = facts
        self.phase: str = view["phase"]
        self.me: int | None = view["seat"]
        self.seats: int = view["seats"]
        self.active: int = view["active"]
        self.names = SEATS[: self.seats]
        self.mine = view["to_act"] is not None and view["to_act"] == self.me

    # Cards and seats

    def card(self, id: str) -> Card:
        return self.deck.cards[self.deck.number[id]]

    def number(self, id: str) -> int:
        return self.deck.number[id]

    def station(self, seat: int) -> Json:
        station: Json = self.view["stations"][seat]
        return station

    def docked(self, seat: int) -> list[str]:
        ports = self.station(seat)["ports"]
        return [ship for name in CLASSES for dock in ports[name] for ship in dock]

    def due(self, seat: int, ship: str) -> int:
        due: int = self.facts["stations"][seat]["dues"][ship]
        return due

    def price(self, seat: int, card: str) -> int:
        """What a card of the queue costs, with what the market adds (R11.3)."""
        price: int = self.facts["prices"][card][seat]
        return price

    def skills(self, seat: int) -> list[int]:
        """The skills of a station."""
        skills: list[int] = self.facts["stations"][seat]["skills"]
        return skills

    def who(self, seat: int) -> str:
        return "you" if seat == self.me else self.names[seat]

    def others(self) -> list[int]:
        """The other stations, in turn order from the one that is drawn large."""
        return [(self.front() + i) % self.seats for i in range(1, self.seats)]

    def front(self) -> int:
        """Whose station is drawn large: that of the seat that looks, for a spectator the active one."""
        return self.active if self.me is None else self.me

    def covered(self, seat: int, mission: str) -> tuple[tuple[int, int], ...]:
        """For each skill: what the settled crew has of what a mission needs, and the need."""
        have = self.facts["stations"][seat]["missions"][mission]["have"]
        need = self.card(mission).skills
        return tuple(zip(have, need))

    def missing(self, seat: int, mission: str) -> int:
        return sum(need - have for have, need in self.covered(seat, mission))

    # What is to be said

    def caption(self) -> tuple[str, str]:
        """What is going on, in a line, and a quieter second one."""
        view = self.view
        turn = f"turn {view['turn']} of {view['options']['turn_limit'] * self.seats}"
        if self.phase == "over":
            if view["reason"] == "missions":
                return f"{self.names[self.active]} wins", f"{view['options']['goal']} missions completed, in {turn}"
            how = {
                "missions-spent": "no seat can reach the goal any more",
                "turn-limit": "the last turn has been played",
                "lock-up": "there is no card left to pay with",
            }[view["reason"]]
            best = [self.names[seat] for seat, result in enumerate(view["result"]) if result == max(view["result"])]
            won = f"{best[0]} wins" if len(best) == 1 else "The game ends without a winner"
            return won, f"{how}, {turn}"
        actor = self.names[view["to_act"]]
        said = self.game.prompt(view) if self.mine else f"{actor} is to decide"
        whose = "your turn" if self.active == self.me else f"turn of {self.names[self.active]}"
        return said, f"{turn}, {whose}"

    def counters(self) -> list[tuple[int, str]]:
        ctx = self.view["ctx"]
        found = [(ctx["flips"], "flipped")]
        free = self.facts["redirects"]["free"]
        if ctx["redirects"] or free:
            found.append((free, "free redirect" if free == 1 else "free redirects"))
        if self.phase == "repair":
            found.append((self.facts["repairs"], "repairs left"))
        return found

    def note(self, seat: int, id: str) -> str:
        """What is to be known of a card at a station beside its print."""
        crew = {entry["id"]: entry["train"] for entry in self.station(seat)["crew"]}
        words = []
        if id in self.station(seat)["served"] or id in self.view["ctx"]["paid"]:
            words.append("paid")
        if id in self.view["ctx"]["held"]:
            words.append("held")
        if crew.get(id):
            words.append("trained " + " ".join(f"{skill}+{number}" for skill, number in crew[id].items()))
        return ", ".join(words)
