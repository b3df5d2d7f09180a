"""Settings of the search for each game, from levels.toml here and bots.toml in a game's folder."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from sectors.kit import BadContent, BadInput, Game, in_words, parse_toml

LEVELS = range(10)  # all possible levels; a game has those that its files name
ABOUT = (  # the page's description of the levels that every game has
    "for your first game; it lets you win",
    "misses a lot, but wins if you only try things out",
    "plays quickly and makes mistakes",
    "a fair match once you know the rules",
    "sees most of what matters",
    "hard to beat",
    "very hard to beat",
)
COMMON = Path(__file__).with_name("levels.toml")
NEWCOMER = "newcomer"  # the table of the bot `newcomer`
# Settings that belong to other parts than the tree search:
EXACT = "exact"  # bots.exact
FINISH = "finish"  # bots.finish
CALM = "calm"  # bots.direct
BESIDES = (EXACT, FINISH, CALM)
SEARCH = (
    *("exploration", "temperature", "breadth", "trust", "ahead", "rollout"),
    *("merge", "outcomes", "samples", "haste", "variety", "guesses"),
)


@dataclass(frozen=True)
class Level:
    """The effort of a level for each decision. The weakest levels overlook each move with probability `overlook`; level
    0 skips its best moves, a share of `forgo`. `elo` is the measured lead of a level above 6 over level 6, with
    `margin` as its 95 % interval."""

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
    pieces: tuple[str, ...]  # features of the evaluation that count the pieces a newcomer can lose
    levels: dict[int, Level]  # in ascending order

    def level(self, number: int) -> Level:
        if number not in self.levels:
            raise BadInput(f"level: found {number!r}, allowed is {min(self.levels)} to {max(self.levels)}")
        return self.levels[number]


def load_tuning(game: Game) -> Tuning:
    """Return the settings of the search for a game."""
    common, own = read_settings(COMMON), game.folder / "bots.toml"
    special = read_settings(own) if own.exists() else {}
    search = {**common["search"], **special.get("search", {})}
    levels = {**common["levels"], **special.get("levels", {})}
    return Tuning(
        **{key: search[key] for key in (*SEARCH, *BESIDES)},
        pieces=tuple(special.get(NEWCOMER, {}).get("pieces", ())),
        levels={number: Level(**levels[str(number)]) for number in LEVELS if str(number) in levels},
    )


def common_setting(setting: str) -> float:
    """Return the default of a search setting."""
    return float(read_settings(COMMON)["search"][setting])


def read_settings(path: Path) -> dict[str, Any]:
    """Read and check a settings file. It is parsed again only if it has changed."""
    try:
        status = path.stat()
    except OSError as error:
        raise BadContent(str(path), [in_words(error, "cannot be read")]) from None
    return parse_file(path, status.st_mtime_ns, status.st_size)


@lru_cache(64)
def parse_file(path: Path, changed: int, size: int) -> dict[str, Any]:
    try:
        data = parse_toml(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadContent(str(path), [in_words(error, "cannot be read")]) from None
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
        elif not is_valid_level(value):
            problems.append(
                f"levels.{key}: found {value!r}, allowed is {{ iterations = 1 or more, overlook = 0.0 to 1.0, "
                "forgo = 0.0 to 1.0, elo and margin = whole numbers, both or neither }"
            )
    if problems:
        raise BadContent(str(path), problems)
    return data


def is_valid_level(level: Any) -> bool:
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
