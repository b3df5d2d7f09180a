"""The pictures of the guides, drawn by the program from positions.

A game's folder has, for each picture of its `guide.md`, a file `pictures/NAME.json`:

    {"seat": 0, "position": {...}}

the position in the game's own format, and the seat that looks (null for a spectator). The guide refers to the drawing
as `![what it shows](pictures/NAME.svg)`. One of them may also have `"cover": [x, y, width, height]`: that part of its
drawing shows the game at a glance, where games are chosen. After a change of a position or of `draw.py`,

    python -m sectors.kit.pictures [GAME ...]

draws them all again; a test says which are out of date, missing, or not in the guide.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from sectors.kit.game import Game
from sectors.kit.registry import games, load
from sectors.kit.svg import cut

IMAGE = re.compile(r"!\[[^\]]*\]\(pictures/([^)]+)\.svg\)")


def pictures(game: Game) -> Iterator[tuple[Path, str]]:
    """Where each picture of a game's guide belongs, and what it must be."""
    for path in sorted((game.folder / "pictures").glob("*.json")):
        scene = json.loads(path.read_text(encoding="utf-8"))
        yield path.with_suffix(".svg"), game.at(scene["position"]).svg(scene["seat"]) + "\n"


def cover(game: Game) -> str | None:
    """The game at a glance: a part of one of its pictures."""
    for path in sorted((game.folder / "pictures").glob("*.json")):
        scene = json.loads(path.read_text(encoding="utf-8"))
        if "cover" in scene:
            return cut(game.at(scene["position"]).svg(None), *scene["cover"])
    return None


def faults(game: Game) -> list[str]:
    """What is wrong with the pictures of a game."""
    found = []
    wanted = set(IMAGE.findall((game.folder / "guide.md").read_text(encoding="utf-8")))
    made = dict(pictures(game))
    there = set((game.folder / "pictures").glob("*.svg"))
    for path, drawing in made.items():
        if path not in there or path.read_text(encoding="utf-8") != drawing:
            found.append(f"{path.name} is out of date: run python -m sectors.kit.pictures {game.name}")
        if path.stem not in wanted:
            found.append(f"{path.name} is not in the guide")
    found += [f"{path.name} has no position" for path in sorted(there - set(made))]
    found += [f"{name}.svg is in the guide, but has no position" for name in sorted(wanted - {p.stem for p in made})]
    return found


def main(names: list[str]) -> None:
    for name in names or games():
        for path, drawing in pictures(load(name)):
            path.write_text(drawing, encoding="utf-8")
            print(f"{name}: {path.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
