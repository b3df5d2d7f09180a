"""Content is data: loading a TOML file, and saying everything that is wrong with it at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sectors.kit.errors import BadContent


class Table:
    """A table of a content file, read key by key. What is wrong is noted, and a stand-in returned, so that reading
    goes on; `Content.finish` raises BadContent if anything was noted. A key that nobody asked for is wrong too."""

    def __init__(self, content: Content, path: str, data: dict[str, Any]) -> None:
        self.content = content
        self.path = path
        self.data = data
        self.asked: set[str] = set()

    def wrong(self, key: str, found: object, allowed: str) -> None:
        shown = "nothing" if found is MISSING else repr(found)
        self.content.problems.append(f"{self.path}{key}: found {shown}, allowed is {allowed}")

    def raw(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return self.data.get(key, default)

    def _value(self, key: str) -> Any:
        return self.raw(key, MISSING)

    def integer(self, key: str, least: int, most: int, default: int | None = None) -> int:
        value = self._value(key)
        if value is MISSING and default is not None:
            return default
        if type(value) is int and least <= value <= most:
            return value
        self.wrong(key, value, f"a whole number from {least} to {most}")
        return least

    def text(self, key: str, default: str | None = None, one_of: tuple[str, ...] = ()) -> str:
        value = self._value(key)
        if value is MISSING and default is not None:
            return default
        if isinstance(value, str) and value and (not one_of or value in one_of):
            return value
        self.wrong(key, value, "one of " + ", ".join(one_of) if one_of else "a text that is not empty")
        return one_of[0] if one_of else "?"

    def truth(self, key: str, default: bool | None = None) -> bool:
        value = self._value(key)
        if value is MISSING and default is not None:
            return default
        if isinstance(value, bool):
            return value
        self.wrong(key, value, "true or false")
        return False

    def items(self, key: str, default: Sequence[Any] | None = None) -> Sequence[Any]:
        value = self._value(key)
        if value is MISSING and default is not None:
            return default
        if isinstance(value, list):
            return value
        self.wrong(key, value, "a list")
        return []

    def table(self, key: str, optional: bool = False) -> Table:
        value = self._value(key)
        if value is MISSING and optional:
            value = {}
        if not isinstance(value, dict):
            self.wrong(key, value, f"a table [{self.path}{key}]")
            value = {}
        return self.content.table(f"{self.path}{key}.", value)

    def tables(self, key: str, optional: bool = False) -> Sequence[Table]:
        """An array of tables [[key]]."""
        value = self._value(key)
        if value is MISSING and optional:
            value = []
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            self.wrong(key, value, f"tables [[{self.path}{key}]]")
            value = []
        return [self.content.table(f"{self.path}{key}[{i + 1}].", one) for i, one in enumerate(value)]

    def named(self, key: str) -> Iterator[tuple[str, Table]]:
        """A table of tables [key.NAME], by name."""
        inner = self.table(key)
        for name in inner.data:
            yield name, inner.table(name)


MISSING = object()


class Content:
    """A content file being read.

    >>> from tempfile import TemporaryDirectory
    >>> folder = TemporaryDirectory()
    >>> path = Path(folder.name) / "my.toml"
    >>> _ = path.write_text('hand = "six"\\nhend = 6')
    >>> content = Content(path)
    >>> content.top.integer("hand", 1, 9)  # a stand-in, so that reading goes on
    1
    >>> try:
    ...     content.finish()
    ... except BadContent as bad:
    ...     bad.problems
    ["hand: found 'six', allowed is a whole number from 1 to 9", 'hend: found an unknown key, allowed are hand']
    >>> folder.cleanup()
    """

    def __init__(self, path: Path) -> None:
        self.file = str(path)
        self.name = "standard" if path.name == "content.toml" else path.stem
        self.problems: list[str] = []
        self.tables: list[Table] = []
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise BadContent(self.file, [f"cannot be read: {error.strerror}; allowed is a TOML file"]) from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadContent(self.file, [f"found no TOML: {error}; allowed is a TOML file"]) from None
        self.top = self.table("", data)

    def table(self, path: str, data: dict[str, Any]) -> Table:
        made = Table(self, path, data)
        self.tables.append(made)
        return made

    def finish(self) -> None:
        """To be called when everything has been asked for."""
        for table in self.tables:
            for key in table.data:
                if key not in table.asked:
                    known = ", ".join(sorted(table.asked)) or "nothing"
                    self.problems.append(f"{table.path}{key}: found an unknown key, allowed are {known}")
        if self.problems:
            raise BadContent(self.file, self.problems)
