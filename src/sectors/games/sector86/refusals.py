"""Refusals: their codes, rules and sentences, and the order of the checks (section 4.4 of the rules)."""

from __future__ import annotations

import re

from sectors.games.sector86.content import CLASSES, SKILLS, Deck
from sectors.games.sector86.numbers import (
    ACTIVE,
    CREDITS,
    DOCKED,
    EACH,
    HIRED,
    NEW,
    NONE,
    PHASE_VERBS,
    PHASES,
    PICKED,
    PLAIN,
    QUEUE,
    STATIONS,
    VERBS,
)
from sectors.games.sector86.rules import Sector86

Reason = str | tuple[str, str] | tuple[str, str, str]

# code -> (rule, sentence); if several verbs share a code, the rule is that of the first
SENTENCES = {
    "not-your-turn": ("R4.1", "It is another player's decision (R4.1)."),
    "game-over": ("R12.1", "The game is over (R12.1)."),
    "not-a-move": ("R4.1", "That is not a move of this game (R4.1)."),
    "collision-pending": ("R6.6", "Two ships want the same dock: redirect one or clear the queue first (R6.6)."),
    "team-unfinished": ("R5.7", "Finish the mission team first (R5.7)."),
    "not-now": ("R4.1", "You cannot do that in this phase (R4.1)."),
    "unknown-card": ("R1.3", "There is no such card (R1.3)."),
    "not-docked": ("R5.2", "That ship is not docked at your station (R5.2)."),
    "already-held": ("R5.2", "You are holding that ship already (R5.2)."),
    "hold-order": ("R5.2", "Name the ships you hold in dock order (R5.2)."),
    "mission-limit": ("R5.6", "You may not send another crew this upkeep (R5.6)."),
    "mission-not-active": ("R5.6", "That mission is not active (R5.6)."),
    "mission-skills-short": (
        "R5.6",
        "Your settled crew together do not have the skills; facilities do not count (R5.6).",
    ),
    "not-your-crew": ("R5.9", "That crew does not work for you (R5.9)."),
    "cannot-train": ("R5.9", "That crew cannot be improved (R5.9)."),
    "not-settled": ("R9.3", "That crew has only just arrived and can do nothing until your next turn (R9.3)."),
    "no-credits": ("R5.9", "You do not have the credits for that (R5.9)."),
    "unknown-skill": ("R5.9", "Name M, C or A (R5.9)."),
    "train-no-purpose": ("R5.9", "There is nothing now that training could help with (R5.9)."),
    "pick-order": ("R5.7", "Name the team in the order the crew stand at your station (R5.7)."),
    "pick-dead-end": ("R5.7", "With that crew next, the team could no longer be completed (R5.7)."),
    "nothing-to-flip": ("R6.2", "There is no card left to flip this turn (R6.2)."),
    "not-in-queue": ("R6.7", "That card is not in the queue (R6.7)."),
    "not-colliding": ("R6.7", "Sending that card away would not end the collision (R6.7)."),
    "bid-too-low": ("R6.9", "Bid at least 1 credit (R6.9)."),
    "bid-too-high": ("R6.9", "You cannot pay that bid (R6.9)."),
    "dock-full": ("R2.5", "There is no room in your docks of that class (R2.5)."),
    "dock-needed": ("R7.2", "Another ship in the queue needs that dock (R7.2)."),
    "not-a-wreck": ("R7.3", "Only wrecks can be repaired (R7.3)."),
    "no-repair-left": ("R7.3", "You have no repair left this turn (R7.3)."),
    "not-for-hire": ("R9.1", "Only crew and facilities can be bought (R9.1)."),
    "wrong-verb": ("R9.1", "Crew are hired, facilities are built (R9.1)."),
    "too-expensive": ("R9.2", "You cannot pay that price (R9.2)."),
    "not-levied": ("R10.5", "The levy does not ask for that (R10.5)."),
}

NAMING_A_CARD = ("hold", "send", "train", "pick", "redirect", "fix", "hire", "build", "want", "lose")


def refuse(deck: Deck, core: Sector86, text: str) -> Reason:
    """Return why the seat to act may not do that; the text is not a legal action."""
    if not isinstance(text, str):
        return "not-a-move"
    verb, colon, argument = text.partition(":")
    phase = PHASES[core.phase]
    if verb not in VERBS:
        return "not-a-move"
    if verb not in PHASE_VERBS[phase]:
        return {"collision": "collision-pending", "team": "team-unfinished"}.get(phase, "not-now")
    if verb in PLAIN:
        return "not-a-move" if colon else "nothing-to-flip"
    if verb not in NAMING_A_CARD:
        return {"bid": refuse_bid, "berth": refuse_berth, "pay": refuse_pay}[verb](deck, core, argument)
    name = argument.partition(":")[0] if verb == "train" else argument
    card = deck.number.get(name)
    if card is None:
        return "unknown-card"
    if verb == "train":
        return refuse_train(deck, core, card, argument.partition(":")[2])
    return {
        "hold": refuse_hold,
        "send": refuse_send,
        "pick": refuse_pick,
        "redirect": refuse_redirect,
        "fix": refuse_fix,
        "hire": refuse_recruit,
        "build": refuse_recruit,
        "want": refuse_want,
        "lose": refuse_lose,
    }[verb](deck, core, card, verb)


def with_rule(code: str, rule: str) -> Reason:
    """Return a reason under another rule than that of its first verb, also in its sentence."""
    usual, sentence = SENTENCES[code]
    return code, rule, sentence.replace(f"({usual})", f"({rule})")


def is_in_row(core: Sector86, card: int, row: int) -> bool:
    """Return whether a card is in a row of the seat to act."""
    return bool(core.state_of(card)["place"] == STATIONS + EACH * core.to_act + row)


def is_docked(core: Sector86, card: int) -> bool:
    return any(is_in_row(core, card, DOCKED + klass) for klass in range(3))


def refuse_hold(deck: Deck, core: Sector86, card: int, verb: str) -> Reason:
    if not is_docked(core, card):
        return "not-docked"
    return "already-held" if card in core.held_ships() else "hold-order"


def refuse_send(deck: Deck, core: Sector86, card: int, verb: str) -> Reason:
    if core.mission_limit and core.sent >= core.mission_limit:
        return "mission-limit"
    return "mission-not-active" if card not in core.cards_in(ACTIVE) else "mission-skills-short"


def refuse_train(deck: Deck, core: Sector86, card: int, skill: str) -> Reason:
    if not is_in_row(core, card, HIRED):
        return "not-your-crew"
    if not deck.cards[card].has("train"):
        return "cannot-train"
    if core.state_of(card)["marks"] & NEW:
        return "not-settled"
    if credits(core) < deck.train_price:
        return "no-credits"
    return "unknown-skill" if skill not in SKILLS else "train-no-purpose"


def refuse_pick(deck: Deck, core: Sector86, card: int, verb: str) -> Reason:
    if not is_in_row(core, card, HIRED):
        return with_rule("not-your-crew", "R5.7")
    if core.state_of(card)["marks"] & NEW:
        return "not-settled"
    crew = core.cards_in(STATIONS + EACH * core.to_act + HIRED)
    last = max((i for i, one in enumerate(crew) if core.state_of(one)["marks"] & PICKED), default=-1)
    return "pick-order" if crew.index(card) <= last else "pick-dead-end"


def refuse_redirect(deck: Deck, core: Sector86, card: int, verb: str) -> Reason:
    if card not in core.cards_in(QUEUE):
        return "not-in-queue"
    if deck.cards[card].kind not in ("ship", "wreck") or core.is_colliding(card):
        return "not-colliding"
    return with_rule("no-credits", "R6.7")


def refuse_bid(deck: Deck, core: Sector86, amount: str) -> Reason:
    if not re.fullmatch("0|[1-9][0-9]*", amount, re.ASCII):
        return "not-a-move"
    lowest, _ = core.bid_range()
    rule = "R6.9" if PHASES[core.phase] == "bid" else "R11.4"
    if len(amount) < 9 and int(amount) < lowest:
        least = f"Bid at least {lowest} credit{'s' if lowest > 1 else ''} ({rule})."
        return "bid-too-low", rule, least
    return with_rule("bid-too-high", rule)


def refuse_berth(deck: Deck, core: Sector86, klass: str) -> Reason:
    if klass not in CLASSES:
        return "not-a-move"
    return "dock-full" if core.berth_room(CLASSES.index(klass)) == 0 else "dock-needed"


def refuse_fix(deck: Deck, core: Sector86, card: int, verb: str) -> Reason:
    if not is_docked(core, card):
        return with_rule("not-docked", "R7.3")
    return "not-a-wreck" if deck.cards[card].kind != "wreck" else "no-repair-left"


def refuse_recruit(deck: Deck, core: Sector86, card: int, verb: str) -> Reason:
    if card not in core.cards_in(QUEUE):
        return with_rule("not-in-queue", "R9.1")
    kind = deck.cards[card].kind
    if kind not in ("crew", "facility"):
        return "not-for-hire"
    return "wrong-verb" if (verb == "hire") != (kind == "crew") else "too-expensive"


def refuse_want(deck: Deck, core: Sector86, card: int, verb: str) -> Reason:
    if card not in core.cards_in(QUEUE):
        return with_rule("not-in-queue", "R11.2")
    if deck.cards[card].kind not in ("crew", "facility"):
        return with_rule("not-for-hire", "R11.2")
    extra = f"R11.2; in another's market {deck.market_extra} extra"
    return "too-expensive", "R11.2", f"You cannot pay that price ({extra})."


def levy_rule(core: Sector86) -> str:
    return "R10.5" if core.levied_card != NONE else "R10.7"


def refuse_pay(deck: Deck, core: Sector86, name: str) -> Reason:
    asked = core.levied_card if core.levied_card != NONE else core.levy
    return with_rule("not-levied" if name != deck.cards[asked].id else "no-credits", levy_rule(core))


def refuse_lose(deck: Deck, core: Sector86, card: int, verb: str) -> Reason:
    return with_rule("not-levied", levy_rule(core))


def credits(core: Sector86) -> int:
    """Return the number of credits of the seat to act."""
    return len(core.cards_in(STATIONS + EACH * core.to_act + CREDITS))
