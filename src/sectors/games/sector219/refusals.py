"""Refusals of moves: the order of checks, and the sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sectors.games.sector219.content import DROP, Cards
from sectors.games.sector219.notation import SPACE, parse
from sectors.games.sector219.rules import Sector219
from sectors.kit.words import either

SENTENCES = {
    "game-over": ("R8.1", "The game is over; nothing more can be played (R8.1)."),
    "not-your-turn": ("R3.1", "It is the other player's turn (R3.1)."),
    "opening-first": ("R2.5", "First choose the two cards that go under your deck (R2.5)."),
    "return-two": ("R2.5", "Exactly two cards go under your deck (R2.5)."),
    "not-opening": ("R2.5", "Cards are put under the deck only before the first turn (R2.5)."),
    "not-in-hand": ("R3.3", "You do not have that card in hand (R3.3)."),
    "must-play": ("R3.3", "You may not pass while you have a legal play (R3.3)."),
    "bad-notation": ("section 6", "That is not a move in this game's notation (section 6)."),
    "off-field": ("R1.2", "That space lies outside the field a1 to {corner} (R1.2)."),
    "on-city": ("R5.1", "No unit may stand on the City (R5.1)."),
    "occupied": ("R5.1", "There is already a unit on that space (R5.1)."),
    "base-empty": (
        "R5.2",
        "Your base is empty, so you have no supply: deploy on your base first, drop a Drop Squad or use an Air Strike "
        "(R5.2).",
    ),
    "no-supply": (
        "R5.2",
        "This unit would not be supplied there: no supplied unit of yours stands on a space it can draw from (R5.2).",
    ),
    "enemy-base-unsupplied": (
        "R5.3",
        "The enemy base can be entered only by a unit that is supplied there (R5.3).",
    ),
    "drop-on-base": ("R5.5", "A {unit} may never be on a base (R5.5)."),
    "drop-in-supply": (
        "R5.5",
        "A {unit} may only land where it is not supplied; that space is in your supply (R5.5).",
    ),
    "drop-too-far": (
        "R5.6",
        "A {unit} must land within {reach} of the City or of a unit in play (R5.6).",
    ),
    "must-attack": ("R6.4", "From there this unit can destroy an enemy, so it must: name the target (R6.4)."),
    "no-attack-after-win": ("R8.2", "A unit that enters the enemy base wins and does not attack (R8.2)."),
    "never-attacks": ("R6.2", "{unit} do not attack (R6.2)."),
    "target-empty": ("R6.1", "There is no unit on that space to attack (R6.1)."),
    "target-own": ("R6.1", "You cannot attack your own unit (R6.1)."),
    "out-of-range": ("R6.2", "This unit cannot attack that space from there (R6.2)."),
    "unsupported": (
        "R6.3",
        "Nobody supports that attack, so it would not destroy the target and is not made (R6.3).",
    ),
    "no-air-strike": ("R7.1", "You have used both your Air Strikes (R7.1)."),
    "strike-empty": ("R7.2", "There is no unit on that space (R7.2)."),
    "strike-own": ("R7.2", "An Air Strike hits enemy units only (R7.2)."),
    "strike-city": ("R7.2", "The City cannot be attacked (R7.2)."),
}
NUMBERS = {1: "one space", 2: "two spaces", 3: "three spaces"}

Why = str | tuple[str, str, str]


def refuse(cards: Cards, core: Sector219, text: str) -> Why:
    """Return the first check that fails for a text that is not a legal action."""
    if core.turn == 0:
        if not text.startswith("b:"):
            return "opening-first"
        if len(text) != 4:
            return "return-two"
        return "not-in-hand", "R2.5", "You do not have that card in hand (R2.5)."
    if text.startswith("b:"):
        return "not-opening"
    if text in ("pass", "-"):
        return "must-play"
    parsed = parse(cards, text)
    if parsed is None:
        return "bad-notation"
    letter, space_name, target_name = parsed
    space = cards.space(space_name)
    if letter == "X":
        code = why_no_strike(core, space)
        if code == "no-air-strike" and cards.air_strikes != 2:
            return code, "R7.1", "You have no Air Strike left (R7.1)."
        return code
    kind = cards.letters.index(letter)
    if core.hand(core.to_act)[kind] == 0:
        return "not-in-hand"
    if space is None:
        return fill_sentence(cards, core, kind, "off-field")
    if not core.may_deploy(core.to_act, kind, space):
        return fill_sentence(cards, core, kind, why_not_there(cards, core, kind, space))
    target = cards.space(target_name) if target_name else None
    return fill_sentence(
        cards, core, kind, why_not_that_target(cards, core, kind, space, target_name is not None, target)
    )


def refuse_path(cards: Cards, core: Sector219, path: Sequence[str], meant: str, fits: Sequence[str]) -> Why:
    """Return why the last thing clicked does not fit. `fits` are the cards that could be played there, `meant` the move
    that the whole path stands for."""
    place, _, name = path[-1].partition(":")
    chosen = [thing for thing in path[:-1] if thing.startswith("hand:")]
    if core.turn == 0:
        return "opening-first" if place == "cell" or name == "X" else refuse(cards, core, meant)
    if place == "hand" and name == "X" and core.strikes_of(core.to_act):
        return "strike-empty", "R7.2", "No enemy unit is in play for an Air Strike to hit (R7.2)."
    if place == "cell" and not chosen:
        if fits:
            return "must-play", "R3.3", f"Choose a card first: {either(fits)} can be used there (R3.3)."
        space = cards.space(name) if re.fullmatch(SPACE, name, re.ASCII) else None
        return fill_sentence(cards, core, 0, "off-field") if space is None else why_no_card(cards, core, space)
    why = refuse(cards, core, meant)
    return ("not-in-hand", "R3.3", "That is no card of your hand (R3.3).") if why == "bad-notation" else why


def why_no_card(cards: Cards, core: Sector219, space: int) -> Why:
    """Return why none of the cards in hand can be played on a space."""
    held = [kind for kind, number in enumerate(core.hand(core.to_act)) if number]
    unit = core.unit_at(space)
    if unit is not None and unit[0] == core.to_act:
        return "occupied", "R5.1", "One of your units stands there; units do not move (R5.1)."
    if unit is not None:
        return "occupied", "R5.1", "An enemy unit stands there, and nothing you have can hit it now (R5.1)."
    if not held:
        return "not-in-hand", "R3.3", "You have no card left to lay there (R3.3)."
    supplied = [kind for kind in held if cards.units[kind].deploy != DROP] or held
    code = why_not_there(cards, core, supplied[0], space)
    if code == "no-supply":
        return (
            code,
            "R5.2",
            "None of your cards would be supplied there: no supplied unit of yours is near enough (R5.2).",
        )
    return fill_sentence(cards, core, supplied[0], code)


def why_no_strike(core: Sector219, space: int | None) -> str:
    if core.strikes_of(core.to_act) == 0:
        return "no-air-strike"
    if space == core.tables.city:
        return "strike-city"
    if space is None or core.unit_at(space) is None:
        return "strike-empty"
    return "strike-own"


def why_not_there(cards: Cards, core: Sector219, kind: int, space: int) -> str:
    seat = core.to_act
    if space == core.tables.city:
        return "on-city"
    if core.unit_at(space) is not None:
        return "occupied"
    if cards.units[kind].deploy == DROP:
        if space in cards.bases:
            return "drop-on-base"
        if not core.drop_in_supply and core.would_be_supplied(seat, kind, space):
            return "drop-in-supply"
        return "drop-too-far"
    if space == core.base_of(1 - seat):
        return "enemy-base-unsupplied"
    return "base-empty" if core.unit_at(core.base_of(seat)) is None else "no-supply"


def why_not_that_target(cards: Cards, core: Sector219, kind: int, space: int, named: bool, target: int | None) -> str:
    seat = core.to_act
    if not named:
        return "must-attack"
    if space == core.base_of(1 - seat):
        return "no-attack-after-win"
    if not cards.units[kind].attack:
        return "never-attacks"
    victim = core.unit_at(target) if target is not None else None
    if target is None or victim is None:
        return "target-empty"
    if victim[0] == seat:
        return "target-own"
    ahead = 1 if seat == 0 else -1
    step = (target % 16 - space % 16, (target // 16 - space // 16) * ahead)
    return "unsupported" if step in cards.units[kind].attack else "out-of-range"


def fill_sentence(cards: Cards, core: Sector219, kind: int, code: str) -> Why:
    """Fill the names and numbers of this content and these options into the sentence."""
    rule, sentence = SENTENCES[code]
    if "{" not in sentence:
        return code
    corner = chr(ord("a") + cards.side - 1) + str(cards.side)
    reach = NUMBERS.get(core.drop_reach, "")
    return code, rule, sentence.format(unit=cards.units[kind].name, corner=corner, reach=reach)
