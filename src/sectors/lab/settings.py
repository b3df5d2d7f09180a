"""Settings of a content file by their paths: `rules.second_bonus`, `base.levelup_cost[0]`, `faction[id=mend].n`.

Files are changed with tomlkit, which keeps their comments and order.
"""

from __future__ import annotations

import difflib
import re
from typing import Any

from sectors.kit import BadInput
from sectors.lab.contents import Source

STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]|\[([^=\]]+)=([^\]]+)\]")


def read_path(path: str) -> list[str | int | tuple[str, str]]:
    """Parse a path into keys, list indices, and (key, value) pairs that select the table with that value.

    >>> read_path("faction[id=mend].n"), read_path("base.levelup_cost[0]")
    (['faction', ('id', 'mend'), 'n'], ['base', 'levelup_cost', 0])
    """
    steps: list[str | int | tuple[str, str]] = []
    at = 0
    for found in STEP.finditer(path):
        if path[at : found.start()] not in ("", "."):
            break
        key, place, name, value = found.groups()
        steps.append(key if key else int(place) if place else (name, value))
        at = found.end()
    if at != len(path) or not steps:
        raise BadInput(
            f"settings: found {path!r}, allowed is a path like rules.limit, base.cost[0] or ship[id=L].speed"
        )
    return steps


def follow(data: Any, path: str) -> tuple[Any, str | int]:
    """Return the table or list that contains a setting, and its key there."""
    at, steps = data, read_path(path)
    try:
        for step in steps[:-1]:
            at = pick(at, step)
        last = steps[-1]
        if isinstance(last, tuple):
            raise KeyError(last)
        at[last]
    except (KeyError, IndexError, TypeError, StopIteration):
        raise BadInput(f"settings: there is no {path!r} in the content") from None
    return at, last


def pick(at: Any, step: str | int | tuple[str, str]) -> Any:
    if isinstance(step, tuple):
        key, value = step
        return next(one for one in at if str(one.get(key)) == value)
    return at[step]


def get_setting(data: Any, path: str) -> Any:
    table, key = follow(data, path)
    return table[key]


def change_settings(source: Source, name: str, changes: dict[str, Any]) -> Source:
    """Return a copy of a content with other values and another name."""
    import tomlkit

    document = tomlkit.parse(source.text)
    for path, value in changes.items():
        table, key = follow(document, path)
        if table[key] != value:
            table[key] = value
    return Source(name, tomlkit.dumps(document))


def difference(old: Source, new: Source) -> str:
    """Return the differences line by line, as a unified diff."""
    lines = difflib.unified_diff(old.text.splitlines(), new.text.splitlines(), "standard", new.name, lineterm="", n=1)
    return "\n".join(lines)
