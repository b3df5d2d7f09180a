"""Positions and views (section 7 of the rules)."""

from __future__ import annotations

from typing import Any

from sectors.games.sector18.content import SHIPS, Box
from sectors.games.sector18.lookup import Tables
from sectors.games.sector18.maps import BASE, NAMES, NUMBERS, PLACES, ZONES
from sectors.games.sector18.rules import Sector18
from sectors.kit import BadPosition, Json, check_fields, is_int, shown
from sectors.kit.game import ENDING, HEADER

PHASES = ("faction", "main", "fleet", "target", "over")
REASONS = ("base", "turns", "passes")
ICONS = ("", "P", "B", "PB")
FIELDS = (
    *("first", "phase", "turn", "side", "acted", "used", "moved", "speed", "passes"),
    *("players", "automa"),
)
PLAYER_FIELDS = ("faction", "r", "h", "level", "shield", "ships")
AUTOMA_FIELDS = ("deck", "discard", "card", "plays", "queue", "icons")


# Writing


def position(box: Box, core: Sector18) -> Json:
    fields = core.fields()
    return {
        "first": fields["first"],
        "phase": PHASES[fields["phase"]],
        "turn": fields["turn"],
        "side": fields["side"],
        "acted": fields["acted"],
        "used": fields["used"],
        "moved": "".join(SHIPS[ship] for ship in fields["moved"]),
        "speed": fields["speed"],
        "passes": fields["passes"],
        "players": [_player(box, fields, side) for side in range(2)],
        "automa": _automa(box, fields) if core.seats == 1 else None,
    }


def _player(box: Box, fields: Json, side: int) -> Json:
    faction = fields["faction"][side]
    ships = {
        SHIPS[ship]: {"at": NAMES[fields["at"][side][ship]], "up": fields["up"][side][ship]}
        for ship in range(4)
        if fields["at"][side][ship] != PLACES
    }
    numbers = {key: fields[key][side] for key in ("r", "h", "level", "shield")}
    return {"faction": box.faction_ids[faction] if faction >= 0 else None, **numbers, "ships": ships}


def _automa(box: Box, fields: Json) -> Json:
    waiting = PHASES[fields["phase"]] == "target"
    discard = [box.automa_cards[card] for card in fields["discard"]]
    return {
        "deck": [box.automa_cards[card] for card in fields["deck"]],
        "discard": discard,
        "card": discard[-1] if waiting else None,
        "plays": fields["plays"],
        "queue": "".join(SHIPS[ship] for ship in fields["queue"]),
        "icons": ICONS[fields["icons"]] if waiting else "",
    }


def view(box: Box, core: Sector18) -> Json:
    """What everybody sees: all but the order of the automa's deck (R12), and who claims what."""
    view = position(box, core)
    if view["automa"] is not None:
        view["automa"]["deck"] = sorted(view["automa"]["deck"])
    view["claims"] = [[NAMES[zone] for zone in core.claimed(side)] for side in range(2)]
    return view


# Reading


class Reader:
    """A position being read; every step raises BadPosition where something is wrong."""

    def __init__(self, box: Box, tables: Tables, options: Json, position: Json) -> None:
        self.box = box
        self.tables = tables
        self.seats = tables.seats
        self.options = options
        check_fields(position, (*HEADER, *FIELDS, *ENDING))
        self.position = position
        self.phase: str = self.one_of("phase", PHASES)

    def core(self) -> Sector18:
        fields = {
            "first": self.whole("first", 0, 1),
            "phase": PHASES.index(self.phase),
            "turn": self.whole("turn", 1, self.options["turn_limit"]),
            "side": self.whole("side", 0, 1),
            "acted": self.truth("acted"),
            "used": self.truth("used"),
            "moved": self.ships_in_order("moved", self.position["moved"], SHIPS),
            "speed": self.whole("speed", 0, 9),
            "passes": self.whole("passes", 0, self.options["pass_limit"]),
            **self.players(),
            **self.automa(),
        }
        self.check_turn(fields)
        self.check_phase(fields)
        reason, winner = self.ending(fields)
        core = Sector18(self.tables)
        core.take(fields, reason, winner)
        if self.phase == "target" and len(core.tied_targets()) < 2:
            raise BadPosition("automa.queue: its first ship must have two or more planets equally near")
        return core

    # Values

    def wrong(self, where: str, found: Any, allowed: str) -> BadPosition:
        return BadPosition(f"{where}: found {shown(found)}, allowed is {allowed}")

    def whole(self, key: str, least: int, most: int, data: Json | None = None, where: str = "") -> int:
        value = (self.position if data is None else data)[key]
        if not is_int(value, least, most):
            raise self.wrong(where + key, value, f"a whole number from {least} to {most}")
        return int(value)

    def truth(self, key: str) -> bool:
        if not isinstance(self.position[key], bool):
            raise self.wrong(key, self.position[key], "true or false")
        return bool(self.position[key])

    def one_of(self, key: str, values: tuple[str, ...]) -> str:
        value = self.position[key]
        if not isinstance(value, str) or value not in values:
            raise self.wrong(key, value, "one of " + ", ".join(values))
        return value

    def ships_in_order(self, where: str, value: Any, order: str) -> list[int]:
        if not isinstance(value, str) or value != "".join(ship for ship in order if ship in value):
            raise self.wrong(where, value, f"different ships in the order {order}")
        return [SHIPS.index(ship) for ship in value]

    # Parts

    def players(self) -> Json:
        players = self.position["players"]
        if not isinstance(players, list) or len(players) != 2 or not all(isinstance(one, dict) for one in players):
            raise self.wrong("players", players, "a list of two sides")
        fields: Json = {key: [] for key in ("faction", "r", "h", "level", "shield", "at", "up")}
        for side in range(2):
            where = f"players.{side}."
            data = players[side]
            check_fields(data, PLAYER_FIELDS, where=where)
            level = self.whole("level", 1, 4, data, where)
            largest = self.box.largest_health(level, self.options["start_health"])
            rules = self.box.rules
            least, most = 0, rules["resource_cap"]
            if self.seats == 1 and side == 1:
                least = rules["ai_start_resources"]
                most = max(least, most - 1)
            fields["level"].append(level)
            fields["h"].append(self.whole("h", 0, largest, data, where))
            fields["r"].append(self.whole("r", least, most, data, where))
            fields["shield"].append(self.whole("shield", 0, 3, data, where))
            fields["faction"].append(self.faction(data["faction"], where))
            at, up = self.ships(data["ships"], side, where + "ships")
            fields["at"].append(at)
            fields["up"].append(up)
        places = [place for side in range(2) for place in fields["at"][side] if place < ZONES]
        for place in places:
            if places.count(place) > self.tables.zone_limit:
                raise BadPosition(f"players: more than two ships are in {NAMES[place]}")
        return fields

    def faction(self, value: Any, where: str) -> int:
        if value is None:
            return -1
        if not isinstance(value, str) or value not in self.box.faction_ids:
            raise self.wrong(where + "faction", value, "null or one of " + ", ".join(self.box.faction_ids))
        return self.box.faction_ids.index(value)

    def ships(self, data: Any, side: int, where: str) -> tuple[list[int], list[bool]]:
        if not isinstance(data, dict):
            raise self.wrong(where, data, "an object of ships")
        at, up = [PLACES] * 4, [False] * 4
        for name, ship in data.items():
            if name not in SHIPS or len(name) != 1:
                raise self.wrong(where, name, "L, M, S or H")
            if not isinstance(ship, dict):
                raise self.wrong(f"{where}.{name}", ship, "an object")
            check_fields(ship, ("at", "up"), where=f"{where}.{name}.")
            place = NUMBERS.get(ship["at"]) if isinstance(ship["at"], str) else None
            if place is None or not self.tables.on_map(place) or place == BASE[1 - side]:
                raise self.wrong(f"{where}.{name}.at", ship["at"], "a zone of the map or the own base")
            if not isinstance(ship["up"], bool):
                raise self.wrong(f"{where}.{name}.up", ship["up"], "true or false")
            at[SHIPS.index(name)] = place
            up[SHIPS.index(name)] = ship["up"]
        return at, up

    def automa(self) -> Json:
        data = self.position["automa"]
        empty: Json = {"deck": [], "discard": [], "plays": 0, "queue": [], "icons": 0}
        if self.seats == 2:
            if data is not None:
                raise self.wrong("automa", data, "null in a duel")
            return empty
        if not isinstance(data, dict):
            raise self.wrong("automa", data, "an object in solo")
        check_fields(data, AUTOMA_FIELDS, where="automa.")
        cards = self.box.automa_cards
        for key in ("deck", "discard"):
            if not isinstance(data[key], list) or not all(isinstance(one, str) and one in cards for one in data[key]):
                raise self.wrong(f"automa.{key}", data[key], "a list of automa cards")
        if sorted(data["deck"] + data["discard"]) != sorted(cards):
            raise BadPosition("automa: deck and discard together must be all cards, each once")
        card, plays, icons = data["card"], self.whole("plays", 0, 1, data, "automa."), data["icons"]
        queue = self.ships_in_order("automa.queue", data["queue"], SHIPS[::-1])
        if self.phase == "target":
            if not data["discard"] or card != data["discard"][-1]:
                raise self.wrong("automa.card", card, "the last card of the discard")
            if plays and not self.tables.double:
                raise self.wrong("automa.plays", plays, "0 without the achievement double")
            if icons not in ("P", "PB") or not isinstance(icons, str):
                raise self.wrong("automa.icons", icons, "P or PB")
            if not queue or SHIPS[queue[0]] == "S":
                raise self.wrong("automa.queue", data["queue"], "ships in play, the first not S")
        elif card is not None or plays or queue or icons != "":
            raise BadPosition('automa: card, plays, queue and icons are null, 0, "" and "" outside the phase target')
        return {
            "deck": [cards.index(one) for one in data["deck"]],
            "discard": [cards.index(one) for one in data["discard"]],
            "plays": plays,
            "queue": queue,
            "icons": ICONS.index(icons),
        }

    # Invariants

    def check_turn(self, fields: Json) -> None:
        first = self.options["first"]
        if first != "random" and fields["first"] != first:
            raise self.wrong("first", fields["first"], f"the option first, {first}")
        chosen = [faction >= 0 for faction in fields["faction"]]
        if self.seats == 1 and chosen[1]:
            raise BadPosition("players.1.faction: the automa has none")
        if self.phase == "faction":
            self.check_choosing(fields, chosen)
            return
        if not all(chosen[: self.seats]):
            raise BadPosition(f"players: every seat has a faction in the phase {self.phase}")
        side = fields["first"] if fields["turn"] % 2 else 1 - fields["first"]
        if fields["side"] != side:
            raise self.wrong("side", fields["side"], f"{side} in turn {fields['turn']}")

    def check_choosing(self, fields: Json, chosen: list[bool]) -> None:
        if self.options["factions"] != "choose":
            raise self.wrong("phase", "faction", "another one unless the option factions is choose")
        if fields["turn"] != 1 or fields["passes"]:
            raise BadPosition("turn, passes: 1 and 0 in the phase faction")
        side = fields["side"]
        if self.seats == 1 and side != 0:
            raise self.wrong("side", side, "0 in the phase faction")
        if chosen[side]:
            raise BadPosition(f"players.{side}.faction: null for the side that chooses")
        if self.seats == 2 and chosen[1 - side] != (side != fields["first"]):
            raise BadPosition("players: the starting seat chooses first")

    def check_phase(self, fields: Json) -> None:
        side = fields["side"]
        solo = self.seats == 1
        if self.phase in ("main", "fleet"):
            if solo and side == 1:
                raise self.wrong("side", side, "0: the automa decides nothing")
            if bool(fields["moved"]) != (self.phase == "fleet"):
                raise BadPosition("moved: not empty in the phase fleet, and only there")
            if self.phase == "fleet" and fields["acted"]:
                raise self.wrong("acted", True, "false in the phase fleet")
            faction = self.box.factions[fields["faction"][side]]
            speed = faction.n if faction.effect == "speed" and fields["used"] else 0
            if fields["speed"] != speed:
                raise self.wrong("speed", fields["speed"], str(speed))
        elif fields["acted"] or fields["used"] or fields["moved"] or fields["speed"]:
            raise BadPosition(f"acted, used, moved, speed: nothing has been done in the phase {self.phase}")
        if self.phase == "target":
            if not solo or side != 1:
                raise BadPosition("phase: target is for solo games, in the turn of side 1")
            for ship in fields["queue"]:
                if fields["at"][1][ship] == PLACES:
                    raise self.wrong("automa.queue", SHIPS[ship], "ships in play")
        if solo and fields["passes"] > (self.phase in ("target", "over")):
            raise self.wrong("passes", fields["passes"], "0, and at most 1 in the phases target and over")
        if self.phase != "over":
            if min(fields["h"]) == 0:
                raise BadPosition("players: a Health of 0 ends the game")
            if fields["passes"] >= self.options["pass_limit"]:
                raise self.wrong("passes", fields["passes"], "less than pass_limit while the game runs")

    def ending(self, fields: Json) -> tuple[int, int]:
        """Reason and winner of a game that is over."""
        if self.phase != "over":
            return 0, -1
        reason = self.one_of("reason", REASONS)
        fallen = [side for side in range(2) if fields["h"][side] == 0]
        limit = self.options["pass_limit"]
        if len(fallen) != (reason == "base"):
            raise BadPosition(f"players: {len(fallen)} bases have fallen, but the reason is {reason}")
        if (fields["passes"] == limit) != (reason == "passes") or (reason == "passes" and self.seats == 1):
            raise BadPosition(f"passes: {fields['passes']} does not go with the reason {reason}")
        if reason == "turns" and fields["turn"] != self.options["turn_limit"]:
            raise self.wrong("turn", fields["turn"], "turn_limit with the reason turns")
        return REASONS.index(reason), 1 - fallen[0] if fallen else -1
