"""What the active ship can do, and what results: places to go, jumps, targets, and every other action.

Movement uses no dice, so it is simulated on a copy of the position. For an attack, the case is simulated in which it
hits.
"""

from __future__ import annotations

import threading
from functools import cached_property

from sectors.games.starsectors.content import Standard
from sectors.games.starsectors.events import event_of, events_of
from sectors.games.starsectors.notation import target_name
from sectors.games.starsectors.numbers import (
    BANK,
    BY_BANK,
    BY_FIRE,
    BY_RAM,
    DONE,
    END,
    ENGINEERING,
    FAULTS,
    FIRE,
    FWD,
    LEFT,
    LOAD_TRI,
    MOST_SHIPS,
    PLAIN,
    RAM,
    REPAIR,
    REV,
    RIGHT,
    RWARP,
    SELFDESTRUCT,
    TACTICAL,
    WARP,
    XFER_MF,
    ship_name,
)
from sectors.games.starsectors.refusals import SENTENCES, rule_of
from sectors.games.starsectors.rules import Rules
from sectors.games.starsectors.rules_ships import RECORD
from sectors.kit import Json
from sectors.kit.dealer import Dealer
from sectors.kit.svg import once_large

STEPS = ((FWD, "fwd"), (LEFT, "left"), (RIGHT, "right"), (REV, "rev"))
WEAPONS = {FIRE: "fire", BANK: "bank", RAM: "ram"}
SPARE = threading.local()


def chance(number: int, dice: int) -> float:
    """Return the chance that the lowest of some d12 is at or under a number.

    >>> chance(3, 1), chance(6, 2)
    (0.25, 0.75)
    """
    return 1.0 - (1.0 - min(max(number, 0), 12) / 12) ** dice


@once_large
def all_hexes(columns: int, rows: int) -> tuple[str, ...]:
    """Return the names of all hexes of a map, indexed by cell."""
    return tuple(f"{c:02d}{r:02d}" for c in range(1, columns + 1) for r in range(1, rows + 1))


def hex_names(core: Rules) -> tuple[str, ...]:
    game_map = core.chart_map()
    return all_hexes(game_map.w, game_map.h)


def spare_dealer() -> Dealer:
    """Return this thread's dealer that records events; a dealer is too large to create for every question."""
    found: Dealer | None = getattr(SPARE, "dealer", None)
    if found is None:
        found = SPARE.dealer = Dealer(live=True)
    found.forget()
    return found


def explain_refusal(fault: str, text: str) -> list[str]:
    """Return rule and sentence of a refusal."""
    return [rule_of(fault, text), SENTENCES[fault][1]]


class Analyst:
    """Analyses a position in a ship's turn."""

    def __init__(self, content: Standard, core: Rules) -> None:
        self.content = content
        self.core = core
        self.names = hex_names(core)
        self.ship = core.turn_ship
        self.id = ship_name(core.number_of(self.ship))

    # The turn

    def turn(self) -> Json:
        """Return the data of the turn bar: moves and duties left, where the ship is docked, where a mine would go."""
        core = self.core
        left, allowance, _ = core.movement_budget()
        ahead, astern = core.warp_factors()
        record = core.record(self.ship)
        mine = core.mine_cell()
        return {
            "ship": self.id,
            "left": left,
            "allowance": allowance,
            "warp": ahead,
            "rwarp": astern,
            "duties": 0 if core.attacked else self.content.classes[record[2]].phases - core.duty_count,  # R13.3
            "docks": [self.names[cell] for cell in core.adjacent_docks(record[3])],
            "docked": not core.moved,
            "mine": self.names[mine] if mine >= 0 else None,
        }

    def actions(self) -> dict[str, Json]:
        """Return every action of this phase that has no target: why it is refused, or what it changes."""
        if self.core.phase == TACTICAL:
            codes = [END, *range(FWD, XFER_MF + 1)]
        elif self.core.phase == ENGINEERING:
            codes = [DONE, *range(REPAIR, LOAD_TRI + 1)]
        else:
            return {}
        return {PLAIN[code]: self.action(code) for code in codes}

    def action(self, code: int) -> Json:
        fault = FAULTS[self.core.why(code)]
        if fault != "legal":
            return {"why": explain_refusal(fault, PLAIN[code])}
        if code == END:
            return {"why": None, "changes": []}
        if code == SELFDESTRUCT:
            return {"why": None, "changes": [], "blast_hexes": self.explosion()}
        return {"why": None, "changes": self.changes(code)}

    def explosion(self) -> list[str]:
        """Return the hexes hit if the ship destroys itself, including those of the blasts that follow."""
        dealer = spare_dealer()
        after = self.core.attempt(SELFDESTRUCT, dealer)
        assert after is not None
        return list_blast_hexes(events_of(self.content, after, dealer.fetch_events()))

    def changes(self, code: int) -> list[Json]:
        """Return what an action changes on the ship: shields, factors, moves, charges, supplies."""
        after = self.core.attempt(code, spare_dealer())
        assert after is not None
        before, now = self.gauges(self.core), self.gauges(after, still=code != DONE)
        return [
            {"what": key, "from": before[key], "to": now.get(key, 0)}
            for key in before
            if before[key] != now.get(key, 0)
        ]

    def gauges(self, core: Rules, still: bool = True) -> dict[str, int]:
        record = dict(zip(RECORD.split(), core.record(self.ship), strict=True))
        if record["dead"]:
            return {"shields": 0}
        cf, df, mf = core.factors(self.ship)
        shields = self.content.classes[record["kind"]].ss - record["hits"]
        found = {"shields": shields, "cf": cf, "df": df, "mf": mf}
        found |= {key: record[key] for key in ("banks", "engines", "mines", "dil", "tri", "cloaked")}
        if still and core.phase == TACTICAL:
            found["moves"] = core.movement_budget()[0]
        return found

    # Movement (R7)

    def places(self) -> list[Json]:
        """Return every hex and heading within the moves left: the cheapest route and what happens on it (R7.1 to R7.9),
        the field of fire there, and the attacks that enemies could make on the ship there without moving."""
        return [
            {**route, **(self.outlook(after) if after else {"field": [], "row": [], "aims": [], "threats": []})}
            for route, after in self.find_routes()
        ]

    def routes(self) -> list[Json]:
        """Return the same places without fields of fire, aims and threats."""
        return [route for route, _ in self.find_routes()]

    def find_routes(self) -> list[tuple[Json, Rules | None]]:
        """Search all routes by cost; return each place with the position there, None if the ship is destroyed."""
        found: dict[tuple[int, int, bool], tuple[Json, Rules | None]] = {}
        seen = {self.core.movement_state()}
        layer: list[tuple[Rules, list[str], list[Json]]] = [(self.core, [], [])]
        while layer:
            further = []
            for core, steps, happened in layer:
                for code, text in STEPS:
                    dealer = spare_dealer()
                    after = core.attempt(code, dealer)
                    if after is None:
                        continue
                    raw_events = dealer.fetch_events()
                    happens = happened + self.list_consequences(raw_events) if len(raw_events) > 1 else happened
                    if after.turn_ship != self.ship or after.place()[2]:  # destroyed: the route ends here
                        cell = core.course(1, code == REV, False) if code in (FWD, REV) else core.place()[0]
                        lost = self.route(cell, core.place()[1], [cell], [*steps, text], happens, 0)
                        found.setdefault((cell, core.place()[1], True), (lost, None))
                        continue
                    if after.nebula and not core.nebula:
                        happens = [*happens, {"kind": "nebula"}]
                    key = after.movement_state()
                    if key in seen:
                        continue
                    seen.add(key)
                    further.append((after, [*steps, text], happens))
                    place = (key[0], key[1], False)
                    if place not in found or harm(found[place][0]["happens"]) > harm(happens):
                        hull = after.hull(self.ship)
                        left = after.movement_budget()[0]
                        found[place] = self.route(key[0], key[1], hull, [*steps, text], happens, left), after
            layer = further
        start = self.core.place()
        return [result for place, result in found.items() if place != start]

    def route(self, base: int, heading: int, hull: list[int], steps: list[str], happens: list[Json], left: int) -> Json:
        return {
            "hex": self.names[base],
            "heading": heading,
            "hull": [self.names[cell] for cell in hull],
            "cost": len(steps),
            "left": left,
            "steps": steps,
            "happens": happens,
        }

    def outlook(self, after: Rules) -> Json:
        field, row = after.fields(self.names)
        return {"field": field, "row": row, "aims": self.aims(after), "threats": self.threats(after)}

    def list_consequences(self, raw_events: list[list[int]]) -> list[Json]:
        """Return what a step or jump causes besides the move itself."""
        found: list[Json] = []
        for event in (event_of(self.content, raw) for raw in raw_events):
            kind = event["event"]
            if kind == "mine-gone":
                found.append({"kind": "mine", "thing": f"hex:{event['hex']}"})
            elif kind == "hits":
                found.append({"kind": "hits", "thing": f"ship:{event['ship']}", "hits": event["number"]})
            elif kind == "destroyed":
                found.append({"kind": "destroyed", "thing": f"ship:{event['ship']}"})
            elif kind == "wormhole":
                found.append({"kind": "wormhole", "thing": f"hex:{event['hex']}"})
            elif kind == "stop":
                found.append({"kind": "orbit", "thing": f"hex:{event['body']}"})
            elif kind in ("decloak", "end"):
                found.append({"kind": kind})
        return found

    def jumps(self) -> list[Json]:
        """Return, for ahead and astern, every hex in which a jump can end and what stops it there (R7.10, R7.11)."""
        found = []
        for base, astern in ((WARP, False), (RWARP, True)):
            ends: list[Json] = []
            stop: Json | None = None
            for hexes in range(1, 100):
                text = f"{'r' if astern else ''}warp{hexes}"
                cell = self.core.course(hexes, astern, False)
                fault = FAULTS[self.core.why(base + hexes)]
                if fault != "legal":
                    rule, sentence = explain_refusal(fault, text)
                    stop = {"hex": self.names[cell] if cell >= 0 else None, "code": fault, "why": [rule, sentence]}
                    break
                ends.append(
                    {"hex": self.names[cell], "text": text, "happens": self.simulate_consequences(base + hexes)}
                )
            found.append({"astern": astern, "ends": ends, "stop": stop})
        return found

    def simulate_consequences(self, code: int) -> list[Json]:
        """Return what an action causes besides the move itself."""
        dealer = spare_dealer()
        self.core.attempt(code, dealer)
        return self.list_consequences(dealer.fetch_events())

    # Attacks (R8 to R10)

    @cached_property
    def enemies(self) -> list[int]:
        """The numbers in action codes of all enemy ships, then mines."""
        core = self.core
        seat = core.record(self.ship)[0]
        ships = [core.number_of(ship) for ship in range(core.ships) if not core.record(ship)[6]]
        owners = [core.record(ship)[0] for ship in range(core.ships) if not core.record(ship)[6]]
        side = core.side_of(seat)
        found = [number for number, owner in zip(ships, owners) if core.side_of(owner) != side]
        mines = [core.mine_number(cell) for cell, owner in core.mine_list() if core.side_of(owner) != side]
        return found + mines

    def targets(self) -> list[Json]:
        """Return, for every enemy ship and mine and each weapon, the line and the odds, or why the attack is illegal
        and what blocks it."""
        weapons = [FIRE, *([BANK] if self.content.classes[self.core.record(self.ship)[2]].banks else [])]
        found = [self.target(number, weapon) for number in self.enemies for weapon in weapons]
        return found + [self.target(number, RAM) for number in self.enemies if number < MOST_SHIPS]

    def target(self, number: int, weapon: int) -> Json:
        name = target_name(number)
        thing = f"mine:{name[1:]}" if number >= MOST_SHIPS else f"ship:{name}"
        text = f"{WEAPONS[weapon]}-{name}"
        found: Json = {"thing": thing, "weapon": WEAPONS[weapon], "text": text, "why": None}
        fault = FAULTS[self.core.why(weapon + number)]
        if fault != "legal":
            found["why"] = explain_refusal(fault, text)
            found["code"] = fault
            if fault == "line-blocked":
                cell = self.core.blocker(number, weapon == BANK)
                found["blocker"] = self.names[cell] if cell >= 0 else None
            return found
        return found | (
            self.ram_outcome(number) if weapon == RAM else self.odds(self.core, number, weapon == BANK, True)
        )

    def ram_outcome(self, number: int) -> Json:
        """Return the outcome of ramming (R10.5)."""
        hits = self.core.factors(self.ship)[0]
        dealer = spare_dealer()
        if self.core.rams_defended():
            line = self.core.defence_of(number)
            save = chance(*line)
            after = self.after(self.core.simulate_hits(number, hits, BY_RAM, dealer), dealer, number)
            after["wins"] = False  # it depends on a roll which ship is left
        else:
            save = 0.0
            twin = self.core.attempt(RAM + number, dealer)
            assert twin is not None
            after = self.after(twin, dealer, number)
        return {"range": 1, "chance": round(1.0 - save, 4), "save": round(save, 4), "hits": hits, **after}

    def odds(self, core: Rules, number: int, bank: bool, whole: bool) -> Json:
        """Return what a legal attack can do; with `whole`, also what is left of the target."""
        line = core.attack_line(number, bank)
        assert line is not None
        hit = 1.0 if bank else chance(line["number"], line["dice"])
        found: Json = {"number": line["number"], "dice": line["dice"], "range": line["range"], "hit": round(hit, 4)}
        found |= {"from": self.names[line["from"]], "to": self.names[line["to"]]}
        if "df" not in line:
            return found | {"chance": round(hit, 4), "hits": 0, "effect": "the mine is gone"}
        found["df"] = line["df"]
        if bank and core.is_device():
            effect = f"defence - {line['number']} until the end of the round"
            return found | {"chance": 1.0, "hits": 0, "web": line["number"], "effect": effect}
        hits = core.bank_hits(line["number"]) if bank else 1
        save = chance(line["df"], line["saves"])
        found |= {"save": round(save, 4), "save_dice": line["saves"] if line["df"] else 0}
        found |= {"chance": round(hit * (1.0 - save), 4), "hits": hits}
        found["effect"] = f"{hits} hit{'s' if hits > 1 else ''}"
        if whole:
            dealer = spare_dealer()
            twin = core.simulate_hits(number, hits, BY_BANK if bank else BY_FIRE, dealer)
            found |= self.after(twin, dealer, number)
            found["duty"] = not bank and not core.attacked
        return found

    def after(self, twin: Rules, dealer: Dealer, number: int) -> Json:
        """Return what is left of a target after a hit, and what else the hit causes."""
        events = events_of(self.content, twin, dealer.fetch_events())
        victim = ship_name(number)
        ship = self.core.ship_of(number)
        cf, df, mf = self.core.factors(ship)
        ss = self.content.classes[self.core.record(ship)[2]].ss
        before = [ss - self.core.record(ship)[5], cf, df, mf]
        dead = bool(twin.record(ship)[6])
        now = [0, 0, 0, 0] if dead else [ss - twin.record(ship)[5], *twin.factors(ship)]
        blast = {
            event["ship"]: event["number"] for event in events if event["event"] == "hits" and event["cause"] == "blast"
        }
        lost = [
            event["ship"]
            for event in events
            if event["event"] == "destroyed" and event["ship"] not in (victim, self.id)
        ]
        seat = self.core.record(self.ship)[0]
        ends = [event for event in events if event["event"] == "end"]
        return {
            "left": dict(zip(("shields", "cf", "df", "mf"), map(list, zip(before, now)))),
            "destroys": dead,
            "blast": blast,
            "blast_hexes": list_blast_hexes(events),
            "lost": lost,
            "wins": bool(ends) and ends[0]["result"][seat] == 1.0,
        }

    def aims(self, after: Rules) -> list[Json]:
        """Return the attacks that would be legal from a place."""
        found = []
        for number in self.enemies:
            for weapon in (FIRE, BANK):
                if after.why(weapon + number) == 0:
                    odds = self.odds(after, number, weapon == BANK, False)
                    name = target_name(number)
                    thing = f"mine:{name[1:]}" if number >= MOST_SHIPS else f"ship:{name}"
                    short = {key: odds[key] for key in ("number", "dice", "chance", "hits")}
                    found.append({"thing": thing, "weapon": WEAPONS[weapon], **short})
        return found

    def threats(self, after: Rules) -> list[Json]:
        """Return the attacks that enemies could make on the ship in a place without moving."""
        found = []
        for number, bank, line in after.threats(self.ship):
            hit = 1.0 if bank else chance(line["number"], line["dice"])
            save = chance(line["df"], line["saves"])
            weapon = self.content.classes[after.kind_of(number)].weapon
            device = bank and weapon is not None and weapon.device
            threat: Json = {"thing": f"ship:{ship_name(number)}", "weapon": "bank" if bank else "fire"}
            threat |= {"number": line["number"], "chance": 0.0 if device else round(hit * (1.0 - save), 4)}
            found.append(threat)
        return found


def list_blast_hexes(events: list[Json]) -> list[str]:
    """Return the hexes that explosions reach."""
    return sorted({thing.partition(":")[2] for event in events for thing in event.get("things", {}).get("hexes", ())})


def harm(happens: list[Json]) -> int:
    return sum(one.get("hits", 0) for one in happens)
