"""Elements of card drawings: signs of classes, patches of crew, bars of skill, the backs of credits."""

from __future__ import annotations

from math import cos, pi, sin

from sectors.games.sector86.content import SKILLS, Card, Deck
from sectors.games.sector86.words import describe_effects
from sectors.kit import svg as draw

WIDTH, HEIGHT = 104, 146
HEXAGON = [(9 * cos(pi / 3 * i), 9 * sin(pi / 3 * i)) for i in range(6)]
SIGNS = {
    "A": draw.outline([(0, -9), (9.5, 8), (-9.5, 8)]),
    "B": draw.box(-8, -8, 16, 16),
    "C": draw.outline(HEXAGON),
    "": draw.outline([(0, -9), (9, 0), (0, 9), (-9, 0)]),
}
# Skills, 16 by 16 around the centre: a gear, waves, a shield
SKILL_SIGNS = (
    "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M0-8v3M0 5v3M-8 0h3M5 0h3M-5.7-5.7l2.1 2.1M3.6 3.6l2.1 2.1"
    "M-5.7 5.7l2.1-2.1M3.6-3.6l2.1-2.1",
    "M-7-2a9.5 9.5 0 0 1 14 0M-4 2a6 6 0 0 1 8 0M-1 5.5h2",
    "M-6-6q6 1 6-1q0 2 6 1v6q0 5-6 8q-6-3-6-8z",
)
SHIPS = {
    "A": "M-22 8L2-8L24 2L2 10zM2-8v18M-22 8l10-2",
    "B": "M-28-6h14v14h-14zM-14-9h20v20h-20zM6-6l20 4v6l-20 5z",
    "C": "M-30 4l6-10h44l12 8l-8 9h-48zM-16-6v-6h14v6M4-6v-4h12v4M-22 4h44",
    "": "M-28 8l10-6l4-9l9 8l-5 8zM2 8l5-12l12 5l8-4l-4 11z",
}


@draw.once
def class_sign(klass: str, x: float, y: float, scale: float = 1, filled: bool = True) -> str:
    """Draw the sign of a dock's or a ship's class; that of a wreck is a dashed lozenge."""
    if not klass:
        shape = draw.path(SIGNS[""], fill="none", stroke="ink-2", stroke_width=1.5, stroke_dasharray="3 2")
        return draw.group(shape, at=(x, y), scale=scale)
    colours = ("ink", "sheet") if filled else ("none", "ink")
    return draw.group(
        draw.path(SIGNS[klass], fill=colours[0], stroke="ink", stroke_width=1.3),
        draw.text(0, 5 if klass == "A" else 4, klass, 10.5, colours[1], "middle", 700),
        at=(x, y),
        scale=scale,
    )


@draw.once
def bars(x: float, y: float, have: int, need: int, width: float = 6) -> str:
    """Draw points of skill: `need` bars, of which `have` are filled."""
    return "".join(
        draw.rect(
            x + i * (width + 2.5), y, width, 11, fill="ink" if i < have else "none", stroke="ink-2", stroke_width=1
        )
        for i in range(need)
    )


@draw.once
def skill_bars(x: float, y: float, card: Card) -> str:
    """Draw the skills of a card as letters and bars."""
    parts = []
    for letter, value in zip(SKILLS, card.skills):
        if value:
            parts.append(draw.text(x, y + 10, letter, 12, "ink-2", weight=600) + bars(x + 14, y, value, value, 5))
            x += 20 + 7.5 * value
    return "".join(parts)


@draw.once
def patch(card: Card, x: float, y: float, radius: float = 19) -> str:
    """Draw the patch of a crew member from its skills; a Unionist's is a star of strokes."""
    own = [sign for sign, value in zip(SKILL_SIGNS, card.skills) if value]
    ring = draw.circle(x, y, radius, fill="none", stroke="game", stroke_width=2.2)
    ring += draw.circle(x, y, radius - 3.5, fill="none", stroke="game", stroke_width=0.8)
    if not own:
        rays = "".join(
            f"M{5 * cos(a):.1f} {5 * sin(a):.1f}L{10 * cos(a):.1f} {10 * sin(a):.1f}"
            for a in (i * pi / 4 for i in range(8))
        )
        own = [rays]
    step = radius * 0.86 if len(own) > 1 else 0
    signs = "".join(
        draw.group(
            draw.path(sign, fill="none", stroke="game", stroke_width=1.6),
            at=(x + step * (i - (len(own) - 1) / 2), y),
            scale=0.72 if len(own) > 1 else 1.1,
        )
        for i, sign in enumerate(own[:2])
    )
    return ring + signs


@draw.once
def card_back(x: float, y: float, width: float, height: float) -> str:
    """Draw a credit or the deck: the wheel of five sectors in a double frame."""
    cx, cy, r = x + width / 2, y + height / 2, min(width, height) * 0.34
    spokes = "".join(
        f"M{cx + r * 0.3 * cos(a):.1f} {cy + r * 0.3 * sin(a):.1f}L{cx + r * cos(a):.1f} {cy + r * sin(a):.1f}"
        for a in (i * 2 * pi / 5 - pi / 2 for i in range(5))
    )
    return (
        draw.rect(x, y, width, height, fill="raise", stroke="edge", stroke_width=1.2)
        + draw.rect(x + 2.5, y + 2.5, width - 5, height - 5, fill="none", stroke="edge", stroke_width=0.7)
        + draw.circle(cx, cy, r, fill="none", stroke="edge", stroke_width=1)
        + draw.circle(cx, cy, r * 0.3, fill="none", stroke="edge", stroke_width=1)
        + draw.path(spokes, fill="none", stroke="edge", stroke_width=1)
    )


@draw.once
def edge(card: Card) -> str:
    """Draw the top edge, which shows the kind: crew solid, facility castellated, levy hatched."""
    if card.kind == "crew":
        return draw.rect(0, 0, WIDTH, 6, fill="game")
    if card.kind == "facility":
        return draw.path("".join(draw.box(x, 0, 8, 6) for x in range(0, WIDTH, 16)), fill="ink-2")
    if card.kind == "levy":
        return draw.hatch([(0, 0), (WIDTH, 0), (WIDTH, 9), (0, 9)], 7, stroke="victim", stroke_width=3)
    if card.kind == "mission":
        return draw.rect(4, 4, WIDTH - 8, HEIGHT - 8, fill="none", stroke="ink-2", stroke_width=1)
    return ""


@draw.once
def face(deck: Deck, card: Card, figure: str, quiet: str, tag: str = "") -> str:
    """Draw a card, 104 by 146, from its top left corner: `figure` is at the top right, `quiet` at the top left."""
    stroke = {"levy": "victim", "mission": "ink-2"}.get(card.kind, "edge")
    dash = "6 4" if card.kind == "wreck" else None
    parts = [
        draw.rect(0, 0, WIDTH, HEIGHT, fill="raise", stroke=stroke, stroke_width=1.6, stroke_dasharray=dash),
        edge(card),
    ]
    if card.kind in ("ship", "wreck"):
        parts.append(class_sign(card.klass, 17, 21))
        parts.append(
            draw.group(
                draw.path(SHIPS[card.klass], fill="none", stroke="ink-2", stroke_width=1.8, stroke_linejoin="round"),
                at=(WIDTH / 2, 58),
            )
        )
    elif card.kind == "crew":
        parts += [draw.text(8, 26, quiet, 11.5, "ink-2", stretch=80, room=70), patch(card, WIDTH / 2, 56)]
    elif card.kind == "facility":
        parts.append(draw.text(8, 26, quiet, 11.5, "ink-2", stretch=80, room=70))
        parts.append(
            draw.path(
                f"M{WIDTH / 2 - 24} 72v-18h10v-12h12v8h14v-14h8v36z", fill="none", stroke="ink-2", stroke_width=1.8
            )
        )
    elif card.kind == "levy":
        parts.append(draw.text(8, 27, quiet, 11.5, "victim", stretch=80, room=88))
        parts.append(
            draw.path(
                f"M{WIDTH / 2 - 20} 48h40l-5 24h-30zM{WIDTH / 2 - 10} 48l10-10l10 10",
                fill="none",
                stroke="victim",
                stroke_width=1.8,
            )
        )
    parts.append(draw.text(WIDTH - 9, 28, figure, 19, "ink", "end", 600) if figure else "")
    parts.append(draw.text(8, 96, card.name, 13.5, weight=600, stretch=88, room=WIDTH - 16))
    low = 104
    if card.kind in ("crew", "facility") and any(card.skills):
        parts.append(skill_bars(8, low, card))
        low += 17
    for i, part in enumerate(draw.wrap(describe_effects(deck, card), (WIDTH - 14) * 1.22, 11, 3 if low == 104 else 2)):
        parts.append(draw.text(8, low + 8 + i * 12, part, 11, "ink-2", stretch=80, room=WIDTH - 14))
    if tag:
        parts.append(draw.text(WIDTH / 2, HEIGHT + 13, tag, 11, "ink-2", "middle", room=WIDTH))
    return "".join(parts)


@draw.once
def mission_face(deck: Deck, card: Card, covered: tuple[tuple[int, int], ...], note: str) -> str:
    """Draw a mission, 104 by 146, with the bars that the crew meets filled."""
    lines = draw.wrap(card.name, 92, 14)
    parts = [draw.rect(0, 0, WIDTH, HEIGHT, fill="raise", stroke="ink-2", stroke_width=1.6), edge(card)]
    parts += [draw.text(12, 26 + 17 * i, part, 13.5, weight=600, room=WIDTH - 22) for i, part in enumerate(lines)]
    y = 26 + 17 * len(lines)
    for letter, (have, need) in zip(SKILLS, covered):
        if need:
            parts.append(draw.text(12, y + 10, letter, 12, "ink-2", weight=600) + bars(27, y, have, need, 8))
            y += 19
    if card.contract:
        for i, part in enumerate(draw.wrap(describe_effects(deck, card), (WIDTH - 22) * 1.2, 11, 2)):
            parts.append(draw.text(12, HEIGHT - 38 + 12 * i, part, 11, "ink-2", stretch=86, room=WIDTH - 22))
    parts.append(draw.text(12, HEIGHT - 12, note, 11, "ink-3", room=WIDTH - 22))
    return "".join(parts)
