"""A view, made ready to be drawn: a position that fits it stands in for all that is reckoned from open cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sectors.games.sector86.content import CLASSES, Card, Deck
from sectors.games.sector86.position import HIDDEN
from sectors.games.sector86.rules import Sector86 as Rules
from sectors.kit import Json, Move
from sectors.kit.svg import SEAT_NAMES

if TYPE_CHECKING:
    from sectors.games.sector86 import Sector86

FEW = 15  # cards in deck, discard and queue: a lock-up is near
PHASE_NAMES = ("Upkeep", "Queueing", "Docking", "Recruiting", "Discarding")
PART = {
    "depart": 0,
    "upkeep": 0,
    "team": 0,
    "queue": 1,
    "collision": 1,
    "offer": 1,
    "bid": 1,
    "bought-berth": 1,
    "berth": 2,
    "repair": 2,
    "service": 2,
    "recruit": 3,
    "levy": 4,
    "market": 4,
    "market-bid": 4,
}


def fitting(deck: Deck, view: Json) -> Json:
    """A position that gives this view: hidden cards lie in the order of their ids, sealed choices are the least."""
    pools = {int(epoch): list(cards) for epoch, cards in view["pools"].items()}
    position = {key: value for key, value in view.items() if key not in ("seat", "pools")}
    position["stations"] = [
        {**station, "credits": [[pools[epoch].pop(0), epoch] for epoch in station["credits"]]}
        for station in view["stations"]
    ]
    position["deck"] = pools.get(view["epoch"], [])
    ctx = position["ctx"] = dict(view["ctx"])
    if ctx["auction"]:
        wants, bids = filled(ctx["auction"]["wants"], False), filled(ctx["auction"]["bids"], deck.redirect_fee)
        ctx["auction"] = {**ctx["auction"], "wants": wants, "bids": bids}
    if ctx["market"]:
        claims, bids = filled(ctx["market"]["claims"], ""), filled(ctx["market"]["bids"], deck.market_extra)
        ctx["market"] = {**ctx["market"], "claims": claims, "bids": bids}
    return position


def filled(choices: Sequence[Any], least: Any) -> list[Any]:
    return [least if choice == HIDDEN else choice for choice in choices]


class Scene:
    """What both kinds of picture need to know about a view."""

    def __init__(self, game: Sector86, view: Json) -> None:
        self.game = game
        self.deck = game.deck
        self.view = view
        self.phase: str = view["phase"]
        self.me: int | None = view["seat"]
        self.seats: int = view["seats"]
        self.active: int = view["active"]
        self.names = SEAT_NAMES[: self.seats]
        state = game.at(fitting(game.deck, view))
        core = state.core
        assert isinstance(core, Rules)
        self.core = core
        self.mine = view["to_act"] is not None and view["to_act"] == self.me
        self.moves: list[Move] = state.moves() if self.mine else []

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
        return self.core.due_for(seat, self.number(ship))

    def price(self, seat: int, card: str) -> int:
        return self.core.price_for(seat, self.number(card))

    def extra(self, seat: int) -> int:
        """What a card of the market costs beyond its price (R11.3)."""
        return self.deck.market_extra if self.phase in ("market", "market-bid") and seat != self.active else 0

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
        have = self.core.skills(seat, False)
        need = self.card(mission).skills
        return tuple((min(have[i], need[i]), need[i]) for i in range(3))

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
        if ctx["redirects"] or self.core.free_redirects():
            free = self.core.free_redirects()
            found.append((free, "free redirect" if free == 1 else "free redirects"))
        if self.phase == "repair":
            found.append((self.core.repairs_left(), "repairs left"))
        return found

    def locked(self) -> int:
        return sum(len(station["credits"]) for station in self.view["stations"])

    def near_lock_up(self) -> bool:
        return self.phase != "over" and self.view["deck"] + len(self.view["discard"]) + len(self.view["queue"]) < FEW

    # The next card (section 9): what it can be, from what everybody knows

    def odds(self) -> tuple[Counter[str], int]:
        """How many of the cards that can be next are of each kind; a ship that would collide is a kind of its own."""
        pool = self.view["pools"].get(str(self.view["epoch"]), []) if self.view["deck"] else self.view["discard"]
        found: Counter[str] = Counter()
        for id in pool:
            card = self.card(id)
            if card.kind not in ("ship", "wreck"):
                found[card.kind] += 1
            elif self.core.would_collide(self.number(id)):
                found["collides"] += 1
            else:
                found["ship"] += 1
        return found, len(pool)

    def buttons(self) -> list[tuple[str, str]]:
        """What can be chosen now that is no card and no dock, as thing and label; trainings by their skills."""
        found: dict[str, str] = {}
        for move in self.moves:
            first = move.path[0]
            if first.startswith("card:"):
                for step in move.path[1:]:
                    found.setdefault(step, f"Train in {move.label.rpartition(' in ')[2]}")
            elif not first.startswith("dock:"):
                found.setdefault(first, move.label)
        return list(found.items())

    def note(self, seat: int, id: str) -> str:
        """What is to be known of a card at a station beside its print."""
        about = self.core.about(self.number(id))
        words = []
        if id in self.station(seat)["served"] or id in self.view["ctx"]["paid"]:
            words.append("paid")
        if id in self.view["ctx"]["held"]:
            words.append("held")
        if any(about["training"]):
            words.append("trained " + " ".join(f"{k}+{n}" for k, n in zip("MCA", about["training"]) if n))
        return ", ".join(words)
