"""Positions and views (section 7 of the rules)."""

from __future__ import annotations

from sectors.games.sector18.content import SHIPS, Box
from sectors.games.sector18.lookup import Tables
from sectors.games.sector18.maps import BASE, NAMES, NUMBERS, PLACES, ZONES
from sectors.games.sector18.numbers import PHASES, REASONS
from sectors.games.sector18.rules import Sector18
from sectors.kit import BadPosition, Json, Reader
from sectors.kit.game import ENDING, HEADER

PHASE_RULES = {"faction": "R3.4", "main": "R4.1", "fleet": "R6.1", "target": "R11.6", "over": "R9.1"}
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
    """Return the view of every seat: the position without the order of the automa's deck (R12), plus the claims."""
    view = position(box, core)
    if view["automa"] is not None:
        view["automa"]["deck"] = sorted(view["automa"]["deck"])
    view["claims"] = [[NAMES[zone] for zone in core.claimed_planets(side)] for side in range(2)]
    return view


def census(position: Json) -> list[str] | None:
    """Return the automa's cards, deck and discard together."""
    automa = position["automa"]
    return None if automa is None else sorted(automa["deck"] + automa["discard"])


# Reading


def read(box: Box, tables: Tables, options: Json, data: Json) -> Sector18:
    return PositionReader(box, tables, options, Reader(data)).core()


class PositionReader:
    """Reads a position; every step raises BadPosition for what is invalid."""

    def __init__(self, box: Box, tables: Tables, options: Json, top: Reader) -> None:
        self.box = box
        self.tables = tables
        self.seats = tables.seats
        self.options = options
        self.top = top
        top.only(*HEADER, *FIELDS, *ENDING)
        self.phase = top.text("phase", one_of=PHASES)

    def core(self) -> Sector18:
        top = self.top
        fields = {
            "first": top.integer("first", 0, 1),
            "phase": PHASES.index(self.phase),
            "turn": top.integer("turn", 1, self.options["turn_limit"]),
            "side": top.integer("side", 0, 1),
            "acted": top.truth("acted"),
            "used": top.truth("used"),
            "moved": ships_in_order(top, "moved", SHIPS),
            "speed": top.integer("speed", 0, 9),
            "passes": top.integer("passes", 0, self.options["pass_limit"]),
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

    # Parts

    def players(self) -> Json:
        fields: Json = {key: [] for key in ("faction", "r", "h", "level", "shield", "at", "up")}
        rules = self.box.rules
        for side, player in enumerate(self.top.tables("players", size=2)):
            player.only(*PLAYER_FIELDS)
            level = player.integer("level", 1, 4)
            least, most = 0, rules["resource_cap"]
            if self.seats == 1 and side == 1:
                least = rules["ai_start_resources"]
                most = max(least, most - 1)
            fields["level"].append(level)
            fields["h"].append(player.integer("h", 0, self.box.largest_health(level, self.options["start_health"])))
            fields["r"].append(player.integer("r", least, most))
            fields["shield"].append(player.integer("shield", 0, 3))
            factions = self.box.faction_ids
            named = player.raw("faction") is not None
            fields["faction"].append(factions.index(player.text("faction", one_of=factions)) if named else -1)
            at, up = self.ships(player.table("ships"), side)
            fields["at"].append(at)
            fields["up"].append(up)
        places = [place for side in range(2) for place in fields["at"][side] if place < ZONES]
        for place in places:
            if places.count(place) > self.tables.zone_limit:
                raise BadPosition(f"players: more than two ships are in {NAMES[place]}")
        return fields

    def ships(self, ships: Reader, side: int) -> tuple[list[int], list[bool]]:
        ships.allows(*SHIPS)
        at, up = [PLACES] * 4, [False] * 4
        for name in ships.data:
            ship = ships.table(name)
            ship.only("at", "up")
            place = NUMBERS.get(ship.text("at"))
            if place is None or not self.tables.on_map(place) or place == BASE[1 - side]:
                raise ship.bad("at", ship.raw("at"), "a zone of the map or the own base")
            at[SHIPS.index(name)] = place
            up[SHIPS.index(name)] = ship.truth("up")
        return at, up

    def automa(self) -> Json:
        if self.seats == 2:
            if self.top.raw("automa") is not None:
                raise self.top.bad("automa", self.top.raw("automa"), "null in a duel")
            return {"deck": [], "discard": [], "plays": 0, "queue": [], "icons": 0}
        automa = self.top.table("automa")
        automa.only(*AUTOMA_FIELDS)
        cards = self.box.automa_cards
        deck, discard = automa.items("deck"), automa.items("discard")
        if any(deck.count(card) + discard.count(card) != 1 for card in cards) or len(deck) + len(discard) != len(cards):
            raise BadPosition("automa: deck and discard together must be all cards, each once")
        card, icons = automa.raw("card"), automa.raw("icons")
        plays = automa.integer("plays", 0, 1)
        queue = ships_in_order(automa, "queue", SHIPS[::-1])
        if self.phase == "target":
            if not discard or card != discard[-1]:
                raise automa.bad("card", card, "the last card of the discard")
            if plays and not self.tables.double:
                raise automa.bad("plays", plays, "0 without the achievement double")
            automa.text("icons", one_of=("P", "PB"))
            if not queue or SHIPS[queue[0]] == "S":
                raise automa.bad("queue", automa.raw("queue"), "ships in play, the first not S")
        elif card is not None or plays or queue or icons != "":
            raise BadPosition('automa: card, plays, queue and icons are null, 0, "" and "" outside the phase target')
        return {
            "deck": [cards.index(one) for one in deck],
            "discard": [cards.index(one) for one in discard],
            "plays": plays,
            "queue": queue,
            "icons": ICONS.index(icons),
        }

    # Invariants

    def check_turn(self, fields: Json) -> None:
        first = self.options["first"]
        if first != "random" and fields["first"] != first:
            raise self.top.bad("first", fields["first"], f"the option first, {first}")
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
            raise self.top.bad("side", fields["side"], f"{side} in turn {fields['turn']}")

    def check_choosing(self, fields: Json, chosen: list[bool]) -> None:
        if self.options["factions"] != "choose":
            raise self.top.bad("phase", "faction", "another one unless the option factions is choose")
        if fields["turn"] != 1 or fields["passes"]:
            raise BadPosition("turn, passes: 1 and 0 in the phase faction")
        side = fields["side"]
        if self.seats == 1 and side != 0:
            raise self.top.bad("side", side, "0 in the phase faction")
        if chosen[side]:
            raise BadPosition(f"players.{side}.faction: null for the side that chooses")
        if self.seats == 2 and chosen[1 - side] != (side != fields["first"]):
            raise BadPosition("players: the starting seat chooses first")

    def check_phase(self, fields: Json) -> None:
        side = fields["side"]
        solo = self.seats == 1
        if self.phase in ("main", "fleet"):
            if solo and side == 1:
                raise self.top.bad("side", side, "0: the automa decides nothing")
            if bool(fields["moved"]) != (self.phase == "fleet"):
                raise BadPosition("moved: not empty in the phase fleet, and only there")
            if self.phase == "fleet" and fields["acted"]:
                raise self.top.bad("acted", True, "false in the phase fleet")
            faction = self.box.factions[fields["faction"][side]]
            speed = faction.n if faction.effect == "speed" and fields["used"] else 0
            if fields["speed"] != speed:
                raise self.top.bad("speed", fields["speed"], str(speed))
        elif fields["acted"] or fields["used"] or fields["moved"] or fields["speed"]:
            raise BadPosition(f"acted, used, moved, speed: nothing has been done in the phase {self.phase}")
        if self.phase == "target":
            if not solo or side != 1:
                raise BadPosition("phase: target is for solo games, in the turn of side 1")
            for ship in fields["queue"]:
                if fields["at"][1][ship] == PLACES:
                    raise self.top.bad("automa.queue", SHIPS[ship], "ships in play")
        if solo and fields["passes"] > (self.phase in ("target", "over")):
            raise self.top.bad("passes", fields["passes"], "0, and at most 1 in the phases target and over")
        if self.phase != "over":
            if min(fields["h"]) == 0:
                raise BadPosition("players: a Health of 0 ends the game")
            if fields["passes"] >= self.options["pass_limit"]:
                raise self.top.bad("passes", fields["passes"], "less than pass_limit while the game runs")

    def ending(self, fields: Json) -> tuple[int, int]:
        """Return the reason and the winner of a finished game."""
        if self.phase != "over":
            return 0, -1
        reason = self.top.text("reason", one_of=REASONS)
        fallen = [side for side in range(2) if fields["h"][side] == 0]
        limit = self.options["pass_limit"]
        if len(fallen) != (reason == "base"):
            raise BadPosition(f"players: {len(fallen)} bases have fallen, but the reason is {reason}")
        if (fields["passes"] == limit) != (reason == "passes") or (reason == "passes" and self.seats == 1):
            raise BadPosition(f"passes: {fields['passes']} does not go with the reason {reason}")
        if reason == "turns" and fields["turn"] != self.options["turn_limit"]:
            raise self.top.bad("turn", fields["turn"], "turn_limit with the reason turns")
        return REASONS.index(reason), 1 - fallen[0] if fallen else -1


def ships_in_order(reader: Reader, key: str, order: str) -> list[int]:
    value = reader.raw(key)
    if not isinstance(value, str) or value != "".join(ship for ship in order if ship in value):
        raise reader.bad(key, value, f"different ships in the order {order}")
    return [SHIPS.index(ship) for ship in value]
