"""Writing a position as a given viewer sees it (section 7 of the rules)."""

from __future__ import annotations

from typing import Any

from sectors.games.sector86.content import CLASSES, SKILLS, Deck
from sectors.games.sector86.numbers import (
    ACTIVE,
    BUILT,
    COMPLETED,
    CREDITS,
    DECK,
    DISCARD,
    DOCKED,
    EACH,
    HIRED,
    NEW,
    NONE,
    OFFERED,
    PAID,
    PHASES,
    PICKED,
    QUEUE,
    SERVED,
    SMALLS,
    STATIONS,
    WRECKS,
)
from sectors.games.sector86.rules import Sector86
from sectors.kit import Json

EVERYTHING = -2  # a viewer who sees the whole position
SPECTATOR = -1
HIDDEN = "?"


class Writer:
    """Writes a position as a viewer sees it."""

    def __init__(self, deck: Deck, core: Sector86, seat: int) -> None:
        self.deck = deck
        self.core = core
        self.seat = seat
        self.all = seat == EVERYTHING
        self.phase = PHASES[core.phase]

    def write(self) -> Json:
        core = self.core
        data: Json = {
            "epoch": core.epoch,
            "turn": core.turn,
            "active": core.active,
            "phase": self.phase,
            "deck": self.ids(DECK) if self.all else len(core.cards_in(DECK)),
            "discard": self.ids(DISCARD),
            "queue": self.ids(QUEUE),
            "missions": self.ids(ACTIVE),
            "stations": [self.station(seat) for seat in range(core.seats)],
            "ctx": self.turn_so_far(),
        }
        if not self.all:
            data["pools"] = self.pools()
        return data

    # Cards

    def id(self, card: int) -> str:
        return self.deck.cards[card].id

    def ids(self, row: int) -> list[str]:
        return [self.id(card) for card in self.core.cards_in(row)]

    def marked_cards(self, mark: int) -> list[str]:
        cards = range(len(self.deck.cards))
        return [self.id(card) for card in cards if self.core.state_of(card)["marks"] & mark]

    def station(self, seat: int) -> Json:
        core, row = self.core, STATIONS + EACH * seat
        credits = [(card, core.state_of(card)["epoch"]) for card in core.cards_in(row + CREDITS)]
        return {
            "credits": [[self.id(card), epoch] if self.all else epoch for card, epoch in credits],
            "crew": [self.crew(card) for card in core.cards_in(row + HIRED)],
            "facilities": [self.station_card(card) for card in core.cards_in(row + BUILT)],
            "missions": [self.station_card(card) for card in core.cards_in(row + COMPLETED)],
            "ports": {name: self.docks(seat, klass) for klass, name in enumerate(CLASSES)},
            "served": sorted(
                self.id(ship) for ship in core.docked_ships(seat) if core.state_of(ship)["marks"] & SERVED
            ),
            "turns": core.turns_begun(seat),
        }

    def station_card(self, card: int) -> Json:
        return {"id": self.id(card), "new": bool(self.core.state_of(card)["marks"] & NEW)}

    def crew(self, card: int) -> Json:
        points = zip(SKILLS, self.core.state_of(card)["training"])
        return {**self.station_card(card), "train": {skill: number for skill, number in points if number}}

    def docks(self, seat: int, klass: int) -> list[list[str]]:
        docks: list[list[str]] = [[] for _ in range(self.core.docks_of(seat, klass))]
        for ship in self.core.cards_in(STATIONS + EACH * seat + DOCKED + klass):
            docks[self.core.state_of(ship)["dock"] - 1].append(self.id(ship))
        return docks

    def pools(self) -> dict[str, list[str]]:
        """Return the face-down cards of each epoch."""
        hidden = {str(self.core.epoch): self.core.cards_in(DECK)}
        for seat in range(self.core.seats):
            for card in self.core.cards_in(STATIONS + EACH * seat + CREDITS):
                hidden.setdefault(str(self.core.state_of(card)["epoch"]), []).append(card)
        # cards are numbered in the order of their ids
        return {epoch: [self.id(card) for card in sorted(cards)] for epoch, cards in sorted(hidden.items()) if cards}

    # The turn so far

    def turn_so_far(self) -> Json:
        core = self.core
        return {
            "held": [self.id(ship) for ship in core.held_ships()],
            "paid": self.marked_cards(PAID),
            "sent": core.sent,
            "team": self.team(),
            "flips": core.flips,
            "redirects": core.redirects,
            "repairs": core.repairs,
            "auction": self.auction(),
            "wrecks": self.ids(WRECKS),
            "smalls": self.ids(SMALLS),
            "levies": self.levies(),
            "tasks": self.tasks(),
            "after": "" if core.levy == NONE else after_levy(self.deck, core.levy),
            "market": self.market(),
        }

    def team(self) -> Json | None:
        return {"mission": self.id(self.core.team), "crew": self.team_crew()} if self.phase == "team" else None

    def team_crew(self) -> list[str]:
        crew = self.core.cards_in(STATIONS + EACH * self.core.active + HIRED)
        return [self.id(card) for card in crew if self.core.state_of(card)["marks"] & PICKED]

    def hide_sealed(self, seats: list[int], choices: list[Any]) -> list[Any]:
        """Hide choices that are not revealed yet, except the seat's own."""
        return [choice if self.all or seat == self.seat else HIDDEN for seat, choice in zip(seats, choices)]

    def auction(self) -> Json | None:
        if self.phase not in ("offer", "bid", "bought-berth"):
            return None
        asked, answers, bids = self.core.sealed_round()
        wants: list[Any] = [answer == 1 for answer in answers]
        bidders = [] if self.phase == "offer" else self.core.seats_bidding()
        return {
            "ship": self.ids(OFFERED)[0],
            "order": asked,
            "wants": self.hide_sealed(asked, wants) if self.phase == "offer" else wants,
            "bidders": bidders,
            "bids": self.hide_sealed(bidders, bids) if self.phase == "bid" else bids,
            "winner": self.core.winner if self.phase == "bought-berth" else None,
        }

    def levies(self) -> list[str]:
        core = self.core
        if core.levy == NONE or after_levy(self.deck, core.levy) == "queue":
            return []
        queue = core.cards_in(QUEUE)
        return [self.id(card) for card in queue[queue.index(core.levy) + 1 :] if self.deck.cards[card].when == "end"]

    def tasks(self) -> list[list[Any]]:
        return [
            [self.id(self.core.levy), seat, self.id(card) if card != NONE else ""] for seat, card in self.core.tasks()
        ]

    def market(self) -> Json | None:
        if self.phase not in ("market", "market-bid"):
            return None
        core = self.core
        asked, answers, bids = core.sealed_round()
        claims: list[Any] = ["" if card == NONE else self.id(card) for card in answers]
        contests = contested_cards(core, asked, answers) if self.phase == "market-bid" else []
        order = [(core.active + i) % core.seats for i in range(1, core.seats)]
        return {
            "in": [seat for seat in order if core.inside >> seat & 1],
            "order": asked,
            "claims": self.hide_sealed(asked, claims) if self.phase == "market" else claims,
            "contests": [[self.id(card), seats] for card, seats in contests],
            "bids": self.hide_sealed(contests[0][1], bids) if contests else [],
        }


def after_levy(deck: Deck, levy: int) -> str:
    """Return where play continues after a levy."""
    return "queue" if deck.cards[levy].when == "flip" else "market"


def contested_cards(core: Sector86, asked: list[int], answers: list[int]) -> list[tuple[int, list[int]]]:
    """Return the cards still in the queue that several seats want, with these seats (R11.4)."""
    wanting = [
        (card, [seat for seat, answer in zip(asked, answers) if answer == card]) for card in core.cards_in(QUEUE)
    ]
    return [(card, seats) for card, seats in wanting if len(seats) > 1]
