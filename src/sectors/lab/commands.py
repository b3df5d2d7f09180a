"""The commands of the lab: match, ladder, train, fairness."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from sectors import load
from sectors.kit import BadInput
from sectors.kit.linear import write_weights
from sectors.kit.options import typed
from sectors.lab.fairness import Study
from sectors.lab.kept import Kept
from sectors.lab.ladder import SEED, Ladder
from sectors.lab.match import Match, Report, run
from sectors.lab.train import train as carry_out

app = typer.Typer(no_args_is_help=True)
told = Console(stderr=True)  # standard output is for results

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, by name.")]
Games = Annotated[int, typer.Option(help="How many games.")]
Seats = Annotated[int | None, typer.Option(help="How many seats, where the game leaves a choice.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="An option of the game: NAME=VALUE.")]
Vary = Annotated[list[str] | None, typer.Option(help="An option that varies by deal: NAME, or NAME=[VALUE, ...].")]
Seed = Annotated[
    str, typer.Option(help="The same seed gives the same deals, and the same games of bots that count iterations.")
]
Processes = Annotated[int | None, typer.Option(help="How many processes play; by default one for each core.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]


@contextmanager
def complaints() -> Iterator[None]:
    """What is wrong with the input, as a sentence and not as a traceback."""
    try:
        yield
    except BadInput as error:
        told.print(f"[red]{error}[/red]", highlight=False)
        raise typer.Exit(2) from None


class Bar:
    """A progress bar with a word about how it stands."""

    def __init__(self, total: int | None = None) -> None:
        self.total = total
        self.progress = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=told
        )
        self.tasks: dict[str, TaskID] = {}

    def show(self, label: str, done: int, remark: str = "", total: int | None = None) -> None:
        if label not in self.tasks:
            self.tasks[label] = self.progress.add_task(label, total=total or self.total)
        self.progress.update(self.tasks[label], completed=done, description=f"{label} {remark}")

    def report(self, label: str, report: Report) -> None:
        self.show(label, len(report.played), f"{100 * report.scores()[0]:.1f} %", report.match.games)


@app.command()
def match(
    game: GameName,
    bots: Annotated[
        str, typer.Option(help="The bots, comma between: mcts:4,greedy. Several settings: mcts:iterations=500;trust=1.")
    ],
    games: Games = 100,
    seats: Seats = None,
    option: Options = None,
    vary: Vary = None,
    content: Annotated[str | None, typer.Option(help="Another content file.")] = None,
    seed: Seed = "0",
    processes: Processes = None,
    limit: Annotated[float, typer.Option(help="Seconds for a decision; who takes longer forfeits.")] = 60.0,
    save: Annotated[Path | None, typer.Option(help="A folder for the records of all games.")] = None,
    until_sure: Annotated[
        bool, typer.Option(help="Stop as soon as a sequential test has decided who is stronger.")
    ] = False,
    keep: Annotated[
        Path | None, typer.Option(help="A file of results to add to: docs/levels/GAME.json is shown with the levels.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play against each other: paired deals, all cores, and how sure the result is."""
    with complaints():
        options = typed(option or [])
        names = [name.strip() for name in bots.split(",")]
        wanted = Match(game, names, games, seats, options, seed, content, limit, vary or [])
        bar = Bar()
        with bar.progress:
            report = run(wanted, processes, until_sure, save, lambda one: bar.report(" : ".join(names), one))
        if keep is not None and report.played:
            Kept(keep).add(report.summary())
    if as_json:
        typer.echo(json.dumps(report.summary()))
        return
    typer.echo(report.text())
    if until_sure:
        decision = report.verdict().decision
        verdict = ("undecided", f"{names[0]} is stronger", f"{names[0]} is not stronger")[decision]
        typer.echo(f"  sequential test: {verdict}")


@app.command()
def ladder(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games a pair plays.")] = 100,
    versus: Annotated[
        int, typer.Option(help="How many games levels 3 and 6 play against greedy, and greedy against random.")
    ] = 200,
    top: Annotated[
        int | None, typer.Option(help="How many games level 6 plays against level 5; by default as the others.")
    ] = None,
    seats: Seats = None,
    option: Options = None,
    vary: Vary = None,
    seed: Seed = SEED,
    processes: Processes = None,
    out: Annotated[Path, typer.Option(help="The folder for the table and the results.")] = Path("docs/levels"),
) -> None:
    """Measure the levels of a game and write their table. What was measured before, between players that have not
    changed, is not played again."""
    with complaints():
        kept = Kept(out / f"{game}.json")
        wanted = Ladder(game, games, versus, top, seats, typed(option or []), vary or [], seed, kept=kept)
        bar = Bar()
        with bar.progress:
            wanted.play(processes, bar.report)
        kept.tidy()
        save(out / f"{game}.md", wanted.page())


@app.command()
def train(
    game: GameName,
    recipe: Annotated[
        Path | None, typer.Option(help="What to do; by default training.toml in the game's folder.")
    ] = None,
    processes: Processes = None,
    out: Annotated[Path | None, typer.Option(help="The file; by default weights.toml in the game's folder.")] = None,
) -> None:
    """Find the weights of a game's judgement in games of bots against themselves. The same again gives the same
    weights."""
    with complaints():
        if importlib.util.find_spec("numpy") is None:
            raise BadInput("training needs NumPy: pip install 'sectors[fit]'")
        bar = Bar()
        with bar.progress:
            weights, comment = carry_out(
                game, recipe, processes, lambda label, done, total, remark: bar.show(label, done, remark, total)
            )
        file = out or load(game).folder / "weights.toml"
        write_weights(file, weights, comment)
        typer.echo(str(file))


@app.command()
def fairness(
    game: GameName,
    bot: Annotated[str, typer.Option(help="Who plays on all seats.")] = "mcts:3",
    games: Annotated[int, typer.Option(help="How many games under each set of conditions.")] = 200,
    option: Options = None,
    only: Annotated[list[str] | None, typer.Option(help="An option whose values to try; by default all.")] = None,
    also: Annotated[list[str] | None, typer.Option(help="A setting to try beside the listed ones: NAME=VALUE.")] = None,
    each: Annotated[
        list[str] | None,
        typer.Option(help="An option with a value for each seat, such as factions, to be compared: NAME=[VALUE, ...]."),
    ] = None,
    content: Annotated[str | None, typer.Option(help="Another content file.")] = None,
    seed: Seed = "fairness",
    processes: Processes = None,
    out: Annotated[Path, typer.Option(help="The folder for page, picture and results.")] = Path("docs/fairness"),
) -> None:
    """Measure what each seat gets when equals play: over numbers of seats, options, and what seats can have. What was
    measured before, between players that have not changed, is not played again."""
    with complaints():
        study = Study(game, bot, games, typed(option or []), only or [], also or [], each or [], content)
        kept = Kept(out / f"{game}.json")
        bar = Bar()
        with bar.progress:
            study.play(kept, processes, seed, bar.report)
        kept.tidy()
        save(out / f"{game}.md", study.page())
        save(out / f"{game}.svg", study.picture())


def save(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    typer.echo(str(path))
