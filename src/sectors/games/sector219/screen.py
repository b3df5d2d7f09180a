"""A view of Sector 219 as text for the terminal."""

from __future__ import annotations

from collections import Counter

from sectors.games.sector219.content import Cards
from sectors.games.sector219.scene import Place, Scene
from sectors.kit import Json
from sectors.kit.words import COLOURS, plural


def screen(cards: Cards, view: Json, facts: Json) -> str:
    """Draw each space as two characters: units of the first seat in capitals, of the second in lower case, with an
    apostrophe if out of supply; `##` is the City, `[]` an empty base."""
    scene = Scene(cards, view)
    head = "     " + " ".join(chr(96 + column) for column in scene.columns)
    lines = [*scene.caption(), "", head]
    for row in scene.rows:
        cells = "".join(character(scene, Place(column, row)) for column in scene.columns)
        lines.append(f" {row:2}  {cells} {row}")
    lines += [head, ""]
    lines += [counter_line(scene, seat) for seat in (1 - scene.below, scene.below)]
    lines += ["", f"{'Not yet seen':<14}" + " ".join(f"{unit.letter:>2}" for unit in scene.cards.units)]
    lines += [
        f"  {COLOURS[seat]:<12}" + " ".join(f"{view['unseen'][seat].count(u.letter):2}" for u in scene.cards.units)
        for seat in (1 - scene.below, scene.below)
    ]
    if view["seat"] is not None:
        counts: Counter[str] = Counter(view["hand"])
        kinds = [
            f"{unit.letter} {unit.name}" + f" x{counts[unit.letter]}" * (counts[unit.letter] > 1)
            for unit in scene.cards.units
            if counts[unit.letter]
        ]
        lines += ["", "Your hand: " + (", ".join(kinds) or "empty")]
        if view["strikes"][view["seat"]]:
            lines.append(f"X Air Strike: {view['strikes'][view['seat']]} left")
        if view["bottom"]:
            lines.append("Under your deck: " + ", then ".join(scene.units[letter].name for letter in view["bottom"]))
    return "\n".join(line.rstrip() for line in lines)


def character(scene: Scene, place: Place) -> str:
    if place == scene.city:
        return "##"
    if place in scene.placed:
        owner, unit = scene.placed[place]
        letter = unit.letter if owner == 0 else unit.letter.lower()
        return letter + (" " if place in scene.supplied else "'")
    return "[]" if place in scene.bases else ". "


def counter_line(scene: Scene, seat: int) -> str:
    view = scene.view
    units = sum(owner == seat for owner, _ in scene.placed.values())
    style = ("capitals", "lower case")[seat]
    you = ", you" if view["seat"] == seat else ""
    lost = view["destroyed"][seat] or "none"
    army = plural(units, "unit")
    return (
        f"{COLOURS[seat]} ({style}{you}): {army}, {view['hand_counts'][seat]} in hand, "
        f"{view['deck_counts'][seat]} in deck, {view['strikes'][seat]} strikes, lost {lost}"
    )
