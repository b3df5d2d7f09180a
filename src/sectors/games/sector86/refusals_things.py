"""Refusals for touched things: why touching this thing does nothing now."""

from __future__ import annotations

from collections.abc import Sequence

from sectors.games.sector86.content import SKILL_NAMES, SKILLS, Deck
from sectors.games.sector86.facts import Facts
from sectors.games.sector86.notation import DISCARD_THING, Notation
from sectors.games.sector86.numbers import (
    ACTIVE,
    BUILT,
    COMPLETED,
    CREDITS,
    DISCARD,
    DOCKED,
    EACH,
    HIRED,
    NEW,
    OFFERED,
    PHASES,
    QUEUE,
    SMALLS,
    STATIONS,
    WRECKS,
)
from sectors.games.sector86.refusals import SENTENCES, Reason, refuse
from sectors.games.sector86.rules import Sector86
from sectors.games.sector86.words import credits, skills

# What to do in each phase
NOW = {
    "depart": "now you choose which ships stay",
    "upkeep": "now you send teams and train",
    "team": "now you name the team",
    "queue": "now you flip another card or stop",
    "collision": "first a ship must be sent away, or the queue cleared",
    "offer": "now you take the ship that is offered, or pass",
    "bid": "now you bid for the ship that is offered",
    "bought-berth": "now the wreck that you bought needs a dock",
    "berth": "now the wreck needs a dock",
    "repair": "now you repair wrecks, or leave them",
    "service": "now you train for an open contract, or go on",
    "recruit": "now you hire and build from the queue",
    "levy": "now the levy must be answered",
    "market": "now you claim a card of the queue, or pass",
    "market-bid": "now you bid for a card of the market",
}
OTHER_PHASE = ("not-now", "collision-pending", "team-unfinished", "not-a-move")
# Refusals that do not fit the thing touched if it lies where it has another use
OTHER_PLACE = (
    *("not-docked", "not-in-queue", "not-your-crew", "not-for-hire", "not-levied", "not-a-wreck", "wrong-verb"),
    "mission-not-active",
)


def refuse_path(deck: Deck, notation: Notation, core: Sector86, path: Sequence[str]) -> Reason | None:
    """Return why the last thing touched is refused; None if the path is a move or the beginning of one."""
    moves = [notation.path(*notation.read(code)) for code in notation.legal(core)]
    if any(move[: len(path)] == tuple(path) for move in moves) and path:
        return None
    if not path:
        return "not-a-move"
    if len(path) > 1:
        alone = refuse_path(deck, notation, core, path[-1:])
        first = deck.number.get(path[0].partition(":")[2])
        if alone is not None or first is None:
            return alone or "not-a-move"
        choose = f"{deck.cards[first].name} is chosen: name a skill to train, or take that step back (R5.9)."
        return "unknown-skill", "R5.9", choose
    return Touch(deck, notation, core).answer(path[0])


class Touch:
    """Explains the touch of one thing that begins no legal move."""

    def __init__(self, deck: Deck, notation: Notation, core: Sector86) -> None:
        self.deck = deck
        self.notation = notation
        self.core = core
        self.phase = PHASES[core.phase]
        self.facts = Facts(deck, core, core.to_act)

    def answer(self, thing: str) -> Reason:
        kind, _, name = thing.partition(":")
        if kind == "card" and name in self.deck.number:
            return self.refuse_card(self.deck.number[name])
        if thing == DISCARD_THING:
            number = len(self.core.cards_in(DISCARD))
            return self.refuse_for_now(f"The discard, {number} card{'s' * (number != 1)}, is only looked at", "R1.3")
        if kind == "station":
            return self.refuse_for_now("A station is only looked at: touch its cards", "R4.1")
        if kind == "skill" and name in SKILLS:
            skill = SKILL_NAMES[SKILLS.index(name)]
            return self.refuse_for_now(f"{skill} is trained by a crew who can learn: choose whom first", "R5.9")
        code = refuse(self.deck, self.core, self.notation.attempt(self.core, [thing]))
        if kind == "dock" and self.phase not in ("berth", "bought-berth"):
            return self.refuse_for_now(f"Your {name} docks take ships when you stop", "R7.1")
        if (code if isinstance(code, str) else code[0]) in OTHER_PHASE:
            return self.refuse_choice(kind, name)
        return code

    def refuse_for_now(self, said: str, rule: str) -> Reason:
        """Return a refusal that says what to do now instead."""
        code = {"collision": "collision-pending", "team": "team-unfinished"}.get(self.phase, "not-now")
        return code, rule, f"{said}; {NOW[self.phase]} ({rule})."

    def refuse_choice(self, kind: str, name: str) -> Reason:
        if kind == "bid":
            return self.refuse_for_now("There is nothing to bid for", "R6.9")
        said, rule = {
            "flip": ("Cards are flipped while you queue", "R6.2"),
            "stop": ("You stop while you queue", "R6.12"),
            "go": ("Ships leave in your upkeep", "R5.2"),
            "done": ("There is nothing to end", "R4.1"),
            "clear": ("The queue is cleared on a collision", "R6.6"),
            "take": ("No ship is offered to you", "R6.8"),
            "pass": ("There is nothing to pass on", "R6.8"),
            "pay": ("No levy asks you to pay", "R10.5"),
        }.get(name, ("", "R4.1"))
        return self.refuse_for_now(said, rule) if said else "not-a-move"

    # Cards

    def refuse_card(self, number: int) -> Reason:
        reason = refuse(self.deck, self.core, self.notation.attempt(self.core, [f"card:{self.deck.cards[number].id}"]))
        code = reason if isinstance(reason, str) else reason[0]
        if code in OTHER_PHASE or code in OTHER_PLACE:
            said, rule = self.describe_use(number)
            refusal = self.refuse_for_now(said, rule)
            return (refusal[0] if code in OTHER_PHASE else code), *refusal[1:]
        rule = SENTENCES[code][0] if isinstance(reason, str) else reason[1]
        said = self.explain(code, number)
        return (code, rule, f"{said} ({rule}).") if said else reason

    def explain(self, code: str, number: int) -> str:
        """Explain a refusal code for a card, with the figures of that card; "" if there is nothing to add."""
        card, core = self.deck.cards[number], self.core
        if code == "mission-skills-short":
            need = [max(0, n - h) for n, h in zip(card.skills, core.skills(core.active, False))]
            return f"For {card.name} your settled crew lacks {skills(need)}; facilities do not count"
        if code == "mission-limit":
            return f"{card.name} must wait: you may not send another team this upkeep"
        if code == "too-expensive":
            price = self.facts.prices(number)[core.to_act]
            return f"{card.name} costs you {credits(price)}, and you have {self.facts.credits(core.to_act)}"
        if code == "not-colliding":
            return f"Sending the {card.name} away would not end the collision"
        if code == "no-credits":
            return f"For {card.name} you lack credits: you have {self.facts.credits(core.to_act)}"
        if code == "cannot-train":
            return f"{card.name} cannot learn more"
        if code == "not-settled":
            return f"{card.name} has only just arrived and can do nothing until your next turn"
        if code == "pick-order":
            return f"{card.name} stands before those whom you have named: a team is named in the order of your crew"
        if code == "pick-dead-end":
            return f"With {card.name} next, the team could no longer be completed"
        if code == "hold-order":
            return f"The {card.name} lies before a ship that you hold: ships are held in dock order"
        if code == "already-held":
            return f"You are holding the {card.name} already"
        if code == "train-no-purpose":
            return f"Training {card.name} would help with nothing now"
        return ""

    def describe_use(self, number: int) -> tuple[str, str]:
        """Return what a card is for where it lies, and the rule."""
        card, core = self.deck.cards[number], self.core
        place = core.state_of(number)["place"]
        if place == QUEUE:
            return self.describe_use_in_queue(number)
        if place == ACTIVE:
            return f"Crew are sent to {card.name} in your upkeep", "R5.6"
        if place == OFFERED:
            return f"The {card.name} is offered to the other stations", "R6.8"
        if place in (WRECKS, SMALLS):
            return f"The {card.name} is about to dock", "R7.2"
        if place == DISCARD:
            return f"{card.name} lies in the discard", "R1.3"
        seat, row = divmod(place - STATIONS, EACH)
        if place < STATIONS or row == CREDITS:
            return f"{card.name} is not on the table", "R1.3"
        if seat != core.to_act:
            return f"{card.name} belongs to another station", "R1.2"
        if self.facts.marks(number) & NEW:
            return f"{card.name} works from your next turn", "R9.3"
        if row >= DOCKED:
            return (
                f"The {card.name} leaves in one of your upkeeps and pays {credits(core.due_for(seat, number))}",
                "R5.3",
            )
        return {
            HIRED: (f"{card.name} works for your contracts, and can go on missions in your upkeep", "R5.6"),
            BUILT: (f"{card.name} works for your station by itself", "R13.1"),
            COMPLETED: (f"{card.name} is one of your completed missions", "R12.1"),
        }[row]

    def describe_use_in_queue(self, number: int) -> tuple[str, str]:
        card, core = self.deck.cards[number], self.core
        if card.kind in ("ship", "wreck"):
            return f"The {card.name} docks when the queue is stopped", "R7.1"
        if card.kind == "levy":
            when = "has been carried out" if card.when == "flip" else "is carried out at the end of the turn"
            return f"{card.name} {when}", "R10.1"
        if core.to_act != core.active:
            return f"{card.name} may come to the market at the end of the turn", "R11.1"
        verb = "hired" if card.kind == "crew" else "built"
        return f"{card.name} can be {verb} after docking", "R9.1"
