"""Contents as text: a run keeps what it has read even if the file changes, and can send it to other machines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sectors import games, load
from sectors.kit import BadContent, BadInput, Game, in_words

MOST_LOADED = 64  # contents kept loaded in one process


@dataclass(frozen=True)
class Source:
    """A content file: its name, from which a content may take its own, and its text."""

    name: str
    text: str


def read_source(path: str | Path) -> Source:
    try:
        return Source(Path(path).name, Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadContent(str(path), [f"{in_words(error, 'cannot be read')}; allowed is a TOML file"]) from None


def load_source(game: str, source: Source | None) -> Game:
    """Load a game with a content, once per process."""
    return load(game) if source is None else load_content(game, source)


@lru_cache(MOST_LOADED)
def load_content(game: str, source: Source) -> Game:
    with TemporaryDirectory() as folder:
        path = Path(folder) / source.name
        path.write_text(source.text, encoding="utf-8")
        try:
            return load(game, path)
        except BadContent as error:
            raise BadContent(source.name, error.problems) from None


def game_of_source(source: Source) -> str:
    """Return the game that can read the content."""
    for game in games():
        try:
            load_content(game, source)
        except BadContent:
            continue
        return game
    raise BadInput(f"{source.name} is the content of no game: `sectors content check` says what is wrong with it")


def files_of(bots: Iterable[str]) -> dict[str, str]:
    """Return the texts of the weight files that bots use, for machines that do not have them."""
    paths = [found for bot in bots for found in re.findall(r"weights=([^;,]+)", bot)]
    return {path: Path(path).read_text(encoding="utf-8") for path in paths if Path(path).exists()}
