"""Pictures of views as SVG, in one visual language: a printed chart with pieces on it.

A game's `draw.py` joins strings that these helpers make and ends with `document`:

>>> disc = circle(50, 50, 20, fill="sheet", stroke=seat(0))
>>> space = thing("cell:g6", "g6, your base", disc, touch=rectangle(0, 0, 100, 100))
>>> picture = document(100, 100, space, title="A space", game="example")
>>> picture.startswith("<svg ") and 'data-thing="cell:g6"' in picture
True

*Colours* are names of `TOKENS` ("ink", "sheet", "seat-1", ...), given as `fill` and `stroke`; a game adds its own with
`document(tokens={"game": (dark, light)})`. The picture carries both themes and follows the reader's system; a page can
override a colour with a custom property of the same name (`--ink`). Ownership is never shown by colour alone: `device`
gives each seat a shape and a number, `hatch` a texture.

*Things* that a person can touch are groups marked `data-thing` with a label. Their last child has the class `touch` and
is the shape that a page lights, frames and focuses: a polygon, because a page can read its corners. A `part` groups
what stays together on a small screen. Texts are escaped; there are no ids, scripts or links, so that one page can hold
any number of pictures.

Paint in this order: ground, lines, areas, routes, pieces, signs, labels. Lengths are in units of the `viewBox`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import ceil, floor
from typing import ParamSpec, TypeVar, cast
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]
Corners = tuple[Point, ...]
Attribute = str | float | None

# name: (dark, light). void is the background, sheet the chart, raise for cards and tips, sink for wells; grid, rule and
# edge are lines from faint to clear; ink, ink-2, ink-3 are texts from strong to quiet; lamp marks what can be touched.
TOKENS: dict[str, tuple[str, str]] = {
    "void": ("#080d13", "#ece6d6"),
    "sheet": ("#0d151e", "#faf7ee"),
    "raise": ("#152231", "#f0e9d8"),
    "sink": ("#060a0f", "#e9e1cd"),
    "grid": ("#1b2937", "#e2d9c3"),
    "rule": ("#2b3d4f", "#c9bd9f"),
    "edge": ("#5d768c", "#7f7355"),
    "ink": ("#e9eff4", "#131f2b"),
    "ink-2": ("#b4c1cd", "#394756"),
    "ink-3": ("#8a9aa9", "#55606b"),
    "lamp": ("#ffd24a", "#ffcf3f"),
    "lamp-line": ("#ffd24a", "#7d4b00"),
    "lamp-wash": ("#2b2a1c", "#fdeebd"),
    "on-lamp": ("#171103", "#1c1400"),
    "victim": ("#ff6f66", "#b3141c"),
    "victim-wash": ("#33191b", "#f9dcd6"),
    "on-victim": ("#1c0504", "#ffffff"),
    "good": ("#86dcb0", "#0d6b47"),
    "ghost": ("#9fb4c7", "#4f5e6d"),
    "contour": ("#13202c", "#efe7d3"),
    "seat-1": ("#308eea", "#22459e"),
    "seat-2": ("#e95a1b", "#b24603"),
    "seat-3": ("#eff7f1", "#1e2228"),
    "seat-4": ("#ba689b", "#7c195d"),
    "seat-5": ("#7fdba6", "#007a66"),
    "on-seat": ("#050b12", "#ffffff"),
}

SANS = '"Archivo","Helvetica Neue",Arial,sans-serif'
MONO = '"B612 Mono",ui-monospace,"DejaVu Sans Mono",monospace'


def seat(number: int) -> str:
    """Return the colour of a seat, counted from 0.

    >>> seat(0)
    'seat-1'
    """
    return f"seat-{number + 1}"


# Caching: most of a picture recurs in the next one

P = ParamSpec("P")
T = TypeVar("T")
KEPT = 1 << 14
KEPT_LARGE = 1 << 10


def once(draw: Callable[P, T]) -> Callable[P, T]:
    """Cache a pure function whose arguments are few and quick to hash."""
    return cast(Callable[P, T], lru_cache(KEPT, typed=True)(draw))


def once_large(draw: Callable[P, T]) -> Callable[P, T]:
    """Cache a function that draws a layer of a whole board; fewer results are kept than with `once`."""
    return cast(Callable[P, T], lru_cache(KEPT_LARGE, typed=True)(draw))


# Elements


@once
def number(value: float) -> str:
    """Write a length as briefly as possible.

    >>> number(12.0), number(1 / 3), number(-0.001)
    ('12', '0.33', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *inside: str, **attributes: Attribute) -> str:
    """Return any element. Attributes are in Python's spelling (`stroke_width`, `class_`); None leaves one out.

    >>> element("rect", x=1.5, class_="a", fill="ink", stroke="none")
    '<rect x="1.5" class="a" fill="var(--c-ink)" stroke="none"/>'
    """
    head = name + "".join([attribute(*pair) for pair in attributes.items()])
    return f"<{head}>{''.join(inside)}</{name}>" if inside else f"<{head}/>"


@once
def attribute(name: str, value: Attribute) -> str:
    """Return an attribute after a blank. Cached, because most recur in the next picture."""
    if value is None:
        return ""
    if name in ("fill", "stroke"):
        value = paint(str(value))
    text = value if isinstance(value, str) else number(value)
    return f" {name.rstrip('_').replace('_', '-')}={quoteattr(text, {chr(34): '&quot;'})}"


def paint(colour: str) -> str:
    """Return a colour as CSS: a token name becomes a variable; `none` and CSS values stay as they are.

    >>> paint("ink-2"), paint("none"), paint("#abc")
    ('var(--c-ink-2)', 'none', '#abc')
    """
    if colour in ("none", "transparent", "currentColor") or colour.startswith(("#", "var(", "color-mix(")):
        return colour
    return f"var(--c-{colour})"


def mix(colour: str, percent: float, ground: str = "sheet") -> str:
    """Return a tint: `percent` of a colour on a ground.

    >>> mix("seat-1", 20)
    'color-mix(in srgb,var(--c-seat-1) 20%,var(--c-sheet))'
    """
    return f"color-mix(in srgb,{paint(colour)} {number(percent)}%,{paint(ground)})"


def group(*inside: str, at: Point | None = None, turn: float = 0, scale: float = 1, **more: Attribute) -> str:
    """Group elements, moved to `at`, turned by degrees and scaled."""
    steps = [f"translate({number(at[0])} {number(at[1])})"] if at else []
    steps += [f"rotate({number(turn)})"] if turn else []
    steps += [f"scale({number(scale)})"] if scale != 1 else []
    return element("g", *inside, **more, transform=" ".join(steps) or None)


def rect(x: float, y: float, width: float, height: float, **more: Attribute) -> str:
    return element("rect", x=x, y=y, width=width, height=height, **more)


def circle(x: float, y: float, radius: float, **more: Attribute) -> str:
    return element("circle", cx=x, cy=y, r=radius, **more)


def line(start: Point, end: Point, **more: Attribute) -> str:
    return element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **more)


def path(d: str, **more: Attribute) -> str:
    return element("path", d=d, **more)


# Outlines, as the `d` of a path


def outline(points: Iterable[Point]) -> str:
    """Return the closed outline through some points.

    >>> outline([(0, 0), (10, 0), (5, 7.5)])
    'M0 0L10 0L5 7.5z'
    """
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"


def rectangle(x: float, y: float, width: float, height: float) -> Corners:
    """Return the corners of a rectangle, clockwise from the top left."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


@once
def box(x: float, y: float, width: float, height: float) -> str:
    """Return the outline of a rectangle.

    >>> box(0, 0, 100, 50)
    'M0 0H100V50H0z'
    """
    return f"M{number(x)} {number(y)}H{number(x + width)}V{number(y + height)}H{number(x)}z"


@once
def corners(x: float, y: float, width: float, height: float, arm: float) -> str:
    """Return marks at the four corners of a rectangle: the sign of a slip, or of a thing that can be touched."""
    a, right, low = number(arm), number(x + width), number(y + height)
    x_, y_ = number(x), number(y)
    return (
        f"M{x_} {number(y + arm)}v-{a}h{a}M{number(x + width - arm)} {y_}h{a}v{a}"
        f"M{right} {number(y + height - arm)}v{a}h-{a}M{number(x + arm)} {low}h-{a}v-{a}"
    )


@once
def plate(x: float, y: float, width: float, height: float, down: bool = False) -> str:
    """Return the outline of a pointed plate, a piece that shows its front: upwards, or down for an enemy's.

    >>> plate(0, 0, 80, 82)
    'M0 20L40 0L80 20V82H0z'
    """
    tip = width / 4
    left, right, mid = number(x), number(x + width), number(x + width / 2)
    if down:
        shoulder = number(y + height - tip)
        return f"M{left} {shoulder}L{mid} {number(y + height)}L{right} {shoulder}V{number(y)}H{left}z"
    shoulder = number(y + tip)
    return f"M{left} {shoulder}L{mid} {number(y)}L{right} {shoulder}V{number(y + height)}H{left}z"


def hatch(points: Sequence[Point], gap: float = 9, **more: Attribute) -> str:
    """Fill a convex outline with rising strokes: a texture that needs no pattern and no id.

    >>> hatch([(0, 0), (10, 0), (10, 10), (0, 10)], gap=10, stroke="edge")
    '<path d="M0 10L10 0" fill="none" stroke="var(--c-edge)"/>'
    """
    sums = [x + y for x, y in points]
    strokes = []
    for step in range(ceil(min(sums) / gap), floor(max(sums) / gap) + 1):
        ends = crossings(points, step * gap)
        if len(ends) == 2:
            strokes.append("M" + "L".join(f"{number(x)} {number(y)}" for x, y in ends))
    return path("".join(strokes), fill="none", **more)


def crossings(points: Sequence[Point], total: float) -> list[Point]:
    """Return where the line x + y = total crosses the sides of a convex outline, from left to right."""
    found = set()
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        a, b = ax + ay - total, bx + by - total
        if a != b and a * b <= 0:
            part = a / (a - b)
            found.add((round(ax + (bx - ax) * part, 3), round(ay + (by - ay) * part, 3)))
    return sorted(found)


# Lettering


@once
def text(
    x: float,
    y: float,
    words: object,
    size: float = 14,
    fill: str = "ink",
    anchor: str = "start",
    weight: int = 400,
    stretch: int = 100,
    mono: bool = False,
    room: float | None = None,
    **more: Attribute,
) -> str:
    """Draw a line of text on the baseline `y`; `anchor` is start, middle or end, `stretch` the width of the letters in
    percent. Text wider than `room` is compressed to fit.

    >>> text(5, 20, "A < B", anchor="middle")
    '<text x="5" y="20" font-size="14" fill="var(--c-ink)" text-anchor="middle">A &lt; B</text>'
    """
    words = str(words)
    tight = room is not None and length(words, size, weight, stretch, mono) > room
    return element(
        "text",
        escape(words),
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        font_weight=None if weight == 400 else str(weight),
        font_stretch=None if stretch == 100 else f"{stretch}%",
        class_="mono" if mono else None,
        textLength=room if tight else None,
        lengthAdjust="spacingAndGlyphs" if tight else None,
        **more,
    )


@once
def length(words: str, size: float, weight: int = 400, stretch: int = 100, mono: bool = False) -> float:
    """Estimate the width of a text, rather too wide than too narrow."""
    if mono:
        return len(words) * size * 0.62
    ems = sum(0.3 if letter in "ijl.,:;'|!()[] ft" else 0.86 if letter in "mwMW" else 0.56 for letter in words)
    capitals = sum(letter.isupper() for letter in words)
    return (ems + 0.1 * capitals) * size * (1 + (weight - 400) / 4000) * (0.5 + stretch / 200)


def wrap(words: str, room: float, size: float, most: int | None = None) -> list[str]:
    """Break a text into lines that fit `room`; after `most` lines, the last one ends in "...".

    >>> wrap("draw one card for each ship", 100, 14)
    ['draw one card', 'for each ship']
    """
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and length(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    if most is not None and len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1]}..."]
    return lines


def paragraph(x: float, y: float, words: str, room: float, size: float = 13, fill: str = "ink") -> str:
    """Draw a text of several lines, the first on the baseline `y`."""
    return "".join(text(x, y + i * size * 1.3, part, size, fill) for i, part in enumerate(wrap(words, room, size)))


# What pictures are made of


@once
def thing(id: str, label: str, *inside: str, touch: Corners | str, **more: Attribute) -> str:
    """Draw something to touch, under the id used in paths of moves. `touch` has its corners, or a path if it consists
    of several shapes.

    >>> print(thing("hand:A", "A & B", touch=rectangle(0, 0, 9, 9)).replace("><", ">\\n<"))
    <g data-thing="hand:A" role="img" aria-label="A &amp; B">
    <title>A &amp; B</title>
    <polygon class="touch" points="0 0 9 0 9 9 0 9"/>
    </g>
    """
    if isinstance(touch, str):
        sheet = f'<path class="touch" d="{touch}"/>'
    else:
        sheet = f'<polygon class="touch" points="{" ".join(f"{number(x)} {number(y)}" for x, y in touch)}"/>'
    marks: dict[str, Attribute] = {"data_thing": id, "role": "img", "aria_label": label, **more}
    return element("g", element("title", escape(label)), *inside, sheet, **marks)


def part(name: str, *inside: str) -> str:
    """Mark a part of the picture that a page may rearrange on a small screen: parts then follow each other in lines,
    those of one name side by side as far as they fit. It must not be inside a group that is moved.

    A picture laid out in lines has the attribute `data-lines`, so that its style can drop text that gets too small. A
    shape of the class `spare` reserves room for what is shown now and then; in lines it is left out.

    Four names are special: `title` is what a page shows itself, `choices` are words to touch that a page may list next
    to the picture, `ground` fills the room between parts, and `board` is as wide as there is room.

    >>> part("queue", text(0, 9, "A")).startswith('<g data-part="queue">')
    True
    """
    return element("g", *inside, data_part=name)


PREVIEW = "svg.sectors .preview{pointer-events:none}svg.sectors .preview:not(.on){display:none}"


def preview(path: Sequence[str], *inside: str) -> str:
    """Draw what a choice would do, hidden until a page shows it to a person pointing at the last thing of the path. The
    picture's `style` must include `PREVIEW`.

    >>> preview(["cell:0,0", "do:cw"], circle(5, 5, 1))
    '<g class="preview" data-of="cell:0,0 do:cw" aria-hidden="true"><circle cx="5" cy="5" r="1"/></g>'
    """
    return element("g", *inside, class_="preview", data_of=" ".join(path), aria_hidden="true")


DEVICES = (  # for each seat: outline, pattern, baseline of the number; 28 by 28
    ("M14 1.5a12.5 12.5 0 0 1 0 25a12.5 12.5 0 0 1 0-25z", "", 19),
    ("M14 1L27.5 26H.5z", "M3 22l4 4M21 22l4 4", 23),
    ("M2 2h24v24H2z", "M2 21.5h24M2 6.5h24", 19),
    ("M14 0L28 14L14 28L0 14z", "M14 0v5M14 23v5M0 14h5M23 14h5", 19),
    ("M9 1h10v8h8v10h-8v8H9v-8H1V9h8z", "M1 14h6M21 14h6M14 1v6M14 21v6", 19),
)


@once
def device(number: int, x: float, y: float, size: float = 28, mark: str | None = None, ring: str | None = None) -> str:
    """Draw the sign of a seat, centred at (x, y): disc, triangle, square, diamond or cross, with the seat's number or
    another `mark` ("" for none), outlined in the colour `ring`."""
    shape, pattern, base = DEVICES[number]
    mark = str(number + 1) if mark is None else mark
    lines = path(pattern, fill="none", stroke="on-seat", stroke_width=1.6, opacity=0.5) if pattern and mark else ""
    return group(
        path(shape, fill=seat(number), stroke=ring, stroke_width=1.7 if ring else None),
        lines,
        text(14, base, mark, 13, "on-seat", "middle", 700) if mark else "",
        at=(x - size / 2, y - size / 2),
        scale=size / 28,
    )


def card(x: float, y: float, width: float, height: float, *inside: str, **more: Attribute) -> str:
    """Draw a card with square corners; its content is drawn relative to its top left corner."""
    look: dict[str, Attribute] = {"fill": "raise", "stroke": "edge", "stroke_width": 1.5, **more}
    return group(rect(0, 0, width, height, **look), *inside, at=(x, y))


def panel(x: float, y: float, width: float, title: str, *inside: str) -> str:
    """Draw a block of the margin: a hairline, a quiet title, and content relative to its top left corner."""
    return group(
        line((0, 0), (width, 0), stroke="rule"), text(0, 20, title, 13, "ink-3", weight=500), *inside, at=(x, y)
    )


def table(
    x: float, y: float, width: float, rows: Sequence[Sequence[object]], head: Sequence[str], size: float = 13
) -> str:
    """Draw rows of a name and figures, right-aligned in columns of equal width; `head` names the columns."""
    step = size * 1.6
    column = min(64.0, width * 0.6 / max(1, len(head) - 1))
    parts = []
    for at, row in enumerate([head, *rows]):
        fill = "ink-3" if at == 0 else "ink"
        for place, cell in enumerate(row):
            if place == 0:
                parts.append(text(0, at * step, cell, size, fill, room=width - column * (len(head) - 1)))
            else:
                parts.append(
                    text(width - column * (len(head) - 1 - place), at * step, cell, size, fill, "end", room=column)
                )
        if at > 1:
            parts.append(line((0, (at - 0.72) * step), (width, (at - 0.72) * step), stroke="grid"))
    return group(*parts, at=(x, y))


def figures(x: float, y: float, pairs: Sequence[tuple[object, str]], step: float = 58) -> str:
    """Draw counters in a row, each a large figure over its unit."""
    return group(
        *(
            text(i * step, 0, value, 22, weight=550, stretch=92) + text(i * step, 16, unit, 12, "ink-3", room=step - 4)
            for i, (value, unit) in enumerate(pairs)
        ),
        at=(x, y),
    )


@once_large
def neatline(x: float, y: float, width: float, height: float, columns: int = 8, rows: int = 8) -> str:
    """Draw the graduated frame around a field; it extends 12 units outwards. Every second division is a solid bar; the
    field itself is filled with `sheet`."""
    across, down = width / columns, height / rows
    bars = [box(x + i * across, edge, across, 3) for i in range(0, columns, 2) for edge in (y - 5, y + height + 2)] + [
        box(edge, y + i * down, 3, down) for i in range(0, rows, 2) for edge in (x - 5, x + width + 2)
    ]
    return (
        rect(x - 12, y - 12, width + 24, height + 24, fill="sheet", stroke="edge", stroke_width=2)
        + path(box(x - 7, y - 7, width + 14, height + 14) + box(x, y, width, height), fill="none", stroke="edge")
        + path("".join(bars), fill="edge")
    )


class Picture(str):
    """A self-contained picture."""

    __slots__ = ("bare", "rules")
    bare: str  # without its style, for a page whose style sheet has `PAGE_STYLE` and `rules`
    rules: str  # style rules that follow the page's theme, not that of the reader's system


def document(
    width: float,
    height: float,
    *inside: str,
    title: str,
    desc: str = "",
    game: str = "",
    tokens: Mapping[str, tuple[str, str]] | None = None,
    ground: str | None = "void",
    style: str = "",
) -> Picture:
    """Return the whole picture. `title` names it, `desc` describes it in words; `tokens` are the game's own colours,
    `style` its own rules, which should be the same for all its pictures."""
    content = (
        element("title", escape(title)),
        element("desc", escape(desc)) if desc else "",
        rect(0, 0, width, height, fill=ground) if ground else "",
        *inside,
    )
    frame: dict[str, Attribute] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {number(width)} {number(height)}",
        "width": width,
        "height": height,
        "class_": "sectors",
        "data_game": game or None,
        "role": "group",
        "aria_label": title,
    }
    own = tokens or {}
    bare = element("svg", *content, **frame)
    first = bare.index(">") + 1
    rules = element("style", escape(STYLE + colours(TOKENS) + colours(own, game) + style))
    picture = Picture(bare[:first] + rules + bare[first:])
    picture.bare = bare
    picture.rules = colours(own, game, page=True) + style
    return picture


def cut(drawn: str, x: float, y: float, width: float, height: float) -> str:
    """Cut a part out of a picture made by `document`."""
    frame = attribute("viewBox", f"{x} {y} {width} {height}") + attribute("width", width) + attribute("height", height)
    inside = drawn[drawn.index(' class="sectors"') :]  # everything before that is the frame
    return f'<svg xmlns="http://www.w3.org/2000/svg"{frame}{inside}'


def colours(tokens: Mapping[str, tuple[str, str]], game: str = "", page: bool = False) -> str:
    """Return the custom properties: dark, and light for a light system (or page) and for print."""
    if not tokens:
        return ""
    where = f'svg.sectors[data-game="{game}"]' if game else "svg.sectors"
    dark, light = (
        ";".join(f"--c-{name}:var(--{name},{pair[theme]})" for name, pair in tokens.items()) for theme in (0, 1)
    )
    if page:
        return f'{where}{{{dark}}}[data-theme="light"] {where}{{{light}}}@media print{{{where}{{{light}}}}}'
    return f"{where}{{{dark}}}@media (prefers-color-scheme:light),print{{{where}{{{light}}}}}"


STYLE = (
    f"svg.sectors{{max-width:100%;height:auto}}svg.sectors text{{font-family:var(--sans,{SANS});"
    f"font-variant-numeric:tabular-nums}}svg.sectors .mono{{font-family:var(--mono,{MONO})}}"
    "svg.sectors .touch{fill:transparent;stroke:none}"
)
PAGE_STYLE = STYLE + colours(TOKENS, page=True)
