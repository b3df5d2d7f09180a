"""Firing arcs in a picture: each layer has a group for every ship, and the style sheet shows one of them."""

from __future__ import annotations

from functools import cached_property
from math import sqrt

from sectors.games.starsectors.reach import caption, reach
from sectors.games.starsectors.scene import Scene, Ship
from sectors.kit import svg
from sectors.kit.hexes import Hexes, region

ROOT = "svg.sectors"
CHOSEN = ":is(:focus,[aria-pressed=true])"


@svg.once
def middle(grid: Hexes, name: str) -> svg.Point:
    return grid.column(int(name[:2]) - 1, int(name[2:]) - 1, low=1)


def style(ships: int) -> str:
    """Return the CSS that shows the arcs of the active ship, the one under the pointer, or the one chosen last.

    The n-th ship of `.fleet` has the n-th group of every layer `.reach`. The number of rules is rounded up, so that
    most pictures share the same style sheet.
    """
    rules = [
        f"{ROOT} .reach{{pointer-events:none}}",
        f"{ROOT} .reach>:not(.now),{ROOT}:has(.fleet>g:hover) .reach>.now,{ROOT}:has(.fleet>{CHOSEN}) .reach>.now"
        "{display:none}",
        f"{ROOT}:not(:has([role=button])) .hint{{display:none}}",  # where nothing can be touched
        f"{ROOT} .arcs path{{fill-opacity:.1;stroke:var(--c-ink-3);stroke-opacity:.4;"
        "vector-effect:non-scaling-stroke}",
        f"{ROOT} .arcs .row{{fill:none;stroke:var(--c-victim);stroke-width:2;stroke-opacity:1}}",
        f"{ROOT} .odds text{{fill:var(--c-ink);text-anchor:middle;paint-order:stroke;stroke:var(--c-sheet);"
        "stroke-width:3px}",
        f"{ROOT} .odds .bank{{fill:var(--c-victim);font-weight:700}}",
        # Text that would be too small on a phone is hidden or enlarged; the lists below the map show the rest.
        f"{ROOT}[data-lines] .fine,{ROOT}[data-lines] .tag>:not(text){{display:none}}",
        f"{ROOT}[data-lines] .tag text{{transform-box:fill-box;transform-origin:50% 0;transform:scale(1.9);"
        "paint-order:stroke;stroke:var(--c-sheet);stroke-width:2px}",
    ]
    for n in range(1, -(-ships // 16) * 16 + 1):
        one = f":nth-child({n})"
        rules.append(
            f"{ROOT}:has(.fleet>{one}:hover) .reach>{one},"
            f"{ROOT}:not(:has(.fleet>g:hover)):has(.fleet>{one}{CHOSEN}) .reach>{one}{{display:inline}}"
        )
    return "".join(rules)


class Arcs:
    def __init__(self, scene: Scene, grid: Hexes, ships: list[Ship]) -> None:
        self.scene = scene
        self.grid = grid
        self.ships = ships
        self.reach = [reach(ship) for ship in ships]

    def layer(self, groups: list[str], **more: svg.Attribute) -> str:
        tactical = self.scene.view["phase"] == "tactical"
        shown = ["now" if tactical and ship is self.scene.active else None for ship in self.ships]
        inside = [
            svg.element("g", *filter(None, [group]), class_=now) for group, now in zip(groups, shown, strict=True)
        ]
        return svg.element("g", *inside, **more)

    # Under the ships

    def areas(self) -> str:
        """Draw the hexes in reach, darker where a hit is likelier, and the row of a charged bank."""
        size = self.grid.size
        lattice = (
            f"translate({svg.number(self.grid.left)} {svg.number(self.grid.top)})"
            f"scale({svg.number(size / 2)} {size * sqrt(3) / 2:.4f})"
        )
        groups = [
            areas_of(tuple(found.numbers.items()), svg.seat(ship.seat))
            + (area(tuple(found.strengths), class_="row") if found.strengths else "")
            for ship, found in zip(self.ships, self.reach, strict=True)
        ]
        return self.layer(groups, class_="reach arcs", transform=lattice)

    # Over them

    def odds(self) -> str:
        """Draw the numbers to roll, and the bank strengths in red, next to whatever stands in a hex."""
        groups = [
            self.figures(found.numbers, 0, 0.14) + self.figures(found.strengths, 0.36, -0.34, class_="bank")
            for found in self.reach
        ]
        return self.layer(groups, class_="reach odds", font_size=self.grid.size * 0.4)

    def figures(self, values: dict[str, int], across: float, down: float, **more: svg.Attribute) -> str:
        aside = tuple(-0.6 if across == 0 and name in self.filled else across for name in values)
        return figures(self.grid, tuple(values.items()), aside, down, **more)

    @cached_property
    def filled(self) -> set[str]:
        """Hexes with something drawn in the middle."""
        hulls = {name for ship in self.scene.ships for name in (ship.record["hex"], ship.stern) if name}
        return hulls | set(self.scene.terrain) | set(self.scene.view["mines"])

    # Below the map

    def captions(self, x: float, y: float, room: float) -> str:
        lines = [svg.text(x, y, caption(ship), 13, "ink-2", room=room) for ship in self.ships]
        free = svg.rect(x, y - 12, room, 16, fill="none")  # reserves the space while no ship is chosen
        return free + self.layer(lines, class_="reach")


@svg.once_large
def areas_of(numbers: tuple[tuple[str, int], ...], colour: str) -> str:
    """Draw the hexes that a 1 hits, on top of them those that a 2 hits, and so on."""
    highest = max((number for _, number in numbers), default=0)
    return "".join(
        area(tuple(name for name, number in numbers if number >= least), fill=colour) for least in range(1, highest + 1)
    )


@svg.once_large
def figures(
    grid: Hexes, values: tuple[tuple[str, int], ...], aside: tuple[float, ...], down: float, **more: svg.Attribute
) -> str:
    """Draw all single digits as one text element with a position each, and every longer number as its own."""
    placed = [(value, *middle(grid, name), left) for (name, value), left in zip(values, aside, strict=True)]
    digits = [one for one in placed if one[0] < 10]
    groups = ([digits] if digits else []) + [[one] for one in placed if one[0] > 9]
    return "".join(
        svg.element(
            "text",
            "".join(str(value) for value, _, _, _ in group),
            x=" ".join(f"{x + left * grid.size:.0f}" for _, x, _, left in group),
            y=" ".join(f"{y + down * grid.size:.0f}" for _, _, y, _ in group),
            **more,
        )
        for group in groups
    )


@svg.once_large
def area(names: tuple[str, ...], **more: svg.Attribute) -> str:
    return svg.path(region([(int(name[:2]) - 1, int(name[2:]) - 1) for name in names], low=1), **more)
