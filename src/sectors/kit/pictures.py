"""The pictures of the guides, drawn from positions.

A game's folder has, for each picture of its `guide.md`, a file `pictures/NAME.json`:

    {"seat": 0, "position": {...}}

with the position in the game's own format, and the seat whose view is drawn (null for a spectator). The guide links the
drawing as `![what it shows](pictures/NAME.svg)`. One of the files may also have `"cover": [x, y, width, height]`: the
part of its drawing that represents the game in the list of games. After changing a position or `draw.py`,

    python -m sectors.kit.pictures [GAME ...]

redraws them all; a test reports which are out of date, missing, or not in the guide.
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
    """Yield the path and the expected SVG of each picture in a game's guide."""
    for path in sorted((game.folder / "pictures").glob("*.json")):
        scene = json.loads(path.read_text(encoding="utf-8"))
        yield path.with_suffix(".svg"), game.at(scene["position"]).svg(scene["seat"]) + "\n"


def cover(game: Game) -> str | None:
    """Return the cover picture of a game: a part of one of its pictures."""
    for path in sorted((game.folder / "pictures").glob("*.json")):
        scene = json.loads(path.read_text(encoding="utf-8"))
        if "cover" in scene:
            return cut(game.at(scene["position"]).svg(None), *scene["cover"])
    return None


def faults(game: Game) -> list[str]:
    """List what is wrong with the pictures of a game."""
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
