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


def profile(content: Standard, ship_class: ShipClass) -> Sequence[object]:
    banks = f"{ship_class.banks} {ship_class.weapon.name}" if ship_class.weapon else "-"
    return (
        ship_class.name,
        content.factions[ship_class.faction].name,
        ship_class.cf,
        ship_class.df,
        ship_class.mf,
        ship_class.ss,
        ship_class.cargo,
        ship_class.arc,
        ship_class.nacelles,
        "yes" if ship_class.cloak else "-",
        banks,
        ship_class.length,
        ship_class.value(),
    )


def fleet(content: Standard, name: str) -> str:
    counted = Counter(content.fleets[name])
    names = {one.code: one.name for one in content.classes}
    return ", ".join(f"{number} {names[code]}" if number > 1 else names[code] for code, number in counted.items())
