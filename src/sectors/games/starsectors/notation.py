"""The notation of actions (section 6): its grammar, and the conversion between codes and texts."""

from __future__ import annotations

import re

from sectors.games.starsectors.content import Standard
from sectors.games.starsectors.numbers import (
    ACTIVATE,
    BANK,
    BUILD,
    BUY,
    CREW,
    DEPLOY,
    ENGINEERING,
    FIRE,
    FIRST,
    FIRST_SEAT,
    GIVE,
    GO,
    ITEMS,
    MOST_SEATS,
    MOST_SHIPS,
    ORDER,
    ORDERS,
    PICK,
    PLAIN,
    PURCHASE,
    PUT,
    RAM,
    RWARP,
    TACTICAL,
    WARP,
    hex_name,
    hex_number,
    ship_name,
    ship_number,
)

SHIP = "[A-D][1-9][0-9]?"
NUMBER = "[1-9][0-9]?"
HEX = "[0-9]{4}"
ITEM = "(?:mine|dil|tri|crew)"
TARGET = f"(?:{SHIP}|m{HEX})"

# The forms of the grammar: pattern, the phase it belongs to, and the first of its codes.
FORMS: tuple[tuple[re.Pattern[str], int, int], ...] = tuple(
    (re.compile(pattern, re.ASCII), phase, base)
    for pattern, phase, base in (
        (r"first-([0-9])", FIRST, FIRST_SEAT),
        (r"pick-([a-z]+)", BUILD, PICK),
        (rf"buy-({ITEM})-({SHIP})", PURCHASE, BUY),
        (rf"put-({HEX})", DEPLOY, PUT),
        (rf"go-({SHIP})", ACTIVATE, GO),
        (r"crew-(command|engineering|helm|science|tactical)", CREW, ORDER),
        (rf"warp({NUMBER})", TACTICAL, WARP),
        (rf"rwarp({NUMBER})", TACTICAL, RWARP),
        (rf"fire-({TARGET})", TACTICAL, FIRE),
        (rf"bank-({TARGET})", TACTICAL, BANK),
        (rf"ram-({SHIP})", TACTICAL, RAM),
        (rf"give-({ITEM})-({SHIP})", ENGINEERING, GIVE),
    )
)
SETTING = {"fleet-done": BUILD, "stock": PURCHASE, "buy-done": PURCHASE}
PLAIN_PHASES = {
    text: SETTING.get(text, ENGINEERING if text == "done" or place >= PLAIN.index("repair") else TACTICAL)
    for place, text in enumerate(PLAIN)
}


def parse(text: str) -> tuple[int, int | None, str] | None:
    """Return phase, code and argument of a text, or None if it does not match the grammar. The code is None if no
    position has such an action: a hex beyond the largest map, a seat or a class that does not exist."""
    if not isinstance(text, str):
        return None
    if text in PLAIN_PHASES:
        return PLAIN_PHASES[text], PLAIN.index(text), ""
    for pattern, phase, base in FORMS:
        match = pattern.fullmatch(text)
        if match:
            return phase, code_of(base, match), match[1]
    return None


def code_of(base: int, match: re.Match[str]) -> int | None:
    word = match[1]
    if base in (WARP, RWARP):
        return base + int(word)
    if base in (FIRE, BANK, RAM, GO):
        target = target_number(word)
        return None if target is None else base + target
    if base in (BUY, GIVE):
        return base + ITEMS.index(word) * MOST_SHIPS + ship_number(match[2])
    if base == PUT:
        number = hex_number(word)
        return None if number is None else base + number
    if base == FIRST_SEAT:
        return base + int(word) if int(word) < MOST_SEATS else None
    return base + ORDERS.index(word) if base == ORDER else None  # classes depend on the content


def target_number(text: str) -> int | None:
    """Return the number of a ship or a mine in action codes."""
    if text[0] != "m":
        return ship_number(text)
    number = hex_number(text[1:])
    return None if number is None else MOST_SHIPS + number


def target_name(target: int) -> str:
    return ship_name(target) if target < MOST_SHIPS else "m" + hex_name(target - MOST_SHIPS)


class Notation:
    """Converts between texts and codes, with the classes of a content."""

    def __init__(self, content: Standard) -> None:
        self.content = content

    def text(self, code: int) -> str:
        if code < len(PLAIN):
            return PLAIN[code]
        if code >= PICK:
            return f"pick-{self.content.classes[code - PICK].code}"
        if code >= PUT:
            return f"put-{hex_name(code - PUT)}"
        for base, word in ((GIVE, "give"), (BUY, "buy")):
            if code >= base:
                item, ship = divmod(code - base, MOST_SHIPS)
                return f"{word}-{ITEMS[item]}-{ship_name(ship)}"
        for base, word in ((RAM, "ram"), (BANK, "bank"), (FIRE, "fire"), (GO, "go")):
            if code >= base:
                return f"{word}-{target_name(code - base)}"
        for base, word in ((RWARP, "rwarp"), (WARP, "warp")):
            if code > base:
                return f"{word}{code - base}"
        return f"crew-{ORDERS[code - ORDER]}" if code > ORDER else f"first-{code - FIRST_SEAT}"

    def code(self, text: str) -> int | None:
        parsed = parse(text)
        if parsed is None:
            return None
        phase, code, word = parsed
        if phase == BUILD and code is None:
            kind = self.content.by_code.get(word)
            return None if kind is None else PICK + kind
        return code
