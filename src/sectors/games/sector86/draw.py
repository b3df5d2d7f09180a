"""A view as a picture. Nothing here knows more than the view."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from sectors.games.sector86 import signs
from sectors.games.sector86.content import CLASSES, SKILLS
from sectors.games.sector86.scene import PHASE_NAMES, Scene
from sectors.games.sector86.words import credits, describe_effects, label_card, skills
from sectors.kit import Json
from sectors.kit import svg as draw

if TYPE_CHECKING:
    from sectors.games.sector86 import Sector86

T = TypeVar("T")
WIDTH = 1000
LEFT, RIGHT = 20, 980
ACROSS = RIGHT - LEFT
STEP = signs.WIDTH + 8
A_ROW = 8  # cards
TOKENS = {"game": ("#edae88", "#7a4625")}
ODDS = (  # kind, word, colour
    ("collides", "collides", "victim"),
    ("ship", "ship that fits", "ghost"),
    ("crew", "crew", "game"),
    ("facility", "facility", "edge"),
    ("mission", "mission", "ink"),
    ("levy", "levy", "ink-3"),
)


def picture(game: Sector86, view: Json, facts: Json) -> draw.Picture:
    return Painter(Scene(game, view, facts)).document()


class Painter:
    """Draws blocks one below the other; `y` is where the next one begins."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.deck = scene.deck
        self.view = scene.view
        self.parts: list[str] = []
        self.y = 0.0

    def document(self) -> draw.Picture:
        said, more = self.scene.caption()
        head = self.block(partial(self.header, said, more))
        others = self.block(self.others)
        *centre, odds = self.block(self.centre)
        queue = self.block(self.queue)
        own = self.block(self.station)
        self.part("choices", self.choices)
        # When a client rearranges the parts, what is to be decided comes first.
        parts = [*head, odds, *queue, *own, *centre, *others, *self.parts]
        return draw.document(
            WIDTH, self.y + 14, *parts, title=f"Sector 86: {said}", desc=more, game="sector86", tokens=TOKENS
        )

    def add(self, *parts: str) -> None:
        self.parts += parts

    def block(self, work: Callable[[], None]) -> list[str]:
        """Run `work` and return the parts it adds, taken off the page; their space stays reserved."""
        work()
        added, self.parts = self.parts, []
        return added

    def part(self, name: str, work: Callable[[], T]) -> T:
        """Run `work` and group what it adds, so that it stays together when a client rearranges the picture."""
        before, self.parts = self.parts, []
        given = work()
        self.parts = [*before, draw.part(name, *self.parts)]
        return given

    def rule(self) -> None:
        self.add(draw.part("ground", draw.line((LEFT, self.y), (RIGHT, self.y), stroke="rule")))

    # The head

    def header(self, said: str, more: str) -> None:
        self.add(draw.part("title", draw.text(LEFT, 34, said, 22, weight=550, room=640)))
        if self.scene.phase != "over":
            self.part("phases", self.phases)
        said = ", ".join(f"{number} {word}" for number, word in self.scene.counters())
        self.add(draw.part("head", draw.text(LEFT, 55, more, 13, "ink-3")))
        self.add(draw.part("counters", draw.text(RIGHT, 57, said, 13, "ink-2", "end")))
        self.y = 68

    def phases(self) -> None:
        x = float(RIGHT)
        for i, name in reversed(list(enumerate(PHASE_NAMES))):
            now = self.scene.facts["part"] == i
            self.add(draw.text(x, 34, name, 13, "ink" if now else "ink-3", "end", 650 if now else 400))
            wide = draw.length(name, 13, 650)
            if now:
                self.add(draw.line((x - wide, 40), (x, 40), stroke="ink", stroke_width=1.5))
            x -= wide + 14

    # The other stations

    def others(self) -> None:
        seats = self.scene.others()
        wide = ACROSS / len(seats)
        self.rule()
        lowest = self.y
        for i, seat in enumerate(seats):
            x, room = LEFT + i * wide + (12 if i else 0), wide - (24 if i else 12)
            low = self.part(f"seat-{seat}", partial(self.small_station, seat, x, room))
            lowest = max(lowest, low)
        for i in range(1, len(seats)):
            line = draw.line((LEFT + i * wide, self.y + 8), (LEFT + i * wide, lowest), stroke="rule")
            self.add(draw.part("ground", line))
        self.y = lowest + 12

    def small_station(self, seat: int, x: float, wide: float) -> float:
        scene, station = self.scene, self.scene.station(seat)
        y = self.y + 30
        self.add(draw.device(seat, x + 13, y - 2, 26), draw.text(x + 34, y, scene.names[seat], 15, weight=600))
        self.add(draw.text(x + 34, y + 16, self.describe_activity(seat), 12, "ink-3", room=wide - 110))
        self.goals(seat, x + wide, y - 13)
        y += 30
        self.purse(x, y, len(station["credits"]))
        have = scene.skills(seat)
        for i, letter in enumerate(SKILLS):
            self.add(draw.text(x + 62 + 36 * i, y + 13, letter, 12, "ink-3", weight=600))
            self.add(draw.text(x + 75 + 36 * i, y + 13, have[i], 14, weight=550))
        y += 26
        at = x
        for klass in CLASSES:
            for number, dock in enumerate(station["ports"][klass], start=1):
                names = " + ".join(scene.card(ship).name for ship in dock)
                room = 34 + (draw.length(names, 12, 550) if dock else 10)
                if at + room > x + wide and at > x:
                    at, y = x, y + 28
                self.chip(seat, at, y, min(room, wide), klass, number, dock)
                at += room + 5
        y += 32
        for key in ("crew", "facilities", "missions"):
            y = self.names_row(seat, key, x, y, wide)
        return y

    def describe_activity(self, seat: int) -> str:
        """Describe what a seat is doing in a few words."""
        scene, view = self.scene, self.view
        if view["to_act"] == seat:
            return "you, to decide" if seat == scene.me else "to decide"
        auction, market = view["ctx"]["auction"], view["ctx"]["market"]
        for asked, made in ((auction, "wants"), (market, "claims")):
            if asked and scene.phase in ("offer", "market") and seat in asked["order"]:
                done = asked["order"].index(seat) < len(asked[made])
                return "has sealed a choice" if done else "will be asked"
        if seat == scene.active:
            return "on turn"
        away = (seat - scene.active) % scene.seats
        return "plays next" if away == 1 else f"plays in {away} turns"

    def goals(self, seat: int, right: float, y: float) -> None:
        """Draw a box for each mission to complete, filled when done."""
        goal, done = self.view["options"]["goal"], len(self.scene.station(seat)["missions"])
        for i in range(goal):
            x = right - 16 * (goal - i)
            self.add(draw.rect(x, y, 12, 15, fill="ink" if i < done else "none", stroke="ink-2", stroke_width=1.3))

    def purse(self, x: float, y: float, number: int) -> None:
        self.add(signs.card_back(x, y - 4, 15, 21), draw.text(x + 22, y + 13, number, 16, weight=600))

    def chip(self, seat: int, x: float, y: float, wide: float, klass: str, number: int, dock: list[str]) -> None:
        """Draw a dock of a small station."""
        scene = self.scene
        dash = None if dock else "3 3"
        self.add(draw.rect(x, y, wide, 23, fill="raise" if dock else "none", stroke="edge", stroke_dasharray=dash))
        self.add(signs.class_sign(klass, x + 13, y + 12, 0.78, bool(dock)))
        at = x + 26
        for i, ship in enumerate(dock):
            card = scene.card(ship)
            name = card.name + (" +" if i + 1 < len(dock) else "")
            room = draw.length(name, 12, 550)
            pays = credits(scene.due(seat, ship))
            label = f"{label_card(self.deck, card)}. Docked in {klass}{number} of {scene.who(seat)}, pays {pays}"
            words = draw.text(at, y + 16, name, 12, weight=550, room=x + wide - at - 3)
            self.add(draw.thing(f"card:{ship}", label, words, touch=draw.rectangle(at - 3, y, room, 23)))
            at += room + 2

    def names_row(self, seat: int, key: str, x: float, y: float, wide: float) -> float:
        """Write the names of the crew, facilities or missions of a small station, and return the next `y`."""
        scene = self.scene
        at = x
        entries = scene.station(seat)[key]
        for entry in entries:
            card = scene.card(entry["id"])
            name = card.name + (f" {skills(card.skills)}" if key != "missions" and any(card.skills) else "")
            room = draw.length(name, 12) + 12
            if at + room > x + wide and at > x:
                at, y = x, y + 20
            fill = "ink-3" if entry["new"] else "ink-2"
            bar = "game" if key == "crew" else "ink-2" if key == "facilities" else "ink"
            words = draw.line((at, y + 1), (at, y + 15), stroke=bar, stroke_width=2.5) + draw.text(
                at + 6, y + 13, name, 12, fill, room=min(room - 8, x + wide - at - 6)
            )
            label = self.label(seat, entry["id"], entry["new"])
            self.add(draw.thing(f"card:{entry['id']}", label, words, touch=draw.rectangle(at - 2, y - 2, room, 20)))
            at += room + 4
        return y + 22 if entries else y

    def label(self, seat: int, id: str, new: bool) -> str:
        words = [label_card(self.deck, self.scene.card(id)), f"At the station of {self.scene.who(seat)}"]
        if new:
            words.append("works from the next turn")
        note = self.scene.note(seat, id)
        return ". ".join([*words, note] if note else words)

    # The centre: missions, deck, the next card

    def centre(self) -> None:
        view = self.view
        self.rule()
        y = self.y + 22
        self.part("missions", partial(self.missions, y))
        x = LEFT + max(2, len(view["missions"])) * STEP + 24
        x = max(x, 300)
        self.part("deck", partial(self.draw_deck, x, y))
        self.part("odds", partial(self.draw_odds, x + 158, y))
        self.y = y + signs.HEIGHT + 26

    def missions(self, y: float) -> None:
        scene, view = self.scene, self.view
        seat = scene.front()
        whose = "your crew" if seat == scene.me else f"the crew of {scene.names[seat]}"
        self.add(draw.text(LEFT, y, f"Active missions, filled as far as {whose} goes", 13, "ink-3"))
        if not view["missions"]:
            self.add(draw.text(LEFT, y + 40, "none", 13, "ink-3"))
        for i, id in enumerate(view["missions"]):
            card, missing = scene.card(id), scene.missing(seat, id)
            note = "ready" if missing == 0 else f"{missing} short"
            ready = [scene.names[one] for one in range(scene.seats) if scene.missing(one, id) == 0]
            label = label_card(self.deck, card) + (f". Ready: {', '.join(ready)}" if ready else "")
            drawing = signs.mission_face(self.deck, card, scene.mission_progress(seat, id), note)
            touch = draw.rectangle(0, 0, signs.WIDTH, signs.HEIGHT)
            at = (LEFT + i * STEP, y + 10)
            self.add(draw.group(draw.thing(f"card:{id}", label, drawing, touch=touch), at=at))

    def draw_deck(self, x: float, y: float) -> None:
        scene, view = self.scene, self.view
        self.add(draw.text(x, y, "Deck", 13, "ink-3"))
        label = f"The deck, {view['deck']} cards: flip the next one"
        self.add(
            draw.thing("do:flip", label, signs.card_back(x, y + 10, 62, 86), touch=draw.rectangle(x, y + 10, 62, 86))
        )
        self.add(
            draw.text(x + 72, y + 60, view["deck"], 24, weight=600), draw.text(x + 72, y + 78, "cards", 12, "ink-3")
        )
        counts = f"discard {len(view['discard'])}, credits {scene.facts['locked']}"
        self.add(draw.text(x, y + 116, counts, 12, "ink-2", room=130))
        if scene.facts["lock_up_near"]:
            self.add(draw.text(x, y + 134, "few cards are left: lock-up near", 12, "victim", room=150))

    def draw_odds(self, x: float, y: float) -> None:
        """Draw the odds of the next card."""
        scene, view = self.scene, self.view
        odds = scene.facts["next"]
        total = odds["of"] if odds else 0
        if not total or scene.phase in ("collision", "over"):
            return
        wide = RIGHT - x
        after = "" if view["deck"] else ", after a shuffle of the discard"
        self.add(draw.text(x, y, f"The next card, of {total} unseen{after}", 13, "ink-3", room=wide))
        at = x
        for kind, _, colour in ODDS:
            part = wide * odds[kind] / total
            if part:
                self.add(draw.rect(at, y + 10, part, 14, fill=colour, stroke="sheet", stroke_width=1))
                if kind == "collides":
                    corners = [(at, y + 10), (at + part, y + 10), (at + part, y + 24), (at, y + 24)]
                    self.add(draw.hatch(corners, 7, stroke="sheet", stroke_width=2.5))
                at += part
        columns = 2
        for i, (kind, word, colour) in enumerate(ODDS):
            cx, cy = x + (i % columns) * (wide / columns), y + 48 + (i // columns) * 26
            self.add(draw.rect(cx, cy - 10, 11, 11, fill=colour, stroke="edge", stroke_width=0.6))
            self.add(draw.text(cx + 18, cy, word, 13))
            percent = f"{100 * odds[kind] / total:.0f} %"
            self.add(draw.text(cx + wide / columns - 78, cy, percent, 13, anchor="end", weight=600))
            self.add(draw.text(cx + wide / columns - 22, cy, f"{odds[kind]} of {total}", 12, "ink-3", "end"))

    # The queue

    def strip(self) -> None:
        """Draw the graduated edge of the queue."""
        bars = "".join(draw.box(x, self.y, 60, 4) for x in range(0, WIDTH, 120))
        line = draw.line((0, self.y), (WIDTH, self.y), stroke="edge")
        self.add(draw.part("ground", draw.path(bars, fill="edge"), line))

    def queue(self) -> None:
        scene, view = self.scene, self.view
        rows = -(-len(view["queue"]) // A_ROW)
        offered = view["ctx"]["auction"]["ship"] if view["ctx"]["auction"] else None
        high = rows * (signs.HEIGHT + 12) + 34
        self.add(draw.part("ground", draw.rect(0, self.y, WIDTH, high, fill="sheet")))
        self.strip()
        whose = "Your queue" if scene.active == scene.me else f"The queue of {scene.names[scene.active]}"
        if scene.phase == "over":
            whose = "The queue"
        said = f"{whose}, in flip order" if view["queue"] else f"{whose} is empty"
        self.add(draw.part("queue-head", draw.text(LEFT, self.y + 22, said, 13, "ink-3")))
        if offered:
            self.part("offered", partial(self.offer_line, offered))
        top = self.y + 32
        for i, id in enumerate(view["queue"]):
            at = (LEFT + (i % A_ROW) * STEP, top + i // A_ROW * (signs.HEIGHT + 12))
            self.add(draw.part("queue", draw.group(self.queue_card(id), at=at)))
        self.y += high
        self.strip()
        self.y += 14

    def queue_card(self, id: str) -> str:
        scene, card = self.scene, self.scene.card(id)
        label = label_card(self.deck, card)
        figure, quiet = str(card.fee) if card.kind == "ship" else "", card.type or card.kind.capitalize()
        if card.kind == "wreck":
            figure = str(self.deck.scrap_value)
        extra = ""
        if card.kind in ("crew", "facility"):
            buyer = scene.me if scene.me is not None else scene.active
            price = scene.price(buyer, id)
            figure = str(price)
            label += f". Price for {scene.who(buyer)}: {price}"
            if price != card.cost:
                extra = draw.text(signs.WIDTH - 26, 27, card.cost, 11, "ink-3", "end") + draw.line(
                    (signs.WIDTH - 36, 23), (signs.WIDTH - 25, 23), stroke="ink-3"
                )
        if card.kind == "levy":
            quiet = "Levy, done" if card.when == "flip" else "Levy, at the end"
        drawing = signs.face(self.deck, card, figure, quiet) + extra
        touch = draw.rectangle(0, 0, signs.WIDTH, signs.HEIGHT)
        return draw.thing(f"card:{id}", f"In the queue: {label}", drawing, touch=touch)

    def offer_line(self, ship: str) -> None:
        """Write who is offered the redirected ship, and the answers, sealed until they are revealed."""
        auction = self.view["ctx"]["auction"]
        said = []
        for i, seat in enumerate(auction["order"]):
            answer = auction["wants"][i] if i < len(auction["wants"]) else None
            said.append(f"{self.scene.names[seat]}: {ANSWERS[answer]}")
        card = self.scene.card(ship)
        sign = f"class {card.klass}" if card.klass else "wreck"
        words = f"Offered: {card.name} ({sign}). {', '.join(said)}. Equal bids: the seat that plays sooner"
        self.add(draw.text(RIGHT, self.y + 22, words, 13, "ink", "end", 550, room=720))

    # The station that is drawn large

    def station(self) -> None:
        seat = self.scene.front()
        line = draw.line((LEFT, self.y), (RIGHT, self.y), stroke=draw.seat(seat), stroke_width=2)
        self.add(draw.part("ground", line))
        for name, work in (
            ("station", self.station_head),
            ("skills", self.station_skills),
            ("completed", self.completed_missions),
        ):
            self.part(name, partial(work, seat, self.y + 32))
        self.y += 58
        self.docks(seat)
        self.row(seat, "crew")
        self.row(seat, "facilities")

    def station_head(self, seat: int, y: float) -> None:
        scene, station = self.scene, self.scene.station(seat)
        self.add(
            draw.device(seat, LEFT + 14, y - 4, 28), draw.text(LEFT + 38, y - 2, scene.names[seat], 17, weight=600)
        )
        self.add(draw.text(LEFT + 38, y + 14, self.describe_activity(seat), 12, "ink-3"))
        self.goals(seat, LEFT + 220, y - 16)
        self.purse(LEFT + 240, y - 10, len(station["credits"]))
        self.add(draw.text(LEFT + 284, y + 3, "credits", 12, "ink-3"))

    def station_skills(self, seat: int, y: float) -> None:
        have = self.scene.skills(seat)
        for i, letter in enumerate(SKILLS):
            self.add(draw.text(LEFT + 360 + 52 * i, y + 3, letter, 14, "ink-3", weight=600))
            self.add(draw.text(LEFT + 376 + 52 * i, y + 3, have[i], 18, weight=600))
        self.add(draw.text(LEFT + 516, y + 3, "skills of the station", 12, "ink-3"))

    def completed_missions(self, seat: int, y: float) -> None:
        done = ", ".join(self.scene.card(entry["id"]).name for entry in self.scene.station(seat)["missions"])
        self.add(draw.text(RIGHT, y + 3, f"Completed: {done}" if done else "", 12, "ink-2", "end", room=330))

    def docks(self, seat: int) -> None:
        """Draw the docks as slots; all docks of a class are one thing to touch, for docking a wreck."""
        ports = self.scene.station(seat)["ports"]
        number = sum(len(ports[klass]) for klass in CLASSES)
        a_row = min(number, 6)
        wide = min(204.0, (ACROSS - 8 * (a_row - 1)) / a_row)
        places: list[tuple[str, int, float, float]] = []
        for klass in CLASSES:
            for dock in range(len(ports[klass])):
                i = len(places)
                places.append((klass, dock, LEFT + i % a_row * (wide + 8), self.y + i // a_row * 62))
        for klass in CLASSES:
            slots = [place for place in places if place[0] == klass]
            self.part("docks", partial(self.docks_of, seat, klass, slots, wide))
        self.y += -(-number // a_row) * 62 + 4

    def docks_of(self, seat: int, klass: str, slots: list[tuple[str, int, float, float]], wide: float) -> None:
        ports = self.scene.station(seat)["ports"]
        outline = "".join(draw.box(x, y, wide, 54) for _, _, x, y in slots)
        label = f"Docks of class {klass} of {self.scene.who(seat)}"
        frame = draw.path(outline, fill="none", stroke="edge", stroke_dasharray="4 3")
        self.add(draw.thing(f"dock:{klass}", label, frame, touch=outline))
        for _, dock, x, y in slots:
            ships = ports[klass][dock]
            self.add(signs.class_sign(klass, x + 18, y + 27, 1, bool(ships)))
            self.add(draw.text(x + 18, y + 50, f"{klass}{dock + 1}", 11, "ink-3", "middle"))
            room = (wide - 38) / max(1, len(ships))
            for i, ship in enumerate(ships):
                self.add(self.docked_ship(seat, ship, x + 36 + i * room, y + 3, room - 4))
            if not ships:
                self.add(draw.text(x + 40, y + 32, "empty", 13, "ink-3"))

    def docked_ship(self, seat: int, ship: str, x: float, y: float, wide: float) -> str:
        scene, card = self.scene, self.scene.card(ship)
        due = scene.due(seat, ship)
        note = scene.note(seat, ship)
        held = ship in self.view["ctx"]["held"]
        drawing = (
            draw.rect(x, y, wide, 48, fill="raise", stroke="edge", stroke_width=2.5 if held else 1.2)
            + draw.text(x + 8, y + 18, card.name, 14, weight=600, room=wide - 40)
            + draw.text(x + wide - 8, y + 19, due, 17, anchor="end", weight=600)
            + draw.text(
                x + 8, y + 35, note or describe_effects(self.deck, card), 11, "ink-2", stretch=86, room=wide - 14
            )
        )
        label = f"{label_card(self.deck, card)}. Docked, pays {credits(due)} when it leaves" + (
            f", {note}" if note else ""
        )
        return draw.thing(f"card:{ship}", label, drawing, touch=draw.rectangle(x, y, wide, 48))

    def row(self, seat: int, key: str) -> None:
        """Draw crew or facilities as slips."""
        scene, entries = self.scene, self.scene.station(seat)[key]
        if not entries:
            return
        a_row, wide, high = 7, ACROSS / 7, 62
        for i, entry in enumerate(entries):
            x, y = LEFT + i % a_row * wide, self.y + i // a_row * (high + 6)
            card, room = scene.card(entry["id"]), wide - 18
            note = (
                "next turn"
                if entry["new"]
                else scene.note(seat, entry["id"]) or describe_effects(self.deck, card) or card.type
            )
            bar = "game" if key == "crew" else "ink-2"
            dash = "4 3" if entry["new"] else None
            edge = draw.line((x + 1, y), (x + 1, y + high), stroke=bar, stroke_width=3, stroke_dasharray=dash)
            if key == "facilities":
                edge += draw.line((x + 5, y), (x + 5, y + high), stroke=bar, stroke_width=1)
            low = y + 44 if any(card.skills) else y + 29
            drawing = (
                edge
                + draw.text(x + 11, y + 14, card.name, 13, "ink-3" if entry["new"] else "ink", weight=600, room=room)
                + signs.skill_bars(x + 11, y + 20, card)
                + "".join(
                    draw.text(x + 11, low + 13 * line, part, 11, "ink-2", stretch=86, room=room)
                    for line, part in enumerate(draw.wrap(note, room * 1.1, 11, 2))
                )
            )
            label = self.label(seat, entry["id"], entry["new"])
            touch = draw.rectangle(x - 3, y - 2, wide - 4, high + 4)
            self.add(draw.part(key, draw.thing(f"card:{entry['id']}", label, drawing, touch=touch)))
        self.y += -(-len(entries) // a_row) * (high + 6) + 6

    # Choices other than cards

    def choices(self) -> None:
        x, y = float(LEFT), self.y + 6
        for thing, label in self.scene.facts["choices"]:
            if thing == "do:flip":
                continue  # the deck itself
            bid = thing.startswith("bid:")
            wide = 44.0 if bid else min(draw.length(label, 14, 600) + 28, ACROSS)
            if x + wide > RIGHT and x > LEFT:
                x, y = LEFT, y + 46
            words = thing[4:] if bid else label
            drawing = draw.rect(x, y, wide, 38, fill="raise", stroke="edge", stroke_width=1.5) + draw.text(
                x + wide / 2, y + 24, words, 14, anchor="middle", weight=600, room=wide - 12
            )
            self.add(draw.thing(thing, label, drawing, touch=draw.rectangle(x, y, wide, 38)))
            x += wide + 8
        if self.scene.facts["choices"]:
            self.y = y + 42


ANSWERS = {True: "take", False: "pass", None: "not yet asked", "?": "sealed"}
