"""Moves as text: `b:KA`, `Ag6xg8`, `Xg8`; and as paths of things to click."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sectors.games.sector219.content import Cards, space_text
from sectors.games.sector219.lookup import Tables
from sectors.games.sector219.rules import Sector219
from sectors.kit import Move

NO_TARGET = 255
SPACE = "[a-z][1-9][0-9]*"
PLAY = re.compile(f"([A-WYZ])({SPACE})(?:x({SPACE}))?", re.ASCII)
STRIKE = re.compile(f"X({SPACE})", re.ASCII)


def parse(cards: Cards, text: str) -> tuple[str, str, str | None] | None:
    """Return the letter ("X" for an Air Strike), space and target of a well-formed play, whether or not they exist."""
    strike = STRIKE.fullmatch(text)
    if strike:
        return "X", strike[1], None
    play = PLAY.fullmatch(text)
    if play and play[1] in cards.letters:
        return play[1], play[2], play[3]
    return None


def code_of(cards: Cards, tables: Tables, text: str) -> int | None:
    letters = cards.letters
    if text.startswith("b:"):
        if len(text) != 4 or text[2] not in letters or text[3] not in letters:
            return None
        return letters.index(text[2]) * len(letters) + letters.index(text[3])
    parsed = parse(cards, text)
    if parsed is None:
        return None
    letter, space_name, target_name = parsed
    space = cards.space(space_name)
    target = cards.space(target_name) if target_name else None
    if space is None or (target_name and target is None):
        return None
    if letter == "X":
        return tables.strike(space)
    return tables.deployment(letters.index(letter), space, target)


def text_of(cards: Cards, tables: Tables, code: int) -> str:
    letters = cards.letters
    if code < tables.openings:
        return f"b:{letters[code // len(letters)]}{letters[code % len(letters)]}"
    if code < tables.openings + tables.strike_codes:
        return f"X{space_text(tables.strike_space(code))}"
    kind, space, target = tables.decode(code)
    return letters[kind] + space_text(space) + (f"x{space_text(target)}" if target != NO_TARGET else "")


def move_of(cards: Cards, core: Sector219, code: int) -> Move:
    tables = core.tables
    text = text_of(cards, tables, code)
    if code < tables.openings:
        upper, lowest = cards.units[code // tables.kinds], cards.units[code % tables.kinds]
        label = f"{upper.name} under the deck, then {lowest.name} under it"
        return Move(text, (f"hand:{upper.letter}", f"hand:{lowest.letter}"), label)
    if code < tables.openings + tables.strike_codes:
        return Move(text, ("hand:X", f"cell:{text[1:]}"), f"Air Strike on {unit_on(cards, core, text[1:])}")
    kind, space, target = tables.decode(code)
    unit = cards.units[kind]
    label = f"{unit.name} to {space_text(space)}"
    path = [f"hand:{unit.letter}", f"cell:{space_text(space)}"]
    if space == core.base_of(1 - core.to_act):
        label += ", the enemy base: wins"
    elif target != NO_TARGET:
        label += f", destroying {unit_on(cards, core, space_text(target))}"
        path.append(f"cell:{space_text(target)}")
    return Move(text, tuple(path), label)


def unit_on(cards: Cards, core: Sector219, space_name: str) -> str:
    space = cards.space(space_name)
    unit = core.unit_at(space) if space is not None else None
    return f"{cards.units[unit[1]].name} on {space_name}" if unit else space_name


def cards_for(cards: Cards, paths: Sequence[Sequence[str]], thing: str) -> list[str]:
    """Return the names of the cards that a legal move plays on a space, or against the unit there."""
    letters = {path[0].removeprefix("hand:") for path in paths if thing in path[1:]}
    names = {**cards.names, "X": "Air Strike"}
    return [names[letter] for letter in (*cards.letters, "X") if letter in letters]


def attempt(cards: Cards, core: Sector219, path: Sequence[str]) -> str:
    """Return the text of the move meant by clicking these things: cards by letter, spaces by name."""
    names = [thing.partition(":") for thing in path]
    hand = [name for place, _, name in names if place == "hand"]
    cells = [name for place, _, name in names if place == "cell"]
    if core.turn == 0:
        return "b:" + "".join(hand)
    if not hand:  # a space alone: assume the first card of the hand
        hand = [letter for kind, letter in enumerate(cards.letters) if core.hand(core.to_act)[kind]] or ["X"]
    if not cells:  # a card alone that cannot be played: assume a space next to the City
        near = [core.tables.city + step for step in (-1, 1, -17, -15, 17, 15)]
        free = [space for space in near if core.unit_at(space) is None] or near
        cells = [space_text(free[0])]
    return hand[0] + cells[0] + (f"x{cells[1]}" if len(cells) > 1 and hand[0] != "X" else "")
