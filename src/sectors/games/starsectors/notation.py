"""Actions as texts (section 6): the grammar, codes and texts, and moves for people."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sectors.games.starsectors.content import Standard
from sectors.games.starsectors.odds import attack_odds
from sectors.games.starsectors.rules import Rules
from sectors.games.starsectors.ships import RECORD
from sectors.games.starsectors.words import (
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
    ITEM_NAMES,
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
from sectors.kit import Move
from sectors.kit.svg import SEAT_NAMES

SHIP = "[A-D][1-9][0-9]?"
NUMBER = "[1-9][0-9]?"
HEX = "[0-9]{4}"
ITEM = "(?:mine|dil|tri|crew)"
TARGET = f"(?:{SHIP}|m{HEX})"

# Each form of the grammar: what follows the word, the phase it belongs to, and the first of its codes.
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
    """Phase, code and argument of a text of the grammar; None for any other. The code is None where no position has
    such an action: a hex beyond the largest map, a seat or a class that does not exist."""
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
    return base + ORDERS.index(word) if base == ORDER else None  # classes are the content's


def target_number(text: str) -> int | None:
    """A ship or a mine as in action codes."""
    if text[0] != "m":
        return ship_number(text)
    number = hex_number(text[1:])
    return None if number is None else MOST_SHIPS + number


def target_name(target: int) -> str:
    return ship_name(target) if target < MOST_SHIPS else "m" + hex_name(target - MOST_SHIPS)


class Notation:
    """Texts and codes with the classes of a content."""

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
        found = parse(text)
        if found is None:
            return None
        phase, code, word = found
        if phase == BUILD and code is None:
            kind = self.content.by_code.get(word)
            return None if kind is None else PICK + kind
        return code

    # For people

    def move(self, core: Rules, code: int) -> Move:
        text = self.text(code)
        return Move(text, self.path(core, text), self.label(core, code, text))

    def path(self, core: Rules, text: str) -> tuple[str, ...]:
        """What is touched: a hex to go to, a ship and what to do to it, or a word."""
        word, _, rest = text.partition("-")
        if word == "put":
            return (f"hex:{rest}",)
        if word == "go":
            return (f"ship:{rest}",)
        if word == "first":
            return (f"seat:{rest}",)
        if word == "pick":
            return (f"class:{rest}",)
        if word == "crew":
            return (f"order:{rest}",)
        if word in ("buy", "give") and rest != "done":
            item, _, ship = rest.partition("-")
            return (f"ship:{ship}", f"item:{item}")
        if word in ("fire", "bank", "ram"):
            return (f"mine:{rest[1:]}" if rest[0] == "m" else f"ship:{rest}", f"do:{word}")
        if text in ("fwd", "rev"):
            return (f"hex:{self.step_hex(core, text == 'rev')}",)
        jump = re.fullmatch(r"(r?)warp(\d+)", text)
        if jump:
            return ("do:warp", f"hex:{self.jump_hex(core, int(jump[2]), bool(jump[1]))}")
        return (f"do:{text}",)

    def step_hex(self, core: Rules, astern: bool) -> str:
        """The hex that a step enters with the bow, or astern with the stern."""
        return core.chart_name(core.course(1, astern, astern))

    def jump_hex(self, core: Rules, hexes: int, astern: bool) -> str:
        """The hex where a jump ends, of the base."""
        return core.chart_name(core.course(hexes, astern, False))

    def attempt(self, core: Rules, path: Sequence[str]) -> str:
        """What somebody means who touches these things."""
        kind, _, name = path[0].partition(":") if path else ("", "", "")
        last = path[-1].partition(":")[2] if len(path) > 1 else ""
        if kind == "hex":
            return self.attempt_hex(core, name)
        if kind == "do" and name == "warp":
            return self.attempt_jump(core, last)
        if kind in ("ship", "mine"):
            return self.attempt_ship(core, name if kind == "ship" else f"m{name}", path[-1] if last else "")
        words = {"seat": "first", "class": "pick", "order": "crew"}
        return f"{words[kind]}-{name}" if kind in words else name

    def attempt_hex(self, core: Rules, name: str) -> str:
        if core.phase == TACTICAL:
            for text in ("fwd", "rev"):
                if core.course(1, text == "rev", text == "rev") >= 0 and self.step_hex(core, text == "rev") == name:
                    return text
            return self.attempt_jump(core, name)
        return f"put-{name}"

    def attempt_jump(self, core: Rules, name: str) -> str:
        """A jump to that hex, if it lies ahead or astern; else no move at all."""
        for astern in (False, True):
            for hexes in range(1, 100):
                end = core.course(hexes, astern, False)
                if end < 0:
                    break
                if core.chart_name(end) == name:
                    return f"{'r' if astern else ''}warp{hexes}"
        return f"warp to {name or 'nowhere'}"

    def attempt_ship(self, core: Rules, name: str, last: str) -> str:
        kind, _, word = last.partition(":")
        if kind == "item" or core.phase in (PURCHASE, ENGINEERING):
            return f"{'buy' if core.phase == PURCHASE else 'give'}-{word or 'dil'}-{name}"
        if kind == "do":
            return f"{word}-{name}"
        return f"fire-{name}" if core.phase == TACTICAL else f"go-{name}"

    def label(self, core: Rules, code: int, text: str) -> str:
        word, _, rest = text.partition("-")
        if text in LABELS:
            return LABELS[text] + self.price(core, text)
        if word == "first":
            return f"{SEAT_NAMES[int(rest)]} goes first"
        if word == "pick":
            one = self.content.classes[code - PICK]
            return f"Add a {one.name} for {core.class_value(code - PICK)} points"
        if word == "put":
            return f"Deploy it in {rest}"
        if word == "go":
            return f"It is the turn of {self.ship(core, rest)}"
        if word == "crew":
            return f"Order: {rest} ({ORDER_EFFECTS[rest]})"
        if word in ("buy", "give"):
            item, _, ship = rest.partition("-")
            name = ITEM_NAMES[ITEMS.index(item)]
            if word == "give":
                return f"Give one {name} to {self.ship(core, ship)}"
            return f"Buy one {name} for {self.ship(core, ship)}: {core.price_of(ITEMS.index(item), ship_number(ship))}"
        if word in ("fire", "bank", "ram"):
            return self.attack_label(core, word, rest)
        if text in ("fwd", "rev"):
            return f"{'Ahead' if text == 'fwd' else 'Astern'} to {self.step_hex(core, text == 'rev')}{self.costs(core)}"
        if text in ("left", "right"):
            return f"Turn to {'port' if text == 'left' else 'starboard'}{self.costs(core)}"
        hexes = int(text.rpartition("p")[2])
        end = self.jump_hex(core, hexes, text[0] == "r")
        return f"Jump {'astern ' if text[0] == 'r' else ''}to {end} ({hexes} of warp factor {core.allowed()[2]})"

    def costs(self, core: Rules) -> str:
        left, allowance, _ = core.allowed()
        return f" (1 of the {left} moves left)" if left > 1 else f" (the last of {max(allowance, 1)} moves)"

    def price(self, core: Rules, text: str) -> str:
        """What a word of a ship's turn uses up, and of how much."""
        for what, words in USES.items():
            if text in words:
                record = dict(zip(RECORD.split(), core.record(core.turn_ship), strict=True))
                record["duties"] = self.content.classes[record["kind"]].phases - core.duty_count
                return f" (1 of {record[what]})" if record[what] > 1 else " (the last)" if what != "duties" else ""
        return ""

    def ship(self, core: Rules, name: str) -> str:
        """A ship's id and class."""
        return f"{name} {self.content.classes[core.kind_of(ship_number(name))].name}"

    def attack_label(self, core: Rules, word: str, rest: str) -> str:
        whom = f"the mine in {rest[1:]}" if rest[0] == "m" else self.ship(core, rest)
        if word == "ram":
            return f"Ram {whom}: this ship is lost, {core.factors(core.turn_ship)[0]} hits"
        target = target_number(rest)
        found = None if target is None else attack_odds(core, target, word == "bank")
        if found is None:
            return f"Fire at {whom}"
        if word == "bank":
            start = f"Fire a bank at {whom}: {found['effect']}"
        else:
            dice = " with two dice" if found["dice"] == 2 else ""
            start = f"Fire at {whom}: roll {found['number']} or less{dice}, {found['hit']:.0%}"
        if "save" not in found:
            return start
        if found["df"] == 0:
            return f"{start}; it cannot save"
        return f"{start}; it saves at {found['df']} or less, {found['save']:.0%}"


USES = {
    "dil": ("dil-mf", "fix-dil", "dil-warp"),
    "tri": ("tri-cf", "tri-df", "tri-bank"),
    "engines": ("xfer-cf", "xfer-df", "xfer-mf", "fix-warp"),
    "banks": ("fix-bank",),
    "mines": ("mine",),
    "duties": ("repair", "charge-warp", "charge-bank", "cloak"),
}
ORDER_EFFECTS = {
    "command": "its defence rolls two dice",
    "engineering": "one more repair at the end of the turn",
    "helm": "one more move",
    "science": "it may attack cloaked ships",
    "tactical": "its attacks roll two dice, banks are 1 stronger",
}
LABELS = {
    "fleet-done": "The fleet is complete",
    "stock": "Take the standard load-out",
    "buy-done": "Buy nothing more",
    "end": "End the tactical phase",
    "done": "End the turn of this ship",
    "selfdestruct": "Self-destruct: this ship is lost, every ship next to it takes 1 hit",
    "mine": "Drop a mine astern",
    "decloak": "De-cloak (no repair in this turn)",
    "dil-mf": "Burn dilithium: 1 more move",
    "tri-cf": "Burn trilithium: combat factor + 1 until the next turn",
    "tri-df": "Burn trilithium: defence factor + 1 until the next turn",
    "xfer-cf": "Empty a warp engine: combat factor + 1 until the next turn",
    "xfer-df": "Empty a warp engine: defence factor + 1 until the next turn",
    "xfer-mf": "Empty a warp engine: 1 more move",
    "repair": "Duty: repair 1 hit",
    "charge-warp": "Duty: charge a warp engine",
    "charge-bank": "Duty: charge a bank",
    "cloak": "Duty: cloak",
    "fix-bank": "Drain a bank to repair 1 hit",
    "fix-warp": "Empty a warp engine to repair 1 hit",
    "fix-dil": "Burn dilithium to repair 1 hit",
    "fix-dock": "Repair 2 hits at the station",
    "dil-warp": "Burn dilithium to charge a warp engine",
    "tri-bank": "Burn trilithium to charge a bank",
    "gather-dil": "Mine one dilithium here",
    "gather-tri": "Gather one trilithium from the nebula",
    "load-dil": "Load one dilithium at the station",
    "load-tri": "Load one trilithium at the station",
}
