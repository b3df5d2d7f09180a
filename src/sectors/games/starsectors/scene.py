"""The contents of a view for both the SVG and the text picture: ships with their factors, the turn, the prompt."""

from __future__ import annotations

from dataclasses import dataclass

from sectors.games.starsectors.content import ShipClass, Standard, adjacent_hex
from sectors.games.starsectors.facts_turn import all_hexes
from sectors.games.starsectors.moves import ORDER_EFFECTS
from sectors.games.starsectors.numbers import HEADINGS, ITEM_NAMES, ITEMS, LETTERS, TERRAIN_NAMES
from sectors.kit import Json
from sectors.kit.words import SEATS

ARC_WORDS = {"none": "unarmed", "fwd": "forward arc", "wide": "wide arc", "all": "all-round arc"}
ENDINGS = {
    "destroyed": "the last enemy warship is destroyed",
    "quiet": "too many quiet rounds in a row",
    "rounds": "the last round is over",
}


@dataclass(frozen=True)
class Ship:
    """A ship of a view, with its class and facts."""

    record: Json
    kind: ShipClass
    facts: Json  # {} if destroyed
    dense: bool  # its base is in a dense nebula
    stern: str | None

    @property
    def id(self) -> str:
        return str(self.record["id"])

    @property
    def seat(self) -> int:
        return int(self.record["owner"])

    @property
    def left(self) -> int:
        """Shields left."""
        return self.kind.ss - int(self.record["hits"])

    @property
    def cf(self) -> int:
        return int(self.facts["now"]["cf"])

    @property
    def df(self) -> int:
        return int(self.facts["now"]["df"])

    @property
    def mf(self) -> int:
        return int(self.facts["now"]["mf"])

    def status(self) -> str:
        if self.record["dead"]:
            return "destroyed"
        return "done" if self.record["done"] else "ready"

    def factors(self) -> list[tuple[str, int, int]]:
        """Return name, printed and current value of each factor."""
        return [
            ("combat", self.kind.cf, self.cf),
            ("defence", self.kind.df, self.df),
            ("movement", self.kind.mf, self.mf),
        ]

    def cargo(self) -> list[str]:
        record = self.record
        if record["mines"] is None:
            return ["cargo sealed"]
        words = (("mines", "mines" if record["mines"] > 1 else "mine"), ("dil", "dilithium"), ("tri", "trilithium"))
        found = [f"{record[key]} {word}" for key, word in words if record[key]]
        return found + (["command crew"] if record["crew"] else [])

    def short_cargo(self) -> str:
        """Return the cargo, abbreviated."""
        return " ".join(self.cargo()).replace("trilithium", "tri").replace("dilithium", "dil").replace("command ", "")

    def notes(self) -> list[str]:
        """Return the conditions and bonuses in force for the ship."""
        record = self.record
        found = []
        if record["cloaked"]:
            found.append("cloaked")
        if record["order"]:
            found.append(f"order {record['order']}: {ORDER_EFFECTS[record['order']]}")
        found += [f"{name} + {record[key]}" for key, name in (("cf", "combat"), ("df", "defence")) if record[key]]
        if record["web"]:
            found.append(f"defence - {record['web']} by a device")
        if self.dense:
            found.append("dense nebula: combat and defence - 1")
        return found


class Scene:
    def __init__(self, content: Standard, view: Json, facts: Json) -> None:
        self.content = content
        self.view = view
        self.facts = facts
        self.map: Json = view["map"]
        self.terrain: dict[str, str] = self.map["terrain"]
        self.ships = [self._ship(record) for record in view["ships"]]
        self.by_id = {ship.id: ship for ship in self.ships}
        turn = view["turn"]
        self.active = self.by_id[turn["ship"]] if turn else None

    def _ship(self, record: Json) -> Ship:
        kind = self.content.classes[self.content.by_code[record["type"]]]
        at = record["hex"]
        stern = adjacent_hex(at, (record["dir"] + 3) % 6) if at is not None and kind.length == 2 else None
        return Ship(
            record, kind, self.facts.get("ships", {}).get(record["id"], {}), self.terrain.get(at or "") == "M", stern
        )

    def hexes(self) -> tuple[str, ...]:
        return all_hexes(self.map["w"], self.map["h"])

    def starlit(self) -> set[str]:
        """Return the hexes next to a star (R7.9)."""
        stars = [name for name, code in self.terrain.items() if code == "S"]
        found = {near for star in stars for side in range(6) if (near := adjacent_hex(star, side))}
        return {name for name in found if name not in stars}

    def hex_label(self, name: str) -> str:
        words = [name]
        if name in self.terrain:
            words.append(TERRAIN_NAMES[self.terrain[name]])
        if name in self.view["mines"]:
            words.append(self.with_owner("mine", self.view["mines"][name]))
        return ", ".join(words)

    def ship_label(self, ship: Ship) -> str:
        record = ship.record
        where = f"in {record['hex']}, heading {HEADINGS[record['dir']]}" if record["hex"] else "not on the map"
        cloak = ", cloaked" if record["cloaked"] else ""
        shields = f"{ship.left} of {ship.kind.ss} shields"
        return f"{self.with_owner(f'{ship.id} {ship.kind.name}', ship.seat)}, {where}, {shields}{cloak}"

    def target_name(self, thing: str) -> str:
        """Return the name of a target of the facts."""
        kind, _, name = thing.partition(":")
        return f"{name} {self.by_id[name].kind.name}" if kind == "ship" else f"the mine in {name}"

    def with_owner(self, what: str, seat: int) -> str:
        if seat == self.view["seat"]:
            return f"your {what}"
        return f"{what} of {SEATS[seat]}"

    def seat_line(self, seat: int) -> str:
        """Return a seat's letter, name and faction, if its ships have one in common."""
        kinds = {ship.kind.faction for ship in self.ships if ship.seat == seat}
        faction = "a mixed fleet" if kinds else "no ships yet"
        if len(kinds) == 1:
            faction = self.content.factions[kinds.pop()].name
        return f"{LETTERS[seat]} {SEATS[seat]}, {faction}"

    def share(self, seat: int) -> float:
        """Return the share left of a seat's fleet, by value (R15.3)."""
        return float(self.facts["seats"][seat]["share"])

    def purse(self, seat: int) -> str:
        """Return what a seat has left: points to build with, credits to spend, or its share of the fleet."""
        view = self.view
        if view["phase"] == "build":
            build = self.facts.get("build")
            return f"{build['spent']} of {build['points']} points" if build and seat == view["seat"] else ""
        if view["round"]:
            return f"{self.share(seat):.0%} of the fleet"
        return f"{view['credits'][seat]} credits" if view["credits"][seat] else ""

    def title(self) -> str:
        """Return the heading: map, round and quiet rounds, or how the game ended."""
        view = self.view
        limit = self.facts["round"]["limit"]
        where = self.map["title"]
        if view["result"] is not None:
            return f"{where}: {self.ending()}"
        if view["round"] == 0:
            return f"{where}: setting up"
        quiet = f", {view['quiet']} quiet" if view["quiet"] else ""
        return f"{where}: round {view['round']} of {limit}{quiet}"

    def ending(self) -> str:
        result = self.view["result"]
        winners = [SEATS[seat] for seat, value in enumerate(result) if value]
        who = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}" if max(result) == 1.0 else "a draw"
        return f"{who}, {ENDINGS[self.view['reason']]}"

    def prompt(self) -> str:
        """Return the instruction for the seat to act."""
        phase, active = self.view["phase"], self.active
        name = f"{active.id} {active.kind.name}" if active else ""
        asked = {
            "first": "Choose who goes first",
            "build": "Add ships to your fleet",
            "purchase": "Buy supplies for your ships",
            "deploy": self.deploy_prompt(),
            "activate": "Choose the ship whose turn it is",
            "crew": f"{name}: give the crew an order",
            "tactical": f"{name}: move, fire, or end the tactical phase",
            "engineering": f"{name}: repair, charge, or end the turn",
            "over": "The game is over",
        }
        return asked[phase]

    def deploy_prompt(self) -> str:
        waiting = [s for s in self.ships if s.seat == self.view["to_act"] and s.record["hex"] is None]
        return f"Deploy {waiting[0].id} {waiting[0].kind.name}" if waiting else "Deploy your ships"

    def turn_facts(self) -> list[str]:
        """Return the texts of the turn bar: what the active ship has done and may still do."""
        turn = self.view["turn"]
        if turn is None or self.active is None:
            return []
        facts = []
        if self.view["phase"] == "tactical":
            now = self.facts["turn"]
            facts.append("movement stopped" if turn["stopped"] else f"{now['left']} of {now['allowance']} moves left")
            if self.active.record["engines"] and not turn["engine"] and not turn["used"]:
                facts.append(f"warp factor {now['warp']}")
        else:
            left = self.facts["turn"]["duties"]
            facts.append(f"{left or 'no'} {'duty' if left == 1 else 'duties'} left")
            facts += turn["duties"]
        words = {
            "attacked": "has attacked",
            "jumped": "has jumped",
            "decloaked": "has de-cloaked",
            "engine": "engine event used",
            "dil": "dilithium used",
            "tri": "trilithium used",
            "xfer": "energy transferred",
            "orbit": "began in orbit",
            "nebula": "slowed by a nebula",
            "op": "docking operation done",
        }
        facts += [word for key, word in words.items() if turn[key]]
        if turn["banked"]:
            facts.append(f"{turn['banked']} bank{'s' if turn['banked'] > 1 else ''} fired")
        return facts

    def chips(self) -> list[tuple[str, str]]:
        """Return thing and label of the buttons of this phase."""
        view = self.view
        phase = view["phase"]
        if phase == "first":
            return [(f"seat:{seat}", f"{SEATS[seat]} first") for seat in range(view["seats"])]
        if phase == "build":
            classes = [
                (f"class:{one.code}", f"{one.name} {one.value(view['options']['bank_points'])}")
                for one in self.content.classes
            ]
            return [*classes, ("do:fleet-done", "Fleet complete")]
        if phase == "purchase":
            prices = zip(ITEMS, ITEM_NAMES, self.content.prices)
            bought = [(f"item:{item}", f"{name} for {price}") for item, name, price in prices]
            return [*bought, ("do:stock", "Standard load-out"), ("do:buy-done", "Done buying")]
        if phase == "crew":
            return [(f"order:{order}", order) for order in ORDER_EFFECTS]
        return [(f"do:{text}", words) for text, words in CHIPS.get(phase, ())] + (
            [(f"item:{item}", f"give {name}") for item, name in zip(ITEMS, ITEM_NAMES)]
            if phase == "engineering"
            else []
        )


CHIPS: dict[str, tuple[tuple[str, str], ...]] = {
    "tactical": (
        ("left", "port"),
        ("right", "starboard"),
        ("fire", "fire"),
        ("bank", "bank"),
        ("ram", "ram"),
        ("warp", "jump"),
        ("mine", "drop mine"),
        ("decloak", "de-cloak"),
        ("dil-mf", "dilithium: move + 1"),
        ("tri-cf", "trilithium: combat + 1"),
        ("tri-df", "trilithium: defence + 1"),
        ("xfer-cf", "warp engine: combat + 1"),
        ("xfer-df", "warp engine: defence + 1"),
        ("xfer-mf", "warp engine: move + 1"),
        ("selfdestruct", "self-destruct"),
        ("end", "End phase"),
    ),
    "engineering": (
        ("repair", "repair"),
        ("charge-bank", "charge bank"),
        ("charge-warp", "charge engine"),
        ("cloak", "cloak"),
        ("fix-bank", "bank charge: repair"),
        ("fix-warp", "engine charge: repair"),
        ("fix-dil", "dilithium: repair"),
        ("fix-dock", "dock: repair 2"),
        ("dil-warp", "dilithium: charge engine"),
        ("tri-bank", "trilithium: charge bank"),
        ("gather-dil", "mine dilithium"),
        ("gather-tri", "gather trilithium"),
        ("load-dil", "load dilithium"),
        ("load-tri", "load trilithium"),
        ("done", "End turn"),
    ),
}
