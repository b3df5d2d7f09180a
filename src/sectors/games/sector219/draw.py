"""A view as a picture. Everything drawn comes from the view."""

from __future__ import annotations

from collections import Counter

from sectors.games.sector219 import signs
from sectors.games.sector219.content import Cards, Unit
from sectors.games.sector219.scene import Place, Scene
from sectors.kit import svg as draw
from sectors.kit.state import Json
from sectors.kit.words import SEATS

WIDTH = 1000
FIELD = 660  # the field's longer side
LEFT, TOP = 52, 94
RAIL = 772  # the left edge of the margin with the counters
RAIL_WIDTH = 204
CARD_WIDTH, CARD_HEIGHT, CARDS_A_ROW = 132, 150, 7


# The picture


def picture(cards: Cards, view: Json, facts: Json) -> draw.Picture:
    """Draw the field with its counters, and the hand of the seat that looks."""
    scene = Scene(cards, view)
    hand = hand_cards(scene)
    rows = (len(hand) + CARDS_A_ROW - 1) // CARDS_A_ROW
    hand_top = TOP + FIELD + 60
    title, below = scene.caption()
    return draw.document(
        WIDTH,
        hand_top + 24 + rows * (CARD_HEIGHT + 12) if hand else hand_top - 8,
        draw.text(LEFT - 12, 34, title, 22, weight=600),
        draw.text(LEFT - 12, 56, below, 15, "ink-2"),
        field(scene),
        rail(scene),
        draw.group(draw.text(0, 0, "Your hand", 14, "ink-3", weight=500), *hand, at=(LEFT - 12, hand_top))
        if hand
        else "",
        title=f"Battle for Sector 219: {title}, {below}",
        desc=" ".join(f"{scene.label(place)}." for place in sorted(scene.placed, key=str)),
        game="sector219",
        tokens={"game": ("#adc98a", "#475e27")},
    )


def field(scene: Scene) -> str:
    """Draw the spaces in the window, 100 units each, scaled to fit."""
    columns, rows = scene.columns, scene.rows
    scale = FIELD / (100 * max(len(columns), len(rows)))
    width, height = 100 * len(columns), 100 * len(rows)
    spots = {
        Place(column, row): (100.0 * x, 100.0 * y) for x, column in enumerate(columns) for y, row in enumerate(rows)
    }
    lines = "".join(f"M{100 * x} 0V{height}" for x in range(1, len(columns)))
    lines += "".join(f"M0 {100 * y}H{width}" for y in range(1, len(rows)))
    corner = (-100.0 * (min(columns) - 1), -100.0 * (min(rows) - 1))  # the ground does not move when the window grows
    hills = draw.group(signs.contours(scene.cards.side), at=corner)
    ground = draw.element("svg", hills, width=width, height=height)
    layers = [ground, draw.path(lines, fill="none", stroke="grid", stroke_width=1.5)]
    layers += [draw.group(signs.base(seat), at=spots[base]) for seat, base in enumerate(scene.bases)]
    middle = {place: (x + 50, y + 50) for place, (x, y) in spots.items()}
    layers += [signs.road(middle[giver], middle[taker], seat) for seat in (0, 1) for giver, taker in scene.links(seat)]
    named = 100 * scale >= 56  # smaller lettering would be illegible
    layers += [space(scene, place, at, named) for place, at in spots.items()]
    left = LEFT + (FIELD - width * scale) / 2
    top = TOP + (FIELD - height * scale) / 2
    return (
        draw.neatline(left, top, width * scale, height * scale, len(columns), len(rows))
        + edge(scene, left, top, 100 * scale)
        + draw.group(*layers, at=(left, top), scale=scale)
    )


def edge(scene: Scene, left: float, top: float, step: float) -> str:
    """Draw the letters and numbers on all four sides."""
    right, bottom = left + step * len(scene.columns), top + step * len(scene.rows)
    parts = [
        draw.text(left + (i + 0.5) * step, y, chr(96 + column), 14, "ink-3", "middle", mono=True)
        for i, column in enumerate(scene.columns)
        for y in (top - 19, bottom + 29)
    ]
    parts += [
        draw.text(x, top + (i + 0.5) * step + 5, row, 14, "ink-3", "middle", mono=True)
        for i, row in enumerate(scene.rows)
        for x in (left - 27, right + 27)
    ]
    return "".join(parts)


def space(scene: Scene, place: Place, at: draw.Point, named: bool) -> str:
    parts = []
    if place == scene.city:
        parts.append(signs.city())
    elif place in scene.placed:
        owner, unit = scene.placed[place]
        parts.append(signs.plate(unit, owner, place in scene.supplied, owner != scene.below, named))
    elif place in scene.bases:
        whose = scene.whose(scene.bases.index(place))
        words = {"you": ("Your", "base"), "the enemy": ("Enemy", "base")}.get(whose, (whose, "base"))
        parts += [draw.text(50, 46 + 20 * i, word, 17, "ink-2", "middle", room=84) for i, word in enumerate(words)]
    return draw.thing(
        f"cell:{place}", scene.label(place), *parts, touch=draw.rectangle(2, 2, 96, 96), transform=f"translate{at}"
    )


def rail(scene: Scene) -> str:
    """Draw the counters: the enemy at the top, the seat that looks at the bottom, and the unseen cards between."""
    above = 1 - scene.below
    kinds = [
        [unit.name, *(scene.view["unseen"][seat].count(unit.letter) for seat in (above, scene.below))]
        for unit in scene.cards.units
    ]
    names = ["", *(SEATS[seat] for seat in (above, scene.below))]
    table = draw.table(0, 44, RAIL_WIDTH, kinds, names)
    return (
        counters(scene, above, TOP - 12)
        + draw.panel(RAIL, TOP + 178, RAIL_WIDTH, "Not yet seen: in hand or deck", table)
        + counters(scene, scene.below, TOP + FIELD - 154)
    )


def counters(scene: Scene, seat: int, top: float) -> str:
    view = scene.view
    units = sum(owner == seat for owner, _ in scene.placed.values())
    numbers = [
        (units, "units"),
        (view["hand_counts"][seat], "hand"),
        (view["deck_counts"][seat], "deck"),
        (view["strikes"][seat], "strikes"),
    ]
    who = scene.whose(seat) if view["seat"] is not None else ""
    doing = "to act" if view["to_act"] == seat else ""
    cards = [
        draw.group(signs.strike(used=i >= view["strikes"][seat]), at=(13 + i * 30, 140), scale=0.6)
        for i in range(scene.cards.air_strikes)
    ]
    lost: Counter[str] = Counter(view["destroyed"][seat])
    return draw.group(
        draw.line((0, 0), (RAIL_WIDTH, 0), stroke="rule"),
        draw.device(seat, 17, 29, 34),
        draw.text(44, 27, SEATS[seat], 18, weight=600),
        draw.text(44, 44, ", ".join(word for word in (who, doing) if word), 13, "ink-2"),
        draw.figures(0, 78, numbers, 54),
        draw.text(0, 117, "Lost" if lost else "Nothing lost", 13, "ink-3"),
        *(
            draw.group(
                signs.sign(scene.units[letter], "ink-2", (0, 0), 0.36),
                draw.text(11, 5, number, 13, "ink-2"),
                at=(48 + 28 * i, 112),
            )
            for i, (letter, number) in enumerate(
                sorted(lost.items(), key=lambda pair: scene.cards.letters.index(pair[0]))
            )
        ),
        *cards,
        at=(RAIL, top),
    )


def hand_cards(scene: Scene) -> list[str]:
    """Draw a card with its number for each kind in hand, and the Air Strikes; nothing for a spectator."""
    view = scene.view
    seat = view["seat"]
    if seat is None:
        return []
    hand: str = view["hand"]
    drawn = [unit_card(unit, hand.count(unit.letter), seat) for unit in scene.cards.units if unit.letter in hand]
    if view["strikes"][seat]:
        drawn.append(strike_card(view["strikes"][seat]))
    if view["bottom"]:
        drawn.append(bottom_card([scene.units[letter].name for letter in view["bottom"]]))
    return [
        draw.group(part, at=((i % CARDS_A_ROW) * (CARD_WIDTH + 4), 12 + (i // CARDS_A_ROW) * (CARD_HEIGHT + 12)))
        for i, part in enumerate(drawn)
    ]


@draw.once
def unit_card(unit: Unit, number: int, seat: int) -> str:
    three = (("supply", unit.supply), ("alone" if unit.alone else "attack", unit.attack), ("support", unit.support))
    parts = [
        draw.path(draw.plate(10, 12, 42, 43), fill=draw.seat(seat)),
        signs.sign(unit, "on-seat", (31, 35), 0.52),
        draw.text(62, 30, unit.letter, 14, "ink-3", mono=True),
        draw.text(62, 48, f"{number} in hand" if number > 1 else "", 12, "ink-2"),
        draw.text(10, 76, unit.name, 14.5, weight=600, room=CARD_WIDTH - 20),
    ]
    for place, (mark, offsets) in enumerate(three):
        widest = max([1, *(max(abs(dx), abs(dy)) for dx, dy in offsets)])
        parts.append(
            draw.group(signs.diagram(offsets, mark, seat), at=(26 + place * 40, 117), scale=1 if widest < 3 else 0.6)
        )
        parts.append(draw.text(26 + place * 40, 145, ("supply", "attack", "support")[place], 10.5, "ink-3", "middle"))
    label = f"{unit.name}, {number} in hand"
    return draw.thing(
        f"hand:{unit.letter}",
        label,
        draw.card(0, 0, CARD_WIDTH, CARD_HEIGHT, *parts),
        touch=draw.rectangle(0, 0, CARD_WIDTH, CARD_HEIGHT),
    )


@draw.once
def strike_card(number: int) -> str:
    parts = [
        draw.group(signs.strike(used=False), at=(31, 35)),
        draw.text(62, 30, "X", 14, "ink-3", mono=True),
        draw.text(62, 48, f"{number} left", 12, "ink-2"),
        draw.text(10, 76, "Air Strike", 14.5, weight=600),
        draw.paragraph(10, 98, "destroys any enemy unit, uses a play", CARD_WIDTH - 20, 12, "ink-2"),
    ]
    return draw.thing(
        "hand:X",
        f"Air Strike, {number} left",
        draw.card(0, 0, CARD_WIDTH, CARD_HEIGHT, *parts),
        touch=draw.rectangle(0, 0, CARD_WIDTH, CARD_HEIGHT),
    )


def bottom_card(names: list[str]) -> str:
    """Draw the known cards under the own deck, the lowest last."""
    return draw.card(
        0,
        0,
        CARD_WIDTH,
        CARD_HEIGHT,
        draw.text(10, 24, "Under your deck", 12.5, "ink-3", room=CARD_WIDTH - 20),
        *(draw.text(10, 48 + 20 * i, name, 14, room=CARD_WIDTH - 20) for i, name in enumerate(names)),
        draw.text(10, 54 + 20 * len(names), "the lower one last" if len(names) > 1 else "comes last", 12, "ink-2"),
        fill="none",
        stroke_dasharray="5 4",
    )
