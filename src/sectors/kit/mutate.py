"""Variants of a game's content file with numbers changed, for the conformance suite."""

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


def mutate(text: str, rng: random.Random) -> Iterator[str]:
    """Yield variants in which one key is 0, 1 or one more than before, in one place or everywhere.

    >>> sorted(set(mutate("hand = 6 # cards", random.Random(1))))
    ['hand = 0 # cards', 'hand = 1 # cards', 'hand = 7 # cards']
    """
    places: dict[str, list[tuple[int, int]]] = {}
    for line in LINE.finditer(text):
        spans = [(line.start(2) + number.start(), line.start(2) + number.end()) for number in NUMBER.finditer(line[2])]
        places.setdefault(line[1].strip(), []).extend(spans)
    for spans in places.values():
        for change in range(3 if spans else 0):
            yield change_numbers(text, [rng.choice(spans)], change)
            yield change_numbers(text, spans, change)


def change_numbers(text: str, spans: list[tuple[int, int]], change: int) -> str:
    for start, end in reversed(spans):
        old = text[start:end]
        if old in ("true", "false"):
            new = "true" if old == "false" else "false"
        else:
            new = str((0, 1, int(old) + 1)[change])
        text = text[:start] + new + text[end:]
    return text


def mutated_games(game: Game) -> Iterator[Game]:
    """Yield the game with each mutated content that it accepts."""
    own = (game.folder / "content.toml").read_text(encoding="utf-8")
    rng = random.Random(f"{game.name} contents")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mutated.toml"
        for text in dict.fromkeys(mutate(own, rng)):
            path.write_text(text, encoding="utf-8")
            try:
                other = type(game)(path)
            except BadContent:
                continue
            yield other
