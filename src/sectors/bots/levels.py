"""Settings of the search for each game, as data: the file levels.toml here, and bots.toml in a game's folder."""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from sectors.kit import BadContent, BadInput, Game

LEVELS = range(10)  # at most: a game has those that its files name
ABOUT = (  # what the page says about the levels that every game has
    "for your first game; it lets you win",
    "misses a lot, but wins if you only try things out",
    "plays quickly and makes mistakes",
    "a fair match once you know the rules",
    "sees most of what matters",
    "hard to beat",
    "very hard to beat",
)
COMMON = Path(__file__).with_name("levels.toml")
NEWCOMER = "newcomer"  # the table of the bot of that name
EXACT = "exact"  # belongs to the search of endings, not to that of the tree,
FINISH = "finish"  # this to the look for a win within the turn,
CALM = "calm"  # and this to the direct way
BESIDES = (EXACT, FINISH, CALM)
SEARCH = (
    *("exploration", "temperature", "breadth", "trust", "ahead", "rollout"),
    *("merge", "outcomes", "samples", "haste", "variety", "guesses"),
)


@dataclass(frozen=True)
class Level:
    """How hard the bot thinks about a decision. The weakest overlook each move with some chance; level 0 passes over
    a share of its moves, the best ones. `elo` is what the levels above 6 were measured to be over
    that one, within `margin` either way in 95 of 100 cases."""

    iterations: int
    overlook: float = 0.0
    forgo: float = 0.0
    elo: int | None = None
    margin: int | None = None


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
    samples: int
    haste: float
    variety: float
    guesses: int
    exact: int
    finish: int
    calm: float
    pieces: tuple[str, ...]  # the features of the judgement that count what somebody new to the game can lose
    levels: dict[int, Level]  # in ascending order

    def level(self, number: int) -> Level:
        if number not in self.levels:
            raise BadInput(f"level: found {number!r}, allowed is {min(self.levels)} to {max(self.levels)}")
        return self.levels[number]


def tuning(game: Game) -> Tuning:
    """How the search is set for a game."""
    common, own = read(COMMON), game.folder / "bots.toml"
    special = read(own) if own.exists() else {}
    search = {**common["search"], **special.get("search", {})}
    levels = {**common["levels"], **special.get("levels", {})}
    return Tuning(
        **{key: search[key] for key in (*SEARCH, *BESIDES)},
        pieces=tuple(special.get(NEWCOMER, {}).get("pieces", ())),
        levels={number: Level(**levels[str(number)]) for number in LEVELS if str(number) in levels},
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
    tables = ("search", "levels", NEWCOMER)
    problems = [f"{key}: found an unknown table, allowed are {', '.join(tables)}" for key in data.keys() - set(tables)]
    newcomer = data.get(NEWCOMER, {"pieces": []})
    pieces = newcomer.get("pieces") if isinstance(newcomer, dict) and len(newcomer) == 1 else None
    if not isinstance(pieces, list) or not all(isinstance(one, str) for one in pieces):
        problems.append(f"{NEWCOMER}: found {newcomer!r}, allowed is pieces = [names of features]")
    for key, value in data.get("search", {}).items():
        if key not in (*SEARCH, *BESIDES):
            problems.append(f"search.{key}: found an unknown key, allowed are {', '.join((*SEARCH, *BESIDES))}")
        elif type(value) not in (int, float) or not math.isfinite(value) or (key == "temperature" and value < 0.01):
            problems.append(f"search.{key}: found {value!r}, allowed is a number (a temperature of 0.01 or more)")
    for key, value in data.get("levels", {}).items():
        if key not in [str(number) for number in LEVELS]:
            problems.append(f"levels.{key}: found an unknown level, allowed are 0 to {LEVELS[-1]}")
        elif not sound(value):
            problems.append(
                f"levels.{key}: found {value!r}, allowed is {{ iterations = 1 or more, overlook = 0.0 to 1.0, "
                "forgo = 0.0 to 1.0, elo and margin = whole numbers, both or neither }"
            )
    if problems:
        raise BadContent(str(path), problems)
    return data


def sound(level: Any) -> bool:
    if not isinstance(level, dict) or not level.keys() <= {"iterations", "overlook", "forgo", "elo", "margin"}:
        return False
    shares = [level.get("overlook", 0.0), level.get("forgo", 0.0)]
    return (
        type(level.get("iterations")) is int
        and level["iterations"] > 0
        and all(type(share) in (int, float) and 0 <= share <= 1 for share in shares)
        and ("elo" in level) == ("margin" in level)
        and all(type(level.get(key, 0)) is int for key in ("elo", "margin"))
    )
