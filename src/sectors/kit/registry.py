"""The registry of games: the folders of `sectors.games`, and other packages' entry points of the same name."""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from sectors.kit.errors import BadInput, BadRecord
from sectors.kit.game import Game
from sectors.kit.records import replay_record
from sectors.kit.state import State

FAMILY = "sectors.games"
family = importlib.import_module(FAMILY)  # imported now, because a later first import would hide `sectors.games()`


@cache
def game_classes() -> dict[str, type[Game]]:
    """Return the class of each game, by name. A game's package exports it as `GAME`. An entry point that cannot be
    loaded is skipped with a warning."""
    found = [importlib.import_module(f"{FAMILY}.{info.name}").GAME for info in pkgutil.iter_modules(family.__path__)]
    for point in entry_points(group=FAMILY):
        try:
            maker = point.load()
            if not issubclass(maker, Game):
                raise TypeError(f"{maker!r} is no sectors.kit.Game")
            found.append(maker)
        except Exception as error:
            warnings.warn(f"the game {point.name!r} ({point.value}) cannot be loaded: {error}", stacklevel=2)
    return {maker.name: maker for maker in sorted(found, key=lambda maker: str(maker.name))}


def games() -> list[str]:
    """List the names of all games.

    >>> "sector219" in games()
    True
    """
    return list(game_classes())


def load(name: str, content: str | Path | None = None) -> Game:
    """Load a game by its name or an alias, with its own content or that of a file."""
    name = next((real for real, maker in game_classes().items() if name in maker.aliases), name)
    if not isinstance(name, str) or name not in game_classes():
        raise BadInput(f"there is no game {name!r}; there are: {', '.join(game_classes())}")
    return load_standard(name) if content is None else game_classes()[name](content)


@cache
def load_standard(name: str) -> Game:
    return game_classes()[name]()


def game_of(record: Any, content: str | Path | None = None) -> Game:
    """Load the game of a record."""
    name = record.get("game") if isinstance(record, dict) else None
    if not isinstance(name, str):
        raise BadRecord("a record is a JSON object with a field 'game'")
    return load(name, content)


def replay(record: Any, content: str | Path | None = None) -> State:
    """Replay a record; return the state it leads to. Raise BadRecord at the first wrong move.

    >>> state = load("sector219").new(seed=7)
    >>> state.play(state.legal()[0])
    >>> replay(state.record()) == state
    True
    >>> replay({**state.record(), "actions": ["pass"]})
    Traceback (most recent call last):
    sectors.kit.errors.BadRecord: move 1: pass is refused: First choose the two cards that go under your deck (R2.5).
    """
    return replay_record(game_of(record, content), record)
