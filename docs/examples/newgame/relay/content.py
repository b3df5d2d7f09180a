"""Reads and checks content.toml."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sectors.kit.content import Content


@dataclass(frozen=True)
class Signals:
    """How many there are, numbered from 1, and how many each seat holds."""

    name: str
    number: int
    hand: int


def read_signals(path: Path) -> Signals:
    content = Content(path)
    number = content.top.integer("signals", 4, 40)
    hand = content.top.integer("hand", 1, number // 2)
    content.finish()
    return Signals(content.name, number, hand)
