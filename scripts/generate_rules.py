"""Writes the tables at the end of docs/rules/<game>.md, which repeat what the code of a game says: options, refusals,
events, facts, ways to end and chance points. With --check nothing is written; what is stale is named, and the exit
code is 1."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import sectors
from sectors.kit import Game

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "rules"
BEGIN = "<!-- tables: written by scripts/generate_rules.py from the code; change that, not this -->\n"
END = "<!-- end of tables -->\n"


def table(title: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    cells = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
    return f"### {title}\n\n" + "\n".join(cells) + "\n"


def code(*words: str) -> str:
    return ", ".join(f"`{word}`" for word in words)


def options(game: Game) -> str:
    rows = [
        [
            code(one.name),
            one.allowed or code(*(json.dumps(value) for value in one.values)),
            code(json.dumps(one.default)),
            one.about,
        ]
        for one in game.options
    ]
    return table("Options", ["option", "values", "default", "meaning"], rows)


def tables(game: Game) -> str:
    """All tables of a game."""
    refusals = [[code(name), rule, said] for name, (rule, said) in game.sentences.items()]
    events = [[code(name), code(*fields)] for name, fields in game.event_fields.items()]
    facts = [[code(name), said] for name, said in game.fact_meanings.items()]
    reasons = [[code(name), game.endings.get(name, "")] for name in game.reasons]
    return "\n".join(
        [
            "## Tables\n",
            options(game),
            table("Refusals", ["code", "rule", "sentence"], refusals),
            table("Events", ["fields beside `things` and `actor`" if i else "event" for i in range(2)], events),
            table("Facts", ["fact", "what it tells"], facts),
            table("Ways to end", ["reason", "in words"], reasons),
            table("Chance points", ["point"], [[code(name)] for name in game.chance_names]),
        ]
    )


def page(game: Game, text: str) -> str:
    """A page with its tables; they come last where it has none yet."""
    before, begin, rest = text.partition(BEGIN)
    after = rest.partition(END)[2] if begin else ""
    return f"{before.rstrip()}\n\n{BEGIN}\n{tables(game)}\n{END}{after}"


def stale() -> dict[Path, str]:
    """The pages that differ from what they should be, with what that is."""
    found = {}
    for path in sorted(PAGES.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        made = page(sectors.load(path.stem), text)
        if made != text:
            found[path] = made
    return found


if __name__ == "__main__":
    check = "--check" in sys.argv
    pages = stale()
    for path, text in pages.items():
        if not check:
            path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)} {'is stale: run scripts/generate_rules.py' if check else 'written'}")
    sys.exit(1 if check and pages else 0)
