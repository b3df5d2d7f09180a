"""Settings of the search for each game, as data: the file levels.toml here, and bots.toml in a game's folder."""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from sectors.kit import BadContent, BadInput, Game

LEVELS = range(1, 7)
COMMON = Path(__file__).with_name("levels.toml")
EXACT = "exact"  # belongs to the search of endings, not to that of the tree
SEARCH = ("exploration", "temperature", "breadth", "trust", "ahead", "rollout", "merge", "outcomes")


@dataclass(frozen=True)
class Level:
    iterations: int
    overlook: float = 0.0


@dataclass(frozen=True)
class Tuning:
    exploration: float
    temperature: float
    breadth: float
    trust: float
    ahead: float
    rollout: int
    merge: int
    outcomes: float
    exact: int
    levels: dict[int, Level]

    def level(self, number: int) -> Level:
        if number not in self.levels:
            raise BadInput(f"level: found {number!r}, allowed is 1 to {len(self.levels)}")
        return self.levels[number]


def tuning(game: Game) -> Tuning:
    """How the search is set for a game."""
    common, own = read(COMMON), game.folder / "bots.toml"
    special = read(own) if own.exists() else {}
    search = {**common["search"], **special.get("search", {})}
    levels = {**common["levels"], **special.get("levels", {})}
    return Tuning(
        **{key: search[key] for key in (*SEARCH, EXACT)},
        levels={number: Level(**levels[str(number)]) for number in LEVELS},
    )


def common(setting: str) -> float:
    """What a setting of the search is where a game says nothing."""
    return float(read(COMMON)["search"][setting])


def read(path: Path) -> dict[str, Any]:
    """A file of settings, checked; a process reads it once, unless it changes."""
    try:
        told = path.stat()
    except OSError as error:
        raise BadContent(str(path), [f"cannot be read: {error}"]) from None
    return parsed(path, told.st_mtime_ns, told.st_size)


@lru_cache(64)
def parsed(path: Path, changed: int, size: int) -> dict[str, Any]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadContent(str(path), [f"cannot be read: {error}"]) from None
    problems = [
        f"{key}: found an unknown table, allowed are search and levels" for key in data.keys() - {"search", "levels"}
    ]
    for key, value in data.get("search", {}).items():
        if key not in (*SEARCH, EXACT):
            problems.append(f"search.{key}: found an unknown key, allowed are {', '.join((*SEARCH, EXACT))}")
        elif type(value) not in (int, float) or not math.isfinite(value) or (key == "temperature" and value < 0.01):
            problems.append(f"search.{key}: found {value!r}, allowed is a number (a temperature of 0.01 or more)")
    for key, value in data.get("levels", {}).items():
        if key not in [str(number) for number in LEVELS]:
            problems.append(f"levels.{key}: found an unknown level, allowed are 1 to {LEVELS[-1]}")
        elif not sound(value):
            problems.append(
                f"levels.{key}: found {value!r}, allowed is {{ iterations = 1 or more, overlook = 0.0 to 1.0 }}"
            )
    if problems:
        raise BadContent(str(path), problems)
    return data


def sound(level: Any) -> bool:
    if not isinstance(level, dict) or not level.keys() <= {"iterations", "overlook"}:
        return False
    iterations, overlook = level.get("iterations"), level.get("overlook", 0.0)
    return type(iterations) is int and iterations > 0 and type(overlook) in (int, float) and 0 <= overlook <= 1
