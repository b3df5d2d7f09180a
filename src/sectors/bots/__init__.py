"""The bots: `random`, `newcomer`, `greedy`, and `mcts` in several levels.

>>> import sectors
>>> from sectors import bots
>>> state = sectors.load("sector219").new(seed=7)
>>> bot = bots.load("mcts", level=2, seed=1)
>>> bot.choose(state.seen_by(state.to_act, 5)) in state.legal()
True

A bot sees what its seat sees: it receives `state.seen_by(seat, ...)`, in which everything hidden from the seat is a
guess.

To write one, derive from `Bot`. This one leaves the enemy the fewest moves:

    from sectors.bots import Bot

    class Jailer(Bot):
        def choose(self, seen):
            def freedom(move):
                after = seen.copy()
                after.play(move)
                return len(after.legal()), move
            return min(seen.legal(), key=freedom)

`sectors match GAME --bots my_package:Jailer,greedy` measures it. To give it a name, register it in its package:

    [project.entry-points."sectors.bots"]
    jailer = "my_package:Jailer"

The class is called with `seed=` and the settings that follow its name, as in `jailer:patience=3`.
"""

from __future__ import annotations

import importlib
import re
from importlib.metadata import entry_points
from typing import Any

from sectors.bots.advice import Advice, advise
from sectors.bots.bot import Bot, Idea
from sectors.bots.mcts import Mcts
from sectors.bots.newcomer import Newcomer
from sectors.bots.simple import Greedy, Random
from sectors.kit import BadInput

__all__ = ["Advice", "Bot", "Greedy", "Idea", "Mcts", "Newcomer", "Random", "advise", "load", "names"]

FAMILY = "sectors.bots"
OURS: dict[str, Any] = {"greedy": Greedy, "mcts": Mcts, "newcomer": Newcomer, "random": Random}


def names() -> list[str]:
    """Return the names of all bots: ours, and those that other packages register."""
    return sorted({*OURS, *(point.name for point in entry_points(group=FAMILY))})


def load(name: str, seed: int | str | None = None, **settings: Any) -> Bot:
    """Create a bot by name, with settings as keywords or after the name: "mcts:4", "mcts:iterations=500,threads=2",
    "greedy", or "module:Class" for one that is not registered."""
    maker, written = find(name)
    try:
        bot = maker(seed=seed, **{**written, **settings})
    except TypeError as error:
        unknown = re.search("unexpected keyword argument '(.+)'", str(error))
        why = f"it has no setting {unknown[1]!r}" if unknown else error
        raise BadInput(f"the bot {name!r} cannot be made: {why}") from None
    if not isinstance(bot, Bot):
        raise BadInput(f"{name!r} makes no bot, but {type(bot).__name__}")
    return bot


def find(name: str) -> tuple[Any, dict[str, Any]]:
    """Return the class of a bot and the settings that follow its name."""
    head, _, tail = name.partition(":")
    if head in OURS:
        return OURS[head], parse_settings(tail)
    for point in entry_points(group=FAMILY):
        if point.name == head:
            return point.load(), parse_settings(tail)
    kind, _, rest = tail.partition(":")
    if kind:
        try:
            return getattr(importlib.import_module(head), kind), parse_settings(rest)
        except (ImportError, AttributeError, TypeError, ValueError):
            pass
    raise BadInput(f"there is no bot {head!r}; there are: {', '.join(names())}, or MODULE:CLASS")


def parse_settings(text: str) -> dict[str, Any]:
    """Parse "4" as level 4, or "name=value" pairs separated by commas or semicolons."""
    settings: dict[str, Any] = {}
    for part in text.replace(";", ",").split(","):
        key, equals, value = part.strip().partition("=")
        if key:
            settings[key if equals else "level"] = parse_number(value if equals else key)
    return settings


def parse_number(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
