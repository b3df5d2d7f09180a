"""What the documentation takes from elsewhere, so that nothing is written twice.

As a hook of MkDocs (`mkdocs build`) it makes the front page of README.md and the page of a game of its own `guide.md`.

    python scripts/docs.py

writes the table of games into README.md.
"""

from __future__ import annotations

import inspect
import re
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

import sectors
from sectors.kit import BadInput, Game
from sectors.kit.guide import HEADING

ROOT = Path(__file__).parents[1]
# Where what README.md and CHANGELOG.md point to stands in the documentation
PLACES = [
    (re.compile(r"(\]\(|src=\")docs/"), r"\1"),
    (re.compile(r"\]\(src/sectors/games/(\w+)/guide\.md"), r"](guides/\1.md"),
    (re.compile(r"(\]\(|src=\")src/sectors/games/(\w+)/pictures/"), r"\1guides/\2/"),
    (re.compile(r"\]\(bench/README\.md\)"), "](benchmarks.md)"),
    (re.compile(r"\]\(CHANGELOG\.md\)"), "](changes.md)"),
    (re.compile(r"\]\(README\.md\)"), "](index.md)"),
    (re.compile(r"\[([^]]*)\]\((?:LICENSE|\w+\.py|(?:references|positions)[^)]*)\)"), r"\1"),
]
MEMBERS = (FunctionType, classmethod, property, cached_property)
TABLE = re.compile(r"(?<=\n)\| game \|.*?(?=\n\n)", re.DOTALL)


def games_table() -> str:
    """Our own games, for README.md."""
    rows = ["| game | what you do | seats | minutes | to load |", "|---|---|---|---|---|"]
    for name in sectors.games():
        game = sectors.load(name)
        if not type(game).__module__.startswith("sectors.games."):
            continue
        title = f"[{game.title}](src/sectors/games/{name}/guide.md)"
        few, many = game.seat_numbers[0], game.seat_numbers[-1]
        seats = str(few) if few == many else f"{few} to {many}"
        rows.append(f"| {title} | {game.about} | {seats} | {game.minutes} | `{name}` |")
    return "\n".join(rows)


def page(path: Path) -> str:
    """A page from the top of the repository, with its links turned."""
    text = path.read_text(encoding="utf-8")
    for pattern, place in PLACES:
        text = pattern.sub(place, text)
    return text


def guide(game: Game) -> str:
    """A guide, with the rules of a heading in a line under it."""
    lines = []
    for line in (game.folder / "guide.md").read_text(encoding="utf-8").splitlines():
        heading = HEADING.match(line)
        if heading and heading[3]:
            lines += [f"{heading[1]} {heading[2]}", "", f"*{heading[3]}*"]
        else:
            lines.append(line.replace("](pictures/", f"]({game.name}/"))
    return "\n".join(lines) + "\n"


def reference() -> str:
    """The public interface, from its own documentation."""
    parts = ["# The interface", f"`import sectors` gives these.\n\n{document(sectors)}"]
    for thing in (sectors.games, sectors.load, sectors.replay):
        parts.append(f"## `sectors.{signature(thing)}`\n\n{document(thing)}")
    for kind in (
        sectors.State,
        sectors.Game,
        sectors.Move,
        sectors.Refused,
        sectors.BadInput,
        *BadInput.__subclasses__(),
    ):
        parts.append(f"## {kind.__name__}\n\n{document(kind)}")
        for name, member in vars(kind).items():
            if not name.startswith("_") and isinstance(member, MEMBERS) and inspect.getdoc(member):
                called = getattr(kind, name)
                title = signature(called) if callable(called) else name
                parts.append(f"### `{title}`\n\n{document(member)}")
    return "\n\n".join(parts) + "\n"


def signature(function: Any) -> str:
    """How it is called, without `self`."""
    called = inspect.signature(function)
    given = [one for name, one in called.parameters.items() if name != "self"]
    return f"{function.__name__}{called.replace(parameters=given)}".replace("'", "")


def document(thing: Any) -> str:
    """Its documentation; examples become code."""
    blocks = (inspect.getdoc(thing) or "").split("\n\n")
    return "\n\n".join(f"```python\n{block}\n```" if block.startswith(">>>") else block for block in blocks)


def pages() -> dict[str, str]:
    """Every page and picture that is made here, by its address."""
    made = {
        "index.md": page(ROOT / "README.md"),
        "benchmarks.md": page(ROOT / "bench" / "README.md"),
        "changes.md": page(ROOT / "CHANGELOG.md"),
        "reference.md": reference(),
    }
    for name in sectors.games():
        game = sectors.load(name)
        made[f"guides/{name}.md"] = guide(game)
        for picture in sorted((game.folder / "pictures").glob("*.svg")):
            made[f"guides/{name}/{picture.name}"] = picture.read_text(encoding="utf-8")
    return made


def on_config(config: Any) -> None:
    """The table of contents: these first, then whatever else is written."""
    pages: dict[str, Any] = {
        "Sectors": "index.md",
        "The games": [{sectors.load(name).title: f"guides/{name}.md"} for name in sectors.games()],
        "In a terminal": "TERMINAL.md",
        "The interface": "reference.md",
        "How it is built": "ARCHITECTURE.md",
        "A game of your own": "examples/newgame/README.md",
    }
    written = sorted(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md"))
    others = [address for address in written if address not in pages.values()]
    nav = [{title: page} for title, page in pages.items()]
    config["nav"] = [*nav, *others, {"Benchmarks": "benchmarks.md"}, {"Changes": "changes.md"}]


def on_files(files: Any, config: Any) -> None:
    from mkdocs.structure.files import File

    for address, text in pages().items():
        files.append(File.generated(config, address, content=text))


if __name__ == "__main__":
    readme = ROOT / "README.md"
    readme.write_text(TABLE.sub(games_table(), readme.read_text(encoding="utf-8")), encoding="utf-8")
