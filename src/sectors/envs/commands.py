"""The commands for researchers: dataset, leaderboard, observations."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sectors import bots, load
from sectors.envs import MissingError
from sectors.kit import BadInput
from sectors.kit.options import parse_options

app = typer.Typer(no_args_is_help=True)
GameName = Annotated[str, typer.Argument(help="Name of the game; `sectors games` lists them.")]
Seats = Annotated[int | None, typer.Option(help="Number of seats.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="Set an option of the game: NAME=VALUE; repeatable.")
]
Content = Annotated[Path | None, typer.Option(help="A content file to use instead of the game's own.")]
Games = Annotated[int, typer.Option(min=2, help="Number of games.")]


def start_progress() -> Progress:
    """Return progress bars on standard error. A bot's name is shown as it is, whatever Rich would read into it."""
    shown = TextColumn("{task.description}", markup=False)
    return Progress(shown, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True))


@app.command()
def dataset(
    game: GameName,
    out: Annotated[Path, typer.Option(help="Output folder.")],
    bot: Annotated[str, typer.Option(help="The bot that plays all seats: mcts:3, greedy, module:Class.")] = "mcts:1",
    games: Games = 10,
    seats: Seats = None,
    option: Options = None,
    content: Content = None,
    seed: Annotated[str, typer.Option(help="Seed; the same seed gives the same games.")] = "1",
) -> None:
    """Let bots play, and write records and arrays of observations, visit counts and values."""
    try:
        from sectors.envs.dataset import Recorder
    except ModuleNotFoundError as error:
        raise MissingError(f"dataset needs {error.name}, which is not installed: pip install 'sectors[rl]'") from error
    loaded = load(game, content)
    recorder = Recorder(loaded, *loaded.settings(seats, parse_options(option or [])))
    bots.load(bot)
    out.mkdir(parents=True, exist_ok=True)
    with start_progress() as progress:
        for number in progress.track(range(games), description=f"{loaded.name}, {bot}"):
            recorder.play(bot, f"dataset {seed} {number}")
    recorder.write(out)
    typer.echo(f"{games} games, {len(recorder.rows['action'])} decisions: {out}/records.jsonl.zst, decisions.npz")


@app.command()
def leaderboard(
    game: GameName,
    bot: Annotated[
        str | None,
        typer.Argument(
            help="The bot to measure, such as mcts:3 or module:Class; leave it out to show the leaderboard."
        ),
    ] = None,
    file: Annotated[Path, typer.Option(help="Leaderboard file.")] = Path("leaderboard.json"),
    games: Games = 100,
    against: Annotated[str, typer.Option(help="Opponents, separated by commas.")] = "random,greedy,mcts:1",
) -> None:
    """Measure a bot, add it to a leaderboard, and show it. Every bot plays the same deals."""
    from sectors.envs.leaderboard import add_results, count_deals, format_table, measure, read_board

    loaded = load(game)
    seats, options = loaded.settings(None, None)
    if seats == 1:
        raise BadInput(f"{game} has one seat, and nobody to be measured against")
    if bot is not None:
        for name in (bot, *against.split(",")):
            bots.load(name)
        if not file.parent.is_dir():
            raise BadInput(f"{file}: found no place for a file, allowed is one in a folder that exists")
        read_board(file)  # refuse a file that is no leaderboard before playing
        results = {}
        with start_progress() as progress:
            for name in against.split(","):
                task = progress.add_task(f"{bot} against {name}", total=count_deals(games, seats))
                results[name] = measure(loaded, bot, name, games, seats, options, partial(progress.advance, task))
        add_results(file, loaded, bot, results)
    board = read_board(file)
    if loaded.name not in board:
        raise BadInput(f"{file} has no results of {loaded.name} yet; name a bot to measure it")
    for line in format_table(board, loaded.name):
        typer.echo(line)


@app.command()
def observations(game: GameName, seats: Seats = None, option: Options = None, content: Content = None) -> None:
    """Describe the fields of observations and actions, as Markdown."""
    loaded = load(game, content)
    typer.echo(loaded.observer(*loaded.settings(seats, parse_options(option or []))).document())
