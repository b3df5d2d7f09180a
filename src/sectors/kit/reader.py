"""Reading external data field by field. Content, options, positions and records all use this reader, so that every
mistake is reported in one form: where it is, what was found there, and what is allowed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sectors.kit.errors import BadInput, BadPosition, shown

MISSING = object()
LARGEST = 10**9  # for numbers that nothing else bounds

This = TypeVar("This", bound="Reader")


def is_int(value: Any, least: int, most: int) -> bool:
    """Return whether the value is a whole number within bounds; True and 2.0 are not."""
    return type(value) is int and least <= value <= most


def same(a: Any, b: Any) -> bool:
    """Return whether two values are equal as JSON: True is not 1, and 2.0 is not 2.

    >>> same("field", "field"), same(1, True)
    (True, False)
    """
    return type(a) is type(b) and bool(a == b)


def parse_json(text: str | bytes) -> Any:
    """Parse JSON. Whatever is wrong with it, nesting without end too, is a ValueError.

    >>> parse_json("[" * 100_000)
    Traceback (most recent call last):
    ValueError: it is nested too deeply
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML. Whatever is wrong with it, nesting without end too, is a ValueError."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


class Reader:
    """An object from outside. The first wrong value raises `error`, with the path to it.

    >>> reader = Reader({"phase": "play", "ships": [{"hits": -1}]})
    >>> reader.only("phase", "ships")
    >>> reader.text("phase", one_of=("play", "over"))
    'play'
    >>> [ship.integer("hits", 0, 9) for ship in reader.tables("ships")]
    Traceback (most recent call last):
    sectors.kit.errors.BadPosition: ships[0].hits: found -1, allowed is a whole number from 0 to 9
    """

    first = 0  # the index of a list's first item in paths

    def __init__(self, data: Any, path: str = "", error: Callable[[str], BadInput] = BadPosition) -> None:
        self.path = path
        self.error = error
        self.data: dict[str, Any] = data
        if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
            raise self.error(f"{self.path.rstrip('. ')}: found {shown(data)}, allowed is an object".removeprefix(": "))

    def bad(self, key: str, found: object, allowed: str) -> BadInput:
        """Return the error for a wrong value: `raise reader.bad("turn", turn, "1 or more")`."""
        value = "nothing" if found is MISSING else shown(found)
        return self.error(f"{self.path}{key}: found {value}, allowed is {allowed}")

    def wrong(self, key: str, found: object, allowed: str) -> None:
        raise self.bad(key, found, allowed)

    def only(self, *names: str) -> None:
        """Require exactly these fields, in any order."""
        self.needs(*names)
        self.allows(*names)

    def needs(self, *names: str) -> None:
        for name in names:
            if name not in self.data:
                raise self.error(f"{self.path}the field {name!r} is missing")

    def allows(self, *names: str) -> None:
        for name in self.data:
            if name not in names:
                raise self.error(f"{self.path}there is no field {shown(name)}; there are: {', '.join(names)}")

    def raw(self, key: str, default: Any = None) -> Any:
        return self.data.get(key, default)

    def integer(self, key: str, least: int = 0, most: int = LARGEST, default: int | None = None) -> int:
        value = self.raw(key, MISSING)
        if value is MISSING and default is not None:
            return default
        if is_int(value, least, most):
            return int(value)
        self.wrong(key, value, f"a whole number from {least} to {most}")
        return least

    def integer_or_null(self, key: str, least: int, most: int) -> int | None:
        return None if self.raw(key, MISSING) is None else self.integer(key, least, most)

    def text(self, key: str, default: str | None = None, one_of: Sequence[str] = ()) -> str:
        value = self.raw(key, MISSING)
        if value is MISSING and default is not None:
            return default
        if isinstance(value, str) and value and (not one_of or value in one_of):
            return value
        self.wrong(key, value, "one of " + ", ".join(one_of) if one_of else "a text that is not empty")
        return one_of[0] if one_of else "?"

    def truth(self, key: str, default: bool | None = None) -> bool:
        value = self.raw(key, MISSING)
        if value is MISSING and default is not None:
            return default
        if isinstance(value, bool):
            return value
        self.wrong(key, value, "true or false")
        return False

    def items(
        self, key: str, default: Sequence[Any] | None = None, size: int | None = None, each: str = ""
    ) -> Sequence[Any]:
        """Return a list, of this size if given; `each` describes its items in the error message."""
        value = self.raw(key, MISSING)
        if value is MISSING and default is not None:
            return default
        if isinstance(value, list) and size in (None, len(value)):
            return value
        number = "" if size is None else f" with {size} members"
        self.wrong(key, value, f"a list{number} {each}".rstrip())
        return []

    def integers(self, key: str, least: int, most: int, size: int | None = None) -> list[int]:
        value = self.items(key, size=size, each=f"of whole numbers from {least} to {most}")
        for one in value:
            if not is_int(one, least, most):
                self.wrong(key, one, f"whole numbers from {least} to {most}")
        return list(value)

    def table(self: This, key: str, optional: bool = False) -> This:
        """Return a reader of the object in a field."""
        value = self.raw(key, MISSING)
        if value is MISSING and optional:
            value = {}
        if not isinstance(value, dict):
            self.wrong(key, value, "an object")
            value = {}
        return self.inner(f"{key}.", value)

    def tables(self: This, key: str, optional: bool = False, size: int | None = None) -> list[This]:
        """Return readers of the objects in a list."""
        value = self.items(key, default=[] if optional else None, size=size, each="of objects")
        return [self.inner(f"{key}[{i}].", one) for i, one in enumerate(value, self.first)]

    def inner(self: This, path: str, data: Any) -> This:
        return type(self)(data, self.path + path, self.error)
