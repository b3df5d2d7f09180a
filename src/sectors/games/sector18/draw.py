"""A view as a picture: the map between the cards of the two bases, with the actions beside it.

The text for the terminal is in screen.py. Everything drawn comes from the view and its facts.
"""

from __future__ import annotations

from sectors.games.sector18 import signs
from sectors.games.sector18.content import SHIPS, Box
from sectors.games.sector18.events import describe_order
from sectors.games.sector18.maps import BASE, NAMES, NUMBERS
from sectors.games.sector18.scene import Piece, Scene
from sectors.kit import Json
from sectors.kit import svg as draw

WIDTH = 1160
LEFT, TOP, FIELD = 36, 92, 856
BASE_HEIGHT, GAP = 126, 14
LADDER = 204
RAIL, RAIL_WIDTH = 928, 204  # a phone shows two of them side by side
COLOURS = {"game": ("#b0b9f8", "#4a5084")}


def picture(box: Box, view: Json, facts: Json) -> draw.Picture:
    return Painter(Scene(box, view, facts)).document()


class Painter:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.zone_width = min(286.0, FIELD / len(scene.columns))
        self.zone_height = min(124.0, max(84.0, 500 / len(scene.rows)))
        self.map_left = LEFT + (FIELD - self.zone_width * len(scene.columns)) / 2
        self.map_top = TOP + BASE_HEIGHT + GAP
        self.map_height = self.zone_height * len(scene.rows)
        self.bottom = self.map_top + self.map_height + GAP  # where the lower base begins
        self.rail_parts = self.list_rail()
        self.height = max(self.bottom + BASE_HEIGHT, TOP + sum(height for *_, height in self.rail_parts)) + 32

    def document(self) -> draw.Picture:
        head, second = self.scene.caption()
        field_height = self.bottom + BASE_HEIGHT - TOP
        return draw.document(
            WIDTH,
            self.height,
            draw.part("title", draw.text(24, 36, head, 24, weight=600)),
            draw.part("head", draw.text(24, 60, second, 14, "ink-3")),
            draw.part(
                "ground",
                draw.neatline(LEFT - 10, TOP - 10, FIELD + 20, field_height + 20, 12, 12),
                self.ground(),
                self.links(),
            ),
            self.base(1 - self.scene.below, TOP),
            draw.part(
                "board",
                *(self.zone(zone) for zone in sorted(self.scene.chart.tokens)),
                self.cards(),
                *(self.piece(piece) for piece in self.scene.pieces if not piece.at.startswith("base")),
            ),
            self.base(self.scene.below, self.bottom),
            self.rail(),
            self.ladders(self.scene.below, self.bottom),
            self.ladders(1 - self.scene.below, TOP),
            title=f"Sector 18, {second}",
            desc=head,
            game="sector18",
            tokens=COLOURS,
        )

    # The map

    def corner(self, zone: int) -> tuple[float, float]:
        """Return the upper left corner of a zone."""
        column, row = self.scene.columns.index(zone // 9), self.scene.rows.index(zone % 9)
        return self.map_left + column * self.zone_width, self.map_top + row * self.zone_height

    def ground(self) -> str:
        """Draw contours where there is no zone."""
        x, y = self.map_left + self.zone_width * len(self.scene.columns) / 2, self.map_top + self.map_height / 2
        rings = [draw.circle(x, y, 24 + 26 * i) for i in range(1 + int(self.map_height / 60))]
        return draw.group(*rings, fill="none", stroke="contour", stroke_width=1.6)

    def links(self) -> str:
        """Link each base to its adjacent zones: a bar where they touch, else a thin line under the zones."""
        parts = []
        for side in (0, 1):
            near = side == self.scene.below
            y = self.bottom if near else TOP + BASE_HEIGHT
            row = self.scene.rows[-1 if near else 0]
            for zone in self.scene.chart.neighbours[BASE[side]]:
                left, top = self.corner(zone)
                x = left + self.zone_width / 2
                if zone % 9 == row:
                    parts.append(draw.rect(x - 6, y - GAP if near else y, 12, GAP, fill="edge"))
                else:
                    middle = (x, top + self.zone_height / 2)
                    parts.append(draw.line((LEFT + FIELD / 2, y), middle, stroke="edge", stroke_width=2))
        return "".join(parts)

    def zone(self, zone: int) -> str:
        scene, name = self.scene, NAMES[zone]
        x, y = self.corner(zone)
        width, height = self.zone_width, self.zone_height
        kind = scene.chart.kind(zone)
        claim = scene.claim(name)
        roomy = width > 200
        middle = (50.0, 24 + (height - 24) / 2) if roomy else (width / 2, 24 + (height - 24) / 2)
        radius = min(27.0, (height - 48) / 2)
        signs_of = {
            "P": draw.group(signs.planet(radius, claim), at=middle, opacity=None if roomy else 0.45),
            "W": draw.group(signs.warp_hole(radius + 6), at=middle, opacity=None if roomy else 0.6),
            "A": draw.group(signs.asteroids(width * 0.55, height - 44, zone), at=(width / 2, middle[1])),
        }
        words, does = scene.zone_words(zone)
        lettering = draw.text(10, 19, name, 13, "ink-3", mono=True) + draw.text(
            32, 19, words, 13, "ink" if kind == "P" else "ink-2", weight=600 if kind == "P" else 400, room=width - 40
        )
        trouble = "contested" if claim == "contested" else "cannot leave" if scene.has_stuck_ship(name) else ""
        if trouble:
            x_, y_, anchor = (width - 10, 19, "end") if roomy else (10.0, height - 6, "start")
            lettering += draw.text(x_, y_, trouble, 12, "victim", anchor, 600)
        elif roomy and does:
            lettering += draw.text(width - 10, 19, does, 12, "ink-3", "end", room=width - 60 - 8 * len(words))
        if not roomy:  # the bar or line to the base may be hard to see
            for side in (side for side in (0, 1) if BASE[side] in scene.chart.neighbours[zone]):
                lettering += draw.device(side, width - 14, 14, 13, mark="")
        return draw.thing(
            f"zone:{name}",
            scene.things[f"zone:{name}"].label,
            draw.group(
                draw.rect(0, 0, width, height, fill="void", stroke="grid"),
                signs.stars(width, height, zone),
                signs_of.get(kind, ""),
                lettering,
                at=(x, y),
            ),
            touch=draw.rectangle(x + 2, y + 2, width - 4, height - 4),
        )

    def cards(self) -> str:
        """Draw the edges of the map cards, each with a fold between its two zones, if the map can be laid (R2.9)."""
        parts = []
        for zone, other in self.scene.facts["map"]["cards"] or ():
            (x, y), (u, v) = self.corner(NUMBERS[zone]), self.corner(NUMBERS[other])
            left, top = min(x, u), min(y, v)
            width, height = abs(x - u) + self.zone_width, abs(y - v) + self.zone_height
            parts.append(draw.rect(left + 1, top + 1, width - 2, height - 2, fill="none", stroke="edge"))
            fold = ((left + width / 2, top), (left + width / 2, top + height))
            if x == u:
                fold = ((left, top + height / 2), (left + width, top + height / 2))
            parts.append(draw.line(*fold, stroke="sheet", stroke_width=2))
            parts.append(draw.line(*fold, stroke="edge", stroke_dasharray="5 5"))
        return "".join(parts)

    def piece(self, piece: Piece) -> str:
        x, y, size = self.spot(piece)
        drawn = draw.group(signs.ship(piece, piece.side != self.scene.below), at=(x, y), scale=size / 100)
        moved = piece.side == self.scene.view["side"] and piece.ship in self.scene.view["moved"]
        if moved:  # two strokes: it has been commanded
            drawn += draw.path(
                f"M{draw.number(x + size)} {draw.number(y + size * 0.2)}v{draw.number(size * 0.6)}m5 0"
                f"v-{draw.number(size * 0.6)}",
                fill="none",
                stroke="ink-2",
                stroke_width=2,
            )
        thing = self.scene.things[f"ship:{piece.side}{piece.ship}"]
        return draw.thing(thing.id, thing.label, drawn, touch=draw.rectangle(x, y, size, size))

    def spot(self, piece: Piece) -> tuple[float, float, float]:
        """Return the position and the size of a ship."""
        if piece.at.startswith("base"):
            side = int(piece.at[4])
            top = self.bottom if side == self.scene.below else TOP
            there = [one.ship for one in self.scene.pieces if one.at == piece.at]
            number = there.index(piece.ship)
            return LEFT + FIELD - LADDER - 130 + number % 2 * 60, top + 6 + number // 2 * 59, 56
        zone = 9 * "abcdefghi".index(piece.at[0]) + int(piece.at[1]) - 1
        x, y = self.corner(zone)
        roomy = self.zone_width > 200
        room = self.zone_width - 104 if roomy else self.zone_width
        size = min(76.0, self.zone_height - 34, room / 2 - 4)
        there = [one.ship + str(one.side) for one in self.scene.pieces if one.at == piece.at]
        number = there.index(piece.ship + str(piece.side))
        gap = size + 10 if len(there) > 1 else 0
        middle = x + (104 if roomy else 0) + (room - size) / 2 - (0 if roomy and len(there) == 1 else gap / 2)
        return middle + number * gap, y + 26 + (self.zone_height - 30 - size) / 2, size

    # Bases

    def base(self, side: int, y: float) -> str:
        """Draw a base with the ships on it."""
        ships = (self.piece(piece) for piece in self.scene.pieces if piece.at == f"base{side}")
        return draw.part(f"base-{side}", self.faction_card(LEFT + LADDER + 8, y, side), *ships)

    def ladders(self, side: int, y: float) -> str:
        scene = self.scene
        data = scene.view["players"][side]
        levels = [(level, scene.unlocks(level), ([0, *scene.box.levelup_cost])[level - 1]) for level in (4, 3, 2, 1)]
        shields = [(3, "absorbs 3"), (2, "absorbs 2"), (1, "absorbs 1"), (0, "no shield")]
        costs = [0, *scene.box.shield_cost]
        priced = not (scene.solo and side == 1)
        both = (
            self.ladder(LEFT, y, "Base level", side, data["level"], levels, priced),
            self.ladder(
                LEFT + FIELD - LADDER,
                y,
                "Shield",
                side,
                data["shield"],
                [(level, words, costs[level]) for level, words in shields],
                priced,
            ),
        )
        return "".join(draw.part(f"ladders-{side}", one) for one in both)

    def ladder(
        self, x: float, y: float, title: str, side: int, held: int, rungs: list[tuple[int, str, int]], priced: bool
    ) -> str:
        """Draw a card whose rungs are filled up to its level; the others are dashed, with their price."""
        colour = draw.seat(side)
        parts = [draw.text(10, 20, title, 13, weight=600), draw.text(LADDER - 10, 20, held, 13, "ink", "end", 600)]
        for i, (level, words, cost) in enumerate(rungs):
            top = 28 + 24 * i
            got = level <= held
            parts.append(
                draw.rect(
                    10,
                    top,
                    20,
                    20,
                    fill=colour if got else "none",
                    stroke=colour if got else "edge",
                    stroke_dasharray=None if got else "3 3",
                )
            )
            parts.append(draw.text(20, top + 15, level, 13, "on-seat" if got else "ink-3", "middle", 700))
            strong = level == held
            fill = "ink" if strong else "ink-2" if got else "ink-3"
            parts.append(draw.text(38, top + 15, words, 12.5, fill, weight=600 if strong else 400, room=LADDER - 66))
            if level > held and priced:
                parts.append(draw.text(LADDER - 10, top + 15, cost, 12.5, "ink-2", "end"))
        return draw.card(x, y, LADDER, BASE_HEIGHT, *parts, fill="sheet", stroke="rule")

    def faction_card(self, x: float, y: float, side: int) -> str:
        """Draw the base itself: owner, ability, Health and Resources; room for ships is at the right."""
        scene = self.scene
        data = scene.view["players"][side]
        width = FIELD - 2 * LADDER - 16
        faction = scene.faction(side)
        ready = ""
        if scene.solo and side == 1:
            second, ability = "plays by its cards", "no ability, no planet bonus"
        elif faction is None:
            second, ability = "no faction yet", ""
        else:
            second, ability = faction.name, f"{faction.cost}: {faction.describe_ability()}"
            state = scene.side(side)["ability"]["state"]
            ready = f"needs {faction.cost}" if state == "poor" else state
        cap = scene.rules["resource_cap"]
        colour = draw.seat(side)
        largest = scene.side(side)["largest"]
        health = f"Health {data['h']} of {largest}"
        lines = draw.wrap(ability, width - 146, 12, 2)
        step = min(18.0, 126 / cap)
        parts = [
            draw.device(side, 24, 24, 26),
            draw.text(44, 20, scene.name(side), 15, weight=600),
            draw.text(44, 36, f"{second}{', ' + ready if ready else ''}", 12.5, "ink-2", room=width - 178),
            *(draw.text(12, 54 + 15 * i, line, 12, "ink-2") for i, line in enumerate(lines)),
            signs.pips(19, 90, signs.HEART, data["h"], largest, colour, min(18, 126 / largest)),
            draw.text(160, 95, health, 12.5, "ink-2"),
            signs.pips(19, 111, signs.LOZENGE, data["r"], cap, "ink-2", step),
            draw.text(160, 116, f"Resources {data['r']} of {cap}", 12.5, "ink-2"),
        ]
        return draw.thing(
            f"base:{side}",
            scene.things[f"base:{side}"].label,
            draw.card(
                x, y, width, BASE_HEIGHT, *parts, fill=draw.mix(draw.seat(side), 16), stroke=colour, stroke_width=2
            ),
            touch=draw.rectangle(x, y, width, BASE_HEIGHT),
        )

    # The rail: ships not in play, the automa, and the actions

    def rail(self) -> str:
        y = float(TOP - 10)
        first: list[str] = []  # on a phone: the actions, then the ships
        then: list[str] = []
        for name, title, inside, height in self.rail_parts:
            head = draw.panel(RAIL, y, RAIL_WIDTH, title)
            parts = then if name == "ships" else first
            if len(inside) > 1:  # a phone lays these out one by one, under a separate head
                parts.append(draw.part(f"{name}-head", head))
                head = ""
            parts += [draw.part(name, head, draw.group(one, at=(RAIL, y))) for one in inside]
            y += height
        return "".join(first + then)

    def list_rail(self) -> list[tuple[str, str, list[str], float]]:
        """Return the blocks of the rail from top to bottom: name, title, contents and height."""
        scene = self.scene
        parts = [("ships", f"Ships of {scene.name(1 - scene.below)}", [self.reserve(1 - scene.below)], 118.0)]
        if scene.view["automa"] is not None:
            parts.append(("automa", "Automa", [self.automa_card()], 190.0))
        if scene.view["phase"] == "faction":
            parts.append(("factions", "Factions", self.factions(), 30 + 58.0 * len(scene.box.factions)))
        elif scene.view["seat"] is not None and scene.view["phase"] != "over":
            parts.append(("actions", "One action, and the ability once", self.actions(scene.view["seat"]), 350.0))
        parts.append(("ships", f"Ships of {scene.name(scene.below)}", [self.reserve(scene.below)], 118.0))
        return parts

    def reserve(self, side: int) -> str:
        """Draw the four ships of a side: in play, ready to build, or locked."""
        scene = self.scene
        data = scene.view["players"][side]
        parts = []
        for i, ship in enumerate(SHIPS):
            x = i * 49 - 2
            facts = scene.ship(side, ship)
            if ship in data["ships"]:
                note = data["ships"][ship]["at"]
                parts.append(signs.empty_plate(ship, x + 4, 30, "rule"))
                on_base = note.startswith("base")
                parts.append(
                    draw.text(x + 29, 100, "on base" if on_base else note, 12, "ink-3", "middle", mono=not on_base)
                )
                continue
            locked = facts["state"] == "locked"
            free = scene.solo and side == 1
            note = f"level {facts['build']['level']}" if locked else "ready" if free else str(facts["build"]["cost"])
            if locked:
                token = signs.empty_plate(ship, x + 4, 30, "edge")
            else:
                token = draw.group(
                    signs.ship(Piece(side, ship, "", False, facts["damage"], facts["speed"]), False),
                    at=(x + 1, 27),
                    scale=0.57,
                )
            priced = not locked and not free
            token += signs.pips(x + 37, 96.5, signs.LOZENGE, 1, 1, "ink-2") if priced else ""
            token += draw.text(x + (22 if priced else 29), 101, note, 12.5, "ink-3" if locked else "ink", "middle")
            label = scene.things[f"ship:{side}{ship}"].label
            parts.append(draw.thing(f"ship:{side}{ship}", label, token, touch=draw.rectangle(x + 4, 28, 50, 78)))
        return "".join(parts)

    def automa_card(self) -> str:
        """Draw the last card drawn, with the line for the AI's level framed, and the cards left in the deck."""
        scene = self.scene
        data = scene.view["automa"]
        level = scene.view["players"][1]["level"]
        left = scene.rules["resource_cap"] - scene.view["players"][1]["r"]
        clock = f"level {level + 1} in {left} turn{'s' * (left != 1)}" if level < 4 else "at its last level"
        parts = [draw.text(RAIL_WIDTH, 20, clock, 12, "ink-3", "end", room=RAIL_WIDTH - 60)]
        if data["discard"]:
            card = data["card"] or data["discard"][-1]
            parts.append(draw.rect(0, 30, RAIL_WIDTH, 118, fill="void", stroke="edge"))
            parts.append(draw.text(10, 48, f"Card {card}", 13, weight=600))
            for i, order in enumerate(scene.box.automa[card]):
                now = i + 1 == level
                y = 55 + 22 * i
                parts.append(draw.rect(8, y, RAIL_WIDTH - 16, 20, fill="raise", stroke="ink-2") if now else "")
                fill = "ink" if now else "ink-3"
                parts.append(draw.text(16, y + 15, i + 1, 12.5, fill, weight=700))
                parts.append(draw.text(34, y + 15, describe_order(order), 12.5, fill, room=RAIL_WIDTH - 50))
        deck = f"In the deck: {' '.join(data['deck']) or 'none'}"
        parts.append(draw.text(0, 164, deck, 12, "ink-2", room=RAIL_WIDTH))
        badges = ", ".join(scene.options["achievements"]) or "no achievement"
        parts.append(draw.text(RAIL_WIDTH, 180, f"Plays with {badges}", 12, "ink-3", "end", room=RAIL_WIDTH))
        return "".join(parts)

    def factions(self) -> list[str]:
        scene = self.scene
        taken = {scene.box.faction(side["faction"]).card for side in scene.view["players"] if side["faction"]}
        parts = []
        for i, faction in enumerate(scene.box.factions):
            gone = faction.card in taken
            parts.append(
                self.slip(
                    f"faction:{faction.id}",
                    28 + 58 * i,
                    52,
                    faction.name,
                    faction.describe_ability(),
                    str(faction.cost),
                    gone,
                )
            )
        return parts

    def actions(self, side: int) -> list[str]:
        scene = self.scene
        view = scene.view
        data = scene.side(side)
        idle = view["to_act"] != side or view["phase"] not in ("main", "fleet")
        done = idle or view["acted"] or view["phase"] == "fleet"
        closed = {
            "collect": done or data["collect"]["gain"] == 0,
            "levelup": done or data["levelup"] is None or data["levelup"]["missing"] > 0,
            "shield": done or data["shield_up"] is None or data["shield_up"]["missing"] > 0,
            "refit": done or not scene.can_refit(side),
            "use": idle or view["phase"] == "fleet" or data["ability"] is None or data["ability"]["state"] != "ready",
        }
        words = scene.action_words()
        rows = [(name, *words[name], off) for name, off in closed.items() if name in words]
        parts = [
            self.slip(f"action:{name}", 28 + 52 * i, 58 if name == "use" else 46, title, note, str(price or ""), off)
            for i, (name, title, note, price, off) in enumerate(rows)
        ]
        ends = []
        for i, name in enumerate(("pass", "end", "done")):
            fleet, begun = view["phase"] == "fleet", view["acted"] or view["used"]
            open_now = {"pass": not fleet and not begun, "end": not fleet and begun, "done": fleet}[name]
            ends.append(self.button(f"action:{name}", i * 69, 40 + 52 * 5, 66, words[name][0], idle or not open_now))
        return [*parts, "".join(ends)]

    def slip(self, thing: str, y: float, height: float, words: str, note: str, price: str, off: bool) -> str:
        """Draw a choice with its consequence and its price, dim and dashed if it is not available."""
        fill = "ink-3" if off else "ink"
        parts = [
            draw.rect(
                0,
                y,
                RAIL_WIDTH,
                height,
                fill="sheet",
                stroke="rule" if off else "edge",
                stroke_dasharray="3 3" if off else None,
            ),
            draw.text(12, y + 20, words, 14, fill, weight=600, room=RAIL_WIDTH - 60),
        ]
        lines = draw.wrap(note, RAIL_WIDTH - 20, 12, 2) if height > 50 else [note]
        for i, line in enumerate(lines):
            parts.append(draw.text(12, y + 35 + 13 * i, line, 12, "ink-3" if off else "ink-2", room=RAIL_WIDTH - 24))
        if price:
            parts.append(draw.text(RAIL_WIDTH - 28, y + 20, price, 14, fill, "end", 600))
            parts.append(signs.pips(RAIL_WIDTH - 17, y + 15, signs.LOZENGE, 1, 1, fill))
        label = f"{words}: {note}" + (f", costs {price}" if price else "")
        return draw.thing(thing, label, *parts, touch=draw.rectangle(0, y, RAIL_WIDTH, height))

    def button(self, thing: str, x: float, y: float, width: float, words: str, off: bool) -> str:
        return draw.thing(
            thing,
            words,
            draw.rect(
                x,
                y,
                width,
                32,
                fill="sheet",
                stroke="rule" if off else "edge",
                stroke_dasharray="3 3" if off else None,
            ),
            draw.text(x + width / 2, y + 21, words, 14, "ink-3" if off else "ink", "middle", 600),
            touch=draw.rectangle(x, y, width, 32),
        )
