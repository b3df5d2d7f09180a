"""Actions as texts, and as things that a person touches (section 6 of the rules).

Things are `card:mule.1`, `dock:A` (the docks of a class), `skill:M`, `bid:3`, and for everything else:
`do:flip` (the deck), `do:stop`, `do:go`, `do:done`, `do:clear`, `do:take`, `do:pass`, `do:pay`. `station:1` and
`pile:discard` can only be looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from sectors.games.sector86.content import CLASSES, SKILL_NAMES, SKILLS, Deck
from sectors.games.sector86.effects import CONFIRMED, Effects
from sectors.games.sector86.lookup import Tables
from sectors.games.sector86.numbers import NONE, PHASES, PLAIN, VERBS
from sectors.games.sector86.rules import Sector86
from sectors.games.sector86.words import credits
from sectors.kit import Actions, Move

DECK_THING = "do:flip"
DISCARD_THING = "pile:discard"
LABELS = {
    "go": "Let the ships leave",
    "done": "Done",
    "flip": "Flip the next card",
    "stop": "Stop and dock",
    "clear": "Clear the queue and end the turn",
    "take": "Take the ship",
    "pass": "Pass",
}


class Notation:
    """The texts of all actions of a deck."""

    def __init__(self, deck: Deck, tables: Tables) -> None:
        self.deck = deck
        self.tables = tables
        self.texts = [self.write(*meaning) for meaning in tables.meanings]
        self.codes = {text: code for code, text in enumerate(self.texts)}

    def write(self, verb: int, thing: int, skill: int) -> str:
        name = VERBS[verb]
        if name in PLAIN:
            return name
        if name == "bid":
            return f"bid:{thing}"
        if name == "berth":
            return f"berth:{CLASSES[thing]}"
        card = self.deck.cards[thing].id
        return f"train:{card}:{SKILLS[skill]}" if name == "train" else f"{name}:{card}"

    def code(self, text: str) -> int | None:
        return self.codes.get(text) if isinstance(text, str) else None

    def legal(self, core: Sector86) -> list[int]:
        return core.legal_codes(Actions(self.tables.most_actions))

    def read(self, code: int) -> tuple[str, int, int]:
        """Return the verb of an action, its card, number or class, and its skill."""
        verb, thing, skill = self.tables.meanings[code]
        return VERBS[verb], thing, skill

    # For people

    def move(self, core: Sector86, code: int) -> Move:
        name, thing, skill = self.read(code)
        effects = Effects(self.deck, core).of(name, thing, skill)
        path, title = self.path(name, thing, skill), self.title(core, name, thing, skill)
        return Move(self.texts[code], path, title, effects, name in CONFIRMED)

    def path(self, name: str, thing: int, skill: int) -> tuple[str, ...]:
        if name in PLAIN:
            return (f"do:{name}",)
        if name == "bid":
            return (f"bid:{thing}",)
        if name == "berth":
            return (f"dock:{CLASSES[thing]}",)
        if name == "pay":
            return ("do:pay",)
        card = f"card:{self.deck.cards[thing].id}"
        return (card, f"skill:{SKILLS[skill]}") if name == "train" else (card,)

    def title(self, core: Sector86, name: str, thing: int, skill: int) -> str:
        if name in PLAIN:
            return self.plain_label(core, name)
        if name == "bid":
            return f"Bid {credits(thing)}"
        if name == "berth":
            return f"Dock the wreck in class {CLASSES[thing]}"
        label = self.label(core, name, thing)
        return f"{label} in {SKILL_NAMES[skill]}" if name == "train" else label

    def plain_label(self, core: Sector86, name: str) -> str:
        if name == "go":
            held = set(core.held_ships())
            due = sum(core.due_for(core.active, ship) for ship in core.docked_ships(core.active) if ship not in held)
            return f"{LABELS['go']} and take {credits(due)}"
        if name == "done":
            return {
                "upkeep": "End Upkeep and flip the first card",
                "repair": "Leave the wrecks as they are",
                "service": "Train nobody more",
                "recruit": "Buy nothing more",
            }.get(PHASES[core.phase], LABELS["done"])
        if name == "take":
            several = len(core.sealed_round()[0]) > 1
            return f"Take the ship for {credits(self.tables.redirect_fee)}{', or bid for it' if several else ''}"
        return LABELS[name]

    def label(self, core: Sector86, name: str, thing: int) -> str:
        card = self.deck.cards[thing]
        if name == "hold":
            return f"Hold the {card.name}"
        if name == "send":
            return f"Send a team: {card.name}"
        if name == "pick":
            return f"{card.name} joins the team"
        if name == "train":
            return f"Train {card.name} for {credits(self.tables.train_price)}"
        if name == "redirect":
            price = core.price_of_redirect()
            return f"Send the {card.name} away {f'for {credits(price)}' if price else 'for nothing'}"
        if name == "fix":
            return f"Repair the {card.name}"
        if name in ("hire", "build"):
            return f"{name.capitalize()} {card.name} for {credits(core.price_for(core.active, thing))}"
        if name == "want":
            price = core.price_for(core.to_act, thing) + self.tables.market_extra
            return f"Claim {card.name} for {credits(price)}"
        if name == "pay":
            levy = self.deck.cards[core.levy]
            kept = f"keep {card.name}" if core.levied_card != NONE else "keep your crew"
            return f"Pay {credits(levy.price)} and {kept}"
        return f"Give up {card.name}"

    def attempt(self, core: Sector86, path: Sequence[str]) -> str:
        """Return the action text that a path of touched things stands for."""
        if not path:
            return ""
        kind, _, name = path[0].partition(":")
        if kind == "dock":
            return f"berth:{name}"
        if path[0] == "do:pay" and core.levy != NONE:
            return f"pay:{self.deck.cards[core.levied_card if core.levied_card != NONE else core.levy].id}"
        if kind == "do":
            return name
        if kind != "card":
            return path[0]
        verb = self.verb_for(core, name)
        if verb == "train" and len(path) > 1:
            return f"train:{name}:{path[1].partition(':')[2]}"
        return f"{verb}:{name}"

    def verb_for(self, core: Sector86, name: str) -> str:
        """Return what touching a card means in the current phase, else what its kind is usually for."""
        number = self.deck.number.get(name)
        kind = self.deck.cards[number].kind if number is not None else ""
        by_phase = {
            "depart": "hold",
            "team": "pick",
            "collision": "redirect",
            "repair": "fix",
            "levy": "lose",
            "market": "want",
        }
        if PHASES[core.phase] in by_phase:
            return by_phase[PHASES[core.phase]]
        if PHASES[core.phase] == "recruit":
            return "build" if kind == "facility" else "hire"
        at_station = number is not None and core.state_of(number)["place"] in core.crew_rows()
        by_kind = {"ship": "hold", "wreck": "fix", "facility": "build", "mission": "send", "levy": "pay"}
        return by_kind.get(kind, "train" if at_station else "hire")
