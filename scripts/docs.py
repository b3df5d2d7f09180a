"""What the documentation takes from elsewhere, so that nothing is written twice.

As a hook of MkDocs (`make docs`) it makes the front page of README.md, the page of a game of its own `guide.md`, the
page of commands of the commands themselves, and turns links to files of the repository into links to pages.

    python scripts/docs.py

writes the table of games into README.md.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

import sectors
from sectors import cli
from sectors.kit import Game
from sectors.kit.guide import HEADING

ROOT = Path(__file__).parents[1]
# Pages that stand elsewhere in the repository, by their file
PAGES = {
    "README.md": "index.md",
    "bench/README.md": "benchmarks.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "SECURITY.md": "security.md",
}
LINK = re.compile(r"(!?)\[([^][]*(?:\[[^]]*\][^][]*)?)\]\(([^)\s#]+)(#[^)\s]*)?\)|(src=\")([^\"]+)(\")")
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"(?<=\n)\| game \|.*?(?=\n\n)", re.DOTALL)
# Where docs/rules/<game>.md states a rule: "R5.3 ...", as a paragraph, in a list, in a table
RULE = re.compile(r"^(- |\| )?(\*\*)?(?=(R[1-9]\d*\.\d+)\b)", re.MULTILINE)
RULES = re.compile(r"^(#+ (R[1-9]\d*) .*)$", re.MULTILINE)
NUMBERED = re.compile(r"^#+ (\d+(?:\.\d+)?)\b", re.MULTILINE)
# The parts of the site. A page that is in none of them comes last, under "More".
SECTIONS = {
    "Tutorials": ["tutorials/*.md"],
    "How to": [
        "TERMINAL.md",
        "CONTENT.md",
        "BOTS.md",
        "LAB.md",
        "RESEARCH.md",
        "DEPLOY.md",
        "howto/*.md",
        "examples/newgame/README.md",
    ],
    "Reference": ["reference/*.md", "PROTOCOL.md", "rules/*.md"],
    "Explanation": ["ARCHITECTURE.md", "VERSIONING.md", "FAIRPLAY.md", "RELIABILITY.md", "GLOSSARY.md", "SCALE.md"],
}
ORDER = ["play", "host", "bot", "card", "game", "train", "interface", "commands", "kit", "svg", "bots", "lab", "envs"]


def our_games() -> list[Game]:
    games = [sectors.load(name) for name in sectors.games()]
    return [game for game in games if type(game).__module__.startswith("sectors.games.")]


def games_table() -> str:
    """Our own games, for README.md."""
    rows = ["| game | what you do | seats | minutes | to load |", "|---|---|---|---|---|"]
    for game in our_games():
        title = f"[{game.title}](src/sectors/games/{game.name}/guide.md)"
        few, many = game.seat_numbers[0], game.seat_numbers[-1]
        seats = str(few) if few == many else f"{few} to {many}"
        rows.append(f"| {title} | {game.about} | {seats} | {game.minutes} | `{game.name}` |")
    return "\n".join(rows)


def addresses() -> dict[str, str]:
    """Where each file of the repository that is part of the site stands in it."""
    places = dict(PAGES)
    for game in our_games():
        folder = game.folder.relative_to(ROOT).as_posix()
        places[f"{folder}/guide.md"] = f"guides/{game.name}.md"
        for picture in (game.folder / "pictures").glob("*.svg"):
            places[f"{folder}/pictures/{picture.name}"] = f"guides/{game.name}/{picture.name}"
    for path in (ROOT / "docs").rglob("*"):
        if path.is_file():
            places[path.relative_to(ROOT).as_posix()] = path.relative_to(ROOT / "docs").as_posix()
    return places


def turned(text: str, file: str, address: str, places: dict[str, str]) -> str:
    """The text of a file, with links from its page at that address; what is not in the site is no link."""

    def link(match: re.Match[str]) -> str:
        target = match[3] or match[6]
        if ":" in target or target.startswith("/"):
            return match[0]
        place = places.get(posixpath.normpath(posixpath.join(posixpath.dirname(file), target)))
        words = LINK.sub(link, match[2] or "")  # perhaps a picture
        if place is None:
            return words if match[3] else match[0]
        there = posixpath.relpath(place, posixpath.dirname(address) or ".")
        return f"{match[5]}{there}{match[7]}" if match[6] else f"{match[1]}[{words}]({there}{match[4] or ''})"

    parts, at = [], 0
    for code in CODE.finditer(text):
        parts += [LINK.sub(link, text[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*parts, LINK.sub(link, text[at:])])


def guide(game: Game) -> str:
    """A guide, with the rules of a heading in a line under it."""
    lines = []
    for line in (game.folder / "guide.md").read_text(encoding="utf-8").splitlines():
        heading = HEADING.match(line)
        lines += [f"{heading[1]} {heading[2]}", "", f"*{heading[3]}*"] if heading and heading[3] else [line]
    return "\n".join(lines) + "\n"


def anchored(text: str) -> str:
    """The rules of a game, each with an anchor: rules/sector6.md#r5.3."""
    text = RULES.sub(lambda found: f"{found[1]} {{#{found[2].lower()}}}", text)
    return RULE.sub(lambda found: f'{found[1] or ""}<a id="{found[3].lower()}"></a>{found[2] or ""}', text)


def commands() -> str:
    """The commands, from their own help."""
    parts = ["# Commands", "`sectors COMMAND --help` shows the same in a terminal.\n"]
    everything = cli.every_command()
    for name in [name for name in dict.fromkeys([*cli.COMMANDS, *everything]) if name in everything]:
        command = everything[name]
        inside = getattr(command, "commands", None)
        for words, one in [(f"{name} {sub}", one) for sub, one in inside.items()] if inside else [(name, command)]:
            parts.append(f"## `sectors {words}`\n\n{' '.join((one.help or '').split())}\n\n{parameters(one)}")
    return "\n".join(parts) + "\n"


def parameters(command: Any) -> str:
    rows = ["| | | by default |", "|---|---|---|"]
    for one in command.params:
        if one.name == "help":
            continue
        is_option = one.param_type_name == "option"
        name = f"`{'`, `'.join([*one.opts, *one.secondary_opts])}`" if is_option else f"`{one.name.upper()}`"
        if getattr(one, "envvar", None):
            name += f" or `{one.envvar}`"
        plain = one.default is None or callable(one.default) or one.default in ((), [], False)
        default = "" if plain else f"`{one.default}`"
        said = (getattr(one, "help", "") or "").replace("|", "\\|")
        rows.append(f"| {name} | {said} | {default} |")
    return "\n".join(rows) + "\n" if len(rows) > 2 else ""


def pages() -> dict[str, str]:
    """Every page and picture that is made here, by its address."""
    places = addresses()
    made = {"reference/commands.md": commands()}
    for file, address in PAGES.items():
        made[address] = turned((ROOT / file).read_text(encoding="utf-8"), file, address, places)
    for game in our_games():
        file = (game.folder / "guide.md").relative_to(ROOT).as_posix()
        made[places[file]] = turned(guide(game), file, places[file], places)
        for picture in sorted((game.folder / "pictures").glob("*.svg")):
            address = places[picture.relative_to(ROOT).as_posix()]
            made[address] = picture.read_text(encoding="utf-8")
    return made


def order(address: str) -> tuple[int, str]:
    stem = Path(address).stem
    return (ORDER.index(stem) if stem in ORDER else len(ORDER), address)


def on_config(config: Any) -> None:
    """The table of contents."""
    folder = ROOT / "docs"
    written = [path.relative_to(folder).as_posix() for path in folder.rglob("*.md") if path.parent.name != "relay"]
    left = sorted([*written, "reference/commands.md"])
    nav: list[Any] = [{"Home": "index.md"}]
    for title, patterns in SECTIONS.items():
        found = [
            address
            for pattern in patterns
            for address in sorted((one for one in left if Path(one).match(pattern)), key=order)
        ]
        left = [address for address in left if address not in found]
        nav.append({title: found})
        if title == "Tutorials":
            nav.append({"Games": [{game.title: f"guides/{game.name}.md"} for game in our_games()]})
    measured = [address for address in left if address.startswith(("levels/", "fairness/", "lab-notes/"))]
    others = [address for address in left if address not in measured]
    about = [{"Changes": "changes.md"}, "contributing.md", "conduct.md", "security.md"]
    nav += [{"Measured": [{"Benchmarks": "benchmarks.md"}, *measured]}, {"About": about}]
    config["nav"] = [*nav, *([{"More": others}] if others else [])]


def on_files(files: Any, config: Any) -> None:
    from mkdocs.structure.files import File

    for address, text in pages().items():
        files.append(File.generated(config, address, content=text))


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Pages of docs/ link to files of the repository, too."""
    address = page.file.src_uri
    file = f"docs/{address}"
    if address.startswith("rules/"):
        markdown = anchored(markdown)
    return turned(markdown, file, address, addresses()) if (ROOT / file).exists() else markdown


if __name__ == "__main__":
    readme = ROOT / "README.md"
    readme.write_text(TABLE.sub(games_table(), readme.read_text(encoding="utf-8")), encoding="utf-8")
