"""Draws a view as an SVG picture. It uses nothing but the view and its facts."""

from __future__ import annotations

from functools import cached_property
from math import sqrt

from sectors.games.starsectors import signs
from sectors.games.starsectors.arcs import Arcs, middle, style
from sectors.games.starsectors.content import Standard
from sectors.games.starsectors.numbers import TERRAIN_NAMES
from sectors.games.starsectors.reach import Reach, reach
from sectors.games.starsectors.scene import ARC_WORDS, Scene, Ship
from sectors.kit import Json, svg
from sectors.kit.hexes import Hexes
from sectors.kit.words import plural

BOARD = 800.0  # the width of a large map
LARGEST = 36.0  # the size of a hex on a small map
LEFT, TOP = 50.0, 92.0
RAIL = 318.0
LARGE = 1.25  # scale of the margin, so that it is readable next to a tall map
CHIP_HEIGHT = 30.0
TOKENS = {"g-star": ("#f0a6b6", "#7c404f")}


def picture(content: Standard, view: Json, facts: Json) -> svg.Picture:
    return Painter(Scene(content, view, facts)).document()


class Painter:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.w, self.h = scene.map["w"], scene.map["h"]
        self.size = min(LARGEST, BOARD / (1.5 * self.w + 0.5))
        self.width = self.size * (1.5 * self.w + 0.5)
        self.height = self.size * sqrt(3) * (self.h + 0.5)
        self.grid = Hexes(self.size, left=LEFT + self.size, top=TOP + self.size * sqrt(3) / 2)
        self.rail = LEFT + self.width + 40

    def document(self) -> svg.Picture:
        scene = self.scene
        chips, low = self.chips(TOP + self.height + 34)
        cards, deep = self.cards()
        title, asked = scene.title(), scene.prompt()
        arcs = Arcs(scene, self.grid, self.on_map)
        return svg.document(
            self.rail + RAIL * LARGE + 20,
            max(low, deep) + 20,
            svg.part("title", svg.text(LEFT - 14, 34, asked if scene.view["result"] is None else "", 22, weight=600)),
            svg.part("head", svg.text(LEFT - 14, 58, title, 15, "ink-2")),
            svg.part(
                "board",
                svg.neatline(LEFT, TOP, self.width, self.height, self.w, self.h),
                numbers(self.grid, self.w, self.h),
                grid_lines(self.grid, scene.hexes(), frozenset(scene.terrain)),
                *map(self.space, scene.hexes()),
                *self.routes(),
                arcs.areas(),
                *(self.mine(name, seat) for name, seat in scene.view["mines"].items()),
                svg.element("g", *map(self.ship, self.on_map), class_="fleet"),
                arcs.odds(),
                arcs.captions(LEFT - 12, TOP + self.height + 28, self.width + 24),
            ),
            cards,
            svg.part("choices", chips),
            title=f"Star Sectors, {title}",
            desc=". ".join([asked, *(scene.ship_label(ship) for ship in scene.ships if not ship.record["dead"])]),
            game="starsectors",
            tokens=TOKENS,
            style=style(len(self.on_map)),
        )

    # The map

    def middle(self, name: str) -> svg.Point:
        return middle(self.grid, name)

    @cached_property
    def on_map(self) -> list[Ship]:
        return [ship for ship in self.scene.ships if ship.record["hex"]]

    def space(self, name: str) -> str:
        label = self.scene.hex_label(name)
        if name in self.now.numbers:
            label += f", number to roll {self.now.numbers[name]}"
        if name in self.now.strengths:
            label += f", bank strength {self.now.strengths[name]}"
        return space(self.grid, name, label, self.scene.terrain.get(name), name in self.starlit)

    @cached_property
    def now(self) -> Reach:
        """What the active ship can hit; empty outside the tactical phase."""
        active = self.scene.active
        return reach(active) if active and self.scene.view["phase"] == "tactical" else Reach({}, {})

    @cached_property
    def starlit(self) -> set[str]:
        return self.scene.starlit()

    def routes(self) -> list[str]:
        """Draw orbits as dotted rings, and a line between the two ends of each wormhole."""
        rings = [
            svg.circle(
                *self.middle(name),
                self.size * sqrt(3),
                fill="none",
                stroke="ink-3",
                stroke_dasharray="1.5 5",
                stroke_width=1.4,
            )
            for name, code in self.scene.terrain.items()
            if code in "OP"
        ]
        holes = self.scene.map["wormholes"]
        links = [
            svg.line(self.middle(one), self.middle(other), stroke="g-star", stroke_dasharray="2 7", opacity=0.5)
            for one, other in zip(holes[::2], holes[1::2])
        ]
        return rings + links

    def mine(self, name: str, seat: int) -> str:
        x, y = self.middle(name)
        disc = svg.group(signs.mine(seat), at=(x, y), scale=self.size * 0.8)
        label = f"{self.scene.with_owner('mine', seat)} in {name}"
        return svg.thing(
            f"mine:{name}",
            label[0].upper() + label[1:],
            disc,
            touch=tuple(self.grid.corners(x, y, self.size * 0.3)),
        )

    def ship(self, ship: Ship) -> str:
        """Draw a hull along its heading, a heading bug at the hex side, and an upright tag with id and shields."""
        record, size = ship.record, self.size
        x, y = self.middle(record["hex"])
        heading, colour = record["dir"], svg.seat(ship.seat)
        middle = (x, y)
        if ship.stern:
            sx, sy = self.middle(ship.stern)
            middle = ((x + sx) / 2, (y + sy) / 2)
        factions = list(self.scene.content.factions)
        outline = signs.hull(factions.index(ship.kind.faction), ship.stern is not None, ship.kind.cf > 0)
        veiled = record["cloaked"]
        body = svg.path(
            outline,
            fill="none" if veiled else colour,
            stroke=colour if veiled else "void",
            stroke_width=0.07,
            stroke_dasharray=".12 .08" if veiled else None,
        )
        bug = svg.path("M-.2-.74L0-.9L.2-.74", fill="none", stroke=colour, stroke_width=0.09)
        ring = svg.path(svg.outline(self.grid.corners(x, y, 2)), fill="none", stroke="lamp-line", stroke_width=2.5)
        parts = [
            ring if ship is self.scene.active else "",
            svg.group(body, at=middle, turn=60 * heading, scale=size),
            svg.group(bug, at=(x, y), turn=60 * heading, scale=size),
            self.tag(ship, x, y - size * 0.92 if heading in (2, 3, 4) else y + size * 0.6),
        ]
        if record["done"]:
            bar = svg.number(size * 0.24)
            mark = f"M{svg.number(x + size * 0.5)} {svg.number(y - size * 0.16)}h{bar}m0 5h-{bar}"
            parts.append(svg.path(mark, fill="none", stroke="ink-2", stroke_width=2))
        return svg.thing(
            f"ship:{ship.id}",
            self.scene.ship_label(ship),
            *parts,
            touch=tuple(self.grid.corners(x, y, 3)),
        )

    def tag(self, ship: Ship, x: float, y: float) -> str:
        """Draw the id and the shield pips, lost ones hollow. On a phone only the id is shown, and larger."""
        high = self.size * 0.42
        word = svg.length(ship.id, high * 0.8, 700) + 3
        pip = min(high * 0.2, (self.size * 1.6 - word) / ship.kind.ss)
        width = word + ship.kind.ss * pip + 5
        colour = svg.seat(ship.seat)
        shields = pips((word + 2, high * 0.25), pip, high * 0.5, ship.left, ship.kind.ss, colour)
        return svg.group(
            svg.rect(
                0, 0, width, high, fill="none" if ship.record["cloaked"] else "sheet", stroke=colour, stroke_width=1
            ),
            svg.text(3, high * 0.8, ship.id, high * 0.8, weight=700),
            shields,
            at=(x - width / 2, y - high * 0.2),
            class_="tag",
        )

    # The margin

    def cards(self) -> tuple[str, float]:
        """Draw the card of the active ship, the fleets and the cards of chosen ships; also return their lower edge."""
        y = TOP - 12
        parts = []
        if self.scene.active:
            card, high = self.card(self.scene.active, y, self.scene.turn_facts())
            parts.append(svg.part("card", card))
            y += high * LARGE + 18
        for seat in range(self.scene.view["seats"]):
            fleet, high = self.fleet(seat, y)
            parts.append(svg.part("fleets", fleet))
            y += high * LARGE + 14
        chosen = [("", 0.0) if ship is self.scene.active else self.card(ship, y, []) for ship in self.on_map]
        deepest = max((high for _, high in chosen), default=0.0) * LARGE
        # reserves the space while no ship is chosen; where a page stacks the parts, this one comes last
        room = svg.rect(self.rail, y, RAIL * LARGE, deepest, fill="none", class_="spare")
        words = "Touch a ship for its card and what it can hit"
        hint = svg.text(self.rail, y + 24, words, 13 * LARGE, "ink-3", room=RAIL * LARGE)
        layers = [*(svg.element("g", card) for card, _ in chosen), svg.element("g", hint, class_="now hint")]
        layer = svg.element("g", *layers, class_="reach")
        parts.append(svg.part("chosen", room, layer))
        return "".join(parts), y + deepest

    def card(self, ship: Ship, y: float, facts: list[str]) -> tuple[str, float]:
        """Draw a profile card. Where they differ, the printed value is struck through before the current one."""
        kind, record = ship.kind, ship.record
        hexes = f"{kind.length} hex{'es' if kind.length > 1 else ''}"
        nacelles = plural(kind.nacelles, "nacelle")
        parts = [
            svg.device(ship.seat, 18, 20, 24),
            svg.text(38, 26, f"{ship.id} {kind.name}", 19, weight=600),
            svg.text(0, 48, f"{ARC_WORDS[kind.arc]}, {hexes}, {nacelles}", 13, "ink-3"),
        ]
        for place, (name, printed, now) in enumerate(ship.factors()):
            x = place * 84.0
            parts.append(svg.text(x, 70, name, 12, "ink-3"))
            if printed != now:
                parts.append(svg.text(x, 96, printed, 13, "ink-3", text_decoration="line-through"))
            parts.append(
                svg.text(
                    x + (18 if printed != now else 0), 98, now, 24, "victim" if now < printed else "ink", weight=600
                )
            )
        parts.append(svg.text(252, 70, "shields", 12, "ink-3"))
        parts.append(svg.text(252, 98, f"{ship.left}/{kind.ss}", 19, weight=600))
        row = 122.0
        lines = []
        if kind.banks and kind.weapon:
            lines.append(
                (f"{kind.weapon.name}{' (device)' if kind.weapon.device else ''}", record["banks"], kind.banks)
            )
        if kind.nacelles:
            lines.append(("Warp engines", record["engines"], kind.nacelles))
        for name, charged, number in lines:
            parts.append(svg.text(0, row, name, 13, room=200))
            parts.append(pips((RAIL - 18 - 20 * number, row - 12), 20, 15, charged, number, "ink", "edge"))
            row += 22
        for words in [", ".join(ship.cargo()) or "no cargo", *ship.notes(), *facts]:
            parts += [
                svg.text(0, row + i * 17, line, 13, "ink-2") for i, line in enumerate(svg.wrap(words, RAIL - 10, 13))
            ]
            row += 17 * len(svg.wrap(words, RAIL - 10, 13))
        return svg.group(svg.line((0, 0), (RAIL, 0), stroke="rule"), *parts, at=(self.rail, y), scale=LARGE), row

    def fleet(self, seat: int, y: float) -> tuple[str, float]:
        scene = self.scene
        parts = [
            svg.device(seat, 12, 16, 20),
            svg.text(30, 21, scene.seat_line(seat), 14, weight=600, room=RAIL - 130),
        ]
        if scene.purse(seat):
            parts.append(svg.text(RAIL, 21, scene.purse(seat), 14, "ink-2", "end"))
        row = 42.0
        own = [ship for ship in scene.ships if ship.seat == seat]
        high = 24 if any(map(is_touched, own)) else 18
        for ship in own:
            parts.append(self.fleet_row(ship, row))
            row += high
        return svg.group(svg.line((0, 0), (RAIL, 0), stroke="rule"), *parts, at=(self.rail, y), scale=LARGE), row

    def fleet_row(self, ship: Ship, row: float) -> str:
        lost = ship.record["dead"]
        colour = "ink-3" if lost else "lamp-line" if ship is self.scene.active else "ink"
        left = 0 if lost else ship.left
        line = (
            svg.text(0, row, ship.id, 12, colour, mono=True)
            + svg.text(32, row, ship.kind.name, 13, colour, room=84)
            + pips((118, row - 9), 6, 9, left, ship.kind.ss, svg.seat(ship.seat))
            + svg.text(RAIL, row, self.fleet_note(ship), 12, "ink-3", "end")
        )
        if not is_touched(ship):
            return line
        return svg.thing(
            f"ship:{ship.id}", self.scene.ship_label(ship), line, touch=svg.rectangle(-6, row - 16, RAIL + 6, 23)
        )

    def fleet_note(self, ship: Ship) -> str:
        if ship is self.scene.active:
            return "now"
        return ship.status() if self.scene.view["round"] else ship.short_cargo()

    # What can be done

    def chips(self, top: float) -> tuple[str, float]:
        """Draw the buttons of the phase in rows below the map; also return their lower edge."""
        if self.scene.view["result"] is not None:
            return "", top
        x, y = LEFT - 12, top
        parts = []
        for thing, words in self.scene.chips():
            width = svg.length(words, 13, 500) + 22
            if x + width > self.rail - 16:
                x, y = LEFT - 12, y + CHIP_HEIGHT + 8
            box = svg.rect(x, y, width, CHIP_HEIGHT, fill="raise", stroke="edge")
            word = svg.text(x + width / 2, y + 20, words, 13, "ink", "middle", 500)
            parts.append(svg.thing(thing, words, box, word, touch=svg.rectangle(x, y, width, CHIP_HEIGHT)))
            x += width + 8
        return "".join(parts), y + CHIP_HEIGHT


@svg.once_large
def numbers(grid: Hexes, columns: int, rows: int) -> str:
    """Draw the column numbers above the map and the row numbers at its left."""
    step = grid.size * sqrt(3)
    across = [
        svg.text(middle(grid, f"{column:02d}01")[0], TOP - 16, f"{column:02d}", 12, "ink-3", "middle", mono=True)
        for column in range(1, columns + 1)
    ]
    down = [
        svg.text(LEFT - 16, TOP + step * (row - 0.25), f"{row:02d}", 12, "ink-3", "end", mono=True)
        for row in range(1, rows + 1)
    ]
    return "".join(across + down)


@svg.once_large
def grid_lines(grid: Hexes, hexes: tuple[str, ...], terrain: frozenset[str]) -> str:
    """Draw the outlines of all hexes, brighter around terrain, as two paths: much shorter than one for each hex."""
    half, high = grid.size / 2, grid.size * sqrt(3) / 2
    steps = ((half, high), (-half, high), (-2 * half, 0), (-half, -high), (half, -high))
    hexagon = "l" + " ".join(f"{svg.number(dx)} {svg.number(dy)}" for dx, dy in steps) + "z"
    plain: list[str] = []
    clear: list[str] = []
    for name in hexes:
        x, y = middle(grid, name)
        corner = f"M{svg.number(x + half)} {svg.number(y - high)}{hexagon}"
        (clear if name in terrain else plain).append(corner)
    return svg.path("".join(plain), fill="none", stroke="grid") + svg.path(
        "".join(clear), fill="none", stroke="edge", stroke_width=1.4
    )


@svg.once
def space(grid: Hexes, name: str, label: str, code: str | None, starlit: bool) -> str:
    x, y = middle(grid, name)
    size = grid.size
    parts = []
    if starlit:
        parts.append(svg.hatch(grid.corners(x, y), 7, stroke="victim", stroke_width=0.8, opacity=0.5))
    if code:
        parts.append(svg.group(signs.TERRAIN[code], at=(x, y - size * 0.08), scale=size * 0.86))
        words = svg.text(x, y + size * 0.78, TERRAIN_NAMES[code].split()[-1], size * 0.3, "ink-2", "middle", stretch=85)
        parts.append(svg.group(words, class_="fine"))
    else:
        words = svg.text(x, y + size * 0.74, name, size * 0.2, "ink-3", "middle", mono=True, opacity=0.75)
        parts.append(svg.group(words, class_="coordinates"))
    return svg.thing(f"hex:{name}", label, *parts, touch=tuple(grid.corners(x, y, 1.5)))


def is_touched(ship: Ship) -> bool:
    """Return whether a ship is chosen in the fleet list, because it is not on the map yet."""
    return ship.record["hex"] is None and not ship.record["dead"]


@svg.once
def pips(at: svg.Point, step: float, high: float, full: int, number: int, colour: str, line: str | None = None) -> str:
    """Draw a row of boxes, the first `full` of them filled."""
    boxes = [svg.box(at[0] + i * step, at[1], step * 0.74, high) for i in range(number)]
    look: dict[str, svg.Attribute] = {"stroke": line or colour, "stroke_width": 1 if line else 0.6}
    parts = ((boxes[:full], colour), (boxes[full:], "none"))
    return "".join(svg.path("".join(some), fill=fill, **look) for some, fill in parts if some)
