"""Contents as text: what a run has read stays what it is, whatever becomes of the file, and can travel."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sectors import games, load
from sectors.kit import BadContent, BadInput, Game

MOST_LOADED = 64  # contents at a time, in one process


@dataclass(frozen=True)
class Source:
    """A content file: its name, after which a content may be called, and what is in it."""

    name: str
    text: str


def read_source(path: str | Path) -> Source:
    try:
        return Source(Path(path).name, Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadContent(str(path), [f"cannot be read: {error}; allowed is a TOML file"]) from None


def load_source(game: str, source: Source | None) -> Game:
    """A game with a content, made once in each process."""
    return load(game) if source is None else made(game, source)


@lru_cache(MOST_LOADED)
def made(game: str, source: Source) -> Game:
    with TemporaryDirectory() as folder:
        path = Path(folder) / source.name
        path.write_text(source.text, encoding="utf-8")
        try:
            return load(game, path)
        except BadContent as error:
            raise BadContent(source.name, error.problems) from None


def game_of_source(source: Source) -> str:
    """The game whose content it is: the one that can read it."""
    for game in games():
        try:
            made(game, source)
        except BadContent:
            continue
        return game
    raise BadInput(f"{source.name} is the content of no game: `sectors content check` says what is wrong with it")


def files_of(bots: Iterable[str]) -> dict[str, str]:
    """The files of weights that bots are made with, as text, for machines that do not have them."""
    paths = [found for bot in bots for found in re.findall(r"weights=([^;,]+)", bot)]
    return {path: Path(path).read_text(encoding="utf-8") for path in paths if Path(path).exists()}
