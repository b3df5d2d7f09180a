"""The tables of the guide, generated from the content: ship classes, fleets, prices, maps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sectors.games.starsectors.content import ShipClass, Standard
from sectors.games.starsectors.numbers import ITEM_NAMES


def tables(content: Standard) -> dict[str, str]:
    """Return the tables by the names of their placeholders in the guide."""
    return {
        "roster": roster(content),
        "fleets": markdown(("fleet", "ships"), [(name, fleet(content, name)) for name in content.fleets]),
        "prices": "Prices: "
        + ", ".join(f"{name} {price}" for name, price in zip(ITEM_NAMES, content.prices))
        + " credits.",
        "maps": markdown(
            ("map", "title", "size", "points"),
            [(one.name, one.title, f"{one.w} x {one.h}", one.points) for one in content.maps.values()],
        ),
    }


def markdown(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def roster(content: Standard) -> str:
    head = [
        "class",
        "faction",
        "CF",
        "DF",
        "MF",
        "shields",
        "cargo",
        "arc",
        "nacelles",
        "cloak",
        "banks",
        "hexes",
        "value",
    ]
    return markdown(head, [profile(content, one) for one in content.classes])


def profile(content: Standard, one: ShipClass) -> Sequence[object]:
    banks = f"{one.banks} {one.weapon.name}" if one.weapon else "-"
    return (
        one.name,
        content.factions[one.faction].name,
        one.cf,
        one.df,
        one.mf,
        one.ss,
        one.cargo,
        one.arc,
        one.nacelles,
        "yes" if one.cloak else "-",
        banks,
        one.length,
        one.value(),
    )


def fleet(content: Standard, name: str) -> str:
    counted = Counter(content.fleets[name])
    names = {one.code: one.name for one in content.classes}
    return ", ".join(f"{number} {names[code]}" if number > 1 else names[code] for code, number in counted.items())
