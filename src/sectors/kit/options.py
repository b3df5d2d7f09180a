"""Options of a game: values, defaults and meaning, and checking the ones requested."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sectors.kit.errors import BadInput, BadOption, in_words, shown
from sectors.kit.reader import Reader, is_int, parse_json, same


@dataclass(frozen=True)
class Option:
    """One option. `values` lists the allowed values and `labels` their names for people; if they cannot be listed,
    `check` decides and `allowed` describes them."""

    name: str
    default: Any
    about: str  # its meaning in a clause, shown where a table is set up
    values: tuple[Any, ...] = ()
    check: Callable[[Any], bool] | None = None
    allowed: str = ""
    labels: tuple[str, ...] = ()
    group: str = ""  # the heading it is shown under; "" for options that most tables want to choose

    def admits(self, value: Any) -> bool:
        if self.check is not None:
            return self.check(value)
        return any(same(value, one) for one in self.values)

    def says(self) -> str:
        return self.allowed or "one of " + ", ".join(repr(value) for value in self.values)


def whole(least: int, most: int) -> dict[str, Any]:
    """Return the arguments of an option that is a whole number: `Option("turn_limit", 50, "...", **whole(1, 999))`."""
    return {"check": lambda value: is_int(value, least, most), "allowed": f"a whole number from {least} to {most}"}


def group_options(group: str, *options: Option) -> tuple[Option, ...]:
    """Put options under one heading."""
    return tuple(replace(option, group=group) for option in options)


def fill_options(options: tuple[Option, ...], given: Any) -> dict[str, Any]:
    """Check the given options; return all options in order, with defaults for the others.

    >>> reach = Option("reach", 2, "how far", (1, 2, 3))
    >>> fill_options((reach,), {})
    {'reach': 2}
    >>> fill_options((reach,), {"reach": 4})
    Traceback (most recent call last):
    sectors.kit.errors.BadOption: option reach: found 4, allowed is one of 1, 2, 3
    """
    reader = Reader(given, "option ", BadOption)
    known = {option.name: option for option in options}
    for name, value in reader.data.items():
        if name not in known:
            raise BadOption(f"there is no option {shown(name)}; there are: {', '.join(known) or 'none'}")
        if not known[name].admits(value):
            reader.wrong(name, value, known[name].says())
    return {option.name: given.get(option.name, option.default) for option in options}


def parse_options(pairs: Iterable[str]) -> dict[str, Any]:
    """Parse options as typed: NAME=VALUE with JSON or plain text as the value, or NAME=@FILE for JSON in a file.

    >>> parse_options(["drop_reach=3", "opening=first_game", "drop_in_supply=true"])
    {'drop_reach': 3, 'opening': 'first_game', 'drop_in_supply': True}
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(f"option: found {shown(pair)}, allowed is NAME=VALUE")
        found[name] = read_json(value[1:]) if value.startswith("@") else json_or_text(value)
    return found


def json_or_text(value: str) -> Any:
    try:
        return parse_json(value)
    except ValueError:
        return value


def read_json(file: str) -> Any:
    try:
        return parse_json(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        wrong = in_words(error)
        raise BadInput(f"option: found {shown('@' + file)}, allowed is @ and a file with JSON: {wrong}") from None
