"""A view and its facts, prepared for drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sectors.games.sector86.content import Card
from sectors.kit import Json
from sectors.kit.words import SEATS

if TYPE_CHECKING:
    from sectors.games.sector86 import Sector86

PHASE_NAMES = ("Upkeep", "Queueing", "Docking", "Recruiting", "Discarding")


class Scene:
    """What the picture and the terminal screen need to know about a view."""

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

    def due(self, seat: int, ship: str) -> int:
        due: int = self.facts["stations"][seat]["dues"][ship]
        return due

    def price(self, seat: int, card: str) -> int:
        """Return what a card of the queue costs, including the extra of the market (R11.3)."""
        price: int = self.facts["prices"][card][seat]
        return price

    def skills(self, seat: int) -> list[int]:
        """Return the skills of a station."""
        skills: list[int] = self.facts["stations"][seat]["skills"]
        return skills

    def who(self, seat: int) -> str:
        return "you" if seat == self.me else self.names[seat]

    def others(self) -> list[int]:
        """Return the other seats, in turn order from the one whose station is drawn large."""
        return [(self.front() + i) % self.seats for i in range(1, self.seats)]

    def front(self) -> int:
        """Return the seat whose station is drawn large: the viewing seat, for a spectator the active one."""
        return self.active if self.me is None else self.me

    def mission_progress(self, seat: int, mission: str) -> tuple[tuple[int, int], ...]:
        """Return for each skill how much of a mission's need the settled crew has, and the need."""
        have = self.facts["stations"][seat]["missions"][mission]["have"]
        need = self.card(mission).skills
        return tuple(zip(have, need))

    def missing(self, seat: int, mission: str) -> int:
        return sum(need - have for have, need in self.mission_progress(seat, mission))

    # Texts

    def caption(self) -> tuple[str, str]:
        """Return a line that says what is going on, and a less prominent second one."""
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
        """Return the state of a card at a station: paid, held, trained."""
        crew = {entry["id"]: entry["train"] for entry in self.station(seat)["crew"]}
        words = []
        if id in self.station(seat)["served"] or id in self.view["ctx"]["paid"]:
            words.append("paid")
        if id in self.view["ctx"]["held"]:
            words.append("held")
        if crew.get(id):
            words.append("trained " + " ".join(f"{skill}+{number}" for skill, number in crew[id].items()))
        return ", ".join(words)
