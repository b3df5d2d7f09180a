"""The commands of the lab: match, ladder, train, fairness."""

from __future__ import annotations

import importlib
import json
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from sectors import load
from sectors.bots.levels import LEVELS
from sectors.kit import BadInput
from sectors.kit.exercises import FILE as EXERCISES
from sectors.kit.exercises import write_exercises
from sectors.kit.linear import write_weights
from sectors.kit.options import parse_options
from sectors.lab.contents import read_source
from sectors.lab.exercises import Finder
from sectors.lab.fairness import Study
from sectors.lab.interface import (
    INTERRUPTED,
    AsJson,
    Bar,
    GameName,
    Games,
    On,
    Options,
    Processes,
    Seats,
    Seed,
    Vary,
    check_output,
    exit_on_bad_input,
)
from sectors.lab.kept import Kept
from sectors.lab.ladder import SEED, Ladder
from sectors.lab.match import Match
from sectors.lab.parts import Part, head_of
from sectors.lab.pool import Workers
from sectors.lab.records import Writer
from sectors.lab.sense import LOWEST, SEEDS, Sense, read_cases
from sectors.lab.studies import app as studies
from sectors.lab.tally import run
from sectors.lab.train import train as carry_out

app = typer.Typer(no_args_is_help=True)
app.add_typer(studies, name="lab")

SENSE = Path("docs/levels/sense")


@app.command()
def exercises(
    game: GameName,
    number: Annotated[int, typer.Option(help="Number of exercises to find.", min=1)] = 36,
    minutes: Annotated[float, typer.Option(help="Time limit of the search, in minutes.", min=0.01)] = 5.0,
    iterations: Annotated[int, typer.Option(help="Iterations per search.", min=100)] = 2000,
    searches: Annotated[int, typer.Option(help="Searches per position.", min=2)] = 4,
    seed: Seed = "exercises",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Output file; by default the game's own exercises.json.")
    ] = None,
) -> None:
    """Find exercises: positions from bot games with one clearly best answer, rated by difficulty."""
    with exit_on_bad_input():
        rules = load(game)
        check_output(output)
        finder = Finder(rules, seed, iterations, searches)
        bar = Bar(number)
        with bar.progress:
            found = finder.find(
                number, 60 * minutes, lambda done, looked: bar.show(game, done, f"{looked} positions looked at")
            )
        if not found:
            raise BadInput(f"no exercise was found in {minutes:g} minutes; give it more")
        write_exercises(found, output or rules.folder / EXERCISES)
    typer.echo(f"{game}: {len(found)} exercises of {finder.looked} positions in {output or rules.folder / EXERCISES}")


@app.command()
def match(
    game: GameName,
    bots: Annotated[
        str, typer.Option(help="Bots, separated by commas: mcts:4,greedy. Settings: mcts:iterations=500;trust=1.")
    ],
    games: Games = 100,
    seats: Seats = None,
    option: Options = None,
    vary: Vary = None,
    content: Annotated[str | None, typer.Option(help="A content file to use instead of the game's own.")] = None,
    seed: Seed = "0",
    processes: Processes = None,
    on: On = "local",
    limit: Annotated[float, typer.Option(help="Seconds per decision; a bot that takes longer forfeits.", min=0)] = 60.0,
    save: Annotated[Path | None, typer.Option(help="Save all games to this file (*.jsonl.zst), one per line.")] = None,
    part: Annotated[
        str | None, typer.Option(help="Play only one part of the games, such as 3/16; see `sectors lab merge`.")
    ] = None,
    until_sure: Annotated[bool, typer.Option(help="Stop as soon as a sequential test shows who is stronger.")] = False,
    keep: Annotated[
        Path | None, typer.Option(help="Add the result to this file; docs/levels/GAME.json is shown with the levels.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play bots against each other in paired deals, on all cores, and report the result with its margin of error."""
    with exit_on_bad_input():
        options = parse_options(option or [])
        names = [name.strip() for name in bots.split(",")]
        wanted = Match(game, names, games, seats, options, seed, content, limit, vary or [], records=save is not None)
        share = Part.read(part)
        if share.of > 1 and (save is None or until_sure or keep is not None):
            raise BadInput("part: a part needs --save FILE.jsonl.zst, and goes with neither --until-sure nor --keep")
        kept = Kept(keep) if keep is not None else None
        bar = Bar()
        head = head_of("match", [wanted], share)
        with bar.progress, Writer(save, head) if save else nullcontext() as writer:
            label = " : ".join(names)
            report = run(
                wanted, Workers(on, processes), until_sure, writer, lambda one: bar.report(label, one), (), share
            )
        if kept is not None and report.games:
            kept.add(report.summary())
    interrupted = report.games < len(share.games(games, wanted.rounds)) and not (
        until_sure and report.verdict().decision
    )
    if as_json:
        typer.echo(json.dumps(report.summary()))
    else:
        typer.echo(report.text())
        if until_sure:
            decision = report.verdict().decision
            verdict = ("undecided", f"{names[0]} is stronger", f"{names[0]} is not stronger")[decision]
            typer.echo(f"  sequential test: {verdict}")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


@app.command()
def ladder(
    game: GameName,
    games: Annotated[int, typer.Option(help="Games per pair of levels.", min=1)] = 100,
    versus: Annotated[
        int, typer.Option(help="Games of levels 3 and 6 against greedy, and of greedy against random.", min=1)
    ] = 200,
    top: Annotated[
        list[str] | None,
        typer.Option(help="Fewer games in the matches of a level with what is below it: 9=40."),
    ] = None,
    highest: Annotated[int, typer.Option(help="The highest level to measure.", min=0)] = LEVELS[-1],
    seats: Seats = None,
    option: Options = None,
    vary: Vary = None,
    content: Annotated[
        str | None, typer.Option(help="A content file to use instead; the table is named after it.")
    ] = None,
    seed: Seed = SEED,
    processes: Processes = None,
    on: On = "local",
    out: Annotated[Path, typer.Option(help="Folder for the table and the results.")] = Path("docs/levels"),
) -> None:
    """Measure the levels of a game and write their table. Results of players that have not changed are reused."""
    with exit_on_bad_input():
        name = game if content is None else f"{game}-{Path(content).stem}"
        kept = Kept(out / f"{name}.json", content=content)
        options = parse_options(option or [])
        fewer = games_by_level(top or [])
        levels = range(highest + 1)
        wanted = Ladder(game, games, versus, fewer, seats, options, vary or [], seed, levels, kept, content)
        bar = Bar()
        with bar.progress:
            wanted.play(Workers(on, processes), bar.report)
        kept.tidy()
        save(out / f"{name}.md", wanted.page())


def games_by_level(written: list[str]) -> dict[int, int]:
    found = parse_options(written)
    if not all(level.isdecimal() and type(number) is int and number > 0 for level, number in found.items()):
        raise BadInput(f"top: found {' '.join(written)!r}, allowed is LEVEL=GAMES, as 9=40")
    return {int(level): number for level, number in found.items()}


@app.command()
def train(
    game: GameName,
    recipe: Annotated[
        Path | None, typer.Option(help="Training recipe; by default training.toml in the game's folder.")
    ] = None,
    content: Annotated[
        Path | None,
        typer.Option(help="A content file to use instead; its weights are written beside it, as NAME.weights.toml."),
    ] = None,
    processes: Processes = None,
    on: On = "local",
    out: Annotated[Path | None, typer.Option(help="Output file; by default weights.toml in the game's folder.")] = None,
) -> None:
    """Train the weights of a game's evaluation by self-play. The same recipe always gives the same weights."""
    importlib.import_module("numpy")  # fail before the first game if it is missing
    with exit_on_bad_input():
        check_output(out)
        bar = Bar()
        with bar.progress:
            source = None if content is None else read_source(content)
            weights, comment = carry_out(game, recipe, Workers(on, processes), bar.step, source)
        own = load(game).folder / "weights.toml" if content is None else content.with_suffix(".weights.toml")
        file = out or own
        write_weights(file, weights, comment)
        typer.echo(str(file))


@app.command()
def fairness(
    game: GameName,
    bot: Annotated[str, typer.Option(help="The bot that plays all seats.")] = "mcts:3",
    games: Annotated[int, typer.Option(help="Games per setting.")] = 200,
    option: Options = None,
    only: Annotated[list[str] | None, typer.Option(help="Try the values of this option only; repeatable.")] = None,
    also: Annotated[list[str] | None, typer.Option(help="Also try this setting: NAME=VALUE; repeatable.")] = None,
    each: Annotated[
        list[str] | None,
        typer.Option(help="Compare the values of an option that each seat has, such as factions: NAME=[VALUE, ...]."),
    ] = None,
    content: Annotated[str | None, typer.Option(help="A content file to use instead of the game's own.")] = None,
    seed: Seed = "fairness",
    processes: Processes = None,
    on: On = "local",
    out: Annotated[Path, typer.Option(help="Folder for the page, the picture and the results.")] = Path(
        "docs/fairness"
    ),
) -> None:
    """Measure how fair a game is: what each seat scores between equal players, for every number of seats and every
    option. Results of players that have not changed are reused."""
    with exit_on_bad_input():
        study = Study(game, bot, games, parse_options(option or []), only or [], also or [], each or [], content)
        kept = Kept(out / f"{game}.json", content=content)
        bar = Bar()
        with bar.progress:
            study.play(kept, Workers(on, processes), seed, bar.report)
        kept.tidy()
        save(out / f"{game}.md", study.page())
        save(out / f"{game}.svg", study.picture())


@app.command()
def sense(
    game: GameName,
    seeds: Annotated[
        int, typer.Option(help="Number of seeds with which each level decides a position.", min=1)
    ] = SEEDS,
    highest: Annotated[int, typer.Option(help="The highest level to try.", min=LOWEST)] = LEVELS[-1],
    folder: Annotated[Path, typer.Option(help="Folder of GAME.jsonl with the positions, and of the table.")] = SENSE,
) -> None:
    """Test the levels on positions with an obvious decision, and write the table."""
    with exit_on_bad_input():
        tried = Sense(game, read_cases(folder / f"{game}.jsonl"), seeds, range(LOWEST, highest + 1))
        bar = Bar(len(tried.cases))
        with bar.progress:
            tried.play(lambda done: bar.show("positions", done))
        save(folder / f"{game}.md", tried.page())


def save(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    typer.echo(str(path))
