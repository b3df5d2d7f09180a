"""What a player means by touching a thing that is part of no legal move, and why that move is illegal (3.1, 3.2)."""

from __future__ import annotations

from collections.abc import Sequence

from sectors.games.starsectors.content import Standard
from sectors.games.starsectors.facts_turn import Analyst, hex_names
from sectors.games.starsectors.moves import path_of
from sectors.games.starsectors.notation import Notation
from sectors.games.starsectors.numbers import (
    ACTIVATE,
    BUILD,
    CREW,
    DEPLOY,
    ENGINEERING,
    FAULTS,
    FIRST,
    LETTERS,
    PURCHASE,
    TACTICAL,
    ship_name,
)
from sectors.games.starsectors.refusals import refuse
from sectors.games.starsectors.rules import Rules
from sectors.kit.core import Actions

Why = tuple[str, str] | tuple[str, str, str]
# If there are several targets, each illegal for its own reason, the reason latest in the order of checks is given.
FURTHEST = ("line-blocked", "out-of-arc", "out-of-range", "not-dead-ahead", "target-sheltered", "target-cloaked")


class Touch:
    """A touch in a position: `path` holds the things touched, and the question is about the last one."""

    def __init__(self, content: Standard, core: Rules, path: Sequence[str]) -> None:
        self.content = content
        self.core = core
        self.notation = Notation(content)
        self.before = [thing.partition(":") for thing in path[:-1]]
        self.kind, _, self.name = path[-1].partition(":")

    def why(self) -> Why:
        answers = {
            FIRST: self.why_first,
            BUILD: self.why_build,
            PURCHASE: self.why_purchase,
            DEPLOY: self.why_deploy,
            ACTIVATE: self.why_activate,
            CREW: self.why_crew,
            TACTICAL: self.why_tactical,
            ENGINEERING: self.why_engineering,
        }
        return answers[self.core.phase]()

    def explain_refusal(self, text: str) -> Why | None:
        """Return why a text is refused, None if it is legal."""
        code = self.notation.code(text)
        if code is not None and self.core.why(code) == 0:
            return None
        return refuse(self.notation, self.core, text)

    def last_touched(self, *kinds: str) -> str | None:
        """Return the last thing of these kinds that was touched before, as written in action texts."""
        for kind, _, name in reversed(self.before):
            if kind in kinds:
                return f"m{name}" if kind == "mine" else name
        return None

    def is_own(self, name: str) -> bool:
        return name[:1] == LETTERS[self.core.to_act]

    # Setting up

    def why_first(self) -> Why:
        return "wrong-phase", "R3.2", "Choose who goes first."

    def why_build(self) -> Why:
        if self.kind == "class":
            return self.explain_refusal(f"pick-{self.name}") or self.refuse_other_move()
        if self.kind == "do":
            return self.explain_refusal(self.name) or self.refuse_other_move()
        return "wrong-phase", "R3.3", "The fleet is being built: choose a class, or say that it is complete."

    def why_purchase(self) -> Why:
        if self.kind == "do":
            return self.explain_refusal(self.name) or self.refuse_other_move()
        if self.kind == "ship":
            if not self.is_own(self.name):
                return "not-your-ship", "R3.4", "You buy supplies for your own ships."
            return self.explain_refusal(f"buy-mine-{self.name}") or self.refuse_other_move()
        if self.kind == "item":
            ship = self.last_touched("ship")
            if ship:
                return self.explain_refusal(f"buy-{self.name}-{ship}") or self.refuse_other_move()
            faults = [self.explain_refusal(f"buy-{self.name}-{one}") for one in self.own_ships()]
            return faults[0] if all(faults) and faults[0] else ("not-your-ship", "R3.4", "Choose the ship first.")
        return "wrong-phase", "R3.4", "The ships are not deployed yet: buy supplies, or say that you are done."

    def why_deploy(self) -> Why:
        ship = ship_name(self.core.number_of(self.core.next_ship(self.core.to_act)))
        if self.kind == "hex":
            return self.explain_refusal(f"put-{self.name}") or self.refuse_other_move()
        if self.kind == "ship" and not self.is_own(self.name):
            return "not-your-ship", "R3.6", "You deploy your own ships."
        return "hex-not-clear", "R3.6", f"Choose an empty hex of your home row for {ship}."

    # Whose turn it is

    def why_activate(self) -> Why:
        name = self.name if self.kind == "ship" else self.ship_in(self.name)
        if name:
            return self.explain_refusal(f"go-{name}") or self.refuse_other_move()
        return "not-your-ship", "R5.2", "Choose one of your ships that have not had their turn."

    def why_crew(self) -> Why:
        ship = ship_name(self.core.number_of(self.core.turn_ship))
        return "wrong-phase", "R5.4", f"The command crew of {ship} needs its order first."

    # The tactical phase

    def why_tactical(self) -> Why:
        jumping = self.last_touched("do") == "warp"
        if self.kind == "do":
            return self.why_word()
        if jumping and self.kind in ("hex", "ship", "mine"):
            return self.why_jump(self.name if self.kind != "ship" else self.hex_of(self.name))
        if self.kind == "hex":
            return self.why_hex()
        return self.why_target(self.name if self.kind == "ship" else f"m{self.name}")

    def why_word(self) -> Why:
        if self.name == "warp":
            return self.explain_refusal("warp1") or self.refuse_other_move()
        if self.name not in ("fire", "bank", "ram"):
            return self.explain_refusal(self.name) or self.refuse_other_move()
        target = self.last_touched("ship", "mine")
        if target and not (self.name == "ram" and target[0] == "m"):
            return self.explain_refusal(f"{self.name}-{target}") or self.refuse_other_move()
        enemies = [one for one in self.enemies() if self.name != "ram" or one[0] != "m"]
        faults = [self.explain_refusal(f"{self.name}-{one}") for one in enemies]
        if None in faults:
            return "no-such-target", "R8.1", "Choose the target first."
        for furthest in FURTHEST:
            for fault in faults:
                if fault and fault[0] == furthest:
                    return fault
        return next((fault for fault in faults if fault), ("no-such-target", "R8.1"))

    def why_target(self, name: str) -> Why:
        if name == ship_name(self.core.number_of(self.core.turn_ship)):
            return "not-an-enemy", "R5.5", "It is the turn of this ship: choose where it goes or what it attacks."
        return self.explain_refusal(f"fire-{name}") or self.refuse_other_move()

    def why_jump(self, name: str | None) -> Why:
        for astern in (False, True):
            for hexes in range(1, 100):
                cell = self.core.course(hexes, astern, False)
                if cell < 0:
                    break
                if self.core.chart_name(cell) == name:
                    return self.explain_refusal(f"{'r' if astern else ''}warp{hexes}") or self.refuse_other_move()
        return "jump-path-blocked", "R7.10", "A jump goes straight ahead or straight astern."

    def why_hex(self) -> Why:
        for text in ("fwd", "rev"):
            cell = self.core.course(1, text == "rev", text == "rev")
            if cell >= 0 and self.core.chart_name(cell) == self.name:
                return self.explain_refusal(text) or self.refuse_other_move()
        if self.name not in hex_names(self.core):
            return "off-map", "R7.4"
        fault = FAULTS[self.core.entry_fault(self.core.chart_of().cell(self.name))]
        if fault != "legal":
            return fault, "R7.9" if fault == "star-adjacent" else "R7.4"
        if any(place["hex"] == self.name for place in Analyst(self.content, self.core).routes()):
            return "no-movement-left", "R7.1", "Not in one step: first turn, or go to the hexes on the way."
        return "no-movement-left", "R6.5", "That is further than this ship can go in this turn."

    # The engineering phase

    def why_engineering(self) -> Why:
        if self.kind == "do":
            return self.explain_refusal(self.name) or self.refuse_other_move()
        if self.kind == "ship":
            if not self.is_own(self.name):
                return "not-your-ship", "R14.7", "In engineering a ship deals only with ships of its own fleet."
            return self.explain_refusal(f"give-dil-{self.name}") or self.refuse_other_move()
        if self.kind == "item":
            return self.why_gift()
        return "wrong-phase", "R5.6", "The tactical phase is over: in engineering the ship neither moves nor fires."

    def why_gift(self) -> Why:
        ship = self.last_touched("ship")
        if ship:
            return self.explain_refusal(f"give-{self.name}-{ship}") or self.refuse_other_move()
        others = [one for one in self.own_ships() if one != ship_name(self.core.number_of(self.core.turn_ship))]
        faults = [self.explain_refusal(f"give-{self.name}-{one}") for one in others]
        if None in faults:
            return "not-your-ship", "R14.7", "Choose the ship that gets it first."
        return next((fault for fault in faults if fault), ("not-docked", "R14.7", "You have no other ship here."))

    # Helpers

    def refuse_other_move(self) -> Why:
        """Return the refusal of a touch that begins another move than the one begun, or that needs one more touch."""
        return "wrong-phase", "6", "That begins another move: take back what you have chosen first."

    def living(self) -> list[int]:
        return [ship for ship in range(self.core.ships) if not self.core.record(ship)[6]]

    def own_ships(self) -> list[str]:
        return [
            ship_name(self.core.number_of(one)) for one in self.living() if self.core.record(one)[0] == self.core.to_act
        ]

    def enemies(self) -> list[str]:
        side = self.core.side_of(self.core.to_act)
        ships = [one for one in self.living() if self.core.side_of(self.core.record(one)[0]) != side]
        mines = [cell for cell, owner in self.core.mine_list() if self.core.side_of(owner) != side]
        return [ship_name(self.core.number_of(one)) for one in ships] + [
            f"m{self.core.chart_name(one)}" for one in mines
        ]

    def ship_in(self, name: str) -> str | None:
        """Return the ship whose hull covers a hex."""
        for ship in self.living():
            if self.core.record(ship)[3] >= 0 and name in map(self.core.chart_name, self.core.hull(ship)):
                return ship_name(self.core.number_of(ship))
        return None

    def hex_of(self, name: str) -> str | None:
        for ship in self.living():
            if ship_name(self.core.number_of(ship)) == name and self.core.record(ship)[3] >= 0:
                return self.core.chart_name(self.core.record(ship)[3])
        return None


def refuse_path(content: Standard, core: Rules, path: Sequence[str]) -> Why | None:
    """Return why the last thing touched is refused; None if the path is a legal move or the beginning of one."""
    notation = Notation(content)
    codes = core.legal_codes(Actions(core.most_actions()))
    if any(path_of(core, notation.text(code))[: len(path)] == tuple(path) for code in codes):
        return None
    return Touch(content, core, path).why()


# What the player means, as the text of a move, legal or not


def attempt(core: Rules, path: Sequence[str]) -> str:
    kind, _, name = path[0].partition(":") if path else ("", "", "")
    last = path[-1].partition(":")[2] if len(path) > 1 else ""
    if kind == "hex":
        return attempt_hex(core, name)
    if kind == "do" and name == "warp":
        return attempt_jump(core, last)
    if kind in ("ship", "mine"):
        return attempt_ship(core, name if kind == "ship" else f"m{name}", path[-1] if last else "")
    words = {"seat": "first", "class": "pick", "order": "crew"}
    return f"{words[kind]}-{name}" if kind in words else name


def attempt_hex(core: Rules, name: str) -> str:
    if core.phase == TACTICAL:
        for text in ("fwd", "rev"):
            cell = core.course(1, text == "rev", text == "rev")
            if cell >= 0 and core.chart_name(cell) == name:
                return text
        return attempt_jump(core, name)
    return f"put-{name}"


def attempt_jump(core: Rules, name: str) -> str:
    """Return the jump to a hex that lies ahead or astern; for any other hex a text that is no move."""
    for astern in (False, True):
        for hexes in range(1, 100):
            end = core.course(hexes, astern, False)
            if end < 0:
                break
            if core.chart_name(end) == name:
                return f"{'r' if astern else ''}warp{hexes}"
    return f"warp to {name or 'nowhere'}"


def attempt_ship(core: Rules, name: str, last: str) -> str:
    kind, _, word = last.partition(":")
    if kind == "item" or core.phase in (PURCHASE, ENGINEERING):
        return f"{'buy' if core.phase == PURCHASE else 'give'}-{word or 'dil'}-{name}"
    if kind == "do":
        return f"{word}-{name}"
    return f"fire-{name}" if core.phase == TACTICAL else f"go-{name}"
