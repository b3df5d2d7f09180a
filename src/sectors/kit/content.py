"""Loading a content file (TOML), and reporting all of its mistakes at once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sectors.kit.errors import BadContent, BadInput
from sectors.kit.reader import MISSING, Reader, parse_toml

DIGITS = 8  # of the digest in the name of a content


class TomlTable(Reader):
    """A table of a content file. A mistake is noted and a stand-in returned, so that reading goes on; `Content.finish`
    raises BadContent if anything was noted. A key that is never read is a mistake too."""

    first = 1

    def __init__(self, content: Content, path: str, data: dict[str, Any]) -> None:
        super().__init__(data, path, BadInput)
        self.content = content
        self.asked: set[str] = set()

    def wrong(self, key: str, found: object, allowed: str) -> None:
        self.content.problems.append(str(self.bad(key, found, allowed)))

    def raw(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().raw(key, default)

    def raw_all(self) -> dict[str, Any]:
        """Return the whole table unchecked; the caller checks it."""
        self.asked.update(self.data)
        return dict(self.data)

    def tables(self, key: str, optional: bool = False, size: int | None = None) -> list[TomlTable]:
        """Return an array of tables [[key]]."""
        value = self.raw(key, [] if optional else MISSING)
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            self.wrong(key, value, f"tables [[{self.path}{key}]]")
            return []
        return super().tables(key, optional, size)

    def named(self, key: str) -> Iterator[tuple[str, TomlTable]]:
        """Yield the tables [key.NAME] with their names."""
        inner = self.table(key)
        for name in inner.data:
            yield name, inner.table(name)

    def inner(self, path: str, data: Any) -> TomlTable:
        return self.content.table(self.path + path, data)


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
        self.tables: list[TomlTable] = []
        self.top = self.table("", read_toml(path))

    def table(self, path: str, data: dict[str, Any]) -> TomlTable:
        table = TomlTable(self, path, data)
        self.tables.append(table)
        return table

    def finish(self) -> None:
        """Raise BadContent if anything was wrong. Call this after everything has been read."""
        for table in self.tables:
            for key in table.data:
                if key not in table.asked:
                    known = ", ".join(sorted(table.asked)) or "nothing"
                    self.problems.append(f"{table.path}{key}: found an unknown key, allowed are {known}")
        if self.problems:
            raise BadContent(self.file, self.problems)


def read_toml(path: Path) -> dict[str, Any]:
    """Load a TOML file; raise BadContent if it cannot be read."""
    try:
        return parse_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadContent(str(path), [f"cannot be read: {error.strerror}; allowed is a TOML file"]) from None
    except ValueError as error:
        raise BadContent(str(path), [f"found no TOML: {error}; allowed is a TOML file"]) from None


def digest_content(data: dict[str, Any]) -> str:
    """Return the digest of a content, regardless of its name, comments and order of settings.

    >>> one = parse_toml("name = 'mine' # a comment\\nhand = 6\\n[prices]\\nmine = 2\\nprobe = 1")
    >>> other = parse_toml("hand = 6\\n[prices]\\nprobe = 1\\nmine = 2")
    >>> digest_content(one) == digest_content(other)
    True
    >>> digest_content(one) == digest_content({**one, "hand": 5})
    False
    """
    settings = {key: keep_order(drop_name(value)) for key, value in drop_name(data).items()}
    text = json.dumps(settings, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def drop_name(table: Any) -> Any:
    """Return a table without the content's name, which is at the top of the file or in a top-level table."""
    if not isinstance(table, dict) or not isinstance(table.get("name"), str):
        return table
    return {key: value for key, value in table.items() if key != "name"}


def keep_order(value: Any) -> Any:
    """Convert tables of tables or lists, like factions or fleets, to pairs: games number them in the order written."""
    if isinstance(value, list):
        return [keep_order(one) for one in value]
    if not isinstance(value, dict):
        return value
    pairs = [(key, keep_order(inner)) for key, inner in value.items()]
    return pairs if all(isinstance(inner, (dict, list)) for inner in value.values()) else dict(pairs)


def name_content(name: str, digest: str) -> str:
    """Return the full name of a content that is not the game's own."""
    return f"{name}@{digest[:DIGITS]}"


def plain_name(name: str) -> str:
    """Return a content's own name, without the digest.

    >>> plain_name(name_content("my@deck", "0123456789abcdef")), plain_name("standard")
    ('my@deck', 'standard')
    """
    head, at, tail = name.rpartition("@")
    return head if at and len(tail) == DIGITS and not tail.strip("0123456789abcdef") else name
