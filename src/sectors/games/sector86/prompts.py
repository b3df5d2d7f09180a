"""Prompts for the seat to act."""

from __future__ import annotations

from sectors.games.sector86.content import Deck
from sectors.kit import Json

PROMPTS = {
    "depart": "Choose ships to hold, or let them leave",
    "upkeep": "Send a team, train, or end Upkeep",
    "queue": "Flip another card, or stop and dock",
    "collision": "Redirect a ship, or clear the queue",
    "berth": "Choose a dock for the wreck",
    "bought-berth": "Choose a dock for the wreck you bought",
    "repair": "Repair a wreck, or leave it",
    "service": "Train for an open contract, or go on",
    "recruit": "Hire and build, or go on",
    "market": "Claim a card of the market, or pass",
    "over": "The game is over",
}

# The rule that governs each phase's decision
PHASE_RULES = {
    "depart": "R5.1",
    "upkeep": "R5.6",
    "team": "R5.7",
    "queue": "R6.1",
    "collision": "R6.5",
    "offer": "R6.8",
    "bid": "R6.9",
    "bought-berth": "R7.2",
    "berth": "R7.2",
    "repair": "R7.3",
    "service": "R7.5",
    "recruit": "R9.1",
    "levy": "R10.1",
    "market": "R11.1",
    "market-bid": "R11.4",
    "over": "R12.1",
}


def prompt(deck: Deck, view: Json) -> str:
    ctx = view["ctx"]
    phase: str = view["phase"]

    def name(card: str) -> str:
        return deck.cards[deck.number[card]].name

    if phase == "team":
        return f"Name the team for {name(ctx['team']['mission'])}"
    if phase == "offer":
        return f"Take the {name(ctx['auction']['ship'])}, or pass"
    if phase == "bid":
        return f"Bid for the {name(ctx['auction']['ship'])}"
    if phase == "market-bid":
        return f"Bid for {name(ctx['market']['contests'][0][0])}"
    if phase == "levy":
        levy, _, facility = ctx["tasks"][0]
        return f"{name(levy)}: keep or lose {name(facility)}" if facility else f"{name(levy)}: pay, or lose one crew"
    return PROMPTS[phase]
