"""Contents that somebody could have written: a game's own content file with numbers changed, for the conformance
suite."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from sectors.kit.errors import BadContent
from sectors.kit.game import Game

LINE = re.compile(r"^([^#\n=]*?)\s*=([^#\n]*)", re.MULTILINE)
NUMBER = re.compile(r"(?<![\w\".])\d+(?![\w\".])|\b(?:true|false)\b")


def mutated(text: str, rng: random.Random) -> Iterator[str]:
    """For each key of a content file: it is made 0, 1 and one more than it was, in one place and everywhere.

    >>> sorted(set(mutated("hand = 6 # cards", random.Random(1))))
    ['hand = 0 # cards', 'hand = 1 # cards', 'hand = 7 # cards']
    """
    places: dict[str, list[tuple[int, int]]] = {}
    for line in LINE.finditer(text):
        spans = [(line.start(2) + number.start(), line.start(2) + number.end()) for number in NUMBER.finditer(line[2])]
        places.setdefault(line[1].strip(), []).extend(spans)
    for spans in places.values():
        for change in range(3 if spans else 0):
            yield changed(text, [rng.choice(spans)], change)
            yield changed(text, spans, change)


def changed(text: str, spans: list[tuple[int, int]], change: int) -> str:
    for start, end in reversed(spans):
        old = text[start:end]
        if old in ("true", "false"):
            new = "true" if old == "false" else "false"
        else:
            new = str((0, 1, int(old) + 1)[change])
        text = text[:start] + new + text[end:]
    return text


def mutated_games(game: Game) -> Iterator[Game]:
    """The game with each mutated content that its own check accepts."""
    own = (game.folder / "content.toml").read_text(encoding="utf-8")
    rng = random.Random(f"{game.name} contents")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mutated.toml"
        for text in dict.fromkeys(mutated(own, rng)):
            path.write_text(text, encoding="utf-8")
            try:
                other = type(game)(path)
            except BadContent:
                continue
            yield other
