"""A leaderboard file: every bot plays the same deals against the same opponents, from every seat.

A share is the bot's average result, where a win is 1. The opponent plays all other seats.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import sqrt
from pathlib import Path

from sectors import bots
from sectors.envs.games import play_game
from sectors.kit import BadInput, Game, Json, parse_json

OPPONENTS = ("random", "greedy", "mcts:1", "mcts:2", "mcts:3")
Z = 1.96


def count_deals(games: int, seats: int) -> int:
    """Return the number of deals: each is played once from every seat, and an interval needs at least two."""
    return max(games // seats, 2)


def measure(
    game: Game,
    bot: str,
    opponent: str,
    games: int,
    seats: int,
    options: Json,
    progress: Callable[[], None] = lambda: None,
) -> Json:
    """Measure a bot's share against an opponent, with a confidence interval over the deals."""
    deals: list[float] = []
    for number in range(count_deals(games, seats)):
        total = 0.0
        for seat in range(seats):
            deal = f"leaderboard {number}"
            names = [bot if one == seat else opponent for one in range(seats)]
            players = [bots.load(name, seed=f"{deal} {one}") for one, name in enumerate(names)]
            total += play_game(game, players, options, deal).core.results()[seat]
        deals.append(total / seats)
        progress()
    share = sum(deals) / len(deals)
    spread = sum((deal - share) ** 2 for deal in deals) / (len(deals) - 1)
    half = Z * sqrt(max(spread, 0.25 / len(deals)) / len(deals))
    bounds = {"low": round(max(0.0, share - half), 4), "high": round(min(1.0, share + half), 4)}
    return {"share": round(share, 4), **bounds, "games": len(deals) * seats}


def read_board(path: Path) -> Json:
    if not path.exists():
        return {}
    try:
        found: Json = parse_json(path.read_text(encoding="utf-8"))
        for name in found.keys():  # noqa: SIM118 - a list has none
            format_table(found, name)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        raise BadInput(f"{path}: found no leaderboard, allowed is a file that this command wrote") from None
    return found


def add_results(path: Path, game: Game, bot: str, results: Json) -> None:
    """Add the results of a bot to the file, creating it if needed. Results against other opponents stay, unless they
    are from another version of the game."""
    board = read_board(path)
    rules = {"version": game.version, "content": game.content_name}
    known = board.setdefault(game.name, {}).get(bot, {})
    kept = known.get("against", {}) if rules.items() <= known.items() else {}
    board[game.name][bot] = {**rules, "against": {**kept, **results}}
    path.write_text(json.dumps(board, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def format_table(board: Json, name: str) -> list[str]:
    """Return the bots of a game as lines of Markdown, best first."""
    rows = board.get(name, {})
    met = {one for row in rows.values() for one in row["against"]}
    columns = [*(one for one in OPPONENTS if one in met), *sorted(met - {*OPPONENTS})]

    def mean(bot: str) -> float:
        against = rows[bot]["against"]
        return float(sum(one["share"] for one in against.values()) / max(len(against), 1))

    lines = [f"| {name} | " + " | ".join(f"against {one}" for one in columns) + " |", "|---" * (len(columns) + 1) + "|"]
    for bot in sorted(rows, key=lambda bot: -mean(bot)):
        cells = [rows[bot]["against"].get(one) for one in columns]
        lines.append(f"| `{bot}` | " + " | ".join(format_cell(cell) for cell in cells) + " |")
    return lines


def format_cell(result: Json | None) -> str:
    return f"{result['share']:.3f} ({result['low']:.3f} to {result['high']:.3f})" if result else ""
